/*
 * gallery.c: fixtures gallery-*.bdl: balls and rounded boxes side by side, each with a material of its own,
 * named after its formula. They show whether materials look right (tests/likeness.txt). The rooms, with what
 * hangs in them, are in gallery_materials.c.
 */
#include <math.h>
#include <string.h>

#include "fixtures.h"
#include "gallery_inside.h"
#include "j3d_builder_inside.h"

#define TURN 6.28318530718
#define RADIUS 16
#define APART 40

enum { ROWS = 6, COLUMNS = 10, POINTS = (ROWS + 1) * (COLUMNS + 1), PLACES = 9 };

/* Elements of the arrays that a body's points use; all bodies of a file share them. */
typedef struct body {
    bool made;
    uint16_t position[POINTS], normal[POINTS], color[POINTS], uv[POINTS];
} body;

static double grid(double v, double steps) {
    return floor(v * steps + 0.5) / steps;
}

static uint16_t element(jb_model *model, int array, uint32_t count, const double *values) {
    const jb_array *a = &model->arrays[array];
    for (uint32_t i = 0; i < a->count; i++)
        if (memcmp(a->values + i * count, values, count * sizeof *values) == 0) return (uint16_t)i;
    if (a->count == 256) jb_abort("more elements than eight bits can name");
    return jb_value(model, array, values);
}

/* A power that keeps the sign. */
static double power(double x, double exponent) {
    return x < 0 ? -pow(-x, exponent) : pow(x, exponent);
}

/* A superquadric: `square` 1 is a ball, less has flatter faces. Rings from pole to pole; the last column
 * repeats the first. */
static void make_body(jb_model *model, body *b, double radius, double square) {
    for (uint32_t i = 0; i < POINTS; i++) {
        uint32_t row = i / (COLUMNS + 1), column = i % (COLUMNS + 1);
        bool pole = row % ROWS == 0;
        double turn = TURN * (pole ? 0 : column % COLUMNS) / COLUMNS, down = TURN / 2 * row / ROWS;
        double across = pole ? 0 : sin(down), up = cos(down), n[3], p[3], length;
        p[0] = radius * power(across, square) * power(sin(turn), square);
        p[1] = radius * power(row * 2 == ROWS ? 0 : up, square);
        p[2] = radius * power(across, square) * power(cos(turn), square);
        n[0] = power(across, 2 - square) * power(sin(turn), 2 - square);
        n[1] = power(row * 2 == ROWS ? 0 : up, 2 - square);
        n[2] = power(across, 2 - square) * power(cos(turn), 2 - square);
        length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        for (int k = 0; k < 3; k++) p[k] = grid(p[k], 128), n[k] = grid(n[k] / length, 64);
        const double color[4] = {floor(150 + 100 * n[0]), floor(155 - 90 * n[1]), floor(140 + 80 * n[2]),
                                 floor(160 + 95 * sin(turn + row))};
        b->position[i] = element(model, JB_POS, 3, p);
        b->normal[i] = element(model, JB_NRM, 3, n);
        b->color[i] = element(model, JB_CLR0, 4, color);
        b->uv[i] = element(model, JB_TEX0, 2,
                           (double[]){grid(2.0 * column / COLUMNS, 1024), grid((double)row / ROWS, 1024)});
    }
    b->made = true;
}

static void emit(jb_model *model, uint32_t shape, const body *b, uint8_t opcode, uint32_t count,
                 const uint32_t *points) {
    jb_corner corners[2 * (COLUMNS + 1)] = {0};
    for (uint32_t i = 0; i < count; i++) {
        corners[i].index[JB_POS] = b->position[points[i]];
        corners[i].index[JB_NRM] = b->normal[points[i]];
        corners[i].index[JB_CLR0] = b->color[points[i]];
        corners[i].index[JB_TEX0] = b->uv[points[i]];
    }
    jb_primitive_add(model, shape, opcode, count, corners);
}

/* Fans about the poles, strips between; fronts run clockwise in the file. */
static void add_shape(jb_model *model, const body *b, uint32_t joint, uint32_t material) {
    uint32_t shape = jb_shape_add(model, 0), points[2 * (COLUMNS + 1)], width = COLUMNS + 1;
    describe_all(model, shape, JB_INDEX8);
    jb_packet_add(model, shape, (uint16_t)joint, 1, (const uint16_t[]){(uint16_t)joint});
    for (uint32_t row = 0; row < ROWS; row++) {
        uint32_t count = 0;
        if (row == 0 || row == ROWS - 1) {
            points[count++] = (row ? ROWS : 0) * width + COLUMNS / 2;
            for (uint32_t c = 0; c < width; c++)
                points[count++] = row ? row * width + c : width + COLUMNS - c;
        } else {
            for (uint32_t c = 0; c < width; c++)
                points[count++] = (row + 1) * width + c, points[count++] = row * width + c;
        }
        emit(model, shape, b, count == width + 1 ? JB_FAN : JB_STRIP, count, points);
    }
    jb_draw_add(model, joint, material, shape);
    model->shapes[shape].radius = 2 * RADIUS;
    for (int k = 0; k < 3; k++) model->shapes[shape].min[k] = -RADIUS, model->shapes[shape].max[k] = RADIUS;
}

/* The nine places of a Latin square: none hides another, from the front, from the side, or from above. */
static uint32_t add_place(jb_model *model, uint32_t i) {
    static const char *const names[PLACES] = {"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};
    uint32_t x = i % 3, y = i / 3, z = (x + y) % 3;
    if (i >= PLACES) jb_abort("more than nine places in a room");
    uint32_t joint = jb_joint_add(model, names[i], 0);
    jb_joint *j = &model->joints[joint];
    j->translate[0] = ((double)x - 1) * APART;
    j->translate[1] = (1 - (double)y) * APART;
    j->translate[2] = ((double)z - 1) * APART;
    j->rotation[0] = (int16_t)(2100 + 300 * i), j->rotation[1] = (int16_t)(4100 + 700 * i),
    j->rotation[2] = (int16_t)(900 - 350 * (int)i);
    jb_draw_matrix_add(model, 0, (uint16_t)joint);
    return joint;
}

static const body *body_of(jb_model *model, body bodies[BODY_COUNT], gallery_body which) {
    static const struct {
        double radius, square;
    } forms[BODY_COUNT] = {{RADIUS, 1}, {RADIUS, 0.55}, {RADIUS * 0.55, 1}};
    if (!bodies[which].made) make_body(model, &bodies[which], forms[which].radius, forms[which].square);
    return &bodies[which];
}

static jb_model *make_room(const gallery_room *room) {
    body bodies[BODY_COUNT] = {0};
    jb_model *model = jb_model_new();
    uint32_t joint = 0, joints = 0, seed = 0;
    jb_declare(model, JB_POS, 1, JB_S16, 7);
    jb_declare(model, JB_NRM, 0, JB_S8, 6);
    jb_declare(model, JB_CLR0, 1, JB_RGBA8, 0);
    jb_declare(model, JB_TEX0, 1, JB_S16, 10);
    jb_joint_add(model, "room", -1);
    jb_draw_matrix_add(model, 0, 0);
    if (room->seeds) {
        seed = jb_material_add(model, "seed");
        gallery_seed(model, &model->materials[seed].gx);
    }
    for (uint32_t i = 0; i < room->count; i++) {
        const gallery_item *item = &room->items[i];
        if (!item->here) joint = add_place(model, joints++);
        if (!item->here && room->seeds) add_shape(model, body_of(model, bodies, BODY_SEED), joint, seed);
        uint32_t material = jb_material_add(model, item->name);
        item->fill(model, &model->materials[material].gx);
        model->indirect |= model->materials[material].gx.indirect_enabled;
        add_shape(model, body_of(model, bodies, item->body), joint, material);
    }
    return model;
}

jb_model *gallery_make_plain(void) {
    return make_room(&gallery_plain);
}

jb_model *gallery_make_lit(void) {
    return make_room(&gallery_lit);
}

jb_model *gallery_make_pairs(void) {
    return make_room(&gallery_pairs);
}

jb_model *gallery_make_shine(void) {
    return make_room(&gallery_shine);
}

jb_model *gallery_make_cutouts(void) {
    return make_room(&gallery_cutouts);
}

jb_model *gallery_make_mixes(void) {
    return make_room(&gallery_mixes);
}

jb_model *gallery_make_glows(void) {
    return make_room(&gallery_glows);
}
