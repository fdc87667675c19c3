/*
 * fast64_model.h: glTF files with materials of fast64, written by hand, and what is read of them
 * (docs/formats/fast64.md).
 */
#ifndef FERRY_TESTS_FAST64_MODEL_H
#define FERRY_TESTS_FAST64_MODEL_H

#include <check.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/generic_builder.h"
#include "core/scene/scene.h"
#include "formats/gltf/fast64/gltf_fast64.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_reader.h"

typedef struct fast64_model {
    generic_files files; /* the first one is the glTF file */
    ferry_setting_value settings[2];
    ferry_job *job;
    ferry_scene *scene;
} fast64_model;

static inline void begin(fast64_model *t, const char *name) {
    generic_open(&t->files, name);
}

static inline void start_job(fast64_model *t) {
    size_t settings = (size_t)(t->settings[0].key != NULL) + (t->settings[1].key != NULL);
    ferry_options options = {.size = sizeof options,
                             .sidecar = generic_sidecar,
                             .user = &t->files,
                             .settings = t->settings,
                             .setting_count = settings};
    t->job = ferry_open(&options);
}

/* Materials alone, read into a scene that has as many. */
static inline void read_materials(fast64_model *t, uint32_t count) {
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

static inline void end(fast64_model *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    generic_free(&t->files);
}

static inline const ferry_rdp_material *state_of(const fast64_model *t, uint32_t index) {
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
static inline void read_one(fast64_model *t, const char *f3d_mat) {
    begin(t, "assets/model.gltf");
    generic_say(&t->files, "{\"materials\":[{\"name\":\"m\",\"extras\":{\"f3d_mat\":{");
    generic_put(&t->files, f3d_mat, strlen(f3d_mat));
    generic_say(&t->files, "}}}]}");
    read_materials(t, 1);
}

#define TEXTURED "\"combiner1\":" TEX_SHADE ",\"combiner2\":" PASS ",\"rdp_settings\":" RDP

static inline void expect_axis(const ferry_rdp_axis *axis, float low, float high, int mask, int shift,
                               int mirror, int clamp) {
    ck_assert_float_eq(axis->low, low);
    ck_assert_float_eq(axis->high, high);
    ck_assert_int_eq(axis->mask, mask);
    ck_assert_int_eq(axis->shift, shift);
    ck_assert_int_eq(axis->mirror, mirror);
    ck_assert_int_eq(axis->clamp, clamp);
}

/* The extension with what is to be tried in it. */
static inline void read_extension(fast64_model *t, const char *extension, const char *beside,
                                  const char *rest) {
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

/* -------------------------------------------------------------------------------------- whole models */

/* Two triangles, each with a material of its own; the second one is drawn by a node that hangs on another,
 * beside fast64's library. `materials` and what else is to be said of them. */
static inline void put_model(fast64_model *t, const char *name, const char *materials) {
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

static inline void load(fast64_model *t) {
    ferry_input input = {t->files.names[0], {(const uint8_t *)t->files.data[0], t->files.sizes[0]}};
    start_job(t);
    t->scene = ferry_load(t->job, &input, 1);
    ck_assert_ptr_nonnull(t->scene);
    ck_assert(ferry_check(t->job, t->scene));
}

/* The scene as a T3DM file, and what that reads as. */
static inline ferry_scene *convert(fast64_model *t, ferry_file_list *files) {
    ck_assert(ferry_prepare(t->job, t->scene, "t3dm", NULL));
    ck_assert(ferry_save(t->job, t->scene, "t3dm", "out/model.t3dm", files));
    ferry_input input = {"model.t3dm", files->data[0].bytes};
    ferry_scene *back = ferry_load(t->job, &input, 1);
    ck_assert_ptr_nonnull(back);
    return back;
}

#endif
