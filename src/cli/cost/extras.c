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

enum { DRAWS, FILMS, PIECES, BONES };

static const struct {
    bool of_target;    /* the setting is one of the target format */
    const char *key;   /* of the setting */
    const char *value; /* that leaves it out; NULL: the step says it */
    const char *code, *name, *fate;
} features[CLI_EXTRAS] = {
    [DRAWS] = {true, "second-draw-gain", NULL, "cost.second-draws", "second draws", "left out"},
    [FILMS] = {true, "films", "no", "cost.films", "films of layers", "left out"},
    [PIECES] = {true, "texture-pieces", "no", "cost.texture-pieces", "pictures", "not stored in pieces"},
    [BONES] = {false, "rigid.blend-joints", "none", "cost.blend-joints", "bones between joints", "left out"},
};

/* Features that are left out together. */
typedef struct step {
    const char *gain; /* second draws that gain less in SSIM; "1": all; NULL: DRAWS is not among them */
    unsigned without; /* 1 << feature */
} step;

/* In this order, until the model is within its budget. Films take no time to draw: with others they go
 * last. */
enum { D = 1 << DRAWS, F = 1 << FILMS, P = 1 << PIECES, B = 1 << BONES };
static const step steps[] = {{"0.05", D},      {"0.1", D},       {"0.2", D},        {NULL, F},
                             {NULL, P},        {"1", D},         {NULL, B},         {"0.05", D | P},
                             {"0.1", D | P},   {"0.2", D | P},   {"1", D | P},      {"1", D | B},
                             {NULL, P | B},    {"1", D | P | B}, {NULL, F | P},     {"0.05", D | F},
                             {"0.1", D | F},   {"0.2", D | F},   {"1", D | F},      {NULL, F | B},
                             {"1", D | F | P}, {"1", D | F | B}, {NULL, F | P | B}, {"1", D | F | P | B}};

enum { STEPS = sizeof steps / sizeof *steps };

/* Keys of settings, by feature; NULL: the target has none, the model has nothing of it, or the user has set
 * it. */
typedef struct keys {
    const char *of[CLI_EXTRAS];
} keys;

static keys free_keys(const cli_probing *p, const cli_probe *probe) {
    const bool has[] = {[DRAWS] = probe->second_draws,
                        [FILMS] = probe->films,
                        [PIECES] = probe->pieces,
                        [BONES] = probe->bones};
    keys free = {{NULL}};
    for (int i = 0; i < CLI_EXTRAS; i++) {
        const char *name = features[i].key;
        const char *key = features[i].of_target ? cli_format_key(p->cli, p->target, name) : name;
        if (has[i] && key && !cli_setting(p->cli, key)) free.of[i] = key;
    }
    return free;
}

/* The step that leaves out all that may go. */
static step last_step(const keys *free) {
    step last = {free->of[DRAWS] ? "1" : NULL, 0};
    for (int i = 0; i < CLI_EXTRAS; i++)
        if (free->of[i]) last.without |= 1u << i;
    return last;
}

static bool same_step(const step *a, const step *b) {
    return a->without == b->without && (!a->gain || strcmp(a->gain, b->gain) == 0);
}

/* False: it asks for what cannot go. */
static bool settings_of(const keys *free, const step *at, cli_extras *to) {
    to->count = 0;
    for (int i = 0; i < CLI_EXTRAS; i++) {
        if (!(at->without >> i & 1)) continue;
        if (!free->of[i]) return false;
        to->settings[to->count++] =
            (ferry_setting_value){free->of[i], i == DRAWS ? at->gain : features[i].value};
    }
    return true;
}

static bool is_within(const cli_probing *p, const keys *free, const step *at, cli_extras *to,
                      cli_probe *probe) {
    return settings_of(free, at, to) && cli_probe_with(p, to->settings, to->count, probe) &&
           probe->share <= 1;
}

/* In the order of the settings. */
static void describe(const cli_probing *p, const step *at, const char *most, cli_extras *to) {
    size_t next = 0;
    for (int i = 0; i < CLI_EXTRAS; i++) {
        if (!(at->without >> i & 1)) continue;
        const bool some = i == DRAWS && strcmp(at->gain, "1") != 0;
        const char *which =
            some ? cli_text(p->cli, " that gain less than %s in SSIM and little in colour", at->gain) : "";
        to->codes[next] = features[i].code;
        to->warnings[next++] = cli_text(p->cli, "%s%s are %s so that the file is within the budget: %s",
                                        features[i].name, which, features[i].fate, most);
    }
}

cli_extras cli_limit_extras(const cli_probing *p, const cli_session *made, const cli_cost *cost) {
    const cli_extras none = {.count = 0};
    cli_extras limited = none, least = none;
    cli_probe probe, bare;
    if (!p->cli->budget.any || p->cli->request.fit || !cli_probe_made(made, cost, &probe) || probe.share <= 1)
        return none;
    const keys free = free_keys(p, &probe);
    const step last = last_step(&free);
    if (!last.without || !is_within(p, &free, &last, &least, &bare)) return none;
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
