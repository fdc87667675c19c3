/*
 * ttyd_vertices.c: moved positions and normals become morphs (docs/formats/ttyd.md, "Vertices").
 *
 * A target is where vertices are at a key frame, all changes so far in one. Its weight grows to 1 over the
 * interval before that key frame, stays, and goes back to 0 over the interval in which the next target of
 * these vertices grows: no vertex ever has more than two. Vertices with the same two key frames share a
 * target. Where most of a mesh moves in each of its key frames, the others are repeated there, so that few
 * targets do.
 */
#include "formats/ttyd/ttyd_vertices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_tracks.h"

/* A vertex at a key frame that moves it, or its normal; `next`: the key frame that moves it on, FERRY_NONE:
 * none. */
typedef struct stop {
    uint32_t mesh, vertex, key, next;
    double position[3], normal[3]; /* what that key frame changes; then: all changes so far */
} stop;

/* Of the clip at hand. */
typedef struct stops {
    fy_ttyd *t;
    const fy_ttyd_clip *clip;
    stop *list;
    uint32_t count, capacity;
} stops;

/* What a target, and a vertex in it, take in memory and in a file, roughly: bytes. */
enum { TARGET_COST = 64, VERTEX_COST = 14 };

/* -------------------------------------------------------------------------------------------------- stops */

static bool add_stop(stops *s, const stop *added) {
    if (!fy_job_reserve(s->t->job, (void **)&s->list, s->count, &s->capacity, 1, sizeof *s->list))
        return false;
    s->list[s->count++] = *added;
    return true;
}

/* Meshes have normals of unit length; what the file adds to one goes with its own length. */
static double length_of(const fy_ttyd *t, uint32_t normal) {
    const uint8_t *b = fy_ttyd_bytes(t, FY_TTYD_NORMALS, normal);
    double length = fy_vec3_length((ferry_vec3){ferry_bef32(b), ferry_bef32(b + 4), ferry_bef32(b + 8)});
    return fy_finite(length) && length > 0 ? length : 1;
}

static bool add_moves(stops *s, const fy_ttyd_links *links, const fy_ttyd_moves *moves, bool normal) {
    for (uint32_t k = 0; k < moves->count; k++) {
        const fy_ttyd_move *move = &moves->data[k];
        for (uint32_t i = fy_ttyd_find_links(links, move->element);
             i < links->count && links->data[i].element == move->element; i++) {
            stop added = {links->data[i].object, links->data[i].sub, move->key, FERRY_NONE, {0}, {0}};
            double length = normal ? length_of(s->t, move->element) : 1;
            for (int axis = 0; axis < 3; axis++)
                (normal ? added.normal : added.position)[axis] = move->by.offset[axis] / length;
            if (!fy_ttyd_spend(s->t, 1) || !add_stop(s, &added)) return false;
        }
    }
    return true;
}

static int by_vertex(const void *a, const void *b) {
    const stop *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

static bool same_vertex(const stop *a, const stop *b) {
    return a->mesh == b->mesh && a->vertex == b->vertex;
}

static void add_up(stop *to, const stop *by) {
    for (int k = 0; k < 3; k++) {
        to->position[k] += by->position[k];
        to->normal[k] += by->normal[k];
    }
}

/* Position and normal of a vertex at a key frame become one stop; each holds all before it, and knows the
 * next. */
static void link_stops(stops *s) {
    uint32_t count = 0;
    if (s->count) qsort(s->list, s->count, sizeof *s->list, by_vertex);
    for (uint32_t k = 0; k < s->count; k++) {
        stop *last = count ? &s->list[count - 1] : NULL, now = s->list[k];
        if (last && same_vertex(last, &now) && last->key == now.key) {
            add_up(last, &now);
            continue;
        }
        if (last && same_vertex(last, &now)) {
            add_up(&now, last);
            last->next = now.key;
        }
        s->list[count++] = now;
    }
    s->count = count;
}

/* ---------------------------------------------------------------------------------------- repeated or not */

/* All stops of one mesh, those of one vertex one behind the other. */
typedef struct mesh_stops {
    const stop *list;
    uint32_t count;
    uint32_t *keys, key_count; /* the key frames that move any of it, rising */
} mesh_stops;

static uint32_t drop_twins(uint32_t *numbers, uint32_t count) {
    uint32_t kept = 0;
    qsort(numbers, count, sizeof *numbers, fy_by_number);
    for (uint32_t k = 0; k < count; k++)
        if (!kept || numbers[kept - 1] != numbers[k]) numbers[kept++] = numbers[k];
    return kept;
}

static int by_span(const void *a, const void *b) {
    const stop *x = *(const stop *const *)a, *y = *(const stop *const *)b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->next > y->next) - (x->next < y->next);
}

/* Targets if nothing is repeated. */
static bool count_spans(ferry_job *job, const mesh_stops *m, uint32_t *count) {
    const stop **order = ferry_new(job, const stop *, m->count);
    if (!order) return false;
    for (uint32_t k = 0; k < m->count; k++) order[k] = &m->list[k];
    qsort(order, m->count, sizeof *order, by_span);
    *count = 0;
    for (uint32_t k = 0; k < m->count; k++) *count += k == 0 || by_span(&order[k - 1], &order[k]) != 0;
    return true;
}

static uint32_t place_of(const mesh_stops *m, uint32_t key) {
    uint32_t low = 0, high = m->key_count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (m->keys[middle] <= key)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Key frames of the mesh at which this stop holds, its own included. */
static uint32_t held_at(const mesh_stops *m, const stop *at) {
    uint32_t end = at->next == FERRY_NONE ? m->key_count : place_of(m, at->next);
    return end - place_of(m, at->key);
}

/* Whether it costs less to repeat vertices at each key frame of their mesh. */
static bool pays(ferry_job *job, const mesh_stops *m, bool *repeated) {
    uint64_t held = 0;
    uint32_t spans;
    if (!count_spans(job, m, &spans)) return false;
    for (uint32_t k = 0; k < m->count; k++) held += held_at(m, &m->list[k]);
    *repeated = m->key_count * (uint64_t)TARGET_COST + held * VERTEX_COST <=
                spans * (uint64_t)TARGET_COST + m->count * (uint64_t)VERTEX_COST;
    return true;
}

static bool put_stop(stops *to, const mesh_stops *m, const stop *at, bool repeated) {
    if (!repeated) return add_stop(to, at);
    uint32_t first = place_of(m, at->key), count = held_at(m, at);
    stop one = *at;
    for (uint32_t k = first; k < first + count; k++) {
        one.key = m->keys[k];
        one.next = k + 1 < m->key_count ? m->keys[k + 1] : FERRY_NONE;
        if (!add_stop(to, &one)) return false;
    }
    return true;
}

static bool put_mesh(stops *to, mesh_stops *m) {
    ferry_job *job = to->t->job;
    ferry_mark mark = ferry_job_mark(job);
    bool repeated = false;
    m->keys = ferry_new(job, uint32_t, m->count);
    if (!m->keys) return false;
    for (uint32_t k = 0; k < m->count; k++) m->keys[k] = m->list[k].key;
    m->key_count = drop_twins(m->keys, m->count);
    if (!pays(job, m, &repeated)) return false;
    for (uint32_t k = 0; k < m->count; k++)
        if (!put_stop(to, m, &m->list[k], repeated)) return false;
    ferry_job_release(job, mark);
    return true;
}

static bool put_meshes(stops *to, const stops *from) {
    for (uint32_t k = 0, end; k < from->count; k = end) {
        for (end = k; end < from->count && from->list[end].mesh == from->list[k].mesh;) end++;
        mesh_stops m = {.list = from->list + k, .count = end - k};
        if (!ferry_tick(to->t->job) || !put_mesh(to, &m)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ targets */

/* Parts of one shape in several meshes stand together. */
static int by_target(const void *a, const void *b) {
    const stop *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    if (x->next != y->next) return x->next < y->next ? -1 : 1;
    return by_vertex(a, b);
}

static bool same_span(const stop *a, const stop *b) {
    return a->key == b->key && a->next == b->next;
}

static ferry_vec3 to_vector(const double offset[3]) {
    return (ferry_vec3){(float)offset[0], (float)offset[1], (float)offset[2]};
}

static bool is_none(const double offset[3]) {
    return offset[0] == 0 && offset[1] == 0 && offset[2] == 0;
}

static bool is_still(const stop *at) {
    return is_none(at->position) && is_none(at->normal);
}

/* Those that are back at rest need no move. */
static uint32_t count_moved(const stop *list, uint32_t count) {
    uint32_t moved = 0;
    for (uint32_t k = 0; k < count; k++) moved += !is_still(&list[k]);
    return moved;
}

/* All of `list` are of one mesh and have the same key frames. */
static bool add_morph(const stops *s, const stop *list, uint32_t count, uint32_t number) {
    ferry_scene *scene = s->t->scene;
    uint32_t moved = count_moved(list, count);
    bool normals = false;
    for (uint32_t k = 0; k < count; k++) normals |= !is_none(list[k].normal);
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    if (!morph) return false;
    *morph = (ferry_morph){.name = ferry_scene_format(scene, "%s.%" PRIu32, s->clip->name, list->key),
                           .mesh = list->mesh,
                           .number = number,
                           .group = FERRY_NONE,
                           .vertices = ferry_scene_new(scene, uint32_t, moved),
                           .positions = ferry_scene_new(scene, ferry_vec3, moved),
                           .normals = normals ? ferry_scene_new(scene, ferry_vec3, moved) : NULL};
    if (!morph->vertices || !morph->positions || (normals && !morph->normals)) {
        scene->morphs.count--;
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (is_still(&list[k])) continue;
        morph->vertices[morph->count] = list[k].vertex;
        morph->positions[morph->count] = to_vector(list[k].position);
        if (morph->normals) morph->normals[morph->count] = to_vector(list[k].normal);
        morph->count++;
    }
    return true;
}

/* A key frame's changes grow since the key frame before; the first has none before it, and happens at
 * once. */
static double begin_of(const fy_ttyd_clip *clip, uint32_t key) {
    return clip->times[key ? key - 1 : 0];
}

static bool add_weight(const stops *s, const stop *at) {
    const fy_ttyd_clip *clip = s->clip;
    fy_ttyd_key keys[4] = {{.time = begin_of(clip, at->key), .value = 0},
                           {.time = clip->times[at->key], .value = 1}};
    uint32_t count = 2;
    ferry_track track = {
        .target = FERRY_TARGET_MORPH, .object = s->t->scene->morphs.count - 1, .interpolation = FERRY_LINEAR};
    if (at->next != FERRY_NONE) {
        if (begin_of(clip, at->next) > keys[1].time)
            keys[count++] = (fy_ttyd_key){.time = begin_of(clip, at->next), .value = 1};
        keys[count++] = (fy_ttyd_key){.time = clip->times[at->next], .value = 0};
    }
    return fy_ttyd_add_track(s->t, clip, track, keys, count, 0, true);
}

/* Whether a moment of the clip comes after the target has begun to grow, and before it is gone. */
static bool is_seen(const fy_ttyd_clip *clip, const stop *at) {
    double begin = begin_of(clip, at->key);
    bool begun = clip->times[at->key] <= 0 || begin < 0 || begin * FY_TTYD_RATE < clip->length;
    return begun && (at->next == FERRY_NONE || clip->times[at->next] > 0);
}

static bool add_targets(stops *s) {
    uint32_t number = 0;
    if (s->count) qsort(s->list, s->count, sizeof *s->list, by_target);
    for (uint32_t k = 0, end; k < s->count; k = end) {
        const stop *first = &s->list[k];
        for (end = k; end < s->count && same_span(&s->list[end], first) && s->list[end].mesh == first->mesh;)
            end++;
        number += k && !same_span(first, first - 1);
        if (!is_seen(s->clip, first) || !count_moved(first, end - k)) continue;
        if (!add_morph(s, first, end - k, number) || !add_weight(s, first)) return false;
    }
    return true;
}

bool fy_ttyd_move_vertices(fy_ttyd *t, const fy_ttyd_clip *clip) {
    stops found = {.t = t, .clip = clip}, targets = found;
    bool done = add_moves(&found, &t->position_links, &clip->moves[FY_TTYD_MOVE_POSITIONS], false) &&
                add_moves(&found, &t->normal_links, &clip->moves[FY_TTYD_MOVE_NORMALS], true);
    if (done) link_stops(&found);
    done = done && put_meshes(&targets, &found);
    fy_job_drop(t->job, found.list);
    done = done && add_targets(&targets);
    fy_job_drop(t->job, targets.list);
    return done;
}
