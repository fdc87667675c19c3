/*
 * dae_write.h: a prepared scene as COLLADA 1.4.1: elements, and the tree (docs/formats/fbx.md,
 * "COLLADA").
 */
#ifndef FERRY_FORMATS_DAE_DAE_WRITE_H
#define FERRY_FORMATS_DAE_DAE_WRITE_H

#include "ferry64.h"

bool fy_dae_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

#endif
