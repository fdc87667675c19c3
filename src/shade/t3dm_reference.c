/*
 * t3dm_reference.c: imagined pixels by which a material's formula on one machine is compared with that on the
 * other (docs/what-is-lost.md, "How differences are measured").
 *
 * Texels come from the real textures, colours from the real vertices, light from one white lamp over an
 * ambient of 50/255; the pseudo-random places are the same on every run.
 */
#include "shade/t3dm_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/base/digest.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "machine/gx/gx_alpha_compare.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_ramp.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_fit_shade.h"
#include "shade/t3dm_combiner.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_constant_uv.h"
#include "shade/t3dm_image_summary.h"
#include "shade/t3dm_modes.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_sample_memory.h"
#include "shade/t3dm_split.h"
#include "shade/t3dm_uv.h"
#include "shade/t3dm_vertex_texture.h"
#include "view/cameras.h"
#include "view/survey.h"

typedef struct place {
    double u, v;
} place;

typedef struct draw_of_lots {
    uint32_t state;
} draw_of_lots;

static double lot(draw_of_lots *lots) {
    lots->state = lots->state * 1664525u + 1013904223u;
    return (lots->state >> 8) / 16777216.0;
}

static uint32_t texel_index(double at, uint32_t size, ferry_wrap wrap) {
    double whole = floor(at);
    double part = at - whole;
    if (wrap == FERRY_WRAP_CLAMP)
        part = at < 0 ? 0 : at >= 1 ? 1 : at;
    else if (wrap == FERRY_WRAP_MIRROR && floor(whole / 2) * 2 != whole)
        part = 1 - part;
    uint32_t index = (uint32_t)(part * size);
    return index < size ? index : size - 1;
}

static void fetch(const fy_reference *reference, const ferry_gx_material *state, uint8_t map, place at,
                  uint8_t texel[4]) {
    memset(texel, 255, 4);
    uint32_t index = map < FERRY_GX_MAX_MAPS ? state->textures[map] : FERRY_NONE;
    if (index == FERRY_NONE) return;
    const ferry_texture *texture = &reference->scene->textures.data[index];
    if (texture->image == FERRY_NONE) return;
    const ferry_image *image = &reference->scene->images.data[texture->image];
    fy_gx_ramp ramp = fy_gx_open_ramp(texture, image);
    if (ramp != FY_GX_NO_RAMP) {
        fy_gx_ramp_texel(ramp, at.u, texel);
        return;
    }
    const ferry_level *level = &image->levels[0];
    uint32_t x = texel_index(at.u, level->width, texture->wrap_s),
             y = texel_index(at.v, level->height, texture->wrap_t);
    memcpy(texel, level->rgba + 4 * ((size_t)y * level->width + x), 4);
}

double fy_reference_light(double towards) {
    return towards >= 1 - FY_AMBIENT ? 1 : FY_AMBIENT + towards;
}

/* A channel with specular attenuation only answers to light from near the mirror direction. */
static double light_of(const fy_reference *reference, int channel, double towards) {
    if (reference->gx->channels[channel * 2].attenuation == FERRY_GX_ATTENUATION_SPECULAR &&
        reference->gx->channels[channel * 2].lit)
        return towards > .8 ? (towards - .8) * 5 : 0;
    return fy_reference_light(towards);
}

/* With material colours of `state`. `towards` below zero: as the vertices carry it, without light. */
static void raster_color(const fy_reference *reference, const ferry_gx_material *state, int channel,
                         const ferry_color *vertex, double towards, uint8_t out[4]) {
    const ferry_gx_color *reg = &state->material_colors[channel];
    double registers[4] = {reg->r / 255.0, reg->g / 255.0, reg->b / 255.0, reg->a / 255.0};
    double vertices[4] = {(double)vertex->r, (double)vertex->g, (double)vertex->b, (double)vertex->a};
    for (int k = 0; k < 4; k++) {
        const ferry_gx_channel *control = &reference->gx->channels[channel * 2 + (k == 3)];
        double material = control->material_source == FERRY_GX_SOURCE_VERTEX ? vertices[k] : registers[k];
        if (k == 3) material *= fy_tev_dark_alpha(reference->gx, channel);
        bool lit = control->lit && towards >= 0 && (k < 3 || control->light_mask & 1);
        out[k] = fy_unit_byte(lit ? material * light_of(reference, channel, towards) : material);
    }
}

/* What of a vertex and its light makes rasterised colours. */
typedef struct surface {
    ferry_color colors[2];
    double towards; /* how far it faces the light, 0..1 */
} surface;

/* The light comes from the viewer's side: few pixels face away. */
static surface draw_surface(const fy_vertex_summary *summary, draw_of_lots *lots, const unsigned *bright) {
    static const ferry_color white = {1, 1, 1, 1};
    surface drawn;
    double facing = lot(lots) * 1.25 - .25, pick = lot(lots);
    drawn.towards = bright ? 1 : facing > 0 ? facing : 0;
    for (int channel = 0; channel < 2; channel++) {
        unsigned count = summary->count[channel];
        drawn.colors[channel] = !count   ? white
                                : bright ? summary->bright[channel][*bright % FY_BRIGHT_COLORS]
                                         : summary->colors[channel][(unsigned)(pick * count)];
    }
    return drawn;
}

/* `seen`: as the state has it; the sample may have white instead of its material colours. */
static void fill_rasters(const fy_reference *reference, const ferry_gx_material *state, const surface *of,
                         fy_sample *sample, fy_tev_inputs *seen) {
    sample->towards = of->towards;
    for (int channel = 0; channel < 2; channel++) {
        const ferry_color *vertex = &of->colors[channel];
        raster_color(reference, reference->gx, channel, vertex, of->towards, sample->lit.raster[channel]);
        raster_color(reference, reference->gx, channel, vertex, -1, sample->plain.raster[channel]);
        raster_color(reference, state, channel, vertex, of->towards, seen->raster[channel]);
    }
}

/* Where a map by a normal or a position looks a texture up. */
static place by_vector(const fy_uv_map *map, ferry_vec3 from) {
    double out[3];
    for (int i = 0; i < 3; i++)
        out[i] = map->m[i][0] * (double)from.x + map->m[i][1] * (double)from.y +
                 map->m[i][2] * (double)from.z + map->m[i][3];
    double divisor = fabs(out[2]) > 1e-3 ? out[2] : 1;
    return (place){out[0] / divisor, out[1] / divisor};
}

/* Normals spread over what the viewer sees of them, or over all sides. */
static ferry_vec3 draw_normal(const fy_uv_map *map, place lots) {
    double angle = 2 * FY_PI * lots.u, z = map->kind == FY_UV_SPHERE ? sqrt(1 - lots.v) : 1 - 2 * lots.v;
    double radius = sqrt(1 - z * z);
    return (ferry_vec3){(float)(radius * fy_cos(angle)), (float)(radius * fy_sin(angle)), (float)z};
}

static place place_of(const fy_reference *reference, uint8_t texgen, const fy_tev_inputs *seen,
                      const place sets[FERRY_UV_SETS], const place others[FERRY_GX_MAX_TEXGENS]) {
    if (texgen >= FERRY_GX_MAX_TEXGENS) return (place){0, 0};
    if (fy_tev_texgen_source(reference->gx, texgen) == FY_TEV_RAMP) {
        unsigned channel = reference->gx->texgens[texgen].source == FERRY_GX_TG_COLOR1;
        const uint8_t *color = seen->raster[channel];
        const ferry_gx_channel *control = &reference->gx->channels[channel * 2];
        bool second =
            control->lit && (control->light_mask & 3) == 3; /* its green light is off, as in pictures */
        return (place){color[0] / 255.0, second ? 0 : color[1] / 255.0};
    }
    const fy_uv_map *map = &reference->maps[texgen];
    if (map->kind != FY_UV_SET) return others[texgen];
    place from = sets[map->set % FERRY_UV_SETS];
    return (place){map->m[0][0] * from.u + map->m[0][1] * from.v + map->m[0][3],
                   map->m[1][0] * from.u + map->m[1][1] * from.v + map->m[1][3]};
}

static void fetch_flat(const fy_reference *reference, const ferry_gx_stage *stage, uint8_t texel[4]) {
    double color[4];
    if (stage->texgen >= FERRY_GX_MAX_TEXGENS || fy_constant_uv_moves(reference, stage->texgen, stage->map) ||
        !fy_constant_uv_color(&reference->constant_uv, reference->scene, reference->gx,
                              &reference->maps[stage->texgen], stage->map, color))
        return;
    for (int k = 0; k < 4; k++) texel[k] = fy_unit_byte(color[k]);
}

/* What the source reads at a place of the picture that stands for several textures, and what the picture
 * shows. Textures that the picture does not stand for may lie on other sets. */
static void fetch_composite(const fy_reference *reference, const place sets[FERRY_UV_SETS],
                            fy_tev_inputs *seen) {
    const fy_composite *composite = reference->composite;
    const place *set = &sets[composite->set % FERRY_UV_SETS];
    const ferry_texture *texture = &reference->scene->textures.data[reference->gx->textures[composite->map]];
    const ferry_image *image = &reference->scene->images.data[texture->image];
    const fy_composite_window *window = &composite->window;
    double s = (set->u - window->from[0]) / window->size[0] * image->width,
           t = (set->v - window->from[1]) / window->size[1] * image->height;
    fy_gx_vertex vertex = {.colors = {{1, 1, 1, 1}, {1, 1, 1, 1}}};
    fy_tev_inputs inputs;
    for (int i = 0; i < FERRY_UV_SETS; i++) vertex.uvs[i] = (ferry_vec2){(float)sets[i].u, (float)sets[i].v};
    fy_gx_texels(composite->source, &vertex, &inputs);
    for (unsigned i = 0; i + 1u < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        uint8_t texgen = reference->gx->stages[i].texgen;
        if (texgen < FERRY_GX_MAX_TEXGENS && fy_tev_texgen_source(reference->gx, texgen) == FY_TEV_UV)
            memcpy(seen->texels[i], inputs.texels[i], 4);
    }
    fy_gx_sample(texture, image, (int64_t)floor(s * 128), (int64_t)floor(t * 128), 1,
                 seen->texels[reference->gx->stage_count - 1]);
}

static void move_into_window(const fy_composite *composite, place sets[FERRY_UV_SETS]) {
    place *set = &sets[composite->set % FERRY_UV_SETS];
    set->u = composite->window.from[0] + set->u * composite->window.size[0];
    set->v = composite->window.from[1] + set->v * composite->window.size[1];
}

/* Where all look-ups of one pixel lie. */
typedef struct places {
    place sets[FERRY_UV_SETS], others[FERRY_GX_MAX_TEXGENS];
} places;

/* Sets that follow from another one. */
static void follow_sets(const fy_related_uv *related, place sets[FERRY_UV_SETS]) {
    for (uint32_t i = 0; i < FERRY_UV_SETS; i++) {
        double at[2];
        if (!(related->sets >> i & 1)) continue;
        fy_related_uv_follow(related, sets[related->by].u, sets[related->by].v, i, at);
        sets[i] = (place){at[0], at[1]};
    }
}

static places draw_places(const fy_reference *reference, draw_of_lots *lots) {
    places at;
    for (int i = 0; i < FERRY_UV_SETS; i++) at.sets[i].u = lot(lots), at.sets[i].v = lot(lots);
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        at.others[i].u = lot(lots), at.others[i].v = lot(lots);
        if (map->kind == FY_UV_SPHERE || map->kind == FY_UV_NORMAL)
            at.others[i] = by_vector(map, draw_normal(map, at.others[i]));
    }
    if (reference->composite) move_into_window(reference->composite, at.sets);
    follow_sets(&reference->related, at.sets);
    return at;
}

static void fetch_all(const fy_reference *reference, const ferry_gx_material *state, const places *at,
                      fy_tev_inputs *seen) {
    memset(seen->texels, 0, sizeof seen->texels);
    for (unsigned i = 0; i < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++) {
        const ferry_gx_stage *stage = &reference->gx->stages[i];
        fetch(reference, state, stage->map, place_of(reference, stage->texgen, seen, at->sets, at->others),
              seen->texels[i]);
        fetch_flat(reference, stage, seen->texels[i]);
    }
    if (reference->full_light) fy_gx_ramp_texels(reference->scene, state, 1, seen);
    if (reference->composite) fetch_composite(reference, at->sets, seen);
}

/* Combiners wrap around where a sum leaves their range, which is seen however few pixels are so bright:
 * places to look for each bright sample. */
enum { BRIGHT_TRIES = 16 };

static uint32_t brightness_of(const fy_tev_inputs *seen) {
    uint32_t sum = 0;
    for (unsigned i = 0; i < FERRY_GX_MAX_STAGES; i++)
        for (int k = 0; k < 4; k++) sum += seen->texels[i][k];
    return sum;
}

static void brighten(const fy_reference *reference, const ferry_gx_material *state, draw_of_lots lots,
                     fy_tev_inputs *seen) {
    fy_tev_inputs other = *seen;
    for (int i = 0; i < BRIGHT_TRIES; i++) {
        places at = draw_places(reference, &lots);
        fetch_all(reference, state, &at, &other);
        if (brightness_of(&other) > brightness_of(seen)) *seen = other;
    }
    for (int i = 0; i < FERRY_GX_MAX_STAGES; i++) /* smaller pictures go beyond the source's at edges */
        for (int k = 0; k < 4; k++)
            seen->texels[i][k] = (uint8_t)(seen->texels[i][k] < 219 ? seen->texels[i][k] * 7 / 6 : 255);
}

/* What a frame buffer holds where nothing was drawn, as in a survey. */
#define CLEARED 127

static void imagine_sample(const fy_reference *reference, const ferry_gx_material *state,
                           const fy_tev_program *program, const fy_vertex_summary *summary,
                           draw_of_lots *lots, const unsigned *bright, fy_sample *sample) {
    fy_tev_inputs seen;
    surface of = draw_surface(summary, lots, bright);
    places at = draw_places(reference, lots);
    fill_rasters(reference, state, &of, sample, &seen);
    fetch_all(reference, state, &at, &seen);
    if (bright) brighten(reference, state, *lots, &seen);
    memset(sample->ground, CLEARED, 3);
    memcpy(sample->lit.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->plain.texels, seen.texels, sizeof seen.texels);
    fy_tev_run_program(program, &seen, sample->wanted);
}

/* Where the console would look textures up at a pixel that is seen. */
static places places_of(const fy_reference *reference, const fy_gx_vertex *at) {
    places found;
    for (int i = 0; i < FERRY_UV_SETS; i++)
        found.sets[i] = (place){(double)at->uvs[i].x, (double)at->uvs[i].y};
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        ferry_vec3 from = map->kind == FY_UV_SPHERE   ? at->eye_normal
                          : map->kind == FY_UV_NORMAL ? at->world_normal
                                                      : at->world;
        found.others[i] = by_vector(map, from);
    }
    return found;
}

/* The console spreads what its spherical effect makes of the corners. */
static void place_spheres(const fy_reference *reference, const fy_seen_pixel *pixel, places *at) {
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        if (map->kind != FY_UV_SPHERE) continue;
        at->others[i] = (place){0, 0};
        for (int k = 0; k < 3; k++) {
            place corner = by_vector(map, pixel->corners[k].eye_normal);
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
    return stage->map < FERRY_GX_MAX_MAPS && reference->at_vertices >> stage->map & 1;
}

/* What vertices hold of the stages' textures at a pixel. */
static void fetch_at_vertices(const fy_reference *reference, const ferry_gx_material *state,
                              const fy_seen_pixel *pixel, fy_tev_inputs *seen) {
    double sums[FERRY_GX_MAX_STAGES][4] = {{0}};
    if (!reference->at_vertices) return;
    for (int i = 0; i < 3; i++) {
        fy_tev_inputs corner = *seen;
        places at = places_of(reference, &pixel->corners[i]);
        fetch_all(reference, state, &at, &corner);
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
                           const fy_seen_pixel *pixel, bool levels, fy_sample *sample) {
    fy_tev_inputs seen, source;
    surface of = {{pixel->at.colors[0], pixel->at.colors[1]}, pixel->towards};
    places at = places_of(reference, &pixel->at);
    place_spheres(reference, pixel, &at);
    fill_rasters(reference, state, &of, sample, &seen);
    fetch_all(reference, state, &at, &seen);
    source = seen;
    fy_survey_channels(shader, pixel, source.raster);
    fy_gx_footprint footprint = {{0}};
    if (levels) fy_gx_footprint_of(shader, &pixel->at, &pixel->right, &pixel->below, &footprint);
    fy_gx_texels_over(shader, &pixel->at, &footprint, &source);
    if (reference->full_light) fy_gx_ramp_texels(reference->scene, state, 1, &source);
    for (uint32_t i = 0; i < shader->stage_count; i++)
        if (reads_alike(reference, shader, i)) memcpy(seen.texels[i], source.texels[i], 4);
    fetch_at_vertices(reference, state, pixel, &seen);
    memcpy(sample->lit.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->plain.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->ground, pixel->ground, 3);
    sample->over = pixel->over;
    sample->back = pixel->back && state->cull == FERRY_GX_CULL_NONE;
    fy_tev_run_program(program, &source, sample->wanted);
}

/* All that are seen, over and over if they are few. At the memory limit, which the job remembers, none.
 * `levels`: texels are of the mip levels that a picture shows; the console has the largest ones alone. */
static void look_at_samples(const fy_reference *reference, const ferry_gx_material *state, bool levels,
                            fy_sample *samples) {
    ferry_job *job = reference->job;
    const fy_gx_shader *shaders[FY_SIDES];
    const ferry_gx_material *source = reference->shown       ? reference->shown
                                      : reference->composite ? reference->composite->source->gx
                                                             : state;
    ferry_mark mark = ferry_job_mark(job);
    fy_tev_program program;
    fy_tev_prepare(state, &program);
    for (uint8_t i = 0; i < FY_SIDES; i++) {
        fy_gx_view view = fy_survey_view(reference->survey, i);
        shaders[i] = fy_gx_shader_open(job, reference->scene, source, FERRY_CULL_NONE, &view);
        if (!shaders[i]) return;
    }
    for (uint32_t i = 0; i < FY_SAMPLES; i++) {
        const fy_seen_pixel *pixel = &reference->seen[i % reference->seen_count];
        look_at_sample(reference, state, &program, shaders[pixel->view], pixel, levels, &samples[i]);
    }
    ferry_job_release(job, mark);
}

static const ferry_image *texture_image(const fy_reference *reference, uint32_t texture) {
    if (texture == FERRY_NONE || reference->scene->textures.data[texture].image == FERRY_NONE) return NULL;
    return &reference->scene->images.data[reference->scene->textures.data[texture].image];
}

static bool has_levels(const fy_reference *reference, const ferry_gx_material *state) {
    for (int i = 0; i < FERRY_GX_MAX_MAPS; i++) {
        const ferry_image *image = texture_image(reference, state->textures[i]);
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

/* Water whose smaller mip levels are empty is not seen from afar. If none of it is, it is judged by that:
 * else the console, which has no other levels than the largest, would show it everywhere. */
static bool fades_with_levels(const fy_reference *reference, const ferry_gx_material *state,
                              fy_sample *samples) {
    if (state->blend_mode != FERRY_GX_BLEND_BLEND || !has_levels(reference, state)) return false;
    look_at_samples(reference, state, true, samples);
    for (unsigned i = 0; i < FY_SAMPLES; i++)
        if (is_shown(state, &samples[i])) return false;
    return true;
}

/* A material of which nothing is drawn is judged as if all were. */
static double weigh_samples(const ferry_gx_material *state, fy_sample *samples) {
    fy_t3dm_blend blend = fy_t3dm_blend_of(state);
    bool by_alpha = blend.translucent && !blend.asks && !blend.opaque_alpha;
    double drawn = 0, sum = 0;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        bool passes = fy_gx_alpha_passes(state, samples[i].wanted[3]);
        samples[i].weight = !passes ? 0 : by_alpha ? samples[i].wanted[3] / 255.0F : 1;
        drawn += passes;
        sum += (double)samples[i].weight;
    }
    if (sum >= 1) return drawn;
    for (unsigned i = 0; i < FY_SAMPLES; i++) samples[i].weight = 1;
    return FY_SAMPLES;
}

/* A blend that keeps nothing of the ground is opaque: what it makes of its own colour is the colour. */
static void fade_formula(const ferry_gx_material *gx, fy_tev *tev) {
    uint16_t one = fy_tev_const(tev, 1, 1, 1), zero = fy_tev_const(tev, 0, 0, 0), by = zero;
    if (!fy_t3dm_blend_of(gx).fades) return;
    if (fy_t3dm_faded_by(gx, 255)) by = tev->alpha;
    if (fy_t3dm_faded_by(gx, 0)) by = fy_tev_sub(tev, one, tev->alpha);
    tev->color = fy_tev_mul(tev, tev->color, by);
}

void fy_reference_fill(fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary, fy_sample *samples) {
    draw_of_lots lots = {0x5EED};
    fy_tev_program program;
    fy_tev_prepare(state, &program);
    memset(samples, 0, FY_SAMPLES * sizeof *samples);
    if (reference->seen_count && !fades_with_levels(reference, state, samples))
        look_at_samples(reference, state, false, samples);
    for (unsigned i = 0; i < FY_SAMPLES && !reference->seen_count; i++)
        imagine_sample(reference, state, &program, summary, &lots, NULL, &samples[i]);
    for (unsigned i = 0; i < FY_SAMPLES; i++) fy_t3dm_fade(state, samples[i].wanted);
    reference->drawn = weigh_samples(state, samples);
}

/* So many samples more have to be covered, as a share of those that are. */
#define THICKER .1

unsigned fy_reference_edge(const fy_reference *reference, unsigned threshold, unsigned least) {
    const ferry_gx_material *state = reference->gx;
    if (!reference->seen_count || reference->split || reference->composite || !has_levels(reference, state))
        return threshold;
    unsigned above[256] = {0}, largest = 0, shown = 0;
    ferry_mark mark = ferry_job_mark(reference->job);
    fy_sample *levels = ferry_new(reference->job, fy_sample, FY_SAMPLES);
    if (!levels) return threshold;
    look_at_samples(reference, state, true, levels);
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

static void fill_bright(fy_reference *reference, const ferry_gx_material *gx,
                        const fy_vertex_summary *summary) {
    draw_of_lots lots = {0xB1A5E};
    fy_tev_program program;
    fy_tev_prepare(gx, &program);
    memset(reference->bright, 0, sizeof reference->bright);
    for (unsigned i = 0; i < FY_BRIGHT_SAMPLES; i++)
        imagine_sample(reference, gx, &program, summary, &lots, &i, &reference->bright[i]);
}

fy_uv_map *fy_reference_map(fy_reference *reference, uint8_t texgen) {
    return &reference->maps[texgen < FERRY_GX_MAX_TEXGENS ? texgen : FERRY_GX_MAX_TEXGENS];
}

/* --------------------------------------------------------------------------------------------- rules */

static const ferry_gx_material *at_rest(const fy_reference *reference) {
    return reference->states && reference->states->count ? &reference->states->list[0] : reference->gx;
}

static const ferry_image *map_image(const fy_reference *reference, uint8_t map) {
    return texture_image(reference, at_rest(reference)->textures[map]);
}

static const ferry_texture *map_texture(const fy_reference *reference, uint8_t map) {
    return &reference->scene->textures.data[at_rest(reference)->textures[map]];
}

/* The console's coordinates have 16 bits, a 32nd of a texel each. */
enum { MOST_TEXELS = 1024 };

/* Whether a tile that multiplies what vertices hold, texels of the first picture, brings some back on the
 * other side, where a picture that clamps shows its other edge. Vertices may be moved by half a texel. */
static bool comes_back(const fy_reference *reference, const fy_uv_map *first, ferry_wrap wrap, int axis,
                       uint32_t size, const fy_tile_step *step) {
    const fy_constant_uv_set *set = &reference->constant_uv.sets[first->set % FERRY_UV_SETS];
    const double *row = first->m[axis], low[2] = {(double)set->low.x, (double)set->low.y},
                 high[2] = {(double)set->high.x, (double)set->high.y};
    double least = row[3], most = row[3];
    if (step->shift >= 0 || wrap != FERRY_WRAP_CLAMP || !set->met || set->wild) return false;
    for (int k = 0; k < 2; k++) {
        least += fmin(row[k] * low[k], row[k] * high[k]);
        most += fmax(row[k] * low[k], row[k] * high[k]);
    }
    double times = fy_pow(2, -step->shift);
    return (-least * size + .5) * times >= MOST_TEXELS || (most * size + .5) * times >= MOST_TEXELS;
}

static bool may_pair(const void *user, const fy_fit_texture *first, const fy_fit_texture *second) {
    const fy_reference *reference = user;
    const ferry_image *a = map_image(reference, first->map), *b = map_image(reference, second->map);
    if (!a || !b || first->texgen >= FERRY_GX_MAX_TEXGENS || second->texgen >= FERRY_GX_MAX_TEXGENS)
        return false;
    const fy_uv_map *from = &reference->maps[first->texgen], *to = &reference->maps[second->texgen];
    const ferry_texture *texture = map_texture(reference, second->map);
    const ferry_wrap wraps[2] = {texture->wrap_s, texture->wrap_t};
    const uint32_t sizes[2][2] = {{a->width, b->width}, {a->height, b->height}};
    for (int axis = 0; axis < 2; axis++) {
        fy_tile_step step;
        if (!fy_t3dm_tile_step(from, to, axis, sizes[axis][0], sizes[axis][1], &step) ||
            comes_back(reference, from, wraps[axis], axis, sizes[axis][0], &step))
            return false;
    }
    return true;
}

static void learn_image(const ferry_image *image, fy_image_summary *summary) {
    *summary = (fy_image_summary){true, true, true, {255, 255, 255, 255}};
    size_t count = (size_t)image->width * image->height;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *texel = image->levels[0].rgba + 4 * i;
        if (texel[0] != texel[1] || texel[1] != texel[2]) summary->grey = false;
        if (texel[3] != texel[0]) summary->alpha_grey = false;
        for (int k = 0; k < 4; k++)
            if (texel[k] < summary->least[k]) summary->least[k] = texel[k];
    }
    summary->alpha_grey = summary->alpha_grey && summary->grey;
}

static void learn_slot(fy_reference *reference, const ferry_image *image, fy_image_summary *slot) {
    if (!image) return;
    fy_image_summary *summary = &reference->images[image - reference->scene->images.data];
    if (!summary->known) learn_image(image, summary);
    if (!slot->known) {
        *slot = *summary;
        return;
    }
    slot->grey = slot->grey && summary->grey;
    slot->alpha_grey = slot->alpha_grey && summary->alpha_grey;
    for (int k = 0; k < 4; k++)
        if (summary->least[k] < slot->least[k]) slot->least[k] = summary->least[k];
}

static void learn_greys(fy_reference *reference, uint8_t map) {
    reference->slots[map].known = false;
    learn_slot(reference, map_image(reference, map), &reference->slots[map]);
    for (uint32_t i = 1; reference->states && i < reference->states->texture_set_count; i++)
        learn_slot(reference, texture_image(reference, reference->states->texture_sets[i].textures[map]),
                   &reference->slots[map]);
    const fy_image_summary *summary = fy_reference_image(reference, map);
    reference->rules.grey[map] = summary && summary->grey;
    reference->rules.alpha_grey[map] = summary && summary->alpha_grey;
}

static bool fold_into(fy_reference *reference, const ferry_gx_material *gx) {
    if (!reference->samples)
        reference->samples = fy_job_resize(reference->job, NULL, FY_SAMPLES, sizeof(fy_sample));
    if (!reference->tev.nodes)
        reference->tev.nodes = fy_job_resize(reference->job, NULL, FY_TEV_MAX_NODES, sizeof(fy_tev_node));
    if (!reference->images)
        reference->images =
            ferry_new(reference->job, fy_image_summary, reference->scene->images.count + (size_t)1);
    if (!reference->samples || !reference->tev.nodes || !reference->images) return false;
    fy_tev_moves moves = {.colors = reference->states ? reference->states->colors : 0};
    memcpy(moves.material_colors, gx->material_colors, sizeof moves.material_colors);
    fy_tev_fold(reference->gx, &moves, reference->tev.nodes, &reference->tev);
    fade_formula(gx, &reference->tev);
    return true;
}

void fy_reference_end(fy_reference *reference) {
    fy_job_drop(reference->job, reference->samples);
    fy_job_drop(reference->job, reference->tev.nodes);
    fy_job_drop(reference->job, reference->answers);
    reference->samples = NULL;
    reference->tev.nodes = NULL;
    reference->answers = NULL;
    reference->answer_count = reference->answer_capacity = 0;
    fy_samples_forget(reference);
    while (reference->solved) {
        fy_kept *gone = reference->solved;
        reference->solved = gone->next;
        fy_job_drop(reference->job, gone);
    }
    reference->solved_count = 0;
}

/* The state without what vertices cannot follow. */
static const ferry_gx_material *whiten(fy_reference *reference, const ferry_gx_material *gx) {
    uint32_t moves = reference->states ? reference->states->colors : 0;
    if (moves < FY_TEV_MOVES_COLOR) return gx;
    reference->whitened = *gx;
    for (int i = 0; i < 2; i++) {
        ferry_gx_color *color = &reference->whitened.material_colors[i];
        if (moves & (uint32_t)FY_TEV_MOVES_COLOR << i) color->r = color->g = color->b = 255;
        if (moves & (uint32_t)FY_TEV_MOVES_COLOR_ALPHA << i) color->a = 255;
    }
    return &reference->whitened;
}

/* A mask of which only one side is seen, or a picture of one colour, is a constant. */
#define SAME_COLOR (1.5 / 255)

static uint16_t constant_where_seen(void *user, fy_tev *tev, uint16_t at) {
    const fy_reference *reference = user;
    const fy_tev_node *node = &tev->nodes[at];
    double least[3] = {2, 2, 2}, most[3] = {-2, -2, -2};
    if (node->op != FY_TEV_TEX && node->op != FY_TEV_COMPARE) return at;
    if (node->op == FY_TEV_TEX && node->source == FY_TEV_RAMP) return at;
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        double value[3];
        fy_tev_value(tev, at, &reference->samples[i].lit, value);
        for (int k = 0; k < 3; k++) {
            least[k] = fmin(least[k], value[k]);
            most[k] = fmax(most[k], value[k]);
            if (most[k] - least[k] > SAME_COLOR) return at;
        }
    }
    return fy_tev_const(tev, (least[0] + most[0]) / 2, (least[1] + most[1]) / 2, (least[2] + most[2]) / 2);
}

/* Enough pixels to tell, and nothing that clips change. */
static void fold_what_is_seen(fy_reference *reference) {
    fy_tev *tev = &reference->tev;
    if (reference->seen_count < FY_SURVEY_PIXELS / 4 || reference->states || reference->keeps_textures)
        return;
    tev->color = fy_tev_replace(tev, tev->color, constant_where_seen, reference);
    tev->alpha = fy_tev_replace(tev, tev->alpha, constant_where_seen, reference);
}

/* All samples, anew only if they are not known. Clips change too much to ask. */
static bool fill(fy_reference *reference, const ferry_gx_material *gx, const fy_vertex_summary *summary) {
    const bool asks = !reference->states;
    fy_digest question;
    if (asks) question = fy_samples_question(reference, gx, summary);
    if (asks && fy_samples_recall(reference, &question)) return true;
    fy_reference_fill(reference, gx, summary, reference->samples);
    fill_bright(reference, gx, summary);
    return !asks || fy_samples_keep(reference, &question);
}

bool fy_reference_start(fy_reference *reference, const ferry_gx_material *gx,
                        const fy_vertex_summary *summary) {
    reference->gx = whiten(reference, gx);
    reference->skinned = summary->skinned;
    reference->threshold = reference->edge = 0;
    reference->cuts = false;
    if (!fold_into(reference, gx)) return false;
    for (uint8_t i = 0; i <= FERRY_GX_MAX_TEXGENS; i++)
        reference->maps[i] = fy_t3dm_uv_map(at_rest(reference), i < FERRY_GX_MAX_TEXGENS ? i : 0xFF);
    reference->constant_uv = summary->constant_uv;
    reference->related = (fy_related_uv){.sets = 0};
    if (!reference->states) fy_related_uv_join(reference, &summary->related);
    fy_constant_uv_substitute(reference);
    fy_vertex_texture_substitute(reference);
    if (reference->full_light) fy_gx_ramp_substitute(reference->scene, &reference->tev);
    reference->unsplit = reference->tev.count;
    if (reference->split) fy_split_substitute(reference);
    if (reference->composite) fy_composite_substitute(reference);
    reference->rules = (fy_fit_rules){.pair = may_pair, .user = reference};
    for (uint8_t map = 0; map < FERRY_GX_MAX_MAPS; map++) learn_greys(reference, map);
    if (!fill(reference, gx, summary)) return false;
    if (reference->split) fy_split_want(reference);
    fold_what_is_seen(reference);
    return true;
}

/* --------------------------------------------------------------------------------------- N64's pixel */

static const uint8_t *texel_of(const fy_reference *reference, const fy_fit_texture *texture,
                               const fy_sample *sample) {
    for (unsigned i = 0; i < reference->gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (reference->gx->stages[i].map == texture->map &&
            reference->gx->stages[i].texgen == texture->texgen)
            return sample->lit.texels[i];
    return sample->lit.texels[0];
}

void fy_reference_texel(const fy_reference *reference, const fy_fit_texture *texture, const fy_sample *sample,
                        uint8_t out[4]) {
    memset(out, 255, 4);
    if (!texture->used) return;
    const uint8_t *texel = texel_of(reference, texture, sample);
    double baked[3];
    if (texture->baked) fy_tev_value(&reference->tev, (uint16_t)(texture->baked - 1), &sample->lit, baked);
    for (int k = 0; k < 3 && texture->baked; k++) out[k] = fy_unit_byte(baked[k]);
    if (texture->baked_alpha)
        fy_tev_value(&reference->tev, (uint16_t)(texture->baked_alpha - 1), &sample->lit, baked);
    if (texture->baked_alpha) out[3] = fy_unit_byte(baked[0]);
    for (int k = 0; k < 3 && !texture->baked; k++)
        if (texture->swizzle[k] != FY_FIT_NO_COMPONENT) out[k] = texel[texture->swizzle[k] & 3];
    if (texture->alpha != FY_FIT_NO_COMPONENT && !texture->baked_alpha) out[3] = texel[texture->alpha & 3];
}

fy_ready_fit fy_reference_ready(const fy_reference *reference, const fy_fit *fit, uint64_t word) {
    fy_ready_fit ready = {.fit = fit, .formula = fy_rdp_formula_of(word)};
    ready.lit = fit->shade != FY_TEV_NONE && fy_fit_shade_of(&reference->tev, fit->shade) == FY_FIT_LIT;
    for (int k = 0; k < 4; k++) {
        ready.constants.prim[k] = fy_unit_byte(fit->prim[k]);
        ready.constants.env[k] = fy_unit_byte(fit->env[k]);
        ready.constants.shade[k] = 255;
    }
    return ready;
}

void fy_reference_inputs(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                         fy_rdp_inputs *inputs) {
    const fy_fit *fit = ready->fit;
    double value[3], light = ready->lit ? fy_reference_light(sample->towards) : 1;
    *inputs = ready->constants;
    fy_reference_texel(reference, &fit->textures[0], sample, inputs->tex0);
    fy_reference_texel(reference, &fit->textures[1], sample, inputs->tex1);
    if (fit->shade != FY_TEV_NONE) {
        fy_tev_value(&reference->tev, fit->shade, &sample->plain, value);
        for (int k = 0; k < 3; k++) inputs->shade[k] = fy_unit_byte(value[k] * light);
    }
    if (fit->shade_alpha != FY_TEV_NONE) {
        fy_tev_value(&reference->tev, fit->shade_alpha, &sample->plain, value);
        inputs->shade[3] = fy_unit_byte(value[0]);
    }
}

void fy_reference_pixel(const fy_reference *reference, const fy_ready_fit *ready, const fy_sample *sample,
                        uint8_t out[4]) {
    fy_rdp_inputs inputs;
    fy_reference_inputs(reference, ready, sample, &inputs);
    fy_rdp_run(&ready->formula, &inputs, out, NULL);
}
