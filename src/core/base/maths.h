/*
 * maths.h: vectors, matrices, rotations and the few functions of libm that must give the same bits
 * everywhere. Small functions that are called often are inline.
 *
 * sqrt, floor and fabs are exact by IEEE 754; everything else that reaches an output comes from here
 * (maths.c).
 */
#ifndef FERRY_CORE_BASE_MATHS_H
#define FERRY_CORE_BASE_MATHS_H

#include <float.h>
#include <math.h>

#include "ferry64.h"

/* The same bits everywhere: each operation rounds to its own type, in the order written. */
_Static_assert(FLT_EVAL_METHOD == 0, "this compiler calculates float or double more precisely than their "
                                     "types: outputs would differ from "
                                     "those of other machines. On 32-bit x86 use -msse2 -mfpmath=sse, "
                                     "elsewhere -fexcess-precision=fast");
_Static_assert(FLT_RADIX == 2 && FLT_MANT_DIG == 24 && DBL_MANT_DIG == 53, "float and double must be those "
                                                                           "of IEEE 754");
#ifdef __FAST_MATH__
#error                                                                                                       \
    "-ffast-math and -Ofast reorder arithmetic: outputs would differ from those of other machines. Leave " \
    "them out"
#endif

/* Before a function that does nothing but call one whose time goes into loops over numbers: with all that it
 * calls of its file it is compiled for processors with wider vectors. To be called where FY_HAS_WIDE. The
 * bits are the same (cmake/vector_code.cmake). The system is asked, which knows; compilers' own ways
 * (target_clones) have each start of the program ask the processor a dozen times, which takes long on virtual
 * machines. */
#ifdef FERRY_WIDE
#include <sys/platform/x86.h>
#define FY_WIDE __attribute__((target("avx2"), flatten))
#define FY_HAS_WIDE CPU_FEATURE_ACTIVE(AVX2)
#else
#define FY_WIDE
#define FY_HAS_WIDE false
#endif

#define FY_PI 3.14159265358979323846

double fy_sin(double radians);
double fy_cos(double radians);
void fy_sin_cos(double radians, double *sine, double *cosine); /* both at once: the same as one by one */
double fy_acos(double x);                                      /* x clamped to -1..1 */
double fy_atan2(double y, double x);                           /* 0 for (0, 0) */
double fy_pow(double base, double exponent);                   /* base >= 0 */

/* Light, 0..1, to what a screen shows (sRGB), 0..1. */
double fy_display(double linear);

static inline bool fy_finite(double x) {
    return x - x == 0;
}

/* floor(), without a call where a whole number holds it: many machines have no instruction for it. */
static inline double fy_whole_below(double x) {
    if (!(fabs(x) < 1e15)) return floor(x);
    double whole = (double)(int64_t)x;
    return whole > x ? whole - 1 : whole;
}

/* Half away from zero. */
static inline double fy_round(double x) {
    return x < 0 ? -fy_whole_below(-x + 0.5) : fy_whole_below(x + 0.5);
}

/* floor() of what is well below 2^51, without a call or a branch: compilers make vector code of it. */
static inline double fy_whole_near(double x) {
    const double no_fraction = 6755399441055744.0; /* 1.5 * 2^52: sums with it are rounded to whole numbers */
    double whole = (x + no_fraction) - no_fraction;
    return whole > x ? whole - 1 : whole;
}

/* Taylor series on -pi/4..pi/4: the first dropped terms are below 1e-17. */
static inline double fy_sin_small(double x) {
    double y = x * x;
    double s = -1.0 / 1307674368000.0;
    s = s * y + 1.0 / 6227020800.0;
    s = s * y - 1.0 / 39916800.0;
    s = s * y + 1.0 / 362880.0;
    s = s * y - 1.0 / 5040.0;
    s = s * y + 1.0 / 120.0;
    s = s * y - 1.0 / 6.0;
    return x + x * y * s;
}

static inline double fy_cos_small(double x) {
    double y = x * x;
    double c = 1.0 / 20922789888000.0;
    c = c * y - 1.0 / 87178291200.0;
    c = c * y + 1.0 / 479001600.0;
    c = c * y - 1.0 / 3628800.0;
    c = c * y + 1.0 / 40320.0;
    c = c * y - 1.0 / 720.0;
    c = c * y + 1.0 / 24.0;
    return 1.0 - y * 0.5 + y * y * c;
}

/* Angles up to here lose nothing by pi/2 in three parts; no motion turns as far. */
#define FY_FAR_ROUND 1e6

/* What fy_sin_cos() does with them: x = quarter * pi/2 + rest. */
static inline void fy_sin_cos_near(double x, double *sine, double *cosine) {
    double turns = fy_whole_near(x * (2.0 / FY_PI) + 0.5);
    double rest = ((x - turns * 1.57079632673412561417) - turns * 6.07710050630396597660e-11) -
                  turns * 2.02226624879595063154e-21;
    double quarter = turns - 4.0 * fy_whole_near(turns * 0.25);
    double s = fy_sin_small(rest), c = fy_cos_small(rest);
    *sine = quarter == 0 ? s : quarter == 1 ? c : quarter == 2 ? -s : -c;
    *cosine = quarter == 0 ? c : quarter == 1 ? -s : quarter == 2 ? -c : s;
}

ferry_box fy_box_none(void); /* a box of nothing */

/* Makes a box as wide as a point asks for. */
static inline void fy_box_grow(ferry_box *box, ferry_vec3 at) {
    const float from[3] = {at.x, at.y, at.z};
    float *low[3] = {&box->min.x, &box->min.y, &box->min.z},
          *high[3] = {&box->max.x, &box->max.y, &box->max.z};
    for (int i = 0; i < 3; i++) {
        if (from[i] < *low[i]) *low[i] = from[i];
        if (from[i] > *high[i]) *high[i] = from[i];
    }
}

static inline ferry_vec3 fy_vec3_add(ferry_vec3 a, ferry_vec3 b) {
    return (ferry_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline ferry_vec3 fy_vec3_sub(ferry_vec3 a, ferry_vec3 b) {
    return (ferry_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline ferry_vec3 fy_vec3_scale(ferry_vec3 a, float by) {
    return (ferry_vec3){a.x * by, a.y * by, a.z * by};
}

/* Component by component. */
static inline ferry_vec3 fy_vec3_mul(ferry_vec3 a, ferry_vec3 b) {
    return (ferry_vec3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline ferry_vec3 fy_vec3_cross(ferry_vec3 a, ferry_vec3 b) {
    return (ferry_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double fy_vec3_dot(ferry_vec3 a, ferry_vec3 b) {
    return (double)a.x * b.x + (double)a.y * b.y + (double)a.z * b.z;
}

static inline double fy_dot3(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline double fy_vec3_length(ferry_vec3 a) {
    return sqrt(fy_vec3_dot(a, a));
}

/* Zero (or not finite) stays zero. */
static inline ferry_vec3 fy_vec3_normalize(ferry_vec3 a) {
    double length = fy_vec3_length(a);
    if (!(length > 0) || !fy_finite(length)) return (ferry_vec3){0, 0, 0};
    return (ferry_vec3){(float)(a.x / length), (float)(a.y / length), (float)(a.z / length)};
}

/* The largest number that is worked with: products of larger ones are soon no floats any more. */
#define FY_FARTHEST 1e37F

static inline bool fy_vec3_finite(ferry_vec3 a) {
    return fy_finite(a.x) && fy_finite(a.y) && fy_finite(a.z);
}

ferry_matrix fy_matrix_identity(void);
ferry_matrix fy_matrix_multiply(const ferry_matrix *a, const ferry_matrix *b); /* b acts first */
ferry_matrix fy_matrix_scale(ferry_vec3 scale);
ferry_matrix fy_matrix_translate(ferry_vec3 by);
bool fy_matrix_invert(const ferry_matrix *a, ferry_matrix *inverse); /* false: singular */
bool fy_matrix_finite(const ferry_matrix *a);
double fy_matrix_determinant(const ferry_matrix *a);               /* of the 3x3 part */
double fy_matrix_dot_columns(const ferry_matrix *m, int a, int b); /* of the 3x3 part */

static inline ferry_vec3 fy_matrix_point(const ferry_matrix *a, ferry_vec3 p) {
    return (ferry_vec3){(float)(a->m[0][0] * p.x + a->m[0][1] * p.y + a->m[0][2] * p.z + a->m[0][3]),
                        (float)(a->m[1][0] * p.x + a->m[1][1] * p.y + a->m[1][2] * p.z + a->m[1][3]),
                        (float)(a->m[2][0] * p.x + a->m[2][1] * p.y + a->m[2][2] * p.z + a->m[2][3])};
}

/* 3x3 part only. */
static inline ferry_vec3 fy_matrix_direction(const ferry_matrix *a, ferry_vec3 d) {
    return (ferry_vec3){(float)(a->m[0][0] * d.x + a->m[0][1] * d.y + a->m[0][2] * d.z),
                        (float)(a->m[1][0] * d.x + a->m[1][1] * d.y + a->m[1][2] * d.z),
                        (float)(a->m[2][0] * d.x + a->m[2][1] * d.y + a->m[2][2] * d.z)};
}

/* The matrix that carries normals: inverse transpose of the 3x3 part (adjugate, so a singular one gives no
 * NaN). Results are to be normalised. */
ferry_matrix fy_matrix_normals(const ferry_matrix *a);

/* Jacobi's way: turns the columns of the 3x3 part by twos until they are at right angles, and `turns` with
 * them: before = after * transpose(turns). */
void fy_matrix_square_columns(ferry_matrix *m, ferry_matrix *turns);

ferry_matrix fy_matrix_euler(ferry_vec3 euler); /* Rz * Ry * Rx */
ferry_matrix fy_matrix_quat(ferry_quat q);
ferry_quat fy_quat_euler(ferry_vec3 euler);
ferry_quat fy_quat_matrix(const ferry_matrix *rotation); /* of a pure rotation; w >= 0 */
ferry_quat fy_quat_normalize(ferry_quat q);              /* zero becomes the identity */

/* A node's own T * R * S, scale rule ignored. */
ferry_matrix fy_node_local(const ferry_node *node);
ferry_matrix fy_node_rotation(const ferry_node *node);
ferry_quat fy_node_quat(const ferry_node *node);

/* A count as ferry_alloc() takes it: what size_t cannot hold, where it has 32 bits, stays more than there is
 * memory for. */
static inline size_t fy_count(uint64_t count) {
    return count < SIZE_MAX ? (size_t)count : SIZE_MAX;
}

/* 0 to 1 as a byte, rounded to the nearest; beyond that cut off, and 0 for what is no number. */
static inline uint8_t fy_unit_byte(double value) {
    return (uint8_t)fy_round(value > 0 ? (value < 1 ? value * 255 : 255) : 0);
}

#endif
