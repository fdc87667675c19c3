/* gx_frame_buffer.h: pixels of materials through whose picture of the frame buffer one sees what is behind
 * them (docs/what-is-lost.md, "Frame buffer"). */
#ifndef FERRY_MACHINE_GX_GX_FRAME_BUFFER_H
#define FERRY_MACHINE_GX_GX_FRAME_BUFFER_H

#include "ferry64_gx.h"
#include "machine/gx/gx_tev_program.h"

/* What is behind a model where nothing is known of it. */
#define FY_BEHIND .5

/* What a pixel of a material wants: what its program makes of `inputs`; of such a material the colour and the
 * alpha of translucency. */
void fy_gx_want(const ferry_gx_material *gx, const fy_tev_program *program, const fy_tev_inputs *inputs,
                uint8_t wanted[4]);

#endif
