/*
 * bench_actor.c: time, memory and bytes of actors whose vertices move (docs/performance.md). No test: figures
 * depend on the machine. Without arguments actors are made: sheets of paper that bend, all vertices in each
 * key frame, or an eighth of them in turn; `bench_actor ACTOR...` measures files.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ferry64_format.h"
#include "builders/ttyd/ttyd_builder.h"

enum { SIDE = 9, SHEETS = 12, VERTICES = SIDE * SIDE, KEY_FRAMES = 6, LIMBS = 48 };

/* Processor time: other programs of a shared machine count little then. */
static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void add_sheet(tb_actor *actor, uint32_t number) {
    char name[16];
    snprintf(name, sizeof name, "sheet%u", number);
    tb_shape_add(actor, name, 1, 3);
    tb_subshape_add(actor, 0);
    for (uint32_t i = 0; i < VERTICES; i++)
        tb_position(actor, 4 * (i % SIDE) + 40 * number, 4 * (i / SIDE), number);
    tb_color(actor, 0x40C080FF + (number << 24));
    for (uint32_t i = 0; i < VERTICES; i++) {
        tb_corner corners[4] = {{{i}}, {{i + 1}}, {{i + 1 + SIDE}}, {{i + SIDE}}};
        if (i % SIDE + 1 < SIDE && i / SIDE + 1 < SIDE) tb_fan(actor, 4, corners);
    }
}

/* Each key frame moves every `apart`th vertex, another one each time. */
static void add_bend(tb_actor *actor, uint32_t number, uint32_t keys, uint32_t apart) {
    char name[16];
    snprintf(name, sizeof name, "bend%u", number);
    uint32_t anim = tb_anim_add(actor, name, number % 2, 0, KEY_FRAMES * (keys - 1));
    for (uint32_t k = 0; k < keys; k++) tb_key(actor, anim, KEY_FRAMES * k);
    for (uint32_t k = 1; k < keys; k++)
        for (uint32_t i = k % apart; i < SHEETS * VERTICES; i += apart)
            tb_move_by(actor, anim, k, TB_POSITIONS, i, 0, 0,
                       floor(16 * sin(0.7 * k + 0.3 * number + 0.2 * (i % SIDE))) / 16);
}

static tb_actor *sheets(uint32_t clips, uint32_t keys, uint32_t apart) {
    tb_actor *actor = tb_new("sheets", "none");
    for (uint32_t i = 0; i < SHEETS; i++) add_sheet(actor, i);
    for (uint32_t i = 0; i < SHEETS; i++) tb_group_add(actor, "sheet", (int32_t)i, false);
    uint32_t root = tb_group_add(actor, "root", TB_NONE, false);
    for (uint32_t i = 0; i < SHEETS; i++) tb_hang(actor, root, i);
    for (uint32_t i = 0; i < clips; i++) add_bend(actor, i, keys, apart);
    return actor;
}

static bool measure(const char *name, const ferry_input *input) {
    ferry_options options = {.size = sizeof options};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    if (!job) return false;
    double start = now();
    ferry_scene *scene = ferry_load(job, input, 1);
    double loaded = now();
    uint32_t morphs = scene ? scene->morphs.count : 0;
    uint64_t moves = 0;
    for (uint32_t i = 0; i < morphs; i++) moves += scene->morphs.data[i].count;
    bool saved = scene && ferry_prepare(job, scene, "t3dm", NULL);
    double prepared = now();
    saved = saved && ferry_save(job, scene, "t3dm", "bench.t3dm", &files);
    double done = now();
    if (saved)
        printf("%-24s %8zu %8.1f %8.1f %8.1f %8zu %8u %9llu %8zu\n", name, input->bytes.size / 1024,
               loaded - start, prepared - loaded, done - prepared, ferry_job_peak_memory(job) / 1024, morphs,
               (unsigned long long)moves, files.data[0].bytes.size / 1024);
    else
        ferry_report_print(ferry_job_report(job), FERRY_ERROR, stderr);
    ferry_scene_free(scene);
    ferry_close(job);
    return saved;
}

static bool measure_sheets(uint32_t clips, uint32_t keys, uint32_t apart) {
    char name[64];
    tb_actor *actor = sheets(clips, keys, apart);
    jb_file file = tb_build(actor);
    snprintf(name, sizeof name, "%u clips, %u keys, 1/%u", clips, keys, apart);
    bool fine = measure(name, &(ferry_input){"sheets", {file.data, file.size}});
    jb_file_free(&file);
    tb_free(actor);
    return fine;
}

/* Limbs hang on each other, six in a row; every other turns, swells or moves in each key frame. */
static tb_actor *limbs(uint32_t clips, uint32_t keys) {
    tb_actor *actor = tb_new("limbs", "none");
    add_sheet(actor, 0);
    for (uint32_t i = 0; i < LIMBS; i++) {
        uint32_t group = tb_group_add(actor, "limb", 0, i % 3 == 0);
        tb_set(actor, group, TB_MOVE, 8, i % 6 ? 6 : 2 * i, 1);
        if (i % 3) tb_set(actor, group, TB_TURN_PIVOT, 4, 0, 0);
    }
    uint32_t root = tb_group_add(actor, "root", TB_NONE, false);
    for (uint32_t i = 0; i < LIMBS; i++) tb_hang(actor, i % 6 ? i - 1 : root, i);
    for (uint32_t c = 0; c < clips; c++) {
        char name[16];
        snprintf(name, sizeof name, "swing%u", c);
        uint32_t anim = tb_anim_add(actor, name, c % 2, 0, KEY_FRAMES * (keys - 1));
        for (uint32_t k = 0; k < keys; k++) tb_key(actor, anim, KEY_FRAMES * k);
        for (uint32_t k = 1; k < keys; k++)
            for (uint32_t i = (k + c) % 2; i < LIMBS; i += 2)
                for (uint32_t axis = 0; axis < 3; axis++)
                    tb_float_by(actor, anim, k, i,
                                (i % 4 == 3 ? TB_SCALE
                                 : i % 4    ? TB_TURN
                                            : TB_MOVE) +
                                    axis,
                                floor((i % 4 == 3 ? 2 : 60) * sin(0.9 * k + 0.5 * c + i + axis)) / 16, 10,
                                -10);
    }
    return actor;
}

static bool measure_limbs(uint32_t clips, uint32_t keys) {
    char name[64];
    tb_actor *actor = limbs(clips, keys);
    jb_file file = tb_build(actor);
    snprintf(name, sizeof name, "%u clips, %u keys, limbs", clips, keys);
    bool fine = measure(name, &(ferry_input){"limbs", {file.data, file.size}});
    jb_file_free(&file);
    tb_free(actor);
    return fine;
}

static bool measure_file(const char *path) {
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    uint8_t *data = malloc((size_t)size + 1);
    bool whole = data && fread(data, 1, (size_t)size, file) == (size_t)size;
    fclose(file);
    whole = whole && measure(path, &(ferry_input){path, {data, (size_t)size}});
    free(data);
    return whole;
}

int main(int argc, char **argv) {
    bool fine = true;
    printf("%-24s %8s %8s %8s %8s %8s %8s %9s %8s\n", "actor", "KiB in", "load ms", "prepare", "save",
           "KiB peak", "morphs", "moves", "KiB t3dm");
    for (int i = 1; i < argc; i++) fine = measure_file(argv[i]) && fine;
    if (argc > 1) return fine ? EXIT_SUCCESS : EXIT_FAILURE;
    for (uint32_t clips = 5; clips <= 20; clips *= 2) fine = measure_sheets(clips, 16, 1) && fine;
    for (uint32_t clips = 5; clips <= 20; clips *= 2) fine = measure_sheets(clips, 16, 8) && fine;
    for (uint32_t clips = 20; clips <= 80; clips *= 2) fine = measure_limbs(clips, 20) && fine;
    return measure_sheets(1, 160, 1) && measure_sheets(1, 160, 8) && fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
