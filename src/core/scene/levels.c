/* levels.c: see the header. */
#include "core/scene/levels.h"

#include <string.h>

#include "core/scene/visible.h"

const char *fy_level_suffix(const char *name) {
    static const char end[] = ".lod";
    size_t length = strlen(name), size = sizeof end; /* with the digit */
    if (length < size || memcmp(name + length - size, end, size - 1) != 0) return NULL;
    char digit = name[length - 1];
    return digit >= '1' && digit <= '0' + FY_MOST_LEVELS ? name + length - size : NULL;
}

uint8_t fy_level_of_name(const char *name) {
    const char *suffix = fy_level_suffix(name);
    return suffix ? (uint8_t)(suffix[4] - '0') : 0;
}

bool *fy_find_seen(ferry_job *job, const ferry_scene *scene) {
    bool *seen = fy_find_visible(job, scene);
    for (uint32_t d = 0; seen && d < scene->draws.count; d++) seen[d] &= !scene->draws.data[d].level;
    return seen;
}

void fy_levels_by_name(ferry_scene *scene, uint32_t first_draw) {
    bool met[FY_MOST_LEVELS + 1] = {false}, all = true;
    for (uint32_t d = first_draw; d < scene->draws.count; d++)
        met[fy_level_of_name(scene->draws.data[d].name)] = true;
    for (int i = FY_MOST_LEVELS; i > 0; i--) all = all && (!met[i] || met[i - 1]);
    for (uint32_t d = first_draw; all && d < scene->draws.count; d++)
        scene->draws.data[d].level = fy_level_of_name(scene->draws.data[d].name);
}

void fy_level_of_file(ferry_scene *scene, uint32_t first_draw, const char *name) {
    const char *slash = strrchr(name, '/');
    uint8_t level = 0;
    for (const char *at = slash ? slash : name; (at = strstr(at, ".lod")) != NULL; at++)
        if (at[4] >= '1' && at[4] <= '0' + FY_MOST_LEVELS && at[5] == '.') level = (uint8_t)(at[4] - '0');
    for (uint32_t d = first_draw; level && d < scene->draws.count; d++) scene->draws.data[d].level = level;
}

uint32_t ferry_level_count(const ferry_scene *scene) {
    uint32_t most = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->draws.data[d].level > most) most = scene->draws.data[d].level;
    return most + 1;
}

bool ferry_show_level(ferry_scene *scene, uint32_t level) {
    if (level >= ferry_level_count(scene)) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint8_t *of = &scene->draws.data[d].level;
        *of = *of == level ? 0 : *of ? *of : (uint8_t)level;
    }
    return true;
}
