/* t3dm_frames.c: bones in the order of the file, and the way from a mesh to the space that the file
 * stores. */
#include "formats/t3dm/pose/t3dm_frames.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "core/scene/visible.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_normal_space.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_visibility.h"

uint32_t fy_t3dm_joint(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t vertex) {
    if (mesh->skin == FERRY_NONE) return 0;
    const ferry_skin *skin = &scene->skins.data[mesh->skin];
    const ferry_influence *influence = &skin->influences[mesh->influences[vertex]];
    const ferry_weight *weights = skin->weights + influence->first;
    uint32_t best = 0;
    for (uint32_t i = 1; i < influence->count; i++)
        best = weights[i].weight > weights[best].weight ? i : best;
    return weights[best].joint;
}

void fy_t3dm_point(const ferry_matrix *matrix, ferry_vec3 p, double result[3]) {
    for (int i = 0; i < 3; i++) {
        const double *row = matrix->m[i];
        result[i] = row[0] * (double)p.x + row[1] * (double)p.y + row[2] * (double)p.z + row[3];
    }
}

static bool any_track(const ferry_scene *scene, bool (*is)(const ferry_track *)) {
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t i = 0; i < scene->clips.data[c].track_count; i++)
            if (is(&scene->clips.data[c].tracks[i])) return true;
    return false;
}

static bool switches(const ferry_track *track) {
    return track->target == FERRY_TARGET_NODE_VISIBLE || track->target == FERRY_TARGET_DRAW_VISIBLE;
}

/* Skinned meshes that hang on one node only look the same without a skeleton. Those that are hidden count
 * where clips may show them. */
static bool many_joints(const ferry_scene *scene) {
    bool all = any_track(scene, switches);
    uint32_t node = FERRY_NONE;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        if (mesh->skin == FERRY_NONE || !(all || fy_draw_visible(scene, draw))) continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            uint32_t joint = fy_t3dm_joint(scene, mesh, v);
            uint32_t here = scene->skins.data[mesh->skin].joints[joint].node;
            if (node != FERRY_NONE && node != here) return true;
            node = here;
        }
    }
    return false;
}

/* Depth first, children in the order of the list; the runtime updates a bone's whole branch by this order. */
static bool order_bones(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose) {
    uint32_t count = scene->nodes.count;
    if (count >= FY_T3DM_NO_BONE) {
        ferry_say(job, FERRY_ERROR, "t3dm.bones", file, "", "%u nodes; the limit is %u bones", count,
                  FY_T3DM_NO_BONE - 1);
        return false;
    }
    uint32_t *child = ferry_new(job, uint32_t, count + 1), *sibling = ferry_new(job, uint32_t, count + 1);
    pose->nodes = ferry_new(job, uint32_t, count + 1);
    pose->bones = ferry_new(job, uint16_t, count + 1);
    pose->depths = ferry_new(job, uint16_t, count + 1);
    if (!child || !sibling || !pose->nodes || !pose->bones || !pose->depths) return false;
    for (uint32_t i = 0; i <= count; i++) {
        child[i] = FERRY_NONE;
        pose->bones[i] = FY_T3DM_NO_BONE; /* of a fixed node */
    }
    for (uint32_t i = count; i-- > 0;) { /* element `count` stands for the parent of the roots */
        uint32_t parent = scene->nodes.data[i].parent, above = parent == FERRY_NONE ? count : parent;
        if (scene->nodes.data[i].fixed) continue;
        sibling[i] = child[above];
        child[above] = i;
    }
    for (uint32_t at = child[count], depth = 0; at != FERRY_NONE;) {
        pose->bones[at] = (uint16_t)pose->bone_count;
        pose->depths[pose->bone_count] = (uint16_t)depth;
        pose->nodes[pose->bone_count++] = at;
        uint32_t next = child[at];
        if (next != FERRY_NONE) depth++;
        while (next == FERRY_NONE && at != FERRY_NONE) {
            next = sibling[at];
            if (next != FERRY_NONE) break;
            at = scene->nodes.data[at].parent;
            depth--;
        }
        at = next;
    }
    return true;
}

static fy_t3dm_frame frame_of(const fy_t3dm_pose *pose, uint32_t node, const ferry_matrix *to_node) {
    fy_t3dm_frame frame = {.to_model = fy_matrix_multiply(&pose->worlds[node], to_node)};
    bool on_bone = pose->skeleton && pose->bones[node] != FY_T3DM_NO_BONE;
    frame.to_file = on_bone ? *to_node : frame.to_model;
    frame.bone = on_bone ? pose->bones[node] : (uint16_t)FY_T3DM_NO_BONE;
    frame.grid = on_bone && node >= pose->first_grid ? &pose->grids[node - pose->first_grid] : NULL;
    /* Layouts with matrices left normals in model space. */
    bool in_model = !on_bone || pose->layout->bone_matrices;
    ferry_matrix same = fy_matrix_identity();
    frame.normals =
        fy_t3dm_normals_of(in_model ? &same : &pose->worlds[node], in_model ? &frame.to_model : to_node);
    return frame;
}

static bool frame_skins(ferry_job *job, const ferry_scene *scene, fy_t3dm_pose *pose) {
    pose->skins = ferry_new(job, fy_t3dm_frame *, scene->skins.count + 1);
    if (!pose->skins) return false;
    for (uint32_t s = 0; s < scene->skins.count; s++) {
        const ferry_skin *skin = &scene->skins.data[s];
        pose->skins[s] = ferry_new(job, fy_t3dm_frame, skin->joint_count + 1);
        if (!pose->skins[s]) return false;
        for (uint32_t j = 0; j < skin->joint_count; j++) {
            pose->skins[s][j] = frame_of(pose, skin->joints[j].node, &skin->joints[j].inverse_bind);
        }
    }
    return true;
}

const fy_t3dm_frame *fy_t3dm_frames(const fy_t3dm_pose *pose, const ferry_scene *scene,
                                    const ferry_draw *draw, fy_t3dm_frame *own) {
    uint32_t skin = scene->meshes.data[draw->mesh].skin;
    if (skin != FERRY_NONE) return pose->skins[skin];
    ferry_matrix same = fy_matrix_identity();
    *own = frame_of(pose, draw->node, &same);
    return own;
}

static bool any_tracked(const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        if (fy_t3dm_is_tracked(&scene->nodes.data[i])) return true;
    return false;
}

/* The tracks chunk speaks of bones, and animations move them. A file's skeleton stays, even if one of its
 * bones carries everything. */
bool fy_t3dm_wants_skeleton(const ferry_job *job, const ferry_scene *scene) {
    if (!scene->nodes.count || ferry_setting_is(job, "t3dm.skeleton", "never")) return false;
    if (ferry_setting_is(job, "t3dm.skeleton", "always")) return true;
    if (any_tracked(scene) && fy_t3dm_has_tracks(job, fy_t3dm_layout_wanted(job))) return true;
    if (any_track(scene, fy_moves_node) && fy_t3dm_layout_wanted(job)->animations) return true;
    return many_joints(scene) || fy_t3dm_has_helpers(scene) ||
           (fy_t3dm_is_rewritten(scene) && scene->skins.count);
}

/* Of the nodes that carry one. */
static bool find_grids(ferry_job *job, const ferry_scene *scene, fy_t3dm_pose *pose) {
    const ferry_extra *extra = fy_t3dm_find_passthrough(scene, FY_T3DM_GRIDS);
    if (!extra || !pose->skeleton) return true;
    memcpy(&pose->first_grid, extra->bytes.data, sizeof pose->first_grid);
    uint32_t count = scene->nodes.count - pose->first_grid;
    pose->grids = ferry_new(job, fy_t3dm_grid, count + (size_t)1);
    for (uint32_t i = 0; pose->grids && i < count; i++) {
        const ferry_node *node = &scene->nodes.data[pose->first_grid + i];
        const ferry_vec3 *at = &node->translate;
        pose->grids[i] = (fy_t3dm_grid){.bone = node->parent == FERRY_NONE ? (uint16_t)FY_T3DM_NO_BONE
                                                                           : pose->bones[node->parent],
                                        .size = (double)node->scale.x,
                                        .origin = {(double)at->x, (double)at->y, (double)at->z}};
    }
    return pose->grids;
}

bool fy_t3dm_stand(ferry_job *job, const ferry_scene *scene, const char *file, fy_t3dm_pose *pose) {
    *pose = (fy_t3dm_pose){.layout = fy_t3dm_layout_wanted(job), .scale = 1, .first_grid = FERRY_NONE};
    /* Files of L3 are from both sides of the change: one that is written again stays on its side. */
    pose->mirrored =
        pose->layout->mirrored == FY_T3DM_MIRRORED_YES || (pose->layout->mirrored == FY_T3DM_MIRRORED_EARLY &&
                                                           fy_t3dm_find_passthrough(scene, FY_T3DM_MIRRORED));
    pose->bakes = fy_t3dm_wants_skeleton(job, scene);
    pose->skeleton = pose->bakes && pose->layout->bone;
    if (pose->bakes && !pose->skeleton && ferry_setting_is(job, "t3dm.skeleton", "always")) {
        ferry_say(job, FERRY_ERROR, "t3dm.bones", file, "",
                  "t3dm.skeleton=always, but layout %s has no bones", pose->layout->name);
        return false;
    }
    pose->bakes = pose->bakes && !pose->skeleton;
    pose->worlds = ferry_new(job, ferry_matrix, scene->nodes.count + 1);
    if (!pose->worlds) return false;
    ferry_world_matrices(scene, pose->worlds);
    pose->reaches = fy_t3dm_find_reaches(job, scene);
    if (!pose->reaches || !fy_t3dm_find_visibility_groups(job, scene, pose->layout, &pose->visibility))
        return false;
    if (pose->skeleton && !order_bones(job, scene, file, pose)) return false;
    if (!find_grids(job, scene, pose)) return false;
    return frame_skins(job, scene, pose);
}
