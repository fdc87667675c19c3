/* evidence.h: what the names of two files of an archive, and the folders that they lie in, say about each
 * other. */
#ifndef FERRY_CORE_PIPELINE_EVIDENCE_H
#define FERRY_CORE_PIPELINE_EVIDENCE_H

#include "ferry64.h"

/* A piece of a path. */
typedef struct fy_word {
    const char *text;
    size_t length;
} fy_word;

/* Where a file lies, and what it is called: "x.arc#obj/bdl/link.bdl" is "link" in the folder "x.arc#obj" of
 * the object "obj": folders called after a kind of file ("bdl", "bcks", "anim") are none of their own. */
typedef struct fy_location {
    fy_word folder, object, stem;
} fy_location;

fy_location fy_find_location(const ferry_job *job, const char *path);

bool fy_same_word(fy_word a, fy_word b);

/* How near a folder of animations is to one of models. */
typedef enum fy_place {
    FY_PLACE_APART,
    FY_PLACE_NEAR, /* it lies in the model's, or is called like it */
    FY_PLACE_SAME,
} fy_place;

fy_place fy_compare_places(const fy_location *model, const fy_location *animation);

/* How many letters of the animation's name are the model's whole name; 0: it is not called after it. */
size_t fy_called_after(const fy_location *model, const fy_location *animation);

/* The same for the name of the model's object. */
size_t fy_called_after_object(const fy_location *model, const fy_location *animation);

/* Whether `variant` is called after `model`: "link" and "link_casual". */
bool fy_is_variant(const fy_location *model, const fy_location *variant);

/* Whether a name speaks of a camera: it has "cam" in it, in letters of any case. */
bool fy_is_camera(const fy_location *animation);

/* How many letters both names begin with, whole words of the animation's name: "fish_swim" and "fishb"; 0:
 * none. */
size_t fy_called_alike(const fy_location *model, const fy_location *animation);

#endif
