/*
 * gltf_fast64_scroll.h: textures that fast64 moves (docs/formats/fast64.md, "Moving textures"): clips
 * that move the tiles.
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCROLL_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_SCROLL_H

#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"

/* How the state's tiles move, once their axes are known. */
void fy_fast64_read_scroll(const fy_gltf_value *f3d_mat, fy_fast64_state *state);

/* Notes it for material `material` of the scene, whose state is finished; then clips of all that was noted.
 * False at the memory limit. */
bool fy_fast64_add_scrolls(fy_fast64 *f, const fy_gltf_value *from, const fy_fast64_state *state,
                           uint32_t material);
bool fy_fast64_add_clips(fy_fast64 *f);

#endif
