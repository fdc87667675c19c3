/* j3d_frame_buffer.h: pictures that games replace by a copy of the frame buffer (docs/formats/j3d.md, "Frame
 * buffer"). */
#ifndef FERRY_FORMATS_J3D_J3D_FRAME_BUFFER_H
#define FERRY_FORMATS_J3D_J3D_FRAME_BUFFER_H

#include "ferry64.h"
#include "ferry64_gx.h"

/* Bit k: slot k of a material has such a picture. */
uint8_t fy_j3d_frame_buffer_slots(const ferry_scene *scene, const ferry_gx_material *gx);

#endif
