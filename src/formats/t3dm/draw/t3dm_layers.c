/*
 * t3dm_layers.c: several draws in one place (docs/formats/t3dm.md, "Coplanar triangles").
 *
 * The GameCube draws a triangle again over itself; the console draws only what is nearer, unless it is a
 * decal. Equal triangles: t3dm_equal_triangles.c; others in one plane: t3dm_coplanar.c.
 */
#include "formats/t3dm/draw/t3dm_layers.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/draw/t3dm_coplanar.h"
#include "formats/t3dm/draw/t3dm_covered.h"
#include "formats/t3dm/draw/t3dm_depth_bias.h"
#include "formats/t3dm/draw/t3dm_equal_triangles.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/draw/t3dm_layer_changes.h"
#include "formats/t3dm/draw/t3dm_layer_draws.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_pose.h"

static void count_verdicts(fy_layers *l) {
    for (uint32_t i = 0; i < l->triangle_count; i++) {
        const fy_layer_triangle *t = &l->triangles[i];
        fy_layer_draw *summary = &l->draws[t->draw];
        summary->verdicts[t->index] = t->verdict;
        summary->overwritten += t->verdict == FY_LAYER_OVERWRITTEN;
        summary->decals += t->verdict == FY_LAYER_DECAL;
    }
}

static bool find_layers(fy_layers *l, bool *gave_up) {
    if (!fy_layers_collect(l)) return false;
    fy_layers_find_equal(l);
    if (!fy_layers_find_coplanar(l, gave_up)) return false;
    count_verdicts(l);
    return true;
}

static void report_draw(const fy_layers *l, const char *file, uint32_t draw) {
    const fy_layer_draw *summary = &l->draws[draw];
    const char *path = ferry_job_format(l->job, "draw[%u]", draw), *name = l->scene->draws.data[draw].name;
    if (summary->overwritten && summary->overwritten < summary->triangles) /* whole ones: t3dm_covered.c */
        ferry_say_measured(l->job, FERRY_LOSS, "t3dm.covered", file, path,
                           (ferry_measure){summary->overwritten, "triangles", true},
                           "%u of %u triangles of \"%s\" are covered by later ones: left out",
                           summary->overwritten, summary->triangles, name);
    if (summary->decals)
        ferry_say(l->job, FERRY_NOTE, "t3dm.coplanar", file, path,
                  "%u of %u triangles of \"%s\" are coplanar with earlier draws: drawn as decals",
                  summary->decals, summary->triangles, name);
    if (summary->over_holes)
        ferry_say_measured(l->job, FERRY_LOSS, "t3dm.coplanar", file, path,
                           (ferry_measure){summary->over_holes, "triangles", true},
                           "%u of %u triangles of \"%s\" are decals on cutouts: not drawn over the holes",
                           summary->over_holes, summary->triangles, name);
}

bool fy_t3dm_plan_layers(ferry_job *job, const ferry_scene **scene, const char *file,
                         const fy_t3dm_pose *pose, fy_t3dm_plan *plan) {
    fy_layers layers = {.job = job, .scene = *scene, .pose = pose};
    bool gave_up = false;
    uint32_t more = 0;
    if (ferry_setting_is(job, "t3dm.coplanar", "keep")) return true;
    if (!fy_layers_open_draws(&layers, plan)) return false;
    ferry_mark mark = ferry_job_mark(job);
    bool found = find_layers(&layers, &gave_up);
    ferry_job_release(job, mark);
    if (!found || ((*scene)->layered && !fy_layers_bias_depth(&layers, file))) return false;
    if (gave_up)
        ferry_say(job, FERRY_NOTE, "t3dm.coplanar", file, "",
                  "too many overlapping triangles: only identical ones are matched");
    if (!fy_layers_settle_covered(&layers, file, plan)) return false;
    for (uint32_t d = 0; d < layers.scene->draws.count; d++) {
        report_draw(&layers, file, d);
        more += fy_layer_is_changed(&layers.draws[d]);
    }
    return !more || fy_layers_change(&layers, more, scene, plan);
}
