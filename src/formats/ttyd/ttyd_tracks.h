/* ttyd_tracks.h: adds a track to a clip of an actor. */
#ifndef FERRY_FORMATS_TTYD_TTYD_TRACKS_H
#define FERRY_FORMATS_TTYD_TTYD_TRACKS_H

#include "ferry64.h"
#include "formats/ttyd/ttyd.h"

/* Adds a track to the clip at hand, with target, object, channel and interpolation of `track` and `count`
 * keys, at least one, times in seconds, not falling. Keys that no moment of the clip looks at are left out;
 * so is a track that is `rest` all the time, unless it is `needed`. Changes `keys`. False after an error, as
 * when a value overflows a float. */
bool fy_ttyd_add_track(fy_ttyd *t, const fy_ttyd_clip *clip, ferry_track track, fy_ttyd_key *keys,
                       uint32_t count, double rest, bool needed);

#endif
