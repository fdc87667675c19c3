/*
 * t3dm_seen_in_clips.c: see t3dm_seen_in_clips.h. What has no size at rest, or is hidden, and is to be seen
 * once a clip plays, would be judged by imagined pixels.
 */
#include "formats/t3dm/mapping/t3dm_seen_in_clips.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"
#include "view/survey.h"

/* Moments of a clip, in shares of its length. */
static const double moments[] = {.55, .15, .95};

enum { MOMENTS = sizeof moments / sizeof moments[0] };

static bool take_pixels(fy_planner *p, const fy_survey *survey, uint32_t material) {
    fy_reference *to = &p->reference;
    to->survey = survey;
    return fy_survey_pixels(p->job, survey, material, p->seen, &to->seen_count);
}

/* Another look at the model, while clips that are played together are so far. Joints that they leave alone
 * are at rest, though the survey may have them in another clip's pose. */
static bool look_at(fy_planner *p, uint32_t material, const fy_material_clip *clip, double share) {
    const ferry_scene *scene = p->plan->surveyed_scene;
    uint32_t count, *together = ferry_new(p->job, uint32_t, scene->clips.count + (size_t)1);
    if (!together) return false;
    count = fy_clips_of_one_name(scene, clip->clip, together);
    double time = share * scene->clips.data[clip->clip].duration;
    const ferry_scene *posed = ferry_pose(p->job, scene, together, count, time);
    fy_survey *to = &p->in_clips[p->in_clip_count];
    if (!posed || !fy_survey_take(p->job, posed, to)) return false;
    p->in_clip_count++;
    return take_pixels(p, to, material);
}

bool fy_planner_look_in_clips(fy_planner *p, uint32_t material) {
    fy_reference *to = &p->reference;
    const fy_material_clips *all = &p->clips;
    for (uint32_t i = 0; i < p->in_clip_count && !to->seen_count; i++)
        if (!take_pixels(p, &p->in_clips[i], material)) return false;
    for (uint32_t i = all->first[material]; i < all->first[material + 1]; i++)
        for (int k = 0; k < MOMENTS && !to->seen_count; k++) {
            if (p->in_clip_count == FY_MOST_LOOKS_IN_CLIPS) return true;
            if (!look_at(p, material, &all->clips[i], moments[k])) return false;
        }
    return true;
}
