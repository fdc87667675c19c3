/*
 * t3dm_read_skeleton.c: bones as nodes, and one skin over all of them.
 *
 * Format: docs/formats/t3dm.md, "Skeleton". Vertices lie in bone space, so the pose of the file is its own
 * bind pose. What rests at scale 0 grows in animations only: at rest it has no shape, so such a bone's
 * vertices stay in its space, and its bind pose is at the origin.
 */
#include "formats/t3dm/read/t3dm_read_skeleton.h"

#include <float.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/pose/t3dm_normal_space.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Scale, rotation, translation. */
static bool read_transform(ferry_window *bone, ferry_node *node) {
    float v[10];
    for (uint32_t i = 0; i < 10; i++) {
        v[i] = ferry_f32_at(bone, 0x08 + 4 * i);
        if (!fy_finite((double)v[i]))
            return ferry_refuse(bone, 0x08 + 4 * i, "t3dm.bone", "not a finite number");
    }
    node->scale = (ferry_vec3){v[0], v[1], v[2]};
    node->quat = (ferry_quat){v[3], v[4], v[5], v[6]};
    double length = (double)v[3] * v[3] + (double)v[4] * v[4] + (double)v[5] * v[5] + (double)v[6] * v[6];
    if (fabs(length - 1) > 1e-4)
        node->quat = fy_quat_normalize(node->quat); /* else rounding: it goes back as it was */
    node->translate = (ferry_vec3){v[7], v[8], v[9]};
    return true;
}

/* A column of the matrix as unit vector, and its length. */
static double split_column(const ferry_matrix *m, int column, ferry_matrix *rotation) {
    double length = 0;
    for (int i = 0; i < 3; i++) length += m->m[i][column] * m->m[i][column];
    length = sqrt(length);
    for (int i = 0; i < 3; i++) rotation->m[i][column] = length > 0 ? m->m[i][column] / length : 0;
    return length;
}

/* The node whose T * R * S is a bone's matrix; what is skewed cannot be one. A mirrored one is mirrored
 * in x. */
static void decompose(const ferry_matrix *m, ferry_node *node) {
    ferry_matrix rotation = fy_matrix_identity();
    double scale[3];
    for (int k = 0; k < 3; k++) scale[k] = split_column(m, k, &rotation);
    if (fy_matrix_determinant(m) < 0) {
        scale[0] = -scale[0];
        for (int i = 0; i < 3; i++) rotation.m[i][0] = -rotation.m[i][0];
    }
    node->scale = (ferry_vec3){(float)scale[0], (float)scale[1], (float)scale[2]};
    bool flat = scale[0] * scale[1] * scale[2] == 0;
    node->quat = flat ? (ferry_quat){0, 0, 0, 1} : fy_quat_normalize(fy_quat_matrix(&rotation));
    node->translate = (ferry_vec3){(float)m->m[0][3], (float)m->m[1][3], (float)m->m[2][3]};
}

/* The largest element that was lost, and the largest that there was, of the 3 x 3 part. */
static double lost(const ferry_matrix *m, const ferry_node *node, double *most) {
    ferry_matrix made = fy_node_local(node);
    double worst = 0;
    *most = 0;
    for (int i = 0; i < 9; i++) {
        double was = m->m[i / 3][i % 3], off = fabs(was - made.m[i / 3][i % 3]);
        worst = off > worst ? off : worst;
        *most = fabs(was) > *most ? fabs(was) : *most;
    }
    return worst;
}

/* L4 and L5: a matrix, column after column. */
static bool read_matrix(ferry_window *bone, ferry_node *node) {
    ferry_matrix m;
    double most;
    for (uint32_t i = 0; i < 16; i++) {
        float value = ferry_f32_at(bone, 0x08 + 4 * i);
        if (!fy_finite((double)value))
            return ferry_refuse(bone, 0x08 + 4 * i, "t3dm.bone", "not a finite number");
        if (i % 4 < 3) m.m[i % 4][i / 4] = (double)value;
    }
    decompose(&m, node);
    if (!fy_vec3_finite(node->scale))
        return ferry_refuse(bone, 0x08, "t3dm.bone", "its matrix is out of the range of a float");
    double worst = lost(&m, node, &most);
    if (worst > 1e-3 * most) {
        ferry_say_at(bone, 0x08, FERRY_WARNING, "t3dm.bone-shear",
                     "sheared matrix, read as the nearest scale and rotation: error up to %.3g of %.3g",
                     worst, most);
    }
    return true;
}

static bool read_bone(fy_t3dm_reader *r, ferry_window *bone, uint32_t number, uint16_t *depths) {
    const char *name = fy_t3dm_read_string(r, bone, 0x00);
    uint16_t parent = ferry_u16_at(bone, 0x04), depth = ferry_u16_at(bone, 0x06);
    ferry_node read = {.name = name, .has_quat = true, .visible = true};
    if (!name || !(r->layout->bone_matrices ? read_matrix(bone, &read) : read_transform(bone, &read)))
        return false;
    if (parent != FY_T3DM_NO_PARENT && parent >= number) {
        return ferry_refuse(bone, 0x04, "t3dm.bone", "parent %u does not precede bone %u", parent, number);
    }
    depths[number] = parent == FY_T3DM_NO_PARENT ? 0 : (uint16_t)(depths[parent] + 1);
    if (depth != depths[number]) {
        ferry_say_at(bone, 0x06, r->doubt, "t3dm.bone", "depth %u, but its parents give %u", depth,
                     depths[number]);
    }
    read.parent = parent == FY_T3DM_NO_PARENT ? FERRY_NONE : r->first_bone + parent;
    ferry_node *node = ferry_append(r->scene, &r->scene->nodes, ferry_node);
    if (!node) return false;
    *node = read;
    return true;
}

/* Whether the way out of bone space and back moves a 16-bit position by less than an eighth of a unit: in
 * between it is rounded to floats. */
static bool can_undo(const ferry_matrix *world, const ferry_matrix *inverse) {
    double far = 0, back = 0;
    for (int i = 0; i < 3; i++) {
        double reach = fabs(world->m[i][3]), stretch = 0;
        for (int k = 0; k < 3; k++) {
            reach += fabs(world->m[i][k]) * INT16_MAX;
            stretch += fabs(inverse->m[i][k]);
        }
        far = fmax(far, reach);
        back = fmax(back, stretch);
    }
    return far * back * FLT_EPSILON / 2 < .125;
}

static void bind_bone(const fy_t3dm_reader *r, uint32_t bone, ferry_matrix *inverse) {
    const ferry_matrix *world = &r->worlds[bone];
    r->binds[bone] = *world;
    if (fy_matrix_invert(world, inverse) && fy_matrix_finite(inverse) && can_undo(world, inverse)) return;
    r->binds[bone] = *inverse = fy_matrix_identity();
}

static bool make_skin(fy_t3dm_reader *r) {
    ferry_skin *skin = ferry_append(r->scene, &r->scene->skins, ferry_skin);
    uint32_t room = r->bone_count + 1; /* and one joint for vertices without a bone */
    if (!skin) return false;
    *skin = (ferry_skin){.name = "skeleton",
                         .joints = ferry_scene_new(r->scene, ferry_joint, room),
                         .weights = ferry_scene_new(r->scene, ferry_weight, room),
                         .influences = ferry_scene_new(r->scene, ferry_influence, room),
                         .joint_count = r->bone_count,
                         .weight_count = r->bone_count,
                         .influence_count = r->bone_count};
    r->skin = r->scene->skins.count - 1;
    if (!skin->joints || !skin->weights || !skin->influences) return false;
    for (uint32_t i = 0; i < r->bone_count; i++) {
        ferry_joint *joint = &skin->joints[i];
        joint->node = r->first_bone + i;
        skin->weights[i] = (ferry_weight){i, 1};
        skin->influences[i] = (ferry_influence){i, 1};
        bind_bone(r, i, &joint->inverse_bind);
    }
    return true;
}

/* With matrices, normals were left in model space. */
static void find_normals(fy_t3dm_reader *r, uint32_t bone) {
    const ferry_joint *joint = &r->scene->skins.data[r->skin].joints[bone];
    r->normals_back[bone] = fy_matrix_identity();
    if (r->layout->bone_matrices) return;
    r->normals[bone] = fy_t3dm_normals_of(&r->worlds[bone], &joint->inverse_bind);
    r->normals_back[bone] = r->normals[bone].uneven ? fy_t3dm_normals_back(&r->normals[bone])
                                                    : fy_matrix_normals(&r->binds[bone]);
}

bool fy_t3dm_read_skeleton(fy_t3dm_reader *r, ferry_window *chunk) {
    uint16_t count = ferry_u16_at(chunk, 0);
    if (!ferry_window_ok(chunk)) return false;
    if (!ferry_window_holds(chunk, FY_T3DM_BONES_AT, count, r->layout->bone)) {
        return ferry_refuse(chunk, 0, "t3dm.bones", "%u bones of %u bytes, but only %zu bytes left", count,
                            r->layout->bone,
                            chunk->size < FY_T3DM_BONES_AT ? 0 : chunk->size - FY_T3DM_BONES_AT);
    }
    if (!count) return true;
    r->has_bones = true;
    r->first_bone = r->scene->nodes.count;
    r->bone_count = count;
    uint16_t *depths = ferry_new(r->job, uint16_t, count);
    if (!depths) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window bone = ferry_window_cut(
            chunk, "bone", i, FY_T3DM_BONES_AT + r->layout->bone * (uint64_t)i, r->layout->bone);
        if (!read_bone(r, &bone, i, depths)) return false;
    }
    ferry_matrix *worlds = ferry_new(r->job, ferry_matrix, r->scene->nodes.count);
    r->binds = ferry_new(r->job, ferry_matrix, count);
    r->normals = ferry_new(r->job, fy_t3dm_normals, count);
    r->normals_back = ferry_new(r->job, ferry_matrix, count);
    if (!worlds || !r->binds || !r->normals || !r->normals_back) return false;
    ferry_world_matrices(r->scene, worlds);
    r->worlds = worlds + r->first_bone;
    if (!make_skin(r)) return false;
    for (uint32_t i = 0; i < count; i++) find_normals(r, i);
    return !r->layout->bone_matrices ||
           fy_t3dm_keep_extra(r, FY_T3DM_MATRICES, chunk->base,
                              (ferry_bytes){chunk->data, FY_T3DM_BONES_AT + r->layout->bone * (size_t)count});
}
