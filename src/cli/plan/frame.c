/*
 * frame.c: see frame.h. The tables' points are few. So after a first choice (choose.h) points beside the
 * chosen ones are measured, more and less, and it is chosen again; then what is left of the time goes to the
 * model that gains most by it. If even the least triangles so far take too long, fewer are tried.
 */
#include "cli/plan/frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"
#include "cli/base/run_state.h"
#include "cli/plan/measure.h"
#include "cli/plan/points.h"
#include "cli/print/say.h"
#include "cli/processing/pool.h"

enum { MOST_ROUNDS = 12, AROUND = 2, MOST_FILLS = 4, CYCLES_OF_MS = 62500 };

/* Points nearer than this need none between them; a part of the time that may be left; what is aimed at. */
static const double NEAR = 1.12, LEFT = .01, AIM = .97;

/* ---------------------------------------------------------------------------------------------- the
 * request */

bool cli_read_frame(cli_plan_run *run) {
    const char *text = run->cli->request.frame;
    char *end;
    run->has_frame = text != NULL;
    if (!text) return true;
    double number = *text >= '0' && *text <= '9' ? strtod(text, &end) : 0;
    bool right = number > 0 && number <= 1e6;
    if (right && strcmp(end, "%") == 0) run->share = number / 100;
    if (right && strcmp(end, "ms") == 0) run->budget = (uint64_t)(number * CYCLES_OF_MS);
    return run->share > 0 || run->budget ||
           cli_wrong(
               run->cli,
               "--frame needs milliseconds of the signal processor, such as 16.6ms, or a share of what all "
               "models take now, such as 40%%, not `%s`",
               text);
}

/* ----------------------------------------------------------------------------------------------- the
 * choice */

uint64_t cli_plan_taken_cycles(const cli_plan_model *model) {
    return model->drawn * cli_plan_cycles(&model->points[model->taken]);
}

static void find_budget(cli_plan_run *run) {
    double all = 0;
    for (uint32_t i = 0; i < run->cli->group_count; i++)
        if (run->models[i].count)
            all += (double)(run->models[i].drawn * cli_plan_cycles(&run->models[i].points[0]));
    if (run->share > 0) run->budget = (uint64_t)(run->share * all);
}

static bool list_choices(ferry_job *job, const cli_plan_model *model, cli_choices *to) {
    cli_choice *choices = ferry_new(job, cli_choice, model->count);
    if (!choices) return false;
    for (uint32_t i = 0; i < model->count; i++)
        choices[i] = (cli_choice){model->drawn * cli_plan_cycles(&model->points[i]),
                                  model->drawn * model->weight * cli_plan_loss(model, &model->points[i])};
    *to = (cli_choices){choices, model->count};
    return true;
}

static bool choose(cli_plan_run *run) {
    ferry_job *job = run->cli->arena;
    ferry_mark mark = ferry_job_mark(job);
    uint32_t all = run->cli->group_count, count = 0;
    cli_choices *kinds = ferry_new(job, cli_choices, all + 1u);
    uint32_t *taken = ferry_new(job, uint32_t, all + 1u);
    bool done = kinds && taken;
    for (uint32_t i = 0; i < all && done; i++)
        if (run->models[i].count) done = list_choices(job, &run->models[i], &kinds[count++]);
    done = done && cli_choose(job, kinds, count, run->budget, taken, &run->chosen);
    for (uint32_t i = all; i-- > 0 && done;)
        if (run->models[i].count) run->models[i].taken = taken[--count];
    ferry_job_release(job, mark);
    return done;
}

/* ------------------------------------------------------------------------------------- what is measured
 * next */

static void ask(cli_plan_model *model, uint32_t triangles) {
    for (uint32_t i = 0; i < model->count; i++)
        if (cli_plan_triangles(&model->points[i]) == triangles) return;
    if (triangles) model->more[model->more_count++] = (cli_plan_request){0, triangles};
}

static void ask_between(cli_plan_model *model, uint32_t finer, uint32_t coarser) {
    double most = model->points[finer].triangles, least = model->points[coarser].triangles;
    if (most > NEAR * least && most > least + 2) ask(model, (uint32_t)(sqrt(most * least) + .5));
}

/* The next point with more triangles, or fewer; its own number: there is none. */
static uint32_t next_to(const cli_plan_model *model, int step) {
    uint32_t at = model->taken, triangles = model->points[at].triangles;
    while (at + (uint32_t)step < model->count && model->points[at].triangles == triangles)
        at += (uint32_t)step; /* -1 wraps past the end, which ends it, too */
    return model->points[at].triangles == triangles ? model->taken : at;
}

static void ask_around(cli_plan_run *run) {
    for (uint32_t i = 0; i < run->cli->group_count; i++) {
        cli_plan_model *model = &run->models[i];
        if (!model->count) continue;
        ask_between(model, next_to(model, -1), model->taken);
        ask_between(model, model->taken, next_to(model, 1));
    }
}

/* Half of the fewest so far, unless those could not become fewer. */
static void ask_fewer(cli_plan_run *run) {
    for (uint32_t i = 0; i < run->cli->group_count; i++) {
        cli_plan_model *model = &run->models[i];
        const cli_plan_point *last = model->count ? &model->points[model->count - 1] : NULL;
        if (last && last->triangles > 1 && (model->count < 2 || last->triangles < last[-1].triangles))
            ask(model, last->triangles / 2);
    }
}

/* The time that is left goes to one model: as many triangles more as it pays for, by a line to the next
 * point. */
static void ask_to_fill(cli_plan_run *run) {
    uint64_t left = run->budget - run->chosen.cost;
    double most = 0;
    uint32_t triangles = 0;
    cli_plan_model *best = NULL;
    if ((double)left < LEFT * (double)run->budget) return;
    for (uint32_t i = 0; i < run->cli->group_count; i++) {
        cli_plan_model *model = &run->models[i];
        uint32_t at = model->count ? next_to(model, -1) : 0;
        if (!model->count || at == model->taken) continue;
        const cli_plan_point *now = &model->points[model->taken], *finer = &model->points[at];
        double rise = model->drawn * ((double)cli_plan_cycles(finer) - (double)cli_plan_cycles(now));
        double part = rise > 0 ? AIM * (double)left / rise : 1;
        double gain =
            part * model->drawn * model->weight * (cli_plan_loss(model, now) - cli_plan_loss(model, finer));
        uint32_t request = now->triangles + (uint32_t)(part * (finer->triangles - now->triangles));
        if (part >= 1 || request <= now->triangles + 1 || gain <= most) continue;
        most = gain;
        best = model;
        triangles = request;
    }
    if (best) ask(best, triangles);
}

/* ------------------------------------------------------------------------------------------------- rounds */

static void measure_more(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const cli_plan_run *run = user;
    const cli_plan_model *model = &run->models[number];
    if (model->more_count)
        cli_plan_measure(cli, &cli->groups[number], run->target, model->more, model->more_count, false,
                         result);
}

/* What cannot be measured is not chosen: its conversion says why. */
static void take_more(cli_run *cli, uint32_t number, void *user, const cli_result *result) {
    cli_plan_run *run = user;
    cli_plan_model *model = &run->models[number];
    model->more_count = 0;
    if (result->size) cli_plan_add_points(cli, model, result);
}

static bool measure_next(cli_plan_run *run) {
    uint32_t more = 0;
    for (uint32_t i = 0; i < run->cli->group_count; i++) more += run->models[i].more_count;
    if (more)
        cli_run_groups(run->cli, &(cli_work){.one = measure_more,
                                             .take = take_more,
                                             .user = run,
                                             .target = run->target,
                                             .reads_back = true,
                                             .silent = true});
    return more > 0;
}

bool cli_plan_frame(cli_plan_run *run) {
    uint32_t around = 0, fills = 0;
    find_budget(run);
    for (uint32_t round = 0; round < MOST_ROUNDS; round++) {
        if (!choose(run)) return cli_wrong(run->cli, "out of memory");
        if (!run->chosen.within)
            ask_fewer(run);
        else if (around++ < AROUND)
            ask_around(run);
        else if (fills++ < MOST_FILLS)
            ask_to_fill(run);
        if (!measure_next(run) && (around >= AROUND || !run->chosen.within)) break;
    }
    return choose(run) || cli_wrong(run->cli, "out of memory");
}
