/*
 * fbx_write.h: a prepared scene as FBX 7.4: what stands around its objects, and how they hang together
 * (docs/formats/fbx.md).
 */
#ifndef FERRY_FORMATS_FBX_FBX_WRITE_H
#define FERRY_FORMATS_FBX_FBX_WRITE_H

#include "ferry64.h"

bool fy_fbx_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

#endif
