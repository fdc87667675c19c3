/* test_packing.c: Yaz0, Yay0, gzip and RARC: hand-made streams, the builders' own, and broken ones with exact
 * messages. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/packing_builder.h"
#include "core/base/job_state.h"
#include "helpers.h"

extern const ferry_format fy_format_yaz0, fy_format_yay0, fy_format_dca, fy_format_gzip, fy_format_rarc,
    fy_format_unicode;

/* --------------------------------------------------------------------------------------------- helpers */

static const ferry_format *const all_formats[] = {&fy_format_yaz0, &fy_format_yay0, &fy_format_dca,
                                                  &fy_format_gzip, &fy_format_rarc, &fy_format_unicode};

/* The report, without the last line's end. */
static void expect_lines(ferry_job *job, const char *lines) {
    fy_expect_report(job, *lines ? ferry_job_format(job, "%s\n", lines) : "");
}

/* A literal's bytes, its closing zero left out. */
#define BYTES(literal) ((ferry_bytes){(const uint8_t *)(literal), sizeof(literal) - 1})

static bool unpack(ferry_job *job, const ferry_format *format, const char *name, ferry_bytes bytes,
                   ferry_file_list *files) {
    ferry_window window = ferry_window_open(job, name, bytes);
    return format->unpack(job, &window, files);
}

static void expect_bytes(ferry_bytes found, ferry_bytes expected) {
    ck_assert_uint_eq(found.size, expected.size);
    if (expected.size) ck_assert_mem_eq(found.data, expected.data, expected.size);
}

/* Bytes with runs of all kinds: text, long repetitions, noise, far copies. */
static ferry_bytes sample(ferry_job *job) {
    ferry_out out = ferry_out_open(job, "");
    uint32_t seed = 3;
    for (int i = 0; i < 40; i++) ferry_put_u8(&out, (uint32_t)("abcabcabcabd"[i % 12]));
    for (int i = 0; i < 700; i++) ferry_put_u8(&out, 'x');
    for (int i = 0; i < 5000; i++) ferry_put_u8(&out, (seed = seed * 1664525 + 1013904223) >> 24 & 0xFF);
    ferry_put_bytes(&out, out.data + out.size - 4096, 18); /* the longest distance, the longest short run */
    ferry_put_u8(&out, '!');
    return (ferry_bytes){out.data, out.size};
}

typedef struct stream_case {
    const ferry_format *format;
    ferry_bytes packed;
    const char *unpacked; /* NULL: an error */
    const char *message;
} stream_case;

/* ------------------------------------------------------------------------------------ Yaz0, Yay0, gzip */

#define YAZ0(size) "Yaz0\0\0\0" size "\0\0\0\0\0\0\0\0"

#define DCA(packed, size) "DCA3\0\1\0\0\0\0\0" packed "\0\0\0" size "\0\0\0\0"

static const stream_case streams[] = {
    /* three literals, a match of 4 from 2 back, a last literal */
    {&fy_format_dca,
     BYTES(DCA("\7", "\7") "\x20"
                           "ab\2\0\x10"
                           "c"),
     "abababc", ""},
    /* both lengths go on: 15 + 1 literals; 4 + 15 + 2 from 1 back; what follows the data is ignored */
    {&fy_format_dca,
     BYTES(DCA("\x16", "\x25") "\xFF\1"
                               "0123456789abcdef\1\0\2\0ZZ"),
     "0123456789abcdeffffffffffffffffffffff", ""},
    {&fy_format_dca, BYTES(DCA("\0", "\0")), "", ""},
    {&fy_format_dca, BYTES("DCA3\0\1\0\0\0\0"), NULL, "a.szs:0x0: error: no DCA3 header of 20 bytes"},
    /* 256 bytes for each of 21 can be stated, no more */
    {&fy_format_dca, BYTES("DCA3\0\1\0\0\0\0\0\1\0\0\x15\0\0\0\0\0\0"), NULL,
     "a.szs:0x15: error: data: the data end after 0 of 5376 unpacked bytes"},
    {&fy_format_dca, BYTES("DCA3\0\1\0\0\0\0\0\1\0\0\x15\1\0\0\0\0\0"), NULL,
     "a.szs:0xc: error: 5377 unpacked bytes stated, but 21 packed bytes cannot hold that many"},
    {&fy_format_dca, BYTES("DCA3\0\2\0\0\0\0\0\0\0\0\0\1\0\0\0\0"), NULL,
     "a.szs:0x4: error: compression level 2 (aPLib); only level 1 is supported: use --compress 1"},
    {&fy_format_dca, BYTES("DCA3\0\x09\0\0\0\0\0\0\0\0\0\1\0\0\0\0"), NULL,
     "a.szs:0x4: error: compression level 9 (unknown); only level 1 is supported: use --compress 1"},
    {&fy_format_dca,
     BYTES(DCA("\4", "\3") "\x30"
                           "ab"),
     NULL, "a.szs:0x0: error: data: expected 4 bytes at 0x14, found 3"},
    {&fy_format_dca,
     BYTES(DCA("\3", "\3") "\x30"
                           "ab"),
     NULL, "a.szs:0x15: error: data: expected 3 bytes, found 2"},
    {&fy_format_dca,
     BYTES(DCA("\3", "\3") "\x20"
                           "ab"),
     NULL, "a.szs:0x17: error: data: the data end after 2 of 3 unpacked bytes"},
    {&fy_format_dca,
     BYTES(DCA("\4", "\2") "\x30"
                           "abc"),
     NULL, "a.szs:0x15: error: data: 1 bytes more than the stated 2"},
    {&fy_format_dca,
     BYTES(DCA("\5", "\5") "\x20"
                           "ab\2\0"),
     NULL, "a.szs:0x17: error: data: 1 bytes more than the stated 5"},
    {&fy_format_dca,
     BYTES(DCA("\5", "\6") "\x20"
                           "ab\3\0"),
     NULL, "a.szs:0x17: error: data: a match starts 3 bytes back, but only 2 are unpacked"},
    {&fy_format_dca,
     BYTES(DCA("\5", "\6") "\x20"
                           "ab\0\0"),
     NULL, "a.szs:0x17: error: data: a match starts 0 bytes back, but only 2 are unpacked"},
    {&fy_format_dca,
     BYTES(DCA("\4", "\6") "\x20"
                           "ab\2"),
     NULL, "a.szs:0x18: error: data: expected 1 byte, found 0"},
    {&fy_format_dca, BYTES(DCA("\2", "\6") "\xF0\xFF"), NULL,
     "a.szs:0x16: error: data: expected 1 byte, found 0"},
    {&fy_format_dca, BYTES("DCA3\0\1\0\0\0\0\0\1\0\1\0\0\0\0\0\0\0"), NULL,
     "a.szs:0xc: error: 65536 unpacked bytes stated, but 21 packed bytes cannot hold that many"},

    /* literals and nothing else; what follows is ignored */
    {&fy_format_yaz0,
     BYTES(YAZ0("\3") "\xE0"
                      "abcZZZ"),
     "abc", ""},
    /* a run of 3 from 2 back, overlapping itself: "ab" "aba"; then a literal */
    {&fy_format_yaz0,
     BYTES(YAZ0("\6") "\xD0"
                      "ab\x10\1c"),
     "ababac", ""},
    /* distance 1 repeats; a long run: 0x12 + 1 */
    {&fy_format_yaz0,
     BYTES(YAZ0("\x14") "\x80"
                        "q\0\0\1"),
     "qqqqqqqqqqqqqqqqqqqq", ""},
    /* the last run is clipped to the stated size */
    {&fy_format_yaz0,
     BYTES(YAZ0("\4") "\x80"
                      "q\xF0\0"),
     "qqqq", ""},
    /* nine literals take two code bytes */
    {&fy_format_yaz0,
     BYTES(YAZ0("\x9") "\xFF"
                       "12345678\x80"
                       "9"),
     "123456789", ""},
    {&fy_format_yaz0, BYTES(YAZ0("\0")), "", ""},
    {&fy_format_yaz0, BYTES("Yaz0\0\0\0\1\0\0\0\0\0\0\0"), NULL,
     "a.szs:0x0: error: no Yaz0 header of 16 bytes"},
    {&fy_format_yaz0, BYTES("Yaz1\0\0\0\1\0\0\0\0\0\0\0\0\x80"), NULL,
     "a.szs:0x0: error: no Yaz0 header of 16 bytes"},
    {&fy_format_yaz0, BYTES(YAZ0("\3")), NULL,
     "a.szs:0x10: error: the stream ends after 0 of 3 unpacked bytes"},
    {&fy_format_yaz0,
     BYTES(YAZ0("\3") "\xE0"
                      "ab"),
     NULL, "a.szs:0x13: error: the stream ends after 2 of 3 unpacked bytes"},
    {&fy_format_yaz0,
     BYTES(YAZ0("\6") "\xC0"
                      "ab\x10"),
     NULL, "a.szs:0x14: error: the stream ends after 2 of 6 unpacked bytes"},
    {&fy_format_yaz0,
     BYTES(YAZ0("\x20") "\xC0"
                        "ab\0\1"),
     NULL, "a.szs:0x15: error: the stream ends after 2 of 32 unpacked bytes"},
    {&fy_format_yaz0,
     BYTES(YAZ0("\6") "\xC0"
                      "ab\x10\2"),
     NULL, "a.szs:0x13: error: a match starts 3 bytes back, but only 2 are unpacked"},
    {&fy_format_yaz0, BYTES(YAZ0("\6") "\0\x10\0"), NULL,
     "a.szs:0x11: error: a match starts 1 bytes back, but only 0 are unpacked"},
    {&fy_format_yaz0, BYTES("Yaz0\4\0\0\1\0\0\0\0\0\0\0\0\x80"), NULL,
     "a.szs:0x4: error: 67108865 unpacked bytes stated; the limit is 67108864"},
    {&fy_format_yaz0, BYTES("Yaz0\4\0\0\0\0\0\0\0\0\0\0\0\x80"), NULL,
     "a.szs:0x4: error: 67108864 unpacked bytes stated, but 17 packed bytes cannot hold that many"},
    /* 91 bytes for each of 17 can be stated, no more */
    {&fy_format_yaz0, BYTES("Yaz0\0\0\6\x0B\0\0\0\0\0\0\0\0\x80"), NULL,
     "a.szs:0x11: error: the stream ends after 0 of 1547 unpacked bytes"},
    {&fy_format_yaz0, BYTES("Yaz0\0\0\6\x0C\0\0\0\0\0\0\0\0\x80"), NULL,
     "a.szs:0x4: error: 1548 unpacked bytes stated, but 17 packed bytes cannot hold that many"},

    /* "ab", run of 3 from 2 back, "c": flags 1101, link 1001, literals abc */
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x14\0\0\0\x16\xD0\0\0\0\x10\1abcZZ"), "ababac", ""},
    /* a long run takes its length from the literals: q, then 0x12 + 1 */
    {&fy_format_yay0, BYTES("Yay0\0\0\0\x14\0\0\0\x14\0\0\0\x16\x80\0\0\0\0\0q\1"), "qqqqqqqqqqqqqqqqqqqq",
     ""},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\4\0\0\0\x14\0\0\0\x16\x80\0\0\0\xF0\0q"), "qqqq", ""},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\0\0\0\0\x10\0\0\0\x10"), "", ""},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\1\0\0\0\0\0\0\0"), NULL,
     "a.szs:0x0: error: no Yay0 header of 16 bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x14\0\0\0\x16\xD0\0\0"), NULL,
     "a.szs:0x10: error: the flags end after 0 of 6 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x18\0\0\0\x14\xD0\0\0\0ab\x10"), NULL,
     "a.szs:0x18: error: the links end after 2 of 6 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x14\0\0\0\x16\xD0\0\0\0\x10\1a"), NULL,
     "a.szs:0x17: error: the literals end after 1 of 6 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\x14\0\0\0\x14\0\0\0\x16\x80\0\0\0\0\0q"), NULL,
     "a.szs:0x17: error: the literals end after 1 of 20 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x14\xFF\xFF\xFF\xFF\x80\0\0\0\x10\1a"), NULL,
     "a.szs:0xffffffff: error: the literals end after 0 of 6 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\0\6\0\0\0\x14\0\0\0\x16\x80\0\0\0\x10\1a"), NULL,
     "a.szs:0x14: error: a match starts 2 bytes back, but only 1 are unpacked"},
    /* 137 bytes for each of 20 can be stated, no more */
    {&fy_format_yay0, BYTES("Yay0\0\0\x0A\xB4\0\0\0\x14\0\0\0\x14\x80\0\0\0"), NULL,
     "a.szs:0x14: error: the literals end after 0 of 2740 unpacked bytes"},
    {&fy_format_yay0, BYTES("Yay0\0\0\x0A\xB5\0\0\0\x14\0\0\0\x14\x80\0\0\0"), NULL,
     "a.szs:0x4: error: 2741 unpacked bytes stated, but 20 packed bytes cannot hold that many"},
    {&fy_format_yay0, BYTES("Yay0\x80\0\0\0\0\0\0\x14\0\0\0\x16\x80\0\0\0\x10\1a"), NULL,
     "a.szs:0x4: error: 2147483648 unpacked bytes stated; the limit is 67108864"},

    /* one stored block "abc" with its checksum 0x352441C2, then padding */
    {&fy_format_gzip,
     BYTES("\x1F\x8B\x08\0\0\0\0\0\0\xFF\1\3\0\xFC\xFF"
           "abc\xC2\x41\x24\x35\3\0\0\0\0\0\0"),
     "abc", ""},
    {&fy_format_gzip, BYTES("\x1F\x8B\x08"), NULL, "a.szs:0x0: error: no gzip header"},
    {&fy_format_gzip,
     BYTES("\x1F\x8B\x08\0\0\0\0\0\0\xFF\1\3\0\xFC\xFF"
           "abc\xC2\x41\x24\x35\3\0\0"),
     NULL, "a.szs:0x19: error: the stream ends after 3 unpacked bytes"},
    {&fy_format_gzip,
     BYTES("\x1F\x8B\x08\0\0\0\0\0\0\xFF\1\3\0\xFC\xFF"
           "abd\xC2\x41\x24\x35\3\0\0\0"),
     NULL, "a.szs:0x16: error: the stream is corrupt after 3 unpacked bytes: incorrect data check"},
    {&fy_format_gzip, BYTES("\x1F\x8B\x08\0\0\0\0\0\0\xFF\7"), NULL,
     "a.szs:0xb: error: the stream is corrupt after 0 unpacked bytes: invalid block type"},

    {&fy_format_unicode,
     BYTES("\xEF\xBB\xBF"
           "v 1\n"),
     "v 1\n", ""},
    {&fy_format_unicode,
     BYTES("\xFF\xFE"
           "v\0\x20\0\xE9\0\xAC\x20\x3D\xD8\x00\xDE\n\0"),
     "v \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n", ""},
    {&fy_format_unicode,
     BYTES("\xFE\xFF"
           "\0v\0\x20\0\xE9\x20\xAC\xD8\x3D\xDE\x00\0\n"),
     "v \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\n", ""},
    {&fy_format_unicode,
     BYTES("\xFE\xFF"
           "\xDE\x00\0a\xD8\x3D\0b\xD8\x3D"),
     "\xEF\xBF\xBD"
     "a\xEF\xBF\xBD"
     "b\xEF\xBF\xBD",
     ""},
    /* the first and the last pair, and what lies on either side of second halves */
    {&fy_format_unicode,
     BYTES("\xFE\xFF"
           "\xD8\x00\xDC\x00\xDB\xFF\xDF\xFF\xD8\x00\xDB\xFF\xD8\x00\xE0\x00"),
     "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEE\x80\x80", ""},
    {&fy_format_unicode, BYTES("v 1\n"), NULL, "a.szs:0x0: error: no byte order mark of UTF-8 or UTF-16"},
};

START_TEST(hand_made_streams) {
    const stream_case *test = &streams[_i];
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ck_assert_int_eq(unpack(job, test->format, "a.szs", test->packed, &files), test->unpacked != NULL);
    expect_lines(job, test->message);
    ck_assert_uint_eq(files.count, test->unpacked ? 1 : 0);
    if (test->unpacked)
        expect_bytes(files.data[0].bytes,
                     (ferry_bytes){(const uint8_t *)test->unpacked, strlen(test->unpacked)});
    ferry_close(job);
}
END_TEST

typedef ferry_bytes builder(ferry_job *job, ferry_bytes bytes);

static builder *const builders[] = {build_yaz0, build_yay0, build_dca, build_gzip};

/* Built, unpacked again; and cut everywhere: an error each time, as every byte is needed. */
START_TEST(round_trip_and_every_truncation) {
    ferry_job *job = fy_test_job();
    const ferry_bytes plain = sample(job), packed = builders[_i](job, plain);
    ferry_file_list files = {0};
    ck_assert_uint_gt(packed.size, 0);
    ck_assert_uint_lt(packed.size, plain.size);
    ck_assert_uint_ge(all_formats[_i]->probe(packed), 24);
    ck_assert(unpack(job, all_formats[_i], "a", packed, &files));
    expect_bytes(files.data[0].bytes, plain);
    expect_lines(job, "");
    for (size_t size = 0; size < packed.size; size += size < 64 || size + 64 > packed.size ? 1 : 61) {
        ferry_job *cut = fy_test_job();
        ck_assert(!unpack(cut, all_formats[_i], "a", (ferry_bytes){packed.data, size}, &files));
        ck_assert_uint_eq(ferry_job_report(cut)->totals[FERRY_ERROR], 1);
        ferry_close(cut);
    }
    ferry_close(job);
}
END_TEST

/* Patched bytes: any result, but an error exactly if there is none. */
START_TEST(every_patched_byte) {
    ferry_job *job = fy_test_job();
    const ferry_bytes packed = builders[_i](job, (ferry_bytes){sample(job).data, 700});
    uint8_t *copy = ferry_new(job, uint8_t, packed.size);
    for (size_t at = 0; at < packed.size; at++) {
        for (int value = 0; value < 256; value += 51) {
            memcpy(copy, packed.data, packed.size);
            copy[at] = (uint8_t)value;
            ferry_job *patched = fy_test_job();
            ferry_file_list files = {0};
            const bool good = unpack(patched, all_formats[_i], "a", (ferry_bytes){copy, packed.size}, &files);
            ck_assert_int_eq(good, !ferry_failed(patched));
            ferry_close(patched);
        }
    }
    ferry_close(job);
}
END_TEST

START_TEST(gzip_members_in_a_row) {
    ferry_job *job = fy_test_job();
    const ferry_bytes first = build_gzip(job, BYTES("one ")), second = build_gzip(job, BYTES("two"));
    ferry_out out = ferry_out_open(job, "");
    ferry_put_bytes(&out, first.data, first.size);
    ferry_put_bytes(&out, second.data, second.size);
    ferry_put_zeros(&out, 100);
    ferry_file_list files = {0};
    ck_assert(unpack(job, &fy_format_gzip, "a.gz", (ferry_bytes){out.data, out.size}, &files));
    ck_assert_uint_eq(files.count, 1);
    expect_bytes(files.data[0].bytes, BYTES("one two"));
    ferry_close(job);
}
END_TEST

/* 64 MiB shrink to 64 KiB and come back; one more is refused before there is memory for it. */
START_TEST(gzip_bomb_is_refused) {
    ferry_job *job = fy_test_job();
    const size_t size = ((size_t)64 << 20) + (size_t)_i;
    const ferry_mark mark = ferry_job_mark(job);
    const ferry_bytes packed = build_gzip(job, (ferry_bytes){ferry_new(job, uint8_t, size), size});
    uint8_t *copy = malloc(packed.size);
    ck_assert_ptr_nonnull(copy);
    ck_assert_uint_gt(packed.size, 0);
    memcpy(copy, packed.data, packed.size);
    ferry_job_release(job, mark);

    const ferry_options options = {.size = sizeof options, .memory_limit = _i ? 1 << 20 : 80 << 20};
    ferry_job *small = ferry_open(&options);
    ferry_file_list files = {0};
    ck_assert(unpack(small, &fy_format_gzip, "a.gz", (ferry_bytes){copy, packed.size}, &files) == !_i);
    if (!_i) ck_assert_uint_eq(files.data[0].bytes.size, size);
    char *text = fy_report_text(ferry_job_report(small));
    ck_assert_int_eq(strstr(text, ": error: more than 67108864 unpacked bytes\n") != NULL, _i);
    free(text);
    free(copy);
    ferry_close(small);
    ferry_close(job);
}
END_TEST

START_TEST(memory_limit_is_an_error) {
    ferry_job *job = fy_test_job();
    const ferry_bytes packed = builders[_i](job, sample(job));
    for (size_t n = 1, done = 0; !done; n++) {
        const ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *failing = ferry_open(&options);
        ferry_file_list files = {0};
        if (failing && !ferry_failed(failing)) {
            done = unpack(failing, all_formats[_i], "a.gz", packed, &files);
            ck_assert_int_eq(done != 0, !ferry_failed(failing));
        }
        ferry_close(failing);
        ck_assert_uint_lt(n, 50);
    }
    ferry_close(job);
}
END_TEST

START_TEST(names_of_unpacked_files) {
    static const struct {
        const char *packed, *archive, *other;
    } names[] = {
        {"link.szs", "link.arc", "link"},
        {"a/Link.SZS", "a/Link.arc", "a/Link"},
        {"link.yaz0", "link", "link"},
        {"link.bmd.gz", "link.bmd", "link.bmd"},
        {"x.arc#link.Yay0", "x.arc#link", "x.arc#link"},
        {"link.arc", "link.arc", "link.arc"},
        {"link", "link", "link"},
        {".szs", ".szs", ".szs"},
        {"szs", "szs", "szs"},
        {"link.szs.gz", "link.szs", "link.szs"},
    };
    ferry_job *job = fy_test_job();
    const ferry_bytes archive = build_yaz0(job, BYTES("RARCxyz")), other = build_yaz0(job, BYTES("J3D2xyz"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        ferry_file_list files = {0};
        ck_assert(unpack(job, &fy_format_yaz0, names[i].packed, archive, &files));
        ck_assert_str_eq(files.data[0].name, names[i].archive);
        files = (ferry_file_list){0};
        ck_assert(unpack(job, &fy_format_yaz0, names[i].packed, other, &files));
        ck_assert_str_eq(files.data[0].name, names[i].other);
    }
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ RARC */

static const build_member members[] = {
    {"read me.txt", {(const uint8_t *)"hello", 5}},
    {"bdl/link.bdl", {(const uint8_t *)"J3D2", 4}},
    {"bck/low/walk.bck", {(const uint8_t *)"a walk of more than thirty-two bytes", 36}},
    {"bdl/empty.bdl", {NULL, 0}},
    {"bck/run.bck", {(const uint8_t *)"run", 3}},
    {"z", {(const uint8_t *)"Z", 1}},
};

/* By directory, in the order in which directories are first named: "", bdl, bck, bck/low. */
static const char *const member_order[] = {"read me.txt",   "z",           "bdl/link.bdl",
                                           "bdl/empty.bdl", "bck/run.bck", "bck/low/walk.bck"};

enum { MEMBERS = sizeof members / sizeof *members };

static ferry_bytes make_archive(ferry_job *job) {
    const ferry_bytes built = build_rarc(job, "archive", members, MEMBERS);
    ck_assert_uint_gt(built.size, 0);
    return built;
}

static const build_member *find_member(const char *path) {
    for (size_t i = 0; i < MEMBERS; i++)
        if (strcmp(members[i].path, path) == 0) return &members[i];
    ck_abort_msg("no member %s", path);
    return NULL;
}

START_TEST(archive_lists_all_members) {
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ck_assert(unpack(job, &fy_format_rarc, "a.arc", make_archive(job), &files));
    expect_lines(job, "");
    ck_assert_uint_eq(files.count, MEMBERS);
    for (uint32_t i = 0; i < MEMBERS; i++) {
        ck_assert_str_eq(files.data[i].name, member_order[i]);
        expect_bytes(files.data[i].bytes, find_member(member_order[i])->bytes);
    }
    ferry_close(job);
}
END_TEST

/* The archive by hand, without the builder: what the two agree on is not a mistake that both make. */
START_TEST(archive_by_hand) {
    static const char bytes[] =
        "RARC\0\0\0\xC4\0\0\0\x20\0\0\0\xA0\0\0\0\4\0\0\0\4\0\0\0\0\0\0\0\0"       /* data at 0xC0 */
        "\0\0\0\2\0\0\0\x20\0\0\0\3\0\0\0\x40\0\0\0\x10\0\0\0\x80\0\3\1\0\0\0\0\0" /* info */
        "ROOT\0\0\0\0\0\0\0\1\0\0\0\0SUB \0\0\0\2\0\0\0\2\0\0\0\1"                 /* two directories */
        "\xFF\xFF\0\0\2\0\0\2\0\0\0\1\0\0\0\x10\0\0\0\0"                           /* entry 0: directory 1 */
        "\0\1\xDE\xAD\x11\0\0\6\0\0\0\1\0\0\0\2\0\0\0\0"             /* entry 1: a file, wrong hash */
        "\0\2\0\0\x11\0\0\x8\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0\0"        /* entry 2: another; padding */
        "r\0sub\0f\0g\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0" /* names, padding */
        "WXYZ";
    ferry_job *job = fy_test_job();
    ferry_file_list files = {0};
    ck_assert_uint_eq(sizeof bytes - 1, 0xC4);
    ck_assert(unpack(job, &fy_format_rarc, "a.arc", BYTES(bytes), &files));
    expect_lines(job, "");
    ck_assert_uint_eq(files.count, 2);
    ck_assert_str_eq(files.data[0].name, "sub/f");
    expect_bytes(files.data[0].bytes, BYTES("XY"));
    ck_assert_str_eq(files.data[1].name, "sub/g");
    expect_bytes(files.data[1].bytes, BYTES("W"));
    ferry_close(job);
}
END_TEST

/* Where things lie in make_archive(): header 0x20, info 0x20, four directories, seventeen entries, names. */
enum {
    NODES_AT = 0x40,
    ENTRIES_AT = NODES_AT + 4 * 0x10,
    NAMES_AT = ENTRIES_AT + 0x160,
    ENTRY = 0x14,
    E_README = ENTRIES_AT,
    E_BDL = ENTRIES_AT + 2 * ENTRY,
    E_LINK = ENTRIES_AT + 6 * ENTRY,
};

/* Words are written over; then the expected messages, and how many members are left (-1: an error). */
typedef struct archive_case {
    struct {
        uint32_t at, value;
    } patches[3];
    int left;
    const char *message;
} archive_case;

static const archive_case archive_cases[] = {
    {{{0, 0x52415244}}, -1, "a.arc:0x0: error: no RARC header of 64 bytes"},
    {{{4, 0x10000}}, 6, "a.arc:0x4: warning: the archive states 65536 bytes, found 768"},
    {{{8, 0xFFFFFFF0}}, -1, "a.arc:0x8: error: the info block at 0xfffffff0 extends past the end"},
    {{{0x20, 0}}, -1, "a.arc:0x20: error: the archive has no directory"},
    {{{0x20, 0xFFFFFFFF}}, -1, "a.arc:0x20: error: 4294967295 directories at 0x40 extend past the end"},
    {{{0x24, 0xFFFFFFFF}}, -1, "a.arc:0x20: error: 4 directories at 0x10000001f extend past the end"},
    {{{0x28, 0x10000000}}, -1, "a.arc:0x28: error: 268435456 file entries at 0x80 extend past the end"},
    {{{0x2C, 0x80000000}}, -1, "a.arc:0x28: error: 17 file entries at 0x80000020 extend past the end"},
    {{{0x30, 0xFFFFFFFF}}, -1, "a.arc:0x30: error: 4294967295 bytes of names at 0x1e0 extend past the end"},
    /* one member beyond the end: the others stay */
    {{{E_LINK + 8, 0x7FFFFFFF}},
     5,
     "a.arc:0xf8: warning: entry[6]: its 4 bytes at 0x8000023f extend past the end; skipped"},
    {{{E_LINK + 12, 0xFFFFFFFF}},
     5,
     "a.arc:0xf8: warning: entry[6]: its 4294967295 bytes at 0x280 extend past the end; skipped"},
    /* a name beyond the table, an empty one, and two that must not become paths */
    {{{E_LINK + 4, 0x11FFFFFF}},
     5,
     "a.arc:0xf8: warning: entry[6]: the name has no end within 255 bytes and the string table; skipped"},
    {{{E_LINK + 4, 0x11000001}}, 5, "a.arc:0xf8: warning: entry[6]: the name is empty; skipped"},
    {{{E_LINK + 4, 0x11000002}},
     5,
     "a.arc:0xf8: warning: entry[6]: a file cannot be called \".\" or \"..\"; skipped"},
    /* a directory that does not exist, itself, and one that was reached before */
    {{{E_BDL + 8, 4}},
     4,
     "a.arc:0xa8: warning: entry[2]: it references a directory that does not exist; skipped\n"
     "a.arc:0x80: warning: 4 of 17 file entries belong to no reachable directory; skipped"},
    {{{E_BDL + 8, 0}},
     4,
     "a.arc:0xa8: warning: entry[2]: its directory is already listed elsewhere; skipped\n"
     "a.arc:0x80: warning: 4 of 17 file entries belong to no reachable directory; skipped"},
    {{{E_BDL + 8, 2}},
     4,
     "a.arc:0xbc: warning: entry[3]: its directory is already listed elsewhere; skipped\n"
     "a.arc:0x80: warning: 4 of 17 file entries belong to no reachable directory; skipped"},
    /* the entries of bdl: all of the archive's, none, too many */
    {{{NODES_AT + 0x1C, 0}},
     4,
     "a.arc:0x50: warning: directory[1]: entry 0 already belongs to directory 0; this and later entries "
     "are skipped\n"
     "a.arc:0x80: warning: 4 of 17 file entries belong to no reachable directory; skipped"},
    {{{NODES_AT + 0x1C, 0xFFFFFFFF}},
     4,
     "a.arc:0x50: warning: directory[1]: entries 4294967295 to 4294967298 stated, but the archive has "
     "only 17; the others are skipped\n"
     "a.arc:0x80: warning: 4 of 17 file entries belong to no reachable directory; skipped"},
    {{{NODES_AT + 0x3C, 16}},
     5,
     "a.arc:0x70: warning: directory[3]: entries 16 to 18 stated, but the archive has only 17; the others "
     "are skipped\n"
     "a.arc:0x80: warning: 2 of 17 file entries belong to no reachable directory; skipped"},
};

START_TEST(broken_archives) {
    const archive_case *test = &archive_cases[_i];
    ferry_job *job = fy_test_job();
    ferry_bytes built = make_archive(job);
    uint8_t *copy = ferry_new(job, uint8_t, built.size);
    ferry_file_list files = {0};
    ck_assert_uint_eq(built.size, 768);
    ck_assert_str_eq((const char *)built.data + NAMES_AT, ".");
    memcpy(copy, built.data, built.size);
    for (size_t i = 0; i < 3; i++)
        for (int k = 0; k < 4 && (i == 0 || test->patches[i].at); k++)
            copy[test->patches[i].at + (uint32_t)k] = (uint8_t)(test->patches[i].value >> (24 - 8 * k));
    ck_assert_int_eq(unpack(job, &fy_format_rarc, "a.arc", (ferry_bytes){copy, built.size}, &files),
                     test->left >= 0);
    expect_lines(job, test->message);
    if (test->left >= 0) ck_assert_int_eq((int)files.count, test->left);
    ferry_close(job);
}
END_TEST

/* Names are text; a slash in one makes no folder. */
START_TEST(archive_names_are_text) {
    static const build_member odd[] = {{"a\\b\x83\x5C", {(const uint8_t *)"1", 1}},
                                       {"tab\t", {(const uint8_t *)"2", 1}},
                                       {"up_up", {(const uint8_t *)"3", 1}}};
    ferry_job *job = fy_test_job();
    const ferry_bytes built = build_rarc(job, "r", odd, 3);
    uint8_t *copy = ferry_new(job, uint8_t, built.size);
    ferry_file_list files = {0};
    memcpy(copy, built.data, built.size);
    for (size_t i = 0; i + 5 < built.size; i++)
        if (memcmp(copy + i, "up_up", 5) == 0) memcpy(copy + i, "../up", 5);
    ck_assert(unpack(job, &fy_format_rarc, "a.arc", (ferry_bytes){copy, built.size}, &files));
    ck_assert_uint_eq(files.count, 3);
    ck_assert_str_eq(files.data[0].name, "a\\\\b\\x83\\\\");
    ck_assert_str_eq(files.data[1].name, "tab\\x09");
    ck_assert_str_eq(files.data[2].name, "..\\x2fup");
    ferry_close(job);
}
END_TEST

/* A chain of folders, one in the other: 64 are read, the 65th is not. */
START_TEST(archive_depth_is_limited) {
    for (int depth = 64; depth <= 65; depth++) {
        char path[65 * 2 + 2], *at = path;
        for (int i = 0; i < depth; i++) at += snprintf(at, 3, "d/");
        snprintf(at, 2, "f");
        ferry_job *job = fy_test_job();
        const build_member deep = {path, {(const uint8_t *)"1", 1}};
        ferry_file_list files = {0};
        ck_assert(unpack(job, &fy_format_rarc, "a.arc", build_rarc(job, "r", &deep, 1), &files));
        ck_assert_uint_eq(files.count, depth == 64);
        if (depth == 64) ck_assert_str_eq(files.data[0].name, path);
        expect_lines(job,
                     depth == 64
                         ? ""
                         : "a.arc:0x1360: warning: entry[192]: directories are nested more than 64 deep; "
                           "skipped\n"
                           "a.arc:0x460: warning: 3 of 198 file entries belong to no reachable directory; "
                           "skipped");
        ferry_close(job);
    }
}
END_TEST

/* Any prefix: no crash, and either an error or a warning, as every truncation loses something. */
START_TEST(archive_truncated_anywhere) {
    ferry_job *job = fy_test_job();
    const ferry_bytes built = make_archive(job);
    for (size_t size = 0; size < built.size; size++) {
        ferry_job *cut = fy_test_job();
        ferry_file_list files = {0};
        const bool good = unpack(cut, &fy_format_rarc, "a", (ferry_bytes){built.data, size}, &files);
        const ferry_report *report = ferry_job_report(cut);
        ck_assert_int_eq(good, report->totals[FERRY_ERROR] == 0);
        ck_assert_uint_ge(report->totals[FERRY_ERROR] + report->totals[FERRY_WARNING], 1);
        ferry_close(cut);
    }
    ferry_close(job);
}
END_TEST

START_TEST(archive_with_every_byte_patched) {
    ferry_job *job = fy_test_job();
    const ferry_bytes built = make_archive(job);
    uint8_t *copy = ferry_new(job, uint8_t, built.size);
    for (size_t at = 0; at < NAMES_AT + 0x60; at++) {
        for (int value = 0; value < 256; value += 15) {
            memcpy(copy, built.data, built.size);
            copy[at] = (uint8_t)value;
            ferry_job *patched = fy_test_job();
            ferry_file_list files = {0};
            const bool good = unpack(patched, &fy_format_rarc, "a", (ferry_bytes){copy, built.size}, &files);
            ck_assert_int_eq(good, !ferry_failed(patched));
            for (uint32_t i = 0; i < files.count; i++) {
                const ferry_bytes bytes = files.data[i].bytes;
                ck_assert(bytes.size == 0 ||
                          (bytes.data >= copy && bytes.size <= built.size - (size_t)(bytes.data - copy)));
            }
            ferry_close(patched);
        }
    }
    ferry_close(job);
}
END_TEST

/* Through the front door: an archive in Yaz0 in gzip, and a member of it that is packed itself. */
START_TEST(layers_are_peeled) {
    ferry_job *job = fy_test_job();
    const ferry_bytes inner = build_yay0(job, BYTES("the model itself, the model itself"));
    const build_member list[] = {{"bdl/a.bdl", inner}, {"b.txt", BYTES("text")}};
    const ferry_bytes packed = build_gzip(job, build_yaz0(job, build_rarc(job, "r", list, 2)));
    ferry_file_list files = {0};
    ck_assert(ferry_unpack(job, &(ferry_input){"x.szs.gz", packed}, &files));
    ck_assert_uint_eq(files.count, 2);
    ck_assert_str_eq(files.data[0].name, "b.txt");
    ck_assert_str_eq(files.data[1].name, "bdl/a.bdl");
    files = (ferry_file_list){0};
    ck_assert(ferry_unpack(job, &(ferry_input){"x.szs.gz#bdl/a.bdl", packed}, &files));
    ck_assert_uint_eq(files.count, 1);
    expect_bytes(files.data[0].bytes, BYTES("the model itself, the model itself"));
    expect_lines(job, "");
    ferry_close(job);
}
END_TEST

/* An archive of `count` members that are all the same bytes of it. */
static ferry_bytes archive_that_shares(ferry_job *job, ferry_bytes bytes, uint32_t count) {
    build_member *list = ferry_new(job, build_member, count);
    list[0] = (build_member){"0", bytes};
    for (uint32_t i = 1; i < count; i++) list[i] = (build_member){ferry_job_format(job, "%u", i), BYTES("x")};
    const ferry_bytes built = build_rarc(job, "r", list, count);
    uint8_t *copy = ferry_new(job, uint8_t, built.size);
    memcpy(copy, built.data, built.size);
    uint8_t *entries = copy + 0x20 + ferry_be32(built.data + 0x2C);
    ck_assert_uint_eq(ferry_be32(entries + 0x0C), bytes.size);
    for (uint32_t i = 1; i < count; i++) memcpy(entries + 0x14 * i + 8, entries + 8, 8); /* offset and size */
    return (ferry_bytes){copy, built.size};
}

static ferry_job *job_with_limit(uint32_t limit) {
    return ferry_open(&(ferry_options){.size = sizeof(ferry_options), .unpack_limit = limit});
}

/* However archives and layers multiply, what comes out stays in proportion to what went in: at every door,
 * and by default. */
START_TEST(what_is_unpacked_is_bounded) {
    enum { SIZE = 600000, COUNT = 300 };
    ferry_job *maker = fy_test_job();
    uint8_t *bytes = ferry_new(maker, uint8_t, SIZE);
    const ferry_bytes archive = archive_that_shares(maker, (ferry_bytes){bytes, SIZE}, COUNT);
    const ferry_input input = {"x.arc", archive};
    ferry_file_list files = {0};
    ferry_recognised found;
    ferry_recognised_list all;
    for (int door = 0; door < 4; door++) {
        ferry_job *job = job_with_limit(0);
        ck_assert(door != 0 || !ferry_unpack(job, &input, &files));
        ck_assert(door != 1 || !ferry_recognise(job, &input, &found));
        ck_assert(door != 2 || !ferry_find_models(job, &input, &all));
        ck_assert(door != 3 || !ferry_load(job, &input, 1));
        expect_lines(job, ferry_job_format(maker,
                                           "x.arc: error: 180000790 bytes unpacked in total, more than "
                                           "128 for each of the %zu input bytes (--unpack-limit)",
                                           archive.size));
        ck_assert_uint_lt(ferry_job_peak_memory(job), 1 << 20);
        ferry_close(job);
    }
    ferry_job *job = job_with_limit(400);
    ck_assert(ferry_unpack(job, &input, &files));
    ck_assert_uint_eq(files.count, COUNT);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* Members that share bytes and together, names included, come to `total` bytes. */
static ferry_bytes archive_of(ferry_job *maker, uint32_t size, uint32_t total) {
    const uint32_t count = total / size + 1;
    const ferry_bytes archive =
        archive_that_shares(maker, (ferry_bytes){ferry_new(maker, uint8_t, size), size}, count);
    ferry_job *job = job_with_limit(UINT32_MAX);
    ferry_file_list files = {0};
    ck_assert(ferry_unpack(job, &(ferry_input){"x.arc", archive}, &files));
    uint32_t before = 0;
    for (uint32_t i = 0; i < files.count; i++)
        before += (uint32_t)(files.data[i].bytes.size + strlen(files.data[i].name));
    ck_assert(before > total && before - total < size);
    uint8_t *last = (uint8_t *)(uintptr_t)archive.data + 0x20 + ferry_be32(archive.data + 0x2C) +
                    0x14 * (count - 1) + 0xC;
    const uint32_t left = size - (before - total);
    for (int i = 0; i < 4; i++) last[i] = (uint8_t)(left >> (24 - 8 * i));
    ferry_close(job);
    return archive;
}

/* 64 MiB are free, and so are 128 bytes for each byte of the input, if that is more: the last byte that is
 * allowed, and the next. */
START_TEST(what_is_unpacked_has_an_edge) {
    enum { SMALL = 500000, LARGE = 600000, FREE = 64 << 20, EACH = 128 };
    ferry_job *maker = fy_test_job();
    for (uint32_t size = SMALL; size <= LARGE; size += LARGE - SMALL) {
        uint32_t most = FREE;
        for (uint32_t before = 0; size == LARGE && before != most;) { /* more members make it larger */
            before = most;
            most = EACH * (uint32_t)archive_of(maker, size, most).size;
        }
        for (uint32_t more = 0; more < 2; more++) {
            const ferry_bytes archive = archive_of(maker, size, most + more);
            ck_assert_uint_eq(size == LARGE, EACH * archive.size == most);
            ferry_job *job = fy_test_job();
            ferry_file_list files = {0};
            ck_assert_uint_eq(ferry_unpack(job, &(ferry_input){"x.arc", archive}, &files), more == 0);
            ck_assert_uint_eq(ferry_job_report(job)->count, more);
            ferry_close(job);
        }
    }
    ferry_close(maker);
}
END_TEST

/* Packed members of an archive count one by one, and are not left out as broken ones are. */
START_TEST(what_is_unpacked_in_layers_is_bounded) {
    enum { SIZE = 8 << 20, COUNT = 12 };
    ferry_job *maker = fy_test_job();
    const ferry_bytes zeros = {ferry_new(maker, uint8_t, SIZE), SIZE};
    const ferry_bytes archive = archive_that_shares(maker, build_gzip(maker, zeros), COUNT);
    ferry_job *job = job_with_limit(0);
    ferry_recognised_list all;
    ck_assert(!ferry_find_models(job, &(ferry_input){"x.arc", archive}, &all));
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->count, 1);
    ck_assert_str_eq(report->data[0].code, "input.unpack-limit");
    ck_assert_str_eq(report->data[0].file, "x.arc#7"); /* 64 MiB are free */
    ck_assert_uint_lt(ferry_job_peak_memory(job), 80 << 20);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* All models, whatever lies beside them; none is no error, broken packing is one. */
START_TEST(models_are_found) {
    ferry_job *job = fy_test_job();
    const ferry_bytes model = fy_read_fixture("maya.bdl");
    const build_member list[] = {
        {"bdl/a.bdl", model}, {"b.txt", BYTES("text")}, {"c.bdl", build_yay0(job, model)}};
    const ferry_bytes packed = build_yaz0(job, build_rarc(job, "r", list, 3));
    ferry_recognised_list found;
    ck_assert(ferry_find_models(job, &(ferry_input){"x.szs", packed}, &found));
    ck_assert_uint_eq(found.count, 2);
    ck_assert_str_eq(found.data[0].name, "x.szs#c.bdl");
    ck_assert_str_eq(found.data[0].layers, "yaz0 rarc yay0");
    ck_assert_str_eq(found.data[1].name, "x.szs#bdl/a.bdl");
    ck_assert_str_eq(found.data[1].format->name, "j3d");
    ck_assert_uint_eq(found.data[1].bytes.size, model.size);
    ck_assert(ferry_find_models(job, &(ferry_input){"a.bdl", model}, &found));
    ck_assert_uint_eq(found.count, 1);
    ck_assert_str_eq(found.data[0].name, "a.bdl");
    ck_assert(ferry_find_models(job, &(ferry_input){"b.txt", BYTES("text")}, &found));
    ck_assert_uint_eq(found.count, 0);
    expect_lines(job, "");
    ck_assert(!ferry_find_models(job, &(ferry_input){"x.szs", {packed.data, packed.size / 2}}, &found));
    ck_assert_uint_eq(found.count, 0);
    ck_assert(ferry_failed(job));
    free((void *)(uintptr_t)model.data);
    ferry_close(job);
}
END_TEST

static TCase *stream_tests(void) {
    TCase *tests = tcase_create("streams");
    tcase_add_loop_test(tests, hand_made_streams, 0, (int)(sizeof streams / sizeof *streams));
    tcase_add_loop_test(tests, round_trip_and_every_truncation, 0, sizeof builders / sizeof *builders);
    tcase_add_loop_test(tests, every_patched_byte, 0, sizeof builders / sizeof *builders);
    tcase_add_loop_test(tests, memory_limit_is_an_error, 0, sizeof builders / sizeof *builders);
    tcase_add_test(tests, gzip_members_in_a_row);
    tcase_add_loop_test(tests, gzip_bomb_is_refused, 0, 2);
    tcase_add_test(tests, names_of_unpacked_files);
    return tests;
}

static TCase *archive_tests(void) {
    TCase *tests = tcase_create("archives");
    tcase_add_test(tests, archive_lists_all_members);
    tcase_add_test(tests, archive_by_hand);
    tcase_add_loop_test(tests, broken_archives, 0, (int)(sizeof archive_cases / sizeof *archive_cases));
    tcase_add_test(tests, archive_names_are_text);
    tcase_add_test(tests, archive_depth_is_limited);
    tcase_add_test(tests, archive_truncated_anywhere);
    tcase_add_test(tests, archive_with_every_byte_patched);
    tcase_add_test(tests, layers_are_peeled);
    tcase_add_test(tests, models_are_found);
    tcase_add_test(tests, what_is_unpacked_is_bounded);
    tcase_add_test(tests, what_is_unpacked_has_an_edge);
    tcase_add_test(tests, what_is_unpacked_in_layers_is_bounded);
    return tests;
}

int main(void) {
    Suite *suite = suite_create("packing");
    suite_add_tcase(suite, stream_tests());
    suite_add_tcase(suite, archive_tests());
    return fy_run_suite(suite);
}
