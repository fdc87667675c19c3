/*
 * test_closed.c: what is closed stays closed when triangles go, vertices take steps by pictures and edges
 * flip (docs/simplify.md): boxes with islands of a texture, in two materials, doubled, glued together, and a
 * tube with two skins in several poses.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/simplify_steps.h"
#include "core/base/maths.h"
#include "core/scene/scene.h"
#include "core/simplify/steps/simplify.h"
#include "helpers.h"

/* ------------------------------------------------------------------------------------------- building */

enum { MOST = 2000 }; /* vertices and triangles that a mesh has room for */

/* Empty yet; its draw has a material of its own. */
static uint32_t add_mesh(ferry_scene *scene, const char *name) {
    uint32_t number = scene->meshes.count;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = name, .skin = FERRY_NONE};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, MOST);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, MOST);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * MOST);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = name, .mesh = number, .material = number, .visible = true};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = name,
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = FERRY_NONE,
                                 .cull = FERRY_CULL_BACK,
                                 .lit = true};
    return number;
}

/* A place of a lattice, so uneven that it matters which way triangles lie. */
static ferry_vec3 place_of(const int at[3]) {
    double x = at[0], y = at[1], z = at[2];
    return (ferry_vec3){(float)(x + .3 * fy_sin(2.1 * y + 1.3 * z)), (float)(y + .3 * fy_sin(1.7 * z + x)),
                        (float)(z + .3 * fy_sin(1.9 * x - y))};
}

/* A side of a box of the lattice, in vertices and an island of its own; `turned`: seen from within. */
static void add_side(ferry_mesh *mesh, const int from[3], int size, int axis, bool far, bool turned) {
    uint32_t first = mesh->vertex_count;
    for (int i = 0; i <= size; i++)
        for (int k = 0; k <= size; k++) {
            int at[3] = {from[0], from[1], from[2]};
            at[axis] += far ? size : 0;
            at[(axis + 1) % 3] += i;
            at[(axis + 2) % 3] += k;
            mesh->positions[mesh->vertex_count] = place_of(at);
            mesh->uvs[0][mesh->vertex_count++] =
                (ferry_vec2){(float)(2 * (2 * axis + far)) + (float)i / (float)size, (float)k / (float)size};
        }
    for (int i = 0; i < size * size; i++) {
        uint32_t row = (uint32_t)size + 1, a = first + (uint32_t)(i / size) * row + (uint32_t)(i % size),
                 corners[6] = {a, a + row, a + row + 1, a, a + row + 1, a + 1};
        for (int k = 0; k < 6; k++) /* from the other side: back to front */
            mesh->triangles[3 * mesh->triangle_count + (uint32_t)k] = corners[far != turned ? k : 5 - k];
        mesh->triangle_count += 2;
    }
}

static void add_box(ferry_mesh *mesh, const int from[3], int size, bool turned) {
    for (int side = 0; side < 6; side++) add_side(mesh, from, size, side / 2, side % 2, turned);
}

/* --------------------------------------------------------------------------------------------- boxes */

static const int ORIGIN[3] = {0, 0, 0}, BESIDE[3] = {2, 0, 0}, ACROSS[3] = {2, 2, 0};

static void build_islands(ferry_scene *scene) {
    uint32_t box = add_mesh(scene, "box");
    add_box(&scene->meshes.data[box], ORIGIN, 3, false);
}

static void build_materials(ferry_scene *scene) {
    for (int i = 0; i < 2; i++) add_mesh(scene, i ? "lid" : "box");
    for (int side = 0; side < 6; side++)
        add_side(&scene->meshes.data[side == 5], ORIGIN, 3, side / 2, side % 2, false);
}

/* With one side twice, and its back, which closes what that one leaves open. */
static void build_doubled_side(ferry_scene *scene) {
    build_islands(scene);
    for (int back = 0; back < 2; back++) add_side(&scene->meshes.data[0], ORIGIN, 3, 2, true, back);
}

/* Each triangle twice: from outside and from within. */
static void build_doubled(ferry_scene *scene) {
    build_islands(scene);
    add_box(&scene->meshes.data[0], ORIGIN, 3, true);
}

/* Two boxes that share a side, whose rim four triangles meet at; or an edge only. */
static void build_glued(ferry_scene *scene) {
    uint32_t box = add_mesh(scene, "boxes");
    add_box(&scene->meshes.data[box], ORIGIN, 2, false);
    add_box(&scene->meshes.data[box], BESIDE, 2, false);
}

static void build_hinged(ferry_scene *scene) {
    uint32_t box = add_mesh(scene, "boxes");
    add_box(&scene->meshes.data[box], ORIGIN, 2, false);
    add_box(&scene->meshes.data[box], ACROSS, 2, false);
}

static const struct {
    void (*build)(ferry_scene *scene);
    uint32_t most_at_edge; /* triangles that go along one edge in one way */
    bool flips;            /* there are edges at which two triangles meet, and no more */
} BOXES[] = {{build_islands, 1, true},  {build_materials, 1, true}, {build_doubled_side, 3, true},
             {build_doubled, 2, false}, {build_glued, 2, true},     {build_hinged, 2, true}};

static void expect_closed(const ferry_scene *scene, uint32_t most_at_edge) {
    uint32_t open;
    free(fy_unpaired_edges(scene, &open));
    ck_assert_uint_eq(open, 0);
    ck_assert_uint_le(fy_most_at_edge(scene), most_at_edge);
}

static const double SHARES[] = {.5, .2};

START_TEST(boxes_stay_closed) {
    for (size_t i = 0; i < sizeof BOXES / sizeof *BOXES; i++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_node_scene(job);
        BOXES[i].build(scene);
        uint32_t given = 0, left = 0;
        for (uint32_t m = 0; m < scene->meshes.count; m++) given += scene->meshes.data[m].triangle_count;
        expect_closed(scene, BOXES[i].most_at_edge);
        fy_steps done = fy_simplify_steps(job, scene, (uint32_t)(SHARES[_i] * given));
        for (uint32_t m = 0; m < scene->meshes.count; m++) left += scene->meshes.data[m].triangle_count;
        ck_assert_uint_gt(left, 3);
        ck_assert_uint_lt(left, given * 2 / 3);
        ck_assert_uint_gt(done.steps, 0);
        ck_assert(!BOXES[i].flips || done.flips > 0);
        expect_closed(scene, BOXES[i].most_at_edge);
        ck_assert(!BOXES[i].flips || fy_flip_all(job, scene) > 0);
        expect_closed(scene, BOXES[i].most_at_edge);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Of a row of boxes, each glued to the next, none could go by itself without others folding together: they
 * become flat where pictures allow it, and are closed then, too. */
START_TEST(glued_boxes_get_flat) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    uint32_t row = add_mesh(scene, "row");
    for (int i = 0; i < 6; i++) add_box(&scene->meshes.data[row], (const int[3]){i, 0, 0}, 1, false);
    const fy_simplify_goal goal = {.share = .25};
    fy_simplified done;
    uint32_t open;
    ck_assert(fy_simplify(job, scene, &goal, &done));
    ck_assert_uint_le(done.after, done.wanted);
    ck_assert_uint_eq(done.pruned_count, 0);
    free(fy_unpaired_edges(scene, &open));
    ck_assert_uint_eq(open, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- a tube */

enum { ROUND = 7, RINGS = 12, BLENDS = 5 };

/* What of a place at a height hangs on the second joint, in quarters. */
static uint32_t blend_at(float height) {
    return height < 4.5F ? 0 : height > 7.5F ? 4 : (uint32_t)(height - 3.5F);
}

/* On nodes 0 and 1, by five blends; `back`: listed the other way round. */
static uint32_t add_skin(ferry_scene *scene, bool back) {
    uint32_t number = scene->skins.count;
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 2, .influence_count = BLENDS};
    skin->joints = ferry_scene_new(scene, ferry_joint, 2);
    skin->weights = ferry_scene_new(scene, ferry_weight, 2 * BLENDS);
    skin->influences = ferry_scene_new(scene, ferry_influence, BLENDS);
    for (uint32_t i = 0; i < 2; i++)
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    skin->joints[1].inverse_bind.m[1][3] = -6;
    for (uint32_t i = 0; i < BLENDS; i++) {
        ferry_influence *to = &skin->influences[back ? BLENDS - 1 - i : i];
        *to = (ferry_influence){skin->weight_count, 0};
        for (uint32_t k = 0; k < 2; k++)
            if (k ? i : BLENDS - 1 - i) {
                float weight = (float)(k ? i : BLENDS - 1 - i) / (BLENDS - 1);
                skin->weights[skin->weight_count++] = (ferry_weight){k, weight};
                to->count++;
            }
    }
    return number;
}

/* The second joint, in the middle, turns about z from one clip's pose to another one's. */
static void add_turn(ferry_scene *scene) {
    static const float ends[8] = {0, 0, .35F, .94F, 0, 0, -.5F, .87F};
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node =
        (ferry_node){.name = "arm", .parent = 0, .scale = {1, 1, 1}, .translate = {0, 6, 0}, .visible = true};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "turn", .kind = "test", .duration = 1, .rate = 30, .track_count = 1};
    double *times = ferry_scene_new(scene, double, 2);
    float *values = ferry_scene_new(scene, float, 8);
    times[1] = 1;
    memcpy(values, ends, sizeof ends);
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    clip->tracks[0] = (ferry_track){.target = FERRY_TARGET_ROTATE,
                                    .object = 1,
                                    .interpolation = FERRY_NLERP,
                                    .width = 4,
                                    .key_count = 2,
                                    .times = times,
                                    .values = values};
}

/* Ring by ring: the first and the last are points. The texture's seam is vertices of its own. */
static void add_vertices(ferry_mesh *mesh, uint32_t first, uint32_t last, bool back) {
    for (uint32_t ring = first; ring <= last; ring++)
        for (uint32_t i = 0; i <= ROUND; i++) {
            double round = 2 * FY_PI * (i % ROUND) / ROUND,
                   wide = ring % RINGS ? 1.2 + .4 * fy_sin(2.3 * ring + i % ROUND) : 0;
            uint32_t v = mesh->vertex_count++, blend = blend_at((float)ring);
            mesh->positions[v] =
                (ferry_vec3){(float)(wide * fy_cos(round)), (float)ring, (float)(wide * fy_sin(round))};
            mesh->uvs[0][v] = (ferry_vec2){(float)i / ROUND, (float)ring / RINGS};
            mesh->influences[v] = back ? BLENDS - 1 - blend : blend;
        }
}

static void add_part(ferry_scene *scene, uint32_t first, uint32_t last, bool back) {
    uint32_t number = add_mesh(scene, back ? "arm" : "hand");
    ferry_mesh *mesh = &scene->meshes.data[number];
    mesh->skin = add_skin(scene, back);
    mesh->influences = ferry_scene_new(scene, uint32_t, MOST);
    add_vertices(mesh, first, last, back);
    for (uint32_t i = 0; i < (last - first) * (ROUND + 1); i++) {
        uint32_t ring = first + i / (ROUND + 1), above = i + ROUND + 1,
                 *to = &mesh->triangles[3 * mesh->triangle_count];
        if (i % (ROUND + 1) == ROUND) continue;
        if (ring > 0) memcpy(to, (uint32_t[]){i, above, i + 1}, 12), to += 3, mesh->triangle_count++;
        if (ring + 1 < RINGS) memcpy(to, (uint32_t[]){i + 1, above, above + 1}, 12), mesh->triangle_count++;
    }
}

/* As a skin puts it where the second joint has turned. */
static ferry_vec3 posed(const ferry_skin *skin, uint32_t influence, ferry_vec3 at, double turn) {
    ferry_influence run = skin->influences[influence];
    float part = 0, x = at.x, y = at.y - 6, cos = (float)fy_cos(turn), sin = (float)fy_sin(turn);
    for (uint32_t k = 0; k < run.count; k++)
        if (skin->weights[run.first + k].joint == 1) part = skin->weights[run.first + k].weight;
    ferry_vec3 turned = {x * cos - y * sin, x * sin + y * cos + 6, at.z};
    return fy_vec3_add(fy_vec3_scale(at, 1 - part), fy_vec3_scale(turned, part));
}

/* At rest, in both poses of the clip, and where the joint turns further. */
static void expect_closed_turned(ferry_scene *scene) {
    static const double turns[] = {0, .715, -1.047, 2};
    ferry_vec3 *rest[2];
    for (uint32_t m = 0; m < 2; m++) rest[m] = scene->meshes.data[m].positions;
    expect_closed(scene, 1);
    for (size_t i = 0; i < sizeof turns / sizeof *turns; i++) {
        for (uint32_t m = 0; m < 2; m++) {
            ferry_mesh *mesh = &scene->meshes.data[m];
            mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
            for (uint32_t v = 0; v < mesh->vertex_count; v++)
                mesh->positions[v] = posed(&scene->skins.data[m], mesh->influences[v], rest[m][v], turns[i]);
        }
        expect_closed(scene, 1);
    }
    for (uint32_t m = 0; m < 2; m++) scene->meshes.data[m].positions = rest[m];
}

/* In two materials with a skin each, that list their blends in another order. */
START_TEST(tubes_stay_closed_in_every_pose) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    add_turn(scene);
    for (int back = 0; back < 2; back++) add_part(scene, back ? 6 : 0, back ? RINGS : 6, back);
    expect_closed(scene, 1);
    fy_steps done = fy_simplify_steps(job, scene, 50);
    ck_assert_uint_gt(done.poses, 1);
    ck_assert_uint_gt(done.steps, 0);
    ck_assert_uint_gt(done.flips, 0);
    for (uint32_t m = 0; m < 2; m++) ck_assert_uint_lt(scene->meshes.data[m].triangle_count, 40);
    expect_closed_turned(scene);
    ck_assert_uint_gt(fy_flip_all(job, scene), 0);
    expect_closed_turned(scene);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("closed");
    TCase *all = tcase_create("closed"), *flat = tcase_create("flat"), *results = fy_results_case(suite);
    tcase_add_test(results, boxes_stay_closed);
    tcase_add_loop_test(all, boxes_stay_closed, 1, sizeof SHARES / sizeof *SHARES);
    tcase_add_test(flat, glued_boxes_get_flat);
    tcase_add_test(all, tubes_stay_closed_in_every_pose);
    suite_add_tcase(suite, all);
    suite_add_tcase(suite, flat);
    return fy_run_suite(suite);
}
