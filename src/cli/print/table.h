/* table.h: rows of text in columns as wide as their widest cell. */
#ifndef FERRY_CLI_PRINT_TABLE_H
#define FERRY_CLI_PRINT_TABLE_H

#include <stdio.h>

#include "cli/base/request.h"

enum { CLI_MAX_COLUMNS = 10 };

typedef struct cli_table_row {
    const char *cells[CLI_MAX_COLUMNS];
} cli_table_row;

typedef struct cli_table {
    cli_run *cli;
    cli_table_row *rows;
    uint32_t count, capacity;
    bool right[CLI_MAX_COLUMNS]; /* flush right */
} cli_table;

/* NULL cells are empty. The texts must outlive the table. */
void cli_table_add(cli_table *table, const char *const cells[CLI_MAX_COLUMNS]);
void cli_table_print(const cli_table *table, const char *indent, FILE *stream);

#endif
