/* t3dm_read_picture.h: the pictures that a T3DM file only names (docs/formats/t3dm.md, "Pictures"). */
#ifndef FERRY_FORMATS_T3DM_READ_T3DM_READ_PICTURE_H
#define FERRY_FORMATS_T3DM_READ_T3DM_READ_PICTURE_H

#include "ferry64_format.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

/* Adds the image behind a texture's path to the scene, from a sprite or PNG beside the model. `*image`: its
 * number; FERRY_NONE where there is none, with a note about offset `at` of `in`, or nobody to ask. False
 * after an error. */
bool fy_t3dm_read_picture(fy_t3dm_reader *r, const ferry_window *in, uint64_t at, const char *path,
                          uint32_t *image);

#endif
