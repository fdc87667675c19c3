/*
 * t3dm_split_pictures.c: see t3dm_split_pictures.h.
 *
 * The console's environment maps take the coordinates of both textures. So one draw has the environment maps
 * and another one the pictures; each shows one colour of what it does not read. Where a picture has one
 * colour nearly everywhere (a golden sun with eyes), the other colours are patches over the environment map;
 * else both are mixed.
 */
#include "shade/draws/t3dm_split_pictures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "machine/gx/gx_tev_formula.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_split.h"

/* Shares of the second draw that are tried. */
static const double shares[] = {.4, .6};

/* The share of samples that have the usual colour. */
#define LEAST_USUAL .6

/* The pictures of a formula, by kind: 0 those by coordinates of vertices, 1 environment maps. */
typedef struct pictures {
    fy_plain_picture of[2][FY_SPLIT_PLAIN];
    uint16_t first[2]; /* node of the first one */
    unsigned count[2];
    bool others; /* or too many */
} pictures;

/* A texel's colour as it is stored. */
static void stored_texel(fy_reference *reference, const fy_tev_node *leaf, const fy_sample *sample,
                         double rgba[4]) {
    fy_tev_node as_is = *leaf;
    double alpha[3];
    for (uint8_t k = 0; k < 3; k++) as_is.swizzle[k] = k;
    fy_tev_value(&reference->tev, fy_tev_leaf(&reference->tev, &as_is), &sample->lit, rgba);
    memset(as_is.swizzle, 3, sizeof as_is.swizzle);
    fy_tev_value(&reference->tev, fy_tev_leaf(&reference->tev, &as_is), &sample->lit, alpha);
    rgba[3] = alpha[0];
}

static void learn_mean(fy_reference *reference, const fy_tev_node *leaf, fy_plain_picture *to) {
    *to = (fy_plain_picture){.map = leaf->map, .texgen = leaf->texgen};
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double rgba[4];
        stored_texel(reference, leaf, &reference->samples[i], rgba);
        for (int k = 0; k < 4; k++) to->color[k] += rgba[k] / FY_SAMPLES;
    }
}

/* A picture that another one shifts lies elsewhere than its coordinates say. An environment map is taken as
 * if it were not shifted: it shines all the same. */
static bool is_told_apart(const fy_tev_node *leaf) {
    return leaf->source == FY_TEV_ENV || (leaf->source == FY_TEV_UV && !leaf->indirect);
}

static void add_picture(fy_reference *reference, uint16_t at, pictures *to) {
    const fy_tev_node leaf = reference->tev.nodes[at];
    if (leaf.op != FY_TEV_TEX || leaf.source == FY_TEV_RAMP) return;
    unsigned kind = leaf.source == FY_TEV_ENV, *count = &to->count[kind];
    bool known = false;
    for (unsigned i = 0; i < *count; i++)
        known |= to->of[kind][i].map == leaf.map && to->of[kind][i].texgen == leaf.texgen;
    to->others |= !is_told_apart(&leaf) || (!known && *count == FY_SPLIT_PLAIN);
    if (known || to->others) return;
    if (!*count) to->first[kind] = at;
    learn_mean(reference, &leaf, &to->of[kind][(*count)++]);
}

static int by_number(const void *a, const void *b) {
    return *(const uint8_t *)a - *(const uint8_t *)b;
}

/* The middle one of each component, which is a colour that is there where most have it. */
static void usual_color(uint8_t texels[4][FY_SAMPLES], double rgba[4]) {
    uint8_t sorted[FY_SAMPLES];
    for (int k = 0; k < 4; k++) {
        memcpy(sorted, texels[k], sizeof sorted);
        qsort(sorted, FY_SAMPLES, 1, by_number);
        rgba[k] = sorted[FY_SAMPLES / 2] / 255.0;
    }
}

/* Whether a picture is of one colour but for patches: that colour, and how far from it they are where they
 * are seen whole. */
static bool has_patches(fy_reference *reference, uint16_t at, fy_split *split) {
    const fy_tev_node leaf = reference->tev.nodes[at];
    double *usual = split->plain[FY_SPLIT_BASE][0].color, sum = 0;
    uint8_t texels[4][FY_SAMPLES];
    unsigned alike = 0, whole = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double rgba[4];
        stored_texel(reference, &leaf, &reference->samples[i], rgba);
        for (int k = 0; k < 4; k++) texels[k][i] = (uint8_t)(rgba[k] * 255 + .5);
    }
    usual_color(texels, usual);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double squares = 0, most = 0;
        for (int k = 0; k < 3; k++) {
            double off = fabs(texels[k][i] / 255.0 - usual[k]);
            squares += off * off;
            most = fmax(most, off);
        }
        alike += squares <= FY_PATCH_FROM;
        if (squares < FY_PATCH_WHOLE) continue;
        sum += most;
        whole++;
    }
    split->contrast = whole ? sum / whole : 0;
    return whole && alike >= LEAST_USUAL * FY_SAMPLES;
}

/* What reads the pictures shows one colour of the environment maps, and the other way round. */
static void set_plain(const pictures *from, fy_split_part by_coordinates, fy_split *to) {
    for (int kind = 0; kind < 2; kind++) {
        fy_split_part part = kind ? by_coordinates : (fy_split_part)!by_coordinates;
        memcpy(to->plain[part], from->of[kind], sizeof from->of[kind]);
        to->plain_count[part] = from->count[kind];
    }
}

unsigned fy_picture_splits(fy_reference *reference, fy_split splits[FY_PICTURE_SPLITS]) {
    fy_tev *tev = &reference->tev;
    bool used[FY_TEV_MAX_NODES];
    pictures found = {.others = false};
    unsigned count = 0;
    fy_tev_reach(tev, tev->color, used);
    for (uint16_t i = 0, last = tev->color; i <= last; i++)
        if (used[i]) add_picture(reference, i, &found);
    if (found.others || !found.count[0] || !found.count[1]) return 0;
    fy_split patch = {.by = FY_SPLIT_BY_PATCH, .mask = found.first[0]};
    set_plain(&found, FY_SPLIT_OVER, &patch);
    if (found.count[0] == 1 && has_patches(reference, found.first[0], &patch)) splits[count++] = patch;
    for (unsigned i = 0; i < sizeof shares / sizeof *shares; i++)
        for (int over = 0; over < 2; over++) {
            fy_split mixed = {.by = FY_SPLIT_BY_SHARE, .share = shares[i]};
            set_plain(&found, over ? FY_SPLIT_OVER : FY_SPLIT_BASE, &mixed);
            splits[count++] = mixed;
        }
    return count;
}
