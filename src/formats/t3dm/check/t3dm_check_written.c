/*
 * t3dm_check_written.c: a T3DM file that was just written, held against the rules of the runtime: nothing
 * that `check` would refuse counts as done (docs/formats/t3dm.md, "Checking").
 *
 * Most of what a damaged T3DM file holds is copied when it is written again, and any source may ask for what
 * the console cannot do; here it ends.
 */
#include "formats/t3dm/check/t3dm_check_written.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/job_state.h"
#include "core/base/path.h"
#include "core/base/report.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"

typedef struct written {
    const ferry_file_list *files;
    uint32_t at; /* the file that was asked for last: they stand in the order in which they are asked for */
} written;

/* Streams alone: no rule about pictures is broken by what the writer makes of them. */
static bool find_stream(void *user, const char *name, ferry_bytes *bytes) {
    written *w = user;
    const char *ending = strrchr(name, '.');
    if (!ending || strcmp(ending, ".png") == 0 || strcmp(ending, ".sprite") == 0) return false;
    for (uint32_t i = 0; i < w->files->count; i++) {
        uint32_t at = (w->at + i) % w->files->count;
        if (strcmp(fy_path_base(w->files->data[at].name), fy_path_base(name)) != 0) continue;
        *bytes = w->files->data[at].bytes;
        w->at = at;
        return true;
    }
    return false;
}

/* Its errors are errors of the job, about the file that was to be written; but for those that end any
 * work. */
static bool pass_errors_on(ferry_job *job, const char *file, const ferry_job *own) {
    if (own->exhausted) fy_report_exhausted(job);
    for (uint32_t i = 0; i < own->report.count && !own->exhausted; i++) {
        const ferry_message *m = &own->report.data[i];
        if (m->severity != FERRY_ERROR) continue;
        if (own->stopped && strncmp(m->code, "job.", 4) == 0) {
            fy_report_repeat(job, m);
            job->stopped = true;
        } else {
            ferry_say(job, FERRY_ERROR, m->code, file, m->path,
                      "the file would violate a rule of the "
                      "runtime: %s",
                      m->text);
        }
    }
    return !ferry_failed(job);
}

static bool check_file(ferry_job *job, written *files, const ferry_file *file) {
    char from[32];
    snprintf(from, sizeof from, "t3dm:%s", ferry_setting_text(job, "t3dm.layout"));
    const ferry_options options = {
        .size = sizeof options, .from = from, .sidecar = find_stream, .user = files};
    ferry_job *own = fy_job_open_within(job, &options);
    if (!own) return false;
    ferry_window window = ferry_window_open(own, file->name, file->bytes);
    ferry_scene *scene = fy_scene_open(own);
    bool sound = (scene && fy_t3dm_check(own, &window, scene) && !ferry_failed(own)) ||
                 pass_errors_on(job, file->name, own);
    ferry_scene_free(scene);
    ferry_close(own);
    return sound;
}

bool fy_t3dm_check_written(ferry_job *job, const ferry_file_list *files, uint32_t first, uint32_t count) {
    written w = {files, 0};
    for (uint32_t i = first; i < first + count; i++)
        if (!ferry_tick(job) || !check_file(job, &w, &files->data[i])) return false;
    return true;
}
