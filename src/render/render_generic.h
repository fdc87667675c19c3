/*
 * render_generic.h: a draw with a material of no machine in particular: colour times texture times
 * vertex colour times light; and draws as edges, which need no material at all.
 */
#ifndef FERRY_RENDER_RENDER_GENERIC_H
#define FERRY_RENDER_RENDER_GENERIC_H

#include "ferry64.h"
#include "render/render_state.h"

bool fy_render_generic(fy_render *render, const ferry_draw *draw, const ferry_material *material);

/* Instead of surfaces: their edges, hidden ones left out. */
bool fy_render_edges(fy_render *render, const ferry_draw *draw);

/* The tree of nodes, through everything. */
void fy_render_bones(fy_render *render);

#endif
