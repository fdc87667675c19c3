/*
 * ttyd_shapes.c: shapes, subshapes, polygons and the index arithmetic: a mesh for each subshape of each shape
 * (docs/formats/ttyd.md, "Geometry").
 */
#include "formats/ttyd/ttyd_shapes.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"

enum {
    POSITION,
    NORMAL,
    COLOR,
    UV, /* set 0; the other seven follow */
    STREAMS = UV + FERRY_UV_SETS,
    NAME_SIZE = 0x40,
    BASES = 0x40, /* of a shape: first entry and number in each pool */
    SUBSHAPES = 0x98,
    UNIT_COUNT = 0x00, /* of a subshape */
    UNIT_SETS = 0x30,
    POLYGONS = 0x38,
    RUNS = 0x40, /* first index of each stream */
    LAST_FAN = 0xFFFF,
};

static const fy_ttyd_block pools[4] = {FY_TTYD_POSITIONS, FY_TTYD_NORMALS, FY_TTYD_COLORS, FY_TTYD_UVS};

static fy_ttyd_block pool_of(uint32_t stream) {
    return pools[stream < UV ? stream : UV];
}

static fy_ttyd_block indices_of(uint32_t stream) {
    static const fy_ttyd_block blocks[4] = {FY_TTYD_POSITION_INDICES, FY_TTYD_NORMAL_INDICES,
                                            FY_TTYD_COLOR_INDICES, FY_TTYD_UV_INDICES};
    return stream < UV ? blocks[stream] : FY_TTYD_UV_INDICES + (stream - UV);
}

/* Which entry of each pool a corner takes; FERRY_NONE for streams that are not there. */
typedef struct corner {
    uint32_t entries[STREAMS];
} corner;

/* One subshape of a shape while it is read. */
typedef struct part {
    fy_ttyd *t;
    ferry_window shape, subshape;
    bool has[STREAMS];
    uint32_t bases[STREAMS], runs[STREAMS];
    corner *corners; /* of the mesh's vertices */
    uint32_t corner_count;
    fy_order order;
    uint32_t *triangles;
    uint32_t triangle_count;
} part;

/* ------------------------------------------------------------------------------------------------ corners */

static int compare_corners(const void *user, uint32_t a, uint32_t b) {
    const corner *corners = user;
    for (uint32_t k = 0; k < STREAMS; k++) {
        uint32_t x = corners[a].entries[k], y = corners[b].entries[k];
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

/* Index values are 32 bits wide, of which the game reads the low 16. Pools are clipped as a whole: a shape
 * may share entries with another. */
static bool find_entry(part *p, uint32_t stream, uint64_t at, uint32_t *entry) {
    fy_ttyd *t = p->t;
    fy_ttyd_block indices = indices_of(stream), pool = pool_of(stream);
    const uint8_t *index = fy_ttyd_bytes(t, indices, (uint32_t)at);
    uint64_t found = (uint64_t)p->bases[stream] + (ferry_be32(index) & 0xFFFF);
    if (found >= t->counts[pool]) {
        ferry_window window = fy_ttyd_record(t, indices, (uint32_t)at);
        return ferry_refuse(&window, 0, "ttyd.vertex-index-range",
                            "with the shape's base index %" PRIu32 " it references entry %" PRIu64 ", but "
                            "the pool has %" PRIu32,
                            p->bases[stream], found, t->counts[pool]);
    }
    *entry = (uint32_t)found;
    return true;
}

/* The number of the vertex that corner `at` of the index runs is. */
static bool take_corner(part *p, uint64_t at, uint32_t *vertex) {
    corner *c = &p->corners[p->corner_count];
    for (uint32_t k = 0; k < STREAMS; k++) {
        c->entries[k] = FERRY_NONE;
        if (p->has[k] && !find_entry(p, k, p->runs[k] + at, &c->entries[k])) return false;
    }
    *vertex = fy_order_find(&p->order, p->corners, p->corner_count);
    if (*vertex != FERRY_NONE) return true;
    *vertex = p->corner_count++;
    return fy_order_add(p->t->job, &p->order, p->corners, *vertex);
}

/* ----------------------------------------------------------------------------------------------- polygons */

typedef struct polygon {
    uint32_t first, count;
} polygon;

static polygon polygon_at(const fy_ttyd *t, uint32_t index) {
    const uint8_t *bytes = fy_ttyd_bytes(t, FY_TTYD_POLYGONS, index);
    return (polygon){ferry_be32(bytes), ferry_be32(bytes + 4) & LAST_FAN};
}

/* All its corners lie in the index arrays of the streams that the subshape has. */
static bool fits_arrays(part *p, ferry_window *window, polygon fan) {
    for (uint32_t k = 0; k < STREAMS; k++) {
        uint64_t end = (uint64_t)p->runs[k] + fan.first + fan.count;
        if (!p->has[k] || end <= p->t->counts[indices_of(k)]) continue;
        return ferry_refuse(window, 0, "ttyd.corner-range",
                            "its corners end at index %" PRIu64 " of %s, but there are %" PRIu32, end,
                            p->t->blocks[indices_of(k)].label, p->t->counts[indices_of(k)]);
    }
    return true;
}

/* A fan: corners 0, i, i + 1. */
static bool add_polygon(part *p, uint32_t index) {
    polygon fan = polygon_at(p->t, index);
    ferry_window window = fy_ttyd_record(p->t, FY_TTYD_POLYGONS, index);
    uint32_t pivot, last, next;
    if (fan.count < 3) {
        ferry_say_at(&window, 4, FERRY_WARNING, "ttyd.polygon-corners",
                     "polygon with %" PRIu32 " corners; skipped", fan.count);
        return true;
    }
    if (!fits_arrays(p, &window, fan) || !take_corner(p, fan.first, &pivot) ||
        !take_corner(p, fan.first + (uint64_t)1, &last))
        return false;
    for (uint32_t k = 2; k < fan.count; k++, last = next) {
        uint32_t *triangle = p->triangles + 3 * (size_t)p->triangle_count++;
        if (!take_corner(p, fan.first + (uint64_t)k, &next)) return false;
        triangle[0] = pivot;
        triangle[1] = last;
        triangle[2] = next;
    }
    return ferry_tick(p->t->job);
}

/* ------------------------------------------------------------------------------------------------ streams */

static ferry_vec3 vector_at(const fy_ttyd *t, fy_ttyd_block block, uint32_t entry) {
    const uint8_t *b = fy_ttyd_bytes(t, block, entry);
    return (ferry_vec3){ferry_bef32(b), ferry_bef32(b + 4), ferry_bef32(b + 8)};
}

static bool fill_positions(part *p, ferry_mesh *mesh) {
    for (uint32_t v = 0; v < p->corner_count; v++) {
        uint32_t entry = p->corners[v].entries[POSITION];
        mesh->positions[v] = vector_at(p->t, FY_TTYD_POSITIONS, entry);
        mesh->position_numbers[v] = entry;
        if (fy_vec3_finite(mesh->positions[v])) continue;
        ferry_window window = fy_ttyd_record(p->t, FY_TTYD_POSITIONS, entry);
        return ferry_refuse(&window, 0, "ttyd.not-finite", "the position is not a finite number");
    }
    return true;
}

static void fill_normals(part *p, ferry_mesh *mesh) {
    for (uint32_t v = 0; v < p->corner_count; v++) {
        uint32_t entry = p->corners[v].entries[NORMAL];
        ferry_vec3 normal = vector_at(p->t, FY_TTYD_NORMALS, entry);
        mesh->normals[v] = fy_vec3_finite(normal) ? fy_vec3_normalize(normal) : (ferry_vec3){0, 0, 0};
        mesh->normal_numbers[v] = entry;
    }
}

static void fill_colors(part *p, ferry_mesh *mesh) {
    for (uint32_t v = 0; v < p->corner_count; v++) {
        const uint8_t *b = fy_ttyd_bytes(p->t, FY_TTYD_COLORS, p->corners[v].entries[COLOR]);
        mesh->colors[0][v] =
            (ferry_color){(float)b[0] / 255, (float)b[1] / 255, (float)b[2] / 255, (float)b[3] / 255};
        mesh->color_numbers[0][v] = p->corners[v].entries[COLOR];
    }
}

static void fill_uvs(part *p, ferry_mesh *mesh, uint32_t set) {
    for (uint32_t v = 0; v < p->corner_count; v++) {
        uint32_t entry = p->corners[v].entries[UV + set];
        const uint8_t *b = fy_ttyd_bytes(p->t, FY_TTYD_UVS, entry);
        ferry_vec2 uv = {ferry_bef32(b), ferry_bef32(b + 4)};
        if (!fy_finite((double)uv.x) || !fy_finite((double)uv.y)) {
            ferry_window window = fy_ttyd_record(p->t, FY_TTYD_UVS, entry);
            ferry_say_at(&window, 0, FERRY_WARNING, "ttyd.uv-not-finite",
                         "texture coordinates are not finite numbers; used (0, 0)");
            uv = (ferry_vec2){0, 0};
        }
        mesh->uvs[set][v] = uv;
    }
}

static bool fill_mesh(part *p, ferry_mesh *mesh) {
    ferry_scene *scene = p->t->scene;
    uint32_t n = p->corner_count;
    if (n == 0) return true;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, n);
    mesh->position_numbers = ferry_scene_new(scene, uint32_t, n);
    if (!mesh->positions || !mesh->position_numbers || !fill_positions(p, mesh)) return false;
    if (p->has[NORMAL]) {
        mesh->normals = ferry_scene_new(scene, ferry_vec3, n);
        mesh->normal_numbers = ferry_scene_new(scene, uint32_t, n);
        if (!mesh->normals || !mesh->normal_numbers) return false;
        fill_normals(p, mesh);
    }
    if (p->has[COLOR]) {
        mesh->colors[0] = ferry_scene_new(scene, ferry_color, n);
        mesh->color_numbers[0] = ferry_scene_new(scene, uint32_t, n);
        if (!mesh->colors[0] || !mesh->color_numbers[0]) return false;
        fill_colors(p, mesh);
    }
    for (uint32_t set = 0; set < FERRY_UV_SETS; set++) {
        if (!p->has[UV + set]) continue;
        mesh->uvs[set] = ferry_scene_new(scene, ferry_vec2, n);
        if (!mesh->uvs[set]) return false;
        fill_uvs(p, mesh, set);
    }
    mesh->vertex_count = n;
    mesh->triangles = p->triangles;
    mesh->triangle_count = p->triangle_count;
    return true;
}

/* -------------------------------------------------------------------------------------------------- parts */

/* Where each stream starts in its pool and in its index array. A pool or array without entries: no such
 * stream. */
static bool open_streams(part *p) {
    for (uint32_t k = 0; k < STREAMS; k++) {
        p->bases[k] = ferry_u32_at(&p->shape, BASES + 8 * (uint64_t)k);
        p->runs[k] = ferry_u32_at(&p->subshape, RUNS + 4 * (uint64_t)k);
        p->has[k] = k == POSITION || (k < UV && p->t->counts[pool_of(k)] && p->t->counts[indices_of(k)]);
    }
    uint32_t units = ferry_u32_at(&p->subshape, UNIT_COUNT);
    if (units > FY_TTYD_UNITS)
        return ferry_refuse(&p->subshape, UNIT_COUNT, "ttyd.texture-count",
                            "%" PRIu32 " textures, expected at most %d", units, FY_TTYD_UNITS);
    for (uint32_t k = 0; k < units; k++) {
        uint32_t set = ferry_u8_at(&p->subshape, UNIT_SETS + (uint64_t)k);
        if (set >= FERRY_UV_SETS)
            return ferry_refuse(&p->subshape, UNIT_SETS + (uint64_t)k, "ttyd.uv-set",
                                "slot %" PRIu32 " uses UV set %d, expected 0 to 7", k, (int8_t)set);
        p->has[UV + set] = true;
    }
    return true;
}

/* Room for all corners and triangles of the subshape. */
static bool reserve_corners(part *p, uint32_t first, uint32_t count) {
    uint64_t corners = 0, triangles = 0;
    for (uint32_t k = 0; k < count; k++) {
        polygon fan = polygon_at(p->t, first + k);
        if (fan.count < 3) continue;
        corners += fan.count;
        triangles += fan.count - 2;
    }
    if (!fy_ttyd_spend(p->t, corners)) return false;
    p->corners = ferry_new(p->t->job, corner, fy_count(corners + 1));
    p->triangles = triangles ? ferry_scene_new(p->t->scene, uint32_t, fy_count(3 * triangles)) : NULL;
    return p->corners && (p->triangles || !triangles);
}

static bool read_part(fy_ttyd *t, uint32_t shape, uint32_t subshape, ferry_mesh *mesh) {
    part p = {.t = t,
              .order = {.compare = compare_corners},
              .shape = fy_ttyd_record(t, FY_TTYD_SHAPES, shape),
              .subshape = fy_ttyd_record(t, FY_TTYD_SUBSHAPES, subshape)};
    uint32_t first = ferry_u32_at(&p.subshape, POLYGONS), count = ferry_u32_at(&p.subshape, POLYGONS + 4);
    if (!open_streams(&p)) return false;
    if (count == 0 || first == FERRY_NONE) return true;
    if ((uint64_t)first + count > t->counts[FY_TTYD_POLYGONS])
        return ferry_refuse(&p.subshape, POLYGONS, "ttyd.polygon-range",
                            "needs %" PRIu32 " polygons starting at index %" PRIu32 ", but there are "
                            "%" PRIu32,
                            count, first, t->counts[FY_TTYD_POLYGONS]);
    ferry_mark mark = ferry_job_mark(t->job);
    if (!fy_ttyd_spend(t, count) || !reserve_corners(&p, first, count)) return false;
    for (uint32_t k = 0; k < count; k++)
        if (!add_polygon(&p, first + k)) return false;
    if (!fill_mesh(&p, mesh)) return false;
    ferry_job_release(t->job, mark);
    return true;
}

/* How many subshapes shape `index` has, which are there. */
static bool subshapes_of(fy_ttyd *t, uint32_t index, uint32_t *first, uint32_t *count) {
    ferry_window shape = fy_ttyd_record(t, FY_TTYD_SHAPES, index);
    *first = ferry_u32_at(&shape, SUBSHAPES);
    *count = ferry_u32_at(&shape, SUBSHAPES + 4);
    if (*count == 0 || (uint64_t)*first + *count <= t->counts[FY_TTYD_SUBSHAPES]) return true;
    return ferry_refuse(&shape, SUBSHAPES, "ttyd.subshape-range",
                        "needs %" PRIu32 " subshapes starting at index %" PRIu32 ", but there are "
                        "%" PRIu32,
                        *count, *first, t->counts[FY_TTYD_SUBSHAPES]);
}

static bool read_shape(fy_ttyd *t, uint32_t index) {
    ferry_scene *scene = t->scene;
    const char *name = fy_ttyd_name(t, FY_TTYD_SHAPES, index, NAME_SIZE);
    uint32_t first, count;
    if (!subshapes_of(t, index, &first, &count)) return false;
    for (uint32_t k = 0; k < count; k++) {
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        if (!mesh) return false;
        mesh->skin = FERRY_NONE;
        mesh->name = k ? ferry_scene_format(scene, "%s.%" PRIu32, name, k) : name;
        if (!read_part(t, index, first + k, mesh)) return false;
        t->parts[t->part_count++] = (fy_ttyd_part){index, first + k, scene->meshes.count - 1, FERRY_NONE};
    }
    return true;
}

bool fy_ttyd_read_shapes(fy_ttyd *t) {
    uint32_t count = t->counts[FY_TTYD_SHAPES], first, more;
    uint64_t parts = 0;
    t->first_parts = ferry_new(t->job, uint32_t, (size_t)count + 1);
    if (!t->first_parts) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!subshapes_of(t, i, &first, &more) || !fy_ttyd_spend(t, more)) return false;
        parts += more;
    }
    t->parts = ferry_new(t->job, fy_ttyd_part, fy_count(parts + 1));
    if (!t->parts) return false;
    for (uint32_t i = 0; i < count; i++) {
        t->first_parts[i] = t->part_count;
        if (!read_shape(t, i)) return false;
    }
    t->first_parts[count] = t->part_count;
    return true;
}
