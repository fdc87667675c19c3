/* plan_text.c: what `plan` prints for people: tables whose columns have one width in all of them. */
#include "cli/plan/plan_text.h"

#include <string.h>

#include "cli/base/run_state.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"

/* "   4,951": columns of several tables stand below each other. */
static const char *wide(cli_run *cli, int width, const char *text) {
    return cli_text(cli, "%*s", width, text);
}

static void add_header(cli_table *table, bool seen) {
    static const char *const names[] = {"triangles", "drawn", "RSP ms",  "bytes",   "SSIM six",
                                        "near",      "moved", "at most", "in poses"};
    static const int widths[] = {9, 7, 7, 9, 8, 6, 6, 7, 8};
    const char *cells[CLI_MAX_COLUMNS] = {wide(table->cli, 7, "")};
    for (int i = 0; i < (seen ? 9 : 4); i++) cells[i + 1] = wide(table->cli, widths[i], names[i]);
    cli_table_add(table, cells);
}

static cli_table open_table(cli_run *cli, bool seen) {
    cli_table table = {.cli = cli};
    for (int i = 0; i < CLI_MAX_COLUMNS; i++) table.right[i] = true;
    add_header(&table, seen);
    return table;
}

static const char *name_of(cli_run *cli, const cli_plan_request *request) {
    if (request->percent > 0) return cli_text(cli, "%.9g %%", request->percent);
    return request->triangles ? "" : "100 %";
}

static const char *similarity(cli_run *cli, const ferry_similarity_sum *sum) {
    return sum->pixels ? cli_text(cli, "%.3f", sum->ssim) : "-";
}

static const char *part(cli_run *cli, double of_height) {
    return cli_text(cli, "%.2f %%", 100 * of_height);
}

static void add_point(cli_table *table, const cli_plan_point *point) {
    cli_run *cli = table->cli;
    const fy_t3dm_drawing *drawing = &point->cost.total;
    const ferry_simplified *moved = &point->simplified;
    bool gone = point->has_simplified;
    cli_table_add(table, (const char *const[CLI_MAX_COLUMNS]){
                             name_of(cli, &point->request), cli_number(cli, point->triangles),
                             cli_number(cli, drawing->triangles),
                             cli_text(cli, "%.3f", fy_t3dm_milliseconds(fy_t3dm_drawing_cycles(drawing))),
                             cli_number(cli, point->cost.memory.model), similarity(cli, &point->six),
                             similarity(cli, &point->near), gone ? part(cli, moved->mean) : "-",
                             gone ? part(cli, moved->worst) : "-",
                             gone && moved->poses ? part(cli, moved->pose_mean) : "-"});
}

/* Where no fewer can be left, the rows below say the same. */
static uint32_t different_rows(const cli_plan_model *model) {
    uint32_t rows = model->count;
    while (rows > 1 && model->points[rows - 1].triangles == model->points[rows - 2].triangles) rows--;
    return rows;
}

void cli_plan_print_model(cli_run *cli, const cli_plan_model *model) {
    cli_table table = open_table(cli, true);
    uint32_t rows = different_rows(model);
    cli_print(cli->lines, "%s\n", model->name);
    for (uint32_t i = 0; i < rows; i++) add_point(&table, &model->points[i]);
    cli_table_print(&table, "  ", cli->lines);
    if (rows < model->count)
        cli_print(cli->lines, "  no fewer than %s can be left\n",
                  cli_count(cli, model->points[rows - 1].triangles, "triangle", "triangles"));
}

void cli_plan_print_sum(cli_run *cli, const cli_plan_model *models, uint32_t count, uint32_t rows) {
    cli_table table = open_table(cli, false);
    uint32_t measured = 0;
    for (uint32_t row = 0; row < rows; row++) {
        uint64_t triangles = 0, drawn = 0, cycles = 0, bytes = 0;
        const cli_plan_point *any = NULL;
        measured = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (row >= models[i].count) continue;
            any = &models[i].points[row];
            measured++;
            triangles += any->triangles;
            drawn += any->cost.total.triangles;
            cycles += fy_t3dm_drawing_cycles(&any->cost.total);
            bytes += any->cost.memory.model;
        }
        if (any)
            cli_table_add(&table,
                          (const char *const[CLI_MAX_COLUMNS]){
                              name_of(cli, &any->request), cli_number(cli, triangles), cli_number(cli, drawn),
                              cli_text(cli, "%.3f", fy_t3dm_milliseconds(cycles)), cli_number(cli, bytes)});
    }
    if (measured < 2) return;
    cli_print(cli->lines, "\n%s in all\n", cli_count(cli, measured, "model", "models"));
    cli_table_print(&table, "  ", cli->lines);
}

void cli_plan_print_legend(cli_run *cli) {
    static const char *const lines[] = {
        "RSP ms    the signal processor's time to draw it once (docs/cost.md)",
        "SSIM      how similar to the source it looks, from six sides and from nearby; 1: identical",
        "moved     distance of the surface from the source's: on average, at most, and on average over poses;",
        "          in % of the height",
    };
    cli_print(cli->lines, "\n");
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) cli_print(cli->lines, "%s\n", lines[i]);
}
