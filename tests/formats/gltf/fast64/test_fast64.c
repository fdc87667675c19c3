/*
 * test_fast64.c: materials that fast64 wrote into glTF files: each field, textures, paths of pictures
 * (docs/formats/fast64.md).
 */
#include <stdio.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "builders/fast64_model.h"
#include "builders/generic_builder.h"
#include "formats/gltf/fast64/gltf_fast64_textures.h"
#include "formats/sprite/rom_path.h"
#include "helpers.h"

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
        fast64_model t = {0};
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
    fast64_model t = {0};
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
    fast64_model t = {0};
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
    fast64_model t = {0};
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
    fast64_model t = {0};
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
        fast64_model t = {0};
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
        fast64_model t = {0};
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
        fast64_model t = {0};
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
        fast64_model t = {0};
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

START_TEST(tiles_and_references) {
    fast64_model t = {0};
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
    fast64_model t = {0};
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

static void read_pictured(fast64_model *t, const char *model, const char *name) {
    begin(t, model);
    generic_say(&t->files,
                "{\"materials\":[{\"extras\":{\"f3d_mat\":{" TEXTURED ",\"tex0\":{\"tex\":{\"name\":\"%s\"},",
                name);
    generic_say(&t->files, "\"S\":{\"low\":0,\"high\":31,\"mask\":5,\"shift\":0},\"T\":{\"low\":0,"
                           "\"high\":15,\"mask\":4,\"shift\":0,"
                           "\"clamp\":true}}}}}]}");
}

START_TEST(pictures_become_sprites_elsewhere) {
    fast64_model t = {0};
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
    fast64_model t = {0};
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
    fast64_model t = {0};
    read_pictured(&t, "assets/model.gltf", "wall.png.001");
    generic_picture(&t.files, "wall.png");
    read_materials(&t, 1);
    fy_expect_report(t.job, "");
    ck_assert_str_eq(t.scene->textures.data[0].path, "rom:/wall.sprite");
    end(&t);
}
END_TEST

START_TEST(settings_choose_between_words) {
    for (int none = 0; none < 2; none++) {
        fast64_model t = {.settings = {{"fast64.materials", none ? "none" : "plain"}}};
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
    TCase *textures = tcase_create("textures");
    tcase_add_test(textures, tiles_and_references);
    tcase_add_test(textures, unread_textures_are_left_out);
    tcase_add_test(textures, pictures_become_sprites_elsewhere);
    tcase_add_test(textures, missing_pictures_are_told_and_named);
    tcase_add_test(textures, paths_on_the_console);
    tcase_add_test(textures, suffixes_of_blender_are_no_part_of_a_name);
    TCase *odd = tcase_create("odd");
    tcase_add_test(odd, settings_choose_between_words);
    suite_add_tcase(suite, fields);
    suite_add_tcase(suite, textures);
    suite_add_tcase(suite, odd);
    return fy_run_suite(suite);
}
