/* model_pictures.c: see model_pictures.h. */
#include "formats/pictures/model_pictures.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/image/image.h"
#include "core/image/pictures/pictures.h"
#include "core/inspect/properties.h"
#include "core/scene/scene.h"
#include "formats/pictures/sidecar_names.h"

/* ------------------------------------------------------------------------------------------------- images */

bool fy_add_picture(fy_model_pictures *p, fy_model_picture *to, uint32_t width, uint32_t height,
                    const uint8_t *rgba) {
    size_t size = 4 * (size_t)width * height;
    uint8_t *copy = ferry_scene_new(p->scene, uint8_t, size);
    ferry_mip_level *level = ferry_scene_new(p->scene, ferry_mip_level, 1);
    ferry_image *image = copy && level ? ferry_append(p->scene, &p->scene->images, ferry_image) : NULL;
    if (!image) return false;
    memcpy(copy, rgba, size);
    *level = (ferry_mip_level){width, height, copy};
    *image =
        (ferry_image){.name = to->name, .width = width, .height = height, .levels = level, .level_count = 1};
    image->alpha = fy_alpha_class(copy, (size_t)width * height);
    to->image = p->scene->images.count - 1;
    return true;
}

/* ------------------------------------------------------------------------------------------ what is there */

void fy_tell_unread(const fy_model_pictures *p, const fy_model_picture *picture, const char *why) {
    const char *title = ferry_scene_text(p->scene, picture->title, strlen(picture->title));
    p->tell(p->reader, picture, FERRY_LOSS, "import.texture-without-image",
            ferry_job_format(p->job, "texture \"%s\" has no image: %s", title, why));
}

bool fy_decode_picture(fy_model_pictures *p, fy_model_picture *to, const ferry_window *in) {
    const ferry_bytes bytes = {in->data, in->size};
    const uint8_t *rgba = NULL;
    const char *kind;
    uint32_t width = 0, height = 0;
    if (!fy_picture_kind(bytes, &kind)) {
        fy_tell_unread(p, to,
                       kind ? ferry_job_format(p->job, "%s is not supported", kind) : "unknown image format");
        return !ferry_failed(p->job);
    }
    ferry_mark mark = ferry_job_mark(p->job);
    bool read = fy_picture_read(in, &width, &height, &rgba);
    bool added = read ? fy_add_picture(p, to, width, height, rgba) : !ferry_failed(p->job);
    ferry_job_release(p->job, mark);
    return added;
}

/* --------------------------------------------------------------------------------------- beside the model */

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
    bool found = fy_sidecar_picture(p->job, to->path, &name, &bytes);
    if (ferry_failed(p->job)) return false;
    to->beside = ferry_scene_text(p->scene, name, strlen(name));
    to->name = fy_picture_stem(p, name);
    if (found && *ending_of(to->path) && strcmp(ending_of(to->path), ending_of(name)) != 0)
        p->tell(p->reader, to, FERRY_NOTE, "import.image-substituted",
                ferry_job_format(p->job, "image \"%s\" not found; used \"%s\" instead",
                                 ferry_scene_text(p->scene, to->path, strlen(to->path)), to->beside));
    const fy_model_picture *known = found && strcmp(name, to->path) != 0 ? find_beside(p, to->beside) : NULL;
    if (known) to->image = known->image;
    const ferry_window in = ferry_window_open(p->job, name, bytes);
    if (found) return known || fy_decode_picture(p, to, &in);
    const char *why = leaves_folder(to->beside)
                          ? "is outside the model's folder and is missing or not allowed (pass "
                            "`--companion FOLDER`); the texture has no image"
                          : "not found; the texture has no image";
    p->tell(p->reader, to, FERRY_WARNING, "import.image-missing",
            ferry_job_format(p->job, "image \"%s\" %s", to->beside, why));
    return true;
}

/* ------------------------------------------------------------------------------------------------- tables */

/* Where a number is, or would be put, that `is` what `key` asks for. */
static uint32_t *find_slot(const fy_model_table *table, uint32_t hash,
                           bool (*is)(const fy_model_pictures *, uint32_t, const void *),
                           const fy_model_pictures *p, const void *key) {
    for (uint32_t at = hash & (table->size - 1);; at = (at + 1) & (table->size - 1))
        if (!table->slots[at] || is(p, table->slots[at] - 1, key)) return &table->slots[at];
}

/* Room for one more; `hash_of` of what is there already. */
static bool reserve(fy_model_pictures *p, fy_model_table *table,
                    uint32_t (*hash_of)(const fy_model_pictures *, uint32_t)) {
    if (2 * table->count + 2 <= table->size) return true;
    uint32_t size = table->size ? 2 * table->size : 64;
    uint32_t *slots = fy_job_resize(p->job, NULL, size, sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, size * sizeof *slots);
    for (uint32_t k = 0; k < table->size; k++) {
        if (!table->slots[k]) continue;
        uint32_t at = hash_of(p, table->slots[k] - 1) & (size - 1);
        while (slots[at]) at = (at + 1) & (size - 1);
        slots[at] = table->slots[k];
    }
    fy_job_drop(p->job, table->slots);
    table->slots = slots;
    table->size = size;
    return true;
}

void fy_drop_pictures(fy_model_pictures *p) {
    fy_job_drop(p->job, p->data);
    fy_job_drop(p->job, p->by_path.slots);
    fy_job_drop(p->job, p->textures.slots);
}

/* ------------------------------------------------------------------------------------------------- paths */

static uint32_t hash_text(const char *text) {
    return fy_hash((const uint8_t *)text, strlen(text));
}

static uint32_t hash_picture(const fy_model_pictures *p, uint32_t number) {
    return hash_text(p->data[number].path);
}

static bool has_path(const fy_model_pictures *p, uint32_t number, const void *path) {
    return strcmp(p->data[number].path, path) == 0;
}

/* A path is looked for once. */
const fy_model_picture *fy_find_picture(fy_model_pictures *p, const char *path, uint32_t number) {
    if (!reserve(p, &p->by_path, hash_picture)) return NULL;
    uint32_t *slot = find_slot(&p->by_path, hash_text(path), has_path, p, path);
    if (*slot) return &p->data[*slot - 1];
    if (!fy_job_reserve(p->job, (void **)&p->data, p->count, &p->capacity, 1, sizeof *p->data)) return NULL;
    const char *kept = ferry_scene_format(p->scene, "%s", path);
    fy_model_picture made = {
        .path = kept, .title = kept, .name = "", .beside = "", .image = FERRY_NONE, .number = number};
    bool inside = false;
    if (!p->inside(p->reader, &made, &inside) || (!inside && !read_beside(p, &made))) return NULL;
    p->data[p->count++] = made;
    p->by_path.count++;
    *slot = p->count;
    return &p->data[p->count - 1];
}

/* ----------------------------------------------------------------------------------------------- textures */

static uint32_t hash_like(const ferry_texture *t) {
    const uint32_t rest[] = {hash_text(t->name), hash_text(t->path), t->image,     t->wrap_s,
                             t->wrap_t,          t->min_filter,      t->mag_filter};
    return fy_hash((const uint8_t *)rest, sizeof rest);
}

static uint32_t hash_texture(const fy_model_pictures *p, uint32_t number) {
    return hash_like(&p->scene->textures.data[number]);
}

static bool is_like(const fy_model_pictures *p, uint32_t number, const void *like) {
    const ferry_texture *a = &p->scene->textures.data[number], *b = like;
    return a->image == b->image && strcmp(a->name, b->name) == 0 && strcmp(a->path, b->path) == 0 &&
           a->wrap_s == b->wrap_s && a->wrap_t == b->wrap_t && a->min_filter == b->min_filter &&
           a->mag_filter == b->mag_filter;
}

bool fy_note_texture(fy_model_pictures *p, uint32_t texture) {
    if (!reserve(p, &p->textures, hash_texture)) return false;
    uint32_t *slot =
        find_slot(&p->textures, hash_texture(p, texture), is_like, p, &p->scene->textures.data[texture]);
    if (*slot) return true;
    *slot = texture + 1;
    p->textures.count++;
    return true;
}

bool fy_find_texture(fy_model_pictures *p, const ferry_texture *like, uint32_t *texture) {
    if (!reserve(p, &p->textures, hash_texture)) return false;
    const uint32_t *slot = find_slot(&p->textures, hash_like(like), is_like, p, like);
    *texture = *slot ? *slot - 1 : p->scene->textures.count;
    if (*slot) return true;
    ferry_texture *added = ferry_append(p->scene, &p->scene->textures, ferry_texture);
    if (!added) return false;
    *added = *like;
    return fy_note_texture(p, *texture);
}
