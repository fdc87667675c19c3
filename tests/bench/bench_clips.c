/*
 * bench_clips.c: time, memory and bytes of many animations with one model, in one run (docs/performance.md).
 * No test: figures depend on the machine. Without arguments a character of 42 joints with 200 clips is made;
 * `bench_clips MODEL ANIMATION...` measures files. What is beside each figure is a key of every channel in
 * every frame of the source, as exporters bake them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ferry64_format.h"
#include "builders/fixtures/fixtures.h"
#include "builders/j3d/j3d_anim_builder.h"

enum { JOINTS = 42, CLIPS = 200, RUNS = 3, ROTATION_BYTES = 8, SCALAR_BYTES = 6, MOST_INPUTS = 1024 };

/* Processor time: other programs of a shared machine count little then. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* -------------------------------------------------------------------------------------- a character */

/* The joint that each hangs on: a spine of eight with a head of ten (hair), two arms of seven, two legs of
 * five. */
static int parent_of(int joint) {
    static const int limbs[] = {8, 18, 25, 32, 37, JOINTS}, from[] = {7, 6, 6, 0, 0};
    for (int i = 0; i < 5; i++)
        if (joint == limbs[i]) return from[i];
    return joint - 1;
}

/* A tube of four rings around each joint's own axis. */
static jb_model *character(void) {
    enum { AROUND = 8, RINGS = 4 };
    jb_model *model = jb_model_new();
    jb_declare(model, JB_POS, 1, JB_S16, 6);
    jb_declare(model, JB_NRM, 0, JB_S16, 14);
    jb_material_add(model, "skin");
    for (uint32_t r = 0; r <= RINGS; r++)
        for (uint32_t s = 0; s <= AROUND; s++) {
            double turn = 6.28318530718 * s / AROUND, wide = 1.5 + 0.25 * (r % 2);
            jb_value(
                model, JB_POS,
                (double[]){floor(cos(turn) * wide * 64) / 64, r * 1.5, floor(sin(turn) * wide * 64) / 64});
            jb_value(model, JB_NRM, (double[]){cos(turn), 0, sin(turn)});
        }
    for (int k = 0; k < JOINTS; k++) {
        static char names[JOINTS][8];
        snprintf(names[k], sizeof names[k], "j%d", k);
        uint32_t joint = jb_joint_add(model, names[k], k ? parent_of(k) : -1), shape = jb_shape_add(model, 0);
        model->joints[joint].translate[1] = k ? 6 : 50;
        model->joints[joint].rotation[2] = (int16_t)(k == 18 || k == 32   ? 16384
                                                     : k == 25 || k == 37 ? -16384
                                                                          : 300);
        uint16_t matrix = jb_draw_matrix_add(model, 0, (uint16_t)joint);
        describe_all(model, shape, JB_INDEX16);
        jb_packet_add(model, shape, matrix, 1, &matrix);
        for (uint32_t r = 0; r < RINGS; r++) {
            jb_corner row[2 * (AROUND + 1)] = {0};
            for (uint32_t i = 0; i < 2 * (AROUND + 1); i++)
                row[i].index[JB_POS] = row[i].index[JB_NRM] =
                    (uint16_t)((r + (i & 1)) * (AROUND + 1) + i / 2);
            jb_primitive_add(model, shape, JB_STRIP, 2 * (AROUND + 1), row);
        }
        jb_draw_add(model, joint, 0, shape);
    }
    return model;
}

static double between(dice *d, double least, double most) {
    return least + (most - least) * dice_roll(d, 1000) / 999;
}

/* Up to six keys with the slopes of a curve through them; the last is the first. */
static void swing(ja_track *t, dice *d, int frames, double rest, double by) {
    t->count = 3 + dice_roll(d, JA_KEYS - 2);
    for (uint32_t k = 0; k < t->count; k++) {
        t->keys[k].time = floor((double)frames * k / (t->count - 1));
        t->keys[k].value = floor(rest + (k && k + 1 < t->count ? between(d, -by, by) : 0));
    }
    for (uint32_t k = 1; k + 1 < t->count; k++) {
        const ja_key *a = &t->keys[k - 1], *b = &t->keys[k + 1];
        t->keys[k].in = t->keys[k].out = floor((b->value - a->value) / (b->time - a->time));
    }
}

/* Every third joint is still, the root is moved. */
static ja_anim *clip(const jb_model *model, uint32_t number) {
    ja_anim *anim = calloc(1, sizeof *anim);
    dice d = {number * 7919 + 5};
    if (!anim) return NULL;
    anim->kind = "bck1";
    anim->loop = (uint8_t)(number % 4 == 0 ? 0 : 2);
    anim->frames = (int16_t)(20 + dice_roll(&d, 70));
    anim->count = JOINTS;
    for (uint32_t i = 0; i < JOINTS; i++)
        for (uint32_t axis = 0; axis < 3; axis++) {
            const jb_joint *joint = &model->joints[i];
            ja_track *t = &anim->entries[i].tracks[3 * axis];
            t[0] = (ja_track){.count = 1, .keys = {{0, 1, 0, 0}}};
            t[1] = (ja_track){.count = 1, .keys = {{0, joint->rotation[axis], 0, 0}}};
            t[2] = (ja_track){.count = 1, .keys = {{0, joint->translate[axis], 0, 0}}};
            if ((i + number) % 3) swing(&t[1], &d, anim->frames, joint->rotation[axis], i < 8 ? 1200 : 5000);
            if (!i) swing(&t[2], &d, anim->frames, joint->translate[axis], 4);
        }
    return anim;
}

/* ---------------------------------------------------------------------------------------- measuring */

typedef struct figures {
    double load, prepare, save;
    size_t peak, model, streams, baked;
    uint32_t clips, rotations, scalars;
} figures;

/* Channels are the same in all animations: of the first A chunk. */
static void count_channels(ferry_bytes file, figures *f) {
    for (uint32_t i = 0; i < ferry_be32(file.data + 4); i++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * (size_t)i);
        if (entry >> 24 != 'A') continue;
        f->rotations = ferry_be16(file.data + (entry & 0xFFFFFF) + 12);
        f->scalars = ferry_be16(file.data + (entry & 0xFFFFFF) + 14);
        return;
    }
}

static void count_bytes(const ferry_scene *scene, const ferry_file_list *files, figures *f) {
    f->model = f->streams = f->baked = f->clips = 0;
    for (uint32_t i = 0; i < files->count; i++) {
        if (strstr(files->data[i].name, ".t3dm")) f->model = files->data[i].bytes.size;
        if (strstr(files->data[i].name, ".sdata")) f->streams += files->data[i].bytes.size, f->clips++;
    }
    count_channels(files->data[0].bytes, f);
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const ferry_clip *of = &scene->clips.data[c];
        double frames = ceil(of->duration * of->rate) + 1;
        f->baked += (size_t)(frames * (f->rotations * ROTATION_BYTES + f->scalars * SCALAR_BYTES));
    }
}

static bool run(const ferry_input *inputs, size_t count, const char *error, figures *f) {
    const ferry_setting_value setting = {"t3dm.anim-error", error};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    if (!job) return false;
    double start = now();
    ferry_scene *scene = ferry_load(job, inputs, count);
    double loaded = now();
    bool saved = scene && ferry_prepare(job, scene, "t3dm", NULL);
    double prepared = now();
    saved = saved && ferry_save(job, scene, "t3dm", "bench.t3dm", &files);
    double done = now();
    f->load = fmin(f->load, loaded - start);
    f->prepare = fmin(f->prepare, prepared - loaded);
    f->save = fmin(f->save, done - prepared);
    f->peak = ferry_job_peak_memory(job);
    if (saved) count_bytes(scene, &files, f);
    if (!saved) ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    ferry_scene_free(scene);
    ferry_close(job);
    return saved;
}

static bool measure(const char *name, const ferry_input *inputs, size_t count, const char *error) {
    figures f = {.load = 1e9, .prepare = 1e9, .save = 1e9};
    size_t in = 0;
    for (size_t i = 0; i < count; i++) in += inputs[i].bytes.size;
    for (int i = 0; i < RUNS; i++)
        if (!run(inputs, count, error, &f)) return false;
    printf("%-16s %6u %8zu %8.1f %8.1f %8.1f %8.1f %8zu %8zu %9zu %9zu %6.3f\n", name, f.clips, in / 1024,
           f.load, f.prepare, f.save, (f.load + f.prepare + f.save) / (f.clips ? f.clips : 1), f.peak / 1024,
           f.model / 1024, f.streams, f.baked, f.baked ? (double)f.streams / (double)f.baked : 0);
    return true;
}

static bool measure_character(uint32_t clips, const char *error) {
    static char names[CLIPS][16];
    ferry_input inputs[CLIPS + 1];
    jb_model *model = character();
    jb_file files[CLIPS + 1] = {jb_build(model, JB_BMD3)};
    inputs[0] = (ferry_input){"character.bmd", {files[0].data, files[0].size}};
    for (uint32_t i = 0; i < clips; i++) {
        ja_anim *anim = clip(model, i);
        files[i + 1] = ja_build(anim);
        free(anim);
        snprintf(names[i], sizeof names[i], "c%u.bck", i);
        inputs[i + 1] = (ferry_input){names[i], {files[i + 1].data, files[i + 1].size}};
    }
    jb_model_free(model);
    char name[32];
    snprintf(name, sizeof name, "42 joints, %s %%", error);
    bool fine = measure(name, inputs, clips + 1, error);
    for (uint32_t i = 0; i <= clips; i++) jb_file_free(&files[i]);
    return fine;
}

static bool read_file(const char *path, ferry_input *input) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    bool whole = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    const char *slash = strrchr(path, '/');
    fclose(file);
    *input = (ferry_input){slash ? slash + 1 : path, {data, (size_t)size}};
    return whole;
}

int main(int argc, char **argv) {
    static ferry_input inputs[MOST_INPUTS];
    printf("%-16s %6s %8s %8s %8s %8s %8s %8s %8s %9s %9s %6s\n", "model", "clips", "KiB in", "load ms",
           "prepare", "save", "a clip", "KiB peak", "KiB t3dm", "streams", "baked", "");
    for (int i = 1; i < argc && i <= MOST_INPUTS; i++)
        if (!read_file(argv[i], &inputs[i - 1])) return EXIT_FAILURE;
    if (argc > 1)
        return measure(inputs[0].name, inputs, (size_t)argc - 1, "0.1") ? EXIT_SUCCESS : EXIT_FAILURE;
    bool fine =
        measure_character(50, "0.1") && measure_character(100, "0.1") && measure_character(CLIPS, "0.1");
    return fine && measure_character(CLIPS, "0.5") && measure_character(CLIPS, "2") ? EXIT_SUCCESS
                                                                                    : EXIT_FAILURE;
}
