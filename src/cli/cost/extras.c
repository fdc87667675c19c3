/*
 * extras.c: see extras.h. Second draws show more of a material and cost as much again; films show layers
 * that move and cost bytes and memory; pieces of a picture show more of it and cost uploads, memory and
 * triangles; bones between joints keep the shape in animations and cost matrices and tracks. Where a budget
 * does not allow all of them, what gains least goes first.
 */
#include "cli/cost/extras.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/user_settings.h"
#include "cli/cost/cost.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"
#include "cli/processing/session.h"
#include "cli/processing/settings.h"

/* What may go: second draws that gain less in SSIM ("1": all; NULL: none goes), all films, all pieces, all
 * bones between joints. In this order, until the model is within its budget. Films take no time to draw:
 * with others they go last. */
typedef struct step {
    const char *gain;
    bool films, pieces, bones;
} step;

static const step steps[] = {
    {"0.05", false, false, false}, {"0.1", false, false, false}, {"0.2", false, false, false},
    {NULL, true, false, false},    {NULL, false, true, false},   {"1", false, false, false},
    {NULL, false, false, true},    {"0.05", false, true, false}, {"0.1", false, true, false},
    {"0.2", false, true, false},   {"1", false, true, false},    {"1", false, false, true},
    {NULL, false, true, true},     {"1", false, true, true},     {NULL, true, true, false},
    {"0.05", true, false, false},  {"0.1", true, false, false},  {"0.2", true, false, false},
    {"1", true, false, false},     {NULL, true, false, true},    {"1", true, true, false},
    {"1", true, false, true},      {NULL, true, true, true},     {"1", true, true, true}};

enum { STEPS = sizeof steps / sizeof *steps };

/* Keys of settings; NULL: the target has none, the model has nothing of it, or the user has set it. */
typedef struct keys {
    const char *gain, *films, *pieces, *bones;
} keys;

static const char *free_key(const cli_probing *p, const char *key, bool has) {
    return has && key && !cli_setting(p->cli, key) ? key : NULL;
}

static keys free_keys(const cli_probing *p, const cli_probe *of) {
    return (keys){free_key(p, cli_format_key(p->cli, p->target, "second-draw-gain"), of->second_draws),
                  free_key(p, cli_format_key(p->cli, p->target, "films"), of->films),
                  free_key(p, cli_format_key(p->cli, p->target, "texture-pieces"), of->pieces),
                  free_key(p, "rigid.blend-joints", of->bones)};
}

/* False: it asks for what cannot go. */
static bool settings_of(const keys *free, const step *at, cli_extras *to) {
    to->count = 0;
    if ((at->gain && !free->gain) || (at->films && !free->films) || (at->pieces && !free->pieces) ||
        (at->bones && !free->bones))
        return false;
    if (at->gain) to->settings[to->count++] = (ferry_setting_value){free->gain, at->gain};
    if (at->films) to->settings[to->count++] = (ferry_setting_value){free->films, "no"};
    if (at->pieces) to->settings[to->count++] = (ferry_setting_value){free->pieces, "no"};
    if (at->bones) to->settings[to->count++] = (ferry_setting_value){free->bones, "none"};
    return true;
}

/* The step that leaves out all that may go. */
static step last_step(const keys *free) {
    return (step){free->gain ? "1" : NULL, free->films != NULL, free->pieces != NULL, free->bones != NULL};
}

static bool same_step(const step *a, const step *b) {
    return a->films == b->films && a->pieces == b->pieces && a->bones == b->bones &&
           (a->gain ? b->gain && strcmp(a->gain, b->gain) == 0 : !b->gain);
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
    size_t next = 0;
    if (at->gain) {
        to->codes[next] = "cost.second-draws";
        to->warnings[next++] = cli_text(
            p->cli, "second draws%s are left out so that the file is within the budget: %s", some, most);
    }
    if (at->films) {
        to->codes[next] = "cost.films";
        to->warnings[next++] =
            cli_text(p->cli, "films of layers are left out so that the file is within the budget: %s", most);
    }
    if (at->pieces) {
        to->codes[next] = "cost.texture-pieces";
        to->warnings[next++] = cli_text(
            p->cli, "pictures are not stored in pieces so that the file is within the budget: %s", most);
    }
    if (at->bones) {
        to->codes[next] = "cost.blend-joints";
        to->warnings[next++] = cli_text(
            p->cli, "bones between joints are left out so that the file is within the budget: %s", most);
    }
}

cli_extras cli_limit_extras(const cli_probing *p, const cli_session *made, const cli_cost *cost) {
    const cli_extras none = {.count = 0};
    cli_extras limited = none, least = none;
    cli_probe probe, bare;
    if (!p->cli->budget.any || p->cli->request.fit || !cli_probe_made(made, cost, &probe) || probe.share <= 1)
        return none;
    const keys free = free_keys(p, &probe);
    if (!free.gain && !free.films && !free.pieces && !free.bones) return none;
    const step last = last_step(&free);
    if (!is_within(p, &free, &last, &least, &bare)) return none;
    for (size_t i = 0; i < STEPS; i++) {
        bool all = same_step(&steps[i], &last);
        if (!all && !is_within(p, &free, &steps[i], &limited, &probe)) continue;
        if (all) limited = least, probe = bare;
        describe(p, &steps[i], probe.most, &limited);
        return limited;
    }
    return none;
}

static void tell_extras(cli_session *session, const cli_extras *limited) {
    for (size_t i = 0; i < limited->count; i++)
        ferry_say(session->job, FERRY_WARNING, limited->codes[i], session->name, "", "%s",
                  limited->warnings[i]);
}

bool cli_open_limited(const cli_probing *p, const cli_fitted *fitted, const cli_extras *limited,
                      cli_session *session) {
    ferry_setting_value settings[CLI_PROBE_SETTINGS + CLI_EXTRAS + 1];
    size_t count = 0;
    for (; count < p->setting_count && count < CLI_PROBE_SETTINGS; count++)
        settings[count] = p->settings[count];
    if (fitted->most) settings[count++] = (ferry_setting_value){"simplify.most", fitted->most};
    for (size_t i = 0; i < limited->count; i++) settings[count++] = limited->settings[i];
    if (!cli_session_open(p->cli, p->group, settings, count, session)) return false;
    cli_tell_fit(session, fitted);
    tell_extras(session, limited);
    return true;
}
