/*
 * j3d_primitives.h: the matrix groups and display lists of a shape become corners and triangles
 * (docs/formats/j3d.md, "SHP1").
 */
#ifndef FERRY_FORMATS_J3D_J3D_PRIMITIVES_H
#define FERRY_FORMATS_J3D_J3D_PRIMITIVES_H

#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

enum {
    FY_J3D_SLOTS = 10,  /* draw matrices that are loaded at once */
    FY_J3D_SHARING = 4, /* lists of all shapes may be this many times as large as SHP1 */
};

/* A distinct corner: where it was first met in SHP1, its draw matrix, and how often it comes. */
typedef struct fy_j3d_corner {
    uint32_t at, hash, matrix, uses;
} fy_j3d_corner;

/* One shape while it is read. */
typedef struct fy_j3d_shape {
    fy_j3d *j3d;
    ferry_window window; /* "SHP1.shape[3]", all of SHP1's bytes */
    uint8_t type;
    uint64_t record; /* in SHP1 */
    uint32_t group_count, first_group, first_list;
    fy_j3d_layout layout;
    uint64_t corner_total, triangle_total;
    uint32_t largest; /* vertices of the longest primitive */
    uint32_t slot[FY_J3D_SLOTS];
    bool said_slot, said_row;
    uint32_t *table; /* 1 + number of a corner, 0: free */
    uint32_t mask;
    fy_j3d_corner *corners; /* the vertices of the mesh */
    uint32_t corner_count;
    uint32_t *run; /* vertex numbers of the primitive at hand */
    uint32_t *triangles;
    uint32_t triangle_count;
} fy_j3d_shape;

/* Counts `bytes` of lists and tables that a shape reads. They may be shared, but not without end: the walk
 * stays linear in the size of the file. False after an error: more than FY_J3D_SHARING times the block's
 * size. */
bool fy_j3d_spend_list(fy_j3d_shape *s, uint64_t bytes);

/* Walks the shape's lists, and fills in `corner_total`, `triangle_total` and `largest`. What cannot be
 * understood of a list is skipped with a warning. False after an error. */
bool fy_j3d_measure_lists(fy_j3d_shape *s);

/* Walks them again, and fills in `corners`, in the job's memory, and `triangles`, counter-clockwise around
 * fronts, in the scene's. There must be triangles. False after an error. */
bool fy_j3d_collect_lists(fy_j3d_shape *s);

#endif
