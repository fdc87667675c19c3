/*
 * test_gltf_round.c: there and back again. Every model fixture, prepared for glTF, is written as .glb and
 * read: what the format and the extras do not hold is fixtures/round-trip.txt, thing by thing (FERRY_UPDATE=1
 * rewrites it; each line is to be understood). And glTF becomes T3DM: positions within its rounding, bones,
 * clips, materials.
 */
#include <math.h>
#include <stdlib.h>

#include "builders/fixtures/fixtures.h"
#include "builders/fixtures/fixtures_gltf.h"
#include "helpers.h"

/* Part of the model's height by which positions and colours may be off: colours are linear light of 16 bits
 * in the file. */
static const double TOLERANCE = 3e-4;

typedef struct list {
    char text[1 << 16];
    size_t size;
} list;

static void say(list *to, const char *fixture_name, const ferry_difference *d) {
    int more = snprintf(to->text + to->size, sizeof to->text - to->size, "%s: %c %s%s%s %s\n", fixture_name,
                        d->sign, d->thing, *d->name ? " " : "", d->name, d->what);
    ck_assert(more > 0 && (size_t)more < sizeof to->text - to->size);
    to->size += (size_t)more;
}

/* What is so by the nature of the thing is not said for each: the format's name; how texels were packed; what
 * the scene keeps as bytes; names of meshes, which are called after their first draw. */
static bool is_known(const ferry_difference *d) {
    if (strcmp(d->thing, "extra") == 0) return true;
    if (strcmp(d->thing, "scene") == 0) return strcmp(d->what, "format") == 0;
    if (strcmp(d->thing, "image") == 0)
        return strcmp(d->what, "format") == 0 || strcmp(d->what, "palette") == 0;
    if (strcmp(d->thing, "mesh") == 0) return strcmp(d->what, "name") == 0;
    return false;
}

/* The pictures beside figure.t3dm; `user`: those read so far. */
typedef struct beside {
    ferry_bytes files[16];
    uint32_t count;
} beside;

static bool find_beside(void *user, const char *name, ferry_bytes *bytes) {
    beside *of = user;
    char path[512];
    snprintf(path, sizeof path, "%s/%s", FERRY_FIXTURES, name);
    FILE *file = of->count < 16 && strchr(name, '/') == NULL ? fopen(path, "rb") : NULL;
    if (!file) return false;
    fclose(file);
    *bytes = of->files[of->count++] = fy_read_fixture(name);
    return true;
}

static void travel(list *to, const char *name) {
    beside pictures = {.count = 0};
    ferry_bytes bytes = fy_read_fixture(name);
    ferry_options options = {.size = sizeof options, .sidecar = find_beside, .user = &pictures};
    ferry_job *job = ferry_open(&options), *other = fy_quick_job();
    ferry_file_list files = {0};
    ferry_differences differences = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){name, bytes}, 1);
    ck_assert_msg(scene && ferry_prepare(job, scene, "glb", NULL) &&
                      ferry_save(job, scene, "glb", "x.glb", &files),
                  "%s", name);
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.glb", files.data[0].bytes}, 1);
    ck_assert_msg(back && ferry_check(other, back), "%s was not read again", name);
    ck_assert_msg(!ferry_job_report(other)->totals[FERRY_WARNING], "%s: what was written is complained of",
                  name);
    ck_assert(back->layered == scene->layered);
    ck_assert(ferry_diff(job, scene, back, TOLERANCE, &differences));
    for (uint32_t i = 0; i < differences.count; i++)
        if (!is_known(&differences.data[i])) say(to, name, &differences.data[i]);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(other);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
    for (uint32_t i = 0; i < pictures.count; i++) free((void *)(uintptr_t)pictures.files[i].data);
}

START_TEST(scenes_come_back) {
    static list all;
    static const char *const more[] = {"figure.t3dm", "tracks.t3dm", "layout-V4.t3dm", "moving.arc",
                                       "ttyd_layers", "ttyd_paper",  "numbers.glb"};
    all.size = 0;
    for (uint32_t i = 0; i < fixture_count; i++)
        if (fixtures[i].kind != JB_BMT3) travel(&all, fixtures[i].name);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) travel(&all, more[i]);
    fy_expect_golden("round-trip.txt", (ferry_bytes){(const uint8_t *)all.text, all.size});
}
END_TEST

/* All bits of the console's words may be set. */
START_TEST(words_of_ones_come_back) {
    ferry_bytes bytes = fy_read_fixture("layout-V4.t3dm");
    ferry_job *job = fy_quick_job();
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", bytes}, 1);
    ck_assert(scene && scene->materials.count && scene->materials.data[0].rdp);
    ferry_rdp_material ones = *scene->materials.data[0].rdp;
    ones.combiner = ones.other_mode = ones.other_mode_mask = UINT64_MAX;
    ones.blender = UINT32_MAX;
    scene->materials.data[0].rdp = &ones;
    ck_assert(ferry_save(job, scene, "glb", "x.glb", &files));
    ferry_scene *back = ferry_load(job, &(ferry_input){"x.glb", files.data[0].bytes}, 1);
    ck_assert(back && back->materials.data[0].rdp);
    const ferry_rdp_material *rdp = back->materials.data[0].rdp;
    ck_assert(rdp->combiner == UINT64_MAX && rdp->other_mode == UINT64_MAX);
    ck_assert(rdp->other_mode_mask == UINT64_MAX && rdp->blender == UINT32_MAX);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* --------------------------------------------------------------------------------------------------- T3DM */

static uint32_t node_called(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        if (strcmp(scene->nodes.data[i].name, name) == 0) return i;
    return FERRY_NONE;
}

static void expect_bone(const ferry_scene *scene, const ferry_scene *back, const char *name, double scale) {
    uint32_t a = node_called(scene, name), b = node_called(back, name);
    ck_assert_msg(a != FERRY_NONE && b != FERRY_NONE, "%s", name);
    const float *x = &scene->nodes.data[a].translate.x, *y = &back->nodes.data[b].translate.x;
    for (int k = 0; k < 3; k++) ck_assert_float_eq_tol((float)((double)x[k] * scale), y[k], 1e-3F);
}

START_TEST(gltf_becomes_t3dm) {
    static const double scale = 64;
    jb_file file = fixture_glb();
    ferry_setting_value settings[] = {{"t3dm.base-scale", "64"}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"numbers.glb", {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "numbers.t3dm", &files));
    ferry_input inputs[8];
    for (uint32_t i = 0; i < files.count && i < 8; i++)
        inputs[i] = (ferry_input){files.data[i].name, files.data[i].bytes};
    ferry_scene *back = ferry_load(job, inputs, 1);
    ck_assert_ptr_nonnull(back);
    ferry_counts a, b;
    ck_assert(ferry_count(scene, &a) && ferry_count(back, &b));
    ck_assert_uint_eq(a.triangles, b.triangles);
    for (int k = 0; k < 6; k++) /* half a step of the grid, and what two matrices of floats make of it */
        ck_assert_double_eq_tol((double)(&a.box.min.x)[k] * scale, (double)(&b.box.min.x)[k], 0.51);
    static const char *const bones[] = {"a", "b", "c", "d"};
    for (size_t k = 0; k < sizeof bones / sizeof *bones; k++) expect_bone(scene, back, bones[k], scale);
    ck_assert_uint_eq(back->materials.count, 2);
    ck_assert_uint_eq(back->clips.count, 1);
    ck_assert_str_eq(back->clips.data[0].name, "bend");
    ck_assert_double_eq_tol(back->clips.data[0].duration, 1.25, 1e-6);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- extras */

/* The file with one piece of its JSON exchanged for another as long. */
static ferry_bytes exchanged(const char *from, const char *to) {
    ferry_bytes bytes = fy_read_fixture("figure.bdl");
    ferry_job *job = fy_quick_job();
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.bdl", bytes}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "glb", NULL) &&
              ferry_save(job, scene, "glb", "x.glb", &files));
    uint8_t *copy = malloc(files.data[0].bytes.size);
    size_t size = files.data[0].bytes.size, length = strlen(from), at = 0;
    ck_assert(copy && length == strlen(to));
    memcpy(copy, files.data[0].bytes.data, size);
    while (at + length < size && memcmp(copy + at, from, length) != 0) at++;
    ck_assert_uint_lt(at + length, size);
    memcpy(copy + at, to, length);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
    return (ferry_bytes){copy, size};
}

/* What the extras say counts while they are whole, of this library, and wanted. */
START_TEST(extras_count_while_they_are_whole) {
    static const struct {
        const char *from, *to, *setting;
        bool first, second; /* materials with the machine's state */
    } cases[] = {{"ferry64", "ferry64", "read", true, true},
                 {"ferry64", "ferry64", "ignore", false, false},
                 {"ferry64 ", "blender ", "read", false, false},
                 {"\"stages\":[", "\"stagez\":[", "read", false, true},
                 {"\"channel_count\":1", "\"channel_count\":3", "read", false, true},
                 {"\"textures\":[0", "\"textures\":[9", "read", false, true}};
    ferry_bytes bytes = exchanged(cases[_i].from, cases[_i].to);
    ferry_setting_value setting = {"gltf.extras", cases[_i].setting};
    ferry_options options = {.size = sizeof options, .settings = &setting, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.glb", bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_check(job, scene));
    ck_assert_int_eq(scene->materials.data[0].gx != NULL, cases[_i].first);
    ck_assert_int_eq(scene->materials.data[1].gx != NULL, cases[_i].second);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], !cases[_i].first && cases[_i].second);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf_round");
    TCase *tests = tcase_create("trips");
    tcase_add_test(tests, scenes_come_back);
    tcase_add_test(tests, words_of_ones_come_back);
    tcase_add_test(tests, gltf_becomes_t3dm);
    tcase_add_loop_test(tests, extras_count_while_they_are_whole, 0, 6);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
