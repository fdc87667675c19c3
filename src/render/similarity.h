/* similarity.h: two scenes side by side (docs/rendering.md, "Similarity"). */
#ifndef FERRY_RENDER_SIMILARITY_H
#define FERRY_RENDER_SIMILARITY_H

#include "ferry64.h"

/* As ferry_compare(), but SSIM is not measured and stays 1: in a small picture that takes as long as drawing
 * it. */
bool fy_compare_colors(ferry_job *job, const ferry_scene *a, const ferry_scene *b, const ferry_view *view,
                       ferry_similarity *similarity);

#endif
