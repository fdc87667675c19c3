/*
 * t3dm_layer_changes.c: a scene and a plan with what was decided of coplanar triangles: decals apart, layers
 * that are moved, nothing that is drawn over (docs/formats/t3dm.md, "Coplanar triangles", "Depth bias").
 */
#include "formats/t3dm/draw/t3dm_layer_changes.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* What becomes of a material: decals, and what one side of a coplanar layer is drawn with. */
enum { AS_DECAL, AS_FRONT, AS_BACK, WAYS };

/* A scene and a plan that grow by the decals of draws that are not decals as a whole, and by backs of
 * coplanar layers. */
typedef struct changed {
    ferry_scene *scene;
    fy_t3dm_plan *plan;
    uint32_t *made[WAYS]; /* of each material of the plan; 0: not made yet */
} changed;

/* The same with other textures, which stand behind it. */
static void copy_variants(const changed *c, const fy_t3dm_material *from, fy_t3dm_material *to) {
    to->first_variant = c->plan->material_count;
    for (uint32_t i = 0; i < from->variant_count; i++) {
        fy_t3dm_material *variant = &c->plan->materials[c->plan->material_count++];
        *variant = c->plan->materials[from->first_variant + i];
        variant->rdp.other_mode =
            (variant->rdp.other_mode & FERRY_RDP_MEDIAN) | (to->rdp.other_mode & ~FERRY_RDP_MEDIAN);
        variant->rdp.flags |= to->rdp.flags & (FERRY_RDP_CULL_FRONT | FERRY_RDP_CULL_BACK);
        variant->layer = to->layer;
    }
}

/* Materials that are changed are copies, since other draws may have the same one. Decals are drawn in the
 * source's order among what is blended: a blended decal drawn later would show on an opaque one as well. */
static uint32_t material_as(const changed *c, uint32_t material, int way) {
    uint32_t *number = &c->made[way][material];
    if (*number) return *number;
    *number = c->plan->material_count++;
    fy_t3dm_material *made = &c->plan->materials[*number];
    *made = c->plan->materials[material];
    if (way == AS_DECAL) {
        made->rdp.other_mode |= FERRY_RDP_Z_DECAL;
        made->layer = FY_T3DM_BLEND;
    } else {
        made->rdp.flags |= way == AS_FRONT ? FERRY_RDP_CULL_BACK : FERRY_RDP_CULL_FRONT;
    }
    copy_variants(c, &c->plan->materials[material], made);
    return *number;
}

/* A mesh with the triangles of one verdict. */
static bool add_mesh(const fy_layers *l, const changed *c, uint32_t draw, uint8_t verdict, uint32_t *number) {
    const ferry_mesh *from = &l->scene->meshes.data[l->scene->draws.data[draw].mesh];
    ferry_mesh *to = &c->scene->meshes.data[ *number = c->scene->meshes.count++];
    *to = *from;
    to->triangles = ferry_new(l->job, uint32_t, 3 * (size_t)from->triangle_count);
    to->triangle_count = 0;
    if (!to->triangles) return false;
    for (uint32_t i = 0; i < from->triangle_count; i++)
        if (l->draws[draw].verdicts[i] == verdict)
            memcpy(to->triangles + 3 * (size_t)to->triangle_count++, from->triangles + 3 * (size_t)i,
                   3 * sizeof *to->triangles);
    return true;
}

/* Its ordinary triangles keep the draw's number; decals beside them become a draw at the end of the list,
 * whose turn is the next. */
static bool change_draw(const fy_layers *l, const changed *c, uint32_t d, uint32_t *places) {
    const fy_layer_draw *summary = &l->draws[d];
    ferry_draw *draw = &c->scene->draws.data[d];
    uint32_t *of_draw = c->plan->of_draw,
             ordinary = summary->triangles - summary->overwritten - summary->decals;
    if (!ordinary && !summary->decals) of_draw[d] = FERRY_NONE;
    if (summary->decals) {
        uint32_t decal = ordinary ? c->scene->draws.count++ : d;
        c->scene->draws.data[decal] = *draw;
        of_draw[decal] = material_as(c, of_draw[d], AS_DECAL);
        c->plan->origins[decal] = d;
        if (!add_mesh(l, c, d, FY_LAYER_DECAL, &c->scene->draws.data[decal].mesh)) return false;
        if (ordinary) *places = decal;
    }
    return !ordinary || add_mesh(l, c, d, FY_LAYER_ORDINARY, &draw->mesh);
}

/* The way of one unit of the file along which the front of a flat draw looks at rest, in its mesh's space. */
static ferry_vec3 outwards(const fy_layers *l, const ferry_draw *draw) {
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    const ferry_matrix *world = &l->pose->worlds[draw->node];
    ferry_matrix back;
    ferry_vec3 sum = {0, 0, 0}, own = {0, 0, 0};
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        ferry_vec3 at[3], in[3];
        for (int k = 0; k < 3; k++) {
            in[k] = mesh->positions[mesh->triangles[3 * (size_t)t + (size_t)k]];
            at[k] = fy_matrix_direction(world, in[k]);
        }
        sum = fy_vec3_add(sum, fy_vec3_cross(fy_vec3_sub(at[1], at[0]), fy_vec3_sub(at[2], at[0])));
        own = fy_vec3_add(own, fy_vec3_cross(fy_vec3_sub(in[1], in[0]), fy_vec3_sub(in[2], in[0])));
    }
    float unit = (float)(1 / l->pose->scale);
    /* it grows in some animation */
    if (!fy_matrix_invert(world, &back)) return fy_vec3_scale(fy_vec3_normalize(own), unit);
    return fy_matrix_direction(&back, fy_vec3_scale(fy_vec3_normalize(sum), unit));
}

/* A mesh of its own, so many units of the file further out. False at the memory limit. */
static bool add_biased(const fy_layers *l, const changed *c, uint32_t d, double by, uint32_t *number) {
    ferry_vec3 move = fy_vec3_scale(outwards(l, &l->scene->draws.data[d]), (float)by);
    if (!add_mesh(l, c, d, FY_LAYER_ORDINARY, number)) return false;
    ferry_mesh *mesh = &c->scene->meshes.data[*number];
    const ferry_vec3 *from = mesh->positions;
    mesh->positions = ferry_new(l->job, ferry_vec3, mesh->vertex_count + (size_t)1);
    for (uint32_t v = 0; mesh->positions && v < mesh->vertex_count; v++)
        mesh->positions[v] = fy_vec3_add(from[v], move);
    return mesh->positions;
}

/* A coplanar layer: raised towards who sees it; where both sides are seen and go different ways, the back is
 * a draw at the end of the list, whose turn is the next. */
static bool raise_draw(const fy_layers *l, const changed *c, uint32_t d, uint32_t *places) {
    const fy_layer_draw *summary = &l->draws[d];
    ferry_draw *draw = &c->scene->draws.data[d];
    uint32_t *of_draw = c->plan->of_draw, material = of_draw[d];
    double *depth_bias = c->plan->depth_bias, front = summary->depth_bias[0], back = summary->depth_bias[1];
    bool two = summary->sides == (FY_SIDE_FRONT | FY_SIDE_BACK) && front + back != 0;
    if (summary->overwritten == summary->triangles) {
        of_draw[d] = FERRY_NONE;
        return true;
    }
    if (two) {
        uint32_t other = *places = c->scene->draws.count++;
        c->scene->draws.data[other] = *draw;
        of_draw[other] = material_as(c, material, AS_BACK);
        of_draw[d] = material_as(c, material, AS_FRONT);
        c->plan->origins[other] = d;
        depth_bias[other] = back;
        if (!add_biased(l, c, d, -back, &c->scene->draws.data[other].mesh)) return false;
    }
    depth_bias[d] = summary->sides == FY_SIDE_BACK ? back : front;
    return add_biased(l, c, d, summary->sides == FY_SIDE_BACK ? -back : front, &draw->mesh);
}

static bool is_biased(const fy_layer_draw *summary) {
    return summary->depth_bias[0] != 0 || summary->depth_bias[1] != 0;
}

bool fy_layer_is_changed(const fy_layer_draw *summary) {
    return summary->overwritten || summary->decals || is_biased(summary);
}

static bool copy_lists(const fy_layers *l, changed *c, uint32_t more) {
    const ferry_scene *scene = l->scene;
    size_t draws = scene->draws.count, meshes = scene->meshes.count, materials = c->plan->material_count;
    c->scene = ferry_new(l->job, ferry_scene, 1);
    ferry_draw *draw = ferry_new(l->job, ferry_draw, draws + more);
    ferry_mesh *mesh = ferry_new(l->job, ferry_mesh, meshes + 2 * (size_t)more);
    fy_t3dm_material *material = ferry_new(l->job, fy_t3dm_material, (1 + WAYS) * materials);
    uint32_t *of_draw = ferry_new(l->job, uint32_t, draws + more);
    for (int way = 0; way < WAYS; way++)
        if (!(c->made[way] = ferry_new(l->job, uint32_t, materials))) return false;
    c->plan->places = ferry_new(l->job, uint32_t, draws + more);
    c->plan->origins = ferry_new(l->job, uint32_t, draws + more);
    c->plan->depth_bias = ferry_new(l->job, double, draws + more);
    if (!c->scene || !draw || !mesh || !material || !of_draw || !c->plan->places || !c->plan->origins ||
        !c->plan->depth_bias)
        return false;
    for (uint32_t d = 0; d < draws; d++) c->plan->origins[d] = d;
    *c->scene = *scene;
    c->scene->draws.data = memcpy(draw, scene->draws.data, draws * sizeof *draw);
    c->scene->meshes.data = memcpy(mesh, scene->meshes.data, meshes * sizeof *mesh);
    c->plan->materials = memcpy(material, c->plan->materials, materials * sizeof *material);
    c->plan->of_draw = memcpy(of_draw, c->plan->of_draw, draws * sizeof *of_draw);
    return true;
}

bool fy_layers_change(const fy_layers *l, uint32_t more, const ferry_scene **scene, fy_t3dm_plan *plan) {
    changed c = {.plan = plan};
    uint32_t place = 0;
    if (!copy_lists(l, &c, more)) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++) {
        const fy_layer_draw *summary = &l->draws[d];
        uint32_t other = FERRY_NONE;
        if (fy_layer_is_changed(summary) &&
            !(is_biased(summary) ? raise_draw : change_draw)(l, &c, d, &other))
            return false;
        plan->places[place++] = d;
        if (other != FERRY_NONE) plan->places[place++] = other;
    }
    *scene = c.scene;
    return true;
}
