/*
 * t3dm_film.h: pictures of a material's layers at several moments of its clips, shown one after the other
 * (docs/what-is-lost.md, "Films").
 */
#ifndef FERRY_FORMATS_T3DM_CHOICE_T3DM_FILM_H
#define FERRY_FORMATS_T3DM_CHOICE_T3DM_FILM_H

#include "ferry64.h"
#include "core/image/texels.h"
#include "formats/t3dm/mapping/t3dm_mapping.h"
#include "shade/t3dm_composite.h"
#include "shade/t3dm_states.h"

enum {
    FY_FILM_CLIPS = 4,     /* of a material: with more there is no film */
    FY_FILM_PICTURES = 12, /* of a material, shared out among its clips */
    FY_FILM_MOST = 24,     /* of one whose clips would show them for long */
};

/* A clip's part of a film: `count` pictures, from `first` on, each for as long, over and over. */
typedef struct fy_film_clip {
    uint32_t clip;    /* of the scene */
    uint32_t repeats; /* how often they are shown while the clip plays once */
    double duration;  /* until they repeat, in seconds */
    uint32_t first, count;
} fy_film_clip;

typedef struct fy_film {
    fy_film_clip clips[FY_FILM_CLIPS];
    uint32_t clip_count;
    fy_texels pictures[FY_FILM_MOST]; /* of one size; memory is the job's */
    uint32_t count;
    uint8_t map; /* slot of the picture that they take turns with */
} fy_film;

/* Which moments a film shows of a material whose layers are one picture of one moment, `composite`, made of
 * `gx`; its pictures are not drawn. *possible: false if no clip moves the layers, if too many do, if the
 * part of the plane that a picture shows would change, or if the model has no room for more. False at the
 * memory limit. */
bool fy_mapping_plan_film(const fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite,
                          fy_film *film, bool *possible);

/* Whether a picture is shown for more than half a second. */
bool fy_film_is_slow(const fy_film *film);

/* `to` becomes `gx` with its textures where a clip has them at the time of picture `number`: i + .5 is the
 * middle of that of picture i, which shows just that. */
void fy_film_pose(const fy_mapping *m, const ferry_gx_material *gx, const fy_film_clip *of, double number,
                  ferry_gx_material *to);

/* Draws such a film, m->film, which stays NULL if none is possible, or m->shoots is false. To be called
 * before the picture is put into a formula. False at the memory limit, or when the job was stopped. */
bool fy_mapping_shoot_film(fy_mapping *m, const ferry_gx_material *gx, const fy_composite *composite);

/* Puts the pictures into the planner's scene, and makes them the texture sets of the material: the first is
 * the composite, which the scene has already. False at the memory limit. */
bool fy_mapping_keep_film(fy_mapping *m, const fy_composite *composite);

#endif
