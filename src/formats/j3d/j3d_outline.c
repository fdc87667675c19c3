/*
 * j3d_outline.c: as much of a model as tells which animations were made for it: joints at rest, names of
 * materials, how many shapes and textures. No vertices and no pictures, so that all models of an archive can
 * be looked at for one of them.
 */
#include "formats/j3d/j3d_outline.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_inf1.h"
#include "formats/j3d/j3d_joints.h"
#include "formats/j3d/j3d_names.h"

/* A skin whose joints have no matrices. */
static bool outline_skin(fy_j3d *j3d) {
    ferry_skin *skin = ferry_append(j3d->scene, &j3d->scene->skins, ferry_skin);
    if (!skin) return false;
    *skin = (ferry_skin){.name = j3d->scene->name, .joint_count = j3d->joint_count};
    skin->joints = ferry_scene_new(j3d->scene, ferry_joint, j3d->joint_count);
    for (uint32_t i = 0; skin->joints && i < j3d->joint_count; i++)
        skin->joints[i] = (ferry_joint){.node = j3d->joints[i].node, .inverse_bind = fy_matrix_identity()};
    return skin->joints;
}

static bool outline_materials(fy_j3d *j3d) {
    fy_j3d_chunk which = j3d->has[FY_J3D_MAT3] ? FY_J3D_MAT3 : FY_J3D_MAT2;
    ferry_window *block = &j3d->chunk[which];
    if (!j3d->has[which]) return true;
    uint32_t count = ferry_u16_at(block, 8);
    fy_j3d_names names = fy_j3d_names_open(block, 0x14, count);
    for (uint32_t i = 0; i < count; i++) {
        ferry_material *material = ferry_append(j3d->scene, &j3d->scene->materials, ferry_material);
        if (!material || !ferry_tick(j3d->job)) return false;
        *material = (ferry_material){.name = fy_j3d_name(&names, j3d->scene, i, "material"),
                                     .base_texture = FERRY_NONE};
    }
    return ferry_window_ok(block);
}

static bool outline_counts(fy_j3d *j3d) {
    uint32_t textures = j3d->has[FY_J3D_TEX1] ? ferry_u16_at(&j3d->chunk[FY_J3D_TEX1], 8) : 0;
    for (uint32_t i = 0; i < j3d->shape_count; i++) {
        ferry_mesh *mesh = ferry_append(j3d->scene, &j3d->scene->meshes, ferry_mesh);
        if (!mesh) return false;
        *mesh = (ferry_mesh){.name = "", .skin = FERRY_NONE};
    }
    for (uint32_t i = 0; i < textures; i++) {
        ferry_texture *texture = ferry_append(j3d->scene, &j3d->scene->textures, ferry_texture);
        if (!texture) return false;
        *texture = (ferry_texture){.name = "", .path = "", .image = FERRY_NONE};
    }
    return true;
}

bool fy_j3d_outline(fy_j3d *j3d) {
    return fy_j3d_read_joints(j3d) && fy_j3d_read_hierarchy(j3d) && fy_j3d_add_nodes(j3d) &&
           outline_skin(j3d) && outline_materials(j3d) && outline_counts(j3d);
}
