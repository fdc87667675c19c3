/* t3dm_color_range.c: see the header. */
#include "shade/t3dm_color_range.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/curve.h"

/* Keys say enough: between them colours lie between theirs, or nearly so. */
static float least_of(const ferry_track *track) {
    float least = 255;
    for (uint32_t k = 0; k < track->key_count; k++)
        if (track->values[k] < least) least = track->values[k];
    return (float)fy_whole((double)least, 0, 255) / 255;
}

/* One of a vertex colour group at a time; channels without a track count as full. */
static ferry_color color_at(const ferry_clip *clip, uint32_t first, double time) {
    const ferry_track *tracks = clip->tracks;
    ferry_color color = {1, 1, 1, 1};
    for (uint32_t k = first; k < clip->track_count && tracks[k].target == FERRY_TARGET_VERTEX_COLOR &&
                             tracks[k].object == tracks[first].object;
         k++) {
        double value[4];
        fy_track_at(&tracks[k], time, value);
        (&color.r)[tracks[k].channel] = (float)fy_whole(value[0], 0, 255) / 255;
    }
    return color;
}

static void learn_paint(fy_color_range *to, uint32_t set, const ferry_clip *clip, uint32_t first) {
    for (int part = 1; part < 6 && to->count[set] < FY_RANGE_COLORS; part += 2)
        to->colors[set][to->count[set]++] = color_at(clip, first, clip->duration * part / 6);
}

static bool learn_clip(ferry_job *job, const ferry_scene *scene, const ferry_clip *clip,
                       fy_color_range **meshes) {
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target != FERRY_TARGET_VERTEX_COLOR) continue;
        const ferry_vertex_color_group *vertex_color_group = &scene->vertex_color_groups.data[track->object];
        fy_color_range *to = meshes[vertex_color_group->mesh];
        if (!to) {
            to = meshes[vertex_color_group->mesh] = ferry_new(job, fy_color_range, 1);
            if (!to) return false;
            to->min_alpha[0] = to->min_alpha[1] = 1;
        }
        bool first = !k || track[-1].target != track->target || track[-1].object != track->object;
        if (first) learn_paint(to, vertex_color_group->set, clip, k);
        if (track->channel != 3) continue;
        float least = least_of(track);
        if (least < to->min_alpha[vertex_color_group->set]) to->min_alpha[vertex_color_group->set] = least;
    }
    return true;
}

fy_color_range **fy_t3dm_find_color_ranges(ferry_job *job, const ferry_scene *scene) {
    fy_color_range **meshes = ferry_new(job, fy_color_range *, scene->meshes.count + (size_t)1);
    for (uint32_t c = 0; meshes && c < scene->clips.count; c++)
        if (!learn_clip(job, scene, &scene->clips.data[c], meshes)) return NULL;
    return meshes;
}
