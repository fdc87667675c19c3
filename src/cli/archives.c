/*
 * archives.c: inputs that are packed, opened once for all that comes out of them. Planning opens each to see what is in it
 * and leaves it open, up to a sum of memory; beyond that it is closed, and opened again for the first of its models. It is
 * closed behind its last one. Children get what is open with the process that they are made of.
 */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/job.h"

/* What stays open between planning and work, in bytes: a quarter of --memory-limit, but no more than this. */
static const size_t MOST_HELD = (size_t)256 << 20;

struct cli_archive {
    cli_archive *next;
    const char *path;
    cli_input file; /* to open it again */
    ferry_job *job;
    void *buffer;
    const ferry_contents *contents; /* NULL: it is closed */
    size_t held;
    uint32_t users; /* groups that it is still needed for */
    const char *folder; /* what its members are written to */
};

static cli_archive *find(cli_run *cli, const char *path) {
    cli_archive *at = cli->archives;
    while (at && strcmp(at->path, path) != 0) at = at->next;
    return at;
}

static void shut(cli_run *cli, cli_archive *archive) {
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
    archive->job = cli_open_job(cli, NULL, 0, NULL);
    *read = archive->job && cli_read(cli, &archive->file, archive->job, &archive->buffer, &input.bytes);
    if (*read) archive->contents = ferry_open_contents(archive->job, &input);
    if (archive->contents) {
        archive->held = ferry_job_peak_memory(archive->job) + input.bytes.size;
        cli->archives_held += archive->held;
        return true;
    }
    shut(cli, archive);
    return false;
}

static bool is_too_much(const cli_run *cli) {
    size_t quarter = cli->request.memory_limit / 4;
    return cli->archives_held > (quarter && quarter < MOST_HELD ? quarter : MOST_HELD);
}

static bool is_packed(const ferry_contents *contents) {
    return contents->count != 1 || *contents->data[0].it.layers;
}

/* Plain files and those that cannot be opened are not listed: there may be many. */
static void forget(cli_run *cli, cli_archive *archive) {
    cli_archive **at = &cli->archives;
    while (*at != archive) at = &(*at)->next;
    *at = archive->next;
}

cli_archive *cli_open_archive(cli_run *cli, cli_input *input, bool *read) {
    cli_archive *archive = find(cli, input->path);
    if (!archive) {
        archive = ferry_new(cli->home, cli_archive, 1);
        if (!archive) return NULL;
        *archive = (cli_archive){.next = cli->archives, .path = input->path, .file = *input};
        archive->file.member = NULL;
        cli->archives = archive;
    }
    bool open = open_again(cli, archive, read);
    input->kept = archive->file.kept; /* what can be read only once was read now */
    input->kept_bytes = archive->file.kept_bytes;
    if (!open) forget(cli, archive);
    return open ? archive : NULL;
}

const ferry_contents *cli_archive_contents(const cli_archive *archive) {
    return archive->contents;
}

cli_archive *cli_keep_archive(cli_run *cli, cli_archive *archive) {
    bool packed = is_packed(archive->contents);
    if (!packed || is_too_much(cli)) shut(cli, archive);
    if (!packed) forget(cli, archive);
    return packed ? archive : NULL;
}

/* -------------------------------------------------------------------------------------------- while work goes on */

void cli_count_archive_users(cli_run *cli) {
    for (cli_archive *at = cli->archives; at; at = at->next) at->users = 0;
    for (uint32_t i = 0; i < cli->group_count; i++) {
        const cli_group *group = &cli->groups[i];
        for (uint32_t k = 0; k < group->count; k++)
            if (cli->inputs[group->first + k].archive) cli->inputs[group->first + k].archive->users++;
    }
}

void cli_ready_archives(cli_run *cli, const cli_group *group) {
    for (uint32_t i = 0; i < group->count; i++) {
        bool read;
        cli_archive *archive = cli->inputs[group->first + i].archive;
        if (archive && archive->users > 1) open_again(cli, archive, &read);
    }
}

void cli_leave_archives(cli_run *cli, const cli_group *group, bool comes_back) {
    for (uint32_t i = 0; i < group->count; i++) {
        cli_archive *archive = cli->inputs[group->first + i].archive;
        if (!archive || --archive->users || !archive->contents) continue;
        if (!comes_back || is_too_much(cli)) shut(cli, archive);
    }
}

void cli_close_archives(cli_run *cli) {
    for (cli_archive *at = cli->archives; at; at = at->next) shut(cli, at);
}

/* ----------------------------------------------------------------------------------------------- in a session */

const ferry_contents *const *cli_opened(cli_run *cli, const cli_group *group) {
    uint32_t count = 0;
    const ferry_contents **list = ferry_new(cli->home, const ferry_contents *, (size_t)group->count + 1);
    for (uint32_t i = 0; list && i < group->count; i++) {
        const cli_archive *archive = cli->inputs[group->first + i].archive;
        if (archive && archive->contents) list[count++] = archive->contents;
    }
    return list;
}

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

static bool concerns(const ferry_contents *contents, const ferry_message *message, const cli_input *input) {
    return !input->content || ferry_concerns(message, &contents->data[input->content - 1]);
}

/* Whether an earlier input of the run has the message told. */
static bool is_told(const cli_session *session, const cli_input *input, const ferry_message *message) {
    const cli_run *cli = session->cli;
    for (const cli_input *at = cli->inputs; at < input; at++)
        if (at->archive == input->archive && !at->failed && concerns(input->archive->contents, message, at))
            return true;
    return false;
}

/* Of an archive that is broken all over nobody reads more. */
enum { MOST_REPEATED = 256 };

void cli_repeat_archive_messages(cli_session *session, const cli_input *input) {
    const ferry_contents *contents = input->archive ? input->archive->contents : NULL;
    uint32_t count = contents ? contents->report->count : 0;
    if (!count || input->failed) return; /* why it failed is said anyway */
    const ferry_message rest = {.file = contents->name};
    const uint32_t left = count > MOST_REPEATED ? count - MOST_REPEATED : 0;
    count -= left;
    for (int told = 1; told >= 0; told--) { /* what was printed before comes first, and is passed over */
        for (uint32_t i = 0; i < count; i++) {
            const ferry_message *message = &contents->report->data[i];
            if (concerns(contents, message, input) && is_told(session, input, message) == (told != 0))
                fy_report_repeat(session->job, message);
        }
        if (left && is_told(session, input, &rest) == (told != 0))
            ferry_say(session->job, FERRY_WARNING, "input.messages", contents->name, "",
                      "%u further messages about what is in it are left out", left);
        if (told && input == cli_group_model(session->cli, session->group))
            session->shown = ferry_job_report(session->job)->count;
    }
}

bool cli_read_opened(const cli_input *input, ferry_bytes *bytes) {
    if (!input->archive || !input->archive->contents) return false;
    *bytes = input->archive->contents->bytes;
    return true;
}

/* ------------------------------------------------------------------------------------------------- its folder */

/* Whether what comes out of both lies in one folder, but for the names of the archives. */
static bool lie_together(cli_run *cli, const cli_input *a, const cli_input *b) {
    const cli_request *request = &cli->request;
    const char *given = request->output ? request->output : request->output_dir;
    return strcmp(cli_output_folder(cli, a, given), cli_output_folder(cli, b, given)) == 0;
}

static bool has_folder(cli_run *cli, const cli_archive *own, const char *folder) {
    for (const cli_archive *at = cli->archives; at; at = at->next)
        if (at != own && at->folder && strcasecmp(at->folder, folder) == 0 &&
            lie_together(cli, &at->file, &own->file))
            return true;
    return false;
}

const char *cli_archive_folder(cli_run *cli, cli_archive *archive) {
    const char *stem = cli_input_stem(cli, &archive->file);
    for (uint32_t copy = 1; !archive->folder; copy++) {
        const char *folder = copy == 1 ? stem : cli_text(cli, "%s-%u", stem, copy);
        if (!has_folder(cli, archive, folder)) archive->folder = folder;
    }
    return archive->folder;
}
