/*
 * t3dm_pieces.c: see t3dm_pieces.h.
 *
 * Texture memory holds 4 KiB, 64 x 64 texels of 16 colours. Triangles whose coordinates lie in one corner of
 * a picture need no more than that corner: stored alone, it has the texels to itself. So the triangles are
 * halved by where they lie on the picture, again and again, as long as that pays. A sign of two triangles,
 * each with half of the picture, has to be cut before.
 */
#include "formats/t3dm/texture/t3dm_pieces.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_piece_halves.h"
#include "formats/t3dm/texture/t3dm_piece_spots.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "formats/t3dm/texture/t3dm_textures.h"

/* What each triangle that cutting adds has to save, in 255ths. Each round has twice as many cells. */
#define TRIANGLE_GAIN .005
enum { CUT_ROUNDS = 5 };

/* Of the finest level of detail. Others may need one more. */
enum { MOST_GROUPS = FY_MOST_PIECES - 1 };

typedef struct group {
    uint32_t first, count; /* spots */
    fy_reach reach;
    double weight; /* share of the surface */
    fy_texture_use use;
    double error;
    bool final; /* halving it does not pay, or is not possible */
} group;

typedef struct parting {
    fy_texture_store *store;
    const fy_piece_surface *surface;
    const ferry_image *image;
    fy_piece_spots spots;
    fy_piece_spot *sorted;
    fy_reach *ahead; /* of the spots up to each one */
    uint32_t whole;  /* spots of whole triangles */
    double most; /* what is further off than that, with what triangles cost that were added, is not kept */
    group groups[MOST_GROUPS];
    uint32_t group_count;
} parting;

/* ------------------------------------------------------------------------------------------------ groups */

/* The most texels that texture memory holds, of 16 colours. */
enum { MOST_TEXELS = 4096 };

/* Without the texels next to those that are reached, which only its last half texel is mixed with. */
static fy_texture_use without_margins(const group *of) {
    fy_texture_use use = of->use;
    for (int axis = 0; axis < 2; axis++) {
        const ferry_wrap wrap = axis ? use.wrap_t : use.wrap_s;
        int32_t from = (int32_t)floor(of->reach.low[axis] + .5),
                to = (int32_t)floor(of->reach.high[axis] + .5);
        int32_t first = use.window.from[axis], end = first + (int32_t)use.window.size[axis];
        if (wrap != FERRY_WRAP_CLAMP) continue;
        if (from < first) from = first;
        if (to > end) to = end;
        if (axis == 0) to -= (to - from) % 2;
        if (to - from < 2) continue;
        use.window.from[axis] = from;
        use.window.size[axis] = (uint32_t)(to - from);
    }
    return use;
}

static uint32_t texels_in(const fy_texture_use *use) {
    return use->window.size[0] * use->window.size[1];
}

/* Where only the margins do not fit, they are left out of a part. */
static bool try_without_margins(parting *p, group *of) {
    if (of->count == p->spots.count) return true;
    fy_texture_use less = without_margins(of);
    double error;
    bool faithful;
    if (texels_in(&of->use) <= MOST_TEXELS || !texels_in(&less) || texels_in(&less) > MOST_TEXELS)
        return true;
    if (!fy_texture_store_try(p->store, &less, &error, &faithful)) return false;
    if (error < of->error) of->use = less, of->error = error;
    return true;
}

/* What its triangles reach, and how it would come out. False at the memory limit. */
static bool open_group(parting *p, group *of, double all) {
    bool faithful;
    of->reach = (fy_reach){.any = false};
    of->weight = 0;
    for (uint32_t i = of->first; i < of->first + of->count; i++) {
        fy_reach_merge(&of->reach, &p->spots.data[i].reach);
        of->weight += p->spots.data[i].area / all;
    }
    of->use = p->surface->use;
    fy_reach_use(&of->reach, p->image, &of->use);
    return fy_texture_store_try(p->store, &of->use, &of->error, &faithful) && try_without_margins(p, of);
}

static group *worst_group(parting *p) {
    group *worst = NULL;
    for (uint32_t i = 0; i < p->group_count; i++) {
        group *of = &p->groups[i];
        if (!of->final && (!worst || of->error * of->weight > worst->error * worst->weight)) worst = of;
    }
    return worst;
}

static double error_of(const parting *p) {
    double sum = 0;
    for (uint32_t i = 0; i < p->group_count; i++) sum += p->groups[i].error * p->groups[i].weight;
    return sum;
}

static double part_of(const group *of) {
    return of->error * of->weight;
}

/* Whether `count` parts may save enough of the group's error, of which `left` is known to stay. */
static bool may_pay(const parting *p, const group *of, double left, uint32_t count) {
    return part_of(of) - left >= p->surface->step_gain * (count - 1);
}

/* A group as two, which are not looked at yet. False: it has one triangle only. */
static bool split_group(parting *p, const group *of, group halves[2]) {
    halves[0] = halves[1] = *of;
    halves[0].final = halves[1].final = false;
    halves[0].count = fy_piece_halve(p->spots.data + of->first, of->count, p->sorted, p->ahead);
    halves[1].first += halves[0].count;
    halves[1].count -= halves[0].count;
    return halves[0].count > 0;
}

static void keep_parts(parting *p, group *of, const group *parts, uint32_t count) {
    *of = parts[0];
    for (uint32_t i = 1; i < count; i++) p->groups[p->group_count++] = parts[i];
}

/* Opens parts until they cannot pay any more. False at the memory limit. */
static bool open_while_paying(parting *p, const group *of, double all, group *parts, uint32_t count,
                              bool *paying) {
    double left = 0;
    *paying = may_pay(p, of, 0, count);
    for (uint32_t i = 0; i < count && *paying; i++) {
        if (!open_group(p, &parts[i], all)) return false;
        left += part_of(&parts[i]);
        *paying = may_pay(p, of, left, count);
    }
    return true;
}

/* Halves may be stored no better, and their halves may: in more colours. */
static bool try_halving(parting *p, group *of, double all) {
    group parts[4], halves[2];
    uint32_t count = 0;
    bool paying;
    of->final = true;
    if (!may_pay(p, of, 0, 2) || !split_group(p, of, halves)) return true;
    if (!open_while_paying(p, of, all, halves, 2, &paying)) return false;
    if (paying) keep_parts(p, of, halves, 2);
    if (paying || !may_pay(p, of, 0, 3)) return true;
    for (int i = 0; i < 2; i++) {
        bool two = split_group(p, &halves[i], &parts[count]);
        if (!two) parts[count] = halves[i];
        count += two ? 2 : 1;
    }
    if (p->group_count + count - 1 > MOST_GROUPS || count < 3) return true;
    if (!open_while_paying(p, of, all, parts, count, &paying)) return false;
    if (paying) keep_parts(p, of, parts, count);
    return true;
}

/* Whether groups that stay as they are have too large an error already, more than rounding makes of it. */
static bool is_hopeless(const parting *p) {
    double sum = TRIANGLE_GAIN * (p->spots.count - p->whole);
    for (uint32_t i = 0; i < p->group_count; i++)
        if (p->groups[i].final) sum += part_of(&p->groups[i]);
    return sum > p->most + 1e-6;
}

/* Leaves no groups where that is hopeless. */
static bool part(parting *p) {
    double all = 0;
    for (uint32_t i = 0; i < p->spots.count; i++) all += p->spots.data[i].area;
    if (!(all > 0) || is_hopeless(p)) return true;
    p->groups[0] = (group){.count = p->spots.count};
    if (!open_group(p, &p->groups[0], all)) return false;
    p->group_count = 1;
    group *worst;
    while (p->group_count < MOST_GROUPS && (worst = worst_group(p)) != NULL) {
        if (!ferry_tick(p->store->job) || !try_halving(p, worst, all)) return false;
        if (is_hopeless(p)) p->group_count = 0;
    }
    return true;
}

static void keep(const parting *p, fy_piece_choice *to) {
    to->pieces = (fy_pieces){.map = *p->surface->map, .lines = p->spots.lines, .count = p->group_count};
    to->error = error_of(p);
    to->added = p->spots.count > p->whole ? p->spots.count - p->whole : 0;
    for (int axis = 0; axis < 2; axis++) {
        to->pieces.size[axis] = p->spots.size[axis];
        to->pieces.periods[axis] = p->spots.periods[axis];
    }
    for (uint32_t i = 0; i < p->group_count; i++) {
        to->pieces.reach[i] = p->groups[i].reach;
        to->uses[i] = p->groups[i].use;
    }
}

static uint32_t period_of(ferry_wrap wrap, uint32_t size) {
    return wrap == FERRY_WRAP_CLAMP ? 0 : wrap == FERRY_WRAP_MIRROR ? 2 * size : size;
}

static void start(parting *p) {
    const fy_texture_use *use = &p->surface->use;
    const double(*map)[4] = p->surface->map->m;
    bool moves = map[0][0] * map[1][1] != map[0][1] * map[1][0]; /* coordinates can be moved by periods */
    p->image = &p->store->scene->images.data[p->store->scene->textures.data[use->texture].image];
    p->spots.size[0] = p->image->levels[0].width;
    p->spots.size[1] = p->image->levels[0].height;
    p->spots.periods[0] = moves ? period_of(use->wrap_s, p->spots.size[0]) : 0;
    p->spots.periods[1] = moves ? period_of(use->wrap_t, p->spots.size[1]) : 0;
}

/* Leaves no groups where the triangles cannot be parted. False at the memory limit. */
static bool part_finest(parting *p) {
    p->group_count = 0;
    if (!fy_piece_spots_take(&p->spots, true, p->surface->room) || p->spots.count < 2) return true;
    return part(p);
}

/* Cells of what is shown, or of the picture where that repeats. */
static void lay_lines(parting *p, const fy_reach *all, const uint32_t cells[2]) {
    p->spots.lines = (fy_reach_lines){{0, 0}, {0, 0}};
    for (int axis = 0; axis < 2; axis++) {
        bool repeats = p->spots.periods[axis] && all->high[axis] - all->low[axis] > p->spots.size[axis] + 1.0;
        double from = repeats ? 0 : all->low[axis],
               of = repeats ? p->spots.size[axis] : all->high[axis] - from;
        if (cells[axis] < 2) continue;
        p->spots.lines.from[axis] = (int32_t)floor(from * 8 + .5);
        p->spots.lines.step[axis] = (uint32_t)ceil(of * 8 / cells[axis]);
    }
}

/* Whether parts of the triangles come nearer. */
static bool try_cutting(parting *p, fy_piece_choice *found) {
    const fy_reach all = p->spots.all;
    const double uncut = found->error;
    uint32_t cells[2] = {1, 1};
    for (int round = 0; round < CUT_ROUNDS; round++) {
        double sides[2];
        for (int axis = 0; axis < 2; axis++)
            sides[axis] = fmin(all.high[axis] - all.low[axis], p->spots.size[axis]) / cells[axis];
        cells[sides[1] > sides[0]] *= 2;
        lay_lines(p, &all, cells);
        p->most = fmin(uncut - p->surface->cut_gain, found->error + TRIANGLE_GAIN * found->added);
        if (!part_finest(p)) return false;
        if (p->group_count < 2) continue;
        double added = TRIANGLE_GAIN * (p->spots.count - p->whole), error = error_of(p);
        if (uncut - error > p->surface->cut_gain + added &&
            error + added < found->error + TRIANGLE_GAIN * found->added)
            keep(p, found);
    }
    return true;
}

static bool is_held(const fy_pieces *pieces, const fy_reach *shown) {
    for (uint32_t i = 0; i < pieces->count; i++)
        if (fy_reach_beyond(shown, &pieces->reach[i]) <= FY_REACH_BESIDE) return true;
    return false;
}

/* Pieces are chosen for the finest level of detail. What others show besides becomes one more; if they cannot
 * be placed, there are no pieces. */
static void add_coarser(parting *p, fy_piece_choice *to) {
    fy_reach rest = {.any = false};
    p->spots.lines = to->pieces.lines;
    if (!fy_piece_spots_take(&p->spots, false, p->surface->room - to->added)) {
        to->pieces.count = 0;
        return;
    }
    to->added += p->spots.count - fy_piece_spots_coarser(&p->spots);
    for (uint32_t i = 0; i < p->spots.count; i++)
        if (!is_held(&to->pieces, &p->spots.data[i].reach)) fy_reach_merge(&rest, &p->spots.data[i].reach);
    if (!rest.any) return;
    uint32_t number = to->pieces.count++;
    to->pieces.reach[number] = rest;
    to->uses[number] = p->surface->use;
    fy_reach_use(&rest, p->image, &to->uses[number]);
}

/* False: there are no triangles to be parted, or the limit was met. */
static bool reserve(parting *p) {
    uint32_t count = fy_piece_spots_open(&p->spots);
    if (!count) return false;
    p->sorted = fy_job_resize(p->store->job, NULL, count, sizeof *p->sorted);
    p->ahead = fy_job_resize(p->store->job, NULL, count, sizeof *p->ahead);
    return p->sorted && p->ahead;
}

bool fy_texture_store_part(fy_texture_store *store, const fy_piece_surface *surface, double whole,
                           fy_piece_choice *found) {
    parting p = {.store = store,
                 .surface = surface,
                 .most = INFINITY,
                 .spots = {.job = store->job, .scene = store->scene, .surface = surface}};
    found->pieces.count = 0;
    start(&p);
    bool done = !reserve(&p) || part_finest(&p);
    if (done) {
        p.whole = p.spots.count;
        keep(&p, found);
        if (p.group_count < 2) found->error = whole;
        if (p.ahead && p.spots.all.any && surface->room && found->error > surface->cut_gain)
            done = try_cutting(&p, found);
        if (found->pieces.count > 1) add_coarser(&p, found);
    }
    fy_job_drop(store->job, p.spots.data);
    fy_job_drop(store->job, p.sorted);
    fy_job_drop(store->job, p.ahead);
    return done && !ferry_failed(store->job);
}
