/*
 * t3dm_check_file.c: the rules of the header and the chunk table.
 *
 * Format: docs/formats/t3dm.md, "Layout" and "Checking".
 */
#include "formats/t3dm/check/t3dm_check_file.h"

#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

static uint64_t entry_at(const fy_t3dm_reader *r, uint32_t chunk) {
    return r->layout->table_at + 4 * (uint64_t)chunk;
}

/* What the console reads by DMA or in words of 64 bits must lie at multiples. Strips are found by rounding up
 * to 8. */
static uint32_t alignment(const fy_t3dm_layout *layout, uint8_t type) {
    switch (type) {
    case 'V':
        return 16;
    case 'M':
        return 8;
    case 'I':
        return layout->marks == FY_T3DM_MARKS_NONE ? 1 : 8;
    case 'O':
    case 'A':
    case 'B':
    case 'S':
        return 4;
    default:
        return 1;
    }
}

/* A chunk ends where the next one starts, so two that start at one place are taken for each other's bytes. */
static void check_start(fy_t3dm_reader *r, uint32_t chunk) {
    const fy_t3dm_chunk *c = &r->chunks[chunk];
    if (c->type != 'V') return;
    for (uint32_t i = 0; i < r->chunk_count; i++)
        if (i != chunk && r->chunks[i].type && r->chunks[i].type != 'V' && r->chunks[i].offset == c->offset) {
            ferry_say_at(r->in, entry_at(r, chunk), FY_CHECK_WRONG, "t3dm.chunk",
                         "vertex chunk %u starts at 0x%x, as does chunk %u of type '%c': where they end "
                         "is unknown",
                         chunk, c->offset, i, r->chunks[i].type);
            return;
        }
}

static void check_alignment(fy_t3dm_reader *r, uint32_t chunk) {
    const fy_t3dm_chunk *c = &r->chunks[chunk];
    uint32_t to = alignment(r->layout, c->type);
    if (c->type == 'V' && c->offset != r->vertices.base) return; /* not used */
    if (c->offset % to)
        ferry_say_at(r->in, entry_at(r, chunk), FY_CHECK_WRONG, "t3dm.alignment",
                     "chunk %u of type '%c' starts at 0x%x, expected a multiple of %u", chunk, c->type,
                     c->offset, to);
}

/* Objects first: older runtimes stop drawing at anything else, and a BVH counts objects by chunks. */
static void check_order(fy_t3dm_reader *r) {
    bool others = false;
    uint32_t last_object = 0, counts[128] = {0};
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        const fy_t3dm_chunk *c = &r->chunks[i];
        if (c->type < 128) counts[c->type]++;
        if (c->type == 'O' && others)
            ferry_say_at(r->in, entry_at(r, i), FY_CHECK_WRONG, "t3dm.chunk-order",
                         "chunk %u is an object after chunks of other types; objects come first", i);
        if (c->type == 'O') last_object = c->offset > last_object ? c->offset : last_object;
        others = others || c->type != 'O';
        if (c->type == 'B' && c->offset < last_object)
            ferry_say_at(r->in, entry_at(r, i), FY_CHECK_WRONG, "t3dm.chunk-order",
                         "the BVH at 0x%x is not after the object at 0x%x", c->offset, last_object);
        if (c->type == 'M' &&
            (i < r->first_material || (i && i > r->first_material && r->chunks[i - 1].type != 'M')))
            ferry_say_at(r->in, entry_at(r, i), FY_CHECK_WRONG, "t3dm.chunk-order",
                         "chunk %u is a material apart from the others; materials are consecutive", i);
    }
    for (const char *type = "VIB"; *type; type++)
        if (counts[(uint8_t)*type] > 1)
            ferry_say_at(r->in, 0x04, FY_CHECK_ADVICE, "t3dm.chunk-order",
                         "%u chunks of type '%c', but only one is used", counts[(uint8_t)*type], *type);
}

static void check_header(fy_t3dm_reader *r) {
    uint32_t version = (uint32_t)(r->layout - fy_t3dm_layouts);
    if (version != FY_T3DM_L0) {
        uint64_t vertices = r->vertices.size / FY_T3DM_VERTEX_PAIR * 2;
        uint32_t said = ferry_u16_at(r->in, 0x08);
        if (said != vertices)
            ferry_say_at(r->in, 0x08, FY_CHECK_WRONG, "t3dm.header-counts",
                         "the header states %u vertices, but there are %llu", said,
                         (unsigned long long)vertices);
    }
    if (version > FY_T3DM_V1 && ferry_u32_at(r->in, 0x1C))
        ferry_say_at(r->in, 0x1C, FY_CHECK_WRONG, "t3dm.user-block",
                     "a pointer 0x%x in the file, which the runtime will free", ferry_u32_at(r->in, 0x1C));
    if (r->strings.size && r->strings.data[r->strings.size - 1] && r->strings.size > 1)
        ferry_say_at(&r->strings, r->strings.size - 1, FY_CHECK_WRONG, "t3dm.string",
                     "the last string has no terminator");
}

bool fy_t3dm_check_file(fy_t3dm_reader *r) {
    check_header(r);
    check_order(r);
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (!ferry_tick(r->job)) return false;
        check_alignment(r, i);
        check_start(r, i);
    }
    return true;
}
