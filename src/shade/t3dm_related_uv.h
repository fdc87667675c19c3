/*
 * t3dm_related_uv.h: UV sets that are linear functions of one another (docs/what-is-lost.md, "Baking"): they
 * count as one.
 */
#ifndef FERRY_SHADE_T3DM_RELATED_UV_H
#define FERRY_SHADE_T3DM_RELATED_UV_H

#include "ferry64.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"

/* Learns from one more mesh that a material is drawn with; they start as zeros. */
void fy_related_uv_learn(fy_related_sums *sums, const ferry_mesh *mesh);

/* Lets all texgens that read sets which follow from one of them read that one. After the maps of the
 * reference evaluator are known; of a material that clips leave alone. */
void fy_related_uv_join(fy_reference *reference, const fy_related_sums *sums);

/* Coordinates on the other sets, where those of the joint set are known. */
void fy_related_uv_follow(const fy_related_uv *related, double u, double v, uint32_t set, double out[2]);

/* The map that a texgen has by itself: exact, for what reads no other. */
fy_uv_map fy_related_uv_own(const fy_reference *reference, uint8_t texgen);

#endif
