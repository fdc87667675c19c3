/* t3dm_scale.h: what the parts of the choice of a base scale share (docs/formats/t3dm.md, "Base scale"). */
#ifndef FERRY_FORMATS_T3DM_SCALE_H
#define FERRY_FORMATS_T3DM_SCALE_H

#include "formats/t3dm/mesh/t3dm_geometry.h"

#define FY_T3DM_SCALE_MARGIN (15.0 / 16.0) /* of the room, so that animations may move bones out a little further */
#define FY_T3DM_LEAST_STEPS 100.0          /* along the model's longest side: fewer are not given for what clips reach */

/* t3dm_scale.c: not above `most`, in five bits, which print in few digits. */
double fy_t3dm_rounded_scale(double most);

/* t3dm_scale_view.c: of the scales up to `finest`, a power of two, the one at which a model with its longest
 * side is seen best: the finest unless it is lit. False at the memory limit, or once the job was ended. */
bool fy_t3dm_scale_for_view(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose, double length,
                            double finest, double *scale);

#endif
