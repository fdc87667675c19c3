/* archives.c: packed inputs, each opened once for everything that comes out of it. Planning opens each to see
 * what is in it and leaves it open, up to a total amount of memory; beyond that it is closed, and opened
 * again for the first of its models. It is closed after the last one. Children inherit what is open. */
#include "cli/files/archives.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/index.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/archive.h"
#include "cli/files/destination.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "core/base/job.h"
#include "core/base/report.h"

/* What stays open between planning and work, in bytes: a quarter of --memory-limit, but no more than this. */
static const size_t MOST_HELD = (size_t)256 << 20;

/* Plain files, of which there may be many, are not listed. */
static cli_archive *find_archive(cli_run *cli, const char *path) {
    uint32_t number = cli_index_find(&cli->archive_paths, path);
    return number == CLI_NONE ? NULL : cli->archive_list[number];
}

static bool list_archive(cli_run *cli, cli_archive *archive) {
    uint32_t count = cli->archive_paths.count;
    if (find_archive(cli, archive->path)) return true;
    if (!fy_job_reserve(cli->arena, (void **)&cli->archive_list, count, &cli->archive_capacity, 1,
                        sizeof *cli->archive_list))
        return false;
    cli->archive_list[count] = archive;
    return cli_index_add(cli->arena, &cli->archive_paths, archive->path);
}

static void close_archive(cli_run *cli, cli_archive *archive) {
    cli->archives_held -= archive->held;
    ferry_close(archive->job);
    free(archive->buffer);
    archive->job = NULL;
    archive->buffer = NULL;
    archive->contents = NULL;
    archive->held = 0;
}

static bool open_again(cli_run *cli, cli_archive *archive, bool *read) {
    ferry_input input = {.name = cli_input_library_name(cli, &archive->file)};
    *read = true;
    if (archive->contents) return true;
    archive->job = cli_open_job(cli);
    *read = archive->job && cli_read(cli, &archive->file, archive->job, &archive->buffer, &input.bytes);
    if (*read) archive->contents = ferry_open_contents(archive->job, &input);
    if (archive->contents) {
        archive->held = ferry_job_peak_memory(archive->job) + input.bytes.size;
        cli->archives_held += archive->held;
        return true;
    }
    close_archive(cli, archive);
    return false;
}

static bool is_too_much(const cli_run *cli) {
    size_t quarter = cli->request.memory_limit / 4;
    return cli->archives_held > (quarter && quarter < MOST_HELD ? quarter : MOST_HELD);
}

static bool is_packed(const ferry_contents *contents) {
    return contents->count != 1 || *contents->data[0].it.layers;
}

cli_archive *cli_open_archive(cli_run *cli, cli_input *input, bool *read) {
    cli_archive *archive = find_archive(cli, input->path);
    if (!archive) {
        archive = ferry_new(cli->arena, cli_archive, 1);
        if (!archive) return NULL;
        *archive = (cli_archive){.path = input->path, .file = *input};
        archive->file.member = NULL;
    }
    bool open = open_again(cli, archive, read);
    input->kept = archive->file.kept; /* what can be read only once was read now */
    input->kept_bytes = archive->file.kept_bytes;
    input->refused = archive->file.refused;
    return open ? archive : NULL;
}

cli_archive *cli_keep_archive(cli_run *cli, cli_archive *archive) {
    bool kept = is_packed(archive->contents) && list_archive(cli, archive);
    if (!kept || is_too_much(cli)) close_archive(cli, archive);
    return kept ? archive : NULL;
}

/* -------------------------------------------------------------------------- who tells what is wrong in it */

static bool concerns_input(const ferry_contents *contents, const ferry_message *message,
                           const cli_input *input) {
    return !input->content || ferry_concerns(message, &contents->data[input->content - 1]);
}

/* Of an archive that is broken all over nobody reads more. */
enum { MOST_REPEATED = 256 };

static ferry_message rest_of(const ferry_contents *contents) {
    return (ferry_message){.file = contents->name};
}

static uint32_t first_told(const cli_run *cli, const cli_archive *archive, const ferry_message *message) {
    uint32_t i = archive->first;
    for (; i < archive->end; i++) {
        const cli_input *at = &cli->inputs[i];
        if (at->archive == archive && !at->failed && concerns_input(archive->contents, message, at)) break;
    }
    return i;
}

/* Before children are made of this process, so that it is found out once. */
static void find_tellers(cli_run *cli, cli_archive *archive) {
    const ferry_report *report = archive->contents ? archive->contents->report : NULL;
    if (archive->tellers || !report || !report->count) return;
    uint32_t count = report->count < MOST_REPEATED ? report->count : MOST_REPEATED;
    uint32_t *tellers = ferry_new(cli->arena, uint32_t, count + 1);
    const ferry_message rest = rest_of(archive->contents);
    if (!tellers) return;
    for (uint32_t i = 0; i <= count; i++)
        tellers[i] = first_told(cli, archive, i < count ? &report->data[i] : &rest);
    archive->tellers = tellers;
}

/* Whether an earlier input of the run has the message told. */
static bool is_told(const cli_session *session, const cli_input *input, uint32_t message) {
    const uint32_t *tellers = input->archive->tellers;
    return tellers && tellers[message] < (uint32_t)(input - session->cli->inputs);
}

/* ------------------------------------------------------------------------------------- while work goes on */

void cli_count_archive_users(cli_run *cli) {
    for (uint32_t i = 0; i < cli->archive_paths.count; i++) cli->archive_list[i]->users = 0;
    for (uint32_t i = 0; i < cli->input_count; i++) {
        cli_archive *archive = cli->inputs[i].archive;
        if (!archive) continue;
        if (!archive->users++) archive->first = i;
        archive->end = i + 1;
    }
}

void cli_ready_archives(cli_run *cli, const cli_group *group) {
    for (uint32_t i = 0; i < group->count; i++) {
        bool read;
        cli_archive *archive = cli->inputs[group->first + i].archive;
        if (!archive || archive->users < 2) continue;
        open_again(cli, archive, &read);
        find_tellers(cli, archive);
    }
}

void cli_leave_archives(cli_run *cli, const cli_group *group, bool comes_back) {
    for (uint32_t i = 0; i < group->count; i++) {
        cli_archive *archive = cli->inputs[group->first + i].archive;
        if (!archive || --archive->users || !archive->contents) continue;
        if (!comes_back || is_too_much(cli)) close_archive(cli, archive);
    }
}

void cli_close_archives(cli_run *cli) {
    for (uint32_t i = 0; i < cli->archive_paths.count; i++) close_archive(cli, cli->archive_list[i]);
}

/* ------------------------------------------------------------------------------------------- in a session */

uint32_t cli_content_number(const ferry_contents *contents, const cli_input *input) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < contents->count; i++) {
        const ferry_content *content = &contents->data[i];
        const char *format = content->it.format ? content->it.format->name : "";
        if (input->member && strcmp(content->member, input->member) == 0) return i + 1;
        if (input->member || !input->format || strcmp(format, input->format) != 0) continue;
        if (found) return 0;
        found = i + 1;
    }
    return found;
}

void cli_repeat_archive_messages(cli_session *session, const cli_input *input) {
    const ferry_contents *contents = input->archive ? input->archive->contents : NULL;
    uint32_t count = contents ? contents->report->count : 0;
    if (!count || (input->failed && input->member)) return; /* why a member failed is said anyway */
    find_tellers(session->cli, input->archive);
    const uint32_t left = count > MOST_REPEATED ? count - MOST_REPEATED : 0;
    count -= left;
    for (int told = 1; told >= 0; told--) { /* what was printed before comes first, and is passed over */
        for (uint32_t i = 0; i < count; i++) {
            const ferry_message *message = &contents->report->data[i];
            if (concerns_input(contents, message, input) && is_told(session, input, i) == (told != 0))
                fy_report_repeat(session->job, message);
        }
        if (left && is_told(session, input, count) == (told != 0))
            ferry_say(session->job, FERRY_WARNING, "input.messages-omitted", contents->name, "",
                      "%u more messages about its contents are omitted", left);
        if (told && input == cli_group_model(session->cli, session->group))
            session->shown = ferry_job_report(session->job)->count;
    }
}

/* --------------------------------------------------------------------------------------------- its folder */

/* No disk's own rules: names that differ only in case are one. */
static const char *key_of(cli_run *cli, const char *place, const char *folder) {
    char *key = ferry_new(cli->arena, char, strlen(place) + strlen(folder) + 2);
    if (!key) return folder;
    size_t length = (size_t)sprintf(key, "%s/", place);
    for (size_t i = 0; folder[i]; i++) key[length + i] = (char)tolower((unsigned char)folder[i]);
    return key;
}

/* How often the name was wanted there, this time included. */
static uint32_t count_selection(cli_run *cli, const char *key) {
    cli_folders *wanted = &cli->wanted_folders;
    uint32_t number = cli_index_find(&wanted->keys, key);
    if (number != CLI_NONE) return ++wanted->counts[number];
    number = wanted->keys.count;
    if (!fy_job_reserve(cli->arena, (void **)&wanted->counts, number, &wanted->capacity, 1,
                        sizeof *wanted->counts))
        return 1;
    wanted->counts[number] = 1;
    cli_index_add(cli->arena, &wanted->keys, key);
    return 1;
}

const char *cli_archive_folder(cli_run *cli, cli_archive *archive) {
    const cli_request *request = &cli->request;
    const char *stem = cli_input_stem(cli, &archive->file), *folder = stem;
    if (archive->folder) return archive->folder;
    const char *place =
        cli_output_folder(cli, &archive->file, request->output ? request->output : request->output_dir);
    uint32_t copy = count_selection(cli, key_of(cli, place, stem));
    if (copy > 1) folder = cli_text(cli, "%s-%u", stem, copy);
    while (copy > 1 && cli_index_find(&cli->wanted_folders.keys, key_of(cli, place, folder)) != CLI_NONE) {
        copy = count_selection(cli, key_of(cli, place, stem));
        folder = cli_text(cli, "%s-%u", stem, copy);
    }
    if (copy > 1) count_selection(cli, key_of(cli, place, folder));
    return archive->folder = folder;
}
