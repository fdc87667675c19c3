/*
 * t3dm_second_material.h: materials of second draws, which lie over a material's first one: what they have in
 * common, and the choice of those for masks (docs/what-is-lost.md, "Second draws").
 */
#ifndef FERRY_FORMATS_T3DM_CHOICE_T3DM_SECOND_MATERIAL_H
#define FERRY_FORMATS_T3DM_CHOICE_T3DM_SECOND_MATERIAL_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_composite.h"

/* What a second draw has to gain, in SSIM, above 0: the setting `t3dm.second-draw-gain`. From 1 on none gains
 * enough. */
double fy_least_gain(const ferry_job *job);

/* Whether two draws of a material gain enough beside one: by structure, in SSIM over all samples, `least` of
 * it, and 50 times `least` in 255ths of the colour; or by much of the colour, 200 times `least`. Where a mask
 * or a step of light parts a dark layer from a bright one, structure alone hardly tells a blurred edge from a
 * sharp one. */
bool fy_worth_a_draw(double least, double similarity_gain, double color_gain);

/* Whether rules, clips, depth and the layout allow it. */
bool fy_mapping_may_draw_twice(const fy_mapping *m, const ferry_gx_material *gx);

/* A material at the end of the plan, named as the first with `suffix`, and the rules that speak about it.
 * second->to->drop: one of them leaves it out. False for a rule that cannot be followed, or at the memory
 * limit. */
bool fy_mapping_open_second(const fy_mapping *first, const char *suffix, fy_mapping *second);

/* Its modes, textures and place behind the first. False as above. */
bool fy_mapping_close_second(fy_mapping *first, fy_mapping *second);

/* After the choice of toon draws: sets m->splits and m->split where two draws come nearer than one, or than
 * toon draws, which then are given up. `composite` is what one draw has, or NULL. *tried: composites have to
 * be chosen again. False at the memory limit. */
bool fy_mapping_choose_split(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                             bool *tried);

/* What the second draw is for, and what is still off. */
void fy_mapping_report_split(const fy_mapping *m);

#endif
