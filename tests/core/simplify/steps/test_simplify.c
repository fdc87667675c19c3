/*
 * test_simplify.c: fewer triangles (docs/simplify.md): what is closed stays closed, whatever meshes it lies
 * in; attributes stay in their charts, weights sum to 1, materials keep their area; the order of the source
 * does not matter; and what cannot be done is said.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/maths.h"
#include "core/pipeline/pass_tidy.h"
#include "core/scene/scene.h"
#include "core/simplify/steps/simplify.h"
#include "helpers.h"

enum { RINGS = 16, SPOKES = 24 };

/* ------------------------------------------------------------------------------------------- building */

static ferry_mesh *add_mesh(ferry_scene *scene, const char *name, uint32_t vertices, uint32_t triangles) {
    uint32_t number = scene->meshes.count;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh =
        (ferry_mesh){.name = name, .skin = FERRY_NONE, .vertex_count = vertices, .triangle_count = triangles};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, vertices);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, vertices);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, vertices);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)triangles);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = name, .mesh = number, .material = number, .visible = true};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){.name = name,
                                 .base_color = {1, 1, 1, 1},
                                 .base_texture = FERRY_NONE,
                                 .cull = FERRY_CULL_BACK,
                                 .lit = true};
    return mesh;
}

/* Rings `first` to `last` of a ball: its texture goes round once, so that there is a seam. */
static void add_band(ferry_scene *scene, const char *name, uint32_t first, uint32_t last, ferry_vec3 at,
                     float radius) {
    uint32_t rows = last - first, k = 0;
    ferry_mesh *mesh = add_mesh(scene, name, (rows + 1) * (SPOKES + 1), 2 * rows * SPOKES);
    for (uint32_t r = 0; r <= rows; r++)
        for (uint32_t s = 0; s <= SPOKES; s++) {
            double down = FY_PI * (first + r) / RINGS, round = 2 * FY_PI * (s % SPOKES) / SPOKES;
            bool pole = first + r == 0 || first + r == RINGS;
            ferry_vec3 n = {pole ? 0 : (float)(fy_sin(down) * fy_cos(round)), (float)fy_cos(down),
                            pole ? 0 : (float)(fy_sin(down) * fy_sin(round))};
            uint32_t v = r * (SPOKES + 1) + s;
            mesh->normals[v] = fy_vec3_normalize(n);
            mesh->positions[v] = fy_vec3_add(at, fy_vec3_scale(n, radius));
            mesh->uvs[0][v] = (ferry_vec2){(float)s / SPOKES, (float)(first + r) / RINGS};
        }
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t s = 0; s < SPOKES; s++) {
            uint32_t a = r * (SPOKES + 1) + s, b = a + SPOKES + 1;
            if (first + r > 0) memcpy(&mesh->triangles[3 * k++], (uint32_t[]){a, a + 1, b + 1}, 12);
            if (first + r + 1 < RINGS) memcpy(&mesh->triangles[3 * k++], (uint32_t[]){a, b + 1, b}, 12);
        }
    mesh->triangle_count = k;
}

/* A square of squares, whose sides are x and y, at vertex `first` of a mesh. */
static void add_sheet(ferry_mesh *mesh, uint32_t first, uint32_t side, ferry_vec3 at, ferry_vec3 x,
                      ferry_vec3 y) {
    for (uint32_t i = 0; i < (side + 1) * (side + 1); i++) {
        float column = (float)(i % (side + 1)), row = (float)(i / (side + 1));
        mesh->positions[first + i] =
            fy_vec3_add(at, fy_vec3_add(fy_vec3_scale(x, column), fy_vec3_scale(y, row)));
        mesh->normals[first + i] = fy_vec3_normalize(fy_vec3_cross(x, y));
        mesh->uvs[0][first + i] = (ferry_vec2){column / (float)side, row / (float)side};
    }
    for (uint32_t i = 0; i < side * side; i++) {
        uint32_t a = first + i / side * (side + 1) + i % side, b = a + side + 1;
        memcpy(&mesh->triangles[3 * mesh->triangle_count], (uint32_t[]){a, a + 1, b + 1, a, b + 1, b}, 24);
        mesh->triangle_count += 2;
    }
}

/* A ball of two materials. */
static ferry_scene *ball(ferry_job *job) {
    ferry_scene *scene = fy_node_scene(job);
    add_band(scene, "north", 0, 5, (ferry_vec3){0, 0, 0}, 10);
    add_band(scene, "south", 5, RINGS, (ferry_vec3){0, 0, 0}, 10);
    return scene;
}

/* A chip of two sides, so far off that pictures show all else small: they take most of the time. What is
 * asked of a surface's place, and not of what is seen of it, needs no large ones. */
static void add_chip(ferry_scene *scene, float far) {
    ferry_mesh *chip = add_mesh(scene, "chip", 3, 2);
    for (uint32_t v = 0; v < 3; v++) {
        chip->positions[v] = (ferry_vec3){v == 1 ? -far - 10 : -far, v == 2 ? 10 : 0, 0};
        chip->normals[v] = (ferry_vec3){0, 0, 1};
    }
    memcpy(chip->triangles, (uint32_t[]){0, 1, 2, 0, 2, 1}, 24);
}

static ferry_scene *small_ball(ferry_job *job) {
    ferry_scene *scene = ball(job);
    add_chip(scene, 170);
    return scene;
}

static uint32_t count_triangles(const ferry_scene *scene) {
    uint32_t count = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) count += scene->meshes.data[m].triangle_count;
    return count;
}

static fy_simplified simplify(ferry_job *job, ferry_scene *scene, double share) {
    fy_simplified done;
    ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.share = share}, &done));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(done.after, count_triangles(scene));
    return done;
}

/* ------------------------------------------------------------------------------------------ measuring */

typedef struct edge {
    ferry_vec3 from, to;
} edge;

static int by_bytes(const void *a, const void *b) {
    return memcmp(a, b, sizeof(edge));
}

static edge *list_edges(const ferry_scene *scene, uint32_t *count) {
    edge *edges = calloc(3 * (size_t)count_triangles(scene) + 1, sizeof *edges);
    *count = 0;
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
            uint32_t a = mesh->triangles[c], b = mesh->triangles[c % 3 == 2 ? c - 2 : c + 1];
            /* no negative zeros, which are other bytes */
            ferry_vec3 zero = {0, 0, 0};
            edges[(*count)++] =
                (edge){fy_vec3_add(mesh->positions[a], zero), fy_vec3_add(mesh->positions[b], zero)};
        }
    }
    qsort(edges, *count, sizeof *edges, by_bytes);
    return edges;
}

/* Edges that no other one goes back along: holes and cracks, to the last bit. */
static uint32_t count_open(const ferry_scene *scene) {
    uint32_t count, open = 0;
    edge *edges = list_edges(scene, &count);
    for (uint32_t i = 0; i < count; i++) {
        edge back = {edges[i].to, edges[i].from};
        open += !bsearch(&back, edges, count, sizeof *edges, by_bytes);
    }
    free(edges);
    return open;
}

static double area_of(const ferry_mesh *mesh) {
    double sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = &mesh->triangles[3 * (size_t)t];
        sum += .5 * fy_vec3_length(fy_vec3_cross(fy_vec3_sub(mesh->positions[v[1]], mesh->positions[v[0]]),
                                                 fy_vec3_sub(mesh->positions[v[2]], mesh->positions[v[0]])));
    }
    return sum;
}

/* --------------------------------------------------------------------------------------------- tests */

START_TEST(closed_surface_of_two_materials_stays_closed) {
    static const double shares[] = {.5, .25, .12, .05};
    for (int i = 0; i < 4; i++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = small_ball(job);
        ck_assert_uint_eq(count_open(scene), 0);
        fy_simplified done = simplify(job, scene, shares[i]);
        ck_assert_uint_le(done.after, done.wanted);
        ck_assert_uint_ge(done.after + 2, done.wanted);
        ck_assert_uint_eq(count_open(scene), 0);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(materials_keep_their_area_and_textures_their_place) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ball(job);
    add_chip(scene, 80);
    double before[2] = {area_of(&scene->meshes.data[0]), area_of(&scene->meshes.data[1])};
    simplify(job, scene, .25);
    for (uint32_t m = 0; m < 2; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        ck_assert_double_eq_tol(area_of(mesh), before[m], .1 * before[m]);
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
            uint32_t v = mesh->triangles[c];
            ferry_vec2 uv = mesh->uvs[0][v];
            ferry_vec3 at = fy_vec3_normalize(mesh->positions[v]);
            ck_assert(uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1);
            ck_assert_double_eq_tol((double)uv.y, fy_acos((double)at.y) / FY_PI, .03);
            ck_assert_double_gt(fy_vec3_dot(mesh->normals[v], at), .97);
        }
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Triangles back to front, each from another corner. */
static void turn_round(ferry_mesh *mesh) {
    for (uint32_t t = 0; t < mesh->triangle_count / 2; t++)
        for (uint32_t i = 0; i < 3; i++) {
            uint32_t *a = &mesh->triangles[3 * t + i],
                     *b = &mesh->triangles[3 * (mesh->triangle_count - 1 - t) + (i + 1) % 3], kept = *a;
            *a = *b;
            *b = kept;
        }
}

static void shuffle(ferry_mesh *mesh) {
    uint32_t random = 1;
    for (uint32_t t = mesh->triangle_count; t-- > 1;) {
        uint32_t other, kept[3];
        random = random * 1664525 + 1013904223;
        other = (random >> 8) % (t + 1);
        memcpy(kept, &mesh->triangles[3 * (size_t)t], sizeof kept);
        memmove(&mesh->triangles[3 * (size_t)t], &mesh->triangles[3 * (size_t)other], sizeof kept);
        memcpy(&mesh->triangles[3 * (size_t)other], kept, sizeof kept);
    }
}

/* Vertices back to front. */
static void renumber(ferry_mesh *mesh) {
    uint32_t last = mesh->vertex_count - 1;
    for (uint32_t v = 0; v < mesh->vertex_count / 2; v++) {
        ferry_vec3 position = mesh->positions[v], normal = mesh->normals[v];
        ferry_vec2 uv = mesh->uvs[0][v];
        mesh->positions[v] = mesh->positions[last - v], mesh->positions[last - v] = position;
        mesh->normals[v] = mesh->normals[last - v], mesh->normals[last - v] = normal;
        mesh->uvs[0][v] = mesh->uvs[0][last - v], mesh->uvs[0][last - v] = uv;
    }
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) mesh->triangles[c] = last - mesh->triangles[c];
}

/* The ball as it is, with its triangles in another order, each from another corner, and with other
 * vertices. */
START_TEST(order_of_the_source_does_not_matter) {
    edge *edges[3];
    uint32_t counts[3];
    for (int changed = 0; changed < 3; changed++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = small_ball(job);
        for (uint32_t m = 0; m < 2; m++) {
            if (changed == 1) turn_round(&scene->meshes.data[m]);
            if (changed == 1) shuffle(&scene->meshes.data[m]);
            if (changed == 2) renumber(&scene->meshes.data[m]);
        }
        simplify(job, scene, .25);
        edges[changed] = list_edges(scene, &counts[changed]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    for (int changed = 1; changed < 3; changed++) {
        ck_assert_uint_eq(counts[0], counts[changed]);
        ck_assert_mem_eq(edges[0], edges[changed], counts[0] * sizeof **edges);
        free(edges[changed]);
    }
    free(edges[0]);
}
END_TEST

/* A box whose sides have a normal and a place in the texture each: two triangles of each are the same. */
START_TEST(charts_keep_their_bounds) {
    enum { SIDE = 5, SIDE_VERTICES = (SIDE + 1) * (SIDE + 1) };
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    ferry_mesh *mesh = add_mesh(scene, "box", 6 * SIDE_VERTICES, 12 * SIDE * SIDE);
    mesh->triangle_count = 0;
    for (int i = 0; i < 6; i++) {
        float sign = i % 2 ? -1 : 1, at[3], x[3] = {0}, y[3] = {0};
        x[(i / 2 + 1) % 3] = 2, y[(i / 2 + 2) % 3] = 2 * sign;
        for (int k = 0; k < 3; k++) at[k] = k == i / 2 ? sign * SIDE : -(x[k] + y[k]) * SIDE / 2;
        add_sheet(mesh, (uint32_t)i * SIDE_VERTICES, SIDE, (ferry_vec3){at[0], at[1], at[2]},
                  (ferry_vec3){x[0], x[1], x[2]}, (ferry_vec3){y[0], y[1], y[2]});
        for (uint32_t v = 0; v < SIDE_VERTICES; v++)
            mesh->uvs[0][(uint32_t)i * SIDE_VERTICES + v].x += 2 * (float)i;
    }
    ck_assert_uint_eq(count_open(scene), 0);
    simplify(job, scene, .04);
    ck_assert_uint_eq(mesh->triangle_count, 12);
    ck_assert_uint_eq(count_open(scene), 0);
    ck_assert_double_eq_tol(area_of(mesh), 600, .05);
    for (uint32_t c = 0; c < 36; c++) {
        uint32_t v = mesh->triangles[c], first = mesh->triangles[c - c % 3];
        ferry_vec2 uv = mesh->uvs[0][v];
        float chart = 2 * floorf((mesh->uvs[0][first].x + .5F) / 2), part = uv.x - chart;
        ck_assert(fabsf(uv.y - .5F) <= .5F && fabsf(uv.y - .5F) > .499F);
        ck_assert(fabsf(part - .5F) <= .5F && fabsf(part - .5F) > .499F);
        ck_assert_double_gt(fy_vec3_dot(mesh->normals[v], mesh->normals[first]), .9999);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(error_is_kept) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    fy_simplified done;
    ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.error = .02}, &done));
    ck_assert_uint_lt(done.after, done.before / 2);
    ck_assert_double_le(done.rest_most, .02 + 1e-9);
    ck_assert_double_gt(done.rest_most, .005);
    ck_assert_uint_eq(count_open(scene), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Small, far off: it goes; what is as small, but touches the rest, stays. */
START_TEST(small_components_go_as_a_whole) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ball(job);
    add_band(scene, "far", 0, RINGS, (ferry_vec3){30, 0, 0}, .3F);
    add_band(scene, "near", 0, RINGS, (ferry_vec3){10.3F, 0, 0}, .3F);
    fy_simplified done = simplify(job, scene, .1);
    ck_assert_uint_eq(done.pruned_count, 1);
    ck_assert_uint_eq(done.pruned[0].mesh, 2);
    ck_assert_uint_eq(scene->meshes.data[2].triangle_count, 0);
    ck_assert_uint_gt(scene->meshes.data[3].triangle_count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two patches that lie on a ball, one of them in another colour: that is what it is there for. */
START_TEST(drawings_stay) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ball(job);
    for (int i = 0; i < 2; i++) {
        ferry_mesh *mesh = add_mesh(scene, i ? "eye" : "patch", 4, 2);
        mesh->triangle_count = 0;
        add_sheet(mesh, 0, 1, (ferry_vec3){-.7F, -.7F, i ? -10.05F : 10.05F},
                  (ferry_vec3){i ? 0 : 1.4F, i ? 1.4F : 0, 0}, (ferry_vec3){i ? 1.4F : 0, i ? 0 : 1.4F, 0});
    }
    scene->materials.data[3].base_color = (ferry_color){.1F, .1F, .1F, 1};
    for (uint32_t m = 0; m < 4; m++) scene->materials.data[m].lit = false;
    fy_simplified done = simplify(job, scene, .35);
    ck_assert_uint_eq(done.pruned_count, 1);
    ck_assert_uint_eq(done.pruned[0].mesh, 2);
    ck_assert_uint_eq(scene->meshes.data[3].triangle_count, 2); /* not half of it */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What its picture cuts out everywhere is not missed, however large it is. */
START_TEST(what_is_never_shown_goes) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ball(job);
    add_band(scene, "ghost", 0, RINGS, (ferry_vec3){0, 0, 0}, 12);
    scene->materials.data[2].alpha_mode = FERRY_ALPHA_CUTOUT;
    scene->materials.data[2].alpha_cutoff = .5F;
    scene->materials.data[2].base_color.a = 0;
    add_chip(scene, 170);
    simplify(job, scene, .5);
    ck_assert_uint_eq(scene->meshes.data[2].triangle_count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A ball that shows neither side is none of the surface: the other one has all triangles that may be left. */
START_TEST(what_culls_both_sides_does_not_count) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    fy_simplified done;
    add_band(scene, "ball", 0, RINGS, (ferry_vec3){0, 0, 0}, 1);
    add_band(scene, "unseen", 0, RINGS, (ferry_vec3){9, 0, 0}, 4);
    scene->materials.data[1].cull = FERRY_CULL_BOTH;
    uint32_t ball = scene->meshes.data[0].triangle_count;
    ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.share = .875}, &done));
    ck_assert_uint_eq(done.before, ball);
    ck_assert_uint_eq(scene->meshes.data[0].triangle_count, ball * 7 / 8);
    ck_assert_uint_eq(done.pruned_count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What is small, but a part of what is seen, stays; and what goes counts as moved. */
START_TEST(large_parts_stay) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ball(job);
    add_band(scene, "part", 0, RINGS, (ferry_vec3){20, 0, 0}, 2.1F);
    add_band(scene, "speck", 0, RINGS, (ferry_vec3){-20, 0, 0}, .2F);
    fy_simplified done = simplify(job, scene, .025);
    ck_assert_uint_eq(done.pruned_count, 1);
    ck_assert_uint_eq(done.pruned[0].mesh, 3);
    ck_assert_double_gt(done.pruned[0].share, 0);
    ck_assert_double_lt(done.pruned[0].share, .001);
    ck_assert_double_ge(done.rest_most, done.pruned[0].radius);
    ck_assert_uint_gt(scene->meshes.data[2].triangle_count, 3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A number and a share that come to the same leave the same; a number that is not there leaves all. */
START_TEST(a_number_is_as_good_as_a_share) {
    uint32_t left[3];
    for (int way = 0; way < 3; way++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_node_scene(job);
        add_band(scene, "ball", 0, RINGS, (ferry_vec3){0, 0, 0}, 10);
        add_chip(scene, 170);
        uint32_t given = count_triangles(scene), half = given / 2;
        fy_simplify_goal goal = {.triangles = way == 0 ? half : way == 1 ? 0 : given + 1};
        if (way == 1) goal.share = (double)half / given;
        fy_simplified done;
        ck_assert(fy_simplify(job, scene, &goal, &done));
        left[way] = count_triangles(scene);
        ck_assert_uint_le(left[way], way == 2 ? given : half);
        if (way == 2) ck_assert_uint_eq(left[way], given);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert(left[0] == left[1] && left[0] > left[2] / 3);
}
END_TEST

/* A ball within a ball needs few triangles, or none. */
START_TEST(hidden_parts_go_first) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    add_band(scene, "shown", 0, RINGS, (ferry_vec3){0, 0, 0}, 10);
    add_band(scene, "hidden", 0, RINGS, (ferry_vec3){0, 0, 0}, 9);
    add_chip(scene, 170);
    simplify(job, scene, .3);
    ck_assert_uint_lt(2 * scene->meshes.data[1].triangle_count, scene->meshes.data[0].triangle_count);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What a tube holds; all that is open are its ends. */
static double volume_of(const ferry_mesh *mesh) {
    double sum = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *v = &mesh->triangles[3 * (size_t)t];
        const ferry_vec3 *p = mesh->positions;
        sum += fy_vec3_dot(p[v[0]], fy_vec3_cross(p[v[1]], p[v[2]])) / 6;
    }
    return fabs(sum);
}

/* A trunk of eight sides becomes one of three, as wide. */
START_TEST(thin_tube_keeps_its_width) {
    enum { SIDES = 8, LEVELS = 10 };
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    ferry_mesh *mesh = add_mesh(scene, "tube", SIDES * (LEVELS + 1), 2 * SIDES * LEVELS);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double round = 2 * FY_PI * (v % SIDES) / SIDES;
        mesh->normals[v] = (ferry_vec3){(float)fy_cos(round), 0, (float)fy_sin(round)};
        mesh->positions[v] = fy_vec3_scale(mesh->normals[v], 75);
        mesh->positions[v].y = 95 * (float)(v / SIDES) - 475;
    }
    for (uint32_t i = 0; i < SIDES * LEVELS; i++) {
        uint32_t a = i, b = i % SIDES + 1 == SIDES ? i + 1 - SIDES : i + 1;
        memcpy(&mesh->triangles[6 * i], (uint32_t[]){a, a + SIDES, b, b, a + SIDES, b + SIDES}, 24);
    }
    double before = volume_of(mesh);
    simplify(job, scene, .0375);
    ck_assert_uint_eq(scene->meshes.data[0].triangle_count, 6);
    ck_assert_double_gt(volume_of(&scene->meshes.data[0]), .66 * before);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two balls of one picture's size on them: one shows its flat half, the other one stripes. */
START_TEST(fine_pictures_weigh_more) {
    enum { SIZE = 64 };
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    *image = (ferry_image){.name = "picture", .width = SIZE, .height = SIZE, .level_count = 1};
    uint8_t *texels = ferry_scene_new(scene, uint8_t, 4 * SIZE * SIZE);
    for (uint32_t i = 0; i < SIZE * SIZE; i++)
        for (uint32_t k = 0; k < 4; k++)
            texels[4 * i + k] = k < 3 && i % SIZE < SIZE / 2 && i % 4 < 2 ? 0 : 255;
    image->levels = ferry_scene_new(scene, ferry_mip_level, 1);
    image->levels[0] = (ferry_mip_level){SIZE, SIZE, texels};
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "picture", .path = "", .image = 0};
    for (int flat = 0; flat < 2; flat++) {
        add_band(scene, "ball", 0, RINGS, (ferry_vec3){flat ? 21 : 0, 0, 0}, 10);
        ferry_mesh *mesh = &scene->meshes.data[flat];
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->uvs[0][v].x = mesh->uvs[0][v].x / 2 + (flat ? .5F : 0);
        scene->materials.data[flat].base_texture = 0;
    }
    add_chip(scene, 170);
    simplify(job, scene, .2);
    ck_assert_uint_gt(10 * scene->meshes.data[0].triangle_count, 11 * scene->meshes.data[1].triangle_count);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A sheet of squares keeps its outline, and its hole. */
START_TEST(open_borders_stay) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    enum { SIDE = 12 };
    ferry_mesh *mesh = add_mesh(scene, "sheet", (SIDE + 1) * (SIDE + 1), 2 * SIDE * SIDE);
    uint32_t k = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        mesh->positions[v] = (ferry_vec3){(float)(v % (SIDE + 1)), (float)(v / (SIDE + 1)), 0};
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t x = i % SIDE, y = i / SIDE, a = y * (SIDE + 1) + x;
        if (x >= 4 && x < 8 && y >= 4 && y < 8) continue;
        memcpy(&mesh->triangles[3 * k++], (uint32_t[]){a, a + 1, a + SIDE + 2}, 12);
        memcpy(&mesh->triangles[3 * k++], (uint32_t[]){a, a + SIDE + 2, a + SIDE + 1}, 12);
    }
    mesh->triangle_count = k;
    fy_simplified done = simplify(job, scene, .05);
    ck_assert_uint_le(done.after, 14);
    ck_assert_double_eq_tol(area_of(&scene->meshes.data[0]), 128, 1e-3);
    ck_assert_double_le(done.rest_most, 1e-6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Half of the ball hangs on a second node, with a mixed ring between. */
static void bend(ferry_scene *scene) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "arm", .parent = 0, .scale = {1, 1, 1}, .visible = true};
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 2, .weight_count = 4, .influence_count = 3};
    skin->joints = ferry_scene_new(scene, ferry_joint, 2);
    skin->weights = ferry_scene_new(scene, ferry_weight, 4);
    skin->influences = ferry_scene_new(scene, ferry_influence, 3);
    for (uint32_t i = 0; i < 2; i++)
        skin->joints[i] = (ferry_joint){.node = i, .inverse_bind = fy_matrix_identity()};
    for (uint32_t i = 0; i < 2; i++) skin->weights[i] = (ferry_weight){i, 1};
    for (uint32_t i = 0; i < 2; i++) skin->weights[2 + i] = (ferry_weight){i, .5F};
    for (uint32_t i = 0; i < 3; i++) skin->influences[i] = (ferry_influence){i, i == 2 ? 2 : 1};
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        mesh->skin = 0;
        mesh->influences = ferry_scene_new(scene, uint32_t, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            float x = mesh->positions[v].x;
            mesh->influences[v] = x < -1 ? 0 : x > 1 ? 1 : 2;
        }
    }
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "turn", .kind = "test", .duration = 1, .rate = 30, .track_count = 1};
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    double *times = ferry_scene_new(scene, double, 2);
    float *values = ferry_scene_new(scene, float, 2);
    times[1] = 1, values[1] = 8;
    clip->tracks[0] = (ferry_track){.target = FERRY_TARGET_TRANSLATE,
                                    .object = 1,
                                    .interpolation = FERRY_LINEAR,
                                    .width = 1,
                                    .key_count = 2,
                                    .times = times,
                                    .values = values};
}

/* Influences are those of the place: weights sum to 1, and what hangs on one node is on its side. */
static void expect_weights(const ferry_scene *scene) {
    const ferry_skin *skin = &scene->skins.data[0];
    for (uint32_t i = 0; i < skin->influence_count; i++) {
        float sum = 0;
        for (uint32_t k = 0; k < skin->influences[i].count; k++)
            sum += skin->weights[skin->influences[i].first + k].weight;
        ck_assert_float_eq(sum, 1);
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
            float x = mesh->positions[mesh->triangles[c]].x;
            uint32_t influence = mesh->influences[mesh->triangles[c]];
            ck_assert_msg(influence == 0   ? x < 0
                          : influence == 1 ? x > 0
                                           : fabsf(x) < 3,
                          "%u at %g", influence, (double)x);
        }
    }
}

/* The same influences, with the weights of the blend before all others. */
static void put_blend_first(ferry_skin *skin) {
    const ferry_weight blend[2] = {skin->weights[2], skin->weights[3]};
    memmove(skin->weights + 2, skin->weights, 2 * sizeof *skin->weights);
    memcpy(skin->weights, blend, sizeof blend);
    for (uint32_t i = 0; i < 3; i++) skin->influences[i].first = (i + 2) % 4;
}

START_TEST(surface_stays_closed_in_every_pose) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    bend(scene);
    if (_i) put_blend_first(&scene->skins.data[0]);
    fy_simplified done = simplify(job, scene, .25);
    ck_assert_uint_gt(done.poses, 0);
    ck_assert_double_lt(done.pose_mean, .03);
    ck_assert_uint_eq(count_open(scene), 0);
    expect_weights(scene);
    for (uint32_t m = 0; m < scene->meshes.count; m++) { /* as influences move them, too */
        ferry_mesh *mesh = &scene->meshes.data[m];
        static const float shares[] = {0, 1, .5F};
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->positions[v].x += 8 * shares[mesh->influences[v]];
    }
    ck_assert_uint_eq(count_open(scene), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Each triangle gets vertices of its own. */
static void part_triangles(ferry_scene *scene, ferry_mesh *mesh) {
    uint32_t count = 3 * mesh->triangle_count;
    ferry_vec3 *positions = ferry_scene_new(scene, ferry_vec3, count),
               *normals = ferry_scene_new(scene, ferry_vec3, count);
    ferry_vec2 *uvs = ferry_scene_new(scene, ferry_vec2, count);
    for (uint32_t c = 0; c < count; c++) {
        uint32_t v = mesh->triangles[c];
        positions[c] = mesh->positions[v];
        normals[c] = mesh->normals[v];
        uvs[c] = mesh->uvs[0][v];
        mesh->triangles[c] = c;
    }
    mesh->positions = positions;
    mesh->normals = normals;
    mesh->uvs[0] = uvs;
    mesh->vertex_count = count;
}

/* Where vertices have no partner they go, new ones come, with the weights of the place. */
START_TEST(new_vertices_have_weights_of_their_place) {
    static const float shares[] = {0, 1, .5F};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    for (uint32_t m = 0; m < 2; m++) part_triangles(scene, &scene->meshes.data[m]);
    bend(scene);
    simplify(job, scene, .25);
    ck_assert_uint_eq(count_open(scene), 0);
    expect_weights(scene);
    for (uint32_t m = 0; m < 2; m++)
        for (uint32_t v = 0; v < scene->meshes.data[m].vertex_count; v++)
            scene->meshes.data[m].positions[v].x += 8 * shares[scene->meshes.data[m].influences[v]];
    ck_assert_uint_eq(count_open(scene), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Beside a ball with as many triangles, a needle keeps enough of its own: it is nearly all outline. */
START_TEST(thin_parts_keep_their_shape) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    add_band(scene, "ball", 0, RINGS, (ferry_vec3){0, 0, 0}, 10);
    add_band(scene, "needle", 0, RINGS, (ferry_vec3){0, 0, 0}, 10);
    ferry_mesh *needle = &scene->meshes.data[1];
    for (uint32_t v = 0; v < needle->vertex_count; v++) {
        needle->positions[v].x = 15 + .06F * needle->positions[v].x;
        needle->positions[v].z *= .06F;
    }
    add_chip(scene, 170);
    double before = volume_of(needle);
    simplify(job, scene, .1);
    ck_assert_uint_ge(needle->triangle_count, 12);
    ck_assert_double_gt(volume_of(needle), .6 * before);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What a morph moves keeps its moves, and what a clip colours its vertices. */
START_TEST(morphs_and_coloured_vertices_stay) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "grow", .mesh = 0, .group = FERRY_NONE, .count = 2 * (SPOKES + 1)};
    morph->vertices = ferry_scene_new(scene, uint32_t, morph->count);
    morph->positions = ferry_scene_new(scene, ferry_vec3, morph->count);
    for (uint32_t k = 0; k < morph->count; k++) {
        morph->vertices[k] = SPOKES + 1 + k;
        morph->positions[k] = fy_vec3_scale(mesh->normals[SPOKES + 1 + k], 3);
    }
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    ferry_vertex_color_group *group =
        ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
    *group = (ferry_vertex_color_group){.mesh = 0, .count = SPOKES + 1};
    group->vertices = ferry_scene_new(scene, uint32_t, group->count);
    for (uint32_t k = 0; k < group->count; k++) group->vertices[k] = 4 * (SPOKES + 1) + k;
    simplify(job, scene, .25);
    ck_assert(fy_drop_unused_vertices(job, scene) && ferry_check(job, scene));
    ck_assert_uint_gt(scene->morphs.data[0].count, 3);
    ck_assert_uint_gt(scene->vertex_color_groups.data[0].count, 3);
    ck_assert_uint_eq(count_open(scene), 0);
    for (uint32_t k = 0; k < scene->morphs.data[0].count; k++) {
        ferry_vec3 *at = &scene->meshes.data[0].positions[scene->morphs.data[0].vertices[k]];
        ferry_vec3 move = scene->morphs.data[0].positions[k];
        ck_assert_double_gt(fy_vec3_dot(fy_vec3_normalize(*at), fy_vec3_normalize(move)), .999);
        *at = fy_vec3_add(*at, move);
    }
    ck_assert_uint_eq(count_open(scene), 0);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Vertices of different groups do not become one: neighbours, each named by three of 92 groups, whose numbers
 * were once mixed into the same one. */
START_TEST(groups_stay_apart) {
    static const uint32_t names[2][3] = {{71, 89, 91}, {5, 39, 46}};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    ferry_mesh *mesh = &scene->meshes.data[1];
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, mesh->vertex_count);
    for (uint32_t i = 0; i < 92; i++) {
        ferry_vertex_color_group *group =
            ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
        *group = (ferry_vertex_color_group){.mesh = 1};
        group->vertices = ferry_scene_new(scene, uint32_t, SPOKES);
    }
    for (uint32_t v = 0; v < SPOKES; v++)
        for (int k = 0; k < 3; k++) {
            ferry_vertex_color_group *group = &scene->vertex_color_groups.data[names[v % 2][k]];
            group->vertices[group->count++] = 3 * (SPOKES + 1) + v;
        }
    simplify(job, scene, .5);
    ck_assert(fy_drop_unused_vertices(job, scene) && ferry_check(job, scene));
    for (int i = 0; i < 2; i++)
        ck_assert_uint_eq(scene->vertex_color_groups.data[names[i][0]].count, SPOKES / 2);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* One triangle, none, one without area, two on each other, three at one edge. */
START_TEST(odd_models_stay_whole) {
    static const uint32_t lists[][9] = {
        {0, 1, 2}, {0}, {0, 1, 0, 0, 1, 2}, {0, 1, 2, 0, 2, 1}, {0, 1, 2, 1, 0, 3, 0, 1, 4}};
    static const uint32_t counts[] = {1, 0, 2, 2, 3}, left[] = {1, 0, 1, 2, 1};
    for (int i = 0; i < 5; i++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_node_scene(job);
        ferry_mesh *mesh = add_mesh(scene, "odd", 5, 3);
        for (uint32_t v = 0; v < 5; v++)
            mesh->positions[v] = (ferry_vec3){v == 1, v == 2 ? 1 : v == 3 ? -1 : 0, v == 4};
        memcpy(mesh->triangles, lists[i], sizeof lists[i]);
        mesh->triangle_count = counts[i];
        fy_simplified done;
        ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.triangles = 1}, &done));
        ck_assert(ferry_check(job, scene));
        ck_assert_uint_ge(scene->meshes.data[0].triangle_count, left[i]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Triangles without area count as gone, unless there are no others: clips may show those. */
START_TEST(what_has_no_area_is_not_left) {
    for (int point = 0; point < 2; point++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = fy_node_scene(job);
        ferry_mesh *mesh = add_mesh(scene, "m", 3, 3);
        const uint32_t triangles[9] = {0, 1, 2, 0, 1, 0, 2, 2, 2};
        for (uint32_t v = 0; v < 3 && !point; v++) mesh->positions[v] = (ferry_vec3){v == 1, v == 2, 0};
        memcpy(mesh->triangles, triangles, sizeof triangles);
        fy_simplified done;
        ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.triangles = point ? 1 : 2}, &done));
        ck_assert(done.pointlike == (bool)point);
        ck_assert_uint_eq(done.before, 3);
        ck_assert_uint_eq(done.after, point ? 3 : 1);
        ck_assert_uint_eq(mesh->triangle_count, point ? 3 : 1);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

static void expect_finite(const ferry_scene *scene) {
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        const ferry_mesh *mesh = &scene->meshes.data[m];
        for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
            ferry_vec3 at = mesh->positions[mesh->triangles[c]], n = mesh->normals[mesh->triangles[c]];
            ck_assert(isfinite(at.x) && isfinite(at.y) && isfinite(at.z));
            ck_assert(isfinite(n.x) && isfinite(n.y) && isfinite(n.z));
        }
    }
}

/* A bone that is next to nothing wide, whose way back no number holds: it stays finite, as all others do. */
START_TEST(bones_without_width_do_no_harm) {
    static const uint32_t lengths[] = {1, 4, 8,
                                       9}; /* of chains of 1e-35 each: at last less than any number */
    ferry_job *job = fy_test_job();
    ferry_scene *scene = small_ball(job);
    bend(scene);
    for (uint32_t i = 0; i < lengths[_i]; i++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        *node = (ferry_node){.name = "thin", .parent = i ? scene->nodes.count - 2 : 1, .visible = true};
        node->scale = (ferry_vec3){i == 8 ? 1e-32f : 1e-35f, 1, 1};
    }
    scene->skins.data[0].joints[1].node = scene->nodes.count - 1;
    fy_simplified done;
    ck_assert(ferry_check(job, scene));
    ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.share = .25}, &done));
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_lt(done.after, done.before);
    expect_finite(scene);
    ck_assert(isfinite(done.rest_mean) && isfinite(done.rest_most));
    ck_assert(isfinite(done.pose_mean) && isfinite(done.pose_most));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Sheets in one plane, twice, and three that meet along a line: no hole opens, and none of them goes. */
START_TEST(doubled_and_branching_sheets_keep_their_area) {
    enum { SIDE = 8, SHEET = (SIDE + 1) * (SIDE + 1) };
    static const ferry_vec3 along[2][3] = {{{1, 0, 0}, {1, 0, 0}, {0, 0, 0}},
                                           {{1, 0, 0}, {0, 0, 1}, {-1, 0, -1}}};
    uint32_t sheets = _i ? 3 : 2;
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    ferry_mesh *mesh = add_mesh(scene, "sheets", sheets * SHEET, sheets * 2 * SIDE * SIDE);
    mesh->triangle_count = 0;
    for (uint32_t i = 0; i < sheets; i++)
        add_sheet(mesh, i * SHEET, SIDE, (ferry_vec3){0, 0, 0}, along[_i][i], (ferry_vec3){0, 1, 0});
    double before = area_of(mesh);
    fy_simplified done = simplify(job, scene, .1);
    ck_assert_uint_le(done.after, done.wanted);
    ck_assert_double_eq_tol(area_of(mesh), before, 1e-3 * before);
    ck_assert_double_le(done.rest_most, 1e-6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Triangles that hang together by nothing: large ones stay, whatever is wanted; of small ones some go. */
START_TEST(loose_triangles_go_as_a_whole_or_stay) {
    static const uint32_t counts[] = {9, 100}, left[] = {9, 20};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_node_scene(job);
    ferry_mesh *mesh = add_mesh(scene, "loose", 3 * counts[_i], counts[_i]);
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        float place = (float)(v / 3 * 5);
        mesh->positions[v] = (ferry_vec3){place + (v % 3 == 1), v % 3 == 2, 0};
        mesh->triangles[v] = v;
    }
    fy_simplified done = simplify(job, scene, .2);
    ck_assert_uint_eq(done.after, left[_i]);
    ck_assert_double_eq_tol(area_of(mesh), .5 * done.after, 1e-6); /* each as it was */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Triangles that are a line, beside a ball and along its seam, where two of their corners are in one place:
 * they do not keep the seam from going. */
START_TEST(triangles_without_area_do_no_harm) {
    uint32_t counts[2];
    for (int with = 0; with < 2; with++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = small_ball(job);
        ferry_mesh *mesh = &scene->meshes.data[1];
        uint32_t *all = ferry_scene_new(scene, uint32_t, 3 * (size_t)(mesh->triangle_count + 9));
        memcpy(all, mesh->triangles, 3 * (size_t)mesh->triangle_count * sizeof *all);
        mesh->triangles = all;
        for (uint32_t r = 0; with && r < 9; r++) {
            uint32_t a = r * (SPOKES + 1), b = a + SPOKES + 1;
            memcpy(&all[3 * mesh->triangle_count++], (uint32_t[]){a, b, b + SPOKES}, 12);
        }
        ferry_mesh *line = add_mesh(scene, "line", 3, 1);
        for (uint32_t v = 0; v < 3; v++) {
            line->positions[v] = (ferry_vec3){(float)v, 10.5F, 0};
            line->triangles[v] = v;
        }
        fy_simplified done;
        ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.triangles = 180}, &done));
        expect_finite(scene);
        scene->meshes.data[2].triangle_count = 0;
        ck_assert_uint_eq(count_open(scene), 0);
        counts[with] = count_triangles(scene);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_uint_eq(counts[0], counts[1]);
}
END_TEST

/* A model so small or so large that squares of its areas nearly leave what floats hold. */
START_TEST(units_do_not_matter) {
    edge *edges[2];
    uint32_t counts[2];
    float unit = ldexpf(1, _i ? 60 : -60);
    for (int scaled = 0; scaled < 2; scaled++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = small_ball(job);
        for (uint32_t m = 0; m < scene->meshes.count; m++)
            for (uint32_t v = 0; scaled && v < scene->meshes.data[m].vertex_count; v++)
                scene->meshes.data[m].positions[v] = fy_vec3_scale(scene->meshes.data[m].positions[v], unit);
        simplify(job, scene, .25);
        expect_finite(scene);
        for (uint32_t m = 0; m < scene->meshes.count; m++)
            for (uint32_t v = 0; scaled && v < scene->meshes.data[m].vertex_count; v++)
                scene->meshes.data[m].positions[v] =
                    fy_vec3_scale(scene->meshes.data[m].positions[v], 1 / unit);
        edges[scaled] = list_edges(scene, &counts[scaled]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    ck_assert_uint_eq(counts[0], counts[1]);
    ck_assert_mem_eq(edges[0], edges[1], counts[0] * sizeof **edges);
    free(edges[0]);
    free(edges[1]);
}
END_TEST

/* Numbers that a scene may have, and that squares of do not hold: nothing that is no number comes of them. */
START_TEST(extreme_numbers_stay_finite) {
    static const float far[] = {3e38f, -1e30f, 0, 1e-38f};
    for (uint32_t where = 0; where < 3; where++) {
        ferry_job *job = fy_test_job();
        ferry_scene *scene = small_ball(job);
        for (uint32_t m = 0; m < 2; m++)
            for (uint32_t v = 0; v < scene->meshes.data[m].vertex_count; v += 7) {
                float x = far[v / 7 % 4], y = far[v / 7 / 4 % 4];
                ferry_mesh *mesh = &scene->meshes.data[m];
                if (where == 0) mesh->uvs[0][v] = (ferry_vec2){x, y};
                if (where == 1) mesh->normals[v] = (ferry_vec3){0, 0, 0};
                if (where == 2) mesh->positions[v] = (ferry_vec3){x, y, x};
            }
        fy_simplified done;
        ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.share = .25}, &done));
        if (where < 2) ck_assert_uint_lt(done.after, done.before);
        expect_finite(scene);
        for (uint32_t m = 0; m < 2; m++)
            for (uint32_t c = 0; c < 3 * scene->meshes.data[m].triangle_count; c++) {
                ferry_vec2 uv = scene->meshes.data[m].uvs[0][scene->meshes.data[m].triangles[c]];
                ck_assert(isfinite(uv.x) && isfinite(uv.y));
            }
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Hundreds of layers, each as large as the model: pictures of them would take hundreds of megabytes. */
START_TEST(stacks_of_layers_take_little_memory) {
    enum { LAYERS = 250, MEMORY = 256 << 20 };
    const ferry_options options = {.size = sizeof options, .memory_limit = MEMORY};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->vertex_count = 4 * LAYERS;
    mesh->triangle_count = 2 * LAYERS;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4 * LAYERS);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * LAYERS);
    for (uint32_t i = 0; i < 4 * LAYERS; i++)
        mesh->positions[i] = (ferry_vec3){100 * (float)(i % 4 == 1 || i % 4 == 2), 100 * (float)(i % 4 / 2),
                                          (float)(i / 4) / 100};
    for (uint32_t i = 0; i < LAYERS; i++) {
        const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
        for (uint32_t k = 0; k < 6; k++) mesh->triangles[6 * i + k] = 4 * i + corners[k];
    }
    fy_simplified done;
    ck_assert(fy_simplify(job, scene, &(fy_simplify_goal){.share = .5}, &done));
    ck_assert_uint_lt(done.after, done.before);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- slivers */

enum { RIM = 96 };

/* A drum: two lids of slivers that all meet in one vertex, with a texture laid from above whose coordinates
 * are known in steps, and a side. */
static ferry_scene *drum(ferry_job *job) {
    ferry_scene *scene = fy_node_scene(job);
    ferry_mesh *mesh = add_mesh(scene, "drum", 4 * RIM, 2 * (RIM - 2) + 2 * RIM);
    uint32_t k = 0;
    for (uint32_t v = 0; v < 4 * RIM; v++) {
        double round = 2 * FY_PI * (v % RIM) / RIM, low = v / RIM % 2;
        ferry_vec3 at = {(float)(40 * fy_cos(round)), (float)(-10 * low), (float)(25 * fy_sin(round))};
        bool lid = v < 2 * RIM;
        mesh->positions[v] = at;
        mesh->normals[v] =
            lid ? (ferry_vec3){0, low > 0 ? -1 : 1, 0} : fy_vec3_normalize((ferry_vec3){at.x, 0, at.z});
        mesh->uvs[0][v] = lid ? (ferry_vec2){floorf(at.x * 8 + .5F) / 64, floorf(at.z * 8 + .5F) / 64}
                              : (ferry_vec2){(float)(v % RIM) / RIM, (float)low};
    }
    for (uint32_t i = 1; i + 1 < RIM; i++, k += 2) {
        memcpy(&mesh->triangles[3 * k], (uint32_t[]){0, i + 1, i}, 12);
        memcpy(&mesh->triangles[3 * k + 3], (uint32_t[]){RIM, RIM + i, RIM + i + 1}, 12);
    }
    for (uint32_t i = 0; i < RIM; i++, k += 2) {
        uint32_t a = 2 * RIM + i, b = 2 * RIM + (i + 1) % RIM;
        memcpy(&mesh->triangles[3 * k], (uint32_t[]){a, b, b + RIM, a, b + RIM, a + RIM}, 24);
    }
    return scene;
}

/* Their texture stays where it was, however thin the triangles are that tell. */
START_TEST(the_texture_of_slivers_stays) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = drum(job);
    simplify(job, scene, .4);
    const ferry_mesh *mesh = &scene->meshes.data[0];
    uint32_t lids = 0;
    double worst = 0;
    for (uint32_t c = 0; c < 3 * mesh->triangle_count; c++) {
        uint32_t v = mesh->triangles[c];
        if (fabs((double)mesh->normals[v].y) < .9) continue;
        lids++;
        worst = fmax(worst, fabs((double)(mesh->uvs[0][v].x - mesh->positions[v].x / 8)));
        worst = fmax(worst, fabs((double)(mesh->uvs[0][v].y - mesh->positions[v].z / 8)));
    }
    ck_assert_uint_gt(lids, 60);
    ck_assert_double_lt(worst, .15);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("simplify");
    TCase *all = tcase_create("simplify"), *results = fy_results_case(suite);
    tcase_add_test(results, closed_surface_of_two_materials_stays_closed);
    tcase_add_test(results, materials_keep_their_area_and_textures_their_place);
    tcase_add_test(results, order_of_the_source_does_not_matter);
    tcase_add_test(results, a_number_is_as_good_as_a_share);
    tcase_add_test(results, charts_keep_their_bounds);
    tcase_add_test(all, error_is_kept);
    tcase_add_test(all, small_components_go_as_a_whole);
    tcase_add_test(results, drawings_stay);
    tcase_add_test(all, what_is_never_shown_goes);
    tcase_add_test(results, what_culls_both_sides_does_not_count);
    tcase_add_test(results, large_parts_stay);
    tcase_add_test(results, hidden_parts_go_first);
    tcase_add_test(results, thin_tube_keeps_its_width);
    tcase_add_test(results, fine_pictures_weigh_more);
    tcase_add_test(results, open_borders_stay);
    tcase_add_loop_test(results, surface_stays_closed_in_every_pose, 0, 2);
    tcase_add_test(results, new_vertices_have_weights_of_their_place);
    tcase_add_test(results, thin_parts_keep_their_shape);
    tcase_add_test(all, morphs_and_coloured_vertices_stay);
    tcase_add_test(all, groups_stay_apart);
    tcase_add_test(all, extreme_numbers_stay_finite);
    tcase_add_test(all, stacks_of_layers_take_little_memory);
    tcase_add_loop_test(all, bones_without_width_do_no_harm, 0, 4);
    tcase_add_test(all, odd_models_stay_whole);
    tcase_add_test(all, what_has_no_area_is_not_left);
    tcase_add_loop_test(results, doubled_and_branching_sheets_keep_their_area, 0, 2);
    tcase_add_loop_test(all, loose_triangles_go_as_a_whole_or_stay, 0, 2);
    tcase_add_test(results, triangles_without_area_do_no_harm);
    tcase_add_test(results, the_texture_of_slivers_stays);
    tcase_add_loop_test(results, units_do_not_matter, 0, 2);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
