/*
 * yay0_unpack.c: Yay0 compression: Yaz0's runs in three streams (docs/formats/packing.md, "Yay0").
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/packing/packing.h"

#define HEADER_SIZE 0x10
#define LONGEST_RUN 0x111 /* from two bytes, as the streams may share theirs */

typedef struct yay0_streams {
    ferry_window *in;
    uint64_t flags, links, literals; /* offsets of what comes next */
} yay0_streams;

static uint32_t yay0_probe(ferry_bytes bytes) {
    return bytes.size >= 4 && memcmp(bytes.data, "Yay0", 4) == 0 ? 32 : 0;
}

static bool refuse_early_end(ferry_window *in, uint64_t at, const char *stream, size_t done, size_t size) {
    return ferry_refuse(in, at, "yay0.truncated", "the %s end after %zu of %zu unpacked bytes", stream, done,
                        size);
}

/* One run: a link, and for a long one its length from the literals. */
static bool unpack_link(yay0_streams *streams, uint8_t *out, size_t *done, size_t size) {
    ferry_window *in = streams->in;
    const uint64_t at = streams->links;
    if (!ferry_window_holds(in, at, 1, 2)) return refuse_early_end(in, at, "links", *done, size);
    const uint32_t link = ferry_be16(in->data + at);
    const size_t distance = (link & 0xFFF) + 1;
    size_t count = (link >> 12) + 2;
    streams->links += 2;
    if (count == 2) {
        if (!ferry_window_holds(in, streams->literals, 1, 1))
            return refuse_early_end(in, streams->literals, "literals", *done, size);
        count = (size_t)in->data[streams->literals++] + 0x12;
    }
    if (distance > *done)
        return ferry_refuse(in, at, "yay0.distance",
                            "a match starts %zu bytes back, but only %zu are "
                            "unpacked",
                            distance, *done);
    if (count > size - *done) count = size - *done; /* encoders let the last run overshoot */
    fy_unpack_run(out + *done, distance, count);
    *done += count;
    return true;
}

static bool unpack_streams(yay0_streams *streams, uint8_t *out, size_t size) {
    ferry_window *in = streams->in;
    size_t done = 0;
    while (done < size) {
        if (!ferry_window_holds(in, streams->flags, 1, 4))
            return refuse_early_end(in, streams->flags, "flags", done, size);
        if (!ferry_tick(in->job)) return false;
        const uint32_t flags = ferry_be32(in->data + streams->flags);
        streams->flags += 4;
        for (uint32_t bit = 0x80000000u; bit && done < size; bit >>= 1) {
            if (!(flags & bit)) {
                if (!unpack_link(streams, out, &done, size)) return false;
                continue;
            }
            if (!ferry_window_holds(in, streams->literals, 1, 1))
                return refuse_early_end(in, streams->literals, "literals", done, size);
            out[done++] = in->data[streams->literals++];
        }
    }
    return true;
}

static bool yay0_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    if (in->size < HEADER_SIZE || !yay0_probe((ferry_bytes){in->data, in->size}))
        return ferry_refuse(in, 0, "yay0.header", "no Yay0 header of %d bytes", HEADER_SIZE);
    const size_t size = ferry_be32(in->data + 4);
    ferry_out out;
    if (!fy_unpack_room(in, 4, "yay0.size", size, LONGEST_RUN / 2 + 1, &out)) return false;
    yay0_streams streams = {
        .in = in,
        .flags = HEADER_SIZE,
        .links = ferry_be32(in->data + 8),
        .literals = ferry_be32(in->data + 12),
    };
    return unpack_streams(&streams, out.data, size) && fy_unpack_single(in, files, &out);
}

const ferry_format fy_format_yay0 = {
    .name = "yay0",
    .title = "Yay0 compression",
    .extensions = ".szp .yay0",
    .role = FERRY_ROLE_PACKING,
    .probe = yay0_probe,
    .unpack = yay0_unpack,
};
