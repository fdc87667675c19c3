/*
 * t3dm_toon.c: materials whose light comes in steps, by a ramp (docs/what-is-lost.md, "Toon ramps").
 *
 * Nothing is read out of the formula but that it has ramps: the source's own stages are run with each
 * sample's texels at each step of light. The shade is the mixture that comes nearest to the step that differs
 * most from full light: mostly to no light at all, but stripes of mother-of-pearl lie in between. How far the
 * other steps go there is the ramp.
 */
#include "shade/draws/t3dm_toon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "shade/search/t3dm_leaves.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_reference_state.h"

/* One sample of so many is enough to learn a ramp by. */
enum { EVERY = 4, LEARNED = FY_SAMPLES / EVERY };

/* Least difference of a component between light and shade that can be seen at all, of 255. */
#define VISIBLE 1

/* ------------------------------------------------------------------------------------- what is in there */

typedef struct leaves {
    const ferry_gx_material *gx;
    bool ramp, raster, texture, two;
    uint8_t channel;
} leaves;

static void note_leaf(const fy_tev_node *leaf, void *user) {
    leaves *found = user;
    found->raster |= fy_leaf_is_raster(leaf, NULL);
    found->texture |= fy_leaf_is_picture(leaf, NULL);
    if (!fy_leaf_is_ramp(leaf, NULL)) return;
    const uint8_t channel = found->gx->texgens[leaf->texgen].source == FERRY_GX_TG_COLOR1;
    found->two |= found->ramp && found->channel != channel;
    found->ramp = true;
    found->channel = channel;
}

static leaves leaves_of(const fy_tev *tev, uint16_t root) {
    leaves found = {.gx = tev->gx};
    if (root != FY_TEV_NONE) fy_tev_each(tev, root, note_leaf, &found);
    return found;
}

/* ----------------------------------------------------------------------------------------- the ramp */

/* A state made ready for many samples. */
typedef struct runner {
    const fy_reference *reference;
    const ferry_gx_material *state;
    fy_tev_program program;
} runner;

static void open_runner(const fy_reference *reference, const ferry_gx_material *state, runner *to) {
    to->reference = reference;
    to->state = state;
    fy_tev_prepare(state, &to->program);
}

static void run_at(const runner *by, unsigned sample, double light, uint8_t rgba[4]) {
    const fy_reference *reference = by->reference;
    fy_tev_inputs inputs = reference->samples[sample].lit;
    fy_gx_ramp_texels(reference->scene, by->state, light, &inputs);
    fy_tev_run_program(&by->program, &inputs, rgba);
}

/* The last one is full light, which all that faces a light reaches. */
static double light_at(unsigned level) {
    return level + 1 < FY_TOON_LEVELS ? level * 8 / 255.0 : 1;
}

/* The samples at each step. */
typedef struct lighted {
    uint8_t rgba[FY_TOON_LEVELS][LEARNED][4];
} lighted;

enum { FULL = FY_TOON_LEVELS - 1 };

static void light_all(const fy_reference *reference, const ferry_gx_material *state, lighted *to) {
    runner by;
    open_runner(reference, state, &by);
    for (unsigned level = 0; level < FY_TOON_LEVELS; level++)
        for (unsigned i = 0; i < LEARNED; i++) run_at(&by, i * EVERY, light_at(level), to->rgba[level][i]);
}

/* Sums over the samples, a component: of the picture in full light, of what shade adds, and products. */
typedef struct sums {
    double full[3], less[3], full_full[3], full_less[3], less_less[3];
    unsigned shade; /* its step */
} sums;

/* How much more than no light a step has to differ from full light to be the shade, in squares: an eighth. */
#define OTHER_SHADE 1.25

/* How far all samples are from full light at a step. */
static double distance_at(const lighted *at, unsigned level) {
    double sum = 0;
    for (unsigned i = 0; i < LEARNED; i++)
        for (int k = 0; k < 3; k++) {
            double way = at->rgba[level][i][k] - at->rgba[FULL][i][k];
            sum += way * way;
        }
    return sum;
}

/* The step of light that is the shade. Where no light is full light it is whatever differs at all, which
 * shades() then takes for nothing, if nobody can see it. */
static unsigned shade_level(const lighted *at) {
    double most = OTHER_SHADE * distance_at(at, 0);
    unsigned found = 0;
    for (unsigned level = 1; level + 1 < FY_TOON_LEVELS; level++) {
        double distance = distance_at(at, level);
        if (distance <= most) continue;
        most = distance;
        found = level;
    }
    return found;
}

static void sum_up(const lighted *at, sums *s) {
    *s = (sums){.shade = shade_level(at)};
    for (unsigned i = 0; i < LEARNED; i++)
        for (int k = 0; k < 3; k++) {
            double full = at->rgba[FULL][i][k] / 255.0, less = at->rgba[s->shade][i][k] / 255.0 - full;
            s->full[k] += full, s->less[k] += less;
            s->full_full[k] += full * full, s->full_less[k] += full * less, s->less_less[k] += less * less;
        }
}

/* Share of the way from full light to the shade that a step has gone. */
static uint8_t ramp_at(const lighted *at, const sums *s, unsigned level) {
    double along = 0, whole = 0;
    for (unsigned i = 0; i < LEARNED; i++)
        for (int k = 0; k < 3; k++) {
            double way = at->rgba[s->shade][i][k] - at->rgba[FULL][i][k];
            along += (at->rgba[level][i][k] - at->rgba[FULL][i][k]) * way;
            whole += way * way;
        }
    return fy_unit_byte(along / whole);
}

/* Least squares for one alpha: what is mixed in, as a share of white, and the error that is left. */
static double mixed_in(const sums *s, int k, double alpha, double *error) {
    double mixed = (s->less[k] + alpha * s->full[k]) / LEARNED;
    mixed = mixed < 0 ? 0 : mixed > alpha ? alpha : mixed;
    *error += s->less_less[k] + 2 * alpha * s->full_less[k] + alpha * alpha * s->full_full[k] -
              2 * mixed * (s->less[k] + alpha * s->full[k]) + LEARNED * mixed * mixed;
    return mixed;
}

/* The console's blender keeps the upper five bits of alpha: so many 32nds of the shade are mixed in. */
enum { BLEND_STEPS = 32 };

/* Half a step of a byte in each component of each sample: what rounding alone may make of an error. */
#define ROUNDED (3 * LEARNED * (.5 / 255) * (.5 / 255))

/* The least alpha of those that are as good as the best one: a picture of one colour can be shaded in many
 * ways, and the least keeps what the samples do not show, such as a mouth. What is stored lies in the middle
 * of its step, so that what the ramp makes of it is rounded rather than cut off. */
static void find_shade(const sums *s, fy_toon *toon) {
    double errors[BLEND_STEPS] = {0}, mixed[BLEND_STEPS][3], least = -1;
    for (unsigned step = 1; step < BLEND_STEPS; step++) {
        for (int k = 0; k < 3; k++)
            mixed[step][k] = mixed_in(s, k, step / (double)BLEND_STEPS, &errors[step]);
        if (least < 0 || errors[step] < least) least = errors[step];
    }
    unsigned step = 1;
    while (errors[step] > least + ROUNDED) step++;
    toon->alpha = (step * 256.0 / BLEND_STEPS + 4) / 255;
    for (int k = 0; k < 3; k++) toon->color[k] = mixed[step][k] * BLEND_STEPS / step;
}

static bool shades(const sums *s) {
    double sum = 0;
    for (int k = 0; k < 3; k++) sum += s->less_less[k];
    return sqrt(sum / (3 * LEARNED)) * 255 >= VISIBLE;
}

/* Half of the samples have less of each component: highlights of few pixels, which the ramp leaves out, do
 * not change it. */
static void median_at(const lighted *at, unsigned level, double median[4]) {
    unsigned counts[4][256] = {{0}};
    for (unsigned i = 0; i < LEARNED; i++)
        for (int k = 0; k < 4; k++) counts[k][at->rgba[level][i][k]]++;
    for (int k = 0; k < 4; k++) {
        unsigned value = 0, below = counts[k][0];
        while (2 * below < LEARNED) below += counts[k][++value];
        median[k] = value / 255.0;
    }
}

/* What a component is in light and in the dark; a step in between may lie beyond either. */
static void find_ends(double levels[FY_TOON_LEVELS][4], int k, fy_toon *toon) {
    double least = levels[0][k], most = least;
    bool falls = levels[0][k] > levels[FY_TOON_LEVELS - 1][k];
    for (unsigned i = 1; i < FY_TOON_LEVELS; i++) {
        least = fmin(least, levels[i][k]);
        most = fmax(most, levels[i][k]);
    }
    toon->dark[k] = falls ? most : least;
    toon->bright[k] = falls ? least : most;
}

/* Each component from light to dark; one that does not change goes with the ramp. */
static void find_parts(const lighted *at, fy_toon *toon) {
    double levels[FY_TOON_LEVELS][4];
    for (unsigned i = 0; i < FY_TOON_LEVELS; i++) median_at(at, i, levels[i]);
    for (int k = 0; k < 4; k++) {
        find_ends(levels, k, toon);
        double way = toon->bright[k] - toon->dark[k];
        bool still = fabs(way) * 255 < VISIBLE || (k == 3 && !toon->alpha_steps);
        for (unsigned i = 0; i < FY_TOON_LEVELS; i++)
            toon->parts[i][k] = still ? toon->ramp[i] : fy_unit_byte((toon->bright[k] - levels[i][k]) / way);
    }
}

static bool is_seen(const fy_toon *toon) {
    double most = 0;
    for (int k = 0; k < 4; k++) most = fmax(most, fabs(toon->bright[k] - toon->dark[k]));
    return toon->shades || most * 255 >= VISIBLE;
}

static bool is_plain(const leaves *found) {
    return !found->raster && !found->texture;
}

bool fy_toon_find(const fy_reference *reference, const ferry_gx_material *state, fy_toon *toon) {
    const fy_tev *tev = &reference->tev;
    leaves color = leaves_of(tev, tev->color), alpha = leaves_of(tev, tev->alpha);
    *toon = (fy_toon){.channel = color.channel,
                      .plain = is_plain(&color),
                      .plain_alpha = is_plain(&alpha),
                      .alpha_steps = alpha.ramp};
    if (!color.ramp || color.two || fy_tev_moves_in(tev, tev->color)) return false;
    if (alpha.ramp && (alpha.two || alpha.channel != color.channel)) return false;
    if (!state->channels[color.channel * 2].lit) return false;
    lighted at;
    sums s;
    light_all(reference, state, &at);
    sum_up(&at, &s);
    toon->shades = shades(&s);
    for (unsigned i = 0; toon->shades && i < FY_TOON_LEVELS; i++) toon->ramp[i] = ramp_at(&at, &s, i);
    if (toon->shades) find_shade(&s, toon);
    find_parts(&at, toon);
    return is_seen(toon);
}

/* ------------------------------------------------------------------------------------------ looking */

void fy_toon_full_light(const fy_reference *reference, const ferry_gx_material *state, fy_appearance *look) {
    runner by;
    open_runner(reference, state, &by);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        run_at(&by, i, 1, rgba);
        memcpy(look->rgb[i], rgba, 3);
    }
}

/* 0..1, straight between texels that lie `step` bytes apart. */
static double look_up(const fy_reference *reference, const fy_toon *toon, unsigned sample,
                      const uint8_t *texels, unsigned step) {
    unsigned light = reference->samples[sample].lit.raster[toon->channel][0], level = light / 8,
             next = level + 1 < FY_TOON_LEVELS ? level + 1 : level, part = light % 8;
    return (texels[level * step] * (8 - part) + texels[next * step] * part) / (8 * 255.0);
}

void fy_toon_shade(const fy_reference *reference, const fy_toon *toon, fy_appearance *look) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        if (reference->samples[i].back) continue;
        double alpha =
            floor(look_up(reference, toon, i, toon->ramp, 1) * toon->alpha * 255 * BLEND_STEPS / 256) /
            BLEND_STEPS;
        for (int k = 0; k < 3; k++)
            look->rgb[i][k] = fy_unit_byte(look->rgb[i][k] / 255.0 * (1 - alpha) + toon->color[k] * alpha);
    }
}

static void ramp_pixel(const fy_reference *reference, const fy_toon *toon, unsigned sample, uint8_t rgba[4]) {
    for (int k = 0; k < 4; k++) {
        double part = look_up(reference, toon, sample, &toon->parts[0][k], 4);
        rgba[k] = fy_unit_byte(toon->bright[k] + (toon->dark[k] - toon->bright[k]) * part);
    }
}

void fy_toon_ramp(const fy_reference *reference, const fy_toon *toon, fy_appearance *look) {
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        ramp_pixel(reference, toon, i, rgba);
        memcpy(look->rgb[i], rgba, 3);
    }
}

fy_seen_difference fy_toon_seen(const fy_reference *reference, const fy_toon *toon) {
    fy_seen_difference seen = {0, 0, 0};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        ramp_pixel(reference, toon, i, rgba);
        fy_reference_see(reference, &reference->samples[i], rgba, &seen);
    }
    return seen;
}

double fy_toon_alpha_error(const fy_reference *reference, const fy_toon *toon) {
    double sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint8_t rgba[4];
        ramp_pixel(reference, toon, i, rgba);
        sum += abs(rgba[3] - reference->samples[i].wanted[3]);
    }
    return sum / FY_SAMPLES;
}
