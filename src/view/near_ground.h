/* near_ground.h: looks of a player who stands on a model (docs/rendering.md, "Near views"). */
#ifndef FERRY_VIEW_NEAR_GROUND_H
#define FERRY_VIEW_NEAR_GROUND_H

#include "ferry64.h"
#include "view/cameras.h"
#include "view/surface.h"

/* Whether a player would walk on it. `eye` becomes how high the eye of one is: the median edge, since what is
 * walked on is built in steps of a player's size. */
bool fy_is_ground(const fy_surface *surface, double edge);

/* Places spread over what faces up, weighed by area up to that of a common triangle, so that a sea does not
 * take them all; two looks from each, at a height of `eye`. None where nobody could stand. False at the
 * memory limit or when the job was stopped. */
bool fy_near_ground(ferry_job *job, const fy_surface *surface, double eye, uint32_t places, fy_look *looks,
                    uint32_t *count);

#endif
