/* test_t3dm_composite_windows.c: which part of the plane a composite shows, and when it shows the same. */
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_layers.h"
#include "builders/material_scene.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"
#include "shade/t3dm_vertex_summary.h"

/* Two layers on a square, the second one moved by a matrix, and what a composite of them knows. */
typedef struct layers {
    ferry_job *job;
    ferry_scene *scene;
    ferry_gx_material *gx;
    fy_reference reference;
    fy_composite composite;
    const fy_states *states; /* that clips make; NULL: there are none */
} layers;

/* Coordinates up to `high`; the second layer `by` as large. */
static layers open_layers(float high, float by) {
    layers l = {.composite = {.needs_alpha = false}};
    l.scene = open_scene(&l.job);
    lay_square(l.scene, 0, high);
    l.gx = add_layers(l.scene);
    l.gx->matrices[1] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {by, by}};
    return l;
}

static void find_window(layers *l) {
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_composite_parts parts;
    l->reference = (fy_reference){.job = l->job, .scene = l->scene};
    fy_vertex_summary_learn(&l->scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&l->reference, l->gx, &facts));
    ck_assert(fy_composite_find(&l->reference, false, false, &parts));
    ck_assert_uint_eq(parts.reads, 2);
    l->composite.gx = *l->gx;
    l->reference.mode.states = l->states;
    l->composite.window = fy_composite_window_of(&l->reference, &parts);
    fy_composite_note_layers(&l->reference, &parts, &l->composite);
}

static void close_layers(layers *l) {
    fy_reference_end(&l->reference);
    close_scene(l->job, l->scene);
}

/* Whether it shows the same with the second matrix as it is and as `posed` has it. */
static bool looks_alike(const layers *l, const ferry_gx_material *posed) {
    return fy_composite_looks_alike(l->scene, &l->composite, l->gx, posed);
}

static ferry_gx_material moved(const layers *l, float s, float t) {
    ferry_gx_material posed = *l->gx;
    posed.matrices[1].translate[0] += s;
    posed.matrices[1].translate[1] += t;
    return posed;
}

static ferry_gx_material scaled(const layers *l, float by) {
    ferry_gx_material posed = *l->gx;
    posed.matrices[1].scale[0] = by;
    return posed;
}

/* ---------------------------------------------------------------------------------- what looks alike */

START_TEST(whole_periods_look_alike) {
    static const struct {
        ferry_wrap wrap;
        bool one, two; /* period apart */
    } rows[] = {
        {FERRY_WRAP_REPEAT, true, true}, {FERRY_WRAP_MIRROR, false, true}, {FERRY_WRAP_CLAMP, false, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        layers l = open_layers(1, .7F);
        ferry_texture *second = &l.scene->textures.data[l.gx->textures[1]];
        second->wrap_s = second->wrap_t = rows[i].wrap;
        find_window(&l);
        const ferry_gx_material still = moved(&l, 0, 0), part = moved(&l, .5F, 0), one = moved(&l, 1, 0),
                                two = moved(&l, -2, 0), down = moved(&l, 0, 1);
        ck_assert(looks_alike(&l, &still) && !looks_alike(&l, &part));
        ck_assert_int_eq(looks_alike(&l, &one), rows[i].one);
        ck_assert_int_eq(looks_alike(&l, &two), rows[i].two);
        ck_assert_int_eq(looks_alike(&l, &down), rows[i].one);
        close_layers(&l);
    }
}
END_TEST

START_TEST(turned_layers_look_alike_after_a_whole_turn) {
    layers l = open_layers(1, .7F);
    l.gx->matrices[1].rotation = 5000;
    find_window(&l);
    ferry_gx_material half = *l.gx, same = *l.gx;
    half.matrices[1].rotation = (int16_t)(5000 - 32768);
    same.matrices[1].rotation = 5001; /* of 65,536 */
    ck_assert(!looks_alike(&l, &half) && looks_alike(&l, &same));
    close_layers(&l);
}
END_TEST

/* A scale that is off by little is off by a fifth of a picture at the far end of many repeats. */
START_TEST(scales_count_by_what_the_window_shows) {
    static const float high[] = {1, 400}, off = 5e-4F;
    for (int far = 0; far < 2; far++) {
        layers l = open_layers(high[far], .7071F);
        find_window(&l);
        ck_assert(!l.composite.window.repeats[0]);
        const ferry_gx_material posed = scaled(&l, .7071F + off);
        ck_assert_int_eq(looks_alike(&l, &posed), !far);
        close_layers(&l);
    }
}
END_TEST

/* ------------------------------------------------------------------------------------------- windows */

/* Of layers at right angles, all that vertices reach is shown if that is less than four periods, and no clips
 * move them. */
START_TEST(few_periods_of_turned_layers_are_shown_whole) {
    static const fy_states states = {.count = 1};
    static const struct {
        float high;
        bool clips, repeats;
    } rows[] = {{5.9F, false, false}, {8.1F, false, true}, {5.9F, true, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        layers l = open_layers(rows[i].high, .5F); /* two units are a period */
        l.gx->matrices[1].rotation = 16384;
        l.states = rows[i].clips ? &states : NULL;
        find_window(&l);
        for (int axis = 0; axis < 2; axis++)
            ck_assert_int_eq(l.composite.window.repeats[axis], rows[i].repeats);
        close_layers(&l);
    }
}
END_TEST

/* A layer that is stretched over 2,000 repeats of the other one stands still over one, not over 800. */
START_TEST(small_scales_count_by_what_vertices_reach) {
    static const float high[] = {1.5F, 800};
    for (int far = 0; far < 2; far++) {
        layers l = open_layers(high[far], 5e-4F);
        find_window(&l);
        ck_assert_int_eq(l.composite.window.repeats[0], !far);
        close_layers(&l);
    }
}
END_TEST

/* Likewise where a clip stretches it. */
START_TEST(windows_stay_where_stretched_layers_stand_still) {
    static const float high[] = {1.5F, 800};
    for (int far = 0; far < 2; far++) {
        layers l = open_layers(high[far], 1);
        find_window(&l);
        ck_assert(l.composite.window.repeats[0]);
        const ferry_gx_material posed = scaled(&l, 5e-4F);
        ck_assert_int_eq(fy_composite_keeps_window(l.scene, &l.composite, &posed), !far);
        close_layers(&l);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_composite_windows");
    TCase *tests = tcase_create("windows");
    tcase_add_test(tests, whole_periods_look_alike);
    tcase_add_test(tests, turned_layers_look_alike_after_a_whole_turn);
    tcase_add_test(tests, scales_count_by_what_the_window_shows);
    tcase_add_test(tests, few_periods_of_turned_layers_are_shown_whole);
    tcase_add_test(tests, small_scales_count_by_what_vertices_reach);
    tcase_add_test(tests, windows_stay_where_stretched_layers_stand_still);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
