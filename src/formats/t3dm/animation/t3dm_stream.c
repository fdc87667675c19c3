/*
 * t3dm_stream.c: keys as the records of a stream, in the order in which the runtime asks for them.
 *
 * Format: docs/formats/t3dm.md, "Animations" and "Animations from clips".
 */
#include "formats/t3dm/animation/t3dm_stream.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_strings.h"

typedef struct record {
    uint32_t needed, at; /* ticks: when the runtime asks for it, when its value is reached */
    uint32_t channel;
} record;

static uint32_t count_records(const fy_t3dm_animation *of) {
    uint64_t count = 0;
    for (uint32_t c = 0; c < of->channel_count; c++) count += of->channels[c].key_count;
    return count < UINT32_MAX ? (uint32_t)count : UINT32_MAX;
}

/* The value of a key is moved to from the key before it on: its record is needed when that one is reached. */
static void list_records(const fy_t3dm_animation *of, record *list) {
    for (uint32_t c = 0; c < of->channel_count; c++) {
        const fy_t3dm_channel *channel = &of->channels[c];
        for (uint32_t k = 0; k < channel->key_count; k++)
            *list++ = (record){k ? channel->keys[k - 1] : 0, channel->keys[k], c};
    }
}

static inline uint32_t tick_of(const record *r, bool by_need) {
    return by_need ? r->needed : r->at;
}

/* By counting. Records of one tick stay in the order that they have. `places`: zeros, one for each tick, and
 * one more. */
static void sort_by_tick(const record *from, uint32_t count, bool by_need, uint32_t *places, uint32_t ticks,
                         record *to) {
    for (uint32_t i = 0; i < count; i++) places[tick_of(&from[i], by_need) + 1]++;
    for (uint32_t t = 0; t <= ticks; t++) places[t + 1] += places[t];
    for (uint32_t i = 0; i < count; i++) to[places[tick_of(&from[i], by_need)]++] = from[i];
}

static uint32_t last_tick(const fy_t3dm_animation *of) {
    uint32_t last = 0;
    for (uint32_t c = 0; c < of->channel_count; c++)
        if (of->channels[c].ticks > last) last = of->channels[c].ticks;
    return last;
}

/* By when they are needed, then by when they are reached, then by channels. NULL at the memory limit. */
static record *sort_records(ferry_job *job, fy_t3dm_animation *of) {
    const uint32_t count = count_records(of), ticks = last_tick(of);
    record *list = count < UINT32_MAX ? ferry_new(job, record, count + (size_t)1) : NULL;
    record *other = list ? ferry_new(job, record, count + (size_t)1) : NULL;
    uint32_t *places = ferry_new(job, uint32_t, 2 * (ticks + (size_t)2));
    if (!other || !places) return NULL;
    of->records = count;
    list_records(of, list);
    sort_by_tick(list, count, false, places, ticks, other);
    sort_by_tick(other, count, true, places + ticks + 2, ticks, list);
    return list;
}

static bool is_large(const fy_t3dm_animation *of, const record *r) {
    return r->channel < of->rotations;
}

/* The runtime adds up ticks in single precision, and reads on behind the stream where a sum is short of the
 * duration. */
static void shorten(fy_t3dm_animation *of) {
    static const float tick = 1.0F / 60.0F;
    for (uint32_t c = 0; c < of->channel_count; c++) {
        const fy_t3dm_channel *channel = &of->channels[c];
        float end = 0;
        for (uint32_t k = 1; k < channel->key_count; k++)
            end += (float)(channel->keys[k] - channel->keys[k - 1]) * tick;
        if ((double)end < of->duration) of->duration = (double)end;
    }
}

bool fy_t3dm_make_stream(ferry_job *job, fy_t3dm_animation *of) {
    enum { NEXT_IS_LARGE = 0x8000 };
    ferry_out out = ferry_out_open(job, of->file);
    ferry_mark mark = ferry_job_mark(job);
    const record *list = sort_records(job, of);
    if (!list) return false;
    for (uint32_t i = 0; i < of->records && ferry_tick(job); i++) {
        const record *r = &list[i], *next = i + 1 < of->records ? r + 1 : r;
        uint32_t code = of->channels[r->channel].codes[r->at];
        ferry_put_u16(&out, (r->at - r->needed) | (is_large(of, next) ? NEXT_IS_LARGE : 0));
        ferry_put_u16(&out, r->channel);
        if (is_large(of, r))
            ferry_put_u32(&out, code);
        else
            ferry_put_u16(&out, code);
        if (i == 0 && !is_large(of, r)) ferry_put_u16(&out, 0); /* the first one is always large */
    }
    ferry_job_release(job, mark);
    shorten(of);
    of->stream = (ferry_bytes){out.data, out.size};
    return !out.bad && !ferry_failed(job);
}

void fy_t3dm_put_animation(ferry_out *out, fy_t3dm_strings *strings, const fy_t3dm_animation *of) {
    ferry_put_u32(out, fy_t3dm_strings_name(strings, of->name, false));
    ferry_put_f32(out, (float)of->duration);
    ferry_put_u32(out, of->records);
    ferry_put_u16(out, of->rotations);
    ferry_put_u16(out, of->channel_count - of->rotations);
    ferry_put_u32(out, fy_t3dm_strings_add(strings, of->path));
    for (uint32_t c = 0; c < of->channel_count; c++) {
        const fy_t3dm_channel *channel = &of->channels[c];
        ferry_put_u16(out, channel->bone);
        ferry_put_u8(out, channel->kind);
        ferry_put_u8(out, channel->component);
        ferry_put_f32(out, channel->scale);
        ferry_put_f32(out, channel->offset);
    }
}
