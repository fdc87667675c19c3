/* obj_write.h: a scene at rest as Wavefront OBJ. */
#ifndef FERRY_FORMATS_OBJ_OBJ_WRITE_H
#define FERRY_FORMATS_OBJ_OBJ_WRITE_H

#include "ferry64.h"

bool fy_obj_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files);

#endif
