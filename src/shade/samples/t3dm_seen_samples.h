/* t3dm_seen_samples.h: samples of a material at pixels of a survey, which show it */
#ifndef FERRY_SHADE_SAMPLES_T3DM_SEEN_SAMPLES_H
#define FERRY_SHADE_SAMPLES_T3DM_SEEN_SAMPLES_H

#include <stdbool.h>

#include "ferry64_gx.h"
#include "shade/t3dm_reference_state.h"

/* All that are seen: evenly spread where there are more than samples, over and over where they are few. At
 * the memory limit, which the job remembers, the rest stay as they were. `levels`: texels are of the mip
 * levels that a picture shows; the console has the largest ones alone. */
void fy_look_at_samples(const fy_reference *reference, const ferry_gx_material *state, bool levels,
                        fy_sample *samples);

/* The same with other registers and konst colours, the reference's sources being those of its last look. */
void fy_look_again(const fy_reference *reference, const ferry_gx_material *state, fy_sample *samples);

/* Whether any of its pictures has smaller mip levels. */
bool fy_has_levels(const fy_reference *reference, const ferry_gx_material *state);

/* Water whose smaller mip levels are empty is not seen from afar. If none of it is, it is judged by that:
 * else the console, which has no other levels than the largest, would show it everywhere. Fills the samples
 * then; what they are if not does not count. */
bool fy_fades_with_levels(const fy_reference *reference, const ferry_gx_material *state, fy_sample *samples);

#endif
