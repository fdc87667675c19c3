/* properties_tell.h: passes properties to the callback of dump.c or diff.c. */
#ifndef FERRY_CORE_INSPECT_PROPERTIES_TELL_H
#define FERRY_CORE_INSPECT_PROPERTIES_TELL_H

#include "ferry64.h"
#include "core/scene/labels.h"

/* The kind of a property's numbers, for comparisons with a tolerance. */
typedef enum fy_measure {
    FY_EXACT,  /* names, counts, hardware registers */
    FY_LENGTH, /* source units */
    FY_ANGLE,  /* radians */
    FY_RATIO,  /* everything else: factors, colours of 0..1, texture coordinates */
    FY_AFFINE, /* 12 numbers, row by row: the fourth of each row is a length, the others are factors */
} fy_measure;

typedef struct fy_property {
    const char *key;  /* unique for each thing */
    const char *text; /* NULL: the numbers */
    const float *numbers;
    uint32_t count;
    fy_measure measure;
} fy_property;

typedef struct fy_properties {
    ferry_job *job;
    const ferry_scene *scene;
    const fy_labels *labels;
    /* The property is valid until the call returns. */
    void (*tell)(void *user, const fy_property *property);
    void *user;
} fy_properties;

/* For properties*.c. A key or text longer than 511 bytes is truncated. */
void fy_tell_text(fy_properties *properties, const char *key, const char *format, ...) FERRY_PRINTF(3, 4);
void fy_tell_name(fy_properties *properties, const char *key, const char *name); /* quoted */
void fy_tell_thing(fy_properties *properties, const char *key, fy_thing thing, uint32_t index);
void fy_tell_numbers(fy_properties *properties, const char *key, fy_measure measure, const float *numbers,
                     uint32_t count);

#endif
