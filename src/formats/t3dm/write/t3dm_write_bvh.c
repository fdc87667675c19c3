/*
 * t3dm_write_bvh.c: the box tree of a file: that of the T3DM file that a scene was read from, as long as the
 * new objects can be put in the places of the old ones, or a new one.
 *
 * Format: docs/formats/t3dm.md, "BVH" and "Rewriting".
 */
#include "formats/t3dm/write/t3dm_write_bvh.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/file/t3dm_bvh.h"
#include "formats/t3dm/file/t3dm_layout.h"

/* -------------------------------------------------------------------------------------------- a kept tree */

enum { VALUE_AT = 12 };

typedef struct tree {
    const fy_t3dm_remap *moves;
    uint8_t *bytes;
    size_t size;
    uint32_t nodes, entries;
    bool *met; /* objects of the new file */
} tree;

static uint8_t *node_at(const tree *t, uint32_t node) {
    return t->bytes + FY_T3DM_BVH_NODES_AT + FY_T3DM_BVH_NODE * (size_t)node;
}

static uint8_t *entry_at(const tree *t, uint32_t entry) {
    return node_at(t, t->nodes) + 2 * (size_t)entry;
}

static void put_s16(uint8_t *at, int32_t value) {
    at[0] = (uint8_t)((uint32_t)value >> 8);
    at[1] = (uint8_t)value;
}

static bool unite_leaf(tree *t, uint32_t value, int16_t box[6]) {
    for (uint32_t i = 0; i < (value & 15); i++) {
        uint32_t entry = (value >> 4) + i,
                 old = entry < t->entries ? ferry_be16(entry_at(t, entry)) : UINT32_MAX;
        if (old >= t->moves->count || t->moves->numbers[old] == FERRY_NONE) return false;
        fy_t3dm_unite_boxes(box, t->moves->boxes[t->moves->numbers[old]]);
    }
    return true;
}

static bool unite_children(const tree *t, uint32_t node, uint32_t value, int16_t box[6]) {
    int32_t distance = (int32_t)(value >> 4) - (value & 0x8000 ? 0x1000 : 0);
    if (distance <= 0 || node + (uint32_t)distance + 1 >= t->nodes) return false;
    for (uint32_t k = 0; k < 2; k++) {
        int16_t child[6];
        for (uint32_t i = 0; i < 6; i++)
            child[i] = (int16_t)ferry_be16(node_at(t, node + (uint32_t)distance + k) + 2 * i);
        fy_t3dm_unite_boxes(box, child);
    }
    return true;
}

/* Children stand behind their parents, so boxes are known from the last node on. */
static bool fit_boxes(tree *t) {
    for (uint32_t node = t->nodes; node-- > 0;) {
        int16_t box[6] = {INT16_MAX, INT16_MAX, INT16_MAX, INT16_MIN, INT16_MIN, INT16_MIN};
        uint32_t value = ferry_be16(node_at(t, node) + VALUE_AT);
        if (!(value & 15 ? unite_leaf(t, value, box) : unite_children(t, node, value, box))) return false;
        for (uint32_t i = 0; i < 6; i++) put_s16(node_at(t, node) + 2 * i, box[i]);
    }
    return true;
}

static bool renumber(tree *t) {
    uint32_t objects = 0;
    for (uint32_t i = 0; i < t->entries; i++) {
        uint32_t now = t->moves->numbers[ferry_be16(entry_at(t, i))];
        objects += !t->met[now];
        t->met[now] = true;
        put_s16(entry_at(t, i), (int32_t)now);
    }
    return objects == t->moves->objects;
}

static bool entries_known(const tree *t) {
    for (uint32_t i = 0; i < t->entries; i++) {
        uint32_t old = ferry_be16(entry_at(t, i));
        if (old >= t->moves->count || t->moves->numbers[old] == FERRY_NONE) return false;
    }
    return true;
}

/* Makes a box tree one of the new objects. *fits is false where that cannot be. False: no memory. */
static bool follow_moves(ferry_job *job, const fy_t3dm_remap *moves, fy_t3dm_passthrough *bvh, bool *fits) {
    tree t = {.moves = moves, .size = bvh->bytes.size};
    t.bytes = ferry_new(job, uint8_t, t.size + 1);
    t.met = ferry_new(job, bool, moves->objects + (size_t)1);
    if (!t.bytes || !t.met) return false;
    if (t.size) memcpy(t.bytes, bvh->bytes.data, t.size);
    *fits = t.size >= FY_T3DM_BVH_NODES_AT;
    if (*fits) {
        t.nodes = ferry_be16(t.bytes);
        t.entries = ferry_be16(t.bytes + 2);
        *fits = FY_T3DM_BVH_NODES_AT + FY_T3DM_BVH_NODE * (size_t)t.nodes + 2 * (size_t)t.entries <= t.size;
    }
    *fits = *fits && entries_known(&t) && fit_boxes(&t) && renumber(&t);
    if (*fits) bvh->bytes.data = t.bytes;
    return true;
}

/* ------------------------------------------------------------------------------------------ what is to be */

bool fy_t3dm_plan_bvh(ferry_job *job, const char *name, const fy_t3dm_layout *layout,
                      const fy_t3dm_remap *moves, fy_t3dm_passthrough_list *kept, bool *anew) {
    bool wanted = moves->objects && ferry_setting_is(job, "t3dm.bvh", "yes");
    *anew = wanted && layout->shared;
    if (wanted && !*anew)
        ferry_say(job, FERRY_LOSS, "t3dm.bvh", name, "", "layout %s has no BVH", layout->name);
    for (uint32_t i = 0; i < kept->count; i++) {
        fy_t3dm_passthrough *chunk = &kept->data[i];
        bool fits = false;
        if (chunk->type != 'B') continue;
        if (!*anew && !follow_moves(job, moves, chunk, &fits)) return false;
        if (fits) continue;
        chunk->type = 0;
        if (*anew) continue;
        *anew = moves->objects;
        ferry_say(job, FERRY_NOTE, "t3dm.bvh", name, "", "BVH rebuilt: the objects have changed");
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- a new tree */

static bool refuse_tree(ferry_job *job, const char *name, const char *why) {
    ferry_say(job, FERRY_ERROR, "t3dm.bvh", name, "", "%s: write no BVH, or split the model", why);
    return false;
}

/* Numbers in the tree are short. */
static bool can_hold(ferry_job *job, const char *name, uint32_t objects, size_t distance) {
    if (objects > FY_T3DM_BVH_OBJECTS)
        return refuse_tree(
            job, name,
            ferry_job_format(job, "a BVH holds %d objects, the model has %u", FY_T3DM_BVH_OBJECTS, objects));
    if (distance >= FY_T3DM_BVH_REACH)
        return refuse_tree(
            job, name,
            ferry_job_format(job,
                             "the first of %u objects is %zu bytes before the BVH; the limit is "
                             "%d",
                             objects, distance, FY_T3DM_BVH_REACH - 4));
    return true;
}

bool fy_t3dm_new_bvh(ferry_job *job, const char *name, const fy_t3dm_remap *moves, size_t distance,
                     bool bones, ferry_bytes *chunk) {
    if (!can_hold(job, name, moves->objects, distance)) return false;
    if (bones)
        ferry_say(
            job, FERRY_LOSS, "t3dm.bvh-pose", name, "",
            "the BVH covers only the rest pose: %u objects are attached to bones, and queries miss them "
            "when animated out of their boxes",
            moves->objects);
    return fy_t3dm_build_bvh(job, moves->boxes, moves->objects, chunk);
}
