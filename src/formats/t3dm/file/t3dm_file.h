/*
 * t3dm_file.h: sizes and types of a T3DM file, layout V4, for its reader and its writer
 * (docs/formats/t3dm.md, "Layout").
 */
#ifndef FERRY_FORMATS_T3DM_FILE_T3DM_FILE_H
#define FERRY_FORMATS_T3DM_FILE_T3DM_FILE_H

#include "ferry64.h"

/* The kind of clips that are known from an A chunk alone. */
#define FY_T3DM_STREAM_KIND "t3dm"

enum { FY_T3DM_TICKS = 60, FY_T3DM_MOST_TICKS = 0x7FFF }; /* a second; a record */

/* Where an animation's chunk has the path of its stream. */
enum { FY_T3DM_STREAM_AT = 0x10 };

enum {
    FY_T3DM_VERSION = 4,
    FY_T3DM_HEADER = 0x2C, /* the chunk table follows */
    FY_T3DM_OBJECT = 0x20, /* the part records follow */
    FY_T3DM_PART = 0x18,
    FY_T3DM_VERTEX_PAIR = 32,
    FY_T3DM_MATERIAL = 0x8C,
    FY_T3DM_TILE = 0x2C,
    FY_T3DM_BONES_AT = 4, /* in the skeleton chunk */
    FY_T3DM_BONE = 0x30,
};

#define FY_T3DM_NO_PARENT 0xFFFFu

/* Extras of a scene that a file was read into, for when it is written again: its strings, the skeleton of L4
 * and L5, and that an L3 is from before 28 March 2024. And of one that the writer has given helper bones. */
#define FY_T3DM_STRINGS "strings"
#define FY_T3DM_MATRICES "matrices"
#define FY_T3DM_MIRRORED "mirrored"
#define FY_T3DM_HELPERS "helpers"
/* ... and of one that it has given bones with a grid of their own: the bytes are the first one's number, a
 * uint32_t; all nodes from there on are such. */
#define FY_T3DM_GRIDS "grids"

/* What became of a scene: a file, or several where the header could not count it all; in the order in which
 * they are to be drawn. */
typedef struct fy_t3dm_models {
    ferry_file_list models;
    double scale; /* lengths in those of the scene */
    bool *used;   /* by fy_t3dm_material.exports: some file shows it; NULL: not asked for */
} fy_t3dm_models;

#endif
