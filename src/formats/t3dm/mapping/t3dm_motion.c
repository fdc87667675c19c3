/*
 * t3dm_motion.c: the tracks of planned materials as tracks of the file's materials and objects
 * (docs/formats/t3dm.md, "Tracks").
 */
#include "formats/t3dm/mapping/t3dm_motion.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "shade/t3dm_states.h"

/* ----------------------------------------------------------------------------------------- planning */

bool fy_mapping_add_track(fy_mapping *m, uint32_t clip, const fy_t3dm_track *track) {
    fy_t3dm_motion *motion = m->to->motion;
    if (!motion) motion = m->to->motion = ferry_new(m->p->job, fy_t3dm_motion, 1);
    if (!motion) return false;
    if (!fy_work_reserve(m->p->job, (void **)&motion->tracks, motion->count, &motion->capacity, 1,
                         sizeof *motion->tracks))
        return false;
    motion->tracks[motion->count++] = (fy_motion_track){clip, *track};
    return true;
}

static int by_clip(const void *a, const void *b) {
    const fy_motion_track *x = a, *y = b;
    if (x->clip != y->clip) return x->clip < y->clip ? -1 : 1;
    if (x->track.target != y->track.target) return x->track.target < y->track.target ? -1 : 1;
    if (x->track.object != y->track.object) return x->track.object < y->track.object ? -1 : 1;
    return (x->track.slot > y->track.slot) - (x->track.slot < y->track.slot);
}

void fy_mapping_sort_tracks(fy_mapping *m) {
    fy_t3dm_motion *motion = m->to->motion;
    if (motion) qsort(motion->tracks, motion->count, sizeof *motion->tracks, by_clip);
}

const fy_material_clip *fy_mapping_clips(const fy_mapping *m, uint32_t *count) {
    const fy_material_clips *all = &m->p->clips;
    *count = all->first[m->index + 1] - all->first[m->index];
    return all->clips + all->first[m->index];
}

bool fy_mapping_list_moments(const fy_mapping *m, const fy_material_clip *clip, uint32_t targets,
                             uint32_t *count, fy_t3dm_moments *moments) {
    const ferry_track **tracks = ferry_new(m->p->job, const ferry_track *, clip->count + (size_t)1);
    *count = 0;
    if (!tracks) return false;
    for (uint32_t i = 0; i < clip->count; i++)
        if (targets >> clip->tracks[i]->target & 1u) tracks[(*count)++] = clip->tracks[i];
    return !*count || fy_t3dm_list_moments(m->p->job, &m->p->scene->clips.data[clip->clip], tracks, *count,
                                           true, moments);
}
