/*
 * t3dm_imagined.c: samples of a material that no picture shows, at pseudo-random places that are the same on
 * every run. Colours come from the real vertices, light from one white lamp over an ambient of 50/255.
 */
#include "shade/samples/t3dm_imagined.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/lots.h"
#include "core/base/maths.h"
#include "machine/gx/gx_frame_buffer.h"
#include "machine/gx/gx_tev_formula.h"
#include "machine/gx/gx_tev_program.h"
#include "shade/samples/t3dm_sample_colors.h"
#include "shade/samples/t3dm_sample_texels.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_related_uv.h"
#include "shade/t3dm_uv.h"

/* The light comes from the viewer's side: few pixels face away. */
static fy_sample_vertex draw_surface(const fy_vertex_summary *summary, fy_lots *lots,
                                     const unsigned *bright) {
    static const ferry_color white = {1, 1, 1, 1};
    fy_sample_vertex drawn;
    double facing = fy_lot(lots) * 1.25 - .25, pick = fy_lot(lots);
    drawn.towards = bright ? 1 : facing > 0 ? facing : 0;
    for (int channel = 0; channel < 2; channel++) {
        unsigned count = summary->count[channel];
        drawn.colors[channel] = !count   ? white
                                : bright ? summary->bright[channel][*bright % FY_BRIGHT_COLORS]
                                         : summary->colors[channel][(unsigned)(pick * count)];
    }
    return drawn;
}

/* Normals spread over what the viewer sees of them, or over all sides. */
static ferry_vec3 draw_normal(const fy_uv_map *map, fy_place lots) {
    double angle = 2 * FY_PI * lots.u, z = map->kind == FY_UV_SPHERE ? sqrt(1 - lots.v) : 1 - 2 * lots.v;
    double radius = sqrt(1 - z * z);
    return (ferry_vec3){(float)(radius * fy_cos(angle)), (float)(radius * fy_sin(angle)), (float)z};
}

static void move_into_window(const fy_composite *composite, fy_place sets[FERRY_UV_SETS]) {
    if (composite->set == FY_COMPOSITE_SPHERE) return;
    fy_place *set = &sets[composite->set];
    set->u = composite->window.from[0] + set->u * composite->window.size[0];
    set->v = composite->window.from[1] + set->v * composite->window.size[1];
}

/* Sets that follow from another one. */
static void follow_sets(const fy_related_uv *related, fy_place sets[FERRY_UV_SETS]) {
    for (uint32_t i = 0; i < FERRY_UV_SETS; i++) {
        double at[2];
        if (!(related->sets >> i & 1)) continue;
        fy_related_uv_follow(related, sets[related->by].u, sets[related->by].v, i, at);
        sets[i] = (fy_place){at[0], at[1]};
    }
}

static fy_places draw_places(const fy_reference *reference, fy_lots *lots) {
    fy_places at;
    for (int i = 0; i < FERRY_UV_SETS; i++) at.sets[i].u = fy_lot(lots), at.sets[i].v = fy_lot(lots);
    for (int i = 0; i < FERRY_GX_MAX_TEXGENS; i++) {
        const fy_uv_map *map = &reference->maps[i];
        at.others[i].u = fy_lot(lots), at.others[i].v = fy_lot(lots);
        if (map->kind == FY_UV_SPHERE || map->kind == FY_UV_NORMAL)
            at.others[i] = fy_place_by_vector(map, draw_normal(map, at.others[i]));
    }
    if (reference->mode.composite) move_into_window(reference->mode.composite, at.sets);
    follow_sets(&reference->related, at.sets);
    return at;
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

static void brighten(const fy_reference *reference, const ferry_gx_material *state, fy_lots lots,
                     fy_tev_inputs *seen) {
    fy_tev_inputs other = *seen;
    for (int i = 0; i < BRIGHT_TRIES; i++) {
        fy_places at = draw_places(reference, &lots);
        fy_sample_texels(reference, state, &at, &other);
        if (brightness_of(&other) > brightness_of(seen)) *seen = other;
    }
    for (int i = 0; i < FERRY_GX_MAX_STAGES; i++) /* smaller pictures go beyond the source's at edges */
        for (int k = 0; k < 4; k++)
            seen->texels[i][k] = (uint8_t)(seen->texels[i][k] < 219 ? seen->texels[i][k] * 7 / 6 : 255);
}

/* What a frame buffer holds where nothing was drawn: mid-grey. */
#define CLEARED 127

static void imagine_sample(const fy_reference *reference, const ferry_gx_material *state,
                           const fy_tev_program *program, const fy_vertex_summary *summary, fy_lots *lots,
                           const unsigned *bright, fy_sample *sample, fy_tev_inputs *kept) {
    fy_tev_inputs seen;
    fy_sample_vertex of = draw_surface(summary, lots, bright);
    fy_places at = draw_places(reference, lots);
    fy_sample_colors(reference, state, &of, sample, &seen);
    fy_sample_texels(reference, state, &at, &seen);
    if (bright) brighten(reference, state, *lots, &seen);
    memset(sample->ground, CLEARED, 3);
    memcpy(sample->lit.texels, seen.texels, sizeof seen.texels);
    memcpy(sample->plain.texels, seen.texels, sizeof seen.texels);
    fy_gx_want(state, program, &seen, sample->wanted);
    if (kept) *kept = seen;
}

/* The same, with textures at another place of the clips'. */
static void move_textures(const fy_reference *reference, uint32_t place, fy_reference *to) {
    memcpy(to, reference, sizeof *to);
    for (uint8_t i = 0; i < FERRY_GX_MAX_TEXGENS; i++)
        to->maps[i] = fy_t3dm_uv_map(&reference->mode.states->places[place], i);
}

void fy_imagine_samples(const fy_reference *reference, const ferry_gx_material *state,
                        const fy_vertex_summary *summary, fy_sample *samples) {
    fy_lots lots = {0x5EED};
    fy_tev_program program;
    fy_reference moved;
    fy_tev_prepare(state, &program);
    for (unsigned i = 0; i < FY_SAMPLES; i++) {
        uint32_t place = fy_place_of_sample(reference->mode.states, i);
        if (place) move_textures(reference, place, &moved);
        imagine_sample(place ? &moved : reference, state, &program, summary, &lots, NULL, &samples[i],
                       reference->sources ? &reference->sources[i] : NULL);
    }
}

void fy_imagine_bright(const fy_reference *reference, const ferry_gx_material *state,
                       const fy_vertex_summary *summary, fy_sample *samples) {
    fy_lots lots = {0xB1A5E};
    fy_tev_program program;
    fy_tev_prepare(state, &program);
    for (unsigned i = 0; i < FY_BRIGHT_SAMPLES; i++)
        imagine_sample(reference, state, &program, summary, &lots, &i, &samples[i], NULL);
}
