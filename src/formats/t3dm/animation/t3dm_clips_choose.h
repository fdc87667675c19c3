/* t3dm_clips_choose.h: which clips are written: those that are short enough and that the console can hold. */
#ifndef FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIPS_CHOOSE_H
#define FERRY_FORMATS_T3DM_ANIMATION_T3DM_CLIPS_CHOOSE_H

#include "ferry64.h"
#include "formats/t3dm/animation/t3dm_sampler.h"

/* What moves joints, if not by a stream that stays as it is; or puts back what others moved. */
bool fy_t3dm_is_made(const ferry_clip *clip);

/* Marks those that are not (`left_out`), and says so; settles what the others move. False after an error. */
bool fy_t3dm_choose_clips(fy_t3dm_sampler *s);

/* A clip that leaves 16.16 fixed point is left out whole: held at the edge it would be another one. */
void fy_t3dm_leave_out(fy_t3dm_sampler *s, uint32_t clip);

/* The clip that another base scale would have room for. False if there is one: that is an error. */
bool fy_t3dm_report_refused(const fy_t3dm_sampler *s);

#endif
