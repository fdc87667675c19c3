/*
 * t3dm_tracks_scene.h: tracks that came from a T3DM file and go into one again: materials of objects,
 * primitive and environment colours, lows of tiles (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_SCENE_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_SCENE_H

#include "ferry64.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* What was read from a T3DM file. And of each material of a scene, in the job's memory, whether such tracks
 * name it, as what they drive or as a value: then it is written, and by itself. NULL at the limit. */
fy_t3dm_producer fy_t3dm_scene_tracks;
bool *fy_t3dm_find_driven(ferry_job *job, const ferry_scene *scene);

#endif
