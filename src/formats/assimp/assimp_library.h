/*
 * assimp_library.h: the functions of assimp that are called. Where the build says so, the library is loaded
 * when the first file needs it (core/base/late_library.h).
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_LIBRARY_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_LIBRARY_H

#include <assimp/cimport.h>
#include <assimp/material.h>

#include "core/base/late_library.h"

/* X(name, result, parameters) */
#define FY_ASSIMP_FUNCTIONS(X)                                                                               \
    X(aiCreatePropertyStore, struct aiPropertyStore *, (void))                                               \
    X(aiReleasePropertyStore, void, (struct aiPropertyStore *))                                              \
    X(aiSetImportPropertyInteger, void, (struct aiPropertyStore *, const char *, int))                       \
    X(aiSetImportPropertyFloat, void, (struct aiPropertyStore *, const char *, ai_real))                     \
    X(aiAttachLogStream, void, (const struct aiLogStream *))                                                 \
    X(aiDetachLogStream, aiReturn, (const struct aiLogStream *))                                             \
    X(aiImportFileExWithProperties, const struct aiScene *,                                                  \
      (const char *, unsigned, struct aiFileIO *, const struct aiPropertyStore *))                           \
    X(aiReleaseImport, void, (const struct aiScene *))                                                       \
    X(aiGetErrorString, const char *, (void))                                                                \
    X(aiGetMaterialFloatArray, aiReturn,                                                                     \
      (const struct aiMaterial *, const char *, unsigned, unsigned, ai_real *, unsigned *))                  \
    X(aiGetMaterialIntegerArray, aiReturn,                                                                   \
      (const struct aiMaterial *, const char *, unsigned, unsigned, int *, unsigned *))                      \
    X(aiGetMaterialString, aiReturn,                                                                         \
      (const struct aiMaterial *, const char *, unsigned, unsigned, struct aiString *))

typedef struct fy_assimp_functions {
    FY_ASSIMP_FUNCTIONS(FY_LATE_FIELD)
} fy_assimp_functions;

/* The functions; to be called only after fy_assimp_load() was true. */
extern const fy_assimp_functions *const fy_assimp_calls;

/* Bytes that are enough for `why` below. */
enum { FY_ASSIMP_WHY = 300 };

/* Loads the library if it is not yet loaded; safe from several threads. False: it cannot be loaded, and
 * `why`, of `size` bytes, says why, with a 0 at its end. */
bool fy_assimp_load(char *why, size_t size);

#endif
