/* near_figure.h: looks at a figure from nearby (docs/rendering.md, "Near views"). */
#ifndef FERRY_VIEW_NEAR_FIGURE_H
#define FERRY_VIEW_NEAR_FIGURE_H

#include "ferry64.h"
#include "view/cameras.h"
#include "view/surface.h"

/* Places spread by area over what is visible from the six sides, each looked at from outside, a bit from
 * above, at 15 % of the box's diagonal. Less than FY_NEAR where there is little to see. False at the memory
 * limit or when the job was stopped. */
bool fy_near_figure(ferry_job *job, const fy_surface *surface, fy_look looks[FY_NEAR], uint32_t *count);

#endif
