/*
 * t3dm_read_drawing.c: what drawing an object costs: commands, loads, matrices, and the vertices that no
 * order of them saves (docs/cost.md, "Drawing").
 */
#include "formats/t3dm/read/t3dm_read_drawing.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"
#include "formats/t3dm/read/t3dm_read_parts.h"

static void count_part(fy_t3dm_drawing *to, const fy_t3dm_part_record *part) {
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
static uint64_t count_pops(const fy_t3dm_part_record *parts, uint32_t count) {
    uint64_t pops = 0;
    for (uint32_t i = 0; i < count; i++) {
        bool last = i + 1 == count || parts[i + 1].bone == FY_T3DM_NO_BONE;
        pops += last && parts[i].bone != FY_T3DM_NO_BONE;
    }
    return pops;
}

static bool part_moves(const fy_t3dm_reader *r, const fy_t3dm_part_record *part) {
    uint32_t first = part->vertices / (FY_T3DM_VERTEX_PAIR / 2), end = first + ((part->count + 1u) & ~1u);
    while (first < end && !r->tracks->moved[first]) first++;
    return first < end;
}

/* A vertex as stored, and its bone. */
typedef struct key {
    uint8_t bytes[16 + 2];
} key;

static key key_of(const fy_t3dm_reader *r, fy_t3dm_load from) {
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

static uint64_t count_stored(const fy_t3dm_replay *p, uint32_t *numbers) {
    uint64_t stored = p->load_count != 0;
    for (uint32_t i = 0; i < p->load_count; i++) numbers[i] = p->loads[i].vertex;
    if (p->load_count) qsort(numbers, p->load_count, sizeof *numbers, fy_by_number);
    for (uint32_t i = 1; i < p->load_count; i++) stored += numbers[i] != numbers[i - 1];
    return stored;
}

static uint64_t count_different(const fy_t3dm_replay *p, key *keys, uint32_t *used) {
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

bool fy_t3dm_measure_drawing(const fy_t3dm_replay *p) {
    fy_t3dm_reader *r = p->r;
    if (!r->drawings) return true;
    fy_t3dm_drawing *to = &r->drawings[r->objects_read++];
    uint32_t *numbers = ferry_new(r->job, uint32_t, p->load_count + (size_t)1);
    key *keys = ferry_new(r->job, key, p->load_count + (size_t)1);
    if (!numbers || !keys) return false;
    for (uint32_t i = 0; i < p->part_count; i++) {
        count_part(to, &p->parts[i]);
        to->moving_parts += r->tracks && r->tracks->moved && part_moves(r, &p->parts[i]);
    }
    to->cost.strips = p->strip_count;
    to->pops = count_pops(p->parts, p->part_count);
    to->triangles = p->triangle_count;
    to->stored = count_stored(p, numbers);
    to->floor = count_different(p, keys, numbers);
    return true;
}
