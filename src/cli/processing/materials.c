/* materials.c: the file of --materials, and which of its rules matched a material. */
#include "cli/processing/materials.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/input.h"
#include "cli/files/jobs.h"
#include "cli/files/reads.h"
#include "cli/print/json.h"
#include "cli/print/message.h"
#include "cli/print/print.h"
#include "cli/print/record_json.h"
#include "cli/print/say.h"

static void tell_messages(cli_run *cli, const ferry_job *job) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity >= FERRY_WARNING) cli_print_message(cli, &report->data[i], "");
    for (int i = 0; i < 4; i++) cli->totals[i] += report->totals[i];
    if (!cli->record) return;
    if (!cli->rules_messages) cli->rules_messages = json_array();
    json_t *messages = cli_record_messages(report);
    json_array_extend(cli->rules_messages, messages);
    json_decref(messages);
}

/* A copy that outlives the job which read them: it counts for the whole run. */
static bool keep_rules(cli_run *cli, const ferry_job *job) {
    ferry_rule_use_list rules = ferry_rule_uses(job);
    cli->rules.data = ferry_new(cli->arena, ferry_rule_use, rules.count + 1u);
    if (!cli->rules.data) return cli_wrong(cli, "out of memory");
    cli->rules.count = rules.count;
    for (uint32_t i = 0; i < rules.count; i++) {
        cli->rules.data[i] = rules.data[i];
        cli->rules.data[i].path = cli_text(cli, "%s", rules.data[i].path);
    }
    return true;
}

static bool read_file(cli_run *cli, ferry_job *job, const ferry_format *target) {
    const char *path = cli->request.materials;
    cli_input input = {.argument = path, .path = path, .name = path};
    ferry_bytes bytes;
    if (!cli_note_read(cli, path)) return cli_wrong(cli, "out of memory");
    if (!cli_read(cli, &input, job, &cli->materials_buffer, &bytes)) return false;
    cli->materials = (ferry_input){path, bytes};
    ferry_job *trial = cli_open_job(cli);
    if (!trial) return cli_wrong(cli, "out of memory");
    bool done = ferry_read_materials(trial, target->name) && keep_rules(cli, trial);
    tell_messages(cli, trial);
    ferry_close(trial);
    return done;
}

bool cli_read_materials(cli_run *cli, const ferry_format *target) {
    if (!cli->request.materials) return true;
    if (strcmp(cli->request.materials, "-") == 0) return cli_wrong(cli, "--materials needs a file name");
    ferry_job *job = cli_open_job(cli);
    if (!job) return cli_wrong(cli, "out of memory");
    bool done = read_file(cli, job, target);
    tell_messages(cli, job);
    ferry_close(job);
    if (!done) cli_remember(cli, CLI_FAILED);
    return done;
}

void cli_count_rules(cli_session *session) {
    cli_run *cli = session->cli;
    ferry_rule_use_list rules = ferry_rule_uses(session->job);
    for (uint32_t i = 0; i < rules.count && i < cli->rules.count; i++)
        cli->rules.data[i].materials += rules.data[i].materials;
}

/* Where a model failed, nobody knows what its rules are good for. */
void cli_tell_unused_rules(cli_run *cli) {
    uint32_t unused = 0;
    if (cli->status == CLI_FAILED || cli->status == CLI_USAGE) return;
    for (uint32_t i = 0; i < cli->rules.count; i++) {
        const ferry_rule_use *rule = &cli->rules.data[i];
        if (rule->materials) continue;
        unused++;
        if (cli->request.quiet) continue;
        cli_print(stderr, "%s:%u:%u: warning: %s: matches nothing in this run\n", cli->materials.name,
                  rule->line, rule->column, rule->path);
    }
    cli->totals[FERRY_WARNING] += unused;
    cli_is_strict_about(cli, unused > 0);
}

json_t *cli_record_rules(const cli_run *cli) {
    if (!cli->request.materials) return NULL;
    json_t *object = json_object(), *list = json_array();
    for (uint32_t i = 0; i < cli->rules.count; i++) {
        const ferry_rule_use *rule = &cli->rules.data[i];
        json_array_append_new(list,
                              json_pack("{sssisisi}", "path", rule->path, "line", (int)rule->line, "column",
                                        (int)rule->column, "materials", (int)rule->materials));
    }
    json_object_set_new(object, "file", cli_record_text(cli->request.materials));
    json_object_set_new(object, "rules", list);
    json_object_set(object, "messages", cli->rules_messages);
    return object;
}
