/*
 * gx_tev_program.h: the TEV's stages made ready for many pixels: codes are looked up once, and the four
 * components of a stage are worked out side by side (docs/rendering.md, "GameCube").
 */
#ifndef FERRY_MACHINE_GX_GX_TEV_PROGRAM_H
#define FERRY_MACHINE_GX_GX_TEV_PROGRAM_H

#include "ferry64.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_tev_formula.h"

/* Red, green, blue, alpha. Compilers that know vectors keep them in one register. */
typedef int32_t fy_tev_lanes __attribute__((vector_size(16)));

/* Codes that a colour's input may have. */
enum { FY_TEV_CODES = 16 };

/* One stage. */
typedef struct fy_tev_step {
    fy_tev_lanes konst, round, bias, low, high;
    fy_tev_lanes twice, again, half, minus; /* all bits set where it is so */
    uint8_t color[4], alpha[4];             /* of inputs a, b, c, d: places in a table of colours' codes */
    uint8_t tex_swap[4], ras_swap[4], to[2];
    uint8_t compares[2]; /* the operations of colour and alpha; 0: it adds or subtracts */
    bool textured, reads_texel, reads_raster;
    int channel; /* -1: reads as zero */
} fy_tev_step;

typedef struct fy_tev_program {
    bool wide; /* the processor has instructions for all that is done to lanes */
    uint32_t count;
    uint32_t channels; /* that are read: up to the last one */
    uint8_t drawn[2];  /* registers that colour and alpha are drawn from: the last stage's */
    /* what stages read before the first: PREV, C0, C1, C2, each as colour and as alpha; constants */
    fy_tev_lanes start[FY_TEV_CODES];
    fy_tev_step steps[FERRY_GX_MAX_STAGES];
} fy_tev_program;

/* Prepares a material's stages for many pixels. */
void fy_tev_prepare(const ferry_gx_material *gx, fy_tev_program *program);

/* Runs all stages, as fy_tev_run(). */
void fy_tev_run_program(const fy_tev_program *program, const fy_tev_inputs *inputs, uint8_t out[4]);

/* 0 and 1: a channel; -1: reads as zero. */
int fy_tev_raster_channel(uint8_t code);

/* Selectors as a stage has them, or what stands for none; and what they select. */
uint8_t fy_tev_konst_selector(uint8_t selector, bool alpha);
int fy_tev_konst_component(const ferry_gx_material *gx, uint8_t selector, int component);

#endif
