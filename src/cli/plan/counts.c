/*
 * counts.c: see counts.h.
 *
 *     GLOB=N,GLOB=N...
 *
 * GLOB is for the name of the model's file, with its extension or without, or for its whole name as typed.
 * Where several are right the last one counts, as with rules for materials.
 */
#include "cli/plan/counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/base/run_state.h"
#include "cli/files/destination.h"
#include "cli/files/paths.h"
#include "cli/print/say.h"
#include "core/base/glob.h"
#include "core/base/path.h"

/* One of the two options. */
typedef struct counting {
    const char *option, *number; /* what it needs */
    bool whole;
    double most;
} counting;

static const counting counted = {"--count", "a whole number from 1 to 9999", true, 9999};
static const counting weighed = {"--weight", "a number above 0 up to 1000", false, 1000};

static const char *base_of(cli_run *cli, const char *name) {
    const char *hash = strrchr(name, '#');
    return fy_path_base(hash ? cli_text(cli, "%s", hash + 1) : name);
}

static bool is_named(cli_run *cli, const char *glob, const char *name) {
    const char *base = base_of(cli, name);
    const char *stem = cli_text(cli, "%.*s", (int)(strlen(base) - strlen(cli_path_extension(base))), base);
    return fy_glob_matches(glob, name) || fy_glob_matches(glob, base) || fy_glob_matches(glob, stem);
}

static bool set_number(cli_plan_run *run, const counting *what, const char *glob, double number) {
    bool any = false;
    for (uint32_t i = 0; i < run->cli->group_count; i++) {
        cli_plan_model *model = &run->models[i];
        if (!is_named(run->cli, glob, model->name)) continue;
        any = true;
        if (what->whole)
            model->drawn = (uint32_t)number;
        else
            model->weight = number;
    }
    return any || cli_wrong(run->cli, "%s: no model is named `%s`", what->option, glob);
}

/* "coin*=12" */
static bool read_item(cli_plan_run *run, const counting *what, const char *item) {
    const char *equals = strrchr(item, '=');
    const char *glob = equals ? cli_text(run->cli, "%.*s", (int)(equals - item), item) : NULL;
    char *end = NULL;
    double number = equals ? strtod(equals + 1, &end) : 0;
    bool digit = equals && ((equals[1] >= '0' && equals[1] <= '9') || (equals[1] == '.' && !what->whole));
    bool right = digit && !*end && number > 0 && number <= what->most;
    if (!glob || !*glob || !right || (what->whole && number != floor(number)))
        return cli_wrong(run->cli, "%s needs NAME=N, where N is %s, not `%s`", what->option, what->number,
                         item);
    const char *problem = fy_glob_problem(glob);
    if (problem) return cli_wrong(run->cli, "%s: `%s`: %s", what->option, glob, problem);
    return set_number(run, what, glob, number);
}

static bool read_items(cli_plan_run *run, const counting *what, const char *text) {
    while (text) {
        size_t length = strcspn(text, ",");
        if (!read_item(run, what, cli_text(run->cli, "%.*s", (int)length, text))) return false;
        text = text[length] ? text + length + 1 : NULL;
    }
    return true;
}

bool cli_read_counts(cli_plan_run *run) {
    const cli_request *request = &run->cli->request;
    const char *lone = request->count    ? "--count"
                       : request->weight ? "--weight"
                       : request->output ? "-o"
                                         : NULL;
    if (lone && !request->frame) return cli_wrong(run->cli, "%s needs a --frame to spread", lone);
    if (request->output && (cli_output_is_stdout(run->cli) || !cli_output_is_file(run->cli)))
        return cli_wrong(run->cli, "-o needs a file name; --json prints");
    return read_items(run, &counted, request->count) && read_items(run, &weighed, request->weight);
}
