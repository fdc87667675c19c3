/*
 * t3dm_tracks.h: the tracks chunk: what the runtime has no word for, for games that include
 * n64/ferry64_tracks.h (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_H
#define FERRY_FORMATS_T3DM_TRACKS_H

#include "t3dm_geometry.h"

#define FY_T3DM_TRACKS 'F' /* type of the chunk, and its first word: */
#define FY_T3DM_TRACKS_MAGIC 0x46363454u
#define FY_T3DM_TRACKS_VERSION 1
#define FY_T3DM_TRACKS_BILLBOARDS 0x42494C4Cu /* kind of a section */

/* Whether files of this layout get a tracks chunk, by setting and layout. */
bool fy_t3dm_has_tracks(const ferry_job *job, const fy_t3dm_layout *layout);

/* Whether such a chunk has something to say about this node, which has a bone. */
bool fy_t3dm_is_tracked(const ferry_node *node);

/* The chunk of a scene; no bytes where it would say nothing. False at the memory limit. */
bool fy_t3dm_make_tracks(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose,
                         ferry_bytes *chunk);

/* Tells of all drawn nodes that turn to the camera: the runtime turns nothing, but games can by the chunk;
 * else it is a loss. False at the memory limit. */
bool fy_t3dm_report_billboards(ferry_job *job, const ferry_scene *scene, const char *name,
                               const fy_t3dm_pose *pose);

#endif
