/*
 * test_t3dm_split.c: masks that one draw cannot hold: which materials take a second draw, what rules,
 * settings and layouts make of that, in which order the draws come, and that the picture gains.
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/material_clips.h"
#include "builders/material_scene.h"
#include "builders/planned.h"
#include "formats/t3dm/choice/t3dm_second_material.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_vertex_summary.h"

static const char name[] = "gallery-pairs.bdl";

/* Two pictures by different coordinates, and one that a single draw holds. */
static const char *const split[] = {"lerp(ENV1*VTX,VTX,TEX0)", "PROJ1*k1+TEX0*VTX*k"}, whole[] = "ENV0";

static const fy_t3dm_material *over(const planned *p, const char *which) {
    const fy_t3dm_material *first = planned_material(p, which);
    return first->second ? &p->plan.materials[first->second] : NULL;
}

START_TEST(a_mask_takes_a_second_draw) {
    planned p = open_planned(name, NULL, NULL, NULL);
    for (size_t i = 0; i < sizeof split / sizeof *split; i++) {
        const fy_t3dm_material *second = over(&p, split[i]);
        ck_assert_msg(second != NULL, "\"%s\" has no second draw", split[i]);
        ck_assert_str_eq(second->name + strlen(split[i]), ".over");
        ck_assert(second->rdp.flags & FERRY_RDP_CULL_BACK);
        ck_assert_uint_eq(second->rdp.blender, FERRY_RDP_BLEND_MULTIPLY);
        ck_assert(second->rdp.other_mode & FERRY_RDP_Z_DECAL);
        ck_assert(fy_rdp_reads_alpha(second->rdp.combiner, FY_RDP_TEX0));
        ck_assert_uint_eq(second->layer, FY_T3DM_DECAL);
        ck_assert_uint_eq(planned_material(&p, split[i])->layer, FY_T3DM_OPAQUE);
    }
    ck_assert_ptr_null(over(&p, whole));
    close_planned(&p);
}
END_TEST

/* Where it is not wanted, where nothing is known of what is seen, and before L9, one draw has to do. */
START_TEST(some_are_drawn_once) {
    static const char *const settings[][2] = {
        {"t3dm.second-draws", "no"}, {"t3dm.effort", "fast"}, {"t3dm.layout", "L8"}};
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        planned p = open_planned(name, settings[i][0], settings[i][1], NULL);
        for (uint32_t m = 0; m < p.plan.material_count; m++)
            ck_assert_msg(!p.plan.materials[m].second, "%s=%s", settings[i][0], settings[i][1]);
        close_planned(&p);
    }
}
END_TEST

START_TEST(rules_name_what_is_drawn_over) {
    planned p = open_planned(
        name, NULL, NULL,
        "{\"version\": 1, \"rules\": ["
        "{\"material\": \"lerp(ENV1*\", \"set\": {\"cull\": \"none\"}},"
        "{\"material\": \"PROJ1*VTX*k\", \"set\": {\"combiner\": \"(TEX0,0,SHADE,0),(0,0,0,1)\"}},"
        "{\"material\": \"lerp(ENV1*.over\", \"set\": {\"fog\": \"on\"}}]}");
    ck_assert_ptr_null(over(&p, split[1])); /* the rule says what it shows */
    const fy_t3dm_material *first = planned_material(&p, split[0]), *second = over(&p, split[0]);
    ck_assert_ptr_nonnull(second);
    ck_assert_uint_eq(first->rdp.fog, 1);
    ck_assert_uint_eq(second->rdp.fog, 2);
    ck_assert(!(first->rdp.flags & FERRY_RDP_CULL_BACK));
    ck_assert(second->rdp.flags & FERRY_RDP_CULL_BACK);
    close_planned(&p);
    p = open_planned(
        name, NULL, NULL,
        "{\"version\": 1, \"rules\": [{\"material\": \"lerp(ENV1*.over\", \"set\": {\"draw\": false}}]}");
    ck_assert_ptr_null(over(&p, split[0]));
    close_planned(&p);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- a mask */

static void halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 255, 255, 255, x < 8 ? 255 : 0);
}

static void paint(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 255 - x * 8, y * 16, 20, 255);
}

static void dirt(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 10, x * 8, 200, 255);
}

/* TEX0, and TEX2 where TEX1's alpha says so. */
static ferry_gx_material *masked(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "skin", add_texture(scene, "paint", 16, 16, paint, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "mask", 16, 16, halves, FERRY_WRAP_REPEAT);
    gx->textures[2] = add_texture(scene, "dirt", 16, 16, dirt, FERRY_WRAP_REPEAT);
    gx->texgen_count = gx->stage_count = 3;
    for (uint8_t i = 0; i < 3; i++) {
        gx->texgens[i] = (ferry_gx_texgen){1, (uint8_t)(FERRY_GX_TG_TEX0 + (i > 0)), 60};
        gx->stages[i] = gx->stages[0];
        gx->stages[i].map = gx->stages[i].texgen = i;
        gx->stages[i].color = (ferry_gx_combine){
            FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, 0, .clamp = 1, .destination = (uint8_t)i};
    }
    gx->stages[0].color.d = FERRY_GX_CC_TEXC;
    gx->stages[0].color.destination = 1; /* into a register */
    gx->stages[1].color.d = FERRY_GX_CC_TEXA;
    gx->stages[1].color.destination = 2;
    gx->stages[2].color =
        (ferry_gx_combine){.a = 2, .b = FERRY_GX_CC_TEXC, .c = 4, .d = FERRY_GX_CC_ZERO, .clamp = 1};
    return gx;
}

/* Combiners must not wrap around where it shows, though one vertex of so many has it. */
START_TEST(bright_samples_have_the_brightest_vertices) {
    enum { VERTICES = 100 };
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    ferry_color colors[VERTICES];
    for (int i = 0; i < VERTICES; i++) colors[i] = (ferry_color){.25f, .25f, .25f, 1};
    colors[VERTICES - 2] = (ferry_color){1, 1, .75f, .5f};
    colors[VERTICES - 3] = (ferry_color){1, 1, .75f, 1}; /* of two alike the one that is less clear */
    colors[3] = (ferry_color){0, 0, 1, 1};
    ferry_mesh mesh = {.vertex_count = VERTICES, .colors = {colors}};
    ferry_gx_material *gx = add_gx(scene, "", FERRY_NONE);
    gx->channels[0] = gx->channels[1] = (ferry_gx_channel){.material_source = 1};
    fy_vertex_summary_learn(&mesh, &facts);
    ck_assert(fy_reference_start(&reference, gx, &facts));
    unsigned all = 0, blue = 0;
    for (unsigned i = 0; i < FY_BRIGHT_SAMPLES; i++) {
        const uint8_t *color = reference.bright[i].plain.raster[0];
        ck_assert_uint_eq(color[3], 255);
        all += color[0] == 255 && color[1] == 255 && color[2] == 191;
        blue += color[0] == 0 && color[2] == 255;
    }
    ck_assert(all && blue);
    ck_assert_uint_eq(all + blue, FY_BRIGHT_SAMPLES);
    close_scene(job, scene);
}
END_TEST

/* Two pictures by one set of coordinates, the second of four times as many rows: whether they may share a
 * vertex's coordinates where these reach from -reach to reach. */
static bool may_pair(ferry_wrap wrap, float reach) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    ferry_vec2 uvs[2] = {{-reach, -reach}, {reach, reach}};
    ferry_mesh mesh = {.vertex_count = 2, .uvs = {uvs}};
    ferry_gx_material *gx = add_gx(scene, "", add_texture(scene, "a", 8, 8, paint, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "b", 8, 32, paint, wrap);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    fy_vertex_summary_learn(&mesh, &facts);
    ck_assert(fy_reference_start(&reference, gx, &facts));
    const fy_fit_texture first = {.used = true}, second = {.used = true, .map = 1};
    bool may = reference.rules.pair(reference.rules.user, &first, &second);
    fy_reference_end(&reference);
    close_scene(job, scene);
    return may;
}

/* A tile that multiplies what vertices hold by four sees rows beyond 1024 on the other side. */
START_TEST(clamped_pictures_do_not_come_back) {
    ck_assert(may_pair(FERRY_WRAP_CLAMP, 31));
    ck_assert(!may_pair(FERRY_WRAP_CLAMP, 32)); /* the least and the most are not the same distance from 0 */
    ck_assert(!may_pair(FERRY_WRAP_CLAMP, 33));
    ck_assert(may_pair(FERRY_WRAP_REPEAT, 33)); /* shows the same there */
}
END_TEST

/* Half of it is hidden: what the first draw shows there does not count; the second is asked for the rest. */
START_TEST(each_part_wants_what_it_shows) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    ferry_gx_material *gx = masked(scene);
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&reference, gx, &facts));
    uint16_t masks[FY_SPLIT_MASKS];
    ck_assert_uint_ge(fy_split_masks(&reference, masks), 1);
    fy_appearance source, below;
    fy_appearance_source(&reference, &source);
    for (unsigned i = 0; i < FY_SAMPLES; i++) memset(below.rgb[i], 99, 3);
    fy_split part = {.part = FY_SPLIT_BASE, .mask = masks[0], .below = (const uint8_t(*)[3])below.rgb};
    reference.mode.split = &part;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    bool hidden[FY_SAMPLES];
    unsigned count = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference.samples[i];
        count += hidden[i] = sample->hidden > .5F;
        ck_assert_uint_eq(sample->wanted[2], 20); /* paint everywhere */
        if (!hidden[i]) ck_assert_mem_eq(sample->wanted, source.rgb[i], 3);
    }
    ck_assert(count > FY_SAMPLES / 4 && count < FY_SAMPLES * 3 / 4);
    part.part = FY_SPLIT_OVER;
    ck_assert(fy_reference_start(&reference, gx, &facts));
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference.samples[i];
        ck_assert_int_eq(sample->wanted[3], hidden[i] ? 255 : 0);
        ck_assert_uint_eq(sample->ground[0], 99);
        if (hidden[i]) ck_assert_mem_eq(sample->wanted, source.rgb[i], 3);
    }
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* Two sets of coordinates that have nothing to do with each other. */
static void lay_sets(ferry_scene *scene) {
    static const ferry_vec2 corners[2][4] = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                             {{.1F, 0}, {2, .3F}, {.6F, 1.9F}, {1.7F, .4F}}};
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (int set = 0; set < 2; set++) {
        mesh->uvs[set] = ferry_scene_new(scene, ferry_vec2, 4);
        memcpy(mesh->uvs[set], corners[set], sizeof corners[set]);
    }
}

static void strokes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x;
    set(texel, y & 4 ? 255 : 30, y * 16, 20, 255);
}

static void spots(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x & 2 ? 255 : 0, x & 2 ? 255 : 0, x & 2 ? 40 : 200, 255);
}

/* A clip that shows it brighter than it is at rest, about alike at all times: both draws are as bright. */
START_TEST(both_draws_stand_in_one_moment) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    lay_sets(scene);
    ferry_gx_material *gx = masked(scene);
    gx->textures[0] = add_texture(scene, "strokes", 16, 16, strokes, FERRY_WRAP_REPEAT);
    gx->textures[2] = add_texture(scene, "spots", 16, 16, spots, FERRY_WRAP_REPEAT);
    gx->stage_count = 4;
    gx->stages[3] = gx->stages[2];
    gx->stages[3].map = gx->stages[3].texgen = 0xFF;
    gx->stages[3].konst_color = 0x0C;
    gx->stages[3].color = (ferry_gx_combine){15, 0, 14, 15, .clamp = 1};
    gx->stages[2].color.destination = 0;
    gx->konst[0] = (ferry_gx_color){100, 100, 100, 255};
    for (uint32_t k = 0; k < 3; k++) add_clip(scene, "pulse", 1, FERRY_TARGET_KONST, 0, k, 255, 240);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *first = &plan.materials[0], *second = &plan.materials[first->second];
    ck_assert_uint_ne(first->second, 0);
    ck_assert_str_eq(second->name, "skin.over");
    const fy_t3dm_material *draws[] = {first, second};
    for (int i = 0; i < 2; i++) {
        uint8_t white[4];
        run_material(draws[i], false, 255, 255, white);
        ck_assert_int_gt(white[0], 225);
    }
    close_scene(job, scene);
}
END_TEST

/* Rises from one corner to the other. */
static void slope(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 255, 255, 255, (x + y) * 255 / 30);
}

static void black(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, (x ^ y) * 3, y, x * 2, 255);
}

/* TEX0, and TEX2 where TEX1's alpha is more than half: a comparison. */
static ferry_gx_material *compared(ferry_scene *scene, painter base, painter mask, painter cover) {
    ferry_gx_material *gx = masked(scene);
    gx->textures[0] = add_texture(scene, "base", 16, 16, base, FERRY_WRAP_REPEAT);
    gx->textures[1] = add_texture(scene, "mask", 16, 16, mask, FERRY_WRAP_REPEAT);
    gx->textures[2] = add_texture(scene, "cover", 16, 16, cover, FERRY_WRAP_REPEAT);
    gx->stages[1].konst_color = 4; /* a half */
    gx->stages[1].color = (ferry_gx_combine){.a = FERRY_GX_CC_TEXA,
                                             .b = FERRY_GX_CC_KONST,
                                             .c = FERRY_GX_CC_ONE,
                                             .d = FERRY_GX_CC_ZERO,
                                             .op = 14,
                                             .clamp = 1,
                                             .destination = 2};
    return gx;
}

/* Either side of a comparison is cut out by the console's own, at the same level of the very alpha. */
START_TEST(comparisons_are_cut_out) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    ferry_gx_material *gx = compared(scene, paint, slope, dirt);
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&reference, gx, &facts));
    uint16_t masks[FY_SPLIT_MASKS];
    ck_assert_uint_ge(fy_split_masks(&reference, masks), 1);
    fy_appearance below = {0};
    fy_split part = {.mask = masks[0], .below = (const uint8_t(*)[3])below.rgb};
    reference.mode.split = &part;
    for (int covers = 0; covers < 2; covers++)
        for (int inverted = 0; inverted < 2; inverted++) {
            part.part = covers ? FY_SPLIT_OVER : FY_SPLIT_BASE, part.inverted = inverted;
            ck_assert(fy_reference_start(&reference, gx, &facts));
            ck_assert_uint_eq(reference.cover_from, !covers ? 0 : inverted ? 127 : 129);
            for (unsigned i = 0; i < FY_SAMPLES && covers; i++) {
                const fy_sample *sample = &reference.samples[i];
                double alpha[3];
                fy_tev_value(&reference.tev, reference.tev.alpha, &sample->lit, alpha);
                ck_assert_int_eq(sample->wanted[3], alpha[0] * 255 + .5 >= reference.cover_from ? 255 : 0);
            }
        }
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* All but a corner. */
static void most(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 255, 255, 255, x < 6 && y < 6 ? 85 : 187);
}

static void night(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x, y, (x ^ y) & 7, 255);
}

/* Where the picture that covers most of it has coordinates of its own, a second draw has no room for both it
 * and the mask: it would cover the rest, too. So the picture is the first draw, and the rest lies over it. */
START_TEST(second_draws_that_lack_their_mask_are_not_taken) {
    static const ferry_vec2 corners[4] = {{.2F, .9F}, {.1F, .2F}, {1.3F, .1F}, {.8F, 1.6F}};
    ferry_job *job;
    ferry_file_list files = {0};
    ferry_scene *scene = open_seen_scene(&job);
    lay_sets(scene);
    memcpy(scene->meshes.data[0].uvs[1], scene->meshes.data[0].uvs[0], sizeof corners);
    scene->meshes.data[0].uvs[2] = ferry_scene_new(scene, ferry_vec2, 4);
    memcpy(scene->meshes.data[0].uvs[2], corners, sizeof corners);
    compared(scene, night, most, paint)->texgens[2].source = FERRY_GX_TG_TEX0 + 2;
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "made.t3dm", &files));
    ferry_seen_list told = ferry_seen_materials(job);
    for (uint32_t i = 0; i < told.count; i++) ck_assert_double_le(told.data[i].color_error, 8);
    close_scene(job, scene);
}
END_TEST

/* Two components make a number of which red is the lesser part: no alpha has it. */
START_TEST(wide_comparisons_are_no_masks) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    ferry_gx_material *gx = compared(scene, paint, slope, dirt);
    gx->stages[1].color.op = 10;
    gx->stages[1].konst_color = 12;
    gx->konst[0] = (ferry_gx_color){20, 128, 0, 255};
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&reference, gx, &facts));
    uint16_t masks[FY_SPLIT_MASKS];
    unsigned count = fy_split_masks(&reference, masks);
    for (unsigned i = 0; i < count; i++) ck_assert_int_ne(reference.tev.nodes[masks[i]].op, FY_TEV_COMPARE);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

START_TEST(a_draw_has_its_worth) {
    ck_assert(fy_worth_a_draw(.02, .03, 1.1) && fy_worth_a_draw(.02, .001, 5));
    ck_assert(!fy_worth_a_draw(.02, .03, .9) && !fy_worth_a_draw(.02, .01, 3) &&
              !fy_worth_a_draw(.02, -.01, 50));
    ck_assert(!fy_worth_a_draw(.05, .03, 9) && fy_worth_a_draw(.05, .001, 11) &&
              !fy_worth_a_draw(1, 1.1, 250));
}
END_TEST

/* What blends would be blurred. */
START_TEST(cutouts_lie_on_the_first_draw) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    static const ferry_vec2 corners[2][4] = {{{0, 0}, {1, 0}, {1, 1}, {0, 1}},
                                             {{0, 0}, {1, 0}, {0, 1}, {1, 0}}};
    for (int k = 0; k < 2; k++) { /* neither set follows from the other */
        mesh->uvs[k] = ferry_scene_new(scene, ferry_vec2, 4);
        memcpy(mesh->uvs[k], corners[k], sizeof corners[k]);
    }
    compared(scene, paint, slope, black);
    ferry_file_list files;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const fy_t3dm_material *first = &plan.materials[0], *second = &plan.materials[first->second];
    ck_assert_uint_ne(first->second, 0);
    ck_assert_uint_eq(second->layer, FY_T3DM_DECAL);
    ck_assert_uint_eq(second->rdp.blender, 0);
    ck_assert(second->rdp.other_mode & FERRY_RDP_ALPHA_COMPARE);
    ck_assert(second->rdp.other_mode & FERRY_RDP_Z_DECAL);
    close_scene(job, scene);
}
END_TEST

/* Backs of two-sided surfaces are never drawn twice: there the first draw is all that is seen. */
START_TEST(backs_are_not_drawn_over) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_reference reference = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&reference, compared(scene, paint, slope, dirt), &facts));
    fy_appearance look;
    memset(&look, 99, sizeof look);
    for (unsigned i = 0; i < FY_SAMPLES; i++) reference.samples[i].back = i % 2;
    fy_rdp_cycle white = {{FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_ONE},
                          {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE}};
    fy_rdp_cycle cycles[2] = {white, white};
    fy_fit fit = {.shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE};
    fy_appearance_draw_over(&reference, &fit, fy_rdp_encode(cycles, false), &look);
    for (unsigned i = 0; i < FY_SAMPLES; i++) ck_assert(i % 2 ? look.rgb[i][0] == 99 : look.rgb[i][0] > 240);
    fy_reference_end(&reference);
    close_scene(job, scene);
}
END_TEST

/* --------------------------------------------------------------------------------------------- pictures */

/* The gallery, written and read again. */
typedef struct written {
    ferry_bytes bytes;
    ferry_file_list files;
    ferry_job *job;
    ferry_scene *source, *back;
} written;

static void write_it(written *w, const char *draws) {
    const ferry_setting_value setting = {"t3dm.second-draws", draws};
    *w = (written){.bytes = fy_read_fixture(name)};
    ferry_options options = {.size = sizeof options,
                             .settings = &setting,
                             .setting_count = 1,
                             .sidecar = fy_find_made,
                             .user = &w->files};
    w->job = ferry_open(&options);
    ck_assert_ptr_nonnull(w->job);
    w->source = ferry_load(w->job, &(ferry_input){.name = name, .bytes = w->bytes}, 1);
    ferry_scene *scene = ferry_load(w->job, &(ferry_input){.name = name, .bytes = w->bytes}, 1);
    ck_assert(scene && ferry_prepare(w->job, scene, "t3dm", NULL));
    ck_assert(ferry_save(w->job, scene, "t3dm", "x.t3dm", &w->files));
    w->back =
        ferry_load(w->job, &(ferry_input){.name = w->files.data[0].name, .bytes = w->files.data[0].bytes}, 1);
    ck_assert(w->source && w->back);
    ferry_scene_free(scene);
}

static void close_written(written *w) {
    ferry_scene_free(w->source), ferry_scene_free(w->back);
    ferry_close(w->job);
    free((void *)(uintptr_t)w->bytes.data);
}

static double similarity_with(const char *draws) {
    written w;
    write_it(&w, draws);
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ck_assert(ferry_compare(w.job, w.source, w.back, &view, &found, NULL));
    close_written(&w);
    return found.ssim;
}

START_TEST(the_picture_gains) {
    double once = similarity_with("no"), twice = similarity_with("auto");
    ck_assert_msg(twice > once + .04, "SSIM %.4f with second draws, %.4f without", twice, once);
}
END_TEST

static uint32_t place_of(const ferry_scene *scene, const char *which, const char *suffix) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t number = scene->draws.data[d].material;
        const char *of = number == FERRY_NONE ? "" : scene->materials.data[number].name;
        size_t length = strlen(which);
        if (strncmp(of, which, length) == 0 && strcmp(of + length, suffix) == 0) return d;
    }
    return FERRY_NONE;
}

START_TEST(second_draws_come_behind_the_first) {
    written w;
    write_it(&w, "auto");
    for (size_t i = 0; i < sizeof split / sizeof *split; i++) {
        uint32_t first = place_of(w.back, split[i], ""), second = place_of(w.back, split[i], ".over");
        ck_assert(first != FERRY_NONE && second != FERRY_NONE);
        ck_assert_uint_lt(first, second);
        const char *object = w.back->draws.data[second].name;
        ck_assert_str_eq(object + strlen(w.back->draws.data[first].name), ".over");
    }
    close_written(&w);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_split");
    TCase *tests = tcase_create("materials"), *results = fy_results_case(suite);
    tcase_add_test(tests, bright_samples_have_the_brightest_vertices);
    tcase_add_test(tests, clamped_pictures_do_not_come_back);
    tcase_add_test(results, a_mask_takes_a_second_draw);
    tcase_add_test(results, some_are_drawn_once);
    tcase_add_test(results, rules_name_what_is_drawn_over);
    tcase_add_test(tests, each_part_wants_what_it_shows);
    tcase_add_test(tests, both_draws_stand_in_one_moment);
    tcase_add_test(tests, comparisons_are_cut_out);
    tcase_add_test(tests, second_draws_that_lack_their_mask_are_not_taken);
    tcase_add_test(tests, wide_comparisons_are_no_masks);
    tcase_add_test(tests, a_draw_has_its_worth);
    tcase_add_test(tests, cutouts_lie_on_the_first_draw);
    tcase_add_test(tests, backs_are_not_drawn_over);
    suite_add_tcase(suite, tests);
    tests = tcase_create("pictures");
    tcase_add_test(results, the_picture_gains);
    tcase_add_test(results, second_draws_come_behind_the_first);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
