/*
 * fuzz_gltf.c: JSON of a .gltf, or a whole .glb, beside a buffer of all kinds of bytes: what is read is
 * sound, and what is written of it as .glb is read again.
 */
#include <string.h>

#include "fuzz.h"

static uint8_t buffer[4096];

/* Whatever the file calls its buffer. */
static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    (void)user, (void)name;
    for (size_t k = 0; k < sizeof buffer; k++) buffer[k] = (uint8_t)(k * k >> 3);
    *bytes = (ferry_bytes){buffer, sizeof buffer};
    return true;
}

static ferry_job *open_job(const char *from, size_t memory) {
    ferry_options options = {
        .size = sizeof options, .memory_limit = memory, .deadline = 20, .from = from, .sidecar = sidecar};
    return ferry_open(&options);
}

static void read_back(const ferry_file *file) {
    ferry_job *job = open_job("glb", fuzz_memory(SIZE_MAX));
    if (!job) return;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = file->name, .bytes = file->bytes}, 1);
    fuzz_require(scene != NULL, "what was written can be read", job);
    fuzz_require(ferry_check(job, scene), "what was written reads as a sound scene", job);
    ferry_scene_free(scene);
    ferry_close(job);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const ferry_format *format = ferry_find_format(NULL, "glb");
    bool binary = size >= 4 && memcmp(data, "glTF", 4) == 0;
    if (!format || !format->read || (!binary && (!size || *data != '{'))) return 0;
    ferry_job *job = open_job(binary ? "glb" : "gltf", fuzz_memory(size));
    ferry_file_list files = {0};
    if (!job) return 0;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "fuzz", .bytes = {data, size}}, 1);
    fuzz_require((scene != NULL) != fuzz_has_error(job), "no scene means an error, and the reverse", job);
    if (scene) {
        fuzz_require(ferry_check(job, scene), "a scene that was read is sound", job);
        bool written =
            ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files);
        fuzz_require(written != fuzz_has_error(job), "what is not written has an error, and the reverse",
                     job);
        if (written) read_back(&files.data[0]);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return 0;
}
