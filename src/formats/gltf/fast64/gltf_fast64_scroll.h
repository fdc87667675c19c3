/*
 * gltf_fast64_scroll.h: textures that fast64 moves (docs/formats/fast64.md, "Moving textures"): clips
 * that move the tiles.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCROLL_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCROLL_H

#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"

/* Fills in `moves` of the state's tiles, in texels of each and seconds; their axes must be known. */
void fy_fast64_read_scroll(const fy_gltf_value *f3d_mat, fy_fast64_state *state);

/* Notes how the tiles of `state` move, for material `material` of the scene; the tiles must be set
 * (fy_fast64_set_tile()). A move that cannot be played is a loss at `from`. False at the memory limit. */
bool fy_fast64_add_scrolls(fy_fast64 *f, const fy_gltf_value *from, const fy_fast64_state *state,
                           uint32_t material);

/* Adds a clip for all moves that were noted and return after the same time, and frees the list. False at the
 * memory limit. */
bool fy_fast64_add_clips(fy_fast64 *f);

#endif
