/* test_dump.c: what dumps are made of: JSON as it is written, lines that stay where something is put in
 * before them, memory that is refused. What they say is the golden texts' and json_test.py's. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_out.h"
#include "core/base/numbers.h"
#include "helpers.h"

/* --------------------------------------------------------------------------------------------------- JSON */

static const struct {
    double value;
    const char *text;
} numbers[] = {
    {0, "0"},
    {-0.0, "0"},
    {1, "1"},
    {-0.5, "-0.5"},
    {(double)0.1f, "0.1"}, /* a float */
    {0.1, "0.1"},          /* not one: as short, for it is a double */
    {1 / 3.0, "0.3333333333333333"},
    {(double)(1 / 3.0f), "0.33333334"},
    {16777217, "16777217"},
    {1e300, "1e+300"},
    {-DBL_MAX, "-1.7976931348623157e+308"},
    {(double)FLT_MIN, "1.1754944e-38"},
    {NAN, "null"},
    {INFINITY, "null"},
    {-INFINITY, "null"},
};

START_TEST(numbers_are_short_and_finite) {
    ferry_job *job = fy_test_job();
    ferry_out out = ferry_out_open(job, "x");
    fy_json_out json = fy_put_open(&out);
    fy_put_number(&json, NULL, numbers[_i].value);
    const char *text = ferry_job_format(job, "%.*s", (int)out.size, (const char *)out.data);
    ck_assert_str_eq(text, numbers[_i].text);
    if (isfinite(numbers[_i].value)) ck_assert((float)strtod(text, NULL) == (float)numbers[_i].value);
    ferry_close(job);
}
END_TEST

/* By the digits of printf, of as many as read back the same. */
static void check_decimal(float value) {
    char found[FY_NUMBER_SIZE], expected[FY_NUMBER_SIZE] = "0";
    for (int digits = 6; value != 0 && digits <= 9; digits++) {
        snprintf(expected, sizeof expected, "%.*g", digits, (double)value);
        if (strtof(expected, NULL) == value) break;
    }
    ck_assert_str_eq(fy_number(found, value), expected);
}

/* Floats of all exponents: random ones, powers of two and their neighbours, and short decimals. */
START_TEST(floats_are_the_shortest_decimals) {
    uint32_t random = 1;
    for (uint32_t exponent = 1; exponent < 255; exponent++)
        for (uint32_t i = 0; i < 40; i++) {
            static const uint32_t ends[] = {0, 1, 0x7fffff, 0x400000};
            random = random * 1664525 + 1013904223;
            uint32_t bits = exponent << 23 | (i < 4 ? ends[i] : random >> 9);
            float value;
            memcpy(&value, &bits, sizeof value);
            check_decimal(value);
            check_decimal(-value);
        }
    for (int32_t i = -3000; i < 3000; i++) {
        check_decimal((float)i);
        check_decimal((float)i / 1000);
        check_decimal((float)i / 7 * 65536);
        check_decimal((float)(i * 333.0) + 0.5F);
    }
    check_decimal(999999.94F);
    check_decimal(0);
}
END_TEST

START_TEST(text_becomes_utf8) {
    static const char *const pairs[][2] = {
        {"plain", "\"plain\""},
        {"\"\\\n\t\x01\x7F", "\"\\\"\\\\\\n\\t\\u0001\\u007f\""},
        {"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
        {"a\xFFz", "\"a\xEF\xBF\xBDz\""},
        {"\xC0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},                 /* longer than needed */
        {"\xED\xA0\x80", "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""}, /* half a pair */
        {"\xE2\x82", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},                 /* cut */
    };
    ferry_job *job = fy_test_job();
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        ferry_out out = ferry_out_open(job, "x");
        fy_json_out json = fy_put_open(&out);
        fy_put_text(&json, NULL, pairs[i][0]);
        ck_assert_str_eq(ferry_job_format(job, "%.*s", (int)out.size, (const char *)out.data), pairs[i][1]);
    }
    ferry_close(job);
}
END_TEST

START_TEST(members_stand_a_line_each_and_rows_on_one) {
    ferry_job *job = fy_test_job();
    ferry_out out = ferry_out_open(job, "x");
    fy_json_out json = fy_put_open(&out);
    const float two[2] = {1, -0.0f};
    fy_put_object(&json, NULL);
    fy_put_list(&json, "none");
    fy_put_end(&json);
    fy_put_row(&json, "row");
    fy_put_object(&json, NULL);
    fy_put_integer(&json, "a", -3);
    fy_put_floats(&json, "b", two, 2);
    fy_put_end(&json);
    fy_put_reference(&json, NULL, FERRY_NONE);
    fy_put_end(&json);
    fy_put_list(&json, "list");
    fy_put_bool(&json, NULL, true);
    fy_put_hex(&json, NULL, (ferry_bytes){(const uint8_t *)"\x0A\xFF", 2});
    fy_put_end(&json);
    fy_put_end(&json);
    ck_assert_str_eq(ferry_job_format(job, "%.*s", (int)out.size, (const char *)out.data),
                     "{\n  \"none\": [],\n  \"row\": [{\"a\": -3, \"b\": [1, 0]}, null],\n"
                     "  \"list\": [\n    true,\n    \"0aff\"\n  ]\n}\n");
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- lines */

/* A node before all others, which all references have to step aside for. */
static void insert_node(ferry_scene *scene) {
    ck_assert_ptr_nonnull(ferry_append(scene, &scene->nodes, ferry_node));
    memmove(scene->nodes.data + 1, scene->nodes.data, (scene->nodes.count - 1) * sizeof *scene->nodes.data);
    scene->nodes.data[0] =
        (ferry_node){.name = "put \"in\"\n", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    for (uint32_t i = 1; i < scene->nodes.count; i++)
        if (scene->nodes.data[i].parent != FERRY_NONE) scene->nodes.data[i].parent++;
    for (uint32_t i = 0; i < scene->draws.count; i++) scene->draws.data[i].node++;
    for (uint32_t i = 0; i < scene->skins.count; i++)
        for (uint32_t k = 0; k < scene->skins.data[i].joint_count; k++) scene->skins.data[i].joints[k].node++;
}

START_TEST(what_is_put_in_changes_no_other_line) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes = fy_read_fixture("skinned.bmd"), before, after;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "skinned.bmd", .bytes = bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_dump(job, scene, &before));
    insert_node(scene);
    ck_assert(ferry_check(job, scene));
    ck_assert(ferry_dump(job, scene, &after));
    const char *of = (const char *)before.data, *now = (const char *)after.data;
    const char *end = of + before.size, *now_end = now + after.size;
    uint32_t added = 0;
    while (now < now_end) {
        size_t length = (size_t)((const char *)memchr(now, '\n', (size_t)(now_end - now)) - now) + 1;
        bool same = length <= (size_t)(end - of) && memcmp(of, now, length) == 0;
        if (!same)
            ck_assert_msg(strncmp(now, "node \"put \\\"in\\\"\\x0a\" ", 22) == 0, "%.*s", (int)length, now);
        if (same) of += length;
        added += !same;
        now += length;
    }
    ck_assert_ptr_eq(of, end);
    ck_assert_uint_eq(added, 4); /* parent, translate, euler, scale */
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- memory */

static bool dump(ferry_job *job, const ferry_scene *scene, int how, ferry_bytes *text) {
    switch (how) {
    case 0:
        return ferry_dump(job, scene, text);
    case 1:
        return ferry_dump_json(job, scene, text);
    case 2:
        return ferry_dump_matrices(job, scene, text);
    default:
        return ferry_dump_matrices_json(job, scene, text);
    }
}

START_TEST(no_memory_is_an_error) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes = fy_read_fixture("moving.arc"), text;
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "moving.arc", .bytes = bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    bool done = false;
    for (size_t n = 1; !done; n++) {
        ferry_job *poor = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .fail_allocation = n});
        if (!poor) continue;
        done = dump(poor, scene, _i, &text);
        ck_assert(done == (ferry_job_report(poor)->totals[FERRY_ERROR] == 0));
        ferry_close(poor);
        ck_assert_uint_lt(n, 10000);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("dump");
    TCase *tests = tcase_create("dumps");
    tcase_add_loop_test(tests, numbers_are_short_and_finite, 0, (int)(sizeof numbers / sizeof *numbers));
    tcase_add_test(tests, floats_are_the_shortest_decimals);
    tcase_add_test(tests, text_becomes_utf8);
    tcase_add_test(tests, members_stand_a_line_each_and_rows_on_one);
    tcase_add_test(tests, what_is_put_in_changes_no_other_line);
    tcase_add_loop_test(tests, no_memory_is_an_error, 0, 4);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
