/* view.h: camera, light and size of pictures, from the options. */
#ifndef FERRY_CLI_VERBS_VIEW_H
#define FERRY_CLI_VERBS_VIEW_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Camera, light and size from the options; `size` is the default of --size. False after a complaint. */
bool cli_view(cli_run *cli, uint32_t size[2], ferry_view *view);

/* Not the ending of a model or of another kind of picture behind -o. False after a complaint. */
bool cli_check_picture_name(cli_run *cli);

/* Of --lod. False after a complaint. */
bool cli_check_level(cli_run *cli);

/* Makes the loaded scene show the level of --lod. False, and an error in the report: it has none such. */
bool cli_show_level(cli_session *session);

/* A whole number from 1 to `most`. False after a complaint. */
bool cli_whole(cli_run *cli, const char *option, const char *text, uint32_t most, uint32_t *number);

#endif
