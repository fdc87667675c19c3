/* verb_convert.c: `ferry64 convert`: writes the files of each model. */
#include "cli/verbs/verb_convert.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/setting_list.h"
#include "cli/base/user_settings.h"
#include "cli/cost/cost.h"
#include "cli/cost/extras.h"
#include "cli/cost/fit.h"
#include "cli/cost/probe.h"
#include "cli/files/depfile.h"
#include "cli/files/destination.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/files/paths.h"
#include "cli/files/store.h"
#include "cli/plan/obey.h"
#include "cli/print/json.h"
#include "cli/print/record_json.h"
#include "cli/print/say.h"
#include "cli/processing/materials.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/settings.h"
#include "cli/processing/shared_setting.h"
#include "cli/processing/work_item.h"

/* What all models of the run share. */
typedef struct convert_run {
    cli_run *cli;
    const ferry_format *target;
    const char **shared; /* by group: the number that it shares with others; NULL: it chooses its own */
    bool blocked;        /* -o names one file and an input failed: it may belong to the model */
} convert_run;

/* ----------------------------------------------------------------------------------------------- settings */

static void add_setting(const convert_run *conversion, const char *name, const char *value,
                        cli_setting_list *settings) {
    const char *key = cli_format_key(conversion->cli, conversion->target, name);
    if (key) cli_add_setting(conversion->cli, settings, key, value);
}

/* What the user said of pictures inside or beside; NULL: nothing. */
static const char *given_images(const convert_run *conversion) {
    const char *key = cli_format_key(conversion->cli, conversion->target, "images");
    const char *given = key ? cli_setting(conversion->cli, key) : NULL;
    return given && strcmp(given, "auto") != 0 ? given : NULL;
}

static cli_setting_list collect_settings(const convert_run *conversion, const cli_destination *destination,
                                         const char *shared) {
    cli_setting_list settings = {0};
    if (shared) cli_add_setting(conversion->cli, &settings, conversion->target->agreed_setting, shared);
    add_setting(conversion, "texture-dir", destination->texture_dir, &settings);
    add_setting(conversion, "texture-uri-prefix", destination->texture_link, &settings);
    if (conversion->cli->request.textures && !given_images(conversion)) /* a folder is for files */
        add_setting(conversion, "images", "beside", &settings);
    add_setting(conversion, "rom-dir", destination->rom_dir ? destination->rom_dir : "", &settings);
    add_setting(conversion, "stream-dir", destination->stream_dir, &settings);
    return settings;
}

/* ---------------------------------------------------------------------------------------------- one model */

/* "; 4 clips need ...": what a game has to have so that all of the file shows; "": nothing. */
static const char *needs_text(const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.needs-tracks-header") == 0)
            return cli_text(session->cli, "; %s", report->data[i].text);
    return "";
}

/* "; link is taken by link.bmd": why the main file is not named after its input; "": it is. */
static const char *why_renamed(const cli_session *session) {
    const cli_input *model = cli_group_model(session->cli, session->group);
    return model->renamed ? cli_text(session->cli, "; %s", model->renamed) : "";
}

/* "(from link.arc, base-scale 64)": where the main file came from, and the number that it chose or was
 * given. */
static const char *remark_text(const convert_run *conversion, cli_session *session) {
    cli_run *cli = conversion->cli;
    const ferry_format *target = conversion->target;
    double value;
    if (!target->shared_setting || !target->agreed_setting)
        return cli_text(cli, "(from %s%s%s)", session->name, why_renamed(session), needs_text(session));
    const char *given = ferry_setting_text(session->job, target->agreed_setting);
    if (isnan(ferry_setting_number(session->job, target->agreed_setting)) &&
        cli_session_agreed(session, target, &value))
        given = cli_text(cli, "%.9g", value);
    const char *dot = strchr(target->agreed_setting, '.');
    if (cli->record) {
        if (!session->record) session->record = json_object();
        json_object_set_new(session->record, "settings", json_pack("{ss}", target->agreed_setting, given));
    }
    return cli_text(cli, "(from %s, %s %s%s%s)", session->name, dot ? dot + 1 : target->agreed_setting, given,
                    why_renamed(session), needs_text(session));
}

/* What takes one file and has no folder around it; NULL: the model goes to a file. */
static const char *name_stream(const cli_destination *destination) {
    return destination->to_stdout ? "standard output" : destination->device;
}

/* A stream takes one file: a model that became several needs a place on disk. */
static bool fits_stream(cli_session *session, const convert_run *conversion,
                        const cli_destination *destination, const ferry_file_list *files) {
    uint32_t count = cli_count_model_files(conversion->target, files);
    const char *stream = name_stream(destination);
    if (!stream || count == 1) return true;
    ferry_say(session->job, FERRY_ERROR, "cli.several-files", session->name, "",
              "it becomes %" PRIu32 " files of format %s, but %s takes only one; "
              "use -o FILE for the first, or --output-dir FOLDER",
              count, conversion->target->name, stream);
    return false;
}

/* Drops what cannot be written because the model goes to a stream and the rest has no place. */
static void drop_homeless(cli_session *session, const cli_destination *destination, ferry_file_list *files) {
    const char *stream = name_stream(destination);
    if (!stream || session->cli->request.textures || files->count < 2) return;
    ferry_say(session->job, FERRY_LOSS, "cli.textures-not-written", session->name, "",
              "%s not written, because the model goes to %s; use --textures FOLDER",
              cli_count(session->cli, files->count - 1, "further file is", "further files are"), stream);
    files->count = 1;
}

/* Writes the main file to where the model goes, and the rest beside it. */
static bool put_files(cli_session *session, const cli_destination *destination, ferry_file_list *files) {
    uint32_t first = destination->to_stdout;
    return cli_store(session->cli, session->job, session->name, files->data + first, files->count - first,
                     destination->make_folders) &&
           (!destination->to_stdout || cli_put_stdout(session->job, files->data[0].bytes));
}

static void note_cost(cli_session *session, const cli_cost *cost, const char *over) {
    cli_run *cli = session->cli;
    if (!cli->record) return;
    if (!session->record) session->record = json_object();
    json_object_set_new(session->record, "cost", cli_cost_total_json(&cost->breakdown));
    json_object_set_new(session->record, "budget", cli_budget_json(cli));
    json_object_set_new(session->record, "verdict", json_string(over ? "over budget" : "within budget"));
    json_object_set_new(session->record, "reason", over ? cli_record_text(over) : json_null());
}

static void write_model(const convert_run *conversion, cli_session *session,
                        const cli_destination *destination, ferry_file_list files) {
    if (destination->device) files.data[0].name = destination->device;
    drop_homeless(session, destination, &files);
    const char *main_remark = remark_text(conversion, session);
    if (cli_is_refused(session)) {
        session->status = "strict";
        return;
    }
    uint32_t count = files.count;
    if (!cli_note_depends(session, &files) || !put_files(session, destination, &files)) return;
    session->status = "converted";
    cli_session_print(session);
    for (uint32_t i = 0; i < count; i++) {
        ferry_file file = files.data[i];
        if (i == 0 && destination->to_stdout) file.name = "-";
        cli_tell_written(session, &file, i == 0 ? main_remark : "");
    }
}

static void set_counts(cli_session *session, const char *key) {
    if (!session->cli->record) return;
    if (!session->record) session->record = json_object();
    json_object_set_new(session->record, key, cli_record_counts(session->scene));
}

/* Reasons that are known before anything is read. */
static bool refuse_early(const convert_run *conversion, cli_session *session,
                         const cli_destination *destination) {
    cli_run *cli = conversion->cli;
    const cli_group *group = session->group;
    bool uses_rom = cli_format_key(cli, conversion->target, "rom-dir");
    if (group->failed) return false; /* reading it tells why */
    if (conversion->blocked)
        ferry_say(session->job, FERRY_ERROR, "cli.blocked", session->name, "",
                  "not converted: another input, which may apply to it, failed");
    else if (uses_rom && destination->problem)
        ferry_say(session->job, FERRY_ERROR, "cli.rom-root", session->name, "", "%s", destination->problem);
    return ferry_failed(session->job);
}

/* One model of the run. */
typedef struct convert_one {
    const convert_run *conversion;
    const cli_destination *destination;
} convert_one;

/* A cli_maker. Without --budget nothing is measured. */
static bool make_files(void *user, cli_session *session, ferry_file_list *files, cli_cost *cost) {
    const convert_run *conversion = ((const convert_one *)user)->conversion;
    const cli_destination *destination = ((const convert_one *)user)->destination;
    cli_tell_plan(session);
    if (refuse_early(conversion, session, destination) || !cli_session_load(session)) return false;
    set_counts(session, "source");
    if (!ferry_prepare(session->job, session->scene, conversion->target->name, NULL)) return false;
    set_counts(session, "target");
    if (!ferry_save(session->job, session->scene, conversion->target->name, destination->path, files) ||
        !files->count)
        return false;
    return !conversion->cli->budget.any || cli_measure_files(session, files, cost);
}

static void convert_limited(const convert_run *conversion, const cli_probing *p, const cli_fitted *fitted,
                            const cli_destination *destination) {
    cli_made made;
    cli_make_limited(p, fitted, make_files, &(convert_one){conversion, destination}, &made);
    if (!made.open) return;
    bool writes = made.made && fits_stream(&made.session, conversion, destination, &made.files);
    if (writes && p->cli->budget.any) {
        const char *over = cli_over_budget(&made.session, &made.cost.breakdown);
        note_cost(&made.session, &made.cost, over);
        writes = !over;
    }
    cli_cost_close(&made.cost);
    if (writes) write_model(conversion, &made.session, destination, made.files);
    cli_session_close(&made.session);
}

static void convert_group(cli_run *cli, uint32_t number, void *user, cli_result *result) {
    const convert_run *conversion = user;
    const cli_group *group = &cli->groups[number];
    (void)result;
    cli_destination destination = cli_find_destination(cli, cli_group_model(cli, group), conversion->target);
    cli_setting_list settings = collect_settings(conversion, &destination, conversion->shared[number]);
    cli_fitted fitted = {NULL, NULL, NULL};
    cli_obey_plan(cli, group, &settings);
    const cli_probing probing = {cli, group, conversion->target, destination.path, &settings};
    if (cli->request.fit && !conversion->blocked) fitted = cli_fit(&probing);
    convert_limited(conversion, &probing, &fitted, &destination);
}

static void find_places(cli_run *cli, uint32_t group, void *user, const char *folders[CLI_PLACES]) {
    const convert_run *conversion = user;
    cli_destination to =
        cli_find_destination(cli, cli_group_model(cli, &cli->groups[group]), conversion->target);
    folders[0] = cli_path_folder(cli, to.path);
    folders[1] = to.texture_dir;
}

/* ----------------------------------------------------------------------------------------------- the verb */

typedef struct main_file {
    const char *path; /* absolute */
    uint32_t group;
} main_file;

static int compare_files(const void *a, const void *b) {
    const main_file *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : (x->group > y->group) - (x->group < y->group);
}

static bool is_same_input(const cli_input *a, const cli_input *b) {
    return strcmp(a->path, b->path) == 0 &&
           strcmp(a->member ? a->member : "", b->member ? b->member : "") == 0;
}

/* Two models under one name are told before anything is written. */
static bool check_names(const convert_run *conversion) {
    cli_run *cli = conversion->cli;
    main_file *files = ferry_new(cli->arena, main_file, cli->group_count);
    if (!files) return cli->group_count == 0 || cli_wrong(cli, "out of memory");
    for (uint32_t i = 0; i < cli->group_count; i++) {
        cli_destination to =
            cli_find_destination(cli, cli_group_model(cli, &cli->groups[i]), conversion->target);
        files[i] = (main_file){cli_path_absolute(cli, to.path), i};
    }
    qsort(files, cli->group_count, sizeof *files, compare_files);
    for (uint32_t i = 1; i < cli->group_count; i++) {
        const cli_input *a = cli_group_model(cli, &cli->groups[files[i - 1].group]);
        const cli_input *b = cli_group_model(cli, &cli->groups[files[i].group]);
        if (strcmp(files[i - 1].path, files[i].path) == 0 && !is_same_input(a, b))
            return cli_wrong(cli, "%s and %s would both become %s; give each its own output folder",
                             cli_input_name(cli, a), cli_input_name(cli, b),
                             cli_find_destination(cli, b, conversion->target).path);
    }
    return true;
}

/* --textures and --rom-root need a target that they mean something to. */
static bool check_folders(const convert_run *conversion) {
    cli_run *cli = conversion->cli;
    const ferry_format *target = conversion->target;
    const bool textures = cli->request.textures != NULL;
    if (textures && !cli_format_key(cli, target, "texture-dir"))
        return cli_wrong(cli, "--textures: format `%s` writes no texture files", target->name);
    if (cli->request.rom_root && !cli_format_key(cli, target, "rom-dir"))
        return cli_wrong(cli, "--rom-root has no effect on format `%s`", target->name);
    const char *images = given_images(conversion);
    if (textures && images && strcmp(images, "embed") == 0)
        return cli_wrong(cli, "--textures: with %s=embed there are no texture files",
                         cli_format_key(cli, target, "images"));
    return true;
}

void cli_verb_convert(cli_run *cli) {
    convert_run conversion = {.cli = cli, .target = cli_target(cli)};
    if (!conversion.target || !cli_check_extension(cli, conversion.target) ||
        !cli_lend_options(cli, conversion.target) || !cli_read_materials(cli, conversion.target) ||
        !cli_read_plan(cli) || !cli_find_groups(cli) || !cli_check_lods_as(cli))
        return;
    if (cli->budget.any && !cli_can_measure(cli, conversion.target)) return;
    if (!check_folders(&conversion)) return;
    uint32_t failed = 0;
    for (uint32_t i = 0; i < cli->group_count; i++) failed += cli->groups[i].failed;
    if (!cli_check_destination(cli, cli->group_count - failed)) return;
    if (!cli_output_is_file(cli) && !check_names(&conversion)) return;
    conversion.blocked = failed && cli_output_is_file(cli);
    if (!cli_share_setting(cli, conversion.target, &conversion.shared)) return;
    cli_process_groups(cli, &(cli_work){.one = convert_group,
                                        .user = &conversion,
                                        .target = conversion.target,
                                        .places = find_places});
    cli_tell_unused_rules(cli);
}
