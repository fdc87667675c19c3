/* report.c: messages as data. Alike ones (severity, code, file) are merged into the third. */
#include "core/base/report.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/arena.h"
#include "core/base/job_state.h"
#include "core/base/printable.h"

enum { KEPT_ALIKE = 3, FIRST_CAPACITY = 16, FIRST_KINDS = 32, MAX_PROBES = 256 };

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
    uint32_t capacity = report->capacity ? report->capacity * 2 : FIRST_CAPACITY;
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
    snprintf(job->exhausted_text, sizeof job->exhausted_text, "out of memory: the limit is %zu bytes",
             job->account->limit);
    if (!report->capacity) { /* not even the first block */
        report->data = &job->last_words;
        report->capacity = 1;
    }
    report->data[report->count++] = (ferry_message){.severity = FERRY_ERROR,
                                                    .code = "job.memory",
                                                    .file = "",
                                                    .path = "",
                                                    .text = job->exhausted_text,
                                                    .times = 1};
}

/* Messages of one severity, code and file. */
typedef struct fy_kind {
    bool used;
    uint32_t kept, last; /* how many messages; number of the latest */
} kind;

static uint32_t hash_kind(ferry_severity severity, const char *code, const char *file) {
    uint32_t hash = UINT32_C(2166136261) ^ (uint32_t)severity;
    for (const char *p = code; *p; p++) hash = (hash ^ (uint8_t)*p) * UINT32_C(16777619);
    for (const char *p = file; *p; p++) hash = (hash ^ (uint8_t)*p) * UINT32_C(16777619);
    return hash ^ hash >> 15;
}

static bool is_kind(const ferry_message *m, ferry_severity severity, const char *code, const char *file) {
    return m->severity == severity && strcmp(m->code, code) == 0 && strcmp(m->file, file) == 0;
}

/* The entry of this kind, or the free one where it belongs; NULL where chosen names crowd the table: then the
 * message is kept as it is. */
static kind *find_kind(const ferry_job *job, ferry_severity severity, const char *code, const char *file) {
    uint32_t mask = job->kind_capacity - 1, at = hash_kind(severity, code, file) & mask;
    for (uint32_t probes = 0; probes < MAX_PROBES; probes++, at = (at + 1) & mask)
        if (!job->kinds[at].used || is_kind(&job->report.data[job->kinds[at].last], severity, code, file))
            return &job->kinds[at];
    return NULL;
}

/* At most half of the table is in use: an archive of many files makes many kinds. */
static bool make_kinds(ferry_job *job) {
    if (2 * (job->kind_count + 1) <= job->kind_capacity) return true;
    ferry_job larger = *job;
    larger.kind_capacity = job->kind_capacity ? 2 * job->kind_capacity : FIRST_KINDS;
    larger.kinds = fy_arena_alloc(&job->messages, larger.kind_capacity, sizeof *larger.kinds);
    if (!larger.kinds) return false;
    for (uint32_t i = 0; i < job->kind_capacity; i++) {
        if (!job->kinds[i].used) continue;
        const ferry_message *m = &job->report.data[job->kinds[i].last];
        kind *place = find_kind(&larger, m->severity, m->code, m->file);
        if (place) *place = job->kinds[i];
    }
    job->kinds = larger.kinds;
    job->kind_capacity = larger.kind_capacity;
    return true;
}

static const char *keep_text(ferry_job *job, const char *text) {
    if (!*text) return "";
    size_t size = strlen(text) + 1;
    char *copy = fy_arena_alloc(&job->messages, size, 1);
    return copy ? memcpy(copy, text, size) : NULL;
}

static const char *keep_file(ferry_job *job, const char *file) {
    const ferry_message *last = job->report.count ? &job->report.data[job->report.count - 1] : NULL;
    return last && strcmp(last->file, file) == 0 ? last->file : keep_text(job, file);
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

/* The measures of one more message go into the one that stands for it. */
static void fold_measure(ferry_job *job, ferry_message *message, const ferry_message *reported) {
    ferry_measured *into = message->measured;
    const ferry_measured *more = reported->measured;
    message->times += reported->times;
    if (!into || !more || strcmp(into->unit, more->unit) != 0) {
        message->measured = NULL; /* apples and pears */
        return;
    }
    into->sum += more->sum;
    if (!(more->worst > into->worst)) return;
    const char *path = keep_text(job, more->worst_path);
    if (path) {
        into->worst = more->worst;
        into->worst_path = path;
    }
}

/* A copy in the memory of messages; NULL: there is none left. */
static ferry_measured *keep_measured(ferry_job *job, const ferry_measured *measured) {
    ferry_measured *kept = fy_arena_alloc(&job->messages, 1, sizeof *kept);
    if (!kept) return NULL;
    *kept = *measured;
    kept->worst_path = keep_text(job, measured->worst_path);
    return kept->worst_path ? kept : NULL;
}

void fy_report_add(ferry_job *job, const ferry_message *reported, const char *format, va_list arguments) {
    ferry_report *report = &job->report;
    if (job->hushed && strncmp(reported->code, "job.", 4) != 0) return; /* what ends the job is told */
    if (job->exhausted) {
        report->totals[reported->severity] += reported->times;
        return;
    }
    kind *alike = make_kinds(job) ? find_kind(job, reported->severity, reported->code, reported->file) : NULL;
    if (alike && alike->kept == KEPT_ALIKE) {
        fold_measure(job, &report->data[alike->last], reported);
        report->totals[reported->severity] += reported->times;
        return;
    }
    ferry_message message = *reported;
    message.file = keep_file(job, reported->file);
    message.path = keep_text(job, reported->path);
    message.measured = reported->measured ? keep_measured(job, reported->measured) : NULL;
    bool measured = message.measured || !reported->measured;
    message.text = keep_format(job, format, arguments);
    if (!make_room(job) || !message.file || !message.path || !measured || !message.text) {
        fy_report_exhausted(job);
        return;
    }
    report->totals[reported->severity] += reported->times;
    if (alike && !alike->used) job->kind_count++;
    if (alike) *alike = (kind){.used = true, .kept = alike->kept + 1, .last = report->count};
    report->data[report->count++] = message;
}

void fy_report_demote(ferry_job *job, uint32_t from) {
    ferry_report *report = &job->report;
    for (uint32_t i = from; i < report->count; i++) {
        ferry_message *message = &report->data[i];
        if (message->severity != FERRY_ERROR) continue;
        message->severity = FERRY_WARNING;
        report->totals[FERRY_ERROR] -= message->times;
        report->totals[FERRY_WARNING] += message->times;
    }
}

void fy_report_rename(ferry_job *job, uint32_t from, const char *to) {
    const char *rules = job->options.materials ? job->options.materials->name : NULL, *kept = NULL;
    for (uint32_t i = from; i < job->report.count; i++) {
        ferry_message *message = &job->report.data[i];
        bool of_rules = rules && strncmp(message->file, rules, strlen(rules)) == 0;
        if (message->severity != FERRY_ERROR || !*message->file || of_rules) continue;
        if (!kept) kept = keep_file(job, to);
        if (kept) message->file = kept;
    }
}

void ferry_say(ferry_job *job, ferry_severity severity, const char *code, const char *file, const char *path,
               const char *format, ...) {
    const ferry_message reported = {
        .severity = severity, .code = code, .file = file, .path = path, .times = 1};
    va_list arguments;
    va_start(arguments, format);
    fy_report_add(job, &reported, format, arguments);
    va_end(arguments);
}

void ferry_say_measured(ferry_job *job, ferry_severity severity, const char *code, const char *file,
                        const char *path, ferry_measure measure, const char *format, ...) {
    ferry_measured measured = {measure.unit, measure.adds, measure.value, measure.value, path};
    const ferry_message reported = {
        .severity = severity, .code = code, .file = file, .path = path, .times = 1, .measured = &measured};
    va_list arguments;
    va_start(arguments, format);
    fy_report_add(job, &reported, format, arguments);
    va_end(arguments);
}

static void repeat(ferry_job *job, const ferry_message *message, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fy_report_add(job, message, format, arguments);
    va_end(arguments);
}

void fy_report_repeat(ferry_job *job, const ferry_message *message) {
    repeat(job, message, "%s", message->text);
}

/* ": 498 triangles in all, 120 at worst": counts in full, differences to three digits. */
static void sum_up(const ferry_measured *m, uint32_t times, char *buffer, size_t size) {
    bool apart = (*m->unit >= 'a' && *m->unit <= 'z') || (*m->unit >= 'A' && *m->unit <= 'Z');
    const char *gap = apart ? " " : "";
    if (m->adds)
        snprintf(buffer, size, ": %.15g%s%s in total, %.15g at worst", m->sum, gap, m->unit, m->worst);
    else
        snprintf(buffer, size, ": %.3g%s%s on average, %.3g%s%s at worst", m->sum / times, gap, m->unit,
                 m->worst, gap, m->unit);
}

void fy_message_repeats(const ferry_message *message, char text[FY_REPEATS_TEXT]) {
    char measures[160] = "";
    const char *place = message->measured ? message->measured->worst_path : "";
    *text = '\0';
    if (message->times < 2) return;
    if (message->measured) sum_up(message->measured, message->times, measures, sizeof measures);
    snprintf(text, FY_REPEATS_TEXT, " (x%" PRIu32 "%s%s%.256s)", message->times, measures, *place ? ": " : "",
             place);
}

/* Adds `text` behind `length` bytes of a line that would go on without end. */
static size_t add_shown(char *buffer, size_t size, size_t length, const char *text) {
    bool room = length < size;
    return length + fy_printable(room ? buffer + length : NULL, room ? size - length : 0, text);
}

int ferry_message_text(const ferry_message *message, char *buffer, size_t size) {
    char place[32] = "", repeats[FY_REPEATS_TEXT];
    if (message->has_offset) snprintf(place, sizeof place, ":0x%" PRIx64, message->offset);
    fy_message_repeats(message, repeats);
    const char *parts[] = {
        message->file, place,         *message->file ? ": " : "", ferry_severity_name(message->severity),
        ": ",          message->path, *message->path ? ": " : "", message->text,
        repeats};
    size_t length = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        length = add_shown(buffer, size, length, parts[i]);
    return (int)length;
}

/* A list of names may be longer than any buffer of fixed size; without memory it is cut. */
static void print_line(const ferry_message *message, FILE *stream) {
    char buffer[1024], *longer = NULL;
    size_t size = (size_t)ferry_message_text(message, buffer, sizeof buffer) + 1;
    if (size > sizeof buffer) longer = malloc(size);
    if (longer) ferry_message_text(message, longer, size);
    fprintf(stream, "%s\n", longer ? longer : buffer);
    free(longer);
}

void ferry_report_print(const ferry_report *report, ferry_severity least, FILE *stream) {
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *message = &report->data[i];
        if (message->severity >= least) print_line(message, stream);
    }
}
