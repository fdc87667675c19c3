/* verb_info.c: `ferry64 info`: a model on one screen. */
#include "cli/verbs/verb_info.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/files/groups.h"
#include "cli/files/input.h"
#include "cli/info/clips.h"
#include "cli/info/info_archive.h"
#include "cli/info/info_json.h"
#include "cli/info/info_n64.h"
#include "cli/info/info_names.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/record_json.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "cli/processing/pool.h"
#include "cli/processing/process_groups.h"
#include "cli/processing/session.h"
#include "cli/processing/work_item.h"
#include "core/base/numbers.h"

/* ----------------------------------------------------------------------------------------- the properties */

static const char *box_text(cli_run *cli, const ferry_box *box) {
    return cli_text(cli, "%.6g %.6g %.6g to %.6g %.6g %.6g", (double)box->min.x, (double)box->min.y,
                    (double)box->min.z, (double)box->max.x, (double)box->max.y, (double)box->max.z);
}

static const char *size_text(cli_run *cli, const ferry_box *box) {
    return cli_text(cli, "%.6g x %.6g x %.6g units", (double)box->max.x - (double)box->min.x,
                    (double)box->max.y - (double)box->min.y, (double)box->max.z - (double)box->min.z);
}

static const char *vertices_text(cli_run *cli, const ferry_counts *counts) {
    const char *all = cli_number(cli, counts->vertices);
    if (!counts->weighted_vertices) return all;
    return cli_text(cli, "%s, %s of them weighted, on up to %u joints", all,
                    cli_number(cli, counts->weighted_vertices), counts->max_weights);
}

/* Triangles of each level of detail, the finest first. */
static void print_levels(cli_session *session) {
    cli_run *cli = session->cli;
    uint32_t levels = ferry_level_count(session->scene);
    const char *text = "";
    for (uint32_t i = 0; levels > 1 && i < levels; i++)
        text = cli_text(cli, "%s%s%s", text, i ? ", " : "",
                        cli_number(cli, cli_level_triangles(session->scene, (uint8_t)i)));
    if (levels > 1) cli_print(stdout, "  levels     %u of detail: %s triangles\n", levels, text);
}

static void print_counts(cli_session *session) {
    cli_run *cli = session->cli;
    const ferry_scene *scene = session->scene;
    const char *layers = cli_group_model(cli, session->group)->layers;
    const char *title = ferry_find_format(session->job, scene->format)->title;
    ferry_counts counts;
    uint64_t joints = 0;
    if (!ferry_count(scene, &counts)) return; /* the report says why */
    for (uint32_t i = 0; i < scene->skins.count; i++) joints += scene->skins.data[i].joint_count;
    cli_print(stdout, "  format     %s: %s%s%s%s%s%s\n", scene->format, title,
              *scene->layout ? ", layout " : "", scene->layout, *layers ? " (packed: " : "", layers,
              *layers ? ")" : "");
    cli_print(stdout, "  nodes      %s, %s\n", cli_number(cli, scene->nodes.count),
              cli_count(cli, joints, "joint", "joints"));
    cli_print(stdout, "  draws      %s of %s\n", cli_number(cli, scene->draws.count),
              cli_count(cli, scene->meshes.count, "mesh", "meshes"));
    cli_print(stdout, "  vertices   %s\n", vertices_text(cli, &counts));
    cli_print(stdout, "  triangles  %s\n", cli_number(cli, counts.triangles));
    print_levels(session);
    if (counts.empty) return;
    cli_print(stdout, "  size       %s\n", size_text(cli, &counts.box));
    cli_print(stdout, "  box        %s\n", box_text(cli, &counts.box));
}

/* ------------------------------------------------------------------------------------------ the materials */

static const char *textures_text(cli_run *cli, const ferry_scene *scene, const ferry_material *material) {
    uint32_t used[FERRY_GX_MAX_MAPS], count = cli_material_textures(material, used);
    const char *text = "";
    for (uint32_t i = 0; i < count; i++)
        text = cli_text(cli, "%s%s%s", text, i ? ", " : "", scene->textures.data[used[i]].name);
    return text;
}

static void print_materials(cli_session *session) {
    const ferry_scene *scene = session->scene;
    cli_table table = {.cli = session->cli, .right = {true}};
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_material *material = &scene->materials.data[i];
        const char *stages =
            material->gx ? cli_count(session->cli, material->gx->stage_count, "stage", "stages") : "";
        cli_table_add(&table, (const char *[CLI_MAX_COLUMNS]){cli_number(session->cli, i), material->name,
                                                              cli_alpha_name(material->alpha_mode), stages,
                                                              textures_text(session->cli, scene, material)});
    }
    if (table.count) cli_print(stdout, "\n  materials\n");
    cli_table_print(&table, "  ", stdout);
}

/* ------------------------------------------------------------------------------------------- the textures */

static void add_texture(cli_session *session, cli_table *table, uint32_t number) {
    cli_run *cli = session->cli;
    const ferry_texture *texture = &session->scene->textures.data[number];
    const char *wraps = cli_text(cli, "%s, %s", fy_wrap_name(texture->wrap_s), fy_wrap_name(texture->wrap_t));
    const char *cells[CLI_MAX_COLUMNS] = {cli_number(cli, number), texture->name};
    if (texture->image == FERRY_NONE) {
        cells[2] = *texture->path ? texture->path : "missing";
    } else {
        const ferry_image *image = &session->scene->images.data[texture->image];
        const char *palette = cli_palette_name(image);
        cells[2] = cli_text(cli, "%u x %u", image->width, image->height);
        cells[3] = *palette ? cli_text(cli, "%s/%s", cli_texel_name(image), palette) : cli_texel_name(image);
        cells[4] = cli_count(cli, image->level_count, "level", "levels");
        cells[6] = cli_count(cli, cli_image_bytes(image), "byte", "bytes");
    }
    cells[5] = wraps;
    cli_table_add(table, cells);
}

static void print_textures(cli_session *session) {
    cli_table table = {.cli = session->cli, .right = {[0] = true, [6] = true}};
    for (uint32_t i = 0; i < session->scene->textures.count; i++) add_texture(session, &table, i);
    if (table.count) cli_print(stdout, "\n  textures\n");
    cli_table_print(&table, "  ", stdout);
}

static void print_extras(cli_session *session) {
    cli_table table = {.cli = session->cli, .right = {false, true}};
    for (uint32_t i = 0; i < session->scene->extras.count; i++) {
        const ferry_extra *extra = &session->scene->extras.data[i];
        cli_table_add(&table, (const char *[CLI_MAX_COLUMNS]){
                                  extra->path, cli_count(session->cli, extra->bytes.size, "byte", "bytes")});
    }
    if (table.count) cli_print(stdout, "\n  kept unchanged\n");
    cli_table_print(&table, "    ", stdout);
}

/* ----------------------------------------------------------------------------------------------- the verb */

static void print_info(cli_session *session) {
    cli_print(stdout, "%s\n", session->name);
    print_counts(session);
    print_materials(session);
    print_textures(session);
    cli_info_clips(session);
    cli_info_n64(session);
    print_extras(session);
}

/* The result is what --json prints, or a row of a table. */
static void show_model(cli_run *cli, uint32_t group, void *user, cli_result *result) {
    cli_session session;
    (void)user;
    if (!cli_session_open(cli, &cli->groups[group], NULL, &session)) return;
    if (cli_session_load(&session)) {
        session.status = "shown";
        if (cli_group_model(cli, session.group)->row_of) {
            if (!session.group->joins_alone) result->summary = cli_info_row(&session);
        } else if (cli->request.json) {
            result->summary = cli_info_json(&session);
        } else {
            cli_begin_text(cli);
            print_info(&session);
        }
        if (cli->record) session.record = json_pack("{so}", "source", cli_record_counts(session.scene));
    }
    cli_session_close(&session);
}

typedef struct info_lists {
    json_t *models, *archives;
    cli_info_place place; /* in the archives: whose rows are made now */
} info_lists;

static void add_to_lists(cli_run *cli, uint32_t group, void *user, const cli_result *result) {
    info_lists *lists = user;
    if (cli_group_model(cli, &cli->groups[group])->row_of)
        cli_info_take_row(cli, group, lists->archives, &lists->place, result->summary);
    else if (result->summary)
        json_array_append(lists->models, result->summary);
}

void cli_verb_info(cli_run *cli) {
    if (!cli_find_groups(cli)) return;
    info_lists lists = {.models = json_array(), .archives = cli_info_archives(cli)};
    cli_process_groups(cli,
                       &(cli_work){.one = show_model, .take = add_to_lists, .user = &lists, .apart = true});
    if (cli->request.json) {
        cli_print_json(cli, cli_info_document(lists.models, lists.archives));
        return;
    }
    json_decref(lists.models);
    json_decref(lists.archives);
}
