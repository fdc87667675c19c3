/* model_pictures.c: see model_pictures.h. */
#include "formats/pictures/model_pictures.h"

#include "core/image.h"
#include "core/job.h"
#include "formats/pictures/companion_names.h"
#include "formats/pictures/pictures.h"

/* -------------------------------------------------------------------------------------------------- images */

bool fy_add_picture(fy_model_pictures *p, fy_model_picture *to, uint32_t width, uint32_t height,
                    const uint8_t *rgba) {
    size_t size = 4 * (size_t)width * height;
    uint8_t *copy = ferry_scene_new(p->scene, uint8_t, size);
    ferry_level *level = ferry_scene_new(p->scene, ferry_level, 1);
    ferry_image *image = copy && level ? ferry_append(p->scene, &p->scene->images, ferry_image) : NULL;
    if (!image) return false;
    memcpy(copy, rgba, size);
    *level = (ferry_level){width, height, copy};
    *image =
        (ferry_image){.name = to->name, .width = width, .height = height, .levels = level, .level_count = 1};
    image->alpha = fy_alpha_class(copy, (size_t)width * height);
    to->image = p->scene->images.count - 1;
    return true;
}

/* -------------------------------------------------------------------------------------------- what is there */

void fy_tell_unread(const fy_model_pictures *p, const fy_model_picture *picture, const char *why) {
    const char *title = ferry_scene_text(p->scene, picture->title, strlen(picture->title));
    p->tell(p->reader, picture, FERRY_LOSS, "assimp.picture",
            ferry_job_format(p->job, "texture \"%s\" has no picture: %s", title, why));
}

bool fy_decode_picture(fy_model_pictures *p, fy_model_picture *to, const ferry_window *in) {
    const ferry_bytes bytes = {in->data, in->size};
    const uint8_t *rgba = NULL;
    const char *kind;
    uint32_t width = 0, height = 0;
    if (!fy_picture_kind(bytes, &kind)) {
        fy_tell_unread(p, to,
                       kind ? ferry_job_format(p->job, "%s is not read", kind)
                            : "it is of no kind that is known");
        return !ferry_failed(p->job);
    }
    ferry_mark mark = ferry_job_mark(p->job);
    bool read = fy_picture_read(in, &width, &height, &rgba);
    bool added = read ? fy_add_picture(p, to, width, height, rgba) : !ferry_failed(p->job);
    ferry_job_release(p->job, mark);
    return added;
}

/* -------------------------------------------------------------------------------------------- beside the model */

const char *fy_picture_stem(fy_model_pictures *p, const char *path) {
    const char *slash = strrchr(path, '\\'), *file = slash ? slash + 1 : path;
    return fy_stem(p->scene, ferry_scene_text(p->scene, file, strlen(file)));
}

static const char *ending_of(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && !strpbrk(dot, "/\\") ? dot : "";
}

/* A file that another path led to. */
static const fy_model_picture *find_beside(const fy_model_pictures *p, const char *beside) {
    for (uint32_t i = 0; i < p->count; i++)
        if (strcmp(p->data[i].beside, beside) == 0) return &p->data[i];
    return NULL;
}

/* "../n.png", "a/../../n.png" */
static bool leaves_folder(const char *path) {
    int depth = 0;
    for (size_t length; depth >= 0 && *path; path += length + (path[length] != 0)) {
        length = strcspn(path, "/\\");
        if (length == 2 && strncmp(path, "..", 2) == 0)
            depth--;
        else
            depth += length > 0 && !(length == 1 && *path == '.');
    }
    return depth < 0;
}

static bool read_beside(fy_model_pictures *p, fy_model_picture *to) {
    ferry_bytes bytes = {0};
    const char *name = to->path;
    bool found = fy_companion_picture(p->job, to->path, &name, &bytes);
    if (ferry_failed(p->job)) return false;
    to->beside = ferry_scene_text(p->scene, name, strlen(name));
    to->name = fy_picture_stem(p, name);
    if (found && *ending_of(to->path) && strcmp(ending_of(to->path), ending_of(name)) != 0)
        p->tell(p->reader, to, FERRY_NOTE, "assimp.other-picture",
                ferry_job_format(p->job, "the picture \"%s\" is not there; \"%s\" is taken",
                                 ferry_scene_text(p->scene, to->path, strlen(to->path)), to->beside));
    const fy_model_picture *known = found && strcmp(name, to->path) != 0 ? find_beside(p, to->beside) : NULL;
    if (known) to->image = known->image;
    const ferry_window in = ferry_window_open(p->job, name, bytes);
    if (found) return known || fy_decode_picture(p, to, &in);
    const char *why = leaves_folder(to->beside)
                          ? "lies outside of the model's folder, and is not there or not allowed "
                            "(`--companion FOLDER`); the texture has none"
                          : "is not there; the texture has none";
    p->tell(p->reader, to, FERRY_WARNING, "assimp.no-picture",
            ferry_job_format(p->job, "the picture \"%s\" %s", to->beside, why));
    return true;
}

/* A path is looked for once. */
const fy_model_picture *fy_find_picture(fy_model_pictures *p, const char *path, uint32_t number) {
    uint32_t low = 0, high = p->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(p->data[middle].path, path) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < p->count && strcmp(p->data[low].path, path) == 0) return &p->data[low];
    if (!fy_job_reserve(p->job, (void **)&p->data, p->count, &p->capacity, 1, sizeof *p->data)) return NULL;
    const char *kept = ferry_scene_format(p->scene, "%s", path);
    fy_model_picture made = {
        .path = kept, .title = kept, .name = "", .beside = "", .image = FERRY_NONE, .number = number};
    bool inside = false;
    if (!p->inside(p->reader, &made, &inside) || (!inside && !read_beside(p, &made))) return NULL;
    memmove(&p->data[low + 1], &p->data[low], (p->count - low) * sizeof *p->data);
    p->data[low] = made;
    p->count++;
    return &p->data[low];
}

/* ------------------------------------------------------------------------------------------------ textures */

static bool same_texture(const ferry_texture *a, const ferry_texture *b) {
    return a->image == b->image && strcmp(a->name, b->name) == 0 && strcmp(a->path, b->path) == 0 &&
           a->wrap_s == b->wrap_s && a->wrap_t == b->wrap_t && a->min_filter == b->min_filter &&
           a->mag_filter == b->mag_filter;
}

bool fy_find_texture(ferry_scene *scene, const ferry_texture *like, uint32_t *texture) {
    ferry_texture_list *list = &scene->textures;
    for (*texture = 0; *texture < list->count; ++*texture)
        if (same_texture(&list->data[*texture], like)) return true;
    ferry_texture *added = ferry_append(scene, list, ferry_texture);
    if (added) *added = *like;
    return added != NULL;
}
