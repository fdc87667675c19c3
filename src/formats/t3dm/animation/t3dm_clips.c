/*
 * t3dm_clips.c: clips of the scene as animations: which channels they share, their samples, how many keys are
 * needed, and what that and the codes cost.
 *
 * Format: docs/formats/t3dm.md, "Animations from clips".
 *
 * Errors are distances in model space, at the corners of the box of what each bone carries: a box around all
 * vertices moves as far as any of them at least. Chains of bones are in it, since whole poses are compared.
 */
#include "formats/t3dm/animation/t3dm_clips.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/t3dm/animation/t3dm_encode.h"
#include "formats/t3dm/animation/t3dm_keys.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/animation/t3dm_stream.h"
#include "formats/t3dm/animation/t3dm_stream_names.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_scale.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

enum { PARTS = FY_T3DM_PARTS, ROTATION_PART = FY_T3DM_ROTATION_PART, MOST_CHANNELS = 0xFFFF, CORNERS = 8 };

/* Bytes of a clip's matrices that are kept, so that it is posed once: 6 seconds of 29 bones. */
enum { MOST_KEPT = 1 << 20 };

/* What the code of a rotation turns it by at most, in radians; what that may move, in heights, before
 * channels are added that move it back. */
#define WORST_TURN 0.0024
#define WORST_MOVE 0.01

/* What a sum may be off for rounding at most, as a share of the largest that is added. */
#define ROUNDING 1e-9

/* What counts as the rest pose: lengths in heights, factors; of rotations 1 - |cosine of half the angle|. */
#define STILL 1e-5
#define STILL_TURN 1e-10

/* What a bone carries. */
typedef struct bone_bounds {
    double least[3], most[3];  /* in the bone's own space; a cube around the origin at least */
    double centre[3], half[3]; /* the same of its corners; half a side is a little too long */
    /* from the origin to the farthest point of all bones below, in model space */
    double farthest_below;
    double lever_arm; /* to the farthest that no rotation of a bone below puts right */
    double stretch;   /* by the bones above, at rest */
} bone_bounds;

/* Of a bone: how far its origin may be from the model's, and how much longer its space may make lengths. */
typedef struct chain {
    double far, stretch;
} chain;

/* A clip that a base scale has no room for. */
typedef struct refusal {
    uint32_t clip, bone;
    double farthest; /* 0: there is none */
} refusal;

typedef struct sampler {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    fy_t3dm_pose pose;
    double height, error;        /* source units */
    bone_bounds *bounds;         /* of each bone */
    bool *moved;                 /* PARTS of each bone: translation, scale, rotation */
    bool *moved_now;             /* the same, by the clip at hand */
    bool *left_out;              /* clips of the scene */
    fy_clip_player player;       /* of the clip at hand */
    ferry_node *nodes;           /* of the scene, as the keys have them */
    fy_t3dm_stance posed, after; /* of each bone: as the clip has it, as the keys do */
    const ferry_matrix *before;  /* the matrices of `posed`, or a tick of `kept` */
    ferry_matrix
        *kept; /* of each tick of the clip at hand, those of `posed`; NULL: they would take too much */
    float (*rests)[PARTS + 3]; /* each bone's parts at rest, its rotation last */
    uint32_t *of_part;         /* channel of each part of each bone */
    double *allowances;        /* of each channel */
    double (*middles)[3];      /* of what each bone carries */
    chain *chains;             /* of each bone */
    fy_t3dm_channel *channels;
    uint32_t rotations, channel_count;
    double farthest; /* matrix element of any pose of the clip at hand, in units of the file */
    uint32_t farthest_bone;
    bool turned;   /* it is one that turns or scales: the same at every base scale */
    refusal worst; /* clip that a base scale that was asked for has no room for */
} sampler;

/* What moves joints, if not by a stream that stays as it is; or puts back what others moved. */
static bool is_made(const ferry_clip *clip) {
    return (clip->whole || fy_t3dm_clip_moves(clip)) && !clip->kept;
}

static uint32_t parent_of(const sampler *s, uint32_t bone) {
    return fy_t3dm_bone_parent(s->scene, &s->pose, bone);
}

/* ---------------------------------------------------------------------------------- what is carried */

static void widen_load(bone_bounds *to, const double point[3]) {
    for (int i = 0; i < 3; i++) {
        to->least[i] = point[i] < to->least[i] ? point[i] : to->least[i];
        to->most[i] = point[i] > to->most[i] ? point[i] : to->most[i];
    }
}

static ferry_vec3 corner(const bone_bounds *of, uint32_t number) {
    return (ferry_vec3){(float)(number & 1 ? of->most[0] : of->least[0]),
                        (float)(number & 2 ? of->most[1] : of->least[1]),
                        (float)(number & 4 ? of->most[2] : of->least[2])};
}

static double stretch_of(const ferry_matrix *m) {
    double most = 0;
    for (int k = 0; k < 3; k++) {
        double square = m->m[0][k] * m->m[0][k] + m->m[1][k] * m->m[1][k] + m->m[2][k] * m->m[2][k];
        most = square > most ? square : most;
    }
    return sqrt(most);
}

static void load_vertices(sampler *s) {
    for (uint32_t d = 0; d < s->scene->draws.count; d++) {
        const ferry_draw *draw = &s->scene->draws.data[d];
        const ferry_mesh *mesh = &s->scene->meshes.data[draw->mesh];
        fy_t3dm_frame own;
        const fy_t3dm_frame *frames = fy_t3dm_frames(&s->pose, s->scene, draw, &own);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(s->scene, mesh, v)];
            double point[3];
            if (frame->bone == FY_T3DM_NO_BONE) continue;
            fy_t3dm_point(&frame->to_file, mesh->positions[v], point);
            widen_load(&s->bounds[frame->bone], point);
        }
    }
}

static ferry_vec3 origin_of(const sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    return (ferry_vec3){(float)world->m[0][3], (float)world->m[1][3], (float)world->m[2][3]};
}

/* How far what a bone carries is from its origin and from those of all bones above. */
static void find_reach(sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    for (uint32_t above = bone; above != FERRY_NONE; above = parent_of(s, above)) {
        ferry_vec3 from = origin_of(s, above);
        for (uint32_t k = 0; k < CORNERS; k++) {
            ferry_vec3 at = fy_matrix_point(world, corner(&s->bounds[bone], k));
            double far = fy_vec3_length(fy_vec3_sub(at, from));
            if (far > s->bounds[above].farthest_below) s->bounds[above].farthest_below = far;
        }
    }
}

/* Bones that turn put right what bones above them did, but for where their own origins stand. */
static void find_near(sampler *s, uint32_t bone) {
    const ferry_matrix *world = &s->pose.worlds[s->pose.nodes[bone]];
    uint32_t above = bone;
    for (bool turned = false; above != FERRY_NONE && !turned; above = parent_of(s, above)) {
        ferry_vec3 from = origin_of(s, above);
        for (uint32_t k = 0; k < CORNERS; k++) {
            double far =
                fy_vec3_length(fy_vec3_sub(fy_matrix_point(world, corner(&s->bounds[bone], k)), from));
            if (far > s->bounds[above].lever_arm) s->bounds[above].lever_arm = far;
        }
        turned = s->moved[PARTS * (size_t)above + ROTATION_PART];
    }
    above = parent_of(s, bone);
    for (bool turned = false; above != FERRY_NONE && !turned; above = parent_of(s, above)) {
        double far = fy_vec3_length(fy_vec3_sub(origin_of(s, bone), origin_of(s, above)));
        if (far > s->bounds[above].lever_arm) s->bounds[above].lever_arm = far;
        turned = s->moved[PARTS * (size_t)above + ROTATION_PART];
    }
}

/* Of its own box and the origins of its children, in its space. */
static void find_middle(sampler *s, uint32_t bone) {
    bone_bounds box = s->bounds[bone];
    ferry_matrix back;
    if (!fy_matrix_invert(&s->pose.worlds[s->pose.nodes[bone]], &back)) back = fy_matrix_identity();
    for (uint32_t b = bone + 1; b < s->pose.bone_count && s->pose.depths[b] > s->pose.depths[bone]; b++) {
        if (parent_of(s, b) != bone) continue;
        ferry_vec3 at = fy_matrix_point(&back, origin_of(s, b));
        widen_load(&box, (const double[3]){(double)at.x, (double)at.y, (double)at.z});
    }
    for (int i = 0; i < 3; i++) s->middles[bone][i] = (box.least[i] + box.most[i]) / 2 * s->pose.scale;
}

static void widen_by_cube(sampler *s, uint32_t bone, double side) {
    widen_load(&s->bounds[bone], (const double[3]){-side, -side, -side});
    widen_load(&s->bounds[bone], (const double[3]){side, side, side});
}

/* How far the box is from the bone's origin, in model space. */
static double apart(const bone_bounds *of, double stretch) {
    double square = 0;
    for (int i = 0; i < 3; i++) {
        double off = of->least[i] > 0 ? of->least[i] : of->most[i] < 0 ? -of->most[i] : 0;
        square += off * off;
    }
    return sqrt(square) * stretch;
}

static void find_sides(bone_bounds *of) {
    const ferry_vec3 low = corner(of, 0), high = corner(of, CORNERS - 1);
    const double least[3] = {(double)low.x, (double)low.y, (double)low.z},
                 most[3] = {(double)high.x, (double)high.y, (double)high.z};
    for (int i = 0; i < 3; i++) {
        of->centre[i] = (least[i] + most[i]) / 2;
        of->half[i] = (most[i] - least[i]) / 2 + (fabs(least[i]) + fabs(most[i])) * ROUNDING;
    }
}

/* What games hang on bones has to move right, too: a cube a twentieth of the height to each side, where the
 * bone's origin is not far from all that it carries. */
static void find_loads(sampler *s) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        for (int i = 0; i < 3; i++) {
            s->bounds[b].least[i] = INFINITY;
            s->bounds[b].most[i] = -INFINITY;
        }
    load_vertices(s);
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        double own = stretch_of(&s->pose.worlds[s->pose.nodes[b]]);
        uint32_t parent = parent_of(s, b);
        bool bare = s->bounds[b].least[0] > s->bounds[b].most[0];
        if (bare || apart(&s->bounds[b], own) < s->height / 2)
            widen_by_cube(s, b, s->height / 20 / (own > 0 ? own : 1));
        s->bounds[b].stretch = parent == FERRY_NONE ? 1 : stretch_of(&s->pose.worlds[s->pose.nodes[parent]]);
    }
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        find_reach(s, b);
        find_middle(s, b);
        find_sides(&s->bounds[b]);
    }
}

/* ---------------------------------------------------------------------------------------------- channels */

static void take_parts(const ferry_node *node, float parts[PARTS + 3]) {
    ferry_quat turn = fy_node_quat(node);
    const float all[PARTS + 3] = {node->translate.x,
                                  node->translate.y,
                                  node->translate.z,
                                  node->scale.x,
                                  node->scale.y,
                                  node->scale.z,
                                  turn.x,
                                  turn.y,
                                  turn.z,
                                  turn.w};
    memcpy(parts, all, sizeof all);
}

/* Not worked out again for what stands as it rests. */
static ferry_quat turn_now(const sampler *s, uint32_t bone) {
    const ferry_node *rest = &s->scene->nodes.data[s->pose.nodes[bone]],
                     *now = &s->player.nodes[s->pose.nodes[bone]];
    const float *q = s->rests[bone] + ROTATION_PART;
    return fy_t3dm_turned_alike(rest, now) ? (ferry_quat){q[0], q[1], q[2], q[3]} : fy_node_quat(now);
}

static void compare_parts(const sampler *s, uint32_t bone) {
    const float *rest = s->rests[bone];
    const ferry_node *node = &s->player.nodes[s->pose.nodes[bone]];
    const float now[ROTATION_PART] = {node->translate.x, node->translate.y, node->translate.z,
                                      node->scale.x,     node->scale.y,     node->scale.z};
    bool *moved = s->moved_now + PARTS * (size_t)bone;
    for (int k = 0; k < ROTATION_PART; k++)
        moved[k] |= fabs((double)now[k] - (double)rest[k]) > STILL * (k < 3 ? s->height : 1);
    if (moved[ROTATION_PART]) return;
    const ferry_quat q = turn_now(s, bone);
    const float turn[4] = {q.x, q.y, q.z, q.w};
    double cosine = 0;
    for (int k = 0; k < 4; k++) cosine += (double)turn[k] * (double)rest[ROTATION_PART + k];
    moved[ROTATION_PART] = 1 - fabs(cosine) > STILL_TURN;
}

/* A bone that turns what is far from its origin is moved, too, so that the middle of that stays in place.
 * Others are moved as the clip says: their translations need not follow the rounding of rotations. */
static void add_moves(sampler *s, uint32_t bone) {
    bool *moved = s->moved + PARTS * (size_t)bone;
    double arm = 0, own = stretch_of(&s->pose.worlds[s->pose.nodes[bone]]);
    for (int i = 0; i < 3; i++) arm += s->middles[bone][i] * s->middles[bone][i];
    if (moved[ROTATION_PART] && sqrt(arm) / s->pose.scale * own * WORST_TURN > WORST_MOVE * s->height)
        moved[0] = moved[1] = moved[2] = true;
    else
        memset(s->middles[bone], 0, sizeof s->middles[bone]);
}

/* What the clips move that are written. Of clips that all keep still, the first bone's x: they can be asked
 * for. */
static void settle_moved(sampler *s) {
    uint32_t found = 0;
    for (uint32_t i = 0; i < PARTS * s->pose.bone_count; i++) found += s->moved[i];
    if (!found) s->moved[0] = true;
    for (uint32_t b = 0; b < s->pose.bone_count; b++) add_moves(s, b);
    for (uint32_t b = 0; b < s->pose.bone_count; b++) find_near(s, b);
}

static void add_channel(sampler *s, uint32_t bone, uint32_t part) {
    bool turn = part == ROTATION_PART;
    s->of_part[PARTS * (size_t)bone + part] = s->channel_count;
    s->channels[s->channel_count++] = (fy_t3dm_channel){.bone = (uint16_t)bone,
                                                        .kind = turn       ? FY_T3DM_ROTATION
                                                                : part < 3 ? FY_T3DM_TRANSLATION
                                                                           : FY_T3DM_SCALING,
                                                        .component = turn ? 0 : (uint8_t)(part % 3)};
    s->rotations += turn;
}

static bool list_channels(sampler *s) {
    size_t most = PARTS * (size_t)s->pose.bone_count;
    s->channels = ferry_new(s->job, fy_t3dm_channel, most);
    s->of_part = ferry_new(s->job, uint32_t, most);
    s->allowances = ferry_new(s->job, double, most);
    if (!s->channels || !s->of_part || !s->allowances) return false;
    for (size_t i = 0; i < most; i++) s->of_part[i] = FERRY_NONE;
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        if (s->moved[PARTS * (size_t)b + ROTATION_PART]) add_channel(s, b, ROTATION_PART);
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        for (uint32_t k = 0; k < ROTATION_PART; k++)
            if (s->moved[PARTS * (size_t)b + k]) add_channel(s, b, k);
    if (s->channel_count <= MOST_CHANNELS) return true;
    ferry_say(s->job, FERRY_ERROR, "t3dm.channel-count", s->file, "",
              "animations use %u channels of %u bones; the limit is %d", s->channel_count, s->pose.bone_count,
              MOST_CHANNELS);
    return false;
}

/* ------------------------------------------------------------------------------------------------ samples */

static float get_part(const ferry_vec3 *v, uint32_t component) {
    return component == 0 ? v->x : component == 1 ? v->y : v->z;
}

/* In the file's units. What turns as it did the tick before is not worked out again. */
static void take_sample(const sampler *s, fy_t3dm_channel *channel, uint32_t tick) {
    const ferry_node *node = &s->player.nodes[s->pose.nodes[channel->bone]];
    bool scales = channel->kind == FY_T3DM_SCALING;
    if (channel->kind == FY_T3DM_ROTATION) {
        float *to = channel->exact + 4 * (size_t)tick;
        const ferry_quat turn = tick && !s->posed.turned[channel->bone]
                                    ? (ferry_quat){to[-4], to[-3], to[-2], to[-1]}
                                    : turn_now(s, channel->bone);
        memcpy(to, (const float[4]){turn.x, turn.y, turn.z, turn.w}, 4 * sizeof *to);
        return;
    }
    float part = get_part(scales ? &node->scale : &node->translate, channel->component);
    channel->exact[tick] = scales ? part : (float)((double)part * s->pose.scale);
}

/* The matrices of all bones at a tick, as the clip has them. */
static void pose_by_clip(sampler *s, const ferry_clip *clip, double tick) {
    fy_t3dm_clip_move(clip, tick, &s->player);
    fy_t3dm_stand_as(&s->posed, s->player.nodes);
    s->before = s->posed.worlds;
}

static bool open_channels(sampler *s, uint32_t ticks) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        fy_t3dm_channel *channel = &s->channels[c];
        size_t width = channel->kind == FY_T3DM_ROTATION ? 4 : 1;
        channel->ticks = ticks;
        channel->still = true;
        channel->coded = channel->level = false;
        channel->exact = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->exact);
        channel->samples = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->samples);
        channel->codes = ferry_new(s->job, uint32_t, ticks + (size_t)1);
        channel->keys = ferry_new(s->job, uint32_t, ticks + (size_t)1);
        channel->played = ferry_alloc(s->job, ticks + (size_t)1, width * sizeof *channel->played);
        if (!channel->exact || !channel->samples || !channel->codes || !channel->keys || !channel->played)
            return false;
    }
    return true;
}

/* Which part of a bone a track moves; below 0: none, or all of them. */
static uint32_t part_of(const ferry_track *track) {
    return track->target == FERRY_TARGET_TRANSLATE ? track->channel
           : track->target == FERRY_TARGET_SCALE   ? 3 + track->channel
                                                   : ROTATION_PART;
}

/* Channels that some track of the clip at hand moves. */
static void find_moving(sampler *s) {
    for (uint32_t i = 0; i < s->player.count; i++) {
        const ferry_track *track = s->player.tracks[i].track;
        uint32_t bone = fy_moves_node(track) ? s->pose.bones[track->object] : FY_T3DM_NO_BONE;
        if (bone == FY_T3DM_NO_BONE) continue;
        uint32_t channel = s->of_part[PARTS * (size_t)bone + part_of(track)];
        if (channel != FERRY_NONE) s->channels[channel].still = false;
    }
}

/* The others have at each tick what they have at the first. */
static void fill_still(sampler *s, uint32_t ticks) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        fy_t3dm_channel *channel = &s->channels[c];
        size_t width = channel->kind == FY_T3DM_ROTATION ? 4 : 1;
        for (size_t t = 1; channel->still && t <= ticks; t++)
            memcpy(channel->exact + t * width, channel->exact, width * sizeof *channel->exact);
    }
}

static bool sample_clip(sampler *s, const ferry_clip *clip, uint32_t ticks) {
    size_t bones = s->pose.bone_count;
    if (!open_channels(s, ticks) || !fy_clip_play(s->job, &s->scene->nodes, clip, &s->player)) return false;
    s->kept = NULL;
    if (ticks + (uint64_t)1 <= MOST_KEPT / sizeof *s->kept / bones) {
        s->kept = ferry_new(s->job, ferry_matrix, bones * (ticks + (size_t)1));
        if (!s->kept) return false;
    }
    find_moving(s);
    for (uint32_t t = 0; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return false;
        pose_by_clip(s, clip, t);
        for (uint32_t c = 0; c < s->channel_count; c++)
            if (!t || !s->channels[c].still) take_sample(s, &s->channels[c], t);
        if (s->kept) memcpy(s->kept + t * bones, s->before, bones * sizeof *s->kept);
    }
    fill_still(s, ticks);
    return true;
}

/* ------------------------------------------------------------------------------------------------- errors */

static void set_part(ferry_vec3 *v, uint32_t component, double value) {
    float *parts[3] = {&v->x, &v->y, &v->z};
    *parts[component] = (float)value;
}

static const double *played_at(const fy_t3dm_channel *channel, uint32_t tick) {
    return channel->played + (channel->kind == FY_T3DM_ROTATION ? 4 : 1) * (size_t)tick;
}

static void apply(const sampler *s, const fy_t3dm_channel *channel, const double value[4]) {
    ferry_node *node = &s->nodes[s->pose.nodes[channel->bone]];
    if (channel->kind == FY_T3DM_TRANSLATION)
        set_part(&node->translate, channel->component, value[0] / s->pose.scale);
    if (channel->kind == FY_T3DM_SCALING) set_part(&node->scale, channel->component, value[0]);
    if (channel->kind != FY_T3DM_ROTATION) return;
    node->has_quat = true;
    node->quat = (ferry_quat){(float)value[0], (float)value[1], (float)value[2], (float)value[3]};
}

/* And as the keys do. Ticks rise from 0 on; what the channels leave alone is at rest from then on. */
static void pose_by_keys(sampler *s, uint32_t tick) {
    if (!tick) memcpy(s->nodes, s->scene->nodes.data, s->scene->nodes.count * sizeof *s->nodes);
    for (uint32_t c = 0; c < s->channel_count; c++)
        if (!tick || !s->channels[c].level) apply(s, &s->channels[c], played_at(&s->channels[c], tick));
    fy_t3dm_stand_as(&s->after, s->nodes);
}

/* Whether no corner goes beyond `worst`, by what the box's sides and its middle do one by one, which is never
 * less: most bones are done with then. */
static bool differs_less(const sampler *s, uint32_t bone, double worst) {
    const bone_bounds *of = &s->bounds[bone];
    double square = 0;
    for (int i = 0; i < 3; i++) {
        const double *a = s->after.worlds[bone].m[i], *b = s->before[bone].m[i];
        double shift = a[3] - b[3], sides = fabs(shift) * ROUNDING;
        for (int k = 0; k < 3; k++) {
            double apart = a[k] - b[k];
            shift += apart * of->centre[k];
            sides += fabs(apart) * of->half[k];
        }
        square += (fabs(shift) + sides) * (fabs(shift) + sides);
    }
    return square <= worst * worst * (1 - 1e-5);
}

/* The largest of all corners if that is more than `worst`, else that. */
static double difference(const sampler *s, uint32_t bone, double worst) {
    ferry_matrix apart;
    double most = 0; /* its square: the order is the same */
    if (differs_less(s, bone, worst)) return worst;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) apart.m[i][k] = s->after.worlds[bone].m[i][k] - s->before[bone].m[i][k];
    for (uint32_t k = 0; k < CORNERS; k++) {
        ferry_vec3 at = fy_matrix_point(&apart, corner(&s->bounds[bone], k));
        double far = fy_vec3_dot(at, at);
        most = far > most ? far : most;
    }
    most = sqrt(most);
    return most > worst ? most : worst;
}

/* Whether the largest element is no more than `farthest`; what is no number is. */
static bool stays_within(const ferry_matrix *world, double scale, double farthest) {
    bool within = true;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            within &= (k == 3 ? fabs(world->m[i][k]) * scale : fabs(world->m[i][k])) <= farthest;
    return within;
}

static void find_farthest(sampler *s, const ferry_matrix *worlds) {
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        if (stays_within(&worlds[b], s->pose.scale, s->farthest)) continue;
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++) {
                double size = k == 3 ? fabs(worlds[b].m[i][k]) * s->pose.scale : fabs(worlds[b].m[i][k]);
                if (size <= s->farthest) continue;
                s->farthest = isnan(size) ? INFINITY : size;
                s->farthest_bone = b;
                s->turned = k < 3;
            }
    }
}

/* The console's matrices are 16.16 fixed point. */
static bool is_held(const sampler *s) {
    return s->farthest <= INT16_MAX;
}

/* The worst of a clip; below 0 if the job was ended. How far the clip itself goes is asked `first` only. */
static double measure_clip(sampler *s, const ferry_clip *clip, uint32_t ticks, bool first) {
    double worst = 0;
    for (uint32_t t = 0; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return -1;
        if (s->kept)
            s->before = s->kept + t * (size_t)s->pose.bone_count;
        else
            pose_by_clip(s, clip, t);
        pose_by_keys(s, t);
        if (first) find_farthest(s, s->before);
        find_farthest(s, s->after.worlds);
        for (uint32_t b = 0; b < s->pose.bone_count; b++) worst = difference(s, b, worst);
    }
    return worst;
}

/* Halfway between a tick and the one before it. */
static void mean_of(const fy_t3dm_channel *channel, uint32_t tick, double out[4]) {
    const double *a = played_at(channel, tick - 1), *b = played_at(channel, tick);
    double cosine = 0, length = 0;
    if (channel->kind != FY_T3DM_ROTATION) {
        out[0] = (a[0] + b[0]) / 2;
        return;
    }
    for (int k = 0; k < 4; k++) cosine += a[k] * b[k];
    for (int k = 0; k < 4; k++) out[k] = (a[k] + (cosine < 0 ? -b[k] : b[k])) / 2;
    for (int k = 0; k < 4; k++) length += out[k] * out[k];
    for (int k = 0; length > 0 && k < 4; k++) out[k] /= sqrt(length);
}

/* The worst half-way between two ticks, where a game of another rate may look: what bends or jumps there is
 * on its way in a straight line. Below 0 if the job was ended. */
static double measure_between(sampler *s, const ferry_clip *clip, uint32_t ticks) {
    double worst = 0;
    for (uint32_t t = 1; t <= ticks; t++) {
        if (!ferry_tick(s->job)) return -1;
        for (uint32_t c = 0; c < s->channel_count; c++) {
            double mean[4];
            if (t > 1 && s->channels[c].level) continue;
            mean_of(&s->channels[c], t, mean);
            apply(s, &s->channels[c], mean);
        }
        fy_t3dm_stand_as(&s->after, s->nodes);
        pose_by_clip(s, clip, t - 0.5);
        find_farthest(s, s->after.worlds);
        for (uint32_t b = 0; b < s->pose.bone_count; b++) worst = difference(s, b, worst);
    }
    return worst;
}

/* ------------------------------------------------------------------------------------------------- keys */

/* What moves what a bone carries by `error`, as a number of the channel. */
static double allowance(const sampler *s, const fy_t3dm_channel *channel, double error) {
    const bone_bounds *of = &s->bounds[channel->bone];
    if (channel->kind == FY_T3DM_TRANSLATION)
        return of->stretch > 0 ? error * s->pose.scale / of->stretch : 0;
    if (of->lever_arm <= 0) return 0;
    if (channel->kind == FY_T3DM_ROTATION) return error / of->lever_arm;
    const ferry_vec3 *scale = &s->scene->nodes.data[s->pose.nodes[channel->bone]].scale;
    double own = fabs((double)(channel->component == 0   ? scale->x
                               : channel->component == 1 ? scale->y
                                                         : scale->z));
    return error * own / of->farthest_below;
}

static bool encode(sampler *s, uint32_t ticks, double share) {
    fy_t3dm_encoder encoder = {.job = s->job,
                               .scene = s->scene,
                               .pose = &s->pose,
                               .channels = s->channels,
                               .of_part = s->of_part,
                               .allowances = s->allowances,
                               .middles = (const double(*)[3])s->middles,
                               .ticks = ticks};
    return fy_t3dm_encode(&encoder, share);
}

/* Errors of a chain add up: each channel is allowed less until the whole is no more than `error` worse than
 * all codes are. */
static bool reduce(sampler *s, const ferry_clip *clip, uint32_t ticks, double floor, double *error) {
    double share = 1;
    for (uint32_t c = 0; c < s->channel_count; c++)
        s->allowances[c] = allowance(s, &s->channels[c], s->error);
    for (int tries = 0; tries < 8; tries++) {
        if (!encode(s, ticks, share)) return false;
        double whole = measure_clip(s, clip, ticks, false);
        if (whole < 0) return false;
        *error = whole > floor ? whole - floor : 0;
        if (*error <= s->error) return true;
        double less = 0.9 * (floor + s->error) / whole;
        share *= less > 0.5 ? less : 0.5;
    }
    *error = 0;
    return encode(s, ticks, -1);
}

/* ------------------------------------------------------------------------------------------------- clips */

static bool named_alike(const sampler *s, uint32_t clip) {
    const ferry_clip *clips = s->scene->clips.data;
    for (uint32_t i = 0; i < s->scene->clips.count; i++)
        if (i != clip && !s->left_out[i] && fy_t3dm_clip_moves(&clips[i]) &&
            strcmp(clips[i].name, clips[clip].name) == 0)
            return true;
    return false;
}

static void name_animation(const sampler *s, uint32_t clip, uint32_t number, fy_t3dm_animation *to) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    const char *name = fy_t3dm_stream_name(s->job, s->file, number);
    bool alike = named_alike(s, clip);
    to->name = alike ? ferry_job_format(s->job, "%s.%s", of->name, of->kind) : of->name;
    to->path = fy_t3dm_stream_path(s->job, name);
    to->file = fy_t3dm_stream_file(s->job, s->file, name);
}

static void report_clip(const sampler *s, const ferry_clip *clip, uint32_t number,
                        const fy_t3dm_animation *of, double floor, double error, double between) {
    double percent = s->height > 0 ? 100 / s->height : 0;
    unsigned long long all = 0;
    for (uint32_t c = 0; c < s->channel_count; c++) all += s->channels[c].ticks + 1ull;
    ferry_say(
        s->job, FERRY_NOTE, "t3dm.animation", s->file,
        ferry_job_format(s->job, "clip[%u] \"%s\"", number, clip->name),
        "%.3f s (%s), %u rotation and %u scalar channels; %u of %llu keys, %zu bytes; error from removed "
        "keys %.3g %% of the height, from rounding %.3g %%, halfway between two ticks %.3g %%",
        of->duration, fy_loop_name(clip->loop), of->rotations, of->channel_count - of->rotations, of->records,
        all, of->stream.size, error * percent, floor * percent, between * percent);
}

/* For the chunk, without what only the stream is made of. */
static void copy_channels(const sampler *s, fy_t3dm_channel *to) {
    for (uint32_t c = 0; c < s->channel_count; c++) {
        to[c] = s->channels[c];
        to[c].exact = to[c].samples = NULL;
        to[c].codes = to[c].keys = NULL;
        to[c].played = NULL;
    }
}

/* `s` then tells whether the console's matrices hold it. */
static bool make_animation(sampler *s, uint32_t clip, uint32_t number, fy_t3dm_animation *to) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    uint32_t ticks = fy_t3dm_clip_ticks(of);
    double error, floor, between;
    s->farthest = 0;
    name_animation(s, clip, number, to);
    *to = (fy_t3dm_animation){clip, to->name,    to->path,     to->file,         fy_t3dm_clip_duration(of),
                              0,    s->channels, s->rotations, s->channel_count, {NULL, 0}};
    fy_t3dm_channel *kept = ferry_new(s->job, fy_t3dm_channel, s->channel_count);
    ferry_mark mark = ferry_job_mark(s->job);
    if (!kept || !sample_clip(s, of, ticks)) return false;
    floor = encode(s, ticks, -1) ? measure_clip(s, of, ticks, true) : -1;
    if (floor < 0 || !reduce(s, of, ticks, floor, &error) || !fy_t3dm_make_stream(s->job, to)) return false;
    between = measure_between(s, of, ticks);
    if (between < 0) return false;
    if (is_held(s)) report_clip(s, of, clip, to, floor, error, between);
    to->channels = kept;
    copy_channels(s, kept);
    ferry_job_release(s->job, mark);
    return true;
}

static void report_too_long(const sampler *s, uint32_t clip) {
    const ferry_clip *of = &s->scene->clips.data[clip];
    ferry_say(s->job, FERRY_LOSS, "t3dm.animation-length", s->file,
              ferry_job_format(s->job, "clip[%u] \"%s\"", clip, of->name),
              "lasts %g seconds; the limit is %.0f; left out", of->duration, floor(fy_t3dm_longest_clip()));
}

/* A base scale at which what is `farthest` out fits, with a margin as the automatic one has. */
static double scale_for(const sampler *s, double farthest) {
    return s->pose.scale * INT16_MAX * FY_T3DM_SCALE_MARGIN / farthest;
}

static const char *bone_name(const sampler *s, uint32_t bone) {
    return s->scene->nodes.data[s->pose.nodes[bone]].name;
}

/* Another base scale would do, and leave enough of the model: who asked for this one is to know. */
static bool refuse_clip(sampler *s, uint32_t clip) {
    double scale = scale_for(s, s->farthest);
    if (s->pose.own_scale || s->turned || !(scale * s->pose.length >= FY_T3DM_LEAST_STEPS)) return false;
    if (s->farthest > s->worst.farthest) s->worst = (refusal){clip, s->farthest_bone, s->farthest};
    return true;
}

/* A clip that leaves 16.16 fixed point is left out whole: held at the edge it would be another one. */
static void leave_out(sampler *s, uint32_t clip) {
    const char *name = bone_name(s, s->farthest_bone);
    const char *path = ferry_job_format(s->job, "clip[%u] \"%s\"", clip, s->scene->clips.data[clip].name);
    if (refuse_clip(s, clip)) return;
    if (s->turned)
        ferry_say(s->job, FERRY_LOSS, "t3dm.animation-range", s->file, path,
                  "scales \"%s\" by %g; the console's matrices hold at most %d; left out", name, s->farthest,
                  INT16_MAX);
    else
        ferry_say(s->job, FERRY_LOSS, "t3dm.animation-range", s->file, path,
                  "moves \"%s\" out to %g units, which is %g at base scale %.9g; the limit is %d; left "
                  "out; base scale %.9g would fit",
                  name, s->farthest / s->pose.scale, s->farthest, s->pose.scale, INT16_MAX,
                  scale_for(s, s->farthest));
}

static bool report_refused(const sampler *s) {
    const refusal *r = &s->worst;
    if (r->farthest <= 0) return true;
    ferry_say(s->job, FERRY_ERROR, "t3dm.base-scale", s->file,
              ferry_job_format(s->job, "clip[%u] \"%s\"", r->clip, s->scene->clips.data[r->clip].name),
              "moves \"%s\" out to %g units, which is %g at base scale %.9g; the limit is %d; use base "
              "scale %g",
              bone_name(s, r->bone), r->farthest / s->pose.scale, r->farthest, s->pose.scale, INT16_MAX,
              scale_for(s, r->farthest));
    return false;
}

/* -------------------------------------------------------------------------------------- which are written */

static double largest_of(ferry_vec3 v) {
    return fmax(fabs((double)v.x), fmax(fabs((double)v.y), fabs((double)v.z)));
}

/* Whether the console's matrices hold all bones for sure, by the lengths of their chains, which no turn
 * changes and which take a small part of the time of matrices. */
static bool is_held_by_lengths(sampler *s) {
    const double most = INT16_MAX * (1 - 1e-3);
    bool held = true;
    for (uint32_t b = 0; b < s->pose.bone_count; b++) {
        const ferry_node *node = &s->player.nodes[s->pose.nodes[b]];
        const ferry_quat q = node->quat;
        const double square = (double)q.x * (double)q.x + (double)q.y * (double)q.y +
                              (double)q.z * (double)q.z + (double)q.w * (double)q.w;
        const chain above =
            s->posed.parents[b] == FERRY_NONE ? (chain){0, 1} : s->chains[s->posed.parents[b]];
        chain *to = &s->chains[b];
        to->far = above.far + above.stretch * fy_vec3_length(node->translate) * (1 + 1e-6);
        to->stretch = above.stretch * largest_of(node->scale) * (1 + 1e-4);
        held = held && to->far * s->pose.scale < most && to->stretch < most &&
               (!node->has_quat || fabs(square - 1) < 1e-5);
    }
    return held;
}

/* Poses the clip as the source has it: what it moves, and how far: that only where it may be too far. False
 * once the job was ended. */
static bool look_at(sampler *s, const ferry_clip *clip, bool far) {
    s->farthest = 0;
    memset(s->moved_now, 0, PARTS * (size_t)s->pose.bone_count * sizeof *s->moved_now);
    if (!fy_clip_play(s->job, &s->scene->nodes, clip, &s->player)) return false;
    for (uint32_t t = 0, last = fy_t3dm_clip_ticks(clip); t <= last; t++) {
        if (!ferry_tick(s->job)) return false;
        if (far) {
            pose_by_clip(s, clip, t);
            find_farthest(s, s->before);
        } else {
            fy_t3dm_clip_move(clip, t, &s->player);
            if (!is_held_by_lengths(s)) return look_at(s, clip, true);
        }
        for (uint32_t b = 0; b < s->pose.bone_count; b++) compare_parts(s, b);
    }
    return true;
}

/* A clip that is left out gives the others no channels, and takes no time to be encoded. */
static bool choose_clips(sampler *s) {
    for (uint32_t c = 0; c < s->scene->clips.count; c++) {
        const ferry_clip *clip = &s->scene->clips.data[c];
        if (!is_made(clip)) continue;
        s->left_out[c] = !fy_t3dm_clip_fits(clip);
        if (s->left_out[c]) {
            report_too_long(s, c);
            continue;
        }
        ferry_mark mark = ferry_job_mark(s->job);
        if (!look_at(s, clip, false)) return false;
        ferry_job_release(s->job, mark);
        s->left_out[c] = !is_held(s);
        if (s->left_out[c]) leave_out(s, c);
        for (uint32_t i = 0; is_held(s) && i < PARTS * s->pose.bone_count; i++)
            s->moved[i] |= s->moved_now[i];
    }
    settle_moved(s);
    return report_refused(s);
}

/* Rounding may bring a clip over the edge that it stays within in the source. */
static bool make_all(sampler *s, fy_t3dm_animations *to) {
    uint32_t kept = fy_t3dm_passthrough_numbers(s->job, s->scene, s->file);
    for (uint32_t c = 0; c < s->scene->clips.count; c++) {
        if (!is_made(&s->scene->clips.data[c]) || s->left_out[c]) continue;
        if (!ferry_progress(s->job, "animations", (double)c / s->scene->clips.count)) return false;
        if (!make_animation(s, c, kept + to->count, &to->data[to->count])) return false;
        s->left_out[c] = !is_held(s);
        if (is_held(s))
            to->count++;
        else
            leave_out(s, c);
    }
    return report_refused(s);
}

/* Of the vertices at rest. What is flat, or a placeholder far from its bones, counts as high as a tenth of
 * the longest side of all of it. */
static double find_height(const sampler *s, const ferry_box *box) {
    const float least[3] = {box->min.x, box->min.y, box->min.z},
                most[3] = {box->max.x, box->max.y, box->max.z};
    double longest = 0, height = (double)most[1] - (double)least[1];
    for (int i = 0; i < 3; i++) {
        double low = (double)least[i], high = (double)most[i];
        for (uint32_t b = 0; b < s->pose.bone_count; b++) {
            double at = s->pose.worlds[s->pose.nodes[b]].m[i][3];
            low = at < low ? at : low;
            high = at > high ? at : high;
        }
        longest = high - low > longest ? high - low : longest;
    }
    if (height < longest / 10) height = longest / 10;
    return height > 0 ? height : 1;
}

static bool open_room(sampler *s) {
    s->bounds = ferry_new(s->job, bone_bounds, s->pose.bone_count);
    s->middles = ferry_alloc(s->job, s->pose.bone_count, sizeof *s->middles);
    s->moved = ferry_new(s->job, bool, PARTS *(size_t)s->pose.bone_count);
    s->moved_now = ferry_new(s->job, bool, PARTS *(size_t)s->pose.bone_count);
    s->nodes = ferry_new(s->job, ferry_node, s->scene->nodes.count);
    s->rests = ferry_alloc(s->job, s->pose.bone_count, sizeof *s->rests);
    s->chains = ferry_new(s->job, chain, s->pose.bone_count);
    return s->bounds && s->chains && s->middles && s->moved && s->moved_now && s->nodes && s->rests &&
           fy_t3dm_stance_open(s->job, s->scene, &s->pose, &s->posed) &&
           fy_t3dm_stance_open(s->job, s->scene, &s->pose, &s->after);
}

static bool open_sampler(sampler *s) {
    ferry_counts counts;
    if (!fy_t3dm_build_pose(s->job, s->scene, s->file, &s->pose)) return false;
    if (!s->pose.bone_count || !s->pose.layout->animations) return true;
    if (!ferry_count(s->scene, &counts)) return false;
    s->height = find_height(s, &counts.box);
    s->error = s->height * ferry_setting_number(s->job, "t3dm.anim-error") / 100;
    if (!open_room(s)) return false;
    for (uint32_t b = 0; b < s->pose.bone_count; b++)
        take_parts(&s->scene->nodes.data[s->pose.nodes[b]], s->rests[b]);
    find_loads(s);
    return true;
}

static const fy_t3dm_pose *keep_pose(const sampler *s) {
    fy_t3dm_pose *kept = ferry_new(s->job, fy_t3dm_pose, 1);
    if (kept) *kept = s->pose;
    return kept;
}

bool fy_t3dm_build_animations(ferry_job *job, const ferry_scene *scene, const char *name,
                              fy_t3dm_animations *animations) {
    sampler s = {.job = job, .scene = scene, .file = name};
    uint32_t moving = 0, made = 0;
    double seconds = 0;
    *animations = (fy_t3dm_animations){.left_out = ferry_new(job, bool, scene->clips.count + (size_t)1)};
    if (!animations->left_out) return false;
    s.left_out = animations->left_out;
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        made += is_made(clip);
        if (clip->kept || !fy_t3dm_clip_moves(clip)) continue;
        moving++;
        seconds += clip->duration;
    }
    if (!moving) return true;
    if (!open_sampler(&s)) return false;
    if (!s.pose.bone_count || !s.pose.layout->animations) {
        ferry_say(job, FERRY_LOSS, "t3dm.animations-dropped", name, "",
                  "%u animation%s (%.1f seconds in total) %s left out: %s", moving, moving == 1 ? "" : "s",
                  seconds, moving == 1 ? "was" : "were",
                  s.pose.layout->animations
                      ? "no bones are written"
                      : ferry_job_format(job, "layout %s does not support them", s.pose.layout->name));
        return true;
    }
    animations->data = ferry_new(job, fy_t3dm_animation, made);
    animations->pose = keep_pose(&s);
    return animations->data && animations->pose && choose_clips(&s) && list_channels(&s) &&
           make_all(&s, animations);
}
