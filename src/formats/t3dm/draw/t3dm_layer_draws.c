/*
 * t3dm_layer_draws.c: what matters of each draw, and its triangles that are near to other draws, as the file
 * will hold them (docs/formats/t3dm.md, "Coplanar triangles").
 */
#include "formats/t3dm/draw/t3dm_layer_draws.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "core/scene/visible.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/mapping/t3dm_depth.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "machine/gx/gx_shade_blend.h"

/* ------------------------------------------------------------------------------------ what is drawn */

/* Whether the source draws pixels that have the depth which is there already. */
static bool shows_at_same_depth(const ferry_material *material) {
    const ferry_gx_material *gx = material ? material->gx : NULL;
    if (!gx) return true;
    if (fy_gx_reads_frame_alpha(gx)) return true;
    return gx->z_test && (gx->z_compare == FERRY_GX_LEQUAL || gx->z_compare == FERRY_GX_EQUAL ||
                          gx->z_compare == FERRY_GX_ALWAYS);
}

static uint8_t sides_of(uint32_t flags) {
    bool front = !(flags & FERRY_RDP_CULL_FRONT), back = !(flags & FERRY_RDP_CULL_BACK);
    return (uint8_t)((front ? FY_SIDE_FRONT : 0) | (back ? FY_SIDE_BACK : 0));
}

/* State that was read from a T3DM file, and depth modes that a rule gives, stay as they are. */
static bool takes_part(const fy_layers *l, uint32_t number, const fy_t3dm_material *to) {
    const ferry_draw *draw = &l->scene->draws.data[number];
    const ferry_material *from =
        draw->material == FERRY_NONE ? NULL : &l->scene->materials.data[draw->material];
    if (to->drop || (from && from->rdp)) return false;
    return l->pose->visibility.written[number] && sides_of(to->rdp.flags);
}

static fy_layer_draw summary_of(const ferry_material *from, const fy_t3dm_material *to) {
    const ferry_rdp_material *rdp = &to->rdp;
    fy_layer_draw summary = {.sides = sides_of(rdp->flags),
                             .cover = FERRY_NONE,
                             .rest_cover = FERRY_NONE,
                             .tests = rdp->flags & FERRY_RDP_DEPTH,
                             .blended = to->layer == FY_T3DM_BLEND,
                             .holes = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE};
    summary.writes = summary.tests && !fy_t3dm_keeps_depth(rdp);
    summary.shows = summary.tests && !to->own_z_mode && shows_at_same_depth(from);
    summary.overwrites = summary.writes && summary.shows && to->layer == FY_T3DM_OPAQUE;
    return summary;
}

bool fy_layers_open_draws(fy_layers *l, const fy_t3dm_plan *plan) {
    const ferry_scene *scene = l->scene;
    const bool *visible = fy_find_visible(l->job, scene);
    l->draws = ferry_new(l->job, fy_layer_draw, scene->draws.count + (size_t)1);
    if (!l->draws || !visible) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        uint32_t to = plan->of_draw[d], count = scene->meshes.data[draw->mesh].triangle_count;
        if (to == FERRY_NONE || !takes_part(l, d, &plan->materials[to])) continue;
        const ferry_material *from =
            draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
        l->draws[d] = summary_of(from, &plan->materials[to]);
        l->draws[d].seen = l->pose->visibility.groups[d];
        l->draws[d].rests = visible[d];
        l->draws[d].level = draw->level;
        l->draws[d].verdicts = ferry_new(l->job, uint8_t, count + (size_t)1);
        if (!l->draws[d].verdicts || !fy_t3dm_find_moved(l->job, scene, draw->mesh, &l->draws[d].moves))
            return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------- who is near whom */

/* Draws up to which each is held against each. */
#define FEW_DRAWS 2048

static ferry_vec3 place_of(const fy_layers *l, const ferry_draw *draw, uint32_t vertex) {
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    ferry_vec3 at = mesh->positions[vertex];
    return mesh->skin == FERRY_NONE ? fy_matrix_point(&l->worlds[draw->node], at) : at;
}

static bool meet(const ferry_box *a, const ferry_box *b) {
    return a->min.x <= b->max.x && a->min.y <= b->max.y && a->min.z <= b->max.z && b->min.x <= a->max.x &&
           b->min.y <= a->max.y && b->min.z <= a->max.z;
}

/* Two stored units more: what rounding may bring together. */
static void widen_by_rounding(ferry_box *box, double scale) {
    float by = (float)(2 / scale);
    box->min = fy_vec3_sub(box->min, (ferry_vec3){by, by, by});
    box->max = fy_vec3_add(box->max, (ferry_vec3){by, by, by});
}

static void add_neighbour(fy_layer_draw *own, const ferry_box *box) {
    if (own->near_count < FY_LAYER_NEIGHBOURS) {
        own->near[own->near_count++] = *box;
        return;
    }
    fy_box_grow(&own->near[FY_LAYER_NEIGHBOURS - 1], box->min);
    fy_box_grow(&own->near[FY_LAYER_NEIGHBOURS - 1], box->max);
}

static void find_box(fy_layers *l, uint32_t number) {
    const ferry_draw *draw = &l->scene->draws.data[number];
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    fy_layer_draw *summary = &l->draws[number];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(l->pose, l->scene, draw, &own);
    summary->box = fy_box_none();
    for (uint32_t v = 0; summary->sides && v < mesh->vertex_count; v++) {
        uint16_t bone = fy_t3dm_space(&frames[fy_t3dm_joint(l->scene, mesh, v)]);
        summary->bones |= v && bone != summary->bone;
        summary->bone = bone;
        fy_box_grow(&summary->box, place_of(l, draw, v));
    }
    widen_by_rounding(&summary->box, l->pose->scale);
}

/* What hangs on different bones lies in one place only by chance of the pose. Levels never meet. */
static bool may_meet(const fy_layer_draw *a, const fy_layer_draw *b) {
    if (!a->sides || !b->sides || a->level != b->level) return false;
    if (!a->bones && !b->bones && a->bone != b->bone) return false;
    return meet(&a->box, &b->box);
}

/* Only triangles near to other draws are looked at: few, where a model is cut into pieces. And those of
 * two-sided draws: where both sides of a sheet have triangles, the last drawn one is seen from both. */
static bool find_near(fy_layers *l) {
    uint32_t count = l->scene->draws.count;
    l->worlds = ferry_new(l->job, ferry_matrix, l->scene->nodes.count + (size_t)1);
    if (!l->worlds || !ferry_world_matrices(l->scene, l->worlds)) return false;
    for (uint32_t d = 0; d < count; d++) find_box(l, d);
    for (uint32_t d = 0; d < count; d++) {
        fy_layer_draw *own = &l->draws[d];
        bool sheets = own->sides == (FY_SIDE_FRONT | FY_SIDE_BACK) && own->shows && !own->blended;
        if (count > FEW_DRAWS || sheets) own->near[own->near_count++] = own->box;
        for (uint32_t k = 0; k < count && count <= FEW_DRAWS; k++)
            if (k != d && may_meet(own, &l->draws[k])) add_neighbour(own, &l->draws[k].box);
    }
    return true;
}

/* What morphs move is near to nothing for long. */
static bool is_near(const fy_layers *l, uint32_t number, const uint32_t corners[3]) {
    const fy_layer_draw *own = &l->draws[number];
    const bool *moves = own->moves;
    ferry_box box = fy_box_none();
    if (moves && (moves[corners[0]] || moves[corners[1]] || moves[corners[2]])) return false;
    for (int k = 0; k < 3; k++) fy_box_grow(&box, place_of(l, &l->scene->draws.data[number], corners[k]));
    for (uint32_t i = 0; i < own->near_count; i++)
        if (meet(&box, &own->near[i])) return true;
    return false;
}

/* ------------------------------------------------------------------------------------- its triangles */

static void swap_corners(fy_layer_triangle *t, int a, int b) {
    fy_layer_corner kept = t->corners[a];
    t->corners[a] = t->corners[b];
    t->corners[b] = kept;
    if (t->sides == FY_SIDE_FRONT || t->sides == FY_SIDE_BACK)
        t->sides ^= (uint8_t)(FY_SIDE_FRONT | FY_SIDE_BACK);
}

static void order_corners(fy_layer_triangle *t) {
    if (fy_layer_corner_order(&t->corners[0], &t->corners[1]) > 0) swap_corners(t, 0, 1);
    if (fy_layer_corner_order(&t->corners[1], &t->corners[2]) > 0) swap_corners(t, 1, 2);
    if (fy_layer_corner_order(&t->corners[0], &t->corners[1]) > 0) swap_corners(t, 0, 1);
}

/* As the writer sees it: what has no area is not drawn. */
static bool has_area(const fy_layer_triangle *t) {
    const fy_layer_corner *c = t->corners;
    if (!fy_layer_corner_order(&c[0], &c[1]) || !fy_layer_corner_order(&c[1], &c[2])) return false;
    if (c[0].bone != c[1].bone || c[0].bone != c[2].bone) return true;
    int64_t a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = c[1].position[i] - c[0].position[i];
        b[i] = c[2].position[i] - c[0].position[i];
    }
    return a[1] * b[2] != a[2] * b[1] || a[2] * b[0] != a[0] * b[2] || a[0] * b[1] != a[1] * b[0];
}

static fy_layer_corner corner_of(const fy_layers *l, const ferry_draw *draw, const fy_t3dm_frame *frames,
                                 uint32_t vertex) {
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(l->scene, mesh, vertex)];
    fy_layer_corner corner = {.vertex = vertex, .bone = fy_t3dm_space(frame) | (uint32_t)draw->level << 16};
    double at[3];
    fy_t3dm_point(&frame->to_file, mesh->positions[vertex], at);
    for (int i = 0; i < 3; i++) at[i] = fy_round(at[i] * l->pose->scale);
    fy_t3dm_to_space(frame, l->pose->scale, at);
    for (int i = 0; i < 3; i++) corner.position[i] = (int32_t)fy_round(at[i]);
    return corner;
}

static bool add_triangles(fy_layers *l, uint32_t number) {
    const ferry_draw *draw = &l->scene->draws.data[number];
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    fy_layer_draw *summary = &l->draws[number];
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(l->pose, l->scene, draw, &own);
    for (uint32_t i = 0; i < mesh->triangle_count; i++) {
        fy_layer_triangle t = {.draw = number, .index = i, .sides = summary->sides};
        const uint32_t *corners = &mesh->triangles[3 * (size_t)i];
        if (i % 4096 == 0 && !ferry_tick(l->job)) return false;
        if (!is_near(l, number, corners)) {
            summary->triangles++;
            continue;
        }
        for (int k = 0; k < 3; k++) t.corners[k] = corner_of(l, draw, frames, corners[k]);
        order_corners(&t);
        if (!has_area(&t)) continue;
        l->triangles[l->triangle_count++] = t;
        summary->triangles++;
    }
    return true;
}

static uint64_t count_near(const fy_layers *l, uint32_t number) {
    const ferry_mesh *mesh = &l->scene->meshes.data[l->scene->draws.data[number].mesh];
    uint64_t found = 0;
    for (uint32_t i = 0; i < mesh->triangle_count; i++)
        found += is_near(l, number, &mesh->triangles[3 * (size_t)i]);
    return found;
}

bool fy_layers_collect(fy_layers *l) {
    uint64_t most = 0;
    if (!find_near(l)) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++)
        if (l->draws[d].sides) most += count_near(l, d);
    l->triangles = ferry_new(l->job, fy_layer_triangle, (size_t)most + 1);
    if (!l->triangles) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++)
        if (l->draws[d].sides && !add_triangles(l, d)) return false;
    return true;
}
