/* report.c: messages as data. Alike ones (severity, code, file) fold into the third. */
#include "core/job.h"

#include <inttypes.h>
#include <string.h>

enum { KEPT_ALIKE = 3, FIRST_CAPACITY = 16 };

const ferry_report *ferry_job_report(const ferry_job *job) {
    return &job->report;
}

const char *ferry_severity_name(ferry_severity severity) {
    static const char *const names[] = {"note", "loss", "warning", "error"};
    return names[severity];
}

/* Room for one more message beyond the spare one that fy_report_exhausted needs. */
static bool make_room(ferry_job *job) {
    ferry_report *report = &job->report;
    if (report->count + 1 < report->capacity) return true;
    uint32_t       capacity = report->capacity ? report->capacity * 2 : FIRST_CAPACITY;
    ferry_message *data = fy_arena_alloc(&job->messages, capacity, sizeof *data);
    if (!data) return false;
    if (report->count) memcpy(data, report->data, report->count * sizeof *data);
    report->data = data;
    report->capacity = capacity;
    return true;
}

void fy_report_exhausted(ferry_job *job) {
    ferry_report *report = &job->report;
    report->totals[FERRY_ERROR]++;
    if (job->exhausted) return;
    job->exhausted = true;
    snprintf(job->exhausted_text, sizeof job->exhausted_text, "the memory limit of %zu bytes is reached",
             job->account->limit);
    if (!report->capacity) { /* not even the first block */
        report->data = &job->last_words;
        report->capacity = 1;
    }
    report->data[report->count++] = (ferry_message){
        .severity = FERRY_ERROR, .code = "job.memory", .file = "", .path = "", .text = job->exhausted_text, .times = 1};
}

static ferry_message *find_alike(ferry_report *report, ferry_severity severity, const char *code, const char *file) {
    uint32_t alike = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        ferry_message *m = &report->data[i];
        if (m->severity != severity || strcmp(m->code, code) != 0 || strcmp(m->file, file) != 0) continue;
        if (++alike == KEPT_ALIKE) return m;
    }
    return NULL;
}

static const char *keep(ferry_job *job, const char *text) {
    if (!*text) return "";
    size_t size = strlen(text) + 1;
    char  *copy = fy_arena_alloc(&job->messages, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

static const char *keep_file(ferry_job *job, const char *file) {
    for (uint32_t i = job->report.count; i > 0; i--)
        if (strcmp(job->report.data[i - 1].file, file) == 0) return job->report.data[i - 1].file;
    return keep(job, file);
}

static const char *keep_format(ferry_job *job, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = fy_arena_alloc(&job->messages, (size_t)(length < 0 ? 0 : length) + 1, 1);
    if (text) vsnprintf(text, (size_t)length + 1, format, arguments);
    return text;
}

void fy_report_add(ferry_job *job, ferry_severity severity, const char *code, const char *file, bool has_offset,
                   uint64_t offset, const char *path, const char *format, va_list arguments) {
    ferry_report *report = &job->report;
    if (job->exhausted) {
        report->totals[severity]++;
        return;
    }
    ferry_message *alike = find_alike(report, severity, code, file);
    if (alike) {
        alike->times++;
        report->totals[severity]++;
        return;
    }
    ferry_message message = {.severity = severity, .code = code, .has_offset = has_offset, .offset = offset, .times = 1};
    message.file = keep_file(job, file);
    message.path = keep(job, path);
    message.text = keep_format(job, format, arguments);
    if (!make_room(job) || !message.file || !message.path || !message.text) {
        fy_report_exhausted(job);
        return;
    }
    report->totals[severity]++;
    report->data[report->count++] = message;
}

void ferry_say(ferry_job *job, ferry_severity severity, const char *code, const char *file, const char *path,
               const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fy_report_add(job, severity, code, file, false, 0, path, format, arguments);
    va_end(arguments);
}

int ferry_message_text(const ferry_message *message, char *buffer, size_t size) {
    char place[32] = "", times[32] = "";
    if (message->has_offset) snprintf(place, sizeof place, ":0x%" PRIx64, message->offset);
    if (message->times > 1) snprintf(times, sizeof times, " (x%" PRIu32 ")", message->times);
    return snprintf(buffer, size, "%s%s%s%s: %s%s%s%s", message->file, place, *message->file ? ": " : "",
                    ferry_severity_name(message->severity), message->path, *message->path ? ": " : "", message->text,
                    times);
}

void ferry_report_print(const ferry_report *report, ferry_severity least, FILE *stream) {
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *message = &report->data[i];
        if (message->severity < least) continue;
        char buffer[1024];
        ferry_message_text(message, buffer, sizeof buffer);
        fprintf(stream, "%s\n", buffer);
    }
}
