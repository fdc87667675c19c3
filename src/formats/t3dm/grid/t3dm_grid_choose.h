/* t3dm_grid_choose.h: which draws of a model are stored on a coarser grid, so that the others get a finer one
 * (docs/formats/t3dm.md, "Far bones"). */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_GRID_CHOOSE_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_GRID_CHOOSE_H

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/pose/t3dm_pose.h"

enum { FY_T3DM_GRID_LEVELS = 9 }; /* scales that are looked at, each twice the one before */

/* What matters of a draw, in units of the source. */
typedef struct fy_t3dm_grid_draw {
    bool counts;   /* it is written, and has triangles */
    bool may_move; /* onto another bone: it hangs on one, or on none, and no clip moves its vertices */
    uint16_t bone;
    double low[3], high[3];   /* where it is stored */
    double least[3], most[3]; /* in model space */
    double reach;             /* its farthest coordinate of both */
    uint32_t triangles;       /* with an area */
    /* on the grid of each level: smaller than half a square of 16 steps, and so flat that rounding turns
     * them */
    uint32_t small[FY_T3DM_GRID_LEVELS], spoilt[FY_T3DM_GRID_LEVELS];
    /* what is chosen: steps of 2^power, around that origin; `coarse`: on a bone for that */
    bool coarse;
    uint32_t power;
    double origin[3];
} fy_t3dm_grid_draw;

typedef struct fy_t3dm_grid_plan {
    ferry_job *job;
    const ferry_scene *scene;
    fy_t3dm_pose pose; /* without such bones */
    fy_t3dm_grid_draw *draws;
    double scale;  /* that is chosen */
    double before; /* the one without */
    uint32_t small_before, small_after;
    uint32_t triangles, coarse_triangles, coarse_draws;
} fy_t3dm_grid_plan;

/* Chooses the base scale, and with it the coarse draws, for `job` and `scene` of the plan; the rest of it is
 * filled in. `file`: for messages. `*worth`: something is gained. False after an error. */
bool fy_t3dm_choose_grids(fy_t3dm_grid_plan *plan, const char *file, bool *worth);

/* Chooses the coarse draws for a base scale in file units per unit of the scene; draws must have been
 * measured. False: no such choice is possible, or none is coarse. */
bool fy_t3dm_fit_grids(fy_t3dm_grid_plan *plan, double scale);

#endif
