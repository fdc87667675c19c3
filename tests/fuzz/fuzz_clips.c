/* fuzz_clips.c: any bytes behind a model that they may animate: what they make of it is written, and read
 * back. */
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "fuzz.h"

static ferry_bytes model_bytes(uint32_t number) {
    static const char *const names[] = {"skinned.bmd", "figure.bdl", "maya.bdl"};
    static jb_file files[3]; /* built once */
    if (!files[number].data) {
        const fixture *from = fixture_find(names[number]);
        jb_model *model = from->make();
        files[number] = jb_build(model, from->kind);
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
        scene->draws.data[i].material = (uint32_t)(size / 3 % scene->materials.count);
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
    ferry_input inputs[2] = {{"model", model_bytes((uint32_t)size % 3)}, {"fuzz", {data, size}}};
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
