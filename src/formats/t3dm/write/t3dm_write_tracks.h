/* t3dm_write_tracks.h: the lists of the tracks chunk as bytes. */
#ifndef FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_TRACKS_H
#define FERRY_FORMATS_T3DM_WRITE_T3DM_WRITE_TRACKS_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* The chunk. */
void fy_t3dm_put_tracks(ferry_out *out, fy_t3dm_strings *strings, const ferry_scene *scene,
                        const fy_t3dm_pose *pose, const fy_t3dm_tracks *tracks);

#endif
