/*
 * rdp_video.h: what the console's video output makes of a frame buffer: it smooths edges by their coverage
 * (docs/formats/n64_drawing.md, "Video output").
 */
#ifndef FERRY_MACHINE_RDP_RDP_VIDEO_H
#define FERRY_MACHINE_RDP_RDP_VIDEO_H

#include "ferry64.h"

/* Anti-aliases and takes medians at edges, in place: `rgba` and `coverage` (0..7) have width * height
 * elements. Alpha stays. False at the memory limit. */
bool fy_rdp_video(ferry_job *job, uint32_t width, uint32_t height, const uint8_t *coverage, uint8_t *rgba);

#endif
