/*
 * test_t3dm_animated_properties.c: what clips change of materials: colours, textures, matrices
 * (docs/what-is-lost.md, "Animated materials").
 */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "builders/material_layers.h"
#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_vertex_uv.h"
#include "helpers.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_states.h"

/* A clip of one second with one track of two keys, from `from` to `to`. */
static void add_clip(ferry_scene *scene, ferry_target target, uint32_t slot, uint32_t channel, float from,
                     float to) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "clip", .kind = "k", .duration = 1, .rate = 30, .track_count = 1};
    ferry_track *track = clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = target,
                           .slot = slot,
                           .channel = channel,
                           .interpolation = target == FERRY_TARGET_TEXTURE ? FERRY_STEP : FERRY_LINEAR,
                           .width = 1,
                           .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->times[1] = .5;
    track->values[0] = from;
    track->values[1] = to;
}

static const fy_t3dm_track *only_track(const fy_t3dm_material *material, uint8_t target) {
    ck_assert(material->motion);
    ck_assert_uint_eq(material->motion->count, 1);
    ck_assert_uint_eq(material->motion->tracks[0].track.target, target);
    return &material->motion->tracks[0].track;
}

static void painted_stripes(uint32_t x, uint32_t y, uint8_t *to) {
    for (int k = 0; k < 3; k++) to[k] = (uint8_t)(x * 7 + y * (uint32_t)(k + 1) * 3);
    to[3] = 255;
}

/* A texture times a konst colour whose red goes from 0, which would fold, to 255: PRIM follows it; without a
 * chunk nothing is left to follow. Alpha, which nobody reads, stays, whether there is green or not. */
START_TEST(colors_that_clips_change_are_constants) {
    for (int chunk = 0; chunk < 3; chunk++) {
        const int green = chunk == 2 ? 0 : 128;
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_setting_value setting = {"t3dm.tracks", chunk ? "yes" : "no"};
        ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
        ferry_job *planning = ferry_open(&options);
        ferry_gx_material *gx =
            add_gx(scene, "lamp", add_texture(scene, "stripes", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
        gx->stages[0].color = (ferry_gx_combine){15, 8, 14, 15, 0, 0, 0, 1, 0};
        gx->stages[0].konst_color = 12;
        gx->konst[0] = (ferry_gx_color){0, (uint8_t)green, 255, 255};
        add_clip(scene, FERRY_TARGET_KONST, 0, 0, 0, 255);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(planning, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        if (!chunk) {
            ck_assert(!made->motion);
            ferry_close(planning);
            close_scene(job, scene);
            continue;
        }
        const fy_t3dm_track *track = only_track(made, FY_T3DM_TARGET_PRIM);
        ck_assert(fy_rdp_reads_color(made->rdp.combiner, FY_RDP_PRIM));
        ck_assert_int_eq(made->rdp.prim[0], 0);
        ck_assert_int_le(abs(made->rdp.prim[1] - green), 1);
        ck_assert_uint_le(track->key_count, 6); /* least squares waver a little */
        for (uint32_t i = 0; i < track->key_count; i++) {
            double red = track->times[i] < .5F ? (double)track->times[i] * 510 : 255;
            ck_assert_double_le(fabs((double)track->values[4 * i] - red), 1.5);
            ck_assert_double_le(fabs((double)track->values[4 * i + 1] - green), 1.5);
            ck_assert_double_le(fabs((double)track->values[4 * i + 2] - 255), 1.5);
            ck_assert_float_eq(track->values[4 * i + 3], made->rdp.prim[3]);
        }
        ferry_close(planning);
        close_scene(job, scene);
    }
}
END_TEST

static void holes_from_left_to_right(uint32_t x, uint32_t y, uint8_t *to) {
    painted_stripes(x, y, to);
    to[3] = (uint8_t)(x * 8);
}

/* What is cut out follows a clip that fades it: texels are drawn as long as the source's alpha is its
 * threshold or more, which the console compares with 32. */
START_TEST(cutouts_follow_colors_that_clips_change) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx = add_gx(
        scene, "fence", add_texture(scene, "holes", 32, 32, holes_from_left_to_right, FERRY_WRAP_REPEAT));
    gx->stages[0].alpha = (ferry_gx_combine){7, 4, 6, 7, 0, 0, 0, 1, 0};
    gx->konst[0] = (ferry_gx_color){255, 255, 255, 255};
    gx->alpha_compare0 = 6, gx->alpha_ref0 = 128;
    add_clip(scene, FERRY_TARGET_KONST, 0, 3, 255, 55);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    ck_assert(made->motion && made->motion->count == 1);
    const fy_t3dm_track *track = &made->motion->tracks[0].track;
    ck_assert_uint_ge(track->key_count, 2);
    const fy_tev_inputs none = {.raster = {{0}}};
    double vertices[3]; /* a constant, where PRIM and ENV are taken */
    ck_assert(made->formula && made->shade_alpha != FY_TEV_NONE);
    fy_tev_value(made->formula, made->shade_alpha, &none, vertices);
    for (uint32_t i = 0; i < track->key_count; i++) {
        double fade = 1 - fmin((double)track->times[i], .5) * 2 * 200 / 255;
        fy_rdp_inputs inputs = {.tex0 = {255, 255, 255, 255}};
        inputs.shade[3] = fy_unit_byte(vertices[0]);
        memcpy(inputs.prim, made->rdp.prim, 4);
        memcpy(inputs.env, made->rdp.env, 4);
        for (int k = 0; k < 4; k++)
            (track->target == FY_T3DM_TARGET_PRIM ? inputs.prim : inputs.env)[k] =
                fy_unit_byte((double)track->values[4 * i + (uint32_t)k] / 255);
        for (int alpha = 0; alpha < 256; alpha += 5) {
            uint8_t out[4];
            inputs.tex0[3] = (uint8_t)alpha;
            fy_rdp_combine(made->rdp.combiner, &inputs, out);
            if (fabs(alpha * fade - 128) > 10) ck_assert_int_eq(out[3] >= 32, alpha * fade > 128);
        }
    }
    close_scene(job, scene);
}
END_TEST

/* What a clip shows and hides by an alpha of the whole surface is all there or not at all: of an alpha just
 * above 32 the console fills one of a pixel's eight samples. */
START_TEST(cutouts_of_one_alpha_are_all_or_nothing) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "ghost", add_texture(scene, "stripes", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
    gx->stages[0].alpha = (ferry_gx_combine){7, 7, 7, 6, 0, 0, 0, 1, 0};
    gx->konst[0] = (ferry_gx_color){255, 255, 255, 160};
    gx->alpha_compare0 = 6, gx->alpha_ref0 = 128;
    add_clip(scene, FERRY_TARGET_KONST, 0, 3, 160, 100);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    ck_assert(made->motion && made->motion->count == 1);
    const fy_t3dm_track *track = &made->motion->tracks[0].track;
    uint32_t shown = 0;
    for (uint32_t i = 0; i < track->key_count; i++) {
        fy_rdp_inputs inputs = {.tex0 = {255, 255, 255, 255}, .shade = {255, 255, 255, 255}};
        uint8_t out[4];
        memcpy(inputs.prim, made->rdp.prim, 4);
        memcpy(inputs.env, made->rdp.env, 4);
        for (int k = 0; k < 4; k++)
            (track->target == FY_T3DM_TARGET_PRIM ? inputs.prim : inputs.env)[k] =
                fy_unit_byte((double)track->values[4 * i + (uint32_t)k] / 255);
        fy_rdp_combine(made->rdp.combiner, &inputs, out);
        double alpha = 160 - fmin((double)track->times[i], .5) * 2 * 60;
        if (fabs(alpha - 128) < 2) continue;
        ck_assert_msg(alpha > 128 ? out[3] >= 250 : out[3] < 32, "%u of %g", out[3], alpha);
        shown += alpha > 128;
    }
    ck_assert_uint_gt(shown, 0);
    ck_assert_uint_lt(shown, track->key_count);
    close_scene(job, scene);
}
END_TEST

/* The library draws mip levels in a combiner's second cycle: a material that needs it has none. Nor has one
 * beside it, which may be drawn before it or after it. */
START_TEST(two_cycles_leave_no_room_for_levels) {
    static const ferry_setting_value settings[] = {
        {"t3dm.effort", "fast"}, {"sprite.mipmaps", "on"}, {"t3dm.sprites", "sprite"}};
    for (int two = 0; two < 3; two++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 3};
        ferry_job *planning = ferry_open(&options);
        for (int i = 0; i < (two == 2 ? 2 : 1); i++) {
            int last = two == 2 ? i : two;
            uint32_t texture = add_texture(scene, "x", 32, 32, painted_stripes, FERRY_WRAP_REPEAT);
            ferry_gx_material *gx = add_gx(scene, "floor", texture);
            gx->stages[1] = gx->stages[0];
            gx->cull = i ? FERRY_GX_CULL_NONE : FERRY_GX_CULL_BACK; /* other draw flags */
            if (last)
                gx->stages[0].color = (ferry_gx_combine){2, 14, 8, 15, 0, 0, 0, 1, 0}; /* of two colours */
            gx->stages[1].color = (ferry_gx_combine){15, 0, 10, 15, 0, 0, 0, 1, 0};
            gx->registers[0] = (ferry_gx_color_s16){40, 90, 10, 255};
            gx->konst[0] = (ferry_gx_color){200, 100, 50, 255};
            gx->stage_count = (uint8_t)(1 + last);
        }
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(planning, scene, &files);
        ck_assert_int_eq((int)(plan.materials[two == 2].rdp.combiner >> 63), two > 0);
        ck_assert_int_eq((int)(plan.materials[0].rdp.combiner >> 63), two == 1);
        ck_assert_double_eq(loss_number(planning, "t3dm.mipmaps", ""), two == 0);
        ferry_close(planning);
        close_scene(job, scene);
    }
}
END_TEST

/* A material's colour may move beside a konst colour: light is asked anew at each moment, where pixels
 * that are seen keep what they read of pictures. PRIM is the product of both. */
START_TEST(material_colors_move_beside_registers) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_gx_material *gx = add_gx(scene, "lamp", FERRY_NONE);
    gx->stages[0].color = (ferry_gx_combine){15, 10, 14, 15, 0, 0, 0, 1, 0};
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->konst[0] = (ferry_gx_color){0, 200, 255, 255};
    gx->material_colors[0] = (ferry_gx_color){255, 0, 200, 255};
    add_clip(scene, FERRY_TARGET_KONST, 0, 0, 0, 255);
    add_clip(scene, FERRY_TARGET_MATERIAL_COLOR, 0, 1, 0, 255);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, 2);
    for (int i = 0; i < 2; i++) tracks[i] = scene->clips.data[i].tracks[0];
    clip->tracks = tracks;
    clip->track_count = 2;
    scene->clips.count = 1;
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_PRIM);
    for (uint32_t i = 0; i < track->key_count; i++) {
        double part = fmin(2 * (double)track->times[i], 1);
        ck_assert_double_eq_tol((double)track->values[4 * i], 255 * part, 2);
        ck_assert_double_eq_tol((double)track->values[4 * i + 1], 200 * part, 2);
        ck_assert_double_eq_tol((double)track->values[4 * i + 2], 200, 2);
    }
    ck_assert_float_eq(track->values[0], 0);
    close_scene(job, scene);
}
END_TEST

/* Another picture of twice the width: the same vertices, a tile that is shifted. */
/* Each texgen has the matrix that it names. */
START_TEST(states_differ_by_the_matrices_they_read) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "moved", add_texture(scene, "x", 16, 16, many_greys, FERRY_WRAP_REPEAT));
    gx->texgens[0].matrix = 33;
    gx->matrices[0] = gx->matrices[1] = (ferry_gx_texture_matrix){.present = true, .scale = {1, 1}};
    ferry_gx_material other = *gx;
    ck_assert(!fy_states_differ(gx, &other));
    other.matrices[0].translate[0] = .5f;
    ck_assert(!fy_states_differ(gx, &other));
    other.matrices[1].translate[0] = .5f;
    ck_assert(fy_states_differ(gx, &other));
    close_scene(job, scene);
}
END_TEST

START_TEST(textures_that_clips_exchange_are_materials) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t open = add_texture(scene, "open", 16, 16, painted_stripes, FERRY_WRAP_REPEAT);
    uint32_t shut = add_texture(scene, "shut", 32, 16, painted_stripes, FERRY_WRAP_REPEAT);
    add_gx(scene, "eye", open);
    add_clip(scene, FERRY_TARGET_TEXTURE, 0, 0, (float)open, (float)shut);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.material_count, 2);
    ck_assert_uint_eq(files.count, 2);
    ck_assert_str_eq(plan.materials[1].name, "eye.2");
    ck_assert_uint_eq(plan.materials[0].first_variant, 1);
    ck_assert_uint_eq(plan.materials[0].variant_count, 1);
    ck_assert(plan.materials[1].tracked);
    ck_assert_uint_eq(plan.materials[1].rdp.combiner, plan.materials[0].rdp.combiner);
    ck_assert_int_eq(plan.materials[1].rdp.tiles[0].s.shift, -1);
    ck_assert_int_eq(plan.materials[1].rdp.tiles[0].t.shift, 0);
    const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_MATERIAL);
    ck_assert_int_eq(track->interpolation, FERRY_STEP);
    ck_assert_uint_eq(track->key_count, 2);
    ck_assert_float_eq(track->times[1], .5F);
    ck_assert_float_eq(track->values[0], 0);
    ck_assert_float_eq(track->values[1], 1);
    close_scene(job, scene);
}
END_TEST

/* A lid, open or shut, whose edges are elsewhere: it stays whole. The pupil behind it does not. */
static void lid(uint32_t x, uint32_t y, uint8_t *to) {
    painted_stripes(x, y, to);
    to[3] = x >= 24 && x < 72 && y >= 36 && y < 60 ? 255 : 0;
}

static void lid_shut(uint32_t x, uint32_t y, uint8_t *to) {
    painted_stripes(x, y, to);
    to[3] = x >= 8 && x < 80 && y >= 60 && y < 70 ? 255 : 0;
}

static void pupil(uint32_t x, uint32_t y, uint8_t *to) {
    bool inside = x >= 40 && x < 56 && y >= 40 && y < 56;
    set(to, inside ? 0 : 255, inside ? 8 * (x - 40) : 255, inside ? 8 * (y - 40) : 255, 255);
}

static void add_eye(ferry_scene *scene, uint32_t first, uint32_t second) {
    ferry_gx_material *gx = add_gx(scene, "eye", first);
    gx->textures[1] = second;
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
}

START_TEST(what_clips_exchange_stays_whole) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t open = add_texture(scene, "open", 96, 96, lid, FERRY_WRAP_CLAMP);
    uint32_t shut = add_texture(scene, "shut", 96, 96, lid_shut, FERRY_WRAP_CLAMP);
    add_eye(scene, open, add_texture(scene, "pupil", 96, 96, pupil, FERRY_WRAP_CLAMP));
    add_clip(scene, FERRY_TARGET_TEXTURE, 0, 0, (float)open, (float)shut);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].variant_count, 1);
    ck_assert_double_eq(plan.materials[0].uv_matrix[0][0], 1);
    for (int i = 0; i < 2; i++) {
        const ferry_rdp_tile *first = &plan.materials[i].rdp.tiles[0],
                             *second = &plan.materials[i].rdp.tiles[1];
        uint32_t halved = 96U / first->width;
        ck_assert_uint_eq(first->width * halved, 96);
        ck_assert_float_eq(first->s.low, 0);
        /* columns 35 to 61 of 96, in multiples of eight, as dense as the shift says */
        float dense = (float)second->width / 32;
        ck_assert_float_eq(second->s.low,
                           35 * dense + .5F - ldexpf(.5F, -second->s.shift)); /* vertices: half a texel */
        ck_assert_float_eq(ldexpf((float)first->width / 96, -second->s.shift), dense);
    }
    ck_assert(!has_loss(job, "t3dm.second-texture"));
    close_scene(job, scene);
}
END_TEST

/* Whichever of the two it is. */
START_TEST(second_pictures_that_clips_exchange_stay_whole) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    uint32_t near = add_texture(scene, "near", 96, 96, pupil, FERRY_WRAP_CLAMP);
    uint32_t far = add_texture(scene, "far", 96, 96, lid_shut, FERRY_WRAP_CLAMP);
    add_eye(scene, add_texture(scene, "open", 96, 96, lid, FERRY_WRAP_CLAMP), near);
    add_clip(scene, FERRY_TARGET_TEXTURE, 1, 0, (float)near, (float)far);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].variant_count, 1);
    for (int i = 0; i < 2; i++) { /* a part of the pupil would start 35 texels further on */
        const ferry_rdp_tile *tiles = plan.materials[i].rdp.tiles;
        ck_assert_float_lt(fabsf(tiles[1].s.low - tiles[0].s.low), 4);
    }
    ck_assert(!has_loss(job, "t3dm.second-texture"));
    close_scene(job, scene);
}
END_TEST

/* By a quarter of 32 texels; a matrix that scales is not a tile's. */
START_TEST(matrices_that_shift_move_tiles) {
    for (int scales = 0; scales < 2; scales++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx =
            add_gx(scene, "sea", add_texture(scene, "waves", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
        gx->texgens[0].matrix = 30;
        gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
        add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0,
                 scales ? FERRY_MATRIX_SCALE_S : FERRY_MATRIX_TRANSLATE_S, scales ? 1 : 0, scales ? 2 : .25F);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert_int_eq(plan.materials[0].uv_motion, scales ? FY_T3DM_UV_MORPH : FY_T3DM_UV_SHIFTED);
        if (scales) {
            double rows[2][4];
            ck_assert(!plan.materials[0].motion);
            ck_assert(fy_t3dm_uv_at(scene, &plan.materials[0], &scene->clips.data[0], .25, rows));
            ck_assert_double_eq_tol(rows[0][0], 1.5, 1e-6);
            ck_assert_double_eq_tol(rows[1][1], 1, 1e-6);
        } else {
            const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_TILE_OFFSET);
            ck_assert_uint_eq(track->slot, 0);
            ck_assert_float_eq_tol(track->values[0], 0, 1e-4F);
            ck_assert_float_eq_tol(track->values[2 * (track->key_count - 1)], -8, .13F);
            ck_assert_float_eq_tol(track->values[2 * track->key_count - 1], 0, 1e-4F);
        }
        close_scene(job, scene);
    }
}
END_TEST

/* A tile with edges begins nowhere below 0: coordinates are moved by as far as a clip goes there. Half of 32
 * texels to the right, or to the left. */
START_TEST(tiles_with_edges_have_room_to_move) {
    for (int back = 0; back < 2; back++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_gx_material *gx =
            add_gx(scene, "glint", add_texture(scene, "glint", 32, 32, painted_stripes, FERRY_WRAP_CLAMP));
        gx->texgens[0].matrix = 30;
        gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
        add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, 0, back ? -.5F : .5F);
        ferry_file_list files;
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const fy_t3dm_material *made = &plan.materials[0];
        const fy_t3dm_track *track = only_track(made, FY_T3DM_TARGET_TILE_OFFSET);
        const float low = back ? 0 : 16;
        ck_assert_int_eq(made->uv_move[0], (int32_t)low * 32);
        ck_assert_float_eq(made->rdp.tiles[0].s.low, low);
        ck_assert_float_eq_tol(track->values[0], low, .13F);
        ck_assert_float_eq_tol(track->values[2 * (track->key_count - 1)], back ? 16 : 0, .13F);
        ck_assert(!has_loss(job, "t3dm.tracks"));
        close_scene(job, scene);
    }
}
END_TEST

/* Vertices that reach 600 texels, less half a one for the filter, have 424 left: those alone of the 500 that
 * a clip goes. */
START_TEST(vertices_stay_in_range_when_tiles_make_room) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "glint", add_texture(scene, "glint", 32, 32, painted_stripes, FERRY_WRAP_CLAMP));
    lay_square(scene, 0, 600 / 32.F);
    gx->texgens[0].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {1, 1}};
    add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_S, 0, 500 / 32.F);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *made = &plan.materials[0];
    ck_assert_int_eq(made->uv_move[0], 424 * 32 + 8);
    ck_assert_float_eq(made->rdp.tiles[0].s.low, 424.25F);
    ck_assert(!has_loss(job, "t3dm.uv-range"));
    close_scene(job, scene);
}
END_TEST

/* What is divided by q is shifted by as much everywhere, though its matrix changes in three columns. */
START_TEST(projections_that_shift_move_tiles) {
    static const float effect[4][4] = {{.5F, 0, -.2F, 0}, {0, .5F, -.1F, 0}, {.2F, .1F, 1, 0}, {0, 0, 0, 1}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "glitter", add_texture(scene, "sparks", 32, 32, painted_stripes, FERRY_WRAP_REPEAT));
    gx->texgens[0] = (ferry_gx_texgen){0, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .mode = 11, .scale = {1, 1}};
    memcpy(gx->matrices[0].effect, effect, sizeof effect);
    add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_TRANSLATE_T, 0, .25F);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_int_eq(plan.materials[0].uv_motion, FY_T3DM_UV_SHIFTED);
    const fy_t3dm_track *track = only_track(&plan.materials[0], FY_T3DM_TARGET_TILE_OFFSET);
    const float *first = track->values, *last = track->values + 2 * (track->key_count - 1);
    ck_assert_float_eq_tol(last[0] - first[0], 0, .13F);
    ck_assert_float_eq_tol(last[1] - first[1], -8, .13F);
    close_scene(job, scene);
}
END_TEST

static void two_halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 16 ? 0 : 200, 0, 0, 255);
}

/* An environment map that a clip turns by half a turn, at once: what stays behind is told in the mean of the
 * moments that are looked at. In the first one all that is looked up is the right half, then the left one:
 * they differ by 200 in one of four components. */
START_TEST(maps_that_stay_behind_are_told) {
    static const char before[] = "it rotates or scales an environment map): mean difference ";
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_gx_material *gx =
        add_gx(scene, "mirror", add_texture(scene, "halves", 32, 32, two_halves, FERRY_WRAP_REPEAT));
    gx->texgens[0] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, 30};
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .mode = 6, .scale = {1, 1}, .center = {.5f, .5f}};
    add_clip(scene, FERRY_TARGET_TEXTURE_MATRIX, 0, FERRY_MATRIX_ROTATION, 0, 3.14159265F);
    scene->clips.data[0].tracks[0].times[1] = 1. / 600;
    ferry_file_list files;
    plan_of(job, scene, &files);
    double moments = loss_number(job, "t3dm.tracks", "/255 over ");
    ck_assert_double_ge(moments, 2);
    ck_assert_double_eq_tol(loss_number(job, "t3dm.tracks", before), 50 * (moments - 1) / moments, .06);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_animated_properties");
    TCase *plans = tcase_create("plans");
    tcase_add_test(plans, colors_that_clips_change_are_constants);
    tcase_add_test(plans, cutouts_follow_colors_that_clips_change);
    tcase_add_test(plans, cutouts_of_one_alpha_are_all_or_nothing);
    tcase_add_test(plans, two_cycles_leave_no_room_for_levels);
    tcase_add_test(plans, material_colors_move_beside_registers);
    tcase_add_test(plans, states_differ_by_the_matrices_they_read);
    tcase_add_test(plans, textures_that_clips_exchange_are_materials);
    tcase_add_test(plans, what_clips_exchange_stays_whole);
    tcase_add_test(plans, second_pictures_that_clips_exchange_stay_whole);
    tcase_add_test(plans, matrices_that_shift_move_tiles);
    tcase_add_test(plans, tiles_with_edges_have_room_to_move);
    tcase_add_test(plans, vertices_stay_in_range_when_tiles_make_room);
    tcase_add_test(plans, projections_that_shift_move_tiles);
    tcase_add_test(plans, maps_that_stay_behind_are_told);
    suite_add_tcase(suite, plans);
    return fy_run_suite(suite);
}
