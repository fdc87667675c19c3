/* verb_dump.c: `ferry64 dump`: everything in a scene, as read or after a pass. */
#include "cli/verbs/verb_dump.h"

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "cli/verbs/at.h"

/* To a file of its own where -o or --output-dir names a folder, to -o FILE, else to standard output. */
static bool is_stored(const cli_run *cli) {
    return (cli->request.output || cli->request.output_dir) && !cli_output_is_stdout(cli);
}

static const char *path_of(cli_run *cli, uint32_t group) {
    return cli_output_path(cli, cli_group_model(cli, &cli->groups[group]),
                           cli->request.json ? ".json" : ".txt");
}

static void find_places(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]) {
    (void)user;
    if (is_stored(cli)) folders[0] = cli_path_folder(cli, path_of(cli, group));
}

static bool put_dump(cli_session *session, ferry_bytes text) {
    cli_run *cli = session->cli;
    if (!is_stored(cli)) return cli_put_stdout(session->job, text);
    ferry_file file = {path_of(cli, (uint32_t)(session->group - cli->groups)), text};
    return cli_store(cli, session->job, session->name, &file, 1, !cli_output_is_file(cli));
}

/* The whole scene, or its matrices at a time. */
static bool make_dump(cli_session *session, ferry_bytes *text) {
    const cli_request *request = &session->cli->request;
    if (!request->at)
        return request->json ? ferry_dump_json(session->job, session->scene, text)
                             : ferry_dump(session->job, session->scene, text);
    const ferry_scene *posed = cli_pose(session);
    return posed && (request->json ? ferry_dump_matrices_json(session->job, posed, text)
                                   : ferry_dump_matrices(session->job, posed, text));
}

/* `user`: the format to prepare for, or NULL. */
static void dump_group(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    const ferry_format *const *target = user;
    const cli_request *request = &cli->request;
    cli_session session;
    ferry_bytes text;
    (void)result;
    if (!cli_session_open(cli, &cli->groups[group], NULL, &session)) return;
    bool ready =
        cli_session_load(&session) &&
        (!request->after || ferry_prepare(session.job, session.scene, (*target)->name, request->after));
    if (ready && make_dump(&session, &text) && put_dump(&session, text)) session.status = "dumped";
    cli_session_close(&session);
}

void cli_verb_dump(cli_run *cli) {
    const cli_request *request = &cli->request;
    if (request->to && !request->after) {
        cli_wrong(cli, "`dump` uses --to only with --after PASS");
        return;
    }
    if (!cli_check_no_model(cli, request->json ? "JSON" : "text")) return;
    const ferry_format *target = request->after ? cli_target(cli) : NULL;
    if ((request->after && !target) || !cli_check_at(cli) || !cli_find_groups(cli)) return;
    if (cli->group_count > 1 && cli_output_is_file(cli) && !cli_output_is_stdout(cli)) {
        cli_wrong(cli, "-o %s names one file for %u models; name a folder (%s/) or use --output-dir",
                  request->output, cli->group_count, request->output);
        return;
    }
    cli_process_groups(cli, &(cli_work){.one = dump_group, .user = &target, .places = find_places});
}
