/* measure.c: see measure.h. Each point is a conversion of its own, so that its figures are those of the file
 * that `convert` makes: what is decided by looking (materials, textures) depends on the triangles left. */
#include "cli/plan/measure.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/setting_list.h"
#include "cli/cost/cost.h"
#include "cli/plan/points.h"
#include "cli/print/json.h"
#include "cli/processing/session.h"
#include "core/pipeline/levels.h"

static const char *setting_of(cli_run *cli, const cli_plan_request *request) {
    return request->percent > 0 ? cli_text(cli, "%.9g%%", request->percent)
                                : cli_text(cli, "%u", request->triangles);
}

static void note_cost(cli_plan_point *point, const fy_t3dm_breakdown *breakdown) {
    point->cost = *breakdown;
    point->cost.objects = NULL; /* of a job that is closed, maybe of another process */
    point->cost.layout = point->cost.cpu.clip = NULL;
}

/* How alike the conversion and the source are; the source's job does the work. */
static bool compare(cli_session *source, const cli_session *made, cli_plan_point *point) {
    const ferry_view view = {.size = sizeof view, .scale = made->scale, .views = FERRY_VIEWS_ALL};
    ferry_similarity found;
    ferry_mark mark = ferry_job_mark(source->job);
    if (!ferry_compare(source->job, source->scene, made->scene, &view, &found, NULL)) return false;
    point->six = (ferry_similarity_sum){found.ssim, found.color_error, found.pixels};
    point->near = found.near_sum;
    ferry_job_release(source->job, mark);
    return true;
}

static bool convert(cli_session *session, const ferry_format *target, cli_plan_point *point) {
    ferry_file_list *files = ferry_new(session->job, ferry_file_list, 1);
    cli_cost cost;
    if (!files || !cli_session_load(session) || !cli_session_make(session, target, files) ||
        !fy_level_triangles(session->job, session->scene, false, &point->triangles))
        return false;
    ferry_simplified_list levels = ferry_simplified_levels(session->job);
    point->has_simplified = levels.count > 0;
    if (levels.count) point->simplified = levels.data[0];
    bool done = cli_measure_files(session, files, &cost);
    if (done) note_cost(point, &cost.breakdown);
    cli_cost_close(&cost);
    return done && cli_session_read_back(session, target, files);
}

static void end_session(cli_session *session, bool done, bool tells, cli_result *result) {
    if (!done && !result->summary) {
        const char *error = cli_first_error(session);
        result->summary = json_pack("{so}", "error", cli_record_text(error ? error : "out of memory"));
    }
    if (done && tells) session->status = "measured";
    if (tells || !done)
        cli_session_close(session);
    else
        cli_session_drop(session);
}

static bool measure_point(cli_session *source, const ferry_format *target, cli_plan_point *point, bool tells,
                          cli_result *result) {
    cli_run *cli = source->cli;
    cli_session session;
    cli_setting_list settings = {0};
    if (!cli_plan_is_all(&point->request))
        cli_add_setting(cli, &settings, "simplify.triangles", setting_of(cli, &point->request));
    if (!cli_session_open(cli, source->group, &settings, &session)) return false;
    bool done = convert(&session, target, point) && compare(source, &session, point);
    if (done && tells && cli->record)
        session.record = json_pack("{so}", "cost", cli_cost_total_json(&point->cost));
    end_session(&session, done, tells, result);
    return done;
}

/* The source is read once, silently: what is to be said of it each conversion says. */
void cli_plan_measure(cli_run *cli, const cli_group *group, const ferry_format *target,
                      const cli_plan_request *requests, uint32_t count, bool tells, cli_result *result) {
    cli_session source;
    cli_plan_point *points = calloc(count ? count : 1, sizeof *points);
    if (!points || !cli_session_open(cli, group, NULL, &source)) {
        free(points);
        return;
    }
    bool done = cli_session_load(&source);
    if (!done) {
        end_session(&source, false, true, result);
        free(points);
        return;
    }
    for (uint32_t i = 0; i < count && done; i++) {
        points[i].request = requests[i];
        done = measure_point(&source, target, &points[i], tells && i == 0, result);
    }
    cli_session_drop(&source);
    result->bytes = done ? (uint8_t *)points : NULL;
    result->size = done ? count * sizeof *points : 0;
    if (!done) free(points);
}
