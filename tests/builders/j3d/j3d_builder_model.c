/* j3d_builder_model.c: describing a model for the J3D builder; see j3d_builder.h. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/gx_encoder.h"
#include "j3d_builder_inside.h"

void jb_abort(const char *what) {
    fprintf(stderr, "j3d_builder: %s\n", what);
    abort();
}

/* The next element of a growing list, zeroed; `list` points to the pointer, whatever its type. */
void *jb_grow(void *list, uint32_t *count, uint32_t *capacity, size_t size) {
    char *elements;
    memcpy(&elements, list, sizeof elements);
    if (*count == *capacity) {
        *capacity = *capacity ? *capacity * 2 : 8;
        elements = realloc(elements, (size_t)*capacity * size);
        if (!elements) jb_abort("no memory");
        memcpy(list, &elements, sizeof elements);
    }
    return memset(elements + (size_t)(*count)++ * size, 0, size);
}

jb_model *jb_model_new(void) {
    jb_model *model = calloc(1, sizeof *model);
    if (!model) jb_abort("no memory");
    return model;
}

void jb_model_free(jb_model *model) {
    if (!model) return;
    for (int i = 0; i < JB_ARRAYS; i++) free(model->arrays[i].values);
    for (uint32_t i = 0; i < model->envelope_count; i++) free(model->envelopes[i].influences);
    for (uint32_t i = 0; i < model->shape_count; i++) {
        free(model->shapes[i].packets);
        free(model->shapes[i].primitives);
        free(model->shapes[i].corners);
    }
    for (uint32_t i = 0; i < model->texture_count; i++) {
        jb_texture *texture = &model->textures[i];
        if (texture->image_of < 0) free(texture->image);
        if (texture->palette_of < 0) free(texture->palette);
        if (texture->image_of < 0) free(texture->shown);
    }
    free(model->joints);
    free(model->inverse_binds);
    free(model->envelopes);
    free(model->draw_matrices);
    free(model->shapes);
    free(model->materials);
    free(model->textures);
    free(model->draws);
    free(model);
}

/* ----------------------------------------------------------------------------------------- vertices */

uint32_t jb_components(int array, uint32_t count_code) {
    if (array == JB_POS) return count_code ? 3 : 2;
    if (array == JB_NRM) return count_code ? 9 : 3;
    if (array == JB_NBT) return 9;
    if (array == JB_CLR0 || array == JB_CLR1) return 4;
    return count_code ? 2 : 1;
}

void jb_declare(jb_model *model, int array, uint32_t count_code, uint32_t type, uint8_t shift) {
    static const uint32_t attributes[JB_ARRAYS] = {9, 10, 25, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    jb_array *a = &model->arrays[array];
    a->present = true;
    a->attribute = attributes[array];
    a->count_code = count_code;
    a->type = type;
    a->shift = shift;
}

uint16_t jb_value(jb_model *model, int array, const double *components) {
    jb_array *a = &model->arrays[array];
    uint32_t count = jb_components(array, a->count_code);
    size_t size = count * sizeof(double);
    if (a->count >= 0xFFFF) jb_abort("more elements than a 16-bit index can name");
    void *to = jb_grow(&a->values, &a->count, &a->capacity, size);
    memcpy(to, components, size);
    return (uint16_t)(a->count - 1);
}

/* The fixed-point shift that counts: that of normals is wired into the hardware. */
uint32_t jb_shift(const jb_array *a, int array) {
    static const uint32_t normals[] = {7, 6, 15, 14, 0};
    if (a->type == JB_F32) return 0;
    return array == JB_NRM || array == JB_NBT ? normals[a->type] : a->shift;
}

long jb_fixed(double value, uint32_t type, uint32_t shift) {
    static const long low[] = {0, -128, 0, -32768}, high[] = {255, 127, 65535, 32767};
    double scaled = floor(value * (double)(1u << shift) + 0.5);
    if (scaled < (double)low[type] || scaled > (double)high[type])
        jb_abort("a component does not fit its type");
    return (long)scaled;
}

static double shown_color(uint32_t type, double value, uint32_t component) {
    static const uint32_t bits[6][4] = {{5, 6, 5, 0}, {8, 8, 8, 0}, {8, 8, 8, 0},
                                        {4, 4, 4, 4}, {6, 6, 6, 6}, {8, 8, 8, 8}};
    uint32_t n = bits[type][component];
    if (n == 0) return 255;
    uint32_t top = (1u << n) - 1, v = ((uint32_t)value * top + 127) / 255;
    switch (n) {
    case 4:
        return v * 17;
    case 5:
        return v << 3 | v >> 2;
    case 6:
        return v << 2 | v >> 4;
    default:
        return v;
    }
}

double jb_shown(const jb_model *model, int array, uint32_t element, uint32_t component) {
    const jb_array *a = &model->arrays[array];
    uint32_t count = jb_components(array, a->count_code);
    if (element >= a->count) jb_abort("an element that the array does not hold");
    if (component >= count) return 0; /* the z of flat positions, the t of single texture coordinates */
    double value = a->values[element * count + component];
    if (array == JB_CLR0 || array == JB_CLR1) return shown_color(a->type, value, component);
    if (a->type == JB_F32) return (double)(float)value;
    uint32_t shift = jb_shift(a, array);
    return (double)jb_fixed(value, a->type, shift) / (double)(1u << shift);
}

/* ------------------------------------------------------------------------------ joints and matrices */

uint32_t jb_joint_add(jb_model *model, const char *name, int parent) {
    jb_joint *joint = jb_grow(&model->joints, &model->joint_count, &model->joint_capacity, sizeof *joint);
    joint->name = name;
    joint->parent = parent;
    joint->scale[0] = joint->scale[1] = joint->scale[2] = 1;
    return model->joint_count - 1;
}

uint16_t jb_envelope_add(jb_model *model, uint32_t count, const jb_influence *influences) {
    jb_envelope *e = jb_grow(&model->envelopes, &model->envelope_count, &model->envelope_capacity, sizeof *e);
    e->count = count;
    e->influences = calloc(count, sizeof *influences);
    if (!e->influences) jb_abort("no memory");
    memcpy(e->influences, influences, count * sizeof *influences);
    return (uint16_t)(model->envelope_count - 1);
}

uint16_t jb_draw_matrix_add(jb_model *model, uint8_t weighted, uint16_t index) {
    jb_draw_matrix *d =
        jb_grow(&model->draw_matrices, &model->draw_matrix_count, &model->draw_matrix_capacity, sizeof *d);
    d->weighted = weighted;
    d->index = index;
    return (uint16_t)(model->draw_matrix_count - 1);
}

void jb_multiply(const double a[12], const double b[12], double product[12]) {
    double p[12];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            p[r * 4 + c] = a[r * 4] * b[c] + a[r * 4 + 1] * b[4 + c] + a[r * 4 + 2] * b[8 + c] +
                           (c == 3 ? a[r * 4 + 3] : 0);
    memcpy(product, p, sizeof p);
}

bool jb_invert(const double m[12], double inverse[12]) {
    double c0 = m[5] * m[10] - m[6] * m[9], c1 = m[6] * m[8] - m[4] * m[10], c2 = m[4] * m[9] - m[5] * m[8];
    double det = m[0] * c0 + m[1] * c1 + m[2] * c2;
    if (fabs(det) < 1e-30) return false;
    double r[12] = {c0, m[2] * m[9] - m[1] * m[10], m[1] * m[6] - m[2] * m[5], 0,
                    c1, m[0] * m[10] - m[2] * m[8], m[2] * m[4] - m[0] * m[6], 0,
                    c2, m[1] * m[8] - m[0] * m[9],  m[0] * m[5] - m[1] * m[4], 0};
    for (int i = 0; i < 12; i++) r[i] /= det;
    for (int i = 0; i < 3; i++)
        r[i * 4 + 3] = -(r[i * 4] * m[3] + r[i * 4 + 1] * m[7] + r[i * 4 + 2] * m[11]);
    memcpy(inverse, r, sizeof r);
    return true;
}

static void rotation_of(const int16_t angles[3], double m[12]) {
    double s[3], c[3];
    for (int i = 0; i < 3; i++)
        s[i] = sin(angles[i] * acos(-1.0) / 32768), c[i] = cos(angles[i] * acos(-1.0) / 32768);
    double r[12] = {c[2] * c[1],
                    c[2] * s[1] * s[0] - s[2] * c[0],
                    c[2] * s[1] * c[0] + s[2] * s[0],
                    0,
                    s[2] * c[1],
                    s[2] * s[1] * s[0] + c[2] * c[0],
                    s[2] * s[1] * c[0] - c[2] * s[0],
                    0,
                    -s[1],
                    c[1] * s[0],
                    c[1] * c[0],
                    0};
    memcpy(m, r, sizeof r);
}

static void scale_columns(double m[12], const double by[3]) {
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) m[r * 4 + c] *= by[c];
}

/* One joint under its parent: `world` of the parent comes in, `frame` is the parent's matrix without scales
 * (Softimage), `sum` the accumulated scale. All three leave as the joint's own. */
static void world_of(const jb_model *model, const jb_joint *joint, double world[12], double frame[12],
                     double sum[3]) {
    double local[12], t[3];
    rotation_of(joint->rotation, local);
    for (int i = 0; i < 3; i++) t[i] = joint->translate[i] * (model->scaling_rule == 1 ? sum[i] : 1);
    if (model->scaling_rule == 2 && joint->compensate == 1 && joint->parent >= 0) {
        const double *up = model->joints[joint->parent].scale;
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) local[r * 4 + c] *= up[r] == 0 ? 0 : 1 / up[r];
    }
    for (int i = 0; i < 3; i++) local[i * 4 + 3] = t[i], sum[i] *= joint->scale[i];
    if (model->scaling_rule == 1) {
        jb_multiply(frame, local, frame);
        memcpy(world, frame, 12 * sizeof *world);
        scale_columns(world, sum);
    } else {
        scale_columns(local, joint->scale);
        jb_multiply(world, local, world);
    }
}

void jb_worlds(const jb_model *model, double (*worlds)[12]) {
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    for (uint32_t i = 0; i < model->joint_count; i++) {
        int chain[64], depth = 0;
        for (int j = (int)i; j >= 0; j = model->joints[j].parent) {
            if (depth == 64) jb_abort("joints nested too deep");
            chain[depth++] = j;
        }
        double frame[12], sum[3] = {1, 1, 1};
        memcpy(frame, identity, sizeof frame);
        memcpy(worlds[i], identity, sizeof identity);
        while (depth > 0) world_of(model, &model->joints[chain[--depth]], worlds[i], frame, sum);
    }
}

static bool joint_in_envelope(const jb_model *model, uint32_t joint) {
    for (uint32_t e = 0; e < model->envelope_count; e++)
        for (uint32_t k = 0; k < model->envelopes[e].count; k++)
            if (model->envelopes[e].influences[k].joint == joint) return true;
    return false;
}

void jb_inverse_binds(const jb_model *model, double (*inverse_binds)[12]) {
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    if (!model->inverse_binds) jb_worlds(model, inverse_binds);
    for (uint32_t i = 0; i < model->joint_count; i++) {
        double *m = inverse_binds[i];
        if (model->inverse_binds)
            memcpy(m, model->inverse_binds[i], sizeof identity);
        else if (!jb_invert(m, m))
            memcpy(m, identity, sizeof identity);
        if (model->placeholders && !joint_in_envelope(model, i)) memcpy(m, identity, sizeof identity);
        for (int k = 0; k < 12; k++) m[k] = (double)(float)m[k];
    }
}

/* ------------------------------------------------------------------------------------------------- shapes */

uint32_t jb_shape_add(jb_model *model, uint8_t matrix_type) {
    jb_shape *shape = jb_grow(&model->shapes, &model->shape_count, &model->shape_capacity, sizeof *shape);
    shape->matrix_type = matrix_type;
    return model->shape_count - 1;
}

void jb_describe(jb_model *model, uint32_t shape, uint32_t attribute, uint32_t how) {
    jb_shape *s = &model->shapes[shape];
    if (s->descriptor_count == 24) jb_abort("too many descriptors");
    s->descriptors[s->descriptor_count++] = (jb_descriptor){attribute, how};
}

void jb_packet_add(jb_model *model, uint32_t shape, uint16_t use_matrix, uint32_t count,
                   const uint16_t *table) {
    jb_shape *s = &model->shapes[shape];
    jb_packet *packet = jb_grow(&s->packets, &s->packet_count, &s->packet_capacity, sizeof *packet);
    if (count > 10) jb_abort("more than ten matrices in a packet");
    packet->use_matrix = use_matrix;
    packet->table_count = count;
    if (count) memcpy(packet->table, table, count * sizeof *table);
    packet->first = s->primitive_count;
}

void jb_primitive_add(jb_model *model, uint32_t shape, uint8_t opcode, uint32_t count,
                      const jb_corner *corners) {
    jb_shape *s = &model->shapes[shape];
    jb_primitive *p = jb_grow(&s->primitives, &s->primitive_count, &s->primitive_capacity, sizeof *p);
    if (!s->packet_count) jb_abort("a primitive before the first packet");
    *p = (jb_primitive){opcode, s->corner_count, count};
    for (uint32_t i = 0; i < count; i++)
        *(jb_corner *)jb_grow(&s->corners, &s->corner_count, &s->corner_capacity, sizeof *s->corners) =
            corners[i];
    s->packets[s->packet_count - 1].count++;
}

static int slot_of(const uint16_t *slots, uint32_t count, uint16_t matrix) {
    for (uint32_t k = 0; k < count; k++)
        if (slots[k] == matrix) return (int)k;
    return -1;
}

/* Gives the primitive's matrices their slots among `slots`; false if they do not fit. */
static bool assign_slots(uint16_t *slots, uint32_t *used, uint32_t count, jb_corner *corners,
                         const uint16_t *matrices) {
    for (uint32_t i = 0; i < count; i++) {
        int slot = slot_of(slots, *used, matrices[i]);
        if (slot < 0) {
            if (*used == 10) return false;
            slot = (int)(*used)++;
            slots[slot] = matrices[i];
        }
        corners[i].slot = (uint8_t)slot;
    }
    return true;
}

/* What the slots hold after all packets so far. */
static uint32_t current_slots(const jb_shape *shape, uint16_t slots[10]) {
    uint32_t used = 0;
    for (uint32_t p = 0; p < shape->packet_count; p++)
        for (uint32_t k = 0; k < shape->packets[p].table_count; k++)
            if (shape->packets[p].table[k] != 0xFFFF) slots[k] = shape->packets[p].table[k];
    if (shape->packet_count) used = shape->packets[shape->packet_count - 1].table_count;
    return used;
}

void jb_primitive_pack(jb_model *model, uint32_t shape, uint8_t opcode, uint32_t count, jb_corner *corners,
                       const uint16_t *matrices, bool carry) {
    jb_shape *s = &model->shapes[shape];
    uint16_t slots[10] = {0}, before[10];
    uint32_t used = current_slots(s, slots), loaded = used;
    memcpy(before, slots, sizeof slots);
    if (s->packet_count && assign_slots(slots, &used, count, corners, matrices)) {
        jb_packet *packet = &s->packets[s->packet_count - 1];
        for (uint32_t k = loaded; k < used; k++) packet->table[k] = slots[k];
        packet->table_count = used;
    } else {
        /* A new packet keeps the first matrices of the last one where carrying is wanted. */
        uint32_t keep = !s->packet_count || !carry ? 0 : loaded < 3 ? loaded : 3;
        memcpy(slots, before, sizeof slots);
        used = keep;
        if (!assign_slots(slots, &used, count, corners, matrices)) {
            used = keep = 0;
            if (!assign_slots(slots, &used, count, corners, matrices))
                jb_abort("a primitive of more than ten matrices");
        }
        for (uint32_t k = 0; k < keep; k++) slots[k] = 0xFFFF;
        jb_packet_add(model, shape, 0xFFFF, used, slots);
    }
    jb_primitive_add(model, shape, opcode, count, corners);
}

/* -------------------------------------------------------------------- materials, textures and draws */

ferry_gx_material jb_gx_default(void) {
    ferry_gx_material gx = {
        .mode = 1, .cull = 2, .stage_count = 1, .channel_count = 1, .z_location = 1, .dither = 1};
    for (int i = 0; i < 2; i++) gx.material_colors[i] = (ferry_gx_color){255, 255, 255, 255};
    for (int i = 0; i < 2; i++) gx.ambient_colors[i] = (ferry_gx_color){50, 50, 50, 50};
    for (int i = 0; i < 4; i++) gx.channels[i] = (ferry_gx_channel){.diffuse = 2, .attenuation = 2};
    for (int i = 0; i < 8; i++) gx.texgens[i] = (ferry_gx_texgen){1, 4, 60};
    for (int i = 0; i < 8; i++) gx.post_texgens[i] = (ferry_gx_texgen){1, 4, 0xFF};
    for (int i = 0; i < 8; i++) gx.textures[i] = UINT32_MAX;
    for (int i = 0; i < 4; i++) gx.konst[i] = (ferry_gx_color){255, 255, 255, 255};
    for (int i = 0; i < 16; i++) {
        gx.stages[i] = (ferry_gx_stage){
            .texgen = 0xFF, .map = 0xFF, .channel = i ? 0xFF : 4, .konst_color = 12, .konst_alpha = 28};
        gx.stages[i].color = (ferry_gx_combine){.a = 10, .b = 15, .c = 15, .d = 0, .clamp = 1};
        gx.stages[i].alpha = (ferry_gx_combine){.a = 5, .b = 7, .c = 7, .d = 0, .clamp = 1};
    }
    for (uint8_t i = 0; i < 4; i++)
        for (uint8_t k = 0; k < 4; k++) gx.swap_tables[i][k] = k;
    gx.alpha_compare0 = gx.alpha_compare1 = 7;
    gx.blend_src = 4, gx.blend_dst = 5, gx.blend_logic = 5;
    gx.z_test = 1, gx.z_compare = 3, gx.z_write = 1;
    return gx;
}

uint32_t jb_material_add(jb_model *model, const char *name) {
    jb_material *m = jb_grow(&model->materials, &model->material_count, &model->material_capacity, sizeof *m);
    m->name = name;
    m->entry_of = -1;
    m->gx = jb_gx_default();
    return model->material_count - 1;
}

void jb_draw_add(jb_model *model, uint32_t joint, uint32_t material, uint32_t shape) {
    jb_draw *draw = jb_grow(&model->draws, &model->draw_count, &model->draw_capacity, sizeof *draw);
    *draw = (jb_draw){joint, material, shape};
}

static uint32_t level_side(uint32_t side, uint32_t level) {
    return side >> level ? side >> level : 1;
}

static size_t texels_of(const jb_texture *texture) {
    size_t texels = 0;
    for (uint32_t k = 0; k < texture->level_count; k++)
        texels += (size_t)level_side(texture->width, k) * level_side(texture->height, k);
    return texels;
}

/* The palette of all levels' colours in order of appearance, and every texel's index into it. */
static uint16_t *index_colors(jb_texture *texture, const uint8_t *rgba, size_t texels) {
    uint32_t limit = gxe_palette_limit(texture->format);
    uint16_t *indices = calloc(texels, sizeof *indices), *entries = calloc(limit, sizeof *entries);
    if (!indices || !entries) jb_abort("no memory");
    for (size_t i = 0; i < texels; i++) {
        uint16_t entry = gxe_palette_entry(texture->palette_format, rgba + i * 4);
        uint32_t k = 0;
        while (k < texture->palette_count && entries[k] != entry) k++;
        if (k == limit) jb_abort("more colours than the palette holds");
        if (k == texture->palette_count) entries[texture->palette_count++] = entry;
        indices[i] = (uint16_t)k;
    }
    texture->palette = calloc(texture->palette_count, 2);
    if (!texture->palette) jb_abort("no memory");
    for (uint32_t k = 0; k < texture->palette_count; k++) {
        texture->palette[k * 2] = (uint8_t)(entries[k] >> 8);
        texture->palette[k * 2 + 1] = (uint8_t)entries[k];
    }
    free(entries);
    return indices;
}

static void show_level(jb_texture *texture, const uint8_t *rgba, uint32_t w, uint32_t h, const uint8_t *image,
                       uint8_t *shown) {
    for (uint32_t i = 0; i < w * h; i++) {
        if (texture->format == FERRY_GX_CMPR)
            gxe_cmpr_shown(image, w, i % w, i / w, shown + i * 4);
        else if (texture->palette)
            gxe_palette_shown(texture->palette_format, rgba + i * 4, shown + i * 4);
        else
            gxe_shown(texture->format, rgba + i * 4, shown + i * 4);
    }
}

static void encode_levels(jb_texture *texture, const uint8_t *rgba, const uint16_t *indices) {
    size_t at = 0, texel = 0;
    for (uint32_t k = 0; k < texture->level_count; k++) {
        uint32_t w = level_side(texture->width, k), h = level_side(texture->height, k);
        if (indices)
            gxe_encode_indices(texture->format, indices + texel, w, h, texture->image + at);
        else
            gxe_encode(texture->format, rgba + texel * 4, w, h, texture->image + at);
        show_level(texture, rgba + texel * 4, w, h, texture->image + at, texture->shown + texel * 4);
        at += gxe_size(texture->format, w, h);
        texel += (size_t)w * h;
    }
}

uint32_t jb_texture_add(jb_model *model, const char *name, ferry_gx_texel format,
                        ferry_gx_palette palette_format, uint32_t width, uint32_t height, uint32_t levels,
                        const uint8_t *rgba) {
    jb_texture *t = jb_grow(&model->textures, &model->texture_count, &model->texture_capacity, sizeof *t);
    *t = (jb_texture){.name = name,
                      .format = format,
                      .palette_format = palette_format,
                      .width = width,
                      .height = height,
                      .level_count = levels,
                      .wrap_s = 1,
                      .wrap_t = 1,
                      .min_filter = 1,
                      .mag_filter = 1,
                      .hint = 0xCC,
                      .max_lod = (int8_t)((levels - 1) * 8),
                      .stored_levels = (uint8_t)levels,
                      .image_of = -1,
                      .palette_of = -1};
    size_t texels = texels_of(t);
    for (uint32_t k = 0; k < levels; k++)
        t->image_size += gxe_size(format, level_side(width, k), level_side(height, k));
    t->image = calloc(t->image_size, 1);
    t->shown = calloc(texels, 4);
    if (!t->image || !t->shown) jb_abort("no memory");
    uint16_t *indices = gxe_palette_limit(format) ? index_colors(t, rgba, texels) : NULL;
    encode_levels(t, rgba, indices);
    free(indices);
    return model->texture_count - 1;
}

uint32_t jb_texture_share(jb_model *model, const char *name, uint32_t image_of) {
    jb_texture *t = jb_grow(&model->textures, &model->texture_count, &model->texture_capacity, sizeof *t);
    *t = model->textures[image_of];
    t->name = name;
    t->image_of = (int)image_of;
    t->palette_of = (int)image_of;
    return model->texture_count - 1;
}
