/* t3dm_builder.c: see t3dm_builder.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/write/t3dm_write.h"
#include "t3dm_builder.h"

enum { WIDTH = 64, HEIGHT = 32, SCALE = 64 };

uint32_t fy_random_below(fy_random *random, uint32_t bound) {
    random->state = random->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(((random->state >> 33) * bound) >> 31);
}

ferry_scene *fy_t3dm_scene(ferry_job *job) {
    ferry_scene *scene = fy_scene_open(job);
    scene->name = "scene";
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = "mat", .base_texture = FERRY_NONE, .base_color = {1, 1, 1, 1}};
    return scene;
}

void fy_t3dm_add_bones(ferry_scene *scene, uint32_t count) {
    scene->nodes.data[0].translate = (ferry_vec3){1, -2, 3};
    scene->nodes.data[0].euler = (ferry_vec3){0.25f, 1, -0.5f};
    for (uint32_t i = 1; i < count; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        float turn = 0.125f * (float)(i % 7);
        *node = (ferry_node){.name = ferry_scene_format(scene, "bone%u", i),
                             .parent = i - 1,
                             .visible = true,
                             .translate = {0.25f, 0.125f * (float)(i % 3), -0.5f},
                             .scale = {1, 1, 1},
                             .euler = {turn, -0.3f, 2 * turn}};
    }
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    ferry_matrix *worlds = calloc(scene->nodes.count, sizeof *worlds);
    ferry_world_matrices(scene, worlds);
    *skin =
        (ferry_skin){.name = "skin", .joint_count = count, .weight_count = count, .influence_count = count};
    skin->joints = ferry_scene_new(scene, ferry_joint, count);
    skin->weights = ferry_scene_new(scene, ferry_weight, count);
    skin->influences = ferry_scene_new(scene, ferry_influence, count);
    for (uint32_t i = 0; i < count; i++) {
        /* Joints in another order than nodes, influences in another order than joints. */
        uint32_t node = (i + 1) % count;
        skin->joints[i].node = node;
        ck_assert(fy_matrix_invert(&worlds[node], &skin->joints[i].inverse_bind));
        skin->weights[i] = (ferry_weight){count - 1 - i, 1};
        skin->influences[i] = (ferry_influence){i, 1};
    }
    free(worlds);
}

ferry_mesh *fy_t3dm_add_mesh(ferry_scene *scene, const char *name, uint32_t vertices, uint32_t triangles) {
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = name,
                         .skin = scene->skins.count ? 0 : FERRY_NONE,
                         .vertex_count = vertices,
                         .triangle_count = triangles};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, vertices);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, vertices);
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, vertices);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, vertices);
    if (scene->skins.count) mesh->influences = ferry_scene_new(scene, uint32_t, vertices);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)triangles);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = name, .mesh = scene->meshes.count - 1, .visible = true};
    return mesh;
}

/* -------------------------------------------------------------------------------------- quantising, apart */

static int32_t rounded(double x) {
    return (int32_t)(x < 0 ? -floor(0.5 - x) : floor(x + 0.5));
}

static int32_t limited(int32_t x, int32_t bits) {
    int32_t most = (1 << (bits - 1)) - 1;
    return x > most ? most : x < -most - 1 ? -most - 1 : x;
}

static uint32_t pack_normal(const double n[3]) {
    uint32_t x = (uint32_t)limited(rounded(n[0] * 15.5), 5) & 31,
             y = (uint32_t)limited(rounded(n[1] * 31.5), 6) & 63,
             z = (uint32_t)limited(rounded(n[2] * 15.5), 5) & 31;
    return x << 11 | y << 5 | z;
}

static void unpack_bits(uint32_t packed, double n[3]) {
    int32_t x = (int32_t)(packed >> 11), y = (int32_t)(packed >> 5 & 63), z = (int32_t)(packed & 31);
    n[0] = (x > 15 ? x - 32 : x) / 15.5;
    n[1] = (y > 31 ? y - 64 : y) / 31.5;
    n[2] = (z > 15 ? z - 32 : z) / 15.5;
}

static void unpack_normal(uint32_t packed, double n[3]) {
    unpack_bits(packed, n);
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int i = 0; i < 3; i++) n[i] /= length;
}

/* A normal that comes out of packing as it went in, even if it is carried there and back by a turned bone;
 * and that the console does not read as longer than 1, which the writer avoids (test_t3dm_parts). */
static bool is_steady(uint32_t packed) {
    double read[3];
    unpack_bits(packed, read);
    read[0] *= 15.5 / 16, read[1] *= 31.5 / 32, read[2] *= 15.5 / 16;
    if (read[0] * read[0] + read[1] * read[1] + read[2] * read[2] > 1) return false;
    for (int k = 0; k < 6; k++) {
        double n[3];
        unpack_normal(packed, n);
        n[k / 2] += k % 2 ? 1e-4 : -1e-4;
        if (pack_normal(n) != packed) return false;
    }
    return packed >> 11 && packed & 31;
}

static uint32_t steady_normal(uint32_t number) {
    static uint16_t all[65536];
    static uint32_t count;
    if (count == 0) {
        for (uint32_t packed = 1; packed < 65536; packed++) {
            if (is_steady(packed)) all[count++] = (uint16_t)packed;
        }
    }
    return all[number * 7919u % count];
}

/* The bone (node) that a vertex hangs on, and the way into its space. */
static uint32_t node_of(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t vertex,
                        ferry_matrix *to_bone) {
    *to_bone = fy_matrix_identity();
    if (mesh->skin == FERRY_NONE) return FERRY_NONE;
    const ferry_skin *skin = &scene->skins.data[mesh->skin];
    const ferry_joint *joint =
        &skin->joints[skin->weights[skin->influences[mesh->influences[vertex]].first].joint];
    *to_bone = joint->inverse_bind;
    return joint->node;
}

void fy_t3dm_set_vertex(ferry_scene *scene, ferry_mesh *mesh, uint32_t vertex, const int32_t position[3],
                        uint32_t bone, float u, float v, uint32_t number) {
    ferry_matrix to_bone, from_bone;
    double n[3];
    if (mesh->influences) mesh->influences[vertex] = bone;
    node_of(scene, mesh, vertex, &to_bone);
    ck_assert(fy_matrix_invert(&to_bone, &from_bone));
    unpack_normal(steady_normal(number), n);
    ferry_vec3 p = {(float)position[0] / (float)SCALE, (float)position[1] / (float)SCALE,
                    (float)position[2] / (float)SCALE};
    mesh->positions[vertex] = fy_matrix_point(&from_bone, p);
    mesh->normals[vertex] = fy_vec3_normalize(
        fy_matrix_direction(&from_bone, (ferry_vec3){(float)n[0], (float)n[1], (float)n[2]}));
    mesh->colors[0][vertex] =
        (ferry_color){(float)(number & 255) / 255, (float)(number >> 8 & 255) / 255,
                      (float)(number >> 16 & 255) / 255, (float)(255 - (number & 127)) / 255};
    mesh->uvs[0][vertex] = (ferry_vec2){u, v};
}

/* ------------------------------------------------------------------------------------------------- meshes */

ferry_mesh *fy_t3dm_add_grid(ferry_scene *scene, const char *name, uint32_t width, uint32_t height,
                             float repeat) {
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, name, (width + 1) * (height + 1), 2 * width * height);
    uint32_t *to = mesh->triangles;
    for (uint32_t y = 0; y <= height; y++) {
        for (uint32_t x = 0; x <= width; x++) {
            uint32_t at = y * (width + 1) + x;
            int32_t p[3] = {(int32_t)(40 * x), (int32_t)(x * y % 97), -(int32_t)(50 * y)};
            fy_t3dm_set_vertex(scene, mesh, at, p, 0, repeat * (float)x, -repeat * (float)y, at);
            if (x == width || y == height) continue;
            uint32_t corners[6] = {at, at + 1, at + width + 1, at + 1, at + width + 2, at + width + 1};
            memcpy(to, corners, sizeof corners);
            to += 6;
        }
    }
    return mesh;
}

ferry_mesh *fy_t3dm_add_tube(ferry_scene *scene, const char *name, uint32_t around, uint32_t rings) {
    uint32_t bones = scene->skins.data[0].influence_count, levels = bones * rings;
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, name, around * levels, 2 * around * (levels - 1));
    uint32_t *to = mesh->triangles;
    for (uint32_t level = 0; level < levels; level++) {
        for (uint32_t k = 0; k < around; k++) {
            double angle = 6.283185307179586 * k / around;
            int32_t p[3] = {rounded(300 * cos(angle)), (int32_t)(40 * (level % rings)) + 7,
                            rounded(310 * sin(angle))};
            fy_t3dm_set_vertex(scene, mesh, level * around + k, p, level / rings, 0.125f * (float)k,
                               0.25f * (float)level, level * around + k);
            if (level + 1 == levels) continue;
            uint32_t a = level * around + k, b = level * around + (k + 1) % around;
            uint32_t corners[6] = {a, b, a + around, b, b + around, a + around};
            memcpy(to, corners, sizeof corners);
            to += 6;
        }
    }
    return mesh;
}

ferry_mesh *fy_t3dm_add_soup(ferry_scene *scene, const char *name, uint32_t vertices, uint32_t triangles,
                             uint64_t seed) {
    fy_random random = {seed};
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, name, vertices, triangles);
    uint32_t bones = scene->skins.count ? scene->skins.data[0].influence_count : 1;
    for (uint32_t v = 0; v < vertices; v++) {
        int32_t p[3];
        for (int i = 0; i < 3; i++) p[i] = (int32_t)fy_random_below(&random, 20001) - 10000;
        fy_t3dm_set_vertex(scene, mesh, v, p, fy_random_below(&random, bones),
                           (float)fy_random_below(&random, 999) / 64,
                           (float)fy_random_below(&random, 999) / -32, v);
    }
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t *c = mesh->triangles + 3 * (size_t)t;
        do {
            for (int k = 0; k < 3; k++) c[k] = fy_random_below(&random, vertices);
        } while (c[0] == c[1] || c[0] == c[2] || c[1] == c[2]);
    }
    return mesh;
}

/* ----------------------------------------------------------------------------------------- there and back */

fy_t3dm_plan fy_t3dm_test_plan(ferry_job *job, const ferry_scene *scene) {
    fy_t3dm_plan plan = {.material_count = 1};
    plan.materials = ferry_new(job, fy_t3dm_material, 1);
    plan.of_draw = ferry_new(job, uint32_t, scene->draws.count + 1);
    ck_assert(plan.materials && plan.of_draw);
    plan.materials[0] = (fy_t3dm_material){
        .name = "mat",
        .paths = {"rom:/tiles.ci4.sprite", NULL},
        .uv_source = FY_T3DM_UV_SET,
        .uv_matrix = {{1, 0, 0, 0}, {0, 1, 0, 0}},
        .tint = {1, 1, 1, 1},
        .rdp = {.combiner = UINT64_C(0x00127E2488FFFDFE),
                .other_mode = FERRY_RDP_BILINEAR,
                .other_mode_mask = FERRY_RDP_MODE_MASK,
                .flags = FERRY_RDP_DEPTH | FERRY_RDP_TEXTURED | FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK,
                .fog = 1,
                .blend = {0, 0, 0, 128},
                .tiles = {{.texture = UINT32_MAX,
                           .hash = 0x12345678,
                           .width = WIDTH,
                           .height = HEIGHT,
                           .s = {.high = WIDTH - 1, .mask = 6},
                           .t = {.high = HEIGHT - 1, .mask = 5}},
                          {.texture = UINT32_MAX}}},
    };
    return plan;
}

ferry_bytes fy_t3dm_written(ferry_job *job, const ferry_scene *scene) {
    ferry_bytes bytes = {0};
    fy_t3dm_plan plan = fy_t3dm_test_plan(job, scene);
    ck_assert(ferry_check(job, scene));
    bool ok = fy_t3dm_write_planned(job, scene, "out.t3dm", &plan, &bytes);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(ok, "%s", text);
    free(text);
    return bytes;
}

ferry_scene *fy_t3dm_read_back(ferry_job *job, ferry_bytes bytes) {
    ferry_input input = {.name = "out.t3dm", .bytes = bytes};
    ferry_scene *scene = ferry_load(job, &input, 1);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(scene != NULL, "%s", text);
    free(text);
    return scene;
}

/* ---------------------------------------------------------------------------------------------- comparing */

typedef struct corner {
    int32_t position[3];
    int32_t st[2]; /* of the first corner, of the others relative to it */
    uint32_t normal, color, bone;
} corner;

typedef struct triangle {
    corner corners[3];
    uint32_t draw;
} triangle;

static int32_t texels(double u, int32_t size, bool exact) {
    double at = u * size * 32;
    return exact ? (int32_t)at : rounded(at);
}

/* `stored`: positions are the file's units, and texture coordinates whole numbers already. */
static corner make_corner(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t v, bool stored,
                          bool bones) {
    ferry_matrix to_bone;
    uint32_t node = node_of(scene, mesh, v, &to_bone);
    double unit = stored ? 1 : SCALE, n[3];
    corner c = {.bone = bones ? node : FERRY_NONE};
    ferry_vec3 p = mesh->positions[v];
    ferry_vec3 at = mesh->normals[v];
    for (int i = 0; i < 3; i++) {
        const double *row = to_bone.m[i];
        c.position[i] = rounded((row[0] * p.x + row[1] * p.y + row[2] * p.z + row[3]) * unit);
        n[i] = row[0] * at.x + row[1] * at.y + row[2] * at.z;
    }
    c.normal = pack_normal(n);
    ferry_color color = mesh->colors[0][v];
    const float parts[4] = {color.r, color.g, color.b, color.a};
    for (int i = 0; i < 4; i++) c.color = c.color << 8 | (uint32_t)rounded(parts[i] * 255);
    c.st[0] = texels(mesh->uvs[0][v].x, WIDTH, !stored);
    c.st[1] = texels(mesh->uvs[0][v].y, HEIGHT, !stored);
    return c;
}

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(corner));
}

static int by_triangle(const void *a, const void *b) {
    return memcmp(a, b, sizeof(triangle));
}

/* The smallest corner first, the winding kept. */
static void settle(triangle *t, bool moved) {
    corner absolute[3], least[3];
    memcpy(absolute, t->corners, sizeof absolute);
    for (int k = 0; k < 3; k++) {
        least[k] = absolute[k];
        if (moved) memset(least[k].st, 0, sizeof least[k].st);
    }
    int first = by_bytes(&least[1], &least[0]) < 0 ? 1 : 0;
    if (by_bytes(&least[2], &least[first]) < 0) first = 2;
    for (int k = 0; k < 3; k++) {
        t->corners[k] = absolute[(first + k) % 3];
        for (int i = 0; k && i < 2; i++) t->corners[k].st[i] -= absolute[first].st[i];
    }
    for (int i = 0; moved && i < 2; i++) {
        int32_t period = 32 * (i ? HEIGHT : WIDTH), *at = &t->corners[0].st[i];
        *at = (*at % period + period) % period;
    }
}

static triangle *all_triangles(const ferry_scene *scene, bool stored, bool bones, bool moved, size_t *count) {
    *count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        *count += scene->meshes.data[scene->draws.data[d].mesh].triangle_count;
    triangle *list = calloc(*count + 1, sizeof *list), *to = list;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++, to++) {
            to->draw = d;
            for (int k = 0; k < 3; k++) {
                to->corners[k] =
                    make_corner(scene, mesh, mesh->triangles[3 * (size_t)t + (size_t)k], stored, bones);
            }
            settle(to, moved);
        }
    }
    qsort(list, *count, sizeof *list, by_triangle);
    return list;
}

void fy_t3dm_expect_same(const ferry_scene *scene, const ferry_scene *back, bool moved) {
    size_t expected, found;
    bool bones = back->skins.count != 0;
    triangle *a = all_triangles(scene, false, bones, moved, &expected),
             *b = all_triangles(back, true, bones, moved, &found);
    ck_assert_uint_eq(expected, found);
    for (size_t i = 0; i < found; i++) {
        if (memcmp(&a[i], &b[i], sizeof *a) == 0) continue;
        const corner *x = &a[i].corners[0], *y = &b[i].corners[0];
        ck_abort_msg("triangle %zu of %zu (sorted): corner (%d %d %d) bone %u normal %04x colour %08x st %d "
                     "%d expected, (%d %d %d) bone %u normal %04x colour %08x st %d %d found",
                     i, found, x->position[0], x->position[1], x->position[2], x->bone, x->normal, x->color,
                     x->st[0], x->st[1], y->position[0], y->position[1], y->position[2], y->bone, y->normal,
                     y->color, y->st[0], y->st[1]);
    }
    free(a);
    free(b);
}
