/*
 * t3dm_film_rating.h: whether pictures of layers that take turns come nearer to what clips show than one of
 * them (docs/what-is-lost.md, "Films").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_FILM_RATING_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_FILM_RATING_H

#include "formats/t3dm/animated/t3dm_motion_rating.h"
#include "formats/t3dm/choice/t3dm_film.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_composite.h"

/* What a film comes to, and one picture of it: the picture of `m->formula_state` at that moment, and how far
 * the source is from that while one is shown. False after an error. */
bool fy_film_rate(fy_mapping *m, const fy_composite *composite, const fy_film *film, fy_motion_rating *found,
                  fy_motion_rating *one);

/* Whether a film gains what it takes beside one of its pictures. */
bool fy_film_is_worth(const fy_motion_rating *film, const fy_motion_rating *one);

#endif
