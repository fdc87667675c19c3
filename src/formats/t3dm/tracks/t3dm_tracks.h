/* t3dm_tracks.h: what goes into the tracks chunk, and what is told of it. */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_H

#include "ferry64.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Draws whose vertices or texture coordinates clips move or colour: it is remembered where their vertices go,
 * and only those are made one that stay alike. Of each draw of the scene NULL, or of each vertex of its mesh
 * what it does (FY_T3DM_APART, FY_T3DM_TURNED). In the job's memory; NULL at the limit. */
const uint8_t **fy_t3dm_find_animated_vertices(ferry_job *job, const ferry_scene *scene);

/* Asks all producers about all clips. Where there is no chunk, what is lost is told. False after an error. */
bool fy_t3dm_build_tracks(fy_t3dm_tracker *tracker);

/* Whether there is a chunk to write. */
bool fy_t3dm_says_something(const fy_t3dm_tracks *tracks);

/* Tells of all drawn nodes that turn to the camera: the runtime turns nothing, but games can by the chunk;
 * else it is a loss. False at the memory limit. */
bool fy_t3dm_report_billboards(ferry_job *job, const ferry_scene *scene, const char *name,
                               const fy_t3dm_pose *pose);

#endif
