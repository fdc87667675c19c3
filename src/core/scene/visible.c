/*
 * visible.c: which draws are seen, at rest and while clips play.
 *
 * A draw is seen while it and all nodes above it are switched on. The keys of all tracks that have a say cut
 * a clip into spans; what holds in the middle of a span holds in all of it.
 */
#include "core/scene/visible.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"

bool fy_draw_visible(const ferry_scene *scene, const ferry_draw *draw) {
    bool visible = draw->visible;
    for (uint32_t n = draw->node; visible && n != FERRY_NONE; n = scene->nodes.data[n].parent)
        visible = scene->nodes.data[n].visible;
    return visible;
}

/* Nodes' parents come before them. */
bool *fy_find_visible(ferry_job *job, const ferry_scene *scene) {
    bool *visible = ferry_new(job, bool, (size_t)scene->draws.count + 1);
    ferry_mark mark = ferry_job_mark(job);
    bool *nodes = ferry_new(job, bool, (size_t)scene->nodes.count + 1);
    if (!visible || !nodes) return NULL;
    for (uint32_t n = 0; n < scene->nodes.count; n++) {
        const ferry_node *node = &scene->nodes.data[n];
        nodes[n] = node->visible && (node->parent == FERRY_NONE || nodes[node->parent]);
    }
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        visible[d] = draw->visible && (draw->node == FERRY_NONE || nodes[draw->node]);
    }
    ferry_job_release(job, mark);
    return visible;
}

typedef struct finder {
    ferry_job *job;
    const ferry_scene *scene;
    const ferry_clip *clip;
    const ferry_track **draws, **nodes; /* of each, the track that switches it; NULL: none */
    /* of each node: the nearest, it or one above, that has a track or is switched off; FERRY_NONE: none */
    uint32_t *switching;
    const bool *visible; /* of each draw, at rest */
    double *times;       /* of the draw at hand */
    uint32_t count, capacity;
} finder;

static bool note_tracks(finder *f) {
    uint32_t found = 0;
    f->draws = ferry_new(f->job, const ferry_track *, (size_t)f->scene->draws.count + 1);
    f->nodes = ferry_new(f->job, const ferry_track *, (size_t)f->scene->nodes.count + 1);
    f->switching = ferry_new(f->job, uint32_t, (size_t)f->scene->nodes.count + 1);
    f->visible = fy_find_visible(f->job, f->scene);
    if (!f->draws || !f->nodes || !f->switching || !f->visible) return false;
    for (uint32_t k = 0; k < f->clip->track_count; k++) {
        const ferry_track *track = &f->clip->tracks[k];
        if (track->target == FERRY_TARGET_DRAW_VISIBLE) f->draws[track->object] = track;
        if (track->target == FERRY_TARGET_NODE_VISIBLE) f->nodes[track->object] = track;
        if (track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_NODE_VISIBLE)
            found += track->key_count;
    }
    for (uint32_t i = 0; i < f->scene->nodes.count; i++) { /* parents come first */
        const ferry_node *node = &f->scene->nodes.data[i];
        bool itself = f->nodes[i] || !node->visible;
        f->switching[i] = itself ? i : node->parent == FERRY_NONE ? FERRY_NONE : f->switching[node->parent];
    }
    f->capacity = found + 2;
    f->times = ferry_new(f->job, double, f->capacity);
    return f->times;
}

static bool is_on(const ferry_track *track, bool rest, double time) {
    double value[4];
    if (!track) return rest;
    fy_track_at(track, time, value);
    return value[0] != 0;
}

/* The nearest node that switches what hangs on this one. */
static uint32_t switching(const finder *f, uint32_t node) {
    return node == FERRY_NONE ? FERRY_NONE : f->switching[node];
}

static bool is_seen(const finder *f, uint32_t draw, double time) {
    const ferry_draw *of = &f->scene->draws.data[draw];
    bool seen = is_on(f->draws[draw], of->visible, time);
    for (uint32_t n = switching(f, of->node); seen && n != FERRY_NONE;
         n = switching(f, f->scene->nodes.data[n].parent))
        seen = is_on(f->nodes[n], f->scene->nodes.data[n].visible, time);
    return seen;
}

static void add_times(finder *f, const ferry_track *track) {
    for (uint32_t k = 0; track && k < track->key_count; k++)
        if (track->times[k] > 0 && track->times[k] < f->clip->duration)
            f->times[f->count++] = track->times[k];
}

static int by_time(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void list_times(finder *f, uint32_t draw) {
    f->count = 0;
    f->times[f->count++] = 0;
    add_times(f, f->draws[draw]);
    for (uint32_t n = switching(f, f->scene->draws.data[draw].node); n != FERRY_NONE;
         n = switching(f, f->scene->nodes.data[n].parent))
        add_times(f, f->nodes[n]);
    qsort(f->times, f->count, sizeof *f->times, by_time);
    f->times[f->count] = f->clip->duration;
}

static bool find_draw(finder *f, uint32_t draw, fy_switches *to) {
    list_times(f, draw);
    to->times = ferry_new(f->job, double, f->count);
    to->on = ferry_new(f->job, bool, f->count);
    if (!to->times || !to->on) return false;
    for (uint32_t i = 0; i < f->count; i++) {
        double from = f->times[i], until = f->times[i + 1];
        if (i && from >= until) continue; /* a jump: the later key holds */
        bool on = is_seen(f, draw, from + (until - from) / 2);
        if (to->count && to->on[to->count - 1] == on) continue;
        to->times[to->count] = from;
        to->on[to->count++] = on;
    }
    if (to->count == 1 && to->on[0] == f->visible[draw]) to->count = 0;
    return true;
}

fy_switches *fy_find_switches(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip) {
    finder f = {.job = job, .scene = scene, .clip = clip};
    fy_switches *found = ferry_new(job, fy_switches, (size_t)scene->draws.count + 1);
    if (!found || !note_tracks(&f)) return NULL;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        if (!f.draws[d] && switching(&f, scene->draws.data[d].node) == FERRY_NONE) continue;
        if (!ferry_tick(job) || !find_draw(&f, d, &found[d])) return NULL;
    }
    return found;
}

bool *fy_find_shown(ferry_job *job, const ferry_scene *scene) {
    bool *shown = fy_find_visible(job, scene);
    for (uint32_t c = 0; shown && c < scene->clips.count; c++) {
        ferry_mark mark = ferry_job_mark(job);
        fy_switches *found = fy_find_switches(job, scene, &scene->clips.data[c]);
        if (!found) return NULL;
        for (uint32_t d = 0; d < scene->draws.count; d++)
            for (uint32_t i = 0; i < found[d].count; i++) shown[d] |= found[d].on[i];
        ferry_job_release(job, mark);
    }
    return shown;
}

static bool culls_all(const ferry_scene *scene, const ferry_draw *draw) {
    return draw->material != FERRY_NONE && scene->materials.data[draw->material].cull == FERRY_CULL_BOTH;
}

/* Draws whose material a clip changes. */
static bool mark_changing(ferry_job *job, const ferry_scene *scene, bool *changes) {
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        if (!ferry_tick(job)) return false;
        for (uint32_t t = 0; t < clip->track_count; t++)
            if (clip->tracks[t].target == FERRY_TARGET_DRAW_MATERIAL) changes[clip->tracks[t].object] = true;
    }
    return true;
}

bool *fy_find_counted(ferry_job *job, const ferry_scene *scene, bool hidden) {
    bool *counted = fy_find_shown(job, scene);
    ferry_mark mark = ferry_job_mark(job);
    bool *changes = ferry_new(job, bool, (size_t)scene->draws.count + 1);
    if (!counted || !changes || !mark_changing(job, scene, changes)) return NULL;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        counted[d] = hidden || (counted[d] && (changes[d] || !culls_all(scene, &scene->draws.data[d])));
    ferry_job_release(job, mark);
    return counted;
}
