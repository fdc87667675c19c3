/* bending.h: a square that hangs on two joints, and a clip that bends it. */
#ifndef FERRY_TESTS_BUILDERS_BENDING_H
#define FERRY_TESTS_BUILDERS_BENDING_H

#include "ferry64.h"

/* Below node 0, where that is. */
void fy_add_joint(ferry_scene *scene);

/* Two joints, the second turned by 90 degrees; corners 1 and 2 hang on both. */
ferry_scene *fy_bent_square(ferry_job *job);

/* Joint 1 turns about z from 0 to 90 degrees in a clip of one second; at rest it is not turned. */
void fy_add_turn(ferry_scene *scene);

/* Each vertex v of the first mesh hangs on two joints of the first skin, by shares[v] on joints[v][0] and by
 * the rest on joints[v][1], with an influence of its own. */
void fy_hang_corners(ferry_scene *scene, const uint32_t (*joints)[2], const float *shares);

/* With as many bones between joints as that. */
ferry_job *fy_blending_job(const char *bones);

/* How far vertices of mesh `mesh` are off at most at some moments of the clip, now that each hangs on one
 * joint, from where their weights bring them. */
double fy_farthest_off(ferry_job *job, const ferry_scene *weights, const ferry_scene *one, uint32_t mesh);

#endif
