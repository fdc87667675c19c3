/*
 * test_fast64_broken.c: what is said of wrong materials of fast64; any bytes, little memory
 * (docs/formats/fast64.md).
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/fast64_model.h"
#include "builders/generic_builder.h"
#include "formats/gltf/json/gltf_json.h"
#include "helpers.h"

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
        fast64_model t = {0};
        read_one(&t, cases[i].text);
        fy_expect_report(t.job, cases[i].report);
        end(&t);
    }
}
END_TEST

START_TEST(others_stay_as_they_are) {
    fast64_model t = {0};
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
static void put_glb(fast64_model *t, const char *text, size_t size) {
    uint8_t head[20] = {'g', 'l', 'T', 'F', 2};
    for (int i = 0; i < 4; i++) head[12 + i] = (uint8_t)(size >> (8 * i));
    memcpy(head + 16, "JSON", 4);
    begin(t, "assets/model.glb");
    generic_put(&t->files, head, sizeof head);
    generic_put(&t->files, text, size);
    generic_put(&t->files, "\x0c\0\0\0BIN\0abcdefghijkl", 20);
}

static void expect_no_harm(fast64_model *t) {
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
        fast64_model t = {0};
        put_glb(&t, whole, i);
        expect_no_harm(&t);
    }
    for (size_t i = 0; i < size; i++) { /* one byte changed */
        char text[sizeof whole];
        memcpy(text, whole, sizeof whole);
        text[i] = others[i % sizeof others];
        fast64_model t = {0};
        put_glb(&t, text, size);
        expect_no_harm(&t);
        text[i] = others[(i * 7 + 3) % sizeof others];
        t = (fast64_model){0};
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
        fast64_model t = {0};
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
    Suite *suite = suite_create("fast64_broken");
    TCase *odd = tcase_create("odd");
    tcase_add_test(odd, what_is_wrong_is_told_with_its_place);
    tcase_add_test(odd, others_stay_as_they_are);
    tcase_add_test(odd, pieces_of_the_text);
    tcase_add_test(odd, no_bytes_do_harm);
    tcase_add_test(odd, memory_may_run_out);
    suite_add_tcase(suite, odd);
    return fy_run_suite(suite);
}
