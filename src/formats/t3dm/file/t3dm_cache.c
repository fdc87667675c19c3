/*
 * t3dm_cache.c: the console's vertex cache and what destroys vertices in it.
 *
 * Format: docs/formats/t3dm.md, "Vertex cache". Writer and reader must agree with the console here, so the
 * rules stand in one place.
 */
#include "formats/t3dm/file/t3dm_cache.h"

#include <stdbool.h>
#include <stdint.h>

void fy_t3dm_cache_clear(fy_t3dm_cache *cache) {
    for (uint32_t i = 0; i < FY_T3DM_SLOTS; i++) cache->slots[i] = FY_T3DM_SLOT_EMPTY;
}

/* Everything that reaches past byte `from` of the cache is overwritten. */
static void destroy_from(fy_t3dm_cache *cache, int32_t from, uint32_t why) {
    for (int32_t i = 0; i < FY_T3DM_SLOTS; i++) {
        bool held = cache->slots[i] < FY_T3DM_VERTEX_LIMIT;
        if (held && FY_T3DM_SLOT_BYTES * (i + 1) > from) cache->slots[i] = why;
    }
}

void fy_t3dm_cache_load(fy_t3dm_cache *cache, uint32_t dest, uint32_t count, uint32_t first) {
    destroy_from(cache, FY_T3DM_STAGING_END - 16 * (int32_t)count, FY_T3DM_SLOT_LOADED_OUT);
    /* A padding vertex may land behind the last slot, in scratch memory. */
    for (uint32_t i = 0; i < count && dest + i < FY_T3DM_SLOTS; i++) cache->slots[dest + i] = first + i;
}

void fy_t3dm_cache_spoil(fy_t3dm_cache *cache, uint32_t end) {
    for (uint32_t i = end; i < end + 2 && i < FY_T3DM_SLOTS; i++) {
        if (cache->slots[i] < FY_T3DM_VERTEX_LIMIT) cache->slots[i] = FY_T3DM_SLOT_LOADED_OUT;
    }
}

void fy_t3dm_cache_strip(fy_t3dm_cache *cache, uint32_t values) {
    int32_t bytes = (int32_t)(values * 2 + 7) & ~7;
    destroy_from(cache, FY_T3DM_CACHE_BYTES - bytes, FY_T3DM_SLOT_STRIP_OUT);
}

uint32_t fy_t3dm_strip_room(uint32_t used) {
    uint32_t values = (FY_T3DM_CACHE_BYTES - FY_T3DM_SLOT_BYTES * used) / 8 * 4;
    return values < FY_T3DM_BUFFER_VALUES ? values : FY_T3DM_BUFFER_VALUES;
}
