/* shared_setting.c: one value of a setting for several models. A target may have a number that each model
 * chooses for itself, unless the user says `shared` (one number for the whole run) or `shared:folder` (one
 * for each folder). Then all models are asked first, and the smallest number is used. */
#include "cli/processing/shared_setting.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"

/* A model of the run. */
typedef struct asked {
    const char *folder; /* those of one share the number; "": all do */
    uint32_t group;
    double chosen; /* 0: it could not be asked */
} asked;

typedef struct agreement {
    const ferry_format *target;
    asked *models; /* by group; in the end by folder, then by group */
} agreement;

/* A member of an archive lies in a folder of the archive's name. */
static const char *folder_of(cli_run *cli, const cli_input *input) {
    const char *path = input->member ? cli_path_join(cli, input->path, input->member) : input->path;
    return cli_path_absolute(cli, cli_path_folder(cli, path));
}

/* What one model would choose. Its failures are told when its turn comes. */
static void ask_model(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const agreement *a = user;
    const cli_group *group = &cli->groups[number];
    cli_session session;
    double value;
    if (group->failed || group->joins_alone || !cli_session_open(cli, group, NULL, &session)) return;
    if (cli_session_load(&session) && ferry_prepare(session.job, session.scene, a->target->name, NULL) &&
        a->target->shared_setting(session.job, session.scene, &value))
        result->summary = json_pack("{sf}", "value", value);
    cli_session_drop(&session);
}

static void keep_number(cli_run *cli, uint32_t number, void *user, const cli_result *result) {
    agreement *a = user;
    (void)cli;
    if (result->summary)
        a->models[number].chosen = json_real_value(json_object_get(result->summary, "value"));
}

static int by_folder_first(const void *a, const void *b) {
    const asked *x = a, *y = b;
    int order = strcmp(x->folder, y->folder);
    return order ? order : (x->group > y->group) - (x->group < y->group);
}

static void tell_agreed(cli_run *cli, const char *key, const char *value, const char *folder) {
    const char *way = *folder ? cli_path_between(cli, ".", folder) : "";
    cli_progress_wipe(cli);
    if (!cli->request.quiet)
        cli_print(stderr, "ferry64: %s=%s for all models%s%s\n", key, value, *folder ? " of " : "",
                  *folder && !*way ? "." : way);
}

/* `count` models of one folder get the smallest number of those that could be asked. */
static void settle_folder(cli_run *cli, const agreement *a, const asked *models, uint32_t count,
                          const char **values) {
    double least = 0;
    for (uint32_t i = 0; i < count; i++)
        if (models[i].chosen > 0 && (!(least > 0) || models[i].chosen < least)) least = models[i].chosen;
    if (!(least > 0)) return;
    const char *value = cli_text(cli, "%.9g", least);
    for (uint32_t i = 0; i < count; i++) values[models[i].group] = value;
    tell_agreed(cli, a->target->agreed_setting, value, models[0].folder);
}

bool cli_share_setting(cli_run *cli, const ferry_format *target, const char ***values) {
    const char *key = target->shared_setting ? target->agreed_setting : NULL,
               *given = key ? cli_setting(cli, key) : NULL;
    bool all = given && strcmp(given, "shared") == 0,
         by_folder = given && strcmp(given, "shared:folder") == 0;
    uint32_t count = cli->group_count;
    agreement a = {target, ferry_new(cli->arena, asked, count + (size_t)1)};
    *values = ferry_new(cli->arena, const char *, count + (size_t)1);
    if (!*values || !a.models) return cli_wrong(cli, "too many inputs");
    if (count < 2 || !(all || by_folder)) return true;
    for (uint32_t i = 0; i < count; i++)
        a.models[i] = (asked){by_folder ? folder_of(cli, cli_group_model(cli, &cli->groups[i])) : "", i, 0};
    cli_process_groups(cli, &(cli_work){.one = ask_model, .take = keep_number, .user = &a, .silent = true});
    qsort(a.models, count, sizeof *a.models, by_folder_first);
    for (uint32_t first = 0, i = 1; i <= count; i++) {
        if (i < count && strcmp(a.models[i].folder, a.models[first].folder) == 0) continue;
        settle_folder(cli, &a, a.models + first, i - first, *values);
        first = i;
    }
    cli_unset(cli, key); /* each model is given its number instead */
    return true;
}
