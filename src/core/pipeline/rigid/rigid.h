/* rigid.h: the state of the search for one joint per vertex (pass_rigid.h). */
#ifndef FERRY_CORE_PIPELINE_RIGID_RIGID_H
#define FERRY_CORE_PIPELINE_RIGID_RIGID_H

#include "ferry64.h"
#include "core/pipeline/rigid/blend_bone.h"
#include "core/pipeline/rigid/blend_bone_axes.h"
#include "core/pipeline/rigid/rest_bound.h"

/* Bones between the same two joints: shares of their weight, and which axes each bone has. */
enum { FY_MOST_SHARES = 6, FY_MOST_BLENDS = 2 * FY_MOST_SHARES };

typedef struct fy_rigid_form {
    double m[4][4];
} fy_rigid_form;

/* Two joints that share an influence, or a joint and a bone that an influence of it may go to: the sum of A'B
 * over all poses. */
typedef struct fy_joint_pair {
    uint32_t a, b; /* a < b */
    fy_rigid_form sum;
} fy_joint_pair;

/* A joint that an influence may go to. */
typedef struct fy_rigid_candidate {
    ferry_matrix place;  /* the best new position of vertices over all poses, both in bind pose */
    fy_rigid_form cross; /* sum of A'T */
    uint32_t joint;      /* or bone */
    uint32_t choice;     /* by number; FERRY_NONE: no vertex goes there */
    bool stays;          /* they stay in place */
} fy_rigid_candidate;

/* The bones between joints that an influence may go to. */
typedef struct fy_blend_bone_run {
    uint32_t first, count;
} fy_blend_bone_run;

/* A vertex on a candidate. */
typedef struct fy_rigid_fit {
    uint32_t weight;
    double share;       /* the rest pose's (rest_bound.h) */
    double rest, error; /* the error at rest, and the mean squared error over all poses */
} fy_rigid_fit;

/* A candidate that vertices of an influence go to. */
typedef struct fy_rigid_choice {
    ferry_matrix normals; /* as `place` is for positions, without length */
    uint32_t influence, joint;
} fy_rigid_choice;

/* The result for a vertex. */
typedef struct fy_hung {
    bool stays;
    ferry_matrix place, normals; /* the transforms to its new position */
    double stretch;              /* length of its normal before it was normalised */
} fy_hung;

typedef struct fy_rigid {
    ferry_job *job;
    ferry_skin *skin;
    uint32_t poses;
    ferry_matrix *joints, *influences; /* of the pose at hand: bind pose -> pose */
    fy_rigid_form *joint_forms;        /* sum of A'A, by joint */
    fy_joint_pair *pairs;              /* in order */
    uint32_t pair_count;
    fy_rigid_form *influence_forms;   /* sum of T'T, by influence */
    fy_rest_ways *ways;               /* by joint */
    fy_rigid_candidate *candidates;   /* by weight of the skin; then by bone of each influence */
    uint32_t *blend_candidates;       /* by influence: the first of its bones among them */
    uint32_t *heaviest;               /* weight number of each influence's heaviest joint */
    double *sums;                     /* by joint, zero between uses */
    fy_blend_bone *blends;            /* bones between joints, behind those in `joints` and `joint_forms` */
    fy_blend_bone_stretch *stretches; /* of each, while its axes are looked for */
    uint32_t *ranks;               /* of each: its number among those that are made; FERRY_NONE: it is not */
    fy_blend_bone_run *blend_runs; /* by influence */
    uint32_t blend_count, blend_room; /* how many there are, and at most are made */
    double least_gain;                /* of one that is made: squared errors that it takes off, a vertex */
    fy_rigid_fit *fits, *next_fit;    /* of all weighted vertices in their order: first on joints */
    fy_rigid_choice *choices;         /* by influence */
    uint32_t choice_count;
    fy_hung *hung;                      /* of the mesh at hand, by vertex */
    bool by_weight, at_bind, automatic; /* automatic: bones were not asked for */
    double bound;                       /* the largest error of a vertex at rest */
    double close;                       /* squared errors that differ by less count as equal */
    uint64_t moved, vertices, beyond;   /* that */
    double squares;                     /* sum of mean squared errors, of all vertices that moved */
    double size, largest_shift, largest_error, largest_move, kept, least_kept;
} fy_rigid;

/* By the settings; room for sums over all poses, and for those of bones between joints, once they are listed.
 * False at the memory limit. */
fy_rigid fy_rigid_open(ferry_job *job, ferry_skin *skin, const ferry_box *box, double height);
bool fy_rigid_open_room(fy_rigid *r);
bool fy_rigid_open_blends(fy_rigid *r);

/* Allows fewer automatic bones between joints if clips are long. */
void fy_rigid_limit_blends(fy_rigid *r, const ferry_scene *scene);

/* The weight of a joint in an influence, which may name it more than once. */
double fy_rigid_weight_of(const ferry_skin *skin, const ferry_influence *run, uint32_t joint);

void fy_raise(double *most, double value);

#endif
