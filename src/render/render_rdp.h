/* render_rdp.h: a draw with a material of the Nintendo 64 (docs/rendering.md, "Nintendo 64"). */
#ifndef FERRY_RENDER_RENDER_RDP_H
#define FERRY_RENDER_RENDER_RDP_H

#include "ferry64.h"
#include "machine/raster_material.h"
#include "render/render_state.h"

/* Nintendo 64: state runs through all draws of a picture, and the console look needs a last step. */
bool fy_render_rdp_open(fy_render *render);
bool fy_render_rdp_draw(fy_render *render, const ferry_draw *draw, const ferry_material *material);
bool fy_render_rdp_close(fy_render *render);

/* For draws of no machine in a picture with such materials: the depth of a place in the camera's clip space,
 * in the console's units. */
double fy_render_rdp_depth(const fy_render *render, const double clip[4]);

/* Whether such a pixel is in front of what is drawn already; and that it covers it from now on. */
bool fy_render_rdp_in_front(const fy_render *render, const fy_pixel *pixel);
void fy_render_rdp_cover(const fy_render *render, const fy_pixel *pixel);

#endif
