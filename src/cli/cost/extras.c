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
#include "cli/base/setting_list.h"
#include "cli/base/user_settings.h"
#include "cli/cost/cost.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"
#include "cli/processing/session.h"
#include "cli/processing/settings.h"

enum { DRAWS, FILMS, PIECES, BONES, EXTRAS };

static const struct {
    bool of_target;    /* the setting is one of the target format */
    const char *key;   /* of the setting */
    const char *value; /* that leaves it out; NULL: the step says it */
    const char *code, *name, *fate;
} features[EXTRAS] = {
    [DRAWS] = {true, "second-draw-gain", NULL, "cost.second-draws", "second draws", "left out"},
    [FILMS] = {true, "films", "no", "cost.films", "films of layers", "left out"},
    [PIECES] = {true, "texture-pieces", "no", "cost.texture-pieces", "pictures", "not stored in pieces"},
    [BONES] = {false, "rigid.blend-joints", "none", "cost.blend-joints", "bones between joints", "left out"},
};

/* What is left out. */
typedef struct extras {
    cli_setting_list settings;                    /* that leave it out */
    const char *codes[EXTRAS], *warnings[EXTRAS]; /* what each comes to; they live as long as the run */
    size_t count;                                 /* 0: all features stay */
} extras;

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
    const char *of[EXTRAS];
} keys;

static keys free_keys(const cli_probing *p, const cli_probe *probe) {
    const bool has[] = {[DRAWS] = probe->second_draws,
                        [FILMS] = probe->films,
                        [PIECES] = probe->pieces,
                        [BONES] = probe->bones};
    keys free = {{NULL}};
    for (int i = 0; i < EXTRAS; i++) {
        const char *name = features[i].key;
        const char *key = features[i].of_target ? cli_format_key(p->cli, p->target, name) : name;
        if (has[i] && key && !cli_setting(p->cli, key)) free.of[i] = key;
    }
    return free;
}

/* The step that leaves out all that may go. */
static step last_step(const keys *free) {
    step last = {free->of[DRAWS] ? "1" : NULL, 0};
    for (int i = 0; i < EXTRAS; i++)
        if (free->of[i]) last.without |= 1u << i;
    return last;
}

static bool same_step(const step *a, const step *b) {
    return a->without == b->without && (!a->gain || strcmp(a->gain, b->gain) == 0);
}

/* False: it asks for what cannot go. */
static bool settings_of(cli_run *cli, const keys *free, const step *at, extras *to) {
    *to = (extras){.count = 0};
    for (int i = 0; i < EXTRAS; i++) {
        if (!(at->without >> i & 1)) continue;
        if (!free->of[i]) return false;
        cli_add_setting(cli, &to->settings, free->of[i], i == DRAWS ? at->gain : features[i].value);
        to->count++;
    }
    return true;
}

static bool is_within(const cli_probing *p, const keys *free, const step *at, extras *to, cli_probe *probe) {
    return settings_of(p->cli, free, at, to) && cli_probe_with(p, &to->settings, probe) && probe->share <= 1;
}

/* In the order of the settings. */
static void describe(const cli_probing *p, const step *at, const char *most, extras *to) {
    size_t next = 0;
    for (int i = 0; i < EXTRAS; i++) {
        if (!(at->without >> i & 1)) continue;
        const bool some = i == DRAWS && strcmp(at->gain, "1") != 0;
        const char *which =
            some ? cli_text(p->cli, " that gain less than %s in SSIM and little in colour", at->gain) : "";
        to->codes[next] = features[i].code;
        to->warnings[next++] = cli_text(p->cli, "%s%s are %s so that the file is within the budget: %s",
                                        features[i].name, which, features[i].fate, most);
    }
}

/* What is to be left out so that the model is within --budget; nothing if it is within it as it is, or not
 * without any of it either. */
static extras limit(const cli_probing *p, const cli_session *made, const cli_cost *cost) {
    const extras none = {.count = 0};
    extras limited = none, least = none;
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

static void tell_extras(cli_session *session, const extras *limited) {
    for (size_t i = 0; i < limited->count; i++)
        ferry_say(session->job, FERRY_WARNING, limited->codes[i], session->name, "", "%s",
                  limited->warnings[i]);
}

static bool open_session(const cli_probing *p, const cli_fitted *fitted, const extras *limited,
                         cli_session *session) {
    cli_setting_list settings = {0};
    cli_add_settings(p->cli, &settings, p->settings);
    if (fitted->most) cli_add_setting(p->cli, &settings, "simplify.most", fitted->most);
    cli_add_settings(p->cli, &settings, &limited->settings);
    if (!cli_session_open(p->cli, p->group, &settings, session)) return false;
    cli_tell_fit(session, fitted);
    tell_extras(session, limited);
    return true;
}

static void make_without(const cli_probing *p, const cli_fitted *fitted, const extras *limited,
                         cli_maker *make, void *user, cli_made *to) {
    to->files = (ferry_file_list){0};
    to->cost = (cli_cost){0};
    to->open = open_session(p, fitted, limited, &to->session);
    to->made = to->open && make(user, &to->session, &to->files, &to->cost);
}

void cli_make_limited(const cli_probing *p, const cli_fitted *fitted, cli_maker *make, void *user,
                      cli_made *to) {
    extras limited = {.count = 0};
    make_without(p, fitted, &limited, make, user, to);
    if (to->made) limited = limit(p, &to->session, &to->cost);
    if (!limited.count) return;
    cli_cost_close(&to->cost);
    cli_session_drop(&to->session);
    make_without(p, fitted, &limited, make, user, to);
}
