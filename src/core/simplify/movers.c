/* movers.c: see the header. */
#include "core/simplify/movers.h"

#include <stdlib.h>

#include "ferry64_format.h"

/* How far a vertex may be off its mover's way in a pose, in parts of the model's size. */
static const double ALIKE = 1e-5;

/* A mover by what moves it: weights of nodes, in the order of the nodes. */
typedef struct recipe {
    const ferry_weight *weights; /* `joint` is a node */
    uint32_t count, mover;
} recipe;

static int by_node(const void *a, const void *b) {
    const ferry_weight *x = a, *y = b;
    if (x->joint != y->joint) return x->joint < y->joint ? -1 : 1;
    return (x->weight > y->weight) - (x->weight < y->weight);
}

static int by_weights(const recipe *x, const recipe *y) {
    if (x->count != y->count) return x->count < y->count ? -1 : 1;
    for (uint32_t i = 0; i < x->count; i++) {
        int order = by_node(&x->weights[i], &y->weights[i]);
        if (order) return order;
    }
    return 0;
}

static int by_recipe(const void *a, const void *b) {
    const recipe *x = a, *y = b;
    int order = by_weights(x, y);
    return order ? order : (x->mover > y->mover) - (x->mover < y->mover);
}

static bool add_recipe(fy_shell *s, recipe *to, uint32_t mover, const ferry_skin *skin,
                       const ferry_influence *run, uint32_t node) {
    uint32_t count = run ? run->count : 1;
    ferry_weight *weights = ferry_new(s->job, ferry_weight, (size_t)count + 1);
    if (!weights) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!run)
            weights[i] = (ferry_weight){node, 1};
        else
            weights[i] = (ferry_weight){skin->joints[skin->weights[run->first + i].joint].node,
                                        skin->weights[run->first + i].weight};
    }
    if (count) qsort(weights, count, sizeof *weights, by_node);
    *to = (recipe){weights, count, mover};
    return true;
}

static bool number_movers(fy_shell *s) {
    const ferry_scene *scene = s->scene;
    s->skin_movers = ferry_new(s->job, uint32_t, (size_t)scene->skins.count + 1);
    if (!s->skin_movers) return false;
    for (uint32_t k = 0; k < scene->skins.count; k++) {
        s->skin_movers[k] = s->mover_count;
        s->mover_count += scene->skins.data[k].influence_count;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        uint32_t skin = scene->meshes.data[m].skin;
        s->uses[m].first_mover = skin != FERRY_NONE ? s->skin_movers[skin] : s->mover_count;
        s->mover_count += skin == FERRY_NONE && s->uses[m].used;
    }
    return true;
}

bool fy_movers_open(fy_shell *s) {
    const ferry_scene *scene = s->scene;
    if (!number_movers(s)) return false;
    s->mover_kinds = ferry_new(s->job, uint32_t, (size_t)s->mover_count + 1);
    ferry_mark mark = ferry_job_mark(s->job);
    recipe *recipes = ferry_new(s->job, recipe, (size_t)s->mover_count + 1);
    uint32_t count = 0;
    if (!s->mover_kinds || !recipes) return false;
    for (uint32_t k = 0; k < scene->skins.count; k++)
        for (uint32_t i = 0; i < scene->skins.data[k].influence_count; i++, count++)
            if (!add_recipe(s, &recipes[count], count, &scene->skins.data[k],
                            &scene->skins.data[k].influences[i], 0))
                return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        if (scene->meshes.data[m].skin == FERRY_NONE && s->uses[m].used) {
            if (!add_recipe(s, &recipes[count], count, NULL, NULL, s->uses[m].node)) return false;
            count++;
        }
    if (count) qsort(recipes, count, sizeof *recipes, by_recipe);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && by_weights(&recipes[i], &recipes[i - 1]) == 0;
        s->mover_kinds[recipes[i].mover] = again ? s->mover_kinds[recipes[i - 1].mover] : recipes[i].mover;
    }
    ferry_job_release(s->job, mark);
    return true;
}

/* Whether the vertex, in all poses, is where this mover alone would carry it. */
static bool goes_along(const fy_shell *s, uint32_t mover, uint32_t vertex) {
    const ferry_matrix *at = &s->movers[(size_t)mover * s->pose_count];
    if (s->pose_count == 1) return true;
    if (!s->ways_back[mover]) return false;
    fy_point own = fy_point_move(&s->backs[mover], fy_place_of(s, vertex, 0));
    for (uint32_t k = 1; k < s->pose_count; k++) {
        fy_point off = fy_point_sub(fy_point_move(&at[k], own), fy_place_of(s, vertex, k));
        if (!(fy_point_length(off) <= ALIKE * s->size)) return false;
    }
    return true;
}

/* An influence of the skin of that kind. Kinds are named by their first mover, and few skins share one. */
static uint32_t find_kind(const fy_shell *s, uint32_t skin, uint32_t kind) {
    uint32_t first = s->skin_movers[skin], count = s->scene->skins.data[skin].influence_count;
    for (uint32_t i = first; i < first + count; i++)
        if (s->mover_kinds[i] == kind) return i;
    return FERRY_NONE;
}

uint32_t fy_mover_at(const fy_shell *s, uint32_t mesh, uint32_t vertex) {
    uint32_t skin = s->scene->meshes.data[mesh].skin, own = s->uses[mesh].first_mover;
    if (skin == FERRY_NONE) return goes_along(s, own, vertex) ? own : FERRY_NONE;
    FY_EACH_CORNER(s, vertex, c) {
        const fy_wedge *w = &s->wedges[s->corners[c]];
        if (s->scene->meshes.data[w->mesh].skin == skin) return w->mover;
    }
    uint32_t first = fy_live_corner(s, s->vertices[vertex].first);
    return first == FERRY_NONE ? FERRY_NONE
                               : find_kind(s, skin, s->mover_kinds[s->wedges[s->corners[first]].mover]);
}
