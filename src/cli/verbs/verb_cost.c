/* verb_cost.c: `ferry64 cost`: what models cost on the console, as they are or after conversion
 * (docs/cost.md). */
#include "cli/verbs/verb_cost.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/cost/cost.h"
#include "cli/cost/extras.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/plan/obey.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "cli/processing/materials.h"
#include "cli/processing/pool.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/settings.h"
#include "cli/processing/work_item.h"
#include "core/base/path.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"

typedef struct cost_run {
    cli_run *cli;
    const ferry_format *target;
    json_t *models; /* NULL without --json */
    fy_t3dm_breakdown total;
    uint32_t measured, over, failed;
    const char *reason; /* of the first that failed or is over budget */
} cost_run;

/* ------------------------------------------------------------------------------------------------ as text */

static void add_row(cli_table *table, const char *name, const fy_t3dm_drawing *of) {
    cli_run *cli = table->cli;
    cli_table_add(table, (const char *const[CLI_MAX_COLUMNS]){
                             name, cli_number(cli, of->triangles), cli_number(cli, of->stored),
                             cli_number(cli, of->cost.vertices), cli_number(cli, of->floor),
                             cli_number(cli, fy_t3dm_drawing_indices(of)),
                             cli_number(cli, fy_t3dm_drawing_commands(of)),
                             cli_number(cli, of->cost.matrices), cli_number(cli, fy_t3dm_drawing_cycles(of)),
                             cli_text(cli, "%.3f", fy_t3dm_milliseconds(fy_t3dm_drawing_cycles(of)))});
}

static const char *count_objects(cli_run *cli, uint32_t count) {
    return cli_count(cli, count, "object", "objects");
}

/* Levels of detail are not drawn together: each has a line. */
static void add_sum(cli_table *table, const fy_t3dm_breakdown *breakdown, const char *in_all) {
    uint32_t last = breakdown->level_count ? breakdown->level_count - 1 : 0;
    bool several = breakdown->levels[last].object_count != breakdown->object_count;
    if (!several) add_row(table, in_all, &breakdown->levels[last].drawing);
    for (uint32_t i = 0; several && i <= last; i++)
        add_row(table,
                cli_text(table->cli, "level %u: %s", i,
                         count_objects(table->cli, breakdown->levels[i].object_count)),
                &breakdown->levels[i].drawing);
}

/* Names stand where there are any; the row behind them is what they come to. */
static void add_objects(cli_table *table, const fy_t3dm_breakdown *breakdown, const char *in_all) {
    for (uint32_t i = 0; breakdown->objects && i < breakdown->object_count; i++)
        add_row(table,
                *breakdown->objects[i].name ? breakdown->objects[i].name
                                            : cli_text(table->cli, "object %u", i),
                &breakdown->objects[i].drawing);
    add_sum(table, breakdown, in_all);
}

static cli_table open_table(cli_run *cli) {
    cli_table table = {.cli = cli};
    for (int i = 1; i < CLI_MAX_COLUMNS; i++) table.right[i] = true;
    cli_table_add(&table,
                  (const char *const[CLI_MAX_COLUMNS]){"", "triangles", "stored", "loaded", "floor",
                                                       "indices", "commands", "matrices", "cycles", "ms"});
    return table;
}

/* Each file's objects and its own line, then all of them. */
static void print_files(const cli_cost *cost, cli_run *cli) {
    cli_table table = open_table(cli);
    bool several = cost->file_count > 1;
    for (uint32_t i = 0; i < cost->file_count; i++) {
        const cli_cost_file *file = &cost->files[i];
        const char *objects = count_objects(cli, file->breakdown.object_count);
        add_objects(&table, &file->breakdown,
                    several ? cli_text(cli, "%s: %s", file->name, objects) : objects);
    }
    if (several)
        add_sum(&table, &cost->breakdown,
                cli_text(cli, "%s of %u files", count_objects(cli, cost->breakdown.object_count),
                         cost->file_count));
    cli_table_print(&table, "  ", cli->lines);
}

static void print_rest(cli_run *cli, const fy_t3dm_breakdown *breakdown) {
    const fy_t3dm_memory *memory = &breakdown->memory;
    cli_print(cli->lines, "  state    %s, %s, %s\n",
              cli_count(cli, breakdown->materials, "material", "materials"),
              cli_count(cli, breakdown->material_switches, "switch", "switches"),
              cli_count(cli, breakdown->texture_uploads, "texture upload", "texture uploads"));
    if (breakdown->animations)
        cli_print(cli->lines, "  streams  %s of %s%s\n",
                  cli_count(cli, breakdown->stream_bytes, "byte", "bytes"),
                  cli_count(cli, breakdown->animations, "animation", "animations"),
                  breakdown->streams_missing ? cli_text(cli, ", %s not beside the model",
                                                        cli_number(cli, breakdown->streams_missing))
                                             : "");
    if (breakdown->cpu.instructions)
        cli_print(cli->lines, "  CPU      about %s instructions, %.3f ms a frame for the tracks%s\n",
                  cli_number(cli, breakdown->cpu.instructions),
                  fy_t3dm_cpu_milliseconds(breakdown->cpu.cycles),
                  breakdown->cpu.clip ? cli_text(cli, " of \"%s\"", breakdown->cpu.clip) : "");
    cli_print(cli->lines, "  RDRAM    %s: model %s, skeleton %s, animations %s, textures %s%s\n",
              cli_count(cli, fy_t3dm_memory_sum(memory), "byte", "bytes"), cli_number(cli, memory->model),
              cli_number(cli, memory->skeleton), cli_number(cli, memory->animations),
              cli_number(cli, memory->textures),
              memory->textures_unknown
                  ? cli_text(cli, " and %s of unknown size", cli_number(cli, memory->textures_unknown))
                  : "");
}

static void print_model(cli_session *session, const cli_cost *cost, bool converted) {
    cli_run *cli = session->cli;
    cli_print(cli->lines, "%s: layout %s%s\n", session->name, cost->breakdown.layout,
              converted ? ", after conversion" : "");
    print_files(cost, cli);
    print_rest(cli, &cost->breakdown);
}

static void print_total(const cost_run *run) {
    cli_print(run->cli->lines, "\n%s in all\n", cli_count(run->cli, run->measured, "model", "models"));
    cli_table table = open_table(run->cli);
    add_row(&table, count_objects(run->cli, run->total.object_count), &run->total.total);
    cli_table_print(&table, "  ", run->cli->lines);
    print_rest(run->cli, &run->total);
}

/* ---------------------------------------------------------------------------------------------- one model */

static json_t *model_json(const cli_session *session, const cli_cost *cost, bool converted,
                          const char *over) {
    json_t *object = json_object();
    json_object_set_new(object, "input", cli_record_text(session->name));
    json_object_set_new(object, "layout", json_string(cost->breakdown.layout));
    json_object_set_new(object, "converted", json_boolean(converted));
    json_object_set_new(object, "objects", cli_cost_objects_json(cost));
    json_object_set_new(object, "files", cli_cost_files_json(cost));
    json_object_set_new(object, "total", cli_cost_total_json(&cost->breakdown));
    json_object_set_new(object, "over", over ? cli_record_text(over) : json_null());
    return object;
}

/* The result: the cost breakdown, whose names are left out; as properties what --json prints and what was
 * above the budget. */
static void report_cost(const cost_run *run, cli_session *session, const cli_cost *cost, bool converted,
                        cli_result *result) {
    cli_run *cli = run->cli;
    const fy_t3dm_breakdown *breakdown = &cost->breakdown;
    const char *over = cli_over_budget(session, breakdown);
    session->status = "measured";
    if (cli->record) session->record = json_pack("{so}", "cost", cli_cost_total_json(breakdown));
    result->summary = json_object();
    if (over) json_object_set_new(result->summary, "over", cli_record_text(over));
    if (run->models) {
        json_object_set_new(result->summary, "model", model_json(session, cost, converted, over));
    } else {
        cli_begin_text(cli);
        print_model(session, cost, converted);
    }
    result->bytes = malloc(sizeof *breakdown);
    if (!result->bytes) return;
    fy_t3dm_breakdown plain = *breakdown;
    plain.objects = NULL; /* of another process */
    plain.layout = plain.cpu.clip = NULL;
    memcpy(result->bytes, &plain, result->size = sizeof plain);
}

static void add_model_cost(cli_run *cli, uint32_t group, void *user, const cli_result *result) {
    cost_run *run = user;
    fy_t3dm_breakdown breakdown;
    const char *name = cli_input_name(cli, cli_group_model(cli, &cli->groups[group]));
    const char *over = json_string_value(json_object_get(result->summary, "over"));
    const char *error = cli->groups[group].death
                            ? cli->groups[group].death
                            : json_string_value(json_object_get(result->summary, "error"));
    if ((over || error) && !run->reason) run->reason = cli_text(cli, "%s: %s", name, over ? over : error);
    run->over += over != NULL;
    run->failed += error != NULL;
    if (result->size != sizeof breakdown) return;
    memcpy(&breakdown, result->bytes, sizeof breakdown);
    run->measured++;
    fy_t3dm_breakdown_add(&run->total, &breakdown);
    if (run->models) json_array_append(run->models, json_object_get(result->summary, "model"));
}

/* A T3DM file as it lies there. */
static bool measure_file(const cost_run *run, cli_session *session, cli_result *result) {
    cli_run *cli = run->cli;
    ferry_recognised found;
    ferry_bytes bytes;
    cli_cost_file file = {0};
    cli_input *input = cli_group_model(cli, session->group);
    if (!cli_read(cli, input, session->job, &session->buffers[0], &bytes) ||
        !ferry_recognise(session->job, &(ferry_input){cli_input_library_name(cli, input), bytes}, &found))
        return false;
    ferry_window window = ferry_window_open(session->job, found.name, found.bytes);
    session->scene = fy_scene_open(session->job);
    if (!session->scene || !fy_t3dm_measure(session->job, &window, session->scene, &file.breakdown))
        return false;
    file.name = fy_path_base(session->name);
    report_cost(run, session, &(cli_cost){.files = &file, .file_count = 1, .breakdown = file.breakdown},
                false, result);
    return true;
}

/* A cli_maker. */
static bool make_files(void *user, cli_session *session, ferry_file_list *files, cli_cost *cost) {
    const cost_run *run = user;
    cli_tell_plan(session);
    return cli_session_load(session) && cli_session_make(session, run->target, files) &&
           cli_measure_files(session, files, cost);
}

/* --to, or a setting of the target: the file that would be written is asked about. */
static bool wants_conversion(const cost_run *run) {
    const cli_request *request = &run->cli->request;
    const char *name = run->target->name;
    bool wanted = request->to != NULL || request->fit || request->plan;
    for (size_t i = 0; i < request->settings.count && !wanted; i++) {
        const char *key = request->settings.data[i].key;
        wanted = strncmp(key, name, strlen(name)) == 0 && key[strlen(name)] == '.';
    }
    return wanted;
}

static bool is_measured_as_it_lies(const cost_run *run, const cli_group *group) {
    const cli_input *model = cli_group_model(run->cli, group);
    return model->format && strcmp(model->format, run->target->name) == 0 && group->count == 1 &&
           !wants_conversion(run);
}

static json_t *error_json(const char *error) {
    return json_pack("{so}", "error", cli_record_text(error));
}

/* Without a cost breakdown the result is what went wrong. */
static void close_session(cli_session *session, bool measured, cli_result *result) {
    const char *error = measured ? NULL : cli_first_error(session);
    if (!measured) result->summary = error_json(error ? error : "out of memory");
    cli_session_close(session);
}

static void measure_as_it_lies(const cost_run *run, const cli_group *group, cli_result *result) {
    cli_session session;
    if (!cli_session_open(run->cli, group, NULL, &session)) return;
    close_session(&session, measure_file(run, &session, result), result);
}

static void measure_conversion(cost_run *run, const cli_group *group, cli_result *result) {
    cli_run *cli = run->cli;
    cli_setting_list settings = {0};
    cli_fitted fitted = {NULL, NULL, NULL};
    cli_made made;
    cli_obey_plan(cli, group, &settings);
    const char *path =
        cli_text(cli, "%s.%s", cli_input_stem(cli, cli_group_model(cli, group)), run->target->name);
    const cli_probing probing = {cli, group, run->target, path, &settings};
    if (cli->request.fit) fitted = cli_fit(&probing);
    cli_make_limited(&probing, &fitted, make_files, run, &made);
    if (made.made) report_cost(run, &made.session, &made.cost, true, result);
    cli_cost_close(&made.cost);
    if (made.open)
        close_session(&made.session, made.made, result);
    else
        result->summary = error_json("out of memory");
}

static void measure_group(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    cost_run *run = user;
    const cli_group *group = &cli->groups[number];
    if (is_measured_as_it_lies(run, group))
        measure_as_it_lies(run, group, result);
    else
        measure_conversion(run, group, result);
}

/* ----------------------------------------------------------------------------------------------- the verb */

static const char *verdict_of(const cost_run *run) {
    if (run->failed) return "failed";
    if (run->over) return "over budget";
    return run->cli->budget.any ? "within budget" : "measured";
}

static json_t *as_json(cost_run *run) {
    cli_run *cli = run->cli;
    json_t *object = cli_document("cost");
    json_object_set_new(object, "verb", json_string("cost"));
    json_object_set_new(object, "models", run->models);
    json_object_set_new(object, "total", cli_cost_total_json(&run->total));
    json_object_set_new(object, "budget", cli_budget_json(cli));
    json_object_set_new(object, "verdict", json_string(verdict_of(run)));
    json_object_set_new(
        object, "reason",
        cli_record_text(run->reason       ? run->reason
                        : cli->budget.any ? cli_text(cli, "%s within the budget",
                                                     cli_count(cli, run->measured, "model is", "models are"))
                                          : "no budget was given"));
    return object;
}

void cli_verb_cost(cli_run *cli) {
    cost_run run = {.cli = cli, .target = cli_target(cli)};
    if (!run.target || !cli_lend_options(cli, run.target) || !cli_can_measure(cli, run.target) ||
        !cli_read_materials(cli, run.target) || !cli_read_plan(cli) || !cli_find_groups(cli) ||
        !cli_check_lods_as(cli))
        return;
    if (cli->request.json) run.models = json_array();
    cli_process_groups(
        cli,
        &(cli_work){
            .one = measure_group, .take = add_model_cost, .user = &run, .target = run.target, .apart = true});
    if (run.models)
        cli_print_json(cli, as_json(&run));
    else if (run.measured > 1)
        print_total(&run);
    cli_tell_unused_rules(cli);
}
