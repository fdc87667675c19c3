/*
 * t3dm_write_skeleton.c: the bones, as scale, rotation and translation or, in L4 and L5, as matrices.
 *
 * Format: docs/formats/t3dm.md, "Skeleton" and "Older layouts".
 */
#include "formats/t3dm/write/t3dm_write_skeleton.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum { BONE_MATRIX = 0x48, MATRIX_AT = 0x08 }; /* L4 and L5 */

static void put_transform(ferry_out *out, const ferry_node *node, double scale, bool rewritten) {
    ferry_quat rotation = fy_node_quat(node);
    const ferry_vec3 *move = &node->translate;
    const float values[10] = {node->scale.x,
                              node->scale.y,
                              node->scale.z,
                              rotation.x,
                              rotation.y,
                              rotation.z,
                              rotation.w,
                              (float)((double)move->x * scale),
                              (float)((double)move->y * scale),
                              (float)((double)move->z * scale)};
    for (int i = 0; i < 10; i++) ferry_put_f32(out, rewritten ? values[i] : values[i] + 0.0f); /* no new -0 */
}

/* Column after column. */
static float element(const ferry_matrix *local, double scale, int i) {
    int row = i % 4, column = i / 4;
    double value = row < 3 ? local->m[row][column] * (column == 3 ? scale : 1) : column == 3;
    return (float)value + 0.0f;
}

/* The matrix that the node was made of, if it is still that; NULL: none. Taking a matrix apart and putting it
 * together again is not exact. */
static const uint8_t *passthrough_matrix(const ferry_scene *scene, const ferry_matrix *local, double scale,
                                         uint32_t node) {
    const ferry_extra *kept = fy_t3dm_find_passthrough(scene, FY_T3DM_MATRICES);
    size_t at =
        FY_T3DM_BONES_AT + BONE_MATRIX * (size_t)node; /* nodes are in the order of the file's bones */
    if (!kept || at + BONE_MATRIX > kept->bytes.size) return NULL;
    const uint8_t *matrix = kept->bytes.data + at + MATRIX_AT;
    double most = 0;
    for (size_t i = 0; i < 12; i++) most = fmax(most, fabs((double)ferry_bef32(matrix + 4 * i)));
    for (int i = 0; i < 16; i++) {
        double was = (double)ferry_bef32(matrix + 4 * (size_t)i), now = (double)element(local, scale, i);
        /* As much skew as the reader says nothing about. */
        if (!(fabs(was - now) <= (i < 12 ? 1e-3 * most : 1e-5 * (1 + fabs(was))))) return NULL;
    }
    return matrix;
}

static void put_matrix(ferry_out *out, const ferry_scene *scene, const fy_t3dm_pose *pose, uint32_t node) {
    ferry_matrix local = fy_node_local(&scene->nodes.data[node]);
    const uint8_t *kept = passthrough_matrix(scene, &local, pose->scale, node);
    if (kept) ferry_put_bytes(out, kept, 16 * sizeof(float));
    for (int i = 0; i < 16 && !kept; i++) ferry_put_f32(out, element(&local, pose->scale, i));
}

static void put_bone(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                     const fy_t3dm_pose *pose, uint32_t bone) {
    const ferry_node *node = &scene->nodes.data[pose->nodes[bone]];
    ferry_put_u32(out, fy_t3dm_strings_name(strings, node->name, false));
    ferry_put_u16(out, node->parent == FERRY_NONE ? (uint16_t)FY_T3DM_NO_PARENT : pose->bones[node->parent]);
    ferry_put_u16(out, pose->depths[bone]);
    if (pose->layout->bone_matrices)
        put_matrix(out, scene, pose, pose->nodes[bone]);
    else
        put_transform(out, node, pose->scale, fy_t3dm_is_rewritten(scene));
}

void fy_t3dm_put_skeleton(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                          const fy_t3dm_pose *pose) {
    ferry_put_u16(out, pose->bone_count);
    ferry_put_u16(out, 0);
    for (uint32_t b = 0; b < pose->bone_count; b++) put_bone(out, strings, scene, pose, b);
}
