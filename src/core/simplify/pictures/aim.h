/*
 * aim.h: where the small pictures are taken from: sides evenly around the model, and eyes of players
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_AIM_H
#define FERRY_CORE_SIMPLIFY_PICTURES_AIM_H

#include "core/simplify/pictures/eyes.h"
#include "core/simplify/pictures/view.h"

/* Aims the first FY_PICTURE_SIDES views. Gives their one scale, in pixels per unit, at which the source fits
 * into each; 0: it has no extent, or none that is finite. */
double fy_aim_sides(const fy_shell *shell, fy_view *views);

/* Aims those behind them, one for each eye. */
void fy_aim_eyes(const fy_eyes *eyes, fy_view *views);

#endif
