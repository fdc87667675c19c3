/*
 * t3dm_tracks_hold.h: weights that would move texture coordinates out of 16 bits
 * (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_HOLD_H
#define FERRY_FORMATS_T3DM_TRACKS_T3DM_TRACKS_HOLD_H

#include "formats/t3dm/tracks/t3dm_tracks_list.h"

enum { FY_T3DM_UV_TERMS = 6 };

/* Reduces the weights of shifts of texture coordinates until no vertex leaves the range of its 16 bits.
 * Returns the largest distance that is lost, in steps of a coordinate; 0: none.
 * `terms`: three moves along s, three along t; `longest`: of each, in steps at weight 1. */
double fy_t3dm_hold_shifts(const fy_t3dm_tracker *tracker, const fy_t3dm_morph terms[FY_T3DM_UV_TERMS],
                           const double longest[FY_T3DM_UV_TERMS], double weights[FY_T3DM_UV_TERMS]);

#endif
