/*
 * facts.h: a scene as facts, each about one thing that has a name: `material "cloth"`, `cull`, `back`. dump.c
 * prints them, diff.c compares those of two scenes. What comes in thousands (vertices, triangles, keys,
 * texels) is left to those two. The words: docs/scene.md, "The dump".
 */
#ifndef FERRY_CORE_FACTS_H
#define FERRY_CORE_FACTS_H

#include "ferry64_format.h"

typedef enum fy_thing {
    FY_NODE,
    FY_SKIN,
    FY_DRAW,
    FY_MATERIAL,
    FY_TEXTURE,
    FY_IMAGE,
    FY_MORPH,
    FY_PAINT,
    FY_CLIP,
    FY_EXTRA,
    FY_MESH,
    FY_THINGS,
} fy_thing;

const char *fy_thing_name(fy_thing thing); /* "node" */
uint32_t fy_thing_count(const ferry_scene *scene, fy_thing thing);
fy_thing fy_target_thing(ferry_target target); /* what a track of this target has for object */

/* The name of a thing, of a clip with its kind, of a paint its mesh's; may be in the job's memory. */
const char *fy_name_of(ferry_job *job, const ferry_scene *scene, fy_thing thing, uint32_t index);

/* What tells the things of a scene apart, whatever stands before them: `"hip"`, and `"hip"#2` for the second
 * of one name. Clips are called by name and kind ("walk.bck"), paints after their mesh. Quotes and control
 * characters in names are escaped: a label has no line break. */
typedef struct fy_labels {
    const char **texts[FY_THINGS];
} fy_labels;

/* In the job's memory. False at the limit. */
bool fy_labels_make(ferry_job *job, const ferry_scene *scene, fy_labels *labels);

/* "-" for FERRY_NONE. */
const char *fy_label(const fy_labels *labels, fy_thing thing, uint32_t index);

/* What a fact's numbers are, for comparisons that allow for a difference. */
typedef enum fy_measure {
    FY_EXACT,  /* names, counts, hardware registers */
    FY_LENGTH, /* source units */
    FY_ANGLE,  /* radians */
    FY_RATIO,  /* all else: factors, colours of 0..1, coordinates of textures */
    FY_AFFINE, /* 12 numbers, row by row: the fourth of each row is a length, the others are factors */
} fy_measure;

typedef struct fy_fact {
    const char *key;  /* told once of one thing */
    const char *text; /* NULL: the numbers */
    const float *numbers;
    uint32_t count;
    fy_measure measure;
} fy_fact;

typedef struct fy_facts {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_labels *labels;
    /* What the fact points to lives until the call returns, or as long as the job's memory of now. */
    void (*tell)(void *user, const fy_fact *fact);
    void *user;
} fy_facts;

void fy_facts_of_scene(fy_facts *facts);
void fy_facts_of(fy_facts *facts, fy_thing thing, uint32_t index);

/* For facts_*.c. A key or text longer than 511 bytes is cut. */
void fy_tell_text(fy_facts *facts, const char *key, const char *format, ...) FERRY_PRINTF(3, 4);
void fy_tell_name(fy_facts *facts, const char *key, const char *name); /* quoted */
void fy_tell_thing(fy_facts *facts, const char *key, fy_thing thing, uint32_t index);
void fy_tell_numbers(fy_facts *facts, const char *key, fy_measure measure, const float *numbers,
                     uint32_t count);

/* facts_material.c: the machine's state. */
void fy_facts_of_gx(fy_facts *facts, const ferry_gx_material *gx);
void fy_facts_of_rdp(fy_facts *facts, const ferry_rdp_material *rdp);

/* 32-bit FNV-1a. */
uint32_t fy_hash(const uint8_t *bytes, size_t size);

#endif
