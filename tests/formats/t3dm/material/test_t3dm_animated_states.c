/*
 * test_t3dm_animated_states.c: materials are chosen by what clips make of them, not by the rest pose alone
 * (docs/what-is-lost.md, "Animated materials").
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_clips.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_states.h"

/* --------------------------------------------------------------------------------- clips of one name */

static fy_states states_of(ferry_job *job, const ferry_scene *scene, fy_material_clips *clips) {
    fy_states states;
    ck_assert(fy_find_material_clips(job, scene, clips));
    ck_assert(fy_find_states(job, clips, 0, scene->materials.data[0].gx, &states));
    return states;
}

/* A texgen that uses no matrix at rest begins to use that of its number where a clip moves it: without that,
 * nothing would be seen to move. */
START_TEST(places_use_the_matrix_that_a_clip_moves) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    add_gx(scene, "colors", add_texture(scene, "x", 16, 16, many_greys, FERRY_WRAP_REPEAT));
    add_clip(scene, "change", 1, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, 0, .5F);
    fy_material_clips clips;
    fy_states states = states_of(job, scene, &clips);
    ck_assert_uint_gt(states.place_count, 2);
    ck_assert_uint_eq(states.places[0].texgens[0].matrix, FERRY_GX_IDENTITY);
    for (uint32_t i = 1; i < states.place_count; i++) {
        ck_assert_uint_eq(states.places[i].texgens[0].matrix, 30);
        ck_assert_float_gt(states.places[i].matrices[0].translate[0],
                           states.places[i - 1].matrices[0].translate[0]);
    }
    ferry_gx_material composite = states.list[0];
    composite.texgen_count = 2;
    composite.texgens[1].matrix = 33;
    fy_move_textures(&states.places[1], &composite);
    ck_assert_uint_eq(composite.texgens[0].matrix, 30);
    ck_assert_uint_eq(composite.texgens[1].matrix, 33); /* which only the composite has */
    fy_states_close(job, &states);
    close_scene(job, scene);
}
END_TEST

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

/* States differ by what a stage reads: a colour, a picture, or where it lies; each is enough. */
START_TEST(states_differ_by_one_thing) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "sign", add_texture(scene, "x", 16, 16, many_greys, FERRY_WRAP_REPEAT));
    gx->texgens[0].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
    gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
    ferry_gx_material color = *gx, picture = *gx, place = *gx, other = *gx;
    color.konst[0].g ^= 1;
    picture.textures[0] = add_texture(scene, "y", 16, 16, many_greys, FERRY_WRAP_REPEAT);
    place.matrices[0].translate[1] = .5F;
    other.konst[3].g ^= 1, other.textures[3] = picture.textures[0]; /* which nobody reads */
    ck_assert(fy_states_differ(gx, &color));
    ck_assert(fy_states_differ(gx, &picture));
    ck_assert(fy_states_differ(gx, &place));
    ck_assert(!fy_states_differ(gx, &other));
    close_scene(job, scene);
}
END_TEST

/* A clip that brings picture after picture: as many sets of them as there is room for, and told that there
 * are more. */
START_TEST(sets_of_pictures_have_an_end) {
    enum { MORE = FY_MOST_TEXTURE_SETS + 8 };
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "film", add_texture(scene, "x", 4, 4, many_greys, FERRY_WRAP_REPEAT));
    add_clip(scene, "film", 1, FERRY_TARGET_TEXTURE, 0, 0, 0, 0);
    ferry_track *track = scene->clips.data[0].tracks;
    const uint32_t count = _i ? MORE : FY_MOST_TEXTURE_SETS;
    track->interpolation = FERRY_STEP;
    track->key_count = count;
    track->times = ferry_scene_new(scene, double, count);
    track->values = ferry_scene_new(scene, float, count);
    for (uint32_t k = 0; k < count; k++) {
        track->times[k] = k / (double)count;
        track->values[k] =
            k ? (float)add_texture(scene, "y", 4, 4, many_greys, FERRY_WRAP_REPEAT) : (float)gx->textures[0];
    }
    fy_material_clips clips;
    fy_states states = states_of(job, scene, &clips);
    ck_assert_uint_eq(states.texture_set_count, FY_MOST_TEXTURE_SETS);
    ck_assert_int_eq(states.texture_sets_left_out, _i == 1);
    fy_states_close(job, &states);
    close_scene(job, scene);
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
        if (clip) add_clip(scene, "roll", 1, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, -2, 0);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_uint_eq(plan.materials[0].sizes[0][0], clip ? 32 : 16);
        close_scene(job, scene);
    }
}
END_TEST

/* ------------------------------------------------------------------------------- what fades away */

/* Tracks of all clips become those of the first one. */
static void join_clips(ferry_scene *scene) {
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, scene->clips.count);
    for (uint32_t i = 0; i < scene->clips.count; i++) tracks[i] = scene->clips.data[i].tracks[0];
    scene->clips.data[0].tracks = tracks;
    scene->clips.data[0].track_count = scene->clips.count;
    scene->clips.count = 1;
}

static void slope(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, (uint8_t)(40 + x * 5), (uint8_t)(40 + x * 5), (uint8_t)(40 + x * 5), (uint8_t)(40 + y * 5));
}

/* A blend that becomes another brightness: its alpha, which moves, is what the colour needs a constant for.
 * The combiner for the rest pose has none. */
START_TEST(brightness_follows_what_stands_for_a_blend) {
    ferry_job *job;
    uint8_t first[4], last[4];
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_gx(scene, "stone", FERRY_NONE);
    ferry_color *colors = scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int i = 0; i < 4; i++) colors[i] = (ferry_color){.5F + .1F * (float)i, .4F, .9F, 1};
    gx->stages[0].color = (ferry_gx_combine){15, 2, 10, 15, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){1, 7, 7, 7, 0, 0, 0, 1, 0};
    gx->registers[0] = (ferry_gx_color_s16){100, 255, 100, 255};
    gx->blend_mode = FERRY_GX_BLEND_BLEND, gx->blend_src = 4, gx->blend_dst = 2;
    add_clip(scene, "shine", 1, FERRY_TARGET_REGISTER, 0, 3, 255, 0);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    run_material(&plan.materials[0], false, 255, 200, first);
    run_material(&plan.materials[0], true, 255, 200, last);
    ck_assert_int_ge(first[1], 180);
    ck_assert_int_le(last[1], 120);
    close_scene(job, scene);
}
END_TEST

/* A texture to which a colour is added that a clip changes up to where the sum is white: constants follow
 * that, in one cycle. */
START_TEST(what_is_added_follows_without_a_second_cycle) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "glow", add_texture(scene, "slope", 32, 32, slope, FERRY_WRAP_REPEAT));
    gx->stages[0].color = (ferry_gx_combine){2, 2, 14, 8, 0, 0, 0, 1, 0};
    gx->stages[0].konst_color = 14;
    gx->registers[0] = (ferry_gx_color_s16){107, 127, 245, 255};
    add_clip(scene, "glow", 1, FERRY_TARGET_REGISTER, 0, 2, 59, 162);
    add_clip(scene, "glow", 1, FERRY_TARGET_REGISTER, 0, 1, 17, 254);
    join_clips(scene);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.combiner >> 63, 0);
    for (int end = 0; end < 2; end++)
        for (int texel = 40; texel <= 195; texel += 31) {
            const int added[3] = {107, end ? 254 : 17, end ? 162 : 59};
            uint8_t out[4];
            run_material(&plan.materials[0], end, (uint8_t)texel, 255, out);
            for (int k = 0; k < 3; k++)
                ck_assert_int_le(abs(out[k] - (texel + added[k] < 255 ? texel + added[k] : 255)), 6);
        }
    close_scene(job, scene);
}
END_TEST

/* What a second cycle could bring nearer by a tenth of a 255th is not worth one. */
START_TEST(a_hair_is_not_worth_a_second_cycle) {
    static const ferry_gx_combine colors[] = {{2, 0, 14, 14, 0, 0, 0, 1, 0}, {4, 6, 0, 15, 0, 0, 0, 1, 0}},
                                  alphas[] = {{6, 6, 4, 4, 0, 0, 0, 1, 0}, {4, 6, 0, 2, 0, 0, 0, 1, 0}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "haze", add_texture(scene, "slope", 32, 32, slope, FERRY_WRAP_REPEAT));
    ferry_color *vertices = scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int i = 0; i < 4; i++) vertices[i] = (ferry_color){.3F + .2F * (float)i, .4F, .9F, 1};
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    for (int i = 0; i < 2; i++) {
        gx->stages[i].color = colors[i];
        gx->stages[i].alpha = alphas[i];
        gx->stages[i].konst_color = (uint8_t)(i ? 12 : 15);
        gx->stages[i].konst_alpha = (uint8_t)(i ? 31 : 30);
    }
    gx->registers[0] = (ferry_gx_color_s16){186, 10, 196, 48};
    gx->registers[1] = (ferry_gx_color_s16){96, 110, 38, 95};
    gx->registers[2] = (ferry_gx_color_s16){192, 78, 233, 196};
    gx->konst[0] = (ferry_gx_color){36, 56, 251, 60};
    gx->konst[1] = (ferry_gx_color){194, 247, 113, 255};
    gx->konst[2] = (ferry_gx_color){200, 118, 154, 119};
    gx->konst[3] = (ferry_gx_color){145, 179, 219, 133};
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    add_clip(scene, "haze", 1, FERRY_TARGET_KONST, 2, 0, 250, 52);
    add_clip(scene, "haze", 1, FERRY_TARGET_KONST, 2, 1, 9, 93);
    add_clip(scene, "haze", 1, FERRY_TARGET_REGISTER, 1, 3, 105, 217);
    join_clips(scene);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].rdp.combiner >> 63, 0);
    close_scene(job, scene);
}
END_TEST

/* A cutout turns blue, and is gone half-way: then its colour decides nothing, and stays. */
START_TEST(colors_of_what_is_gone_stay) {
    ferry_job *job;
    uint8_t first[4], last[4];
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "goop", add_texture(scene, "slope", 32, 32, slope, FERRY_WRAP_REPEAT));
    gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
    gx->stages[0].alpha = (ferry_gx_combine){7, 4, 6, 7, 0, 0, 0, 1, 0};
    gx->stages[0].konst_alpha = 0x1E;
    gx->konst[2].a = 255;
    gx->alpha_compare0 = 6, gx->alpha_ref0 = 128;
    add_clip(scene, "end", 1, FERRY_TARGET_KONST, 0, 2, 0, 255);
    add_clip(scene, "end", 1, FERRY_TARGET_KONST, 2, 3, 255, 0);
    join_clips(scene);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    run_material(&plan.materials[0], false, 190, 255, first);
    run_material(&plan.materials[0], true, 190, 255, last);
    ck_assert_int_ge(first[3], 32);
    ck_assert_int_lt(last[3], 32);
    ck_assert_int_le(first[2], 5);
    ck_assert_int_ge(last[2], 50);
    ck_assert_int_le(last[2], 100);
    close_scene(job, scene);
}
END_TEST

/* ------------------------------------------------------------------------- what only clips show */

static void clear_corner(uint32_t x, uint32_t y, uint8_t *to) {
    set(to, 255, 255, 255, x < 8 && y < 8 ? 0 : (uint8_t)(255 - 4 * y));
}

/* Hidden at rest: pixels are imagined, and show all of the large texture. But what a clip shows of it is a
 * corner, which is clear. */
START_TEST(clips_show_what_is_hidden_at_rest) {
    for (int shown = 0; shown < 2; shown++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_gx_material *gx = add_sum(scene);
        gx->textures[0] = add_texture(scene, "corner", 32, 32, clear_corner, FERRY_WRAP_REPEAT);
        gx->matrices[0].translate[0] = 0;
        scene->draws.data[0].visible = false;
        add_clip(scene, "show", 1, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, 0, .001F);
        add_clip(scene, "show", 1, FERRY_TARGET_DRAW_VISIBLE, 0, 0, (float)shown, (float)shown);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.materials[0].sizes[0][0] == 32, !shown);
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_animated_states");
    TCase *states = tcase_create("states"), *plans = tcase_create("plans");
    tcase_add_test(states, places_use_the_matrix_that_a_clip_moves);
    tcase_add_test(states, clips_of_one_name_make_states_together);
    tcase_add_test(states, states_differ_by_one_thing);
    tcase_add_loop_test(states, sets_of_pictures_have_an_end, 0, 2);
    tcase_add_test(plans, textures_that_clips_bring_are_drawn);
    tcase_add_test(plans, brightness_follows_what_stands_for_a_blend);
    tcase_add_test(plans, what_is_added_follows_without_a_second_cycle);
    tcase_add_test(plans, a_hair_is_not_worth_a_second_cycle);
    tcase_add_test(plans, colors_of_what_is_gone_stay);
    tcase_add_test(plans, clips_show_what_is_hidden_at_rest);
    suite_add_tcase(suite, states);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
