/*
 * gltf_visibility.c: what is hidden, at rest and in clips, by KHR_node_visibility and by scales of 0
 * (docs/formats/gltf.md, "Visibility").
 */
#include "formats/gltf/write/gltf_visibility.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/visible.h"
#include "formats/gltf/write/gltf_channels.h"
#include "formats/gltf/write/gltf_clips.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

/* ------------------------------------------------------------------------------------------------- rest */

static bool learn_clip(fy_gltf *g, const ferry_clip *clip) {
    fy_gltf_switched *to = &g->switched;
    ferry_mark mark = ferry_job_mark(g->e.job);
    const fy_switches *switches = fy_find_switches(g->e.job, g->e.scene, clip);
    if (!switches) return false;
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++) to->draws[d] |= switches[d].count > 0;
    for (uint32_t t = 0; t < clip->track_count; t++) {
        const ferry_track *track = &clip->tracks[t];
        if (track->target == FERRY_TARGET_DRAW_VISIBLE) to->tracked_draws[track->object] = true;
        if (track->target == FERRY_TARGET_NODE_VISIBLE) to->tracked_nodes[track->object] = true;
    }
    ferry_job_release(g->e.job, mark);
    return true;
}

bool fy_gltf_is_skinned(const fy_gltf *g, uint32_t draw) {
    return g->e.scene->meshes.data[g->e.scene->draws.data[draw].mesh].skin != FERRY_NONE;
}

bool fy_gltf_find_switched(fy_gltf *g) {
    const ferry_scene *scene = g->e.scene;
    fy_gltf_switched *to = &g->switched;
    to->draws = ferry_new(g->e.job, bool, scene->draws.count + (size_t)1);
    to->visible = fy_find_visible(g->e.job, scene);
    to->tracked_draws = ferry_new(g->e.job, bool, scene->draws.count + (size_t)1);
    to->tracked_nodes = ferry_new(g->e.job, bool, scene->nodes.count + (size_t)1);
    if (!to->draws || !to->visible || !to->tracked_draws || !to->tracked_nodes) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) to->draws[d] = !to->visible[d];
    for (uint32_t c = 0; c < scene->clips.count; c++)
        if (!learn_clip(g, &scene->clips.data[c])) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        to->unscaled +=
            to->draws[d] && g->draw_meshes[d] != FERRY_NONE && (fy_gltf_is_skinned(g, d) || !g->scales);
    return true;
}

void fy_gltf_set_visible(fy_gltf *g, json_t *node, bool visible, bool moves) {
    if (!g->extends || (visible && !(moves && g->points))) return;
    json_t *extensions = json_object(), *visibility = json_object();
    fy_gltf_set(g, node, "extensions", extensions);
    fy_gltf_set(g, extensions, "KHR_node_visibility", visibility);
    fy_gltf_set(g, visibility, "visible", json_boolean(visible));
    g->hidden = true;
}

/* One with a skin does not stand below its node, and no scale of its own has a say. */
void fy_gltf_set_draw_visible(fy_gltf *g, json_t *node, uint32_t draw) {
    static const double none[3] = {0, 0, 0};
    const ferry_draw *from = &g->e.scene->draws.data[draw];
    if (!g->switched.draws[draw]) return;
    if (fy_gltf_is_skinned(g, draw)) {
        fy_gltf_set_visible(g, node, g->switched.visible[draw], true);
        return;
    }
    fy_gltf_set_visible(g, node, from->visible, g->switched.tracked_draws[draw]);
    if (!g->scales) return;
    if (!g->switched.visible[draw]) fy_gltf_set(g, node, "scale", fy_gltf_numbers(g, none, 3));
    json_t *extras = json_object();
    fy_gltf_set(g, node, "extras", extras);
    fy_gltf_set(g, extras, "visibility", json_string("scale"));
}

/* ------------------------------------------------------------------------------------------------ clips */

/* What one track says by itself. */
static bool switches_of(const fy_gltf_channels *c, const ferry_track *track, fy_switches *to) {
    double value[4];
    *to = (fy_switches){.times = ferry_new(c->g->e.job, double, track->key_count + (size_t)1),
                        .on = ferry_new(c->g->e.job, bool, track->key_count + (size_t)1)};
    if (!to->times || !to->on) return false;
    fy_track_at(track, 0, value);
    to->on[to->count++] = value[0] != 0;
    for (uint32_t k = 0; k < track->key_count; k++) {
        double time = track->times[k];
        if (!(time > 0) || time >= c->clip->duration) continue;
        fy_track_at(track, time, value);
        if (to->on[to->count - 1] == (value[0] != 0)) continue;
        to->times[to->count] = time;
        to->on[to->count++] = value[0] != 0;
    }
    return true;
}

/* By the extension each node and draw says for itself what a track of its own says. */
static bool put_tracks(fy_gltf_channels *c) {
    const fy_gltf *g = c->g;
    for (uint32_t t = 0; t < c->clip->track_count; t++) {
        const ferry_track *track = &c->clip->tracks[t];
        bool node = track->target == FERRY_TARGET_NODE_VISIBLE,
             draw = track->target == FERRY_TARGET_DRAW_VISIBLE;
        fy_switches switches;
        if (!node &&
            (!draw || fy_gltf_is_skinned(g, track->object) || g->draw_nodes[track->object] == FERRY_NONE))
            continue;
        if (!switches_of(c, track, &switches) ||
            !fy_gltf_put_visible(c, &switches, node ? track->object : g->draw_nodes[track->object]))
            return false;
    }
    return true;
}

/* All that switches a draw taken together. */
static bool put_draws(fy_gltf_channels *c, const fy_switches *switches) {
    const fy_gltf *g = c->g;
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++) {
        uint32_t node = g->draw_nodes[d];
        if (node == FERRY_NONE || !switches[d].count) continue;
        bool skinned = fy_gltf_is_skinned(g, d), wanted = skinned ? g->extends && g->points : g->scales;
        if (wanted && !(skinned ? fy_gltf_put_visible : fy_gltf_put_scales)(c, &switches[d], node))
            return false;
    }
    return true;
}

/* A node may hide draws that have skins. */
static void mark_played(fy_gltf_channels *c, const fy_switches *switches) {
    const fy_gltf *g = c->g;
    fy_gltf_played best = g->extends && g->points ? FY_GLTF_BY_POINTER : FY_GLTF_UNPLAYED;
    bool skins = false;
    for (uint32_t d = 0; d < g->e.scene->draws.count; d++)
        skins |= switches[d].count && fy_gltf_is_skinned(g, d);
    for (uint32_t t = 0; t < c->clip->track_count; t++) {
        const ferry_track *track = &c->clip->tracks[t];
        bool node = track->target == FERRY_TARGET_NODE_VISIBLE;
        if (!node && track->target != FERRY_TARGET_DRAW_VISIBLE) continue;
        bool skinned = node ? skins : fy_gltf_is_skinned(g, track->object);
        c->played[t] = (uint8_t)(g->scales && !skinned ? FY_GLTF_PLAYED : best);
    }
}

bool fy_gltf_put_visibility(fy_gltf_channels *c) {
    const fy_gltf *g = c->g;
    const fy_switches *switches = fy_find_switches(g->e.job, g->e.scene, c->clip);
    if (!switches) return false;
    mark_played(c, switches);
    return put_draws(c, switches) && (!g->extends || !g->points || put_tracks(c));
}
