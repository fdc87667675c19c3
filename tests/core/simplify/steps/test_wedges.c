/*
 * test_wedges.c: what vertices carry goes along when triangles go, vertices take steps by pictures and edges
 * flip (docs/simplify.md): several UV sets, colours, morphs, colours of clips, nodes, billboards. On a hilly
 * sheet, each of them says where it is.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/simplify_steps.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "helpers.h"

enum { SIDE = 12, ROW = SIDE + 1 };

/* ------------------------------------------------------------------------------------------- building */

static float height_at(float x, float z) {
    return (float)(fy_sin((double)x * .9) * fy_cos((double)z * .7) + .4 * fy_sin((double)(x + z) * 1.1));
}

/* What colours and both UV sets are at a place. */
static ferry_color color_at(ferry_vec3 at) {
    return (ferry_color){at.x / SIDE, at.z / SIDE, (at.x + at.z) / (2 * SIDE), 1};
}

static ferry_vec2 uv_at(int set, ferry_vec3 at) {
    return set ? (ferry_vec2){(at.z - at.x) / 9, at.z / 5} : (ferry_vec2){at.x / SIDE, at.z / SIDE};
}

/* Columns `first` to `last` of the hills, in a mesh and a draw of their own. */
static ferry_mesh *add_hills(ferry_scene *scene, const char *name, uint32_t first, uint32_t last) {
    uint32_t number = scene->meshes.count, columns = last - first + 1, k = 0;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = name, .skin = FERRY_NONE, .vertex_count = columns * ROW};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    for (int set = 0; set < 2; set++) mesh->uvs[set] = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    mesh->triangle_count = 2 * (columns - 1) * SIDE;
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)mesh->triangle_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float x = (float)(first + v / ROW), z = (float)(v % ROW);
        mesh->positions[v] = (ferry_vec3){x, height_at(x, z), z};
        mesh->colors[0][v] = color_at(mesh->positions[v]);
        for (int set = 0; set < 2; set++) mesh->uvs[set][v] = uv_at(set, mesh->positions[v]);
    }
    for (uint32_t v = 0; v < (columns - 1) * ROW; v++)
        if (v % ROW < SIDE) {
            memcpy(&mesh->triangles[k], (uint32_t[]){v, v + 1, v + ROW + 1, v, v + ROW + 1, v + ROW}, 24);
            k += 6;
        }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = name, .mesh = number, .material = number, .visible = true};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = name,
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = FERRY_NONE,
                                 .cull = FERRY_CULL_NONE,
                                 .vertex_colors = true,
                                 .lit = true};
    return mesh;
}

/* A part of a mesh's second UV set becomes an island: its vertices at column `at` are there twice. */
static void cut_island(ferry_scene *scene, ferry_mesh *mesh, uint32_t at) {
    uint32_t count = mesh->vertex_count, all = count + ROW;
    ferry_vec3 *positions = ferry_scene_new(scene, ferry_vec3, all);
    ferry_color *colors = ferry_scene_new(scene, ferry_color, all);
    for (uint32_t v = 0; v < all; v++) {
        positions[v] = mesh->positions[v < count ? v : v - count + at * ROW];
        colors[v] = color_at(positions[v]);
    }
    for (int set = 0; set < 2; set++) {
        ferry_vec2 *uvs = ferry_scene_new(scene, ferry_vec2, all);
        for (uint32_t v = 0; v < all; v++) {
            uvs[v] = uv_at(set, positions[v]);
            if (set && (v >= count || v >= (at + 1) * ROW)) uvs[v].x += 8;
        }
        mesh->uvs[set] = uvs;
    }
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        uint32_t *v = &mesh->triangles[3 * (size_t)t];
        bool beyond = v[0] >= (at + 1) * ROW || v[1] >= (at + 1) * ROW || v[2] >= (at + 1) * ROW;
        for (int i = 0; beyond && i < 3; i++)
            if (v[i] / ROW == at) v[i] += count - at * ROW;
    }
    mesh->positions = positions;
    mesh->colors[0] = colors;
    mesh->vertex_count = all;
}

/* ------------------------------------------------------------------------------------------ measuring */

/* How far attributes may be off what their place says; steps of vertices are longer. */
static const double OFF = .08;

static bool is_near(ferry_vec2 a, ferry_vec2 b) {
    return fabs((double)(a.x - b.x)) < OFF && fabs((double)(a.y - b.y)) < OFF;
}

/* Colours and UVs are those of the place, in the second set but for an island 8 to the right. */
static void expect_attributes(const ferry_mesh *mesh, float shift) {
    ck_assert_uint_gt(mesh->triangle_count, 10);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_vec3 at = mesh->positions[v];
        at.x += shift;
        ferry_color want = color_at(at), color = mesh->colors[0][v];
        ferry_vec2 second = mesh->uvs[1][v];
        second.x -= second.x > 4 ? 8 : 0;
        ck_assert(is_near((ferry_vec2){color.r, color.g}, (ferry_vec2){want.r, want.g}));
        ck_assert(is_near((ferry_vec2){color.b, color.a}, (ferry_vec2){want.b, want.a}));
        ck_assert(is_near(mesh->uvs[0][v], uv_at(0, at)));
        ck_assert(is_near(second, uv_at(1, at)));
    }
}

/* Of a sheet nothing is open but its outline, as seen from above, or near that. */
static bool is_outline(ferry_vec3 at) {
    return fabsf(at.x - SIDE / 2) > SIDE / 2 - .1F || fabsf(at.z - SIDE / 2) > SIDE / 2 - .1F;
}

static void expect_outline(const ferry_scene *scene) {
    uint32_t count = 0;
    fy_edge *edges = fy_unpaired_edges(scene, &count);
    ck_assert_uint_gt(count, 3);
    for (uint32_t i = 0; i < count; i++) ck_assert(is_outline(edges[i].from) && is_outline(edges[i].to));
    free(edges);
}

/* --------------------------------------------------------------------------------------------- tests */

/* Triangles that are left. */
static const uint32_t BUDGETS[] = {130, 80};
enum { TIMES = sizeof BUDGETS / sizeof *BUDGETS };

/* Asks what is expected after all steps, where pictures changed something, and after each edge flipped that
 * may. */
static void run(void (*build)(ferry_scene *scene), void (*expect)(ferry_scene *scene), int budget) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    build(scene);
    expect(scene);
    fy_steps done = fy_simplify_steps(job, scene, BUDGETS[budget]);
    ck_assert_uint_gt(done.flips, 0);
    ck_assert_uint_gt(done.steps, 2);
    expect(scene);
    ck_assert_uint_gt(fy_flip_all(job, scene), 10);
    expect(scene);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* ------------------------------------------------------------------------------------------- UV sets */

/* The second set has a seam that the first one has not. */
static void build_island(ferry_scene *scene) {
    ferry_mesh *mesh = add_hills(scene, "hills", 0, SIDE);
    cut_island(scene, mesh, 5);
}

/* Triangles stay on their side of the seam. */
static void expect_island(ferry_scene *scene) {
    const ferry_mesh *mesh = &scene->meshes.data[0];
    expect_attributes(mesh, 0);
    expect_outline(scene);
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        uint32_t v = mesh->triangles[c], first = mesh->triangles[c - c % 3];
        bool beyond = mesh->uvs[1][v].x > 4;
        ck_assert(beyond == (mesh->uvs[1][first].x > 4));
        ck_assert(beyond ? mesh->positions[v].x > 4.5F : mesh->positions[v].x < 5.5F);
    }
}

START_TEST(several_uv_sets_follow) {
    run(build_island, expect_island, _i);
}
END_TEST

/* -------------------------------------------------------------------------------------------- morphs */

/* How a morph moves the part beyond row 7. */
static ferry_vec3 move_at(ferry_vec3 at) {
    return (ferry_vec3){0, (at.z - 7) * (at.x + 1) / 8, 0};
}

static void add_morph(ferry_scene *scene, uint32_t number) {
    ferry_mesh *mesh = &scene->meshes.data[number];
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "swell", .mesh = number, .number = 1, .group = FERRY_NONE, .set = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, mesh->vertex_count);
    morph->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    morph->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    morph->shifts = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (mesh->positions[v].z < 8) continue;
        morph->vertices[morph->count] = v;
        morph->positions[morph->count] = move_at(mesh->positions[v]);
        morph->normals[morph->count] = fy_vec3_scale(move_at(mesh->positions[v]), .5F);
        morph->shifts[morph->count++] = (ferry_vec2){mesh->positions[v].x, mesh->positions[v].z};
    }
}

static void build_morphs(ferry_scene *scene) {
    add_hills(scene, "left", 0, 6);
    add_hills(scene, "right", 6, SIDE);
    for (uint32_t m = 0; m < 2; m++) add_morph(scene, m);
}

/* What moves is what moved there before, by the same. */
static void expect_moves(const ferry_mesh *mesh, const ferry_morph *morph) {
    uint32_t next = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_vec3 at = mesh->positions[v], move = move_at(at);
        bool listed = next < morph->count && morph->vertices[next] == v;
        ck_assert(listed ? at.z >= 8 : at.z < 7.6F);
        if (!listed) continue;
        ck_assert_mem_eq(&morph->positions[next], &move, sizeof move);
        ck_assert_float_eq(morph->normals[next].y, .5F * move.y);
        ck_assert(morph->shifts[next].x == at.x && morph->shifts[next].y == at.z);
        next++;
    }
    ck_assert_uint_eq(next, morph->count);
    ck_assert_uint_gt(next, 5);
}

/* Two meshes that meet do not part when they are moved. */
static void expect_morphs(ferry_scene *scene) {
    ferry_vec3 *rest[2];
    for (uint32_t m = 0; m < 2; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        const ferry_morph *morph = &scene->morphs.data[m];
        expect_attributes(mesh, 0);
        expect_moves(mesh, morph);
        rest[m] = mesh->positions;
        mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
        memcpy(mesh->positions, rest[m], mesh->vertex_count * sizeof **rest);
        for (uint32_t k = 0; k < morph->count; k++)
            mesh->positions[morph->vertices[k]] =
                fy_vec3_add(mesh->positions[morph->vertices[k]], morph->positions[k]);
    }
    expect_outline(scene);
    for (uint32_t m = 0; m < 2; m++) scene->meshes.data[m].positions = rest[m];
    expect_outline(scene);
}

START_TEST(morphs_follow) {
    run(build_morphs, expect_morphs, _i);
}
END_TEST

/* ------------------------------------------------------------------------------------ colours of clips */

/* What clips colour: least and greatest column and row. Two groups overlap, one is a column. */
static const float GROUPS[][4] = {{0, SIDE, 2, 6}, {0, SIDE, 5, 9}, {9, 9, 0, SIDE}};
enum { GROUP_COUNT = sizeof GROUPS / sizeof *GROUPS };

static bool is_within(const float *bounds, ferry_vec3 at, float by) {
    return at.x >= bounds[0] - by && at.x <= bounds[1] + by && at.z >= bounds[2] - by &&
           at.z <= bounds[3] + by;
}

static void build_groups(ferry_scene *scene) {
    ferry_mesh *mesh = add_hills(scene, "hills", 0, SIDE);
    for (int i = 0; i < GROUP_COUNT; i++) {
        ferry_vertex_color_group *group =
            ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
        group->vertices = ferry_scene_new(scene, uint32_t, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            if (is_within(GROUPS[i], mesh->positions[v], 0)) group->vertices[group->count++] = v;
    }
}

/* What is coloured lies where it lay, and so does what is not. */
static void expect_groups(ferry_scene *scene) {
    const ferry_mesh *mesh = &scene->meshes.data[0];
    expect_attributes(mesh, 0);
    expect_outline(scene);
    for (int i = 0; i < GROUP_COUNT; i++) {
        const ferry_vertex_color_group *group = &scene->vertex_color_groups.data[i];
        uint32_t next = 0;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            bool listed = next < group->count && group->vertices[next] == v;
            next += listed;
            ck_assert(is_within(GROUPS[i], mesh->positions[v], listed ? .35F : -.1F) == listed);
        }
        ck_assert_uint_eq(next, group->count);
        ck_assert_uint_gt(next, 1);
    }
}

START_TEST(colours_of_clips_follow) {
    run(build_groups, expect_groups, _i);
}
END_TEST

/* ------------------------------------------------------------------------------ nodes and billboards */

/* The right half hangs on a node of its own, two to the right. */
static void build_nodes(ferry_scene *scene) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){
        .name = "sign", .parent = 0, .scale = {1, 1, 1}, .translate = {2, 0, 0}, .visible = true};
    add_hills(scene, "left", 0, 6);
    ferry_mesh *sign = add_hills(scene, "right", 6, SIDE);
    for (uint32_t v = 0; v < sign->vertex_count; v++) sign->positions[v].x -= 2;
    scene->draws.data[1].node = 1;
}

/* They do not part, but for what rounding does. */
static void expect_nodes(ferry_scene *scene) {
    ferry_vec3 *rest[2];
    for (uint32_t m = 0; m < 2; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        expect_attributes(mesh, m ? 2 : 0);
        rest[m] = mesh->positions;
        mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            ferry_vec3 at = rest[m][v];
            mesh->positions[v] = (ferry_vec3){roundf((at.x + (m ? 2 : 0)) * 4096) / 4096,
                                              roundf(at.y * 4096) / 4096, roundf(at.z * 4096) / 4096};
        }
    }
    expect_outline(scene);
    for (uint32_t m = 0; m < 2; m++) scene->meshes.data[m].positions = rest[m];
}

START_TEST(parts_of_several_nodes_follow) {
    run(build_nodes, expect_nodes, _i);
}
END_TEST

/* The right half turns to the camera. */
static void build_billboard(ferry_scene *scene) {
    build_nodes(scene);
    scene->nodes.data[1].billboard = FERRY_BILLBOARD_SPHERICAL;
}

static uint32_t count_at(const ferry_mesh *mesh, ferry_vec3 at) {
    uint32_t count = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        count += memcmp(&mesh->positions[v], &at, sizeof at) == 0;
    return count;
}

/* It meets the rest only at rest: both keep all vertices where they meet. */
static void expect_billboard(ferry_scene *scene) {
    for (uint32_t m = 0; m < 2; m++) {
        expect_attributes(&scene->meshes.data[m], m ? 2 : 0);
        for (uint32_t row = 0; row < ROW; row++) {
            ferry_vec3 at = {m ? 4 : 6, height_at(6, (float)row), (float)row};
            ck_assert_uint_eq(count_at(&scene->meshes.data[m], at), 1);
        }
    }
}

START_TEST(billboards_follow) {
    run(build_billboard, expect_billboard, _i);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("wedges");
    TCase *all = tcase_create("wedges"), *results = fy_results_case(suite);
    tcase_add_test(results, several_uv_sets_follow);
    tcase_add_loop_test(all, several_uv_sets_follow, 1, TIMES);
    tcase_add_test(results, morphs_follow);
    tcase_add_loop_test(all, morphs_follow, 1, TIMES);
    tcase_add_test(results, colours_of_clips_follow);
    tcase_add_loop_test(all, colours_of_clips_follow, 1, TIMES);
    tcase_add_test(results, parts_of_several_nodes_follow);
    tcase_add_loop_test(all, parts_of_several_nodes_follow, 1, TIMES);
    tcase_add_test(results, billboards_follow);
    tcase_add_loop_test(all, billboards_follow, 1, TIMES);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
