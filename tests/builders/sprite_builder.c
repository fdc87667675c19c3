/* sprite_builder.c: see sprite_builder.h. Writes the headers at fixed places of a buffer that is large
 * enough, and the blocks behind each other. */
#include "sprite_builder.h"

#include <string.h>

static void set16(uint8_t *at, uint32_t value) {
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

static void set32(uint8_t *at, uint32_t value) {
    set16(at, value >> 16);
    set16(at + 2, value & 0xFFFF);
}

/* Copies a block and steps to the next multiple of eight. */
static size_t put_block(uint8_t *file, size_t at, const uint8_t *bytes, size_t size) {
    memcpy(file + at, bytes, size);
    return (at + size + 7) & ~(size_t)7;
}

static void set_slot(uint8_t *extended, uint32_t number, const build_level *level, size_t offset) {
    uint8_t *slot = extended + 8 * number;
    set16(slot, level->width);
    set16(slot + 2, level->height);
    set32(slot + 4, level->code << 24 | (uint32_t)offset);
}

/* Positions of pictures without any: texparms 0, 1, 0, 0; detail 0, 2048, -1, 0. */
static void set_parameters(uint8_t *extended) {
    for (size_t i = 0; i < 2; i++) {
        set32(extended + 0x48 + 12 * i, 0x3F800000);
        set32(extended + 0x60 + 12 * i, 0x45000000);
        set16(extended + 0x64 + 12 * i, 0xFFFF);
    }
}

ferry_bytes build_sprite_file(ferry_job *job, const build_sprite *sprite) {
    size_t capacity = 8 + 128 + 512 + 8 * 10 + sprite->detail.size;
    for (uint32_t i = 0; i < sprite->level_count; i++) capacity += sprite->levels[i].size;
    uint8_t *file = ferry_new(job, uint8_t, capacity), *extended;
    const build_level *first = &sprite->levels[0];
    set16(file, first->width);
    set16(file + 2, first->height);
    file[5] = (uint8_t)(first->code | (sprite->version ? 0x80 : 0));
    file[6] = (uint8_t)(first->width / 16 > 1 ? first->width / 16 : 1);
    file[7] = (uint8_t)(first->height / 16 > 1 ? first->height / 16 : 1);
    size_t at = put_block(file, 8, first->texels, first->size);
    if (!sprite->version) return (ferry_bytes){file, at};
    extended = file + at;
    at += 128;
    set16(extended, sprite->version == 4 ? 124 : 128);
    set16(extended + 2, sprite->version);
    set16(extended + 0x40, sprite->flags | (sprite->level_count - 1 + (sprite->detail.width != 0)));
    set_parameters(extended);
    for (uint32_t i = 1; i < sprite->level_count; i++) {
        set_slot(extended, i, &sprite->levels[i], at);
        at = put_block(file, at, sprite->levels[i].texels, sprite->levels[i].size);
    }
    if (sprite->detail.width) {
        set_slot(extended, 7, &sprite->detail, at);
        at = put_block(file, at, sprite->detail.texels, sprite->detail.size);
    }
    if (!sprite->palette_count) return (ferry_bytes){file, at};
    set32(extended + 4, (uint32_t)at);
    if (sprite->version == 6) extended[0x42] = (uint8_t)sprite->palette_count;
    for (uint32_t i = 0; i < sprite->palette_count; i++) set16(file + at + 2 * i, sprite->palette[i]);
    return (ferry_bytes){file, (at + 2 * sprite->palette_count + 7) & ~(size_t)7};
}
