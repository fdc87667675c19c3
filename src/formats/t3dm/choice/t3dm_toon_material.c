/* t3dm_toon_material.c: see t3dm_toon_material.h. */
#include "formats/t3dm/choice/t3dm_toon_material.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/choice/t3dm_second_material.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_wide_scene.h"
#include "formats/t3dm/texture/t3dm_made_picture.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/draws/t3dm_toon.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_reference.h"

/* What a ramp may make the picture differ by from the one that was learned, of 255. */
#define ROUNDED 2

/* What steps have to gain in colour beside a smooth shade, if they also look more alike: of 255, and of what
 * that is off by. The second draw of steps has to gain STEPS_FOR_SIMILARITY 255ths for each 1 that
 * fy_least_gain() says. */
#define STEPS_GAIN 2
#define STEPS_SHARE .25
#define STEPS_FOR_SIMILARITY 100

/* Where steps leave less than a third of what the smooth shade is off by, in colour, they may look less alike
 * by as much as they have to gain elsewhere: likeness squares what few samples are off by, such as backs,
 * which are not shaded. */
#define STEPS_MOST .67
#define STEPS_FOR_MOST 200

/* --------------------------------------------------------------------------------------------- choosing */

static bool may_step(const fy_mapping *m, const ferry_gx_material *gx) {
    return !ferry_setting_is(m->p->job, "t3dm.toon", "smooth") && m->p->pictures.ramp_count < FY_MOST_RAMPS &&
           fy_mapping_may_draw_twice(m, gx);
}

/* What the ways look like beside the source. */
typedef struct looks {
    fy_appearance source, full_light, smooth, stepped;
} looks;

/* What is behind a translucent surface must not be shaded with it. */
static bool is_translucent(const fy_trial *trial) {
    return trial->blend.translucent && trial->alpha.node != FY_TEV_NONE;
}

/* Whether the ramp's picture can say how much of what is behind is seen. */
static bool may_mix(const fy_trial *trial) {
    return trial->blend.translucent && !trial->blend.unsupported && !trial->alpha.compare;
}

/* Whether one draw of the ramp's picture is all that the material shows. */
static bool holds_all(const fy_mapping *m, const fy_trial *trial) {
    bool opaque = trial->alpha.node == FY_TEV_NONE, mixed = m->toon.plain_alpha && may_mix(trial);
    return m->toon.plain && !m->states.count && (opaque || mixed);
}

/* Whether a translucent material's steps, in one draw, are worth more than all else that it shows. */
static bool holds_most(const fy_mapping *m, const fy_trial *trial, looks *l) {
    const fy_reference *reference = &m->p->reference;
    if (!is_translucent(trial) || !may_mix(trial) || m->states.count) return false;
    fy_appearance_draw(reference, &trial->shading.fit, trial->shading.word, &l->smooth);
    fy_toon_ramp(reference, &m->toon, &l->stepped);
    double gain = trial->shading.seen.mean - fy_toon_seen(reference, &m->toon).mean;
    bool alike = fy_appearance_similarity(&l->source, &l->stepped, NULL) >
                 fy_appearance_similarity(&l->source, &l->smooth, NULL);
    return gain > (alike ? 0 : STEPS_GAIN);
}

bool fy_steps_are_wanted(double least, double similarity_gain, double color_gain, double smooth_error) {
    if (fy_worth_a_draw(least, similarity_gain, color_gain)) return true;
    if (least >= 1) return false;
    return (similarity_gain > 0 && color_gain > STEPS_FOR_SIMILARITY * least &&
            color_gain > STEPS_SHARE * smooth_error) ||
           (similarity_gain > -least && color_gain > STEPS_FOR_MOST * least &&
            color_gain > STEPS_MOST * smooth_error);
}

static bool try_two_draws(fy_mapping *m, const ferry_gx_material *gx, looks *l) {
    fy_reference *reference = &m->p->reference;
    fy_trial trial;
    reference->mode.full_light = true;
    if (!fy_mapping_try_quietly(m, gx, &trial)) return false;
    fy_appearance_draw(reference, &trial.shading.fit, trial.shading.word, &l->stepped);
    fy_toon_shade(reference, &m->toon, &l->stepped);
    double similarity_gain = fy_appearance_similarity(&l->source, &l->stepped, &l->full_light) -
                             fy_appearance_similarity(&l->source, &l->smooth, &l->full_light),
           smooth_error = fy_appearance_difference(&l->source, &l->smooth),
           color_gain = smooth_error - fy_appearance_difference(&l->source, &l->stepped);
    double least = fy_least_gain(m->p->job);
    bool wanted = ferry_setting_is(m->p->job, "t3dm.toon", "ramp") ||
                  fy_steps_are_wanted(least, similarity_gain, color_gain, smooth_error);
    m->toon_way = wanted ? FY_TOON_TWO_DRAWS : FY_TOON_SMOOTH;
    reference->mode.full_light = wanted;
    return true;
}

static bool compare_ways(fy_mapping *m, const ferry_gx_material *gx, looks *l) {
    const fy_reference *reference = &m->p->reference;
    fy_trial trial;
    fy_appearance_source(reference, &l->source);
    fy_toon_full_light(reference, gx, &l->full_light);
    if (!fy_mapping_try_quietly(m, gx, &trial)) return false;
    bool one_draw = holds_all(m, &trial) || holds_most(m, &trial, l);
    bool alpha_steps = m->toon.alpha_steps && trial.alpha.node != FY_TEV_NONE; /* else nothing reads it */
    if (trial.alpha.drop_code || (!one_draw && (is_translucent(&trial) || alpha_steps || !m->toon.shades)))
        return true;
    fy_appearance_draw(reference, &trial.shading.fit, trial.shading.word, &l->smooth);
    if (one_draw) {
        fy_toon_ramp(reference, &m->toon, &l->stepped);
        m->toon_way = FY_TOON_ONE_DRAW;
    } else if (!try_two_draws(m, gx, l)) {
        return false;
    }
    m->toon_error =
        one_draw ? fy_toon_seen(reference, &m->toon).mean : fy_appearance_difference(&l->source, &l->stepped);
    m->toon_similarity = fy_appearance_similarity(&l->source, &l->stepped, NULL);
    return true;
}

bool fy_mapping_choose_toon(fy_mapping *m, const ferry_gx_material *gx) {
    fy_reference *reference = &m->p->reference;
    m->toon_way = FY_TOON_SMOOTH;
    reference->mode.full_light = false;
    if (!may_step(m, gx)) return true;
    if (!fy_reference_start(reference, gx, &m->p->summary)) return false;
    if (!fy_toon_find(reference, gx, &m->toon)) return true;
    ferry_mark mark = ferry_job_mark(m->p->job);
    looks *l = ferry_new(m->p->job, looks, 1);
    bool done = l && compare_ways(m, gx, l);
    ferry_job_release(m->p->job, mark);
    return done;
}

/* ------------------------------------------------------------------------------------- the ramp's picture */

/* `strength`: how much of the picture is seen, 0..1. */
static bool is_ramp(const fy_planner *p, uint32_t texture, const uint8_t ramp[FY_TOON_LEVELS][4],
                    double strength) {
    const ferry_image *image = &p->scene->images.data[p->scene->textures.data[texture].image];
    for (unsigned i = 0; i < 4 * FY_TOON_LEVELS; i++)
        if (abs(image->levels[0].rgba[i] - ramp[i / 4][i % 4]) * strength > ROUNDED) return false;
    return true;
}

/* Materials with one ramp share its picture, whatever rounding made of it. */
static bool find_ramp(fy_planner *p, const uint8_t ramp[FY_TOON_LEVELS][4], double strength,
                      uint32_t *texture) {
    for (uint32_t i = 0; i < p->pictures.ramp_count; i++)
        if (is_ramp(p, *texture = p->pictures.ramps[i], ramp, strength)) return true;
    uint8_t *rgba = ferry_new(p->job, uint8_t, (size_t)4 * FY_TOON_LEVELS);
    fy_made_picture made = {{.name = "toon",
                             .path = "",
                             .wrap_s = FERRY_WRAP_CLAMP,
                             .wrap_t = FERRY_WRAP_CLAMP,
                             .min_filter = FERRY_FILTER_LINEAR,
                             .mag_filter = FERRY_FILTER_LINEAR},
                            {.name = "toon", .alpha = FERRY_ALPHA_VARIED}};
    if (!rgba || !fy_planner_widen_scene(p) ||
        !fy_made_picture_fill(p->job, &(fy_texels){FY_TOON_LEVELS, 1, rgba}, &made))
        return false;
    memcpy(rgba, ramp, (size_t)4 * FY_TOON_LEVELS);
    *texture = fy_planner_place_picture(p, &made);
    fy_made_picture_keep(p->pictures.scene);
    p->pictures.ramps[p->pictures.ramp_count++] = *texture;
    return true;
}

/* The console looks up red light, which vertices carry as the source's channel has it. */
static void carry_light(fy_mapping *m, const ferry_gx_material *gx) {
    fy_t3dm_material *to = m->to;
    const ferry_gx_color *reg = &gx->material_colors[m->toon.channel];
    bool vertex = gx->channels[m->toon.channel * 2].material_source == FERRY_GX_SOURCE_VERTEX;
    to->color_set = vertex ? m->toon.channel : FERRY_NONE;
    to->alpha_set = FERRY_NONE;
    to->formula = NULL;
    const uint8_t tint[3] = {reg->r, reg->g, reg->b};
    for (int k = 0; k < 3; k++) to->tint[k] = vertex ? 1 : (float)tint[k] / 255;
    to->tint[3] = 1;
    to->rdp.effect = FERRY_RDP_EFFECT_CEL_COLOR;
    to->rdp.flags &= ~(uint32_t)FERRY_RDP_UNLIT;
}

bool fy_mapping_use_ramp(fy_mapping *m) {
    uint32_t texture;
    uint8_t shade[FY_TOON_LEVELS][4];
    bool one_draw = m->toon_way == FY_TOON_ONE_DRAW;
    for (unsigned i = 0; i < FY_TOON_LEVELS; i++) memset(shade[i], m->toon.ramp[i], 4);
    if (!find_ramp(m->p, one_draw ? m->toon.parts : shade, one_draw ? 1 : m->toon.alpha, &texture))
        return false;
    m->first_slot = 0;
    m->use_count = 1;
    m->maps[0] = (fy_uv_map){.kind = FY_UV_NONE};
    m->uses[0] = (fy_texture_use){.texture = texture,
                                  .swizzle = {0, 1, 2},
                                  .alpha = 3,
                                  .whole = true,
                                  .wrap_s = FERRY_WRAP_CLAMP,
                                  .wrap_t = FERRY_WRAP_CLAMP};
    m->to->uv_source = FY_T3DM_UV_NONE;
    m->looks_light_up = true;
    carry_light(m, m->fixed_state ? m->fixed_state : m->from->gx);
    return true;
}

/* -------------------------------------------------------------------------------------------- one draw */

void fy_mapping_shade_by_ramp(const fy_mapping *m, bool alpha, fy_shading *shading) {
    fy_fit *fit = &shading->fit;
    static const fy_rdp_equation mixture = {FY_RDP_PRIM, FY_RDP_ENV, FY_RDP_TEX0, FY_RDP_ENV},
                                 opaque = {FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ZERO, FY_RDP_ONE};
    fy_rdp_cycle cycle = {mixture, alpha ? mixture : opaque};
    *fit = (fy_fit){.cycles = {cycle, cycle}, .shade = FY_TEV_NONE, .shade_alpha = FY_TEV_NONE};
    for (int k = 0; k < 4; k++) {
        fit->prim[k] = k < 3 || alpha ? m->toon.dark[k] : 1;
        fit->env[k] = k < 3 || alpha ? m->toon.bright[k] : 1;
    }
    fit->has_prim = fit->has_env = alpha ? 3 : 1;
    shading->word = fy_fit_word(fit);
    shading->fitted = true;
    shading->color_error = m->toon_error;
    shading->alpha_error = alpha ? fy_toon_alpha_error(&m->p->reference, &m->toon) : 0;
    shading->seen = fy_toon_seen(&m->p->reference, &m->toon);
}

/* -------------------------------------------------------------------------------------- the second draw */

void fy_mapping_report_toon(const fy_mapping *m) {
    if (m->toon_way == FY_TOON_SMOOTH) return;
    ferry_severity severity = m->toon_error > 4 ? fy_mapping_severity(m) : FERRY_NOTE;
    fy_mapping_fault(m, FY_T3DM_BY_LIGHT, m->toon_error, "it comes in steps, by a ramp");
    if (m->toon_way == FY_TOON_ONE_DRAW)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.toon", m->p->name, m->path,
                  "its light comes in steps, by a ramp of %d texels", FY_TOON_LEVELS);
    else
        ferry_say_measured(m->p->job, severity, "t3dm.toon", m->p->name, m->path,
                           (ferry_measure){m->toon_error, "/255", false},
                           "its light comes in steps: its shade is a second draw, \"%s.shade\"; mean "
                           "difference in colour %.1f/255",
                           m->from->name, m->toon_error);
}

/* PRIM, as far as the ramp and PRIM's alpha say. */
static uint64_t shade_word(void) {
    fy_rdp_cycle cycle = {{FY_RDP_ZERO_AB, FY_RDP_ZERO_AB, FY_RDP_ZERO_C, FY_RDP_PRIM},
                          {FY_RDP_TEX0, FY_RDP_ZERO, FY_RDP_PRIM, FY_RDP_ZERO}};
    fy_rdp_cycle cycles[2] = {cycle, cycle};
    return fy_rdp_encode(cycles, false);
}

bool fy_mapping_add_shade(fy_mapping *m) {
    fy_mapping shade;
    if (!fy_mapping_open_second(m, ".shade", &shade)) return false;
    if (shade.to->drop) return true;
    const fy_toon *toon = &m->toon;
    double prim[4] = {toon->color[0], toon->color[1], toon->color[2], toon->alpha};
    shade.toon = *toon;
    fy_material_set_word(shade.to, shade_word(), true);
    fy_material_set_constant(shade.to, FY_RDP_PRIM, prim);
    return fy_mapping_use_ramp(&shade) && fy_mapping_close_second(m, &shade);
}
