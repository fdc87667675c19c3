/* ttyd_tracks.h: adds a track to a clip of an actor. */
#ifndef FERRY_FORMATS_TTYD_TTYD_TRACKS_H
#define FERRY_FORMATS_TTYD_TTYD_TRACKS_H

#include "ferry64.h"
#include "formats/ttyd/ttyd.h"

/* A track of the clip at hand. Keys outside of the clip go; a track that is `rest` all the time is left out
 * unless it is `needed`. `keys` is changed. */
bool fy_ttyd_add_track(fy_ttyd *t, const fy_ttyd_clip *clip, ferry_track track, fy_ttyd_key *keys,
                       uint32_t count, double rest, bool needed);

#endif
