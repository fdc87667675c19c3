/*
 * t3dm_reference.c: sample pixels by which a material's formula on one machine is compared with that on the
 * other (docs/what-is-lost.md, "How differences are measured"): what is asked of them, from the first to the
 * last.
 */
#include "shade/samples/t3dm_reference.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/digest.h"
#include "core/base/job.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_bake.h"
#include "machine/gx/gx_tev_formula.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/samples/t3dm_imagined.h"
#include "shade/samples/t3dm_pairs.h"
#include "shade/samples/t3dm_sample_memory.h"
#include "shade/samples/t3dm_seen_samples.h"
#include "shade/samples/t3dm_seen_texels.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_constant_uv.h"
#include "shade/t3dm_frame_buffer.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_uv.h"
#include "shade/t3dm_vertex_texture.h"
#include "view/survey.h"

/* A material of which nothing is drawn is judged as if all were. */
static double weigh_samples(const ferry_gx_material *state, bool masked, bool dissolves, fy_sample *samples) {
    fy_t3dm_blend blend = fy_t3dm_blend_of(state);
    bool by_alpha = blend.translucent && !blend.unsupported && !blend.opaque_alpha;
    double drawn = 0, sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const bool passes_test = fy_gx_alpha_passes(state, samples[i].wanted[3]);
        samples[i].shows = passes_test && samples[i].wanted[3];
        bool passes = dissolves ? samples[i].shows : masked || passes_test;
        samples[i].weight = !passes ? 0 : by_alpha ? samples[i].wanted[3] / 255.0F : 1;
        drawn += passes;
        sum += (double)samples[i].weight;
    }
    if (sum >= 1) return drawn;
    for (unsigned i = 0; i < FY_SAMPLES; i++) samples[i].weight = 1;
    return FY_SAMPLES;
}

/* A blend that keeps nothing of the ground is opaque: what it makes of its own colour is the colour. */
static void fade_formula(const ferry_gx_material *gx, fy_tev *tev) {
    uint16_t one = fy_tev_const(tev, 1, 1, 1), zero = fy_tev_const(tev, 0, 0, 0), by = zero;
    if (!fy_t3dm_blend_of(gx).fades) return;
    if (fy_t3dm_faded_by(gx, 255)) by = tev->alpha;
    if (fy_t3dm_faded_by(gx, 0)) by = fy_tev_sub(tev, one, tev->alpha);
    tev->color = fy_tev_mul(tev, tev->color, by);
}

static void mask_samples(const fy_reference *reference, const ferry_gx_material *state) {
    for (unsigned i = 0; i < FY_SAMPLES && reference->tev.masked; i++)
        fy_tev_mask_pixel(state, reference->samples[i].wanted);
}

static void fill_anew(fy_reference *reference, const ferry_gx_material *state,
                      const fy_vertex_summary *summary) {
    fy_sample *samples = reference->samples;
    memset(samples, 0, FY_SAMPLES * sizeof *samples);
    if (!reference->seen_count)
        fy_imagine_samples(reference, state, summary, samples);
    else if (!fy_fades_with_levels(reference, state, samples))
        fy_look_at_samples(reference, state, false, samples);
    for (unsigned i = 0; i < FY_SAMPLES; i++) fy_t3dm_fade(state, samples[i].wanted);
    mask_samples(reference, state);
    reference->drawn = weigh_samples(state, reference->tev.masked, fy_dissolves(reference), samples);
}

/* Anew only if they are not known. False at the memory limit. */
static bool fill(fy_reference *reference, const ferry_gx_material *state, const fy_vertex_summary *summary,
                 bool bright) {
    const fy_digest question = fy_samples_question(reference, state, summary);
    if (fy_samples_recall(reference, &question, bright)) return true;
    fill_anew(reference, state, summary);
    if (bright) {
        memset(reference->bright, 0, sizeof reference->bright);
        fy_imagine_bright(reference, state, summary, reference->bright);
    }
    return fy_samples_keep(reference, &question, bright);
}

/* What the source reads is not remembered. */
void fy_reference_fill(fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary) {
    if (reference->sources)
        fill_anew(reference, state, summary);
    else
        fill(reference, state, summary, false);
}

void fy_reference_fill_again(fy_reference *reference, const ferry_gx_material *state,
                             const fy_vertex_summary *summary) {
    fy_sample *samples = reference->samples;
    bool fades = state->blend_mode == FERRY_GX_BLEND_BLEND && fy_has_levels(reference, state);
    if (!reference->sources || fades || reference->mode.full_light) {
        fill_anew(reference, state, summary);
        return;
    }
    fy_look_again(reference, state, samples);
    for (unsigned i = 0; i < FY_SAMPLES; i++) fy_t3dm_fade(state, samples[i].wanted);
    mask_samples(reference, state);
    reference->drawn = weigh_samples(state, reference->tev.masked, fy_dissolves(reference), samples);
}

fy_uv_map *fy_reference_map(fy_reference *reference, uint8_t texgen) {
    return &reference->maps[texgen < FERRY_GX_MAX_TEXGENS ? texgen : FERRY_GX_MAX_TEXGENS];
}

/* Texels that are looked at: all, or so many from all over the picture. The step is a prime, which divides no
 * width. */
enum { MASKED_TEXELS = 4096, TEXEL_STEP = 40507 };

/* Whether a mask takes something off its texture. */
static bool hides_texels(fy_reference *reference, uint16_t mask) {
    const uint8_t map = reference->tev.nodes[fy_tev_bake(&reference->tev, mask)].map;
    const ferry_image *image = fy_reference_map_image(reference, map);
    const size_t count = image ? (size_t)image->width * image->height : 0;
    for (size_t i = 0; i < count && i < MASKED_TEXELS; i++) {
        const size_t at = count > MASKED_TEXELS ? i * TEXEL_STEP % count : i;
        fy_tev_inputs inputs = {0};
        double passes[3];
        for (int s = 0; s < FERRY_GX_MAX_STAGES; s++)
            memcpy(inputs.texels[s], image->levels[0].rgba + 4 * at, 4);
        fy_tev_value(&reference->tev, mask, &inputs, passes);
        if (passes[0] < .5) return true;
    }
    return false;
}

/* An alpha compare that is no threshold becomes a part of the formulas where a texture can hold it. */
static void mask_formulas(fy_reference *reference) {
    const uint16_t mask = fy_tev_mask_of(&reference->tev);
    if (mask != FY_TEV_NONE && hides_texels(reference, mask)) fy_tev_mask(&reference->tev, mask);
}

static bool fold_into(fy_reference *reference, const ferry_gx_material *gx) {
    if (!reference->samples)
        reference->samples = fy_job_resize(reference->job, NULL, FY_SAMPLES, sizeof(fy_sample));
    if (!reference->tev.nodes)
        reference->tev.nodes = fy_job_resize(reference->job, NULL, FY_TEV_MAX_NODES, sizeof(fy_tev_node));
    if (!reference->images)
        reference->images =
            ferry_new(reference->job, fy_image_summary, reference->scene->images.count + (size_t)1);
    if (!reference->samples || !reference->tev.nodes || !reference->images) return false;
    fy_tev_moves moves = {.colors = reference->mode.states ? reference->mode.states->colors : 0};
    memcpy(moves.material_colors, gx->material_colors, sizeof moves.material_colors);
    fy_tev_fold(reference->gx, &moves, reference->tev.nodes, &reference->tev);
    mask_formulas(reference);
    fy_dissolve_substitute(reference);
    fade_formula(gx, &reference->tev);
    fy_frame_buffer_substitute(reference, gx);
    return true;
}

void fy_reference_end(fy_reference *reference) {
    fy_job_drop(reference->job, reference->samples);
    fy_job_drop(reference->job, reference->tev.nodes);
    fy_job_drop(reference->job, reference->answers);
    reference->samples = NULL;
    reference->tev.nodes = NULL;
    reference->answers = NULL;
    reference->answer_count = reference->answer_capacity = 0;
    fy_samples_forget(reference);
    while (reference->solved) {
        fy_kept *gone = reference->solved;
        reference->solved = gone->next;
        fy_job_drop(reference->job, gone);
    }
    reference->solved_count = 0;
}

/* The state without what vertices cannot follow. */
static const ferry_gx_material *whiten(fy_reference *reference, const ferry_gx_material *gx) {
    uint32_t moves = reference->mode.states ? reference->mode.states->colors : 0;
    if (moves < FY_TEV_MOVES_COLOR) return gx;
    reference->whitened = *gx;
    for (int i = 0; i < 2; i++) {
        ferry_gx_color *color = &reference->whitened.material_colors[i];
        if (moves & (uint32_t)FY_TEV_MOVES_COLOR << i) color->r = color->g = color->b = 255;
        if (moves & (uint32_t)FY_TEV_MOVES_COLOR_ALPHA << i) color->a = 255;
    }
    return &reference->whitened;
}

/* A mask of which only one side is seen, or a picture of one colour, is a constant; but not what triangles
 * show besides, between the pixels. */
#define SAME_COLOR (1.5 / 255)

static uint16_t constant_where_seen(void *user, fy_tev *tev, uint16_t at) {
    const fy_reference *reference = user;
    const fy_tev_node *node = &tev->nodes[at];
    double least[3] = {2, 2, 2}, most[3] = {-2, -2, -2};
    if (node->op != FY_TEV_TEX && node->op != FY_TEV_COMPARE) return at;
    if (node->op == FY_TEV_TEX && node->source == FY_TEV_RAMP) return at;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double value[3];
        fy_tev_value(tev, at, &reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) {
            least[k] = fmin(least[k], value[k]);
            most[k] = fmax(most[k], value[k]);
            if (most[k] - least[k] > SAME_COLOR) return at;
        }
    }
    const double color[3] = {(least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2};
    return fy_shows_other_texels(reference, node, color) ? at
                                                         : fy_tev_const(tev, color[0], color[1], color[2]);
}

/* Enough pixels to tell, and nothing that clips change. */
static void fold_what_is_seen(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    if (!reference->seen_count || reference->mode.states || reference->keeps_textures) return;
    if (fy_survey_far(reference->seen, reference->seen_count) < FY_SURVEY_FAR / 4) return;
    tev->color = fy_tev_replace(tev, tev->color, constant_where_seen, reference);
    tev->alpha = fy_tev_replace(tev, tev->alpha, constant_where_seen, reference);
}

bool fy_reference_start(fy_reference *reference, const ferry_gx_material *gx,
                        const fy_vertex_summary *summary) {
    reference->gx = whiten(reference, gx);
    reference->skinned = summary->skinned;
    reference->threshold = reference->edge = 0;
    reference->cuts = false;
    if (!fold_into(reference, gx)) return false;
    for (uint8_t i = 0; i <= FERRY_GX_MAX_TEXGENS; i++)
        reference->maps[i] =
            fy_t3dm_uv_map(fy_reference_at_rest(reference), i < FERRY_GX_MAX_TEXGENS ? i : 0xFF);
    reference->constant_uv = summary->constant_uv;
    reference->related = (fy_related_uv){.sets = 0};
    if (!reference->mode.states && !reference->mode.one_moment)
        fy_related_uv_join(reference, &summary->related);
    fy_constant_uv_substitute(reference);
    fy_vertex_texture_substitute(reference);
    if (reference->mode.full_light) fy_gx_ramp_substitute(reference->scene, &reference->tev);
    reference->unsplit = reference->tev.count;
    if (reference->mode.split) fy_split_substitute(reference);
    if (reference->mode.composite) fy_composite_substitute(reference);
    reference->rules = (fy_fit_rules){.pair = fy_textures_pair, .user = reference};
    for (uint8_t map = 0; map < FERRY_GX_MAX_MAPS; map++) fy_reference_learn_slot(reference, map);
    if (!fill(reference, gx, summary, true)) return false;
    if (reference->mode.split) fy_split_want(reference);
    fold_what_is_seen(reference);
    fy_frame_buffer_settle(reference, gx);
    return true;
}
