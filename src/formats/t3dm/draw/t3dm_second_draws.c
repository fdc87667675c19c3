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
#include "core/scene/levels.h"
#include "formats/t3dm/draw/t3dm_inner.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* A scene and a plan that grow. */
typedef struct growth {
    ferry_job *job;
    ferry_scene *scene;
    fy_t3dm_plan *plan;
    uint8_t **depths; /* of triangles of each draw, as it was */
    uint32_t place_count;
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
    bool *asked = ferry_new(g->job, bool, count + (size_t)1),
         *solid = ferry_new(g->job, bool, count + (size_t)1);
    if (!asked || !solid) return false;
    for (uint32_t d = 0; d < count; d++) {
        solid[d] = is_solid(g->plan, d);
        asked[d] = solid[d] && has_second(scene, g->plan, d);
    }
    g->depths = fy_t3dm_find_inner(g->job, scene, asked, solid);
    return g->depths;
}

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

static bool open_growth(growth *g, const ferry_scene *scene, size_t seconds) {
    ferry_job *job = g->job;
    fy_t3dm_plan *plan = g->plan;
    uint32_t count = scene->draws.count;
    size_t more = 2 * FY_INNER_DEPTHS * seconds, room = count + more;
    bool own_origins = plan->origins != NULL;
    g->scene = ferry_new(job, ferry_scene, 1);
    if (!g->scene) return false;
    *g->scene = *scene;
    GROW(g->scene->draws.data, count);
    GROW(plan->of_draw, count);
    GROW(plan->origins, count);
    GROW(plan->depth_bias, count);
    GROW(plan->inner, count);
    room = scene->meshes.count + more;
    GROW(g->scene->meshes.data, scene->meshes.count);
    room = plan->material_count + seconds;
    GROW(plan->materials, plan->material_count);
    for (uint32_t d = 0; d < count && !own_origins; d++) plan->origins[d] = d;
    return true;
}

/* Behind a decal, which stands among what is blended, its second draw does, too. */
static uint32_t second_of(const growth *g, uint32_t draw) {
    fy_t3dm_plan *plan = g->plan;
    const fy_t3dm_material *first = &plan->materials[plan->of_draw[draw]];
    if (first->layer != FY_T3DM_BLEND) return first->second;
    uint32_t number = plan->material_count++;
    plan->materials[number] = plan->materials[first->second];
    plan->materials[number].layer = FY_T3DM_BLEND;
    return number;
}

/* The same draw at the end of the list, whose turn is the next. */
static uint32_t add_copy(growth *g, uint32_t draw, uint32_t *places) {
    fy_t3dm_plan *plan = g->plan;
    uint32_t number = g->scene->draws.count++;
    g->scene->draws.data[number] = g->scene->draws.data[draw];
    plan->of_draw[number] = plan->of_draw[draw];
    plan->origins[number] = plan->origins[draw];
    plan->depth_bias[number] = plan->depth_bias[draw];
    plan->inner[number] = plan->inner[draw];
    places[g->place_count++] = number;
    return number;
}

/* What the second draw's name ends in, as its material's does. */
static const char *suffix_of(const growth *g, uint32_t draw, uint32_t material) {
    const fy_t3dm_material *materials = g->plan->materials;
    return materials[material].name + strlen(materials[g->plan->of_draw[draw]].name);
}

static bool add_second(growth *g, uint32_t draw, uint32_t material, uint32_t *places) {
    const char *suffix = suffix_of(g, draw, material);
    uint32_t number = add_copy(g, draw, places);
    ferry_draw *second = &g->scene->draws.data[number];
    g->plan->of_draw[number] = material;
    const char *level = second->level ? fy_level_suffix(second->name) : NULL; /* stays at the end */
    int stem = (int)(level ? level - second->name : (ptrdiff_t)strlen(second->name));
    if (*second->name)
        second->name = ferry_job_format(g->job, "%.*s%s%s", stem, second->name, suffix, level ? level : "");
    return *second->name || !*g->scene->draws.data[draw].name;
}

/* The triangles of one depth. */
static bool take_depth(const growth *g, const ferry_mesh *from, const uint8_t *depths, uint8_t depth,
                       ferry_mesh *to) {
    *to = *from;
    to->triangle_count = 0;
    to->triangles = ferry_new(g->job, uint32_t, 3 * (size_t)from->triangle_count);
    for (uint32_t i = 0; to->triangles && i < from->triangle_count; i++)
        if (depths[i] == depth)
            memcpy(to->triangles + 3 * (size_t)to->triangle_count++, from->triangles + 3 * (size_t)i,
                   3 * sizeof *to->triangles);
    return to->triangles;
}

/* The draw keeps what it has at its least depth; what lies deeper becomes draws of its own. */
static bool add_seconds(growth *g, uint32_t draw, uint32_t *places) {
    ferry_scene *scene = g->scene;
    const ferry_mesh whole = scene->meshes.data[scene->draws.data[draw].mesh];
    uint32_t counts[FY_INNER_DEPTHS] = {0}, material = second_of(g, draw), left = 0;
    for (uint32_t i = 0; i < whole.triangle_count; i++) counts[g->depths[draw][i]]++;
    for (unsigned k = 0; k < FY_INNER_DEPTHS; k++) left += counts[k] != 0;
    for (uint8_t depth = FY_INNER_DEPTHS; depth-- > 0;) {
        if (!counts[depth]) continue;
        uint32_t number = --left ? add_copy(g, draw, places) : draw;
        g->plan->inner[number] = depth;
        if (counts[depth] < whole.triangle_count) {
            ferry_mesh *part = &scene->meshes.data[scene->draws.data[number].mesh = scene->meshes.count++];
            if (!take_depth(g, &whole, g->depths[draw], depth, part)) return false;
        }
        if (!left) places[g->place_count++] = draw;
        if (!add_second(g, number, material, places)) return false;
    }
    return true;
}

bool fy_t3dm_add_second_draws(ferry_job *job, const ferry_scene **scene, fy_t3dm_plan *plan) {
    growth g = {.job = job, .plan = plan};
    uint32_t count = (*scene)->draws.count;
    size_t seconds = 0;
    for (uint32_t d = 0; d < count; d++) seconds += has_second(*scene, plan, d);
    if (!seconds) return true;
    uint32_t *places = ferry_new(job, uint32_t, count + 2 * FY_INNER_DEPTHS * seconds);
    if (!places || !find_depths(&g, *scene) || !open_growth(&g, *scene, seconds)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t draw = plan->places ? plan->places[i] : i;
        if (!has_second(*scene, plan, draw))
            places[g.place_count++] = draw;
        else if (!add_seconds(&g, draw, places))
            return false;
    }
    plan->places = places;
    *scene = g.scene;
    return true;
}
