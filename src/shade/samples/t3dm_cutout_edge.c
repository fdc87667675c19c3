/* t3dm_cutout_edge.c: how thick a cutout is drawn whose smaller mip levels are thicker. */
#include "shade/samples/t3dm_cutout_edge.h"

#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "machine/gx/gx_alpha_compare.h"
#include "shade/samples/t3dm_seen_samples.h"
#include "shade/t3dm_reference_state.h"

/* So many samples more have to be covered, as a share of those that are. */
#define THICKER .1

unsigned fy_reference_edge(const fy_reference *reference, unsigned threshold, unsigned least) {
    const ferry_gx_material *state = reference->gx;
    if (!reference->seen_count || reference->mode.split || reference->mode.composite ||
        !fy_has_levels(reference, state))
        return threshold;
    unsigned above[256] = {0}, largest = 0, shown = 0;
    ferry_mark mark = ferry_job_mark(reference->job);
    fy_sample *levels = ferry_new(reference->job, fy_sample, FY_SAMPLES);
    if (!levels) return threshold;
    fy_look_at_samples(reference, state, true, levels);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        above[reference->samples[i].wanted[3]]++;
        largest += fy_gx_alpha_passes(state, reference->samples[i].wanted[3]);
        shown += fy_gx_alpha_passes(state, levels[i].wanted[3]);
    }
    ferry_job_release(reference->job, mark);
    if (shown <= largest * (1 + THICKER)) return threshold;
    unsigned wanted = (largest + shown) / 2, covered = 0, edge = 256;
    while (edge > least && covered < wanted) covered += above[--edge];
    return edge < threshold ? edge : threshold;
}
