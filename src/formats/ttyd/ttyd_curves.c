/*
 * ttyd_curves.c: changes of transform floats become tracks of nodes (docs/formats/ttyd.md, "Curves").
 *
 * All channels share the key frames of their animation, and each change is a cubic over one interval between
 * two of them. So a sum of channels is such a cubic again: what a node's number is made of adds up key by
 * key, exactly.
 */
#include "formats/ttyd/ttyd_curves.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/curve.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_animations.h"
#include "formats/ttyd/ttyd_blocks.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_tracks.h"

enum { TERMS = 3, KEYS_A_MOVE = 3, MOST_FRAMES = 1 << 18 };

/* ----------------------------------------------------------------------------------------- which channels */

/* The three of a rotation stand together, and are all wanted. */
static uint32_t put_channel(const fy_ttyd *t, uint32_t number, uint32_t *to) {
    const fy_ttyd_channel *channel = &t->channels[number];
    if (channel->target != FERRY_TARGET_ROTATE) {
        to[0] = number;
        return 1;
    }
    for (uint32_t k = 0; k < 3; k++) to[k] = number - channel->axis + k;
    return 3;
}

/* Each once, in their order; NULL after an error. */
static uint32_t *find_channels(fy_ttyd *t, const fy_ttyd_moves *moves, uint32_t *count) {
    const fy_ttyd_links *links = &t->channel_links;
    uint64_t most = 0;
    for (uint32_t k = 0; k < moves->count; k++) {
        uint32_t element = moves->data[k].element;
        if (k && moves->data[k - 1].element == element) continue;
        for (uint32_t i = fy_ttyd_find_links(links, element);
             i < links->count && links->data[i].element == element; i++)
            most += 3;
    }
    uint32_t *found = fy_ttyd_spend(t, most) ? ferry_new(t->job, uint32_t, fy_count(most + 1)) : NULL;
    uint32_t all = 0;
    *count = 0;
    if (!found) return NULL;
    for (uint32_t k = 0; k < moves->count; k++) {
        uint32_t element = moves->data[k].element;
        if (k && moves->data[k - 1].element == element) continue;
        for (uint32_t i = fy_ttyd_find_links(links, element);
             i < links->count && links->data[i].element == element; i++)
            all += put_channel(t, links->data[i].object, found + all);
    }
    qsort(found, all, sizeof *found, fy_by_number);
    for (uint32_t k = 0; k < all; k++)
        if (!*count || found[*count - 1] != found[k]) found[(*count)++] = found[k];
    return found;
}

/* -------------------------------------------------------------------------------------------- one channel */

/* The moves of all terms of a channel, key frame by key frame. */
typedef struct merging {
    const fy_ttyd_moves *moves;
    uint32_t elements[TERMS], at[TERMS];
    double signs[TERMS];
    uint32_t terms;
} merging;

static const fy_ttyd_move *next_of(const merging *m, uint32_t term) {
    uint32_t at = m->at[term];
    return at < m->moves->count && m->moves->data[at].element == m->elements[term] ? &m->moves->data[at]
                                                                                   : NULL;
}

/* What all terms change in the earliest key frame that is left. */
static bool next_move(merging *m, fy_ttyd_move *sum) {
    *sum = (fy_ttyd_move){.key = FERRY_NONE};
    for (uint32_t k = 0; k < m->terms; k++) {
        const fy_ttyd_move *move = next_of(m, k);
        if (move && move->key < sum->key) sum->key = move->key;
    }
    for (uint32_t k = 0; k < m->terms; k++) {
        const fy_ttyd_move *move = next_of(m, k);
        if (!move || move->key != sum->key) continue;
        sum->by.curve.jump += m->signs[k] * move->by.curve.jump;
        sum->by.curve.smooth += m->signs[k] * move->by.curve.smooth;
        sum->by.curve.leave += m->signs[k] * move->by.curve.leave;
        sum->by.curve.arrive += m->signs[k] * move->by.curve.arrive;
        m->at[k]++;
    }
    return sum->key != FERRY_NONE;
}

static bool is_step(const fy_ttyd_move *move) {
    return move->key == 0 ||
           (move->by.curve.smooth == 0 && move->by.curve.leave == 0 && move->by.curve.arrive == 0);
}

static double value_of(const fy_ttyd *t, const fy_ttyd_channel *channel) {
    double value = channel->constant;
    for (uint32_t k = 0; k < TERMS; k++)
        if (channel->signs[k]) value += channel->signs[k] * fy_ttyd_float(t, channel->floats[k]);
    return value;
}

/* The keys of one change: the value stands until its interval begins, jumps, and goes its way to the
 * interval's end. The first key frame has no interval. */
static uint32_t add_change(const fy_ttyd_clip *clip, const fy_ttyd_move *move, double unit, double *value,
                           fy_ttyd_key *keys) {
    double slope = unit * FY_TTYD_RATE, end = clip->times[move->key], before = *value;
    uint32_t count = 0;
    *value += move->by.curve.jump + move->by.curve.smooth;
    if (move->key == 0 || end == clip->times[move->key - 1]) {
        keys[count++] = (fy_ttyd_key){.time = end, .value = before * unit};
        keys[count++] = (fy_ttyd_key){.time = end, .value = *value * unit};
        return count;
    }
    double begin = clip->times[move->key - 1];
    keys[count++] = (fy_ttyd_key){.time = begin, .value = before * unit};
    keys[count++] = (fy_ttyd_key){
        .time = begin, .value = (before + move->by.curve.jump) * unit, .out = move->by.curve.leave * slope};
    keys[count++] = (fy_ttyd_key){.time = end, .value = *value * unit, .in = move->by.curve.arrive * slope};
    return count;
}

/* Two keys at one time without a jump between them are one. The first `kept` are joined among themselves. */
static uint32_t join_keys(fy_ttyd_key *keys, uint32_t kept, uint32_t count) {
    for (uint32_t k = kept; k < count; k++) {
        fy_ttyd_key *last = kept ? &keys[kept - 1] : NULL;
        if (last && last->time == keys[k].time && last->value == keys[k].value)
            last->out = keys[k].out;
        else
            keys[kept++] = keys[k];
    }
    return kept;
}

/* The last track becomes 1 divided by it, which is no cubic any more: a key for each frame. */
static bool invert(fy_ttyd *t, const fy_ttyd_clip *clip) {
    ferry_track from = t->tracks[t->track_count - 1];
    double last = clip->length < MOST_FRAMES ? ceil(clip->length) : MOST_FRAMES, value[4];
    uint32_t count = (uint32_t)last + 1;
    fy_ttyd_key *keys = fy_ttyd_spend(t, count) ? ferry_new(t->job, fy_ttyd_key, count) : NULL;
    if (!keys) return false;
    for (uint32_t k = 0; k < count; k++) {
        keys[k].time = k / (double)FY_TTYD_RATE;
        fy_track_at(&from, keys[k].time, value);
        keys[k].value = value[0] != 0 ? 1 / value[0] : 0;
    }
    t->track_count--;
    from.interpolation = FERRY_LINEAR;
    return fy_ttyd_add_track(t, clip, from, keys, count, 0, true);
}

static bool add_channel(fy_ttyd *t, const fy_ttyd_clip *clip, const fy_ttyd_channel *channel,
                        fy_ttyd_key *keys) {
    merging m = {.moves = &clip->moves[FY_TTYD_MOVE_FLOATS]};
    fy_ttyd_move move;
    double value = value_of(t, channel), rest = value * channel->unit;
    uint32_t count = 0;
    bool steps = true;
    for (uint32_t k = 0; k < TERMS; k++) {
        if (!channel->signs[k]) continue;
        m.elements[m.terms] = channel->floats[k];
        m.signs[m.terms] = channel->signs[k];
        m.at[m.terms++] = fy_ttyd_find_moves(m.moves, channel->floats[k]);
    }
    while (next_move(&m, &move)) {
        if (!ferry_tick(t->job)) return false;
        steps &= is_step(&move);
        uint32_t added = add_change(clip, &move, channel->unit, &value, keys + count);
        count = join_keys(keys, count, count + added);
    }
    /* of what stands at one time only the last is left: before the first it is at rest */
    if (steps && count) {
        memmove(keys + 1, keys, count++ * sizeof *keys);
        keys[0] = (fy_ttyd_key){.time = keys[1].time < 0 ? keys[1].time : 0, .value = rest};
    }
    if (!count) keys[count++] = (fy_ttyd_key){.value = rest};
    ferry_track track = {.target = channel->target,
                         .object = channel->node,
                         .channel = channel->axis,
                         .interpolation = steps ? FERRY_STEP : FERRY_HERMITE};
    bool needed = channel->inverse || channel->target == FERRY_TARGET_ROTATE;
    return fy_ttyd_add_track(t, clip, track, keys, count, rest, needed) &&
           (!channel->inverse || invert(t, clip));
}

bool fy_ttyd_move_nodes(fy_ttyd *t, const fy_ttyd_clip *clip) {
    const fy_ttyd_moves *moves = &clip->moves[FY_TTYD_MOVE_FLOATS];
    uint32_t count;
    if (!moves->count) return true;
    uint32_t *channels = find_channels(t, moves, &count);
    fy_ttyd_key *keys = ferry_new(t->job, fy_ttyd_key, KEYS_A_MOVE * (size_t)moves->count + 2);
    if (!channels || !keys) return false;
    for (uint32_t k = 0; k < count; k++)
        if (!add_channel(t, clip, &t->channels[channels[k]], keys)) return false;
    return true;
}
