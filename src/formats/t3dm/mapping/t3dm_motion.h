/*
 * t3dm_motion.h: what clips make of a planned material, between its planning and its tracks in the file
 * (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_MOTION_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_MOTION_H

#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "shade/t3dm_states.h"

/* Appends to the motion of m->to. False at the memory limit. */
bool fy_mapping_add_track(fy_mapping *m, uint32_t clip, const fy_t3dm_track *track);

/* The tracks of one of the material's clips that drive one of `targets`, bits 1 << ferry_target, and when
 * they are to be looked at. *count 0: there are none. False at the memory limit. */
bool fy_mapping_list_moments(const fy_mapping *m, const fy_material_clip *clip, uint32_t targets,
                             uint32_t *count, fy_t3dm_moments *moments);

/* The clips that change the material. */
const fy_material_clip *fy_mapping_clips(const fy_mapping *m, uint32_t *count);

/* Puts the tracks in order, once all are there. */
void fy_mapping_sort_tracks(fy_mapping *m);

#endif
