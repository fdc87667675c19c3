/* near_figure.h: near views of a figure (docs/rendering.md, "Near views"). */
#ifndef FERRY_VIEW_NEAR_FIGURE_H
#define FERRY_VIEW_NEAR_FIGURE_H

#include "ferry64.h"
#include "view/cameras.h"
#include "view/surface.h"

/* Chooses points, spread by area over the surface that is visible from the six sides, and looks at each from
 * outside, slightly from above, at 15 % of the box's diagonal. Fewer than FY_NEAR if little is visible. False
 * at the memory limit or when the job was stopped. */
bool fy_near_figure(ferry_job *job, const fy_surface *surface, fy_viewpoint looks[FY_NEAR], uint32_t *count);

#endif
