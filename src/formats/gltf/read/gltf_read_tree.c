/*
 * gltf_read_tree.c: which nodes the scene of a glTF file begins with. Nodes are trees, and none is too deep
 * to be walked (docs/formats/generic.md, "glTF").
 */
#include "formats/gltf/read/gltf_read_tree.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

enum { MAX_DEPTH = 1000 };

/* `parents` of nodes: FERRY_NONE so far. */
static bool note_children(fy_gltf_in *g, uint32_t *parents, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const json_t *children = json_object_get(fy_gltf_item(g, "nodes", i), "children");
        for (size_t k = 0; k < json_array_size(children); k++) {
            const json_t *value = json_array_get(children, k);
            json_int_t child = json_integer_value(value);
            if (!json_is_integer(value) || child < 0 || child >= (json_int_t)count)
                return fy_gltf_refuse(g, "nodes", i, "children[%zu] references none of the %" PRIu32 " nodes",
                                      k, count);
            if (parents[child] != FERRY_NONE)
                return fy_gltf_refuse(g, "nodes", (uint32_t)child, "is the child of two nodes");
            parents[child] = i;
        }
    }
    return true;
}

/* Each branch is followed up to where one was before: linear. */
static bool check_depth(fy_gltf_in *g, const uint32_t *parents, uint32_t count) {
    uint32_t *depths = ferry_new(g->job, uint32_t, (size_t)count + 1);
    if (!depths) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t steps = 0, at = i;
        for (; at != FERRY_NONE && !depths[at] && steps <= MAX_DEPTH; at = parents[at]) steps++;
        uint32_t depth = steps + (at == FERRY_NONE ? 0 : depths[at]);
        if (depth > MAX_DEPTH || steps > MAX_DEPTH)
            return fy_gltf_refuse(g, "nodes", i,
                                  "is nested more than a thousand levels deep, or inside "
                                  "itself");
        for (at = i; at != FERRY_NONE && !depths[at]; at = parents[at]) depths[at] = depth--;
    }
    return true;
}

/* The roots of scene `scene`; those that are no roots would be there twice. */
static bool take_roots(fy_gltf_in *g, uint32_t scene, const uint32_t *parents) {
    const json_t *roots = json_object_get(fy_gltf_item(g, "scenes", scene), "nodes");
    bool *seen = ferry_new(g->job, bool, (size_t)g->node_count + 1);
    for (size_t k = 0; seen && k < json_array_size(roots); k++) {
        const json_t *value = json_array_get(roots, k);
        json_int_t root = json_integer_value(value);
        if (!json_is_integer(value) || root < 0 || root >= (json_int_t)g->node_count)
            return fy_gltf_refuse(g, "scenes", scene, "nodes[%zu] references none of the %" PRIu32 " nodes",
                                  k, g->node_count);
        if (seen[root] || parents[root] != FERRY_NONE)
            fy_gltf_tell(g, FERRY_WARNING, "gltf.duplicate-root", "scenes", scene,
                         ferry_job_format(g->job, "nodes[%zu]", k),
                         "lists nodes[%" JSON_INTEGER_FORMAT
                         "] as a root, which is already in the scene; ignored",
                         root);
        else
            g->roots[g->root_count++] = (uint32_t)root;
        seen[root] = true;
    }
    return seen != NULL;
}

/* The scene that the file wants to be shown, else its first one; without scenes all nodes without a parent
 * are roots. */
bool fy_gltf_find_roots(fy_gltf_in *g) {
    uint32_t count = g->node_count, scenes = fy_gltf_list_count(g, "scenes"),
             scene = fy_gltf_index_of(g->json, "scene", scenes);
    uint32_t *parents = ferry_new(g->job, uint32_t, (size_t)count + 1);
    g->roots = ferry_new(g->job, uint32_t, (size_t)count + 1);
    if (!parents || !g->roots) return false;
    for (uint32_t i = 0; i < count; i++) parents[i] = FERRY_NONE;
    if (!note_children(g, parents, count) || !check_depth(g, parents, count)) return false;
    if (scene == FERRY_NONE) scene = 0;
    if (scenes > 1)
        fy_gltf_tell(g, FERRY_LOSS, "gltf.scenes", "scenes", FERRY_NONE, NULL,
                     "the file has %" PRIu32 " scenes; only scenes[%" PRIu32 "] is read", scenes, scene);
    if (scenes) return take_roots(g, scene, parents);
    for (uint32_t i = 0; i < count; i++)
        if (parents[i] == FERRY_NONE) g->roots[g->root_count++] = i;
    return true;
}
