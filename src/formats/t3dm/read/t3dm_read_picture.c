/*
 * t3dm_read_picture.c: the pictures that a T3DM file only names (docs/formats/t3dm.md, "Pictures").
 *
 * `rom:/dir/x.ci4.sprite` is looked for beside the model: as the sprite that it is, and as the PNG that it
 * was made from. Either way the image holds the texels that the console sees. One that is broken is passed
 * over.
 */
#include "formats/t3dm/read/t3dm_read_picture.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/path.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

static const char root[] = "rom:/", ending[] = ".sprite";

static const char *after_root(const char *path) {
    size_t length = sizeof root - 1;
    return strncmp(path, root, length) == 0 ? path + length : path;
}

/* The same name with .png instead of .sprite; NULL if it does not end so. */
static const char *as_png(ferry_job *job, const char *name) {
    size_t length = strlen(name), tail = sizeof ending - 1;
    if (length <= tail || strcmp(name + length - tail, ending) != 0) return NULL;
    return ferry_job_format(job, "%.*s.png", (int)(length - tail), name);
}

/* A name as messages give it: in the model's folder. */
static const char *beside(const fy_t3dm_reader *r, const char *name) {
    size_t folder = (size_t)(fy_path_base(r->in->file) - r->in->file);
    return ferry_job_format(r->job, "%.*s%s", (int)folder, r->in->file, name);
}

typedef enum outcome { MISSING, BROKEN, FOUND } outcome;

/* What is wrong with a picture is a warning: the model can do without. */
static outcome try_name(fy_t3dm_reader *r, const char *name, const char *title, uint32_t *image) {
    ferry_bytes bytes;
    if (!name || !ferry_sidecar(r->job, name, &bytes)) return MISSING;
    return fy_rdp_read_picture(r->job, r->scene, beside(r, name), title, bytes, image) ? FOUND : BROKEN;
}

/* The picture's name in the scene: the file's, without folders and ending. */
static const char *title_of(ferry_scene *scene, const char *path) {
    const char *name = fy_path_base(path);
    size_t length = strlen(name), tail = sizeof ending - 1;
    bool ends = length > tail && strcmp(name + length - tail, ending) == 0;
    return ferry_scene_format(scene, "%.*s", (int)(ends ? length - tail : length), name);
}

bool fy_t3dm_read_picture(fy_t3dm_reader *r, const ferry_window *in, uint64_t at, const char *path,
                          uint32_t *image) {
    *image = FERRY_NONE;
    if (!r->job->options.sidecar) return true;
    size_t size;
    ferry_mark mark = ferry_job_mark(r->job);
    const char *bytes = ferry_text_bytes(r->job, path, &size);
    if (!bytes) return false;
    const char *beneath = after_root(bytes), *base = fy_path_base(beneath), *title = title_of(r->scene, path);
    const char *names[] = {beneath, as_png(r->job, beneath), base, as_png(r->job, base)};
    bool broken = false;
    for (size_t i = 0; i < (base == beneath ? 2 : 4) && *image == FERRY_NONE && !ferry_failed(r->job); i++)
        broken = try_name(r, names[i], title, image) == BROKEN || broken;
    ferry_job_release(r->job, mark);
    if (ferry_failed(r->job)) return false;
    if (*image == FERRY_NONE && broken)
        ferry_say_at(in, at, FERRY_WARNING, "t3dm.sprite-unreadable", "%s: cannot be read; used white", path);
    else if (*image == FERRY_NONE)
        ferry_say_at(in, at, FERRY_NOTE, "t3dm.sprite-missing",
                     "%s: neither the sprite nor its PNG is beside the model", path);
    return true;
}
