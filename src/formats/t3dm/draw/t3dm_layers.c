/*
 * t3dm_layers.c: several draws in one place (docs/formats/t3dm.md, "Coplanar triangles").
 *
 * The GameCube draws a triangle again over itself; the console draws only what is nearer, unless it is a
 * decal. Triangles are sorted, so that equal ones stand together in the order of drawing; for the others see
 * t3dm_coplanar.c.
 */
#include "formats/t3dm/draw/t3dm_layers.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/t3dm/draw/t3dm_coplanar.h"
#include "formats/t3dm/draw/t3dm_covered.h"
#include "formats/t3dm/draw/t3dm_depth_bias.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/material/t3dm_depth.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"

/* ------------------------------------------------------------------------------------ what is drawn */

/* Whether the source draws pixels that have the depth which is there already. */
static bool shows_at_same_depth(const ferry_material *material) {
    const ferry_gx_material *gx = material ? material->gx : NULL;
    if (!gx) return true;
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
                             .tests = rdp->flags & FERRY_RDP_DEPTH,
                             .blended = to->layer == FY_T3DM_BLEND,
                             .holes = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE};
    summary.writes = summary.tests && !fy_t3dm_keeps_depth(rdp);
    summary.shows = summary.tests && !to->own_z_mode && shows_at_same_depth(from);
    summary.overwrites = summary.writes && summary.shows && to->layer == FY_T3DM_OPAQUE;
    return summary;
}

static int by_corner(const fy_layer_corner *a, const fy_layer_corner *b) {
    for (int i = 0; i < 3; i++)
        if (a->position[i] != b->position[i]) return a->position[i] < b->position[i] ? -1 : 1;
    return (a->bone > b->bone) - (a->bone < b->bone);
}

static void swap_corners(fy_layer_triangle *t, int a, int b) {
    fy_layer_corner kept = t->corners[a];
    t->corners[a] = t->corners[b];
    t->corners[b] = kept;
    if (t->sides == FY_SIDE_FRONT || t->sides == FY_SIDE_BACK)
        t->sides ^= (uint8_t)(FY_SIDE_FRONT | FY_SIDE_BACK);
}

static void order_corners(fy_layer_triangle *t) {
    if (by_corner(&t->corners[0], &t->corners[1]) > 0) swap_corners(t, 0, 1);
    if (by_corner(&t->corners[1], &t->corners[2]) > 0) swap_corners(t, 1, 2);
    if (by_corner(&t->corners[0], &t->corners[1]) > 0) swap_corners(t, 0, 1);
}

/* As the writer sees it: what has no area is not drawn. */
static bool has_area(const fy_layer_triangle *t) {
    const fy_layer_corner *c = t->corners;
    if (!by_corner(&c[0], &c[1]) || !by_corner(&c[1], &c[2])) return false;
    if (c[0].bone != c[1].bone || c[0].bone != c[2].bone) return true;
    int64_t a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = c[1].position[i] - c[0].position[i];
        b[i] = c[2].position[i] - c[0].position[i];
    }
    return a[1] * b[2] != a[2] * b[1] || a[2] * b[0] != a[0] * b[2] || a[0] * b[1] != a[1] * b[0];
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

static bool collect_draws(fy_layers *l) {
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

/* ---------------------------------------------------------------------------------------- equal triangles */

static int by_corners(const fy_layer_triangle *a, const fy_layer_triangle *b) {
    for (int k = 0; k < 3; k++) {
        int order = by_corner(&a->corners[k], &b->corners[k]);
        if (order) return order;
    }
    return 0;
}

static int by_place(const void *a, const void *b) {
    const fy_layer_triangle *x = a, *y = b;
    int order = by_corners(x, y);
    if (order) return order;
    if (x->draw != y->draw) return x->draw < y->draw ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

/* From the last draw to the first: what is seen from no side but those that are drawn over later, by what is
 * always seen. */
static void find_overwritten(fy_layers *l, uint32_t first, uint32_t end) {
    uint8_t over = 0, own = 0;
    uint32_t cover = FERRY_NONE;
    for (uint32_t i = end; i-- > first;) {
        fy_layer_triangle *t = &l->triangles[i];
        fy_layer_draw *summary = &l->draws[t->draw];
        if (i + 1 < end && t[1].draw != t->draw) {
            if (own) cover = t[1].draw;
            over |= own, own = 0;
        }
        if (summary->tests && !(t->sides & ~over)) {
            t->verdict = FY_LAYER_OVERWRITTEN;
            if (summary->cover == FERRY_NONE) summary->cover = cover;
        }
        if (summary->overwrites && !summary->seen) own |= t->sides;
    }
}

/* Whether two triangles of one draw that lie in one place have the same holes. */
static bool are_alike(const fy_layers *l, const fy_layer_triangle *a, const fy_layer_triangle *b) {
    const ferry_mesh *mesh = &l->scene->meshes.data[l->scene->draws.data[a->draw].mesh];
    for (int k = 0; k < 3; k++) {
        uint32_t x = a->corners[k].vertex, y = b->corners[k].vertex;
        for (int i = 0; i < FERRY_UV_SETS; i++)
            if (mesh->uvs[i] && memcmp(&mesh->uvs[i][x], &mesh->uvs[i][y], sizeof(ferry_vec2)) != 0)
                return false;
        for (int i = 0; i < FERRY_COLOR_SETS; i++)
            if (mesh->colors[i] && mesh->colors[i][x].a != mesh->colors[i][y].a) return false;
    }
    return true;
}

/* Where both sides of a two-sided sheet have triangles of one draw, the last one is seen from both. The order
 * within a draw gets lost, so the others are left out. */
static void find_backed(fy_layers *l, uint32_t first, uint32_t end) {
    const fy_layer_triangle *last = &l->triangles[end - 1];
    for (uint32_t i = end - 1; i-- > first;) {
        fy_layer_triangle *t = &l->triangles[i];
        const fy_layer_draw *summary = &l->draws[t->draw];
        if (last->draw != t->draw) {
            last = t;
            continue;
        }
        bool over = summary->shows && summary->writes && !summary->blended && !(t->sides & ~last->sides);
        if (over && are_alike(l, t, last)) t->verdict = FY_LAYER_OVERWRITTEN;
    }
}

/* Sides from which equal triangles were drawn with depth, by what may lie on them. */
typedef struct sides_drawn {
    uint8_t sides[2][2]; /* blended, holes */
} sides_drawn;

static void judge(fy_layer_triangle *t, fy_layer_draw *summary, const sides_drawn *always,
                  const sides_drawn *own) {
    uint8_t whole = 0, any = 0;
    for (int kind = 0; kind < 4; kind++) {
        fy_layer_draw lower = {.writes = true, .blended = kind & 1, .holes = kind >> 1};
        uint8_t sides = always->sides[lower.blended][lower.holes] | own->sides[lower.blended][lower.holes];
        if (!fy_layer_may_lie_on(summary, &lower)) continue;
        any |= sides;
        if (!lower.holes) whole |= sides;
    }
    if (t->sides & ~any) return;
    t->verdict = FY_LAYER_DECAL;
    summary->over_holes += (t->sides & ~whole) != 0;
}

/* Draws that come and go together: few in one place; those beyond stay as they are. */
typedef struct together {
    uint32_t seen;
    sides_drawn below;
} together;

enum { TOGETHER = 8 }; /* the first: what is always seen */

static together *find_together(together *all, uint32_t *count, uint32_t seen) {
    uint32_t i = 0;
    while (i < *count && all[i].seen != seen) i++;
    if (i == *count && i == TOGETHER) return NULL;
    if (i == *count) all[(*count)++] = (together){.seen = seen};
    return &all[i];
}

static void find_decals(fy_layers *l, uint32_t first, uint32_t end) {
    together all[TOGETHER] = {{0}};
    uint32_t count = 1;
    for (uint32_t i = first, next; i < end; i = next) {
        fy_layer_draw *summary = &l->draws[l->triangles[i].draw];
        uint8_t own = 0;
        together *like = find_together(all, &count, summary->seen);
        for (next = i; next < end && l->triangles[next].draw == l->triangles[i].draw; next++) {
            fy_layer_triangle *t = &l->triangles[next];
            if (t->verdict == FY_LAYER_OVERWRITTEN) continue;
            if (like) judge(t, summary, &all[0].below, &like->below);
            own |= t->sides;
        }
        if (like && summary->writes) like->below.sides[summary->blended][summary->holes] |= own;
    }
}

static void for_each_place(fy_layers *l, void (*visit)(fy_layers *, uint32_t, uint32_t)) {
    for (uint32_t first = 0, end; first < l->triangle_count; first = end) {
        end = first + 1;
        while (end < l->triangle_count && !by_corners(&l->triangles[first], &l->triangles[end])) end++;
        if (end - first > 1) visit(l, first, end);
    }
}

static void count(fy_layers *l) {
    for (uint32_t i = 0; i < l->triangle_count; i++) {
        const fy_layer_triangle *t = &l->triangles[i];
        fy_layer_draw *summary = &l->draws[t->draw];
        summary->verdicts[t->index] = t->verdict;
        summary->overwritten += t->verdict == FY_LAYER_OVERWRITTEN;
        summary->decals += t->verdict == FY_LAYER_DECAL;
    }
}

static bool find_layers(fy_layers *l, bool *gave_up) {
    if (!collect_draws(l)) return false;
    qsort(l->triangles, l->triangle_count, sizeof *l->triangles, by_place);
    for_each_place(l, find_overwritten);
    for_each_place(l, find_backed);
    for_each_place(l, find_decals);
    if (!fy_layers_find_coplanar(l, gave_up)) return false;
    count(l);
    return true;
}

/* ---------------------------------------------------------------------------------------------- the plan */

static void report_draw(const fy_layers *l, const char *file, uint32_t draw) {
    const fy_layer_draw *summary = &l->draws[draw];
    const char *path = ferry_job_format(l->job, "draw[%u]", draw), *name = l->scene->draws.data[draw].name;
    if (summary->overwritten && summary->overwritten < summary->triangles) /* whole ones: t3dm_covered.c */
        ferry_say_measured(l->job, FERRY_LOSS, "t3dm.covered", file, path,
                           (ferry_measure){summary->overwritten, "triangles", true},
                           "%u of %u triangles of \"%s\" are covered by later ones: left out",
                           summary->overwritten, summary->triangles, name);
    if (summary->decals)
        ferry_say(l->job, FERRY_NOTE, "t3dm.coplanar", file, path,
                  "%u of %u triangles of \"%s\" are coplanar with earlier draws: drawn as decals",
                  summary->decals, summary->triangles, name);
    if (summary->over_holes)
        ferry_say_measured(l->job, FERRY_LOSS, "t3dm.coplanar", file, path,
                           (ferry_measure){summary->over_holes, "triangles", true},
                           "%u of %u triangles of \"%s\" are decals on cutouts: not drawn over the holes",
                           summary->over_holes, summary->triangles, name);
}

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

static bool is_changed(const fy_layer_draw *summary) {
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

static bool change(const fy_layers *l, uint32_t more, const ferry_scene **scene, fy_t3dm_plan *plan) {
    changed c = {.plan = plan};
    uint32_t place = 0;
    if (!copy_lists(l, &c, more)) return false;
    for (uint32_t d = 0; d < l->scene->draws.count; d++) {
        const fy_layer_draw *summary = &l->draws[d];
        uint32_t other = FERRY_NONE;
        if (is_changed(summary) && !(is_biased(summary) ? raise_draw : change_draw)(l, &c, d, &other))
            return false;
        plan->places[place++] = d;
        if (other != FERRY_NONE) plan->places[place++] = other;
    }
    *scene = c.scene;
    return true;
}

static bool open_draws(fy_layers *l, const fy_t3dm_plan *plan) {
    const ferry_scene *scene = l->scene;
    l->draws = ferry_new(l->job, fy_layer_draw, scene->draws.count + (size_t)1);
    if (!l->draws) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        uint32_t to = plan->of_draw[d], count = scene->meshes.data[draw->mesh].triangle_count;
        if (to == FERRY_NONE || !takes_part(l, d, &plan->materials[to])) continue;
        const ferry_material *from =
            draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
        l->draws[d] = summary_of(from, &plan->materials[to]);
        l->draws[d].seen = l->pose->visibility.groups[d];
        l->draws[d].level = draw->level;
        l->draws[d].verdicts = ferry_new(l->job, uint8_t, count + (size_t)1);
        if (!l->draws[d].verdicts || !fy_t3dm_find_moved(l->job, scene, draw->mesh, &l->draws[d].moves))
            return false;
    }
    return true;
}

bool fy_t3dm_plan_layers(ferry_job *job, const ferry_scene **scene, const char *file,
                         const fy_t3dm_pose *pose, fy_t3dm_plan *plan) {
    fy_layers layers = {.job = job, .scene = *scene, .pose = pose};
    bool gave_up = false;
    uint32_t more = 0;
    if (ferry_setting_is(job, "t3dm.coplanar", "keep")) return true;
    if (!open_draws(&layers, plan)) return false;
    ferry_mark mark = ferry_job_mark(job);
    bool found = find_layers(&layers, &gave_up);
    ferry_job_release(job, mark);
    if (!found || ((*scene)->layered && !fy_layers_bias_depth(&layers, file))) return false;
    if (gave_up)
        ferry_say(job, FERRY_NOTE, "t3dm.coplanar", file, "",
                  "too many overlapping triangles: only identical ones are matched");
    if (!fy_layers_settle_covered(&layers, file, plan)) return false;
    for (uint32_t d = 0; d < layers.scene->draws.count; d++) {
        report_draw(&layers, file, d);
        more += is_changed(&layers.draws[d]);
    }
    return !more || change(&layers, more, scene, plan);
}
