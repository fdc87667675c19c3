/* t3dm_frame_buffer.h: materials through whose picture of the frame buffer one sees what is behind them, as
 * translucency (docs/what-is-lost.md, "Frame buffer"). */
#ifndef FERRY_SHADE_T3DM_FRAME_BUFFER_H
#define FERRY_SHADE_T3DM_FRAME_BUFFER_H

#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"

/* The formulas of such a material become those of translucency. Others stay as they are. */
void fy_frame_buffer_substitute(fy_reference *reference, const ferry_gx_material *gx);

/* The same, once its constants are known: where all that is behind stays, alpha is that of what is added. */
void fy_frame_buffer_settle(fy_reference *reference, const ferry_gx_material *gx);

#endif
