/* t3dm_texture_store.h: textures of a T3DM model: pictures that are made, their files, what was tried */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_STORE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_STORE_H

#include "ferry64.h"
#include "core/base/order.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_importance.h"

typedef struct fy_texture_file {
    const char *path; /* "rom:/x.ci4.sprite" */
    uint32_t hash;
} fy_texture_file;

/* One picture with the files it was written to: usually one; more where the runtime must take two uses for
 * different ones. */
typedef struct fy_texture_export {
    fy_texture_use use;
    uint32_t image, budget;
    bool pair;
    fy_built_texture made;
    uint32_t extra_levels; /* mip levels to store behind it, the hidden one counts too */
    const char *stem;
    uint32_t numbers; /* behind the stem, tried so far */
    fy_texture_file *files;
    uint32_t file_count, file_capacity;
} fy_texture_export;

/* What came out when a share of the texture memory was tried. */
typedef struct fy_texture_trial {
    fy_texture_use use;
    uint32_t image, budget, bytes;
    bool pair;
    double error;
    bool faithful;
} fy_texture_trial;

/* A file to be written. */
typedef struct fy_texture_output {
    uint32_t export;
    const char *stem; /* its name without folder and endings */
} fy_texture_output;

/* Pictures of the last trials: what was tried is often what is taken, such as each of many pieces. */
enum { FY_TEXTURE_TRIED = 64 };

typedef struct fy_texture_tried {
    uint32_t trial;         /* and one; 0: none */
    fy_built_texture *made; /* of fy_job_resize(), followed by its indices, or by its texels if it has none */
} fy_texture_tried;

typedef struct fy_texture_store {
    ferry_job *job;
    const ferry_scene *scene;
    const char *name; /* of the output */
    fy_texture_output *outputs;
    uint32_t output_count, output_capacity;
    fy_texture_export *exports;
    uint32_t count, capacity;
    fy_texture_trial *trials;
    uint32_t trial_count, trial_capacity;
    fy_texture_tried tried[FY_TEXTURE_TRIED];
    fy_image_draws draws;   /* found when first needed */
    fy_texture_file *paths; /* all of them, own and foreign */
    uint32_t path_count, path_capacity;
    fy_order by_hash, by_name; /* paths */
    fy_order by_stem;          /* exports, one for each name and format: it has the numbers */
} fy_texture_store;

#endif
