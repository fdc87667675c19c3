/* test_one_layer.c: which surfaces are never seen through themselves. */
#include <math.h>

#include "ferry64.h"
#include "core/scene/one_layer.h"
#include "helpers.h"

enum { STEPS = 12, SIDE = STEPS + 1 };

/* A net of squares of 1 x 1, by where its corners lie. */
typedef ferry_vec3 shape(float s, float t);

static ferry_vec3 card(float s, float t) {
    return (ferry_vec3){s, t, 2 * s - t};
}

/* Its fronts face +z where it rises to its middle. */
static ferry_vec3 dome(float s, float t) {
    float x = 2 * s - 1, y = 2 * t - 1;
    return (ferry_vec3){x, y, -.5F * (x * x + y * y)};
}

static ferry_vec3 bowl(float s, float t) {
    ferry_vec3 at = dome(s, t);
    return (ferry_vec3){at.x, at.y, -at.z};
}

static ferry_vec3 wave(float s, float t) {
    return (ferry_vec3){s, t, .2F * sinf(6.3F * s)};
}

static ferry_vec3 tube(float s, float t) {
    return (ferry_vec3){cosf(6.2832F * s), sinf(6.2832F * s), 3 * t};
}

static const struct {
    shape *at;
    bool culls, layer;
} cases[] = {{card, false, true}, {card, true, true},   {dome, true, true},  {dome, false, false},
             {bowl, true, true},  {bowl, false, false}, {wave, true, false}, {wave, false, false},
             {tube, true, true},  {tube, false, false}};

static void make_net(ferry_mesh *mesh, shape *at) {
    static ferry_vec3 positions[SIDE * SIDE];
    static uint32_t triangles[6 * STEPS * STEPS];
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        positions[i] = at((float)(i % SIDE) / STEPS, (float)(i / SIDE) / STEPS);
    for (uint32_t i = 0; i < STEPS * STEPS; i++) {
        uint32_t a = i % STEPS + i / STEPS * SIDE;
        const uint32_t corners[6] = {a, a + 1, a + 1 + SIDE, a, a + 1 + SIDE, a + SIDE};
        for (int k = 0; k < 6; k++) triangles[count++] = corners[k];
    }
    *mesh = (ferry_mesh){.skin = FERRY_NONE,
                         .vertex_count = SIDE * SIDE,
                         .positions = positions,
                         .triangle_count = count / 3,
                         .triangles = triangles};
}

START_TEST(what_is_flat_or_curved_one_way) {
    ferry_mesh mesh;
    make_net(&mesh, cases[_i].at);
    ck_assert_int_eq(fy_mesh_is_one_layer(&mesh, cases[_i].culls), cases[_i].layer);
}
END_TEST

/* A few triangles that are bent back, as the rim of a shield, do not count; a third of them do. */
START_TEST(some_may_be_bent_back) {
    ferry_mesh mesh;
    make_net(&mesh, dome);
    mesh.positions[0].z += .1F;
    ck_assert(fy_mesh_is_one_layer(&mesh, true));
    for (uint32_t i = 0; i < 4 * SIDE; i++) mesh.positions[i].z = .3F;
    ck_assert(!fy_mesh_is_one_layer(&mesh, true));
}
END_TEST

/* Each triangle once more, with its back in front: no side is culled that the other would not show. */
START_TEST(fronts_and_backs_are_two_layers) {
    static uint32_t both[2 * 6 * STEPS * STEPS];
    ferry_mesh mesh;
    make_net(&mesh, dome);
    for (uint32_t t = 0; t < mesh.triangle_count; t++)
        for (uint32_t k = 0; k < 3; k++) {
            both[6 * t + k] = mesh.triangles[3 * t + k];
            both[6 * t + 3 + k] = mesh.triangles[3 * t + 2 - k];
        }
    mesh.triangles = both;
    mesh.triangle_count *= 2;
    for (; mesh.triangle_count > 100; mesh.triangle_count -= 10)
        ck_assert(!fy_mesh_is_one_layer(&mesh, true));
}
END_TEST

START_TEST(no_triangles_are_one_layer) {
    ferry_mesh mesh;
    make_net(&mesh, wave);
    mesh.triangle_count = 0;
    ck_assert(fy_mesh_is_one_layer(&mesh, false));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("one_layer");
    TCase *tests = tcase_create("layers");
    tcase_add_loop_test(tests, what_is_flat_or_curved_one_way, 0, sizeof cases / sizeof *cases);
    tcase_add_test(tests, some_may_be_bent_back);
    tcase_add_test(tests, fronts_and_backs_are_two_layers);
    tcase_add_test(tests, no_triangles_are_one_layer);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
