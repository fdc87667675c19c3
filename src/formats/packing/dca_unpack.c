/*
 * dca_unpack.c: libdragon's asset container, as its tools pack sprites and models (docs/formats/packing.md,
 * "DCA").
 */
#include "formats/packing/dca_unpack.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/packing/packing.h"

#define HEADER_SIZE 20
#define MOST_EACH 256 /* a byte of length stands for up to 255 bytes */

static uint32_t dca_probe(ferry_bytes bytes) {
    return bytes.size >= 4 && memcmp(bytes.data, "DCA3", 4) == 0 ? 32 : 0;
}

typedef struct lz4 {
    ferry_window *in;
    uint8_t *out;
    size_t done, size;
} lz4;

/* The low or high half of a token; 15 goes on in bytes, up to the first that is not 255. */
static bool read_length(ferry_window *in, uint32_t nibble, size_t *length) {
    *length = nibble;
    if (nibble < 15) return true;
    uint8_t byte;
    do {
        byte = ferry_read_u8(in);
        *length += byte;
    } while (byte == 255 && ferry_window_ok(in));
    return ferry_window_ok(in);
}

static bool room_for(const lz4 *z, uint64_t at, size_t count) {
    if (count <= z->size - z->done) return true;
    return ferry_refuse(z->in, at, "dca.size", "%zu bytes more than the stated %zu",
                        count - (z->size - z->done), z->size);
}

static bool literals(lz4 *z, uint32_t nibble) {
    size_t count;
    const uint64_t at = z->in->pos;
    if (!read_length(z->in, nibble, &count) || !room_for(z, at, count)) return false;
    const uint8_t *bytes = count ? ferry_read_bytes(z->in, count) : NULL;
    if (count && !bytes) return false;
    if (count) memcpy(z->out + z->done, bytes, count);
    z->done += count;
    return true;
}

static bool match(lz4 *z, uint32_t nibble) {
    const uint64_t at = z->in->pos;
    size_t count, distance = ferry_read_u8(z->in);
    distance |= (size_t)ferry_read_u8(z->in) << 8;
    if (!ferry_window_ok(z->in) || !read_length(z->in, nibble, &count)) return false;
    count += 4;
    if (distance == 0 || distance > z->done)
        return ferry_refuse(z->in, at, "dca.distance",
                            "a match starts %zu bytes back, but only %zu are "
                            "unpacked",
                            distance, z->done);
    if (!room_for(z, at, count)) return false;
    fy_unpack_run(z->out + z->done, distance, count);
    z->done += count;
    return true;
}

/* Runs of literals, each but the last followed by a match. */
static bool unpack_lz4(lz4 *z) {
    while (z->in->pos < z->in->size) {
        const uint32_t token = ferry_read_u8(z->in);
        if (!ferry_tick(z->in->job) || !literals(z, token >> 4)) return false;
        if (z->in->pos < z->in->size && !match(z, token & 15)) return false;
    }
    if (z->done == z->size) return true;
    return ferry_refuse(z->in, z->in->pos, "dca.truncated", "the data end after %zu of %zu unpacked bytes",
                        z->done, z->size);
}

static bool unpack(ferry_window *in, ferry_out *out) {
    static const char *const methods[] = {"no method", "LZ4", "aPLib", "Shrinkler"};
    if (in->size < HEADER_SIZE || !dca_probe((ferry_bytes){in->data, in->size}))
        return ferry_refuse(in, 0, "dca.header", "no DCA3 header of %d bytes", HEADER_SIZE);
    const uint32_t method = ferry_be16(in->data + 4), packed = ferry_be32(in->data + 8);
    const size_t size = ferry_be32(in->data + 12);
    if (method != 1)
        return ferry_refuse(in, 4, "dca.method",
                            "compression level %u (%s); only level 1 is supported: use --compress 1", method,
                            method <= 3 ? methods[method] : "unknown");
    ferry_window data = ferry_window_cut(in, "data", FERRY_NONE, HEADER_SIZE, packed);
    if (!ferry_window_ok(&data) || !fy_unpack_room(in, 12, "dca.size", size, MOST_EACH, out)) return false;
    lz4 z = {.in = &data, .out = out->data, .size = size};
    return size == 0 || unpack_lz4(&z);
}

bool fy_dca_unpack(ferry_window *in, ferry_bytes *bytes) {
    ferry_out out;
    if (!unpack(in, &out)) return false;
    *bytes = (ferry_bytes){out.data, out.size};
    return true;
}

static bool dca_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    (void)job;
    ferry_out out;
    return unpack(in, &out) && fy_unpack_single(in, files, &out);
}

const ferry_format fy_format_dca = {
    .name = "dca",
    .title = "libdragon asset",
    .extensions = "",
    .role = FERRY_ROLE_PACKING,
    .probe = dca_probe,
    .unpack = dca_unpack,
};
