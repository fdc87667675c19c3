/* fuzz_join.c: any bytes behind a model that they may belong to; what they make of it keeps its promises in
 * any pose. */
#include "builders/fixtures/fixtures.h"
#include "fuzz.h"

static void pose(ferry_job *job, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->clips.count; i++)
        for (int step = 0; step < 4; step++) {
            const ferry_scene *posed =
                ferry_pose(job, scene, &i, 1, step * scene->clips.data[i].duration / 3);
            fuzz_require(posed || fuzz_has_error(job), "a pose fails with an error", job);
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static jb_file file; /* built once */
    if (!file.data) {
        const fixture *from = fixture_find("skinned.bmd");
        jb_model *model = from->make();
        file = jb_build(model, from->kind);
        jb_model_free(model);
    }
    ferry_job *job = fuzz_job(size);
    if (!job) return 0;
    ferry_input inputs[2] = {{"model", {file.data, file.size}}, {"fuzz", {data, size}}};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    fuzz_require((scene != NULL) != fuzz_has_error(job), "no scene means an error, and the reverse", job);
    if (scene) {
        fuzz_require(ferry_check(job, scene), "a scene that was read is sound", job);
        pose(job, scene);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
