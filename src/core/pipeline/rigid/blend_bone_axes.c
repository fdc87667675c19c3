/*
 * blend_bone_axes.c: see blend_bone_axes.h.
 *
 * The mean of several joints' matrices is a rotation after a stretch, and a bone can stretch along its own
 * axes only. What it should stretch along is mostly askew: an elbow shrinks across the axis about which it
 * bends, a shield's halves grow along their joints. So the bone gets axes in bind pose that suit all poses:
 * two of them are turned at a time, to where the squares of what lies between them add up to least (Jacobi's
 * method for several matrices at once; J.-F. Cardoso, A. Souloumiac: Jacobi angles for simultaneous
 * diagonalization).
 */
#include "core/pipeline/rigid/blend_bone_axes.h"

#include <math.h>
#include <string.h>

#include "core/base/maths.h"

/* Where yz, zx and xy are: what lies between two axes stands behind the third. */
enum { BETWEEN = 3, PARTS = 6 };

void fy_blend_bone_add_stretch(fy_blend_bone_stretch *to, const ferry_matrix *stretch) {
    double parts[PARTS];
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        parts[k] = stretch->m[k][k];
        parts[BETWEEN + k] = (stretch->m[i][j] + stretch->m[j][i]) / 2;
    }
    for (int i = 0; i < PARTS; i++)
        if (!fy_finite(parts[i] * parts[i])) return;
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < PARTS; k++) to->sums[i][k] += parts[i] * parts[k];
}

/* What the parts become where axes i and j are turned. */
static void turned_parts(int i, int j, double c, double s, double to[PARTS][PARTS]) {
    const int k = 3 - i - j, ij = BETWEEN + k, ik = BETWEEN + j, jk = BETWEEN + i;
    memset(to, 0, PARTS * sizeof *to);
    to[i][i] = to[j][j] = c * c;
    to[i][j] = to[j][i] = s * s;
    to[i][ij] = 2 * c * s, to[j][ij] = -2 * c * s;
    to[ij][ij] = c * c - s * s;
    to[ij][i] = -c * s, to[ij][j] = c * s;
    to[k][k] = 1;
    to[ik][ik] = to[jk][jk] = c;
    to[ik][jk] = s, to[jk][ik] = -s;
}

/* sums = t sums t' */
static void turn_sums(fy_blend_bone_stretch *of, double t[PARTS][PARTS]) {
    double half[PARTS][PARTS] = {{0}};
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < PARTS; k++)
            for (int n = 0; n < PARTS; n++) half[i][k] += t[i][n] * of->sums[n][k];
    memset(of->sums, 0, sizeof of->sums);
    for (int i = 0; i < PARTS; i++)
        for (int k = 0; k < PARTS; k++)
            for (int n = 0; n < PARTS; n++) of->sums[i][k] += half[i][n] * t[k][n];
}

/* Half of the angle whose tangent leaves least between axes i and j. */
static double angle_between(const fy_blend_bone_stretch *of, int i, int j) {
    const int ij = BETWEEN + 3 - i - j;
    const double apart = of->sums[i][i] + of->sums[j][j] - 2 * of->sums[i][j], between = of->sums[ij][ij],
                 both = 4 * (of->sums[i][ij] - of->sums[j][ij]), gain = apart - 4 * between;
    if (both == 0) return gain < 0 ? FY_PI / 4 : 0;
    return fy_atan2(both, gain + sqrt(gain * gain + both * both)) / 2;
}

static void turn_axes(ferry_matrix *axes, int i, int j, double c, double s) {
    for (int row = 0; row < 3; row++) {
        const double a = axes->m[row][i], b = axes->m[row][j];
        axes->m[row][i] = c * a + s * b;
        axes->m[row][j] = c * b - s * a;
    }
}

ferry_matrix fy_blend_bone_axes(const fy_blend_bone_stretch *of) {
    enum { ROUNDS = 12 };
    ferry_matrix axes = fy_matrix_identity();
    fy_blend_bone_stretch left = *of;
    const double rounding = 1e-12 * (of->sums[0][0] + of->sums[1][1] + of->sums[2][2]);
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < 3; k++) {
            const int i = (k + 1) % 3, j = (k + 2) % 3;
            double t[PARTS][PARTS], s, c;
            if (!(left.sums[BETWEEN + k][BETWEEN + k] > rounding)) continue;
            fy_sin_cos(angle_between(&left, i, j), &s, &c);
            turned_parts(i, j, c, s, t);
            turn_sums(&left, t);
            turn_axes(&axes, i, j, c, s);
        }
    return axes;
}
