/* fuzz_convert.c: any bytes that can be read are converted to a layout of T3DM, some with merged objects and
 * a box tree, and what was written is read back. */
#include <string.h>

#include "fuzz.h"

static ferry_job *job_for(const char *from, size_t memory, const ferry_setting_value *settings,
                          size_t count) {
    ferry_options options = {.size = sizeof options,
                             .memory_limit = memory,
                             .deadline = 20,
                             .from = from,
                             .settings = settings,
                             .setting_count = count};
    return ferry_open(&options);
}

static void read_back(const ferry_file_list *files, const char *layout) {
    for (uint32_t i = 0; i < files->count; i++) {
        const ferry_file *file = &files->data[i];
        size_t length = strlen(file->name);
        if (length < 5 || strcmp(file->name + length - 5, ".t3dm") != 0) continue;
        char from[16];
        snprintf(from, sizeof from, "t3dm:%s", layout);
        ferry_job *job = job_for(from, fuzz_memory(SIZE_MAX), NULL, 0);
        if (!job) return;
        ferry_scene *scene = ferry_load(job, &(ferry_input){.name = file->name, .bytes = file->bytes}, 1);
        fuzz_require(scene != NULL, "what was written can be read", job);
        fuzz_require(ferry_check(job, scene), "what was written reads as a sound scene", job);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char *const layouts[] = {"V4", "L0", "L1", "L2", "L3", "L4",  "L5",  "L6",
                                          "L7", "L8", "L9", "V1", "V2", "L10", "L11", "V3"};
    const char *layout = layouts[size % 16]; /* as good as any other choice */
    const bool whole = fuzz_whole(data, size);
    const ferry_setting_value settings[] = {{"t3dm.layout", layout},
                                            {"t3dm.effort", fuzz_effort(whole)},
                                            {"t3dm.merge-objects", "alike"},
                                            {"t3dm.bvh", "yes"}};
    ferry_job *job = job_for(NULL, fuzz_memory(size), settings, size / 16 % 2 ? 4 : 2);
    ferry_file_list files = {0};
    if (!job) return 0;
    fuzz_require(!fuzz_has_error(job), "its settings are allowed", job);
    const ferry_format *target = ferry_find_format(job, "t3dm");
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    fuzz_shorten(scene, whole);
    if (scene && target && target->write) {
        bool written =
            ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "fuzz.t3dm", &files);
        fuzz_require(written != fuzz_has_error(job), "what is not written has an error, and the reverse",
                     job);
        if (written && target->read) read_back(&files, layout);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
