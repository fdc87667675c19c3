/* t3dm_choose.h: which texel format and size a picture gets (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_CHOOSE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_CHOOSE_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/sprite/t3dm_sprites.h"

/* What the console and others demand of a texture. */
typedef struct fy_texture_limits {
    uint32_t budget; /* share of the 4,096 bytes; a palette or 32 bits halve it */
    /* one of two in a material: no palette, no 32 bits; sides that do not repeat are only halved, since the
     * other's coordinates must follow by a shift */
    bool pair;
    fy_texel_wraps wraps;
    uint32_t least_rows;             /* fy_texture_least_rows() */
    uint32_t formats;                /* a bit for each allowed fy_sprite_format; 0: by content */
    uint32_t width, height, most;    /* as in fy_texture_constraint */
    const fy_importance *importance; /* of the picture's parts; NULL: all alike */
} fy_texture_limits;

/* Whether a size can be drawn at all: powers of two where it repeats, enough rows and columns. */
bool fy_texture_size_is_legal(const fy_texture_limits *limits, uint32_t width, uint32_t height);

/* Chooses format and size: the smallest format that loses nothing, else what looks least different. False at
 * the memory limit (reported). */
bool fy_sprite_choose(ferry_job *job, const fy_texels *source, fy_texel_needs needs,
                      const fy_texture_limits *limits, fy_sprite *sprite);

#endif
