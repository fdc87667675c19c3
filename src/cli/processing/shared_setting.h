/* shared_setting.h: one value of a setting for several models. A target may have a number that each model
 * chooses for itself, unless the user says `shared` (one number for the whole run) or `shared:folder` (one
 * for each folder). Then all models are asked first, and the smallest number is used. */
#ifndef FERRY_CLI_PROCESSING_SHARED_SETTING_H
#define FERRY_CLI_PROCESSING_SHARED_SETTING_H

#include "ferry64.h"
#include "cli/base/request.h"

/* If the user wants a shared number (ferry_format.agreed_setting), asks all models. `values`: by group, the
 * number as text, or NULL if the model chooses for itself. False after a complaint. */
bool cli_share_setting(cli_run *cli, const ferry_format *target, const char ***values);

#endif
