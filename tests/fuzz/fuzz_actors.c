/*
 * fuzz_actors.c: any bytes as an actor of The Thousand-Year Door, whether they look like one or not; its bank
 * begins where a TPL's magic stands. A scene keeps its promises, also in the middle of each animation.
 */
#include <string.h>

#include "fuzz.h"

static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    const ferry_bytes *all = user;
    (void)name;
    for (size_t at = 0; at + 4 <= all->size; at += 4) {
        if (memcmp(all->data + at, "\x00\x20\xAF\x30", 4) != 0) continue;
        *bytes = (ferry_bytes){all->data + at, all->size - at};
        return true;
    }
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_bytes all = {data, size};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = fuzz_memory(size),
                             .deadline = 20,
                             .from = "ttyd",
                             .sidecar = sidecar,
                             .user = &all};
    ferry_job *job = ferry_open(&options);
    if (!job) return 0;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = all}, 1);
    fuzz_require((scene != NULL) != fuzz_has_error(job), "no scene means an error, and the reverse", job);
    if (scene) fuzz_require(ferry_check(job, scene), "a scene that was read is sound", job);
    for (uint32_t i = 0; scene && i < scene->clips.count && i < 8; i++) {
        const ferry_scene *posed = ferry_pose(job, scene, &i, 1, scene->clips.data[i].duration / 2);
        fuzz_require(posed || fuzz_has_error(job), "a pose, or an error", job);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
