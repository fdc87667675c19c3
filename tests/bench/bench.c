/*
 * bench.c: times reading, preparing and writing apart, for models of rising size, and memory against input
 * size (docs/performance.md). A second line says how many milliseconds went into which stage. No test:
 * figures depend on the machine. `bench [FILE...]` measures files instead; `archive.arc#path/in/it.bdl` names
 * a member.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ferry64.h"
#include "builders/fixtures/fixtures.h"
#include "core/image/image.h"

/* A measurement is repeated this often and at least this long; the best counts. */
enum { RUNS = 5, LEAST_MS = 300 };

/* Stages that a job tells of (ferry_options.progress), each with the time until the next. */
enum { MOST_STAGES = 48 };

typedef struct stage {
    const char *name;
    double spent;
} stage;

typedef struct stages {
    stage list[MOST_STAGES]; /* the first: before any is told of */
    uint32_t count, at;
    double since;
} stages;

typedef struct figures {
    double load, prepare, save, png;         /* milliseconds, save without png */
    size_t peak_loaded, peak_prepared, peak; /* bytes */
    size_t unpacked;                         /* bytes of the model itself */
    uint64_t triangles, texels;
    stages stages; /* of the fastest run */
} figures;

/* Processor time: other programs of a shared machine count little then. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* ------------------------------------------------------------------------------------------- stages */

static void enter_stage(stages *of, const char *name) {
    double at = now();
    if (of->count) of->list[of->at].spent += at - of->since;
    of->since = at;
    for (of->at = 0; of->at < of->count && strcmp(of->list[of->at].name, name) != 0; of->at++) {
    }
    if (of->at == MOST_STAGES) of->at--; /* the last has what comes behind it, too */
    if (of->at == of->count) of->list[of->count++] = (stage){name, 0};
}

static bool take_stage(void *user, const char *name, double fraction) {
    (void)fraction;
    enter_stage(user, name);
    return true;
}

static double all_stages(const stages *of) {
    double sum = 0;
    for (uint32_t i = 0; i < of->count; i++) sum += of->list[i].spent;
    return sum;
}

/* Where the time went, in the order of the work; a hundredth and less is left out. */
static void print_stages(const stages *of) {
    double all = all_stages(of);
    printf("   ");
    for (uint32_t i = 0; i < of->count; i++)
        if (of->list[i].spent > all / 100) printf(" %s %.2f", of->list[i].name, of->list[i].spent);
    printf("\n");
}

/* ------------------------------------------------------------------------------------------- models */

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
        double along = (double)r * ((double)JOINTS - 1.001) / rings,
               t = floor((along - floor(along)) * 8) / 8;
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

/* ---------------------------------------------------------------------------------------- measuring */

static uint64_t count_texels(const ferry_scene *scene) {
    uint64_t texels = 0;
    for (uint32_t i = 0; i < scene->images.count; i++)
        for (uint32_t k = 0; k < scene->images.data[i].level_count; k++)
            texels +=
                (uint64_t)scene->images.data[i].levels[k].width * scene->images.data[i].levels[k].height;
    return texels;
}

static bool is_png(const ferry_file *file) {
    size_t length = strlen(file->name);
    return length > 4 && strcmp(file->name + length - 4, ".png") == 0;
}

/* What encoding took of a save: the pictures that were written are encoded once more. */
static double time_pngs(ferry_job *job, const ferry_file_list *files) {
    double spent = 0;
    for (uint32_t i = 0; i < files->count; i++) {
        fy_png picture;
        ferry_bytes again;
        if (!is_png(&files->data[i]) || !fy_png_read_stored(job, "", files->data[i].bytes, &picture))
            continue;
        double start = now();
        if (fy_png_write(job, "", &picture, &again)) spent += now() - start;
    }
    return spent;
}

static bool save(ferry_job *job, ferry_scene *scene, figures *f, stages *spent) {
    ferry_file_list files = {0};
    double start = now();
    bool prepared = ferry_prepare(job, scene, "t3dm", NULL);
    double ready = now();
    f->peak_prepared = ferry_job_peak_memory(job);
    bool saved = prepared && ferry_save(job, scene, "t3dm", "bench.t3dm", &files);
    double done = now();
    enter_stage(spent, "end");
    f->peak = ferry_job_peak_memory(job);
    double png = saved ? time_pngs(job, &files) : 0;
    f->prepare = fmin(f->prepare, ready - start);
    f->save = fmin(f->save, done - ready - png);
    f->png = fmin(f->png, png);
    return saved;
}

static bool run(const ferry_input *input, figures *f) {
    stages spent = {.count = 0};
    ferry_options options = {.size = sizeof options, .progress = take_stage, .user = &spent};
    ferry_job *job = ferry_open(&options);
    ferry_counts counts;
    if (!job) return false;
    double start = now();
    enter_stage(&spent, "open");
    ferry_scene *scene = ferry_load(job, input, 1);
    f->load = fmin(f->load, now() - start);
    f->peak_loaded = ferry_job_peak_memory(job);
    bool saved = false;
    if (scene) {
        ferry_count(scene, &counts);
        f->triangles = counts.triangles;
        f->texels = count_texels(scene);
        saved = save(job, scene, f, &spent);
    }
    if (!f->stages.count || all_stages(&spent) < all_stages(&f->stages)) f->stages = spent;
    if (!saved) ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    ferry_scene_free(scene);
    ferry_close(job);
    return saved;
}

static size_t unpacked_size(const ferry_input *input) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    ferry_recognised found = {.bytes = {0}};
    size_t size = job && ferry_recognise(job, input, &found) ? found.bytes.size : input->bytes.size;
    ferry_close(job);
    return size;
}

/* Milliseconds without PNG encoding, or below 0. */
static double measure(const char *name, ferry_bytes bytes, uint64_t *triangles) {
    const ferry_input input = {.name = name, .bytes = bytes};
    figures f = {.load = 1e9, .prepare = 1e9, .save = 1e9, .png = 1e9, .unpacked = unpacked_size(&input)};
    double start = now();
    for (int i = 0; i < RUNS || now() - start < (double)LEAST_MS; i++)
        if (!run(&input, &f)) return -1;
    double all = f.load + f.prepare + f.save, per = f.triangles ? 1e6 / (double)f.triangles : 0;
    double goal = 8 * (double)f.unpacked + 4 * (double)f.texels; /* docs/performance.md */
    printf("%-14s %7llu %8zu %8llu %7.2f %7.2f %8.2f %8.2f %8.2f %7.0f %8.0f %8.0f %8.0f %6.2f %7.0f\n", name,
           (unsigned long long)f.triangles, f.unpacked, (unsigned long long)f.texels, f.load, f.prepare,
           f.save, all, f.png, all * per, (double)f.peak_loaded / 1024, (double)f.peak_prepared / 1024,
           (double)f.peak / 1024, (double)f.peak / goal, ((double)f.peak - goal) / 1024);
    print_stages(&f.stages);
    *triangles = f.triangles;
    return all;
}

static double measure_model(const char *name, jb_model *model, uint64_t *triangles) {
    jb_file file = jb_build(model, JB_BMD3);
    jb_model_free(model);
    double all = measure(name, (ferry_bytes){file.data, file.size}, triangles);
    jb_file_free(&file);
    return all;
}

/* `name` may go on with a member's path behind `#`. */
static bool measure_file(const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%.*s", (int)strcspn(name, "#"), name);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    bool measured = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    const char *slash = strrchr(path, '/');
    uint64_t triangles;
    fclose(file);
    measured = measured && measure(slash ? name + (slash + 1 - path) : name,
                                   (ferry_bytes){data, (size_t)size}, &triangles) >= 0;
    free(data);
    return measured;
}

static bool measure_sheets(void) {
    static const uint32_t sides[] = {22, 32, 45, 64, 90, 128, 181, 181, 181};
    static const uint32_t joints[] = {1, 1, 1, 1, 1, 1, 1, 2, 4};
    enum { SHEETS = sizeof sides / sizeof *sides };
    double took[SHEETS];
    uint64_t triangles[SHEETS];
    for (size_t i = 0; i < SHEETS; i++) {
        char name[32];
        snprintf(name, sizeof name, "sheet %uk", (sides[i] * sides[i] * 2 * joints[i] + 512) / 1024);
        took[i] = measure_model(name, sheet_model(sides[i], joints[i]), &triangles[i]);
        if (took[i] < 0) return false;
    }
    printf("growth: %.0f times the triangles, %.0f times the time\n",
           (double)triangles[SHEETS - 1] / (double)triangles[0], took[SHEETS - 1] / took[0]);
    return true;
}

int main(int argc, char **argv) {
    bool fine = true;
    uint64_t triangles;
    printf("%-14s %7s %8s %8s %7s %7s %8s %8s %8s %7s %8s %8s %8s %6s %7s\n", "model", "tris", "unpacked",
           "texels", "load ms", "prepare", "save", "all", "PNG ms", "ns/tri", "KiB load", "prepare", "save",
           "/goal", "KiB off");
    for (int i = 1; i < argc; i++) fine = measure_file(argv[i]) && fine;
    if (argc > 1) return fine ? EXIT_SUCCESS : EXIT_FAILURE;
    fine = measure_sheets();
    fine = measure_model("skinned 5k", skinned_model(125, 20), &triangles) >= 0 && fine;
    fine = measure_model("figure", figure_make(), &triangles) >= 0 && fine;
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
