/* info_archive.h: what `info` prints of a whole archive: a table with a row for each model, and a count of
 * everything else. A row is made when its model is read, as `convert` would read it, with the animations that
 * join it. */
#ifndef FERRY_CLI_INFO_INFO_ARCHIVE_H
#define FERRY_CLI_INFO_INFO_ARCHIVE_H

#include <jansson.h>

#include "cli/base/request.h"

/* A JSON object for each whole archive, with empty rows; a model's row; and, called in turn for each model of
 * an archive, puts its row into the table, which is printed with the last one. */
json_t *cli_info_archives(cli_run *cli);
json_t *cli_info_row(const cli_session *session);
typedef struct cli_info_place {
    uint32_t table, member; /* the archive; where its next row is probably found */
    json_t *animations;     /* of the archive, by name; NULL: nothing was asked about them so far */
} cli_info_place;

void cli_info_take_row(cli_run *cli, uint32_t group, json_t *archives, cli_info_place *place,
                       const json_t *row);

#endif
