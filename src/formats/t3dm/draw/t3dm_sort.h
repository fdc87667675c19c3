/*
 * t3dm_sort.h: which materials stand together in a file, and what has to come between two of them
 * (docs/formats/t3dm.md, "Objects").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_SORT_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_SORT_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "machine/rdp/rdp_state.h"

/* Where a material stands within its layer: by what it costs to go from one to the next. Each is the first
 * material of the plan that has the same, so that the order follows the source. */
typedef struct fy_t3dm_rank {
    uint32_t textures; /* the pair */
    uint32_t modes;    /* combiner, blender, other modes */
    uint32_t state;    /* all of the state, tiles included: going on sends nothing */
    uint32_t material;
} fy_t3dm_rank;

/* One for each material of the plan, in the job's memory; NULL at the limit. n log n. */
fy_t3dm_rank *fy_t3dm_rank_materials(ferry_job *job, const fy_t3dm_plan *plan);

/* Whether nothing is sent between two materials, whatever their names are. */
bool fy_t3dm_same_state(const ferry_rdp_material *a, const ferry_rdp_material *b);

/* The order in which objects are drawn: by textures, modes, state, material. As for qsort. */
int fy_t3dm_compare_ranks(const fy_t3dm_rank *a, const fy_t3dm_rank *b);

/* The console's state while the objects of a file are drawn in order. */
typedef struct fy_t3dm_state_tracker {
    fy_rdp_state state;
    bool begun;
} fy_t3dm_state_tracker;

/* The runtime sends only what it believes to have changed, and is wrong in some cases (rdp_state.h). True if
 * `next` would not be drawn as it says, and an object without parts before it, with the material `between`,
 * makes that right. Either way the walk is past `next` then, and past `between`. `allowed`: what may go
 * wrong. */
bool fy_t3dm_track_state(fy_t3dm_state_tracker *tracker, const fy_t3dm_material *next, unsigned allowed,
                         fy_t3dm_material *between);

/* The runtime then loads no texture for it, whatever is loaded. */
void fy_t3dm_clear_tiles(fy_t3dm_material *material);

/* What goes wrong with a material in this place, FY_RDP_..., and takes the step. */
unsigned fy_t3dm_state_hazards(fy_t3dm_state_tracker *tracker, const ferry_rdp_material *next);

#endif
