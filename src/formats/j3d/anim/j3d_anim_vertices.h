/*
 * j3d_anim_vertices.h: what animations of vertices share: which vertices were made of which elements;
 * and VCK1 (bxk), VCF1 (bxa): vertex colours (docs/formats/j3d.md, "Vertex colours").
 */
#ifndef FERRY_FORMATS_J3D_ANIM_J3D_ANIM_VERTICES_H
#define FERRY_FORMATS_J3D_ANIM_J3D_ANIM_VERTICES_H

#include "ferry64.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"

/* Behind no model: a mesh of `elements` vertices, each made of the elements of its own number. */
bool fy_j3d_build_mesh(fy_j3d_anim *anim, uint32_t elements);

/* Whether the file is called like the model: for what no number or name in it says to which model it
 * belongs. */
bool fy_j3d_called_alike(const fy_j3d_anim *anim, const ferry_scene *scene);

/* `numbers` gives the elements of a mesh, or NULL. In the job's memory; false at the limit. */
bool fy_j3d_index_uses(fy_j3d_anim *anim, const uint32_t *(*numbers)(const ferry_mesh *mesh),
                       fy_j3d_uses *uses);

extern const fy_j3d_anim_kind fy_j3d_vertex_color_keys;

extern const fy_j3d_anim_kind fy_j3d_vertex_color_frames;

#endif
