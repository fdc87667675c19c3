/*
 * t3dm_write.c: a prepared scene as T3DM files of any layout. This is the way through:
 *
 *     t3dm_writer.h        what the parts share while the writer works
 *     t3dm_write_collect.c which draws become objects, and in which order
 *     t3dm_write_objects.c all of them, one after the other, with
 *     t3dm_write_state.c       what must come between two of them,
 *     t3dm_write_object.c      records, vertices and index data, each in a stream of its own,
 *     t3dm_write_boxes.c       and boxes
 *     t3dm_write_files.c   where a file begins and ends
 *     t3dm_write_chunks.c  header, chunks and streams put together
 *
 * Format: docs/formats/t3dm.md, "Layout", "Objects" and "Older layouts". Where things stand is said by the
 * table of layouts that the reader goes by, too.
 */
#include "formats/t3dm/write/t3dm_write.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/animation/t3dm_clips.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/check/t3dm_check_written.h"
#include "formats/t3dm/draw/t3dm_cut.h"
#include "formats/t3dm/draw/t3dm_layers.h"
#include "formats/t3dm/draw/t3dm_piece_draws.h"
#include "formats/t3dm/draw/t3dm_second_draws.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/grid/t3dm_grid.h"
#include "formats/t3dm/grid/t3dm_helper.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "formats/t3dm/mesh/t3dm_triangle_order.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_scale.h"
#include "formats/t3dm/seen/t3dm_seen.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "formats/t3dm/write/t3dm_write_collect.h"
#include "formats/t3dm/write/t3dm_write_downgrade.h"
#include "formats/t3dm/write/t3dm_write_files.h"
#include "formats/t3dm/write/t3dm_write_objects.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* What is hidden for being covered comes and goes by itself. */
static void part_covered(fy_t3dm_writer *w) {
    uint32_t groups = 0;
    if (!w->plan.covered) return;
    for (uint32_t d = 0; d < w->source->draws.count; d++)
        if (w->pose.visibility.groups[d] >= groups) groups = w->pose.visibility.groups[d] + 1;
    for (uint32_t d = 0; d < w->source->draws.count; d++)
        if (w->plan.covered[d].hidden) w->pose.visibility.groups[d] = groups++;
}

/* What decided it for the animations has decided it for the model. */
static bool choose_scale(const fy_t3dm_writer *w, fy_t3dm_pose *pose) {
    const fy_t3dm_pose *chosen = w->plan.animations ? w->plan.animations->pose : NULL;
    if (chosen) fy_t3dm_take_scale(chosen, pose);
    return chosen || fy_t3dm_choose_scale(w->job, w->plan.uncut ? w->plan.uncut : w->scene, w->file, pose);
}

bool fy_t3dm_write_files(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_plan *plan,
                         fy_t3dm_models *result) {
    fy_t3dm_writer w = {.job = job,
                        .source = scene,
                        .scene = scene,
                        .file = name,
                        .plan = *plan,
                        .result = result,
                        .tracks = {.job = job}};
    if (!fy_t3dm_stand(job, scene, name, &w.pose) || !choose_scale(&w, &w.pose) ||
        !ferry_progress(job, "layers", 0) || !fy_t3dm_plan_layers(job, &w.scene, name, &w.pose, &w.plan) ||
        !fy_t3dm_add_second_draws(job, &w.scene, name, &w.plan) ||
        !fy_t3dm_add_piece_draws(job, &w.scene, &w.plan) ||
        !fy_t3dm_downgrade(job, w.scene, name, w.pose.layout, &w.plan) ||
        !fy_t3dm_order_triangles(job, w.scene, name, &w.plan) ||
        !fy_t3dm_keep_chunks(job, w.scene, name, &w.pose, &w.kept)) {
        return false;
    }
    part_covered(&w);
    result->scale = w.pose.scale;
    if (!fy_t3dm_collect_records(&w)) return false;
    bool done = ferry_progress(job, "parts", 0) && fy_t3dm_put_objects(&w);
    if (w.material_capacity) fy_job_drop(job, w.plan.materials);
    fy_job_drop(job, w.objects);
    fy_job_drop(job, w.sources);
    fy_t3dm_tracks_close(&w.tracks);
    fy_t3dm_hulls_close(&w.hulls);
    if (done) fy_t3dm_report_files(&w);
    return done && !ferry_failed(job); /* a message may have met the memory limit */
}

bool fy_t3dm_write_planned(ferry_job *job, const ferry_scene *scene, const char *name,
                           const fy_t3dm_plan *plan, ferry_bytes *bytes) {
    fy_t3dm_models result = {0};
    if (!fy_t3dm_write_files(job, scene, name, plan, &result)) return false;
    *bytes = result.models.data[0].bytes;
    return true;
}

/* Objects are the first chunks of a file that has any. */
static bool has_objects(const ferry_job *job, const fy_t3dm_models *written) {
    return written->models.data[0].bytes.data[fy_t3dm_layout_wanted(job)->table_at] == 'O';
}

/* `source`: without what was added for the console. */
static bool tell_seen(ferry_job *job, const ferry_scene *source, const char *name, const fy_t3dm_plan *plan,
                      const fy_t3dm_models *models, const ferry_file_list *files, uint32_t first) {
    const fy_t3dm_written written = {plan, files, first, models->models.count, models->scale};
    return !plan->surveyed || !has_objects(job, models) || fy_t3dm_tell_seen(job, source, name, &written);
}

/* Games tell levels of detail in one file by the names of objects. */
static bool can_hold_levels(ferry_job *job, const ferry_scene *scene, const char *name) {
    const fy_t3dm_layout *layout = fy_t3dm_layout_wanted(job);
    if (ferry_level_count(scene) < 2 || layout->name_at != FY_T3DM_ABSENT ||
        ferry_setting_is(job, "t3dm.lods", "files"))
        return true;
    ferry_say(job, FERRY_ERROR, "t3dm.lods", name, "",
              "layout %s has no names of objects, by which games tell levels of detail: write them as files "
              "(--lods-as files)",
              layout->name);
    return false;
}

static bool write_all(ferry_job *job, const ferry_scene *source, const ferry_scene *scene, const char *name,
                      ferry_file_list *files) {
    fy_t3dm_plan plan = {0};
    ferry_file_list textures = {0};
    fy_t3dm_animations animations;
    fy_t3dm_models written = {0};
    if (!can_hold_levels(job, scene, name) || !fy_t3dm_plan_materials(job, scene, name, &plan, &textures))
        return false;
    plan.uncut = scene;
    if (!fy_t3dm_cut_triangles(job, &scene, name, &plan) ||
        !fy_t3dm_build_animations(job, plan.uncut, name, &animations))
        return false;
    plan.animations = &animations;
    if (!fy_t3dm_write_files(job, scene, name, &plan, &written)) return false;
    ferry_tell_setting(job, written.scale);
    uint32_t first = files->count;
    if (!has_objects(job, &written)) textures.count = 0; /* nothing shows them */
    bool ok = ferry_add_files(job, files, &written.models) && ferry_add_files(job, files, &textures);
    for (uint32_t i = 0; ok && i < animations.count; i++)
        ok = ferry_add_file(job, files, animations.data[i].file, animations.data[i].stream);
    return ok && fy_t3dm_put_streams(job, scene, name, files) && ferry_progress(job, "check", 0) &&
           fy_t3dm_check_written(job, files, first, written.models.count) &&
           ferry_progress(job, "compare", 0) && tell_seen(job, source, name, &plan, &written, files, first);
}

/* The model's files come first in the list, then its textures, then streams of animations. */
bool fy_t3dm_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    const ferry_scene *helped =
        ferry_progress(job, "scale", 0) ? fy_t3dm_with_helpers(job, scene, name, true) : NULL;
    const ferry_scene *written = helped ? fy_t3dm_with_grids(job, helped, name, true) : NULL;
    bool ok = written && write_all(job, scene, written, name, files);
    ferry_job_release(job, mark);
    return ok;
}
