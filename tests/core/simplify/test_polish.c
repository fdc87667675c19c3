/*
 * test_polish.c: small pictures of a surface, before and after (docs/simplify.md): nothing differs before
 * something moves; what a trial foretells is what comes, as if all was drawn again; and vertices move so that
 * pictures get more alike.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "helpers.h"
#include "core/simplify/collapse.h"
#include "core/simplify/open_shell.h"
#include "core/simplify/pictures/polish.h"
#include "core/simplify/refit.h"

enum { SIDES = 14 };

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

START_TEST(vertices_move_to_be_more_alike) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = open_figure(job, &bytes);
    fy_shell s;
    fy_pictures p;
    fy_collapse c = {.shell = &s};
    ck_assert(fy_shell_open(job, scene, false, NULL, &s) && fy_polish_open(&s, &p));
    ck_assert(fy_collapse_open(&s, &c) && fy_collapse_run(&c, s.left / 4, HUGE_VAL) &&
              fy_refit(&s, &c.track, HUGE_VAL) && fy_pictures_draw(&p));
    double before = error_of(&p), after;
    ck_assert(fy_polish(&p, &c.track, HUGE_VAL));
    after = error_of(&p);
    ck_assert(after < .97 * before);
    ck_assert(fy_pictures_draw(&p));
    ck_assert(error_of(&p) == after);
    fy_pictures_close(&p);
    fy_collapse_close(&c);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("polish");
    TCase *all = tcase_create("polish");
    tcase_add_test(all, trials_foretell_what_comes);
    tcase_add_test(all, vertices_move_to_be_more_alike);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
