/* test_blend_worth.c: which bones between joints are worth it (docs/what-is-lost.md, "Skinning"). */
#include <string.h>

#include "builders/bending.h"
#include "core/pipeline/rigid/pass_rigid.h"
#include "core/scene/scene.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "helpers.h"

static const ferry_caps n64 = {
    .max_influences = 1, .scale_rules = false, .degenerates = false, .unused = false};

/* Triangles with corners of their own, all in one corner of the square and on the first joint. */
static void add_triangles(ferry_scene *scene, uint32_t count, float side) {
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "dust", .skin = 0, .vertex_count = 3 * count, .triangle_count = count};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 3 * (size_t)count);
    mesh->influences = ferry_scene_new(scene, uint32_t, 3 * (size_t)count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)count);
    for (uint32_t v = 0; v < 3 * count; v++) {
        mesh->positions[v] = (ferry_vec3){v % 3 == 1 ? side : 0, v % 3 == 2 ? side : 0, 0};
        mesh->triangles[v] = v;
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){
        .name = "dust", .mesh = scene->meshes.count - 1, .material = FERRY_NONE, .visible = true};
}

static const struct {
    uint32_t count;
    float side;
    bool made;
} others[] = {
    {12, .01f, true},  /* the square is nearly all that is seen */
    {12, 2, false},    /* it is one of many */
    {300, .01f, false} /* nothing counts more than 16 times */
};

/* A square that is off by a little more than would do if it were alone. */
START_TEST(large_triangles_count_more) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    fy_add_turn(scene);
    ferry_track *turn = &scene->clips.data[0].tracks[2];
    turn->values = ferry_scene_new(scene, float, 2);
    turn->values[1] = .025f;
    add_triangles(scene, others[_i].count, others[_i].side);
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &n64) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, others[_i].made ? 3 : 2);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What has no area while it is bound counts as a vertex: it may be there to grow. */
START_TEST(what_has_no_area_counts) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_bent_square(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    fy_add_turn(scene);
    for (int v = 0; v < 4; v++) mesh->positions[v] = (ferry_vec3){(float)v, 0, 0};
    if (_i) add_triangles(scene, 1, 1);
    ck_assert(ferry_check(job, scene) && fy_pass_rigid(job, scene, &n64) && ferry_check(job, scene));
    ck_assert_uint_eq(scene->skins.data[0].joint_count, 3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("blend_worth");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, large_triangles_count_more, 0, sizeof others / sizeof *others);
    tcase_add_loop_test(all, what_has_no_area_counts, 0, 2);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
