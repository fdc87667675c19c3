/* material_clips.h: clips that change a material of a scene put together by hand. */
#ifndef FERRY_TESTS_MATERIAL_CLIPS_H
#define FERRY_TESTS_MATERIAL_CLIPS_H

#include <stdint.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"

/* A clip with one track of two keys, from `from` to `to`. */
static inline void add_clip(ferry_scene *scene, const char *name, double duration, ferry_target target,
                            uint32_t slot, uint32_t channel, float from, float to) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = name, .kind = "k", .duration = duration, .rate = 30, .track_count = 1};
    ferry_track *track = clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = target,
                           .slot = slot,
                           .channel = channel,
                           .interpolation = target == FERRY_TARGET_DRAW_VISIBLE ? FERRY_STEP : FERRY_LINEAR,
                           .width = 1,
                           .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->times[1] = duration;
    track->values[0] = from;
    track->values[1] = to;
}

/* What a material makes of a texel, in whichever slot, and of a vertex, at the start or at the end of its
 * clip; and the alpha that its compare looks at. */
static inline uint8_t run_compared(const fy_t3dm_material *made, bool end, uint8_t texel, uint8_t vertex,
                                   uint8_t out[4]) {
    fy_rdp_inputs inputs = {.tex0 = {texel, texel, texel, texel},
                            .tex1 = {texel, texel, texel, texel},
                            .shade = {vertex, vertex, vertex, 255}};
    const fy_tev_inputs none = {.raster = {{0}}};
    double alpha[3] = {1};
    memcpy(inputs.prim, made->rdp.prim, 4);
    memcpy(inputs.env, made->rdp.env, 4);
    for (uint32_t i = 0; made->motion && i < made->motion->count; i++) {
        const fy_t3dm_track *track = &made->motion->tracks[i].track;
        const float *values = track->values + (end ? 4 * ((size_t)track->key_count - 1) : 0);
        uint8_t *to = track->target == FY_T3DM_TARGET_PRIM ? inputs.prim : inputs.env;
        for (int k = 0; k < 4; k++) to[k] = fy_unit_byte((double)values[k] / 255);
    }
    if (made->formula && made->shade_alpha != FY_TEV_NONE)
        fy_tev_value(made->formula, made->shade_alpha, &none, alpha);
    inputs.shade[3] = fy_unit_byte(alpha[0]);
    const fy_rdp_formula formula = fy_rdp_formula_of(made->rdp.combiner);
    uint8_t compared;
    fy_rdp_run(&formula, &inputs, out, &compared);
    return compared;
}

/* The same without that alpha. */
static inline void run_material(const fy_t3dm_material *made, bool end, uint8_t texel, uint8_t vertex,
                                uint8_t out[4]) {
    (void)run_compared(made, end, texel, vertex, out);
}

#endif
