/*
 * gltf_write_tracks.c: tracks that channels of nodes and weights cannot say, key by key in extras, and what
 * is told of them (docs/formats/gltf.md, "Tracks in extras").
 */
#include "formats/gltf/write/gltf_write_tracks.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/visible.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_visibility.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

enum {
    CHANNELS = 1 << FERRY_TARGET_TRANSLATE | 1 << FERRY_TARGET_ROTATE | 1 << FERRY_TARGET_SCALE |
               1 << FERRY_TARGET_MORPH
};

static bool is_draw(const ferry_track *track) {
    return track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL;
}

/* -------------------------------------------------------------------------------------------- one track */

/* Of a texture: its number in the file. */
static json_t *value_of(const fy_gltf *g, ferry_target target, float value) {
    if (target != FERRY_TARGET_TEXTURE) return json_real((double)value + 0.0);
    uint32_t number =
        (uint32_t)value < g->e.scene->textures.count ? g->texture_numbers[(uint32_t)value] : FERRY_NONE;
    return json_integer(number == FERRY_NONE ? -1 : (json_int_t)number);
}

static void put_numbers(fy_gltf *g, json_t *object, const char *key, const float *values,
                        const ferry_track *track) {
    json_t *list = json_array();
    for (uint32_t k = 0; k < track->key_count && !g->no_memory; k++)
        fy_gltf_add(g, list, value_of(g, track->target, values[k]));
    fy_gltf_set(g, object, key, list);
}

static json_t *open_track(fy_gltf *g, ferry_target target, uint32_t index) {
    json_t *object = json_object();
    fy_gltf_set(g, object, "object", json_string(fy_target_object(target)));
    fy_gltf_set(g, object, "index", fy_gltf_index(index));
    fy_gltf_set(g, object, "target", json_string(fy_target_name(target)));
    return object;
}

static json_t *track_object(fy_gltf *g, const ferry_track *track) {
    json_t *object =
        open_track(g, track->target, is_draw(track) ? g->draw_nodes[track->object] : track->object);
    json_t *times = json_array();
    fy_gltf_set(g, object, "slot", fy_gltf_index(track->slot));
    fy_gltf_set(g, object, "channel", fy_gltf_index(track->channel));
    fy_gltf_set(g, object, "interpolation", json_string(fy_interpolation_name(track->interpolation)));
    for (uint32_t k = 0; k < track->key_count && !g->no_memory; k++)
        fy_gltf_add(g, times, json_real(track->times[k]));
    fy_gltf_set(g, object, "times", times);
    put_numbers(g, object, "values", track->values, track);
    if (track->in) put_numbers(g, object, "in", track->in, track);
    if (track->out) put_numbers(g, object, "out", track->out, track);
    return object;
}

/* What hides a draw with a skin, which does not stand below its node, taken together. */
static json_t *switches_object(fy_gltf *g, uint32_t draw, const fy_switches *switches) {
    json_t *object = open_track(g, FERRY_TARGET_DRAW_VISIBLE, g->draw_nodes[draw]);
    json_t *times = json_array(), *values = json_array();
    fy_gltf_set(g, object, "slot", fy_gltf_index(0));
    fy_gltf_set(g, object, "channel", fy_gltf_index(0));
    fy_gltf_set(g, object, "interpolation", json_string(fy_interpolation_name(FERRY_STEP)));
    for (uint32_t k = 0; k < switches->count && !g->no_memory; k++) {
        fy_gltf_add(g, times, json_real(switches->times[k]));
        fy_gltf_add(g, values, json_real(switches->on[k]));
    }
    fy_gltf_set(g, object, "times", times);
    fy_gltf_set(g, object, "values", values);
    return object;
}

/* -------------------------------------------------------------------------------------------------- all */

/* What leaves no colour in the picture is not there to be switched. */
static bool is_written(const fy_gltf *g, const ferry_track *track) {
    if (CHANNELS >> track->target & 1) return false;
    return !is_draw(track) || g->draw_nodes[track->object] != FERRY_NONE;
}

static bool put_skinned(fy_gltf *g, const ferry_clip *clip, json_t *list) {
    const fy_switches *switches = fy_find_switches(g->e.job, g->e.scene, clip);
    for (uint32_t d = 0; switches && d < g->e.scene->draws.count; d++)
        if (switches[d].count && fy_gltf_is_skinned(g, d) && g->draw_nodes[d] != FERRY_NONE)
            fy_gltf_add(g, list, switches_object(g, d, &switches[d]));
    return switches;
}

json_t *fy_gltf_list_tracks(fy_gltf_channels *c, fy_gltf_told *told) {
    fy_gltf *g = c->g;
    json_t *list = json_array();
    for (uint32_t t = 0; t < c->clip->track_count && !g->no_memory; t++) {
        const ferry_track *track = &c->clip->tracks[t];
        if (!is_written(g, track)) continue;
        told->tracks[c->played[t]][track->target]++;
        if (track->target == FERRY_TARGET_DRAW_VISIBLE && fy_gltf_is_skinned(g, track->object)) continue;
        fy_gltf_add(g, list, track_object(g, track));
        if (!ferry_tick(g->e.job)) break;
    }
    if (!put_skinned(g, c->clip, list) || json_array_size(list)) return list;
    json_decref(list);
    return NULL;
}

/* --------------------------------------------------------------------------------------- vertex colours */

/* The meshes of the file that a mesh of the scene became, each once: draws that share one follow each other
 * by no rule. */
static json_t *meshes_of(fy_gltf *g, uint32_t mesh, bool *seen) {
    json_t *list = json_array();
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++) {
        uint32_t number = g->draw_meshes[d];
        if (g->e.scene->draws.data[d].mesh != mesh || number == FERRY_NONE || seen[number]) continue;
        seen[number] = true;
        fy_gltf_add(g, list, fy_gltf_index(number));
    }
    return list;
}

bool fy_gltf_put_vertex_color_groups(fy_gltf *g) {
    const ferry_vertex_color_group_list *vertex_color_groups = &g->e.scene->vertex_color_groups;
    for (uint32_t i = 0; i < vertex_color_groups->count && !g->no_memory; i++) {
        const ferry_vertex_color_group *vertex_color_group = &vertex_color_groups->data[i];
        ferry_mark mark = ferry_job_mark(g->e.job);
        bool *seen = ferry_new(g->e.job, bool, json_array_size(g->meshes) + 1);
        json_t *object = json_object(), *vertices = json_array();
        fy_gltf_add(g, g->vertex_color_groups, object);
        fy_gltf_set(g, object, "vertices", vertices);
        if (!seen) return false;
        for (uint32_t k = 0; k < vertex_color_group->count && !g->no_memory; k++)
            fy_gltf_add(g, vertices, fy_gltf_index(vertex_color_group->vertices[k]));
        fy_gltf_set(g, object, "set", fy_gltf_index(vertex_color_group->set));
        fy_gltf_set(g, object, "meshes", meshes_of(g, vertex_color_group->mesh, seen));
        ferry_job_release(g->e.job, mark);
        if (!ferry_tick(g->e.job)) return false;
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- report */

/* "12 texture of a material, 4 visible of a draw" */
static const char *list_targets(ferry_job *job, const uint64_t counts[FERRY_TARGET_COUNT], uint64_t *sum) {
    const char *list = "";
    *sum = 0;
    for (ferry_target target = 0; target < FERRY_TARGET_COUNT; target++) {
        *sum += counts[target];
        if (counts[target])
            list = ferry_job_format(job, "%s%s%" PRIu64 " %s of a %s", list, *list ? ", " : "",
                                    counts[target], fy_target_name(target), fy_target_object(target));
    }
    return list;
}

void fy_gltf_tell_tracks(const fy_gltf *g, const fy_gltf_told *told) {
    uint64_t sum;
    const char *list = list_targets(g->e.job, told->tracks[FY_GLTF_UNPLAYED], &sum);
    if (sum)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.tracks", g->e.file, "",
                  "%" PRIu64 " animation track%s exist%s only in extras, which no program plays: %s", sum,
                  sum == 1 ? "" : "s", sum == 1 ? "s" : "", list);
    list = list_targets(g->e.job, told->tracks[FY_GLTF_BY_POINTER], &sum);
    if (sum)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.animation-pointer", g->e.file, "",
                  "%" PRIu64 " animation track%s stay%s at rest in programs without KHR_animation_pointer "
                  "support: %s",
                  sum, sum == 1 ? "" : "s", sum == 1 ? "s" : "", list);
}
