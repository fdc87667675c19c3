/*
 * t3dm_cost.h: what a T3DM file costs on the console: the one model that the optimiser chooses by and `cost`
 * reports (docs/cost.md).
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_COST_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_COST_H

#include <stdint.h>

#include "core/scene/levels.h"

/* RSP cycles with one light, as the microcode takes them when it is played (docs/cost.md, "Drawing"). */
enum {
    FY_T3DM_CYCLES_LOAD = 150,     /* command that loads vertices */
    FY_T3DM_CYCLES_VERTEX = 40,    /* each of them */
    FY_T3DM_CYCLES_MATRIX = 460,   /* a bone's, before a load */
    FY_T3DM_CYCLES_POP = 360,      /* the matrix before it again, once for an object on bones */
    FY_T3DM_CYCLES_TRIANGLE = 105, /* half of them face away */
    FY_T3DM_CYCLES_SINGLE = 51,    /* on top, for a triangle of a list: a command of its own */
    FY_T3DM_CYCLES_LIST = 72,      /* a part that draws nothing but a list must wait for its last triangle */
    FY_T3DM_CYCLES_SEQUENCE = 97,  /* with the wait for its last triangle */
    FY_T3DM_CYCLES_BUFFER = 69,    /* of strips */
    FY_T3DM_CYCLES_LAST = 30,      /* the wait for the last triangle of a part's buffers */
    FY_T3DM_CYCLES_RUN = 7,        /* strip in a buffer */
    FY_T3DM_CYCLES_VALUE = 2,      /* of a buffer */
    FY_T3DM_RSP_MHZ_10 = 625,      /* the RSP's clock, in tenths of a MHz */
    FY_T3DM_CPU_KHZ = 93750,       /* the CPU's clock */
};

/* What is sent to load and draw. */
typedef struct fy_t3dm_cost {
    uint64_t loads, vertices, list_triangles, sequences, buffers, strip_values, matrices;
    uint64_t strips; /* in the buffers */
    uint64_t lists;  /* parts that draw nothing but a list */
    uint64_t ends;   /* parts that draw by buffers last */
} fy_t3dm_cost;

/* RSP cycles without those of the triangles themselves, which no order can save. */
uint64_t fy_t3dm_cycles(const fy_t3dm_cost *cost);

/* Adds `more` to `sum`, number by number. */
void fy_t3dm_cost_add(fy_t3dm_cost *sum, const fy_t3dm_cost *more);

/* What drawing an object costs, or all of them. */
typedef struct fy_t3dm_drawing {
    fy_t3dm_cost cost;
    uint64_t parts, triangles;
    uint64_t stored;       /* vertices of the file that parts load, each counted once */
    uint64_t floor;        /* of those drawn from, the different ones by bone: no order loads fewer */
    uint64_t pops;         /* matrices taken off again */
    uint64_t moving_parts; /* with a vertex that a clip of the tracks chunk moves or colours */
} fy_t3dm_drawing;

/* Adds `more` to `sum`, number by number. */
void fy_t3dm_drawing_add(fy_t3dm_drawing *sum, const fy_t3dm_drawing *more);

/* RSP cycles, triangles included. */
uint64_t fy_t3dm_drawing_cycles(const fy_t3dm_drawing *drawing);

/* What so many cycles of the RSP, or of the CPU, take. */
double fy_t3dm_milliseconds(uint64_t cycles);
double fy_t3dm_cpu_milliseconds(uint64_t cycles);

/* How many commands load and draw, and how many indices lists and strips have. */
uint64_t fy_t3dm_drawing_commands(const fy_t3dm_drawing *drawing);
uint64_t fy_t3dm_drawing_indices(const fy_t3dm_drawing *drawing);

typedef struct fy_t3dm_break_down_object {
    const char *name, *material; /* of the scene; "" where the file has none */
    uint8_t level;               /* of detail */
    fy_t3dm_drawing drawing;
} fy_t3dm_break_down_object;

/* All objects of a level of detail. */
typedef struct fy_t3dm_level_cost {
    uint32_t object_count;
    fy_t3dm_drawing drawing;
} fy_t3dm_level_cost;

/* Memory that the runtime holds for one copy of the model, in bytes (docs/cost.md, "Memory"). */
typedef struct fy_t3dm_memory {
    uint64_t model;            /* the file, unpacked */
    uint64_t skeleton;         /* bones and one set of matrices */
    uint64_t animations;       /* all of them, each attached once; streams stay in the ROM */
    uint64_t textures;         /* sprites, as far as known */
    uint32_t textures_unknown; /* sprites whose size is not */
} fy_t3dm_memory;

/* An estimate of what n64/ferry64_tracks.h makes the CPU do each frame while the dearest clip plays, without
 * cache misses. */
typedef struct fy_t3dm_cpu {
    const char *clip; /* its name, the scene's; NULL: none, or of several models */
    uint64_t instructions, cycles;
} fy_t3dm_cpu;

/* What a file costs, or a model of several files. */
typedef struct fy_t3dm_breakdown {
    const char *layout;
    fy_t3dm_break_down_object *objects; /* in the order of the file */
    uint32_t object_count;
    fy_t3dm_level_cost levels[FY_MOST_LEVELS + 1];
    uint32_t level_count;
    /* drawing and state are those of the finest level, all that is drawn at once; memory holds all */
    fy_t3dm_drawing total;
    uint32_t materials; /* different ones that objects have */
    /* objects, the first included, that have another one than the object before */
    uint32_t material_switches;
    uint32_t texture_uploads; /* to the texture memory, when all objects are drawn in order */
    uint32_t animations, streams_missing;
    uint64_t stream_bytes; /* of the streams beside the model */
    fy_t3dm_memory memory;
    fy_t3dm_cpu cpu; /* no instructions: there is no tracks chunk */
} fy_t3dm_breakdown;

/* All of it in bytes; sprites of unknown size count for nothing. */
uint64_t fy_t3dm_memory_sum(const fy_t3dm_memory *memory);

#endif
