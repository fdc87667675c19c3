/* test_t3dm_rules.c: rules about materials: globs, combiners, places in JSON, exact complaints, priorities,
 * the schema, and the hammer over a whole file (docs/materials.md). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/glob.h"
#include "core/base/json_places.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "formats/t3dm/rules/t3dm_rules_combiner.h"
#include "formats/t3dm/rules/t3dm_rules_read.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "helpers.h"
#include "machine/rdp/rdp_combiner.h"

static ferry_bytes bytes_of(const char *text) {
    return (ferry_bytes){(const uint8_t *)text, strlen(text)};
}

/* --------------------------------------------------------------------------------------------- globs */

START_TEST(globs_match) {
    static const struct {
        const char *glob, *name;
        bool matches;
    } cases[] = {
        {"*", "", true},
        {"*", "eye", true},
        {"eye", "eye", true},
        {"eye", "Eye", false},
        {"eye", "eyes", false},
        {"eye?", "eyes", true},
        {"eye?", "eye", false},
        {"*eye*", "left_eye_1", true},
        {"*eye", "eyeyey", false},
        {"*eye", "eyeyeye", true},
        {"a*b*c", "aXbXbXc", true},
        {"a*b*c", "aXbXbX", false},
        {"[a-c]x", "bx", true},
        {"[a-c]x", "dx", false},
        {"[!a-c]x", "dx", true},
        {"[!a-c]x", "ax", false},
        {"[]]", "]", true},
        {"[a-]", "-", true},
        {"[*]", "*", true},
        {"[*]", "x", false},
        {"x[?]", "x?", true},
        {"caf?", "caf\xC3\xA9", true},
        {"caf[\xC3\xA8-\xC3\xAA]", "caf\xC3\xA9", true},
        {"caf??", "caf\xC3\xA9", false},
        {"a\\x83*", "a\\x83b", true},
        {"**", "x", true},
        {"", "x", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_msg(fy_glob_matches(cases[i].glob, cases[i].name) == cases[i].matches, "%s against %s",
                      cases[i].glob, cases[i].name);
}
END_TEST

START_TEST(globs_are_judged) {
    ck_assert_ptr_null(fy_glob_problem("a[b-c]*[!]]"));
    ck_assert_str_eq(fy_glob_problem(""), "it is empty");
    ck_assert_str_eq(fy_glob_problem("[abc"), "a `[` has no `]`");
    ck_assert_str_eq(fy_glob_problem("x[]"), "a `[` has no `]`");
    ck_assert_str_eq(fy_glob_problem("[!]"), "a `[` has no `]`");
}
END_TEST

/* A name that makes naive matchers take exponential time. */
START_TEST(globs_take_little_time) {
    char glob[401], name[4001];
    for (int i = 0; i < 400; i++) glob[i] = i % 2 ? 'a' : '*';
    memset(name, 'a', sizeof name);
    glob[400] = name[4000] = 0;
    ck_assert(fy_glob_matches(glob, name));
    name[3999] = 'b';
    ck_assert(!fy_glob_matches(glob, name));
}
END_TEST

/* ----------------------------------------------------------------------------------------- combiners */

START_TEST(combiners_are_words) {
    static const struct {
        const char *text;
        uint64_t word;
    } cases[] = {
        {"(TEX0,0,SHADE,0),(0,0,0,1)", 0x00127E2488FFFDFE},
        {" ( TEX0 , ZERO , SHADE , ZERO ) ,\n( 0 , 0 , 0 , ONE ) ", 0x00127E2488FFFDFE},
        {"(TEX0,0,SHADE,0),(0,0,0,TEX0)", 0x00127E2488FFF3F9},
        {"(TEX0,0,SHADE,0),(TEX0,0,SHADE,0)", 0x001218248833FFFF},
        {"(0,0,0,SHADE),(0,0,0,SHADE)", 0x00887F1088FE793C},
        {"(TEX0,0,SHADE,0),(0,0,0,1),(COMBINED,0,PRIM,0),(0,0,0,1)", 0x80127E0388FFFDFE},
        {"(TEX0,0,TEX1,0),(0,0,0,1),(COMBINED,0,SHADE,0),(0,0,0,1)", 0x80117E0488FFFDFE},
        {"(TEX1,TEX0,SHADE_ALPHA,TEX0),(0,0,0,1),(COMBINED,0,SHADE,0),(0,0,0,1)", 0x8025FE0418FCFDFE},
        {"0x00127E2488FFFDFE", 0x00127E2488FFFDFE},
        {"0x80127e0388fffdfe", 0x80127E0388FFFDFE},
    };
    ferry_job *job = fy_quick_job();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *problem = NULL;
        uint64_t word = 0;
        ck_assert_msg(fy_rule_parse_combiner(job, cases[i].text, &word, &problem), "%s: %s", cases[i].text,
                      problem);
        ck_assert_uint_eq(word, cases[i].word);
    }
    ferry_close(job);
}
END_TEST

/* The second texture is called TEX1 in both cycles, although the second one sees it in the first
 * one's slot. */
START_TEST(the_second_cycle_sees_the_second_texture) {
    ferry_job *job = fy_quick_job();
    const char *problem = NULL;
    uint64_t word = 0;
    ck_assert(
        fy_rule_parse_combiner(job, "(0,0,0,PRIM),(0,0,0,1),(COMBINED,0,TEX1,0),(0,0,0,1)", &word, &problem));
    ck_assert(fy_rdp_reads_color(word, FY_RDP_TEX1));
    ck_assert(!fy_rdp_reads_color(word, FY_RDP_TEX0));
    fy_rdp_inputs inputs = {.tex0 = {9, 9, 9, 9}, .tex1 = {200, 100, 50, 255}, .prim = {255, 255, 255, 255}};
    uint8_t out[4];
    fy_rdp_combine(word, &inputs, out);
    ck_assert_int_eq(out[0], 199); /* the product of 200 and 255/256 */
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ complaints */

static const struct {
    const char *text, *message;
} broken[] = {
    {"", "r.json:1:1: error: not valid JSON: '[' or '{' expected near end of file"},
    {"{\n  \"version\": 1,\n  \"rules\": [\n", "r.json:4:1: error: not valid JSON: ']' expected near end of "
                                               "file"},
    {"{ // words\n}", "r.json:1:3: error: not valid JSON: string or '}' expected near '/'"},
    {"{\"version\": 1, \"rules\": [], \"rules\": []}",
     "r.json:1:35: error: not valid JSON: duplicate object key near '\"rules\"'"},
    {"[]", "r.json:1:1: error: expected an object, found an array"},
    {"\xEF\xBB\xBF{\"version\": 2, \"rules\": []}",
     "r.json:1:13: error: version: expected 1, the only version, found 2"},
    {"{}", "r.json:1:1: error: the key \"version\" is missing"},
    {"{\"version\": 1}", "r.json:1:1: error: the key \"rules\" is missing"},
    {"{\"version\": 2, \"rules\": []}", "r.json:1:13: error: version: expected 1, the only version, found 2"},
    {"{\"version\": 1, \"rules\": {}}", "r.json:1:25: error: rules: expected an array, found an object"},
    {"{\"version\": 1,\r\n \"rule\": []}",
     "r.json:2:2: error: rule: unknown key; known: version, rules, comment, $schema"},
    {"{\"version\": 1, \"rules\": [7]}", "r.json:1:26: error: rules[0]: expected an object, found 7"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"fog\": \"on\"}},\n {}]}",
     "r.json:2:2: error: rules[1]: the key \"set\" is missing"},
    {"{\"version\": 1, \"rules\": [{\"set\": {}}]}", "r.json:1:34: error: rules[0].set: nothing is set"},
    {"{\"version\": 1, \"rules\": [{\"set\": 1.5}]}",
     "r.json:1:34: error: rules[0].set: expected an object, found 1.5"},
    {"{\"version\": 1, \"rules\": [{\"model\": null}]}",
     "r.json:1:36: error: rules[0].model: expected a text with wildcards, found null"},
    {"{\"version\": 1, \"rules\": [{\"material\": \"[x\"}]}",
     "r.json:1:39: error: rules[0].material: \"[x\": a `[` has no `]`"},
    {"{\"version\": 1, \"rules\": [{\"materials\": \"x\"}]}",
     "r.json:1:27: error: rules[0].materials: unknown key; known: model, material, texture, mesh, node, set, "
     "comment"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\n\t\"\\u00e4 \\\"x\\\"\": 1}}]}",
     "r.json:2:2: error: rules[0].set.\"\xC3\xA4 \"x\"\": unknown key; known: combiner, prim, env, "
     "blend-color, alpha, cull, "
     "depth, z-mode, fog, lit, vertex-colors, filter, effect, draw, simplify, texture, texture0, "
     "texture1"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"simplify\": 0}}]}",
     "r.json:1:47: error: rules[0].set.simplify: expected \"protect\" or a number from 0.001 to 1000, found 0"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"simplify\": \"keep\"}}]}",
     "r.json:1:47: error: rules[0].set.simplify: expected \"protect\" or a number from 0.001 to 1000, found "
     "\"keep\""},
    {"{\"version\": 1, \"rules\": [{\"mesh\": \"x\", \"set\": {\"simplify\": 2, \"lit\": true}}]}",
     "r.json:1:63: error: rules[0].set.lit: a rule with \"mesh\" or \"node\" can only set \"simplify\""},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"lit\": true}, \"node\": \"x\"}]}",
     "r.json:1:35: error: rules[0].set.lit: a rule with \"mesh\" or \"node\" can only set \"simplify\""},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"prim\": \"#12345\"}}]}",
     "r.json:1:43: error: rules[0].set.prim: expected a colour as \"#RRGGBB\" or \"#RRGGBBAA\", found "
     "\"#12345\""},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"alpha\": \"additive\"}}]}",
     "r.json:1:44: error: rules[0].set.alpha: expected one of \"opaque\", \"cutout\", \"blend\", \"add\", "
     "found \"additive\""},
    {"{\"version\": 1, \"rules\": [{\"comment\": \"\xC3\xA9\xC3\xA9\", \"set\": {\"depth\": 1}}]}",
     "r.json:1:61: error: rules[0].set.depth: expected true or false, found 1"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture\": []}}]}",
     "r.json:1:46: error: rules[0].set.texture: expected an object, found an array"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture0\": {\"wrap\": \"clamp\"}}}]}",
     "r.json:1:48: error: rules[0].set.texture0.wrap: unknown key; known: format, size, max-size, wrap-s, "
     "wrap-t, shift-s, shift-t, reference"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture1\": {\"size\": [32]}}}]}",
     "r.json:1:56: error: rules[0].set.texture1.size: expected [width, height], each a whole number from 1 "
     "to "
     "1024, found an array"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture1\": {\"size\": [2000, 32]}}}]}",
     "r.json:1:56: error: rules[0].set.texture1.size: expected [width, height], each a whole number from 1 "
     "to 1024, found an array"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture1\": {\"size\": [32, 2000]}}}]}",
     "r.json:1:56: error: rules[0].set.texture1.size: expected [width, height], each a whole number from 1 "
     "to 1024, found an array"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture\": {\"max-size\": 32.5}}}]}",
     "r.json:1:59: error: rules[0].set.texture.max-size: expected a whole number from 2 to 1024, found 32.5"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture\": {\"shift-t\": 11}}}]}",
     "r.json:1:58: error: rules[0].set.texture.shift-t: expected a whole number from -5 to 10, found 11"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture\": {\"reference\": 0}}}]}",
     "r.json:1:60: error: rules[0].set.texture.reference: expected a number from 1 to 4294967295, or as "
     "\"0x...\", found 0"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"texture\": {\"reference\": \"0x123456789\"}}}]}",
     "r.json:1:60: error: rules[0].set.texture.reference: expected a number from 1 to 4294967295, or as "
     "\"0x...\", found \"0x123456789\""},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": 3}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected a combiner as \"(A,B,C,D),(A,B,C,D)\", found 3"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"TEX0*SHADE\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected `(` before an equation, found `TEX0*SHADE`"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"(TEX0,0,SHADE),(0,0,0,1)\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected `,` between inputs, found `),(0,0,0,1)`"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"(0,0,0,PRIM_ALPHA),(0,0,0,1)\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: colour D of the only cycle cannot be \"PRIM_ALPHA\"; "
     "allowed: TEX0, PRIM, SHADE, ENV, 1, 0"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": "
     "\"(0,0,0,TEX0),(0,0,0,1),(0,0,0,TEX0),(0,0,0,1)\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: colour D of the second cycle cannot be \"TEX0\"; allowed: "
     "COMBINED, TEX1, PRIM, SHADE, ENV, 1, 0"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"(0,0,0,PRIM),(0,0,0,1),(0,0,0,1)\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected `,` between colour and alpha, found its end"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"(0,0,0,PRIM),(0,0,0,1);\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected its end, found `;`"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"0x0000000000000000\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected up to 16 hexadecimal digits after `0x`, not all "
     "0"},
    {"{\"version\": 1, \"rules\": [{\"set\": {\"combiner\": \"0x00127E2488FFFDFE0\"}}]}",
     "r.json:1:47: error: rules[0].set.combiner: expected up to 16 hexadecimal digits after `0x`, not all "
     "0"},
};

static ferry_job *rules_job(const ferry_input *file, size_t fail_allocation) {
    ferry_options options = {.size = sizeof options,
                             .materials = file,
                             .memory_limit = (size_t)64 << 20,
                             .fail_allocation = fail_allocation};
    return ferry_open(&options);
}

START_TEST(broken_files_are_refused) {
    ferry_input file = {"r.json", bytes_of(broken[_i].text)};
    ferry_job *job = rules_job(&file, 0);
    ck_assert(!ferry_read_materials(job, "t3dm"));
    fy_expect_report(job, ferry_job_format(job, "%s\n", broken[_i].message));
    ferry_close(job);
}
END_TEST

START_TEST(deep_and_large_files_are_refused) {
    enum { DEEPEST = 2048, LARGEST = 1 << 20 };
    static const size_t depths[] = {DEEPEST, DEEPEST + 1, 100000};
    char *text = malloc(LARGEST + 1);
    ck_assert_ptr_nonnull(text);
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        size_t deep = depths[i];
        memset(text, '[', deep);
        memset(text + deep, ']', deep);
        ferry_job *job = rules_job(&(ferry_input){"r.json", {(const uint8_t *)text, 2 * deep}}, 0);
        ck_assert(!ferry_read_materials(job, "t3dm"));
        const char *said = ferry_job_report(job)->data[0].text;
        ck_assert_int_eq(strstr(said, "maximum parsing depth reached") != NULL, deep > DEEPEST);
        ferry_close(job);
    }
    static const char least[] = "{\"version\": 1, \"rules\": []}";
    memset(text, ' ', LARGEST + 1);
    memcpy(text, least, strlen(least));
    for (size_t size = LARGEST; size <= LARGEST + 1; size++) {
        ferry_job *job = rules_job(&(ferry_input){"r.json", {(const uint8_t *)text, size}}, 0);
        ck_assert_int_eq(ferry_read_materials(job, "t3dm"), size == LARGEST);
        fy_expect_report(job, size == LARGEST ? "" : "r.json: error: 1048577 bytes; the limit is 1048576\n");
        ferry_close(job);
    }
    free(text);
}
END_TEST

START_TEST(formats_without_rules_say_so) {
    ferry_input file = {"r.json", bytes_of("{}")};
    ferry_format other = *ferry_find_format(NULL, "t3dm");
    other.name = "other";
    other.read_rules = NULL;
    const ferry_format *const extra[] = {&other, NULL};
    ferry_options options = {.size = sizeof options, .materials = &file, .extra_formats = extra};
    ferry_job *job = ferry_open(&options);
    ck_assert(!ferry_read_materials(job, "other"));
    fy_expect_report(job, "r.json: error: format \"other\" does not support material rules\n");
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------- the places */

/* Keys with escapes, brackets within texts, several bytes a character, both kinds of line ends. */
START_TEST(values_know_their_places) {
    static const char text[] =
        "\t{\"a\\\"]}\": [1, \"]\\\\\", {\"\xE2\x82\xAC\": true}],\r\n\n \"b\"\n:\n  -1e3 , \"c\":{}}";
    ferry_job *job = fy_quick_job();
    fy_json_file file;
    ck_assert(fy_json_open(job, "x", bytes_of(text), &file));
    const fy_json *a = file.root->down, *b = a->next, *c = b->next, *two = a->down->next->next;
    ck_assert_str_eq(fy_json_place_name(job, "x", file.root->at), "x:1:2");
    ck_assert_str_eq(fy_json_place_name(job, "x", a->key_at), "x:1:3");
    ck_assert_str_eq(fy_json_place_name(job, "x", a->at), "x:1:12");
    ck_assert_str_eq(fy_json_place_name(job, "x", a->down->next->at), "x:1:16");
    ck_assert_str_eq(fy_json_place_name(job, "x", two->at), "x:1:23");
    ck_assert_str_eq(fy_json_place_name(job, "x", two->down->key_at), "x:1:24");
    ck_assert_str_eq(fy_json_place_name(job, "x", two->down->at), "x:1:29");
    ck_assert_str_eq(fy_json_place_name(job, "x", b->key_at), "x:3:2");
    ck_assert_str_eq(fy_json_place_name(job, "x", b->at), "x:5:3");
    ck_assert_str_eq(fy_json_place_name(job, "x", c->at), "x:5:14");
    ck_assert_ptr_null(c->next);
    ck_assert_ptr_null(c->down);
    ck_assert_str_eq(fy_json_path(job, two->down), "\"a\"]}\"[2].\"\xE2\x82\xAC\"");
    ck_assert_str_eq(fy_json_path(job, b), "b");
    fy_json_close(&file);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- priorities */

/* A model of one generic material `vertex colour group` with a texture `art`, 16 x 8. */
static ferry_scene *painted_scene(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    uint8_t *rgba = ferry_scene_new(scene, uint8_t, 16 * 8 * 4);
    ferry_mip_level *level = ferry_scene_new(scene, ferry_mip_level, 1);
    for (int i = 0; i < 16 * 8 * 4; i++) rgba[i] = (uint8_t)(i * 7 | (i % 4 == 3 ? 255 : 0));
    *level = (ferry_mip_level){16, 8, rgba};
    *image = (ferry_image){.name = "art", .width = 16, .height = 8, .levels = level, .level_count = 1};
    *texture = (ferry_texture){.name = "art",
                               .path = "",
                               .wrap_s = FERRY_WRAP_REPEAT,
                               .wrap_t = FERRY_WRAP_REPEAT,
                               .min_filter = FERRY_FILTER_LINEAR,
                               .mag_filter = FERRY_FILTER_LINEAR};
    *material =
        (ferry_material){.name = "paint", .base_color = {1, .5f, 0, 1}, .lit = true, .cull = FERRY_CULL_BACK};
    scene->draws.data[0].material = 0;
    scene->file = "shop/house.bmd";
    scene->name = "house";
    return scene;
}

/* The same with GameCube state of two stages that read `art` and, before it in the stages, `over`, by one
 * texgen. */
static ferry_scene *staged_scene(ferry_job *job) {
    ferry_scene *scene = painted_scene(job);
    ferry_texture *over = ferry_append(scene, &scene->textures, ferry_texture);
    ferry_gx_material *gx = ferry_scene_new(scene, ferry_gx_material, 1);
    *over = scene->textures.data[0];
    over->name = "over";
    gx->cull = FERRY_GX_CULL_BACK;
    gx->z_test = gx->z_write = true;
    gx->z_compare = FERRY_GX_LEQUAL;
    gx->alpha_compare0 = gx->alpha_compare1 = FERRY_GX_ALWAYS;
    gx->stage_count = 2;
    gx->texgen_count = gx->channel_count = 1;
    gx->texgens[0] = (ferry_gx_texgen){.type = 1, .source = FERRY_GX_TG_TEX0, .matrix = 60};
    gx->material_colors[0] = (ferry_gx_color){200, 100, 50, 255};
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) gx->textures[i] = i < 2 ? (uint32_t)i : FERRY_NONE;
    for (int i = 0; i < 2; i++) gx->stages[i].map = (uint8_t)!i;
    scene->materials.data[0].gx = gx;
    return scene;
}

/* And a third stage, which reads a third texture. */
static ferry_scene *crowded_scene(ferry_job *job) {
    ferry_scene *scene = staged_scene(job);
    ferry_texture *last = ferry_append(scene, &scene->textures, ferry_texture);
    ferry_gx_material *gx = ferry_scene_new(scene, ferry_gx_material, 1);
    *last = scene->textures.data[0];
    last->name = "last";
    *gx = *scene->materials.data[0].gx;
    gx->stage_count = 3;
    gx->textures[2] = 2;
    gx->stages[2] = gx->stages[1];
    gx->stages[2].map = 2;
    scene->materials.data[0].gx = gx;
    return scene;
}

static fy_t3dm_material planned(ferry_job *job, ferry_scene *scene) {
    fy_t3dm_plan plan;
    ferry_file_list files = {0};
    ck_assert(ferry_read_materials(job, "t3dm"));
    ck_assert(fy_t3dm_plan_materials(job, scene, "house.t3dm", &plan, &files));
    ck_assert_uint_eq(plan.material_count, 1);
    fy_t3dm_material material = plan.materials[0];
    ferry_scene_free(scene);
    return material;
}

static fy_t3dm_material planned_by(ferry_job **job, ferry_input *file, ferry_scene *(*made)(ferry_job *),
                                   const char *rules) {
    char *text = malloc(strlen(rules) + 64);
    sprintf(text, "{\"version\": 1, \"rules\": [%s]}", rules);
    *file = (ferry_input){"r.json", bytes_of(text)};
    *job = rules_job(file, 0);
    fy_t3dm_material material = planned(*job, made(*job));
    free(text);
    return material;
}

/* What becomes of `vertex colour group` by the rules, in short. */
#define WITH(rules) BY(painted_scene, rules)
#define BY(scene, rules)                                                                                     \
    ferry_input file;                                                                                        \
    ferry_job *job;                                                                                          \
    fy_t3dm_material made = planned_by(&job, &file, scene, rules);                                           \
    ferry_rdp_material *rdp = &made.rdp;                                                                     \
    (void)rdp

/* Materials share a file where they ask for the same of its picture. */
START_TEST(what_is_asked_alike_is_written_once) {
    static const struct {
        const char *rules;
        uint32_t pictures;
    } cases[] = {
        {"", 1},
        {"{\"set\": {\"texture\": {\"format\": \"rgba16\"}}}", 1},
        {"{\"set\": {\"texture\": {\"format\": \"rgba16\"}}}, {\"material\": \"other\", \"set\": "
         "{\"texture\": {\"format\": \"ia16\"}}}",
         2},
        {"{\"material\": \"other\", \"set\": {\"texture\": {\"format\": \"ia16\"}}}", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, "{\"version\": 1, \"rules\": [%s]}", cases[i].rules);
        ferry_input file = {"r.json", bytes_of(text)};
        ferry_job *job = rules_job(&file, 0);
        ferry_scene *scene = painted_scene(job);
        ferry_material *other = ferry_append(scene, &scene->materials, ferry_material);
        *other = scene->materials.data[0];
        other->name = "other";
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[0];
        draw->name = "again";
        draw->material = 1;
        ferry_file_list files = {0};
        ck_assert(ferry_save(job, scene, "t3dm", "house.t3dm", &files));
        ck_assert_uint_eq(files.count, 1 + cases[i].pictures);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(without_rules_nothing_changes) {
    WITH("");
    ck_assert_uint_eq(rdp->combiner, 0x80127E0388FFFDFE);
    ck_assert_uint_eq(rdp->flags,
                      FERRY_RDP_DEPTH | FERRY_RDP_TEXTURED | FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK);
    ck_assert_uint_eq(rdp->prim[1], 128);
    fy_expect_report(job, "house_art.ci8.png: note: texture[0] \"art\": 16 x 8 texels as CI8, 128 bytes "
                          "of TMEM; difference 1.7/255\n");
    ferry_close(job);
}
END_TEST

START_TEST(later_rules_win_key_by_key) {
    WITH("{\"set\": {\"prim\": \"#010203\", \"cull\": \"none\", \"texture\": {\"wrap-s\": \"clamp\", "
         "\"wrap-t\": \"clamp\"}}},"
         "{\"material\": \"p*\", \"set\": {\"prim\": \"#090aAf9F\", \"texture0\": {\"wrap-t\": \"mirror\"}}},"
         "{\"material\": \"x*\", \"set\": {\"prim\": \"#FFFFFF\"}}");
    ck_assert_mem_eq(rdp->prim, ((uint8_t[]){0x09, 0x0A, 0xAF, 0x9F}), 4);
    ck_assert_uint_eq(rdp->flags & (FERRY_RDP_CULL_BACK | FERRY_RDP_CULL_FRONT), 0);
    ck_assert(rdp->tiles[0].s.clamp && !rdp->tiles[0].t.clamp && rdp->tiles[0].t.mirror);
    ferry_rule_use_list uses = ferry_rule_uses(job);
    ck_assert_uint_eq(uses.count, 3);
    ck_assert_uint_eq(uses.data[0].materials, 1);
    ck_assert_uint_eq(uses.data[2].materials, 0);
    ck_assert_str_eq(uses.data[2].path, "rules[2]");
    ferry_close(job);
}
END_TEST

/* A rule speaks if all its globs match; a texture's settings are for the textures that its glob means. */
START_TEST(rules_speak_where_all_globs_match) {
    static const struct {
        const char *globs;
        bool speaks;
    } cases[] = {
        {"\"model\": \"house\"", true},
        {"\"model\": \"house.bmd\"", true},
        {"\"model\": \"shop/*\"", true},
        {"\"model\": \"*.bdl\"", false},
        {"\"texture\": \"a?t\"", true},
        {"\"texture\": \"b*\"", false},
        {"\"model\": \"h*\", \"material\": \"paint\", \"texture\": \"art\"", true},
        {"\"model\": \"h*\", \"material\": \"Paint\", \"texture\": \"art\"", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[256];
        snprintf(rules, sizeof rules, "{%s, \"set\": {\"fog\": \"on\", \"texture\": {\"shift-s\": 3}}}",
                 cases[i].globs);
        WITH(rules);
        ck_assert_msg((rdp->fog == 2) == cases[i].speaks, "%s", cases[i].globs);
        ck_assert_int_eq(rdp->tiles[0].s.shift, cases[i].speaks ? 3 : 0);
        ferry_close(job);
    }
}
END_TEST

START_TEST(a_cutout_reads_the_textures_alpha) {
    WITH("{\"set\": {\"alpha\": \"cutout\", \"blend-color\": \"#00000030\"}}");
    ck_assert_uint_eq(rdp->other_mode & FERRY_RDP_ALPHA_COMPARE, FERRY_RDP_ALPHA_COMPARE);
    ck_assert_uint_eq(rdp->blender, 0);
    ck_assert_uint_eq(rdp->blend[3], 0x30);
    ck_assert_uint_eq(made.layer, FY_T3DM_CUTOUT);
    ck_assert(fy_rdp_reads_alpha(rdp->combiner, FY_RDP_TEX0));
    ferry_close(job);
}
END_TEST

START_TEST(alpha_chooses_blender_and_layer) {
    static const struct {
        const char *alpha;
        uint32_t blender;
    } cases[] = {{"blend", FERRY_RDP_BLEND_MULTIPLY}, {"add", FERRY_RDP_BLEND_ADD}, {"opaque", 0}};
    for (size_t i = 0; i < 3; i++) {
        char rules[128];
        snprintf(rules, sizeof rules, "{\"set\": {\"alpha\": \"%s\"}}", cases[i].alpha);
        WITH(rules);
        ck_assert_uint_eq(rdp->blender, cases[i].blender);
        ck_assert_uint_eq(made.layer, cases[i].blender ? FY_T3DM_BLEND : FY_T3DM_OPAQUE);
        ck_assert_uint_eq(fy_rdp_reads_alpha(rdp->combiner, FY_RDP_TEX0), cases[i].blender != 0);
        ferry_close(job);
    }
}
END_TEST

START_TEST(constants_that_no_rule_names_are_white) {
    WITH("{\"set\": {\"combiner\": \"(PRIM,ENV,TEX0_ALPHA,ENV),(0,0,0,1)\", \"prim\": \"#102030\"}}");
    ck_assert_uint_eq(rdp->colors, FERRY_RDP_SET_PRIM | FERRY_RDP_SET_ENV);
    ck_assert_mem_eq(rdp->prim, ((uint8_t[]){16, 32, 48, 255}), 4);
    ck_assert_mem_eq(rdp->env, ((uint8_t[]){255, 255, 255, 255}), 4);
    ck_assert_uint_eq(rdp->flags & FERRY_RDP_SHADED, 0);
    ferry_close(job);
}
END_TEST

START_TEST(modes_are_set) {
    WITH("{\"set\": {\"cull\": \"front\", \"depth\": false, \"z-mode\": \"decal\", \"fog\": \"default\", "
         "\"lit\": false, "
         "\"effect\": \"outline\", \"filter\": \"median\", \"env\": \"#00000000\"}}");
    ck_assert_uint_eq(rdp->flags,
                      FERRY_RDP_TEXTURED | FERRY_RDP_SHADED | FERRY_RDP_CULL_FRONT | FERRY_RDP_UNLIT);
    ck_assert_uint_eq(rdp->other_mode, FERRY_RDP_MEDIAN | FERRY_RDP_Z_DECAL);
    ck_assert_uint_eq(rdp->fog, 0);
    ck_assert_uint_eq(rdp->effect, FERRY_RDP_EFFECT_OUTLINE);
    ck_assert_uint_eq(rdp->colors, FERRY_RDP_SET_PRIM | FERRY_RDP_SET_ENV);
    ck_assert_uint_eq(made.layer, FY_T3DM_DECAL);
    ferry_close(job);
}
END_TEST

/* Fog takes the place of the vertex alpha. */
START_TEST(fog_over_vertex_alpha_is_told) {
    static const char *const alpha[] = {"TEX0", "SHADE"};
    for (int i = 0; i < 2; i++) {
        char rules[128];
        snprintf(rules, sizeof rules,
                 "{\"set\": {\"fog\": \"on\", \"combiner\": \"(0,0,0,SHADE),(0,0,0,%s)\"}}", alpha[i]);
        WITH(rules);
        ck_assert_uint_eq(rdp->fog, 2);
        char *report = fy_report_text(ferry_job_report(job));
        ck_assert_int_eq(strstr(report, "replaces the vertex alpha") != NULL, i);
        free(report);
        ferry_close(job);
    }
}
END_TEST

/* Whatever the source does with them. */
START_TEST(vertices_keep_their_colours_or_not) {
    static const char *const rules[] = {"{\"set\": {\"vertex-colors\": false}}",
                                        "{\"set\": {\"vertex-colors\": true}}"};
    for (int i = 0; i < 2; i++) {
        WITH(rules[i]);
        ck_assert_uint_eq(made.color_set, i ? 0 : FERRY_NONE);
        ck_assert_uint_eq(made.alpha_set, i ? 0 : FERRY_NONE);
        ferry_close(job);
    }
}
END_TEST

/* The picture is 16 x 8. */
START_TEST(textures_get_format_and_size) {
    static const struct {
        const char *asked;
        ferry_rdp_texel format;
        int width, height;
    } cases[] = {
        {"\"format\": \"ia16\"", FERRY_RDP_IA16, 16, 8},
        {"\"format\": \"rgba32\"", FERRY_RDP_RGBA32, 16, 8},
        {"\"format\": \"i4\", \"size\": [4, 2]", FERRY_RDP_I4, 4, 2},
        {"\"format\": \"rgba16\", \"size\": [32, 64]", FERRY_RDP_RGBA16, 32, 64},
        {"\"format\": \"rgba16\", \"max-size\": 8", FERRY_RDP_RGBA16, 8, 8},
        {"\"format\": \"rgba16\", \"max-size\": 8, \"wrap-s\": \"clamp\"", FERRY_RDP_RGBA16, 8, 8},
        {"\"format\": \"ci4\", \"wrap-s\": \"clamp\", \"wrap-t\": \"clamp\", \"size\": [10, 6]",
         FERRY_RDP_CI4, 10, 6},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[256];
        snprintf(rules, sizeof rules, "{\"set\": {\"texture\": {%s}}}", cases[i].asked);
        WITH(rules);
        ck_assert_int_eq(made.texels[0], cases[i].format);
        ck_assert_int_eq(rdp->tiles[0].width, cases[i].width);
        ck_assert_int_eq(rdp->tiles[0].height, cases[i].height);
        ferry_close(job);
    }
}
END_TEST

/* An earlier rule's format is taken back. */
START_TEST(auto_leaves_the_format_to_the_program) {
    WITH("{\"set\": {\"texture\": {\"format\": \"i4\"}}}, {\"set\": {\"texture\": {\"format\": \"auto\"}}}");
    ck_assert_int_eq(made.texels[0], FERRY_RDP_CI8);
    ferry_close(job);
}
END_TEST

START_TEST(references_have_no_file) {
    WITH("{\"set\": {\"texture0\": {\"reference\": 77, \"size\": [64, 32]}}}");
    ck_assert_uint_eq(rdp->tiles[0].reference, 77);
    ck_assert_uint_eq(rdp->tiles[0].hash, 77);
    ck_assert_uint_eq(rdp->tiles[0].width, 64);
    ck_assert_uint_eq(rdp->tiles[0].height, 32);
    ck_assert_ptr_null(made.paths[0]);
    ck_assert_uint_eq(rdp->tiles[0].texture, FERRY_NONE);
    ferry_close(job);
}
END_TEST

START_TEST(left_out_materials_are_not_drawn) {
    WITH("{\"set\": {\"draw\": false}}, {\"set\": {\"texture1\": {\"shift-s\": 1}}}");
    ck_assert(made.drop);
    ferry_close(job);
}
END_TEST

#define TWO "\"combiner\": \"(TEX0,0,TEX1,0),(0,0,0,1),(COMBINED,0,SHADE,0),(0,0,0,1)\""

START_TEST(combiners_take_textures_as_they_are_listed) {
    BY(_i ? crowded_scene : staged_scene, "{\"set\": {" TWO ", \"texture1\": {\"format\": \"i4\"}}}");
    ck_assert_uint_eq(rdp->combiner, 0x80117E0488FFFDFE);
    ck_assert_uint_eq(rdp->tiles[0].texture, 0);
    ck_assert_uint_eq(rdp->tiles[1].texture, 1);
    ck_assert_int_eq(made.texels[1], FERRY_RDP_I4);
    ck_assert_uint_eq(rdp->flags, FERRY_RDP_DEPTH | FERRY_RDP_TEXTURED | FERRY_RDP_SHADED |
                                      FERRY_RDP_CULL_BACK | FERRY_RDP_UNLIT);
    ck_assert(fabsf(made.tint[0] * 255 - 200) < 1e-3f && fabsf(made.tint[2] * 255 - 50) < 1e-3f);
    ferry_close(job);
}
END_TEST

/* The texture beside a reference has neither palette nor 32 bits. */
START_TEST(one_of_two_textures_is_a_reference) {
    BY(staged_scene,
       "{\"set\": {" TWO "}}, {\"texture\": \"art\", \"set\": {\"texture\": {\"reference\": 5}}}");
    ck_assert_uint_eq(rdp->tiles[0].reference, 5);
    ck_assert_uint_eq(rdp->tiles[1].reference, 0);
    ck_assert_ptr_null(made.paths[0]);
    ck_assert_str_eq(made.paths[1], "rom:/house_over.rgba16.sprite");
    ferry_close(job);
}
END_TEST

START_TEST(the_second_texture_alone_stands_in_slot_b) {
    BY(staged_scene, "{\"set\": {\"combiner\": \"(0,0,0,SHADE),(0,0,0,1),(COMBINED,0,TEX1,0),(0,0,0,1)\"}}");
    ck_assert_uint_eq(rdp->tiles[0].texture, FERRY_NONE);
    ck_assert_uint_eq(rdp->tiles[1].texture, 1);
    ck_assert_ptr_nonnull(made.paths[1]);
    ferry_close(job);
}
END_TEST

/* What a rule asks for in vain. */
static const struct {
    const char *rules, *message;
    bool staged;
} vain[] = {
    {"{\"set\": {\"combiner\": \"(TEX0,TEX1,PRIM,TEX1),(0,0,0,1),(0,0,0,COMBINED),(0,0,0,1)\"}}",
     "r.json:1:47: error: rules[0].set.combiner: reads TEX1, but material[0] \"paint\" of house has one "
     "texture that the console can draw\n",
     false},
    {"{\"set\": {\"texture\": {\"size\": [24, 8]}}}",
     "r.json:1:55: error: rules[0].set.texture.size: 24 texels along s cannot repeat or mirror on the "
     "console, which needs a power of two (material[0] \"paint\" of house)\n",
     false},
    {"{\"set\": {\"texture\": {\"size\": [16, 4], \"wrap-s\": \"clamp\"}}}",
     "r.json:1:55: error: rules[0].set.texture.size: 16 x 4 texels are not enough for material[0] "
     "\"paint\" of house: the console needs at least 2 x 8\n",
     false},
    {"{\"set\": {\"texture\": {\"max-size\": 4, \"wrap-s\": \"clamp\"}}}",
     "r.json:1:59: error: rules[0].set.texture.max-size: a longest side of 4 texels is not enough for "
     "material[0] \"paint\" of house: the console needs at least 2 x 8\n",
     false},
    {"{\"set\": {\"texture\": {\"size\": [64, 64], \"format\": \"rgba32\"}}}",
     "r.json:1:75: error: rules[0].set.texture.format: 64 x 64 texels as rgba32 take 8192 bytes of TMEM, "
     "but only 2048 are available (material[0] \"paint\" of house)\n",
     false},
    {"{\"set\": {\"texture\": {\"size\": [28, 36], \"format\": \"rgba32\", \"wrap-s\": \"clamp\", \"wrap-t\": "
     "\"clamp\"}}}",
     "r.json:1:75: error: rules[0].set.texture.format: 28 x 36 texels as rgba32 are not loaded as they are: "
     "libdragon mixes up rows of 28 columns from row 14 on; 27 columns are possible (material[0] \"paint\" of "
     "house)\n",
     false},
    {"{\"set\": {" TWO ", \"texture0\": {\"format\": \"ci8\"}}}",
     "r.json:1:130: error: rules[0].set.texture0.format: ci8 is not possible with a second texture, which "
     "material[0] \"paint\" of house has; allowed: i4, ia4, i8, ia8, rgba16, ia16\n",
     true},
    {"{\"set\": {" TWO ", \"texture\": {\"format\": \"rgba32\"}}}",
     "r.json:1:129: error: rules[0].set.texture.format: rgba32 is not possible with a second texture, "
     "which material[0] \"paint\" of house has; allowed: i4, ia4, i8, ia8, rgba16, ia16\n",
     true},
    {"{\"set\": {" TWO ", \"texture\": {\"format\": \"i8\", \"size\": [64, 64]}}}",
     "r.json:1:129: error: rules[0].set.texture.format: 64 x 64 texels as i8 take 4096 bytes of TMEM, but "
     "only 0 are available (material[0] \"paint\" of house)\n",
     true},
};

START_TEST(what_cannot_be_is_an_error) {
    char text[512];
    snprintf(text, sizeof text, "{\"version\": 1, \"rules\": [%s]}", vain[_i].rules);
    ferry_input file = {"r.json", bytes_of(text)};
    ferry_job *job = rules_job(&file, 0);
    ferry_scene *scene = vain[_i].staged ? staged_scene(job) : painted_scene(job);
    fy_t3dm_plan plan;
    ferry_file_list files = {0};
    ck_assert(ferry_read_materials(job, "t3dm"));
    ck_assert(!fy_t3dm_plan_materials(job, scene, "house.t3dm", &plan, &files));
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(report, vain[_i].message) && *vain[_i].message, "%s", report);
    free(report);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(a_second_texture_that_is_not_there_is_a_warning) {
    WITH("{\"set\": {\"texture1\": {\"shift-s\": 1}}}");
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(strstr(
        report, "r.json:1:59: warning: rules[0].set.texture1: material[0] \"paint\" of house has no such "
                "texture: ignored"));
    free(report);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- the schema */

static const json_t *at(const json_t *json, const char *a, const char *b) {
    const json_t *found =
        json_object_get(json_object_get(json_object_get(json, "definitions"), a), "properties");
    return b ? json_object_get(found, b) : found;
}

static void expect_field(const json_t *schema, const char *object, const fy_rule_field *field) {
    const json_t *said = at(schema, object, field->name), *words = json_object_get(said, "enum");
    ck_assert_msg(said != NULL, "%s.%s is not in the schema", object, field->name);
    ck_assert_msg((field->words != NULL) == (words != NULL), "%s.%s: words", object, field->name);
    size_t count = 0;
    for (; field->words && field->words[count]; count++) {
        const char *word = json_string_value(json_array_get(words, count));
        ck_assert_msg(word && strcmp(word, field->words[count]) == 0, "%s.%s: %s", object, field->name,
                      field->words[count]);
    }
    ck_assert_uint_eq(json_array_size(words), count);
    if (field->kind == FY_RULE_IS_NUMBER || field->kind == FY_RULE_IS_SIZE) {
        const json_t *bounds = field->kind == FY_RULE_IS_SIZE ? json_object_get(said, "items") : said;
        ck_assert_int_eq(json_integer_value(json_object_get(bounds, "minimum")), field->least);
        ck_assert_int_eq(json_integer_value(json_object_get(bounds, "maximum")), field->most);
    }
    const char *type = json_string_value(json_object_get(said, "type"));
    ck_assert_msg((field->kind == FY_RULE_IS_FLAG) == (type && strcmp(type, "boolean") == 0), "%s.%s: type",
                  object, field->name);
}

START_TEST(the_schema_says_what_the_tables_say) {
    ferry_bytes text = fy_read_fixture("../docs/materials.schema.json");
    json_t *schema = json_loadb((const char *)text.data, text.size, JSON_REJECT_DUPLICATES, NULL);
    ck_assert_ptr_nonnull(schema);
    for (int i = 0; i < FY_RULE_KEYS; i++) expect_field(schema, "set", &fy_rule_fields[i]);
    for (int i = 0; i < FY_RULE_TEXTURES; i++)
        ck_assert_ptr_nonnull(at(schema, "set", fy_rule_texture_names[i]));
    for (int i = 0; i < FY_RULE_TEXTURE_KEYS; i++)
        expect_field(schema, "texture", &fy_rule_texture_fields[i]);
    ck_assert_uint_eq(json_object_size(at(schema, "set", NULL)), FY_RULE_KEYS + FY_RULE_TEXTURES);
    ck_assert_uint_eq(json_object_size(at(schema, "texture", NULL)), FY_RULE_TEXTURE_KEYS);
    ck_assert_uint_eq(json_object_size(at(schema, "rule", NULL)), 7);
    json_decref(schema);
    free((void *)(uintptr_t)text.data);
}
END_TEST

/* Every key has its line in the documentation. */
START_TEST(the_documentation_names_all_keys) {
    ferry_bytes text = fy_read_fixture("../docs/materials.md");
    char *page = malloc(text.size + 1), key[64];
    ck_assert_ptr_nonnull(page);
    memcpy(page, text.data, text.size);
    page[text.size] = 0;
    for (int i = 0; i < FY_RULE_KEYS + FY_RULE_TEXTURE_KEYS; i++) {
        const fy_rule_field *field =
            i < FY_RULE_KEYS ? &fy_rule_fields[i] : &fy_rule_texture_fields[i - FY_RULE_KEYS];
        snprintf(key, sizeof key, "| `%s` |", field->name);
        ck_assert_msg(strstr(page, key) != NULL, "docs/materials.md has no line for %s", field->name);
        for (int k = 0; field->words && field->words[k]; k++) {
            snprintf(key, sizeof key, "`%s`", field->words[k]);
            ck_assert_msg(strstr(page, key) != NULL, "docs/materials.md does not name %s", field->words[k]);
        }
    }
    free(page);
    free((void *)(uintptr_t)text.data);
}
END_TEST

/* -------------------------------------------------------------------------------------------- the hammer */

/* Reads the rules, and converts by them if they can be read. True without an error. */
static bool run(ferry_bytes rules, ferry_bytes model, size_t fail_allocation) {
    ferry_input file = {"r.json", rules};
    ferry_job *job = rules_job(&file, fail_allocation);
    ferry_file_list files = {0};
    if (!job) return false;
    bool done = ferry_read_materials(job, "t3dm");
    if (done && model.size) {
        ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "figure.bdl", .bytes = model}, 1);
        done = scene && ferry_prepare(job, scene, "t3dm", NULL) &&
               ferry_save(job, scene, "t3dm", "x.t3dm", &files);
        ferry_scene_free(scene);
    }
    ck_assert_msg(done != (ferry_job_report(job)->totals[FERRY_ERROR] > 0), "done and failed, or neither");
    ferry_close(job);
    return done;
}

static ferry_bytes own_copy(ferry_bytes from) {
    uint8_t *copy = malloc(from.size ? from.size : 1);
    ck_assert_ptr_nonnull(copy);
    if (from.size) memcpy(copy, from.data, from.size);
    return (ferry_bytes){copy, from.size};
}

START_TEST(every_length_and_every_byte) {
    ferry_bytes whole = fy_read_fixture("materials.json"), none = {0};
    ck_assert(run(whole, none, 0));
    for (size_t size = 0; size < whole.size; size++) {
        ferry_bytes cut = own_copy((ferry_bytes){whole.data, size});
        bool read = run(cut, none, 0),
             only_spaces_missing = whole.data[size] == '\n' && size + 1 == whole.size;
        ck_assert_msg(read == only_spaces_missing, "%zu of %zu bytes", size, whole.size);
        free((void *)(uintptr_t)cut.data);
    }
    for (size_t at_byte = 0; at_byte < whole.size; at_byte++)
        for (int change = 0; change < 4; change++) {
            ferry_bytes changed = own_copy(whole);
            uint8_t *byte = (uint8_t *)(uintptr_t)changed.data + at_byte;
            *byte = (uint8_t[]){0, 0xFF, (uint8_t)(*byte ^ 0x80), (uint8_t)(*byte + 1)}[change];
            run(changed, none, 0);
            free((void *)(uintptr_t)changed.data);
        }
    free((void *)(uintptr_t)whole.data);
}
END_TEST

/* All allocations of reading the rules, and some of a conversion by them. */
START_TEST(every_allocation) {
    ferry_bytes rules = fy_read_fixture("materials.json"), model = fy_read_fixture("figure.bdl"), none = {0};
    size_t at_allocation = 1;
    while (!run(rules, none, at_allocation)) at_allocation++;
    ck_assert_uint_gt(at_allocation, 20);
    for (at_allocation = 1; at_allocation < 100000 && !run(rules, model, at_allocation); at_allocation += 97)
        continue;
    ck_assert_uint_lt(at_allocation, 100000);
    free((void *)(uintptr_t)rules.data);
    free((void *)(uintptr_t)model.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_rules");
    TCase *tests = tcase_create("rules");
    tcase_set_timeout(tests, 120);
    tcase_add_test(tests, globs_match);
    tcase_add_test(tests, globs_are_judged);
    tcase_add_test(tests, globs_take_little_time);
    tcase_add_test(tests, combiners_are_words);
    tcase_add_test(tests, the_second_cycle_sees_the_second_texture);
    tcase_add_loop_test(tests, broken_files_are_refused, 0, sizeof broken / sizeof *broken);
    tcase_add_test(tests, deep_and_large_files_are_refused);
    tcase_add_test(tests, formats_without_rules_say_so);
    tcase_add_test(tests, values_know_their_places);
    tcase_add_test(tests, without_rules_nothing_changes);
    tcase_add_test(tests, what_is_asked_alike_is_written_once);
    tcase_add_test(tests, later_rules_win_key_by_key);
    tcase_add_test(tests, rules_speak_where_all_globs_match);
    tcase_add_test(tests, a_cutout_reads_the_textures_alpha);
    tcase_add_test(tests, alpha_chooses_blender_and_layer);
    tcase_add_test(tests, constants_that_no_rule_names_are_white);
    tcase_add_test(tests, modes_are_set);
    tcase_add_test(tests, fog_over_vertex_alpha_is_told);
    tcase_add_test(tests, vertices_keep_their_colours_or_not);
    tcase_add_loop_test(tests, combiners_take_textures_as_they_are_listed, 0, 2);
    tcase_add_test(tests, one_of_two_textures_is_a_reference);
    tcase_add_test(tests, the_second_texture_alone_stands_in_slot_b);
    tcase_add_test(tests, textures_get_format_and_size);
    tcase_add_test(tests, auto_leaves_the_format_to_the_program);
    tcase_add_test(tests, references_have_no_file);
    tcase_add_test(tests, left_out_materials_are_not_drawn);
    tcase_add_loop_test(tests, what_cannot_be_is_an_error, 0, sizeof vain / sizeof *vain);
    tcase_add_test(tests, a_second_texture_that_is_not_there_is_a_warning);
    tcase_add_test(tests, the_schema_says_what_the_tables_say);
    tcase_add_test(tests, the_documentation_names_all_keys);
    tcase_add_test(tests, every_length_and_every_byte);
    tcase_add_test(tests, every_allocation);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
