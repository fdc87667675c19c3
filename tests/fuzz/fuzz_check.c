/* fuzz_check.c: any bytes through the checker of T3DM files; every stream that they name is their own second half. */
#include "core/job.h"
#include "formats/t3dm/t3dm_check.h"
#include "fuzz.h"

static bool companion(void *user, const char *name, ferry_bytes *bytes) {
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, ".sdata") != 0) return false;
    *bytes = *(const ferry_bytes *)user;
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_bytes half = {data + size / 2, size - size / 2};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = (size_t)64 << 20,
                             .deadline = 20,
                             .companion = companion,
                             .user = &half};
    ferry_job *job = ferry_open(&options);
    if (!job) return 0;
    ferry_window window = ferry_window_open(job, "fuzz", (ferry_bytes){data, size});
    ferry_scene *scene = fy_scene_open(job);
    bool read = scene && fy_t3dm_check(job, &window, scene);
    fuzz_require(read || fuzz_has_error(job), "what cannot be checked has an error", job);
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
