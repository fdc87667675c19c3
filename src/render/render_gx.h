/* render_gx.h: a draw with a GameCube material. */
#ifndef FERRY_RENDER_RENDER_GX_H
#define FERRY_RENDER_RENDER_GX_H

#include "ferry64.h"
#include "render/render_state.h"

/* One draw, surfaces filled; its skin is posed. */
bool fy_render_gx(fy_render *render, const ferry_draw *draw, const ferry_material *material);

#endif
