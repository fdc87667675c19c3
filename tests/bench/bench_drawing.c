/*
 * bench_drawing.c: what T3DM files cost to draw, before and after they are written anew, and a grid that is
 * built here (docs/performance.md, "Drawing"). No test: the figures are the same on every machine, the times
 * are not. `bench_drawing [FILE.t3dm...]`; with `-o FILE...` every object is a line, `-s` shows how time
 * grows. Fails if an object costs more than before.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_replay.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Per triangle; `x` compares the cycles of all triangles: what has no area is not written, and
 * costs nothing. */
static void print_line(const char *name, const char *which, const replay_cost *c,
                       const replay_cost *against) {
    double n = c->triangles ? (double)c->triangles : 1, cycles = (double)fy_replay_cycles(c);
    printf("%-24.24s %-7s %7llu %7.3f %8.3f %8.3f %8.3f %8.3f %8.1f", name, which,
           (unsigned long long)c->triangles, (double)c->distinct / n, (double)c->vertices / n,
           (double)c->values / n, (double)fy_replay_commands(c) / n, (double)c->matrices / n, cycles / n);
    if (against && against->triangles) {
        double m = (double)against->triangles, before = (double)fy_replay_cycles(against);
        printf(" %7.3f %7.3f", cycles / n / (before / m), cycles / before);
        if (c->triangles != against->triangles)
            printf("   per triangle before: loads %.3f, commands %.3f", (double)c->vertices / m,
                   (double)fy_replay_commands(c) / m);
    }
    printf("\n");
}

static void print_title(void) {
    printf("%-24s %-7s %7s %7s %8s %8s %8s %8s %8s %7s %7s\n", "model", "", "tris", "floor", "loads",
           "values", "commands", "matrices", "cycles", "x each", "x all");
}

static uint32_t u32_at(ferry_bytes file, size_t at) {
    return at + 4 <= file.size ? ferry_be32(file.data + at) : 0;
}

/* The name of object `number`; objects may stand in another order when they are written anew. */
static const char *object_name(ferry_bytes file, uint32_t number) {
    for (uint32_t c = 0, seen = 0; c < u32_at(file, 4); c++) {
        uint32_t entry = u32_at(file, 0x2C + 4 * (size_t)c);
        if (entry >> 24 != 'O' || seen++ != number) continue;
        size_t at = (size_t)u32_at(file, 0x18) + u32_at(file, entry & 0xFFFFFF);
        return at < file.size ? (const char *)file.data + at : "";
    }
    return "";
}

/* Of those of a name that were not met yet, the one that is nearest in triangles; their number if there is
 * none. */
static uint32_t same_object(ferry_bytes file, const replay *in, const char *name, uint64_t triangles,
                            bool *met) {
    uint32_t best = in->objects;
    uint64_t least = UINT64_MAX;
    for (uint32_t i = 0; i < in->objects; i++) {
        uint64_t count = in->costs[i].triangles,
                 apart = count < triangles ? triangles - count : count - triangles;
        if (met[i] || apart >= least || strcmp(object_name(file, i), name) != 0) continue;
        best = i;
        least = apart;
    }
    if (best < in->objects) met[best] = true;
    return best;
}

/* Every object against the one of the same name; the number of those that cost more than before. */
static uint32_t compare_objects(ferry_bytes old, const replay *before, ferry_bytes anew, const replay *after,
                                bool print) {
    bool *met = calloc(after->objects + 1, sizeof *met);
    uint32_t above = 0;
    for (uint32_t i = 0; i < before->objects; i++) {
        const char *name = object_name(old, i);
        uint32_t k = same_object(anew, after, name, before->costs[i].triangles, met);
        if (k == after->objects) continue;
        above += fy_replay_cycles(&after->costs[k]) > fy_replay_cycles(&before->costs[i]);
        if (!print) continue;
        print_line(name, "before", &before->costs[i], NULL);
        print_line(name, "after", &after->costs[k], &before->costs[i]);
    }
    free(met);
    return above;
}

static bool compare(const char *name, ferry_bytes old, ferry_bytes anew, bool objects) {
    replay before = fy_replay(old), after = fy_replay(anew);
    if (after.fault)
        printf("%s: object %u, part %u: %s\n", name, after.fault_object, after.fault_part, after.fault);
    if (before.fault)
        printf("%s, as it was: object %u, part %u: %s\n", name, before.fault_object, before.fault_part,
               before.fault);
    bool fine = !after.fault;
    uint32_t above = fine ? compare_objects(old, &before, anew, &after, objects) : 0;
    print_line(name, "before", &before.total, NULL);
    print_line(name, "after", &after.total, &before.total);
    if (above) printf("%s: %u objects cost more than before\n", name, above);
    fy_replay_free(&before);
    fy_replay_free(&after);
    return fine && !above;
}

static bool read_file(const char *path, ferry_bytes *bytes) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    *bytes = (ferry_bytes){data, (size_t)size};
    bool ok = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    return ok;
}

/* The models written anew, to be freed. */
static uint8_t *write_anew(const char *name, ferry_bytes bytes, size_t *size) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    uint8_t *copy = NULL;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = bytes}, 1);
    if (scene && ferry_prepare(job, scene, "t3dm", NULL) &&
        ferry_save(job, scene, "t3dm", "out.t3dm", &files)) {
        *size = files.data[0].bytes.size;
        copy = malloc(*size);
        memcpy(copy, files.data[0].bytes.data, *size);
    } else {
        ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return copy;
}

static bool measure_file(const char *path, bool objects) {
    ferry_bytes bytes;
    const char *slash = strrchr(path, '/');
    if (!read_file(path, &bytes)) return false;
    size_t size = 0;
    uint8_t *anew = write_anew(path, bytes, &size);
    bool fine = false;
    if (anew) {
        fine = compare(slash ? slash + 1 : path, bytes, (ferry_bytes){anew, size}, objects);
    }
    free(anew);
    free((void *)(uintptr_t)bytes.data);
    return fine;
}

/* ------------------------------------------------------------------------------------------- built meshes */

static void shuffle(ferry_mesh *mesh) {
    uint64_t state = 71;
    for (uint32_t t = mesh->triangle_count; t > 1; t--) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        uint32_t *a = mesh->triangles + 3 * (size_t)(t - 1),
                 *b = mesh->triangles + 3 * (size_t)((state >> 33) % t), c[3];
        memcpy(c, a, sizeof c);
        memcpy(a, b, sizeof c);
        memcpy(b, c, sizeof c);
    }
}

/* Every vertex differs from every other. */
static ferry_mesh *add_grid(ferry_scene *scene, uint32_t width, uint32_t height) {
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    if (!mesh) return NULL;
    *mesh = (ferry_mesh){.name = "grid",
                         .skin = FERRY_NONE,
                         .vertex_count = (width + 1) * (height + 1),
                         .triangle_count = 2 * width * height};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)mesh->triangle_count);
    if (!mesh->positions || !mesh->triangles) return NULL;
    uint32_t *to = mesh->triangles;
    for (uint32_t at = 0; at < mesh->vertex_count; at++) {
        uint32_t x = at % (width + 1), y = at / (width + 1);
        mesh->positions[at] = (ferry_vec3){(float)x, (float)(x * y % 7) / 8, (float)y};
        if (x == width || y == height) continue;
        const uint32_t corners[6] = {at, at + width + 1, at + 1, at + 1, at + width + 1, at + width + 2};
        memcpy(to, corners, sizeof corners);
        to += 6;
    }
    shuffle(mesh);
    return mesh;
}

static ferry_scene *grid_scene(ferry_job *job, uint32_t width, uint32_t height) {
    ferry_scene *scene = fy_scene_open(job);
    ferry_node *node = scene ? ferry_append(scene, &scene->nodes, ferry_node) : NULL;
    ferry_mesh *mesh = node ? add_grid(scene, width, height) : NULL;
    ferry_draw *draw = mesh ? ferry_append(scene, &scene->draws, ferry_draw) : NULL;
    if (!draw) return scene;
    scene->name = "grid";
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    *draw = (ferry_draw){.name = "grid", .material = FERRY_NONE, .visible = true};
    return scene;
}

static bool measure_grid(uint32_t width, uint32_t height, const char *name, bool times) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_scene *scene = grid_scene(job, width, height);
    double start = now();
    bool fine = scene && ferry_save(job, scene, "t3dm", "grid.t3dm", &files);
    double took = now() - start;
    if (fine) {
        replay after = fy_replay(files.data[0].bytes);
        if (after.fault)
            printf("%s: object %u, part %u: %s\n", name, after.fault_object, after.fault_part, after.fault);
        print_line(name, "written", &after.total, NULL);
        if (times) printf("    %.1f ms, %.0f ns a triangle\n", took, took * 1e6 / after.count);
        fine = !after.fault;
        fy_replay_free(&after);
    } else {
        ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    return fine;
}

static bool measure_growth(void) {
    static const uint32_t sides[] = {16, 32, 64, 128, 256, 362};
    bool fine = true;
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        char name[32];
        snprintf(name, sizeof name, "grid of %u x %u", sides[i], sides[i]);
        fine = measure_grid(sides[i], sides[i], name, true) && fine;
    }
    return fine;
}

int main(int argc, char **argv) {
    bool fine = true, objects = false;
    print_title();
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0)
            objects = true;
        else if (strcmp(argv[i], "-s") == 0)
            fine = measure_growth() && fine;
        else
            fine = measure_file(argv[i], objects) && fine;
    }
    printf("grid of 71 x 71: Tiny3D's importer loads 0.752 vertices a triangle\n");
    fine = measure_grid(71, 71, "grid of 71 x 71", true) && fine;
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
