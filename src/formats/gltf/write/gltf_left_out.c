/* gltf_left_out.c: what glTF, OBJ, FBX and COLLADA write of draws, and what nobody sees of it. */
#include "formats/gltf/write/gltf_left_out.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/left_out.h"
#include "core/scene/visible.h"
#include "formats/gltf/write/gltf_material.h"
#include "formats/gltf/write/gltf_writer.h"

bool fy_gltf_is_written(const fy_gltf *g, const ferry_draw *draw) {
    return g->looks[fy_gltf_look_of(g, draw)].cull != FERRY_CULL_BOTH && g->scene->meshes.data[draw->mesh].triangle_count;
}

/* Draws as they are at rest. */
static bool *find_visible(const fy_gltf *g) {
    bool *visible = ferry_new(g->job, bool, (size_t)g->scene->draws.count + 1);
    for (uint32_t d = 0; visible && d < g->scene->draws.count; d++)
        visible[d] = fy_draw_visible(g->scene, &g->scene->draws.data[d]);
    return visible;
}

bool fy_gltf_report_empty(const fy_gltf *g, bool switches) {
    const ferry_scene *scene = g->scene;
    fy_left_out of = {0};
    uint32_t drawn = 0;
    ferry_mark mark = ferry_job_mark(g->job);
    bool *shown = switches ? fy_find_shown(g->job, scene) : find_visible(g);
    for (uint32_t d = 0; shown && d < scene->draws.count && !drawn; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        bool empty = !scene->meshes.data[draw->mesh].triangle_count, written = fy_gltf_is_written(g, draw);
        of.empty += empty;
        of.unseen += !empty && !written;
        of.hidden += written && !shown[d];
        drawn += written && shown[d];
    }
    if (shown && !drawn) fy_report_empty(g->job, scene, g->file, &of, "");
    ferry_job_release(g->job, mark);
    return shown;
}
