/* j3d_anim_joints.c: ANK1 (bck) and ANF1 (bca): tracks of joints (docs/formats/j3d.md, "Joint
 * animations"). */
#include "formats/j3d/anim/j3d_anim_joints.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/j3d_tables.h"

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
                         "animates %" PRIu32 " joints, the model has %" PRIu32 "; the extra ones are left "
                         "out",
                         joints, have);
        if (have > joints)
            ferry_say_at(&anim->chunk, 0x0C, FERRY_WARNING, "j3d.joint-count",
                         "animates %" PRIu32 " joints, the model has %" PRIu32 "; the others stay at rest",
                         joints, have);
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
static bool add_axis(fy_j3d_anim *anim, uint64_t record, const fy_j3d_numbers numbers[3], uint32_t node,
                     uint32_t axis) {
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

/* --------------------------------------------------------------------------------------- whose clip it is */

/* The length of a bone may differ by so much of it and count as kept, or from so much on as far. Over 8,107
 * pairs of public archives a model's own clips keep most bones to the last bit, and those of others next to
 * none. */
#define KEPT 0.02
#define FAR 0.25

/* A bone shorter than this share of the model's longest says nothing. */
#define SAYS_NOTHING 1e-3

/* Component `axis` of where joint `number` begins, quietly. False: the file is broken there. */
static bool first_offset(const fy_j3d_anim *anim, uint32_t number, uint32_t axis, double *value) {
    bool keyed = anim->kind == &fy_j3d_joint_keys;
    const ferry_window *w = &anim->chunk;
    uint64_t at = ferry_be32(w->data + 0x14) + (uint64_t)number * (keyed ? KEY_JOINT : FRAME_JOINT) +
                  (keyed ? 18 : 12) * axis + (keyed ? 12 : 8);
    *value = 0;
    if (!ferry_window_holds(w, at, 1, 4)) return false;
    uint32_t count = ferry_be16(w->data + at), all = ferry_be16(w->data + 0x12);
    uint64_t first = (uint64_t)ferry_be16(w->data + at + 2) + (keyed && count > 1),
             numbers = ferry_be32(w->data + 0x20);
    if (!count) return true;
    if (first >= all || !ferry_window_holds(w, numbers + 4 * first, 1, 4)) return false;
    *value = (double)ferry_bef32(w->data + numbers + 4 * first);
    return fy_finite(*value);
}

static double length_of(const double v[3]) {
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* The joint's offset at rest; false: it hangs on no other one, and may go where it likes. */
static bool bone_at_rest(const ferry_scene *scene, uint32_t number, double rest[3]) {
    const ferry_node *node = &scene->nodes.data[scene->skins.data[0].joints[number].node];
    rest[0] = (double)node->translate.x;
    rest[1] = (double)node->translate.y;
    rest[2] = (double)node->translate.z;
    return node->parent != FERRY_NONE;
}

static double longest_bone(const ferry_scene *scene) {
    double rest[3], longest = 0;
    for (uint32_t i = 0; i < scene->skins.data[0].joint_count; i++)
        if (bone_at_rest(scene, i, rest)) longest = larger(longest, length_of(rest));
    return longest;
}

static void compare_bones(const fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    double least = larger(SAYS_NOTHING * longest_bone(scene), 1e-9);
    for (uint32_t i = 0; i < fit->count; i++) {
        double rest[3], first[3] = {0}, apart[3] = {0};
        bool sound = bone_at_rest(scene, i, rest);
        for (uint32_t axis = 0; sound && axis < 3; axis++) {
            sound = first_offset(anim, i, axis, &first[axis]);
            apart[axis] = first[axis] - rest[axis];
        }
        double longer = sound ? larger(length_of(rest), length_of(first)) : 0;
        if (!(longer > least)) continue;
        fit->bones++;
        fit->kept += length_of(apart) <= KEPT * longer;
        fit->far += length_of(apart) > FAR * longer;
    }
}

static bool joints_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    fit->count = ferry_u16_at(&anim->chunk, 0x0C);
    if (!scene->skins.count || fit->count != scene->skins.data[0].joint_count) return false;
    compare_bones(anim, scene, fit);
    return true;
}

const fy_j3d_anim_kind fy_j3d_joint_keys = {
    .kind = "bck1", .tag = "ANK1", .head = HEAD, .read = read_joints, .matches = joints_fit};
const fy_j3d_anim_kind fy_j3d_joint_frames = {
    .kind = "bca1", .tag = "ANF1", .head = HEAD, .read = read_joints, .matches = joints_fit};
