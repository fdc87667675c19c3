/*
 * assimp_skins.c: bones and their vertices become a skin with every weight that the file has
 * (docs/formats/generic.md, "Skins").
 */
#include "formats/assimp/assimp_skins.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/influences.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_nodes.h"
#include "formats/assimp/assimp_places.h"

/* The weights of all vertices of the file, those of one vertex side by side, by joint. */
typedef struct gathering {
    ferry_job *job;
    uint32_t vertex_count;
    uint32_t *firsts; /* vertex -> its first weight; one more at the end */
    ferry_weight *weights;
} gathering;

static bool counts(const struct aiVertexWeight *w, uint32_t vertices) {
    return w->mVertexId < vertices && w->mWeight > 0 && w->mWeight <= 1e6f;
}

static bool gather_weights(gathering *g, const struct aiMesh *from) {
    g->vertex_count = from->mNumVertices;
    g->firsts = ferry_new(g->job, uint32_t, (size_t)g->vertex_count + 2);
    if (!g->firsts) return false;
    uint64_t all = 0;
    for (uint32_t b = 0; b < from->mNumBones; b++)
        for (uint32_t k = 0; k < from->mBones[b]->mNumWeights; k++)
            if (counts(&from->mBones[b]->mWeights[k], g->vertex_count)) {
                g->firsts[from->mBones[b]->mWeights[k].mVertexId + 2]++;
                all++;
            }
    g->weights = all < FERRY_NONE ? ferry_new(g->job, ferry_weight, (size_t)all + 1) : NULL;
    if (!g->weights) return false;
    for (uint32_t v = 1; v <= g->vertex_count; v++) g->firsts[v + 1] += g->firsts[v];
    for (uint32_t b = 0; b < from->mNumBones; b++)
        for (uint32_t k = 0; k < from->mBones[b]->mNumWeights; k++) {
            const struct aiVertexWeight *w = &from->mBones[b]->mWeights[k];
            if (counts(w, g->vertex_count))
                g->weights[g->firsts[w->mVertexId + 1]++] = (ferry_weight){b, w->mWeight};
        }
    return true; /* by now firsts[v] is where the weights of v begin */
}

/* ------------------------------------------------------------------------------------------------- joints */

static ferry_matrix inverse_bind(fy_assimp *a, const struct aiBone *bone) {
    ferry_matrix m = fy_assimp_matrix(&bone->mOffsetMatrix);
    if (fy_matrix_finite(&m)) return m;
    fy_assimp_tell(a, FERRY_WARNING, "import.matrix-not-finite", bone->mName.data,
                   "the bind matrix of bone \"%s\" is not finite; ignored", fy_assimp_text(a, &bone->mName));
    return fy_matrix_identity();
}

/* One joint a bone, and one more for the vertices that none moves: the mesh's own node. */
static bool add_joints(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_skin *skin) {
    skin->joint_count = from->mNumBones + 1;
    skin->joints = ferry_scene_new(a->scene, ferry_joint, skin->joint_count);
    if (!skin->joints) return false;
    for (uint32_t b = 0; b < from->mNumBones; b++) {
        const struct aiBone *bone = from->mBones[b];
        uint32_t found = fy_assimp_find_node(a, &bone->mName);
        if (found == FERRY_NONE)
            fy_assimp_tell(a, FERRY_WARNING, "import.bone-missing", bone->mName.data,
                           "mesh \"%s\": bone \"%s\" is not a node; its vertices follow the mesh's node",
                           skin->name, fy_assimp_text(a, &bone->mName));
        skin->joints[b] = found == FERRY_NONE
                              ? (ferry_joint){node, fy_matrix_identity()}
                              : (ferry_joint){a->nodes[found].to.bottom, inverse_bind(a, bone)};
    }
    skin->joints[from->mNumBones] = (ferry_joint){node, fy_matrix_identity()};
    return true;
}

bool fy_assimp_read_skin(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_mesh *mesh) {
    if (!from->mNumBones || !mesh->vertex_count) return true;
    gathering g = {.job = a->job};
    ferry_skin skin = {.name = mesh->name};
    ferry_weight rest = {from->mNumBones, 1};
    fy_weight_run *runs = ferry_new(a->job, fy_weight_run, (size_t)from->mNumVertices + 1);
    uint32_t *numbers = ferry_new(a->job, uint32_t, (size_t)from->mNumVertices + 1), lost = 0;
    mesh->influences = ferry_scene_new(a->scene, uint32_t, mesh->vertex_count);
    if (!runs || !numbers || !mesh->influences || !gather_weights(&g, from) ||
        !add_joints(a, from, node, &skin))
        return false;
    for (uint32_t v = 0; v < g.vertex_count; v++) {
        uint32_t count = fy_weights_join(&g.weights[g.firsts[v]], g.firsts[v + 1] - g.firsts[v]);
        runs[v] = count ? (fy_weight_run){&g.weights[g.firsts[v]], count, v} : (fy_weight_run){&rest, 1, v};
        lost += !count;
    }
    if (!fy_add_influences(a->scene, runs, g.vertex_count, &skin, numbers)) return false;
    if (!lost) skin.joint_count--;
    if (lost)
        fy_assimp_tell(a, FERRY_WARNING, "import.unweighted", from->mName.data,
                       "mesh \"%s\": %" PRIu32 " of %" PRIu32 " vertices have no weights; they follow the "
                       "mesh's node",
                       skin.name, lost, g.vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->influences[v] = numbers[v];
    ferry_skin *added = ferry_append(a->scene, &a->scene->skins, ferry_skin);
    if (!added) return false;
    *added = skin;
    mesh->skin = a->scene->skins.count - 1;
    return true;
}
