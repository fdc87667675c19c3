/*
 * test_similarity.c: how alike every fixture and its conversion look (docs/rendering.md, "Similarity"),
 * against the reviewed table tests/render/similarity.txt. A line is a fixture, its SSIM, and the code of the
 * loss that explains why it is no higher, or nothing. What must hold:
 *
 *   no row falls by more than 0.002; a rise of more than that is told
 *   a row below 0.85 names a loss, and a loss that a row names is reported by the conversion
 *   the mean of all rows is 0.95 at least
 *
 * FERRY_UPDATE=1 rewrites the numbers and keeps the codes, which are written by hand.
 */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"

#define TOLERANCE 0.002
#define UNEXPLAINED 0.85
#define MEAN_OF_ALL 0.95

enum { MAX_LINES = 200, MAX_CODES = 16, WIDTH = 160, HEIGHT = 120 };

typedef struct line {
    char name[40];
    double ssim;
    char cause[40];            /* the code of the loss that explains it, or "" */
    char codes[MAX_CODES][40]; /* of the losses that the conversion reported */
    uint32_t code_count;
} line;

typedef struct table {
    line lines[MAX_LINES];
    uint32_t count;
} table;

/* ------------------------------------------------------------------------------------------- measuring */

/* The conversion of a fixture, read back with its textures. The bytes are the job's, the scene is not. */
static ferry_scene *convert(ferry_job *job, ferry_file_list *files, const ferry_input *input) {
    ferry_scene *scene = ferry_load(job, input, 1);
    ck_assert_msg(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
                      ferry_save(job, scene, "t3dm", "made.t3dm", files) && files->count,
                  "%s was not converted", input->name);
    ferry_scene_free(scene);
    return ferry_load(job, &(ferry_input){files->data[0].name, files->data[0].bytes}, 1);
}

/* The codes of all losses, each once. */
static void note_losses(const ferry_report *report, line *to) {
    for (uint32_t i = 0; i < report->count; i++) {
        const ferry_message *m = &report->data[i];
        uint32_t k = 0;
        while (k < to->code_count && strcmp(to->codes[k], m->code) != 0) k++;
        if (m->severity != FERRY_LOSS || k < to->code_count) continue;
        ck_assert_uint_lt(k, MAX_CODES);
        snprintf(to->codes[to->code_count++], sizeof to->codes[0], "%s", m->code);
    }
}

static void measure(const char *name, line *to) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_view view = {.size = sizeof view, .width = WIDTH, .height = HEIGHT};
    ferry_similarity found;
    ferry_input input = {name, fy_read_fixture(name)};
    ferry_scene *source = ferry_load(job, &input, 1), *made = convert(job, &files, &input);
    ck_assert_msg(source && made, "%s was not read back", name);
    ck_assert_msg(ferry_compare(job, source, made, &view, &found, NULL), "%s was not compared", name);
    snprintf(to->name, sizeof to->name, "%s", name);
    to->ssim = found.ssim;
    note_losses(ferry_job_report(job), to);
    ferry_scene_free(source);
    ferry_scene_free(made);
    ferry_close(job);
    free((void *)(uintptr_t)input.bytes.data);
}

static void measure_all(table *to) {
    for (uint32_t i = 0; i < fixture_count; i++) {
        if (fixtures[i].kind == JB_BMT3) continue;
        ck_assert_uint_lt(to->count, MAX_LINES);
        measure(fixtures[i].name, &to->lines[to->count++]);
    }
}

/* ------------------------------------------------------------------------------------------- the table */

static const char path[] = FERRY_FIXTURES "/../tests/render/similarity.txt";

static void write_table(const table *from) {
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    for (uint32_t i = 0; i < from->count; i++) {
        const line *l = &from->lines[i];
        fprintf(file, *l->cause ? "%-20s %.3f  %s\n" : "%-20s %.3f\n", l->name, l->ssim, l->cause);
    }
    fclose(file);
}

static void read_table(table *to) {
    char text[160];
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    while (fgets(text, sizeof text, file)) {
        ck_assert_uint_lt(to->count, MAX_LINES);
        line *l = &to->lines[to->count++];
        ck_assert_msg(sscanf(text, "%39s %lf %39s", l->name, &l->ssim, l->cause) >= 2,
                      "%s, line %u: not a name and a number", path, to->count);
    }
    fclose(file);
}

static const line *find(const table *in, const char *name) {
    for (uint32_t i = 0; i < in->count; i++)
        if (strcmp(in->lines[i].name, name) == 0) return &in->lines[i];
    return NULL;
}

/* Tells all that is wrong, then fails. */
static uint32_t compare_tables(const table *expected, const table *found) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        const line *now = &found->lines[i], *before = find(expected, now->name);
        if (!before) {
            wrong++;
            printf("%s: %.3f, not in tests/render/similarity.txt\n", now->name, now->ssim);
        } else if (now->ssim < before->ssim - TOLERANCE) {
            wrong++;
            printf("%s: %.3f, fallen from %.3f\n", now->name, now->ssim, before->ssim);
        } else if (now->ssim > before->ssim + TOLERANCE) {
            printf("%s: %.3f, risen from %.3f: FERRY_UPDATE=1 notes it\n", now->name, now->ssim,
                   before->ssim);
        }
    }
    for (uint32_t i = 0; i < expected->count; i++) {
        if (find(found, expected->lines[i].name)) continue;
        wrong++;
        printf("%s: in tests/render/similarity.txt, but no fixture\n", expected->lines[i].name);
    }
    return wrong;
}

/* The causes are those of the reviewed table. */
static void take_causes(const table *from, table *to) {
    for (uint32_t i = 0; i < to->count; i++) {
        const line *reviewed = find(from, to->lines[i].name);
        if (reviewed) memcpy(to->lines[i].cause, reviewed->cause, sizeof reviewed->cause);
    }
}

static bool reported(const line *l) {
    for (uint32_t k = 0; k < l->code_count; k++)
        if (strcmp(l->codes[k], l->cause) == 0) return true;
    return false;
}

static uint32_t judge_causes(const table *found) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        const line *l = &found->lines[i];
        if (*l->cause && !reported(l)) {
            wrong++;
            printf("%s: no loss %s was reported\n", l->name, l->cause);
        } else if (!*l->cause && l->ssim < UNEXPLAINED) {
            wrong++;
            printf("%s: %.3f, and no loss explains it\n", l->name, l->ssim);
        }
    }
    return wrong;
}

static uint32_t judge_means(const table *found) {
    double sum = 0, plain_sum = 0, all, plain;
    uint32_t plain_count = 0;
    for (uint32_t i = 0; i < found->count; i++) {
        sum += found->lines[i].ssim;
        if (*found->lines[i].cause) continue;
        plain_sum += found->lines[i].ssim, plain_count++;
    }
    all = sum / found->count, plain = plain_sum / plain_count;
    printf("mean of %u fixtures %.3f; of the %u that name no loss %.3f\n", found->count, all, plain_count,
           plain);
    return all < MEAN_OF_ALL;
}

START_TEST(fixtures_look_as_like_as_before) {
    table *expected = calloc(1, sizeof *expected), *found = calloc(1, sizeof *found);
    ck_assert(expected && found);
    measure_all(found);
    read_table(expected);
    take_causes(expected, found);
    if (getenv("FERRY_UPDATE"))
        write_table(found);
    else
        ck_assert_uint_eq(compare_tables(expected, found), 0);
    ck_assert_uint_eq(judge_causes(found) + judge_means(found), 0);
    free(expected);
    free(found);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("similarity");
    TCase *tests = tcase_create("similarity");
    tcase_add_test(tests, fixtures_look_as_like_as_before);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
