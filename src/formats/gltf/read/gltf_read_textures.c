/*
 * gltf_read_textures.c: textures of glTF: pictures in buffers, as `data:` and beside the file, and samplers
 * (docs/formats/generic.md, "Textures").
 */
#include "formats/gltf/read/gltf_read_textures.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/pictures/model_pictures.h"

/* Pictures that lie in the file go by their numbers: "data:3". No picture beside it is called so. */
static const char data[] = "data:";

/* ----------------------------------------------------------------------------------------------- pictures */

/* Where bytes of an image lie: in the file, or, as they are packed or lie in another one, in a part that is
 * called after it. */
static ferry_window window_of(const fy_gltf_in *g, uint32_t image, ferry_bytes bytes) {
    ferry_window in = ferry_window_part(g->file, "images", image);
    uintptr_t at = (uintptr_t)bytes.data, start = (uintptr_t)g->file->data;
    if (at < start || at - start >= g->file->size)
        return ferry_window_open(
            g->job, ferry_job_format(g->job, "%s#images[%" PRIu32 "]", g->file->file, image), bytes);
    in.data = bytes.data;
    in.size = bytes.size;
    in.base = g->file->base + (at - start);
    return in;
}

/* An image of the file that lies in it; what it is called goes by how many there were before. */
static bool read_inside(void *reader, fy_model_picture *to, bool *inside) {
    fy_gltf_in *g = reader;
    ferry_bytes bytes;
    const char *why = NULL;
    *inside = strncmp(to->path, data, sizeof data - 1) == 0;
    if (!*inside) return true;
    const char *name = json_string_value(json_object_get(fy_gltf_item(g, "images", to->number), "name"));
    to->name = fy_picture_stem(&g->pictures, name ? name : "");
    if (!*to->name) to->name = ferry_scene_format(g->scene, "texture%" PRIu32, g->embedded_count);
    to->title = to->name;
    g->embedded_count++;
    ferry_mark mark = ferry_job_mark(g->job);
    bool found = fy_gltf_find_image(g, to->number, &bytes, &why), read = found;
    if (found && (why || !bytes.size)) {
        fy_tell_unread(&g->pictures, to, why ? why : "it is empty");
    } else if (found) {
        const ferry_window in = window_of(g, to->number, bytes);
        read = fy_decode_picture(&g->pictures, to, &in);
    }
    ferry_job_release(g->job, mark);
    return read;
}

static void say_of_picture(const void *reader, const fy_model_picture *picture, ferry_severity severity,
                           const char *code, const char *text) {
    fy_gltf_tell(reader, severity, code, "images", picture->number, NULL, "%s", text);
}

void fy_gltf_start_pictures(fy_gltf_in *g) {
    g->pictures = (fy_model_pictures){
        .job = g->job, .scene = g->scene, .reader = g, .inside = read_inside, .tell = say_of_picture};
}

/* By which an image is looked for; "": it has no picture, which is told. */
static const char *path_of(const fy_gltf_in *g, uint32_t image) {
    const char *uri = json_string_value(json_object_get(fy_gltf_item(g, "images", image), "uri"));
    if (fy_gltf_lies_inside(g, image)) return ferry_job_format(g->job, "%s%" PRIu32, data, image);
    if (uri && *uri) return uri;
    fy_gltf_tell(g, FERRY_WARNING, "gltf.texture-missing", "images", image, NULL,
                 "expected a uri or a bufferView; the image is empty");
    return "";
}

/* ----------------------------------------------------------------------------------------------- sampling */

static ferry_wrap wrap_of(const json_t *sampler, const char *key) {
    switch (json_integer_value(json_object_get(sampler, key))) {
    case 33071:
        return FERRY_WRAP_CLAMP;
    case 33648:
        return FERRY_WRAP_MIRROR;
    default:
        return FERRY_WRAP_REPEAT;
    }
}

/* OpenGL's numbers. */
static ferry_filter filter_of(const json_t *sampler, const char *key) {
    switch (json_integer_value(json_object_get(sampler, key))) {
    case 9728:
        return FERRY_FILTER_NEAREST;
    case 9984:
        return FERRY_FILTER_NEAREST_MIP_NEAREST;
    case 9985:
        return FERRY_FILTER_LINEAR_MIP_NEAREST;
    case 9986:
        return FERRY_FILTER_NEAREST_MIP_LINEAR;
    case 9987:
        return FERRY_FILTER_LINEAR_MIP_LINEAR;
    default:
        return FERRY_FILTER_LINEAR;
    }
}

/* ----------------------------------------------------------------------------------------------- textures */

/* Where other kinds of pictures are wanted by extensions, these count if there is no other one. */
static uint32_t source_of(const fy_gltf_in *g, const json_t *texture) {
    static const char *const others[] = {"MSFT_texture_dds", "EXT_texture_webp"};
    uint32_t images = fy_gltf_list_count(g, "images");
    const json_t *holder = texture, *extensions = json_object_get(texture, "extensions");
    for (size_t k = 0; k < sizeof others / sizeof *others && !json_object_get(holder, "source"); k++)
        holder = json_object_get(extensions, others[k]);
    return fy_gltf_index_of(holder, "source", images);
}

bool fy_gltf_build_texture(fy_gltf_in *g, uint32_t number, ferry_texture *to, bool *there) {
    const json_t *from = fy_gltf_item(g, "textures", number);
    uint32_t image = source_of(g, from),
             sampling = fy_gltf_index_of(from, "sampler", fy_gltf_list_count(g, "samplers"));
    const json_t *sampler = sampling == FERRY_NONE ? NULL : fy_gltf_item(g, "samplers", sampling);
    const char *path = image == FERRY_NONE ? "" : path_of(g, image);
    *there = *path != 0;
    if (!*there) return true;
    const fy_model_picture *picture = fy_find_picture(&g->pictures, path, image);
    if (!picture) return false;
    *to = (ferry_texture){.name = picture->name,
                          .path = picture->beside,
                          .image = picture->image,
                          .wrap_s = wrap_of(sampler, "wrapS"),
                          .wrap_t = wrap_of(sampler, "wrapT"),
                          .min_filter = filter_of(sampler, "minFilter"),
                          .mag_filter = filter_of(sampler, "magFilter"),
                          .transparency_hint = 0xCC};
    return true;
}

uint32_t fy_gltf_empty_texture(fy_gltf_in *g) {
    if (g->empty_texture) return g->empty_texture - 1;
    ferry_texture *added = ferry_append(g->scene, &g->scene->textures, ferry_texture);
    if (!added) return FERRY_NONE;
    *added = (ferry_texture){.name = "empty",
                             .path = "",
                             .image = FERRY_NONE,
                             .min_filter = FERRY_FILTER_LINEAR,
                             .mag_filter = FERRY_FILTER_LINEAR,
                             .transparency_hint = 0xCC};
    g->empty_texture = g->scene->textures.count;
    return g->empty_texture - 1;
}

/* What this library wrote into extras names textures by their numbers: each of them is one of the scene's. */
bool fy_gltf_read_textures(fy_gltf_in *g) {
    g->textures = ferry_new(g->job, uint32_t, (size_t)g->texture_count + 1);
    if (!g->textures) return false;
    for (uint32_t i = 0; i < g->texture_count; i++) {
        ferry_texture made;
        bool there;
        g->textures[i] = FERRY_NONE;
        if (!ferry_tick(g->job) || !fy_gltf_build_texture(g, i, &made, &there)) return false;
        if (!there) continue;
        ferry_texture *added = ferry_append(g->scene, &g->scene->textures, ferry_texture);
        if (!added) return false;
        *added = made;
        fy_gltf_texture_extras(g, i, added);
        g->textures[i] = g->scene->textures.count - 1;
        if (!fy_note_texture(&g->pictures, g->textures[i])) return false;
    }
    return true;
}
