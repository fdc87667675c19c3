/*
 * t3dm_read_tracks.c: the tracks chunk, back into the scene.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include "t3dm_read.h"
#include "t3dm_tracks.h"

enum { SECTIONS_AT = 8, SECTION = 12, BILLBOARD = 4 };

static bool read_billboard(fy_t3dm_reader *r, ferry_window *record) {
    uint16_t bone = ferry_u16_at(record, 0);
    uint8_t kind = ferry_u8_at(record, 2);
    if (!ferry_window_ok(record)) return false;
    if (bone >= r->bone_count)
        return ferry_refuse(record, 0, "t3dm.tracks", "bone %u of %u", bone, r->bone_count);
    if (kind != FERRY_BILLBOARD_SPHERICAL && kind != FERRY_BILLBOARD_CYLINDRICAL)
        return ferry_refuse(record, 2, "t3dm.tracks", "kind %u of billboard, expected 1 or 2", kind);
    ferry_node *node = &r->scene->nodes.data[r->first_bone + bone];
    if (node->billboard != FERRY_BILLBOARD_NONE)
        ferry_say_at(record, 0, r->doubt, "t3dm.tracks", "bone %u is turned already", bone);
    node->billboard = (ferry_billboard)kind;
    return true;
}

static bool read_billboards(fy_t3dm_reader *r, ferry_window *chunk, uint32_t at, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        ferry_window record =
            ferry_window_cut(chunk, "billboard", i, at + (uint64_t)i * BILLBOARD, BILLBOARD);
        if (!ferry_window_ok(&record) || !ferry_tick(r->job) || !read_billboard(r, &record)) return false;
    }
    return true;
}

/* Sections stand one behind the other. */
static bool read_section(fy_t3dm_reader *r, ferry_window *chunk, ferry_window *section, uint64_t *end) {
    uint32_t kind = ferry_u32_at(section, 0), at = ferry_u32_at(section, 4), count = ferry_u32_at(section, 8);
    if (!ferry_window_ok(section)) return false;
    if (at < *end)
        return ferry_refuse(section, 4, "t3dm.tracks", "offset 0x%x, what is before goes to 0x%llx", at,
                            (unsigned long long)*end);
    *end = at; /* how long records of other kinds are is not known */
    if (kind == FY_T3DM_TRACKS_BILLBOARDS) {
        *end += (uint64_t)count * BILLBOARD;
        return read_billboards(r, chunk, at, count);
    }
    ferry_say_at(section, 0, FERRY_WARNING, "t3dm.tracks", "unknown kind 0x%08x of section: left out", kind);
    return true;
}

/* Another tool's chunk of this type does not begin so. */
static bool is_tracks(const ferry_window *chunk) {
    return chunk->size >= SECTIONS_AT && ferry_be32(chunk->data) == FY_T3DM_TRACKS_MAGIC;
}

static bool read_chunk(fy_t3dm_reader *r, ferry_window *chunk) {
    uint16_t version = ferry_u16_at(chunk, 4), sections = ferry_u16_at(chunk, 6);
    if (version != FY_T3DM_TRACKS_VERSION)
        return ferry_refuse(chunk, 4, "t3dm.tracks", "version %u, expected %u", version,
                            FY_T3DM_TRACKS_VERSION);
    uint64_t end = SECTIONS_AT + (uint64_t)sections * SECTION;
    for (uint32_t i = 0; i < sections; i++) {
        ferry_window section = ferry_window_cut(chunk, "section", i, SECTIONS_AT + i * SECTION, SECTION);
        if (!ferry_window_ok(&section) || !read_section(r, chunk, &section, &end)) return false;
    }
    return true;
}

bool fy_t3dm_read_tracks(fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != FY_T3DM_TRACKS) continue;
        ferry_window chunk = fy_t3dm_cut_chunk(r, i, "tracks", FERRY_NONE);
        if (!ferry_window_ok(&chunk)) return false;
        if (!is_tracks(&chunk)) continue;
        r->chunks[i].used = true;
        return read_chunk(r, &chunk);
    }
    return true;
}
