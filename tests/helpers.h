/*
 * helpers.h: what every suite needs. A suite lists its cases and calls fy_run_suite() from main.
 */
#ifndef FERRY_TESTS_HELPERS_H
#define FERRY_TESTS_HELPERS_H

#include <check.h>

#include "ferry64_format.h"

/* Check writes the place of every assertion that holds to a file, to tell where a forked test crashed. Suites
 * run unforked, where nobody reads that, and it takes most of the time of those that assert in loops. */
#define _mark_point(file, line) ((void)0)

/* Runs all cases of a suite; the exit status for main. */
int fy_run_suite(Suite *suite);

/* Cases of a long suite that ask whether what comes out is right, and enter no code that the suite's other
 * cases do not: the stage of the sanitizers leaves these out (CK_EXCLUDE_TAGS=results). */
TCase *fy_results_case(Suite *suite);

/* A job with default options. */
ferry_job *fy_test_job(void);

/* A job that converts without looking at pictures (`--effort fast`): for tests that do not ask what the
 * materials look like, which takes most of a conversion's time. */
ferry_job *fy_quick_job(void);

/* The whole of a file; fails the test if it is not there. Free with free(). */
ferry_bytes fy_read_file(const char *path);

/* fixtures/NAME. */
ferry_bytes fy_read_fixture(const char *name);

/* A job's `sidecar`: what a conversion made, by the names that the model has for it. `user`: a
 * ferry_file_list. */
bool fy_find_made(void *user, const char *name, ferry_bytes *bytes);

/* "made.t3dm" of a list of written files, read with the textures that lie beside it, as a game loads it: *job,
 * opened for the scene, asks the list, which has to stay. */
ferry_scene *fy_read_made(ferry_file_list *files, ferry_job **job);

/* A fixture as T3DM, read back as by fy_read_made(): `first` holds the bytes. */
ferry_scene *fy_through_t3dm(ferry_job *first, const char *name, ferry_file_list *files, ferry_job **job);

/* All messages of a report, a line each, as ferry_message_text() gives them. Free with free(). */
char *fy_report_text(const ferry_report *report);

/* Fails the test unless the job's report reads exactly so. */
void fy_expect_report(ferry_job *job, const char *text);

/* The first message of a job of that code, or NULL. */
const ferry_message *fy_message_of(const ferry_job *job, const char *code);

/* Whether a job has a message of that code whose text contains `text`. */
bool fy_says(const ferry_job *job, const char *code, const char *text);

/* Compares with the file fixtures/NAME; with FERRY_UPDATE=1 in the environment the file is rewritten
 * instead. */
void fy_expect_golden(const char *name, ferry_bytes text);

/* Compares pixel by pixel with the picture fixtures/pictures/NAME.png; FERRY_UPDATE=1 rewrites it. */
void fy_expect_picture(ferry_job *job, const char *name, const ferry_picture *picture);

/* What the Nintendo 64 asks of passes about skins: one joint for each vertex. */
extern const ferry_caps fy_n64_caps;

/* Big-endian. */
void fy_put_be16(uint8_t *at, uint32_t value);
void fy_put_be32(uint8_t *at, uint32_t value);

/* The file "x.t3dm" of a scene that was prepared; fails the test, with what was said, if it cannot be
 * written. The job's. */
ferry_bytes fy_save_t3dm(ferry_job *job, const ferry_scene *scene);

/* A scene of one node at the origin, and nothing else. Caller frees. */
ferry_scene *fy_node_scene(ferry_job *job);

/* The smallest whole scene: one node, a square of two triangles on it, no material. Caller frees. */
ferry_scene *fy_square_scene(ferry_job *job);

/* Gives such a scene a skin on its nodes 0 and 1, bound where the mesh is: corners 1 and 2 hang on both, by a
 * quarter and three quarters, the others on the first. */
void fy_hang_on_two(ferry_scene *scene);

/* Adds influences that no vertex has to the first skin. */
void fy_add_unused_influences(ferry_scene *scene, uint32_t count);

#endif
