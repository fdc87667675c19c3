/* test_scales.c: scales at rest go into vertices and the nodes below; every vertex stays where it was, in
 * every pose. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/pipeline/pass_scales.h"
#include "core/pipeline/pass_transforms.h"
#include "core/scene/scene.h"
#include "helpers.h"

#define RIGHT_ANGLE ((float)(FY_PI / 2))

/* ------------------------------------------------------------------------------------------------- poses */

/* Where the vertices of all draws are, and where their normals point, one behind the other. */
typedef struct posed {
    ferry_vec3 *positions, *normals;
    uint32_t count;
} posed;

static void add_posed(posed *to, const ferry_matrix *matrix, const ferry_mesh *mesh, uint32_t v) {
    ferry_matrix normals = fy_matrix_normals(matrix);
    to->positions[to->count] = fy_matrix_point(matrix, mesh->positions[v]);
    to->normals[to->count] =
        mesh->normals ? fy_vec3_normalize(fy_matrix_direction(&normals, mesh->normals[v])) : (ferry_vec3){0};
    to->count++;
}

static posed pose_all(ferry_job *job, const ferry_scene *scene) {
    uint64_t room = 1;
    for (uint32_t d = 0; d < scene->draws.count; d++)
        room += scene->meshes.data[scene->draws.data[d].mesh].vertex_count;
    posed to = {ferry_new(job, ferry_vec3, room), ferry_new(job, ferry_vec3, room), 0};
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    ck_assert(to.positions && to.normals && worlds && ferry_world_matrices(scene, worlds));
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        const ferry_skin *skin = mesh->skin == FERRY_NONE ? NULL : &scene->skins.data[mesh->skin];
        ferry_matrix *joints = skin ? ferry_new(job, ferry_matrix, (size_t)skin->joint_count + 1) : NULL;
        if (skin) fy_skin_matrices(scene, skin, worlds, joints);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            ferry_matrix matrix = skin ? fy_influence_matrix(skin, mesh->influences[v], joints)
                                       : worlds[scene->draws.data[d].node];
            add_posed(&to, &matrix, mesh, v);
        }
    }
    return to;
}

static double apart(ferry_vec3 a, ferry_vec3 b) {
    return fy_vec3_length((ferry_vec3){a.x - b.x, a.y - b.y, a.z - b.z});
}

static double size_of(const posed *of) {
    double size = 1e-3;
    for (uint32_t i = 0; i < of->count; i++) size = fmax(size, fy_vec3_length(of->positions[i]));
    return size;
}

static void expect_pose(ferry_job *job, const ferry_scene *was, const ferry_scene *is, const char *what) {
    posed a = pose_all(job, was), b = pose_all(job, is);
    double size = size_of(&a);
    ck_assert_uint_eq(a.count, b.count);
    for (uint32_t i = 0; i < a.count; i++) {
        ck_assert_msg(apart(a.positions[i], b.positions[i]) <= 1e-5 * size,
                      "%s: vertex %u is off by %g of "
                      "%g",
                      what, i, apart(a.positions[i], b.positions[i]), size);
        ck_assert_msg(apart(a.normals[i], b.normals[i]) < 1e-3 || fy_vec3_length(b.normals[i]) == 0,
                      "%s: normal %u is off by %g", what, i, apart(a.normals[i], b.normals[i]));
    }
}

/* At rest and at moments of every clip. */
static void expect_same_poses(const ferry_scene *was, const ferry_scene *is, const char *what) {
    enum { MOMENTS = 7 };
    ferry_job *job = fy_test_job();
    expect_pose(job, was, is, what);
    ck_assert_uint_eq(was->clips.count, is->clips.count);
    for (uint32_t c = 0; c < was->clips.count; c++)
        for (uint32_t m = 0; m < MOMENTS; m++) {
            ferry_mark mark = ferry_job_mark(job);
            double at = was->clips.data[c].duration * m / MOMENTS;
            expect_pose(job, ferry_pose(job, was, &c, 1, at), ferry_pose(job, is, &c, 1, at), what);
            ferry_job_release(job, mark);
        }
    ferry_close(job);
}

/* ----------------------------------------------------------------------------------------------- fixtures */

static const char *const fixtures[][3] = {
    {"figure.bdl", "figure.bck"},
    {"skinned.bmd"},
    {"maya.bdl", "maya.bck"},
    {"rigid.bmd", "rigid.bck"},
    {"softimage.bmd"},
    {"bind-pose.bmd"},
    {"billboards.bmd"},
    {"ttyd_paper"},
    {"order.bmd"},
    {"permuted.bmd"},
};

/* The same file with scales taken out, or not. */
static ferry_scene *load(ferry_job *job, const char *const *names, bool folds) {
    ferry_input inputs[3];
    uint32_t count = 0;
    for (; count < 3 && names[count]; count++)
        inputs[count] = (ferry_input){names[count], fy_read_fixture(names[count])};
    ferry_scene *scene = ferry_load(job, inputs, count);
    ck_assert(scene && fy_pass_transforms(
                           job, scene, &(ferry_caps){.clips = true, .folds_scales = folds ? "none" : NULL}));
    ck_assert(ferry_check(job, scene));
    for (uint32_t i = 0; i < count; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    return scene;
}

START_TEST(fixtures_stand_as_before) {
    ferry_job *job = fy_test_job();
    ferry_scene *was = load(job, fixtures[_i], false), *is = load(job, fixtures[_i], true);
    expect_same_poses(was, is, fixtures[_i][0]);
    ferry_scene_free(was);
    ferry_scene_free(is);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------------- made scenes */

static ferry_node *add_node(ferry_scene *scene, uint32_t parent, ferry_vec3 euler, ferry_vec3 scale) {
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "n",
                         .parent = parent,
                         .translate = {1, 2, 3},
                         .euler = euler,
                         .scale = scale,
                         .visible = true};
    return node;
}

/* A square on each node but the first, which has one already. */
static void add_squares(ferry_scene *scene) {
    for (uint32_t i = 1; i < scene->nodes.count; i++) {
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        *mesh = scene->meshes.data[0];
        mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->normals[v] = fy_vec3_normalize((ferry_vec3){1, 2, (float)v});
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = (ferry_draw){
            .name = "d", .node = i, .mesh = scene->meshes.count - 1, .material = FERRY_NONE, .visible = true};
    }
}

/* From `from` at the start to `to` after a second. */
static void add_track(ferry_scene *scene, ferry_target target, uint32_t node, uint32_t channel, float from,
                      float to) {
    if (!scene->clips.count) {
        ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
        *clip =
            (ferry_clip){.name = "c", .kind = "bck", .duration = 1, .rate = 30, .loop = FERRY_LOOP_REPEAT};
        clip->tracks = ferry_scene_new(scene, ferry_track, 256);
    }
    ferry_clip *clip = &scene->clips.data[0];
    ferry_track *track = &clip->tracks[clip->track_count++];
    *track = (ferry_track){.target = target,
                           .object = node,
                           .channel = channel,
                           .interpolation = FERRY_HERMITE,
                           .width = 1,
                           .key_count = 2};
    track->times = ferry_scene_new(scene, double, 2);
    track->values = ferry_scene_new(scene, float, 2);
    track->in = ferry_scene_new(scene, float, 2);
    track->out = ferry_scene_new(scene, float, 2);
    track->times[1] = 1;
    track->values[0] = from;
    track->values[1] = to;
    track->out[0] = track->in[1] = to == from ? 0 : 0.5F;
}

/* The same made twice, one of them baked. */
typedef void (*maker)(ferry_scene *scene, uint32_t seed);

typedef struct pair {
    ferry_job *job;
    ferry_scene *was, *is;
} pair;

static pair make(maker build, uint32_t seed) {
    pair p = {.job = fy_test_job()};
    p.was = fy_square_scene(p.job);
    p.is = fy_square_scene(p.job);
    build(p.was, seed);
    build(p.is, seed);
    ck_assert(ferry_check(p.job, p.was) && fy_bake_scales(p.job, p.is) && ferry_check(p.job, p.is));
    expect_same_poses(p.was, p.is, "made");
    return p;
}

static void drop(pair *p) {
    ferry_scene_free(p->was);
    ferry_scene_free(p->is);
    ferry_close(p->job);
}

static void expect_scale(const pair *p, uint32_t node, float x, float y, float z) {
    ferry_vec3 s = p->is->nodes.data[node].scale;
    ck_assert_msg(fabsf(s.x - x) < 1e-5F && fabsf(s.y - y) < 1e-5F && fabsf(s.z - z) < 1e-5F,
                  "node %u: %g %g %g", node, (double)s.x, (double)s.y, (double)s.z);
}

static void even(ferry_scene *scene, uint32_t seed) {
    (void)seed;
    scene->nodes.data[0].scale = (ferry_vec3){200, 200, 200};
    add_node(scene, 0, (ferry_vec3){0.3F, 0.2F, 0.1F}, (ferry_vec3){0.25F, 0.25F, 0.25F});
    add_node(scene, 1, (ferry_vec3){0.3F, 0.2F, 0.1F}, (ferry_vec3){1, 1, 1});
    add_track(scene, FERRY_TARGET_TRANSLATE, 1, 0, 1, 5);
    for (uint32_t k = 0; k < 3; k++) add_track(scene, FERRY_TARGET_SCALE, 0, k, 200, 200); /* as at rest */
    scene->nodes.data[0].has_bounds = true;
    scene->nodes.data[0].bounds = (ferry_box){{-1, -2, -3}, {6, 5, 4}};
    scene->nodes.data[0].radius = 7;
    add_squares(scene);
}

START_TEST(even_scales_go_down_the_tree) {
    pair p = make(even, 0);
    for (uint32_t i = 0; i < 3; i++) expect_scale(&p, i, 1, 1, 1);
    ck_assert_uint_eq(p.is->clips.data[0].track_count, 1); /* what says as at rest is gone */
    ck_assert_float_eq(p.is->nodes.data[1].translate.x, 200);
    static const ferry_box bounds = {{-200, -400, -600}, {1200, 1000, 800}};
    ck_assert_mem_eq(&p.is->nodes.data[0].bounds, &bounds, sizeof bounds);
    ck_assert_float_eq(p.is->nodes.data[0].radius, 1400);
    fy_expect_report(p.job, "square: note: node[0]: scales of 3 nodes baked into vertices and child "
                            "nodes: \"root\" first\n");
    drop(&p);
}
END_TEST

static void idle(ferry_scene *scene, uint32_t seed) {
    (void)seed;
    scene->nodes.data[0].scale = (ferry_vec3){200, 200, 200};
    for (uint32_t k = 0; k < 3; k++) add_track(scene, FERRY_TARGET_SCALE, 0, k, 200, 200);
    add_squares(scene);
}

/* A game asks for it by its name. */
START_TEST(a_clip_that_says_nothing_else_stays_one) {
    pair p = make(idle, 0);
    expect_scale(&p, 0, 1, 1, 1);
    ck_assert_uint_eq(p.is->clips.data[0].track_count, 1);
    ck_assert_float_eq_tol(p.is->clips.data[0].tracks[0].values[1], 1, 1e-6F);
    drop(&p);
}
END_TEST

/* Right angles exchange axes; others need the largest of them to be taken out alone. */
static void uneven(ferry_scene *scene, uint32_t seed) {
    scene->nodes.data[0].scale = (ferry_vec3){2, 3, 4};
    add_node(scene, 0, (ferry_vec3){0, 0, seed ? 0.5F : RIGHT_ANGLE}, (ferry_vec3){1, 1, 2});
    add_squares(scene);
}

START_TEST(uneven_scales_go_where_the_children_let_them) {
    pair right = make(uneven, 0), other = make(uneven, 1);
    expect_scale(&right, 0, 1, 1, 1);
    expect_scale(&right, 1, 1, 1, 1);
    expect_scale(&other, 0, 0.5F, 0.75F, 1);
    expect_scale(&other, 1, 1, 1, 1);
    drop(&right);
    drop(&other);
}
END_TEST

/* What a clip changes stays with its node; a child that turns takes no uneven scale. */
static void growing(ferry_scene *scene, uint32_t seed) {
    scene->nodes.data[0].scale = (ferry_vec3){5, 5, 5};
    add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){1, 2, 3});
    add_node(scene, 1, (ferry_vec3){0, 0, 0}, (ferry_vec3){2, 2, 2});
    for (uint32_t k = 0; seed && k < 3; k++) add_track(scene, FERRY_TARGET_ROTATE, 2, k, 0, 1);
    for (uint32_t k = 0; !seed && k < 3; k++) add_track(scene, FERRY_TARGET_SCALE, 1, k, 1 + (float)k, 2);
    add_squares(scene);
}

START_TEST(what_clips_change_stays) {
    pair grows = make(growing, 0), turns = make(growing, 1);
    expect_scale(&grows, 0, 1, 1, 1);
    expect_scale(&grows, 1, 1, 2, 3);
    expect_scale(&grows, 2, 1, 1, 1);
    ck_assert_uint_eq(grows.is->clips.data[0].track_count, 3);
    expect_scale(&turns, 1, 1 / 3.0F, 2 / 3.0F, 1);
    expect_scale(&turns, 2, 1, 1, 1);
    drop(&grows);
    drop(&turns);
}
END_TEST

/* Tracks that keep a scale where it rests, in every direction its own, change nothing: it is taken out. */
static void held(ferry_scene *scene, uint32_t seed) {
    const float scale[3] = {1, 2, 3};
    add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){scale[0], scale[1], scale[2]});
    for (uint32_t k = 0; k < 3; k++)
        add_track(scene, FERRY_TARGET_SCALE, 1, k, scale[k], scale[k] + (k == seed ? 1 : 0));
    add_squares(scene);
}

START_TEST(what_clips_hold_is_taken_out) {
    for (uint32_t seed = 0; seed < 4; seed++) {
        pair p = make(held, seed);
        if (seed == 3)
            expect_scale(&p, 1, 1, 1, 1);
        else
            expect_scale(&p, 1, 1, 2, 3);
        drop(&p);
    }
}
END_TEST

/* Scales that leave nothing, or more than numbers hold, and meshes of several nodes are left alone. */
static void odd(ferry_scene *scene, uint32_t seed) {
    add_node(scene, 0, (ferry_vec3){0, 0, 0},
             seed ? (ferry_vec3){0, 0, 0} : (ferry_vec3){1e-7F, 1e-7F, 1e-7F});
    add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){2, 2, 2});
    add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){3, 3, 3});
    add_squares(scene);
    scene->draws.data[3].mesh = scene->draws.data[2].mesh;
    add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){7, 7, 7})->billboard = FERRY_BILLBOARD_SPHERICAL;
}

START_TEST(what_cannot_be_taken_out_stays) {
    pair tiny = make(odd, 0), none = make(odd, 1);
    expect_scale(&none, 1, 0, 0, 0);
    ck_assert_float_eq(tiny.is->nodes.data[1].scale.x, 1e-7F);
    expect_scale(&none, 2, 2, 2, 2);
    expect_scale(&none, 3, 3, 3, 3);
    expect_scale(&none, 4, 7, 7, 7);
    drop(&tiny);
    drop(&none);
}
END_TEST

/* What hangs on a node, or is said of its children, so far away that its scale would leave no number. */
static void far_away(ferry_scene *scene, uint32_t which) {
    const float far = 1e37F;
    scene->nodes.data[0].scale = (ferry_vec3){200, 200, 200};
    ferry_node *child = add_node(scene, 0, (ferry_vec3){0, 0, 0}, (ferry_vec3){1, 1, 1});
    if (which == 0) child->translate.y = -far;
    if (which == 1) child->scale.z = far;
    if (which == 2) scene->meshes.data[0].positions[1].x = far;
    if (which == 3) add_track(scene, FERRY_TARGET_TRANSLATE, 1, 0, 1, far);
    if (which == 4) add_track(scene, FERRY_TARGET_SCALE, 1, 0, 1, far);
    if (which == 5) scene->nodes.data[0].has_bounds = true, scene->nodes.data[0].radius = far;
    if (which != 6) return;
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "m", .group = FERRY_NONE, .count = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, 1);
    morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
    morph->positions[0].z = far;
}

START_TEST(what_would_be_no_number_stays) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    far_away(scene, (uint32_t)_i);
    ck_assert(ferry_check(job, scene) && fy_bake_scales(job, scene) && ferry_check(job, scene));
    ck_assert_float_eq(scene->nodes.data[0].scale.x, _i == 7 ? 1 : 200);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- random trees */

static float pick(uint32_t *seed, const float *from, uint32_t count) {
    *seed = *seed * 1664525u + 1013904223u;
    return from[(*seed >> 16) % count];
}

/* Large and small ones are even: floats would not bring back normals under both at once. */
static ferry_vec3 pick_scale(uint32_t *seed) {
    static const float evens[] = {1, 1, 2, 0.5F, 50, -1, 1.5F, 0.02F}, others[] = {1, 2, 0.5F, -1, 1.5F};
    float x = pick(seed, evens, 8);
    if (pick(seed, (const float[]){0, 0, 1}, 3) == 0) return (ferry_vec3){x, x, x};
    x = pick(seed, others, 5);
    return (ferry_vec3){x, pick(seed, others, 5), pick(seed, others, 5)};
}

static void any(ferry_scene *scene, uint32_t seed) {
    static const float angles[] = {0, 0, RIGHT_ANGLE, -RIGHT_ANGLE, 2 * RIGHT_ANGLE, 0.7F};
    static const float growth[] = {0, 0, 0, 1};
    seed = seed * 2654435761u + 1;
    scene->nodes.data[0].scale = pick_scale(&seed);
    for (uint32_t i = 1; i < 7; i++) {
        ferry_vec3 euler = {pick(&seed, angles, 6), pick(&seed, angles, 6), pick(&seed, angles, 6)};
        add_node(scene, (uint32_t)pick(&seed, (const float[]){0, 1, 2, 3, 4, 5}, i), euler,
                 pick_scale(&seed));
    }
    for (uint32_t i = 0; i < 7; i++) /* in the order of clips */
        for (uint32_t k = 0; pick(&seed, growth, 4) != 0 && k < 3; k++)
            add_track(scene, FERRY_TARGET_TRANSLATE, i, k, 1, 2);
    for (uint32_t i = 0; i < 7; i++)
        if (pick(&seed, growth, 4) != 0)
            for (uint32_t k = 0; k < 3; k++) add_track(scene, FERRY_TARGET_ROTATE, i, k, 0, 1);
    for (uint32_t i = 0; i < 7; i++)
        for (uint32_t k = 0; pick(&seed, growth, 4) != 0 && k < 3; k++)
            add_track(scene, FERRY_TARGET_SCALE, i, k, 0.5F, 2);
    add_squares(scene);
    if (pick(&seed, growth, 4) != 0) fy_hang_on_two(scene);
}

START_TEST(any_tree_stands_as_before) {
    for (uint32_t seed = 0; seed < 40; seed++) {
        pair p = make(any, 40 * (uint32_t)_i + seed);
        drop(&p);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("scales");
    TCase *poses = tcase_create("poses");
    tcase_add_loop_test(poses, fixtures_stand_as_before, 0, sizeof fixtures / sizeof *fixtures);
    tcase_add_test(poses, even_scales_go_down_the_tree);
    tcase_add_test(poses, a_clip_that_says_nothing_else_stays_one);
    tcase_add_test(poses, uneven_scales_go_where_the_children_let_them);
    tcase_add_test(poses, what_clips_change_stays);
    tcase_add_test(poses, what_clips_hold_is_taken_out);
    tcase_add_test(poses, what_cannot_be_taken_out_stays);
    tcase_add_loop_test(poses, what_would_be_no_number_stays, 0, 8); /* the last: nothing is far away */
    tcase_add_loop_test(poses, any_tree_stands_as_before, 0, 25);
    suite_add_tcase(suite, poses);
    return fy_run_suite(suite);
}
