/*
 * assimp_skins.c: bones and their vertices become a skin with every weight that the file has (docs/formats/generic.md,
 * "Skins").
 */
#include <inttypes.h>
#include <stdlib.h>

#include "core/maths.h"
#include "formats/assimp/assimp.h"

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

static bool gather(gathering *g, const struct aiMesh *from) {
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
            if (counts(w, g->vertex_count)) g->weights[g->firsts[w->mVertexId + 1]++] = (ferry_weight){b, w->mWeight};
        }
    return true; /* by now firsts[v] is where the weights of v begin */
}

/* One joint once, weights that sum to 1. Returns how many are left. */
static uint32_t tidy(ferry_weight *weights, uint32_t count) {
    uint32_t kept = 0;
    double sum = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (kept && weights[kept - 1].joint == weights[k].joint)
            weights[kept - 1].weight += weights[k].weight;
        else
            weights[kept++] = weights[k];
        sum += (double)weights[k].weight;
    }
    for (uint32_t k = 0; k < kept; k++) weights[k].weight = (float)((double)weights[k].weight / sum);
    return kept;
}

/* -------------------------------------------------------------------------------------------- influences */

/* A vertex of the file and its weights, to find those that have the same. */
typedef struct run {
    const ferry_weight *weights;
    uint32_t count, vertex;
} run;

static int by_weights(const void *a, const void *b) {
    const run *x = a, *y = b;
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (uint32_t k = 0; k < x->count; k++) {
        const ferry_weight *v = &x->weights[k], *w = &y->weights[k];
        if (v->joint != w->joint) return v->joint < w->joint ? -1 : 1;
        if (v->weight != w->weight) return v->weight < w->weight ? -1 : 1;
    }
    return 0;
}

static int by_weights_and_vertex(const void *a, const void *b) {
    const run *x = a, *y = b;
    int order = by_weights(a, b);
    return order ? order : (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static bool add_influences(ferry_scene *scene, const gathering *g, run *runs, ferry_skin *skin, uint32_t *numbers) {
    uint64_t weights = 0;
    qsort(runs, g->vertex_count, sizeof *runs, by_weights_and_vertex);
    for (uint32_t i = 0; i < g->vertex_count; i++) {
        bool first = i == 0 || by_weights(&runs[i - 1], &runs[i]) != 0;
        skin->influence_count += first;
        weights += first ? runs[i].count : 0;
        numbers[runs[i].vertex] = skin->influence_count - 1;
    }
    skin->influences = ferry_scene_new(scene, ferry_influence, skin->influence_count);
    skin->weights = ferry_scene_new(scene, ferry_weight, (size_t)weights);
    if (!skin->influences || !skin->weights) return false;
    for (uint32_t i = 0, k = 0; i < g->vertex_count; i++) {
        if (i && by_weights(&runs[i - 1], &runs[i]) == 0) continue;
        skin->influences[k++] = (ferry_influence){skin->weight_count, runs[i].count};
        memcpy(&skin->weights[skin->weight_count], runs[i].weights, runs[i].count * sizeof *runs[i].weights);
        skin->weight_count += runs[i].count;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- joints */

static ferry_matrix inverse_bind(fy_assimp *a, const struct aiBone *bone) {
    ferry_matrix m = fy_assimp_matrix(&bone->mOffsetMatrix);
    if (fy_matrix_finite(&m)) return m;
    ferry_say(a->job, FERRY_WARNING, "assimp.matrix", a->in->file, "",
              "the bind matrix of bone \"%s\" is not finite; none taken", fy_assimp_text(a, &bone->mName));
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
            ferry_say(a->job, FERRY_WARNING, "assimp.bone", a->in->file, "",
                      "mesh \"%s\": bone \"%s\" is no node; the node of the mesh moves its vertices", skin->name,
                      fy_assimp_text(a, &bone->mName));
        skin->joints[b] = found == FERRY_NONE ? (ferry_joint){node, fy_matrix_identity()}
                                              : (ferry_joint){a->nodes[found].bottom, inverse_bind(a, bone)};
    }
    skin->joints[from->mNumBones] = (ferry_joint){node, fy_matrix_identity()};
    return true;
}

bool fy_assimp_read_skin(fy_assimp *a, const struct aiMesh *from, uint32_t node, ferry_mesh *mesh) {
    if (!from->mNumBones || !mesh->vertex_count) return true;
    gathering g = {.job = a->job};
    ferry_skin skin = {.name = mesh->name};
    ferry_weight rest = {from->mNumBones, 1};
    run *runs = ferry_new(a->job, run, (size_t)from->mNumVertices + 1);
    uint32_t *numbers = ferry_new(a->job, uint32_t, (size_t)from->mNumVertices + 1), lost = 0;
    mesh->influences = ferry_scene_new(a->scene, uint32_t, mesh->vertex_count);
    if (!runs || !numbers || !mesh->influences || !gather(&g, from) || !add_joints(a, from, node, &skin)) return false;
    for (uint32_t v = 0; v < g.vertex_count; v++) {
        uint32_t count = tidy(&g.weights[g.firsts[v]], g.firsts[v + 1] - g.firsts[v]);
        runs[v] = count ? (run){&g.weights[g.firsts[v]], count, v} : (run){&rest, 1, v};
        lost += !count;
    }
    if (!add_influences(a->scene, &g, runs, &skin, numbers)) return false;
    if (!lost) skin.joint_count--;
    if (lost)
        ferry_say(a->job, FERRY_WARNING, "assimp.unweighted", a->in->file, "",
                  "mesh \"%s\": no bone moves %" PRIu32 " of %" PRIu32 " vertices; the node of the mesh does", skin.name,
                  lost, g.vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->influences[v] = numbers[v];
    ferry_skin *added = ferry_append(a->scene, &a->scene->skins, ferry_skin);
    if (!added) return false;
    *added = skin;
    mesh->skin = a->scene->skins.count - 1;
    return true;
}
