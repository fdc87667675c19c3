/* plan_json.c: what `plan --json` prints, and -o writes (docs/json.md). */
#include "cli/plan/plan_json.h"

#include "cli/base/run_state.h"
#include "cli/cost/cost.h"
#include "cli/plan/frame_text.h"
#include "cli/plan/points.h"
#include "cli/print/json.h"
#include "cli/print/say.h"

static json_t *similarity_json(const ferry_similarity_sum *sum) {
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
    json_t *percent = cli_plan_is_all(&point->request) ? json_real(100)
                      : point->request.percent > 0     ? json_real(point->request.percent)
                                                       : json_null();
    json_object_set_new(object, "percent", percent);
    json_object_set_new(object, "triangles", json_integer(point->triangles));
    json_object_set_new(object, "ssim", similarity_json(&point->six));
    json_object_set_new(object, "near_ssim", similarity_json(&point->near));
    json_object_set_new(object, "moved",
                        point->has_simplified ? moved_json(of->mean, of->worst) : json_null());
    json_object_set_new(object, "in_poses", poses ? moved_json(of->pose_mean, of->pose_worst) : json_null());
    json_object_set_new(object, "cost", cli_cost_total_json(&point->cost));
    return object;
}

static json_t *levels_json(const cli_plan_model *model) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < model->count; i++) json_array_append_new(list, level_json(&model->points[i]));
    return list;
}

/* `triangles`: what `convert --plan` asks for; null: all stay. */
static json_t *model_json(const cli_plan_run *run, const cli_plan_model *model) {
    json_t *object = json_object();
    uint32_t triangles = run->has_frame ? cli_plan_triangles(&model->points[model->taken]) : 0;
    json_object_set_new(object, "input", cli_record_text(model->name));
    json_object_set_new(object, "count", json_integer(model->drawn));
    json_object_set_new(object, "weight", cli_real(model->weight));
    json_object_set_new(object, "triangles", triangles ? json_integer(triangles) : json_null());
    json_object_set_new(object, "taken", run->has_frame ? json_integer(model->taken) : json_null());
    json_object_set_new(object, "levels", levels_json(model));
    return object;
}

static json_t *frame_json(const cli_plan_run *run) {
    if (!run->has_frame) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "milliseconds", json_real(fy_t3dm_milliseconds(run->budget)));
    json_object_set_new(object, "taken", json_real(fy_t3dm_milliseconds(run->chosen.cost)));
    json_object_set_new(object, "loss", cli_real(cli_plan_mean_loss(run, run->chosen.loss)));
    json_object_set_new(object, "least_loss", cli_real(cli_plan_mean_loss(run, run->chosen.least)));
    return object;
}

static const char *reason_of(const cli_plan_run *run) {
    if (run->reason) return run->reason;
    if (run->has_frame) return cli_plan_frame_text(run);
    return cli_text(run->cli, "%s measured", cli_count(run->cli, run->measured, "model was", "models were"));
}

json_t *cli_plan_json(const cli_plan_run *run) {
    json_t *object = cli_document("plan"), *models = json_array();
    json_object_set_new(object, "verb", json_string("plan"));
    for (uint32_t i = 0; i < run->cli->group_count; i++)
        if (run->models[i].count) json_array_append_new(models, model_json(run, &run->models[i]));
    json_object_set_new(object, "models", models);
    json_object_set_new(object, "frame", frame_json(run));
    json_object_set_new(object, "verdict",
                        json_string(run->failed          ? "failed"
                                    : !run->has_frame    ? "measured"
                                    : run->chosen.within ? "within frame"
                                                         : "over frame"));
    json_object_set_new(object, "reason", cli_record_text(reason_of(run)));
    return object;
}
