/*
 * t3dm_choose_composite.h: whether a material comes nearer with one picture in place of several
 * textures (docs/what-is-lost.md, "Composites").
 */
#ifndef FERRY_FORMATS_T3DM_CHOICE_T3DM_CHOOSE_COMPOSITE_H
#define FERRY_FORMATS_T3DM_CHOICE_T3DM_CHOOSE_COMPOSITE_H

#include "ferry64.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"

/* The picture with which a state comes nearer than with its own textures; NULL: none does. False at
 * the memory limit. */
bool fy_mapping_choose_composite(fy_mapping *m, const ferry_gx_material *gx,
                                 const struct fy_composite **chosen);

/* Its picture is one of the file's textures from here on, and told. Of a material without it, the next one
 * may overwrite it. */
void fy_mapping_keep_composite(const fy_mapping *m, const struct fy_composite *composite);

#endif
