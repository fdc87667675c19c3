/*
 * ttyd_clips.h: each animation becomes a clip: tracks, and the clip at the end (docs/formats/ttyd.md,
 * "State at a time").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_CLIPS_H
#define FERRY_FORMATS_TTYD_TTYD_CLIPS_H

#include "formats/ttyd/ttyd.h"

/* Adds a clip to the scene for each animation, in the file's order, also for those that change nothing.
 * Nodes, draws and materials must be there. False after an error. */
bool fy_ttyd_add_clips(fy_ttyd *t);

#endif
