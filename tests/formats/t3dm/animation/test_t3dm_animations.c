/* test_t3dm_animations.c: clips as animations of a T3DM file: streams are played by a model of the runtime
 * and compared with the scene (docs/formats/t3dm.md, "Animations from clips"). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_player.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "formats/t3dm/animation/t3dm_clips.h"
#include "formats/t3dm/animation/t3dm_rotations.h"
#include "formats/t3dm/animation/t3dm_stream.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "helpers.h"

/* A model with its animations, prepared and written. */
typedef struct made {
    ferry_job *job;
    ferry_scene *scene;
    ferry_bytes inputs[3];
    ferry_file_list files;
    fy_t3dm_pose pose;
    double height;
} made;

static made make_with(const char *const names[3], const ferry_setting_value *settings, size_t count) {
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = count};
    made m = {.job = ferry_open(&options)};
    ferry_input inputs[3];
    size_t inputs_count = 0;
    for (int i = 0; i < 3 && names[i]; i++) {
        m.inputs[i] = fy_read_fixture(names[i]);
        inputs[inputs_count++] = (ferry_input){names[i], m.inputs[i]};
    }
    m.scene = ferry_load(m.job, inputs, inputs_count);
    ck_assert(m.scene && ferry_prepare(m.job, m.scene, "t3dm", NULL));
    ferry_counts counts;
    ck_assert(ferry_count(m.scene, &counts));
    m.height = (double)counts.box.max.y - (double)counts.box.min.y;
    ck_assert(fy_t3dm_build_pose(m.job, m.scene, "x", &m.pose));
    ck_assert(ferry_save(m.job, m.scene, "t3dm", "dir/x.t3dm", &m.files));
    return m;
}

static made make(const char *model, const char *first, const char *second) {
    return make_with((const char *const[3]){model, first, second}, NULL, 0);
}

static void drop(made *m) {
    ferry_scene_free(m->scene);
    ferry_close(m->job);
    for (int i = 0; i < 3; i++) free((void *)(uintptr_t)m->inputs[i].data);
}

static ferry_bytes file_named(const made *m, const char *name) {
    for (uint32_t i = 0; i < m->files.count; i++)
        if (strcmp(m->files.data[i].name, name) == 0) return m->files.data[i].bytes;
    ck_abort_msg("no file %s", name);
    return (ferry_bytes){NULL, 0};
}

static player open_player(const made *m, uint32_t number, player_skeleton *skeleton) {
    char name[32];
    snprintf(name, sizeof name, "dir/x.%u.sdata", number);
    ferry_bytes stream = file_named(m, name);
    return fy_player_open(m->files.data[0].bytes.data, number, stream.data, stream.size, skeleton);
}

typedef double matrix[3][4];

/* The bones as the scene has them, in its units. Caller frees. */
static matrix *scene_bones(const made *m, uint32_t clip, double seconds) {
    ferry_mark mark = ferry_job_mark(m->job);
    const ferry_scene *posed = ferry_pose(m->job, m->scene, &clip, 1, seconds > 0 ? seconds : 0);
    ferry_matrix *worlds = ferry_new(m->job, ferry_matrix, m->scene->nodes.count);
    ck_assert(posed && worlds && ferry_world_matrices(posed, worlds));
    matrix *list = calloc(m->pose.bone_count, sizeof *list);
    for (uint32_t b = 0; b < m->pose.bone_count; b++)
        memcpy(list[b], worlds[m->pose.nodes[b]].m, sizeof *list);
    ferry_job_release(m->job, mark);
    return list;
}

/* How far bones are apart: their origins, and ends of their axes a tenth of the height away. */
static double distance(const made *m, uint32_t count, matrix *a, matrix *b, double scale) {
    double worst = 0;
    for (uint32_t n = 0; n < count; n++)
        for (int axis = 0; axis < 4; axis++) {
            double square = 0;
            for (int i = 0; i < 3; i++) {
                double d = a[n][i][3] / scale - b[n][i][3];
                if (axis < 3) d += (a[n][i][axis] - b[n][i][axis]) * m->height / 10;
                square += d * d;
            }
            worst = fmax(worst, sqrt(square));
        }
    return worst;
}

/* From where the scene has them at that time, or next to it: where a value jumps, both sides are right. */
static double apart(const made *m, const player_skeleton *skeleton, uint32_t clip, double seconds) {
    static const double beside[] = {0, -1e-4, 1e-4};
    matrix *is = calloc(skeleton->count, sizeof *is);
    double least = INFINITY, scale = m->pose.scale;
    fy_player_matrices(skeleton, is);
    for (int i = 0; i < 3; i++) {
        matrix *was = scene_bones(m, clip, seconds + beside[i]);
        least = fmin(least, distance(m, skeleton->count, is, was, scale));
        free(was);
    }
    free(is);
    return least;
}

/* Whether the scene moves by more than a twentieth of the height from one tick to the next. */
static bool jumps(const made *m, uint32_t count, double seconds) {
    double tick = floor(seconds * 60 + 1e-3);
    matrix *a = scene_bones(m, 0, tick / 60), *b = scene_bones(m, 0, (tick + 1) / 60);
    bool is = distance(m, count, a, b, 1) > m->height / 20;
    free(a);
    free(b);
    return is;
}

typedef struct played {
    const char *model, *clip, *blends; /* bones between joints: as many as asked for */
    /* percent of the height: rounding, and the keys left out; at 25 Hz what lies between ticks */
    double seconds, most;
} played;

/* The figure is a character of ordinary proportions; the others fling their joints about by whole heights. */
static const played plays[] = {{"figure.bdl", "figure.bck", NULL, 1, 0.25},
                               {"rigid.bmd", "rigid.bck", NULL, 80 / 60.0, 0.8},
                               {"maya.bdl", "maya.bck", NULL, 86 / 60.0, 0.25},
                               {"maya.bdl", "rigid.bck", NULL, 80 / 60.0, 0.8},
                               {"softimage.bmd", "softimage.bck", NULL, 160 / 60.0, 0.8},
                               {"skinned.bmd", "skinned.bca", NULL, 166 / 60.0, 0.25},
                               {"figure.bdl", "figure.bck", "4", 1, 0.25}};

static made make_played(const played *p, const ferry_setting_value *more) {
    ferry_setting_value settings[2];
    size_t count = 0;
    if (p->blends) settings[count++] = (ferry_setting_value){"rigid.blend-joints", p->blends};
    if (more) settings[count++] = *more;
    return make_with((const char *const[3]){p->model, p->clip, NULL}, settings, count);
}

/* Twice through the animation and a bit. At 25 Hz most updates fall between two ticks, where a value that
 * jumps is on its way: those are left out. */
START_TEST(streams_play_as_the_scene_does) {
    const played *p = &plays[_i / 2];
    made m = make_played(p, NULL);
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
    player of = open_player(&m, 0, &skeleton);
    float step = _i % 2 ? 1 / 25.0F : 1 / 60.0F;
    double worst = 0, where = 0;
    int updates = (int)(2.3 * p->seconds / (double)step), compared = 0;
    ck_assert_double_eq_tol((double)of.duration, p->seconds, 1e-4);
    for (int k = 0; k < updates; k++) {
        fy_player_update(&of, k ? step : 0);
        if (_i % 2 && jumps(&m, skeleton.count, (double)of.time)) continue;
        double off = apart(&m, &skeleton, 0, (double)of.time);
        if (off > worst) worst = off, where = (double)of.time;
        compared++;
    }
    ck_assert_int_ge(compared, strcmp(p->model, "figure.bdl") == 0 ? updates : 4); /* that never jumps */
    ck_assert_uint_eq(of.overruns, 0);
    ck_assert_msg(100 * worst / m.height < p->most, "%s: %.3f %% off at %.4f s", p->clip,
                  100 * worst / m.height, where);
    fy_player_close(&of);
    free(skeleton.bones);
    drop(&m);
}
END_TEST

/* In percent of the height; below 0: nothing. */
static double told_of_half_ticks(const ferry_job *job) {
    const ferry_report *report = ferry_job_report(job);
    double told = -1;
    for (uint32_t i = 0; i < report->count; i++) {
        const char *at = strstr(report->data[i].text, "halfway between two ticks ");
        if (strcmp(report->data[i].code, "t3dm.animation") == 0 && at) told = strtod(at + 25, NULL);
    }
    return told;
}

/* What is told of half ticks: the worst there, where values that jump are on their way. */
START_TEST(half_ticks_are_off_by_what_is_told) {
    const played *p = &plays[_i];
    made m = make_played(p, NULL);
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
    player of = open_player(&m, 0, &skeleton);
    matrix *is = calloc(skeleton.count, sizeof *is);
    double worst = 0, told = told_of_half_ticks(m.job) / 100 * m.height;
    int halves = (int)floor(2 * 60 * p->seconds) - 1;
    for (int k = 0; k < halves; k++) {
        fy_player_update(&of, k ? 1 / 120.0F : 0);
        if (k % 2 == 0) continue;
        fy_player_matrices(&skeleton, is);
        matrix *was = scene_bones(&m, 0, k / 120.0);
        worst = fmax(worst, distance(&m, skeleton.count, is, was, m.pose.scale));
        free(was);
    }
    ck_assert_msg(told >= 0 && worst <= 1.1 * told + m.height / 1000 && worst >= 0.3 * told,
                  "%s: off by %g, told %g", p->clip, worst, told);
    free(is);
    fy_player_close(&of);
    free(skeleton.bones);
    drop(&m);
}
END_TEST

/* Poses that stand for moving vertices: while streams alone play, one bone of each is 1 long and the others
 * 0, and it is the one that the scene shows then, or a tick beside it. */
static void expect_pose(const made *m, const player_skeleton *skeleton, uint32_t clip, double seconds) {
    static const double beside[] = {0, -1.01 / 60, 1.01 / 60};
    const ferry_scene *posed[3];
    for (int i = 0; i < 3; i++) {
        posed[i] = ferry_pose(m->job, m->scene, &clip, 1, fmax(0, seconds + beside[i]));
        ck_assert_ptr_nonnull(posed[i]);
    }
    double sum = 0;
    for (uint32_t b = 0; b < skeleton->count; b++) {
        const char *pose = strstr(m->scene->nodes.data[m->pose.nodes[b]].name, ".pose");
        if (!pose) continue;
        double scale = (double)skeleton->bones[b].scale[0], off = 1;
        if (pose[5] == '0') {
            ck_assert_double_eq_tol(sum, sum > 0 ? 1 : 0, 0.01);
            sum = 0;
        }
        for (int i = 0; i < 3; i++)
            off = fmin(off, fabs(scale - (double)posed[i]->nodes.data[m->pose.nodes[b]].scale.x));
        ck_assert_msg(off < 0.01, "bone %u is %g long at %g s", b, scale, seconds);
        sum += scale;
    }
    ck_assert_double_eq_tol(sum, 1, 0.01);
}

START_TEST(poses_play_without_the_header) {
    const ferry_setting_value settings[] = {
        {"poses.max", "3"}, {"clips.names", "wave"}, {"t3dm.tracks", _i ? "no" : "yes"}};
    made m = make_with((const char *const[3]){"ttyd_paper"}, settings, 3);
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
    player of = open_player(&m, 0, &skeleton);
    uint32_t changes = 0, poses = 0;
    float last = -1;
    for (uint32_t b = 0; b < skeleton.count; b++)
        poses += strstr(m.scene->nodes.data[m.pose.nodes[b]].name, ".pose") != NULL;
    ck_assert_uint_ge(poses, 5);
    for (int k = 0; k < 110; k++) {
        fy_player_update(&of, k ? 1 / 60.0F : 0);
        if (k % 50) expect_pose(&m, &skeleton, 0, (double)of.time); /* but for the wrap */
        for (uint32_t b = 0; b < skeleton.count; b++) {
            if (!strstr(m.scene->nodes.data[m.pose.nodes[b]].name, ".pose1")) continue;
            changes += last >= 0 && fabsf(skeleton.bones[b].scale[0] - last) > 0.5F;
            last = skeleton.bones[b].scale[0];
            break;
        }
    }
    ck_assert_uint_ge(changes, 3);
    fy_player_close(&of);
    free(skeleton.bones);
    drop(&m);
}
END_TEST

/* An actor's animations say where everything is: each is there by name, and those that move nothing put back
 * what others moved. */
START_TEST(animations_that_move_nothing_can_be_asked_for) {
    made m = make("ttyd_paper", NULL, NULL);
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data), rest = skeleton;
    rest.bones = calloc(rest.count, sizeof *rest.bones);
    memcpy(rest.bones, skeleton.bones, rest.count * sizeof *rest.bones);
    ck_assert_uint_eq(m.scene->clips.count, 8);
    for (uint32_t c = 1; c < 8; c++) {
        player walk = open_player(&m, 0, &skeleton), of = open_player(&m, c, &skeleton);
        bool still = strcmp(m.scene->clips.data[c].name, "still") == 0 ||
                     strcmp(m.scene->clips.data[c].name, "empty") == 0;
        double most = 0;
        ck_assert_uint_eq(of.count, walk.count);
        for (int k = 0; k < 20; k++) fy_player_update(&walk, k ? 1 / 60.0F : 0);
        for (int k = 0; k < 3; k++) fy_player_update(&of, k ? 1 / 60.0F : 0);
        for (uint32_t b = 0; b < skeleton.count; b++)
            for (int i = 0; i < 3; i++) {
                most = fmax(most, fabs((double)skeleton.bones[b].scale[i] - (double)rest.bones[b].scale[i]));
                most = fmax(most,
                            fabs((double)skeleton.bones[b].rotation[i] - (double)rest.bones[b].rotation[i]));
            }
        if (still) ck_assert_double_lt(most, 0.005);
        fy_player_close(&walk);
        fy_player_close(&of);
    }
    ck_assert_str_eq(m.scene->clips.data[6].name, "empty");
    ck_assert_str_eq(m.scene->clips.data[7].name, "still");
    free(rest.bones);
    free(skeleton.bones);
    drop(&m);
}
END_TEST

/* Whatever was played before. */
START_TEST(what_one_clip_moved_the_next_one_puts_back) {
    made m = make("maya.bdl", "maya.bck", "rigid.bck");
    player_skeleton both = fy_player_skeleton(m.files.data[0].bytes.data), alone = both;
    alone.bones = calloc(both.count, sizeof *alone.bones);
    memcpy(alone.bones, both.bones, both.count * sizeof *alone.bones);
    ck_assert_uint_eq(m.scene->clips.count, 2);
    for (uint32_t first = 0; first < 2; first++) {
        player a = open_player(&m, first, &both), b = open_player(&m, 1 - first, &both),
               c = open_player(&m, 1 - first, &alone);
        ck_assert_uint_eq(a.count, b.count);
        for (int k = 0; k < 31; k++) fy_player_update(&a, 1 / 30.0F);
        ck_assert_mem_ne(both.bones, alone.bones, both.count * sizeof *both.bones);
        for (int k = 0; k < 17; k++) {
            fy_player_update(&b, 1 / 30.0F);
            fy_player_update(&c, 1 / 30.0F);
            ck_assert_mem_eq(both.bones, alone.bones, both.count * sizeof *both.bones);
        }
        fy_player_close(&a);
        fy_player_close(&b);
        fy_player_close(&c);
    }
    free(both.bones);
    free(alone.bones);
    drop(&m);
}
END_TEST

/* The runtime stops with the pose of the update before the end, whatever the game's rate is. */
START_TEST(clips_that_play_once_hold_their_end) {
    static const float rates[] = {60, 50, 30, 25, 12};
    made m = make("maya.bdl", "maya.bck", NULL);
    for (int r = 0; r < 5; r++) {
        player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
        player of = open_player(&m, 0, &skeleton);
        of.looping = false;
        for (int k = 0; k < 200; k++) fy_player_update(&of, 1 / rates[r]);
        ck_assert(!of.playing);
        ck_assert_double_lt(apart(&m, &skeleton, 0, 100), m.height / 100);
        fy_player_close(&of);
        free(skeleton.bones);
    }
    drop(&m);
}
END_TEST

/* The file and its streams pass the rules, read by their names beside the model. */
static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    const made *m = user;
    for (uint32_t i = 0; i < m->files.count; i++) {
        if (strcmp(m->files.data[i].name + strlen("dir/"), name) != 0) continue;
        *bytes = m->files.data[i].bytes;
        return true;
    }
    return false;
}

START_TEST(files_are_read_without_a_complaint_and_written_again) {
    const played *p = &plays[_i];
    made m = make_played(p, NULL);
    ferry_bytes stream = file_named(&m, "dir/x.0.sdata");
    ferry_options options = {.size = sizeof options, .sidecar = sidecar, .user = &m};
    ferry_job *job = ferry_open(&options);
    ferry_scene *back = ferry_load(job, &(ferry_input){"dir/x.t3dm", m.files.data[0].bytes}, 1);
    ferry_file_list again = {0};
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 0);
    ck_assert(ferry_prepare(job, back, "t3dm", NULL) && ferry_save(job, back, "t3dm", "dir/y.t3dm", &again));
    ck_assert_uint_gt(again.count, 1);
    ck_assert_str_eq(again.data[again.count - 1].name, "dir/y.0.sdata");
    ck_assert_uint_eq(again.data[again.count - 1].bytes.size, stream.size);
    ck_assert_mem_eq(again.data[again.count - 1].bytes.data, stream.data, stream.size);
    ferry_scene_free(back);
    ferry_close(job);
    drop(&m);
}
END_TEST

/* A file with its streams is a scene with clips: its joints stand where the runtime has the bones, loop mode
 * and all. */
START_TEST(streams_are_clips_again) {
    const played *p = &plays[_i];
    made m = make_played(p, NULL);
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
    player of = open_player(&m, 0, &skeleton);
    matrix *now = calloc(skeleton.count, sizeof *now);
    ferry_options options = {.size = sizeof options, .sidecar = sidecar, .user = &m};
    ferry_job *job = ferry_open(&options);
    ferry_scene *back = ferry_load(job, &(ferry_input){"dir/x.t3dm", m.files.data[0].bytes}, 1);
    ck_assert(back && back->clips.count == 1 && ferry_check(job, back));
    const ferry_clip *was = &m.scene->clips.data[0], *is = &back->clips.data[0];
    ck_assert_str_eq(is->name, was->name);
    ck_assert_str_eq(is->kind, was->kind);
    ck_assert_int_eq(is->loop, was->loop);
    for (int k = 0; k / 47.0 < was->duration - 0.02; k++) {
        uint32_t clip = 0;
        fy_player_update(&of, k ? 1 / 47.0F : 0);
        fy_player_matrices(&skeleton, now);
        const ferry_scene *posed = ferry_pose(job, back, &clip, 1, (double)of.time);
        ferry_matrix *worlds = ferry_new(job, ferry_matrix, back->nodes.count);
        ck_assert(posed && worlds && ferry_world_matrices(posed, worlds));
        for (uint32_t b = 0; b < skeleton.count; b++)
            for (int i = 0; i < 12; i++)
                ck_assert_double_eq_tol(worlds[b].m[i / 4][i % 4], now[b][i / 4][i % 4],
                                        i % 4 < 3 ? 1e-3 : 1);
    }
    fy_player_close(&of);
    free(now);
    free(skeleton.bones);
    ferry_scene_free(back);
    ferry_close(job);
    drop(&m);
}
END_TEST

/* Of two animations one is asked for; or none. */
START_TEST(clips_of_files_are_chosen_like_others) {
    made m = make("maya.bdl", "maya.bck", "rigid.bck");
    const ferry_setting_value chosen[] = {{"clips.names", "rigid"}, {"clips.use", "no"}};
    ferry_options options = {
        .size = sizeof options, .sidecar = sidecar, .user = &m, .settings = &chosen[_i], .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *back = ferry_load(job, &(ferry_input){"dir/x.t3dm", m.files.data[0].bytes}, 1);
    ferry_file_list again = {0};
    uint32_t streams = 0;
    ck_assert(back && ferry_prepare(job, back, "t3dm", NULL) &&
              ferry_save(job, back, "t3dm", "dir/y.t3dm", &again));
    for (uint32_t i = 0; i < again.count; i++) {
        if (!strstr(again.data[i].name, ".sdata")) continue;
        ck_assert_str_eq(again.data[i].name, "dir/y.1.sdata");
        streams++;
    }
    ck_assert_uint_eq(streams, _i == 0);
    ferry_scene_free(back);
    ferry_close(job);
    drop(&m);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- boxes */

typedef struct extent {
    double least[3], most[3];
} extent;

static void widen(extent *e, double x, double y, double z) {
    const double p[3] = {x, y, z};
    for (int i = 0; i < 3; i++) {
        e->least[i] = fmin(e->least[i], p[i]);
        e->most[i] = fmax(e->most[i], p[i]);
    }
}

/* The box that an object's record, or the header, holds at an offset. */
static extent box_at(const uint8_t *at) {
    extent e;
    for (int i = 0; i < 6; i++, at += 2)
        (i < 3 ? e.least : e.most)[i % 3] = (int16_t)(uint16_t)(at[0] << 8 | at[1]);
    return e;
}

/* Vertices of each draw of a file that was read, as the player's bones carry them. */
static void widen_all(const ferry_scene *scene, matrix *rest, matrix *now, extent *list) {
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            ferry_matrix from, to, back;
            uint32_t joint = mesh->influences[v];
            memcpy(from.m, rest[joint], sizeof from.m);
            memcpy(to.m, now[joint], sizeof to.m);
            ck_assert(fy_matrix_invert(&from, &back));
            to = fy_matrix_multiply(&to, &back);
            ferry_vec3 at = fy_matrix_point(&to, mesh->positions[v]);
            widen(&list[d], (double)at.x, (double)at.y, (double)at.z);
        }
    }
}

/* Holds, and is no more than a part of its longest side larger. */
static void check_box(const extent *is, const extent *need, double loose) {
    double longest = 0;
    for (int i = 0; i < 3; i++) longest = fmax(longest, need->most[i] - need->least[i]);
    for (int i = 0; i < 3; i++) {
        ck_assert_double_le(is->least[i], need->least[i] + 1);
        ck_assert_double_ge(is->most[i], need->most[i] - 1);
        ck_assert_double_ge(is->least[i], need->least[i] - 2 - loose * longest);
        ck_assert_double_le(is->most[i], need->most[i] + 2 + loose * longest);
    }
}

/* Of the rest pose and all ticks; or of the rest pose alone. */
START_TEST(boxes_hold_what_the_runtime_shows) {
    const played *p = &plays[_i / 2];
    const ferry_setting_value rest_only = {"t3dm.aabb", "rest"};
    made m = make_played(p, _i % 2 ? &rest_only : NULL);
    ferry_job *job = fy_quick_job();
    const uint8_t *file = m.files.data[0].bytes.data;
    ferry_scene *scene = ferry_load(job, &(ferry_input){"dir/x.t3dm", m.files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(scene);
    player_skeleton skeleton = fy_player_skeleton(file);
    player of = open_player(&m, 0, &skeleton);
    matrix *rest = calloc(skeleton.count, sizeof *rest), *now = calloc(skeleton.count, sizeof *now);
    extent *list = calloc(scene->draws.count + 1, sizeof *list), *all = &list[scene->draws.count];
    for (uint32_t d = 0; d <= scene->draws.count; d++)
        list[d] = (extent){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    fy_player_matrices(&skeleton, rest);
    widen_all(scene, rest, rest, list);
    for (int t = 0; !(_i % 2) && t / 60.0 < (double)of.duration - 1e-3; t++) {
        fy_player_update(&of, t ? 1 / 60.0F : 0);
        fy_player_matrices(&skeleton, now);
        widen_all(scene, rest, now, list);
    }
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t entry =
            (uint32_t)file[0x2D + 4 * d] << 16 | (uint32_t)file[0x2E + 4 * d] << 8 | file[0x2F + 4 * d];
        extent is = box_at(file + entry + 0x14);
        if (!scene->meshes.data[scene->draws.data[d].mesh].vertex_count) continue; /* has the model's box */
        check_box(&is, &list[d], _i % 2 ? 0 : 0.04);
        for (int i = 0; i < 2; i++)
            widen(all, i ? is.most[0] : is.least[0], i ? is.most[1] : is.least[1],
                  i ? is.most[2] : is.least[2]);
    }
    extent model = box_at(file + 0x20);
    ck_assert_mem_eq(&model, all, sizeof model);
    free(list);
    free(now);
    free(rest);
    fy_player_close(&of);
    free(skeleton.bones);
    ferry_scene_free(scene);
    ferry_close(job);
    drop(&m);
}
END_TEST

/* ------------------------------------------------------------------------------------------ by hand */

static uint32_t code_of(const float q[4]) {
    uint32_t code;
    fy_t3dm_pack_rotations(q, 1, &code);
    return code;
}

START_TEST(rotations_are_packed_as_the_format_says) {
    static const float one[4] = {0, 0, 0, 1}, other[4] = {0, 0, 0, -1}, turn[4] = {0.6F, 0, -0.8F, 0};
    double q[4];
    ck_assert_uint_eq(code_of(one), 0xE0080200);
    ck_assert_uint_eq(code_of(other), 0xE0080200);
    fy_t3dm_unpack_rotation(code_of(turn), q);
    ck_assert_double_eq_tol(q[0], -0.6, 1e-3); /* all signs turned over: the largest is positive */
    ck_assert_double_eq_tol(q[2], 0.8, 1e-3);
    ck_assert_double_eq_tol(q[1], 0, 1e-3);
    ck_assert_double_eq_tol(q[3], 0, 1e-3);
}
END_TEST

/* The cosine of half the angle between them. */
static double cosine(uint32_t code, const float q[4]) {
    double is[4], sum = 0, length = 0;
    fy_t3dm_unpack_rotation(code, is);
    for (int k = 0; k < 4; k++) {
        sum += is[k] * (double)q[k];
        length += (double)q[k] * (double)q[k];
    }
    return fabs(sum) / sqrt(length);
}

/* Of the 27 codes around a rotation. */
START_TEST(no_code_around_is_nearer) {
    uint64_t random = 1;
    for (int n = 0; n < 500; n++) {
        float q[4];
        for (int k = 0; k < 4; k++) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            q[k] = (float)(random >> 40) / 8388608 - 1;
        }
        uint32_t code = code_of(q), rest = code & 0x3FFFFFFF;
        double near = cosine(code, q);
        ck_assert_double_gt(near, 1 - 1.5e-6);
        for (int way = 0; way < 27; way++) {
            uint32_t other =
                rest + (uint32_t)(way % 3 - 1 + (way / 3 % 3 - 1) * 1024 + (way / 9 - 1) * 1048576);
            if (other >> 30) continue;
            ck_assert_double_le(cosine((code & 0xC0000000) | other, q), near + 1e-9);
        }
    }
}
END_TEST

/* Wherever a rotation stands among others, and whatever they are: what is none has a code, too. Of codes that
 * are as near, the upper one. */
START_TEST(rotations_are_packed_alike_among_others) {
    static const float kinds[][4] = {
        {0.6F, 0, -0.8F, 0},  {NAN, 0, 0, 1},      {0.5F, 0.5F, 0.5F, 0.5F}, {0, 0, 0, 0},
        {1, -1, 1, -1},       {0, INFINITY, 0, 0}, {0, 0, 1, NAN},           {-INFINITY, INFINITY, 1, NAN},
        {NAN, NAN, NAN, NAN}, {-3, 1, 2, 0.5F}};
    static const uint32_t expected[] = {0xA0013600, 0,          0x369DA769, 0, 0x096DA496,
                                        0x40000000, 0x80180200, 0x00100401, 0, 0x140201A0};
    static const size_t counts[] = {1, 7, 8, 9, 17};
    const size_t kind_count = sizeof kinds / sizeof *kinds, count = counts[_i];
    for (size_t first = 0; first < kind_count; first++) {
        float *rotations = malloc(count * sizeof *kinds);
        uint32_t codes[18];
        memset(codes, 0xAB, sizeof codes);
        for (size_t i = 0; i < count; i++)
            memcpy(rotations + 4 * i, kinds[(first + i) % kind_count], sizeof *kinds);
        fy_t3dm_pack_rotations(rotations, count, codes);
        for (size_t i = 0; i < count; i++) ck_assert_uint_eq(codes[i], expected[(first + i) % kind_count]);
        ck_assert_uint_eq(codes[count], 0xABABABAB);
        free(rotations);
    }
}
END_TEST

/* Channels end at different ticks. Records come by when they are needed, then by when they are reached. */
START_TEST(streams_are_sorted_to_the_last_tick) {
    ferry_job *job = fy_quick_job();
    uint32_t short_keys[] = {0, 2}, long_keys[] = {0, 3, 5, 9}, codes[10] = {0};
    const fy_t3dm_channel channels[] = {
        {.kind = FY_T3DM_TRANSLATION, .ticks = 2, .codes = codes, .keys = short_keys, .key_count = 2},
        {.kind = FY_T3DM_TRANSLATION, .ticks = 9, .codes = codes, .keys = long_keys, .key_count = 4}};
    fy_t3dm_animation of = {.file = "x.sdata", .duration = 1, .channels = channels, .channel_count = 2};
    ck_assert(fy_t3dm_make_stream(job, &of));
    ck_assert_uint_eq(of.records, 6);
    /* ticks from the need on, and the channel */
    static const uint8_t order[6][2] = {{0, 0}, {0, 1}, {2, 0}, {3, 1}, {2, 1}, {4, 1}};
    for (uint32_t i = 0; i < 6; i++) {
        const uint8_t *record = of.stream.data + 6 * i + (i ? 2 : 0); /* the first one is large */
        ck_assert_uint_eq(ferry_be16(record) & 0x7FFF, order[i][0]);
        ck_assert_uint_eq(ferry_be16(record + 2), order[i][1]);
    }
    ferry_close(job);
}
END_TEST

/* A square on one node that moves by a straight line, and its second half. */
static ferry_scene *sliding(ferry_job *job, double duration, ferry_loop loop) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "slide", .kind = "test", .duration = duration, .loop = loop, .rate = 30, .track_count = 1};
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    ferry_track *track = clip->tracks;
    *track = (ferry_track){
        .target = FERRY_TARGET_TRANSLATE, .interpolation = FERRY_LINEAR, .width = 1, .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->times[1] = duration;
    track->values[1] = 4;
    return scene;
}

/* Where no clip moves anything, each can be asked for all the same: it has a channel, which the runtime
 * plays, and which leaves its bone where it rests. */
START_TEST(clips_that_all_keep_still_are_there) {
    made m = {.job = fy_quick_job()};
    m.scene = sliding(m.job, 1, FERRY_LOOP_REPEAT);
    float *values = m.scene->clips.data[0].tracks[0].values;
    values[0] = values[1] = m.scene->nodes.data[0].translate.x = 7;
    ck_assert(ferry_save(m.job, m.scene, "t3dm", "dir/x.t3dm", &m.files));
    player_skeleton skeleton = fy_player_skeleton(m.files.data[0].bytes.data);
    ck_assert_uint_eq(skeleton.count, 1);
    const player_bone rest = skeleton.bones[0];
    player of = open_player(&m, 0, &skeleton);
    ck_assert_uint_eq(of.count, 1);
    for (int k = 0; k < 90; k++) {
        fy_player_update(&of, k ? 1 / 60.0F : 0);
        ck_assert_mem_eq(skeleton.bones[0].position, rest.position, sizeof rest.position);
    }
    ck_assert_uint_eq(of.overruns, 0);
    fy_player_close(&of);
    free(skeleton.bones);
    drop(&m);
}
END_TEST

/* A pole grows to three times its width, and then to three times its height: each ends halfway between two
 * ticks, where the runtime is a quarter of what a tick adds behind. The far end is told, although the width
 * was off before. */
START_TEST(the_far_end_of_a_pole_is_told) {
    static const double ends[2] = {4.5, 10.5};
    const float wide = .1F, high = 10;
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 1, FERRY_LOOP_ONCE);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_file_list files = {0};
    for (uint32_t v = 0; v < 4; v++)
        scene->meshes.data[0].positions[v] = (ferry_vec3){v % 3 ? wide : 0, v > 1 ? high : 0, 0};
    clip->track_count = 2;
    clip->tracks = ferry_scene_new(scene, ferry_track, 2);
    for (uint32_t i = 0; i < 2; i++) {
        ferry_track *track = &clip->tracks[i];
        *track = (ferry_track){.target = FERRY_TARGET_SCALE,
                               .channel = i,
                               .interpolation = FERRY_LINEAR,
                               .width = 1,
                               .key_count = 3};
        track->times = ferry_scene_new(scene, double, 3);
        track->values = ferry_scene_new(scene, float, 3);
        track->times[1] = ends[i] / 60;
        track->times[2] = 1;
        track->values[0] = 1;
        track->values[1] = track->values[2] = 3;
    }
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert_double_eq_tol(told_of_half_ticks(job), 100 * (2 / ends[1]) / 4, .01);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Two squares; the second one's node hangs on the first one's, which rests at a scale of nothing
 * and grows. */
static ferry_scene *growing(ferry_job *job, float rest) {
    static const float from[3] = {3, -2, 40};
    ferry_scene *scene = sliding(job, 1, FERRY_LOOP_ONCE);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    clip->tracks = ferry_scene_new(scene, ferry_track, 3);
    clip->track_count = 3;
    ck_assert(node && draw && clip->tracks);
    *node = (ferry_node){
        .name = "leaf", .parent = 0, .translate = {1, 2, 3}, .scale = {1, 2, 1}, .visible = true};
    *draw = (ferry_draw){.name = "leaf", .node = 1, .material = FERRY_NONE, .visible = true};
    scene->nodes.data[0].scale = (ferry_vec3){rest, rest, rest};
    scene->nodes.data[0].translate = (ferry_vec3){from[0], from[1], from[2]};
    for (uint32_t i = 0; i < 3; i++) {
        ferry_track *track = &clip->tracks[i];
        *track = (ferry_track){.target = FERRY_TARGET_SCALE,
                               .channel = i,
                               .interpolation = FERRY_LINEAR,
                               .width = 1,
                               .key_count = 2};
        track->times = ferry_scene_new(scene, double, 2);
        track->values = ferry_scene_new(scene, float, 2);
        track->times[1] = 1;
        track->values[0] = rest;
        track->values[1] = (float)(i + 1);
    }
    return scene;
}

/* Places of all triangles' corners at a time of the clip, in units of the file. Caller frees. */
static ferry_vec3 *corners_at(ferry_job *job, const ferry_scene *scene, double seconds, double scale,
                              uint32_t *count) {
    uint32_t clip = 0;
    const ferry_scene *posed = ferry_pose(job, scene, &clip, 1, seconds);
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, scene->nodes.count);
    ferry_vec3 *list = NULL;
    ck_assert(posed && worlds && ferry_world_matrices(posed, worlds));
    *count = 0;
    for (uint32_t d = 0; d < posed->draws.count; d++) {
        const ferry_mesh *mesh = &posed->meshes.data[posed->draws.data[d].mesh];
        list = realloc(list, (*count + 3 * (size_t)mesh->triangle_count + 1) * sizeof *list);
        for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++) {
            uint32_t v = mesh->triangles[i];
            ferry_matrix place = worlds[posed->draws.data[d].node];
            if (mesh->skin != FERRY_NONE) {
                const ferry_joint *joint =
                    &posed->skins.data[mesh->skin].joints[fy_t3dm_joint(posed, mesh, v)];
                place = fy_matrix_multiply(&worlds[joint->node], &joint->inverse_bind);
            }
            list[(*count)++] = fy_vec3_scale(fy_matrix_point(&place, mesh->positions[v]), (float)scale);
        }
    }
    return list;
}

/* The farthest that a corner of `a` is from the nearest one of `b`. */
static double farthest(const ferry_vec3 *a, const ferry_vec3 *b, uint32_t count) {
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < count; k++) least = fmin(least, fy_vec3_length(fy_vec3_sub(a[i], b[k])));
        most = fmax(most, least);
    }
    return most;
}

/* Where both scenes have their triangles, at rest and grown. */
static void expect_same_growth(ferry_job *job, const ferry_scene *was, double scale, const ferry_scene *is,
                               double most) {
    for (int k = 0; k <= 4; k++) {
        uint32_t before, after;
        ferry_vec3 *a = corners_at(job, was, k / 4.1, scale, &before);
        ferry_vec3 *b = corners_at(job, is, k / 4.1, 1, &after);
        ck_assert_uint_eq(before, 12);
        ck_assert_uint_eq(after, before);
        ck_assert_double_le(farthest(a, b, before), most);
        ck_assert_double_le(farthest(b, a, before), most);
        free(a);
        free(b);
    }
}

/* What rests at a scale of nothing, or next to it, is read in bone space: it grows, and is written as
 * it was. */
START_TEST(what_grows_from_nothing_comes_back) {
    static const float rests[] = {0, 1e-6F, 1};
    made m = {.job = fy_quick_job()};
    m.scene = growing(m.job, rests[_i]);
    ferry_file_list again = {0};
    ck_assert(ferry_prepare(m.job, m.scene, "t3dm", NULL) &&
              fy_t3dm_build_pose(m.job, m.scene, "x", &m.pose));
    ck_assert(ferry_save(m.job, m.scene, "t3dm", "dir/x.t3dm", &m.files));
    ferry_options options = {.size = sizeof options, .sidecar = sidecar, .user = &m};
    ferry_job *job = ferry_open(&options);
    ferry_scene *back = ferry_load(job, &(ferry_input){"dir/x.t3dm", m.files.data[0].bytes}, 1);
    ck_assert(back && back->clips.count == 1 && ferry_check(job, back));
    expect_same_growth(job, m.scene, m.pose.scale, back, 1);
    ck_assert(ferry_prepare(job, back, "t3dm", NULL) && ferry_save(job, back, "t3dm", "dir/x.t3dm", &again));
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 0);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 0);
    m.files = again;
    ferry_scene *more = ferry_load(job, &(ferry_input){"dir/x.t3dm", again.data[0].bytes}, 1);
    ck_assert(more && more->clips.count == 1);
    expect_same_growth(job, back, 1, more, 0.1);
    ferry_scene_free(more);
    ferry_scene_free(back);
    ferry_close(job);
    ferry_scene_free(m.scene);
    ferry_close(m.job);
}
END_TEST

static const uint8_t straight[] = {0, 0,  0, 0, 0,    0,   0, 0, /* large, for it is the first: 0 at once */
                                   0, 30, 0, 0, 0xFF, 0xFF};     /* 30 ticks to the greatest */
static const uint8_t to_and_fro[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 0, 0, 0xFF, 0xFF, 0, 30, 0, 0, 0, 0};

START_TEST(straight_lines_are_two_keys) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 0.5, _i ? FERRY_LOOP_MIRROR : FERRY_LOOP_REPEAT);
    fy_t3dm_animations all;
    ck_assert(fy_t3dm_build_animations(job, scene, "a/b.t3dm", &all));
    ck_assert_uint_eq(all.count, 1);
    ck_assert_uint_eq(all.data[0].channel_count, 1);
    ck_assert_str_eq(all.data[0].path, "rom:/b.0.sdata");
    ck_assert_str_eq(all.data[0].file, "a/b.0.sdata");
    ck_assert_double_eq(all.data[0].duration, _i ? 1 : 0.5);
    ck_assert_uint_eq(all.data[0].records, _i ? 3 : 2);
    ck_assert_uint_eq(all.data[0].stream.size, _i ? sizeof to_and_fro : sizeof straight);
    if (!_i) ck_assert_mem_eq(all.data[0].stream.data, straight, sizeof straight);
    if (_i) ck_assert_mem_eq(all.data[0].stream.data + 14, to_and_fro + 14, 6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The note counts a clip's channels by their kind: a rotation is one, a place one for each direction. */
START_TEST(channels_are_told_by_kind) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_REPEAT);
    ferry_clip *clip = &scene->clips.data[0];
    const ferry_track along = clip->tracks[0];
    fy_t3dm_animations all;
    clip->tracks = ferry_scene_new(scene, ferry_track, 3);
    clip->track_count = 3;
    for (uint32_t k = 0; k < 3; k++) {
        clip->tracks[k] = along;
        clip->tracks[k].channel = k % 2;
        if (k == 2) clip->tracks[k].target = FERRY_TARGET_ROTATE;
    }
    ck_assert(fy_t3dm_build_animations(job, scene, "a/b.t3dm", &all));
    ck_assert_uint_eq(all.data[0].rotations, 1);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(strstr(text, "1 rotation and 2 scalar channels"));
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What goes there and back takes twice as long, and what stays there then holds its end for six ticks. */
START_TEST(there_and_back_takes_twice_as_long) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 0.5, _i ? FERRY_LOOP_MIRROR_ONCE : FERRY_LOOP_ONCE);
    fy_t3dm_animations all;
    ck_assert(fy_t3dm_build_animations(job, scene, "a/b.t3dm", &all));
    ck_assert_uint_eq(all.count, 1);
    ck_assert_double_eq(all.data[0].duration, _i ? 1.1 : 0.6);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Clips of no time, of a part of a tick, beyond one record's ticks, beyond all. */
START_TEST(lengths_at_the_edge) {
    static const struct {
        double duration, written;
        uint32_t records;
    } cases[] = {{0, 1 / 60.0, 2}, {0.01, 1 / 60.0, 2}, {0.11, 0.11, 3},
                 {1000, 1000, 3},  {1e9, 0, 0},         {5000, 0, 0}};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, cases[_i].duration, FERRY_LOOP_REPEAT);
    fy_t3dm_animations all;
    if (cases[_i].duration == 0) scene->clips.data[0].tracks[0].key_count = 1;
    scene->clips.data[0].tracks[0].values[0] = 1;
    ck_assert(fy_t3dm_build_animations(job, scene, "b.t3dm", &all));
    ck_assert_uint_eq(all.count, cases[_i].records != 0);
    if (all.count) {
        ck_assert_double_eq_tol(all.data[0].duration, cases[_i].written, 1e-9);
        ck_assert_uint_eq(all.data[0].records, cases[_i].records);
    } else {
        ck_assert_str_eq(ferry_job_report(job)->data[0].code, "t3dm.animation-length");
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A box tree goes by the boxes: it misses nothing that animations move, unless they hold the rest pose
 * alone. */
START_TEST(box_trees_know_what_moves) {
    static const ferry_setting_value settings[] = {{"t3dm.bvh", "yes"}, {"t3dm.aabb", "rest"}};
    made m = make_with((const char *const[3]){"rigid.bmd", "rigid.bck", NULL}, settings, (size_t)_i + 1);
    char *text = fy_report_text(ferry_job_report(m.job));
    ck_assert_int_eq(strstr(text, "the BVH covers only the rest pose") != NULL, _i);
    free(text);
    drop(&m);
}
END_TEST

/* At 1024, where the square has its steps, it would go out to 124,000. A scale that is asked for stays, where
 * bones are held. */
START_TEST(clips_have_a_say_in_the_scale) {
    static const ferry_setting_value asked = {"t3dm.base-scale", "1024"};
    static const char *const texts[] = {
        "note: animations reach 122.992 units, the rest pose 3: base scale 128 instead of 1024",
        "loss: animations move vertices out to 33790 units of the file; bounding boxes are clamped at 32767"};
    ferry_job *job = ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = &asked, .setting_count = (size_t)_i});
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_ONCE);
    ferry_file_list files = {0};
    scene->clips.data[0].tracks[0].values[1] = _i ? 30 : 120;
    bool done = ferry_save(job, scene, "t3dm", "b.t3dm", &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done && strstr(text, texts[_i]) != NULL, "%s", text);
    extent is = box_at(files.data[0].bytes.data + 0x20);
    ck_assert_double_le(is.most[0], _i ? 32767 : 32767 * 15 / 16.0);
    ck_assert_double_ge(is.most[0], _i ? 32767 : 32767 * 15 / 32.0);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The base scale that is chosen with the first track's last value at `to`, and one of the node's scale up to
 * `grown`; `streams`: how many are written. */
static double scale_chosen(float to, float grown, uint32_t *streams) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_ONCE);
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track *tracks = ferry_scene_new(scene, ferry_track, 2);
    ferry_file_list files = {0};
    double scale = 0;
    tracks[0] = tracks[1] = clip->tracks[0];
    tracks[0].values[1] = to;
    tracks[1].target = FERRY_TARGET_SCALE;
    tracks[1].values = ferry_scene_new(scene, float, 2);
    tracks[1].values[0] = 1;
    tracks[1].values[1] = grown;
    clip->tracks = tracks;
    clip->track_count = 2;
    ck_assert(ferry_save(job, scene, "t3dm", "b.t3dm", &files));
    char *text = fy_report_text(ferry_job_report(job)), *note = strstr(text, "note: base scale ");
    ck_assert_msg(note && sscanf(note, "note: base scale %lf: one unit", &scale) == 1, "%s", text);
    *streams = files.count - 1;
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
    return scale;
}

START_TEST(only_clips_that_are_written_have_a_say_in_the_scale) {
    uint32_t streams;
    double rest = scale_chosen(0, 1.5F, &streams);
    ck_assert_uint_eq(streams, 1);
    ck_assert_double_eq(scale_chosen(1e7F, 1.5F, &streams), rest);
    ck_assert_uint_eq(streams, 0);
    /* what hangs on it fits at no scale that leaves the model its steps */
    double bones = scale_chosen(300, 30000, &streams);
    ck_assert_uint_eq(streams, 1);
    ck_assert_double_lt(bones * 300, 32767);
    ck_assert_double_gt(bones * 300, 32767 * 0.85);
}
END_TEST

typedef struct too_far {
    const char *scale; /* asked for; NULL: it is chosen */
    ferry_target target;
    float value;
    const char *said;
} too_far;

/* The matrices of the console end at 32,768: nothing of such a clip is written, or nothing at all where
 * another scale would do. */
static const too_far far_ones[] = {
    {"1024", FERRY_TARGET_TRANSLATE, 120,
     "error: clip[0] \"slide\": moves \"root\" out to 119.992 units, which is 122872 at base scale 1024; "
     "the limit is 32767; use base scale 256.009\n"},
    {"16", FERRY_TARGET_TRANSLATE, 1e7f,
     "loss: clip[0] \"slide\": moves \"root\" out to 9.99933e+06 units, which is 1.59989e+08 at base "
     "scale 16; the limit is 32767; left out; base scale 0.00307211116 would fit\n"},
    {NULL, FERRY_TARGET_TRANSLATE, -1e7f,
     "loss: clip[0] \"slide\": moves \"root\" out to 9.99933e+06 "
     "units, which is "},
    {NULL, FERRY_TARGET_SCALE, 4e4f,
     "loss: clip[0] \"slide\": scales \"root\" by 39997.3; the console's matrices hold at most 32767; "
     "left out\n"},
    {"16", FERRY_TARGET_SCALE, 4e4f,
     "loss: clip[0] \"slide\": scales \"root\" by 39997.3; the console's matrices hold at most 32767; "
     "left out\n"},
};

START_TEST(what_leaves_the_consoles_matrices_is_left_out) {
    const too_far *f = &far_ones[_i];
    const ferry_setting_value asked = {"t3dm.base-scale", f->scale};
    ferry_job *job = ferry_open(&(ferry_options){
        .size = sizeof(ferry_options), .settings = &asked, .setting_count = f->scale != NULL});
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_ONCE);
    ferry_file_list files = {0};
    scene->clips.data[0].tracks[0].target = f->target;
    scene->clips.data[0].tracks[0].values[1] = f->value;
    bool done = ferry_save(job, scene, "t3dm", "b.t3dm", &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, f->said) != NULL, "%s", text);
    ck_assert_msg(done == (*f->said == 'l'), "%s", text);
    ck_assert_uint_eq(files.count, done); /* no stream */
    for (uint32_t i = 0; i < files.count; i++) {
        ferry_scene *back = ferry_load(job, &(ferry_input){"b.t3dm", files.data[i].bytes}, 1);
        ck_assert_ptr_nonnull(back);
        ck_assert_uint_eq(back->clips.count, 0);
        ferry_scene_free(back);
    }
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static bool holds(ferry_bytes file, const char *text) {
    size_t length = strlen(text) + 1, at = 0;
    while (at + length <= file.size && memcmp(file.data + at, text, length) != 0) at++;
    return at + length <= file.size;
}

/* What two clips called "slide" say: one slides along x, the other jumps along y to `far`, at which it is
 * left out if that is far enough. */
static char *two_slides(float far, size_t *files_made) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_ONCE);
    ferry_clip *jump = ferry_append(scene, &scene->clips, ferry_clip);
    ferry_track *along = ferry_scene_new(scene, ferry_track, 1);
    ferry_file_list files = {0};
    *jump = scene->clips.data[0];
    *along = jump->tracks[0];
    along->channel = 1;
    along->values = ferry_scene_new(scene, float, 2);
    along->values[1] = far;
    jump->kind = "jump";
    jump->tracks = along;
    bool done = ferry_save(job, scene, "t3dm", "b.t3dm", &files);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(done, "%s", text);
    ck_assert_int_eq(holds(files.data[0].bytes, "slide.test"), far < 1e6F);
    *files_made = files.count;
    ferry_scene_free(scene);
    ferry_close(job);
    return text;
}

START_TEST(clips_that_are_left_out_give_others_nothing) {
    size_t files;
    char *text = two_slides(30, &files);
    ck_assert_uint_eq(files, 3);
    ck_assert_msg(strstr(text, "0 rotation and 2 scalar channels"), "%s", text);
    free(text);
    text = two_slides(1e7F, &files);
    ck_assert_uint_eq(files, 2);
    ck_assert_msg(strstr(text, "0 rotation and 1 scalar channels") && !strstr(text, "2 scalar"), "%s", text);
    free(text);
}
END_TEST

/* Whether the sliding model is written, its clip going out to `far`. */
static bool slides_to(float far, const char *scale) {
    const ferry_setting_value asked = {"t3dm.base-scale", scale};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &asked, .setting_count = 1});
    ferry_scene *scene = sliding(job, 0.5, FERRY_LOOP_ONCE);
    ferry_file_list files = {0};
    scene->clips.data[0].tracks[0].values[1] = far;
    bool done = ferry_save(job, scene, "t3dm", "b.t3dm", &files);
    ferry_scene_free(scene);
    ferry_close(job);
    return done;
}

/* One model alone shares its scale with nobody, also where little is missing for its clip to fit. */
START_TEST(a_shared_scale_of_one_model_is_its_own) {
    for (float far = 100; far < 1e5F; far *= 1.01F) {
        ck_assert(slides_to(far, "auto"));
        ck_assert_msg(slides_to(far, "shared"), "%g", (double)far);
    }
}
END_TEST

START_TEST(what_cannot_be_is_a_loss) {
    static const ferry_setting_value never = {"t3dm.skeleton", "never"}, old = {"t3dm.layout", "L5"};
    made m = make_with((const char *const[3]){"maya.bdl", "maya.bck", NULL}, _i ? &old : &never, 1);
    char *text = fy_report_text(ferry_job_report(m.job));
    ck_assert_ptr_nonnull(strstr(text, _i ? "1 animation (1.3 seconds in total) was left out: layout L5 "
                                            "does not"
                                          : "1 animation (1.3 seconds in total) was left out: no bones are"));
    for (uint32_t i = 0; i < m.files.count; i++) ck_assert_ptr_null(strstr(m.files.data[i].name, ".sdata"));
    free(text);
    drop(&m);
}
END_TEST

START_TEST(a_larger_error_needs_fewer_keys) {
    static const char *const errors[] = {"0.01", "0.1", "1"};
    size_t before = SIZE_MAX;
    for (int i = 0; i < 3; i++) {
        const ferry_setting_value settings[] = {{"t3dm.anim-error", errors[i]}, {"t3dm.stream-ext", "t3ds"}};
        made m = make_with((const char *const[3]){"figure.bdl", "figure.bck", NULL}, settings, 2);
        size_t size = file_named(&m, "dir/x.0.t3ds").size;
        ck_assert_uint_lt(size, before);
        before = size;
        drop(&m);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_animations");
    TCase *tests = tcase_create("animations"), *results = fy_results_case(suite);
    tcase_add_loop_test(results, streams_play_as_the_scene_does, 0, 2 * (int)(sizeof plays / sizeof *plays));
    tcase_add_loop_test(results, half_ticks_are_off_by_what_is_told, 0, sizeof plays / sizeof *plays);
    tcase_add_test(tests, animations_that_move_nothing_can_be_asked_for);
    tcase_add_test(tests, clips_that_all_keep_still_are_there);
    tcase_add_test(tests, the_far_end_of_a_pole_is_told);
    tcase_add_loop_test(tests, poses_play_without_the_header, 0, 2);
    tcase_add_test(tests, what_one_clip_moved_the_next_one_puts_back);
    tcase_add_test(tests, clips_that_play_once_hold_their_end);
    tcase_add_loop_test(results, files_are_read_without_a_complaint_and_written_again, 0,
                        (int)(sizeof plays / sizeof *plays));
    tcase_add_loop_test(results, streams_are_clips_again, 0, (int)(sizeof plays / sizeof *plays));
    tcase_add_loop_test(tests, clips_of_files_are_chosen_like_others, 0, 2);
    tcase_add_loop_test(results, boxes_hold_what_the_runtime_shows, 0,
                        2 * (int)(sizeof plays / sizeof *plays));
    tcase_add_test(tests, rotations_are_packed_as_the_format_says);
    tcase_add_test(tests, no_code_around_is_nearer);
    tcase_add_loop_test(tests, rotations_are_packed_alike_among_others, 0, 5);
    tcase_add_test(tests, streams_are_sorted_to_the_last_tick);
    tcase_add_loop_test(tests, what_grows_from_nothing_comes_back, 0, 3);
    tcase_add_loop_test(tests, straight_lines_are_two_keys, 0, 2);
    tcase_add_test(tests, channels_are_told_by_kind);
    tcase_add_loop_test(tests, there_and_back_takes_twice_as_long, 0, 2);
    tcase_add_loop_test(tests, lengths_at_the_edge, 0, 6);
    tcase_add_test(tests, only_clips_that_are_written_have_a_say_in_the_scale);
    tcase_add_loop_test(tests, what_leaves_the_consoles_matrices_is_left_out, 0,
                        (int)(sizeof far_ones / sizeof *far_ones));
    tcase_add_test(tests, clips_that_are_left_out_give_others_nothing);
    tcase_add_test(results, a_shared_scale_of_one_model_is_its_own);
    tcase_add_loop_test(tests, box_trees_know_what_moves, 0, 2);
    tcase_add_loop_test(tests, clips_have_a_say_in_the_scale, 0, 2);
    tcase_add_loop_test(tests, what_cannot_be_is_a_loss, 0, 2);
    tcase_add_test(results, a_larger_error_needs_fewer_keys);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
