/*
 * test_fast64.c: materials that fast64 wrote into glTF files (docs/formats/fast64.md): each field, what is
 * said of wrong ones, paths of pictures, and the whole way into a T3DM file.
 */
#include <stdio.h>
#include <stdlib.h>

#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/gltf/fast64/gltf_fast64.h"
#include "formats/gltf/fast64/gltf_fast64_textures.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/sprite/rom_path.h"
#include "builders/generic_builder.h"
#include "helpers.h"

/* ----------------------------------------------------------------------------------------------- the trip */

typedef struct trip {
    generic_files files; /* the first one is the glTF file */
    ferry_setting_value settings[2];
    ferry_job *job;
    ferry_scene *scene;
} trip;

static void begin(trip *t, const char *name) {
    generic_open(&t->files, name);
}

static void start_job(trip *t) {
    size_t settings = (size_t)(t->settings[0].key != NULL) + (t->settings[1].key != NULL);
    ferry_options options = {.size = sizeof options,
                             .sidecar = generic_sidecar,
                             .user = &t->files,
                             .settings = t->settings,
                             .setting_count = settings};
    t->job = ferry_open(&options);
}

/* Materials alone, read into a scene that has as many. */
static void read_materials(trip *t, uint32_t count) {
    start_job(t);
    t->scene = fy_scene_open(t->job);
    ferry_window file = ferry_window_open(
        t->job, t->files.names[0], (ferry_bytes){(const uint8_t *)t->files.data[0], t->files.sizes[0]});
    fy_gltf_in g = {.job = t->job, .file = &file, .scene = t->scene, .material_count = count};
    fy_json_span text = fy_gltf_find_json((ferry_bytes){file.data, file.size});
    g.json = text.at ? json_loadb(text.at, (size_t)(text.end - text.at), 0, NULL) : NULL;
    g.materials = ferry_new(t->job, uint32_t, count);
    ck_assert(fy_gltf_start_messages(&g) && fy_gltf_begin_reading(&g));
    for (uint32_t i = 0; i < count; i++) {
        ferry_material *material = ferry_append(t->scene, &t->scene->materials, ferry_material);
        *material = (ferry_material){.name = "m", .base_texture = FERRY_NONE};
        g.materials[i] = i;
    }
    g.fast64 = fy_fast64_find(&g);
    ck_assert_ptr_nonnull(g.fast64);
    ck_assert(fy_fast64_read_materials(&g) == !ferry_failed(t->job));
    fy_gltf_end_reading(&g);
    json_decref(g.json);
}

static void end(trip *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    generic_free(&t->files);
}

static const ferry_rdp_material *state_of(const trip *t, uint32_t index) {
    ck_assert_ptr_nonnull(t->scene->materials.data[index].rdp);
    return t->scene->materials.data[index].rdp;
}

/* TEX0 * SHADE with alpha 1, and what passes it on. */
#define CYCLE(A, B, C, D, a, b, c, d)                                                                        \
    "{\"A\":" #A ",\"B\":" #B ",\"C\":" #C ",\"D\":" #D ",\"A_alpha\":" #a ",\"B_alpha\":" #b                \
    ",\"C_alpha\":" #c ",\"D_alpha\":" #d "}"
#define TEX_SHADE CYCLE(1, 8, 4, 7, 7, 7, 7, 6)
#define SHADE CYCLE(8, 8, 16, 4, 7, 7, 7, 6)
#define PASS CYCLE(8, 8, 16, 0, 7, 7, 7, 0)
#define RDP_REST                                                                                             \
    "\"g_cull_back\":1,\"g_cull_front\":0,\"g_fog\":0,\"g_tex_gen\":0,\"g_mdsft_text_filt\":2,"              \
    "\"rendermode_advanced_enabled\":0"
#define RDP "{\"g_mdsft_cycletype\":0,\"set_rendermode\":0," RDP_REST "}"

/* One material with that inside of its f3d_mat. */
static void read_one(trip *t, const char *f3d_mat) {
    begin(t, "assets/model.gltf");
    generic_say(&t->files, "{\"materials\":[{\"name\":\"m\",\"extras\":{\"f3d_mat\":{");
    generic_put(&t->files, f3d_mat, strlen(f3d_mat));
    generic_say(&t->files, "}}}]}");
    read_materials(t, 1);
}

/* --------------------------------------------------------------------------------------------- the fields */

START_TEST(combiners_are_those_of_the_file) {
    static const struct {
        const char *one, *two;
        uint32_t cycles;
        uint64_t word;
        uint32_t flags;
    } cases[] = {
        {TEX_SHADE, PASS, 0, UINT64_C(0x00127E2488FFFDFE), 0x17},
        {SHADE, TEX_SHADE, 0, UINT64_C(0x00887F1088FE7D3E), 0x15},
        {TEX_SHADE, PASS, 1, UINT64_C(0x80127F1088FFFC38), 0x17},
        {CYCLE(8, 8, 16, 3, 7, 7, 7, 3), PASS, 0, UINT64_C(0x00887F1088FDF6FB), 0x11},
        /* what only alpha reads counts: of shade, in the colour's C, too */
        {CYCLE(3, 8, 11, 7, 7, 7, 7, 6), PASS, 0, UINT64_C(0x0035FE6B88FFFDFE), 0x15},
        {CYCLE(3, 8, 9, 7, 7, 7, 7, 6), PASS, 0, UINT64_C(0x0034FE6988FFFDFE), 0x13},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trip t = {0};
        char text[1024];
        snprintf(text, sizeof text,
                 "\"combiner1\":%s,\"combiner2\":%s,\"rdp_settings\":{\"g_mdsft_cycletype\":%u,"
                 "\"set_rendermode\":0," RDP_REST "}",
                 cases[i].one, cases[i].two, cases[i].cycles);
        read_one(&t, text);
        fy_expect_report(t.job, "");
        ck_assert_uint_eq(state_of(&t, 0)->combiner, cases[i].word);
        ck_assert_uint_eq(state_of(&t, 0)->flags, cases[i].flags);
        ck_assert_uint_eq(state_of(&t, 0)->other_mode, FERRY_RDP_BILINEAR);
        ck_assert_uint_eq(state_of(&t, 0)->other_mode_mask, FERRY_RDP_MODE_MASK);
        ck_assert_uint_eq(state_of(&t, 0)->fog, 1);
        end(&t);
    }
}
END_TEST

START_TEST(without_settings_there_are_two_cycles_and_no_filter) {
    trip t = {0};
    read_one(&t, "\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS);
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(state_of(&t, 0)->combiner, UINT64_C(0x80127F1088FFFC38));
    ck_assert_uint_eq(state_of(&t, 0)->other_mode, 0);
    ck_assert_uint_eq(state_of(&t, 0)->fog, 0);
    ck_assert_uint_eq(state_of(&t, 0)->flags, 0x07);
    ck_assert_uint_eq(state_of(&t, 0)->colors, 0);
    ck_assert_mem_eq(state_of(&t, 0)->blend, "\0\0\0\x80", 4);
    end(&t);
}
END_TEST

START_TEST(flags_of_the_geometry_may_be_numbers_or_words) {
    trip t = {0};
    read_one(&t, "\"combiner1\":" SHADE ",\"combiner2\":" PASS
                 ",\"rdp_settings\":{\"g_mdsft_cycletype\":\"G_CYC_1CYCLE\","
                 "\"set_rendermode\":false,\"g_cull_back\":false,\"g_cull_front\":true,\"g_fog\":true,"
                 "\"g_tex_gen\":1,"
                 "\"g_mdsft_text_filt\":\"AVERAGE\"}");
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->flags, FERRY_RDP_DEPTH | FERRY_RDP_SHADED | FERRY_RDP_CULL_FRONT);
    ck_assert_uint_eq(rdp->fog, 2);
    ck_assert_uint_eq(rdp->effect, FERRY_RDP_EFFECT_SPHERICAL_UV);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_MEDIAN);
    ck_assert_uint_eq(t.scene->materials.data[0].cull, FERRY_CULL_FRONT);
    end(&t);
}
END_TEST

/* Fog needs shade even where the combiner does not. */
START_TEST(fog_asks_for_shade) {
    trip t = {0};
    read_one(&t, "\"combiner1\":" CYCLE(
                     8, 8, 16, 3, 7, 7, 7,
                     3) ",\"combiner2\":" PASS
                        ",\"rdp_settings\":{\"g_mdsft_cycletype\":0,\"set_rendermode\":0,\"g_cull_back\":0,"
                        "\"g_cull_front\":0,"
                        "\"g_fog\":1,\"g_tex_gen\":0,\"g_mdsft_text_filt\":0}");
    ck_assert_uint_eq(state_of(&t, 0)->flags, FERRY_RDP_DEPTH | FERRY_RDP_SHADED);
    end(&t);
}
END_TEST

START_TEST(colours_leave_linear_light) {
    trip t = {0};
    read_one(&t, "\"combiner1\":" SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP
                 ",\"set_prim\":1,\"prim_color\":[1.0,0.21586,0.5,0.5],\"set_env\":0,\"env_color\":[0,"
                 "0.0144,2,-1],"
                 "\"set_blend\":true,\"blend_color\":[0,0,0,0.25]");
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->colors, FERRY_RDP_SET_PRIM | FERRY_RDP_SET_BLEND);
    ck_assert_mem_eq(rdp->prim, ((uint8_t[]){255, 127, 186, 127}), 4);
    ck_assert_mem_eq(rdp->env, ((uint8_t[]){0, 37, 255, 0}), 4);
    ck_assert_mem_eq(rdp->blend, ((uint8_t[]){0, 0, 0, 63}), 4);
    end(&t);
}
END_TEST

START_TEST(render_modes_by_number) {
    static const struct {
        uint32_t cycles, first, second;
        uint32_t blender;
        uint64_t bits;
    } cases[] = {
        {0, 1, 1, 0, 0},
        {0, 5, 1, FERRY_RDP_BLEND_MULTIPLY, 0},
        {0, 1, 5, 0, 0},
        {1, 5, 1, 0, 0},
        {1, 8, 5, FERRY_RDP_BLEND_MULTIPLY, 0},
        {1, 8, 4, 0, FERRY_RDP_ALPHA_COMPARE},
        {0, 4, 1, 0, FERRY_RDP_ALPHA_COMPARE},
        {0, 1, 4, 0, FERRY_RDP_ALPHA_COMPARE}, /* both say how pixels are compared, whichever runs */
        {1, 8, 2, 0, FERRY_RDP_Z_DECAL},
        {1, 8, 6, FERRY_RDP_BLEND_MULTIPLY, FERRY_RDP_Z_DECAL},
        {1, 8, 7, FERRY_RDP_BLEND_MULTIPLY, FERRY_RDP_Z_INTERSECTING},
        {0, 3, 1, 0, FERRY_RDP_Z_INTERSECTING},
        {0, 15, 1, FERRY_RDP_BLEND_MULTIPLY, 0},
        {0, 16, 1, FERRY_RDP_BLEND_MULTIPLY, FERRY_RDP_Z_DECAL},
        {1, 10, 12, FERRY_RDP_BLEND_MULTIPLY, 0},
        {1, 10, 13, FERRY_RDP_BLEND_MULTIPLY, FERRY_RDP_Z_DECAL},
        {1, 10, 15, 0, 0}, /* not the same in all versions of fast64 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trip t = {0};
        char text[1024];
        snprintf(text, sizeof text,
                 "\"combiner1\":" SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":{\"g_mdsft_cycletype\":%u,"
                 "\"set_rendermode\":1,"
                 "\"rendermode_preset_cycle_1\":%u,\"rendermode_preset_cycle_2\":%u," RDP_REST "}",
                 cases[i].cycles, cases[i].first, cases[i].second);
        read_one(&t, text);
        fy_expect_report(t.job, "");
        ck_assert_uint_eq(state_of(&t, 0)->blender, cases[i].blender);
        ck_assert_uint_eq(state_of(&t, 0)->other_mode & ~FERRY_RDP_MEDIAN, cases[i].bits);
        end(&t);
    }
}
END_TEST

START_TEST(without_render_mode_the_layer_decides) {
    static const struct {
        uint32_t sm64, oot;
        uint32_t blender;
        uint64_t bits;
    } cases[] = {
        {0, 0, 0, 0},
        {1, 0, 0, 0},
        {2, 0, 0, FERRY_RDP_ALPHA_COMPARE},
        {4, 2, 0, FERRY_RDP_ALPHA_COMPARE},
        {5, 1, FERRY_RDP_BLEND_MULTIPLY, 0},
        {0, 1, FERRY_RDP_BLEND_MULTIPLY, 0},
        {1, 2, 0, FERRY_RDP_ALPHA_COMPARE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trip t = {0};
        char text[1024];
        snprintf(text, sizeof text,
                 "\"combiner1\":" SHADE ",\"combiner2\":" PASS ",\"draw_layer\":{\"sm64\":%u,\"oot\":%u},"
                 "\"rdp_settings\":" RDP,
                 cases[i].sm64, cases[i].oot);
        read_one(&t, text);
        ck_assert_uint_eq(state_of(&t, 0)->blender, cases[i].blender);
        ck_assert_uint_eq(state_of(&t, 0)->other_mode & ~FERRY_RDP_MEDIAN, cases[i].bits);
        end(&t);
    }
}
END_TEST

/* 255, as fast64 stores a blend colour that nobody chose, would cut all but what is opaque. */
START_TEST(thresholds_that_nobody_set_are_half) {
    for (int set = 0; set < 2; set++) {
        trip t = {0};
        char text[1024];
        snprintf(text, sizeof text,
                 "\"combiner1\":" SHADE ",\"combiner2\":" PASS ",\"draw_layer\":{\"sm64\":4},"
                 "\"set_blend\":%d,"
                 "\"blend_color\":[0,0,0,1],\"rdp_settings\":" RDP,
                 set);
        read_one(&t, text);
        ck_assert_uint_eq(state_of(&t, 0)->blend[3], set ? 255 : 128);
        end(&t);
    }
}
END_TEST

START_TEST(advanced_render_modes) {
    static const char base[] = "\"combiner1\":" SHADE ",\"combiner2\":" PASS
                               ",\"rdp_settings\":{\"g_mdsft_cycletype\":0,\"set_rendermode\":1,"
                               "\"g_cull_back\":1,\"g_cull_front\":0,"
                               "\"g_fog\":0,\"g_tex_gen\":0,\"g_mdsft_text_filt\":0,"
                               "\"rendermode_advanced_enabled\":1,"
                               "\"rendermode_preset_cycle_1\":5,\"blend_p1\":0,\"blend_m1\":1,";
    static const struct {
        const char *text;
        uint32_t blender;
        uint64_t bits;
        const char *report;
    } cases[] = {
        {"\"blend_a1\":0,\"blend_b1\":0,\"force_bl\":1,\"zmode\":2,\"cvg_x_alpha\":0}",
         FERRY_RDP_BLEND_MULTIPLY, FERRY_RDP_Z_TRANSPARENT, ""},
        {"\"blend_a1\":0,\"blend_b1\":2,\"force_bl\":1,\"zmode\":0,\"cvg_x_alpha\":0}", FERRY_RDP_BLEND_ADD,
         0, ""},
        {"\"blend_a1\":0,\"blend_b1\":0,\"force_bl\":0,\"zmode\":3,\"cvg_x_alpha\":1}", 0,
         FERRY_RDP_ALPHA_COMPARE | FERRY_RDP_Z_DECAL, ""},
        {"\"blend_a1\":1,\"blend_b1\":0,\"force_bl\":1,\"zmode\":0,\"cvg_x_alpha\":0}", 0, 0,
         "assets/model.gltf:0xec: loss: materials[0].extras.f3d_mat.rdp_settings: (IN * A_FOG + MEM * "
         "1MA) is not a supported blender: used opaque\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trip t = {0};
        char text[1024];
        snprintf(text, sizeof text, "%s%s", base, cases[i].text);
        read_one(&t, text);
        fy_expect_report(t.job, cases[i].report);
        ck_assert_uint_eq(state_of(&t, 0)->blender, cases[i].blender);
        ck_assert_uint_eq(state_of(&t, 0)->other_mode, cases[i].bits);
        end(&t);
    }
}
END_TEST

/* ----------------------------------------------------------------------------------------------- textures */

#define TEXTURED "\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP

static void expect_axis(const ferry_rdp_axis *axis, float low, float high, int mask, int shift, int mirror,
                        int clamp) {
    ck_assert_float_eq(axis->low, low);
    ck_assert_float_eq(axis->high, high);
    ck_assert_int_eq(axis->mask, mask);
    ck_assert_int_eq(axis->shift, shift);
    ck_assert_int_eq(axis->mirror, mirror);
    ck_assert_int_eq(axis->clamp, clamp);
}

START_TEST(tiles_and_references) {
    trip t = {0};
    read_one(&t, TEXTURED ",\"tex0\":{\"use_tex_reference\":1,\"tex_reference\":\"0x1F\","
                          "\"tex_reference_size\":[48,20],"
                          "\"tex\":{\"name\":\"unused.png\"},\"S\":{\"low\":0.25,\"high\":31,\"mask\":5,"
                          "\"shift\":-2,\"clamp\":1},"
                          "\"T\":{\"low\":0,\"high\":15.5,\"mask\":4,\"shift\":1,\"mirror\":true}},"
                          "\"tex1\":{\"use_tex_reference\":true,\"tex_reference\":\"77\",\"S\":{\"low\":0,"
                          "\"high\":63,\"mask\":6,"
                          "\"shift\":0},\"T\":{}}");
    fy_expect_report(t.job, "");
    const ferry_rdp_tile *a = &state_of(&t, 0)->tiles[0], *b = &state_of(&t, 0)->tiles[1];
    ck_assert_uint_eq(a->reference, 0x1F);
    ck_assert_uint_eq(a->hash, 0x1F);
    ck_assert_uint_eq(a->texture, FERRY_NONE);
    ck_assert_uint_eq(a->width, 48);
    ck_assert_uint_eq(a->height, 20);
    expect_axis(&a->s, 0.25f, 31, 5, -2, 0, 1);
    expect_axis(&a->t, 0, 15.5f, 4, 1, 1, 0);
    ck_assert_uint_eq(b->reference, 77);
    ck_assert_uint_eq(b->width, 64); /* where nothing says a size, the tile's */
    ck_assert_uint_eq(b->height, 1);
    end(&t);
}
END_TEST

/* Slots of a combiner that reads no texture stay empty. */
START_TEST(unread_textures_are_left_out) {
    trip t = {0};
    read_one(&t, "\"combiner1\":" SHADE ",\"combiner2\":" TEX_SHADE ",\"rdp_settings\":" RDP
                 ",\"tex0\":{\"tex\":{\"name\":\"none.png\"},\"S\":{\"low\":0,\"high\":31,\"mask\":5,"
                 "\"shift\":0},\"T\":{}}");
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(state_of(&t, 0)->tiles[0].width, 0);
    ck_assert_uint_eq(state_of(&t, 0)->tiles[0].texture, FERRY_NONE);
    ck_assert_uint_eq(t.scene->textures.count, 0);
    end(&t);
}
END_TEST

static void read_pictured(trip *t, const char *model, const char *name) {
    begin(t, model);
    generic_say(&t->files,
                "{\"materials\":[{\"extras\":{\"f3d_mat\":{" TEXTURED ",\"tex0\":{\"tex\":{\"name\":\"%s\"},",
                name);
    generic_say(&t->files, "\"S\":{\"low\":0,\"high\":31,\"mask\":5,\"shift\":0},\"T\":{\"low\":0,"
                           "\"high\":15,\"mask\":4,\"shift\":0,"
                           "\"clamp\":true}}}}}]}");
}

START_TEST(pictures_become_sprites_elsewhere) {
    trip t = {0};
    read_pictured(&t, "game/assets/level/model.gltf", "wall.ci4.png");
    generic_picture(&t.files, "wall.ci4.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_tile *tile = &state_of(&t, 0)->tiles[0];
    const ferry_texture *texture = &t.scene->textures.data[tile->texture];
    ck_assert_str_eq(texture->path, "rom:/level/wall.ci4.sprite");
    ck_assert_str_eq(texture->name, "wall.ci4.sprite");
    ck_assert_uint_eq(tile->hash, fy_t3dm_path_hash("rom:/level/wall.ci4.sprite"));
    ck_assert_uint_eq(tile->width, 2); /* the picture's */
    ck_assert_uint_eq(tile->height, 2);
    ck_assert_int_eq(texture->wrap_s, FERRY_WRAP_REPEAT);
    ck_assert_int_eq(texture->wrap_t, FERRY_WRAP_CLAMP);
    ck_assert_uint_eq(t.scene->images.data[texture->image].rdp_format, FERRY_RDP_CI4);
    ck_assert_uint_eq(t.scene->materials.data[0].base_texture, tile->texture);
    end(&t);
}
END_TEST

START_TEST(missing_pictures_are_told_and_named) {
    trip t = {0};
    read_pictured(&t, "assets/model.gltf", "wall.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "assets/model.gltf:0x181: warning: materials[0].extras.f3d_mat.tex0: "
                            "wall.png: not found; referenced rom:/wall.sprite, with the size of the "
                            "tile\n");
    const ferry_rdp_tile *tile = &state_of(&t, 0)->tiles[0];
    ck_assert_uint_eq(tile->width, 32);
    ck_assert_uint_eq(tile->height, 16);
    ck_assert_str_eq(t.scene->textures.data[tile->texture].path, "rom:/wall.sprite");
    ck_assert_uint_eq(t.scene->textures.data[tile->texture].image, FERRY_NONE);
    end(&t);
}
END_TEST

START_TEST(paths_on_the_console) {
    static const struct {
        const char *model, *name, *folder, *path;
    } cases[] = {
        {"assets/box.glb", "crate.ci8.png", "assets", "rom:/crate.ci8.sprite"},
        {"assets/box.glb", "crate.ci8.png", "assets/", "rom:/crate.ci8.sprite"},
        {"./assets/a/box.glb", "crate.png", "assets", "rom:/a/crate.sprite"},
        {"assets/a/box.glb", "../b/crate.png", "assets", "rom:/b/crate.sprite"},
        {"assets/a/box.glb", "..\\b\\.\\crate.png", "assets", "rom:/b/crate.sprite"},
        {"/home/me/game/assets/a/box.glb", "crate.png", "assets", "rom:/a/crate.sprite"},
        {"/home/assets/game/assets/box.glb", "crate.png", "assets", "rom:/crate.sprite"},
        {"assets/x/assets/box.glb", "crate.png", "assets", "rom:/x/assets/crate.sprite"},
        {"models/box.glb", "crate.png", "assets", "rom:/crate.sprite"},
        {"models/box.glb", "sub/crate.png", "assets", "rom:/sub/crate.sprite"},
        {"data/models/box.glb", "crate.png", "data/models", "rom:/crate.sprite"},
        {"myassets/box.glb", "crate.png", "assets", "rom:/crate.sprite"},
        {"assets/box.glb", "/other/crate.png", "assets", "rom:/crate.sprite"},
        {"box.glb", "../../x/crate.png", "assets", "rom:/../../x/crate.sprite"},
        {"assets/box.glb", "crate", "assets", "rom:/crate.sprite"},
    };
    ferry_job *job = fy_quick_job();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(fy_fast64_rom_path(job, cases[i].model, cases[i].name, cases[i].folder),
                         cases[i].path);
    ferry_close(job);
}
END_TEST

/* Blender's second image of a name. */
START_TEST(suffixes_of_blender_are_no_part_of_a_name) {
    trip t = {0};
    read_pictured(&t, "assets/model.gltf", "wall.png.001");
    generic_picture(&t.files, "wall.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    ck_assert_str_eq(t.scene->textures.data[0].path, "rom:/wall.sprite");
    end(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------- what is odd */

START_TEST(what_is_wrong_is_told_with_its_place) {
    static const struct {
        const char *text, *report;
    } cases[] = {
        {"\"combiner1\":" CYCLE(99, 8, 4, 7, 7, 7, 7, 6) ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP,
         "assets/model.gltf:0x40: warning: materials[0].extras.f3d_mat.combiner1.A: expected a number below "
         "9 or one of COMBINED, "
         "TEXEL0, TEXEL1, PRIMITIVE, SHADE, ENVIRONMENT, 1, NOISE, 0, found 99; used TEXEL0\n"},
        {"\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP ",\"set_prim\":1,"
         "\"prim_color\":\"red\"",
         "assets/model.gltf:0x19f: warning: materials[0].extras.f3d_mat.prim_color: expected four "
         "numbers; used fast64's defaults for the missing ones\n"},
        {"\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS
         ",\"rdp_settings\":{\"g_mdsft_cycletype\":0,\"set_rendermode\":0,\"g_cull_back\":[],"
         "\"g_cull_front\":0,\"g_fog\":0,"
         "\"g_tex_gen\":0,\"g_mdsft_text_filt\":3}",
         "assets/model.gltf:0x123: warning: materials[0].extras.f3d_mat.rdp_settings.g_cull_back: "
         "expected true or false, found an array; used false\n"
         "assets/model.gltf:0x163: warning: materials[0].extras.f3d_mat.rdp_settings.g_mdsft_text_filt: "
         "expected a number below 3 or one of POINT, AVERAGE, BILERP, found 3; used POINT\n"},
        {TEXTURED ",\"tex0\":{\"use_tex_reference\":1,\"tex_reference\":\"wall\",\"tex_reference_size\":[0],"
                  "\"S\":{},\"T\":{}}",
         "assets/model.gltf:0x1b3: warning: materials[0].extras.f3d_mat.tex0.tex_reference: expected a "
         "32-bit number as a string, found \"wall\"; used 0\n"
         "assets/model.gltf:0x1cf: warning: materials[0].extras.f3d_mat.tex0.tex_reference_size: expected "
         "a width and a height; used those of the tile\n"},
        {TEXTURED ",\"tex0\":{\"S\":{\"low\":0,\"high\":31,\"mask\":5,\"shift\":12},\"T\":{}}",
         "assets/model.gltf:0x1b5: warning: materials[0].extras.f3d_mat.tex0.S.shift: expected a whole "
         "number from -5 to 10, found 12; used 0\n"},
        {TEXTURED ",\"tex0\":{\"S\":{\"low\":-1024.5,\"high\":1024.5,\"mask\":5,\"shift\":0},\"T\":{}}",
         "assets/model.gltf:0x198: warning: materials[0].extras.f3d_mat.tex0.S.low: expected a number from "
         "-1024 to 1024, found -1024.5; used 0\n"
         "assets/model.gltf:0x1a7: warning: materials[0].extras.f3d_mat.tex0.S.high: expected a number from "
         "-1024 to 1024, found 1024.5; used 0\n"},
        {"\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":{\"g_mdsft_cycletype\":0,"
         "\"set_rendermode\":0,"
         "\"g_cull_front\":0,\"g_fog\":0,\"g_tex_gen\":0,\"g_mdsft_text_filt\":0}",
         "assets/model.gltf:0xeb: note: materials[0].extras.f3d_mat.rdp_settings.g_cull_back: missing: "
         "used false, as fast64 does\n"},
        {"\"combiner1\":" CYCLE(1, 7, 4, 7, 7, 7, 7, 6) ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP,
         "assets/model.gltf:0x2e: note: materials[0].extras.f3d_mat: its combiner reads K4, which the "
         "game must set\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        trip t = {0};
        read_one(&t, cases[i].text);
        fy_expect_report(t.job, cases[i].report);
        end(&t);
    }
}
END_TEST

START_TEST(others_stay_as_they_are) {
    trip t = {0};
    begin(&t, "assets/model.gltf");
    generic_say(&t.files, "{\"materials\":[{\"extras\":{\"f3d_mat\":{}}},{\"extras\":{\"f3d_mat\":null}},"
                          "{\"extras\":7},{},"
                          "{\"extensions\":{\"FAST64_materials_n64\":{}}},7,\"f3d_mat\","
                          "{\"extras\":{\"f3d_mat\":{" TEXTURED "}}}]}");
    read_materials(&t, 8);
    fy_expect_report(t.job, "");
    for (uint32_t i = 0; i < 7; i++) ck_assert_ptr_null(t.scene->materials.data[i].rdp);
    ck_assert_ptr_nonnull(t.scene->materials.data[7].rdp);
    end(&t);
}
END_TEST

START_TEST(settings_choose_between_words) {
    for (int none = 0; none < 2; none++) {
        trip t = {.settings = {{"fast64.materials", none ? "none" : "plain"}}};
        begin(&t, "assets/model.gltf");
        generic_say(&t.files, "{\"materials\":[{\"name\":\"a\"},{\"extras\":{\"f3d_mat\":{" TEXTURED "}}}]}");
        read_materials(&t, 2);
        fy_expect_report(t.job, "");
        for (uint32_t i = 0; i < 2; i++) {
            if (none)
                ck_assert_uint_eq(state_of(&t, i)->combiner, 0);
            else
                ck_assert_ptr_null(t.scene->materials.data[i].rdp);
        }
        end(&t);
    }
}
END_TEST

/* --------------------------------------------------------------------------------------------- extensions */

/* The extension with what is to be tried in it. */
static void read_extension(trip *t, const char *extension, const char *beside, const char *rest) {
    begin(t, "assets/model.gltf");
    generic_say(&t->files, "{\"materials\":[{\"extensions\":{\"FAST64_materials_n64\":{");
    generic_put(&t->files, extension, strlen(extension));
    generic_say(&t->files, "}%s}}]%s}", beside, rest);
}

#define COMBINER_N64                                                                                         \
    "\"combiner\":{\"set\":true,\"cycles\":[{\"color\":[\"TEXEL0\",\"0\",\"SHADE\",\"0\"],\"alpha\":[\"0\"," \
    "\"0\",\"0\",\"1\"]},"                                                                                   \
    "{\"color\":[\"0\",\"0\",\"0\",\"COMBINED\"],\"alpha\":[\"0\",\"0\",\"0\",\"COMBINED\"]}]}"
#define F3D_N64                                                                                              \
    "\"FAST64_materials_f3d\":{\"geometryMode\":{\"zBuffer\":true,\"cullBack\":true,"                        \
    "\"fog\":true,\"texGen\":true}}"

START_TEST(extensions_say_the_same) {
    trip t = {0};
    read_extension(&t,
                   COMBINER_N64
                   ",\"primitive\":{\"set\":true,\"color\":[1.0,0.21586,0.5,0.5],\"minLoDRatio\":0,"
                   "\"loDFraction\":0},"
                   "\"environment\":{\"set\":false,\"color\":[1,1,1,1]},\"blend\":{\"set\":false,"
                   "\"color\":[0,0,0,1]},"
                   "\"otherModes\":{\"cycleType\":\"2CYCLE\",\"textureFilter\":\"BILERP\","
                   "\"renderMode\":{\"presets\":"
                   "[\"FOG_SHADE_A\",\"AA_ZB_XLU_DECAL2\"]}},\"textures\":{},\"extensions\":{" F3D_N64 "}",
                   "", "");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->combiner, UINT64_C(0x80127F1088FFFC38));
    ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_MULTIPLY);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL);
    ck_assert_uint_eq(rdp->flags, 0x17);
    ck_assert_uint_eq(rdp->fog, 2);
    ck_assert_uint_eq(rdp->effect, FERRY_RDP_EFFECT_SPHERICAL_UV);
    ck_assert_uint_eq(rdp->colors, FERRY_RDP_SET_PRIM);
    ck_assert_mem_eq(rdp->prim, ((uint8_t[]){255, 127, 186, 127}), 4);
    ck_assert_mem_eq(rdp->env, "\xff\xff\xff\xff", 4);
    end(&t);
}
END_TEST

/* Names with their prefixes, flags instead of presets, and F3D's extension beside the other. */
START_TEST(older_extensions_are_read_too) {
    trip t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"G_CYC_2CYCLE\","
                                "\"textureFilter\":\"G_TF_AVERAGE\",\"renderMode\":"
                                "{\"flags\":{\"zMode\":\"ZMODE_DEC\",\"mulCvgXAlpha\":true,"
                                "\"forceBlend\":true},\"blender\":["
                                "{\"color\":[\"G_BL_CLR_IN\",\"G_BL_CLR_IN\"],\"alpha\":[\"G_BL_0\","
                                "\"G_BL_1\"]},"
                                "{\"color\":[\"IN\",\"MEM\"],\"alpha\":[\"A_IN\",\"1\"]}]}}",
                   "," F3D_N64, "");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_material *rdp = state_of(&t, 0);
    ck_assert_uint_eq(rdp->blender, FERRY_RDP_BLEND_ADD);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_MEDIAN | FERRY_RDP_Z_DECAL | FERRY_RDP_ALPHA_COMPARE);
    ck_assert_uint_eq(rdp->flags, 0x17);
    ck_assert_mem_eq(rdp->blend, "\0\0\0\x80", 4);
    end(&t);
}
END_TEST

START_TEST(samplers_hold_the_tiles) {
    trip t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\","
                                "\"renderMode\":{\"presets\":[\"PASS\",\"AA_ZB_OPA_SURF2\"]}},"
                                "\"textures\":{\"0\":{\"index\":1},\"1\":{\"index\":0}}",
                   "",
                   ",\"textures\":[{\"sampler\":0},{\"sampler\":1,\"source\":0}],"
                   "\"images\":[{\"uri\":\"my%20wall.png\"}],"
                   "\"samplers\":[{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,"
                   "\"fields\":[{\"clamp\":false,\"mirror\":false,"
                   "\"low\":1,\"high\":31,\"mask\":5,\"shift\":-1},{\"clamp\":false,\"mirror\":false}],"
                   "\"reference\":{\"texture\":"
                   "\"0x08000000\",\"size\":[64,16]}}}},"
                   "{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,\"fields\":["
                   "{\"clamp\":true,\"mirror\":true},{\"clamp\":false,\"mirror\":false}]}}}]");
    generic_picture(&t.files, "my wall.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    const ferry_rdp_tile *a = &state_of(&t, 0)->tiles[0], *b = &state_of(&t, 0)->tiles[1];
    ck_assert_str_eq(t.scene->textures.data[a->texture].path, "rom:/my wall.sprite");
    ck_assert_uint_eq(a->width, 2);
    expect_axis(&a->s, 0, 3, 1, 0, 1, 1); /* as fast64 fills it in: a clamped mirror is twice as long */
    expect_axis(&a->t, 0, 1, 1, 0, 0, 0);
    ck_assert_uint_eq(b->reference, 0x08000000);
    ck_assert_uint_eq(b->width, 64);
    ck_assert_uint_eq(b->height, 16);
    expect_axis(&b->s, 1, 31, 5, -1, 0, 0);
    expect_axis(&b->t, 0, 15, 4, 0, 0, 0);
    end(&t);
}
END_TEST

/* Places of a tile are numbers of ten bits and two for parts, in the extension, too. */
START_TEST(samplers_have_their_bounds) {
    trip t = {0};
    read_extension(
        &t,
        COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\","
                     "\"renderMode\":{\"presets\":[\"PASS\",\"AA_ZB_OPA_SURF2\"]}},"
                     "\"textures\":{\"0\":{\"index\":0}}",
        "",
        ",\"textures\":[{\"sampler\":0}],"
        "\"samplers\":[{\"extensions\":{\"FAST64_sampler_n64\":{\"set\":true,"
        "\"fields\":[{\"clamp\":false,\"mirror\":false,"
        "\"low\":-1024.5,\"high\":1024.5,\"mask\":5,\"shift\":0},{\"clamp\":false,\"mirror\":false}],"
        "\"reference\":{\"texture\":"
        "\"0x08000000\",\"size\":[64,16]}}}}]");
    read_materials(&t, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "low: expected a number from -1024 to 1024, found -1024.5; used 0"));
    ck_assert_ptr_nonnull(strstr(report, "high: expected a number from -1024 to 1024, found 1024.5; used 0"));
    free(report);
    end(&t);
}
END_TEST

START_TEST(extensions_without_render_mode_are_opaque) {
    trip t = {0};
    read_extension(&t,
                   COMBINER_N64 ",\"otherModes\":{\"cycleType\":\"2CYCLE\"},"
                                "\"textures\":{\"0\":{\"index\":9}}",
                   "", "");
    read_materials(&t, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "no render mode, and the extension does not store the draw "
                                         "layer: used opaque"));
    ck_assert_ptr_nonnull(strstr(report, "warning: "
                                         "materials[0].extensions.FAST64_materials_n64.textures.0: "
                                         "texture 9 is out of range (0); used none"));
    free(report);
    ck_assert_uint_eq(state_of(&t, 0)->blender, 0);
    end(&t);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- whole way */

/* Two triangles, each with a material of its own; the second one is drawn by a node that hangs on another,
 * beside fast64's library. `materials` and what else is to be said of them. */
static void put_model(trip *t, const char *name, const char *materials) {
    static const float numbers[] = {0,    0,    0, 1,    0, 0, 0, 1, 0, /* positions */
                                    0,    0,    1, 0,    0, 1, 0, 0, 1, /* normals */
                                    0,    1,    1, 1,    0, 0,          /* texture coordinates, v down */
                                    0.5f, 0.2f, 1, 0.5f, 1, 1, 1, 1, 0, 0, 0, 1}; /* colours */
    static const uint8_t corners[] = {0, 0, 1, 0, 2, 0};
    begin(t, name);
    generic_say(&t->files, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,2]}],"
                           "\"nodes\":["
                           "{\"name\":\"Near\",\"mesh\":0,\"children\":[1]},{\"name\":\"Far\",\"mesh\":1,"
                           "\"translation\":[1,2,3]},"
                           "{\"name\":\"fast64_f3d_material_library_Plane\",\"mesh\":0}],");
    generic_say(&t->files, "\"meshes\":[{\"name\":\"A\",\"primitives\":[{\"attributes\":{\"POSITION\":0,"
                           "\"NORMAL\":1,\"TEXCOORD_0\":2,"
                           "\"COLOR_0\":3},\"indices\":4,\"material\":0}]},{\"name\":\"B\","
                           "\"primitives\":[{\"attributes\":{"
                           "\"POSITION\":0,\"NORMAL\":1,\"TEXCOORD_0\":2},\"indices\":4,\"material\":1}]}],");
    generic_put(&t->files, materials, strlen(materials));
    generic_say(&t->files, ",\"accessors\":["
                           "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
                           "\"min\":[0,0,0],\"max\":[1,1,0]},"
                           "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":3,"
                           "\"type\":\"VEC3\"},"
                           "{\"bufferView\":0,\"byteOffset\":72,\"componentType\":5126,\"count\":3,"
                           "\"type\":\"VEC2\"},"
                           "{\"bufferView\":0,\"byteOffset\":96,\"componentType\":5126,\"count\":3,"
                           "\"type\":\"VEC4\"},"
                           "{\"bufferView\":1,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"}],"
                           "\"bufferViews\":[{\"buffer\":0,\"byteLength\":144},{\"buffer\":0,"
                           "\"byteOffset\":144,\"byteLength\":6}],"
                           "\"buffers\":[{\"uri\":\"model.bin\",\"byteLength\":150}]}");
    generic_open(&t->files, "model.bin");
    generic_put(&t->files, numbers, sizeof numbers);
    generic_put(&t->files, corners, sizeof corners);
}

#define TILE                                                                                                 \
    "\"S\":{\"low\":0,\"high\":3,\"mask\":2,\"shift\":1},\"T\":{\"low\":0,\"high\":1,\"mask\":1,"            \
    "\"shift\":0,\"clamp\":1}"
#define MODEL_MATERIALS                                                                                      \
    "\"materials\":[{\"name\":\"one\",\"extras\":{\"f3d_mat\":{" TEXTURED                                    \
    ",\"tex0\":{\"tex\":{\"name\":\"wall.png\"}," TILE                                                       \
    "}}}},{\"name\":\"two\",\"pbrMetallicRoughness\":{\"baseColorTexture\":{\"index\":0}}}],"                \
    "\"textures\":[{\"source\":0}],\"images\":["                                                             \
    "{\"uri\":\"wall.png\"}]"

static void load(trip *t) {
    ferry_input input = {t->files.names[0], {(const uint8_t *)t->files.data[0], t->files.sizes[0]}};
    start_job(t);
    t->scene = ferry_load(t->job, &input, 1);
    ck_assert_ptr_nonnull(t->scene);
    ck_assert(ferry_check(t->job, t->scene));
}

/* The scene as a T3DM file, and what that reads as. */
static ferry_scene *convert(trip *t, ferry_file_list *files) {
    ck_assert(ferry_prepare(t->job, t->scene, "t3dm", NULL));
    ck_assert(ferry_save(t->job, t->scene, "t3dm", "out/model.t3dm", files));
    ferry_input input = {"model.t3dm", files->data[0].bytes};
    ferry_scene *back = ferry_load(t->job, &input, 1);
    ck_assert_ptr_nonnull(back);
    return back;
}

static const ferry_material *material_called(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        if (strcmp(scene->materials.data[i].name, name) == 0) return &scene->materials.data[i];
    ck_abort_msg("no material \"%s\"", name);
    return NULL;
}

START_TEST(models_below_assets_name_their_sprites) {
    trip t = {0};
    ferry_file_list files = {0};
    put_model(&t, "assets/model.gltf", MODEL_MATERIALS);
    generic_picture(&t.files, "wall.png");
    load(&t);
    fy_expect_report(t.job, "assets/model.gltf: note: 1 draws of fast64's material library left out\n");
    ck_assert_uint_eq(t.scene->draws.count, 2);
    ck_assert_str_eq(t.scene->draws.data[0].name, "Near"); /* the node's, as games know it */
    ck_assert_str_eq(t.scene->draws.data[1].name, "Far");
    const ferry_color *color = &t.scene->meshes.data[t.scene->draws.data[0].mesh].colors[0][0];
    ck_assert_float_eq(color->r, 186 / 255.0f);
    ck_assert_float_eq(color->g, 122 / 255.0f);
    ck_assert_float_eq(color->a, 127 / 255.0f);
    ferry_scene *back = convert(&t, &files);
    ck_assert_uint_eq(files.count, 1);
    const ferry_rdp_material *one = material_called(back, "one")->rdp,
                             *two = material_called(back, "two")->rdp;
    ck_assert_uint_eq(one->combiner, UINT64_C(0x00127E2488FFFDFE));
    ck_assert_uint_eq(one->tiles[0].width, 2);
    expect_axis(&one->tiles[0].s, 0, 3, 2, 1, 0, 0);
    expect_axis(&one->tiles[0].t, 0, 1, 1, 0, 0, 1);
    ck_assert_str_eq(back->textures.data[one->tiles[0].texture].path, "rom:/wall.sprite");
    ck_assert_uint_eq(two->combiner, UINT64_C(0x00127E2488FFFDFE)); /* plain, lit, textured */
    ck_assert_uint_eq(two->flags, 0x17);
    ck_assert_uint_eq(two->tiles[0].width, 2);
    ck_assert_str_eq(back->textures.data[two->tiles[0].texture].path, "rom:/wall.sprite");
    ferry_scene_free(back);
    end(&t);
}
END_TEST

START_TEST(elsewhere_pictures_are_made_anew) {
    for (int asked = 0; asked < 2; asked++) {
        trip t = {0};
        ferry_file_list files = {0};
        if (asked) t.settings[0] = (ferry_setting_value){"fast64.textures", "write"};
        put_model(&t, asked ? "assets/model.gltf" : "models/model.gltf", MODEL_MATERIALS);
        generic_picture(&t.files, "wall.png");
        load(&t);
        ferry_scene *back = convert(&t, &files);
        ck_assert_uint_gt(files.count, 1);
        const ferry_rdp_material *one = material_called(back, "one")->rdp;
        const ferry_texture *texture = &back->textures.data[one->tiles[0].texture];
        ck_assert_str_eq(texture->path, "rom:/model_wall.ci4.sprite");
        ck_assert_str_eq(files.data[1].name, "out/model_wall.ci4.png");
        ck_assert_uint_eq(one->tiles[0].hash, fy_t3dm_path_hash(texture->path));
        ck_assert_uint_eq(one->tiles[0].width, 2);
        expect_axis(&one->tiles[0].s, 0, 3, 2, 1, 0, 0);
        ferry_scene_free(back);
        end(&t);
    }
}
END_TEST

START_TEST(transforms_can_be_ignored) {
    for (int ignored = 0; ignored < 2; ignored++) {
        trip t = {.settings = {{"fast64.transforms", ignored ? "ignore" : "apply"}}};
        put_model(&t, "assets/model.gltf", MODEL_MATERIALS);
        generic_picture(&t.files, "wall.png");
        load(&t);
        ferry_counts counts;
        ck_assert(ferry_count(t.scene, &counts));
        ck_assert_float_eq(counts.box.max.z, ignored ? 0 : 3);
        end(&t);
    }
}
END_TEST

/* ---------------------------------------------------------------------------------------- moving textures */

#define MOVED(s, t)                                                                                          \
    TEXTURED ",\"tex0\":{\"S\":{\"low\":1,\"high\":31,\"mask\":5,\"shift\":1" s "},\"T\":{\"low\":0,"        \
             "\"high\":15,\"mask\":4,"                                                                       \
             "\"shift\":0,"                                                                                  \
             "\"mirror\":1}" t "}"

static const ferry_track *only_track(const trip *t, uint32_t clip, const char *name, double seconds,
                                     uint32_t channel) {
    const ferry_clip *c = &t->scene->clips.data[clip];
    ck_assert_str_eq(c->name, name);
    ck_assert_str_eq(c->kind, "fast64");
    ck_assert_double_eq_tol(c->duration, seconds, 1e-9);
    ck_assert_int_eq(c->loop, FERRY_LOOP_REPEAT);
    ck_assert_uint_eq(c->track_count, 1);
    const ferry_track *track = &c->tracks[0];
    ck_assert_int_eq(track->target, FERRY_TARGET_TILE);
    ck_assert(track->object == 0 && track->slot == 0 && track->channel == channel);
    ck_assert_double_eq_tol(track->times[track->key_count - 1], seconds, 1e-9);
    return track;
}

START_TEST(tiles_scroll) {
    trip t = {0};
    read_one(&t, MOVED("", ",\"tile_scroll\":{\"s\":2,\"t\":-1,\"interval\":3}"));
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->clips.count, 2);
    /* half a texel every three frames of 30 a second */
    const ferry_track *s = only_track(&t, 0, "scroll", 32 / 5.0, 0);
    ck_assert(s->key_count == 2 && s->values[0] == 1 && s->values[1] == 33);
    /* the mirror's period is two pictures */
    const ferry_track *v = only_track(&t, 1, "scroll2", 32 / 2.5, 1);
    ck_assert(v->key_count == 2 && v->values[0] == 32 && v->values[1] == 0);
    ck_assert(ferry_check(t.job, t.scene));
    end(&t);
}
END_TEST

START_TEST(coordinates_scroll_and_swing) {
    trip t = {0};
    read_one(&t, MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":1,\"speed\":0.5},"
                               "\"y\":{\"animType\":\"Sine\",\"amplitude\":3,\"frequency\":0.1,"
                               "\"offset\":0}}");
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->clips.count, 2);
    const ferry_track *v = only_track(&t, 0, "scroll", 6.283185307179586 / 3, 1);
    ck_assert_uint_eq(v->key_count, 33);
    ck_assert_float_eq_tol(v->values[0], 32, 1e-4f);
    ck_assert_float_eq_tol(v->values[8], 29, 1e-4f); /* coordinates grow, the corner falls */
    ck_assert_float_eq_tol(v->values[24], 35, 1e-4f);
    const ferry_track *s = only_track(&t, 1, "scroll2", 32 / 7.5, 0); /* shifted by one: half as far */
    ck_assert(s->values[0] == 33 && s->values[1] == 1);
    end(&t);
}
END_TEST

/* A sin(-w t + p) is A sin(w t + pi - p). */
START_TEST(swings_run_either_way) {
    static const char *const ways[] = {"\"frequency\":-0.1,\"offset\":0.7",
                                       "\"frequency\":0.1,\"offset\":2.441592653589793"};
    float values[2][33];
    for (int way = 0; way < 2; way++) {
        trip t = {0};
        char text[2048];
        snprintf(text, sizeof text, MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":3,%s}}",
                 ways[way]);
        read_one(&t, text);
        fy_expect_report(t.job, "");
        ck_assert_uint_eq(t.scene->clips.count, 1);
        const ferry_track *track = only_track(&t, 0, "scroll", 6.283185307179586 / 3, 1);
        ck_assert_uint_eq(track->key_count, 33);
        memcpy(values[way], track->values, sizeof values[way]);
        end(&t);
    }
    for (int k = 0; k < 33; k++) ck_assert_float_eq_tol(values[0][k], values[1][k], 1e-3f);
    ck_assert_float_gt(fabsf(values[0][8] - values[0][0]), 1);
}
END_TEST

START_TEST(what_cannot_move_is_told) {
    static const struct {
        const char *text, *words;
    } cases[] = {
        {MOVED(",\"clamp\":1", ",\"tile_scroll\":{\"s\":4}"),
         "assets/model.gltf:0xe: loss: materials[0]: s of texture 0 scrolls without repeating: left out\n"},
        {MOVED("", ",\"tile_scroll\":{\"t\":4}") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":1,"
                                                 "\"frequency\":1,\"offset\":0}}",
         "assets/model.gltf:0xe: loss: materials[0]: t of texture 0 scrolls back and forth: left out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":2,\"amplitude\":1,\"frequency\":1e-320,"
                       "\"offset\":0}}",
         "loss: materials[0]: s of texture 0 scrolls with a period of inf s, more than a day: left out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":2,\"amplitude\":1,\"frequency\":-1e-30,"
                       "\"offset\":0}}",
         "loss: materials[0]: t of texture 0 scrolls with a period of 2.09e+29 s, more than a day: left "
         "out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"y\":{\"animType\":1,\"speed\":1e-30}}", " s, more than a day: left "
                                                                                "out\n"},
        {MOVED("", "") ",\"UVanim0\":{\"x\":{\"animType\":3}}", "loss: "
                                                                "materials[0].extras.f3d_mat.UVanim0.x: "
                                                                "random texture scrolling is not "
                                                                "supported: left out\n"},
        {MOVED("", ",\"tile_scroll\":{\"s\":4096}"),
         "tile_scroll.s: expected a whole number from -4095 to 4095, found 4096; used 0\n"},
        {MOVED("", ",\"tile_scroll\":{\"s\":0,\"t\":0,\"interval\":1}") ",\"UVanim0\":{\"x\":{\"animType\":0,"
                                                                        "\"speed\":1}}",
         ""},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        trip t = {0};
        read_one(&t, cases[k].text);
        char *report = fy_report_text(ferry_job_report(t.job));
        ck_assert_msg(*cases[k].words ? strstr(report, cases[k].words) != NULL : !*report, "%s", report);
        free(report);
        ck_assert_uint_eq(t.scene->clips.count, 0);
        end(&t);
    }
}
END_TEST

START_TEST(scrolls_reach_the_console) {
    trip t = {0};
    ferry_file_list files = {0};
    put_model(&t, "assets/model.gltf",
              "\"materials\":[{\"name\":\"one\",\"extras\":{\"f3d_mat\":{" MOVED(
                  "", ",\"tile_scroll\":{\"s\":4}") "}}},{\"name\":\"two\"}]");
    load(&t);
    ferry_scene *back = convert(&t, &files);
    ck_assert_uint_eq(back->clips.count, 1);
    ck_assert_str_eq(back->clips.data[0].name, "scroll");
    ck_assert_uint_eq(back->clips.data[0].track_count, 2); /* both axes of the tile */
    ck_assert_float_eq_tol(back->clips.data[0].tracks[0].values[0], 1, 0.02f);
    ck_assert_float_eq_tol(back->clips.data[0].tracks[0].values[1], 33, 0.02f);
    ferry_scene_free(back);
    end(&t);
}
END_TEST

START_TEST(what_is_left_out_is_told) {
    trip t = {0};
    read_one(&t, TEXTURED ",\"set_lights\":1,\"set_fog\":true,\"use_cel_shading\":1,\"set_ao\":0");
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_ptr_nonnull(strstr(report, "note: materials[0].extras.f3d_mat: must be set by the game: "
                                         "lights, fog colour and range\n"));
    ck_assert_ptr_nonnull(strstr(report, "loss: materials[0].extras.f3d_mat: left out: cel shading\n"));
    free(report);
    end(&t);

    trip n64 = {0};
    read_extension(&n64,
                   COMBINER_N64 ",\"otherModes\":{\"renderMode\":{\"presets\":[\"AA_ZB_OPA_SURF\"]}},"
                                "\"fog\":{\"set\":false},\"large\":{},"
                                "\"extensions\":{\"FAST64_materials_f3d\":{\"lights\":{\"set\":true},"
                                "\"extensions\":{\"FAST64_materials_f3dex3\":{"
                                "\"fresnel\":{\"set\":true},\"geometryMode\":{\"lightToAlpha\":true}}}}}",
                   "", "");
    read_materials(&n64, 1);
    report = fy_report_text(ferry_job_report(n64.job));
    ck_assert_ptr_nonnull(strstr(report, "FAST64_materials_n64: must be set by the game: lights\n"));
    ck_assert_ptr_nonnull(strstr(report, "FAST64_materials_n64: left out: large textures, Fresnel, "
                                         "lighting as alpha\n"));
    free(report);
    end(&n64);
}
END_TEST

/* An armature with two joints, the mesh's own node beneath it, what Blender hangs loose vertices on, and
 * something turned beside them. A clip turns the second joint, and says of the armature, the mesh's node and
 * what is beside them that they stay. */
static void put_skinned(trip *t) {
    static const float numbers[] = {0, 0, 0, 1, 0, 0, 0, 1, 0,          /* positions */
                                    1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, /* weights */
                                    /* inverse bind matrices */
                                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0,
                                    0, 1, 0, -1, 0, 0, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0,
                                    1,                                          /* times */
                                    0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, /* turns */
                                    0, 0, 0, 0, 0, 0,                           /* places */
                                    0.6f, 0.8f, 0, 0};                          /* how Prop is turned */
    static const uint8_t joints[] = {0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0}, corners[] = {0, 0, 1, 0, 2, 0};
    begin(t, "assets/model.gltf");
    generic_say(&t->files, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,4,5]}],"
                           "\"nodes\":["
                           "{\"name\":\"Armature\",\"children\":[3,1]},{\"name\":\"Root\",\"children\":[2]},"
                           "{\"name\":\"Tip\",\"translation\":[1,0,0]},{\"name\":\"Body\",\"mesh\":0,"
                           "\"skin\":0},"
                           "{\"name\":\"neutral_bone\",\"rotation\":[-0.70710678,0,0,0.70710678]},"
                           "{\"name\":\"Prop\",\"mesh\":1,\"translation\":[0,5,0],"
                           "\"rotation\":[0.6,0.8,0,0]}],"
                           "\"skins\":[{\"joints\":[1,2,4],\"inverseBindMatrices\":3}],");
    generic_say(&t->files, "\"animations\":[{\"name\":\"Wave\",\"samplers\":[{\"input\":4,\"output\":5},"
                           "{\"input\":4,\"output\":6},{\"input\":8,\"output\":9}],"
                           "\"channels\":[{\"sampler\":0,\"target\":{\"node\":2,\"path\":\"rotation\"}},"
                           "{\"sampler\":2,\"target\":{\"node\":5,\"path\":\"rotation\"}},"
                           "{\"sampler\":1,\"target\":"
                           "{\"node\":0,\"path\":\"translation\"}},{\"sampler\":1,\"target\":{\"node\":3,"
                           "\"path\":\"translation\"}}]}],"
                           "\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"WEIGHTS_0\":1,"
                           "\"JOINTS_0\":2},\"indices\":7,"
                           "\"material\":0}]},{\"primitives\":[{\"attributes\":{\"POSITION\":0},"
                           "\"indices\":7,\"material\":0}]}],"
                           "\"materials\":[{\"name\":\"m\",\"extras\":{\"f3d_mat\":{\"combiner1\":" SHADE
                           ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP "}}}],");
    generic_say(&t->files, "\"accessors\":["
                           "{\"bufferView\":0,\"componentType\":5126,\"count\":3,\"type\":\"VEC3\","
                           "\"min\":[0,0,0],\"max\":[1,1,0]},"
                           "{\"bufferView\":0,\"byteOffset\":36,\"componentType\":5126,\"count\":3,"
                           "\"type\":\"VEC4\"},"
                           "{\"bufferView\":1,\"componentType\":5121,\"count\":3,\"type\":\"VEC4\"},"
                           "{\"bufferView\":0,\"byteOffset\":84,\"componentType\":5126,\"count\":3,"
                           "\"type\":\"MAT4\"},"
                           "{\"bufferView\":0,\"byteOffset\":276,\"componentType\":5126,\"count\":2,"
                           "\"type\":\"SCALAR\",\"min\":[0],\"max\":[1]},"
                           "{\"bufferView\":0,\"byteOffset\":284,\"componentType\":5126,\"count\":2,"
                           "\"type\":\"VEC4\"},"
                           "{\"bufferView\":0,\"byteOffset\":316,\"componentType\":5126,\"count\":2,"
                           "\"type\":\"VEC3\"},"
                           "{\"bufferView\":2,\"componentType\":5123,\"count\":3,\"type\":\"SCALAR\"},"
                           "{\"bufferView\":0,\"byteOffset\":276,\"componentType\":5126,\"count\":1,"
                           "\"type\":\"SCALAR\",\"min\":[0],\"max\":[0]},"
                           "{\"bufferView\":0,\"byteOffset\":340,\"componentType\":5126,\"count\":1,"
                           "\"type\":\"VEC4\"}],"
                           "\"bufferViews\":[{\"buffer\":0,\"byteLength\":356},{\"buffer\":0,"
                           "\"byteOffset\":356,\"byteLength\":12},"
                           "{\"buffer\":0,\"byteOffset\":368,\"byteLength\":6}],"
                           "\"buffers\":[{\"uri\":\"model.bin\",\"byteLength\":374}]}");
    generic_open(&t->files, "model.bin");
    generic_put(&t->files, numbers, sizeof numbers);
    generic_put(&t->files, joints, sizeof joints);
    generic_put(&t->files, corners, sizeof corners);
}

static const ferry_node *node_called(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        if (strcmp(scene->nodes.data[i].name, name) == 0) return &scene->nodes.data[i];
    ck_abort_msg("no node \"%s\"", name);
    return NULL;
}

START_TEST(bones_are_the_joints) {
    static const struct {
        const char *name;
        bool fixed;
    } nodes[] = {{"Armature", true}, {"Root", false},        {"Tip", false},
                 {"Body", true},     {"neutral_bone", true}, {"Prop", true}};
    trip t = {0};
    ferry_file_list files = {0};
    put_skinned(&t);
    load(&t);
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        ck_assert_msg(node_called(t.scene, nodes[i].name)->fixed == nodes[i].fixed, "%s", nodes[i].name);
    ck_assert_uint_eq(t.scene->clips.count, 1);
    const ferry_clip *clip = &t.scene->clips.data[0];
    ck_assert_uint_gt(clip->track_count, 0);
    for (uint32_t i = 0; i < clip->track_count; i++)
        ck_assert_str_eq(t.scene->nodes.data[clip->tracks[i].object].name, "Tip");
    ferry_counts counts;
    ck_assert(ferry_count(t.scene, &counts));
    ck_assert_float_eq_tol(counts.box.max.y, 5.96f, 1e-5f); /* 5 + 2 * .6 * .8 */
    ck_assert_float_eq(counts.box.min.y, 0);
    ck_assert_float_eq(counts.box.max.x, 1);
    ferry_scene *back = convert(&t, &files);
    uint32_t bones = 0;
    for (uint32_t i = 0; i < back->nodes.count; i++) bones += !back->nodes.data[i].fixed;
    ck_assert_uint_eq(bones, 2);
    ck_assert_uint_eq(back->nodes.data[node_called(back, "Tip")->parent].parent, FERRY_NONE);
    ferry_scene_free(back);
    end(&t);
}
END_TEST

/* A texture that repeats and is no power of two would stop the console. */
START_TEST(odd_sides_of_named_pictures_end_at_their_edge) {
    trip t = {0};
    ferry_file_list files = {0};
    static uint8_t rgba[3 * 2 * 4] = {0};
    ferry_picture picture = {.width = 3, .height = 2, .rgba = rgba};
    ferry_bytes png;
    put_model(&t, "assets/model.gltf", MODEL_MATERIALS);
    ferry_job *job = fy_quick_job();
    ck_assert(ferry_picture_png(job, &picture, &png));
    generic_open(&t.files, "wall.png");
    generic_put(&t.files, png.data, png.size);
    ferry_close(job);
    load(&t);
    ferry_scene *back = convert(&t, &files);
    const ferry_rdp_material *two = material_called(back, "two")->rdp;
    ck_assert_int_eq(two->tiles[0].s.clamp, 1);
    ck_assert_int_eq(two->tiles[0].t.clamp, 0);
    ck_assert_uint_eq(two->tiles[0].width, 3);
    const ferry_rdp_material *one = material_called(back, "one")->rdp; /* its state is given, and repeats */
    ck_assert_int_eq(one->tiles[0].s.clamp, 1);
    ck_assert_int_eq(one->tiles[0].s.shift, 1);
    char *report = fy_report_text(ferry_job_report(t.job));
    for (int i = 0; i < 2; i++) {
        const char *said = strstr(report, i ? "material[1] \"two\": 3 texels"
                                            : "material[0] \"one\": 3 "
                                              "texels");
        ck_assert_ptr_nonnull(said);
        ck_assert_ptr_nonnull(strstr(said, "3 texels, which is not a power of two, cannot repeat on the "
                                           "console"));
    }
    free(report);
    ferry_scene_free(back);
    end(&t);
}
END_TEST

/* libdragon stops at a clamped tile that starts below 0. */
START_TEST(clamped_tiles_start_at_zero) {
    trip t = {0};
    ferry_file_list files = {0};
    put_model(&t, "assets/model.gltf",
              "\"materials\":[{\"name\":\"one\",\"extras\":{\"f3d_mat\":{" TEXTURED
              ",\"tex0\":{\"tex\":{\"name\":\"wall.png\"},\"S\":{"
              "\"low\":-1.5,\"high\":3,\"mask\":2,\"shift\":0,\"clamp\":1},\"T\":{\"low\":-1.5,\"high\":1,"
              "\"mask\":1,\"shift\":0}}}}},"
              "{\"name\":\"two\"}],\"images\":[{\"uri\":\"wall.png\"}]");
    generic_picture(&t.files, "wall.png");
    load(&t);
    ferry_scene *back = convert(&t, &files);
    const ferry_rdp_material *one = material_called(back, "one")->rdp;
    ck_assert_float_eq(one->tiles[0].s.low, 0);
    ck_assert_float_eq(one->tiles[0].t.low, -1.5f);
    char *report = fy_report_text(ferry_job_report(t.job));
    ck_assert_msg(strstr(report, "out/model.t3dm: loss: material[0] \"one\": its clamped texture starts "
                                 "at -1.5 texels, where libdragon asserts: used 0\n"),
                  "%s", report);
    free(report);
    ferry_scene_free(back);
    end(&t);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- any bytes */

static const char whole[] =
    "{\"materials\":[{\"name\":\"m\",\"extras\":{\"f3d_mat\":{" TEXTURED ",\"set_prim\":1,\"prim_color\":[1,"
    "0.5,0,1],\"tex0\":{\"tex\":"
    "{\"name\":\"a/wall.png\"},\"S\":{\"low\":0,\"high\":31,\"mask\":5,\"shift\":0},\"T\":{}},"
    "\"tex1\":{\"use_tex_reference\":1,"
    "\"tex_reference\":\"0x10\",\"tex_reference_size\":[8,8]}}}},"
    "{\"extensions\":{\"FAST64_materials_n64\":{" COMBINER_N64
    ",\"otherModes\":{\"cycleType\":\"2CYCLE\",\"renderMode\":{\"flags\":{\"zMode\":\"DEC\"},"
    "\"blender\":[{\"color\":[\"IN\",\"MEM\"],"
    "\"alpha\":[\"A_IN\",\"1MA\"]}]}},\"textures\":{\"0\":{\"index\":0},\"1\":{\"index\":0}},"
    "\"extensions\":{" F3D_N64
    "}}}}],\"textures\":[{\"sampler\":0,\"source\":0}],\"images\":[{\"name\":\"x\",\"bufferView\":0}],"
    "\"samplers\":[{\"extensions\":"
    "{\"FAST64_sampler_n64\":{\"fields\":[{\"clamp\":true},{}]}}}],\"bufferViews\":[{\"buffer\":0,"
    "\"byteOffset\":1,\"byteLength\":9}]}";

/* A .glb around the text, with a few bytes behind it. */
static void put_glb(trip *t, const char *text, size_t size) {
    uint8_t head[20] = {'g', 'l', 'T', 'F', 2};
    for (int i = 0; i < 4; i++) head[12 + i] = (uint8_t)(size >> (8 * i));
    memcpy(head + 16, "JSON", 4);
    begin(t, "assets/model.glb");
    generic_put(&t->files, head, sizeof head);
    generic_put(&t->files, text, size);
    generic_put(&t->files, "\x0c\0\0\0BIN\0abcdefghijkl", 20);
}

static void expect_no_harm(trip *t) {
    read_materials(t, 2);
    const ferry_report *report = ferry_job_report(t->job);
    for (uint32_t m = 0; m < report->count; m++) /* bytes that are not there are no bytes of a picture */
        ck_assert(report->data[m].severity != FERRY_ERROR || strcmp(report->data[m].code, "gltf.value") == 0);
    for (uint32_t i = 0; i < 2; i++) {
        const ferry_rdp_material *rdp = t->scene->materials.data[i].rdp;
        for (int k = 0; rdp && k < 2; k++) {
            ck_assert(rdp->tiles[k].texture == FERRY_NONE ||
                      rdp->tiles[k].texture < t->scene->textures.count);
            ck_assert(rdp->tiles[k].s.shift >= -5 && rdp->tiles[k].s.shift <= 10);
        }
    }
    end(t);
}

START_TEST(no_bytes_do_harm) {
    static const char others[] = {'"', '{', '}', '[', ']', ',', ':', '9', 'e', '\\', 0, ' ', (char)0xFF};
    size_t size = strlen(whole);
    for (size_t i = 0; i <= size; i++) { /* cut off */
        trip t = {0};
        put_glb(&t, whole, i);
        expect_no_harm(&t);
    }
    for (size_t i = 0; i < size; i++) { /* one byte changed */
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        text[i] = others[i % sizeof others];
        trip t = {0};
        put_glb(&t, text, size);
        expect_no_harm(&t);
        text[i] = others[(i * 7 + 3) % sizeof others];
        t = (trip){0};
        begin(&t, "model.gltf");
        generic_put(&t.files, text, size);
        expect_no_harm(&t);
    }
}
END_TEST

/* Each allocation fails once: either all is read, or the one error says why not. */
START_TEST(memory_may_run_out) {
    bool whole_way = false;
    for (size_t n = 1; !whole_way; n++) {
        trip t = {0};
        ck_assert_uint_lt(n, 2000);
        put_model(&t, "models/model.gltf", MODEL_MATERIALS);
        generic_picture(&t.files, "wall.png");
        ferry_options options = {
            .size = sizeof options, .sidecar = generic_sidecar, .user = &t.files, .fail_allocation = n};
        ferry_input input = {t.files.names[0], {(const uint8_t *)t.files.data[0], t.files.sizes[0]}};
        t.job = ferry_open(&options);
        if (t.job) {
            ferry_file_list files = {0};
            t.scene = ferry_load(t.job, &input, 1);
            whole_way = t.scene && ferry_prepare(t.job, t.scene, "t3dm", NULL) &&
                        ferry_save(t.job, t.scene, "t3dm", "model.t3dm", &files);
            ck_assert_msg(whole_way == !ferry_job_report(t.job)->totals[FERRY_ERROR], "allocation %zu", n);
        }
        ferry_scene_free(t.scene);
        if (t.job) ferry_close(t.job);
        generic_free(&t.files);
    }
}
END_TEST

START_TEST(pieces_of_the_text) {
    static const char text[] = " {\"a\" : [1,{\"b\":\"]}\\\"\"} , [[],2]],\"c\":{},\"a\":3.5e1 } ";
    fy_json_span json = fy_gltf_find_json((ferry_bytes){(const uint8_t *)text, strlen(text)});
    fy_json_span a = fy_json_member_span(json, "a"), c = fy_json_member_span(json, "c");
    ck_assert_int_eq((int)(a.end - a.at), 5); /* the last one, as in values */
    ck_assert_mem_eq(a.at, "3.5e1", 5);
    ck_assert_int_eq((int)(c.end - c.at), 2);
    ck_assert_ptr_null(fy_json_member_span(json, "b").at);
    static const char list[] = "[1,{\"b\":\"]}\\\"\"} , [[],2]]";
    fy_json_span array = {list, list + strlen(list)}, second = fy_json_element_span(array, 1);
    ck_assert_mem_eq(second.at, "{\"b\":\"]}\\\"\"}", (size_t)(second.end - second.at));
    ck_assert_ptr_null(fy_json_element_span(array, 3).at);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("fast64");
    TCase *fields = tcase_create("fields");
    tcase_add_test(fields, combiners_are_those_of_the_file);
    tcase_add_test(fields, without_settings_there_are_two_cycles_and_no_filter);
    tcase_add_test(fields, flags_of_the_geometry_may_be_numbers_or_words);
    tcase_add_test(fields, fog_asks_for_shade);
    tcase_add_test(fields, colours_leave_linear_light);
    tcase_add_test(fields, render_modes_by_number);
    tcase_add_test(fields, without_render_mode_the_layer_decides);
    tcase_add_test(fields, thresholds_that_nobody_set_are_half);
    tcase_add_test(fields, advanced_render_modes);
    suite_add_tcase(suite, fields);
    TCase *textures = tcase_create("textures");
    tcase_add_test(textures, tiles_and_references);
    tcase_add_test(textures, unread_textures_are_left_out);
    tcase_add_test(textures, pictures_become_sprites_elsewhere);
    tcase_add_test(textures, missing_pictures_are_told_and_named);
    tcase_add_test(textures, paths_on_the_console);
    tcase_add_test(textures, suffixes_of_blender_are_no_part_of_a_name);
    suite_add_tcase(suite, textures);
    TCase *extensions = tcase_create("extensions");
    tcase_add_test(extensions, extensions_say_the_same);
    tcase_add_test(extensions, older_extensions_are_read_too);
    tcase_add_test(extensions, samplers_hold_the_tiles);
    tcase_add_test(extensions, samplers_have_their_bounds);
    tcase_add_test(extensions, extensions_without_render_mode_are_opaque);
    suite_add_tcase(suite, extensions);
    TCase *moving = tcase_create("moving");
    tcase_add_test(moving, tiles_scroll);
    tcase_add_test(moving, coordinates_scroll_and_swing);
    tcase_add_test(moving, swings_run_either_way);
    tcase_add_test(moving, what_cannot_move_is_told);
    tcase_add_test(moving, scrolls_reach_the_console);
    tcase_add_test(moving, what_is_left_out_is_told);
    suite_add_tcase(suite, moving);
    TCase *candidate = tcase_create("way");
    tcase_add_test(candidate, models_below_assets_name_their_sprites);
    tcase_add_test(candidate, elsewhere_pictures_are_made_anew);
    tcase_add_test(candidate, transforms_can_be_ignored);
    tcase_add_test(candidate, bones_are_the_joints);
    tcase_add_test(candidate, odd_sides_of_named_pictures_end_at_their_edge);
    tcase_add_test(candidate, clamped_tiles_start_at_zero);
    suite_add_tcase(suite, candidate);
    TCase *odd = tcase_create("odd");
    tcase_add_test(odd, what_is_wrong_is_told_with_its_place);
    tcase_add_test(odd, others_stay_as_they_are);
    tcase_add_test(odd, settings_choose_between_words);
    tcase_add_test(odd, pieces_of_the_text);
    tcase_add_test(odd, no_bytes_do_harm);
    tcase_add_test(odd, memory_may_run_out);
    suite_add_tcase(suite, odd);
    return fy_run_suite(suite);
}
