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

/* --------------------------------------------------------------------------------------- preparation */

/* What a pixel's equations read: the inputs component by component, in the order of fy_rdp_inputs; what the
 * cycle before made, as A, B and D take it, and as C does; constants. */
enum {
    FROM_TEX0 = 0,
    FROM_TEX1 = 4,
    FROM_PRIM = 8,
    FROM_ENV = 12,
    FROM_SHADE = 16,
    FROM_COMBINED = 20,
    FROM_COMBINED_C = 24,
    FROM_ZERO = 28,
    FROM_ONE,
    FROM_FULL,
    NUMBERS,
};

_Static_assert(sizeof(fy_rdp_inputs) == FROM_COMBINED, "inputs are read as one row of bytes");

/* A cycle's names for its inputs. */
static uint8_t common_slot(uint8_t slot, int k, int cycle, bool two_cycles) {
    static const uint8_t places[] = {FROM_COMBINED, FROM_TEX0, FROM_TEX1, FROM_PRIM, FROM_SHADE, FROM_ENV};
    return (uint8_t)(places[as_named(slot, cycle, two_cycles)] + k);
}

/* Noise, key and conversion constants read as zero: no material written here uses them. */
static uint8_t plain_slot(uint8_t slot, int k, int cycle, bool two_cycles) {
    if (slot <= FY_RDP_ENV) return common_slot(slot, k, cycle, two_cycles);
    return slot == FY_RDP_ONE ? FROM_ONE : FROM_ZERO;
}

static uint8_t color_b_slot(uint8_t slot, int k, int cycle, bool two_cycles) {
    return slot <= FY_RDP_ENV ? common_slot(slot, k, cycle, two_cycles) : FROM_ZERO;
}

static uint8_t c_slot(uint8_t slot, int k, int cycle, bool two_cycles) {
    uint8_t found = common_slot(slot, k, cycle, two_cycles);
    return slot == FY_RDP_COMBINED ? (uint8_t)(FROM_COMBINED_C + k) : found;
}

static uint8_t color_c_slot(uint8_t slot, int k, int cycle, bool two_cycles) {
    if (slot <= FY_RDP_ENV) return c_slot(slot, k, cycle, two_cycles);
    if (slot >= 7 && slot <= FY_RDP_ENV_ALPHA) return c_slot((uint8_t)(slot - 7), 3, cycle, two_cycles);
    return slot == 13 && two_cycles ? FROM_FULL : FROM_ZERO;
}

static uint8_t alpha_c_slot(uint8_t slot, int cycle, bool two_cycles) {
    if (slot == 0) return two_cycles ? FROM_FULL : FROM_ZERO;
    return slot <= FY_RDP_ENV ? c_slot(slot, 3, cycle, two_cycles) : FROM_ZERO;
}

static void prepare_cycle(const fy_rdp_cycle *cycle, int number, bool two, uint8_t from[4][4]) {
    const fy_rdp_equation *color = &cycle->color, *alpha = &cycle->alpha;
    for (int k = 0; k < 3; k++) {
        from[k][0] = plain_slot(color->a, k, number, two);
        from[k][1] = color_b_slot(color->b, k, number, two);
        from[k][2] = color_c_slot(color->c, k, number, two);
        from[k][3] = plain_slot(color->d, k, number, two);
    }
    from[3][0] = plain_slot(alpha->a, 3, number, two);
    from[3][1] = plain_slot(alpha->b, 3, number, two);
    from[3][2] = alpha_c_slot(alpha->c, number, two);
    from[3][3] = plain_slot(alpha->d, 3, number, two);
}

fy_rdp_formula fy_rdp_formula_of(uint64_t word) {
    fy_rdp_formula formula;
    fy_rdp_cycle cycles[2];
    formula.two_cycles = fy_rdp_decode(word, cycles);
    for (int i = 0; i < 2; i++) prepare_cycle(&cycles[i], i, formula.two_cycles, formula.from[i]);
    return formula;
}

/* ---------------------------------------------------------------------------------------- arithmetic */

static int sign_extend_9(int value) {
    value &= 0x1FF;
    return value & 0x100 ? value - 0x200 : value;
}

/* A, B, D and the result: -128..383. All inputs are within that. */
static int wide(int value) {
    return sign_extend_9(value - 0x80) + 0x80;
}

static void run_cycle(const uint8_t from[4][4], int16_t numbers[NUMBERS]) {
    int out[4];
    for (int k = 0; k < 4; k++) {
        const uint8_t *of = from[k];
        int product = (numbers[of[0]] - numbers[of[1]]) * numbers[of[2]] + 0x80;
        out[k] = (product >> 8) + numbers[of[3]];
    }
    for (int k = 0; k < 4; k++) {
        numbers[FROM_COMBINED + k] = (int16_t)wide(out[k]);
        numbers[FROM_COMBINED_C + k] = (int16_t)sign_extend_9(out[k]);
    }
}

static uint8_t clamped(int value) {
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

void fy_rdp_run(const fy_rdp_formula *formula, const fy_rdp_inputs *inputs, uint8_t out[4],
                uint8_t *first_alpha) {
    int16_t numbers[NUMBERS];
    uint8_t bytes[FROM_COMBINED];
    memcpy(bytes, inputs, sizeof bytes);
    for (int i = 0; i < FROM_COMBINED; i++) numbers[i] = bytes[i];
    for (int i = FROM_COMBINED; i <= FROM_ZERO; i++) numbers[i] = 0;
    numbers[FROM_ONE] = 0x100;
    numbers[FROM_FULL] = 255;
    if (formula->two_cycles) {
        run_cycle(formula->from[0], numbers);
        if (first_alpha) *first_alpha = clamped(numbers[FROM_COMBINED + 3]);
    }
    run_cycle(formula->from[1], numbers);
    for (int k = 0; k < 4; k++) out[k] = clamped(numbers[FROM_COMBINED + k]);
    if (first_alpha && !formula->two_cycles) *first_alpha = out[3];
}

void fy_rdp_combine(uint64_t word, const fy_rdp_inputs *inputs, uint8_t out[4]) {
    fy_rdp_formula formula = fy_rdp_formula_of(word);
    fy_rdp_run(&formula, inputs, out, NULL);
}

bool fy_rdp_reads(uint64_t word, uint8_t slot) {
    return fy_rdp_reads_color(word, slot) || fy_rdp_reads_alpha(word, slot);
}
