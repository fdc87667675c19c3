/*
 * info_archive.h: what `info` tells of a whole archive: a table of its models, a row for each, and how
 * much else there is. The rows are made as the models are read, each as `convert` would read it, with
 * the clips that join it.
 */
#ifndef FERRY_CLI_INFO_INFO_ARCHIVE_H
#define FERRY_CLI_INFO_INFO_ARCHIVE_H

#include <jansson.h>

#include "cli/base/request.h"

/* An object for each whole archive, its rows still empty; a model's facts for its row; and behind each model of
 * an archive, in turn, that row: the last one has the table printed. */
json_t *cli_info_archives(cli_run *cli);
json_t *cli_info_row(const cli_session *session);
typedef struct cli_info_place {
    uint32_t table, member; /* which of the archives it is; where its next row is likely to be */
} cli_info_place;

void cli_info_take_row(cli_run *cli, uint32_t group, json_t *archives, cli_info_place *place, const json_t *row);

#endif
