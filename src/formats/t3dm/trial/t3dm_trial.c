/* t3dm_trial.c: what one state of a GX material becomes, tried out. */
#include "formats/t3dm/trial/t3dm_trial.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/trial/t3dm_dissolving.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/samples/t3dm_cutout_edge.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/search/t3dm_sharpen.h"
#include "shade/search/t3dm_solve.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_split.h"

static bool has_translucent_vertices(const fy_tev_node *leaf, const void *user) {
    const fy_vertex_summary *summary = user;
    return leaf->op == FY_TEV_RAS && leaf->vertex && !leaf->looked_up && leaf->swizzle[0] == 3 &&
           summary->min_alpha[leaf->channel] < .998f;
}

/* The value of an alpha formula if all texels had that value and all vertices were opaque. */
static double alpha_at(const fy_reference *reference, uint16_t node, uint8_t texel) {
    fy_tev_inputs inputs;
    double value[3];
    memset(&inputs, texel, sizeof inputs);
    memset(inputs.raster, 255, sizeof inputs.raster);
    for (int i = 0; i < 2; i++) {
        bool vertex = reference->gx->channels[i * 2 + 1].material_source == FERRY_GX_SOURCE_VERTEX;
        double alpha = vertex ? 255 : reference->gx->material_colors[i].a;
        inputs.raster[i][3] = (uint8_t)fy_round(alpha * fy_tev_dark_alpha(reference->gx, i));
    }
    fy_tev_value(&reference->tev, node, &inputs, value);
    return value[0] * 255;
}

typedef struct texel_list {
    fy_tev_node last;
    unsigned count;
} texel_list;

/* Counts texels that do not come from toon ramps. */
static void note_texel(const fy_tev_node *leaf, void *user) {
    texel_list *list = user;
    if (!fy_leaf_is_picture(leaf, NULL)) return;
    list->last = *leaf;
    list->count++;
}

static texel_list texels_of(const fy_tev *tev, uint16_t root) {
    texel_list list = {.count = 0};
    fy_tev_each(tev, root, note_texel, &list);
    return list;
}

static uint8_t least_component(const fy_mapping *m, const fy_tev_node *leaf) {
    const fy_image_summary *image = fy_reference_image(&m->p->reference, leaf->map);
    return image ? image->least[leaf->swizzle[0]] : 255;
}

/* Of blends that become cutouts. */
enum { HALF = 128 };

/* Texel values from which on a formula is `limit` or more. */
static unsigned texel_threshold(const fy_mapping *m, uint16_t node, unsigned limit) {
    unsigned from = 256;
    while (from > 0 && fy_round(alpha_at(&m->p->reference, node, (uint8_t)(from - 1))) >= (int)limit) from--;
    return from;
}

/* The console does not light alpha: the texel's alpha that tells best what the source draws of what is
 * seen. */
static unsigned threshold_in_light(const fy_mapping *m, uint16_t texel, unsigned from) {
    const fy_reference *reference = &m->p->reference;
    int gained[257] = {0}, best = 0, wrong = 0, least = 0;
    unsigned below[257] = {0}, left = FY_SAMPLES, seen = 0;
    if (!reference->seen_count) return from;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double value[3];
        fy_tev_value(&reference->tev, texel, &reference->samples[i].lit, value);
        bool drawn = fy_gx_alpha_passes(reference->gx, reference->samples[i].wanted[3]);
        gained[fy_unit_byte(value[0]) + 1] += drawn ? 1 : -1;
        below[fy_unit_byte(value[0]) + 1]++;
        seen += drawn;
    }
    for (int at = 1; at <= 256; at++) {
        wrong += gained[at];
        left -= below[at];
        if (wrong < least && 2 * left >= seen && left) least = wrong, best = at; /* nothing vanishes */
    }
    return best ? (unsigned)best : from;
}

/* All pixels whose texel has an alpha of `from` or more are drawn: the threshold of the one texture in the
 * plan's node. `limit`: what the whole of it must reach. */
static void cut_by_texel(fy_mapping *m, fy_tev_node texel, bool vertices, uint16_t limit, unsigned from,
                         fy_alpha_plan *plan) {
    fy_tev *tev = &m->p->reference.tev;
    const uint16_t node = plan->node;
    const bool compare = m->p->reference.compares;
    if (vertices) fy_mapping_say(m, "t3dm.alpha-test", "vertex alpha is ignored by its alpha compare");
    texel.indirect = false;
    plan->node = fy_tev_leaf(tev, &texel);
    if (compare && fy_tev_any(tev, node, fy_leaf_is_lit, NULL))
        from = threshold_in_light(m, plan->node, from);
    plan->threshold = m->p->reference.threshold = (uint16_t)from;
    if (compare && !vertices && from == limit) /* it is the texel's own alpha */
        plan->threshold = (uint16_t)fy_reference_edge(&m->p->reference, from, FY_CUT_FROM);
    m->p->reference.edge = plan->threshold;
    if (m->trying) return;
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.alpha-threshold", m->p->name, m->path,
              "the console's cutout threshold is alpha 32: threshold %u is baked into the texture's alpha%s",
              plan->threshold, plan->threshold < from ? ", since smaller mip levels cover more" : "");
}

static void draw_nothing(fy_alpha_plan *plan, const char *why) {
    plan->drop_code = "t3dm.invisible";
    plan->drop_why = why;
}

/* Cutouts are drawn wherever alpha is 32 or more, whatever threshold the material says: the true threshold
 * goes into the texture's alpha. */
static void plan_cutout(fy_mapping *m, bool compare, uint16_t threshold, fy_alpha_plan *plan) {
    const uint16_t limit = compare ? threshold : HALF;
    fy_tev *tev = &m->p->reference.tev;
    uint16_t node = tev->alpha;
    texel_list list = texels_of(tev, node);
    unsigned texels = list.count;
    bool vertices = fy_tev_any(tev, node, has_translucent_vertices, &m->p->summary);
    unsigned from = texel_threshold(m, node, limit);
    *plan = (fy_alpha_plan){.node = FY_TEV_NONE};
    if (fy_tev_moves_in(tev, node)) {
        const bool whole = texels == 0 && !vertices;
        *plan = (fy_alpha_plan){.node = fy_cut_above(tev, node, limit, whole), .cutout = true};
        m->p->reference.compares = compare;
        m->p->reference.threshold = FY_CUT_FROM;
        return;
    }
    if (texels == 0 && !vertices) {
        if (from > 255) draw_nothing(plan, "never passes its alpha compare");
        return;
    }
    const bool wraps = tev->nodes[node].op == FY_TEV_WRAP; /* more of the texel may be less alpha */
    if (texels == 1 && !wraps && !vertices && least_component(m, &list.last) >= from) return;
    *plan = (fy_alpha_plan){.node = node, .cutout = true};
    m->p->reference.compares = compare;
    uint16_t baked = fy_tev_bake(tev, node);
    if ((texels != 1 || wraps) && tev->nodes[baked].baked && !vertices) {
        plan->node = baked;
        plan->threshold = m->p->reference.threshold = limit;
        return;
    }
    if (texels != 1 || from > 255) {
        m->p->reference.threshold = FY_CUT_FROM;
        fy_mapping_say(m, "t3dm.alpha-test",
                       texels == 1 ? "alpha compare at 32/255: no texel's alpha passes it"
                                   : "alpha compare at 32/255: the alpha comes from more than one texture");
        return;
    }
    cut_by_texel(m, list.last, vertices, limit, from, plan);
}

static bool has_holes(const fy_tev_node *leaf, const void *user) {
    return leaf->op == FY_TEV_TEX && least_component(user, leaf) < 255;
}

/* True if nothing shines through: every alpha that takes part is 255 over all texels and vertices. */
static bool is_opaque_everywhere(const fy_mapping *m) {
    fy_tev *tev = &m->p->reference.tev;
    if (fy_tev_moves_in(tev, tev->alpha)) return false;
    if (fy_tev_any(tev, tev->alpha, has_translucent_vertices, &m->p->summary)) return false;
    if (fy_tev_any(tev, tev->alpha, has_holes, m)) return false;
    return alpha_at(&m->p->reference, tev->alpha, 255) > 254.5;
}

/* What the mean pixel's alpha may be off by, of 1, where it becomes all or nothing; and how many may be
 * clear: there the source writes depth, which hides what comes later, and a cutout does not. */
#define CUT_OFF .02
#define CUT_HOLES .4

/* By the pixels that are seen: few are edges, which are filtered, or glass. */
static bool is_all_or_nothing(const fy_reference *reference) {
    double off = 0;
    unsigned holes = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t alpha = reference->samples[i].wanted[3];
        if (!fy_gx_alpha_passes(reference->gx, alpha)) alpha = 0;
        off += (alpha < 128 ? alpha : 255 - alpha) / 255.0;
        holes += alpha < 128;
    }
    return off < CUT_OFF * FY_SAMPLES && holes < CUT_HOLES * FY_SAMPLES;
}

/* Translucency by a texel that is all or nothing, where depth is written as for what is solid. */
static bool is_cut_out(const fy_mapping *m, const fy_t3dm_blend *blend) {
    const fy_reference *reference = &m->p->reference;
    const ferry_gx_material *gx = reference->gx;
    uint16_t node = reference->tev.alpha;
    if (!blend->translucent || blend->unsupported || blend->opaque_alpha || !gx->z_test || !gx->z_write ||
        m->states.count || fy_tev_moves_in(&reference->tev, node) ||
        fy_tev_any(&reference->tev, node, has_translucent_vertices, &m->p->summary))
        return false;
    texel_list list = texels_of(&reference->tev, node);
    return list.count == 1 && alpha_at(reference, node, 0) < .5 && alpha_at(reference, node, 255) > 254.5 &&
           is_all_or_nothing(reference);
}

/* Of FY_SAMPLES. */
static unsigned count_passing(const fy_reference *reference) {
    unsigned passing = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        passing += fy_gx_alpha_passes(reference->gx, reference->samples[i].wanted[3]);
    return passing;
}

static bool fades_by_alpha(const ferry_gx_material *gx) {
    return gx->blend_mode == FERRY_GX_BLEND_BLEND && gx->blend_src == FERRY_GX_FACTOR_SRC_ALPHA;
}

/* The share of pixels that a threshold draws, or leaves out, as the source's test does. Those that fade by
 * their alpha count by the square of that: faint ones are hardly missed. */
static double share_agreeing(const fy_reference *reference, unsigned threshold) {
    const ferry_gx_material *gx = reference->gx;
    bool fades = fades_by_alpha(gx);
    uint32_t agreeing = 0, all = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t alpha = reference->samples[i].wanted[3];
        uint32_t weight = fades ? (uint32_t)alpha * alpha : 1;
        all += weight;
        if ((alpha >= threshold) == fy_gx_alpha_passes(gx, alpha)) agreeing += weight;
    }
    return all ? (double)agreeing / all : 1;
}

/* Of a test that is no threshold: 0 (all), 256 (none), or where a range of alphas that pass starts. Where
 * light is added whatever its alpha is, the console has another alpha: there are no ranges. */
static unsigned nearest_threshold(const fy_reference *reference) {
    unsigned best = 0;
    double most = share_agreeing(reference, 0);
    bool keeps_alpha = reference->gx->blend_mode != FERRY_GX_BLEND_BLEND || fades_by_alpha(reference->gx);
    for (unsigned from = 1; from <= 256; from++) {
        bool starts = from == 256 || (keeps_alpha && fy_gx_alpha_passes(reference->gx, (uint8_t)from) &&
                                      !fy_gx_alpha_passes(reference->gx, (uint8_t)(from - 1)));
        double agreeing = starts ? share_agreeing(reference, from) : 0;
        if (agreeing > most) most = agreeing, best = from;
    }
    return best;
}

static void report_odd_test(const fy_mapping *m, unsigned threshold) {
    const ferry_gx_material *gx = m->p->reference.gx;
    const char *nearest = threshold > 255 ? "none is drawn"
                          : threshold
                              ? ferry_job_format(m->p->job, "alphas of %u or more stand for it", threshold)
                              : "all are drawn";
    ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.alpha-test", m->p->name, m->path, fy_mapping_triangles(m),
                       "its alpha compare (%u, %u, %u, %u, %u), which %.0f %% of its pixels pass, is not a "
                       "single threshold: %s, right for %.0f %% of its pixels%s",
                       gx->alpha_compare0, gx->alpha_ref0, gx->alpha_op, gx->alpha_compare1, gx->alpha_ref1,
                       count_passing(&m->p->reference) * 100.0 / FY_SAMPLES, nearest,
                       share_agreeing(&m->p->reference, threshold) * 100,
                       fades_by_alpha(gx) ? ", weighed by alpha" : "");
}

/* A test that is no threshold, but that all or none of the pixels pass, needs none. Else the range of alphas
 * that ends at 255 decides, since faint ones are hardly missed; if there is none, what is right for most of
 * the pixels. */
static fy_alpha_test settle_odd_test(const fy_mapping *m, fy_alpha_test test, uint16_t *threshold) {
    unsigned passing = count_passing(&m->p->reference), nearest = *threshold;
    if (passing == 0) return FY_ALPHA_TEST_INVISIBLE;
    if (passing == FY_SAMPLES)
        nearest = 0;
    else if (test != FY_ALPHA_TEST_THRESHOLD)
        nearest = nearest_threshold(&m->p->reference);
    if (!m->trying && passing < FY_SAMPLES) report_odd_test(m, nearest);
    *threshold = (uint16_t)nearest;
    return nearest > 255 ? FY_ALPHA_TEST_INVISIBLE : nearest ? FY_ALPHA_TEST_THRESHOLD : FY_ALPHA_TEST_NONE;
}

/* What is drawn over a material's first draw lies wherever that one does, by its mask. */
static bool is_over(const fy_mapping *m) {
    return m->p->reference.mode.split && m->p->reference.mode.split->part == FY_SPLIT_OVER;
}

/* By a comparison it is cut out, as sharply as the source's mask. */
static void plan_over(fy_mapping *m, fy_alpha_plan *plan) {
    fy_reference *reference = &m->p->reference;
    *plan = (fy_alpha_plan){.node = reference->tev.alpha};
    if (!reference->cover_from) return;
    plan->node = fy_tev_bake(&reference->tev, plan->node);
    plan->cutout = true;
    plan->threshold = reference->threshold = reference->cover_from;
    reference->compares = false;
}

static void plan_alpha(fy_mapping *m, const fy_t3dm_blend *blend, fy_alpha_plan *plan) {
    const ferry_gx_material *gx = m->p->reference.gx;
    fy_tev *tev = &m->p->reference.tev;
    uint16_t threshold;
    bool exact;
    fy_alpha_test test = fy_gx_alpha_test(gx, &threshold, &exact);
    if (tev->masked) test = FY_ALPHA_TEST_NONE, exact = true, threshold = 0;
    *plan = (fy_alpha_plan){.node = FY_TEV_NONE};
    if (is_over(m)) {
        plan_over(m, plan);
        return;
    }
    if (!exact && test != FY_ALPHA_TEST_INVISIBLE) test = settle_odd_test(m, test, &threshold);
    if (test == FY_ALPHA_TEST_INVISIBLE) {
        draw_nothing(plan, count_passing(&m->p->reference) ? "has an alpha compare that rejects most of it"
                                                           : "has an alpha compare that rejects everything");
        return;
    }
    if (!blend->translucent) {
        if (test == FY_ALPHA_TEST_THRESHOLD || blend->cutout)
            plan_cutout(m, !blend->cutout || threshold > HALF, threshold, plan);
        return;
    }
    if (blend->opaque_alpha) {
        plan->node = fy_tev_const(tev, 1, 1, 1);
        return;
    }
    if (fy_tev_is_all(tev, tev->alpha, 0) && fy_gx_shows_frame_buffer(m->p->reference.gx)) {
        draw_nothing(plan, "shows nothing but a copy of the frame buffer, which is behind it anyway");
        return;
    }
    if (!blend->unsupported && is_opaque_everywhere(m)) return;
    plan->node = tev->alpha;
    if (test == FY_ALPHA_TEST_THRESHOLD) plan->compare = threshold;
    if (tev->masked && gx->z_write) plan->compare = 1; /* no depth where nothing is drawn */
}

/* What a way has to gain beside a plainer one, in 255ths, and as a share of what that one is off by. */
#define WORTH_A_WAY .5
#define SHARE_OF_WAY .1

static void report_blend(const fy_mapping *m, const fy_trial *a, bool adds) {
    static const char *const methods[] = {[FY_BLEND_ADDED] = "added",
                                          [FY_BLEND_MIXED] = "ordinary translucency",
                                          [FY_BLEND_SCREENED] = "translucency by its own brightness",
                                          [FY_BLEND_FILTERED] = "translucency by its own darkness",
                                          [FY_BLEND_PAINTED] = "translucency of its own colours",
                                          [FY_BLEND_EVEN] = "even translucency of another brightness"};
    bool changes = m->states.count > 1 &&
                   !m->formula_state; /* the way was chosen for all states, and is told for them */
    double error = changes ? m->states.blend_error : a->blend_fit.error;
    char by_adding[48] = "";
    fy_mapping_fault(m, FY_T3DM_BY_BLEND, error, methods[a->blend_fit.method]);
    if (m->trying || error < 1) return;
    if (changes)
        snprintf(by_adding, sizeof by_adding, ", in %u animated states", m->states.count);
    else if (adds)
        snprintf(by_adding, sizeof by_adding, ", added %.1f/255", a->blend_fit.added);
    ferry_say_measured(m->p->job, fy_mapping_severity(m), adds ? "t3dm.additive" : "t3dm.blend", m->p->name,
                       m->path, (ferry_measure){error, "/255", false},
                       "%s: drawn as %s; mean difference over dark and bright backgrounds %.1f/255%s",
                       a->blend.unsupported, methods[a->blend_fit.method], error, by_adding);
}

/* The nearest to a blend that the console does not have. Ways whose alpha is no longer the material's own
 * compare nothing: what does not pass is among what was measured. */
static void plan_blend(fy_mapping *m, fy_trial *a, fy_blend_ways ways) {
    bool adds = a->blend.blender == FERRY_RDP_BLEND_ADD;
    a->blend_fit = fy_blend_choose(&m->p->reference, a->color, a->alpha.node, adds, ways);
    a->color = a->blend_fit.color;
    a->alpha.node = a->blend_fit.alpha;
    if (a->blend_fit.method != FY_BLEND_ADDED) a->blend.blender = FERRY_RDP_BLEND_MULTIPLY;
    if (fy_blend_has_own_alpha(&a->blend_fit)) a->alpha.compare = 0;
}

/* What the samples want, before or after a way is chosen. */
typedef struct targets {
    uint8_t rgba[FY_SAMPLES][4];
} targets;

static void keep_targets(const fy_reference *reference, targets *to) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(to->rgba[i], reference->samples[i].wanted, 4);
}

static void set_targets(fy_reference *reference, const targets *from) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(reference->samples[i].wanted, from->rgba[i], 4);
}

/* The combiner, and what it comes to over grounds. */
static double solve_blend(fy_mapping *m, fy_trial *a, fy_blend_ways ways, const targets *own) {
    plan_blend(m, a, ways);
    fy_reference_solve(&m->p->reference, a->color, a->alpha.node, &a->shading);
    if (fy_blend_wraps(&m->p->reference, &a->blend_fit, &a->shading.fit)) return HUGE_VAL;
    return fy_blend_seen(&m->p->reference, &a->blend_fit, &a->shading.fit, a->shading.word, own->rgba);
}

/* The nearest formula may have no combiner, and a plainer one may: that is tried. */
static void try_blends(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    const fy_trial open = *a;
    targets own, best;
    keep_targets(reference, &own);
    double seen = solve_blend(m, a, FY_BLEND_PAINTS, &own);
    bool exceeds = a->blend_fit.exceeds;
    if (a->blend_fit.method == FY_BLEND_PAINTED)
        return; /* plainer ways were compared; a picture between constants always fits */
    for (int ways = FY_BLEND_BEYOND; ways >= FY_BLEND_OWN; ways--) {
        if (!fy_blend_has_own_alpha(&a->blend_fit) || (ways == FY_BLEND_BEYOND && !a->blend_fit.turns) ||
            (ways == FY_BLEND_WITHIN && !exceeds))
            continue;
        fy_trial other = open;
        keep_targets(reference, &best);
        set_targets(reference, &own);
        double found = solve_blend(m, &other, (fy_blend_ways)ways, &own);
        exceeds |= other.blend_fit.exceeds;
        bool plainer = ways == FY_BLEND_OWN || other.blend_fit.method == a->blend_fit.method;
        if (found > seen + (plainer ? fmax(WORTH_A_WAY, SHARE_OF_WAY * found) : 0)) {
            set_targets(reference, &best);
            continue;
        }
        *a = other;
        seen = found;
    }
}

/* By a rule, or for all states that clips make of it, the formula decides. */
static bool try_blend(fy_mapping *m, fy_trial *a) {
    bool adds = a->blend.blender == FERRY_RDP_BLEND_ADD, ruled = fy_rules_combiner(m);
    if (ruled || (m->states.count && !m->formula_state)) {
        plan_blend(m, a, FY_BLEND_WITHIN);
        if (!ruled) fy_reference_solve(&m->p->reference, a->color, a->alpha.node, &a->shading);
    } else {
        try_blends(m, a);
    }
    report_blend(m, a, adds);
    return !ruled || fy_rules_shading(m, &a->shading);
}

bool fy_mapping_try(fy_mapping *m, const ferry_gx_material *state, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    *a = (fy_trial){.blend = fy_t3dm_blend_of(state)};
    if (!fy_reference_start(reference, state, &m->p->summary)) return false;
    if (is_over(m))
        a->blend =
            (fy_t3dm_blend){.translucent = !reference->cover_from, .blender = FERRY_RDP_BLEND_MULTIPLY};
    if (!is_over(m) && is_cut_out(m, &a->blend)) a->blend = (fy_t3dm_blend){.cutout = true};
    plan_alpha(m, &a->blend, &a->alpha);
    if (a->alpha.drop_code) return true;
    a->color = reference->tev.color;
    reference->cuts = a->alpha.threshold != 0;
    reference->draws = a->alpha.node == FY_TEV_NONE ? FY_DRAWS_OPAQUE
                       : a->alpha.cutout            ? FY_DRAWS_CUTOUT
                                                    : FY_DRAWS_MIXED;
    if (fy_dissolves(reference)) {
        fy_mapping_dissolve(m, a);
        return true;
    }
    if (a->blend.unsupported) return try_blend(m, a);
    if (fy_rules_combiner(m)) return fy_rules_shading(m, &a->shading);
    fy_reference_solve(reference, a->color, a->alpha.node, &a->shading);
    return true;
}

bool fy_mapping_try_quietly(fy_mapping *m, const ferry_gx_material *state, fy_trial *trial) {
    uint32_t searches = m->p->reference.searches;
    m->trying = true;
    bool done = fy_mapping_try(m, state, trial);
    m->trying = false;
    m->p->reference.searches = searches;
    return done;
}
