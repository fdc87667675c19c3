/* export_pictures.c: see export_pictures.h. */
#include "formats/export/export_pictures.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/path.h"
#include "formats/export/export.h"

/* ----------------------------------------------------------------------------------------------- names */

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
    const char *base = fy_path_base(path), *dot = strrchr(base, '.');
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
static const char *prefix_of(const fy_export *e) {
    const char *stem =
        ferry_setting_is(e->job, "gltf.texture-names", "plain") ? "" : stem_of(e->job, e->file);
    return stem && *stem ? ferry_job_format(e->job, "%s_", stem) : stem;
}

/* "link_eye.png"; all but the first of one name bear their number: "link_eye.3.png". */
static const char **name_images(const fy_export *e) {
    uint32_t count = e->scene->images.count;
    const char **names = ferry_new(e->job, const char *, count + (size_t)1);
    named *list = ferry_new(e->job, named, count + (size_t)1);
    const char *prefix = prefix_of(e);
    if (!names || !list || !prefix) return NULL;
    for (uint32_t i = 0; i < count; i++) {
        const char *own = e->scene->images.data[i].name;
        list[i] = (named){plain_name(e->job, *own ? own : "image", strlen(*own ? own : "image")), i};
        if (!list[i].name) return NULL;
    }
    qsort(list, count, sizeof *list, by_name);
    for (uint32_t i = 0; i < count; i++) {
        bool again = i && strcmp(list[i].name, list[i - 1].name) == 0;
        const char *tail = again ? ferry_job_format(e->job, ".%u", list[i].image) : "";
        names[list[i].image] = ferry_job_format(e->job, "%s%s%s.png", prefix, list[i].name, tail);
    }
    return names;
}

const char *fy_export_uri(ferry_job *job, const char *text) {
    static const char digits[] = "0123456789ABCDEF";
    char *uri = ferry_new(job, char, 3 * strlen(text) + 1), *to = uri;
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

/* "a/link.gltf", "eye.png" -> "a/eye.png", or into the folder that is wanted. */
static const char *path_of(const fy_export *e, const char *name) {
    const char *folder = ferry_setting_text(e->job, "gltf.texture-dir");
    if (!*folder)
        return ferry_job_format(e->job, "%.*s%s", (int)(fy_path_base(e->file) - e->file), e->file, name);
    return ferry_job_format(e->job, "%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/", name);
}

/* As the model says it. */
static const char *link_of(const fy_export *e, const char *name) {
    const char *folder = ferry_setting_text(e->job, "gltf.texture-uri-prefix");
    return fy_export_uri(e->job, *folder ? ferry_job_format(e->job, "%s/%s", folder, name) : name);
}

/* -------------------------------------------------------------------------------------------- pictures */

static bool put_picture(fy_export *e, const ferry_image *image, const char *file_name) {
    fy_export_picture *picture = &e->pictures[e->picture_count];
    if (!ferry_image_png(e->job, image, 0, &picture->png)) return false;
    picture->name = image->name;
    picture->path = path_of(e, file_name);
    picture->link = link_of(e, file_name);
    e->picture_count++;
    return picture->link;
}

static void tell_levels(const fy_export *e) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->scene->images.count; i++) count += e->scene->images.data[i].level_count > 1;
    if (count)
        ferry_say(e->job, FERRY_LOSS, "gltf.mip-levels", e->file, "",
                  "%" PRIu32 " image%s mip levels of %s own, left out: viewers generate them", count,
                  count == 1 ? " has" : "s have", count == 1 ? "its" : "their");
}

bool fy_export_open_pictures(fy_export *e) {
    const ferry_image_list *images = &e->scene->images;
    tell_levels(e);
    e->pictures = ferry_new(e->job, fy_export_picture, images->count + (size_t)e->scene->materials.count + 1);
    const char **names = name_images(e);
    if (!e->pictures || !names) return false;
    for (uint32_t i = 0; i < images->count; i++)
        if (!ferry_progress(e->job, "write", i / (double)images->count) ||
            !put_picture(e, &images->data[i], names[i]))
            return false;
    return true;
}

bool fy_export_add_picture(fy_export *e, const ferry_image *image, uint32_t material, uint32_t *number) {
    const char *prefix = prefix_of(e), *own = plain_name(e->job, image->name, strlen(image->name) + 1);
    if (!prefix || !own) return false;
    *number = e->picture_count;
    return put_picture(e, image, ferry_job_format(e->job, "%s%s.m%u.png", prefix, own, material));
}

bool fy_export_add_files(const fy_export *e, ferry_file_list *files) {
    for (uint32_t i = 0; i < e->picture_count; i++)
        if (!ferry_add_file(e->job, files, e->pictures[i].path, e->pictures[i].png)) return false;
    return true;
}

bool fy_export_has_picture(const fy_export *e, uint32_t texture) {
    return texture != FERRY_NONE && e->scene->textures.data[texture].image != FERRY_NONE;
}

bool fy_export_is_textured(const fy_export_surface *surface) {
    return surface->texture != FERRY_NONE || surface->baked != FERRY_NONE;
}

const fy_export_picture *fy_export_picture_of(const fy_export *e, const fy_export_surface *surface) {
    uint32_t baked = surface->baked;
    return &e->pictures[baked != FERRY_NONE ? baked : e->scene->textures.data[surface->texture].image];
}
