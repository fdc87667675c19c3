/*
 * similarity_sheet.h: the picture of a comparison: both models and their difference, view by view
 * (docs/rendering.md, "Similarity").
 */
#ifndef FERRY_RENDER_SIMILARITY_SHEET_H
#define FERRY_RENDER_SIMILARITY_SHEET_H

#include "ferry64.h"

/* Three columns, for `a`, `b` and their difference. First come views as wide as a column, one in a row; then
 * small ones, three in a row of each column. */
typedef struct fy_sheet {
    ferry_picture *picture;
    uint32_t width, height; /* of a whole view */
    uint32_t whole, small;  /* how many there are */
} fy_sheet;

/* A side of a small view: a third, with a pixel of air. */
uint32_t fy_sheet_small(uint32_t side);

/* False at the memory limit, or where the picture would be too high (reported). */
bool fy_sheet_open(ferry_job *job, const ferry_scene *const scenes[2], const fy_sheet *sheet);

/* View `number` of the whole ones, or of the small ones. False at the memory limit. */
bool fy_sheet_add(ferry_job *job, const fy_sheet *sheet, const ferry_picture pictures[2], bool small,
                  uint32_t number, const ferry_similarity_view *found);

#endif
