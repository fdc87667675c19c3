/*
 * components.c: see the header. What is left out costs an area times the square of a length: that of an
 * error which leaves nothing of a picture, or less if all that it touches is smaller. The area is what looks
 * unlike in small pictures without it. A button of the shirt's colour costs little, an eye more.
 */
#include "core/simplify/components.h"

#include <stdlib.h>

#include "ferry64_format.h"
#include "core/simplify/importance.h"
#include "core/simplify/seen.h"

/* In parts of the model's size: what moved by that is as if it was not there; and how near things touch. */
static const double AWAY = .06, TOUCH = .003;

/* What is as tall as the model counts so many times more than its area; less where pictures tell. */
static const double TALL = 4, TALL_SHOWN = 2;

/* What never goes, in parts of what is seen, and of what pictures show. */
static const double MOST_SHARE = .03, MOST_SHOWN = .06;

/* What is smaller, half across, is not told by pictures. */
static const double FEWEST_PIXELS = 3;

/* A drawing that lies on something (an eye, a sign) is there for what it shows alone: two triangles count so
 * many times more, others the less the more they are. */
static const double DRAWING = 6;

enum { MOST_TRIES = 256 };

typedef struct spot {
    double along;
    uint32_t vertex;
} spot;

static int by_along(const void *a, const void *b) {
    const spot *x = a, *y = b;
    if (x->along != y->along) return x->along < y->along ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* ------------------------------------------------------------------------------------------- listing */

bool fy_components_number(fy_shell *s) {
    ferry_mark mark = ferry_job_mark(s->job);
    uint32_t *roots = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    if (!roots) return false;
    for (uint32_t v = 0; v < s->vertex_count; v++) roots[v] = v;
    for (uint32_t c = 0; c < 3 * s->triangle_count; c++)
        fy_group_join(roots, fy_corner_vertex(s, c), fy_corner_vertex(s, c - c % 3));
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        uint32_t root = fy_group_of(roots, v);
        bool used = s->vertices[v].first != FERRY_NONE;
        s->vertices[v].component = !used       ? FERRY_NONE
                                   : root == v ? s->component_count++
                                               : s->vertices[root].component;
    }
    ferry_job_release(s->job, mark);
    return ferry_tick(s->job);
}

static void add_triangle(const fy_shell *s, fy_components *to, uint32_t t) {
    fy_component *c = &to->data[s->vertices[fy_corner_vertex(s, 3 * t)].component];
    double area = fy_triangle_area(s, t);
    if (!c->triangles++) c->mesh = s->wedges[s->corners[3 * t]].mesh;
    c->area += area * s->importances[t];
    c->share += area * s->seen[t];
    c->whole += area;
    c->weight += area * fy_triangle_weight(s, t);
}

/* Half the diagonal of a box, grown vertex by vertex. */
typedef struct extent {
    fy_point least, most;
    bool any;
} extent;

static void grow(extent *e, fy_point at) {
    if (!e->any) e->least = e->most = at;
    e->any = true;
    e->least = (fy_point){fmin(e->least.x, at.x), fmin(e->least.y, at.y), fmin(e->least.z, at.z)};
    e->most = (fy_point){fmax(e->most.x, at.x), fmax(e->most.y, at.y), fmax(e->most.z, at.z)};
}

static double radius_of(const extent *e) {
    return e->any ? .5 * fy_point_length(fy_point_sub(e->most, e->least)) : 0;
}

/* Components whose vertices come near each other are one group. */
static bool join_groups(fy_shell *s) {
    spot *spots = ferry_new(s->job, spot, (size_t)s->vertex_count + 1);
    uint32_t count = 0;
    if (!spots) return false;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        fy_point at = fy_place_of(s, v, 0);
        if (s->vertices[v].first != FERRY_NONE)
            spots[count++] = (spot){.61 * at.x + .53 * at.y + .589 * at.z, v};
    }
    if (count) qsort(spots, count, sizeof *spots, by_along);
    double near = TOUCH * s->size;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t a = spots[i].vertex, end = i + MOST_TRIES < count ? i + MOST_TRIES : count;
        for (uint32_t j = i + 1; j < end && spots[j].along - spots[i].along <= near; j++) {
            uint32_t b = spots[j].vertex;
            if (s->vertices[a].component == s->vertices[b].component) continue;
            fy_point by = fy_point_sub(fy_place_of(s, a, 0), fy_place_of(s, b, 0));
            if (fy_point_dot(by, by) <= near * near)
                fy_group_join(s->groups, s->vertices[a].component, s->vertices[b].component);
        }
        if (!ferry_tick(s->job)) return false;
    }
    return true;
}

static void list_vertices(const fy_shell *s, fy_components *to, extent *extents) {
    for (uint32_t v = s->vertex_count; v-- > 0;) {
        uint32_t number = s->vertices[v].component;
        if (number == FERRY_NONE) continue;
        to->next[v] = to->data[number].first_vertex;
        to->data[number].first_vertex = v;
        grow(&extents[number], fy_place_of(s, v, 0));
        if (s->vertices[v].flags & FY_VERTEX_FIXED) to->data[number].cost = HUGE_VAL;
    }
}

/* Pictures tell nothing of what is too small for them; and what is never shown at rest may be in clips. */
static bool is_told(const fy_shell *s, const fy_component *c, const fy_missed *missed) {
    return missed && c->radius >= FEWEST_PIXELS * missed->pixel &&
           (missed->share > 0 || !s->scene->clips.count);
}

static void price_one(const fy_shell *s, fy_component *c, const fy_missed *missed) {
    bool told = c->told = is_told(s, c, missed);
    double weight = c->whole > 0 ? c->weight / c->whole : 1;
    if (told ? missed->share > MOST_SHOWN : c->share > MOST_SHARE) c->cost = HUGE_VAL;
    double away = fmin(c->reach, AWAY * s->size) * (1 + (told ? TALL_SHOWN : TALL) * c->radius / s->height);
    c->drawing = told ? 1 + 2 * DRAWING * missed->flat * missed->flat / c->triangles : 1;
    if (told) c->area = weight * missed->lost * c->drawing;
    c->cost += c->area * away * away;
}

static void price(const fy_shell *s, const fy_missed *missed, fy_components *of, const extent *extents,
                  extent *reaches) {
    double seen = 0;
    for (uint32_t i = 0; i < s->component_count; i++) {
        extent *reach = &reaches[fy_group_of(s->groups, i)];
        grow(reach, extents[i].least);
        grow(reach, extents[i].most);
        seen += of->data[i].share;
    }
    for (uint32_t i = 0; i < s->component_count; i++) {
        fy_component *c = &of->data[i];
        c->radius = radius_of(&extents[i]);
        c->reach = radius_of(&reaches[fy_group_of(s->groups, i)]);
        c->share = seen > 0 ? c->share / seen : 0;
        price_one(s, c, missed ? &missed[i] : NULL);
    }
}

bool fy_components_open(fy_shell *s, const fy_missed *missed, fy_components *to) {
    uint32_t count = s->component_count;
    to->next = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    to->data = ferry_new(s->job, fy_component, (size_t)count + 1);
    s->component_left = ferry_new(s->job, uint32_t, (size_t)count + 1);
    extent *extents = ferry_new(s->job, extent, 2 * (size_t)count + 1);
    if (!to->next || !to->data || !s->component_left || !extents) return false;
    for (uint32_t i = 0; i < count; i++) to->data[i].first_vertex = FERRY_NONE;
    for (uint32_t t = 0; t < s->triangle_count; t++) add_triangle(s, to, t);
    list_vertices(s, to, extents);
    for (uint32_t i = 0; i < count; i++) s->component_left[i] = to->data[i].triangles;
    if (!join_groups(s)) return false;
    price(s, missed, to, extents, extents + count);
    return true;
}

void fy_component_drop(fy_shell *s, fy_components *components, uint32_t number) {
    fy_component *c = &components->data[number];
    for (uint32_t v = c->first_vertex; v != FERRY_NONE; v = components->next[v]) {
        FY_EACH_CORNER(s, v, corner) {
            uint32_t three[3];
            fy_corners_from(corner, three);
            for (int i = 0; i < 3; i++) s->corners[three[i]] = FERRY_NONE;
            s->left--;
        }
        s->vertices[v].flags |= FY_VERTEX_GONE;
    }
    s->component_left[number] = 0;
    c->gone = true;
}
