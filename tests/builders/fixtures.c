/* fixtures.c: the fixtures, one theme each; see fixtures.h. Geometry is scattered on purpose: nothing is
 * symmetric, no scale uniform, no angle round, so that a mistake cannot hide. */
#include "fixtures.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "j3d_builder_inside.h"

/* ------------------------------------------------------------------------------------------ helpers */

uint32_t dice_roll(dice *d, uint32_t sides) {
    d->state = d->state * 1664525u + 1013904223u;
    return (d->state >> 8) % sides;
}

/* A number that the array's type holds exactly, in a middling range. */
static double odd_number(dice *d, const jb_array *a, double around) {
    static const uint32_t spans[] = {255, 255, 4000, 4000, 6400};
    double raw = dice_roll(d, spans[a->type]) + 1;
    if (a->type == JB_F32) return (raw - 3200) / 64 + around;
    if (a->type == JB_S8) raw -= 128;
    if (a->type == JB_S16) raw -= 2000;
    return raw / (double)(1u << a->shift);
}

static void odd_direction(dice *d, const jb_array *a, double v[3]) {
    double length = 0;
    for (int k = 0; k < 3; k++) {
        v[k] = dice_roll(d, 1000) + 1.0;
        if (a->type != JB_U8 && a->type != JB_U16) v[k] -= 500.5;
        length += v[k] * v[k];
    }
    for (int k = 0; k < 3; k++) v[k] /= sqrt(length);
}

static uint16_t odd_element(jb_model *model, dice *d, int array) {
    jb_array *a = &model->arrays[array];
    uint32_t count = jb_components(array, a->count_code);
    double v[9];
    if (array == JB_NRM || array == JB_NBT) {
        for (uint32_t k = 0; k < count; k += 3) odd_direction(d, a, v + k);
    } else if (array == JB_CLR0 || array == JB_CLR1) {
        for (uint32_t k = 0; k < 4; k++) v[k] = dice_roll(d, 256);
    } else {
        for (uint32_t k = 0; k < count; k++) v[k] = odd_number(d, a, array == JB_POS ? k : 0);
    }
    return jb_value(model, array, v);
}

static bool position_taken(const jb_corner *corners, uint32_t count, uint16_t index) {
    for (uint32_t i = 0; i < count; i++)
        if (corners[i].index[JB_POS] == index) return true;
    return false;
}

static jb_corner odd_corner(jb_model *model, dice *d, const jb_corner *before, uint32_t count) {
    jb_corner corner = {0};
    for (int array = 0; array < JB_ARRAYS; array++) {
        jb_array *a = &model->arrays[array];
        if (!a->present) continue;
        bool fresh = a->count == 0 || dice_roll(d, 4) != 0;
        uint16_t index = fresh ? 0 : (uint16_t)dice_roll(d, a->count);
        if (fresh || (array == JB_POS && position_taken(before, count, index)))
            index = odd_element(model, d, array);
        corner.index[array] = index;
    }
    for (int k = 0; k < 2; k++)
        corner.nbt3[k] =
            (uint16_t)(model->arrays[JB_NBT].count ? dice_roll(d, model->arrays[JB_NBT].count) : 0);
    for (int k = 0; k < 8; k++) corner.texture_matrix[k] = (uint8_t)(30 + 3 * dice_roll(d, 10));
    return corner;
}

void scatter(jb_model *model, dice *d, uint32_t shape, uint8_t opcode, uint32_t count, uint32_t slot_count) {
    jb_corner corners[64];
    if (count > 64) jb_abort("too many corners to scatter");
    for (uint32_t i = 0; i < count; i++) {
        corners[i] = odd_corner(model, d, corners, i);
        corners[i].slot = (uint8_t)((i * 7 + 1) % slot_count);
    }
    jb_primitive_add(model, shape, opcode, count, corners);
}

void describe_all(jb_model *model, uint32_t shape, uint32_t how) {
    if (model->shapes[shape].matrix_type == 3) jb_describe(model, shape, JB_A_MATRIX, JB_DIRECT);
    for (int array = 0; array < JB_ARRAYS; array++)
        if (model->arrays[array].present) jb_describe(model, shape, model->arrays[array].attribute, how);
}

void declare_usual(jb_model *model) {
    jb_declare(model, JB_POS, 1, JB_F32, 0);
    jb_declare(model, JB_NRM, 0, JB_S16, 15); /* a wrong shift, as many files have: the hardware's is 14 */
    jb_declare(model, JB_CLR0, 1, JB_RGBA8, 0);
    jb_declare(model, JB_TEX0, 1, JB_S16, 8);
}

uint8_t *odd_picture(uint32_t width, uint32_t height, uint32_t levels, uint32_t seed) {
    dice d = {seed};
    uint8_t *rgba = calloc((size_t)width * height * 2 + 64, 4), *to = rgba;
    if (!rgba) jb_abort("no memory");
    for (uint32_t k = 0; k < levels; k++) {
        uint32_t w = width >> k ? width >> k : 1, h = height >> k ? height >> k : 1;
        for (uint32_t i = 0; i < w * h * 4; i++) *to++ = (uint8_t)dice_roll(&d, 256);
    }
    return rgba;
}

static uint32_t add_odd_texture(jb_model *model, const char *name, ferry_gx_texel format, uint32_t width,
                                uint32_t height, uint32_t levels) {
    uint8_t *rgba = odd_picture(width, height, levels, model->texture_count * 77 + 5);
    uint32_t texture =
        jb_texture_add(model, name, format, FERRY_GX_PALETTE_RGB565, width, height, levels, rgba);
    free(rgba);
    return texture;
}

static uint32_t add_joint(jb_model *model, const char *name, int parent, dice *d) {
    uint32_t joint = jb_joint_add(model, name, parent);
    jb_joint *j = &model->joints[joint];
    for (int k = 0; k < 3; k++) {
        j->scale[k] = (double)(dice_roll(d, 96) + 32) / 64;
        j->rotation[k] = (int16_t)(dice_roll(d, 60000) - 30000u);
        j->translate[k] = ((double)dice_roll(d, 2000) - 1000) / 16;
        j->min[k] = -(double)dice_roll(d, 100) / 8;
        j->max[k] = (double)dice_roll(d, 100) / 8 + 1;
    }
    j->radius = dice_roll(d, 100) + 0.5;
    j->kind = (uint16_t)(joint % 3);
    return joint;
}

static void rigid_matrices(jb_model *model) {
    for (uint32_t i = 0; i < model->joint_count; i++) jb_draw_matrix_add(model, 0, (uint16_t)i);
}

/* A shape of one matrix with a strip and a fan. */
static uint32_t rigid_shape(jb_model *model, dice *d, uint8_t matrix_type, uint16_t matrix) {
    uint32_t shape = jb_shape_add(model, matrix_type);
    jb_shape *s = &model->shapes[shape];
    describe_all(model, shape, JB_INDEX16);
    jb_packet_add(model, shape, matrix, 1, &matrix);
    scatter(model, d, shape, JB_STRIP, 6, 1);
    scatter(model, d, shape, JB_FAN, 5, 1);
    s->radius = 99.5;
    for (int k = 0; k < 3; k++) s->min[k] = -50 - k, s->max[k] = 50 + k;
    return shape;
}

/* A material that shows texture `texture` times the vertex colour. */
static uint32_t textured_material(jb_model *model, const char *name, uint32_t texture) {
    uint32_t material = jb_material_add(model, name);
    ferry_gx_material *gx = &model->materials[material].gx;
    gx->texgen_count = 1;
    gx->textures[0] = texture;
    for (int i = 0; i < 2; i++) gx->channels[i].material_source = 1;
    gx->stages[0].texgen = gx->stages[0].map = 0;
    gx->stages[0].color = (ferry_gx_combine){.a = 15, .b = 8, .c = 10, .d = 15, .clamp = 1};
    gx->stages[0].alpha = (ferry_gx_combine){.a = 7, .b = 4, .c = 5, .d = 7, .clamp = 1};
    return material;
}

/* ----------------------------------------------------------------------- joints, skins, hierarchies */

static jb_model *make_joints(uint16_t rule, uint32_t seed) {
    jb_model *model = jb_model_new();
    dice d = {seed};
    model->scaling_rule = rule;
    declare_usual(model);
    add_joint(model, "root", -1, &d);
    add_joint(model, "arm", 0, &d);
    add_joint(model, "hand", 1, &d);
    add_joint(model, "tail", 0, &d);
    rigid_matrices(model);
    model->joints[1].compensate = model->joints[2].compensate = 1;
    model->joints[3].compensate = 0xFF; /* means 0 */
    textured_material(model, "wood", add_odd_texture(model, "planks", FERRY_GX_RGB565, 8, 4, 1));
    jb_material_add(model, "plain");
    for (uint16_t i = 0; i < 4; i++) jb_draw_add(model, i, i & 1, rigid_shape(model, &d, 0, i));
    jb_draw_add(model, 0, 1, rigid_shape(model, &d, 0, 0));
    return model;
}

static jb_model *make_rigid(void) {
    return make_joints(0, 11);
}

static jb_model *make_softimage(void) {
    return make_joints(1, 12);
}

/* Some tools write MDL3 behind TEX1. */
static jb_model *make_maya(void) {
    jb_model *model = make_joints(2, 13);
    model->textures_last = true;
    return model;
}

/* Remap tables that are no identity, the flat hierarchy of tools, and texture matrix indices in the vertices.
 */
static jb_model *make_remaps(void) {
    jb_model *model = make_joints(0, 14);
    dice d = {15};
    model->reverse_joints = model->reverse_shapes = model->reverse_entries = true;
    model->flat_hierarchy = true;
    uint32_t shape = jb_shape_add(model, 3);
    jb_describe(model, shape, JB_A_MATRIX, JB_DIRECT);
    jb_describe(model, shape, JB_A_TEXMATRIX0, JB_DIRECT);
    jb_describe(model, shape, JB_A_TEXMATRIX0 + 3, JB_DIRECT);
    jb_describe(model, shape, JB_A_TEX0, JB_INDEX8); /* out of the hardware's order */
    jb_describe(model, shape, JB_A_POS, JB_INDEX16);
    jb_packet_add(model, shape, 0xFFFF, 3, (const uint16_t[]){3, 0, 2});
    scatter(model, &d, shape, JB_STRIP, 7, 3);
    jb_draw_add(model, 2, 0, shape);
    return model;
}

static void add_envelopes(jb_model *model) {
    jb_envelope_add(model, 2, (const jb_influence[]){{1, 0.75f}, {2, 0.25f}});
    jb_envelope_add(model, 3, (const jb_influence[]){{0, 0.125f}, {2, 0.5f}, {3, 0.375f}});
    jb_envelope_add(model, 2, (const jb_influence[]){{3, 0.625f}, {1, 0.375f}});
    jb_envelope_add(model, 4, (const jb_influence[]){{3, 0.25f}, {0, 0.0625f}, {1, 0.4375f}, {2, 0.25f}});
}

/* Rigid and weighted corners in the same packets; slots carried over one and two packets. Draw matrices 0..4
 * are the joints, 5..8 the envelopes. */
static uint32_t skinned_shape(jb_model *model, dice *d) {
    uint32_t shape = jb_shape_add(model, 3);
    describe_all(model, shape, JB_INDEX16);
    jb_packet_add(model, shape, 0xFFFF, 5, (const uint16_t[]){5, 1, 6, 3, 0});
    scatter(model, d, shape, JB_STRIP, 9, 5);
    scatter(model, d, shape, JB_TRIANGLES, 6, 5);
    jb_packet_add(model, shape, 7, 4, (const uint16_t[]){0xFFFF, 7, 0xFFFF, 2});
    scatter(model, d, shape, JB_STRIP, 7, 5); /* slot 4 is of the packet before, not mentioned here */
    jb_packet_add(model, shape, 0, 6, (const uint16_t[]){8, 0xFFFF, 0xFFFF, 0xFFFF, 4, 5});
    scatter(model, d, shape, JB_FAN, 8, 6);
    return shape;
}

static jb_model *make_skin(uint32_t seed) {
    jb_model *model = jb_model_new();
    dice d = {seed};
    declare_usual(model);
    add_joint(model, "hip", -1, &d);
    add_joint(model, "knee", 0, &d);
    add_joint(model, "ankle", 1, &d);
    add_joint(model, "tail", 0, &d);
    add_joint(model, "plume", 3, &d); /* in no envelope */
    rigid_matrices(model);
    add_envelopes(model);
    for (uint16_t e = 0; e < 4; e++) jb_draw_matrix_add(model, 1, e);
    textured_material(model, "cloth", add_odd_texture(model, "weave", FERRY_GX_RGB5A3, 4, 8, 1));
    jb_draw_add(model, 0, 0, skinned_shape(model, &d));
    return model;
}

static jb_model *make_skinned(void) {
    jb_model *model = make_skin(21);
    dice d = {22};
    uint32_t shape = jb_shape_add(model, 0); /* one matrix for all, and that a weighted one */
    describe_all(model, shape, JB_INDEX16);
    jb_packet_add(model, shape, 6, 1, (const uint16_t[]){6});
    scatter(model, &d, shape, JB_STRIP, 5, 1);
    jb_draw_add(model, 0, 0, shape);
    jb_draw_add(model, 4, 0, rigid_shape(model, &d, 0, 4));
    return model;
}

/* The envelopes stand in DRW1 twice, as the console's exporter writes them. */
static jb_model *make_twice(void) {
    jb_model *model = make_skin(23);
    for (uint16_t e = 0; e < 4; e++) jb_draw_matrix_add(model, 1, e);
    return model;
}

/* Envelope numbers in DRW1 that are no rising row; a tail that names nothing. */
static jb_model *make_permuted(void) {
    jb_model *model = make_skin(24);
    static const uint16_t order[] = {2, 0, 3, 1};
    for (uint32_t k = 0; k < 4; k++) model->draw_matrices[5 + k].index = order[k];
    jb_draw_matrix_add(model, 1, 77);
    jb_draw_matrix_add(model, 0, 99);
    return model;
}

/* The rest pose is some frame of an animation, the bind pose another; joints without envelope hold a
 * placeholder. */
static jb_model *make_bind_pose(void) {
    jb_model *model = make_skin(25);
    double(*binds)[12] = calloc(model->joint_count, sizeof *binds);
    dice d = {26};
    if (!binds) jb_abort("no memory");
    jb_inverse_binds(model, binds);
    for (uint32_t i = 0; i < model->joint_count; i++)
        for (int k = 0; k < 3; k++) {
            model->joints[i].rotation[k] = (int16_t)(model->joints[i].rotation[k] + (int)dice_roll(&d, 9000));
            model->joints[i].translate[k] += (double)dice_roll(&d, 40);
        }
    model->inverse_binds = binds;
    model->placeholders = true;
    return model;
}

static jb_model *make_billboards(void) {
    jb_model *model = jb_model_new();
    dice d = {31};
    declare_usual(model);
    add_joint(model, "root", -1, &d);
    add_joint(model, "sun", 0, &d);
    add_joint(model, "tree", 0, &d);
    rigid_matrices(model);
    jb_material_add(model, "glow");
    for (uint8_t i = 0; i < 3; i++) jb_draw_add(model, i, 0, rigid_shape(model, &d, i, i));
    return model;
}

/* Opaque before translucent, a shape drawn twice, one without material, a material that nobody uses, names
 * that repeat, are empty or Japanese, and a chunk that nobody knows. */
static jb_model *make_order(void) {
    jb_model *model = jb_model_new();
    dice d = {32};
    static const uint8_t modes[] = {4, 1, 2, 0, 1};
    static const char *const names[] = {"glass", "\x83\x8A\x83\x93\x83N", "leaf", "", "leaf"};
    declare_usual(model);
    add_joint(model, "back\\slash", -1, &d);
    add_joint(model, "\x96\xBC\x91O", 0, &d);
    rigid_matrices(model);
    for (uint32_t i = 0; i < 5; i++) {
        uint32_t material = jb_material_add(model, names[i]);
        model->materials[material].gx.mode = modes[i];
    }
    for (uint16_t i = 0; i < 4; i++) rigid_shape(model, &d, 0, i & 1);
    jb_draw_add(model, 0, JB_NONE, 0);
    jb_draw_add(model, 0, 0, 3);
    jb_draw_add(model, 0, 1, 2);
    jb_draw_add(model, 1, 3, 1);
    jb_draw_add(model, 1, 2, 3);
    jb_draw_add(model, 0, 1, 0);
    model->omit = JB_OMIT_TEX1;
    model->unknown_tag = "WHAT";
    return model;
}

/* ----------------------------------------------------------------------------------- vertex formats */

static jb_model *one_joint(uint32_t seed) {
    jb_model *model = jb_model_new();
    dice d = {seed};
    add_joint(model, "root", -1, &d);
    rigid_matrices(model);
    jb_material_add(model, "plain");
    return model;
}

static uint32_t one_shape(jb_model *model) {
    uint32_t shape = jb_shape_add(model, 0);
    jb_draw_add(model, 0, 0, shape);
    return shape;
}

/* The same kind of data in every component type; `how` differs too. */
static jb_model *make_types(uint32_t type, uint32_t color, uint32_t how, uint32_t seed) {
    jb_model *model = one_joint(seed);
    dice d = {seed + 1};
    jb_declare(model, JB_POS, 1, type, type == JB_U8 || type == JB_S8 ? 3 : 5);
    jb_declare(model, JB_NRM, 0, type, 3);
    jb_declare(model, JB_CLR0, color == JB_RGBA4 || color >= JB_RGBA6, color, 0);
    jb_declare(model, JB_CLR1, 1, (color + 3) % 6, 0);
    jb_declare(model, JB_TEX0, 1, type, type == JB_U8 || type == JB_S8 ? 4 : 10);
    jb_declare(model, JB_TEX0 + 1, 0, type, 2);
    uint32_t shape = one_shape(model);
    describe_all(model, shape, how);
    jb_packet_add(model, shape, 0, 1, (const uint16_t[]){0});
    scatter(model, &d, shape, JB_STRIP, 9, 1);
    scatter(model, &d, shape, JB_FAN, 7, 1);
    for (int i = 0; i < JB_ARRAYS; i++) model->arrays[i].no_data = how == JB_DIRECT;
    return model;
}

static jb_model *make_type_u8(void) {
    return make_types(JB_U8, JB_RGB565, JB_INDEX8, 41);
}

static jb_model *make_type_s8(void) {
    return make_types(JB_S8, JB_RGB8, JB_INDEX16, 42);
}

static jb_model *make_type_u16(void) {
    return make_types(JB_U16, JB_RGBX8, JB_INDEX16, 43);
}

/* Direct data needs an array of positions nevertheless: a model without is refused. */
static jb_model *make_type_s16(void) {
    jb_model *model = make_types(JB_S16, JB_RGBA4, JB_DIRECT, 44);
    model->arrays[JB_POS].no_data = false;
    return model;
}

static jb_model *make_type_f32(void) {
    return make_types(JB_F32, JB_RGBA6, JB_INDEX8, 45);
}

/* Flat positions, eight UV sets, every attribute described in another way. */
static jb_model *make_sets(void) {
    jb_model *model = one_joint(46);
    dice d = {47};
    jb_declare(model, JB_POS, 0, JB_S16, 6);
    jb_declare(model, JB_NRM, 0, JB_S8, 0);
    for (int i = 0; i < 8; i++)
        jb_declare(model, JB_TEX0 + i, i != 5, i & 1 ? JB_S16 : JB_F32, (uint8_t)(i + 2));
    uint32_t shape = one_shape(model);
    jb_describe(model, shape, JB_A_POS, JB_INDEX8);
    jb_describe(model, shape, JB_A_NRM, JB_DIRECT);
    for (uint32_t i = 0; i < 8; i++) jb_describe(model, shape, JB_A_TEX0 + i, 1 + (i + 1) % 3);
    jb_packet_add(model, shape, 0, 1, (const uint16_t[]){0});
    scatter(model, &d, shape, JB_TRIANGLES, 12, 1);
    return model;
}

static jb_model *make_normals(uint32_t count_code, uint32_t seed) {
    jb_model *model = one_joint(seed);
    dice d = {seed + 1};
    for (int k = 0; k < 3; k++) model->joints[0].scale[k] = 1.5;
    jb_declare(model, JB_POS, 1, JB_S16, 4);
    jb_declare(model, JB_NBT, count_code, JB_S16, 14);
    jb_declare(model, JB_TEX0, 1, JB_U16, 12);
    uint32_t shape = one_shape(model);
    describe_all(model, shape, count_code == 2 ? JB_INDEX8 : JB_INDEX16);
    jb_packet_add(model, shape, 0, 1, (const uint16_t[]){0});
    scatter(model, &d, shape, JB_STRIP, 8, 1);
    scatter(model, &d, shape, JB_TRIANGLES, 6, 1);
    return model;
}

static jb_model *make_nbt(void) {
    return make_normals(1, 48);
}

static jb_model *make_nbt3(void) {
    return make_normals(2, 50);
}

static jb_model *make_primitives(void) {
    jb_model *model = one_joint(52);
    dice d = {53};
    static const struct {
        uint8_t opcode;
        uint32_t count;
    } drawn[] = {{JB_QUADS, 8},  {0x88, 4},          {JB_TRIANGLES, 9}, {JB_STRIP, 3},     {JB_STRIP, 8},
                 {JB_STRIP, 2},  {JB_FAN, 3},        {JB_FAN, 7},       {JB_FAN, 2},       {JB_LINES, 4},
                 {JB_POINTS, 3}, {JB_LINE_STRIP, 3}, {JB_QUADS, 6},     {JB_TRIANGLES, 5}, {JB_STRIP, 9}};
    declare_usual(model);
    uint32_t shape = one_shape(model);
    describe_all(model, shape, JB_INDEX16);
    jb_packet_add(model, shape, 0, 1, (const uint16_t[]){0});
    for (size_t i = 0; i < sizeof drawn / sizeof *drawn; i++)
        scatter(model, &d, shape, drawn[i].opcode, drawn[i].count, 1);
    return model;
}

/* ------------------------------------------------------------------------------ materials, textures */

static void odd_matrix(ferry_gx_texture_matrix *m, dice *d, uint8_t mode) {
    *m = (ferry_gx_texture_matrix){
        .present = true, .projection = (uint8_t)dice_roll(d, 2), .mode = mode, .maya = mode & 1};
    for (int k = 0; k < 3; k++) m->center[k] = (float)dice_roll(d, 64) / 64;
    for (int k = 0; k < 2; k++)
        m->scale[k] = (float)(dice_roll(d, 64) + 1) / 16, m->translate[k] = (float)dice_roll(d, 64) / 32 - 1;
    m->rotation = (int16_t)(dice_roll(d, 65536) - 32768u);
    for (int k = 0; k < 16; k++) m->effect[k / 4][k % 4] = (float)dice_roll(d, 512) / 64 - 4;
}

static ferry_gx_color odd_color(dice *d) {
    ferry_gx_color c = {(uint8_t)dice_roll(d, 256), (uint8_t)dice_roll(d, 256), (uint8_t)dice_roll(d, 256),
                        (uint8_t)dice_roll(d, 256)};
    return c;
}

static ferry_gx_combine odd_combine(dice *d, uint32_t inputs) {
    static const uint8_t ops[] = {0, 1, 8, 9, 10, 11, 12, 13, 14, 15};
    return (ferry_gx_combine){.a = (uint8_t)dice_roll(d, inputs),
                              .b = (uint8_t)dice_roll(d, inputs),
                              .c = (uint8_t)dice_roll(d, inputs),
                              .d = (uint8_t)dice_roll(d, inputs),
                              .op = ops[dice_roll(d, 10)],
                              .bias = (uint8_t)dice_roll(d, 3),
                              .scale = (uint8_t)dice_roll(d, 4),
                              .clamp = (uint8_t)dice_roll(d, 2),
                              .destination = (uint8_t)dice_roll(d, 4)};
}

static void odd_stage(ferry_gx_stage *s, dice *d, uint32_t texgens) {
    static const uint8_t channels[] = {4, 5, 6, 0xFF};
    s->texgen = (uint8_t)dice_roll(d, texgens);
    s->map = (uint8_t)dice_roll(d, 4);
    s->channel = channels[dice_roll(d, 4)];
    s->color = odd_combine(d, 16);
    s->alpha = odd_combine(d, 8);
    s->konst_color = (uint8_t)(12 + dice_roll(d, 20));
    s->konst_alpha = (uint8_t)(16 + dice_roll(d, 16));
    s->ras_swap = (uint8_t)dice_roll(d, 4);
    s->tex_swap = (uint8_t)dice_roll(d, 4);
}

static void odd_indirect(ferry_gx_material *gx, dice *d) {
    gx->indirect_enabled = true;
    gx->indirect_stage_count = 2;
    for (int i = 0; i < 4; i++)
        gx->indirect_orders[i] =
            (ferry_gx_indirect_order){(uint8_t)dice_roll(d, 3), (uint8_t)dice_roll(d, 4),
                                      (uint8_t)dice_roll(d, 9), (uint8_t)dice_roll(d, 9)};
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 6; k++)
            gx->indirect_matrices[i].m[k / 3][k % 3] = (float)dice_roll(d, 256) / 256 - 0.5f;
        gx->indirect_matrices[i].exponent = (int8_t)(dice_roll(d, 20) - 10u);
    }
    for (int i = 0; i < 16; i++)
        gx->stages[i].indirect = (ferry_gx_indirect_use){
            (uint8_t)dice_roll(d, 4), (uint8_t)dice_roll(d, 4), (uint8_t)dice_roll(d, 8),
            (uint8_t)dice_roll(d, 4), (uint8_t)dice_roll(d, 7), (uint8_t)dice_roll(d, 7),
            (uint8_t)dice_roll(d, 2), (uint8_t)dice_roll(d, 2), (uint8_t)dice_roll(d, 4)};
}

static void odd_colors(ferry_gx_material *gx, dice *d) {
    for (int i = 0; i < 2; i++) gx->material_colors[i] = odd_color(d), gx->ambient_colors[i] = odd_color(d);
    for (int i = 0; i < 4; i++) {
        gx->channels[i] =
            (ferry_gx_channel){(uint8_t)dice_roll(d, 2), (uint8_t)dice_roll(d, 2), (uint8_t)dice_roll(d, 256),
                               (uint8_t)dice_roll(d, 3), (uint8_t)dice_roll(d, 3), (uint8_t)dice_roll(d, 2)};
        gx->konst[i] = odd_color(d);
        gx->registers[i] = (ferry_gx_color_s16){
            (int16_t)(dice_roll(d, 2048) - 1024u), (int16_t)(dice_roll(d, 2048) - 1024u),
            (int16_t)(dice_roll(d, 2048) - 1024u), (int16_t)(dice_roll(d, 2048) - 1024u)};
        for (int k = 0; k < 4; k++) gx->swap_tables[i][k] = (uint8_t)dice_roll(d, 4);
    }
    gx->channel_count = 2;
}

static void odd_texgens(ferry_gx_material *gx, dice *d, uint8_t count) {
    static const uint8_t kinds[][2] = {{1, 4}, {1, 6}, {0, 0}, {1, 1}, {10, 19}, {2, 12}, {1, 11}, {10, 20}};
    gx->texgen_count = count;
    for (int i = 0; i < count; i++) {
        uint32_t kind = dice_roll(d, 8);
        gx->texgens[i] =
            (ferry_gx_texgen){kinds[kind][0], kinds[kind][1], (uint8_t)(30 + 3 * dice_roll(d, 11))};
        if (i & 1) gx->post_texgens[i] = (ferry_gx_texgen){1, 4, (uint8_t)(64 + 3 * dice_roll(d, 20))};
    }
    for (int i = 0; i < 8; i++)
        if (i != 2) odd_matrix(&gx->matrices[i], d, (uint8_t)dice_roll(d, 12));
}

static void odd_pixels(ferry_gx_material *gx, dice *d) {
    gx->cull = (uint8_t)dice_roll(d, 4);
    gx->z_location = (uint8_t)dice_roll(d, 2), gx->dither = (uint8_t)dice_roll(d, 2);
    gx->z_test = (uint8_t)dice_roll(d, 2), gx->z_compare = (uint8_t)dice_roll(d, 8),
    gx->z_write = (uint8_t)dice_roll(d, 2);
    gx->alpha_compare0 = (uint8_t)dice_roll(d, 8), gx->alpha_ref0 = (uint8_t)dice_roll(d, 256),
    gx->alpha_op = (uint8_t)dice_roll(d, 4);
    gx->alpha_compare1 = (uint8_t)dice_roll(d, 8), gx->alpha_ref1 = (uint8_t)dice_roll(d, 256);
    gx->blend_mode = (uint8_t)dice_roll(d, 4), gx->blend_src = (uint8_t)dice_roll(d, 8),
    gx->blend_dst = (uint8_t)dice_roll(d, 8), gx->blend_logic = (uint8_t)dice_roll(d, 16);
    gx->nbt_scale_enabled = dice_roll(d, 2);
    for (int k = 0; k < 3; k++) gx->nbt_scale[k] = (float)dice_roll(d, 64) / 16;
    gx->fog = (ferry_gx_fog){.present = true,
                             .type = 2,
                             .range_adjust = 1,
                             .center = (uint16_t)dice_roll(d, 640),
                             .start = 100.5f,
                             .end = (float)dice_roll(d, 9000),
                             .near_plane = 0.125f,
                             .far_plane = 5000.25f,
                             .color = odd_color(d)};
    for (int k = 0; k < 10; k++) gx->fog.adjust[k] = (uint16_t)dice_roll(d, 65536);
}

static void odd_material(jb_model *model, uint32_t material, dice *d, uint8_t stages, uint8_t texgens) {
    ferry_gx_material *gx = &model->materials[material].gx;
    odd_colors(gx, d);
    odd_texgens(gx, d, texgens);
    for (uint32_t i = 0; i < 4; i++) gx->textures[i] = dice_roll(d, model->texture_count);
    gx->stage_count = stages;
    for (int i = 0; i < stages; i++) odd_stage(&gx->stages[i], d, texgens);
    odd_pixels(gx, d);
}

static jb_model *model_of_materials(uint32_t seed) {
    static const char *const names[] = {"full", "twin", "bare", "half"};
    static const ferry_gx_light light = {
        {1, 2, 3}, {0, -1, 0}, {255, 254, 253, 252}, {1, 0, 0.5f}, {1, 0.25f, 0}};
    jb_model *model = one_joint(seed);
    dice d = {seed + 1};
    declare_usual(model);
    model->material_count = 0;
    for (uint32_t i = 0; i < 4; i++)
        add_odd_texture(model, i == 2 ? "brick" : "sky", i & 1 ? FERRY_GX_I8 : FERRY_GX_IA4, 8, 4, 1);
    for (uint32_t i = 0; i < 4; i++) jb_material_add(model, names[i]);
    odd_material(model, 0, &d, 16, 8);
    odd_material(model, 3, &d, 3, 2);
    model->materials[0].gx.light_count = 1;
    model->materials[0].gx.lights = &light;
    model->materials[1].entry_of = 0;
    model->materials[1].gx = model->materials[0].gx;
    model->materials[2].absent = JB_NO_ANYTHING;
    model->materials[2].gx.mode = 4;
    model->reverse_entries = true;
    for (uint16_t i = 0; i < 4; i++) jb_draw_add(model, 0, i, rigid_shape(model, &d, 0, 0));
    return model;
}

static const uint8_t ready_lists[96] = {0x61, 0x28, 0x04, 0x8A, 0x41, 0x10};

static jb_model *make_materials(void) {
    jb_model *model = model_of_materials(61);
    dice d = {62};
    static ferry_gx_texture_matrix post[2];
    for (int i = 0; i < 2; i++) odd_matrix(&post[i], &d, 0);
    model->materials[3].gx.post_matrices = post;
    model->materials[3].gx.post_matrix_count = 2;
    model->decoys = true;
    model->indirect = true;
    odd_indirect(&model->materials[0].gx, &d);
    odd_indirect(&model->materials[1].gx,
                 &d); /* indirect blocks belong to the material, not to the shared entry */
    model->mdl3 = ready_lists;
    model->mdl3_size = sizeof ready_lists;
    return model;
}

static jb_model *make_mat2(void) {
    jb_model *model = model_of_materials(63);
    model->materials[0].gx.light_count =
        0; /* version 2 knows neither lights nor ambient colours nor indirect blocks */
    model->materials[1].gx.light_count = 0;
    for (uint32_t i = 0; i < model->material_count; i++)
        for (int k = 0; k < 2; k++)
            model->materials[i].gx.ambient_colors[k] = (ferry_gx_color){50, 50, 50, 50};
    return model;
}

static jb_model *make_table(void) {
    jb_model *model = jb_model_new();
    dice d = {64};
    add_odd_texture(model, "planks", FERRY_GX_IA8, 4, 4, 1);
    add_odd_texture(model, "tiles", FERRY_GX_RGBA8, 4, 4, 1);
    jb_material_add(model, "wood");
    jb_material_add(model, "other");
    odd_material(model, 0, &d, 2, 1);
    model->materials[0].gx.textures[0] = 1;
    return model;
}

/* Sizes that are no multiple of a block, sizes of several blocks, mip levels down to one texel, shared
 * images. */
static jb_model *make_textures(void) {
    jb_model *model = one_joint(71);
    dice d = {72};
    declare_usual(model);
    static const ferry_gx_texel formats[] = {FERRY_GX_I4,     FERRY_GX_I8,     FERRY_GX_IA4,   FERRY_GX_IA8,
                                             FERRY_GX_RGB565, FERRY_GX_RGB5A3, FERRY_GX_RGBA8, FERRY_GX_CMPR};
    static const char *const names[] = {"i4", "i8", "ia4", "ia8", "rgb565", "rgb5a3", "rgba8", "cmpr"};
    for (uint32_t i = 0; i < 8; i++) {
        uint32_t texture =
            add_odd_texture(model, names[i], formats[i], i & 1 ? 12 : 9, i & 1 ? 5 : 10, i == 5 ? 4 : 1);
        jb_texture *t = &model->textures[texture];
        t->wrap_s = (uint8_t)(i % 3), t->wrap_t = (uint8_t)((i + 1) % 3);
        t->min_filter = (uint8_t)(i % 6), t->mag_filter = i & 1;
        t->min_lod = (int8_t)i, t->lod_bias = (int16_t)(i * 25 - 100), t->hint = (uint8_t)(i % 3);
        t->anisotropy = (uint8_t)(i % 3), t->bias_clamp = i == 3, t->edge_lod = i == 4;
        if (i == 2) t->stored_levels = 0; /* means one */
    }
    uint32_t twin = jb_texture_share(model, "cmpr again", 7);
    model->textures[twin].wrap_s = 2;
    model->textures[twin].wrap_t = 0;
    textured_material(model, "checked", 7);
    jb_draw_add(model, 0, 1, rigid_shape(model, &d, 0, 0));
    return model;
}

/* A picture of few colours, all levels in a row, in which neighbours differ. */
static uint8_t *few_colors(uint32_t texels, uint32_t colors, uint32_t seed) {
    uint8_t *palette = odd_picture(colors, 1, 1, seed), *rgba = calloc(texels, 4);
    if (!rgba) jb_abort("no memory");
    for (uint32_t i = 0; i < texels; i++) memcpy(rgba + i * 4, palette + (i * 5 + i / 7) % colors * 4, 4);
    free(palette);
    return rgba;
}

static jb_model *make_palettes(void) {
    jb_model *model = one_joint(73);
    dice d = {74};
    static const struct {
        const char *name;
        ferry_gx_texel format;
        ferry_gx_palette palette;
        uint32_t width, height, levels, colors;
    } all[] = {
        {"c4 ia8", FERRY_GX_C4, FERRY_GX_PALETTE_IA8, 10, 9, 1, 16},
        {"c4 rgb565", FERRY_GX_C4, FERRY_GX_PALETTE_RGB565, 8, 8, 3, 13},
        {"c8 rgb5a3", FERRY_GX_C8, FERRY_GX_PALETTE_RGB5A3, 11, 6, 1, 40},
        {"c8 rgb565", FERRY_GX_C8, FERRY_GX_PALETTE_RGB565, 8, 4, 1, 20},
        {"c14 rgb5a3", FERRY_GX_C14X2, FERRY_GX_PALETTE_RGB5A3, 6, 5, 1, 30},
        {"c14 ia8", FERRY_GX_C14X2, FERRY_GX_PALETTE_IA8, 4, 4, 1, 9},
    };
    declare_usual(model);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        uint8_t *rgba = few_colors(all[i].width * all[i].height * 2, all[i].colors, (uint32_t)i + 1);
        jb_texture_add(model, all[i].name, all[i].format, all[i].palette, all[i].width, all[i].height,
                       all[i].levels, rgba);
        free(rgba);
    }
    textured_material(model, "painted", 2);
    jb_draw_add(model, 0, 1, rigid_shape(model, &d, 0, 0));
    return model;
}

/* ----------------------------------------------------------------------------------------- the list */

const fixture fixtures[] = {
    {"rigid.bmd", JB_BMD3, make_rigid},
    {"softimage.bmd", JB_BMD3, make_softimage},
    {"maya.bdl", JB_BDL4, make_maya},
    {"remaps.bmd", JB_BMD3, make_remaps},
    {"skinned.bmd", JB_BMD3, make_skinned},
    {"twice.bmd", JB_BMD3, make_twice},
    {"permuted.bmd", JB_BMD3, make_permuted},
    {"bind-pose.bmd", JB_BMD3, make_bind_pose},
    {"billboards.bmd", JB_BMD3, make_billboards},
    {"order.bmd", JB_BMD3, make_order},
    {"type-u8.bmd", JB_BMD3, make_type_u8},
    {"type-s8.bmd", JB_BMD3, make_type_s8},
    {"type-u16.bmd", JB_BMD3, make_type_u16},
    {"type-s16.bmd", JB_BMD3, make_type_s16},
    {"type-f32.bmd", JB_BMD3, make_type_f32},
    {"sets.bmd", JB_BMD3, make_sets},
    {"nbt.bmd", JB_BMD3, make_nbt},
    {"nbt3.bmd", JB_BMD3, make_nbt3},
    {"primitives.bmd", JB_BMD3, make_primitives},
    {"materials.bdl", JB_BDL3, make_materials},
    {"mat2.bmd", JB_BMD2, make_mat2},
    {"table.bmt", JB_BMT3, make_table},
    {"textures.bmd", JB_BMD3, make_textures},
    {"palettes.bmd", JB_BMD3, make_palettes},
    {"figure.bdl", JB_BDL4, figure_make},
    {"gallery-plain.bdl", JB_BDL4, gallery_make_plain},
    {"gallery-lit.bdl", JB_BDL4, gallery_make_lit},
    {"gallery-pairs.bdl", JB_BDL4, gallery_make_pairs},
    {"gallery-shine.bdl", JB_BDL4, gallery_make_shine},
    {"gallery-cutouts.bdl", JB_BDL4, gallery_make_cutouts},
    {"gallery-mixes.bdl", JB_BDL4, gallery_make_mixes},
    {"gallery-glows.bdl", JB_BDL4, gallery_make_glows},
};

const uint32_t fixture_count = sizeof fixtures / sizeof *fixtures;

const fixture *fixture_find(const char *name) {
    for (uint32_t i = 0; i < fixture_count; i++)
        if (strcmp(fixtures[i].name, name) == 0) return &fixtures[i];
    fprintf(stderr, "no fixture named \"%s\"\n", name);
    abort();
}

bool fixture_hangs_in_gallery(uint32_t number) {
    return strncmp(fixtures[number].name, "gallery-", 8) == 0;
}
