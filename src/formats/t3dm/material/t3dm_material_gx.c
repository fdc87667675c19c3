/* t3dm_material_gx.c: maps a material with the GameCube's full state (docs/what-is-lost.md, "Materials"). */
#include "formats/t3dm/material/t3dm_material_gx.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/animated/t3dm_choose_motion.h"
#include "formats/t3dm/animated/t3dm_choose_state.h"
#include "formats/t3dm/animated/t3dm_fade.h"
#include "formats/t3dm/animated/t3dm_tracks_color.h"
#include "formats/t3dm/animated/t3dm_uv_scroll.h"
#include "formats/t3dm/choice/t3dm_choose_composite.h"
#include "formats/t3dm/choice/t3dm_choose_way.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/choice/t3dm_second_material.h"
#include "formats/t3dm/choice/t3dm_toon_material.h"
#include "formats/t3dm/mapping/t3dm_learn.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_rules.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"
#include "formats/t3dm/trial/t3dm_alpha_mask.h"
#include "formats/t3dm/trial/t3dm_set_up.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_print.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_compared_alpha.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

/* ----------------------------------------------------------------------------------------- reports */

/* What is behind a difference that no replacement explains. */
static const char *unexplained(const fy_tev *tev, const fy_shading *shading, uint16_t alpha) {
    bool lit = alpha != FY_TEV_NONE && fy_tev_any(tev, alpha, fy_leaf_is_lit, NULL);
    return lit && shading->alpha_error > shading->color_error ? "its alpha is not lit on the console"
                                                              : "rounding and clamping differ";
}

/* Shares of a material's pixels below that are edges. */
#define WORTH_TELLING .03

static void report_vanished(const fy_mapping *m, const fy_seen_difference *seen) {
    if (seen->vanishes > WORTH_TELLING)
        ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.vanishes", m->p->name, m->path,
                           (ferry_measure){seen->vanishes * 100, "% of its pixels", false},
                           "vanishes where it should be seen: %.0f %% of its pixels", seen->vanishes * 100);
    if (seen->appears > WORTH_TELLING)
        ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.appears", m->p->name, m->path,
                           (ferry_measure){seen->appears * 100, "% of its pixels", false},
                           "is drawn where it should not be seen: %.0f %% of its pixels",
                           seen->appears * 100);
}

/* What such a formula draws before a frame buffer is mixed with it by alpha: the colour is that over alpha.
 * Light that stands for a formula, of which one component is white, has been divided already. */
static bool is_over_alpha(const fy_mapping *m, uint16_t color, uint16_t alpha) {
    const fy_tev_node *light = &m->p->reference.tev.nodes[color];
    if (alpha == FY_TEV_NONE || fy_tev_is_all(&m->p->reference.tev, alpha, 1) ||
        !fy_gx_shows_frame_buffer(m->from->gx))
        return false;
    return light->op != FY_TEV_CONST || fmax(fmax(light->k[0], light->k[1]), light->k[2]) < 1;
}

static void print_color(const fy_mapping *m, uint16_t color, uint16_t alpha, char text[176]) {
    bool over = is_over_alpha(m, color, alpha);
    text[0] = '(';
    fy_tev_print(&m->p->reference.tev, color, text + over, 160);
    if (over) strcat(text, ") / alpha");
}

static void report_shading(const fy_mapping *m, const fy_shading *shading, uint16_t color, uint16_t alpha) {
    const fy_tev *tev = &m->p->reference.tev;
    char formula[176], opacity[80] = "free";
    print_color(m, color, alpha, formula);
    if (alpha != FY_TEV_NONE) fy_tev_print(tev, alpha, opacity, sizeof opacity);
    ferry_say(m->p->job, FERRY_NOTE, "t3dm.combiner-formula", m->p->name, m->path,
              "colour %s, alpha %s: combiner 0x%016llx, difference %.1f/255", formula, opacity,
              (unsigned long long)shading->word, shading->color_error);
    if (tev->overflow) fy_mapping_say(m, "t3dm.combiner", "its formula is too long: parts of it became zero");
    if (m->p->reference.mode.split) return; /* both draws are told of at once */
    report_vanished(m, &shading->seen);
    double told = shading->fitted ? 4 : .5; /* the very formula differs by rounding alone */
    const char *what = shading->fitted ? unexplained(tev, shading, alpha) : shading->changes;
    fy_mapping_fault(m, FY_T3DM_BY_COMBINER, shading->seen.mean, what);
    if (shading->seen.mean <= told) return;
    unsigned stages = m->from->gx->stage_count;
    ferry_say_measured(m->p->job, fy_mapping_severity(m), "t3dm.combiner", m->p->name, m->path,
                       (ferry_measure){shading->seen.mean, "/255", false},
                       "%u TEV %s (%s) became %s: %s; mean difference in colour %.1f/255, in alpha "
                       "%.1f/255, as seen %.1f/255, over %u samples",
                       stages, stages == 1 ? "stage" : "stages", formula,
                       shading->word >> 63 ? "2 cycles" : "1 cycle", what, shading->color_error,
                       shading->alpha_error, shading->seen.mean, FY_SAMPLES);
}

/* ---------------------------------------------------------------------------------------- its source */

/* Whether a slot has a picture that no stage reads, but that shifts what stages read. */
static bool shifts_others(const fy_mapping *m, const ferry_gx_material *gx, uint8_t slot) {
    uint32_t texture = gx->textures[slot];
    if (texture == FERRY_NONE || m->p->scene->textures.data[texture].image == FERRY_NONE ||
        !gx->indirect_enabled)
        return false;
    for (unsigned i = 0; i < gx->indirect_stage_count && i < 4; i++)
        if (gx->indirect_orders[i].map == slot) return true;
    return false;
}

/* A copy of the state in which textures without a picture are absent: they read as white. */
static const ferry_gx_material *with_pictures_only(fy_mapping *m, const ferry_gx_material *gx,
                                                   ferry_gx_material *copy) {
    *copy = *gx;
    bool used[FERRY_GX_MAX_MAPS] = {false};
    for (unsigned i = 0; i < copy->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (copy->stages[i].map < FERRY_GX_MAX_MAPS) used[copy->stages[i].map] = true;
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        bool has =
            used[i] ? fy_mapping_texture(m, copy->textures[i]) != NULL : shifts_others(m, copy, (uint8_t)i);
        if (!has) copy->textures[i] = FERRY_NONE;
    }
    return copy;
}

/* What the source draws, if the material has got other environment maps. `copy` has to stay until
 * end_material(). */
static void show_source(fy_mapping *m, ferry_gx_material *copy) {
    const ferry_scene *scene = m->p->survey.scene;
    const ferry_gx_material *gx = scene ? scene->materials.data[m->index].gx : m->from->gx;
    bool trying = m->trying;
    m->trying = true; /* what pictures it misses is said of the other one */
    if (gx != m->from->gx) m->p->reference.shown = with_pictures_only(m, gx, copy);
    m->trying = trying;
}

/* -------------------------------------------------------------------------------------------- shading */

/* The state at rest, drawn by the combiner of another one. */
static bool return_to_rest(fy_mapping *m, fy_trial *a) {
    fy_reference *reference = &m->p->reference;
    fy_mapping_fill_state(m, &m->states.list[0]);
    if (a->blend.unsupported) fy_blend_want(reference, &a->blend_fit);
    fy_trial_solve(m, a);
    a->shading.word = fy_fit_word(&a->shading.fit);
    fy_reference_measure(reference, &a->shading.fit, a->shading.word, &a->shading.color_error,
                         &a->shading.alpha_error);
    if (a->alpha.node == FY_TEV_NONE) a->shading.alpha_error = 0;
    a->shading.seen = fy_reference_seen(reference, &a->shading.fit, a->shading.word);
    return true;
}

static bool reads_map(const fy_fit *fit, uint8_t map) {
    return (fit->textures[0].used && fit->textures[0].map == map) ||
           (fit->textures[1].used && fit->textures[1].map == map);
}

/* The console compares the alpha of the first cycle, which need not be the one that it blends with. */
static void settle_compare(fy_mapping *m, fy_trial *a) {
    const fy_reference *reference = &m->p->reference;
    const uint16_t limit = a->alpha.compare;
    fy_compared_alpha found = {.wrong = {0}};
    uint32_t looks[FY_STATE_LOOKS];
    if (a->shading.fit.dissolves || !limit || a->alpha.node == FY_TEV_NONE || !(a->shading.word >> 63) ||
        fy_rules_combiner(m))
        return;
    if (!m->states.count) fy_compared_alpha_add(reference, &a->shading.fit, a->shading.word, &found);
    const uint32_t count = m->states.count ? fy_mapping_look_at_states(&m->states, looks) : 0;
    for (uint32_t i = 0; i < count; i++) {
        fy_trial now = *a;
        fy_mapping_fill_state(m, &m->states.list[looks[i]]);
        if (now.blend.unsupported) fy_blend_want(&m->p->reference, &now.blend_fit);
        fy_trial_solve(m, &now);
        fy_compared_alpha_add(reference, &now.shading.fit, fy_fit_word(&now.shading.fit), &found);
    }
    a->alpha.compare = fy_compared_alpha_threshold(&found, limit);
    if (a->alpha.compare != limit)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.alpha-threshold", m->p->name, m->path,
                  "the console compares the alpha of its combiner's first cycle: %u stands for threshold %u",
                  a->alpha.compare, limit);
}

/* The combiner: the one that suits the only state, or all that clips make of it. */
static bool find_shading(fy_mapping *m, const ferry_gx_material *rest, fy_trial *a) {
    uint32_t best = 0;
    if (m->states.count > 1 && !m->formula_state && !fy_rules_combiner(m)) {
        if (m->states.best != FERRY_NONE)
            best = m->states.best;
        else if (!fy_mapping_choose_state(m, &best))
            return false;
    }
    if (!fy_mapping_try(m, best ? &m->states.list[best] : rest, a)) return false;
    if (a->alpha.drop_code) {
        fy_mapping_drop(m, a->alpha.drop_code, a->alpha.drop_why);
        return true;
    }
    bool fades = m->states.count > 1 && m->states.colors && !fy_rules_combiner(m);
    if (fades) fy_mapping_let_fade(m, a);
    settle_compare(m, a);
    if ((best || fades || m->formula_state) && !return_to_rest(m, a)) return false;
    if (m->toon_way == FY_TOON_ONE_DRAW)
        fy_mapping_shade_by_ramp(m, a->alpha.node != FY_TEV_NONE, &a->shading);
    if (!fy_rules_combiner(m)) report_shading(m, &a->shading, a->color, a->alpha.node);
    return true;
}

/* ------------------------------------------------------------------------------------------- all of it */

/* Back to materials of one draw, without a composite. */
static void end_material(fy_reference *reference) {
    reference->mode = (fy_reference_mode){.states = NULL};
    reference->shown = NULL;
    fy_reference_end(reference); /* textures need much memory themselves */
}

/* `gx` has pictures only. */
static bool map_state(fy_mapping *m, const ferry_gx_material *gx) {
    fy_trial trial;
    const fy_composite *composite;
    if (!fy_mapping_choose_way(m, gx, &composite)) return false;
    if (composite && !fy_mapping_shoot_film(m, gx, composite)) return false;
    if (composite) gx = &composite->gx;
    if (!find_shading(m, gx, &trial)) return false;
    if (trial.alpha.drop_code) return true;
    const bool kept = composite && reads_map(&trial.shading.fit, composite->map);
    if (!kept) m->film = NULL;
    if (kept) fy_mapping_keep_composite(m, composite);
    if (m->film && !fy_mapping_keep_film(m, composite)) return false;
    return fy_mapping_set_up(m, gx, &trial) && (!m->states.colors || fy_mapping_color_tracks(m, &trial)) &&
           (!m->states.texgens || fy_mapping_find_uv_motion(m)) &&
           (m->toon_way != FY_TOON_ONE_DRAW || fy_mapping_use_ramp(m));
}

/* Drops what draws nothing that is seen. */
static void drop_unseen(fy_mapping *m, const ferry_gx_material *gx) {
    fy_t3dm_blend blend = fy_t3dm_blend_of(gx);
    if (blend.drop)
        fy_mapping_drop(m, "t3dm.invisible", "is blended so that it leaves the frame buffer unchanged");
    if (gx->cull == FERRY_GX_CULL_ALL) fy_mapping_drop(m, "t3dm.culled", "culls both sides");
    if (blend.loss) fy_mapping_say(m, "t3dm.blend", blend.loss);
    const ferry_material *masked = fy_mapping_masked(m, gx);
    if (masked && !m->to->drop)
        fy_mapping_drop(
            m, "t3dm.alpha-mask",
            ferry_job_format(m->p->job, "only writes frame buffer alpha for \"%s\"", masked->name));
}

/* All of a material that is drawn: `gx` has pictures only. */
static bool map_drawn(fy_mapping *m, const ferry_gx_material *gx) {
    m->p->reference.keeps_textures = m->rules != NULL;
    m->p->reference.mode.full_light = m->p->reference.mode.one_moment = false;
    if (m->p->tracks && !fy_find_states(m->p->job, &m->p->clips, m->index, gx, &m->states)) return false;
    m->p->reference.mode.states = m->states.count ? &m->states : NULL;
    if (!fy_mapping_choose_motion(m, gx)) return false;
    if (m->fixed_state) gx = m->fixed_state;
    if (!map_state(m, m->formula_state ? m->formula_state : gx)) return false;
    if (m->to->drop) return true;
    fy_mapping_report_toon(m);
    fy_mapping_report_split(m);
    fy_mapping_report_vertices(m, gx);
    if (fy_gx_shows_frame_buffer(gx))
        fy_mapping_say(
            m, "t3dm.frame-buffer",
            "shows a copy of the frame buffer: drawn as translucency, with no shift of what is behind");
    return true;
}

bool fy_mapping_gx(fy_mapping *m) {
    ferry_gx_material copy, source;
    const ferry_gx_material *gx = with_pictures_only(m, m->from->gx, &copy);
    drop_unseen(m, gx);
    if (m->to->drop) return true;
    m->to->rdp.flags |= fy_material_cull(gx->cull);
    fy_planner_learn_vertices(m->p, m->index);
    if (!fy_planner_learn_pixels(m->p, m->index)) return false;
    show_source(m, &source);
    bool done = map_drawn(m, gx);
    end_material(&m->p->reference);
    return done;
}

static bool map_over(fy_mapping *m) {
    ferry_gx_material copy, source;
    m->trying = true; /* what pictures it misses was said */
    const ferry_gx_material *gx = with_pictures_only(m, m->fixed_state ? m->fixed_state : m->from->gx, &copy);
    m->trying = false;
    show_source(m, &source);
    m->p->reference.mode.split = &m->split;
    m->p->reference.mode.at_vertices = m->at_vertices;
    bool done = map_state(m, gx);
    end_material(&m->p->reference);
    return done;
}

bool fy_mapping_add_over(fy_mapping *m) {
    fy_mapping over;
    if (!fy_mapping_open_second(m, ".over", &over)) return false;
    if (over.to->drop) return true;
    over.split = m->split;
    over.split.part = FY_SPLIT_OVER;
    over.at_vertices = m->at_vertices;
    if (!map_over(&over)) return false;
    return over.to->drop || fy_mapping_close_second(m, &over);
}
