/*
 * gltf_read.h: glTF 2.0, from bytes to a scene (docs/formats/generic.md, "glTF"): how a file is
 * recognised, its JSON, and the way through it.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Bits of evidence for each of the formats; reads either. */
uint32_t fy_gltf_probe_text(ferry_bytes bytes);
uint32_t fy_gltf_probe_binary(ferry_bytes bytes);
bool fy_gltf_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

#endif
