/*
 * t3dm_bake.h: pictures of which a formula was worked out beforehand (docs/what-is-lost.md, "Baking").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_BAKE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_BAKE_H

#include "ferry64.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* Works the formula out for `count` texels. False at the memory limit (reported). */
bool fy_texture_bake_run(ferry_job *job, const fy_texture_bake *bake, const uint8_t *from, size_t count,
                         uint8_t *to);

#endif
