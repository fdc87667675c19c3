/* t3dm_layouts.c: see t3dm_layouts.h. Sections are filled one by one and put behind each other in the end. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/sprite/rom_path.h"
#include "t3dm_layouts.h"
#include "t3dm_tracks_chunk.h"

enum { MAX_SECTIONS = 24, OBJECTS = 3, BONES = 2 };

const char *const build_layout_names[BUILD_LAYOUTS] = {"L0", "L1", "L2",  "L3",  "L4", "L5", "L6", "L7",
                                                       "L8", "L9", "L10", "L11", "V1", "V2", "V3", "V4"};

typedef struct section {
    char type;
    uint32_t align;
    ferry_out bytes;
} section;

typedef struct builder {
    ferry_job *job;
    build_layout how;
    section sections[MAX_SECTIONS];
    uint32_t count;
    ferry_out vertices, indices, strings;
    uint16_t totals[2];
} builder;

static bool from(const builder *b, uint32_t layout) {
    return b->how.layout >= layout;
}

static ferry_out *add(builder *b, char type, uint32_t align) {
    section *to = &b->sections[b->count++];
    if (b->count > MAX_SECTIONS) abort();
    *to = (section){.type = type, .align = align, .bytes = ferry_out_open(b->job, "built")};
    return &to->bytes;
}

/* ------------------------------------------------------------------------------------------ strings */

/* Each string once; the first byte is no string. */
static uint32_t string(builder *b, const char *text) {
    size_t size = strlen(text) + 1;
    for (size_t at = 1; at < b->strings.size; at += strlen((const char *)b->strings.data + at) + 1)
        if (strcmp((const char *)b->strings.data + at, text) == 0) return (uint32_t)at;
    ferry_put_bytes(&b->strings, text, size);
    return (uint32_t)(b->strings.size - size);
}

/* ---------------------------------------------------------------------------------------- the bones */

/* Turned by right angles, so that whole numbers stay whole numbers. */
typedef struct bone {
    const char *name;
    int32_t translate[3], scale[3];
    int32_t rows[3][3]; /* rotation */
    float quat[4];
} bone;

static const bone bones[BONES] = {
    {"hip", {10, 20, 30}, {1, 1, 1}, {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0, 0, 0.70710678f, 0.70710678f}},
    {"knee", {4, -6, 8}, {2, 1, 3}, {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}, {0.70710678f, 0, 0, 0.70710678f}},
};

/* Out of a bone's space, and out of its parents'. `point`: with scale and translation. */
static void to_model(int32_t number, bool point, const int32_t in[3], int32_t out[3]) {
    int32_t at[3] = {in[0], in[1], in[2]}, next[3];
    for (; number >= 0; number--) {
        const bone *b = &bones[number];
        for (int i = 0; i < 3; i++) {
            next[i] = point ? b->translate[i] : 0;
            for (int k = 0; k < 3; k++) next[i] += b->rows[i][k] * (point ? b->scale[k] : 1) * at[k];
        }
        memcpy(at, next, sizeof at);
    }
    memcpy(out, at, sizeof at);
}

static void put_skeleton(builder *b) {
    ferry_out *out = add(b, 'S', 8);
    ferry_put_u16(out, BONES);
    ferry_put_u16(out, 0);
    for (uint32_t n = 0; n < BONES; n++) {
        const bone *of = &bones[n];
        ferry_put_u32(out, string(b, of->name));
        ferry_put_u16(out, n ? n - 1 : 0xFFFF);
        ferry_put_u16(out, n);
        for (int i = 0; i < 3 && from(b, BUILD_L6); i++) ferry_put_f32(out, (float)of->scale[i]);
        for (int i = 0; i < 4 && from(b, BUILD_L6); i++) ferry_put_f32(out, of->quat[i]);
        for (int i = 0; i < 3 && from(b, BUILD_L6); i++) ferry_put_f32(out, (float)of->translate[i]);
        for (int column = 0; column < 4 && !from(b, BUILD_L6); column++)
            for (int row = 0; row < 4; row++)
                ferry_put_f32(out, row == 3      ? (float)(column == 3)
                                   : column == 3 ? (float)of->translate[row]
                                                 : (float)(of->rows[row][column] * of->scale[column]));
    }
}

/* ----------------------------------------------------------------------------------------- vertices */

typedef struct vertex {
    int32_t position[3], normal[3]; /* in the bone's space; the normal along an axis */
    int32_t bone;                   /* -1: none */
    int32_t st[2];                  /* texels / 32 */
    uint32_t rgba;
} vertex;

static const vertex limb[8] = {
    {{1, 2, 3}, {0, 0, 1}, 0, {8, 16}, 0x11223344},     {{11, 2, 4}, {0, 0, 1}, 0, {40, 16}, 0x21324354},
    {{2, 13, 5}, {1, 0, 0}, 0, {8, 80}, 0x31425364},    {{14, 15, 6}, {0, 1, 0}, 0, {72, 96}, 0x41526374},
    {{7, -2, 1}, {0, 0, -1}, 1, {-8, 160}, 0x51627384}, {{-3, 5, 2}, {0, -1, 0}, 1, {400, 1}, 0x61728394},
    {{9, 8, -1}, {-1, 0, 0}, 1, {77, -33}, 0x718293A4}, {{3, 9, 4}, {0, 1, 0}, 1, {5, 6}, 0x8192A3B4},
};

/* All triangles of the limb; what a layout draws otherwise, and in an other order. */
static const uint8_t limb_list[7][3] = {{4, 2, 3}, {1, 4, 3}, {3, 4, 5}, {5, 6, 7},
                                        {0, 1, 2}, {3, 2, 1}, {4, 6, 5}};

static uint32_t pack_normal(const int32_t n[3]) {
    uint32_t x = (uint32_t)(n[0] > 0 ? 15 : n[0] < 0 ? -16 : 0) & 31;
    uint32_t y = (uint32_t)(n[1] > 0 ? 31 : n[1] < 0 ? -32 : 0) & 63;
    uint32_t z = (uint32_t)(n[2] > 0 ? 15 : n[2] < 0 ? -16 : 0) & 31;
    return x << 11 | y << 5 | z;
}

/* As it is stored: model space without bones, normals in model space with matrices, x negated by old
 * importers. */
static vertex stored(const builder *b, const vertex *from_model) {
    vertex v = *from_model;
    if (!from(b, BUILD_L4)) to_model(v.bone, true, v.position, v.position);
    if (!from(b, BUILD_L6)) to_model(v.bone, false, v.normal, v.normal);
    if (!from(b, BUILD_L4) && !b->how.late) v.position[0] = -v.position[0], v.normal[0] = -v.normal[0];
    for (int i = 0; i < 2 && from(b, BUILD_L1); i++) v.st[i] -= 16;
    return v;
}

/* Pairs of interleaved vertices; returns their offset. An odd last one is doubled. */
static uint32_t put_vertices(builder *b, const vertex *list, uint32_t count) {
    uint32_t at = (uint32_t)b->vertices.size;
    for (uint32_t i = 0; i < count; i += 2) {
        vertex pair[2] = {stored(b, &list[i]), stored(b, &list[i + 1 < count ? i + 1 : i])};
        for (int k = 0; k < 2; k++) {
            for (int axis = 0; axis < 3; axis++)
                ferry_put_u16(&b->vertices, (uint16_t)pair[k].position[axis]);
            ferry_put_u16(&b->vertices, pack_normal(pair[k].normal));
        }
        for (int k = 0; k < 2; k++) ferry_put_u32(&b->vertices, pair[k].rgba);
        for (int k = 0; k < 2; k++)
            for (int axis = 0; axis < 2; axis++) ferry_put_u16(&b->vertices, (uint16_t)pair[k].st[axis]);
    }
    b->totals[0] = (uint16_t)(b->vertices.size / 16);
    return at;
}

/* -------------------------------------------------------------------------------------------- parts */

typedef struct part {
    uint32_t vertices, count, dest, indices, list, bone;
    uint8_t strip, base, sequence;
} part;

static void put_part(builder *b, ferry_out *out, const part *p) {
    ferry_put_u32(out, p->vertices);
    if (from(b, BUILD_L4)) {
        ferry_put_u16(out, (p->count + 1) & ~1u);
        ferry_put_u16(out, p->dest);
    } else {
        ferry_put_u32(out, (p->count + 1) & ~1u);
    }
    ferry_put_u32(out, p->indices);
    ferry_put_u16(out, p->list);
    ferry_put_u16(out, from(b, BUILD_L4) ? p->bone : 0);
    if (from(b, BUILD_L11)) ferry_put_u32(out, (uint32_t)p->strip << 24);
    if (from(b, BUILD_V4)) ferry_put_u32(out, (uint32_t)p->base << 24 | (uint32_t)p->sequence << 16);
}

static void put_list(builder *b, part *p, const uint8_t (*triangles)[3], uint32_t count) {
    p->indices = (uint32_t)b->indices.size;
    p->list = 3 * count;
    ferry_put_bytes(&b->indices, triangles, 3 * (size_t)count);
    b->totals[1] = (uint16_t)(b->totals[1] + p->list);
}

/* 0, 1, 2, 3 and 4, 6, 5. Before V3 a joint leads on to 4, 2, 3: 3, 2, 4 with the corners in reverse. */
static void put_strip(builder *b, part *p) {
    static const uint16_t plain[] = {0, 1, 2, 3, 0x8004, 6, 5},
                          joined[] = {0, 1, 2, 3, 2, 4, 0xFFFF - 4, 6, 5};
    bool old = !from(b, BUILD_V3);
    p->strip = old ? 9 : 7;
    ferry_align(&b->indices, 8); /* the chunk starts at a multiple of 8 */
    for (uint32_t i = 0; i < p->strip; i++) ferry_put_u16(&b->indices, old ? joined[i] : plain[i]);
}

/* The object's header; its part records are to follow. */
static ferry_out *put_object(builder *b, uint32_t number, const char *name, uint32_t parts,
                             uint32_t triangles) {
    ferry_out *out = add(b, 'O', number ? 4 : 8);
    uint32_t own = from(b, BUILD_V1) ? number > 0 : from(b, BUILD_L9) ? number : 2 * number;
    if (from(b, BUILD_L5)) ferry_put_u32(out, string(b, name));
    if (from(b, BUILD_V1)) {
        ferry_put_u16(out, parts);
        ferry_put_u16(out, triangles);
    } else {
        ferry_put_u32(out, parts);
    }
    ferry_put_u32(out, own);
    if (!from(b, BUILD_L9)) ferry_put_u32(out, own + 1);
    if (from(b, BUILD_V1)) ferry_put_zeros(out, 8);
    for (int i = 0; i < 6 && from(b, BUILD_L10); i++) ferry_put_u16(out, i < 3 ? 0xFF00u : 0x0100u);
    return out;
}

/* The limb's two bones are two loads; without bones it is one. */
static void put_limb(builder *b) {
    bool boned = from(b, BUILD_L4);
    ferry_out *out = put_object(b, 0, "limb", boned ? 2 : 1, 7);
    part first = {.count = 4, .bone = 0}, last = {.count = boned ? 4 : 8, .dest = 4, .bone = 1};
    if (boned) {
        first.vertices = put_vertices(b, limb, 4);
        first.indices = (uint32_t)b->indices.size;
        put_part(b, out, &first);
    }
    last.vertices = put_vertices(b, boned ? limb + 4 : limb, last.count);
    if (from(b, BUILD_V4)) {
        last.base = 5;
        last.sequence = 1;
        put_list(b, &last, limb_list, 3);
    } else if (from(b, BUILD_V3)) {
        put_list(b, &last, limb_list, 4);
    } else {
        put_list(b, &last, from(b, BUILD_L11) ? limb_list + 1 : limb_list, from(b, BUILD_L11) ? 3 : 7);
    }
    if (from(b, BUILD_L11)) put_strip(b, &last);
    put_part(b, out, &last);
}

/* A sheet of `width` x `depth` quads that faces up, bent a little. */
static void put_sheet(builder *b, uint32_t number, const char *name, int32_t width, int32_t depth) {
    vertex list[16];
    uint8_t triangles[9][3];
    uint32_t vertices = 0, count = 0;
    for (int32_t z = 0; z <= depth; z++)
        for (int32_t x = 0; x <= width; x++)
            list[vertices++] = (vertex){{30 * x + 5 * z, x * z - (int32_t)number * 40, 25 * z},
                                        {0, 1, 0},
                                        -1,
                                        {200 * x, 100 * z},
                                        0xFFFFFFFF - 0x01020300u * (uint32_t)(4 * z + x)};
    for (int32_t z = 0; z < depth; z++)
        for (int32_t x = 0; x < width; x++) {
            uint8_t a = (uint8_t)(z * (width + 1) + x), c = (uint8_t)(a + width + 1);
            uint8_t corners[2][3] = {{a, c, (uint8_t)(a + 1)}, {(uint8_t)(a + 1), c, (uint8_t)(c + 1)}};
            memcpy(triangles[count], corners, sizeof corners);
            count += 2;
        }
    if (b->how.layout == BUILD_L0 && number == OBJECTS - 1) { /* read past the end of the list */
        for (uint8_t k = 0; k < 3; k++) {
            list[vertices] = (vertex){{-20000 + k, 31, 7000 * k}, {0}, -1, {0}, 0};
            triangles[count][k] = (uint8_t)vertices++;
        }
        count++;
    }
    ferry_out *out = put_object(b, number, name, 1, count);
    part p = {.count = vertices, .bone = 0xFFFF};
    p.vertices = put_vertices(b, list, vertices);
    put_list(b, &p, (const uint8_t(*)[3])triangles, count);
    put_part(b, out, &p);
}

/* ---------------------------------------------------------------------------------------- materials */

typedef struct tile {
    const char *path;
    uint32_t reference;
    uint16_t width, height;
    float high[2];
    uint8_t masks[2], shift, mirror, clamp;
} tile;

typedef struct material {
    uint64_t combiner;
    uint32_t flags;
    uint8_t alpha, fog, set_prim, depth, generator; /* as L8 says it */
    uint8_t prim[4], env[4];
    tile tiles[2];
} material;

static const material materials[2] = {
    {UINT64_C(0x801114048813FFFF),
     0x17,
     2,
     1,
     1,
     3,
     0,
     {10, 20, 30, 40},
     {50, 60, 70, 80},
     {{"rom:/bark.ci4.sprite", 0, 32, 16, {31, 15}, {5, 4}, 0, 0, 1},
      {"rom:/moss.i4.sprite", 0, 16, 8, {15, 7}, {4, 3}, 2, 1, 0}}},
    {UINT64_C(0x00887F1088FE793C),
     0x15,
     3,
     2,
     1,
     1,
     1,
     {200, 150, 100, 250},
     {1, 2, 3, 4},
     {{NULL, 0x1234, 0, 0, {0, 0}, {0, 0}, 0, 0, 0}, {NULL, 0, 0, 0, {0, 0}, {0, 0}, 0, 0, 0}}},
};

static void put_tile(builder *b, ferry_out *out, const tile *t) {
    static const tile none;
    if (b->how.untextured) t = &none;
    uint32_t reference = from(b, BUILD_L3) ? t->reference : 0;
    bool named = t->path != NULL;
    if (from(b, BUILD_L3)) ferry_put_u32(out, reference);
    ferry_put_u32(out, named ? string(b, t->path) : 0);
    ferry_put_u32(out, named ? fy_t3dm_path_hash(t->path) : reference);
    ferry_put_u32(out, 0);
    ferry_put_u16(out, t->width);
    ferry_put_u16(out, t->height);
    for (int axis = 0; axis < 2; axis++) {
        ferry_put_f32(out, 0);
        ferry_put_f32(out, t->high[axis]);
        ferry_put_u8(out, t->masks[axis]);
        ferry_put_u8(out, t->shift);
        ferry_put_u8(out, axis ? t->mirror : 0);
        ferry_put_u8(out, axis ? t->clamp : 0);
    }
}

/* L0 to L8: one texture a chunk; importers left the second one's prim colour 0. */
static void put_half_material(builder *b, const material *m, uint32_t half) {
    ferry_out *out = add(b, 'M', 8);
    ferry_put_u64(out, m->combiner);
    ferry_put_u32(out, m->flags);
    if (from(b, BUILD_L2)) {
        ferry_put_u8(out, m->alpha);
        ferry_put_u8(out, m->fog);
        ferry_put_u8(out, from(b, BUILD_L8)   ? (uint32_t)(m->depth << 4 | m->set_prim)
                          : from(b, BUILD_L7) ? m->set_prim
                                              : 0u);
        ferry_put_u8(out, from(b, BUILD_L8) ? m->generator : 0);
    }
    if (from(b, BUILD_L7) && half == 0) ferry_put_bytes(out, m->prim, 4);
    if (from(b, BUILD_L7) && half == 1) ferry_put_zeros(out, 4);
    put_tile(b, out, &m->tiles[half]);
}

static void put_material(builder *b, const material *m, const char *name) {
    ferry_out *out = add(b, 'M', 8);
    bool cutout = m->alpha == 2;
    ferry_put_u64(out, m->combiner);
    ferry_put_u64(out, UINT64_C(0x0000200000000000) | (uint64_t)m->depth << 10 | cutout);
    ferry_put_u64(out, UINT64_C(0x0000300000000C01));
    ferry_put_u32(out, m->alpha == 3 ? 0x00500040 : 0);
    ferry_put_u32(out, m->flags);
    ferry_put_u8(out, 0);
    ferry_put_u8(out, m->fog);
    ferry_put_u8(out, (uint32_t)(m->set_prim | 2 | cutout << 2));
    ferry_put_u8(out, m->generator);
    ferry_put_bytes(out, m->prim, 4);
    ferry_put_bytes(out, m->env, 4);
    ferry_put_u32(out, cutout ? 128 : 0);
    ferry_put_u32(out, string(b, name));
    for (int k = 0; k < 2; k++) put_tile(b, out, &m->tiles[k]);
}

static void put_materials(builder *b) {
    static const char *const names[] = {"bark", "glass"};
    uint32_t count = from(b, BUILD_V1) ? 2 : OBJECTS;
    for (uint32_t i = 0; i < count; i++) {
        const material *m = &materials[i ? 1 : 0];
        if (from(b, BUILD_L9)) {
            put_material(b, m, names[i ? 1 : 0]);
        } else {
            put_half_material(b, m, 0);
            put_half_material(b, m, 1);
        }
    }
}

/* ------------------------------------------------------------------------------------- other chunks */

/* A rotation of the knee, two scalars of the hip. */
static void put_animation(builder *b) {
    static const uint8_t channels[3][4] = {
        {0, 1, 3, 0}, {0, 0, 0, 1}, {0, 0, 1, 2}}; /* target, type, component */
    static const float ranges[3][2] = {{-INFINITY, INFINITY}, {0.5f, -10}, {0.25f, 1}};
    ferry_out *out = add(b, 'A', 4);
    ferry_put_u32(out, string(b, "wave"));
    ferry_put_f32(out, 1.5f);
    ferry_put_u32(out, 6);
    ferry_put_u16(out, 1);
    ferry_put_u16(out, 2);
    ferry_put_u32(out, string(b, "rom:/layout.0.sdata"));
    for (int i = 0; i < 3; i++) {
        ferry_put_bytes(out, channels[i], 4);
        for (int k = 0; k < 2; k++) ferry_put_f32(out, ranges[i][k]);
    }
}

ferry_bytes build_t3dm_stream(ferry_job *job) {
    /* Size of the next and ticks, channel, value: the first record is large, and so is a rotation. */
    static const uint16_t stream[] = {0x0000, 0, 0xE008, 0x0200, 0x0000, 1, 0x1111, 0x8000, 2, 0x2222,
                                      0x005A, 0, 0xE008, 0x03FF, 0x005A, 1, 0x3333, 0x005A, 2, 0x4444};
    ferry_out out = ferry_out_open(job, "built");
    for (size_t i = 0; i < sizeof stream / sizeof *stream; i++) ferry_put_u16(&out, stream[i]);
    return (ferry_bytes){out.data, out.size};
}

bool build_find_stream(void *user, const char *name, ferry_bytes *bytes) {
    if (strcmp(name, "layout.0.sdata") != 0) return false;
    *bytes = *(const ferry_bytes *)user;
    return true;
}

/* One leaf over all objects. */
static void put_bvh(builder *b) {
    ferry_out *out = add(b, 'B', 8);
    ferry_put_u16(out, 1);
    ferry_put_u16(out, OBJECTS);
    for (int i = 0; i < 6; i++) ferry_put_u16(out, i < 3 ? 0xFF00u : 0x0100u);
    ferry_put_u16(out, OBJECTS);
    for (uint32_t i = 0; i < OBJECTS; i++) ferry_put_u16(out, i);
}

/* ----------------------------------------------------------------------------------------- the file */

uint32_t build_table_at(uint32_t layout) {
    return layout == BUILD_L0 ? 0x18 : layout < BUILD_V1 ? 0x1C : layout == BUILD_V1 ? 0x28 : 0x2C;
}

static uint32_t first_of(const builder *b, char type) {
    for (uint32_t i = 0; i < b->count; i++)
        if (b->sections[i].type == type) return i;
    abort();
}

static void put_header(builder *b, ferry_out *out, uint32_t entries) {
    static const char types[] = {'V', 'I', 'M'};
    uint32_t layout = b->how.layout;
    ferry_put_bytes(out, "T3", 2);
    ferry_put_u8(out, from(b, BUILD_V1) ? 'M' : 'D');
    ferry_put_u8(out, from(b, BUILD_V1) ? layout - BUILD_V1 + 1 : 'M');
    ferry_put_u32(out, entries);
    for (int i = 0; i < 2 && from(b, BUILD_L1); i++) ferry_put_u16(out, b->totals[i]);
    for (int i = 0; i < 3; i++) ferry_put_u32(out, first_of(b, types[i]));
    ferry_put_u32(out, 0); /* the string table's offset */
    if (from(b, BUILD_V2)) ferry_put_u32(out, 0);
    for (int i = 0; i < 6 && from(b, BUILD_V1); i++) ferry_put_u16(out, i < 3 ? 0xFF00u : 0x0100u);
}

static ferry_bytes assemble(builder *b) {
    bool reserved = from(b, BUILD_L9) && !from(b, BUILD_V1); /* one entry an object, never used */
    uint32_t entries = b->count + (reserved ? OBJECTS : 0), table = build_table_at(b->how.layout);
    ferry_out out = ferry_out_open(b->job, "built");
    put_header(b, &out, entries);
    ferry_put_zeros(&out, 4 * (size_t)entries);
    for (uint32_t i = 0; i < b->count; i++) {
        ferry_align(&out, b->sections[i].align);
        ferry_patch_u32(&out, table + 4 * i, (uint64_t)(uint8_t)b->sections[i].type << 24 | out.size,
                        "chunk");
        ferry_put_bytes(&out, b->sections[i].bytes.data, b->sections[i].bytes.size);
    }
    ferry_align(&out, 4);
    ferry_patch_u32(&out, b->how.layout == BUILD_L0 ? 0x14 : 0x18, out.size, "strings");
    ferry_put_bytes(&out, b->strings.data, b->strings.size);
    if (out.bad) abort();
    return (ferry_bytes){out.data, out.size};
}

static void put_tracks(builder *b) {
    uint32_t strings[2][2];
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) strings[i][k] = string(b, build_clip_names[i][k]);
    ferry_bytes chunk = build_tracks_chunk(b->job, strings);
    ferry_put_bytes(add(b, 'F', 8), chunk.data, chunk.size);
}

ferry_bytes build_t3dm(ferry_job *job, build_layout how) {
    builder b = {.job = job, .how = how};
    b.vertices = ferry_out_open(job, "built");
    b.indices = ferry_out_open(job, "built");
    b.strings = ferry_out_open(job, "built");
    ferry_put_u8(&b.strings, 'S');
    put_limb(&b);
    put_sheet(&b, 1, "leaf", 2, 2);
    put_sheet(&b, 2, "twig", 1, 1);
    if (from(&b, BUILD_L6)) put_animation(&b);
    if (from(&b, BUILD_V1)) put_bvh(&b);
    *add(&b, 'V', 16) = b.vertices;
    *add(&b, 'I', 8) = b.indices;
    put_materials(&b);
    if (from(&b, BUILD_L4)) put_skeleton(&b);
    if (how.tracks) put_tracks(&b);
    if (from(&b, BUILD_V4)) ferry_put_bytes(add(&b, 'Q', 8), "somebody's own", 14);
    return assemble(&b);
}

uint32_t build_chunk_at(ferry_bytes file, uint32_t layout, char type, uint32_t nth) {
    const uint8_t *table = file.data + build_table_at(layout);
    for (uint32_t i = 0; i < ferry_be32(file.data + 4); i++)
        if (table[4 * i] == (uint8_t)type && nth-- == 0) return ferry_be32(table + 4 * i) & 0xFFFFFF;
    abort();
}
