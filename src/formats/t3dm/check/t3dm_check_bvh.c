/*
 * t3dm_check_bvh.c: the rules of the tree of boxes: each object is reached once, nothing else is.
 *
 * Format: docs/formats/t3dm.md, "BVH" and "Checking".
 */
#include "formats/t3dm/check/t3dm_check_bvh.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/file/t3dm_bvh.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

enum { NODES_AT = FY_T3DM_BVH_NODES_AT, NODE = FY_T3DM_BVH_NODE };

typedef struct tree {
    fy_t3dm_reader *r;
    ferry_window *in;
    uint32_t nodes, data, objects;
    uint32_t *todo; /* nodes to visit */
    uint32_t todo_count;
    uint8_t *met_nodes, *met_objects;
} tree;

static uint64_t data_at(const tree *t) {
    return NODES_AT + NODE * (uint64_t)t->nodes;
}

/* The runtime makes a distance of the object's number: backwards, in words, of 16 bits. */
static void check_distance(tree *t, uint64_t at, uint32_t object) {
    int64_t before = (int64_t)t->in->base - (int64_t)t->r->chunks[object].offset;
    if (before < 0)
        ferry_say_at(t->in, at, FY_CHECK_WRONG, "t3dm.bvh",
                     "object %u is %lld bytes after the BVH, expected before it", object, (long long)-before);
    else if (before >= FY_T3DM_BVH_REACH)
        ferry_say_at(t->in, at, FY_CHECK_WRONG, "t3dm.bvh",
                     "object %u is %lld bytes before the BVH; the limit is %d", object, (long long)before,
                     FY_T3DM_BVH_REACH - 4);
}

static void meet_object(tree *t, ferry_window *node, uint32_t entry) {
    uint64_t at = data_at(t) + 2 * (uint64_t)entry;
    uint32_t object = entry < t->data ? ferry_u16_at(t->in, at) : FERRY_NONE;
    if (entry >= t->data) {
        ferry_say_at(node, 12, FY_CHECK_WRONG, "t3dm.bvh", "entry %u is out of range (%u)", entry, t->data);
    } else if (object >= t->objects) {
        ferry_say_at(t->in, at, FY_CHECK_WRONG, "t3dm.bvh",
                     "entry %u references object %u, but there are "
                     "%u",
                     entry, object, t->objects);
    } else {
        if (t->met_objects[object]++ == 1)
            ferry_say_at(t->in, at, FY_CHECK_ADVICE, "t3dm.bvh", "object %u is referenced more than once",
                         object);
        if (t->met_objects[object] > 2) t->met_objects[object] = 2;
        check_distance(t, at, object);
    }
}

/* Low four bits: objects of a leaf, or 0 and the distance to the first of two children. */
static void visit(tree *t, uint32_t number) {
    ferry_window node = ferry_window_cut(t->in, "node", number, NODES_AT + NODE * (uint64_t)number, NODE);
    int32_t value = (int16_t)ferry_u16_at(&node, 12), high = value >> 4;
    uint32_t count = (uint32_t)value & 15;
    for (uint32_t k = 0; k < count; k++) meet_object(t, &node, (uint32_t)high + k);
    for (int32_t k = 0; k < 2 && !count; k++) {
        int64_t child = (int64_t)number + high + k;
        if (child < 0 || child >= t->nodes || t->met_nodes[child]) {
            ferry_say_at(&node, 12, FY_CHECK_WRONG, "t3dm.bvh",
                         child < 0 || child >= t->nodes ? "child %lld is out of range (%u nodes)"
                                                        : "child %lld of %u nodes has another parent",
                         (long long)child, t->nodes);
            continue;
        }
        t->met_nodes[child] = 1;
        t->todo[t->todo_count++] = (uint32_t)child;
    }
}

static bool walk_tree(tree *t) {
    t->todo = ferry_new(t->r->job, uint32_t, t->nodes + (size_t)1);
    t->met_nodes = ferry_new(t->r->job, uint8_t, t->nodes + (size_t)1);
    t->met_objects = ferry_new(t->r->job, uint8_t, t->objects + (size_t)1);
    if (!t->todo || !t->met_nodes || !t->met_objects) return false;
    if (t->nodes) t->met_nodes[0] = 1, t->todo_count = 1;
    while (t->todo_count) {
        if (!ferry_tick(t->r->job)) return false;
        visit(t, t->todo[--t->todo_count]);
    }
    for (uint32_t i = 0; i < t->objects; i++)
        if (!t->met_objects[i])
            ferry_say_at(t->in, 0, FY_CHECK_WRONG, "t3dm.bvh",
                         "object %u is in no leaf: queries never find it", i);
    return true;
}

bool fy_t3dm_check_bvh(fy_t3dm_reader *r) {
    tree t = {.r = r};
    uint32_t chunk = FERRY_NONE;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        t.objects += r->chunks[i].type == 'O';
        if (r->chunks[i].type == 'B' && chunk == FERRY_NONE) chunk = i;
    }
    if (chunk == FERRY_NONE) return true;
    ferry_window in = fy_t3dm_cut_chunk(r, chunk, "bvh", FERRY_NONE);
    t.in = &in;
    t.nodes = ferry_u16_at(&in, 0);
    t.data = ferry_u16_at(&in, 2);
    if (!ferry_window_ok(&in)) return false;
    if (ferry_window_holds(&in, data_at(&t), t.data, 2)) return walk_tree(&t);
    return ferry_refuse(&in, 0, "t3dm.bvh", "%u nodes and %u entries, but only %zu bytes left", t.nodes,
                        t.data, in.size - NODES_AT);
}
