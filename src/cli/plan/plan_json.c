/* plan_json.c: what `plan --json` prints (docs/json.md). */
#include "cli/plan/plan_json.h"

#include "cli/cost/cost.h"
#include "cli/print/json.h"

static json_t *likeness_json(const ferry_similarity_sum *sum) {
    return sum->pixels ? cli_real(sum->ssim) : json_null();
}

/* In percent of the height, as messages and tables have it. */
static json_t *moved_json(double mean, double worst) {
    json_t *object = json_object();
    json_object_set_new(object, "mean", cli_real(100 * mean));
    json_object_set_new(object, "worst", cli_real(100 * worst));
    return object;
}

static json_t *level_json(const cli_plan_point *point) {
    const ferry_simplified *of = &point->simplified;
    bool poses = point->has_simplified && of->poses;
    json_t *object = json_object();
    bool all = !(point->wish.percent > 0) && !point->wish.triangles;
    json_object_set_new(object, "percent",
                        all                       ? json_real(100)
                        : point->wish.percent > 0 ? json_real(point->wish.percent)
                                                  : json_null());
    json_object_set_new(object, "triangles", json_integer(point->triangles));
    json_object_set_new(object, "ssim", likeness_json(&point->six));
    json_object_set_new(object, "near_ssim", likeness_json(&point->near));
    json_object_set_new(object, "moved",
                        point->has_simplified ? moved_json(of->mean, of->worst) : json_null());
    json_object_set_new(object, "in_poses", poses ? moved_json(of->pose_mean, of->pose_worst) : json_null());
    json_object_set_new(object, "cost", cli_cost_total_json(&point->cost));
    return object;
}

json_t *cli_plan_levels_json(const cli_plan_model *model) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < model->count; i++) json_array_append_new(list, level_json(&model->points[i]));
    return list;
}
