/*
 * t3dm_read_parts.c: an object's triangles, found as the console finds them: parts load vertices into the
 * cache and draw from its slots; what a load or a strip buffer destroyed is gone.
 *
 * Format: docs/formats/t3dm.md, "Parts", "Strips" and "Vertex cache".
 */
#include "formats/t3dm/read/t3dm_read_parts.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* ------------------------------------------------------------------------------------------- part records */

/* The fields of the record; what its layout does not have is none. */
static bool read_fields(fy_t3dm_reader *r, ferry_window *in, fy_t3dm_part_record *part) {
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
static bool read_part(fy_t3dm_reader *r, ferry_window *in, fy_t3dm_part_record *part) {
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
static bool fetch(fy_t3dm_replay *p, ferry_window *part, const char *kind, uint32_t number, uint32_t slot,
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

static void add_triangle(fy_t3dm_replay *p, uint32_t a, uint32_t b, uint32_t c) {
    uint32_t *to = p->triangles + 3 * (size_t)p->triangle_count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

static bool draw_list(fy_t3dm_replay *p, ferry_window *part, const fy_t3dm_part_record *record) {
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

static bool draw_sequence(fy_t3dm_replay *p, ferry_window *part, const fy_t3dm_part_record *record) {
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

static bool draw_buffer(fy_t3dm_replay *p, ferry_window *part, uint32_t buffer, const uint8_t *values,
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
static bool draw_strips(fy_t3dm_replay *p, ferry_window *part, const fy_t3dm_part_record *record) {
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

static bool replay_part(fy_t3dm_replay *p, ferry_window *part, const fy_t3dm_part_record *record) {
    uint32_t even = (record->count + 1u) & ~1u;
    fy_t3dm_cache_load(&p->cache, record->dest, even, p->load_count);
    for (uint32_t i = 0; i < even; i++) {
        p->loads[p->load_count++] =
            (fy_t3dm_load){record->vertices / (FY_T3DM_VERTEX_PAIR / 2) + i, record->bone};
    }
    return draw_list(p, part, record) && draw_sequence(p, part, record) && draw_strips(p, part, record);
}

/* Most triangles and loads that the parts may make; memory is taken once. */
static bool prepare_replay(fy_t3dm_replay *p, const fy_t3dm_part_record *parts, uint32_t count) {
    uint64_t loads = 0, triangles = 0;
    for (uint32_t i = 0; i < count; i++) {
        loads += parts[i].count + UINT64_C(1);
        triangles += parts[i].list / 3u + parts[i].sequence_count;
        for (int k = 0; k < FY_T3DM_BUFFERS; k++) triangles += parts[i].strips[k];
    }
    fy_t3dm_cache_clear(&p->cache);
    p->loads = ferry_new(p->r->job, fy_t3dm_load, (size_t)loads + 1);
    p->triangles = ferry_alloc(p->r->job, (size_t)triangles + 1, 3 * sizeof *p->triangles);
    return p->loads && p->triangles;
}

static ferry_window cut_part(fy_t3dm_reader *r, ferry_window *chunk, uint32_t i) {
    const fy_t3dm_layout *layout = r->layout;
    return ferry_window_cut(chunk, "part", i, layout->object + layout->part * (uint64_t)i, layout->part);
}

bool fy_t3dm_replay_parts(fy_t3dm_replay *p, ferry_window *chunk, uint32_t count) {
    fy_t3dm_part_record *parts = ferry_new(p->r->job, fy_t3dm_part_record, count + (size_t)1);
    if (!parts) return false;
    p->parts = parts;
    p->part_count = count;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window part = cut_part(p->r, chunk, i);
        if (!read_part(p->r, &part, &parts[i])) return false;
    }
    if (!prepare_replay(p, parts, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window part = cut_part(p->r, chunk, i);
        if (!ferry_tick(p->r->job) || !replay_part(p, &part, &parts[i])) return false;
    }
    return true;
}
