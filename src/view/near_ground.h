/* near_ground.h: near views of a player who stands on a model (docs/rendering.md, "Near views"). */
#ifndef FERRY_VIEW_NEAR_GROUND_H
#define FERRY_VIEW_NEAR_GROUND_H

#include "ferry64.h"
#include "view/cameras.h"
#include "view/surface.h"

/* Whether players walk on the model; `edge`: the median length of its edges. */
bool fy_is_ground(const fy_surface *surface, double edge);

/* Chooses points, spread over surfaces that face up and weighted by area (up to that of a common triangle, so
 * that a sea does not get them all), and looks from each in two directions at a height of `eye`. None if
 * nobody could stand anywhere. False at the memory limit or when the job was stopped. */
bool fy_near_ground(ferry_job *job, const fy_surface *surface, double eye, uint32_t places,
                    fy_viewpoint *looks, uint32_t *count);

#endif
