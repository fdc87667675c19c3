/*
 * fuzz.h: what the fuzz targets share. A target is a file with one LLVMFuzzerTestOneInput(); linked with
 * libFuzzer it searches (preset fuzz), linked with replay.c it runs over files (ordinary tests).
 * docs/testing.md tells how.
 */
#ifndef FERRY_TESTS_FUZZ_H
#define FERRY_TESTS_FUZZ_H

#include <stdio.h>
#include <stdlib.h>

#include "ferry64_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A promise was broken: says so and aborts. */
static inline void fuzz_require(bool kept, const char *promise, const ferry_job *job) {
    if (kept) return;
    fprintf(stderr, "broken promise: %s\n", promise);
    ferry_report_print(ferry_job_report(job), FERRY_NOTE, stderr);
    abort();
}

/* What a job may use, so that it cannot eat the machine. A few bytes may say that they hold 65,535 textures:
 * all of these are read and printed, which takes a hundred times as long as any other small file, unless
 * they meet the limit first. */
static inline size_t fuzz_memory(size_t size) {
    return (size_t)(size <= 8192 ? 4 : 64) << 20;
}

static inline ferry_job *fuzz_job(size_t size) {
    ferry_options options = {.size = sizeof options, .memory_limit = fuzz_memory(size), .deadline = 20};
    return ferry_open(&options);
}

/* One input in 32 is converted whole, which takes ten times as long. All bytes have a say: what reaches more
 * is kept, and if those of one size were whole, so would be all that is made of them by changing a byte. */
static inline bool fuzz_whole(const uint8_t *data, size_t size) {
    uint32_t hash = 2166136261u; /* FNV-1a */
    for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * 16777619u;
    return (hash >> 16) % 32 == 7;
}

/* A search for materials takes most of the time. */
static inline const char *fuzz_effort(bool whole) {
    return whole ? "normal" : "fast";
}

/* Clips are looked at sixty times a second, however long they say they are: most are cut to a few moments. */
static inline void fuzz_shorten(ferry_scene *scene, bool whole) {
    const double most = .125;
    for (uint32_t i = 0; scene && !whole && i < scene->clips.count; i++)
        if (scene->clips.data[i].duration > most) scene->clips.data[i].duration = most;
}

static inline bool fuzz_has_error(const ferry_job *job) {
    return ferry_job_report(job)->totals[FERRY_ERROR] > 0;
}

#endif
