/*
 * t3dm_tracks_dropped.h: clips of which nothing but their names is in the file (docs/what-is-lost.md,
 * "Animations").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_DROPPED_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_DROPPED_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

/* Tells that nothing of a clip is in the file: a loss, or a note where it changes nothing that is
 * drawn. False after an error. */
bool fy_t3dm_report_dropped_clips(const fy_t3dm_tracker *tracker, uint32_t clip);

#endif
