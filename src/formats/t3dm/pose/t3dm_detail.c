/* t3dm_detail.c: see t3dm_detail.h. */
#include "formats/t3dm/pose/t3dm_detail.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* Half the length of the sides' vector product. */
static double area_of(const fy_t3dm_frame *const frames[3], const ferry_vec3 corners[3]) {
    double at[3][3], a[3], b[3];
    for (int k = 0; k < 3; k++) fy_t3dm_point(&frames[k]->to_model, corners[k], at[k]);
    for (int i = 0; i < 3; i++) a[i] = at[1][i] - at[0][i], b[i] = at[2][i] - at[0][i];
    double x = a[1] * b[2] - a[2] * b[1], y = a[2] * b[0] - a[0] * b[2], z = a[0] * b[1] - a[1] * b[0];
    return sqrt(x * x + y * y + z * z) / 2;
}

/* Where morphs move a corner, the triangle may open. */
static bool is_moved(const fy_t3dm_reach *reaches, uint32_t vertex) {
    if (!reaches) return false;
    for (int i = 0; i < 3; i++)
        if (reaches[vertex].most[i] > reaches[vertex].least[i]) return true;
    return false;
}

typedef struct detail_finder {
    const ferry_scene *scene;
    const fy_t3dm_pose *pose;
    fy_t3dm_vertex *stored; /* room for the largest mesh */
    fy_t3dm_detail *detail;
} detail_finder;

static void place_vertices(const detail_finder *f, const ferry_mesh *mesh, const fy_t3dm_frame *frames,
                           double scale) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(f->scene, mesh, v)];
        fy_t3dm_place(f->pose, frame, mesh->positions[v], scale, f->stored[v].position);
        f->stored[v].bone = frame->bone;
    }
}

static void add_draw(const detail_finder *f, uint32_t number, double scale) {
    const ferry_draw *draw = &f->scene->draws.data[number];
    const ferry_mesh *mesh = &f->scene->meshes.data[draw->mesh];
    const fy_t3dm_reach *reaches = f->pose->reaches[draw->mesh];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(f->pose, f->scene, draw, &own);
    place_vertices(f, mesh, frames, scale);
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        const fy_t3dm_frame *of[3];
        ferry_vec3 corners[3];
        bool stays = fy_t3dm_has_area(&f->stored[c[0]], &f->stored[c[1]], &f->stored[c[2]]);
        for (int k = 0; k < 3; k++) {
            of[k] = &frames[fy_t3dm_joint(f->scene, mesh, c[k])];
            corners[k] = mesh->positions[c[k]];
            stays |= is_moved(reaches, c[k]);
        }
        double area = area_of(of, corners);
        if (!isfinite(area)) area = 0;
        f->detail->area += area;
        f->detail->flat += stays ? 0 : area;
        f->detail->kept[number] += stays;
        f->detail->triangles++;
        f->detail->small += 2 * area * scale * scale < FY_T3DM_SMALL * FY_T3DM_SMALL;
    }
}

bool fy_t3dm_find_detail(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, double scale,
                         fy_t3dm_detail *detail) {
    uint32_t most = 0;
    *detail = (fy_t3dm_detail){.kept = ferry_new(job, uint32_t, scene->draws.count + (size_t)1)};
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (scene->meshes.data[m].vertex_count > most) most = scene->meshes.data[m].vertex_count;
    ferry_mark mark = ferry_job_mark(job);
    detail_finder finder = {scene, pose, ferry_new(job, fy_t3dm_vertex, most + (size_t)1), detail};
    bool done = detail->kept && finder.stored;
    for (uint32_t d = 0; done && d < scene->draws.count; d++) {
        done = ferry_tick(job);
        if (done && pose->visibility.written[d]) add_draw(&finder, d, scale);
    }
    ferry_job_release(job, mark);
    return done;
}

fy_t3dm_lost fy_t3dm_compare_detail(const ferry_scene *scene, const fy_t3dm_detail *most,
                                    const fy_t3dm_detail *least) {
    double shown = most->area - most->flat;
    fy_t3dm_lost lost = {.area = shown > 0 ? fmax(0, (least->flat - most->flat) / shown) : 0};
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        if (most->kept[d] > least->kept[d]) lost.triangles += most->kept[d] - least->kept[d];
        if (!most->kept[d] || least->kept[d]) continue;
        if (!lost.draws++) lost.first = d;
    }
    return lost;
}
