/* pile.c: see the header. */
#include "core/simplify/pictures/pile.h"

/* What stands behind all, of 255. */
static const float BEHIND = 128;

fy_shown fy_pile_blend(const fy_model *of, const fy_pile *pile) {
    const fy_shell *s = of->shell;
    fy_shown sum = {{0, 0, 0}, 0};
    float through = 1;
    for (uint32_t i = 0; i < pile->count && through > 0; i++) {
        const fy_fragment *f = pile->of[i];
        ferry_alpha_mode mode = of->looks[s->wedges[s->corners[3 * (size_t)f->triangle]].mesh].mode;
        float alpha = of->clear[f->triangle] ? (float)f->color[3] / 255 : 1;
        for (int k = 0; k < 3; k++) sum.color[k] += through * alpha * (float)f->color[k];
        if (mode != FERRY_ALPHA_ADD) through *= 1 - alpha;
    }
    for (int k = 0; k < 3; k++) sum.color[k] += through * BEHIND;
    sum.cover = 1 - through;
    return sum;
}
