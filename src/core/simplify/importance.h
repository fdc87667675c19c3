/* importance.h: how much the area of each triangle counts: what the texture shows finely counts more. */
#ifndef FERRY_CORE_SIMPLIFY_IMPORTANCE_H
#define FERRY_CORE_SIMPLIFY_IMPORTANCE_H

#include "core/simplify/shell.h"

/* Fills `importances`. False at the limit. */
bool fy_importance_open(fy_shell *shell);

/* The user's, of its corners in the mean; those that stay anyway count as ever. */
double fy_triangle_weight(const fy_shell *shell, uint32_t triangle);

#endif
