/* export.c: see export.h. */
#include "formats/export/export.h"

#include "ferry64.h"
#include "ferry64_format.h"

static double find_scale(const ferry_job *job, const ferry_scene *scene) {
    if (ferry_setting_is(job, "gltf.scale", "auto")) return (double)scene->unit;
    return ferry_setting_number(job, "gltf.scale");
}

fy_export fy_export_of(ferry_job *job, const ferry_scene *scene, const char *file) {
    return (fy_export){.job = job, .scene = scene, .file = file, .scale = find_scale(job, scene)};
}

bool fy_export_is_sound(const fy_export *e) {
    if (ferry_failed(e->job)) return false;
    if (e->too_large)
        ferry_say(e->job, FERRY_ERROR, "gltf.scale", e->file, "",
                  "positions times %g exceed the range of a float", e->scale);
    return !e->too_large;
}
