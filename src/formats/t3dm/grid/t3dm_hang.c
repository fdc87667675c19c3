/* t3dm_hang.c: hangs what hung on a node on a bone that the writer made. */
#include "formats/t3dm/grid/t3dm_hang.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"

static uint32_t add_skin(ferry_job *job, ferry_scene *made, const ferry_draw *draw,
                         const ferry_joint *joint) {
    ferry_joint *joints = ferry_new(job, ferry_joint, 1);
    ferry_weight *weights = ferry_new(job, ferry_weight, 1);
    ferry_influence *influences = ferry_new(job, ferry_influence, 1);
    if (!joints || !weights || !influences) return FERRY_NONE;
    joints[0] = *joint;
    weights[0] = (ferry_weight){0, 1};
    influences[0] = (ferry_influence){0, 1};
    made->skins.data[made->skins.count] = (ferry_skin){draw->name, joints, 1, weights, 1, influences, 1};
    return made->skins.count++;
}

static ferry_vec3 *turned(ferry_job *job, const ferry_matrix *by, const ferry_vec3 *from, uint32_t count) {
    ferry_vec3 *to = from ? ferry_new(job, ferry_vec3, count + (size_t)1) : NULL;
    for (uint32_t v = 0; to && v < count; v++) to[v] = fy_vec3_normalize(fy_matrix_direction(by, from[v]));
    return to;
}

bool fy_t3dm_hang_mesh(ferry_job *job, ferry_scene *made, const ferry_draw *draw, const ferry_matrix *world,
                       const ferry_joint *joint) {
    ferry_mesh *mesh = &made->meshes.data[draw->mesh];
    const ferry_vec3 *from = mesh->positions;
    uint32_t count = mesh->vertex_count;
    ferry_matrix normals = fy_matrix_normals(world);
    mesh->skin = add_skin(job, made, draw, joint);
    mesh->influences = ferry_new(job, uint32_t, count + (size_t)1);
    mesh->positions = ferry_new(job, ferry_vec3, count + (size_t)1);
    if (mesh->skin == FERRY_NONE || !mesh->influences || !mesh->positions) return false;
    for (uint32_t v = 0; v < count; v++) mesh->positions[v] = fy_matrix_point(world, from[v]);
    mesh->normals = turned(job, &normals, mesh->normals, count);
    mesh->tangents = turned(job, world, mesh->tangents, count);
    mesh->binormals = turned(job, world, mesh->binormals, count);
    return !ferry_failed(job);
}
