/*
 * t3dm_read.c: a T3DM file of layout V4 as a scene: header, chunk table, strings, and what the scene has no
 * word for.
 *
 * Format: docs/formats/t3dm.md, "Layout". Chunk sizes are not stored: a chunk ends where the next one begins.
 */
#include <stdlib.h>
#include <string.h>

#include "t3dm_read.h"

/* --------------------------------------------------------------------------------------- header and table */

static bool check_version(ferry_window *in) {
    if (!ferry_window_holds(in, 0, 4, 1))
        return ferry_refuse(in, 0, "t3dm.short", "4 bytes of magic expected, %zu left", in->size);
    if (memcmp(in->data, "T3DM", 4) == 0) {
        return ferry_refuse(
            in, 0, "t3dm.version",
            "\"T3DM\" marks a layout from before October 2024 (L0 to L11), only layout V4 is read");
    }
    if (memcmp(in->data, "T3M", 3) != 0) {
        return ferry_refuse(in, 0, "t3dm.magic",
                            "\"T3M\" and a version byte expected, found %02x %02x %02x %02x", in->data[0],
                            in->data[1], in->data[2], in->data[3]);
    }
    if (in->data[3] == FY_T3DM_VERSION) return true;
    return ferry_refuse(in, 3, "t3dm.version", "layout V%u, only layout V4 is read", in->data[3]);
}

typedef struct start {
    uint32_t offset, chunk;
} start;

static int by_offset(const void *a, const void *b) {
    const start *x = a, *y = b;
    if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
    return x->chunk < y->chunk ? -1 : x->chunk > y->chunk;
}

/* Sets the chunks' ends: the next higher start of a chunk or of the string table, or the end of the file. */
static bool find_ends(fy_t3dm_reader *r, uint32_t strings_at) {
    uint32_t count = r->chunk_count, end = r->in->size > UINT32_MAX ? UINT32_MAX : (uint32_t)r->in->size;
    start *starts = ferry_new(r->job, start, count + 1);
    if (!starts) return false;
    for (uint32_t i = 0; i < count; i++) starts[i] = (start){r->chunks[i].offset, i};
    starts[count] = (start){strings_at, count};
    qsort(starts, count + 1, sizeof *starts, by_offset);
    for (uint32_t i = count + 1; i-- > 0;) {
        const start *next = i < count ? &starts[i + 1] : NULL;
        if (next && next->offset > starts[i].offset) end = next->offset;
        if (starts[i].chunk == count) continue;
        r->chunks[starts[i].chunk].end = end;
        /* Objects of one place would be drawn twice; nothing writes such files but an attack on memory. */
        if (next && next->offset == starts[i].offset && next->chunk < count &&
            r->chunks[next->chunk].type == 'O' && r->chunks[starts[i].chunk].type == 'O') {
            return ferry_refuse(r->in, FY_T3DM_HEADER + 4 * (uint64_t)next->chunk, "t3dm.chunk",
                                "object at 0x%x, where chunk %u is an object already", next->offset,
                                starts[i].chunk);
        }
    }
    return true;
}

static bool read_table(fy_t3dm_reader *r) {
    r->chunk_count = ferry_u32_at(r->in, 0x04);
    uint32_t strings_at = ferry_u32_at(r->in, 0x18);
    if (!ferry_window_ok(r->in)) return false;
    if (!ferry_window_holds(r->in, FY_T3DM_HEADER, r->chunk_count, 4)) {
        return ferry_refuse(r->in, 0x04, "t3dm.chunks", "%u chunks of 4 bytes, %zu bytes left",
                            r->chunk_count, r->in->size < FY_T3DM_HEADER ? 0 : r->in->size - FY_T3DM_HEADER);
    }
    r->chunks = ferry_new(r->job, fy_t3dm_chunk, r->chunk_count + (size_t)1);
    if (!r->chunks) return false;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        uint32_t word = ferry_u32_at(r->in, FY_T3DM_HEADER + 4 * (uint64_t)i);
        r->chunks[i] =
            (fy_t3dm_chunk){.type = (uint8_t)(word >> 24), .offset = word & 0xFFFFFF, .material = FERRY_NONE};
        if (r->chunks[i].offset <= r->in->size) continue;
        return ferry_refuse(r->in, FY_T3DM_HEADER + 4 * (uint64_t)i, "t3dm.chunk",
                            "chunk %u starts at 0x%x, the file ends at 0x%zx", i, r->chunks[i].offset,
                            r->in->size);
    }
    r->strings = ferry_window_rest(r->in, "strings", FERRY_NONE, strings_at);
    return ferry_window_ok(&r->strings) && find_ends(r, strings_at);
}

static ferry_window cut_chunk(fy_t3dm_reader *r, uint32_t chunk, const char *label, uint32_t index) {
    const fy_t3dm_chunk *c = &r->chunks[chunk];
    return ferry_window_cut(r->in, label, index, c->offset, (uint64_t)c->end - c->offset);
}

/* The vertex or index chunk, named by its number in the header field `at`. */
static bool cut_data(fy_t3dm_reader *r, uint64_t at, char type, const char *label, ferry_window *window) {
    uint32_t chunk = ferry_u32_at(r->in, at);
    if (chunk >= r->chunk_count) {
        return ferry_refuse(r->in, at, "t3dm.chunk", "%s are chunk %u of %u", label, chunk, r->chunk_count);
    }
    if (r->chunks[chunk].type != (uint8_t)type) {
        return ferry_refuse(r->in, at, "t3dm.chunk",
                            "%s are chunk %u, which is of type 0x%02x instead of '%c'", label, chunk,
                            r->chunks[chunk].type, type);
    }
    *window = cut_chunk(r, chunk, label, FERRY_NONE);
    return ferry_window_ok(window);
}

/* ---------------------------------------------------------------------------------------- strings, extras */

const char *fy_t3dm_read_string(fy_t3dm_reader *r, ferry_window *from, uint32_t at) {
    uint32_t offset = ferry_u32_at(from, at);
    if (!ferry_window_ok(from)) return NULL;
    if (!offset) return "";
    if (offset >= r->strings.size) {
        ferry_refuse(from, at, "t3dm.string", "string at %u of a table of %zu bytes", offset,
                     r->strings.size);
        return NULL;
    }
    return ferry_scene_text(r->scene, r->strings.data + offset, r->strings.size - offset);
}

static bool keep_extra(fy_t3dm_reader *r, const ferry_window *chunk, const char *path) {
    uint8_t *bytes = ferry_scene_new(r->scene, uint8_t, chunk->size + 1);
    if (!bytes || !path) return false;
    if (chunk->size) memcpy(bytes, chunk->data, chunk->size);
    ferry_extra *extra = ferry_append(r->scene, &r->scene->extras, ferry_extra);
    if (!extra) return false;
    *extra =
        (ferry_extra){.format = "t3dm", .path = path, .offset = chunk->base, .bytes = {bytes, chunk->size}};
    return true;
}

static bool is_known(uint8_t type) {
    return type && strchr("OVIMSAB", type) != NULL;
}

/* Animations, BVH and chunks of other tools, whole; then the strings that they may refer to. */
static bool keep_extras(fy_t3dm_reader *r) {
    bool any = false, skeleton_met = false;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        uint8_t type = r->chunks[i].type;
        bool second = type == 'S' && skeleton_met;
        skeleton_met = skeleton_met || type == 'S';
        if (!type || (is_known(type) && type != 'A' && type != 'B' && !second)) continue;
        ferry_window chunk = cut_chunk(r, i, "chunk", i);
        if (!ferry_window_ok(&chunk)) return false;
        const char *path = type > ' ' && type < 127 ? ferry_scene_format(r->scene, "%c[%u]", type, i)
                                                    : ferry_scene_format(r->scene, "0x%02x[%u]", type, i);
        if (!is_known(type)) {
            ferry_say_at(&chunk, 0, FERRY_WARNING, "t3dm.unknown-chunk",
                         "unknown type 0x%02x, %zu bytes kept as they are", type, chunk.size);
        }
        if (second)
            ferry_say_at(&chunk, 0, FERRY_WARNING, "t3dm.skeleton",
                         "a second skeleton, which the runtime ignores");
        if (!keep_extra(r, &chunk, path)) return false;
        any = true;
    }
    return !any || keep_extra(r, &r->strings, "strings");
}

/* ---------------------------------------------------------------------------------------------- the scene */

static bool read_skeleton(fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'S') continue;
        ferry_window chunk = cut_chunk(r, i, "skeleton", FERRY_NONE);
        return ferry_window_ok(&chunk) && fy_t3dm_read_skeleton(r, &chunk);
    }
    return true;
}

static bool read_chunks(fy_t3dm_reader *r, uint8_t type) {
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != type) continue;
        if (!ferry_tick(r->job)) return false;
        ferry_window chunk = cut_chunk(r, i, type == 'O' ? "object" : "material", number++);
        if (!ferry_window_ok(&chunk)) return false;
        bool ok = type == 'O' ? fy_t3dm_read_object(r, &chunk)
                              : fy_t3dm_read_material(r, &chunk, &r->chunks[i].material);
        if (!ok) return false;
    }
    return true;
}

bool fy_t3dm_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_t3dm_reader r = {.job = job,
                        .in = in,
                        .scene = scene,
                        .root = FERRY_NONE,
                        .skin = FERRY_NONE,
                        .root_influence = FERRY_NONE};
    uint32_t first_draw = scene->draws.count;
    if (!check_version(in) || !read_table(&r)) return false;
    r.first_material = ferry_u32_at(in, 0x14);
    if (!cut_data(&r, 0x0C, 'V', "vertices", &r.vertices) || !cut_data(&r, 0x10, 'I', "indices", &r.indices))
        return false;
    return read_skeleton(&r) && read_chunks(&r, 'M') && read_chunks(&r, 'O') &&
           fy_t3dm_read_traps(&r, first_draw) && keep_extras(&r);
}
