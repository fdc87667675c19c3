/* test_fast64_models.c: models of fast64 on the whole way into T3DM files (docs/formats/fast64.md). */
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/fast64_model.h"
#include "builders/generic_builder.h"
#include "formats/sprite/rom_path.h"
#include "helpers.h"

static const ferry_material *material_called(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        if (strcmp(scene->materials.data[i].name, name) == 0) return &scene->materials.data[i];
    ck_abort_msg("no material \"%s\"", name);
    return NULL;
}

START_TEST(models_below_assets_name_their_sprites) {
    fast64_model t = {0};
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

/* Beside fast64's materials only: a file without any is plain glTF. */
START_TEST(meshes_without_a_material_are_left_out) {
    for (int plain = 0; plain < 2; plain++) {
        fast64_model t = {0};
        if (plain) t.settings[0] = (ferry_setting_value){"fast64.materials", "plain"};
        put_model(&t, "assets/model.gltf", MODEL_MATERIALS);
        generic_picture(&t.files, "wall.png");
        char *second = strstr(t.files.data[0], ",\"material\":1");
        memset(second, ' ', strlen(",\"material\":1"));
        load(&t);
        ck_assert_uint_eq(t.scene->draws.count, plain ? 2 : 1);
        ck_assert_str_eq(t.scene->draws.data[0].name, "Near");
        ck_assert_uint_eq(ferry_job_report(t.job)->totals[FERRY_LOSS], !plain);
        end(&t);
    }
}
END_TEST

/* glTF files have no drawing order, Tiny3D's importer sorts, and so do readers of glTF. */
START_TEST(what_blends_is_drawn_last) {
    fast64_model t = {0};
    put_model(&t, "assets/model.gltf", "\"materials\":[{\"alphaMode\":\"BLEND\"},{\"alphaMode\":\"MASK\"}]");
    load(&t);
    ck_assert_uint_eq(t.scene->draws.count, 2);
    ck_assert_str_eq(t.scene->draws.data[0].name, "Far");
    ck_assert_str_eq(t.scene->draws.data[1].name, "Near");
    end(&t);
}
END_TEST

START_TEST(elsewhere_pictures_are_made_anew) {
    for (int asked = 0; asked < 2; asked++) {
        fast64_model t = {0};
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
        fast64_model t = {.settings = {{"fast64.transforms", ignored ? "ignore" : "apply"}}};
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

/* An armature with two joints, the mesh's own node beneath it, what Blender hangs loose vertices on, and
 * something turned beside them. A clip turns the second joint, and says of the armature, the mesh's node and
 * what is beside them that they stay. */
static void put_skinned(fast64_model *t) {
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
    fast64_model t = {0};
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
    fast64_model t = {0};
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
    fast64_model t = {0};
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

int main(void) {
    Suite *suite = suite_create("fast64_models");
    TCase *candidate = tcase_create("way");
    tcase_add_test(candidate, what_blends_is_drawn_last);
    tcase_add_test(candidate, meshes_without_a_material_are_left_out);
    tcase_add_test(candidate, models_below_assets_name_their_sprites);
    tcase_add_test(candidate, elsewhere_pictures_are_made_anew);
    tcase_add_test(candidate, transforms_can_be_ignored);
    tcase_add_test(candidate, bones_are_the_joints);
    tcase_add_test(candidate, odd_sides_of_named_pictures_end_at_their_edge);
    tcase_add_test(candidate, clamped_tiles_start_at_zero);
    suite_add_tcase(suite, candidate);
    return fy_run_suite(suite);
}
