/*
 * j3d_joints.h: JNT1 (joints), EVP1 (envelopes), DRW1 (draw matrices), and what follows from the
 * three: the nodes, the bind pose and the skin (docs/formats/j3d.md, "JNT1", "EVP1", "DRW1",
 * "Skinning").
 */
#ifndef FERRY_FORMATS_J3D_J3D_JOINTS_H
#define FERRY_FORMATS_J3D_J3D_JOINTS_H

#include "ferry64_format.h"
#include "formats/j3d/j3d.h"

/* The blocks. Each may rely on what stands before it here. */
bool fy_j3d_read_joints(fy_j3d *j3d); /* JNT1 -> room for the joints */

bool fy_j3d_add_nodes(fy_j3d *j3d); /* JNT1 -> scene nodes, parents first */

bool fy_j3d_read_envelopes(fy_j3d *j3d); /* EVP1 */

bool fy_j3d_read_draw_matrices(fy_j3d *j3d); /* DRW1 */

bool fy_j3d_bind(fy_j3d *j3d); /* inverse bind matrices of all joints */

bool fy_j3d_add_skin(fy_j3d *j3d); /* joints and the draw matrices in use -> scene skin */

/* Draw matrix `number`, named at `at` of `window`, exists and everything it names does; marks it as used. */
bool fy_j3d_use_matrix(fy_j3d *j3d, ferry_window *window, uint64_t at, uint32_t number);

/* The joint of draw matrix `number` if it is rigid, else FERRY_NONE. The matrix must be in use. */
uint32_t fy_j3d_matrix_joint(const fy_j3d *j3d, uint32_t number);

#endif
