/*
 * late_library.h: loads libraries that only some files need when the first such file is read. Loading assimp
 * takes longer than converting a small model. If a library cannot be loaded at run time, it is linked:
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
    void *functions; /* where they are stored: a struct of `count` function pointers */
    bool loaded;
} fy_late_library;

/* Loads the library once, for good. Any thread may call this. False: the library or a function is missing;
 * `why`, of `size` bytes, says which. */
bool fy_late_library_load(fy_late_library *library, char *why, size_t size);

/* A library's functions are a list X(name, result, parameters). These macros turn it into: the fields of the
 * struct, their values if the library is linked, the names, and a check against the library's header. */
#define FY_LATE_FIELD(name, result, parameters) result(*name) parameters;
#define FY_LATE_LINKED(name, result, parameters) .name = name,
#define FY_LATE_NAME(name, result, parameters) #name,
#define FY_LATE_CHECK(name, result, parameters)                                                              \
    _Static_assert(_Generic(&(name), result(*) parameters : 1, default : 0), #name);

#endif
