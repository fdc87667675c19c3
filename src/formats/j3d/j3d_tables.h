/*
 * j3d_tables.h: the tables of a block, each found by an offset in the block's header
 * (docs/formats/j3d.md, "Tables").
 */
#ifndef FERRY_FORMATS_J3D_J3D_TABLES_H
#define FERRY_FORMATS_J3D_J3D_TABLES_H

#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

/* Where `size` bytes lie that stand `relative` bytes into the table of `what`, whose block offset stands at
 * `field`. If they are not all in the block: an error at `field` if the table begins behind the end, else at
 * `named`, the place of the number that leads to them. */
bool fy_j3d_locate(ferry_window *block, const char *what, uint64_t field, uint64_t relative, uint64_t size,
                   uint64_t named, uint64_t *at);

/* All `count` records of `stride` bytes of that table; NULL and an error at `field` if they are not all there
 * or the offset is 0. `count` 0 gives a pointer that must not be read. */
const uint8_t *fy_j3d_table(ferry_window *block, const char *what, uint64_t field, uint64_t count,
                            uint64_t stride);

/* The remap table whose block offset stands at `field`. A missing one (offset 0) is a warning. */
bool fy_j3d_read_remap(ferry_window *block, uint64_t field, uint32_t count, fy_j3d_remap *remap);

/* The record of thing `number`; `*named` becomes the place that says so. */
uint32_t fy_j3d_record(const fy_j3d_remap *remap, uint32_t number, uint64_t *named);

#endif
