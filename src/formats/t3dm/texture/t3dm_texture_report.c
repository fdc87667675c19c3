/* t3dm_texture_report.c: see the header. */
#include "formats/t3dm/texture/t3dm_texture_report.h"

#include <ctype.h>
#include <stdio.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/sprite/t3dm_sprites.h"
#include "formats/t3dm/texture/t3dm_texture_build.h"
#include "formats/t3dm/texture/t3dm_texture_names.h"
#include "formats/t3dm/texture/t3dm_texture_use.h"

static const char *texture_path(fy_texture_store *store, uint32_t index) {
    return ferry_job_format(store->job, "texture[%u] \"%s\"", index, store->scene->textures.data[index].name);
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

static void report_part(fy_texture_store *store, const fy_texture_export *of, const char *file,
                        const char *path) {
    const fy_texture_window *window = &of->made.window;
    const ferry_image *image = &store->scene->images.data[of->image];
    if (fy_texture_is_part(window, image))
        ferry_say(
            store->job, FERRY_NOTE, "t3dm.texture-part", file, path,
            "of %u x %u texels, %u x %u are stored, from column %d and row %d on: no more is reached, or "
            "the edges go on unchanged",
            image->width, image->height, window->size[0], window->size[1], window->from[0], window->from[1]);
}

/* The console has sizes that it cannot go below. A size that a rule gives is told of by itself. */
static void report_most(fy_texture_store *store, const fy_texture_export *of, const char *file,
                        const char *path) {
    uint32_t most = fy_texture_most(store->job, &of->use), least = fy_texture_least_rows(&of->use);
    uint32_t width = of->made.sprite.texels.width, height = of->made.sprite.texels.height;
    bool sized = of->use.constraint.width || of->use.constraint.height;
    if (!sized && most && (width > most || height > most))
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-constraint", file, path,
                  "a longest side of %u texels is not possible: the console needs at least 2 x %u; used "
                  "%u x %u instead",
                  most, least, width, height);
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
void fy_texture_report(fy_texture_store *store, const fy_texture_export *of) {
    const fy_built_texture *made = &of->made;
    const fy_sprite *sprite = &made->sprite;
    const char *path = texture_path(store, of->use.texture), *dither = made->dithered ? ", dithered" : "";
    const char *file =
        fy_texture_file_name(store, store->outputs[store->output_count - 1].stem, sprite->format,
                             ferry_setting_is(store->job, "t3dm.sprites", "sprite") ? "sprite" : "png");
    char name[16];
    shown_name(sprite->format, name);
    uint32_t width = made->from_width >> made->mirrored[0], height = made->from_height >> made->mirrored[1];
    bool resized = width != sprite->texels.width || height != sprite->texels.height;
    report_part(store, of, file, path);
    report_mirror(store, of, file, path);
    report_constraint(store, of, file, path);
    report_most(store, of, file, path);
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
                  dither, fy_sprite_tmem_of(sprite), sprite->error);
    else
        ferry_say(store->job, FERRY_NOTE, "t3dm.texture", file, path,
                  "%u x %u texels as %s%s, %u bytes of TMEM; difference %.1f/255", width, height, name,
                  dither, fy_sprite_tmem_of(sprite), sprite->error);
}

void fy_texture_report_kept(const fy_texture_store *store) {
    static const char *const settings[][2] = {
        {"t3dm.max-texture", "auto"}, {"t3dm.texture-format", "auto"}, {"t3dm.texture-dither", "none"}};
    const char *list = "";
    for (size_t i = 0; store->scene->textures.count && i < sizeof settings / sizeof *settings; i++)
        if (!ferry_setting_is(store->job, settings[i][0], settings[i][1]))
            list = ferry_job_format(store->job, "%s%s%s=%s", list, *list ? ", " : "", settings[i][0],
                                    ferry_setting_text(store->job, settings[i][0]));
    if (*list)
        ferry_say(store->job, FERRY_LOSS, "t3dm.textures-kept", store->name, "",
                  "without effect: %s: the textures of a T3DM file are files of their own, which stay", list);
}
