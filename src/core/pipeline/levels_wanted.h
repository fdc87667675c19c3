/* levels_wanted.h: which levels of detail the settings ask for (docs/simplify.md). */
#ifndef FERRY_CORE_PIPELINE_LEVELS_WANTED_H
#define FERRY_CORE_PIPELINE_LEVELS_WANTED_H

#include "ferry64.h"
#include "core/scene/levels.h"

/* The size of a level: a number of triangles, or a share of those of the finest level. */
typedef struct fy_level_target {
    uint32_t triangles;
    double share;
} fy_level_target;

/* The levels below the finest, from the setting `simplify.levels`. Returns how many. */
uint32_t fy_levels_wanted(const ferry_job *job, fy_level_target targets[FY_MOST_LEVELS]);

/* Sets how many triangles each level may have if the finest one has `first`. It is an error (false) if a
 * level is not coarser than the one before. */
bool fy_levels_count(ferry_job *job, const ferry_scene *scene, const fy_level_target *targets, uint32_t count,
                     uint32_t first, uint32_t most[FY_MOST_LEVELS]);

#endif
