/* importance.h: the weight of each triangle's area: areas with fine texture detail weigh more. */
#ifndef FERRY_CORE_SIMPLIFY_IMPORTANCE_H
#define FERRY_CORE_SIMPLIFY_IMPORTANCE_H

#include "core/simplify/shell.h"

/* Fills `importances`. False at the limit. */
bool fy_importance_open(fy_shell *shell);

/* The user's weight of a triangle: the mean over its corners; corners that cannot move weigh 1. */
double fy_triangle_weight(const fy_shell *shell, uint32_t triangle);

#endif
