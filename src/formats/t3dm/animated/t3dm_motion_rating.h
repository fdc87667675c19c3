/*
 * t3dm_motion_rating.h: how near a way to follow clips comes to what they show of a material
 * (docs/what-is-lost.md, "Animated materials").
 */
#ifndef FERRY_FORMATS_T3DM_ANIMATED_T3DM_MOTION_RATING_H
#define FERRY_FORMATS_T3DM_ANIMATED_T3DM_MOTION_RATING_H

#include "ferry64_gx.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "formats/t3dm/trial/t3dm_trial.h"
#include "shade/draws/t3dm_appearance.h"

/* Means over states; error < 0: nothing is drawn. */
typedef struct fy_motion_rating {
    double error;      /* of what is seen over the ground, in 255ths */
    double similarity; /* of the same, -1..1 (t3dm_appearance.h) */
    double tone;       /* similarity of mean and contrast alone, regardless of position, 0..1 */
    bool moves;        /* it draws textures that clips move */
    bool film;         /* by pictures that take turns */
} fy_motion_rating;

#define FY_MOTION_NOTHING ((fy_motion_rating){.error = -1, .similarity = -1})

/* What the source makes of the grounds of its samples, which are those of `state`. */
void fy_motion_draw_source(const fy_reference *reference, const ferry_gx_material *state, fy_appearance *to);

/* Adds how two looks differ. */
void fy_motion_rating_add(const fy_appearance *source, const fy_appearance *console, double weight,
                          fy_motion_rating *to);

/* Adds what a trial comes to in a state, of which the samples are, with the constants that suit it best. */
void fy_motion_rate_state(fy_mapping *m, const fy_trial *trial, const ferry_gx_material *state, double weight,
                          fy_motion_rating *to);

/* What becomes of the formula of `state`, in all states that are looked at. False after an error. */
bool fy_motion_rate(fy_mapping *m, const ferry_gx_material *state, fy_motion_rating *found);

/* The source as it is at `moment`, beside itself in all states: what clips change of what is seen then. The
 * samples of the moment are filled as they are without clips. False after an error. */
bool fy_motion_rate_source(fy_mapping *m, const ferry_gx_material *moment, fy_motion_rating *found);

#endif
