/*
 * test_poses.c: poses instead of moving vertices (docs/what-is-lost.md, "Poses"): at every moment one of them
 * is shown, and it is off by no more than what is told, by the builder's own evaluation.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "builders/ttyd/ttyd_builder.h"
#include "helpers.h"

enum { LEAVES = 8, KEYS = 9, BLINK = 20, FRAMES = 64 };

/* Two leaves on one group, which bend together, one of which is drawn again, twice as large, on another; the
 * third stands still. `uneven`: the larger one is three times as deep, and turned to the side. */
static tb_actor *plant(bool uneven) {
    tb_actor *actor = tb_new("plant", "none");
    tb_corner corners[LEAVES] = {{{0}}};
    for (uint32_t shape = 0; shape < 2; shape++) {
        tb_shape_add(actor, shape ? "stone" : "leaf", shape ? 1 : 0, 3);
        for (uint32_t part = 0; part < (shape ? 1 : 2); part++) {
            tb_subshape_add(actor, 0);
            for (uint32_t i = 0; i < LEAVES; i++)
                corners[i].index[0] =
                    tb_position(actor, 2 * cos(0.7 * i), 20 * part + 2 * sin(0.7 * i), 3 * shape);
            if (!part) tb_color(actor, 0x40FF40FF), tb_normal(actor, 0, 0, 1);
            tb_fan(actor, LEAVES, corners);
        }
    }
    uint32_t small = tb_group_add(actor, "small", 0, false), large = tb_group_add(actor, "large", 0, false),
             stone = tb_group_add(actor, "stone", 1, false),
             root = tb_group_add(actor, "root", TB_NONE, false);
    tb_set(actor, large, TB_SCALE, 2, 2, uneven ? 6 : 2);
    tb_set(actor, large, TB_TURN, 0, uneven ? 45 : 0, 0); /* twice as many degrees */
    tb_set(actor, large, TB_MOVE, 30, 0, 0);
    tb_hang(actor, root, small);
    tb_hang(actor, root, large);
    tb_hang(actor, root, stone);
    uint32_t bend = tb_anim_add(actor, "bend", true, 0, FRAMES),
             still = tb_anim_add(actor, "turn", true, 0, 30);
    for (uint32_t k = 0; k < KEYS; k++) tb_key(actor, bend, 7.5 * k);
    for (uint32_t k = 0; k < KEYS; k++)
        for (uint32_t i = 0; i < 2 * LEAVES; i++)
            tb_move_by(actor, bend, k, TB_POSITIONS, i, k < 5 ? 0.125 * i : -0.125 * i, 0,
                       k % 4 == 3 ? -3 : 1);
    tb_move_by(actor, bend, 2, TB_SWITCHES, actor->groups[small].entry, -1, 0, 0);
    tb_move_by(actor, bend, 4, TB_SWITCHES, actor->groups[small].entry, 1, 0, 0);
    tb_move_by(actor, bend, KEYS - 1, TB_SWITCHES, actor->groups[small].entry, -1, 0, 0);
    tb_key(actor, still, 0);
    tb_key(actor, still, 15);
    tb_float_by(actor, still, 1, stone, TB_TURN + 1, 30, 0, 0);
    return actor;
}

typedef struct subject {
    tb_actor *actor;
    jb_file file;
    ferry_job *job;
    ferry_scene *scene;
    double told;
} subject;

static subject bake_one(const char *most, const char *by, bool uneven) {
    const ferry_setting_value settings[] = {{"poses.max", most}, {"poses.visibility", by}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 2};
    subject s = {.actor = plant(uneven)};
    s.file = tb_build(s.actor);
    s.job = ferry_open(&options);
    s.scene = ferry_load(s.job, &(ferry_input){.name = "plant", .bytes = {s.file.data, s.file.size}}, 1);
    ck_assert(s.scene && ferry_prepare(s.job, s.scene, "t3dm", "poses") && ferry_check(s.job, s.scene));
    const ferry_report *report = ferry_job_report(s.job);
    for (uint32_t i = 0; i < report->count; i++) {
        const char *at = strstr(report->data[i].text, "maximum error ");
        if (strcmp(report->data[i].code, "poses") == 0 && at) s.told = strtod(at + 14, NULL);
    }
    return s;
}

static subject bake(const char *most, const char *by) {
    return bake_one(most, by, false);
}

static void done(subject *s) {
    ferry_scene_free(s->scene);
    ferry_close(s->job);
    jb_file_free(&s->file);
    tb_free(s->actor);
}

static uint32_t pose_of(const char *name) {
    const char *at = strstr(name, ".pose");
    return at ? (uint32_t)strtoul(at + 5, NULL, 10) : 0;
}

static bool is_shown(const ferry_scene *posed, const ferry_draw *draw) {
    float scale = posed->nodes.data[draw->node].scale.x;
    return draw->visible && scale > 0;
}

/* How far the farthest vertex of what is shown is off. Each draw of the actor is shown once, or hidden as the
 * actor hides it; the parts of the leaf stand in one pose. */
static double look(const subject *s, const ferry_scene *posed, const tb_state *state) {
    ferry_matrix *worlds = calloc(posed->nodes.count, sizeof *worlds);
    double worst = 0;
    uint32_t shown[3] = {0}, poses[2] = {0};
    ck_assert(worlds && ferry_world_matrices(posed, worlds));
    for (uint32_t d = 0; d < posed->draws.count; d++) {
        const ferry_draw *draw = &posed->draws.data[d];
        const ferry_mesh *mesh = &posed->meshes.data[draw->mesh];
        uint32_t group = *draw->name == 'l' ? 1 : strncmp(draw->name, "sm", 2) == 0 ? 0 : 2;
        double wanted[3][4];
        bool visible = tb_world(s->actor, state, group, wanted);
        if (!is_shown(posed, draw)) continue;
        ck_assert(visible);
        shown[group]++;
        if (group < 2) {
            if (shown[group] == 2) ck_assert_uint_eq(poses[group], pose_of(draw->name));
            poses[group] = pose_of(draw->name);
        }
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const double *p = state->positions[mesh->position_numbers[v]].v;
            const ferry_vec3 at = mesh->positions[v];
            double square = 0;
            for (int i = 0; i < 3; i++) {
                const double *m = worlds[draw->node].m[i];
                double is = m[0] * (double)at.x + m[1] * (double)at.y + m[2] * (double)at.z + m[3];
                double off =
                    is - (wanted[i][0] * p[0] + wanted[i][1] * p[1] + wanted[i][2] * p[2] + wanted[i][3]);
                square += off * off;
            }
            worst = fmax(worst, sqrt(square));
        }
    }
    double none[3][4];
    ck_assert_uint_eq(shown[0], tb_world(s->actor, state, 0, none) ? 2 : 0);
    ck_assert_uint_eq(shown[1], 2);
    ck_assert_uint_eq(shown[2], 1);
    free(worlds);
    return worst;
}

static double look_through(const subject *s, int32_t clip, double end) {
    double worst = 0;
    uint32_t number = (uint32_t)clip;
    for (double frame = 0; frame < end; frame += 0.125) {
        tb_state state = tb_evaluate(s->actor, clip, frame);
        const ferry_scene *posed = ferry_pose(s->job, s->scene, &number, 1, frame / 60);
        ck_assert_ptr_nonnull(posed);
        worst = fmax(worst, look(s, posed, &state));
        tb_state_free(&state);
    }
    return worst;
}

static const char *const ways[] = {"bones", "tracks"};

START_TEST(what_is_shown_is_off_by_what_is_told) {
    static const char *const mosts[] = {"1", "2", "3", "5", "9"};
    double last = INFINITY;
    for (int i = 0; i < 5; i++) {
        subject s = bake(mosts[i], ways[_i]);
        double worst = look_through(&s, 0, FRAMES);
        ck_assert_uint_eq(s.scene->morphs.count, 0);
        ck_assert_msg(worst <= s.told * 1.01 && worst > s.told * 0.9, "%s poses: off by %g, told %g",
                      mosts[i], worst, s.told);
        ck_assert_double_lt(s.told, last);
        last = s.told;
        ck_assert_double_lt(look_through(&s, 1, 30),
                            1e-3); /* a clip that bends nothing shows the rest pose */
        tb_state rest = tb_evaluate(s.actor, TB_NONE, 0);
        ck_assert_double_lt(look(&s, s.scene, &rest), 1e-3);
        tb_state_free(&rest);
        done(&s);
    }
}
END_TEST

/* Not all directions are as large: what is told is that of the largest one. */
START_TEST(the_largest_direction_counts) {
    subject s = bake_one("3", ways[_i], true);
    double worst = look_through(&s, 0, FRAMES);
    ck_assert_msg(worst <= s.told * 1.01 && worst > s.told * 0.5, "off by %g, told %g", worst, s.told);
    done(&s);
}
END_TEST

/* Bones for poses on their own nodes; none where tracks hide them. */
START_TEST(poses_stand_behind_what_they_are_poses_of) {
    subject s = bake("2", ways[_i]);
    static const char *const names[] = {"stone",        "small",         "small.pose1",   "small.pose2",
                                        "small.1",      "small.1.pose1", "small.1.pose2", "large",
                                        "large.pose1",  "large.pose2",   "large.1",       "large.1.pose1",
                                        "large.1.pose2"};
    ck_assert_uint_eq(s.scene->draws.count, sizeof names / sizeof *names);
    for (uint32_t d = 0; d < s.scene->draws.count; d++)
        ck_assert_str_eq(s.scene->draws.data[d].name, names[d]);
    ck_assert_uint_eq(s.scene->nodes.count, s.actor->groups_count + (_i ? 0 : 6));
    done(&s);
}
END_TEST

/* A corner of the square jumps up in the last moment of the only clip, which then plays backwards: other loop
 * modes never come to their last moment. */
static void add_last_jump(ferry_scene *scene) {
    static double times[] = {0, 0.5};
    static float weights[] = {0, 1};
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "jump", .group = FERRY_NONE, .count = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, 1);
    morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
    morph->vertices[0] = 0;
    morph->positions[0] = (ferry_vec3){0, 0, 10};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "speak", .kind = "bck", .duration = times[1], .rate = 30, .track_count = 1};
    clip->loop = FERRY_LOOP_MIRROR;
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    clip->tracks[0] =
        (ferry_track){FERRY_TARGET_MORPH, 0, 0, 0, FERRY_STEP, 1, 2, times, weights, NULL, NULL};
}

START_TEST(the_end_of_a_clip_is_shown) {
    const ferry_setting_value settings[] = {{"poses.max", "2"}, {"poses.visibility", ways[_i]}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 2};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    add_last_jump(scene);
    ck_assert(ferry_prepare(job, scene, "t3dm", "poses") && ferry_check(job, scene));
    for (int end = 0; end < 2; end++) {
        uint32_t clip = 0, shown = 0;
        const ferry_scene *posed = ferry_pose(job, scene, &clip, 1, end ? 0.5 : 0.49);
        ck_assert_ptr_nonnull(posed);
        for (uint32_t d = 0; d < posed->draws.count; d++) {
            if (!is_shown(posed, &posed->draws.data[d])) continue;
            const ferry_mesh *mesh = &posed->meshes.data[posed->draws.data[d].mesh];
            ck_assert_float_eq(mesh->positions[0].z, end ? 10 : 0);
            shown++;
        }
        ck_assert_uint_eq(shown, 1);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A material that a clip exchanges is exchanged in each pose, and in nothing else. */
START_TEST(poses_change_their_materials) {
    static double times[] = {0, 0.25};
    static float numbers[] = {0, 1};
    const ferry_setting_value settings[] = {{"poses.max", "2"}, {"poses.visibility", ways[_i]}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 2};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 2; i++)
        *ferry_append(scene, &scene->materials, ferry_material) =
            (ferry_material){.name = i ? "b" : "a", .base_texture = FERRY_NONE};
    scene->draws.data[0].material = 0;
    add_last_jump(scene);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track jump = clip->tracks[0];
    clip->tracks = ferry_scene_new(scene, ferry_track, 2);
    clip->tracks[0] = jump;
    clip->tracks[1] =
        (ferry_track){FERRY_TARGET_DRAW_MATERIAL, 0, 0, 0, FERRY_STEP, 1, 2, times, numbers, NULL, NULL};
    clip->track_count = 2;
    ck_assert(ferry_prepare(job, scene, "t3dm", "poses") && ferry_check(job, scene));
    clip = &scene->clips.data[0];
    uint32_t exchanged = 0;
    for (uint32_t k = 0; k < clip->track_count; k++)
        exchanged += clip->tracks[k].target == FERRY_TARGET_DRAW_MATERIAL;
    ck_assert_uint_gt(scene->draws.count, 1);
    ck_assert_uint_eq(exchanged, scene->draws.count);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Poses hold no texture coordinates: what moves those, too, stays a morph. */
START_TEST(moving_coordinates_stay_morphs) {
    const ferry_setting_value settings[] = {{"poses.max", "2"}, {"poses.visibility", "bones"}};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 2};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    add_last_jump(scene);
    scene->meshes.data[0].uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    scene->morphs.data[0].shifts = ferry_scene_new(scene, ferry_vec2, 1);
    ck_assert(ferry_prepare(job, scene, "t3dm", "poses") && ferry_check(job, scene));
    ck_assert_uint_eq(scene->meshes.count, 1);
    ck_assert_uint_eq(scene->morphs.count, 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Along each axis a corner of the square goes out by 10 and is shown in one pose: rest for up to half of its
 * way, and from there on the middle, which is two thirds of 10. So it is off by a third of it. */
START_TEST(a_pose_is_the_middle_of_what_it_is_shown_for) {
    static double times[] = {0, 1};
    static float weights[] = {0, 1};
    const ferry_setting_value settings[] = {{"poses.max", "1"}};
    for (int axis = 0; axis < 3; axis++) {
        ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = 1};
        ferry_job *job = ferry_open(&options);
        ferry_scene *scene = fy_square_scene(job);
        add_last_jump(scene);
        scene->morphs.data[0].positions[0] =
            (ferry_vec3){axis == 0 ? 10 : 0, axis == 1 ? 10 : 0, axis == 2 ? 10 : 0};
        scene->clips.data[0].duration = 1;
        ferry_track *track = &scene->clips.data[0].tracks[0];
        track->interpolation = FERRY_LINEAR;
        track->times = times;
        track->values = weights;
        ck_assert(ferry_prepare(job, scene, "t3dm", "poses"));
        const float *at = &scene->meshes.data[1].positions[0].x;
        for (int k = 0; k < 3; k++) ck_assert_float_eq_tol(at[k], k == axis ? 20 / 3.F : 0, 0.1F);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

enum { CARDS = 2000, ENOUGH_MEMORY = 16 << 20 };

/* Each on a group of its own and moved by itself, for three seconds. */
static tb_actor *cards(void) {
    tb_actor *actor = tb_new("cards", "none");
    uint32_t root, wave, *groups = calloc(CARDS, sizeof *groups);
    ck_assert_ptr_nonnull(groups);
    for (uint32_t i = 0; i < CARDS; i++) {
        char name[16];
        tb_corner corners[3] = {{{0}}};
        snprintf(name, sizeof name, "card%u", i);
        tb_shape_add(actor, name, 0, 3);
        tb_subshape_add(actor, 0);
        for (uint32_t k = 0; k < 3; k++) corners[k].index[0] = tb_position(actor, 3 * i + k, k == 1, 0);
        tb_color(actor, 0x40FF40FF), tb_normal(actor, 0, 0, 1);
        tb_fan(actor, 3, corners);
        groups[i] = tb_group_add(actor, name, (int32_t)i, false);
    }
    root = tb_group_add(actor, "root", TB_NONE, false);
    for (uint32_t i = 0; i < CARDS; i++) tb_hang(actor, root, groups[i]);
    wave = tb_anim_add(actor, "wave", true, 0, 180);
    for (uint32_t k = 0; k < 4; k++) {
        tb_key(actor, wave, 60 * k);
        for (uint32_t i = 0; k && i < 3 * CARDS; i++)
            tb_move_by(actor, wave, k, TB_POSITIONS, i, 0, k == 2 ? -1 : 1, 0);
    }
    free(groups);
    return actor;
}

/* Anything that is kept for each of them and each of the others, or each of them and each moment, would be
 * more. */
START_TEST(many_that_move_are_linear_in_memory) {
    const ferry_setting_value settings[] = {{"poses.max", "1"}, {"poses.visibility", ways[_i]}};
    ferry_options options = {
        .size = sizeof options, .settings = settings, .setting_count = 2, .memory_limit = ENOUGH_MEMORY};
    tb_actor *actor = cards();
    jb_file file = tb_build(actor);
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "cards", .bytes = {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->meshes.count, CARDS);
    size_t loaded = ferry_job_peak_memory(job);
    ck_assert_msg(ferry_prepare(job, scene, "t3dm", "poses"), "%zu bytes, %zu loaded",
                  ferry_job_peak_memory(job), loaded);
    ck_assert_uint_eq(scene->meshes.count, 2 * CARDS);
    ck_assert_uint_eq(scene->morphs.count, 0);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
    tb_free(actor);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("poses");
    TCase *tests = tcase_create("poses"), *results = fy_results_case(suite);
    tcase_add_loop_test(results, what_is_shown_is_off_by_what_is_told, 0, 2);
    tcase_add_loop_test(tests, the_largest_direction_counts, 0, 2);
    tcase_add_loop_test(tests, poses_stand_behind_what_they_are_poses_of, 0, 2);
    tcase_add_loop_test(tests, the_end_of_a_clip_is_shown, 0, 2);
    tcase_add_loop_test(tests, poses_change_their_materials, 0, 2);
    tcase_add_test(tests, moving_coordinates_stay_morphs);
    tcase_add_test(tests, a_pose_is_the_middle_of_what_it_is_shown_for);
    tcase_add_loop_test(tests, many_that_move_are_linear_in_memory, 0, 2);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
