/*
 * t3dm_depth_bias.h: figures made of flat layers that lie in one plane or nearly so, of which the later one
 * shows (docs/formats/t3dm.md, "Depth bias").
 *
 *     t3dm_depth_bias.c        which draws are coplanar layers, the poses they are looked at in; what is told
 *     t3dm_depth_bias_pairs.c   one pose: which of them lie over each other, and how far apart
 *     t3dm_depth_bias_solve.c  pairs -> how far each coplanar layer is raised towards those who see it
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_DEPTH_BIAS_H

#include "formats/t3dm/draw/t3dm_layer.h"

/* Finds the coplanar layers among the draws of a layered scene and writes into the draws of `layers`, whose
 * verdicts are known, how far they are raised; verdicts of those that are go back to ordinary. False: no
 * memory, or the job was stopped. */
bool fy_layers_bias_depth(fy_layers *layers, const char *file);

#endif
