/* generic_trip.h: files of a generic format (generic_builder.h) on their way to a scene. */
#ifndef FERRY_TESTS_BUILDERS_GENERIC_TRIP_H
#define FERRY_TESTS_BUILDERS_GENERIC_TRIP_H

#include "ferry64.h"
#include "builders/generic_builder.h"

/* Begins as zeros but for what a test asks for. */
typedef struct trip {
    generic_files files; /* the first one is the model */
    const char *from;    /* a format that overrides recognition, or NULL */
    size_t memory_limit; /* 0: the usual one */
    const char *(*find)(void *user, const char *name);
    ferry_job *job;
    ferry_scene *scene; /* NULL: refused */
} trip;

/* Reads the files with a job of their own. */
static inline void travel(trip *t) {
    ferry_options options = {.size = sizeof options,
                             .sidecar = generic_sidecar,
                             .find = t->find,
                             .user = &t->files,
                             .from = t->from,
                             .memory_limit = t->memory_limit};
    t->job = ferry_open(&options);
    ferry_input input = {t->files.names[0], {(const uint8_t *)t->files.data[0], t->files.sizes[0]}};
    t->scene = ferry_load(t->job, &input, 1);
}

static inline void come_home(trip *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    generic_free(&t->files);
}

#endif
