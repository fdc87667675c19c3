/* t3dm_margins.h: parts of pictures, and edges that go on unchanged (docs/what-is-lost.md, "Textures"). */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_MARGINS_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_MARGINS_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "core/image/texels_difference.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* The part in memory of its own. False at the memory limit (reported). */
bool fy_texels_cut(ferry_job *job, const fy_texels *from, const fy_texture_window *window, fy_texels *part);

/* What has to be stored of a clamped picture: its outermost columns (`axes` bit 0) and rows (bit 1) say what
 * lies beyond, so those that repeat them can go. Some stay, so that shrinking does not mix the outermost ones
 * with others. `hides`: colours do not count where alpha is 0. */
fy_texture_window fy_texels_trimmed(const fy_texels *of, fy_texel_needs needs, bool hides, unsigned axes);

/* The importance of a part, from that of the whole, both with cells of their own. */
fy_importance fy_importance_cut(const fy_importance *whole, uint32_t width, uint32_t height,
                                const fy_texture_window *window);

/* That of a half that is mirrored: what both show. */
fy_importance fy_importance_folded(const fy_importance *whole, int axis);

#endif
