/*
 * test_golden.c: whole scenes as text. Every fixture is read and dumped: fixtures/NAME.txt. Where the scene
 * can be written as T3DM, what is read back from there is dumped too: fixtures/NAME.t3dm.txt. FERRY_UPDATE=1
 * rewrites the texts; the difference is to be reviewed like code.
 */
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "helpers.h"

/* The texts of the demo figure and of the gallery would be longer than their files; the oracle of test_j3d.c
 * and pictures see to them. */
typedef struct subject {
    const char *name;
    bool skip;
    bool model; /* can be converted */
} subject;

/* Fixtures and the packed ones, in one row. Of two.szs one model is named. */
static subject subject_at(uint32_t i) {
    static const subject packed[] = {
        {"two.szs#bmd/skinned.bmd", false, true},
        {"one.arc", false, true},
        {"painted.bti", false, false},
        {"detailed.sprite", false, false},
        {"packed.sprite", false, false},
        {"layout-L0.t3dm", false, false},
        {"layout-L1.t3dm", false, false},
        {"layout-L2.t3dm", false, false},
        {"layout-L3.t3dm", false, false},
        {"layout-L4.t3dm", false, false},
        {"layout-L5.t3dm", false, false},
        {"layout-L6.t3dm", false, false},
        {"layout-L7.t3dm", false, false},
        {"layout-L8.t3dm", false, false},
        {"layout-L9.t3dm", false, false},
        {"layout-L10.t3dm", false, false},
        {"layout-L11.t3dm", false, false},
        {"layout-V1.t3dm", false, false},
        {"layout-V2.t3dm", false, false},
        {"layout-V3.t3dm", false, false},
        {"layout-V4.t3dm", false, false},
        {"tracks.t3dm", false, true},
        {"rigid.bck", false, false},
        {"softimage.bck", false, false},
        {"maya.bck", false, false},
        {"skinned.bca", false, false},
        {"moving.arc", false, true},
        {"figure.btk", false, false},
        {"drift.btk", false, false},
        {"figure.btp", false, false},
        {"figure.brk", false, false},
        {"skinned.bls", false, false},
        {"skinned.blk", false, false},
        {"skinned.bla", false, false},
        {"skinned.bxk", false, false},
        {"skinned.bxa", false, false},
        {"figure.bpk", false, false},
        {"figure.bpa", false, false},
        {"figure.bva", false, false},
        {"ttyd_paper", false, true},
        {"ttyd_layers", false, true},
        {"ttyd_bank-", false, false},
        {"numbers.glb", false, true},
    };
    if (i < fixture_count)
        return (subject){fixtures[i].name,
                         strcmp(fixtures[i].name, "figure.bdl") == 0 || fixture_hangs_in_gallery(i),
                         fixtures[i].kind != JB_BMT3};
    return packed[i - fixture_count];
}

static const uint32_t packed_count = 5 + 17 + 5 + 6 + 5 + 3 + 1 + 1;

static ferry_scene *load(ferry_job *job, const char *name, ferry_bytes *bytes) {
    char file[64];
    snprintf(file, sizeof file, "%.*s", (int)strcspn(name, "#"), name);
    *bytes = fy_read_fixture(file);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = name, .bytes = *bytes}, 1);
    ck_assert_msg(scene != NULL, "%s was not read", name);
    return scene;
}

static void expect_dump(ferry_job *job, const ferry_scene *scene, const char *name, const char *ending) {
    char golden[96];
    ferry_bytes text;
    ck_assert(ferry_dump(job, scene, &text));
    snprintf(golden, sizeof golden, "%.*s.%s", (int)strcspn(name, "#"), name, ending);
    fy_expect_golden(golden, text);
}

START_TEST(scene_reads_as_before) {
    subject s = subject_at((uint32_t)_i);
    if (s.skip) return;
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = load(job, s.name, &bytes);
    expect_dump(job, scene, s.name, "txt");
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

static const ferry_file *find_ending(const ferry_file_list *files, const char *ending) {
    for (uint32_t i = 0; i < files->count; i++) {
        size_t length = strlen(files->data[i].name);
        if (length > strlen(ending) && strcmp(files->data[i].name + length - strlen(ending), ending) == 0)
            return &files->data[i];
    }
    return NULL;
}

START_TEST(scene_survives_t3dm_as_before) {
    subject s = subject_at((uint32_t)_i);
    if (s.skip || !s.model) return;
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_file_list files = {0};
    ferry_scene *scene = load(job, s.name, &bytes);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "fixture.t3dm", &files));
    const ferry_file *written = find_ending(&files, ".t3dm");
    ck_assert_ptr_nonnull(written);
    ferry_scene *back = ferry_load(job, &(ferry_input){.name = written->name, .bytes = written->bytes}, 1);
    ck_assert_msg(back != NULL, "%s: what was written cannot be read", s.name);
    expect_dump(job, back, s.name, "t3dm.txt");
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("golden");
    TCase *tests = tcase_create("dumps");
    tcase_add_loop_test(tests, scene_reads_as_before, 0, (int)(fixture_count + packed_count));
    const ferry_format *t3dm = ferry_find_format(NULL, "t3dm");
    if (t3dm && t3dm->read && t3dm->write)
        tcase_add_loop_test(tests, scene_survives_t3dm_as_before, 0, (int)(fixture_count + packed_count));
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
