/*
 * test_t3dm_levels.c: levels of detail (docs/simplify.md, "Levels of detail"): what a model draws coarser, as
 * objects of one file or as files. The finest level is what the file would be without the others; each level
 * shows what a file of it alone shows; clips drive all of them; and what cannot be is said.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/scene/levels.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "helpers.h"

enum { MOST_INPUTS = 4, MOST_SETTINGS = 4 };

typedef struct model {
    const char *names[MOST_INPUTS];
} model;

static const model figure = {{"figure.bdl", "figure.bck", "figure.bva"}};
static const model morphs = {{"skinned.bmd", "skinned.bls", "skinned.blk"}};

/* Settings outlive their job. */
static ferry_job *open_job(const char *levels, const char *key, const char *value) {
    static ferry_setting_value kept[4][3];
    static uint32_t opened;
    ferry_setting_value *settings = kept[opened++ % 4];
    settings[0] = (ferry_setting_value){"t3dm.effort", "fast"};
    settings[1] = levels ? (ferry_setting_value){"simplify.levels", levels} : settings[0];
    settings[2] = key ? (ferry_setting_value){key, value} : settings[0];
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 3});
}

static ferry_scene *load(ferry_job *job, const model *m) {
    ferry_input inputs[MOST_INPUTS];
    uint32_t count = 0;
    for (; count < MOST_INPUTS && m->names[count]; count++) {
        ferry_bytes bytes = fy_read_fixture(m->names[count]);
        void *own = ferry_alloc(job, bytes.size, 1);
        memcpy(own, bytes.data, bytes.size);
        free((void *)(uintptr_t)bytes.data);
        inputs[count] = (ferry_input){m->names[count], {own, bytes.size}};
    }
    ferry_scene *scene = ferry_load(job, inputs, count);
    ck_assert_ptr_nonnull(scene);
    return scene;
}

static ferry_file_list convert(ferry_job *job, const model *m) {
    ferry_file_list files = {0};
    ferry_scene *scene = load(job, m);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    return files;
}

/* The figure in three levels, converted once: neither the files nor their job are changed. */
typedef struct figure_files {
    ferry_job *job;
    ferry_file_list list;
} figure_files;

static figure_files kept[2]; /* as objects, as files */

static ferry_file_list in_levels(bool files) {
    figure_files *k = &kept[files];
    if (!k->job) {
        k->job = open_job("50%,25%", files ? "t3dm.lods" : NULL, "files");
        k->list = convert(k->job, &figure);
    }
    return k->list;
}

static void drop_kept(void) {
    for (int i = 0; i < 2; i++) {
        ferry_close(kept[i].job);
        kept[i] = (figure_files){0};
    }
}

static ferry_scene *read_file(ferry_job *job, const ferry_file *file) {
    ferry_scene *scene = ferry_load(job, &(ferry_input){file->name, file->bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    return scene;
}

static uint32_t triangles_of(const ferry_scene *scene, uint32_t level) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        if (scene->draws.data[d].level == level)
            count += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    return count;
}

static fy_t3dm_breakdown measure(ferry_job *job, const ferry_file *file) {
    fy_t3dm_breakdown cost;
    ferry_scene *scene = fy_scene_open(job);
    ferry_window in = ferry_window_open(job, file->name, file->bytes);
    ck_assert(scene && fy_t3dm_measure(job, &in, scene, &cost));
    ferry_scene_free(scene);
    return cost;
}

static void expect_same_drawing(const fy_t3dm_drawing *a, const fy_t3dm_drawing *b) {
    ck_assert_uint_eq(a->triangles, b->triangles);
    ck_assert_uint_eq(a->cost.vertices, b->cost.vertices);
    ck_assert_uint_eq(fy_t3dm_drawing_cycles(a), fy_t3dm_drawing_cycles(b));
}

/* -------------------------------------------------------------------------------------------- one file */

START_TEST(levels_are_objects_of_one_file) {
    ferry_job *plain = open_job(NULL, NULL, NULL), *job = open_job("50%,25%", NULL, NULL);
    ferry_file_list without = convert(plain, &figure), with = in_levels(false);
    ferry_scene *scene = read_file(job, &with.data[0]), *one = read_file(plain, &without.data[0]);
    ck_assert_uint_eq(ferry_level_count(one), 1);
    ck_assert_uint_eq(ferry_level_count(scene), 3);
    ck_assert_uint_eq(triangles_of(scene, 0), triangles_of(one, 0));
    for (uint32_t i = 1; i < 3; i++) {
        uint32_t most = triangles_of(one, 0) >> i, is = triangles_of(scene, i);
        ck_assert(is <= most + 1 && is >= most - most / 50);
    }
    ck_assert_uint_eq(scene->nodes.count, one->nodes.count);
    ck_assert_uint_eq(scene->images.count, one->images.count);
    ck_assert_uint_eq(with.count, without.count); /* the same pictures; streams move more vertices */
    for (uint32_t i = 1; i < with.count; i++) {
        ck_assert_str_eq(with.data[i].name, without.data[i].name);
        if (!strstr(with.data[i].name, ".png")) continue;
        ck_assert_uint_eq(with.data[i].bytes.size, without.data[i].bytes.size);
        ck_assert_mem_eq(with.data[i].bytes.data, without.data[i].bytes.data, with.data[i].bytes.size);
    }
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        ck_assert_uint_eq(fy_level_of_name(draw->name), draw->level);
        ck_assert(!d || draw->level >= scene->draws.data[d - 1].level);
    }
    ferry_scene_free(scene), ferry_scene_free(one);
    ferry_close(plain), ferry_close(job);
}
END_TEST

/* Of scenes that are ready to be written: which objects are merged is the writer's affair. */
static void expect_same_finest(const ferry_scene *without, const ferry_scene *with, uint32_t levels,
                               const char *merge) {
    ferry_job *job = open_job(NULL, "t3dm.merge-objects", merge);
    ferry_file_list one = {0}, three = {0};
    ck_assert(ferry_save(job, without, "t3dm", "x.t3dm", &one));
    ck_assert(ferry_save(job, with, "t3dm", "x.t3dm", &three));
    fy_t3dm_breakdown a = measure(job, &one.data[0]), b = measure(job, &three.data[0]);
    expect_same_drawing(&a.total, &b.total);
    ck_assert_uint_eq(a.material_switches, b.material_switches);
    ck_assert_uint_eq(a.texture_uploads, b.texture_uploads);
    ck_assert_uint_eq(b.level_count, levels);
    ck_assert_uint_le(b.levels[1].drawing.triangles, b.levels[0].drawing.triangles);
    ferry_close(job);
}

/* No decals, second draws or merged objects between levels; the same order. Levels that are nearly alike
 * would be taken for layers first, and are made soon. Three models have two coarser levels. */
START_TEST(finest_costs_what_it_did) {
    static const char *const names[] = {"figure.bdl",        "gallery-steps.bdl", "ttyd_layers",
                                        "gallery-glows.bdl", "stage.bmd",         "order.bmd"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const model m = {{names[i]}};
        uint32_t levels = i < 3 ? 2 : 3;
        ferry_job *plain = open_job(NULL, NULL, NULL),
                  *job = open_job(levels == 2 ? "95%" : "95%,90%", NULL, NULL);
        ferry_scene *without = load(plain, &m), *with = load(job, &m);
        ck_assert(ferry_prepare(plain, without, "t3dm", NULL) && ferry_prepare(job, with, "t3dm", NULL));
        expect_same_finest(without, with, levels, "no");
        expect_same_finest(without, with, levels, "alike");
        ferry_scene_free(without), ferry_scene_free(with);
        ferry_close(plain), ferry_close(job);
    }
}
END_TEST

static ferry_picture picture_of(ferry_job *job, const ferry_scene *scene) {
    const ferry_view view = {.size = sizeof view,
                             .width = 80,
                             .height = 60,
                             .yaw = .5F,
                             .has_frame = true,
                             .frame = {{-2000, -2000, -2000}, {2000, 2000, 2000}}};
    ferry_picture picture;
    ck_assert(ferry_render(job, scene, &view, &picture));
    return picture;
}

START_TEST(each_level_shows_what_its_file_shows) {
    ferry_job *jobs[] = {open_job(NULL, NULL, NULL), open_job(NULL, NULL, NULL)};
    ferry_file_list one = in_levels(false), three = in_levels(true);
    static const char *const names[] = {"x.t3dm", "x.lod1.t3dm", "x.lod2.t3dm"};
    for (uint32_t level = 0; level < 3; level++) {
        ferry_scene *all = read_file(jobs[0], &one.data[0]), *own = read_file(jobs[1], &three.data[level]);
        ck_assert_str_eq(three.data[level].name, names[level]);
        ck_assert_uint_eq(ferry_level_count(own), 1);
        ck_assert(ferry_show_level(all, level));
        ferry_picture a = picture_of(jobs[0], all), b = picture_of(jobs[1], own);
        ck_assert_mem_eq(a.rgba, b.rgba, 4 * (size_t)a.width * a.height);
        ferry_counts counts;
        ck_assert(ferry_count(all, &counts));
        ck_assert_uint_eq(counts.triangles, triangles_of(own, 0));
        ferry_scene_free(all), ferry_scene_free(own);
    }
    ck_assert_uint_eq(three.count, one.count + 2); /* pictures are shared */
    for (int i = 0; i < 2; i++) ferry_close(jobs[i]);
}
END_TEST

START_TEST(files_are_read_as_levels) {
    ferry_job *job = open_job(NULL, NULL, NULL);
    ferry_file_list files = in_levels(true);
    ferry_input inputs[3];
    for (int i = 0; i < 3; i++) inputs[i] = (ferry_input){files.data[i].name, files.data[i].bytes};
    ferry_scene *scene = ferry_load(job, inputs, 3);
    ck_assert(scene && ferry_level_count(scene) == 3);
    for (uint32_t level = 0; level < 3; level++) {
        ferry_scene *own = read_file(job, &files.data[level]);
        ck_assert_uint_eq(triangles_of(scene, level), triangles_of(own, 0));
        ferry_scene_free(own);
    }
    ck_assert(!ferry_show_level(scene, 3));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ clips */

/* The same draw of the finest level: by its name without the level. */
static const ferry_draw *finest_of(const ferry_scene *scene, const ferry_draw *draw) {
    const char *suffix = fy_level_suffix(draw->name);
    size_t length = suffix ? (size_t)(suffix - draw->name) : strlen(draw->name);
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *other = &scene->draws.data[d];
        if (!other->level && strlen(other->name) == length && memcmp(other->name, draw->name, length) == 0)
            return other;
    }
    ck_abort_msg("no draw for %s", draw->name);
}

START_TEST(clips_show_and_hide_all_levels) {
    ferry_job *job = open_job("95%", NULL, NULL);
    ferry_scene *scene = load(job, &figure);
    uint32_t hidden = 0;
    ck_assert(ferry_prepare(job, scene, "t3dm", "simplify"));
    ck_assert_uint_eq(ferry_level_count(scene), 2);
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (int i = 0; i < 8; i++) {
            const ferry_scene *now = ferry_pose(job, scene, &c, 1, scene->clips.data[c].duration * i / 8);
            ck_assert_ptr_nonnull(now);
            for (uint32_t d = 0; d < now->draws.count; d++) {
                const ferry_draw *draw = &now->draws.data[d];
                ck_assert_int_eq(draw->visible, finest_of(now, draw)->visible);
                hidden += draw->level && !draw->visible;
            }
        }
    ck_assert_uint_gt(hidden, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(morphs_move_all_levels) {
    ferry_job *job = open_job("60%,40%", NULL, NULL), *plain = open_job(NULL, NULL, NULL);
    ferry_scene *scene = load(job, &morphs), *one = load(plain, &morphs);
    uint32_t driven[3] = {0};
    ck_assert(ferry_prepare(job, scene, "t3dm", "simplify"));
    ck_assert_uint_gt(one->morphs.count, 0);
    for (uint32_t i = 0; i < scene->morphs.count; i++)
        for (uint32_t d = 0; d < scene->draws.count; d++)
            if (scene->draws.data[d].mesh == scene->morphs.data[i].mesh) driven[scene->draws.data[d].level]++;
    ck_assert_uint_eq(driven[0], one->morphs.count);
    ck_assert_uint_gt(driven[1], 0);
    ck_assert_uint_eq(scene->clips.data[0].track_count - one->clips.data[0].track_count,
                      scene->morphs.count - one->morphs.count);
    ferry_scene_free(scene), ferry_scene_free(one);
    ferry_close(job), ferry_close(plain);
}
END_TEST

/* -------------------------------------------------------------------------------------- written again */

START_TEST(levels_stay_when_written_again) {
    ferry_job *again = open_job(NULL, NULL, NULL);
    ferry_file_list files = in_levels(false), more = {0};
    ferry_scene *scene = read_file(again, &files.data[0]);
    uint32_t before[3];
    for (uint32_t i = 0; i < 3; i++) before[i] = triangles_of(scene, i);
    ck_assert(ferry_prepare(again, scene, "t3dm", NULL) && ferry_save(again, scene, "t3dm", "y.t3dm", &more));
    ferry_scene_free(scene);
    scene = read_file(again, &more.data[0]);
    ck_assert_uint_eq(ferry_level_count(scene), 3);
    for (uint32_t i = 0; i < 3; i++) ck_assert_uint_eq(triangles_of(scene, i), before[i]);
    ferry_scene_free(scene);
    ferry_close(again);
}
END_TEST

/* Other formats get the finest, whose clips still find their draws. */
START_TEST(others_get_the_finest) {
    ferry_job *again = open_job(NULL, NULL, NULL);
    ferry_file_list files = in_levels(false), more = {0};
    ferry_scene *scene = read_file(again, &files.data[0]);
    uint32_t finest = triangles_of(scene, 0), drawn = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        drawn += !scene->draws.data[d].level &&
                 scene->meshes.data[scene->draws.data[d].mesh].triangle_count; /* no state */
    ck_assert(ferry_prepare(again, scene, "dae", NULL) && ferry_save(again, scene, "dae", "y.dae", &more));
    ck_assert_uint_eq(scene->draws.count, drawn);
    ck_assert_uint_eq(ferry_level_count(scene), 1);
    ck_assert_uint_eq(triangles_of(scene, 0), finest);
    ck_assert(ferry_check(again, scene));
    bool told = false;
    for (size_t i = 0; i < ferry_job_report(again)->count; i++)
        told |= strcmp(ferry_job_report(again)->data[i].code, "simplify.levels-dropped") == 0;
    ck_assert(told);
    ferry_scene_free(scene);
    ferry_close(again);
}
END_TEST

/* Names that end so by chance are no levels: there is no second, or no first. */
START_TEST(names_alone_are_no_levels) {
    static const char *const ends[][2] = {
        {"a", "b.lod2"}, {"a.lod1", "b.lod1"}, {"a", "b.lod0"}, {"a", ".lod"}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        ferry_draw draws[2] = {{.name = ends[i][0]}, {.name = ends[i][1]}};
        ferry_scene scene = {.draws = {draws, 2}};
        fy_levels_by_name(&scene, 0);
        ck_assert_uint_eq(ferry_level_count(&scene), 1);
    }
    ferry_draw draws[2] = {{.name = "a"}, {.name = "b.lod1"}};
    ferry_scene scene = {.draws = {draws, 2}};
    fy_levels_by_name(&scene, 0);
    ck_assert_uint_eq(ferry_level_count(&scene), 2);
    ck_assert(ferry_show_level(&scene, 1));
    ck_assert_uint_eq(draws[0].level, 1);
    ck_assert_uint_eq(draws[1].level, 0);
}
END_TEST

/* ----------------------------------------------------------------------------------------- what cannot be */

/* Fails the test unless the error begins so. */
static void expect_error(ferry_job *job, const char *text) {
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->totals[FERRY_ERROR], 1);
    const ferry_message *last = &report->data[report->count - 1];
    ck_assert_int_eq(last->severity, FERRY_ERROR);
    ck_assert_msg(strncmp(last->text, text, strlen(text)) == 0, "%s", last->text);
}

static void expect_refused(const char *levels, const char *key, const char *value, const char *target,
                           const char *text) {
    ferry_job *job = open_job(levels, key, value);
    ferry_file_list files = {0};
    ferry_scene *scene = load(job, &(model){{"stage.bmd"}});
    ck_assert(!ferry_prepare(job, scene, target, NULL) || !ferry_save(job, scene, target, "x", &files));
    ck_assert_uint_eq(files.count, 0);
    expect_error(job, text);
    ferry_scene_free(scene);
    ferry_close(job);
}

START_TEST(what_cannot_be_is_said) {
    expect_refused("50%,240", NULL, NULL, "t3dm",
                   "level 2 is to have 240 triangles, but level 1 before it has no more than 195: each level "
                   "must be coarser than the one before");
    expect_refused("50%,90", "simplify.triangles", "60", "t3dm",
                   "level 2 is to have 90 triangles, but level 1 before it has no more than ");
    expect_refused("400", NULL, NULL, "t3dm",
                   "level 1 is to have 400 triangles, but level 0 before it has no more than 390");
    expect_refused("50%", NULL, NULL, "obj", "the output format has no levels of detail");
    expect_refused("50%", "t3dm.layout", "L0", "t3dm", "layout L0 has no names of objects");
}
END_TEST

START_TEST(levels_of_levels_are_refused) {
    ferry_file_list files = in_levels(false);
    ferry_job *again = open_job("50%", NULL, NULL);
    ferry_scene *scene = read_file(again, &files.data[0]);
    ck_assert(!ferry_prepare(again, scene, "t3dm", NULL));
    expect_error(again, "it has 3 levels of detail already; simplify its source instead");
    ferry_scene_free(scene);
    ferry_close(again);
}
END_TEST

static const ferry_file *file_named(const ferry_file_list *files, const char *name) {
    for (uint32_t i = 0; i < files->count; i++)
        if (strcmp(files->data[i].name, name) == 0) return &files->data[i];
    ck_abort_msg("no file %s", name);
}

/* The full model decides about pictures, and not the few triangles that are left; only pieces of pictures are
 * those of triangles. */
START_TEST(pictures_are_those_of_the_full_model) {
    static const model mural = {{"mural.bmd"}};
    static const ferry_setting_value settings[] = {
        {"t3dm.effort", "fast"}, {"t3dm.texture-pieces", "no"}, {"simplify.triangles", "10%"}};
    ferry_job *jobs[2];
    for (uint32_t i = 0; i < 2; i++)
        jobs[i] = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2 + i});
    ferry_file_list full = convert(jobs[0], &mural), few = convert(jobs[1], &mural);
    ck_assert_uint_gt(few.count, 1);
    ck_assert_uint_eq(few.count, full.count);
    for (uint32_t i = 1; i < few.count; i++) {
        const ferry_bytes a = few.data[i].bytes, b = file_named(&full, few.data[i].name)->bytes;
        ck_assert_uint_eq(a.size, b.size);
        ck_assert_mem_eq(a.data, b.data, a.size);
    }
    for (int i = 0; i < 2; i++) ferry_close(jobs[i]);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_levels");
    TCase *tests = tcase_create("levels"), *results = fy_results_case(suite);
    tcase_add_test(results, levels_are_objects_of_one_file);
    tcase_add_test(results, finest_costs_what_it_did);
    tcase_add_test(tests, each_level_shows_what_its_file_shows);
    tcase_add_test(tests, files_are_read_as_levels);
    tcase_add_test(results, clips_show_and_hide_all_levels);
    tcase_add_test(results, morphs_move_all_levels);
    tcase_add_test(tests, levels_stay_when_written_again);
    tcase_add_test(tests, others_get_the_finest);
    tcase_add_test(tests, names_alone_are_no_levels);
    tcase_add_test(tests, what_cannot_be_is_said);
    tcase_add_test(tests, levels_of_levels_are_refused);
    tcase_add_test(results, pictures_are_those_of_the_full_model);
    tcase_add_unchecked_fixture(tests, NULL, drop_kept);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
