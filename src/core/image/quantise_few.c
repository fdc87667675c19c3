/* quantise_few.c: see quantise_few.h. */
#include "core/image/quantise_few.h"

#include "ferry64.h"
#include "core/base/maths.h"

bool fy_few_open(const fy_palette *palette, fy_few *by) {
    static const int32_t shares[3] = {FY_RED_SHARE, FY_GREEN_SHARE, FY_BLUE_SHARE};
    *by = (fy_few){.hole = palette->count};
    if (palette->count > FY_FEW) return false;
    for (uint32_t i = palette->count; i-- > 0;) {
        const uint8_t *color = palette->colors[i];
        bool opaque = color[3] >= FY_OPAQUE;
        if (!opaque) by->hole = i;
        if (!opaque) continue;
        int32_t *factors = by->factors[by->count], square = 0;
        for (int k = 0; k < 3; k++) {
            int32_t share = shares[k] * FY_FEW * color[k];
            factors[k] = -2 * share;
            square += share * color[k];
        }
        by->sums[by->count++] = square + (int32_t)i;
    }
    return by->count > 0;
}

/* Components of texels that are looked at together. */
typedef struct components {
    int32_t of[3][FY_FEW_BESIDE];
} components;

static void find(const fy_few *by, const components *texels, uint8_t places[FY_FEW_BESIDE]) {
    const int32_t *restrict r = texels->of[0], *restrict g = texels->of[1], *restrict b = texels->of[2];
    int32_t least[FY_FEW_BESIDE];
    for (int i = 0; i < FY_FEW_BESIDE; i++) least[i] = INT32_MAX;
    for (uint32_t c = 0; c < by->count; c++) {
        const int32_t *factors = by->factors[c], sum = by->sums[c];
        for (int i = 0; i < FY_FEW_BESIDE; i++) {
            int32_t far = sum + r[i] * factors[0] + g[i] * factors[1] + b[i] * factors[2];
            least[i] = far < least[i] ? far : least[i];
        }
    }
    for (int i = 0; i < FY_FEW_BESIDE; i++) places[i] = (uint8_t)(least[i] & (FY_FEW - 1));
}

FY_WIDE static void find_wide(const fy_few *by, const components *texels, uint8_t places[FY_FEW_BESIDE]) {
    find(by, texels, places);
}

void fy_few_find(const fy_few *by, const uint8_t *texels, size_t step, uint32_t count,
                 uint8_t places[FY_FEW_BESIDE]) {
    components all = {{{0}}};
    for (uint32_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) all.of[k][i] = texels[i * step + k];
    (FY_HAS_WIDE ? find_wide : find)(by, &all, places);
}
