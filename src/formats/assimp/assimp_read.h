/*
 * assimp_read.h: generic formats, read by the library assimp (docs/formats/generic.md). The way
 * through a file; and the formats that are called by name.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_READ_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_READ_H

#include "ferry64.h"
#include "ferry64_format.h"

/* ferry_format.read of all of them; which one, `scene->format` says. False after an error. */
bool fy_assimp_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

/* ferry_format.load of these formats: loads the library early. That it is missing is told when a file is
 * read. */
void fy_assimp_warm(void);

#endif
