/* table.c: rows of text in columns as wide as their widest cell. */
#include "cli/print/table.h"

#include <string.h>

#include "cli/base/run_state.h"
#include "cli/print/print.h"
#include "core/base/job.h"

/* Characters, not bytes, of UTF-8. */
static int width_of(const char *text) {
    int width = 0;
    for (; *text; text++) width += ((unsigned char)*text & 0xC0) != 0x80;
    return width;
}

void cli_table_add(cli_table *table, const char *const cells[CLI_MAX_COLUMNS]) {
    if (!fy_job_reserve(table->cli->arena, (void **)&table->rows, table->count, &table->capacity, 1,
                        sizeof *table->rows))
        return;
    cli_table_row *row = &table->rows[table->count++];
    for (int i = 0; i < CLI_MAX_COLUMNS; i++)
        row->cells[i] = cells[i] ? cli_printable(table->cli, cells[i]) : "";
}

void cli_table_print(const cli_table *table, const char *indent, FILE *stream) {
    int widths[CLI_MAX_COLUMNS] = {0};
    for (uint32_t r = 0; r < table->count; r++)
        for (int i = 0; i < CLI_MAX_COLUMNS; i++) {
            int width = width_of(table->rows[r].cells[i]);
            if (width > widths[i]) widths[i] = width;
        }
    for (uint32_t r = 0; r < table->count; r++) {
        int gap = 0; /* spaces owed before the next cell that is not empty */
        cli_print(stream, "%s", indent);
        for (int i = 0; i < CLI_MAX_COLUMNS; i++) {
            const char *cell = table->rows[r].cells[i];
            int spare = widths[i] - width_of(cell);
            bool right = table->right[i];
            if (*cell) cli_print(stream, "%*s%s", gap + (right ? spare : 0), "", cell);
            if (*cell) gap = 0;
            gap += *cell ? (right ? 0 : spare) : widths[i];
            if (widths[i]) gap += 2;
        }
        cli_print(stream, "\n");
    }
}
