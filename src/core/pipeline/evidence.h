/* evidence.h: compares the names and folders of two files in an archive. */
#ifndef FERRY_CORE_PIPELINE_EVIDENCE_H
#define FERRY_CORE_PIPELINE_EVIDENCE_H

#include "ferry64.h"

/* A piece of a path. */
typedef struct fy_word {
    const char *text;
    size_t length;
} fy_word;

/* The location and name of a file: "x.arc#obj/bdl/link.bdl" is "link" in the folder "x.arc#obj" of the object
 * "obj": folders named after a type of file ("bdl", "bcks", "anim") do not count. */
typedef struct fy_location {
    fy_word folder, object, stem;
} fy_location;

fy_location fy_find_location(const ferry_job *job, const char *path);

bool fy_same_word(fy_word a, fy_word b);

/* How close a folder of animations is to one of models. */
typedef enum fy_nearness {
    FY_NEARNESS_APART,
    FY_NEARNESS_NEAR, /* it is inside the model's, or has its name */
    FY_NEARNESS_SAME,
} fy_nearness;

fy_nearness fy_compare_places(const fy_location *model, const fy_location *animation);

/* The length of the model's name if the animation's name contains all of it; 0: it does not. */
size_t fy_called_after(const fy_location *model, const fy_location *animation);

/* The same for the model's object folder. */
size_t fy_called_after_object(const fy_location *model, const fy_location *animation);

/* Whether the name of `variant` extends that of `model`: "link" and "link_casual". */
bool fy_is_variant(const fy_location *model, const fy_location *variant);

/* Whether a name suggests a camera: it contains "cam", in any case. */
bool fy_is_camera(const fy_location *animation);

/* The length of the common beginning of both names, in whole words of the animation's name: "fish_swim" and
 * "fishb"; 0: none. */
size_t fy_called_alike(const fy_location *model, const fy_location *animation);

#endif
