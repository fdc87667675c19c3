/* mutator.c: see mutator.h. */
#include "mutator.h"

#include <string.h>

/* ----------------------------------------------------------------------------------------------- numbers */

static uint32_t get(const uint8_t *at, size_t size) {
    uint32_t value = 0;
    for (size_t k = 0; k < size; k++) value = value << 8 | at[k];
    return value;
}

static void put(uint8_t *at, size_t size, uint32_t value) {
    for (size_t k = size; k-- > 0; value >>= 8) at[k] = (uint8_t)value;
}

static uint32_t roll(uint32_t *seed, size_t below) {
    *seed = *seed * 1664525 + 1013904223;
    return below ? (uint32_t)((*seed >> 8) % below) : 0;
}

/* ------------------------------------------------------------------------------------------------ pieces */

static size_t add_piece(fuzz_piece *pieces, size_t count, size_t at, size_t end, size_t size) {
    if (end > size) end = size;
    if (count == FUZZ_MOST_PIECES || at >= end) return count;
    pieces[count] = (fuzz_piece){at, end - at};
    return count + 1;
}

enum { J3D_FIRST = 0x20, J3D_HEAD = 8 };

static size_t find_blocks(const uint8_t *data, size_t size, fuzz_piece *pieces) {
    size_t count = 0;
    for (size_t at = J3D_FIRST; at + J3D_HEAD <= size;) {
        size_t length = get(data + at + 4, 4);
        if (length < J3D_HEAD || length > size - at) break;
        count = add_piece(pieces, count, at, at + length, size);
        at += length;
    }
    return count;
}

/* The table of chunks is the first run of words whose first byte is a letter and whose rest lies in the file,
 * each behind the one before. */
static size_t find_chunks(const uint8_t *data, size_t size, fuzz_piece *pieces) {
    size_t count = 0;
    for (size_t at = 12; at + 4 <= size && at < 128 && count < 2; at += 4) {
        size_t from = 0, entry = at;
        for (count = 0; entry + 4 <= size; entry += 4) {
            size_t to = get(data + entry + 1, 3);
            if (data[entry] < 'A' || data[entry] > 'Z' || to < from || to >= size) break;
            if (from) count = add_piece(pieces, count, from, to, size);
            from = to;
        }
        if (from) count = add_piece(pieces, count, from, size, size);
    }
    return count;
}

static size_t find_tables(const uint8_t *data, size_t size, fuzz_piece *pieces) {
    if (size < 0x40) return 0;
    size_t info = 0x20, entries = info + get(data + info + 0xC, 4),
           strings = info + get(data + info + 0x14, 4), bytes = info + get(data + 0xC, 4);
    size_t count = add_piece(pieces, 0, info, info + 0x20, size);
    count = add_piece(pieces, count, info + get(data + info + 4, 4), entries, size);
    count = add_piece(pieces, count, entries, strings, size);
    count = add_piece(pieces, count, strings, bytes, size);
    return add_piece(pieces, count, bytes, size, size);
}

enum { TTYD_COUNTS = 0xE8, TTYD_OFFSETS = 0x14C, TTYD_HEADER = 0x1B0, TTYD_BLOCKS = 25 };

static size_t find_actor(const uint8_t *data, size_t size, fuzz_piece *pieces) {
    if (size < TTYD_HEADER || get(data, 4) > size || get(data, 4) < TTYD_HEADER) return 0;
    size_t count = 0;
    for (size_t k = 0; k < TTYD_BLOCKS; k++) {
        size_t at = get(data + TTYD_OFFSETS + 4 * k, 4), end = get(data, 4);
        if (!get(data + TTYD_COUNTS + 4 * k, 4) || at < TTYD_HEADER) continue;
        for (size_t other = 0; other < TTYD_BLOCKS; other++) {
            size_t next = get(data + TTYD_OFFSETS + 4 * other, 4);
            if (next > at && next < end) end = next;
        }
        count = add_piece(pieces, count, at, end, size);
    }
    return count;
}

static bool starts(const uint8_t *data, size_t size, const char *magic) {
    return size >= strlen(magic) && memcmp(data, magic, strlen(magic)) == 0;
}

size_t fuzz_pieces(const uint8_t *data, size_t size, fuzz_piece pieces[FUZZ_MOST_PIECES]) {
    if (starts(data, size, "J3D")) return find_blocks(data, size, pieces);
    if (starts(data, size, "T3")) return find_chunks(data, size, pieces);
    if (starts(data, size, "RARC")) return find_tables(data, size, pieces);
    return find_actor(data, size, pieces);
}

/* ----------------------------------------------------------------------------------------------- changes */

/* Numbers that readers stumble over: edges, neighbours of what is there, sizes, odd floats. */
static uint32_t odd_number(uint32_t old, size_t width, size_t size, uint32_t *seed) {
    static const uint32_t floats[] = {0x7F800000, 0x7FC00000, 0x80000000, 0x7F7FFFFF, 0x00000001, 0x501502F9};
    switch (roll(seed, 10)) {
    case 0:
        return 0;
    case 1:
        return UINT32_MAX >> (32 - 8 * width);
    case 2:
        return UINT32_MAX >> (33 - 8 * width);
    case 3:
        return old + 1;
    case 4:
        return old - 1;
    case 5:
        return old * 2;
    case 6:
        return (uint32_t)size - roll(seed, 8);
    case 7:
        return roll(seed, 64);
    case 8:
        return old ^ 1u << roll(seed, 8 * width);
    default:
        return floats[roll(seed, sizeof floats / sizeof *floats)];
    }
}

static void change_number(uint8_t *piece, size_t length, size_t size, uint32_t *seed) {
    size_t width = (size_t)1 << roll(seed, 3);
    if (length < width) return;
    uint8_t *at = piece + roll(seed, length / width) * width;
    put(at, width, odd_number(get(at, width), width, size, seed));
}

/* A record over another one of the same piece. */
static void copy_record(uint8_t *piece, size_t length, uint32_t *seed) {
    size_t record = (size_t)4 << roll(seed, 4);
    if (length < 2 * record) return;
    size_t from = roll(seed, (length - record) / 4 + 1) * 4, to = roll(seed, (length - record) / 4 + 1) * 4;
    memmove(piece + to, piece + from, record);
}

/* A block of a J3D file goes, or is there twice; its header counts them. */
static size_t change_blocks(uint8_t *data, size_t size, size_t most, const fuzz_piece *block,
                            uint32_t *seed) {
    bool more = roll(seed, 2);
    size_t end = block->at + block->size;
    if (!starts(data, size, "J3D") || (more && size + block->size > most)) return size;
    if (more)
        memmove(data + end + block->size, data + end, size - end),
            memcpy(data + end, data + block->at, block->size);
    else
        memmove(data + block->at, data + end, size - end);
    size = more ? size + block->size : size - block->size;
    put(data + 8, 4, (uint32_t)size);
    put(data + 12, 4, get(data + 12, 4) + (more ? 1u : UINT32_MAX));
    return size;
}

size_t fuzz_mutate(uint8_t *data, size_t size, size_t most, uint32_t seed,
                   size_t (*bytes)(uint8_t *data, size_t size, size_t most)) {
    fuzz_piece pieces[FUZZ_MOST_PIECES];
    size_t count = fuzz_pieces(data, size, pieces);
    roll(&seed, 1);
    if (!count || roll(&seed, 16) == 0) return bytes(data, size, most);
    if (roll(&seed, 16) == 0) return change_blocks(data, size, most, &pieces[roll(&seed, count)], &seed);
    for (uint32_t left = 1 + roll(&seed, 4); left > 0; left--) {
        /* a block's own head, its tag and size, stays */
        size_t head = starts(data, size, "J3D") ? J3D_HEAD : 0;
        const fuzz_piece *at = &pieces[roll(&seed, count)];
        uint8_t *piece = data + at->at + head;
        size_t length = at->size - head;
        switch (roll(&seed, 4)) {
        case 0:
            copy_record(piece, length, &seed);
            break;
        case 1:
            if (length) bytes(piece, length, length);
            break;
        default:
            change_number(piece, length, size, &seed);
        }
    }
    return size;
}
