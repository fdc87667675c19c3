/*
 * t3dm_source.c: what a scene that was read from a T3DM file keeps of it, and whether it gets a tracks
 * chunk.
 */
#include "formats/t3dm/file/t3dm_source.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"

bool fy_t3dm_has_tracks(const ferry_job *job, const fy_t3dm_layout *layout) {
    return layout->shared && ferry_setting_is(job, "t3dm.tracks", "yes");
}

bool fy_t3dm_is_tracked(const ferry_node *node) {
    return node->billboard != FERRY_BILLBOARD_NONE;
}

bool fy_t3dm_is_rewritten(const ferry_scene *scene) {
    return scene->format && strcmp(scene->format, "t3dm") == 0;
}

bool fy_t3dm_is_passthrough(const ferry_extra *extra) {
    return strcmp(extra->format, "t3dm") == 0;
}

const ferry_extra *fy_t3dm_find_passthrough(const ferry_scene *scene, const char *path) {
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const ferry_extra *extra = &scene->extras.data[i];
        if (fy_t3dm_is_passthrough(extra) && strcmp(extra->path, path) == 0) return extra;
    }
    return NULL;
}

bool fy_t3dm_has_helpers(const ferry_scene *scene) {
    return fy_t3dm_find_passthrough(scene, FY_T3DM_HELPERS) || fy_t3dm_find_passthrough(scene, FY_T3DM_GRIDS);
}
