/* bending.c: see bending.h. */
#include "builders/bending.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "core/scene/scene.h"
#include "helpers.h"

void fy_add_joint(ferry_scene *scene) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = ferry_scene_format(scene, "n%u", scene->nodes.count - 1),
                         .parent = 0,
                         .scale = {1, 1, 1},
                         .visible = true};
}

ferry_scene *fy_bent_square(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    fy_add_joint(scene);
    scene->nodes.data[1].euler = (ferry_vec3){0, 0, (float)(FY_PI / 2)};
    fy_hang_on_two(scene);
    return scene;
}

void fy_add_turn(ferry_scene *scene) {
    static double times[2] = {0, 1};
    static float angles[3][2] = {{0, 0}, {0, 0}, {0, (float)(FY_PI / 2)}};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "turn", .kind = "bck", .duration = 1, .rate = 30, .track_count = 3};
    clip->tracks = ferry_scene_new(scene, ferry_track, 3);
    for (uint32_t k = 0; k < 3; k++)
        clip->tracks[k] =
            (ferry_track){FERRY_TARGET_ROTATE, 1, 0, k, FERRY_LINEAR, 1, 2, times, angles[k], NULL, NULL};
    scene->nodes.data[1].euler = (ferry_vec3){0, 0, 0};
}

void fy_hang_corners(ferry_scene *scene, const uint32_t (*joints)[2], const float *shares) {
    ferry_skin *skin = &scene->skins.data[0];
    ferry_mesh *mesh = &scene->meshes.data[0];
    const uint32_t count = mesh->vertex_count;
    skin->weight_count = 2 * count, skin->influence_count = count;
    skin->weights = ferry_scene_new(scene, ferry_weight, 2 * (size_t)count);
    skin->influences = ferry_scene_new(scene, ferry_influence, count);
    mesh->influences = ferry_scene_new(scene, uint32_t, count);
    for (uint32_t v = 0; v < count; v++) {
        skin->weights[2 * v] = (ferry_weight){joints[v][0], shares[v]};
        skin->weights[2 * v + 1] = (ferry_weight){joints[v][1], 1 - shares[v]};
        skin->influences[v] = (ferry_influence){2 * v, 2};
        mesh->influences[v] = v;
    }
}

ferry_job *fy_blending_job(const char *bones) {
    static ferry_setting_value setting; /* looked at while the job lives */
    setting = (ferry_setting_value){"rigid.blend-joints", bones};
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
}

double fy_farthest_off(ferry_job *job, const ferry_scene *weights, const ferry_scene *one, uint32_t number) {
    double most = 0;
    for (uint32_t moment = 0; moment <= 8; moment++) {
        const uint32_t clip = 0;
        const ferry_scene *poses[] = {ferry_pose(job, weights, &clip, 1, moment / 8.0),
                                      ferry_pose(job, one, &clip, 1, moment / 8.0)};
        ferry_vec3 at[2][16];
        uint32_t count = 0;
        for (int i = 0; i < 2; i++) {
            ferry_matrix worlds[8], joints[8];
            const ferry_mesh *mesh = &poses[i]->meshes.data[number];
            const ferry_skin *skin = &poses[i]->skins.data[mesh->skin];
            ck_assert_uint_le(poses[i]->nodes.count, 8);
            ck_assert(ferry_world_matrices(poses[i], worlds));
            fy_skin_matrices(poses[i], skin, worlds, joints);
            count = mesh->vertex_count;
            ck_assert_uint_le(count, 16);
            for (uint32_t v = 0; v < count; v++) {
                const ferry_matrix to = fy_influence_matrix(skin, mesh->influences[v], joints);
                at[i][v] = fy_matrix_point(&to, mesh->positions[v]);
            }
        }
        for (uint32_t v = 0; v < count; v++)
            most = fmax(most, fy_vec3_length(fy_vec3_sub(at[0][v], at[1][v])));
    }
    return most;
}
