/* test_export_reach.c: how far what hangs on a node moves if the node is a little off, worked out by hand. */
#include <math.h>

#include "core/scene/scene.h"
#include "formats/export/export_reach.h"
#include "helpers.h"

static void add_node(ferry_scene *scene, uint32_t parent, ferry_vec3 translate, ferry_vec3 scale) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){
        .name = "node", .parent = parent, .translate = translate, .quat = {0, 0, 0, 1}, .scale = scale};
}

/* A vertex 5 units from the tip; the tip hangs 12 units below the arm, by a clip 16 and 12 along two axes. */
static ferry_scene *reaching_scene(ferry_job *job) {
    ferry_scene *scene = fy_scene_open(job);
    add_node(scene, FERRY_NONE, (ferry_vec3){7, 0, 0}, (ferry_vec3){1, 3, 1});
    add_node(scene, 0, (ferry_vec3){0, 0, 12}, (ferry_vec3){1, 1, 2});
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "mesh", .skin = FERRY_NONE, .vertex_count = 1};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 1);
    mesh->positions[0] = (ferry_vec3){3, 0, -4};
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = "draw", .node = 1, .mesh = 0, .material = FERRY_NONE};
    ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = FERRY_TARGET_TRANSLATE, .object = 1, .channel = 0, .key_count = 1};
    track->times = ferry_scene_new(scene, double, 1);
    track->values = ferry_scene_new(scene, float, 1);
    track->values[0] = -16;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "clip", .kind = "x", .rate = 30, .tracks = track, .track_count = 1};
    return scene;
}

START_TEST(lengths_add_up_along_chains) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = reaching_scene(job);
    fy_export e = {.job = job, .scene = scene};
    const fy_export_reach *reach = fy_export_find_reach(&e, 1);
    ck_assert_ptr_nonnull(reach);
    /* The tip's vertex is at most 2 x 5 from it; the tip 20 from the root, whose scale reaches 3. */
    ck_assert_double_eq_tol(reach[0].of[FY_EXPORT_TURN], 3 * (20 + 2 * 5), 1e-9);
    ck_assert_double_eq_tol(reach[0].of[FY_EXPORT_SCALE], 20 + 2 * 5, 1e-9);
    ck_assert_double_eq_tol(reach[0].of[FY_EXPORT_MOVE], 1, 1e-9);
    ck_assert_double_eq_tol(reach[1].of[FY_EXPORT_TURN], 3 * 2 * 5, 1e-9);
    ck_assert_double_eq_tol(reach[1].of[FY_EXPORT_SCALE], 3 * 5, 1e-9);
    ck_assert_double_eq_tol(reach[1].of[FY_EXPORT_MOVE], 3, 1e-9);
    /* A twentieth of the height is what all reach at least. */
    reach = fy_export_find_reach(&e, 2000);
    ck_assert_double_eq_tol(reach[1].of[FY_EXPORT_TURN], 100, 1e-9);
    ck_assert_double_eq_tol(reach[1].of[FY_EXPORT_SCALE], 100, 1e-9);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    TCase *all = tcase_create("reach");
    tcase_add_test(all, lengths_add_up_along_chains);
    Suite *suite = suite_create("export_reach");
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
