/*
 * t3dm_toon_material.h: light that comes in steps: one draw that looks a ramp up, or the picture in full
 * light and its shade as a second draw of the same triangles (docs/what-is-lost.md, "Toon ramps").
 */
#ifndef FERRY_FORMATS_T3DM_CHOICE_T3DM_TOON_MATERIAL_H
#define FERRY_FORMATS_T3DM_CHOICE_T3DM_TOON_MATERIAL_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_shading.h"

/* Sets m->toon_way, and the reference evaluator to full light where there will be two draws. False at the
 * memory limit. */
bool fy_mapping_choose_toon(fy_mapping *m, const ferry_gx_material *gx);

/* Whether steps of light are worth a second draw beside a smooth shade: `least` is what likeness has to gain
 * (fy_least_gain()), gains and errors of colour are of 255. */
bool fy_steps_are_wanted(double least, double similarity_gain, double color_gain, double smooth_error);

/* The combiner of one draw, in place of one that was found. `alpha`: it is blended by its alpha. */
void fy_mapping_shade_by_ramp(const fy_mapping *m, bool alpha, fy_shading *shading);

/* Vertices and texture of one draw. False at the memory limit. */
bool fy_mapping_use_ramp(fy_mapping *m);

/* What light that comes in steps costs, and what is still off. */
void fy_mapping_report_toon(const fy_mapping *m);

/* The material of the second draw, at the end of the plan. False at the memory limit, or for a rule that
 * cannot be followed. */
bool fy_mapping_add_shade(fy_mapping *m);

#endif
