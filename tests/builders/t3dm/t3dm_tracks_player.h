/*
 * t3dm_tracks_player.h: what the tracks chunk of a file makes of it at a moment: a second opinion, apart from
 * the library and from the header for games (docs/formats/t3dm.md, "Tracks").
 */
#ifndef FERRY_TESTS_T3DM_TRACKS_PLAYER_H
#define FERRY_TESTS_T3DM_TRACKS_PLAYER_H

#include "ferry64.h"

/* A copy of a file of layout V4 whose vertices stand as a clip has them, and which objects are drawn. */
typedef struct tracks_moment {
    ferry_bytes file; /* free() */
    bool *drawn;      /* of each object; free() */
    uint32_t objects;
    uint32_t moved, painted; /* tracks that were followed */
} tracks_moment;

/* `clip`: "name.kind", NULL: at rest; `time`: seconds of the clip. Fails the test if the chunk is not as it
 * must be. */
tracks_moment fy_tracks_at(ferry_bytes file, const char *clip, double time);
void fy_tracks_moment_free(tracks_moment *moment);

#endif
