/* gx_shade_internal.h: what the files gx_shade*.c share. */
#ifndef FERRY_FORMATS_GX_SHADE_INSIDE_H
#define FERRY_FORMATS_GX_SHADE_INSIDE_H

#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_tev.h"

/* A texture slot with what sampling needs. */
typedef struct shade_map {
    const ferry_texture *texture; /* NULL: reads white */
    const ferry_image *image;
} shade_map;

/* One texture look-up of a stage. */
typedef struct shade_read {
    bool used, indirect;
    uint8_t same; /* an earlier stage that reads the very same; itself if none */
} shade_read;

struct fy_gx_shader {
    const ferry_gx_material *gx;
    fy_gx_view view;
    ferry_cull cull;
    bool own_alpha; /* blends by its own alpha, not by the frame buffer's */
    uint32_t stage_count, texgen_count, indirect_count;
    double matrices[FERRY_GX_MAX_TEXGENS][3]
                   [4];                   /* of each texgen, for the vector that its source and mode take */
    bool projected[FERRY_GX_MAX_TEXGENS]; /* s and t are divided by q at each pixel */
    uint32_t first[FERRY_GX_MAX_TEXGENS]; /* perspective attribute of s */
    uint32_t attributes;
    uint32_t size[FERRY_GX_MAX_TEXGENS][2]; /* texels that 1.0 stands for */
    bool detail;                            /* a texture has mip levels */
    shade_map maps[FERRY_GX_MAX_MAPS];
    shade_read reads[FERRY_GX_MAX_STAGES];
    int32_t indirect[3][2][3]; /* matrices in 1/1024, exponent apart */
};

/* A soft step from shade to light along s in red, and near full light along t in green: what a game puts in
 * the place of a ramp that its model leaves open. False at the limit. */
bool fy_gx_stand_in(ferry_job *job, const ferry_texture *texture, const ferry_image *image, shade_map *map);

/* Fills matrices, projected, first and attributes. */
void fy_gx_prepare_texgens(fy_gx_shader *shader);

#endif
