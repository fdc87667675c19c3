/* rdp_state.c: the state machine around a model (docs/formats/n64_drawing.md, "State around a model"). */
#include "machine/rdp/rdp_state.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "machine/rdp/rdp_color.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_depth.h"
#include "machine/rdp/rdp_tile.h"

#define Z_MODE UINT64_C(0xC00)
#define TEXTURE_ALONE UINT64_C(0x00887F1088FCF279)

void fy_rdp_start_frame(fy_rdp_state *state) {
    *state = (fy_rdp_state){.combiner = TEXTURE_ALONE, .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_Z_WRITE};
}

void fy_rdp_start_model(fy_rdp_state *state) {
    state->memory = (fy_rdp_memory){0};
    state->effect = FERRY_RDP_EFFECT_NONE;
}

/* ------------------------------------------------------------------------------------------- textures */

static bool is_set(const ferry_rdp_tile *slot) {
    return slot->reference || slot->texture != UINT32_MAX;
}

static void load_slot(fy_rdp_state *state, const ferry_rdp_tile *slot, const ferry_mip_level *picture,
                      unsigned i) {
    if (!is_set(slot)) return; /* the tile keeps what it has */
    uint32_t width = picture->rgba ? picture->width : slot->width;
    uint32_t height = picture->rgba ? picture->height : slot->height;
    state->tiles[i] = fy_rdp_tile_of(slot, width, height, picture->rgba);
}

static bool same_axis(const fy_rdp_tile_axis *a, const fy_rdp_tile_axis *b) {
    return a->shift == b->shift && a->clamp == b->clamp && a->mirror == b->mirror && a->mask == b->mask &&
           a->low == b->low && a->high == b->high && a->size == b->size;
}

/* Whether a slot would be set up differently from what the tile holds. */
static bool is_stale(const fy_rdp_state *state, const ferry_rdp_tile *slot, const ferry_mip_level *picture,
                     unsigned i) {
    fy_rdp_state other = *state;
    load_slot(&other, slot, picture, i);
    return !same_axis(&other.tiles[i].s, &state->tiles[i].s) ||
           !same_axis(&other.tiles[i].t, &state->tiles[i].t) || other.tiles[i].rgba != state->tiles[i].rgba;
}

/* True if textures were loaded. */
static bool apply_textures(fy_rdp_state *state, const ferry_rdp_material *material,
                           const ferry_mip_level pictures[2], unsigned *wrong) {
    const ferry_rdp_tile *slots = material->tiles;
    uint32_t *known = state->memory.hashes;
    if (known[0] == slots[0].hash && known[1] == slots[1].hash) {
        for (unsigned i = 0; i < 2; i++)
            if (is_stale(state, &slots[i], &pictures[i], i)) *wrong |= FY_RDP_STALE_TILE;
        return false;
    }
    for (unsigned i = 0; i < 2; i++) {
        known[i] = slots[i].hash;
        bool reused = i == 1 && slots[0].hash == slots[1].hash && !slots[1].reference;
        load_slot(state, &slots[i], &pictures[reused ? 0 : i], i);
    }
    return true;
}

/* ------------------------------------------------------------------------------------ modes and colours */

/* A colour is sent if it differs from the last one sent; nothing sent counts as all zero. */
static void apply_color(const uint8_t wanted[4], uint8_t known[4], uint8_t now[4], unsigned *wrong) {
    if (memcmp(known, wanted, 4) != 0) {
        memcpy(known, wanted, 4);
        memcpy(now, wanted, 4);
    } else if (memcmp(now, wanted, 4) != 0) {
        *wrong |= FY_RDP_KEPT_COLOR;
    }
}

static void apply_colors(fy_rdp_state *state, const ferry_rdp_material *material, unsigned *wrong) {
    fy_rdp_memory *memory = &state->memory;
    if (material->colors & FERRY_RDP_SET_PRIM) apply_color(material->prim, memory->prim, state->prim, wrong);
    if (material->colors & FERRY_RDP_SET_BLEND || material->other_mode & FERRY_RDP_ALPHA_COMPARE)
        apply_color(material->blend, memory->blend, state->blend, wrong);
    if (material->colors & FERRY_RDP_SET_ENV) apply_color(material->env, memory->env, state->env, wrong);
}

/* True if the library had to work out its modes anew. */
static bool apply_formulas(fy_rdp_state *state, const ferry_rdp_material *material) {
    fy_rdp_memory *memory = &state->memory;
    bool combiner = memory->combiner != material->combiner;
    bool blender = !memory->knows_blender || memory->blender != material->blender;
    if (combiner) state->combiner = memory->combiner = material->combiner;
    if (blender) state->blender = memory->blender = material->blender;
    memory->knows_blender = true;
    return combiner || blender;
}

static void apply_other_modes(fy_rdp_state *state, const ferry_rdp_material *material, bool loaded) {
    fy_rdp_memory *memory = &state->memory;
    if (!loaded && memory->knows_other_mode && memory->other_mode == material->other_mode) return;
    state->other_mode = (state->other_mode & ~material->other_mode_mask) | material->other_mode;
    memory->other_mode = material->other_mode;
    memory->knows_other_mode = true;
}

static unsigned judge_modes(const fy_rdp_state *state, const ferry_rdp_material *material) {
    unsigned wrong = 0;
    bool wanted = material->other_mode & FERRY_RDP_ALPHA_COMPARE;
    if (wanted && !(state->other_mode & FERRY_RDP_ALPHA_COMPARE)) wrong |= FY_RDP_LOST_CUTOUT;
    if ((state->other_mode ^ material->other_mode) & Z_MODE) wrong |= FY_RDP_INHERITED_Z;
    if (!((state->other_mode | material->other_mode_mask) & FERRY_RDP_Z_WRITE)) wrong |= FY_RDP_INHERITED_Z;
    return wrong;
}

static void apply_effect(fy_rdp_state *state, const ferry_rdp_material *material) {
    if (material->fog) state->fog = material->fog == 2;
    state->effect = material->effect;
    state->effect_width = material->tiles[0].width;
    state->effect_height = material->tiles[0].height;
}

unsigned fy_rdp_apply(fy_rdp_state *state, const ferry_rdp_material *material,
                      const ferry_mip_level pictures[2]) {
    unsigned wrong = 0;
    apply_effect(state, material);
    if (material->combiner) {
        bool was_cutout = state->other_mode & FERRY_RDP_ALPHA_COMPARE && !state->blender;
        bool loaded = apply_textures(state, material, pictures, &wrong);
        /* Working out a cutout's modes anew drops its compare bit; only sending the other modes brings it
         * back. */
        if (apply_formulas(state, material) && was_cutout) state->other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
        apply_colors(state, material, &wrong);
        apply_other_modes(state, material, loaded);
        wrong |= judge_modes(state, material);
    }
    if (state->memory.flags != material->flags) state->flags = state->memory.flags = material->flags;
    return wrong;
}

static ferry_mip_level picture_of(const ferry_scene *scene, const ferry_rdp_tile *slot) {
    if (slot->texture == FERRY_NONE) return (ferry_mip_level){0};
    const uint32_t image = scene->textures.data[slot->texture].image;
    return image == FERRY_NONE ? (ferry_mip_level){0} : scene->images.data[image].levels[0];
}

unsigned fy_rdp_apply_of(fy_rdp_state *state, const ferry_rdp_material *material, const ferry_scene *scene) {
    const ferry_mip_level pictures[2] = {picture_of(scene, &material->tiles[0]),
                                         picture_of(scene, &material->tiles[1])};
    return fy_rdp_apply(state, material, pictures);
}

fy_rdp_modes fy_rdp_modes_of(const fy_rdp_state *state) {
    fy_rdp_modes modes = {
        .formula = fy_rdp_formula_of(state->combiner),
        .blender = state->blender,
        .z_mode = (fy_rdp_z_mode)(state->other_mode >> 10 & 3),
        .compare = state->other_mode & FERRY_RDP_ALPHA_COMPARE,
        .keeps_depth = !(state->other_mode & FERRY_RDP_Z_WRITE),
    };
    memcpy(modes.prim, state->prim, 4), memcpy(modes.env, state->env, 4),
        memcpy(modes.blend, state->blend, 4);
    return modes;
}
