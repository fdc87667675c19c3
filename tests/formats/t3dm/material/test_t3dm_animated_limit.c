/*
 * test_t3dm_animated_limit.c: more materials that clips change than other ways are tried for
 * (docs/what-is-lost.md, "Animated materials").
 */
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/material_clips.h"
#include "builders/material_scene.h"
#include "helpers.h"

/* How often it is told that no more materials are looked at. */
static uint32_t count_told_of_the_rest(ferry_job *job) {
    const ferry_report *report = ferry_job_report(job);
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.tracks") == 0 && report->data[i].severity == FERRY_NOTE &&
            strstr(report->data[i].text, "were tried for 64 materials: the rest follow them as they are"))
            count += report->data[i].times;
    return count;
}

/* So many materials on squares that lie everywhere in a wall, so that each is seen as much as others. A clip
 * moves the threshold beyond which vertices are red: nothing that follows it comes near. */
static void add_sweeps(ferry_scene *scene, uint32_t materials) {
    enum { EACH = 9, ACROSS = 23 };
    ferry_color *colors = scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int i = 0; i < 4; i++) colors[i] = (ferry_color){.3F * (float)i, .3F, .3F, 1};
    for (uint32_t k = 0; k < materials; k++) {
        ferry_gx_material *gx = add_gx(scene, "sweep", FERRY_NONE);
        gx->channels[0].lit = gx->channels[1].lit = 0;
        gx->texgen_count = 0;
        gx->stages[0].map = gx->stages[0].texgen = 0xFF;
        gx->stages[0].color = (ferry_gx_combine){10, 14, 12, 15, 8, 3, 3, 1, 0};
        gx->konst[0].r = 50;
        add_clip(scene, "sweep", 1, FERRY_TARGET_KONST, 0, 0, 50, 200);
        scene->clips.data[k].tracks[0].object = k;
    }
    scene->draws.count = 0;
    for (uint32_t d = 0; d < EACH * materials; d++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *node = (ferry_node){.name = "n", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
        node->translate = (ferry_vec3){3 * (float)(d % ACROSS), 3 * (float)(d / ACROSS), 0};
        *draw = (ferry_draw){
            .name = "d", .node = scene->nodes.count - 1, .material = d % materials, .visible = true};
    }
}

/* Other ways are tried for 64 materials; that the rest follow their clips as they are is told once. */
START_TEST(other_ways_are_tried_for_64_materials) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_sweeps(scene, 67);
    ferry_file_list files;
    plan_of(job, scene, &files);
    ck_assert_uint_eq(count_told_of_the_rest(job), 1);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_animated_limit");
    TCase *tests = tcase_create("t3dm_animated_limit");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, other_ways_are_tried_for_64_materials);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
