/*
 * properties.h: a scene as properties, each about one thing that has a name: `material "cloth"`, `cull`,
 * `back`. dump.c prints them, diff.c compares those of two scenes. What comes in thousands (vertices,
 * triangles, keys, texels) is left to those two. The words: docs/scene.md, "The dump".
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
