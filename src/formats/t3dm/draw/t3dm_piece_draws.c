/* t3dm_piece_draws.c: see t3dm_piece_draws.h. */
#include "formats/t3dm/draw/t3dm_piece_draws.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/draw/t3dm_added_draws.h"
#include "formats/t3dm/draw/t3dm_more_vertices.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_piece_place.h"
#include "formats/t3dm/texture/t3dm_reach.h"

static const fy_pieces *pieces_of(const ferry_scene *scene, const fy_t3dm_plan *plan, uint32_t draw) {
    uint32_t material = plan->of_draw[draw];
    bool empty = !scene->meshes.data[scene->draws.data[draw].mesh].triangle_count;
    return material == FERRY_NONE || plan->materials[material].drop || empty
               ? NULL
               : plan->materials[material].pieces;
}

/* Where a triangle goes. */
typedef struct place {
    fy_piece_place at;
    uint32_t triangle;
} place;

static place place_of(const fy_pieces *pieces, const ferry_mesh *mesh, uint32_t triangle) {
    const ferry_vec2 *uvs = mesh->uvs[pieces->map.set % FERRY_UV_SETS];
    const uint32_t *corners = mesh->triangles + 3 * (size_t)triangle;
    fy_reach reach = {.any = false};
    for (int k = 0; k < 3; k++) fy_reach_widen(&reach, &pieces->map, uvs[corners[k]], pieces->size);
    return (place){fy_piece_place_of(pieces, &reach), triangle};
}

static int by_place(const place *a, const place *b) {
    if (a->at.piece != b->at.piece) return a->at.piece < b->at.piece ? -1 : 1;
    for (int axis = 0; axis < 2; axis++)
        if (a->at.periods[axis] != b->at.periods[axis])
            return a->at.periods[axis] < b->at.periods[axis] ? -1 : 1;
    return 0;
}

static int by_turn(const void *a, const void *b) {
    const place *x = a, *y = b;
    int order = by_place(x, y);
    return order ? order : (x->triangle > y->triangle) - (x->triangle < y->triangle);
}

/* What the material of a piece is called behind the name of the first. */
static const char *suffix_of(const fy_t3dm_plan *plan, const fy_pieces *pieces, uint32_t piece) {
    const char *first = plan->materials[pieces->materials[0]].name;
    return plan->materials[pieces->materials[piece]].name + strlen(first);
}

/* By how much coordinates of a place go back. */
static void way_back(const fy_pieces *pieces, const place *at, double way[2]) {
    const double(*m)[4] = pieces->map.m;
    double det = m[0][0] * m[1][1] - m[0][1] * m[1][0], back[2];
    for (int axis = 0; axis < 2; axis++)
        back[axis] = at->at.periods[axis] * (double)pieces->periods[axis] / pieces->size[axis];
    bool moves = back[0] != 0 || back[1] != 0;
    way[0] = moves ? (m[1][1] * back[0] - m[0][1] * back[1]) / det : 0;
    way[1] = moves ? (m[0][0] * back[1] - m[1][0] * back[0]) / det : 0;
}

/* Triangles of one piece, whose places are in rising order: those of each period get vertices of their own,
 * whose coordinates lie on the piece. `order`: each triangle's number in the mesh. */
static bool move_back(ferry_job *job, const fy_pieces *pieces, const place *of, uint32_t count,
                      const uint32_t *order, ferry_mesh *mesh) {
    const ferry_mesh whole = *mesh;
    uint32_t *copies =
        ferry_new(job, uint32_t, whole.vertex_count); /* a number more; of this period if > first */
    mesh->vertex_count = 0;
    if (!copies || !fy_t3dm_widen_mesh(job, mesh, 3 * count)) return false;
    memset(copies, 0, whole.vertex_count * sizeof *copies);
    for (uint32_t i = 0, first = 0; i < count; i++) {
        double way[2];
        way_back(pieces, &of[i], way);
        if (i && by_place(&of[i - 1], &of[i])) first = mesh->vertex_count;
        for (size_t k = 0; k < 3; k++) {
            uint32_t *corner = &mesh->triangles[3 * (size_t)order[of[i].triangle] + k], vertex = *corner;
            if (copies[vertex] <= first) {
                copies[vertex] = fy_t3dm_copy_vertex(&whole, vertex, mesh) + 1;
                ferry_vec2 *uv = &mesh->uvs[pieces->map.set % FERRY_UV_SETS][copies[vertex] - 1];
                *uv = (ferry_vec2){(float)((double)uv->x - way[0]), (float)((double)uv->y - way[1])};
            }
            *corner = copies[vertex] - 1;
        }
    }
    return true;
}

static bool lies_back(const place *of, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (of[i].at.periods[0] || of[i].at.periods[1]) return true;
    return false;
}

/* One draw's triangles, by the place that each has on the pieces. */
typedef struct places {
    place *data;
    uint32_t count, pieces; /* that have some */
} places;

static bool find_places(ferry_job *job, const ferry_scene *scene, uint32_t draw, const fy_pieces *pieces,
                        places *to) {
    const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[draw].mesh];
    *to = (places){ferry_new(job, place, mesh->triangle_count), mesh->triangle_count, 0};
    if (!to->data) return false;
    for (uint32_t t = 0; t < to->count; t++) to->data[t] = place_of(pieces, mesh, t);
    qsort(to->data, to->count, sizeof *to->data, by_turn);
    for (uint32_t t = 0; t < to->count; t++)
        to->pieces += !t || to->data[t - 1].at.piece != to->data[t].at.piece;
    return true;
}

/* Of which triangles the pieces of one draw are made. */
typedef struct parting {
    fy_added_draws *g;
    const fy_pieces *pieces;
    uint32_t draw;
    ferry_draw original;
    ferry_mesh whole;
    bool *chosen;
    uint32_t *order; /* of each triangle in the mesh of its piece */
} parting;

static void choose(parting *p, const place *of, uint32_t count) {
    memset(p->chosen, 0, p->whole.triangle_count * sizeof *p->chosen);
    for (uint32_t i = 0; i < count; i++) p->chosen[of[i].triangle] = true;
    for (uint32_t t = 0, number = 0; t < p->whole.triangle_count; t++)
        if (p->chosen[t]) p->order[t] = number++;
}

/* The triangles of one piece, as the draw itself or as a copy of it. */
static bool add_piece(parting *p, const place *of, uint32_t count, bool copy) {
    fy_added_draws *g = p->g;
    uint32_t number = copy ? fy_added_draw_copy(g, p->draw) : p->draw;
    if (!copy) fy_added_draw_place(g, p->draw);
    choose(p, of, count);
    g->scene->draws.data[number].name = p->original.name;
    g->plan->of_draw[number] = p->pieces->materials[of->at.piece];
    ferry_mesh *mesh = fy_added_draw_take(g, number, &p->whole, p->chosen);
    if (!mesh || (lies_back(of, count) && !move_back(g->job, p->pieces, of, count, p->order, mesh)))
        return false;
    return !of->at.piece || fy_added_draw_name(g, number, suffix_of(g->plan, p->pieces, of->at.piece));
}

static bool add_pieces(fy_added_draws *g, uint32_t draw, const fy_pieces *pieces, const places *of) {
    parting p = {.g = g, .pieces = pieces, .draw = draw, .original = g->scene->draws.data[draw]};
    p.whole = g->scene->meshes.data[p.original.mesh];
    p.chosen = ferry_new(g->job, bool, of->count);
    p.order = ferry_new(g->job, uint32_t, of->count);
    if (!p.chosen || !p.order) return false;
    for (uint32_t i = 0, next; i < of->count; i = next) {
        for (next = i; next < of->count && of->data[next].at.piece == of->data[i].at.piece;) next++;
        if (!add_piece(&p, &of->data[i], next - i, i > 0)) return false;
    }
    return true;
}

bool fy_t3dm_add_piece_draws(ferry_job *job, const ferry_scene **scene, fy_t3dm_plan *plan) {
    fy_added_draws g = {.job = job, .plan = plan};
    uint32_t count = (*scene)->draws.count;
    size_t more = 0;
    places *found = ferry_new(job, places, count + (size_t)1);
    if (!found) return false;
    for (uint32_t d = 0; d < count; d++) {
        const fy_pieces *pieces = pieces_of(*scene, plan, d);
        if (pieces && !find_places(job, *scene, d, pieces, &found[d])) return false;
        more += found[d].pieces;
    }
    if (!more) return true;
    if (!fy_added_draws_open(&g, *scene, more, more, 0)) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t draw = plan->places ? plan->places[i] : i;
        const fy_pieces *pieces = pieces_of(*scene, plan, draw);
        if (!pieces)
            fy_added_draw_place(&g, draw);
        else if (!add_pieces(&g, draw, pieces, &found[draw]))
            return false;
    }
    plan->places = g.places;
    *scene = g.scene;
    return true;
}
