/* compare_report.c: what a comparison says: verdict, reason, text, JSON. */
#include "cli/verbs/compare_report.h"

#include <math.h>

#include "ferry64.h"
#include "cli/base/run_state.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "cli/processing/session.h"
#include "cli/verbs/compare_materials.h"
#include "cli/verbs/compare_mean.h"
#include "cli/verbs/compare_run.h"

#define DEGREES (180 / 3.14159265358979323846)

static bool has_six(const compare_run *run) {
    return run->view.views != FERRY_VIEWS_NEAR;
}

static bool has_near(const compare_run *run) {
    return run->view.views != FERRY_VIEWS_SIX;
}

/* ------------------------------------------------------------------------------------ what is found */

static const ferry_similarity_view *worse_of(const ferry_similarity_view *worst,
                                             const ferry_similarity_view *views, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (views[i].pixels && (!worst || views[i].ssim < worst->ssim)) worst = &views[i];
    return worst;
}

static const ferry_similarity_view *worst_view(const compare_run *run) {
    const ferry_similarity *found = &run->found;
    const ferry_similarity_view *worst =
        worse_of(NULL, found->views, has_six(run) ? FERRY_SIMILARITY_VIEWS : 0);
    return worse_of(worst, found->near, found->near_count);
}

static ferry_similarity_sum figure_of(const compare_run *run, const ferry_similarity *found) {
    return cli_figure(found, run->view.views);
}

const char *cli_worst_moment(const compare_run *run, uint32_t *number) {
    *number = 0;
    for (uint32_t i = 1; i < run->moments.count; i++)
        if (figure_of(run, &run->each[i]).ssim < figure_of(run, &run->each[*number]).ssim) *number = i;
    return run->moments.data[*number].label;
}

bool cli_is_below(const compare_run *run) {
    return run->done && run->has_least && figure_of(run, &run->found).ssim < run->least;
}

static const char *verdict_of(const compare_run *run) {
    if (!run->done) return "failed";
    if (cli_is_below(run)) return "below minimum";
    return run->has_least ? "alike" : "measured";
}

static const char *beside_least(const compare_run *run) {
    if (!run->has_least) return "";
    return cli_text(run->cli, ", %s the minimum of %.4g", cli_is_below(run) ? "below" : "not below",
                    run->least);
}

/* The figure, the minimum, and the other figure where there is one. */
static const char *figures_of(const compare_run *run, const char *over) {
    const ferry_similarity *found = &run->found;
    bool both = has_six(run) && has_near(run) && found->near_sum.pixels;
    return cli_text(run->cli, "%.4f %s%s%s%s", figure_of(run, found).ssim,
                    both           ? "from six sides"
                    : has_six(run) ? "over all views"
                                   : "from nearby",
                    over, beside_least(run),
                    both ? cli_text(run->cli, ", %.4f from nearby", found->near_sum.ssim) : "");
}

const char *cli_compare_reason(const compare_run *run) {
    cli_run *cli = run->cli;
    const ferry_similarity *found = &run->found;
    bool seen = run->done && (found->pixels || found->near_sum.pixels);
    const ferry_similarity_view *worst = seen ? worst_view(run) : NULL;
    if (run->done && !seen) return "neither model is visible: they count as equal";
    if (worst && worst->ssim >= 1 && !(found->color_error > 0) && !(found->near_sum.color_error > 0))
        return "the pictures are identical";
    if (seen && run->moments.count > 1) {
        uint32_t number;
        const char *moment = cli_worst_moment(run, &number);
        return cli_text(cli, "mean SSIM %s; the worst moment is %s with %.4f",
                        figures_of(run, cli_text(cli, ", %u moments", run->moments.count)), moment,
                        figure_of(run, &run->each[number]).ssim);
    }
    if (worst)
        return cli_text(cli, "SSIM %s; the worst view is %s with %.4f", figures_of(run, ""), worst->name,
                        worst->ssim);
    if (run->death) return run->death;
    for (int i = 0; i < 2; i++) {
        const char *error = cli_first_error(&run->sides[i]);
        if (error) return cli_text(cli, "%s: %s", run->names[i], error);
    }
    return "out of memory";
}

/* ------------------------------------------------------------------------------------------ as JSON */

static json_int_t to_degrees(float radians) {
    return (json_int_t)floor((double)radians * DEGREES + 0.5);
}

static json_t *vector_json(ferry_vec3 v) {
    json_t *list = json_array();
    const float parts[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) json_array_append_new(list, cli_real((double)parts[i]));
    return list;
}

/* What was not measured or shows nothing is null. */
static void set_figures(json_t *object, bool measured, ferry_similarity_sum sum) {
    bool seen = measured && sum.pixels;
    json_object_set_new(object, "ssim", seen ? cli_real(sum.ssim) : json_null());
    json_object_set_new(object, "color_error", seen ? cli_real(sum.color_error) : json_null());
    json_object_set_new(object, "pixels", json_integer((json_int_t)sum.pixels));
}

static ferry_similarity_sum sum_of_view(const ferry_similarity_view *view) {
    return (ferry_similarity_sum){view->ssim, view->color_error, view->pixels};
}

static json_t *side_json(const ferry_similarity_view *view) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(view->name));
    json_object_set_new(object, "yaw", json_integer(to_degrees(view->yaw)));
    json_object_set_new(object, "pitch", json_integer(to_degrees(view->pitch)));
    set_figures(object, true, sum_of_view(view));
    return object;
}

static json_t *near_view_json(const ferry_similarity_view *view) {
    json_t *object = json_object();
    json_object_set_new(object, "name", json_string(view->name));
    json_object_set_new(object, "eye", vector_json(view->eye));
    json_object_set_new(object, "target", vector_json(view->target));
    set_figures(object, true, sum_of_view(view));
    return object;
}

static json_t *near_json(const compare_run *run) {
    const ferry_similarity *found = &run->found;
    if (!run->done || !has_near(run)) return json_null();
    json_t *object = json_object(), *views = json_array();
    json_object_set_new(object, "kind", json_string(found->walked ? "walked" : "figure"));
    for (uint32_t i = 0; i < found->near_count; i++)
        json_array_append_new(views, near_view_json(&found->near[i]));
    json_object_set_new(object, "views", views);
    set_figures(object, true, found->near_sum);
    return object;
}

static json_t *moments_json(const compare_run *run) {
    json_t *list = json_array();
    for (uint32_t i = 0; run->done && i < run->moments.count; i++) {
        const cli_moment *at = &run->moments.data[i];
        const ferry_similarity *found = &run->each[i];
        bool near = has_near(run) && found->near_sum.pixels;
        json_t *object = json_object();
        json_object_set_new(object, "clip", at->name ? cli_record_text(at->name) : json_null());
        json_object_set_new(object, "seconds", cli_real(at->seconds));
        json_object_set_new(object, "ssim", has_six(run) ? cli_real(found->ssim) : json_null());
        json_object_set_new(object, "color_error", has_six(run) ? cli_real(found->color_error) : json_null());
        json_object_set_new(object, "pixels", json_integer((json_int_t)found->pixels));
        json_object_set_new(object, "near_ssim", near ? cli_real(found->near_sum.ssim) : json_null());
        json_array_append_new(list, object);
    }
    return list;
}

/* Of `a` and `b`: null where nothing is drawn with a material of the console. */
static json_t *fill_json(const compare_run *run) {
    json_t *list = json_array();
    for (int i = 0; run->done && has_six(run) && i < 2; i++) {
        const ferry_fill *fill = &run->found.fill[i];
        json_t *object = fill->drawn ? json_object() : json_null();
        if (fill->drawn) {
            json_object_set_new(object, "covered", json_integer((json_int_t)fill->covered));
            json_object_set_new(object, "drawn", json_integer((json_int_t)fill->drawn));
            json_object_set_new(object, "cycles", json_integer((json_int_t)fill->cycles));
        }
        json_array_append_new(list, object);
    }
    return list;
}

json_t *cli_compare_json(const compare_run *run) {
    const ferry_similarity *found = &run->found;
    json_t *object = cli_document("compare"), *views = json_array();
    bool six = run->done && has_six(run);
    json_object_set_new(object, "verb", json_string("compare"));
    json_object_set_new(object, "a", cli_record_text(run->names[0]));
    json_object_set_new(object, "b", cli_record_text(run->names[1]));
    json_object_set_new(object, "at",
                        run->cli->request.at ? cli_record_text(run->cli->request.at) : json_null());
    json_object_set_new(object, "moments", moments_json(run));
    for (uint32_t i = 0; six && i < FERRY_SIMILARITY_VIEWS; i++)
        json_array_append_new(views, side_json(&found->views[i]));
    json_object_set_new(object, "views", views);
    json_object_set_new(object, "ssim", six ? cli_real(found->ssim) : json_null());
    json_object_set_new(object, "color_error", six ? cli_real(found->color_error) : json_null());
    json_object_set_new(object, "pixels", json_integer((json_int_t)found->pixels));
    json_object_set_new(object, "near", near_json(run));
    json_object_set_new(object, "fill", fill_json(run));
    json_object_set_new(object, "materials", cli_materials_json(run));
    json_object_set_new(object, "scale", run->done ? cli_real(found->scale) : json_null());
    json_object_set_new(object, "minimum", run->has_least ? cli_real(run->least) : json_null());
    json_object_set_new(object, "verdict", json_string(verdict_of(run)));
    json_object_set_new(object, "reason", cli_record_text(cli_compare_reason(run)));
    return object;
}

/* ------------------------------------------------------------------------------------------ as text */

static void add_row(cli_table *table, const char *name, ferry_similarity_sum sum) {
    cli_run *cli = table->cli;
    bool seen = sum.pixels > 0;
    cli_table_add(table,
                  (const char *const[CLI_MAX_COLUMNS]){
                      name, seen ? cli_text(cli, "SSIM %.4f", sum.ssim) : "not visible",
                      seen ? "colour error" : NULL, seen ? cli_text(cli, "%.2f", sum.color_error) : NULL,
                      seen ? cli_count(cli, sum.pixels, "pixel", "pixels") : NULL});
}

static void add_views(cli_table *table, const ferry_similarity_view *views, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) add_row(table, views[i].name, sum_of_view(&views[i]));
}

static ferry_similarity_sum six_of(const ferry_similarity *found) {
    return (ferry_similarity_sum){found->ssim, found->color_error, found->pixels};
}

/* The rows of one moment: each view; of several: each moment. Below them what they come to. */
static void add_six(cli_table *table, const compare_run *run) {
    bool several = run->moments.count > 1;
    for (uint32_t i = 0; several && i < run->moments.count; i++)
        add_row(table, run->moments.data[i].label, six_of(&run->each[i]));
    if (!several) add_views(table, run->found.views, FERRY_SIMILARITY_VIEWS);
    if (run->found.pixels) add_row(table, several ? "mean" : "in all", six_of(&run->found));
}

static void add_near(cli_table *table, const compare_run *run) {
    bool several = run->moments.count > 1;
    cli_run *cli = run->cli;
    for (uint32_t i = 0; several && i < run->moments.count; i++)
        add_row(table, cli_text(cli, "%s near", run->moments.data[i].label), run->each[i].near_sum);
    add_views(table, run->found.near, run->found.near_count);
    if (run->found.near_sum.pixels) add_row(table, several ? "mean near" : "near", run->found.near_sum);
}

void cli_print_comparison(const compare_run *run) {
    cli_run *cli = run->cli;
    const ferry_similarity *found = &run->found;
    cli_table table = {.cli = cli, .right = {[3] = true, [4] = true}};
    cli_print(cli->lines, "%s and %s%s%s\n", run->names[0], run->names[1], cli->request.at ? " at " : "",
              cli->request.at ? cli->request.at : "");
    if (has_six(run)) add_six(&table, run);
    if (has_near(run)) add_near(&table, run);
    cli_table_print(&table, "  ", cli->lines);
    if (!found->pixels && !found->near_sum.pixels) cli_print(cli->lines, "  %s\n", cli_compare_reason(run));
    cli_print_materials(run);
}
