/* t3dm_tracks_player.c: see t3dm_tracks_player.h. */
#include "t3dm_tracks_player.h"

#include "helpers.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE = 0x2C, CLIP = 28, TRACK = 24, MORPH = 12, MOVE = 14, SHIFT = 8, AREA = 8, WIDTH = 4 };

typedef struct section {
    const uint8_t *data;
    uint32_t count;
} section;

typedef struct player {
    const uint8_t *file, *chunk;
    uint32_t strings;
    uint8_t *vertices, *copy;
    double *places, *normals, *shifts; /* of all vertices, three numbers each, of shifts two */
    bool *moves;                       /* others stay as they are */
    uint32_t vertex_count;
    double time;
    tracks_moment *to;
} player;

static uint32_t be16(const uint8_t *at) {
    return (uint32_t)at[0] << 8 | at[1];
}

static uint32_t be32(const uint8_t *at) {
    return be16(at) << 16 | be16(at + 2);
}

static double float_at(const uint8_t *at) {
    union {
        uint32_t bits;
        float value;
    } word = {be32(at)};
    return (double)word.value;
}

static uint32_t find_chunk(const player *p, char type, uint32_t *index) {
    for (uint32_t i = 0; i < be32(p->file + 4); i++) {
        uint32_t entry = be32(p->file + TABLE + 4 * (size_t)i);
        if (index) *index = i;
        if (entry >> 24 == (uint32_t)type) return entry & 0xFFFFFF;
    }
    return 0;
}

static section find_section(const player *p, const char *kind) {
    for (uint32_t i = 0; p->chunk && i < be16(p->chunk + 6); i++) {
        const uint8_t *at = p->chunk + 8 + 12 * (size_t)i;
        if (memcmp(at, kind, 4) != 0) continue;
        ck_assert_uint_eq(be32(at + 4) % 4, 0);
        return (section){p->chunk + be32(at + 4), be32(at + 8)};
    }
    return (section){NULL, 0};
}

/* What a track says: between the keys as it must be. */
static void value_at(const player *p, const uint8_t *track, double value[WIDTH]) {
    uint32_t keys = be16(track + 6), key = 0, width = track[3];
    const uint8_t *times = find_section(p, "TIME").data + 4 * (size_t)be32(track + 8);
    const uint8_t *values = find_section(p, "VALU").data + 2 * (size_t)be32(track + 12);
    double scale = float_at(track + 16), offset = float_at(track + 20), part = 0;
    ck_assert_uint_ge(keys, 1);
    while (key + 1 < keys && float_at(times + 4 * (size_t)(key + 1)) <= p->time) key++;
    double from = float_at(times + 4 * (size_t)key);
    if (track[2] == 1 && key + 1 < keys && p->time > from)
        part = (p->time - from) / (float_at(times + 4 * (size_t)(key + 1)) - from);
    for (uint32_t k = 0; k < width; k++) {
        double a = be16(values + 2 * ((size_t)key * width + k));
        double b = part > 0 ? be16(values + 2 * ((size_t)(key + 1) * width + k)) : a;
        value[k] = offset + scale * (a + part * (b - a));
    }
}

/* ----------------------------------------------------------------------------------------- vertices */

static uint8_t *place_of(const player *p, uint32_t vertex) {
    return p->vertices + 32 * (size_t)(vertex / 2) + 8 * (vertex % 2);
}

static uint8_t *color_of(const player *p, uint32_t vertex) {
    return p->vertices + 32 * (size_t)(vertex / 2) + 16 + 4 * (vertex % 2);
}

static uint8_t *shift_of(const player *p, uint32_t vertex) {
    return p->vertices + 32 * (size_t)(vertex / 2) + 24 + 4 * (vertex % 2);
}

static int part_of(uint32_t bits, int shift, int width) {
    int value = (int)(bits >> shift & ((1u << width) - 1));
    return value >= 1 << (width - 1) ? value - (1 << width) : value;
}

static void take_vertices(player *p) {
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        const uint8_t *at = place_of(p, v);
        uint32_t bits = be16(at + 6);
        for (int i = 0; i < 3; i++) p->places[3 * v + (uint32_t)i] = (int16_t)be16(at + 2 * i);
        p->normals[3 * v] = part_of(bits, 11, 5) / 15.5;
        p->normals[3 * v + 1] = part_of(bits, 5, 6) / 31.5;
        p->normals[3 * v + 2] = part_of(bits, 0, 5) / 15.5;
        for (int i = 0; i < 2; i++) p->shifts[2 * v + (uint32_t)i] = (int16_t)be16(shift_of(p, v) + 2 * i);
    }
}

static void put16(uint8_t *at, double value) {
    int whole = (int)floor(value + .5);
    ck_assert_msg(whole >= INT16_MIN && whole <= INT16_MAX, "a vertex leaves 16 bits");
    at[0] = (uint8_t)(whole >> 8), at[1] = (uint8_t)whole;
}

static uint32_t packed(double value, double steps, int width) {
    int most = (1 << (width - 1)) - 1, whole = (int)floor(value * steps + .5);
    whole = whole > most ? most : whole < -most - 1 ? -most - 1 : whole;
    return (uint32_t)whole & ((1u << width) - 1);
}

static void put_vertices(const player *p) {
    for (uint32_t v = 0; v < p->vertex_count; v++) {
        uint8_t *at = place_of(p, v);
        const double *n = &p->normals[3 * (size_t)v];
        double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int i = 0; i < 2; i++) put16(shift_of(p, v) + 2 * i, p->shifts[2 * v + (uint32_t)i]);
        if (!p->moves[v]) continue;
        for (int i = 0; i < 3; i++) put16(at + 2 * i, p->places[3 * v + (uint32_t)i]);
        if (length <= 0) continue;
        uint32_t bits = packed(n[0] / length, 15.5, 5) << 11 | packed(n[1] / length, 31.5, 6) << 5 |
                        packed(n[2] / length, 15.5, 5);
        at[6] = (uint8_t)(bits >> 8), at[7] = (uint8_t)bits;
    }
}

/* ------------------------------------------------------------------------------------------- tracks */

static void add_morph(player *p, uint32_t number, double weight) {
    section morphs = find_section(p, "MRPH");
    ck_assert_uint_lt(number, morphs.count);
    const uint8_t *morph = morphs.data + MORPH * (size_t)number;
    uint32_t first = be32(morph), count = be32(morph + 4), last = 0, size = morph[8] ? SHIFT : MOVE;
    section moves = find_section(p, morph[8] ? "SHFT" : "MOVE");
    ck_assert(count <= moves.count && first <= moves.count - count);
    for (uint32_t k = 0; k < count; k++) {
        const uint8_t *at = moves.data + size * (size_t)(first + k);
        uint32_t v = be32(at);
        ck_assert(v < p->vertex_count && (!k || v > last));
        last = v;
        p->moves[v] = p->moves[v] || !morph[8];
        for (uint32_t i = 0; morph[8] && i < 2; i++)
            p->shifts[2 * v + i] += weight * (int16_t)be16(at + 4 + 2 * i);
        for (uint32_t i = 0; !morph[8] && i < 3; i++) {
            p->places[3 * v + i] += weight * (int16_t)be16(at + 4 + 2 * i);
            p->normals[3 * v + i] += weight * (int8_t)at[10 + i] / 64;
        }
    }
    p->to->moved++;
}

static void paint_area(player *p, uint32_t number, const double rgba[WIDTH]) {
    section areas = find_section(p, "AREA"), vertices = find_section(p, "VERT");
    ck_assert_uint_lt(number, areas.count);
    const uint8_t *area = areas.data + AREA * (size_t)number;
    uint32_t first = be32(area), count = be32(area + 4);
    ck_assert(count <= vertices.count && first <= vertices.count - count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t v = be32(vertices.data + 4 * (size_t)(first + k));
        ck_assert_uint_lt(v, p->vertex_count);
        for (int c = 0; c < WIDTH; c++) color_of(p, v)[c] = (uint8_t)floor(rgba[c] + .5);
    }
    p->to->painted++;
}

static void follow(player *p, const uint8_t *track) {
    double value[WIDTH] = {0};
    uint32_t object = be16(track + 4);
    value_at(p, track, value);
    if (track[0] == 1) {
        ck_assert_uint_lt(object, p->to->objects);
        p->to->drawn[object] = value[0] != 0;
    }
    if (track[0] == 6) add_morph(p, object, value[0]);
    if (track[0] == 7) paint_area(p, object, value);
}

static void follow_clip(player *p, const char *name) {
    section clips = find_section(p, "CLIP"), tracks = find_section(p, "TRAK");
    for (uint32_t i = 0; i < clips.count; i++) {
        const uint8_t *clip = clips.data + CLIP * (size_t)i;
        const char *strings = (const char *)p->file + p->strings;
        char full[256];
        snprintf(full, sizeof full, "%s.%s", strings + be32(clip), strings + be32(clip + 4));
        if (strcmp(full, name) != 0) continue;
        ck_assert(be32(clip + 20) + be32(clip + 24) <= tracks.count);
        for (uint32_t k = 0; k < be32(clip + 24); k++)
            follow(p, tracks.data + TRACK * (size_t)(be32(clip + 20) + k));
        return;
    }
    ck_abort_msg("no clip %s in the file", name);
}

static void hide_at_rest(player *p) {
    section hidden = find_section(p, "HIDE");
    for (uint32_t i = 0; i < p->to->objects; i++) p->to->drawn[i] = true;
    for (uint32_t i = 0; i < hidden.count; i++) {
        ck_assert_uint_lt(be16(hidden.data + 4 * (size_t)i), p->to->objects);
        p->to->drawn[be16(hidden.data + 4 * (size_t)i)] = false;
    }
}

tracks_moment fy_tracks_at(ferry_bytes file, const char *clip, double time) {
    tracks_moment to = {.file = {malloc(file.size), file.size}};
    player p = {.file = file.data, .time = time, .to = &to};
    uint32_t place = 0, chunk = find_chunk(&p, 'F', NULL), at = find_chunk(&p, 'V', &place);
    memcpy((void *)(uintptr_t)to.file.data, file.data, file.size);
    for (uint32_t i = 0; i < be32(file.data + 4); i++) to.objects += file.data[TABLE + 4 * (size_t)i] == 'O';
    to.drawn = calloc(to.objects + 1, sizeof *to.drawn);
    p.chunk = chunk ? file.data + chunk : NULL;
    p.strings = be32(file.data + 0x18);
    p.vertices = (uint8_t *)(uintptr_t)to.file.data + at;
    p.vertex_count = ((be32(file.data + TABLE + 4 * (size_t)(place + 1)) & 0xFFFFFF) - at) / 32 * 2;
    p.places = calloc(3 * (size_t)p.vertex_count + 1, sizeof *p.places);
    p.normals = calloc(3 * (size_t)p.vertex_count + 1, sizeof *p.normals);
    p.shifts = calloc(2 * (size_t)p.vertex_count + 1, sizeof *p.shifts);
    p.moves = calloc((size_t)p.vertex_count + 1, sizeof *p.moves);
    take_vertices(&p);
    hide_at_rest(&p);
    if (clip) follow_clip(&p, clip);
    put_vertices(&p);
    free(p.places);
    free(p.normals);
    free(p.shifts);
    free(p.moves);
    return to;
}

void fy_tracks_moment_free(tracks_moment *moment) {
    free((void *)(uintptr_t)moment->file.data);
    free(moment->drawn);
}
