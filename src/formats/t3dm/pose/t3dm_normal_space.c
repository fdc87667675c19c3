/*
 * t3dm_normal_space.c: the space that normals are stored in.
 *
 * Format: docs/formats/t3dm.md, "Vertices". The microcode makes C * n of a stored normal n, where C is the
 * bone's matrix with columns of unit length. So n = C^-1 * N, where N is the normal in model space.
 */
#include "formats/t3dm/pose/t3dm_normal_space.h"

#include <math.h>

#include "ferry64.h"
#include "core/base/maths.h"
#include "formats/t3dm/pose/t3dm_normal.h"

#define SAME 1e-4 /* columns that differ by less are as long, and at right angles */
/* what rests flatter has no light to speak of; it is stored for clips in which it grows */
#define FLAT (1.0 / 256)

static double column_length(const ferry_matrix *m, int column) {
    double square = 0;
    for (int i = 0; i < 3; i++) square += m->m[i][column] * m->m[i][column];
    return sqrt(square);
}

/* Unit columns. False where the matrix is a turn and a scale, or flat. */
static bool find_columns(const ferry_matrix *bone, ferry_matrix *columns) {
    double lengths[3], least = INFINITY, most = 0;
    *columns = fy_matrix_identity();
    for (int k = 0; k < 3; k++) {
        lengths[k] = column_length(bone, k);
        least = fmin(least, lengths[k]);
        most = fmax(most, lengths[k]);
    }
    if (!(least > FLAT * most) || !fy_finite(most)) return false;
    for (int i = 0; i < 9; i++) columns->m[i / 3][i % 3] = bone->m[i / 3][i % 3] / lengths[i % 3];
    bool even = most - least <= SAME * most;
    for (int k = 0; k < 3; k++) {
        double dot = 0;
        for (int i = 0; i < 3; i++) dot += columns->m[i][k] * columns->m[i][(k + 1) % 3];
        even = even && fabs(dot) <= SAME;
    }
    return !even && fabs(fy_matrix_determinant(columns)) > FLAT;
}

/* Its longest column is: what bones shrink and cofactors square stays within floats. */
static ferry_matrix of_length_one(ferry_matrix m) {
    double most = fmax(column_length(&m, 0), fmax(column_length(&m, 1), column_length(&m, 2)));
    for (int i = 0; i < 9 && most > 0; i++) m.m[i / 3][i % 3] /= most;
    return m;
}

fy_t3dm_normals fy_t3dm_normals_of(const ferry_matrix *bone, const ferry_matrix *to_bone) {
    fy_t3dm_normals normals = {.to_file = fy_matrix_normals(to_bone)};
    ferry_matrix to_model = fy_matrix_multiply(bone, to_bone), carried = fy_matrix_normals(&to_model), back;
    normals.uneven = find_columns(bone, &normals.columns) && fy_matrix_invert(&normals.columns, &back);
    if (normals.uneven) normals.to_file = of_length_one(fy_matrix_multiply(&back, &carried));
    return normals;
}

ferry_matrix fy_t3dm_normals_back(const fy_t3dm_normals *normals) {
    ferry_matrix back = fy_matrix_normals(&normals->to_file), turned = fy_matrix_identity();
    for (int i = 0; i < 9; i++) turned.m[i / 3][i % 3] = back.m[i % 3][i / 3];
    return of_length_one(turned);
}

ferry_vec3 fy_t3dm_carry_normal(const fy_t3dm_normals *normals, ferry_vec3 normal, bool turned) {
    ferry_vec3 n = fy_vec3_normalize(fy_matrix_direction(&normals->to_file, normal));
    if (!normals->uneven || turned) return n;
    const double v[3] = {(double)n.x, (double)n.y, (double)n.z};
    double length = sqrt(fy_t3dm_normal_square(normals, v));
    return length > 0 ? (ferry_vec3){(float)(v[0] / length), (float)(v[1] / length), (float)(v[2] / length)}
                      : n;
}
