/* fuzz_read.c: any bytes through all readers; a scene keeps its promises. fuzz_dump.c prints it, too, which
 * takes ten times as long. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    ferry_job *job = fuzz_job(size);
    if (!job) return 0;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    fuzz_require((scene != NULL) != fuzz_has_error(job), "no scene means an error, and the reverse", job);
    if (scene) fuzz_require(ferry_check(job, scene), "a scene that was read is sound", job);
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
