/*
 * worker_frames.c: what a child process asks the program to store, and what it reports when it is done
 * (docs/architecture.md, "Processes"). The other side: child_store.c and child.c.
 */
#include "cli/processing/worker_frames.h"

#include <string.h>
#include <sys/socket.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/frames.h"
#include "cli/base/run_state.h"
#include "cli/files/depfile.h"
#include "cli/files/jobs.h"
#include "cli/files/reads.h"
#include "cli/files/store.h"
#include "cli/print/say.h"
#include "cli/processing/worker.h"

/* -------------------------------------------------------------------------------------------- files */

static bool add_number(cli_worker_buffer *buffer, uint64_t number) {
    if (!cli_worker_make_room(buffer, sizeof number)) return false;
    memcpy(buffer->data + buffer->size, &number, sizeof number);
    buffer->size += sizeof number;
    return true;
}

static bool add_text(cli_worker_buffer *buffer, const char *text) {
    size_t size = strlen(text);
    if (!add_number(buffer, size) || !cli_worker_make_room(buffer, size + 1)) return false;
    memcpy(buffer->data + buffer->size, text, size);
    buffer->size += size;
    return true;
}

/* The child is waiting for this, and it is short. */
static void answer_store(const cli_run *cli, cli_worker *child, bool done, const ferry_report *report) {
    cli_worker_buffer text = {0};
    cli_frame frame = {CLI_FRAME_MAGIC, CLI_FRAME_STORED, 0};
    bool whole = cli_worker_make_room(&text, sizeof frame);
    text.size = whole ? sizeof frame : 0;
    whole = whole && add_number(&text, done) && add_number(&text, cli->unchanged_count);
    for (uint32_t i = 0; whole && i < cli->unchanged_count; i++) whole = add_text(&text, cli->unchanged[i]);
    for (uint32_t i = 0; whole && i < report->count; i++)
        whole = add_number(&text, (uint64_t)report->data[i].severity) &&
                add_text(&text, report->data[i].file) && add_text(&text, report->data[i].text);
    frame.size = text.size - sizeof frame;
    if (whole) memcpy(text.data, &frame, sizeof frame);
    if (!whole ||
        send(child->frames.file, text.data, text.size, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)text.size)
        cli_worker_end_for(child, "stopped listening");
    cli_worker_drop(&text);
}

static cli_frame_walk walk_frame(const cli_worker *child) {
    const cli_worker_buffer *kept = &child->frames.kept;
    return (cli_frame_walk){kept->data + sizeof(cli_frame), kept->size - sizeof(cli_frame), 0, false};
}

void cli_worker_store(cli_run *cli, cli_worker *child) {
    cli_frame_walk walk = walk_frame(child);
    ferry_job *job = cli_open_job(cli);
    bool noted = cli_frame_reads(cli, &walk), make_folders = cli_frame_number(&walk) != 0;
    const char *owner = cli_frame_text(cli, &walk);
    uint64_t count = cli_frame_number(&walk);
    /* each begins with two numbers */
    bool whole = noted && job && count <= (walk.size - walk.at) / (2 * sizeof(uint64_t));
    /* their bytes are the frame's */
    ferry_file *files = whole ? ferry_new(job, ferry_file, (size_t)count) : NULL;
    for (uint64_t i = 0; whole && i < count && !walk.bad; i++) {
        whole = files != NULL;
        if (whole) files[i] = (ferry_file){cli_frame_text(cli, &walk), cli_frame_bytes(&walk)};
        whole = whole && !walk.bad && *files[i].name;
    }
    if (!whole || walk.bad || walk.at != walk.size)
        cli_worker_end_for(child, "sent an invalid message");
    else
        answer_store(cli, child, cli_store(cli, job, owner, files, (uint32_t)count, make_folders),
                     ferry_job_report(job));
    ferry_close(job);
    cli_worker_drop(&child->frames.kept);
    child->stores = false;
}

/* ------------------------------------------------------------------------------------------- result */

/* What the child counted and recorded. */
static bool add_counts(cli_run *cli, const json_t *object) {
    json_t *totals = json_object_get(object, "totals"), *rules = json_object_get(object, "rules");
    json_t *record = json_object_get(object, "record"), *ends = json_object_get(object, "ends");
    json_int_t status = json_integer_value(json_object_get(object, "status"));
    if (json_array_size(totals) != 4 || json_array_size(rules) != cli->rules.count || status < CLI_DONE ||
        status > CLI_STRICT || (cli->record != NULL) != json_is_array(record))
        return false;
    for (uint32_t i = 0; i < 4; i++)
        cli->totals[i] += (uint32_t)json_integer_value(json_array_get(totals, i));
    for (uint32_t i = 0; i < cli->rules.count; i++)
        cli->rules.data[i].materials += (uint32_t)json_integer_value(json_array_get(rules, i));
    cli->ends.done += (uint32_t)json_integer_value(json_array_get(ends, 0));
    cli->ends.failed += (uint32_t)json_integer_value(json_array_get(ends, 1));
    cli->ends.strict += (uint32_t)json_integer_value(json_array_get(ends, 2));
    cli->ends.lossy += (uint32_t)json_integer_value(json_array_get(ends, 3));
    cli->ends.nothing += (uint32_t)json_integer_value(json_array_get(ends, 4));
    if (record) json_array_extend(cli->record, record);
    cli_remember(cli, (cli_status)status);
    return true;
}

void cli_worker_take_result(cli_run *cli, const cli_work *work, cli_worker *child) {
    cli_frame_walk walk = walk_frame(child);
    bool noted = cli_frame_reads(cli, &walk);
    ferry_bytes text = cli_frame_bytes(&walk);
    const char *depends = cli_frame_text(cli, &walk);
    ferry_bytes bytes = cli_frame_bytes(&walk);
    bool whole = noted && !walk.bad && walk.at == walk.size;
    json_t *object = whole ? json_loadb((const char *)text.data, text.size, 0, NULL) : NULL;
    if (object && add_counts(cli, object)) {
        if (*depends) cli_add_depends(cli, depends);
        cli_result result = {
            .summary = json_object_get(object, "facts"), .bytes = (uint8_t *)bytes.data, .size = bytes.size};
        if (work->take) work->take(cli, child->group, work->user, &result);
    } else {
        cli_worker_end_for(child, "sent an invalid message");
    }
    json_decref(object);
}
