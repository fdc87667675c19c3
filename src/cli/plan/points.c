/* points.c: points of models' curves: adding them, and what is asked about them. */
#include "cli/plan/points.h"

#include <math.h>
#include <string.h>

#include "cli/base/run_state.h"
#include "core/base/job.h"

/* A surface that nobody sees at rest has lost its look when it is off by so much of the height in the
 * mean. */
static const double ALL_OFF = .1;

bool cli_plan_is_all(const cli_plan_request *request) {
    return !(request->percent > 0) && !request->triangles;
}

uint32_t cli_plan_triangles(const cli_plan_point *point) {
    if (cli_plan_is_all(&point->request)) return 0;
    if (point->request.triangles) return point->request.triangles;
    return (uint32_t)(point->request.percent / 100 * point->simplified.before + .5); /* as the pass does */
}

uint64_t cli_plan_cycles(const cli_plan_point *point) {
    return fy_t3dm_drawing_cycles(&point->cost.total);
}

/* Of two with the same triangles the one that was to have more. */
static bool is_before(const cli_plan_point *a, const cli_plan_point *b) {
    if (a->triangles != b->triangles) return a->triangles > b->triangles;
    uint32_t x = cli_plan_triangles(a), y = cli_plan_triangles(b);
    return !x ? y != 0 : y && x > y;
}

bool cli_plan_add_points(cli_run *cli, cli_plan_model *model, const cli_result *result) {
    for (size_t at = 0; at + sizeof(cli_plan_point) <= result->size; at += sizeof(cli_plan_point)) {
        cli_plan_point point;
        memcpy(&point, result->bytes + at, sizeof point);
        if (!fy_job_reserve(cli->arena, (void **)&model->points, model->count, &model->capacity, 1,
                            sizeof *model->points))
            return false;
        uint32_t place = model->count++;
        for (; place && is_before(&point, &model->points[place - 1]); place--)
            model->points[place] = model->points[place - 1];
        model->points[place] = point;
    }
    return model->count > 0;
}

/* The mean of what both similarities have lost. */
static double lost(const cli_plan_model *model, const cli_plan_point *point) {
    const cli_plan_point *all = &model->points[0];
    bool six = all->six.pixels > 0, near = all->near.pixels > 0;
    double sum = 0;
    if (!six && !near) return point->has_simplified ? fmin(1, point->simplified.mean / ALL_OFF) : 0;
    if (six) sum += all->six.ssim - point->six.ssim;
    if (near) sum += all->near.ssim - point->near.ssim;
    return sum / (six + near);
}

double cli_plan_loss(const cli_plan_model *model, const cli_plan_point *point) {
    double is = lost(model, point);
    return is * fabs(is);
}
