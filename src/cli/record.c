/* record.c: messages and statistics as JSON (docs/json-report.md). Keys stand in the order written here. */
#include "cli/cli.h"

#include <stdlib.h>
#include <string.h>

/* Length of the UTF-8 sequence at `at`; 0 if it is none. */
static size_t sequence_length(const unsigned char *at) {
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (at[0] < 0x80) return 1;
    size_t length = at[0] >= 0xF0 ? 4 : at[0] >= 0xE0 ? 3 : 2;
    unsigned code = at[0] & (0x7Fu >> length);
    if (at[0] < 0xC2 || at[0] > 0xF4) return 0;
    for (size_t i = 1; i < length; i++) {
        if ((at[i] & 0xC0) != 0x80) return 0;
        code = code << 6 | (at[i] & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code < 0xE000;
    return code >= least[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

json_t *cli_record_text(const char *text) {
    json_t *plain = json_string(text);
    if (plain) return plain;
    char *repaired = malloc(strlen(text) * 3 + 1), *end = repaired;
    if (!repaired) return json_string("");
    for (const char *at = text; *at;) {
        size_t length = sequence_length((const unsigned char *)at);
        memcpy(end, length ? at : "\xEF\xBF\xBD", length ? length : 3);
        end += length ? length : 3;
        at += length ? length : 1;
    }
    *end = '\0';
    json_t *value = json_string(repaired);
    free(repaired);
    return value;
}

static json_t *vector(ferry_vec3 v) {
    return json_pack("[fff]", (double)v.x, (double)v.y, (double)v.z);
}

json_t *cli_record_counts(const ferry_scene *scene) {
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return json_null(); /* the report says why */
    uint64_t joints = 0;
    for (uint32_t i = 0; i < scene->skins.count; i++) joints += scene->skins.data[i].joint_count;
    json_t *object = json_object();
    json_object_set_new(object, "nodes", json_integer(scene->nodes.count));
    json_object_set_new(object, "joints", json_integer((json_int_t)joints));
    json_object_set_new(object, "draws", json_integer(scene->draws.count));
    json_object_set_new(object, "meshes", json_integer(scene->meshes.count));
    json_object_set_new(object, "vertices", json_integer((json_int_t)counts.vertices));
    json_object_set_new(object, "weighted_vertices", json_integer((json_int_t)counts.weighted_vertices));
    json_object_set_new(object, "max_weights", json_integer(counts.max_weights));
    json_object_set_new(object, "triangles", json_integer((json_int_t)counts.triangles));
    json_object_set_new(object, "materials", json_integer(scene->materials.count));
    json_object_set_new(object, "textures", json_integer(scene->textures.count));
    json_object_set_new(object, "images", json_integer(scene->images.count));
    json_object_set_new(object, "extras", json_integer(scene->extras.count));
    json_object_set_new(
        object, "box",
        counts.empty ? json_null()
                     : json_pack("{soso}", "min", vector(counts.box.min), "max", vector(counts.box.max)));
    return object;
}

json_t *cli_record_messages(const ferry_report *report) {
    json_t *list = json_array();
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *message = &report->data[i];
        json_t *object = json_object();
        json_object_set_new(object, "severity", json_string(ferry_severity_name(message->severity)));
        json_object_set_new(object, "code", cli_record_text(message->code));
        json_object_set_new(object, "file", cli_record_text(message->file));
        json_object_set_new(object, "offset",
                            message->has_offset ? json_integer((json_int_t)message->offset) : json_null());
        json_object_set_new(object, "path", cli_record_text(message->path));
        json_object_set_new(object, "text", cli_record_text(message->text));
        json_object_set_new(object, "times", json_integer(message->times));
        json_array_append_new(list, object);
    }
    return list;
}

static json_t *totals(const cli_run *cli) {
    return json_pack("{sisisisi}", "notes", (int)cli->totals[FERRY_NOTE], "losses",
                     (int)cli->totals[FERRY_LOSS], "warnings", (int)cli->totals[FERRY_WARNING], "errors",
                     (int)cli->totals[FERRY_ERROR]);
}

static char *report_text(cli_run *cli) {
    json_t *root = json_object();
    json_object_set_new(root, "program", json_string("ferry64"));
    json_object_set_new(root, "version", json_string(ferry_version()));
    json_object_set_new(root, "verb", json_string(cli->request.verb->name));
    json_object_set_new(root, "exit", json_integer(cli->status));
    json_object_set_new(root, "totals", totals(cli));
    json_t *rules = cli_record_rules(cli);
    if (rules) json_object_set_new(root, "materials", rules);
    json_object_set_new(root, "models", cli->record);
    cli->record = NULL;
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    json_decref(root);
    return text;
}

void cli_record_save(cli_run *cli) {
    const char *path = cli->request.report;
    if (!cli->record) return;
    char *text = report_text(cli);
    if (!text) {
        fprintf(stderr, "ferry64: no memory for the report\n");
        cli_remember(cli, CLI_FAILED);
        return;
    }
    const char *whole = cli_text(cli, "%s\n", text);
    free(text);
    ferry_file_list files = {0};
    bool added =
        ferry_add_file(cli->home, &files, path, (ferry_bytes){(const uint8_t *)whole, strlen(whole)});
    uint32_t before = ferry_job_report(cli->home)->count;
    if (added && cli_store(cli, cli->home, "the report", &files, false)) return;
    const ferry_report *report = ferry_job_report(cli->home);
    for (uint32_t i = before; i < report->count; i++) {
        char line[1024];
        ferry_message_text(&report->data[i], line, sizeof line);
        fprintf(stderr, "%s\n", line);
    }
    cli_remember(cli, CLI_FAILED);
}

void cli_print_json(json_t *value) {
    json_dumpf(value, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(9));
    fputc('\n', stdout);
    json_decref(value);
}
