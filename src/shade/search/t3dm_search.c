/*
 * t3dm_search.c: the combiner that comes nearest to what the source's machine draws
 * (docs/internals/materials.md, "The search").
 *
 * A setup names what the two texture slots and the vertex colour hold. For each setup a list of well-known
 * combiners is tried; the best few are then varied, one of their eight slots at a time, as long as that
 * helps. Whatever is tried gets the constants that suit it best: PRIM, ENV, their alphas and a tint of the
 * vertex colour, by damped Gauss-Newton steps.
 */
#include "shade/search/t3dm_search.h"

#include <string.h>

#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/search/t3dm_candidate.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_reference_state.h"

/* Of each setup so many are varied, so often; more often where time is no matter. */
enum {
    FINALISTS = FY_SEARCH_FINALISTS,
    OF_SETUP = 2,
    ROUNDS = 4,
    THOROUGH_OF_SETUP = 10,
    THOROUGH_ROUNDS = 12
};

/* What a first step leaves so many times as far off as the best known is given up. */
#define HOPELESS 4

/* No bound. */
#define WHATEVER 1e9F

/* Mean square below which nobody sees a difference: half a 255th. */
#define GOOD_ENOUGH (.25F / (255 * 255))

static const fy_rdp_equation pass_on = {FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_COMBINED};

/* ------------------------------------------------------------------------------------------ setups */

/* Samples of which fewer count tell too little. */
enum { ENOUGH = FY_SEARCH_PICKED / 4 };

/* Every fourth one. Where most of a surface is cut out that leaves few: then evenly over those that count. */
static void pick_samples(fy_combiner_search *s) {
    const fy_reference *reference = s->reference;
    unsigned counting[FY_SAMPLES], count = 0, step = FY_SAMPLES / FY_SEARCH_PICKED, picked = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (reference->samples[i].weight > 0) counting[count++] = i, picked += i % step == 0;
    bool few = !s->question.alpha && picked < ENOUGH && count;
    for (unsigned i = 0; i < FY_SEARCH_PICKED; i++)
        s->samples[i] = &reference->samples[few ? counting[i * count / FY_SEARCH_PICKED] : i * step];
    for (unsigned i = 0; i < FY_BRIGHT_SAMPLES; i++) s->samples[FY_SEARCH_PICKED + i] = &reference->bright[i];
}

void fy_search_start(fy_combiner_search *s, fy_reference *reference, bool alpha) {
    fy_search_question *q = &s->question;
    memset(s, 0, sizeof *s);
    s->reference = reference;
    q->alpha = alpha;
    q->thorough = reference->thorough;
    pick_samples(s);
    for (int i = 0; i < FY_SEARCH_VALUES; i++) {
        int column = i % FY_SEARCH_COLUMNS;
        const fy_sample *sample = s->samples[column];
        q->one.v[i] = 1;
        q->counts.v[i] = column >= FY_SEARCH_PICKED ? 0 : alpha ? 1 : sample->weight;
        q->count += q->counts.v[i];
        q->wanted.v[i] = sample->wanted[i / FY_SEARCH_COLUMNS] / 255.0F;
    }
}

static void fill_shade(const fy_combiner_search *s, uint16_t at, fy_color_plane *to) {
    const fy_reference *reference = s->reference;
    bool lit = at != FY_TEV_NONE && fy_fit_shade_of(&reference->tev, at) == FY_FIT_LIT;
    for (int i = 0; i < FY_SEARCH_COLUMNS; i++) {
        double value[3] = {1, 1, 1}, light = lit ? fy_reference_light(s->samples[i]->towards) : 1;
        if (at != FY_TEV_NONE) fy_tev_value(&reference->tev, at, &s->samples[i]->plain, value);
        for (int k = 0; k < 3; k++) to->v[FY_SEARCH_AT(k, i)] = (float)(value[k] * light);
    }
}

/* What looks like a choice that is known already is none. */
bool fy_search_is_usable(const fy_tev_node *leaf) {
    return leaf->op == FY_TEV_TEX && leaf->source != FY_TEV_RAMP && leaf->source != FY_TEV_FLAT;
}

void fy_search_add_shade(fy_combiner_search *s, uint16_t at) {
    fy_color_plane *shades = s->question.shades;
    unsigned last = s->shade_count;
    for (unsigned i = 0; i < last; i++)
        if (s->shades[i] == at) return;
    if (last == FY_SEARCH_SHADES) return;
    fill_shade(s, at, &shades[last]);
    for (unsigned i = 0; i < last; i++)
        if (memcmp(&shades[i], &shades[last], sizeof shades[i]) == 0) return;
    s->shades[s->shade_count++] = at;
}

/* A rasterised colour without the constants that it was multiplied by: the search finds its own. */
static uint16_t bare_raster(fy_tev *tev, const fy_tev_node *leaf) {
    fy_tev_node bare = *leaf;
    bare.k[0] = bare.k[1] = bare.k[2] = 1;
    return fy_tev_leaf(tev, &bare);
}

void fy_search_add_rasters(fy_combiner_search *s, uint16_t root) {
    fy_tev *tev = &s->reference->tev;
    bool used[FY_TEV_MAX_NODES];
    fy_tev_reach(tev, root, used);
    for (uint16_t i = 0; i <= root; i++) {
        const fy_tev_node leaf = tev->nodes[i];
        if (used[i] && leaf.op == FY_TEV_RAS) fy_search_add_shade(s, bare_raster(tev, &leaf));
    }
}

void fy_search_add_setup(fy_combiner_search *s, int first, int second, unsigned shade) {
    fy_search_question *q = &s->question;
    if (q->setup_count == FY_SEARCH_SETUPS) return;
    q->setups[q->setup_count++] = (fy_setup){{(int8_t)first, (int8_t)second}, (uint8_t)shade};
}

fy_fit_texture fy_search_texture(const fy_combiner_search *s, const fy_candidate *c, int slot) {
    int choice = s->question.setups[c->setup].textures[slot];
    return choice == FY_SEARCH_NO_TEXTURE ? (fy_fit_texture){0} : s->textures[choice];
}

uint16_t fy_search_shade(const fy_combiner_search *s, const fy_candidate *c) {
    fy_tev *tev = &s->reference->tev;
    const float *tint = c->k.color[2];
    uint16_t color = fy_tev_const(tev, (double)tint[0], (double)tint[1], (double)tint[2]),
             shade = s->shades[s->question.setups[c->setup].shade];
    return shade == FY_TEV_NONE ? color : fy_tev_mul(tev, shade, color);
}

/* -------------------------------------------------------------------------------------- candidates */

#define C_ FY_RDP_COMBINED
#define T0 FY_RDP_TEX0
#define T1 FY_RDP_TEX1
#define P_ FY_RDP_PRIM
#define S_ FY_RDP_SHADE
#define E_ FY_RDP_ENV
#define Z_ FY_RDP_ZERO_AB
#define ZC FY_RDP_ZERO_C
#define ZD FY_RDP_ZERO
#define ON FY_RDP_ONE

#define PA FY_RDP_PRIM_ALPHA
#define TA FY_RDP_TEX0_ALPHA
#define EA FY_RDP_ENV_ALPHA

/* Where the search starts from: mostly what a search without bounds found best most often for materials of
 * games (docs/internals/materials.md, "The search"). A second cycle of zeros stands for none. */
static const fy_rdp_equation starts[][2] = {
    {{Z_, Z_, ZC, S_}, {0}},
    {{T0, E_, P_, S_}, {0}},
    {{T0, Z_, S_, E_}, {0}},
    {{Z_, Z_, ZC, T0}, {0}},
    {{T0, E_, S_, E_}, {0}},
    {{P_, E_, T0, E_}, {0}},
    {{T0, P_, E_, S_}, {0}},
    {{T0, Z_, S_, ZD}, {0}},
    {{T0, P_, S_, E_}, {0}},
    {{P_, E_, S_, E_}, {0}},
    {{S_, E_, T0, T0}, {0}},
    {{T0, P_, PA, S_}, {0}},
    {{S_, Z_, S_, E_}, {0}},
    {{T0, Z_, PA, S_}, {0}},
    {{P_, Z_, S_, E_}, {0}},
    {{T0, P_, S_, T0}, {0}},
    {{ON, E_, S_, E_}, {0}},
    {{T0, Z_, P_, ZD}, {0}},
    {{P_, S_, S_, E_}, {0}},
    {{T0, E_, S_, S_}, {0}},
    {{P_, Z_, T0, S_}, {0}},
    {{T0, P_, T0, S_}, {0}},
    {{P_, T0, TA, T0}, {0}},
    {{S_, T0, TA, T0}, {0}},
    {{P_, Z_, S_, E_}, {C_, Z_, T0, ZD}},
    {{S_, Z_, S_, E_}, {C_, Z_, T0, ZD}},
    {{P_, S_, S_, E_}, {C_, Z_, T0, S_}},
    {{ON, E_, P_, S_}, {C_, Z_, T0, ZD}},
    {{P_, E_, T0, E_}, {C_, Z_, S_, C_}},
    {{P_, Z_, S_, E_}, {C_, S_, T0, S_}},
    {{P_, S_, S_, E_}, {C_, Z_, S_, ZD}},
    {{P_, E_, S_, E_}, {C_, Z_, T0, ZD}},
    {{P_, E_, S_, E_}, {T0, Z_, PA, C_}},
    {{P_, Z_, S_, E_}, {C_, Z_, T0, S_}},
    {{P_, E_, T0, E_}, {C_, Z_, S_, ZD}},
    {{T0, Z_, S_, ZD}, {C_, Z_, P_, E_}},
    {{T0, Z_, S_, ZD}, {T0, Z_, P_, C_}},
    {{P_, E_, T0, E_}, {C_, Z_, T0, ZD}},
    {{P_, T1, T0, S_}, {T0, Z_, PA, C_}},
    {{T1, E_, S_, E_}, {T0, E_, P_, C_}},
    {{T1, P_, S_, E_}, {T0, Z_, PA, C_}},
    {{T0, Z_, T1, ZD}, {C_, Z_, S_, ZD}},
    {{T1, T0, P_, T0}, {C_, Z_, S_, ZD}},
    {{T0, T1, S_, T1}, {C_, Z_, P_, ZD}},
    /* light that is doubled: twice a colour, less its square, nears white without passing it; one more half
     * of that may pass it, where no light is bright */
    {{T0, Z_, S_, ZD}, {ON, C_, C_, C_}},
    {{ON, S_, S_, S_}, {C_, Z_, EA, C_}},
    {{ON, S_, S_, S_}, {C_, Z_, T0, ZD}},
};

static bool is_none(const fy_rdp_equation *e) {
    return e->a == 0 && e->b == 0 && e->c == 0 && e->d == 0;
}

/* A second cycle costs the console half its filling rate: it has to be worth it. */
static float price(const fy_search_question *q, const fy_candidate *c) {
    float step = 1.5F / 255;
    bool two = c->two || fy_candidate_reads(c, FY_RDP_TEX1, false);
    return two && !q->two_runs ? c->error * 1.05F + step * step : c->error;
}

/* The best candidates so far, the best first. */
typedef struct ranking {
    fy_candidate best[FINALISTS];
    unsigned count, most;
} ranking;

/* Slots and vertex colours that make no difference give the same again. */
static bool is_again(const fy_candidate *a, const fy_candidate *b) {
    float off = a->error - b->error;
    return a->two == b->two && (off < 0 ? -off : off) < 1e-3F * a->error;
}

static void enter(const fy_search_question *q, ranking *r, const fy_candidate *c) {
    unsigned at = r->count;
    for (unsigned i = 0; i < r->count; i++)
        if (is_again(&r->best[i], c)) return;
    while (at > 0 && price(q, c) < price(q, &r->best[at - 1])) at--;
    if (at == r->most) return;
    unsigned last = r->count < r->most ? r->count++ : r->most - 1;
    for (unsigned i = last; i > at; i--) r->best[i] = r->best[i - 1];
    r->best[at] = *c;
}

/* The error above which a candidate is no good beside one of error `known`. */
static float hopeless(const fy_search_question *q, float known) {
    return q->thorough ? WHATEVER : HOPELESS * known;
}

static void try_starts(const fy_search_question *q, unsigned setup, ranking *r) {
    *r = (ranking){.most = q->thorough ? THOROUGH_OF_SETUP : OF_SETUP};
    for (unsigned k = 0; k < sizeof starts / sizeof *starts; k++) {
        fy_candidate c = {.setup = (uint8_t)setup, .two = !is_none(&starts[k][1])};
        c.cycles[0] = starts[k][0];
        c.cycles[1] = c.two ? starts[k][1] : pass_on;
        fy_candidate_start(&c.k);
        if (fy_candidate_settle(q, &c, 3,
                                r->count < r->most ? WHATEVER : hopeless(q, r->best[r->count - 1].error)))
            enter(q, r, &c);
    }
}

static uint8_t *slot_of(fy_rdp_equation *e, int number) {
    return number == 0 ? &e->a : number == 1 ? &e->b : number == 2 ? &e->c : &e->d;
}

static const uint8_t codes_ab[] = {C_, T0, T1, P_, S_, E_, ON, Z_},
                     codes_d[] = {C_, T0, T1, P_, S_, E_, ON, ZD}, codes_c[] = {C_,
                                                                                T0,
                                                                                T1,
                                                                                P_,
                                                                                S_,
                                                                                E_,
                                                                                ZC,
                                                                                FY_RDP_TEX0_ALPHA,
                                                                                FY_RDP_TEX1_ALPHA,
                                                                                FY_RDP_PRIM_ALPHA,
                                                                                FY_RDP_ENV_ALPHA};

/* A slot that makes no difference: what is multiplied by zero, or what multiplies nothing. Of a second cycle
 * such slots are varied once all the same: that is half the way to a second product. */
static bool is_idle(const fy_rdp_equation *e, int where) {
    return where < 2 ? e->c == FY_RDP_ZERO_C : where == 2 && e->a == e->b;
}

/* Whether a code makes no difference in the second cycle. A colour that multiplies itself must not be bright,
 * even if it multiplies nothing. */
static bool is_idle_code(const fy_rdp_equation *e, int where, uint8_t code) {
    return is_idle(e, where) && !(where == 2 && code == FY_RDP_COMBINED);
}

/* All candidates that differ from `from` in one slot; the best goes to `best`. Of those that draw the same,
 * in slots that make no difference, none is better than the first. */
static void try_neighbours(const fy_search_question *q, const fy_candidate *from, fy_candidate *best) {
    bool met_idle = false;
    for (int i = 0; i < 8; i++) {
        int where = i % 4;
        if (i < 4 && is_idle(&from->cycles[0], where)) continue;
        const uint8_t *codes = where == 2 ? codes_c : where == 3 ? codes_d : codes_ab;
        size_t count = where == 2 ? sizeof codes_c : sizeof codes_d;
        for (size_t k = 0; k < count; k++) {
            fy_candidate c = *from;
            uint8_t *code = slot_of(&c.cycles[i / 4], where);
            if (*code == codes[k]) continue;
            const bool idle = i >= 4 && is_idle_code(&from->cycles[1], where, codes[k]);
            if (idle && met_idle) continue;
            *code = codes[k];
            c.two = c.two || i >= 4;
            if (!fy_candidate_settle(q, &c, 2, hopeless(q, best->error))) continue;
            met_idle = met_idle || idle;
            if (price(q, &c) < price(q, best)) *best = c;
        }
    }
}

static void vary(const fy_search_question *q, fy_candidate *c) {
    int rounds = q->thorough ? THOROUGH_ROUNDS : ROUNDS;
    for (int round = 0; round < rounds; round++) {
        fy_candidate best = *c;
        try_neighbours(q, c, &best);
        fy_candidate_settle(q, &best, 4, WHATEVER);
        bool little = price(q, &best) > price(q, c) * .97F;
        if (price(q, &best) < price(q, c)) *c = best;
        if (little) return;
    }
}

/* Each setup brings its best ones along: what starts well does not always end well. */
unsigned fy_search_run(const fy_search_question *q, fy_candidate finalists[FY_SEARCH_FINALISTS]) {
    ranking all = {.most = FINALISTS};
    for (unsigned i = 0; i < q->setup_count; i++) {
        ranking of;
        try_starts(q, i, &of);
        for (unsigned k = 0; k < of.count; k++) {
            if (!all.count || all.best[0].error > GOOD_ENOUGH) vary(q, &of.best[k]);
            enter(q, &all, &of.best[k]);
        }
    }
    memcpy(finalists, all.best, all.count * sizeof *finalists);
    return all.count;
}
