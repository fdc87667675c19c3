/* t3dm_write_boxes.c: boxes of objects and of the model, at rest and over clips (docs/formats/t3dm.md,
 * "Objects"). */
#include "formats/t3dm/write/t3dm_write_boxes.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/pose.h"
#include "formats/t3dm/animation/t3dm_stream_decode.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_ticks.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* --------------------------------------------------------------------------------------------- at rest */

fy_t3dm_box fy_t3dm_empty_box(void) {
    return (fy_t3dm_box){{INT16_MAX, INT16_MAX, INT16_MAX}, {INT16_MIN, INT16_MIN, INT16_MIN}};
}

/* Bones of a broken file may carry vertices anywhere: what is far outside is so far outside. */
static int32_t whole_within(double value) {
    const double far = 1 << 30;
    return (int32_t)(value < -far ? -far : value > far ? far : value);
}

static void include(fy_t3dm_box *bounds, int axis, double low, double high) {
    int32_t least = whole_within(floor(low)), most = whole_within(ceil(high));
    if (least < bounds->min[axis]) bounds->min[axis] = least;
    if (most > bounds->max[axis]) bounds->max[axis] = most;
}

/* The box of what the console draws in the rest pose: of the stored integers, carried by the bones. */
static fy_t3dm_box box_at_rest(const fy_t3dm_writer *w, const fy_t3dm_mesh *mesh, const fy_t3dm_reach *ways) {
    static const fy_t3dm_reach stays;
    fy_t3dm_box bounds = fy_t3dm_empty_box();
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const fy_t3dm_vertex *v = &mesh->vertices[mesh->triangles[i]];
        fy_t3dm_reach way = ways ? ways[mesh->triangles[i]] : stays;
        const ferry_matrix *world =
            v->bone == FY_T3DM_NO_BONE ? NULL : &w->pose.worlds[w->pose.nodes[v->bone]];
        if (world) way = fy_t3dm_carry_reach(world, &way);
        for (int axis = 0; axis < 3; axis++) {
            double at = v->position[axis];
            if (world) {
                const double *row = world->m[axis];
                at = row[0] * v->position[0] + row[1] * v->position[1] + row[2] * v->position[2] +
                     row[3] * w->pose.scale;
            }
            include(&bounds, axis, at + way.least[axis], at + way.most[axis]);
        }
    }
    return bounds;
}

/* How far morphs bring each vertex of a mesh, in units of the file, where that stores it; NULL: none is
 * moved, or no memory. */
static fy_t3dm_reach *find_ways(const fy_t3dm_writer *w, const fy_t3dm_record *object,
                                const fy_t3dm_mesh *mesh) {
    const ferry_draw *draw = &w->source->draws.data[fy_t3dm_origin_of(w, object->draw)];
    const fy_t3dm_reach *reaches = w->pose.reaches[draw->mesh];
    if (!mesh->sources || !reaches) return NULL;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&w->pose, w->source, draw, &own);
    fy_t3dm_reach *ways = ferry_new(w->job, fy_t3dm_reach, mesh->vertex_count + (size_t)1);
    for (uint32_t v = 0; ways && v < mesh->vertex_count; v++) {
        uint32_t source = mesh->sources[v];
        uint32_t joint = fy_t3dm_joint(w->source, &w->source->meshes.data[draw->mesh], source);
        ways[v] = fy_t3dm_carry_reach(&frames[joint].to_file, &reaches[source]);
        for (int i = 0; i < 3; i++) {
            double least = ways[v].least[i] * w->pose.scale, most = ways[v].most[i] * w->pose.scale;
            bool turned = w->pose.mirrored && i == 0;
            ways[v].least[i] = turned ? -most : least;
            ways[v].most[i] = turned ? -least : most;
        }
    }
    return ways;
}

static bool box_fits(const fy_t3dm_writer *w, const fy_t3dm_box *bounds, uint32_t draw) {
    bool stored = w->pose.layout->box_at != FY_T3DM_ABSENT;
    for (int axis = 0; axis < 3 && stored; axis++) {
        if (bounds->min[axis] >= INT16_MIN && bounds->max[axis] <= INT16_MAX) continue;
        ferry_say(w->job, FERRY_ERROR, "t3dm.base-scale", w->file, ferry_job_format(w->job, "draw[%u]", draw),
                  "the bounding box of \"%s\" goes from %d to %d units at base scale %.9g; the limits are "
                  "-32768 to 32767; use half that base scale",
                  w->scene->draws.data[draw].name, bounds->min[axis], bounds->max[axis], w->pose.scale);
        return false;
    }
    return true;
}

void fy_t3dm_put_box(ferry_out *out, const fy_t3dm_box *bounds) {
    for (int i = 0; i < 3; i++) ferry_put_u16(out, (uint16_t)bounds->min[i]);
    for (int i = 0; i < 3; i++) ferry_put_u16(out, (uint16_t)bounds->max[i]);
}

/* What a pose makes of the object: its vertices, bone by bone, as far as morphs bring them. */
static bool add_hulls(fy_t3dm_writer *w, uint32_t number, const fy_t3dm_mesh *mesh,
                      const fy_t3dm_reach *ways) {
    if (!w->hulls.of_bone) return true;
    bool *added = ferry_new(w->job, bool, mesh->vertex_count + (size_t)1);
    if (!added) return false;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const fy_t3dm_vertex *v = &mesh->vertices[mesh->triangles[i]];
        fy_t3dm_reach way = {{0, 0, 0}, {0, 0, 0}};
        if (v->bone == FY_T3DM_NO_BONE || added[mesh->triangles[i]]) continue;
        added[mesh->triangles[i]] = true;
        if (ways) way = ways[mesh->triangles[i]];
        for (int k = 0; k < 3; k++) way.least[k] += v->position[k], way.most[k] += v->position[k];
        if (!fy_t3dm_hulls_add(&w->hulls, number, v->bone, way.least, way.most)) return false;
    }
    return true;
}

/* What hangs on a coarser grid may reach beyond 16 bits, in a file that is written again on any bone: all of
 * them are its box then, so that it is drawn wherever the eye is among them. */
static bool reaches_beyond(const fy_t3dm_writer *w, const fy_t3dm_mesh *mesh, const fy_t3dm_box *bounds) {
    uint16_t bone = mesh->vertices[mesh->triangles[0]].bone;
    bool beyond = false;
    for (int i = 0; i < 3; i++) beyond = beyond || bounds->min[i] < INT16_MIN || bounds->max[i] > INT16_MAX;
    if (!beyond || bone == FY_T3DM_NO_BONE) return false;
    return fy_t3dm_is_rewritten(w->scene) || w->pose.nodes[bone] >= w->pose.first_grid;
}

static fy_t3dm_box whole_box(void) {
    return (fy_t3dm_box){{INT16_MIN, INT16_MIN, INT16_MIN}, {INT16_MAX, INT16_MAX, INT16_MAX}};
}

bool fy_t3dm_measure_box(fy_t3dm_writer *w, const fy_t3dm_record *object, const fy_t3dm_mesh *mesh,
                         fy_t3dm_box *bounds) {
    ferry_mark mark = ferry_job_mark(w->job);
    const fy_t3dm_reach *ways = find_ways(w, object, mesh);
    *bounds = box_at_rest(w, mesh, ways);
    bool beyond = reaches_beyond(w, mesh, bounds);
    if (beyond) *bounds = whole_box();
    bool held = beyond || add_hulls(w, w->written, mesh, ways);
    ferry_job_release(w->job, mark);
    return held && box_fits(w, bounds, object->draw);
}

void fy_t3dm_set_bounds(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_box *bounds) {
    for (int i = 0; i < 3; i++) {
        object->bounds[i] = (int16_t)bounds->min[i];
        object->bounds[i + 3] = (int16_t)bounds->max[i];
        include(&w->bounds, i, bounds->min[i], bounds->max[i]);
    }
}

/* ------------------------------------------------------------------------------------------ over clips */

static bool has_boxes(const fy_t3dm_layout *layout) {
    return layout->box_at != FY_T3DM_ABSENT;
}

static bool has_animations(const fy_t3dm_writer *w) {
    bool any = w->plan.animations && w->plan.animations->count;
    for (uint32_t c = 0; c < w->scene->clips.count; c++)
        any = any || (w->scene->clips.data[c].kept && w->pose.layout->animations);
    return any;
}

bool fy_t3dm_open_hulls(fy_t3dm_writer *w) {
    bool wanted = has_boxes(w->pose.layout) && w->pose.bone_count && has_animations(w) &&
                  !ferry_setting_is(w->job, "t3dm.aabb", "rest");
    return !wanted || fy_t3dm_hulls_open(w->job, w->pose.bone_count, &w->hulls);
}

/* What lies outside of 16 bits is cut there. */
static void cover_object(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_bounds *by,
                         double *farthest) {
    fy_t3dm_box all = {{object->bounds[0], object->bounds[1], object->bounds[2]},
                       {object->bounds[3], object->bounds[4], object->bounds[5]}};
    for (int i = 0; i < 3; i++) {
        if (by->least[i] > by->most[i]) continue;
        *farthest = fmax(*farthest, fmax(-by->least[i], by->most[i]));
        include(&all, i, fmax(by->least[i], INT16_MIN), fmin(by->most[i], INT16_MAX));
    }
    fy_t3dm_set_bounds(w, object, &all);
}

/* The streams are played: what they say is what the console shows. */
static bool sweep_animations(fy_t3dm_writer *w, fy_t3dm_bounds *bounds) {
    const fy_t3dm_animations *all = w->plan.animations;
    double bones = 0;
    for (uint32_t c = 0; c < w->scene->clips.count; c++) {
        const ferry_clip *clip = &w->scene->clips.data[c];
        if (!clip->kept || !fy_clip_moves_nodes(clip) || !fy_t3dm_clip_fits(clip)) continue;
        if (!fy_t3dm_hulls_sweep(&w->hulls, w->scene, &w->pose, clip, w->pose.scale, bounds, &bones))
            return false;
    }
    for (uint32_t i = 0; all && i < all->count; i++) {
        ferry_mark mark = ferry_job_mark(w->job);
        ferry_clip clip;
        bool done = fy_t3dm_play(w->job, NULL, &all->data[i], w->pose.nodes, w->pose.bone_count,
                                 w->pose.scale, &clip) &&
                    fy_t3dm_hulls_sweep(&w->hulls, w->scene, &w->pose, &clip, w->pose.scale, bounds, &bones);
        ferry_job_release(w->job, mark);
        if (!done) return false;
    }
    return true;
}

bool fy_t3dm_cover_clips(fy_t3dm_writer *w) {
    double farthest = 0;
    if (!w->hulls.of_bone) return true;
    fy_t3dm_bounds *bounds = ferry_new(w->job, fy_t3dm_bounds, w->written + (size_t)1);
    if (!bounds) return false;
    for (uint32_t i = 0; i < w->written; i++)
        bounds[i] = (fy_t3dm_bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (!sweep_animations(w, bounds)) return false;
    for (uint32_t i = 0; i < w->object_count; i++)
        if (w->objects[i].written && !w->objects[i].empty)
            cover_object(w, &w->objects[i], &bounds[w->objects[i].number], &farthest);
    fy_t3dm_hulls_close(&w->hulls);
    w->covers = true;
    if (farthest > INT16_MAX)
        ferry_say(w->job, FERRY_LOSS, "t3dm.animation-range", w->file, "",
                  "animations move vertices out to %g units of the file; bounding boxes are clamped at "
                  "%d; use base scale %.9g",
                  farthest, INT16_MAX, w->pose.scale * INT16_MAX / farthest);
    return true;
}

/* Empty objects have the whole model's box. */
void fy_t3dm_bound_empty(fy_t3dm_writer *w) {
    fy_t3dm_box all = w->bounds;
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (w->objects[i].written && w->objects[i].empty) fy_t3dm_set_bounds(w, &w->objects[i], &all);
    }
}
