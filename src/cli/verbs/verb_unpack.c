/* verb_unpack.c: `ferry64 unpack`: the members of archives and packed files. */
#include "cli/verbs/verb_unpack.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/destination.h"
#include "cli/files/expand.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"

/* A member's name must stay inside the folder it is written to. */
static bool is_safe(const char *name) {
    if (!*name || *name == '/') return false;
    for (const char *at = name; *at;) {
        size_t length = strcspn(at, "/");
        if (length == 0 || (length == 1 && *at == '.') || (length == 2 && at[0] == '.' && at[1] == '.'))
            return false;
        at += length;
        if (*at == '/' && !*++at) return false;
    }
    return true;
}

/* Named after the archive, whichever of its members are meant. An archive without an ending has that name
 * itself. */
static const char *find_folder(cli_run *cli, const cli_input *input) {
    cli_input archive = *input;
    archive.member = NULL;
    const char *folder = cli_folder_for(cli, &archive, "");
    bool taken = strcmp(cli_path_absolute(cli, folder), cli_path_absolute(cli, input->path)) == 0;
    return taken ? cli_text(cli, "%s.unpacked", folder) : folder;
}

/* The members with the paths they are written to; NULL after an error in the report. */
static ferry_file *place_members(cli_session *session, const ferry_file_list *members) {
    cli_run *cli = session->cli;
    cli_input *input = cli_group_model(cli, session->group);
    const char *folder = find_folder(cli, input);
    ferry_file *files = ferry_new(session->job, ferry_file, members->count + (size_t)1);
    for (uint32_t i = 0; files && i < members->count; i++) {
        const char *name = members->data[i].name;
        if (!is_safe(name)) {
            ferry_say(session->job, FERRY_ERROR, "cli.member-path", session->name, "",
                      "the member \"%s\" would be written outside of the output folder", name);
            return NULL;
        }
        files[i] = (ferry_file){cli_path_join(cli, folder, name), members->data[i].bytes};
    }
    return files;
}

static int width_of(cli_run *cli, const ferry_file_list *members) {
    uint64_t largest = 0;
    for (uint32_t i = 0; i < members->count; i++)
        if (members->data[i].bytes.size > largest) largest = members->data[i].bytes.size;
    return (int)strlen(cli_number(cli, largest));
}

static void list_members(cli_session *session, const ferry_file_list *members) {
    cli_run *cli = session->cli;
    int width = width_of(cli, members);
    for (uint32_t i = 0; i < members->count; i++)
        cli_print(stdout, "%*s  %s%s%s\n", width, cli_number(cli, members->data[i].bytes.size),
                  cli->group_count > 1 ? session->name : "", cli->group_count > 1 ? "#" : "",
                  members->data[i].name);
    session->status = "listed";
}

static void write_members(cli_session *session, const ferry_file_list *members) {
    if (cli_is_refused(session)) {
        session->status = "strict";
        return;
    }
    const ferry_file *files = place_members(session, members);
    if (!files || !cli_store(session->cli, session->job, session->name, files, members->count, true)) return;
    session->status = "unpacked";
    for (uint32_t i = 0; i < members->count; i++) cli_tell_written(session, &files[i], "");
}

/* A single member may go to standard output. */
static void write_to_stdout(cli_session *session, const ferry_file_list *members) {
    if (members->count != 1)
        ferry_say(session->job, FERRY_ERROR, "cli.several-members", session->name, "",
                  "contains %u members, but standard output takes only one; pick it with INPUT#MEMBER",
                  members->count);
    else if (cli_put_stdout(session->job, members->data[0].bytes))
        session->status = "unpacked";
}

static void unpack_input(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const cli_group *group = &cli->groups[number];
    (void)user;
    (void)result;
    cli_session session;
    ferry_file_list members = {0};
    ferry_bytes bytes;
    if (!cli_session_open(cli, group, NULL, &session)) return;
    if (cli_read(cli, cli_group_model(cli, group), session.job, &session.buffers[0], &bytes) &&
        ferry_unpack(session.job,
                     &(ferry_input){cli_input_library_name(cli, cli_group_model(cli, group)), bytes},
                     &members)) {
        if (cli->request.list)
            list_members(&session, &members);
        else if (cli_output_is_stdout(cli))
            write_to_stdout(&session, &members);
        else
            write_members(&session, &members);
    }
    cli_session_close(&session);
}

void cli_verb_unpack(cli_run *cli) {
    if (cli_find_single_inputs(cli) && (!cli->request.recursive || cli_part_names(cli)))
        cli_process_groups(cli, &(cli_work){.one = unpack_input});
}
