/* t3dm_pose.h: the rest pose as the file holds it: bones, frames, base scale */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_POSE_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_POSE_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_normal.h"

/* Of each draw of a scene. */
typedef struct fy_t3dm_visibility_groups {
    bool *written;    /* it is seen at rest, or the tracks chunk says when */
    uint32_t *groups; /* 0: always seen; draws of one other number appear and disappear together */
} fy_t3dm_visibility_groups;

/* A bone that carries origin and step of a grid coarser than the model's (t3dm_grid.h). */
typedef struct fy_t3dm_grid {
    uint16_t bone;    /* in whose space it rests, for good; FY_T3DM_NO_BONE: the model's */
    double size;      /* its step, a power of two, in steps of the model's */
    double origin[3]; /* in units of the source */
} fy_t3dm_grid;

/* The way from a mesh's positions to the file's, for one joint or node. Lengths are still the source's. */
typedef struct fy_t3dm_frame {
    /* mesh -> the space that the file stores: bone space, or model space without a bone */
    ferry_matrix to_file;
    ferry_matrix to_model; /* mesh -> model space at rest */
    fy_t3dm_normals normals;
    uint16_t bone;            /* FY_T3DM_NO_BONE: none */
    const fy_t3dm_grid *grid; /* that of the bone; NULL: the model's */
} fy_t3dm_frame;

typedef struct fy_t3dm_pose {
    const fy_t3dm_layout *layout;      /* to write */
    bool mirrored;                     /* x of positions and normals is stored negated */
    double scale;                      /* units of the file in one unit of the source */
    bool kept;                         /* it is 1, because the source is a T3DM file */
    bool own_scale;                    /* nobody asked for it, nor for one that several models share */
    double length, reach;              /* of the source: longest side of the box, farthest coordinate */
    double scale_at_rest, clips_reach; /* what the scale would be without clips; their farthest coordinate */
    double finest;                     /* what it would be without light, too; 0: not asked */
    bool skeleton;
    bool bakes;          /* bones would be written, but the layout has none: everything stands as at rest */
    uint32_t bone_count; /* 0 without a skeleton */
    uint32_t first_grid; /* node: this one and those behind it carry the grids below; FERRY_NONE: none */
    fy_t3dm_grid *grids;
    uint32_t *nodes;                      /* node of each bone, depth first */
    uint16_t *bones;                      /* bone of each node */
    uint16_t *depths;                     /* of each bone */
    ferry_matrix *worlds;                 /* of each node, at rest, in units of the source */
    fy_t3dm_frame **skins;                /* a frame for each joint of each skin */
    fy_t3dm_visibility_groups visibility; /* of the draws of the scene that it was made for */
    fy_t3dm_reach **reaches;              /* of the vertices of its meshes; NULL where no morph moves any */
} fy_t3dm_pose;

#endif
