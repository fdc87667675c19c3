/*
 * t3dm_leaves.h: questions about leaves of a TEV formula, for fy_tev_any() (docs/what-is-lost.md,
 * "Materials").
 */
#ifndef FERRY_SHADE_SEARCH_T3DM_LEAVES_H
#define FERRY_SHADE_SEARCH_T3DM_LEAVES_H

#include <stdbool.h>

#include "machine/gx/gx_tev_formula.h"

/* Whether a leaf is of some kind; `user`: as the question says, else nothing. */
typedef bool (*fy_leaf_test)(const fy_tev_node *leaf, const void *user);

/* A texture that an indirect stage shifts. */
bool fy_leaf_is_indirect(const fy_tev_node *leaf, const void *user);

/* A texture whose coordinates have the source *user, a uint8_t: fy_tev_source. */
bool fy_leaf_is_from(const fy_tev_node *leaf, const void *user);

/* A texture that is looked up by light; and any other one. */
bool fy_leaf_is_ramp(const fy_tev_node *leaf, const void *user);
bool fy_leaf_is_picture(const fy_tev_node *leaf, const void *user);

/* A colour of the vertices; and one that light changes. */
bool fy_leaf_is_raster(const fy_tev_node *leaf, const void *user);
bool fy_leaf_is_lit(const fy_tev_node *leaf, const void *user);

bool fy_leaf_is_not_constant(const fy_tev_node *leaf, const void *user);

/* A texture by another texgen or of another slot than *user, the node to be kept; and another colour of the
 * vertices than that. */
bool fy_leaf_is_other(const fy_tev_node *leaf, const void *user);
bool fy_leaf_is_other_raster(const fy_tev_node *leaf, const void *user);

#endif
