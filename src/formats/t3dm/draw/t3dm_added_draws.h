/*
 * t3dm_added_draws.h: a planned scene that gets more draws (t3dm_second_draws.h, t3dm_piece_draws.h)
 * (docs/what-is-lost.md, "Second draws").
 */
#ifndef FERRY_FORMATS_T3DM_DRAW_T3DM_ADDED_DRAWS_H
#define FERRY_FORMATS_T3DM_DRAW_T3DM_ADDED_DRAWS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"

typedef struct fy_added_draws {
    ferry_job *job;
    ferry_scene *scene; /* a copy, in the job's memory */
    fy_t3dm_plan *plan; /* speaks about it */
    uint32_t *places;   /* the draws in order, so far */
    uint32_t place_count;
} fy_added_draws;

/* A copy of the scene with room for so many draws and meshes more, and room for materials in the plan. False
 * at the memory limit. */
bool fy_added_draws_open(fy_added_draws *g, const ferry_scene *scene, size_t draws, size_t meshes,
                         size_t materials);

/* The draw's turn is the next. */
void fy_added_draw_place(fy_added_draws *g, uint32_t draw);

/* The same draw once more, whose turn is the next. */
uint32_t fy_added_draw_copy(fy_added_draws *g, uint32_t draw);

/* Puts `suffix` behind the draw's name, before that of its level of detail. False at the memory limit. */
bool fy_added_draw_name(const fy_added_draws *g, uint32_t draw, const char *suffix);

/* Gives the draw a mesh of its own: the triangles whose flag is set. NULL at the memory limit. */
ferry_mesh *fy_added_draw_take(fy_added_draws *g, uint32_t draw, const ferry_mesh *from, const bool *chosen);

#endif
