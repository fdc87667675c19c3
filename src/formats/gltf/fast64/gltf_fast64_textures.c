/*
 * gltf_fast64_textures.c: tiles and what they show. A project makes sprites of its PNGs by itself: the model
 * only names them (docs/formats/fast64.md, "Textures").
 */
#include "formats/gltf/fast64/gltf_fast64_textures.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/json_places.h"
#include "core/base/path.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_buffers.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/sprite/rom_path.h"
#include "machine/rdp/rdp_summary.h"

static const char png[] = ".png", sprite[] = ".sprite", rom[] = "rom:/";

/* -------------------------------------------------------------------------------------------------- names */

static bool ends_with(const char *text, const char *tail) {
    size_t length = strlen(text), more = strlen(tail);
    return length >= more && strcmp(text + length - more, tail) == 0;
}

/* Slashes that lean forward, no `./` and no `//`; `x/..` is nothing. What leads up and out stays. */
static const char *tidy_path(ferry_job *job, const char *path) {
    size_t size = strlen(path) + 1;
    char *tidy = ferry_new(job, char, size), *to = tidy;
    if (!tidy) return "";
    bool absolute = *path == '/' || *path == '\\';
    if (absolute) *to++ = '/';
    const char *first = to;
    for (const char *at = path; *at;) {
        size_t length = strcspn(at, "/\\");
        bool up = length == 2 && at[0] == '.' && at[1] == '.';
        const char *last = to;
        while (last > first && last[-1] != '/') last--;
        bool undone = up && to > first && !(to - last == 2 && last[0] == '.' && last[1] == '.');
        if (undone) {
            to = tidy + (last - tidy);
            if (to > first) to--;
        } else if (length && !(length == 1 && *at == '.')) {
            if (to > first) *to++ = '/';
            memcpy(to, at, length);
            to += length;
        }
        at += length;
        if (*at) at++;
    }
    *to = 0;
    return tidy;
}

/* What Blender puts behind the name of a second image of that name, `x.png.001`, is no part of the file's. */
static const char *file_name(ferry_job *job, const char *name) {
    const char *tidy = tidy_path(job, name), *suffix = strstr(fy_path_base(tidy), ".png.");
    if (suffix) return ferry_job_format(job, "%.*s", (int)(suffix - tidy) + (int)sizeof png - 1, tidy);
    return tidy;
}

/* Where in `path` the folder `folder` is left; NULL: it is not on the way. Its first element may be it, else
 * the last that is. */
static const char *behind_folder(const char *path, const char *folder) {
    size_t length = strlen(folder);
    if (!length) return path;
    if (strncmp(path, folder, length) == 0 && path[length] == '/') return path + length + 1;
    const char *found = NULL;
    for (const char *at = strchr(path, '/'); at; at = strchr(at + 1, '/'))
        if (strncmp(at + 1, folder, length) == 0 && at[1 + length] == '/') found = at + length + 2;
    return found;
}

/* The file called `name` by the model `model`, below the folder of assets; NULL: it does not lie there. */
static const char *below_assets(ferry_job *job, const char *model, const char *name, const char *folder) {
    const char *beside = fy_path_base(model);
    const char *path =
        *name == '/' ? name : ferry_job_format(job, "%.*s%s", (int)(beside - model), model, name);
    const char *assets = tidy_path(job, folder);
    return behind_folder(tidy_path(job, path), assets);
}

const char *fy_fast64_rom_path(ferry_job *job, const char *model, const char *name, const char *folder) {
    const char *below = below_assets(job, model, name, folder);
    if (!below) below = *name == '/' ? fy_path_base(name) : name;
    int stem = (int)(strlen(below) - (ends_with(below, png) ? sizeof png - 1 : 0));
    return ferry_job_format(job, "%s%.*s%s", rom, stem, below, sprite);
}

bool fy_fast64_is_sprite(ferry_job *job, const char *model, const char *name) {
    const char *candidate = ferry_setting_text(job, "fast64.textures");
    if (!ends_with(name, png) || strcmp(candidate, "write") == 0) return false;
    return strcmp(candidate, "name") == 0 ||
           below_assets(job, model, name, ferry_setting_text(job, "fast64.asset-dir"));
}

static int hex(char c) {
    return c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
}

static const char *decode_uri(ferry_job *job, const char *uri) {
    char *name = ferry_new(job, char, strlen(uri) + 1), *to = name;
    for (const char *at = uri; name && *at; at++) {
        int value = *at == '%' && hex(at[1]) >= 0 && hex(at[2]) >= 0 ? hex(at[1]) << 4 | hex(at[2]) : 0;
        *to++ = value ? (char)value : *at;
        if (value) at += 2;
    }
    return name;
}

/* A text of an image, up to a few thousand bytes of it; NULL: it has none. */
static const char *text_of(const fy_fast64 *f, uint32_t image, const char *key) {
    const json_t *json = json_object_get(fy_gltf_item(f->g, "images", image), key);
    const char *text = json_string_value(json);
    return text && *text && json_string_length(json) < 4096 ? text : NULL;
}

const char *fy_fast64_image_name(const fy_fast64 *f, uint32_t image) {
    const char *uri = text_of(f, image, "uri"), *name = text_of(f, image, "name");
    if (uri && strncmp(uri, "data:", 5) != 0) return decode_uri(f->job, uri);
    return !name || ends_with(name, png) ? name : ferry_job_format(f->job, "%s%s", name, png);
}

/* ----------------------------------------------------------------------------------------------- pictures */

/* The bytes of an image in the file itself, or in one of its buffers. */
static bool embedded(const fy_fast64 *f, uint32_t image, ferry_bytes *bytes) {
    const char *why;
    bool is = image != FERRY_NONE && fy_gltf_lies_inside(f->g, image);
    return is && fy_gltf_find_image(f->g, image, bytes, &why) && !why && bytes->size;
}

/* The image of the file that is called as a picture is. */
static uint32_t image_called(const fy_fast64 *f, const char *picture) {
    for (uint32_t i = 0; i < fy_gltf_list_count(f->g, "images"); i++) {
        const char *name = fy_fast64_image_name(f, i);
        if (name && strcmp(fy_path_base(name), fy_path_base(picture)) == 0) return i;
    }
    return FERRY_NONE;
}

/* The scene's texture of a name and path that wraps and is filtered so, and its image, if it was there
 * before. Materials are few; a file made to have many is bounded by looking at the last ones only. */
static uint32_t known_texture(const ferry_scene *scene, const ferry_texture *like, uint32_t *image) {
    uint32_t count = scene->textures.count, least = count > 256 ? count - 256 : 0;
    for (uint32_t i = count; i-- > least;) {
        const ferry_texture *old = &scene->textures.data[i];
        if (strcmp(old->path, like->path) != 0 || strcmp(old->name, like->name) != 0) continue;
        *image = old->image;
        if (old->wrap_s == like->wrap_s && old->wrap_t == like->wrap_t && old->mag_filter == like->mag_filter)
            return i;
    }
    return FERRY_NONE;
}

typedef struct picture {
    const char *name; /* relative to the model */
    ferry_bytes bytes;
    bool beside; /* it is a file of its own */
    bool there;
} picture;

static bool ask(const fy_fast64 *f, const char *name, picture *found) {
    if (!name || !ferry_sidecar(f->job, name, &found->bytes)) return false;
    found->name = name;
    return found->beside = found->there = true;
}

/* What a file says may lead anywhere; only what the search finds may lead out of the model's folder. */
static bool leads_up(const char *tidy) {
    return *tidy == '/' || strncmp(tidy, "../", 3) == 0;
}

/* Where the file says; by its last element beside the model; wherever the search finds it; in the .glb
 * itself. */
static picture find_picture(const fy_fast64 *f, const fy_fast64_tile *tile) {
    picture found = {.name = file_name(f->job, tile->picture)};
    const char *base = fy_path_base(found.name);
    if ((!leads_up(found.name) && ask(f, found.name, &found)) || ferry_failed(f->job)) return found;
    bool other = base != found.name;
    if (other && leads_up(found.name) && ask(f, ferry_find_sidecar(f->job, found.name), &found)) return found;
    if (other && ask(f, base, &found)) return found;
    if (ask(f, ferry_find_sidecar(f->job, found.name), &found)) return found;
    uint32_t image = tile->image != FERRY_NONE ? tile->image : image_called(f, found.name);
    found.there = !ferry_failed(f->job) && embedded(f, image, &found.bytes);
    return found;
}

static bool add_texture(fy_fast64 *f, const fy_gltf_value *place, const picture *found,
                        const ferry_rdp_tile *tile, bool point, uint32_t *number) {
    ferry_filter filter = point ? FERRY_FILTER_NEAREST : FERRY_FILTER_LINEAR;
    const char *folder = ferry_setting_text(f->job, "fast64.asset-dir");
    bool names = !found->there || (found->beside && fy_fast64_is_sprite(f->job, f->file->file, found->name));
    const char *path = names ? fy_fast64_rom_path(f->job, f->file->file, found->name, folder) : "",
               *base = fy_path_base(found->name);
    size_t stem = strlen(base) - (ends_with(base, png) ? sizeof png - 1 : 0);
    const char *title = ferry_scene_text(f->scene, base, stem), *shown = names ? fy_path_base(path) : NULL;
    ferry_texture texture = {.name = shown ? ferry_scene_text(f->scene, shown, strlen(shown)) : title,
                             .path = ferry_scene_text(f->scene, path, strlen(path)),
                             .image = FERRY_NONE,
                             .wrap_s = fy_rdp_wrap_of(&tile->s),
                             .wrap_t = fy_rdp_wrap_of(&tile->t),
                             .min_filter = filter,
                             .mag_filter = filter,
                             .transparency_hint = 0xCC};
    *number = known_texture(f->scene, &texture, &texture.image);
    if (*number != FERRY_NONE) return true;
    const char *beside = fy_path_base(f->file->file);
    const char *full =
        ferry_job_format(f->job, "%.*s%s", (int)(beside - f->file->file), f->file->file, found->name);
    if (found->there && texture.image == FERRY_NONE &&
        !fy_rdp_read_picture(f->job, f->scene, full, title, found->bytes, &texture.image) &&
        ferry_failed(f->job))
        return false;
    if (!found->there)
        fy_gltf_say(place, FERRY_WARNING, "fast64.texture-missing",
                    "%s: not found; referenced %s, with the size of the tile",
                    fy_json_shown(f->job, found->name), path);
    ferry_texture *added = ferry_append(f->scene, &f->scene->textures, ferry_texture);
    if (!added) return false;
    *added = texture;
    *number = f->scene->textures.count - 1;
    return true;
}

static bool set_picture(fy_fast64 *f, const fy_fast64_tile *tile, bool point, ferry_rdp_tile *to,
                        uint32_t size[2]) {
    picture found = find_picture(f, tile);
    if (ferry_failed(f->job) || !add_texture(f, &tile->place, &found, to, point, &to->texture)) return false;
    const ferry_texture *texture = &f->scene->textures.data[to->texture];
    size_t length;
    const char *path = ferry_text_bytes(f->job, texture->path, &length);
    if (!path) return false;
    /* one that is written gets its path, and the hash of that, then */
    to->hash = fy_t3dm_path_hash(*path ? path : texture->name);
    if (texture->image == FERRY_NONE) return true;
    size[0] = f->scene->images.data[texture->image].width;
    size[1] = f->scene->images.data[texture->image].height;
    return true;
}

/* --------------------------------------------------------------------------------------------------- tile */

static uint16_t as_size(double texels) {
    return (uint16_t)(texels < 0 ? 0 : texels > UINT16_MAX ? UINT16_MAX : texels);
}

/* As fast64 fills an axis in that nobody wrote. */
static void fill_axis(ferry_rdp_axis *axis, uint32_t size) {
    while (axis->mask < 15 && 1u << axis->mask < size) axis->mask++;
    axis->high = (float)(size << (axis->clamp && axis->mirror)) - 1;
}

bool fy_fast64_set_tile(fy_fast64 *f, fy_fast64_state *state, unsigned slot) {
    const fy_fast64_tile *tile = &state->tiles[slot];
    ferry_rdp_tile *to = &state->rdp.tiles[slot];
    if (!tile->given) return true;
    bool point = !(state->rdp.other_mode & FERRY_RDP_MEDIAN);
    uint32_t size[2] = {tile->width, tile->height};
    to->s = tile->axes[0];
    to->t = tile->axes[1];
    to->reference = to->hash = tile->reference;
    if (tile->picture && !set_picture(f, tile, point, to, size)) return false;
    if (!size[0]) size[0] = as_size((double)to->s.high - (double)to->s.low + 1);
    if (!size[1]) size[1] = as_size((double)to->t.high - (double)to->t.low + 1);
    if (tile->automatic[0]) fill_axis(&to->s, size[0]);
    if (tile->automatic[1]) fill_axis(&to->t, size[1]);
    to->width = (uint16_t)size[0];
    to->height = (uint16_t)size[1];
    return true;
}
