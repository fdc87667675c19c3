/*
 * t3dm_search_color.c: the search's colour half: every texture of the formula in either slot, pairs in both,
 * every vertex colour (docs/internals/materials.md, "The search").
 */
#include "shade/search/t3dm_search_color.h"

#include <math.h>
#include <string.h>

#include "core/base/job.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/search/t3dm_candidate.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_search.h"
#include "shade/search/t3dm_search_memory.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"

static void learn_texture(fy_combiner_search *s, const fy_fit_texture *slot, unsigned choice) {
    fy_texture_choice *to = &s->question.textures[choice];
    s->textures[choice] = *slot;
    to->has_alpha = false;
    for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
        uint8_t texel[4];
        fy_fit_texture with_alpha = *slot;
        with_alpha.alpha = 3;
        with_alpha.baked_alpha = 0;
        fy_reference_texel(s->reference, &with_alpha, s->samples[i], texel);
        for (int k = 0; k < 3; k++) {
            to->color.v[FY_SEARCH_AT(k, i)] = texel[k] / 255.0F;
            to->alpha.v[FY_SEARCH_AT(k, i)] = texel[3] / 255.0F;
        }
        to->has_alpha |= texel[3] != 255;
    }
}

/* How much a slot tells that shows a texture that way: its colours, one of them, or the alpha, which the
 * combiner may read besides. */
static int worth_of(const uint8_t swizzle[3]) {
    if (swizzle[0] != swizzle[1] || swizzle[1] != swizzle[2]) return 2;
    return swizzle[0] < 3;
}

/* One texture by one texgen is one choice: as the slot that tells most. */
static void add_texture(fy_combiner_search *s, const fy_tev_node *leaf) {
    fy_fit_texture slot = {.used = true,
                           .map = leaf->map,
                           .texgen = leaf->texgen,
                           .source = leaf->source,
                           .alpha = FY_FIT_NO_COMPONENT,
                           .baked = leaf->baked};
    memcpy(slot.swizzle, leaf->swizzle, 3);
    for (unsigned i = 0; i < s->texture_count; i++) {
        const fy_fit_texture *known = &s->textures[i];
        if (known->map != leaf->map || known->texgen != leaf->texgen || known->baked != leaf->baked) continue;
        if (worth_of(slot.swizzle) > worth_of(known->swizzle)) learn_texture(s, &slot, i);
        return;
    }
    if (s->texture_count < FY_SEARCH_TEXTURES) learn_texture(s, &slot, s->texture_count++);
}

static uint16_t plain_light(fy_tev *tev) {
    fy_tev_node lit = {.op = FY_TEV_RAS, .swizzle = {0, 1, 2}, .lit = true, .k = {1, 1, 1}};
    return fy_tev_leaf(tev, &lit);
}

/* The largest parts that vertices can carry. */
static void add_vertex_formulas(fy_combiner_search *s, uint16_t color) {
    const fy_tev *tev = &s->reference->tev;
    bool wanted[FY_TEV_MAX_NODES] = {false};
    wanted[color] = true;
    for (unsigned i = color + 1u; i-- > 0;) {
        const fy_tev_node node = tev->nodes[i];
        if (!wanted[i] || node.op < FY_TEV_ADD) continue;
        if (fy_fit_shade_of(tev, (uint16_t)i) >= FY_FIT_VERTEX) {
            fy_search_add_shade(s, (uint16_t)i);
            continue;
        }
        wanted[node.a] = wanted[node.b] = true;
        if (node.op >= FY_TEV_LERP) wanted[node.c] = true;
    }
}

static void gather_textures(fy_combiner_search *s, uint16_t color) {
    fy_tev *tev = &s->reference->tev;
    bool used[FY_TEV_MAX_NODES];
    uint16_t count = (uint16_t)(color + 1);
    fy_tev_reach(tev, color, used);
    for (uint16_t i = 0; i < count; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && fy_search_is_usable(&leaf)) add_texture(s, &leaf);
    }
    add_vertex_formulas(s, color);
    fy_search_add_rasters(s, color);
    if (fy_tev_any(tev, color, fy_leaf_is_ramp, NULL)) fy_search_add_shade(s, plain_light(tev));
    fy_search_add_shade(s, FY_TEV_NONE);
}

/* Whether a choice will do: any, or the texture that must be there. */
static bool may_be(const fy_combiner_search *s, unsigned choice, const fy_tev_node *must) {
    const fy_fit_texture *slot = &s->textures[choice];
    return !must || (slot->map == must->map && slot->texgen == must->texgen);
}

static void pair_up(fy_combiner_search *s, unsigned shade, const fy_tev_node *must) {
    const fy_fit_rules *rules = &s->reference->rules;
    for (unsigned a = 0; a < s->texture_count; a++)
        for (unsigned b = 0; b < s->texture_count; b++)
            if (a != b && rules->pair && (may_be(s, a, must) || may_be(s, b, must)) &&
                rules->pair(rules->user, &s->textures[a], &s->textures[b]))
                fy_search_add_setup(s, (int)a, (int)b, shade);
}

static void prepare(fy_combiner_search *s, fy_reference *reference, uint16_t color, const fy_tev_node *must) {
    enum { NONE = FY_SEARCH_NO_TEXTURE };
    fy_search_start(s, reference, false);
    if (must) add_texture(s, must);
    gather_textures(s, color);
    for (unsigned k = 0; k < s->shade_count; k++) {
        for (unsigned i = 0; i < s->texture_count; i++) {
            if (!may_be(s, i, must)) continue;
            fy_search_add_setup(s, (int)i, NONE, k);
            fy_search_add_setup(s, NONE, (int)i, k);
        }
        if (s->texture_count == 0) fy_search_add_setup(s, NONE, NONE, k);
    }
    for (unsigned k = 0; k < s->shade_count; k++) pair_up(s, k, must);
}

/* ------------------------------------------------------------------------------------------ result */

static void keep_texture(const fy_combiner_search *s, const fy_candidate *c, int which, fy_fit *fit) {
    uint8_t name = which ? FY_RDP_TEX1 : FY_RDP_TEX0;
    uint64_t word = fy_fit_word(fit);
    bool color = fy_rdp_reads_color(word, name), alpha = false;
    for (int i = 0; i < (c->two ? 2 : 1); i++) {
        uint8_t code = i ? (which ? FY_RDP_TEX0_ALPHA : FY_RDP_TEX1_ALPHA)
                         : (which ? FY_RDP_TEX1_ALPHA : FY_RDP_TEX0_ALPHA);
        alpha |= c->cycles[i].c == code;
    }
    fit->textures[which] = fy_search_texture(s, c, which);
    fit->textures[which].used = color || alpha;
    if (!color) memset(fit->textures[which].swizzle, FY_FIT_NO_COMPONENT, 3);
    if (alpha) fit->textures[which].alpha = 3;
    if (!color && !alpha) fit->textures[which] = (fy_fit_texture){0};
}

static void keep_constants(const fy_combiner_search *s, const fy_candidate *c, fy_fit *fit) {
    for (int k = 0; k < 3; k++) {
        fit->prim[k] = (double)c->k.color[0][k];
        fit->env[k] = (double)c->k.color[1][k];
    }
    fit->prim[3] = (double)c->k.alpha[0];
    fit->env[3] = (double)c->k.alpha[1];
    fit->has_prim = (uint8_t)(fy_candidate_reads(c, FY_RDP_PRIM, false) |
                              fy_candidate_reads(c, FY_RDP_PRIM_ALPHA, true) << 1);
    fit->has_env = (uint8_t)(fy_candidate_reads(c, FY_RDP_ENV, false) |
                             fy_candidate_reads(c, FY_RDP_ENV_ALPHA, true) << 1);
    if (fy_candidate_reads(c, FY_RDP_SHADE, false)) fit->shade = fy_search_shade(s, c);
}

static void conclude(const fy_combiner_search *s, const fy_candidate *c, fy_fit *fit) {
    *fit = (fy_fit){.shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE, .two_cycles = c->two};
    for (int i = 0; i < 2; i++) {
        fit->cycles[i].color = c->cycles[i];
        fit->cycles[i].alpha = (fy_rdp_equation){FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};
    }
    fit->pinned[0] = c->two;
    for (int i = 0; i < 2; i++) keep_texture(s, c, i, fit);
    keep_constants(s, c, fit);
}

bool fy_search_color(fy_reference *reference, uint16_t color, const fy_tev_node *must, fy_fit *fit) {
    fy_combiner_search *s = fy_job_resize(reference->job, NULL, 1, sizeof *s);
    fy_candidate finalists[FY_SEARCH_FINALISTS];
    double least = HUGE_VAL;
    if (!s) return false;
    prepare(s, reference, color, must);
    unsigned count = fy_search_ask(s, finalists);
    for (unsigned i = 0; i < count; i++) {
        fy_fit made;
        conclude(s, &finalists[i], &made);
        double price = made.two_cycles ? FY_SECOND_CYCLE_GAIN : 0,
               error = fy_reference_measure_up_to(reference, &made, fy_fit_word(&made), false, price, least);
        if (i && error >= least) continue;
        *fit = made;
        least = error;
    }
    fy_job_drop(reference->job, s);
    return count > 0;
}
