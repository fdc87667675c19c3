/* t3dm_trial_constants.c: see t3dm_trial_constants.h. */
#include "formats/t3dm/mapping/t3dm_trial_constants.h"

#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/search/t3dm_constants.h"
#include "shade/t3dm_reference_state.h"

unsigned fy_trial_free(const fy_mapping *m, const fy_trial *a) {
    const fy_fit *fit = &a->shading.fit;
    unsigned read = 0;
    if (!m->states.colors) return 0;
    if (fy_rdp_reads_color(a->shading.word, FY_RDP_PRIM)) read |= FY_PRIM_COLOR;
    if (fy_rdp_reads_alpha(a->shading.word, FY_RDP_PRIM)) read |= FY_PRIM_ALPHA;
    if (fy_rdp_reads_color(a->shading.word, FY_RDP_ENV)) read |= FY_ENV_COLOR;
    if (fy_rdp_reads_alpha(a->shading.word, FY_RDP_ENV)) read |= FY_ENV_ALPHA;
    if (fit->dissolves) read &= FY_PRIM_COLOR | FY_ENV_COLOR;
    if (a->alpha.cutout)
        read &=
            (unsigned)(fy_tev_moves_in(&m->p->reference.tev, a->alpha.node) ? ~0u
                                                                            : FY_PRIM_COLOR | FY_ENV_COLOR);
    if (!a->shading.fitted) return read;
    for (unsigned i = 0; i < 4; i++)
        if (!fit->moves[i / 2][i % 2]) read &= ~(1u << i);
    return read;
}

void fy_trial_solve(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    fy_fit *fit = &a->shading.fit;
    if (a->recolors) fy_dissolve_want(reference, fit);
    if (fit->dissolves) fy_dissolve_solve(reference, fit);
    const bool alpha = a->alpha.node != FY_TEV_NONE && !fit->dissolves;
    fy_solve_constants(reference, fy_trial_free(m, a), alpha, fit);
}
