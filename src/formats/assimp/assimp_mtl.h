/*
 * assimp_mtl.h: material libraries of OBJ, before assimp sees them. It does not survive what stands
 * before the first material, and knows of the options of pictures only how many words they are
 * supposed to have: so those are taken out here, and remembered (docs/formats/generic.md, "OBJ").
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_MTL_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_MTL_H

#include "ferry64.h"
#include "formats/assimp/assimp.h"

/* Makes `*to` the material library `from` as assimp can take it: from the first `newmtl` on, without options
 * of pictures, in the job's memory. What -s and -o say of a picture is appended to `moves`, memory of
 * fy_job_reserve(). False at the memory limit. */
bool fy_assimp_mtl(ferry_job *job, ferry_bytes from, fy_assimp_moves *moves, ferry_bytes *to);

#endif
