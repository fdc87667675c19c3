/*
 * t3dm_read_layout.c: which of the layouts L0 to L11 a file has that says no more than "T3DM".
 *
 * Format: docs/formats/t3dm.md, "Telling old layouts apart". The header alone separates L0 from the rest. Of
 * the rest, the layout is the one that the fewest records contradict; equals are read as the newest of them,
 * which reads the same.
 */
#include "formats/t3dm/read/t3dm_read_layout.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/sprite/rom_path.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

enum { LONGEST_PATH = 128 }; /* that is hashed; longer ones are believed */

/* --------------------------------------------------------------------------------------- the header */

/* How much of the header makes sense: three chunks of the right types, and a first chunk right behind the
 * table. */
static uint32_t header_votes(const ferry_window *in, const fy_t3dm_layout *layout) {
    static const uint8_t types[] = {'V', 'I'};
    if (!ferry_window_holds(in, layout->table_at, 1, 4)) return 0;
    uint64_t count = ferry_be32(in->data + 4), votes = 0;
    const uint8_t *table = in->data + layout->table_at, *refs = in->data + layout->refs_at;
    for (uint32_t k = 0; k < 2; k++) {
        uint32_t entry = ferry_be32(refs + 4 * (size_t)k);
        votes += entry < count && ferry_window_holds(in, layout->table_at, entry + (uint64_t)1, 4) &&
                 table[4 * (size_t)entry] == types[k];
    }
    votes += ferry_be32(table) == ('O' << 24 | ((layout->table_at + 4 * count + 7) & ~UINT64_C(7)));
    return (uint32_t)votes;
}

const fy_t3dm_layout *fy_t3dm_guess_header(const ferry_window *in) {
    const fy_t3dm_layout *l0 = &fy_t3dm_layouts[FY_T3DM_L0], *l11 = &fy_t3dm_layouts[FY_T3DM_L11];
    return header_votes(in, l0) > header_votes(in, l11) ? l0 : l11;
}

/* -------------------------------------------------------------------------------------- the records */

/* A chunk's bytes may be followed by zeros, up to where what comes next may start. */
static bool fills(const fy_t3dm_reader *r, const fy_t3dm_chunk *chunk, uint64_t size) {
    uint32_t room = chunk->end - chunk->offset;
    uint32_t to = chunk->next == 'V' || chunk->next == 'I'                       ? 16
                  : chunk->next == 'O' || chunk->next == 'A' || chunk->next == 0 ? 4
                                                                                 : 8;
    if (size > room || room - size >= to) return false;
    for (uint64_t i = size; i < room; i++)
        if (r->in->data[chunk->offset + i]) return false;
    return true;
}

static bool material_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout, uint32_t number) {
    uint64_t chunk = (uint64_t)r->first_material + number;
    return chunk < r->chunk_count && r->chunks[chunk].type == 'M' && number % layout->materials == 0;
}

static bool part_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout, uint32_t bones,
                      const uint8_t *part) {
    uint32_t vertices = ferry_be32(part), count = ferry_be32(part + 4), dest = 0, bone = FY_T3DM_NO_BONE;
    uint32_t indices = ferry_be32(part + 8), list = ferry_be16(part + 12), last = ferry_be16(part + 14);
    if (layout->bones) {
        dest = count & 0xFFFF;
        count >>= 16;
        bone = last;
    } else if (last) {
        return false;
    }
    return count && dest + count <= layout->slots + 1u && vertices % FY_T3DM_VERTEX_PAIR == 0 &&
           ferry_window_holds(&r->vertices, vertices, count / 2, FY_T3DM_VERTEX_PAIR) &&
           ferry_window_holds(&r->indices, indices, list, 1) && (bone == FY_T3DM_NO_BONE || bone < bones);
}

static bool object_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout, uint32_t bones,
                        const fy_t3dm_chunk *chunk) {
    const uint8_t *at = r->in->data + chunk->offset;
    if (chunk->end - chunk->offset < layout->object) return false;
    uint32_t parts = fy_t3dm_layout_parts(layout, at);
    if (!fills(r, chunk, layout->object + (uint64_t)layout->part * parts)) return false;
    if (layout->name_at != FY_T3DM_ABSENT && ferry_be32(at + layout->name_at) >= r->strings.size)
        return false;
    if (!material_fits(r, layout, ferry_be32(at + layout->material_at))) return false;
    for (uint32_t i = 0; i < parts; i++)
        if (!part_fits(r, layout, bones, at + layout->object + layout->part * (size_t)i)) return false;
    return true;
}

/* A tile's hash is that of its path. Behind it is room for a pointer. */
static bool path_fits(const fy_t3dm_reader *r, uint32_t path, uint32_t hash, uint32_t reference) {
    if (!path) return hash == reference || !hash;
    if (path >= r->strings.size) return false;
    const uint8_t *text = r->strings.data + path;
    size_t room = r->strings.size - path, most = room < LONGEST_PATH ? room : LONGEST_PATH;
    if (!memchr(text, 0, most)) return most == LONGEST_PATH;
    return fy_t3dm_path_hash((const char *)text) == hash;
}

/* Alpha and fog modes, then two bytes that came into use later. */
static bool modes_fit(const fy_t3dm_layout *layout, const uint8_t *modes) {
    uint32_t set = layout->depth_mode ? modes[2] & 0x0Fu : modes[2],
             depth = layout->depth_mode ? modes[2] >> 4 : 0u;
    if (modes[0] > 3 || modes[1] > 2) return false;
    return set <= (layout->prim_at != FY_T3DM_ABSENT) && depth <= 3 && modes[3] <= layout->depth_mode;
}

static bool material_chunk_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout,
                                const fy_t3dm_chunk *chunk) {
    const uint8_t *at = r->in->data + chunk->offset;
    if (!fills(r, chunk, layout->material)) return false;
    if (layout->modes_at != FY_T3DM_ABSENT && !modes_fit(layout, at + layout->modes_at)) return false;
    for (uint32_t k = 0; k < (layout->rdp ? 2 : 1); k++) {
        const uint8_t *tile = at + layout->tile_at + FY_T3DM_TILE * (size_t)k;
        uint32_t reference = layout->references ? ferry_be32(tile) : 0;
        if (layout->references) tile += 4;
        if (!path_fits(r, ferry_be32(tile), ferry_be32(tile + 4), reference) || ferry_be32(tile + 8))
            return false;
    }
    return true;
}

static bool skeleton_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout, const fy_t3dm_chunk *chunk) {
    uint32_t bones =
        chunk->end - chunk->offset >= FY_T3DM_BONES_AT ? ferry_be16(r->in->data + chunk->offset) : 0;
    return layout->bone && fills(r, chunk, FY_T3DM_BONES_AT + (uint64_t)layout->bone * bones);
}

static bool chunk_fits(const fy_t3dm_reader *r, const fy_t3dm_layout *layout, uint32_t bones,
                       const fy_t3dm_chunk *chunk) {
    switch (chunk->type) {
    case 'O':
        return object_fits(r, layout, bones, chunk);
    case 'M':
        return material_chunk_fits(r, layout, chunk);
    case 'S':
        return skeleton_fits(r, layout, chunk);
    case 'A':
        return layout->animations;
    default:
        return true;
    }
}

static uint32_t bones_of(const fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        const fy_t3dm_chunk *chunk = &r->chunks[i];
        if (chunk->type == 'S')
            return chunk->end - chunk->offset < 2 ? 0 : ferry_be16(r->in->data + chunk->offset);
    }
    return 0;
}

/* How many chunks say that the file has another layout; not counted beyond `enough`. */
static bool count_against(fy_t3dm_reader *r, const fy_t3dm_layout *layout, uint32_t enough,
                          uint32_t *against) {
    uint32_t bones = bones_of(r);
    *against = 0;
    for (uint32_t k = 0; k < r->chunk_count && *against < enough; k++) {
        if (!ferry_tick(r->job)) return false;
        *against += !chunk_fits(r, layout, bones, &r->chunks[k]);
    }
    return true;
}

bool fy_t3dm_guess_layout(fy_t3dm_reader *r) {
    const fy_t3dm_layout *oldest = NULL;
    uint32_t least = UINT32_MAX, against;
    for (uint32_t i = FY_T3DM_L11; i >= FY_T3DM_L1; i--) {
        if (!count_against(r, &fy_t3dm_layouts[i], least == UINT32_MAX ? least : least + 1, &against))
            return false;
        if (against == least) oldest = &fy_t3dm_layouts[i];
        if (against >= least) continue;
        least = against;
        r->layout = oldest = &fy_t3dm_layouts[i];
    }
    if (least) {
        ferry_say_at(r->in, 0, FERRY_WARNING, "t3dm.layout",
                     "read as layout %s, though %u of %u chunks do not match it; pass --from t3dm:LAYOUT for "
                     "another",
                     r->layout->name, least, r->chunk_count);
    } else if (oldest != r->layout) {
        ferry_say_at(r->in, 0, FERRY_NOTE, "t3dm.layout", "layout %s to %s store this file identically",
                     oldest->name, r->layout->name);
    }
    return true;
}
