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

/* Which of the file's materials get the console's state, so that glTF's own words for them do not count: one
 * flag for each, in the job's memory. `fast64.materials` set to plain means none of them, to none all. NULL
 * at the memory limit. */
bool *fy_fast64_find(const fy_gltf_in *g);

/* Gives the materials that `g->fast64` marks their state, and adds clips for textures that scroll. A value
 * that is missing or wrong is told, and fast64's default is used. False at a limit of the job. */
bool fy_fast64_read_materials(fy_gltf_in *g);

#endif
