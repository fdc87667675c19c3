/*
 * j3d_primitives.c: display lists of a shape become corners and triangles (docs/formats/j3d.md, "SHP1").
 *
 * A shape is walked twice: once to count corners and triangles, then to collect them. Corners that agree in
 * every index and in their draw matrix become one vertex, in the order of their first use.
 */
#include "formats/j3d/j3d_primitives.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_joints.h"
#include "formats/j3d/j3d_tables.h"

enum { GROUP_SIZE = 8, LIST_SIZE = 8, MULTIPLE = 3 };
enum {
    NOP = 0x00,
    QUADS = 0x80,
    QUADS_2 = 0x88,
    TRIANGLES = 0x90,
    STRIP = 0x98,
    FAN = 0xa0,
    LINES = 0xa8,
    LINE_STRIP = 0xb0,
    POINTS = 0xb8
};

/* Places of the table that are looked at for a corner. Honest corners need a dozen or two; without an end,
 * corners chosen to share one hash would take quadratic time. */
enum { MAX_PROBES = 256 };

typedef struct primitive {
    uint8_t opcode;
    uint32_t count;
    const uint8_t *vertices;
    uint64_t at; /* of the vertices, in the list */
} primitive;

/* ------------------------------------------------------------------------------------------------ walking */

static uint32_t triangles_of(uint32_t opcode, uint32_t n) {
    switch (opcode) {
    case QUADS:
    case QUADS_2:
        return n / 4 * 2;
    case TRIANGLES:
        return n / 3;
    case STRIP:
    case FAN:
        return n < 3 ? 0 : n - 2;
    default:
        return 0;
    }
}

/* The display list of a group. */
static bool open_list(fy_j3d_shape *s, uint32_t group, ferry_window *list) {
    ferry_window packet = ferry_window_part(&s->window, "packet", group);
    uint64_t record, start;
    if (!fy_j3d_locate(&packet, "list records", 0x28, LIST_SIZE * ((uint64_t)s->first_list + group),
                       LIST_SIZE, s->record + 8, &record))
        return false;
    uint32_t size = ferry_u32_at(&packet, record);
    if (!fy_j3d_locate(&packet, "display lists", 0x20, ferry_u32_at(&packet, record + 4), size, record,
                       &start))
        return false;
    *list = ferry_window_cut(&s->window, "packet", group, start, size);
    return ferry_window_ok(list);
}

/* The next primitive of a list; false at its end, or where it cannot be understood any more (said
 * if `say`). */
static bool next_primitive(ferry_window *list, uint32_t vertex_size, bool say, primitive *p) {
    while (list->pos < list->size && list->data[list->pos] == NOP) list->pos++;
    if (list->pos == list->size) return false;
    uint64_t at = list->pos;
    p->opcode = list->data[at] & 0xf8;
    if (p->opcode < QUADS || p->opcode > POINTS) {
        if (say)
            ferry_say_at(list, at, FERRY_WARNING, "j3d.display-list-opcode",
                         "unknown command 0x%02x; the rest of the packet is skipped", list->data[at]);
        return false;
    }
    if (ferry_window_holds(list, at, 1, 3)) {
        p->count = ferry_be16(list->data + at + 1);
        p->at = at + 3;
        if (ferry_window_holds(list, p->at, p->count, vertex_size)) {
            p->vertices = list->data + p->at;
            list->pos = (size_t)(p->at + (uint64_t)p->count * vertex_size);
            return true;
        }
    }
    if (say)
        ferry_say_at(list, at, FERRY_WARNING, "j3d.primitive-truncated",
                     "primitive 0x%02x extends past the end of the packet; skipped", list->data[at]);
    return false;
}

static void say_primitive(ferry_window *list, const primitive *p) {
    uint32_t format = list->data[p->at - 3] & 7;
    if (format != 0)
        ferry_say_at(list, p->at - 3, FERRY_WARNING, "j3d.vertex-format",
                     "undeclared vertex format %u; used 0", format);
    uint32_t step = p->opcode == TRIANGLES ? 3 : p->opcode <= QUADS_2 ? 4 : 1;
    if (p->opcode >= LINES)
        ferry_say_at(list, p->at, FERRY_NOTE, "j3d.non-triangles",
                     "%u vertices of lines or points are not "
                     "drawn",
                     p->count);
    else if (p->count % step)
        ferry_say_at(list, p->at, FERRY_WARNING, "j3d.primitive-vertex-count",
                     "%u vertices are not a whole number of %s", p->count, step == 3 ? "triangles" : "quads");
}

static bool measure_group(fy_j3d_shape *s, uint32_t group) {
    ferry_window list;
    if (!open_list(s, group, &list) || !fy_j3d_spend_list(s, GROUP_SIZE + LIST_SIZE + (uint64_t)list.size))
        return false;
    primitive p;
    while (next_primitive(&list, s->layout.size, true, &p)) {
        say_primitive(&list, &p);
        uint32_t triangles = triangles_of(p.opcode, p.count);
        if (triangles == 0) continue;
        s->triangle_total += triangles;
        s->corner_total += p.count;
        if (p.count > s->largest) s->largest = p.count;
    }
    return ferry_tick(s->j3d->job);
}

/* ------------------------------------------------------------------------------------------ draw matrices */

/* Entry 0xFFFF keeps what an earlier group of the same shape has loaded. `record` is the group's. */
static bool load_table(fy_j3d_shape *s, ferry_window *packet, uint64_t record, uint32_t count) {
    uint64_t at;
    if (!fy_j3d_locate(packet, "draw matrices", 0x1c, 2 * (uint64_t)ferry_u32_at(packet, record + 4),
                       2 * (uint64_t)count, record + 4, &at))
        return false;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t number = ferry_u16_at(packet, at + 2 * (uint64_t)k);
        if (number != 0xffff) s->slot[k] = number;
    }
    return true;
}

static bool load_slots(fy_j3d_shape *s, uint32_t group) {
    ferry_window packet = ferry_window_part(&s->window, "packet", group);
    uint64_t record;
    if (!fy_j3d_locate(&packet, "matrix groups", 0x24, GROUP_SIZE * ((uint64_t)s->first_group + group),
                       GROUP_SIZE, s->record + 6, &record))
        return false;
    uint32_t use = ferry_u16_at(&packet, record), count = ferry_u16_at(&packet, record + 2);
    if (count > FY_J3D_SLOTS) {
        ferry_say_at(&packet, record + 2, FERRY_WARNING, "j3d.matrix-slot-count",
                     "%u matrices, but the hardware has %d slots; the rest is ignored", count, FY_J3D_SLOTS);
        count = FY_J3D_SLOTS;
    }
    if (s->type == MULTIPLE) return load_table(s, &packet, record, count);
    if (use == 0xffff) return load_table(s, &packet, record, count ? 1 : 0);
    s->slot[0] = use;
    return true;
}

static bool find_matrix(fy_j3d_shape *s, ferry_window *list, uint64_t at, const uint8_t *vertex,
                        uint32_t *matrix) {
    uint32_t slot = 0;
    if (s->layout.has_matrix) {
        uint32_t row = vertex[0];
        slot = row / 3 < FY_J3D_SLOTS ? row / 3 : FY_J3D_SLOTS - 1;
        if (row != slot * 3 && !s->said_row) {
            ferry_say_at(list, at, FERRY_WARNING, "j3d.position-matrix-index",
                         "position matrix index %u is not one of 0, 3, ... 27; used slot %u", row, slot);
            s->said_row = true;
        }
    }
    *matrix = s->slot[slot];
    if (*matrix == FERRY_NONE) {
        *matrix = 0;
        if (!s->said_slot)
            ferry_say_at(list, at, FERRY_WARNING, "j3d.matrix-slot-empty",
                         "matrix slot %u is empty; used draw matrix 0", slot);
        s->said_slot = true;
    }
    return fy_j3d_use_matrix(s->j3d, list, at, *matrix);
}

/* --------------------------------------------------------------------------------------------- collecting */

/* FNV-1a, then a final mix, so that the low bits depend on all bytes. */
static uint32_t hash_corner(const uint8_t *key, uint32_t size, uint32_t matrix) {
    uint32_t h = UINT32_C(2166136261) ^ matrix * UINT32_C(0x9e3779b1);
    for (uint32_t k = 0; k < size; k++) h = (h ^ key[k]) * UINT32_C(16777619);
    h = (h ^ h >> 16) * UINT32_C(0x85ebca6b);
    return h ^ h >> 13;
}

/* Number of the vertex that this corner is. One that finds no place in the table is a vertex of its own. */
static uint32_t intern(fy_j3d_shape *s, const uint8_t *vertex, uint64_t at, uint32_t matrix) {
    const uint8_t *chunk = s->window.data, *key = vertex + s->layout.key;
    uint32_t size = s->layout.size - s->layout.key, hash = hash_corner(key, size, matrix);
    uint32_t place = hash & s->mask;
    uint32_t probes = 0;
    for (; s->table[place] && probes < MAX_PROBES; place = (place + 1) & s->mask, probes++) {
        fy_j3d_corner *known = &s->corners[s->table[place] - 1];
        if (known->hash == hash && known->matrix == matrix &&
            memcmp(chunk + known->at + s->layout.key, key, size) == 0) {
            known->uses++;
            return s->table[place] - 1;
        }
    }
    s->corners[s->corner_count] =
        (fy_j3d_corner){.at = (uint32_t)at, .hash = hash, .matrix = matrix, .uses = 1};
    s->corner_count++;
    if (probes < MAX_PROBES) s->table[place] = s->corner_count;
    return s->corner_count - 1;
}

/* The file's corners run clockwise around a front face, the scene's counter-clockwise: b and c
 * change places. */
static void emit(fy_j3d_shape *s, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *to = s->triangles + 3 * (size_t)s->triangle_count++;
    to[0] = s->run[a];
    to[1] = s->run[c];
    to[2] = s->run[b];
}

static void emit_primitive(fy_j3d_shape *s, uint32_t opcode, uint32_t n) {
    switch (opcode) {
    case TRIANGLES:
        for (uint32_t k = 0; k + 3 <= n; k += 3) emit(s, k, k + 1, k + 2);
        break;
    case STRIP:
        for (uint32_t k = 0; k + 3 <= n; k++)
            if (k & 1)
                emit(s, k + 1, k, k + 2);
            else
                emit(s, k, k + 1, k + 2);
        break;
    case FAN:
        for (uint32_t k = 1; k + 2 <= n; k++) emit(s, 0, k, k + 1);
        break;
    default: /* quads */
        for (uint32_t k = 0; k + 4 <= n; k += 4) {
            emit(s, k, k + 1, k + 2);
            emit(s, k, k + 2, k + 3);
        }
    }
}

static bool collect_group(fy_j3d_shape *s, uint32_t group) {
    ferry_window list;
    if (!open_list(s, group, &list) || !load_slots(s, group)) return false;
    uint64_t start = list.base - s->window.base;
    primitive p;
    while (next_primitive(&list, s->layout.size, false, &p)) {
        if (triangles_of(p.opcode, p.count) == 0) continue;
        if (!ferry_tick(s->j3d->job)) return false;
        for (uint32_t k = 0; k < p.count; k++) {
            uint64_t offset = (uint64_t)k * s->layout.size;
            const uint8_t *vertex = p.vertices + offset;
            uint32_t matrix;
            if (!find_matrix(s, &list, p.at + offset, vertex, &matrix)) return false;
            s->run[k] = intern(s, vertex, start + p.at + offset, matrix);
        }
        emit_primitive(s, p.opcode, p.count);
    }
    return ferry_tick(s->j3d->job);
}

/* ------------------------------------------------------------------------------------------------- shapes */

bool fy_j3d_spend_list(fy_j3d_shape *s, uint64_t bytes) {
    if (bytes <= s->j3d->shape_budget) {
        s->j3d->shape_budget -= bytes;
        return true;
    }
    return ferry_refuse(
        &s->window, 0, "j3d.shape-list-reuse",
        "the shapes reference the same lists, in total more than %d times the size of the block",
        FY_J3D_SHARING);
}

bool fy_j3d_measure_lists(fy_j3d_shape *s) {
    for (uint32_t g = 0; g < s->group_count; g++)
        if (!measure_group(s, g)) return false;
    return true;
}

static bool allocate_work(fy_j3d_shape *s) {
    ferry_job *job = s->j3d->job;
    if (s->corner_total > UINT32_MAX / 4 || s->triangle_total > UINT32_MAX / 4)
        return ferry_refuse(&s->window, 0, "j3d.shape-too-large",
                            "the shape has more corners than can be counted");
    uint32_t size = 16;
    while (size < s->corner_total * 2) size *= 2;
    s->mask = size - 1;
    s->table = ferry_new(job, uint32_t, size);
    s->corners = ferry_new(job, fy_j3d_corner, fy_count(s->corner_total));
    s->run = ferry_new(job, uint32_t, s->largest);
    s->triangles = ferry_scene_new(s->j3d->scene, uint32_t, fy_count(3 * s->triangle_total));
    return s->table && s->corners && s->run && s->triangles;
}

bool fy_j3d_collect_lists(fy_j3d_shape *s) {
    if (!allocate_work(s)) return false;
    for (uint32_t g = 0; g < s->group_count; g++)
        if (!collect_group(s, g)) return false;
    return true;
}
