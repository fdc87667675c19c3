/* t3dm_wide_scene.h: the planner's own copy of the scene, with room for pictures that materials get. */
#ifndef FERRY_FORMATS_T3DM_MAPPING_T3DM_WIDE_SCENE_H
#define FERRY_FORMATS_T3DM_MAPPING_T3DM_WIDE_SCENE_H

#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/texture/t3dm_made_picture.h"

/* Pictures that a scene may get. */
enum {
    FY_MOST_COMPOSITES = 64,
    FY_FILMS_PICTURES = 48,
    FY_MOST_MADE_PICTURES = FY_MOST_COMPOSITES + FY_MOST_RAMPS + FY_FILMS_PICTURES
};

/* Gives the planner a copy of the scene of its own (`pictures.scene`), with room for pictures; nothing to do
 * if it has one. False at the memory limit. */
bool fy_planner_widen_scene(fy_planner *p);

/* Puts a picture into that copy, as fy_made_picture_place() does. */
uint32_t fy_planner_place_picture(fy_planner *p, const fy_made_picture *made);

#endif
