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
#include "cli/base/setting_list.h"
#include "cli/cost/probe.h"

/* So many lines are followed before the fewest triangles are tried; every so many tries, the middle. */
enum { MOST_TRIES = 10, LINES = 2, MIDDLE = 3 };

/* A share of the budget that is near enough, and what is aimed at. */
#define ENOUGH .99
#define AIM .996

typedef struct probe {
    uint32_t wanted; /* triangles; the first time: those that are there */
    uint32_t triangles;
    double share;
    const char *most, *error; /* as of cli_probe */
} probe;

/* `wanted` 0: as it is. */
static bool try_with(const cli_probing *f, uint32_t wanted, probe *to) {
    cli_probe made;
    cli_setting_list most = {0};
    if (wanted) cli_add_setting(f->cli, &most, "simplify.most", cli_text(f->cli, "%u", wanted));
    bool done = cli_probe_with(f, &most, &made);
    *to = (probe){wanted ? wanted : made.triangles, made.triangles, made.share, made.most, made.error};
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
static bool search(const cli_probing *f, bracket *b) {
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

cli_fitted cli_fit(const cli_probing *f) {
    cli_run *cli = f->cli;
    cli_fitted fitted = {NULL, NULL, NULL};
    probe all;
    if (f->group->failed || !try_with(f, 0, &all) || all.share <= 1 || !all.triangles) return fitted;
    bracket b = {.many = all};
    bool done = search(f, &b);
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
