/*
 * test_gltf_scene.c: what glTF's JSON says of nodes, materials, textures and pictures
 * (docs/formats/generic.md), from text to the scene; the exact words for what is wrong in it; and bytes that
 * mean harm.
 */
#include <stdio.h>
#include <stdlib.h>

#include "builders/generic_trip.h"
#include "helpers.h"

#define GLTF "{\"asset\":{\"version\":\"2.0\"},"

/* ----------------------------------------------------------------------------------------------- the trip */

static void read_text(trip *t, const char *text) {
    generic_open(&t->files, "x.gltf");
    generic_put(&t->files, text, strlen(text));
    travel(t);
}

/* Reads that, which is well, and says this. */
static const ferry_scene *arrive(trip *t, const char *text, const char *report) {
    read_text(t, text);
    fy_expect_report(t->job, report);
    ck_assert_ptr_nonnull(t->scene);
    ck_assert(ferry_check(t->job, t->scene));
    return t->scene;
}

static void expect_refusal(const char *text, const char *report) {
    trip t = {0};
    read_text(&t, text);
    fy_expect_report(t.job, report);
    ck_assert_ptr_null(t.scene);
    come_home(&t);
}

/* -------------------------------------------------------------------------------------------- whole files */

START_TEST(it_needs_no_process_of_its_own) {
    ck_assert(!(ferry_find_format(NULL, "glb")->flags & FERRY_FORMAT_FOREIGN_READ));
    ck_assert(!(ferry_find_format(NULL, "gltf")->flags & FERRY_FORMAT_FOREIGN_READ));
}
END_TEST

START_TEST(versions_are_told) {
    static const struct {
        const char *asset, *found;
    } others[] = {
        {"{\"version\":\"1.0\"}",
         "x.gltf:0x14: error: asset.version: expected glTF version 2, found \"1.0\""},
        {"{\"version\":\"20\"}", "x.gltf:0x14: error: asset.version: expected glTF version 2, found \"20\""},
        {"{\"version\":2}", "x.gltf:0x14: error: asset.version: expected glTF version 2, found none"}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        trip t = {0};
        char text[128];
        snprintf(text, sizeof text, "{\"asset\":%s}", others[i].asset);
        read_text(&t, text);
        const ferry_report *report = ferry_job_report(t.job);
        ck_assert_ptr_null(t.scene);
        ck_assert_uint_eq(report->count, 1);
        ck_assert_str_eq(report->data[0].code, "gltf.version");
        ck_assert_uint_eq(report->data[0].offset, 0x14);
        ck_assert_ptr_nonnull(strstr(others[i].found, report->data[0].path));
        const char *words = strstr(others[i].found, "expected glTF");
        ck_assert_ptr_nonnull(words);
        ck_assert_mem_eq(report->data[0].text, words, strlen(words));
        come_home(&t);
    }
    trip t = {0};
    arrive(&t, "{\"asset\":{\"version\":\"2.1\"}}", "");
    come_home(&t);
}
END_TEST

START_TEST(lists_are_lists) {
    expect_refusal(GLTF "\"samplers\":{},\"nodes\":[]}", "x.gltf:0x26: error: samplers: expected an "
                                                         "array\n");
    expect_refusal(GLTF "\"nodes\":3}", "x.gltf:0x23: error: nodes: expected an array\n");
}
END_TEST

/* -------------------------------------------------------------------------------------------------- nodes */

START_TEST(branches_come_in_their_order) {
    trip t = {0};
    const ferry_scene *scene = arrive(
        &t,
        GLTF "\"nodes\":[{\"name\":\"a\",\"children\":[3,1]},{\"name\":\"b\",\"children\":[4]},{\"name\":"
             "\"a\"},{},{\"name\":\"\"}]}",
        "");
    static const char *const names[] = {"a", "node3", "b", "node4", "a"};
    static const uint32_t parents[] = {FERRY_NONE, 0, 0, 2, FERRY_NONE};
    ck_assert_uint_eq(scene->nodes.count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        ck_assert_str_eq(scene->nodes.data[i].name, names[i]);
        ck_assert_uint_eq(scene->nodes.data[i].parent, parents[i]);
        ck_assert(scene->nodes.data[i].scale.x == 1 && scene->nodes.data[i].quat.w == 1 &&
                  scene->nodes.data[i].visible);
    }
    come_home(&t);
}
END_TEST

START_TEST(one_scene_is_shown) {
    trip t = {0};
    const ferry_scene *scene =
        arrive(&t, GLTF "\"scene\":1,\"scenes\":[{\"nodes\":[0]},{\"nodes\":[1]}],\"nodes\":[{},{}]}",
               "x.gltf:0x2e: loss: scenes: the file has 2 scenes; only scenes[1] is read\n");
    ck_assert_uint_eq(scene->nodes.count, 1);
    ck_assert_str_eq(scene->nodes.data[0].name, "node1");
    come_home(&t);
}
END_TEST

START_TEST(places_are_the_files) {
    trip t = {0};
    const ferry_scene *scene = arrive(
        &t,
        GLTF "\"nodes\":[{\"translation\":[0.1,-2,3e4],\"rotation\":[0,0,0.6,0.8],\"scale\":[-1,0.3,0]},"
             "{\"rotation\":[0,0,3,4]},{\"rotation\":[0,0,0,0]}]}",
        "");
    const ferry_node *n = scene->nodes.data;
    ck_assert_uint_eq(scene->nodes.count, 3); /* a rotation that is not of unit length shears nothing */
    ck_assert(n[0].translate.x == 0.1f && n[0].translate.y == -2 && n[0].translate.z == 3e4f);
    ck_assert(n[0].scale.x == -1 && n[0].scale.y == 0.3f && n[0].scale.z == 0);
    ck_assert_float_eq_tol(n[0].quat.z, 0.6f, 1e-7f);
    ck_assert_float_eq_tol(n[1].quat.z, 0.6f, 1e-7f);
    ck_assert_float_eq_tol(n[1].quat.w, 0.8f, 1e-7f);
    ck_assert(n[2].quat.w == 1);
    come_home(&t);
}
END_TEST

START_TEST(matrices_are_taken_apart) {
    trip t = {0};
    const ferry_scene *scene =
        arrive(&t,
               GLTF "\"nodes\":[{\"matrix\":[0,2,0,0, -3,0,0,0, 0,0,4,0, 5,6,7,1]},"
                    "{\"name\":\"s\",\"children\":[2],\"matrix\":[1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1]},{}]}",
               "");
    const ferry_node *n = scene->nodes.data;
    ck_assert_uint_eq(scene->nodes.count, 4);
    ck_assert(n[0].translate.x == 5 && n[0].translate.y == 6 && n[0].translate.z == 7);
    ck_assert(n[0].scale.x == 2 && n[0].scale.y == 3 && n[0].scale.z == 4);
    ck_assert_float_eq_tol(n[0].quat.z, 0.70710678f, 1e-6f);
    ck_assert_str_eq(n[1].name, "s");
    ck_assert_str_eq(n[2].name, "s.shear");
    ck_assert(n[2].helper && n[2].parent == 1 && n[3].parent == 2);
    come_home(&t);
}
END_TEST

/* One that mirrors does it along the axis that points most against itself. */
START_TEST(a_matrix_that_mirrors_has_one_negative_scale) {
    trip t = {0};
    const ferry_node *n =
        arrive(&t, GLTF "\"nodes\":[{\"matrix\":[2,0,0,0, 0,3,0,0, 0,0,-4,0, 5,6,7,1]}]}", "")->nodes.data;
    ck_assert(n->scale.x == 2 && n->scale.y == 3 && n->scale.z == -4);
    ck_assert_float_eq_tol(n->quat.w, 1, 1e-6f);
    come_home(&t);
}
END_TEST

/* One that flattens turns and scales along the other axes as it says, whichever axis it is. */
START_TEST(a_flat_matrix_turns_as_it_says) {
    static const double turn[3][3] = {{2, 2, 1}, {-2, 1, 2}, {1, -2, 2}}; /* columns, 3 long */
    trip t = {0};
    char text[512];
    ferry_matrix world[1];
    double m[3][3];
    for (int col = 0; col < 3; col++)
        for (int row = 0; row < 3; row++) m[col][row] = col == _i ? 0 : (col + 1) * turn[col][row];
    snprintf(text, sizeof text,
             GLTF "\"nodes\":[{\"matrix\":[%g,%g,%g,0, %g,%g,%g,0, %g,%g,%g,0, 5,6,7,1]}]}", m[0][0], m[0][1],
             m[0][2], m[1][0], m[1][1], m[1][2], m[2][0], m[2][1], m[2][2]);
    ck_assert(ferry_world_matrices(arrive(&t, text, ""), world));
    for (int k = 0; k < 9; k++) ck_assert_double_eq_tol(world->m[k % 3][k / 3], m[k / 3][k % 3], 1e-5);
    come_home(&t);
}
END_TEST

/* What is scaled to nothing has no rotation. */
START_TEST(a_matrix_of_zeros_is_a_scale_of_zero) {
    trip t = {0};
    const ferry_scene *scene =
        arrive(&t, GLTF "\"nodes\":[{\"matrix\":[0,0,0,0, 0,0,0,0, 0,0,0,0, 5,6,7,1]}]}", "");
    const ferry_node *n = scene->nodes.data;
    ck_assert(n->translate.x == 5 && n->translate.y == 6 && n->translate.z == 7);
    ck_assert(n->scale.x == 0 && n->scale.y == 0 && n->scale.z == 0);
    ck_assert(n->quat.x == 0 && n->quat.y == 0 && n->quat.z == 0 && n->quat.w == 1);
    come_home(&t);
}
END_TEST

START_TEST(places_that_are_none_are_told) {
    trip t = {0};
    arrive(&t,
           GLTF "\"nodes\":[{\"name\":\"m\",\"matrix\":[1,2]},{\"translation\":[1,2],\"rotation\":\"up\","
                "\"scale\":[1e30,1,1]}]}",
           "x.gltf:0x39: warning: nodes[0].matrix: the matrix of node \"m\" is not finite; used "
           "identity\n"
           "x.gltf:0x4f: warning: nodes[1].translation: node \"node1\": expected an array of 3 finite "
           "numbers; used no translation\n"
           "x.gltf:0x60: warning: nodes[1].rotation: node \"node1\": expected an array of 4 finite "
           "numbers; used no rotation\n"
           "x.gltf:0x6d: warning: nodes[1].scale: node \"node1\": expected an array of 3 finite numbers; "
           "used no scale\n");
    for (uint32_t i = 0; i < 2; i++)
        ck_assert(t.scene->nodes.data[i].translate.x == 0 && t.scene->nodes.data[i].quat.w == 1 &&
                  t.scene->nodes.data[i].scale.x == 1);
    come_home(&t);
}
END_TEST

/* A chain of `count` nodes, the last one first. */
static void read_chain(trip *t, uint32_t count) {
    generic_open(&t->files, "x.gltf");
    generic_say(&t->files, GLTF "\"nodes\":[{}");
    for (uint32_t i = 1; i < count; i++) generic_say(&t->files, ",{\"children\":[%u]}", i - 1);
    generic_say(&t->files, "]}");
    travel(t);
}

START_TEST(trees_have_a_depth) {
    trip t = {0};
    read_chain(&t, 1000);
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->nodes.count, 1000);
    come_home(&t);
    t = (trip){0};
    read_chain(&t, 1001);
    fy_expect_report(t.job,
                     "x.gltf:0x24: error: nodes[0]: is nested more than a thousand levels deep, or inside "
                     "itself\n");
    come_home(&t);
}
END_TEST

/* The document and its extras are two levels of 2,048; 100,000 brackets are refused as one too many is. */
START_TEST(brackets_have_a_limit) {
    static const char begin[] = "{\"asset\":{\"version\":\"2.0\"},\"extras\":";
    static const size_t depths[] = {2047, 2048, 100000};
    for (size_t i = 0; i < sizeof depths / sizeof *depths; i++) {
        size_t deep = depths[i], head = strlen(begin), size = head + 2 * deep + 1;
        char *text = malloc(size);
        ck_assert_ptr_nonnull(text);
        memcpy(text, begin, head);
        memset(text + head, '[', deep);
        memset(text + head + deep, ']', deep);
        text[size - 1] = '}';
        ferry_job *job = fy_test_job();
        ferry_scene *scene = ferry_load(job, &(ferry_input){"x.gltf", {(const uint8_t *)text, size}}, 1);
        ck_assert_int_eq(scene != NULL, i == 0);
        char *report = fy_report_text(ferry_job_report(job));
        ck_assert_msg((strstr(report, "maximum parsing depth reached") != NULL) == (i > 0), "%s", report);
        free(report);
        ferry_scene_free(scene);
        ferry_close(job);
        free(text);
    }
}
END_TEST

/* ---------------------------------------------------------------------------------------------- materials */

START_TEST(materials_say_what_they_are) {
    trip t = {0};
    const ferry_scene *scene = arrive(
        &t,
        GLTF
        "\"materials\":[{},{\"name\":\"m\",\"alphaMode\":\"MASK\",\"alphaCutoff\":0.25,\"doubleSided\":true,"
        "\"pbrMetallicRoughness\":{\"baseColorFactor\":[0.5,0,1,0.75]},\"extensions\":{\"KHR_materials_"
        "unlit\":{}}},"
        "{\"alphaMode\":\"BLEND\",\"extensions\":{\"KHR_materials_pbrSpecularGlossiness\":{\"diffuseFactor\":"
        "[0,0.5,0,2]}},\"pbrMetallicRoughness\":{\"baseColorFactor\":[1,1,1,1]}},{\"alphaCutoff\":1e10}]}",
        "x.gltf:0xf5: loss: materials[2].extensions: material \"material2\": surface properties left out: "
        "gloss\n");
    const ferry_material *m = scene->materials.data;
    ck_assert_uint_eq(scene->materials.count, 4);
    ck_assert_float_eq(m[3].alpha_cutoff, 0.5f); /* as if nothing were said */
    ck_assert_str_eq(m[0].name, "material0");
    ck_assert(m[0].lit && m[0].cull == FERRY_CULL_BACK && m[0].alpha_mode == FERRY_ALPHA_OPAQUE &&
              m[0].alpha_cutoff == 0.5f);
    ck_assert(m[0].base_color.r == 1 && m[0].base_color.a == 1 && m[0].base_texture == FERRY_NONE);
    ck_assert_str_eq(m[1].name, "m");
    ck_assert(!m[1].lit && m[1].cull == FERRY_CULL_NONE && m[1].alpha_mode == FERRY_ALPHA_CUTOUT &&
              m[1].alpha_cutoff == 0.25f);
    ck_assert_float_eq_tol(m[1].base_color.r, 0.735357f, 1e-5f); /* light to what a screen shows */
    ck_assert(m[1].base_color.g == 0 && m[1].base_color.b == 1 && m[1].base_color.a == 0.75f);
    ck_assert(m[2].alpha_mode == FERRY_ALPHA_BLEND && m[2].base_color.r == 0 && m[2].base_color.a == 1);
    come_home(&t);
}
END_TEST

#define WEARS(TEXTURE) "{\"pbrMetallicRoughness\":{\"baseColorTexture\":{" TEXTURE "}}}"

START_TEST(textures_are_sampled) {
    trip t = {0};
    generic_open(&t.files, "x.gltf");
    generic_say(
        &t.files,
        GLTF "\"materials\":[" WEARS("\"index\":0") "," WEARS("\"index\":1,\"texCoord\":1") "," WEARS(
            "\"index\":2") "," WEARS("\"index\":0,\"texCoord\":1,\"extensions\":{\"KHR_texture_transform\":{"
                                     "\"texCoord\":2}}") "],"
                                                         "\"textures\":[{\"source\":0,\"sampler\":0},{"
                                                         "\"source\":1},{\"source\":0,\"sampler\":1}],"
                                                         "\"samplers\":[{\"wrapS\":33648,\"wrapT\":33071,"
                                                         "\"minFilter\":9984,\"magFilter\":9728},{"
                                                         "\"minFilter\":9987}],"
                                                         "\"images\":[{\"uri\":\"my%%20tex.png\"},{\"uri\":"
                                                         "\"./my tex.png\"}]}");
    generic_picture(&t.files, "my tex.png");
    travel(&t);
    fy_expect_report(t.job, "");
    const ferry_texture *x = t.scene->textures.data;
    const ferry_material *m = t.scene->materials.data;
    ck_assert_uint_eq(t.scene->images.count, 1); /* one file, however it is called */
    ck_assert_uint_eq(t.scene->textures.count, 3);
    ck_assert(m[0].base_texture == 0 && m[0].base_uv == 0 && m[1].base_texture == 1 && m[1].base_uv == 1);
    ck_assert(m[2].base_texture == 2 && m[3].base_texture == 0 && m[3].base_uv == 2);
    ck_assert_str_eq(x[0].name, "my tex");
    ck_assert_str_eq(x[0].path, "my tex.png");
    ck_assert(x[0].wrap_s == FERRY_WRAP_MIRROR && x[0].wrap_t == FERRY_WRAP_CLAMP);
    ck_assert(x[0].min_filter == FERRY_FILTER_NEAREST_MIP_NEAREST && x[0].mag_filter == FERRY_FILTER_NEAREST);
    ck_assert(x[1].wrap_s == FERRY_WRAP_REPEAT && x[1].min_filter == FERRY_FILTER_LINEAR);
    ck_assert(x[2].min_filter == FERRY_FILTER_LINEAR_MIP_LINEAR && x[2].mag_filter == FERRY_FILTER_LINEAR);
    come_home(&t);
}
END_TEST

START_TEST(textures_that_are_not_there) {
    trip t = {0};
    arrive(&t,
           GLTF
           "\"materials\":[" WEARS("\"index\":7") "," WEARS("\"index\":0") "," WEARS("\"index\":1") "," WEARS(
               "\"index\":2") "],"
                              "\"textures\":[{},{\"source\":0},{\"source\":1}],\"images\":[{\"name\":\"i\"},{"
                              "\"uri\":\"none.png\"}]}",
           "x.gltf:0x54: warning: materials[0].pbrMetallicRoughness.baseColorTexture: it references no "
           "valid texture; used none\n"
           "x.gltf:0x145: warning: images[0]: expected a uri or a bufferView; the image is empty\n"
           "x.gltf:0x152: warning: images[1]: image \"none.png\" not found; the texture has no image\n");
    for (uint32_t i = 0; i < 3; i++) ck_assert_uint_eq(t.scene->materials.data[i].base_texture, FERRY_NONE);
    ck_assert_uint_eq(t.scene->textures.data[0].image, FERRY_NONE);
    come_home(&t);
}
END_TEST

static const char *find_file(void *user, const char *name) {
    ferry_bytes bytes;
    return generic_sidecar(user, name, &bytes) ? name : NULL;
}

/* An ending means a kind of picture; another one in its place is told. Without an ending any kind will do. */
START_TEST(pictures_of_another_kind_are_told) {
    trip t = {.find = find_file};
    generic_open(&t.files, "x.gltf");
    generic_say(
        &t.files,
        GLTF "\"materials\":[" WEARS("\"index\":0") "," WEARS(
            "\"index\":1") "],\"textures\":[{\"source\":0},{\"source\":1}],\"images\":[{\"uri\":\"a.tga\"},"
                           "{\"uri\":\"b\"}]}");
    generic_picture(&t.files, "a.png");
    generic_picture(&t.files, "b.png");
    travel(&t);
    fy_expect_report(t.job,
                     "x.gltf:0xce: note: images[0]: image \"a.tga\" not found; used \"a.png\" instead\n");
    ck_assert_uint_eq(t.scene->images.count, 2);
    come_home(&t);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- pictures */

static void say_base64(generic_files *files, const uint8_t *bytes, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < size; at += 3) {
        uint32_t word = (uint32_t)bytes[at] << 16 | (at + 1 < size ? (uint32_t)bytes[at + 1] << 8 : 0) |
                        (at + 2 < size ? bytes[at + 2] : 0);
        char four[] = {digits[word >> 18], digits[word >> 12 & 63], digits[word >> 6 & 63],
                       digits[word & 63]};
        if (at + 2 >= size) four[3] = '=';
        if (at + 1 >= size) four[2] = '=';
        generic_put(files, four, 4);
    }
}

static void expect_red_first(const ferry_scene *scene, uint32_t texture) {
    const ferry_image *image = &scene->images.data[scene->textures.data[texture].image];
    static const uint8_t red[] = {255, 0, 0, 255};
    ck_assert(image->width == 2 && image->height == 2);
    ck_assert_mem_eq(image->levels[0].rgba, red, 4);
}

START_TEST(pictures_lie_in_texts) {
    trip t = {0};
    generic_files picture = {0};
    generic_picture(&picture, "p.png");
    generic_open(&t.files, "x.gltf");
    generic_say(&t.files,
                GLTF "\"materials\":[" WEARS("\"index\":0") "," WEARS(
                    "\"index\":1") "],\"textures\":[{\"source\":1},{\"source\":2}],"
                                   "\"images\":[{\"uri\":\"data:never,looked at\"},{\"name\":\"C:\\\\a\\\\in "
                                   "text.png\",\"uri\":\"data:image/png;base64,");
    say_base64(&t.files, (const uint8_t *)picture.data[0], picture.sizes[0]);
    generic_say(&t.files, "\"},{\"uri\":\"data:image/png;base64,");
    say_base64(&t.files, (const uint8_t *)picture.data[0], picture.sizes[0]);
    generic_say(&t.files, "\"}]}");
    travel(&t);
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(t.scene->textures.count, 2);
    ck_assert_str_eq(t.scene->textures.data[0].name, "in text");
    ck_assert_str_eq(t.scene->textures.data[1].name, "texture1"); /* the second one that lies in the file */
    ck_assert_str_eq(t.scene->textures.data[0].path, "");
    expect_red_first(t.scene, 0);
    expect_red_first(t.scene, 1);
    generic_free(&picture);
    come_home(&t);
}
END_TEST

static void read_binary(trip *t, const char *views, const void *bytes, size_t size) {
    char text[1024];
    snprintf(text, sizeof text,
             GLTF "\"materials\":[" WEARS(
                 "\"index\":0") "],\"textures\":[{\"source\":0}],\"images\":[{\"name\":\"inside\","
                                "\"bufferView\":0,"
                                "\"mimeType\":\"image/"
                                "png\"}],\"bufferViews\":[%s],\"buffers\":[{\"byteLength\":%zu}]}",
             views, size);
    generic_open(&t->files, "x.glb");
    generic_put_glb(&t->files, text, bytes, size);
    travel(t);
}

START_TEST(pictures_lie_in_buffers) {
    trip t = {0};
    generic_files picture = {0};
    char view[80];
    generic_picture(&picture, "p.png");
    snprintf(view, sizeof view, "{\"buffer\":0,\"byteLength\":%zu}", picture.sizes[0]);
    read_binary(&t, view, picture.data[0], picture.sizes[0]);
    fy_expect_report(t.job, "");
    ck_assert_str_eq(t.scene->textures.data[0].name, "inside");
    expect_red_first(t.scene, 0);
    generic_free(&picture);
    come_home(&t);
}
END_TEST

START_TEST(pictures_that_are_none_are_told) {
    static const struct {
        const char *image, *report;
    } texts[] = {
        {"data:text/plain,x",
         "x.gltf:0x25: loss: images[0]: texture \"i\" has no image: expected \";base64,\" in its uri\n"},
        {"data:;base64,AAAA!AAA", "x.gltf:0x25: loss: images[0]: texture \"i\" has no image: its uri is "
                                  "not valid base64 after byte 3 of the data\n"},
        {"data:;base64,", "x.gltf:0x25: loss: images[0]: texture \"i\" has no image: it is empty\n"},
        {"data:;base64,AAAA",
         "x.gltf:0x25: loss: images[0]: texture \"i\" has no image: unknown image format\n"},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        trip t = {0};
        char text[512];
        snprintf(text, sizeof text,
                 GLTF "\"images\":[{\"name\":\"i\",\"uri\":\"%s\"}],\"textures\":[{\"source\":0}],"
                      "\"materials\":[" WEARS("\"index\":0") "]}",
                 texts[i].image);
        arrive(&t, text, texts[i].report);
        come_home(&t);
    }
    static const uint8_t broken[] = "\x89PNG\r\n\x1a\n----------------";
    trip t = {0};
    read_binary(&t, "{\"buffer\":0,\"byteLength\":24}", broken, 24);
    fy_expect_report(t.job, "x.glb:0x130: warning: images[0]: PNG: [2D][2D][2D][2D]: invalid chunk type\n");
    ck_assert_uint_eq(t.scene->textures.data[0].image, FERRY_NONE);
    come_home(&t);
    t = (trip){0};
    read_binary(&t, "{\"buffer\":0,\"byteLength\":25}", broken, 24);
    fy_expect_report(
        t.job, "x.glb:0xe3: error: bufferViews[0]: needs 25 bytes at offset 0 of buffers[0], which has 24\n");
    come_home(&t);
    t = (trip){0};
    read_binary(&t, "", broken, 24);
    fy_expect_report(t.job, "x.glb:0x9b: error: images[0]: it references no valid bufferView\n");
    come_home(&t);
}
END_TEST

/* --------------------------------------------------------------------------------------------------- harm */

/* The same text so many times, put at once: AddressSanitizer copies the whole file for every piece. */
static void put_many(generic_files *files, const char *text, size_t count) {
    size_t size = strlen(text);
    char *many = malloc(size * count);
    ck_assert_ptr_nonnull(many);
    for (size_t i = 0; i < count; i++) memcpy(many + i * size, text, size);
    generic_put(files, many, size * count);
    free(many);
}

/* Values take many times the bytes of their text: they count, and are given back. */
START_TEST(text_counts_against_the_limit) {
    trip t = {.memory_limit = (size_t)16 << 20};
    generic_open(&t.files, "x.gltf");
    generic_say(&t.files, GLTF "\"extras\":[[]");
    put_many(&t.files, ",[]", 200000);
    generic_say(&t.files, "]}");
    travel(&t);
    ck_assert_ptr_null(t.scene);
    ck_assert_uint_eq(ferry_job_report(t.job)->count, 1);
    ck_assert_str_eq(ferry_job_report(t.job)->data[0].code, "job.memory");
    ferry_close(t.job);
    t.memory_limit = (size_t)64 << 20;
    travel(&t);
    fy_expect_report(t.job, "");
    for (int i = 0; i < 4; i++) { /* again in the same job */
        ferry_scene *again = ferry_load(
            t.job, &(ferry_input){"x.gltf", {(const uint8_t *)t.files.data[0], t.files.sizes[0]}}, 1);
        ck_assert_ptr_nonnull(again);
        ferry_scene_free(again);
    }
    come_home(&t);
}
END_TEST

/* 2,048 levels, the outermost and a number at the bottom included. */
START_TEST(text_has_a_depth) {
    for (size_t arrays = 2046; arrays <= 2047; arrays++) {
        trip t = {0};
        generic_open(&t.files, "x.gltf");
        generic_say(&t.files, GLTF "\"extras\":");
        put_many(&t.files, "[", arrays);
        generic_say(&t.files, "1");
        put_many(&t.files, "]", arrays);
        generic_say(&t.files, "}");
        travel(&t);
        ck_assert_int_eq(t.scene != NULL, arrays == 2046);
        if (!t.scene) ck_assert_str_eq(ferry_job_report(t.job)->data[0].code, "gltf.json-syntax");
        come_home(&t);
    }
}
END_TEST

static void read_changed(generic_files *files, size_t size, size_t fail) {
    ferry_options options = {
        .size = sizeof options, .sidecar = generic_sidecar, .user = files, .fail_allocation = fail};
    ferry_job *job = ferry_open(&options);
    if (!job) return;
    ferry_scene *scene =
        ferry_load(job, &(ferry_input){files->names[0], {(const uint8_t *)files->data[0], size}}, 1);
    ck_assert((scene == NULL) == ferry_failed(job));
    if (scene && !fail) ck_assert(ferry_check(job, scene));
    ferry_scene_free(scene);
    ferry_close(job);
}

static void (*const makers[])(generic_files *) = {generic_gltf, generic_figure_gltf, generic_figure_glb};

START_TEST(no_bytes_do_harm) {
    generic_files files = {0};
    makers[_i](&files);
    for (size_t at = 0; at < files.sizes[0]; at += 3) read_changed(&files, at, 0);
    for (size_t at = 0; at < files.sizes[0]; at += 2) {
        char old = files.data[0][at], others[] = {0, '9', ']', (char)(old ^ 0x80), (char)(old + 1)};
        files.data[0][at] = others[at / 2 % sizeof others];
        read_changed(&files, files.sizes[0], 0);
        files.data[0][at] = old;
    }
    for (size_t n = 1; n < 600; n++) read_changed(&files, files.sizes[0], n);
    generic_free(&files);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf_scene");
    TCase *whole = tcase_create("whole");
    tcase_add_test(whole, it_needs_no_process_of_its_own);
    tcase_add_test(whole, versions_are_told);
    tcase_add_test(whole, lists_are_lists);
    suite_add_tcase(suite, whole);
    TCase *nodes = tcase_create("nodes");
    tcase_add_test(nodes, branches_come_in_their_order);
    tcase_add_test(nodes, one_scene_is_shown);
    tcase_add_test(nodes, places_are_the_files);
    tcase_add_test(nodes, matrices_are_taken_apart);
    tcase_add_test(nodes, a_matrix_that_mirrors_has_one_negative_scale);
    tcase_add_loop_test(nodes, a_flat_matrix_turns_as_it_says, 0, 3);
    tcase_add_test(nodes, a_matrix_of_zeros_is_a_scale_of_zero);
    tcase_add_test(nodes, places_that_are_none_are_told);
    tcase_add_test(nodes, trees_have_a_depth);
    suite_add_tcase(suite, nodes);
    TCase *surfaces = tcase_create("surfaces");
    tcase_add_test(surfaces, brackets_have_a_limit);
    tcase_add_test(surfaces, materials_say_what_they_are);
    tcase_add_test(surfaces, textures_are_sampled);
    tcase_add_test(surfaces, textures_that_are_not_there);
    tcase_add_test(surfaces, pictures_of_another_kind_are_told);
    tcase_add_test(surfaces, pictures_lie_in_texts);
    tcase_add_test(surfaces, pictures_lie_in_buffers);
    tcase_add_test(surfaces, pictures_that_are_none_are_told);
    suite_add_tcase(suite, surfaces);
    TCase *harm = tcase_create("harm");
    tcase_set_timeout(harm, 120);
    tcase_add_test(harm, text_counts_against_the_limit);
    tcase_add_test(harm, text_has_a_depth);
    tcase_add_loop_test(harm, no_bytes_do_harm, 0, 3);
    suite_add_tcase(suite, harm);
    return fy_run_suite(suite);
}
