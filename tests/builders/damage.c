/* damage.c: see damage.h. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "damage.h"
#include "formats/t3dm/check/t3dm_check.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

/* ------------------------------------------------------------------------------------------------ bytes */

typedef struct blows {
    uint8_t *data;
    size_t size;
    fy_random *random;
    char text[256];
} blows;

static void note(blows *b, const char *what, size_t at, uint32_t value) {
    size_t used = strlen(b->text);
    snprintf(b->text + used, sizeof b->text - used, " %s %zu %x", what, at, (unsigned)value);
}

/* Headers stand in front, and decide most: half of all changes fall there. */
static size_t place(const blows *b, size_t width) {
    size_t room = b->size - width + 1, front = room < 320 ? room : 320;
    size_t most = fy_random_below(b->random, 2) ? front : room;
    size_t at = fy_random_below(b->random, (uint32_t)most);
    return at - at % width;
}

static void put(blows *b, const char *what, size_t at, uint32_t value, uint32_t width) {
    for (uint32_t i = 0; i < width; i++) b->data[at + i] = (uint8_t)(value >> 8 * (width - 1 - i));
    note(b, what, at, value);
}

static void change_byte(blows *b) {
    size_t at = place(b, 1);
    uint8_t old = b->data[at],
            values[] = {0, 0xFF, (uint8_t)(old ^ 0x80), (uint8_t)(old + 1), (uint8_t)(old - 1)};
    put(b, "byte", at, values[fy_random_below(b->random, COUNT(values))], 1);
}

static void change_count(blows *b) {
    static const uint32_t values[] = {0, 1, 2, 0x7FFF, 0x8000, 0xFFFF, 255, 256, 4000};
    put(b, "count", place(b, 2), values[fy_random_below(b->random, COUNT(values))], 2);
}

static void change_offset(blows *b) {
    const uint32_t values[] = {0,
                               1,
                               0x20,
                               0xFFFFFFFF,
                               0x7FFFFFFF,
                               0x80000000,
                               0xFFFFFF,
                               (uint32_t)b->size,
                               fy_random_below(b->random, (uint32_t)b->size)};
    put(b, "offset", place(b, 4), values[fy_random_below(b->random, COUNT(values))], 4);
}

/* NaN, infinities, the largest and the least, and what leaves 16 bits in some unit. */
static void change_float(blows *b) {
    static const uint32_t values[] = {0x7FC00000, 0xFF800000, 0x7F800000, 0x7F7FFFFF, 0xFF7FFFFF,
                                      0x00000001, 0x80000000, 0x47000000, 0xC7800000, 0x4B000000,
                                      0x4F000000, 0x38000000, 0x501502F9, 0xBF800000};
    put(b, "float", place(b, 4), values[fy_random_below(b->random, COUNT(values))], 4);
}

static bool is_letter(uint8_t c) {
    return (c | 32) >= 'a' && (c | 32) <= 'z';
}

/* The next four letters, from anywhere on. */
static void change_name(blows *b) {
    static const uint8_t values[] = {0, '\n', '/', '"', 0xFF, 0x81, '.', ' '};
    for (size_t at = place(b, 1); at + 4 <= b->size; at++) {
        if (!is_letter(b->data[at]) || !is_letter(b->data[at + 1]) || !is_letter(b->data[at + 2]) ||
            !is_letter(b->data[at + 3]))
            continue;
        put(b, "name", at + fy_random_below(b->random, 4), values[fy_random_below(b->random, COUNT(values))],
            1);
        return;
    }
}

/* What stands elsewhere, four bytes of it, is likely enough to be believed. */
static void move_bytes(blows *b) {
    size_t from = place(b, 4), to = place(b, 4);
    put(b, "moved", to, ferry_be32(b->data + from), 4);
}

static void cut(blows *b) {
    b->size = fy_random_below(b->random, (uint32_t)b->size);
    note(b, "cut", b->size, 0);
}

static void strike(blows *b) {
    static void (*const ways[])(blows *) = {change_byte,  change_count, change_offset,
                                            change_float, change_name,  move_bytes};
    if (fy_random_below(b->random, 24) == 0) cut(b);
    for (uint32_t k = 1 + fy_random_below(b->random, 4); k && b->size >= 8; k--)
        ways[fy_random_below(b->random, COUNT(ways))](b);
}

/* ------------------------------------------------------------------------------------------- conversion */

static const char *last_part(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool find_beside(void *user, const char *name, ferry_bytes *bytes) {
    const damage_subject *s = user;
    for (uint32_t i = s->read; i < s->count; i++) {
        if (strcmp(last_part(s->files[i].name), last_part(name)) != 0) continue;
        *bytes = s->files[i].bytes;
        return true;
    }
    return false;
}

static bool find_written(void *user, const char *name, ferry_bytes *bytes) {
    const ferry_file_list *files = user;
    for (uint32_t i = 0; i < files->count; i++) {
        if (strcmp(last_part(files->data[i].name), last_part(name)) != 0) continue;
        *bytes = files->data[i].bytes;
        return true;
    }
    return false;
}

/* As the verb `check` does it. */
static bool is_sound(ferry_file_list *files, const ferry_file *file, char why[DAMAGE_TEXT]) {
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .sidecar = find_written, .user = files});
    ferry_window window = ferry_window_open(job, file->name, file->bytes);
    ferry_scene *scene = fy_scene_open(job);
    bool sound = fy_t3dm_check(job, &window, scene) && !ferry_failed(job);
    size_t used = strlen(why);
    for (uint32_t i = 0; i < ferry_job_report(job)->count; i++) {
        const ferry_message *m = &ferry_job_report(job)->data[i];
        if (m->severity == FERRY_ERROR)
            snprintf(why + used, DAMAGE_TEXT - used, ": check: %s: %s", m->path, m->text);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return sound;
}

static bool all_sound(ferry_file_list *files, char why[DAMAGE_TEXT]) {
    for (uint32_t i = 0; i < files->count; i++) {
        size_t length = strlen(files->data[i].name);
        if (length > 5 && strcmp(files->data[i].name + length - 5, ".t3dm") == 0 &&
            !is_sound(files, &files->data[i], why))
            return false;
    }
    return true;
}

static size_t choose_settings(fy_random *random, ferry_setting_value *settings) {
    static const ferry_setting_value all[] = {{"t3dm.merge-objects", "alike"},
                                              {"t3dm.bvh", "yes"},
                                              {"poses.max", "2"},
                                              {"t3dm.covered", "keep"},
                                              {"t3dm.skeleton", "always"},
                                              {"t3dm.aabb", "rest"},
                                              {"t3dm.base-scale", "3"},
                                              {"rigid.blend-joints", "4"},
                                              {"t3dm.sprites", "sprite"},
                                              {"t3dm.coplanar", "keep"},
                                              {"poses.visibility", "tracks"},
                                              {"t3dm.base-scale", "auto"},
                                              {"t3dm.texture-format", "rgba16"}};
    size_t count = 0;
    if (fy_random_below(random, 3) == 0)
        settings[count++] =
            (ferry_setting_value){"t3dm.layout", build_layout_names[fy_random_below(random, BUILD_LAYOUTS)]};
    for (uint32_t k = fy_random_below(random, 3); k; k--)
        settings[count++] = all[fy_random_below(random, COUNT(all))];
    return count;
}

static damage_outcome convert(const damage_subject *s, fy_random *random, char why[DAMAGE_TEXT]) {
    ferry_setting_value settings[4];
    ferry_options options = {.size = sizeof options,
                             .settings = settings,
                             .setting_count = choose_settings(random, settings),
                             .memory_limit = DAMAGE_MEMORY,
                             .deadline = 60,
                             .sidecar = find_beside,
                             .user = (void *)(uintptr_t)s};
    for (size_t i = 0; i < options.setting_count; i++) {
        size_t used = strlen(why);
        snprintf(why + used, DAMAGE_TEXT - used, " %s=%s", settings[i].key, settings[i].value);
    }
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, s->files, s->read);
    bool done = scene && ferry_check(job, scene) && ferry_prepare(job, scene, "t3dm", NULL) &&
                ferry_save(job, scene, "t3dm", "x.t3dm", &files);
    damage_outcome outcome = done ? DAMAGE_WRITTEN : DAMAGE_REFUSED;
    if (done == ferry_failed(job)) outcome = DAMAGE_WRONG;
    if (done && !all_sound(&files, why)) outcome = DAMAGE_WRONG;
    if (ferry_job_peak_memory(job) > DAMAGE_MEMORY + (1 << 16)) outcome = DAMAGE_WRONG;
    const char *tells = getenv("FERRY_DAMAGE_TELLS"); /* for those who look for messages */
    for (uint32_t i = 0; tells && i < ferry_job_report(job)->count; i++)
        if (strstr(ferry_job_report(job)->data[i].text, tells))
            printf("%s: %s: %s\n", why, ferry_job_report(job)->data[i].path,
                   ferry_job_report(job)->data[i].text);
    ferry_scene_free(scene);
    ferry_close(job);
    return outcome;
}

damage_outcome damage_one(const damage_subject *subject, fy_random *random, char why[DAMAGE_TEXT]) {
    damage_subject damaged = *subject;
    uint32_t which = fy_random_below(random, 3) ? 0 : fy_random_below(random, subject->count);
    ferry_bytes whole = subject->files[which].bytes;
    blows b = {.data = malloc(whole.size + 1), .size = whole.size, .random = random};
    ck_assert_ptr_nonnull(b.data);
    memcpy(b.data, whole.data, whole.size);
    strike(&b);
    uint8_t *exact = realloc(b.data, b.size ? b.size : 1); /* what reads behind the end is seen */
    damaged.files[which].bytes = (ferry_bytes){exact, b.size};
    snprintf(why, DAMAGE_TEXT, "%s: %s%s", subject->name, subject->files[which].name, b.text);
    damage_outcome outcome = convert(&damaged, random, why);
    free(exact);
    return outcome;
}

damage_subject damage_converted(const damage_subject *subject, const ferry_setting_value *settings,
                                size_t count) {
    ferry_options options = {.size = sizeof options,
                             .settings = settings,
                             .setting_count = count,
                             .sidecar = find_beside,
                             .user = (void *)(uintptr_t)subject};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, subject->files, subject->read);
    ck_assert_msg(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
                      ferry_save(job, scene, "t3dm", "x.t3dm", &files),
                  "%s", subject->name);
    damage_subject made = {.name = subject->name, .read = 1};
    for (uint32_t i = 0; i < files.count && made.count < DAMAGE_FILES; i++) {
        const ferry_file *file = &files.data[i];
        if (strstr(file->name, ".png")) continue;
        uint8_t *copy = malloc(file->bytes.size + 1);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, file->bytes.data, file->bytes.size);
        made.files[made.count++] = (ferry_input){strdup(file->name), {copy, file->bytes.size}};
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return made;
}

void damage_close(damage_subject *subject) {
    for (uint32_t i = 0; i < subject->count; i++) {
        free((void *)(uintptr_t)subject->files[i].name);
        free((void *)(uintptr_t)subject->files[i].bytes.data);
    }
}
