/* test_t3dm_normals.c: what the microcode's light makes of stored normals at rest, under bones whose scales
 * are uneven. Expected normals are from plain matrices, and so is what the microcode does
 * (docs/formats/n64_drawing.md, "Normals"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_replay.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"

#define BASE_SCALE 64

typedef double square[3][3];

static void times(square a, square b, square result) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) result[i][k] = a[i][0] * b[0][k] + a[i][1] * b[1][k] + a[i][2] * b[2][k];
}

/* Rz * Ry * Rx * S */
static void local_of(const ferry_node *node, square result) {
    double sx = sin((double)node->euler.x), cx = cos((double)node->euler.x), sy = sin((double)node->euler.y),
           cy = cos((double)node->euler.y), sz = sin((double)node->euler.z), cz = cos((double)node->euler.z);
    square x = {{1, 0, 0}, {0, cx, -sx}, {0, sx, cx}}, y = {{cy, 0, sy}, {0, 1, 0}, {-sy, 0, cy}},
           z = {{cz, -sz, 0}, {sz, cz, 0}, {0, 0, 1}}, zy, zyx,
           s = {{(double)node->scale.x, 0, 0}, {0, (double)node->scale.y, 0}, {0, 0, (double)node->scale.z}};
    times(z, y, zy);
    times(zy, x, zyx);
    times(zyx, s, result);
}

/* The direction of the inverse transpose times a normal: cofactors, which point inwards where they are
 * mirrored. */
static void carry(square w, const double n[3], double result[3]) {
    double length = 0, volume = 0;
    for (int k = 0; k < 3; k++)
        volume += w[0][k] * (w[1][(k + 1) % 3] * w[2][(k + 2) % 3] - w[1][(k + 2) % 3] * w[2][(k + 1) % 3]);
    for (int i = 0; i < 3; i++) {
        result[i] = 0;
        for (int k = 0; k < 3; k++) {
            int a = (i + 1) % 3, b = (i + 2) % 3, c = (k + 1) % 3, d = (k + 2) % 3;
            result[i] += (w[a][c] * w[b][d] - w[a][d] * w[b][c]) * n[k];
        }
        length += result[i] * result[i];
    }
    for (int i = 0; i < 3; i++) result[i] /= volume < 0 ? -sqrt(length) : sqrt(length);
}

/* The microcode: columns of unit length. */
static void light(square w, const double n[3], double result[3]) {
    for (int i = 0; i < 3; i++) result[i] = 0;
    for (int k = 0; k < 3; k++) {
        double length = sqrt(w[0][k] * w[0][k] + w[1][k] * w[1][k] + w[2][k] * w[2][k]);
        for (int i = 0; i < 3; i++) result[i] += w[i][k] / length * n[k];
    }
}

/* ---------------------------------------------------------------------------------------------- the model */

enum { RINGS = 6, AROUND = 8, VERTICES = RINGS * AROUND, TRIANGLES = 2 * (RINGS - 1) * AROUND, NODES = 3 };

/* A ball around the origin; normals point outwards. */
static void add_ball(ferry_scene *scene, uint32_t node) {
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, scene->nodes.data[node].name, VERTICES, TRIANGLES);
    uint32_t *corner = mesh->triangles;
    for (uint32_t v = 0; v < VERTICES; v++) {
        double down = (v / AROUND + .5) / RINGS * FY_PI, turn = (v % AROUND + .2) * 2 * FY_PI / AROUND;
        mesh->normals[v] =
            (ferry_vec3){(float)(sin(down) * cos(turn)), (float)cos(down), (float)(sin(down) * sin(turn))};
        mesh->positions[v] = fy_vec3_scale(mesh->normals[v], 20);
        mesh->colors[0][v] = (ferry_color){1, 1, 1, 1};
    }
    for (uint32_t i = 0; i < TRIANGLES / 2; i++) {
        uint32_t a = i, b = i / AROUND * AROUND + (i + 1) % AROUND;
        const uint32_t six[6] = {a, b, a + AROUND, b, b + AROUND, a + AROUND};
        memcpy(corner, six, sizeof six);
        corner += 6;
    }
    ferry_draw *draw = &scene->draws.data[scene->draws.count - 1];
    draw->node = node;
    draw->material = FERRY_NONE;
}

/* A chain: a bone of scales 1, 2, 1/2, a turned child, which is sheared by it, and one that makes it
 * worse. */
static ferry_scene *build(ferry_job *job) {
    static const ferry_node nodes[NODES] = {
        {.name = "uneven", .parent = FERRY_NONE, .euler = {.4F, -.3F, 1}, .scale = {1, 2, .5F}},
        {.name = "turned", .parent = 0, .euler = {.7F, .5F, -.3F}, .scale = {1, 1, 1}},
        {.name = "both", .parent = 1, .euler = {0, 1.1F, .2F}, .scale = {1.5F, -1, 1}}};
    ferry_scene *scene = fy_scene_open(job);
    scene->name = "chain";
    scene->format = "test";
    for (uint32_t i = 0; i < NODES; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        *node = nodes[i];
        node->translate = (ferry_vec3){(float)(60 * i), 0, 0};
        node->visible = true;
    }
    for (uint32_t i = 0; i < NODES; i++) add_ball(scene, i);
    return scene;
}

static ferry_job *open_job(void) {
    static const ferry_setting_value settings[] = {{"t3dm.base-scale", "64"}, {"t3dm.skeleton", "always"}};
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
}

static ferry_bytes save_again(ferry_job *job, ferry_bytes file, ferry_scene **read) {
    static const ferry_setting_value setting = {"t3dm.skeleton", "always"};
    *read = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
    ck_assert_ptr_nonnull(*read);
    ferry_job *plain =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
    ferry_bytes again = fy_save_t3dm(plain, *read), copy = {malloc(again.size), again.size};
    memcpy((void *)(uintptr_t)copy.data, again.data, again.size);
    ferry_close(plain);
    return copy;
}

/* ---------------------------------------------------------------------------------------------- the light */

static int part_of(uint32_t bits, int shift, int width) {
    int value = (int)(bits >> shift & ((1u << width) - 1));
    return value >= 1 << (width - 1) ? value - (1 << width) : value;
}

/* Half a step of each component, and what a bone makes of it: columns that lie near each other add up. */
#define ROUNDED 0.07

/* A stored normal as light meets it. Where it ends in the bits it is shorter than it should be, never
 * longer. */
static void expect_light(square world, const double stored[3], const double want[3], const char *what,
                         uint32_t v) {
    double got[3], along = 0, off = 0, longest = 0;
    light(world, stored, got);
    for (int i = 0; i < 3; i++) along += got[i] * want[i];
    for (int i = 0; i < 3; i++) off += (got[i] - along * want[i]) * (got[i] - along * want[i]);
    for (int i = 0; i < 3; i++) longest = fmax(longest, fabs(stored[i]));
    ck_assert_msg(sqrt(off) < ROUNDED, "%s %u: %g beside the normal", what, v, sqrt(off));
    ck_assert_msg(along < 1 + ROUNDED, "%s %u: %g long", what, v, along);
    ck_assert_msg(along > (longest < .95 ? 1 - ROUNDED : .4), "%s %u: %g long", what, v, along);
}

static void expect_corner(const ferry_scene *scene, square worlds[NODES], const replay_corner *corner) {
    uint32_t bone = (uint32_t)(corner->bytes[16] << 8 | corner->bytes[17]);
    uint32_t bits = (uint32_t)(corner->bytes[6] << 8 | corner->bytes[7]), v = 0;
    int16_t at[3];
    for (int i = 0; i < 3; i++) at[i] = (int16_t)(corner->bytes[2 * i] << 8 | corner->bytes[2 * i + 1]);
    ck_assert_uint_lt(bone, NODES);
    const ferry_mesh *mesh = &scene->meshes.data[bone];
    for (; v < VERTICES; v++) {
        ferry_vec3 p = mesh->positions[v];
        if (fabs((double)p.x * BASE_SCALE - at[0]) < 1 && fabs((double)p.y * BASE_SCALE - at[1]) < 1 &&
            fabs((double)p.z * BASE_SCALE - at[2]) < 1)
            break;
    }
    ck_assert_uint_lt(v, VERTICES);
    const double own[3] = {(double)mesh->normals[v].x, (double)mesh->normals[v].y,
                           (double)mesh->normals[v].z};
    const double stored[3] = {part_of(bits, 11, 5) / 15.5, part_of(bits, 5, 6) / 31.5,
                              part_of(bits, 0, 5) / 15.5};
    double want[3];
    carry(worlds[bone], own, want);
    expect_light(worlds[bone], stored, want, mesh->name, v);
}

static void find_worlds(const ferry_scene *scene, square worlds[NODES]) {
    for (uint32_t i = 0; i < NODES; i++) {
        square local;
        local_of(&scene->nodes.data[i], local);
        memcpy(worlds[i], local, sizeof local);
        if (i) times(worlds[i - 1], local, worlds[i]);
    }
}

START_TEST(light_is_right_at_rest) {
    ferry_job *job = open_job();
    ferry_scene *scene = build(job);
    square worlds[NODES];
    find_worlds(scene, worlds);
    replay drawn = fy_replay(fy_save_t3dm(job, scene));
    ck_assert_msg(!drawn.fault, "%s", drawn.fault);
    ck_assert_uint_eq(drawn.count, NODES * TRIANGLES);
    for (uint32_t t = 0; t < drawn.count; t++)
        for (int k = 0; k < 3; k++) expect_corner(scene, worlds, &drawn.triangles[t].corners[k]);
    fy_replay_free(&drawn);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* In model space, where the source's ball of that bone has a vertex at the same place. */
static void expect_read(const ferry_scene *scene, square worlds[NODES], const ferry_mesh *mesh, uint32_t v) {
    ferry_matrix stand[NODES];
    uint32_t bone = mesh->influences[v], best = 0;
    double nearest = 1e9, want[3], off = 0;
    ck_assert(bone < NODES && ferry_world_matrices(scene, stand));
    const ferry_mesh *from = &scene->meshes.data[bone];
    for (uint32_t i = 0; i < VERTICES; i++) {
        ferry_vec3 p = fy_vec3_scale(fy_matrix_point(&stand[bone], from->positions[i]), BASE_SCALE);
        double apart = fy_vec3_length(fy_vec3_sub(p, mesh->positions[v]));
        if (apart < nearest) nearest = apart, best = i;
    }
    ck_assert_msg(nearest < 4, "%g", nearest);
    const double own[3] = {(double)from->normals[best].x, (double)from->normals[best].y,
                           (double)from->normals[best].z};
    carry(worlds[bone], own, want);
    const double got[3] = {(double)mesh->normals[v].x, (double)mesh->normals[v].y,
                           (double)mesh->normals[v].z};
    for (int i = 0; i < 3; i++) off += (got[i] - want[i]) * (got[i] - want[i]);
    ck_assert_msg(sqrt(off) < 2 * ROUNDED, "%s %u: %g off", mesh->name, v, sqrt(off));
}

/* A reader turns them as the light does, and writing them again finds the same bits. */
START_TEST(normals_come_back_from_files) {
    ferry_job *job = open_job();
    ferry_scene *scene = build(job), *read;
    square worlds[NODES];
    find_worlds(scene, worlds);
    ferry_bytes file = fy_save_t3dm(job, scene), again = save_again(job, file, &read);
    replay before = fy_replay(file), after = fy_replay(again);
    ck_assert_uint_eq(before.count, after.count);
    for (uint32_t t = 0; t < before.count; t++)
        ck_assert_msg(memcmp(before.triangles[t].corners, after.triangles[t].corners,
                             sizeof before.triangles[t].corners) == 0,
                      "triangle %u has changed", t);
    for (uint32_t m = 0; m < read->meshes.count; m++) {
        const ferry_mesh *mesh = &read->meshes.data[m];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) expect_read(scene, worlds, mesh, v);
    }
    fy_replay_free(&before);
    fy_replay_free(&after);
    free((void *)(uintptr_t)again.data);
    ferry_scene_free(read);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_normals");
    TCase *tests = tcase_create("normals");
    tcase_add_test(tests, light_is_right_at_rest);
    tcase_add_test(tests, normals_come_back_from_files);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
