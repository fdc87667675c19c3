/*
 * gltf_read_buffers.h: a glTF file's JSON, list by list, and its buffers: the rest of a .glb, base64,
 * or files beside it.
 */
#ifndef FERRY_FORMATS_GLTF_JSON_GLTF_READ_BUFFERS_H
#define FERRY_FORMATS_GLTF_JSON_GLTF_READ_BUFFERS_H

#include "ferry64.h"
#include "formats/gltf/json/gltf_reader.h"

/* To be called once job, file and scene are there: messages about elements of lists have places from then on.
 * False at the memory limit. */
bool fy_gltf_start_messages(fy_gltf_in *g);

/* To be called once there is JSON: finds out who wrote the file, and makes room for buffers, which are opened
 * when they are first asked for. False at the memory limit. */
bool fy_gltf_begin_reading(fy_gltf_in *g);

/* Frees what the reader holds apart from the job's own memory; to be called in any case, also if neither of
 * the two above was. */
void fy_gltf_end_reading(fy_gltf_in *g);

/* Sets `*bytes` to the bytes of buffer view `view`, all of which are there, until fy_gltf_end_reading().
 * `*stride`: bytes from element to element, at most 4096; 0: the file gives none. False after an error. */
bool fy_gltf_find_view(fy_gltf_in *g, uint32_t view, ferry_bytes *bytes, uint32_t *stride);

/* Whether an image lies in the file's text or in a buffer, not in a file of its own. */
bool fy_gltf_lies_inside(const fy_gltf_in *g, uint32_t image);

/* Sets `*bytes` to the bytes of such an image, still encoded; those of a text are in the job's memory. Where
 * a text holds none, `*why` says so for a message, and `*bytes` are empty; else it is NULL. False after an
 * error. */
bool fy_gltf_find_image(fy_gltf_in *g, uint32_t image, ferry_bytes *bytes, const char **why);

#endif
