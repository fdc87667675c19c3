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
#define USED UINT32_MAX

enum {
    DEGREES = 4,
    MOST_PICKED = 4, /* runs that are taken up together */
    MOST_STEPS = 16, /* of the walk that finds them */
    LOOK_LIMIT = 16, /* triangles at one edge that are looked at */
};

/* Runs as chains of triangles: each is entered by one of its half-edges and leads to the next one. A run's
 * first value is the corner that the half-edge of its first triangle starts at. */
typedef struct cover {
    uint32_t *first; /* triangle of each run */
    uint32_t *next;  /* of each triangle; NONE: the last */
    uint32_t *entry; /* half-edge of each triangle */
    uint32_t count;  /* runs */
} cover;

struct fy_t3dm_stripper {
    const uint8_t (*triangles)[3];
    uint32_t count;

    /* Half-edge 4t + k runs from corner k of triangle t to the next corner. `opposite` is the first that runs
     * the other way, into a neighbour; `alike` the next one of the same way. `heads`, by (from, to), is
     * only used to find them. */
    uint32_t heads[FY_T3DM_SLOTS * FY_T3DM_SLOTS];
    uint32_t *opposite, *alike;
    bool plain; /* no two run the same way */
    /* 2h + length % 2: `opposite` of where a strip that came in by h, its triangle number `length`, goes out;
     * 4 * `nowhere` if there is none: a triangle that is always used, so that no end has to be asked for. */
    uint32_t *onward;
    uint32_t nowhere;

    uint32_t *visited; /* number of the walk that passed a triangle last, or USED */
    uint32_t walk;

    /* Triangles by number of free neighbours, as rings: of `degree` d from `rings` + d, which is no triangle,
     * on. No end of a list has to be asked for then. */
    uint32_t rings;
    uint32_t *after, *before;
    uint32_t *degree, *start_degree;
    uint32_t alone; /* of those, which have none: each will be a run. Counted where half-edges are plain */

    cover tries[2];
    uint32_t kept;           /* which of them */
    fy_t3dm_islands islands; /* count 0: not found yet */
    fy_t3dm_runs runs;

    /* For taking up runs: the run that covers a triangle, the triangles at hand and how they were
     * covered. */
    uint32_t *run_of, *hand, *old_next, *old_entry;
    uint32_t hand_count;
    uint64_t random;
};

fy_t3dm_stripper *fy_t3dm_stripper_open(ferry_job *job, uint32_t triangles) {
    size_t count = triangles;
    fy_t3dm_stripper *s = ferry_new(job, fy_t3dm_stripper, 1);
    if (!s) return NULL;
    s->runs.values = ferry_new(job, uint8_t, 3 * count);
    s->runs.starts = ferry_new(job, uint32_t, count + 1);
    uint32_t *lists = ferry_new(job, uint32_t, (4 + 4 + 8 + 1 + 2 + 2 + 6 + 4) * count + 2 + 2 * DEGREES);
    if (!s->runs.values || !s->runs.starts || !lists) return NULL;
    s->degree = lists;
    s->start_degree = s->degree + count;
    s->opposite = s->start_degree + count;
    s->onward = s->opposite + 4 * count;
    s->alike = s->onward + 8 * count;
    s->visited = s->alike + 4 * count + 1;
    s->nowhere = triangles;
    s->alike[4 * count] = NONE;
    s->visited[count] = USED;
    s->after = s->visited + count + 1;
    s->before = s->after + count + DEGREES;
    s->run_of = s->before + count + DEGREES;
    s->rings = triangles;
    s->hand = s->run_of + count;
    s->old_next = s->hand + count;
    s->old_entry = s->old_next + count;
    for (uint32_t i = 0; i < 2; i++) {
        s->tries[i].first = s->old_entry + (1 + 3 * i) * count;
        s->tries[i].next = s->tries[i].first + count;
        s->tries[i].entry = s->tries[i].next + count;
    }
    for (uint32_t i = 0; i < FY_T3DM_SLOTS * FY_T3DM_SLOTS; i++) s->heads[i] = NONE;
    return s;
}

static uint32_t list_of(const fy_t3dm_stripper *s, uint32_t t, uint32_t from, uint32_t to) {
    return (uint32_t)s->triangles[t][from] * FY_T3DM_SLOTS + s->triangles[t][to];
}

static inline uint32_t turned(uint32_t corner, uint32_t by) {
    corner += by;
    return corner < 3 ? corner : corner - 3;
}

/* Which half-edges lie side by side. */
static void find_edges(fy_t3dm_stripper *s) {
    s->plain = true;
    for (uint32_t t = s->count; t-- > 0;)
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t *head = &s->heads[list_of(s, t, k, turned(k, 1))];
            s->plain = s->plain && *head == NONE;
            s->alike[4 * t + k] = *head;
            *head = 4 * t + k;
        }
    for (uint32_t t = 0; t < s->count; t++) {
        uint32_t *opposite = s->opposite + 4 * (size_t)t, *onward = s->onward + 8 * (size_t)t, degree = 0;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t h = s->heads[list_of(s, t, turned(k, 1), k)], way = h == NONE ? 4 * s->nowhere : h;
            opposite[k] = h;
            onward[2 * turned(k, 2) + 1] = way; /* windings alternate: a strip turns left and right */
            onward[2 * turned(k, 1)] = way;
            degree += h != NONE;
        }
        s->start_degree[t] = degree;
    }
    for (uint32_t t = 0; t < s->count; t++)
        for (uint32_t k = 0; k < 3; k++) s->heads[list_of(s, t, k, turned(k, 1))] = NONE;
}

/* The first half-edge that runs back along `h`, of a triangle that is not used. The search is cut so that
 * edges of many triangles stay linear. */
static inline uint32_t free_edge(const fy_t3dm_stripper *s, uint32_t h) {
    uint32_t at = s->opposite[h];
    for (uint32_t looked = 0; at != NONE && looked < LOOK_LIMIT; looked++, at = s->alike[at])
        if (s->visited[at / 4] != USED) return at;
    return NONE;
}

/* As free_edge from its `opposite` on, but also not visited by the walk under way: a walk may pass an edge of
 * many triangles several times. */
static inline uint32_t open_edge(const fy_t3dm_stripper *s, uint32_t at, uint32_t walk) {
    if (s->visited[at / 4] < walk) return at; /* USED is above all walks */
    for (uint32_t looked = 1; (at = s->alike[at]) != NONE && looked < LOOK_LIMIT; looked++)
        if (s->visited[at / 4] < walk) return at;
    return NONE;
}

/* ------------------------------------------------------------------------------------ triangles by degree */

static uint32_t free_neighbours(const fy_t3dm_stripper *s, uint32_t t) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < 3; k++) n += free_edge(s, 4 * t + k) != NONE;
    return n;
}

static void queue(fy_t3dm_stripper *s, uint32_t t, uint32_t d) {
    uint32_t ring = s->rings + d, last = s->before[ring];
    s->degree[t] = d;
    s->before[t] = last;
    s->after[t] = ring;
    s->after[last] = s->before[ring] = t;
}

static void unqueue(fy_t3dm_stripper *s, uint32_t t) {
    uint32_t before = s->before[t], after = s->after[t];
    s->after[before] = after;
    s->before[after] = before;
}

/* Neighbours of a triangle that was taken have one less. */
static void tell_neighbours(fy_t3dm_stripper *s, uint32_t t) {
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t h = free_edge(s, 4 * t + k);
        if (h == NONE) continue;
        /* One less, unless other triangles lie at that edge, too. */
        uint32_t beside = h / 4, degree = s->degree[beside];
        bool only = degree && s->alike[s->opposite[h]] == NONE;
        unqueue(s, beside);
        queue(s, beside, only ? degree - 1 : free_neighbours(s, beside));
        s->alone += s->plain && degree == 1;
    }
}

/* -------------------------------------------------------------------------------------------------- walks */

/* How many triangles a strip has that starts with triangle t, its corner `turn` first. */
static inline uint32_t measure_strip(fy_t3dm_stripper *s, uint32_t t, uint32_t turn) {
    const uint32_t walk = ++s->walk;
    uint32_t length = 1, h = 4 * t + turn;
    s->visited[t] = walk;
    for (; (h = open_edge(s, s->onward[2 * (size_t)h + length % 2], walk)) != NONE; length++)
        s->visited[h / 4] = walk;
    return length;
}

/* Where no two half-edges run the same way, it is enough to tell neighbours once the whole strip is taken. */
static void take_triangle(fy_t3dm_stripper *s, uint32_t t) {
    s->visited[t] = USED;
    unqueue(s, t);
    if (!s->plain) tell_neighbours(s, t);
}

/* Makes that strip run `run`, and takes its triangles. */
static void take_strip(fy_t3dm_stripper *s, uint32_t t, uint32_t turn, cover *to, uint32_t run) {
    const uint32_t walk = ++s->walk, first = t;
    to->first[run] = t;
    to->entry[t] = 4 * t + turn;
    s->visited[t] = walk;
    for (uint32_t h = 4 * t + turn, length = 1;
         (h = open_edge(s, s->onward[2 * (size_t)h + length % 2], walk)) != NONE; length++) {
        s->visited[h / 4] = walk;
        to->next[t] = h / 4;
        to->entry[h / 4] = h;
        take_triangle(s, t);
        t = h / 4;
    }
    to->next[t] = NONE;
    take_triangle(s, t);
    for (t = first; s->plain && t != NONE; t = to->next[t]) tell_neighbours(s, t);
}

static uint32_t next_start(const fy_t3dm_stripper *s, bool newest) {
    static const uint8_t order[DEGREES] = {1, 2, 3, 0};
    for (uint32_t i = 0; i < DEGREES; i++) {
        uint32_t ring = s->rings + order[i], t = newest ? s->before[ring] : s->after[ring];
        if (t != ring) return t;
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

static void take_best(fy_t3dm_stripper *s, uint32_t corner, bool backwards, cover *to, uint32_t run) {
    way best = best_way(s, corner, backwards);
    s->alone -= s->plain && !s->degree[corner];
    take_strip(s, best.triangle, best.turn, to, run);
}

/* Every fourth try goes through the triangles in another order: in steps that reach all of them. */
static uint32_t step_of(const fy_t3dm_stripper *s, uint32_t number) {
    static const uint8_t primes[] = {1, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};
    uint32_t step = primes[number % sizeof primes];
    return s->count % step ? step % s->count : 1;
}

static void clear_queues(fy_t3dm_stripper *s) {
    for (uint32_t ring = s->rings; ring < s->rings + DEGREES; ring++) s->after[ring] = s->before[ring] = ring;
}

static void one_try(fy_t3dm_stripper *s, uint32_t number, uint32_t most, cover *to) {
    uint32_t step = step_of(s, number / 4);
    bool newest = number & 1, backwards = number & 2;
    clear_queues(s);
    memset(s->visited, 0, s->count * sizeof *s->visited);
    s->walk = s->alone = 0;
    for (uint32_t i = 0, t = 0; i < s->count; i++) {
        queue(s, t, s->start_degree[t]);
        s->alone += s->plain && !s->start_degree[t];
        t += step;
        if (t >= s->count) t -= s->count;
    }
    to->count = 0;
    /* Given up once there will be `most` runs: it is no better then. */
    for (uint32_t t; to->count + s->alone < most && (t = next_start(s, newest)) != NONE;)
        take_best(s, t, backwards, to, to->count++);
    to->count += s->alone;
}

/* ---------------------------------------------------------------------------------------- taking up again */

static uint32_t draw_below(fy_t3dm_stripper *s, uint32_t bound) {
    s->random = s->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((s->random >> 32) * bound >> 32);
}

/* A run and some that a random walk from there meets, in `picked`; their number. */
static uint32_t pick_runs(fy_t3dm_stripper *s, const cover *c, uint32_t picked[MOST_PICKED]) {
    uint32_t count = 1, wanted = 2 + draw_below(s, MOST_PICKED - 1);
    picked[0] = draw_below(s, c->count);
    for (uint32_t steps = 0, t = c->first[picked[0]]; count < wanted && steps < MOST_STEPS; steps++) {
        uint32_t h = s->opposite[4 * t + draw_below(s, 3)], n = 0;
        if (h == NONE) continue;
        t = h / 4;
        while (n < count && picked[n] != s->run_of[t]) n++;
        if (n == count) picked[count++] = s->run_of[t];
    }
    return count;
}

/* In a random order: starts are looked for in it. */
static void take_up(fy_t3dm_stripper *s, const cover *c, const uint32_t *picked, uint32_t count) {
    s->hand_count = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t t = c->first[picked[i]]; t != NONE; t = c->next[t]) {
            uint32_t k = draw_below(s, s->hand_count + 1);
            s->hand[s->hand_count++] = s->hand[k];
            s->hand[k] = t;
            s->visited[t] = 0;
        }
    clear_queues(s);
    s->alone = 0;
    for (uint32_t i = 0; i < s->hand_count; i++) {
        uint32_t t = s->hand[i], degree = free_neighbours(s, t);
        s->old_next[i] = c->next[t];
        s->old_entry[i] = c->entry[t];
        queue(s, t, degree);
        s->alone += s->plain && !degree;
    }
}

static void put_back(fy_t3dm_stripper *s, cover *c, const uint32_t *picked, const uint32_t *firsts,
                     uint32_t count) {
    for (uint32_t i = 0; i < count; i++) c->first[picked[i]] = firsts[i];
    for (uint32_t i = 0; i < s->hand_count; i++) {
        uint32_t t = s->hand[i];
        c->next[t] = s->old_next[i];
        c->entry[t] = s->old_entry[i];
        s->visited[t] = USED;
    }
}

static void number_run(fy_t3dm_stripper *s, const cover *c, uint32_t run) {
    for (uint32_t t = c->first[run]; t != NONE; t = c->next[t]) s->run_of[t] = run;
}

/* The last run takes the number of one that is gone. */
static void drop_run(fy_t3dm_stripper *s, cover *c, uint32_t run) {
    c->first[run] = c->first[--c->count];
    if (run < c->count) number_run(s, c, run);
}

/* Covers some runs' triangles anew; as many runs as before do, too: from there it may go on. */
static void improve(fy_t3dm_stripper *s, cover *c) {
    uint32_t picked[MOST_PICKED], firsts[MOST_PICKED], count = pick_runs(s, c, picked), made = 0, t;
    if (count < 2) return;
    for (uint32_t i = 0; i < count; i++) firsts[i] = c->first[picked[i]];
    take_up(s, c, picked, count);
    /* Drawn one by one: compilers differ in which argument they work out first. */
    bool backwards = draw_below(s, 2), newest = draw_below(s, 2);
    for (; made < count && made + s->alone <= count && (t = next_start(s, newest)) != NONE; made++)
        take_best(s, t, backwards, c, picked[made]);
    if (next_start(s, newest) != NONE) {
        put_back(s, c, picked, firsts, count);
        return;
    }
    for (uint32_t i = 0; i < made; i++) number_run(s, c, picked[i]);
    for (uint32_t i = made; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++)
            if (picked[k] > picked[i]) {
                uint32_t run = picked[k];
                picked[k] = picked[i];
                picked[i] = run;
            }
    for (uint32_t i = made; i < count; i++) drop_run(s, c, picked[i]);
}

/* -------------------------------------------------------------------------------------------------- runs */

static fy_t3dm_runs list_values(fy_t3dm_stripper *s, const cover *c) {
    const uint8_t(*triangles)[3] = s->triangles;
    const uint32_t *first = c->first, *next = c->next, *entry = c->entry, count = c->count;
    uint32_t *starts = s->runs.starts;
    uint8_t *values = s->runs.values, *at = values;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t t = first[k], turn = entry[t] & 3;
        starts[k] = (uint32_t)(at - values);
        *at++ = triangles[t][turn];
        *at++ = triangles[t][turned(turn, 1)];
        for (; t != NONE; t = next[t]) *at++ = triangles[t][turned(entry[t] & 3, 2)];
    }
    starts[count] = (uint32_t)(at - values);
    s->runs.count = count;
    return s->runs;
}

static uint32_t island_of(uint32_t *islands, uint32_t t) {
    while (islands[t] != t) t = islands[t] = islands[islands[t]];
    return t;
}

/* `hand` is free until runs are taken up. */
fy_t3dm_islands fy_t3dm_strip_islands(fy_t3dm_stripper *s) {
    fy_t3dm_islands found = {0};
    if (s->islands.count) return s->islands;
    for (uint32_t t = 0; t < s->count; t++) s->hand[t] = t;
    for (uint32_t t = 0; t < s->count; t++)
        for (uint32_t k = 0; k < 3; k++)
            if (s->opposite[4 * t + k] != NONE)
                s->hand[island_of(s->hand, t)] = island_of(s->hand, s->opposite[4 * t + k] / 4);
    for (uint32_t t = 0; t < s->count; t++) {
        const uint32_t *out = s->opposite + 4 * (size_t)t;
        found.count += s->hand[t] == t;
        found.single += out[0] == NONE && out[1] == NONE && out[2] == NONE;
    }
    s->islands = found;
    return found;
}

fy_t3dm_runs fy_t3dm_strip(fy_t3dm_stripper *s, const uint8_t (*triangles)[3], uint32_t count,
                           uint32_t tries) {
    s->kept = 0;
    s->triangles = triangles;
    s->count = count;
    s->random = 0;
    s->islands.count = 0;
    find_edges(s);
    for (uint32_t i = 0; i < tries; i++) {
        if (i && s->tries[s->kept].count == fy_t3dm_strip_islands(s).count) break; /* no fewer runs */
        cover *to = &s->tries[i ? 1 - s->kept : 0];
        one_try(s, i, i ? s->tries[s->kept].count : UINT32_MAX, to);
        /* Every run costs two values more than it has triangles, so fewest runs is fewest values. */
        if (i && to->count < s->tries[s->kept].count) s->kept = 1 - s->kept;
    }
    return list_values(s, &s->tries[s->kept]);
}

fy_t3dm_runs fy_t3dm_strip_on(fy_t3dm_stripper *s, uint32_t rounds) {
    cover *c = &s->tries[s->kept];
    if (!s->random) {
        s->random = s->count;
        for (uint32_t k = 0; k < c->count; k++) number_run(s, c, k);
        for (uint32_t t = 0; t < s->count; t++) s->visited[t] = USED;
    }
    for (uint32_t i = 0; i < rounds && c->count > 1; i++) improve(s, c);
    return list_values(s, c);
}
