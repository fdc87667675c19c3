/* tracks_builder.c: see tracks_builder.h. */
#include "tracks_builder.h"

#include <string.h>

enum { SECTIONS = 10, HEADER = 8, SECTION = 12 };

typedef enum section { HIDE, CLIP, TRAK, TIME, VALU, MRPH, MOVE, SHFT, AREA, VERT } section;

typedef struct builder {
    ferry_out sections[SECTIONS], strings;
    uint32_t counts[SECTIONS], text;
} builder;

static void put_f32(ferry_out *out, float number) {
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    ferry_put_u32(out, word);
}

static void put_string(builder *b, const char *text) {
    ferry_put_u32(&b->sections[CLIP], b->text + (uint32_t)b->strings.size);
    for (size_t i = 0; i <= strlen(text); i++) ferry_put_u8(&b->strings, (uint8_t)text[i]);
}

static void put_clips(builder *b, const fy_chunk *chunk) {
    ferry_out *out = &b->sections[CLIP];
    uint32_t first = 0;
    for (uint32_t i = 0; i < chunk->clip_count; i++) {
        const fy_chunk_clip *clip = &chunk->clips[i];
        put_string(b, clip->name);
        put_string(b, clip->kind);
        put_f32(out, clip->duration);
        put_f32(out, clip->rate);
        ferry_put_u8(out, clip->loop);
        ferry_put_u8(out, 0);
        ferry_put_u16(out, clip->animation);
        ferry_put_u32(out, first);
        ferry_put_u32(out, clip->tracks);
        first += clip->tracks;
        b->counts[CLIP]++;
    }
}

static void put_tracks(builder *b, const fy_chunk *chunk) {
    ferry_out *out = &b->sections[TRAK];
    for (uint32_t i = 0; i < chunk->track_count; i++) {
        const fy_chunk_track *track = &chunk->tracks[i];
        ferry_put_u8(out, track->target);
        ferry_put_u8(out, track->slot);
        ferry_put_u8(out, track->interpolation);
        ferry_put_u8(out, track->width);
        ferry_put_u16(out, track->object);
        ferry_put_u16(out, track->keys);
        ferry_put_u32(out, b->counts[TIME]);
        ferry_put_u32(out, b->counts[VALU]);
        put_f32(out, track->scale);
        put_f32(out, track->offset);
        for (uint32_t k = 0; k < track->keys; k++) put_f32(&b->sections[TIME], track->times[k]);
        for (uint32_t k = 0; k < (uint32_t)track->keys * track->width; k++)
            ferry_put_u16(&b->sections[VALU], track->values[k]);
        b->counts[TIME] += track->keys;
        b->counts[VALU] += (uint32_t)track->keys * track->width;
        b->counts[TRAK]++;
    }
}

static void put_move(ferry_out *out, const fy_chunk_move *move, bool shift) {
    ferry_put_u32(out, move->vertex);
    for (int k = 0; k < (shift ? 2 : 3); k++) ferry_put_u16(out, (uint16_t)move->numbers[k]);
    for (int k = 0; k < 3 && !shift; k++) ferry_put_u8(out, (uint8_t)move->normal[k]);
    if (!shift) ferry_put_u8(out, 0);
}

static void put_morphs(builder *b, const fy_chunk *chunk) {
    ferry_out *out = &b->sections[MRPH];
    for (uint32_t i = 0; i < chunk->morph_count; i++) {
        const fy_chunk_morph *morph = &chunk->morphs[i];
        section kind = morph->kind ? SHFT : MOVE;
        ferry_put_u32(out, b->counts[kind]);
        ferry_put_u32(out, morph->count);
        ferry_put_u8(out, morph->kind);
        for (int k = 0; k < 3; k++) ferry_put_u8(out, 0);
        for (uint32_t k = 0; k < morph->count; k++)
            put_move(&b->sections[kind], &morph->moves[k], kind == SHFT);
        b->counts[kind] += morph->count;
        b->counts[MRPH]++;
    }
}

static void put_areas(builder *b, const fy_chunk *chunk) {
    for (uint32_t i = 0; i < chunk->area_count; i++) {
        ferry_put_u32(&b->sections[AREA], b->counts[VERT]);
        ferry_put_u32(&b->sections[AREA], chunk->areas[i].count);
        for (uint32_t k = 0; k < chunk->areas[i].count; k++)
            ferry_put_u32(&b->sections[VERT], chunk->areas[i].vertices[k]);
        b->counts[VERT] += chunk->areas[i].count;
        b->counts[AREA]++;
    }
}

ferry_bytes fy_chunk_build(ferry_job *job, const fy_chunk *chunk, uint32_t text, ferry_bytes *strings) {
    static const char *const names[SECTIONS] = {"HIDE", "CLIP", "TRAK", "TIME", "VALU",
                                                "MRPH", "MOVE", "SHFT", "AREA", "VERT"};
    builder b = {.text = text};
    ferry_out out = ferry_out_open(job, "chunk");
    uint32_t at = HEADER + SECTION * SECTIONS;
    for (int i = 0; i < SECTIONS; i++) b.sections[i] = ferry_out_open(job, names[i]);
    b.strings = ferry_out_open(job, "strings");
    for (uint32_t i = 0; i < chunk->hidden_count; i++) {
        ferry_put_u16(&b.sections[HIDE], chunk->hidden[i]);
        ferry_put_u16(&b.sections[HIDE], 0);
    }
    b.counts[HIDE] = chunk->hidden_count;
    put_clips(&b, chunk);
    put_tracks(&b, chunk);
    put_morphs(&b, chunk);
    put_areas(&b, chunk);
    ferry_put_u32(&out, 0x46363454);
    ferry_put_u16(&out, 1);
    ferry_put_u16(&out, SECTIONS);
    for (int i = 0; i < SECTIONS; i++) {
        while (b.sections[i].size % 4) ferry_put_u8(&b.sections[i], 0);
        for (int k = 0; k < 4; k++) ferry_put_u8(&out, (uint8_t)names[i][k]);
        ferry_put_u32(&out, at);
        ferry_put_u32(&out, b.counts[i]);
        at += (uint32_t)b.sections[i].size;
    }
    for (int i = 0; i < SECTIONS; i++)
        for (size_t k = 0; k < b.sections[i].size; k++) ferry_put_u8(&out, b.sections[i].data[k]);
    *strings = (ferry_bytes){b.strings.data, b.strings.size};
    return (ferry_bytes){out.data, out.size};
}
