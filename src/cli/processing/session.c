/* session.c: one job of the library for one group of inputs, from opening it to its last message. */
#include "cli/processing/session.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/base/setting_list.h"
#include "cli/base/user_settings.h"
#include "cli/files/archive.h"
#include "cli/files/archives.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/paths.h"
#include "cli/files/sidecars.h"
#include "cli/print/json.h"
#include "cli/print/message.h"
#include "cli/print/print.h"
#include "cli/print/record_json.h"
#include "cli/print/say.h"
#include "cli/processing/materials.h"
#include "core/base/report.h"
#include "core/scene/left_out.h"

ferry_job *cli_open_session_job(cli_session *session, const cli_setting_list *settings) {
    ferry_options options = {
        .opened = cli_opened(session->cli, session->group),
        .sidecar = cli_read_sidecar,
        .display_name = cli_name_sidecar,
        .find = cli_find_sidecar,
        .user = session,
    };
    return cli_open_job_with(session->cli, options, settings);
}

bool cli_session_open(cli_run *cli, const cli_group *group, const cli_setting_list *settings,
                      cli_session *session) {
    *session = (cli_session){.cli = cli, .group = group, .status = "failed"};
    session->name = cli_input_name(cli, cli_group_model(cli, group));
    session->buffers = ferry_new(cli->arena, void *, group->count);
    session->job = session->buffers ? cli_open_session_job(session, settings) : NULL;
    if (session->job) return true;
    cli_print(stderr, "%s: error: out of memory\n", session->name);
    cli_remember(cli, CLI_FAILED);
    return false;
}

/* A name that had to be changed is told where it is written to. */
static void tell_name(cli_session *session) {
    const cli_input *model = cli_group_model(session->cli, session->group);
    const unsigned writing = VERB_CONVERT | VERB_DUMP | VERB_TEXTURES | VERB_RENDER;
    if (model->renamed && session->cli->request.verb->id & writing)
        ferry_say(session->job, FERRY_NOTE, "cli.renamed", session->name, "", "written as %s: %s",
                  model->stem, model->renamed);
}

/* What only adds to a model can be looked at alone, but not drawn or measured. */
static bool wants_geometry(const cli_run *cli) {
    return cli->request.verb->id & (VERB_CONVERT | VERB_RENDER | VERB_COMPARE | VERB_COST | VERB_PLAN);
}

static bool refuse_add_on(cli_session *session) {
    const ferry_format *format =
        ferry_find_format(session->cli->arena, cli_group_model(session->cli, session->group)->format);
    ferry_say(session->job, FERRY_ERROR, "cli.no-geometry", session->name, "",
              "no geometry (%s); put it after the model that it applies to%s", format->title,
              format->matches ? "" : ", or use `ferry64 textures`");
    return false;
}

bool cli_session_load(cli_session *session) {
    cli_run *cli = session->cli;
    const cli_group *group = session->group;
    ferry_input *inputs = ferry_new(session->job, ferry_input, group->count);
    bool whole = inputs != NULL;
    for (uint32_t i = 0; inputs && i < group->count; i++) { /* all are read, so that all failures are told */
        cli_input *input = &cli->inputs[group->first + i];
        inputs[i].name = cli_input_library_name(cli, input);
        whole &= cli_read(cli, input, session->job, &session->buffers[i], &inputs[i].bytes);
        cli_repeat_archive_messages(session, input);
    }
    if (whole && group->joins_alone && !group->failed && wants_geometry(cli)) return refuse_add_on(session);
    tell_name(session);
    if (whole) session->scene = ferry_load(session->job, inputs, group->count);
    return session->scene != NULL;
}

bool cli_session_agreed(cli_session *session, const ferry_format *target, double *value) {
    *value = ferry_saved_setting(session->job);
    return *value > 0 || target->shared_setting(session->job, session->scene, value);
}

bool cli_session_make(cli_session *session, const ferry_format *target, ferry_file_list *files) {
    ferry_job *job = session->job;
    const char *name =
        cli_text(session->cli, "%s.%s",
                 cli_input_stem(session->cli, cli_group_model(session->cli, session->group)), target->name);
    *files = (ferry_file_list){0};
    return ferry_prepare(job, session->scene, target->name, NULL) &&
           ferry_save(job, session->scene, target->name, name, files) && files->count;
}

/* As what it was written as: --from tells what the input is. As others see it: what glTF's extras say is for
 * this program only. Needs a job of its own, since a job has one --from, and its settings. */
static ferry_scene *read_as(cli_session *session, const char *as, const ferry_input *inputs, uint32_t count) {
    cli_run *cli = session->cli;
    const char *from = cli->request.from;
    cli->request.from = as;
    cli_setting_list plain = {0};
    cli_add_setting(cli, &plain, "gltf.extras", "ignore");
    ferry_job *reader = cli_open_session_job(session, &plain);
    cli->request.from = from;
    if (!reader) return NULL;
    ferry_scene *scene = ferry_load(reader, inputs, count);
    const ferry_report *report = ferry_job_report(reader);
    for (uint32_t i = 0; i < report->count; i++) fy_report_repeat(session->job, &report->data[i]);
    ferry_close(reader);
    return scene;
}

static ferry_scene *read_back(cli_session *session, const ferry_format *target,
                              const ferry_file_list *files) {
    uint32_t count = cli_count_model_files(target, files);
    ferry_input *inputs = ferry_new(session->job, ferry_input, count);
    if (!inputs) return NULL;
    for (uint32_t i = 0; i < count; i++)
        inputs[i] = (ferry_input){cli_library_name(session->cli, files->data[i].name), files->data[i].bytes};
    const char *layout = target->layout_setting ? cli_setting(session->cli, target->layout_setting) : NULL;
    if (layout) return read_as(session, cli_text(session->cli, "%s:%s", target->name, layout), inputs, count);
    bool gltf = strcmp(target->name, "glb") == 0 || strcmp(target->name, "gltf") == 0;
    if (session->cli->request.from || gltf) return read_as(session, NULL, inputs, count);
    return ferry_load(session->job, inputs, count);
}

uint32_t cli_count_model_files(const ferry_format *target, const ferry_file_list *files) {
    uint32_t count = 1;
    while (count < files->count && cli_has_extension(target, cli_path_extension(files->data[count].name)))
        count++;
    return count;
}

bool cli_session_read_back(cli_session *session, const ferry_format *target, const ferry_file_list *files) {
    if (target->shared_setting && !cli_session_agreed(session, target, &session->scale)) return false;
    ferry_scene_free(session->scene);
    session->made = files;
    session->scene = read_back(session, target, files);
    return session->scene != NULL;
}

bool cli_session_convert(cli_session *session, const ferry_format *target) {
    ferry_file_list *files = ferry_new(session->job, ferry_file_list, 1);
    return files && cli_session_make(session, target, files) && cli_session_read_back(session, target, files);
}

/* What conversions lose would drown the tables of `plan`; `convert` tells it. */
static ferry_severity least_printed(const cli_request *request) {
    ferry_severity usual = request->verb->id == VERB_PLAN ? FERRY_WARNING : FERRY_LOSS;
    return request->quiet ? FERRY_ERROR : request->verbose ? FERRY_NOTE : usual;
}

static const char *shown_file(const cli_session *session, const char *file) {
    for (uint32_t i = 0; i < session->group->count; i++)
        file = cli_input_shown_name(session->cli, &session->cli->inputs[session->group->first + i], file);
    return file;
}

const ferry_report *cli_session_report(const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    bool same = true;
    for (uint32_t i = 0; i < session->group->count; i++)
        same &= !strchr(session->cli->inputs[session->group->first + i].name, '#');
    ferry_report *shown = same ? NULL : ferry_new(session->cli->arena, ferry_report, 1);
    ferry_message *list = shown ? ferry_new(session->cli->arena, ferry_message, report->count + 1u) : NULL;
    if (!list) return report;
    for (uint32_t i = 0; i < report->count; i++) {
        list[i] = report->data[i];
        list[i].file = shown_file(session, list[i].file);
    }
    *shown = *report;
    shown->data = list;
    return shown;
}

void cli_session_print(cli_session *session) {
    const ferry_report *report = cli_session_report(session);
    ferry_severity least = least_printed(&session->cli->request);
    for (; session->shown < report->count; session->shown++) {
        const ferry_message *message = &report->data[session->shown];
        if (message->severity < least) continue;
        cli_print_message(session->cli, message, session->name);
    }
}

static json_t *input_names(const cli_session *session) {
    json_t *names = json_array();
    for (uint32_t i = 0; i < session->group->count; i++)
        json_array_append_new(names, cli_record_text(cli_input_name(
                                         session->cli, &session->cli->inputs[session->group->first + i])));
    return names;
}

static void add_to_record(cli_session *session) {
    const cli_input *model = cli_group_model(session->cli, session->group);
    json_t *object = json_object();
    json_object_set_new(object, "inputs", input_names(session));
    json_object_set_new(object, "format", model->format ? json_string(model->format) : json_null());
    json_object_set_new(object, "layers", json_string(model->layers ? model->layers : ""));
    json_object_set_new(object, "status", json_string(session->status));
    if (session->record) json_object_update(object, session->record);
    ferry_seen_list seen = ferry_seen_materials(session->job);
    if (seen.count) json_object_set_new(object, "seen", cli_record_seen(seen));
    json_object_set_new(object, "messages", cli_record_messages(cli_session_report(session)));
    json_array_append_new(session->cli->record, object);
}

bool cli_is_usage_error(const ferry_report *report) {
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR && strncmp(report->data[i].code, "options.", 8) == 0)
            return true;
    return false;
}

const char *cli_first_error(const cli_session *session) {
    const ferry_report *report = session->job ? ferry_job_report(session->job) : NULL;
    for (uint32_t i = 0; report && i < report->count; i++)
        if (report->data[i].severity == FERRY_ERROR) return report->data[i].text;
    return NULL;
}

bool cli_is_lossy(const cli_session *session) {
    const ferry_report *report = ferry_job_report(session->job);
    return report->totals[FERRY_LOSS] + report->totals[FERRY_WARNING] > 0;
}

bool cli_is_refused(const cli_session *session) {
    return cli_is_strict_about(session->cli, cli_is_lossy(session));
}

static void count_end(const cli_session *session) {
    cli_ends *ends = &session->cli->ends;
    const ferry_report *report = ferry_job_report(session->job);
    bool failed = ferry_failed(session->job), strict = strcmp(session->status, "strict") == 0;
    ends->failed += failed;
    ends->strict += !failed && strict;
    ends->done += !failed && !strict;
    ends->nothing += !failed && !strict && fy_draws_nothing(report);
    ends->lossy += cli_is_lossy(session);
}

void cli_session_close(cli_session *session) {
    cli_run *cli = session->cli;
    const ferry_report *report = ferry_job_report(session->job);
    cli_session_print(session);
    cli_count_rules(session);
    for (int i = 0; i < 4; i++) cli->totals[i] += report->totals[i];
    count_end(session);
    if (ferry_failed(session->job)) cli_remember(cli, cli_is_usage_error(report) ? CLI_USAGE : CLI_FAILED);
    cli_is_refused(session); /* not only what was to be written: `info --strict` exits with 3, too */
    if (cli->record) add_to_record(session);
    cli_session_drop(session);
}

void cli_session_drop(cli_session *session) {
    json_decref(session->record);
    ferry_scene_free(session->scene);
    ferry_close(session->job);
    for (uint32_t i = 0; i < session->group->count; i++) free(session->buffers[i]);
    for (int i = 0; i < 2; i++) free(session->listings[i].paths);
    while (session->sidecars) {
        cli_sidecar *first = session->sidecars;
        session->sidecars = first->next;
        free(first->buffer);
        free(first);
    }
}
