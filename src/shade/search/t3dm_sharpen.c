/* t3dm_sharpen.c: cutouts whose edge lies where the source has it (docs/what-is-lost.md, "Materials"). */
#include "shade/search/t3dm_sharpen.h"

#include <math.h>

#include "ferry64.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* alpha - PRIM * PRIM: what is taken off. From a half on alpha 0 would leave the combiner's range. */
#define MOST_OFF 127

/* Where alphas that are moved, or that become all or nothing, are cut. */
#define HALF 128

/* Whether a cutout's texels have no alpha between all and nothing. */
static bool is_hard(const fy_reference *reference, const fy_fit_texture *of) {
    const ferry_scene *scene = reference->scene;
    uint32_t texture = of->used ? reference->gx->textures[of->map] : FERRY_NONE;
    bool changes = reference->mode.states && reference->mode.states->count; /* perhaps the picture */
    if (changes || texture == FERRY_NONE || of->alpha != 3 || of->baked || of->baked_alpha) return false;
    uint32_t image = scene->textures.data[texture].image;
    return image != FERRY_NONE && scene->images.data[image].alpha == FERRY_ALPHA_ALL_BINARY;
}

/* PRIM's alpha, of 255, that makes alphas be drawn from `from` on. */
static double prim_for(double from) {
    return floor(sqrt(255 * fmin(from - FY_CUT_FROM, MOST_OFF)));
}

void fy_sharpen_cutout(const fy_reference *reference, fy_fit *fit) {
    fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool texel = alpha->d == FY_RDP_TEX0 || alpha->d == FY_RDP_TEX1;
    bool alone = alpha->a == FY_RDP_ZERO && alpha->b == FY_RDP_ZERO && alpha->c == FY_RDP_ZERO;
    if (!reference->cuts || !texel || !alone || fit->has_prim & 2) return;
    double from = reference->edge ? reference->edge : reference->threshold;
    if (!is_hard(reference, &fit->textures[alpha->d == FY_RDP_TEX1])) from = HALF;
    if (from <= FY_CUT_FROM) return;
    *alpha = (fy_rdp_equation){FY_RDP_ZERO, FY_RDP_PRIM, FY_RDP_PRIM, alpha->d}; /* fy_fit_cuts_from() */
    fit->prim[3] = prim_for(from) / 255;
    fit->has_prim |= 2;
}

uint8_t fy_fit_cuts_from(const fy_fit *fit) {
    const fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool texel = alpha->d == FY_RDP_TEX0 || alpha->d == FY_RDP_TEX1;
    bool sharpened = texel && alpha->a == FY_RDP_ZERO && alpha->b == FY_RDP_PRIM && alpha->c == FY_RDP_PRIM;
    double off = 255 * fit->prim[3] * fit->prim[3]; /* rules may say anything */
    return sharpened ? (uint8_t)(FY_CUT_FROM + fmin(fmax(off, 0), MOST_OFF) + .5) : 0;
}

/* Texels: (alpha - from) * e + e, e being 32, stays within the console's range. It rounds the product, half a
 * step of which are four of the alpha. That fills a few samples of each pixel; a whole surface has to fill
 * them all, or what lies behind shows through in specks. */
uint16_t fy_cut_above(fy_tev *tev, uint16_t alpha, uint16_t from, bool whole) {
    const double e = FY_CUT_FROM / 255.0, less = -(from + (whole ? -0.75 : 3.5)) / 255;
    const double slope = whole ? 4 * 255 : e;
    uint16_t over = fy_tev_add(tev, alpha, fy_tev_const(tev, less, less, less));
    uint16_t scaled = fy_tev_mul(tev, over, fy_tev_const(tev, slope, slope, slope));
    return whole ? scaled : fy_tev_add(tev, scaled, fy_tev_const(tev, e, e, e));
}
