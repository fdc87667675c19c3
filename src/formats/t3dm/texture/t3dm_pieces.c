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
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "formats/t3dm/texture/t3dm_textures.h"

/* What each triangle that cutting adds has to save, in 255ths. Each round has twice as many cells. */
#define TRIANGLE_GAIN .005
enum { CUT_ROUNDS = 5 };

/* Of the finest level of detail. Others may need one more. */
enum { MOST_GROUPS = FY_MOST_PIECES - 1 };

/* One triangle on the picture. */
typedef struct spot {
    fy_reach reach;
    double area; /* of its surface */
} spot;

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
    uint32_t size[2], periods[2]; /* of the picture, in texels */
    spot *spots, *sorted;
    fy_reach *ahead;              /* of the spots up to each one */
    uint32_t count, limit, whole; /* spots; of the triangles at hand; those of whole triangles */
    uint8_t finest;               /* level of detail */
    fy_reach_lines lines;         /* along which they are cut */
    fy_reach all;                 /* of all of them, before they are moved */
    group groups[MOST_GROUPS];
    uint32_t group_count;
} parting;

/* -------------------------------------------------------------------------------------------- triangles */

static void merge(fy_reach *to, const fy_reach *more) {
    for (int axis = 0; axis < 2 && more->any; axis++) {
        if (!to->any || more->low[axis] < to->low[axis]) to->low[axis] = more->low[axis];
        if (!to->any || more->high[axis] > to->high[axis]) to->high[axis] = more->high[axis];
    }
    to->any = to->any || more->any;
}

static double area_of(const ferry_mesh *mesh, const uint32_t *corners) {
    double edges[2][3], sum = 0;
    const ferry_vec3 *a = &mesh->positions[corners[0]];
    for (int i = 0; i < 2; i++) {
        const ferry_vec3 *b = &mesh->positions[corners[i + 1]];
        edges[i][0] = (double)b->x - (double)a->x;
        edges[i][1] = (double)b->y - (double)a->y;
        edges[i][2] = (double)b->z - (double)a->z;
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double across = edges[0][j] * edges[1][k] - edges[0][k] * edges[1][j];
        sum += across * across;
    }
    return sqrt(sum) / 2;
}

static const ferry_mesh *mesh_of(const parting *p, uint32_t draw) {
    return &p->surface->meshes[p->store->scene->draws.data[p->surface->draws[draw]].mesh];
}

static uint8_t level_of(const parting *p, uint32_t draw) {
    return p->store->scene->draws.data[p->surface->draws[draw]].level;
}

static const ferry_vec2 *uvs_of(const parting *p, const ferry_mesh *mesh) {
    return mesh->uvs[p->surface->map->set % FERRY_UV_SETS];
}

/* Part of a triangle that is shown as one, by its corners on the picture. False: they lie too far off, or
 * there is no room. */
static bool take_spot(parting *p, const int32_t corners[3][2], double area) {
    if (p->count == p->limit) return false;
    spot *to = &p->spots[p->count++];
    *to = (spot){.area = area, .reach = {.any = true}};
    for (int axis = 0; axis < 2; axis++) {
        int32_t low = corners[0][axis], high = low;
        for (int k = 1; k < 3; k++) {
            if (corners[k][axis] < low) low = corners[k][axis];
            if (corners[k][axis] > high) high = corners[k][axis];
        }
        to->reach.low[axis] = low / 8.0;
        to->reach.high[axis] = high / 8.0;
        int32_t back = fy_reach_periods(&to->reach, axis, p->periods[axis]);
        fy_reach_move(&to->reach, axis, -(back * (double)p->periods[axis]));
    }
    return true;
}

/* As t3dm_cut.c cuts it: line after line, one edge after the other. */
static bool take_cut(parting *p, const int32_t corners[3][2], double area) {
    int axis;
    int32_t line;
    double at;
    if (!fy_reach_line(&p->lines, corners, &axis, &line)) return take_spot(p, corners, area);
    for (int k = 0; k < 3; k++) {
        const int32_t *first = corners[k], *second = corners[(k + 1) % 3], *third = corners[(k + 2) % 3];
        int32_t middle[2], parts[2][3][2];
        if (!fy_reach_crosses(first[axis], second[axis], line, &at)) continue;
        for (int i = 0; i < 2; i++)
            middle[i] = (int32_t)floor(first[i] + at * ((double)second[i] - first[i]) + .5);
        const int32_t *const of[2][3] = {{first, middle, third}, {middle, second, third}};
        for (int i = 0; i < 6; i++) memcpy(parts[i / 3][i % 3], of[i / 3][i % 3], sizeof middle);
        return take_cut(p, (const int32_t(*)[2])parts[0], area * at) &&
               take_cut(p, (const int32_t(*)[2])parts[1], area * (1 - at));
    }
    return take_spot(p, corners, area);
}

/* What moves apart, or is named by clips, stays whole. */
static bool may_cut(const parting *p, const ferry_mesh *mesh, const uint32_t *corners) {
    const ferry_scene *scene = p->store->scene;
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        if (mesh == &p->surface->meshes[scene->vertex_color_groups.data[i].mesh]) return false;
    const uint32_t *bound = mesh->influences;
    return !bound || (bound[corners[0]] == bound[corners[1]] && bound[corners[0]] == bound[corners[2]]);
}

/* False: its coordinates lie too far off, or are none; or there is no room for its parts. */
static bool take_triangle(parting *p, const ferry_mesh *mesh, const uint32_t *corners) {
    int32_t at[3][2];
    for (int k = 0; k < 3; k++) {
        fy_reach corner = {.any = false};
        fy_reach_widen(&corner, p->surface->map, uvs_of(p, mesh)[corners[k]], p->size);
        for (int axis = 0; axis < 2; axis++)
            if (!(corner.low[axis] > -FY_REACH_MOST && corner.high[axis] < FY_REACH_MOST)) return false;
        merge(&p->all, &corner);
        fy_reach_eighths(p->surface->map, uvs_of(p, mesh)[corners[k]], p->size, at[k]);
    }
    double area = area_of(mesh, corners);
    const int32_t(*of)[2] = (const int32_t(*)[2])at;
    return may_cut(p, mesh, corners) ? take_cut(p, of, area) : take_spot(p, of, area);
}

/* False: there are none to be parted, or the limit was met. */
static bool reserve(parting *p) {
    ferry_job *job = p->store->job;
    size_t count = p->surface->room;
    p->finest = UINT8_MAX;
    for (uint32_t i = 0; i < p->surface->draw_count; i++) {
        if (!uvs_of(p, mesh_of(p, i))) return false;
        if (level_of(p, i) < p->finest) p->finest = level_of(p, i);
        count += mesh_of(p, i)->triangle_count;
    }
    if (count >= UINT32_MAX) return false;
    p->spots = fy_job_resize(job, NULL, count + 1, sizeof *p->spots);
    p->sorted = fy_job_resize(job, NULL, count + 1, sizeof *p->sorted);
    p->ahead = fy_job_resize(job, NULL, count + 1, sizeof *p->ahead);
    return p->spots && p->sorted && p->ahead;
}

/* Those of the finest level of detail, or of the others, of which cutting may add `room`. False: they lie too
 * far off, or there is no room for all parts. */
static bool take_triangles(parting *p, bool finest, uint32_t room) {
    p->count = 0;
    p->limit = room;
    p->all = (fy_reach){.any = false};
    for (uint32_t i = 0; i < p->surface->draw_count; i++)
        if ((level_of(p, i) == p->finest) == finest) p->limit += mesh_of(p, i)->triangle_count;
    for (uint32_t i = 0; i < p->surface->draw_count; i++) {
        const ferry_mesh *mesh = mesh_of(p, i);
        if ((level_of(p, i) == p->finest) != finest) continue;
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            if (!take_triangle(p, mesh, mesh->triangles + 3 * (size_t)t)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- halving */

static double texels_of(const fy_reach *of) {
    return of->any ? (of->high[0] - of->low[0] + 1) * (of->high[1] - of->low[1] + 1) : 0;
}

static double middle_of(const spot *of, int axis) {
    return of->reach.low[axis] + of->reach.high[axis];
}

static int by_axis(const spot *a, const spot *b, int axis) {
    double x = middle_of(a, axis), y = middle_of(b, axis);
    if (x != y) return x < y ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->reach.low[k] != b->reach.low[k]) return a->reach.low[k] < b->reach.low[k] ? -1 : 1;
    for (int k = 0; k < 2; k++)
        if (a->reach.high[k] != b->reach.high[k]) return a->reach.high[k] < b->reach.high[k] ? -1 : 1;
    return (a->area > b->area) - (a->area < b->area);
}

static int by_s(const void *a, const void *b) {
    return by_axis(a, b, 0);
}

static int by_t(const void *a, const void *b) {
    return by_axis(a, b, 1);
}

/* How many of the sorted triangles come into the first half, so that the larger of both is as small as it can
 * be. Texels of that one. */
static double best_cut(parting *p, uint32_t count, uint32_t *cut) {
    fy_reach reach = {.any = false};
    double best = HUGE_VAL;
    for (uint32_t i = 0; i < count; i++) {
        merge(&reach, &p->sorted[i].reach);
        p->ahead[i] = reach;
    }
    reach = (fy_reach){.any = false};
    for (uint32_t i = count; i-- > 1;) {
        merge(&reach, &p->sorted[i].reach);
        double larger = fmax(texels_of(&p->ahead[i - 1]), texels_of(&reach));
        if (larger < best) best = larger, *cut = i;
    }
    return best;
}

/* Sorts the group's triangles into two halves; 0: it has one only. */
static uint32_t halve(parting *p, const group *of) {
    static int (*const orders[2])(const void *, const void *) = {by_s, by_t};
    double best = HUGE_VAL;
    uint32_t cut = 0, chosen = 0;
    for (int axis = 0; axis < 2 && of->count > 1; axis++) {
        for (uint32_t i = 0; i < of->count; i++) p->sorted[i] = p->spots[of->first + i];
        qsort(p->sorted, of->count, sizeof *p->sorted, orders[axis]);
        double larger = best_cut(p, of->count, &cut);
        if (!(larger < best)) continue;
        best = larger;
        chosen = cut;
        if (axis == 0) continue;
        for (uint32_t i = 0; i < of->count; i++) p->spots[of->first + i] = p->sorted[i];
        return chosen;
    }
    if (of->count > 1) qsort(p->spots + of->first, of->count, sizeof *p->spots, by_s);
    return chosen;
}

/* ------------------------------------------------------------------------------------------------ pieces */

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
    if (of->count == p->count) return true;
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
        merge(&of->reach, &p->spots[i].reach);
        of->weight += p->spots[i].area / all;
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
    halves[0].count = halve(p, of);
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

static bool part(parting *p) {
    double all = 0;
    for (uint32_t i = 0; i < p->count; i++) all += p->spots[i].area;
    if (!(all > 0)) return true;
    p->groups[0] = (group){.count = p->count};
    if (!open_group(p, &p->groups[0], all)) return false;
    p->group_count = 1;
    group *worst;
    while (p->group_count < MOST_GROUPS && (worst = worst_group(p)) != NULL)
        if (!ferry_tick(p->store->job) || !try_halving(p, worst, all)) return false;
    return true;
}

static void keep(const parting *p, fy_piece_choice *to) {
    to->pieces = (fy_pieces){.map = *p->surface->map, .lines = p->lines, .count = p->group_count};
    to->error = error_of(p);
    to->added = p->count > p->whole ? p->count - p->whole : 0;
    for (int axis = 0; axis < 2; axis++) {
        to->pieces.size[axis] = p->size[axis];
        to->pieces.periods[axis] = p->periods[axis];
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
    p->size[0] = p->image->levels[0].width;
    p->size[1] = p->image->levels[0].height;
    p->periods[0] = moves ? period_of(use->wrap_s, p->size[0]) : 0;
    p->periods[1] = moves ? period_of(use->wrap_t, p->size[1]) : 0;
}

/* Leaves no groups where the triangles cannot be parted. False at the memory limit. */
static bool part_finest(parting *p) {
    p->group_count = 0;
    if (!take_triangles(p, true, p->surface->room) || p->count < 2) return true;
    return part(p);
}

/* Cells of what is shown, or of the picture where that repeats. */
static void lay_lines(parting *p, const fy_reach *all, const uint32_t cells[2]) {
    p->lines = (fy_reach_lines){{0, 0}, {0, 0}};
    for (int axis = 0; axis < 2; axis++) {
        bool repeats = p->periods[axis] && all->high[axis] - all->low[axis] > p->size[axis] + 1.0;
        double from = repeats ? 0 : all->low[axis], of = repeats ? p->size[axis] : all->high[axis] - from;
        if (cells[axis] < 2) continue;
        p->lines.from[axis] = (int32_t)floor(from * 8 + .5);
        p->lines.step[axis] = (uint32_t)ceil(of * 8 / cells[axis]);
    }
}

/* Whether parts of the triangles come nearer. */
static bool try_cutting(parting *p, fy_piece_choice *found) {
    const fy_reach all = p->all;
    const double uncut = found->error;
    uint32_t cells[2] = {1, 1};
    for (int round = 0; round < CUT_ROUNDS; round++) {
        double sides[2];
        for (int axis = 0; axis < 2; axis++)
            sides[axis] = fmin(all.high[axis] - all.low[axis], p->size[axis]) / cells[axis];
        cells[sides[1] > sides[0]] *= 2;
        lay_lines(p, &all, cells);
        if (!part_finest(p)) return false;
        if (p->group_count < 2) continue;
        double added = TRIANGLE_GAIN * (p->count - p->whole), error = error_of(p);
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

static uint32_t coarser_triangles(const parting *p) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->surface->draw_count; i++)
        if (level_of(p, i) != p->finest) count += mesh_of(p, i)->triangle_count;
    return count;
}

/* Pieces are chosen for the finest level of detail. What others show besides becomes one more; if they cannot
 * be placed, there are no pieces. */
static void add_coarser(parting *p, fy_piece_choice *to) {
    fy_reach rest = {.any = false};
    p->lines = to->pieces.lines;
    if (!take_triangles(p, false, p->surface->room - to->added)) {
        to->pieces.count = 0;
        return;
    }
    to->added += p->count - coarser_triangles(p);
    for (uint32_t i = 0; i < p->count; i++)
        if (!is_held(&to->pieces, &p->spots[i].reach)) merge(&rest, &p->spots[i].reach);
    if (!rest.any) return;
    uint32_t number = to->pieces.count++;
    to->pieces.reach[number] = rest;
    to->uses[number] = p->surface->use;
    fy_reach_use(&rest, p->image, &to->uses[number]);
}

bool fy_texture_store_part(fy_texture_store *store, const fy_piece_surface *surface, double whole,
                           fy_piece_choice *found) {
    parting p = {.store = store, .surface = surface};
    found->pieces.count = 0;
    start(&p);
    bool done = !reserve(&p) || part_finest(&p);
    if (done) {
        p.whole = p.count;
        keep(&p, found);
        if (p.group_count < 2) found->error = whole;
        if (p.spots && p.all.any && surface->room && found->error > surface->cut_gain)
            done = try_cutting(&p, found);
        if (found->pieces.count > 1) add_coarser(&p, found);
    }
    fy_job_drop(store->job, p.spots);
    fy_job_drop(store->job, p.sorted);
    fy_job_drop(store->job, p.ahead);
    return done && !ferry_failed(store->job);
}
