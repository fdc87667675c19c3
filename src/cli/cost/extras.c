/*
 * extras.c: see extras.h. Second draws show more of a material and cost as much again; pieces of a picture
 * show more of it and cost uploads, memory and triangles. Where a budget does not allow all of them, what
 * gains least goes first.
 */
#include "cli/cost/extras.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/cost/probe.h"
#include "cli/print/say.h"
#include "cli/processing/settings.h"

/* What may go: second draws that gain less in SSIM ("1": all; NULL: none goes), and all pieces. In this order,
 * until the model is within its budget. */
typedef struct step {
    const char *gain;
    bool pieces;
} step;

static const step steps[] = {{"0.05", false}, {"0.1", false}, {"0.2", false}, {NULL, true}, {"1", false},
                             {"0.05", true},  {"0.1", true},  {"0.2", true},  {"1", true}};

enum { STEPS = sizeof steps / sizeof *steps };

/* Keys of settings; NULL: the target has none, or the user has set it. */
typedef struct keys {
    const char *gain, *pieces;
} keys;

static const char *free_key(const cli_probing *p, const char *name) {
    const char *key = cli_format_key(p->cli, p->target, name);
    return key && !cli_setting(p->cli, key) ? key : NULL;
}

/* False: it asks for what cannot go. */
static bool settings_of(const keys *free, const step *at, cli_extras *to) {
    to->count = 0;
    if ((at->gain && !free->gain) || (at->pieces && !free->pieces)) return false;
    if (at->gain) to->settings[to->count++] = (ferry_setting_value){free->gain, at->gain};
    if (at->pieces) to->settings[to->count++] = (ferry_setting_value){free->pieces, "no"};
    return true;
}

/* The step that leaves out all that may go. */
static step last_step(const keys *free) {
    return (step){free->gain ? "1" : NULL, free->pieces != NULL};
}

static bool same_step(const step *a, const step *b) {
    return a->pieces == b->pieces && (a->gain ? b->gain && strcmp(a->gain, b->gain) == 0 : !b->gain);
}

static bool is_within(const cli_probing *p, const keys *free, const step *at, cli_extras *to,
                      cli_probe *probe) {
    return settings_of(free, at, to) && cli_probe_with(p, to->settings, to->count, probe) &&
           probe->share <= 1;
}

/* Warnings are in the order of the settings. */
static void describe(const cli_probing *p, const step *at, const char *most, cli_extras *to) {
    bool all = at->gain && strcmp(at->gain, "1") == 0;
    const char *some =
        all || !at->gain ? ""
                         : cli_text(p->cli, " that gain less than %s in SSIM and little in colour", at->gain);
    size_t last = to->count - 1;
    if (at->gain) {
        to->codes[0] = "cost.second-draws";
        to->warnings[0] = cli_text(
            p->cli, "second draws%s are left out so that the file is within the budget: %s", some, most);
    }
    if (at->pieces) {
        to->codes[last] = "cost.texture-pieces";
        to->warnings[last] = cli_text(
            p->cli, "pictures are not stored in pieces so that the file is within the budget: %s", most);
    }
}

cli_extras cli_limit_extras(const cli_probing *p) {
    const cli_extras none = {.count = 0};
    const keys free = {free_key(p, "second-draw-gain"), free_key(p, "texture-pieces")};
    const step last = last_step(&free);
    cli_extras limited = none, least = none;
    cli_probe probe, bare;
    if (p->group->failed || !cli_probe_with(p, NULL, 0, &probe) || probe.share <= 1) return none;
    if (!(probe.second_draws || probe.pieces) || !is_within(p, &free, &last, &least, &bare) || !least.count)
        return none;
    for (size_t i = 0; i < STEPS; i++) {
        bool all = same_step(&steps[i], &last);
        if (!all && !is_within(p, &free, &steps[i], &limited, &probe)) continue;
        if (all) limited = least, probe = bare;
        describe(p, &steps[i], probe.most, &limited);
        return limited;
    }
    return none;
}

void cli_tell_extras(cli_session *session, const cli_extras *limited) {
    for (size_t i = 0; i < limited->count; i++)
        ferry_say(session->job, FERRY_WARNING, limited->codes[i], session->name, "", "%s",
                  limited->warnings[i]);
}
