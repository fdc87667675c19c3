/* t3dm_sampler.h: what making animations of clips works on: the bones, their channels, the clip at hand. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_SAMPLER_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_SAMPLER_H

#include "ferry64.h"
#include "core/scene/pose.h"
#include "formats/t3dm/animation/t3dm_encode.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_run.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

/* What a bone carries. */
typedef struct fy_t3dm_bone_bounds {
    double least[3], most[3];  /* in the bone's own space; a cube around the origin at least */
    double centre[3], half[3]; /* the same of its corners; half a side is a little too long */
    /* from the origin to the farthest point of all bones below, in model space */
    double farthest_below;
    double lever_arm; /* to the farthest that no rotation of a bone below puts right */
    double stretch;   /* by the bones above, at rest */
    bool carries;     /* something that is drawn, or a bone that does */
} fy_t3dm_bone_bounds;

/* Of a bone: how far its origin may be from the model's, and how much longer its space may make lengths. */
typedef struct fy_t3dm_chain {
    double far, stretch;
} fy_t3dm_chain;

/* A clip that a base scale has no room for. */
typedef struct fy_t3dm_refusal {
    uint32_t clip, bone;
    double farthest; /* 0: there is none */
} fy_t3dm_refusal;

typedef struct fy_t3dm_sampler {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    fy_t3dm_pose pose;
    double height, error;        /* source units */
    fy_t3dm_bone_bounds *bounds; /* of each bone */
    bool *moved;                 /* PARTS of each bone: translation, scale, rotation */
    bool *moved_now;             /* the same, by the clip at hand */
    bool *left_out;              /* clips of the scene */
    bool *held_back; /* the same: bones that carry nothing go no further than the console's matrices hold */
    bool holds_back; /* the clip at hand is one of them */
    bool *shifted;   /* of each bone, if so: by the clip */
    fy_clip_player player;            /* of the clip at hand */
    fy_t3dm_run posed, after;         /* of each bone: as the clip has it, as the keys do */
    const fy_t3dm_run_matrix *before; /* the matrices of `posed`, or a run of `kept` */
    fy_t3dm_run_matrix
        *kept; /* of each run of the clip at hand, those of `posed`; NULL: they would take too much */
    float (*rests)[FY_T3DM_PARTS + 3]; /* each bone's parts at rest, its rotation last */
    uint32_t *of_part;                 /* channel of each part of each bone */
    double *allowances;                /* of each channel */
    double (*middles)[3];              /* of what each bone carries */
    fy_t3dm_chain *chains;             /* of each bone */
    fy_t3dm_channel *channels;
    uint32_t rotations, channel_count;
    double farthest; /* matrix element of any pose of the clip at hand, in units of the file */
    uint32_t farthest_bone;
    bool turned;           /* it is one that turns or scales: the same at every base scale */
    fy_t3dm_refusal worst; /* clip that a base scale that was asked for has no room for */
} fy_t3dm_sampler;

/* With job, scene, file and `left_out` set: the bones at rest, and room for all else. False after an error.
 * Nothing but the pose where there are no bones, or the layout has no animations. */
bool fy_t3dm_sampler_open(fy_t3dm_sampler *s);

/* Takes a clip to hand: its player and the room for its runs, which the caller releases. False at the memory
 * limit. */
bool fy_t3dm_sampler_take(fy_t3dm_sampler *s, const ferry_clip *clip);

/* Before runs of a clip, in `player`: nothing is known of its bones, and which of them it moves. */
void fy_t3dm_sampler_start(fy_t3dm_sampler *s);

/* The matrices of all bones at a run of ticks, as the clip has them; behind `last`, those at that. */
void fy_t3dm_sampler_pose(fy_t3dm_sampler *s, const ferry_clip *clip, double first, double last);

/* All nodes at a tick, in `player`. */
void fy_t3dm_sampler_move(fy_t3dm_sampler *s, const ferry_clip *clip, double tick);

/* Whether the next clip to be posed is one whose bones that carry nothing are held back; how far they go
 * along each axis at most, in source units. */
void fy_t3dm_hold_back(fy_t3dm_sampler *s, const ferry_clip *clip, bool holds);
double fy_t3dm_held_back_at(const fy_t3dm_sampler *s);

/* Of a bone in the pose at hand, by that of the bone above, which is in `chains`. */
fy_t3dm_chain fy_t3dm_sampler_chain(const fy_t3dm_sampler *s, uint32_t bone);

/* How a bone is turned by the clip at hand. */
ferry_quat fy_t3dm_sampler_turn(const fy_t3dm_sampler *s, uint32_t bone);

#endif
