/* fuzz_check.c: any bytes through the checker of T3DM files, and through the cost model; every stream that
 * they name is their own second half. */
#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "fuzz.h"

static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    size_t length = strlen(name);
    if (length < 6 || strcmp(name + length - 6, ".sdata") != 0) return false;
    *bytes = *(const ferry_bytes *)user;
    return true;
}

static bool check(ferry_job *job, ferry_window *window, ferry_scene *scene) {
    return fy_t3dm_check(job, window, scene);
}

static bool measure(ferry_job *job, ferry_window *window, ferry_scene *scene) {
    fy_t3dm_breakdown breakdown;
    if (!fy_t3dm_measure(job, window, scene, &breakdown)) return false;
    fuzz_require(breakdown.total.floor <= breakdown.total.cost.vertices + breakdown.total.parts,
                 "no fewer loads than the floor", job);
    return true;
}

static void try(bool (*with)(ferry_job *, ferry_window *, ferry_scene *), const uint8_t *data, size_t size) {
    ferry_bytes half = {data + size / 2, size - size / 2};
    ferry_options options = {.size = sizeof options,
                             .memory_limit = fuzz_memory(size),
                             .deadline = 20,
                             .sidecar = sidecar,
                             .user = &half};
    ferry_job *job = ferry_open(&options);
    if (!job) return;
    ferry_window window = ferry_window_open(job, "fuzz", (ferry_bytes){data, size});
    ferry_scene *scene = fy_scene_open(job);
    bool read = scene && with(job, &window, scene);
    fuzz_require(read || fuzz_has_error(job), "what cannot be read has an error", job);
    ferry_scene_free(scene);
    ferry_close(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    try(check, data, size);
    try(measure, data, size);
    return 0;
}
