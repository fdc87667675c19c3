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
#include "cli/files/store.h"
#include "cli/plan/counts.h"
#include "cli/plan/curve.h"
#include "cli/plan/frame.h"
#include "cli/plan/frame_text.h"
#include "cli/plan/measure.h"
#include "cli/plan/plan_json.h"
#include "cli/plan/plan_text.h"
#include "cli/plan/points.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/materials.h"
#include "cli/processing/pool.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/settings.h"
#include "cli/processing/work_item.h"
#include "core/base/settings.h"

/* -------------------------------------------------------------------------------------------- the request */

static bool read_shares(cli_plan_run *run) {
    const char *text = run->cli->request.shares ? run->cli->request.shares : "50%,25%,12%", *problem;
    char why[FY_PROBLEM_SIZE];
    problem = fy_setting_problem("simplify.levels", text, why);
    if (problem) return cli_wrong(run->cli, "--shares cannot be `%s`: %s", text, problem);
    run->rows[0] = (cli_plan_request){0, 0};
    run->row_count = 1;
    for (const char *at = text; *at;) {
        char *end;
        run->rows[run->row_count++] = (cli_plan_request){strtod(at, &end), 0};
        if (*end != '%')
            return cli_wrong(run->cli, "--shares needs percentages, such as 50%%,25%%,12%%, not `%s`", text);
        at = end + 1 + (end[1] == ',');
    }
    return true;
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

static void measure_group(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const cli_plan_run *run = user;
    cli_plan_measure(cli, &cli->groups[number], run->target, run->rows, run->row_count, true, result);
}

static void take_points(cli_run *cli, uint32_t number, void *user, const cli_result *result) {
    cli_plan_run *run = user;
    cli_plan_model *model = &run->models[number];
    if (result->size && cli_plan_add_points(cli, model, result)) {
        run->measured++;
        if (cli->request.json) return;
        cli_begin_text(cli);
        cli_plan_print_model(cli, model);
        return;
    }
    const char *error = json_string_value(json_object_get(result->summary, "error"));
    const char *why = cli->groups[number].death ? cli->groups[number].death : error ? error : "out of memory";
    run->failed++;
    if (!run->reason) run->reason = cli_text(cli, "%s: %s", model->name, why);
}

static bool open_models(cli_plan_run *run) {
    cli_run *cli = run->cli;
    run->models = ferry_new(cli->arena, cli_plan_model, cli->group_count + 1u);
    if (!run->models) return cli_wrong(cli, "out of memory");
    for (uint32_t i = 0; i < cli->group_count; i++)
        run->models[i] = (cli_plan_model){
            .name = cli_input_name(cli, cli_group_model(cli, &cli->groups[i])), .drawn = 1, .weight = 1};
    return true;
}

static void spread_frame(cli_plan_run *run) {
    cli_run *cli = run->cli;
    const char *path = cli->request.output;
    ferry_bytes bytes;
    if (!run->measured || !cli_plan_frame(run)) return;
    if (!cli->request.json) cli_plan_print_frame(run);
    if (!run->chosen.within) {
        cli_print(stderr, "ferry64: error: %s\n", cli_plan_frame_text(run));
        cli_remember(cli, CLI_FAILED);
        return;
    }
    if (run->failed && path) return; /* a plan without some of the models is none */
    if (path && cli_json_bytes(cli, cli_plan_json(run), &bytes)) cli_save_file(cli, path, "-o", bytes);
    if (path && cli->status == CLI_FAILED) return; /* there is no file to convert by */
    if (!cli->request.json) cli_plan_print_commands(run, path);
}

/* ----------------------------------------------------------------------------------------------- the verb */

void cli_verb_plan(cli_run *cli) {
    cli_plan_run run = {.cli = cli, .target = cli_target(cli)};
    if (!run.target || !cli_check_no_model(cli, "a plan") || !cli_lend_options(cli, run.target) ||
        !cli_can_measure(cli, run.target) || !check_settings(cli) || !read_shares(&run) ||
        !cli_read_frame(&run) || !cli_read_materials(cli, run.target) || !cli_find_groups(cli) ||
        !open_models(&run) || !cli_read_counts(&run))
        return;
    cli_process_groups(cli, &(cli_work){.one = measure_group,
                                        .take = take_points,
                                        .user = &run,
                                        .target = run.target,
                                        .reads_back = true,
                                        .apart = true});
    if (run.measured && !cli->request.json) {
        cli_plan_print_sum(cli, run.models, cli->group_count, run.row_count);
        cli_plan_print_legend(cli);
    }
    if (run.has_frame) spread_frame(&run);
    if (cli->request.json) cli_print_json(cli, cli_plan_json(&run));
    cli_tell_unused_rules(cli);
}
