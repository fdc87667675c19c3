/* gx_summary.h: what the generic part of a material can say about its GameCube state (docs/scene.md). */
#ifndef FERRY_MACHINE_GX_GX_SUMMARY_H
#define FERRY_MACHINE_GX_GX_SUMMARY_H

#include "ferry64.h"

/* Fills everything but the name from `material->gx` (docs/formats/j3d.md, "The generic part of
 * a material"). */
void fy_gx_summarise(ferry_material *material);

#endif
