/*
 * gltf_read.h: glTF 2.0, from bytes to a scene (docs/formats/generic.md, "glTF"): how a file is
 * recognised, its JSON, and the way through it.
 */
#ifndef FERRY_FORMATS_GLTF_READ_GLTF_READ_H
#define FERRY_FORMATS_GLTF_READ_GLTF_READ_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Bits of evidence for .gltf and .glb, as ferry_format.probe gives them; 0: the bytes are none. */
uint32_t fy_gltf_probe_text(ferry_bytes bytes);
uint32_t fy_gltf_probe_binary(ferry_bytes bytes);

/* ferry_format.read of both. False after an error. */
bool fy_gltf_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

#endif
