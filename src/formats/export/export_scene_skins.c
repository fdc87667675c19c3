/* export_scene_skins.c: see export_scene_skins.h. */
#include "formats/export/export_scene_skins.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/order.h"
#include "formats/export/export_scene_state.h"

bool fy_export_find_bones(fy_export_scene *x) {
    const ferry_scene *scene = x->e.scene;
    uint32_t count = scene->nodes.count, all = 0;
    x->bones = ferry_new(x->e.job, bool, count + (size_t)1);
    uint32_t *bound = ferry_new(x->e.job, uint32_t, count + (size_t)1); /* number of the skin, from 1 */
    for (uint32_t s = 0; s < scene->skins.count; s++) all += scene->skins.data[s].joint_count;
    x->twins = ferry_new(x->e.job, fy_export_twin, all + (size_t)1);
    if (!x->bones || !bound || !x->twins) return false;
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++) {
            uint32_t node = scene->skins.data[s].joints[j].node;
            if (bound[node] == s + 1) x->twins[x->twin_count++] = (fy_export_twin){NULL, node, s, j};
            bound[node] = s + 1;
            x->bones[node] = true;
        }
    for (uint32_t i = count;
         i-- > 0;) /* a tree with a bone in it is one of bones: told to the root, and from it */
        if (x->bones[i] && scene->nodes.data[i].parent != FERRY_NONE)
            x->bones[scene->nodes.data[i].parent] = true;
    for (uint32_t i = 0; i < count; i++)
        if (scene->nodes.data[i].parent != FERRY_NONE)
            x->bones[i] = x->bones[i] || x->bones[scene->nodes.data[i].parent];
    return true;
}

bool fy_export_find_weights(const fy_export_scene *x, const ferry_mesh *mesh, fy_export_weights *to) {
    ferry_job *job = x->e.job;
    const ferry_skin *skin = &x->e.scene->skins.data[mesh->skin];
    size_t all = 0;
    to->first = ferry_new(job, uint32_t, skin->joint_count + (size_t)2);
    if (!to->first) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_influence *run = &skin->influences[mesh->influences[v]];
        for (uint32_t k = 0; k < run->count; k++) to->first[skin->weights[run->first + k].joint + 2]++;
        all += run->count;
    }
    to->vertices = ferry_new(job, uint32_t, all + 1);
    to->weights = ferry_new(job, float, all + 1);
    if (!to->vertices || !to->weights) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) to->first[j + 2] += to->first[j + 1];
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_influence *run = &skin->influences[mesh->influences[v]];
        for (uint32_t k = 0; k < run->count; k++) {
            const ferry_weight *weight = &skin->weights[run->first + k];
            uint32_t at = to->first[weight->joint + 1]++;
            to->vertices[at] = v;
            to->weights[at] = weight->weight;
        }
        if (!ferry_tick(job)) return false;
    }
    return true;
}

static int by_skin_and_joint(const void *a, const void *b) {
    const fy_export_twin *x = a, *y = b;
    if (x->skin != y->skin) return x->skin < y->skin ? -1 : 1;
    return (x->joint > y->joint) - (x->joint < y->joint);
}

uint32_t fy_export_twin_of(const fy_export_scene *x, uint32_t skin, uint32_t joint) {
    const fy_export_twin wanted = {.skin = skin, .joint = joint};
    uint32_t low = fy_first_not_before(&wanted, x->twins, x->twin_count, sizeof *x->twins, by_skin_and_joint);
    bool found = low < x->twin_count && x->twins[low].skin == skin && x->twins[low].joint == joint;
    return found ? low : FERRY_NONE;
}

ferry_matrix fy_export_bind(const fy_export_scene *x, const ferry_joint *joint) {
    ferry_matrix bind = joint->inverse_bind;
    for (int row = 0; row < 3; row++) bind.m[row][3] *= x->e.scale;
    return bind;
}
