/*
 * flip.h: the edge between two triangles becomes the other diagonal of their four corners (docs/simplify.md,
 * "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_FLIP_H
#define FERRY_CORE_SIMPLIFY_PICTURES_FLIP_H

#include "core/simplify/shell.h"

/* Of either triangle, the corner that goes to the apex of the other one. */
typedef struct fy_flip {
    uint32_t corners[2], before[2], after[2]; /* wedges there */
} fy_flip;

/* Of the edge that begins at a corner. False: it has not just two triangles, a seam or protected triangles
 * are at it, the other diagonal is there already, or a triangle would turn or be a sliver. */
bool fy_flip_plan(const fy_shell *shell, uint32_t corner, fy_flip *flip);

/* For a look: triangles change, lists of corners do not; and back. */
void fy_flip_rehearse(fy_shell *shell, const fy_flip *flip);
void fy_flip_back(fy_shell *shell, const fy_flip *flip);

void fy_flip_make(fy_shell *shell, const fy_flip *flip);

#endif
