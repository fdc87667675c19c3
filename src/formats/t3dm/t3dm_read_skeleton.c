/*
 * t3dm_read_skeleton.c: bones as nodes, and one skin over all of them.
 *
 * Format: docs/formats/t3dm.md, "Skeleton". Vertices lie in bone space, so the pose of the file is its own
 * bind pose.
 */
#include "core/maths.h"
#include "t3dm_read.h"

static bool read_bone(fy_t3dm_reader *r, ferry_window *bone, uint32_t number, uint16_t *depths) {
    const char *name = fy_t3dm_read_string(r, bone, 0x00);
    uint16_t parent = ferry_u16_at(bone, 0x04), depth = ferry_u16_at(bone, 0x06);
    float v[10];
    if (!name) return false;
    for (uint32_t i = 0; i < 10; i++) {
        v[i] = ferry_f32_at(bone, 0x08 + 4 * i);
        if (!fy_finite((double)v[i]))
            return ferry_refuse(bone, 0x08 + 4 * i, "t3dm.bone", "not a finite number");
    }
    if (parent != FY_T3DM_NO_PARENT && parent >= number) {
        return ferry_refuse(bone, 0x04, "t3dm.bone", "parent %u does not stand before bone %u", parent,
                            number);
    }
    depths[number] = parent == FY_T3DM_NO_PARENT ? 0 : (uint16_t)(depths[parent] + 1);
    if (depth != depths[number]) {
        ferry_say_at(bone, 0x06, FERRY_WARNING, "t3dm.bone", "depth %u, its parents make it %u", depth,
                     depths[number]);
    }
    ferry_node *node = ferry_append(r->scene, &r->scene->nodes, ferry_node);
    if (!node) return false;
    *node = (ferry_node){
        .name = name,
        .parent = parent == FY_T3DM_NO_PARENT ? FERRY_NONE : r->first_bone + parent,
        .scale = {v[0], v[1], v[2]},
        .has_quat = true,
        .quat = fy_quat_normalize((ferry_quat){v[3], v[4], v[5], v[6]}),
        .translate = {v[7], v[8], v[9]},
        .visible = true,
    };
    return true;
}

static bool make_skin(fy_t3dm_reader *r, ferry_window *chunk) {
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
        if (fy_matrix_invert(&r->worlds[i], &joint->inverse_bind) && fy_matrix_finite(&joint->inverse_bind))
            continue;
        joint->inverse_bind = fy_matrix_identity();
        ferry_say_at(chunk, FY_T3DM_BONES_AT + FY_T3DM_BONE * (uint64_t)i + 0x08, FERRY_WARNING, "t3dm.bone",
                     "bone %u is scaled to nothing; its bind pose is taken to be at the origin", i);
    }
    return true;
}

bool fy_t3dm_read_skeleton(fy_t3dm_reader *r, ferry_window *chunk) {
    uint16_t count = ferry_u16_at(chunk, 0);
    if (!ferry_window_ok(chunk)) return false;
    if (!ferry_window_holds(chunk, FY_T3DM_BONES_AT, count, FY_T3DM_BONE)) {
        return ferry_refuse(chunk, 0, "t3dm.bones", "%u bones of %u bytes, %zu bytes left", count,
                            FY_T3DM_BONE,
                            chunk->size < FY_T3DM_BONES_AT ? 0 : chunk->size - FY_T3DM_BONES_AT);
    }
    if (!count) return true;
    r->has_bones = true;
    r->first_bone = r->scene->nodes.count;
    r->bone_count = count;
    uint16_t *depths = ferry_new(r->job, uint16_t, count);
    if (!depths) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_window bone =
            ferry_window_cut(chunk, "bone", i, FY_T3DM_BONES_AT + FY_T3DM_BONE * (uint64_t)i, FY_T3DM_BONE);
        if (!read_bone(r, &bone, i, depths)) return false;
    }
    ferry_matrix *worlds = ferry_new(r->job, ferry_matrix, r->scene->nodes.count);
    r->normals = ferry_new(r->job, ferry_matrix, count);
    if (!worlds || !r->normals) return false;
    ferry_world_matrices(r->scene, worlds);
    r->worlds = worlds + r->first_bone;
    for (uint32_t i = 0; i < count; i++) r->normals[i] = fy_matrix_normals(&r->worlds[i]);
    return make_skin(r, chunk);
}
