/*
 * t3dm_tracks_hold.h: weights that would move texture coordinates out of 16 bits
 * (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_HOLD_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_HOLD_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

enum { FY_T3DM_UV_TERMS = 6 };

/* Makes the weights of moves of texture coordinates (three along s, three along t) so much less, all alike,
 * that these stay in 16 bits; `longest`: of each move, in steps at weight 1. By how many steps some
 * coordinate falls short. */

double fy_t3dm_hold_shifts(const fy_t3dm_tracker *tracker, const fy_t3dm_morph terms[FY_T3DM_UV_TERMS],
                           const double longest[FY_T3DM_UV_TERMS], double weights[FY_T3DM_UV_TERMS]);

#endif
