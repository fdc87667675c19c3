/*
 * gltf_write.h: a prepared scene as glTF 2.0: in one binary file, or as JSON with its buffer and
 * pictures beside it (docs/formats/gltf.md).
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_WRITE_H

#include "ferry64.h"
#include "formats/gltf/write/gltf_writer.h"

/* A writer's lists and settings, with its job, scene and file set; to be closed also if there
 * was no memory. What stopped it is told by fy_gltf_is_sound(), if nothing else was. */
bool fy_gltf_begin(fy_gltf *g);
bool fy_gltf_is_sound(const fy_gltf *g);
void fy_gltf_end(fy_gltf *g);

/* The whole file. */
bool fy_gltf_write(ferry_job *job, const ferry_scene *scene, const char *name, bool binary,
                   ferry_file_list *files);

#endif
