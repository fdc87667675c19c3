/* test_j3d_materials.c: materials and textures of the fixtures, field by field, against
 * their descriptions. */
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "builders/material_scene.h"
#include "formats/j3d/j3d_frame_buffer.h"
#include "helpers.h"

typedef struct loaded {
    jb_model *model;
    jb_file file;
    ferry_job *job;
    ferry_scene *scene;
} loaded;

static loaded load(const char *name) {
    const fixture *from = fixture_find(name);
    loaded l = {.model = from->make()};
    l.file = jb_build(l.model, from->kind);
    l.job = fy_test_job();
    l.scene = ferry_load(l.job, &(ferry_input){.name = name, .bytes = {l.file.data, l.file.size}}, 1);
    ck_assert_msg(l.scene != NULL, "%s was not read", name);
    return l;
}

static void unload(loaded *l) {
    ferry_scene_free(l->scene);
    ferry_close(l->job);
    jb_file_free(&l->file);
    jb_model_free(l->model);
}

/* ---------------------------------------------------------------------------------------- materials */

/* What a console takes for everything that the file leaves out. */
static ferry_gx_material defaults(void) {
    ferry_gx_material gx = jb_gx_default();
    gx.channel_count = 0;
    gx.z_location = 0;
    gx.blend_mode = 1;
    gx.stages[0].channel = 0xFF;
    return gx;
}

/* The description with defaults in the place of what was left out. */
static ferry_gx_material expected(const jb_material *material) {
    ferry_gx_material want = material->gx, plain = defaults();
    if (!material->absent) return want;
    ck_assert_uint_eq(material->absent, JB_NO_ANYTHING); /* the only other case in the fixtures */
    plain.mode = want.mode;
    memcpy(plain.textures, want.textures, sizeof plain.textures);
    return plain;
}

static bool same_color(ferry_gx_color a, ferry_gx_color b) {
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

static void expect_counts(const ferry_gx_material *got, const ferry_gx_material *want) {
    ck_assert_uint_eq(got->mode, want->mode);
    ck_assert_uint_eq(got->cull, want->cull);
    ck_assert_uint_eq(got->channel_count, want->channel_count);
    ck_assert_uint_eq(got->texgen_count, want->texgen_count);
    ck_assert_uint_eq(got->stage_count, want->stage_count);
    ck_assert_uint_eq(got->z_location, want->z_location);
    ck_assert_uint_eq(got->dither, want->dither);
}

static void expect_colors(const ferry_gx_material *got, const ferry_gx_material *want) {
    for (int i = 0; i < 2; i++) {
        ck_assert(same_color(got->material_colors[i], want->material_colors[i]));
        ck_assert(same_color(got->ambient_colors[i], want->ambient_colors[i]));
    }
    for (int i = 0; i < 4; i++) {
        ck_assert(same_color(got->konst[i], want->konst[i]));
        ck_assert_mem_eq(&got->registers[i], &want->registers[i], sizeof got->registers[i]);
        ck_assert_mem_eq(&got->channels[i], &want->channels[i], sizeof got->channels[i]);
        ck_assert_mem_eq(got->swap_tables[i], want->swap_tables[i], 4);
    }
    ck_assert_uint_eq(got->light_count, want->light_count);
    for (uint32_t i = 0; i < want->light_count; i++)
        ck_assert_mem_eq(&got->lights[i], &want->lights[i], sizeof got->lights[i]);
}

static void expect_matrix(const ferry_gx_texture_matrix *got, const ferry_gx_texture_matrix *want) {
    ck_assert_int_eq(got->present, want->present);
    if (!want->present) return;
    ck_assert_uint_eq(got->projection, want->projection);
    ck_assert_uint_eq(got->mode, want->mode);
    ck_assert_int_eq(got->maya, want->maya);
    ck_assert_mem_eq(got->center, want->center, sizeof got->center);
    ck_assert_mem_eq(got->scale, want->scale, sizeof got->scale);
    ck_assert_int_eq(got->rotation, want->rotation);
    ck_assert_mem_eq(got->translate, want->translate, sizeof got->translate);
    ck_assert_mem_eq(got->effect, want->effect, sizeof got->effect);
}

static void expect_texgens(const ferry_gx_material *got, const ferry_gx_material *want) {
    for (uint32_t i = 0; i < want->texgen_count; i++)
        ck_assert_mem_eq(&got->texgens[i], &want->texgens[i], sizeof got->texgens[i]);
    for (int i = 0; i < 8; i++) {
        ck_assert_uint_eq(got->textures[i], want->textures[i]);
        ck_assert_uint_eq(got->post_texgens[i].matrix, want->post_texgens[i].matrix);
    }
    for (int i = 0; i < 10; i++) expect_matrix(&got->matrices[i], &want->matrices[i]);
    static const ferry_gx_texture_matrix none;
    ck_assert_uint_ge(got->post_matrix_count, want->post_matrix_count); /* slots, not all of them filled */
    for (uint32_t i = 0; i < got->post_matrix_count; i++)
        expect_matrix(&got->post_matrices[i], i < want->post_matrix_count ? &want->post_matrices[i] : &none);
}

static void expect_stage(const ferry_gx_stage *got, const ferry_gx_stage *want, bool indirect) {
    ck_assert_uint_eq(got->texgen, want->texgen);
    ck_assert_uint_eq(got->map, want->map);
    ck_assert_uint_eq(got->channel, want->channel);
    ck_assert_mem_eq(&got->color, &want->color, sizeof got->color);
    ck_assert_mem_eq(&got->alpha, &want->alpha, sizeof got->alpha);
    ck_assert_uint_eq(got->konst_color, want->konst_color);
    ck_assert_uint_eq(got->konst_alpha, want->konst_alpha);
    ck_assert_uint_eq(got->ras_swap, want->ras_swap);
    ck_assert_uint_eq(got->tex_swap, want->tex_swap);
    if (indirect) ck_assert_mem_eq(&got->indirect, &want->indirect, sizeof got->indirect);
}

static void expect_indirect(const ferry_gx_material *got, const ferry_gx_material *want) {
    ck_assert_int_eq(got->indirect_enabled, want->indirect_enabled);
    if (!want->indirect_enabled) return;
    ck_assert_uint_eq(got->indirect_stage_count, want->indirect_stage_count);
    ck_assert_mem_eq(got->indirect_orders, want->indirect_orders, sizeof got->indirect_orders);
    for (int i = 0; i < 3; i++) {
        ck_assert_mem_eq(got->indirect_matrices[i].m, want->indirect_matrices[i].m,
                         sizeof got->indirect_matrices[i].m);
        ck_assert_int_eq(got->indirect_matrices[i].exponent, want->indirect_matrices[i].exponent);
    }
}

static void expect_fog(const ferry_gx_fog *got, const ferry_gx_fog *want) {
    ck_assert_int_eq(got->present, want->present);
    if (!want->present) return;
    ck_assert_uint_eq(got->type, want->type);
    ck_assert_uint_eq(got->range_adjust, want->range_adjust);
    ck_assert_uint_eq(got->center, want->center);
    ck_assert(got->start == want->start && got->end == want->end);
    ck_assert(got->near_plane == want->near_plane && got->far_plane == want->far_plane);
    ck_assert(same_color(got->color, want->color));
    ck_assert_mem_eq(got->adjust, want->adjust, sizeof got->adjust);
}

static void expect_pixels(const ferry_gx_material *got, const ferry_gx_material *want) {
    const uint8_t is[] = {got->alpha_compare0, got->alpha_ref0, got->alpha_op,  got->alpha_compare1,
                          got->alpha_ref1,     got->blend_mode, got->blend_src, got->blend_dst,
                          got->blend_logic,    got->z_test,     got->z_compare, got->z_write};
    const uint8_t be[] = {want->alpha_compare0, want->alpha_ref0, want->alpha_op,  want->alpha_compare1,
                          want->alpha_ref1,     want->blend_mode, want->blend_src, want->blend_dst,
                          want->blend_logic,    want->z_test,     want->z_compare, want->z_write};
    for (size_t i = 0; i < sizeof is; i++)
        ck_assert_msg(is[i] == be[i], "pixel field %zu: %u, not %u", i, is[i], be[i]);
    ck_assert_int_eq(got->nbt_scale_enabled, want->nbt_scale_enabled);
    if (want->nbt_scale_enabled) ck_assert_mem_eq(got->nbt_scale, want->nbt_scale, sizeof got->nbt_scale);
    expect_fog(&got->fog, &want->fog);
}

static void expect_material(const ferry_material *got, const jb_material *material, bool indirect) {
    ferry_gx_material want = expected(material);
    ck_assert_str_eq(got->name, material->name);
    ck_assert_ptr_nonnull(got->gx);
    expect_counts(got->gx, &want);
    expect_colors(got->gx, &want);
    expect_texgens(got->gx, &want);
    for (int i = 0; i < want.stage_count; i++) expect_stage(&got->gx->stages[i], &want.stages[i], indirect);
    if (indirect) expect_indirect(got->gx, &want);
    expect_pixels(got->gx, &want);
}

START_TEST(every_field_of_a_material_is_read) {
    static const char *const names[] = {"materials.bdl", "mat2.bmd", "table.bmt", "figure.bdl", "remaps.bmd"};
    loaded l = load(names[_i]);
    ck_assert_uint_eq(l.scene->materials.count, l.model->material_count);
    for (uint32_t i = 0; i < l.model->material_count; i++)
        expect_material(&l.scene->materials.data[i], &l.model->materials[i], l.model->indirect);
    unload(&l);
}
END_TEST

/* Indirect blocks that are said to begin right behind the number of names are none: the engine's own test. */
START_TEST(no_indirect_block_begins_in_the_names) {
    const fixture *from = fixture_find("materials.bdl");
    for (int inside = 0; inside < 2; inside++) {
        jb_model *model = from->make();
        jb_file file = jb_build(model, from->kind);
        const size_t start = jb_at(&file, "MAT3");
        if (inside) jb_set32(&file, start + 0x18, (uint32_t)(jb_at(&file, "MAT3.names") + 4 - start));
        ferry_job *job = fy_test_job();
        ferry_scene *scene = ferry_load(job, &(ferry_input){"x.bdl", {file.data, file.size}}, 1);
        ck_assert_ptr_nonnull(scene);
        bool any = false;
        for (uint32_t i = 0; i < model->material_count; i++)
            any |= scene->materials.data[i].gx->indirect_enabled;
        ck_assert_int_eq(any, !inside);
        ferry_scene_free(scene);
        ferry_close(job);
        jb_file_free(&file);
        jb_model_free(model);
    }
}
END_TEST

/* ----------------------------------------------------------------------------------------- textures */

static void expect_sampling(const ferry_texture *got, const jb_texture *want) {
    ck_assert_str_eq(got->name, want->name);
    ck_assert_uint_eq(got->wrap_s, want->wrap_s);
    ck_assert_uint_eq(got->wrap_t, want->wrap_t);
    ck_assert_uint_eq(got->min_filter, want->min_filter);
    ck_assert_uint_eq(got->mag_filter, want->mag_filter);
    ck_assert_float_eq_tol(got->min_lod, (float)want->min_lod / 8, 1e-6f);
    ck_assert_float_eq_tol(got->max_lod, (float)want->max_lod / 8, 1e-6f);
    ck_assert_float_eq_tol(got->lod_bias, (float)want->lod_bias / 100, 1e-6f);
    ck_assert_uint_eq(got->transparency_hint, want->hint);
    ck_assert_uint_eq(got->max_anisotropy, want->anisotropy);
    ck_assert_int_eq(got->bias_clamp, want->bias_clamp);
    ck_assert_int_eq(got->edge_lod, want->edge_lod);
}

static void expect_image(const ferry_image *got, const jb_texture *want) {
    const uint8_t *shown = want->shown;
    ck_assert(got->has_gx);
    ck_assert_uint_eq(got->gx_format, want->format);
    ck_assert_uint_eq(got->level_count, want->level_count);
    for (uint32_t k = 0; k < want->level_count; k++) {
        uint32_t w = want->width >> k ? want->width >> k : 1, h = want->height >> k ? want->height >> k : 1;
        ck_assert_uint_eq(got->levels[k].width, w);
        ck_assert_uint_eq(got->levels[k].height, h);
        for (uint32_t i = 0; i < w * h * 4; i++)
            ck_assert_msg(got->levels[k].rgba[i] == shown[i],
                          "%s: level %u, texel (%u, %u), component %u: %u, not %u", want->name, k, i / 4 % w,
                          i / 4 / w, i % 4, got->levels[k].rgba[i], shown[i]);
        shown += w * h * 4;
    }
    ck_assert_uint_eq(got->source.size, want->image_size);
    ck_assert_mem_eq(got->source.data, want->image, want->image_size);
    ck_assert_uint_eq(got->palette_count, want->palette_count);
    if (!want->palette_count) return;
    ck_assert_uint_eq(got->gx_palette_format, want->palette_format);
    ck_assert_mem_eq(got->palette.data, want->palette, want->palette_count * 2);
}

/* Fog of some kind without the table that adjusts it across the screen. */
START_TEST(fog_need_not_be_adjusted) {
    const fixture *from = fixture_find("materials.bdl");
    jb_model *model = from->make();
    for (uint32_t i = 0; i < model->material_count; i++) model->materials[i].gx.fog.range_adjust = 0;
    jb_file file = jb_build(model, from->kind);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.bdl", {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(scene->materials.data[0].gx->fog.present && scene->materials.data[0].gx->fog.type);
    for (uint32_t i = 0; i < model->material_count; i++)
        expect_fog(&scene->materials.data[i].gx->fog, &model->materials[i].gx.fog);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
    jb_model_free(model);
}
END_TEST

/* What selects a constant in a way that there is not is told where a formula reads one, and stands for 1. */
START_TEST(unknown_constants_are_told) {
    const fixture *from = fixture_find("materials.bdl");
    jb_model *model = from->make();
    uint32_t reading = 0;
    for (uint32_t i = 0; i < model->material_count; i++) {
        ferry_gx_material *gx = &model->materials[i].gx;
        for (uint32_t k = 0; k < gx->stage_count; k++) {
            const ferry_gx_combine *c = &gx->stages[k].color;
            reading += c->a == FERRY_GX_CC_KONST || c->b == FERRY_GX_CC_KONST || c->c == FERRY_GX_CC_KONST ||
                       c->d == FERRY_GX_CC_KONST;
            gx->stages[k].konst_color = 9;
        }
    }
    jb_file file = jb_build(model, from->kind);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.bdl", {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    const ferry_report *report = ferry_job_report(job);
    uint32_t found = 0;
    for (uint32_t i = 0; i < report->count; i++) {
        if (strcmp(report->data[i].code, "j3d.konst-selector") != 0) continue;
        ck_assert_str_eq(report->data[i].text, "unknown konst selector 9; used 12");
        found++;
    }
    ck_assert(found > 0 && found <= reading);
    for (uint32_t i = 0; i < model->material_count; i++)
        ck_assert_uint_eq(scene->materials.data[i].gx->stages[0].konst_color, 12);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
    jb_model_free(model);
}
END_TEST

START_TEST(every_texel_is_decoded) {
    static const char *const names[] = {"textures.bmd", "palettes.bmd", "figure.bdl", "rigid.bmd",
                                        "table.bmt"};
    loaded l = load(names[_i]);
    ck_assert_uint_eq(l.scene->textures.count, l.model->texture_count);
    for (uint32_t i = 0; i < l.model->texture_count; i++) {
        const ferry_texture *texture = &l.scene->textures.data[i];
        expect_sampling(texture, &l.model->textures[i]);
        ck_assert_uint_lt(texture->image, l.scene->images.count);
        expect_image(&l.scene->images.data[texture->image], &l.model->textures[i]);
    }
    unload(&l);
}
END_TEST

START_TEST(a_shared_image_is_decoded_once) {
    loaded l = load("textures.bmd");
    ck_assert_uint_eq(l.scene->textures.count, 9);
    ck_assert_uint_eq(l.scene->images.count, 8);
    ck_assert_uint_eq(l.scene->textures.data[8].image, l.scene->textures.data[7].image);
    ck_assert_uint_ne(l.scene->textures.data[8].wrap_s, l.scene->textures.data[7].wrap_s);
    unload(&l);
}
END_TEST

START_TEST(a_material_table_replaces_materials_and_textures) {
    ferry_bytes model = fy_read_fixture("rigid.bmd"), table = fy_read_fixture("table.bmt");
    ferry_job *job = fy_test_job();
    jb_model *want = fixture_find("table.bmt")->make(), *before = fixture_find("rigid.bmd")->make();
    const ferry_input inputs[] = {{"rigid.bmd", model}, {"table.bmt", table}};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->materials.count, 2);
    expect_material(&scene->materials.data[0], &want->materials[0], false);   /* "wood" is in the table */
    expect_material(&scene->materials.data[1], &before->materials[1], false); /* "plain" is not */
    ck_assert_uint_eq(scene->textures.count, 2);
    expect_image(&scene->images.data[scene->textures.data[1].image], &want->textures[1]);
    ck_assert_uint_eq(scene->draws.count, before->draw_count);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_model_free(want);
    jb_model_free(before);
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)table.data);
}
END_TEST

START_TEST(the_short_part_sums_the_state_up) {
    loaded l = load("figure.bdl");
    const ferry_material *m = l.scene->materials.data;
    ck_assert_uint_eq(m[0].base_texture, 0);
    ck_assert(m[0].lit && m[0].vertex_colors);
    ck_assert_uint_eq(m[0].alpha_mode, FERRY_ALPHA_OPAQUE);
    ck_assert_uint_eq(m[0].cull, FERRY_CULL_BACK);
    ck_assert_uint_eq(m[4].alpha_mode, FERRY_ALPHA_CUTOUT);
    ck_assert_float_eq_tol(m[4].alpha_cutoff, 128 / 255.0f, 0.002f);
    ck_assert_uint_eq(m[4].cull, FERRY_CULL_NONE);
    ck_assert_uint_eq(m[6].alpha_mode, FERRY_ALPHA_BLEND);
    ck_assert(!m[6].lit);
    ck_assert_uint_eq(m[7].base_texture, FERRY_NONE);
    unload(&l);
}
END_TEST

/* A picture that games replace by what is behind the model: by its name. The dump in a glTF keeps that. */
START_TEST(frame_buffers_are_known_by_name) {
    jb_model *model = fixture_find("figure.bdl")->make();
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    model->textures[0].name = "IndDummy";
    jb_file file = jb_build(model, JB_BDL4);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.bdl", {file.data, file.size}}, 1);
    ck_assert(scene && ferry_save(job, scene, "glb", "figure.glb", &files));
    ferry_scene *again = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(again);
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_material *m = &scene->materials.data[i];
        uint8_t slots = 0;
        for (int k = 0; k < FERRY_GX_MAX_MAPS; k++) slots |= (uint8_t)((m->gx->textures[k] == 0) << k);
        ck_assert_uint_eq(m->gx->frame_buffer_slots, slots);
        ck_assert_uint_eq(again->materials.data[i].gx->frame_buffer_slots, slots);
        ck_assert_uint_ne(m->base_texture, 0);
    }
    ck_assert_uint_eq(scene->materials.data[0].gx->frame_buffer_slots, 1);
    ck_assert_uint_eq(scene->materials.data[0].alpha_mode, FERRY_ALPHA_BLEND);
    ferry_scene_free(scene);
    ferry_scene_free(again);
    ferry_close(job);
    jb_file_free(&file);
    jb_model_free(model);
}
END_TEST

/* Placeholders of other names are known by the camera's projection, and by their size. */
START_TEST(frame_buffers_are_known_by_their_projection) {
    static const struct {
        uint32_t size;
        uint8_t mode, source, other, slots;
    } rows[] = {{8, 9, FERRY_GX_TG_POSITION, 30, 1},
                {16, 9, FERRY_GX_TG_POSITION, 30, 0},
                {8, 8, FERRY_GX_TG_POSITION, 30, 0},
                {8, 9, FERRY_GX_TG_NORMAL, 30, 0},
                {8, 9, FERRY_GX_TG_POSITION, 60, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        uint32_t texture = add_texture(scene, "x", rows[i].size, 8, many_greys, FERRY_WRAP_REPEAT);
        ferry_gx_material *gx = add_gx(scene, "glass", texture);
        gx->matrices[0] = (ferry_gx_texture_matrix){.present = true, .mode = rows[i].mode};
        gx->texgens[0] = (ferry_gx_texgen){0, rows[i].source, 30};
        gx->texgens[1] = (ferry_gx_texgen){0, FERRY_GX_TG_POSITION, rows[i].other};
        gx->stages[1] = gx->stages[0];
        gx->stages[1].texgen = 1;
        gx->stage_count = gx->texgen_count = 2;
        ck_assert_uint_eq(fy_j3d_frame_buffer_slots(scene, gx), rows[i].slots);
        close_scene(job, scene);
    }
}
END_TEST

/* Everything of the materials stands in the JSON dump, which is UTF-8 whatever the file is called. */
START_TEST(json_of_an_odd_name) {
    ferry_bytes bytes = fy_read_fixture("materials.bdl"), json;
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "a/\xff\"x.bdl", .bytes = bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_dump_json(job, scene, &json));
    const char *text = ferry_job_format(job, "%.*s", (int)json.size, (const char *)json.data);
    ck_assert_ptr_nonnull(strstr(text, "\"name\": \"\\\\xff\\\"x\","));
    ck_assert_ptr_nonnull(strstr(text, "\"nbt_scale\": {\n          \"enabled\": "));
    ck_assert_ptr_nonnull(strstr(text, "\"post\": "));
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d_materials");
    TCase *tests = tcase_create("fields");
    tcase_add_loop_test(tests, every_field_of_a_material_is_read, 0, 5);
    tcase_add_test(tests, no_indirect_block_begins_in_the_names);
    tcase_add_test(tests, fog_need_not_be_adjusted);
    tcase_add_test(tests, unknown_constants_are_told);
    tcase_add_loop_test(tests, every_texel_is_decoded, 0, 5);
    tcase_add_test(tests, a_shared_image_is_decoded_once);
    tcase_add_test(tests, a_material_table_replaces_materials_and_textures);
    tcase_add_test(tests, the_short_part_sums_the_state_up);
    tcase_add_test(tests, frame_buffers_are_known_by_name);
    tcase_add_test(tests, frame_buffers_are_known_by_their_projection);
    tcase_add_test(tests, json_of_an_odd_name);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
