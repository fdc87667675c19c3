/*
 * agreement.h: one value of a setting for several models: a target may have a number that each model
 * chooses for itself, unless the user says `shared` (one for all of the run) or `shared:folder` (one
 * for those of each folder). Then all are asked first, and the smallest is taken.
 */
#ifndef FERRY_CLI_WORK_AGREEMENT_H
#define FERRY_CLI_WORK_AGREEMENT_H

#include "ferry64.h"
#include "cli/base/request.h"

/* Asks all models if the user wants one number for several (ferry_format.agreed_setting); `values`: by group,
 * the number as text, NULL where a model chooses for itself. False after a complaint. */
bool cli_agree(cli_run *cli, const ferry_format *target, const char ***values);

#endif
