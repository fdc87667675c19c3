/*
 * test_polish.c: small pictures of a surface, before and after (docs/simplify.md): nothing differs before
 * something moves; what a trial foretells is what comes, as if all was drawn again; and vertices move and
 * edges flip so that pictures get more alike.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/simplify/collapse.h"
#include "core/simplify/open_shell.h"
#include "core/simplify/pictures/flips.h"
#include "core/simplify/pictures/polish.h"
#include "core/simplify/pictures/trial.h"
#include "core/simplify/refit.h"
#include "helpers.h"

enum { SIDES = 14 };

static const double WORK = 3e6; /* pixels that may be drawn */

static ferry_scene *open_figure(ferry_job *job, ferry_bytes *bytes) {
    *bytes = fy_read_fixture("figure.bdl");
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.bdl", *bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    return scene;
}

static double error_of(const fy_pictures *p) {
    double sum = 0;
    for (int k = 0; k < SIDES; k++)
        for (int i = 0; i < FY_PICTURE_PIXELS; i++) sum += (double)p->views[k].errors[i];
    return sum;
}

static uint32_t list_around(const fy_shell *s, uint32_t vertex, uint32_t *triangles, uint32_t most) {
    uint32_t count = 0;
    FY_EACH_CORNER(s, vertex, c) if (count < most) triangles[count++] = c / 3;
    return count;
}

/* All views have one scale, at which each holds the whole figure, with room at all four sides. */
START_TEST(the_source_fits_into_each_view) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = open_figure(job, &bytes);
    fy_shell s;
    fy_pictures p;
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_pictures_open(&s, &p));
    ck_assert(p.of.scale > 0);
    for (int k = 0; k < SIDES; k++)
        for (uint32_t v = 0; v < s.vertex_count; v++) {
            const fy_picture_side *side = &p.views[k].side;
            fy_point at = s.places[(size_t)v * s.pose_count];
            double x = (fy_point_dot(at, side->right) - side->left) * p.of.scale,
                   y = (fy_point_dot(at, side->up) - side->bottom) * p.of.scale;
            ck_assert(x > 1 && x < FY_PICTURE_SIZE - 1 && y > 1 && y < FY_PICTURE_SIZE - 1);
        }
    fy_pictures_close(&p);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

START_TEST(trials_foretell_what_comes) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = open_figure(job, &bytes);
    fy_shell s;
    fy_pictures p;
    double seen = 0;
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_pictures_open(&s, &p) && fy_pictures_draw(&p));
    ck_assert(error_of(&p) == 0);
    for (uint32_t v = 0; v < s.vertex_count; v += 37) {
        uint32_t triangles[64], count = list_around(&s, v, triangles, 64);
        fy_point *at = &s.places[(size_t)v * s.pose_count], kept = *at;
        double more = -1e9, before = error_of(&p), all, left;
        ck_assert(fy_pictures_begin(&p, triangles, count));
        *at = fy_point_add(kept, (fy_point){.1 * s.size, .05 * s.size, -.07 * s.size});
        ck_assert(fy_pictures_try(&p, &more));
        ck_assert(error_of(&p) == before); /* nothing is drawn yet */
        ck_assert(fy_pictures_keep(&p));
        all = error_of(&p);
        ck_assert_double_eq_tol(all - before, more + 1e9, 1e-4);
        ck_assert(fy_pictures_draw(&p));
        ck_assert(error_of(&p) == all);
        seen += more + 1e9;
        more = -1e9;
        ck_assert(fy_pictures_begin(&p, triangles, count));
        *at = kept;
        ck_assert(fy_pictures_try(&p, &more));
        ck_assert_double_eq_tol(-all, more + 1e9, 1e-4);
        ck_assert(fy_pictures_keep(&p));
        left = error_of(&p);
        ck_assert(left == 0);
    }
    ck_assert(seen > 100);
    fy_pictures_close(&p);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* Paints every material 60 in the dark, 100 and more in light. */
static bool paint(ferry_job *job, const ferry_scene *scene, uint32_t material, ferry_baking *baking) {
    (void)job, (void)scene, (void)material;
    baking->possible = true;
    baking->texture = FERRY_NONE;
    if (!baking->rgba) return true;
    ck_assert(baking->width == 1 && baking->height == 1 && baking->lights > 1);
    for (uint32_t l = 0; l < baking->lights; l++)
        for (int i = 0; i < 4; i++) baking->rgba[4 * l + (uint32_t)i] = (uint8_t)(i < 3 ? 60 + 40 * l : 255);
    return true;
}

static float brightest_of(const fy_shown *at) {
    float most = at->color[0] > at->color[1] ? at->color[0] : at->color[1];
    return at->color[2] > most ? at->color[2] : most;
}

START_TEST(shows_what_the_target_bakes) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = open_figure(job, &bytes);
    fy_shell s;
    fy_pictures p;
    float least = 255, most = 0;
    uint32_t count = 0;
    ck_assert(fy_shell_open(job, scene, false, NULL, &s));
    s.bake = paint;
    ck_assert(fy_pictures_open(&s, &p));
    for (int k = 0; k < SIDES; k++)
        for (int i = 0; i < FY_PICTURE_PIXELS; i++) {
            const fy_shown *at = &p.views[k].source[i];
            if (!(at->cover > 0)) continue;
            least = fminf(least, brightest_of(at));
            most = fmaxf(most, brightest_of(at));
            count++;
        }
    ck_assert(count > 1000);
    ck_assert(least > 50 && least < 100); /* between two hues it is darker */
    ck_assert(most <= 220 && most > 200); /* five lights */
    fy_pictures_close(&p);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* A box, and a sheet in it that is seen from both sides: nobody sees how the sheet moves. */
static void build_box(ferry_scene *scene) {
    static const uint32_t box[] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                   2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5},
                          sheet[] = {8, 9, 10, 8, 10, 11, 8, 10, 9, 8, 11, 10};
    ferry_mesh *mesh = &scene->meshes.data[0];
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "wall",
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = FERRY_NONE,
                                 .cull = FERRY_CULL_BACK,
                                 .lit = true};
    scene->draws.data[0].material = 0;
    mesh->vertex_count = 12;
    mesh->triangle_count = 16;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 12);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 48);
    for (uint32_t i = 0; i < 8; i++)
        mesh->positions[i] = (ferry_vec3){i & 1 ? 10 : -10, i & 2 ? 10 : -10, i & 4 ? 10 : -10};
    for (uint32_t i = 0; i < 4; i++)
        mesh->positions[8 + i] = (ferry_vec3){i == 1 || i == 2 ? 3 : -3, i > 1 ? 3 : -3, 1};
    memcpy(mesh->triangles, box, sizeof box);
    memcpy(mesh->triangles + 36, sheet, sizeof sheet);
}

/* How much less alike pictures get where a vertex goes two units along y. */
static double loss_of(fy_shell *s, fy_pictures *p, uint32_t vertex) {
    uint32_t triangles[64], count = list_around(s, vertex, triangles, 64);
    fy_point *at = &s->places[(size_t)vertex * s->pose_count], kept = *at;
    double more = -1e9;
    ck_assert_uint_gt(count, 0);
    ck_assert(fy_pictures_begin(p, triangles, count));
    at->y += 2;
    ck_assert(fy_pictures_try(p, &more));
    *at = kept;
    return more + 1e9;
}

START_TEST(what_is_in_front_hides) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    fy_shell s;
    fy_pictures p;
    uint32_t inside = 0, outside = 0;
    build_box(scene);
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_pictures_open(&s, &p) && fy_pictures_draw(&p));
    for (uint32_t v = 0; v < s.vertex_count; v++) {
        bool within = fabs(s.places[(size_t)v * s.pose_count].z) < 5 * s.size / 20;
        double loss = loss_of(&s, &p, v);
        ck_assert_msg(within ? loss < 1e-6 : loss > 1, "vertex %u: %g", v, loss);
        inside += within, outside += !within;
    }
    ck_assert_uint_eq(inside, 4);
    ck_assert_uint_eq(outside, 8);
    fy_pictures_close(&p);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Of a picture of two by two texels, and without one: the colour of the place alone. */
START_TEST(pixels_are_picture_and_colour) {
    static const uint8_t texels[16] = {255, 0,   0, 255, 0,   255, 0,   255, /* above: red, green */
                                       0,   255, 0, 255, 255, 0,   255, 255};
    static const struct {
        float s, t;
        ferry_wrap wrap;
        uint8_t want[3];
    } places[] = {
        {.25f, .25f, FERRY_WRAP_REPEAT, {200, 0, 0}},  {1.75f, .25f, FERRY_WRAP_REPEAT, {0, 100, 0}},
        {1.75f, .25f, FERRY_WRAP_MIRROR, {200, 0, 0}}, {-.25f, .25f, FERRY_WRAP_MIRROR, {200, 0, 0}},
        {-9, 9, FERRY_WRAP_CLAMP, {0, 100, 0}},        {9, 9, FERRY_WRAP_CLAMP, {200, 0, 50}}};
    fy_look look = {.color = {1, 1, 1, 1}};
    float of[FY_LOOK_ATTRIBUTES] = {[FY_LOOK_R] = 200, 100, 50, 255};
    uint8_t color[4];
    ck_assert(fy_look_pixel(&look, of, false, color));
    ck_assert_mem_eq(color, ((uint8_t[4]){200, 100, 50, 255}), 4);
    look.width = look.height = 2;
    look.rgba = texels;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        of[FY_LOOK_S] = places[i].s, of[FY_LOOK_T] = places[i].t;
        look.wraps[0] = look.wraps[1] = places[i].wrap;
        ck_assert(fy_look_pixel(&look, of, false, color));
        ck_assert_mem_eq(color, places[i].want, 3);
    }
}
END_TEST

/* The figure, to be collapsed and judged by its pictures. */
typedef struct reduced {
    ferry_job *job;
    ferry_bytes bytes;
    ferry_scene *scene;
    fy_shell shell;
    fy_pictures pictures;
    fy_collapse collapse;
} reduced;

static void open_reduced(reduced *r) {
    *r = (reduced){.job = fy_test_job(), .collapse = {.shell = &r->shell}};
    r->scene = open_figure(r->job, &r->bytes);
    ck_assert(fy_shell_open(r->job, r->scene, false, NULL, &r->shell));
    ck_assert(fy_pictures_open(&r->shell, &r->pictures));
    ck_assert(fy_collapse_open(&r->shell, NULL, &r->collapse));
}

static void close_reduced(reduced *r) {
    fy_pictures_close(&r->pictures);
    fy_collapse_close(&r->collapse);
    ferry_scene_free(r->scene);
    ferry_close(r->job);
    free((void *)(uintptr_t)r->bytes.data);
}

START_TEST(vertices_move_to_be_more_alike) {
    reduced r;
    open_reduced(&r);
    ck_assert(fy_collapse_run(&r.collapse, r.shell.left / 4, HUGE_VAL) &&
              fy_refit(&r.shell, &r.collapse.track, HUGE_VAL) && fy_pictures_draw(&r.pictures));
    double before = error_of(&r.pictures), after;
    ck_assert(fy_polish(&r.pictures, &r.collapse.track, HUGE_VAL, WORK));
    after = error_of(&r.pictures);
    ck_assert(after < .97 * before);
    ck_assert(fy_pictures_draw(&r.pictures));
    ck_assert(error_of(&r.pictures) == after);
    close_reduced(&r);
}
END_TEST

/* A bound on the error that nothing can meet forbids nothing. */
START_TEST(an_error_that_is_allowed_forbids_nothing) {
    reduced r;
    open_reduced(&r);
    ck_assert(fy_collapse_run(&r.collapse, r.shell.left / 4, HUGE_VAL) && fy_pictures_draw(&r.pictures));
    double before = error_of(&r.pictures), most = 2 * r.shell.size;
    ck_assert(fy_polish(&r.pictures, &r.collapse.track, most, WORK));
    ck_assert(error_of(&r.pictures) < .99 * before);
    close_reduced(&r);
}
END_TEST

/* Of trials that make nothing more alike, nothing is left: neither places nor marks of what has moved. */
START_TEST(what_is_tried_in_vain_leaves_no_marks) {
    reduced r;
    open_reduced(&r);
    size_t count = (size_t)r.shell.vertex_count * r.shell.pose_count;
    fy_point *before = ferry_new(r.job, fy_point, count);
    uint32_t moved = 0, stays = 0;
    ck_assert_ptr_nonnull(before);
    for (uint32_t v = 0; v < r.shell.vertex_count; v += 37)
        r.shell.places[(size_t)v * r.shell.pose_count].x += .03 * r.shell.size;
    memcpy(before, r.shell.places, count * sizeof *before);
    ck_assert(fy_pictures_draw(&r.pictures) && fy_polish(&r.pictures, &r.collapse.track, HUGE_VAL, WORK));
    ck_assert_uint_gt(r.pictures.work, 100000);
    for (uint32_t v = 0; v < r.shell.vertex_count; v++) {
        bool same =
            memcmp(&before[(size_t)v * r.shell.pose_count], &r.shell.places[(size_t)v * r.shell.pose_count],
                   r.shell.pose_count * sizeof *before) == 0;
        bool marked = r.shell.vertices[v].flags & FY_VERTEX_MOVED;
        moved += !same;
        stays += same;
        ck_assert_msg(marked == !same, "vertex %u", v);
        FY_EACH_CORNER(&r.shell, v, corner) ck_assert(r.shell.wedges[r.shell.corners[corner]].moved == !same);
    }
    ck_assert_uint_gt(moved, 10);
    ck_assert_uint_gt(stays, 100);
    close_reduced(&r);
}
END_TEST

/* How many triangles have an edge from one vertex to another. */
static uint32_t count_edge(const fy_shell *s, uint32_t from, uint32_t to) {
    uint32_t count = 0;
    FY_EACH_CORNER(s, from, c) {
        uint32_t three[3];
        fy_corners_from(c, three);
        count += fy_corner_vertex(s, three[1]) == to;
    }
    return count;
}

/* Edges that only one triangle has; lists of corners are complete. */
static uint32_t count_open(const fy_shell *s) {
    uint32_t open = 0, corners = 0;
    for (uint32_t v = 0; v < s->vertex_count; v++) FY_EACH_CORNER(s, v, c) {
            uint32_t three[3];
            fy_corners_from(c, three);
            uint32_t to = fy_corner_vertex(s, three[1]);
            ck_assert_uint_eq(fy_corner_vertex(s, c), v);
            ck_assert_uint_eq(count_edge(s, v, to), 1);
            open += count_edge(s, to, v) == 0;
            corners++;
        }
    ck_assert_uint_eq(corners, 3 * s->left);
    return open;
}

/* The surface has the holes it had, and all points of the source are still on it. */
START_TEST(edges_flip_to_be_more_alike) {
    reduced r;
    open_reduced(&r);
    const fy_track_list *track = &r.collapse.track;
    ck_assert(fy_collapse_run(&r.collapse, r.shell.left / 4, HUGE_VAL) &&
              fy_refit(&r.shell, &r.collapse.track, HUGE_VAL) && fy_pictures_draw(&r.pictures));
    double before = error_of(&r.pictures), after;
    uint32_t open = count_open(&r.shell), left = r.shell.left, on = 0, listed = 0;
    ck_assert(fy_flip_edges(&r.pictures, &r.collapse.track, HUGE_VAL, WORK));
    after = error_of(&r.pictures);
    ck_assert(after < .995 * before);
    ck_assert(fy_pictures_draw(&r.pictures));
    ck_assert(error_of(&r.pictures) == after);
    ck_assert_uint_eq(r.shell.left, left);
    ck_assert_uint_eq(count_open(&r.shell), open);
    for (uint32_t i = 0; i < track->count; i++) on += track->on[i] != FERRY_NONE;
    for (uint32_t t = 0; t < r.shell.triangle_count; t++)
        for (uint32_t i = track->heads[t]; i != FERRY_NONE; i = track->next[i], listed++)
            ck_assert_uint_eq(track->on[i], t);
    ck_assert_uint_eq(listed, on);
    close_reduced(&r);
}
END_TEST

/* What is kept of points on triangles that are there, and what those say. */
static void sum_points(const reduced *r, double *kept, double *found) {
    const fy_track_list *track = &r->collapse.track;
    *kept = *found = 0;
    for (uint32_t t = 0; t < r->shell.triangle_count; t++) {
        if (r->shell.corners[3 * (size_t)t] == FERRY_NONE) continue;
        for (uint32_t i = track->heads[t]; i != FERRY_NONE; i = track->next[i])
            *kept += track->areas[i] * track->squares[i];
        *found += fy_track_off(&r->shell, track, &t, 1, HUGE_VAL);
    }
}

/* Points on two triangles whose edge flips are on the nearer one then. */
START_TEST(points_follow_edges_that_flip) {
    reduced r;
    double kept, found, before;
    open_reduced(&r);
    ck_assert(fy_collapse_run(&r.collapse, r.shell.left / 4, HUGE_VAL));
    sum_points(&r, &before, &found);
    ck_assert_double_eq_tol(before, found, 1e-6 * before);
    ck_assert(fy_flip_edges(&r.pictures, &r.collapse.track, HUGE_VAL, WORK));
    sum_points(&r, &kept, &found);
    ck_assert_double_eq_tol(kept, found, 1e-6 * kept);
    ck_assert_double_ne(kept, before);
    close_reduced(&r);
}
END_TEST

/* No point of the source gets further off than is allowed. */
START_TEST(no_edge_flips_beyond_the_error) {
    reduced r;
    open_reduced(&r);
    ck_assert(fy_collapse_run(&r.collapse, r.shell.left / 4, HUGE_VAL));
    size_t count = 3 * (size_t)r.shell.triangle_count;
    uint32_t *before = ferry_new(r.job, uint32_t, count);
    ck_assert_ptr_nonnull(before);
    memcpy(before, r.shell.corners, count * sizeof *before);
    ck_assert(fy_flip_edges(&r.pictures, &r.collapse.track, 1e-9 * r.shell.size, WORK));
    ck_assert_mem_eq(before, r.shell.corners, count * sizeof *before);
    close_reduced(&r);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("polish");
    TCase *all = tcase_create("polish"), *results = fy_results_case(suite);
    tcase_add_test(all, shows_what_the_target_bakes);
    tcase_add_test(results, trials_foretell_what_comes);
    tcase_add_test(all, the_source_fits_into_each_view);
    tcase_add_test(all, what_is_in_front_hides);
    tcase_add_test(all, pixels_are_picture_and_colour);
    tcase_add_test(all, vertices_move_to_be_more_alike);
    tcase_add_test(results, an_error_that_is_allowed_forbids_nothing);
    tcase_add_test(all, what_is_tried_in_vain_leaves_no_marks);
    tcase_add_test(all, edges_flip_to_be_more_alike);
    tcase_add_test(all, points_follow_edges_that_flip);
    tcase_add_test(all, no_edge_flips_beyond_the_error);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
