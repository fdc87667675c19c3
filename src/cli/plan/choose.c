/*
 * choose.c: see choose.h. Three steps:
 *
 * 1. Of each kind only what is worth its cost stays: dearer and not better is no choice.
 * 2. Steps along the lower convex hull of each kind, the most gain for its cost first, until the budget is
 *    used. The step that does not fit any more sells loss for cost at some price. At this price no choice can
 *    lose less than `least` (Lagrange); the steps that fit are a choice, so what is best lies between.
 * 3. All choices whose waste at that price is no more than this gap, kind after kind; of those that cost no
 *    less and lose no less than others none goes on.
 */
#include "cli/plan/choose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_format.h"
#include "core/base/job.h"

/* So many go on from one kind to the next, and so many are kept of all kinds. */
enum { MOST_STATES = 20000, MOST_KEPT = 2000000 };

/* A choice that is worth its cost. */
typedef struct worthy {
    uint32_t number;
    cli_choice is;
    double waste; /* at the price, above the least of its kind */
} worthy;

typedef struct kind {
    worthy *data; /* rising costs, falling losses */
    uint32_t count;
} kind;

/* From one corner of a kind's hull to the next. */
typedef struct hull_step {
    uint32_t of, to;
    uint64_t cost;
    double gain;
} hull_step;

/* Choices of the first kinds. */
typedef struct state {
    uint64_t cost;
    double loss, waste;
    uint32_t before, choice; /* the state of the kinds before, and what this one took */
} state;

typedef struct search {
    ferry_job *job;
    kind *kinds;
    uint32_t count;
    uint64_t budget;
    uint64_t *cheapest; /* of this kind and all behind it */
    double price;       /* loss for a unit of cost */
    state **states;     /* by kind */
    uint32_t *state_counts;
} search;

/* --------------------------------------------------------------------------------------- what is worth it */

static int by_cost(const void *a, const void *b) {
    const worthy *x = a, *y = b;
    if (x->is.cost != y->is.cost) return x->is.cost < y->is.cost ? -1 : 1;
    if (x->is.loss != y->is.loss) return x->is.loss < y->is.loss ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

static bool open_kind(ferry_job *job, const cli_choices *from, kind *to) {
    to->data = ferry_new(job, worthy, from->count);
    if (!to->data) return false;
    for (uint32_t i = 0; i < from->count; i++) to->data[i] = (worthy){.number = i, .is = from->data[i]};
    qsort(to->data, from->count, sizeof *to->data, by_cost);
    for (uint32_t i = 0; i < from->count; i++)
        if (!to->count || to->data[i].is.loss < to->data[to->count - 1].is.loss)
            to->data[to->count++] = to->data[i];
    return true;
}

static bool open_search(search *s, const cli_choices *kinds) {
    s->kinds = ferry_new(s->job, kind, (size_t)s->count + 1);
    s->cheapest = ferry_new(s->job, uint64_t, (size_t)s->count + 1);
    s->states = ferry_new(s->job, state *, (size_t)s->count + 1);
    s->state_counts = ferry_new(s->job, uint32_t, (size_t)s->count + 1);
    if (!s->kinds || !s->cheapest || !s->states || !s->state_counts) return false;
    for (uint32_t i = s->count; i-- > 0;) {
        if (!open_kind(s->job, &kinds[i], &s->kinds[i])) return false;
        s->cheapest[i] = s->cheapest[i + 1] + s->kinds[i].data[0].is.cost;
    }
    return true;
}

/* ------------------------------------------------------------------------------------ steps along the
 * hulls */

/* Whether `to` gains more for its cost than `middle` does. */
static bool is_above(const worthy *from, const worthy *middle, const worthy *to) {
    double first = (from->is.loss - middle->is.loss) * (double)(to->is.cost - from->is.cost);
    return first <= (from->is.loss - to->is.loss) * (double)(middle->is.cost - from->is.cost);
}

static uint32_t add_steps(const search *s, uint32_t of, uint32_t *corners, hull_step *steps) {
    const worthy *data = s->kinds[of].data;
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->kinds[of].count; i++) {
        while (count > 1 && is_above(&data[corners[count - 2]], &data[corners[count - 1]], &data[i])) count--;
        corners[count++] = i;
    }
    for (uint32_t i = 1; i < count; i++)
        steps[i - 1] = (hull_step){of, corners[i], data[corners[i]].is.cost - data[corners[i - 1]].is.cost,
                                   data[corners[i - 1]].is.loss - data[corners[i]].is.loss};
    return count - 1;
}

/* The most gain for its cost first; one kind's steps stay in their order, since they gain less and less. */
static int by_worth(const void *a, const void *b) {
    const hull_step *x = a, *y = b;
    double first = x->gain * (double)y->cost, second = y->gain * (double)x->cost;
    if (first != second) return first > second ? -1 : 1;
    if (x->of != y->of) return x->of < y->of ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static hull_step *list_steps(const search *s, uint32_t *count) {
    uint32_t most = 0, all = 0;
    *count = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->kinds[i].count > most) most = s->kinds[i].count;
        all += s->kinds[i].count;
    }
    uint32_t *corners = ferry_new(s->job, uint32_t, (size_t)most + 1);
    hull_step *steps = ferry_new(s->job, hull_step, (size_t)all + 1);
    if (!corners || !steps) return NULL;
    for (uint32_t i = 0; i < s->count; i++) *count += add_steps(s, i, corners, steps + *count);
    if (*count) qsort(steps, *count, sizeof *steps, by_worth);
    return steps;
}

static void add_up(const search *s, const uint32_t *at, cli_chosen *found) {
    found->cost = 0;
    found->loss = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        found->cost += s->kinds[i].data[at[i]].is.cost;
        found->loss += s->kinds[i].data[at[i]].is.loss;
    }
}

/* Takes the steps that fit, to `at`; one kind's only as long as none of them was left out. */
static bool take_steps(search *s, uint32_t *at, cli_chosen *found) {
    uint32_t count;
    hull_step *steps = list_steps(s, &count);
    bool *stopped = ferry_new(s->job, bool, (size_t)s->count + 1), full = false;
    if (!steps || !stopped) return false;
    add_up(s, at, found);
    uint64_t left = s->budget - found->cost;
    double least = found->loss;
    for (uint32_t i = 0; i < count; i++) {
        const hull_step *step = &steps[i];
        bool fits = step->cost <= left && !stopped[step->of];
        if (!full && !fits) {
            full = true;
            s->price = step->gain / (double)step->cost;
            least -= s->price * (double)left; /* a part of the step */
        }
        if (!full) least -= step->gain;
        stopped[step->of] |= !fits;
        if (!fits) continue;
        at[step->of] = step->to;
        left -= step->cost;
    }
    add_up(s, at, found);
    found->least = full && least < found->loss ? least : found->loss;
    return true;
}

/* ----------------------------------------------------------------------------------------- all that is
 * left */

static void find_wastes(const search *s, kind *of) {
    double least = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        of->data[i].waste = of->data[i].is.loss + s->price * (double)of->data[i].is.cost;
        if (!i || of->data[i].waste < least) least = of->data[i].waste;
    }
    for (uint32_t i = 0; i < of->count; i++) of->data[i].waste -= least;
}

static int by_state(const void *a, const void *b) {
    const state *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    if (x->loss != y->loss) return x->loss < y->loss ? -1 : 1;
    if (x->before != y->before) return x->before < y->before ? -1 : 1;
    return (x->choice > y->choice) - (x->choice < y->choice);
}

static int by_waste(const void *a, const void *b) {
    const state *x = a, *y = b;
    return x->waste != y->waste ? (x->waste < y->waste ? -1 : 1) : by_state(a, b);
}

/* Those that cost more than another and lose no less go; of too many, those that waste most: `whole` is then
 * false. */
static uint32_t thin_out(state *states, uint32_t count, uint32_t most, bool *whole) {
    uint32_t kept = 0;
    qsort(states, count, sizeof *states, by_state);
    for (uint32_t i = 0; i < count; i++)
        if (!kept || states[i].loss < states[kept - 1].loss) states[kept++] = states[i];
    if (kept <= most) return kept;
    *whole = false;
    qsort(states, kept, sizeof *states, by_waste);
    qsort(states, most, sizeof *states, by_state);
    return most;
}

static bool go_on(search *s, uint32_t number, double gap, bool *whole) {
    static const state none = {0};
    const state *from = number ? s->states[number - 1] : &none;
    uint32_t from_count = number ? s->state_counts[number - 1] : 1, count = 0;
    uint32_t most = MOST_KEPT / s->count < MOST_STATES ? MOST_KEPT / s->count + 1 : MOST_STATES;
    const kind *of = &s->kinds[number];
    ferry_mark mark = ferry_job_mark(s->job);
    state *all = ferry_new(s->job, state, (size_t)from_count * of->count + 1);
    for (uint32_t i = 0; all && i < from_count; i++)
        for (uint32_t k = 0; k < of->count; k++) {
            const worthy *take = &of->data[k];
            state now = {from[i].cost + take->is.cost, from[i].loss + take->is.loss,
                         from[i].waste + take->waste, i, k};
            if (now.cost + s->cheapest[number + 1] <= s->budget && now.waste <= gap) all[count++] = now;
        }
    if (!all) return false;
    count = thin_out(all, count, most, whole);
    s->states[number] = fy_job_resize(s->job, NULL, (size_t)count + 1, sizeof *all);
    if (s->states[number] && count) memcpy(s->states[number], all, count * sizeof *all);
    ferry_job_release(s->job, mark);
    s->state_counts[number] = count;
    return s->states[number] != NULL;
}

/* The last states rise in cost and fall in loss: the last one loses least. */
static void follow_back(const search *s, uint32_t *at, cli_chosen *found, bool whole) {
    uint32_t last = s->count - 1, i = s->state_counts[last];
    if (i && s->states[last][i - 1].loss < found->loss) {
        i--;
        for (uint32_t k = s->count; k-- > 0;) {
            at[k] = s->states[k][i].choice;
            i = s->states[k][i].before;
        }
        add_up(s, at, found);
    }
    if (whole) found->least = found->loss;
}

static bool search_all(search *s, uint32_t *at, cli_chosen *found) {
    bool whole = true;
    double gap = found->loss - found->least;
    gap += 1e-11 * (1 + fabs(found->loss) + s->price * (double)s->budget); /* sums in another order */
    for (uint32_t i = 0; i < s->count; i++) find_wastes(s, &s->kinds[i]);
    for (uint32_t i = 0; i < s->count; i++)
        if (!ferry_tick(s->job) || !go_on(s, i, gap, &whole)) return false;
    follow_back(s, at, found, whole);
    for (uint32_t i = 0; i < s->count; i++) fy_job_drop(s->job, s->states[i]);
    return true;
}

bool cli_choose(ferry_job *job, const cli_choices *kinds, uint32_t count, uint64_t budget, uint32_t *taken,
                cli_chosen *found) {
    search s = {.job = job, .count = count, .budget = budget};
    uint32_t *at = ferry_new(job, uint32_t, (size_t)count + 1);
    *found = (cli_chosen){.within = true};
    if (!at || !open_search(&s, kinds)) return false;
    found->within = s.cheapest[0] <= budget;
    add_up(&s, at, found);
    found->least = found->loss;
    if (count && found->within && !take_steps(&s, at, found)) return false;
    if (count && found->within && found->least < found->loss && !search_all(&s, at, found)) return false;
    for (uint32_t i = 0; i < count; i++) taken[i] = s.kinds[i].data[at[i]].number;
    return true;
}
