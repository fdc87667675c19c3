/*
 * test_likeness.c: how alike every fixture and its conversion look (docs/rendering.md, "Likeness"), against
 * the reviewed table tests/likeness.txt: a fixture and its SSIM a line. A fall of more than 0.002 fails, a
 * rise of more than that says so. FERRY_UPDATE=1 rewrites the table.
 */
#include "helpers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures.h"

#define TOLERANCE 0.002

enum { MAX_LINES = 200, WIDTH = 160, HEIGHT = 120 };

typedef struct line {
    char name[40];
    double ssim;
} line;

typedef struct table {
    line lines[MAX_LINES];
    uint32_t count;
} table;

/* ------------------------------------------------------------------------------------------- measuring */

static bool find_made(void *user, const char *name, ferry_bytes *bytes) {
    const ferry_file_list *files = user;
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, name) == 0) {
            *bytes = files->data[i].bytes;
            return true;
        }
    return false;
}

/* The conversion of a fixture, read back with its textures. The bytes are the job's, the scene is not. */
static ferry_scene *convert(ferry_job *job, ferry_file_list *files, const ferry_input *input) {
    ferry_scene *scene = ferry_load(job, input, 1);
    ck_assert_msg(scene && ferry_prepare(job, scene, "t3dm", NULL) &&
                      ferry_save(job, scene, "t3dm", "made.t3dm", files) && files->count,
                  "%s was not converted", input->name);
    ferry_scene_free(scene);
    return ferry_load(job, &(ferry_input){files->data[0].name, files->data[0].bytes}, 1);
}

static double measure(const char *name) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .companion = find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_view view = {.size = sizeof view, .width = WIDTH, .height = HEIGHT};
    ferry_likeness found;
    ferry_input input = {name, fy_read_fixture(name)};
    ferry_scene *source = ferry_load(job, &input, 1), *made = convert(job, &files, &input);
    ck_assert_msg(source && made, "%s was not read back", name);
    ck_assert_msg(ferry_compare(job, source, made, &view, &found, NULL), "%s was not compared", name);
    ferry_scene_free(source);
    ferry_scene_free(made);
    ferry_close(job);
    free((void *)(uintptr_t)input.bytes.data);
    return found.ssim;
}

static void measure_all(table *to) {
    for (uint32_t i = 0; i < fixture_count; i++) {
        if (fixtures[i].kind == JB_BMT3) continue;
        ck_assert_uint_lt(to->count, MAX_LINES);
        line *next = &to->lines[to->count++];
        snprintf(next->name, sizeof next->name, "%s", fixtures[i].name);
        next->ssim = measure(next->name);
    }
}

/* ------------------------------------------------------------------------------------------- the table */

static const char path[] = FERRY_FIXTURES "/../tests/likeness.txt";

static void write_table(const table *from) {
    FILE *file = fopen(path, "w");
    ck_assert_msg(file != NULL, "cannot write %s", path);
    for (uint32_t i = 0; i < from->count; i++)
        fprintf(file, "%-20s %.3f\n", from->lines[i].name, from->lines[i].ssim);
    fclose(file);
}

static void read_table(table *to) {
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    line next;
    while (fscanf(file, "%39s %lf", next.name, &next.ssim) == 2 && to->count < MAX_LINES)
        to->lines[to->count++] = next;
    ck_assert_msg(feof(file), "%s, line %u: not a name and a number", path, to->count + 1);
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
            printf("%s: %.3f, not in tests/likeness.txt\n", now->name, now->ssim);
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
        printf("%s: in tests/likeness.txt, but no fixture\n", expected->lines[i].name);
    }
    return wrong;
}

START_TEST(fixtures_look_as_like_as_before) {
    table *expected = calloc(1, sizeof *expected), *found = calloc(1, sizeof *found);
    ck_assert(expected && found);
    measure_all(found);
    if (getenv("FERRY_UPDATE")) {
        write_table(found);
    } else {
        read_table(expected);
        ck_assert_uint_eq(compare_tables(expected, found), 0);
    }
    free(expected);
    free(found);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("likeness");
    TCase *tests = tcase_create("likeness");
    tcase_add_test(tests, fixtures_look_as_like_as_before);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
