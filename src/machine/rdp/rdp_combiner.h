/*
 * rdp_combiner.h: the colour combiner of the Nintendo 64: its word and its arithmetic
 * (docs/formats/n64_drawing.md, "Combiner").
 */
#ifndef FERRY_MACHINE_RDP_RDP_COMBINER_H
#define FERRY_MACHINE_RDP_RDP_COMBINER_H

#include <stdbool.h>
#include <stdint.h>

/* Slot numbers common to all inputs. */
enum {
    FY_RDP_COMBINED = 0,
    FY_RDP_TEX0 = 1,
    FY_RDP_TEX1 = 2,
    FY_RDP_PRIM = 3,
    FY_RDP_SHADE = 4,
    FY_RDP_ENV = 5,
    FY_RDP_ONE = 6,          /* colour A and D; alpha A, B and D */
    FY_RDP_ZERO_AB = 8,      /* colour A and B */
    FY_RDP_ZERO_C = 16,      /* colour C */
    FY_RDP_ZERO = 7,         /* colour D; all of alpha */
    FY_RDP_TEX0_ALPHA = 8,   /* colour C */
    FY_RDP_TEX1_ALPHA = 9,   /* colour C */
    FY_RDP_PRIM_ALPHA = 10,  /* colour C */
    FY_RDP_SHADE_ALPHA = 11, /* colour C */
    FY_RDP_ENV_ALPHA = 12,   /* colour C */
};

/* (a - b) * c + d; a cycle has one for colour and one for alpha. */
typedef struct fy_rdp_equation {
    uint8_t a, b, c, d;
} fy_rdp_equation;

typedef struct fy_rdp_cycle {
    fy_rdp_equation color, alpha;
} fy_rdp_cycle;

/* A one-cycle word repeats its cycle in both halves. */
uint64_t fy_rdp_encode(const fy_rdp_cycle cycles[2], bool two_cycles);
bool fy_rdp_decode(uint64_t word, fy_rdp_cycle cycles[2]); /* true: two cycles */

/* Whether the word reads, in a cycle that runs, slot `slot` of FY_RDP_TEX0 .. FY_RDP_ENV: in colour or as
 * alpha. TEX0 and TEX1 mean the textures of slot A and B whichever name the second cycle gives them. */
bool fy_rdp_reads_color(uint64_t word, uint8_t slot);
bool fy_rdp_reads_alpha(uint64_t word, uint8_t slot);

typedef struct fy_rdp_inputs {
    uint8_t tex0[4], tex1[4], prim[4], env[4], shade[4];
} fy_rdp_inputs;

/* What the hardware's combiner makes of one pixel, bit for bit. */
void fy_rdp_combine(uint64_t word, const fy_rdp_inputs *inputs, uint8_t out[4]);

/* A word taken apart once for many pixels: where a, b, c and d of each component come from, cycle by cycle,
 * among numbers of which rdp_combiner.c knows the order. */
typedef struct fy_rdp_formula {
    uint8_t from[2][4][4];
    bool two_cycles;
} fy_rdp_formula;

/* Decodes a combiner word once, for many pixels. */
fy_rdp_formula fy_rdp_formula_of(uint64_t word);

/* As fy_rdp_combine. `first_alpha` gets the alpha of the first cycle that runs, which is what the alpha
 * compare looks at; it may be NULL. */
void fy_rdp_run(const fy_rdp_formula *formula, const fy_rdp_inputs *inputs, uint8_t out[4],
                uint8_t *first_alpha);

/* Whether a combiner reads the slot, for colour or for alpha. */
bool fy_rdp_reads(uint64_t word, uint8_t slot);

#endif
