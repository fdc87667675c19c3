/*
 * eyes.h: where players stand on what is walked on: pictures from there see what those from outside miss
 * (docs/simplify.md, "How it works").
 */
#ifndef FERRY_CORE_SIMPLIFY_PICTURES_EYES_H
#define FERRY_CORE_SIMPLIFY_PICTURES_EYES_H

#include "core/simplify/shell.h"

/* Where an eye is, and what it looks at. */
typedef struct fy_eye {
    fy_point at, ahead;
} fy_eye;

enum { FY_MOST_EYES = 16 };

typedef struct fy_eyes {
    uint32_t count;
    double height; /* of each above the ground */
    fy_eye eyes[FY_MOST_EYES];
} fy_eyes;

/* Of the source, before anything goes. None where nobody walks. False at the limit, or stopped. */
bool fy_eyes_find(const fy_shell *shell, fy_eyes *eyes);

#endif
