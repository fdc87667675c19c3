/* gx_tev_program.c: the TEV's stages, run on numbers (docs/formats/j3d.md, "TEV stage"). */
#include "machine/gx/gx_tev_program.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_tev_formula.h"

/* ------------------------------------------------------------------------------------------------ codes */

static const uint8_t konst_fractions[8] = {255, 223, 191, 159, 128, 96, 64, 32};

/* Selectors 0..7 are eighths; 12..15 a whole konst colour; from 16 on one component of one, four konsts a
 * component. */
int fy_tev_konst_component(const ferry_gx_material *gx, uint8_t selector, int component) {
    if (selector < 8) return konst_fractions[selector];
    if (selector < 12 || selector > 31) return 255;
    const ferry_gx_color *konst = &gx->konst[selector & 3];
    int from = selector < 16 ? component : (selector - 16) >> 2;
    return from == 0 ? konst->r : from == 1 ? konst->g : from == 2 ? konst->b : konst->a;
}

uint8_t fy_tev_konst_selector(uint8_t selector, bool alpha) {
    if (selector != 0xFF) return selector;
    return alpha ? 0x1C : 0x0C;
}

int fy_tev_raster_channel(uint8_t code) {
    switch (code) {
    case 0:
    case 2:
    case 4:
        return 0;
    case 1:
    case 3:
    case 5:
        return 1;
    default:
        return -1;
    }
}

/* Inputs of both halves are read from one table, by the colours' codes; PREV, C0, C1 and C2 stand there as
 * colours and as their alphas, three times, in turn. */
enum { TEXEL = FERRY_GX_CC_TEXC, RASTER = FERRY_GX_CC_RASC };

_Static_assert(FERRY_GX_CC_CPREV == 0 && FERRY_GX_CC_APREV == 1 && FERRY_GX_CC_C0 == 2 &&
                   FERRY_GX_CC_A0 == 3 && FERRY_GX_CC_C1 == 4 && FERRY_GX_CC_A1 == 5 && FERRY_GX_CC_C2 == 6 &&
                   FERRY_GX_CC_A2 == 7 && FERRY_GX_CC_TEXA == TEXEL + 1 && FERRY_GX_CC_RASA == RASTER + 1 &&
                   FERRY_GX_CC_ZERO == FY_TEV_CODES - 1,
               "colours are read in this order");

/* Where the fourth component is what an alpha code reads. */
static const uint8_t alpha_codes[8] = {
    FERRY_GX_CC_APREV, FERRY_GX_CC_A0,   FERRY_GX_CC_A1,    FERRY_GX_CC_A2,
    FERRY_GX_CC_TEXA,  FERRY_GX_CC_RASA, FERRY_GX_CC_KONST, FERRY_GX_CC_ZERO,
};

_Static_assert(FERRY_GX_CA_APREV == 0 && FERRY_GX_CA_A0 == 1 && FERRY_GX_CA_A1 == 2 && FERRY_GX_CA_A2 == 3 &&
                   FERRY_GX_CA_TEXA == 4 && FERRY_GX_CA_RASA == 5 && FERRY_GX_CA_KONST == 6,
               "alphas are read in this order");

/* ---------------------------------------------------------------------------------------------- prepare */

static bool any_reads(const fy_tev_step *step, unsigned code) {
    for (int i = 0; i < 4; i++)
        if (step->color[i] == code || step->color[i] == code + 1 || step->alpha[i] == code + 1) return true;
    return false;
}

static void prepare_inputs(const ferry_gx_material *gx, const ferry_gx_stage *stage, fy_tev_step *step) {
    const uint8_t color[4] = {stage->color.a, stage->color.b, stage->color.c, stage->color.d},
                  alpha[4] = {stage->alpha.a, stage->alpha.b, stage->alpha.c, stage->alpha.d};
    for (int i = 0; i < 4; i++) {
        step->color[i] = color[i] & 15;
        step->alpha[i] = alpha_codes[alpha[i] & 7];
        step->tex_swap[i] = gx->swap_tables[stage->tex_swap & 3][i] & 3;
        step->ras_swap[i] = gx->swap_tables[stage->ras_swap & 3][i] & 3;
        uint8_t code = i == 3 ? stage->konst_alpha : stage->konst_color;
        step->konst[i] = fy_tev_konst_component(gx, fy_tev_konst_selector(code, i == 3), i);
    }
    step->textured = stage->map != 0xFF;
    step->channel = fy_tev_raster_channel(stage->channel);
    step->reads_texel = any_reads(step, TEXEL);
    step->reads_raster = any_reads(step, RASTER);
}

/* What one component of a stage that adds or subtracts is made with. */
static void prepare_blend(const ferry_gx_combine *combine, int i, fy_tev_step *step) {
    static const int biases[4] = {0, 128, -128, 0};
    bool subtracts = combine->op == 1, halves = combine->scale == 3;
    step->twice[i] = combine->scale == 1 || combine->scale == 2 ? -1 : 0;
    step->again[i] = combine->scale == 2 ? -1 : 0;
    step->half[i] = halves ? -1 : 0;
    step->round[i] = halves ? 0 : subtracts ? 127 : 128;
    step->minus[i] = subtracts ? -1 : 0;
    step->bias[i] = biases[combine->bias & 3];
    step->low[i] = combine->clamp ? 0 : -1024;
    step->high[i] = combine->clamp ? 255 : 1023;
}

static void start_table(const ferry_gx_material *gx, fy_tev_lanes start[FY_TEV_CODES]) {
    memset(start, 0, FY_TEV_CODES * sizeof *start);
    start[FERRY_GX_CC_ONE] = (fy_tev_lanes){255, 255, 255, 255};
    start[FERRY_GX_CC_HALF] = (fy_tev_lanes){128, 128, 128, 128};
    for (int i = 0; i < 4; i++) {
        const ferry_gx_color_s16 *from = &gx->registers[i == 0 ? 3 : i - 1];
        start[2 * i] = (fy_tev_lanes){from->r, from->g, from->b, from->a};
        start[2 * i + 1] = (fy_tev_lanes){from->a, from->a, from->a, from->a};
    }
}

void fy_tev_prepare(const ferry_gx_material *gx, fy_tev_program *program) {
    program->wide = FY_HAS_WIDE;
    program->count = gx->stage_count > FERRY_GX_MAX_STAGES ? FERRY_GX_MAX_STAGES : gx->stage_count;
    program->channels = 0;
    program->drawn[0] = program->drawn[1] = 0;
    start_table(gx, program->start);
    for (uint32_t i = 0; i < program->count; i++) {
        const ferry_gx_stage *stage = &gx->stages[i];
        fy_tev_step *step = &program->steps[i];
        prepare_inputs(gx, stage, step);
        if (step->reads_raster && step->channel >= (int)program->channels)
            program->channels = (uint32_t)step->channel + 1;
        for (int k = 0; k < 4; k++) prepare_blend(k == 3 ? &stage->alpha : &stage->color, k, step);
        step->compares[0] = stage->color.op >= 8 ? stage->color.op : 0;
        step->compares[1] = stage->alpha.op >= 8 ? stage->alpha.op : 0;
        program->drawn[0] = step->to[0] = stage->color.destination & 3;
        program->drawn[1] = step->to[1] = stage->alpha.destination & 3;
    }
}

/* -------------------------------------------------------------------------------------------------- run */

/* What a texture or a channel shows, as colour and as alpha. */
static void take(const uint8_t from[4], const uint8_t swap[4], fy_tev_lanes to[2]) {
    int32_t alpha = from[swap[3]];
    to[0] = (fy_tev_lanes){from[swap[0]], from[swap[1]], from[swap[2]], alpha};
    to[1] = (fy_tev_lanes){alpha, alpha, alpha, alpha};
}

static fy_tev_lanes input(const fy_tev_step *step, const fy_tev_lanes table[FY_TEV_CODES], int which) {
    fy_tev_lanes made = table[step->color[which]];
    made[3] = table[step->alpha[which]][3];
    return made;
}

static bool compare_passes(uint8_t op, const fy_tev_lanes *one, const fy_tev_lanes *other, int component) {
    const fy_tev_lanes a = *one, b = *other;
    int64_t left, right;
    switch (op & ~1) {
    case 8:
        left = a[0], right = b[0];
        break;
    case 10:
        left = a[1] << 8 | a[0], right = b[1] << 8 | b[0];
        break;
    case 12:
        left = a[2] << 16 | a[1] << 8 | a[0], right = b[2] << 16 | b[1] << 8 | b[0];
        break;
    default:
        left = a[component], right = b[component];
        break;
    }
    return op & 1 ? left == right : left > right;
}

static fy_tev_lanes chosen(fy_tev_lanes mask, fy_tev_lanes if_set, fy_tev_lanes if_not) {
    return (mask & if_set) | (~mask & if_not);
}

/* Times 1, 2 or 4. */
static fy_tev_lanes scaled(const fy_tev_step *step, fy_tev_lanes value) {
    value += value & step->twice;
    return value + (value & step->again);
}

/* With the hardware's roundings. */
static fy_tev_lanes blended(const fy_tev_step *step, fy_tev_lanes a, fy_tev_lanes b, fy_tev_lanes c,
                            fy_tev_lanes d) {
    fy_tev_lanes weight = c + (c >> 7);
    fy_tev_lanes product = (scaled(step, (a << 8) + (b - a) * weight) + step->round) >> 8;
    fy_tev_lanes sum = scaled(step, d + step->bias) + ((product ^ step->minus) - step->minus);
    return chosen(step->half, sum >> 1, sum);
}

static fy_tev_lanes run_step(const fy_tev_step *step, const fy_tev_lanes table[FY_TEV_CODES]) {
    const fy_tev_lanes byte = {255, 255, 255, 255};
    const fy_tev_lanes a = input(step, table, 0) & byte, b = input(step, table, 1) & byte,
                       c = input(step, table, 2) & byte, d = input(step, table, 3);
    fy_tev_lanes out = blended(step, a, b, c, d);
    for (int i = 0; i < 4 && (step->compares[0] || step->compares[1]); i++) {
        const uint8_t op = step->compares[i == 3];
        if (op) out[i] = d[i] + (compare_passes(op, &a, &b, i) ? c[i] : 0);
    }
    out = chosen((fy_tev_lanes)(out < step->low), step->low, out);
    return chosen((fy_tev_lanes)(out > step->high), step->high, out);
}

/* Registers are written as a whole: what is read soon after a part of it was written waits for that. */
static void store(const fy_tev_step *step, fy_tev_lanes made, fy_tev_lanes table[FY_TEV_CODES]) {
    const fy_tev_lanes colors = {-1, -1, -1, 0};
    fy_tev_lanes *color = &table[2 * step->to[0]], *alpha = &table[2 * step->to[1]];
    alpha[1] = (fy_tev_lanes){made[3], made[3], made[3], made[3]};
    if (color == alpha) {
        *color = made;
    } else {
        *color = chosen(colors, made, *color);
        *alpha = chosen(colors, *alpha, made);
    }
}

static void run_program(const fy_tev_program *program, const fy_tev_inputs *inputs, uint8_t out[4]) {
    static const uint8_t white[4] = {255, 255, 255, 255}, nothing[4] = {0};
    fy_tev_lanes table[FY_TEV_CODES];
    memcpy(table, program->start, sizeof table);
    for (uint32_t i = 0; i < program->count; i++) {
        const fy_tev_step *step = &program->steps[i];
        if (step->reads_texel)
            take(step->textured ? inputs->texels[i] : white, step->tex_swap, table + TEXEL);
        if (step->reads_raster)
            take(step->channel < 0 ? nothing : inputs->raster[step->channel], step->ras_swap, table + RASTER);
        table[FERRY_GX_CC_KONST] = step->konst;
        store(step, run_step(step, table), table);
    }
    for (int k = 0; k < 4; k++) out[k] = (uint8_t)(table[2 * program->drawn[k == 3]][k] & 255);
}

FY_WIDE static void run_program_wide(const fy_tev_program *program, const fy_tev_inputs *inputs,
                                     uint8_t out[4]) {
    run_program(program, inputs, out);
}

void fy_tev_run_program(const fy_tev_program *program, const fy_tev_inputs *inputs, uint8_t out[4]) {
    (program->wide ? run_program_wide : run_program)(program, inputs, out);
}
