/*
 * t3dm_left_out.c: draws of which nothing is in the file (docs/what-is-lost.md, "Draws that are left out").
 *
 * What a material never shows, the console need not draw; but a game may switch such draws on, so each is
 * told.
 */
#include "formats/t3dm/material/t3dm_left_out.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_mapping.h"

static void report_draw(const fy_planner *p, uint32_t number, const fy_t3dm_material *material) {
    const ferry_draw *draw = &p->scene->draws.data[number];
    uint32_t triangles = p->scene->meshes.data[draw->mesh].triangle_count;
    if (!triangles || !material->drop_why) return;
    ferry_say_measured(p->job, FERRY_LOSS, material->drop_code, p->name,
                       ferry_job_format(p->job, "draw[%u]", number),
                       (ferry_measure){triangles, "triangles", true},
                       "\"%s\", %u triangle%s, is left out: its material \"%s\" %s", draw->name, triangles,
                       triangles == 1 ? "" : "s", material->name, material->drop_why);
}

void fy_planner_report_left_out(const fy_planner *p) {
    for (uint32_t i = 0; i < p->scene->draws.count; i++) {
        uint32_t of = p->scene->draws.data[i].material,
                 slot = of == FERRY_NONE ? p->scene->materials.count : of;
        const fy_t3dm_material *material = &p->plan->materials[p->of_material[slot]];
        if (material->drop) report_draw(p, i, material);
    }
}
