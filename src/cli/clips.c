/* clips.c: `--at CLIP:SECONDS`, and the animations of a model as `info` tells them. */
#include "cli/cli.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/clips.h"
#include "core/curve.h"

/* ------------------------------------------------------------------------------------------------------ --at */

/* Splits at the last colon: names may hold one. */
static bool split(const char *text, size_t *length, double *seconds) {
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    if (!colon || colon == text) return false;
    *length = (size_t)(colon - text);
    *seconds = strtod(colon + 1, &end);
    return end != colon + 1 && !*end && isfinite(*seconds) && *seconds >= 0 && *seconds < 1e9;
}

bool cli_check_at(cli_run *cli) {
    const char *text = cli->request.at;
    size_t length;
    double seconds;
    if (!text || split(text, &length, &seconds)) return true;
    return cli_wrong(cli, "--at needs CLIP:SECONDS, such as walk:0.5, not `%s`", text);
}

static const ferry_scene *no_such_clip(cli_session *session, const char *glob) {
    const ferry_clip_list *clips = &session->scene->clips;
    const char **names = ferry_new(session->job, const char *, (size_t)clips->count + 1);
    for (uint32_t i = 0; names && i < clips->count; i++) names[i] = clips->data[i].name;
    const char *near = names ? cli_nearest(glob, names, clips->count) : NULL;
    ferry_say(session->job, FERRY_ERROR, "clips.unknown", session->name, "",
              near ? "none of its %u animations is called \"%s\"; is \"%s\" meant? There are: %s"
                   : "none of its %u animations is called \"%s\"%s%s",
              clips->count, glob, near ? near : clips->count ? ": " : "", fy_clips_list(session->job, clips->data, clips->count));
    return NULL;
}

/* False: there is no --at. */
static bool parse_at(const cli_session *session, const char **glob, double *seconds) {
    const char *text = session->cli->request.at;
    size_t length;
    if (!text || !split(text, &length, seconds)) return false;
    *glob = cli_text(session->cli, "%.*s", (int)length, text);
    return true;
}

/* The clips that --at means, `clips` has room for all. */
static uint32_t find_clips(cli_session *session, const char *glob, uint32_t *clips) {
    const ferry_scene *scene = session->scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (fy_clip_is(session->job, &scene->clips.data[i], glob)) clips[count++] = i;
    return count;
}

const ferry_scene *cli_pose(cli_session *session) {
    const ferry_scene *scene = session->scene;
    const char *glob;
    double seconds;
    if (!parse_at(session, &glob, &seconds)) return scene;
    uint32_t *clips = ferry_new(session->job, uint32_t, (size_t)scene->clips.count + 1);
    if (!clips) return NULL;
    uint32_t count = find_clips(session, glob, clips);
    return count ? ferry_pose(session->job, scene, clips, count, seconds) : no_such_clip(session, glob);
}

const ferry_scene *cli_pose_made(cli_session *session) {
    const ferry_scene *scene = session->scene;
    const char *glob;
    double seconds;
    if (!parse_at(session, &glob, &seconds)) return scene;
    uint32_t *clips = ferry_new(session->job, uint32_t, (size_t)scene->clips.count + 1);
    if (!clips) return NULL;
    uint32_t tracks = 0;
    for (uint32_t i = find_clips(session, glob, clips); i-- > 0;) tracks += scene->clips.data[clips[i]].track_count;
    if (tracks) return cli_pose(session); /* else only names are left */
    ferry_say(session->job, FERRY_LOSS, "clips.gone", session->name, "",
              "nothing is left of the animation \"%s\": compared as it is at rest", glob);
    return scene;
}

/* ------------------------------------------------------------------------------------------------------ info */

static const char *add_part(cli_run *cli, const char *text, uint32_t count, uint32_t all, const char *what) {
    if (!count) return text;
    return cli_text(cli, "%s%s%u of %u %s", text, *text ? ", " : "", count, all, what);
}

static const char *driven(cli_session *session, const fy_clip_counts *counts) {
    const ferry_scene *scene = session->scene;
    cli_run *cli = session->cli;
    const char *text = add_part(cli, "", counts->nodes, scene->nodes.count, "nodes");
    text = add_part(cli, text, counts->draws, scene->draws.count, "draws");
    text = add_part(cli, text, counts->materials, scene->materials.count, "materials");
    text = add_part(cli, text, counts->morphs, scene->morphs.count, "morphs");
    text = add_part(cli, text, counts->paints, scene->paints.count, "groups of vertex colours");
    return *text ? text : "nothing";
}

void cli_info_clips(cli_session *session) {
    cli_run *cli = session->cli;
    const ferry_scene *scene = session->scene;
    cli_table table = {.cli = cli, .right = {[0] = true, [3] = true, [5] = true, [6] = true}};
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *clip = &scene->clips.data[i];
        fy_clip_counts counts;
        if (!fy_clip_count(session->job, scene, clip, &counts)) return;
        cli_table_add(&table, (const char *[CLI_MAX_COLUMNS]){
                                  cli_number(cli, i), clip->name, clip->kind, cli_text(cli, "%.3f s", clip->duration),
                                  fy_loop_name(clip->loop), cli_count(cli, counts.tracks, "track", "tracks"),
                                  cli_count(cli, counts.keys, "key", "keys"), driven(session, &counts)});
    }
    if (table.count) puts("\n  animations");
    cli_table_print(&table, "  ", stdout);
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
        json_object_set_new(object, "paints", json_integer(counts.paints));
        json_array_append_new(list, object);
    }
    return list;
}
