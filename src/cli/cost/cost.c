/* cost.c: what T3DM files cost, and whether that is within --budget: for `cost` and `convert`. */
#include "cli/cost/cost.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/print/json.h"
#include "cli/print/say.h"
#include "cli/processing/session.h"
#include "core/base/path.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* ----------------------------------------------------------------------------------------------- measures */

static uint64_t count_triangles(const fy_t3dm_breakdown *breakdown) {
    return breakdown->total.triangles;
}

static uint64_t count_vertices(const fy_t3dm_breakdown *breakdown) {
    return breakdown->total.cost.vertices;
}

static uint64_t count_commands(const fy_t3dm_breakdown *breakdown) {
    return fy_t3dm_drawing_commands(&breakdown->total);
}

static uint64_t count_uploads(const fy_t3dm_breakdown *breakdown) {
    return breakdown->texture_uploads;
}

static uint64_t count_file_bytes(const fy_t3dm_breakdown *breakdown) {
    return breakdown->memory.model;
}

static uint64_t count_rdram(const fy_t3dm_breakdown *breakdown) {
    return fy_t3dm_memory_sum(&breakdown->memory);
}

static uint64_t count_cycles(const fy_t3dm_breakdown *breakdown) {
    return fy_t3dm_drawing_cycles(&breakdown->total);
}

/* What --budget can limit. */
static const struct {
    const char *key, *unit;
    uint64_t (*of)(const fy_t3dm_breakdown *breakdown);
} measures[CLI_BUDGET_KEYS] = {
    {"tris", "triangles", count_triangles},
    {"verts", "vertices loaded", count_vertices},
    {"commands", "load and draw commands", count_commands},
    {"uploads", "texture uploads", count_uploads},
    {"bytes", "bytes of file", count_file_bytes},
    {"rdram", "bytes of memory", count_rdram},
    {"rsp", "RSP cycles", count_cycles},
};

/* ------------------------------------------------------------------------------------------------- budget */

static int find_measure(const char *key, size_t length) {
    for (int i = 0; i < CLI_BUDGET_KEYS; i++)
        if (strlen(measures[i].key) == length && strncmp(measures[i].key, key, length) == 0) return i;
    return -1;
}

static const char *known_keys(cli_run *cli) {
    const char *list = "";
    for (int i = 0; i < CLI_BUDGET_KEYS; i++)
        list = cli_text(cli, "%s%s%s", list, i ? ", " : "", measures[i].key);
    return list;
}

/* Digits, with K, M or G behind them: times 1,024 for bytes, times 1,000 for all that is counted. */
static bool read_limit(int measure, const char *text, size_t length, uint64_t *limit) {
    static const char letters[] = "KMG";
    uint64_t factor = strstr(measures[measure].unit, "bytes") ? 1024 : 1000;
    size_t at = 0;
    *limit = 0;
    for (; at < length && text[at] >= '0' && text[at] <= '9'; at++) {
        if (*limit > (UINT64_MAX - 9) / 10) return false;
        *limit = *limit * 10 + (uint64_t)(text[at] - '0');
    }
    if (!at) return false;
    int letter = at < length ? text[at] & ~0x20 : 0;
    const char *unit = letter ? strchr(letters, letter) : NULL; /* a blank has nothing but the small bit */
    for (const char *step = letters; unit && step <= unit; step++) {
        if (*limit > UINT64_MAX / factor) return false;
        *limit *= factor;
    }
    return at + (unit != NULL) == length;
}

static bool read_item(cli_run *cli, const char *item, size_t length) {
    cli_budget *budget = &cli->budget;
    const char *equals = memchr(item, '=', length);
    size_t name = equals ? (size_t)(equals - item) : length;
    int measure = find_measure(item, name);
    if (measure < 0)
        return cli_wrong(cli, "--budget: unknown key `%.*s`; known keys: %s", (int)name, item,
                         known_keys(cli));
    if (!equals || !read_limit(measure, equals + 1, length - name - 1, &budget->limits[measure]))
        return cli_wrong(cli, "--budget: %s needs a whole number such as %s=2000 or %s=40K, not `%.*s`",
                         measures[measure].key, measures[measure].key, measures[measure].key, (int)length,
                         item);
    if (budget->limited[measure]) return cli_wrong(cli, "--budget: %s is given twice", measures[measure].key);
    budget->limited[measure] = budget->any = true;
    return true;
}

bool cli_read_budget(cli_run *cli) {
    const char *text = cli->request.budget;
    if (!text) return !cli->request.fit || cli_wrong(cli, "--fit needs a --budget to fit into");
    for (;; text++) {
        size_t length = strcspn(text, ",");
        if (!read_item(cli, text, length)) return false;
        text += length;
        if (!*text) return true;
    }
}

/* "tris: 1,178 triangles, 178 above the 1,000 allowed" */
static const char *excess_text(cli_run *cli, int measure, uint64_t found) {
    uint64_t limit = cli->budget.limits[measure];
    return cli_text(cli, "%s: %s %s, %s above the %s allowed", measures[measure].key, cli_number(cli, found),
                    measures[measure].unit, cli_number(cli, found - limit), cli_number(cli, limit));
}

const char *cli_over_budget(cli_session *session, const fy_t3dm_breakdown *breakdown) {
    cli_run *cli = session->cli;
    const char *reason = NULL;
    for (int i = 0; i < CLI_BUDGET_KEYS; i++) {
        uint64_t found = measures[i].of(breakdown);
        if (!cli->budget.limited[i] || found <= cli->budget.limits[i]) continue;
        const char *text = excess_text(cli, i, found);
        ferry_say(session->job, FERRY_ERROR, "cost.over-budget", session->name, "", "over budget: %s", text);
        reason = reason ? cli_text(cli, "%s; %s", reason, text) : text;
    }
    uint32_t unknown = breakdown->memory.textures_unknown;
    if (cli->budget.limited[find_measure("rdram", 5)] && unknown)
        ferry_say(session->job, FERRY_WARNING, "cost.sprites-unknown", session->name, "",
                  "memory excludes %s beside the model, and %s",
                  cli_count(cli, unknown, "sprite, which is not", "sprites, which are not"),
                  unknown == 1 ? "whose name does not tell its format"
                               : "whose names do not tell their formats");
    return reason;
}

double cli_budget_share(cli_run *cli, const fy_t3dm_breakdown *breakdown, const char **most) {
    double greatest = -1;
    for (int i = 0; i < CLI_BUDGET_KEYS; i++) {
        if (!cli->budget.limited[i]) continue;
        uint64_t found = measures[i].of(breakdown), limit = cli->budget.limits[i];
        double share = limit ? (double)found / (double)limit : found ? (double)UINT32_MAX : 0;
        if (share <= greatest) continue;
        greatest = share;
        *most = cli_text(cli, "%s: %s of %s %s", measures[i].key, cli_number(cli, found),
                         cli_number(cli, limit), measures[i].unit);
    }
    return greatest;
}

/* ---------------------------------------------------------------------------------------------- measuring */

bool cli_can_measure(cli_run *cli, const ferry_format *target) {
    if (strcmp(target->name, "t3dm") == 0) return true;
    return cli_wrong(cli, "cannot measure the cost of format `%s`, only of t3dm", target->name);
}

static bool measure_each_file(cli_session *session, const ferry_file_list *files, cli_cost *cost) {
    uint32_t count = cli_count_model_files(ferry_find_format(session->job, "t3dm"), files);
    *cost = (cli_cost){.job = cli_open_session_job(session, NULL)};
    cost->scene = cost->job ? fy_scene_open(cost->job) : NULL;
    cost->files = cost->scene ? ferry_new(cost->job, cli_cost_file, count) : NULL;
    if (!cost->files) return false;
    for (; cost->file_count < count; cost->file_count++) {
        const ferry_file *file = &files->data[cost->file_count];
        cli_cost_file *to = &cost->files[cost->file_count];
        ferry_window window = ferry_window_open(cost->job, file->name, file->bytes);
        to->name = fy_path_base(file->name);
        if (!fy_t3dm_measure(cost->job, &window, cost->scene, &to->breakdown) || ferry_failed(cost->job))
            return false;
        fy_t3dm_breakdown_add(&cost->breakdown, &to->breakdown);
    }
    cost->breakdown.layout = cost->files->breakdown.layout;
    if (count == 1) cost->breakdown.cpu.clip = cost->files->breakdown.cpu.clip;
    return true;
}

bool cli_measure_files(cli_session *session, const ferry_file_list *files, cli_cost *cost) {
    session->made = files;
    bool done = measure_each_file(session, files, cost);
    session->made = NULL;
    const ferry_report *report = cost->job ? ferry_job_report(cost->job) : NULL;
    for (uint32_t i = 0; report && i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR)
            ferry_say(session->job, FERRY_ERROR, report->data[i].code, session->name, report->data[i].path,
                      "its conversion cannot be measured: %s", report->data[i].text);
    if (!done && !ferry_failed(session->job))
        ferry_say(session->job, FERRY_ERROR, "cost.memory", session->name, "",
                  "out of memory while "
                  "measuring it");
    return done;
}

void cli_cost_close(cli_cost *cost) {
    ferry_scene_free(cost->scene);
    if (cost->job) ferry_close(cost->job);
    *cost = (cli_cost){0};
}

/* ------------------------------------------------------------------------------------------------ as JSON */

static void set_number(json_t *object, const char *key, uint64_t value) {
    json_object_set_new(object, key, json_integer((json_int_t)value));
}

static void set_drawing(json_t *object, const fy_t3dm_drawing *drawing) {
    set_number(object, "triangles", drawing->triangles);
    set_number(object, "vertices_stored", drawing->stored);
    set_number(object, "vertices_loaded", drawing->cost.vertices);
    set_number(object, "floor", drawing->floor);
    set_number(object, "indices", fy_t3dm_drawing_indices(drawing));
    set_number(object, "parts", drawing->parts);
    set_number(object, "commands", fy_t3dm_drawing_commands(drawing));
    set_number(object, "matrices", drawing->cost.matrices);
    set_number(object, "cycles", fy_t3dm_drawing_cycles(drawing));
    json_object_set_new(object, "milliseconds",
                        json_real(fy_t3dm_milliseconds(fy_t3dm_drawing_cycles(drawing))));
}

static json_t *memory_json(const fy_t3dm_memory *memory) {
    json_t *object = json_object();
    set_number(object, "all", fy_t3dm_memory_sum(memory));
    set_number(object, "model", memory->model);
    set_number(object, "skeleton", memory->skeleton);
    set_number(object, "animations", memory->animations);
    set_number(object, "textures", memory->textures);
    set_number(object, "textures_unknown", memory->textures_unknown);
    return object;
}

static json_t *cpu_json(const fy_t3dm_cpu *cpu) {
    if (!cpu->instructions) return json_null();
    json_t *object = json_object();
    json_object_set_new(object, "clip", cpu->clip ? cli_record_text(cpu->clip) : json_null());
    set_number(object, "instructions", cpu->instructions);
    json_object_set_new(object, "milliseconds", json_real(fy_t3dm_cpu_milliseconds(cpu->cycles)));
    return object;
}

/* Of each level of detail, the finest first. */
static json_t *levels_json(const fy_t3dm_breakdown *breakdown) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < breakdown->level_count; i++) {
        json_t *object = json_object();
        set_number(object, "objects", breakdown->levels[i].object_count);
        set_drawing(object, &breakdown->levels[i].drawing);
        json_array_append_new(list, object);
    }
    return list;
}

json_t *cli_cost_total_json(const fy_t3dm_breakdown *breakdown) {
    json_t *object = json_object();
    set_number(object, "bytes", breakdown->memory.model);
    set_number(object, "objects", breakdown->object_count);
    set_drawing(object, &breakdown->total);
    set_number(object, "materials", breakdown->materials);
    set_number(object, "material_switches", breakdown->material_switches);
    set_number(object, "texture_uploads", breakdown->texture_uploads);
    set_number(object, "animations", breakdown->animations);
    set_number(object, "stream_bytes", breakdown->stream_bytes);
    set_number(object, "streams_missing", breakdown->streams_missing);
    json_object_set_new(object, "cpu", cpu_json(&breakdown->cpu));
    json_object_set_new(object, "rdram", memory_json(&breakdown->memory));
    if (breakdown->level_count > 1) json_object_set_new(object, "lods", levels_json(breakdown));
    return object;
}

static void add_objects(json_t *list, const fy_t3dm_breakdown *breakdown) {
    for (uint32_t i = 0; i < breakdown->object_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(breakdown->objects[i].name));
        json_object_set_new(object, "material", cli_record_text(breakdown->objects[i].material));
        if (breakdown->level_count > 1) set_number(object, "lod", breakdown->objects[i].level);
        set_drawing(object, &breakdown->objects[i].drawing);
        json_array_append_new(list, object);
    }
}

json_t *cli_cost_objects_json(const cli_cost *cost) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < cost->file_count; i++) add_objects(list, &cost->files[i].breakdown);
    return list;
}

json_t *cli_cost_files_json(const cli_cost *cost) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < cost->file_count; i++) {
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(cost->files[i].name));
        json_object_set_new(object, "total", cli_cost_total_json(&cost->files[i].breakdown));
        json_array_append_new(list, object);
    }
    return list;
}

json_t *cli_budget_json(const cli_run *cli) {
    if (!cli->budget.any) return json_null();
    json_t *object = json_object();
    for (int i = 0; i < CLI_BUDGET_KEYS; i++)
        if (cli->budget.limited[i]) set_number(object, measures[i].key, cli->budget.limits[i]);
    return object;
}
