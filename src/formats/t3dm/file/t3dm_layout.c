/*
 * t3dm_layout.c: what differs between the layouts of a T3DM file, a row each.
 *
 * Format: docs/formats/t3dm.md, "Older layouts".
 */
#include "formats/t3dm/file/t3dm_layout.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_file.h"

#define NONE FY_T3DM_ABSENT

/* What neighbours share. */
#define HEADER_L0 .version = 'M', .refs_at = 0x08, .table_at = 0x18, .model_box_at = NONE
#define HEADER_L1 .version = 'M', .refs_at = 0x0C, .table_at = 0x1C, .model_box_at = NONE
#define HEADER_V1 .refs_at = 0x0C, .table_at = 0x28, .model_box_at = 0x1C
#define HEADER_V2 .refs_at = 0x0C, .table_at = FY_T3DM_HEADER, .model_box_at = 0x20

#define OBJECT_L0                                                                                            \
    .object = 0x0C, .box_at = NONE, .name_at = NONE, .parts_at = 0x00, .material_at = 0x04, .materials = 2
#define OBJECT_L5                                                                                            \
    .object = 0x10, .box_at = NONE, .name_at = 0x00, .parts_at = 0x04, .material_at = 0x08, .materials = 2
#define OBJECT_L9                                                                                            \
    .object = 0x0C, .box_at = NONE, .name_at = 0x00, .parts_at = 0x04, .material_at = 0x08, .materials = 1
#define OBJECT_L10                                                                                           \
    .object = 0x18, .box_at = 0x0C, .name_at = 0x00, .parts_at = 0x04, .material_at = 0x08, .materials = 1
#define OBJECT_V1                                                                                            \
    .object = FY_T3DM_OBJECT, .box_at = 0x14, .name_at = 0x00, .parts_at = 0x04, .short_parts = true,        \
    .material_at = 0x08, .materials = 1, .shared = true

#define PART_L0 .part = 0x10, .slots = 64, .stray = true
#define PART_L1 .part = 0x10, .slots = 64
#define PART_L4 .part = 0x10, .slots = 70, .bones = true
#define PART_L11 .part = 0x14, .slots = 70, .bones = true, .marks = FY_T3DM_MARKS_COMPLEMENT
#define PART_V3 .part = 0x14, .slots = 70, .bones = true, .marks = FY_T3DM_MARKS_BIT
#define PART_V4                                                                                              \
    .part = FY_T3DM_PART, .slots = 70, .bones = true, .marks = FY_T3DM_MARKS_BIT, .sequences = true

#define VERTEX_L0 .half_texel = FY_T3DM_HALF_NEVER, .mirrored = FY_T3DM_MIRRORED_YES
#define VERTEX_L1 .half_texel = FY_T3DM_HALF_ALWAYS, .mirrored = FY_T3DM_MIRRORED_YES
#define VERTEX_L3 .half_texel = FY_T3DM_HALF_ALWAYS, .mirrored = FY_T3DM_MIRRORED_EARLY
#define VERTEX_L4 .half_texel = FY_T3DM_HALF_ALWAYS
#define VERTEX_V1 .half_texel = FY_T3DM_HALF_FILTERED

#define MATERIAL_L0 .material = 0x34, .modes_at = NONE, .prim_at = NONE, .tile_at = 0x0C
#define MATERIAL_L2 .material = 0x38, .modes_at = 0x0C, .prim_at = NONE, .tile_at = 0x10
#define MATERIAL_L3 .material = 0x3C, .modes_at = 0x0C, .prim_at = NONE, .tile_at = 0x10, .references = true
#define MATERIAL_L7 .material = 0x40, .modes_at = 0x0C, .prim_at = 0x10, .tile_at = 0x14, .references = true
#define MATERIAL_L8 MATERIAL_L7, .depth_mode = true
#define MATERIAL_L9                                                                                          \
    .material = FY_T3DM_MATERIAL, .rdp = true, .modes_at = NONE, .prim_at = 0x24, .tile_at = 0x34,           \
    .references = true

#define BONE_L4 .bone = 0x48, .bone_matrices = true
#define BONE_L6 .bone = FY_T3DM_BONE, .animations = true

const fy_t3dm_layout fy_t3dm_layouts[FY_T3DM_LAYOUTS] = {
    {"L0", HEADER_L0, OBJECT_L0, PART_L0, VERTEX_L0, MATERIAL_L0},
    {"L1", HEADER_L1, OBJECT_L0, PART_L1, VERTEX_L1, MATERIAL_L0},
    {"L2", HEADER_L1, OBJECT_L0, PART_L1, VERTEX_L1, MATERIAL_L2},
    {"L3", HEADER_L1, OBJECT_L0, PART_L1, VERTEX_L3, MATERIAL_L3},
    {"L4", HEADER_L1, OBJECT_L0, PART_L4, VERTEX_L4, MATERIAL_L3, BONE_L4},
    {"L5", HEADER_L1, OBJECT_L5, PART_L4, VERTEX_L4, MATERIAL_L3, BONE_L4},
    {"L6", HEADER_L1, OBJECT_L5, PART_L4, VERTEX_L4, MATERIAL_L3, BONE_L6},
    {"L7", HEADER_L1, OBJECT_L5, PART_L4, VERTEX_L4, MATERIAL_L7, BONE_L6},
    {"L8", HEADER_L1, OBJECT_L5, PART_L4, VERTEX_L4, MATERIAL_L8, BONE_L6},
    {"L9", HEADER_L1, OBJECT_L9, PART_L4, VERTEX_L4, MATERIAL_L9, BONE_L6},
    {"L10", HEADER_L1, OBJECT_L10, PART_L4, VERTEX_L4, MATERIAL_L9, BONE_L6},
    {"L11", HEADER_L1, OBJECT_L10, PART_L11, VERTEX_L4, MATERIAL_L9, BONE_L6},
    {"V1", 1, HEADER_V1, OBJECT_V1, PART_L11, VERTEX_V1, MATERIAL_L9, BONE_L6},
    {"V2", 2, HEADER_V2, OBJECT_V1, PART_L11, VERTEX_V1, MATERIAL_L9, BONE_L6},
    {"V3", 3, HEADER_V2, OBJECT_V1, PART_V3, VERTEX_V1, MATERIAL_L9, BONE_L6},
    {"V4", 4, HEADER_V2, OBJECT_V1, PART_V4, VERTEX_V1, MATERIAL_L9, BONE_L6},
};

const fy_t3dm_layout *fy_t3dm_layout_named(const char *name) {
    for (uint32_t i = 0; i < FY_T3DM_LAYOUTS; i++)
        if (strcmp(fy_t3dm_layouts[i].name, name) == 0) return &fy_t3dm_layouts[i];
    return NULL;
}

const fy_t3dm_layout *fy_t3dm_layout_of(const uint8_t magic[4]) {
    for (uint32_t i = FY_T3DM_L11; i < FY_T3DM_LAYOUTS; i++) {
        const char starts[] = {'T', '3', fy_t3dm_layouts[i].version == 'M' ? 'D' : 'M',
                               fy_t3dm_layouts[i].version};
        if (memcmp(magic, starts, sizeof starts) == 0) return &fy_t3dm_layouts[i];
    }
    return NULL;
}

bool fy_t3dm_layout_since(const fy_t3dm_layout *layout, const char *name) {
    return layout >= fy_t3dm_layout_named(name);
}

const fy_t3dm_layout *fy_t3dm_layout_wanted(const ferry_job *job) {
    return fy_t3dm_layout_named(ferry_setting_text(job, "t3dm.layout"));
}

bool fy_t3dm_layout_legacy(const fy_t3dm_layout *layout) {
    return layout->version == 'M';
}

uint32_t fy_t3dm_layout_parts(const fy_t3dm_layout *layout, const uint8_t *object) {
    const uint8_t *at = object + layout->parts_at;
    return layout->short_parts ? ferry_be16(at) : ferry_be32(at);
}
