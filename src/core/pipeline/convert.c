/*
 * convert.c: the whole way. Bytes are recognised (recognise.c), read into a scene with the animations that
 * belong to it (join.c) and checked; the scene is prepared for a target and written. The first file to read.
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/report.h"
#include "core/pipeline/join.h"
#include "core/pipeline/passes.h"
#include "core/pipeline/recognise.h"
#include "core/scene/clips.h"
#include "core/scene/levels.h"
#include "core/scene/scene.h"

/* ------------------------------------------------------------------------------------------------ reading */

/* Everything about clips that is wanted, so that animations need to be looked for. */
static bool wants_clips(const ferry_job *job) {
    return ferry_setting_is(job, "clips.use", "yes");
}

static bool read_model(fy_search *s, const fy_leaf *chosen, ferry_scene *scene) {
    const ferry_recognised *found = &chosen->it;
    scene->format = found->format->name;
    scene->name = fy_stem(scene, found->name);
    scene->file = ferry_scene_format(scene, "%s", found->name);
    if (!fy_read_leaf(s->job, found, scene)) return false;
    if (found->format->role != FERRY_ROLE_MODEL || !chosen->archive || !wants_clips(s->job)) return true;
    return fy_join_own(s, chosen, scene);
}

/* Whether an animation fits what is there by now. */
static bool fits_now(ferry_job *job, const ferry_recognised *found, const ferry_scene *scene) {
    ferry_window window = ferry_window_open(job, found->name, found->bytes);
    ferry_fit fit;
    return found->format->matches(job, &window, scene, &fit);
}

/* Whether a model may be several files of this format, and the scene is what those before it hold. */
static bool goes_on(const ferry_format *format, const ferry_scene *scene) {
    return format->flags & FERRY_FORMAT_SEVERAL && strcmp(format->name, scene->format) == 0;
}

/* Each file has its own nodes and draws; a clip drives those of all. A level of detail may be a file. */
static bool read_further(ferry_job *job, const ferry_recognised *found, ferry_scene *scene) {
    uint32_t first = scene->clips.count, first_draw = scene->draws.count;
    if (!fy_read_leaf(job, found, scene)) return false;
    fy_level_of_file(scene, first_draw, found->name);
    return fy_clips_unite(job, scene, first);
}

/* `waits`: an animation that does not fit yet is left unread, and `*waits` says so; NULL: it is read all the
 * same. */
static bool read_input(ferry_job *job, const ferry_input *input, ferry_scene *scene, bool first,
                       bool *waits) {
    fy_search s = {.job = job};
    const fy_leaf *chosen;
    uint32_t which, moving;
    if (!fy_find_leaves(&s, input, &chosen)) return false;
    moving = fy_count_moves(&s.leaves, &which);
    const ferry_recognised *found = &chosen->it;
    if (!found->format->read) {
        ferry_say(job, FERRY_ERROR, "input.unreadable", found->name, "", "%s cannot be read",
                  found->format->title);
        return false;
    }
    if (!first && goes_on(found->format, scene)) return read_further(job, found, scene);
    if (!first && found->format->role == FERRY_ROLE_MODEL) {
        ferry_say(job, FERRY_ERROR, "input.second-model", found->name, "",
                  "a job reads only one model; this is the second");
        return false;
    }
    if (fy_leaf_moves(chosen) && moving > 1)
        return first ? fy_say_several(job, input->name, &s.leaves, FERRY_ROLE_ADD_ON, moving)
                     : !wants_clips(job) || fy_join_from_archive(&s, input->name, scene);
    if (!first && waits && fy_leaf_moves(chosen) && !fits_now(job, found, scene)) return *waits = true;
    return first ? read_model(&s, chosen, scene) : fy_read_leaf(job, found, scene);
}

/* One of the inputs, and the clips that it brought, a run of the scene's. */
typedef struct arrival {
    uint32_t first, count;
    bool waits;
} arrival;

static bool arrive(ferry_job *job, const ferry_input *inputs, size_t i, ferry_scene *scene, bool *waits,
                   arrival *to) {
    to->first = scene->clips.count;
    bool read = read_input(job, &inputs[i], scene, i == 0, waits);
    to->count = scene->clips.count - to->first;
    return read;
}

/* Clips in the order of the inputs, whenever those were read. */
static bool order_clips(ferry_job *job, const arrival *arrivals, size_t count, ferry_scene *scene) {
    uint32_t all = scene->clips.count, at = 0;
    ferry_clip *came = ferry_new(job, ferry_clip, (size_t)all + 1);
    if (!came) return false;
    for (uint32_t c = 0; c < all; c++) came[c] = scene->clips.data[c];
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < arrivals[i].count; k++)
            scene->clips.data[at++] = came[arrivals[i].first + k];
    return true;
}

/* A model, then what joins it; what fits only behind others of them (weights of shapes) waits for those. */
static bool read_inputs(ferry_job *job, const ferry_input *inputs, size_t count, ferry_scene *scene) {
    arrival *arrivals = ferry_new(job, arrival, count + 1);
    bool waited = false;
    if (!arrivals) return false;
    for (size_t i = 0; i < count; i++) {
        if (!ferry_progress(job, "read", (double)i / (double)count) ||
            !arrive(job, inputs, i, scene, &arrivals[i].waits, &arrivals[i]))
            return false;
        waited |= arrivals[i].waits;
    }
    for (size_t i = 0; i < count; i++)
        if (arrivals[i].waits && !arrive(job, inputs, i, scene, NULL, &arrivals[i])) return false;
    return !waited || order_clips(job, arrivals, count, scene);
}

ferry_scene *ferry_load(ferry_job *job, const ferry_input *inputs, size_t count) {
    ferry_scene *scene = ferry_failed(job) ? NULL : fy_scene_open(job);
    job->joins.count = 0;
    if (scene && count == 0) ferry_say(job, FERRY_ERROR, "input.none", "", "", "there is no input");
    if (scene && count > 0 && read_inputs(job, inputs, count, scene) && fy_clips_choose(job, scene) &&
        ferry_check(job, scene))
        return scene;
    ferry_scene_free(scene);
    return NULL;
}

/* ------------------------------------------------------------------------------------- preparing, writing */

static const ferry_format *find_target(ferry_job *job, const char *target) {
    const ferry_format *format = ferry_find_format(job, target);
    if (format && format->write) return format;
    ferry_say(job, FERRY_ERROR, "output.format", "", "",
              format ? "format \"%s\" cannot be written" : "unknown format \"%s\"", target);
    return NULL;
}

static bool read_materials(ferry_job *job, const ferry_format *format) {
    const ferry_input *file = job->options.materials;
    if (!file || job->rules_of == format) return true;
    job->rules = NULL;
    job->rule_uses = (ferry_rule_use_list){0};
    if (!format->read_rules) {
        ferry_say(job, FERRY_ERROR, "materials.target", file->name, "",
                  "format \"%s\" does not support material rules", format->name);
        return false;
    }
    job->rules = format->read_rules(job, file, &job->rule_uses);
    if (job->rules) job->rules_of = format;
    return job->rules != NULL;
}

bool ferry_prepare(ferry_job *job, ferry_scene *scene, const char *target, const char *after) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    if (!format || (format->weigh_draw && !read_materials(job, format))) return false;
    job->simplified = (ferry_simplified_list){0};
    return fy_run_passes(job, scene, format->caps, after);
}

bool ferry_read_materials(ferry_job *job, const char *target) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    return format && read_materials(job, format);
}

ferry_rule_use_list ferry_rule_uses(const ferry_job *job) {
    return job->rule_uses;
}

ferry_seen_list ferry_seen_materials(const ferry_job *job) {
    return job->seen;
}

ferry_simplified_list ferry_simplified_levels(const ferry_job *job) {
    return job->simplified;
}

void ferry_tell_setting(ferry_job *job, double value) {
    job->saved_setting = value;
}

double ferry_saved_setting(const ferry_job *job) {
    return job->saved_setting;
}

void *ferry_rules(const ferry_job *job) {
    return job->rules;
}

bool ferry_save(ferry_job *job, const ferry_scene *scene, const char *target, const char *name,
                ferry_file_list *files) {
    const ferry_format *format = ferry_failed(job) ? NULL : find_target(job, target);
    if (!format || !read_materials(job, format) || !ferry_progress(job, "write", 0) ||
        !ferry_check(job, scene))
        return false;
    uint32_t before = job->report.count;
    job->seen = (ferry_seen_list){0};
    job->saved_setting = 0;
    bool done = format->write(job, scene, name, files) && !ferry_failed(job);
    if (!done) files->count = 0;
    if (!done && !ferry_failed(job))
        ferry_say(job, FERRY_ERROR, "output.write-failed", name, "", "writing as %s failed", format->name);
    if (!done && scene->file) /* nothing is there to look at under any output's name: the model is at fault */
        fy_report_rename(job, before, scene->file);
    return done;
}
