/* toy.c: the program with formats of its own, made of lines of text, so that its behaviour can be tested case
 * by case.
 *
 *     toy 1            a model: any of the lines `triangles N`, `scale N`, `image NAME WIDTH`, `companion
 *                      NAME`, `log TEXT` (to the file that TOY_LOG names), `note|loss|warning|error TEXT`
 *     toymat 1         joins a model: `material NAME`
 *     toypack 1        an archive: `file NAME SIZE`, a line break, and SIZE bytes, any number of times; and
 *                      `note|loss|warning TEXT`
 *     toyzip 1         a packed file: the rest is the file inside
 *     alien 1          a model from a foreign library: the lines of a toy, and its tricks: `signal N`, `exit
 *                      N`, `spin`, `wait MILLISECONDS`, `eat MEGABYTES`, `print KILOBYTES`, `processor`
 *                      (prints how many seconds of it the process may use), `babble TEXT` (to every open
 *                      file), `frame KIND SIZE BYTES` (the same, as child.c would; `#N` in it is a number)
 *
 * The format "toyout" writes a scene as text, with a file for each image. If TOY_NO_LINKS is set, no disk has
 * hard links. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "cli/base/frames.h"
#include "cli/run.h"

/* Takes the place of the C library's. */
int link(const char *from, const char *to) {
    if (!getenv("TOY_NO_LINKS")) return linkat(AT_FDCWD, from, AT_FDCWD, to, 0);
    errno = EPERM;
    return -1;
}

/* -------------------------------------------------------------------------------------------------- lines */

static bool starts(ferry_bytes bytes, const char *magic) {
    return bytes.size >= strlen(magic) && memcmp(bytes.data, magic, strlen(magic)) == 0;
}

/* The next line in the job's memory, without its end; NULL at the end of the window. */
static const char *next_line(ferry_window *in) {
    size_t length = 0, left = in->size - in->pos;
    if (!left) return NULL;
    while (length < left && in->data[in->pos + length] != '\n') length++;
    const char *line = ferry_job_format(in->job, "%.*s", (int)length, (const char *)in->data + in->pos);
    ferry_skip(in, length < left ? length + 1 : length);
    return line;
}

/* What follows `word` and a space; NULL if the line starts otherwise. */
static const char *after(const char *line, const char *word) {
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && line[length] == ' ' ? line + length + 1 : NULL;
}

/* ------------------------------------------------------------------------------------------------ reading */

static uint32_t probe_toy(ferry_bytes bytes) {
    return starts(bytes, "toy 1\n") ? 48 : 0;
}

/* A fan of `count` triangles, each of another shape, under one node. */
static bool add_fan(ferry_scene *scene, uint32_t count) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    if (!node || !mesh || !draw) return false;
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    *draw = (ferry_draw){.name = "fan", .material = FERRY_NONE, .visible = true};
    *mesh =
        (ferry_mesh){.name = "fan", .skin = FERRY_NONE, .vertex_count = count + 2, .triangle_count = count};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, count + 2);
    mesh->triangles = ferry_scene_new(scene, uint32_t, (size_t)count * 3);
    if (!mesh->positions || !mesh->triangles) return false;
    for (uint32_t i = 0; i < count + 2; i++)
        mesh->positions[i] = (ferry_vec3){(float)i, (float)i * (float)i, 0.25f};
    for (uint32_t i = 0; i < count; i++) {
        mesh->triangles[3 * i + 1] = i + 1;
        mesh->triangles[3 * i + 2] = i + 2;
    }
    return true;
}

/* An image of `width` by 2 texels, all different, with two levels, and its texture. */
static bool add_image(ferry_scene *scene, const char *name, uint32_t width) {
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    ferry_mip_level *levels = ferry_scene_new(scene, ferry_mip_level, 2);
    uint8_t *texels = ferry_scene_new(scene, uint8_t, (size_t)width * 2 * 4);
    if (!image || !texture || !levels || !texels) return false;
    for (size_t i = 0; i < (size_t)width * 2 * 4; i++) texels[i] = i % 4 == 3 ? 255 : (uint8_t)(i * 7);
    levels[0] = (ferry_mip_level){width, 2, texels};
    levels[1] = (ferry_mip_level){width > 1 ? width / 2 : 1, 1, texels};
    *image = (ferry_image){.name = ferry_scene_format(scene, "%s", name),
                           .width = width,
                           .height = 2,
                           .levels = levels,
                           .level_count = 2,
                           .alpha = FERRY_ALPHA_ALL_OPAQUE};
    *texture = (ferry_texture){
        .name = image->name, .path = "", .image = scene->images.count - 1, .wrap_t = FERRY_WRAP_MIRROR};
    return true;
}

static bool add_material(ferry_scene *scene, const char *name) {
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    if (!material) return false;
    *material = (ferry_material){.name = ferry_scene_format(scene, "%s", name),
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = scene->textures.count ? 0 : FERRY_NONE};
    return true;
}

/* Says what `note|loss|warning|error TEXT` says; false for other lines. */
static bool says(ferry_window *in, const char *line, ferry_severity *severity) {
    static const char *const severities[] = {"note", "loss", "warning", "error"};
    for (int i = 0; i < 4; i++) {
        const char *rest = after(line, severities[i]);
        if (!rest) continue;
        *severity = (ferry_severity)i;
        ferry_say_at(in, in->pos, *severity, "toy.line", "%s", rest);
        return true;
    }
    return false;
}

/* A line for each time that something was done, to the file that TOY_LOG names. */
static void log_line(const char *text) {
    const char *path = getenv("TOY_LOG");
    FILE *file = path ? fopen(path, "a") : NULL;
    if (!file) return;
    fprintf(file, "%s\n", text);
    fclose(file);
}

/* The scale rides in the scene's unit, where toyout finds it. */
static bool read_line(ferry_window *in, const char *line, ferry_scene *scene) {
    const char *rest;
    ferry_severity severity;
    if (says(in, line, &severity)) return severity != FERRY_ERROR;
    if ((rest = after(line, "triangles"))) return add_fan(scene, (uint32_t)strtoul(rest, NULL, 10));
    if ((rest = after(line, "material"))) return add_material(scene, rest);
    if ((rest = after(line, "image"))) {
        const char *space = strrchr(rest, ' ');
        uint32_t width = space ? (uint32_t)strtoul(space, NULL, 10) : 0;
        if (!width) return ferry_refuse(in, in->pos, "toy.line", "an image needs a name and a width");
        return add_image(scene, ferry_job_format(in->job, "%.*s", (int)(space - rest), rest), width);
    }
    if ((rest = after(line, "log"))) {
        log_line(rest);
        return true;
    }
    if ((rest = after(line, "companion"))) {
        ferry_bytes bytes;
        ferry_say_at(in, in->pos, FERRY_NOTE, "toy.line", "%s is %s", rest,
                     ferry_sidecar(in->job, rest, &bytes) ? "there" : "not there");
        return true;
    }
    if ((rest = after(line, "scale"))) {
        scene->unit = strtof(rest, NULL);
        return true;
    }
    return ferry_refuse(in, in->pos, "toy.line", "no such line: \"%s\"", line);
}

static bool read_toy(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    (void)job;
    const char *line = next_line(in); /* the magic */
    while ((line = next_line(in)))
        if (!read_line(in, line, scene)) return false;
    return true;
}

static uint32_t probe_alien(ferry_bytes bytes) {
    return starts(bytes, "alien 1\n") ? 64 : 0;
}

static bool babble(const void *bytes, size_t size) {
    for (int file = 3; file < 64; file++) { /* most are not open */
        ssize_t put = write(file, bytes, size);
        (void)put;
    }
    return true;
}

/* `#` and a number stand for that number as frames have it. */
static bool babble_body(const char *text) {
    while (*text) {
        size_t length = strcspn(text, "#");
        babble(text, length);
        text += length;
        if (!*text) break;
        char *end;
        uint64_t number = strtoull(text + 1, &end, 10);
        babble(&number, sizeof number);
        text = end;
    }
    return true;
}

/* What foreign code may do to a process. False: no trick. */
static bool play_trick(const char *line) {
    const char *rest;
    if ((rest = after(line, "signal"))) return raise(atoi(rest)) == 0;
    if ((rest = after(line, "exit"))) _exit(atoi(rest));
    if (strcmp(line, "spin") == 0)
        for (volatile int i = 0;; i = !i) {
        }
    if ((rest = after(line, "wait"))) {
        long milliseconds = atol(rest);
        return nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL) == 0;
    }
    if ((rest = after(line, "eat"))) {
        void *memory = malloc((size_t)atol(rest) << 20);
        if (!memory) abort();
        memset(memory, 1, 1);
        free(memory);
        return true;
    }
    if ((rest = after(line, "print"))) {
        for (long i = 0; i < atol(rest) * 32; i++) printf("%031ld\n", i);
        return true;
    }
    if (strcmp(line, "processor") == 0) {
        struct rlimit limit = {0};
        getrlimit(RLIMIT_CPU, &limit);
        return printf("%llu seconds\n", (unsigned long long)limit.rlim_cur) > 0;
    }
    if ((rest = after(line, "babble"))) return babble(rest, strlen(rest));
    if ((rest = after(line, "frame"))) {
        char *end;
        cli_frame frame = {.magic = CLI_FRAME_MAGIC, .kind = (uint32_t)strtoul(rest, &end, 10)};
        frame.size = strtoull(end, &end, 10);
        return babble(&frame, sizeof frame) && babble_body(end + 1);
    }
    return false;
}

static bool read_alien(ferry_job *job, ferry_window *in, ferry_scene *scene) {
    (void)job;
    const char *line = next_line(in);
    while ((line = next_line(in)))
        if (!play_trick(line) && !read_line(in, line, scene)) return false;
    return true;
}

static uint32_t probe_toymat(ferry_bytes bytes) {
    return starts(bytes, "toymat 1\n") ? 72 : 0;
}

/* ---------------------------------------------------------------------------------------------- unpacking */

static uint32_t probe_toypack(ferry_bytes bytes) {
    return starts(bytes, "toypack 1\n") ? 80 : 0;
}

static bool unpack_toypack(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    log_line(in->file);
    const char *line = next_line(in);
    while ((line = next_line(in))) {
        const char *rest = after(line, "file"), *space = rest ? strrchr(rest, ' ') : NULL;
        ferry_severity severity;
        if (says(in, line, &severity)) continue;
        if (!space) return ferry_refuse(in, in->pos, "toypack.line", "no such line: \"%s\"", line);
        size_t size = strtoul(space, NULL, 10);
        const uint8_t *data = ferry_read_bytes(in, size);
        const char *name = ferry_job_format(job, "%.*s", (int)(space - rest), rest);
        if (!data || !ferry_add_file(job, files, name, (ferry_bytes){data, size})) return false;
    }
    return true;
}

static uint32_t probe_toyzip(ferry_bytes bytes) {
    return starts(bytes, "toyzip 1\n") ? 72 : 0;
}

static bool unpack_toyzip(ferry_job *job, ferry_window *in, ferry_file_list *files) {
    const char *dot = strrchr(in->file, '.');
    const char *name =
        ferry_job_format(job, "%.*s", (int)(dot ? (size_t)(dot - in->file) : strlen(in->file)), in->file);
    return ferry_add_member(in, files, name, 9, in->size - 9);
}

/* ------------------------------------------------------------------------------------------------ writing */

static const ferry_setting toyout_settings[] = {
    {"toyout.scale", "auto", "auto|shared|shared:folder|number", "a number that models may share"},
    {"toyout.texture-dir", "", "text", "where the images go"},
    {"toyout.rom-dir", "", "text", "their folder in the ROM"},
    {NULL, NULL, NULL, NULL},
};

static bool agree_toyout(ferry_job *job, const ferry_scene *scene, double *value) {
    (void)job;
    *value = (double)scene->unit;
    return true;
}

static bool put_text(ferry_job *job, ferry_file_list *files, const char *name, const char *text) {
    return ferry_add_file(job, files, name, (ferry_bytes){(const uint8_t *)text, strlen(text)});
}

static bool write_toyout(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    const char *scale = ferry_setting_text(job, "toyout.scale"),
               *folder = ferry_setting_text(job, "toyout.texture-dir");
    const char *rom = ferry_setting_text(job, "toyout.rom-dir");
    ferry_counts counts;
    if (!ferry_count(scene, &counts)) return false;
    if (strcmp(scale, "auto") == 0 || strncmp(scale, "shared", 6) == 0)
        scale = ferry_job_format(job, "%g", (double)scene->unit);
    const char *text = ferry_job_format(job, "toyout\nscale %s\ntriangles %u\nmaterials %u\n", scale,
                                        (unsigned)counts.triangles, scene->materials.count);
    for (uint32_t i = 0; i < scene->images.count; i++)
        text = ferry_job_format(job, "%srom:/%s%s%s.sprite\n", text, rom, *rom ? "/" : "",
                                scene->images.data[i].name);
    if (!put_text(job, files, name, text)) return false;
    for (uint32_t i = 0; i < scene->images.count; i++) {
        const ferry_image *image = &scene->images.data[i];
        const char *path = ferry_job_format(job, "%s%s%s.png", folder, *folder ? "/" : "", image->name);
        if (!put_text(job, files, path, ferry_job_format(job, "%u x %u\n", image->width, image->height)))
            return false;
    }
    return true;
}

static const ferry_caps toyout_caps = {
    .max_influences = 1, .scale_rules = true, .degenerates = true, .unused = true};

static const ferry_format toy = {.name = "toy",
                                 .title = "toy model",
                                 .extensions = ".toy .toi",
                                 .role = FERRY_ROLE_MODEL,
                                 .probe = probe_toy,
                                 .read = read_toy,
                                 .flags = FERRY_FORMAT_SIDE_FILES};
static const ferry_format alien = {.name = "alien",
                                   .title = "alien model",
                                   .extensions = ".alien",
                                   .role = FERRY_ROLE_MODEL,
                                   .probe = probe_alien,
                                   .read = read_alien,
                                   .flags = FERRY_FORMAT_FOREIGN_READ | FERRY_FORMAT_SIDE_FILES};
static const ferry_format toymat = {.name = "toymat",
                                    .title = "toy materials",
                                    .extensions = ".toymat",
                                    .role = FERRY_ROLE_ADD_ON,
                                    .probe = probe_toymat,
                                    .read = read_toy};
static const ferry_format toypack = {.name = "toypack",
                                     .title = "toy archive",
                                     .extensions = ".toypack",
                                     .role = FERRY_ROLE_ARCHIVE,
                                     .probe = probe_toypack,
                                     .unpack = unpack_toypack};
static const ferry_format toyzip = {.name = "toyzip",
                                    .title = "toy packed file",
                                    .extensions = ".toyzip",
                                    .role = FERRY_ROLE_PACKING,
                                    .probe = probe_toyzip,
                                    .unpack = unpack_toyzip};
static const ferry_format toyout = {.name = "toyout",
                                    .title = "toy output",
                                    .extensions = ".toyout",
                                    .role = FERRY_ROLE_MODEL,
                                    .write = write_toyout,
                                    .caps = &toyout_caps,
                                    .settings = toyout_settings,
                                    .agreed_setting = "toyout.scale",
                                    .shared_setting = agree_toyout};

static const ferry_format *const toys[] = {&toy, &alien, &toymat, &toypack, &toyzip, &toyout, NULL};

int main(int argc, char **argv) {
    return cli_main(argc, argv, toys);
}
