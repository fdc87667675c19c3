/*
 * assimp_read.h: generic formats, read by the library assimp (docs/formats/generic.md). The way
 * through a file; and the formats that are called by name.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_READ_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_READ_H

#include "ferry64.h"
#include "ferry64_format.h"

/* Reads any of them; which one, `scene->format` says. */
bool fy_assimp_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

/* ferry_format.load of these formats. */
void fy_assimp_warm(void);

#endif
