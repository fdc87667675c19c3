/* gltf_read_uses.c: which nodes of a glTF file draw which mesh with which skin. */
#include "formats/gltf/read/gltf_read_uses.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/read/gltf_read_attributes.h"

static int by_use(const void *a, const void *b) {
    const fy_gltf_use *x = a, *y = b;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    if (x->skin != y->skin) return x->skin < y->skin ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

static int by_use_and_owner(const void *a, const void *b) {
    const fy_gltf_use *x = a, *y = b;
    int order = by_use(a, b);
    return order ? order : (x->owner > y->owner) - (x->owner < y->owner);
}

/* The morph targets of each mesh: of its primitive with the most. */
static bool count_targets(fy_gltf_in *g) {
    uint32_t meshes = fy_gltf_list_count(g, "meshes");
    g->targets = ferry_new(g->job, uint32_t, (size_t)meshes + 1);
    for (uint32_t m = 0; g->targets && m < meshes; m++) {
        const json_t *primitives = json_object_get(fy_gltf_item(g, "meshes", m), "primitives");
        size_t most = 0;
        for (size_t p = 0; p < json_array_size(primitives); p++) {
            size_t count = json_array_size(json_object_get(json_array_get(primitives, p), "targets"));
            if (count > most) most = count;
        }
        g->targets[m] = most < 1 << 20 ? (uint32_t)most : 1 << 20;
        if (!ferry_tick(g->job)) return false;
    }
    return g->targets != NULL;
}

/* False: the node has no mesh. */
static bool make_use(const fy_gltf_in *g, uint32_t node, fy_gltf_use *to) {
    const json_t *object = fy_gltf_item(g, "nodes", node);
    uint32_t mesh = fy_gltf_index_of(object, "mesh", fy_gltf_list_count(g, "meshes"));
    if (mesh == FERRY_NONE) return false;
    *to =
        (fy_gltf_use){.mesh = mesh, .skin = fy_gltf_index_of(object, "skin", fy_gltf_list_count(g, "skins"))};
    to->node = fy_gltf_target_count(g, mesh) ? node : FERRY_NONE;
    to->owner = g->bottoms[node];
    return true;
}

const fy_gltf_use *fy_gltf_use_of(const fy_gltf_in *g, uint32_t node) {
    fy_gltf_use key;
    return g->use_count && make_use(g, node, &key) ? bsearch(&key, g->uses, g->use_count, sizeof key, by_use)
                                                   : NULL;
}

size_t fy_gltf_primitives_of(const fy_gltf_in *g, const fy_gltf_use *use) {
    return json_array_size(json_object_get(fy_gltf_item(g, "meshes", use->mesh), "primitives"));
}

bool fy_gltf_list_uses(fy_gltf_in *g) {
    uint64_t primitives = 0;
    uint32_t found = 0;
    if (!count_targets(g)) return false;
    g->uses = ferry_new(g->job, fy_gltf_use, (size_t)g->order_count + 1);
    if (!g->uses) return false;
    for (uint32_t i = 0; i < g->order_count; i++)
        if (make_use(g, g->order[i], &g->uses[found])) found++;
    if (found) qsort(g->uses, found, sizeof *g->uses, by_use_and_owner);
    for (uint32_t i = 0; i < found; i++) {
        if (g->use_count && by_use(&g->uses[g->use_count - 1], &g->uses[i]) == 0) continue;
        g->uses[g->use_count] = g->uses[i];
        g->uses[g->use_count].first = (uint32_t)primitives;
        primitives += fy_gltf_primitives_of(g, &g->uses[g->use_count++]);
    }
    if (primitives >= FERRY_NONE)
        return ferry_refuse(g->file, 0, "gltf.value", "expected %" PRIu64 " primitives are too many",
                            primitives);
    g->made = ferry_new(g->job, uint32_t, (size_t)primitives + 1);
    g->morphs = ferry_new(g->job, uint32_t, (size_t)primitives + 1);
    g->morph_counts = ferry_new(g->job, uint32_t, (size_t)primitives + 1);
    g->rests = ferry_new(g->job, float *, (size_t)g->use_count + 1);
    for (uint64_t i = 0; g->made && i < primitives; i++) g->made[i] = FERRY_NONE;
    return g->made && g->morphs && g->morph_counts && g->rests;
}
