/*
 * unicode_unpack.c: text with a byte order mark, in UTF-8 or UTF-16, becomes plain UTF-8
 * (docs/formats/packing.md, "Text"), so that no format of text has to know of it.
 */
#include "formats/packing/unicode_unpack.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/packing/packing.h"

enum { UTF8 = 3, UTF16_LE = 2, UTF16_BE = 1, NONE = 0 };

static int mark_of(ferry_bytes bytes) {
    const uint8_t *b = bytes.data;
    if (bytes.size >= 4 && b[0] == 0xef && b[1] == 0xbb && b[2] == 0xbf) return UTF8;
    if (bytes.size < 4 || bytes.size % 2) return NONE;
    if (b[0] == 0xff && b[1] == 0xfe) return UTF16_LE;
    return b[0] == 0xfe && b[1] == 0xff ? UTF16_BE : NONE;
}

static uint32_t unit_at(ferry_bytes bytes, int mark, size_t at) {
    const uint8_t *b = bytes.data + at;
    return mark == UTF16_LE ? (uint32_t)(b[1] << 8 | b[0]) : (uint32_t)(b[0] << 8 | b[1]);
}

static bool is_control(uint32_t c) {
    return c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' && c != '\v' && c != 0x1a;
}

/* Behind the mark stands text, as far as one looks. */
static uint32_t unicode_probe(ferry_bytes bytes) {
    enum { REACH = 4096, SURE = 200 };
    int mark = mark_of(bytes);
    size_t step = mark == UTF8 ? 1 : 2, end = bytes.size < REACH ? bytes.size : REACH;
    if (mark == NONE) return 0;
    for (size_t at = mark == UTF8 ? 3 : 2; at < end; at += step)
        if (is_control(mark == UTF8 ? bytes.data[at] : unit_at(bytes, mark, at))) return 0;
    return SURE;
}

/* A code point's bytes in UTF-8; their number. */
static size_t encode(uint32_t c, uint8_t to[4]) {
    if (c < 0x80) {
        to[0] = (uint8_t)c;
        return 1;
    }
    size_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    static const uint8_t heads[4] = {0, 0xc0, 0xe0, 0xf0};
    to[0] = (uint8_t)(heads[more] | c >> 6 * more);
    for (size_t k = 1; k <= more; k++) to[k] = (uint8_t)(0x80 | (c >> 6 * (more - k) & 0x3f));
    return 1 + more;
}

/* The code point at `*at`, which moves behind it; half a pair stands for U+FFFD. */
static uint32_t take_code_point(ferry_bytes bytes, int mark, size_t *at) {
    uint32_t first = unit_at(bytes, mark, *at);
    *at += 2;
    if (first < 0xd800 || first > 0xdfff) return first;
    uint32_t second = first < 0xdc00 && *at < bytes.size ? unit_at(bytes, mark, *at) : 0;
    if (second < 0xdc00 || second > 0xdfff) return 0xfffd;
    *at += 2;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

bool fy_unicode_plain(ferry_job *job, ferry_bytes bytes, ferry_bytes *plain) {
    int mark = mark_of(bytes);
    *plain = mark == UTF8 ? (ferry_bytes){bytes.data + 3, bytes.size - 3} : bytes;
    if (mark == UTF8 || mark == NONE) return true;
    /* a unit of two bytes becomes three at most */
    uint8_t *text = ferry_new(job, uint8_t, bytes.size / 2 * 3);
    size_t size = 0;
    if (!text) return false;
    for (size_t at = 2; at < bytes.size;) {
        size += encode(take_code_point(bytes, mark, &at), text + size);
        if (at % (1 << 16) < 4 && !ferry_tick(job)) return false;
    }
    *plain = (ferry_bytes){text, size};
    return true;
}

static bool unicode_unpack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    ferry_bytes bytes = {in->data, in->size}, plain;
    if (mark_of(bytes) == NONE)
        return ferry_refuse(in, 0, "unicode.byte-order-mark",
                            "no byte order mark "
                            "of UTF-8 or UTF-16");
    if (!fy_unicode_plain(job, bytes, &plain)) return false;
    ferry_out out = ferry_out_open(job, in->file);
    ferry_put_bytes(&out, plain.data, plain.size);
    return fy_unpack_single(in, files, &out);
}

const ferry_format fy_format_unicode = {
    .name = "unicode",
    .title = "text with a byte order mark",
    .extensions = "",
    .role = FERRY_ROLE_PACKING,
    .probe = unicode_probe,
    .unpack = unicode_unpack,
};
