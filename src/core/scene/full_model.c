/* full_model.c: see the header. Later passes change meshes and skins in place, and add some at the end. */
#include "core/scene/full_model.h"

#include <string.h>

#include "ferry64_format.h"
#include "core/scene/copy_mesh.h"

static bool keep_skins(ferry_scene *scene, ferry_scene *full) {
    full->skins.data = ferry_scene_alloc(scene, (size_t)scene->skins.count + 1, sizeof(ferry_skin));
    if (full->skins.data && scene->skins.count)
        memcpy(full->skins.data, scene->skins.data, scene->skins.count * sizeof(ferry_skin));
    return full->skins.data != NULL;
}

bool fy_full_model_keep(ferry_job *job, ferry_scene *scene) {
    ferry_scene *full = ferry_scene_new(scene, ferry_scene, 1);
    if (!full || !fy_copy_meshes(job, scene, full) || !keep_skins(scene, full)) return false;
    scene->full = full;
    return true;
}

/* Places of what nodes carry are those that the full model was made with. */
static bool has_its_nodes(const ferry_scene *scene) {
    const ferry_node_list *before = &scene->full->nodes, *now = &scene->nodes;
    return before->count <= now->count &&
           (!before->count || memcmp(before->data, now->data, before->count * sizeof(ferry_node)) == 0);
}

/* The first elements of a list, and the rest of another. */
static void *with_rest(ferry_job *job, const void *first, size_t count, const void *rest, size_t all,
                       size_t size) {
    uint8_t *to = ferry_alloc(job, (all > count ? all : count) + 1, size);
    if (to && count) memcpy(to, first, count * size);
    if (to && all > count)
        memcpy(to + count * size, (const uint8_t *)rest + count * size, (all - count) * size);
    return to;
}

#define WITH_REST(job, full, scene, list)                                                                    \
    with_rest(job, (full)->list.data, (full)->list.count, (scene)->list.data, (scene)->list.count,           \
              sizeof *(scene)->list.data)

/* Coarser levels hang on the skins as they are now, which stand behind those of the full model. */
static bool join_skins(ferry_job *job, const ferry_scene *scene, ferry_scene *seen) {
    uint32_t before = scene->full->skins.count, now = scene->skins.count;
    seen->skins.data = ferry_alloc(job, (size_t)before + now + 1, sizeof(ferry_skin));
    if (!seen->skins.data) return false;
    if (before) memcpy(seen->skins.data, scene->full->skins.data, before * sizeof(ferry_skin));
    if (now) memcpy(seen->skins.data + before, scene->skins.data, now * sizeof(ferry_skin));
    seen->skins.count = before + now;
    for (uint32_t m = scene->full->meshes.count; m < seen->meshes.count; m++)
        if (seen->meshes.data[m].skin != FERRY_NONE) seen->meshes.data[m].skin += before;
    return true;
}

const ferry_scene *fy_full_model_seen(ferry_job *job, const ferry_scene *scene) {
    const ferry_scene *full = scene->full;
    if (!full || !has_its_nodes(scene)) return scene;
    ferry_scene *seen = ferry_new(job, ferry_scene, 1);
    if (!seen) return NULL;
    *seen = *scene;
    seen->meshes.data = WITH_REST(job, full, scene, meshes);
    seen->morphs.data = WITH_REST(job, full, scene, morphs);
    seen->vertex_color_groups.data = WITH_REST(job, full, scene, vertex_color_groups);
    return seen->meshes.data && seen->morphs.data && seen->vertex_color_groups.data &&
                   join_skins(job, scene, seen)
               ? seen
               : NULL;
}
