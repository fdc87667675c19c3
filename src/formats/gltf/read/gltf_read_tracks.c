/*
 * gltf_read_tracks.c: tracks that stand in the extras of an animation that this library wrote, key by key
 * (docs/formats/gltf.md, "Tracks in extras").
 */
#include "formats/gltf/read/gltf_read_tracks.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "core/scene/curve.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_textures.h"

/* The thing of the scene that a track names; FERRY_NONE: it is not there. */
static uint32_t object_of(const fy_gltf_in *g, ferry_target target, uint32_t index) {
    switch (target) {
    case FERRY_TARGET_NODE_VISIBLE:
        return index < g->node_count && g->stand_ins[index] == FERRY_NONE ? g->tops[index] : FERRY_NONE;
    case FERRY_TARGET_DRAW_VISIBLE:
    case FERRY_TARGET_DRAW_MATERIAL:
        return index < g->node_count ? g->draws[index] : FERRY_NONE;
    case FERRY_TARGET_VERTEX_COLOR:
        return index < g->vertex_color_group_count ? g->vertex_color_groups[index] : FERRY_NONE;
    default:
        return index < g->material_count && g->restored[index] ? g->materials[index] : FERRY_NONE;
    }
}

/* What it drives, by the words that name it; FERRY_TARGET_COUNT: nothing that may stand there. */
static ferry_target target_of(const json_t *from) {
    const char *object = json_string_value(json_object_get(from, "object")),
               *name = json_string_value(json_object_get(from, "target"));
    for (ferry_target t = 0; object && name && t < FERRY_TARGET_COUNT; t++) {
        bool channel = t == FERRY_TARGET_TRANSLATE || t == FERRY_TARGET_ROTATE || t == FERRY_TARGET_SCALE ||
                       t == FERRY_TARGET_MORPH;
        if (!channel && strcmp(fy_target_name(t), name) == 0 && strcmp(fy_target_object(t), object) == 0)
            return t;
    }
    return FERRY_TARGET_COUNT;
}

static uint32_t slots_of(ferry_target target) {
    switch (target) {
    case FERRY_TARGET_TEXTURE:
        return FERRY_GX_MAX_MAPS;
    case FERRY_TARGET_TEXTURE_MATRIX:
        return FERRY_GX_MAX_MATRICES;
    case FERRY_TARGET_REGISTER:
    case FERRY_TARGET_KONST:
        return 4;
    case FERRY_TARGET_MATERIAL_COLOR:
    case FERRY_TARGET_TILE:
        return 2;
    default:
        return 1;
    }
}

static uint32_t channels_of(ferry_target target) {
    switch (target) {
    case FERRY_TARGET_TEXTURE_MATRIX:
        return FERRY_MATRIX_CHANNELS;
    case FERRY_TARGET_REGISTER:
    case FERRY_TARGET_KONST:
    case FERRY_TARGET_MATERIAL_COLOR:
    case FERRY_TARGET_VERTEX_COLOR:
    case FERRY_TARGET_PRIM:
    case FERRY_TARGET_ENV:
        return 4;
    case FERRY_TARGET_TILE:
        return 2;
    default:
        return 1;
    }
}

/* A machine's state that it drives is there. */
static bool fits_material(const fy_gltf_in *g, const ferry_track *track) {
    if (track->target < FERRY_TARGET_TEXTURE || track->target == FERRY_TARGET_VERTEX_COLOR ||
        track->target == FERRY_TARGET_DRAW_MATERIAL)
        return true;
    const ferry_material *material = &g->scene->materials.data[track->object];
    bool rdp = track->target == FERRY_TARGET_PRIM || track->target == FERRY_TARGET_ENV ||
               track->target == FERRY_TARGET_TILE;
    return rdp ? material->rdp != NULL : material->gx != NULL;
}

/* A value of the file as the scene's: numbers of textures and materials are the file's there, and -1 is a
 * texture without a picture. False: it is none. */
static bool value_of(fy_gltf_in *g, ferry_target target, const json_t *from, float *to) {
    double value = json_number_value(from);
    if (!json_is_number(from) || !(fabs(value) < 1e18)) return false;
    *to = (float)value;
    if (target != FERRY_TARGET_TEXTURE && target != FERRY_TARGET_DRAW_MATERIAL) return true;
    bool texture = target == FERRY_TARGET_TEXTURE;
    if (texture && value == -1) {
        *to = (float)fy_gltf_empty_texture(g);
        return g->empty_texture > 0;
    }
    uint32_t count = texture ? g->texture_count : g->material_count;
    if (!(value >= 0 && value < count) || value != floor(value)) return false;
    uint32_t number = (texture ? g->textures : g->materials)[(uint32_t)value];
    *to = (float)number;
    return number != FERRY_NONE;
}

static bool read_values(fy_gltf_in *g, const json_t *from, const char *key, const ferry_track *track,
                        float *to) {
    const json_t *list = json_object_get(from, key);
    if (json_array_size(list) != track->key_count) return false;
    for (uint32_t k = 0; k < track->key_count; k++)
        if (!value_of(g, track->target, json_array_get(list, k), &to[k])) return false;
    return true;
}

static bool read_times(const json_t *list, const ferry_track *track, double rate) {
    for (uint32_t k = 0; k < track->key_count; k++) {
        double time = json_number_value(json_array_get(list, k)), frame = floor(time * rate + 0.5) / rate;
        if (!json_is_number(json_array_get(list, k)) || !(fabs(time) < 1e9)) return false;
        track->times[k] = fabs(time - frame) < 2e-9 * (1 + fabs(frame)) ? frame : time;
        bool falls =
            (k && track->times[k] < track->times[k - 1]) || (k > 1 && track->times[k] <= track->times[k - 2]);
        if (falls) return false;
    }
    return true;
}

/* What the track drives. False: nothing that there is. */
static bool read_aim(const fy_gltf_in *g, const json_t *from, ferry_track *to) {
    to->target = target_of(from);
    if (to->target == FERRY_TARGET_COUNT) return false;
    uint32_t index = fy_gltf_index_of(from, "index", FERRY_NONE);
    to->object = index == FERRY_NONE ? FERRY_NONE : object_of(g, to->target, index);
    to->slot = fy_gltf_index_of(from, "slot", slots_of(to->target));
    to->channel = fy_gltf_index_of(from, "channel", channels_of(to->target));
    return to->object != FERRY_NONE && to->slot != FERRY_NONE && to->channel != FERRY_NONE &&
           fits_material(g, to);
}

/* False: none that the target may have. */
static bool read_interpolation(const json_t *from, ferry_track *to) {
    const char *word = json_string_value(json_object_get(from, "interpolation"));
    if (!word) return false;
    bool steps = strcmp(word, "step") == 0, slopes = strcmp(word, "hermite") == 0;
    bool indices = to->target == FERRY_TARGET_TEXTURE || to->target == FERRY_TARGET_DRAW_MATERIAL;
    to->interpolation = steps ? FERRY_STEP : slopes ? FERRY_HERMITE : FERRY_LINEAR;
    return steps || (!indices && (slopes || strcmp(word, "linear") == 0));
}

bool fy_gltf_read_track(fy_gltf_in *g, const json_t *from, double rate, ferry_track *to) {
    const json_t *times = json_object_get(from, "times");
    size_t count = json_array_size(times);
    *to = (ferry_track){.width = 1};
    if (!count || count > UINT32_MAX / 8 || !read_aim(g, from, to) || !read_interpolation(from, to))
        return true;
    if (!fy_track_open_keys(g->scene, to, (uint32_t)count)) return false;
    bool whole =
        read_times(times, to, rate) && read_values(g, from, "values", to, to->values) &&
        (!to->in || (read_values(g, from, "in", to, to->in) && read_values(g, from, "out", to, to->out)));
    if (!whole) to->key_count = 0;
    return true;
}
