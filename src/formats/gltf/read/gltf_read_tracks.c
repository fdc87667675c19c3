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

bool fy_gltf_read_track(fy_gltf_in *g, const json_t *from, double rate, ferry_track *to) {
    const json_t *times = json_object_get(from, "times");
    const char *candidate = json_string_value(json_object_get(from, "interpolation"));
    ferry_target target = target_of(from);
    size_t count = json_array_size(times);
    *to = (ferry_track){.target = target, .width = 1, .interpolation = FERRY_LINEAR};
    if (target == FERRY_TARGET_COUNT || !candidate || !count || count > UINT32_MAX / 8) return true;
    uint32_t index = fy_gltf_index_of(from, "index", FERRY_NONE), keys = (uint32_t)count;
    to->object = index == FERRY_NONE ? FERRY_NONE : object_of(g, target, index);
    to->slot = fy_gltf_index_of(from, "slot", slots_of(target));
    to->channel = fy_gltf_index_of(from, "channel", channels_of(target));
    if (to->object == FERRY_NONE || to->slot == FERRY_NONE || to->channel == FERRY_NONE ||
        !fits_material(g, to))
        return true;
    bool steps = strcmp(candidate, "step") == 0, slopes = strcmp(candidate, "hermite") == 0;
    bool index_values = target == FERRY_TARGET_TEXTURE || target == FERRY_TARGET_DRAW_MATERIAL;
    if ((!steps && !slopes && strcmp(candidate, "linear") != 0) || (index_values && !steps)) return true;
    to->interpolation = steps ? FERRY_STEP : slopes ? FERRY_HERMITE : FERRY_LINEAR;
    to->times = ferry_scene_new(g->scene, double, keys);
    to->values = ferry_scene_new(g->scene, float, keys);
    to->in = slopes ? ferry_scene_new(g->scene, float, keys) : NULL;
    to->out = slopes ? ferry_scene_new(g->scene, float, keys) : NULL;
    if (!to->times || !to->values || (slopes && (!to->in || !to->out))) return false;
    to->key_count = keys;
    bool whole =
        read_times(times, to, rate) && read_values(g, from, "values", to, to->values) &&
        (!slopes || (read_values(g, from, "in", to, to->in) && read_values(g, from, "out", to, to->out)));
    if (!whole) to->key_count = 0;
    return true;
}
