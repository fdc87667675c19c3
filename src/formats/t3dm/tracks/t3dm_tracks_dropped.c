/*
 * t3dm_tracks_dropped.c: clips of which nothing but their names is in the file (docs/what-is-lost.md,
 * "Animations").
 */
#include "formats/t3dm/tracks/t3dm_tracks_dropped.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "shade/t3dm_states.h"

enum { LOOKS = 16 }; /* times that nodes are looked at */

/* ----------------------------------------------------------------------------- whether it is a loss */

static bool *find_drawn(const fy_t3dm_tracker *t) {
    bool *drawn = ferry_new(t->job, bool, t->scene->materials.count + (size_t)1);
    for (uint32_t d = 0; drawn && d < t->scene->draws.count; d++)
        if (t->scene->draws.data[d].material != FERRY_NONE) drawn[t->scene->draws.data[d].material] = true;
    return drawn;
}

static bool differs(double a, double b) {
    double gap = a < b ? b - a : a - b, size = a < 0 ? -a : a;
    return gap > 1e-5 * (1 + size);
}

static bool differ(ferry_vec3 a, ferry_vec3 b) {
    return differs((double)a.x, (double)b.x) || differs((double)a.y, (double)b.y) ||
           differs((double)a.z, (double)b.z);
}

static bool same_turn(const ferry_node *a, const ferry_node *b) {
    if (a->has_quat != b->has_quat) return false;
    if (!a->has_quat) return !differ(a->euler, b->euler);
    return !differs((double)a->quat.x, (double)b->quat.x) && !differs((double)a->quat.y, (double)b->quat.y) &&
           !differs((double)a->quat.z, (double)b->quat.z) && !differs((double)a->quat.w, (double)b->quat.w);
}

static bool moves_nodes(const fy_t3dm_tracker *t, const ferry_clip *clip, bool *moves) {
    const ferry_node_list *rest = &t->scene->nodes;
    ferry_node *now = ferry_new(t->job, ferry_node, rest->count + (size_t)1);
    if (!now) return false;
    for (int i = 0; i <= LOOKS && !*moves; i++) {
        for (uint32_t n = 0; n < rest->count; n++) now[n] = rest->data[n];
        fy_clip_nodes(clip, clip->duration * i / LOOKS, now);
        for (uint32_t n = 0; n < rest->count && !*moves; n++)
            *moves = differ(now[n].translate, rest->data[n].translate) ||
                     differ(now[n].scale, rest->data[n].scale) || !same_turn(&now[n], &rest->data[n]);
    }
    return true;
}

/* A material with GX state, looked at at the keys and between them. */
static bool changes_look(const fy_t3dm_tracker *t, const ferry_track *track) {
    const ferry_gx_material *rest = t->scene->materials.data[track->object].gx;
    if (!rest) return false;
    ferry_gx_material now = *rest;
    for (uint32_t i = 0; i < track->key_count; i++) {
        double from = track->times[i], to = i + 1 < track->key_count ? track->times[i + 1] : from;
        for (int part = 0; part < 3; part++) {
            fy_pose_gx(&now, track, from + (to - from) * part / 3);
            if (fy_states_differ(rest, &now)) return true;
        }
    }
    return false;
}

static bool leaves(const ferry_track *track, double rest) {
    for (uint32_t i = 0; i < track->key_count; i++)
        if (differs((double)track->values[i], rest)) return true;
    return false;
}

/* What is seen of a track that moves no node's place. */
static bool shows(const fy_t3dm_tracker *t, const bool *drawn, const ferry_track *track) {
    const ferry_scene *scene = t->scene;
    if (fy_moves_material(track)) return drawn[track->object] && changes_look(t, track);
    switch (track->target) {
    case FERRY_TARGET_NODE_VISIBLE:
    case FERRY_TARGET_DRAW_VISIBLE:
        return false; /* all that is written has a track if it is shown or hidden */
    case FERRY_TARGET_DRAW_MATERIAL:
        return leaves(track, scene->draws.data[track->object].material);
    case FERRY_TARGET_MORPH:
        return leaves(track, 0);
    default:
        return true;
    }
}

static bool is_lost(const fy_t3dm_tracker *t, const ferry_clip *clip, bool *lost) {
    bool nodes = false, *drawn = find_drawn(t);
    if (!drawn) return false;
    for (uint32_t k = 0; k < clip->track_count && !*lost; k++) {
        if (!ferry_tick(t->job)) return false;
        nodes |= fy_moves_node(&clip->tracks[k]);
        *lost = !fy_moves_node(&clip->tracks[k]) && shows(t, drawn, &clip->tracks[k]);
    }
    return *lost || !nodes || moves_nodes(t, clip, lost);
}

/* ------------------------------------------------------------------------------------------ telling */

/* "2 matrix, 1 konst tracks" */
static const char *list_targets(ferry_job *job, const ferry_clip *clip) {
    uint32_t counts[FERRY_TARGET_COUNT] = {0};
    const char *list = "";
    for (uint32_t k = 0; k < clip->track_count; k++) counts[clip->tracks[k].target]++;
    for (int i = 0; i < FERRY_TARGET_COUNT; i++)
        if (counts[i])
            list = ferry_job_format(job, "%s%s%u %s", list, *list ? ", " : "", counts[i],
                                    fy_target_name((ferry_target)i));
    return *list ? ferry_job_format(job, "%s tracks", list) : "no tracks";
}

bool fy_t3dm_report_dropped_clips(const fy_t3dm_tracker *t, uint32_t number) {
    const ferry_clip *clip = &t->scene->clips.data[number];
    ferry_mark mark = ferry_job_mark(t->job);
    bool lost = false;
    if (!is_lost(t, clip, &lost)) return false;
    ferry_say(t->job, lost ? FERRY_LOSS : FERRY_NOTE, "t3dm.empty-clip", t->file,
              ferry_job_format(t->job, "clip[%u] \"%s.%s\"", number, clip->name, clip->kind),
              lost ? "only its name and duration are stored: %s" : "it has no visible effect: %s",
              list_targets(t->job, clip));
    ferry_job_release(t->job, mark);
    return !ferry_failed(t->job);
}
