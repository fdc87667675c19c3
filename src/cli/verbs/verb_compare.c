/* verb_compare.c: `ferry64 compare`: how similar two models look, or a model and its conversion. */
#include "cli/verbs/verb_compare.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/print/json.h"
#include "cli/print/say.h"
#include "cli/processing/materials.h"
#include "cli/processing/pool.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/settings.h"
#include "cli/processing/work_item.h"
#include "cli/verbs/at.h"
#include "cli/verbs/compare_mean.h"
#include "cli/verbs/compare_report.h"
#include "cli/verbs/compare_run.h"
#include "cli/verbs/view.h"
#include "core/base/maths.h"

/* ----------------------------------------------------------------------------------------- the work */

static bool open_sides(compare_run *run) {
    cli_run *cli = run->cli;
    for (uint32_t i = 0; i < 2; i++) {
        const cli_group *group = &cli->groups[run->pair ? i : run->group];
        if (!cli_session_open(cli, group, NULL, &run->sides[i])) return false;
    }
    return true;
}

/* Both are tried, so that both are complained about; but not one file twice. */
static bool load_sides(compare_run *run, const ferry_format *target) {
    bool first = cli_session_load(&run->sides[0]);
    if (run->pair) return cli_session_load(&run->sides[1]) && first;
    return first && cli_session_load(&run->sides[1]) && cli_session_convert(&run->sides[1], target);
}

static const char *path_of(cli_run *cli, const cli_group *group) {
    return cli_output_path(cli, cli_group_model(cli, group), ".png");
}

static void find_places(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]) {
    (void)user;
    if (cli->request.output && !cli_output_is_stdout(cli))
        folders[0] = cli_path_folder(cli, path_of(cli, &cli->groups[group]));
}

static bool put_sheet(compare_run *run) {
    cli_run *cli = run->cli;
    cli_session *session = &run->sides[0];
    ferry_bytes png;
    if (!ferry_picture_png(session->job, &run->sheet, &png)) return false;
    if (cli_output_is_stdout(cli)) return cli_put_stdout(session->job, png);
    ferry_file file = {path_of(cli, session->group), png};
    if (!cli_store(cli, session->job, session->name, &file, 1, !cli_output_is_file(cli))) return false;
    if (!cli->request.json)
        cli_tell_written(session, &file, cli_text(cli, "%u x %u", run->sheet.width, run->sheet.height));
    return true;
}

/* Whether --strict refuses either side. */
static bool is_refused(const compare_run *run) {
    return cli_is_refused(&run->sides[0]) || cli_is_refused(&run->sides[1]);
}

/* The first side's job does the work. A side without the clip is complained about; of one that was made of
 * the other nothing may be left of the clip. */
static bool compare_at(compare_run *run, const cli_moment *at, ferry_similarity *found,
                       ferry_picture *sheet) {
    cli_session *sides = run->sides;
    const ferry_scene *a = cli_pose_at(&sides[0], at), *b = NULL;
    if (a) b = !run->pair ? cli_pose_made_at(&sides[1], at) : cli_pose_at(&sides[1], at);
    return a && b && ferry_compare(sides[0].job, a, b, &run->view, found, sheet);
}

static bool compare_moments(compare_run *run) {
    ferry_job *jobs[] = {run->sides[0].job, run->sides[1].job};
    for (uint32_t i = 0; i < run->moments.count; i++) {
        ferry_mark marks[] = {ferry_job_mark(jobs[0]), ferry_job_mark(jobs[1])};
        if (!compare_at(run, &run->moments.data[i], &run->each[i], NULL)) return false;
        for (int k = 0; k < 2; k++) ferry_job_release(jobs[k], marks[k]);
    }
    return true;
}

/* What the user says; 0: no number. */
static double said_scale(cli_run *cli) {
    const char *text = cli_setting(cli, "t3dm.base-scale");
    double said = text ? strtod(text, NULL) : 0;
    return said > 0 ? said : 0;
}

/* How large the second side is beside the first: of its own conversion that is known, of two models only if
 * the user says it; 0: as their boxes tell. */
static double scale_of_second(const compare_run *run) {
    return run->pair ? said_scale(run->cli) : run->sides[1].scale;
}

/* What a clip shrinks is not looked at from nearer than a model of this part of its size at rest. */
#define LEAST_PART 0.25F

static float least_diagonal(const ferry_scene *scene) {
    ferry_counts counts;
    if (!ferry_count(scene, &counts) || counts.empty) return 0;
    return LEAST_PART * (float)fy_vec3_length(fy_vec3_sub(counts.box.max, counts.box.min));
}

/* One moment is drawn as it is compared; of several that is done again with the worst. */
static bool measure_similarity(compare_run *run, const ferry_format *target) {
    cli_session *sides = run->sides;
    cli_moments *moments = &run->moments;
    ferry_picture *sheet = run->cli->request.output ? &run->sheet : NULL;
    ferry_similarity again;
    uint32_t worst = 0;
    if (!load_sides(run, target) || !cli_show_level(&sides[1]) || !cli_list_moments(&sides[0], moments))
        return false;
    run->view.scale = scale_of_second(run);
    run->view.least_diagonal = least_diagonal(sides[0].scene);
    run->each = ferry_new(sides[0].job, ferry_similarity, moments->count);
    if (!run->each) return false;
    if (moments->count == 1 ? !compare_at(run, moments->data, run->each, sheet) : !compare_moments(run))
        return false;
    run->found = cli_mean_similarity(run->each, moments->count);
    if (moments->count > 1) cli_worst_moment(run, &worst);
    if (moments->count > 1 && sheet && !compare_at(run, &moments->data[worst], &again, sheet)) return false;
    for (int i = 0; i < 2; i++) sides[i].status = is_refused(run) ? "strict" : "compared";
    return true;
}

/* The result is what --json prints. */
static void report_similarity(compare_run *run, cli_result *result) {
    cli_run *cli = run->cli;
    if (run->done && !cli->request.json) {
        if (run->apart) cli_begin_text(cli);
        cli_print_comparison(run);
    }
    if (cli->request.json) result->summary = cli_compare_json(run);
    if (cli->record) run->sides[0].record = json_pack("{so}", "similarity", cli_compare_json(run));
    if (run->done && cli->request.output && !is_refused(run)) put_sheet(run);
    if (cli_is_below(run))
        ferry_say(run->sides[0].job, FERRY_ERROR, "compare.below-minimum", run->names[0], "", "%s",
                  cli_compare_reason(run));
}

static void close_sides(compare_run *run) {
    for (int i = 0; i < 2; i++) {
        if (!run->sides[i].job) continue;
        if (ferry_failed(run->sides[i].job)) run->sides[i].status = "failed";
        cli_session_close(&run->sides[i]);
    }
}

static void name_sides(compare_run *run, const ferry_format *target) {
    cli_run *cli = run->cli;
    for (uint32_t i = 0; i < 2; i++)
        run->names[i] = cli_input_name(cli, cli_group_model(cli, &cli->groups[run->pair ? i : run->group]));
    if (!run->pair) run->names[1] = cli_text(cli, "%s as %s", run->names[0], target->name);
}

static void compare_sides(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    compare_run run = *(const compare_run *)user;
    run.group = group;
    name_sides(&run, cli_target(cli));
    if (open_sides(&run)) {
        run.done = measure_similarity(&run, cli_target(cli));
        report_similarity(&run, result);
    }
    close_sides(&run);
}

static void print_result(cli_run *cli, uint32_t group, void *user, const cli_result *result) {
    compare_run *run = user;
    run->death = cli->groups[group].death;
    run->group = group;
    name_sides(run, cli_target(cli));
    if (!cli->request.json) return;
    json_t *object = result->summary ? json_incref(result->summary) : cli_compare_json(run);
    const char *verdict = json_string_value(json_object_get(object, "verdict"));
    run->failed += strcmp(verdict, "failed") == 0;
    run->below += strcmp(verdict, "below minimum") == 0;
    if (run->apart)
        json_array_append_new(run->all, object);
    else
        cli_print_json(cli, object);
}

/* All of an archive as one document. */
static json_t *all_as_json(compare_run *run) {
    cli_run *cli = run->cli;
    json_t *object = cli_document("compare");
    const char *verdict = run->failed      ? "failed"
                          : run->below     ? "below minimum"
                          : run->has_least ? "alike"
                                           : "measured";
    json_object_set_new(object, "verb", json_string("compare"));
    json_object_set_new(object, "models", run->all);
    json_object_set_new(object, "verdict", json_string(verdict));
    json_object_set_new(
        object, "reason",
        json_string(cli_text(cli, "%s, %u failed, %u below the minimum",
                             cli_count(cli, cli->group_count, "model", "models"), run->failed, run->below)));
    return object;
}

/* ----------------------------------------------------------------------------------------- the verb */

static bool set_views(cli_run *cli, ferry_views *views) {
    const char *text = cli->request.views ? cli->request.views : "all";
    *views = strcmp(text, "six") == 0    ? FERRY_VIEWS_SIX
             : strcmp(text, "near") == 0 ? FERRY_VIEWS_NEAR
                                         : FERRY_VIEWS_ALL;
    return *views != FERRY_VIEWS_ALL || strcmp(text, "all") == 0 ||
           cli_wrong(cli, "--views needs six, near or all, not `%s`", text);
}

static bool make_plan(compare_run *run) {
    cli_run *cli = run->cli;
    const cli_request *request = &cli->request;
    uint32_t size[2] = {320, 240};
    if (!cli_view(cli, size, &run->view) || !cli_check_level(cli) || !set_views(cli, &run->view.views))
        return false;
    if (request->min_ssim) {
        char *end;
        run->has_least = true;
        run->least = strtod(request->min_ssim, &end);
        if (end == request->min_ssim || *end || !(run->least >= -1 && run->least <= 1))
            return cli_wrong(cli, "--min-ssim needs a number up to 1, not `%s`", request->min_ssim);
    }
    if (request->json && cli_output_is_stdout(cli))
        return cli_wrong(cli, "--json and -o - both write to standard output");
    return true;
}

static bool check_groups(const compare_run *run, const ferry_format *target) {
    cli_run *cli = run->cli;
    const cli_request *request = &cli->request;
    if (run->apart && request->output && cli_output_is_file(cli))
        return cli_wrong(cli, "-o %s names one file for %u models; name a folder (%s/)", request->output,
                         cli->group_count, request->output);
    if (cli->group_count > 2 && !run->apart)
        return cli_wrong(cli, "`compare` needs two models, or one to compare with its conversion; got %u",
                         cli->group_count);
    if (run->pair && request->to)
        return cli_wrong(cli, "--to applies to a single model, compared with its conversion; got two");
    if (run->pair && request->materials)
        return cli_wrong(cli, "--materials applies to a single model, compared with its conversion; got two");
    for (const ferry_setting *s = target->settings; run->pair && s && s->key; s++) {
        if (!cli_setting(cli, s->key)) continue;
        if (strcmp(s->key, "t3dm.base-scale") != 0)
            return cli_wrong(cli, "%s applies to a single model, compared with its conversion; got two",
                             s->key);
        if (!(said_scale(cli) > 0))
            return cli_wrong(cli, "--base-scale of two models must be a number above 0, not `%s`",
                             cli_setting(cli, s->key));
    }
    return true;
}

void cli_verb_compare(cli_run *cli) {
    compare_run run = {.cli = cli};
    const ferry_format *target = cli_target(cli);
    if (!cli_check_picture_name(cli) || !target || !cli_lend_options(cli, target) || !make_plan(&run) ||
        !cli_check_moments(cli) || !cli_find_groups(cli))
        return;
    run.apart = cli->group_count > 1 && cli->request.input_count == 1;
    run.pair = cli->group_count == 2 && !run.apart;
    if (!check_groups(&run, target) || !cli_read_materials(cli, target)) return;
    if (cli_output_is_stdout(cli)) cli->lines = stderr;
    if (run.apart && cli->request.json) run.all = json_array();
    cli_process_groups(cli, &(cli_work){.one = compare_sides,
                                        .take = print_result,
                                        .user = &run,
                                        .target = target,
                                        .reads_back = true,
                                        .together = !run.apart,
                                        .places = run.apart ? find_places : NULL,
                                        .apart = run.apart});
    if (run.all) cli_print_json(cli, all_as_json(&run));
    cli_tell_unused_rules(cli);
}
