/*
 * properties.h: lists the properties of a scene, each with the thing it belongs to: `material "cloth"`,
 * `cull`, `back`. dump.c prints them, diff.c compares those of two scenes; both handle bulk data (vertices,
 * triangles, keys, texels) themselves. The names of properties: docs/scene.md, "The dump".
 */
#ifndef FERRY_CORE_INSPECT_PROPERTIES_H
#define FERRY_CORE_INSPECT_PROPERTIES_H

#include "core/inspect/properties_tell.h"
#include "core/scene/labels.h"

void fy_properties_of_scene(fy_properties *properties);
void fy_properties_of(fy_properties *properties, fy_thing thing, uint32_t index);

/* 32-bit FNV-1a. */
uint32_t fy_hash(const uint8_t *bytes, size_t size);

#endif
