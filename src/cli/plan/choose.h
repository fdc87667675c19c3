/*
 * choose.h: one point of each curve, so that all costs together stay within a budget and the losses add up to
 * as little as they can (a knapsack with one choice of each kind).
 */
#ifndef FERRY_CLI_PLAN_CHOOSE_H
#define FERRY_CLI_PLAN_CHOOSE_H

#include "ferry64.h"

typedef struct cli_choice {
    uint64_t cost;
    double loss;
} cli_choice;

/* One of these is to be taken. */
typedef struct cli_choices {
    const cli_choice *data;
    uint32_t count; /* at least one */
} cli_choices;

typedef struct cli_chosen {
    bool within; /* the budget; else the cheapest of each are taken */
    uint64_t cost;
    double loss;
    double
        least; /* nothing that is within the budget loses less than this: as `loss`, where it is the best */
} cli_chosen;

/* Fills `taken` with the number of each kind's choice. The best there is, up to the last bits of `loss`; only
 * where very many are alike (20,000 at once) maybe not, and `least` says how much less could be lost. The
 * order of kinds and choices decides nothing but ties. False at the limit. */
bool cli_choose(ferry_job *job, const cli_choices *kinds, uint32_t count, uint64_t budget, uint32_t *taken,
                cli_chosen *found);

#endif
