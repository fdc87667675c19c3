/*
 * gltf_read_buffers.h: a glTF file's JSON, list by list, and its buffers: the rest of a .glb, base64,
 * or files beside it.
 */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READ_BUFFERS_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READ_BUFFERS_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* Once job, file and scene are there; then, once there is JSON. To be ended in any case. False at the memory
 * limit. */
bool fy_gltf_start_messages(fy_gltf_in *g);
bool fy_gltf_begin_reading(fy_gltf_in *g);
void fy_gltf_end_reading(fy_gltf_in *g);

/* The bytes of a view, all there; `*stride` 0: the file gives none. False after an error. */
bool fy_gltf_find_view(fy_gltf_in *g, uint32_t view, ferry_bytes *bytes, uint32_t *stride);

/* Whether an image lies in the file's text or in a buffer, not in a file of its own. */
bool fy_gltf_lies_inside(const fy_gltf_in *g, uint32_t image);

/* The bytes of such an image; those of a text in the job's memory. `*why`: why there are none; else NULL.
 * False after an error. */
bool fy_gltf_find_image(fy_gltf_in *g, uint32_t image, ferry_bytes *bytes, const char **why);

#endif
