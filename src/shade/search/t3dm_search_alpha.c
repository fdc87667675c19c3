/*
 * t3dm_search_alpha.c: the search's alpha half, beside a colour half that stands
 * (docs/internals/materials.md, "The search").
 *
 * It is the same search over one number instead of three. Slots hold the alpha of the textures that the
 * colour put there, or textures of the alpha formula where they are free.
 */
#include "shade/search/t3dm_search_alpha.h"

#include <math.h>

#include "core/base/job.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/search/t3dm_candidate.h"
#include "shade/search/t3dm_search.h"
#include "shade/search/t3dm_search_memory.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

/* ------------------------------------------------------------------------------------------ choices */

static void learn_texture(fy_combiner_search *s, const fy_tev_node *leaf, unsigned choice) {
    fy_fit_texture *slot = &s->textures[choice];
    *slot = (fy_fit_texture){.used = true,
                             .map = leaf->map,
                             .texgen = leaf->texgen,
                             .source = leaf->source,
                             .swizzle = {FY_FIT_NO_COMPONENT, FY_FIT_NO_COMPONENT, FY_FIT_NO_COMPONENT},
                             .alpha = leaf->swizzle[0],
                             .baked_alpha = leaf->baked};
    for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
        uint8_t texel[4];
        fy_reference_texel(s->reference, slot, s->samples[i], texel);
        for (int k = 0; k < 3; k++)
            s->question.textures[choice].color.v[FY_SEARCH_AT(k, i)] = texel[3] / 255.0F;
    }
}

static void gather_textures(fy_combiner_search *s, uint16_t alpha) {
    const fy_tev *tev = &s->reference->tev;
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, alpha, used);
    for (uint16_t i = 0; i <= alpha; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && fy_search_is_usable(&leaf) && s->texture_count < FY_SEARCH_TEXTURES)
            learn_texture(s, &leaf, s->texture_count++);
    }
    fy_search_add_rasters(s, alpha);
    fy_search_add_shade(s, FY_TEV_NONE);
}

/* What a choice shows; NULL: none, the slot is the colour's alone. */
static const fy_fit_texture *texture_of(const fy_combiner_search *s, int choice) {
    return choice == FY_SEARCH_NO_TEXTURE ? NULL : &s->textures[choice];
}

/* A slot that the colour fills takes its own texture's alpha only. */
static bool may_stand(const fy_fit_texture *own, const fy_fit_texture *slot) {
    if (!own || !slot->used) return true;
    if (own->map != slot->map || own->texgen != slot->texgen) return false;
    return slot->alpha == FY_FIT_NO_COMPONENT ||
           (slot->alpha == own->alpha && slot->baked_alpha == own->baked_alpha);
}

/* Together with what the colour has put there. */
static bool may_pair(const fy_combiner_search *s, const fy_fit *fit, const fy_fit_texture *first,
                     const fy_fit_texture *second) {
    const fy_fit_texture *a = first ? first : &fit->textures[0], *b = second ? second : &fit->textures[1];
    const fy_fit_rules *rules = &s->reference->rules;
    bool kept = !first && !second;
    return !a->used || !b->used || kept || (rules->pair && rules->pair(rules->user, a, b));
}

static void add_setups(fy_combiner_search *s, const fy_fit *fit) {
    int count = (int)s->texture_count;
    for (unsigned k = 0; k < s->shade_count; k++)
        for (int a = FY_SEARCH_NO_TEXTURE; a < count; a++)
            for (int b = FY_SEARCH_NO_TEXTURE; b < count; b++) {
                const fy_fit_texture *first = texture_of(s, a), *second = texture_of(s, b);
                if (may_stand(first, &fit->textures[0]) && may_stand(second, &fit->textures[1]) &&
                    may_pair(s, fit, first, second))
                    fy_search_add_setup(s, a, b, k);
            }
}

/* ----------------------------------------------------------------------------------------- targets */

/* Of a cutout only counts on which side of its threshold a pixel is: wanted is as much above as below. */
static float wanted_alpha(const fy_reference *reference, uint8_t alpha) {
    if (!reference->threshold) return alpha / 255.0F;
    bool drawn = reference->compares ? fy_gx_alpha_passes(reference->gx, alpha) : alpha >= 128;
    return drawn ? 2 * reference->threshold / 255.0F : 0;
}

static void want_alpha(fy_combiner_search *s) {
    for (int i = 0; i < FY_SEARCH_VALUES; i++)
        s->question.wanted.v[i] = wanted_alpha(s->reference, s->samples[i % FY_SEARCH_COLUMNS]->wanted[3]);
}

/* ------------------------------------------------------------------------------------------- result */

static fy_rdp_equation as_alpha(const fy_rdp_equation *from) {
    fy_rdp_equation to = *from;
    if (to.a == FY_RDP_ZERO_AB) to.a = FY_RDP_ZERO;
    if (to.b == FY_RDP_ZERO_AB) to.b = FY_RDP_ZERO;
    if (to.c == FY_RDP_ZERO_C) to.c = FY_RDP_ZERO;
    return to;
}

static void keep_texture(const fy_combiner_search *s, const fy_candidate *c, int which, fy_fit *fit) {
    fy_fit_texture *to = &fit->textures[which];
    const fy_fit_texture from = fy_search_texture(s, c, which);
    if (!from.used || !fy_rdp_reads_alpha(fy_fit_word(fit), which ? FY_RDP_TEX1 : FY_RDP_TEX0)) return;
    if (!to->used) *to = from;
    to->alpha = from.alpha;
    to->baked_alpha = from.baked_alpha;
}

static void conclude(const fy_combiner_search *s, const fy_candidate *c, fy_fit *fit) {
    static const fy_rdp_equation pass = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_COMBINED};
    bool second = fit->textures[1].used || fy_candidate_reads(c, FY_RDP_TEX1, false);
    fit->cycles[0].alpha = as_alpha(&c->cycles[0]);
    fit->cycles[1].alpha = c->two ? as_alpha(&c->cycles[1]) : pass;
    fit->pinned[1] = c->two;
    fit->two_cycles = fit->pinned[0] || fit->pinned[1] || second;
    for (int i = 0; i < 2; i++) keep_texture(s, c, i, fit);
    fit->two_cycles = fit->pinned[0] || fit->pinned[1] || fit->textures[1].used;
    if (fy_candidate_reads(c, FY_RDP_PRIM, false)) {
        fit->prim[3] = (double)c->k.color[0][0];
        fit->has_prim |= 2;
    }
    if (fy_candidate_reads(c, FY_RDP_ENV, false)) {
        fit->env[3] = (double)c->k.color[1][0];
        fit->has_env |= 2;
    }
    if (fy_candidate_reads(c, FY_RDP_SHADE, false)) fit->shade_alpha = fy_search_shade(s, c);
}

bool fy_search_alpha(fy_reference *reference, uint16_t alpha, fy_fit *fit) {
    fy_combiner_search *s = fy_job_resize(reference->job, NULL, 1, sizeof *s);
    fy_candidate finalists[FY_SEARCH_FINALISTS];
    const fy_fit given = *fit;
    double least = HUGE_VAL;
    if (!s) return false;
    fy_search_start(s, reference, true);
    s->question.locked[0] = fit->has_prim & 2;
    s->question.locked[1] = fit->has_env & 2;
    s->question.two_runs = fit->two_cycles;
    want_alpha(s);
    gather_textures(s, fy_tev_bake(&reference->tev, alpha));
    add_setups(s, fit);
    unsigned count = fy_search_ask(s, finalists);
    for (unsigned i = 0; i < count; i++) {
        fy_fit made = given;
        conclude(s, &finalists[i], &made);
        double price = made.two_cycles && !given.two_cycles ? FY_SECOND_CYCLE_GAIN : 0,
               error = fy_reference_measure_up_to(reference, &made, fy_fit_word(&made), true, price, least);
        if (i && error >= least) continue;
        *fit = made;
        least = error;
    }
    fy_job_drop(reference->job, s);
    return count > 0;
}
