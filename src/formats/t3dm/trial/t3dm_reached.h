/* t3dm_reached.h: the parts of its pictures that a material stores (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_T3DM_TRIAL_T3DM_REACHED_H
#define FERRY_FORMATS_T3DM_TRIAL_T3DM_REACHED_H

#include "formats/t3dm/mapping/t3dm_mapping.h"

/* If the picture does not fit texture memory: lets the vertices' coordinates follow what is stored of it, and
 * stores less of it where that is closer. False at the memory limit (reported). */
bool fy_mapping_choose_part(fy_mapping *m);

/* Lets coordinates follow what is stored of two pictures that are clamped: without edges that go on unchanged
 * both have more texels. Before tiles are set. */
void fy_mapping_follow_both(fy_mapping *m);

/* Stores the picture in pieces where that comes so much nearer to it that it is worth the uploads. The
 * mapping goes on with the first piece. After fy_mapping_choose_part(), before tiles are set; `wraps` are
 * those of the whole picture. False at the memory limit. */
bool fy_mapping_choose_pieces(fy_mapping *m, const ferry_wrap wraps[2]);

/* Coordinates of the part that is stored. */
void fy_mapping_follow_part(const fy_mapping *m, const fy_texture_window *window, const ferry_image *image);

#endif
