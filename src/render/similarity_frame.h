/* similarity_frame.h: one frame for two models of different units (docs/rendering.md, "Similarity"). */
#ifndef FERRY_RENDER_SIMILARITY_FRAME_H
#define FERRY_RENDER_SIMILARITY_FRAME_H

#include "ferry64.h"

/* The frames of both, and the second one's lengths in those of the first. `known`: the factor, where one was
 * made of the other; 0: it is to be found. False at the memory limit. */
bool fy_similarity_frames(ferry_job *job, const ferry_scene *a, const ferry_scene *b, double known,
                          ferry_box frames[2], double *scale);

/* Makes frames whose first has a shorter diagonal than `least` that much larger, about their middle. Returns
 * the factor, at least 1. */
float fy_similarity_grow(ferry_box frames[2], float least);

#endif
