/* test_weights.c: how much the user says that places count when triangles go (docs/simplify.md, "Weights"): by
 * rules about materials, meshes and nodes, and by a painted colour set. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/simplify/weights.h"
#include "helpers.h"

typedef struct thinned {
    ferry_job *job;
    ferry_scene *scene;
} thinned;

/* A share of the figure's triangles, by one rule. */
static thinned thin_to(const char *share, const char *rule, const char *weights) {
    static ferry_setting_value settings[2] = {{"simplify.triangles", "25%"}, {"simplify.weights", "none"}};
    static char text[512];
    static ferry_input file = {.name = "r.json"};
    settings[0].value = share;
    settings[1].value = weights;
    snprintf(text, sizeof text, "{\"version\": 1, \"rules\": [%s]}", rule);
    file.bytes = (ferry_bytes){(const uint8_t *)text, strlen(text)};
    ferry_bytes model = fy_read_fixture("figure.bdl");
    thinned t = {
        .job = ferry_open(&(ferry_options){
            .size = sizeof(ferry_options), .settings = settings, .setting_count = 2, .materials = &file})};
    t.scene = ferry_load(t.job, &(ferry_input){"figure.bdl", model}, 1);
    ck_assert_ptr_nonnull(t.scene);
    for (uint32_t m = 0; m < t.scene->meshes.count && strcmp(weights, "color1") == 0; m++) {
        ferry_mesh *mesh = &t.scene->meshes.data[m]; /* white where it is high, else black */
        mesh->colors[1] = ferry_scene_new(t.scene, ferry_color, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            float light = mesh->positions[v].y > 50 ? 1 : 0;
            mesh->colors[1][v] = (ferry_color){light, light, light, 1};
        }
    }
    ck_assert(ferry_prepare(t.job, t.scene, "t3dm", "simplify"));
    free((void *)(uintptr_t)model.data);
    return t;
}

static thinned thin(const char *rule, const char *weights) {
    return thin_to("25%", rule, weights);
}

static void drop(thinned *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
}

/* A quarter without any rule, which no test changes: made once, whichever case comes first. */
static thinned plain;

static void make_plain(void) {
    if (!plain.job) plain = thin("", "none");
}

static const ferry_mesh *mesh_of(const thinned *t, const char *name) {
    for (uint32_t d = 0; d < t->scene->draws.count; d++)
        if (strcmp(t->scene->draws.data[d].name, name) == 0)
            return &t->scene->meshes.data[t->scene->draws.data[d].mesh];
    ck_abort_msg("no draw %s", name);
}

static ferry_scene *whole(ferry_job **job) {
    ferry_bytes model = fy_read_fixture("figure.bdl");
    *job = fy_test_job();
    ferry_scene *scene = ferry_load(*job, &(ferry_input){"figure.bdl", model}, 1);
    ck_assert(scene && ferry_prepare(*job, scene, "t3dm", "transforms"));
    free((void *)(uintptr_t)model.data);
    return scene;
}

static bool same_places(const ferry_mesh *a, const ferry_mesh *b, size_t triangle, uint32_t turn) {
    bool same = true;
    for (uint32_t k = 0; k < 3; k++)
        same &= memcmp(&a->positions[a->triangles[3 * triangle + (k + turn) % 3]],
                       &b->positions[b->triangles[3 * triangle + k]], sizeof *a->positions) == 0;
    return same;
}

/* Every triangle of the source's mesh is there, to the bit; it may begin at another corner. */
static void expect_same_surface(const ferry_mesh *got, const ferry_mesh *want) {
    ck_assert_uint_eq(got->triangle_count, want->triangle_count);
    for (size_t t = 0; t < want->triangle_count; t++)
        ck_assert(same_places(got, want, t, 0) || same_places(got, want, t, 1) ||
                  same_places(got, want, t, 2));
}

START_TEST(what_is_protected_stays) {
    static const char *const rules[] = {
        "{\"material\": \"face\", \"set\": {\"simplify\": \"protect\"}}",
        "{\"texture\": \"fac?\", \"set\": {\"simplify\": \"protect\"}}",
        "{\"mesh\": \"shape0\", \"set\": {\"simplify\": \"protect\"}}",
        "{\"set\": {\"simplify\": 2}}, {\"model\": \"f*\", \"mesh\": \"*[0]\", \"set\": {\"simplify\": \"protect\"}}",
    };
    ferry_job *job;
    ferry_scene *all = whole(&job);
    const thinned source = {job, all};
    const ferry_mesh *want = mesh_of(&source, "shape0");
    ck_assert_uint_lt(mesh_of(&plain, "shape0")->triangle_count, want->triangle_count);
    thinned other = thin("{\"model\": \"another\", \"set\": {\"simplify\": \"protect\"}}", "none");
    for (uint32_t m = 0; m < plain.scene->meshes.count; m++)
        ck_assert_uint_eq(other.scene->meshes.data[m].triangle_count,
                          plain.scene->meshes.data[m].triangle_count);
    drop(&other);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        thinned t = thin(rules[i], "none");
        expect_same_surface(mesh_of(&t, "shape0"), want);
        drop(&t);
    }
    ferry_scene_free(all);
    ferry_close(job);
}
END_TEST

/* A mesh that two draws show counts by the greater of their weights, whichever comes first. */
START_TEST(the_greatest_of_several_draws_counts) {
    static const char *const orders[2][2] = {{"one", "two"}, {"two", "one"}};
    for (int order = 0; order < 2; order++) {
        const double *const *weights;
        thinned t = thin_to("100%",
                            "{\"mesh\": \"one\", \"set\": {\"simplify\": 0.8}}, "
                            "{\"mesh\": \"two\", \"set\": {\"simplify\": 0.001}}", /* the least */
                            "none");
        ferry_draw *draws = t.scene->draws.data;
        ck_assert_uint_ge(t.scene->draws.count, 2);
        draws[1] = draws[0];
        for (int i = 0; i < 2; i++) draws[i].name = orders[order][i];
        t.scene->draws.count = 2;
        ck_assert(fy_weights_find(t.job, t.scene, &weights) && weights);
        ck_assert_double_eq_tol(weights[draws[0].mesh][0], .8, 1e-9);
        drop(&t);
    }
}
END_TEST

/* Where all of the skin's head hangs, and what is below it. */
START_TEST(nodes_name_what_hangs_on_them) {
    thinned t = thin("{\"node\": \"head\", \"set\": {\"simplify\": \"protect\"}}", "none");
    uint32_t more = 0;
    for (uint32_t m = 0; m < t.scene->meshes.count; m++)
        more += t.scene->meshes.data[m].triangle_count > plain.scene->meshes.data[m].triangle_count;
    ck_assert_uint_gt(mesh_of(&t, "shape0")->triangle_count, mesh_of(&plain, "shape0")->triangle_count);
    ck_assert_uint_gt(more, 0);
    ck_assert_uint_eq(ferry_rule_uses(t.job).data[0].materials > 0, 1);
    drop(&t);
    t = thin_to("99%", "{\"node\": \"nobody\", \"set\": {\"simplify\": \"protect\"}}", "none");
    ck_assert_uint_eq(ferry_rule_uses(t.job).data[0].materials, 0);
    drop(&t);
}
END_TEST

START_TEST(numbers_count_more_and_less) {
    thinned more = thin("{\"mesh\": \"shape3\", \"set\": {\"simplify\": 20}}", "none"),
            less = thin("{\"mesh\": \"shape3\", \"set\": {\"simplify\": 0.05}}", "none"),
            last =
                thin("{\"mesh\": \"shape3\", \"set\": {\"simplify\": 20}}, {\"mesh\": \"shape3\", \"set\": "
                     "{\"simplify\": 1}}",
                     "none");
    uint32_t ever = mesh_of(&plain, "shape3")->triangle_count;
    ck_assert_uint_gt(mesh_of(&more, "shape3")->triangle_count, ever);
    ck_assert_uint_lt(mesh_of(&less, "shape3")->triangle_count, ever);
    ck_assert_uint_eq(mesh_of(&last, "shape3")->triangle_count, ever);
    drop(&more), drop(&less), drop(&last);
}
END_TEST

static uint32_t count_high(const thinned *t) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < t->scene->meshes.count; m++) {
        const ferry_mesh *mesh = &t->scene->meshes.data[m];
        for (size_t c = 0; c < 3 * (size_t)mesh->triangle_count; c++)
            count += mesh->positions[mesh->triangles[c]].y > 50;
    }
    return count;
}

START_TEST(painted_colours_are_weights) {
    thinned t = thin("", "color1");
    ck_assert_uint_gt(count_high(&t), count_high(&plain) * 5 / 4);
    drop(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("weights");
    TCase *tests = tcase_create("weights"), *results = fy_results_case(suite);
    tcase_add_test(results, what_is_protected_stays);
    tcase_add_test(tests, the_greatest_of_several_draws_counts);
    tcase_add_test(tests, nodes_name_what_hangs_on_them);
    tcase_add_test(results, numbers_count_more_and_less);
    tcase_add_test(results, painted_colours_are_weights);
    tcase_add_unchecked_fixture(tests, make_plain, NULL);
    tcase_add_unchecked_fixture(results, make_plain, NULL);
    suite_add_tcase(suite, tests);
    const int status = fy_run_suite(suite);
    drop(&plain);
    return status;
}
