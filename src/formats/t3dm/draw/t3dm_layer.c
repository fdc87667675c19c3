/*
 * t3dm_layer.c: a flat layer: whether it is there, and whether it may lie on another (docs/formats/t3dm.md,
 * "Coplanar triangles").
 */
#include "formats/t3dm/draw/t3dm_layer.h"

bool fy_layer_is_there(const fy_layer_draw *lower, const fy_layer_draw *upper) {
    return !lower->seen || lower->seen == upper->seen;
}

/* Opaque ones win over cutouts, and both over what is blended, as they are: they are drawn first, and what
 * comes then must be nearer. */
bool fy_layer_may_lie_on(const fy_layer_draw *upper, const fy_layer_draw *lower) {
    if (!upper->shows || !lower->writes) return false;
    return upper->blended || (!lower->blended && (upper->holes || !lower->holes));
}
