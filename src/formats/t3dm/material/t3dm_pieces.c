/*
 * t3dm_pieces.c: see t3dm_pieces.h.
 *
 * Texture memory holds 4 KiB, 64 x 64 texels of 16 colours. Triangles whose coordinates lie in one corner of
 * a picture need no more than that corner: stored alone, it has the texels to itself. So the triangles are
 * halved by where they lie on the picture, again and again, as long as that pays.
 */
#include "formats/t3dm/material/t3dm_pieces.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_reached.h"
#include "formats/t3dm/material/t3dm_tiles.h"
#include "formats/t3dm/texture/t3dm_textures.h"

/* What the size of the picture has to cost before pieces are thought of, and what they have to save of it: on
 * the material, and on the whole model as it is seen. In 255ths. */
#define WORTH_A_TRIAL 4
#define GAIN 2
#define SEEN_GAIN .4

/* What one piece more has to save on the material. */
#define STEP_GAIN 1

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
    fy_mapping *m;
    const ferry_image *image;
    ferry_wrap wraps[2]; /* of the whole picture */
    uint32_t periods[2];
    spot *spots, *sorted;
    fy_reach *ahead; /* of the spots up to each one */
    uint32_t count;
    group groups[FY_MOST_PIECES];
    uint32_t group_count;
} parting;

/* -------------------------------------------------------------------------------------------- triangles */

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

static uint32_t size_of(const ferry_image *image, int axis) {
    return axis ? image->levels[0].height : image->levels[0].width;
}

static uint32_t period_of(ferry_wrap wrap, uint32_t size) {
    return wrap == FERRY_WRAP_CLAMP ? 0 : wrap == FERRY_WRAP_MIRROR ? 2 * size : size;
}

static void take_mesh(parting *p, const ferry_mesh *mesh) {
    const uint32_t size[2] = {p->image->levels[0].width, p->image->levels[0].height};
    const ferry_vec2 *uvs = mesh->uvs[p->m->maps[0].set % FERRY_UV_SETS];
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corners = mesh->triangles + 3 * (size_t)t;
        spot *to = &p->spots[p->count++];
        *to = (spot){.area = area_of(mesh, corners)};
        for (int k = 0; k < 3; k++) fy_reach_widen(&to->reach, &p->m->maps[0], uvs[corners[k]], size);
        for (int axis = 0; axis < 2; axis++) {
            double back = fy_reach_periods(&to->reach, axis, p->periods[axis]) * (double)p->periods[axis];
            to->reach.low[axis] -= back;
            to->reach.high[axis] -= back;
        }
    }
}

/* False: some mesh has no coordinates, or the limit was met. */
static bool take_triangles(parting *p) {
    const fy_planner *planner = p->m->p;
    const ferry_scene *scene = planner->scene;
    uint32_t from = planner->first_draw[p->m->index], to = planner->first_draw[p->m->index + 1];
    size_t count = 0;
    for (uint32_t i = from; i < to; i++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[planner->draws[i]].mesh];
        if (!mesh->uvs[p->m->maps[0].set % FERRY_UV_SETS]) return false;
        count += mesh->triangle_count;
    }
    p->spots = fy_job_resize(planner->job, NULL, count + 1, sizeof *p->spots);
    p->sorted = fy_job_resize(planner->job, NULL, count + 1, sizeof *p->sorted);
    p->ahead = fy_job_resize(planner->job, NULL, count + 1, sizeof *p->ahead);
    if (!p->spots || !p->sorted || !p->ahead) return false;
    for (uint32_t i = from; i < to; i++)
        take_mesh(p, &scene->meshes.data[scene->draws.data[planner->draws[i]].mesh]);
    return p->count > 1;
}

/* ----------------------------------------------------------------------------------------------- halving */

static void merge(fy_reach *to, const fy_reach *more) {
    for (int axis = 0; axis < 2 && more->any; axis++) {
        if (!to->any || more->low[axis] < to->low[axis]) to->low[axis] = more->low[axis];
        if (!to->any || more->high[axis] > to->high[axis]) to->high[axis] = more->high[axis];
    }
    to->any = to->any || more->any;
}

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

/* What its triangles reach, and how it would come out. False at the memory limit. */
static bool open_group(parting *p, group *of, double all) {
    bool faithful;
    of->reach = (fy_reach){.any = false};
    of->weight = 0;
    for (uint32_t i = of->first; i < of->first + of->count; i++) {
        merge(&of->reach, &p->spots[i].reach);
        of->weight += p->spots[i].area / all;
    }
    of->use = p->m->uses[0];
    of->use.window = (fy_texture_window){.size = {0, 0}};
    of->use.wrap_s = p->wraps[0];
    of->use.wrap_t = p->wraps[1];
    fy_reach_use(&of->reach, p->image, &of->use);
    return fy_texture_store_try(&p->m->p->store, &of->use, &of->error, &faithful);
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

static bool try_halving(parting *p, group *of, double all) {
    group halves[2] = {*of, *of};
    halves[0].count = halve(p, of);
    of->final = halves[0].count == 0;
    if (of->final) return true;
    halves[1].first += halves[0].count;
    halves[1].count -= halves[0].count;
    if (!open_group(p, &halves[0], all) || !open_group(p, &halves[1], all)) return false;
    double left = halves[0].error * halves[0].weight + halves[1].error * halves[1].weight;
    of->final = of->error * of->weight - left < STEP_GAIN;
    if (of->final) return true;
    *of = halves[0];
    p->groups[p->group_count++] = halves[1];
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
    while (p->group_count < FY_MOST_PIECES && (worst = worst_group(p)) != NULL)
        if (!ferry_tick(p->m->p->job) || !try_halving(p, worst, all)) return false;
    return true;
}

/* -------------------------------------------------------------------------------------------- the choice */

/* What of the model's pixels shows the material; 1 where nobody looked. */
static double share_of(const fy_mapping *m) {
    const fy_planner *p = m->p;
    double all = 0;
    if (!p->seen) return 1;
    for (uint32_t i = 0; i < p->scene->materials.count; i++) all += p->survey.pixels[i];
    return all > 0 ? p->survey.pixels[m->index] / all : 0;
}

/* The order of what is blended matters. */
static bool may_part(const fy_mapping *m) {
    return fy_mapping_may_follow(m) && m->to->layer <= FY_T3DM_CUTOUT && !m->p->driven[m->index] &&
           !ferry_setting_is(m->p->job, "t3dm.texture-pieces", "no");
}

static bool keep_pieces(fy_mapping *m, const parting *p) {
    fy_pieces *pieces = ferry_new(m->p->job, fy_pieces, 1);
    m->unplaced = ferry_new(m->p->job, fy_t3dm_material, 1);
    m->piece_uses = ferry_new(m->p->job, fy_texture_use, FY_MOST_PIECES);
    if (!pieces || !m->unplaced || !m->piece_uses) return false;
    pieces->map = m->maps[0];
    pieces->count = p->group_count;
    for (int axis = 0; axis < 2; axis++)
        pieces->size[axis] = size_of(p->image, axis), pieces->periods[axis] = p->periods[axis];
    for (uint32_t i = 0; i < p->group_count; i++) {
        pieces->reach[i] = p->groups[i].reach;
        m->piece_uses[i] = p->groups[i].use;
    }
    m->to->pieces = pieces;
    m->pieces = pieces;
    *m->unplaced = *m->to;
    m->uses[0] = m->piece_uses[0];
    return true;
}

static bool pays(const parting *p, double whole) {
    double gain = whole - error_of(p);
    return p->group_count > 1 && gain >= GAIN && gain * share_of(p->m) >= SEEN_GAIN;
}

static void report(const parting *p, double whole) {
    const fy_mapping *m = p->m;
    ferry_say_measured(m->p->job, FERRY_NOTE, "t3dm.texture-pieces", m->p->name, m->path,
                       (ferry_measure){p->group_count, "pieces", true},
                       "\"%s\" is stored in %u pieces, each for the triangles that show it: difference "
                       "%.1f/255 instead of %.1f",
                       m->p->scene->textures.data[m->uses[0].texture].name, p->group_count, error_of(p),
                       whole);
}

static bool part_material(fy_mapping *m, const ferry_wrap wraps[2], double whole) {
    const ferry_scene *scene = m->p->scene;
    parting p = {.m = m, .wraps = {wraps[0], wraps[1]}};
    p.image = &scene->images.data[scene->textures.data[m->uses[0].texture].image];
    const double(*map)[4] = m->maps[0].m;
    bool moves = map[0][0] * map[1][1] != map[0][1] * map[1][0]; /* coordinates can be moved by periods */
    for (int axis = 0; axis < 2 && moves; axis++)
        p.periods[axis] = period_of(wraps[axis], size_of(p.image, axis));
    bool done = !take_triangles(&p) || part(&p);
    if (done && pays(&p, whole)) {
        done = keep_pieces(m, &p);
        report(&p, whole);
    }
    fy_job_drop(m->p->job, p.spots);
    fy_job_drop(m->p->job, p.sorted);
    fy_job_drop(m->p->job, p.ahead);
    return done && !ferry_failed(m->p->job);
}

bool fy_mapping_choose_pieces(fy_mapping *m, const ferry_wrap wraps[2]) {
    double whole;
    bool faithful;
    if (!may_part(m)) return true;
    if (!fy_texture_store_try(&m->p->store, &m->uses[0], &whole, &faithful)) return false;
    if (faithful || whole < WORTH_A_TRIAL || whole * share_of(m) < SEEN_GAIN) return true;
    return part_material(m, wraps, whole);
}

bool fy_mapping_add_pieces(const fy_mapping *m, uint32_t first) {
    fy_planner *p = m->p;
    fy_pieces *pieces = m->pieces;
    pieces->materials[0] = first;
    for (uint32_t i = 1; i < pieces->count; i++) {
        fy_mapping piece = *m;
        if (!fy_planner_reserve_materials(p)) return false;
        piece.to = &p->plan->materials[p->plan->material_count];
        *piece.to = *m->unplaced;
        piece.to->pieces = NULL;
        piece.to->name = ferry_job_format(p->job, "%s.part%u", m->from->name, i + 1);
        piece.path = ferry_job_format(p->job, "material[%u] \"%s\"", m->index, piece.to->name);
        piece.uses[0] = m->piece_uses[i];
        if (!fy_mapping_set_textures(&piece)) return false;
        pieces->materials[i] = p->plan->material_count++;
    }
    return true;
}
