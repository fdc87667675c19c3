/* look.c: a first look at models that may read what the run writes. Only reading a model shows which side
 * files it needs. So if files of an earlier group go into a folder in which a later one may find side files,
 * the later one is read once, silently, before anything is written. What it reads is noted (reads.c), and
 * store.c overwrites none of it. What it was told about side files is kept here, and it is told the same when
 * its turn comes, whatever is there by then. So the result does not depend on --jobs.
 *
 * If all files go elsewhere, and for formats without side files, there is no first look. */
#include "cli/processing/look.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/frames.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"
#include "cli/processing/pool.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "core/base/job.h"

/* ------------------------------------------------------------------------------------------------ answers */

static bool add_answer(cli_run *cli, const char *question, const char *path) {
    cli_answers *answers = &cli->answers;
    uint32_t number = answers->questions.count;
    if (cli_index_find(&answers->questions, question) != CLI_NONE) return true;
    if (!fy_job_reserve(cli->arena, (void **)&answers->paths, number, &answers->capacity, 1,
                        sizeof *answers->paths))
        return false;
    answers->paths[number] = *path ? path : NULL;
    return cli_index_add(cli->arena, &answers->questions, question);
}

/* ----------------------------------------------------------------------------------------------- the look */

/* What fails here fails again, and is told, when its turn comes. */
static void look_at_group(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    cli_session session;
    (void)user;
    if (!cli_session_open(cli, &cli->groups[number], NULL, &session)) return;
    ferry_out asked = ferry_out_open(session.job, "");
    session.asked = &asked;
    cli_session_load(&session);
    if (!asked.bad && asked.size) result->bytes = malloc(asked.size);
    if (result->bytes) memcpy(result->bytes, asked.data, result->size = asked.size);
    cli_session_drop(&session);
}

/* A model without its answers is refused what it asks for. */
static void keep_answers(cli_run *cli, uint32_t number, void *user, const cli_result *result) {
    cli_frame_walk walk = {result->bytes, result->size, 0, false};
    (void)number;
    (void)user;
    while (walk.at < walk.size && !walk.bad) {
        const char *question = cli_frame_text(cli, &walk), *path = cli_frame_text(cli, &walk);
        if (walk.bad || !add_answer(cli, question, path)) return;
    }
}

/* ------------------------------------------------------------------------------------------- who is asked */

/* The folders, by their real paths, that groups looked at so far write to, and all above them. */
typedef struct reach {
    cli_run *cli;
    cli_index folders, listed; /* those of which links in them were followed */
    const char *latest;        /* as it was named: models of one folder come one behind the other */
    bool bad;                  /* no memory */
} reach;

static void add_folder(reach *r, const char *path) {
    while (!r->bad && cli_index_find(&r->folders, path) == CLI_NONE) {
        r->bad = !cli_index_add(r->cli->arena, &r->folders, path);
        path = cli_path_folder(r->cli, path); /* of "/" itself: "/" */
    }
}

/* What a link leads to is written in its place. */
static void add_links(reach *r, const char *path) {
    struct stat status;
    DIR *folder = opendir(path);
    for (const struct dirent *entry; folder && (entry = readdir(folder));) {
        ferry_mark mark = ferry_job_mark(r->cli->arena);
        const char *link = cli_path_join(r->cli, path, entry->d_name);
        char *target = lstat(link, &status) == 0 && S_ISLNK(status.st_mode) ? realpath(link, NULL) : NULL;
        ferry_job_release(r->cli->arena, mark); /* a folder may have very many entries */
        if (target && !cli_is_folder(target))
            add_folder(r, cli_path_folder(r->cli, cli_text(r->cli, "%s", target)));
        free(target);
    }
    if (folder) closedir(folder);
}

static void add_place(reach *r, const char *folder) {
    if (!folder || (r->latest && strcmp(r->latest, folder) == 0)) return;
    const char *path = cli_path_real(r->cli, folder);
    r->latest = folder;
    add_folder(r, path);
    if (r->bad || cli_index_find(&r->listed, path) != CLI_NONE) return;
    r->bad = !cli_index_add(r->cli->arena, &r->listed, path);
    add_links(r, path);
}

static bool asks_for_files(const cli_run *cli, const cli_group *group) {
    for (uint32_t i = 0; i < group->count && !group->failed; i++) {
        const char *name = cli->inputs[group->first + i].format;
        const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
        if (format && format->flags & FERRY_FORMAT_SIDE_FILES) return true;
    }
    return false;
}

static bool is_written_beneath(const reach *r, const char *folder) {
    return cli_index_find(&r->folders, cli_path_real(r->cli, folder)) != CLI_NONE;
}

/* Whether one of the groups so far may write what this one reads. */
static bool may_meet(const reach *r, const cli_group *group) {
    const char *model = cli_group_model(r->cli, group)->path, *given = r->cli->request.sidecar;
    if (given && cli_is_folder(given) && is_written_beneath(r, given)) return true;
    return strcmp(model, "-") != 0 && is_written_beneath(r, cli_path_folder(r->cli, model));
}

static uint32_t last_asking(const cli_run *cli) {
    uint32_t last = 0;
    for (uint32_t i = 1; i < cli->group_count; i++)
        if (asks_for_files(cli, &cli->groups[i])) last = i;
    return last;
}

bool cli_look_first(cli_run *cli, const cli_work *work) {
    reach r = {.cli = cli};
    uint32_t last = work->places ? last_asking(cli) : 0, wanted = 0;
    for (uint32_t i = 0; i < last && !r.bad; i++) {
        const char *folders[CLI_PLACES] = {NULL};
        cli_group *next = &cli->groups[i + 1];
        work->places(cli, i, work->user, folders);
        for (int k = 0; k < CLI_PLACES; k++) add_place(&r, folders[k]);
        next->looked = asks_for_files(cli, next) && may_meet(&r, next);
        wanted += next->looked;
    }
    if (r.bad) return cli_wrong(cli, "out of memory");
    if (wanted)
        cli_run_groups(
            cli, &(cli_work){.one = look_at_group, .take = keep_answers, .silent = true, .looks = true});
    return true;
}
