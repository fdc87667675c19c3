/* at.h: `--at`: the scene at moments of its animations. */
#ifndef FERRY_CLI_VERBS_AT_H
#define FERRY_CLI_VERBS_AT_H

#include "ferry64.h"
#include "cli/base/request.h"

typedef struct cli_moment {
    const char *glob, *name; /* of clips; NULL: at rest; any name */
    double seconds;
    const char *label; /* "walk:0.5", "rest" */
} cli_moment;

typedef struct cli_moments {
    cli_moment *data;
    uint32_t count;
} cli_moments;

/* Checks --at: as one moment, or as several, for `compare`. False after a complaint. */
bool cli_check_at(cli_run *cli);
bool cli_check_moments(cli_run *cli);

/* The loaded scene at the time of --at, or as loaded without --at. NULL after an error in the report. */
const ferry_scene *cli_pose(cli_session *session);

/* The moments of --at in the loaded scene, in the memory of the session's job; only rest without --at. False
 * after an error in the report. */
bool cli_list_moments(cli_session *session, cli_moments *list);

/* The loaded scene at a moment. NULL after an error in the report. */
const ferry_scene *cli_pose_at(cli_session *session, const cli_moment *at);

/* The same for a converted scene: if the conversion dropped the clip, a loss is reported, and the scene is at
 * rest. */
const ferry_scene *cli_pose_made_at(cli_session *session, const cli_moment *at);

#endif
