/*
 * fixtures_broken.c: files that are broken in one place each, for the exact messages (tests/test_messages.c).
 * All rules of docs/formats/j3d.md, "What is refused" and "What is tolerated", have one.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fixtures.h"
#include "j3d_anim_builder.h"
#include "j3d_builder_inside.h"

/* ------------------------------------------------------------------------------------ a sound model */

/* Two joints, an envelope over both, four corners on three matrices, one material, one texture: as small as
 * it gets with something of everything. */
static jb_model *sound_model(void) {
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_F32, 0);
    jb_declare(model, JB_CLR0, 1, JB_RGBA8, 0);
    for (int i = 0; i < 4; i++) {
        jb_value(model, JB_POS, (double[]){i * 3, i * i, (i & 1) * 5});
        jb_value(model, JB_CLR0, (double[]){i * 50, 255 - i, i, 255});
    }
    jb_joint_add(model, "root", -1);
    jb_joint_add(model, "tip", 0);
    model->joints[1].translate[1] = 7;
    jb_envelope_add(model, 2, (const jb_influence[]){{0, 0.25f}, {1, 0.75f}});
    jb_draw_matrix_add(model, 0, 0);
    jb_draw_matrix_add(model, 0, 1);
    jb_draw_matrix_add(model, 1, 0);
    jb_material_add(model, "skin");
    static const uint8_t texel[(8 * 8 + 4 * 4) * 4] = {10, 10, 10, 10, 200, 200, 200, 200};
    jb_texture_add(model, "dots", FERRY_GX_I8, FERRY_GX_PALETTE_IA8, 8, 8, 2, texel);
    ferry_gx_material *gx = &model->materials[0].gx;
    gx->textures[0] = 0;
    gx->texgen_count = 1;
    gx->stages[0].texgen = gx->stages[0].map = 0;
    gx->stages[0].color = (ferry_gx_combine){.a = 15, .b = 8, .c = 10, .d = 15, .clamp = 1};
    uint32_t shape = jb_shape_add(model, 3);
    describe_all(model, shape, JB_INDEX16);
    jb_packet_add(model, shape, 0xFFFF, 3, (const uint16_t[]){0, 1, 2});
    jb_corner corners[4] = {{0}};
    for (uint16_t i = 0; i < 4; i++)
        corners[i].slot = (uint8_t)(i % 3), corners[i].index[JB_POS] = corners[i].index[JB_CLR0] = i;
    jb_primitive_add(model, shape, JB_STRIP, 4, corners);
    jb_draw_add(model, 0, 0, shape);
    return model;
}

static jb_file finish(jb_model *model) {
    jb_file file = jb_build(model, JB_BMD3);
    jb_model_free(model);
    return file;
}

/* --------------------------------------------------------------------------------- ways to break it */

static jb_file patched(const made_file *self) {
    jb_file file = finish(sound_model());
    size_t at = self->place ? jb_at(&file, self->place) + self->delta : self->delta;
    if (self->width == 1) jb_set8(&file, at, self->value);
    if (self->width == 2) jb_set16(&file, at, self->value);
    if (self->width == 4) jb_set32(&file, at, self->value);
    return file;
}

/* An animation of the kind that the file is called after: "broken/bck-...". */
static jb_file anim(const made_file *self) {
    char kind[5];
    snprintf(kind, sizeof kind, "%.3s1", self->name + strlen("broken/"));
    ja_anim *sound = ja_sound(kind);
    jb_file file = ja_build(sound);
    free(sound);
    size_t at = self->place ? jb_at(&file, self->place) + self->delta : self->delta;
    if (self->width == 1) jb_set8(&file, at, self->value);
    if (self->width == 2) jb_set16(&file, at, self->value);
    if (self->width == 4) jb_set32(&file, at, self->value);
    return file;
}

static jb_file anim_constant(const made_file *self) {
    jb_file file = anim(self);
    jb_set16(&file, jb_at(&file, "tracks"), 1);
    jb_set32(&file, jb_at(&file, "values@18"), self->value);
    return file;
}

static jb_file shapes(const made_file *self) {
    jb_file file = make_shapes(self);
    size_t at = self->place ? jb_at(&file, self->place) + self->delta : self->delta;
    if (self->width == 2) jb_set16(&file, at, self->value);
    if (self->width == 4) jb_set32(&file, at, self->value);
    return file;
}

/* Both entries name one matrix of one material. */
static jb_file anim_same_names(const made_file *self) {
    (void)self;
    ja_anim *sound = ja_sound("btk1");
    sound->entries[1].material = sound->entries[0].material;
    jb_file file = ja_build(sound);
    free(sound);
    return file;
}

/* Cut at the place. */
static jb_file anim_cut(const made_file *self) {
    jb_file file = anim(self);
    file.size = jb_at(&file, self->place) + self->delta;
    return file;
}

/* Only the first `value` bytes, the patch included. */
static jb_file cut(const made_file *self) {
    jb_file file = patched(self);
    file.size = self->place ? jb_at(&file, self->place) + self->delta : self->delta;
    return file;
}

static jb_file without(const made_file *self) {
    jb_model *model = sound_model();
    model->omit = self->value;
    return finish(model);
}

static jb_file bytes_only(const made_file *self) {
    jb_file file = {0};
    jb_put(&file, self->place, strlen(self->place));
    while (file.size < self->value) jb_put8(&file, 0);
    return file;
}

/* Bytes as they stand in `place` in hexadecimal, then zeros up to `value`. */
static jb_file hexadecimal(const made_file *self) {
    jb_file file = {0};
    unsigned byte = 0;
    for (const char *at = self->place; sscanf(at, "%2x", &byte) == 1; at += 2) jb_put8(&file, byte);
    while (file.size < self->value) jb_put8(&file, 0);
    return file;
}

/* A hierarchy of `width` records that stand in `place` as pairs of characters: opcode (0 ( ) J M S) and
 * number. */
static jb_file hierarchy(const made_file *self) {
    static const char letters[] = "0()JMS?";
    static const uint16_t opcodes[] = {0, 1, 2, 16, 17, 18, 5};
    jb_model *model = sound_model();
    jb_record records[16];
    for (const char *at = self->place; *at; at += 2) {
        size_t letter = (size_t)(strchr(letters, at[0]) - letters);
        records[model->hierarchy_count++] = (jb_record){opcodes[letter], (uint16_t)(at[1] - '0')};
    }
    model->hierarchy = records;
    return finish(model);
}

static jb_file twice(const made_file *self) {
    jb_file file = finish(sound_model());
    size_t at = jb_at(&file, self->place), size = jb_get32(&file, at + 4);
    uint8_t *copy = malloc(size);
    if (!copy) jb_abort("no memory");
    memcpy(copy, file.data + at, size);
    jb_put(&file, copy, size);
    free(copy);
    jb_set32(&file, 8, (uint32_t)file.size);
    jb_set32(&file, 12, jb_get32(&file, 12) + 1);
    return file;
}

static jb_file unknown_chunk(const made_file *self) {
    jb_model *model = sound_model();
    model->unknown_tag = self->place;
    return finish(model);
}

/* A list of more than 32 attributes without an end. */
static jb_file endless_attributes(const made_file *self) {
    (void)self;
    jb_model *model = sound_model();
    jb_shape *shape = &model->shapes[0];
    while (shape->descriptor_count < 24)
        shape->descriptors[shape->descriptor_count++] = (jb_descriptor){JB_A_TEXMATRIX0, JB_DIRECT};
    jb_file file = finish(model);
    size_t at = jb_at(&file, "SHP1.attributes[0]");
    for (uint32_t i = 24; i < 40; i++) jb_set32(&file, at + i * 8, 1), jb_set32(&file, at + i * 8 + 4, 1);
    return file;
}

/* A hundred corners of which one, or half, name a position that is not there. */
static jb_file wrong_indices(const made_file *self) {
    jb_model *model = sound_model();
    jb_corner corners[63] = {{0}};
    for (uint16_t i = 0; i < 63; i++)
        corners[i].index[JB_POS] = i % 4, corners[i].index[JB_CLR0] = i / 4 % 4,
        corners[i].slot = (uint8_t)(i % 3);
    jb_primitive_add(model, 0, JB_TRIANGLES, 63, corners);
    jb_file file = finish(model);
    size_t at = jb_at(&file, "SHP1.shape[0].list[0]") + 3 + 4 * 5 + 3;
    for (uint32_t i = 0; i < self->value; i++) jb_set16(&file, at + (size_t)i * 5 + 1, 500);
    return file;
}

static jb_file odd_weights(const made_file *self) {
    jb_file file = finish(sound_model());
    size_t at = jb_at(&file, "EVP1.weights");
    jb_set32(&file, at, self->value);
    return file;
}

static jb_file two_roots(const made_file *self) {
    (void)self;
    jb_model *model = sound_model();
    model->joints[1].parent = -1;
    return finish(model);
}

static jb_file matrix_type(const made_file *self) {
    jb_file file = finish(sound_model());
    jb_set8(&file, jb_at(&file, "SHP1.shape[0]"), self->value);
    return file;
}

static jb_file direct_without_format(const made_file *self) {
    (void)self;
    jb_file file = finish(sound_model());
    size_t at = jb_at(&file, "SHP1.attributes[0]") + 16;
    jb_set32(&file, at, JB_A_TEX0 + 2);
    jb_set32(&file, at + 4, JB_DIRECT);
    return file;
}

/* The offset of one table of MAT3 is that of another: tools write empty tables so. */
static jb_file same_table(const made_file *self) {
    jb_file file = finish(sound_model());
    size_t chunk = jb_at(&file, "MAT3");
    jb_set32(&file, chunk + self->delta, (uint32_t)(jb_at(&file, self->place) - chunk));
    return file;
}

/* The whole of a material table, where a model is wanted. */
static jb_file table_alone(const made_file *self) {
    (void)self;
    jb_model *model = sound_model();
    jb_file file = jb_build(model, JB_BMT3);
    jb_model_free(model);
    return file;
}

/* An envelope whose weights are all nothing. */
static jb_file no_weights(const made_file *self) {
    (void)self;
    jb_file file = finish(sound_model());
    size_t at = jb_at(&file, "EVP1.weights");
    jb_set32(&file, at, 0);
    jb_set32(&file, at + 4, 0);
    return file;
}

/* A bind matrix that is no number, of an envelope that no vertex uses. */
static jb_file unused_bind(const made_file *self) {
    (void)self;
    jb_file file = finish(sound_model());
    jb_set16(&file, jb_at(&file, "SHP1.table") + 4, 1);
    jb_set32(&file, jb_at(&file, "EVP1.matrices") + 4, 0x7FC00000u);
    return file;
}

/* A shape without packets, whose list of attributes leads nowhere. */
static jb_file empty_shape(const made_file *self) {
    (void)self;
    jb_file file = finish(sound_model());
    size_t at = jb_at(&file, "SHP1.shape[0]");
    jb_set16(&file, at + 2, 0);
    jb_set16(&file, at + 4, 0xFFF0);
    return file;
}

/* One block more is announced than there is, and padding stands in its place. */
static jb_file blank_tail(const made_file *self) {
    (void)self;
    jb_file file = finish(sound_model());
    for (int i = 0; i < 32; i++) jb_put8(&file, 0);
    jb_set32(&file, 8, (uint32_t)file.size);
    jb_set32(&file, 12, jb_get32(&file, 12) + 1);
    return file;
}

#define HUGE_OFFSET 0xFFFFFFF0u
#define NAN_WORD 0x7FC00000u
#define INFINITY_WORD 0x7F800000u

const made_file broken_files[] = {
    {"broken/sound.bin", patched, NULL, 0, 0, 0},
    {"broken/empty.bin", bytes_only, "", 0, 0, 0},
    {"broken/no-magic.bin", bytes_only, "Nothing that anybody knows", 0, 0, 64},
    {"broken/little-endian.bin", bytes_only, "2D3J3dmb", 0, 0, 64},
    {"broken/header-short.bin", bytes_only, "J3D2bmd3", 0, 0, 16},
    {"broken/header-only.bin", bytes_only, "J3D2bmd3", 0, 0, 32},
    {"broken/generation.bin", patched, NULL, 3, 1, '1'},
    {"broken/kind.bin", patched, NULL, 7, 1, '9'},
    {"broken/file-size.bin", patched, NULL, 8, 4, 0x123456},
    {"broken/chunk-count.bin", patched, NULL, 12, 4, 99},
    {"broken/chunk-size.bin", patched, "VTX1", 4, 4, 7},
    {"broken/chunk-clipped.bin", patched, "TEX1", 4, 4, 0x10000},
    {"broken/chunk-twice.bin", twice, "JNT1", 0, 0, 0},
    {"broken/chunk-unknown.bin", unknown_chunk, "WHAT", 0, 0, 0},
    {"broken/no-inf1.bin", without, NULL, 0, 0, JB_OMIT_INF1},
    {"broken/no-vtx1.bin", without, NULL, 0, 0, JB_OMIT_VTX1},
    {"broken/no-evp1.bin", without, NULL, 0, 0, JB_OMIT_EVP1},
    {"broken/no-drw1.bin", without, NULL, 0, 0, JB_OMIT_DRW1},
    {"broken/no-jnt1.bin", without, NULL, 0, 0, JB_OMIT_JNT1},
    {"broken/no-shp1.bin", without, NULL, 0, 0, JB_OMIT_SHP1},
    {"broken/no-mat3.bin", without, NULL, 0, 0, JB_OMIT_MAT3},
    {"broken/no-tex1.bin", without, NULL, 0, 0, JB_OMIT_TEX1},
    {"broken/cut-in-mat3.bin", cut, "MAT3", 0x150, 0, 0},
    {"broken/cut-in-shp1.bin", cut, "SHP1", 0x40, 0, 0},
    {"broken/nintendo-ds.bin", hexadecimal, "00000000010000003c000000", 0, 0, 0x80},
    {"broken/yaz0-header.bin", hexadecimal, "59617a30000000", 0, 0, 0},
    {"broken/yaz0-size.bin", hexadecimal, "59617a30ffffffff0000000000000000ff4a", 0, 0, 0},
    {"broken/yaz0-short.bin", hexadecimal, "59617a30000000180000000000000000ff4a334432", 0, 0, 0},
    {"broken/yaz0-distance.bin", hexadecimal, "59617a30000000180000000000000000c04a333012", 0, 0, 0},
    {"broken/yay0-links.bin", hexadecimal, "59617930000000180000ffff0000001400000000", 0, 0, 0},
    {"broken/rarc-nodes.bin", hexadecimal,
     "5241524300000040000000200000002000000000000000000000000000000000ffffffff00000020", 0, 0, 0x40},
    {"broken/blank-tail.bin", blank_tail, NULL, 0, 0, 0},
    /* INF1 */
    {"broken/scaling-rule.bin", patched, "INF1", 8, 2, 3},
    {"broken/hierarchy-outside.bin", patched, "INF1", 0x14, 4, HUGE_OFFSET},
    {"broken/hierarchy-opcode.bin", hierarchy, "J0(0?0S0)000", 0, 0, 0},
    {"broken/hierarchy-endless.bin", patched, "INF1.hierarchy[10]", 0, 4, 0x00010000},
    {"broken/hierarchy-cut.bin", hierarchy, "J0(0J1M0(0S0(0)0)0)0", 0, 0, 0},
    {"broken/hierarchy-joint.bin", hierarchy, "J0(0J9M0(0S0)0)000", 0, 0, 0},
    {"broken/hierarchy-shape.bin", hierarchy, "J0(0J1M0(0S7)0)000", 0, 0, 0},
    {"broken/hierarchy-material.bin", hierarchy, "J0(0J1M5(0S0)0)000", 0, 0, 0},
    {"broken/joint-twice.bin", hierarchy, "J0(0J1J0M0(0S0)0)000", 0, 0, 0},
    {"broken/joint-nowhere.bin", hierarchy, "J0(0M0(0S0)0)000", 0, 0, 0},
    {"broken/no-joint-above.bin", hierarchy, "M0(0S0)0J0(0J1)000", 0, 0, 0},
    {"broken/two-roots.bin", two_roots, NULL, 0, 0, 0},
    {"broken/levels-open.bin", hierarchy, "J0(0J1M0(0S000", 0, 0, 0},
    {"broken/levels-surplus.bin", hierarchy, "J0(0J1M0(0S0)0)0)0)000", 0, 0, 0},
    /* VTX1 */
    {"broken/formats-outside.bin", patched, "VTX1", 8, 4, HUGE_OFFSET},
    {"broken/no-positions.bin", patched, "VTX1", 0x0C, 4, 0},
    {"broken/positions-outside.bin", patched, "VTX1", 0x0C, 4, HUGE_OFFSET},
    {"broken/component-type.bin", patched, "VTX1.format[0]", 8, 4, 5},
    {"broken/component-count.bin", patched, "VTX1.format[0]", 4, 4, 9},
    {"broken/color-type.bin", patched, "VTX1.format[3]", 8, 4, 6},
    {"broken/format-attribute.bin", patched, "VTX1.format[3]", 0, 4, 40},
    {"broken/position-nan.bin", patched, "VTX1.array[0]", 16, 4, NAN_WORD},
    {"broken/position-infinite.bin", patched, "VTX1.array[0]", 4, 4, INFINITY_WORD},
    /* EVP1, DRW1, JNT1 */
    {"broken/envelope-count.bin", patched, "EVP1", 8, 2, 9999},
    {"broken/envelope-joint.bin", patched, "EVP1.joints", 2, 2, 77},
    {"broken/weight-nan.bin", odd_weights, NULL, 0, 0, NAN_WORD},
    {"broken/weight-sum.bin", odd_weights, NULL, 0, 0, 0x3F800000},
    {"broken/bind-nan.bin", patched, "EVP1.matrices", 4, 4, NAN_WORD},
    {"broken/bind-outside.bin", patched, "EVP1", 0x18, 4, HUGE_OFFSET},
    {"broken/no-binds.bin", patched, "EVP1", 0x18, 4, 0},
    {"broken/no-weights.bin", no_weights, NULL, 0, 0, 0},
    {"broken/draw-matrix-kind.bin", patched, "DRW1.kinds", 1, 1, 2},
    {"broken/rigid-joint.bin", patched, "DRW1.indices", 2, 2, 9},
    {"broken/envelope-number.bin", patched, "DRW1.indices", 4, 2, 5},
    {"broken/draw-matrices-outside.bin", patched, "DRW1", 0x10, 4, HUGE_OFFSET},
    {"broken/joint-count.bin", patched, "JNT1", 8, 2, 900},
    {"broken/joint-remap.bin", patched, "JNT1.remap", 2, 2, 50},
    {"broken/no-joint-remap.bin", patched, "JNT1", 0x10, 4, 0},
    {"broken/no-joint-records.bin", patched, "JNT1", 0x0C, 4, 0},
    {"broken/joint-scale-nan.bin", patched, "JNT1.joint[1]", 4, 4, NAN_WORD},
    {"broken/joint-translate-infinite.bin", patched, "JNT1.joint[0]", 0x18, 4, INFINITY_WORD},
    {"broken/joint-names-outside.bin", patched, "JNT1", 0x14, 4, HUGE_OFFSET},
    {"broken/joint-name-outside.bin", patched, "JNT1.names", 6, 2, 0xFFF0},
    {"broken/joint-name-count.bin", patched, "JNT1.names", 0, 2, 1},
    /* SHP1 */
    {"broken/shape-count.bin", patched, "SHP1", 8, 2, 500},
    {"broken/shape-remap.bin", patched, "SHP1.remap", 0, 2, 50},
    {"broken/no-shape-remap.bin", patched, "SHP1", 0x10, 4, 0},
    {"broken/shapes-outside.bin", patched, "SHP1", 0x0C, 4, HUGE_OFFSET},
    {"broken/matrix-type.bin", matrix_type, NULL, 0, 0, 4},
    {"broken/packet-count.bin", patched, "SHP1.shape[0]", 2, 2, 3000},
    {"broken/attributes-outside.bin", patched, "SHP1.shape[0]", 4, 2, 0xFFF8},
    {"broken/attribute-unknown.bin", patched, "SHP1.attributes[0]", 16, 4, 22},
    {"broken/attribute-how.bin", patched, "SHP1.attributes[0]", 20, 4, 4},
    {"broken/attributes-endless.bin", endless_attributes, NULL, 0, 0, 0},
    {"broken/no-position-index.bin", patched, "SHP1.attributes[0]", 12, 4, 0},
    {"broken/direct-without-format.bin", direct_without_format, NULL, 0, 0, 0},
    {"broken/draw-matrix-number.bin", patched, "SHP1.table", 2, 2, 3},
    {"broken/table-outside.bin", patched, "SHP1.shape[0].group[0]", 4, 4, 0xFFFFFFF},
    {"broken/table-count.bin", patched, "SHP1.shape[0].group[0]", 2, 2, 11},
    {"broken/group-outside.bin", patched, "SHP1.shape[0]", 6, 2, 900},
    {"broken/place-outside.bin", patched, "SHP1.shape[0]", 8, 2, 900},
    {"broken/list-outside.bin", patched, "SHP1.places", 4, 4, HUGE_OFFSET},
    {"broken/list-size.bin", patched, "SHP1.places", 0, 4, HUGE_OFFSET},
    {"broken/primitive-unknown.bin", patched, "SHP1.shape[0].list[0]", 0, 1, 0x61},
    {"broken/primitive-overruns.bin", patched, "SHP1.shape[0].list[0]", 1, 2, 900},
    {"broken/vertex-format-number.bin", patched, "SHP1.shape[0].list[0]", 0, 1, 0x9B},
    {"broken/slot-odd.bin", patched, "SHP1.shape[0].list[0]", 3, 1, 4},
    {"broken/slot-high.bin", patched, "SHP1.shape[0].list[0]", 3, 1, 200},
    {"broken/slot-empty.bin", patched, "SHP1.shape[0].list[0]", 3, 1, 27},
    {"broken/slot-never-loaded.bin", patched, "SHP1.table", 2, 2, 0xFFFF},
    {"broken/index-one.bin", wrong_indices, NULL, 0, 0, 1},
    {"broken/index-many.bin", wrong_indices, NULL, 0, 0, 40},
    {"broken/color-index.bin", patched, "SHP1.shape[0].list[0]", 6, 2, 900},
    /* MAT3 */
    {"broken/material-count.bin", patched, "MAT3", 8, 2, 700},
    {"broken/material-remap.bin", patched, "MAT3.remap", 0, 2, 40},
    {"broken/no-material-remap.bin", patched, "MAT3", 0x10, 4, 0},
    {"broken/no-material-entries.bin", patched, "MAT3", 0x0C, 4, 0},
    {"broken/no-materials.bin", patched, "MAT3", 8, 2, 0},
    {"broken/indirect-outside.bin", patched, "MAT3", 0x18, 4, HUGE_OFFSET},
    {"broken/material-cull.bin", patched, "MAT3.cull", 0, 4, 9},
    {"broken/material-texture.bin", patched, "MAT3.textures", 0, 2, 44},
    {"broken/material-stages.bin", patched, "MAT3.stage_counts", 0, 1, 99},
    {"broken/material-texgens.bin", patched, "MAT3.texgen_counts", 0, 1, 99},
    {"broken/material-table.bin", patched, "MAT3", 0x5C, 4, HUGE_OFFSET},
    {"broken/material-index.bin", patched, "MAT3.entries", 0x146, 2, 0x7FFF},
    {"broken/material-entries.bin", patched, "MAT3", 0x0C, 4, HUGE_OFFSET},
    {"broken/material-names.bin", patched, "MAT3", 0x14, 4, 0},
    {"broken/konst-selector.bin", patched, "MAT3.entries", 0x9C, 1, 0x0B},
    /* TEX1 */
    {"broken/texture-format.bin", patched, "TEX1.texture[0]", 0, 1, 7},
    {"broken/texture-size.bin", patched, "TEX1.texture[0]", 2, 2, 0},
    {"broken/texture-large.bin", patched, "TEX1.texture[0]", 2, 2, 5000},
    {"broken/texture-outside.bin", patched, "TEX1.texture[0]", 0x1C, 4, HUGE_OFFSET},
    {"broken/texture-levels.bin", patched, "TEX1.texture[0]", 0x18, 1, 200},
    {"broken/texture-level-cut.bin", patched, "TEX1.texture[0]", 2, 4, 0x00080010},
    {"broken/texture-wrap.bin", patched, "TEX1.texture[0]", 6, 1, 7},
    {"broken/texture-filter.bin", patched, "TEX1.texture[0]", 0x14, 1, 9},
    {"broken/palette-missing.bin", patched, "TEX1.texture[0]", 0, 1, 9},
    {"broken/texture-count.bin", patched, "TEX1", 8, 2, 900},
    {"broken/no-textures.bin", patched, "TEX1", 8, 2, 0},
    {"broken/texture-names.bin", patched, "TEX1", 0x10, 4, HUGE_OFFSET},
    {"broken/wii-texture.bin", hexadecimal, "54455830000000800000000100000000", 0, 0, 0x80},
    /* oddities that are to be passed over in silence */
    {"broken/quiet-exporter.bin", patched, NULL, 16, 4, 0x53757065},
    {"broken/quiet-packets.bin", patched, "INF1", 0x0C, 4, 77},
    {"broken/quiet-vertices.bin", patched, "INF1", 0x10, 4, 12345},
    {"broken/quiet-hash.bin", patched, "JNT1.names", 4, 2, 0xBEEF},
    {"broken/quiet-indirect.bin", same_table, "MAT3.cull", 0x18, 0, 0},
    {"broken/quiet-no-cull-table.bin", patched, "MAT3", 0x1C, 4, 0},
    {"broken/quiet-texgens.bin", patched, "MAT3.texgen_counts", 0, 1, 0},
    {"broken/quiet-unused-bind.bin", unused_bind, NULL, 0, 0, 0},
    {"broken/quiet-empty-shape.bin", empty_shape, NULL, 0, 0, 0},
    {"broken/quiet-stale-konst.bin", patched, "MAT3.entries", 0x96, 2, 0x7FFF},
    {"broken/quiet-stale-register.bin", patched, "MAT3.entries", 0xDE, 2, 0x7FFF},
    {"broken/quiet-stale-swap-table.bin", patched, "MAT3.entries", 0x12A, 2, 0x7FFF},
    {"broken/quiet-stale-nbt-scale.bin", patched, "MAT3.entries", 0x14A, 2, 0x7FFF},
    {"broken/quiet-levels.bin", patched, "TEX1.texture[0]", 0x18, 1, 0},
    {"broken/quiet-mipmaps.bin", patched, "TEX1.texture[0]", 0x10, 1, 0},
    {"broken/quiet-palette.bin", patched, "TEX1.texture[0]", 8, 4, 0x01020010},
    {"broken/table-alone.bin", table_alone, NULL, 0, 0, 0},
    /* animations */
    {"broken/bck-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bck-unknown.bin", anim, NULL, 5, 1, 'z'},
    {"broken/bck-tag.bin", anim, "ANK1", 3, 1, '7'},
    {"broken/bck-short.bin", anim_cut, "ANK1", 0x20, 0, 0},
    {"broken/bck-quiet-block-size.bin", anim, "ANK1", 4, 4, 0x40},
    {"broken/bck-quiet-no-keys.bin", anim, "tracks", 0, 2, 0},
    {"broken/bck-sounds.bin", anim, NULL, 0x1C, 4, 0x30},
    {"broken/bck-loop.bin", anim, "ANK1", 8, 1, 9},
    {"broken/bck-shift.bin", anim, "ANK1", 9, 1, 99},
    {"broken/bck-frames.bin", anim, "ANK1", 0x0A, 2, 0xFFFF},
    {"broken/bck-joints-outside.bin", anim, "ANK1", 0x14, 4, HUGE_OFFSET},
    {"broken/bck-joint-count.bin", anim, "ANK1", 0x0C, 2, 900},
    {"broken/bck-scales-outside.bin", anim, "ANK1", 0x18, 4, HUGE_OFFSET},
    {"broken/bck-no-rotations.bin", anim, "ANK1", 0x1C, 4, 0},
    {"broken/bck-values-cut.bin", anim_cut, "values@20", 8, 0, 0},
    {"broken/bck-track-outside.bin", anim, "tracks", 0x36 + 8, 2, 0x7000},
    {"broken/bck-track-count.bin", anim, "tracks", 0, 2, 0x7000},
    {"broken/bck-time-back.bin", anim, "values@18", 12, 4, 0xC0000000},
    {"broken/bck-value-nan.bin", anim, "values@18", 4, 4, NAN_WORD},
    {"broken/bck-constant-infinite.bin", anim_constant, NULL, 0, 0, INFINITY_WORD},
    {"broken/bca-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bca-track-outside.bin", anim, "tracks", 2, 2, 0x7000},
    {"broken/bca-value-nan.bin", anim, "values@20", 8, 4, NAN_WORD},
    {"broken/btk-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/btk-quiet-garbage.bin", anim, "TTK1", 0x5C, 4, 0x54686973},
    {"broken/btk-slot.bin", anim, "slots", 1, 1, 10},
    {"broken/btk-no-slots.bin", anim, "TTK1", 0x20, 4, 0},
    {"broken/btk-center-nan.bin", anim, "centers", 4, 4, NAN_WORD},
    {"broken/btk-names-outside.bin", anim, "TTK1", 0x1C, 4, HUGE_OFFSET},
    {"broken/btk-count.bin", anim, "TTK1", 0x0C, 2, 900},
    {"broken/btk-track-outside.bin", anim, "tracks", 44, 2, 0x7000},
    {"broken/btk-matrix-twice.bin", anim_same_names, NULL, 0, 0, 0},
    {"broken/btp-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/btp-slot.bin", anim, "tracks", 4, 1, 8},
    {"broken/btp-track-outside.bin", anim, "tracks", 2, 2, 0x7000},
    {"broken/btp-count.bin", anim, "TPT1", 0x0C, 2, 900},
    {"broken/btp-values-outside.bin", anim, "TPT1", 0x14, 4, HUGE_OFFSET},
    {"broken/brk-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/brk-register.bin", anim, "tracks", 0x18, 1, 4},
    {"broken/brk-quiet-previous.bin", anim, "tracks", 0x18, 1, 3},
    {"broken/brk-konst-outside.bin", anim, "TRK1", 0x24, 4, HUGE_OFFSET},
    {"broken/brk-time-back.bin", anim, "values@38", 6, 2, 0xFFF0},
    {"broken/brk-short.bin", anim_cut, "TRK1", 0x50, 0, 0},
    {"broken/bpk-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bpk-track-outside.bin", anim, "tracks", 0x1A, 2, 0x7000},
    {"broken/bpk-no-names.bin", anim, "PAK1", 0x20, 4, 0},
    {"broken/bpa-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bpa-values-cut.bin", anim_cut, "values@30", 4, 0, 0},
    {"broken/bls-sound.bin", shapes, NULL, 0, 0, 0},
    {"broken/bls-clusters-outside.bin", shapes, "CLS1", 0x14, 4, HUGE_OFFSET},
    {"broken/bls-cluster-count.bin", shapes, "CLS1", 8, 2, 900},
    {"broken/bls-keys-outside.bin", shapes, "clusters", 8, 4, HUGE_OFFSET},
    {"broken/bls-references-outside.bin", shapes, "keys", 4, 4, HUGE_OFFSET},
    {"broken/bls-reference.bin", shapes, "references", 2, 2, 0xBFFF},
    {"broken/bls-normals-outside.bin", shapes, "vertices", 0x0C + 4, 4, HUGE_OFFSET},
    {"broken/bls-position-nan.bin", shapes, "positions", 4, 4, NAN_WORD},
    {"broken/blk-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/blk-track-outside.bin", anim, "tracks", 2, 2, 0x7000},
    {"broken/bla-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bla-values-outside.bin", anim, "CLF1", 0x14, 4, HUGE_OFFSET},
    {"broken/bxk-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bxk-elements-outside.bin", anim, "lists", 4, 4, HUGE_OFFSET},
    {"broken/bxk-lists-outside.bin", anim, "VCK1", 0x20, 4, HUGE_OFFSET},
    {"broken/bxk-track-outside.bin", anim, "tracks", 2, 2, 0xF000},
    {"broken/bxa-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bxa-count.bin", anim, "VCF1", 0x0E, 2, 900},
    {"broken/bva-sound.bin", anim, NULL, 0, 0, 0},
    {"broken/bva-track-outside.bin", anim, "tracks", 4, 2, 0x7000},
    {"broken/bva-count.bin", anim, "VAF1", 0x0C, 2, 0x7000},
};

const uint32_t broken_file_count = sizeof broken_files / sizeof *broken_files;
