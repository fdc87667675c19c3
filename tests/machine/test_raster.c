/* test_raster.c: the rasteriser against pixels worked out by hand. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "helpers.h"
#include "machine/camera.h"
#include "machine/raster.h"
#include "machine/raster_fill.h"

/* What a pixel function of the tests keeps. */
typedef struct notes {
    uint8_t times[64]; /* of each pixel of an 8 x 8 picture */
    uint8_t samples[64];
    float perspective[64], affine[64], z[64];
    bool refuse;
} notes;

static bool note_pixel(void *user, const fy_pixel *pixel) {
    notes *n = user;
    n->times[pixel->index]++;
    n->samples[pixel->index] = pixel->samples;
    n->perspective[pixel->index] = pixel->perspective[0];
    n->affine[pixel->index] = pixel->affine[0];
    n->z[pixel->index] = pixel->z;
    return !n->refuse;
}

/* A vertex at (x, y) of an 8 x 8 picture, in pixels; `depth` -1 near .. 1 far. */
static fy_raster_vertex at(double x, double y, double depth, double w) {
    fy_raster_vertex v = {.clip = {(x / 4 - 1) * w, (1 - y / 4) * w, depth * w, w}};
    return v;
}

static fy_raster_material material_of(notes *n) {
    return (fy_raster_material){
        .perspective = 1, .affine = 1, .z_compare = FY_ALWAYS, .pixel = note_pixel, .user = n};
}

typedef struct stage {
    ferry_job *job;
    fy_target target;
    notes n;
} stage;

static void open_stage(stage *s) {
    const uint8_t clear[4] = {1, 2, 3, 4};
    memset(s, 0, sizeof *s);
    s->job = fy_test_job();
    ck_assert(fy_target_open(s->job, 8, 8, clear, true, &s->target));
}

static void draw(stage *s, const fy_raster_material *material, const fy_raster_vertex *v, uint32_t count) {
    uint32_t order[12];
    for (uint32_t i = 0; i < count; i++) order[i] = i;
    ck_assert(fy_raster_triangles(s->job, &s->target, material, v, NULL, NULL, order, count / 3));
}

static void expect_times(const stage *s, const char *const rows[8]) {
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            ck_assert_msg(s->n.times[y * 8 + x] == rows[y][x] - '0', "pixel %d %d was drawn %d times, not %c",
                          x, y, s->n.times[y * 8 + x], rows[y][x]);
}

START_TEST(clears_its_planes) {
    stage s;
    open_stage(&s);
    ck_assert_mem_eq(s.target.color + 63 * 4, ((uint8_t[]){1, 2, 3, 4}), 4);
    ck_assert(s.target.z[63] == FY_FAR);
    ck_assert_uint_eq(s.target.coverage[63], 7);
    ck_assert_uint_eq(s.target.drawn[63], 0);
    ck_assert(!fy_target_open(s.job, 0, 8, s.target.color, false, &s.target));
    ck_assert(!fy_target_open(s.job, 8, 0, s.target.color, false, &s.target));
    ck_assert(!fy_target_open(s.job, 4097, 8, s.target.color, false, &s.target));
    ck_assert(!fy_target_open(s.job, 8, 4097, s.target.color, false, &s.target));
    ferry_close(s.job);
}
END_TEST

/* The long side runs through pixel centres: they belong to the triangle that has it on its left. */
START_TEST(fills_by_the_top_left_rule) {
    static const char *const upper[8] = {"11100000", "11000000", "10000000", "00000000",
                                         "00000000", "00000000", "00000000", "00000000"};
    static const char *const lower[8] = {"00010000", "00110000", "01110000", "11110000",
                                         "00000000", "00000000", "00000000", "00000000"};
    fy_raster_vertex first[3] = {at(0, 0, 0, 1), at(0, 4, 0, 1), at(4, 0, 0, 1)};
    fy_raster_vertex second[3] = {at(4, 0, 0, 1), at(0, 4, 0, 1), at(4, 4, 0, 1)};
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, first, 3);
    expect_times(&s, upper);
    memset(&s.n, 0, sizeof s.n);
    draw(&s, &material, second, 3);
    expect_times(&s, lower);
    ferry_close(s.job);
}
END_TEST

/* A fan about an odd middle: no gap, no pixel twice, at either sampling. */
START_TEST(neighbours_share_no_pixel_and_leave_none) {
    static const char *const all[8] = {"11111111", "11111111", "11111111", "11111111",
                                       "11111111", "11111111", "11111111", "11111111"};
    const double rim[4][2] = {{0, 0}, {0, 8}, {8, 8}, {8, 0}};
    fy_raster_vertex v[12];
    for (int i = 0; i < 4; i++) {
        v[i * 3] = at(3.37, 4.81, 0, 1);
        v[i * 3 + 1] = at(rim[i][0], rim[i][1], 0, 1);
        v[i * 3 + 2] = at(rim[(i + 1) % 4][0], rim[(i + 1) % 4][1], 0, 1);
    }
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, v, 12);
    expect_times(&s, all);
    memset(&s.n, 0, sizeof s.n);
    material.sampling = FY_SAMPLE_CORNERS;
    int samples = 0;
    for (uint32_t t = 0; t < 4; t++) {
        memset(&s.n, 0, sizeof s.n);
        draw(&s, &material, v + t * 3, 3);
        for (int i = 0; i < 64; i++) samples += s.n.samples[i];
    }
    ck_assert_int_eq(samples, 64 * 8);
    ferry_close(s.job);
}
END_TEST

START_TEST(culls_by_winding) {
    fy_raster_vertex front[3] = {at(0, 0, 0, 1), at(0, 4, 0, 1),
                                 at(4, 0, 0, 1)}; /* counter-clockwise as seen */
    fy_raster_vertex back[3] = {at(0, 0, 0, 1), at(4, 0, 0, 1), at(0, 4, 0, 1)};
    static const int drawn[4][2] = {{1, 1}, {0, 1}, {1, 0}, {0, 0}}; /* none, front, back, both */
    for (int cull = 0; cull < 4; cull++) {
        stage s;
        open_stage(&s);
        fy_raster_material material = material_of(&s.n);
        material.cull = (ferry_cull)cull;
        draw(&s, &material, front, 3);
        ck_assert_int_eq(s.n.times[0], drawn[cull][0]);
        memset(&s.n, 0, sizeof s.n);
        draw(&s, &material, back, 3);
        ck_assert_int_eq(s.n.times[0], drawn[cull][1]);
        ferry_close(s.job);
    }
}
END_TEST

/* From w = 1 on the left to w = 3 on the right. In the middle of the picture (attribute 0 to 1):
 * (0/1 + 1/3)/2 / ((1 + 1/3)/2) = 1/4 on the surface, 1/2 on the screen. Pixel 3 lies half a pixel to the
 * left: t = 7/16: (7/16 * 1/3) / (9/16 + 7/48) = 7/34. */
START_TEST(interpolates_on_surface_and_on_screen) {
    fy_raster_vertex v[6] = {at(0, 0, 0, 1), at(0, 8, 0, 1), at(8, 0, 0, 3),
                             at(8, 0, 0, 3), at(0, 8, 0, 1), at(8, 8, 0, 3)};
    for (int i = 0; i < 6; i++) {
        bool right = i == 2 || i == 3 || i == 5;
        v[i].perspective[0] = v[i].affine[0] = right;
    }
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, v, 6);
    ck_assert_float_eq_tol(s.n.perspective[3], 7.0F / 34, 1e-5F);
    ck_assert_float_eq_tol(s.n.perspective[63 - 4], 7.0F / 34, 1e-5F); /* the other triangle agrees */
    ck_assert_float_eq_tol(s.n.affine[3], 7.0F / 16, 1e-5F);
    memset(&s.n, 0, sizeof s.n);
    material.sampling = FY_SAMPLE_CORNERS; /* at the pixel's left border: t = 1/2 for pixel 4 */
    draw(&s, &material, v, 6);
    ck_assert_float_eq_tol(s.n.perspective[4], 0.25F, 1e-5F);
    ck_assert_float_eq_tol(s.n.affine[4], 0.5F, 1e-5F);
    memset(&s.n, 0, sizeof s.n);
    material.over_w_step = 0.5; /* 1/3 becomes 1/2: (1/2)/2 / ((1 + 1/3)/2) */
    draw(&s, &material, v, 6);
    ck_assert_float_eq_tol(s.n.perspective[4], 0.375F, 1e-5F);
    ferry_close(s.job);
}
END_TEST

/* The left third lies before the near plane. What is left of the square shows what it would have shown there;
 * its new corners stand on a grid, and move a little. */
START_TEST(clipping_leaves_attributes_where_they_are) {
    fy_raster_vertex v[6] = {at(0, 0, -2, 1), at(0, 8, -2, 1), at(8, 0, 1, 1),
                             at(8, 0, 1, 1),  at(0, 8, -2, 1), at(8, 8, 1, 1)};
    for (int i = 0; i < 6; i++) {
        bool right = i == 2 || i == 3 || i == 5;
        v[i].perspective[0] = v[i].affine[0] = right ? 9 : 1;
    }
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, v, 6);
    for (int x = 0; x < 8; x++) {
        if (x != 2) ck_assert_int_eq(s.n.times[8 * 3 + x], x > 2); /* that one is cut */
        if (x < 3) continue;
        ck_assert_float_eq_tol(s.n.affine[8 * 3 + x], 1.5F + (float)x, 0.03F);
        ck_assert_float_eq_tol(s.n.perspective[8 * 3 + x], 1.5F + (float)x, 0.03F);
    }
    ferry_close(s.job);
}
END_TEST

/* A left border at 2.5: of the eight samples of pixel 2 those at 1/2 and 3/4 are inside. Affine attributes
 * are taken at the first of them, (2.5, y), perspective ones at (2, y) although that is outside. */
START_TEST(counts_samples_at_borders) {
    fy_raster_vertex v[3] = {at(2.5, 0, 0, 1), at(2.5, 12, 0, 1), at(12, 0, 0, 1)};
    v[2].perspective[0] = v[2].affine[0] = 9.5F;
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    material.sampling = FY_SAMPLE_CORNERS;
    draw(&s, &material, v, 3);
    ck_assert_int_eq(s.n.samples[2], 4);
    ck_assert_int_eq(s.n.samples[3], 8);
    ck_assert_int_eq(s.n.times[1], 0);
    ck_assert_float_eq_tol(s.n.affine[2], 0, 1e-5F);
    ck_assert_float_eq_tol(s.n.affine[3], 0.5F, 1e-5F);
    ck_assert_float_eq_tol(s.n.perspective[2], -0.5F, 1e-5F);
    ferry_close(s.job);
}
END_TEST

/* A border across pixel (2, 2), beyond x + y = 1.25 of it: of the eight samples the last one is inside. */
START_TEST(samples_have_two_axes) {
    fy_raster_vertex v[3] = {at(5.25, 0, 0, 1), at(0, 5.25, 0, 1), at(8, 8, 0, 1)};
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    material.sampling = FY_SAMPLE_CORNERS;
    draw(&s, &material, v, 3);
    ck_assert_int_eq(s.n.samples[2 * 8 + 2], 1);
    ferry_close(s.job);
}
END_TEST

/* Two corners behind the eye. What is left of the floor looks as the whole one would: at clip (x, y, z, w)
 * the attribute is the depth itself. */
START_TEST(clips_what_is_behind_the_eye) {
    fy_raster_vertex v[3];
    const double corners[3][2] = {{0, 40}, {-30, -5}, {30, -5}}; /* x, distance; 1 below the eye */
    for (int i = 0; i < 3; i++) {
        double w = corners[i][1], near_plane = 0.5, far_plane = 100;
        double z = w * (far_plane + near_plane) / (far_plane - near_plane) -
                   2 * far_plane * near_plane / (far_plane - near_plane);
        v[i] = (fy_raster_vertex){.clip = {corners[i][0], -1, z, w}};
        v[i].perspective[0] = (float)w;
    }
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, v, 3);
    for (int y = 4; y < 8;
         y++) /* row y's middle sees the floor at 1 / ((y + 1/2) / 4 - 1); corners are rounded */
        ck_assert_float_eq_tol(s.n.perspective[y * 8 + 4] * (float)((y + 0.5) / 4 - 1), 1, 0.06F);
    for (int i = 0; i < 32; i++) ck_assert_int_eq(s.n.times[i], 0);
    ferry_close(s.job);
}
END_TEST

/* With slack a corner slightly before the near plane stays; one further before it is cut there. */
START_TEST(slack_before_the_near_plane) {
    static const char *const whole[8] = {"11111110", "11111100", "11111000", "11110000",
                                         "11100000", "11000000", "10000000", "00000000"};
    for (int far_before = 0; far_before < 2; far_before++) {
        stage s[2];
        fy_raster_vertex v[3] = {at(0, 0, 0, 1), at(0, 8, far_before ? -3 : -1.5, 1), at(8, 0, 0, 1)};
        for (int slack = 0; slack < 2; slack++) {
            open_stage(&s[slack]);
            fy_raster_material material = material_of(&s[slack].n);
            material.near_slack = slack;
            draw(&s[slack], &material, v, 3);
        }
        bool same = memcmp(s[0].n.times, s[1].n.times, sizeof s[0].n.times) == 0;
        ck_assert_int_eq(same, far_before);
        if (!far_before) expect_times(&s[1], whole);
        for (int slack = 0; slack < 2; slack++) ferry_close(s[slack].job);
    }
}
END_TEST

START_TEST(drops_what_is_no_place) {
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    fy_raster_vertex v[3] = {at(0, 0, 0, 1), at(0, 8, 0, 1), at(8, 0, 0, 1)};
    for (int k = 0; k < 3; k++) {
        v[2].clip[k] = k == 0 ? NAN : k == 1 ? INFINITY : 1e35;
        draw(&s, &material, v, 3);
        v[2] = at(8, 0, 0, 1);
    }
    v[0].clip[3] = v[1].clip[3] = v[2].clip[3] = 0;
    draw(&s, &material, v, 3);
    for (int i = 0; i < 64; i++) ck_assert_int_eq(s.n.times[i], 0);
    ferry_close(s.job);
}
END_TEST

START_TEST(tests_and_writes_depth) {
    fy_raster_vertex near_one[3] = {at(0, 0, -0.5, 1), at(0, 8, -0.5, 1), at(8, 0, -0.5, 1)};
    fy_raster_vertex far_one[3] = {at(0, 0, 0.5, 1), at(0, 8, 0.5, 1), at(8, 0, 0.5, 1)};
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    material.z_compare = FY_LESS;
    material.z_write = true;
    s.n.refuse = true;
    material.z_late = true; /* nothing is drawn, so no depth is written */
    draw(&s, &material, near_one, 3);
    ck_assert(s.target.z[0] == FY_FAR);
    ck_assert_int_eq(s.target.drawn[0], 0);
    material.z_late = false; /* before the pixel function */
    draw(&s, &material, near_one, 3);
    ck_assert_float_eq_tol(s.target.z[0], 16777215 * 0.25F, 1);
    ck_assert_int_eq(s.n.times[0], 2);
    s.n.refuse = false;
    draw(&s, &material, far_one, 3);
    draw(&s, &material, near_one, 3); /* equal is not less */
    ck_assert_int_eq(s.n.times[0], 2);
    material.z_compare = FY_LEQUAL;
    draw(&s, &material, near_one, 3);
    ck_assert_int_eq(s.n.times[0], 3);
    ck_assert_int_eq(s.target.drawn[0], 1);
    ferry_close(s.job);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- one plane */

enum { WIDE = 96 };

typedef struct canvas {
    uint8_t who[WIDE * WIDE], now; /* the triangle seen at each pixel */
} canvas;

static bool sign_pixel(void *user, const fy_pixel *pixel) {
    canvas *c = user;
    c->who[pixel->index] = c->now;
    return true;
}

static uint32_t random_of(uint32_t *state) {
    *state = *state * UINT32_C(1664525) + UINT32_C(1013904223);
    return *state >> 8;
}

/* Triangle `number` of a heap that lies in a plane turned by `tilt` about the upright axis, which stands
 * `behind` it. */
static void scatter(const fy_camera *camera, uint32_t number, double tilt, double behind,
                    fy_raster_vertex v[3]) {
    uint32_t state = number * 7919 + 1;
    for (int i = 0; i < 3; i++) {
        double u = random_of(&state) % 2000 / 1000.0 - 1, h = random_of(&state) % 2000 / 1000.0 - 1, eye[3];
        double place[3] = {u * fy_cos(tilt) + behind * fy_sin(tilt), h,
                           u * fy_sin(tilt) - behind * fy_cos(tilt)};
        for (int k = 0; k < 3; k++) {
            const double *row = camera->view.m[k];
            eye[k] = row[0] * place[0] + row[1] * place[1] + row[2] * place[2] + row[3];
        }
        v[i] = (fy_raster_vertex){.clip = {0}};
        fy_camera_clip_exact(camera, eye, v[i].clip);
    }
}

static void heap(fy_compare compare, double tilt, double behind, canvas *c) {
    const ferry_box box = {{-1, -1, -1}, {1, 1, 1}};
    const uint8_t clear[4] = {0};
    const uint32_t order[3] = {0, 1, 2};
    fy_camera camera = fy_camera_frame(&box, 0, 0, 0, WIDE, WIDE);
    ferry_job *job = fy_test_job();
    fy_target target;
    ck_assert(fy_target_open(job, WIDE, WIDE, clear, false, &target));
    fy_raster_material material = {.z_compare = compare, .z_write = true, .pixel = sign_pixel, .user = c};
    memset(c, 0, sizeof *c);
    for (uint32_t i = 0; i < 60; i++) {
        fy_raster_vertex v[3];
        scatter(&camera, i, tilt, i % 2 ? behind : 0, v);
        c->now = (uint8_t)(i + 1);
        ck_assert(fy_raster_triangles(job, &target, &material, v, NULL, NULL, order, 1));
    }
    ferry_close(job);
}

/* Of triangles in one plane the later one is seen, as if there were no depth, and with "less" the earlier
 * one; however the plane is turned. */
START_TEST(of_one_plane_the_later_one_is_seen) {
    static canvas by_order, by_depth;
    double tilt = (_i - 5) * 0.27;
    heap(FY_ALWAYS, tilt, 0, &by_order);
    heap(FY_LEQUAL, tilt, 0, &by_depth);
    ck_assert_mem_eq(by_order.who, by_depth.who, sizeof by_order.who);
    heap(FY_LESS, tilt, 0, &by_depth);
    for (int i = 0; i < WIDE * WIDE; i++) ck_assert(!by_depth.who[i] == !by_order.who[i]);
    uint32_t later = 0;
    for (int i = 0; i < WIDE * WIDE; i++) later += by_depth.who[i] > 1 && by_order.who[i] == by_depth.who[i];
    ck_assert_uint_lt(later, WIDE * WIDE / 4);
}
END_TEST

/* A plane that stands a fiftieth of a pixel's width behind does not come through: half of the triangles lie
 * there. */
START_TEST(what_is_farther_stays_behind) {
    static canvas all, front;
    double tilt = (_i - 5) * 0.27, behind = 2.0 / WIDE / 50;
    heap(FY_LEQUAL, tilt, behind, &all);
    heap(FY_LEQUAL, tilt, 1e6, &front); /* out of sight */
    for (int i = 0; i < WIDE * WIDE; i++) ck_assert(!front.who[i] || front.who[i] == all.who[i]);
}
END_TEST

/* A sliver whose corners lie in a line until they are rounded to sixteenths: what is filled of it has the
 * depths of its sides. Centres of pixels lie on the first one, at thirds. */
START_TEST(slivers_that_rounding_opens_have_depths) {
    static const double depths[3] = {-.5, .5, -.3};
    static const double along[3] = {0, 1, .51}; /* (56.96, 32.48) / 16 becomes (57, 32) / 16 */
    fy_raster_vertex v[3];
    stage s;
    for (int i = 0; i < 3; i++) v[i] = at(.5 + 6 * along[i], .5 + 3 * along[i], depths[i], 1);
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    draw(&s, &material, v, 3);
    for (int third = 1; third < 3; third++) {
        int pixel = 8 * third + 2 * third;
        ck_assert_uint_eq(s.n.times[pixel], 1);
        ck_assert_float_eq_tol(s.n.z[pixel], 16777215 * (.25F + .5F * (float)third / 3), 16);
    }
    ferry_close(s.job);
}
END_TEST

START_TEST(compares_as_named) {
    static const bool expected[8][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0},
                                        {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}};
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) ck_assert_int_eq(fy_compares((fy_compare)i, (float)k, 1), expected[i][k]);
}
END_TEST

/* All corners of a box are in the picture from wherever one looks, and fill most of it. */
START_TEST(frames_the_box) {
    const ferry_box box = {{-7, 2, -3}, {5, 30, 11}};
    for (int turn = 0; turn < 12; turn++)
        for (int size = 0; size < 3; size++) {
            uint32_t width = size == 1 ? 200 : 100, height = size == 2 ? 200 : 100;
            fy_camera camera =
                fy_camera_frame(&box, turn * FY_PI / 6, (turn % 5 - 2) * 0.4, 0, width, height);
            double most = 0;
            for (int corner = 0; corner < 8; corner++) {
                ferry_vec3 p = {corner & 1 ? box.max.x : box.min.x, corner & 2 ? box.max.y : box.min.y,
                                corner & 4 ? box.max.z : box.min.z};
                double clip[4];
                fy_camera_clip(&camera, fy_matrix_point(&camera.view, p), clip);
                for (int k = 0; k < 3; k++) ck_assert(fabs(clip[k]) < clip[3]);
                for (int k = 0; k < 2; k++)
                    most = fabs(clip[k]) / clip[3] > most ? fabs(clip[k]) / clip[3] : most;
            }
            ck_assert_double_gt(most, 0.6);
        }
}
END_TEST

/* The eye is the origin, the target is straight ahead, up is up; nothing is mirrored. */
START_TEST(looks_at_a_target) {
    const ferry_vec3 eye = {3, 4, 5}, target = {-2, 7, 1};
    const ferry_box box = {{-9, -9, -9}, {9, 9, 9}};
    const ferry_matrix view = fy_camera_look(&box, eye, target, 320, 240).view;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += view.m[i][k] * view.m[j][k];
            ck_assert_double_eq_tol(sum, i == j, 1e-6);
        }
    const ferry_vec3 here = fy_matrix_point(&view, eye), there = fy_matrix_point(&view, target),
                     above = fy_matrix_point(&view, (ferry_vec3){3, 5, 5});
    ck_assert_double_lt((double)fy_vec3_length(here), 1e-5);
    ck_assert(fabsf(there.x) < 1e-5f && fabsf(there.y) < 1e-5f);
    ck_assert_double_eq_tol((double)there.z, -sqrt(25 + 9 + 16), 1e-5);
    ck_assert(fabsf(above.x) < 1e-5f && above.y > 0.5f);
    const ferry_vec3 right = {4, 0, -5}; /* the direction of view times up */
    ck_assert_float_gt(fy_matrix_direction(&view, right).x, 1);
}
END_TEST

/* Yaw 0 looks from +z with +x to the right; yaw 90 degrees from +x with -z to the right; pitch from above. */
START_TEST(turns_as_documented) {
    const ferry_box box = {{-1, -1, -1}, {1, 1, 1}};
    fy_camera camera = fy_camera_frame(&box, 0, 0, 10, 64, 64);
    ferry_vec3 seen = fy_matrix_point(&camera.view, (ferry_vec3){1, 2, 3});
    ck_assert_float_eq_tol(seen.x, 1, 1e-5F);
    ck_assert_float_eq_tol(seen.y, 2, 1e-5F);
    ck_assert_float_eq_tol(seen.z, -7, 1e-5F);
    camera = fy_camera_frame(&box, FY_PI / 2, 0, 10, 64, 64);
    seen = fy_matrix_point(&camera.view, (ferry_vec3){1, 2, 3});
    ck_assert_float_eq_tol(seen.x, -3, 1e-5F);
    ck_assert_float_eq_tol(seen.z, -9, 1e-5F);
    camera = fy_camera_frame(&box, 0, FY_PI / 2, 10, 64, 64);
    seen = fy_matrix_point(&camera.view, (ferry_vec3){1, 2, 3});
    ck_assert_float_eq_tol(seen.y, -3, 1e-5F);
    ck_assert_float_eq_tol(seen.z, -8, 1e-5F);
}
END_TEST

START_TEST(draws_lines) {
    const uint8_t ink[4] = {9, 8, 7, 6};
    fy_raster_vertex a = at(1.5, 2.5, 0, 1), b = at(6.5, 2.5, 0, 1);
    stage s;
    open_stage(&s);
    s.target.z[2 * 8 + 4] = 0; /* something nearer */
    fy_raster_line(&s.target, a.clip, b.clip, ink, false);
    for (int x = 0; x < 8; x++) {
        bool drawn = x >= 1 && x <= 6 && x != 4;
        ck_assert_int_eq(s.target.color[(2 * 8 + x) * 4], drawn ? 9 : 1);
        ck_assert_int_eq(s.target.drawn[2 * 8 + x], drawn);
    }
    fy_raster_line(&s.target, a.clip, b.clip, ink, true);
    ck_assert_int_eq(s.target.color[(2 * 8 + 4) * 4], 9);
    const double behind[4] = {0, 0, -2, -1};
    fy_raster_line(&s.target, a.clip, behind, ink,
                   true); /* ends at the near plane, within the picture or not */
    ferry_close(s.job);
}
END_TEST

/* A line that comes nearer passes through what stands half-way. */
START_TEST(lines_come_nearer_along_their_way) {
    const uint8_t ink[4] = {9, 8, 7, 6};
    fy_raster_vertex a = at(.5, 2.5, .8, 1), b = at(7.5, 2.5, -.8, 1);
    const fy_raster_vertex wall[3] = {at(-8, -8, 0, 1), at(24, -8, 0, 1), at(-8, 24, 0, 1)};
    stage s;
    open_stage(&s);
    fy_raster_material material = material_of(&s.n);
    material.z_write = true;
    draw(&s, &material, wall, 3);
    fy_raster_line(&s.target, a.clip, b.clip, ink, false);
    for (int x = 0; x < 8; x++)
        if (x != 3 && x != 4) ck_assert_int_eq(s.target.color[(2 * 8 + x) * 4], x > 4 ? 9 : 1);
    ferry_close(s.job);
}
END_TEST

/* One triangle, corners inside, beyond each border, behind the eye, and nowhere: what is known of its corners
 * changes nothing, and of what is drawn they reach into the picture. */
START_TEST(sides_say_what_is_drawn) {
    const uint32_t order[3] = {2, 3, 4}, from = 2;
    uint32_t state = 5, drawn = 0, reaching = 0, shown = 0;
    for (int i = 0; i < 4000; i++) {
        fy_raster_vertex v[6] = {{.clip = {0}}};
        uint16_t sides[6] = {0};
        stage known, unknown;
        for (uint32_t k = from; k < from + 3; k++) {
            double p[4];
            for (int c = 0; c < 4; c++) p[c] = random_of(&state) % 4000 / 800.0 - (c == 3 ? 1 : 2.5);
            if (random_of(&state) % 50 == 0) p[random_of(&state) % 4] = random_of(&state) % 2 ? NAN : 1e35;
            memcpy(v[k].clip, p, sizeof p);
            v[k].perspective[0] = (float)k;
        }
        open_stage(&known);
        open_stage(&unknown);
        fy_raster_material first = material_of(&known.n), second = material_of(&unknown.n);
        ck_assert(fy_raster_find_sides(known.job, v, 6, order, 1, sides));
        fy_screen places[6] = {{0}};
        bool shows = fy_raster_may_show(&known.target, &first, v, sides, places, order);
        ck_assert(fy_raster_triangles(known.job, &known.target, &first, v, sides, places, order, 1));
        ck_assert(fy_raster_triangles(known.job, &unknown.target, &second, v, NULL, NULL, order, 1));
        ck_assert_mem_eq(&known.n, &unknown.n, sizeof known.n);
        bool reaches = sides[2] & FY_RASTER_REACHES, any = false;
        for (int pixel = 0; pixel < 64; pixel++) any |= known.n.times[pixel] != 0;
        ck_assert((reaches && shows) || !any);
        shown += shows;
        for (uint32_t k = 0; k < 6; k++) /* all three, and no other */
            ck_assert((sides[k] & FY_RASTER_REACHES) == (reaches && k >= 2 && k < 5 ? FY_RASTER_REACHES : 0));
        drawn += any, reaching += reaches;
        ferry_close(known.job);
        ferry_close(unknown.job);
    }
    ck_assert(drawn > 200 && shown >= drawn && reaching > shown && reaching < 3500);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("raster");
    TCase *tests = tcase_create("raster");
    tcase_add_test(tests, clears_its_planes);
    tcase_add_test(tests, fills_by_the_top_left_rule);
    tcase_add_test(tests, neighbours_share_no_pixel_and_leave_none);
    tcase_add_test(tests, culls_by_winding);
    tcase_add_test(tests, interpolates_on_surface_and_on_screen);
    tcase_add_test(tests, clipping_leaves_attributes_where_they_are);
    tcase_add_test(tests, counts_samples_at_borders);
    tcase_add_test(tests, samples_have_two_axes);
    tcase_add_test(tests, clips_what_is_behind_the_eye);
    tcase_add_test(tests, slack_before_the_near_plane);
    tcase_add_test(tests, drops_what_is_no_place);
    tcase_add_test(tests, tests_and_writes_depth);
    tcase_add_loop_test(tests, of_one_plane_the_later_one_is_seen, 0, 11);
    tcase_add_loop_test(tests, what_is_farther_stays_behind, 0, 11);
    tcase_add_test(tests, slivers_that_rounding_opens_have_depths);
    tcase_add_test(tests, compares_as_named);
    tcase_add_test(tests, frames_the_box);
    tcase_add_test(tests, looks_at_a_target);
    tcase_add_test(tests, turns_as_documented);
    tcase_add_test(tests, draws_lines);
    tcase_add_test(tests, sides_say_what_is_drawn);
    tcase_add_test(tests, lines_come_nearer_along_their_way);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
