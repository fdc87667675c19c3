/* labels.h: the names by which dumps and messages call the scene's parts. */
#ifndef FERRY_CORE_SCENE_LABELS_H
#define FERRY_CORE_SCENE_LABELS_H

#include "ferry64.h"

typedef enum fy_thing {
    FY_NODE,
    FY_SKIN,
    FY_DRAW,
    FY_MATERIAL,
    FY_TEXTURE,
    FY_IMAGE,
    FY_MORPH,
    FY_COLOR_ANIMATION,
    FY_CLIP,
    FY_EXTRA,
    FY_MESH,
    FY_THINGS,
} fy_thing;

/* Unique names for the things of a scene: `"hip"`, and `"hip"#2` for the second of one name. Clips are
 * labelled by name and kind ("walk.bck"), vertex colour groups by their mesh. Quotes and control characters
 * in names are escaped: a label has no line break. */
typedef struct fy_labels {
    const char **texts[FY_THINGS];
} fy_labels;

/* Sorted by name, equal ones by index. */
typedef struct fy_named {
    const char *name;
    uint32_t index;
} fy_named;

void fy_sort_named(fy_named *list, size_t count);

/* In quotes, on one line; a `copy` above 0 is appended, as #2. */
const char *fy_quote(ferry_job *job, const char *name, uint32_t copy);

const char *fy_thing_name(fy_thing thing); /* "node" */
uint32_t fy_thing_count(const ferry_scene *scene, fy_thing thing);
fy_thing fy_target_thing(ferry_target target); /* the kind of object of tracks with this target */

/* The name of a thing; of a clip, with its kind; of a vertex colour group, that of its mesh. May be in the
 * job's memory. */
const char *fy_name_of(ferry_job *job, const ferry_scene *scene, fy_thing thing, uint32_t index);

/* In the job's memory. False at the limit. */
bool fy_labels_build(ferry_job *job, const ferry_scene *scene, fy_labels *labels);

/* "-" for FERRY_NONE. */
const char *fy_label(const fy_labels *labels, fy_thing thing, uint32_t index);

#endif
