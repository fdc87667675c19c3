/*
 * t3dm_sphere_picture.h: environment maps that the console's spherical effect cannot follow, and projections
 * from the viewer that an environment map shifts, drawn anew as the effect lays them on
 * (docs/formats/t3dm.md, "Environment maps").
 */
#ifndef FERRY_FORMATS_T3DM_TEXTURE_T3DM_SPHERE_PICTURE_H
#define FERRY_FORMATS_T3DM_TEXTURE_T3DM_SPHERE_PICTURE_H

#include "ferry64.h"
#include "view/survey.h"

/* Gives such materials of a scene the new pictures, by a matrix that the effect has: *laid is a copy, or the
 * scene itself if there are none. `survey`: of the scene; NULL: none, so that all surfaces are taken to be
 * smooth. `driven`, by material: clips change it, so it stays. `name`: of the output, for messages:
 * projections are a loss. At most 64 pictures are drawn; what goes beyond stays as it is. False at the memory
 * limit, or if the job was stopped. */
bool fy_t3dm_lay_spheres(ferry_job *job, const char *name, const ferry_scene *scene, const fy_survey *survey,
                         const bool *driven, const ferry_scene **laid);

#endif
