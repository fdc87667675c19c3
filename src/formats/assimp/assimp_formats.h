/*
 * assimp_formats.h: what the formats that are read by the library assimp are made of (docs/formats/generic.md): for
 * builds with FERRY_ASSIMP.
 */
#ifndef FERRY_FORMATS_ASSIMP_FORMATS_H
#define FERRY_FORMATS_ASSIMP_FORMATS_H

#include "ferry64_format.h"

/* assimp_read.c: reads any of them; which one, `scene->format` says. */
bool fy_assimp_read(ferry_job *job, ferry_window *in, ferry_scene *scene);

/* assimp_probe.c: bits of evidence for each of the formats that are recognised by themselves. */
uint32_t fy_assimp_probe_fbx(ferry_bytes bytes);
uint32_t fy_assimp_probe_obj(ferry_bytes bytes);
uint32_t fy_assimp_probe_dae(ferry_bytes bytes);
uint32_t fy_assimp_probe_ply(ferry_bytes bytes);
uint32_t fy_assimp_probe_stl(ferry_bytes bytes);
uint32_t fy_assimp_probe_3ds(ferry_bytes bytes);
uint32_t fy_assimp_probe_other(ferry_bytes bytes);

/* The ending by which assimp knows what fy_assimp_probe_other() found; NULL: nothing. */
const char *fy_assimp_other_ending(ferry_bytes bytes);

#endif
