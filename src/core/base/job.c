/* job.c: opening and closing of jobs and scenes, their memory, progress and deadline. */
#include "core/base/job.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/arena.h"
#include "core/base/builtin_formats.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/base/settings.h"

enum { TICKS_PER_LOOK = 256 };

static const size_t DEFAULT_LIMIT = (size_t)1 << 30;

const char *ferry_version(void) {
    return FERRY_VERSION;
}

static bool list_formats(ferry_job *job) {
    size_t extra = 0, builtin = 0;
    while (job->options.extra_formats && job->options.extra_formats[extra]) extra++;
    while (fy_builtin_formats[builtin]) builtin++;
    job->formats = ferry_new(job, const ferry_format *, extra + builtin + 1);
    if (!job->formats) return false;
    for (size_t i = 0; i < extra; i++) job->formats[i] = job->options.extra_formats[i];
    for (size_t i = 0; i < builtin; i++) job->formats[extra + i] = fy_builtin_formats[i];
    return true;
}

static void set_account(ferry_job *job, fy_account *account) {
    job->account = job->work.account = job->messages.account = job->output.account = account;
}

ferry_job *ferry_open(const ferry_options *options) {
    ferry_job *job = calloc(1, sizeof *job);
    if (!job) return NULL;
    bool valid = options && options->size == sizeof *options;
    if (valid) job->options = *options;
    size_t limit = job->options.memory_limit ? job->options.memory_limit : DEFAULT_LIMIT;
    set_account(job, fy_account_open(limit, job->options.fail_allocation));
    if (!job->account) {
        free(job);
        return NULL;
    }
    job->account->job = job;
    clock_gettime(CLOCK_MONOTONIC, &job->start);
    if (!valid)
        ferry_say(job, FERRY_ERROR, "options.struct-size", "", "",
                  "ferry_options.size does not match this library's version");
    else if (list_formats(job))
        fy_settings_check(job);
    return job;
}

ferry_job *fy_job_open_within(ferry_job *outer, const ferry_options *options) {
    ferry_job *job = calloc(1, sizeof *job);
    if (!job) {
        fy_report_exhausted(outer);
        return NULL;
    }
    job->options = *options;
    job->options.deadline = outer->options.deadline;
    job->start = outer->start;
    set_account(job, outer->account);
    outer->account->owners++;
    if (list_formats(job)) fy_settings_check(job);
    return job;
}

void ferry_close(ferry_job *job) {
    if (!job) return;
    fy_arena_free(&job->work);
    fy_arena_free(&job->messages);
    fy_arena_free(&job->output);
    if (job->account->job == job) job->account->job = NULL;
    fy_account_close(job->account);
    free(job);
}

size_t ferry_job_peak_memory(const ferry_job *job) {
    return job->account->peak;
}

const ferry_format *const *ferry_formats(const ferry_job *job) {
    return job && job->formats ? job->formats : fy_builtin_formats;
}

const ferry_format *ferry_find_format(const ferry_job *job, const char *name) {
    const ferry_format *const *formats = ferry_formats(job);
    for (size_t i = 0; formats[i]; i++)
        if (strcmp(formats[i]->name, name) == 0) return formats[i];
    return NULL;
}

/* ------------------------------------------------------------------------------------------------- memory */

static void *or_say(ferry_job *job, void *data, size_t count, size_t size) {
    if (!data && count && size) fy_report_exhausted(job);
    return data;
}

void *ferry_alloc(ferry_job *job, size_t count, size_t size) {
    return or_say(job, fy_arena_alloc(&job->work, count, size), count, size);
}

void *fy_output_alloc(ferry_job *job, size_t count, size_t size) {
    return or_say(job, fy_arena_alloc(&job->output, count, size), count, size);
}

void *fy_job_resize(ferry_job *job, void *data, size_t count, size_t size) {
    bool fits = size && count <= SIZE_MAX / 2 / size;
    return or_say(job, fits ? fy_arena_resize(&job->output, data, count * size) : NULL, count, size);
}

bool fy_job_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                    size_t size) {
    if (more <= *capacity - count) return true;
    uint64_t wanted = count + (uint64_t)count / 4 + more;
    void *bigger =
        wanted > UINT32_MAX ? or_say(job, NULL, 1, size) : fy_job_resize(job, *data, (size_t)wanted, size);
    if (!bigger) return false;
    *data = bigger;
    *capacity = (uint32_t)wanted;
    return true;
}

bool fy_work_reserve(ferry_job *job, void **data, uint32_t count, uint32_t *capacity, uint32_t more,
                     size_t size) {
    enum { LEAST = 16 };
    if (more <= *capacity - count) return true;
    uint64_t wanted = 2 * (uint64_t)*capacity;
    if (wanted < LEAST) wanted = LEAST;
    if (wanted < (uint64_t)count + more) wanted = (uint64_t)count + more;
    void *bigger = wanted > UINT32_MAX ? or_say(job, NULL, 1, size) : ferry_alloc(job, (size_t)wanted, size);
    if (!bigger) return false;
    if (count) memcpy(bigger, *data, count * size);
    *data = bigger;
    *capacity = (uint32_t)wanted;
    return true;
}

void fy_job_drop(ferry_job *job, void *data) {
    fy_arena_drop(&job->output, data);
}

bool fy_job_charge(ferry_job *job, size_t size) {
    return or_say(job, fy_account_charge(job->account, size) ? job : NULL, 1, 1) != NULL;
}

void fy_job_discharge(ferry_job *job, size_t size) {
    job->account->used -= size;
}

ferry_mark ferry_job_mark(ferry_job *job) {
    return fy_arena_mark(&job->work);
}

void ferry_job_release(ferry_job *job, ferry_mark mark) {
    fy_arena_release(&job->work, mark);
}

/* The program looks ahead at models of formats that say so, and at no others: what they read must not come as
 * a surprise. */
static bool may_ask(const ferry_job *job) {
    return !job->reading || job->reading->flags & FERRY_FORMAT_SIDE_FILES;
}

const char *fy_lfs_pointer(ferry_bytes bytes) {
    static const char start[] = "version https://git-lfs.github.com/spec/";
    enum { LONGEST = 1024 };
    bool is = bytes.size >= sizeof start && bytes.size < LONGEST &&
              memcmp(bytes.data, start, sizeof start - 1) == 0;
    return is ? "a pointer of Git LFS, not the file itself; `git lfs pull` fetches that" : NULL;
}

/* Readers ask by several names for one file: that is told once. */
static void tell_pointer(ferry_job *job, const char *file, const char *what) {
    static const char code[] = "input.git-lfs";
    for (uint32_t i = 0; i < job->report.count; i++)
        if (strcmp(job->report.data[i].code, code) == 0 && strcmp(job->report.data[i].file, file) == 0)
            return;
    ferry_say(job, FERRY_WARNING, code, file, "", "%s", what);
}

bool ferry_sidecar(ferry_job *job, const char *name, ferry_bytes *bytes) {
    bool given = may_ask(job) && job->options.sidecar && job->options.sidecar(job->options.user, name, bytes);
    const char *pointer = given ? fy_lfs_pointer(*bytes) : NULL;
    if (pointer) tell_pointer(job, ferry_sidecar_name(job, name), pointer);
    return given && !pointer;
}

const char *ferry_sidecar_name(ferry_job *job, const char *name) {
    const char *display_name =
        job->options.display_name ? job->options.display_name(job->options.user, name) : NULL;
    return display_name ? display_name : name;
}

const char *ferry_find_sidecar(ferry_job *job, const char *name) {
    return may_ask(job) && job->options.find ? job->options.find(job->options.user, name) : NULL;
}

/* ------------------------------------------------------------------------------------------------ running */

bool ferry_failed(const ferry_job *job) {
    return job->report.totals[FERRY_ERROR] > 0;
}

static bool stop(ferry_job *job, const char *code, const char *text) {
    if (!job->stopped) ferry_say(job, FERRY_ERROR, code, "", "", "%s", text);
    job->stopped = true;
    return false;
}

bool ferry_tick(ferry_job *job) {
    if (job->stopped || job->exhausted) return false;
    if (job->options.deadline <= 0 || ++job->ticks % TICKS_PER_LOOK) return true;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    double passed =
        (double)(now.tv_sec - job->start.tv_sec) + 1e-9 * (double)(now.tv_nsec - job->start.tv_nsec);
    return passed <= job->options.deadline || stop(job, "job.deadline", "the deadline has passed");
}

bool ferry_progress(ferry_job *job, const char *stage, double fraction) {
    job->ticks |= TICKS_PER_LOOK - 1; /* a stage is worth a look at the clock */
    if (!ferry_tick(job)) return false;
    if (!job->options.progress || job->options.progress(job->options.user, stage, fraction)) return true;
    return stop(job, "job.cancelled", "cancelled");
}
