/*
 * t3dm_read.c: a T3DM file of any layout as a scene: header, chunk table, strings, and what the scene has no
 * word for.
 *
 * Format: docs/formats/t3dm.md, "Layout" and "Older layouts". Chunk sizes are not stored: a chunk ends where
 * the next one begins.
 */
#include "formats/t3dm/read/t3dm_read.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/levels.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_animation.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_hazards.h"
#include "formats/t3dm/read/t3dm_read_layout.h"
#include "formats/t3dm/read/t3dm_read_materials.h"
#include "formats/t3dm/read/t3dm_read_mirror.h"
#include "formats/t3dm/read/t3dm_read_object.h"
#include "formats/t3dm/read/t3dm_read_skeleton.h"
#include "formats/t3dm/read/t3dm_read_tracks.h"

/* --------------------------------------------------------------------------------------- header and table */

/* The layout by the magic, or of files before October 2024 as far as the header tells. */
static bool choose_layout(fy_t3dm_reader *r) {
    ferry_window *in = r->in;
    if (!ferry_window_holds(in, 0, 4, 1))
        return ferry_refuse(in, 0, "t3dm.truncated", "expected 4 bytes of magic, found %zu", in->size);
    const char *named = ferry_from_layout(r->job);
    const fy_t3dm_layout *found = fy_t3dm_layout_of(in->data),
                         *wanted = named ? fy_t3dm_layout_named(named) : NULL;
    if (!found && memcmp(in->data, "T3M", 3) == 0) {
        return ferry_refuse(in, 3, "t3dm.version", "unknown version %u, expected 1 to %d", in->data[3],
                            FY_T3DM_VERSION);
    }
    if (!found) {
        return ferry_refuse(in, 0, "t3dm.magic",
                            "expected \"T3M\" and a version byte, found %02x %02x %02x %02x", in->data[0],
                            in->data[1], in->data[2], in->data[3]);
    }
    if (wanted && wanted->version != found->version) {
        return ferry_refuse(in, 3, "t3dm.version", "the file has layout %s, not %s",
                            fy_t3dm_layout_legacy(found) ? "L0 to L11" : found->name, wanted->name);
    }
    r->layout = wanted ? wanted : fy_t3dm_layout_legacy(found) ? fy_t3dm_guess_header(in) : found;
    r->guess = !wanted && r->layout == &fy_t3dm_layouts[FY_T3DM_L11];
    return true;
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
    uint8_t behind = 0;
    start *starts = ferry_new(r->job, start, count + 1);
    if (!starts) return false;
    for (uint32_t i = 0; i < count; i++) starts[i] = (start){r->chunks[i].offset, i};
    starts[count] = (start){strings_at, count};
    qsort(starts, count + 1, sizeof *starts, by_offset);
    for (uint32_t i = count + 1; i-- > 0;) {
        const start *next = i < count ? &starts[i + 1] : NULL;
        if (next && next->offset > starts[i].offset) {
            end = next->offset;
            behind = next->chunk < count ? r->chunks[next->chunk].type : 0;
        }
        if (starts[i].chunk == count) continue;
        r->chunks[starts[i].chunk].end = end;
        r->chunks[starts[i].chunk].next = behind;
        /* Objects of one place would be drawn twice; nothing writes such files but an attack on memory. */
        if (next && next->offset == starts[i].offset && next->chunk < count &&
            r->chunks[next->chunk].type == 'O' && r->chunks[starts[i].chunk].type == 'O') {
            return ferry_refuse(r->in, r->layout->table_at + 4 * (uint64_t)next->chunk, "t3dm.chunk",
                                "object at 0x%x, the same offset as object chunk %u", next->offset,
                                starts[i].chunk);
        }
    }
    return true;
}

static bool read_table(fy_t3dm_reader *r) {
    uint64_t table_at = r->layout->table_at;
    r->chunk_count = ferry_u32_at(r->in, 0x04);
    uint32_t strings_at = ferry_u32_at(r->in, r->layout->refs_at + 12u);
    if (!ferry_window_ok(r->in)) return false;
    if (!ferry_window_holds(r->in, table_at, r->chunk_count, 4)) {
        return ferry_refuse(r->in, 0x04, "t3dm.chunk-count",
                            "%u chunk entries of 4 bytes, but only %zu "
                            "bytes left",
                            r->chunk_count, r->in->size < table_at ? 0 : r->in->size - (size_t)table_at);
    }
    r->chunks = ferry_new(r->job, fy_t3dm_chunk, r->chunk_count + (size_t)1);
    if (!r->chunks) return false;
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        uint32_t word = ferry_u32_at(r->in, table_at + 4 * (uint64_t)i);
        r->chunks[i] =
            (fy_t3dm_chunk){.type = (uint8_t)(word >> 24), .offset = word & 0xFFFFFF, .material = FERRY_NONE};
        if (r->chunks[i].offset <= r->in->size) continue;
        return ferry_refuse(r->in, table_at + 4 * (uint64_t)i, "t3dm.chunk",
                            "chunk %u starts at 0x%x, past the end of the file at 0x%zx", i,
                            r->chunks[i].offset, r->in->size);
    }
    if (strings_at > r->in->size) {
        return ferry_refuse(r->in, r->layout->refs_at + 12u, "t3dm.string-table",
                            "the string table starts at 0x%x, past the end of the file at 0x%zx", strings_at,
                            r->in->size);
    }
    r->strings = ferry_window_rest(r->in, "strings", FERRY_NONE, strings_at);
    return ferry_window_ok(&r->strings) && find_ends(r, strings_at);
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
    *window = fy_t3dm_cut_chunk(r, chunk, label, FERRY_NONE);
    return ferry_window_ok(window);
}

/* ---------------------------------------------------------------------------------------- strings, extras */

static bool is_known(uint8_t type) {
    return type && strchr("OVIMSAB", type) != NULL;
}

/* What the scene has no word for, or had no use for. */
static bool is_extra(const fy_t3dm_chunk *chunk) {
    if (chunk->type == 'M' || chunk->type == 'S') return !chunk->used;
    return chunk->type && !chunk->used &&
           (!is_known(chunk->type) || chunk->type == 'A' || chunk->type == 'B');
}

static void say_extra(const fy_t3dm_reader *r, const ferry_window *chunk, uint8_t type) {
    if (!is_known(type))
        ferry_say_at(chunk, 0, FERRY_WARNING, "t3dm.unknown-chunk",
                     "unknown chunk type 0x%02x; %zu bytes kept unchanged", type, chunk->size);
    if (type == 'S')
        ferry_say_at(chunk, 0, FERRY_WARNING, "t3dm.skeleton", "a skeleton, which the runtime %s",
                     r->layout->bone ? "ignores: it is the second" : "does not support in this layout");
    if (type == 'M')
        ferry_say_at(chunk, 0, FERRY_NOTE, "t3dm.unused-material", "no object uses this material");
}

/* Animations, BVH and chunks of other tools, whole; then the strings, which they may refer to and which the
 * file begins with when it is written again. */
static bool keep_extras(fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->chunk_count; i++) {
        uint8_t type = r->chunks[i].type;
        if (!is_extra(&r->chunks[i])) continue;
        if (!ferry_tick(r->job)) return false;
        ferry_window chunk = fy_t3dm_cut_chunk(r, i, "chunk", i);
        if (!ferry_window_ok(&chunk)) return false;
        const char *path = type > ' ' && type < 127 ? ferry_scene_format(r->scene, "%c[%u]", type, i)
                                                    : ferry_scene_format(r->scene, "0x%02x[%u]", type, i);
        say_extra(r, &chunk, type);
        bool kept = type == 'A'
                        ? fy_t3dm_read_animation(r, i, path)
                        : fy_t3dm_keep_extra(r, path, chunk.base, (ferry_bytes){chunk.data, chunk.size});
        if (!kept) return false;
    }
    return fy_t3dm_keep_extra(r, FY_T3DM_STRINGS, r->strings.base,
                              (ferry_bytes){r->strings.data, r->strings.size});
}

/* ---------------------------------------------------------------------------------------------- the scene */

static bool read_skeleton(fy_t3dm_reader *r) {
    for (uint32_t i = 0; i < r->chunk_count && r->layout->bone; i++) {
        if (r->chunks[i].type != 'S') continue;
        r->chunks[i].used = true;
        ferry_window chunk = fy_t3dm_cut_chunk(r, i, "skeleton", FERRY_NONE);
        return ferry_window_ok(&chunk) && fy_t3dm_read_skeleton(r, &chunk);
    }
    return true;
}

static bool read_objects(fy_t3dm_reader *r) {
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'O') continue;
        if (!ferry_tick(r->job)) return false;
        ferry_window chunk = fy_t3dm_cut_chunk(r, i, "object", number++);
        if (!ferry_window_ok(&chunk) || !fy_t3dm_read_object(r, &chunk, r->chunks[i].material)) return false;
    }
    return true;
}

static uint32_t count_objects(const fy_t3dm_reader *r) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->chunk_count; i++) count += r->chunks[i].type == 'O';
    return count;
}

bool fy_t3dm_read_all(fy_t3dm_reader *r, ferry_job *job, ferry_window *in, ferry_scene *scene,
                      ferry_severity doubt, bool measure) {
    *r = (fy_t3dm_reader){.job = job,
                          .in = in,
                          .scene = scene,
                          .doubt = doubt,
                          .root = FERRY_NONE,
                          .skin = FERRY_NONE,
                          .root_influence = FERRY_NONE};
    uint32_t first_draw = scene->draws.count, first_mesh = scene->meshes.count;
    uint32_t first_clip = scene->clips.count, first_extra = scene->extras.count;
    if (!choose_layout(r) || !read_table(r)) return false;
    uint64_t refs_at = r->layout->refs_at;
    r->first_material = ferry_u32_at(in, refs_at + 8);
    if (!cut_data(r, refs_at, 'V', "vertices", &r->vertices) ||
        !cut_data(r, refs_at + 4, 'I', "indices", &r->indices))
        return false;
    if (r->guess && !fy_t3dm_guess_layout(r)) return false;
    scene->layout = r->layout->name;
    if (measure && !(r->drawings = ferry_new(job, fy_t3dm_drawing, count_objects(r) + (size_t)1)))
        return false;
    if (!read_skeleton(r) || !fy_t3dm_find_tracks(r) || !fy_t3dm_read_materials(r) || !read_objects(r))
        return false;
    fy_levels_by_name(scene, first_draw);
    if (!fy_t3dm_read_tracks(r, first_draw)) return false;
    if (!fy_t3dm_unmirror(r, first_mesh) || (r->layout->rdp && !fy_t3dm_read_hazards(r, first_draw)))
        return false;
    return keep_extras(r) && fy_t3dm_read_clips(r, first_clip, first_extra);
}

bool fy_t3dm_read(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    fy_t3dm_reader r;
    return fy_t3dm_read_all(&r, job, in, scene, FERRY_WARNING, false);
}
