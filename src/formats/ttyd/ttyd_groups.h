/*
 * ttyd_groups.h: the tree of groups, and the draws in the order of the game's three passes
 * (docs/formats/ttyd.md, "Groups", "Materials").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_GROUPS_H
#define FERRY_FORMATS_TTYD_TTYD_GROUPS_H

#include "formats/ttyd/ttyd.h"

/* Walks the tree from the root, which is the last group, and fills in `groups` and `order`. A group that is
 * named twice is refused; groups that nothing leads to get a warning. False after an error. */
bool fy_ttyd_read_groups(fy_ttyd *t);

/* Adds the draws of all groups to the scene, pass by pass in the game's order, and fills in `drawn`. Nodes,
 * meshes and materials must be there. False after an error. */
bool fy_ttyd_add_draws(fy_ttyd *t);

#endif
