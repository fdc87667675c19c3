/*
 * fit.c: see fit.h. What a model costs grows with its triangles, though not by a law that is known: other
 * materials, strips and vertices load differently. So it is converted and measured, with as many triangles as
 * a line through what was measured so far says, until the budget is met within a hundredth.
 */
#include "cli/cost/fit.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/print/say.h"
#include "cli/processing/session.h"
#include "cli/cost/cost.h"

enum { MOST_TRIES = 8, MOST_SETTINGS = 12 };

/* A share of the budget that is near enough, and what is aimed at. */
#define ENOUGH .99
#define AIM .996

typedef struct probe {
    uint32_t wanted;    /* triangles; the first time: those that are there */
    uint32_t triangles; /* that are left */
    double share;       /* of the budget that is used, of the key that uses most of its own */
    const char *most;   /* that key: "rsp: 62,000 of 60,000 RSP cycles" */
} probe;

typedef struct fit {
    cli_run *cli;
    const cli_group *group;
    const ferry_format *target;
    const char *path;
    const ferry_setting_value *settings;
    size_t setting_count;
} fit;

static bool measure(cli_session *session, const fit *f, probe *to) {
    ferry_file_list files = {0};
    ferry_counts counts;
    cli_cost cost;
    if (!cli_session_load(session) || !ferry_prepare(session->job, session->scene, f->target->name, NULL) ||
        !ferry_count(session->scene, &counts) ||
        !ferry_save(session->job, session->scene, f->target->name, f->path, &files) || !files.count)
        return false;
    bool done = cli_measure_files(session, &files, &cost);
    if (done) to->share = cli_budget_share(f->cli, &cost.breakdown, &to->most);
    cli_cost_close(&cost);
    to->triangles = (uint32_t)counts.triangles;
    return done;
}

/* `wanted` 0: as it is. */
static bool try_with(const fit *f, uint32_t wanted, probe *to) {
    ferry_setting_value settings[MOST_SETTINGS];
    size_t count = 0;
    cli_session session;
    for (; count < f->setting_count && count + 1 < MOST_SETTINGS; count++)
        settings[count] = f->settings[count];
    if (wanted) settings[count++] = (ferry_setting_value){"simplify.most", cli_text(f->cli, "%u", wanted)};
    if (!cli_session_open(f->cli, f->group, settings, count, &session)) return false;
    *to = (probe){.wanted = wanted};
    bool done = measure(&session, f, to);
    if (!wanted) to->wanted = to->triangles;
    cli_session_drop(&session);
    return done;
}

/* Where the line through both reaches the aim; between them where one is within the budget. */
static uint32_t next_wanted(const probe *few, const probe *many) {
    double step = (double)many->wanted - few->wanted, rise = many->share - few->share;
    double at = rise > 0 ? few->wanted + (AIM - few->share) * step / rise : few->wanted + step / 2;
    if (!(at >= 1)) return 1;
    if (few->share > 1) return at < few->wanted ? (uint32_t)at : few->wanted - 1;
    if (at <= few->wanted) return few->wanted + 1;
    return at < many->wanted ? (uint32_t)at : many->wanted - 1;
}

/* Near the budget, or near a number of triangles that is too many. */
static bool is_enough(const probe *few, const probe *many) {
    return few->share >= ENOUGH || many->wanted - few->wanted <= 1 + many->wanted / 200;
}

/* The most triangles that are within the budget. `few`: the last that was too dear where none is. */
static bool search(const fit *f, const probe *all, probe *few) {
    probe many = *all;
    uint32_t wanted = (uint32_t)(many.wanted * (AIM / many.share));
    bool within = false;
    if (!wanted) wanted = 1;
    *few = (probe){.wanted = 0, .share = 0};
    for (int i = 0; i < MOST_TRIES; i++) {
        probe now, before = many;
        if (wanted >= many.wanted) wanted = many.wanted - 1;
        if (!wanted || !try_with(f, wanted, &now)) return within;
        if (now.share <= 1) {
            *few = now;
            within = true;
        } else {
            many = now;
        }
        if (!within && now.triangles >= before.triangles) break; /* the others cannot go */
        if (within && is_enough(few, &many)) return true;
        if (within)
            wanted = next_wanted(few, &many);
        else
            wanted = now.wanted > 1 ? next_wanted(&now, &before) : 0;
        if (!wanted) break;
    }
    if (!within) *few = many;
    return within;
}

cli_fitted cli_fit(cli_run *cli, const cli_group *group, const ferry_format *target, const char *path,
                   const ferry_setting_value *settings, size_t count) {
    const fit f = {cli, group, target, path, settings, count};
    cli_fitted fitted = {NULL, NULL, NULL};
    probe all, found;
    if (group->failed || !try_with(&f, 0, &all) || all.share <= 1 || !all.triangles) return fitted;
    if (search(&f, &all, &found)) {
        fitted.most = cli_text(cli, "%u", found.wanted);
        fitted.note = cli_text(cli, "%u of %u triangles are left to be within the budget: %s",
                               found.triangles, all.triangles, found.most);
    } else if (found.triangles) {
        fitted.why = cli_text(cli, "the budget cannot be met by fewer triangles: with %u of %u, %s%s",
                              found.triangles, all.triangles, found.most,
                              found.triangles > found.wanted ? "; the others cannot go without harm" : "");
    }
    return fitted;
}

void cli_tell_fit(cli_session *session, const cli_fitted *fitted) {
    if (fitted->note) ferry_say(session->job, FERRY_NOTE, "cost.fit", session->name, "", "%s", fitted->note);
    if (fitted->why)
        ferry_say(session->job, FERRY_ERROR, "cost.over-budget", session->name, "", "%s", fitted->why);
}
