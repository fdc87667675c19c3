/*
 * t3dm_second_draws.c: see t3dm_second_draws.h.
 *
 * A second draw compares depth as decals do, which lets through what lies a little behind, and what is seen
 * through holes of its own first draw: it would change what is there. So what would be drawn on others comes
 * before them, with its second draw; they wipe that away (t3dm_inner.h).
 */
#include "formats/t3dm/draw/t3dm_second_draws.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/scene/visible.h"
#include "formats/t3dm/draw/t3dm_added_draws.h"
#include "formats/t3dm/draw/t3dm_inner.h"
#include "formats/t3dm/draw/t3dm_spoiled.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"

/* What is being added. */
typedef struct second_draws {
    fy_added_draws added;
    uint8_t **depths; /* of triangles of each draw, as it was */
} second_draws;

/* What is seen from behind alone is not shaded: see the material of the second draw. */
static bool has_second(const ferry_scene *scene, const fy_t3dm_plan *plan, uint32_t draw) {
    uint32_t material = plan->of_draw[draw];
    if (material == FERRY_NONE || !plan->materials[material].second) return false;
    const fy_t3dm_material *first = &plan->materials[material], *second = &plan->materials[first->second];
    bool front = first->rdp.flags & FERRY_RDP_CULL_FRONT, back = second->rdp.flags & FERRY_RDP_CULL_BACK;
    bool empty = !scene->meshes.data[scene->draws.data[draw].mesh].triangle_count;
    return !empty && !first->drop && !second->drop && !(front && back);
}

static bool is_covered(const fy_t3dm_plan *plan, uint32_t draw) {
    return plan->covered && plan->covered[plan->origins ? plan->origins[draw] : draw].hidden;
}

/* Of each node whether it or one above is a billboard: a game turns them to its camera, if at all. NULL at
 * the memory limit. */
static bool *find_billboards(ferry_job *job, const ferry_scene *scene) {
    bool *billboards = ferry_new(job, bool, scene->nodes.count + (size_t)1);
    for (uint32_t n = 0; billboards && n < scene->nodes.count; n++) { /* parents come first */
        const ferry_node *node = &scene->nodes.data[n];
        billboards[n] = node->billboard != FERRY_BILLBOARD_NONE ||
                        (node->parent != FERRY_NONE && billboards[node->parent]);
    }
    return billboards;
}

/* If it is visible, and on no billboard: what hides others behind it, and is drawn when its turn comes. */
static bool is_solid(const fy_t3dm_plan *plan, uint32_t draw) {
    uint32_t material = plan->of_draw[draw];
    if (material == FERRY_NONE || plan->materials[material].drop || is_covered(plan, draw)) return false;
    return plan->materials[material].layer <= FY_T3DM_CUTOUT &&
           !fy_t3dm_stays_in_place(&plan->materials[material]);
}

static uint8_t sides_of(const fy_t3dm_material *material) {
    uint32_t flags = material->rdp.flags;
    return (uint8_t)((flags & FERRY_RDP_CULL_FRONT ? 0 : FY_DRAWN_FRONT) |
                     (flags & FERRY_RDP_CULL_BACK ? 0 : FY_DRAWN_BACK));
}

/* How draws are drawn, in their order: what stays in its place parts what comes before it from what comes
 * after. NULL at the memory limit. */
static const fy_drawn *list_drawn(ferry_job *job, const ferry_scene *scene, const fy_t3dm_plan *plan) {
    fy_drawn *drawn = ferry_new(job, fy_drawn, scene->draws.count + (size_t)1);
    const bool *visible = fy_find_visible(job, scene), *billboards = find_billboards(job, scene);
    uint32_t group = 0;
    if (!drawn || !visible || !billboards) return NULL;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        uint32_t d = plan->places ? plan->places[i] : i, material = plan->of_draw[d];
        if (material == FERRY_NONE) continue;
        const fy_t3dm_material *first = &plan->materials[material];
        group += fy_t3dm_stays_in_place(first);
        drawn[d] =
            (fy_drawn){.solid = visible[d] && !billboards[scene->draws.data[d].node] && is_solid(plan, d),
                       .cut = first->layer == FY_T3DM_CUTOUT,
                       .sides = sides_of(first),
                       .again = has_second(scene, plan, d) ? sides_of(&plan->materials[first->second]) : 0,
                       .group = group};
    }
    return drawn;
}

static bool find_depths(second_draws *g, const ferry_scene *scene, const char *file) {
    const fy_drawn *drawn = list_drawn(g->added.job, scene, g->added.plan);
    g->depths = drawn ? fy_t3dm_find_inner(g->added.job, scene, file, drawn) : NULL;
    return g->depths;
}

static uint8_t depth_of(const second_draws *g, uint32_t draw, uint32_t triangle) {
    return g->depths[draw] ? g->depths[draw][triangle] : 0;
}

/* Behind a decal, which stands among what is blended, its second draw does, too. */
static uint32_t second_of(const second_draws *g, uint32_t draw) {
    fy_t3dm_plan *plan = g->added.plan;
    const fy_t3dm_material *first = &plan->materials[plan->of_draw[draw]];
    if (first->layer != FY_T3DM_BLEND) return first->second;
    uint32_t number = plan->material_count++;
    plan->materials[number] = plan->materials[first->second];
    plan->materials[number].layer = FY_T3DM_BLEND;
    return number;
}

/* What the second draw's name ends in, as its material's does. */
static const char *suffix_of(const second_draws *g, uint32_t draw, uint32_t material) {
    const fy_t3dm_material *materials = g->added.plan->materials;
    return materials[material].name + strlen(materials[g->added.plan->of_draw[draw]].name);
}

static bool add_second(second_draws *g, uint32_t draw, uint32_t material) {
    const char *suffix = suffix_of(g, draw, material);
    uint32_t number = fy_added_draw_copy(&g->added, draw);
    g->added.plan->of_draw[number] = material;
    return fy_added_draw_name(&g->added, number, suffix);
}

/* The draw keeps what it has at its least depth; what lies deeper becomes draws of its own. */
static bool add_seconds(second_draws *g, uint32_t draw) {
    fy_added_draws *added = &g->added;
    const ferry_mesh whole = added->scene->meshes.data[added->scene->draws.data[draw].mesh];
    uint32_t counts[FY_INNER_DEPTHS] = {0}, material = second_of(g, draw), left = 0;
    bool *chosen = ferry_new(added->job, bool, whole.triangle_count);
    if (!chosen) return false;
    for (uint32_t i = 0; i < whole.triangle_count; i++) counts[depth_of(g, draw, i)]++;
    for (unsigned k = 0; k < FY_INNER_DEPTHS; k++) left += counts[k] != 0;
    for (uint8_t depth = FY_INNER_DEPTHS; depth-- > 0;) {
        if (!counts[depth]) continue;
        uint32_t number = --left ? fy_added_draw_copy(added, draw) : draw;
        added->plan->inner[number] = depth;
        for (uint32_t i = 0; i < whole.triangle_count; i++) chosen[i] = depth_of(g, draw, i) == depth;
        if (counts[depth] < whole.triangle_count && !fy_added_draw_take(added, number, &whole, chosen))
            return false;
        if (!left) fy_added_draw_place(added, draw);
        if (!add_second(g, number, material)) return false;
    }
    return true;
}

bool fy_t3dm_add_second_draws(ferry_job *job, const ferry_scene **scene, const char *file,
                              fy_t3dm_plan *plan) {
    second_draws g = {.added = {.job = job, .plan = plan}};
    uint32_t count = (*scene)->draws.count;
    size_t seconds = 0;
    for (uint32_t d = 0; d < count; d++) seconds += has_second(*scene, plan, d);
    if (!seconds) return true;
    size_t more = 2 * FY_INNER_DEPTHS * seconds;
    if (!find_depths(&g, *scene, file) || !fy_added_draws_open(&g.added, *scene, more, more, seconds))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t draw = plan->places ? plan->places[i] : i;
        if (!has_second(*scene, plan, draw))
            fy_added_draw_place(&g.added, draw);
        else if (!add_seconds(&g, draw))
            return false;
    }
    plan->places = g.added.places;
    *scene = g.added.scene;
    return true;
}
