/*
 * t3dm_tracks.c: what goes into the tracks chunk, and what is told of it.
 *
 * Format: docs/formats/t3dm.md, "Tracks".
 */
#include "formats/t3dm/tracks/t3dm_tracks.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/pose.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_area.h"
#include "formats/t3dm/tracks/t3dm_tracks_dropped.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "formats/t3dm/tracks/t3dm_tracks_morph.h"
#include "formats/t3dm/tracks/t3dm_tracks_scene.h"
#include "formats/t3dm/tracks/t3dm_tracks_switch.h"
#include "formats/t3dm/tracks/t3dm_tracks_uv_morph.h"
#include "formats/t3dm/tracks/t3dm_tracks_visible.h"

/* ------------------------------------------------------------------------------------------- what is told */

/* Marks the nodes that something drawn hangs on. */
static bool mark_carriers(ferry_job *job, const ferry_scene *scene, bool **carries) {
    bool *seen = ferry_new(job, bool, scene->skins.count + 1); /* skins */
    *carries = ferry_new(job, bool, scene->nodes.count + 1);
    if (!seen || !*carries) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t index = scene->meshes.data[scene->draws.data[d].mesh].skin;
        if (index == FERRY_NONE) (*carries)[scene->draws.data[d].node] = true;
        if (index == FERRY_NONE || seen[index]) continue;
        const ferry_skin *skin = &scene->skins.data[index];
        seen[index] = true;
        for (uint32_t j = 0; j < skin->joint_count; j++) (*carries)[skin->joints[j].node] = true;
    }
    return true;
}

bool fy_t3dm_report_billboards(ferry_job *job, const ferry_scene *scene, const char *name,
                               const fy_t3dm_pose *pose) {
    bool *carries, tracks = fy_t3dm_has_tracks(job, pose->layout) && pose->bone_count;
    if (!mark_carriers(job, scene, &carries)) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        if (node->billboard == FERRY_BILLBOARD_NONE || !carries[i]) continue;
        bool tracked = tracks && pose->bones[i] != FY_T3DM_NO_BONE;
        ferry_say(job, tracked ? FERRY_NOTE : FERRY_LOSS, "t3dm.billboard", name,
                  ferry_job_format(job, "node[%u] \"%s\"", i, node->name), "faces the camera%s%s",
                  node->billboard == FERRY_BILLBOARD_CYLINDRICAL ? " around its y axis" : "",
                  tracked ? ", played by ferry64_tracks.h"
                          : ", which the game must do itself: it keeps its rest orientation");
    }
    return true;
}

/* Of clips that have more to say than what moves bones. */
static bool report_lost(const fy_t3dm_tracker *t) {
    uint32_t clips = 0, tracks = 0;
    for (uint32_t c = 0; c < t->scene->clips.count; c++) {
        const ferry_clip *clip = &t->scene->clips.data[c];
        uint32_t before = tracks;
        for (uint32_t k = 0; k < clip->track_count; k++) tracks += !fy_moves_node(&clip->tracks[k]);
        clips += tracks != before;
    }
    if (tracks)
        ferry_say(t->job, FERRY_LOSS, "t3dm.tracks", t->file, "",
                  "%u tracks of %u animation%s with targets other than bones were left out: %s", tracks,
                  clips, clips == 1 ? "" : "s",
                  t->pose->layout->shared
                      ? "t3dm.tracks is \"no\""
                      : ferry_job_format(t->job, "layout %s has no chunk for them", t->pose->layout->name));
    return !ferry_failed(t->job);
}

/* ---------------------------------------------------------------------------------------------- the lists */

static bool add_clip(fy_t3dm_tracks *to, const fy_t3dm_clip *clip) {
    if (!fy_job_reserve(to->job, (void **)&to->clips, to->clip_count, &to->clip_capacity, 1,
                        sizeof *to->clips))
        return false;
    to->clips[to->clip_count++] = *clip;
    return true;
}

bool fy_t3dm_says_something(const fy_t3dm_tracks *tracks) {
    return tracks->billboards || tracks->hidden_count || tracks->clip_count;
}

/* ----------------------------------------------------------------------------------------- vertices */

typedef struct animated {
    ferry_job *job;
    const ferry_scene *scene;
    uint8_t **single; /* of each mesh; NULL: not asked for */
    bool *materials;  /* their texture coordinates move */
} animated;

static bool mark_mesh(animated *r, uint32_t mesh) {
    if (!r->single[mesh])
        r->single[mesh] = ferry_new(r->job, uint8_t, r->scene->meshes.data[mesh].vertex_count + (size_t)1);
    return r->single[mesh];
}

static bool mark_animated(animated *r, const ferry_track *track) {
    if (track->target == FERRY_TARGET_MORPH) return mark_mesh(r, r->scene->morphs.data[track->object].mesh);
    if (track->target == FERRY_TARGET_VERTEX_COLOR)
        return mark_mesh(r, r->scene->vertex_color_groups.data[track->object].mesh);
    if (track->target == FERRY_TARGET_TEXTURE_MATRIX) r->materials[track->object] = true;
    return true;
}

static void part(const animated *r, uint32_t mesh, const uint32_t *vertices, uint32_t count) {
    for (uint32_t k = 0; r->single[mesh] && k < count; k++) r->single[mesh][vertices[k]] |= FY_T3DM_APART;
}

static void turn_vertices(const animated *r, const ferry_morph *morph) {
    uint8_t *of = r->single[morph->mesh];
    for (uint32_t k = 0; of && morph->normals && k < morph->count; k++)
        if (fy_vec3_length(morph->normals[k]) > 0) of[morph->vertices[k]] |= FY_T3DM_TURNED;
}

const uint8_t **fy_t3dm_find_animated_vertices(ferry_job *job, const ferry_scene *scene) {
    animated r = {job, scene, ferry_new(job, uint8_t *, scene->meshes.count + (size_t)1),
                  ferry_new(job, bool, scene->materials.count + (size_t)1)};
    const uint8_t **draws = ferry_new(job, const uint8_t *, scene->draws.count + (size_t)1);
    if (!r.single || !r.materials || !draws) return NULL;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++)
            if (!mark_animated(&r, &scene->clips.data[c].tracks[t])) return NULL;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        bool moves = draw->material != FERRY_NONE && r.materials[draw->material];
        if (moves && !mark_mesh(&r, draw->mesh)) return NULL;
        draws[d] = r.single[draw->mesh];
    }
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        part(&r, scene->morphs.data[i].mesh, scene->morphs.data[i].vertices, scene->morphs.data[i].count);
        turn_vertices(&r, &scene->morphs.data[i]);
    }
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++)
        part(&r, scene->vertex_color_groups.data[i].mesh, scene->vertex_color_groups.data[i].vertices,
             scene->vertex_color_groups.data[i].count);
    return draws;
}

/* -------------------------------------------------------------------------------------------- clips */

/* In the order in which a clip's tracks stand. */
static fy_t3dm_producer *const producers[] = {
    fy_t3dm_visible_tracks, fy_t3dm_morph_tracks,    fy_t3dm_area_tracks,  fy_t3dm_uv_tracks,
    fy_t3dm_switch_tracks,  fy_t3dm_material_tracks, fy_t3dm_scene_tracks, NULL,
};

/* An A chunk of the source file, by its path: "A[3]". */
static uint32_t passthrough_animation(const fy_t3dm_tracker *t, const char *path) {
    uint32_t number = (uint32_t)strtoul(path + 2, NULL, 10);
    uint32_t low = fy_first_not_before(&number, t->kept, t->kept_count, sizeof *t->kept, fy_by_number);
    return low < t->kept_count && t->kept[low] == number ? low : FERRY_NONE;
}

/* The A chunk of each clip. */
static uint32_t *find_animations(const fy_t3dm_tracker *t) {
    const fy_t3dm_animations *all = t->plan->animations;
    uint32_t *list = ferry_new(t->job, uint32_t, t->scene->clips.count + (size_t)1);
    for (uint32_t c = 0; list && c < t->scene->clips.count; c++) {
        const char *kept = t->scene->clips.data[c].kept;
        list[c] = kept ? passthrough_animation(t, kept) : FERRY_NONE;
    }
    for (uint32_t i = 0; list && all && i < all->count; i++) list[all->data[i].clip] = t->kept_count + i;
    return list;
}

/* "2 material, 1 morph" */
static const char *list_kinds(ferry_job *job, const fy_t3dm_track *tracks, uint32_t count) {
    static const char *const names[] = {
        "",      "visibility",    "material", "texture position", "primitive colour", "environment colour",
        "morph", "vertex colours"};
    enum { NAMES = sizeof names / sizeof *names };
    uint32_t counts[NAMES] = {0};
    const char *list = "";
    for (uint32_t i = 0; i < count; i++) counts[tracks[i].target]++;
    for (uint32_t k = 1; k < NAMES; k++)
        if (counts[k])
            list = ferry_job_format(job, "%s%s%u %s", list, *list ? ", " : "", counts[k], names[k]);
    return list;
}

static void report_clip(const fy_t3dm_tracker *t, uint32_t number, const fy_t3dm_clip *clip) {
    if (!clip->count) return; /* there may be no tracks at all */
    const fy_t3dm_track *tracks = t->tracks->tracks + clip->first;
    unsigned long long keys = 0;
    for (uint32_t i = 0; i < clip->count; i++) keys += tracks[i].key_count;
    ferry_mark mark = ferry_job_mark(t->job);
    ferry_say(t->job, FERRY_NOTE, "t3dm.tracks", t->file,
              ferry_job_format(t->job, "clip[%u] \"%s\"", number, clip->name),
              "%u tracks (%llu keys), played only by ferry64_tracks.h: %s", clip->count, keys,
              list_kinds(t->job, tracks, clip->count));
    ferry_job_release(t->job, mark);
}

static bool make_clip(fy_t3dm_tracker *t, uint32_t number, uint32_t animation) {
    const ferry_clip *clip = &t->scene->clips.data[number];
    fy_t3dm_clip made = {clip->name, clip->kind, clip->duration,         clip->rate,
                         clip->loop, animation,  t->tracks->track_count, 0};
    for (uint32_t i = 0; producers[i]; i++)
        if (!producers[i](t, clip)) return false;
    made.count = t->tracks->track_count - made.first;
    report_clip(t, number, &made);
    if (!made.count && animation == FERRY_NONE && !fy_t3dm_report_dropped_clips(t, number)) return false;
    /* What its A chunk says of a clip that comes from no other file needs no record. All others can be asked
     * for by name. */
    bool silent = animation != FERRY_NONE && strcmp(clip->kind, FY_T3DM_STREAM_KIND) == 0;
    return (!made.count && silent) || add_clip(t->tracks, &made);
}

static uint32_t count_billboards(const ferry_scene *scene, const fy_t3dm_pose *pose) {
    uint32_t count = 0;
    for (uint32_t b = 0; b < pose->bone_count; b++)
        count += fy_t3dm_is_tracked(&scene->nodes.data[pose->nodes[b]]);
    return count;
}

static bool make_all(fy_t3dm_tracker *t) {
    const uint32_t *animations = find_animations(t);
    if (!animations) return false;
    t->tracks->billboards = count_billboards(t->scene, t->pose);
    t->morphs = fy_t3dm_list_morphs(t);
    t->uv_morphs = fy_t3dm_list_uv_morphs(t);
    if (!t->morphs || !t->uv_morphs || !fy_t3dm_list_areas(t) || !fy_t3dm_hide(t)) return false;
    for (uint32_t c = 0; c < t->scene->clips.count; c++) {
        bool left_out = t->plan->animations && t->plan->animations->left_out[c];
        if (!ferry_tick(t->job) || (!left_out && !make_clip(t, c, animations[c]))) return false;
    }
    return true;
}

static const char *counted(ferry_job *job, const char *list, uint32_t count, const char *what) {
    if (!count) return list;
    return ferry_job_format(job, "%s%s%u %s%s", list, *list ? ", " : "", count, what, count == 1 ? "" : "s");
}

/* What is only seen in games with the header, in one line. */
static bool report_header(const fy_t3dm_tracker *t) {
    uint32_t clips = 0, hidden = t->tracks->hidden_count, billboards = t->tracks->billboards;
    for (uint32_t c = 0; c < t->tracks->clip_count; c++) clips += t->tracks->clips[c].count > 0;
    if (!(clips + hidden + billboards)) return true;
    const char *list = counted(t->job, "", clips, "clip");
    list = counted(t->job, list, hidden, "hidden object");
    list = counted(t->job, list, billboards, "billboard");
    ferry_say(t->job, FERRY_NOTE, "t3dm.needs-tracks-header", t->file, "", "%s need%s n64/ferry64_tracks.h",
              list, clips + hidden + billboards == 1 ? "s" : "");
    return !ferry_failed(t->job);
}

bool fy_t3dm_build_tracks(fy_t3dm_tracker *t) {
    if (!fy_t3dm_has_tracks(t->job, t->pose->layout)) return report_lost(t);
    bool done = make_all(t) && report_header(t);
    fy_t3dm_drop_areas(t);
    return done;
}
