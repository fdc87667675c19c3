/* clips.c: a model's animations, for `info`. */
#include "cli/info/clips.h"

#include <string.h>

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/base/run_state.h"
#include "cli/base/session_state.h"
#include "cli/print/json.h"
#include "cli/print/print.h"
#include "cli/print/say.h"
#include "cli/print/table.h"
#include "core/scene/clips.h"
#include "core/scene/curve.h"

static const char *add_part(cli_run *cli, const char *text, uint32_t count, uint32_t all, const char *what) {
    if (!count) return text;
    return cli_text(cli, "%s%s%u of %u %s", text, *text ? ", " : "", count, all, what);
}

static const char *driven_text(cli_session *session, const fy_clip_counts *counts) {
    const ferry_scene *scene = session->scene;
    cli_run *cli = session->cli;
    const char *text = add_part(cli, "", counts->nodes, scene->nodes.count, "nodes");
    text = add_part(cli, text, counts->draws, scene->draws.count, "draws");
    text = add_part(cli, text, counts->materials, scene->materials.count, "materials");
    text = add_part(cli, text, counts->morphs, scene->morphs.count, "morphs");
    text = add_part(cli, text, counts->vertex_color_groups, scene->vertex_color_groups.count,
                    "groups of vertex colours");
    return *text ? text : "nothing";
}

const char *cli_info_member(const char *file) {
    const char *member = strchr(file, '#');
    return member ? member + 1 : file;
}

/* What lies beside the model in its archive and fits it. */
static void print_beside(cli_session *session) {
    cli_run *cli = session->cli;
    ferry_add_on_list joins = ferry_add_ons(session->job);
    cli_table table = {.cli = cli};
    for (uint32_t i = 0; i < joins.count; i++) {
        const ferry_add_on *join = &joins.data[i];
        cli_table_add(&table, (const char *[CLI_MAX_COLUMNS]){cli_info_member(join->file),
                                                              join->joined ? "used" : "not used", join->why});
    }
    if (table.count) cli_print(stdout, "\n  animations in its archive that match\n");
    cli_table_print(&table, "  ", stdout);
}

json_t *cli_info_beside_json(const cli_session *session) {
    ferry_add_on_list joins = ferry_add_ons(session->job);
    json_t *list = json_array();
    for (uint32_t i = 0; i < joins.count; i++) {
        const ferry_add_on *join = &joins.data[i];
        json_t *object = json_object();
        json_object_set_new(object, "file", cli_record_text(join->file));
        json_object_set_new(object, "joined", json_boolean(join->joined));
        json_object_set_new(object, "why", cli_record_text(join->why));
        json_object_set_new(object, "bones", json_integer(join->bones));
        json_object_set_new(object, "bones_kept", json_integer(join->bones_kept));
        json_object_set_new(object, "materials", json_integer(join->materials));
        json_array_append_new(list, object);
    }
    return list;
}

void cli_info_clips(cli_session *session) {
    cli_run *cli = session->cli;
    const ferry_scene *scene = session->scene;
    cli_table table = {.cli = cli, .right = {[0] = true, [3] = true, [5] = true, [6] = true}};
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        fy_clip_counts counts;
        if (!fy_clip_count(session->job, scene, clip, &counts)) return;
        cli_table_add(&table,
                      (const char *[CLI_MAX_COLUMNS]){
                          cli_number(cli, i), clip->name, clip->kind, cli_text(cli, "%.3f s", clip->duration),
                          fy_loop_name(clip->loop), cli_count(cli, counts.tracks, "track", "tracks"),
                          cli_count(cli, counts.keys, "key", "keys"), driven_text(session, &counts)});
    }
    if (table.count) cli_print(stdout, "\n  animations\n");
    cli_table_print(&table, "  ", stdout);
    print_beside(session);
}

json_t *cli_info_clips_json(const cli_session *session) {
    const ferry_scene *scene = session->scene;
    json_t *list = json_array();
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        fy_clip_counts counts;
        if (!fy_clip_count(session->job, scene, clip, &counts)) break;
        json_t *object = json_object();
        json_object_set_new(object, "name", cli_record_text(clip->name));
        json_object_set_new(object, "kind", cli_record_text(clip->kind));
        json_object_set_new(object, "duration", cli_real(clip->duration));
        json_object_set_new(object, "loop", json_string(fy_loop_name(clip->loop)));
        json_object_set_new(object, "rate", cli_real(clip->rate));
        json_object_set_new(object, "tracks", json_integer(counts.tracks));
        json_object_set_new(object, "keys", json_integer((json_int_t)counts.keys));
        json_object_set_new(object, "nodes", json_integer(counts.nodes));
        json_object_set_new(object, "draws", json_integer(counts.draws));
        json_object_set_new(object, "materials", json_integer(counts.materials));
        json_object_set_new(object, "morphs", json_integer(counts.morphs));
        json_object_set_new(object, "vertex_color_groups", json_integer(counts.vertex_color_groups));
        json_array_append_new(list, object);
    }
    return list;
}
