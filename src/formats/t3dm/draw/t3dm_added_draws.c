/* t3dm_added_draws.c: see t3dm_added_draws.h. */
#include "formats/t3dm/draw/t3dm_added_draws.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/levels.h"

#define GROW(list, count)                                                                                    \
    if (!grow(job, (void **)&(list), (count), room, sizeof *(list))) return false

/* A copy with more room, zero behind what there was. NULL: `count` zeros. */
static bool grow(ferry_job *job, void **list, size_t count, size_t room, size_t size) {
    void *more = ferry_alloc(job, room, size);
    if (!more) return false;
    memset(more, 0, room * size);
    if (*list && count) memcpy(more, *list, count * size);
    *list = more;
    return true;
}

bool fy_added_draws_open(fy_added_draws *g, const ferry_scene *scene, size_t draws, size_t meshes,
                         size_t materials) {
    ferry_job *job = g->job;
    fy_t3dm_plan *plan = g->plan;
    uint32_t count = scene->draws.count;
    size_t room = count + draws;
    bool own_origins = plan->origins != NULL;
    g->scene = ferry_new(job, ferry_scene, 1);
    g->places = ferry_new(job, uint32_t, room);
    if (!g->scene || !g->places) return false;
    *g->scene = *scene;
    GROW(g->scene->draws.data, count);
    GROW(plan->of_draw, count);
    GROW(plan->origins, count);
    GROW(plan->depth_bias, count);
    GROW(plan->inner, count);
    room = scene->meshes.count + meshes;
    GROW(g->scene->meshes.data, scene->meshes.count);
    room = plan->material_count + materials;
    GROW(plan->materials, plan->material_count);
    for (uint32_t d = 0; d < count && !own_origins; d++) plan->origins[d] = d;
    return true;
}

void fy_added_draw_place(fy_added_draws *g, uint32_t draw) {
    g->places[g->place_count++] = draw;
}

uint32_t fy_added_draw_copy(fy_added_draws *g, uint32_t draw) {
    fy_t3dm_plan *plan = g->plan;
    uint32_t number = g->scene->draws.count++;
    g->scene->draws.data[number] = g->scene->draws.data[draw];
    plan->of_draw[number] = plan->of_draw[draw];
    plan->origins[number] = plan->origins[draw];
    plan->depth_bias[number] = plan->depth_bias[draw];
    plan->inner[number] = plan->inner[draw];
    fy_added_draw_place(g, number);
    return number;
}

bool fy_added_draw_name(const fy_added_draws *g, uint32_t draw, const char *suffix) {
    const char **name = &g->scene->draws.data[draw].name;
    const char *level = g->scene->draws.data[draw].level ? fy_level_suffix(*name) : NULL;
    int stem = (int)(level ? level - *name : (ptrdiff_t)strlen(*name));
    if (!**name) return true;
    *name = ferry_job_format(g->job, "%.*s%s%s", stem, *name, suffix, level ? level : "");
    return **name;
}

ferry_mesh *fy_added_draw_take(fy_added_draws *g, uint32_t draw, const ferry_mesh *from, const bool *chosen) {
    uint32_t number = g->scene->meshes.count++;
    ferry_mesh *to = &g->scene->meshes.data[number];
    *to = *from;
    to->triangle_count = 0;
    to->triangles = ferry_new(g->job, uint32_t, 3 * (size_t)from->triangle_count);
    for (uint32_t i = 0; to->triangles && i < from->triangle_count; i++)
        if (chosen[i])
            memcpy(to->triangles + 3 * (size_t)to->triangle_count++, from->triangles + 3 * (size_t)i,
                   3 * sizeof *to->triangles);
    g->scene->draws.data[draw].mesh = number;
    return to->triangles ? to : NULL;
}
