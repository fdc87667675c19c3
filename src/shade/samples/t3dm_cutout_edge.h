/* t3dm_cutout_edge.h: the threshold of cutouts whose smaller mip levels are thicker. */
#ifndef FERRY_SHADE_SAMPLES_T3DM_CUTOUT_EDGE_H
#define FERRY_SHADE_SAMPLES_T3DM_CUTOUT_EDGE_H

#include "shade/t3dm_reference_state.h"

/* The alpha from which on a cutout's largest picture covers as much as its source does, whose smaller mip
 * levels may be thicker from afar; halfway, since they are not seen from nearby. From `least` to
 * `threshold`, which is the source's. */
unsigned fy_reference_edge(const fy_reference *reference, unsigned threshold, unsigned least);

#endif
