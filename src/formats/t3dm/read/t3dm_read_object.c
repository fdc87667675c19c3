/*
 * t3dm_read_object.c: an object's triangles, found as the console finds them: parts load vertices into the
 * cache and draw from its slots; what a load or a strip buffer destroyed is gone.
 *
 * Format: docs/formats/t3dm.md, "Parts" and "Vertex cache".
 */
#include "formats/t3dm/read/t3dm_read_object.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"

typedef struct part_record {
    uint32_t vertices, indices, count;
    uint16_t dest, list, bone;
    uint8_t strips[FY_T3DM_BUFFERS];
    uint8_t sequence_base, sequence_count;
} part_record;

/* A vertex that was loaded: where it lies in the file, and its bone. */
typedef struct loaded {
    uint32_t vertex;
    uint16_t bone;
} loaded;

typedef struct replay {
    fy_t3dm_reader *r;
    fy_t3dm_cache cache;
    loaded *loads;
    uint32_t load_count;
    uint32_t *triangles; /* numbers of loads */
    uint32_t triangle_count, strip_count;
} replay;

/* ------------------------------------------------------------------------------------------- part records */

/* The fields of the record; what its layout does not have is none. */
static bool read_fields(fy_t3dm_reader *r, ferry_window *in, part_record *part) {
    const fy_t3dm_layout *layout = r->layout;
    part->vertices = ferry_read_u32(in);
    part->count = layout->bones ? ferry_read_u16(in) : ferry_read_u32(in);
    if (layout->bones) part->dest = ferry_read_u16(in);
    part->indices = ferry_read_u32(in);
    part->list = ferry_read_u16(in);
    part->bone = ferry_read_u16(in);
    if (!layout->bones) part->bone = FY_T3DM_NO_BONE;
    for (int i = 0; i < FY_T3DM_BUFFERS && layout->marks != FY_T3DM_MARKS_NONE; i++)
        part->strips[i] = ferry_read_u8(in);
    if (layout->sequences) {
        part->sequence_base = ferry_read_u8(in);
        part->sequence_count = ferry_read_u8(in);
    }
    return ferry_window_ok(in);
}

/* One slot more than the cache has may be loaded: the last vertex of an odd number is a copy. */
static bool read_part(fy_t3dm_reader *r, ferry_window *in, part_record *part) {
    uint32_t slots = r->layout->slots;
    if (!read_fields(r, in, part)) return false;
    uint64_t even = ((uint64_t)part->count + 1) & ~UINT64_C(1);
    if (!part->count || part->dest + even > slots + 1u) {
        return ferry_refuse(in, 0x04, "t3dm.vertex-load",
                            "%u vertices to slot %u on, but the cache has "
                            "%u slots",
                            part->count, part->dest, slots);
    }
    if (part->vertices % FY_T3DM_VERTEX_PAIR) {
        return ferry_refuse(in, 0x00, "t3dm.vertex-load",
                            "vertices at 0x%x, which is not the start of a "
                            "vertex pair",
                            part->vertices);
    }
    if (!ferry_window_holds(&r->vertices, part->vertices, even / 2, FY_T3DM_VERTEX_PAIR)) {
        return ferry_refuse(in, 0x00, "t3dm.vertex-load",
                            "%u vertices at 0x%x exceed the chunk of %zu "
                            "bytes",
                            part->count, part->vertices, r->vertices.size);
    }
    if (part->bone != FY_T3DM_NO_BONE && part->bone >= r->bone_count) {
        return ferry_refuse(in, 0x0E, "t3dm.bone", "references bone %u, but there are %u", part->bone,
                            r->bone_count);
    }
    if (part->list % 3)
        return ferry_refuse(in, 0x0C, "t3dm.index-list", "%u list indices, expected a multiple of 3",
                            part->list);
    if (3 * part->sequence_count + part->sequence_base > FY_T3DM_SLOTS) {
        return ferry_refuse(in, 0x14, "t3dm.sequence",
                            "%u triangles from slot %u on, but the cache has "
                            "%u slots",
                            part->sequence_count, part->sequence_base, FY_T3DM_SLOTS);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- replay */

/* The load that a slot holds. `kind` and `number` say what asks for it. */
static bool fetch(replay *p, ferry_window *part, const char *kind, uint32_t number, uint32_t slot,
                  uint32_t *load) {
    *load = slot < FY_T3DM_SLOTS ? p->cache.slots[slot] : FY_T3DM_SLOT_EMPTY;
    if (*load < FY_T3DM_VERTEX_LIMIT) return true;
    const char *why = slot >= FY_T3DM_SLOTS ? "which the cache does not have"
                      : *load == FY_T3DM_SLOT_LOADED_OUT
                          ? "which the staging area of a later vertex load has overwritten"
                      : *load == FY_T3DM_SLOT_STRIP_OUT ? "which a strip buffer has overwritten"
                                                        : "which was not loaded";
    return ferry_refuse(part, 0, "t3dm.vertex-slot", "%s %u uses slot %u, %s", kind, number, slot, why);
}

static void add_triangle(replay *p, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *to = p->triangles + 3 * (size_t)p->triangle_count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

static bool draw_list(replay *p, ferry_window *part, const part_record *record) {
    const ferry_window *indices = &p->r->indices;
    if (!record->list) return true;
    if (!ferry_window_holds(indices, record->indices, record->list, 1)) {
        return ferry_refuse(part, 0x08, "t3dm.index-list",
                            "%u list indices at 0x%x exceed the chunk of "
                            "%zu bytes",
                            record->list, record->indices, indices->size);
    }
    const uint8_t *slots = indices->data + record->indices;
    for (uint32_t i = 0; i < record->list; i += 3) {
        uint32_t at[3];
        for (uint32_t k = 0; k < 3; k++) {
            if (!fetch(p, part, "list index", i + k, slots[i + k], &at[k])) return false;
        }
        add_triangle(p, at[0], at[1], at[2]);
    }
    return true;
}

static bool draw_sequence(replay *p, ferry_window *part, const part_record *record) {
    for (uint32_t i = 0; i < record->sequence_count; i++) {
        uint32_t at[3];
        for (uint32_t k = 0; k < 3; k++) {
            if (!fetch(p, part, "sequence triangle", i, record->sequence_base + 3 * i + k, &at[k]))
                return false;
        }
        add_triangle(p, at[0], at[1], at[2]);
    }
    return true;
}

static bool end_run(ferry_window *part, uint32_t buffer, uint32_t at, uint32_t length) {
    if (length >= 3) return true;
    return ferry_refuse(part, 0x10 + buffer, "t3dm.strip",
                        "strip buffer %u has a strip of %u values before value %u, expected at least 3",
                        buffer, length, at);
}

/* A strip value's slot; true if a run starts with it. */
static bool starts_run(const fy_t3dm_layout *layout, uint32_t value, uint32_t *slot) {
    bool marked = (value & FY_T3DM_MARK) != 0;
    *slot = !marked                                     ? value
            : layout->marks == FY_T3DM_MARKS_COMPLEMENT ? 0xFFFF - value
                                                        : value & ~FY_T3DM_MARK;
    return marked;
}

static bool draw_buffer(replay *p, ferry_window *part, uint32_t buffer, const uint8_t *values,
                        uint32_t count) {
    /* Microcodes with the older mark skip a triangle that ends in the slot where it began. */
    bool joints = p->r->layout->marks == FY_T3DM_MARKS_COMPLEMENT;
    uint32_t last[2] = {0, 0}, last_slots[2] = {0, 0}, length = 0, load, slot;
    fy_t3dm_cache_strip(&p->cache, count);
    for (uint32_t i = 0; i < count; i++) {
        if (starts_run(p->r->layout, ferry_be16(values + 2 * (size_t)i), &slot)) {
            if (i && !end_run(part, buffer, i, length)) return false;
            length = 0;
        }
        p->strip_count += !length;
        if (!fetch(p, part, "strip value", i, slot, &load)) return false;
        length++;
        if (length >= 3 && !(joints && slot == last_slots[0])) {
            /* Every other triangle of a run has its corners in reverse. */
            if (length % 2)
                add_triangle(p, last[0], last[1], load);
            else
                add_triangle(p, load, last[1], last[0]);
        }
        last[0] = last[1];
        last[1] = load;
        last_slots[0] = last_slots[1];
        last_slots[1] = slot;
    }
    return end_run(part, buffer, count, length);
}

/* Strip data lie behind the list, each buffer at the next multiple of eight of the whole file. */
static bool draw_strips(replay *p, ferry_window *part, const part_record *record) {
    const ferry_window *indices = &p->r->indices;
    uint64_t at = (uint64_t)record->indices + record->list;
    for (uint32_t k = 0; k < FY_T3DM_BUFFERS && record->strips[k]; k++) {
        at = ((indices->base + at + 7) & ~UINT64_C(7)) - indices->base;
        if (!ferry_window_holds(indices, at, record->strips[k], 2)) {
            return ferry_refuse(part, 0x10 + k, "t3dm.strip",
                                "strip buffer %u: %u values at 0x%llx exceed the chunk of %zu bytes", k,
                                record->strips[k], (unsigned long long)at, indices->size);
        }
        if (!draw_buffer(p, part, k, indices->data + at, record->strips[k])) return false;
        at += 2 * (uint64_t)record->strips[k];
    }
    return true;
}

static bool replay_part(replay *p, ferry_window *part, const part_record *record) {
    uint32_t even = (record->count + 1u) & ~1u;
    fy_t3dm_cache_load(&p->cache, record->dest, even, p->load_count);
    for (uint32_t i = 0; i < even; i++) {
        p->loads[p->load_count++] = (loaded){record->vertices / (FY_T3DM_VERTEX_PAIR / 2) + i, record->bone};
    }
    return draw_list(p, part, record) && draw_sequence(p, part, record) && draw_strips(p, part, record);
}

/* Most triangles and loads that the parts may make; memory is taken once. */
static bool prepare_replay(replay *p, const part_record *parts, uint32_t count) {
    uint64_t loads = 0, triangles = 0;
    for (uint32_t i = 0; i < count; i++) {
        loads += parts[i].count + UINT64_C(1);
        triangles += parts[i].list / 3u + parts[i].sequence_count;
        for (int k = 0; k < FY_T3DM_BUFFERS; k++) triangles += parts[i].strips[k];
    }
    fy_t3dm_cache_clear(&p->cache);
    p->loads = ferry_new(p->r->job, loaded, (size_t)loads + 1);
    p->triangles = ferry_alloc(p->r->job, (size_t)triangles + 1, 3 * sizeof *p->triangles);
    return p->loads && p->triangles;
}

/* ------------------------------------------------------------------------------------------- to the scene */

/* What hangs on no bone hangs on a node of its own at the origin, which is no bone either. */
static bool need_root(fy_t3dm_reader *r) {
    if (r->root == FERRY_NONE) {
        ferry_node *node = ferry_append(r->scene, &r->scene->nodes, ferry_node);
        if (!node) return false;
        *node = (ferry_node){.name = "model",
                             .parent = FERRY_NONE,
                             .has_quat = true,
                             .quat = {0, 0, 0, 1},
                             .scale = {1, 1, 1},
                             .visible = true,
                             .fixed = r->has_bones};
        r->root = r->scene->nodes.count - 1;
    }
    if (r->has_bones && r->root_influence == FERRY_NONE) {
        ferry_skin *skin = &r->scene->skins.data[r->skin];
        skin->joints[skin->joint_count] = (ferry_joint){r->root, fy_matrix_identity()};
        skin->weights[skin->weight_count] = (ferry_weight){skin->joint_count++, 1};
        skin->influences[skin->influence_count] = (ferry_influence){skin->weight_count++, 1};
        r->root_influence = skin->influence_count++;
    }
    return true;
}

/* The float nearest to stored / size, or its neighbour away from zero: writing it rounds to zero and must
 * find the same. */
static float repeats(int32_t stored, uint32_t size) {
    union {
        float value;
        uint32_t bits;
    } result = {(float)((double)stored / 32 / size)};
    if ((int32_t)((double)result.value * size * 32) != stored) result.bits++;
    return result.value;
}

static bool put_vertex(fy_t3dm_reader *r, ferry_window *chunk, ferry_mesh *mesh, uint32_t to, loaded from,
                       const ferry_rdp_material *rdp) {
    const uint8_t *pair = r->vertices.data + (size_t)(from.vertex / 2) * FY_T3DM_VERTEX_PAIR;
    uint32_t odd = from.vertex & 1;
    const uint8_t *at = pair + 8 * odd, *rgba = pair + 0x10 + 4 * odd, *st = pair + 0x18 + 4 * odd;
    ferry_vec3 p = {(int16_t)ferry_be16(at), (int16_t)ferry_be16(at + 2), (int16_t)ferry_be16(at + 4)};
    bool even = from.bone == FY_T3DM_NO_BONE || fy_t3dm_is_turned(r, from.vertex);
    ferry_vec3 n = fy_t3dm_unpack_normal(ferry_be16(at + 6), even ? NULL : &r->normals[from.bone]);
    bool point = rdp && ((rdp->other_mode >> 44) & 3) == 0;
    fy_t3dm_half_texel half = r->layout->half_texel;
    int32_t shift = half == FY_T3DM_HALF_NEVER || (half == FY_T3DM_HALF_FILTERED && point) ? 0 : 16;
    uint32_t width = rdp && rdp->tiles[0].width ? rdp->tiles[0].width : 32;
    uint32_t height = rdp && rdp->tiles[0].height ? rdp->tiles[0].height : 32;
    if (from.bone != FY_T3DM_NO_BONE) {
        p = fy_matrix_point(&r->binds[from.bone], p);
        n = fy_matrix_direction(&r->normals_back[from.bone], n);
        if (!fy_vec3_finite(p)) {
            return ferry_refuse(chunk, 0, "t3dm.bone",
                                "bone %u moves vertices out of the range of a "
                                "float",
                                from.bone);
        }
    }
    mesh->positions[to] = p;
    mesh->normals[to] = fy_vec3_normalize(n);
    mesh->colors[0][to] =
        (ferry_color){(float)rgba[0] / 255, (float)rgba[1] / 255, (float)rgba[2] / 255, (float)rgba[3] / 255};
    mesh->uvs[0][to] = (ferry_vec2){repeats((int16_t)ferry_be16(st) + shift, width),
                                    repeats((int16_t)ferry_be16(st + 2) + shift, height)};
    if (mesh->influences) mesh->influences[to] = from.bone == FY_T3DM_NO_BONE ? r->root_influence : from.bone;
    return true;
}

static bool make_mesh(fy_t3dm_reader *r, ferry_mesh *mesh, uint32_t vertices, uint32_t triangles) {
    mesh->skin = r->has_bones ? r->skin : FERRY_NONE;
    mesh->vertex_count = vertices;
    mesh->triangle_count = triangles;
    if (!vertices) return true;
    mesh->positions = ferry_scene_new(r->scene, ferry_vec3, vertices);
    mesh->normals = ferry_scene_new(r->scene, ferry_vec3, vertices);
    mesh->colors[0] = ferry_scene_new(r->scene, ferry_color, vertices);
    mesh->uvs[0] = ferry_scene_new(r->scene, ferry_vec2, vertices);
    mesh->triangles = ferry_scene_new(r->scene, uint32_t, 3 * (size_t)triangles);
    if (r->has_bones) mesh->influences = ferry_scene_new(r->scene, uint32_t, vertices);
    return mesh->positions && mesh->normals && mesh->colors[0] && mesh->uvs[0] && mesh->triangles &&
           (!r->has_bones || mesh->influences);
}

static uint16_t packed_normal(const fy_t3dm_reader *r, uint32_t vertex) {
    return ferry_be16(r->vertices.data + (size_t)(vertex / 2) * FY_T3DM_VERTEX_PAIR + 8 * (vertex & 1) + 6);
}

/* Importers of L0 read one triangle past an object's last. What lay there mostly has a corner without a
 * normal, which no vertex of a model has. */
static void drop_stray(replay *p, const ferry_window *chunk) {
    if (!p->r->layout->stray || !p->triangle_count) return;
    const uint32_t *last = p->triangles + 3 * (size_t)(p->triangle_count - 1);
    for (int k = 0; k < 3; k++) {
        if (packed_normal(p->r, p->loads[last[k]].vertex)) continue;
        p->triangle_count--;
        ferry_say_at(
            chunk, 0, p->r->doubt, "t3dm.index-overrun",
            "its last triangle has a corner without a normal: the importer read past its index list; left "
            "out");
        return;
    }
}

/* Only what triangles name becomes a vertex: padding stays behind. */
static bool fill_mesh(replay *p, ferry_window *chunk, ferry_mesh *mesh, const ferry_rdp_material *rdp) {
    fy_t3dm_reader *r = p->r;
    uint32_t *number = ferry_new(r->job, uint32_t, p->load_count + (size_t)1), used = 0;
    bool rootless = true;
    if (!number) return false;
    for (uint32_t i = 0; i < p->load_count; i++) number[i] = FERRY_NONE;
    for (size_t i = 0; i < 3 * (size_t)p->triangle_count; i++) number[p->triangles[i]] = 0;
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (number[i] == FERRY_NONE) continue;
        number[i] = used++;
        rootless = rootless && p->loads[i].bone != FY_T3DM_NO_BONE;
    }
    if ((!r->has_bones || !rootless) && !need_root(r)) return false;
    if (!make_mesh(r, mesh, used, p->triangle_count)) return false;
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (number[i] == FERRY_NONE) continue;
        if (!put_vertex(r, chunk, mesh, number[i], p->loads[i], rdp) ||
            !fy_t3dm_place_vertex(r, p->loads[i].vertex, p->loads[i].bone, number[i]))
            return false;
    }
    for (size_t i = 0; i < 3 * (size_t)p->triangle_count; i++) mesh->triangles[i] = number[p->triangles[i]];
    return true;
}

/* --------------------------------------------------------------------------------------------------- cost */

static void count_part(fy_t3dm_drawing *to, const part_record *part) {
    fy_t3dm_cost *cost = &to->cost;
    to->parts++;
    cost->loads++;
    cost->vertices += part->count;
    cost->matrices += part->bone != FY_T3DM_NO_BONE;
    cost->list_triangles += part->list / 3u;
    cost->sequences += part->sequence_count != 0;
    for (int k = 0; k < FY_T3DM_BUFFERS && part->strips[k]; k++) {
        cost->buffers++;
        cost->strip_values += part->strips[k];
    }
    cost->ends += part->strips[0] != 0;
    cost->lists += part->list && !part->sequence_count && !part->strips[0];
}

/* The matrix before a bone's comes back where vertices on no bone follow, and at the object's end. */
static uint64_t count_pops(const part_record *parts, uint32_t count) {
    uint64_t pops = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count || parts[i + 1].bone == FY_T3DM_NO_BONE;
        pops += last && parts[i].bone != FY_T3DM_NO_BONE;
    }
    return pops;
}

static bool part_moves(const fy_t3dm_reader *r, const part_record *part) {
    uint32_t first = part->vertices / (FY_T3DM_VERTEX_PAIR / 2), end = first + ((part->count + 1u) & ~1u);
    while (first < end && !r->tracks->moved[first]) first++;
    return first < end;
}

/* A vertex as stored, and its bone. */
typedef struct key {
    uint8_t bytes[16 + 2];
} key;

static key key_of(const fy_t3dm_reader *r, loaded from) {
    const uint8_t *pair = r->vertices.data + (size_t)(from.vertex / 2) * FY_T3DM_VERTEX_PAIR;
    uint32_t odd = from.vertex & 1;
    key k;
    memcpy(k.bytes, pair + 8 * odd, 8);
    memcpy(k.bytes + 8, pair + 0x10 + 4 * odd, 4);
    memcpy(k.bytes + 12, pair + 0x18 + 4 * odd, 4);
    k.bytes[16] = (uint8_t)(from.bone >> 8);
    k.bytes[17] = (uint8_t)from.bone;
    return k;
}

static int by_key(const void *a, const void *b) {
    return memcmp(a, b, sizeof(key));
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static uint64_t count_stored(const replay *p, uint32_t *numbers) {
    uint64_t stored = p->load_count != 0;
    for (uint32_t i = 0; i < p->load_count; i++) numbers[i] = p->loads[i].vertex;
    if (p->load_count) qsort(numbers, p->load_count, sizeof *numbers, by_number);
    for (uint32_t i = 1; i < p->load_count; i++) stored += numbers[i] != numbers[i - 1];
    return stored;
}

static uint64_t count_different(const replay *p, key *keys, uint32_t *used) {
    uint32_t count = 0;
    memset(used, 0, p->load_count * sizeof *used);
    for (size_t i = 0; i < 3 * (size_t)p->triangle_count; i++) used[p->triangles[i]] = 1;
    for (uint32_t i = 0; i < p->load_count; i++)
        if (used[i]) keys[count++] = key_of(p->r, p->loads[i]);
    uint64_t different = count != 0;
    if (count) qsort(keys, count, sizeof *keys, by_key);
    for (uint32_t i = 1; i < count; i++) different += by_key(&keys[i - 1], &keys[i]) != 0;
    return different;
}

static bool measure_drawing(const replay *p, const part_record *parts, uint32_t count) {
    fy_t3dm_reader *r = p->r;
    if (!r->drawings) return true;
    fy_t3dm_drawing *to = &r->drawings[r->objects_read++];
    uint32_t *numbers = ferry_new(r->job, uint32_t, p->load_count + (size_t)1);
    key *keys = ferry_new(r->job, key, p->load_count + (size_t)1);
    if (!numbers || !keys) return false;
    for (uint32_t i = 0; i < count; i++) {
        count_part(to, &parts[i]);
        to->moving_parts += r->tracks && r->tracks->moved && part_moves(r, &parts[i]);
    }
    to->cost.strips = p->strip_count;
    to->pops = count_pops(parts, count);
    to->triangles = p->triangle_count;
    to->stored = count_stored(p, numbers);
    to->floor = count_different(p, keys, numbers);
    return true;
}

/* ------------------------------------------------------------------------------------------------ objects */

static ferry_window cut_part(fy_t3dm_reader *r, ferry_window *chunk, uint32_t i) {
    const fy_t3dm_layout *layout = r->layout;
    return ferry_window_cut(chunk, "part", i, layout->object + layout->part * (uint64_t)i, layout->part);
}

static bool replay_object(replay *p, ferry_window *chunk, uint32_t count) {
    part_record *parts = ferry_new(p->r->job, part_record, count + (size_t)1);
    if (!parts) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window part = cut_part(p->r, chunk, i);
        if (!read_part(p->r, &part, &parts[i])) return false;
    }
    if (!prepare_replay(p, parts, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window part = cut_part(p->r, chunk, i);
        if (!ferry_tick(p->r->job) || !replay_part(p, &part, &parts[i])) return false;
    }
    return measure_drawing(p, parts, count);
}

static bool add_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t parts, uint32_t material) {
    replay p = {.r = r};
    uint8_t name_at = r->layout->name_at;
    const char *name = name_at == FY_T3DM_ABSENT ? "" : fy_t3dm_read_string(r, chunk, name_at);
    if (!name || !replay_object(&p, chunk, parts)) return false;
    drop_stray(&p, chunk);
    const ferry_rdp_material *rdp = material == FERRY_NONE ? NULL : r->scene->materials.data[material].rdp;
    ferry_mesh *mesh = ferry_append(r->scene, &r->scene->meshes, ferry_mesh);
    if (!mesh) return false;
    mesh->name = name;
    if (!fill_mesh(&p, chunk, mesh, rdp)) return false;
    ferry_draw *draw = ferry_append(r->scene, &r->scene->draws, ferry_draw);
    if (!draw) return false;
    *draw = (ferry_draw){.name = name,
                         .node = r->has_bones ? r->first_bone : r->root,
                         .mesh = r->scene->meshes.count - 1,
                         .material = material,
                         .visible = true};
    return true;
}

bool fy_t3dm_read_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t material) {
    const fy_t3dm_layout *layout = r->layout;
    if (!ferry_window_holds(chunk, 0, 1, layout->object))
        return ferry_refuse(chunk, 0, "t3dm.object", "expected %u bytes, found %zu", layout->object,
                            chunk->size);
    uint32_t parts = fy_t3dm_layout_parts(layout, chunk->data);
    if (!ferry_window_holds(chunk, layout->object, parts, layout->part)) {
        return ferry_refuse(chunk, layout->parts_at, "t3dm.parts",
                            "%u parts of %u bytes, but only %zu bytes left", parts, layout->part,
                            chunk->size - layout->object);
    }
    ferry_mark mark = ferry_job_mark(r->job);
    bool ok = add_object(r, chunk, parts, material);
    ferry_job_release(r->job, mark);
    return ok;
}
