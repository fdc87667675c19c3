/*
 * gltf_write.h: a prepared scene as glTF 2.0: in one binary file, or as JSON with its buffer and
 * pictures beside it (docs/formats/gltf.md).
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_H

#include "ferry64.h"

/* Writes the scene as `name`: a .glb if `binary`, else a .gltf with its buffer; pictures lie inside or beside
 * it, as the settings say. Appends the files to `files`, their bytes in the job's memory. False after an
 * error. */
bool fy_gltf_write(ferry_job *job, const ferry_scene *scene, const char *name, bool binary,
                   ferry_file_list *files);

#endif
