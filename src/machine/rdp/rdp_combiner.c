/*
 * rdp_combiner.c: the combiner's word and its arithmetic (docs/formats/n64_drawing.md, "Combiner").
 */
#include "machine/rdp/rdp_combiner.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bit_field {
    uint8_t shift, bits;
} bit_field;

/* a, b, c, d of colour, then of alpha. */
static const bit_field fields[2][8] = {
    {{52, 4}, {28, 4}, {47, 5}, {15, 3}, {44, 3}, {12, 3}, {41, 3}, {9, 3}},
    {{37, 4}, {24, 4}, {32, 5}, {6, 3}, {21, 3}, {3, 3}, {18, 3}, {0, 3}},
};

static uint64_t place(bit_field field, uint8_t value) {
    return (uint64_t)(value & ((1u << field.bits) - 1)) << field.shift;
}

static uint8_t pick(bit_field field, uint64_t word) {
    return (uint8_t)(word >> field.shift & ((1u << field.bits) - 1));
}

uint64_t fy_rdp_encode(const fy_rdp_cycle cycles[2], bool two_cycles) {
    uint64_t word = two_cycles ? UINT64_C(1) << 63 : 0;
    for (int i = 0; i < 2; i++) {
        const fy_rdp_cycle *cycle = &cycles[two_cycles ? i : 0];
        const fy_rdp_equation *color = &cycle->color, *alpha = &cycle->alpha;
        uint8_t values[8] = {color->a, color->b, color->c, color->d, alpha->a, alpha->b, alpha->c, alpha->d};
        for (int k = 0; k < 8; k++) word |= place(fields[i][k], values[k]);
    }
    return word;
}

bool fy_rdp_decode(uint64_t word, fy_rdp_cycle cycles[2]) {
    for (int i = 0; i < 2; i++) {
        uint8_t values[8];
        for (int k = 0; k < 8; k++) values[k] = pick(fields[i][k], word);
        cycles[i].color = (fy_rdp_equation){values[0], values[1], values[2], values[3]};
        cycles[i].alpha = (fy_rdp_equation){values[4], values[5], values[6], values[7]};
    }
    return word >> 63;
}

/* The second cycle calls the textures of slot A and B by each other's name. */
static uint8_t as_named(uint8_t slot, int cycle, bool two_cycles) {
    if (!two_cycles || cycle == 0) return slot;
    return slot == FY_RDP_TEX0 ? FY_RDP_TEX1 : slot == FY_RDP_TEX1 ? FY_RDP_TEX0 : slot;
}

bool fy_rdp_reads_color(uint64_t word, uint8_t slot) {
    fy_rdp_cycle cycles[2];
    bool two = fy_rdp_decode(word, cycles);
    for (int i = two ? 0 : 1; i < 2; i++) {
        uint8_t name = as_named(slot, i, two);
        const fy_rdp_equation *color = &cycles[i].color;
        if (color->a == name || color->b == name || color->c == name || color->d == name) return true;
    }
    return false;
}

bool fy_rdp_reads_alpha(uint64_t word, uint8_t slot) {
    fy_rdp_cycle cycles[2];
    bool two = fy_rdp_decode(word, cycles);
    for (int i = two ? 0 : 1; i < 2; i++) {
        uint8_t name = as_named(slot, i, two);
        const fy_rdp_equation *alpha = &cycles[i].alpha;
        if (cycles[i].color.c == name + (FY_RDP_TEX0_ALPHA - FY_RDP_TEX0)) return true;
        if (alpha->a == name || alpha->b == name || alpha->c == name || alpha->d == name) return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- arithmetic */

static int sign_extend_9(int value) {
    value &= 0x1FF;
    return value & 0x100 ? value - 0x200 : value;
}

/* A, B, D and the result: -128..383. */
static int wide(int value) {
    return sign_extend_9(value - 0x80) + 0x80;
}

typedef struct combiner_state {
    const fy_rdp_inputs *inputs;
    const uint8_t *tex0, *tex1; /* by the names of this cycle */
    int combined[4];
    bool two_cycles;
} combiner_state;

static int common_slot(const combiner_state *state, uint8_t slot, int k) {
    switch (slot) {
    case FY_RDP_COMBINED:
        return state->combined[k];
    case FY_RDP_TEX0:
        return state->tex0[k];
    case FY_RDP_TEX1:
        return state->tex1[k];
    case FY_RDP_PRIM:
        return state->inputs->prim[k];
    case FY_RDP_SHADE:
        return state->inputs->shade[k];
    default:
        return state->inputs->env[k];
    }
}

/* Noise, key and conversion constants read as zero: no material written here uses them. */
static int plain_slot(const combiner_state *state, uint8_t slot, int k) {
    if (slot <= FY_RDP_ENV) return common_slot(state, slot, k);
    return slot == FY_RDP_ONE ? 0x100 : 0;
}

static int color_b_slot(const combiner_state *state, uint8_t slot, int k) {
    return slot <= FY_RDP_ENV ? common_slot(state, slot, k) : 0;
}

static int color_c_slot(const combiner_state *state, uint8_t slot, int k) {
    if (slot <= FY_RDP_ENV) return common_slot(state, slot, k);
    if (slot >= 7 && slot <= FY_RDP_ENV_ALPHA) return common_slot(state, (uint8_t)(slot - 7), 3);
    return slot == 13 && state->two_cycles ? 255 : 0;
}

static int alpha_c_slot(const combiner_state *state, uint8_t slot) {
    if (slot == 0) return state->two_cycles ? 255 : 0;
    return slot <= FY_RDP_ENV ? common_slot(state, slot, 3) : 0;
}

static int equation(int a, int b, int c, int d) {
    int product = (wide(a) - wide(b)) * sign_extend_9(c) + 0x80;
    return (product >> 8) + wide(d);
}

static void run_cycle(combiner_state *state, const fy_rdp_cycle *cycle) {
    int out[4];
    for (int k = 0; k < 3; k++)
        out[k] = equation(plain_slot(state, cycle->color.a, k), color_b_slot(state, cycle->color.b, k),
                          color_c_slot(state, cycle->color.c, k), plain_slot(state, cycle->color.d, k));
    out[3] = equation(plain_slot(state, cycle->alpha.a, 3), plain_slot(state, cycle->alpha.b, 3),
                      alpha_c_slot(state, cycle->alpha.c), plain_slot(state, cycle->alpha.d, 3));
    for (int k = 0; k < 4; k++) state->combined[k] = out[k];
}

static uint8_t clamped(int combined) {
    int value = wide(combined);
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

fy_rdp_formula fy_rdp_formula_of(uint64_t word) {
    fy_rdp_formula formula;
    formula.two_cycles = fy_rdp_decode(word, formula.cycles);
    return formula;
}

void fy_rdp_run(const fy_rdp_formula *formula, const fy_rdp_inputs *inputs, uint8_t out[4],
                uint8_t *first_alpha) {
    combiner_state state = {
        .inputs = inputs, .tex0 = inputs->tex0, .tex1 = inputs->tex1, .two_cycles = formula->two_cycles};
    if (state.two_cycles) {
        run_cycle(&state, &formula->cycles[0]);
        if (first_alpha) *first_alpha = clamped(state.combined[3]);
        state.tex0 = inputs->tex1, state.tex1 = inputs->tex0;
    }
    run_cycle(&state, &formula->cycles[1]);
    for (int k = 0; k < 4; k++) out[k] = clamped(state.combined[k]);
    if (first_alpha && !state.two_cycles) *first_alpha = out[3];
}

void fy_rdp_combine(uint64_t word, const fy_rdp_inputs *inputs, uint8_t out[4]) {
    fy_rdp_formula formula = fy_rdp_formula_of(word);
    fy_rdp_run(&formula, inputs, out, NULL);
}

bool fy_rdp_reads(uint64_t word, uint8_t slot) {
    return fy_rdp_reads_color(word, slot) || fy_rdp_reads_alpha(word, slot);
}
