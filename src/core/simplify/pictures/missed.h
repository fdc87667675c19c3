/*
 * missed.h: what pictures of the source would miss without one component (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_MISSED_H
#define FERRY_CORE_SIMPLIFY_PICTURES_MISSED_H

#include "core/simplify/components.h"
#include "core/simplify/pictures/pictures.h"

/* By component; after fy_pictures_open(), before anything goes. Where there are no pictures, `missed` is
 * NULL. False at the limit, or stopped. */
bool fy_missed_find(const fy_pictures *pictures, fy_missed **missed);

#endif
