/*
 * t3dm_read_materials.c: all materials of a file, and which of them each object has.
 *
 * Format: docs/formats/t3dm.md, "Materials" and "Older layouts". From V1 on objects share materials. Before,
 * each object has its own, of one chunk or of two; those whose bytes are equal become one material of the
 * scene.
 */
#include "formats/t3dm/read/t3dm_read_materials.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_material.h"

/* The chunk that an object's field `at` names; FERRY_NONE, with a warning, if it is no material. */
static bool find_chunk(fy_t3dm_reader *r, ferry_window *object, uint64_t at, uint32_t *chunk) {
    uint64_t entry = (uint64_t)r->first_material + ferry_u32_at(object, at);
    *chunk = FERRY_NONE;
    if (!ferry_window_ok(object)) return false;
    if (entry >= r->chunk_count) {
        return ferry_refuse(object, at, "t3dm.material",
                            "references material chunk %llu, but there are "
                            "%u chunks",
                            (unsigned long long)entry, r->chunk_count);
    }
    if (r->chunks[entry].type == 'M') {
        *chunk = (uint32_t)entry;
    } else {
        ferry_say_at(object, at, r->doubt, "t3dm.material",
                     "references material chunk %llu, which has type 0x%02x", (unsigned long long)entry,
                     r->chunks[entry].type);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- shared */

static bool read_shared(fy_t3dm_reader *r) {
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'M') continue;
        if (!ferry_tick(r->job)) return false;
        ferry_window chunk = fy_t3dm_cut_chunk(r, i, "material", number++);
        r->chunks[i].used = true;
        if (!ferry_window_ok(&chunk) || !fy_t3dm_read_material(r, &chunk, NULL, &r->chunks[i].material))
            return false;
    }
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'O') continue;
        ferry_window object = fy_t3dm_cut_chunk(r, i, "object", number++);
        uint32_t chunk;
        if (!ferry_window_ok(&object) || !find_chunk(r, &object, r->layout->material_at, &chunk))
            return false;
        r->chunks[i].material = chunk == FERRY_NONE ? FERRY_NONE : r->chunks[chunk].material;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ private */

/* What one object names. */
typedef struct claim {
    uint32_t object; /* its chunk */
    uint32_t chunks[2];
    const uint8_t *bytes[2];
    size_t size; /* of each */
} claim;

static int by_bytes(const void *a, const void *b) {
    const claim *x = a, *y = b;
    int order = memcmp(x->bytes[0], y->bytes[0], x->size);
    if (!order) order = memcmp(x->bytes[1], y->bytes[1], x->size);
    return order ? order : x->object < y->object ? -1 : x->object > y->object;
}

static int by_object(const void *a, const void *b) {
    const claim *x = a, *y = b;
    return x->object < y->object ? -1 : x->object > y->object;
}

/* False after an error; `whole` tells whether the object has a material at all. */
static bool read_claim(fy_t3dm_reader *r, uint32_t chunk, uint32_t number, claim *to, bool *whole) {
    ferry_window object = fy_t3dm_cut_chunk(r, chunk, "object", number);
    const fy_t3dm_layout *layout = r->layout;
    *to = (claim){.object = chunk, .size = layout->material};
    *whole = true;
    for (uint32_t k = 0; k < layout->materials; k++) {
        if (!find_chunk(r, &object, layout->material_at + 4 * (uint64_t)k, &to->chunks[k])) return false;
        *whole = *whole && to->chunks[k] != FERRY_NONE;
    }
    if (layout->materials == 1) to->chunks[1] = to->chunks[0];
    for (uint32_t k = 0; k < 2 && *whole; k++) {
        const fy_t3dm_chunk *material = &r->chunks[to->chunks[k]];
        to->bytes[k] = r->in->data + material->offset;
        if (material->end - material->offset >= layout->material) continue;
        return ferry_refuse(&object, layout->material_at + 4 * (uint64_t)k, "t3dm.material",
                            "its material at 0x%x has %u bytes, expected %u", material->offset,
                            material->end - material->offset, layout->material);
    }
    return true;
}

/* Reads the material of the first object of those that claim equal bytes. */
static bool read_first(fy_t3dm_reader *r, const claim *first) {
    ferry_window windows[2];
    for (uint32_t k = 0; k < r->layout->materials; k++) {
        windows[k] = fy_t3dm_cut_chunk(r, first->chunks[k], "material", first->chunks[k] - r->first_material);
        if (!ferry_window_ok(&windows[k])) return false;
    }
    return fy_t3dm_read_material(r, &windows[0], r->layout->materials == 2 ? &windows[1] : NULL,
                                 &r->chunks[first->object].material);
}

/* Sorted by their bytes to find equals, and in the order of objects to be read. */
static bool settle_claims(fy_t3dm_reader *r, claim *claims, uint32_t count) {
    uint32_t *first = ferry_new(r->job, uint32_t, r->chunk_count);
    if (!first) return false;
    qsort(claims, count, sizeof *claims, by_bytes);
    for (uint32_t i = 0; i < count; i++) {
        bool same = i && !memcmp(claims[i - 1].bytes[0], claims[i].bytes[0], claims[i].size) &&
                    !memcmp(claims[i - 1].bytes[1], claims[i].bytes[1], claims[i].size);
        first[claims[i].object] = same ? first[claims[i - 1].object] : claims[i].object;
    }
    qsort(claims, count, sizeof *claims, by_object);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t object = claims[i].object;
        if (!ferry_tick(r->job)) return false;
        for (uint32_t k = 0; k < 2; k++) r->chunks[claims[i].chunks[k]].used = true;
        if (first[object] == object && !read_first(r, &claims[i])) return false;
        r->chunks[object].material = r->chunks[first[object]].material;
    }
    return true;
}

static bool read_private(fy_t3dm_reader *r) {
    uint32_t count = 0;
    claim *claims = ferry_new(r->job, claim, r->chunk_count + (size_t)1);
    if (!claims) return false;
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        bool whole;
        if (r->chunks[i].type != 'O') continue;
        if (!read_claim(r, i, number++, &claims[count], &whole)) return false;
        count += whole;
    }
    return !count || settle_claims(r, claims, count);
}

bool fy_t3dm_read_materials(fy_t3dm_reader *r) {
    return r->layout->shared ? read_shared(r) : read_private(r);
}
