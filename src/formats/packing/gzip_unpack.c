/*
 * gzip_unpack.c: gzip (RFC 1952) by zlib, several members in a row included (docs/formats/packing.md,
 * "gzip").
 *
 * The unpacked size is only known at the end, so the stream is inflated twice: once to measure, once into a
 * block of just that size. That is cheap next to anything done with the result, keeps memory exact, and meets
 * the limit before allocating.
 */
#include <zlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/packing/packing.h"

#define PIECE (UINT32_C(1) << 16) /* inflated between two looks at the clock */

static uint32_t gzip_probe(ferry_bytes bytes) {
    if (bytes.size < 4 || bytes.data[0] != 0x1F || bytes.data[1] != 0x8B || bytes.data[2] != 8) return 0;
    return bytes.data[3] & 0xE0 ? 0 : 27; /* the reserved flags are zero */
}

static voidpf zlib_alloc(voidpf job, uInt count, uInt size) {
    return ferry_alloc(job, count, size);
}

static void zlib_free(voidpf job, voidpf block) {
    (void)job, (void)block; /* goes with the mark */
}

static uInt piece(size_t size) {
    return (uInt)(size < PIECE ? size : PIECE);
}

static bool refuse_zlib(ferry_window *in, const z_stream *stream, size_t at, int status, uint64_t done) {
    if (status == Z_MEM_ERROR) return false; /* the job has said so */
    if (status == Z_BUF_ERROR)
        return ferry_refuse(in, at, "gzip.truncated", "the stream ends after %llu unpacked bytes",
                            (unsigned long long)done);
    return ferry_refuse(in, at, "gzip.corrupt", "the stream is corrupt after %llu unpacked bytes: %s",
                        (unsigned long long)done, stream->msg ? stream->msg : "unknown reason");
}

/* Inflates all members. With `out`, into its `room` bytes; without, only to count. `*done` receives the
 * unpacked size. */
static bool inflate_members(ferry_window *in, z_stream *stream, uint8_t *out, size_t room, uint8_t *scratch,
                            uint64_t *done) {
    size_t pos = 0;
    *done = 0;
    for (;;) {
        if (!ferry_tick(in->job)) return false;
        const size_t free_bytes = out ? room - (size_t)*done : PIECE;
        stream->next_in = (z_const Bytef *)in->data + pos;
        stream->avail_in = piece(in->size - pos);
        stream->next_out = out ? out + *done : scratch;
        stream->avail_out = piece(free_bytes);
        const uInt had_in = stream->avail_in, had_out = stream->avail_out;
        const int status = inflate(stream, Z_NO_FLUSH);
        pos += had_in - stream->avail_in;
        *done += had_out - stream->avail_out;
        if (*done > FY_UNPACK_LIMIT)
            return ferry_refuse(in, pos, "gzip.size", "more than %lu unpacked bytes",
                                (unsigned long)FY_UNPACK_LIMIT);
        if (status == Z_STREAM_END) {
            /* Padding behind the last member is usual; only another header goes on. */
            if (!gzip_probe((ferry_bytes){in->data + pos, in->size - pos})) return true;
            if (inflateReset(stream) != Z_OK) return refuse_zlib(in, stream, pos, Z_STREAM_ERROR, *done);
        } else if (status != Z_OK) {
            return refuse_zlib(in, stream, pos, status, *done);
        }
    }
}

static bool inflate_once(ferry_window *in, uint8_t *out, size_t room, uint64_t *done) {
    const ferry_mark mark = ferry_job_mark(in->job);
    z_stream stream = {.zalloc = zlib_alloc, .zfree = zlib_free, .opaque = in->job};
    uint8_t *scratch = out ? NULL : ferry_new(in->job, uint8_t, PIECE);
    const int status = inflateInit2(&stream, 16 + MAX_WBITS);
    bool good = false;
    if (status != Z_OK)
        refuse_zlib(in, &stream, 0, status, 0);
    else if (out || scratch)
        good = inflate_members(in, &stream, out, room, scratch, done);
    inflateEnd(&stream); /* harmless after a failed start */
    ferry_job_release(in->job, mark);
    return good;
}

static bool gzip_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    uint64_t size = 0, again = 0;
    if (!gzip_probe((ferry_bytes){in->data, in->size}))
        return ferry_refuse(in, 0, "gzip.header", "no gzip header");
    if (!inflate_once(in, NULL, 0, &size)) return false;
    ferry_out out = ferry_out_open(job, in->file);
    ferry_out_reserve(&out, (size_t)size);
    ferry_put_zeros(&out, (size_t)size);
    if (out.bad || (size && !inflate_once(in, out.data, (size_t)size, &again))) return false;
    return fy_unpack_single(in, files, &out);
}

const ferry_format fy_format_gzip = {
    .name = "gzip",
    .title = "gzip compression",
    .extensions = ".gz",
    .role = FERRY_ROLE_PACKING,
    .probe = gzip_probe,
    .unpack = gzip_unpack,
};
