/* fuzz_convert.c: any bytes that can be read are converted to T3DM, and what was written is read back. */
#include <string.h>

#include "fuzz.h"

static void read_back(const ferry_file_list *files) {
    for (uint32_t i = 0; i < files->count; i++) {
        const ferry_file *file = &files->data[i];
        size_t length = strlen(file->name);
        if (length < 5 || strcmp(file->name + length - 5, ".t3dm") != 0) continue;
        ferry_job *job = fuzz_job();
        if (!job) return;
        ferry_scene *scene = ferry_load(job, &(ferry_input){.name = file->name, .bytes = file->bytes}, 1);
        fuzz_require(scene != NULL, "what was written can be read", job);
        fuzz_require(ferry_check(job, scene), "what was written reads as a sound scene", job);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = fuzz_job();
    ferry_file_list files = {0};
    if (!job) return 0;
    const ferry_format *target = ferry_find_format(job, "t3dm");
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    if (scene && target && target->write) {
        bool written =
            ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "fuzz.t3dm", &files);
        fuzz_require(written != fuzz_has_error(job), "what is not written has an error, and the reverse",
                     job);
        if (written && target->read) read_back(&files);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
