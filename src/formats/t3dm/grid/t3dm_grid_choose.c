/*
 * t3dm_grid_choose.c: see t3dm_grid_choose.h.
 *
 * A stage has a sea or hills around it that reach ten times as far as what is walked on, and one grid of 16
 * bits for all. Most of it is seen from afar, and has large triangles: stored coarser, on a bone that scales,
 * it leaves a finer grid to all others, which need no bone. Everything here is one look at each triangle.
 */
#include "formats/t3dm/grid/t3dm_grid_choose.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/pose/t3dm_detail.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_lit.h"
#include "formats/t3dm/pose/t3dm_scale.h"

#define LARGEST 32767.0
#define ROOM (LARGEST * FY_T3DM_SCALE_MARGIN)
#define FINEST 64.0       /* of the scales that are given for this */
#define FINEST_LIT 1.0    /* finer ones leave the light too few bits (t3dm_scale_view.c) */
#define FLAT 2.0          /* steps of height: rounding turns such a triangle by 25 degrees or more */
#define WEIGHT_SPOILT 4.0 /* against a small triangle */
#define WEIGHT_COARSE 0.5 /* each part of what is coarse costs a matrix, and is seen less finely */
#define MOST_COARSE 0.5   /* of the triangles: more are no surroundings */
#define LEAST_GAIN 0.05   /* a twentieth of all triangles become right */
/* a finer scale that gains less is not worth the bits that it takes from the game's matrix */
#define LEAST_STEP 0.02

/* ------------------------------------------------------------------------------------------ what is there */

static double longest_side(const double corners[3][3]) {
    double longest = 0;
    for (int k = 0; k < 3; k++) {
        double square = 0;
        for (int i = 0; i < 3; i++) {
            double by = corners[(k + 1) % 3][i] - corners[k][i];
            square += by * by;
        }
        longest = fmax(longest, square);
    }
    return sqrt(longest);
}

static double double_area(const double at[3][3]) {
    double a[3], b[3];
    for (int i = 0; i < 3; i++) a[i] = at[1][i] - at[0][i], b[i] = at[2][i] - at[0][i];
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return sqrt(x * x + y * y + z * z);
}

/* What has no area in the source has none at any scale. */
static void add_triangle(fy_t3dm_grid_draw *to, const double corners[3][3], double scale) {
    double area = double_area(corners), longest = longest_side(corners);
    if (!(area > 0) || !fy_finite(area) || !(longest > 0)) return;
    to->triangles++;
    for (int level = 0; level < FY_T3DM_GRID_LEVELS; level++) {
        double at = ldexp(scale, level);
        if (area * at * at >= FY_T3DM_SMALL * FY_T3DM_SMALL && area / longest * at >= FLAT) return;
        to->small[level] += area * at * at < FY_T3DM_SMALL * FY_T3DM_SMALL;
        to->spoilt[level] += area / longest * at < FLAT;
    }
}

/* What is widened is a number, and what is no number widens nothing. fmin() and fmax() would be calls. */
static void widen(double *least, double *most, double by) {
    if (by < *least) *least = by;
    if (by > *most) *most = by;
}

static void add_place(fy_t3dm_grid_draw *to, const double stored[3], const double model[3], bool first) {
    for (int i = 0; i < 3; i++) {
        double low = 0;
        if (first) {
            to->low[i] = to->high[i] = stored[i];
            to->least[i] = to->most[i] = model[i];
        }
        widen(&to->low[i], &to->high[i], stored[i]);
        widen(&to->least[i], &to->most[i], model[i]);
        widen(&low, &to->reach, fabs(stored[i]));
        widen(&low, &to->reach, fabs(model[i]));
    }
}

/* What is moved or coloured vertex by vertex is left as it is. */
static bool is_animated(const fy_t3dm_grid_plan *plan, uint32_t mesh) {
    const ferry_vertex_color_group_list *groups = &plan->scene->vertex_color_groups;
    for (uint32_t i = 0; i < groups->count; i++)
        if (groups->data[i].mesh == mesh) return true;
    return plan->pose.reaches[mesh];
}

static bool measure_draw(fy_t3dm_grid_plan *plan, uint32_t number) {
    const ferry_draw *draw = &plan->scene->draws.data[number];
    const ferry_mesh *mesh = &plan->scene->meshes.data[draw->mesh];
    fy_t3dm_grid_draw *to = &plan->draws[number];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&plan->pose, plan->scene, draw, &own);
    ferry_mark mark = ferry_job_mark(plan->job);
    double(*at)[3] = ferry_alloc(plan->job, mesh->vertex_count + (size_t)1, sizeof *at);
    if (!at || !ferry_tick(plan->job)) return false;
    to->counts = plan->pose.visibility.written[number] && mesh->triangle_count;
    to->may_move = to->counts && !is_animated(plan, draw->mesh);
    for (uint32_t v = 0; to->counts && v < mesh->vertex_count; v++) {
        const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(plan->scene, mesh, v)];
        double model[3];
        fy_t3dm_point(&frame->to_file, mesh->positions[v], at[v]);
        fy_t3dm_point(&frame->to_model, mesh->positions[v], model);
        to->may_move = to->may_move && (!v || frame->bone == to->bone);
        to->bone = frame->bone;
        add_place(to, at[v], model, !v);
    }
    for (uint32_t t = 0; to->counts && t < mesh->triangle_count; t++) {
        double corners[3][3];
        for (int i = 0; i < 9; i++)
            corners[i / 3][i % 3] = at[mesh->triangles[3 * (size_t)t + (size_t)i / 3]][i % 3];
        add_triangle(to, corners, plan->before);
    }
    ferry_job_release(plan->job, mark);
    return true;
}

static bool measure_draws(fy_t3dm_grid_plan *plan) {
    plan->draws = ferry_new(plan->job, fy_t3dm_grid_draw, plan->scene->draws.count + (size_t)1);
    for (uint32_t d = 0; plan->draws && d < plan->scene->draws.count; d++)
        if (!measure_draw(plan, d)) return false;
    return plan->draws;
}

/* --------------------------------------------------------------------------------------------- at a scale */

/* Bones have no origin of their own. */
static bool bones_fit(const fy_t3dm_grid_plan *plan, double scale, double room) {
    for (uint32_t b = 0; b < plan->pose.bone_count; b++)
        for (int i = 0; i < 3; i++)
            if (fabs(plan->pose.worlds[plan->pose.nodes[b]].m[i][3]) * scale > room) return false;
    return true;
}

/* As fine as fits around that origin. */
static uint32_t power_around(const fy_t3dm_grid_draw *draw, const double origin[3], double scale) {
    double reach = 0;
    uint32_t power = 0;
    for (int i = 0; i < 3; i++)
        reach = fmax(reach, fmax(fabs(draw->low[i] - origin[i]), fabs(draw->high[i] - origin[i])));
    while (ldexp(reach * scale, -(int)power) > ROOM) power++;
    return power;
}

/* What does not fit by itself becomes coarse. Its box is all of the 16 bits then, so it is drawn wherever
 * the eye is among them: some of it has to be there. */
static bool mark_coarse(fy_t3dm_grid_plan *plan, double scale, double room) {
    static const double middle[3] = {0, 0, 0};
    for (uint32_t d = 0; d < plan->scene->draws.count; d++) {
        fy_t3dm_grid_draw *draw = &plan->draws[d];
        draw->coarse = draw->counts && draw->reach * scale > room;
        draw->power = draw->coarse ? power_around(draw, middle, scale) : 0;
        if (draw->coarse && !draw->may_move) return false;
        for (int i = 0; i < 3 && draw->coarse; i++)
            if (draw->least[i] * scale > room || draw->most[i] * scale < -room) return false;
    }
    return true;
}

typedef struct tally {
    uint32_t small, spoilt, all, coarse, coarse_draws;
} tally;

static tally count_at(const fy_t3dm_grid_plan *plan, int level) {
    tally sum = {0};
    for (uint32_t d = 0; d < plan->scene->draws.count; d++) {
        const fy_t3dm_grid_draw *draw = &plan->draws[d];
        if (!draw->counts) continue;
        int own = draw->coarse && (int)draw->power < level ? level - (int)draw->power
                  : draw->coarse                           ? 0
                                                           : level;
        sum.small += draw->small[own];
        sum.spoilt += draw->spoilt[own];
        sum.all += draw->triangles;
        sum.coarse += draw->coarse ? draw->triangles : 0;
        sum.coarse_draws += draw->coarse;
    }
    return sum;
}

/* Less is better. */
static double harm(const tally *sum) {
    return (sum->small + WEIGHT_SPOILT * sum->spoilt + WEIGHT_COARSE * sum->coarse) / fmax(1, sum->all);
}

/* --------------------------------------------------------------------------------------------- the choice */

/* A coordinate that more than half of all corners share, if any does. Each vote takes one for another away:
 * what is left is that one, if there is one; a second count tells. */
typedef struct vote {
    double for_it, lead;
    uint32_t votes, all;
} vote;

static void cast_vote(vote *v, double at, bool counting) {
    bool same = !(at < v->for_it) && !(at > v->for_it);
    if (counting) v->votes += same, v->all++;
    if (counting) return;
    if (!(v->lead > 0)) v->for_it = at, same = true;
    v->lead += same ? 1 : -1;
}

static void cast_votes(const fy_t3dm_grid_plan *plan, uint32_t number, double scale, bool counting,
                       vote votes[3]) {
    const ferry_draw *draw = &plan->scene->draws.data[number];
    const ferry_mesh *mesh = &plan->scene->meshes.data[draw->mesh];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&plan->pose, plan->scene, draw, &own);
    for (size_t c = 0; c < 3 * (size_t)mesh->triangle_count; c++) {
        uint32_t v = mesh->triangles[c];
        double at[3];
        fy_t3dm_point(&frames[fy_t3dm_joint(plan->scene, mesh, v)].to_file, mesh->positions[v], at);
        for (int i = 0; i < 3; i++) cast_vote(&votes[i], fy_round(at[i] * scale), counting);
    }
}

/* Of what is coarsest on a bone: a sea lies in its plane exactly then. */
static void find_origin(const fy_t3dm_grid_plan *plan, uint16_t bone, double scale, double origin[3]) {
    uint32_t power = 0;
    vote votes[3] = {{0}};
    for (uint32_t d = 0; d < plan->scene->draws.count; d++) {
        const fy_t3dm_grid_draw *draw = &plan->draws[d];
        if (draw->coarse && draw->bone == bone && draw->power > power) power = draw->power;
    }
    for (int counting = 0; counting < 2; counting++)
        for (uint32_t d = 0; d < plan->scene->draws.count; d++) {
            const fy_t3dm_grid_draw *draw = &plan->draws[d];
            if (draw->coarse && draw->bone == bone && draw->power == power)
                cast_votes(plan, d, scale, counting, votes);
        }
    for (int i = 0; i < 3; i++) {
        bool most = 2 * votes[i].votes > votes[i].all && fabs(votes[i].for_it) <= ROOM;
        origin[i] = most ? votes[i].for_it / scale : 0;
    }
}

static void place_coarse(fy_t3dm_grid_plan *plan, double scale) {
    for (uint32_t d = 0; d < plan->scene->draws.count; d++) {
        fy_t3dm_grid_draw *draw = &plan->draws[d];
        uint32_t first = 0;
        if (!draw->coarse) continue;
        while (!plan->draws[first].coarse || plan->draws[first].bone != draw->bone) first++;
        if (first == d) find_origin(plan, draw->bone, scale, draw->origin);
        for (int i = 0; i < 3; i++) draw->origin[i] = plan->draws[first].origin[i];
    }
    for (uint32_t d = 0; d < plan->scene->draws.count; d++)
        if (plan->draws[d].coarse)
            plan->draws[d].power = power_around(&plan->draws[d], plan->draws[d].origin, scale);
}

bool fy_t3dm_fit_grids(fy_t3dm_grid_plan *plan, double scale) {
    bool given = !isnan(ferry_setting_number(plan->job, "t3dm.base-scale"));
    double room = given ? LARGEST : ROOM;
    if (!bones_fit(plan, scale, room) || !mark_coarse(plan, scale, room)) return false;
    tally sum = count_at(plan, 0);
    plan->scale = scale;
    plan->triangles = sum.all;
    plan->coarse_triangles = sum.coarse;
    plan->coarse_draws = sum.coarse_draws;
    if (!sum.coarse_draws || sum.coarse > MOST_COARSE * sum.all) return false;
    place_coarse(plan, scale);
    return true;
}

bool fy_t3dm_choose_grids(fy_t3dm_grid_plan *plan, const char *file, bool *worth) {
    double asked = ferry_setting_number(plan->job, "t3dm.base-scale"), least, none;
    int best = 0;
    *worth = false;
    if (!fy_t3dm_scale_for_detail(plan->job, plan->scene, file, &plan->pose)) return false;
    plan->before = plan->pose.scale_at_rest;
    if (!isfinite(plan->pose.reach) || !(plan->pose.length > 0)) return true;
    if (!measure_draws(plan)) return false;
    if (!isnan(asked)) {
        *worth = asked > plan->before && fy_t3dm_fit_grids(plan, asked);
        return true;
    }
    double finest = fy_t3dm_follows_normals(plan->job, plan->scene, &plan->pose) ? FINEST_LIT : FINEST;
    tally now = count_at(plan, 0), then = now;
    least = none = harm(&now);
    for (int level = 1; level < FY_T3DM_GRID_LEVELS && ldexp(plan->before, level) <= finest; level++) {
        if (!fy_t3dm_fit_grids(plan, ldexp(plan->before, level))) continue;
        tally sum = count_at(plan, level);
        if (!(harm(&sum) + LEAST_STEP < least)) continue;
        least = harm(&sum);
        best = level;
        then = sum;
    }
    plan->small_before = now.small, plan->small_after = then.small;
    *worth = none - least >= LEAST_GAIN && fy_t3dm_fit_grids(plan, ldexp(plan->before, best));
    return true;
}
