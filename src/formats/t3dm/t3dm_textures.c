/*
 * t3dm_textures.c: the texture files of a T3DM model: what is in them, what they are called, how they are
 * reported (docs/formats/t3dm.md, "Textures"; docs/what-is-lost.md, "Textures").
 */
#include "formats/t3dm/t3dm_textures.h"

#include <ctype.h>
#include <string.h>

#include "core/job.h"
#include "core/maths.h"
#include "formats/t3dm/sprite_write.h"

/* --------------------------------------------------------------------------------------- the picture */

static fy_texel_needs needs_of(const fy_texture_use *use) {
    return (fy_texel_needs){use->swizzle[0] != FY_NO_COMPONENT, use->alpha != FY_NO_COMPONENT};
}

static const ferry_image *image_of(const fy_texture_store *store, const fy_texture_use *use) {
    return &store->scene->images.data[store->scene->textures.data[use->texture].image];
}

/* The texels as the material reads them. The image's own memory where nothing has to change. */
static bool extract(fy_texture_store *store, const fy_texture_use *use, fy_texels *texels) {
    const ferry_image *image = image_of(store, use);
    fy_texel_needs needs = needs_of(use);
    *texels = (fy_texels){image->levels[0].width, image->levels[0].height,
                          (uint8_t *)(uintptr_t)image->levels[0].rgba};
    bool as_is = use->swizzle[0] == 0 && use->swizzle[1] == 1 && use->swizzle[2] == 2 && !use->bake.formula;
    if (as_is && use->threshold == 0 &&
        (use->alpha == 3 || (!needs.alpha && image->alpha == FERRY_ALPHA_ALL_OPAQUE)))
        return true;
    size_t count = (size_t)texels->width * texels->height;
    uint8_t *rgba = ferry_new(store->job, uint8_t, count * 4);
    if (!rgba) return false;
    const uint8_t *colors = texels->rgba, *alphas = texels->rgba;
    if (use->bake.formula) {
        if (!fy_texture_bake_run(store->job, &use->bake, texels->rgba, count, rgba)) return false;
        colors = rgba;
        if (use->bake.alpha != FY_TEV_NONE) alphas = rgba;
    }
    for (size_t i = 0; i < count; i++) {
        uint8_t from[4], alpha = needs.alpha ? alphas[4 * i + (use->alpha & 3)] : 255;
        memcpy(from, colors + 4 * i, 4);
        if (needs.alpha && use->threshold) alpha = alpha >= use->threshold ? 255 : 0;
        for (int k = 0; k < 3; k++) rgba[4 * i + (size_t)k] = needs.color ? from[use->swizzle[k] & 3] : alpha;
        rgba[4 * i + 3] = alpha;
    }
    texels->rgba = rgba;
    return true;
}

static uint32_t nearest_power(uint32_t size) {
    uint32_t power = 1;
    while (power * 2 <= size) power *= 2;
    return (size - power) * 2 > power ? power * 2 : power;
}

uint32_t fy_texture_least_rows(const fy_texture_use *use) {
    return use->wrap_s == FERRY_WRAP_CLAMP && use->wrap_t != FERRY_WRAP_CLAMP ? 8 : 1;
}

/* Sizes the runtime can draw: powers of two where the picture repeats; enough rows; two columns, as four bits
 * a texel are padded to. */
static bool fit_rules(fy_texture_store *store, const fy_texture_use *use, fy_texels *texels,
                      const char *path) {
    uint32_t width = texels->width, height = texels->height, least = fy_texture_least_rows(use);
    if (use->wrap_s != FERRY_WRAP_CLAMP) width = nearest_power(width);
    if (use->wrap_t != FERRY_WRAP_CLAMP) height = nearest_power(height);
    if (width == 1) width = 2;
    if (height < least) height = least;
    if (width == texels->width && height == texels->height) return true;
    fy_texels resized;
    if (!fy_texels_resize(store->job, texels, width, height, &resized)) return false;
    double error = fy_texels_difference(texels, &resized, needs_of(use));
    if (error > 0)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-size", store->name, path,
                  "%u x %u texels cannot repeat on the console: rescaled to %u x %u; mean difference "
                  "%.1f/255",
                  texels->width, texels->height, width, height, error);
    *texels = resized;
    return true;
}

static const char *texture_path(fy_texture_store *store, uint32_t index) {
    return ferry_job_format(store->job, "texture[%u] \"%s\"", index, store->scene->textures.data[index].name);
}

static void report_choice(fy_texture_store *store, const fy_texels *from, const fy_sprite *sprite,
                          const char *path) {
    char name[16];
    snprintf(name, sizeof name, "%s", fy_sprite_format_name(sprite->format));
    for (char *at = name; *at; at++) *at = (char)toupper((unsigned char)*at);
    bool resized = from->width != sprite->texels.width || from->height != sprite->texels.height;
    if (resized)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-memory", store->name, path,
                  "%u x %u texels do not fit the texture memory: now %u x %u in %s; mean difference %.1f/255",
                  from->width, from->height, sprite->texels.width, sprite->texels.height, name,
                  sprite->error);
    else if (!sprite->faithful)
        ferry_say(store->job, FERRY_LOSS, "t3dm.texture-format", store->name, path,
                  "%u x %u texels fit the texture memory as %s only; mean difference %.1f/255", from->width,
                  from->height, name, sprite->error);
    else
        ferry_say(store->job, FERRY_NOTE, "t3dm.texture", store->name, path,
                  "%u x %u texels as %s, %u bytes of texture memory", from->width, from->height, name,
                  fy_sprite_tmem(sprite->format, sprite->texels.width, sprite->texels.height));
}

/* --------------------------------------------------------------------------------------------- names */

uint32_t fy_t3dm_path_hash(const char *path) {
    uint32_t hash = 0x7E81C0E9;
    for (; *path; path++) {
        uint32_t byte = (uint32_t)(int32_t)(signed char)*path;
        hash = (hash >> 8 | hash << 24) ^ byte;
    }
    return hash;
}

static bool same_name(const char *a, const char *b) {
    for (; *a && *b; a++, b++)
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b)) return false;
    return *a == *b;
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
static const char *stem_of(fy_texture_store *store, uint32_t texture) {
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
    if (is_format_name(name)) name = ferry_job_format(store->job, "%s_", name);
    return name;
}

static const char *folder(const fy_texture_store *store, const char *text, size_t size) {
    while (size > 0 && text[size - 1] == '/') size--;
    if (size == 0) return *text == '/' ? "/" : "";
    return ferry_job_format(store->job, "%.*s/", (int)size, text);
}

static const char *rom_folder(fy_texture_store *store) {
    const char *given = setting(store->job, "t3dm.rom-dir");
    if (strncmp(given, "rom:", 4) == 0) given += 4;
    while (*given == '/') given++;
    return folder(store, given, strlen(given));
}

static bool remember_output(fy_texture_store *store, const fy_texture_export *of, const char *stem) {
    if (store->output_count == store->output_capacity) {
        uint32_t wider = store->output_capacity ? store->output_capacity * 2 : 16;
        fy_texture_output *data = ferry_new(store->job, fy_texture_output, wider);
        if (!data) return false;
        if (store->output_count) memcpy(data, store->outputs, store->output_count * sizeof *data);
        store->outputs = data;
        store->output_capacity = wider;
    }
    store->outputs[store->output_count++] = (fy_texture_output){(uint32_t)(of - store->exports), stem};
    return true;
}

static bool remember(fy_texture_store *store, fy_texture_file **list, uint32_t *count, uint32_t *capacity,
                     fy_texture_file file) {
    if (*count == *capacity) {
        uint32_t wider = *capacity ? *capacity * 2 : 8;
        fy_texture_file *data = ferry_new(store->job, fy_texture_file, wider);
        if (!data) return false;
        if (*count) memcpy(data, *list, *count * sizeof *data);
        *list = data;
        *capacity = wider;
    }
    (*list)[(*count)++] = file;
    return true;
}

bool fy_texture_store_reserve(fy_texture_store *store, const char *path, uint32_t hash) {
    return remember(store, &store->paths, &store->path_count, &store->path_capacity,
                    (fy_texture_file){path, hash});
}

/* The runtime caches by hash alone, and zero is its mark of a free entry. */
static bool is_taken(const fy_texture_store *store, const char *path, uint32_t hash) {
    if (hash == 0) return true;
    for (uint32_t i = 0; i < store->path_count; i++)
        if (store->paths[i].hash == hash || same_name(store->paths[i].path, path)) return true;
    return false;
}

/* A new name for a picture: its stem, or the stem with the first number that is free. */
static bool name_file(fy_texture_store *store, fy_texture_export *of) {
    const char *rom = rom_folder(store), *format = fy_sprite_format_name(of->sprite.format);
    for (uint32_t number = 1; number < 100000; number++) {
        const char *stem = of->stem;
        if (number > 1) stem = ferry_job_format(store->job, "%s_%u", of->stem, number);
        const char *path = ferry_job_format(store->job, "rom:/%s%s.%s.sprite", rom, stem, format);
        fy_texture_file file = {path, fy_t3dm_path_hash(path)};
        if (!*path) return false;
        if (is_taken(store, path, file.hash)) continue;
        return fy_texture_store_reserve(store, path, file.hash) &&
               remember(store, &of->files, &of->file_count, &of->file_capacity, file) &&
               remember_output(store, of, stem);
    }
    ferry_say(store->job, FERRY_ERROR, "t3dm.texture-name", store->name, "",
              "no free name for texture \"%s\"", of->stem);
    return false;
}

/* ------------------------------------------------------------------------------------------- exports */

static bool same_wish(const fy_texture_wish *a, const fy_texture_wish *b) {
    return a->has_format == b->has_format && (!a->has_format || a->format == b->format) &&
           a->width == b->width && a->height == b->height && a->most == b->most;
}

static bool same_use(const fy_texture_export *is, const fy_texture_use *use, uint32_t image, uint32_t budget,
                     bool plain) {
    bool clamp_s = is->use.wrap_s == FERRY_WRAP_CLAMP, clamp_t = is->use.wrap_t == FERRY_WRAP_CLAMP;
    return is->image == image && memcmp(is->use.swizzle, use->swizzle, 3) == 0 &&
           is->use.alpha == use->alpha && is->use.threshold == use->threshold && is->budget == budget &&
           fy_texture_bake_same(&is->use.bake, &use->bake) && is->plain_only == plain &&
           clamp_s == (use->wrap_s == FERRY_WRAP_CLAMP) && clamp_t == (use->wrap_t == FERRY_WRAP_CLAMP) &&
           same_wish(&is->use.wish, &use->wish);
}

static fy_texture_export *append_export(fy_texture_store *store) {
    if (store->count == store->capacity) {
        uint32_t wider = store->capacity ? store->capacity * 2 : 16;
        fy_texture_export *data = ferry_new(store->job, fy_texture_export, wider);
        if (!data) return NULL;
        if (store->count) memcpy(data, store->exports, store->count * sizeof *data);
        store->exports = data;
        store->capacity = wider;
    }
    return &store->exports[store->count++];
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

static bool make_picture(fy_texture_store *store, fy_texture_export *made) {
    const fy_texture_use *use = &made->use;
    fy_texels texels;
    fy_sprite sprite;
    const char *path = texture_path(store, use->texture);
    if (!extract(store, use, &texels) || !fit_rules(store, use, &texels, path) ||
        !fy_sprite_choose(store->job, &texels, needs_of(use), made->budget, made->plain_only,
                          fy_texture_least_rows(use), &sprite))
        return false;
    report_choice(store, &texels, &sprite, path);
    return keep_sprite(store->job, &sprite, &made->sprite);
}

static bool find_or_make(fy_texture_store *store, const fy_texture_use *use, uint32_t budget, bool plain,
                         uint32_t *index) {
    uint32_t image = store->scene->textures.data[use->texture].image;
    for (uint32_t i = 0; i < store->count; i++)
        if (same_use(&store->exports[i], use, image, budget, plain)) {
            *index = i;
            return true;
        }
    fy_texture_export *made = append_export(store);
    if (!made) return false;
    *made = (fy_texture_export){.use = *use, .image = image, .budget = budget, .plain_only = plain};
    made->stem = stem_of(store, use->texture);
    *index = store->count - 1;
    ferry_mark mark = ferry_job_mark(store->job);
    bool done = made->stem && make_picture(store, made);
    ferry_job_release(store->job, mark);
    return done && name_file(store, made);
}

static uint32_t tmem_of(const fy_texture_store *store, const fy_texture_use *use) {
    const ferry_image *image = image_of(store, use);
    return fy_sprite_tmem(FY_SPRITE_RGBA16, image->width, image->height);
}

/* Two textures share the memory, and neither may have a palette: the runtime keeps one palette, and one
 * switch, for both. A small one leaves the rest to the other. */
bool fy_texture_store_add(fy_texture_store *store, const fy_texture_use *uses, unsigned count,
                          uint32_t exports[2]) {
    if (count == 1) return find_or_make(store, &uses[0], 4096, false, &exports[0]);
    uint32_t first = tmem_of(store, &uses[0]), second = tmem_of(store, &uses[1]);
    uint32_t less = first <= second ? first : second, budgets[2] = {2048, 2048};
    if (less <= 1024) {
        unsigned smaller = first <= second ? 0 : 1;
        budgets[smaller] = less <= 512 ? 512 : 1024;
        budgets[!smaller] = 4096 - budgets[smaller];
    }
    return find_or_make(store, &uses[0], budgets[0], true, &exports[0]) &&
           find_or_make(store, &uses[1], budgets[1], true, &exports[1]);
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

static const char *file_folder(const fy_texture_store *store) {
    const char *given = setting(store->job, "t3dm.texture-dir");
    if (*given) return folder(store, given, strlen(given));
    return ferry_job_format(store->job, "%.*s", (int)(base_name(store->name) - store->name), store->name);
}

static bool add_file(const fy_texture_store *store, const fy_texture_output *output, const char *ending,
                     ferry_bytes bytes, ferry_file_list *files) {
    const char *format = fy_sprite_format_name(store->exports[output->export].sprite.format);
    const char *name =
        ferry_job_format(store->job, "%s%s.%s.%s", file_folder(store), output->stem, format, ending);
    return *name && ferry_add_file(store->job, files, name, bytes);
}

typedef struct encoded {
    ferry_bytes png, sprite;
} encoded;

static bool encode(const fy_texture_store *store, const fy_texture_export *of, encoded *to) {
    const char *sprites = setting(store->job, "t3dm.sprites");
    if (strcmp(sprites, "sprite") != 0 && !fy_sprite_png(store->job, of->stem, &of->sprite, &to->png))
        return false;
    return strcmp(sprites, "png") == 0 ||
           fy_sprite_write(store->job, of->stem, &of->sprite, of->extra_levels, &to->sprite);
}

static void say_version(const fy_texture_store *store) {
    bool old = ferry_setting_is(store->job, "sprite.version", "4");
    if (store->output_count && !ferry_setting_is(store->job, "t3dm.sprites", "png"))
        ferry_say(store->job, FERRY_NOTE, "sprite.version", store->name, "",
                  "%u sprites of version %s, for libdragon %s; others take --set sprite.version=%s",
                  store->output_count, old ? "4" : "6", old ? "of July 2023 to October 2024" : "of 2026",
                  old ? "6" : "4");
}

bool fy_texture_store_write(const fy_texture_store *store, ferry_file_list *files) {
    encoded *made = ferry_new(store->job, encoded, store->count);
    if (store->count && !made) return false;
    for (uint32_t i = 0; i < store->count; i++) {
        ferry_mark mark = ferry_job_mark(store->job);
        bool done = ferry_tick(store->job) && encode(store, &store->exports[i], &made[i]);
        ferry_job_release(store->job, mark);
        if (!done) return false;
    }
    for (uint32_t i = 0; i < store->output_count; i++) {
        const fy_texture_output *output = &store->outputs[i];
        const encoded *of = &made[output->export];
        if (of->png.size && !add_file(store, output, "png", of->png, files)) return false;
        if (of->sprite.size && !add_file(store, output, "sprite", of->sprite, files)) return false;
    }
    say_version(store);
    return true;
}
