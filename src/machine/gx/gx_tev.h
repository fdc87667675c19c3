/*
 * gx_tev.h: the texture environment (TEV) of the GameCube, run on numbers and on symbols.
 *
 * Two views of one material (docs/formats/j3d.md, "TEV stage"; docs/what-is-lost.md, "Materials"):
 *   - fy_tev_run() computes what the hardware would output for given texels and rasterised colours, bit for
 * bit;
 *   - fy_tev_fold() turns the stages into one formula for colour and one for alpha, with everything constant
 * folded away, which is what a machine with another combiner can be fitted to.
 */
#ifndef FERRY_MACHINE_GX_GX_TEV_H
#define FERRY_MACHINE_GX_GX_TEV_H

#include "ferry64.h"
#include "machine/gx/gx_tev_formula.h"

/* What clips change of a material's colours: bits, from each of these on one for each colour. */
enum {
    FY_TEV_MOVES_REGISTER = 1 << 0, /* C0, C1, C2, CPREV: red, green and blue */
    FY_TEV_MOVES_REGISTER_ALPHA = 1 << 4,
    FY_TEV_MOVES_KONST = 1 << 8,
    FY_TEV_MOVES_KONST_ALPHA = 1 << 12,
    FY_TEV_MOVES_COLOR = 1 << 16, /* of the material, two */
    FY_TEV_MOVES_COLOR_ALPHA = 1 << 18,
};

/* The factor of a channel's alpha that no light reaches: its ambient alpha; 1 where alpha is not lit, or is
 * lit by light 0, the only one there is (docs/rendering.md, "Camera and light"). */
double fy_tev_dark_alpha(const ferry_gx_material *gx, int channel);

/* Runs all stages; `out` is what the last one made, the lower eight bits of its registers. */
void fy_tev_run(const ferry_gx_material *gx, const fy_tev_inputs *inputs, uint8_t out[4]);

/* Folds the stages of `gx` into `tev`, whose nodes are to be `nodes`: room for FY_TEV_MAX_NODES. `moves`:
 * colours that stay constants by themselves, whatever they are at the moment; NULL: none. */
void fy_tev_fold(const ferry_gx_material *gx, const fy_tev_moves *moves, fy_tev_node *nodes, fy_tev *tev);

/* The kind of coordinates that texgen `number` makes. */
fy_tev_source fy_tev_texgen_source(const ferry_gx_material *gx, uint8_t number);

#endif
