/*
 * attributes.h: normals, colours and texture coordinates of wedges as lengths, and how they change over the
 * surface: what it costs to show others, and which ones are best at a place (Hoppe 1999).
 */
#ifndef FERRY_CORE_SIMPLIFY_ATTRIBUTES_H
#define FERRY_CORE_SIMPLIFY_ATTRIBUTES_H

#include "core/simplify/shell.h"

/* Lists the channels of each mesh, and fills values, charts, slopes and spreads. False at the limit. */
bool fy_attributes_open(fy_shell *shell);

/* The cost of these values at a position, compared with what the wedge represents. */
double fy_attributes_cost(const fy_shell *shell, uint32_t wedge, fy_point at, const double *values);

/* The values with the lowest cost there, within the range of the wedge's chart, and that cost. */
double fy_attributes_best(const fy_shell *shell, uint32_t wedge, fy_point at, double *values);

/* Adds what `from` represents to `to`. */
void fy_attributes_join(fy_shell *shell, uint32_t to, uint32_t from);

/* Gives the wedges at a vertex the values with the lowest cost at its position. */
void fy_attributes_settle(fy_shell *shell, uint32_t vertex);

/* The sum of wedges of one mesh, without merging them. */
typedef struct fy_sums {
    fy_slope slopes[3 + 4 * FERRY_COLOR_SETS + 2 * FERRY_UV_SETS];
    fy_spread spread;
} fy_sums;

void fy_sums_of(const fy_shell *shell, uint32_t wedge, fy_sums *sums);
void fy_sums_add(const fy_shell *shell, uint32_t wedge, fy_sums *sums);

/* The values with the lowest cost at a position, within the range of a wedge's chart, and that cost. */
double fy_sums_best(const fy_shell *shell, uint32_t wedge, const fy_sums *sums, fy_point at, double *values);

/* Stores the values of a wedge in its mesh. */
void fy_attributes_store(const fy_shell *shell, uint32_t wedge);

static inline uint32_t fy_channel_count(const fy_shell *s, uint32_t wedge) {
    return s->uses[s->wedges[wedge].mesh].channel_count;
}

enum { FY_MOST_CHANNELS = 3 + 4 * FERRY_COLOR_SETS + 2 * FERRY_UV_SETS };

#endif
