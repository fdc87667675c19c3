/*
 * t3dm_sort.c: the order of materials, and the runtime's state hazards that are left in it
 * (docs/formats/t3dm.md, "Objects").
 */
#include "formats/t3dm/draw/t3dm_sort.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/rdp/rdp_state.h"

/* -------------------------------------------------------------------------------------------------- ranks */

#define COMPARE(a, b)                                                                                        \
    if ((a) != (b)) return (a) < (b) ? -1 : 1

static int compare_textures(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    for (int k = 0; k < 2; k++) COMPARE(a->tiles[k].hash, b->tiles[k].hash);
    return 0;
}

static int compare_modes(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    COMPARE(a->combiner, b->combiner);
    COMPARE(a->other_mode, b->other_mode);
    COMPARE(a->other_mode_mask, b->other_mode_mask);
    COMPARE(a->blender, b->blender);
    return 0;
}

/* Sizes of tiles are parameters of effects. */
static int compare_rest(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    COMPARE(a->flags, b->flags);
    COMPARE(a->fog, b->fog);
    COMPARE(a->effect, b->effect);
    COMPARE(a->effect ? a->tiles[0].width : 0, b->effect ? b->tiles[0].width : 0);
    COMPARE(a->effect ? a->tiles[0].height : 0, b->effect ? b->tiles[0].height : 0);
    COMPARE(a->colors, b->colors);
    int order = memcmp(a->prim, b->prim, 4);
    if (!order) order = memcmp(a->env, b->env, 4);
    return order ? order : memcmp(a->blend, b->blend, 4);
}

/* Any order will do, but it must be one: files may hold what is no number. */
static uint32_t bits_of(float value) {
    union {
        float value;
        uint32_t bits;
    } word = {value};
    return word.bits;
}

static int compare_axes(const ferry_rdp_axis *a, const ferry_rdp_axis *b) {
    COMPARE(bits_of(a->low), bits_of(b->low));
    COMPARE(bits_of(a->high), bits_of(b->high));
    COMPARE(a->mask, b->mask);
    COMPARE(a->shift, b->shift);
    COMPARE(a->mirror, b->mirror);
    COMPARE(a->clamp, b->clamp);
    return 0;
}

/* What the runtime overlooks behind the same hashes. */
static int compare_tiles(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    int order = 0;
    for (int k = 0; k < 2 && !order; k++) {
        COMPARE(a->tiles[k].width, b->tiles[k].width);
        COMPARE(a->tiles[k].height, b->tiles[k].height);
        order = compare_axes(&a->tiles[k].s, &b->tiles[k].s);
        if (!order) order = compare_axes(&a->tiles[k].t, &b->tiles[k].t);
    }
    return order;
}

bool fy_t3dm_same_state(const ferry_rdp_material *a, const ferry_rdp_material *b) {
    return !compare_textures(a, b) && !compare_modes(a, b) && !compare_rest(a, b);
}

static int by_state(const void *a, const void *b) {
    const fy_t3dm_material *x = *(const fy_t3dm_material *const *)a, *y = *(const fy_t3dm_material *const *)b;
    int order = compare_textures(&x->rdp, &y->rdp);
    if (!order) order = compare_modes(&x->rdp, &y->rdp);
    if (!order) order = compare_rest(&x->rdp, &y->rdp);
    if (!order) order = compare_tiles(&x->rdp, &y->rdp);
    return order ? order : x < y ? -1 : x > y;
}

/* The least material of each run of equals: runs of states lie in runs of modes, those in runs
 * of textures. */
static void rank_run(const fy_t3dm_plan *plan, const fy_t3dm_material **sorted, uint32_t count,
                     fy_t3dm_rank *ranks) {
    uint32_t least[3] = {0}, start[3] = {0};
    for (uint32_t i = 0; i <= count; i++) {
        const ferry_rdp_material *now = i < count ? &sorted[i]->rdp : NULL,
                                 *last = i ? &sorted[i - 1]->rdp : now;
        bool textures = !now || compare_textures(now, last), modes = textures || compare_modes(now, last);
        const bool ends[3] = {textures, modes, modes || compare_rest(now, last) || compare_tiles(now, last)};
        uint32_t number = now ? (uint32_t)(sorted[i] - plan->materials) : 0;
        for (int k = 0; k < 3; k++) {
            for (uint32_t j = start[k]; ends[k] && j < i; j++) {
                fy_t3dm_rank *rank = &ranks[sorted[j] - plan->materials];
                *(k == 0 ? &rank->textures : k == 1 ? &rank->modes : &rank->state) = least[k];
            }
            if (ends[k]) start[k] = i;
            if (i == start[k] || number < least[k]) least[k] = number;
        }
    }
}

fy_t3dm_rank *fy_t3dm_rank_materials(ferry_job *job, const fy_t3dm_plan *plan) {
    uint32_t count = plan->material_count;
    const fy_t3dm_material **sorted = ferry_new(job, const fy_t3dm_material *, count + (size_t)1);
    fy_t3dm_rank *ranks = ferry_new(job, fy_t3dm_rank, count + (size_t)1);
    if (!sorted || !ranks) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        sorted[i] = &plan->materials[i];
        ranks[i].material = i;
    }
    if (count) qsort(sorted, count, sizeof *sorted, by_state);
    if (count) rank_run(plan, sorted, count, ranks);
    return ranks;
}

int fy_t3dm_compare_ranks(const fy_t3dm_rank *a, const fy_t3dm_rank *b) {
    COMPARE(a->textures, b->textures);
    COMPARE(a->modes, b->modes);
    COMPARE(a->state, b->state);
    COMPARE(a->material, b->material);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ hazards */

/* A model may be drawn behind anything: no colour is what it was set to. */
static void begin_walk(fy_t3dm_state_tracker *tracker) {
    if (tracker->begun) return;
    tracker->begun = true;
    fy_rdp_start_frame(&tracker->state);
    fy_rdp_start_model(&tracker->state);
    memset(tracker->state.prim, 0x5A, 4), memset(tracker->state.env, 0x5A, 4);
}

unsigned fy_t3dm_state_hazards(fy_t3dm_state_tracker *tracker, const ferry_rdp_material *next) {
    static const ferry_mip_level none[2];
    begin_walk(tracker);
    return fy_rdp_apply(&tracker->state, next, none);
}

/* Not zero, so that zero is sent behind it. */
static void make_visible(uint8_t color[4]) {
    static const uint8_t zero[4];
    if (memcmp(color, zero, 4) == 0) color[3] = 1;
}

void fy_t3dm_clear_tiles(fy_t3dm_material *material) {
    for (int k = 0; k < 2; k++) {
        material->rdp.tiles[k] = (ferry_rdp_tile){.texture = UINT32_MAX};
        material->paths[k] = NULL;
    }
}

static void make_between(const fy_t3dm_material *next, unsigned hazards, fy_t3dm_material *between) {
    ferry_rdp_material *rdp = &between->rdp;
    *between = *next;
    between->motion = NULL;
    between->variant_count = 0;
    if (hazards & FY_RDP_LOST_CUTOUT) rdp->other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
    if (hazards & FY_RDP_INHERITED_Z) {
        rdp->other_mode_mask |= FERRY_RDP_MODE_MASK | FERRY_RDP_Z_WRITE;
        rdp->other_mode |= FERRY_RDP_Z_WRITE;
    }
    if (hazards & FY_RDP_KEPT_COLOR) make_visible(rdp->prim), make_visible(rdp->env);
    if (hazards & FY_RDP_STALE_TILE) fy_t3dm_clear_tiles(between);
}

bool fy_t3dm_track_state(fy_t3dm_state_tracker *tracker, const fy_t3dm_material *next, unsigned allowed,
                         fy_t3dm_material *between) {
    fy_t3dm_state_tracker before = *tracker;
    unsigned hazards = fy_t3dm_state_hazards(tracker, &next->rdp) & ~allowed;
    if (!hazards) return false;
    make_between(next, hazards, between);
    fy_t3dm_state_hazards(&before, &between->rdp);
    if (fy_t3dm_state_hazards(&before, &next->rdp) & ~allowed) return false;
    *tracker = before;
    return true;
}
