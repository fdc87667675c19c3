/*
 * t3dm_shrink.c: other sizes of one picture, for those who choose among sizes and for those who need one of
 * them again (docs/what-is-lost.md, "Textures").
 */
#include "formats/sprite/t3dm_shrink.h"

#include <string.h>

#include "ferry64.h"
#include "core/image/texels.h"
#include "core/image/texels_resize.h"

/* All components have to agree: a full red beside an opaque alpha is a colour. */
bool fy_texels_alpha_is_grey(const fy_texels *of, fy_texel_needs needs) {
    int colors = needs.color ? 3 : 1;
    for (size_t i = 0; i < (size_t)of->width * of->height; i++)
        for (int k = 0; k < colors; k++)
            if (of->rgba[4 * i + (size_t)k] != of->rgba[4 * i + 3]) return false;
    return true;
}

fy_shrinker fy_shrinker_of(ferry_job *job, const fy_texels *source, fy_texel_wraps wraps,
                           fy_texel_needs needs) {
    return (fy_shrinker){.job = job,
                         .wraps = wraps,
                         .alpha_is_grey = fy_texels_alpha_is_grey(source, needs),
                         .coverage = fy_texels_coverage(source),
                         .levels = {*source}};
}

/* The smallest halving that has more than twice the texels: a filter over all of a big picture is dear. */
static const fy_texels *level_for(fy_shrinker *by, uint32_t width, uint32_t height) {
    uint32_t level = 0;
    while (level + 1 < FY_SHRINKER_LEVELS) {
        fy_texels *from = &by->levels[level], *half = &by->levels[level + 1];
        if (from->width % 2 || from->height % 2 || from->width < 4 * width || from->height < 4 * height)
            break;
        if (!half->rgba && !fy_texels_reduce(by->job, from, 2, 2, half)) return NULL;
        level++;
    }
    return &by->levels[level];
}

/* Colours were weighted by alpha on the way. Where both are one brightness that would make it brighter. */
bool fy_shrink(fy_shrinker *by, uint32_t width, uint32_t height, fy_texels *made) {
    const fy_texels *from = level_for(by, width, height);
    if (!from || !fy_texels_resize(by->job, from, by->wraps, width, height, made)) return false;
    fy_texels_keep_coverage(by->coverage, made);
    for (size_t i = 0; by->alpha_is_grey && i < (size_t)width * height; i++)
        memset(made->rgba + 4 * i, made->rgba[4 * i + 3], 3);
    return true;
}
