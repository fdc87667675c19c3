/*
 * fbx.c: Autodesk FBX for the library: written by itself, read by assimp. Format: docs/formats/fbx.md.
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp_probe.h"
#include "formats/assimp/assimp_read.h"
#include "formats/fbx/fbx_write.h"

static const ferry_setting settings[] = {
    {"fbx.encoding", "binary", "binary|ascii", "file encoding; every program reads binary"},
    {NULL, NULL, NULL, NULL},
};

static const ferry_caps caps = {.clips = true};

const ferry_format fy_format_fbx = {
    .name = "fbx",
    .title = "Autodesk FBX",
    .extensions = ".fbx",
    .role = FERRY_ROLE_MODEL,
#ifdef FERRY_ASSIMP
    .probe = fy_assimp_probe_fbx,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
#endif
    .write = fy_fbx_write,
    .settings_of = "gltf",
    .caps = &caps,
    .settings = settings,
};
