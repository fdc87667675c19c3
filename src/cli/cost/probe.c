/* probe.c: see probe.h. */
#include "cli/cost/probe.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/setting_list.h"
#include "cli/cost/cost.h"
#include "cli/processing/session.h"

static bool says(const cli_session *session, const char *code) {
    const ferry_report *report = ferry_job_report(session->job);
    for (size_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, code) == 0) return true;
    return false;
}

bool cli_probe_made(const cli_session *session, const cli_cost *cost, cli_probe *to) {
    ferry_counts counts;
    *to = (cli_probe){0};
    if (!ferry_count(session->scene, &counts)) return false;
    to->share = cli_budget_share(session->cli, &cost->breakdown, &to->most);
    to->triangles = (uint32_t)counts.triangles;
    /* light in steps says the same whether it takes one draw or two */
    to->second_draws = says(session, "t3dm.second-draw") || says(session, "t3dm.toon");
    to->films = says(session, "t3dm.film");
    to->pieces = says(session, "t3dm.texture-pieces");
    to->bones = says(session, "rigid.blend-joints");
    return true;
}

static bool measure(cli_session *session, const cli_probing *p, cli_probe *to) {
    ferry_file_list files = {0};
    cli_cost cost;
    if (!cli_session_load(session) || !ferry_prepare(session->job, session->scene, p->target->name, NULL) ||
        !ferry_save(session->job, session->scene, p->target->name, p->path, &files) || !files.count)
        return false;
    bool done = cli_measure_files(session, &files, &cost) && cli_probe_made(session, &cost, to);
    cli_cost_close(&cost);
    return done;
}

static const char *first_error(cli_run *cli, const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    for (size_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR) return cli_text(cli, "%s", report->data[i].text);
    return NULL;
}

bool cli_probe_with(const cli_probing *p, const cli_setting_list *more, cli_probe *to) {
    cli_setting_list settings = {0};
    cli_session session;
    cli_add_settings(p->cli, &settings, p->settings);
    cli_add_settings(p->cli, &settings, more);
    *to = (cli_probe){0};
    if (!cli_session_open(p->cli, p->group, &settings, &session)) return false;
    bool done = measure(&session, p, to);
    if (!done) to->error = first_error(p->cli, &session);
    cli_session_drop(&session);
    return done;
}
