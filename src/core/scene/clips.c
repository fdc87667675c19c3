/* clips.c: the clips of a scene as a list (docs/scene.md, "Clips"). */
#include "core/scene/clips.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/glob.h"
#include "core/base/job_state.h"
#include "core/base/order.h"
#include "core/scene/curve.h"

/* ---------------------------------------------------------------------------------------------- namesakes */

typedef struct entry {
    const ferry_clip *clip;
    uint32_t index;
    uint32_t number; /* among its namesakes, from 1 */
} entry;

static int by_kind_and_name(const void *a, const void *b) {
    const entry *x = a, *y = b;
    int order = strcmp(x->clip->kind, y->clip->kind);
    if (!order) order = strcmp(x->clip->name, y->clip->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool are_namesakes(const ferry_clip *a, const ferry_clip *b) {
    return strcmp(a->kind, b->kind) == 0 && strcmp(a->name, b->name) == 0;
}

/* The first `count`, in the job's memory; NULL at the limit. */
static entry *sort_clips(ferry_job *job, const ferry_scene *scene, uint32_t count) {
    entry *list = ferry_new(job, entry, (size_t)count + 1);
    for (uint32_t i = 0; list && i < count; i++) list[i] = (entry){&scene->clips.data[i], i, 1};
    if (list) qsort(list, count, sizeof *list, by_kind_and_name);
    for (uint32_t i = 1; list && i < count; i++)
        if (are_namesakes(list[i - 1].clip, list[i].clip)) list[i].number = list[i - 1].number + 1;
    return list;
}

bool fy_clips_find_twins(ferry_job *job, const ferry_scene *scene, uint32_t *twin) {
    *twin = FERRY_NONE;
    if (scene->clips.count < 2) return true;
    ferry_mark mark = ferry_job_mark(job);
    entry *list = sort_clips(job, scene, scene->clips.count);
    for (uint32_t i = 1; list && i < scene->clips.count; i++)
        if (list[i].number > 1) *twin = list[i].index;
    ferry_job_release(job, mark);
    return list;
}

/* Until there are none: a new name may be that of a third clip, but such a round makes names longer. */
static bool part_twins(ferry_job *job, ferry_scene *scene) {
    for (uint32_t twin = 0;;) {
        if (!fy_clips_find_twins(job, scene, &twin)) return false;
        if (twin == FERRY_NONE) return true;
        ferry_mark mark = ferry_job_mark(job);
        entry *list = sort_clips(job, scene, scene->clips.count);
        if (!list || ferry_failed(job) || !ferry_tick(job)) return false;
        for (uint32_t i = 0; i < scene->clips.count; i++) {
            ferry_clip *clip = &scene->clips.data[list[i].index];
            if (list[i].number > 1)
                clip->name = ferry_scene_format(scene, "%s-%" PRIu32, clip->name, list[i].number);
        }
        ferry_job_release(job, mark);
    }
}

/* ------------------------------------------------------------------------------------------------ uniting */

bool fy_clip_take_tracks(ferry_scene *scene, ferry_clip *to, const ferry_clip *from) {
    uint32_t count = to->track_count + from->track_count;
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, (size_t)count + 1);
    if (!tracks) return false;
    if (to->track_count) memcpy(tracks, to->tracks, to->track_count * sizeof *tracks);
    if (from->track_count) memcpy(tracks + to->track_count, from->tracks, from->track_count * sizeof *tracks);
    to->tracks = tracks;
    to->track_count = fy_tracks_one_each(tracks, count);
    return true;
}

/* The first of `count` sorted clips that is of that name and kind; NULL: none is. */
static ferry_clip *find_namesake(ferry_scene *scene, const entry *list, uint32_t count,
                                 const ferry_clip *clip) {
    const entry wanted = {clip, 0, 0};
    uint32_t low = fy_first_not_before(&wanted, list, count, sizeof *list, by_kind_and_name);
    return low < count && are_namesakes(list[low].clip, clip) ? &scene->clips.data[list[low].index] : NULL;
}

static bool unite_clips(ferry_scene *scene, const entry *list, uint32_t first) {
    uint32_t kept = first;
    for (uint32_t i = first; i < scene->clips.count; i++) {
        ferry_clip *clip = &scene->clips.data[i], *to = find_namesake(scene, list, first, clip);
        if (!to) scene->clips.data[kept++] = *clip;
        if (to && !fy_clip_take_tracks(scene, to, clip)) return false;
        if (to && clip->duration > to->duration) to->duration = clip->duration;
    }
    scene->clips.count = kept;
    return true;
}

bool fy_clips_unite(ferry_job *job, ferry_scene *scene, uint32_t first) {
    if (!first || first == scene->clips.count) return true;
    ferry_mark mark = ferry_job_mark(job);
    entry *list = sort_clips(job, scene, first);
    bool done = list && unite_clips(scene, list, first);
    ferry_job_release(job, mark);
    return done;
}

/* ----------------------------------------------------------------------------------------------- choosing */

bool fy_clip_is(ferry_job *job, const ferry_clip *clip, const char *glob) {
    if (fy_glob_matches(glob, clip->name)) return true;
    ferry_mark mark = ferry_job_mark(job);
    bool is = fy_glob_matches(glob, ferry_job_format(job, "%s.%s", clip->name, clip->kind));
    ferry_job_release(job, mark);
    return is;
}

const char *fy_clips_list(ferry_job *job, const ferry_clip *clips, uint32_t count) {
    enum { MOST = 8 };
    const char *list = "";
    for (uint32_t i = 0; i < count && i < MOST; i++)
        list = ferry_job_format(job, "%s%s%s.%s", list, i ? ", " : "", clips[i].name, clips[i].kind);
    return count > MOST ? ferry_job_format(job, "%s, ...", list) : list;
}

/* What `clips.names` says, by default that all are wanted that were read. */
static const char *wanted_names(const ferry_job *job) {
    const char *text = ferry_setting_text(job, "clips.names");
    return *text ? text : "*";
}

/* The globs between its commas, one behind the other with a 0 behind each; one more 0 at the end. */
static char *split_globs(ferry_job *job) {
    const char *text = wanted_names(job);
    size_t length = strlen(text);
    char *globs = ferry_new(job, char, length + 2);
    if (!globs) return NULL;
    memcpy(globs, text, length);
    for (size_t i = 0; i < length; i++)
        if (globs[i] == ',') globs[i] = 0;
    return globs;
}

/* The next of them; NULL behind the last. Between two commas there is none. */
static const char *next_glob(const char *glob, const char *end) {
    glob += strlen(glob) + 1;
    while (glob < end && !*glob) glob++;
    return glob < end ? glob : NULL;
}

/* Marks the clips that a glob names. */
static bool take_named(ferry_job *job, const ferry_scene *scene, const char *glob, bool *taken) {
    const char *problem = fy_glob_problem(glob);
    bool any = false;
    if (problem) {
        ferry_say(job, FERRY_ERROR, "options.setting", "", "", "animations \"%s\": %s", glob, problem);
        return false;
    }
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (fy_clip_is(job, &scene->clips.data[i], glob)) taken[i] = any = true;
    if (!scene->clips.count && strcmp(glob, "*") != 0)
        ferry_say(job, FERRY_WARNING, "clips.glob-unmatched", scene->file ? scene->file : "", "",
                  "no animation matches \"%s\": the file has none", glob);
    if (scene->clips.count && !any)
        ferry_say(job, FERRY_WARNING, "clips.glob-unmatched", scene->file ? scene->file : "", "",
                  "none of the %" PRIu32 " animation%s matches \"%s\": %s", scene->clips.count,
                  scene->clips.count == 1 ? "" : "s", glob,
                  fy_clips_list(job, scene->clips.data, scene->clips.count));
    return !ferry_failed(job);
}

/* What lay beside the model and was read has joined it only if it is taken. They stand in the order of their
 * clips. */
static void tell_joins(ferry_job *job, const bool *taken) {
    uint32_t at = 0, kept = 0;
    for (uint32_t i = 0; i < job->joins.count; i++) {
        ferry_add_on *join = &job->joins.data[i];
        if (!join->joined || join->clip == FERRY_NONE) continue;
        for (; at < join->clip; at++) kept += taken[at];
        join->joined = taken[join->clip];
        join->clip = join->joined ? kept : FERRY_NONE;
    }
}

bool fy_clips_choose(ferry_job *job, ferry_scene *scene) {
    bool none = ferry_setting_is(job, "clips.use", "no");
    uint32_t kept = 0, all = scene->clips.count;
    bool *taken = ferry_new(job, bool, (size_t)all + 1);
    const char *globs = split_globs(job), *end = globs ? globs + strlen(wanted_names(job)) : NULL;
    if (!taken || !globs || !part_twins(job, scene)) return false; /* so that each can be chosen */
    for (const char *glob = *globs ? globs : next_glob(globs, end); glob && !none;
         glob = next_glob(glob, end))
        if (!take_named(job, scene, glob, taken)) return false;
    tell_joins(job, taken);
    for (uint32_t i = 0; i < all; i++)
        if (taken[i]) scene->clips.data[kept++] = scene->clips.data[i];
    scene->clips.count = kept;
    if (none) scene->morphs.count = scene->vertex_color_groups.count = 0;
    return !ferry_failed(job);
}

/* ----------------------------------------------------------------------------------------------- counting */

bool fy_clip_count(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip, fy_clip_counts *counts) {
    *counts = (fy_clip_counts){.tracks = clip->track_count};
    ferry_mark mark = ferry_job_mark(job);
    bool *nodes = ferry_new(job, bool, (size_t)scene->nodes.count + 1);
    bool *materials = ferry_new(job, bool, (size_t)scene->materials.count + 1);
    bool *draws = ferry_new(job, bool, (size_t)scene->draws.count + 1);
    if (!nodes || !materials || !draws) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        counts->keys += track->key_count;
        if (track->target <= FERRY_TARGET_NODE_VISIBLE)
            nodes[track->object] = true;
        else if (track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL)
            draws[track->object] = true;
        else if (track->target == FERRY_TARGET_MORPH)
            counts->morphs++;
        else if (track->target == FERRY_TARGET_VERTEX_COLOR)
            counts->vertex_color_groups += track->channel == 0;
        else
            materials[track->object] = true;
    }
    for (uint32_t i = 0; i < scene->nodes.count; i++) counts->nodes += nodes[i];
    for (uint32_t i = 0; i < scene->materials.count; i++) counts->materials += materials[i];
    for (uint32_t i = 0; i < scene->draws.count; i++) counts->draws += draws[i];
    ferry_job_release(job, mark);
    return true;
}
