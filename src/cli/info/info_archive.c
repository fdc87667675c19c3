/* info_archive.c: what `info` prints of a whole archive: a table with a row for each model, and a count of
 * everything else. A row is made when its model is read, as `convert` would read it, with the animations that
 * join it. */
#include "cli/info/info_archive.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/archive.h"
#include "cli/files/archives.h"
#include "cli/files/input.h"
#include "cli/info/clips.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "cli/processing/pool.h"

static json_t *member_json(const ferry_content *content) {
    const ferry_format *format = content->it.format;
    json_t *object = json_object();
    json_object_set_new(object, "name", cli_record_text(content->member));
    json_object_set_new(object, "format", format ? json_string(format->name) : json_null());
    json_object_set_new(object, "bytes", json_integer((json_int_t)content->it.bytes.size));
    for (size_t i = 0; i < 5; i++)
        json_object_set_new(object, (const char *[]){"triangles", "joints", "clips", "fits", "used_by"}[i],
                            json_null());
    return object;
}

static json_t *archive_json(cli_run *cli, const cli_input *row, const ferry_contents *contents) {
    json_t *object = json_object(), *members = json_array();
    bool *picked = ferry_new(cli->arena, bool, (size_t)contents->count + 1);
    const char *member = *row->row_of ? row->row_of : NULL;
    if (picked) ferry_pick_contents(contents, member, picked);
    for (uint32_t i = 0; picked && i < contents->count; i++)
        if (picked[i]) json_array_append_new(members, member_json(&contents->data[i]));
    json_object_set_new(object, "input",
                        cli_record_text(member ? cli_text(cli, "%s#%s", row->name, member) : row->name));
    json_object_set_new(object, "members", members);
    return object;
}

static bool is_one_table(const cli_input *a, const cli_input *b) {
    return a && a->row_of && b->row_of && a->archive == b->archive && a->argument == b->argument;
}

json_t *cli_info_archives(cli_run *cli) {
    json_t *list = json_array();
    const cli_input *before = NULL;
    for (uint32_t i = 0; i < cli->group_count; i++) {
        cli_input *row = cli_group_model(cli, &cli->groups[i]);
        bool read, again = is_one_table(before, row);
        before = row;
        if (again || !row->row_of) continue;
        bool open = cli_open_archive(cli, row, &read); /* it may be gone since it was looked into */
        json_array_append_new(list, open ? archive_json(cli, row, cli_archive_contents(row->archive))
                                         : json_null());
        if (open) cli_keep_archive(cli, row->archive);
    }
    return list;
}

/* The animations that fit a model, and whether they join it; null: only some were asked for. */
static json_t *fitting_json(const cli_session *session) {
    const ferry_add_on_list found = ferry_add_ons(session->job);
    if (*ferry_setting_text(session->job, "clips.names") || ferry_setting_is(session->job, "clips.use", "no"))
        return json_null();
    json_t *list = json_array();
    for (uint32_t i = 0; i < found.count; i++) {
        const ferry_add_on *file = &found.data[i];
        json_array_append_new(list, json_pack("{sosb}", "name", cli_record_text(cli_info_member(file->file)),
                                              "joined", (int)file->joined));
    }
    return list;
}

json_t *cli_info_row(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return NULL;
    json_int_t joints = 0;
    for (uint32_t i = 0; i < scene->skins.count; i++) joints += scene->skins.data[i].joint_count;
    json_t *clips = json_array();
    for (uint32_t i = 0; i < scene->clips.count; i++)
        json_array_append_new(clips, cli_record_text(scene->clips.data[i].name));
    json_t *model =
        json_pack("{sIsIso}", "triangles", (json_int_t)counts.triangles, "joints", joints, "clips", clips);
    return json_pack("{soso}", "model", model, "fitting", fitting_json(session));
}

/* ---------------------------------------------------------------------------------------------- the table */

static bool is_model(cli_run *cli, const json_t *member) {
    const char *name = json_string_value(json_object_get(member, "format"));
    const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
    return format && format->role == FERRY_ROLE_MODEL;
}

/* What is no model, by its format. */
static const char *other_members_text(cli_run *cli, const json_t *members, uint32_t *models) {
    json_t *counts = json_object(), *member, *count;
    const char *text = "", *format;
    size_t i;
    *models = 0;
    json_array_foreach(members, i, member) {
        const char *name = json_string_value(json_object_get(member, "format"));
        *models += is_model(cli, member);
        if (is_model(cli, member)) continue;
        if (!name) name = "of unknown format";
        json_object_set_new(counts, name,
                            json_integer(json_integer_value(json_object_get(counts, name)) + 1));
    }
    json_object_foreach(counts, format, count) {
        const char *number = cli_number(cli, (uint64_t)json_integer_value(count));
        text = cli_text(cli, "%s, %s %s", text, number, format);
    }
    json_decref(counts);
    return text;
}

/* Nothing else says of them that they are left out: they are no part of any model. */
static void print_unused(cli_run *cli, const json_t *members) {
    cli_table table = {.cli = cli};
    size_t i;
    json_t *member;
    json_array_foreach(members, i, member) {
        const json_t *fits = json_object_get(member, "fits"), *used = json_object_get(member, "used_by");
        if (!json_is_integer(used) || json_integer_value(used)) continue;
        uint64_t count = (uint64_t)json_integer_value(fits);
        const char *text = count ? cli_text(cli, "matches %s", cli_count(cli, count, "model", "models"))
                                 : "matches no model";
        cli_table_add(&table, (const char *const[CLI_MAX_COLUMNS]){
                                  json_string_value(json_object_get(member, "name")), text});
    }
    if (table.count) cli_print(stdout, "\n  animations that no model uses\n");
    cli_table_print(&table, "  ", stdout);
}

static void add_model_row(cli_table *table, const json_t *member) {
    cli_run *cli = table->cli;
    const json_t *triangles = json_object_get(member, "triangles");
    const json_t *numbers[] = {triangles, json_object_get(member, "joints")};
    bool read = json_is_integer(triangles);
    const char *row[CLI_MAX_COLUMNS] = {json_string_value(json_object_get(member, "format")),
                                        json_string_value(json_object_get(member, "name"))};
    for (size_t i = 0; i < 2; i++)
        row[2 + i] = read ? cli_number(cli, (uint64_t)json_integer_value(numbers[i])) : "-";
    row[4] = read ? cli_number(cli, json_array_size(json_object_get(member, "clips"))) : "-";
    cli_table_add(table, row);
}

static void add_file_row(cli_table *table, const json_t *member) {
    const json_t *bytes = json_object_get(member, "bytes");
    if (!json_is_string(json_object_get(member, "format"))) return;
    cli_table_add(table, (const char *const[CLI_MAX_COLUMNS]){
                             json_string_value(json_object_get(member, "format")),
                             json_string_value(json_object_get(member, "name")),
                             cli_number(table->cli, (uint64_t)json_integer_value(bytes))});
}

/* The models; without any, all files that can be read. */
static void print_table(cli_run *cli, const json_t *archive) {
    cli_table table = {.cli = cli, .right = {[2] = true, [3] = true, [4] = true}};
    const json_t *members = json_object_get(archive, "members");
    uint32_t models;
    size_t i;
    json_t *member;
    const char *rest = other_members_text(cli, members, &models);
    cli_table_add(
        &table, models ? (const char *const[CLI_MAX_COLUMNS]){"kind", "name", "triangles", "joints", "clips"}
                       : (const char *const[CLI_MAX_COLUMNS]){"kind", "name", "bytes"});
    json_array_foreach(members, i, member) {
        if (!models)
            add_file_row(&table, member);
        else if (is_model(cli, member))
            add_model_row(&table, member);
    }
    cli_print(stdout, "%s: %s%s\n", json_string_value(json_object_get(archive, "input")),
              cli_count(cli, models, "model", "models"), rest);
    cli_table_print(&table, "  ", stdout);
    if (models) print_unused(cli, members);
}

/* Rows come in the order of the members: the search goes on where it ended, and once around. */
static json_t *find_member(const json_t *archive, const char *name, uint32_t *from) {
    const json_t *members = json_object_get(archive, "members");
    size_t count = json_array_size(members);
    for (size_t i = 0; i < count; i++) {
        size_t at = (*from + i) % count;
        json_t *member = json_array_get(members, at);
        if (strcmp(json_string_value(json_object_get(member, "name")), name) != 0) continue;
        *from = (uint32_t)at + 1;
        return member;
    }
    return NULL;
}

static void add_one(json_t *member, const char *key) {
    json_object_set_new(member, key, json_integer(json_integer_value(json_object_get(member, key)) + 1));
}

/* The archive's animations by name, which nothing fits so far. */
static json_t *index_animations(cli_run *cli, const json_t *archive) {
    json_t *members = json_object_get(archive, "members"), *member, *index = json_object();
    size_t i;
    json_array_foreach(members, i, member) {
        const char *name = json_string_value(json_object_get(member, "format"));
        const ferry_format *format = name ? ferry_find_format(cli->arena, name) : NULL;
        if (!format || format->role != FERRY_ROLE_ADD_ON || !format->matches) continue;
        json_object_set_new(member, "fits", json_integer(0));
        json_object_set_new(member, "used_by", json_integer(0));
        json_object_set(index, json_string_value(json_object_get(member, "name")), member);
    }
    return index;
}

/* Of a whole archive: in a folder of it the models that use its animations may be elsewhere. */
static void count_fitting(cli_run *cli, const cli_input *model, const json_t *archive, cli_info_place *place,
                          const json_t *fitting) {
    json_t *item;
    size_t i;
    if (*model->row_of || !json_is_array(fitting)) return;
    if (!place->animations) place->animations = index_animations(cli, archive);
    json_array_foreach(fitting, i, item) {
        json_t *found = json_object_get(place->animations, json_string_value(json_object_get(item, "name")));
        if (!found) continue;
        add_one(found, "fits");
        if (json_is_true(json_object_get(item, "joined"))) add_one(found, "used_by");
    }
}

void cli_info_take_row(cli_run *cli, uint32_t group, json_t *archives, cli_info_place *place,
                       const json_t *row) {
    const cli_input *model = cli_group_model(cli, &cli->groups[group]);
    const cli_input *next =
        group + 1 < cli->group_count ? cli_group_model(cli, &cli->groups[group + 1]) : NULL;
    const json_t *archive = json_array_get(archives, place->table);
    json_t *name = cli_record_text(model->member),
           *member = find_member(archive, json_string_value(name), &place->member);
    if (member && row) {
        json_object_update(member, json_object_get(row, "model"));
        count_fitting(cli, model, archive, place, json_object_get(row, "fitting"));
    }
    json_decref(name);
    if (is_one_table(model, next ? next : &(cli_input){0})) return;
    json_decref(place->animations);
    *place = (cli_info_place){.table = place->table + 1};
    if (cli->request.json || !json_is_object(archive)) return;
    cli_begin_text(cli);
    print_table(cli, archive);
}
