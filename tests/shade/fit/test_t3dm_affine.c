/*
 * test_t3dm_affine.c: formulas of a texture and vertex colours, multiplied out: they show the same as before,
 * and only where vertices can hold both parts (docs/what-is-lost.md, "Materials").
 */
#include "shade/fit/t3dm_affine.h"

#include <math.h>
#include <string.h>

#include "helpers.h"

typedef struct bench {
    ferry_job *job;
    fy_tev tev;
    uint16_t texture, other, vertex, alpha;
} bench;

static const ferry_gx_material none;

static bench open_bench(void) {
    bench b = {.job = fy_test_job()};
    b.tev = (fy_tev){.gx = &none, .nodes = ferry_new(b.job, fy_tev_node, FY_TEV_MAX_NODES)};
    fy_tev_node leaf = {.op = FY_TEV_TEX, .swizzle = {0, 1, 2}};
    b.texture = fy_tev_leaf(&b.tev, &leaf);
    leaf.map = 1;
    b.other = fy_tev_leaf(&b.tev, &leaf);
    leaf = (fy_tev_node){.op = FY_TEV_RAS, .swizzle = {0, 1, 2}, .vertex = true, .k = {1, 1, 1}};
    b.vertex = fy_tev_leaf(&b.tev, &leaf);
    memset(leaf.swizzle, 3, 3);
    b.alpha = fy_tev_leaf(&b.tev, &leaf);
    return b;
}

/* One component of a formula: the texture is t, the vertex's colour v, its alpha a. */
static double value(const bench *b, uint16_t at, double t, double v, double a) {
    const fy_tev_node *node = &b->tev.nodes[at];
    if (node->op == FY_TEV_CONST) return node->k[0];
    if (node->op == FY_TEV_TEX) return t;
    if (node->op == FY_TEV_RAS) return fmin(1, (node->swizzle[0] == 3 ? a : v) * node->k[0]);
    double x = value(b, node->a, t, v, a), y = value(b, node->b, t, v, a);
    return node->op == FY_TEV_ADD   ? x + y
           : node->op == FY_TEV_SUB ? x - y
           : node->op == FY_TEV_MUL ? x * y
                                    : x + (y - x) * value(b, node->c, t, v, a);
}

static uint16_t grey(bench *b, double k) {
    return fy_tev_const(&b->tev, k, k, k);
}

/* `times` of the vertex's colour, and `plus`. */
static uint16_t line(bench *b, double times, double plus) {
    return fy_tev_add(&b->tev, fy_tev_mul(&b->tev, b->vertex, grey(b, times)), grey(b, plus));
}

static uint16_t more_texture(bench *b, uint16_t than, double plus) {
    return fy_tev_add(&b->tev, than, grey(b, plus));
}

/* Multiplied out it is texture * f + g, and the same for any texture and vertex. */
static void expect_same(bench *b, uint16_t root) {
    uint16_t all = fy_affine_of(&b->tev, root);
    ck_assert_uint_ne(all, FY_TEV_NONE);
    ck_assert_uint_ne(all, root);
    const fy_tev_node *node = &b->tev.nodes[all];
    ck_assert_int_eq(node->op, FY_TEV_ADD);
    for (int i = 0; i < 125; i++) {
        double t = i % 5 / 4., v = i / 5 % 5 / 4., a = i / 25 / 4.;
        ck_assert_double_eq_tol(value(b, all, t, v, a), value(b, root, t, v, a), 1e-9);
    }
}

START_TEST(it_shows_the_same) {
    bench b = open_bench();
    expect_same(&b, fy_tev_mul(&b.tev, more_texture(&b, b.texture, .25), line(&b, .5, .25)));
    expect_same(&b, fy_tev_lerp(&b.tev, grey(&b, .3), b.texture, b.vertex));
    expect_same(&b, fy_tev_lerp(&b.tev, b.vertex, b.texture, b.alpha));
    expect_same(&b, fy_tev_mul(&b.tev, fy_tev_lerp(&b.tev, grey(&b, .2), grey(&b, .7), b.texture), b.vertex));
    ferry_close(b.job);
}
END_TEST

/* Vertices hold no more than white, and nothing less than black; what is added may be more. */
START_TEST(only_what_vertices_hold) {
    bench b = open_bench();
    uint16_t texture = more_texture(&b, b.texture, .25);
    ck_assert_uint_eq(fy_affine_of(&b.tev, fy_tev_mul(&b.tev, texture, line(&b, .5, .75))), FY_TEV_NONE);
    ck_assert_uint_eq(fy_affine_of(&b.tev, fy_tev_mul(&b.tev, texture, line(&b, .5, -.25))), FY_TEV_NONE);
    texture = more_texture(&b, b.texture, -.25);
    ck_assert_uint_eq(fy_affine_of(&b.tev, fy_tev_mul(&b.tev, texture, line(&b, .5, .25))), FY_TEV_NONE);
    expect_same(&b, fy_tev_mul(&b.tev, more_texture(&b, b.texture, 1.5), line(&b, .5, .5)));
    uint16_t between =
        fy_tev_lerp(&b.tev, b.alpha, b.vertex, b.texture); /* (vertex - alpha) * texture + ... */
    ck_assert_uint_eq(fy_affine_of(&b.tev, between), FY_TEV_NONE);
    ferry_close(b.job);
}
END_TEST

/* Two textures, a texture by itself, or none: no such formula. Nothing is left of what was tried. */
START_TEST(only_one_texture) {
    bench b = open_bench();
    uint16_t textures = fy_tev_add(&b.tev, b.texture, b.other),
             square = fy_tev_mul(&b.tev, more_texture(&b, b.texture, .25), b.texture),
             plain = fy_tev_mul(&b.tev, b.vertex, line(&b, .5, .25)), count = b.tev.count;
    const uint16_t roots[] = {textures, square, plain, b.texture,
                              fy_tev_mul(&b.tev, fy_tev_add(&b.tev, b.texture, b.other), line(&b, .5, .25))};
    count = b.tev.count;
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        ck_assert_uint_eq(fy_affine_of(&b.tev, roots[i]), FY_TEV_NONE);
        ck_assert_uint_eq(b.tev.count, count);
    }
    ferry_close(b.job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_affine");
    TCase *tests = tcase_create("affine");
    tcase_add_test(tests, it_shows_the_same);
    tcase_add_test(tests, only_what_vertices_hold);
    tcase_add_test(tests, only_one_texture);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
