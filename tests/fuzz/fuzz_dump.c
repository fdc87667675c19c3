/* fuzz_dump.c: what any bytes are read as can be dumped, as text and as JSON. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = fuzz_job(size);
    if (!job) return 0;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    if (scene) {
        ferry_bytes text;
        bool dumped = ferry_dump(job, scene, &text) && ferry_dump_json(job, scene, &text);
        fuzz_require(dumped || fuzz_has_error(job), "a dump fails with an error", job);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
