/*
 * t3dm_check_written.c: a T3DM file that was written again, held against the rules of the runtime: nothing that `check`
 * would refuse counts as done (docs/formats/t3dm.md, "Checking").
 *
 * Most of what a damaged T3DM file holds is copied when it is written again; here it ends.
 */
#include <string.h>

#include "core/job.h"
#include "t3dm_check.h"

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Streams alone: no rule about pictures is broken by what the writer makes of them. */
static bool find_stream(void *user, const char *name, ferry_bytes *bytes) {
    const ferry_file_list *files = user;
    const char *ending = strrchr(name, '.');
    if (!ending || strcmp(ending, ".png") == 0 || strcmp(ending, ".sprite") == 0) return false;
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(last_part(files->data[i].name), last_part(name)) != 0) continue;
        *bytes = files->data[i].bytes;
        return true;
    }
    return false;
}

/* Its errors are errors of the job, about the file that was to be written. */
static bool tell(ferry_job *job, const char *file, const ferry_report *report) {
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *m = &report->data[i];
        if (m->severity == FERRY_ERROR)
            ferry_say(job, FERRY_ERROR, m->code, file, m->path, "it would break a rule of the runtime: %s", m->text);
    }
    return !ferry_failed(job);
}

static bool check_file(ferry_job *job, ferry_file_list *files, const ferry_file *file) {
    char from[32];
    snprintf(from, sizeof from, "t3dm:%s", ferry_setting_text(job, "t3dm.layout"));
    const ferry_options options = {.size = sizeof options,
                                   .from = from,
                                   .memory_limit = job->options.memory_limit,
                                   .deadline = job->options.deadline,
                                   .companion = find_stream,
                                   .user = files};
    ferry_job *own = ferry_open(&options);
    if (!own) return !ferry_failed(job);
    ferry_window window = ferry_window_open(own, file->name, file->bytes);
    ferry_scene *scene = fy_scene_open(own);
    bool sound = (scene && fy_t3dm_check(own, &window, scene) && !ferry_failed(own)) ||
                 tell(job, file->name, ferry_job_report(own));
    ferry_scene_free(scene);
    ferry_close(own);
    return sound;
}

bool fy_t3dm_check_written(ferry_job *job, ferry_file_list *files, uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; i++)
        if (!ferry_tick(job) || !check_file(job, files, &files->data[i])) return false;
    return true;
}
