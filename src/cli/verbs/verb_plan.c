/* verb_plan.c: `ferry64 plan`: what models cost and look like with fewer triangles (docs/plan.md). */
#include "cli/verbs/verb_plan.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/user_settings.h"
#include "cli/cost/cost.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/plan/curve.h"
#include "cli/plan/measure.h"
#include "cli/plan/plan_json.h"
#include "cli/plan/plan_text.h"
#include "cli/print/json.h"
#include "cli/print/say.h"
#include "cli/processing/materials.h"
#include "cli/processing/pool.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/settings.h"
#include "cli/processing/work_item.h"

enum { MOST_ROWS = 10 };

typedef struct plan_run {
    cli_run *cli;
    const ferry_format *target;
    cli_plan_wish rows[MOST_ROWS]; /* of the tables; the first: all triangles */
    uint32_t row_count;
    cli_plan_model *models; /* by group */
    uint32_t failed, measured;
    const char *reason; /* of the first that failed */
} plan_run;

/* -------------------------------------------------------------------------------------------- the request */

static bool read_shares(plan_run *run) {
    const char *text = run->cli->request.shares ? run->cli->request.shares : "50%,25%,12%", *allowed;
    bool right = ferry_setting_allows("simplify.levels", text, &allowed) && strcmp(text, "none") != 0;
    run->rows[0] = (cli_plan_wish){0, 0};
    run->row_count = 1;
    for (const char *at = text; right && *at;) {
        char *end;
        run->rows[run->row_count++] = (cli_plan_wish){strtod(at, &end), 0};
        right = *end == '%';
        at = end + 1 + (right && end[1] == ',');
    }
    return right || cli_wrong(run->cli,
                              "--shares needs up to nine falling percentages below 100 %%, such as "
                              "50%%,25%%,12%%, not `%s`",
                              text);
}

/* What the verb itself says of each conversion. */
static bool check_settings(cli_run *cli) {
    static const char *const own[] = {"simplify.triangles", "simplify.most", "simplify.levels"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (cli_setting(cli, own[i]))
            return cli_wrong(cli, "--set %s: `plan` chooses how many triangles are left", own[i]);
    return true;
}

/* ----------------------------------------------------------------------------------------------- the work */

static void measure_group(cli_run *cli, uint32_t number, void *plan, cli_result *result) {
    const plan_run *run = plan;
    cli_plan_measure(cli, &cli->groups[number], run->target, run->rows, run->row_count, true, result);
}

static bool keep_points(cli_run *cli, cli_plan_model *model, const cli_result *result) {
    model->count = (uint32_t)(result->size / sizeof *model->points);
    model->points = ferry_new(cli->arena, cli_plan_point, model->count);
    if (!model->points) return false;
    memcpy(model->points, result->bytes, result->size);
    return true;
}

static void take_points(cli_run *cli, uint32_t number, void *plan, const cli_result *result) {
    plan_run *run = plan;
    cli_plan_model *model = &run->models[number];
    const char *name = cli_input_name(cli, cli_group_model(cli, &cli->groups[number]));
    if (result->size && keep_points(cli, model, result)) {
        run->measured++;
        if (cli->request.json) return;
        cli_begin_text(cli);
        cli_plan_print_model(cli, name, model);
        return;
    }
    const char *error = json_string_value(json_object_get(result->summary, "error"));
    model->error = cli->groups[number].death ? cli->groups[number].death : error ? error : "out of memory";
    model->error = cli_text(cli, "%s", model->error);
    run->failed++;
    if (!run->reason) run->reason = cli_text(cli, "%s: %s", name, model->error);
}

/* ------------------------------------------------------------------------------------------------ as JSON */

static json_t *model_json(const plan_run *run, uint32_t number) {
    cli_run *cli = run->cli;
    json_t *object = json_object();
    const char *name = cli_input_name(cli, cli_group_model(cli, &cli->groups[number]));
    json_object_set_new(object, "input", cli_record_text(name));
    json_object_set_new(object, "levels", cli_plan_levels_json(&run->models[number]));
    return object;
}

static json_t *as_json(const plan_run *run) {
    cli_run *cli = run->cli;
    json_t *object = cli_document("plan"), *models = json_array();
    json_object_set_new(object, "verb", json_string("plan"));
    for (uint32_t i = 0; i < cli->group_count; i++)
        if (run->models[i].count) json_array_append_new(models, model_json(run, i));
    json_object_set_new(object, "models", models);
    json_object_set_new(object, "verdict", json_string(run->failed ? "failed" : "measured"));
    json_object_set_new(
        object, "reason",
        cli_record_text(run->reason ? run->reason
                                    : cli_text(cli, "%s measured",
                                               cli_count(cli, run->measured, "model was", "models were"))));
    return object;
}

/* ----------------------------------------------------------------------------------------------- the verb */

void cli_verb_plan(cli_run *cli) {
    plan_run run = {.cli = cli, .target = cli_target(cli)};
    if (!run.target || !cli_lend_options(cli, run.target) || !cli_can_measure(cli, run.target) ||
        !check_settings(cli) || !read_shares(&run) || !cli_read_materials(cli, run.target) || !cli_plan(cli))
        return;
    run.models = ferry_new(cli->arena, cli_plan_model, cli->group_count + 1u);
    if (!run.models) {
        cli_wrong(cli, "out of memory");
        return;
    }
    cli_process_groups(cli, &(cli_work){.one = measure_group,
                                        .take = take_points,
                                        .plan = &run,
                                        .target = run.target,
                                        .reads_back = true,
                                        .apart = true});
    if (cli->request.json) {
        cli_print_json(cli, as_json(&run));
    } else if (run.measured) {
        cli_plan_print_sum(cli, run.models, cli->group_count, run.row_count);
        cli_plan_print_legend(cli);
    }
    cli_tell_unused_rules(cli);
}
