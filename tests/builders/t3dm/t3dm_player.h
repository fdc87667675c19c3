/*
 * t3dm_player.h: a model of the runtime's animations: streams read record by record into channels, as
 * docs/formats/t3dm.md, "Animations", says that the console does. Knows nothing of the library.
 */
#ifndef FERRY_TESTS_T3DM_PLAYER_H
#define FERRY_TESTS_T3DM_PLAYER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct player_bone {
    float scale[3], rotation[4], position[3];
    uint32_t parent; /* UINT32_MAX: none */
} player_bone;

typedef struct player_skeleton {
    player_bone *bones;
    uint32_t count;
} player_skeleton;

typedef struct player_channel {
    float start, end, *target;
    float now[4], next[4];
    float scale, offset;
    uint32_t width;
} player_channel;

typedef struct player {
    const uint8_t *stream;
    size_t size, at, next_size;
    float time, duration;
    bool looping, playing;
    player_channel *channels;
    uint32_t rotations, count, overruns; /* reads behind the end */
} player;

/* The skeleton of a file of layout V4, at rest. */
player_skeleton fy_player_skeleton(const uint8_t *file);

/* The animation of that number in a file of layout V4, attached to the skeleton. */
player fy_player_open(const uint8_t *file, uint32_t number, const uint8_t *stream, size_t size,
                      player_skeleton *skeleton);

void fy_player_update(player *p, float seconds);

/* Matrices in model space, row by row; `matrices` has room for one of each bone. */
void fy_player_matrices(const player_skeleton *skeleton, double (*matrices)[3][4]);

void fy_player_close(player *p);

#endif
