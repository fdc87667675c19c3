/*
 * assimp_import.h: the one call of assimp. Its log and its last error are global, so only one thread
 * is inside at a time; what it logs becomes messages about the input (docs/formats/generic.md, "How assimp
 * is used").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_IMPORT_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_IMPORT_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp.h"

/* Parses the file under the lock: polygons become triangles, meshes without normals get some. The ending of
 * `name` decides which importer is asked; `moves` receives those of material libraries. The caller gives the
 * result back with fy_assimp_release(). NULL after an error. fy_assimp_load() must have succeeded. */
const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, const char *name,
                                       fy_assimp_moves *moves);

/* Frees what fy_assimp_import() returned. */
void fy_assimp_release(const struct aiScene *scene);

#endif
