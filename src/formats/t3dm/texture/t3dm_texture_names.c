/* t3dm_texture_names.c: see the header. */
#include "formats/t3dm/texture/t3dm_texture_names.h"

#include <ctype.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/order.h"
#include "formats/sprite/rom_path.h"
#include "formats/sprite/t3dm_sprites.h"

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

/* The runtime's hash is the exclusive or of every fourth byte, so `box_box` would have that of `hat_hat`:
 * what repeats the model's name at such a distance moves on by one. */
static const char *separator(const char *prefix, const char *name) {
    size_t length = strlen(prefix);
    for (size_t i = 0; i < length; i++)
        if (tolower((unsigned char)prefix[i]) != tolower((unsigned char)name[i])) return "_";
    return (length + 1) % 4 == 0 ? "__" : "_";
}

const char *fy_texture_stem(fy_texture_store *store, uint32_t texture, bool part) {
    const char *text = store->scene->textures.data[texture].name;
    const char *name = clean_name(store->job, *text ? text : "texture", strlen(*text ? text : "texture"));
    if (!name) return NULL;
    const char *model = base_name(store->name), *dot = strrchr(model, '.');
    size_t length = dot ? (size_t)(dot - model) : strlen(model);
    if (!ferry_setting_is(store->job, "t3dm.texture-names", "plain") && length > 0) {
        const char *prefix = clean_name(store->job, model, length);
        if (!prefix) return NULL;
        name = ferry_job_format(store->job, "%s%s%s", prefix, separator(prefix, name), name);
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
    const char *given = ferry_setting_text(job, key);
    if (strncmp(given, "rom:", 4) == 0) given += 4;
    while (*given == '/') given++;
    return folder(job, given, strlen(given));
}

const char *fy_t3dm_rom_files(ferry_job *job, const char *name) {
    const char *given = ferry_setting_text(job, "t3dm.texture-dir");
    if (*given) return folder(job, given, strlen(given));
    return ferry_job_format(job, "%.*s", (int)(base_name(name) - name), name);
}

const char *fy_texture_file_name(const fy_texture_store *store, const char *stem, fy_sprite_format format,
                                 const char *ending) {
    return ferry_job_format(store->job, "%s%s.%s.%s", fy_t3dm_rom_files(store->job, store->name), stem,
                            fy_sprite_format_name(format), ending);
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

bool fy_texture_name_file(fy_texture_store *store, fy_texture_export *of) {
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
