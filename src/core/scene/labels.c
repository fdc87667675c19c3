/* labels.c: what the things of a scene are called in dumps and diffs (properties.h). */
#include "core/scene/labels.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/printable.h"

const char *fy_thing_name(fy_thing thing) {
    static const char *const names[] = {"node",    "skin",  "draw",  "material",
                                        "texture", "image", "morph", "vertex_color_group",
                                        "clip",    "extra", "mesh"};
    return names[thing];
}

fy_thing fy_target_thing(ferry_target target) {
    if (target <= FERRY_TARGET_NODE_VISIBLE) return FY_NODE;
    if (target == FERRY_TARGET_DRAW_VISIBLE || target == FERRY_TARGET_DRAW_MATERIAL) return FY_DRAW;
    if (target == FERRY_TARGET_VERTEX_COLOR) return FY_COLOR_ANIMATION;
    return target == FERRY_TARGET_MORPH ? FY_MORPH : FY_MATERIAL;
}

uint32_t fy_thing_count(const ferry_scene *s, fy_thing thing) {
    const uint32_t counts[FY_THINGS] = {
        s->nodes.count,    s->skins.count,  s->draws.count,  s->materials.count,
        s->textures.count, s->images.count, s->morphs.count, s->vertex_color_groups.count,
        s->clips.count,    s->extras.count, s->meshes.count};
    return counts[thing];
}

const char *fy_name_of(ferry_job *job, const ferry_scene *s, fy_thing thing, uint32_t i) {
    switch (thing) {
    case FY_NODE:
        return s->nodes.data[i].name;
    case FY_SKIN:
        return s->skins.data[i].name;
    case FY_DRAW:
        return s->draws.data[i].name;
    case FY_MATERIAL:
        return s->materials.data[i].name;
    case FY_TEXTURE:
        return s->textures.data[i].name;
    case FY_IMAGE:
        return s->images.data[i].name;
    case FY_MORPH:
        return s->morphs.data[i].name;
    case FY_COLOR_ANIMATION:
        return s->meshes.data[s->vertex_color_groups.data[i].mesh].name;
    case FY_CLIP:
        return ferry_job_format(job, "%s.%s", s->clips.data[i].name, s->clips.data[i].kind);
    case FY_EXTRA:
        return s->extras.data[i].path;
    case FY_MESH:
        return s->meshes.data[i].name;
    default:
        return "";
    }
}

/* Between quotes, on one line. */
const char *fy_quote(ferry_job *job, const char *name, uint32_t copy) {
    const char *shown = fy_shown(job, name);
    char *text = ferry_new(job, char, strlen(shown) * 2 + 16), *end = text;
    if (!text) return "\"\"";
    *end++ = '"';
    for (const char *at = shown; *at; at++) {
        if (*at == '"') *end++ = '\\';
        *end++ = *at;
    }
    *end++ = '"';
    if (copy > 1) snprintf(end, 12, "#%" PRIu32, copy);
    return text;
}

static int by_name(const void *a, const void *b) {
    const fy_named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

void fy_sort_named(fy_named *list, size_t count) {
    if (count) qsort(list, count, sizeof *list, by_name);
}

static bool label_all(ferry_job *job, const ferry_scene *scene, fy_thing thing, const char ***texts) {
    uint32_t count = fy_thing_count(scene, thing);
    fy_named *entries = ferry_new(job, fy_named, (size_t)count + 1);
    *texts = ferry_new(job, const char *, (size_t)count + 1);
    if (!entries || !*texts) return false;
    for (uint32_t i = 0; i < count; i++) entries[i] = (fy_named){fy_name_of(job, scene, thing, i), i};
    fy_sort_named(entries, count);
    for (uint32_t i = 0, copy = 1; i < count; i++) {
        copy = i && strcmp(entries[i].name, entries[i - 1].name) == 0 ? copy + 1 : 1;
        (*texts)[entries[i].index] = fy_quote(job, entries[i].name, copy);
    }
    return !job->exhausted && ferry_tick(job);
}

bool fy_labels_build(ferry_job *job, const ferry_scene *scene, fy_labels *labels) {
    for (int thing = 0; thing < FY_THINGS; thing++)
        if (!label_all(job, scene, (fy_thing)thing, &labels->texts[thing])) return false;
    return true;
}

const char *fy_label(const fy_labels *labels, fy_thing thing, uint32_t index) {
    return index == FERRY_NONE ? "-" : labels->texts[thing][index];
}
