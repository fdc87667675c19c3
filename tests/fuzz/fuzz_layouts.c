/* fuzz_layouts.c: any bytes read as each layout of T3DM, whatever they look like: --from may be wrong. */
#include <string.h>

#include "fuzz.h"

static void read_as(const char *from, const uint8_t *data, size_t size) {
    ferry_options options = {
        .size = sizeof options, .memory_limit = fuzz_memory(size), .deadline = 20, .from = from};
    ferry_job *job = ferry_open(&options);
    if (!job) return;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    fuzz_require((scene != NULL) != fuzz_has_error(job), "no scene means an error, and the reverse", job);
    if (scene) fuzz_require(ferry_check(job, scene), "a scene that was read is sound", job);
    ferry_scene_free(scene);
    ferry_close(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *layout = ferry_find_format(NULL, "t3dm")->layouts;
    for (; *layout; layout += strcspn(layout, "|"), layout += *layout == '|') {
        char from[16];
        snprintf(from, sizeof from, "t3dm:%.*s", (int)strcspn(layout, "|"), layout);
        read_as(from, data, size);
    }
    return 0;
}
