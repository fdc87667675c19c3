/* verb_diff.c: `ferry64 diff`: the differences between two models, one line each (docs/diff.md). */
#include "cli/verbs/verb_diff.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "cli/verbs/at.h"

/* Two models side by side; `found` holds once `done`. */
typedef struct diff_run {
    cli_run *cli;
    double tolerance;
    cli_session sides[2];
    const char *names[2];
    const char *death; /* why the process that compared them ended before its time */
    bool done;
    ferry_differences found;
} diff_run;

static const char *verdict_of(const diff_run *run) {
    return !run->done ? "failed" : run->found.count ? "different" : "same";
}

static uint32_t count_sign(const diff_run *run, char sign) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < run->found.count; i++) count += run->found.data[i].sign == sign;
    return count;
}

static const char *first_error(const diff_run *run) {
    for (int i = 0; i < 2; i++) {
        const char *error = cli_first_error(&run->sides[i]);
        if (error) return cli_text(run->cli, "%s: %s", run->names[i], error);
    }
    return "out of memory";
}

static const char *reason_of(const diff_run *run) {
    cli_run *cli = run->cli;
    if (run->death) return cli_text(cli, "%s: %s", run->names[0], run->death);
    if (!run->done) return first_error(run);
    const char *within = run->tolerance > 0 ? cli_text(cli, " within a tolerance of %g", run->tolerance) : "";
    if (!run->found.count) return cli_text(cli, "nothing differs%s", within);
    return cli_text(cli, "%s changed, %s removed, %s added%s", cli_number(cli, count_sign(run, '~')),
                    cli_number(cli, count_sign(run, '-')), cli_number(cli, count_sign(run, '+')), within);
}

/* ------------------------------------------------------------------------------------------------ as text */

/* "(1.5 units, 3 of 30, largest at 7, at 0.5 s)" */
static void print_measure(FILE *lines, const ferry_difference *d) {
    const char *between = " (";
    if (d->has_amount) {
        cli_print(lines, "%s%.6g%s%s", between, d->amount, *d->unit ? " " : "", d->unit);
        between = ", ";
    }
    if (d->of) {
        cli_print(lines, "%s%" PRIu32 " of %" PRIu32 ", largest at %" PRIu32, between, d->differing, d->of,
                  d->worst);
        between = ", ";
    }
    if (d->has_seconds) {
        cli_print(lines, "%sat %.6g s", between, d->seconds);
        between = ", ";
    }
    if (*between == ',') cli_print(lines, ")");
}

static void print_line(FILE *lines, const ferry_difference *d) {
    cli_print(lines, "%c %s", d->sign, d->thing);
    if (*d->name) cli_print(lines, " %s", d->name);
    if (*d->what) cli_print(lines, " %s", d->what);
    if (d->before) cli_print(lines, " %s", d->before);
    if (d->before && d->after) cli_print(lines, " ->");
    if (d->after) cli_print(lines, " %s", d->after);
    print_measure(lines, d);
    cli_print(lines, "\n");
}

/* ------------------------------------------------------------------------------------------------ as JSON */

static json_t *difference_json(const ferry_difference *d) {
    const char *sign = d->sign == '-' ? "removed" : d->sign == '+' ? "added" : "changed";
    json_t *object = json_object();
    json_object_set_new(object, "change", json_string(sign));
    json_object_set_new(object, "thing", json_string(d->thing));
    json_object_set_new(object, "name", cli_record_text(d->name));
    json_object_set_new(object, "what", cli_record_text(d->what));
    json_object_set_new(object, "before", d->before ? cli_record_text(d->before) : json_null());
    json_object_set_new(object, "after", d->after ? cli_record_text(d->after) : json_null());
    json_object_set_new(object, "amount", d->has_amount ? cli_real(d->amount) : json_null());
    json_object_set_new(object, "unit", d->has_amount ? json_string(d->unit) : json_null());
    json_object_set_new(object, "differing", d->of ? json_integer(d->differing) : json_null());
    json_object_set_new(object, "of", d->of ? json_integer(d->of) : json_null());
    json_object_set_new(object, "worst", d->of ? json_integer(d->worst) : json_null());
    json_object_set_new(object, "seconds", d->has_seconds ? cli_real(d->seconds) : json_null());
    return object;
}

static json_t *as_json(const diff_run *run) {
    json_t *object = cli_document("diff"), *list = json_array(), *totals = json_object();
    for (uint32_t i = 0; run->done && i < run->found.count; i++)
        json_array_append_new(list, difference_json(&run->found.data[i]));
    json_object_set_new(totals, "changed", json_integer(count_sign(run, '~')));
    json_object_set_new(totals, "removed", json_integer(count_sign(run, '-')));
    json_object_set_new(totals, "added", json_integer(count_sign(run, '+')));
    json_object_set_new(object, "verb", json_string("diff"));
    json_object_set_new(object, "a", cli_record_text(run->names[0]));
    json_object_set_new(object, "b", cli_record_text(run->names[1]));
    json_object_set_new(object, "tolerance", cli_real(run->tolerance));
    json_object_set_new(object, "height", run->done ? cli_real(run->found.height) : json_null());
    json_object_set_new(object, "scale", run->done ? cli_real(run->found.scale) : json_null());
    json_object_set_new(object, "differences", list);
    json_object_set_new(object, "totals", totals);
    json_object_set_new(object, "verdict", json_string(verdict_of(run)));
    json_object_set_new(object, "reason", cli_record_text(reason_of(run)));
    return object;
}

/* ----------------------------------------------------------------------------------------------- the work */

/* Both are tried, so that both are complained about. The first side's job does the work. */
static bool diff_sides(diff_run *run) {
    bool first = cli_session_load(&run->sides[0]), second = cli_session_load(&run->sides[1]);
    if (!first || !second) return false;
    const ferry_scene *a = cli_pose(&run->sides[0]), *b = cli_pose(&run->sides[1]);
    if (!a || !b || !ferry_diff(run->sides[0].job, a, b, run->tolerance, &run->found)) {
        run->found = (ferry_differences){0};
        return false;
    }
    for (int i = 0; i < 2; i++) run->sides[i].status = "compared";
    return true;
}

static void report_differences(diff_run *run, cli_result *result) {
    cli_run *cli = run->cli;
    if (cli->request.json) result->summary = as_json(run);
    for (uint32_t i = 0; !cli->request.json && !cli->request.quiet && i < run->found.count; i++)
        print_line(cli->lines, &run->found.data[i]);
    if (cli->record)
        run->sides[0].record =
            json_pack("{ssso}", "verdict", verdict_of(run), "reason", cli_record_text(reason_of(run)));
    if (run->done && run->found.count) cli_remember(cli, CLI_FAILED); /* a judgement, not an error */
}

static void diff_all(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    diff_run *run = user;
    (void)group;
    if (cli_session_open(cli, &cli->groups[0], NULL, &run->sides[0]) &&
        cli_session_open(cli, &cli->groups[1], NULL, &run->sides[1])) {
        run->done = diff_sides(run);
        report_differences(run, result);
    }
    for (int i = 0; i < 2; i++)
        if (run->sides[i].job) cli_session_close(&run->sides[i]);
}

static void print_result(cli_run *cli, uint32_t group, void *user, const cli_result *result) {
    diff_run *run = user;
    run->death = cli->groups[group].death;
    if (cli->request.json) cli_print_json(cli, result->summary ? json_incref(result->summary) : as_json(run));
}

static bool read_tolerance(diff_run *run) {
    const char *text = run->cli->request.tolerance;
    char *end;
    if (!text) return true;
    run->tolerance = strtod(text, &end);
    if (end != text && !*end && isfinite(run->tolerance) && run->tolerance >= 0) return true;
    return cli_wrong(run->cli, "--tolerance needs a number of at least 0, not `%s`", text);
}

void cli_verb_diff(cli_run *cli) {
    diff_run run = {.cli = cli};
    if (!read_tolerance(&run) || !cli_check_at(cli) || !cli_find_groups(cli)) return;
    if (cli->group_count != 2) {
        cli_wrong(cli, "`diff` needs two models, each followed by the files that apply to it; got %u",
                  cli->group_count);
        return;
    }
    for (uint32_t i = 0; i < 2; i++)
        run.names[i] = cli_input_name(cli, cli_group_model(cli, &cli->groups[i]));
    cli_process_groups(cli,
                       &(cli_work){.one = diff_all, .take = print_result, .user = &run, .together = true});
}
