/* ssim.h: how alike two pictures of one size are (docs/rendering.md, "Similarity"). */
#ifndef FERRY_RENDER_SSIM_H
#define FERRY_RENDER_SSIM_H

#include "ferry64.h"

/* Sums over pixels: sums of several pictures may be added. */
typedef struct fy_ssim_sums {
    double ssim;
    uint64_t color_error; /* differences of red, green and blue */
    uint64_t pixels;
} fy_ssim_sums;

/* Where either picture is covered and `rim` pixels around: one byte each in the job's memory. NULL at the
 * limit. */
uint8_t *fy_ssim_mask(ferry_job *job, const ferry_picture *a, const ferry_picture *b, uint32_t rim);

/* Over the pixels of `mask`; `each`, if not NULL, becomes the similarity at each of them. Alpha does not
 * count. Equal pictures give exactly 1 a pixel, and the order of
 * the two is all one. False at the memory limit or when the job is stopped. */
bool fy_ssim(ferry_job *job, const ferry_picture *a, const ferry_picture *b, const uint8_t *mask,
             fy_ssim_sums *sums, float *each);

/* The same without SSIM, which counts as 1. */
void fy_color_sums(const ferry_picture *a, const ferry_picture *b, const uint8_t *mask, fy_ssim_sums *sums);

#endif
