/* frame_text.c: what `plan --frame` says, for people. */
#include "cli/plan/frame_text.h"

#include <math.h>

#include "cli/base/run_state.h"
#include "cli/plan/command.h"
#include "cli/plan/frame.h"
#include "cli/plan/points.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"

static const char *ms_text(cli_run *cli, uint64_t cycles) {
    return cli_text(cli, "%.3f", fy_t3dm_milliseconds(cycles));
}

double cli_plan_mean_loss(const cli_plan_run *run, double loss) {
    double counts = 0;
    for (uint32_t i = 0; i < run->cli->group_count; i++)
        if (run->models[i].count) counts += run->models[i].drawn * run->models[i].weight;
    return counts > 0 && loss > 0 ? sqrt(loss / counts) : 0;
}

static uint32_t count_draws(const cli_plan_run *run) {
    uint32_t draws = 0;
    for (uint32_t i = 0; i < run->cli->group_count; i++)
        if (run->models[i].count) draws += run->models[i].drawn;
    return draws;
}

const char *cli_plan_frame_text(const cli_plan_run *run) {
    cli_run *cli = run->cli;
    uint64_t cost = run->chosen.cost, budget = run->budget;
    uint32_t draws = count_draws(run);
    bool one = run->measured == 1;
    const char *of = cli_count(cli, run->measured, "model", "models");
    if (draws != run->measured) of = cli_text(cli, "%s, drawn %u times,", of, draws);
    if (!run->chosen.within)
        return cli_text(cli, "%s %s not fit into %s ms: with the fewest triangles %s %s ms, %s ms too much",
                        of, one ? "does" : "do", ms_text(cli, budget), one ? "it takes" : "they take",
                        ms_text(cli, cost), ms_text(cli, cost - budget));
    return cli_text(cli, "%s %s %s of %s ms (%.1f %%)", of, one ? "takes" : "take", ms_text(cli, cost),
                    ms_text(cli, budget), budget ? 100. * (double)cost / (double)budget : 100);
}

static const char *similarity(cli_run *cli, const ferry_similarity_sum *sum) {
    return sum->pixels ? cli_text(cli, "%.3f", sum->ssim) : "-";
}

static void add_model(cli_table *table, const cli_plan_model *model) {
    cli_run *cli = table->cli;
    const cli_plan_point *all = &model->points[0], *taken = &model->points[model->taken];
    double share = all->triangles ? 100. * taken->triangles / all->triangles : 100;
    cli_table_add(table,
                  (const char *const[CLI_MAX_COLUMNS]){
                      model->name, cli_text(cli, "%u x", model->drawn), cli_number(cli, taken->triangles),
                      cli_text(cli, "%.0f %%", share), ms_text(cli, cli_plan_taken_cycles(model)),
                      ms_text(cli, model->drawn * cli_plan_cycles(all)), similarity(cli, &taken->six),
                      similarity(cli, &taken->near),
                      model->weight != 1 ? cli_text(cli, "%.9g", model->weight) : NULL});
}

static void print_loss(const cli_plan_run *run) {
    cli_run *cli = run->cli;
    double loss = cli_plan_mean_loss(run, run->chosen.loss),
           least = cli_plan_mean_loss(run, run->chosen.least);
    const char *best = loss - least < 1e-6 ? "no other choice of what was measured loses less"
                                           : cli_text(cli, "none can lose less than %.3f", least);
    if (run->chosen.within) cli_print(cli->lines, "  %.3f of SSIM lost (root mean square): %s\n", loss, best);
    cli_print(
        cli->lines,
        "  counted: loads of vertices and matrices, triangles; not counted: materials, clipping, sound, the "
        "rasteriser\n");
}

void cli_plan_print_frame(const cli_plan_run *run) {
    cli_run *cli = run->cli;
    cli_table table = {.cli = cli};
    bool weights = false;
    uint64_t all = 0;
    for (int i = 1; i < CLI_MAX_COLUMNS; i++) table.right[i] = true;
    for (uint32_t i = 0; i < cli->group_count; i++) weights |= run->models[i].weight != 1;
    cli_table_add(&table,
                  (const char *const[CLI_MAX_COLUMNS]){"", "drawn", "triangles", "of all", "RSP ms", "full",
                                                       "SSIM six", "near", weights ? "weight" : NULL});
    for (uint32_t i = 0; i < cli->group_count; i++) {
        const cli_plan_model *model = &run->models[i];
        if (!model->count) continue;
        add_model(&table, model);
        all += model->drawn * cli_plan_cycles(&model->points[0]);
    }
    cli_table_add(&table, (const char *const[CLI_MAX_COLUMNS]){
                              "in all", cli_text(cli, "%u x", count_draws(run)), NULL, NULL,
                              ms_text(cli, run->chosen.cost), ms_text(cli, all)});
    cli_print(cli->lines, "\n%s\n", cli_plan_frame_text(run));
    cli_table_print(&table, "  ", cli->lines);
    print_loss(run);
}

void cli_plan_print_commands(const cli_plan_run *run, const char *path) {
    cli_print(run->cli->lines, "\n");
    if (path) cli_print(run->cli->lines, "%s\n", cli_plan_command_by_file(run, path));
    for (uint32_t i = 0; i < run->cli->group_count && !path; i++)
        if (run->models[i].count) cli_print(run->cli->lines, "%s\n", cli_plan_command(run, i));
}
