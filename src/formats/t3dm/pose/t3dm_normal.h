/*
 * t3dm_normal.h: normals as the file stores them: the space that the console's light wants them in, and their
 * bits (docs/formats/t3dm.md, "Vertices").
 *
 * The microcode turns a stored normal by its bone's matrix with each column made unit length, and nothing
 * else. Under a uniform scale that is the bone's rotation. Under an uneven one it is not what carries
 * normals; what is stored makes up for it, so that the light at rest is right.
 */
#ifndef FERRY_FORMATS_T3DM_POSE_T3DM_NORMAL_H
#define FERRY_FORMATS_T3DM_POSE_T3DM_NORMAL_H

#include "ferry64.h"

/* The way of a mesh's normals to the file. */
typedef struct fy_t3dm_normals {
    ferry_matrix to_file; /* their directions */
    bool uneven;          /* the bone does not just turn and scale */
    ferry_matrix columns; /* if so: what the microcode turns a stored normal by, at rest */
} fy_t3dm_normals;

/* The square of what a vector is divided by to become a stored normal: then it is of unit length where the
 * light meets it, or, where it would not fit into the bits, as long as does. NULL: no bone, one that only
 * turns and scales, or a normal that games turn. */
double fy_t3dm_normal_square(const fy_t3dm_normals *normals, const double v[3]);

/* A stored normal as 5.6.5; zero stays zero. What these bits say. And one that is packed so again, but for
 * those bits that none has. */
uint16_t fy_t3dm_pack_normal(double x, double y, double z);
/* The nearest bits that the light meets no longer than 1: the console puts a light out whose product with a
 * normal exceeds 1 (docs/formats/n64_drawing.md, "Normals"). */
uint16_t fy_t3dm_pack_lit_normal(const fy_t3dm_normals *normals, ferry_vec3 n);
void fy_t3dm_rounded_normal(uint16_t bits, double n[3]);
ferry_vec3 fy_t3dm_unpack_normal(uint16_t bits, const fy_t3dm_normals *normals);

#endif
