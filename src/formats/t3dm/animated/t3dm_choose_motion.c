/*
 * t3dm_choose_motion.c: how a material that clips change follows them (docs/what-is-lost.md, "Animated
 * materials").
 *
 * A formula in which everything that clips change can move excludes much of what makes a material look right:
 * layers baked into one picture, light in steps, masks as second draws. So other ways are tried:
 *  - the layers as a picture of one moment, while other constants go on changing;
 *  - the whole formula of one moment, faded and coloured by PRIM and ENV;
 *  - the same, cut out where a picture of its mask passes a threshold that they move;
 *  - the material as if there were no clips, as it is at rest or at one moment of them.
 * The one whose look is closest in the states of the material is taken.
 */
#include "formats/t3dm/animated/t3dm_choose_motion.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "formats/t3dm/animated/t3dm_choose_state.h"
#include "formats/t3dm/animated/t3dm_film_rating.h"
#include "formats/t3dm/animated/t3dm_motion_rating.h"
#include "formats/t3dm/choice/t3dm_choose_composite.h"
#include "formats/t3dm/choice/t3dm_choose_way.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "shade/samples/t3dm_dissolve.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

/* From what error on other ways than following are tried, and from which on more of them. Such a way has to
 * be closer by OTHER_WAY_GAIN, in 255ths, and by a share of the error, and to look as alike: what stands
 * still where the source moves has its parts in other places, which a mean of differences says little about.
 * Or else it has to look more alike, and to be no further off. */
#define TRY_FROM 1.5
#define TRY_MORE_FROM 10
#define OTHER_WAY_GAIN .5
#define OTHER_WAY_SHARE .15
#define LESS_ALIKE .02
#define MORE_ALIKE .05

/* What stops a motion that is seen has to leave no more than that share of the error. */
#define STILL_SHARE .5
#define MOTION_SEEN .9

/* Below that nothing has its parts where the source has them, and even grey comes nearer than a pattern that
 * stands still. Then the pattern is wanted: mean and contrast have to be that much more alike, and the error
 * so many times as large at most (patterns that have nothing to do with each other differ 1.4 times as much
 * as they differ from their mean). Nor does grey take the place of a pattern then. */
#define UNLIKE .5
#define MORE_IN_TONE .2
#define FURTHER 1.5
#define PATTERN_LOST .5

/* What is off by less is a note. */
#define TOLD .5

/* Materials of a model for which other ways are tried: each takes as long as several without clips. */
enum { MOST_CHOICES = 64 };

/* The part of a model's pixels below which nothing else is tried. */
#define LEAST_SHARE .01

/* -------------------------------------------------------------------------------------------- the ways */

typedef enum motion {
    FOLLOWS,   /* all that clips change has a place in the formula */
    BAKES,     /* layers are a picture of one moment */
    FADES,     /* the formula is of one moment */
    DISSOLVES, /* and its mask is compared by the console, with a constant */
    STANDS,    /* without clips, as at one moment or at rest */
} motion;

static bool is_of_one_moment(motion way) {
    return way == FADES || way == DISSOLVES;
}

/* False at the memory limit. */
static bool take_way(fy_mapping *m, motion way, uint32_t state) {
    fy_reference *reference = &m->p->reference;
    const bool fades = is_of_one_moment(way);
    m->formula_state = way == BAKES || fades ? &m->states.list[state] : NULL;
    reference->mode.one_moment = fades;
    reference->mode.states = fades || way == STANDS ? NULL : &m->states;
    reference->mode.dissolve = (fy_dissolve){0, 0};
    if (way != DISSOLVES) return true;
    if (!fy_reference_start(reference, m->formula_state, &m->p->summary)) return false;
    fy_dissolve_learn(reference);
    return true;
}

/* ------------------------------------------------------------------------------------------- choosing */

typedef struct choice {
    motion way;
    uint32_t state;
    fy_motion_rating rating;
    /* of STANDS: what it is at all times, and whether that is its state at rest */
    ferry_gx_material moment;
    bool rests;
} choice;

/* What follows may have light in steps over it. Then all is rated in full light. */
static bool light_as_followed(fy_mapping *m, const ferry_gx_material *rest) {
    const fy_composite *composite;
    m->trying = true;
    bool done = fy_mapping_choose_way(m, rest, &composite);
    m->trying = false;
    return done;
}

static bool measure_follows(fy_mapping *m, const ferry_gx_material *rest, choice *follows) {
    *follows = (choice){.way = FOLLOWS};
    if (!light_as_followed(m, rest)) return false;
    if (m->states.count > 1) {
        if (!fy_mapping_choose_state(m, &follows->state)) return false;
        m->states.best = follows->state;
    }
    return fy_motion_rate(m, &m->states.list[follows->state], &follows->rating);
}

/* Whether none of them has its parts where the source has them. */
static bool are_unlike(const fy_motion_rating *a, const fy_motion_rating *b, const fy_motion_rating *c) {
    return a->similarity < UNLIKE && b->similarity < UNLIKE && c->similarity < UNLIKE;
}

static bool is_better(const fy_motion_rating *found, const fy_motion_rating *follows,
                      const fy_motion_rating *best) {
    if (found->error < 0) return false;
    if (follows->error < 0) return best->error < 0 || found->error < best->error;
    if (are_unlike(found, follows, best)) {
        const double more = found->tone - best->tone;
        if (more > MORE_IN_TONE) return found->error < FURTHER * fmin(best->error, follows->error);
        if (more < -MORE_IN_TONE) return false;
    }
    const double closer = follows->error - found->error, more_alike = found->similarity - follows->similarity;
    bool gains = closer > fmax(OTHER_WAY_GAIN, OTHER_WAY_SHARE * follows->error) && more_alike > -LESS_ALIKE;
    return (gains || (closer > 0 && more_alike > MORE_ALIKE)) && found->error <= best->error;
}

/* A composite in all states; or as a film, if that shows more. Where colours change as well and have no place
 * beside the layers, they are rated over one picture, and what moves decides about a film. */
static bool rate_composite(fy_mapping *m, motion way, const fy_composite *composite,
                           fy_motion_rating *found) {
    fy_film film;
    fy_motion_rating moving, still;
    bool possible;
    if (!fy_mapping_plan_film(m, m->formula_state, composite, &film, &possible) ||
        !fy_motion_rate(m, &composite->gx, found))
        return false;
    if (!possible) return true;
    if (!fy_film_rate(m, composite, &film, &moving, &still)) return false;
    if (is_of_one_moment(way) && m->states.colors)
        found->film = fy_film_is_worth(&moving, &still);
    else if (fy_film_is_worth(&moving, found))
        *found = moving;
    return true;
}

/* A way whose formula is that of `state` in part or all: by a picture in place of textures, if there is one.
 * *seen: it draws anything. */
static bool try_still(fy_mapping *m, motion way, uint32_t state, const choice *follows, choice *best,
                      bool *seen) {
    const fy_composite *composite;
    fy_motion_rating found = FY_MOTION_NOTHING;
    if (!take_way(m, way, state)) return false;
    if (way == DISSOLVES && !fy_dissolves(&m->p->reference)) return take_way(m, FOLLOWS, 0);
    m->trying = true;
    bool done = fy_mapping_choose_composite(m, m->formula_state, &composite);
    m->trying = false;
    m->p->reference.mode.composite = composite;
    if (composite)
        done = done && rate_composite(m, way, composite, &found);
    else if (is_of_one_moment(way))
        done = done && fy_motion_rate(m, m->formula_state, &found);
    m->p->reference.mode.composite = NULL;
    done = take_way(m, FOLLOWS, 0) && done;
    *seen = *seen || found.error >= 0;
    if (is_better(&found, &follows->rating, &best->rating))
        *best = (choice){way, state, found, .moment = {0}};
    return done;
}

/* `found->similarity` compares the source at one moment with itself in its clips. Where it is low, the motion
 * of its textures is seen, and must not stop for little; unless it has stopped already, or what follows draws
 * none of them, as when they shift others. */
static bool may_stand(const fy_motion_rating *found, const fy_motion_rating *follows, const choice *best) {
    bool stopped = best->way != FOLLOWS && !best->rating.film;
    if (stopped || follows->error < 0) return true;
    bool stops = follows->moves && found->similarity < MOTION_SEEN;
    return !stops || found->error < STILL_SHARE * follows->error;
}

/* The material of one moment without its clips. Its own error is independent of what the clips change, so
 * that their squares add up. What is off by half of what the moment is off by is not its pattern. */
static bool try_standing(fy_mapping *m, const ferry_gx_material *moment, const choice *follows,
                         choice *best) {
    fy_motion_rating found;
    double error = -1;
    const bool rests = moment == m->states.list;
    if (m->p->reference.shown && !rests) return true; /* environment maps that were drawn anew are of rest */
    if (!fy_motion_rate_source(m, moment, &found)) return false;
    if (!is_better(&found, &follows->rating, &best->rating)) return true;
    const fy_states states = m->states;
    m->states = (fy_states){.count = 0};
    bool done = take_way(m, STANDS, 0) && fy_mapping_measure_way(m, moment, &error);
    m->states = states;
    done = take_way(m, FOLLOWS, 0) && done;
    if (error > PATTERN_LOST * found.error) found.tone = 0;
    found.error = error < 0 ? error : sqrt(found.error * found.error + error * error);
    if (may_stand(&found, &follows->rating, best) && is_better(&found, &follows->rating, &best->rating))
        *best = (choice){STANDS, 0, found, .rests = rests, .moment = *moment};
    return done;
}

static void report_standing(const fy_mapping *m, const choice *best) {
    uint32_t count;
    const double error = best->rating.error;
    fy_mapping_clips(m, &count);
    ferry_say_measured(m->p->job, error >= TOLD ? FERRY_LOSS : FERRY_NOTE, "t3dm.tracks", m->p->name, m->path,
                       (ferry_measure){error, "/255", false},
                       "%u clip%s animate%s it; left out (as it is at %s, it comes closer to what they "
                       "show than what could follow them): mean difference %.1f/255",
                       count, count == 1 ? "" : "s", count == 1 ? "s" : "",
                       best->rests ? "rest" : "one moment", error);
}

/* Whether clips move the threshold of what is blended. False at the memory limit. */
static bool has_moving_mask(fy_mapping *m, bool *found) {
    fy_reference *reference = &m->p->reference;
    bool moves = false;
    const fy_t3dm_blend blend = fy_t3dm_blend_of(m->states.list);
    *found = false;
    if (!m->states.colors || !blend.translucent || blend.opaque_alpha) return true;
    if (!fy_reference_start(reference, m->states.list, &m->p->summary)) return false;
    *found = fy_dissolve_is_mask(&reference->tev, reference->tev.alpha, &moves) && moves;
    return true;
}

/* At rest; then in the state that differs most from it, if nothing is seen at rest, or if the best so far is
 * far off. */
static bool try_moments(fy_mapping *m, const choice *follows, choice *best) {
    uint32_t picked[FY_PICKED_STATES];
    const unsigned count = fy_mapping_pick_states(&m->states, picked);
    bool seen = false, dissolves;
    if (!has_moving_mask(m, &dissolves)) return false;
    for (unsigned i = 0; i < count && i < 2; i++) {
        if (i && seen && best->rating.error >= 0 && best->rating.error < TRY_MORE_FROM) break;
        if ((m->states.colors && !try_still(m, BAKES, picked[i], follows, best, &seen)) ||
            !try_still(m, FADES, picked[i], follows, best, &seen) ||
            (dissolves && !try_still(m, DISSOLVES, picked[i], follows, best, &seen)))
            return false;
    }
    return true;
}

/* At rest; if following is far off, in colours that are far from it, and half-way through the places of
 * textures. */
static bool try_standing_moments(fy_mapping *m, const choice *follows, choice *best) {
    uint32_t picked[FY_PICKED_STATES];
    const double off = follows->rating.error;
    if (!try_standing(m, m->states.list, follows, best)) return false;
    if (off >= 0 && off < TRY_MORE_FROM) return true;
    if (fy_mapping_pick_states(&m->states, picked) > 1 &&
        !try_standing(m, &m->states.list[picked[1]], follows, best))
        return false;
    if (m->states.place_count < 2) return true;
    return try_standing(m, &m->states.places[m->states.place_count / 2], follows, best);
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

/* From now on the material is what it is at that moment. */
static bool stand_still(fy_mapping *m, const choice *best) {
    report_standing(m, best);
    fy_states_close(m->p->job, &m->states);
    m->states = (fy_states){.best = FERRY_NONE};
    if (best->rests) return true;
    ferry_gx_material *moment = ferry_new(m->p->job, ferry_gx_material, 1);
    if (moment) *moment = best->moment;
    m->fixed_state = moment;
    return moment != NULL;
}

bool fy_mapping_choose_motion(fy_mapping *m, const ferry_gx_material *rest) {
    choice follows, best;
    const uint32_t searches = m->p->reference.searches, trials = m->p->pictures.composite_trials;
    if (!may_choose(m)) return true;
    if (!measure_follows(m, rest, &follows)) return false;
    best = follows;
    if ((follows.rating.error >= 0 && follows.rating.error < TRY_FROM) || !may_try_more(m)) return true;
    if (!try_moments(m, &follows, &best) || !try_standing_moments(m, &follows, &best)) return false;
    m->p->reference.searches = searches;
    m->p->pictures.composite_trials = trials;
    if (!take_way(m, best.way, best.state)) return false;
    m->shoots = best.rating.film;
    return best.way != STANDS || stand_still(m, &best);
}
