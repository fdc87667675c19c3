/*
 * j3d_tables.c: the tables of a block, each found by an offset in the block's header (docs/formats/j3d.md,
 * "Tables").
 *
 * A complaint stands at the field that holds the wrong number, not at the place that the number leads to:
 * that field is what is wrong in the file.
 */
#include "formats/j3d/j3d_tables.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

bool fy_j3d_locate(ferry_window *block, const char *what, uint64_t field, uint64_t relative, uint64_t size,
                   uint64_t named, uint64_t *at) {
    uint64_t offset = ferry_u32_at(block, field);
    if (!ferry_window_ok(block)) return false;
    *at = offset + relative;
    if (ferry_window_holds(block, *at, size, 1)) return true;
    if (offset >= block->size)
        return ferry_refuse(block, field, "j3d.table-offset",
                            "the table of %s starts at 0x%" PRIx64 ", but the block has 0x%zx bytes", what,
                            offset, block->size);
    return ferry_refuse(block, named, "j3d.table-out-of-bounds",
                        "the table of %s needs %" PRIu64 " bytes at 0x%" PRIx64 ", but the block has "
                        "0x%zx",
                        what, size, *at, block->size);
}

const uint8_t *fy_j3d_table(ferry_window *block, const char *what, uint64_t field, uint64_t count,
                            uint64_t stride) {
    uint64_t at;
    if (count > 0 && ferry_u32_at(block, field) == 0 && ferry_window_ok(block)) {
        ferry_refuse(block, field, "j3d.table-offset", "the table of %s is missing", what);
        return NULL;
    }
    return fy_j3d_locate(block, what, field, 0, count * stride, field, &at) ? block->data + at : NULL;
}

bool fy_j3d_read_remap(ferry_window *block, uint64_t field, uint32_t count, fy_j3d_remap *remap) {
    *remap = (fy_j3d_remap){0};
    uint32_t offset = ferry_u32_at(block, field);
    if (!ferry_window_ok(block)) return false;
    if (offset != 0) {
        remap->table = fy_j3d_table(block, "remap numbers", field, count, 2);
        remap->at = offset;
        return remap->table;
    }
    remap->at = field;
    if (count > 0)
        ferry_say_at(block, field, FERRY_WARNING, "j3d.no-remap-table",
                     "the remap table is missing; records are used in order");
    return true;
}

uint32_t fy_j3d_record(const fy_j3d_remap *remap, uint32_t number, uint64_t *named) {
    *named = remap->table ? remap->at + 2 * (uint64_t)number : remap->at;
    return remap->table ? ferry_be16(remap->table + 2 * (size_t)number) : number;
}
