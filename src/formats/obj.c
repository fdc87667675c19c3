/*
 * obj.c: Wavefront OBJ for the library: written by itself, read by assimp. Format: docs/formats/obj.md.
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp_probe.h"
#include "formats/assimp/assimp_read.h"
#include "formats/obj/obj_write.h"

static const ferry_caps caps = {0};

const ferry_format fy_format_obj = {
    .name = "obj",
    .title = "Wavefront OBJ",
    .extensions = ".obj",
    .role = FERRY_ROLE_MODEL,
#ifdef FERRY_ASSIMP
    .probe = fy_assimp_probe_obj,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
#endif
    .write = fy_obj_write,
    .settings_of = "gltf",
    .caps = &caps,
};
