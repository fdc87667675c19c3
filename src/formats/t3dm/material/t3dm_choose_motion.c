/*
 * t3dm_choose_motion.c: how a material that clips change follows them (docs/what-is-lost.md, "Animated
 * materials").
 *
 * A formula in which everything that clips change can move excludes much of what makes a material look right:
 * layers baked into one picture, light in steps, masks as second draws. So three other ways are tried:
 *  - the layers as a picture of one moment, while other constants go on changing;
 *  - the whole formula of one moment, faded and coloured by PRIM and ENV;
 *  - the material as if there were no clips.
 * The one whose look is closest in the states of the material is taken.
 */
#include "formats/t3dm/material/t3dm_choose_motion.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/film/t3dm_film.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/material/t3dm_choose_composite.h"
#include "formats/t3dm/material/t3dm_choose_state.h"
#include "formats/t3dm/material/t3dm_choose_way.h"
#include "formats/t3dm/material/t3dm_fade.h"
#include "formats/t3dm/material/t3dm_trial.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "shade/draws/t3dm_appearance.h"
#include "shade/fit/t3dm_fit.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_console_pixel.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

/* From what error on other ways than following are tried, and from which on more of them. Such a way has to
 * be closer by GAIN, in 255ths, and by a share of the error, and to look as alike: what stands still where
 * the source moves has its parts in other places, which a mean of differences says little about. Or else it
 * has to look more alike, and to be no further off. */
#define TRY_FROM 1.5
#define TRY_MORE_FROM 10
#define GAIN .5
#define SHARE .15
#define STILL_SHARE .5
#define MOTION_SEEN .9
#define LESS_ALIKE .02
#define MORE_ALIKE .05

/* What a film has to come nearer by than one of its pictures, unless it is that much more alike: the others
 * take memory. */
#define FILM_GAIN 1.5

/* Materials of a model for which other ways are tried: each takes as long as several without clips. */
enum { MOST_CHOICES = 64 };

/* The part of a model's pixels below which nothing else is tried. */
#define LEAST_SHARE .01

/* -------------------------------------------------------------------------------------------- the ways */

typedef enum motion {
    FOLLOWS, /* all that clips change has a place in the formula */
    BAKES,   /* layers are a picture of one moment */
    FADES,   /* the formula is of one moment */
    RESTS,   /* without clips */
} motion;

static void take_way(fy_mapping *m, motion way, uint32_t state) {
    fy_reference *reference = &m->p->reference;
    m->still = way == BAKES || way == FADES ? &m->states.list[state] : NULL;
    reference->one_moment = way == FADES;
    reference->states = way == FADES || way == RESTS ? NULL : &m->states;
}

/* ------------------------------------------------------------------------------------------- measuring */

/* Means over all states; error < 0: nothing is drawn. */
typedef struct rating {
    double error;      /* of what is seen over the ground, in 255ths */
    double similarity; /* of the same, -1..1 (t3dm_appearance.h) */
    bool moves;        /* it draws textures that clips move */
    bool film;         /* by pictures that take turns */
} rating;

static const rating nothing = {.error = -1, .similarity = -1};

/* What the source makes of its samples' grounds. */
static void draw_source(const fy_reference *reference, const ferry_gx_material *state, fy_appearance *to) {
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
    bool adds = trial->blend.asks && trial->additive.method == FY_BLEND_ADDED;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        const fy_sample *sample = &reference->samples[i];
        uint8_t rgba[4];
        fy_reference_pixel(reference, &ready, sample, rgba);
        int cover = cover_of(reference, trial, rgba[3]), keeps = adds ? 255 : 255 - cover;
        for (int k = 0; k < 3; k++) {
            int sum = (rgba[k] * cover + sample->ground[k] * keeps) / 255;
            to->rgb[i][k] = (uint8_t)(sum < 255 ? sum : 255);
        }
    }
}

/* Adds what a trial comes to in a state, of which the samples are, with the constants that suit it best. */
static void add_state(fy_mapping *m, const fy_trial *trial, const ferry_gx_material *state, double weight,
                      rating *to) {
    fy_reference *reference = &m->p->reference;
    fy_trial now = *trial;
    fy_appearance source, console;
    draw_source(reference, state, &source);
    if (now.blend.asks) fy_blend_want(reference, &now.additive);
    fy_trial_solve(m, &now);
    draw_console(reference, &now, &console);
    to->error += weight * fy_appearance_difference(&source, &console);
    to->similarity += weight * fy_appearance_similarity(&source, &console, NULL);
}

static bool draws_moving(const fy_mapping *m, const fy_fit *fit) {
    for (int i = 0; i < 2; i++) {
        const uint8_t texgen = fit->textures[i].texgen;
        if (fit->textures[i].used && texgen < FERRY_GX_MAX_TEXGENS && (m->states.texgens >> texgen & 1))
            return true;
    }
    return false;
}

/* What becomes of `state`, in all states that are looked at. False after an error. */
static bool rate(fy_mapping *m, const ferry_gx_material *state, rating *found) {
    fy_trial trial;
    uint32_t looks[FY_STATE_LOOKS];
    *found = nothing;
    if (!fy_mapping_try_quietly(m, state, &trial)) return false;
    const bool drop = m->to->drop;
    m->to->drop = false;
    if (drop) return true;
    if (m->states.count > 1 && m->states.colors) fy_mapping_let_fade(m, &trial);
    *found = (rating){.moves = draws_moving(m, &trial.shading.fit)};
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *now = &m->states.list[looks[i]];
        if (!ferry_tick(m->p->job)) return false;
        fy_mapping_fill_state(m, now);
        add_state(m, &trial, now, fy_mapping_state_weight(i, count), found);
    }
    return true;
}

/* The source at rest, in all states: what clips change of what is seen. False after an error. */
static bool rate_source(fy_mapping *m, const ferry_gx_material *rest, rating *found) {
    fy_reference *reference = &m->p->reference;
    fy_appearance before, now;
    uint32_t looks[FY_STATE_LOOKS];
    take_way(m, RESTS, 0);
    fy_reference_fill(reference, rest, &m->p->summary);
    take_way(m, FOLLOWS, 0);
    draw_source(reference, rest, &before);
    *found = (rating){0};
    const uint32_t count = fy_mapping_look_at_states(&m->states, looks);
    for (uint32_t i = 0; i < count; i++) {
        const ferry_gx_material *state = &m->states.list[looks[i]];
        const double weight = fy_mapping_state_weight(i, count);
        if (!ferry_tick(m->p->job)) return false;
        fy_mapping_fill_state(m, state);
        draw_source(reference, state, &now);
        found->error += weight * fy_appearance_difference(&before, &now);
        found->similarity += weight * fy_appearance_similarity(&before, &now, NULL);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- choosing */

typedef struct choice {
    motion way;
    uint32_t state;
    rating rating;
} choice;

/* What follows may have light in steps over it. Then all is rated in full light. */
static bool light_as_followed(fy_mapping *m, const ferry_gx_material *rest) {
    const fy_composite *composite;
    m->trying = true;
    bool done = fy_mapping_choose_way(m, rest, &composite);
    m->trying = m->to->drop = false;
    return done;
}

static bool measure_follows(fy_mapping *m, const ferry_gx_material *rest, choice *follows) {
    *follows = (choice){.way = FOLLOWS};
    if (!light_as_followed(m, rest)) return false;
    if (m->states.count > 1) {
        if (!fy_mapping_choose_state(m, &follows->state)) return false;
        m->states.best = follows->state;
    }
    return rate(m, &m->states.list[follows->state], &follows->rating);
}

static bool is_better(const rating *found, const rating *follows, const rating *best) {
    if (found->error < 0) return false;
    if (follows->error < 0) return best->error < 0 || found->error < best->error;
    const double closer = follows->error - found->error, more_alike = found->similarity - follows->similarity;
    bool gains = closer > fmax(GAIN, SHARE * follows->error) && more_alike > -LESS_ALIKE;
    return (gains || (closer > 0 && more_alike > MORE_ALIKE)) && found->error <= best->error;
}

/* Whether a state shows anything over the grounds: what does not is no measure. Of 255. */
#define SHOWN 1

static bool shows_anything(const fy_reference *reference, const ferry_gx_material *state) {
    fy_appearance source, grounds;
    draw_source(reference, state, &source);
    for (unsigned i = 0; i < FY_SAMPLES; i++) memcpy(grounds.rgb[i], reference->samples[i].ground, 3);
    return fy_appearance_difference(&source, &grounds) >= SHOWN;
}

/* What the source shows at the time of a picture, `number`. */
static void draw_at(fy_mapping *m, const fy_film_clip *of, double number, fy_appearance *to) {
    fy_reference *reference = &m->p->reference;
    ferry_gx_material posed;
    fy_film_pose(m, m->still, of, number, &posed);
    fy_reference_fill(reference, &posed, &m->p->summary);
    draw_source(reference, &posed, to);
}

/* What the source shows of itself `after` pictures later, on average, from a few of them on. */
static void rate_after(fy_mapping *m, const fy_film *film, double after, rating *found) {
    enum { LOOKS = 3 };
    *found = (rating){0};
    for (uint32_t c = 0; c < film->clip_count; c++)
        for (uint32_t i = 0; i < LOOKS; i++) {
            const fy_film_clip *of = &film->clips[c];
            const double number = (i + .5) * of->count / LOOKS, weight = 1. / (LOOKS * film->clip_count);
            fy_appearance middle, later;
            draw_at(m, of, number, &middle);
            draw_at(m, of, number + after, &later);
            found->error += weight * fy_appearance_difference(&middle, &later);
            found->similarity += weight * fy_appearance_similarity(&middle, &later, NULL);
        }
}

/* How alike two pictures are, if each is shown for long: what stands still and then jumps is no motion. */
#define SLOW_STEP .9

/* How far the source moves on, on average, while a picture is shown: half-way from its middle to its ends.
 * False: it would jump. */
static bool rate_hold(fy_mapping *m, const fy_film *film, rating *hold) {
    rating step;
    rate_after(m, film, .25, hold);
    if (!fy_film_is_slow(film)) return true;
    rate_after(m, film, 1, &step);
    return step.similarity >= SLOW_STEP;
}

/* How far the source is from `m->still` at the times of pictures, on average. */
static void rate_drift(fy_mapping *m, const fy_film *film, rating *drift) {
    enum { LOOKS = 3 };
    fy_reference *reference = &m->p->reference;
    fy_appearance still, now;
    fy_reference_fill(reference, m->still, &m->p->summary);
    draw_source(reference, m->still, &still);
    *drift = (rating){0};
    for (uint32_t c = 0; c < film->clip_count; c++)
        for (uint32_t i = 0; i < LOOKS; i++) {
            const fy_film_clip *of = &film->clips[c];
            const double weight = 1. / (LOOKS * film->clip_count);
            draw_at(m, of, (i + .5) * of->count / LOOKS, &now);
            drift->error += weight * fy_appearance_difference(&still, &now);
            drift->similarity += weight * fy_appearance_similarity(&still, &now, NULL);
        }
}

/* Two errors that are independent of each other: their squares add up. */
static rating both(const rating *a, const rating *b) {
    return (rating){sqrt(a->error * a->error + b->error * b->error), a->similarity * b->similarity,
                    .moves = true};
}

/* What a film comes to, and one picture of it: the picture of `m->still` at that moment, and how far the
 * source is from that while one is shown. False after an error. */
static bool rate_film(fy_mapping *m, const fy_composite *composite, const fy_film *film, rating *found,
                      rating *one) {
    fy_reference *reference = &m->p->reference;
    const fy_states *states = reference->states;
    fy_trial trial;
    rating own = {.error = composite->stored}, hold, drift;
    *found = *one = nothing;
    if (!fy_mapping_try_quietly(m, &composite->gx, &trial)) return false;
    const bool drop = m->to->drop;
    m->to->drop = false;
    if (drop) return true;
    reference->states = NULL;
    fy_reference_fill(reference, &composite->gx, &m->p->summary);
    bool fits = shows_anything(reference, m->still);
    add_state(m, &trial, m->still, 1, &own);
    reference->composite = NULL;
    fits = rate_hold(m, film, &hold) && fits;
    rate_drift(m, film, &drift);
    reference->composite = composite;
    reference->states = states;
    if (!fits) return true;
    *found = both(&own, &hold);
    found->film = true;
    *one = both(&own, &drift);
    return ferry_tick(m->p->job);
}

static bool is_worth_film(const rating *film, const rating *one) {
    if (film->error < 0 || one->error < 0) return film->error >= 0;
    return film->error < one->error - FILM_GAIN ||
           (film->error < one->error && film->similarity > one->similarity + MORE_ALIKE);
}

/* A composite in all states; or as a film, if that shows more. Where colours change as well and have no place
 * beside the layers, they are rated over one picture, and what moves decides about a film. */
static bool rate_composite(fy_mapping *m, motion way, const fy_composite *composite, rating *found) {
    fy_film film;
    rating moving, still;
    bool possible;
    if (!fy_mapping_plan_film(m, m->still, composite, &film, &possible) || !rate(m, &composite->gx, found))
        return false;
    if (!possible) return true;
    if (!rate_film(m, composite, &film, &moving, &still)) return false;
    if (way == FADES && m->states.colors)
        found->film = is_worth_film(&moving, &still);
    else if (is_worth_film(&moving, found))
        *found = moving;
    return true;
}

/* A way whose formula is that of `state` in part or all: by a picture in place of textures, if there is one.
 * *seen: it draws anything. */
static bool try_still(fy_mapping *m, motion way, uint32_t state, const choice *follows, choice *best,
                      bool *seen) {
    const fy_composite *composite;
    rating found = nothing;
    take_way(m, way, state);
    m->trying = true;
    bool done = fy_mapping_choose_composite(m, m->still, &composite);
    m->trying = false;
    m->p->reference.composite = composite;
    if (composite)
        done = done && rate_composite(m, way, composite, &found);
    else if (way == FADES)
        done = done && rate(m, m->still, &found);
    m->p->reference.composite = NULL;
    take_way(m, FOLLOWS, 0);
    *seen = *seen || found.error >= 0;
    if (is_better(&found, &follows->rating, &best->rating)) *best = (choice){way, state, found};
    return done;
}

/* `found->similarity` compares the source at rest with itself in its clips. Where it is low, the motion of
 * its textures is seen, and must not stop for little; unless what follows draws none of them, as when they
 * shift others. */
static bool is_worth_rest(const rating *found, const rating *follows) {
    bool stops = follows->moves && found->similarity < MOTION_SEEN;
    return !stops || follows->error < 0 || found->error < STILL_SHARE * follows->error;
}

/* The material without its clips. Its error at rest is independent of what the clips change, so that their
 * squares add up. */
static bool try_rest(fy_mapping *m, const ferry_gx_material *rest, const choice *follows, choice *best) {
    rating found;
    double error;
    if (!rate_source(m, rest, &found)) return false;
    if (!is_better(&found, &follows->rating, &best->rating)) return true;
    const fy_states states = m->states;
    m->states = (fy_states){.count = 0};
    take_way(m, RESTS, 0);
    bool done = fy_mapping_measure_way(m, rest, &error);
    m->states = states;
    take_way(m, FOLLOWS, 0);
    found.error = error < 0 ? error : sqrt(found.error * found.error + error * error);
    if (is_worth_rest(&found, &follows->rating) && is_better(&found, &follows->rating, &best->rating))
        *best = (choice){RESTS, 0, found};
    return done;
}

static void report_rest(const fy_mapping *m, double error) {
    uint32_t count;
    fy_mapping_clips(m, &count);
    ferry_say_measured(m->p->job, FERRY_LOSS, "t3dm.tracks", m->p->name, m->path,
                       (ferry_measure){error, "/255", false},
                       "%u clip%s animate%s it; left out (as it is at rest, it comes closer to what they "
                       "show than what could follow them): mean difference %.1f/255",
                       count, count == 1 ? "" : "s", count == 1 ? "s" : "", error);
}

/* At rest; then in the state that differs most from it, if nothing is seen at rest, or if following is far
 * off and nothing was found. */
static bool try_moments(fy_mapping *m, const choice *follows, choice *best) {
    uint32_t picked[FY_PICKED_STATES];
    const unsigned count = fy_mapping_pick_states(&m->states, picked);
    bool seen = false;
    for (unsigned i = 0; i < count && i < 2; i++) {
        if (i && seen && (best->way != FOLLOWS || follows->rating.error < TRY_MORE_FROM)) break;
        if ((m->states.colors && !try_still(m, BAKES, picked[i], follows, best, &seen)) ||
            !try_still(m, FADES, picked[i], follows, best, &seen))
            return false;
    }
    return true;
}

/* Pictures that clips exchange have to be drawn as such, and rules name the textures that there are. */
static bool may_choose(const fy_mapping *m) {
    return m->states.count && !m->states.textures && !m->rules && m->p->reference.seen_count &&
           fy_mapping_seen_share(m) >= LEAST_SHARE;
}

/* Whether more materials may be tried. That they may not is said once. */
static bool may_try_more(const fy_mapping *m) {
    if (m->p->motion_choices == MOST_CHOICES)
        ferry_say(m->p->job, FERRY_NOTE, "t3dm.tracks", m->p->name, "",
                  "other ways to follow clips were tried for %d materials: the rest follow them as they are",
                  MOST_CHOICES);
    return m->p->motion_choices++ < MOST_CHOICES;
}

bool fy_mapping_choose_motion(fy_mapping *m, const ferry_gx_material *rest) {
    choice follows, best;
    const uint32_t searches = m->p->reference.searches, trials = m->p->composite_trials;
    if (!may_choose(m)) return true;
    if (!measure_follows(m, rest, &follows)) return false;
    best = follows;
    if ((follows.rating.error >= 0 && follows.rating.error < TRY_FROM) || !may_try_more(m)) return true;
    if (!try_moments(m, &follows, &best) || !try_rest(m, rest, &follows, &best)) return false;
    m->p->reference.searches = searches;
    m->p->composite_trials = trials;
    take_way(m, best.way, best.state);
    m->shoots = best.rating.film;
    if (best.way != RESTS) return true;
    report_rest(m, best.rating.error);
    fy_states_close(m->p->job, &m->states);
    m->states = (fy_states){.best = FERRY_NONE};
    return true;
}
