/*
 * ttyd_switches.c: what an animation shows and hides, and which pictures it shows (docs/formats/ttyd.md,
 * "Visibility", "Flip-books"). Both change at key frames only.
 */
#include "formats/ttyd/ttyd_switches.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_animations.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_materials.h"
#include "formats/ttyd/ttyd_textures.h"
#include "formats/ttyd/ttyd_tracks.h"

/* --------------------------------------------------------------------------------------------- visibility */

typedef struct event {
    uint32_t entry, key;
    int32_t change;
} event;

static int by_key(const void *a, const void *b) {
    const event *x = a, *y = b;
    if (x->key != y->key) return x->key < y->key ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Changes of the entries of a group and of all above it: a group that is off hides what hangs on it. `*off`
 * counts the entries that are off at rest. */
static bool collect_events(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t group, event *events,
                           uint32_t *count, uint32_t *off) {
    const fy_ttyd_moves *moves = &clip->moves[FY_TTYD_MOVE_SWITCHES];
    *count = *off = 0;
    t->round++;
    for (uint32_t depth = 1; group != FERRY_NONE; group = t->groups[group].parent, depth++) {
        uint32_t entry = t->groups[group].entry;
        if (depth % 256 == 0 && !fy_ttyd_spend(t, 256)) return false;
        if (t->stamps[entry] == t->round) continue;
        t->stamps[entry] = t->round;
        t->states[entry] = (int8_t)t->blocks[FY_TTYD_SWITCHES].data[entry];
        *off += t->states[entry] == 0;
        for (uint32_t k = fy_ttyd_find_moves(moves, entry);
             k < moves->count && moves->data[k].element == entry; k++)
            events[(*count)++] = (event){entry, moves->data[k].key, moves->data[k].by.change};
    }
    if (*count) qsort(events, *count, sizeof *events, by_key);
    return fy_ttyd_spend(t, *count);
}

/* An entry counts up and down in a signed byte. */
static bool switch_draw(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t draw, const event *events,
                        uint32_t count, uint32_t off, fy_ttyd_key *keys) {
    double first = clip->times[events[0].key], rest = off == 0;
    uint32_t key_count = 0;
    keys[key_count++] = (fy_ttyd_key){.time = first < 0 ? first : 0, .value = rest};
    for (uint32_t k = 0; k < count; k++) {
        int8_t *state = &t->states[events[k].entry];
        off -= *state == 0;
        *state = (int8_t)(uint8_t)((uint32_t)*state + (uint32_t)events[k].change);
        off += *state == 0;
        keys[key_count++] = (fy_ttyd_key){.time = clip->times[events[k].key], .value = off == 0};
    }
    ferry_track track = {.target = FERRY_TARGET_DRAW_VISIBLE, .object = draw, .interpolation = FERRY_STEP};
    return fy_ttyd_add_track(t, clip, track, keys, key_count, rest, false);
}

bool fy_ttyd_switch_draws(fy_ttyd *t, const fy_ttyd_clip *clip) {
    uint32_t most = clip->moves[FY_TTYD_MOVE_SWITCHES].count, count, off;
    event *events = ferry_new(t->job, event, (size_t)most + 1);
    fy_ttyd_key *keys = ferry_new(t->job, fy_ttyd_key, (size_t)most + 1);
    if (!most) return true;
    if (!events || !keys || !fy_ttyd_spend(t, t->scene->draws.count)) return false;
    for (uint32_t d = 0; d < t->scene->draws.count; d++) {
        if (!collect_events(t, clip, t->drawn[d].group, events, &count, &off)) return false;
        if (count && !switch_draw(t, clip, d, events, count, off, keys)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- pictures */

/* The state of a sampler while its changes add up. */
typedef struct placing {
    uint8_t image;
    double shift[2], scale;
} placing;

static placing placing_at_rest(const fy_ttyd *t, uint32_t sampler) {
    const uint8_t *b = fy_ttyd_bytes(t, FY_TTYD_PLACINGS, sampler);
    return (placing){
        b[0], {(double)ferry_bef32(b + 4), (double)ferry_bef32(b + 8)}, (double)ferry_bef32(b + 16)};
}

enum { PICTURE, SHIFT_S, SHIFT_T, PARTS };

static bool part_of(fy_ttyd *t, uint32_t sampler, const placing *at, uint32_t part, double *value) {
    uint32_t texture = 0;
    if (part == PICTURE && !fy_ttyd_texture(t, sampler, at->image, &texture)) return false;
    *value = part == PICTURE   ? (double)texture
             : part == SHIFT_S ? at->shift[0]
                               : fy_ttyd_shift_t(t, at->shift[1], at->scale);
    return true;
}

/* One part of the moves from number `first` on, which are all of one sampler, as keys. */
static bool collect_keys(fy_ttyd *t, const fy_ttyd_clip *clip, uint32_t first, uint32_t part,
                         fy_ttyd_key *keys, uint32_t *count) {
    const fy_ttyd_moves *moves = &clip->moves[FY_TTYD_MOVE_PLACINGS];
    uint32_t sampler = moves->data[first].element;
    placing at = placing_at_rest(t, sampler);
    double begin = clip->times[moves->data[first].key];
    keys[0] = (fy_ttyd_key){.time = begin < 0 ? begin : 0};
    *count = 1;
    if (!part_of(t, sampler, &at, part, &keys[0].value)) return false;
    for (uint32_t k = first; k < moves->count && moves->data[k].element == sampler; k++) {
        const fy_ttyd_move *move = &moves->data[k];
        at.image = (uint8_t)(at.image + (int64_t)move->by.placing.image);
        for (int i = 0; i < 2; i++) at.shift[i] += move->by.placing.shift[i];
        keys[*count] = (fy_ttyd_key){.time = clip->times[move->key]};
        if (!part_of(t, sampler, &at, part, &keys[(*count)++].value)) return false;
    }
    return fy_ttyd_spend(t, *count);
}

static ferry_track track_of(const fy_ttyd_link *use, uint32_t part) {
    ferry_track track = {.target = part == PICTURE ? FERRY_TARGET_TEXTURE : FERRY_TARGET_TEXTURE_MATRIX,
                         .object = use->object,
                         .slot = use->sub,
                         .interpolation = FERRY_STEP};
    if (part == SHIFT_S) track.channel = FERRY_MATRIX_TRANSLATE_S;
    if (part == SHIFT_T) track.channel = FERRY_MATRIX_TRANSLATE_T;
    return track;
}

bool fy_ttyd_place_textures(fy_ttyd *t, const fy_ttyd_clip *clip) {
    const fy_ttyd_moves *moves = &clip->moves[FY_TTYD_MOVE_PLACINGS];
    const fy_ttyd_links *links = &t->sampler_links;
    uint32_t count;
    fy_ttyd_key *keys = ferry_new(t->job, fy_ttyd_key, (size_t)moves->count + 1);
    if (!keys) return false;
    for (uint32_t k = 0; k < moves->count; k++) {
        uint32_t sampler = moves->data[k].element;
        if (k && moves->data[k - 1].element == sampler) continue;
        for (uint32_t i = fy_ttyd_find_links(links, sampler);
             i < links->count && links->data[i].element == sampler; i++)
            for (uint32_t part = 0; part < PARTS; part++) {
                if (!collect_keys(t, clip, k, part, keys, &count)) return false;
                if (!fy_ttyd_add_track(t, clip, track_of(&links->data[i], part), keys, count, keys[0].value,
                                       false))
                    return false;
            }
    }
    return true;
}
