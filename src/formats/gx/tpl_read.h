/* tpl_read.h: TPL files: a list of textures (docs/formats/gx_textures.md, "TPL"). */
#ifndef FERRY_FORMATS_GX_TPL_READ_H
#define FERRY_FORMATS_GX_TPL_READ_H

#include "ferry64_format.h"
#include "machine/gx/gx_texture.h"

/* Reads the header of a file. False: it is no TPL, or too short; said. */
bool fy_tpl_open(ferry_window *in, fy_tpl *tpl);

/* Reads the header of image `index` (less than the count), and its offset. All offsets count from the start
 * of `in`. False, and a warning, if the header is incomplete. */
bool fy_tpl_image(ferry_window *in, const fy_tpl *tpl, uint32_t index, fy_gx_texture *texture, uint64_t *at);

#endif
