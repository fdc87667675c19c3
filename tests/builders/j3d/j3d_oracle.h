/*
 * j3d_oracle.h: what a console would draw of a model that is described for the J3D builder: every triangle
 * with its corners in world space at rest. Evaluated from the description, not from bytes, and apart from the
 * reader (docs/formats/j3d.md, "World matrices", "Skinning", "SHP1").
 */
#ifndef FERRY_TESTS_J3D_ORACLE_H
#define FERRY_TESTS_J3D_ORACLE_H

#include "j3d_builder.h"

typedef struct jo_corner {
    uint32_t matrix;  /* draw matrix */
    double stored[3]; /* position as it stands in the file */
    double world[3];
    double normals[3][3]; /* normal, binormal, tangent: world, unit length */
    bool has_normal, has_nbt;
    double colors[2][4]; /* 0..1 */
    double uvs[8][2];
} jo_corner;

typedef struct jo_triangle {
    jo_corner corners[3]; /* counter-clockwise from the front */
} jo_triangle;

typedef struct jo_draw {
    uint32_t joint, material, shape;
    jo_triangle *triangles;
    uint32_t count, capacity;
} jo_draw;

typedef struct jo_scene {
    jo_draw *draws; /* in drawing order: opaque before translucent, otherwise that of the hierarchy */
    uint32_t count, capacity;
} jo_scene;

/* Triangles without area because two of their corners are one (same position element, same matrix) are
 * included if `degenerates`. */
jo_scene jo_evaluate(const jb_model *model, bool degenerates);
void jo_free(jo_scene *scene);

#endif
