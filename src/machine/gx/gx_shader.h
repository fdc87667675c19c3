/* gx_shader.h: a GX material made ready to shade pixels (docs/rendering.md, "GameCube"). */
#ifndef FERRY_MACHINE_GX_GX_SHADER_H
#define FERRY_MACHINE_GX_GX_SHADER_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_tev_program.h"

/* The surroundings that the program, not the file, supplies. */
typedef struct fy_gx_view {
    ferry_matrix view;   /* world to camera */
    ferry_vec3 to_light; /* unit, camera space */
    bool has_ambient;    /* light of `ambient` instead of the colour of the material's ambient registers, but
                          * for highlights, which keep their own */
    uint8_t ambient;     /* of red, green and blue */
    bool fog;            /* draw the fog that the file describes */
} fy_gx_view;

/* A vertex at the pose to be drawn. "Raw" is what the hardware reads: joint space for rigid vertices. */
typedef struct fy_gx_vertex {
    ferry_vec3 eye, eye_normal;     /* camera space; the normal of unit length or zero */
    ferry_vec3 world, world_normal; /* model space, moved by the vertex's matrix; the normal with its scale */
    ferry_vec3 origin;              /* where that matrix puts the raw origin, model space */
    ferry_vec3 raw, raw_normal, raw_binormal, raw_tangent;
    ferry_color colors[FERRY_COLOR_SETS]; /* white where absent */
    ferry_vec2 uvs[FERRY_UV_SETS];        /* zero where absent */
} fy_gx_vertex;

typedef struct fy_gx_shader fy_gx_shader;

/* Toon ramps that a model leaves to its game, and what stands in for them at s, 0..1: one step from shade to
 * light, grey, or in red beside a second light's in green, which is off. */
typedef enum fy_gx_ramp { FY_GX_NO_RAMP, FY_GX_RAMP_GREY, FY_GX_RAMP_PAIR } fy_gx_ramp;

/* Models that show eyes through hair come with materials that only write the frame buffer's alpha (drawn by
 * the game without colour, which no file says) and with others that are blended by it. */
typedef enum fy_gx_frame_alpha {
    FY_GX_ALPHA_UNUSED,
    FY_GX_ALPHA_PREPARED, /* shares a texture with one that is blended by it: not to be drawn */
    FY_GX_ALPHA_READ,     /* drawn by its own alpha instead, and behind what is nearer */
} fy_gx_frame_alpha;

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
    bool reads_raw;                         /* texgens read vertices as they are stored */
    uint32_t size[FERRY_GX_MAX_TEXGENS][2]; /* texels that 1.0 stands for */
    bool detail;                            /* a texture has mip levels */
    shade_map maps[FERRY_GX_MAX_MAPS];
    shade_read reads[FERRY_GX_MAX_STAGES];
    int32_t indirect[3][2][3]; /* matrices in 1/1024, exponent apart */
    fy_tev_program program;
};

#endif
