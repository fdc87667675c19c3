/*
 * t3dm_learn.c: what a material is judged by: colours of its vertices, and pixels that show it
 * (docs/what-is-lost.md, "Materials").
 */
#include "formats/t3dm/mapping/t3dm_learn.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_seen_in_clips.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade_blend.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_color_range.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_vertex_summary.h"
#include "view/survey.h"

/* What clips make of its vertices, beside what they are at rest. */
static void learn_color_ranges(const fy_color_range *color_ranges, fy_vertex_summary *summary) {
    unsigned most = sizeof summary->colors[0] / sizeof summary->colors[0][0];
    for (int set = 0; color_ranges && set < FERRY_COLOR_SETS; set++) {
        if (color_ranges->min_alpha[set] < summary->min_alpha[set])
            summary->min_alpha[set] = color_ranges->min_alpha[set];
        for (unsigned i = 0; i < color_ranges->count[set]; i++) {
            fy_vertex_summary_color(set, &color_ranges->colors[set][i], summary);
            if (summary->count[set] < most)
                summary->colors[set][summary->count[set]++] = color_ranges->colors[set][i];
        }
    }
}

void fy_planner_learn_vertices(fy_planner *p, uint32_t material) {
    p->summary = (fy_vertex_summary){.min_alpha = {1, 1}};
    for (uint32_t i = p->first_draw[material]; i < p->first_draw[material + 1]; i++) {
        uint32_t mesh = p->scene->draws.data[p->draws[i]].mesh;
        learn_color_ranges(p->color_ranges[mesh], &p->summary);
        fy_vertex_summary_learn(&p->scene->meshes.data[mesh], &p->summary);
        fy_related_uv_learn(&p->summary.related, &p->scene->meshes.data[mesh]);
    }
}

/* How much light has to differ, of 1, to show something else. */
#define OTHER_LIGHT .02

/* Of pixels from nearby those stay whose light the six sides do not show: a plate may be in full light from
 * all of them. What is blended or cut out depends on what happens to stand behind it, of which there is more
 * nearby: it is judged from afar, unless nothing is seen of it there. */
static uint32_t keep_telling(const ferry_gx_material *gx, fy_seen_pixel *pixels, uint32_t count) {
    uint32_t far = fy_survey_far(pixels, count), kept = far;
    uint16_t threshold;
    bool exact,
        solid = fy_gx_blend_hides(gx) && fy_gx_alpha_test(gx, &threshold, &exact) == FY_ALPHA_TEST_NONE;
    double low = 1, high = 0;
    for (uint32_t i = 0; i < far; i++) {
        low = fmin(low, pixels[i].towards);
        high = fmax(high, pixels[i].towards);
    }
    for (uint32_t i = far; i < count; i++) {
        bool other = pixels[i].towards < low - OTHER_LIGHT || pixels[i].towards > high + OTHER_LIGHT;
        if (!far || (solid && other)) pixels[kept++] = pixels[i];
    }
    return kept;
}

/* Fewer pixels than that do not tell what a material looks like in other light: a mouth that all sides show
 * in the shade would be dark in the sun as well. */
enum { FEW = FY_SURVEY_FAR / 8 };

static bool follows_light(const ferry_gx_material *gx) {
    bool lit = false;
    for (unsigned c = 0; c < gx->channel_count && c < 2; c++) lit |= gx->channels[2 * (size_t)c].lit != 0;
    for (unsigned t = 0; t < gx->texgen_count && t < FERRY_GX_MAX_TEXGENS; t++)
        lit &= gx->texgens[t].source != FERRY_GX_TG_NORMAL; /* what is mirrored would turn, too */
    return lit;
}

/* Each once more, with all light there is from the first to the last. */
static uint32_t add_other_light(const ferry_gx_material *gx, fy_seen_pixel *pixels, uint32_t count) {
    if (count >= FEW || !follows_light(gx)) return count;
    for (uint32_t i = 0; i < count; i++) {
        pixels[count + i] = pixels[i];
        fy_survey_turn(&pixels[count + i], count > 1 ? (double)i / (count - 1) : 1);
    }
    return 2 * count;
}

bool fy_planner_learn_pixels(fy_planner *p, uint32_t material) {
    fy_reference *to = &p->reference;
    fy_reference_end(to); /* what a material that was dropped left is of others */
    to->seen = p->seen;
    if (!p->seen) return true;
    to->survey = &p->survey;
    if (!fy_survey_pixels(p->job, &p->survey, material, p->seen, &to->seen_count)) return false;
    if (!to->seen_count && p->tracks && !fy_planner_look_in_clips(p, material)) return false;
    const ferry_gx_material *gx = p->scene->materials.data[material].gx;
    to->seen_count = keep_telling(gx, p->seen, to->seen_count);
    if (gx) to->seen_count = add_other_light(gx, p->seen, to->seen_count);
    return true;
}
