/* t3dm_piece_spots.h: where triangles lie on a picture, cut along the cells that it is parted by */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_SPOTS_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_PIECE_SPOTS_H

#include "ferry64.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_uv.h"

/* What shows the picture. */
typedef struct fy_piece_surface {
    const uint32_t *draws; /* of the scene */
    uint32_t draw_count;
    const ferry_mesh *meshes; /* that are drawn: with fewer triangles, maybe, than the full model's */
    const fy_uv_map *map;     /* by which all of them show it */
    fy_texture_use use;       /* of the whole picture, with its own wraps */
    uint32_t room;            /* triangles that may be added to cut those that span too much of it */
    double step_gain;         /* what one piece more has to save on the surface, of 255 */
    double cut_gain;          /* that cutting has to save, of 255 */
} fy_piece_surface;

/* A triangle on the picture, or a part of one that cutting makes. */
typedef struct fy_piece_spot {
    fy_reach reach;
    double area; /* of its surface */
} fy_piece_spot;

typedef struct fy_piece_spots {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_piece_surface *surface;
    uint32_t size[2], periods[2]; /* of the picture, in texels */
    fy_reach_lines lines;         /* along which triangles are cut */
    fy_piece_spot *data;          /* of fy_job_resize() */
    uint32_t count, limit;        /* `limit`: of the triangles at hand */
    uint8_t finest;               /* level of detail */
    fy_reach all;                 /* of all of them, before they are moved */
} fy_piece_spots;

/* Spots that the surface may have at most, or 0: it has no coordinates, or too many triangles. */
uint32_t fy_piece_spots_open(fy_piece_spots *p);

/* Takes those of the finest level of detail, or of the others, of which cutting may add `room`. False: they
 * lie too far off, or there is no room for all parts. */
bool fy_piece_spots_take(fy_piece_spots *p, bool finest, uint32_t room);

/* Triangles of the coarser levels. */
uint32_t fy_piece_spots_coarser(const fy_piece_spots *p);

#endif
