/* curve.h: what models cost and look like with so many triangles: the points of their curves. */
#ifndef FERRY_CLI_PLAN_CURVE_H
#define FERRY_CLI_PLAN_CURVE_H

#include "ferry64.h"
#include "cli/base/request.h"
#include "cli/plan/choose.h"
#include "formats/t3dm/file/t3dm_cost.h"

/* So many triangles are asked for: a part of all, or a number; neither: all stay. */
typedef struct cli_plan_request {
    double percent; /* 0: not a part */
    uint32_t triangles;
} cli_plan_request;

/* What came of it. Plain bytes, which another process may have measured. */
typedef struct cli_plan_point {
    cli_plan_request request;
    uint32_t triangles;  /* of the model; what is drawn twice counts once */
    bool has_simplified; /* triangles were to go */
    ferry_simplified simplified;
    ferry_similarity_sum six, near; /* to the source; without pixels: not seen */
    fy_t3dm_breakdown cost;         /* without names */
} cli_plan_point;

/* The curve of one model. */
typedef struct cli_plan_model {
    const char *name;
    cli_plan_point *points; /* the most triangles first; none: it failed */
    uint32_t count, capacity;
    uint32_t drawn;             /* so many times in a frame */
    double weight;              /* so much its look counts */
    cli_plan_request more[2];   /* to be measured next */
    uint32_t more_count, taken; /* the point for the frame */
} cli_plan_model;

enum { CLI_PLAN_ROWS = 10 };

/* What `plan` is about. */
typedef struct cli_plan_run {
    cli_run *cli;
    const ferry_format *target;
    cli_plan_request rows[CLI_PLAN_ROWS]; /* of the tables; the first: all triangles */
    uint32_t row_count;
    cli_plan_model *models; /* by group */
    uint32_t failed, measured;
    const char *reason; /* of the first that failed */
    bool has_frame;     /* a frame's time is to be spread */
    double share;       /* of what all of them take with all triangles; 0: `budget` says it */
    uint64_t budget;    /* cycles of the signal processor */
    cli_chosen chosen;
} cli_plan_run;

#endif
