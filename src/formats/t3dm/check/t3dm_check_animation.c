/*
 * t3dm_check_animation.c: the rules of animations: their streams are played once, as the runtime plays them.
 *
 * Format: docs/formats/t3dm.md, "Animations" and "Checking". The runtime reads records in the file's order
 * whenever a channel has run out, whatever channel they are of: a record must stand where its channel needs
 * it.
 */
#include "formats/t3dm/check/t3dm_check_animation.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

enum { CHANNELS_AT = 0x14, TICKS_A_SECOND = 60 };

typedef struct channel {
    uint64_t ticks; /* of its records so far */
    uint32_t records;
} channel;

/* The stream that the reader kept behind the chunk; NULL: it is not there. Extras stand in the order of
 * chunks, so `at` only moves forward. */
static const ferry_extra *stream_of(const fy_t3dm_reader *r, uint32_t chunk, uint32_t *at) {
    const ferry_extra_list *extras = &r->scene->extras;
    char path[32];
    snprintf(path, sizeof path, "A[%u]", chunk);
    while (*at < extras->count && strcmp(extras->data[*at].path, path) != 0) ++*at;
    strcat(path, ".sdata");
    bool kept = *at + 1 < extras->count && strcmp(extras->data[*at + 1].path, path) == 0;
    return kept ? &extras->data[*at + 1] : NULL;
}

/* Plays the records; false at the first that stands in the wrong place or is not whole. */
static bool play(fy_t3dm_reader *r, ferry_window *in, ferry_window *stream, uint32_t records, uint32_t count,
                 channel *channels) {
    uint64_t at = 0, reached = 0;
    bool large = true;
    for (uint32_t i = 0; i < records; i++) {
        if (!ferry_tick(r->job) || !ferry_window_holds(stream, at, large ? 8 : 6, 1)) return false;
        uint32_t word = ferry_u16_at(stream, at), number = ferry_u16_at(stream, at + 2),
                 ticks = word & 0x7FFF;
        if (number >= count) return false;
        channel *c = &channels[number];
        /* The first record of a channel is read at once, and so is the second where the first takes
         * no time. */
        if (c->ticks < reached) {
            ferry_say_at(stream, at, FY_CHECK_WRONG, "t3dm.key-order",
                         "record %u of channel %u is needed at tick %llu, but comes after one needed at "
                         "tick %llu",
                         i, number, (unsigned long long)c->ticks, (unsigned long long)reached);
            return false;
        }
        reached = c->ticks;
        if (!c->records && ticks)
            ferry_say_at(in, CHANNELS_AT + 12 * (uint64_t)number, FY_CHECK_WRONG, "t3dm.first-key",
                         "the first key of channel %u is at tick %u: it will start from another value",
                         number, ticks);
        c->ticks += ticks;
        c->records++;
        at += large ? 8 : 6;
        large = word >> 15;
    }
    return true;
}

static void check_channels(ferry_window *in, const channel *channels, uint32_t count) {
    double duration = (double)ferry_f32_at(in, 0x04) * TICKS_A_SECOND;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at = CHANNELS_AT + 12 * (uint64_t)i;
        if (channels[i].records < 2)
            ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.stream-keys",
                         "channel %u has %u keys, expected at least 2", i, channels[i].records);
        else if ((double)channels[i].ticks < duration - 1.5)
            ferry_say_at(in, at, FY_CHECK_WRONG, "t3dm.stream-keys",
                         "channel %u lasts %llu of %.6g ticks: the runtime reads past the end of the "
                         "stream",
                         i, (unsigned long long)channels[i].ticks, duration);
        else if ((double)channels[i].ticks > duration + 1.5)
            ferry_say_at(in, at, FY_CHECK_ADVICE, "t3dm.stream-keys",
                         "channel %u lasts %llu ticks, but the animation %.6g", i,
                         (unsigned long long)channels[i].ticks, duration);
    }
}

static bool check_stream(fy_t3dm_reader *r, ferry_window *in, const ferry_extra *kept) {
    uint32_t count = (uint32_t)ferry_u16_at(in, 0x0C) + ferry_u16_at(in, 0x0E);
    ferry_mark mark = ferry_job_mark(r->job);
    channel *channels = ferry_new(r->job, channel, count + (size_t)1);
    if (!channels) return false;
    const char *name = fy_t3dm_read_string(r, in, 0x10);
    if (!name) return false;
    if (strncmp(name, "rom:/", 5) == 0) name += 5;
    ferry_window stream = ferry_window_open(r->job, name, kept->bytes);
    if (play(r, in, &stream, ferry_u32_at(in, 0x08), count, channels)) check_channels(in, channels, count);
    ferry_job_release(r->job, mark);
    return ferry_tick(r->job);
}

bool fy_t3dm_check_animations(fy_t3dm_reader *r) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'A') continue;
        ferry_window in = fy_t3dm_cut_chunk(r, i, "animation", i);
        const ferry_extra *stream = stream_of(r, i, &at);
        if (!ferry_u32_at(&in, 0x00)) ferry_say_at(&in, 0x00, FY_CHECK_WRONG, "t3dm.name", "it has no name");
        if (!ferry_u32_at(&in, 0x10))
            ferry_say_at(&in, 0x10, FY_CHECK_WRONG, "t3dm.name", "it has no stream name");
        if (ferry_f32_at(&in, 0x04) == 0)
            ferry_say_at(&in, 0x04, FY_CHECK_WRONG, "t3dm.duration", "it lasts 0 seconds");
        if (stream && !check_stream(r, &in, stream)) return false;
    }
    return true;
}
