/*
 * test_t3dm_frame_buffer.c: materials that show a copy of the frame buffer become translucency
 * (docs/what-is-lost.md, "Frame buffer").
 */
#include <math.h>

#include "builders/material_scene.h"
#include "core/scene/pose.h"
#include "helpers.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_frame_buffer.h"
#include "shade/t3dm_reference_state.h"

/* A placeholder in slot 0, and what the stage makes of it: lerp(a, b, c) + d. */
static ferry_gx_material *add_window(ferry_scene *scene, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    ferry_gx_material *gx =
        add_gx(scene, "window", add_texture(scene, "placeholder", 8, 8, many_greys, FERRY_WRAP_REPEAT));
    gx->frame_buffer_slots = 1;
    gx->stages[0].color = (ferry_gx_combine){a, b, c, d, .clamp = 1};
    gx->konst[0] = (ferry_gx_color){40, 80, 200, 255};
    return gx;
}

static const char *text_of(ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0) return report->data[i].text;
    return "";
}

/* How far the conversion is off in pictures over dark and bright backgrounds, of 255. */
static double error_of(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files = {0};
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_SIX};
    ferry_similarity found;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made && ferry_compare(job, scene, made, &view, &found, NULL));
    ck_assert_uint_gt(found.pixels, 1000);
    ferry_scene_free(made);
    return found.color_error;
}

START_TEST(what_is_behind_needs_no_drawing) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_window(scene, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_ZERO);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(plan.materials[0].drop);
    ck_assert(has_note(job, "t3dm.invisible"));
    close_scene(job, scene);
}
END_TEST

/* How many draws glTF holds. */
static uint32_t written_draws(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "made.glb", &files));
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made);
    uint32_t count = made->draws.count;
    ferry_scene_free(made);
    return count;
}

START_TEST(generic_formats_leave_it_out_too) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_window(scene, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_ZERO);
    add_window(scene, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_HALF, FERRY_GX_CC_ZERO);
    ck_assert_uint_eq(written_draws(job, scene), 1);
    ck_assert(has_note(job, "gltf.not-drawn"));
    ck_assert(!has_note(job, "gltf.see-through"));
    close_scene(job, scene);
}
END_TEST

/* A game may set the alpha of what is see-through at rest. */
START_TEST(what_is_see_through_is_told) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_gx_material *gx = add_gx(scene, "ghost", FERRY_NONE);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = FERRY_GX_FACTOR_SRC_ALPHA;
    gx->blend_dst = FERRY_GX_FACTOR_INV_SRC_ALPHA;
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_KONST, .clamp = 1};
    gx->konst[0] = (ferry_gx_color){200, 200, 200, 0};
    scene->materials.data[0].alpha_mode = FERRY_ALPHA_BLEND;
    ck_assert_uint_eq(written_draws(job, scene), 1);
    ck_assert(has_note(job, "gltf.see-through"));
    close_scene(job, scene);
}
END_TEST

/* What it shows, and how far the conversion may be off, of 255. Half of it is exact. Light before all of it
 * is as far off as other glows are. Of red times what is behind, mid-grey stands for what is behind. */
static const struct {
    const char *what;
    uint8_t inputs[4];
    ferry_gx_color konst;
    double most;
    const char *formula; /* of the colour, as it is told */
} windows[] = {
    {"half",
     {FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_HALF, FERRY_GX_CC_ZERO},
     {40, 80, 200, 255},
     3,
     "colour (#142864) / alpha, alpha 0.50:"},
    {"light",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_KONST},
     {120, 60, 30, 255},
     40,
     "colour #ff8040, alpha 0.47:"},
    {"red",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST, FERRY_GX_CC_ZERO},
     {200, 0, 0, 255},
     20,
     "colour #640000, alpha free:"},
};

START_TEST(what_is_behind_shows_through) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    const uint8_t *in = windows[_i].inputs;
    add_window(scene, in[0], in[1], in[2], in[3])->konst[0] = windows[_i].konst;
    double error = error_of(job, scene);
    ck_assert_msg(error < windows[_i].most, "%s: %.1f", windows[_i].what, error);
    ck_assert(!has_note(job, "t3dm.invisible"));
    ck_assert(has_loss(job, "t3dm.frame-buffer"));
    const char *text = text_of(job, "t3dm.combiner-formula");
    ck_assert_msg(strstr(text, windows[_i].formula) != NULL, "%s", text);
    close_scene(job, scene);
}
END_TEST

/* Of what a stage makes of the placeholder, p + q * behind: the colour is p and what a hue of q adds over
 * mid-grey, alpha is 1 less the least of q; where that is 0, the light's own strength and hue. */
static const struct {
    const char *what;
    uint8_t inputs[4];
    ferry_gx_color konst;
    double color[3], alpha;
} formulas[] = {
    {"half",
     {FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_HALF, FERRY_GX_CC_ZERO},
     {51, 102, 204, 255},
     {.1, .2, .4},
     .5},
    {"red light",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_KONST},
     {204, 102, 51, 255},
     {1, .5, .25},
     .8},
    {"green light",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_KONST},
     {51, 204, 102, 255},
     {.25, 1, .5},
     .8},
    {"blue light",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_ONE, FERRY_GX_CC_KONST},
     {102, 51, 204, 255},
     {.5, .25, 1},
     .8},
    {"its alpha, which is 1",
     {FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXA, FERRY_GX_CC_ZERO},
     {51, 102, 204, 255},
     {.2, .4, .8},
     1},
    {"a hue",
     {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST, FERRY_GX_CC_ZERO},
     {204, 51, 102, 255},
     {.3, 0, .1},
     .8},
    {"what is left of a hue",
     {FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, FERRY_GX_CC_KONST, FERRY_GX_CC_ZERO},
     {204, 51, 102, 255},
     {0, .3, .2},
     .8},
};

START_TEST(formulas_become_those_of_translucency) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    const uint8_t *in = formulas[_i].inputs;
    ferry_gx_material *gx = add_window(scene, in[0], in[1], in[2], in[3]);
    gx->konst[0] = formulas[_i].konst;
    fy_reference reference = {.job = job, .scene = scene, .gx = gx};
    fy_tev_fold(gx, NULL, ferry_new(job, fy_tev_node, FY_TEV_MAX_NODES), &reference.tev);
    fy_frame_buffer_substitute(&reference, gx);
    fy_frame_buffer_settle(&reference, gx);
    const fy_tev_inputs inputs = {.texels = {{90, 120, 150, 180}}};
    double color[3], alpha[3];
    fy_tev_value(&reference.tev, reference.tev.color, &inputs, color);
    fy_tev_value(&reference.tev, reference.tev.alpha, &inputs, alpha);
    for (int k = 0; k < 3; k++) {
        ck_assert_msg(fabs(color[k] - formulas[_i].color[k]) < 4e-3, "%s: %d: %g, not %g", formulas[_i].what,
                      k, color[k], formulas[_i].color[k]);
        ck_assert_msg(fabs(alpha[k] - formulas[_i].alpha) < 4e-3, "%s: alpha %g, not %g", formulas[_i].what,
                      alpha[k], formulas[_i].alpha);
    }
    close_scene(job, scene);
}
END_TEST

static void render_over(const ferry_scene *scene, ferry_job *job, uint8_t green, uint8_t out[4]) {
    ferry_view view = {
        .size = sizeof view, .width = 32, .height = 32, .background = {0, (float)green / 255, 0, 1}};
    ferry_picture picture;
    ck_assert(ferry_render(job, scene, &view, &picture));
    memcpy(out, picture.rgba + ((size_t)16 * 32 + 16) * 4, 4);
}

/* Two squares in one place: the second one shows the copy as well, not the first. */
START_TEST(sources_are_drawn_with_a_copy) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    for (int i = 0; i < 2; i++)
        add_window(scene, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_HALF, FERRY_GX_CC_ZERO)->cull =
            FERRY_GX_CULL_NONE;
    for (uint32_t i = 0; i < 2; i++) scene->materials.data[i].cull = FERRY_CULL_NONE;
    uint8_t dark[4], bright[4];
    render_over(scene, job, 0, dark);
    render_over(scene, job, 200, bright);
    ck_assert_int_le(abs(dark[2] - 100), 2);
    ck_assert_int_le(abs(bright[1] - dark[1] - 100), 2);
    close_scene(job, scene);
}
END_TEST

/* Games replace the placeholder, not what a clip puts in its place. */
START_TEST(clips_put_pictures_in_its_place) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_gx_material *gx =
        add_window(scene, FERRY_GX_CC_KONST, FERRY_GX_CC_TEXC, FERRY_GX_CC_HALF, FERRY_GX_CC_ZERO);
    uint32_t other = add_texture(scene, "picture", 8, 8, many_greys, FERRY_WRAP_REPEAT);
    float shown[] = {(float)gx->textures[0], (float)other};
    const ferry_track track = {.target = FERRY_TARGET_TEXTURE,
                               .interpolation = FERRY_STEP,
                               .width = 1,
                               .key_count = 2,
                               .times = (double[]){0, 1},
                               .values = shown};
    for (int second = 0; second < 2; second++) {
        ferry_gx_material now = *gx;
        fy_pose_gx(&now, &track, second);
        ck_assert_uint_eq(now.textures[0], (uint32_t)shown[second]);
        ck_assert(fy_gx_shows_frame_buffer(&now) == (second == 0));
    }
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_frame_buffer");
    TCase *tests = tcase_create("frame buffer");
    tcase_add_test(tests, what_is_behind_needs_no_drawing);
    tcase_add_test(tests, generic_formats_leave_it_out_too);
    tcase_add_test(tests, what_is_see_through_is_told);
    tcase_add_loop_test(tests, what_is_behind_shows_through, 0, sizeof windows / sizeof *windows);
    tcase_add_loop_test(tests, formulas_become_those_of_translucency, 0, sizeof formulas / sizeof *formulas);
    tcase_add_test(tests, sources_are_drawn_with_a_copy);
    tcase_add_test(tests, clips_put_pictures_in_its_place);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
