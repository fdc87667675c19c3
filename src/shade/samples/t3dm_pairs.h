/* t3dm_pairs.h: which pairs of textures can share the coordinates of a vertex. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_PAIRS_H
#define FERRY_SHADE_SAMPLES_T3DM_PAIRS_H

#include <stdbool.h>

#include "shade/t3dm_combiner.h"

/* Whether tiles make the second's coordinates of the first's. `user`: the fy_reference. */
bool fy_textures_pair(const void *user, const fy_fit_texture *first, const fy_fit_texture *second);

#endif
