/*
 * maths.h: vectors, matrices, rotations and the few functions of libm that must give the same bits
 * everywhere.
 *
 * sqrt, floor and fabs are exact by IEEE 754; everything else that reaches an output comes from here
 * (maths.c).
 */
#ifndef FERRY_CORE_BASE_MATHS_H
#define FERRY_CORE_BASE_MATHS_H

#include <float.h>

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

/* Before a function whose time goes into loops over numbers: with all that it calls of its file it is
 * compiled once more for processors with wider vectors, and the program takes what suits the machine. The
 * bits are the same (cmake/vector_code.cmake). The function is static: what chooses would be a name that the
 * shared library shows. */
#ifdef FERRY_WIDE
#define FY_WIDE __attribute__((target_clones("avx2", "default"), flatten))
#else
#define FY_WIDE
#endif

#define FY_PI 3.14159265358979323846

double fy_sin(double radians);
double fy_cos(double radians);
void fy_sin_cos(double radians, double *sine, double *cosine); /* both at once: the same as one by one */
double fy_acos(double x);                                      /* x clamped to -1..1 */
double fy_atan2(double y, double x);                           /* 0 for (0, 0) */
double fy_pow(double base, double exponent);                   /* base >= 0 */
double fy_round(double x);                                     /* half away from zero */

bool fy_finite(double x);

/* A box of nothing, and a box made as wide as a point asks for. */
ferry_box fy_box_none(void);
void fy_box_grow(ferry_box *box, ferry_vec3 at);

ferry_vec3 fy_vec3_add(ferry_vec3 a, ferry_vec3 b);
ferry_vec3 fy_vec3_sub(ferry_vec3 a, ferry_vec3 b);
ferry_vec3 fy_vec3_scale(ferry_vec3 a, float by);
ferry_vec3 fy_vec3_mul(ferry_vec3 a, ferry_vec3 b); /* component by component */
ferry_vec3 fy_vec3_cross(ferry_vec3 a, ferry_vec3 b);
double fy_vec3_dot(ferry_vec3 a, ferry_vec3 b);
double fy_vec3_length(ferry_vec3 a);
ferry_vec3 fy_vec3_normalize(ferry_vec3 a); /* zero (or not finite) stays zero */
bool fy_vec3_finite(ferry_vec3 a);

ferry_matrix fy_matrix_identity(void);
ferry_matrix fy_matrix_multiply(const ferry_matrix *a, const ferry_matrix *b); /* b acts first */
ferry_matrix fy_matrix_scale(ferry_vec3 scale);
ferry_matrix fy_matrix_translate(ferry_vec3 by);
bool fy_matrix_invert(const ferry_matrix *a, ferry_matrix *inverse); /* false: singular */
bool fy_matrix_finite(const ferry_matrix *a);
double fy_matrix_determinant(const ferry_matrix *a); /* of the 3x3 part */
ferry_vec3 fy_matrix_point(const ferry_matrix *a, ferry_vec3 p);
ferry_vec3 fy_matrix_direction(const ferry_matrix *a, ferry_vec3 d); /* 3x3 part only */

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
uint8_t fy_unit_byte(double value);

#endif
