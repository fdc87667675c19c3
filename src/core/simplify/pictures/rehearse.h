/*
 * rehearse.h: a planned move made for a look, and taken back: triangles, places and attributes are as they
 * would be; what they stand for stays (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_REHEARSE_H
#define FERRY_CORE_SIMPLIFY_PICTURES_REHEARSE_H

#include "core/simplify/attributes.h"
#include "core/simplify/move.h"

/* A wedge before it. */
typedef struct fy_old_wedge {
    uint32_t number;
    fy_wedge of;
    double values[FY_MOST_CHANNELS];
} fy_old_wedge;

typedef struct fy_old_corner {
    uint32_t corner, wedge;
} fy_old_corner;

typedef struct fy_rehearsal {
    fy_old_wedge *wedges;
    fy_old_corner *corners;
    uint32_t wedge_count, wedge_capacity, corner_count, corner_capacity;
    uint32_t vertex; /* which moved; FERRY_NONE: none */
    fy_point place;
} fy_rehearsal;

/* Makes it. False at the limit: then nothing is to be taken back. */
bool fy_rehearse(fy_shell *shell, const fy_move *move, fy_rehearsal *rehearsal);

/* Makes triangles gone. The same. */
bool fy_rehearse_without(fy_shell *shell, const uint32_t *triangles, uint32_t count, fy_rehearsal *rehearsal);

void fy_rehearse_back(fy_shell *shell, const fy_rehearsal *rehearsal);

void fy_rehearsal_close(ferry_job *job, fy_rehearsal *rehearsal);

#endif
