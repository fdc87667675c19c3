/*
 * ttyd_materials.c: subshapes and their shapes' modes become GameCube materials, one for all that are alike
 * (docs/formats/ttyd.md, "Materials").
 */
#include "formats/ttyd/ttyd_materials.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_textures.h"
#include "machine/gx/gx_summary.h"

enum {
    DRAW_MODE = 0xA0, /* of a shape */
    CULL_MODE = 0xA4,
    UNIT_COUNT = 0x00, /* of a subshape */
    TEV_MODE = 0x08,
    UNIT_SAMPLERS = 0x10,
    UNIT_SETS = 0x30,
    CUTOFF = 128,
    NO_TEXTURE = 0xFF,
    CAPTURED = 12, /* a TEV mode that the game sets for pictures it has taken */
};

/* All that tells materials apart; unit 0 is the last slot. */
typedef struct look {
    uint32_t units, tev, draw, cull, white;
    uint32_t samplers[FY_TTYD_UNITS], sets[FY_TTYD_UNITS];
} look;

/* ---------------------------------------------------------------------------------------------------- TEV */

enum {
    C_PREV = FERRY_GX_CC_CPREV,
    C_APREV = FERRY_GX_CC_APREV,
    C_KEPT = FERRY_GX_CC_C0,
    C_TEX = FERRY_GX_CC_TEXC
};
enum { C_TEXA = FERRY_GX_CC_TEXA, C_RAS = FERRY_GX_CC_RASC, C_ZERO = FERRY_GX_CC_ZERO };
enum {
    A_PREV = FERRY_GX_CA_APREV,
    A_KEPT = FERRY_GX_CA_A0,
    A_TEX = FERRY_GX_CA_TEXA,
    A_RAS = FERRY_GX_CA_RASA,
    A_ZERO = FERRY_GX_CA_ZERO
};

/* d + mix(a, b, c) for colour and alpha; `unit`: the texture looked up, NO_TEXTURE: none. */
static ferry_gx_stage *stage(ferry_gx_material *gx, uint8_t unit, const uint8_t color[4],
                             const uint8_t alpha[4]) {
    ferry_gx_stage *to = &gx->stages[gx->stage_count++];
    *to = (ferry_gx_stage){.texgen = unit,
                           .map = unit,
                           .channel = 4,
                           .color = {.a = color[0], .b = color[1], .c = color[2], .d = color[3], .clamp = 1},
                           .alpha = {.a = alpha[0], .b = alpha[1], .c = alpha[2], .d = alpha[3], .clamp = 1}};
    return to;
}

#define STAGE(unit, ca, cb, cc, cd, aa, ab, ac, ad)                                                          \
    stage(gx, unit, (const uint8_t[]){ca, cb, cc, cd}, (const uint8_t[]){aa, ab, ac, ad})

static void take_texture(ferry_gx_material *gx, uint8_t unit) {
    STAGE(unit, C_ZERO, C_ZERO, C_ZERO, C_TEX, A_ZERO, A_ZERO, A_ZERO, A_TEX);
}

/* Into a register, for later. */
static void keep_color(ferry_gx_material *gx, uint8_t unit) {
    ferry_gx_stage *to = STAGE(unit, C_ZERO, C_ZERO, C_ZERO, C_TEX, A_ZERO, A_ZERO, A_ZERO, A_TEX);
    to->color.destination = to->alpha.destination = 1;
}

static void take_times_vertex(ferry_gx_material *gx, uint8_t unit) {
    STAGE(unit, C_ZERO, C_TEX, C_RAS, C_ZERO, A_ZERO, A_TEX, A_RAS, A_ZERO);
}

static void times_vertex(ferry_gx_material *gx) {
    STAGE(NO_TEXTURE, C_ZERO, C_PREV, C_RAS, C_ZERO, A_ZERO, A_PREV, A_RAS, A_ZERO);
}

/* T0, T1, T2: units 0, 1, 2; V: the vertex colour. */
static void put_stages(ferry_gx_material *gx, uint32_t mode) {
    switch (mode) {
    case 1: /* mix(T0, T1, T1.a) V; T0.a V.a */
        take_texture(gx, 0);
        STAGE(1, C_PREV, C_TEX, C_TEXA, C_ZERO, A_ZERO, A_ZERO, A_ZERO, A_PREV);
        times_vertex(gx);
        return;
    case 2: /* T0 T1.a V; T0.a T1.a V.a */
        take_times_vertex(gx, 0);
        STAGE(1, C_ZERO, C_PREV, C_TEXA, C_ZERO, A_ZERO, A_PREV, A_TEX, A_ZERO);
        return;
    case 3: /* T0 (1 - T1.a) V; T0.a (1 - T1.a) V.a */
        take_times_vertex(gx, 0);
        STAGE(1, C_PREV, C_ZERO, C_TEXA, C_ZERO, A_PREV, A_ZERO, A_TEX, A_ZERO);
        return;
    case 4: /* mix(T0, T0 T1, T0.a T1.a); T0.a */
        keep_color(gx, 0);
        STAGE(1, C_ZERO, C_KEPT, C_TEX, C_ZERO, A_ZERO, A_KEPT, A_TEX, A_ZERO);
        STAGE(NO_TEXTURE, C_KEPT, C_PREV, C_APREV, C_ZERO, A_ZERO, A_ZERO, A_ZERO, A_KEPT);
        return;
    case 5: /* mix(T0, T1, T2.a) V; mix(T0.a, T1.a, T2.a) V.a */
        keep_color(gx, 0);
        take_texture(gx, 1);
        STAGE(2, C_KEPT, C_PREV, C_TEXA, C_ZERO, A_KEPT, A_PREV, A_TEX, A_ZERO);
        times_vertex(gx);
        return;
    case 6: /* mix(T0, T1, T0.a) V; T0.a T1.a V.a */
        take_texture(gx, 0);
        STAGE(1, C_PREV, C_TEX, C_APREV, C_ZERO, A_ZERO, A_PREV, A_TEX, A_ZERO);
        times_vertex(gx);
        return;
    case 7:
    case 9: /* mix(T0, T1, T1.a) V; (T0.a (1 - T1.a) + T1.a) V.a */
        take_texture(gx, 0);
        STAGE(1, C_PREV, C_TEX, C_TEXA, C_ZERO, A_PREV, A_ZERO, A_TEX, A_TEX);
        times_vertex(gx);
        return;
    case CAPTURED: /* T0 V; T1.a V.a */
        STAGE(0, C_ZERO, C_TEX, C_RAS, C_ZERO, A_ZERO, A_ZERO, A_ZERO, A_RAS);
        STAGE(1, C_ZERO, C_ZERO, C_ZERO, C_PREV, A_ZERO, A_PREV, A_TEX, A_ZERO);
        return;
    default: /* T0 V; T0.a V.a */
        take_times_vertex(gx, 0);
        return;
    }
}

static uint32_t units_needed(uint32_t mode) {
    return mode == 5 ? 3 : (mode >= 1 && mode <= 7) || mode == 9 || mode == CAPTURED ? 2 : 1;
}

static void add_stages(ferry_window *subshape, ferry_gx_material *gx, const look *of) {
    uint32_t mode = of->tev, needed = units_needed(mode);
    if (of->units == 0) {
        STAGE(NO_TEXTURE, C_ZERO, C_ZERO, C_ZERO, C_RAS, A_ZERO, A_ZERO, A_ZERO, A_RAS);
        return;
    }
    if (mode == 8)
        ferry_say_at(subshape, TEV_MODE, FERRY_NOTE, "ttyd.pulsing-color",
                     "combine mode 8: the game pulses the green channel; left out");
    if (mode == 9)
        ferry_say_at(subshape, TEV_MODE, FERRY_NOTE, "ttyd.texture-scroll",
                     "combine mode 9: the game scrolls the texture; left out");
    if (mode > 9 && mode != CAPTURED)
        ferry_say_at(subshape, TEV_MODE, FERRY_NOTE, "ttyd.combine-mode",
                     "combine mode %" PRIu32 " is drawn as 0, as the game does", mode);
    if (of->units < needed) {
        ferry_say_at(subshape, UNIT_COUNT, FERRY_WARNING, "ttyd.textures-missing",
                     "combine mode %" PRIu32 " wants %" PRIu32 " textures, there %s %" PRIu32 "; drawn as 0",
                     mode, needed, of->units == 1 ? "is" : "are", of->units);
        mode = 0;
    }
    put_stages(gx, mode);
}

/* ----------------------------------------------------------------------------------------------- textures */

double fy_ttyd_shift_t(const fy_ttyd *t, double shift, double scale) {
    return ferry_setting_is(t->job, "ttyd.texture-shift", "down") ? 1 - scale - shift : shift;
}

/* The matrix is Maya's: rotation about the middle, the origin at the lower left corner. One that is the
 * identity and never moves is left out. */
static bool set_matrix(fy_ttyd *t, uint32_t sampler, uint32_t unit, ferry_gx_material *gx) {
    ferry_window window = fy_ttyd_record(t, FY_TTYD_PLACINGS, sampler);
    double numbers[5];
    for (uint32_t k = 0; k < 5; k++) {
        numbers[k] = (double)ferry_f32_at(&window, 4 + 4 * (uint64_t)k);
        if (!fy_finite(numbers[k]))
            return ferry_refuse(&window, 4 + 4 * (uint64_t)k, "ttyd.not-finite", "the number is not finite");
    }
    bool identity =
        numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 1 && numbers[3] == 1 && numbers[4] == 0;
    if (identity && !t->shifted[sampler]) return true;
    double turns = numbers[4] / 360;
    turns -= floor(turns);
    gx->texgens[unit].matrix = (uint8_t)(30 + 3 * unit);
    gx->matrices[unit] = (ferry_gx_texture_matrix){
        .present = true,
        .projection = 1,
        .maya = true,
        .center = {0.5F, 0.5F, 0.5F},
        .scale = {(float)numbers[2], (float)numbers[3]},
        .rotation = (int16_t)(uint16_t)(int32_t)fy_round(turns * 65536),
        .translate = {(float)numbers[0], (float)fy_ttyd_shift_t(t, numbers[1], numbers[3])},
    };
    for (int k = 0; k < 4; k++) gx->matrices[unit].effect[k][k] = 1;
    return true;
}

static bool set_units(fy_ttyd *t, const look *of, ferry_gx_material *gx) {
    gx->texgen_count = (uint8_t)of->units;
    for (uint32_t u = 0; u < FERRY_GX_MAX_TEXGENS; u++) {
        gx->texgens[u] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
        gx->post_texgens[u] = (ferry_gx_texgen){0, 0, 0xFF};
        gx->textures[u] = UINT32_MAX;
        if (u >= of->units) continue;
        gx->texgens[u].source = (uint8_t)(FERRY_GX_TG_TEX0 + of->sets[u]);
        uint32_t step = fy_ttyd_bytes(t, FY_TTYD_PLACINGS, of->samplers[u])[0];
        if (!set_matrix(t, of->samplers[u], u, gx) ||
            !fy_ttyd_texture(t, of->samplers[u], step, &gx->textures[u]) ||
            !fy_ttyd_add_link(t, &t->sampler_links,
                              (fy_ttyd_link){of->samplers[u], t->scene->materials.count, u}))
            return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- modes */

static void set_channels(const look *of, ferry_gx_material *gx) {
    uint8_t source = of->white ? FERRY_GX_SOURCE_REGISTER : FERRY_GX_SOURCE_VERTEX;
    gx->channel_count = 1;
    for (int k = 0; k < 4; k++)
        gx->channels[k] = (ferry_gx_channel){.material_source = source,
                                             .diffuse = FERRY_GX_DIFFUSE_NONE,
                                             .attenuation = FERRY_GX_ATTENUATION_NONE};
    for (int k = 0; k < 2; k++) {
        gx->material_colors[k] = (ferry_gx_color){255, 255, 255, 255};
        gx->ambient_colors[k] = (ferry_gx_color){255, 255, 255, 255};
    }
    for (uint8_t table = 0; table < 4; table++)
        for (uint8_t k = 0; k < 4; k++) gx->swap_tables[table][k] = k;
}

/* Codes 0 to 3 of each mean the same for all that follow; others are drawn as the commonest. */
static void set_modes(const look *of, ferry_gx_material *gx) {
    static const uint8_t culls[] = {FERRY_GX_CULL_FRONT, FERRY_GX_CULL_BACK, FERRY_GX_CULL_ALL,
                                    FERRY_GX_CULL_NONE};
    bool cutout = of->draw == 0 || of->draw == 2, blended = of->draw == 3;
    gx->mode = cutout ? 2 : blended ? 4 : 1;
    gx->cull = culls[of->cull];
    gx->z_location = !cutout;
    gx->z_test = 1;
    gx->z_compare = FERRY_GX_LEQUAL;
    gx->z_write = !blended;
    gx->alpha_compare0 = cutout ? FERRY_GX_GEQUAL : FERRY_GX_ALWAYS;
    gx->alpha_ref0 = cutout ? CUTOFF : 0;
    gx->alpha_op = FERRY_GX_AND;
    gx->alpha_compare1 = FERRY_GX_ALWAYS;
    gx->blend_mode = blended ? FERRY_GX_BLEND_BLEND : FERRY_GX_BLEND_NONE;
    gx->blend_src = blended ? FERRY_GX_FACTOR_SRC_ALPHA : FERRY_GX_FACTOR_ONE;
    gx->blend_dst = blended ? FERRY_GX_FACTOR_INV_SRC_ALPHA : FERRY_GX_FACTOR_ZERO;
    gx->blend_logic = 5;
    for (int k = 0; k < 3; k++) gx->nbt_scale[k] = 1;
}

/* ---------------------------------------------------------------------------------------------- materials */

static uint32_t mode_of(ferry_window *shape, uint64_t at, uint32_t instead, const char *what) {
    uint32_t mode = ferry_u32_at(shape, at);
    if (mode <= FY_TTYD_MAX_DRAW_MODE) return mode;
    ferry_say_at(shape, at, FERRY_WARNING, "ttyd.shape-mode", "unknown %s mode %" PRIu32 "; used %" PRIu32,
                 what, mode, instead);
    return instead;
}

/* Slots are taken backwards. */
static bool read_look(fy_ttyd *t, const fy_ttyd_part *part, look *to) {
    ferry_window shape = fy_ttyd_record(t, FY_TTYD_SHAPES, part->shape);
    ferry_window subshape = fy_ttyd_record(t, FY_TTYD_SUBSHAPES, part->subshape);
    *to = (look){.units = ferry_u32_at(&subshape, UNIT_COUNT),
                 .tev = ferry_u32_at(&subshape, TEV_MODE),
                 .draw = mode_of(&shape, DRAW_MODE, 0, "draw"),
                 .cull = mode_of(&shape, CULL_MODE, 3, "cull"),
                 .white = !t->scene->meshes.data[part->mesh].colors[0]};
    for (uint32_t u = 0; u < to->units; u++) {
        uint32_t slot = to->units - 1 - u;
        uint64_t at = UNIT_SAMPLERS + 4 * (uint64_t)slot;
        to->samplers[u] = ferry_u32_at(&subshape, at);
        to->sets[u] = ferry_u8_at(&subshape, UNIT_SETS + (uint64_t)slot);
        if (!fy_ttyd_there(t, &subshape, at, FY_TTYD_SAMPLERS, to->samplers[u])) return false;
        if (to->samplers[u] >= t->counts[FY_TTYD_PLACINGS])
            return fy_ttyd_there(t, &subshape, at, FY_TTYD_PLACINGS, to->samplers[u]);
        if (t->counts[FY_TTYD_RECORDS] == 0) return fy_ttyd_there(t, &subshape, at, FY_TTYD_RECORDS, 0);
    }
    return true;
}

static int compare_looks(const void *user, uint32_t a, uint32_t b) {
    const look *looks = user;
    return memcmp(&looks[a], &looks[b], sizeof *looks);
}

/* Called after its first texture. */
static bool add_material(fy_ttyd *t, const fy_ttyd_part *part, const look *of) {
    ferry_gx_material *gx = ferry_scene_new(t->scene, ferry_gx_material, 1);
    ferry_window subshape = fy_ttyd_record(t, FY_TTYD_SUBSHAPES, part->subshape);
    if (!gx) return false;
    set_channels(of, gx);
    set_modes(of, gx);
    if (!set_units(t, of, gx)) return false;
    add_stages(&subshape, gx, of);
    ferry_material *material = ferry_append(t->scene, &t->scene->materials, ferry_material);
    if (!material) return false;
    material->name =
        of->units ? t->scene->textures.data[gx->textures[0]].name : t->scene->meshes.data[part->mesh].name;
    material->gx = gx;
    fy_gx_summarise(material);
    return true;
}

bool fy_ttyd_read_materials(fy_ttyd *t) {
    fy_order order = {.compare = compare_looks};
    look *looks = ferry_new(t->job, look, (size_t)t->part_count + 1);
    if (!looks) return false;
    for (uint32_t k = 0; k < t->part_count; k++) {
        fy_ttyd_part *part = &t->parts[k];
        if (!read_look(t, part, &looks[k])) return false;
        uint32_t twin = fy_order_find(&order, looks, k);
        part->material = twin == FERRY_NONE ? t->scene->materials.count : t->parts[twin].material;
        if (twin == FERRY_NONE &&
            (!fy_order_add(t->job, &order, looks, k) || !add_material(t, part, &looks[k])))
            return false;
        if (!ferry_tick(t->job)) return false;
    }
    return true;
}
