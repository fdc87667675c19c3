/* export_left_out.c: what glTF, OBJ, FBX and COLLADA write of draws, and what nobody sees of it. */
#include "formats/export/export_left_out.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/left_out.h"
#include "core/scene/visible.h"
#include "formats/export/export.h"
#include "formats/export/export_material.h"

bool fy_export_is_written(const fy_export *e, const ferry_draw *draw) {
    return e->surfaces[fy_export_surface_of(e, draw)].cull != FERRY_CULL_BOTH &&
           e->scene->meshes.data[draw->mesh].triangle_count;
}

bool fy_export_report_empty(const fy_export *e, bool switches) {
    const ferry_scene *scene = e->scene;
    fy_left_out of = {0};
    uint32_t drawn = 0;
    ferry_mark mark = ferry_job_mark(e->job);
    bool *shown = switches ? fy_find_shown(e->job, scene) : fy_find_visible(e->job, scene);
    for (uint32_t d = 0; shown && d < scene->draws.count && !drawn; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        bool empty = !scene->meshes.data[draw->mesh].triangle_count, written = fy_export_is_written(e, draw);
        of.empty += empty;
        of.unseen += !empty && !written;
        of.hidden += written && !shown[d];
        drawn += written && shown[d];
    }
    if (shown && !drawn) fy_report_empty(e->job, scene, e->file, &of, "");
    ferry_job_release(e->job, mark);
    return shown;
}
