/*
 * gltf_write_textures.c: pictures as PNG, in the buffer or beside the file, and how they are sampled
 * (docs/formats/gltf.md, "Textures").
 */
#include "formats/gltf/write/gltf_write_textures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

/* ----------------------------------------------------------------------------------------------- names */

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
}

/* What every file system takes, without a point: those stand before the numbers of namesakes. */
static const char *plain_name(ferry_job *job, const char *text, size_t size) {
    char *name = ferry_new(job, char, size + 1);
    for (size_t i = 0; name && i < size; i++) name[i] = is_plain(text[i]) ? text[i] : '_';
    return name;
}

static const char *stem_of(ferry_job *job, const char *path) {
    const char *base = base_name(path), *dot = strrchr(base, '.');
    return plain_name(job, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
}

typedef struct named {
    const char *name;
    uint32_t image;
} named;

static int by_name(const void *a, const void *b) {
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->image < y->image ? -1 : x->image > y->image;
}

/* What stands in front of each name: "link_", or nothing. */
static const char *prefix_of(const fy_gltf *g) {
    const char *stem =
        ferry_setting_is(g->job, "gltf.texture-names", "plain") ? "" : stem_of(g->job, g->file);
    return stem && *stem ? ferry_job_format(g->job, "%s_", stem) : stem;
}

/* "link_eye.png"; all but the first of one name bear their number: "link_eye.3.png". */
static const char **name_images(fy_gltf *g) {
    uint32_t count = g->scene->images.count;
    const char **names = ferry_new(g->job, const char *, count + (size_t)1);
    named *list = ferry_new(g->job, named, count + (size_t)1);
    const char *prefix = prefix_of(g);
    if (!names || !list || !prefix) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const char *own = g->scene->images.data[i].name;
        list[i] = (named){plain_name(g->job, *own ? own : "image", strlen(*own ? own : "image")), i};
        if (!list[i].name) return NULL;
    }
    qsort(list, count, sizeof *list, by_name);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && strcmp(list[i].name, list[i - 1].name) == 0;
        const char *tail = again ? ferry_job_format(g->job, ".%u", list[i].image) : "";
        names[list[i].image] = ferry_job_format(g->job, "%s%s%s.png", prefix, list[i].name, tail);
    }
    return names;
}

const char *fy_gltf_uri(fy_gltf *g, const char *text) {
    static const char digits[] = "0123456789ABCDEF";
    char *uri = ferry_new(g->job, char, 3 * strlen(text) + 1), *to = uri;
    for (; uri && *text; text++) {
        unsigned char c = (unsigned char)*text;
        bool stays = is_plain(*text) || c == '.' || c == '~' || c == '/';
        if (stays) {
            *to++ = *text;
            continue;
        }
        *to++ = '%';
        *to++ = digits[c >> 4];
        *to++ = digits[c & 15];
    }
    return uri;
}

/* ---------------------------------------------------------------------------------------------- images */

/* "a/link.gltf", "eye.png" -> "a/eye.png", or into the folder that is wanted. */
static const char *place_of(const fy_gltf *g, const char *name) {
    const char *folder = ferry_setting_text(g->job, "gltf.texture-dir");
    if (!*folder)
        return ferry_job_format(g->job, "%.*s%s", (int)(base_name(g->file) - g->file), g->file, name);
    return ferry_job_format(g->job, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
}

/* As the model says it. */
static const char *link_of(fy_gltf *g, const char *name) {
    const char *folder = ferry_setting_text(g->job, "gltf.texture-uri-prefix");
    return fy_gltf_uri(g, *folder ? ferry_job_format(g->job, "%s/%s", folder, name) : name);
}

static bool put_image(fy_gltf *g, const ferry_image *image, const char *name) {
    ferry_bytes png;
    json_t *object = json_object();
    fy_gltf_name(g, object, image->name);
    uint32_t number = fy_gltf_add(g, g->images, object); /* the list owns it */
    (void)number;
    if (!ferry_image_png(g->job, image, 0, &png)) return false;
    if (g->embeds) {
        uint32_t view = fy_gltf_view(g, png.data, png.size, FY_GLTF_NO_TARGET);
        fy_gltf_set(g, object, "bufferView", fy_gltf_index(view));
        fy_gltf_set(g, object, "mimeType", json_string("image/png"));
        return view != FERRY_NONE;
    }
    const char *uri = link_of(g, name);
    if (!uri) return false;
    fy_gltf_set(g, object, "uri", json_string(uri));
    return ferry_add_file(g->job, &g->beside, place_of(g, name), png);
}

static bool put_images(fy_gltf *g) {
    const char **names = name_images(g);
    for (uint32_t i = 0; i < g->scene->images.count; i++)
        if (!names || !ferry_progress(g->job, "write", i / (double)g->scene->images.count) ||
            !put_image(g, &g->scene->images.data[i], names[i]))
            return false;
    return names;
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

static void tell_levels(const fy_gltf *g) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->scene->images.count; i++) count += g->scene->images.data[i].level_count > 1;
    if (count)
        ferry_say(g->job, FERRY_LOSS, "gltf.mip-levels", g->file, "",
                  "%" PRIu32
                  " image%s smaller levels of %s own, which are left out: viewers make them of the first",
                  count, count == 1 ? " has" : "s have", count == 1 ? "its" : "their");
}

bool fy_gltf_put_textures(fy_gltf *g) {
    const ferry_texture_list *textures = &g->scene->textures;
    tell_levels(g);
    g->sampler_numbers = ferry_new(g->job, uint32_t, SAMPLERS);
    if (!g->sampler_numbers) return false;
    memset(g->sampler_numbers, 0xFF, SAMPLERS * sizeof *g->sampler_numbers);
    g->texture_numbers = ferry_new(g->job, uint32_t, textures->count + (size_t)1);
    if (!g->texture_numbers || !put_images(g)) return false;
    for (uint32_t i = 0; i < textures->count; i++) {
        const ferry_texture *texture = &textures->data[i];
        g->texture_numbers[i] = FERRY_NONE;
        if (texture->image == FERRY_NONE) continue;
        json_t *object = json_object();
        fy_gltf_name(g, object, texture->name);
        fy_gltf_set(g, object, "sampler", fy_gltf_index(sampler_of(g, texture)));
        fy_gltf_set(g, object, "source", fy_gltf_index(texture->image));
        fy_gltf_set(g, object, "extras", texture_extras(g, texture));
        g->texture_numbers[i] = fy_gltf_add(g, g->textures, object);
    }
    return true;
}

bool fy_gltf_is_textured(const fy_gltf_look *look) {
    return look->texture != FERRY_NONE || look->made != FERRY_NONE;
}

bool fy_gltf_add_picture(fy_gltf *g, const ferry_image *image, uint32_t material, uint32_t *number) {
    static const ferry_texture clamped = {.min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR,
                                          .mag_filter = FERRY_FILTER_LINEAR};
    const char *prefix = prefix_of(g), *own = plain_name(g->job, image->name, strlen(image->name) + 1);
    if (!prefix || !own) return false;
    json_t *object = json_object();
    uint32_t source = (uint32_t)json_array_size(g->images);
    if (!put_image(g, image, ferry_job_format(g->job, "%s%s.m%u.png", prefix, own, material))) return false;
    fy_gltf_name(g, object, image->name);
    fy_gltf_set(g, object, "sampler", fy_gltf_index(sampler_of(g, &clamped)));
    fy_gltf_set(g, object, "source", fy_gltf_index(source));
    *number = fy_gltf_add(g, g->textures, object);
    return true;
}
