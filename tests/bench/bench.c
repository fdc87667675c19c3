/*
 * bench.c: times reading, preparing and writing apart, for models of rising size, and memory against input
 * size (docs/performance.md). No test: figures depend on the machine. `bench [FILE...]` measures files
 * instead.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "builders/fixtures.h"
#include "ferry64.h"

enum { RUNS = 5 };

typedef struct figures {
    double load, prepare, save;              /* milliseconds, best of RUNS */
    size_t peak_loaded, peak_prepared, peak; /* bytes */
    uint64_t triangles, texels;
} figures;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* --------------------------------------------------------------------------------------------------- models
 */

/* A bumpy sheet of side x side squares in strips, drawn once at each of `joints` joints. */
static void add_sheet(jb_model *model, uint32_t side, uint32_t joints) {
    for (uint32_t y = 0; y <= side; y++)
        for (uint32_t x = 0; x <= side; x++) {
            double h = sin(x * 0.3) * cos(y * 0.2) * 4;
            jb_value(model, JB_POS,
                     (double[]){floor((double)x * 16) / 16, floor(h * 64) / 64, floor((double)y * 16) / 16});
            jb_value(model, JB_NRM, (double[]){0.1, 0.98, 0.15});
            jb_value(model, JB_TEX0, (double[]){(double)x / side, (double)y / side});
        }
    for (uint32_t k = 0; k < joints; k++) {
        uint32_t joint = jb_joint_add(model, "sheet", k ? 0 : -1), shape = jb_shape_add(model, 0);
        model->joints[joint].translate[0] = k ? (double)side : 0;
        uint16_t matrix = jb_draw_matrix_add(model, 0, (uint16_t)joint);
        describe_all(model, shape, JB_INDEX16);
        jb_packet_add(model, shape, matrix, 1, &matrix);
        jb_corner *row = calloc((side + 1) * 2, sizeof *row);
        for (uint32_t y = 0; y < side && row; y++) {
            for (uint32_t i = 0; i < (side + 1) * 2; i++)
                row[i].index[JB_POS] = row[i].index[JB_NRM] = row[i].index[JB_TEX0] =
                    (uint16_t)((y + (i & 1)) * (side + 1) + i / 2);
            jb_primitive_add(model, shape, JB_STRIP, (side + 1) * 2, row);
        }
        free(row);
        jb_draw_add(model, joint, 0, shape);
    }
}

static jb_model *sheet_model(uint32_t side, uint32_t joints) {
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_S16, 6);
    jb_declare(model, JB_NRM, 0, JB_S16, 14);
    jb_declare(model, JB_TEX0, 1, JB_S16, 10);
    jb_material_add(model, "sheet");
    add_sheet(model, side, joints);
    return model;
}

/* A tube of `rings` rings over a chain of joints, every ring weighted between two of them. */
static jb_model *skinned_model(uint32_t rings, uint32_t sides) {
    enum { JOINTS = 24 };
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_S16, 5);
    jb_declare(model, JB_NRM, 0, JB_S16, 14);
    jb_declare(model, JB_TEX0, 1, JB_S16, 10);
    jb_material_add(model, "tube");
    for (int k = 0; k < JOINTS; k++) {
        uint32_t joint = jb_joint_add(model, "link", k - 1);
        model->joints[joint].translate[1] = k ? 8 : 0;
        model->joints[joint].rotation[2] = (int16_t)(k * 150);
        jb_draw_matrix_add(model, 0, (uint16_t)joint);
    }
    uint16_t *matrices = calloc(rings + 1, sizeof *matrices);
    for (uint32_t r = 0; r <= rings && matrices; r++) {
        double along = (double)r * (JOINTS - 1.001) / rings, t = floor((along - floor(along)) * 8) / 8;
        uint16_t joint = (uint16_t)along;
        const jb_influence pair[2] = {{joint, (float)(1 - t)}, {(uint16_t)(joint + 1), (float)t}};
        matrices[r] = t == 0 ? joint : jb_draw_matrix_add(model, 1, jb_envelope_add(model, 2, pair));
        for (uint32_t s = 0; s <= sides; s++) {
            double turn = 6.28318530718 * s / sides;
            jb_value(model, JB_POS,
                     (double[]){floor(cos(turn) * 320) / 32, floor(along * 256) / 32,
                                floor(sin(turn) * 320) / 32});
            jb_value(model, JB_NRM, (double[]){cos(turn), 0, sin(turn)});
            jb_value(model, JB_TEX0, (double[]){(double)s / sides, floor(along * 64) / 64});
        }
    }
    uint32_t shape = jb_shape_add(model, 3);
    describe_all(model, shape, JB_INDEX16);
    for (uint32_t r = 0; r < rings && matrices; r++) {
        jb_corner row[128];
        uint16_t of[128];
        for (uint32_t i = 0; i < (sides + 1) * 2 && i < 128; i++) {
            row[i] = (jb_corner){0};
            row[i].index[JB_POS] = row[i].index[JB_NRM] = row[i].index[JB_TEX0] =
                (uint16_t)((r + (i & 1)) * (sides + 1) + i / 2);
            of[i] = matrices[r + (i & 1)];
        }
        jb_primitive_pack(model, shape, JB_STRIP, (sides + 1) * 2, row, of, true);
    }
    free(matrices);
    jb_draw_add(model, 0, 0, shape);
    return model;
}

/* ------------------------------------------------------------------------------------------------ measuring
 */

static uint64_t count_texels(const ferry_scene *scene) {
    uint64_t texels = 0;
    for (uint32_t i = 0; i < scene->images.count; i++)
        for (uint32_t k = 0; k < scene->images.data[i].level_count; k++)
            texels +=
                (uint64_t)scene->images.data[i].levels[k].width * scene->images.data[i].levels[k].height;
    return texels;
}

static bool run(const char *name, ferry_bytes bytes, figures *f) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_counts counts;
    if (!job) return false;
    double start = now();
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = bytes}, 1);
    double loaded = now();
    if (scene) {
        ferry_count(scene, &counts);
        f->triangles = counts.triangles;
        f->texels = count_texels(scene);
    }
    f->peak_loaded = ferry_job_peak_memory(job);
    double counted = now();
    bool target = ferry_find_format(job, "t3dm") != NULL;
    bool prepared = scene && target && ferry_prepare(job, scene, "t3dm", NULL);
    double ready = now();
    f->peak_prepared = ferry_job_peak_memory(job);
    bool saved = prepared && ferry_save(job, scene, "t3dm", "bench.t3dm", &files);
    double done = now();
    if (!scene || (target && !saved)) ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    f->load = fmin(f->load, loaded - start);
    f->prepare = fmin(f->prepare, ready - counted);
    f->save = fmin(f->save, done - ready);
    f->peak = ferry_job_peak_memory(job);
    ferry_scene_free(scene);
    ferry_close(job);
    return scene && (saved || !target);
}

static bool measure(const char *name, ferry_bytes bytes) {
    figures f = {.load = 1e9, .prepare = 1e9, .save = 1e9};
    for (int i = 0; i < RUNS; i++)
        if (!run(name, bytes, &f)) return false;
    double all = f.load + f.prepare + f.save, per = f.triangles ? 1e6 / (double)f.triangles : 0;
    double allowed = 8 * (double)bytes.size + 4 * (double)f.texels; /* docs/performance.md */
    printf("%-14s %8llu %9zu %8.2f %8.2f %8.2f %8.2f %8.0f %8.1f %8.1f %8.1f %7.2f\n", name,
           (unsigned long long)f.triangles, bytes.size, f.load, f.prepare, f.save, all, all * per,
           (double)f.peak_loaded / 1048576, (double)f.peak_prepared / 1048576, (double)f.peak / 1048576,
           (double)f.peak / allowed);
    return true;
}

static bool measure_model(const char *name, jb_model *model) {
    jb_file file = jb_build(model, JB_BMD3);
    jb_model_free(model);
    bool measured = measure(name, (ferry_bytes){file.data, file.size});
    jb_file_free(&file);
    return measured;
}

static bool measure_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    bool measured = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    const char *slash = strrchr(path, '/');
    fclose(file);
    measured = measured && measure(slash ? slash + 1 : path, (ferry_bytes){data, (size_t)size});
    free(data);
    return measured;
}

int main(int argc, char **argv) {
    bool fine = true;
    printf("%-14s %8s %9s %8s %8s %8s %8s %8s %8s %8s %8s %7s\n", "model", "tris", "bytes", "load ms",
           "prepare", "save", "all", "ns/tri", "MiB read", "prepared", "saved", "/goal");
    for (int i = 1; i < argc; i++) fine = measure_file(argv[i]) && fine;
    if (argc > 1) return fine ? EXIT_SUCCESS : EXIT_FAILURE;
    static const uint32_t sides[] = {22, 32, 45, 64, 90, 128, 181, 181, 181};
    static const uint32_t joints[] = {1, 1, 1, 1, 1, 1, 1, 2, 4};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        char name[32];
        snprintf(name, sizeof name, "sheet %uk", (sides[i] * sides[i] * 2 * joints[i] + 512) / 1024);
        fine = measure_model(name, sheet_model(sides[i], joints[i])) && fine;
    }
    fine = measure_model("skinned 5k", skinned_model(125, 20)) && fine;
    fine = measure_model("figure", figure_make()) && fine;
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
