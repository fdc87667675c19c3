/*
 * gltf.c: glTF 2.0 for the library: what it can hold, its settings, its doors. Format: docs/formats/gltf.md.
 */
#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/fast64/gltf_fast64_scene.h"
#include "formats/gltf/read/gltf_read.h"
#include "formats/gltf/write/gltf_write.h"

/* Of both formats. */
static const ferry_setting settings[] = {
    {"gltf.scale", "auto", "auto|number above 0",
     "units of the file per source unit; auto: metres if the source's unit is known, otherwise 1"},
    {"gltf.images", "auto", "auto|embed|beside",
     "embed textures in the file, or write PNG files beside it; auto: embed in .glb, beside .gltf"},
    {"gltf.extras", "read", "read|ignore",
     "read: restore the original scene of files written by ferry64 from their extras; ignore: use only "
     "plain glTF"},
    {"gltf.texture-dir", "", "text", "folder for image files; empty: beside the model"},
    {"gltf.texture-uri-prefix", "", "text",
     "path of that folder relative to the model, used in the "
     "model's references"},
    {"gltf.texture-names", "model", "model|plain", "prefix image names with the model's name, or not"},
    {"gltf.anim-error", "0.1", "number above 0",
     "maximum error from removed animation keys, in percent of the model's height"},
    {"gltf.visibility", "both", "both|extension|scale",
     "how draws are hidden: by KHR_node_visibility, by a scale of 0, which every program supports, or "
     "both"},
    {"gltf.animation-pointer", "yes", "yes|no",
     "write visibility, texture and colour animations with KHR_animation_pointer"},
    {NULL, NULL, NULL, NULL},
};

static const ferry_caps caps = {.clips = true, .levels = true};

static bool write_binary(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    return fy_gltf_write(job, scene, name, true, files);
}

static bool write_text(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    return fy_gltf_write(job, scene, name, false, files);
}

const ferry_format fy_format_glb = {
    .name = "glb",
    .title = "glTF 2.0 in one file",
    .extensions = ".glb",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_gltf_probe_binary,
    .read = fy_gltf_read,
    .flags = FERRY_FORMAT_SIDE_FILES,
    .write = write_binary,
    .settings_of = "gltf",
    .caps = &caps,
    .settings = fy_fast64_settings, /* of both as well: a setting is listed once */
};

const ferry_format fy_format_gltf = {
    .name = "gltf",
    .title = "glTF 2.0 with separate files",
    .extensions = ".gltf",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_gltf_probe_text,
    .read = fy_gltf_read,
    .flags = FERRY_FORMAT_SIDE_FILES,
    .write = write_text,
    .caps = &caps,
    .settings = settings,
};
