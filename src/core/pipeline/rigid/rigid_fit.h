/* rigid_fit.h: the joint with the least error for a vertex, and the vertex's position on it. */
#ifndef FERRY_CORE_PIPELINE_RIGID_RIGID_FIT_H
#define FERRY_CORE_PIPELINE_RIGID_RIGID_FIT_H

#include "ferry64.h"
#include "core/pipeline/rigid/rigid.h"

/* After all poses are summed: computes where each candidate puts vertices; then the same of bones between
 * joints. */
void fy_rigid_place_candidates(fy_rigid *r);
void fy_rigid_place_blends(fy_rigid *r);

/* A vertex in bind pose on a candidate. `best`: one that there is already; NULL: none. Keeping the bound at
 * rest only adds to the error over all poses: what is no better without it, or on the way there, is not taken
 * further. */
fy_rigid_fit fy_rigid_fit_of(const fy_rigid *r, uint32_t influence, uint32_t w, ferry_vec3 bind,
                             const fy_rigid_fit *best);

/* On the weight whose joint errs least; the heaviest one wins unless another is better. */
fy_rigid_fit fy_rigid_choose_joint(const fy_rigid *r, uint32_t influence, ferry_vec3 bind);

/* The same among that joint and all bones that are made. */
fy_rigid_fit fy_rigid_choose_blend(const fy_rigid *r, uint32_t influence, ferry_vec3 bind,
                                   const fy_rigid_fit *joint);

/* From bind pose to there, and for normals, without length. */
ferry_matrix fy_rigid_place_at(const fy_rigid *r, uint32_t influence, const fy_rigid_fit *f);
ferry_matrix fy_rigid_normals_at(const fy_rigid *r, uint32_t influence, const fy_rigid_fit *f);

#endif
