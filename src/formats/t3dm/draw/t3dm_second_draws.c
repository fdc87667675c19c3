/*
 * t3dm_second_draws.c: see t3dm_second_draws.h.
 *
 * A second draw compares depth as decals do, which lets through what lies a little behind, too: that would
 * darken what covers it. So what lies closely under other triangles is drawn before them, with its second
 * draw; what covers it wipes that away.
 */
#include "formats/t3dm/draw/t3dm_second_draws.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/draw/t3dm_growth.h"
#include "formats/t3dm/draw/t3dm_inner.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* What is being added. */
typedef struct growth {
    fy_growth grown;
    uint8_t **depths; /* of triangles of each draw, as it was */
} growth;

/* What is seen from behind alone is not shaded: see the material of the second draw. */
static bool has_second(const ferry_scene *scene, const fy_t3dm_plan *plan, uint32_t draw) {
    uint32_t material = plan->of_draw[draw];
    if (material == FERRY_NONE || !plan->materials[material].second) return false;
    const fy_t3dm_material *first = &plan->materials[material], *second = &plan->materials[first->second];
    bool front = first->rdp.flags & FERRY_RDP_CULL_FRONT, back = second->rdp.flags & FERRY_RDP_CULL_BACK;
    bool empty = !scene->meshes.data[scene->draws.data[draw].mesh].triangle_count;
    return !empty && !first->drop && !second->drop && !(front && back);
}

/* What hides others behind it, and is drawn when its turn comes. */
static bool is_solid(const fy_t3dm_plan *plan, uint32_t draw) {
    uint32_t material = plan->of_draw[draw];
    if (material == FERRY_NONE || plan->materials[material].drop) return false;
    return plan->materials[material].layer <= FY_T3DM_CUTOUT;
}

static bool find_depths(growth *g, const ferry_scene *scene) {
    uint32_t count = scene->draws.count;
    ferry_job *job = g->grown.job;
    const fy_t3dm_plan *plan = g->grown.plan;
    fy_drawn drawn = {ferry_new(job, bool, count + (size_t)1), ferry_new(job, bool, count + (size_t)1),
                      ferry_new(job, bool, count + (size_t)1)};
    if (!drawn.twice || !drawn.solid || !drawn.cut) return false;
    for (uint32_t d = 0; d < count; d++) {
        drawn.solid[d] = is_solid(plan, d);
        drawn.twice[d] = drawn.solid[d] && has_second(scene, plan, d);
        drawn.cut[d] = drawn.solid[d] && plan->materials[plan->of_draw[d]].layer == FY_T3DM_CUTOUT;
    }
    g->depths = fy_t3dm_find_inner(job, scene, &drawn);
    return g->depths;
}

/* Behind a decal, which stands among what is blended, its second draw does, too. */
static uint32_t second_of(const growth *g, uint32_t draw) {
    fy_t3dm_plan *plan = g->grown.plan;
    const fy_t3dm_material *first = &plan->materials[plan->of_draw[draw]];
    if (first->layer != FY_T3DM_BLEND) return first->second;
    uint32_t number = plan->material_count++;
    plan->materials[number] = plan->materials[first->second];
    plan->materials[number].layer = FY_T3DM_BLEND;
    return number;
}

/* What the second draw's name ends in, as its material's does. */
static const char *suffix_of(const growth *g, uint32_t draw, uint32_t material) {
    const fy_t3dm_material *materials = g->grown.plan->materials;
    return materials[material].name + strlen(materials[g->grown.plan->of_draw[draw]].name);
}

static bool add_second(growth *g, uint32_t draw, uint32_t material) {
    const char *suffix = suffix_of(g, draw, material);
    uint32_t number = fy_growth_copy(&g->grown, draw);
    g->grown.plan->of_draw[number] = material;
    return fy_growth_name(&g->grown, number, suffix);
}

/* The draw keeps what it has at its least depth; what lies deeper becomes draws of its own. */
static bool add_seconds(growth *g, uint32_t draw) {
    fy_growth *grown = &g->grown;
    const ferry_mesh whole = grown->scene->meshes.data[grown->scene->draws.data[draw].mesh];
    uint32_t counts[FY_INNER_DEPTHS] = {0}, material = second_of(g, draw), left = 0;
    bool *chosen = ferry_new(grown->job, bool, whole.triangle_count);
    if (!chosen) return false;
    for (uint32_t i = 0; i < whole.triangle_count; i++) counts[g->depths[draw][i]]++;
    for (unsigned k = 0; k < FY_INNER_DEPTHS; k++) left += counts[k] != 0;
    for (uint8_t depth = FY_INNER_DEPTHS; depth-- > 0;) {
        if (!counts[depth]) continue;
        uint32_t number = --left ? fy_growth_copy(grown, draw) : draw;
        grown->plan->inner[number] = depth;
        for (uint32_t i = 0; i < whole.triangle_count; i++) chosen[i] = g->depths[draw][i] == depth;
        if (counts[depth] < whole.triangle_count && !fy_growth_take(grown, number, &whole, chosen))
            return false;
        if (!left) fy_growth_place(grown, draw);
        if (!add_second(g, number, material)) return false;
    }
    return true;
}

bool fy_t3dm_add_second_draws(ferry_job *job, const ferry_scene **scene, fy_t3dm_plan *plan) {
    growth g = {.grown = {.job = job, .plan = plan}};
    uint32_t count = (*scene)->draws.count;
    size_t seconds = 0;
    for (uint32_t d = 0; d < count; d++) seconds += has_second(*scene, plan, d);
    if (!seconds) return true;
    size_t more = 2 * FY_INNER_DEPTHS * seconds;
    if (!find_depths(&g, *scene) || !fy_growth_open(&g.grown, *scene, more, more, seconds)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t draw = plan->places ? plan->places[i] : i;
        if (!has_second(*scene, plan, draw))
            fy_growth_place(&g.grown, draw);
        else if (!add_seconds(&g, draw))
            return false;
    }
    plan->places = g.grown.places;
    *scene = g.grown.scene;
    return true;
}
