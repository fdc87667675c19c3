/*
 * late_library.h: libraries that only some files need, loaded when the first of them comes. Loading assimp
 * takes longer than converting a small model. Where such a library cannot be loaded later it is linked:
 * cmake/late_libraries.cmake.
 */
#ifndef FERRY_CORE_BASE_LATE_LIBRARY_H
#define FERRY_CORE_BASE_LATE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

typedef struct fy_late_library {
    const char *file;         /* as the linker would name it: "libtiff.so.6" */
    const char *const *names; /* of its functions */
    size_t count;
    void *functions; /* receives them: a struct of `count` pointers to functions */
    bool loaded;
} fy_late_library;

/* Loads it once; it stays. From any thread. False: it or a function is missing; `why`, of `size` bytes, says
 * so. */
bool fy_late_library_load(fy_late_library *library, char *why, size_t size);

/* A library's functions are a list X(name, result, parameters), of which these make: a field of their struct,
 * its value where the library is linked, the name, and the proof that the library's header agrees. */
#define FY_LATE_FIELD(name, result, parameters) result(*name) parameters;
#define FY_LATE_LINKED(name, result, parameters) .name = name,
#define FY_LATE_NAME(name, result, parameters) #name,
#define FY_LATE_CHECK(name, result, parameters)                                                              \
    _Static_assert(_Generic(&(name), result(*) parameters : 1, default : 0), #name);

#endif
