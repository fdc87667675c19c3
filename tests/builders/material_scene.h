/* material_scene.h: scenes with materials put together by hand, and what the T3DM writer plans for them. */
#ifndef FERRY_TESTS_MATERIAL_SCENE_H
#define FERRY_TESTS_MATERIAL_SCENE_H

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/painters.h"
#include "core/image/image.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "helpers.h"

/* Materials are judged by the pixels on which they are seen. */
static inline ferry_scene *open_seen_scene(ferry_job **job) {
    *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(*job);
    scene->draws.count = 0;
    return scene;
}

/* Materials are judged by imagined pixels, which meet all light and all texels: the square is flat, and has
 * no texture coordinates. Pictures stay whole. */
static inline ferry_scene *open_scene(ferry_job **job) {
    static const ferry_setting_value set[] = {{"t3dm.effort", "fast"}, {"t3dm.texture-pieces", "no"}};
    ferry_options options = {.size = sizeof options, .settings = set, .setting_count = 2};
    *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(*job);
    scene->draws.count = 0;
    return scene;
}

static inline uint32_t add_texture(ferry_scene *scene, const char *name, uint32_t width, uint32_t height,
                                   painter by, ferry_wrap wrap) {
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    uint8_t *rgba = ferry_scene_new(scene, uint8_t, (size_t)width * height * 4);
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) by(x, y, rgba + 4 * ((size_t)y * width + x));
    *image = (ferry_image){.name = name, .width = width, .height = height, .level_count = 1};
    image->levels = ferry_scene_new(scene, ferry_mip_level, 1);
    image->levels[0] = (ferry_mip_level){width, height, rgba};
    image->alpha = fy_alpha_class(rgba, (size_t)width * height);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = name,
                               .path = "",
                               .image = scene->images.count - 1,
                               .wrap_s = wrap,
                               .wrap_t = wrap,
                               .min_filter = FERRY_FILTER_LINEAR,
                               .mag_filter = FERRY_FILTER_LINEAR};
    return scene->textures.count - 1;
}

static inline ferry_material *add_material(ferry_scene *scene, const char *name) {
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = name,
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = FERRY_NONE,
                                 .cull = FERRY_CULL_BACK,
                                 .lit = true,
                                 .alpha_cutoff = .5f};
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = name, .material = scene->materials.count - 1, .visible = true};
    return material;
}

/* TEX0 times the vertex colour, opaque, repeat; to be changed by the tests. */
static inline ferry_gx_material *add_gx(ferry_scene *scene, const char *name, uint32_t texture) {
    ferry_gx_material *gx = ferry_scene_new(scene, ferry_gx_material, 1);
    *gx = (ferry_gx_material){.mode = 1,
                              .cull = FERRY_GX_CULL_BACK,
                              .channel_count = 1,
                              .texgen_count = 1,
                              .stage_count = 1,
                              .alpha_compare0 = 7,
                              .alpha_compare1 = 7,
                              .blend_src = 4,
                              .blend_dst = 5,
                              .z_test = 1,
                              .z_compare = 3,
                              .z_write = 1};
    for (int i = 0; i < 2; i++) gx->material_colors[i] = (ferry_gx_color){255, 255, 255, 255};
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) gx->textures[i] = FERRY_NONE;
    gx->textures[0] = texture;
    gx->texgens[0] = gx->texgens[1] = (ferry_gx_texgen){1, FERRY_GX_TG_TEX0, 60};
    for (int i = 0; i < 4; i++)
        for (uint8_t k = 0; k < 4; k++) gx->swap_tables[i][k] = k;
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_VERTEX;
    gx->stages[0] = (ferry_gx_stage){
        .channel = 4,
        .color = {FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC, FERRY_GX_CC_RASC, FERRY_GX_CC_ZERO, .clamp = 1},
        .alpha = {FERRY_GX_CA_ZERO, FERRY_GX_CA_TEXA, FERRY_GX_CA_RASA, FERRY_GX_CA_ZERO, .clamp = 1},
        .konst_color = 0x0C,
        .konst_alpha = 0x1C};
    add_material(scene, name)->gx = gx;
    return gx;
}

static inline fy_t3dm_plan plan_of(ferry_job *job, const ferry_scene *scene, ferry_file_list *files) {
    fy_t3dm_plan plan;
    *files = (ferry_file_list){0};
    ck_assert(fy_t3dm_plan_materials(job, scene, "out/link.t3dm", &plan, files));
    uint64_t mask = FERRY_RDP_MODE_MASK; /* and depth write, if one material switches it off: then in all */
    for (uint32_t i = 0; i < plan.material_count; i++)
        if (fy_t3dm_keeps_depth(&plan.materials[i].rdp)) mask |= FERRY_RDP_Z_WRITE;
    for (uint32_t i = 0; i < plan.material_count; i++) {
        if (plan.materials[i].drop) continue;
        ck_assert_uint_eq(plan.materials[i].rdp.other_mode_mask, mask);
        ck_assert_uint_eq(plan.materials[i].rdp.other_mode & ~mask, 0);
    }
    return plan;
}

static inline void close_scene(ferry_job *job, ferry_scene *scene) {
    ferry_scene_free(scene);
    ferry_close(job);
}

/* Of any severity. */
static inline bool has_note(ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0) return true;
    return false;
}

static inline bool has_loss(ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_LOSS && strcmp(report->data[i].code, code) == 0) return true;
    return false;
}

/* The number behind `before` in the first message of that code. */
static inline double loss_number(ferry_job *job, const char *code, const char *before) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++) {
        const char *at = strstr(report->data[i].text, before);
        if (strcmp(report->data[i].code, code) == 0 && at) return strtod(at + strlen(before), NULL);
    }
    ck_abort_msg("no %s with \"%s\"", code, before);
    return 0;
}

#endif
