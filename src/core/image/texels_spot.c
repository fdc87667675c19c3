/*
 * texels_spot.c: where a texel of another size lies in a picture, and which texels are beside it
 * (docs/what-is-lost.md, "Textures").
 */
#include "core/image/texels_spot.h"

#include <math.h>

#include "ferry64.h"

uint32_t fy_texels_wrapped(int64_t at, uint32_t size, ferry_wrap wrap) {
    if (at >= 0 && at < size) return (uint32_t)at;
    if (wrap == FERRY_WRAP_CLAMP) return at < 0 ? 0 : at >= size ? size - 1 : (uint32_t)at;
    int64_t period = wrap == FERRY_WRAP_MIRROR ? 2 * (int64_t)size : size;
    int64_t inside = at % period;
    if (inside < 0) inside += period;
    return (uint32_t)(inside < size ? inside : period - 1 - inside);
}

fy_spot fy_texels_spot(uint32_t at, uint32_t big, uint32_t small, ferry_wrap wrap) {
    if (big == small) return (fy_spot){at, at, 0};
    double u = (at + .5) * small / big - .5, low = floor(u);
    return (fy_spot){fy_texels_wrapped((int64_t)low, small, wrap),
                     fy_texels_wrapped((int64_t)low + 1, small, wrap), (float)(u - low)};
}
