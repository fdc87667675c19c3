/*
 * dae.c: COLLADA for the library: written by itself, read by assimp. Format: docs/formats/fbx.md.
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/assimp/assimp_probe.h"
#include "formats/assimp/assimp_read.h"
#include "formats/dae/dae_write.h"

static const ferry_caps caps = {.clips = true};

const ferry_format fy_format_dae = {
    .name = "dae",
    .title = "COLLADA",
    .extensions = ".dae",
    .role = FERRY_ROLE_MODEL,
#ifdef FERRY_ASSIMP
    .probe = fy_assimp_probe_dae,
    .read = fy_assimp_read,
    .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES,
    .load = fy_assimp_warm,
#endif
    .write = fy_dae_write,
    .settings_of = "gltf",
    .caps = &caps,
};
