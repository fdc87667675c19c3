/*
 * t3dm_parts.h: part records, and which strategy cuts a mesh into the cheapest ones (docs/formats/t3dm.md,
 * "How batches are made").
 */
#ifndef FERRY_FORMATS_T3DM_MESH_T3DM_PARTS_H
#define FERRY_FORMATS_T3DM_MESH_T3DM_PARTS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_place.h"

/* One part record. Its index data are `values[data...]`: list_count slots, then the strip buffers one after
 * the other. */
typedef struct fy_t3dm_part {
    uint32_t first; /* into fy_t3dm_parts.stored, even */
    uint32_t data;
    uint16_t count, dest, bone;
    uint16_t list_count; /* indices, not triangles */
    uint8_t strips[FY_T3DM_BUFFERS];
    uint8_t sequence_base, sequence_count;
} fy_t3dm_part;

typedef struct fy_t3dm_parts {
    uint32_t *stored; /* vertices of the mesh in the order of the file, pair padding included */
    uint32_t stored_count, stored_capacity;
    fy_t3dm_part *parts;
    uint32_t part_count, part_capacity;
    uint16_t *values;
    uint32_t value_count, value_capacity;
    fy_t3dm_cost cost;
} fy_t3dm_parts;

/* Working memory that serves one mesh after the other, growing as needed; parts use what the layout has.
 * `triangles`: of all meshes, so that effort is shared out. NULL at the limit. */
typedef struct fy_t3dm_part_builder fy_t3dm_part_builder;

/* Opens a builder for all meshes of a file with that many triangles; the job's memory. NULL at its limit. */
fy_t3dm_part_builder *fy_t3dm_maker_open(ferry_job *job, const fy_t3dm_layout *layout, uint64_t triangles);

/* Gives the parts back. */
void fy_t3dm_maker_close(fy_t3dm_part_builder *maker);

/* Cuts a mesh into parts: tries each strategy, keeps the cheapest. Linear in triangles. The result belongs to
 * the maker and lives until the next call; NULL at the memory limit or when the job was stopped. */
const fy_t3dm_parts *fy_t3dm_build_parts(fy_t3dm_part_builder *maker, const fy_t3dm_mesh *mesh);

#endif
