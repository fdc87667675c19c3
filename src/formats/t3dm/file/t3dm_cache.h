/* t3dm_cache.h: the console's vertex cache and what destroys vertices in it (docs/formats/t3dm.md, "Vertex
 * cache"). */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_CACHE_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_CACHE_H

#include <stdint.h>

/* The console's vertex cache, in slots and bytes. */
enum {
    FY_T3DM_SLOTS = 70,
    FY_T3DM_SLOT_BYTES = 36,
    FY_T3DM_CACHE_BYTES = FY_T3DM_SLOTS * FY_T3DM_SLOT_BYTES,
    FY_T3DM_STAGING_END =
        FY_T3DM_CACHE_BYTES + 352, /* loads are staged in front of this byte, 16 bytes a vertex */
    FY_T3DM_BUFFERS = 4,           /* strip buffers of a part */
    FY_T3DM_BUFFER_VALUES = 255,
    FY_T3DM_SEQUENCE_MAX = FY_T3DM_SLOTS / 3,
};

#define FY_T3DM_MARK 0x8000u /* on a strip value: a new run starts here */
#define FY_T3DM_NO_BONE 0xFFFFu

/* What stands in the slots while an object is drawn: the number of a loaded vertex, or why there is none. */
#define FY_T3DM_SLOT_EMPTY UINT32_C(0xFFFFFFFF)
#define FY_T3DM_SLOT_LOADED_OUT UINT32_C(0xFFFFFFFE) /* destroyed by the staging area of a later load */
#define FY_T3DM_SLOT_STRIP_OUT UINT32_C(0xFFFFFFFD)  /* destroyed by a strip buffer */
#define FY_T3DM_VERTEX_LIMIT UINT32_C(0xFFFFFFF0)

typedef struct fy_t3dm_cache {
    uint32_t slots[FY_T3DM_SLOTS];
} fy_t3dm_cache;

/* Empties all slots, as at an object's start. */
void fy_t3dm_cache_clear(fy_t3dm_cache *cache);

/* Loads vertices `first`, `first + 1`, ... into slot `dest` and those behind it; what the staging area covers
 * is destroyed first. `count` is even, dest + count <= 71; `first + count` is below FY_T3DM_VERTEX_LIMIT. */
void fy_t3dm_cache_load(fy_t3dm_cache *cache, uint32_t dest, uint32_t count, uint32_t first);

/* What a load that ends before slot `end` may do to the two slots behind it: the microcode leaves two bytes
 * in each of them while no fog was ever set. A writer must not count on them; a reader need not mind. */
void fy_t3dm_cache_spoil(fy_t3dm_cache *cache, uint32_t end);

/* Destroys what a strip buffer of `values` values at the cache's end covers. */
void fy_t3dm_cache_strip(fy_t3dm_cache *cache, uint32_t values);

/* Most values that a strip buffer may have while slots 0..used-1 must survive it, a multiple of 4 or
 * FY_T3DM_BUFFER_VALUES. `used` is at most FY_T3DM_SLOTS. */
uint32_t fy_t3dm_strip_room(uint32_t used);

#endif
