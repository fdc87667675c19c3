/*
 * t3dm_scale.c: the base scale, units of the file in one unit of the source.
 *
 * Format: docs/formats/t3dm.md, "Base scale". Positions and boxes are 16-bit integers, bone matrices 16.16
 * fixed point: a large scale is precise, too large a scale wraps. Automatic is the largest power of two up to
 * 64 that leaves a margin, so that animations may move bones a little further out than the rest pose does.
 */
#include <math.h>

#include "core/maths.h"
#include "t3dm_geometry.h"

#define LARGEST 32767.0
#define MARGIN (15.0 / 16.0)

/* The largest length that the scale must carry, and what has it. */
typedef struct reach {
    double size;
    const char *kind; /* "mesh" or "node" */
    uint32_t index;
} reach;

/* Scales of many nodes may multiply beyond all numbers; such a length stays. */
static void widen(reach *extent, double size, const char *kind, uint32_t index) {
    if (fabs(size) <= extent->size || isnan(extent->size)) return;
    extent->size = fabs(size);
    extent->kind = kind;
    extent->index = index;
}

static bool measure_draws(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, reach *extent) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        if (!fy_t3dm_draw_visible(scene, draw)) continue;
        if (!ferry_tick(job)) return false;
        fy_t3dm_frame own;
        const fy_t3dm_frame *frames = fy_t3dm_frames(pose, scene, draw, &own);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(scene, mesh, v)];
            double stored[3], model[3];
            fy_t3dm_point(&frame->to_file, mesh->positions[v], stored);
            fy_t3dm_point(&frame->to_model, mesh->positions[v], model);
            for (int i = 0; i < 3; i++) {
                widen(extent, stored[i], "mesh", draw->mesh);
                widen(extent, model[i], "mesh", draw->mesh);
            }
        }
    }
    return true;
}

/* The turning and scaling part of a bone's matrix does not depend on the base scale: it fits or it does not.
 */
static bool measure_bones(ferry_job *job, const ferry_scene *scene, const char *file,
                          const fy_t3dm_pose *pose, reach *extent) {
    for (uint32_t b = 0; b < pose->bone_count; b++) {
        uint32_t node = pose->nodes[b];
        const ferry_matrix *world = &pose->worlds[node];
        double linear = 0;
        for (int i = 0; i < 3; i++) {
            for (int k = 0; k < 3; k++)
                linear = fabs(world->m[i][k]) > linear ? fabs(world->m[i][k]) : linear;
            widen(extent, world->m[i][3], "node", node);
        }
        if (linear <= LARGEST * MARGIN) continue;
        ferry_say(job, FERRY_ERROR, "t3dm.bone-scale", file, ferry_job_format(job, "node[%u]", node),
                  "\"%s\" is scaled by %g, the console's matrices hold at most %g",
                  scene->nodes.data[node].name, linear, LARGEST * MARGIN);
        return false;
    }
    return true;
}

/* The largest power of two up to 64 at which `size` fits with the margin. */
static double automatic(double size) {
    double scale = 64;
    while (size * scale > LARGEST * MARGIN) scale /= 2;
    return scale;
}

static const char *farthest(const ferry_scene *scene, const reach *extent) {
    bool mesh = extent->kind[0] == 'm';
    return mesh ? scene->meshes.data[extent->index].name : scene->nodes.data[extent->index].name;
}

static bool refuse_scale(ferry_job *job, const ferry_scene *scene, const char *file, const reach *extent,
                         double scale) {
    ferry_say(
        job, FERRY_ERROR, "t3dm.scale", file, ferry_job_format(job, "%s[%u]", extent->kind, extent->index),
        "\"%s\" reaches out to %g units, that is %g at base scale %g, and at most %g fits; a base "
        "scale of %g would do",
        farthest(scene, extent), extent->size, extent->size * scale, scale, LARGEST, automatic(extent->size));
    return false;
}

static bool refuse_reach(ferry_job *job, const ferry_scene *scene, const char *file, const reach *extent) {
    ferry_say(job, FERRY_ERROR, "t3dm.scale", file,
              ferry_job_format(job, "%s[%u]", extent->kind, extent->index),
              "\"%s\" reaches out to no finite place: no base scale would do", farthest(scene, extent));
    return false;
}

bool fy_t3dm_choose_scale(ferry_job *job, const ferry_scene *scene, const char *file,
                          const fy_t3dm_pose *pose, double *scale) {
    reach extent = {0};
    if (!measure_draws(job, scene, pose, &extent) || !measure_bones(job, scene, file, pose, &extent))
        return false;
    if (!isfinite(extent.size)) return refuse_reach(job, scene, file, &extent);
    double asked = ferry_setting_number(job, "t3dm.base-scale");
    *scale = asked;
    if (isnan(asked)) {
        *scale = automatic(extent.size);
        return true;
    }
    return extent.size * asked <= LARGEST || refuse_scale(job, scene, file, &extent, asked);
}
