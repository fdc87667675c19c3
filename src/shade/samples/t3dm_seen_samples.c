/* t3dm_seen_samples.c: samples of a material at pixels of a survey, which show it. */
#include "shade/samples/t3dm_seen_samples.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_frame_buffer.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "shade/samples/t3dm_sample_colors.h"
#include "shade/samples/t3dm_sample_texels.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_uv.h"
#include "shade/t3dm_vertex_texture.h"
#include "view/survey.h"

/* Where the console would look textures up at a pixel that is seen. */
static fy_places places_of(const fy_reference *reference, const fy_gx_vertex *at) {
    fy_places found;
    for (int i = 0; i < FERRY_UV_SETS; i++)
        found.sets[i] = (fy_place){(double)at->uvs[i].x, (double)at->uvs[i].y};
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        ferry_vec3 from = map->kind == FY_UV_SPHERE   ? at->eye_normal
                          : map->kind == FY_UV_NORMAL ? at->world_normal
                                                      : at->world;
        found.others[i] = fy_place_by_vector(map, from);
    }
    return found;
}

/* The console spreads what its spherical effect makes of the corners. */
static void place_spheres(const fy_reference *reference, const fy_seen_pixel *pixel, fy_places *at) {
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        if (map->kind != FY_UV_SPHERE) continue;
        at->others[i] = (fy_place){0, 0};
        for (int k = 0; k < 3; k++) {
            fy_place corner = fy_place_by_vector(map, pixel->corners[k].eye_normal);
            at->others[i].u += pixel->shares[k] * corner.u;
            at->others[i].v += pixel->shares[k] * corner.v;
        }
    }
}

/* Whether the console reads what the source reads: it neither shifts texels nor looks through projections. */
static bool reads_alike(const fy_reference *reference, const fy_gx_shader *shader, uint32_t stage) {
    uint8_t texgen = shader->gx->stages[stage].texgen;
    uint8_t map = shader->gx->stages[stage].map;
    bool same = map >= FERRY_GX_MAX_MAPS || !reference->shown ||
                reference->shown->textures[map] == reference->gx->textures[map];
    return !shader->reads[stage].indirect && texgen < FERRY_GX_MAX_TEXGENS && !reference->maps[texgen].loss &&
           same;
}

/* Whether vertices hold what a stage reads. */
static bool is_at_vertices(const fy_reference *reference, const ferry_gx_stage *stage) {
    return stage->map < FERRY_GX_MAX_MAPS && reference->mode.at_vertices >> stage->map & 1;
}

/* What vertices hold of the stages' textures at a pixel. */
static void fetch_at_vertices(const fy_reference *reference, const ferry_gx_material *state,
                              const fy_seen_pixel *pixel, fy_tev_inputs *seen) {
    double sums[FERRY_GX_MAX_STAGES][4] = {{0}};
    if (!reference->mode.at_vertices) return;
    for (int i = 0; i < 3; i++) {
        fy_tev_inputs corner = *seen;
        fy_places at = places_of(reference, &pixel->corners[i]);
        fy_sample_texels(reference, state, &at, &corner);
        for (unsigned s = 0; s < FERRY_GX_MAX_STAGES; s++)
            for (int k = 0; k < 4; k++) sums[s][k] += pixel->shares[i] * corner.texels[s][k];
    }
    for (unsigned s = 0; s < reference->gx->stage_count && s < FERRY_GX_MAX_STAGES; s++)
        for (int k = 0; k < 4 && is_at_vertices(reference, &reference->gx->stages[s]); k++)
            seen->texels[s][k] = fy_unit_byte(sums[s][k] / 255);
}

/* One that is seen. `shader`: the source's, from the pixel's view; it knows nothing of composites, whose
 * stage is behind its last one. */
static void look_at_sample(const fy_reference *reference, const ferry_gx_material *state,
                           const fy_tev_program *program, const fy_gx_shader *shader,
                           const fy_seen_pixel *pixel, bool levels, fy_sample *sample, fy_tev_inputs *kept) {
    fy_tev_inputs seen, source;
    fy_sample_vertex of = {{pixel->at.colors[0], pixel->at.colors[1]}, pixel->towards};
    fy_places at = places_of(reference, &pixel->at);
    place_spheres(reference, pixel, &at);
    fy_sample_colors(reference, state, &of, sample, &seen);
    fy_sample_texels(reference, state, &at, &seen);
    source = seen;
    fy_survey_channels(shader, pixel, source.raster);
    fy_gx_footprint footprint = {{0}};
    if (levels) fy_gx_footprint_of(shader, &pixel->at, &pixel->right, &pixel->below, &footprint);
    fy_gx_texels_over(shader, &pixel->at, pixel->corners, pixel->shares, &footprint, &source);
    if (reference->mode.full_light) fy_gx_ramp_texels(reference->scene, state, 1, &source);
    for (uint32_t i = 0; i < shader->stage_count; i++)
        if (reads_alike(reference, shader, i))
            memcpy(seen.texels[i], source.texels[i], sizeof seen.texels[i]);
    fetch_at_vertices(reference, state, pixel, &seen);
    memcpy(sample->lit.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->plain.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->ground, pixel->ground, 3);
    sample->over = pixel->over;
    sample->through = pixel->through;
    sample->back = pixel->back && state->cull == FERRY_GX_CULL_NONE;
    fy_gx_want(state, program, &source, sample->wanted);
    if (kept) *kept = source;
}

static uint32_t number_of(uint32_t sample, uint32_t count) {
    return count > FY_SAMPLES ? (uint32_t)((uint64_t)sample * count / FY_SAMPLES) : sample % count;
}

/* What the source draws: the state itself, with its textures at a place of the clips', and without the stage
 * of a composite. */
static const ferry_gx_material *source_of(const fy_reference *reference, const ferry_gx_material *state,
                                          uint32_t place, ferry_gx_material *moved) {
    if (reference->shown) return reference->shown;
    if (reference->mode.composite && !reference->mode.states) return reference->mode.composite->source->gx;
    if (!place && !reference->mode.composite) return state;
    memcpy(moved, state, sizeof *moved);
    if (place) fy_move_textures(&reference->mode.states->places[place], moved);
    if (reference->mode.composite) moved->stage_count = reference->mode.composite->source->gx->stage_count;
    return moved;
}

void fy_look_at_samples(const fy_reference *reference, const ferry_gx_material *state, bool levels,
                        fy_sample *samples) {
    ferry_job *job = reference->job;
    const fy_gx_shader *shaders[FY_MOST_PLACES][FY_SURVEY_VIEWS] = {{NULL}};
    ferry_mark mark = ferry_job_mark(job);
    ferry_gx_material *moved = ferry_new(job, ferry_gx_material, FY_MOST_PLACES);
    fy_tev_program program;
    fy_tev_prepare(state, &program);
    if (!moved) return;
    for (uint32_t i = 0; i < FY_SAMPLES; i++) {
        const fy_seen_pixel *pixel = &reference->seen[number_of(i, reference->seen_count)];
        uint32_t place = fy_place_of_sample(reference->mode.states, i);
        const fy_gx_shader **shader = &shaders[place][pixel->view];
        fy_gx_view view = fy_survey_view(reference->survey, pixel->view);
        const ferry_gx_material *source = source_of(reference, state, place, &moved[place]);
        if (!*shader) *shader = fy_gx_shader_open(job, reference->scene, source, FERRY_CULL_NONE, &view);
        if (!*shader) return;
        look_at_sample(reference, state, &program, *shader, pixel, levels, &samples[i],
                       reference->sources ? &reference->sources[i] : NULL);
    }
    ferry_job_release(job, mark);
}

/* The rest of a sample does not follow registers. */
void fy_look_again(const fy_reference *reference, const ferry_gx_material *state, fy_sample *samples) {
    fy_tev_program program;
    fy_tev_prepare(state, &program);
    for (uint32_t i = 0; i < FY_SAMPLES; i++)
        fy_gx_want(state, &program, &reference->sources[i], samples[i].wanted);
}

bool fy_has_levels(const fy_reference *reference, const ferry_gx_material *state) {
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        const ferry_image *image = fy_reference_texture_image(reference, state->textures[i]);
        if (image && image->level_count > 1) return true;
    }
    return false;
}

/* Whether a sample changes what is behind it. */
static bool is_shown(const ferry_gx_material *state, const fy_sample *sample) {
    enum { ROUNDING = 2 };
    uint8_t there[4] = {sample->ground[0], sample->ground[1], sample->ground[2], 255};
    if (!fy_gx_alpha_passes(state, sample->wanted[3])) return false;
    fy_gx_blend(state, sample->wanted, there);
    for (int k = 0; k < 3; k++)
        if (abs(there[k] - sample->ground[k]) > ROUNDING) return true;
    return false;
}

bool fy_fades_with_levels(const fy_reference *reference, const ferry_gx_material *state, fy_sample *samples) {
    if (state->blend_mode != FERRY_GX_BLEND_BLEND || !fy_has_levels(reference, state)) return false;
    fy_look_at_samples(reference, state, true, samples);
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (is_shown(state, &samples[i])) return false;
    return true;
}
