/*
 * quantise.c: palettes for pictures (docs/what-is-lost.md, "Textures").
 */
#include "core/image/quantise.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/quantise_few.h"

#define ROUNDS 16 /* most; nearly all pictures settle earlier */

static const uint32_t shares[3] = {FY_RED_SHARE, FY_GREEN_SHARE, FY_BLUE_SHARE};

uint8_t fy_round_5(uint8_t value) {
    unsigned five = (value * 31u + 127) / 255;
    return (uint8_t)(five << 3 | five >> 2);
}

static bool is_opaque(const uint8_t *texel) {
    return texel[3] >= FY_OPAQUE;
}

/* 15 bits of colour; one key for everything transparent. */
static uint32_t color_key(const uint8_t *texel) {
    if (!is_opaque(texel)) return 0x8000;
    return (uint32_t)(fy_round_5(texel[0]) >> 3) << 10 | (uint32_t)(fy_round_5(texel[1]) >> 3) << 5 |
           (uint32_t)(fy_round_5(texel[2]) >> 3);
}

static void key_color(uint32_t key, uint8_t color[4]) {
    for (int k = 0; k < 3; k++) {
        uint32_t five = key >> (10 - 5 * k) & 31;
        color[k] = (uint8_t)(five << 3 | five >> 2);
    }
    color[3] = key & 0x8000 ? 0 : 255;
}

/* What is behind a transparent texel shows through the filter at its edges: the mean of the opaque ones hides
 * best. */
static void color_transparent(const uint8_t *rgba, uint32_t count, uint8_t color[4]) {
    uint64_t sum[3] = {0}, opaque = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!is_opaque(rgba + 4 * i)) continue;
        for (int k = 0; k < 3; k++) sum[k] += rgba[4 * i + (uint32_t)k];
        opaque++;
    }
    for (int k = 0; k < 3; k++) color[k] = opaque ? fy_round_5((uint8_t)(sum[k] / opaque)) : 0;
    color[3] = 0;
}

bool fy_palette_exact(const uint8_t *rgba, uint32_t count, uint32_t most, fy_palette *palette) {
    uint32_t keys[256] = {0};
    uint8_t guess[256] = {0}; /* where a key may be, by its last bits */
    palette->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t key = color_key(rgba + 4 * i), at = palette->count;
        uint8_t *likely = &guess[(key ^ key >> 8) & 255];
        if (palette->count && keys[*likely] == key) continue;
        while (at > 0 && keys[at - 1] != key) at--;
        *likely = (uint8_t)(at > 0 ? at - 1 : palette->count);
        if (at > 0) continue;
        if (palette->count >= most) return false;
        keys[palette->count] = key;
        if (key & 0x8000)
            color_transparent(rgba, count, palette->colors[palette->count++]);
        else
            key_color(key, palette->colors[palette->count++]);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- median cut */

/* All texels of one rounded colour; sums are of the colours before rounding. */
typedef struct bin {
    uint16_t key;
    uint8_t color[4]; /* their mean */
    uint8_t place;    /* in the palette, of what was nearest last */
    uint64_t weight;
    uint64_t sum[3];
} bin;

enum { LEVELS = 32 };

/* Of some bins together. */
typedef struct moments {
    uint64_t weight, sum[3];
} moments;

typedef struct box {
    uint32_t first, count;
    int axis;     /* across which it is best cut */
    uint32_t cut; /* bins below this level come first */
    double gain;  /* how much less the squared distances to the means are then; 0: cannot be cut */
} box;

static uint32_t bin_level(const bin *at, int axis) {
    return at->key >> (10 - 5 * axis) & 31u;
}

static void add_moments(moments *to, const moments *more) {
    to->weight += more->weight;
    for (int k = 0; k < 3; k++) to->sum[k] += more->sum[k];
}

static void add_bin(moments *to, const bin *one) {
    to->weight += one->weight;
    for (int k = 0; k < 3; k++) to->sum[k] += one->sum[k];
}

/* Squared length of the sum over the weight, as distances count: what splitting raises is what they lose. */
static double concentration(const moments *of) {
    double squares = 0;
    for (int k = 0; k < 3; k++) squares += shares[k] * (double)of->sum[k] * (double)of->sum[k];
    return squares / (double)of->weight;
}

/* The best cut across one axis. */
static void measure_axis(const moments levels[LEVELS], const moments *all, int axis, box *of) {
    moments low = {0};
    for (uint32_t cut = 1; cut < LEVELS; cut++) {
        add_moments(&low, &levels[cut - 1]);
        if (low.weight == 0 || levels[cut - 1].weight == 0) continue;
        if (low.weight == all->weight) break;
        moments high = {.weight = all->weight - low.weight};
        for (int k = 0; k < 3; k++) high.sum[k] = all->sum[k] - low.sum[k];
        double gain = concentration(&low) + concentration(&high) - concentration(all);
        if (gain > of->gain) of->gain = gain, of->axis = axis, of->cut = cut;
    }
}

static void measure_box(const bin *bins, box *of) {
    of->gain = 0;
    if (of->count < 2) return;
    moments levels[3][LEVELS] = {{{0}}}, all = {0};
    for (uint32_t i = of->first; i < of->first + of->count; i++)
        for (int axis = 0; axis < 3; axis++) add_bin(&levels[axis][bin_level(&bins[i], axis)], &bins[i]);
    for (int i = 0; i < LEVELS; i++) add_moments(&all, &levels[0][i]);
    for (int axis = 0; axis < 3; axis++) measure_axis(levels[axis], &all, axis, of);
}

/* Sorts the bins below the cut before the others. */
static void cut_box(bin *bins, box *from, box *rest) {
    uint32_t low = from->first, high = from->first + from->count;
    while (low < high) {
        if (bin_level(&bins[low], from->axis) < from->cut) {
            low++;
            continue;
        }
        bin other = bins[--high];
        bins[high] = bins[low];
        bins[low] = other;
    }
    *rest = (box){.first = low, .count = from->first + from->count - low};
    from->count = low - from->first;
    measure_box(bins, from);
    measure_box(bins, rest);
}

static uint32_t cut_all(bin *bins, uint32_t bin_count, uint32_t most, box boxes[256]) {
    uint32_t count = 1;
    boxes[0] = (box){.count = bin_count};
    measure_box(bins, &boxes[0]);
    while (count < most) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            if (boxes[i].gain > boxes[best].gain) best = i;
        if (boxes[best].gain <= 0) break;
        cut_box(bins, &boxes[best], &boxes[count]);
        count++;
    }
    return count;
}

static void set_mean(uint8_t color[4], const moments *of) {
    for (int k = 0; k < 3; k++) color[k] = fy_round_5((uint8_t)((of->sum[k] + of->weight / 2) / of->weight));
    color[3] = 255;
}

/* ------------------------------------------------------------------------------------- nearest colours */

/* The palette's opaque colours, sorted by green: looking outwards from a colour's own green, the search ends
 * where green alone is too far. */
typedef struct finder {
    const fy_palette *palette;
    uint32_t count;
    uint8_t order[256];
    uint16_t from[256]; /* by green: the first in `order` that has no less */
    uint32_t hole;      /* the transparent colour; palette->count: none */
} finder;

static void open_finder(const fy_palette *palette, finder *by) {
    uint32_t places[257] = {0};
    by->palette = palette;
    by->count = 0;
    by->hole = palette->count;
    for (uint32_t i = palette->count; i-- > 0;) {
        if (palette->colors[i][3] >= 128)
            places[palette->colors[i][1] + 1]++, by->count++;
        else
            by->hole = i;
    }
    for (int i = 0; i < 256; i++) places[i + 1] += places[i];
    for (int i = 0; i < 256; i++) by->from[i] = (uint16_t)places[i];
    for (uint32_t i = 0; i < palette->count; i++)
        if (palette->colors[i][3] >= 128) by->order[places[palette->colors[i][1]]++] = (uint8_t)i;
}

static uint32_t distance(const uint8_t a[4], const uint8_t b[4]) {
    uint32_t sum = 0;
    for (int k = 0; k < 3; k++) sum += shares[k] * (uint32_t)((a[k] - b[k]) * (a[k] - b[k]));
    return sum;
}

/* Closer, or as close and earlier in the palette: looks at one colour; false once green alone is too far. */
static bool look_at(const finder *by, uint32_t place, const uint8_t color[4], uint32_t *best,
                    uint32_t *least) {
    uint32_t index = by->order[place];
    const uint8_t *other = by->palette->colors[index];
    int green = other[1] - color[1];
    if (shares[1] * (uint32_t)(green * green) > *least) return false;
    uint32_t far = distance(other, color);
    if (far < *least || (far == *least && index < *best)) *least = far, *best = index;
    return true;
}

/* `guess` is one of the palette, and soon ends the search if it is near; what is found does not depend on
 * it. */
static uint32_t nearest(const finder *by, const uint8_t color[4], uint32_t guess) {
    bool opaque = is_opaque(color);
    if (by->count == 0 || (!opaque && by->hole < by->palette->count))
        return by->hole < by->palette->count ? by->hole : 0;
    uint32_t best = guess == by->hole ? by->order[0] : guess, up = by->from[color[1]], down = up;
    uint32_t least = distance(by->palette->colors[best], color);
    bool more_up = true, more_down = true;
    while (more_up || more_down) {
        more_up = more_up && up < by->count && look_at(by, up++, color, &best, &least);
        more_down = more_down && down > 0 && look_at(by, --down, color, &best, &least);
    }
    return best;
}

/* ------------------------------------------------------------------------------------ better palettes */

/* Colours that the last round moved. */
typedef struct moves {
    uint8_t moved[256];
    uint32_t count;
    bool is_moved[256];
} moves;

/* What was nearest and stays is so, or one of those that moved. */
static uint32_t nearest_moved(const finder *by, const moves *last, const uint8_t color[4], uint32_t best) {
    uint32_t least = distance(by->palette->colors[best], color);
    for (uint32_t i = 0; i < last->count; i++) {
        uint32_t index = last->moved[i], far = distance(by->palette->colors[index], color);
        if (far < least || (far == least && index < best)) least = far, best = index;
    }
    return best;
}

/* The mean of what is nearest to each colour becomes that colour. */
static void move_colors(const moments means[256], fy_palette *palette, moves *to) {
    to->count = 0;
    for (uint32_t i = 0; i < palette->count; i++) {
        uint8_t before[4];
        memcpy(before, palette->colors[i], sizeof before);
        if (means[i].weight) set_mean(palette->colors[i], &means[i]);
        to->is_moved[i] = memcmp(before, palette->colors[i], sizeof before) != 0;
        if (to->is_moved[i]) to->moved[to->count++] = (uint8_t)i;
    }
}

static uint32_t some_of(uint32_t count) {
    return count < FY_FEW_BESIDE ? count : FY_FEW_BESIDE;
}

static void place_by_few(bin *bins, uint32_t bin_count, const fy_few *by) {
    uint8_t places[FY_FEW_BESIDE];
    for (uint32_t first = 0; first < bin_count; first += FY_FEW_BESIDE) {
        const uint32_t some = some_of(bin_count - first);
        fy_few_find(by, bins[first].color, sizeof *bins, some, places);
        for (uint32_t i = 0; i < some; i++) bins[first + i].place = places[i];
    }
}

/* Colours that move up to which others are not looked at again. */
enum { MANY_MOVED = 33 };

static void place_by_many(bin *bins, uint32_t bin_count, const fy_palette *palette, const moves *last) {
    finder by;
    open_finder(palette, &by);
    for (uint32_t i = 0; i < bin_count; i++) {
        bin *one = &bins[i];
        bool some = last->count < MANY_MOVED && !last->is_moved[one->place];
        one->place = (uint8_t)(some ? nearest_moved(&by, last, one->color, one->place)
                                    : nearest(&by, one->color, one->place));
    }
}

/* Each colour to the mean of the bins that are nearest to it. */
static void refine(bin *bins, uint32_t bin_count, fy_palette *palette) {
    moves last = {.count = MANY_MOVED};
    fy_few few;
    for (int round = 0; round < ROUNDS && last.count; round++) {
        moments means[256] = {{0}};
        if (fy_few_open(palette, &few))
            place_by_few(bins, bin_count, &few);
        else
            place_by_many(bins, bin_count, palette, &last);
        for (uint32_t i = 0; i < bin_count; i++) add_bin(&means[bins[i].place], &bins[i]);
        move_colors(means, palette, &last);
    }
}

static void build_opaque(bin *bins, uint32_t bin_count, uint32_t most, fy_palette *palette) {
    box boxes[256];
    palette->count = cut_all(bins, bin_count, most, boxes);
    for (uint32_t i = 0; i < palette->count; i++) {
        moments all = {0};
        for (uint32_t k = boxes[i].first; k < boxes[i].first + boxes[i].count; k++) {
            add_bin(&all, &bins[k]);
            bins[k].place = (uint8_t)i;
        }
        set_mean(palette->colors[i], &all);
    }
    refine(bins, bin_count, palette);
}

/* Colours that occur, a bit each, by their keys. */
enum { KEYS = 0x8000 };

typedef struct occurrence {
    uint64_t words[KEYS / 64];
    bool transparent;
    uint32_t count; /* of others */
} occurrence;

/* The first key of a colour that occurs, from `key` on; KEYS: there is none. */
static uint32_t next_key(const occurrence *found, uint32_t key) {
    for (; key < KEYS; key = (key / 64 + 1) * 64) {
        const uint64_t rest = found->words[key / 64] >> key % 64;
        if (rest) return key + (uint32_t)__builtin_ctzll(rest);
    }
    return KEYS;
}

static void find_keys(const uint8_t *rgba, uint32_t count, uint16_t *keys) {
    for (uint32_t i = 0; i < count; i++) keys[i] = (uint16_t)color_key(rgba + 4 * (size_t)i);
}

static void find_colors(const uint16_t *keys, uint32_t count, occurrence *found) {
    *found = (occurrence){.count = 0};
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t bit = (uint64_t)1 << keys[i] % 64;
        if (keys[i] >= KEYS)
            found->transparent = true;
        else if (!(found->words[keys[i] / 64] & bit)) /* else each store would be waited for */
            found->words[keys[i] / 64] |= bit;
    }
    for (uint32_t key = next_key(found, 0); key < KEYS; key = next_key(found, key + 1)) found->count++;
}

/* Bins of all colours that occur, in the order of their keys; `places` becomes where each is. */
static void open_bins(const occurrence *found, bin *bins, uint16_t *places) {
    uint32_t count = 0;
    for (uint32_t key = next_key(found, 0); key < KEYS; key = next_key(found, key + 1)) {
        bins[count] = (bin){.key = (uint16_t)key};
        places[key] = (uint16_t)count++;
    }
}

static void fill_bins(const uint8_t *rgba, const uint16_t *keys, const uint8_t *weights, uint32_t count,
                      const uint16_t *places, bin *bins) {
    for (uint32_t i = 0; i < count; i++) {
        if (keys[i] >= KEYS) continue;
        uint32_t weight = weights ? weights[i] : 1;
        bin *to = &bins[places[keys[i]]];
        to->weight += weight;
        for (uint32_t k = 0; k < 3; k++) to->sum[k] += (uint64_t)weight * rgba[4 * (size_t)i + k];
    }
}

static void find_means(bin *bins, uint32_t bin_count) {
    for (uint32_t i = 0; i < bin_count; i++) {
        for (int k = 0; k < 3; k++)
            bins[i].color[k] = (uint8_t)((bins[i].sum[k] + bins[i].weight / 2) / bins[i].weight);
        bins[i].color[3] = 255;
    }
}

bool fy_palette_build(ferry_job *job, const uint8_t *rgba, const uint8_t *weights, uint32_t count,
                      uint32_t most, fy_palette *palette) {
    ferry_mark mark = ferry_job_mark(job);
    occurrence found = {.count = 0};
    uint16_t *keys = ferry_new(job, uint16_t, (size_t)count + 1), *places = ferry_new(job, uint16_t, KEYS);
    if (keys && places) {
        find_keys(rgba, count, keys);
        find_colors(keys, count, &found);
    }
    bin *bins = keys && places ? ferry_new(job, bin, found.count + 1) : NULL;
    palette->count = 0;
    if (bins) {
        open_bins(&found, bins, places);
        fill_bins(rgba, keys, weights, count, places, bins);
        find_means(bins, found.count);
        if (found.count) build_opaque(bins, found.count, most - (found.transparent ? 1 : 0), palette);
        if (found.transparent) color_transparent(rgba, count, palette->colors[palette->count++]);
    }
    ferry_job_release(job, mark);
    return bins;
}

static void map_to_few(const fy_few *by, uint32_t colors, const uint8_t *rgba, uint32_t count,
                       uint8_t *indices) {
    uint8_t places[FY_FEW_BESIDE];
    for (uint32_t first = 0; first < count; first += FY_FEW_BESIDE) {
        const uint32_t some = some_of(count - first);
        fy_few_find(by, rgba + 4 * (size_t)first, 4, some, places);
        memcpy(indices + first, places, some);
    }
    for (uint32_t i = 0; i < count && by->hole < colors; i++)
        if (!is_opaque(rgba + 4 * (size_t)i)) indices[i] = (uint8_t)by->hole;
}

void fy_palette_map(const fy_palette *palette, const uint8_t *rgba, uint32_t count, uint8_t *indices) {
    enum { KNOWN = 1024 };
    uint32_t known[KNOWN]; /* texels that were mapped before, by their bits */
    uint8_t index_of[KNOWN];
    fy_few few;
    finder by;
    if (fy_few_open(palette, &few)) {
        map_to_few(&few, palette->count, rgba, count, indices);
        return;
    }
    open_finder(palette, &by);
    memset(known, 0, sizeof known);
    uint32_t last = nearest(&by, (const uint8_t[4]){0}, 0);
    memset(index_of, (int)last, sizeof index_of);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t texel;
        memcpy(&texel, rgba + 4 * i, sizeof texel);
        uint32_t place = texel * UINT32_C(2654435761) >> 22;
        if (known[place] != texel) index_of[place] = (uint8_t)nearest(&by, rgba + 4 * i, last);
        known[place] = texel;
        indices[i] = index_of[place];
        last = indices[i];
    }
}
