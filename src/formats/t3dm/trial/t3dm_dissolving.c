/* t3dm_dissolving.c: see t3dm_dissolving.h. */
#include "formats/t3dm/trial/t3dm_dissolving.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ferry64_rdp.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

/* Opacities that are tried in each way for a blend that the console does not have, each three quarters of the
 * one before; and what one has to gain beside those tried before, in 255ths. */
enum { STEPS = 6 };
#define NEXT .75
#define OPACITY_GAIN .2

/* What the source's mask leaves of the alpha where it lets the material show, 0..1. */
static double own_opacity(const fy_reference *reference) {
    double sum = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        if (!reference->samples[i].shows) continue;
        sum += reference->samples[i].wanted[3] / 255.0;
        count++;
    }
    return count ? sum / count : 1;
}

/* The samples keep what they want in `own`, and want something else afterwards. */
static double try_opacity(fy_mapping *m, const uint8_t own[FY_SAMPLES][4], fy_trial *a) {
    static const fy_blend_fit mixed = {.method = FY_BLEND_MIXED};
    fy_reference *reference = &m->p->reference;
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(reference->samples[i].wanted, own[i], sizeof own[i]);
    a->shading.word = fy_fit_word(&a->shading.fit);
    fy_trial_solve(m, a);
    return fy_blend_seen(reference, &mixed, &a->shading.fit, a->shading.word, own);
}

/* The opacity that comes nearest to the blend. False: there is no picture of the mask. */
static bool choose_opacity(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    fy_trial best = *a;
    double least = HUGE_VAL;
    uint8_t own[FY_SAMPLES][4];
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(own[i], reference->samples[i].wanted, sizeof own[i]);
    for (unsigned number = 0; number < FY_DISSOLVE_OPACITIES; number++) {
        double opacity = 1;
        for (int step = 0; step < STEPS; step++, opacity *= NEXT) {
            fy_trial next = *a;
            if (!fy_dissolve_fit(reference, number, opacity, &next.shading.fit)) return false;
            const double error = try_opacity(m, own, &next);
            if (error >= least - OPACITY_GAIN) continue;
            least = error;
            best = next;
        }
    }
    *a = best;
    (void)try_opacity(m, own, a);
    return true;
}

static bool choose_combiner(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    if (a->recolors) return choose_opacity(m, a);
    if (!fy_dissolve_fit(reference, 0, own_opacity(reference), &a->shading.fit)) return false;
    a->shading.word = fy_fit_word(&a->shading.fit);
    fy_trial_solve(m, a);
    return true;
}

void fy_mapping_dissolve(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    fy_shading *shading = &a->shading;
    *shading = (fy_shading){.fitted = false};
    a->recolors = a->blend.unsupported != NULL;
    a->blend.blender = FERRY_RDP_BLEND_MULTIPLY;
    a->blend.unsupported = NULL;
    a->alpha.node = reference->tev.alpha;
    if (choose_combiner(m, a)) a->alpha.compare = FY_DISSOLVE_LEAST;
    reference->draws = FY_DRAWS_MIXED;
    snprintf(shading->changes, sizeof shading->changes, "the console compares its mask");
    fy_reference_measure(reference, &shading->fit, shading->word, &shading->color_error,
                         &shading->alpha_error);
    shading->seen = fy_reference_seen(reference, &shading->fit, shading->word);
}
