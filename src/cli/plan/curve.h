/* curve.h: what a model costs and looks like with so many triangles: the points of its curve. */
#ifndef FERRY_CLI_PLAN_CURVE_H
#define FERRY_CLI_PLAN_CURVE_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* So many triangles are asked for: a part of all, or a number; neither: all stay. */
typedef struct cli_plan_wish {
    double percent; /* 0: not a part */
    uint32_t triangles;
} cli_plan_wish;

/* What came of it. Plain bytes, which another process may have measured. */
typedef struct cli_plan_point {
    cli_plan_wish wish;
    uint32_t triangles;  /* of the model; what is drawn twice counts once */
    bool has_simplified; /* triangles were to go */
    ferry_simplified simplified;
    ferry_similarity_sum six, near; /* to the source; without pixels: not seen */
    fy_t3dm_breakdown cost;         /* without names */
} cli_plan_point;

/* The curve of one model: by triangles, the most first. */
typedef struct cli_plan_model {
    cli_plan_point *points;
    uint32_t count, capacity;
    const char *error; /* why there is none; NULL: there is */
} cli_plan_model;

#endif
