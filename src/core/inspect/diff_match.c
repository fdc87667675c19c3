/* diff_match.c: which thing of one scene is which of another (diff.c). Nodes by their way from the root, then
 * by name; all else by name. What is left over on both sides, as many here as there, are the same things
 * renamed. */
#include "core/inspect/diff_match.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/inspect/diff_tell.h"
#include "core/scene/labels.h"

static void pair(fy_diff *d, fy_thing thing, uint32_t a, uint32_t b) {
    d->to_b[thing][a] = b;
    d->to_a[thing][b] = a;
}

/* Those that are not paired yet, in order; their number. */
static uint32_t collect_unpaired(const uint32_t *paired, uint32_t count, fy_named *entries) {
    uint32_t left = 0;
    for (uint32_t i = 0; i < count; i++)
        if (paired[i] == FERRY_NONE) entries[left++] = (fy_named){.index = i};
    return left;
}

/* Pairs equal ones of two sorted lists, the first of one name with the first. */
static void pair_sorted(fy_diff *d, fy_thing thing, fy_named *a, uint32_t a_count, fy_named *b,
                        uint32_t b_count) {
    fy_sort_named(a, a_count);
    fy_sort_named(b, b_count);
    for (uint32_t i = 0, k = 0; i < a_count && k < b_count;) {
        int order = strcmp(a[i].name, b[k].name);
        if (!order) pair(d, thing, a[i].index, b[k].index);
        i += order <= 0;
        k += order >= 0;
    }
}

static void pair_by_label(fy_diff *d, fy_thing thing, fy_named *a, fy_named *b) {
    uint32_t a_count = collect_unpaired(d->to_b[thing], fy_thing_count(d->a, thing), a);
    uint32_t b_count = collect_unpaired(d->to_a[thing], fy_thing_count(d->b, thing), b);
    for (uint32_t i = 0; i < a_count; i++) a[i].name = d->labels_a.texts[thing][a[i].index];
    for (uint32_t i = 0; i < b_count; i++) b[i].name = d->labels_b.texts[thing][b[i].index];
    pair_sorted(d, thing, a, a_count, b, b_count);
}

/* What one format calls `walk.bck` is `walk` of another kind in another. */
static void pair_clips_by_name(fy_diff *d, fy_named *a, fy_named *b) {
    uint32_t a_count = collect_unpaired(d->to_b[FY_CLIP], d->a->clips.count, a);
    uint32_t b_count = collect_unpaired(d->to_a[FY_CLIP], d->b->clips.count, b);
    for (uint32_t i = 0; i < a_count; i++) a[i].name = d->a->clips.data[a[i].index].name;
    for (uint32_t i = 0; i < b_count; i++) b[i].name = d->b->clips.data[b[i].index].name;
    pair_sorted(d, FY_CLIP, a, a_count, b, b_count);
}

static void pair_renamed(fy_diff *d, fy_thing thing, fy_named *a, fy_named *b) {
    uint32_t a_count = collect_unpaired(d->to_b[thing], fy_thing_count(d->a, thing), a);
    uint32_t b_count = collect_unpaired(d->to_a[thing], fy_thing_count(d->b, thing), b);
    for (uint32_t i = 0; i < a_count && a_count == b_count; i++) pair(d, thing, a[i].index, b[i].index);
}

/* -------------------------------------------------------------------------------------------------- nodes */

/* The number of a name among the names of both scenes, the same for equal ones. */
static bool number_names(fy_diff *d, uint32_t *of_a, uint32_t *of_b) {
    uint32_t count = d->a->nodes.count + d->b->nodes.count;
    fy_named *all = ferry_new(d->job, fy_named, (size_t)count + 1);
    if (!all) return false;
    for (uint32_t i = 0; i < count; i++) {
        bool in_a = i < d->a->nodes.count;
        all[i] =
            (fy_named){in_a ? d->a->nodes.data[i].name : d->b->nodes.data[i - d->a->nodes.count].name, i};
    }
    fy_sort_named(all, count);
    for (uint32_t i = 0, number = 0; i < count; i++) {
        number += i && strcmp(all[i].name, all[i - 1].name) != 0;
        if (all[i].index < d->a->nodes.count)
            of_a[all[i].index] = number;
        else
            of_b[all[i].index - d->a->nodes.count] = number;
    }
    return true;
}

typedef struct child {
    uint32_t parent, name, index; /* the parent as A counts; FERRY_NONE: a root */
} child;

static int by_way(const void *a, const void *b) {
    const child *x = a, *y = b;
    if (x->parent != y->parent) return x->parent < y->parent ? -1 : 1;
    if (x->name != y->name) return x->name < y->name ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static uint32_t *depths(ferry_job *job, const ferry_node_list *nodes, uint32_t *deepest) {
    uint32_t *depth = ferry_new(job, uint32_t, (size_t)nodes->count + 1);
    for (uint32_t i = 0; depth && i < nodes->count; i++) {
        depth[i] = nodes->data[i].parent == FERRY_NONE ? 0 : depth[nodes->data[i].parent] + 1;
        if (depth[i] > *deepest) *deepest = depth[i];
    }
    return depth;
}

/* Nodes sorted by depth, the order of each depth kept: `starts` has deepest + 2 elements. */
static uint32_t *sort_by_depth(ferry_job *job, const ferry_node_list *nodes, const uint32_t *depth,
                               uint32_t deepest, uint32_t *starts) {
    uint32_t *sorted = ferry_new(job, uint32_t, (size_t)nodes->count + 1);
    uint32_t *at = ferry_new(job, uint32_t, (size_t)deepest + 2);
    if (!sorted || !at) return NULL;
    for (uint32_t i = 0; i < nodes->count; i++) starts[depth[i] + 1]++;
    for (uint32_t i = 0; i <= deepest; i++) starts[i + 1] += starts[i];
    memcpy(at, starts, ((size_t)deepest + 1) * sizeof *at);
    for (uint32_t i = 0; i < nodes->count; i++) sorted[at[depth[i]]++] = i;
    return sorted;
}

/* Those of one depth whose parents are paired, or that have none. */
static uint32_t gather_nodes(const ferry_node_list *nodes, const uint32_t *sorted, uint32_t count,
                             const uint32_t *names, const uint32_t *parents, child *children) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t parent = nodes->data[sorted[i]].parent;
        if (parent != FERRY_NONE && parents) parent = parents[parent];
        if (parent == FERRY_NONE && nodes->data[sorted[i]].parent != FERRY_NONE) continue;
        children[found++] = (child){parent, names[sorted[i]], sorted[i]};
    }
    if (found) qsort(children, found, sizeof *children, by_way);
    return found;
}

static void pair_children(fy_diff *d, const child *a, uint32_t a_count, const child *b, uint32_t b_count) {
    for (uint32_t i = 0, k = 0; i < a_count && k < b_count;) {
        const child x = {a[i].parent, a[i].name, 0}, y = {b[k].parent, b[k].name, 0};
        int order = by_way(&x, &y);
        if (!order) pair(d, FY_NODE, a[i].index, b[k].index);
        i += order <= 0;
        k += order >= 0;
    }
}

/* Level by level: children of one name, of parents that are paired. */
static bool pair_by_way(fy_diff *d) {
    const ferry_node_list *a = &d->a->nodes, *b = &d->b->nodes;
    uint32_t deepest = 0;
    uint32_t *names_a = ferry_new(d->job, uint32_t, (size_t)a->count + 1);
    uint32_t *names_b = ferry_new(d->job, uint32_t, (size_t)b->count + 1);
    child *of_a = ferry_new(d->job, child, (size_t)a->count + 1),
          *of_b = ferry_new(d->job, child, (size_t)b->count + 1);
    uint32_t *depth_a = depths(d->job, a, &deepest), *depth_b = depths(d->job, b, &deepest);
    uint32_t *starts_a = ferry_new(d->job, uint32_t, (size_t)deepest + 2);
    uint32_t *starts_b = ferry_new(d->job, uint32_t, (size_t)deepest + 2);
    if (!names_a || !names_b || !of_a || !of_b || !depth_a || !depth_b || !starts_a || !starts_b ||
        !number_names(d, names_a, names_b))
        return false;
    uint32_t *sorted_a = sort_by_depth(d->job, a, depth_a, deepest, starts_a);
    uint32_t *sorted_b = sort_by_depth(d->job, b, depth_b, deepest, starts_b);
    if (!sorted_a || !sorted_b) return false;
    for (uint32_t k = 0; k <= deepest && ferry_tick(d->job); k++) {
        uint32_t in_a =
            gather_nodes(a, sorted_a + starts_a[k], starts_a[k + 1] - starts_a[k], names_a, NULL, of_a);
        uint32_t in_b = gather_nodes(b, sorted_b + starts_b[k], starts_b[k + 1] - starts_b[k], names_b,
                                     d->to_a[FY_NODE], of_b);
        pair_children(d, of_a, in_a, of_b, in_b);
    }
    return ferry_tick(d->job);
}

/* ---------------------------------------------------------------------------------------------------- all */

static uint32_t *none(ferry_job *job, uint32_t count) {
    uint32_t *indices = ferry_new(job, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; indices && i < count; i++) indices[i] = FERRY_NONE;
    return indices;
}

static bool match_labels(fy_diff *d, fy_thing thing, fy_named *a, fy_named *b) {
    uint32_t a_count = fy_thing_count(d->a, thing), b_count = fy_thing_count(d->b, thing);
    d->to_b[thing] = none(d->job, a_count);
    d->to_a[thing] = none(d->job, b_count);
    if (!d->to_b[thing] || !d->to_a[thing] || (thing == FY_NODE && !pair_by_way(d))) return false;
    pair_by_label(d, thing, a, b);
    if (thing == FY_CLIP) pair_clips_by_name(d, a, b);
    return ferry_tick(d->job);
}

/* Two that are used in one place of things that are paired, unless one of them is paired already. */
static void pair_used(fy_diff *d, fy_thing thing, uint32_t a, uint32_t b) {
    if (a == FERRY_NONE || b == FERRY_NONE) return;
    if (d->to_b[thing][a] == FERRY_NONE && d->to_a[thing][b] == FERRY_NONE) pair(d, thing, a, b);
}

static void pair_textures(fy_diff *d, const ferry_material *a, const ferry_material *b) {
    pair_used(d, FY_TEXTURE, a->base_texture, b->base_texture);
    for (int k = 0; a->gx && b->gx && k < FERRY_GX_MAX_MAPS; k++)
        pair_used(d, FY_TEXTURE, a->gx->textures[k], b->gx->textures[k]);
    for (int k = 0; a->rdp && b->rdp && k < 2; k++)
        pair_used(d, FY_TEXTURE, a->rdp->tiles[k].texture, b->rdp->tiles[k].texture);
}

/* Other formats call textures and meshes otherwise, but use them for the same things. */
static void pair_by_use(fy_diff *d, fy_thing thing) {
    for (uint32_t i = 0; i < fy_thing_count(d->a, thing); i++) {
        uint32_t k = d->to_b[thing][i];
        if (k == FERRY_NONE) continue;
        if (thing == FY_MATERIAL) pair_textures(d, &d->a->materials.data[i], &d->b->materials.data[k]);
        if (thing == FY_TEXTURE)
            pair_used(d, FY_IMAGE, d->a->textures.data[i].image, d->b->textures.data[k].image);
        if (thing == FY_DRAW) pair_used(d, FY_MESH, d->a->draws.data[i].mesh, d->b->draws.data[k].mesh);
        if (thing == FY_MESH) pair_used(d, FY_SKIN, d->a->meshes.data[i].skin, d->b->meshes.data[k].skin);
    }
}

/* Users before what they use; extras have no name but what they are. */
static void match_rest(fy_diff *d, fy_named *a, fy_named *b) {
    static const fy_thing things[] = {
        FY_NODE, FY_DRAW, FY_MESH, FY_SKIN, FY_MATERIAL, FY_TEXTURE, FY_IMAGE, FY_MORPH, FY_COLOR_ANIMATION,
        FY_CLIP};
    for (size_t i = 0; i < sizeof things / sizeof *things; i++) {
        pair_renamed(d, things[i], a, b);
        pair_by_use(d, things[i]);
    }
}

static uint32_t most_things(const fy_diff *d) {
    uint32_t most = 0;
    for (int thing = 0; thing < FY_THINGS; thing++) {
        uint32_t a = fy_thing_count(d->a, (fy_thing)thing), b = fy_thing_count(d->b, (fy_thing)thing);
        if (a > most) most = a;
        if (b > most) most = b;
    }
    return most;
}

/* From here on what is paired bears one name. */
static void share_labels(fy_diff *d) {
    for (int thing = 0; thing < FY_THINGS; thing++)
        for (uint32_t i = 0; i < fy_thing_count(d->b, (fy_thing)thing); i++)
            if (d->to_a[thing][i] != FERRY_NONE)
                d->labels_b.texts[thing][i] = d->labels_a.texts[thing][d->to_a[thing][i]];
}

bool fy_diff_match(fy_diff *d) {
    if (!fy_labels_build(d->job, d->a, &d->labels_a) || !fy_labels_build(d->job, d->b, &d->labels_b))
        return false;
    uint32_t most = most_things(d);
    fy_named *a = ferry_new(d->job, fy_named, (size_t)most + 1),
             *b = ferry_new(d->job, fy_named, (size_t)most + 1);
    if (!a || !b) return false;
    for (int thing = 0; thing < FY_THINGS; thing++)
        if (!match_labels(d, (fy_thing)thing, a, b)) return false;
    match_rest(d, a, b);
    share_labels(d);
    return true;
}
