/* fuzz_clips.c: any bytes behind a model that they may animate: what they make of it is written, and read
 * back. */
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "fuzz.h"

enum { MODELS = 4, PICTURE = 48 };

/* White up to a frame that is clear, which is trimmed; `dark`: a spot in the middle of nothing. */
static uint32_t add_picture(jb_model *model, const char *name, bool dark) {
    uint8_t rgba[4 * PICTURE * PICTURE];
    for (uint32_t i = 0; i < PICTURE * PICTURE; i++) {
        const int x = (int)(i % PICTURE) - PICTURE / 2, y = (int)(i / PICTURE) - PICTURE / 2,
                  far = x * x + y * y;
        rgba[4 * i] = (uint8_t)(dark ? 40 : 255 - (far & 127));
        rgba[4 * i + 1] = (uint8_t)(dark ? 2 * (far & 127) : 230);
        rgba[4 * i + 2] = (uint8_t)(dark ? 90 : far & 255);
        rgba[4 * i + 3] = far < (dark ? 64 : 196) ? 255 : 0;
    }
    return jb_texture_add(model, name, FERRY_GX_RGB5A3, FERRY_GX_PALETTE_RGB565, PICTURE, PICTURE, 1, rgba);
}

/* The weighted model with an eye: two clamped pictures, of which the second is shifted, and clips may shift
 * it. Its joints bend, so that there are bones between them. */
static jb_model *make_eye(void) {
    jb_model *model = fixture_find("skinned.bmd")->make();
    const uint32_t pictures[2] = {add_picture(model, "white", false), add_picture(model, "pupil", true)};
    ferry_gx_material *gx = &model->materials[0].gx;
    gx->stage_count = gx->texgen_count = 2;
    for (uint8_t i = 0; i < 2; i++) {
        gx->textures[i] = pictures[i];
        gx->texgens[i] = gx->texgens[0];
        gx->texgens[i].matrix = (uint8_t)(30 + 3 * i);
        gx->matrices[i] = (ferry_gx_texture_matrix){.present = true,
                                                    .projection = 1,
                                                    .scale = {.25F, .25F},
                                                    .translate = {i * .125F, 0},
                                                    .center = {.5F, .5F, .5F}};
        gx->stages[i] = gx->stages[0];
        gx->stages[i].map = gx->stages[i].texgen = i;
        model->textures[pictures[i]].wrap_s = model->textures[pictures[i]].wrap_t = 0;
    }
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->stages[0].alpha = (ferry_gx_combine){.a = 7, .b = 7, .c = 7, .d = 4, .clamp = 1};
    gx->stages[1].color = (ferry_gx_combine){.a = 0, .b = 8, .c = 9, .d = 15, .clamp = 1};
    gx->stages[1].alpha = (ferry_gx_combine){.a = 7, .b = 7, .c = 7, .d = 0, .clamp = 1};
    return model;
}

static ferry_bytes model_bytes(uint32_t number) {
    static const char *const names[MODELS] = {"skinned.bmd", "figure.bdl", "maya.bdl", NULL};
    static jb_file files[MODELS]; /* built once */
    if (!files[number].data) {
        const fixture *from = names[number] ? fixture_find(names[number]) : NULL;
        jb_model *model = from ? from->make() : make_eye();
        files[number] = jb_build(model, from ? from->kind : JB_BMD3);
        jb_model_free(model);
    }
    return (ferry_bytes){files[number].data, files[number].size};
}

/* Whole models take most of the time, and are not what is asked about: a few triangles of one draw do, and
 * one material at a time, which any of them may be. Clips may show the other draws. */
static void thin_out(ferry_scene *scene, size_t size) {
    const uint32_t most = 4;
    for (uint32_t i = 0; i < scene->meshes.count; i++)
        if (scene->meshes.data[i].triangle_count > most) scene->meshes.data[i].triangle_count = most;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        scene->draws.data[i].material = (uint32_t)(size / MODELS % scene->materials.count);
        scene->draws.data[i].visible &= i == size / 7 % scene->draws.count;
    }
}

static void read_back(const ferry_file *file) {
    ferry_job *job = fuzz_job(SIZE_MAX);
    if (!job) return;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = file->name, .bytes = file->bytes}, 1);
    fuzz_require(scene != NULL, "what was written can be read", job);
    fuzz_require(ferry_check(job, scene), "what was written reads as a sound scene", job);
    ferry_scene_free(scene);
    ferry_close(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const bool whole = fuzz_whole(data, size);
    const ferry_setting_value effort = {"t3dm.effort", fuzz_effort(whole)};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = fuzz_memory(size),
                             .deadline = 20,
                             .settings = &effort,
                             .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    if (!job) return 0;
    fuzz_require(!fuzz_has_error(job), "its settings are allowed", job);
    ferry_file_list files = {0};
    /* Its size is as good as any other choice. */
    ferry_input inputs[2] = {{"model", model_bytes((uint32_t)size % MODELS)}, {"fuzz", {data, size}}};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    fuzz_shorten(scene, whole);
    if (scene && !whole) thin_out(scene, size);
    if (scene && scene->clips.count) {
        bool written =
            ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files);
        fuzz_require(written != fuzz_has_error(job), "what is not written has an error, and the reverse",
                     job);
        if (written) read_back(&files.data[0]);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
