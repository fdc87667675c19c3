/*
 * gx_shade.h: what the GameCube makes of a vertex and of a pixel of a GX material (docs/rendering.md,
 * "GameCube").
 *
 * A shader is made once per material and view. It turns vertices into rasteriser vertices (channels lit,
 * texture coordinates generated) and is the pixel function behind a fy_raster_material: texels, indirect
 * shifts, the TEV stages as fy_tev_run() computes them, alpha compare, fog, blending.
 */
#ifndef FERRY_FORMATS_GX_SHADE_H
#define FERRY_FORMATS_GX_SHADE_H

#include "machine/raster.h"
#include "machine/gx/gx_tev.h"

/* The surroundings that the program, not the file, supplies. */
typedef struct fy_gx_view {
    ferry_matrix view;   /* world to camera */
    ferry_vec3 to_light; /* unit, camera space */
    bool has_ambient; /* light of `ambient` instead of the material's ambient registers; their alpha stays */
    uint8_t ambient;  /* of red, green and blue */
    bool fog;         /* draw the fog that the file describes */
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

/* NULL at the memory limit. `scene` and `gx` must outlive the shader, which lives as long as the job. */
fy_gx_shader *fy_gx_shader_open(ferry_job *job, const ferry_scene *scene, const ferry_gx_material *gx,
                                ferry_cull cull, const fy_gx_view *view);

/* Attributes of a vertex; `clip` is the caller's. */
void fy_gx_shader_vertex(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_raster_vertex *out);

/* How the rasteriser is to fill. */
fy_raster_material fy_gx_shader_material(fy_gx_shader *shader);

/* What the texture orders of all stages read at a vertex, shifted where they are indirect, from the largest levels. */
void fy_gx_texels(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_tev_inputs *inputs);

/* A channel pair's colour after lighting, 0..255 each. `number` 0 or 1. */
void fy_gx_channel(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, uint8_t out[4]);

/* The result of texgen `number` before the division by q: s, t, q. */
void fy_gx_texgen(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, double out[3]);

/* One texel, filtered as the texture says. s and t in 1/128 texel of the largest level, `rho` texels a pixel.
 */
void fy_gx_sample(const ferry_texture *texture, const ferry_image *image, int64_t s, int64_t t, double rho,
                  uint8_t out[4]);

/* Toon ramps that a model leaves to its game, and what stands in for them at s, 0..1: one step from shade to
 * light, grey, or in red beside a second light's in green, which is off. */
typedef enum fy_gx_ramp { FY_GX_NO_RAMP, FY_GX_RAMP_GREY, FY_GX_RAMP_PAIR } fy_gx_ramp;

fy_gx_ramp fy_gx_open_ramp(const ferry_texture *texture, const ferry_image *image);
void fy_gx_ramp_texel(fy_gx_ramp ramp, double s, uint8_t rgba[4]);

/* Models that show eyes through hair come with materials that only write the frame buffer's alpha (drawn by
 * the game without colour, which no file says) and with others that are blended by it. */
typedef enum fy_gx_frame_alpha {
    FY_GX_ALPHA_UNUSED,
    FY_GX_ALPHA_PREPARED, /* shares a texture with one that is blended by it: not to be drawn */
    FY_GX_ALPHA_READ,     /* drawn by its own alpha instead, and behind what is nearer */
} fy_gx_frame_alpha;

fy_gx_frame_alpha fy_gx_frame_alpha_of(const ferry_scene *scene, const ferry_gx_material *gx);

/* What the pixel engine makes of a colour: alpha compare, and blending with what is there (in place). */
bool fy_gx_alpha_passes(const ferry_gx_material *gx, uint8_t alpha);
void fy_gx_blend(const ferry_gx_material *gx, const uint8_t source[4], uint8_t there[4]);

#endif
