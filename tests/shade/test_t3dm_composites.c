/* test_t3dm_composites.c: one picture in place of several textures on one set of coordinates. */
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_layers.h"
#include "builders/material_scene.h"
#include "core/image/texels.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_composite_picture.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_vertex_summary.h"

/* 0 to 240 from left to right; alpha from top to bottom. */
static void ramp(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 16, x * 16, x * 16, y * 16);
}

static void stripes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t light = (x / 4 + y / 4) % 2 ? 255 : 64;
    set(texel, light, light, light, 255);
}

/* The same shift everywhere: alpha (S) 192, blue (T) and green (U) 128. */
static void one_shift(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 128, 128, 128, 192);
}

static void scale_texgen(ferry_gx_material *gx, int number, float by) {
    gx->texgens[number] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, (uint8_t)(30 + 3 * number)};
    gx->matrices[number] = (ferry_gx_texture_matrix){.present = true, .projection = 1, .scale = {by, by}};
}

/* TEX0 * TEX1, unlit; the second `by` as large as the first. */
static ferry_gx_material *two_layers(ferry_scene *scene, float by) {
    ferry_gx_material *gx =
        add_gx(scene, "two", add_texture(scene, "stripes", 16, 16, stripes, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "ramp", 16, 16, ramp, FERRY_WRAP_REPEAT);
    gx->texgen_count = gx->stage_count = 2;
    scale_texgen(gx, 1, by);
    gx->stages[0].color = (ferry_gx_combine){.a = FERRY_GX_CC_ZERO,
                                             .b = FERRY_GX_CC_ZERO,
                                             .c = FERRY_GX_CC_ZERO,
                                             .d = FERRY_GX_CC_TEXC,
                                             .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = gx->stages[1].texgen = 1;
    gx->stages[1].color = (ferry_gx_combine){.a = FERRY_GX_CC_ZERO,
                                             .b = FERRY_GX_CC_CPREV,
                                             .c = FERRY_GX_CC_TEXC,
                                             .d = FERRY_GX_CC_ZERO,
                                             .clamp = 1};
    return gx;
}

/* TEX0, shifted by a quarter of itself to the left or right. */
static ferry_gx_material *shifted(ferry_scene *scene) {
    ferry_gx_material *gx =
        add_gx(scene, "warp", add_texture(scene, "ramp", 16, 16, ramp, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "shift", 8, 8, one_shift, FERRY_WRAP_REPEAT);
    gx->stages[0].color = (ferry_gx_combine){.a = FERRY_GX_CC_ZERO,
                                             .b = FERRY_GX_CC_ZERO,
                                             .c = FERRY_GX_CC_ZERO,
                                             .d = FERRY_GX_CC_TEXC,
                                             .clamp = 1};
    gx->stages[0].indirect = (ferry_gx_indirect_use){.bias = 7, .matrix = 1};
    gx->indirect_enabled = true;
    gx->indirect_stage_count = 1;
    gx->indirect_orders[0] = (ferry_gx_indirect_order){.texgen = 0, .map = 1};
    gx->indirect_matrices[0] = (ferry_gx_indirect_matrix){.m = {{.0625f, 0, 0}, {0, 0, 0}}};
    return gx;
}

START_TEST(layers_of_two_scales_become_one_picture) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    lay_square(scene, 0, 1);
    two_layers(scene, .7f);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    const ferry_rdp_material *rdp = &plan.materials[0].rdp;
    ck_assert(has_note(job, "t3dm.composite-texture"));
    ck_assert(!has_note(job, "t3dm.combiner") && !has_loss(job, "t3dm.combiner"));
    ck_assert(has_loss(job, "t3dm.composite-scroll")); /* the second layer has a matrix of its own */
    ck_assert_double_eq(loss_number(job, "t3dm.composite-scroll", "by "), 1);
    ck_assert(!fy_rdp_reads_color(rdp->combiner, FY_RDP_TEX1));
    ck_assert_ptr_nonnull(strstr(plan.materials[0].paths[0], "stripes_layers"));
    ck_assert_uint_eq(scene->textures.count, 2); /* the source's own scene stays as it is */
    close_scene(job, scene);
}
END_TEST

static void sphere_texgen(ferry_gx_material *gx, int number, float by) {
    gx->texgens[number] = (ferry_gx_texgen){1, FERRY_GX_TG_NORMAL, (uint8_t)(30 + 3 * number)};
    gx->matrices[number] = (ferry_gx_texture_matrix){
        .present = true, .projection = 1, .mode = 6, .center = {.5f, .5f}, .scale = {by, by}};
    for (int i = 0; i < 4; i++) gx->matrices[number].effect[i][i] = 1;
}

/* White within a circle around the middle, black without. */
static void disc(uint32_t x, uint32_t y, uint8_t texel[4]) {
    int across = 2 * (int)x - 15, down = 2 * (int)y - 15;
    uint32_t light = across * across + down * down < 64 ? 255 : 0;
    set(texel, light, light, light, 255);
}

/* The spherical effect has one pair of coordinates: two environment maps, one of them two and a half times as
 * small, are one picture over the normals. White is where both are. */
START_TEST(environment_maps_of_two_scales_become_one_picture) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    uint32_t width, height;
    const uint8_t *rgba;
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, 1);
    for (unsigned i = 0; i < 2; i++)
        gx->textures[i] = add_texture(scene, "disc", 16, 16, disc, FERRY_WRAP_CLAMP);
    sphere_texgen(gx, 0, 1);
    sphere_texgen(gx, 1, 2.5f);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    ck_assert_int_eq(plan.materials[0].rdp.effect, FERRY_RDP_EFFECT_SPHERICAL_UV);
    ck_assert_ptr_nonnull(strstr(plan.materials[0].paths[0], "disc_layers"));
    ck_assert_uint_eq(files.count, 1);
    ck_assert(fy_png_read(job, files.data[0].name, files.data[0].bytes, &width, &height, &rgba));
    uint32_t white = 0;
    for (uint32_t i = 0; i < width * height; i++) white += rgba[4 * (size_t)i] > 127;
    /* A circle of a quarter of the picture's width by 2.5. */
    double wanted = 3.1416 * width * height * .0625 / 6.25;
    ck_assert_double_ge((double)white, wanted * .7);
    ck_assert_double_le((double)white, wanted * 1.3);
    ck_assert_uint_gt(rgba[4 * ((size_t)height / 2 * width + width / 2)], 240);
    close_scene(job, scene);
}
END_TEST

static void holes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    stripes(x, y, texel);
    texel[3] = x / 4 % 2 ? 255 : 0;
}

/* The picture of layers that are cut out has their holes, and no alpha between all and nothing: edges lie
 * where the compare puts them, as those of one texture do (test_t3dm_seen_pictures.c). */
START_TEST(pictures_of_cutouts_have_their_holes) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    uint32_t width, height, counts[2] = {0, 0};
    const uint8_t *rgba;
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, .7f);
    gx->textures[0] = add_texture(scene, "holes", 16, 16, holes, FERRY_WRAP_REPEAT);
    for (uint32_t i = 0; i < scene->textures.count; i++)
        scene->textures.data[i].mag_filter = FERRY_FILTER_NEAREST;
    gx->stages[0].alpha = gx->stages[1].alpha = (ferry_gx_combine){
        FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_TEXA, .clamp = 1};
    gx->stages[1].alpha.d = FERRY_GX_CA_APREV;
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 64, gx->alpha_op = FERRY_GX_AND;
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    ck_assert_int_eq(plan.materials[0].layer, FY_T3DM_CUTOUT);
    ck_assert_uint_eq(plan.materials[0].rdp.prim[3], 90);
    ck_assert_uint_eq(files.count, 1);
    ck_assert(fy_png_read(job, files.data[0].name, files.data[0].bytes, &width, &height, &rgba));
    for (uint32_t i = 0; i < width * height; i++) {
        uint8_t alpha = rgba[4 * (size_t)i + 3];
        ck_assert(alpha == 0 || alpha == 255);
        counts[alpha == 255]++;
    }
    ck_assert_uint_eq(counts[0], counts[1]);
    close_scene(job, scene);
}
END_TEST

/* By half is a matter of a tile's shift: nothing is gained. */
START_TEST(what_tiles_can_do_stays) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    lay_square(scene, 0, 1);
    two_layers(scene, .5f);
    plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.composite-texture"));
    close_scene(job, scene);
}
END_TEST

START_TEST(the_setting_keeps_the_textures) {
    static const ferry_setting_value no[] = {{"t3dm.composite-textures", "no"}, {"t3dm.second-draws", "no"}};
    ferry_options options = {.size = sizeof options, .settings = no, .setting_count = 2};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files;
    scene->draws.count = 0;
    lay_square(scene, 0, 1);
    two_layers(scene, .7f);
    plan_of(job, scene, &files);
    ck_assert(!has_note(job, "t3dm.composite-texture") && !has_loss(job, "t3dm.composite-scroll"));
    ck_assert(has_note(job, "t3dm.combiner")); /* what it looks like is told once it is written */
    close_scene(job, scene);
}
END_TEST

/* A shader started with the scene's only material. */
static fy_reference start(ferry_job *job, ferry_scene *scene, const ferry_gx_material *gx) {
    fy_reference shader = {.job = job, .scene = scene};
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&shader, gx, &facts));
    return shader;
}

static fy_texels draw(ferry_job *job, ferry_scene *scene, const ferry_gx_material *gx,
                      fy_composite_window *window) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    fy_reference shader = start(job, scene, gx);
    fy_composite_parts parts;
    fy_texels picture;
    ck_assert(fy_composite_find(&shader, false, false, &parts));
    ck_assert_uint_eq(parts.reads, 2);
    *window = fy_composite_window_of(&shader, &parts);
    const fy_gx_shader *source = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &view);
    ck_assert(fy_composite_draw(&shader, &parts, window, source, &picture));
    fy_reference_end(&shader);
    return picture;
}

/* The ramp between its texels, 16 a texel, at a coordinate away from its ends. */
static double ramp_at(double u) {
    return (u * 16 - .5) * 16;
}

START_TEST(shifts_are_part_of_the_picture) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_composite_window window;
    lay_square(scene, 0, 1);
    /* (192 - 128) * .0625 = 4 texels of 16 */
    fy_texels picture = draw(job, scene, shifted(scene), &window);
    ck_assert_uint_ge(picture.width, 16);
    for (uint32_t x = 0; x < picture.width; x++) {
        double u = (x + .5) / picture.width, value = picture.rgba[4 * x];
        if (u > .05 && u < .7) ck_assert_double_eq_tol(value, ramp_at(u + .25), 3);
    }
    close_scene(job, scene);
}
END_TEST

/* Twice the stripes, at most white, times the ramp: without that stop it would be twice as bright. */
START_TEST(stages_clamp_in_the_picture) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_composite_window window;
    uint8_t most = 0;
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, .7f);
    gx->stages[0].color.scale = 1;
    fy_texels picture = draw(job, scene, gx, &window);
    for (uint32_t i = 0; i < picture.width * picture.height; i++) {
        double u = (i % picture.width + .5) / picture.width;
        uint8_t value = picture.rgba[4 * (size_t)i];
        if (u > .1) ck_assert_double_le(value, ramp_at(.7 * u) + 3);
        most = value > most ? value : most;
    }
    ck_assert_uint_gt(most, 140);
    close_scene(job, scene);
}
END_TEST

START_TEST(windows_are_periods_or_what_vertices_reach) {
    static const struct {
        float by, high;
        double size;
        bool repeats;
    } rows[] = {
        {.7f, .5f, .5, false}, /* less than a period */
        {.75f, 8, 4, true},    /* 3 of 4, 4 of 4 */
        {3, 5, 1, true},
        {.7071f, 8, 8, false}, /* never again */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        fy_composite_window window;
        lay_square(scene, 0, rows[i].high);
        fy_texels picture = draw(job, scene, two_layers(scene, rows[i].by), &window);
        for (int axis = 0; axis < 2; axis++) {
            ck_assert_msg(fabs(window.size[axis] - rows[i].size) < 1e-4, "row %zu: %g", i, window.size[axis]);
            ck_assert_int_eq(window.repeats[axis], rows[i].repeats);
        }
        ck_assert(!rows[i].repeats || (picture.width & (picture.width - 1)) == 0);
        close_scene(job, scene);
    }
}
END_TEST

/* What is looked up by light or by normals is no function of the coordinates. */
START_TEST(only_what_lies_on_coordinates_is_drawn) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, .7f);
    gx->texgens[1].source = FERRY_GX_TG_NORMAL;
    fy_reference shader = start(job, scene, gx);
    fy_composite_parts parts;
    ck_assert(fy_composite_find(&shader, false, false, &parts)); /* the other one alone */
    ck_assert_uint_eq(parts.reads, 1);
    fy_reference_end(&shader);
    close_scene(job, scene);
}
END_TEST

/* A third layer, on coordinates of its own. */
static ferry_gx_material *three_layers(ferry_scene *scene) {
    ferry_gx_material *gx = two_layers(scene, .7f);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[1] = mesh->uvs[0];
    gx->textures[2] = add_texture(scene, "third", 16, 16, ramp, FERRY_WRAP_REPEAT);
    gx->texgen_count = gx->stage_count = 3;
    gx->texgens[2] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0 + 1, 60};
    gx->stages[2] = gx->stages[1];
    gx->stages[2].map = gx->stages[2].texgen = 2;
    return gx;
}

/* Values between the least and the most that samples read at a stage. */
static int spread_of(const fy_reference *shader, int stage) {
    int least = 255, most = 0;
    for (int i = 0; i < FY_SAMPLES; i++) {
        int value = shader->samples[i].lit.texels[stage][0];
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    return most - least;
}

/* Beside a picture for two textures, a third one is read by its own coordinates, not by none. */
START_TEST(other_sets_are_read_beside_a_picture) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_composite composite = {.needs_alpha = false};
    fy_composite_parts parts;
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = three_layers(scene);
    uint32_t picture = add_texture(scene, "picture", 16, 16, stripes, FERRY_WRAP_CLAMP);
    fy_reference shader = start(job, scene, gx);
    ck_assert(fy_composite_find(&shader, false, false, &parts));
    ck_assert_uint_eq(parts.reads, 2);
    fy_composite_window window = fy_composite_window_of(&shader, &parts);
    composite.source = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &view);
    ck_assert(fy_composite_fill_in(gx, &parts, &window, picture, &composite));
    shader.mode.composite = &composite;
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&shader, &composite.gx, &facts));
    ck_assert_int_gt(spread_of(&shader, 2), 200);
    fy_reference_end(&shader);
    close_scene(job, scene);
}
END_TEST

/* A colour that counts times its alpha is one part, although the alpha is one, too. */
START_TEST(a_part_may_be_within_another) {
    static const fy_gx_view view = {.view = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    fy_composite composite = {.needs_alpha = true};
    fy_composite_parts parts;
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, .7f);
    gx->blend_mode = FERRY_GX_BLEND_BLEND, gx->blend_dst = FERRY_GX_FACTOR_ZERO;
    gx->stages[1].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_TEXA, .clamp = 1};
    uint32_t picture = add_texture(scene, "picture", 16, 16, stripes, FERRY_WRAP_CLAMP);
    fy_reference shader = start(job, scene, gx);
    ck_assert(fy_composite_find(&shader, true, false, &parts));
    ck_assert(parts.color == shader.tev.color && parts.alpha == shader.tev.alpha);
    fy_composite_window window = fy_composite_window_of(&shader, &parts);
    composite.source = fy_gx_shader_open(job, scene, gx, FERRY_CULL_NONE, &view);
    ck_assert(fy_composite_fill_in(gx, &parts, &window, picture, &composite));
    shader.mode.composite = &composite;
    fy_vertex_summary_learn(&scene->meshes.data[0], &facts);
    ck_assert(fy_reference_start(&shader, &composite.gx, &facts));
    const fy_tev_node *color = &shader.tev.nodes[shader.tev.color],
                      *alpha = &shader.tev.nodes[shader.tev.alpha];
    ck_assert(color->op == FY_TEV_TEX && color->map == composite.map);
    ck_assert(alpha->op == FY_TEV_TEX && alpha->map == composite.map && alpha->swizzle[0] == 3);
    fy_reference_end(&shader);
    close_scene(job, scene);
}
END_TEST

static void dapples(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x * 16, 128, y * 16, 255);
}

/* Two parts of a colour, with light between them: the grey one has room in the picture's alpha. Of two
 * coloured ones there is none. */
START_TEST(what_is_grey_may_be_in_the_alpha) {
    static const painter second[] = {stripes, dapples};
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        fy_composite_parts parts;
        lay_square(scene, 0, 1);
        ferry_gx_material *gx = two_layers(scene, .7f);
        gx->textures[0] = add_texture(scene, "dapples", 16, 16, dapples, FERRY_WRAP_REPEAT);
        gx->textures[1] = add_texture(scene, "second", 16, 16, second[i], FERRY_WRAP_REPEAT);
        gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC,
                                                 FERRY_GX_CC_ZERO, .clamp = 1};
        gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_TEXC, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                                 FERRY_GX_CC_CPREV, .clamp = 1};
        fy_reference shader = start(job, scene, gx);
        ck_assert_int_eq(fy_composite_find(&shader, false, false, &parts), i == 0);
        if (i == 0) {
            const fy_tev_node *nodes = shader.tev.nodes;
            ck_assert_uint_eq(parts.reads, 2);
            ck_assert(parts.color != FY_TEV_NONE && nodes[parts.color].map == 0);
            ck_assert(parts.alpha != FY_TEV_NONE && nodes[parts.alpha].map == 1);
        }
        fy_reference_end(&shader);
        close_scene(job, scene);
    }
}
END_TEST

/* What a blend keeps nothing of the ground by is opaque: its colour times its alpha. */
START_TEST(colours_fade_by_alpha) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    lay_square(scene, 0, 1);
    ferry_gx_material *gx =
        add_gx(scene, "fading", add_texture(scene, "ramp", 16, 16, ramp, FERRY_WRAP_CLAMP));
    gx->blend_mode = FERRY_GX_BLEND_BLEND, gx->blend_dst = FERRY_GX_FACTOR_ZERO;
    fy_reference shader = start(job, scene, gx);
    for (int i = 0; i < FY_SAMPLES; i++) {
        uint8_t stages[4];
        fy_tev_run(gx, &shader.samples[i].lit, stages);
        for (int k = 0; k < 3; k++)
            ck_assert_double_eq_tol(shader.samples[i].wanted[k], stages[k] * stages[3] / 255.0, 1);
    }
    fy_reference_end(&shader);
    fy_t3dm_plan plan = plan_of(job, scene, &files);
    ck_assert_uint_eq(plan.materials[0].layer, FY_T3DM_OPAQUE);
    ck_assert(!has_note(job, "t3dm.blend") && !has_note(job, "t3dm.combiner"));
    close_scene(job, scene);
}
END_TEST

/* Clouds of 256 x 256 texels, of which a quarter is reached. */
static void clouds(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t hash = (x / 5 * 2654435761u) ^ (y / 5 * 2246822519u);
    hash ^= hash >> 15, hash *= 2654435761u;
    set(texel, hash >> 24, hash >> 24, hash >> 24, 255);
}

/* A picture that texture memory shrinks may be nearer than textures that it shrinks more. */
START_TEST(what_memory_shrinks_counts_on_both_sides) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files;
    lay_square(scene, 0, 1);
    ferry_gx_material *gx = two_layers(scene, .7f);
    gx->textures[0] = add_texture(scene, "clouds", 256, 256, clouds, FERRY_WRAP_REPEAT);
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_KONST,
                                             FERRY_GX_CC_CPREV, .clamp = 1};
    gx->stages[1].konst_color = 12;
    gx->konst[0] = (ferry_gx_color){12, 12, 12, 255};
    plan_of(job, scene, &files);
    ck_assert(has_note(job, "t3dm.composite-texture"));
    close_scene(job, scene);
}
END_TEST

/* Grain that no small picture keeps. */
static void grain(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t hash = (x * 2654435761u) ^ (y * 2246822519u);
    hash ^= hash >> 15, hash *= 2654435761u;
    set(texel, hash >> 24, hash >> 16 & 255, hash >> 8 & 255, 255);
}

/* An eighth of a picture of 256 x 256: by itself it keeps all of its texels. */
START_TEST(parts_of_large_pictures_stand_by_themselves) {
    static const struct {
        float low, high;
        bool part;
    } rows[] = {{.5f, .62f, true}, {0, 1, false}};
    for (size_t i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_file_list files;
        lay_square(scene, rows[i].low, rows[i].high);
        add_gx(scene, "atlas", add_texture(scene, "atlas", 256, 256, grain, FERRY_WRAP_REPEAT));
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        const ferry_rdp_tile *tile = &plan.materials[0].rdp.tiles[0];
        ck_assert_int_eq(strstr(plan.materials[0].paths[0], "atlas_part") != NULL, rows[i].part);
        ck_assert_int_eq(has_note(job, "t3dm.composite-texture"), rows[i].part);
        ck_assert(!has_loss(job, "t3dm.composite-scroll"));
        /* 128 to 158.72 of 256, one more at each end, an even number */
        if (rows[i].part) ck_assert_uint_eq(tile->width, 34);
        if (rows[i].part) ck_assert_double_eq_tol(plan.materials[0].uv_matrix[0][3], -127.0 / 34, 1e-3);
        close_scene(job, scene);
    }
}
END_TEST

/* Pictures by nearest texels stay so, in part and composed. */
START_TEST(pictures_are_filtered_as_their_sources) {
    static const ferry_filter filters[3][2] = {{FERRY_FILTER_NEAREST, FERRY_FILTER_NEAREST},
                                               {FERRY_FILTER_NEAREST, FERRY_FILTER_LINEAR},
                                               {FERRY_FILTER_LINEAR, FERRY_FILTER_LINEAR}};
    for (int i = 0; i < 3; i++) {
        ferry_job *job;
        ferry_scene *scene = open_scene(&job);
        ferry_file_list files;
        lay_square(scene, 0, 1);
        two_layers(scene, .7f);
        for (int k = 0; k < 2; k++) scene->textures.data[k].mag_filter = filters[i][k];
        fy_t3dm_plan plan = plan_of(job, scene, &files);
        ck_assert(has_note(job, "t3dm.composite-texture"));
        bool point = !(plan.materials[0].rdp.other_mode & FERRY_RDP_BILINEAR);
        ck_assert_int_eq(point, i == 0);
        close_scene(job, scene);
    }
}
END_TEST

/* A plan with allocation number `at` refused: there is none, and an error was said; or it was not needed. */
static bool plans_without(size_t at) {
    ferry_options options = {.size = sizeof options, .fail_allocation = at};
    ferry_job *job = ferry_open(&options);
    if (!job) return false;
    ferry_job *own = fy_test_job(); /* the scene is there already */
    ferry_scene *scene = fy_square_scene(own);
    ferry_file_list files = {0};
    fy_t3dm_plan plan;
    scene->draws.count = 0;
    lay_square(scene, 0, 1);
    two_layers(scene, .7f);
    shifted(scene);
    bool done = fy_t3dm_plan_materials(job, scene, "out/link.t3dm", &plan, &files);
    ck_assert(done || ferry_job_report(job)->totals[FERRY_ERROR]);
    close_scene(own, scene);
    ferry_close(job);
    return done;
}

START_TEST(memory_may_be_refused) {
    size_t at = 1;
    while (at < 2000 && !plans_without(at)) at += 1 + at / 8;
    ck_assert_uint_gt(at, 20);
    ck_assert_uint_lt(at, 2000);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_composites");
    TCase *tests = tcase_create("composites");
    tcase_add_test(tests, layers_of_two_scales_become_one_picture);
    tcase_add_test(tests, environment_maps_of_two_scales_become_one_picture);
    tcase_add_test(tests, pictures_of_cutouts_have_their_holes);
    tcase_add_test(tests, what_tiles_can_do_stays);
    tcase_add_test(tests, the_setting_keeps_the_textures);
    tcase_add_test(tests, shifts_are_part_of_the_picture);
    tcase_add_test(tests, stages_clamp_in_the_picture);
    tcase_add_test(tests, a_part_may_be_within_another);
    tcase_add_test(tests, what_is_grey_may_be_in_the_alpha);
    tcase_add_test(tests, colours_fade_by_alpha);
    tcase_add_test(tests, what_memory_shrinks_counts_on_both_sides);
    tcase_add_test(tests, windows_are_periods_or_what_vertices_reach);
    tcase_add_test(tests, only_what_lies_on_coordinates_is_drawn);
    tcase_add_test(tests, other_sets_are_read_beside_a_picture);
    tcase_add_test(tests, parts_of_large_pictures_stand_by_themselves);
    tcase_add_test(tests, pictures_are_filtered_as_their_sources);
    tcase_set_timeout(tests, 60);
    tcase_add_test(tests, memory_may_be_refused);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
