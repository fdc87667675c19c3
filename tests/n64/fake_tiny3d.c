/* fake_tiny3d.c: see fake_tiny3d.h. The file's layout is in docs/formats/t3dm.md. */
#include "fake_tiny3d.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"

enum { HEADER = 0x2C, OBJECT = 0x20, PART = 0x18, MATERIAL = 0x8C, TILE_A = 0x34, TILE = 0x2C, PAIR = 32 };

enum { MOST_DRAWN = 512, MOST_PARTS = 1 << 15, MOST_TEXTURES = 64, MOST_MODELS = 64, MOST_PAIRS = 1 << 14 };

/* ------------------------------------------------------------------------------------------------ loading */

struct sprite_s {
    uint32_t hash, users;
};

typedef struct loaded {
    T3DModel *model;
    uint8_t *before; /* as it was loaded */
    size_t size;
} loaded;

static loaded models[MOST_MODELS];

static float real_at(const uint8_t *at) {
    uint32_t word = ferry_be32(at);
    float number;
    memcpy(&number, &word, sizeof number);
    return number;
}

/* Where a chunk of the file ends. */
static uint32_t end_of(ferry_bytes file, uint32_t at) {
    uint32_t end = ferry_be32(file.data + 0x18);
    for (uint32_t i = 0; i < ferry_be32(file.data + 4); i++) {
        uint32_t next = ferry_be32(file.data + HEADER + 4 * (size_t)i) & 0xFFFFFF;
        if (next > at && next < end) end = next;
    }
    return end;
}

static size_t chunk_size(ferry_bytes file, uint32_t entry) {
    uint32_t at = entry & 0xFFFFFF;
    switch (entry >> 24) {
    case 'O':
        return sizeof(T3DObject) + ferry_be16(file.data + at + 4) * sizeof(T3DObjectPart);
    case 'M':
        return sizeof(T3DMaterial);
    case 'A':
        return sizeof(T3DChunkAnim);
    default:
        return end_of(file, at) - at;
    }
}

static char *string_at(char *strings, const uint8_t *at) {
    uint32_t offset = ferry_be32(at);
    return offset ? strings + offset : NULL;
}

static void load_vertices(T3DVertPacked *to, const uint8_t *from, size_t pairs) {
    for (size_t i = 0; i < pairs; i++, from += PAIR) {
        for (int k = 0; k < 3; k++) to[i].posA[k] = (int16_t)ferry_be16(from + 2 * k);
        for (int k = 0; k < 3; k++) to[i].posB[k] = (int16_t)ferry_be16(from + 8 + 2 * k);
        to[i].normA = ferry_be16(from + 6);
        to[i].normB = ferry_be16(from + 14);
        to[i].rgbaA = ferry_be32(from + 16);
        to[i].rgbaB = ferry_be32(from + 20);
        for (int k = 0; k < 2; k++) to[i].stA[k] = (int16_t)ferry_be16(from + 24 + 2 * k);
        for (int k = 0; k < 2; k++) to[i].stB[k] = (int16_t)ferry_be16(from + 28 + 2 * k);
    }
}

static void load_axis(T3DMaterialAxis *to, const uint8_t *from) {
    to->low = real_at(from);
    to->height = real_at(from + 4);
    to->mask = (int8_t)from[8];
    to->shift = (int8_t)from[9];
    to->mirror = from[10];
    to->clamp = from[11];
}

static void load_tile(T3DMaterialTexture *to, const uint8_t *from, char *strings) {
    to->texReference = ferry_be32(from);
    to->texPath = string_at(strings, from + 4);
    to->textureHash = ferry_be32(from + 8);
    to->texWidth = ferry_be16(from + 16);
    to->texHeight = ferry_be16(from + 18);
    load_axis(&to->s, from + 20);
    load_axis(&to->t, from + 32);
}

static void load_material(T3DMaterial *to, const uint8_t *from, char *strings) {
    to->setColorFlags = from[34];
    memcpy(&to->primColor, from + 36, 4);
    memcpy(&to->envColor, from + 40, 4);
    to->name = string_at(strings, from + 48);
    load_tile(&to->textureA, from + TILE_A, strings);
    load_tile(&to->textureB, from + TILE_A + TILE, strings);
}

static void *chunk_of(const T3DModel *model, uint32_t entry) {
    return (uint8_t *)(uintptr_t)model + (ferry_be32(model->chunkOffsets[entry].bytes) & 0xFFFFFF);
}

static void load_object(T3DModel *model, T3DObject *to, const uint8_t *from) {
    to->name = string_at(model->stringTablePtr, from);
    to->numParts = ferry_be16(from + 4);
    to->triCount = ferry_be16(from + 6);
    to->material = chunk_of(model, model->chunkIdxMaterials + ferry_be32(from + 8));
    for (uint32_t i = 0; i < to->numParts; i++) {
        const uint8_t *part = from + OBJECT + PART * i;
        to->parts[i].vert = fake_vertices(model) + ferry_be32(part) / PAIR;
        to->parts[i].vertLoadCount = ferry_be16(part + 4);
        to->parts[i].matrixIdx = ferry_be16(part + 14);
    }
}

static void load_chunk(T3DModel *model, uint32_t entry, ferry_bytes file, uint32_t from) {
    const uint8_t *at = file.data + (from & 0xFFFFFF);
    void *to = chunk_of(model, entry);
    size_t size = chunk_size(file, from);
    char *strings = model->stringTablePtr;
    if (from >> 24 == 'O')
        load_object(model, to, at);
    else if (from >> 24 == 'M')
        load_material(to, at, strings);
    else if (from >> 24 == 'A')
        *(T3DChunkAnim *)to = (T3DChunkAnim){.name = string_at(strings, at), .duration = real_at(at + 4)};
    else if (from >> 24 == 'V')
        load_vertices(to, at, size / PAIR);
    else
        memcpy(to, at, size);
}

static size_t aligned(size_t size) {
    return (size + 15) / 16 * 16;
}

/* A file's F chunk gives way to one that is given. */
static bool takes(uint32_t entry, ferry_bytes tracks) {
    return entry >> 24 != 'F' || !tracks.size;
}

T3DModel *fake_load(ferry_bytes file, ferry_bytes tracks, ferry_bytes strings) {
    uint32_t entries = ferry_be32(file.data + 4), string_at_file = ferry_be32(file.data + 0x18), slot = 0;
    size_t size = aligned(sizeof(T3DModel) + 4 * (entries + 1)), at = size, text = file.size - string_at_file;
    for (uint32_t i = 0; i < entries; i++)
        size += aligned(chunk_size(file, ferry_be32(file.data + HEADER + 4 * (size_t)i)));
    size += aligned(tracks.size) + text + strings.size;
    T3DModel *model = calloc(1, size);
    ck_assert_ptr_nonnull(model);
    model->chunkCount = entries + 1;
    model->chunkIdxVertices = ferry_be32(file.data + 0x0C);
    model->chunkIdxMaterials = ferry_be32(file.data + 0x14);
    model->stringTablePtr = (char *)model + size - strings.size - text;
    memcpy(model->stringTablePtr, file.data + string_at_file, text);
    if (strings.size) memcpy(model->stringTablePtr + text, strings.data, strings.size);
    for (uint32_t i = 0; i <= entries; i++) {
        uint32_t from = i < entries ? ferry_be32(file.data + HEADER + 4 * (size_t)i) : (uint32_t)'F' << 24;
        uint32_t type = i < entries ? takes(from, tracks) ? from >> 24 : 0 : tracks.size ? 'F' : 0;
        for (int k = 0; k < 4; k++)
            model->chunkOffsets[i].bytes[k] = (uint8_t)((type << 24 | (uint32_t)at) >> (24 - 8 * k));
        at += i < entries ? aligned(chunk_size(file, from)) : 0;
    }
    for (uint32_t i = 0; i < entries; i++)
        load_chunk(model, i, file, ferry_be32(file.data + HEADER + 4 * (size_t)i));
    if (tracks.size) memcpy(chunk_of(model, entries), tracks.data, tracks.size);
    while (models[slot].model) ck_assert_uint_lt(++slot, MOST_MODELS);
    models[slot] = (loaded){model, malloc(size), size};
    memcpy(models[slot].before, model, size);
    return model;
}

static T3DMaterialTexture *texture_of(T3DMaterial *material, int tile) {
    return tile ? &material->textureB : &material->textureA;
}

void fake_free(T3DModel *model) {
    uint32_t slot = 0;
    while (models[slot].model != model) ck_assert_uint_lt(++slot, MOST_MODELS);
    for (uint32_t i = 0; i < model->chunkCount; i++)
        for (int tile = 0; tile < 2 && model->chunkOffsets[i].bytes[0] == 'M'; tile++) {
            T3DMaterialTexture *texture = texture_of(chunk_of(model, i), tile);
            if (texture->texture && --texture->texture->users == 0) fake_textures--;
            texture->texture = NULL;
        }
    ck_assert_mem_eq(model, models[slot].before, models[slot].size);
    free(models[slot].before);
    free(model);
    models[slot] = (loaded){NULL, NULL, 0};
}

static void *chunk_number(const T3DModel *model, uint8_t type, uint32_t number) {
    for (uint32_t i = 0; i < model->chunkCount; i++)
        if (model->chunkOffsets[i].bytes[0] == type && number-- == 0) return chunk_of(model, i);
    ck_abort_msg("no such chunk");
}

T3DObject *fake_object(const T3DModel *model, uint32_t number) {
    return chunk_number(model, 'O', number);
}

T3DMaterial *fake_material(const T3DModel *model, uint32_t number) {
    return chunk_number(model, 'M', number);
}

T3DVertPacked *fake_vertices(const T3DModel *model) {
    return chunk_of(model, model->chunkIdxVertices);
}

fake_vertex fake_vertex_of(const T3DVertPacked *pairs, uint32_t vertex) {
    const T3DVertPacked *p = &pairs[vertex / 2];
    return vertex % 2 ? (fake_vertex){{p->posB[0], p->posB[1], p->posB[2]},
                                      p->normB,
                                      p->rgbaB,
                                      {p->stB[0], p->stB[1]}}
                      : (fake_vertex){
                            {p->posA[0], p->posA[1], p->posA[2]}, p->normA, p->rgbaA, {p->stA[0], p->stA[1]}};
}

/* ------------------------------------------------------------------------------------------------ drawing */

static fake_drawn drawn[MOST_DRAWN];
const fake_drawn *fake_list = drawn;
uint32_t fake_count, fake_textures, fake_loads, fake_blocks;

static fake_part parts[MOST_PARTS];
static uint32_t first_queued, part_count, frame, flight;

/* What the RDP has been told. */
static color_t rdp_prim, rdp_env;
static float rdp_low[2][2];
static const char *rdp_path[2];

static bool recording;
static struct sprite_s cache[MOST_TEXTURES];

/* What lies in memory, as far as the cache was written back: pairs by address. */
static struct {
    const void *at;
    uint8_t bytes[PAIR];
} memory[MOST_PAIRS];
static uint32_t memory_count;

static int32_t packed_number(float x, float steps) {
    int32_t whole = (int32_t)roundf(x * steps), most = (int32_t)(steps - 0.5f);
    return whole < -most - 1 ? -most - 1 : whole > most ? most : whole;
}

uint16_t t3d_vert_pack_normal(const T3DVec3 *normal) {
    const float *n = normal->v;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    return (uint16_t)((packed_number(n[0] / length, 15.5f) & 31) << 11 |
                      (packed_number(n[1] / length, 31.5f) & 63) << 5 |
                      (packed_number(n[2] / length, 15.5f) & 31));
}

static sprite_t *load_sprite(uint32_t hash) {
    uint32_t at = 0;
    while (at < MOST_TEXTURES && (cache[at].hash != hash || !cache[at].users)) at++;
    if (at == MOST_TEXTURES) {
        for (at = 0; cache[at].users; at++) ck_assert_uint_lt(at + 1, MOST_TEXTURES);
        cache[at] = (struct sprite_s){hash, 0};
        fake_textures++;
        fake_loads++;
    }
    cache[at].users++;
    return &cache[at];
}

static void set_texture(T3DMaterial *material, int tile) {
    T3DMaterialTexture *texture = texture_of(material, tile);
    if (!texture->texPath) return;
    if (!texture->texture) texture->texture = load_sprite(texture->textureHash);
    for (int axis = 0; axis < 2; axis++) { /* what libdragon asserts */
        const T3DMaterialAxis *a = axis ? &texture->t : &texture->s;
        float size = axis ? texture->texHeight : texture->texWidth;
        float extent = a->clamp ? a->height - a->low + 1 : size;
        ck_assert(a->low >= 0 && extent >= 0 && a->low + extent <= 1024);
        if (!recording) rdp_low[tile][axis] = a->low;
    }
    if (!recording) rdp_path[tile] = texture->texPath;
}

static bool same_color(color_t a, color_t b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

void t3d_model_draw_material(T3DMaterial *material, T3DModelState *state) {
    T3DModelState fresh = {0};
    if (!state) state = &fresh;
    if (state->lastTextureHashA != material->textureA.textureHash ||
        state->lastTextureHashB != material->textureB.textureHash) {
        set_texture(material, 0);
        set_texture(material, 1);
        state->lastTextureHashA = material->textureA.textureHash;
        state->lastTextureHashB = material->textureB.textureHash;
    }
    if (material->setColorFlags & 1 && !same_color(state->lastPrimColor, material->primColor)) {
        state->lastPrimColor = material->primColor;
        if (!recording) rdp_prim = material->primColor;
    }
    if (material->setColorFlags & 2 && !same_color(state->lastEnvColor, material->envColor)) {
        state->lastEnvColor = material->envColor;
        if (!recording) rdp_env = material->envColor;
    }
}

void t3d_model_draw_object(const T3DObject *object, const T3DMat4FP *matrices) {
    (void)matrices;
    if (recording) return;
    ck_assert_uint_lt(fake_count, MOST_DRAWN);
    fake_drawn *d = &drawn[fake_count++];
    *d = (fake_drawn){.object = object,
                      .material = object->material,
                      .prim = rdp_prim,
                      .env = rdp_env,
                      .path = {rdp_path[0], rdp_path[1]},
                      .first_part = part_count,
                      .part_count = object->numParts};
    memcpy(d->low, rdp_low, sizeof rdp_low);
    for (uint32_t i = 0; i < object->numParts; i++) {
        ck_assert_uint_lt(part_count, MOST_PARTS);
        fake_part *part = &parts[part_count++];
        *part = (fake_part){
            .at = object->parts[i].vert, .pairs = (object->parts[i].vertLoadCount + 1u) / 2, .frame = frame};
        part->bytes = malloc(part->pairs * PAIR + 1);
        memcpy(part->bytes, part->at, part->pairs * PAIR);
    }
}

void t3d_model_draw_custom(const T3DModel *model, T3DModelDrawConf conf) {
    T3DModelState state = {0};
    for (uint32_t i = 0; i < model->chunkCount; i++) {
        if (model->chunkOffsets[i].bytes[0] != 'O') continue;
        const T3DObject *object = chunk_of(model, i);
        if (conf.filterCb && !conf.filterCb(conf.userData, object)) continue;
        t3d_model_draw_material(object->material, &state);
        t3d_model_draw_object(object, conf.matrices);
    }
}

void rspq_block_begin(void) {
    ck_assert(!recording);
    recording = true;
    fake_blocks++;
}

rspq_block_t *rspq_block_end(void) {
    ck_assert(recording);
    recording = false;
    return malloc(1);
}

void rspq_block_free(rspq_block_t *block) {
    fake_blocks--;
    free(block);
}

/* ------------------------------------------------------------------------------------------------- frames */

static uint32_t find_memory(const void *at) {
    uint32_t i = 0;
    while (i < memory_count && memory[i].at != at) i++;
    return i;
}

uint32_t fake_written;

void data_cache_hit_writeback(const void *at, unsigned long bytes) {
    fake_written += (uint32_t)bytes;
    ck_assert_uint_eq(bytes % PAIR, 0);
    for (unsigned long k = 0; k < bytes; k += PAIR) {
        const uint8_t *pair = (const uint8_t *)at + k;
        uint32_t place = find_memory(pair);
        ck_assert_uint_lt(place, MOST_PAIRS);
        if (place == memory_count) memory_count++;
        memory[place].at = pair;
        memcpy(memory[place].bytes, pair, PAIR);
    }
}

static bool is_of_model(const void *at) {
    for (uint32_t i = 0; i < MOST_MODELS; i++)
        if (models[i].model && (uintptr_t)at - (uintptr_t)models[i].model < models[i].size) return true;
    return false;
}

static void draw_part(fake_part *part) {
    ck_assert_msg(memcmp(part->at, part->bytes, part->pairs * PAIR) == 0,
                  "vertices changed while they were drawn");
    for (uint32_t i = 0; i < part->pairs && !is_of_model(part->at); i++) {
        uint32_t place = find_memory(part->at + i);
        ck_assert_uint_lt(place, memory_count);
        ck_assert_msg(memcmp(memory[place].bytes, part->at + i, PAIR) == 0,
                      "vertices are still in the cache");
    }
    free(part->bytes);
    part->bytes = NULL;
}

const fake_part *fake_part_at(uint32_t index) {
    return &parts[index];
}

void fake_open(uint32_t in_flight) {
    memory_count = first_queued = part_count = fake_count = fake_loads = frame = 0;
    flight = in_flight;
    memset(rdp_low, 0, sizeof rdp_low);
    rdp_prim = rdp_env = (color_t){9, 9, 9, 9}; /* of another model */
}

void fake_frame(void) {
    while (first_queued < part_count && frame + 1 >= parts[first_queued].frame + flight)
        draw_part(&parts[first_queued++]);
    frame++;
    fake_count = 0;
}

void fake_close(void) {
    for (uint32_t i = 0; i < flight; i++) fake_frame();
}
