/*
 * assimp_files.h: the files that assimp sees: the input itself, and what the job's sidecar callback
 * gives.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_FILES_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_FILES_H

#include "formats/assimp/assimp.h"

/* assimp's callbacks for these files, for one import. `files` must outlive it; `files->stopped` is set where
 * the job ends the import. Material libraries of OBJ pass through assimp_mtl.h. */
struct aiFileIO fy_assimp_file_io(fy_assimp_files *files);

#endif
