/*
 * gx_tev.c: the TEV's stages, folded into formulas (docs/formats/j3d.md, "TEV stage").
 */
#include "machine/gx/gx_tev.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"

void fy_tev_run(const ferry_gx_material *gx, const fy_tev_inputs *inputs, uint8_t out[4]) {
    fy_tev_program program;
    fy_tev_prepare(gx, &program);
    fy_tev_run_program(&program, inputs, out);
}

/* PREV, C0, C1, C2: the order of a stage's destination codes. */
typedef struct tev_registers {
    int16_t value[4][4];
} tev_registers;

static const ferry_gx_stage *stage_at(const ferry_gx_material *gx, unsigned index) {
    return &gx->stages[index];
}

static unsigned stage_count(const ferry_gx_material *gx) {
    return gx->stage_count > FERRY_GX_MAX_STAGES ? FERRY_GX_MAX_STAGES : gx->stage_count;
}

static tev_registers start_registers(const ferry_gx_material *gx) {
    tev_registers start;
    for (int i = 0; i < 4; i++) {
        const ferry_gx_color_s16 *from = &gx->registers[i == 0 ? 3 : i - 1];
        start.value[i][0] = from->r;
        start.value[i][1] = from->g;
        start.value[i][2] = from->b;
        start.value[i][3] = from->a;
    }
    return start;
}

typedef struct symbols {
    uint16_t color[4], alpha[4]; /* PREV, C0, C1, C2 */
    bool bytes[4];               /* whether the alpha is within eight bits, which formulas do not say */
} symbols;

fy_tev_source fy_tev_texgen_source(const ferry_gx_material *gx, uint8_t number) {
    if (number >= FERRY_GX_MAX_TEXGENS) return FY_TEV_FLAT;
    if (number >= gx->texgen_count) return FY_TEV_UV;
    const ferry_gx_texgen *texgen = &gx->texgens[number];
    if (texgen->type == FERRY_GX_TEXGEN_COLOR) return FY_TEV_RAMP;
    if (texgen->source >= FERRY_GX_TG_TEX0 && texgen->source < FERRY_GX_TG_TEXCOORD0) return FY_TEV_UV;
    if (texgen->source != FERRY_GX_TG_POSITION)
        return texgen->source <= FERRY_GX_TG_TANGENT ? FY_TEV_ENV : FY_TEV_UV;
    unsigned matrix =
        texgen->matrix >= 30 && texgen->matrix < 60 ? (texgen->matrix - 30u) / 3 : FERRY_GX_MAX_MATRICES;
    if (matrix >= FERRY_GX_MAX_MATRICES || !gx->matrices[matrix].present) return FY_TEV_PROJ;
    uint8_t mode = gx->matrices[matrix].mode;
    return mode == 1 || mode == 6 || mode == 7 || mode >= 10 ? FY_TEV_ENV : FY_TEV_PROJ;
}

static uint16_t texel_symbol(fy_tev *tev, unsigned index, bool alpha, bool replicate) {
    const ferry_gx_stage *stage = stage_at(tev->gx, index);
    if (stage->map == 0xFF || stage->map >= FERRY_GX_MAX_MAPS || tev->gx->textures[stage->map] == FERRY_NONE)
        return fy_tev_const(tev, 1, 1, 1);
    const uint8_t *swap = tev->gx->swap_tables[stage->tex_swap & 3];
    fy_tev_node node = {.op = FY_TEV_TEX, .map = stage->map, .texgen = stage->texgen};
    for (int k = 0; k < 3; k++) node.swizzle[k] = swap[alpha || replicate ? 3 : k] & 3;
    node.source = (uint8_t)fy_tev_texgen_source(tev->gx, stage->texgen);
    uint8_t matrix = stage->indirect.matrix;
    node.indirect = tev->gx->indirect_enabled && matrix != 0 && stage->indirect.stage < 4 &&
                    stage->indirect.stage < tev->gx->indirect_stage_count;
    return fy_tev_leaf(tev, &node);
}

/* The constant of a stage whose components come from colours that may move; `first`: the bit of the first of
 * them. */
static uint16_t colored_symbol(fy_tev *tev, const double k[3], uint32_t first, int number) {
    return fy_tev_moving(tev, k, tev->moves.colors & first << number);
}

static double byte_component(const ferry_gx_color *color, int component) {
    return (component == 0   ? color->r
            : component == 1 ? color->g
            : component == 2 ? color->b
                             : color->a) /
           255.0;
}

double fy_tev_dark_alpha(const ferry_gx_material *gx, int channel) {
    const ferry_gx_channel *control = &gx->channels[channel * 2 + 1];
    bool dark =
        control->lit && !(control->light_mask & 1) && control->ambient_source == FERRY_GX_SOURCE_REGISTER;
    return dark ? gx->ambient_colors[channel].a / 255.0 : 1;
}

/* A constant where the channel is unlit and reads its register; else a rasterised colour tinted by the
 * register. */
static uint16_t raster_symbol(fy_tev *tev, unsigned index, bool alpha) {
    const ferry_gx_material *gx = tev->gx;
    const ferry_gx_stage *stage = stage_at(gx, index);
    int channel = fy_tev_raster_channel(stage->channel);
    if (channel < 0) return fy_tev_const(tev, 0, 0, 0);
    const uint8_t *swap = gx->swap_tables[stage->ras_swap & 3];
    fy_tev_node node = {.op = FY_TEV_RAS, .channel = (uint8_t)channel};
    bool constant = true;
    double moving[3] = {1, 1, 1};
    uint32_t moves = 0;
    for (int k = 0; k < 3; k++) {
        node.swizzle[k] = swap[alpha ? 3 : k] & 3;
        const ferry_gx_channel *control = &gx->channels[channel * 2 + (node.swizzle[k] == 3)];
        bool vertex = control->material_source == FERRY_GX_SOURCE_VERTEX;
        bool dark = node.swizzle[k] == 3 && !(control->light_mask & 1);
        node.lit |= control->lit && !dark;
        node.vertex |= vertex;
        node.k[k] = vertex ? 1 : byte_component(&gx->material_colors[channel], node.swizzle[k]);
        if ((control->lit && !dark) || vertex) constant = false;
        uint32_t first = node.swizzle[k] == 3 ? FY_TEV_MOVES_COLOR_ALPHA : FY_TEV_MOVES_COLOR,
                 bit = first << channel;
        if (vertex || !(tev->moves.colors & bit)) continue;
        moves |= bit;
        moving[k] = byte_component(&tev->moves.material_colors[channel], node.swizzle[k]);
    }
    for (int k = 0; k < 3 && constant; k++)
        if (node.swizzle[k] == 3) node.k[k] *= fy_tev_dark_alpha(gx, channel);
    uint16_t still = constant ? fy_tev_const(tev, node.k[0], node.k[1], node.k[2]) : fy_tev_leaf(tev, &node);
    return moves ? fy_tev_mul(tev, still, fy_tev_moving(tev, moving, moves)) : still;
}

static uint16_t konst_symbol(fy_tev *tev, unsigned index, bool alpha) {
    const ferry_gx_stage *stage = stage_at(tev->gx, index);
    uint8_t selector = fy_tev_konst_selector(alpha ? stage->konst_alpha : stage->konst_color, alpha);
    double k[3];
    for (int i = 0; i < 3; i++) k[i] = fy_tev_konst_component(tev->gx, selector, alpha ? 3 : i) / 255.0;
    if (selector < 12 || selector > 31) return fy_tev_const(tev, k[0], k[1], k[2]);
    bool opacity = alpha ? selector < 16 || selector >= 28 : selector >= 28;
    return colored_symbol(tev, k, opacity ? FY_TEV_MOVES_KONST_ALPHA : FY_TEV_MOVES_KONST, selector & 3);
}

static uint16_t color_symbol(fy_tev *tev, const symbols *now, unsigned index, uint8_t code) {
    switch (code & 15) {
    case FERRY_GX_CC_CPREV:
        return now->color[0];
    case FERRY_GX_CC_APREV:
        return now->alpha[0];
    case FERRY_GX_CC_C0:
        return now->color[1];
    case FERRY_GX_CC_A0:
        return now->alpha[1];
    case FERRY_GX_CC_C1:
        return now->color[2];
    case FERRY_GX_CC_A1:
        return now->alpha[2];
    case FERRY_GX_CC_C2:
        return now->color[3];
    case FERRY_GX_CC_A2:
        return now->alpha[3];
    case FERRY_GX_CC_TEXC:
        return texel_symbol(tev, index, false, false);
    case FERRY_GX_CC_TEXA:
        return texel_symbol(tev, index, false, true);
    case FERRY_GX_CC_RASC:
        return raster_symbol(tev, index, false);
    case FERRY_GX_CC_RASA:
        return raster_symbol(tev, index, true);
    case FERRY_GX_CC_ONE:
        return fy_tev_const(tev, 1, 1, 1);
    case FERRY_GX_CC_HALF:
        return fy_tev_const(tev, 128 / 255.0, 128 / 255.0, 128 / 255.0);
    case FERRY_GX_CC_KONST:
        return konst_symbol(tev, index, false);
    default:
        return fy_tev_const(tev, 0, 0, 0);
    }
}

static uint16_t alpha_symbol(fy_tev *tev, const symbols *now, unsigned index, uint8_t code) {
    switch (code & 7) {
    case FERRY_GX_CA_APREV:
        return now->alpha[0];
    case FERRY_GX_CA_A0:
        return now->alpha[1];
    case FERRY_GX_CA_A1:
        return now->alpha[2];
    case FERRY_GX_CA_A2:
        return now->alpha[3];
    case FERRY_GX_CA_TEXA:
        return texel_symbol(tev, index, true, false);
    case FERRY_GX_CA_RASA:
        return raster_symbol(tev, index, true);
    case FERRY_GX_CA_KONST:
        return konst_symbol(tev, index, true);
    default:
        return fy_tev_const(tev, 0, 0, 0);
    }
}

/* Inputs A, B and C, and the frame buffer, see eight bits of a register only. */
static uint16_t cut_to_byte(fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    if (node->op != FY_TEV_CONST) return at;
    double k[3];
    for (int i = 0; i < 3; i++) k[i] = ((int)fy_round(node->k[i] * 255) & 255) / 255.0;
    return fy_tev_moving(tev, k, node->moves);
}

static uint16_t clamp_constant(fy_tev *tev, uint16_t at, bool to_byte) {
    const fy_tev_node *node = &tev->nodes[at];
    if (node->op != FY_TEV_CONST) return at;
    double k[3], low = to_byte ? 0 : -1024 / 255.0, high = to_byte ? 1 : 1023 / 255.0;
    for (int i = 0; i < 3; i++) k[i] = node->k[i] < low ? low : node->k[i] > high ? high : node->k[i];
    return fy_tev_moving(tev, k, node->moves);
}

/* Twice a rasterised colour, cut at white, is still one: the vertices can carry it. Everything else is added
 * to itself. */
static uint16_t doubled(fy_tev *tev, uint16_t at) {
    const fy_tev_node *node = &tev->nodes[at];
    if (node->op == FY_TEV_CONST) return fy_tev_mul(tev, at, fy_tev_const(tev, 2, 2, 2));
    if (node->op != FY_TEV_RAS) return fy_tev_add(tev, at, at);
    fy_tev_node twice = *node;
    for (int i = 0; i < 3; i++) twice.k[i] *= 2;
    return fy_tev_leaf(tev, &twice);
}

static uint16_t half_symbol(fy_tev *tev, const ferry_gx_combine *combine, uint16_t a, uint16_t b, uint16_t c,
                            uint16_t d) {
    if (combine->op >= 8) {
        fy_tev_node test = {.op = FY_TEV_COMPARE,
                            .test = combine->op,
                            .a = cut_to_byte(tev, a),
                            .b = cut_to_byte(tev, b),
                            .c = cut_to_byte(tev, c)};
        return clamp_constant(tev, fy_tev_add(tev, d, fy_tev_leaf(tev, &test)), combine->clamp);
    }
    uint16_t mix = fy_tev_lerp(tev, cut_to_byte(tev, a), cut_to_byte(tev, b), cut_to_byte(tev, c));
    uint16_t sum = combine->op == 1 ? fy_tev_sub(tev, d, mix) : fy_tev_add(tev, d, mix);
    double bias = combine->bias == 1 ? 128 / 255.0 : combine->bias == 2 ? -128 / 255.0 : 0;
    sum = fy_tev_add(tev, sum, fy_tev_const(tev, bias, bias, bias));
    if (combine->scale == 1 || combine->scale == 2) sum = doubled(tev, sum);
    if (combine->scale == 2) sum = doubled(tev, sum);
    if (combine->scale == 3) sum = fy_tev_mul(tev, sum, fy_tev_const(tev, .5, .5, .5));
    return clamp_constant(tev, sum, combine->clamp);
}

/* Whether an input of the alpha half is within eight bits. */
static bool is_byte(const symbols *now, uint8_t code) {
    return (code & 7) > FERRY_GX_CA_A2 || now->bytes[code & 7];
}

/* Whether the alpha half of a stage leaves a byte: it is clamped, or mixes bytes, or passes one on. */
static bool gives_byte(const ferry_gx_combine *alpha, const symbols *now) {
    const bool nothing = (alpha->a & 7) == FERRY_GX_CA_ZERO && (alpha->d & 7) != FERRY_GX_CA_ZERO &&
                         ((alpha->b & 7) == FERRY_GX_CA_ZERO || (alpha->c & 7) == FERRY_GX_CA_ZERO);
    if (alpha->clamp) return true;
    if (alpha->op != 0 || alpha->bias == 1 || alpha->bias == 2 || alpha->scale == 1 || alpha->scale == 2)
        return false;
    if (nothing) return is_byte(now, alpha->d);
    return (alpha->d & 7) == FERRY_GX_CA_ZERO && is_byte(now, alpha->a) && is_byte(now, alpha->b) &&
           is_byte(now, alpha->c);
}

/* Codes 8..13 in the alpha half compare what the colour half reads. */
static void fold_stage(fy_tev *tev, unsigned index, symbols *now) {
    const ferry_gx_stage *stage = stage_at(tev->gx, index);
    const ferry_gx_combine *color = &stage->color, *alpha = &stage->alpha;
    uint16_t a = color_symbol(tev, now, index, color->a), b = color_symbol(tev, now, index, color->b);
    uint16_t rgb = half_symbol(tev, color, a, b, color_symbol(tev, now, index, color->c),
                               color_symbol(tev, now, index, color->d));
    bool reads_color = alpha->op >= 8 && alpha->op < 14;
    uint16_t opacity =
        half_symbol(tev, alpha, reads_color ? a : alpha_symbol(tev, now, index, alpha->a),
                    reads_color ? b : alpha_symbol(tev, now, index, alpha->b),
                    alpha_symbol(tev, now, index, alpha->c), alpha_symbol(tev, now, index, alpha->d));
    bool byte = gives_byte(alpha, now);
    now->color[color->destination & 3] = rgb;
    now->alpha[alpha->destination & 3] = opacity;
    now->bytes[alpha->destination & 3] = byte;
}

void fy_tev_fold(const ferry_gx_material *gx, const fy_tev_moves *moves, fy_tev_node *nodes, fy_tev *tev) {
    *tev = (fy_tev){.gx = gx, .nodes = nodes};
    if (moves) tev->moves = *moves;
    tev_registers start = start_registers(gx);
    symbols now;
    for (int i = 0; i < 4; i++) {
        const int16_t *value = start.value[i];
        const double color[3] = {value[0] / 255.0, value[1] / 255.0, value[2] / 255.0},
                     alpha[3] = {value[3] / 255.0, value[3] / 255.0, value[3] / 255.0};
        int number = i == 0 ? 3 : i - 1;
        now.color[i] = colored_symbol(tev, color, FY_TEV_MOVES_REGISTER, number);
        now.alpha[i] = colored_symbol(tev, alpha, FY_TEV_MOVES_REGISTER_ALPHA, number);
        now.bytes[i] = value[3] >= 0 && value[3] <= 255;
    }
    for (unsigned i = 0; i < stage_count(gx); i++) fold_stage(tev, i, &now);
    const ferry_gx_stage *last = stage_at(gx, stage_count(gx) ? stage_count(gx) - 1 : 0);
    tev->color = cut_to_byte(tev, now.color[last->color.destination & 3]);
    tev->alpha = cut_to_byte(tev, now.alpha[last->alpha.destination & 3]);
    if (!now.bytes[last->alpha.destination & 3]) tev->alpha = fy_tev_wrapped(tev, tev->alpha);
}
