/*
 * gltf_fast64.h: materials that Blender's add-on fast64 wrote into a glTF file: the state of the Nintendo 64
 * itself, for Tiny3D (docs/formats/fast64.md).
 *
 *     gltf_json.c             pieces of the file's own JSON
 *     gltf_fast64.c           the way; what both kinds of data come to
 *     gltf_fast64_extras.c    extras.f3d_mat -> state
 *     gltf_fast64_n64.c       extensions.FAST64_materials_n64 -> state
 *     gltf_fast64_modes.c     render modes by their names
 *     gltf_fast64_textures.c  tiles, and the pictures that they name
 *     gltf_fast64_scroll.c    textures that move
 *     gltf_fast64_scene.c     settings; bones, colours, what is not drawn
 */
#ifndef FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_H
#define FERRY_FORMATS_GLTF_FAST64_GLTF_FAST64_H

#include "formats/gltf/json/gltf_reader.h"

/* What is called so is fast64's own library of materials, and not to be drawn. */
#define FY_FAST64_LIBRARY "fast64_f3d_material_library"

/* Which of the file's materials get the console's state: glTF's own words for them do not count. Job memory;
 * NULL at the memory limit. */
bool *fy_fast64_find(const fy_gltf_in *g);

/* Gives those materials their state. What is odd in the file is told, and something assumed. False at the
 * memory limit. */
bool fy_fast64_read_materials(fy_gltf_in *g);

/* ---- gltf_fast64_modes.c */

/* ---- gltf_fast64_textures.c */

/* ---- gltf_fast64_scroll.c */

/* ---- gltf_fast64_textures.c */

#endif
