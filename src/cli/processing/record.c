/* record.c: messages and statistics as JSON (docs/json.md). Keys stand in the order written here. */
#include "cli/processing/record.h"

#include <stdlib.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/files/store.h"
#include "cli/print/json.h"
#include "cli/processing/materials.h"

static json_t *totals_json(const cli_run *cli) {
    return json_pack("{sisisisi}", "notes", (int)cli->totals[FERRY_NOTE], "losses",
                     (int)cli->totals[FERRY_LOSS], "warnings", (int)cli->totals[FERRY_WARNING], "errors",
                     (int)cli->totals[FERRY_ERROR]);
}

static json_t *report_json(cli_run *cli) {
    json_t *root = cli_document("report");
    json_object_set_new(root, "verb", json_string(cli->request.verb->name));
    json_object_set_new(root, "exit", json_integer(cli->status));
    json_object_set_new(root, "totals", totals_json(cli));
    json_t *rules = cli_record_rules(cli);
    if (rules) json_object_set_new(root, "materials", rules);
    json_object_set_new(root, "models", cli->record);
    cli->record = NULL;
    return root;
}

void cli_record_save(cli_run *cli) {
    const char *path = cli->request.report;
    ferry_bytes bytes;
    if (cli->record && cli_json_bytes(cli, report_json(cli), &bytes))
        cli_save_file(cli, path, "--report", bytes);
}
