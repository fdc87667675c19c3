/*
 * ttyd_blocks.c: recognition, the header and the 25 blocks behind it (docs/formats/ttyd.md, "Blocks").
 */
#include "formats/ttyd/ttyd_blocks.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/ttyd/ttyd.h"

enum {
    COUNTS = 0x0E8,
    OFFSETS = 0x14C,
    NAMES = 0x004,
    NAME_SIZE = 0x40,
    NAME_COUNT = 3,
    LEAST_JOINTS = 4, /* groups, their floats and visibility entries, and the end */
    LEAST_FITTING = 3,
    MOST_SPOILT = 2,
    SHARING = 256,
    LEAST_BUDGET = 1 << 22
};

typedef struct layout {
    const char *name; /* of one record */
    uint32_t size;
} layout;

static const layout layouts[FY_TTYD_BLOCKS] = {
    {"shape", 0xA8},     {"polygon", 8},    {"position", 12},   {"position-index", 4}, {"normal", 12},
    {"normal-index", 4}, {"color", 4},      {"color-index", 4}, {"uv0-index", 4},      {"uv1-index", 4},
    {"uv2-index", 4},    {"uv3-index", 4},  {"uv4-index", 4},   {"uv5-index", 4},      {"uv6-index", 4},
    {"uv7-index", 4},    {"uv", 8},         {"placing", 0x18},  {"sampler", 8},        {"texture", 0x40},
    {"subshape", 0x6C},  {"visibility", 1}, {"float", 4},       {"group", 0x58},       {"animation", 0x40},
};

/* -------------------------------------------------------------------------------------------- recognising */

/* A name in a field of 64 bytes: it ends within it. The first is not empty. */
static bool is_name(const uint8_t *field, bool may_be_empty) {
    for (uint32_t k = 0; k < NAME_SIZE; k++) {
        if (!field[k]) return k || may_be_empty;
        if (field[k] < 0x20 || field[k] == 0x7F) return false;
    }
    return false;
}

/* No magic: what counts is that blocks follow one another as their counts and record sizes say. One wrong
 * count or offset may spoil two of these joints; in a file that is cut short none. */
uint32_t fy_ttyd_probe(ferry_bytes bytes) {
    if (bytes.size < FY_TTYD_HEADER) return 0;
    uint32_t size = ferry_be32(bytes.data), joints = 0, fitting = 0;
    if (size < FY_TTYD_HEADER || size % 4) return 0;
    for (uint32_t k = 0; k < NAME_COUNT; k++)
        if (!is_name(bytes.data + NAMES + k * NAME_SIZE, k > 0)) return 0;
    uint64_t expected = FY_TTYD_HEADER;
    for (uint32_t k = 0; k < FY_TTYD_BLOCKS; k++) {
        uint32_t count = ferry_be32(bytes.data + COUNTS + 4 * (size_t)k);
        uint32_t at = ferry_be32(bytes.data + OFFSETS + 4 * (size_t)k);
        if (count == 0) continue;
        joints++;
        fitting += at == expected;
        expected = (at + (uint64_t)count * layouts[k].size + 3) & ~UINT64_C(3);
    }
    joints++;
    fitting += expected == size;
    uint32_t spoilt = size > bytes.size ? 0 : MOST_SPOILT;
    if (joints < LEAST_JOINTS || fitting < LEAST_FITTING || fitting + spoilt < joints) return 0;
    return 32 + 2 * fitting;
}

/* ------------------------------------------------------------------------------------------------- header */

static bool open_block(fy_ttyd *t, uint32_t block) {
    uint32_t count = ferry_u32_at(t->file, COUNTS + 4 * (uint64_t)block);
    uint32_t at = ferry_u32_at(t->file, OFFSETS + 4 * (uint64_t)block);
    ferry_window *file = t->file;
    t->counts[block] = count;
    if (count == 0) at = 0; /* an empty block's offset means nothing */
    if (!ferry_window_holds(file, at, count, layouts[block].size))
        return ferry_refuse(file, COUNTS + 4 * (uint64_t)block, "ttyd.block",
                            "block %" PRIu32 ": %" PRIu32 " records of %" PRIu32 " bytes at 0x%" PRIx32 " "
                            "do not fit in the file of 0x%zx bytes",
                            block + 2, count, layouts[block].size, at, file->size);
    t->blocks[block] =
        ferry_window_cut(file, layouts[block].name, FERRY_NONE, at, (uint64_t)count * layouts[block].size);
    return ferry_window_ok(&t->blocks[block]);
}

bool fy_ttyd_open(fy_ttyd *t, ferry_job *job, ferry_window *file, ferry_scene *scene) {
    *t = (fy_ttyd){.job = job, .scene = scene, .file = file};
    if (file->size < FY_TTYD_HEADER)
        return ferry_refuse(file, 0, "ttyd.header", "%zu bytes; the header alone needs %d", file->size,
                            FY_TTYD_HEADER);
    uint32_t size = ferry_u32_at(file, 0);
    if (size < FY_TTYD_HEADER || size > file->size)
        return ferry_refuse(file, 0, "ttyd.header",
                            "header and blocks of 0x%" PRIx32 " bytes, expected 0x%x to 0x%zx", size,
                            FY_TTYD_HEADER, file->size);
    for (uint32_t block = 0; block < FY_TTYD_BLOCKS; block++)
        if (!open_block(t, block)) return false;
    if (t->counts[FY_TTYD_GROUPS] == 0)
        return ferry_refuse(file, COUNTS + 4 * FY_TTYD_GROUPS, "ttyd.no-groups", "the actor has no group");
    return fy_ttyd_keep(t, "header", 0, COUNTS);
}

/* ------------------------------------------------------------------------------------------------ records */

ferry_window fy_ttyd_record(fy_ttyd *t, fy_ttyd_block block, uint32_t index) {
    uint64_t at = t->blocks[block].base - t->file->base + (uint64_t)index * layouts[block].size;
    return ferry_window_cut(t->file, layouts[block].name, index, at, layouts[block].size);
}

const uint8_t *fy_ttyd_bytes(const fy_ttyd *t, fy_ttyd_block block, uint32_t index) {
    return t->blocks[block].data + (uint64_t)index * layouts[block].size;
}

const char *fy_ttyd_name(fy_ttyd *t, fy_ttyd_block block, uint32_t index, size_t size) {
    const char *name = ferry_scene_text(t->scene, fy_ttyd_bytes(t, block, index), size);
    return *name ? name : ferry_scene_format(t->scene, "%s%" PRIu32, layouts[block].name, index);
}

bool fy_ttyd_there(fy_ttyd *t, ferry_window *window, uint64_t at, fy_ttyd_block block, uint32_t index) {
    if (index < t->counts[block]) return true;
    return ferry_refuse(window, at, "ttyd.index-range",
                        "references %s %" PRIu32 ", but there are "
                        "%" PRIu32,
                        layouts[block].name, index, t->counts[block]);
}

bool fy_ttyd_spend(fy_ttyd *t, uint64_t amount) {
    t->spent += amount;
    if (t->spent <= SHARING * (uint64_t)t->file->size + LEAST_BUDGET) return ferry_tick(t->job);
    return ferry_refuse(t->file, 0, "ttyd.record-reuse",
                        "its records reference each other, in total more "
                        "than %d times the size of the file",
                        SHARING);
}

double fy_ttyd_float(const fy_ttyd *t, uint32_t index) {
    return (double)ferry_bef32(fy_ttyd_bytes(t, FY_TTYD_FLOATS, index));
}

bool fy_ttyd_keep(fy_ttyd *t, const char *path, uint64_t at, uint64_t size) {
    ferry_extra *extra = ferry_append(t->scene, &t->scene->extras, ferry_extra);
    uint8_t *bytes = extra && size ? ferry_scene_alloc(t->scene, fy_count(size), 1) : NULL;
    if (!extra || (size && !bytes)) return false;
    if (size) memcpy(bytes, t->file->data + at, (size_t)size);
    *extra = (ferry_extra){
        .format = "ttyd", .path = path, .offset = t->file->base + at, .bytes = {bytes, (size_t)size}};
    return true;
}
