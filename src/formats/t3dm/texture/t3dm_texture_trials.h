/* t3dm_texture_trials.h: how textures come out of shares of texture memory, tried once each */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_TRIALS_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_TEXTURE_TRIALS_H

#include "ferry64.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"

/* Bytes of texture memory; two textures have half of it each to begin with. */
enum { FY_TEXTURE_MEMORY = 4096, FY_TEXTURE_HALF = FY_TEXTURE_MEMORY / 2 };

/* How a texture comes out of so many bytes; `pair`: beside another one. */
bool fy_texture_try(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                    fy_texture_trial *result);

/* How the memory is best shared by two textures. */
bool fy_texture_split_memory(fy_texture_store *store, const fy_texture_use *uses, uint32_t budgets[2]);

/* Makes the picture of an export that says all but that; one that was tried lately is taken as it is. */
bool fy_texture_make(fy_texture_store *store, fy_texture_export *of);

/* The picture of a material's only texture, in the job's work memory: one that was tried lately is not made
 * again. Something was tried before. False at the memory limit. */
bool fy_texture_picture(fy_texture_store *store, const fy_texture_use *use, fy_built_texture *made);

/* Gives back what was kept of trials. */
void fy_texture_store_settle(fy_texture_store *store);

#endif
