/*
 * export_reach.h: how far surfaces move if a node has a small error (docs/formats/gltf.md, "Animations").
 */
#ifndef FERRY_FORMATS_EXPORT_EXPORT_REACH_H
#define FERRY_FORMATS_EXPORT_EXPORT_REACH_H

#include "ferry64.h"
#include "formats/export/export.h"

/* What clips drive: a node in one of three ways, or the morphs of a mesh. */
typedef enum fy_export_path {
    FY_EXPORT_MOVE,
    FY_EXPORT_TURN,
    FY_EXPORT_SCALE,
    FY_EXPORT_WEIGHTS
} fy_export_path;

/* How many source units anything below a node moves at most if its translation is off by one, its rotation by
 * one radian, or its scale by one. */
typedef struct fy_export_reach {
    double of[FY_EXPORT_WEIGHTS]; /* by the paths before that */
} fy_export_reach;

/* Of all nodes; NULL at the memory limit. */
fy_export_reach *fy_export_find_reach(fy_export *e, double height);

/* For each node, how many channels the clip has on the longest chain of nodes through it: the allowed error
 * is divided by this number. NULL at the memory limit. */
uint32_t *fy_export_shares(fy_export *e, const ferry_clip *clip);

/* The length that relative errors refer to, for a box of that size; never 0. */
double fy_export_height(const ferry_box *box);

#endif
