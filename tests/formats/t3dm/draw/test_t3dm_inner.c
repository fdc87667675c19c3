/*
 * test_t3dm_inner.c: what would be spoiled by second draws is drawn later (docs/what-is-lost.md, "Toon
 * ramps"): squares above squares → depths.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/t3dm/draw/t3dm_inner.h"
#include "formats/t3dm/draw/t3dm_second_draws.h"
#include "formats/t3dm/draw/t3dm_spoiled.h"
#include "formats/t3dm/file/t3dm_plan.h"

/* Two triangles, facing upwards, around the middle; `x`: beside it. */
static void add_square(ferry_scene *scene, float side, float x, float height) {
    static const uint32_t triangles[6] = {0, 2, 1, 1, 2, 3};
    uint32_t number = scene->meshes.count;
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "square", .skin = FERRY_NONE, .vertex_count = 4, .triangle_count = 2};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6);
    for (uint32_t v = 0; v < 4; v++)
        mesh->positions[v] =
            (ferry_vec3){x + side * ((float)(v % 2) - .5F), height, side * ((float)(v / 2) - .5F)};
    memcpy(mesh->triangles, triangles, sizeof triangles);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = "square", .mesh = number, .material = FERRY_NONE, .visible = true};
}

/* Fronts alone, drawn twice, solid, without holes. */
static const fy_drawn plain = {.solid = true, .sides = FY_DRAWN_FRONT, .again = FY_DRAWN_FRONT};

enum { MOST_DRAWS = 8 };

static void fill_in(fy_drawn drawn[MOST_DRAWS]) {
    for (int i = 0; i < MOST_DRAWS; i++) drawn[i] = plain;
}

static void expect(ferry_job *job, const ferry_scene *scene, const fy_drawn *drawn, const uint8_t *depths) {
    uint8_t **found = fy_t3dm_find_inner(job, scene, "x.t3dm", drawn);
    ck_assert_ptr_nonnull(found);
    for (uint32_t d = 0; d < scene->draws.count; d++)
        for (uint32_t t = 0; t < scene->meshes.data[scene->draws.data[d].mesh].triangle_count; t++) {
            uint8_t depth = found[d] ? found[d][t] : 0;
            ck_assert_msg(depth == depths[d], "draw %u, triangle %u: %u", d, t, depth);
        }
}

/* Each smaller than the one below it, and a last one far above. */
static ferry_scene *open_stack(ferry_job **job) {
    ferry_scene *scene = open_seen_scene(job);
    add_square(scene, 10, 0, 0);
    add_square(scene, 8, 0, .05F);
    add_square(scene, 6, 0, .1F);
    add_square(scene, 6, 0, 6);
    return scene;
}

/* What is said of draws of such a stack, and the depths that come of it. */
typedef struct stacking {
    const char *name;
    int draw;
    fy_drawn as;
    uint8_t level;
    uint8_t depths[4];
} stacking;

static const stacking stackings[] = {
    {"plain", 0, {true, false, FY_DRAWN_FRONT, FY_DRAWN_FRONT, 0}, 0, {2, 1, 0, 0}},
    {"not solid", 1, {false, false, FY_DRAWN_FRONT, FY_DRAWN_FRONT, 0}, 0, {1, 0, 0, 0}},
    {"drawn once", 1, {true, false, FY_DRAWN_FRONT, 0, 0}, 0, {1, 0, 0, 0}},
    {"another level of detail", 0, {true, false, FY_DRAWN_FRONT, FY_DRAWN_FRONT, 0}, 1, {0, 1, 0, 0}},
    {"another group", 0, {true, false, FY_DRAWN_FRONT, FY_DRAWN_FRONT, 1}, 0, {0, 1, 0, 0}},
    {"only its back is drawn again", 0, {true, false, 3, FY_DRAWN_BACK, 0}, 0, {0, 1, 0, 0}},
    {"only its back is drawn", 2, {true, false, FY_DRAWN_BACK, 0, 0}, 0, {1, 0, 0, 0}},
};

START_TEST(what_lies_closely_under_others_is_deeper) {
    const stacking *s = &stackings[_i];
    ferry_job *job;
    ferry_scene *scene = open_stack(&job);
    fy_drawn drawn[MOST_DRAWS];
    fill_in(drawn);
    drawn[s->draw] = s->as;
    scene->draws.data[s->draw].level = s->level;
    expect(job, scene, drawn, s->depths);
    close_scene(job, scene);
}
END_TEST

/* From straight above a tenth of a thousandth of what the camera sees is within a decal's tolerance; from the
 * side as much as depth changes by over two pixels. */
START_TEST(what_lies_farther_below_is_not) {
    static const float heights[] = {.05F, .3F, 2};
    for (int i = 0; i < 3; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        fy_drawn drawn[MOST_DRAWS];
        fill_in(drawn);
        add_square(scene, 10, 0, 0);
        add_square(scene, 10, 0, heights[i]);
        expect(job, scene, drawn, i ? (const uint8_t[]){0, 0} : (const uint8_t[]){1, 0});
        close_scene(job, scene);
    }
}
END_TEST

/* What is drawn first there is hidden, and its second draw would show on what hides it. */
START_TEST(of_what_lies_in_one_plane_the_earlier_is_deeper) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    fy_drawn drawn[MOST_DRAWS];
    fill_in(drawn);
    add_square(scene, 10, 0, 0);
    add_square(scene, 10, 0, 0);
    expect(job, scene, drawn, (const uint8_t[]){1, 0});
    close_scene(job, scene);
}
END_TEST

static void clear(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 255, 255, 255, 0);
}

/* Its shade would fall through the holes on what is behind: that comes later. A hole is where the source's
 * test fails, or, where that blends, what is less than half there. Without holes it hides that. */
START_TEST(what_has_holes_comes_before_what_is_seen_through_them) {
    static const ferry_alpha_mode modes[] = {FERRY_ALPHA_OPAQUE, FERRY_ALPHA_CUTOUT, FERRY_ALPHA_BLEND};
    for (int i = 0; i < 3; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        ferry_gx_material *gx =
            add_gx(scene, "lattice", add_texture(scene, "clear", 8, 8, clear, FERRY_WRAP_REPEAT));
        uint32_t material = scene->draws.data[0].material;
        if (modes[i] == FERRY_ALPHA_CUTOUT) gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 1;
        if (modes[i] == FERRY_ALPHA_BLEND) gx->blend_mode = FERRY_GX_BLEND_BLEND;
        scene->materials.data[material].alpha_mode = modes[i];
        scene->draws.count = 0;
        add_square(scene, 10, 0, 0);
        add_square(scene, 10, 0, .05F);
        scene->draws.data[1].material = material;
        fy_drawn drawn[MOST_DRAWS];
        fill_in(drawn);
        drawn[1].cut = modes[i] != FERRY_ALPHA_OPAQUE;
        expect(job, scene, drawn, i ? (const uint8_t[]){0, 1} : (const uint8_t[]){1, 0});
        close_scene(job, scene);
    }
}
END_TEST

/* Joins the last two draws. */
static void join_squares(ferry_scene *scene) {
    ferry_mesh *mesh = &scene->meshes.data[scene->meshes.count - 2];
    ferry_vec3 *positions = ferry_scene_new(scene, ferry_vec3, 8);
    uint32_t *triangles = ferry_scene_new(scene, uint32_t, 12);
    memcpy(positions, mesh->positions, 4 * sizeof *positions);
    memcpy(positions + 4, mesh[1].positions, 4 * sizeof *positions);
    for (uint32_t k = 0; k < 12; k++) triangles[k] = mesh->triangles[k % 6] + 4 * (k / 6);
    mesh->positions = positions, mesh->triangles = triangles;
    mesh->vertex_count = 8, mesh->triangle_count = 4;
    scene->draws.count--;
}

/* Of two draws each lies above the other somewhere. Where that is a few pixels, none is cut in two. */
START_TEST(few_pixels_are_not_worth_an_object) {
    static const float sides[] = {.15F, 10};
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        add_square(scene, 10, 0, 0), add_square(scene, 10, 30, .05F);
        join_squares(scene);
        add_square(scene, 10, 0, .05F), add_square(scene, sides[i], 30, 0);
        join_squares(scene);
        fy_drawn drawn[MOST_DRAWS];
        fill_in(drawn);
        uint8_t **found = fy_t3dm_find_inner(job, scene, "x.t3dm", drawn);
        ck_assert_ptr_nonnull(found);
        ck_assert_uint_gt(found[0][0], found[1][0]);
        bool cut = found[0][0] != found[0][2] || found[1][0] != found[1][2];
        ck_assert_msg(cut == (i == 1), "%u %u, %u %u", found[0][0], found[0][2], found[1][0], found[1][2]);
        if (cut) ck_assert_uint_lt(found[0][2], found[1][2]);
        close_scene(job, scene);
    }
}
END_TEST

/* Each pair stands once, and is of two triangles. */
START_TEST(pairs_are_counted) {
    ferry_job *job;
    ferry_scene *scene = open_stack(&job);
    fy_spoiled_list list;
    fy_drawn drawn[MOST_DRAWS];
    fill_in(drawn);
    ck_assert(fy_t3dm_find_spoiled(job, scene, "x.t3dm", drawn, &list));
    ck_assert_uint_gt(list.count, 0);
    ck_assert_uint_eq(list.first[4], 8);
    for (uint32_t i = 0; i < list.count; i++) {
        const fy_spoiled *pair = &list.data[i];
        ck_assert_uint_gt(pair->pixels, 0);
        ck_assert_uint_lt(pair->by, pair->shown); /* what lies lower spoils, and comes first here */
        if (i && list.data[i - 1].by == pair->by) ck_assert_uint_lt(list.data[i - 1].shown, pair->shown);
        if (i) ck_assert_uint_le(list.data[i - 1].by, pair->by);
    }
    close_scene(job, scene);
}
END_TEST

/* The plan says how draws are drawn: what is hidden, not compared in depth, or turned to the viewer hides
 * nothing; a rule may show backs. */
START_TEST(draws_are_what_the_plan_makes_of_them) {
    static const struct {
        bool hidden, plain_depth, turned;
        uint8_t depth; /* of the lowest square */
    } cases[] = {
        {false, false, false, 1}, {true, false, false, 0}, {false, true, false, 0}, {false, false, true, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        ferry_job *job;
        ferry_scene *opened = open_seen_scene(&job);
        const ferry_scene *scene = opened;
        add_square(opened, 10, 0, 0), add_square(opened, 10, 0, .05F);
        opened->draws.data[1].visible = !cases[i].hidden;
        if (cases[i].turned) opened->nodes.data[0].billboard = FERRY_BILLBOARD_SPHERICAL;
        fy_t3dm_material materials[8] = {
            {.name = "skin", .second = 2}, {.name = "cloth"}, {.name = "skin.shade", .layer = FY_T3DM_DECAL}};
        for (int k = 0; k < 3; k++) materials[k].rdp.flags = FERRY_RDP_DEPTH | FERRY_RDP_CULL_BACK;
        if (cases[i].plain_depth) materials[1].rdp.flags &= ~(uint32_t)FERRY_RDP_DEPTH;
        uint32_t of_draw[] = {0, 1};
        fy_t3dm_plan plan = {.materials = materials, .material_count = 3, .of_draw = of_draw};
        ck_assert(fy_t3dm_add_second_draws(job, &scene, "x.t3dm", &plan));
        ck_assert_uint_eq(scene->draws.count, 3);
        ck_assert_msg(plan.inner[0] == cases[i].depth && plan.inner[2] == cases[i].depth, "%zu: %u", i,
                      plan.inner[0]);
        close_scene(job, opened);
    }
}
END_TEST

/* Many draws of one mesh say more triangles than numbers have room for, in little memory: told, not done. */
START_TEST(crowds_are_told_of) {
    enum { TRIANGLES = 1 << 16, CROWD = 1 << 16, PILE = 700 };
    for (int i = 0; i < 2; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        add_square(scene, 10, 0, 0);
        uint32_t draws = i ? CROWD : PILE;
        if (i) {
            ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[0].mesh];
            mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)TRIANGLES);
            mesh->triangle_count = TRIANGLES;
        }
        while (scene->draws.count < draws) {
            ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
            *draw = scene->draws.data[0];
        }
        fy_drawn *drawn = ferry_scene_new(scene, fy_drawn, draws);
        for (uint32_t d = 0; d < draws; d++) drawn[d] = plain, drawn[d].again = d ? 0 : FY_DRAWN_FRONT;
        uint8_t **found = fy_t3dm_find_inner(job, scene, "x.t3dm", drawn);
        ck_assert_ptr_nonnull(found);
        ck_assert_uint_eq(found[0][0], 0);
        ck_assert_ptr_null(found[1]);
        ck_assert(has_loss(job, "t3dm.toon-inner"));
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_inner");
    TCase *cases = tcase_create("inner");
    tcase_add_loop_test(cases, what_lies_closely_under_others_is_deeper, 0,
                        (int)(sizeof stackings / sizeof *stackings));
    tcase_add_test(cases, what_lies_farther_below_is_not);
    tcase_add_test(cases, of_what_lies_in_one_plane_the_earlier_is_deeper);
    tcase_add_test(cases, what_has_holes_comes_before_what_is_seen_through_them);
    tcase_add_test(cases, few_pixels_are_not_worth_an_object);
    tcase_add_test(cases, pairs_are_counted);
    tcase_add_test(cases, draws_are_what_the_plan_makes_of_them);
    tcase_add_test(cases, crowds_are_told_of);
    suite_add_tcase(suite, cases);
    return fy_run_suite(suite);
}
