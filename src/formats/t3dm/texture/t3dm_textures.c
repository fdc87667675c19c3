/*
 * t3dm_textures.c: the texture files of a T3DM model: what is in them, what they are called, how they are
 * reported (docs/formats/t3dm.md, "Textures"; docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/texture/t3dm_textures.h"

#include <ctype.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/order.h"
#include "core/image/texels.h"
#include "formats/sprite/rom_path.h"
#include "formats/sprite/sprite_write.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_bake.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"
#include "shade/t3dm_importance.h"

/* --------------------------------------------------------------------------------------------- names */

static int by_letters(const char *a, const char *b) {
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b)) a++, b++;
    return tolower((unsigned char)*a) - tolower((unsigned char)*b);
}

static bool same_name(const char *a, const char *b) {
    return by_letters(a, b) == 0;
}

static const char *base_name(const char *path) {
    const char *base = path;
    for (const char *at = path; *at; at++)
        if (*at == '/' || *at == '\\') base = at + 1;
    return base;
}

/* Letters, digits, `_` and `-` only: no dot that mksprite could take for the start of a format name. */
static char *clean_name(ferry_job *job, const char *text, size_t size) {
    char *name = ferry_new(job, char, size + 2);
    if (!name) return NULL;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool plain =
            (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z');
        name[i] = plain || byte == '-' ? (char)byte : '_';
    }
    return name;
}

static bool is_format_name(const char *name) {
    static const char *const others[] = {"zbuf", "ihq", "shq"};
    for (int i = 0; i < FY_SPRITE_FORMATS; i++)
        if (same_name(name, fy_sprite_format_name((fy_sprite_format)i))) return true;
    for (int i = 0; i < 3; i++)
        if (same_name(name, others[i])) return true;
    return false;
}

static const char *setting(const ferry_job *job, const char *key) {
    const char *value = ferry_setting_text(job, key);
    return value ? value : "";
}

/* `link_body` of a texture "body" in link.t3dm, or `body`. */
static const char *stem_of(fy_texture_store *store, uint32_t texture, bool part) {
    const char *text = store->scene->textures.data[texture].name;
    const char *name = clean_name(store->job, *text ? text : "texture", strlen(*text ? text : "texture"));
    if (!name) return NULL;
    const char *model = base_name(store->name), *dot = strrchr(model, '.');
    size_t length = dot ? (size_t)(dot - model) : strlen(model);
    if (!ferry_setting_is(store->job, "t3dm.texture-names", "plain") && length > 0) {
        const char *prefix = clean_name(store->job, model, length);
        if (!prefix) return NULL;
        name = ferry_job_format(store->job, "%s_%s", prefix, name);
    }
    if (part) name = ferry_job_format(store->job, "%s_part", name);
    if (is_format_name(name)) name = ferry_job_format(store->job, "%s_", name);
    return name;
}

static const char *folder(ferry_job *job, const char *text, size_t size) {
    while (size > 0 && text[size - 1] == '/') size--;
    if (size == 0) return *text == '/' ? "/" : "";
    return ferry_job_format(job, "%.*s/", (int)size, text);
}

const char *fy_t3dm_rom_folder(ferry_job *job, const char *key) {
    const char *given = setting(job, key);
    if (strncmp(given, "rom:", 4) == 0) given += 4;
    while (*given == '/') given++;
    return folder(job, given, strlen(given));
}

static bool remember_output(fy_texture_store *store, const fy_texture_export *of, const char *stem) {
    if (!fy_work_reserve(store->job, (void **)&store->outputs, store->output_count, &store->output_capacity,
                         1, sizeof *store->outputs))
        return false;
    store->outputs[store->output_count++] = (fy_texture_output){(uint32_t)(of - store->exports), stem};
    return true;
}

static bool remember(fy_texture_store *store, fy_texture_file **list, uint32_t *count, uint32_t *capacity,
                     fy_texture_file file) {
    if (!fy_work_reserve(store->job, (void **)list, *count, capacity, 1, sizeof file)) return false;
    (*list)[(*count)++] = file;
    return true;
}

static int by_hash(const void *user, uint32_t a, uint32_t b) {
    const fy_texture_file *paths = user;
    return (paths[a].hash > paths[b].hash) - (paths[a].hash < paths[b].hash);
}

static int by_path(const void *user, uint32_t a, uint32_t b) {
    const fy_texture_file *paths = user;
    return by_letters(paths[a].path, paths[b].path);
}

static int by_stem(const void *user, uint32_t a, uint32_t b) {
    const fy_texture_export *exports = user, *x = &exports[a], *y = &exports[b];
    if (x->made.sprite.format != y->made.sprite.format)
        return x->made.sprite.format < y->made.sprite.format ? -1 : 1;
    return strcmp(x->stem, y->stem);
}

bool fy_texture_store_reserve(fy_texture_store *store, const char *path, uint32_t hash) {
    store->by_hash.compare = by_hash;
    store->by_name.compare = by_path;
    return remember(store, &store->paths, &store->path_count, &store->path_capacity,
                    (fy_texture_file){path, hash}) &&
           fy_order_add(store->job, &store->by_hash, store->paths, store->path_count - 1) &&
           fy_order_add(store->job, &store->by_name, store->paths, store->path_count - 1);
}

/* Makes a path known unless its name or its hash is taken. The runtime caches by hash alone, and zero is its
 * mark of a free entry. */
static bool reserve_free(fy_texture_store *store, fy_texture_file file, bool *taken) {
    uint32_t number = store->path_count;
    *taken = true;
    if (file.hash == 0) return true;
    if (!remember(store, &store->paths, &store->path_count, &store->path_capacity, file)) return false;
    store->path_count--; /* only to be compared with */
    *taken = number && (fy_order_find(&store->by_hash, store->paths, number) != UINT32_MAX ||
                        fy_order_find(&store->by_name, store->paths, number) != UINT32_MAX);
    return *taken || fy_texture_store_reserve(store, file.path, file.hash);
}

/* The export that keeps the last number that was tried for names like this one's: what is taken
 * stays taken. */
static bool find_numbers(fy_texture_store *store, const fy_texture_export *of, uint32_t *keeper) {
    uint32_t own = (uint32_t)(of - store->exports);
    store->by_stem.compare = by_stem;
    *keeper = fy_order_find(&store->by_stem, store->exports, own);
    if (*keeper != UINT32_MAX) return true;
    *keeper = own;
    return fy_order_add(store->job, &store->by_stem, store->exports, own);
}

/* A new name for a picture: its stem, or the stem with the first number that is free. */
static bool name_file(fy_texture_store *store, fy_texture_export *of) {
    const char *rom = fy_t3dm_rom_folder(store->job, "t3dm.rom-dir"),
               *format = fy_sprite_format_name(of->made.sprite.format);
    uint32_t keeper;
    if (!find_numbers(store, of, &keeper)) return false;
    for (uint32_t number = store->exports[keeper].numbers + 1; number < 100000; number++) {
        bool taken;
        store->exports[keeper].numbers = number;
        const char *stem = of->stem;
        if (number > 1) stem = ferry_job_format(store->job, "%s_%u", of->stem, number);
        const char *path = ferry_job_format(store->job, "rom:/%s%s.%s.sprite", rom, stem, format);
        fy_texture_file file = {path, fy_t3dm_path_hash(path)};
        if (!*path) return false;
        if (!reserve_free(store, file, &taken)) return false;
        if (taken) continue;
        return remember(store, &of->files, &of->file_count, &of->file_capacity, file) &&
               remember_output(store, of, stem);
    }
    ferry_say(store->job, FERRY_ERROR, "t3dm.texture-name", store->name, "",
              "no free name for texture \"%s\"", of->stem);
    return false;
}

/* ---------------------------------------------------------------------------------------- the report */

const char *fy_t3dm_rom_files(ferry_job *job, const char *name) {
    const char *given = setting(job, "t3dm.texture-dir");
    if (*given) return folder(job, given, strlen(given));
    return ferry_job_format(job, "%.*s", (int)(base_name(name) - name), name);
}

static const char *file_name(const fy_texture_store *store, const char *stem, fy_sprite_format format,
                             const char *ending) {
    return ferry_job_format(store->job, "%s%s.%s.%s", fy_t3dm_rom_files(store->job, store->name), stem,
                            fy_sprite_format_name(format), ending);
}

static const char *texture_path(fy_texture_store *store, uint32_t index) {
    return ferry_job_format(store->job, "texture[%u] \"%s\"", index, store->scene->textures.data[index].name);
}

static uint32_t tmem_of(const fy_sprite *sprite) {
    return fy_sprite_tmem(sprite->format, sprite->texels.width, sprite->texels.height);
}

/* Made smaller although there was room. */
static bool was_asked(const fy_texture_store *store, const fy_texture_export *of) {
    const fy_texture_constraint *constraint = &of->use.constraint;
    return constraint->width || constraint->height || constraint->most ||
           ferry_setting_number(store->job, "t3dm.max-texture") > 0;
}

/* "CI4". */
static const char *shown_name(fy_sprite_format format, char name[16]) {
    snprintf(name, 16, "%s", fy_sprite_format_name(format));
    for (char *at = name; *at; at++) *at = (char)toupper((unsigned char)*at);
    return name;
}

static void report_mirror(fy_texture_store *store, const fy_texture_export *of, const char *file,
                          const char *path) {
    const fy_built_texture *made = &of->made;
    static const char *const ways[] = {"", "left to right", "top to bottom", "in both directions"};
    int way = (made->mirrored[0] ? 1 : 0) + (made->mirrored[1] ? 2 : 0);
    uint32_t width = made->from_width >> made->mirrored[0], height = made->from_height >> made->mirrored[1];
    if (!way || made->magnified) return;
    if (made->mirror_error > 0)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-mirror", file, path,
                  "%u x %u texels are nearly mirror-symmetric %s: stored as %u x %u and mirrored; difference "
                  "%.1f/255",
                  made->from_width, made->from_height, ways[way], width, height, made->mirror_error);
    else
        ferry_say(store->job, FERRY_NOTE, "t3dm.texture-mirror", file, path,
                  "%u x %u texels are mirror-symmetric %s: stored as %u x %u and mirrored", made->from_width,
                  made->from_height, ways[way], width, height);
}

static bool is_part(const fy_texture_window *window, const ferry_image *of) {
    return window->size[0] && (window->size[0] < of->width || window->size[1] < of->height);
}

static void report_part(fy_texture_store *store, const fy_texture_export *of, const char *file,
                        const char *path) {
    const fy_texture_window *window = &of->made.window;
    const ferry_image *image = &store->scene->images.data[of->image];
    if (is_part(window, image))
        ferry_say(
            store->job, FERRY_NOTE, "t3dm.texture-part", file, path,
            "of %u x %u texels, %u x %u are stored, from column %d and row %d on: no more is reached, or "
            "the edges go on unchanged",
            image->width, image->height, window->size[0], window->size[1], window->from[0], window->from[1]);
}

/* What was asked for and cannot be had. */
static void report_constraint(fy_texture_store *store, const fy_texture_export *of, const char *file,
                              const char *path) {
    const fy_texture_constraint *constraint = &of->use.constraint;
    const fy_sprite *sprite = &of->made.sprite;
    char asked[16], taken[16];
    shown_name(sprite->format, taken);
    bool other_format = constraint->has_format && constraint->format != sprite->format;
    bool other_size = (constraint->width && constraint->width != sprite->texels.width) ||
                      (constraint->height && constraint->height != sprite->texels.height);
    if (other_format)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-constraint", file, path,
                  "%s is not possible (%s); used %s instead", shown_name(constraint->format, asked),
                  of->pair ? "materials with two textures allow neither palettes nor 32 bits"
                           : "it does not fit in TMEM at that size",
                  taken);
    if (other_size)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-constraint", file, path,
                  "%u x %u texels (0: any) are not possible: repeating sides must be powers of two, and %u "
                  "bytes of TMEM are available; used %u x %u %s instead",
                  constraint->width, constraint->height, of->budget, sprite->texels.width,
                  sprite->texels.height, taken);
}

/* Messages name the texture's own file, so that those of one model do not count as one. */
static void report_choice(fy_texture_store *store, const fy_texture_export *of) {
    const fy_built_texture *made = &of->made;
    const fy_sprite *sprite = &made->sprite;
    const char *path = texture_path(store, of->use.texture), *dither = made->dithered ? ", dithered" : "";
    const char *file = file_name(store, store->outputs[store->output_count - 1].stem, sprite->format,
                                 ferry_setting_is(store->job, "t3dm.sprites", "sprite") ? "sprite" : "png");
    char name[16];
    shown_name(sprite->format, name);
    uint32_t width = made->from_width >> made->mirrored[0], height = made->from_height >> made->mirrored[1];
    bool resized = width != sprite->texels.width || height != sprite->texels.height;
    report_part(store, of, file, path);
    report_mirror(store, of, file, path);
    report_constraint(store, of, file, path);
    if (made->magnified)
        ferry_say(
            store->job, sprite->faithful ? FERRY_NOTE : FERRY_LOSS, "t3dm.texture-magnified", file, path,
            "%u x %u texels are seen large, and the console's filter bends what lies between them: stored as "
            "%u x %u in %s%s; difference %.1f/255",
            made->from_width, made->from_height, sprite->texels.width, sprite->texels.height, name, dither,
            sprite->error);
    else if (resized && !made->legal)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-size", file, path,
                  "%u x %u texels cannot repeat on the console: resized to %u x %u in %s%s; difference "
                  "%.1f/255",
                  width, height, sprite->texels.width, sprite->texels.height, name, dither, sprite->error);
    else if (resized)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-resized", file, path,
                  "%u x %u texels %s: resized to %u x %u in %s%s; difference %.1f/255", width, height,
                  was_asked(store, of) ? "exceed the requested size or do not fit" : "do not fit in TMEM",
                  sprite->texels.width, sprite->texels.height, name, dither, sprite->error);
    else if (!sprite->faithful)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-format", file, path,
                  "%u x %u texels as %s%s, %u bytes of TMEM; difference %.1f/255", width, height, name,
                  dither, tmem_of(sprite), sprite->error);
    else
        ferry_say(store->job, FERRY_NOTE, "t3dm.texture", file, path,
                  "%u x %u texels as %s%s, %u bytes of TMEM; difference %.1f/255", width, height, name,
                  dither, tmem_of(sprite), sprite->error);
}

/* ------------------------------------------------------------------------------------------- exports */

static bool same_constraint(const fy_texture_constraint *a, const fy_texture_constraint *b) {
    return a->has_format == b->has_format && (!a->has_format || a->format == b->format) &&
           a->width == b->width && a->height == b->height && a->most == b->most;
}

static bool same_window(const fy_texture_window *a, const fy_texture_window *b) {
    for (int axis = 0; axis < 2; axis++)
        if (a->size[axis] != b->size[axis] || a->from[axis] != b->from[axis] ||
            a->wraps[axis] != b->wraps[axis])
            return false;
    return true;
}

static bool same_use(const fy_texture_use *a, const fy_texture_use *b) {
    return memcmp(a->swizzle, b->swizzle, 3) == 0 && a->alpha == b->alpha && a->threshold == b->threshold &&
           a->limit == b->limit && a->wrap_s == b->wrap_s && a->wrap_t == b->wrap_t && a->whole == b->whole &&
           a->follows == b->follows && a->hides == b->hides && a->magnified == b->magnified &&
           same_window(&a->window, &b->window) && fy_texture_bake_same(&a->bake, &b->bake) &&
           same_constraint(&a->constraint, &b->constraint);
}

static uint32_t image_number(const fy_texture_store *store, const fy_texture_use *use) {
    return store->scene->textures.data[use->texture].image;
}

/* More memory does not make a faithful picture better. */
static bool serves(const fy_texture_export *is, const fy_texture_use *use, uint32_t image, uint32_t budget,
                   bool pair) {
    if (is->image != image || is->pair != pair || !same_use(&is->use, use)) return false;
    return is->budget == budget || (pair && is->made.sprite.faithful && tmem_of(&is->made.sprite) <= budget);
}

static fy_texture_export *append_export(fy_texture_store *store) {
    bool room = fy_work_reserve(store->job, (void **)&store->exports, store->count, &store->capacity, 1,
                                sizeof *store->exports);
    return room ? &store->exports[store->count++] : NULL;
}

/* A copy that no mark releases. */
static bool keep_sprite(ferry_job *job, const fy_sprite *from, fy_sprite *to) {
    size_t count = (size_t)from->texels.width * from->texels.height;
    *to = *from;
    to->texels.rgba = fy_output_alloc(job, count, 4);
    to->indices = from->indices ? fy_output_alloc(job, count, 1) : NULL;
    if (!to->texels.rgba || (from->indices && !to->indices)) return false;
    memcpy(to->texels.rgba, from->texels.rgba, 4 * count);
    if (from->indices) memcpy(to->indices, from->indices, count);
    return true;
}

/* Once a model, outside of the marks that pictures are made between. */
static bool find_draws(fy_texture_store *store) {
    return store->draws.first || fy_image_draws_find(store->job, store->scene, &store->draws);
}

/* Pictures up to this size lose next to nothing. */
#define LOSSLESS_TEXELS 1024

/* Fills in what the use says of the picture's parts. */
static void weigh_parts(const fy_texture_store *store, uint32_t image, fy_texture_use *use,
                        fy_importance *importance) {
    const ferry_image *of = &store->scene->images.data[image];
    const fy_texture_window *window = &use->window;
    fy_image_part part = {{(double)window->from[0] / of->width, (double)window->from[1] / of->height},
                          {(double)window->size[0] / of->width, (double)window->size[1] / of->height}};
    if ((uint64_t)of->width * of->height > LOSSLESS_TEXELS &&
        fy_importance_of(store->scene, &store->draws, image, window->size[0] ? &part : NULL, importance))
        use->importance = importance;
}

static bool make_weighed(fy_texture_store *store, uint32_t image, fy_texture_use use, uint32_t budget,
                         bool pair, fy_built_texture *made) {
    fy_importance importance;
    weigh_parts(store, image, &use, &importance);
    return fy_texture_build(store->job, &store->scene->images.data[image], &use, budget, pair, made);
}

static void drop_tried(fy_texture_store *store, fy_texture_tried *is) {
    fy_job_drop(store->job, is->texels);
    fy_job_drop(store->job, is->indices);
    *is = (fy_texture_tried){0};
}

void fy_texture_store_settle(fy_texture_store *store) {
    for (int i = 0; i < FY_TEXTURE_TRIED; i++) drop_tried(store, &store->tried[i]);
}

/* Of the trial that was entered last; the oldest picture goes. */
static bool keep_tried(fy_texture_store *store, const fy_built_texture *made) {
    const fy_sprite *sprite = &made->sprite;
    size_t count = (size_t)sprite->texels.width * sprite->texels.height;
    fy_texture_tried *to = &store->tried[store->trial_count % FY_TEXTURE_TRIED];
    drop_tried(store, to);
    to->made = *made;
    to->texels = fy_job_resize(store->job, NULL, count, 4);
    if (sprite->indices) to->indices = fy_job_resize(store->job, NULL, count, 1);
    if (!to->texels || (sprite->indices && !to->indices)) return false;
    to->made.sprite.texels.rgba = memcpy(to->texels, sprite->texels.rgba, 4 * count);
    if (sprite->indices) to->made.sprite.indices = memcpy(to->indices, sprite->indices, count);
    to->trial = store->trial_count;
    return true;
}

static fy_texture_tried *find_tried(fy_texture_store *store, const fy_texture_export *of) {
    for (int i = 0; i < FY_TEXTURE_TRIED; i++) {
        uint32_t number = store->tried[i].trial;
        if (!number) continue;
        const fy_texture_trial *is = &store->trials[number - 1];
        if (is->image == of->image && is->pair == of->pair && is->budget == of->budget &&
            same_use(&is->use, &of->use))
            return &store->tried[i];
    }
    return NULL;
}

static bool make_picture(fy_texture_store *store, fy_texture_export *of) {
    fy_texture_tried *tried = find_tried(store, of);
    fy_built_texture made;
    if (tried)
        made = tried->made;
    else if (!make_weighed(store, of->image, of->use, of->budget, of->pair, &made))
        return false;
    of->made = made;
    bool done = keep_sprite(store->job, &made.sprite, &of->made.sprite);
    if (tried) drop_tried(store, tried);
    return done;
}

static bool find_or_make(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                         uint32_t *index) {
    uint32_t image = image_number(store, use);
    for (uint32_t i = 0; i < store->count; i++)
        if (serves(&store->exports[i], use, image, budget, pair)) {
            *index = i;
            return true;
        }
    fy_texture_export *made = find_draws(store) ? append_export(store) : NULL;
    if (!made) return false;
    *made = (fy_texture_export){.use = *use, .image = image, .budget = budget, .pair = pair};
    made->stem = stem_of(store, use->texture, is_part(&use->window, &store->scene->images.data[image]));
    *index = store->count - 1;
    ferry_mark mark = ferry_job_mark(store->job);
    bool done = made->stem && make_picture(store, made);
    ferry_job_release(store->job, mark);
    if (!done || !name_file(store, made)) return false;
    report_choice(store, made);
    return true;
}

/* ------------------------------------------------------------------------------------------------ pairs */

static fy_texture_trial trial_of(const fy_texture_use *use, uint32_t image, uint32_t budget, bool pair,
                                 const fy_built_texture *made) {
    return (fy_texture_trial){.use = *use,
                              .image = image,
                              .budget = budget,
                              .pair = pair,
                              .bytes = tmem_of(&made->sprite),
                              .error = made->sprite.error,
                              .faithful = made->sprite.faithful || made->magnified};
}

/* How a texture comes out of a share of the memory. Pairs come again and again. */
static bool try_share(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool pair,
                      fy_texture_trial *result) {
    uint32_t image = image_number(store, use);
    for (uint32_t i = 0; i < store->count; i++) {
        const fy_texture_export *is = &store->exports[i];
        if (is->image != image || is->pair != pair || is->budget != budget || !same_use(&is->use, use))
            continue;
        *result = trial_of(use, image, budget, pair, &is->made);
        return true;
    }
    for (uint32_t i = 0; i < store->trial_count; i++) {
        const fy_texture_trial *is = &store->trials[i];
        if (is->image != image || is->pair != pair || !same_use(&is->use, use)) continue;
        if (is->budget != budget && !(is->faithful && is->bytes <= budget)) continue;
        *result = *is;
        return true;
    }
    if (!find_draws(store) || !fy_work_reserve(store->job, (void **)&store->trials, store->trial_count,
                                               &store->trial_capacity, 1, sizeof *store->trials))
        return false;
    ferry_mark mark = ferry_job_mark(store->job);
    fy_built_texture made;
    bool done = make_weighed(store, image, *use, budget, pair, &made);
    if (done) {
        *result = trial_of(use, image, budget, pair, &made);
        store->trials[store->trial_count++] = *result;
        done = keep_tried(store, &made);
    }
    ferry_job_release(store->job, mark);
    return done;
}

enum { WHOLE = 4096, HALF = 2048 };

/* A share for the first texture: better if the sum of both errors is less. */
static bool try_split(fy_texture_store *store, const fy_texture_use *uses, uint32_t first,
                      uint32_t budgets[2], double *least) {
    fy_texture_trial a, b;
    if (!try_share(store, &uses[0], first, true, &a) || !try_share(store, &uses[1], WHOLE - first, true, &b))
        return false;
    if (a.error + b.error >= *least) return true;
    *least = a.error + b.error;
    budgets[0] = first;
    budgets[1] = WHOLE - first;
    return true;
}

/* Half each; or one gets what it needs to stay as it is and the other the rest; or quarters and eighths are
 * shifted as long as that helps. */
static bool split_memory(fy_texture_store *store, const fy_texture_use *uses, uint32_t budgets[2]) {
    fy_texture_trial half[2];
    budgets[0] = budgets[1] = HALF;
    for (int i = 0; i < 2; i++)
        if (!try_share(store, &uses[i], HALF, true, &half[i])) return false;
    if (half[0].faithful && half[1].faithful) return true;
    for (int i = 0; i < 2; i++)
        if (half[i].faithful) {
            budgets[i] = half[i].bytes;
            budgets[!i] = WHOLE - half[i].bytes;
            return true;
        }
    static const uint32_t steps[] = {1024, 512};
    double least = half[0].error + half[1].error;
    for (int way = -1; way <= 1; way += 2) {
        uint32_t first = HALF;
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            double before = least;
            first = way < 0 ? first - steps[i] : first + steps[i];
            if (!try_split(store, uses, first, budgets, &least)) return false;
            if (least >= before) break;
        }
    }
    return true;
}

/* Two textures share the memory, and neither may have a palette: the runtime keeps one palette, and one
 * switch, for both. The same picture twice takes twice the room: the library cannot draw two textures of one
 * name. */
bool fy_texture_store_add(fy_texture_store *store, const fy_texture_use *uses, unsigned count,
                          uint32_t exports[2]) {
    uint32_t budgets[2];
    if (count == 1) return find_or_make(store, &uses[0], WHOLE, false, &exports[0]);
    return split_memory(store, uses, budgets) &&
           find_or_make(store, &uses[0], budgets[0], true, &exports[0]) &&
           find_or_make(store, &uses[1], budgets[1], true, &exports[1]);
}

bool fy_texture_store_try(fy_texture_store *store, const fy_texture_use *use, double *error, bool *faithful) {
    fy_texture_trial alone;
    if (!try_share(store, use, WHOLE, false, &alone)) return false;
    *error = alone.error;
    *faithful = alone.faithful;
    return true;
}

bool fy_texture_store_add_beside(fy_texture_store *store, const fy_texture_use *use, uint32_t *export) {
    return find_or_make(store, use, 2048, true, export);
}

bool fy_texture_store_file(fy_texture_store *store, uint32_t index, uint32_t copy, fy_texture_file *file) {
    fy_texture_export *of = &store->exports[index];
    while (of->file_count <= copy)
        if (!name_file(store, of)) return false;
    *file = of->files[copy];
    return true;
}

/* --------------------------------------------------------------------------------------------- files */

static bool add_file(const fy_texture_store *store, const fy_texture_output *output, const char *ending,
                     ferry_bytes bytes, ferry_file_list *files) {
    const char *name =
        file_name(store, output->stem, store->exports[output->export].made.sprite.format, ending);
    return *name && ferry_add_file(store->job, files, name, bytes);
}

typedef struct encoded {
    ferry_bytes png, sprite;
} encoded;

static bool encode(const fy_texture_store *store, const fy_texture_export *of, encoded *to) {
    const char *sprites = setting(store->job, "t3dm.sprites");
    if (strcmp(sprites, "sprite") != 0 && !fy_sprite_png(store->job, of->stem, &of->made.sprite, &to->png))
        return false;
    return strcmp(sprites, "png") == 0 ||
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
