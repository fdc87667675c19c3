/* maths.c: see maths.h. Polynomials are evaluated in double precision in a fixed order, without fused
 * operations. */
#include "core/base/maths.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"

/* ---------------------------------------------------------------------------------- sine, cosine, inverse */

/* Of what is further round, full turns as doubles hold them are left out first: what a broken file says is
 * some angle then, and of unit length. */
void fy_sin_cos(double radians, double *sine, double *cosine) {
    *sine = 0;
    *cosine = 1;
    if (!fy_finite(radians)) return;
    if (fabs(radians) > FY_FAR_ROUND) radians = fmod(radians, 2 * FY_PI); /* exact by its definition */
    fy_sin_cos_near(radians, sine, cosine);
}

double fy_sin(double radians) {
    double sine, cosine;
    fy_sin_cos(radians, &sine, &cosine);
    return sine;
}

double fy_cos(double radians) {
    double sine, cosine;
    fy_sin_cos(radians, &sine, &cosine);
    return cosine;
}

/* 1 / (2 n + 1): divided once. */
static const double odd_parts[] = {1.0,      1.0 / 3,  1.0 / 5,  1.0 / 7,  1.0 / 9,  1.0 / 11, 1.0 / 13,
                                   1.0 / 15, 1.0 / 17, 1.0 / 19, 1.0 / 21, 1.0 / 23, 1.0 / 25};

/* Arc tangent of 0..1: the angle is halved twice by x / (1 + sqrt(1 + x*x)), then its series. */
static double atan_unit(double x) {
    x = x / (1.0 + sqrt(1.0 + x * x));
    x = x / (1.0 + sqrt(1.0 + x * x));
    double y = x * x, s = 0;
    for (int n = 10; n >= 0; n--) s = s * -y + odd_parts[n];
    return 4.0 * x * s;
}

double fy_atan2(double y, double x) {
    double ay = fabs(y), ax = fabs(x);
    if (ax == 0 && ay == 0) return 0;
    double angle = ay <= ax ? atan_unit(ay / ax) : FY_PI / 2 - atan_unit(ax / ay);
    if (x < 0) angle = FY_PI - angle;
    return y < 0 ? -angle : angle;
}

double fy_acos(double x) {
    if (x > 1) x = 1;
    if (x < -1) x = -1;
    return fy_atan2(sqrt((1 - x) * (1 + x)), x);
}

/* -------------------------------------------------------------------------------------------------- power */

/* log2 of a positive number: exponent by halving, then the artanh series of the mantissa in
 * sqrt(1/2)..sqrt(2). */
static double log2_positive(double x) {
    double exponent = 0;
    while (x >= 1.4142135623730951) {
        x *= 0.5;
        exponent += 1;
    }
    while (x < 0.7071067811865476) {
        x *= 2;
        exponent -= 1;
    }
    double z = (x - 1) / (x + 1), y = z * z, s = 0;
    for (int n = 12; n >= 0; n--) s = s * y + odd_parts[n];
    return exponent + 2.0 * z * s * 1.4426950408889634074;
}

static double exp2_any(double x) {
    double whole = floor(x + 0.5), rest = (x - whole) * 0.69314718055994530942, s = 1;
    for (int n = 18; n >= 1; n--) s = 1 + s * rest / n;
    for (; whole > 0; whole--) s *= 2;
    for (; whole < 0; whole++) s *= 0.5;
    return s;
}

double fy_pow(double base, double exponent) {
    if (exponent == 0 || base == 1) return 1;
    if (!(base > 0)) return 0;
    double power = log2_positive(base) * exponent;
    if (power > 1023) power = 1023;
    if (power < -1100) return 0;
    return exp2_any(power);
}

double fy_display(double linear) {
    if (!(linear > 0)) return 0;
    if (linear >= 1) return 1;
    return linear <= 0.0031308 ? 12.92 * linear : 1.055 * fy_pow(linear, 1 / 2.4) - 0.055;
}

/* ------------------------------------------------------------------------------------------------ vectors */

ferry_box fy_box_none(void) {
    return (ferry_box){{FLT_MAX, FLT_MAX, FLT_MAX}, {-FLT_MAX, -FLT_MAX, -FLT_MAX}};
}

/* ----------------------------------------------------------------------------------------------- matrices */

ferry_matrix fy_matrix_identity(void) {
    return (ferry_matrix){{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};
}

/* Two columns: compilers that know vectors keep them in one register. */
typedef double two __attribute__((vector_size(16)));

static inline two load(const double *from) {
    two made;
    memcpy(&made, from, sizeof made);
    return made;
}

ferry_matrix fy_matrix_multiply(const ferry_matrix *a, const ferry_matrix *b) {
    ferry_matrix c;
    for (int row = 0; row < 3; row++) {
        two left = {0, 0}, right = {0, a->m[row][3]};
        for (int k = 0; k < 3; k++) {
            const two part = {a->m[row][k], a->m[row][k]};
            left += part * load(b->m[k]);
            right += part * load(b->m[k] + 2);
        }
        memcpy(c.m[row], &left, sizeof left);
        memcpy(c.m[row] + 2, &right, sizeof right);
    }
    return c;
}

ferry_matrix fy_matrix_scale(ferry_vec3 scale) {
    return (ferry_matrix){{{scale.x, 0, 0, 0}, {0, scale.y, 0, 0}, {0, 0, scale.z, 0}}};
}

ferry_matrix fy_matrix_translate(ferry_vec3 by) {
    return (ferry_matrix){{{1, 0, 0, by.x}, {0, 1, 0, by.y}, {0, 0, 1, by.z}}};
}

static double cofactor(const ferry_matrix *a, int row, int col) {
    int r0 = (row + 1) % 3, r1 = (row + 2) % 3, c0 = (col + 1) % 3, c1 = (col + 2) % 3;
    return a->m[r0][c0] * a->m[r1][c1] - a->m[r0][c1] * a->m[r1][c0];
}

double fy_matrix_determinant(const ferry_matrix *a) {
    return a->m[0][0] * cofactor(a, 0, 0) + a->m[0][1] * cofactor(a, 0, 1) + a->m[0][2] * cofactor(a, 0, 2);
}

bool fy_matrix_finite(const ferry_matrix *a) {
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++)
            if (!fy_finite(a->m[row][col])) return false;
    return true;
}

double fy_matrix_dot_columns(const ferry_matrix *m, int a, int b) {
    return m->m[0][a] * m->m[0][b] + m->m[1][a] * m->m[1][b] + m->m[2][a] * m->m[2][b];
}

void fy_matrix_square_columns(ferry_matrix *m, ferry_matrix *turns) {
    enum { ROUNDS = 24 };
    *turns = fy_matrix_identity();
    for (int round = 0; round < ROUNDS; round++)
        for (int p = 0; p < 2; p++)
            for (int q = p + 1; q < 3; q++) {
                double cross = fy_matrix_dot_columns(m, p, q);
                if (cross == 0) continue;
                double theta =
                    (fy_matrix_dot_columns(m, q, q) - fy_matrix_dot_columns(m, p, p)) / (2 * cross);
                double t = (theta < 0 ? -1 : 1) / (fabs(theta) + sqrt(theta * theta + 1));
                double c = 1 / sqrt(t * t + 1), s = t * c;
                ferry_matrix *both[] = {m, turns};
                for (int i = 0; i < 2; i++)
                    for (int row = 0; row < 3; row++) {
                        double x = both[i]->m[row][p], y = both[i]->m[row][q];
                        both[i]->m[row][p] = c * x - s * y;
                        both[i]->m[row][q] = s * x + c * y;
                    }
            }
}

/* Column lengths multiplied: what the determinant would be without shear. */
static double column_volume(const ferry_matrix *a) {
    double volume = 1;
    for (int col = 0; col < 3; col++)
        volume *=
            sqrt(a->m[0][col] * a->m[0][col] + a->m[1][col] * a->m[1][col] + a->m[2][col] * a->m[2][col]);
    return volume;
}

bool fy_matrix_invert(const ferry_matrix *a, ferry_matrix *inverse) {
    double determinant = fy_matrix_determinant(a);
    if (!(fabs(determinant) > 1e-9 * column_volume(a))) return false;
    ferry_matrix out;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) out.m[row][col] = cofactor(a, col, row) / determinant;
    for (int row = 0; row < 3; row++)
        out.m[row][3] =
            -(out.m[row][0] * a->m[0][3] + out.m[row][1] * a->m[1][3] + out.m[row][2] * a->m[2][3]);
    *inverse = out;
    return fy_matrix_finite(inverse);
}

ferry_matrix fy_matrix_normals(const ferry_matrix *a) {
    /* Cofactors are the inverse transpose times the determinant: keep its sign so that mirrored normals do
     * not flip. */
    const double *x = a->m[0], *y = a->m[1], *z = a->m[2];
    ferry_matrix out = {{{y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]},
                         {z[1] * x[2] - z[2] * x[1], z[2] * x[0] - z[0] * x[2], z[0] * x[1] - z[1] * x[0]},
                         {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]}}};
    if (x[0] * out.m[0][0] + x[1] * out.m[0][1] + x[2] * out.m[0][2] < 0)
        for (int row = 0; row < 3; row++)
            for (int col = 0; col < 3; col++) out.m[row][col] = -out.m[row][col];
    return out;
}

/* ---------------------------------------------------------------------------------------------- rotations */

ferry_matrix fy_matrix_euler(ferry_vec3 euler) {
    double sx, cx, sy, cy, sz, cz;
    fy_sin_cos(euler.x, &sx, &cx);
    fy_sin_cos(euler.y, &sy, &cy);
    fy_sin_cos(euler.z, &sz, &cz);
    return (ferry_matrix){{{cz * cy, cz * sy * sx - sz * cx, cz * sy * cx + sz * sx, 0},
                           {sz * cy, sz * sy * sx + cz * cx, sz * sy * cx - cz * sx, 0},
                           {-sy, cy * sx, cy * cx, 0}}};
}

ferry_matrix fy_matrix_quat(ferry_quat q) {
    double x = q.x, y = q.y, z = q.z, w = q.w;
    return (ferry_matrix){{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0},
                           {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0},
                           {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0}}};
}

ferry_quat fy_quat_euler(ferry_vec3 euler) {
    double sx, cx, sy, cy, sz, cz;
    fy_sin_cos(euler.x * 0.5, &sx, &cx);
    fy_sin_cos(euler.y * 0.5, &sy, &cy);
    fy_sin_cos(euler.z * 0.5, &sz, &cz);
    return (ferry_quat){(float)(sx * cy * cz - cx * sy * sz), (float)(cx * sy * cz + sx * cy * sz),
                        (float)(cx * cy * sz - sx * sy * cz), (float)(cx * cy * cz + sx * sy * sz)};
}

ferry_quat fy_quat_normalize(ferry_quat q) {
    double length = sqrt((double)q.x * q.x + (double)q.y * q.y + (double)q.z * q.z + (double)q.w * q.w);
    if (!(length > 0) || !fy_finite(length)) return (ferry_quat){0, 0, 0, 1};
    return (ferry_quat){(float)(q.x / length), (float)(q.y / length), (float)(q.z / length),
                        (float)(q.w / length)};
}

ferry_quat fy_quat_matrix(const ferry_matrix *r) {
    const double(*m)[4] = r->m;
    double v[4]; /* x, y, z, w, scaled */
    double trace = m[0][0] + m[1][1] + m[2][2];
    if (trace > 0) {
        v[0] = m[2][1] - m[1][2], v[1] = m[0][2] - m[2][0], v[2] = m[1][0] - m[0][1], v[3] = 1 + trace;
    } else {
        int i = m[1][1] > m[0][0] ? 1 : 0;
        if (m[2][2] > m[i][i]) i = 2;
        int j = (i + 1) % 3, k = (i + 2) % 3;
        v[i] = 1 + m[i][i] - m[j][j] - m[k][k];
        v[j] = m[j][i] + m[i][j];
        v[k] = m[k][i] + m[i][k];
        v[3] = m[k][j] - m[j][k];
    }
    double sign = v[3] < 0 ? -1 : 1;
    double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
    if (!(length > 0)) return (ferry_quat){0, 0, 0, 1};
    length = sign / length;
    return (ferry_quat){(float)(v[0] * length), (float)(v[1] * length), (float)(v[2] * length),
                        (float)(v[3] * length)};
}

ferry_matrix fy_node_rotation(const ferry_node *node) {
    return node->has_quat ? fy_matrix_quat(node->quat) : fy_matrix_euler(node->euler);
}

ferry_quat fy_node_quat(const ferry_node *node) {
    return node->has_quat ? node->quat : fy_quat_euler(node->euler);
}

ferry_matrix fy_node_local(const ferry_node *node) {
    const ferry_matrix turn = fy_node_rotation(node);
    const double(*m)[4] = turn.m, x = node->scale.x, y = node->scale.y, z = node->scale.z;
    return (ferry_matrix){{{m[0][0] * x, m[0][1] * y, m[0][2] * z, node->translate.x},
                           {m[1][0] * x, m[1][1] * y, m[1][2] * z, node->translate.y},
                           {m[2][0] * x, m[2][1] * y, m[2][2] * z, node->translate.z}}};
}
