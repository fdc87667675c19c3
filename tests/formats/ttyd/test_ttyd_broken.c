/*
 * test_ttyd_broken.c: actors of The Thousand-Year Door that are broken in one place each, and exactly what is
 * said of them (docs/formats/ttyd.md, "What is kept and what is refused").
 */
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures_ttyd.h"
#include "helpers.h"

/* As small as it gets with something of everything: two joints, a shape of one fan with a texture, an
 * animation of all five kinds. */
static tb_actor *sound_actor(void) {
    tb_actor *actor = tb_new("sound", "bank");
    tb_record_add(actor, 0, 0, "dots");
    tb_sampler_add(actor, 0, 0);
    tb_shape_add(actor, "leaf", 0, 3);
    tb_subshape_add(actor, 0);
    tb_slot_add(actor, 0, 0);
    tb_corner corners[4] = {{{0}}};
    for (uint32_t i = 0; i < 4; i++) {
        corners[i].index[0] = tb_position(actor, i & 1, i >> 1, 0);
        corners[i].index[1] = i ? 0 : tb_normal(actor, 0, 0, 1);
        corners[i].index[2] = tb_color(actor, 0xFFFFFF00 + i);
        corners[i].index[3] = tb_uv(actor, 0, i & 1, i >> 1);
    }
    tb_fan(actor, 4, corners);
    tb_group_add(actor, "tip", 0, true);
    tb_group_add(actor, "root", 0, true);
    tb_hang(actor, 1, 0);
    uint32_t anim = tb_anim_add(actor, "go", true, 0, 10);
    tb_key(actor, anim, 0);
    tb_key(actor, anim, 8);
    tb_move_by(actor, anim, 1, TB_POSITIONS, 3, 1, 0, 0);
    tb_move_by(actor, anim, 1, TB_NORMALS, 0, 1, 0, 0);
    tb_move_by(actor, anim, 1, TB_PLACINGS, 0, 0, 0.5, 0);
    tb_move_by(actor, anim, 1, TB_SWITCHES, 1, -1, 0, 0);
    tb_float_by(actor, anim, 1, 0, TB_MOVE, 3, 10, 20);
    return actor;
}

static char *report_of(const jb_file *file, bool *scene) {
    ferry_options options = {.size = sizeof options, .from = "ttyd"};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    ferry_scene *read = ferry_load(job, &(ferry_input){.name = "x", .bytes = {file->data, file->size}}, 1);
    if (read) ck_assert(ferry_check(job, read));
    char *text = fy_report_text(ferry_job_report(job));
    *scene = read;
    ferry_scene_free(read);
    ferry_close(job);
    return text;
}

static void expect(const char *what, const jb_file *file, const char *wanted, bool wanted_scene) {
    bool scene;
    char *text = report_of(file, &scene);
    ck_assert_msg(strcmp(text, wanted) == 0, "%s:\n%sand not:\n%s", what, text, wanted);
    ck_assert_msg(scene == wanted_scene, "%s: %s", what, scene ? "a scene" : "no scene");
    free(text);
}

#define NO_BANK "x:0x44: warning: the texture bank \"bank-\" was not found; the textures have no image\n"

static jb_file sound_file(void) {
    tb_actor *actor = sound_actor();
    jb_file file = tb_build(actor);
    tb_free(actor);
    return file;
}

START_TEST(sound_actor_is_sound) {
    jb_file file = sound_file();
    expect("sound", &file, NO_BANK, true);
    jb_file_free(&file);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- blocks */

static const uint32_t record_sizes[25] = {0xA8, 8, 12, 4, 12,   4, 4,    4,    4, 4, 4,    4,   4,
                                          4,    4, 4,  8, 0x18, 8, 0x40, 0x6C, 1, 4, 0x58, 0x40};

/* Each count and each offset leads out of the file. */
START_TEST(blocks_leave_the_file) {
    for (uint32_t block = 0; block < 25; block++)
        for (int offset = 0; offset < 2; offset++) {
            jb_file file = sound_file();
            uint32_t count = jb_get32(&file, 0xE8 + 4 * block), at = jb_get32(&file, 0x14C + 4 * block);
            bool harmless = offset && count == 0; /* an empty block's offset means nothing */
            char wanted[256];
            if (offset)
                jb_set32(&file, 0x14C + 4 * block, at = 0x10000000);
            else
                jb_set32(&file, 0xE8 + 4 * block, count = 0x10000000);
            if (count == 0x10000000 && jb_get32(&file, 0x14C + 4 * block) == 0) at = 0;
            snprintf(wanted, sizeof wanted,
                     "x:0x%x: error: block %u: %u records of %u bytes at 0x%x do not fit in the file of "
                     "0x%zx bytes\n",
                     0xE8 + 4 * block, block + 2, count, record_sizes[block], at, file.size);
            expect("block", &file, harmless ? NO_BANK : wanted, harmless);
            jb_file_free(&file);
        }
}
END_TEST

/* ------------------------------------------------------------------------------------------------ patches */

typedef struct patch {
    const char *place;
    uint32_t delta, width, value;
    bool scene;
    const char *report;
} patch;

static const patch patches[] = {
#include "ttyd_patches.h"
};

START_TEST(patches_are_told) {
    const patch *p = &patches[_i];
    char what[64];
    jb_file file = sound_file();
    size_t at = jb_at(&file, p->place) + p->delta;
    if (p->width == 1) jb_set8(&file, at, p->value);
    if (p->width == 4) jb_set32(&file, at, p->value);
    snprintf(what, sizeof what, "%s + 0x%x = 0x%x", p->place, p->delta, p->value);
    expect(what, &file, p->report, p->scene);
    jb_file_free(&file);
}
END_TEST

/* Words that nobody knows are kept where they are not what they always are. */
START_TEST(unknown_words_are_kept) {
    static const char *const paths[] = {"header", "subshapes", "textures", "animation[0].box",
                                        "animation[0].events"};
    jb_file file = sound_file();
    jb_set32(&file, jb_at(&file, "subshape0") + 0x04, 7);
    jb_set32(&file, jb_at(&file, "subshape0") + 0x0C, 8);
    jb_set32(&file, jb_at(&file, "records") + 0x3C, 9);
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "x", .bytes = {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->extras.count, sizeof paths / sizeof *paths);
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const ferry_extra *extra = &scene->extras.data[i];
        ck_assert_str_eq(extra->path, paths[i]);
        ck_assert_mem_eq(extra->bytes.data, file.data + extra->offset, extra->bytes.size);
    }
    ck_assert_uint_eq(scene->extras.data[1].bytes.size, 0x6C);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
}
END_TEST

/* What has no name could not be written: the runtime finds clips by theirs. */
START_TEST(what_has_no_name_gets_one) {
    tb_actor *actor = sound_actor();
    actor->shapes[0].name[0] = actor->groups[1].name[0] = actor->anims[0].name[0] = '\0';
    jb_file file = tb_build(actor);
    tb_free(actor);
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "x", .bytes = {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_str_eq(scene->meshes.data[0].name, "shape0");
    ck_assert_str_eq(scene->nodes.data[0].name, "group1");
    ck_assert_str_eq(scene->clips.data[0].name, "animation0");
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
}
END_TEST

/* Each number is one, their sum is none. */
START_TEST(sums_have_a_limit) {
    jb_file file = sound_file();
    jb_set32(&file, jb_at(&file, "placings") + 4, 0x7F7FFFFF);
    jb_set32(&file, jb_at(&file, "placing-deltas0") + 4, 0x7F7FFFFF);
    expect("sums", &file,
           NO_BANK "x:0x58c: error: animation[0]: the sum of its deltas overflows a "
                   "float\n",
           false);
    jb_file_free(&file);
}
END_TEST

/* Four thousand polygons of the same 65,535 corners: far more than the file could mean. */
START_TEST(sharing_has_a_limit) {
    enum { CORNERS = 0xFFFF, POLYGONS = 4000 };
    tb_actor *actor = tb_new("shared", "bank");
    tb_corner *corners = calloc(CORNERS, sizeof *corners);
    tb_shape_add(actor, "leaf", 0, 3);
    tb_subshape_add(actor, 0);
    tb_position(actor, 1, 2, 3);
    tb_fan(actor, CORNERS, corners);
    free(corners);
    free(actor->polygons);
    actor->polygons = calloc(POLYGONS, sizeof *actor->polygons);
    actor->polygons_count = actor->subshapes[0].polygons[1] = POLYGONS;
    for (uint32_t i = 0; i < POLYGONS; i++) actor->polygons[i].count = CORNERS;
    tb_group_add(actor, "root", 0, false);
    jb_file file = tb_build(actor);
    expect("sharing", &file,
           "x:0x0: error: its records reference each other, in total more than 256 "
           "times the size of the file\n",
           false);
    jb_file_free(&file);
    tb_free(actor);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ttyd_broken");
    TCase *tests = tcase_create("messages");
    tcase_add_test(tests, sound_actor_is_sound);
    tcase_add_test(tests, blocks_leave_the_file);
    tcase_add_test(tests, unknown_words_are_kept);
    tcase_add_test(tests, what_has_no_name_gets_one);
    tcase_add_test(tests, sums_have_a_limit);
    tcase_add_test(tests, sharing_has_a_limit);
    tcase_add_loop_test(tests, patches_are_told, 0, (int)(sizeof patches / sizeof *patches));
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
