/*
 * t3dm_tmem.h: what the textures of each material would take on the console, without writing anything.
 */
#ifndef FERRY_FORMATS_T3DM_CHECK_T3DM_TMEM_H
#define FERRY_FORMATS_T3DM_CHECK_T3DM_TMEM_H

#include "ferry64.h"

/* Texture memory that one texture takes, in bytes, palettes apart. */
typedef struct fy_tmem_texture {
    uint32_t texture; /* of the scene */
    ferry_rdp_texel format;
    uint32_t width, height, bytes;
} fy_tmem_texture;

typedef struct fy_tmem {
    fy_tmem_texture textures[2];
    uint32_t count;        /* 0: untextured, not drawn, or the formats are not known */
    uint32_t bytes, limit; /* of texture memory, palettes apart; more than the limit does not fit */
} fy_tmem;

/* Sets `*materials` to a list of one for each material of the scene, in the job's memory: how the T3DM writer
 * would store their textures under the job's settings. What the plan has to say goes into the job's report.
 * False after an error. */
bool fy_t3dm_tmem(ferry_job *job, const ferry_scene *scene, fy_tmem **materials);

#endif
