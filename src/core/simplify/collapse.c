/* collapse.c: see the header. Each vertex is in the heap with the cheapest of the moves that are sound. */
#include "core/simplify/collapse.h"

#include "ferry64_format.h"
#include "core/base/job.h"

/* Of the triangles that are wanted: what may be left out too much at once. */
static const double OVERSHOOT = .01;

static bool add_to_ring(fy_collapse *c, uint32_t *count, uint32_t v) {
    ferry_job *job = c->shell->job;
    if (!fy_job_reserve(job, (void **)&c->ring, *count, &c->ring_capacity, 1, sizeof *c->ring) ||
        !fy_job_reserve(job, (void **)&c->ring_costs, *count, &c->cost_capacity, 1, sizeof *c->ring_costs))
        return false;
    c->ring[(*count)++] = v;
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

/* Finds where a vertex goes best. False at the limit. */
static bool find_target(fy_collapse *c, uint32_t vertex, double error) {
    fy_shell *s = c->shell;
    uint32_t count;
    double cost = HUGE_VAL;
    c->targets[vertex] = FERRY_NONE;
    if (s->vertices[vertex].flags & (FY_VERTEX_FIXED | FY_VERTEX_GONE)) return true;
    if (!list_ring(c, vertex, &count)) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!fy_move_plan(s, vertex, c->ring[i], &c->move, &c->ring_costs[i])) return false;
    for (;;) {
        uint32_t best = 0;
        for (uint32_t i = 1; i < count; i++)
            if (c->ring_costs[i] < c->ring_costs[best]) best = i;
        if (!count || !(c->ring_costs[best] < HUGE_VAL)) break;
        if (fy_move_is_sound(s, vertex, c->ring[best]) &&
            (!(error < HUGE_VAL) || fy_track_allows(s, &c->track, vertex, c->ring[best], error))) {
            c->targets[vertex] = c->ring[best];
            cost = c->ring_costs[best];
            break;
        }
        c->ring_costs[best] = HUGE_VAL;
    }
    fy_heap_set(&c->heap, vertex, cost);
    return true;
}

bool fy_collapse_open(fy_shell *s, fy_collapse *c) {
    c->shell = s;
    c->targets = ferry_new(s->job, uint32_t, (size_t)s->vertex_count + 1);
    return c->targets && fy_components_open(s, &c->components) && fy_track_open(s, &c->track) &&
           fy_heap_open(s->job, &c->heap, s->vertex_count + s->component_count);
}

/* Puts all that can be done into the heap. */
static bool fill_heap(fy_collapse *c, double error) {
    fy_shell *s = c->shell;
    for (uint32_t v = 0; v < s->vertex_count; v++) {
        if (s->vertices[v].first == FERRY_NONE) continue;
        if (!find_target(c, v, error) || !ferry_tick(s->job)) return false;
    }
    for (uint32_t i = 0; i < s->component_count; i++) {
        const fy_component *of = &c->components.data[i];
        bool stays = of->gone || of->radius > error;
        fy_heap_set(&c->heap, s->vertex_count + i, stays ? HUGE_VAL : of->cost);
    }
    return true;
}

/* A component goes as a whole, unless that leaves too little. */
static void prune(fy_collapse *c, uint32_t number, uint32_t most) {
    fy_shell *s = c->shell;
    uint32_t left = s->left - s->component_left[number];
    fy_heap_set(&c->heap, s->vertex_count + number, HUGE_VAL);
    if (!left || left + OVERSHOOT * most + 2 < most) return;
    fy_component_drop(s, &c->components, number);
    for (uint32_t v = c->components.data[number].first_vertex; v != FERRY_NONE; v = c->components.next[v])
        fy_heap_set(&c->heap, v, HUGE_VAL);
}

static bool make_move(fy_collapse *c, uint32_t vertex, double error) {
    fy_shell *s = c->shell;
    uint32_t to = c->targets[vertex], count;
    double cost;
    bool allowed = fy_move_is_sound(s, vertex, to) &&
                   (!(error < HUGE_VAL) || fy_track_allows(s, &c->track, vertex, to, error));
    if (!allowed) return find_target(c, vertex, error);
    if (!fy_move_plan(s, vertex, to, &c->move, &cost)) return false;
    if (!(cost < HUGE_VAL)) return find_target(c, vertex, error);
    fy_track_take(s, &c->track, vertex);
    fy_move_make(s, &c->move);
    fy_track_put(s, &c->track, to);
    fy_heap_set(&c->heap, vertex, HUGE_VAL);
    if (!find_target(c, to, error) || !list_ring(c, to, &count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!fy_job_reserve(s->job, (void **)&c->around, i, &c->around_capacity, 1, sizeof *c->around))
            return false;
        c->around[i] = c->ring[i];
    }
    for (uint32_t i = 0; i < count; i++)
        if (!find_target(c, c->around[i], error)) return false;
    return true;
}

bool fy_collapse_run(fy_collapse *c, uint32_t most, double error) {
    fy_shell *s = c->shell;
    if (!fill_heap(c, error)) return false;
    while (s->left > most && c->heap.count) {
        uint32_t next = c->heap.items[0];
        if (next >= s->vertex_count)
            prune(c, next - s->vertex_count, most);
        else if (!make_move(c, next, error))
            return false;
        if (!ferry_tick(s->job)) return false;
    }
    return true;
}

void fy_collapse_close(fy_collapse *c) {
    fy_job_drop(c->shell->job, c->ring);
    fy_job_drop(c->shell->job, c->ring_costs);
    fy_job_drop(c->shell->job, c->around);
    fy_job_drop(c->shell->job, c->move.transfers);
}
