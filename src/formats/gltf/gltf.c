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
     "lengths of the file for one of the source; auto: metres, where the source says what its units are, "
     "else 1"},
    {"gltf.images", "auto", "auto|embed|beside",
     "textures inside of the file or as PNG beside it; auto: inside of .glb, beside .gltf"},
    {"gltf.extras", "read", "read|ignore",
     "read: files that ferry64 wrote become what they were made of, by their extras; ignore: only what glTF says counts"},
    {"gltf.texture-dir", "", "text", "folder for pictures that are files; empty: beside the model"},
    {"gltf.texture-uri-prefix", "", "text", "that folder as seen from the model's, in what the model says of them"},
    {"gltf.texture-names", "model", "model|plain", "put the model's name in front of each picture's name, or not"},
    {"gltf.anim-error", "0.1", "number above 0",
     "percent of the model's height by which keys that are left out may move what a node carries"},
    {"gltf.visibility", "both", "both|extension|scale",
     "how draws are hidden: by KHR_node_visibility, by a scale of 0, which every program knows, or by both"},
    {"gltf.animation-pointer", "yes", "yes|no",
     "play what switches, textures that move and colours by KHR_animation_pointer, too"},
    {NULL, NULL, NULL, NULL},
};

static const ferry_caps caps = {.clips = true};

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
    .title = "glTF 2.0 with files beside it",
    .extensions = ".gltf",
    .role = FERRY_ROLE_MODEL,
    .probe = fy_gltf_probe_text,
    .read = fy_gltf_read,
    .flags = FERRY_FORMAT_SIDE_FILES,
    .write = write_text,
    .caps = &caps,
    .settings = settings,
};
