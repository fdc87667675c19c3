/* node_matrix.c: see node_matrix.h. */
#include "core/scene/node_matrix.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"

/* Cosine between two axes from which on they are not at right angles: floats of a rotation matrix
 * stay below. */
static const double SQUARE = 1e-5;

/* Values that are 1 but for the rounding of floats. */
static float scale_of(double length) {
    return (float)(fabs(length - 1) < 2e-6 ? 1 : length);
}

/* A column that has no length becomes one at right angles to the others. */
static void complete(ferry_matrix *m, int col) {
    int j = (col + 1) % 3, k = (col + 2) % 3;
    if (fy_matrix_dot_columns(m, j, j) < 0.5) {
        int small = fabs(m->m[0][k]) < 0.6 ? 0 : 1;
        for (int row = 0; row < 3; row++) m->m[row][j] = (row == small) - m->m[small][k] * m->m[row][k];
        double length = sqrt(fy_matrix_dot_columns(m, j, j));
        for (int row = 0; row < 3; row++) m->m[row][j] /= length;
    }
    for (int row = 0; row < 3; row++) {
        int r1 = (row + 1) % 3, r2 = (row + 2) % 3;
        m->m[row][col] = m->m[r1][j] * m->m[r2][k] - m->m[r2][j] * m->m[r1][k];
    }
}

/* Of columns at right angles: rotation and scale. A mirrored one has one negative scale: that of the axis
 * that points most against itself. */
static void take_apart(const ferry_matrix *m, ferry_node *node) {
    ferry_matrix turn = *m;
    double lengths[3];
    int zero = -1, unit = -1;
    for (int col = 0; col < 3; col++) {
        lengths[col] = sqrt(fy_matrix_dot_columns(m, col, col));
        for (int row = 0; row < 3; row++)
            turn.m[row][col] = lengths[col] > 0 ? m->m[row][col] / lengths[col] : 0;
        if (lengths[col] > 0) unit = col;
    }
    if (unit < 0) turn = fy_matrix_identity();
    for (int col = 0; unit >= 0 && col < 3; col++)
        if (!(lengths[col] > 0)) zero = col, complete(&turn, col);
    if (zero < 0 && fy_matrix_determinant(&turn) < 0) {
        int axis = 0;
        for (int col = 1; col < 3; col++)
            if (turn.m[col][col] < turn.m[axis][axis]) axis = col;
        for (int row = 0; row < 3; row++) turn.m[row][axis] = -turn.m[row][axis];
        lengths[axis] = -lengths[axis];
    }
    node->has_quat = true;
    node->quat = fy_quat_normalize(fy_quat_matrix(&turn));
    node->scale = (ferry_vec3){scale_of(lengths[0]), scale_of(lengths[1]), scale_of(lengths[2])};
}

bool fy_matrix_shears(const ferry_matrix *m) {
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3;
        double lengths = sqrt(fy_matrix_dot_columns(m, a, a) * fy_matrix_dot_columns(m, b, b));
        if (lengths > 0 && fabs(fy_matrix_dot_columns(m, a, b)) > SQUARE * lengths) return true;
    }
    return false;
}

/* ------------------------------------------------------------------------------------------------- adding */

static ferry_node *add_node(ferry_scene *scene, const char *name, uint32_t parent, const ferry_matrix *m) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    if (!node) return NULL;
    *node =
        (ferry_node){.name = name, .parent = parent, .visible = true, .has_quat = true, .scale = {1, 1, 1}};
    node->translate = (ferry_vec3){(float)m->m[0][3], (float)m->m[1][3], (float)m->m[2][3]};
    take_apart(m, node);
    return node;
}

/* M = U * S * transpose(V): the node has U and S, a helper beneath it transpose(V). */
static bool add_sheared(ferry_scene *scene, const char *name, uint32_t parent, const ferry_matrix *m) {
    ferry_matrix upper = *m, v, lower = fy_matrix_identity();
    fy_matrix_square_columns(&upper, &v);
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 3; col++) lower.m[row][col] = v.m[col][row];
    if (!add_node(scene, name, parent, &upper)) return false;
    ferry_node *helper =
        add_node(scene, ferry_scene_format(scene, "%s.shear", name), scene->nodes.count - 1, &lower);
    if (helper) helper->helper = true;
    return helper != NULL;
}

bool fy_matrix_has_place(const ferry_matrix *m) {
    bool finite = fy_matrix_finite(m);
    for (int row = 0; finite && row < 3; row++)
        for (int col = 0; col < 4; col++) finite = finite && fabs(m->m[row][col]) < 1e18;
    return finite;
}

bool fy_add_matrix_node(ferry_scene *scene, const char *name, uint32_t parent, const ferry_matrix *m,
                        fy_matrix_nodes *nodes) {
    nodes->top = scene->nodes.count;
    bool added =
        fy_matrix_shears(m) ? add_sheared(scene, name, parent, m) : add_node(scene, name, parent, m) != NULL;
    nodes->bottom = scene->nodes.count - 1;
    return added;
}
