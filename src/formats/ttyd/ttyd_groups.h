/*
 * ttyd_groups.h: the tree of groups, and the draws in the order of the game's three passes
 * (docs/formats/ttyd.md, "Groups", "Materials").
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_GROUPS_H
#define FERRY_FORMATS_TTYD_TTYD_GROUPS_H

#include "formats/ttyd/ttyd.h"

bool fy_ttyd_read_groups(fy_ttyd *t); /* the tree */

bool fy_ttyd_add_draws(fy_ttyd *t); /* in the game's order */

#endif
