/* test_diff.c: two scenes told apart (docs/diff.md): a fixture with itself, and with itself after one thing
 * was changed. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/inspect/diff_near.h"
#include "helpers.h"

enum { SUBJECTS = 3 };

static const char *const subjects[SUBJECTS] = {"skinned.bmd", "moving.arc", "layout-V4.t3dm"};

typedef struct two {
    ferry_job *job;
    ferry_bytes bytes;
    ferry_scene *a, *b;
    ferry_differences found;
} two;

static two load_two(const char *name) {
    two t = {.job = fy_test_job(), .bytes = fy_read_fixture(name)};
    t.a = ferry_load(t.job, &(ferry_input){.name = name, .bytes = t.bytes}, 1);
    t.b = ferry_load(t.job, &(ferry_input){.name = name, .bytes = t.bytes}, 1);
    ck_assert(t.a && t.b);
    return t;
}

static void unload(two *t) {
    ferry_scene_free(t->a);
    ferry_scene_free(t->b);
    ferry_close(t->job);
    free((void *)(uintptr_t)t->bytes.data);
}

/* As the program prints them, but for measures. */
static const char *lines(two *t) {
    const char *text = "";
    for (uint32_t i = 0; i < t->found.count; i++) {
        const ferry_difference *d = &t->found.data[i];
        text = ferry_job_format(
            t->job, "%s%c %s%s%s%s%s%s%s%s%s%s\n", text, d->sign, d->thing, *d->name ? " " : "", d->name,
            *d->what ? " " : "", d->what, d->before ? " " : "", d->before ? d->before : "",
            d->before && d->after ? " ->" : "", d->after ? " " : "", d->after ? d->after : "");
    }
    return text;
}

static void expect(two *t, double tolerance, const char *text) {
    ck_assert(ferry_check(t->job, t->a) && ferry_check(t->job, t->b));
    ck_assert(ferry_diff(t->job, t->a, t->b, tolerance, &t->found));
    ck_assert_str_eq(lines(t), text);
}

START_TEST(a_scene_is_itself) {
    two t = load_two(subjects[_i]);
    t.b->name = "another file";
    expect(&t, 0, "");
    ck_assert(t.found.scale == 1);
    unload(&t);
}
END_TEST

/* What one of them has and the other has not: whichever comes first, as much goes as comes. */
START_TEST(much_against_little) {
    uint32_t signs[2][2] = {{0}};
    for (int turn = 0; turn < 2; turn++) {
        two t = load_two("figure.bdl");
        ferry_scene *square = fy_square_scene(t.job);
        ck_assert(ferry_diff(t.job, turn ? square : t.a, turn ? t.a : square, 0, &t.found));
        for (uint32_t i = 0; i < t.found.count; i++) {
            signs[turn][0] += t.found.data[i].sign == '-';
            signs[turn][1] += t.found.data[i].sign == '+';
        }
        ferry_scene_free(square);
        unload(&t);
    }
    ck_assert_uint_gt(signs[0][0], signs[0][1] + 40);
    ck_assert_uint_eq(signs[0][0], signs[1][1]);
    ck_assert_uint_eq(signs[0][1], signs[1][0]);
}
END_TEST

START_TEST(another_format_is_told_in_order) {
    two t = load_two("skinned.bmd");
    t.a->format = "one";
    t.b->format = "two";
    t.b->layout = "L3";
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert_str_eq(lines(&t), "~ scene format one -> two:L3\n");
    unload(&t);
}
END_TEST

/* Nothing is gained by a factor where one side has no size. */
START_TEST(a_point_is_no_scale) {
    two t = load_two("skinned.bmd");
    for (uint32_t m = 0; m < t.b->meshes.count; m++) {
        ferry_mesh *mesh = &t.b->meshes.data[m];
        mesh->skin = FERRY_NONE;
        mesh->influences = NULL;
        memset(mesh->positions, 0, mesh->vertex_count * sizeof *mesh->positions);
    }
    for (uint32_t n = 0; n < t.b->nodes.count; n++) t.b->nodes.data[n].translate = (ferry_vec3){0, 0, 0};
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert(t.found.scale == 1);
    unload(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- nodes */

/* All three numbers are told, whichever differs. */
START_TEST(scaled_nodes) {
    for (int k = 0; k < 3; k++) {
        static const char *const after[] = {"7 2 3", "1.5 7 3", "1.5 2 7"};
        two t = load_two("skinned.bmd");
        ferry_node *knee = &t.b->nodes.data[1];
        knee->scale = t.a->nodes.data[1].scale = (ferry_vec3){1.5f, 2, 3};
        (&knee->scale.x)[k] = 7;
        ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
        const char *wanted = ferry_job_format(t.job, "~ node \"knee\" scale 1.5 2 3 -> %s\n", after[k]);
        ck_assert_msg(strstr(lines(&t), wanted) != NULL, "%s", lines(&t));
        unload(&t);
    }
}
END_TEST

START_TEST(moved_nodes) {
    two t = load_two("skinned.bmd");
    ferry_node *knee = &t.b->nodes.data[1], *plume = &t.b->nodes.data[4];
    knee->translate.y += 3;
    knee->translate.z += 4;
    plume->has_quat = true; /* half a turn about x, before its own */
    plume->quat = (ferry_quat){1, 0, 0, 0};
    t.a->nodes.data[4].euler = (ferry_vec3){0, 0, 0};
    expect(&t, 0,
           "~ node \"knee\" translate 7.0625 -37.4375 41.5 -> 7.0625 -34.4375 45.5\n"
           "~ node \"plume\" rotate 0 0 0 -> 1 0 0 0\n");
    ck_assert(fabs(t.found.data[0].amount - 5) < 1e-6);
    ck_assert_str_eq(t.found.data[0].unit, "units");
    ck_assert(fabs(t.found.data[1].amount - 180) < 1e-6);
    ck_assert_str_eq(t.found.data[1].unit, "degrees");
    ck_assert(t.found.height > 5);
    expect(&t, 10 / t.found.height, "~ node \"plume\" rotate 0 0 0 -> 1 0 0 0\n");
    unload(&t);
}
END_TEST

START_TEST(one_rotation_in_two_notations) {
    two t = load_two("skinned.bmd");
    t.a->nodes.data[3].euler = (ferry_vec3){0, 0, 0.5f};
    t.b->nodes.data[3].has_quat = true;
    t.b->nodes.data[3].quat = (ferry_quat){0, 0, -0.24740396f, -0.96891242f};
    expect(&t, 0, "");
    unload(&t);
}
END_TEST

START_TEST(hung_up_elsewhere) {
    two t = load_two("skinned.bmd");
    t.b->nodes.data[2].parent = 0;
    ferry_matrix worlds[2][5]; /* it stands elsewhere, though its own transform is as it was */
    ck_assert(ferry_world_matrices(t.a, worlds[0]) && ferry_world_matrices(t.b, worlds[1]));
    double sum = 0;
    for (int i = 0; i < 3; i++) sum = fmax(sum, fabs(worlds[0][2].m[i][3] - worlds[1][2].m[i][3]));
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert_uint_eq(t.found.count, 2);
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ node \"ankle\" parent \"knee\" -> \"hip\"\n"));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ node \"ankle\" stands "));
    ck_assert(fabs(t.found.data[1].amount - sum) < 1e-9);
    unload(&t);
}
END_TEST

START_TEST(renamed_is_not_another) {
    two t = load_two("skinned.bmd");
    t.b->nodes.data[0].name = "pelvis"; /* the root: no way is as it was */
    t.b->materials.data[0].name = "leather";
    t.b->textures.data[0].name = t.b->images.data[0].name = "hide";
    expect(&t, 0,
           "~ node \"hip\" name \"hip\" -> \"pelvis\"\n"
           "~ material \"cloth\" name \"cloth\" -> \"leather\"\n"
           "~ texture \"weave\" name \"weave\" -> \"hide\"\n"
           "~ image \"weave\" name \"weave\" -> \"hide\"\n");
    unload(&t);
}
END_TEST

/* ------------------------------------------------------------------------------------ draws and materials */

START_TEST(draws_come_go_and_change_places) {
    two t = load_two("skinned.bmd");
    ferry_draw first = t.b->draws.data[0];
    t.b->draws.data[0] = t.b->draws.data[1];
    t.b->draws.data[1] = first;
    t.b->draws.data[2].visible = false;
    ferry_draw *added = ferry_append(t.b, &t.b->draws, ferry_draw);
    *added = t.b->draws.data[2];
    added->name = "twice";
    expect(&t, 0,
           "+ draw \"twice\"\n"
           "+ draw \"shape2\" visible no\n"
           "~ draw \"shape0\" order before \"shape1\" -> behind \"shape1\"\n");
    unload(&t);
}
END_TEST

START_TEST(materials_field_by_field) {
    two t = load_two("skinned.bmd");
    ferry_gx_material gx = *t.b->materials.data[0].gx;
    gx.konst[2].g = 7;
    gx.stages[0].color.d = 3;
    t.b->materials.data[0].gx = &gx;
    t.b->materials.data[0].cull = FERRY_CULL_NONE;
    t.b->materials.data[0].base_color.r = 0.5f;
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert_uint_eq(t.found.count, 4);
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ material \"cloth\" color 1 1 1 1 -> 0.5 1 1 1\n"));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ material \"cloth\" cull back -> none\n"));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ material \"cloth\" gx konst 2 255 255 255 255 -> 255 7 255 "
                                            "255\n"));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ material \"cloth\" gx stage 0 color "));
    t.b->materials.data[0].gx = NULL;
    t.b->materials.data[0].cull = FERRY_CULL_BACK;
    expect(&t, 0.5, "- material \"cloth\" gx there\n");
    unload(&t);
}
END_TEST

START_TEST(texels) {
    two t = load_two("skinned.bmd");
    ferry_image *image = &t.b->images.data[0];
    size_t size = (size_t)image->width * image->height * 4;
    uint8_t *rgba = ferry_scene_alloc(t.b, size, 1);
    memcpy(rgba, image->levels[0].rgba, size);
    rgba[4 * 5] ^= 16;
    image->levels[0].rgba = rgba;
    expect(&t, 0, "~ image \"weave\" texels\n");
    const ferry_difference *d = &t.found.data[0];
    ck_assert(fabs(d->amount - 16 / (double)size) < 1e-12);
    ck_assert_uint_eq(d->differing, 1);
    ck_assert_uint_eq(d->of, 32);
    ck_assert_uint_eq(d->worst, 5);
    expect(&t, 16 / (double)size / 255, "");
    unload(&t);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- meshes */

START_TEST(vertices_one_by_one) {
    two t = load_two("skinned.bmd");
    ferry_mesh *mesh = &t.b->meshes.data[0];
    mesh->positions[2].x += 0.25f;
    mesh->positions[7].y -= 0.5f;
    mesh->uvs[0][3].x += 2;
    mesh->normals = NULL;
    mesh->influences[0] = mesh->influences[0] ? 0 : 1;
    mesh->triangles[3] = 0;
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert_uint_eq(t.found.count, 5);
    const ferry_difference *d = t.found.data;
    ck_assert_str_eq(d[0].what, "positions");
    ck_assert(fabs(d[0].amount - 0.5) < 1e-5 && d[0].differing == 2 && d[0].worst == 7 && d[0].of == 30);
    ck_assert(d[1].sign == '-' && strcmp(d[1].what, "normals") == 0);
    ck_assert(d[2].worst == 3 && strcmp(d[2].what, "uvs0") == 0);
    ck_assert(d[3].worst == 0 && d[3].differing == 1 && strcmp(d[3].what, "weights") == 0);
    ck_assert(d[4].worst == 1 && d[4].differing == 1 && strcmp(d[4].what, "corners") == 0);
    unload(&t);
}
END_TEST

START_TEST(vertices_in_another_order) {
    two t = load_two("skinned.bmd");
    ferry_mesh *mesh = &t.b->meshes.data[1];
    for (uint32_t i = 0, k = mesh->vertex_count - 1; i < k; i++, k--) {
        ferry_vec3 other = mesh->positions[i];
        mesh->positions[i] = mesh->positions[k];
        mesh->positions[k] = other;
    }
    expect(&t, 0, "~ mesh \"shape1\" vertex-order\n");
    mesh->vertex_count--;
    mesh->triangle_count = 0;
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ mesh \"shape1\" vertices "));
    ck_assert_ptr_nonnull(strstr(lines(&t), "~ mesh \"shape1\" triangles "));
    unload(&t);
}
END_TEST

/* Against all pairs. */
START_TEST(nearest_points) {
    ferry_job *job = fy_test_job();
    ferry_vec3 clouds[2][90];
    uint32_t seed = 1u + (uint32_t)_i;
    for (int c = 0; c < 2; c++)
        for (int i = 0; i < 90; i++)
            for (int k = 0; k < 3; k++) {
                seed = seed * 1664525u + 1013904223u;
                (&clouds[c][i].x)[k] = (float)(seed >> 28) + (float)(_i % 3) * (float)(seed >> 16 & 15) / 16;
            }
    const uint32_t counts[2] = {90u - (uint32_t)_i * 7, 1u + (uint32_t)_i * 8};
    double expected = 0, found;
    for (int c = 0; c < 2; c++)
        for (uint32_t i = 0; i < counts[c]; i++) {
            double best = INFINITY;
            for (uint32_t k = 0; k < counts[1 - c]; k++) {
                ferry_vec3 a = clouds[c][i], b = clouds[1 - c][k];
                double x = (double)(a.x - b.x), y = (double)(a.y - b.y), z = (double)(a.z - b.z);
                best = fmin(best, sqrt(x * x + y * y + z * z));
            }
            expected = fmax(expected, best);
        }
    ck_assert(fy_diff_nearest(job, clouds[0], counts[0], clouds[1], counts[1], &found));
    ck_assert_msg(fabs(found - expected) < 1e-6, "%g instead of %g", found, expected);
    ferry_close(job);
}
END_TEST

static void scale_all(ferry_scene *scene, float by) {
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        ferry_vec3 *v = &scene->nodes.data[i].translate;
        *v = (ferry_vec3){v->x * by, v->y * by, v->z * by};
        scene->nodes.data[i].has_bounds = false;
    }
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++)
            for (int r = 0; r < 3; r++) scene->skins.data[s].joints[j].inverse_bind.m[r][3] *= (double)by;
    for (uint32_t m = 0; m < scene->meshes.count; m++)
        for (uint32_t v = 0; v < scene->meshes.data[m].vertex_count; v++) {
            ferry_vec3 *p = &scene->meshes.data[m].positions[v];
            *p = (ferry_vec3){p->x * by, p->y * by, p->z * by};
        }
}

START_TEST(stored_units) {
    static const float factors[] = {64, 0.125f, 3};
    two t = load_two("skinned.bmd");
    scale_all(t.b, factors[_i]);
    ck_assert(ferry_diff(t.job, t.a, t.b, 1e-5, &t.found));
    ck_assert_str_eq(lines(&t), ferry_job_format(t.job, "~ scene scale 1 -> %g\n", (double)factors[_i]));
    ck_assert(fabs(t.found.scale * (double)factors[_i] - 1) < 1e-6);
    unload(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- clips */

START_TEST(animations) {
    two t = load_two("moving.arc");
    ck_assert_uint_ge(t.b->clips.count, 1);
    ferry_clip *clip = &t.b->clips.data[0];
    ferry_track *track = &clip->tracks[0];
    ck_assert(track->target == FERRY_TARGET_TRANSLATE && track->object == 0);
    for (uint32_t k = 0; k < track->key_count; k++) track->values[k] += 2;
    clip->loop = FERRY_LOOP_MIRROR;
    clip->track_count--;
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    const char *name = ferry_job_format(t.job, "\"%s.%s\"", clip->name, clip->kind), *text = lines(&t);
    ck_assert_ptr_nonnull(strstr(text, ferry_job_format(t.job, "~ clip %s loop once -> mirror\n", name)));
    ck_assert_ptr_nonnull(strstr(text, ferry_job_format(t.job, "~ clip %s tracks ", name)));
    bool told = false;
    for (uint32_t i = 0; i < t.found.count; i++) {
        const ferry_difference *d = &t.found.data[i];
        if (strstr(d->what, " moves")) told = d->has_seconds && d->amount > 1.999;
    }
    ck_assert(told);
    t.b->clips.count = 0;
    expect(&t, 0, ferry_job_format(t.job, "- clip %s\n", name));
    unload(&t);
}
END_TEST

/* The moments reach from a clip's start to its end. */
START_TEST(the_end_of_a_clip_counts) {
    two t = load_two("moving.arc");
    ferry_clip *clip = &t.b->clips.data[0];
    ferry_track *track = &clip->tracks[1];
    ck_assert(track->target == FERRY_TARGET_TRANSLATE && track->object == 0 && track->channel == 1);
    const uint32_t last = track->key_count - 1;
    ck_assert(fabs(track->times[last] - clip->duration) < 1e-6);
    track->values[last] += 2;
    ck_assert(ferry_diff(t.job, t.a, t.b, 0, &t.found));
    bool told = false;
    for (uint32_t i = 0; i < t.found.count; i++) {
        const ferry_difference *d = &t.found.data[i];
        if (!strstr(d->what, " moves")) continue;
        told = d->has_seconds && fabs(d->seconds - clip->duration) < 1e-6 && fabs(d->amount - 2) < 1e-4;
    }
    ck_assert(told);
    unload(&t);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- memory */

START_TEST(no_memory_is_an_error) {
    two t = load_two(subjects[_i]);
    ferry_bytes bytes = fy_read_fixture("rigid.bmd");
    ferry_scene *other = ferry_load(t.job, &(ferry_input){.name = "rigid.bmd", .bytes = bytes}, 1);
    bool done = false;
    ck_assert_ptr_nonnull(other);
    for (size_t n = 1; !done; n += 1 + n / 64) {
        ferry_job *poor = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .fail_allocation = n});
        if (!poor) continue;
        done = ferry_diff(poor, t.a, other, 0, &t.found);
        ck_assert(done == (ferry_job_report(poor)->totals[FERRY_ERROR] == 0));
        ck_assert(!done || t.found.count > 10);
        ferry_close(poor);
        ck_assert_uint_lt(n, 100000);
    }
    ferry_scene_free(other);
    free((void *)(uintptr_t)bytes.data);
    unload(&t);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("diff");
    TCase *tests = tcase_create("differences");
    tcase_add_loop_test(tests, a_scene_is_itself, 0, SUBJECTS);
    tcase_add_test(tests, much_against_little);
    tcase_add_test(tests, another_format_is_told_in_order);
    tcase_add_test(tests, a_point_is_no_scale);
    tcase_add_test(tests, scaled_nodes);
    tcase_add_test(tests, moved_nodes);
    tcase_add_test(tests, one_rotation_in_two_notations);
    tcase_add_test(tests, hung_up_elsewhere);
    tcase_add_test(tests, renamed_is_not_another);
    tcase_add_test(tests, draws_come_go_and_change_places);
    tcase_add_test(tests, materials_field_by_field);
    tcase_add_test(tests, texels);
    tcase_add_test(tests, vertices_one_by_one);
    tcase_add_test(tests, vertices_in_another_order);
    tcase_add_loop_test(tests, nearest_points, 0, 12);
    tcase_add_loop_test(tests, stored_units, 0, 3);
    tcase_add_test(tests, animations);
    tcase_add_test(tests, the_end_of_a_clip_counts);
    tcase_add_loop_test(tests, no_memory_is_an_error, 0, SUBJECTS);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
