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

/* Parses the file under the lock. `name` decides which importer is asked; `moves`: receives those of material
 * libraries. NULL after an error; else to be given to fy_assimp_release(). */
const struct aiScene *fy_assimp_import(ferry_job *job, ferry_window *in, const char *name,
                                       fy_assimp_moves *moves);
void fy_assimp_release(const struct aiScene *scene);

#endif
