/*
 * test_t3dm_order.c: the order of objects, and what comes between them where the runtime would leave out what
 * a material needs. Scenes of squares with states given here → file → read back: names in order, and no
 * warning.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_measure.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/write/t3dm_write.h"

#define SHADED UINT64_C(0x00127E2488FFFDFE) /* texture times shade */
#define PLAIN UINT64_C(0x00887F1088FCFC7E)  /* texture */

typedef struct look {
    const char *name;
    char textures; /* names the pair; a capital: it clamps */
    uint64_t combiner;
    char layer; /* opaque, cutout, decal, blended; O: opaque, and a clip hides it; C: opaque, and the
                * next one covers it: it is hidden at rest, and drawn behind what is opaque */
    int prim;   /* -1: not set; else all components */
} look;

enum { MOST = 8 };

static fy_t3dm_material material_of(const fy_t3dm_material *base, const look *from) {
    fy_t3dm_material made = *base;
    ferry_rdp_material *rdp = &made.rdp;
    made.name = from->name;
    rdp->combiner = from->combiner;
    rdp->tiles[0].hash = (uint32_t)from->textures | 0x20u;
    rdp->tiles[0].texture = 0;
    rdp->tiles[0].s.clamp = !(from->textures & 0x20);
    if (from->layer == 'c') made.layer = FY_T3DM_CUTOUT, rdp->other_mode |= FERRY_RDP_ALPHA_COMPARE;
    if (from->layer == 'd') made.layer = FY_T3DM_DECAL, rdp->other_mode |= FERRY_RDP_Z_DECAL;
    if (from->layer == 'b') made.layer = FY_T3DM_BLEND, rdp->blender = FERRY_RDP_BLEND_MULTIPLY;
    if (from->prim >= 0) {
        rdp->colors |= FERRY_RDP_SET_PRIM;
        memset(rdp->prim, from->prim, 4);
    }
    return made;
}

static void hide_for_a_while(ferry_scene *scene, uint32_t draw) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "blink", .kind = "made", .duration = 1, .rate = 30, .track_count = 1};
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    *clip->tracks =
        (ferry_track){.target = FERRY_TARGET_DRAW_VISIBLE, .object = draw, .width = 1, .key_count = 1};
    clip->tracks->times = ferry_scene_new(scene, double, 1);
    clip->tracks->values = ferry_scene_new(scene, float, 1);
}

/* A game can tell it from what covers it. */
static void hang_apart(ferry_scene *scene, uint32_t draw) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "apart", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    scene->draws.data[draw].node = scene->nodes.count - 1;
}

/* A square for each look, beside one another. `foreign`: the state was read from a T3DM file. */
static ferry_scene *squares(ferry_job *job, const look *looks, bool foreign, fy_t3dm_plan *plan) {
    static const ferry_rdp_material some;
    ferry_scene *scene = fy_t3dm_scene(job);
    uint32_t count = 0;
    for (; count < MOST && looks[count].name; count++) {
        ferry_mesh *mesh = fy_t3dm_add_grid(scene, looks[count].name, 1, 1, 0.25f);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->positions[v].x += 8 * (float)(count + (looks[count].layer == 'C'));
        if (looks[count].layer == 'C') hang_apart(scene, count);
        if (looks[count].layer == 'O') hide_for_a_while(scene, count);
        if (!foreign) continue;
        ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
        *material = (ferry_material){.name = "read", .base_texture = FERRY_NONE, .rdp = &some};
        scene->draws.data[count].material = scene->materials.count - 1;
    }
    fy_t3dm_plan base = fy_t3dm_test_plan(job, scene);
    *plan = (fy_t3dm_plan){.material_count = count, .of_draw = base.of_draw};
    plan->materials = ferry_new(job, fy_t3dm_material, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        plan->materials[i] = material_of(base.materials, &looks[i]);
        plan->of_draw[i] = i;
    }
    return scene;
}

typedef struct written {
    char names[256]; /* of the objects, in order; those without parts in brackets */
    char *report;    /* of reading */
    uint32_t switches, uploads;
} written;

static written write_looks(const look *looks, bool foreign) {
    written w = {0};
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    fy_t3dm_plan plan;
    fy_t3dm_breakdown breakdown;
    ferry_scene *scene = squares(job, looks, foreign, &plan), *back = fy_scene_open(job);
    ck_assert(fy_t3dm_write_planned(job, scene, "x.t3dm", &plan, &bytes));
    ferry_job *reader = fy_test_job();
    ferry_window window = ferry_window_open(reader, "x.t3dm", bytes);
    ck_assert(fy_t3dm_measure(reader, &window, back, &breakdown));
    for (uint32_t i = 0; i < breakdown.object_count; i++) {
        const fy_t3dm_break_down_object *object = &breakdown.objects[i];
        const char *form = object->drawing.parts ? "%s%s" : "%s[%s]";
        size_t at = strlen(w.names);
        snprintf(w.names + at, sizeof w.names - at, form, i ? " " : "", object->name);
        if (object->drawing.parts) continue;
        ck_assert_str_eq(object->name, object->material);
    }
    w.switches = breakdown.material_switches;
    w.uploads = breakdown.texture_uploads;
    w.report = fy_report_text(ferry_job_report(reader));
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(reader);
    ferry_close(job);
    return w;
}

static void expect(const look *looks, bool foreign, const char *names, const char *report) {
    written w = write_looks(looks, foreign);
    ck_assert_str_eq(w.names, names);
    ck_assert_str_eq(w.report, report);
    free(w.report);
}

/* -------------------------------------------------------------------------------------------------- order */

START_TEST(layers_come_in_order) {
    static const look looks[MOST] = {{"glass", 'a', SHADED, 'b', -1}, {"sticker", 'a', SHADED, 'd', -1},
                                     {"leaf", 'a', SHADED, 'c', -1},  {"wall", 'a', SHADED, 'o', -1},
                                     {"water", 'b', SHADED, 'b', -1}, {"floor", 'b', SHADED, 'o', -1}};
    expect(looks, false, "wall floor leaf sticker glass water", "");
}
END_TEST

/* Textures, then modes, then the rest of the state; each group where its first one stands. */
START_TEST(what_is_dear_changes_seldom) {
    static const look looks[MOST] = {{"a1", 'a', SHADED, 'o', 10}, {"b1", 'b', SHADED, 'o', 10},
                                     {"a2", 'a', PLAIN, 'o', 10},  {"a3", 'a', SHADED, 'o', 20},
                                     {"b2", 'b', PLAIN, 'o', 10},  {"a4", 'a', SHADED, 'o', 10},
                                     {"a5", 'a', PLAIN, 'o', 10},  {"b3", 'b', SHADED, 'o', 10}};
    written w = write_looks(looks, false);
    ck_assert_str_eq(w.names, "a1 a4 a3 a2 a5 b1 b3 b2");
    ck_assert_str_eq(w.report, "");
    ck_assert_uint_eq(w.uploads, 2);
    free(w.report);
}
END_TEST

/* What is seen through goes from far to near, or as the author wanted. */
START_TEST(blended_objects_stay_in_order) {
    static const look looks[MOST] = {{"b1", 'b', SHADED, 'b', -1},
                                     {"a1", 'a', SHADED, 'b', -1},
                                     {"b2", 'b', SHADED, 'b', -1},
                                     {"a2", 'a', SHADED, 'b', -1}};
    expect(looks, false, "b1 a1 b2 a2", "");
}
END_TEST

/* ------------------------------------------------------------------------------------------------ hazards */

/* After a cutout, working out another combiner's modes loses the next one's. */
START_TEST(cutouts_are_not_lost) {
    static const look looks[MOST] = {
        {"fern", 'a', SHADED, 'c', -1}, {"moss", 'a', PLAIN, 'c', -1}, {"ivy", 'b', PLAIN, 'c', -1}};
    expect(looks, false, "fern [send-again] moss ivy", "");
}
END_TEST

/* Nothing sent counts as all zero. */
START_TEST(black_is_sent) {
    static const look looks[MOST] = {
        {"soot", 'a', SHADED, 'o', 0}, {"coal", 'a', SHADED, 'o', 0}, {"snow", 'a', SHADED, 'o', 255}};
    static const look later[MOST] = {{"snow", 'a', SHADED, 'o', 255}, {"soot", 'a', SHADED, 'o', 0}};
    expect(looks, false, "[send-again] soot coal snow", "");
    expect(later, false, "snow soot", "");
}
END_TEST

/* What a hidden object would have sent is not there. */
START_TEST(nothing_is_left_to_what_may_be_hidden) {
    static const look looks[MOST] = {{"snow", 'a', SHADED, 'O', 255}, {"soot", 'a', SHADED, 'o', 0}};
    static const look fills[MOST] = {
        {"snow", 'a', SHADED, 'o', 255}, {"ice", 'a', SHADED, 'O', 254}, {"soot", 'a', SHADED, 'o', 0}};
    static const look covered[MOST] = {
        {"snow", 'a', SHADED, 'C', 255}, {"wall", 'a', SHADED, 'o', -1}, {"soot", 'a', SHADED, 'b', 0}};
    static const look both[MOST] = {{"ice", 'a', SHADED, 'O', 254},
                                    {"snow", 'a', SHADED, 'C', 255},
                                    {"wall", 'a', SHADED, 'o', -1},
                                    {"soot", 'a', SHADED, 'b', 0}};
    expect(looks, false, "snow [send-again] soot", "");
    expect(fills, false, "snow ice soot", "");
    expect(covered, false, "wall snow [send-again] soot", "");
    expect(both, false, "ice wall snow [send-again] soot", "");
}
END_TEST

/* One pair of textures with other settings of the tiles, once another one no longer stands between them. */
START_TEST(tiles_are_set_anew) {
    static const look looks[MOST] = {
        {"wide", 'a', SHADED, 'o', -1}, {"other", 'b', SHADED, 'o', -1}, {"ends", 'A', SHADED, 'o', -1}};
    expect(looks, true, "wide [send-again] ends other", "");
}
END_TEST

/* A file that was drawn so is drawn so again: nobody knows what its author saw and liked. */
START_TEST(hazards_of_the_source_stay) {
    static const look looks[MOST] = {
        {"wide", 'a', SHADED, 'o', -1}, {"ends", 'A', SHADED, 'o', -1}, {"other", 'b', SHADED, 'o', -1}};
    expect(looks, true, "wide ends other",
           "x.t3dm:0x90: warning: object[1]: its material \"ends\" uses the previous object's textures with "
           "other tile settings: the runtime will keep the old ones\n");
}
END_TEST

/* Many of them: the plan grows while it is walked. */
START_TEST(many_hazards_are_avoided) {
    enum { COUNT = 40 };
    ferry_job *job = fy_test_job();
    ferry_bytes bytes;
    ferry_scene *scene = fy_t3dm_scene(job);
    for (uint32_t i = 0; i < COUNT; i++) {
        ferry_mesh *mesh = fy_t3dm_add_grid(scene, "leaf", 1, 1, 0.25f);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->positions[v].x += 8 * (float)i;
    }
    fy_t3dm_plan base = fy_t3dm_test_plan(job, scene),
                 plan = {.material_count = COUNT, .of_draw = base.of_draw};
    plan.materials = ferry_new(job, fy_t3dm_material, COUNT);
    for (uint32_t i = 0; i < COUNT; i++) {
        const look leaf = {"leaf", 'a', SHADED + (i << 9), 'c', -1};
        plan.materials[i] = material_of(base.materials, &leaf);
        plan.of_draw[i] = i;
    }
    ck_assert(fy_t3dm_write_planned(job, scene, "x.t3dm", &plan, &bytes));
    ferry_job *reader = fy_test_job();
    ferry_scene *back = fy_t3dm_read_back(reader, bytes);
    ck_assert_uint_eq(back->draws.count, 2 * COUNT - 1);
    ck_assert_uint_eq(back->materials.count, 2 * COUNT - 1);
    fy_expect_report(reader, "");
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(reader);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_order");
    TCase *order = tcase_create("order"), *hazards = tcase_create("traps");
    tcase_add_test(order, layers_come_in_order);
    tcase_add_test(order, what_is_dear_changes_seldom);
    tcase_add_test(order, blended_objects_stay_in_order);
    tcase_add_test(hazards, cutouts_are_not_lost);
    tcase_add_test(hazards, black_is_sent);
    tcase_add_test(hazards, nothing_is_left_to_what_may_be_hidden);
    tcase_add_test(hazards, tiles_are_set_anew);
    tcase_add_test(hazards, hazards_of_the_source_stay);
    tcase_add_test(hazards, many_hazards_are_avoided);
    suite_add_tcase(suite, order);
    suite_add_tcase(suite, hazards);
    return fy_run_suite(suite);
}
