/* j3d_anim_joints.c: ANK1 (bck) and ANF1 (bca): tracks of joints (docs/formats/j3d.md, "Joint animations"). */
#include <inttypes.h>

#include "formats/j3d/j3d_anim.h"

enum { KEY_JOINT = 0x36, FRAME_JOINT = 0x24, HEAD = 0x24 };

static const ferry_target targets[3] = {FERRY_TARGET_SCALE, FERRY_TARGET_ROTATE, FERRY_TARGET_TRANSLATE};

/* Scales, rotations, translations. */
static bool open_numbers(fy_j3d_anim *anim, fy_j3d_numbers numbers[3]) {
    static const char *const what[] = {"scales", "rotations", "translations"};
    double turn = anim->kind == &fy_j3d_joint_keys ? fy_j3d_angle_unit(anim) : FY_PI / 32768;
    for (uint32_t k = 0; k < 3; k++) {
        numbers[k] = (fy_j3d_numbers){.count = ferry_u16_at(&anim->chunk, 0x0E + 2 * k),
                                      .size = k == 1 ? 2 : 4,
                                      .unit = k == 1 ? turn : 1,
                                      .what = what[k]};
        if (!fy_j3d_numbers_open(anim, &numbers[k], 0x18 + 4 * k)) return false;
    }
    return true;
}

/* Joints of the model before it; where there is none, as many as the animation wants are made up. */
static bool find_skin(fy_j3d_anim *anim, uint32_t joints) {
    ferry_scene *scene = anim->scene;
    if (!anim->alone) {
        uint32_t have = scene->skins.count ? scene->skins.data[0].joint_count : 0;
        if (have < joints)
            ferry_say_at(&anim->chunk, 0x0C, FERRY_WARNING, "j3d.joint-count",
                         "moves %" PRIu32 " joints, the model has %" PRIu32 "; those beyond are left out", joints, have);
        if (have > joints)
            ferry_say_at(&anim->chunk, 0x0C, FERRY_WARNING, "j3d.joint-count",
                         "moves %" PRIu32 " joints, the model has %" PRIu32 "; the others stay at rest", joints, have);
        return true;
    }
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    if (!skin) return false;
    *skin = (ferry_skin){.name = scene->name, .joint_count = joints};
    skin->joints = ferry_scene_new(scene, ferry_joint, (size_t)joints + 1);
    for (uint32_t i = 0; i < joints; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        if (!node || !skin->joints) return false;
        *node = (ferry_node){.name = ferry_scene_format(scene, "joint%" PRIu32, i),
                             .parent = FERRY_NONE,
                             .scale = {1, 1, 1},
                             .visible = true};
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    }
    return skin->joints;
}

/* Component `axis` of all three of a joint's transforms. */
static bool add_axis(fy_j3d_anim *anim, uint64_t record, const fy_j3d_numbers numbers[3], uint32_t node, uint32_t axis) {
    bool keyed = anim->kind == &fy_j3d_joint_keys;
    for (uint32_t k = 0; k < 3; k++) {
        uint64_t at = record + (keyed ? 18 : 12) * axis + (keyed ? 6 : 4) * k;
        fy_j3d_aim aim = {.target = targets[k], .object = node, .channel = axis};
        double rest = k == 0 ? 1 : 0; /* a track without keys does not mean the model's rest pose */
        bool added = keyed ? fy_j3d_add_keys(anim, at, &numbers[k], rest, aim)
                           : fy_j3d_add_frames(anim, at, ferry_u16_at(&anim->chunk, at),
                                               ferry_u16_at(&anim->chunk, at + 2), &numbers[k], rest, aim);
        if (!added) return false;
    }
    return true;
}

static bool read_joints(fy_j3d_anim *anim) {
    fy_j3d_numbers numbers[3];
    uint32_t stride = anim->kind == &fy_j3d_joint_keys ? KEY_JOINT : FRAME_JOINT;
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C);
    uint64_t at;
    fy_j3d_read_length(anim, 0x0A);
    if (!fy_j3d_table(&anim->chunk, "joints", 0x14, count, stride) || !open_numbers(anim, numbers) ||
        !find_skin(anim, count) || !fy_j3d_locate(&anim->chunk, "joints", 0x14, 0, 0, 0x14, &at))
        return false;
    const ferry_skin *skin = anim->scene->skins.count ? &anim->scene->skins.data[0] : NULL;
    for (uint32_t i = 0; skin && i < count && i < skin->joint_count; i++) {
        fy_j3d_enter(anim, "joint", i);
        for (uint32_t axis = 0; axis < 3; axis++)
            if (!add_axis(anim, at + (uint64_t)i * stride, numbers, skin->joints[i].node, axis)) return false;
    }
    return true;
}

static bool joints_fit(fy_j3d_anim *anim, const ferry_scene *scene) {
    return scene->skins.count && ferry_u16_at(&anim->chunk, 0x0C) == scene->skins.data[0].joint_count;
}

const fy_j3d_anim_kind fy_j3d_joint_keys = {
    .kind = "bck1", .tag = "ANK1", .head = HEAD, .read = read_joints, .fits = joints_fit};
const fy_j3d_anim_kind fy_j3d_joint_frames = {
    .kind = "bca1", .tag = "ANF1", .head = HEAD, .read = read_joints, .fits = joints_fit};
