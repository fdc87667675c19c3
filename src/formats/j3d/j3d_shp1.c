/*
 * j3d_shp1.c: SHP1, the shapes: attribute lists, matrix groups and display lists (docs/formats/j3d.md,
 * "SHP1").
 *
 * A shape is walked twice: once to count corners and triangles, then to collect them. Corners that agree in
 * every index and in their draw matrix become one vertex, in the order of their first use; only then are
 * attributes decoded. Mesh i of the file is shape i.
 */
#include "formats/j3d/j3d_shp1.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_joints.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"
#include "formats/j3d/j3d_vtx1.h"

enum { RECORD_SIZE = 0x28, GROUP_SIZE = 8, LIST_SIZE = 8, SLOTS = 10, MATRIX_TYPES = 4, MULTIPLE = 3 };
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

/* Lists and tables may be shared, but not without end: the walk stays linear in the size of the file. */
enum { SHARING = 4 };

/* Places of the table that are looked at for a corner. Honest corners need a dozen or two; without an end,
 * corners chosen to share one hash would take quadratic time. */
enum { MAX_PROBES = 256 };

/* More corners than one in this many with an index beyond its array: the file is not understood. */
enum { STRAY_SHARE = 20 };

/* A distinct corner: where it was first met in SHP1, its draw matrix, and how often it comes. */
typedef struct corner {
    uint32_t at, hash, matrix, uses;
} corner;

typedef struct primitive {
    uint8_t opcode;
    uint32_t count;
    const uint8_t *vertices;
    uint64_t at; /* of the vertices, in the list */
} primitive;

/* One shape while it is read. */
typedef struct shape {
    fy_j3d *j3d;
    ferry_window window; /* "SHP1.shape[3]", all of SHP1's bytes */
    uint8_t type;
    uint64_t record; /* in SHP1 */
    uint32_t group_count, first_group, first_list;
    fy_j3d_layout layout;
    uint64_t corner_total, triangle_total;
    uint32_t largest; /* vertices of the longest primitive */
    uint32_t slot[SLOTS];
    bool said_slot, said_row;
    uint32_t *table; /* 1 + number of a corner, 0: free */
    uint32_t mask;
    corner *corners;
    uint32_t corner_count;
    uint32_t *run; /* vertex numbers of the primitive at hand */
    uint32_t *triangles;
    uint32_t triangle_count;
} shape;

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

static bool spend(shape *s, uint64_t bytes) {
    if (bytes <= s->j3d->shape_budget) {
        s->j3d->shape_budget -= bytes;
        return true;
    }
    return ferry_refuse(
        &s->window, 0, "j3d.shape-list-reuse",
        "the shapes reference the same lists, in total more than %d times the size of the block", SHARING);
}

/* The display list of a group. */
static bool open_list(shape *s, uint32_t group, ferry_window *list) {
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

static bool measure_group(shape *s, uint32_t group) {
    ferry_window list;
    if (!open_list(s, group, &list) || !spend(s, GROUP_SIZE + LIST_SIZE + (uint64_t)list.size)) return false;
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
static bool load_table(shape *s, ferry_window *packet, uint64_t record, uint32_t count) {
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

static bool load_slots(shape *s, uint32_t group) {
    ferry_window packet = ferry_window_part(&s->window, "packet", group);
    uint64_t record;
    if (!fy_j3d_locate(&packet, "matrix groups", 0x24, GROUP_SIZE * ((uint64_t)s->first_group + group),
                       GROUP_SIZE, s->record + 6, &record))
        return false;
    uint32_t use = ferry_u16_at(&packet, record), count = ferry_u16_at(&packet, record + 2);
    if (count > SLOTS) {
        ferry_say_at(&packet, record + 2, FERRY_WARNING, "j3d.matrix-slot-count",
                     "%u matrices, but the hardware has %d slots; the rest is ignored", count, SLOTS);
        count = SLOTS;
    }
    if (s->type == MULTIPLE) return load_table(s, &packet, record, count);
    if (use == 0xffff) return load_table(s, &packet, record, count ? 1 : 0);
    s->slot[0] = use;
    return true;
}

static bool find_matrix(shape *s, ferry_window *list, uint64_t at, const uint8_t *vertex, uint32_t *matrix) {
    uint32_t slot = 0;
    if (s->layout.has_matrix) {
        uint32_t row = vertex[0];
        slot = row / 3 < SLOTS ? row / 3 : SLOTS - 1;
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
static uint32_t intern(shape *s, const uint8_t *vertex, uint64_t at, uint32_t matrix) {
    const uint8_t *chunk = s->window.data, *key = vertex + s->layout.key;
    uint32_t size = s->layout.size - s->layout.key, hash = hash_corner(key, size, matrix);
    uint32_t place = hash & s->mask;
    uint32_t probes = 0;
    for (; s->table[place] && probes < MAX_PROBES; place = (place + 1) & s->mask, probes++) {
        corner *known = &s->corners[s->table[place] - 1];
        if (known->hash == hash && known->matrix == matrix &&
            memcmp(chunk + known->at + s->layout.key, key, size) == 0) {
            known->uses++;
            return s->table[place] - 1;
        }
    }
    s->corners[s->corner_count] = (corner){.at = (uint32_t)at, .hash = hash, .matrix = matrix, .uses = 1};
    s->corner_count++;
    if (probes < MAX_PROBES) s->table[place] = s->corner_count;
    return s->corner_count - 1;
}

/* The file's corners run clockwise around a front face, the scene's counter-clockwise: b and c
 * change places. */
static void emit(shape *s, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *to = s->triangles + 3 * (size_t)s->triangle_count++;
    to[0] = s->run[a];
    to[1] = s->run[c];
    to[2] = s->run[b];
}

static void emit_primitive(shape *s, uint32_t opcode, uint32_t n) {
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

static bool collect_group(shape *s, uint32_t group) {
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

/* ----------------------------------------------------------------------------------------------- decoding */

/* Where the mesh keeps the element numbers of an attribute; NULL: nobody asks for them. */
static uint32_t **numbers_of(ferry_mesh *mesh, const fy_j3d_field *field) {
    if (field->how == FY_J3D_DIRECT || field->missing) return NULL;
    if (field->attribute == FY_J3D_POS) return &mesh->position_numbers;
    if (field->attribute == FY_J3D_NRM) return field->nbt ? NULL : &mesh->normal_numbers;
    if (field->attribute < FY_J3D_TEX0) return &mesh->color_numbers[field->attribute - FY_J3D_CLR0];
    return NULL;
}

static bool allocate_streams(shape *s, ferry_mesh *mesh) {
    ferry_scene *scene = s->j3d->scene;
    uint32_t n = s->corner_count;
    bool ok = (mesh->influences = ferry_scene_new(scene, uint32_t, n));
    for (uint32_t f = 0; ok && f < s->layout.field_count; f++) {
        const fy_j3d_field *field = &s->layout.fields[f];
        uint32_t code = field->attribute;
        if (field->missing) continue;
        if (code == FY_J3D_POS)
            ok = (mesh->positions = ferry_scene_new(scene, ferry_vec3, n));
        else if (code == FY_J3D_NRM)
            ok = (mesh->normals = ferry_scene_new(scene, ferry_vec3, n)) &&
                 (!field->nbt || ((mesh->binormals = ferry_scene_new(scene, ferry_vec3, n)) &&
                                  (mesh->tangents = ferry_scene_new(scene, ferry_vec3, n))));
        else if (code < FY_J3D_TEX0)
            ok = NULL != (mesh->colors[code - FY_J3D_CLR0] = ferry_scene_new(scene, ferry_color, n));
        else
            ok = NULL != (mesh->uvs[code - FY_J3D_TEX0] = ferry_scene_new(scene, ferry_vec2, n));
        uint32_t **numbers = numbers_of(mesh, field);
        if (ok && numbers) ok = NULL != (*numbers = ferry_scene_new(scene, uint32_t, n));
    }
    mesh->vertex_count = ok ? n : 0;
    return ok;
}

static ferry_vec3 vector(const double *v) {
    return (ferry_vec3){(float)v[0], (float)v[1], (float)v[2]};
}

static bool store_position(shape *s, const corner *c, const fy_j3d_value *value, const fy_j3d_joint *joint,
                           ferry_vec3 *to) {
    *to = vector(value->v);
    if (joint) *to = fy_matrix_point(&joint->bind, *to);
    if (fy_vec3_finite(*to)) return true;
    return ferry_refuse(&s->window, c->at, "j3d.position-not-finite",
                        "the position of this vertex is not a finite number");
}

/* A direction that cannot be normalised stays zero: "no normal". */
static ferry_vec3 direction(const double *v, const fy_j3d_joint *joint, bool normal) {
    ferry_vec3 d = vector(v);
    if (!fy_vec3_finite(d)) return (ferry_vec3){0, 0, 0};
    if (joint) d = fy_matrix_direction(normal ? &joint->bind_normals : &joint->bind, d);
    d = fy_vec3_normalize(d);
    return fy_vec3_finite(d) ? d : (ferry_vec3){0, 0, 0};
}

static void store_uv(shape *s, const corner *c, const fy_j3d_value *value, ferry_vec2 *to) {
    *to = (ferry_vec2){(float)value->v[0], (float)value->v[1]};
    if (fy_finite(to->x) && fy_finite(to->y)) return;
    ferry_say_at(&s->window, c->at, FERRY_WARNING, "j3d.uv-not-finite",
                 "texture coordinates are not finite numbers; used (0, 0)");
    *to = (ferry_vec2){0, 0};
}

static bool store(shape *s, ferry_mesh *mesh, uint32_t v, const fy_j3d_field *field,
                  const fy_j3d_value *value, const fy_j3d_joint *joint) {
    const corner *c = &s->corners[v];
    uint32_t code = field->attribute;
    if (code == FY_J3D_POS) return store_position(s, c, value, joint, &mesh->positions[v]);
    if (code == FY_J3D_NRM) {
        mesh->normals[v] = direction(value->v, joint, true);
        if (field->nbt) {
            mesh->binormals[v] = direction(value->v + 3, joint, false);
            mesh->tangents[v] = direction(value->v + 6, joint, false);
        }
    } else if (code < FY_J3D_TEX0) {
        mesh->colors[code - FY_J3D_CLR0][v] = value->color;
    } else {
        store_uv(s, c, value, &mesh->uvs[code - FY_J3D_TEX0][v]);
    }
    return true;
}

static bool decode_vertex(shape *s, ferry_mesh *mesh, uint32_t v) {
    const corner *c = &s->corners[v];
    uint32_t number = fy_j3d_matrix_joint(s->j3d, c->matrix);
    const fy_j3d_joint *joint = number == FERRY_NONE ? NULL : &s->j3d->joints[number];
    bool stray = false;
    mesh->influences[v] = c->matrix; /* its number among the influences follows with the skin */
    for (uint32_t f = 0; f < s->layout.field_count; f++) {
        const fy_j3d_field *field = &s->layout.fields[f];
        fy_j3d_value value;
        if (field->missing) continue;
        fy_j3d_decode(field, s->window.data + c->at, &value);
        uint32_t **numbers = numbers_of(mesh, field);
        if (numbers) (*numbers)[v] = fy_j3d_element(field, s->window.data + c->at);
        if (!value.found && !stray)
            ferry_say_at(&s->window, c->at, FERRY_WARNING, "j3d.vertex-index-range",
                         "an index of this vertex is past the end of its array (attribute %u); used zero "
                         "or white",
                         field->attribute);
        stray |= !value.found;
        if (!store(s, mesh, v, field, &value, joint)) return false;
    }
    s->j3d->corners += c->uses;
    if (stray) s->j3d->stray_corners += c->uses;
    return true;
}

/* ------------------------------------------------------------------------------------------------- shapes */

static bool allocate_work(shape *s) {
    ferry_job *job = s->j3d->job;
    if (s->corner_total > UINT32_MAX / 4 || s->triangle_total > UINT32_MAX / 4)
        return ferry_refuse(&s->window, 0, "j3d.shape-too-large",
                            "the shape has more corners than can be counted");
    uint32_t size = 16;
    while (size < s->corner_total * 2) size *= 2;
    s->mask = size - 1;
    s->table = ferry_new(job, uint32_t, size);
    s->corners = ferry_new(job, corner, fy_count(s->corner_total));
    s->run = ferry_new(job, uint32_t, s->largest);
    s->triangles = ferry_scene_new(s->j3d->scene, uint32_t, fy_count(3 * s->triangle_total));
    return s->table && s->corners && s->run && s->triangles;
}

static bool read_geometry(shape *s, ferry_mesh *mesh) {
    for (uint32_t g = 0; g < s->group_count; g++)
        if (!measure_group(s, g)) return false;
    if (s->triangle_total == 0) return true;
    ferry_mark mark = ferry_job_mark(s->j3d->job);
    if (!allocate_work(s)) return false;
    for (uint32_t g = 0; g < s->group_count; g++)
        if (!collect_group(s, g)) return false;
    if (!allocate_streams(s, mesh)) return false;
    for (uint32_t v = 0; v < s->corner_count; v++)
        if (!decode_vertex(s, mesh, v) || ((v & 0xfff) == 0 && !ferry_tick(s->j3d->job))) return false;
    mesh->triangles = s->triangles;
    mesh->triangle_count = s->triangle_count;
    ferry_job_release(s->j3d->job, mark);
    return true;
}

/* Shape i uses record remap[i]. */
static bool read_record(shape *s, ferry_window *shp1, uint32_t number) {
    s->window = ferry_window_part(shp1, "shape", number);
    ferry_window *w = &s->window;
    uint64_t named, at, list;
    uint64_t record = fy_j3d_record(&s->j3d->shape_remap, number, &named);
    if (!fy_j3d_locate(w, "shapes", 0x0c, RECORD_SIZE * record, RECORD_SIZE, named, &at)) return false;
    s->record = at;
    s->type = ferry_u8_at(w, at);
    s->group_count = ferry_u16_at(w, at + 2);
    s->first_group = ferry_u16_at(w, at + 6);
    s->first_list = ferry_u16_at(w, at + 8);
    if (s->type >= MATRIX_TYPES)
        return ferry_refuse(w, at, "j3d.shape-matrix-type", "unknown shape matrix type %u", s->type);
    s->j3d->shape_types[number] = s->type;
    for (uint32_t k = 0; k < SLOTS; k++) s->slot[k] = FERRY_NONE;
    if (s->group_count == 0) return true; /* nothing will be read by the list of attributes */
    return spend(s, RECORD_SIZE) &&
           fy_j3d_locate(w, "attribute lists", 0x18, ferry_u16_at(w, at + 4), 4, at + 4, &list) &&
           fy_j3d_read_layout(s->j3d, w, list, &s->layout);
}

static bool stray_share_is_small(fy_j3d *j3d, ferry_window *shp1) {
    if (j3d->stray_corners * STRAY_SHARE <= j3d->corners) return true;
    return ferry_refuse(shp1, 0, "j3d.vertex-index-range",
                        "%llu of %llu corners have an index past the "
                        "end of an array",
                        (unsigned long long)j3d->stray_corners, (unsigned long long)j3d->corners);
}

bool fy_j3d_read_shapes(fy_j3d *j3d) {
    ferry_window *shp1 = &j3d->chunk[FY_J3D_SHP1];
    if (j3d->shape_count == 0) return true;
    ferry_u32_at(shp1, 0x28);
    if (!ferry_window_ok(shp1) || !fy_j3d_read_remap(shp1, 0x10, j3d->shape_count, &j3d->shape_remap))
        return false;
    fy_j3d_names names = fy_j3d_names_open(shp1, 0x14, j3d->shape_count);
    j3d->shape_types = ferry_new(j3d->job, uint8_t, j3d->shape_count);
    if (!j3d->shape_types) return false;
    j3d->shape_budget = (uint64_t)SHARING * shp1->size;
    for (uint32_t i = 0; i < j3d->shape_count; i++) {
        shape s = {.j3d = j3d};
        ferry_mesh *mesh = ferry_append(j3d->scene, &j3d->scene->meshes, ferry_mesh);
        if (!mesh) return false;
        mesh->skin = FERRY_NONE;
        mesh->name = fy_j3d_name(&names, j3d->scene, i, "shape");
        if (!read_record(&s, shp1, i) || !read_geometry(&s, mesh)) return false;
    }
    return stray_share_is_small(j3d, shp1);
}
