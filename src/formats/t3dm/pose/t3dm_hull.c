/*
 * t3dm_hull.c: see t3dm_hull.h.
 *
 * Format: docs/formats/t3dm.md, "Boxes". How far points go in a direction, as a function of the direction, is
 * convex and grows with its length: for a = p b + q c + r d, with p, q, r above 0, it is at most p times that
 * of b and so on. The directions are the points of a grid of integers, -3 to 3, that lie on the surface of
 * its cube; those around any other one are corners of a triangle of it.
 */
#include "formats/t3dm/pose/t3dm_hull.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_run.h"
#include "formats/t3dm/pose/t3dm_ticks.h"

enum { RUN = FY_T3DM_RUN, STEPS = 3, SIDE = 2 * STEPS + 1, INSIDE = SIDE - 2 };

/* The number of a grid point on the surface: those below the cube's inside layer by layer, then rings, then
 * those above. */
static uint32_t number_of(const int at[3]) {
    int x = at[0] + STEPS, y = at[1] + STEPS, z = at[2] + STEPS;
    if (z == 0) return (uint32_t)(y * SIDE + x);
    if (z == SIDE - 1) return (uint32_t)(SIDE * SIDE + 4 * (SIDE - 1) * INSIDE + y * SIDE + x);
    int ring = SIDE * SIDE + (z - 1) * 4 * (SIDE - 1);
    if (y == 0) return (uint32_t)(ring + x);
    if (y == SIDE - 1) return (uint32_t)(ring + SIDE + 2 * INSIDE + x);
    return (uint32_t)(ring + SIDE + 2 * (y - 1) + (x != 0));
}

static bool on_surface(int x, int y, int z) {
    return x == -STEPS || x == STEPS || y == -STEPS || y == STEPS || z == -STEPS || z == STEPS;
}

/* ------------------------------------------------------------------------------------------------- hulls */

bool fy_t3dm_hulls_open(ferry_job *job, uint32_t bones, fy_t3dm_hulls *hulls) {
    *hulls = (fy_t3dm_hulls){.job = job};
    hulls->of_bone = fy_job_resize(job, NULL, bones + (size_t)1, sizeof *hulls->of_bone);
    for (uint32_t b = 0; hulls->of_bone && b < bones; b++) hulls->of_bone[b] = FERRY_NONE;
    return hulls->of_bone;
}

void fy_t3dm_hulls_close(fy_t3dm_hulls *hulls) {
    if (hulls->data) fy_job_drop(hulls->job, hulls->data);
    if (hulls->of_bone) fy_job_drop(hulls->job, hulls->of_bone);
    *hulls = (fy_t3dm_hulls){0};
}

static fy_t3dm_hull *hull_of(fy_t3dm_hulls *hulls, uint32_t object, uint16_t bone) {
    uint32_t known = hulls->of_bone[bone];
    if (known != FERRY_NONE && hulls->data[known].object == object) return &hulls->data[known];
    if (!fy_job_reserve(hulls->job, (void **)&hulls->data, hulls->count, &hulls->capacity, 1,
                        sizeof *hulls->data))
        return NULL;
    fy_t3dm_hull *hull = &hulls->data[hulls->count];
    hull->object = object;
    hull->bone = bone;
    for (int k = 0; k < FY_T3DM_DIRECTIONS; k++) hull->far[k] = -INFINITY;
    memset(hull->along, 0, sizeof hull->along);
    hulls->of_bone[bone] = hulls->count++;
    return hull;
}

static inline double larger(double a, double b) {
    return a > b ? a : b;
}

/* All of a row of the grid; returns where the next one starts. */
static double *reach_row(const double x[SIDE], double y, double z, double *far) {
    for (int i = 0; i < SIDE; i++) far[i] = larger(x[i] + y + z, far[i]);
    return far + SIDE;
}

bool fy_t3dm_hulls_add(fy_t3dm_hulls *hulls, uint32_t object, uint16_t bone, const double least[3],
                       const double most[3]) {
    fy_t3dm_hull *hull = hull_of(hulls, object, bone);
    if (!hull) return false;
    double along[3][SIDE], *far = hull->far;
    for (int i = 0; i < 3; i++)
        for (int k = -STEPS; k <= STEPS; k++) along[i][k + STEPS] = k * (k < 0 ? least : most)[i];
    for (int i = 0; i < 3; i++)
        hull->along[i] = larger(larger(fabs(least[i]), fabs(most[i])), hull->along[i]);
    for (int z = 0; z < SIDE; z++)
        for (int y = 0; y < SIDE; y++) {
            if (on_surface(0, y - STEPS, z - STEPS))
                far = reach_row(along[0], along[1][y], along[2][z], far);
            else
                for (int x = 0; x < SIDE; x += SIDE - 1, far++)
                    *far = larger(along[0][x] + along[1][y] + along[2][z], *far);
        }
    return true;
}

static const double everywhere = 1e30; /* of matrices that hold no numbers any more */

/* How far the hull's points go at most in a direction, times its length. */
static double support(const fy_t3dm_hull *hull, const double direction[3]) {
    int axis = 0, cell[3], corner[3];
    if (!(fabs(direction[0]) + fabs(direction[1]) + fabs(direction[2]) < everywhere)) return everywhere;
    for (int i = 1; i < 3; i++)
        if (fabs(direction[i]) > fabs(direction[axis])) axis = i;
    double size = fabs(direction[axis]) / STEPS, part[2];
    if (!(size > 0)) return 0;
    int one = (axis + 1) % 3, other = (axis + 2) % 3;
    cell[axis] = direction[axis] < 0 ? -STEPS : STEPS;
    for (int i = 0; i < 2; i++) {
        int which = i ? other : one;
        double at = direction[which] / size, whole = floor(at);
        if (whole > STEPS - 1) whole = STEPS - 1;
        if (whole < -STEPS) whole = -STEPS;
        cell[which] = (int)whole;
        part[i] = at - whole;
    }
    bool lower = part[0] > part[1];
    double least = lower ? part[1] : part[0], most = lower ? part[0] : part[1];
    memcpy(corner, cell, sizeof corner);
    double sum = (1 - most) * hull->far[number_of(corner)];
    corner[lower ? one : other]++;
    sum += (most - least) * hull->far[number_of(corner)];
    corner[lower ? other : one]++;
    return size * (sum + least * hull->far[number_of(corner)]);
}

/* Whether a row of a matrix takes no point beyond what is within the bounds: by the sum of what the axes go
 * by themselves, which is never less, in much less time. Most rows do not. */
static bool stays_within(const fy_t3dm_hull *hull, const double row[4], double least, double most) {
    static const int ends[3][2][3] = {
        {{-STEPS, 0, 0}, {STEPS, 0, 0}}, {{0, -STEPS, 0}, {0, STEPS, 0}}, {{0, 0, -STEPS}, {0, 0, STEPS}}};
    double there = row[3], back = -row[3], size = fabs(row[3]), length = 0;
    for (int i = 0; i < 3; i++) {
        double part = fabs(row[i]) / STEPS;
        double up = part * hull->far[number_of(ends[i][row[i] > 0])],
               down = part * hull->far[number_of(ends[i][row[i] < 0])];
        there += up;
        back += down;
        size += fabs(up) + fabs(down);
        length += part;
    }
    size *= 1e-12; /* of rounding */
    return length < everywhere / STEPS && there + size < most && back + size < -least;
}

/* The same as if the hull reached as far to the other side of each axis, in less time still. */
static bool stays_well_within(const fy_t3dm_hull *hull, const double row[4], double least, double most) {
    double size =
               fabs(row[0]) * hull->along[0] + fabs(row[1]) * hull->along[1] + fabs(row[2]) * hull->along[2],
           margin = (fabs(row[3]) + size) * 1e-12; /* of rounding */
    return row[3] + size + margin < most && size - row[3] + margin < -least;
}

void fy_t3dm_hull_widen(const fy_t3dm_hull *hull, const ferry_matrix *matrix, fy_t3dm_bounds *bounds) {
    for (int i = 0; i < 3; i++) {
        const double *row = matrix->m[i], back[3] = {-row[0], -row[1], -row[2]};
        if (stays_well_within(hull, row, bounds->least[i], bounds->most[i]) ||
            stays_within(hull, row, bounds->least[i], bounds->most[i]))
            continue;
        double most = row[3] + support(hull, row), least = row[3] - support(hull, back);
        bounds->least[i] = least < bounds->least[i] ? least : bounds->least[i];
        bounds->most[i] = most > bounds->most[i] ? most : bounds->most[i];
    }
}

/* ------------------------------------------------------------------------------------------------- poses */

/* How far bones' own places are from the origin at most, along an axis. */
static inline double farthest_of(const fy_t3dm_run *run, double scale, double farthest) {
    for (uint32_t b = 0; b < run->pose->bone_count; b++)
        for (int t = 0; t < RUN && run->carried[b]; t++)
            for (int i = 0; i < 3; i++) {
                double size = fabs(run->worlds[b].m[i][3][t] * scale);
                farthest = size > farthest ? size : farthest;
            }
    return farthest;
}

/* Whether the matrices take no point beyond the bounds at any of the ticks, if the hull reached as far to the
 * other side of each axis: most do not, and it takes little time. */
static inline bool all_stay_well_within(const fy_t3dm_hull *hull, const fy_t3dm_run_matrix *world,
                                        double scale, const fy_t3dm_bounds *bounds) {
    int64_t beyond = 0; /* as wide as what is compared */
    for (int t = 0; t < RUN; t++)
        for (int i = 0; i < 3; i++) {
            double size = fabs(world->m[i][0][t]) * hull->along[0] +
                          fabs(world->m[i][1][t]) * hull->along[1] + fabs(world->m[i][2][t]) * hull->along[2],
                   shift = world->m[i][3][t] * scale, margin = (fabs(shift) + size) * 1e-12; /* of rounding */
            beyond += shift + size + margin < bounds->most[i] ? 0 : 1;
            beyond += size - shift + margin < -bounds->least[i] ? 0 : 1;
        }
    return !beyond;
}

/* Behind the last key of joints nothing moves any more. */
static uint32_t last_tick(const ferry_clip *clip) {
    double last = 0, round = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        if (fy_moves_node(track) && track->times[track->key_count - 1] > last)
            last = track->times[track->key_count - 1];
    }
    round = ceil(last * FY_T3DM_TICKS) + 1;
    return round < fy_t3dm_clip_ticks(clip) ? (uint32_t)round : fy_t3dm_clip_ticks(clip);
}

static inline void widen(const fy_t3dm_hull *hull, const fy_t3dm_run_matrix *world, double scale,
                         fy_t3dm_bounds *bounds) {
    if (all_stay_well_within(hull, world, scale, bounds)) return;
    for (uint32_t t = 0; t < RUN; t++) {
        ferry_matrix matrix = fy_t3dm_run_at(world, t);
        for (int i = 0; i < 3; i++) matrix.m[i][3] *= scale;
        fy_t3dm_hull_widen(hull, &matrix, bounds);
    }
}

/* A bone that stands where it stood before widens nothing. */
static inline void widen_all(const fy_t3dm_hulls *hulls, const fy_t3dm_run *run, double scale,
                             fy_t3dm_bounds *bounds, double *farthest) {
    *farthest = farthest_of(run, scale, *farthest);
    for (uint32_t h = 0; h < hulls->count; h++) {
        const fy_t3dm_hull *hull = &hulls->data[h];
        if (run->carried[hull->bone]) widen(hull, &run->worlds[hull->bone], scale, &bounds[hull->object]);
    }
}

FY_WIDE static void widen_all_wide(const fy_t3dm_hulls *hulls, const fy_t3dm_run *run, double scale,
                                   fy_t3dm_bounds *bounds, double *farthest) {
    widen_all(hulls, run, scale, bounds, farthest);
}

static bool sweep(const fy_t3dm_hulls *hulls, const ferry_scene *scene, const fy_t3dm_pose *pose,
                  const ferry_clip *clip, double scale, fy_t3dm_bounds *bounds, double *farthest) {
    fy_clip_player player;
    fy_t3dm_run run;
    if (!fy_clip_play(hulls->job, &scene->nodes, clip, &player) ||
        !fy_t3dm_run_open(hulls->job, scene, pose, &run))
        return false;
    fy_t3dm_run_follow(&run, &player);
    for (uint32_t t = 0, last = last_tick(clip); t <= last; t += RUN) {
        if (!ferry_tick(hulls->job)) return false;
        for (uint32_t k = 0; k < RUN; k++) {
            fy_t3dm_clip_move(clip, t + k < last ? t + k : last, &player);
            fy_t3dm_run_take(&run, k, player.nodes);
        }
        fy_t3dm_run_stand(&run);
        (FY_HAS_WIDE ? widen_all_wide : widen_all)(hulls, &run, scale, bounds, farthest);
    }
    return true;
}

bool fy_t3dm_hulls_sweep(const fy_t3dm_hulls *hulls, const ferry_scene *scene, const fy_t3dm_pose *pose,
                         const ferry_clip *clip, double scale, fy_t3dm_bounds *bounds, double *farthest) {
    ferry_mark mark = ferry_job_mark(hulls->job);
    bool done = sweep(hulls, scene, pose, clip, scale, bounds, farthest);
    ferry_job_release(hulls->job, mark);
    return done;
}
