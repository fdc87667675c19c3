/*
 * t3dm_reached.c: the part of its only picture that a material reaches (docs/what-is-lost.md, "Textures").
 *
 * A side that repeats has a power of two of texels; one whose end no vertex passes may as well be clamped,
 * have any size, and show only what is reached.
 */
#include "formats/t3dm/material/t3dm_reached.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "formats/t3dm/texture/t3dm_textures.h"
#include "machine/rdp/rdp_combiner.h"
#include "shade/t3dm_importance.h"
#include "shade/t3dm_uv.h"

/* What a part has to come nearer by, in 255ths, if the picture is not stored otherwise; and one that is one
 * file more. */
#define PART_GAIN .25
#define FILE_GAIN 3

/* Texels that are next to those that vertices reach. */
#define BESIDE 1.0

/* Coordinates that no part is made for. */
#define FAR_OFF 1e5

/* ------------------------------------------------------------------------------------------ the reach */

void fy_reach_widen(fy_reach *to, const fy_uv_map *map, ferry_vec2 uv, const uint32_t size[2]) {
    for (int axis = 0; axis < 2; axis++) {
        const double *row = map->m[axis];
        double at = (row[0] * (double)uv.x + row[1] * (double)uv.y + row[3]) * size[axis];
        if (!to->any || !(at >= to->low[axis])) to->low[axis] = at;
        if (!to->any || !(at <= to->high[axis])) to->high[axis] = at;
    }
    to->any = true;
}

int32_t fy_reach_periods(const fy_reach *of, int axis, uint32_t period) {
    double periods = period ? floor((of->low[axis] + BESIDE) / period) : 0;
    return periods > -FAR_OFF && periods < FAR_OFF ? (int32_t)periods : 0;
}

static fy_reach reach_of(const fy_mapping *m, const uint32_t size[2]) {
    const fy_planner *p = m->p;
    fy_reach found = {.any = false};
    for (uint32_t i = p->first_draw[m->index]; i < p->first_draw[m->index + 1]; i++) {
        const ferry_mesh *mesh = &p->scene->meshes.data[p->scene->draws.data[p->draws[i]].mesh];
        const ferry_vec2 *uvs = mesh->uvs[m->maps[0].set % FERRY_UV_SETS];
        if (!uvs) return (fy_reach){.any = false};
        for (uint32_t k = 0; k < 3 * (size_t)mesh->triangle_count; k++)
            fy_reach_widen(&found, &m->maps[0], uvs[mesh->triangles[k]], size);
    }
    for (int axis = 0; axis < 2; axis++)
        if (!(found.low[axis] > -FAR_OFF && found.high[axis] < FAR_OFF)) found.any = false;
    return found;
}

/* False: the side has to repeat, all of it is reached. */
static bool window_of(const fy_reach *of, int axis, uint32_t size, ferry_wrap wrap,
                      fy_texture_window *window) {
    double low = of->low[axis], high = of->high[axis];
    double first = wrap == FERRY_WRAP_CLAMP ? 0 : floor((low + high) / 2 / size) * size, last = first + size;
    double from = floor(low - BESIDE / 2), to = ceil(high + BESIDE / 2);
    if (wrap == FERRY_WRAP_CLAMP || (low >= first - BESIDE && high <= last + BESIDE)) {
        from = fmin(fmax(from, first), last - 2);
        to = fmax(fmin(to, last), from + 2);
    }
    if (axis == 0 && fmod(to - from, 2) > 0) { /* formats of four bits have an even width */
        if (to < last)
            to++;
        else
            from--;
    }
    window->wraps[axis] = wrap;
    window->from[axis] = (int32_t)from;
    window->size[axis] = (uint32_t)(to - from);
    return to - from <= size;
}

/* ------------------------------------------------------------------------------------- what it may be */

/* Clips, rules and effects speak about the whole picture; a second texture's coordinates follow by shifts. */
bool fy_mapping_may_follow(const fy_mapping *m) {
    const fy_texture_use *use = &m->uses[0];
    bool sized = use->constraint.width || use->constraint.height;
    return m->use_count == 1 && !m->base && !m->rules && !m->states.count && !m->to->uv_motion && m->from &&
           !m->from->rdp && m->maps[0].kind == FY_UV_SET && !use->whole && !sized &&
           !m->p->scene->morphs.count && !ferry_setting_is(m->p->job, "t3dm.composite-textures", "no") &&
           fy_t3dm_layout_since(fy_t3dm_layout_wanted(m->p->job), "V4");
}

/* Whether nothing is drawn where the texture's alpha is 0. */
static bool hides(const fy_mapping *m) {
    const ferry_rdp_material *rdp = &m->to->rdp;
    fy_rdp_inputs inputs = {.shade = {255, 255, 255, 255}};
    uint8_t out[4];
    memcpy(inputs.prim, rdp->prim, 4);
    memcpy(inputs.env, rdp->env, 4);
    fy_rdp_combine(rdp->combiner, &inputs, out);
    bool seen_by_alpha = m->to->layer == FY_T3DM_CUTOUT ||
                         (m->to->layer == FY_T3DM_BLEND && rdp->blender == FERRY_RDP_BLEND_MULTIPLY);
    return seen_by_alpha && out[3] == 0;
}

/* Whether other materials show the picture too. */
static bool is_shared(const fy_mapping *m, uint32_t image) {
    const fy_image_draws *draws = &m->p->store.draws;
    if (image >= draws->images) return false;
    for (uint32_t i = draws->first[image]; i < draws->first[image + 1]; i++)
        if (m->p->scene->draws.data[draws->list[i].draw].material != m->index) return true;
    return false;
}

bool fy_reach_use(const fy_reach *of, const ferry_image *image, fy_texture_use *use) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    ferry_wrap *wraps[2] = {&use->wrap_s, &use->wrap_t};
    fy_texture_window window = {.size = {0, 0}};
    bool less = false;
    if (!of->any) return false;
    for (int axis = 0; axis < 2; axis++) {
        ferry_wrap wrap = *wraps[axis];
        if (window_of(of, axis, size[axis], wrap, &window)) {
            *wraps[axis] = FERRY_WRAP_CLAMP;
            less = less || wrap != FERRY_WRAP_CLAMP || window.size[axis] < size[axis];
        } else {
            window.from[axis] = 0;
            window.size[axis] = size[axis];
        }
    }
    use->window = window;
    return less;
}

/* The part that is reached, as another use. False: it is the whole picture as it was. */
static bool part_of(const fy_mapping *m, const ferry_image *image, fy_texture_use *use) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    fy_reach found = reach_of(m, size);
    return fy_reach_use(&found, image, use);
}

/* Whether the whole is closer without edges, or mirrored: only clamped sides may be. */
static bool try_following(fy_mapping *m, double *error) {
    fy_texture_use use = m->uses[0];
    double other;
    bool faithful;
    if (use.wrap_s != FERRY_WRAP_CLAMP && use.wrap_t != FERRY_WRAP_CLAMP) return true;
    use.follows = true;
    use.hides = hides(m);
    if (!fy_texture_store_try(&m->p->store, &use, &other, &faithful)) return false;
    if (other < *error) m->uses[0] = use, *error = other;
    return true;
}

bool fy_mapping_choose_part(fy_mapping *m) {
    fy_texture_store *store = &m->p->store;
    double error, other;
    bool faithful;
    if (!fy_mapping_may_follow(m)) return true;
    if (!fy_texture_store_try(store, &m->uses[0], &error, &faithful)) return false;
    if (faithful) return true;
    fy_texture_use part = m->uses[0];
    uint32_t number = store->scene->textures.data[part.texture].image;
    part.follows = true;
    part.hides = hides(m);
    if (!try_following(m, &error)) return false;
    if (!part_of(m, &store->scene->images.data[number], &part)) return true;
    if (!fy_texture_store_try(store, &part, &other, &faithful)) return false;
    if (other < error - (is_shared(m, number) ? FILE_GAIN : PART_GAIN)) m->uses[0] = part;
    return true;
}

void fy_mapping_follow_part(const fy_mapping *m, const fy_texture_window *window, const ferry_image *image) {
    const uint32_t size[2] = {image->levels[0].width, image->levels[0].height};
    for (int axis = 0; axis < 2 && window->size[0]; axis++) {
        double *row = m->to->uv_matrix[axis];
        for (int k = 0; k < 4; k++) row[k] *= (double)size[axis] / window->size[axis];
        row[3] -= (double)window->from[axis] / window->size[axis];
    }
}
