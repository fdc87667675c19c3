/*
 * fit.c: see fit.h. What a model costs grows with its triangles, though not by a law that is known: other
 * materials, strips and vertices load differently. So it is converted and measured, with as many triangles
 * as a line through what was measured so far says, until the budget is met within a hundredth. Only if the
 * fewest triangles do not meet it, it cannot be met.
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

/* So many lines are followed before the fewest triangles are tried; every so many tries, the middle. */
enum { MOST_TRIES = 10, LINES = 2, MIDDLE = 3, MOST_SETTINGS = 12 };

/* A share of the budget that is near enough, and what is aimed at. */
#define ENOUGH .99
#define AIM .996

typedef struct probe {
    uint32_t wanted;    /* triangles; the first time: those that are there */
    uint32_t triangles; /* that are left */
    double share;       /* of the budget that is used, of the key that uses most of its own */
    const char *most;   /* that key: "rsp: 62,000 of 60,000 RSP cycles" */
    const char *error;  /* why it failed; NULL: it did not, or nothing was said */
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

static const char *first_error(cli_run *cli, const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    for (size_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR) return cli_text(cli, "%s", report->data[i].text);
    return NULL;
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
    if (!done) to->error = first_error(f->cli, &session);
    cli_session_drop(&session);
    return done;
}

/* Where the line through both reaches the aim. */
static double line_at(const probe *few, const probe *many) {
    double step = (double)many->wanted - few->wanted, rise = many->share - few->share;
    return rise > 0 ? few->wanted + (AIM - few->share) * step / rise : many->wanted / 2.;
}

/* At least one, and less than what is too many. */
static uint32_t below(double at, const probe *many) {
    if (!(at >= 1)) return 1;
    return at < many->wanted ? (uint32_t)at : many->wanted - 1;
}

static uint32_t between(const probe *few, const probe *many, bool middle) {
    double step = (double)many->wanted - few->wanted,
           at = middle ? few->wanted + step / 2 : line_at(few, many);
    return at > few->wanted + 1 ? below(at, many) : few->wanted + 1;
}

/* Near the budget, or near a number of triangles that is too many. */
static bool is_enough(const probe *few, const probe *many) {
    return few->share >= ENOUGH || many->wanted - few->wanted <= 1 + many->wanted / 200;
}

/* What has been found: the most triangles that are within the budget, and the fewest that are not. */
typedef struct bracket {
    probe few, many, last; /* `last` to be too dear before `many` */
    bool within;           /* `few` is there */
} bracket;

static uint32_t next_wanted(const bracket *b, int tried) {
    if (b->within) return between(&b->few, &b->many, tried % MIDDLE == 0);
    if (tried == 0) return below(b->many.wanted * (AIM / b->many.share), &b->many);
    return tried < LINES ? below(line_at(&b->many, &b->last), &b->many) : 1;
}

/* False if a try failed: its `error` is in `many`. Nothing is within where even the fewest are too dear. */
static bool search(const fit *f, bracket *b) {
    for (int tried = 0; tried < MOST_TRIES && b->many.wanted > 1; tried++) {
        probe now;
        if (b->within && is_enough(&b->few, &b->many)) return true;
        if (!try_with(f, next_wanted(b, tried), &now)) {
            b->many = now;
            return false;
        }
        b->within = b->within || now.share <= 1;
        if (now.share <= 1) {
            b->few = now;
        } else {
            b->last = b->many;
            b->many = now;
        }
    }
    return true;
}

cli_fitted cli_fit(cli_run *cli, const cli_group *group, const ferry_format *target, const char *path,
                   const ferry_setting_value *settings, size_t count) {
    const fit f = {cli, group, target, path, settings, count};
    cli_fitted fitted = {NULL, NULL, NULL};
    probe all;
    if (group->failed || !try_with(&f, 0, &all) || all.share <= 1 || !all.triangles) return fitted;
    bracket b = {.many = all};
    bool done = search(&f, &b);
    if (b.within) {
        fitted.most = cli_text(cli, "%u", b.few.wanted);
        fitted.note =
            cli_text(cli, "%u of the model's %u triangles are left so that the file is within the budget: %s",
                     b.few.triangles, all.triangles, b.few.most);
    } else if (!done) {
        fitted.why =
            cli_text(cli, "with %u of the model's %u triangles it cannot be converted%s%s", b.many.wanted,
                     all.triangles, b.many.error ? ": " : "", b.many.error ? b.many.error : "");
    } else {
        fitted.why = cli_text(
            cli, "the budget cannot be met by fewer triangles: with the fewest, %u of the model's %u, %s",
            b.many.triangles, all.triangles, b.many.most);
    }
    return fitted;
}

void cli_tell_fit(cli_session *session, const cli_fitted *fitted) {
    if (fitted->note) ferry_say(session->job, FERRY_NOTE, "cost.fit", session->name, "", "%s", fitted->note);
    if (fitted->why)
        ferry_say(session->job, FERRY_ERROR, "cost.over-budget", session->name, "", "%s", fitted->why);
}
