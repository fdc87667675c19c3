/* assimp_draws.c: what hangs on the nodes is drawn, in the order of the tree (docs/formats/generic.md,
 * "Nodes"). */
#include "formats/assimp/assimp_draws.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp.h"

static bool add_draw(fy_assimp *a, const fy_assimp_node *node, uint32_t mesh) {
    const struct aiMesh *from = a->from->mMeshes[mesh];
    if (a->meshes[mesh] == FERRY_NONE) return true;
    ferry_draw *draw = ferry_append(a->scene, &a->scene->draws, ferry_draw);
    if (!draw) return false;
    const char *name = a->scene->meshes.data[a->meshes[mesh]].name;
    *draw = (ferry_draw){.name = name,
                         .node = node->to.bottom,
                         .mesh = a->meshes[mesh],
                         .material = from->mMaterialIndex < a->from->mNumMaterials
                                         ? a->materials[from->mMaterialIndex]
                                         : FERRY_NONE,
                         .visible = true};
    return true;
}

bool fy_assimp_read_draws(fy_assimp *a) {
    for (uint32_t n = 0; n < a->node_count; n++) {
        const struct aiNode *node = a->nodes[n].from;
        for (uint32_t k = 0; k < node->mNumMeshes; k++)
            if (node->mMeshes[k] < a->from->mNumMeshes && !add_draw(a, &a->nodes[n], node->mMeshes[k]))
                return false;
        if (!ferry_tick(a->job)) return false;
    }
    return true;
}
