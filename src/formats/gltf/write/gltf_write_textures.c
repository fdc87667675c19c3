/* gltf_write_textures.c: pictures in the buffer or beside the file, and how they are sampled
 * (docs/formats/gltf.md, "Textures"). */
#include "formats/gltf/write/gltf_write_textures.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

/* ---------------------------------------------------------------------------------------------- images */

static bool put_image(fy_gltf *g, const fy_export_picture *picture) {
    json_t *object = json_object();
    fy_gltf_name(g, object, picture->name);
    fy_gltf_add(g, g->images, object); /* the list owns it */
    if (!g->embeds) {
        fy_gltf_set(g, object, "uri", json_string(picture->link));
        return true;
    }
    uint32_t view = fy_gltf_view(g, picture->png.data, picture->png.size, FY_GLTF_NO_TARGET);
    fy_gltf_set(g, object, "bufferView", fy_gltf_index(view));
    fy_gltf_set(g, object, "mimeType", json_string("image/png"));
    return view != FERRY_NONE;
}

/* -------------------------------------------------------------------------------------------- textures */

enum { WRAPS = 3, FILTERS = 6, SAMPLERS = WRAPS * WRAPS * FILTERS * 2 };

static const unsigned filters[FILTERS] = {9728, 9729, 9984, 9985, 9986, 9987};

static bool is_linear(ferry_filter filter) {
    return filter == FERRY_FILTER_LINEAR || filter == FERRY_FILTER_LINEAR_MIP_NEAREST ||
           filter == FERRY_FILTER_LINEAR_MIP_LINEAR;
}

static json_t *sampler(fy_gltf *g, const ferry_texture *texture) {
    static const unsigned wraps[WRAPS] = {33071, 10497, 33648};
    json_t *object = json_object();
    fy_gltf_set(g, object, "magFilter", json_integer(filters[is_linear(texture->mag_filter)]));
    fy_gltf_set(g, object, "minFilter", json_integer(filters[texture->min_filter]));
    fy_gltf_set(g, object, "wrapS", json_integer(wraps[texture->wrap_s]));
    fy_gltf_set(g, object, "wrapT", json_integer(wraps[texture->wrap_t]));
    return object;
}

/* One of each kind. */
static uint32_t sampler_of(fy_gltf *g, const ferry_texture *texture) {
    uint32_t *numbers = g->sampler_numbers;
    uint32_t kind = (((uint32_t)texture->wrap_s * WRAPS + (uint32_t)texture->wrap_t) * FILTERS +
                     (uint32_t)texture->min_filter) *
                        2 +
                    is_linear(texture->mag_filter);
    if (numbers[kind] == FERRY_NONE) numbers[kind] = fy_gltf_add(g, g->samplers, sampler(g, texture));
    return numbers[kind];
}

/* What samplers have no words for, for those who read the file again with this library. */
static json_t *texture_extras(fy_gltf *g, const ferry_texture *texture) {
    const double lod[3] = {(double)texture->min_lod, (double)texture->max_lod, (double)texture->lod_bias};
    json_t *extras = json_object();
    if (strncmp(texture->path, "rom:/", 5) == 0) fy_gltf_set(g, extras, "path", json_string(texture->path));
    fy_gltf_set(g, extras, "lod", fy_gltf_numbers(g, lod, 3));
    fy_gltf_set(g, extras, "anisotropy", json_integer(texture->max_anisotropy));
    fy_gltf_set(g, extras, "bias_clamp", json_boolean(texture->bias_clamp));
    fy_gltf_set(g, extras, "edge_lod", json_boolean(texture->edge_lod));
    fy_gltf_set(g, extras, "hint", json_integer(texture->transparency_hint));
    return extras;
}

static void put_texture(fy_gltf *g, uint32_t number) {
    const ferry_texture *texture = &g->e.scene->textures.data[number];
    json_t *object = json_object();
    fy_gltf_name(g, object, texture->name);
    fy_gltf_set(g, object, "sampler", fy_gltf_index(sampler_of(g, texture)));
    fy_gltf_set(g, object, "source", fy_gltf_index(texture->image));
    fy_gltf_set(g, object, "extras", texture_extras(g, texture));
    g->texture_numbers[number] = fy_gltf_add(g, g->textures, object);
}

/* One that shows a painted picture. */
static void put_painted(fy_gltf *g, uint32_t picture) {
    static const ferry_texture clamped = {.min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR,
                                          .mag_filter = FERRY_FILTER_LINEAR};
    json_t *object = json_object();
    fy_gltf_name(g, object, g->e.pictures[picture].name);
    fy_gltf_set(g, object, "sampler", fy_gltf_index(sampler_of(g, &clamped)));
    fy_gltf_set(g, object, "source", fy_gltf_index(picture));
    g->baked_numbers[picture] = fy_gltf_add(g, g->textures, object);
}

static bool open_lists(fy_gltf *g) {
    g->sampler_numbers = ferry_new(g->e.job, uint32_t, SAMPLERS);
    g->texture_numbers = ferry_new(g->e.job, uint32_t, g->e.scene->textures.count + (size_t)1);
    g->baked_numbers = ferry_new(g->e.job, uint32_t, g->e.picture_count + (size_t)1);
    if (!g->sampler_numbers || !g->texture_numbers || !g->baked_numbers) return false;
    memset(g->sampler_numbers, 0xFF, SAMPLERS * sizeof *g->sampler_numbers);
    return true;
}

bool fy_gltf_put_textures(fy_gltf *g) {
    const ferry_texture_list *textures = &g->e.scene->textures;
    if (!open_lists(g)) return false;
    for (uint32_t i = 0; i < g->e.picture_count; i++)
        if (!put_image(g, &g->e.pictures[i])) return false;
    for (uint32_t i = 0; i < textures->count; i++) {
        g->texture_numbers[i] = FERRY_NONE;
        if (textures->data[i].image != FERRY_NONE) put_texture(g, i);
    }
    for (uint32_t i = g->e.scene->images.count; i < g->e.picture_count; i++) put_painted(g, i);
    return true;
}
