/* t3dm_second_material.c: see t3dm_second_material.h. */
#include "formats/t3dm/choice/t3dm_second_material.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/choice/t3dm_choose_composite.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/mapping/t3dm_rules_textures.h"
#include "formats/t3dm/mapping/t3dm_wide_scene.h"
#include "formats/t3dm/rules/t3dm_rules_match.h"
#include "formats/t3dm/rules/t3dm_rules_table.h"
#include "formats/t3dm/trial/t3dm_tiles.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_print.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/draws/t3dm_split_pictures.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_split.h"

/* What a material has to differ by before a second draw is thought of (patches are few of its pixels: what it
 * differs by on average hides them), and what of it has to go, of 255. */
#define WORTH_A_TRIAL 5
#define WORTH_A_PATCH 1
#define COLOR_GAIN 2

/* What a way has to gain beside one that needs fewer textures, of 255. */
#define WAY_GAIN 1

/* How far the colours of patches have to be from the usual one, 0..1, for each hundredth of SSIM that a
 * second draw has to gain; and what they may cost elsewhere, of 255 and in SSIM. */
#define PATCH_CONTRAST .12
#define PATCH_ERROR 1
#define PATCH_SIMILARITY .01

/* What a mask that cuts out may be off by, of 255: ways whose mask no texture can hold are left out. */
#define MASK_ERROR 48

/* What of the model's pixels shows the material at least. */
#define LEAST_SHARE .01

/* Ways to split a material that are tried: of masks those that ask for the fewest textures. */
enum { TRIALS = 4, MOST_TEXTURES = 3, MOST_OFFERS = 2 * FY_SPLIT_MASKS + FY_PICTURE_SPLITS };

/* ------------------------------------------------------------------------------------- any second draw */

/* What it has to gain in colour, of 255, for each 1 that it would have to gain in SSIM: in its place, and
 * beside it. */
#define COLOR_FOR_SIMILARITY 200
#define COLOR_BESIDE_SIMILARITY 50

double fy_least_gain(const ferry_job *job) {
    return ferry_setting_number(job, "t3dm.second-draw-gain");
}

bool fy_worth_a_draw(double least, double similarity_gain, double color_gain) {
    if (least >= 1 || color_gain < COLOR_BESIDE_SIMILARITY * least) return false;
    return similarity_gain > least || (similarity_gain > 0 && color_gain > COLOR_FOR_SIMILARITY * least);
}

/* Rules that give what light does, or what is behind it, have their way. */
static bool is_ruled(const fy_mapping *m) {
    static const fy_rule_key keys[] = {FY_RULE_COMBINER, FY_RULE_ALPHA,         FY_RULE_Z_MODE, FY_RULE_DEPTH,
                                       FY_RULE_LIT,      FY_RULE_VERTEX_COLORS, FY_RULE_EFFECT};
    for (size_t i = 0; m->rules && i < sizeof keys / sizeof *keys; i++)
        if (m->rules->set[keys[i]].rule) return true;
    return false;
}

/* Clips that exchange a draw's material would have to exchange that of its second draw as well. */
bool fy_mapping_may_draw_twice(const fy_mapping *m, const ferry_gx_material *gx) {
    return gx->z_test && fy_t3dm_layout_wanted(m->p->job)->rdp && !m->p->driven[m->index] && !is_ruled(m);
}

bool fy_mapping_open_second(const fy_mapping *first, const char *suffix, fy_mapping *second) {
    fy_planner *p = first->p;
    *second =
        (fy_mapping){.p = p, .index = first->index, .from = first->from, .fixed_state = first->fixed_state};
    second->to = &p->plan->materials[p->plan->material_count];
    const char *name = ferry_job_format(p->job, "%s%s", first->from->name, suffix);
    second->path = ferry_job_format(p->job, "material[%u] \"%s\"", first->index, name);
    if (!fy_rules_match_shade(p->job, p->scene, first->index, name, &second->rules)) return false;
    fy_material_start(second->to, name);
    second->to->drop = fy_rules_leave_out(second);
    return true;
}

/* Depth as of decals: the same triangles lie there. What lies a little behind would pass as well, and change
 * what is in front: backs of thin things are therefore never drawn twice. */
static void set_modes(fy_mapping *second, const fy_t3dm_material *first) {
    enum { CULL = FERRY_RDP_CULL_FRONT | FERRY_RDP_CULL_BACK };
    fy_t3dm_material *to = second->to;
    bool cutout = to->layer == FY_T3DM_CUTOUT;
    uint32_t cull = first->rdp.flags & CULL;
    to->rdp.flags = (to->rdp.flags & ~(uint32_t)CULL) | (cull ? cull : (uint32_t)FERRY_RDP_CULL_BACK);
    if (!cutout) to->rdp.blender = FERRY_RDP_BLEND_MULTIPLY;
    to->rdp.other_mode |= FERRY_RDP_Z_DECAL;
    to->own_z_mode = true;
    to->layer = first->layer == FY_T3DM_BLEND ? FY_T3DM_BLEND : FY_T3DM_DECAL;
}

bool fy_mapping_close_second(fy_mapping *first, fy_mapping *second) {
    set_modes(second, first->to);
    fy_mapping_set_depth_write(second);
    fy_rules_set_modes(second);
    fy_rules_report(second);
    if (!fy_mapping_set_textures(second)) return false;
    first->to->second = first->p->plan->material_count++;
    return true;
}

/* ----------------------------------------------------------------------------------------------- splits */

/* A way to split a material. */
typedef struct offer {
    fy_split split;
    unsigned textures; /* by a mask: of the draw that needs most */
} offer;

/* What a way looks like beside the source. */
typedef struct outcome {
    double similarity, error;
} outcome;

typedef struct contest {
    fy_mapping *m;
    const ferry_gx_material *gx;
    fy_appearance source, below, look;
    bool holes[FY_SAMPLES]; /* what the source does not draw is no matter */
    outcome whole;          /* one draw, or two by light */
    outcome best;           /* the way that is ahead */
} contest;

static bool may_split(const fy_mapping *m, const ferry_gx_material *gx) {
    return !ferry_setting_is(m->p->job, "t3dm.second-draws", "no") && m->toon_way != FY_TOON_ONE_DRAW &&
           gx->z_write && !m->states.count && m->p->reference.seen_count &&
           fy_mapping_seen_share(m) > LEAST_SHARE && fy_mapping_may_draw_twice(m, gx);
}

static unsigned list_masks(fy_reference *reference, offer list[2 * FY_SPLIT_MASKS]) {
    uint16_t masks[FY_SPLIT_MASKS];
    unsigned masks_found = fy_split_masks(reference, masks), count = 0;
    for (unsigned i = 0; i < 2 * masks_found; i++) {
        offer next = {{.mask = masks[i / 2], .inverted = i % 2}, 0};
        next.textures = fy_split_textures(reference, &next.split);
        if (next.textures > MOST_TEXTURES) continue;
        unsigned at = count++;
        for (; at > 0 && list[at - 1].textures > next.textures; at--) list[at] = list[at - 1];
        list[at] = next;
    }
    return count < TRIALS ? count : TRIALS;
}

static unsigned list_offers(fy_reference *reference, offer list[MOST_OFFERS]) {
    fy_split pictures[FY_PICTURE_SPLITS];
    unsigned count = list_masks(reference, list), more = fy_picture_splits(reference, pictures);
    for (unsigned i = 0; i < more; i++) list[count++] = (offer){.split = pictures[i]};
    return count;
}

/* Quietly, and not counted: what is chosen is tried again. */
static bool try_part(contest *c, fy_trial *trial) {
    fy_reference *reference = &c->m->p->reference;
    const fy_composite *composite;
    uint32_t searches = reference->searches;
    c->m->trying = true;
    if (!fy_mapping_choose_composite(c->m, c->gx, &composite)) return false;
    reference->mode.composite = composite;
    c->m->trying = true;
    bool done = fy_mapping_try(c->m, composite ? &composite->gx : c->gx, trial);
    c->m->trying = false;
    reference->searches = searches;
    return done;
}

static outcome outcome_of(contest *c) {
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (c->holes[i]) memcpy(c->look.rgb[i], c->source.rgb[i], 3);
    return (outcome){fy_appearance_similarity(&c->source, &c->look, NULL),
                     fy_appearance_difference(&c->source, &c->look)};
}

static bool is_solid(const fy_trial *trial) {
    return !trial->alpha.drop_code && (!trial->blend.translucent || trial->alpha.node == FY_TEV_NONE);
}

/* One draw, or two by light. *solid: a split may gain something. */
static bool try_whole(contest *c, const fy_composite *composite, bool *solid) {
    fy_mapping *m = c->m;
    fy_reference *reference = &m->p->reference;
    fy_trial trial;
    reference->mode.composite = composite;
    reference->mode.full_light = false;
    m->trying = true;
    bool done = fy_mapping_try(m, composite ? &composite->gx : c->gx, &trial);
    m->trying = false;
    *solid = done && is_solid(&trial);
    if (!*solid) return done;
    fy_appearance_source(reference, &c->source);
    fy_appearance_draw(reference, &trial.shading.fit, trial.shading.word, &c->look);
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        c->holes[i] = !fy_gx_alpha_passes(c->gx, reference->samples[i].wanted[3]);
    c->best = outcome_of(c);
    if (m->toon_way == FY_TOON_TWO_DRAWS) c->best = (outcome){m->toon_similarity, m->toon_error};
    c->whole = c->best;
    return true;
}

static bool is_worth_it(const contest *c, const outcome *found, const outcome *whole) {
    double color_gain = whole->error - found->error;
    return color_gain > COLOR_GAIN &&
           fy_worth_a_draw(fy_least_gain(c->m->p->job), found->similarity - whole->similarity, color_gain);
}

/* Whether so much differs that a split may gain. */
static bool is_worth_a_trial(const contest *c, const offer *way) {
    return c->best.error > (way->split.by == FY_SPLIT_BY_PATCH ? WORTH_A_PATCH : WORTH_A_TRIAL);
}

static bool is_any_worth_a_trial(const contest *c, const offer *list, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        if (is_worth_a_trial(c, &list[i])) return true;
    return false;
}

/* Patches are drawings such as eyes: few pixels, which a single draw leaves out. What it gets right but for
 * them has to become more similar in every way. */
static bool keeps_patch(const contest *c, const fy_split *split, const outcome *found) {
    double least = fy_least_gain(c->m->p->job);
    bool nearer = found->error < c->whole.error && found->similarity > c->whole.similarity;
    return (nearer || c->whole.error > WORTH_A_TRIAL) && least < 1 &&
           split->contrast > PATCH_CONTRAST * 100 * least && found->error < c->whole.error + PATCH_ERROR &&
           found->similarity > c->whole.similarity - PATCH_SIMILARITY;
}

/* Both draws of a way. *better: they are the best so far. */
static bool try_split(contest *c, const offer *way, bool *better) {
    fy_reference *reference = &c->m->p->reference;
    fy_split split = way->split;
    fy_trial trial;
    *better = false;
    reference->mode.split = &split;
    if (!try_part(c, &trial)) return false;
    if (!is_solid(&trial)) return true;
    fy_appearance_draw(reference, &trial.shading.fit, trial.shading.word, &c->look);
    c->below = c->look;
    split.part = FY_SPLIT_OVER;
    split.below = (const uint8_t(*)[3])c->below.rgb;
    if (!try_part(c, &trial)) return false;
    if (trial.alpha.drop_code || (reference->cover_from && trial.shading.alpha_error > MASK_ERROR))
        return true;
    fy_appearance_draw_over(reference, &trial.shading.fit, trial.shading.word, &c->look);
    outcome found = outcome_of(c);
    bool single = !c->m->splits && c->m->toon_way != FY_TOON_TWO_DRAWS;
    *better = single && split.by == FY_SPLIT_BY_PATCH
                  ? keeps_patch(c, &split, &found)
                  : is_worth_it(c, &found, &c->whole) &&
                        found.error < c->best.error - (c->m->splits ? WAY_GAIN : 0);
    if (*better) c->best = found;
    return true;
}

static void take(fy_mapping *m, const offer *way, const contest *c, fy_appearance *below) {
    *below = c->below;
    m->splits = true;
    m->split = way->split;
    m->split.below = (const uint8_t(*)[3])below->rgb;
    m->split_error = c->best.error;
    m->toon_way = FY_TOON_SMOOTH;
}

static bool try_offers(contest *c, const offer *list, unsigned count, fy_appearance *below) {
    fy_mapping *m = c->m;
    bool done = true;
    for (unsigned i = 0; i < count && done; i++) {
        bool better;
        if (!is_worth_a_trial(c, &list[i])) continue;
        done = ferry_tick(m->p->job) && try_split(c, &list[i], &better);
        if (done && better) take(m, &list[i], c, below);
    }
    m->p->reference.mode.split = NULL;
    m->p->reference.mode.composite = NULL;
    return done;
}

bool fy_mapping_choose_split(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                             bool *tried) {
    fy_reference *reference = &m->p->reference;
    offer list[MOST_OFFERS];
    const fy_reference_mode before = reference->mode;
    *tried = false;
    if (!may_split(m, gx)) return true;
    reference->mode.composite = NULL;
    reference->mode.full_light = false;
    if (!fy_reference_start(reference, gx, &m->p->summary)) return false;
    unsigned count = list_offers(reference, list);
    fy_appearance *below = ferry_new(m->p->job, fy_appearance, 1);
    if (!below || !fy_planner_widen_scene(m->p)) return false;
    ferry_mark mark = ferry_job_mark(m->p->job);
    contest *c = ferry_new(m->p->job, contest, 1);
    bool done = c != NULL;
    if (c) *c = (contest){.m = m, .gx = gx};
    if (done && count) done = try_whole(c, composite, tried);
    *tried = *tried && is_any_worth_a_trial(c, list, count);
    if (done && *tried) done = try_offers(c, list, count, below);
    ferry_job_release(m->p->job, mark);
    reference->mode = before;
    if (m->splits) reference->mode.full_light = false;
    return done;
}

static const char *what_is_second(const fy_mapping *m) {
    const fy_split *split = &m->split;
    const char *name = m->from->name;
    char node[80];
    if (split->by == FY_SPLIT_BY_SHARE)
        return ferry_job_format(
            m->p->job, "its picture and its environment map are mixed: \"%s.over\" is a second draw", name);
    fy_tev_print(&m->p->reference.tev, split->mask, node, sizeof node);
    return ferry_job_format(
        m->p->job,
        split->by == FY_SPLIT_BY_MASK
            ? "what it shows by the mask %s is a second draw, \"%s.over\""
            : "what %s shows besides its usual colour is a second draw over the environment map, \"%s.over\"",
        node, name);
}

void fy_mapping_report_split(const fy_mapping *m) {
    if (!m->splits) return;
    fy_mapping_fault(m, FY_T3DM_BY_COMBINER, m->split_error,
                     m->split.by == FY_SPLIT_BY_MASK ? "what it shows by a mask is a second draw"
                                                     : "its picture and its environment map are two draws");
    ferry_say_measured(m->p->job, m->split_error > 4 ? fy_mapping_severity(m) : FERRY_NOTE,
                       "t3dm.second-draw", m->p->name, m->path,
                       (ferry_measure){m->split_error, "/255", false},
                       "%s; mean difference in colour %.1f/255", what_is_second(m), m->split_error);
}
