/*
 * gltf_pointers.h: textures that move and colours that change, by KHR_animation_pointer: what the
 * material's look comes to at each moment (docs/formats/gltf.md, "Animations").
 */
#ifndef FERRY_FORMATS_GLTF_WRITE_GLTF_POINTERS_H
#define FERRY_FORMATS_GLTF_WRITE_GLTF_POINTERS_H

#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_writer.h"

/* Marks the surfaces whose textures clips move; to be called before the materials are written. False if the
 * job was stopped. */
bool fy_gltf_find_scrolls(fy_gltf *g);

/* Adds the channels of what a clip makes of materials, by KHR_animation_pointer, if that is wanted. False at
 * a limit of the job. */
bool fy_gltf_put_pointers(fy_gltf_channels *c);

#endif
