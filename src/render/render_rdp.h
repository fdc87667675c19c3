/* render_rdp.h: a draw with a material of the Nintendo 64 (docs/rendering.md, "Nintendo 64"). */
#ifndef FERRY_RENDER_RENDER_RDP_H
#define FERRY_RENDER_RENDER_RDP_H

#include "ferry64.h"
#include "render/render_state.h"

/* Nintendo 64: state runs through all draws of a picture, and the console look needs a last step. */
bool fy_render_rdp_open(fy_render *render);
bool fy_render_rdp_draw(fy_render *render, const ferry_draw *draw, const ferry_material *material);
bool fy_render_rdp_close(fy_render *render);

#endif
