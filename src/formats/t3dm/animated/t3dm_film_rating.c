/* t3dm_film_rating.c: see t3dm_film_rating.h. */
#include "formats/t3dm/animated/t3dm_film_rating.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/animated/t3dm_motion_rating.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"

/* What a film has to come nearer by than one of its pictures, in 255ths, unless it is that much more alike:
 * the others take memory. */
#define FILM_GAIN 1.5
#define FILM_MORE_ALIKE .05

/* Whether a state shows anything over the grounds: what does not is no measure. Of 255. */
#define SHOWN 1

static bool shows_anything(const fy_reference *reference, const ferry_gx_material *state) {
    fy_appearance source, grounds;
    fy_motion_draw_source(reference, state, &source);
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(grounds.rgb[i], reference->samples[i].ground, 3);
    return fy_appearance_difference(&source, &grounds) >= SHOWN;
}

/* What the source shows at the time of a picture, `number`. */
static void draw_at(fy_mapping *m, const fy_film_clip *of, double number, fy_appearance *to) {
    fy_reference *reference = &m->p->reference;
    ferry_gx_material posed;
    fy_film_pose(m, m->formula_state, of, number, &posed);
    fy_reference_fill(reference, &posed, &m->p->summary);
    fy_motion_draw_source(reference, &posed, to);
}

/* What the source shows of itself `after` pictures later, on average, from a few of them on. */
static void rate_after(fy_mapping *m, const fy_film *film, double after, fy_motion_rating *found) {
    enum { LOOKS = 3 };
    *found = (fy_motion_rating){0};
    for (uint32_t c = 0; c < film->clip_count; c++)
        for (uint32_t i = 0; i < LOOKS; i++) {
            const fy_film_clip *of = &film->clips[c];
            const double number = (i + .5) * of->count / LOOKS, weight = 1. / (LOOKS * film->clip_count);
            fy_appearance middle, later;
            draw_at(m, of, number, &middle);
            draw_at(m, of, number + after, &later);
            fy_motion_rating_add(&middle, &later, weight, found);
        }
}

/* How alike two pictures are, if each is shown for long: what stands still and then jumps is no motion. */
#define SLOW_STEP .8

/* How far the source moves on, on average, while a picture is shown: half-way from its middle to its ends.
 * False: it would jump. */
static bool rate_hold(fy_mapping *m, const fy_film *film, fy_motion_rating *hold) {
    fy_motion_rating step;
    rate_after(m, film, .25, hold);
    if (!fy_film_is_slow(film)) return true;
    rate_after(m, film, 1, &step);
    return step.similarity >= SLOW_STEP;
}

/* How far the source is from `m->formula_state` at the times of pictures, on average. */
static void rate_drift(fy_mapping *m, const fy_film *film, fy_motion_rating *drift) {
    enum { LOOKS = 3 };
    fy_reference *reference = &m->p->reference;
    fy_appearance still, now;
    fy_reference_fill(reference, m->formula_state, &m->p->summary);
    fy_motion_draw_source(reference, m->formula_state, &still);
    *drift = (fy_motion_rating){0};
    for (uint32_t c = 0; c < film->clip_count; c++)
        for (uint32_t i = 0; i < LOOKS; i++) {
            const fy_film_clip *of = &film->clips[c];
            const double weight = 1. / (LOOKS * film->clip_count);
            draw_at(m, of, (i + .5) * of->count / LOOKS, &now);
            fy_motion_rating_add(&still, &now, weight, drift);
        }
}

/* Two errors that are independent of each other: their squares add up. */
static fy_motion_rating both(const fy_motion_rating *a, const fy_motion_rating *b) {
    return (fy_motion_rating){.error = sqrt(a->error * a->error + b->error * b->error),
                              .similarity = a->similarity * b->similarity,
                              .tone = a->tone * b->tone,
                              .moves = true};
}

bool fy_film_rate(fy_mapping *m, const fy_composite *composite, const fy_film *film, fy_motion_rating *found,
                  fy_motion_rating *one) {
    fy_reference *reference = &m->p->reference;
    const fy_reference_mode before = reference->mode;
    fy_trial trial;
    fy_motion_rating own = {.error = composite->stored}, hold, drift;
    *found = *one = FY_MOTION_NOTHING;
    if (!fy_mapping_try_quietly(m, &composite->gx, &trial)) return false;
    if (trial.alpha.drop_code) return true;
    reference->mode.states = NULL;
    fy_reference_fill(reference, &composite->gx, &m->p->summary);
    bool fits = shows_anything(reference, m->formula_state);
    fy_motion_rate_state(m, &trial, m->formula_state, 1, &own);
    reference->mode.composite = NULL;
    fits = rate_hold(m, film, &hold) && fits;
    rate_drift(m, film, &drift);
    reference->mode = before;
    if (!fits) return true;
    *found = both(&own, &hold);
    found->film = true;
    *one = both(&own, &drift);
    return ferry_tick(m->p->job);
}

bool fy_film_is_worth(const fy_motion_rating *film, const fy_motion_rating *one) {
    if (film->error < 0 || one->error < 0) return film->error >= 0;
    return film->error < one->error - FILM_GAIN ||
           (film->error < one->error && film->similarity > one->similarity + FILM_MORE_ALIKE);
}
