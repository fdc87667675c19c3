/* t3dm_seen_texels.h: the texels that triangles show between the surveyed pixels. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_SEEN_TEXELS_H
#define FERRY_SHADE_SAMPLES_T3DM_SEEN_TEXELS_H

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* Whether the triangles that a material is seen on show texels of `leaf`, a texture, that are plainly another
 * colour than `color` (0..1). False where that is not known: for shifted texels, environment maps and
 * projections. */
bool fy_shows_other_texels(const fy_reference *reference, const fy_tev_node *leaf, const double color[3]);

#endif
