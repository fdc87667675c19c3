/*
 * t3dm_cost.c: the sums of the cost model (docs/cost.md, "Drawing").
 */
#include "formats/t3dm/file/t3dm_cost.h"

#include <stdint.h>

uint64_t fy_t3dm_cycles(const fy_t3dm_cost *c) {
    return FY_T3DM_CYCLES_LOAD * c->loads + FY_T3DM_CYCLES_VERTEX * c->vertices +
           FY_T3DM_CYCLES_MATRIX * c->matrices + FY_T3DM_CYCLES_SINGLE * c->list_triangles +
           FY_T3DM_CYCLES_LIST * c->lists + FY_T3DM_CYCLES_SEQUENCE * c->sequences +
           FY_T3DM_CYCLES_BUFFER * c->buffers + FY_T3DM_CYCLES_LAST * c->ends +
           FY_T3DM_CYCLES_RUN * c->strips + FY_T3DM_CYCLES_VALUE * c->strip_values;
}

void fy_t3dm_cost_add(fy_t3dm_cost *sum, const fy_t3dm_cost *more) {
    sum->loads += more->loads;
    sum->vertices += more->vertices;
    sum->list_triangles += more->list_triangles;
    sum->sequences += more->sequences;
    sum->buffers += more->buffers;
    sum->strip_values += more->strip_values;
    sum->matrices += more->matrices;
    sum->strips += more->strips;
    sum->lists += more->lists;
    sum->ends += more->ends;
}

void fy_t3dm_drawing_add(fy_t3dm_drawing *sum, const fy_t3dm_drawing *more) {
    fy_t3dm_cost_add(&sum->cost, &more->cost);
    sum->parts += more->parts;
    sum->triangles += more->triangles;
    sum->stored += more->stored;
    sum->floor += more->floor;
    sum->pops += more->pops;
    sum->moving_parts += more->moving_parts;
}

uint64_t fy_t3dm_drawing_cycles(const fy_t3dm_drawing *drawing) {
    return FY_T3DM_CYCLES_TRIANGLE * drawing->triangles + FY_T3DM_CYCLES_POP * drawing->pops +
           fy_t3dm_cycles(&drawing->cost);
}

double fy_t3dm_milliseconds(uint64_t cycles) {
    return (double)cycles / (FY_T3DM_RSP_MHZ_10 * 100);
}

double fy_t3dm_cpu_milliseconds(uint64_t cycles) {
    return (double)cycles / FY_T3DM_CPU_KHZ;
}

uint64_t fy_t3dm_drawing_commands(const fy_t3dm_drawing *drawing) {
    const fy_t3dm_cost *c = &drawing->cost;
    return c->loads + c->list_triangles + c->sequences + c->buffers;
}

uint64_t fy_t3dm_drawing_indices(const fy_t3dm_drawing *drawing) {
    return 3 * drawing->cost.list_triangles + drawing->cost.strip_values;
}

uint64_t fy_t3dm_memory_sum(const fy_t3dm_memory *memory) {
    return memory->model + memory->skeleton + memory->animations + memory->textures;
}
