/*
 * test_t3dm_materials_in_clips.c: materials are chosen by what clips make of them, not by the rest pose alone
 * (docs/what-is-lost.md, "Animated materials").
 */
#include <math.h>

#include "core/base/maths.h"
#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_states.h"
#include "helpers.h"
#include "builders/material_scene.h"

/* A clip with one track of two keys, from `from` to `to`. */
static void add_clip(ferry_scene *scene, const char *name, double duration, ferry_target target,
                     uint32_t slot, uint32_t channel, float from, float to) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = name, .kind = "k", .duration = duration, .rate = 30, .track_count = 1};
    ferry_track *track = clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = target,
                           .slot = slot,
                           .channel = channel,
                           .interpolation = target == FERRY_TARGET_DRAW_VISIBLE ? FERRY_STEP : FERRY_LINEAR,
                           .width = 1,
                           .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->times[1] = duration;
    track->values[0] = from;
    track->values[1] = to;
}

/* --------------------------------------------------------------------------------- clips of one name */

static fy_states states_of(ferry_job *job, const ferry_scene *scene, fy_material_clips *clips) {
    fy_states states;
    ck_assert(fy_find_material_clips(job, scene, clips));
    ck_assert(fy_find_states(job, clips, 0, scene->materials.data[0].gx, &states));
    return states;
}

/* Colours fade while textures move on, if both clips have one name; and what keeps time does so at once. */
START_TEST(clips_of_one_name_make_states_together) {
    for (int together = 0; together < 2; together++)
        for (int twice = 0; twice < 2; twice++) {
            ferry_job *job;
            ferry_scene *scene = open_scene(&job);
            ferry_gx_material *gx =
                add_gx(scene, "fire", add_texture(scene, "x", 16, 16, many_greys, FERRY_WRAP_REPEAT));
            gx->texgens[0].matrix = 30;
            gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
            gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
            add_clip(scene, "burn.brk", 1, FERRY_TARGET_KONST, 0, 0, 0, 200);
            add_clip(scene, together ? "burn.btk" : "burns.btk", 1 + twice, FERRY_TARGET_TEXTURE_MATRIX, 0,
                     FERRY_MATRIX_TRANSLATE_S, 0, 1 + (float)twice);
            fy_material_clips clips;
            fy_states states = states_of(job, scene, &clips);
            double most = 0, late = 0;
            for (uint32_t i = 0; i < states.count; i++) {
                double red = states.list[i].konst[0].r, at = (double)states.list[i].matrices[0].translate[0];
                if (red > 0 && red < 200 && together) ck_assert_double_eq_tol(at, red / 200, .01);
                most = fmax(most, fmin(red / 200, at));
                late = fmax(late, at);
            }
            ck_assert_double_eq_tol(most, together, 1e-6);
            ck_assert_double_eq_tol(late, 1 + twice, 1e-6);
            ck_assert_int_eq(fy_clips_keep_time(&clips, 0, &clips.clips[0]), !(together && twice));
            fy_states_close(job, &states);
            close_scene(job, scene);
        }
}
END_TEST

/* ------------------------------------------------------------------------- which texture is drawn */

static void clear_edge(uint32_t x, uint32_t y, uint8_t *to) {
    (void)y;
    set(to, 255, 255, 255, x ? 255 : 0);
}

static void faint(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, 255, 255, 255, (x ^ y) & 1 ? 30 : 10);
}

/* Alpha is the sum of a large texture's and of a small one's, which cannot share a vertex's coordinates. */
static ferry_gx_material *add_sum(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "wave", add_texture(scene, "large", 32, 32, clear_edge, FERRY_WRAP_CLAMP));
    gx->textures[1] = add_texture(scene, "small", 16, 16, faint, FERRY_WRAP_REPEAT);
    gx->texgens[0].matrix = 30, gx->texgens[1].matrix = 33;
    for (int i = 0; i < 2; i++)
        gx->matrices[i] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
    gx->matrices[0].translate[0] = -2;
    gx->matrices[1].scale[0] = 3, gx->matrices[1].rotation = 5000;
    gx->texgen_count = gx->stage_count = 2;
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    for (int i = 0; i < 2; i++) {
        gx->stages[i].color = (ferry_gx_combine){15, 15, 15, 12, 0, 0, 0, 1, 0};
        gx->stages[i].alpha = (ferry_gx_combine){7, 7, 7, 4, 0, 0, 0, 1, 0};
    }
    gx->stages[1].alpha = (ferry_gx_combine){4, 7, 7, 0, 0, 0, 0, 1, 0};
    return gx;
}

/* At rest the large one is moved out of sight, and in the clip it covers all. */
START_TEST(textures_that_clips_bring_are_drawn) {
    for (int clip = 0; clip < 2; clip++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        add_sum(scene);
        if (clip)
            add_clip(scene, "roll", 1, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, -2, 0);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(plan.materials[0].sizes[0][0], clip ? 32 : 16);
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_materials_in_clips");
    TCase *states = tcase_create("states"), *plans = tcase_create("plans");
    tcase_add_test(states, clips_of_one_name_make_states_together);
    tcase_add_test(plans, textures_that_clips_bring_are_drawn);
    suite_add_tcase(suite, states);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
