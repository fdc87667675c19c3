/* t3dm_grid_borders.h: vertices that objects of several grids share (docs/formats/t3dm.md, "Far bones"). */
#ifndef FERRY_FORMATS_T3DM_GRID_T3DM_GRID_BORDERS_H
#define FERRY_FORMATS_T3DM_GRID_T3DM_GRID_BORDERS_H

#include "ferry64.h"
#include "formats/t3dm/grid/t3dm_grid_choose.h"

/* A place that is stored on a coarser grid, and that grid. */
typedef struct fy_t3dm_border {
    double at[3]; /* in steps of the model's grid: whole 64ths */
    uint16_t bone;
    uint32_t power;
    const double *origin;
} fy_t3dm_border;

typedef struct fy_t3dm_borders {
    fy_t3dm_border *data; /* in ascending order, each once, with the coarsest grid that is there */
    size_t count;
} fy_t3dm_borders;

/* Lists the places of all vertices of coarse draws, in the job's memory. False at the memory limit. */
bool fy_t3dm_find_borders(const fy_t3dm_grid_plan *plan, fy_t3dm_borders *borders);

/* New positions for a draw's mesh, in the job's memory and the mesh's space: those that a coarser grid
 * stores, too, were moved to that grid's nearest place. NULL: none was, or, with `*failed` true, there was no
 * memory. */
ferry_vec3 *fy_t3dm_move_to_borders(const fy_t3dm_grid_plan *plan, const fy_t3dm_borders *borders,
                                    uint32_t draw, bool *failed);

#endif
