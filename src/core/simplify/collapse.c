/* collapse.c: see the header. Each vertex is in the heap with the cheapest of the moves that are sound. */
#include "core/simplify/collapse.h"

#include "ferry64_format.h"
#include "core/base/job.h"

/* What may be left out too much at once: a part of the triangles that are wanted, or so many. */
static const double OVERSHOOT = .01, OVERSHOOT_LEAST = 1;

/* How much the source's points count beside the planes; and of how many places that are looked for. */
static const double POINTS = 32;

enum { MOST_LOOKS = 2 };

static bool add_to_ring(fy_collapse *c, uint32_t *count, uint32_t v) {
    if (!fy_job_reserve(c->shell->job, (void **)&c->ring, *count, &c->ring_capacity, 1, sizeof *c->ring))
        return false;
    c->ring[(*count)++] = (fy_ring_item){.vertex = v};
    return true;
}

/* The vertices around one. */
static bool list_ring(fy_collapse *c, uint32_t vertex, uint32_t *count) {
    fy_shell *s = c->shell;
    uint32_t stamp = ++s->stamp;
    *count = 0;
    FY_EACH_CORNER(s, vertex, corner) {
        uint32_t three[3];
        fy_corners_from(corner, three);
        for (int i = 1; i < 3; i++) {
            uint32_t v = fy_corner_vertex(s, three[i]);
            if (s->stamps[v] == stamp) continue;
            s->stamps[v] = stamp;
            if (!add_to_ring(c, count, v)) return false;
        }
    }
    return true;
}

/* Whether the planned move may be made. Pictures tell whether something may become flat, planes do not. */
static bool is_allowed(fy_collapse *c, double error) {
    fy_shell *s = c->shell;
    return fy_move_is_sound(s, &c->move, c->judge != NULL) &&
           (!(error < HUGE_VAL) || fy_track_allows(s, &c->track, &c->move, error));
}

static fy_ring_item *cheapest(const fy_collapse *c, uint32_t count) {
    fy_ring_item *best = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (c->ring[i].cost < (best ? best->cost : HUGE_VAL)) best = &c->ring[i];
    return best;
}

/* What is done first: costs are areas times squares of lengths, and what is seen of them is an area that
 * moved by a length. */
static double rank(double cost, double area) {
    return cost < HUGE_VAL ? sqrt(cost * area) : HUGE_VAL;
}

static void swap_moves(fy_collapse *c) {
    fy_move kept = c->move;
    c->move = c->nearest;
    c->nearest = kept;
}

/* A drawing of two triangles that lies on something, such as an eye, or a card: half of it is worse than
 * nothing, so that it stays or goes. */
static bool is_drawing(const fy_collapse *c, uint32_t vertex) {
    return c->shell->component_count > 1 &&
           c->components.data[c->shell->vertices[vertex].component].triangles == 2;
}

/* Plans the moves to all in the ring, and keeps the cheapest as `nearest`. */
static bool plan_ring(fy_collapse *c, uint32_t vertex, uint32_t count) {
    double least = HUGE_VAL;
    c->nearest.to = FERRY_NONE;
    for (uint32_t i = 0; i < count; i++) {
        fy_ring_item *to = &c->ring[i];
        to->cost = HUGE_VAL;
        if (is_drawing(c, vertex) || fy_move_leaves_border(c->shell, vertex, to->vertex)) continue;
        if (!fy_move_plan(c->shell, vertex, to->vertex, false, &c->move, &to->cost)) return false;
        if (!(to->cost < least)) continue;
        least = to->cost;
        swap_moves(c);
    }
    return true;
}

/* What the planned move is judged by, the least first. */
static bool weigh(fy_collapse *c, double planned, double *cost) {
    *cost = planned + POINTS * fmax(fy_track_cost(c->shell, &c->track, &c->move), 0);
    return !c->judge || c->judge->weigh_move(c->judge->of, &c->move, cost);
}

/* Finds where a vertex goes best. False at the limit. */
static bool find_target(fy_collapse *c, uint32_t vertex, double error) {
    fy_shell *s = c->shell;
    uint32_t count;
    double cost = HUGE_VAL;
    c->targets[vertex] = FERRY_NONE;
    c->olds[vertex] = false;
    if (s->vertices[vertex].flags & (FY_VERTEX_FIXED | FY_VERTEX_GONE)) return true;
    if (!list_ring(c, vertex, &count)) return false;
    if (!plan_ring(c, vertex, count)) return false;
    uint32_t looked = 0;
    for (fy_ring_item *best; (best = cheapest(c, count)) && (c->judge || best->cost < cost);) {
        double again, all;
        if (c->nearest.to == best->vertex && !best->still)
            swap_moves(c), c->nearest.to = FERRY_NONE;
        else if (!fy_move_plan(s, vertex, best->vertex, best->still, &c->move, &again))
            return false;
        if (is_allowed(c, error)) {
            if (!weigh(c, best->cost, &all)) return false;
            if (all < cost) {
                cost = all;
                c->targets[vertex] = best->vertex;
                c->stills[vertex] = best->still;
            }
            if (++looked == (c->judge ? c->judge->looks : MOST_LOOKS)) break;
            best->cost = HUGE_VAL;
            continue;
        }
        best->still = c->move.placed; /* the next try */
        best->cost = HUGE_VAL;
        if (best->still && !fy_move_plan(s, vertex, best->vertex, true, &c->move, &best->cost)) return false;
    }
    fy_heap_set(&c->heap, vertex, c->judge ? cost : rank(cost, fy_area_at(s, vertex)));
    return true;
}

bool fy_collapse_open(fy_shell *s, const fy_missed *missed, fy_collapse *c) {
    c->shell = s;
    c->targets = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    c->stills = ferry_new(s->job, bool, (size_t)s->vertex_count + 1);
    c->olds = ferry_new(s->job, bool, (size_t)s->vertex_count + s->component_count + 1);
    return c->targets && c->stills && c->olds && fy_components_open(s, missed, &c->components) &&
           fy_track_open(s, &c->track) &&
           fy_heap_open(s->job, &c->heap, s->vertex_count + s->component_count);
}

/* Puts a component into the heap if it may go. */
static bool put_component(fy_collapse *c, uint32_t number, double error) {
    const fy_component *of = &c->components.data[number];
    double cost = rank(of->cost, of->area);
    c->olds[c->shell->vertex_count + number] = false;
    if (of->gone || of->radius > error || !(cost < HUGE_VAL)) return true;
    if (c->judge && !c->judge->weigh_component(c->judge->of, &c->components, number, &cost)) return false;
    fy_heap_set(&c->heap, c->shell->vertex_count + number, cost);
    return true;
}

/* Puts all that can be done into the heap. */
static bool fill_heap(fy_collapse *c, double error) {
    fy_shell *s = c->shell;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        if (s->vertices[v].first == FERRY_NONE) continue;
        if (!find_target(c, v, error) || !ferry_tick(s->job)) return false;
    }
    for (uint32_t i = 0; i < s->component_count; i++)
        if (!put_component(c, i, error)) return false;
    return true;
}

/* A component goes as a whole, unless that leaves too little. */
static bool prune(fy_collapse *c, uint32_t number, uint32_t most, double error) {
    fy_shell *s = c->shell;
    uint32_t left = s->left - s->component_left[number];
    if (c->olds[s->vertex_count + number]) return put_component(c, number, error);
    fy_heap_set(&c->heap, s->vertex_count + number, HUGE_VAL);
    if (!left || left + fmax(OVERSHOOT * most, OVERSHOOT_LEAST) < most) return true;
    if (c->judge && !c->judge->before_drop(c->judge->of, &c->components, number)) return false;
    fy_component_drop(s, &c->components, number);
    for (uint32_t v = c->components.data[number].first_vertex; v != FERRY_NONE; v = c->components.next[v])
        fy_heap_set(&c->heap, v, HUGE_VAL);
    return !c->judge || c->judge->made(c->judge->of);
}

static bool make_move(fy_collapse *c, uint32_t vertex, double error) {
    fy_shell *s = c->shell;
    uint32_t to = c->targets[vertex], count;
    double cost;
    if (!fy_move_plan(s, vertex, to, c->stills[vertex], &c->move, &cost)) return false;
    if (!(cost < HUGE_VAL) || !is_allowed(c, error)) return find_target(c, vertex, error);
    if (c->judge && !c->judge->before_move(c->judge->of, &c->move)) return false;
    fy_track_take(s, &c->track, &c->move);
    fy_move_make(s, &c->move);
    fy_track_put(s, &c->track, to);
    c->olds[s->vertex_count + s->vertices[to].component] = c->judge != NULL;
    if (c->judge && !c->judge->made(c->judge->of)) return false;
    fy_heap_set(&c->heap, vertex, HUGE_VAL);
    if (!find_target(c, to, error) || !list_ring(c, to, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!fy_job_reserve(s->job, (void **)&c->around, i, &c->around_capacity, 1, sizeof *c->around))
            return false;
        c->around[i] = c->ring[i].vertex;
    }
    for (uint32_t i = 0; i < count; i++) {
        c->olds[c->around[i]] = true;
        bool waits = c->heap.spots[c->around[i]] != FERRY_NONE;
        if (!waits && !find_target(c, c->around[i], error)) return false;
    }
    return true;
}

bool fy_collapse_run(fy_collapse *c, uint32_t most, double error) {
    fy_shell *s = c->shell;
    if (!fill_heap(c, error)) return false;
    while (s->left > most && c->heap.count && !(c->judge && c->judge->is_exhausted(c->judge->of))) {
        uint32_t next = c->heap.items[0];
        bool component = next >= s->vertex_count;
        if (component && !prune(c, next - s->vertex_count, most, error)) return false;
        if (!component && !(c->olds[next] ? find_target(c, next, error) : make_move(c, next, error)))
            return false;
        if (!ferry_tick(s->job)) return false;
    }
    return true;
}

void fy_collapse_close(fy_collapse *c) {
    fy_job_drop(c->shell->job, c->ring);
    fy_job_drop(c->shell->job, c->around);
    fy_job_drop(c->shell->job, c->move.transfers);
    fy_job_drop(c->shell->job, c->nearest.transfers);
}
