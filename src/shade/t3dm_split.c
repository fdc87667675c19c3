/*
 * t3dm_split.c: see t3dm_split.h.
 *
 * With the mask at 0 and at 1 a formula is two others, and each of them reads less. One is drawn first; the
 * other one over it, the mask as its alpha. What a mask hides of the first draw does not count there, and the
 * second draw is asked for what is still missing. Without a mask, each draw shows some pictures of the
 * formula and one colour of the others.
 */
#include "shade/t3dm_split.h"

#include <math.h>
#include <string.h>

#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"

/* ---------------------------------------------------------------------------------------------- masks */

/* Light, colours that clips change and shifted texels are no alpha of the console. */
static bool is_no_alpha(const fy_tev_node *leaf, const void *user) {
    (void)user;
    if (leaf->op == FY_TEV_RAS) return leaf->lit;
    if (leaf->op == FY_TEV_CONST) return leaf->moves;
    return leaf->indirect || leaf->baked || leaf->source == FY_TEV_RAMP || leaf->source == FY_TEV_FLAT;
}

static bool is_texel(const fy_tev_node *leaf, const void *user) {
    (void)user;
    return leaf->op == FY_TEV_TEX;
}

/* A picture whose texels are grey is a number, as one of its components is. */
static bool is_grey_texel(const fy_reference *reference, const fy_tev_node *node) {
    return node->op == FY_TEV_TEX && reference->rules.grey[node->map] && node->swizzle[0] < 3 &&
           node->swizzle[1] < 3 && node->swizzle[2] < 3;
}

/* Red alone is compared, or several components with the same number. */
static bool compares_one_number(const fy_tev *tev, const fy_tev_node *node) {
    enum { R8_EQUAL = 9 };
    return node->test <= R8_EQUAL || fy_tev_is_scalar(tev, node->b);
}

static bool may_be_mask(const fy_reference *reference, uint16_t at) {
    const fy_tev *tev = &reference->tev;
    const fy_tev_node *node = &tev->nodes[at];
    if (at >= reference->unsplit || fy_tev_any(tev, at, is_no_alpha, NULL) ||
        !fy_tev_any(tev, at, is_texel, NULL))
        return false;
    if (node->op == FY_TEV_COMPARE)
        return tev->nodes[node->c].op == FY_TEV_CONST && compares_one_number(tev, node);
    return fy_tev_is_scalar(tev, at) || is_grey_texel(reference, node);
}

typedef struct mask_list {
    const fy_reference *reference;
    uint16_t *list;
    unsigned count;
} mask_list;

static void add_mask(mask_list *to, uint16_t at) {
    for (unsigned i = 0; i < to->count; i++)
        if (to->list[i] == at) return;
    if (to->count < FY_SPLIT_MASKS && may_be_mask(to->reference, at)) to->list[to->count++] = at;
}

/* Comparisons first: what they show is all or nothing. */
unsigned fy_split_masks(const fy_reference *reference, uint16_t masks[FY_SPLIT_MASKS]) {
    const fy_tev *tev = &reference->tev;
    bool used[FY_TEV_MAX_NODES];
    mask_list to = {reference, masks, 0};
    fy_tev_reach(tev, tev->color, used);
    for (int compares = 1; compares >= 0; compares--)
        for (uint16_t i = 0; i <= tev->color; i++) {
            const fy_tev_node *node = &tev->nodes[i];
            if (!used[i] || (node->op == FY_TEV_COMPARE) != compares) continue;
            if (node->op == FY_TEV_COMPARE || node->op == FY_TEV_TEX) add_mask(&to, i);
            if (node->op == FY_TEV_LERP) add_mask(&to, node->c);
            if (node->op == FY_TEV_MUL) add_mask(&to, node->a), add_mask(&to, node->b);
        }
    return to.count;
}

/* --------------------------------------------------------------------------------------------- formulas */

typedef struct mask_swap {
    uint16_t mask, by;
} mask_swap;

static uint16_t swap_mask(void *user, fy_tev *tev, uint16_t at) {
    const mask_swap *swap = user;
    (void)tev;
    return at == swap->mask ? swap->by : at;
}

/* The whole formula with the mask at one of its ends. */
static uint16_t at_end(fy_tev *tev, uint16_t root, uint16_t mask, bool set) {
    const fy_tev_node *node = &tev->nodes[mask];
    double end = set ? 1 : 0;
    mask_swap swap = {mask, set && node->op == FY_TEV_COMPARE ? node->c : fy_tev_const(tev, end, end, end)};
    return fy_tev_replace(tev, root, swap_mask, &swap);
}

static uint16_t swap_plain(void *user, fy_tev *tev, uint16_t at) {
    const fy_split *split = user;
    const fy_tev_node *node = &tev->nodes[at];
    for (unsigned i = 0; node->op == FY_TEV_TEX && i < split->plain_count[split->part]; i++) {
        const fy_plain_picture *plain = &split->plain[split->part][i];
        const double *color = plain->color;
        if (node->map == plain->map && node->texgen == plain->texgen)
            return fy_tev_const(tev, color[node->swizzle[0]], color[node->swizzle[1]],
                                color[node->swizzle[2]]);
    }
    return at;
}

/* What one of the two draws shows of the whole formula. */
static uint16_t part_of(fy_tev *tev, const fy_split *split, fy_split_part part) {
    fy_split of = *split;
    bool base = part == FY_SPLIT_BASE;
    of.part = part;
    return split->by == FY_SPLIT_BY_MASK
               ? at_end(tev, tev->color, split->mask, base ? split->inverted : !split->inverted)
               : fy_tev_replace(tev, tev->color, swap_plain, &of);
}

static uint16_t patch_of(fy_tev *tev, const fy_split *split) {
    const double *usual = split->plain[FY_SPLIT_BASE][0].color;
    fy_tev_node texel = tev->nodes[split->mask];
    double slope = 1 / (FY_PATCH_WHOLE - FY_PATCH_FROM), from = FY_PATCH_FROM * slope;
    uint16_t sum = fy_tev_const(tev, 0, 0, 0);
    for (uint8_t k = 0; k < 3; k++) {
        memset(texel.swizzle, k, sizeof texel.swizzle);
        uint16_t component = fy_tev_leaf(tev, &texel),
                 off = fy_tev_sub(tev, component, fy_tev_const(tev, usual[k], usual[k], usual[k]));
        sum = fy_tev_add(tev, sum, fy_tev_mul(tev, off, off));
    }
    sum = fy_tev_mul(tev, sum, fy_tev_const(tev, slope, slope, slope));
    return fy_tev_sub(tev, sum, fy_tev_const(tev, from, from, from));
}

/* How much of a mask's second draw a pixel shows. */
static uint16_t mask_cover(fy_tev *tev, uint16_t mask, bool inverted) {
    fy_tev_node node = tev->nodes[mask];
    uint16_t one = fy_tev_const(tev, 1, 1, 1), cover = mask;
    if (node.op == FY_TEV_TEX && !fy_tev_is_scalar(tev, mask)) {
        memset(node.swizzle, 0, sizeof node.swizzle);
        cover = fy_tev_leaf(tev, &node);
    } else if (node.op == FY_TEV_COMPARE) {
        node.c = one;
        cover = fy_tev_leaf(tev, &node);
    }
    return inverted ? fy_tev_sub(tev, one, cover) : cover;
}

static uint16_t cover_of(fy_tev *tev, const fy_split *split) {
    if (split->by == FY_SPLIT_BY_MASK) return mask_cover(tev, split->mask, split->inverted);
    if (split->by == FY_SPLIT_BY_PATCH) return patch_of(tev, split);
    return fy_tev_const(tev, split->share, split->share, split->share);
}

/* From which alpha on, 1..255, the console's own comparison shows the second draw, where the mask compares a
 * texel's component with a constant. *alpha: that component, or 1 less it. 0: it cannot. */
static uint16_t cut_cover(fy_tev *tev, const fy_split *split, uint16_t *alpha) {
    if (split->by != FY_SPLIT_BY_MASK) return 0;
    const fy_tev_node node = tev->nodes[split->mask];
    if (node.op != FY_TEV_COMPARE) return 0;
    const fy_tev_node texel = tev->nodes[node.a], limit = tev->nodes[node.b];
    bool equals = node.test & 1;
    if (texel.op != FY_TEV_TEX || texel.baked || !fy_tev_is_scalar(tev, node.a)) return 0;
    if (equals || limit.op != FY_TEV_CONST || limit.moves) return 0;
    double most = floor(limit.k[0] * 255 + .5), from = split->inverted ? 255 - most : most + 1;
    if (from < 1 || from > 255) return 0;
    *alpha = split->inverted ? fy_tev_sub(tev, fy_tev_const(tev, 1, 1, 1), node.a) : node.a;
    return (uint16_t)from;
}

typedef struct reads {
    const fy_reference *reference;
    struct {
        uint8_t map, texgen;
    } at[FERRY_GX_MAX_STAGES];
    unsigned count, worth;
} reads;

/* Not a test but a walk. */
static bool note_read(const fy_tev_node *leaf, const void *user) {
    reads *list = *(reads *const *)user;
    if (leaf->op != FY_TEV_TEX || leaf->source == FY_TEV_RAMP) return false;
    for (unsigned i = 0; i < list->count; i++)
        if (list->at[i].map == leaf->map && list->at[i].texgen == leaf->texgen) return false;
    if (list->count == FERRY_GX_MAX_STAGES) return false;
    list->at[list->count].map = leaf->map;
    list->at[list->count++].texgen = leaf->texgen;
    bool elsewhere =
        leaf->indirect || leaf->texgen >= FERRY_GX_MAX_TEXGENS || list->reference->maps[leaf->texgen].loss;
    list->worth += elsewhere ? 3 : 1;
    return false;
}

unsigned fy_split_textures(fy_reference *reference, const fy_split *split) {
    fy_tev *tev = &reference->tev;
    reads base = {.reference = reference}, over = base, *into = &base;
    uint16_t first = part_of(tev, split, FY_SPLIT_BASE), second = part_of(tev, split, FY_SPLIT_OVER);
    fy_tev_any(tev, first, note_read, &into);
    into = &over;
    fy_tev_any(tev, second, note_read, &into);
    fy_tev_any(tev, split->mask, note_read, &into);
    return base.worth > over.worth ? base.worth : over.worth;
}

void fy_split_substitute(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    const fy_split *split = reference->mode.split;
    reference->whole = tev->color;
    reference->cover = cover_of(tev, split);
    tev->color = part_of(tev, split, split->part);
    reference->cover_from = 0;
    if (split->part == FY_SPLIT_OVER) {
        tev->alpha = reference->cover;
        reference->cover_from = cut_cover(tev, split, &tev->alpha);
    }
    reference->part = tev->color;
}

/* ---------------------------------------------------------------------------------------------- samples */

/* By formulas that were worked out before anything was put in the place of their parts. */
static double cover_at(const fy_reference *reference, const fy_sample *sample) {
    double value[3];
    if (!fy_gx_alpha_passes(reference->gx, sample->wanted[3])) return 0;
    fy_tev_value(&reference->tev, reference->cover, &sample->lit, value);
    return value[0];
}

/* What the source draws, less what the whole formula says, and what the part says instead. */
static void want_part(const fy_reference *reference, const fy_sample *sample, double out[3]) {
    double whole[3], part[3];
    fy_tev_value(&reference->tev, reference->whole, &sample->lit, whole);
    fy_tev_value(&reference->tev, reference->part, &sample->lit, part);
    for (int k = 0; k < 3; k++) out[k] = sample->wanted[k] / 255.0 + part[k] - whole[k];
}

/* Where so little of the second draw is seen it may be of any colour. */
#define LEAST_COVER (4 / 255.0)

static void want_over(const uint8_t below[3], double cover, fy_sample *sample, double out[3]) {
    for (int k = 0; k < 3; k++) {
        double ground = below[k] / 255.0;
        sample->ground[k] = below[k];
        if (cover >= LEAST_COVER) out[k] = ground + (sample->wanted[k] / 255.0 - ground) / cover;
    }
    sample->over = true;
    sample->wanted[3] = fy_unit_byte(cover);
    sample->weight = (float)cover;
}

/* What is mixed in takes contrast from the first draw: it has to have more of it, around its mean. Backs have
 * no second draw. */
static void want_contrast(fy_reference *reference, double share) {
    double mean[3] = {0}, weight = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        if (sample->back) continue;
        for (int k = 0; k < 3; k++) mean[k] += (double)sample->weight * sample->wanted[k] / 255;
        weight += (double)sample->weight;
    }
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &reference->samples[i];
        if (sample->back || weight <= 0) continue;
        for (int k = 0; k < 3; k++) {
            double middle = mean[k] / weight, off = sample->wanted[k] / 255.0 - middle;
            sample->wanted[k] = fy_unit_byte(middle + off / (1 - share));
        }
    }
}

void fy_split_want(fy_reference *reference) {
    const fy_split *split = reference->mode.split;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        fy_sample *sample = &reference->samples[i];
        double wanted[3], cover = cover_at(reference, sample);
        if (sample->back) { /* the first draw is all that is seen there */
            if (split->part == FY_SPLIT_OVER) sample->weight = 0;
            continue;
        }
        want_part(reference, sample, wanted);
        if (split->part == FY_SPLIT_OVER) {
            want_over(split->below[i], cover, sample, wanted);
        } else {
            sample->hidden = (float)cover;
            sample->weight *= (float)(1 - cover);
        }
        for (int k = 0; k < 3; k++) sample->wanted[k] = fy_unit_byte(wanted[k]);
    }
    if (split->by == FY_SPLIT_BY_SHARE && split->part == FY_SPLIT_BASE)
        want_contrast(reference, split->share);
}
