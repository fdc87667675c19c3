/*
 * yaz0_unpack.c: Yaz0 compression (docs/formats/packing.md, "Yaz0").
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/packing/packing.h"

#define HEADER_SIZE 0x10
#define LONGEST_RUN 0x111 /* from three bytes */

static uint32_t yaz0_probe(ferry_bytes bytes) {
    return bytes.size >= 4 && memcmp(bytes.data, "Yaz0", 4) == 0 ? 32 : 0;
}

static bool refuse_early_end(ferry_window *in, size_t done, size_t size) {
    return ferry_refuse(in, in->size, "yaz0.truncated", "the stream ends after %zu of %zu unpacked bytes",
                        done, size);
}

static bool unpack_stream(ferry_window *in, uint8_t *out, size_t size) {
    const uint8_t *data = in->data;
    size_t pos = HEADER_SIZE, done = 0;
    while (done < size) {
        if (pos >= in->size) return refuse_early_end(in, done, size);
        if (!ferry_tick(in->job)) return false;
        const uint32_t code = data[pos++];
        for (uint32_t bit = 0x80; bit && done < size; bit >>= 1) {
            if (code & bit) {
                if (pos >= in->size) return refuse_early_end(in, done, size);
                out[done++] = data[pos++];
                continue;
            }
            if (in->size - pos < 2) return refuse_early_end(in, done, size);
            const size_t at = pos;
            const size_t distance = ((size_t)(data[pos] & 15) << 8 | data[pos + 1]) + 1;
            size_t count = (size_t)(data[pos] >> 4) + 2;
            pos += 2;
            if (count == 2) {
                if (pos >= in->size) return refuse_early_end(in, done, size);
                count = (size_t)data[pos++] + 0x12;
            }
            if (distance > done)
                return ferry_refuse(in, at, "yaz0.distance",
                                    "a match starts %zu bytes back, but only %zu are unpacked", distance,
                                    done);
            if (count > size - done) count = size - done; /* encoders let the last run overshoot */
            fy_unpack_run(out + done, distance, count);
            done += count;
        }
    }
    return true;
}

static bool yaz0_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    if (in->size < HEADER_SIZE || !yaz0_probe((ferry_bytes){in->data, in->size}))
        return ferry_refuse(in, 0, "yaz0.header", "no Yaz0 header of %d bytes", HEADER_SIZE);
    const size_t size = ferry_be32(in->data + 4);
    ferry_out out;
    if (!fy_unpack_room(in, 4, "yaz0.size", size, LONGEST_RUN / 3, &out)) return false;
    return unpack_stream(in, out.data, size) && fy_unpack_single(in, files, &out);
}

const ferry_format fy_format_yaz0 = {
    .name = "yaz0",
    .title = "Yaz0 compression",
    .extensions = ".szs .yaz0",
    .role = FERRY_ROLE_PACKING,
    .probe = yaz0_probe,
    .unpack = yaz0_unpack,
};
