/*
 * gltf_clips.h: what the files of the glTF writer share that see to animations (docs/formats/gltf.md,
 * "Animations").
 *
 *     gltf_write_clips.c   clips -> animations, a channel for each thing that moves
 *     gltf_curve.c         tracks -> samples -> keys
 *     gltf_lever.c         how far an error moves what is drawn
 */
#ifndef FERRY_FORMATS_GLTF_CLIPS_H
#define FERRY_FORMATS_GLTF_CLIPS_H

#include "formats/gltf/gltf.h"

typedef enum fy_gltf_path { FY_GLTF_MOVE, FY_GLTF_TURN, FY_GLTF_SCALE, FY_GLTF_PATHS } fy_gltf_path;

/* By how many units of the source anything that a node carries moves at most, if its translation is off by
 * one, its rotation by one radian, its scale by one. */
typedef struct fy_gltf_lever {
    double of[FY_GLTF_PATHS];
} fy_gltf_lever;

/* Of all nodes; NULL at the memory limit. */
fy_gltf_lever *fy_gltf_levers(fy_gltf *g, double height);

#endif
