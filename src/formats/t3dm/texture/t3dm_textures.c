/*
 * t3dm_textures.c: the texture files of a T3DM model: what is in them, and how they are written
 * (docs/formats/t3dm.md, "Textures"; docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_textures.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_texture_names.h"
#include "formats/t3dm/texture/t3dm_texture_report.h"
#include "formats/t3dm/texture/t3dm_texture_store.h"
#include "formats/t3dm/texture/t3dm_texture_trials.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

/* ------------------------------------------------------------------------------------------- exports */

/* More memory does not make a faithful picture better. */
static bool serves(const fy_texture_export *is, const fy_texture_use *use, uint32_t image, uint32_t budget,
                   bool pair) {
    if (is->image != image || is->pair != pair || !fy_texture_same_use(&is->use, use)) return false;
    return is->budget == budget ||
           (pair && is->made.sprite.faithful && fy_sprite_tmem_of(&is->made.sprite) <= budget);
}

static fy_texture_export *append_export(fy_texture_store *store) {
    bool room = fy_work_reserve(store->job, (void **)&store->exports, store->count, &store->capacity, 1,
                                sizeof *store->exports);
    return room ? &store->exports[store->count++] : NULL;
}

static bool find_or_make(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                         uint32_t *index) {
    uint32_t image = store->scene->textures.data[use->texture].image;
    for (uint32_t i = 0; i < store->count; i++)
        if (serves(&store->exports[i], use, image, budget, pair)) {
            *index = i;
            return true;
        }
    fy_texture_export *made = append_export(store);
    if (!made) return false;
    *made = (fy_texture_export){.use = *use, .image = image, .budget = budget, .pair = pair};
    made->stem = fy_texture_stem(store, use->texture,
                                 fy_texture_is_part(&use->window, &store->scene->images.data[image]));
    *index = store->count - 1;
    if (!made->stem || !fy_texture_make(store, made) || !fy_texture_name_file(store, made)) return false;
    fy_texture_report(store, made);
    return true;
}

/* Two textures share the memory, and neither may have a palette: the runtime keeps one palette, and one
 * switch, for both. The same picture twice takes twice the room: the library cannot draw two textures of one
 * name. */
bool fy_texture_store_add(fy_texture_store *store, const fy_texture_use *uses, unsigned count,
                          uint32_t exports[2]) {
    uint32_t budgets[2];
    if (count == 1) return find_or_make(store, &uses[0], FY_TEXTURE_MEMORY, false, &exports[0]);
    return fy_texture_split_memory(store, uses, budgets) &&
           find_or_make(store, &uses[0], budgets[0], true, &exports[0]) &&
           find_or_make(store, &uses[1], budgets[1], true, &exports[1]);
}

bool fy_texture_store_try(fy_texture_store *store, const fy_texture_use *use, double *error, bool *faithful) {
    fy_texture_trial alone;
    if (!fy_texture_try(store, use, FY_TEXTURE_MEMORY, false, &alone)) return false;
    *error = alone.error;
    *faithful = alone.faithful;
    return true;
}

bool fy_texture_store_add_beside(fy_texture_store *store, const fy_texture_use *use, uint32_t *export) {
    return find_or_make(store, use, FY_TEXTURE_HALF, true, export);
}

bool fy_texture_store_file(fy_texture_store *store, uint32_t index, uint32_t copy, fy_texture_file *file) {
    fy_texture_export *of = &store->exports[index];
    while (of->file_count <= copy)
        if (!fy_texture_name_file(store, of)) return false;
    *file = of->files[copy];
    return true;
}

/* --------------------------------------------------------------------------------------------- files */

static bool add_file(const fy_texture_store *store, const fy_texture_output *output, const char *ending,
                     ferry_bytes bytes, ferry_file_list *files) {
    const char *name =
        fy_texture_file_name(store, output->stem, store->exports[output->export].made.sprite.format, ending);
    return *name && ferry_add_file(store->job, files, name, bytes);
}

typedef struct encoded {
    ferry_bytes png, sprite;
} encoded;

static bool encode(const fy_texture_store *store, const fy_texture_export *of, encoded *to) {
    if (!ferry_setting_is(store->job, "t3dm.sprites", "sprite") &&
        !fy_sprite_png(store->job, of->stem, &of->made.sprite, &to->png))
        return false;
    return ferry_setting_is(store->job, "t3dm.sprites", "png") ||
           fy_sprite_write(store->job, of->stem, &of->made.sprite, of->extra_levels, &to->sprite);
}

static void say_version(const fy_texture_store *store) {
    bool old = ferry_setting_is(store->job, "sprite.version", "4");
    if (store->output_count && !ferry_setting_is(store->job, "t3dm.sprites", "png"))
        ferry_say(store->job, FERRY_NOTE, "sprite.version", store->name, "",
                  "%u sprites of version %s, for libdragon %s; for other versions use --set "
                  "sprite.version=%s",
                  store->output_count, old ? "4" : "6", old ? "of July 2023 to October 2024" : "of 2026",
                  old ? "6" : "4");
}

bool fy_texture_store_write(const fy_texture_store *store, ferry_file_list *files, uint32_t **exports) {
    encoded *made = ferry_new(store->job, encoded, store->count);
    *exports = ferry_new(store->job, uint32_t, 2 * (size_t)store->output_count + 1);
    if ((store->count && !made) || !*exports) return false;
    for (uint32_t i = 0; i < store->count; i++) {
        ferry_mark mark = ferry_job_mark(store->job);
        bool done = ferry_tick(store->job) && encode(store, &store->exports[i], &made[i]);
        ferry_job_release(store->job, mark);
        if (!done) return false;
    }
    for (uint32_t i = 0; i < store->output_count; i++) {
        const fy_texture_output *output = &store->outputs[i];
        const encoded *of = &made[output->export];
        uint32_t first = files->count;
        if (of->png.size && !add_file(store, output, "png", of->png, files)) return false;
        if (of->sprite.size && !add_file(store, output, "sprite", of->sprite, files)) return false;
        while (first < files->count) (*exports)[first++] = output->export;
    }
    say_version(store);
    return true;
}
