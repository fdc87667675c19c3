/*
 * assimp_probe.h: how each generic format is recognised (docs/formats/generic.md, "Recognition"). What
 * has no magic must agree with itself in many places.
 */
#ifndef FERRY_FORMATS_ASSIMP_ASSIMP_PROBE_H
#define FERRY_FORMATS_ASSIMP_ASSIMP_PROBE_H

#include "ferry64.h"

/* Bits of evidence for each of the formats that are recognised by themselves, as ferry_format.probe gives
 * them; 0: the bytes are none. */
uint32_t fy_assimp_probe_fbx(ferry_bytes bytes);
uint32_t fy_assimp_probe_obj(ferry_bytes bytes);
uint32_t fy_assimp_probe_dae(ferry_bytes bytes);
uint32_t fy_assimp_probe_ply(ferry_bytes bytes);
uint32_t fy_assimp_probe_stl(ferry_bytes bytes);
uint32_t fy_assimp_probe_3ds(ferry_bytes bytes);
uint32_t fy_assimp_probe_other(ferry_bytes bytes);

/* The ending by which assimp knows what fy_assimp_probe_other() found, such as "md2"; NULL: it found nothing.
 * */
const char *fy_assimp_other_ending(ferry_bytes bytes);

#endif
