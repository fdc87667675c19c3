/*
 * rdp_state.h: the console's registers from one material to the next while a model is drawn, and settings
 * that the runtime omits because it assumes they are in effect (docs/formats/n64_drawing.md, "State around a
 * model").
 */
#ifndef FERRY_MACHINE_RDP_RDP_STATE_H
#define FERRY_MACHINE_RDP_RDP_STATE_H

#include "ferry64.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_tile.h"

/* What the runtime remembers while it draws one model. */
typedef struct fy_rdp_memory {
    uint64_t combiner, other_mode;
    uint32_t hashes[2], blender, flags;
    bool knows_other_mode, knows_blender;
    uint8_t fog;
    uint8_t prim[4], env[4], blend[4];
} fy_rdp_memory;

typedef struct fy_rdp_state {
    /* registers */
    uint64_t combiner;
    uint64_t other_mode; /* filter, Z mode, depth write and alpha-compare bit as they are in effect */
    uint32_t blender, flags;
    uint8_t prim[4], env[4], blend[4];
    fy_rdp_sampler tiles[2];
    bool fog;
    uint8_t effect;
    uint16_t effect_width, effect_height;
    fy_rdp_memory memory;
} fy_rdp_state;

/* Differences between a material's settings and what is drawn. */
enum {
    FY_RDP_LOST_CUTOUT = 1, /* drawn opaque: the runtime did not repeat the compare bit */
    FY_RDP_STALE_TILE = 2,  /* tile settings of the material before */
    FY_RDP_INHERITED_Z = 4, /* Z mode of the material before, or its depth write, which is off */
    FY_RDP_KEPT_COLOR = 8,  /* a colour that is set but was not sent: all zero, taken for known */
};

/* The state at the start of a frame: texture colour alone, opaque, bilinear, writing depth. */
void fy_rdp_start_frame(fy_rdp_state *state);

/* The runtime starts to draw a model: registers stay, its memory is cleared. */
void fy_rdp_start_model(fy_rdp_state *state);

/* Applies a material. `pictures`: of its two slots, rgba NULL where missing. Returns the differences
 * (FY_RDP_LOST_CUTOUT ...). */
unsigned fy_rdp_apply(fy_rdp_state *state, const ferry_rdp_material *material,
                      const ferry_mip_level pictures[2]);

/* The same with the pictures that the scene has for its slots. */
unsigned fy_rdp_apply_of(fy_rdp_state *state, const ferry_rdp_material *material, const ferry_scene *scene);

/* The registers, as input of the pixel pipeline. */
fy_rdp_modes fy_rdp_modes_of(const fy_rdp_state *state);

#endif
