/*
 * ttyd_clips.c: each animation becomes a clip: tracks, and the clip at the end (docs/formats/ttyd.md, "State
 * at a time").
 */
#include "formats/ttyd/ttyd_clips.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"
#include "formats/ttyd/ttyd.h"
#include "formats/ttyd/ttyd_curves.h"
#include "formats/ttyd/ttyd_links.h"
#include "formats/ttyd/ttyd_switches.h"
#include "formats/ttyd/ttyd_vertices.h"

/* -------------------------------------------------------------------------------------------------- clips */

static bool add_clip(fy_ttyd *t, const fy_ttyd_clip *from) {
    ferry_clip *clip = ferry_append(t->scene, &t->scene->clips, ferry_clip);
    ferry_track *tracks = t->track_count ? ferry_scene_new(t->scene, ferry_track, t->track_count) : NULL;
    if (!clip || (t->track_count && !tracks)) return false;
    if (t->track_count) {
        memcpy(tracks, t->tracks, t->track_count * sizeof *tracks);
        fy_sort_tracks(tracks, t->track_count);
    }
    *clip = (ferry_clip){.name = from->name,
                         .kind = "ttyd",
                         .duration = from->length / FY_TTYD_RATE,
                         .loop = from->loops ? FERRY_LOOP_REPEAT : FERRY_LOOP_ONCE,
                         .rate = FY_TTYD_RATE,
                         .tracks = tracks,
                         .track_count = t->track_count,
                         .whole = true};
    return true;
}

/* Vertices of the meshes that are drawn. */
static bool link_vertices(fy_ttyd *t) {
    uint8_t *seen = ferry_new(t->job, uint8_t, (size_t)t->scene->meshes.count + 1);
    if (!seen) return false;
    for (uint32_t d = 0; d < t->scene->draws.count; d++) {
        uint32_t number = t->scene->draws.data[d].mesh;
        const ferry_mesh *mesh = &t->scene->meshes.data[number];
        if (seen[number]) continue;
        seen[number] = 1;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            if (!fy_ttyd_add_link(t, &t->position_links,
                                  (fy_ttyd_link){mesh->position_numbers[v], number, v}))
                return false;
            if (mesh->normal_numbers &&
                !fy_ttyd_add_link(t, &t->normal_links, (fy_ttyd_link){mesh->normal_numbers[v], number, v}))
                return false;
        }
    }
    return true;
}

static bool moves_vertices(const fy_ttyd *t) {
    for (uint32_t k = 0; k < t->clip_count; k++)
        if (t->clips[k].moves[FY_TTYD_MOVE_POSITIONS].count || t->clips[k].moves[FY_TTYD_MOVE_NORMALS].count)
            return true;
    return false;
}

static bool prepare(fy_ttyd *t) {
    if (moves_vertices(t) && !link_vertices(t)) return false;
    fy_ttyd_sort_links(&t->channel_links);
    fy_ttyd_sort_links(&t->sampler_links);
    fy_ttyd_sort_links(&t->position_links);
    fy_ttyd_sort_links(&t->normal_links);
    t->stamps = ferry_new(t->job, uint32_t, (size_t)t->counts[FY_TTYD_SWITCHES] + 1);
    t->states = ferry_new(t->job, int8_t, (size_t)t->counts[FY_TTYD_SWITCHES] + 1);
    return t->stamps && t->states;
}

bool fy_ttyd_add_clips(fy_ttyd *t) {
    if (t->clip_count && !prepare(t)) return false;
    for (uint32_t k = 0; k < t->clip_count; k++) {
        const fy_ttyd_clip *clip = &t->clips[k];
        t->track_count = 0;
        if (!fy_ttyd_move_nodes(t, clip) || !fy_ttyd_switch_draws(t, clip) ||
            !fy_ttyd_place_textures(t, clip) || !fy_ttyd_move_vertices(t, clip) || !add_clip(t, clip))
            return false;
    }
    return true;
}
