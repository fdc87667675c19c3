/*
 * test_thin.c: pictures choose which triangles go last (docs/simplify.md): what is planned looks as it will,
 * leaves no marks, and pictures are more alike than where planes alone choose.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/simplify/open_shell.h"
#include "core/simplify/pictures/missed.h"
#include "core/simplify/pictures/rehearse.h"
#include "core/simplify/pictures/thin.h"
#include "core/simplify/pictures/trial.h"
#include "core/simplify/steps/simplify.h"
#include "helpers.h"

enum { SIDES = 14 };

typedef struct opened {
    ferry_job *job;
    ferry_bytes bytes;
    ferry_scene *scene;
    fy_shell s;
    fy_pictures p;
    fy_collapse c;
} opened;

static void open_figure(opened *o) {
    o->job = fy_test_job();
    o->bytes = fy_read_fixture("figure.bdl");
    o->scene = ferry_load(o->job, &(ferry_input){"figure.bdl", o->bytes}, 1);
    ck_assert_ptr_nonnull(o->scene);
    o->c = (fy_collapse){.shell = &o->s};
    fy_missed *missed;
    ck_assert(fy_shell_open(o->job, o->scene, false, NULL, &o->s) && fy_pictures_open(&o->s, &o->p));
    ck_assert(fy_missed_find(&o->p, &missed) && fy_collapse_open(&o->s, missed, &o->c));
}

static void close_figure(opened *o) {
    fy_pictures_close(&o->p);
    fy_collapse_close(&o->c);
    ferry_scene_free(o->scene);
    ferry_close(o->job);
    free((void *)(uintptr_t)o->bytes.data);
}

/* Of all views. */
static double error_now(fy_pictures *p) {
    double sum = 0;
    ck_assert(fy_pictures_draw(p));
    for (int k = 0; k < SIDES; k++)
        for (int i = 0; i < FY_PICTURE_PIXELS; i++) sum += (double)p->views[k].errors[i];
    return sum;
}

/* A copy of all that a rehearsal may change. */
static uint8_t *copy_of(const fy_shell *s, size_t *size) {
    const fy_wedge *last = &s->wedges[s->wedge_count - 1];
    size_t sizes[] = {3 * (size_t)s->triangle_count * sizeof *s->corners, s->wedge_count * sizeof *s->wedges,
                      (last->slot + fy_channel_count(s, s->wedge_count - 1)) * sizeof *s->values,
                      (size_t)s->vertex_count * s->pose_count * sizeof *s->places};
    const void *parts[] = {s->corners, s->wedges, s->values, s->places};
    *size = sizes[0] + sizes[1] + sizes[2] + sizes[3];
    uint8_t *copy = malloc(*size), *to = copy;
    ck_assert_ptr_nonnull(copy);
    for (int i = 0; i < 4; to += sizes[i++]) memcpy(to, parts[i], sizes[i]);
    return copy;
}

/* The first vertex from one on that may go to a neighbour; its plan. */
static bool plan_from(opened *o, uint32_t first, fy_move *move) {
    double cost;
    for (uint32_t v = first; v < o->s.vertex_count; v++) {
        if (o->s.vertices[v].first == FERRY_NONE) continue;
        uint32_t three[3];
        fy_corners_from(o->s.vertices[v].first, three);
        ck_assert(fy_move_plan(&o->s, v, fy_corner_vertex(&o->s, three[1]), false, move, &cost));
        if (cost < HUGE_VAL && fy_move_is_sound(&o->s, move, false)) return true;
    }
    return false;
}

START_TEST(what_is_rehearsed_is_what_comes) {
    opened o;
    fy_rehearsal r = {0};
    fy_move move = {0};
    uint32_t placed = 0;
    open_figure(&o);
    for (uint32_t i = 0; i < 4; i++) {
        size_t size, again;
        double seen;
        ck_assert(plan_from(&o, i * o.s.vertex_count / 4, &move));
        uint8_t *before = copy_of(&o.s, &size), *after;
        ck_assert(fy_rehearse(&o.s, &move, &r));
        seen = error_now(&o.p);
        fy_rehearse_back(&o.s, &r);
        after = copy_of(&o.s, &again);
        ck_assert_uint_eq(size, again);
        ck_assert(memcmp(before, after, size) == 0);
        fy_move_make(&o.s, &move);
        ck_assert(error_now(&o.p) == seen);
        placed += move.placed;
        free(before);
        free(after);
    }
    ck_assert_uint_gt(placed, 0);
    fy_rehearsal_close(o.job, &r);
    fy_job_drop(o.job, move.transfers);
    close_figure(&o);
}
END_TEST

/* A part that is gone, and back. */
START_TEST(what_is_missing_is_missed) {
    opened o;
    fy_rehearsal r = {0};
    uint32_t triangles[200], count = 0;
    double half = 0;
    open_figure(&o);
    for (uint32_t t = 0; t < 200; t++) triangles[count++] = t;
    ck_assert(error_now(&o.p) == 0);
    ck_assert(fy_pictures_begin_half(&o.p, triangles, count));
    ck_assert(fy_rehearse_without(&o.s, triangles, count, &r));
    ck_assert(fy_pictures_try_half(&o.p, &half));
    double all = error_now(&o.p);
    ck_assert_double_gt(all, 100);
    ck_assert_double_gt(half, .8 * all); /* seven sides, doubled, are about all */
    ck_assert_double_lt(half, 1.2 * all);
    fy_rehearse_back(&o.s, &r);
    ck_assert(error_now(&o.p) == 0);
    fy_rehearsal_close(o.job, &r);
    close_figure(&o);
}
END_TEST

/* Down to a quarter. */
static double error_of(bool pictures) {
    static const fy_taste taste = {.earliest = 2, .missing = 3, .looks = 2};
    opened o;
    open_figure(&o);
    uint32_t most = o.s.left / 4;
    if (pictures) {
        ck_assert_uint_gt(fy_thin_from(&o.p, &taste, most), most);
        ck_assert(fy_collapse_run(&o.c, fy_thin_from(&o.p, &taste, most), HUGE_VAL));
        ck_assert(fy_thin(&o.p, &taste, &o.c, most, HUGE_VAL));
    } else {
        ck_assert(fy_collapse_run(&o.c, most, HUGE_VAL));
    }
    ck_assert_uint_le(o.s.left, most);
    ck_assert_uint_ge(o.s.left + 3, most);
    double error = error_now(&o.p);
    close_figure(&o);
    return error;
}

START_TEST(pictures_choose_what_is_missed_least) {
    double planes = error_of(false), pictures = error_of(true);
    ck_assert_double_lt(pictures, .9 * planes);
}
END_TEST

/* ------------------------------------------------------------------------------------------- from nearby */

/* A plane one length below an eye that looks ahead fills what is below the middle, as deep as rows say,
 * though it goes on behind the eye. */
START_TEST(a_floor_is_seen_from_above_it) {
    static const fy_look plain = {.lights = 1, .color = {1, 1, 1, 1}};
    const fy_picture_side side = {
        .right = {1, 0, 0}, .up = {0, 1, 0}, .away = {0, 0, 1}, .near = true, .unit = 2};
    const fy_model model = {.scale = 3};
    const fy_solid floor = {
        .at = {{-1e4, -2, -9e3}, {1e4, -2, -9e3}, {0, -2, 2e4}}, .look = &plain, .near_look = &plain};
    fy_flat f;
    fy_fragment one;
    ck_assert(fy_flatten(&model, &side, &floor, &f));
    fy_flat_light(&side, &floor, &f);
    for (int y = f.bottom; y < f.top; y++) {
        int left, right, middle = FY_PICTURE_SIZE / 2;
        fy_flat_row(&f, y, &left, &right);
        if (y >= middle) {
            ck_assert_int_ge(left, right);
        } else if (y < middle - 1) {
            ck_assert_int_eq(left, 0);
            ck_assert_int_eq(right, FY_PICTURE_SIZE);
            ck_assert(fy_flat_shade(&f, 0, y, HUGE_VALF, &one));
            double depth =
                FY_PICTURE_SIZE / 1.4 / (middle - y - .5) * 2 * 3; /* a ray that goes down by one */
            ck_assert_double_lt(fabs((double)one.depth / depth - 1), 1e-5);
        }
    }
}
END_TEST

static void add_corners(ferry_mesh *mesh, const ferry_vec3 *at, const uint32_t *corners, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        mesh->triangles[3 * mesh->triangle_count + i] = mesh->vertex_count + corners[i];
    for (uint32_t i = 0; i < 4; i++) mesh->positions[mesh->vertex_count++] = at[i];
    mesh->triangle_count += count / 3;
}

static void add_quad(ferry_mesh *mesh, ferry_vec3 at, ferry_vec3 x, ferry_vec3 y) {
    const ferry_vec3 all[4] = {at, fy_vec3_add(at, x), fy_vec3_add(fy_vec3_add(at, x), y),
                               fy_vec3_add(at, y)};
    add_corners(mesh, all, (const uint32_t[]){0, 1, 2, 0, 2, 3}, 6);
}

enum { ISLAND = 32, FENCES = 60 };

/* An island of squares with fences on it, in a sea that is so wide that no side shows a fence. */
static ferry_scene *island(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    uint32_t quads = ISLAND * ISLAND + FENCES + 1;
    mesh->vertex_count = mesh->triangle_count = 0;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4 * (size_t)quads);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * (size_t)quads);
    add_quad(mesh, (ferry_vec3){-5e3F, -1, -5e3F}, (ferry_vec3){0, 0, 1e4F}, (ferry_vec3){1e4F, 0, 0});
    for (int i = 0; i < ISLAND * ISLAND; i++)
        add_quad(mesh, (ferry_vec3){(float)(i % ISLAND), 0, (float)(i / ISLAND)}, (ferry_vec3){0, 0, 1},
                 (ferry_vec3){1, 0, 0});
    for (int i = 0; i < FENCES; i++)
        add_quad(
            mesh,
            (ferry_vec3){.3F + (float)(i * 7 % ISLAND), .1F, .3F + (float)((i * 11 + i / ISLAND) % ISLAND)},
            (ferry_vec3){i % 2 ? .8F : 0, 0, i % 2 ? 0 : .8F}, (ferry_vec3){0, 1.4F, 0});
    return scene;
}

START_TEST(small_things_are_missed_where_one_walks) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = island(job);
    fy_shell s;
    fy_pictures p;
    fy_missed *missed;
    uint32_t shown = 0;
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_pictures_open(&s, &p));
    ck_assert_uint_eq(p.eyes.count, FY_MOST_EYES);
    ck_assert_uint_eq(p.view_count, SIDES + FY_MOST_EYES);
    ck_assert(fy_missed_find(&p, &missed));
    for (uint32_t c = 0; c < s.component_count; c++) shown += missed[c].lost > 0;
    ck_assert_uint_eq(s.component_count, FENCES + 2);
    ck_assert_uint_gt(shown, 2 + FENCES / 4);
    fy_pictures_close(&p);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A figure is looked at from its sides alone. */
START_TEST(nobody_walks_on_a_figure) {
    opened o;
    open_figure(&o);
    ck_assert_uint_eq(o.p.eyes.count, 0);
    ck_assert_uint_eq(o.p.view_count, SIDES);
    close_figure(&o);
}
END_TEST

/* ------------------------------------------------------------------------------------------- what is long */

enum { ROOF = 12, STICK_TOP = 4, STICK_BOTTOM = -6 };

static ferry_vec3 roof_at(int x, int z) {
    const float middle = ROOF / 2.F, ax = ((float)x - middle) / 2, az = ((float)z - middle) / 2;
    return (ferry_vec3){ax, 5 - (ax * ax + az * az) / 5, az};
}

/* A roof of squares that bends, and a thin stick with four sides below it. */
static ferry_scene *parasol(ferry_job *job) {
    const float width = .04F;
    static const float sides[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->vertex_count = mesh->triangle_count = 0;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4 * (size_t)(ROOF * ROOF + 4));
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * (size_t)(ROOF * ROOF + 4));
    for (int i = 0; i < ROOF * ROOF; i++) {
        int x = i % ROOF, z = i / ROOF;
        const ferry_vec3 at[4] = {roof_at(x, z), roof_at(x, z + 1), roof_at(x + 1, z + 1), roof_at(x + 1, z)};
        add_corners(mesh, at, (const uint32_t[]){0, 1, 2, 0, 2, 3}, 6);
    }
    for (int i = 0; i < 4; i++)
        add_quad(mesh, (ferry_vec3){width * sides[i][0], STICK_BOTTOM, width * sides[i][1]},
                 (ferry_vec3){0, STICK_TOP - STICK_BOTTOM, 0},
                 (ferry_vec3){width * (sides[i + 1][0] - sides[i][0]), 0,
                              width * (sides[i + 1][1] - sides[i][1])});
    return scene;
}

/* Pictures alone would leave it out: it is a pixel wide. */
START_TEST(a_stick_is_missed) {
    const fy_simplify_goal goal = {.triangles = 12};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = parasol(job);
    fy_simplified done;
    ck_assert(fy_simplify(job, scene, &goal, &done));
    ck_assert_uint_eq(done.after, 12);
    ck_assert_uint_eq(done.pruned_count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("thin");
    TCase *all = tcase_create("thin");
    tcase_add_test(all, what_is_rehearsed_is_what_comes);
    tcase_add_test(all, what_is_missing_is_missed);
    tcase_add_test(all, pictures_choose_what_is_missed_least);
    tcase_add_test(all, a_floor_is_seen_from_above_it);
    tcase_add_test(all, small_things_are_missed_where_one_walks);
    tcase_add_test(all, nobody_walks_on_a_figure);
    tcase_add_test(all, a_stick_is_missed);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
