/* levels.c: see the header. */
#include "core/pipeline/levels.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"
#include "core/scene/copy_mesh.h"
#include "core/scene/visible.h"

/* ------------------------------------------------------------------------------------------ the copy */

bool fy_level_copy(ferry_job *job, ferry_scene *scene, ferry_scene *copy) {
    if (!fy_copy_meshes(job, scene, copy)) return false;
    copy->clips.data = ferry_scene_alloc(scene, (size_t)scene->clips.count + 1, sizeof(ferry_clip));
    if (copy->clips.data && scene->clips.count)
        memcpy(copy->clips.data, scene->clips.data, scene->clips.count * sizeof(ferry_clip));
    return copy->clips.data != NULL;
}

bool fy_level_triangles(ferry_job *job, const ferry_scene *scene, bool hidden, uint32_t *count) {
    ferry_mark mark = ferry_job_mark(job);
    bool *met = ferry_new(job, bool, (size_t)scene->meshes.count + 1);
    const bool *counted = fy_find_counted(job, scene, hidden);
    *count = 0;
    for (uint32_t d = 0; met && counted && d < scene->draws.count; d++) {
        uint32_t mesh = scene->draws.data[d].mesh;
        if (!counted[d]) continue;
        *count += met[mesh] ? 0 : scene->meshes.data[mesh].triangle_count;
        met[mesh] = true;
    }
    ferry_job_release(job, mark);
    return met && counted;
}

/* --------------------------------------------------------------------------------------- what is added */

/* Numbers in the scene of what the copy has; FERRY_NONE: it was not taken over. */
typedef struct taken {
    ferry_job *job;
    ferry_scene *scene;
    const ferry_scene *copy;
    uint32_t *draws, *meshes, *morphs, *vertex_color_groups;
} taken;

static uint32_t *none(ferry_job *job, uint32_t count) {
    uint32_t *numbers = ferry_new(job, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; numbers && i < count; i++) numbers[i] = FERRY_NONE;
    return numbers;
}

static bool open(taken *t) {
    t->draws = none(t->job, t->copy->draws.count);
    t->meshes = none(t->job, t->copy->meshes.count);
    t->morphs = none(t->job, t->copy->morphs.count);
    t->vertex_color_groups = none(t->job, t->copy->vertex_color_groups.count);
    return t->draws && t->meshes && t->morphs && t->vertex_color_groups;
}

static bool take_draw(taken *t, uint32_t number, uint8_t level) {
    ferry_scene *scene = t->scene;
    const ferry_draw *from = &t->copy->draws.data[number];
    uint32_t *mesh = &t->meshes[from->mesh];
    if (!t->copy->meshes.data[from->mesh].triangle_count) return true;
    if (*mesh == FERRY_NONE) {
        ferry_mesh *added = ferry_append(scene, &scene->meshes, ferry_mesh);
        if (!added) return false;
        *added = t->copy->meshes.data[from->mesh];
        *mesh = scene->meshes.count - 1;
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    if (!draw) return false;
    *draw = *from;
    draw->mesh = *mesh;
    draw->level = level;
    draw->name = ferry_scene_format(scene, "%s.lod%u", from->name, level);
    t->draws[number] = scene->draws.count - 1;
    return draw->name != NULL;
}

static bool take_draws(taken *t, uint8_t level, bool hidden) {
    const bool *counted = fy_find_counted(t->job, t->copy, hidden);
    for (uint32_t d = 0; counted && d < t->copy->draws.count; d++)
        if (!t->copy->draws.data[d].level && counted[d] && !take_draw(t, d, level)) return false;
    return counted != NULL;
}

static bool take_moved(taken *t) {
    ferry_scene *scene = t->scene;
    for (uint32_t i = 0; i < t->copy->morphs.count; i++) {
        const ferry_morph *from = &t->copy->morphs.data[i];
        if (t->meshes[from->mesh] == FERRY_NONE) continue;
        ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
        if (!morph) return false;
        *morph = *from;
        morph->mesh = t->meshes[from->mesh];
        t->morphs[i] = scene->morphs.count - 1;
    }
    for (uint32_t i = 0; i < t->copy->vertex_color_groups.count; i++) {
        const ferry_vertex_color_group *from = &t->copy->vertex_color_groups.data[i];
        if (t->meshes[from->mesh] == FERRY_NONE) continue;
        ferry_vertex_color_group *group =
            ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
        if (!group) return false;
        *group = *from;
        group->mesh = t->meshes[from->mesh];
        t->vertex_color_groups[i] = scene->vertex_color_groups.count - 1;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- its clips */

/* What a track drives in what was added; FERRY_NONE: nothing. */
static uint32_t object_of(const taken *t, const ferry_track *track) {
    switch (track->target) {
    case FERRY_TARGET_DRAW_VISIBLE:
    case FERRY_TARGET_DRAW_MATERIAL:
        return t->draws[track->object];
    case FERRY_TARGET_MORPH:
        return t->morphs[track->object];
    case FERRY_TARGET_VERTEX_COLOR:
        return t->vertex_color_groups[track->object];
    default:
        return FERRY_NONE;
    }
}

static int by_object(const void *a, const void *b) {
    const ferry_track *x = a, *y = b;
    if (x->target != y->target) return x->target < y->target ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    if (x->slot != y->slot) return x->slot < y->slot ? -1 : 1;
    return (x->channel > y->channel) - (x->channel < y->channel);
}

/* By the copy's clips: the scene's may drive other levels already. */
static bool drive_too(taken *t, const ferry_clip *from, ferry_clip *clip) {
    uint32_t count = clip->track_count, more = 0;
    for (uint32_t k = 0; k < from->track_count; k++) more += object_of(t, &from->tracks[k]) != FERRY_NONE;
    if (!more) return true;
    ferry_track *tracks = ferry_scene_alloc(t->scene, (size_t)count + more, sizeof *tracks);
    if (!tracks) return false;
    if (count) memcpy(tracks, clip->tracks, count * sizeof *tracks);
    for (uint32_t k = 0; k < from->track_count; k++) {
        uint32_t object = object_of(t, &from->tracks[k]);
        if (object == FERRY_NONE) continue;
        tracks[count] = from->tracks[k];
        tracks[count++].object = object;
    }
    qsort(tracks, count, sizeof *tracks, by_object);
    clip->tracks = tracks;
    clip->track_count = count;
    return true;
}

bool fy_level_add(ferry_job *job, ferry_scene *scene, const ferry_scene *copy, uint8_t level, bool hidden) {
    taken t = {.job = job, .scene = scene, .copy = copy};
    ferry_mark mark = ferry_job_mark(job);
    bool done = open(&t) && take_draws(&t, level, hidden) && take_moved(&t);
    for (uint32_t c = 0; done && c < scene->clips.count; c++)
        done = ferry_tick(job) && drive_too(&t, &copy->clips.data[c], &scene->clips.data[c]);
    ferry_job_release(job, mark);
    return done;
}
