/*
 * t3dm_strips.c: covers the triangles of one batch with triangle strips.
 *
 * Format: docs/formats/t3dm.md, "Strips". Greedy: start at the triangle with the fewest free neighbours, so
 * that corners are not left over, and walk the longest way from it or from a neighbour. A few tries that
 * differ in how ties are broken; the one with the fewest values wins. Then, as often as is asked for, a run
 * and some beside it are taken up and covered anew. Linear in triangles.
 */
#include "formats/t3dm/mesh/t3dm_strips.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_cache.h"

#define NONE UINT32_MAX

enum {
    DEGREES = 4,
    MOST_PICKED = 4, /* runs that are taken up together */
};

/* Runs, and their triangles: those of run k from starts[k] - 2k on. */
typedef struct cover {
    fy_t3dm_runs runs;
    uint32_t *triangles;
} cover;

struct fy_t3dm_stripper {
    const uint8_t (*triangles)[3];
    uint32_t count;

    /* Half-edge 4t + k runs from corner k of triangle t to the next corner. Lists by (from, to); the list of
     * what runs the other way, into a neighbour, is looked up once a batch. */
    uint32_t heads[FY_T3DM_SLOTS * FY_T3DM_SLOTS];
    uint32_t *next;
    uint16_t *list_of, *list_back;

    uint8_t *used;
    uint32_t *visited; /* number of the walk that passed here last */
    uint32_t walk;

    /* Triangles by number of free neighbours, as linked lists with both ends. */
    uint32_t first[DEGREES], last[DEGREES];
    uint32_t *after, *before;
    uint8_t *degree, *start_degree;

    cover tries[2];
    uint32_t kept; /* which of them */

    /* For taking up runs: what lies beside a triangle, the run that covers it, the triangles at hand. */
    uint32_t (*beside)[3];
    uint32_t *run_of, *hand;
    uint32_t hand_count;
    uint64_t random;
};

fy_t3dm_stripper *fy_t3dm_stripper_open(ferry_job *job, uint32_t triangles) {
    size_t count = triangles;
    fy_t3dm_stripper *s = ferry_new(job, fy_t3dm_stripper, 1);
    if (!s) return NULL;
    s->next = ferry_new(job, uint32_t, 4 * count);
    s->list_of = ferry_new(job, uint16_t, 4 * count);
    s->list_back = ferry_new(job, uint16_t, 4 * count);
    s->used = ferry_new(job, uint8_t, count);
    s->visited = ferry_new(job, uint32_t, count);
    s->after = ferry_new(job, uint32_t, count);
    s->before = ferry_new(job, uint32_t, count);
    s->degree = ferry_new(job, uint8_t, count);
    s->start_degree = ferry_new(job, uint8_t, count);
    s->beside = ferry_alloc(job, count, sizeof *s->beside);
    s->run_of = ferry_new(job, uint32_t, count);
    s->hand = ferry_new(job, uint32_t, count);
    bool ok = s->next && s->list_of && s->list_back && s->used && s->visited && s->after && s->before &&
              s->degree && s->start_degree && s->beside && s->run_of && s->hand;
    for (int i = 0; ok && i < 2; i++) {
        s->tries[i].runs.values = ferry_new(job, uint8_t, 3 * count);
        s->tries[i].runs.starts = ferry_new(job, uint32_t, count + 1);
        s->tries[i].triangles = ferry_new(job, uint32_t, count);
        ok = s->tries[i].runs.values && s->tries[i].runs.starts && s->tries[i].triangles;
    }
    for (uint32_t i = 0; i < FY_T3DM_SLOTS * FY_T3DM_SLOTS; i++) s->heads[i] = NONE;
    return ok ? s : NULL;
}

/* Which lists a batch's half-edges stand in. */
static void find_lists(fy_t3dm_stripper *s) {
    for (uint32_t t = 0; t < s->count; t++) {
        const uint8_t *c = s->triangles[t];
        for (uint32_t k = 0, to = 1; k < 3; k++, to = to == 2 ? 0 : to + 1) {
            s->list_of[4 * t + k] = (uint16_t)(c[k] * FY_T3DM_SLOTS + c[to]);
            s->list_back[4 * t + k] = (uint16_t)(c[to] * FY_T3DM_SLOTS + c[k]);
        }
    }
}

/* Of the triangles at hand. */
static void link_edges(fy_t3dm_stripper *s) {
    for (uint32_t i = s->hand_count; i-- > 0;) {
        for (uint32_t h = 4 * s->hand[i], end = h + 3; h < end; h++) {
            uint32_t *head = &s->heads[s->list_of[h]];
            s->next[h] = *head;
            *head = h;
        }
    }
}

static void unlink_edges(fy_t3dm_stripper *s) {
    for (uint32_t i = 0; i < s->hand_count; i++) {
        const uint16_t *list = s->list_of + 4 * (size_t)s->hand[i];
        for (uint32_t k = 0; k < 3; k++) s->heads[list[k]] = NONE;
    }
}

/* The first free half-edge that runs back along `h`. Used triangles at the front of the list are dropped for
 * good. */
static inline uint32_t free_edge(fy_t3dm_stripper *s, uint32_t h) {
    uint32_t *head = &s->heads[s->list_back[h]];
    while (*head != NONE && s->used[*head / 4]) *head = s->next[*head];
    return *head;
}

/* As free_edge, but also not visited by the walk under way: a walk may pass an edge of many triangles several
 * times. The search is cut so that such edges stay linear. */
static inline uint32_t open_edge(fy_t3dm_stripper *s, uint32_t back) {
    uint32_t h = free_edge(s, back);
    for (uint32_t looked = 0; h != NONE && looked < 16; looked++, h = s->next[h]) {
        if (!s->used[h / 4] && s->visited[h / 4] != s->walk) return h;
    }
    return NONE;
}

/* ------------------------------------------------------------------------------------ triangles by degree */

static uint32_t free_neighbours(fy_t3dm_stripper *s, uint32_t t) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < 3; k++) n += free_edge(s, 4 * t + k) != NONE;
    return n;
}

static void queue(fy_t3dm_stripper *s, uint32_t t, uint32_t d) {
    s->degree[t] = (uint8_t)d;
    s->before[t] = s->last[d];
    s->after[t] = NONE;
    if (s->last[d] == NONE)
        s->first[d] = t;
    else
        s->after[s->last[d]] = t;
    s->last[d] = t;
}

static void unqueue(fy_t3dm_stripper *s, uint32_t t) {
    uint32_t d = s->degree[t];
    if (s->before[t] == NONE)
        s->first[d] = s->after[t];
    else
        s->after[s->before[t]] = s->after[t];
    if (s->after[t] == NONE)
        s->last[d] = s->before[t];
    else
        s->before[s->after[t]] = s->before[t];
}

static void take_triangle(fy_t3dm_stripper *s, uint32_t t) {
    s->used[t] = 1;
    unqueue(s, t);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = free_edge(s, 4 * t + k);
        if (h == NONE) continue;
        unqueue(s, h / 4);
        queue(s, h / 4, free_neighbours(s, h / 4));
    }
}

/* -------------------------------------------------------------------------------------------------- walks */

static inline uint32_t turned(uint32_t corner, uint32_t by) {
    corner += by;
    return corner < 3 ? corner : corner - 3;
}

/* Where a strip leaves a triangle: the half-edge between its last two values there, which the next triangle
 * has the other way round. `h`: where it came in. Windings alternate, so that it turns left and right. */
static inline uint32_t way_out(uint32_t h, uint32_t length) {
    return (h & ~3u) + turned(h & 3, length % 2 ? 1 : 2);
}

/* How many triangles a strip has that starts with triangle t, its corner `turn` first. */
static uint32_t measure_strip(fy_t3dm_stripper *s, uint32_t t, uint32_t turn) {
    uint32_t out = 4 * t + turned(turn, 1), length = 1, h;
    s->visited[t] = ++s->walk;
    for (; (h = open_edge(s, out)) != NONE; out = way_out(h, length)) {
        s->visited[h / 4] = s->walk;
        length++;
    }
    return length;
}

/* Writes that strip, and takes its triangles. */
static void write_strip(fy_t3dm_stripper *s, uint32_t t, uint32_t turn, cover *to) {
    fy_t3dm_runs *run = &to->runs;
    uint8_t *values = run->values + run->starts[run->count];
    uint32_t *covered = to->triangles + run->starts[run->count] - 2 * (size_t)run->count;
    uint32_t out = 4 * t + turned(turn, 1), length = 1, h;
    for (uint32_t k = 0; k < 3; k++) values[k] = s->triangles[t][turned(turn, k)];
    s->visited[t] = ++s->walk;
    for (; (h = open_edge(s, out)) != NONE; out = way_out(h, length)) {
        s->visited[h / 4] = s->walk;
        values[length + 2] = s->triangles[h / 4][turned(h & 3, 2)];
        covered[length - 1] = t;
        take_triangle(s, t);
        t = h / 4;
        length++;
    }
    covered[length - 1] = t;
    take_triangle(s, t);
    run->starts[run->count + 1] = run->starts[run->count] + length + 2;
    run->count++;
}

static uint32_t next_start(const fy_t3dm_stripper *s, bool newest) {
    static const uint8_t order[DEGREES] = {1, 2, 3, 0};
    for (uint32_t i = 0; i < DEGREES; i++) {
        uint32_t t = newest ? s->last[order[i]] : s->first[order[i]];
        if (t != NONE) return t;
    }
    return NONE;
}

/* A start and its length, less what it would leave behind. */
typedef struct way {
    uint32_t triangle, turn;
    int64_t worth;
} way;

static void try_ways(fy_t3dm_stripper *s, uint32_t t, uint32_t corner, bool backwards, way *best) {
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t turn = backwards ? 2 - i : i;
        int64_t worth = measure_strip(s, t, turn);
        if (s->visited[corner] != s->walk) worth -= 2; /* the corner becomes a run of its own */
        if (best->triangle == NONE || worth > best->worth) *best = (way){t, turn, worth};
    }
}

/* The best way out of a corner of the batch: from its triangle or from one of the neighbours. The latter
 * because a long strip may pass the corner with the wrong winding, and then only starts behind it. */
static way best_way(fy_t3dm_stripper *s, uint32_t corner, bool backwards) {
    way best = {.triangle = NONE};
    try_ways(s, corner, corner, backwards, &best);
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = free_edge(s, 4 * corner + k);
        if (h != NONE) try_ways(s, h / 4, corner, backwards, &best);
    }
    return best;
}

/* Every fourth try goes through the triangles in another order: in steps that reach all of them. */
static uint32_t step_of(const fy_t3dm_stripper *s, uint32_t number) {
    static const uint8_t primes[] = {1, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};
    uint32_t step = primes[number % sizeof primes];
    return s->count % step ? step % s->count : 1;
}

/* Covers what stands in the queues. Given up at `most` runs: it is no better then. */
static void cover_queued(fy_t3dm_stripper *s, bool newest, bool backwards, uint32_t most, cover *to) {
    to->runs.count = 0;
    to->runs.starts[0] = 0;
    for (uint32_t t; to->runs.count < most && (t = next_start(s, newest)) != NONE;) {
        way best = best_way(s, t, backwards);
        write_strip(s, best.triangle, best.turn, to);
    }
}

static void one_try(fy_t3dm_stripper *s, uint32_t number, uint32_t most, cover *to) {
    uint32_t step = step_of(s, number / 4);
    s->hand_count = s->count;
    for (uint32_t t = 0; t < s->count; t++) s->hand[t] = t;
    memset(s->used, 0, s->count);
    for (uint32_t d = 0; d < DEGREES; d++) s->first[d] = s->last[d] = NONE;
    link_edges(s);
    for (uint32_t i = 0, t = 0; i < s->count; i++, t = (t + step) % s->count) {
        if (number == 0) s->start_degree[t] = (uint8_t)free_neighbours(s, t);
        queue(s, t, s->start_degree[t]);
    }
    cover_queued(s, number & 1, number & 2, most, to);
    unlink_edges(s);
}

/* ---------------------------------------------------------------------------------------- taking up again */

static uint32_t draw_below(fy_t3dm_stripper *s, uint32_t bound) {
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(s->random >> 33) % bound;
}

static void number_runs(fy_t3dm_stripper *s, const cover *c) {
    for (uint32_t k = 0; k < c->runs.count; k++) {
        for (uint32_t i = c->runs.starts[k]; i < c->runs.starts[k + 1] - 2; i++)
            s->run_of[c->triangles[i - 2 * (size_t)k]] = k;
    }
}

/* All triangles are covered: their neighbours, for want of a better one the first of several. */
static void find_beside(fy_t3dm_stripper *s) {
    memset(s->used, 0, s->count);
    link_edges(s);
    for (uint32_t t = 0; t < s->count; t++) {
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t h = free_edge(s, 4 * t + k);
            s->beside[t][k] = h == NONE ? NONE : h / 4;
        }
    }
    unlink_edges(s);
    memset(s->used, 1, s->count);
}

/* A run and some of those beside it, in `picked`; their number. */
static uint32_t pick_runs(fy_t3dm_stripper *s, const cover *c, uint32_t picked[MOST_PICKED]) {
    uint32_t count = 1, wanted = 2 + draw_below(s, MOST_PICKED - 1);
    picked[0] = draw_below(s, c->runs.count);
    for (uint32_t tries = 0; count < wanted && tries < 4 * MOST_PICKED; tries++) {
        uint32_t run = picked[draw_below(s, count)], first = c->runs.starts[run] - 2 * run,
                 length = c->runs.starts[run + 1] - c->runs.starts[run] - 2, n = 0;
        uint32_t of = c->triangles[first + draw_below(s, length)], t = s->beside[of][draw_below(s, 3)];
        if (t == NONE) continue;
        while (n < count && picked[n] != s->run_of[t]) n++;
        if (n == count) picked[count++] = s->run_of[t];
    }
    return count;
}

static void take_up(fy_t3dm_stripper *s, const cover *c, const uint32_t *picked, uint32_t count) {
    s->hand_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = picked[i];
        for (uint32_t at = c->runs.starts[k]; at < c->runs.starts[k + 1] - 2; at++)
            s->hand[s->hand_count++] = c->triangles[at - 2 * (size_t)k];
    }
    for (uint32_t i = s->hand_count; i > 1; i--) {
        uint32_t k = draw_below(s, i), t = s->hand[k];
        s->hand[k] = s->hand[i - 1];
        s->hand[i - 1] = t;
    }
    for (uint32_t i = 0; i < s->hand_count; i++) s->used[s->hand[i]] = 0;
    link_edges(s);
    for (uint32_t d = 0; d < DEGREES; d++) s->first[d] = s->last[d] = NONE;
    for (uint32_t i = 0; i < s->hand_count; i++) queue(s, s->hand[i], free_neighbours(s, s->hand[i]));
}

/* Runs first...end - 1 as they are. */
static void append_runs(cover *to, const cover *from, uint32_t first, uint32_t end) {
    uint32_t start = from->runs.starts[first], values = from->runs.starts[end] - start, n = to->runs.count,
             at = to->runs.starts[n];
    memcpy(to->runs.values + at, from->runs.values + start, values);
    memcpy(to->triangles + at - 2 * (size_t)n, from->triangles + start - 2 * (size_t)first,
           (values - 2 * (size_t)(end - first)) * sizeof *to->triangles);
    for (uint32_t k = first; k < end; k++) to->runs.starts[++n] = from->runs.starts[k + 1] - start + at;
    to->runs.count = n;
}

/* All runs but those. */
static void append_others(cover *to, const cover *from, uint32_t picked[MOST_PICKED], uint32_t count) {
    uint32_t next = 0;
    for (uint32_t i = 1; i < count; i++) {
        uint32_t run = picked[i], k = i;
        for (; k && picked[k - 1] > run; k--) picked[k] = picked[k - 1];
        picked[k] = run;
    }
    for (uint32_t i = 0; i < count; i++) {
        append_runs(to, from, next, picked[i]);
        next = picked[i] + 1;
    }
    append_runs(to, from, next, from->runs.count);
}

/* Covers some runs' triangles anew; as many runs as before do, too: from there it may go on. Returns which of
 * the two covers holds now. */
static uint32_t improve(fy_t3dm_stripper *s, uint32_t kept) {
    cover *old = &s->tries[kept], *anew = &s->tries[1 - kept];
    uint32_t picked[MOST_PICKED], count = pick_runs(s, old, picked);
    take_up(s, old, picked, count);
    /* Drawn one by one: compilers differ in which argument they work out first. */
    bool backwards = draw_below(s, 2), newest = draw_below(s, 2);
    cover_queued(s, newest, backwards, count + 1, anew);
    unlink_edges(s);
    for (uint32_t i = 0; i < s->hand_count; i++) s->used[s->hand[i]] = 1;
    if (anew->runs.count > count) return kept;
    append_others(anew, old, picked, count);
    number_runs(s, anew);
    return 1 - kept;
}

fy_t3dm_runs fy_t3dm_strip(fy_t3dm_stripper *s, const uint8_t (*triangles)[3], uint32_t count,
                           uint32_t tries) {
    s->kept = 0;
    s->triangles = triangles;
    s->count = count;
    s->walk = 0;
    s->random = 0;
    memset(s->visited, 0, count * sizeof *s->visited);
    find_lists(s);
    for (uint32_t i = 0; i < tries; i++) {
        cover *to = &s->tries[i ? 1 - s->kept : 0];
        one_try(s, i, i ? s->tries[s->kept].runs.count : UINT32_MAX, to);
        /* Every run costs two values more than it has triangles, so fewest runs is fewest values. */
        if (i && to->runs.count < s->tries[s->kept].runs.count) s->kept = 1 - s->kept;
    }
    return s->tries[s->kept].runs;
}

fy_t3dm_runs fy_t3dm_strip_on(fy_t3dm_stripper *s, uint32_t rounds) {
    if (!s->random) {
        s->random = s->count;
        find_beside(s);
        number_runs(s, &s->tries[s->kept]);
    }
    for (uint32_t i = 0; i < rounds && s->tries[s->kept].runs.count > 1; i++) s->kept = improve(s, s->kept);
    return s->tries[s->kept].runs;
}
