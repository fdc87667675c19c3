/*
 * ttyd_switches.h: what an animation shows and hides, and which pictures it shows
 * (docs/formats/ttyd.md, "Visibility", "Flip-books"). Both change at key frames only.
 */
#ifndef FERRY_FORMATS_TTYD_TTYD_SWITCHES_H
#define FERRY_FORMATS_TTYD_TTYD_SWITCHES_H

#include "formats/ttyd/ttyd.h"

/* Adds a visibility track for each draw that the clip shows or hides. False after an error. */
bool fy_ttyd_switch_draws(fy_ttyd *t, const fy_ttyd_clip *clip);

/* Adds tracks for the picture and the shifts of each texture unit whose sampler the clip changes; a picture
 * that is only shown then joins the scene's textures. False after an error. */
bool fy_ttyd_place_textures(fy_ttyd *t, const fy_ttyd_clip *clip);

#endif
