/*
 * test_pictures.c: pictures of models from memory to texels: one of 2 x 2 as each kind's encoder writes it,
 * DDS by hand, broken ones with their exact messages, and any bytes (docs/formats/generic.md, "Textures").
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/image/pictures/pictures.h"
#include "helpers.h"

/* clang-format off */
/* True colour and alpha, from the last row up. */
static const uint8_t tga[] = {
    0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 8, 255, 0, 0, 255, 255, 255, 255, 128, 0, 0,
    255, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 84, 82, 85, 69, 86, 73, 83, 73, 79, 78, 45, 88,
    70, 73, 76, 69, 46, 0};
/* The same in runs. */
static const uint8_t tga_runs[] = {
    0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, 32, 8, 1, 255, 0, 0, 255, 255, 255, 255, 128, 1, 0,
    0, 255, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 0, 0, 84, 82, 85, 69, 86, 73, 83, 73, 79, 78, 45, 88,
    70, 73, 76, 69, 46, 0};
/* 32 bits. */
static const uint8_t bmp[] = {
    66, 77, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 32, 0, 0,
    0, 0, 0, 16, 0, 0, 0, 196, 14, 0, 0, 196, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255,
    255, 255, 128, 0, 0, 255, 255, 0, 255, 0, 255};
/* 24 bits: opaque. */
static const uint8_t bmp_24[] = {
    66, 77, 70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 24, 0, 0,
    0, 0, 0, 16, 0, 0, 0, 196, 14, 0, 0, 196, 14, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 255,
    255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0};
/* A palette of four: opaque. */
static const uint8_t gif[] = {
    71, 73, 70, 56, 55, 97, 2, 0, 2, 0, 129, 0, 0, 255, 255, 255, 0, 255, 0, 255, 0, 0, 0, 0, 255, 44,
    0, 0, 0, 0, 2, 0, 2, 0, 0, 8, 7, 0, 5, 4, 24, 0, 32, 32, 0, 59};
/* Four planes, no layers. */
static const uint8_t psd[] = {
    56, 66, 80, 83, 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 2, 0, 0, 0, 2, 0, 8, 0, 3, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128};
/* LZW, unassociated alpha. */
static const uint8_t tiff[] = {
    73, 73, 42, 0, 22, 0, 0, 0, 128, 63, 192, 0, 8, 20, 22, 6, 255, 132, 66, 16, 16, 16, 11, 0, 0, 1, 3,
    0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 2, 1, 3, 0, 4, 0, 0, 0, 160, 0, 0, 0,
    3, 1, 3, 0, 1, 0, 0, 0, 5, 0, 0, 0, 6, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 17, 1, 4, 0, 1, 0, 0, 0, 8,
    0, 0, 0, 21, 1, 3, 0, 1, 0, 0, 0, 4, 0, 0, 0, 22, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 23, 1, 4, 0, 1,
    0, 0, 0, 14, 0, 0, 0, 28, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 82, 1, 3, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0,
    0, 0, 0, 8, 0, 8, 0, 8, 0, 8, 0};
/* Lossless. */
static const uint8_t webp[] = {
    82, 73, 70, 70, 48, 0, 0, 0, 87, 69, 66, 80, 86, 80, 56, 76, 35, 0, 0, 0, 47, 1, 64, 0, 16, 31, 32,
    16, 72, 222, 31, 58, 141, 249, 23, 16, 20, 252, 31, 157, 128, 160, 232, 186, 229, 34, 102, 15, 194,
    13, 24, 34, 250, 31, 2, 0};
/* clang-format on */

/* Red, green; blue, half-transparent white, or white. */
static const uint8_t square[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 128};
static const uint8_t opaque[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};

typedef struct sample {
    const char *kind;
    const uint8_t *bytes;
    size_t size;
    const uint8_t *texels;
} sample;

static const sample samples[] = {
    {"TGA", tga, sizeof tga, square},    {"TGA", tga_runs, sizeof tga_runs, square},
    {"BMP", bmp, sizeof bmp, square},    {"BMP", bmp_24, sizeof bmp_24, opaque},
    {"GIF", gif, sizeof gif, opaque},    {"PSD", psd, sizeof psd, square},
    {"TIFF", tiff, sizeof tiff, square}, {"WebP", webp, sizeof webp, square},
};

enum { SAMPLES = sizeof samples / sizeof *samples };

typedef struct result {
    ferry_job *job;
    bool read;
    uint32_t width, height;
    const uint8_t *rgba;
} result;

static result look(const uint8_t *bytes, size_t size) {
    result r = {.job = fy_test_job()};
    const ferry_window in = ferry_window_open(r.job, "x", (ferry_bytes){bytes, size});
    r.read = fy_picture_read(&in, &r.width, &r.height, &r.rgba);
    return r;
}

static void expect_texels(const uint8_t *bytes, size_t size, uint32_t width, uint32_t height,
                          const uint8_t *texels) {
    result r = look(bytes, size);
    fy_expect_report(r.job, "");
    ck_assert(r.read);
    ck_assert_uint_eq(r.width, width);
    ck_assert_uint_eq(r.height, height);
    ck_assert_mem_eq(r.rgba, texels, 4 * (size_t)width * height);
    ferry_close(r.job);
}

static void expect_broken(const uint8_t *bytes, size_t size, const char *words) {
    result r = look(bytes, size);
    ck_assert(!r.read);
    fy_expect_report(r.job, words);
    ck_assert(!ferry_failed(r.job));
    ferry_close(r.job);
}

START_TEST(kinds) {
    const sample *s = &samples[_i];
    const char *name;
    bool read = fy_picture_kind((ferry_bytes){s->bytes, s->size}, &name);
    ck_assert_str_eq(name, s->kind);
    if (read) expect_texels(s->bytes, s->size, 2, 2, s->texels);
}
END_TEST

START_TEST(kinds_that_are_not_read) {
    static const struct {
        const char *bytes, *name;
    } others[] = {
        {"\xabKTX 20\xbb\r\n\x1a\n", "KTX"}, {"#?RADIANCE\n", "Radiance HDR"},    {"<svg xmlns=", "SVG"},
        {"\x76\x2f\x31\x01....", "OpenEXR"}, {"This is no picture at all", NULL}, {"", NULL}};
    for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
        const char *name;
        ck_assert(!fy_picture_kind((ferry_bytes){(const uint8_t *)others[k].bytes, strlen(others[k].bytes)},
                                   &name));
        ck_assert_pstr_eq(name, others[k].name);
    }
}
END_TEST

/* Alpha of which nothing is there was never written. */
START_TEST(targa_without_alpha) {
    const char *name;
    uint8_t copy[sizeof tga];
    memcpy(copy, tga, sizeof tga);
    for (size_t k = 0; k < 4; k++) copy[18 + 4 * k + 3] = 0;
    if (fy_picture_kind((ferry_bytes){copy, sizeof copy}, &name))
        expect_texels(copy, sizeof copy, 2, 2, opaque);
}
END_TEST

/* Without the mark at its end only the header tells: sides that are none tell of something else. */
START_TEST(targa_without_a_mark) {
    const char *name;
    uint8_t bare[34];
    memcpy(bare, tga, sizeof bare);
    (void)fy_picture_kind((ferry_bytes){bare, sizeof bare}, &name);
    ck_assert_pstr_eq(name, "TGA");
    for (size_t side = 12; side <= 14; side += 2) {
        bare[side] = 0;
        ck_assert(!fy_picture_kind((ferry_bytes){bare, sizeof bare}, &name));
        ck_assert_pstr_eq(name, NULL);
        bare[side] = 2;
    }
}
END_TEST

/* Up to 255 bytes behind the header say what the picture is; they make it nothing else. */
START_TEST(targa_with_an_identification) {
    const char *name;
    uint8_t named[18 + 5 + 16];
    memcpy(named, tga, 18);
    memcpy(named + 18, "x.tga", 5);
    memcpy(named + 23, tga + 18, 16);
    named[0] = 5;
    if (fy_picture_kind((ferry_bytes){named, sizeof named}, &name))
        expect_texels(named, sizeof named, 2, 2, square);
    ck_assert_pstr_eq(name, "TGA");
}
END_TEST

/* Without a mark, a map of colours has entries of a size that there is. */
START_TEST(targa_of_an_odd_map) {
    static const uint8_t mapped[] = {0, 1, 1, 0, 0, 2, 0, 24,  0,   0, 0, 0, 2,
                                     0, 1, 0, 8, 0, 0, 0, 255, 255, 0, 0, 0, 1};
    const char *name;
    uint8_t odd[sizeof mapped];
    (void)fy_picture_kind((ferry_bytes){mapped, sizeof mapped}, &name);
    ck_assert_pstr_eq(name, "TGA");
    memcpy(odd, mapped, sizeof odd);
    odd[7] = 23;
    ck_assert(!fy_picture_kind((ferry_bytes){odd, sizeof odd}, &name));
    ck_assert_pstr_eq(name, NULL);
}
END_TEST

/* Greys have one or two bytes; pictures of colours may bring a map, too. */
START_TEST(targas_by_their_fields) {
    static const struct {
        uint8_t map, type, entry, depth;
        bool known;
    } rows[] = {{0, 3, 0, 8, true},   {0, 3, 0, 16, true},   {0, 3, 0, 9, false}, {0, 11, 0, 8, true},
                {1, 2, 24, 24, true}, {1, 1, 24, 24, false}, {1, 9, 24, 8, true}, {0, 1, 24, 8, false}};
    const char *name;
    uint8_t bytes[64] = {0};
    bytes[1] = rows[_i].map, bytes[2] = rows[_i].type, bytes[7] = rows[_i].entry;
    bytes[12] = bytes[14] = 1, bytes[16] = rows[_i].depth;
    (void)fy_picture_kind((ferry_bytes){bytes, sizeof bytes}, &name);
    ck_assert_pstr_eq(name, rows[_i].known ? "TGA" : NULL);
}
END_TEST

/* Runs need fewer bytes than there are texels. */
START_TEST(targa_of_one_run) {
    static const uint8_t run[] = {0, 0, 10, 0, 0,  0, 0,         0, 0, 0, 0,  0,
                                  8, 0, 8,  0, 32, 8, 0x80 | 63, 3, 2, 1, 255};
    uint8_t texels[64 * 4];
    const char *name;
    for (size_t k = 0; k < 64; k++) memcpy(texels + 4 * k, (const uint8_t[]){1, 2, 3, 255}, 4);
    if (fy_picture_kind((ferry_bytes){run, sizeof run}, &name)) expect_texels(run, sizeof run, 8, 8, texels);
}
END_TEST

/* ---------------------------------------------------------------------------------------------------- DDS */

typedef struct dds {
    uint8_t bytes[512];
    size_t size;
} dds;

static void put32(dds *d, size_t at, uint32_t value) {
    for (size_t k = 0; k < 4; k++) d->bytes[at + k] = (uint8_t)(value >> 8 * k);
}

static dds make_dds(uint32_t width, uint32_t height, uint32_t flags, const char *letters, uint32_t bits,
                    const uint32_t masks[4]) {
    dds d = {.size = 128};
    memcpy(d.bytes, "DDS ", 4);
    put32(&d, 4, 124);
    put32(&d, 12, height);
    put32(&d, 16, width);
    put32(&d, 76, 32);
    put32(&d, 80, flags);
    memcpy(d.bytes + 84, letters, strlen(letters));
    put32(&d, 88, bits);
    for (size_t c = 0; masks && c < 4; c++) put32(&d, 92 + 4 * c, masks[c]);
    return d;
}

static void add(dds *d, const void *bytes, size_t size) {
    memcpy(d->bytes + d->size, bytes, size);
    d->size += size;
}

/* Two columns of three rows: what is beyond is not there. Red and green, picks 0 1 / 2 3 / 1 0. */
static const uint8_t colors[8] = {0x00, 0xf8, 0xe0, 0x07, 0x04, 0x0e, 0x01, 0x00};

START_TEST(dds_blocks) {
    static const uint8_t bc1[24] = {255, 0,   0, 255, 0, 255, 0, 255, 170, 85, 0, 255,
                                    85,  170, 0, 255, 0, 255, 0, 255, 255, 0,  0, 255};
    dds d = make_dds(2, 3, 4, "DXT1", 0, NULL);
    add(&d, colors, sizeof colors);
    expect_texels(d.bytes, d.size, 2, 3, bc1);

    /* The first colour is not the larger one: half of each, and nothing. */
    static const uint8_t swapped[8] = {0xe0, 0x07, 0x00, 0xf8, 0x04, 0x0e, 0x01, 0x00};
    static const uint8_t three[24] = {0, 255, 0, 255, 255, 0, 0, 255, 128, 128, 0, 255,
                                      0, 0,   0, 0,   255, 0, 0, 255, 0,   255, 0, 255};
    d = make_dds(2, 3, 4, "DXT1", 0, NULL);
    add(&d, swapped, sizeof swapped);
    expect_texels(d.bytes, d.size, 2, 3, three);

    /* Alpha by four bits a texel: 1, 2 / 3, 4 / 15, 0. */
    static const uint8_t plain[8] = {0x21, 0, 0x43, 0, 0x0f, 0, 0, 0};
    static const uint8_t bc2[24] = {255, 0,   0, 17, 0, 255, 0, 34,  170, 85, 0, 51,
                                    85,  170, 0, 68, 0, 255, 0, 255, 255, 0,  0, 0};
    d = make_dds(2, 3, 4, "DXT3", 0, NULL);
    add(&d, plain, sizeof plain);
    add(&d, colors, sizeof colors);
    expect_texels(d.bytes, d.size, 2, 3, bc2);

    /* Between 240 and 30, picks 0 1 / 2 7 / 4 5, by way of Direct3D 10's number. */
    static const uint8_t mixed[8] = {240, 30, 0x08, 0xa0, 0x03, 0x2c, 0x00, 0x00};
    static const uint8_t bc3[24] = {255, 0,   0, 240, 0, 255, 0, 30,  170, 85, 0, 210,
                                    85,  170, 0, 60,  0, 255, 0, 150, 255, 0,  0, 120};
    d = make_dds(2, 3, 4, "DX10", 0, NULL);
    d.size = 148;
    put32(&d, 128, 77);
    add(&d, mixed, sizeof mixed);
    add(&d, colors, sizeof colors);
    expect_texels(d.bytes, d.size, 2, 3, bc3);
}
END_TEST

/* Blocks stand beside each other, and the next row of them below: each of one colour. */
START_TEST(dds_blocks_in_rows) {
    static const uint8_t lines[4][8] = {{0x00, 0xf8}, {0xe0, 0x07}, {0x1f, 0x00}, {0xff, 0xff}};
    static const uint8_t shown[4][3] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 255}};
    dds d = make_dds(5, 6, 4, "DXT1", 0, NULL);
    uint8_t texels[6 * 5 * 4];
    add(&d, lines, sizeof lines);
    for (uint32_t i = 0; i < 30; i++) {
        memcpy(texels + 4 * i, shown[i / 5 / 4 * 2 + i % 5 / 4], 3);
        texels[4 * i + 3] = 255;
    }
    expect_texels(d.bytes, d.size, 5, 6, texels);
}
END_TEST

START_TEST(dds_masks) {
    static const uint32_t bgra[4] = {0xff0000, 0xff00, 0xff, 0xff000000},
                          rgb565[4] = {0xf800, 0x7e0, 0x1f, 0}, gray[4] = {0xff};
    static const uint8_t four[16] = {0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 255, 255, 255, 128};
    dds d = make_dds(2, 2, 0x41, "", 32, bgra);
    add(&d, four, sizeof four);
    expect_texels(d.bytes, d.size, 2, 2, square);

    static const uint8_t two[4] = {0x00, 0x84, 0x1f, 0x04}, words[8] = {132, 130, 0, 255, 0, 130, 255, 255};
    d = make_dds(2, 1, 0x40, "", 16, rgb565);
    add(&d, two, sizeof two);
    ck_assert_uint_eq(words[0], 16 * 255 / 31 + 1);
    expect_texels(d.bytes, d.size, 2, 1, words);

    static const uint8_t one[2] = {0, 200}, grays[8] = {0, 0, 0, 255, 200, 200, 200, 255};
    d = make_dds(2, 1, 0x20000, "", 8, gray);
    add(&d, one, sizeof one);
    expect_texels(d.bytes, d.size, 2, 1, grays);
}
END_TEST

/* Direct3D 10 numbers kinds of texels instead: red first or blue first, and with what stands for alpha or
 * not. */
START_TEST(dds_numbers) {
    static const struct {
        uint32_t number;
        bool blue_first, opaque;
    } numbered[] = {{27, false, false}, {28, false, false}, {29, false, false}, {87, true, false},
                    {88, true, true},   {91, true, false},  {93, true, true}};
    static const uint8_t texel[4] = {10, 20, 30, 40};
    for (size_t i = 0; i < sizeof numbered / sizeof *numbered; i++) {
        const uint8_t shown[4] = {numbered[i].blue_first ? 30 : 10, 20, numbered[i].blue_first ? 10 : 30,
                                  numbered[i].opaque ? 255 : 40};
        dds d = make_dds(1, 1, 4, "DX10", 0, NULL);
        d.size = 148;
        put32(&d, 128, numbered[i].number);
        add(&d, texel, sizeof texel);
        expect_texels(d.bytes, d.size, 1, 1, shown);
    }
}
END_TEST

START_TEST(broken_dds) {
    dds d = make_dds(2, 3, 4, "DXT1", 0, NULL);
    expect_broken(d.bytes, 100, "x:0x64: warning: DDS: the file is truncated\n");
    expect_broken(d.bytes, 128, "x:0xc: warning: DDS: 128 bytes are not enough for 2 x 3 texels\n");
    d = make_dds(40000, 3, 4, "DXT1", 0, NULL);
    expect_broken(d.bytes, 512, "x:0xc: warning: DDS: 512 bytes are not enough for 40000 x 3 texels\n");
    d = make_dds(1 << 30, 1 << 30, 4, "DXT1", 0, NULL);
    expect_broken(d.bytes, 512, "x:0xc: warning: DDS: 1073741824 x 1073741824 is too large\n");
    d = make_dds(0, 3, 4, "DXT1", 0, NULL);
    expect_broken(d.bytes, 512, "x:0xc: warning: DDS: it is empty\n");
    d = make_dds(2, 3, 4, "ATI2", 0, NULL);
    expect_broken(d.bytes, 512, "x:0x54: warning: DDS: FourCC 0x32495441 is not supported\n");
    d = make_dds(2, 3, 4, "DX10", 0, NULL);
    expect_broken(d.bytes, 140, "x:0x8c: warning: DDS: the file is truncated\n");
    put32(&d, 128, 98);
    expect_broken(d.bytes, 512, "x:0x80: warning: DDS: DXGI format 98 is not supported\n");
    d = make_dds(2, 3, 0x40, "", 12, NULL);
    expect_broken(d.bytes, 512,
                  "x:0x50: warning: DDS: 12 bits per pixel with flags 0x40 are not "
                  "supported\n");
}
END_TEST

/* ---------------------------------------------------------------------------------------------------- PSD */

/* A palette; 16 bits of gray; CMYK, in runs; what a layer leaves open, over white. */
START_TEST(kinds_of_photoshop) {
    static uint8_t bytes[26 + 4 + 768 + 64];
    static const uint8_t start[26] = {'8', 'B', 'P', 'S', 0, 1, 0, 0, 0, 0, 0, 0, 0,
                                      1,   0,   0,   0,   1, 0, 0, 0, 2, 0, 8, 0, 2};
    memcpy(bytes, start, sizeof start);
    bytes[28] = 3; /* 768 */
    bytes[30 + 7] = 10, bytes[30 + 256 + 7] = 20, bytes[30 + 512 + 7] = 30;
    bytes[30 + 768 + 10] = 7; /* behind two empty blocks and the packing */
    expect_texels(bytes, 30 + 768 + 12, 2, 1, (const uint8_t[]){10, 20, 30, 255, 0, 0, 0, 255});

    static const uint8_t gray[] = {'8', 'B', 'P', 'S', 0, 1, 0, 0, 0,  0, 0,    0,    0,    1,   0,
                                   0,   0,   1,   0,   0, 0, 2, 0, 16, 0, 1,    0,    0,    0,   0,
                                   0,   0,   0,   0,   0, 0, 0, 0, 0,  0, 0x12, 0x34, 0xff, 0xff};
    expect_texels(gray, sizeof gray, 2, 1, (const uint8_t[]){0x12, 0x12, 0x12, 255, 255, 255, 255, 255});

    static const uint8_t cmyk[] = {'8', 'B', 'P', 'S', 0, 1, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2,
                                   0, 8, 0, 4,
                                   /* packing, lengths */
                                   0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 3, 0, 2, 255, 200,
                                   1, 100, 50, 128, 255, 0, 255, 128};
    expect_texels(cmyk, sizeof cmyk, 2, 1, (const uint8_t[]){100, 50, 0, 255, 100, 25, 0, 255});

    static const uint8_t open[] = {'8', 'B', 'P', 'S', 0, 1, 0, 0, 0,    0,    0, 0, 0,   2,   0,   0, 0,
                                   1,   0,   0,   0,   2, 0, 8, 0, 1,    0,    0, 0, 0,   0,   0,   0, 0,
                                   0,   0,   0,   6,   0, 0, 0, 2, 0xff, 0xff, 0, 0, 200, 255, 128, 0};
    expect_texels(open, sizeof open, 2, 1, (const uint8_t[]){146, 146, 146, 128, 255, 255, 255, 0});
}
END_TEST

/* ------------------------------------------------------------------------------------------------- broken */

static void expect_cut(const uint8_t *bytes, size_t size, const char *words) {
    const char *name;
    if (fy_picture_kind((ferry_bytes){bytes, size}, &name)) expect_broken(bytes, size, words);
}

START_TEST(broken_ones) {
    uint8_t large[sizeof bmp];
    memcpy(large, bmp, sizeof bmp);
    large[20] = 0x40; /* 4194306 columns */
    expect_cut(tga, 30, "x:0x0: warning: TGA: 30 bytes are not enough for 2 x 2 texels\n");
    expect_cut(large, sizeof large, "x:0x0: warning: BMP: 4194306 x 2 is too large\n");
    expect_cut(psd, 20, "x:0x14: warning: PSD: the file is truncated\n");
    expect_cut(psd, 50, "x:0x32: warning: PSD: the file is truncated\n");
    expect_cut(gif, 10, "x:0x0: warning: GIF: Corrupt GIF\n");
    expect_cut(tiff, 60, "x:0x3c: warning: TIFF: Can not read TIFF directory\n");
    expect_cut(webp, 40, "x:0x0: warning: WebP: it is truncated or corrupt\n");
    expect_cut(webp, 16, "x:0x0: warning: WebP: its header is corrupt\n");
}
END_TEST

/* ---------------------------------------------------------------------------------------------- any bytes */

static void check_one(const uint8_t *bytes, size_t size, size_t fail_allocation) {
    ferry_options options = {
        .size = sizeof options, .memory_limit = 1 << 20, .fail_allocation = fail_allocation};
    ferry_job *job = ferry_open(&options);
    result r = {0};
    const char *name;
    if (!job) return;
    const ferry_window in = ferry_window_open(job, "x", (ferry_bytes){bytes, size});
    bool read = fy_picture_read(&in, &r.width, &r.height, &r.rgba);
    bool known = fy_picture_kind((ferry_bytes){bytes, size}, &name);
    ck_assert(!read || (r.width && r.height && r.rgba));
    ck_assert(read || !known || ferry_job_report(job)->count);
    ferry_close(job);
}

START_TEST(survives_blows) {
    const sample *s = &samples[_i];
    uint8_t *copy = malloc(s->size);
    ck_assert_ptr_nonnull(copy);
    for (size_t at = 0; at < s->size; at++) {
        const uint8_t changed[] = {0, 0xff, (uint8_t)(s->bytes[at] ^ 0x80), (uint8_t)(s->bytes[at] + 1)};
        for (size_t k = 0; k < sizeof changed; k++) {
            memcpy(copy, s->bytes, s->size);
            copy[at] = changed[k];
            check_one(copy, s->size, 0);
        }
    }
    free(copy);
    for (size_t size = 1; size < s->size; size++) {
        copy = malloc(size); /* so that a look behind its end shows */
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, s->bytes, size);
        check_one(copy, size, 0);
        free(copy);
    }
    for (size_t n = 1; n < 12; n++) check_one(s->bytes, s->size, n);
}
END_TEST

/* --------------------------------------------------------------------------------------------------- JPEG */

/* A gray progressive picture of 8 x 8 whose one scan is there `scans` times: each costs a pass over all of
 * it. */
static size_t put_scans(uint8_t *to, int scans) {
    static const uint8_t head[] = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0},
                         frame[] = {0xff, 0xc2, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0},
                         codes[] = {0xff, 0xc4, 0, 20, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                         scan[] = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0, 0x7f}, end[] = {0xff, 0xd9};
    size_t at = sizeof head;
    memcpy(to, head, sizeof head);
    memset(to + at, 1, 64);
    at += 64;
    memcpy(to + at, frame, sizeof frame);
    at += sizeof frame;
    memcpy(to + at, codes, sizeof codes);
    at += sizeof codes;
    for (int k = 0; k < scans; k++, at += sizeof scan) memcpy(to + at, scan, sizeof scan);
    memcpy(to + at, end, sizeof end);
    return at + sizeof end;
}

START_TEST(scans_of_a_jpeg_are_limited) {
    uint8_t bytes[4096], gray[8 * 8 * 4];
    for (size_t k = 0; k < sizeof gray; k++) gray[k] = k % 4 == 3 ? 255 : 128;
    expect_texels(bytes, put_scans(bytes, 1), 8, 8, gray);
    result r = look(bytes, put_scans(bytes, 200));
    ck_assert(r.read);
    ferry_close(r.job);
    r = look(bytes, put_scans(bytes, 201));
    char *report = fy_report_text(ferry_job_report(r.job));
    ck_assert(!r.read);
    ck_assert_ptr_nonnull(strstr(report, "JPEG: more than 200 scans"));
    free(report);
    ferry_close(r.job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("pictures");
    TCase *c = tcase_create("kinds");
    tcase_add_loop_test(c, kinds, 0, SAMPLES);
    tcase_add_test(c, kinds_that_are_not_read);
    tcase_add_test(c, targa_without_alpha);
    tcase_add_test(c, targa_without_a_mark);
    tcase_add_test(c, targa_with_an_identification);
    tcase_add_test(c, targa_of_an_odd_map);
    tcase_add_test(c, targa_of_one_run);
    tcase_add_loop_test(c, targas_by_their_fields, 0, 8);
    tcase_add_test(c, kinds_of_photoshop);
    suite_add_tcase(suite, c);
    c = tcase_create("dds");
    tcase_add_test(c, dds_blocks);
    tcase_add_test(c, dds_blocks_in_rows);
    tcase_add_test(c, dds_masks);
    tcase_add_test(c, dds_numbers);
    tcase_add_test(c, broken_dds);
    suite_add_tcase(suite, c);
    c = tcase_create("broken");
    tcase_add_test(c, broken_ones);
    tcase_add_loop_test(c, survives_blows, 0, SAMPLES);
    tcase_add_test(c, scans_of_a_jpeg_are_limited);
    suite_add_tcase(suite, c);
    return fy_run_suite(suite);
}
