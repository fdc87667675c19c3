/* test_t3dm_damaged.c: damaged models, animations, streams and T3DM files, converted: what counts as done
 * passes `check`, whatever stood in the source; all else is refused with a reason. The same damage each time;
 * FERRY_DAMAGE=1000 does so much to each. */
#include <stdlib.h>
#include <string.h>

#include "builders/damage.h"

enum { BLOWS = 12 };

typedef struct origin {
    const char *names[DAMAGE_FILES]; /* the model, and what joins it */
    bool converted;                  /* it is what they become that is damaged */
    ferry_setting_value settings[2]; /* of that */
    size_t setting_count;
} origin;

static const origin origins[] = {
    {.names = {"figure.bdl", "figure.bck", "figure.bva", "figure.btk", "figure.btp", "figure.brk",
               "figure.bpa"},
     .converted = true},
    {.names = {"skinned.bmd", "skinned.bca", "skinned.bls", "skinned.blk", "skinned.bxk"}, .converted = true},
    {.names = {"ttyd_paper"}, .converted = true, .settings = {{"t3dm.bvh", "yes"}}, .setting_count = 1},
    {.names = {"maya.bdl", "maya.bck"},
     .converted = true,
     .settings = {{"t3dm.layout", "L6"}},
     .setting_count = 1},
    {.names = {"gallery-glows.bdl"},
     .converted = true,
     .settings = {{"t3dm.bvh", "yes"}},
     .setting_count = 1},
    {.names = {"layout-V4.t3dm"}},
    {.names = {"layout-L4.t3dm"}},
    {.names = {"layout-L10.t3dm"}},
    {.names = {"tracks.t3dm"}},
    {.names = {"figure.bdl", "figure.bck", "figure.btk", "figure.bva"}},
    {.names = {"skinned.bmd", "skinned.bls", "skinned.blk", "skinned.bxk"}},
    {.names = {"softimage.bmd", "softimage.bck"}},
    {.names = {"rigid.bmd", "rigid.bck"}},
    {.names = {"materials.bdl"}},
    {.names = {"billboards.bmd"}},
    {.names = {"bind-pose.bmd"}},
    {.names = {"ttyd_paper"}},
    {.names = {"ttyd_layers"}},
};

enum { ORIGINS = sizeof origins / sizeof *origins };

static damage_subject open_subject(const origin *o) {
    damage_subject s = {.name = o->names[0]};
    for (; s.count < DAMAGE_FILES && o->names[s.count]; s.count++)
        s.files[s.count] = (ferry_input){strdup(o->names[s.count]), fy_read_fixture(o->names[s.count])};
    s.read = s.count;
    if (!o->converted) return s;
    damage_subject made = damage_converted(&s, o->settings, o->setting_count);
    damage_close(&s);
    return made;
}

static uint32_t written; /* by all blows */

START_TEST(what_is_done_passes_check) {
    const char *asked = getenv("FERRY_DAMAGE");
    long blows = asked ? strtol(asked, NULL, 10) : BLOWS;
    damage_subject s = open_subject(&origins[_i]);
    for (long k = 0; k < blows; k++) {
        fy_random random = {(uint64_t)_i << 32 | (uint64_t)k};
        char why[DAMAGE_TEXT];
        for (int i = 0; i < 4; i++) fy_random_below(&random, 2); /* near seeds begin alike */
        damage_outcome outcome = damage_one(&s, &random, why);
        ck_assert_msg(outcome != DAMAGE_WRONG, "blow %ld: %s", k, why);
        written += outcome == DAMAGE_WRITTEN;
    }
    damage_close(&s);
}
END_TEST

/* Damage that is always refused would tell nothing. */
START_TEST(enough_of_it_is_done) {
    ck_assert_uint_gt(written, ORIGINS * BLOWS / 3);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_damaged");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, what_is_done_passes_check, 0, ORIGINS);
    tcase_add_test(all, enough_of_it_is_done);
    tcase_set_timeout(all, 600);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
