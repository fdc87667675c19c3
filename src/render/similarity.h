/* similarity.h: two scenes side by side (docs/rendering.md, "Similarity"). */
#ifndef FERRY_RENDER_SIMILARITY_H
#define FERRY_RENDER_SIMILARITY_H

#include "ferry64.h"
#include "view/near_cameras.h"

/* As ferry_compare(), but SSIM is not measured and stays 1: in a small picture that takes as long as drawing
 * it. `near`: cameras near the first scene, if they are known; or NULL. */
bool fy_compare_colors(ferry_job *job, const ferry_scene *a, const ferry_scene *b, const ferry_view *view,
                       const fy_near_cameras *near, ferry_similarity *similarity);

#endif
