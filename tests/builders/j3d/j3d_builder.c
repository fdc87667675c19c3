/* j3d_builder.c: the bytes of a J3D file: container and geometry; see j3d_builder.h
 * and docs/formats/j3d.md. */
#include "j3d_builder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "j3d_builder_inside.h"

/* -------------------------------------------------------------------------------------------- bytes */

void jb_put(jb_file *file, const void *bytes, size_t size) {
    if (!file->data || file->size + size > file->capacity) {
        file->capacity = (file->size + size) * 2 + 4096;
        file->data = realloc(file->data, file->capacity);
        if (!file->data) jb_abort("no memory");
    }
    if (size) memcpy(file->data + file->size, bytes, size);
    file->size += size;
}

void jb_put8(jb_file *file, uint32_t value) {
    uint8_t byte = (uint8_t)value;
    jb_put(file, &byte, 1);
}

void jb_put16(jb_file *file, uint32_t value) {
    uint8_t bytes[2] = {(uint8_t)(value >> 8), (uint8_t)value};
    jb_put(file, bytes, 2);
}

void jb_put32(jb_file *file, uint32_t value) {
    jb_put16(file, value >> 16);
    jb_put16(file, value & 0xFFFF);
}

void jb_putf(jb_file *file, double value) {
    float single = (float)value;
    uint32_t word;
    memcpy(&word, &single, 4);
    jb_put32(file, word);
}

static void put_floats(jb_file *file, uint32_t count, const double *values) {
    for (uint32_t i = 0; i < count; i++) jb_putf(file, values[i]);
}

void jb_set8(jb_file *file, size_t at, uint32_t value) {
    if (at >= file->size) jb_abort("a patch outside the file");
    file->data[at] = (uint8_t)value;
}

void jb_set16(jb_file *file, size_t at, uint32_t value) {
    jb_set8(file, at, value >> 8);
    jb_set8(file, at + 1, value);
}

void jb_set32(jb_file *file, size_t at, uint32_t value) {
    jb_set16(file, at, value >> 16);
    jb_set16(file, at + 2, value);
}

uint32_t jb_get32(const jb_file *file, size_t at) {
    const uint8_t *b = file->data + at;
    if (at + 4 > file->size) jb_abort("a read outside the file");
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

void jb_truncate(jb_file *file, size_t size) {
    if (size > file->size) jb_abort("a cut behind the end");
    file->size = size;
    if (size >= 12) jb_set32(file, 8, (uint32_t)size);
}

void jb_mark_here(jb_file *file, const char *format, ...) {
    jb_mark *mark = jb_grow(&file->marks, &file->mark_count, &file->mark_capacity, sizeof *mark);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(mark->name, sizeof mark->name, format, arguments);
    va_end(arguments);
    mark->at = file->size;
}

size_t jb_at(const jb_file *file, const char *name) {
    for (uint32_t i = 0; i < file->mark_count; i++)
        if (strcmp(file->marks[i].name, name) == 0) return file->marks[i].at;
    fprintf(stderr, "j3d_builder: no place named \"%s\"\n", name);
    abort();
}

void jb_file_free(jb_file *file) {
    free(file->data);
    free(file->marks);
    *file = (jb_file){0};
}

void jb_pad_text(jb_file *file, size_t to) {
    static const char text[] = "This is padding data to alignment.....";
    for (size_t k = 0; file->size % to; k++) jb_put8(file, (uint8_t)text[k]);
}

void jb_pad_zero(jb_file *file, size_t to) {
    while (file->size % to) jb_put8(file, 0);
}

size_t jb_chunk_begin(jb_file *file, const char *tag) {
    size_t start = file->size;
    jb_mark_here(file, "%s", tag);
    jb_put(file, tag, 4);
    jb_put32(file, 0);
    return start;
}

void jb_chunk_end(jb_file *file, size_t start) {
    jb_pad_text(file, 32);
    jb_set32(file, start + 4, (uint32_t)(file->size - start));
}

void jb_offset_here(jb_file *file, size_t start, size_t field) {
    jb_set32(file, field, (uint32_t)(file->size - start));
}

static uint16_t name_hash(const char *name) {
    uint16_t hash = 0;
    for (; *name; name++) hash = (uint16_t)(hash * 3 + (signed char)*name);
    return hash;
}

void jb_names(jb_file *file, uint32_t count, const char *const *names) {
    size_t at = 4 + (size_t)count * 4;
    jb_put16(file, count);
    jb_put16(file, 0xFFFF);
    for (uint32_t i = 0; i < count; i++) {
        jb_put16(file, name_hash(names[i]));
        jb_put16(file, (uint32_t)at);
        at += strlen(names[i]) + 1;
    }
    for (uint32_t i = 0; i < count; i++) jb_put(file, names[i], strlen(names[i]) + 1);
}

/* --------------------------------------------------------------------------------------------------- INF1 */

typedef struct record_list {
    jb_record *data;
    uint32_t count, capacity;
} record_list;

static void put_record(record_list *list, uint16_t opcode, uint32_t value) {
    *(jb_record *)jb_grow(&list->data, &list->count, &list->capacity, sizeof *list->data) =
        (jb_record){opcode, (uint16_t)value};
}

enum { END, OPEN, CLOSE, JOINT = 16, MATERIAL, SHAPE };

static bool has_children(const jb_model *model, uint32_t joint) {
    for (uint32_t i = 0; i < model->joint_count; i++)
        if (model->joints[i].parent == (int)joint) return true;
    return false;
}

/* The console's exporter nests each material and shape in the one before, and the child joints in the deepest
 * level. */
static void nest_joint(const jb_model *model, uint32_t joint, record_list *list, uint32_t depth) {
    uint32_t opened = 0;
    if (depth > 64) jb_abort("joints nested too deep");
    put_record(list, JOINT, joint);
    for (uint32_t i = 0; i < model->draw_count; i++) {
        if (model->draws[i].joint != joint) continue;
        if (model->draws[i].material != JB_NONE) {
            put_record(list, OPEN, 0);
            put_record(list, MATERIAL, model->draws[i].material);
            opened++;
        }
        put_record(list, OPEN, 0);
        put_record(list, SHAPE, model->draws[i].shape);
        opened++;
    }
    if (has_children(model, joint)) put_record(list, OPEN, 0), opened++;
    for (uint32_t i = 0; i < model->joint_count; i++)
        if (model->joints[i].parent == (int)joint) nest_joint(model, i, list, depth + 1);
    while (opened--) put_record(list, CLOSE, 0);
}

/* Tools close every material before the next one. */
static void flat_joint(const jb_model *model, uint32_t joint, record_list *list, uint32_t depth) {
    if (depth > 64) jb_abort("joints nested too deep");
    put_record(list, JOINT, joint);
    put_record(list, OPEN, 0);
    for (uint32_t i = 0; i < model->draw_count; i++) {
        if (model->draws[i].joint != joint) continue;
        bool material = model->draws[i].material != JB_NONE;
        if (material) put_record(list, MATERIAL, model->draws[i].material), put_record(list, OPEN, 0);
        put_record(list, SHAPE, model->draws[i].shape);
        if (material) put_record(list, CLOSE, 0);
    }
    for (uint32_t i = 0; i < model->joint_count; i++)
        if (model->joints[i].parent == (int)joint) flat_joint(model, i, list, depth + 1);
    put_record(list, CLOSE, 0);
}

static record_list hierarchy_of(const jb_model *model) {
    record_list list = {0};
    if (model->hierarchy) {
        for (uint32_t i = 0; i < model->hierarchy_count; i++)
            put_record(&list, model->hierarchy[i].opcode, model->hierarchy[i].value);
        return list;
    }
    for (uint32_t i = 0; i < model->joint_count; i++) {
        if (model->joints[i].parent >= 0) continue;
        if (model->flat_hierarchy)
            flat_joint(model, i, &list, 0);
        else
            nest_joint(model, i, &list, 0);
    }
    put_record(&list, END, 0);
    return list;
}

static void write_inf1(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "INF1");
    uint32_t packets = 0;
    for (uint32_t i = 0; i < model->shape_count; i++) packets += model->shapes[i].packet_count;
    jb_put16(file, model->scaling_rule);
    jb_put16(file, 0xFFFF);
    jb_put32(file, packets);
    jb_put32(file, model->arrays[JB_POS].count);
    jb_put32(file, 0x18);
    jb_mark_here(file, "INF1.hierarchy");
    record_list list = hierarchy_of(model);
    for (uint32_t i = 0; i < list.count; i++) {
        jb_mark_here(file, "INF1.hierarchy[%u]", i);
        jb_put16(file, list.data[i].opcode);
        jb_put16(file, list.data[i].value);
    }
    free(list.data);
    jb_chunk_end(file, start);
}

/* --------------------------------------------------------------------------------------------------- VTX1 */

static void put_color(jb_file *file, uint32_t type, const double *c) {
    uint32_t v[4], n[4];
    for (int i = 0; i < 4; i++) v[i] = (uint32_t)c[i];
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t bits = type == JB_RGB565  ? (i == 1 ? 6 : 5)
                        : type == JB_RGBA4 ? 4
                        : type == JB_RGBA6 ? 6
                                           : 8;
        n[i] = (v[i] * ((1u << bits) - 1) + 127) / 255;
    }
    switch (type) {
    case JB_RGB565:
        jb_put16(file, n[0] << 11 | n[1] << 5 | n[2]);
        break;
    case JB_RGBA4:
        jb_put16(file, n[0] << 12 | n[1] << 8 | n[2] << 4 | n[3]);
        break;
    case JB_RGBA6: {
        uint32_t word = n[0] << 18 | n[1] << 12 | n[2] << 6 | n[3];
        jb_put8(file, word >> 16);
        jb_put16(file, word & 0xFFFF);
        break;
    }
    default:
        for (int i = 0; i < 3; i++) jb_put8(file, v[i]);
        if (type == JB_RGBX8) jb_put8(file, 0x3C); /* means nothing */
        if (type == JB_RGBA8) jb_put8(file, v[3]);
    }
}

static void put_component(jb_file *file, const jb_array *a, int array, double value) {
    if (a->type == JB_F32) {
        jb_putf(file, value);
        return;
    }
    long fixed = jb_fixed(value, a->type, jb_shift(a, array));
    if (a->type == JB_U8 || a->type == JB_S8)
        jb_put8(file, (uint32_t)fixed & 0xFF);
    else
        jb_put16(file, (uint32_t)fixed & 0xFFFF);
}

/* One element as it stands in an array, or directly in a display list. `from`, `to`: components. */
static void put_element(jb_file *file, const jb_model *model, int array, uint32_t element) {
    const jb_array *a = &model->arrays[array];
    uint32_t count = jb_components(array, a->count_code);
    if (element >= a->count) jb_abort("an element that the array does not hold");
    if (array == JB_CLR0 || array == JB_CLR1) {
        put_color(file, a->type, a->values + element * count);
        return;
    }
    for (uint32_t k = 0; k < count; k++) put_component(file, a, array, a->values[element * count + k]);
}

static void write_vtx1(jb_file *file, const jb_model *model) {
    static const int by_attribute[JB_ARRAYS] = {
        JB_POS,      JB_NRM,      JB_CLR0,     JB_CLR1,     JB_TEX0,     JB_TEX0 + 1, JB_TEX0 + 2,
        JB_TEX0 + 3, JB_TEX0 + 4, JB_TEX0 + 5, JB_TEX0 + 6, JB_TEX0 + 7, JB_NBT};
    size_t start = jb_chunk_begin(file, "VTX1");
    jb_put32(file, 0x40);
    for (int i = 0; i < JB_ARRAYS; i++) jb_put32(file, 0);
    jb_mark_here(file, "VTX1.formats");
    for (int i = 0; i < JB_ARRAYS; i++) {
        const jb_array *a = &model->arrays[by_attribute[i]];
        if (!a->present) continue;
        jb_mark_here(file, "VTX1.format[%d]", by_attribute[i]);
        jb_put32(file, a->attribute);
        jb_put32(file, a->count_code);
        jb_put32(file, a->type);
        jb_put32(file, (uint32_t)a->shift << 24 | 0xFFFFFF);
    }
    jb_put32(file, 0xFF);
    jb_put32(file, 1);
    jb_put32(file, 0);
    jb_put32(file, 0x00FFFFFF);
    for (int i = 0; i < JB_ARRAYS; i++) {
        const jb_array *a = &model->arrays[i];
        if (!a->present || a->no_data) continue;
        jb_pad_text(file, 32);
        jb_offset_here(file, start, start + 0x0C + (size_t)i * 4);
        jb_mark_here(file, "VTX1.array[%d]", i);
        for (uint32_t k = 0; k < a->count; k++) put_element(file, model, i, k);
    }
    jb_chunk_end(file, start);
}

/* --------------------------------------------------------------------------------- EVP1, DRW1, JNT1 */

static void put_inverse_binds(jb_file *file, const jb_model *model) {
    double(*binds)[12] = calloc(model->joint_count ? model->joint_count : 1, sizeof *binds);
    if (!binds) jb_abort("no memory");
    jb_inverse_binds(model, binds);
    for (uint32_t i = 0; i < model->joint_count; i++) put_floats(file, 12, binds[i]);
    free(binds);
}

static void write_evp1(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "EVP1");
    jb_put16(file, model->envelope_count);
    jb_put16(file, 0xFFFF);
    for (int i = 0; i < 4; i++) jb_put32(file, 0);
    if (model->envelope_count) {
        jb_offset_here(file, start, start + 0x0C);
        jb_mark_here(file, "EVP1.counts");
        for (uint32_t e = 0; e < model->envelope_count; e++) jb_put8(file, model->envelopes[e].count);
        jb_pad_text(file, 4);
        jb_offset_here(file, start, start + 0x10);
        jb_mark_here(file, "EVP1.joints");
        for (uint32_t e = 0; e < model->envelope_count; e++)
            for (uint32_t k = 0; k < model->envelopes[e].count; k++)
                jb_put16(file, model->envelopes[e].influences[k].joint);
        jb_pad_text(file, 4);
        jb_offset_here(file, start, start + 0x14);
        jb_mark_here(file, "EVP1.weights");
        for (uint32_t e = 0; e < model->envelope_count; e++)
            for (uint32_t k = 0; k < model->envelopes[e].count; k++)
                jb_putf(file, (double)model->envelopes[e].influences[k].weight);
        jb_offset_here(file, start, start + 0x18);
        jb_mark_here(file, "EVP1.matrices");
        put_inverse_binds(file, model);
    }
    jb_chunk_end(file, start);
}

static void write_drw1(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "DRW1");
    jb_put16(file, model->draw_matrix_count);
    jb_put16(file, 0xFFFF);
    jb_put32(file, 0x14);
    jb_put32(file, 0);
    jb_mark_here(file, "DRW1.kinds");
    for (uint32_t i = 0; i < model->draw_matrix_count; i++) jb_put8(file, model->draw_matrices[i].weighted);
    jb_pad_text(file, 2);
    jb_offset_here(file, start, start + 0x10);
    jb_mark_here(file, "DRW1.indices");
    for (uint32_t i = 0; i < model->draw_matrix_count; i++) jb_put16(file, model->draw_matrices[i].index);
    jb_chunk_end(file, start);
}

static void put_joint(jb_file *file, const jb_joint *joint) {
    jb_put16(file, joint->kind);
    jb_put8(file, joint->compensate);
    jb_put8(file, 0xFF);
    put_floats(file, 3, joint->scale);
    for (int k = 0; k < 3; k++) jb_put16(file, (uint16_t)joint->rotation[k]);
    jb_put16(file, 0xFFFF);
    put_floats(file, 3, joint->translate);
    jb_putf(file, joint->radius);
    put_floats(file, 3, joint->min);
    put_floats(file, 3, joint->max);
}

static void write_jnt1(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "JNT1");
    uint32_t count = model->joint_count;
    const char **names = calloc(count ? count : 1, sizeof *names);
    if (!names) jb_abort("no memory");
    jb_put16(file, count);
    jb_put16(file, 0xFFFF);
    jb_put32(file, 0x18);
    jb_put32(file, 0);
    jb_put32(file, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t joint = model->reverse_joints ? count - 1 - i : i;
        jb_mark_here(file, "JNT1.joint[%u]", joint);
        put_joint(file, &model->joints[joint]);
    }
    jb_offset_here(file, start, start + 0x10);
    jb_mark_here(file, "JNT1.remap");
    for (uint32_t i = 0; i < count; i++) jb_put16(file, model->reverse_joints ? count - 1 - i : i);
    jb_pad_text(file, 4);
    jb_offset_here(file, start, start + 0x14);
    jb_mark_here(file, "JNT1.names");
    for (uint32_t i = 0; i < count; i++) names[i] = model->joints[i].name;
    jb_names(file, count, names);
    free(names);
    jb_chunk_end(file, start);
}

/* --------------------------------------------------------------------------------------------------- SHP1 */

static int array_of(uint32_t attribute) {
    if (attribute == JB_A_NBT) return JB_NBT;
    if (attribute <= JB_A_NRM) return (int)attribute - JB_A_POS;
    return (int)(attribute - JB_A_CLR0) + JB_CLR0;
}

static void put_index(jb_file *file, uint32_t how, uint32_t index) {
    if (how == JB_INDEX8 && index > 0xFF) jb_abort("an index that does not fit into a byte");
    if (how == JB_INDEX8)
        jb_put8(file, index);
    else
        jb_put16(file, index);
}

static void put_attribute(jb_file *file, const jb_model *model, jb_descriptor d, const jb_corner *corner) {
    if (d.attribute < JB_A_POS) {
        uint32_t value =
            d.attribute == JB_A_MATRIX ? corner->slot * 3u : corner->texture_matrix[d.attribute - 1];
        jb_put8(file, value);
        return;
    }
    int array = array_of(d.attribute);
    if (d.how == JB_DIRECT) {
        put_element(file, model, array, corner->index[array]);
        return;
    }
    put_index(file, d.how, corner->index[array]);
    if (array == JB_NBT && model->arrays[JB_NBT].count_code == 2)
        for (int k = 0; k < 2; k++) put_index(file, d.how, corner->nbt3[k]);
}

/* The hardware's order of attributes is not that of their codes: NBT stands where the normal stands. */
static uint32_t hardware_place(uint32_t attribute) {
    return attribute == JB_A_NBT ? JB_A_NRM : attribute;
}

static void put_corner(jb_file *file, const jb_model *model, const jb_shape *shape, const jb_corner *corner) {
    for (uint32_t place = 0; place <= 20; place++)
        for (uint32_t k = 0; k < shape->descriptor_count; k++)
            if (hardware_place(shape->descriptors[k].attribute) == place)
                put_attribute(file, model, shape->descriptors[k], corner);
}

static uint32_t shape_at(const jb_model *model, uint32_t place) {
    return model->reverse_shapes ? model->shape_count - 1 - place : place;
}

/* Shapes with the same list share it. Returns the offset of shape `i`'s list. */
static uint32_t shared_list(const jb_model *model, uint32_t i, const uint32_t *offsets) {
    const jb_shape *shape = &model->shapes[i];
    for (uint32_t k = 0; k < i; k++) {
        const jb_shape *other = &model->shapes[k];
        if (other->descriptor_count == shape->descriptor_count &&
            memcmp(other->descriptors, shape->descriptors,
                   shape->descriptor_count * sizeof *shape->descriptors) == 0)
            return offsets[k];
    }
    return JB_NONE;
}

static void put_attribute_lists(jb_file *file, const jb_model *model, uint32_t *offsets) {
    size_t start = file->size;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const jb_shape *shape = &model->shapes[i];
        offsets[i] = shared_list(model, i, offsets);
        if (offsets[i] != JB_NONE) continue;
        offsets[i] = (uint32_t)(file->size - start);
        jb_mark_here(file, "SHP1.attributes[%u]", i);
        for (uint32_t k = 0; k < shape->descriptor_count; k++) {
            jb_put32(file, shape->descriptors[k].attribute);
            jb_put32(file, shape->descriptors[k].how);
        }
        jb_put32(file, 0xFF);
        jb_put32(file, 0);
    }
}

static void put_shape_record(jb_file *file, const jb_shape *shape, uint32_t first_packet) {
    jb_put8(file, shape->matrix_type);
    jb_put8(file, 0xFF);
    jb_put16(file, shape->packet_count);
    jb_put16(file, 0); /* filled in once the attribute lists stand */
    jb_put16(file, first_packet);
    jb_put16(file, first_packet);
    jb_put16(file, 0xFFFF);
    jb_putf(file, shape->radius);
    put_floats(file, 3, shape->min);
    put_floats(file, 3, shape->max);
}

static void put_shape_records(jb_file *file, const jb_model *model) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const jb_shape *shape = &model->shapes[shape_at(model, i)];
        jb_mark_here(file, "SHP1.shape[%u]", shape_at(model, i));
        put_shape_record(file, shape, first);
        first += shape->packet_count;
    }
}

static void put_matrix_table(jb_file *file, const jb_model *model) {
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const jb_shape *shape = &model->shapes[shape_at(model, i)];
        for (uint32_t p = 0; p < shape->packet_count; p++) {
            jb_mark_here(file, "SHP1.table[%u][%u]", shape_at(model, i), p);
            for (uint32_t k = 0; k < shape->packets[p].table_count; k++)
                jb_put16(file, shape->packets[p].table[k]);
        }
    }
}

static void put_list(jb_file *file, const jb_model *model, const jb_shape *shape, const jb_packet *packet) {
    for (uint32_t i = packet->first; i < packet->first + packet->count; i++) {
        const jb_primitive *primitive = &shape->primitives[i];
        jb_put8(file, primitive->opcode);
        jb_put16(file, primitive->count);
        for (uint32_t k = 0; k < primitive->count; k++)
            put_corner(file, model, shape, &shape->corners[primitive->first + k]);
    }
    jb_pad_zero(file, 32);
}

static uint32_t packets_of(const jb_model *model) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < model->shape_count; i++) count += model->shapes[i].packet_count;
    return count;
}

/* All display lists; `places` receives offset and size of each. */
static void put_lists(jb_file *file, const jb_model *model, uint32_t (*places)[2]) {
    size_t start = file->size;
    uint32_t at = 0;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const jb_shape *shape = &model->shapes[shape_at(model, i)];
        for (uint32_t p = 0; p < shape->packet_count; p++, at++) {
            jb_mark_here(file, "SHP1.shape[%u].list[%u]", shape_at(model, i), p);
            places[at][0] = (uint32_t)(file->size - start);
            put_list(file, model, shape, &shape->packets[p]);
            places[at][1] = (uint32_t)(file->size - start) - places[at][0];
        }
    }
}

static void put_groups(jb_file *file, const jb_model *model) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < model->shape_count; i++) {
        const jb_shape *shape = &model->shapes[shape_at(model, i)];
        for (uint32_t p = 0; p < shape->packet_count; p++) {
            jb_mark_here(file, "SHP1.shape[%u].group[%u]", shape_at(model, i), p);
            jb_put16(file, shape->packets[p].use_matrix);
            jb_put16(file, shape->packets[p].table_count);
            jb_put32(file, first);
            first += shape->packets[p].table_count;
        }
    }
}

static void write_shp1(jb_file *file, const jb_model *model) {
    size_t start = jb_chunk_begin(file, "SHP1");
    uint32_t count = model->shape_count, packets = packets_of(model);
    uint32_t *lists = calloc(count + 1, sizeof *lists), (*places)[2] = calloc(packets + 1, sizeof *places);
    if (!lists || !places) jb_abort("no memory");
    jb_put16(file, count);
    jb_put16(file, 0xFFFF);
    jb_put32(file, 0x2C);
    for (int i = 0; i < 7; i++) jb_put32(file, 0);
    put_shape_records(file, model);
    jb_offset_here(file, start, start + 0x10);
    jb_mark_here(file, "SHP1.remap");
    for (uint32_t i = 0; i < count; i++) jb_put16(file, shape_at(model, i));
    jb_pad_text(file, 32);
    jb_offset_here(file, start, start + 0x18);
    put_attribute_lists(file, model, lists);
    char name[56];
    for (uint32_t i = 0; i < count; i++) {
        snprintf(name, sizeof name, "SHP1.shape[%u]", i);
        jb_set16(file, jb_at(file, name) + 4, lists[i]);
    }
    jb_offset_here(file, start, start + 0x1C);
    jb_mark_here(file, "SHP1.table");
    put_matrix_table(file, model);
    jb_pad_text(file, 32);
    jb_offset_here(file, start, start + 0x20);
    put_lists(file, model, places);
    jb_offset_here(file, start, start + 0x24);
    put_groups(file, model);
    jb_offset_here(file, start, start + 0x28);
    jb_mark_here(file, "SHP1.places");
    for (uint32_t i = 0; i < packets; i++) jb_put32(file, places[i][1]), jb_put32(file, places[i][0]);
    free(lists);
    free(places);
    jb_chunk_end(file, start);
}

/* ---------------------------------------------------------------------------------------------- the file */

static void write_blob(jb_file *file, const char *tag, const uint8_t *bytes, size_t size) {
    size_t start = jb_chunk_begin(file, tag);
    jb_put(file, bytes, size);
    jb_chunk_end(file, start);
}

static void write_mdl3(jb_file *file, const jb_model *model, jb_kind kind) {
    if (kind == JB_BDL3 || kind == JB_BDL4) write_blob(file, "MDL3", model->mdl3, model->mdl3_size);
}

static void write_model_chunks(jb_file *file, const jb_model *model) {
    static const struct {
        uint32_t omit;
        void (*write)(jb_file *, const jb_model *);
    } chunks[] = {{JB_OMIT_INF1, write_inf1}, {JB_OMIT_VTX1, write_vtx1}, {JB_OMIT_EVP1, write_evp1},
                  {JB_OMIT_DRW1, write_drw1}, {JB_OMIT_JNT1, write_jnt1}, {JB_OMIT_SHP1, write_shp1}};
    for (size_t i = 0; i < sizeof chunks / sizeof *chunks; i++)
        if (!(model->omit & chunks[i].omit)) chunks[i].write(file, model);
}

static uint32_t count_chunks(const jb_file *file) {
    uint32_t count = 0;
    for (size_t at = 0x20; at + 8 <= file->size; at += jb_get32(file, at + 4)) count++;
    return count;
}

jb_file jb_build(const jb_model *model, jb_kind kind) {
    static const char *const kinds[] = {"J3D2bmd2", "J3D2bmd3", "J3D2bdl3", "J3D2bdl4", "J3D2bmt3"};
    jb_file file = {0};
    jb_put(&file, kinds[kind], 8);
    jb_put32(&file, 0);
    jb_put32(&file, 0);
    jb_put(&file, "SVR3", 4);
    for (int i = 0; i < 3; i++) jb_put32(&file, 0xFFFFFFFF);
    if (kind != JB_BMT3) write_model_chunks(&file, model);
    if (!(model->omit & JB_OMIT_MAT3)) jb_write_materials(&file, model, kind == JB_BMD2);
    if (!model->textures_last) write_mdl3(&file, model, kind);
    if (!(model->omit & JB_OMIT_TEX1)) jb_write_textures(&file, model);
    if (model->textures_last) write_mdl3(&file, model, kind);
    if (model->unknown_tag)
        write_blob(&file, model->unknown_tag, (const uint8_t *)"nobody knows what this is", 25);
    jb_mark_here(&file, "end");
    jb_set32(&file, 8, (uint32_t)file.size);
    jb_set32(&file, 12, count_chunks(&file));
    return file;
}
