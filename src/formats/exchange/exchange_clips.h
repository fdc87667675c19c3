/*
 * exchange_clips.h: clips as keys for formats whose rotations are three angles
 * (docs/formats/exchange.md, "Animations").
 */
#ifndef FERRY_FORMATS_EXCHANGE_EXCHANGE_CLIPS_H
#define FERRY_FORMATS_EXCHANGE_EXCHANGE_CLIPS_H

#include "ferry64.h"
#include "formats/exchange/exchange_state.h"

/* Angles about x, y, z in radians, of R = Rz * Ry * Rx, nearest to those `before`. */
void fy_exchange_angles(ferry_quat q, const double before[3], double angles[3]);

/* A node's at rest, in degrees. */
void fy_exchange_rest_turn(const ferry_node *node, float degrees[3]);

/* Part of fy_exchange_open(). */
bool fy_exchange_open_clips(fy_exchange *x);

/* Gives `take` all channels of clip `number`; what stays at rest has none. Those of nodes stay where they
 * are until the caller releases the job's memory, weights until `take` returns. `*count`: of channels. False:
 * an error was said, or `take` returned false. */
bool fy_exchange_play(fy_exchange *x, uint32_t number, fy_exchange_take *take, void *user, uint32_t *count);

/* What the file calls a clip. */
const char *fy_exchange_clip_name(fy_exchange *x, uint32_t number);

#endif
