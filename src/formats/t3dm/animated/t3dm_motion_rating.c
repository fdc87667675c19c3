/* t3dm_motion_rating.c: see t3dm_motion_rating.h. */
#include "formats/t3dm/animated/t3dm_motion_rating.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/animated/t3dm_choose_state.h"
#include "formats/t3dm/animated/t3dm_fade.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

/* A state counts by how much it shows; one that shows nothing counts a little. */
#define FAINT .02

void fy_motion_draw_source(const fy_reference *reference, const ferry_gx_material *state, fy_appearance *to) {
    const bool fades = fy_t3dm_blend_of(state).fades;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        uint8_t there[4] = {sample->ground[0], sample->ground[1], sample->ground[2], 255};
        if (fy_gx_alpha_passes(state, sample->wanted[3])) {
            if (fades)
                memcpy(there, sample->wanted, 3); /* which has the blend's factor already */
            else
                fy_gx_blend(state, sample->wanted, there);
        }
        memcpy(to->rgb[i], there, 3);
    }
}

/* How much of a pixel's colour the console puts over the ground, 0..255. */
static int cover_of(const fy_reference *reference, const fy_trial *trial, uint8_t alpha) {
    if (trial->alpha.node == FY_TEV_NONE) return 255;
    if (trial->alpha.cutout) return alpha >= reference->threshold ? 255 : 0;
    return alpha < trial->alpha.compare ? 0 : alpha;
}

static void draw_console(const fy_reference *reference, const fy_trial *trial, fy_appearance *to) {
    const fy_fit *fit = &trial->shading.fit;
    const fy_ready_fit ready = fy_reference_ready(reference, fit, fy_fit_word(fit));
    bool adds = trial->blend.unsupported && trial->blend_fit.method == FY_BLEND_ADDED;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        uint8_t rgba[4];
        fy_reference_pixel(reference, &ready, sample, rgba);
        int cover = cover_of(reference, trial, rgba[3]), keeps = adds ? 255 : 255 - cover;
        for (int k = 0; k < 3; k++) {
            int sum = (rgba[k] * cover + sample->ground[k] * keeps) / 255;
            to->rgb[i][k] = (uint8_t)sum; /* what is added wraps around */
        }
    }
}

void fy_motion_rating_add(const fy_appearance *source, const fy_appearance *console, double weight,
                          fy_motion_rating *to) {
    to->error += weight * fy_appearance_difference(source, console);
    to->similarity += weight * fy_appearance_similarity(source, console, NULL);
    to->tone += weight * fy_appearance_tone_similarity(source, console);
}

/* What a state counts: by how much of its samples' grounds the source changes. */
static double weight_of(const fy_reference *reference, const fy_appearance *source, uint32_t state,
                        uint32_t count) {
    unsigned changed = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        changed += memcmp(source->rgb[i], reference->samples[i].ground, 3) != 0;
    return fy_mapping_state_weight(state, count) * ((double)changed / FY_SAMPLES + FAINT);
}

static void divide(double by, fy_motion_rating *rating) {
    rating->error /= by;
    rating->similarity /= by;
    rating->tone /= by;
}

/* `source`: what it draws of the samples. */
static void rate_drawn(fy_mapping *m, const fy_trial *trial, const fy_appearance *source, double weight,
                       fy_motion_rating *to) {
    fy_reference *reference = &m->p->reference;
    fy_trial now = *trial;
    fy_appearance console;
    if (now.blend.unsupported) fy_blend_want(reference, &now.blend_fit);
    fy_trial_solve(m, &now);
    draw_console(reference, &now, &console);
    fy_motion_rating_add(source, &console, weight, to);
}

void fy_motion_rate_state(fy_mapping *m, const fy_trial *trial, const ferry_gx_material *state, double weight,
                          fy_motion_rating *to) {
    fy_appearance source;
    fy_motion_draw_source(&m->p->reference, state, &source);
    rate_drawn(m, trial, &source, weight, to);
}

static bool draws_moving(const fy_mapping *m, const fy_fit *fit) {
    for (int i = 0; i < 2; i++) {
        const uint8_t texgen = fit->textures[i].texgen;
        if (fit->textures[i].used && texgen < FERRY_GX_MAX_TEXGENS && (m->states.texgens >> texgen & 1))
            return true;
    }
    return false;
}

bool fy_motion_rate(fy_mapping *m, const ferry_gx_material *state, fy_motion_rating *found) {
    fy_trial trial;
    fy_appearance source;
    uint32_t looks[FY_STATE_LOOKS];
    *found = FY_MOTION_NOTHING;
    if (!fy_mapping_try_quietly(m, state, &trial)) return false;
    if (trial.alpha.drop_code) return true;
    if (m->states.count > 1 && m->states.colors) fy_mapping_let_fade(m, &trial);
    *found = (fy_motion_rating){.moves = draws_moving(m, &trial.shading.fit)};
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *now = &m->states.list[looks[i]];
        if (!ferry_tick(m->p->job)) return false;
        fy_mapping_fill_state(m, now);
        fy_motion_draw_source(&m->p->reference, now, &source);
        const double weight = weight_of(&m->p->reference, &source, i, count);
        rate_drawn(m, &trial, &source, weight, found);
        sum += weight;
    }
    divide(sum, found);
    return true;
}

bool fy_motion_rate_source(fy_mapping *m, const ferry_gx_material *moment, fy_motion_rating *found) {
    fy_reference *reference = &m->p->reference;
    const fy_reference_mode before = reference->mode;
    fy_appearance still, now;
    uint32_t looks[FY_STATE_LOOKS];
    reference->mode.states = NULL;
    fy_reference_fill(reference, moment, &m->p->summary);
    reference->mode = before;
    fy_motion_draw_source(reference, moment, &still);
    *found = (fy_motion_rating){0};
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *state = &m->states.list[looks[i]];
        if (!ferry_tick(m->p->job)) return false;
        fy_mapping_fill_state(m, state);
        fy_motion_draw_source(reference, state, &now);
        const double weight = weight_of(reference, &now, i, count);
        fy_motion_rating_add(&still, &now, weight, found);
        sum += weight;
    }
    divide(sum, found);
    return true;
}
