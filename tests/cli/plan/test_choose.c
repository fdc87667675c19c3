/* test_choose.c: the points of a curve in their order, and one point of each curve within a budget: against
 * all that could be chosen, one by one. */
#include "cli/plan/choose.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/run_state.h"
#include "cli/plan/points.h"
#include "helpers.h"

enum { MOST_KINDS = 60, MOST_CHOICES = 9 };

typedef struct problem {
    cli_choice choices[MOST_KINDS][MOST_CHOICES];
    cli_choices kinds[MOST_KINDS];
    uint32_t count;
} problem;

static uint32_t next_random(uint32_t *state) {
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Any costs and losses: dearer choices may lose more, several may be the same. */
static void any_kinds(problem *p, uint32_t seed, uint32_t count, uint32_t most_choices, uint32_t steps) {
    uint32_t state = seed * 2654435761u + 1;
    p->count = count;
    for (uint32_t i = 0; i < count; i++) {
        p->kinds[i] = (cli_choices){p->choices[i], 1 + next_random(&state) % most_choices};
        for (uint32_t k = 0; k < p->kinds[i].count; k++)
            p->choices[i][k] =
                (cli_choice){next_random(&state) % 1000, (double)(next_random(&state) % steps) / 97};
    }
}

/* Losses that fall ever slower with the cost, as those of models do. */
static void curves(problem *p, uint32_t seed, uint32_t count) {
    uint32_t state = seed * 2654435761u + 1;
    p->count = count;
    for (uint32_t i = 0; i < count; i++) {
        double harm = .1 + next_random(&state) % 1000 / 1000.;
        uint64_t full = 20000 + next_random(&state) % 900000;
        p->kinds[i] = (cli_choices){p->choices[i], MOST_CHOICES};
        for (uint32_t k = 0; k < MOST_CHOICES; k++) {
            double share = pow(.7, k);
            p->choices[i][k] =
                (cli_choice){(uint64_t)((double)full * share),
                             harm * (1 / sqrt(share) - 1) * (.9 + next_random(&state) % 200 / 1000.)};
        }
    }
}

/* The least loss within the budget of all choices, tried one by one; infinite: there is none. */
static double try_all(const problem *p, uint32_t kind, uint64_t cost, double loss, uint64_t budget) {
    double least = INFINITY;
    if (kind == p->count) return cost <= budget ? loss : INFINITY;
    for (uint32_t k = 0; k < p->kinds[kind].count; k++) {
        const cli_choice *take = &p->kinds[kind].data[k];
        least = fmin(least, try_all(p, kind + 1, cost + take->cost, loss + take->loss, budget));
    }
    return least;
}

/* What it says it costs and loses is so. */
static cli_chosen choose(const problem *p, uint64_t budget) {
    ferry_job *job = fy_test_job();
    uint32_t taken[MOST_KINDS];
    cli_chosen found;
    uint64_t cost = 0;
    double loss = 0;
    ck_assert(cli_choose(job, p->kinds, p->count, budget, taken, &found));
    for (uint32_t i = 0; i < p->count; i++) {
        ck_assert_uint_lt(taken[i], p->kinds[i].count);
        cost += p->kinds[i].data[taken[i]].cost;
        loss += p->kinds[i].data[taken[i]].loss;
    }
    ck_assert_uint_eq(cost, found.cost);
    ck_assert_double_eq_tol(loss, found.loss, 1e-9);
    ck_assert(found.within == (cost <= budget));
    ck_assert(found.least <= found.loss);
    ferry_close(job);
    return found;
}

static void expect_best(const problem *p, uint64_t budget) {
    double least = try_all(p, 0, 0, 0, budget);
    cli_chosen found = choose(p, budget);
    ck_assert(found.within == isfinite(least));
    if (!found.within) return;
    ck_assert_double_eq_tol(found.loss, least, 1e-9);
    ck_assert_double_eq_tol(found.least, least, 1e-9);
}

/* _i: also lists with very few different losses, whose ties a greedy choice gets wrong. */
START_TEST(as_good_as_the_best_of_all) {
    problem p;
    any_kinds(&p, (uint32_t)_i, 1 + (uint32_t)_i % 6, 4, _i % 3 ? 1000 : 5);
    for (uint64_t budget = 0; budget <= 1000u * p.count; budget += 37 * p.count) expect_best(&p, budget);
}
END_TEST

START_TEST(curves_of_models) {
    problem p;
    curves(&p, (uint32_t)_i, 5);
    for (uint64_t budget = 50000; budget < 3000000; budget += 400000) expect_best(&p, budget);
}
END_TEST

START_TEST(order_does_not_matter) {
    problem p, turned;
    curves(&p, (uint32_t)_i, 24);
    turned = p;
    for (uint32_t i = 0; i < p.count; i++) turned.kinds[i] = p.kinds[p.count - 1 - i];
    for (uint64_t budget = 1000000; budget < 9000000; budget += 2100000)
        ck_assert_double_eq_tol(choose(&p, budget).loss, choose(&turned, budget).loss, 1e-9);
}
END_TEST

/* More than are kept at once, and all alike: within the budget, and near the bound all the same. */
START_TEST(very_many) {
    problem p;
    curves(&p, 7, MOST_KINDS);
    for (uint64_t budget = 4000000; budget < 28000000; budget += 6000000) {
        cli_chosen found = choose(&p, budget);
        ck_assert(found.within && found.loss - found.least < 1e-3 * found.loss);
    }
}
END_TEST

START_TEST(too_little_takes_the_cheapest) {
    static const cli_choice a[] = {{50, 1}, {20, 4}, {20, 3}}, b[] = {{30, 2}};
    const cli_choices kinds[] = {{a, 3}, {b, 1}};
    ferry_job *job = fy_test_job();
    uint32_t taken[2];
    cli_chosen found;
    ck_assert(cli_choose(job, kinds, 2, 49, taken, &found));
    ck_assert(!found.within && found.cost == 50 && taken[0] == 2 && taken[1] == 0);
    ck_assert(cli_choose(job, kinds, 2, 50, taken, &found));
    ck_assert(found.within && found.cost == 50);
    ck_assert(cli_choose(job, kinds, 0, 0, taken, &found) && found.within && found.cost == 0);
    ferry_close(job);
}
END_TEST

START_TEST(each_allocation_refused) {
    problem p;
    uint32_t taken[MOST_KINDS];
    cli_chosen found;
    bool done = false;
    curves(&p, 3, 6);
    for (size_t at = 1; !done && at < 1000; at++) {
        ferry_options options = {.size = sizeof options, .fail_allocation = at};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        done = cli_choose(job, p.kinds, p.count, 900000, taken, &found);
        ck_assert(done != ferry_failed(job));
        ferry_close(job);
    }
    ck_assert(done);
}
END_TEST

/* The most triangles first; of those that came out alike, what was to have more, whatever is measured
 * first. */
START_TEST(points_stand_in_order) {
    static const struct {
        uint32_t left, wanted;
    } in[] = {{10, 5}, {40, 0}, {10, 9}, {20, 20}, {10, 7}},
      out[] = {{40, 0}, {20, 20}, {10, 9}, {10, 7}, {10, 5}};
    ferry_job *job = fy_test_job();
    cli_run cli = {.arena = job};
    cli_plan_model model = {.name = "model"};
    for (size_t i = 0; i < sizeof in / sizeof *in; i++) {
        cli_plan_point point = {.request = {.triangles = in[i].wanted}, .triangles = in[i].left};
        ck_assert(cli_plan_add_points(&cli, &model,
                                      &(cli_result){.bytes = (uint8_t *)&point, .size = sizeof point}));
    }
    ck_assert_uint_eq(model.count, sizeof out / sizeof *out);
    for (size_t i = 0; i < sizeof out / sizeof *out; i++) {
        ck_assert_uint_eq(model.points[i].triangles, out[i].left);
        ck_assert_uint_eq(cli_plan_triangles(&model.points[i]), out[i].wanted);
    }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("choose");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, as_good_as_the_best_of_all, 0, 60);
    tcase_add_loop_test(all, curves_of_models, 0, 8);
    tcase_add_loop_test(all, order_does_not_matter, 0, 4);
    tcase_add_test(all, very_many);
    tcase_add_test(all, too_little_takes_the_cheapest);
    tcase_add_test(all, each_allocation_refused);
    tcase_add_test(all, points_stand_in_order);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
