/* texels_fit.h: pictures that shrink by less than half (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_CORE_IMAGE_TEXELS_FIT_H
#define FERRY_CORE_IMAGE_TEXELS_FIT_H

#include "ferry64.h"
#include "core/image/texels_spot.h"

/* The taps for a row that keeps more than half of its texels. False at the memory limit. */
bool fy_texels_fit(ferry_job *job, uint32_t from, uint32_t to, ferry_wrap wrap, fy_taps *made);

#endif
