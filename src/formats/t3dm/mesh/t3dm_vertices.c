/*
 * t3dm_vertices.c: a draw's vertices in the file's integers: quantised, texture coordinates brought into
 * range, welded.
 *
 * Format: docs/formats/t3dm.md, "Vertices". Texture coordinates are rounded towards zero first and moved by
 * whole repeats afterwards, in integers: a moved triangle samples exactly the same texels.
 */
#include "formats/t3dm/mesh/t3dm_vertices.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mesh/t3dm_triangle_order.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_normal_space.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/pose/t3dm_uv_range.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Before they are brought into range. */
typedef struct raw_uv {
    int32_t at[2];
} raw_uv;

struct fy_t3dm_mesher {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    const fy_t3dm_pose *pose;

    fy_t3dm_mesh mesh; /* grows with the largest draw; no mark releases it */
    uint32_t *sources; /* as many as there is room for vertices; the mesh names it if they are asked for */
    uint8_t *groups;   /* likewise, of triangles */
    uint32_t vertex_capacity, source_capacity, triangle_capacity;
    const uint8_t *const *animated;     /* see fy_t3dm_find_animated_vertices(); NULL: none is */
    const uint8_t *const *order_groups; /* of triangles of each draw; NULL: of none */

    /* Of the draw at hand, released once it is welded. */
    fy_t3dm_vertex *quantised; /* of each vertex of the source */
    raw_uv *uvs;
    uint32_t *table; /* hash table: 1 + number of a vertex of the mesh, 0: free */
    uint32_t table_size;
    /* of each vertex of the source: FY_T3DM_APART if it is made one with no other; NULL: not asked for */
    const uint8_t *single;
    /* The last normal, and what became of it: flat faces have the same again and again. */
    struct {
        const fy_t3dm_frame *frame; /* NULL: there is none */
        ferry_vec3 normal;
        bool turned;
        uint16_t stored;
    } last;

    uint32_t draw;
    const ferry_mesh *source;
    int64_t period[2]; /* 1/32 texels after which both textures repeat; 0: never */
    bool own_uvs[2];   /* each triangle is moved for itself */
    uint32_t clamped;
    int64_t clamped_by;
    uint32_t flat;
};

fy_t3dm_mesher *fy_t3dm_mesher_open(ferry_job *job, const ferry_scene *scene, const char *file,
                                    const fy_t3dm_pose *pose, const uint8_t *const *animated,
                                    const uint8_t *const *order_groups) {
    fy_t3dm_mesher *m = ferry_new(job, fy_t3dm_mesher, 1);
    if (!m) return NULL;
    m->job = job;
    m->scene = scene;
    m->file = file;
    m->pose = pose;
    m->animated = animated;
    m->order_groups = order_groups;
    return m;
}

void fy_t3dm_mesher_close(fy_t3dm_mesher *m) {
    fy_job_drop(m->job, m->mesh.vertices);
    fy_job_drop(m->job, m->sources);
    m->sources = NULL;
    fy_job_drop(m->job, m->mesh.triangles);
    fy_job_drop(m->job, m->groups);
    m->groups = NULL;
    m->mesh = (fy_t3dm_mesh){0};
    m->vertex_capacity = m->source_capacity = m->triangle_capacity = 0;
}

static bool reserve_sources(fy_t3dm_mesher *m, uint32_t count) {
    if (count > m->source_capacity) {
        uint32_t *more = fy_job_resize(m->job, m->sources, count, sizeof *more);
        if (!more) return false;
        m->sources = more;
        m->source_capacity = count;
    }
    m->mesh.sources = m->sources;
    return true;
}

static bool reserve_vertices(fy_t3dm_mesher *m, uint32_t count) {
    if (m->single && !reserve_sources(m, count)) return false;
    if (count <= m->vertex_capacity) return true;
    fy_t3dm_vertex *more = fy_job_resize(m->job, m->mesh.vertices, count, sizeof *more);
    if (!more) return false;
    m->mesh.vertices = more;
    m->vertex_capacity = count;
    return true;
}

static bool reserve_triangles(fy_t3dm_mesher *m, uint32_t count) {
    if (count <= m->triangle_capacity) return true;
    uint32_t *more = fy_job_resize(m->job, m->mesh.triangles, count, 3 * sizeof *more);
    if (more) m->mesh.triangles = more;
    uint8_t *groups = more && m->order_groups ? fy_job_resize(m->job, m->groups, count, 1) : NULL;
    if (groups) m->groups = groups;
    if (!more || (m->order_groups && !groups)) return false;
    m->triangle_capacity = count;
    return true;
}

/* --------------------------------------------------------------------------------------- position, normal */

static uint16_t carry_normal(fy_t3dm_mesher *m, const fy_t3dm_frame *frame, uint32_t vertex) {
    if (!m->source->normals) return 0;
    const ferry_vec3 *normal = &m->source->normals[vertex];
    bool turned = m->single && m->single[vertex] & FY_T3DM_TURNED;
    if (m->last.frame == frame && m->last.turned == turned &&
        memcmp(&m->last.normal, normal, sizeof *normal) == 0)
        return m->last.stored;
    ferry_vec3 n = fy_t3dm_carry_normal(&frame->normals, *normal, turned);
    m->last.frame = frame;
    m->last.normal = *normal;
    m->last.turned = turned;
    m->last.stored = fy_t3dm_store_normal(m->pose, turned ? NULL : &frame->normals, n);
    return m->last.stored;
}

/* ------------------------------------------------------------------------------------ texture coordinates */

static void carry_shade(fy_t3dm_mesher *m, const fy_t3dm_material *material, uint32_t vertex,
                        uint8_t rgba[4]) {
    double uv[2] = {0, 0};
    fy_t3dm_shade(material, m->scene, &m->scene->draws.data[m->draw], vertex, uv, rgba);
    for (int axis = 0; axis < 2; axis++)
        m->uvs[vertex].at[axis] = fy_t3dm_store_uv(material, m->pose->layout, axis, uv[axis]);
}

static bool quantise_vertices(fy_t3dm_mesher *m, const fy_t3dm_material *material) {
    uint32_t count = m->source->vertex_count;
    m->quantised = ferry_new(m->job, fy_t3dm_vertex, count);
    m->uvs = ferry_new(m->job, raw_uv, count);
    if (!m->quantised || !m->uvs) return false;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(m->pose, m->scene, &m->scene->draws.data[m->draw], &own);
    m->last.frame = NULL; /* another draw's may lie in the same place */
    for (uint32_t v = 0; v < count; v++) {
        const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(m->scene, m->source, v)];
        fy_t3dm_vertex *to = &m->quantised[v];
        if (v % 4096 == 0 && !ferry_tick(m->job)) return false;
        fy_t3dm_place(m->pose, frame, m->source->positions[v], m->pose->scale, to->position);
        to->normal = carry_normal(m, frame, v);
        to->bone = frame->bone;
        carry_shade(m, material, v, to->rgba);
    }
    return true;
}

/* Moves the whole object by whole repeats if that brings it into range. */
static void move_object(fy_t3dm_mesher *m, int axis) {
    int64_t least = INT32_MAX, most = INT32_MIN, period = m->period[axis];
    for (size_t i = 0; i < 3 * (size_t)m->source->triangle_count; i++) {
        int32_t at = m->uvs[m->source->triangles[i]].at[axis];
        least = at < least ? at : least;
        most = at > most ? at : most;
    }
    m->own_uvs[axis] = false;
    int64_t by;
    m->own_uvs[axis] = !fy_t3dm_object_move(least, most, period, &by);
    if (m->own_uvs[axis] || !by) return;
    for (uint32_t v = 0; v < m->source->vertex_count; v++) {
        /* A vertex that no triangle names may lie anywhere. */
        int64_t at = m->uvs[v].at[axis] + by;
        m->uvs[v].at[axis] = (int32_t)(at < FY_T3DM_UV_MIN   ? FY_T3DM_UV_MIN
                                       : at > FY_T3DM_UV_MAX ? FY_T3DM_UV_MAX
                                                             : at);
    }
}

/* Texture coordinates of a triangle's corners on one axis, in range; what cannot fit is clamped and counted.
 * Returns how far a corner was off. */
static int64_t fit_triangle(const fy_t3dm_mesher *m, int axis, const uint32_t *triangle, int16_t result[3]) {
    int64_t at[3], least = INT32_MAX, most = INT32_MIN, off = 0;
    for (int k = 0; k < 3; k++) {
        at[k] = m->uvs[triangle[k]].at[axis];
        least = at[k] < least ? at[k] : least;
        most = at[k] > most ? at[k] : most;
    }
    int64_t by = m->own_uvs[axis] ? fy_t3dm_triangle_move(least, most, m->period[axis]) : 0;
    int64_t low = FY_T3DM_UV_MIN, high = FY_T3DM_UV_MAX;
    if (most - least > FY_T3DM_UV_SPAN) {
        int64_t centre = (least + most) / 2 + by;
        centre =
            centre < FY_T3DM_UV_MIN + FY_T3DM_UV_SPAN / 2 ? FY_T3DM_UV_MIN + FY_T3DM_UV_SPAN / 2 : centre;
        centre =
            centre > FY_T3DM_UV_MAX - FY_T3DM_UV_SPAN / 2 ? FY_T3DM_UV_MAX - FY_T3DM_UV_SPAN / 2 : centre;
        low = centre - FY_T3DM_UV_SPAN / 2;
        high = centre + FY_T3DM_UV_SPAN / 2;
    }
    for (int k = 0; k < 3; k++) {
        int64_t moved = at[k] + by, fitted = moved < low ? low : moved > high ? high : moved;
        int64_t error = moved > fitted ? moved - fitted : fitted - moved;
        off = error > off ? error : off;
        result[k] = (int16_t)fitted;
    }
    return off;
}

static bool all_shareable(const fy_t3dm_mesher *m) {
    if (m->own_uvs[0] || m->own_uvs[1]) return false;
    for (uint32_t t = 0; t < m->source->triangle_count; t++) {
        const uint32_t *c = m->source->triangles + 3 * (size_t)t;
        for (int axis = 0; axis < 2; axis++) {
            int32_t a = m->uvs[c[0]].at[axis], b = m->uvs[c[1]].at[axis], d = m->uvs[c[2]].at[axis];
            if (a - b > FY_T3DM_UV_SPAN || b - a > FY_T3DM_UV_SPAN || b - d > FY_T3DM_UV_SPAN ||
                d - b > FY_T3DM_UV_SPAN || a - d > FY_T3DM_UV_SPAN || d - a > FY_T3DM_UV_SPAN) {
                return false;
            }
        }
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ welding */

static uint32_t hash_bytes(uint32_t hash, const void *data, size_t size) {
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT32_C(16777619);
    return hash;
}

/* Of what stays apart in find_vertex(), too: many vertices may look alike at rest. */
static uint32_t hash_vertex(const fy_t3dm_mesher *m, const fy_t3dm_vertex *vertex, uint32_t source) {
    uint32_t hash = hash_bytes(UINT32_C(2166136261), vertex, sizeof *vertex);
    if (m->single) hash = hash_bytes(hash, &m->uvs[source], sizeof *m->uvs);
    if (m->single && m->single[source]) hash = hash_bytes(hash, &source, sizeof source);
    return hash ^ hash >> 15;
}

/* Whether two vertices of the source stay alike whatever clips do: none of them moves, and their texture
 * coordinates were equal before they were brought into range. */
static bool stay_alike(const fy_t3dm_mesher *m, uint32_t a, uint32_t b) {
    if (!m->single || a == b) return true;
    return !m->single[a] && !m->single[b] && memcmp(&m->uvs[a], &m->uvs[b], sizeof *m->uvs) == 0;
}

static bool is_same(const fy_t3dm_mesher *m, uint32_t number, const fy_t3dm_vertex *vertex, uint32_t source) {
    return memcmp(&m->mesh.vertices[number], vertex, sizeof *vertex) == 0 &&
           (!m->single || stay_alike(m, m->sources[number], source));
}

/* The entry of a vertex, or the free one where it belongs. */
static uint32_t *find_vertex(const fy_t3dm_mesher *m, const fy_t3dm_vertex *vertex, uint32_t source) {
    uint32_t at = hash_vertex(m, vertex, source) & (m->table_size - 1);
    while (m->table[at] && !is_same(m, m->table[at] - 1, vertex, source)) at = (at + 1) & (m->table_size - 1);
    return &m->table[at];
}

/* An empty table for `count` vertices. */
static bool open_table(fy_t3dm_mesher *m, uint32_t count) {
    m->table_size = 16;
    while (m->table_size < 2 * (uint64_t)count && m->table_size < UINT32_C(1) << 31) m->table_size *= 2;
    m->table = ferry_new(m->job, uint32_t, m->table_size);
    return m->table != NULL;
}

static bool widen_table(fy_t3dm_mesher *m) {
    uint32_t wider = m->mesh.vertex_count + m->mesh.vertex_count / 2 + 16;
    if (!reserve_vertices(m, wider) || !open_table(m, wider)) return false;
    for (uint32_t v = 0; v < m->mesh.vertex_count; v++)
        *find_vertex(m, &m->mesh.vertices[v], m->single ? m->sources[v] : 0) = v + 1;
    return true;
}

/* The number of the first vertex that equals this one; there is room for it. */
static uint32_t weld(fy_t3dm_mesher *m, const fy_t3dm_vertex *vertex, uint32_t source) {
    uint32_t *entry = find_vertex(m, vertex, source);
    if (!*entry) {
        if (m->single) m->sources[m->mesh.vertex_count] = source;
        m->mesh.vertices[m->mesh.vertex_count] = *vertex;
        *entry = ++m->mesh.vertex_count;
    }
    return *entry - 1;
}

/* Vertices as they are; triangles name the first of equal ones. */
static bool share_vertices(fy_t3dm_mesher *m) {
    uint32_t count = m->source->vertex_count;
    uint32_t *welded = ferry_new(m->job, uint32_t, count);
    if (!welded || !open_table(m, count) || !reserve_vertices(m, count)) return false;
    for (uint32_t v = 0; v < count; v++) {
        for (int axis = 0; axis < 2; axis++) m->quantised[v].st[axis] = (int16_t)m->uvs[v].at[axis];
        welded[v] = weld(m, &m->quantised[v], v);
    }
    for (size_t i = 0; i < 3 * (size_t)m->mesh.triangle_count; i++)
        m->mesh.triangles[i] = welded[m->source->triangles[i]];
    return true;
}

/* Each triangle has texture coordinates of its own; what comes out alike is one vertex again. */
static bool split_vertices(fy_t3dm_mesher *m) {
    if (!open_table(m, m->source->vertex_count) || !reserve_vertices(m, m->source->vertex_count))
        return false;
    for (uint32_t t = 0; t < m->mesh.triangle_count; t++) {
        const uint32_t *triangle = m->source->triangles + 3 * (size_t)t;
        int16_t st[2][3];
        int64_t s = fit_triangle(m, 0, triangle, st[0]), off = fit_triangle(m, 1, triangle, st[1]);
        if (t % 4096 == 0 && !ferry_tick(m->job)) return false;
        off = s > off ? s : off;
        m->clamped += off != 0;
        m->clamped_by = off > m->clamped_by ? off : m->clamped_by;
        bool full = m->mesh.vertex_count + 3 > m->vertex_capacity ||
                    2 * ((uint64_t)m->mesh.vertex_count + 3) > m->table_size;
        if (full && !widen_table(m)) return false;
        for (uint32_t k = 0; k < 3; k++) {
            fy_t3dm_vertex corner = m->quantised[triangle[k]];
            corner.st[0] = st[0][k];
            corner.st[1] = st[1][k];
            m->mesh.triangles[3 * (size_t)t + k] = weld(m, &corner, triangle[k]);
        }
    }
    return true;
}

/* Morphs may give an area to what has none at rest. */
static bool may_open(const fy_t3dm_mesher *m, const uint32_t c[3]) {
    const uint32_t *of = m->mesh.sources;
    bool point = c[0] == c[1] || c[1] == c[2] || c[2] == c[0];
    return m->single && !point && (m->single[of[c[0]]] || m->single[of[c[1]]] || m->single[of[c[2]]]);
}

static void drop_flat(fy_t3dm_mesher *m) {
    uint32_t kept = 0;
    for (uint32_t t = 0; t < m->mesh.triangle_count; t++) {
        const uint32_t *c = m->mesh.triangles + 3 * (size_t)t;
        const fy_t3dm_vertex *v = m->mesh.vertices;
        if (!fy_t3dm_has_area(&v[c[0]], &v[c[1]], &v[c[2]]) && !may_open(m, c)) continue;
        if (m->mesh.order_groups) m->mesh.order_groups[kept] = m->mesh.order_groups[t];
        memmove(m->mesh.triangles + 3 * (size_t)kept++, c, 3 * sizeof *c);
    }
    m->flat = m->mesh.triangle_count - kept;
    m->mesh.triangle_count = kept;
}

/* One group after the other; within each, triangles stay in the source's order. */
static bool sort_by_group(fy_t3dm_mesher *m) {
    const uint32_t count = m->mesh.triangle_count;
    uint32_t at[FY_MOST_ORDER_GROUPS + 1] = {0};
    uint8_t *groups = m->mesh.order_groups;
    if (!groups || !count) return true;
    uint32_t *copy = ferry_new(m->job, uint32_t, 3 * (size_t)count);
    if (!copy) return false;
    memcpy(copy, m->mesh.triangles, 3 * (size_t)count * sizeof *copy);
    for (uint32_t t = 0; t < count; t++) at[groups[t] + 1]++;
    for (uint32_t g = 0; g < FY_MOST_ORDER_GROUPS; g++) at[g + 1] += at[g];
    for (uint32_t t = 0; t < count; t++)
        memcpy(m->mesh.triangles + 3 * (size_t)at[groups[t]]++, copy + 3 * (size_t)t, 3 * sizeof *copy);
    for (uint32_t g = 0, t = 0; g < FY_MOST_ORDER_GROUPS; g++)
        for (; t < at[g]; t++) groups[t] = (uint8_t)g; /* by now, where the group ends */
    return true;
}

static void report_draw(fy_t3dm_mesher *m) {
    const char *name = m->scene->draws.data[m->draw].name;
    const char *path = ferry_job_format(m->job, "draw[%u]", m->draw);
    if (m->clamped) {
        ferry_say_measured(
            m->job, FERRY_LOSS, "t3dm.uv-range", m->file, path,
            (ferry_measure){m->clamped, "triangles", true},
            "texture coordinates of %u of %u triangles of \"%s\" are outside -1024 to 1023 texels "
            "or span more than 1024, and were clamped, by up to %.5g texels",
            m->clamped, m->source->triangle_count, name, (double)m->clamped_by / 32);
    }
    if (m->flat) {
        ferry_say_measured(m->job, FERRY_LOSS, "t3dm.zero-area", m->file, path,
                           (ferry_measure){m->flat, "triangles", true},
                           "%u of %u triangles of \"%s\" have zero area at base scale %.9g and were left out",
                           m->flat, m->source->triangle_count, name, m->pose->scale);
    }
}

static bool make_mesh(fy_t3dm_mesher *m, const fy_t3dm_material *material) {
    if (!reserve_triangles(m, m->source->triangle_count)) return false;
    m->mesh.triangle_count = m->source->triangle_count;
    m->single = m->animated ? m->animated[m->draw] : NULL;
    m->mesh.sources = NULL;
    const uint8_t *groups = m->order_groups ? m->order_groups[m->draw] : NULL;
    m->mesh.order_groups = groups ? m->groups : NULL;
    if (groups) memcpy(m->groups, groups, m->source->triangle_count);
    fy_t3dm_uv_periods(material, m->period);
    if (!quantise_vertices(m, material)) return false;
    move_object(m, 0);
    move_object(m, 1);
    if (!(all_shareable(m) ? share_vertices(m) : split_vertices(m))) return false;
    drop_flat(m);
    report_draw(m);
    return sort_by_group(m);
}

const fy_t3dm_mesh *fy_t3dm_quantise(fy_t3dm_mesher *m, uint32_t draw, const fy_t3dm_material *material) {
    m->draw = draw;
    m->source = &m->scene->meshes.data[m->scene->draws.data[draw].mesh];
    m->clamped = m->flat = 0;
    m->clamped_by = 0;
    m->mesh.triangle_count = m->mesh.vertex_count = 0;
    if (!m->source->triangle_count) return &m->mesh;
    ferry_mark mark = ferry_job_mark(m->job);
    bool made = make_mesh(m, material);
    ferry_job_release(m->job, mark);
    return made ? &m->mesh : NULL;
}
