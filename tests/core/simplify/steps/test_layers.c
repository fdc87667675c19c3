/*
 * test_layers.c: triangles that lie back to back become one, which is seen from both sides, where pictures
 * are more alike by that (docs/simplify.md); and where something speaks against it, they do not.
 */
#include <math.h>
#include <string.h>

#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "core/simplify/steps/simplify.h"
#include "helpers.h"

enum { SIZE = 3, ROW = SIZE + 1, LEAVES = 3 };

/* A bent leaf, with a face on each side, or on one. */
static void fill_leaf(ferry_scene *scene, ferry_mesh *mesh, int number, int faces) {
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 2 * ROW * ROW);
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, 2 * ROW * ROW);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 12 * SIZE * SIZE);
    for (int face = 0; face < faces; face++) {
        uint32_t first = mesh->vertex_count;
        for (int i = 0; i < ROW * ROW; i++) {
            double x = 2. * (i % ROW), z = 2. * (i / ROW) + 8. * number,
                   y = .5 * fy_sin(1.1 * x + number) - .1 * x * x;
            float shade = (float)(.4 + .5 * fy_sin(x) * fy_sin(z));
            mesh->colors[0][mesh->vertex_count] = (ferry_color){shade, 1, .3F, 1};
            mesh->positions[mesh->vertex_count++] = (ferry_vec3){(float)x, (float)y, (float)z};
        }
        for (int i = 0; i < SIZE * SIZE; i++) {
            uint32_t a = first + (uint32_t)(i / SIZE * ROW + i % SIZE),
                     corners[6] = {a, a + ROW, a + ROW + 1, a, a + ROW + 1, a + 1};
            for (int k = 0; k < 6; k++)
                mesh->triangles[3 * mesh->triangle_count + (uint32_t)k] = corners[face ? 5 - k : k];
            mesh->triangle_count += 2;
        }
    }
}

/* Each has a material of its own. */
static ferry_scene *open_leaves(ferry_job *job, int faces) {
    ferry_scene *scene = fy_scene_open(job);
    scene->name = scene->format = "test";
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    for (uint32_t i = 0; i < LEAVES; i++) {
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        *mesh = (ferry_mesh){.name = "leaf", .skin = FERRY_NONE};
        fill_leaf(scene, mesh, (int)i, faces);
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = (ferry_draw){.name = "leaf", .mesh = i, .material = i, .visible = true};
        ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
        *material = (ferry_material){.name = "leaf",
                                     .base_color = {1, 1, 1, 1},
                                     .base_texture = FERRY_NONE,
                                     .cull = FERRY_CULL_BACK,
                                     .vertex_colors = true};
    }
    return scene;
}

static uint32_t triangles_of(const ferry_scene *scene) {
    uint32_t sum = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) sum += scene->meshes.data[m].triangle_count;
    return sum;
}

/* How much of the faces looks up, seen from there: from above nothing is missing. */
static double shown_from(const ferry_scene *scene, double side) {
    double sum = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        bool both = scene->materials.data[scene->draws.data[m].material].cull == FERRY_CULL_NONE;
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const uint32_t *v = &mesh->triangles[3 * (size_t)t];
            ferry_vec3 a = fy_vec3_sub(mesh->positions[v[1]], mesh->positions[v[0]]),
                       b = fy_vec3_sub(mesh->positions[v[2]], mesh->positions[v[0]]);
            double area = .5 * side * (double)fy_vec3_cross(a, b).y;
            sum += area > 0 ? area : both ? -area : 0;
        }
    }
    return sum;
}

static void simplify(ferry_job *job, ferry_scene *scene, bool both_sides, fy_simplified *done) {
    const fy_simplify_goal goal = {.share = .3, .both_sides = both_sides};
    ck_assert(fy_simplify(job, scene, &goal, done));
    ck_assert_uint_eq(done->after, triangles_of(scene));
    ck_assert_uint_le(done->after, done->wanted);
}

static uint32_t count_open(const ferry_scene *scene) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->materials.count; i++)
        count += scene->materials.data[i].cull == FERRY_CULL_NONE;
    return count;
}

/* Of half as many triangles twice as many stay: the surface moves less, and both sides show all. */
START_TEST(two_faces_become_one) {
    double off[2];
    for (int both = 0; both < 2; both++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = open_leaves(job, 2);
        double above = shown_from(scene, 1), below = shown_from(scene, -1);
        fy_simplified done;
        simplify(job, scene, both, &done);
        off[both] = done.rest_mean;
        ck_assert_uint_eq(count_open(scene), both ? LEAVES : 0);
        ck_assert_uint_eq(done.layers, both ? 2 * SIZE * SIZE * LEAVES : 0);
        ck_assert_double_gt(shown_from(scene, 1), .9 * above);
        ck_assert_double_gt(shown_from(scene, -1), .9 * below);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_double_lt(off[1], .7 * off[0]);
}
END_TEST

static void share_material(ferry_scene *scene) { /* with what has one face */
    ferry_mesh *mesh = &scene->meshes.data[2];
    mesh->triangle_count /= 2;
    for (uint32_t i = 0; i < LEAVES; i++) scene->draws.data[i].material = 0;
}

static void drop_materials(ferry_scene *scene) { /* both sides of each face are seen already */
    for (uint32_t i = 0; i < LEAVES; i++) scene->draws.data[i].material = FERRY_NONE;
}

static void draw_twice(ferry_scene *scene) { /* in places that the pass does not know */
    for (uint32_t i = 0; i < LEAVES; i++) {
        ferry_draw copy = scene->draws.data[i], *to = ferry_append(scene, &scene->draws, ferry_draw);
        *to = copy;
    }
}

static void switch_material(ferry_scene *scene) { /* another one shows the mesh while a clip plays */
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
    double *time = ferry_scene_new(scene, double, 1);
    float *value = ferry_scene_new(scene, float, 1);
    *value = 1;
    *track = (ferry_track){.target = FERRY_TARGET_DRAW_MATERIAL,
                           .interpolation = FERRY_STEP,
                           .width = 1,
                           .key_count = 1,
                           .times = time,
                           .values = value};
    *clip = (ferry_clip){.name = "autumn", .duration = 1, .tracks = track, .track_count = 1};
}

static void take_the_consoles(ferry_scene *scene) { /* flags that a T3DM file had */
    for (uint32_t i = 0; i < scene->materials.count; i++)
        scene->materials.data[i].rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
}

static void (*const REASONS[])(ferry_scene *scene) = {share_material, drop_materials, draw_twice,
                                                      switch_material, take_the_consoles};

START_TEST(some_stay_two) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_leaves(job, 2);
    const fy_simplify_goal goal = {.share = .25, .both_sides = true};
    fy_simplified done;
    REASONS[_i](scene);
    ck_assert(fy_simplify(job, scene, &goal, &done));
    ck_assert_uint_eq(count_open(scene), 0);
    ck_assert_uint_eq(done.layers, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(one_face_stays_as_it_is) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_leaves(job, 1);
    fy_simplified done;
    simplify(job, scene, true, &done);
    ck_assert_uint_eq(count_open(scene), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A clip colours a vertex; or the user protects one. */
START_TEST(what_is_named_stays_two) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = open_leaves(job, 2);
    uint32_t vertex = 3;
    ferry_vertex_color_group *group =
        ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
    *group = (ferry_vertex_color_group){.mesh = 0, .count = 1, .vertices = &vertex};
    double weights[2 * ROW * ROW];
    for (int i = 0; i < 2 * ROW * ROW; i++) weights[i] = i == 20 ? HUGE_VAL : 1;
    const double *const by_mesh[LEAVES] = {NULL, weights, NULL};
    const fy_simplify_goal goal = {.share = .25, .both_sides = true, .weights = by_mesh};
    fy_simplified done;
    ck_assert(fy_simplify(job, scene, &goal, &done));
    ck_assert_int_eq(scene->materials.data[0].cull, FERRY_CULL_BACK);
    ck_assert_int_eq(scene->materials.data[1].cull, FERRY_CULL_BACK);
    ck_assert_int_eq(scene->materials.data[2].cull, FERRY_CULL_NONE);
    ck_assert_uint_eq(done.layers, 2 * SIZE * SIZE); /* of the third alone */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("layers");
    TCase *tests = tcase_create("layers"), *results = fy_results_case(suite);
    tcase_add_test(results, two_faces_become_one);
    tcase_add_loop_test(results, some_stay_two, 0, (int)(sizeof REASONS / sizeof *REASONS));
    tcase_add_test(tests, one_face_stays_as_it_is);
    tcase_add_test(tests, what_is_named_stays_two);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
