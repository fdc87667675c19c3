/*
 * figure.c: the demo model, fixtures/figure.bdl: a ferryman on his raft, oar in one hand, lantern in the
 * other. Bodies of revolution, tubes and boxes; elbows, knees and waist are weighted; every kind of material
 * that the converter meets daily.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figure_inside.h"
#include "fixtures.h"
#include "j3d_builder_inside.h"

#define TURN 6.28318530718

enum {
    ROOT,
    HIP,
    SPINE,
    HEAD,
    HAT,
    ARM_R,
    FOREARM_R,
    HAND_R,
    OAR,
    ARM_L,
    FOREARM_L,
    HAND_L,
    LANTERN,
    LEG_R,
    SHIN_R,
    FOOT_R,
    LEG_L,
    SHIN_L,
    FOOT_L,
    JOINTS,
};

typedef struct vec {
    double x, y, z;
} vec;

typedef struct rgb {
    uint8_t r, g, b;
} rgb;

typedef struct point {
    vec p, n;
    double u, v;
    rgb color;
    uint16_t matrix;
} point;

enum { MAX_ROWS = 16, MAX_COLUMNS = 25 };

/* A surface as a grid of points; columns run round, the last repeats the first. */
typedef struct sheet {
    uint32_t rows, columns;
    point at[MAX_ROWS][MAX_COLUMNS];
} sheet;

typedef struct figure {
    jb_model *model;
    double (*worlds)[12];
    double (*inverses)[12];
    uint32_t shape; /* that surfaces are added to */
} figure;

/* ----------------------------------------------------------------------------------------------- skeleton */

static void place(jb_model *model, const char *name, int parent, vec at, double rx, double ry, double rz) {
    static double worlds[JOINTS][12];
    double inverse[12];
    uint32_t joint = jb_joint_add(model, name, parent);
    jb_joint *j = &model->joints[joint];
    const double angles[3] = {rx, ry, rz}, p[3] = {at.x, at.y, at.z};
    for (int k = 0; k < 3; k++) j->rotation[k] = (int16_t)floor(angles[k] * 65536 / 360 + 0.5);
    if (parent < 0) return;
    jb_worlds(model, worlds);
    if (!jb_invert(worlds[parent], inverse)) jb_abort("a singular joint");
    for (int r = 0; r < 3; r++)
        j->translate[r] = inverse[r * 4] * p[0] + inverse[r * 4 + 1] * p[1] + inverse[r * 4 + 2] * p[2] +
                          inverse[r * 4 + 3];
}

static void skeleton(jb_model *model) {
    place(model, "ferryman", -1, (vec){0, 0, 0}, 0, 0, 0);
    place(model, "hip", ROOT, (vec){0, 28, 0}, 0, 8, 0);
    place(model, "spine", HIP, (vec){0, 38, 0}, 3, -6, 2);
    place(model, "head", SPINE, (vec){0, 57, 1}, -3, -7, -4);
    place(model, "hat", HEAD, (vec){-1, 81.5, -0.5}, -10, 0, 7);
    place(model, "arm_r", SPINE, (vec){-12, 51, 0}, 5, 10, 40);
    place(model, "forearm_r", ARM_R, (vec){-22, 41, 1}, -20, 15, -65);
    place(model, "hand_r", FOREARM_R, (vec){-29, 44, 9}, 10, 0, 12);
    place(model, "oar", HAND_R, (vec){-30, 45, 11}, 0, 0, 0);
    place(model, "arm_l", SPINE, (vec){12, 51, 0}, 0, -12, -42);
    place(model, "forearm_l", ARM_L, (vec){21, 40, 1}, -25, -10, 60);
    place(model, "hand_l", FOREARM_L, (vec){27, 44, 11}, 0, 14, -9);
    place(model, "lantern", HAND_L, (vec){27.5, 40, 13}, 0, 0, 0);
    place(model, "leg_r", HIP, (vec){-6.5, 26, 0}, 2, 0, -3);
    place(model, "shin_r", LEG_R, (vec){-7.5, 15, 1}, -4, 0, 2);
    place(model, "foot_r", SHIN_R, (vec){-8, 6, 0}, 0, -18, 0);
    place(model, "leg_l", HIP, (vec){6.5, 26, 0}, -3, 0, 4);
    place(model, "shin_l", LEG_L, (vec){7.5, 15, 1}, 3, 0, -2);
    place(model, "foot_l", SHIN_L, (vec){8, 6, 0}, 0, 15, 0);
}

/* The draw matrix of a blend between two joints: `t` eighths of the second. */
static uint16_t blend(figure *f, uint32_t a, uint32_t b, uint32_t t) {
    jb_model *m = f->model;
    if (t == 0) return (uint16_t)a;
    if (t == 8) return (uint16_t)b;
    jb_influence want[2] = {{(uint16_t)a, (float)(8 - t) / 8}, {(uint16_t)b, (float)t / 8}};
    for (uint32_t e = 0; e < m->envelope_count; e++)
        if (m->envelopes[e].influences[0].joint == a && m->envelopes[e].influences[1].joint == b &&
            m->envelopes[e].influences[1].weight == want[1].weight)
            return (uint16_t)(JOINTS + e);
    return jb_draw_matrix_add(m, 1, jb_envelope_add(m, 2, want));
}

/* ----------------------------------------------------------------------------------------------- surfaces */

static vec sub(vec a, vec b) {
    return (vec){a.x - b.x, a.y - b.y, a.z - b.z};
}

static vec add(vec a, vec b) {
    return (vec){a.x + b.x, a.y + b.y, a.z + b.z};
}

static vec times(vec a, double s) {
    return (vec){a.x * s, a.y * s, a.z * s};
}

static vec cross(vec a, vec b) {
    return (vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static double dot(vec a, vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static vec unit(vec a) {
    double length = sqrt(dot(a, a));
    return length > 1e-9 ? times(a, 1 / length) : (vec){0, 1, 0};
}

static uint8_t shade(uint8_t c, double by) {
    double v = c * by;
    return (uint8_t)(v > 255 ? 255 : v);
}

/* A ring of points about `center` in the plane of `side` and `front`; column 0 is at the back. */
static point *ring(sheet *s, vec center, vec side, vec front, double v, rgb color, uint16_t matrix) {
    point *row = s->at[s->rows++];
    if (s->rows > MAX_ROWS) jb_abort("too many rows");
    for (uint32_t c = 0; c < s->columns; c++) {
        double turn = (double)c / (s->columns - 1);
        vec out = add(times(side, -sin(turn * TURN)), times(front, -cos(turn * TURN)));
        row[c] = (point){.p = add(center, out), .u = turn, .v = v, .color = color, .matrix = matrix};
    }
    return row;
}

/* Rings about the y axis. */
static point *level(sheet *s, vec center, double rx, double rz, double v, rgb color, uint16_t matrix) {
    return ring(s, center, (vec){rx, 0, 0}, (vec){0, 0, rz}, v, color, matrix);
}

static bool is_pole(const sheet *s, uint32_t row) {
    vec d = sub(s->at[row][0].p, s->at[row][s->columns / 2].p);
    return dot(d, d) < 1e-6;
}

/* Normals: the sum of those of all faces about a point, larger faces counting more. */
static void smooth(sheet *s) {
    uint32_t last = s->columns - 1;
    for (uint32_t r = 0; r + 1 < s->rows; r++)
        for (uint32_t c = 0; c < last; c++) {
            point *q[4] = {&s->at[r][c], &s->at[r][c + 1], &s->at[r + 1][c], &s->at[r + 1][c + 1]};
            vec n = cross(sub(q[3]->p, q[0]->p), sub(q[1]->p, q[2]->p));
            for (int k = 0; k < 4; k++) q[k]->n = add(q[k]->n, n);
        }
    for (uint32_t r = 0; r < s->rows; r++) {
        vec d = sub(s->at[r][0].p, s->at[r][last].p), sum = {0, 0, 0};
        if (dot(d, d) < 1e-6) s->at[r][0].n = s->at[r][last].n = add(s->at[r][0].n, s->at[r][last].n);
        for (uint32_t c = 0; c <= last; c++) sum = add(sum, s->at[r][c].n);
        for (uint32_t c = 0; c <= last; c++) s->at[r][c].n = unit(is_pole(s, r) ? sum : s->at[r][c].n);
    }
}

/* The element with these components, taken again if it is there. */
static uint16_t element(jb_model *model, int array, uint32_t count, const double *values) {
    const jb_array *a = &model->arrays[array];
    for (uint32_t i = 0; i < a->count; i++)
        if (memcmp(a->values + i * count, values, count * sizeof *values) == 0) return (uint16_t)i;
    return jb_value(model, array, values);
}

static double grid(double v, double steps) {
    return floor(v * steps + 0.5) / steps;
}

/* Rigid points are stored in the space of their joint, weighted ones in that of the bind pose. */
static jb_corner corner_of(figure *f, const point *p) {
    double v[3] = {p->p.x, p->p.y, p->p.z}, n[3] = {p->n.x, p->n.y, p->n.z}, out[2][3];
    jb_corner corner = {0};
    memcpy(out[0], v, sizeof v);
    memcpy(out[1], n, sizeof n);
    for (int r = 0; r < 3 && p->matrix < JOINTS; r++) {
        const double *m = f->inverses[p->matrix] + r * 4;
        out[0][r] = m[0] * v[0] + m[1] * v[1] + m[2] * v[2] + m[3];
        out[1][r] = m[0] * n[0] + m[1] * n[1] + m[2] * n[2];
    }
    for (int k = 0; k < 3; k++) out[0][k] = grid(out[0][k], 128), out[1][k] = grid(out[1][k], 64);
    corner.index[JB_POS] = element(f->model, JB_POS, 3, out[0]);
    corner.index[JB_NRM] = element(f->model, JB_NRM, 3, out[1]);
    corner.index[JB_CLR0] =
        element(f->model, JB_CLR0, 4, (double[]){p->color.r, p->color.g, p->color.b, 255});
    corner.index[JB_TEX0] = element(f->model, JB_TEX0, 2, (double[]){grid(p->u, 1024), grid(p->v, 1024)});
    return corner;
}

static void emit(figure *f, uint8_t opcode, uint32_t count, const point *const *points) {
    jb_corner corners[2 * MAX_COLUMNS];
    uint16_t matrices[2 * MAX_COLUMNS];
    for (uint32_t i = 0; i < count; i++)
        corners[i] = corner_of(f, points[i]), matrices[i] = points[i]->matrix;
    jb_primitive_pack(f->model, f->shape, opcode, count, corners, matrices, true);
}

/* Rows as strips, poles as fans; fronts run clockwise in the file. A pole's texture coordinate is that of its
 * first column. */
static void add_sheet(figure *f, sheet *s) {
    smooth(s);
    for (uint32_t r = 0; r + 1 < s->rows; r++) {
        const point *row[2 * MAX_COLUMNS];
        uint32_t count = 0;
        if (is_pole(s, r) || is_pole(s, r + 1)) {
            bool above = is_pole(s, r);
            row[count++] = &s->at[above ? r : r + 1][s->columns / 2];
            for (uint32_t c = 0; c < s->columns; c++)
                row[count++] = &s->at[above ? r + 1 : r][above ? s->columns - 1 - c : c];
            emit(f, JB_FAN, count, row);
            continue;
        }
        for (uint32_t c = 0; c < s->columns; c++)
            row[count++] = &s->at[r + 1][c], row[count++] = &s->at[r][c];
        emit(f, JB_STRIP, count, row);
    }
}

/* A box with its own corners for each face, standing on its axes `a`, `b`, `c` (half sizes); texture along a.
 */
static void add_box(figure *f, vec center, vec a, vec b, vec c, double repeat, rgb color, uint16_t matrix) {
    const vec axes[3] = {a, b, c};
    for (int face = 0; face < 6; face++) {
        double side = face & 1 ? -1 : 1;
        vec out = times(axes[face / 2], side), s = axes[face / 2 == 0 ? 1 : 0],
            t = axes[face / 2 == 2 ? 1 : 2];
        point p[4];
        if (dot(cross(s, t), out) < 0) t = times(t, -1);
        for (int k = 0; k < 4; k++) {
            vec at = add(center, add(out, add(times(s, k & 1 ? 1 : -1), times(t, k & 2 ? 1 : -1))));
            double dark = at.y < center.y ? 0.72 : 1;
            p[k] = (point){.p = at,
                           .n = unit(out),
                           .u = k & 2 ? 1 : 0,
                           .v = (k & 1 ? 1 : 0) * repeat,
                           .matrix = matrix,
                           .color = {shade(color.r, dark), shade(color.g, dark), shade(color.b, dark)}};
        }
        emit(f, JB_STRIP, 4, (const point *const[]){&p[0], &p[2], &p[1], &p[3]});
    }
}

static void begin(figure *f, uint32_t material, uint8_t matrix_type, uint32_t joint) {
    f->shape = jb_shape_add(f->model, matrix_type);
    jb_shape *shape = &f->model->shapes[f->shape];
    describe_all(f->model, f->shape, JB_INDEX16);
    if (matrix_type == 0)
        jb_packet_add(f->model, f->shape, (uint16_t)joint, 1, (const uint16_t[]){(uint16_t)joint});
    jb_draw_add(f->model, matrix_type == 0 ? joint : ROOT, material, f->shape);
    shape->radius = 60;
    for (int k = 0; k < 3; k++) shape->min[k] = -60, shape->max[k] = 60;
}

/* --------------------------------------------------------------------------------------------- body parts */

static const rgb WHITE = {255, 255, 255};

static void add_head(figure *f) {
    static const double rings[][3] = {{87, 0, 0},       {85.4, 8, 0.06},  {80.5, 14.2, 0.22}, {74, 17, 0.42},
                                      {67, 17.2, 0.60}, {61, 14.4, 0.78}, {57, 8.6, 0.93},    {55.8, 0, 1}};
    sheet s = {.columns = 13};
    for (int i = 0; i < 8; i++) {
        double dark = i > 5 ? 0.75 : 1;
        level(&s, (vec){0, rings[i][0], 1}, rings[i][1], rings[i][1] * 0.96, rings[i][2],
              (rgb){shade(255, dark), shade(255, dark), shade(255, dark)}, HEAD);
    }
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t c = 0; c < s.columns; c++)
            s.at[r][c].u *= 2; /* the texture holds half the head, mirrored */
    begin(f, FIGURE_FACE, 0, HEAD);
    add_sheet(f, &s);
}

/* A ball: `columns` round, `rows` from pole to pole. */
static void add_ball(figure *f, vec center, vec radius, uint32_t columns, uint32_t rows, rgb color,
                     uint16_t matrix) {
    sheet s = {.columns = columns};
    for (uint32_t i = 0; i <= rows; i++) {
        double turn = TURN / 2 * i / rows, dark = 1 - 0.25 * i / rows;
        level(&s, (vec){center.x, center.y + radius.y * cos(turn), center.z},
              i % rows ? radius.x * sin(turn) : 0, i % rows ? radius.z * sin(turn) : 0, (double)i / rows,
              (rgb){shade(color.r, dark), shade(color.g, dark), shade(color.b, dark)}, matrix);
    }
    add_sheet(f, &s);
}

static void add_beard(figure *f) {
    begin(f, FIGURE_HAIR, 0, HEAD);
    sheet s = {.columns = 13};
    static const double rings[][4] = {{66, 3, 0, 0},         {65, 13.2, 12, 0.25}, {59, 13.6, 14, 0.5},
                                      {52, 9.5, 11.5, 0.75}, {47, 4.5, 6, 0.9},    {44, 0, 0, 1}};
    for (int i = 0; i < 6; i++) {
        point *row = level(&s, (vec){0, rings[i][0], 6.5 - 0.2 * i}, i ? rings[i][1] : 0, rings[i][2],
                           rings[i][3], WHITE, HEAD);
        for (uint32_t c = 0; c < s.columns; c++) {
            row[c].u *= 3;
            if (i == 5) continue;
            row[c].p.y += 0.012 * row[c].p.x * row[c].p.x * (i < 2 ? 1.8 : 0.6);
            if (i == 3 || i == 4) row[c].p.y += c & 1 ? 0.8 : -0.8;
        }
    }
    add_sheet(f, &s);
    for (int side = -1; side <= 1; side += 2) /* the moustache */
        add_ball(f, (vec){side * 5.2, 66.2, 16.4}, (vec){5.6, 2.3, 2.8}, 8, 3, WHITE, HEAD);
}

static void add_torso(figure *f) {
    static const double rings[][4] = {{56, 5.5, 5, 8},       {54, 9.5, 7.5, 8},   {50.5, 12.6, 9.4, 8},
                                      {46, 13.4, 10.6, 7},   {41, 13.8, 11.6, 5}, {36, 13.6, 12, 3},
                                      {31.5, 12.8, 11.4, 1}, {28.5, 12, 10.6, 0}};
    sheet s = {.columns = 13};
    for (int i = 0; i < 8; i++) {
        uint8_t light = (uint8_t)(255 - i * 9);
        level(&s, (vec){0, rings[i][0], 0.5}, rings[i][1], rings[i][2], (56 - rings[i][0]) / 18,
              (rgb){light, light, light}, blend(f, HIP, SPINE, (uint32_t)rings[i][3]));
        for (uint32_t c = 0; c < s.columns; c++) s.at[i][c].u *= 3;
    }
    add_sheet(f, &s);
}

typedef struct limb {
    vec from, middle, to;
    double radius[3];
    uint32_t upper, lower;
} limb;

/* A tube over two bones whose rings near the joint hang on both. */
static void add_limb(figure *f, const limb *l, uint32_t columns, rgb top, rgb bottom, double repeat,
                     double length) {
    static const double along[] = {0, 0.34, 0.44, 0.56, 0.68, 1};
    static const uint32_t weights[] = {0, 1, 3, 5, 7, 8};
    sheet s = {.columns = columns};
    vec axis = unit(sub(l->to, l->from));
    for (int i = 0; i < 6; i++) {
        double t = along[i], h = t < 0.5 ? t * 2 : t * 2 - 1,
               round = fabs(t - 0.5) < 0.2 ? 0.5 - fabs(t - 0.5) * 2.5 : 0;
        vec a = t < 0.5 ? l->from : l->middle, b = t < 0.5 ? l->middle : l->to;
        double ra = t < 0.5 ? l->radius[0] : l->radius[1], rb = t < 0.5 ? l->radius[1] : l->radius[2];
        vec at = add(a, times(sub(b, a), h));
        vec pull = sub(times(add(l->from, l->to), 0.5), l->middle); /* rounds the bend */
        at = add(at, times(pull, round * 0.35));
        vec along_axis = unit(add(axis, times(unit(sub(b, a)), 1)));
        vec side = unit(cross((vec){0, 0.3, 1}, along_axis)), front = cross(along_axis, side);
        double r = ra + (rb - ra) * h;
        rgb c = {(uint8_t)(top.r + (bottom.r - top.r) * t), (uint8_t)(top.g + (bottom.g - top.g) * t),
                 (uint8_t)(top.b + (bottom.b - top.b) * t)};
        point *row = ring(&s, at, times(side, -r), times(front, r), t * length, c,
                          blend(f, l->upper, l->lower, weights[i]));
        for (uint32_t k = 0; k < columns; k++) row[k].u *= repeat;
    }
    if (dot(cross(sub(s.at[0][1].p, s.at[0][0].p), sub(s.at[1][0].p, s.at[0][0].p)),
            sub(s.at[0][0].p, l->from)) > 0)
        for (uint32_t r = 0; r < s.rows; r++)
            for (uint32_t c = 0; c < columns / 2; c++) {
                point swap = s.at[r][c];
                s.at[r][c] = s.at[r][columns - 1 - c], s.at[r][columns - 1 - c] = swap;
            }
    add_sheet(f, &s);
}

static void add_jersey(figure *f) {
    begin(f, FIGURE_JERSEY, 3, ROOT);
    add_torso(f);
    const limb right = {{-9.5, 51.5, 0}, {-22, 41, 1}, {-28, 43.5, 7.5}, {5.6, 4.8, 4.2}, ARM_R, FOREARM_R};
    const limb left = {{9.5, 51.5, 0}, {21, 40, 1}, {26, 43.5, 9}, {5.6, 4.8, 4.2}, ARM_L, FOREARM_L};
    add_limb(f, &right, 8, WHITE, (rgb){230, 230, 235}, 2, 1.5);
    add_limb(f, &left, 8, WHITE, (rgb){230, 230, 235}, 2, 1.5);
}

static void add_boot(figure *f, double x, double turn, uint16_t matrix) {
    static const rgb leather = {104, 58, 30}, sole = {48, 30, 22};
    static const double rings[][4] = {{11, 0.3, 4.6, 4.6}, {11.4, 0.3, 6.9, 6.9}, {9.2, 0.3, 6.5, 6.7},
                                      {6.5, 0.8, 5.8, 7},  {4.4, 2.6, 6.2, 9.4},  {1.6, 2.8, 6.6, 10},
                                      {0.1, 2.8, 6.2, 9.6}};
    sheet s = {.columns = 9};
    for (int i = 0; i < 7; i++) {
        point *row = level(&s, (vec){0, rings[i][0], rings[i][1]}, rings[i][2], rings[i][3], 0,
                           i > 4   ? sole
                           : i < 2 ? (rgb){150, 96, 56}
                                   : leather,
                           matrix);
        for (uint32_t c = 0; c < s.columns; c++) {
            vec p = row[c].p;
            row[c].p =
                (vec){x + p.x * cos(turn) + p.z * sin(turn), p.y + 2.4, p.z * cos(turn) - p.x * sin(turn)};
        }
    }
    add_sheet(f, &s);
}

static void add_trousers(figure *f) {
    static const rgb blue = {58, 84, 134}, deep = {40, 58, 100}, red = {206, 52, 40}, skin = {246, 196, 154};
    sheet s = {.columns = 13};
    static const double rings[][3] = {{31, 13.1, 11.7}, {27, 12.8, 11.2}, {23.5, 9.5, 8.4}, {22, 0, 0}};
    for (int i = 0; i < 4; i++)
        level(&s, (vec){0, rings[i][0], 0.4}, rings[i][1], rings[i][2], 0, i ? deep : blue, HIP);
    add_sheet(f, &s);
    const limb right = {{-6.5, 27, 0}, {-7.5, 16.5, 1}, {-8, 9, 0}, {6.2, 5.4, 5.1}, LEG_R, SHIN_R};
    const limb left = {{6.5, 27, 0}, {7.5, 16.5, 1}, {8, 9, 0}, {6.2, 5.4, 5.1}, LEG_L, SHIN_L};
    add_limb(f, &right, 8, deep, blue, 1, 1);
    add_limb(f, &left, 8, deep, blue, 1, 1);
    add_boot(f, -8, -0.32, FOOT_R);
    add_boot(f, 8, 0.27, FOOT_L);
    sheet scarf = {.columns = 11};
    static const double folds[][3] = {
        {58.5, 8.5, 8}, {58, 11, 10.2}, {55.5, 11.8, 11}, {53.4, 10.6, 9.6}, {53.2, 8, 7}};
    for (int i = 0; i < 5; i++)
        level(&scarf, (vec){0, folds[i][0], 0.8}, folds[i][1], folds[i][2], 0,
              i < 2 ? red : (rgb){168, 36, 34}, SPINE);
    add_sheet(f, &scarf);
    add_ball(f, (vec){0, 68.8, 19}, (vec){3.1, 2.9, 2.8}, 8, 4, (rgb){240, 150, 120}, HEAD);
    for (int side = -1; side <= 1; side += 2)
        add_ball(f, (vec){side * 17.2, 68.5, 0.5}, (vec){2, 3.6, 2.9}, 6, 3, skin, HEAD);
    add_ball(f, (vec){-29.6, 44.6, 10.2}, (vec){4.6, 4.4, 4.6}, 8, 4, skin, HAND_R);
    add_ball(f, (vec){27.2, 44, 12}, (vec){4.4, 4.4, 4.4}, 8, 4, skin, HAND_L);
    add_ball(f, (vec){27.5, 26.5, 13.5}, (vec){1.5, 3.4, 1.5}, 6, 3, (rgb){255, 210, 90}, LANTERN);
}

/* The hat's own space is tilted with its joint: built upright, then carried over. */
static vec tilt(const figure *f, vec p) {
    const double *m = f->worlds[HAT];
    return (vec){m[0] * p.x + m[1] * p.y + m[2] * p.z + m[3], m[4] * p.x + m[5] * p.y + m[6] * p.z + m[7],
                 m[8] * p.x + m[9] * p.y + m[10] * p.z + m[11]};
}

static void add_hat(figure *f) {
    const rgb navy = {34, 46, 88}, cream = {244, 240, 228}, black = {30, 28, 36}, gold = {226, 178, 66};
    const struct {
        double y, r;
        rgb color;
    } rings[] = {{-4.5, 15.2, {22, 28, 58}}, {-4, 16.4, navy},
                 {1.2, 16.2, navy},          {1.6, 16.6, gold},
                 {3.0, 16.6, gold},          {3.4, 17, cream},
                 {8, 20.4, cream},           {11.5, 19.2, {252, 250, 242}},
                 {14, 11, {255, 255, 250}},  {14.6, 0, {255, 255, 250}}};
    sheet s = {.columns = 13};
    for (int i = 9; i >= 0; i--) {
        point *row = level(&s, (vec){0, rings[i].y, i > 5 ? 0.5 : 0}, rings[i].r, rings[i].r * 0.97, 0,
                           rings[i].color, HAT);
        for (uint32_t c = 0; c < s.columns; c++) row[c].p = tilt(f, row[c].p);
    }
    add_sheet(f, &s);
    sheet peak = {.columns = 8};
    for (int i = 0; i < 4; i++) {
        static const double out[] = {15.5, 23.5, 23.8, 15.5}, down[] = {-1.8, -5.4, -6.2, -3.4};
        point *row = peak.at[peak.rows++];
        for (uint32_t c = 0; c < 8; c++) {
            double turn = (c / 7.0 - 0.5) * TURN * 0.36, reach = 15.5 + (out[i] - 15.5) * cos(turn * 1.35);
            vec p = {reach * sin(turn), down[i] + 2.2 * fabs(sin(turn)), reach * cos(turn)};
            row[c] = (point){.p = tilt(f, p), .color = i == 1 ? (rgb){70, 66, 82} : black, .matrix = HAT};
        }
    }
    add_sheet(f, &peak);
}

static void add_badge(figure *f) {
    point p[4];
    for (int k = 0; k < 4; k++) {
        double x = k & 1 ? 6.2 : -6.2, y = k & 2 ? 0 : 1;
        vec at = {x, 0.2 + y * 12.2, 18.1 + y * 4.4 - 0.012 * x * x};
        p[k] = (point){.p = tilt(f, at),
                       .n = unit(sub(tilt(f, (vec){0, -0.25, 1}), tilt(f, (vec){0, 0, 0}))),
                       .u = k & 1,
                       .v = 1 - y,
                       .color = WHITE,
                       .matrix = HAT};
    }
    begin(f, FIGURE_ANCHOR, 0, HAT);
    emit(f, JB_STRIP, 4, (const point *const[]){&p[0], &p[1], &p[2], &p[3]});
}

/* --------------------------------------------------------------------------------------- belongings */

static void add_oar(figure *f) {
    static const double rings[][3] = {{98, 0, 0},     {97, 2.2, 2.2},  {94, 2.2, 2.2}, {92.5, 1.5, 1.5},
                                      {60, 1.6, 1.6}, {26, 1.7, 1.7},  {23, 3.4, 1.5}, {17, 5.6, 1.3},
                                      {6, 5.2, 1.1},  {3.2, 3.6, 0.8}, {3, 0, 0}};
    sheet s = {.columns = 7};
    for (int i = 0; i < 11; i++)
        level(&s, (vec){-31.5 + (rings[i][0] - 45) * -0.05, rings[i][0], 12.5 - (rings[i][0] - 45) * 0.04},
              rings[i][1], rings[i][2], (98 - rings[i][0]) / 24,
              i < 3   ? (rgb){200, 84, 60}
              : i > 6 ? (rgb){255, 244, 225}
                      : (rgb){240, 220, 190},
              OAR);
    begin(f, FIGURE_WOOD, 0, OAR);
    add_sheet(f, &s);
}

static void add_raft(figure *f) {
    begin(f, FIGURE_WOOD, 0, ROOT);
    static const double planks[][4] = {{-26, 31, 0.02, -1.2},
                                       {-13.4, 36, -0.015, -1.7},
                                       {0, 34, 0.01, -1.4},
                                       {13.2, 37, -0.02, -1.6},
                                       {26.2, 32, 0.025, -1.1}};
    for (int i = 0; i < 5; i++) {
        double x = planks[i][0], half = planks[i][1], turn = planks[i][2];
        rgb tone = {(uint8_t)(225 + 6 * ((i * 3) % 5)), (uint8_t)(215 + 7 * ((i * 2) % 5)),
                    (uint8_t)(205 + 9 * ((i * 4) % 5))};
        vec along = {half * sin(turn), 0, half * cos(turn)};
        add_box(f, (vec){x, planks[i][3] + 2.4 - 1.2, (i * 7) % 5 - 2}, along, (vec){0, 1.7, 0},
                (vec){6.1 * cos(turn), 0, -6.1 * sin(turn)}, 1.4, tone, ROOT);
    }
    for (int k = -1; k <= 1; k += 2)
        add_box(f, (vec){0, -2.4, k * 21}, (vec){37, 0, 0.8 * k}, (vec){0, 1.4, 0}, (vec){0, 0, 3}, 1.6,
                (rgb){190, 170, 150}, ROOT);
}

static const vec LANTERN_AT = {27.5, 28, 13.5};

static void add_lantern_metal(figure *f) {
    static const double rings[][3] = {{12.4, 0, 0},  {11.6, 1.1, 0}, {10.2, 1.3, 0}, {9.2, 3, 0},
                                      {6.4, 5.8, 0}, {5.6, 5.8, 0},  {5.5, 4, 0}};
    static const double base[][2] = {{-5.4, 4}, {-5.6, 5.6}, {-7.6, 6}, {-7.8, 0}};
    static const rgb brass = {255, 214, 130};
    sheet cap = {.columns = 9}, foot = {.columns = 9};
    for (int i = 0; i < 7; i++)
        level(&cap, add(LANTERN_AT, (vec){0, rings[i][0], 0}), rings[i][1], rings[i][1], 0, brass, LANTERN);
    for (int i = 0; i < 4; i++)
        level(&foot, add(LANTERN_AT, (vec){0, base[i][0], 0}), base[i][1], base[i][1], 0, brass, LANTERN);
    begin(f, FIGURE_BRASS, 0, LANTERN);
    add_sheet(f, &cap);
    add_sheet(f, &foot);
    for (int i = 0; i < 4; i++) {
        double turn = TURN * (i + 0.5) / 4;
        add_box(f, add(LANTERN_AT, (vec){5 * cos(turn), 0, 5 * sin(turn)}), (vec){0, 5.8, 0},
                (vec){0.5, 0, 0}, (vec){0, 0, 0.5}, 1, brass, LANTERN);
    }
}

static void add_lantern_glass(figure *f) {
    static const double rings[][2] = {{5.6, 3.6}, {3, 4.5}, {-1, 4.7}, {-5.5, 3.9}};
    sheet s = {.columns = 9};
    for (int i = 0; i < 4; i++) {
        level(&s, add(LANTERN_AT, (vec){0, rings[i][0], 0}), rings[i][1], rings[i][1], i / 3.0,
              (rgb){255, (uint8_t)(240 - i * 22), (uint8_t)(170 - i * 25)}, LANTERN);
        for (uint32_t c = 0; c < s.columns; c++)
            s.at[i][c].u = s.at[i][c].u * 2 + 0.5; /* a flame at the front, one at the back */
    }
    begin(f, FIGURE_GLOW, 0, LANTERN);
    add_sheet(f, &s);
}

/* ---------------------------------------------------------------------------------------- materials */

/* Lit vertex colours, with or without a texture on them. */
static ferry_gx_material *lit(jb_model *model, const char *name, uint32_t texture) {
    uint32_t material = jb_material_add(model, name);
    ferry_gx_material *gx = &model->materials[material].gx;
    gx->channels[0] =
        (ferry_gx_channel){.lit = 1, .material_source = 1, .light_mask = 1, .diffuse = 2, .attenuation = 2};
    gx->channels[1].material_source = 1;
    for (int i = 0; i < 2; i++) gx->ambient_colors[i] = (ferry_gx_color){110, 110, 122, 255};
    if (texture == UINT32_MAX) return gx;
    gx->texgen_count = 1;
    gx->textures[0] = texture;
    gx->stages[0].texgen = gx->stages[0].map = 0;
    gx->stages[0].color = (ferry_gx_combine){.a = 15, .b = 8, .c = 10, .d = 15, .clamp = 1};
    gx->stages[0].alpha = (ferry_gx_combine){.a = 7, .b = 4, .c = 5, .d = 7, .clamp = 1};
    return gx;
}

static void materials(jb_model *model) {
    lit(model, "face", FIGURE_FACE);
    lit(model, "jersey", FIGURE_JERSEY);
    lit(model, "wood", FIGURE_WOOD);
    ferry_gx_material *beard = lit(model, "hair", FIGURE_HAIR);
    beard->stages[0].alpha =
        (ferry_gx_combine){.a = 7, .b = 7, .c = 7, .d = 5, .clamp = 1}; /* I4's alpha is its brightness */
    ferry_gx_material *badge = lit(model, "anchor", FIGURE_ANCHOR);
    badge->mode = 2, badge->cull = 0, badge->z_location = 0;
    badge->alpha_compare0 = 6, badge->alpha_ref0 = 128;
    ferry_gx_material *brass = lit(model, "brass", FIGURE_BRASS);
    brass->texgens[0] = (ferry_gx_texgen){1, 1, 30};
    brass->matrices[0] =
        (ferry_gx_texture_matrix){.present = true,
                                  .projection = 1,
                                  .mode = 6,
                                  .center = {0.5f, 0.5f, 0.5f},
                                  .scale = {1, 1},
                                  .effect = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    brass->stages[0].alpha = (ferry_gx_combine){.a = 7, .b = 7, .c = 7, .d = 5, .clamp = 1};
    ferry_gx_material *glass = lit(model, "glow", FIGURE_GLOW);
    glass->mode = 4, glass->blend_mode = 1, glass->z_write = 0;
    glass->channels[0].lit = 0; /* shines by itself */
    lit(model, "cloth", UINT32_MAX);
}

jb_model *figure_make(void) {
    static double worlds[JOINTS][12], inverses[JOINTS][12];
    figure f = {.model = jb_model_new(), .worlds = worlds, .inverses = inverses};
    jb_declare(f.model, JB_POS, 1, JB_S16, 7);
    jb_declare(f.model, JB_NRM, 0, JB_S8, 6);
    jb_declare(f.model, JB_CLR0, 1, JB_RGBA8, 0);
    jb_declare(f.model, JB_TEX0, 1, JB_S16, 10);
    f.model->scaling_rule = 2;
    skeleton(f.model);
    jb_worlds(f.model, worlds);
    for (uint16_t i = 0; i < JOINTS; i++) {
        if (!jb_invert(worlds[i], inverses[i])) jb_abort("a singular joint");
        jb_draw_matrix_add(f.model, 0, i);
    }
    figure_textures(f.model);
    materials(f.model);
    add_head(&f);
    add_beard(&f);
    add_jersey(&f);
    begin(&f, FIGURE_CLOTH, 3, ROOT);
    add_trousers(&f);
    add_hat(&f);
    add_badge(&f);
    add_oar(&f);
    add_raft(&f);
    add_lantern_metal(&f);
    add_lantern_glass(&f);
    return f.model;
}
