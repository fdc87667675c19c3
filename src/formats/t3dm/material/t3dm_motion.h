/*
 * t3dm_motion.h: what clips make of a planned material, between its planning and its tracks in the file
 * (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_MOTION_H
#define FERRY_FORMATS_T3DM_MOTION_H

#include "formats/t3dm/material/t3dm_mapping.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"

/* A track of a clip of the scene. Its object is 0 for the material itself or n for its nth variant; colours
 * hold for all of them. Values of FY_T3DM_TARGET_MATERIAL are such numbers, too. */
typedef struct fy_motion_track {
    uint32_t clip;
    fy_t3dm_track track;
} fy_motion_track;

typedef struct fy_t3dm_motion {
    fy_motion_track *tracks; /* by clip, target, object and slot; none twice */
    uint32_t count, capacity;
} fy_t3dm_motion;

/* Appends to the motion of m->to. False at the memory limit. */
bool fy_mapping_add_track(fy_mapping *m, uint32_t clip, const fy_t3dm_track *track);

/* The tracks of one of the material's clips that drive one of `targets`, bits 1 << ferry_target, and when
 * they are to be looked at. *count 0: there are none. False at the memory limit. */
bool fy_mapping_list_moments(const fy_mapping *m, const fy_material_clip *clip, uint32_t targets,
                             uint32_t *count, fy_t3dm_moments *moments);

/* The clips that change the material. */
const fy_material_clip *fy_mapping_clips(const fy_mapping *m, uint32_t *count);

#endif
