/*
 * t3dm_split_pictures.h: splits of formulas that read pictures by the vertices' coordinates and environment
 * maps at once, which no single draw of the console does (docs/what-is-lost.md, "Second draws").
 */
#ifndef FERRY_SHADE_DRAWS_T3DM_SPLIT_PICTURES_H
#define FERRY_SHADE_DRAWS_T3DM_SPLIT_PICTURES_H

#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_split.h"

/* The most splits of a formula that are tried. */
enum { FY_PICTURE_SPLITS = 5 };

/* Lists splits of a material that was started without one: patches of a picture over an environment map, and
 * mixtures of both. Returns how many. */
unsigned fy_picture_splits(fy_reference *reference, fy_split splits[FY_PICTURE_SPLITS]);

#endif
