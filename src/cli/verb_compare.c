/* verb_compare.c: `ferry64 compare`: how alike two models look, or a model and its conversion. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define DEGREES (180 / 3.14159265358979323846)

/* Two models side by side; `found` holds once `done`. */
typedef struct compare_run {
    cli_run *cli;
    ferry_view view;
    bool has_least;
    double least; /* SSIM */
    cli_session sides[2];
    const char *names[2];
    bool done;
    const char *death; /* of the process that compared them */
    ferry_likeness found;
    ferry_picture sheet;
} compare_run;

/* ------------------------------------------------------------------------------------ what is found */

static const ferry_likeness_view *worst_view(const ferry_likeness *found) {
    const ferry_likeness_view *worst = NULL;
    for (uint32_t i = 0; i < FERRY_LIKENESS_VIEWS; i++) {
        const ferry_likeness_view *view = &found->views[i];
        if (view->pixels && (!worst || view->ssim < worst->ssim)) worst = view;
    }
    return worst;
}

static bool is_below(const compare_run *run) {
    return run->done && run->has_least && run->found.ssim < run->least;
}

static const char *verdict_of(const compare_run *run) {
    if (!run->done) return "failed";
    if (is_below(run)) return "below minimum";
    return run->has_least ? "alike" : "measured";
}

static const char *first_error(const ferry_report *report) {
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR) return report->data[i].text;
    return NULL;
}

/* One sentence: why the verdict is what it is. */
static const char *reason_of(const compare_run *run) {
    cli_run *cli = run->cli;
    const ferry_likeness_view *worst = run->done ? worst_view(&run->found) : NULL;
    if (worst && worst->ssim >= 1 && !(run->found.color_error > 0)) return "the pictures are the same";
    if (worst)
        return cli_text(cli, "SSIM %.4f over all views%s; the worst view is %s with %.4f", run->found.ssim,
                        run->has_least ? cli_text(cli, ", %s the minimum of %.4g",
                                                  is_below(run) ? "below" : "not below", run->least)
                                       : "",
                        worst->name, worst->ssim);
    if (run->death) return run->death;
    for (int i = 0; i < 2; i++) {
        const char *error = run->sides[i].job ? first_error(ferry_job_report(run->sides[i].job)) : NULL;
        if (error) return cli_text(cli, "%s: %s", run->names[i], error);
    }
    return "no memory";
}

/* ------------------------------------------------------------------------------------------ as JSON */

static json_int_t to_degrees(float radians) {
    return (json_int_t)floor((double)radians * DEGREES + 0.5);
}

static json_t *view_json(const ferry_likeness_view *view) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(view->name));
    json_object_set_new(object, "yaw", json_integer(to_degrees(view->yaw)));
    json_object_set_new(object, "pitch", json_integer(to_degrees(view->pitch)));
    json_object_set_new(object, "ssim", view->pixels ? cli_real(view->ssim) : json_null());
    json_object_set_new(object, "color_error", view->pixels ? cli_real(view->color_error) : json_null());
    json_object_set_new(object, "pixels", json_integer((json_int_t)view->pixels));
    return object;
}

static json_t *as_json(const compare_run *run) {
    const ferry_likeness *found = &run->found;
    json_t *object = cli_document("compare"), *views = json_array();
    json_object_set_new(object, "verb", json_string("compare"));
    json_object_set_new(object, "a", cli_record_text(run->names[0]));
    json_object_set_new(object, "b", cli_record_text(run->names[1]));
    json_object_set_new(object, "at", run->cli->request.at ? cli_record_text(run->cli->request.at) : json_null());
    for (uint32_t i = 0; run->done && i < FERRY_LIKENESS_VIEWS; i++)
        json_array_append_new(views, view_json(&found->views[i]));
    json_object_set_new(object, "views", views);
    json_object_set_new(object, "ssim", run->done ? cli_real(found->ssim) : json_null());
    json_object_set_new(object, "color_error", run->done ? cli_real(found->color_error) : json_null());
    json_object_set_new(object, "pixels", json_integer((json_int_t)found->pixels));
    json_object_set_new(object, "scale", run->done ? cli_real(found->scale) : json_null());
    json_object_set_new(object, "minimum", run->has_least ? cli_real(run->least) : json_null());
    json_object_set_new(object, "verdict", json_string(verdict_of(run)));
    json_object_set_new(object, "reason", cli_record_text(reason_of(run)));
    return object;
}

/* ------------------------------------------------------------------------------------------ as text */

static void add_row(cli_table *table, const char *name, double ssim, double color_error, uint64_t pixels) {
    cli_run *cli = table->cli;
    bool seen = pixels > 0;
    cli_table_add(table, (const char *const[CLI_MAX_COLUMNS]){
                             name, seen ? cli_text(cli, "SSIM %.4f", ssim) : "not seen",
                             seen ? "colour error" : NULL, seen ? cli_text(cli, "%.2f", color_error) : NULL,
                             seen ? cli_count(cli, pixels, "pixel", "pixels") : NULL});
}

static void print_text(const compare_run *run) {
    cli_run *cli = run->cli;
    const ferry_likeness *found = &run->found;
    cli_table table = {.cli = cli, .right = {[3] = true, [4] = true}};
    fprintf(cli->lines, "%s and %s%s%s\n", run->names[0], run->names[1], cli->request.at ? " at " : "",
            cli->request.at ? cli->request.at : "");
    for (uint32_t i = 0; i < FERRY_LIKENESS_VIEWS; i++)
        add_row(&table, found->views[i].name, found->views[i].ssim, found->views[i].color_error,
                found->views[i].pixels);
    add_row(&table, "in all", found->ssim, found->color_error, found->pixels);
    cli_table_print(&table, "  ", cli->lines);
}

/* ----------------------------------------------------------------------------------------- the work */

static bool open_sides(compare_run *run) {
    cli_run *cli = run->cli;
    for (uint32_t i = 0; i < 2; i++) {
        const cli_group *group = &cli->groups[cli->group_count == 2 ? i : 0];
        if (!cli_session_open(cli, group, NULL, 0, &run->sides[i])) return false;
    }
    return true;
}

/* Both are tried, so that both are complained about; but not one file twice. */
static bool load_sides(compare_run *run, const ferry_format *target) {
    bool first = cli_session_load(&run->sides[0]);
    if (run->cli->group_count == 2) return cli_session_load(&run->sides[1]) && first;
    return first && cli_session_load(&run->sides[1]) && cli_session_convert(&run->sides[1], target);
}

static bool is_lossy(const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    return report->totals[FERRY_LOSS] + report->totals[FERRY_WARNING] > 0;
}

static bool put_sheet(compare_run *run) {
    cli_run *cli = run->cli;
    cli_session *session = &run->sides[0];
    ferry_bytes png;
    if (!ferry_picture_png(session->job, &run->sheet, &png)) return false;
    if (cli_output_is_stdout(cli)) return cli_put_stdout(session->job, png);
    const char *path = cli->request.output;
    if (!cli_output_is_file(cli))
        path = cli_path_join(
            cli, path, cli_text(cli, "%s.png", cli_input_stem(cli, cli_group_model(cli, session->group))));
    ferry_file file = {path, png};
    if (!cli_store(cli, session->job, session->name, &file, 1, !cli_output_is_file(cli)))
        return false;
    if (!cli->request.json)
        cli_tell_written(session, &file, cli_text(cli, "%u x %u", run->sheet.width, run->sheet.height));
    return true;
}

/* --strict, and something was lost or repaired: nothing is written. */
static bool refused(const compare_run *run) {
    if (!run->cli->request.strict) return false;
    return is_lossy(&run->sides[0]) || is_lossy(&run->sides[1]);
}

/* The first side's job does the work. Both stand as --at wants, and a side without that clip is complained
 * about; of one that was made of the other nothing may be left of the clip. */
static bool compare(compare_run *run, const ferry_format *target) {
    cli_session *sides = run->sides;
    bool wants_sheet = run->cli->request.output != NULL;
    if (!load_sides(run, target)) return false;
    const ferry_scene *a = cli_pose(&sides[0]);
    const ferry_scene *b = run->cli->group_count == 1 && a ? cli_pose_made(&sides[1]) : cli_pose(&sides[1]);
    if (!a || !b ||
        !ferry_compare(sides[0].job, a, b, &run->view, &run->found, wants_sheet ? &run->sheet : NULL))
        return false;
    for (int i = 0; i < 2; i++) sides[i].status = refused(run) ? "strict" : "compared";
    return true;
}

/* The result is what --json prints. */
static void tell(compare_run *run, cli_result *result) {
    cli_run *cli = run->cli;
    if (run->done && !cli->request.json) print_text(run);
    if (cli->request.json) result->facts = as_json(run);
    if (cli->record) run->sides[0].record = json_pack("{so}", "likeness", as_json(run));
    if (run->done && cli->request.output && !refused(run)) put_sheet(run);
    if (is_below(run))
        ferry_say(run->sides[0].job, FERRY_ERROR, "compare.below-minimum", run->names[0], "", "%s",
                  reason_of(run));
}

static void close_sides(compare_run *run) {
    for (int i = 0; i < 2; i++) {
        if (!run->sides[i].job) continue;
        if (ferry_failed(run->sides[i].job)) run->sides[i].status = "failed";
        cli_session_close(&run->sides[i]);
    }
}

static void compare_all(cli_run *cli, uint32_t group, void *plan, cli_result *result) {
    compare_run *run = plan;
    (void)group;
    if (open_sides(run)) {
        run->done = compare(run, cli_target(cli));
        tell(run, result);
    }
    close_sides(run);
}

static void print_result(cli_run *cli, uint32_t group, void *plan, const cli_result *result) {
    compare_run *run = plan;
    run->death = cli->groups[group].death;
    if (cli->request.json) cli_print_json(cli, result->facts ? json_incref(result->facts) : as_json(run));
}

/* ----------------------------------------------------------------------------------------- the verb */

static bool make_plan(compare_run *run) {
    cli_run *cli = run->cli;
    const cli_request *request = &cli->request;
    uint32_t size[2] = {320, 240};
    if (!cli_view(cli, size, &run->view)) return false;
    if (request->min_ssim) {
        char *end;
        run->has_least = true;
        run->least = strtod(request->min_ssim, &end);
        if (end == request->min_ssim || *end || !(run->least >= -1 && run->least <= 1))
            return cli_wrong(cli, "--min-ssim needs a number up to 1, not `%s`", request->min_ssim);
    }
    if (request->json && cli_output_is_stdout(cli))
        return cli_wrong(cli, "--json and -o - both want standard output");
    return true;
}

static bool check_groups(cli_run *cli, const ferry_format *target) {
    const cli_request *request = &cli->request;
    if (cli->group_count > 2)
        return cli_wrong(cli,
                         "`compare` needs two models, or one to compare with its conversion; there are %u",
                         cli->group_count);
    if (cli->group_count == 2 && request->to)
        return cli_wrong(cli, "--to tells what a model alone is converted to; here are two");
    if (cli->group_count == 2 && request->materials)
        return cli_wrong(cli, "--materials tells how a model alone is converted; here are two");
    for (const ferry_setting *s = target->settings; cli->group_count == 2 && s && s->key; s++)
        if (cli_setting(cli, s->key))
            return cli_wrong(cli, "%s tells how a model alone is converted; here are two", s->key);
    return true;
}

void cli_verb_compare(cli_run *cli) {
    compare_run run = {.cli = cli};
    const ferry_format *target = cli_target(cli);
    if (!target || !cli_lend_options(cli, target) || !make_plan(&run) || !cli_check_at(cli) || !cli_plan(cli) || !check_groups(cli, target) ||
        !cli_read_materials(cli, target))
        return;
    if (cli_output_is_stdout(cli)) cli->lines = stderr;
    for (uint32_t i = 0; i < cli->group_count; i++)
        run.names[i] = cli_input_name(cli, cli_group_model(cli, &cli->groups[i]));
    if (cli->group_count == 1) run.names[1] = cli_text(cli, "%s as %s", run.names[0], target->name);
    cli_work_on_groups(cli, &(cli_work){
                                .one = compare_all, .take = print_result, .plan = &run, .target = target, .together = true});
    cli_tell_unused_rules(cli);
}
