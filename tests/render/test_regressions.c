/*
 * test_regressions.c: what conversions got wrong once, each as a material of its own (gallery_materials.c,
 * "what went wrong once"): none vanishes or appears, each is as near as it is known to come, and is told so.
 */
#include "helpers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"

/* Told and seen may be so far apart, of 255. */
#define NEAR 3.0

/* Least SSIM and largest mean colour error of 255: what it comes to, and a little. What the screen holds
 * (sea, shadow) no conversion knows: it must not turn black. */
static const struct row {
    const char *name;
    double ssim, color_error;
} first[] =
    {
        {"goop", .92, 10.5},     {"sea", .06, 44},       {"shadow", .4, 15},
        {"only light", .975, 5}, {"lens", .96, 6},       {"water", .85, 18},
        {"pale", .725, 22},      {"pattern", .977, 3.2}, {"gate", .94, 7},
},
  more[] = {{"red glow", .94, 25.5}, {"stone", .98, 13}},
  lost[] = {{"thin goop", .95, 5}, {"rare waves", .87, 7}}, blots[] = {{"blots", .96, 3}},
  ghost[] = {{"ghost", .78, 12.5}}, stripes[] = {{"stripes", .93, 3.5}}, aura[] = {{"aura", .95, 10.5}},
  blade[] = {{"blade", .96, 3}};

static const struct {
    jb_model *(*make)(void);
    const struct row *rows;
    size_t count;
    const char *loss; /* that tells what the pictures are fixed at; NULL: none does */
} rooms[] = {{gallery_make_faults, first, sizeof first / sizeof *first, NULL},
             {gallery_make_more_faults, more, sizeof more / sizeof *more, NULL},
             {gallery_make_lost, lost, sizeof lost / sizeof *lost, NULL},
             {gallery_make_blots, blots, 1, "t3dm.composite-light"},
             {gallery_make_ghost, ghost, 1, "t3dm.environment-picture"},
             {gallery_make_stripes, stripes, 1, "t3dm.composite-light"},
             {gallery_make_aura, aura, 1, NULL},
             {gallery_make_blade, blade, 1, NULL}};

/* For those who look at what another program makes of them (docs/faithfulness.md). */
static void keep(const char *folder, int room, const jb_file *file) {
    char path[512];
    snprintf(path, sizeof path, "%s/faults-%d.bdl", folder, room);
    FILE *out = fopen(path, "wb");
    ck_assert(out && fwrite(file->data, 1, file->size, out) == file->size);
    ck_assert_int_eq(fclose(out), 0);
}

/* What is off is told to be so. */
static bool is_told(ferry_seen_list told, const ferry_similarity_material *m) {
    for (uint32_t i = 0; i < told.count; i++)
        if (strcmp(told.data[i].name, m->name) == 0)
            return fabs(told.data[i].color_error - m->color_error) <= NEAR;
    return false;
}

/* Whether a loss of that kind was told. */
static bool has_loss(const ferry_job *job, const char *code) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == FERRY_LOSS && strcmp(report->data[i].code, code) == 0) return true;
    return false;
}

static const ferry_similarity_material *material_of(const ferry_similarity *found, const char *name) {
    for (uint32_t i = 0; i < found->material_count; i++)
        if (strcmp(found->materials[i].name, name) == 0) return &found->materials[i];
    ck_abort_msg("%s is not listed", name);
    return NULL;
}

static unsigned check_row(const struct row *row, const ferry_similarity *found, ferry_seen_list told) {
    const ferry_similarity_material *m = material_of(found, row->name);
    bool same = !m->vanishes && !m->appears && m->ssim >= row->ssim && m->color_error <= row->color_error,
         known = is_told(told, m);
    if (!same || !known)
        printf("%s: SSIM %.3f, %.3f at least; colour error %.1f, %.1f at most%s%s%s\n", row->name, m->ssim,
               row->ssim, m->color_error, row->color_error, m->vanishes ? "; vanishes" : "",
               m->appears ? "; appears" : "", known ? "" : "; told otherwise");
    return !same || !known;
}

START_TEST(what_went_wrong_is_right) {
    ferry_file_list files = {0};
    ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = &files};
    ferry_job *job = ferry_open(&options);
    ferry_view view = {.size = sizeof view, .views = FERRY_VIEWS_ALL};
    ferry_similarity found;
    unsigned wrong = 0;
    jb_model *model = rooms[_i].make();
    jb_file file = jb_build(model, JB_BDL4);
    if (getenv("FERRY_REGRESSIONS")) keep(getenv("FERRY_REGRESSIONS"), _i, &file);
    ferry_input input = {"faults.bdl", {file.data, file.size}};
    ferry_scene *source = ferry_load(job, &input, 1), *scene = ferry_load(job, &input, 1);
    ck_assert(source && scene && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "made.t3dm", &files) && files.count);
    ferry_scene *made = ferry_load(job, &(ferry_input){files.data[0].name, files.data[0].bytes}, 1);
    ck_assert(made && ferry_compare(job, source, made, &view, &found, NULL));
    for (size_t i = 0; i < rooms[_i].count; i++)
        wrong += check_row(&rooms[_i].rows[i], &found, ferry_seen_materials(job));
    ck_assert_uint_eq(wrong, 0);
    ck_assert(!rooms[_i].loss || has_loss(job, rooms[_i].loss));
    ferry_scene_free(source);
    ferry_scene_free(scene);
    ferry_scene_free(made);
    ferry_close(job);
    jb_file_free(&file);
    jb_model_free(model);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("regressions");
    TCase *tests = tcase_create("regressions");
    tcase_add_loop_test(tests, what_went_wrong_is_right, 0, sizeof rooms / sizeof *rooms);
    tcase_set_timeout(tests, 60);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
