/*
 * t3dm_bvh.c: a tree of boxes over the objects of a file, by the surface-area heuristic.
 *
 * Format: docs/formats/t3dm.md, "BVH". Boxes are split until each object stands alone; from there up, what is
 * cheaper as one leaf becomes one, by what the runtime does: it tests the box of an inner node, and that of
 * each object of a leaf, but not the leaf's own.
 */
#include "formats/t3dm/file/t3dm_bvh.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"

/* The runtime goes down by recursion; a bound keeps its stack small. Halving alone would need 11. */
enum { DEPTH = 32 };

typedef struct node {
    int16_t box[6];
    uint32_t first, count;    /* objects, into the tree's order */
    struct node *children[2]; /* NULL: one object alone, or a leaf */
    uint32_t leaves;          /* below and with it */
    double tests;             /* boxes tested once the runtime comes to it */
} node;

/* An object on the way to be split off. */
typedef struct item {
    uint32_t object;
    int32_t middle; /* twice that of its box, on the axis at hand */
} item;

typedef struct tree {
    const int16_t (*boxes)[6];
    node *nodes;
    uint32_t node_count;
    item *order, *sorted;
    uint64_t *left; /* area of the first n boxes */
    ferry_out out;
    uint32_t placed, entries; /* nodes and entries that have their place in the chunk */
    uint16_t *data;
} tree;

/* -------------------------------------------------------------------------------------------------- boxes */

void fy_t3dm_unite_boxes(int16_t box[6], const int16_t with[6]) {
    for (int i = 0; i < 6; i++)
        if (i < 3 ? with[i] < box[i] : with[i] > box[i]) box[i] = with[i];
}

/* Half the surface. */
static uint64_t area(const int16_t box[6]) {
    uint64_t side[3];
    for (int i = 0; i < 3; i++) side[i] = box[i + 3] > box[i] ? (uint64_t)(box[i + 3] - box[i]) : 0;
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

/* ------------------------------------------------------------------------------------------- splits */

static int by_middle(const void *a, const void *b) {
    const item *x = a, *y = b;
    if (x->middle != y->middle) return x->middle < y->middle ? -1 : 1;
    return x->object < y->object ? -1 : x->object > y->object;
}

static void sort_along(tree *t, uint32_t first, uint32_t count, int axis) {
    for (uint32_t i = 0; i < count; i++) {
        const int16_t *box = t->boxes[t->order[first + i].object];
        t->sorted[i] = (item){t->order[first + i].object, box[axis] + box[axis + 3]};
    }
    qsort(t->sorted, count, sizeof *t->sorted, by_middle);
}

/* The cheapest place to cut the sorted items; `cost` is of what was found so far. True if it is cheaper. */
static bool find_cut(tree *t, uint32_t count, uint64_t *cost, uint32_t *at) {
    int16_t box[6];
    bool better = false;
    for (uint32_t i = 0; i + 1 < count; i++) {
        if (!i) memcpy(box, t->boxes[t->sorted[0].object], sizeof box);
        fy_t3dm_unite_boxes(box, t->boxes[t->sorted[i].object]);
        t->left[i + 1] = area(box);
    }
    memcpy(box, t->boxes[t->sorted[count - 1].object], sizeof box);
    for (uint32_t i = count - 1; i > 0; i--) {
        fy_t3dm_unite_boxes(box, t->boxes[t->sorted[i].object]);
        uint64_t found = t->left[i] * i + area(box) * (count - i);
        if (found >= *cost) continue;
        *cost = found;
        *at = i;
        better = true;
    }
    return better;
}

/* Puts the objects of a node into the order of its best split; how many go to the first child. */
static uint32_t split_node(tree *t, uint32_t first, uint32_t count, uint32_t depth) {
    uint64_t cost = UINT64_MAX;
    uint32_t at = count / 2;
    bool deep = depth >= DEPTH || (DEPTH - depth < 32 && count > UINT32_C(1) << (DEPTH - depth - 1));
    for (int axis = 0; axis < 3; axis++) {
        sort_along(t, first, count, axis);
        if (!deep && !find_cut(t, count, &cost, &at)) continue;
        memcpy(t->order + first, t->sorted, count * sizeof *t->order);
        if (deep) break;
    }
    return at;
}

static node *build_node(tree *t, uint32_t first, uint32_t count, uint32_t depth) {
    node *made = &t->nodes[t->node_count++];
    *made = (node){.first = first, .count = count};
    memcpy(made->box, t->boxes[t->order[first].object], sizeof made->box);
    for (uint32_t i = 1; i < count; i++) fy_t3dm_unite_boxes(made->box, t->boxes[t->order[first + i].object]);
    if (count == 1) return made;
    uint32_t cut_at = split_node(t, first, count, depth);
    made->children[0] = build_node(t, first, cut_at, depth + 1);
    made->children[1] = build_node(t, first + cut_at, count - cut_at, depth + 1);
    return made;
}

/* ------------------------------------------------------------------------------------------------- leaves */

/* `of_parent`: the area of the box that was met before the runtime comes here. */
static void choose_leaves(node *n, uint64_t of_parent) {
    n->tests = n->count;
    n->leaves = 1;
    if (!n->children[0]) return;
    uint64_t own = area(n->box);
    double met = of_parent ? (double)own / (double)of_parent : 1, inner = 0;
    for (int k = 0; k < 2; k++) {
        choose_leaves(n->children[k], own);
        inner += n->children[k]->tests;
    }
    inner = 1 + met * inner;
    if (n->count <= FY_T3DM_BVH_LEAF && n->tests <= inner) {
        n->children[0] = n->children[1] = NULL;
        return;
    }
    n->tests = inner;
    n->leaves = n->children[0]->leaves + n->children[1]->leaves;
}

/* -------------------------------------------------------------------------------------------------- bytes */

static void put_node(tree *t, const node *n, uint32_t at, uint32_t value) {
    uint8_t *to = t->out.data + FY_T3DM_BVH_NODES_AT + FY_T3DM_BVH_NODE * (size_t)at;
    for (int i = 0; i < 6; i++) {
        to[2 * i] = (uint8_t)((uint32_t)n->box[i] >> 8);
        to[2 * i + 1] = (uint8_t)n->box[i];
    }
    to[12] = (uint8_t)(value >> 8);
    to[13] = (uint8_t)value;
}

/* Children stand side by side; the one with fewer leaves comes first, with all that is below it. So the other
 * one's children are 2 * 1,024 - 1 nodes away at most, as far as 12 bits with a sign reach. */
static void place(tree *t, const node *n, uint32_t at) {
    if (!n->children[0]) {
        put_node(t, n, at, t->entries << 4 | n->count);
        for (uint32_t i = 0; i < n->count; i++)
            t->data[t->entries++] = (uint16_t)t->order[n->first + i].object;
        return;
    }
    uint32_t pair = t->placed, small = n->children[1]->leaves < n->children[0]->leaves;
    t->placed += 2;
    put_node(t, n, at, (pair - at) << 4);
    place(t, n->children[small], pair);
    place(t, n->children[1 - small], pair + 1);
}

bool fy_t3dm_build_bvh(ferry_job *job, const int16_t (*boxes)[6], uint32_t count, ferry_bytes *bytes) {
    tree t = {.boxes = boxes, .placed = 1};
    t.nodes = ferry_new(job, node, 2 * (size_t)count);
    t.order = ferry_new(job, item, count);
    t.sorted = ferry_new(job, item, count);
    t.left = ferry_new(job, uint64_t, count);
    t.data = ferry_new(job, uint16_t, count);
    t.out = ferry_out_open(job, "");
    if (!t.nodes || !t.order || !t.sorted || !t.left || !t.data) return false;
    for (uint32_t i = 0; i < count; i++) t.order[i].object = i;
    node *root = build_node(&t, 0, count, 0);
    choose_leaves(root, 0);
    uint32_t nodes = 2 * root->leaves - 1;
    ferry_put_u16(&t.out, nodes);
    ferry_put_u16(&t.out, count);
    ferry_put_zeros(&t.out, FY_T3DM_BVH_NODE * (size_t)nodes);
    if (t.out.bad) return false;
    place(&t, root, 0);
    for (uint32_t i = 0; i < count; i++) ferry_put_u16(&t.out, t.data[i]);
    *bytes = (ferry_bytes){t.out.data, t.out.size};
    return !t.out.bad;
}
