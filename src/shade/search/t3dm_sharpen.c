/* t3dm_sharpen.c: cutouts whose edge lies where the source has it (docs/what-is-lost.md, "Materials"). */
#include "shade/search/t3dm_sharpen.h"

#include <math.h>

#include "ferry64.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* (1 + p) * alpha - p leaves the combiner's range at alpha 0 from a half on. */
#define MOST_SHARPENED 127

/* Whether a cutout's texels have no alpha between all and nothing. */
static bool is_hard(const fy_reference *reference, const fy_fit_texture *of) {
    const ferry_scene *scene = reference->scene;
    uint32_t texture = of->used ? reference->gx->textures[of->map] : FERRY_NONE;
    bool changes = reference->states && reference->states->count; /* perhaps the picture */
    if (changes || texture == FERRY_NONE || of->alpha != 3 || of->baked || of->baked_alpha) return false;
    uint32_t image = scene->textures.data[texture].image;
    return image != FERRY_NONE && scene->images.data[image].alpha == FERRY_ALPHA_ALL_BINARY;
}

void fy_sharpen_cutout(const fy_reference *reference, fy_fit *fit) {
    fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool texel = alpha->d == FY_RDP_TEX0 || alpha->d == FY_RDP_TEX1;
    bool alone = alpha->a == FY_RDP_ZERO && alpha->b == FY_RDP_ZERO && alpha->c == FY_RDP_ZERO;
    if (!reference->cuts || !texel || !alone || fit->has_prim & 2) return;
    double from = reference->edge ? reference->edge : reference->threshold, p = MOST_SHARPENED;
    if (from < 128 && is_hard(reference, &fit->textures[alpha->d == FY_RDP_TEX1]))
        p = fmin(floor(255 * (from - FY_CUT_FROM) / (255 - from) + .5), p);
    if (p <= 0) return;
    *alpha = (fy_rdp_equation){alpha->d, FY_RDP_ONE, FY_RDP_PRIM, alpha->d}; /* fy_fit_cuts_from() */
    fit->prim[3] = p / 255;
    fit->has_prim |= 2;
}

uint8_t fy_fit_cuts_from(const fy_fit *fit) {
    const fy_rdp_equation *alpha = &fit->cycles[0].alpha;
    bool sharpened = alpha->a == alpha->d && alpha->b == FY_RDP_ONE && alpha->c == FY_RDP_PRIM;
    double p = fmin(fmax(fit->prim[3], 0), .5); /* rules may say anything */
    return sharpened ? (uint8_t)((FY_CUT_FROM + 255 * p) / (1 + p) + .5) : 0;
}
