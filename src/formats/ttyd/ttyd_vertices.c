/*
 * ttyd_vertices.c: moved positions and normals become morphs: one for each key frame and mesh, of that key
 * frame's changes alone, whose weight grows from 0 to 1 over the interval and stays (docs/formats/ttyd.md,
 * "Vertices"). So memory grows with the changes that the file holds, not with their sums.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "core/maths.h"
#include "formats/ttyd/ttyd.h"

/* A vertex that a move reaches. */
typedef struct reached {
    uint32_t mesh, vertex;
    bool normal;
    const fy_ttyd_move *move;
} reached;

static int by_vertex(const void *a, const void *b) {
    const reached *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
    return (x->normal > y->normal) - (x->normal < y->normal);
}

/* Moves of one key frame: those from `*at` on. */
static uint32_t run_of(const fy_ttyd_moves *moves, uint32_t at, uint32_t key) {
    uint32_t end = at;
    while (end < moves->count && moves->data[end].key == key) end++;
    return end;
}

static uint32_t put_reached(const fy_ttyd_links *links, const fy_ttyd_moves *moves, uint32_t first,
                            uint32_t end, bool normal, reached *to) {
    uint32_t count = 0;
    for (uint32_t k = first; k < end; k++) {
        uint32_t element = moves->data[k].element;
        for (uint32_t i = fy_ttyd_find_links(links, element);
             i < links->count && links->data[i].element == element; i++, count++)
            if (to) to[count] = (reached){links->data[i].object, links->data[i].sub, normal, &moves->data[k]};
    }
    return count;
}

static ferry_vec3 to_vector(const double offset[3]) {
    return (ferry_vec3){(float)offset[0], (float)offset[1], (float)offset[2]};
}

static uint32_t count_vertices(const reached *list, uint32_t count) {
    uint32_t vertices = 0;
    for (uint32_t k = 0; k < count; k++) vertices += k == 0 || list[k].vertex != list[k - 1].vertex;
    return vertices;
}

/* All of `list` are of one mesh. */
static bool add_morph(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t key, const reached *list,
                      uint32_t count) {
    ferry_scene *scene = t->scene;
    uint32_t vertices = count_vertices(list, count);
    bool normals = false;
    for (uint32_t k = 0; k < count; k++) normals |= list[k].normal;
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    if (!morph) return false;
    *morph = (ferry_morph){.name = ferry_scene_format(scene, "%s.%" PRIu32, clip->name, key),
                           .mesh = list[0].mesh,
                           .number = key,
                           .group = FERRY_NONE,
                           .vertices = ferry_scene_new(scene, uint32_t, vertices),
                           .positions = ferry_scene_new(scene, ferry_vec3, vertices),
                           .normals = normals ? ferry_scene_new(scene, ferry_vec3, vertices) : NULL};
    if (!morph->vertices || !morph->positions || (normals && !morph->normals)) {
        scene->morphs.count--;
        return false;
    }
    for (uint32_t k = 0; k < count; k++) {
        if (k == 0 || list[k].vertex != list[k - 1].vertex) morph->vertices[morph->count++] = list[k].vertex;
        *(list[k].normal ? &morph->normals[morph->count - 1] : &morph->positions[morph->count - 1]) =
            to_vector(list[k].move->by.offset);
    }
    return true;
}

/* From 0 to 1 between the key frame before and this one; the first has none before it, and happens at once.
 */
static bool add_weight(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t key) {
    double time = clip->times[key], before = key ? clip->times[key - 1] : time;
    fy_ttyd_key keys[2] = {{.time = before, .value = 0}, {.time = time, .value = 1}};
    ferry_track track = {
        .target = FERRY_TARGET_MORPH, .object = t->scene->morphs.count - 1, .interpolation = FERRY_LINEAR};
    return fy_ttyd_add_track(t, clip, track, keys, 2, 0, true);
}

static bool add_key_frame(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t key, reached *list, uint32_t count) {
    if (count) qsort(list, count, sizeof *list, by_vertex);
    for (uint32_t k = 0, end; k < count; k = end) {
        for (end = k; end < count && list[end].mesh == list[k].mesh;) end++;
        if (!add_morph(t, clip, key, list + k, end - k) || !add_weight(t, clip, key)) return false;
    }
    return fy_ttyd_spend(t, count);
}

/* Whether a moment of the clip comes after the key frame's interval has begun. */
static bool is_seen(const fy_ttyd_clip *clip, uint32_t key) {
    double begin = clip->times[key ? key - 1 : 0];
    return begin <= 0 || begin * FY_TTYD_RATE < clip->length;
}

/* How many vertices each key frame reaches at most. */
static bool count_reached(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t *most) {
    const fy_ttyd_moves *positions = &clip->moves[FY_TTYD_MOVE_POSITIONS],
                        *normals = &clip->moves[FY_TTYD_MOVE_NORMALS];
    uint32_t p = 0, n = 0;
    *most = 0;
    for (uint32_t key = 0; key < clip->key_count; key++) {
        uint32_t p_end = run_of(positions, p, key), n_end = run_of(normals, n, key);
        uint32_t count = put_reached(&t->position_links, positions, p, p_end, false, NULL) +
                         put_reached(&t->normal_links, normals, n, n_end, true, NULL);
        if (!fy_ttyd_spend(t, count)) return false;
        if (count > *most) *most = count;
        p = p_end;
        n = n_end;
    }
    return true;
}

bool fy_ttyd_move_vertices(fy_ttyd *t, const fy_ttyd_clip *clip) {
    const fy_ttyd_moves *positions = &clip->moves[FY_TTYD_MOVE_POSITIONS],
                        *normals = &clip->moves[FY_TTYD_MOVE_NORMALS];
    uint32_t most, p = 0, n = 0;
    if (!positions->count && !normals->count) return true;
    if (!count_reached(t, clip, &most)) return false;
    reached *list = ferry_new(t->job, reached, (size_t)most + 1);
    if (!list) return false;
    for (uint32_t key = 0; key < clip->key_count; key++) {
        uint32_t p_end = run_of(positions, p, key), n_end = run_of(normals, n, key);
        uint32_t count = put_reached(&t->position_links, positions, p, p_end, false, list);
        count += put_reached(&t->normal_links, normals, n, n_end, true, list + count);
        if (is_seen(clip, key) && !add_key_frame(t, clip, key, list, count)) return false;
        p = p_end;
        n = n_end;
    }
    return true;
}
