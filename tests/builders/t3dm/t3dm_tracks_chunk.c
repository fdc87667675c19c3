/* t3dm_tracks_chunk.c: see t3dm_tracks_chunk.h. */
#include "t3dm_tracks_chunk.h"

#include <stdlib.h>

/* Names, sizes and numbers of records, in the order of the file. */
static const struct {
    const char *name;
    uint32_t bytes, count;
} sections[BUILD_SECTIONS] = {
    {"BILL", 4, 1},  {"HIDE", 4, 1},  {"CLIP", 28, 2}, {"TRAK", 24, 8}, {"TIME", 4, 13}, {"VALU", 2, 47},
    {"MRPH", 12, 2}, {"MOVE", 14, 3}, {"SHFT", 8, 3},  {"AREA", 8, 1},  {"VERT", 4, 3},
};

const char *const build_clip_names[2][2] = {{"show", "btp"}, {"sway", "bls"}};

uint32_t build_tracks_count(uint32_t section) {
    return sections[section].count;
}

uint32_t build_tracks_record(uint32_t section, uint32_t record) {
    uint32_t at = 8 + 12 * BUILD_SECTIONS;
    for (uint32_t i = 0; i < section; i++) at = (at + sections[i].bytes * sections[i].count + 3) & ~3u;
    return at + sections[section].bytes * record;
}

static void put_clip(ferry_out *out, const uint32_t strings[2], float duration, uint8_t loop,
                     uint16_t animation, uint32_t first, uint32_t count) {
    ferry_put_u32(out, strings[0]);
    ferry_put_u32(out, strings[1]);
    ferry_put_f32(out, duration);
    ferry_put_f32(out, 30);
    ferry_put_u8(out, loop);
    ferry_put_u8(out, 0);
    ferry_put_u16(out, animation);
    ferry_put_u32(out, first);
    ferry_put_u32(out, count);
}

/* Target, slot, lines, width; object, keys; times, values; scale, offset. */
typedef struct track {
    uint8_t head[4];
    uint16_t object, keys;
    uint32_t times, values;
    float scale, offset;
} track;

static const track tracks[8] = {
    {{1, 0, 0, 1}, 2, 3, 0, 0, 1, 0},          /* shows and hides the twig */
    {{2, 0, 0, 1}, 0, 2, 3, 3, 1, 0},          /* the limb becomes glass */
    {{3, 1, 1, 2}, 0, 2, 4, 5, 0.25f, 0},      /* the bark's second tile moves */
    {{4, 0, 1, 4}, 1, 4, 6, 9, 1, 0},          /* the glass changes colour, with a jump */
    {{5, 0, 0, 4}, 0, 1, 3, 25, 1, 0},         /* the bark's other colour is another one */
    {{6, 0, 1, 1}, 0, 3, 10, 29, 0x1p-14f, 0}, /* limb and leaf bend: above 1, then back */
    {{6, 0, 1, 1}, 1, 3, 10, 32, 0x1p-15f, -1}, {{7, 0, 1, 4}, 0, 3, 10, 35, 1, 0},
};

static const float times[13] = {0, 0.5f, 1.5f, 0, 1, 2, 0, 1, 1, 2, 0, 0.75f, 1.5f};

static const uint16_t values[47] = {
    0,      1,      0,          /* twig */
    0,      1,                  /* limb */
    0,      0,      64,     16, /* tile, 16 and 4 texels */
    200,    150,    100,    250, 0,   0, 0, 255, 255, 255, 255, 255, 10, 20, 30, 40, /* glass */
    9,      8,      7,      6,                                                       /* bark */
    0,      0x6000, 0x2000,                                                          /* weights 0, 1.5, .5 */
    0x8000, 0,      0xC000,                                                          /* 0, -1, .5 */
    0,      0,      0,      255, 255, 0, 0, 0,   4,   3,   2,   1,                   /* area */
};

static void put_tracks(ferry_out *out) {
    for (uint32_t i = 0; i < 8; i++) {
        const track *t = &tracks[i];
        ferry_put_bytes(out, t->head, 4);
        ferry_put_u16(out, t->object);
        ferry_put_u16(out, t->keys);
        ferry_put_u32(out, t->times);
        ferry_put_u32(out, t->values);
        ferry_put_f32(out, t->scale);
        ferry_put_f32(out, t->offset);
    }
}

static void put_range(ferry_out *out, uint32_t first, uint32_t count) {
    ferry_put_u32(out, first);
    ferry_put_u32(out, count);
}

static void put_bytes(ferry_out *out, uint32_t vertex, const int16_t *shorts, uint32_t count) {
    ferry_put_u32(out, vertex);
    for (uint32_t i = 0; i < count; i++) ferry_put_u16(out, (uint16_t)shorts[i]);
}

static void put_vertices(ferry_out *out) {
    static const int16_t moves[3][3] = {{10, -20, 30}, {-6, 4, 2}, {0, 100, 0}},
                         shifts[3][2] = {{32, -64}, {1, 2}, {-160, 0}};
    static const int8_t normals[3][4] = {{0, 0, 0, 0}, {0, 64, 0, 0}, {-32, 0, 32, 0}};
    static const uint32_t moved[3] = {1, 4, 10}, shifted[3] = {2, 8, 9}, area[3] = {5, 18, 19};
    put_range(out, 0, 3);
    ferry_put_u32(out, 0);
    put_range(out, 0, 3);
    ferry_put_u32(out, 0x01000000);
    for (int i = 0; i < 3; i++) {
        put_bytes(out, moved[i], moves[i], 3);
        ferry_put_bytes(out, normals[i], 4);
    }
    ferry_align(out, 4);
    for (int i = 0; i < 3; i++) put_bytes(out, shifted[i], shifts[i], 2);
    put_range(out, 0, 3);
    for (int i = 0; i < 3; i++) ferry_put_u32(out, area[i]);
}

ferry_bytes build_tracks_chunk(ferry_job *job, const uint32_t strings[2][2]) {
    ferry_out out = ferry_out_open(job, "built");
    ferry_put_bytes(&out, "F64T", 4);
    ferry_put_u16(&out, 1);
    ferry_put_u16(&out, BUILD_SECTIONS);
    for (uint32_t i = 0; i < BUILD_SECTIONS; i++) {
        ferry_put_bytes(&out, sections[i].name, 4);
        ferry_put_u32(&out, build_tracks_record(i, 0));
        ferry_put_u32(&out, sections[i].count);
    }
    ferry_put_u32(&out, 0x00010200); /* bone 1 is cylindrical */
    ferry_put_u32(&out, 0x00020000); /* object 2 is hidden */
    put_clip(&out, strings[0], 2, 2, 0xFFFF, 0, 5);
    put_clip(&out, strings[1], 1.5f, 4, 0, 5, 3);
    put_tracks(&out);
    for (uint32_t i = 0; i < sections[BUILD_TIME].count; i++) ferry_put_f32(&out, times[i]);
    for (uint32_t i = 0; i < sections[BUILD_VALU].count; i++) ferry_put_u16(&out, values[i]);
    ferry_align(&out, 4);
    put_vertices(&out);
    if (out.bad || out.size != build_tracks_record(BUILD_VERT, sections[BUILD_VERT].count)) abort();
    return (ferry_bytes){out.data, out.size};
}
