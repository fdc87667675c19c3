/* seen.h: how much of each triangle is visible from outside, how much of it is outline, and which components
 * touch. */
#ifndef FERRY_CORE_SIMPLIFY_SEEN_H
#define FERRY_CORE_SIMPLIFY_SEEN_H

#include "core/simplify/shell.h"

/* Fills `seen`, `outlines` and `groups` of the shell, whose components are numbered. False at the limit, or
 * stopped. */
bool fy_seen_open(fy_shell *shell);

/* The root of a component in `groups`: equal for components that touch. */
uint32_t fy_group_of(uint32_t *groups, uint32_t component);
void fy_group_join(uint32_t *groups, uint32_t a, uint32_t b);

#endif
