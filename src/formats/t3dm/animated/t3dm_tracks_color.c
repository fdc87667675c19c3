/*
 * t3dm_tracks_color.c: registers, konst colours and material colours that clips change, as PRIM and ENV of a
 * combiner that stands (docs/what-is-lost.md, "Animated materials").
 */
#include "formats/t3dm/animated/t3dm_tracks_color.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/animated/t3dm_choose_state.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/mapping/t3dm_motion.h"
#include "formats/t3dm/mapping/t3dm_trial_constants.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/blend/t3dm_blend.h"
#include "shade/t3dm_measure.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_states.h"

enum {
    COLORS = 1 << FERRY_TARGET_REGISTER | 1 << FERRY_TARGET_KONST | 1 << FERRY_TARGET_MATERIAL_COLOR,
    MEASURED = 12, /* moments of a clip */
};

/* Of a component of 0..255, by which keys that are left out may be off. */
static const float tolerance[4] = {1, 1, 1, 1};

typedef struct colors {
    fy_mapping *m;
    const fy_trial *rest;
    double color, alpha; /* sums of mean differences, of 255 */
    uint32_t moments, clips;
} colors;

static bool same_colors(const ferry_gx_material *a, const ferry_gx_material *b) {
    return memcmp(a->registers, b->registers, sizeof a->registers) == 0 &&
           memcmp(a->konst, b->konst, sizeof a->konst) == 0 &&
           memcmp(a->material_colors, b->material_colors, sizeof a->material_colors) == 0;
}

/* Whether nothing but registers and konst colours differ. */
static bool is_alike(const ferry_gx_material *a, const ferry_gx_material *b) {
    ferry_gx_material other;
    memcpy(&other, b, sizeof other);
    memcpy(other.registers, a->registers, sizeof other.registers);
    memcpy(other.konst, a->konst, sizeof other.konst);
    return memcmp(a, &other, sizeof other) == 0;
}

static void put_values(const fy_trial *now, float prim[4], float env[4]) {
    for (int k = 0; k < 4; k++) {
        prim[k] = (float)(now->shading.fit.prim[k] * 255);
        env[k] = (float)(now->shading.fit.env[k] * 255);
    }
}

static void add_difference(colors *c, const fy_trial *now) {
    double color, alpha;
    fy_reference_measure(&c->m->p->reference, &now->shading.fit, now->shading.word, &color, &alpha);
    c->color += color;
    if (now->alpha.node != FY_TEV_NONE) c->alpha += alpha;
    c->moments++;
}

/* Where textures are at the moment, or anywhere, if a clip of another length moves them. */
static void pose(const colors *c, const fy_material_clip *clip, double time, ferry_gx_material *state) {
    const ferry_gx_material *rest = &c->m->states.list[0];
    memcpy(state, rest, sizeof *state);
    if (c->m->states.spread)
        fy_pose_state(clip, time, state);
    else
        fy_pose_state_played(&c->m->p->clips, c->m->index, clip, time, state);
    memcpy(state->textures, rest->textures, sizeof state->textures);
}

/* PRIM and ENV at every moment, each from where the one before is. */
static void solve_moments(colors *c, const fy_material_clip *clip, const fy_t3dm_moments *moments,
                          float *prim, float *env) {
    fy_reference *reference = &c->m->p->reference;
    ferry_gx_material last, state;
    fy_trial now = *c->rest;
    uint32_t step = moments->count / MEASURED + 1;
    for (uint32_t i = 0; i < moments->count; i++) {
        pose(c, clip, moments->samples[i], &state);
        if (i == 0 || !same_colors(&state, &last)) {
            if (i && is_alike(&state, &last))
                fy_mapping_fill_again(c->m, &state);
            else
                fy_mapping_fill_state(c->m, &state);
            if (now.blend.unsupported) fy_blend_want(reference, &now.blend_fit);
            fy_trial_solve(c->m, &now);
            memcpy(&last, &state, sizeof last);
        }
        put_values(&now, prim + 4 * (size_t)i, env + 4 * (size_t)i);
        if (i % step == 0) add_difference(c, &now);
    }
}

/* A colour that is read gets a track, unless it stays what it is at rest: every clip starts from there. The
 * runtime does not send what is zero throughout, so that a least bit stays where it shows least. */
static bool add_track(colors *c, uint32_t clip, const fy_t3dm_moments *moments, uint8_t slot, float *values) {
    fy_mapping *m = c->m;
    uint64_t word = m->to->rdp.combiner;
    bool prim = slot == FY_RDP_PRIM, color = fy_rdp_reads_color(word, slot),
         alpha = fy_rdp_reads_alpha(word, slot);
    const uint8_t *rest = prim ? m->to->rdp.prim : m->to->rdp.env;
    fy_t3dm_track track = {.target = prim ? FY_T3DM_TARGET_PRIM : FY_T3DM_TARGET_ENV, .width = 4};
    if (!color && !alpha) return true;
    for (uint32_t i = 0; i < moments->count; i++) {
        float *value = values + 4 * (size_t)i;
        if (!alpha) value[3] = rest[3];
        if (!color) memcpy(value, (float[3]){rest[0], rest[1], rest[2]}, 3 * sizeof *value);
        if (value[0] + value[1] + value[2] + value[3] < 1) value[alpha ? 2 : 3] = 1;
    }
    if (!fy_t3dm_linear_keys(m->p->job, moments, values, tolerance, &track)) return false;
    bool stays = track.key_count == 1;
    for (int k = 0; k < 4; k++)
        stays = stays && fabs((double)track.values[k] - rest[k]) <= (double)tolerance[k];
    return stays || fy_mapping_add_track(m, clip, &track);
}

static bool follow_clip(colors *c, const fy_material_clip *clip) {
    fy_t3dm_moments moments;
    uint32_t count;
    if (!fy_mapping_list_moments(c->m, clip, COLORS, &count, &moments)) return false;
    if (!count) return true;
    float *prim = ferry_alloc(c->m->p->job, moments.count, 4 * sizeof *prim),
          *env = ferry_alloc(c->m->p->job, moments.count, 4 * sizeof *env);
    if (!prim || !env) return false;
    c->m->states.spread = !c->m->film && !fy_clips_keep_time(&c->m->p->clips, c->m->index, clip);
    solve_moments(c, clip, &moments, prim, env);
    c->m->states.spread = false;
    c->clips++;
    return add_track(c, clip->clip, &moments, FY_RDP_PRIM, prim) &&
           add_track(c, clip->clip, &moments, FY_RDP_ENV, env);
}

static void report_difference(const colors *c) {
    const fy_mapping *m = c->m;
    double told = c->rest->shading.fitted ? 4 : .5, color = c->color / c->moments,
           alpha = c->alpha / c->moments;
    ferry_say_measured(m->p->job, color > told || alpha > told ? FERRY_LOSS : FERRY_NOTE, "t3dm.tracks",
                       m->p->name, m->path, (ferry_measure){fmax(color, alpha), "/255", false},
                       "%u clip%s animate%s its colours, played as PRIM and ENV by ferry64_tracks.h: mean "
                       "difference in colour %.1f/255, in alpha %.1f/255, over %u moments",
                       c->clips, c->clips == 1 ? "" : "s", c->clips == 1 ? "s" : "", color, alpha,
                       c->moments);
}

bool fy_mapping_color_tracks(fy_mapping *m, const fy_trial *rest) {
    colors c = {.m = m, .rest = rest};
    uint32_t count;
    const fy_material_clip *clips = fy_mapping_clips(m, &count);
    const fy_tev *tev = &m->p->reference.tev;
    /* colours that nothing reads */
    if (!m->formula_state && !fy_tev_moves_in(tev, tev->color) && !fy_tev_moves_in(tev, tev->alpha))
        return true;
    fy_reference *reference = &m->p->reference;
    reference->sources = fy_job_resize(m->p->job, NULL, FY_SAMPLES, sizeof *reference->sources);
    if (!reference->sources) return false;
    memset(reference->sources, 0, FY_SAMPLES * sizeof *reference->sources);
    bool done = true;
    for (uint32_t i = 0; i < count && done; i++) done = ferry_tick(m->p->job) && follow_clip(&c, &clips[i]);
    fy_job_drop(m->p->job, reference->sources);
    reference->sources = NULL;
    if (!done) return false;
    if (c.moments) report_difference(&c);
    return true;
}
