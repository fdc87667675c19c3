/*
 * test_t3dm_depth_bias.c: paper layers in one plane (docs/formats/t3dm.md, "Depth bias"): how far they are
 * raised, and which of them the written file shows on the console's screen, against what the source's own
 * planes and order say.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures_ttyd.h"
#include "core/base/maths.h"
#include "core/scene/visible.h"
#include "formats/t3dm/draw/t3dm_depth_bias_pairs.h"
#include "formats/t3dm/draw/t3dm_depth_bias_solve.h"
#include "formats/t3dm/draw/t3dm_layer.h"
#include "helpers.h"

/* ------------------------------------------------------------------------------------------- levels */

enum { STEP = 8, BOTH = FY_SIDE_FRONT | FY_SIDE_BACK };

typedef struct stack {
    fy_coplanar_layer coplanar_layers[40];
    fy_coplanar_pair pairs[80];
    uint32_t count, pair_count, beyond;
} stack;

static void add_coplanar_layers(stack *s, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        s->coplanar_layers[s->count++] = (fy_coplanar_layer){.sides = BOTH, .writes = true};
}

static fy_coplanar_pair *lay(stack *s, uint32_t lower, uint32_t upper) {
    fy_coplanar_pair *pair = &s->pairs[s->pair_count++];
    *pair = (fy_coplanar_pair){
        .lower = lower, .upper = upper, .one_plane = true, .above = INFINITY, .below = INFINITY};
    return pair;
}

static void apart(stack *s, uint32_t lower, uint32_t upper, double by) {
    fy_coplanar_pair *pair = lay(s, lower, upper);
    pair->one_plane = false;
    if (by > 0) pair->above = by;
    if (by < 0) pair->below = -by;
}

static void level(stack *s) {
    ferry_job *job = fy_quick_job();
    fy_coplanar_pairs pairs = {.job = job, .data = s->pairs, .count = s->pair_count};
    fy_coplanar_pairs_merge(&pairs);
    ck_assert(fy_depth_bias_solve(job, s->coplanar_layers, s->count, &pairs, STEP, &s->beyond));
    ferry_close(job);
}

static void expect(const stack *s, uint32_t coplanar_layer, double front, double back) {
    ck_assert_double_eq_tol(s->coplanar_layers[coplanar_layer].depth_bias[0], front, 1e-9);
    ck_assert_double_eq_tol(s->coplanar_layers[coplanar_layer].depth_bias[1], back, 1e-9);
}

START_TEST(a_chain_climbs_on_both_sides) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 4);
    lay(&s, 0, 1), lay(&s, 1, 2), lay(&s, 2, 3), lay(&s, 0, 3);
    level(&s);
    for (uint32_t i = 0; i < 4; i++) expect(&s, i, i * STEP, i * STEP);
    ck_assert_uint_eq(s.beyond, 0);
}
END_TEST

/* One below, two beside each other, one on both. Those two stay where they are, and one draw each. */
START_TEST(a_diamond_takes_three_levels) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 4);
    lay(&s, 0, 1), lay(&s, 0, 2), lay(&s, 1, 3), lay(&s, 2, 3);
    level(&s);
    expect(&s, 0, -STEP, -STEP), expect(&s, 1, 0, 0), expect(&s, 2, 0, 0), expect(&s, 3, STEP, STEP);
}
END_TEST

START_TEST(what_overlaps_nothing_stays) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 3);
    lay(&s, 0, 2);
    level(&s);
    expect(&s, 0, 0, 0), expect(&s, 1, 0, 0), expect(&s, 2, STEP, STEP);
}
END_TEST

/* Sides that nobody sees ask for nothing; who sees the front of a turned one sees the back of others. */
START_TEST(only_sides_that_are_seen_count) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 4);
    s.coplanar_layers[1].sides = FY_SIDE_FRONT;
    s.coplanar_layers[2].sides = FY_SIDE_BACK;
    s.coplanar_layers[3].sides = FY_SIDE_FRONT;
    lay(&s, 0, 1), lay(&s, 0, 2), lay(&s, 1, 2), lay(&s, 0, 3)->turned = true, lay(&s, 1, 3)->turned = true;
    lay(&s, 2, 3)->turned = true;
    level(&s);
    expect(&s, 0, 0, 0), expect(&s, 1, STEP, 0), expect(&s, 2, 0, STEP), expect(&s, 3, 2 * STEP, 0);
}
END_TEST

START_TEST(nothing_minds_what_writes_no_depth) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 3);
    s.coplanar_layers[1].writes = false;
    lay(&s, 0, 1), lay(&s, 1, 2);
    level(&s);
    expect(&s, 1, STEP, STEP), expect(&s, 2, 0, 0);
}
END_TEST

/* Those that are never in one plane keep their order, seen from both sides, and stay one draw: what is raised
 * towards one side goes away from the other. */
START_TEST(what_is_really_apart_moves_as_it_is) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 6);
    apart(&s, 0, 1, 3), apart(&s, 1, 2, -1), apart(&s, 3, 4, STEP), apart(&s, 3, 5, 100);
    level(&s);
    expect(&s, 0, 0, 0), expect(&s, 1, 7, -7), expect(&s, 2, 0, 0);
    for (uint32_t i = 3; i < 6; i++) expect(&s, i, 0, 0);
}
END_TEST

/* Raising one must not bring it before what is really in front of it. */
START_TEST(what_is_in_front_gives_way) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 4);
    lay(&s, 0, 1), lay(&s, 1, 2), apart(&s, 0, 3, 10), apart(&s, 1, 3, 10), apart(&s, 2, 3, 10);
    level(&s);
    expect(&s, 2, 2 * STEP, 2 * STEP);
    ck_assert_double_eq_tol(s.coplanar_layers[3].depth_bias[0], 3 * STEP - 10, 1e-9);
    expect(&s, 0, 0, s.coplanar_layers[0].depth_bias[1]);
    /* from behind it is below all of them */
    ck_assert_double_eq_tol(s.coplanar_layers[3].depth_bias[1], 0, 1e-9);
}
END_TEST

/* In one pose it lies in the plane, in another one behind it: the plane's order holds. */
START_TEST(contradictions_end_in_drawing_order) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 3);
    lay(&s, 0, 1), lay(&s, 1, 2), apart(&s, 0, 2, -1);
    level(&s);
    expect(&s, 0, 0, 0), expect(&s, 1, STEP, STEP), expect(&s, 2, 2 * STEP, 2 * STEP);
    ck_assert_uint_eq(s.beyond, 0);
}
END_TEST

START_TEST(levels_end_somewhere) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 20);
    for (uint32_t i = 1; i < 20; i++) lay(&s, i - 1, i);
    level(&s);
    expect(&s, 0, -FY_DEPTH_BIAS_LEVELS * STEP, -FY_DEPTH_BIAS_LEVELS * STEP);
    expect(&s, 15, -STEP, -STEP);
    for (uint32_t i = 16; i < 20; i++) expect(&s, i, 0, 0); /* all at the top: most are there */
    ck_assert_uint_eq(s.beyond, 4);
}
END_TEST

/* Decals: only on what stays, and with nothing over them. */
START_TEST(decals_lie_at_the_bottom) {
    stack s = {.count = 0};
    add_coplanar_layers(&s, 7);
    s.coplanar_layers[1].lies = s.coplanar_layers[3].lies = s.coplanar_layers[5].lies = true;
    lay(&s, 0, 1), lay(&s, 0, 2), lay(&s, 2, 3), lay(&s, 0, 3), lay(&s, 4, 5), lay(&s, 5, 6), lay(&s, 4, 6);
    level(&s);
    ck_assert(s.coplanar_layers[1].lies && !s.coplanar_layers[3].lies && !s.coplanar_layers[5].lies);
    expect(&s, 1, 0, 0), expect(&s, 3, 2 * STEP, 2 * STEP), expect(&s, 5, STEP, STEP),
        expect(&s, 6, 2 * STEP, 2 * STEP);
}
END_TEST

/* ------------------------------------------------------------------------------------------- pairs */

/* A triangle in the plane of two axes, from `left` on, `high` above it, and one right over the origin. What
 * is beside it, or shares less than a unit of area with it, is no pair; else how far it lies above is. */
START_TEST(pairs_are_apart_as_their_planes_are) {
    static const struct {
        float left, high;
        bool pair;
        float rise; /* of its tip */
    } rows[] = {{0, .25F, true, 0},   {8, 3, true, 0},   {-8, .5F, true, 0},
                {17, .25F, false, 0}, {15, 3, false, 0}, {0, 0, true, 3}};
    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            ferry_job *job = fy_quick_job();
            ferry_scene *scene = fy_square_scene(job);
            fy_coplanar_layer layers[2] = {{.draw = 0, .sides = BOTH, .writes = true},
                                           {.draw = 1, .sides = BOTH, .writes = true}};
            fy_coplanar_search search = {.job = job, .scale = 1, .reach = 8, .steps_left = 1000};
            fy_coplanar_pairs pairs = {.job = job};
            *ferry_append(scene, &scene->meshes, ferry_mesh) = scene->meshes.data[0];
            *ferry_append(scene, &scene->draws, ferry_draw) = scene->draws.data[0];
            scene->draws.data[1].mesh = 1;
            for (int m = 0; m < 2; m++) {
                ferry_mesh *mesh = &scene->meshes.data[m];
                float left = m ? rows[i].left : 0, high = m ? rows[i].high : 0;
                const float corners[3][3] = {/* off the origin, to either side of an axis */
                                             {left - 8, 0, high + 5},
                                             {left + 8, 0, high + 5},
                                             {left - 8, 16, high + (m ? rows[i].rise : 0) + 5}};
                mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
                mesh->triangle_count = 1;
                for (int k = 0; k < 3; k++)
                    mesh->positions[k] = (ferry_vec3){corners[k][(3 - axis) % 3], corners[k][(4 - axis) % 3],
                                                      corners[k][(5 - axis) % 3]};
            }
            ck_assert(fy_coplanar_find_pairs(&search, scene, layers, 2, &pairs));
            ck_assert_uint_eq(pairs.count, rows[i].pair);
            if (rows[i].pair) ck_assert_double_eq_tol(pairs.data[0].above, (double)rows[i].high, 1e-6);
            fy_coplanar_pairs_close(&pairs);
            ferry_scene_free(scene);
            ferry_close(job);
        }
}
END_TEST

/* --------------------------------------------------------------------------------------- the screen */

enum { WIDTH = 320, HEIGHT = 240, SCALE = 64 };

typedef struct stage {
    ferry_setting_value settings[2];
    ferry_job *job;
    jb_file actor;
    ferry_file_list files;
    ferry_scene *source, *written;
    ferry_box frame;
    double distance;
} stage;

static bool find_file(void *user, const char *name, ferry_bytes *bytes) {
    const stage *s = user;
    for (uint32_t i = 0; i < s->files.count; i++)
        if (strcmp(s->files.data[i].name, name) == 0) {
            *bytes = s->files.data[i].bytes;
            return true;
        }
    return false;
}

/* An actor and the file made of it. */
static void set_stage(stage *s, tb_actor *actor, const char *key, const char *value) {
    *s = (stage){.actor = tb_build(actor), .settings = {{"t3dm.base-scale", "64"}, {key, value}}};
    ferry_options options = {
        .size = sizeof options, .sidecar = find_file, .user = s, .settings = s->settings};
    options.setting_count = key ? 2 : 1;
    s->job = ferry_open(&options);
    ferry_input input = {actor->name, {s->actor.data, s->actor.size}};
    s->source = ferry_load(s->job, &input, 1);
    ck_assert(s->source && s->source->layered);
    ferry_scene *prepared = ferry_load(s->job, &input, 1);
    ck_assert(prepared && ferry_prepare(s->job, prepared, "t3dm", NULL) &&
              ferry_save(s->job, prepared, "t3dm", "made.t3dm", &s->files));
    s->written = ferry_load(s->job, &(ferry_input){s->files.data[0].name, s->files.data[0].bytes}, 1);
    ck_assert(s->written && !s->written->layered);
    ferry_scene_free(prepared);
    tb_free(actor);
}

static void clear_stage(stage *s) {
    ferry_scene_free(s->source);
    ferry_scene_free(s->written);
    ferry_close(s->job);
    jb_file_free(&s->actor);
}

static uint32_t clip_called(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->clips.count; i++)
        if (strcmp(scene->clips.data[i].name, name) == 0) return i;
    ck_abort_msg("no clip \"%s\"", name);
}

typedef struct moment {
    const char *clip;
    double time;
} moment;

/* A scene at a moment, whose draws may be switched. */
static ferry_scene *posed(const stage *s, const ferry_scene *scene, const char *clip, double time) {
    uint32_t number = clip ? clip_called(scene, clip) : 0;
    const ferry_scene *at = ferry_pose(s->job, scene, &number, clip ? 1 : 0, time);
    ck_assert_ptr_nonnull(at);
    return (ferry_scene *)(uintptr_t)at;
}

/* Where a source's draw stands: a point of its plane, and its corners' x and y. */
static double depth_of(const ferry_scene *scene, uint32_t draw, const double normal[3]) {
    const ferry_draw *d = &scene->draws.data[draw];
    ferry_matrix *worlds = malloc(scene->nodes.count * sizeof *worlds);
    ck_assert(ferry_world_matrices(scene, worlds));
    ferry_vec3 p = scene->meshes.data[d->mesh].positions[0];
    const ferry_matrix *m = &worlds[d->node];
    double sum = 0;
    for (int i = 0; i < 3; i++)
        sum += normal[i] *
               (m->m[i][0] * (double)p.x + m->m[i][1] * (double)p.y + m->m[i][2] * (double)p.z + m->m[i][3]);
    free(worlds);
    return sum;
}

/* Where the fronts of all layers look. */
static void front_of(const ferry_scene *scene, double normal[3]) {
    ferry_matrix *worlds = malloc(scene->nodes.count * sizeof *worlds);
    ck_assert(ferry_world_matrices(scene, worlds));
    const ferry_matrix *m = &worlds[scene->draws.data[0].node];
    for (int i = 0; i < 3; i++) normal[i] = m->m[i][2];
    free(worlds);
}

/* What the screen shows of these of the written draws: both that one of the source's was made into have its
 * name. */
static ferry_picture show(const stage *s, const ferry_scene *scene, const char *const names[2], double yaw,
                          ferry_look look) {
    ferry_scene copy = *scene;
    ferry_picture picture;
    ferry_view view = {
        .size = sizeof view, .width = WIDTH, .height = HEIGHT, .yaw = (float)yaw, .look = look};
    view.frame = s->frame;
    view.has_frame = true;
    view.distance = (float)s->distance;
    copy.draws.data = malloc(scene->draws.count * sizeof *copy.draws.data);
    memcpy(copy.draws.data, scene->draws.data, scene->draws.count * sizeof *copy.draws.data);
    for (uint32_t i = 0; i < copy.draws.count; i++) {
        const char *name = copy.draws.data[i].name;
        bool kept = strcmp(name, names[0]) == 0 || (names[1] && strcmp(name, names[1]) == 0);
        copy.draws.data[i].visible = copy.draws.data[i].visible && kept;
    }
    ck_assert(ferry_render(s->job, &copy, &view, &picture));
    free(copy.draws.data);
    return picture;
}

/* Pixels that are all drawn for two pixels around: no border's blending reaches there. */
static void find_inside(const ferry_picture *p, uint8_t *inside) {
    memset(inside, 0, WIDTH * HEIGHT);
    for (int y = 2; y < HEIGHT - 2; y++)
        for (int x = 2; x < WIDTH - 2; x++) {
            bool all = true;
            for (int k = 0; all && k < 25; k++) all = p->covered[(y + k / 5 - 2) * WIDTH + x + k % 5 - 2];
            inside[y * WIDTH + x] = all;
        }
}

/* A layer by itself. */
typedef struct lone {
    ferry_picture picture;
    uint8_t inside[WIDTH * HEIGHT];
    double depth;
} lone;

static uint32_t count_shared(const lone *a, const lone *b) {
    uint32_t count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++) count += a->inside[i] && b->inside[i];
    return count;
}

/* Of what is opaque each pixel is as if the other were not there; of what is blended something shows. */
static uint32_t count_wrong(const ferry_picture *both, const lone *top, const lone *other, bool blended) {
    uint32_t wrong = 0;
    for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++) {
        if (!top->inside[i] || !other->inside[i]) continue;
        bool same = memcmp(both->rgba + 4 * i, top->picture.rgba + 4 * i, 3) == 0;
        bool shows = memcmp(both->rgba + 4 * i, other->picture.rgba + 4 * i, 3) != 0;
        wrong += blended ? !shows : !same;
    }
    return wrong;
}

/* Each pair of layers that share a place of the screen: of one plane the later one is seen, else the nearer
 * one. Returns how many pixels were looked at. */
static uint32_t check_pairs(const stage *s, const moment *at, double yaw, ferry_look look, uint32_t *wrong) {
    ferry_mark mark = ferry_job_mark(s->job);
    const ferry_scene *source = posed(s, s->source, at->clip, at->time),
                      *written = posed(s, s->written, at->clip, at->time);
    double normal[3];
    uint32_t seen = 0;
    front_of(source, normal);
    bool from_front = normal[0] * sin(yaw) + normal[2] * cos(yaw) > 0; /* where the eye stands */
    lone *lones = calloc(source->draws.count, sizeof *lones);
    for (uint32_t j = 0; j < source->draws.count; j++) {
        const ferry_draw *b = &source->draws.data[j];
        lone *upper = &lones[j];
        if (!fy_draw_visible(source, b)) continue;
        upper->picture = show(s, written, (const char *[2]){b->name, NULL}, yaw, look);
        upper->depth = depth_of(source, j, normal);
        find_inside(&upper->picture, upper->inside);
        bool blended = source->materials.data[b->material].alpha_mode == FERRY_ALPHA_BLEND;
        for (uint32_t i = 0; i < j; i++) {
            const ferry_draw *a = &source->draws.data[i];
            uint32_t shared = fy_draw_visible(source, a) ? count_shared(&lones[i], upper) : 0;
            if (!shared) continue;
            double apart = upper->depth - lones[i].depth;
            bool later = fabs(apart) < 1e-4 || (apart > 0) == from_front;
            ferry_picture both = show(s, written, (const char *[2]){a->name, b->name}, yaw, look);
            uint32_t bad = later ? count_wrong(&both, upper, &lones[i], blended)
                                 : count_wrong(&both, &lones[i], upper, false);
            if (bad)
                printf("%s %.2f, %.0f degrees, from %.0f: %u of %u pixels of %s over %s\n",
                       at->clip ? at->clip : "at rest", at->time, yaw * 180 / FY_PI, s->distance, bad, shared,
                       later ? b->name : a->name, later ? a->name : b->name);
            *wrong += bad;
            seen += shared;
        }
    }
    free(lones);
    ferry_job_release(s->job, mark);
    return seen;
}

/* A camera that is so many of the figure's lengths away, with its near plane at a quarter of that; in units
 * of the file. */
static void stand_off(stage *s, double lengths, double length, const double middle[3]) {
    double distance = SCALE * lengths * length, half = 0.6 * distance / sqrt(3);
    s->distance = distance;
    s->frame = (ferry_box){{(float)(SCALE * middle[0] - half), (float)(SCALE * middle[1] - half),
                            (float)(SCALE * middle[2] - half)},
                           {(float)(SCALE * middle[0] + half), (float)(SCALE * middle[1] + half),
                            (float)(SCALE * middle[2] + half)}};
}

static const moment moments[] = {{NULL, 0},      {"turn", 1},    {"spin", 0.2},
                                 {"spin", 0.45}, {"open", 0.25}, {"bend", 0.24}};
static const double degrees[] = {0, -30, 30, 150, 180, 210};

/* The least and the greatest distance that the step is made for, at rest from all sides, and in animations
 * from some. */
START_TEST(each_overlap_shows_what_the_source_says) {
    static const double lengths[] = {1.5, 1, 2};
    static const double middle[3] = {9, 20, 0};
    uint32_t wrong = 0, seen = 0;
    stage s;
    set_stage(&s, tb_layers(), NULL, NULL);
    for (int k = 0; k < (_i ? 1 : 3); k++) {
        stand_off(&s, lengths[k], 70, middle);
        for (size_t d = 0; d < sizeof degrees / sizeof *degrees; d += _i ? 2 : 1)
            seen += check_pairs(&s, &moments[_i], degrees[d] * FY_PI / 180, FERRY_LOOK_CONSOLE, &wrong);
    }
    ck_assert_uint_gt(seen, 1000);
    ck_assert_uint_eq(wrong, 0);
    clear_stage(&s);
}
END_TEST

static uint32_t count_named(const ferry_scene *scene, const char *name, uint32_t *decals) {
    uint32_t count = 0;
    *decals = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        if (strcmp(draw->name, name) != 0) continue;
        count++;
        *decals += (scene->materials.data[draw->material].rdp->other_mode & FERRY_RDP_Z_DECAL) != 0;
    }
    return count;
}

/* What each layer costs: two draws only where both sides are seen and ask for different places, and a decal
 * where nothing is raised below. */
START_TEST(few_layers_are_drawn_twice) {
    static const struct {
        const char *name;
        uint32_t draws, decals;
    } expected[] = {{"card", 2, 0}, {"card.1", 1, 0}, {"ribbon", 1, 0}, {"badge", 2, 0}, {"corner", 1, 0},
                    {"pin", 2, 0},  {"under", 2, 0},  {"over", 2, 0},   {"leaf", 1, 0},  {"leaf2", 1, 0},
                    {"lid", 1, 0},  {"flap", 2, 0},   {"label", 1, 0},  {"front", 1, 0}, {"hind", 1, 0},
                    {"tile", 1, 0}, {"tile.1", 1, 1}, {"pane", 1, 0}};
    stage s;
    uint32_t decals;
    set_stage(&s, tb_layers(), NULL, NULL);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        ck_assert_msg(count_named(s.written, expected[i].name, &decals) == expected[i].draws, "%s",
                      expected[i].name);
        ck_assert_msg(decals == expected[i].decals, "%s", expected[i].name);
    }
    clear_stage(&s);
}
END_TEST

/* All corners of the draws of `scene` that are called and culled as draw `like` of another one is. */
static double sum_of(const ferry_scene *scene, const ferry_scene *of, uint32_t like) {
    const ferry_draw *as = &of->draws.data[like];
    double sum = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
        if (strcmp(draw->name, as->name) != 0 ||
            scene->materials.data[draw->material].cull != of->materials.data[as->material].cull)
            continue;
        for (uint32_t k = 0; k < 3 * mesh->triangle_count; k++) {
            ferry_vec3 p = mesh->positions[mesh->triangles[k]];
            sum += (double)p.x + 3 * (double)p.y + 7 * (double)p.z;
        }
    }
    return sum;
}

/* What was raised is raised: the file says nothing of layers. */
START_TEST(written_again_nothing_moves) {
    stage s;
    ferry_file_list again = {0};
    ferry_job *job = fy_quick_job();
    set_stage(&s, tb_layers(), NULL, NULL);
    ferry_input input = {s.files.data[0].name, s.files.data[0].bytes};
    ferry_scene *scene = ferry_load(job, &input, 1), *prepared = ferry_load(job, &input, 1);
    ck_assert(scene && prepared && ferry_prepare(job, prepared, "t3dm", NULL) &&
              ferry_save(job, prepared, "t3dm", "made.t3dm", &again));
    ferry_scene *back = ferry_load(job, &(ferry_input){"made.t3dm", again.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        double sums[2] = {sum_of(scene, scene, i), sum_of(back, scene, i)};
        ck_assert_double_eq_tol(sums[0], sums[1], 1e-6 * (1 + fabs(sums[0])));
    }
    ck_assert_uint_eq(scene->draws.count, back->draws.count);
    ferry_scene_free(scene);
    ferry_scene_free(prepared);
    ferry_scene_free(back);
    ferry_close(job);
    clear_stage(&s);
}
END_TEST

static uint32_t count_told(ferry_job *job) {
    const ferry_report *report = ferry_job_report(job);
    uint32_t count = 0;
    for (uint32_t i = 0; i < report->count; i++)
        count += strcmp(report->data[i].code, "t3dm.depth-bias") == 0;
    return count;
}

/* Only scenes that say so are raised, and only where layers are wanted. */
START_TEST(others_stay_as_they_are) {
    stage s;
    uint32_t decals;
    ferry_file_list files = {0};
    set_stage(&s, tb_layers(), NULL, NULL);
    ck_assert_uint_eq(count_told(s.job), 1);
    s.source->layered = false;
    ck_assert(ferry_prepare(s.job, s.source, "t3dm", NULL) &&
              ferry_save(s.job, s.source, "t3dm", "plain.t3dm", &files));
    ck_assert_uint_eq(count_told(s.job), 1);
    clear_stage(&s);
    set_stage(&s, tb_layers(), "t3dm.coplanar", "keep");
    ck_assert_uint_eq(count_told(s.job), 0);
    ck_assert_uint_eq(count_named(s.written, "badge", &decals), 1);
    clear_stage(&s);
}
END_TEST

/* Both machines' pictures, from the front and from behind, at rest and while a clip plays. */
START_TEST(layers_look_as_before) {
    static const char *const names[] = {"layers-front", "layers-back", "layers-open", "layers-bend-back"};
    static const moment at[] = {{NULL, 0}, {NULL, 0}, {"open", 0.25}, {"bend", 0.24}};
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120, .look = FERRY_LOOK_CONSOLE};
    char name[64];
    stage s;
    view.yaw = (float)((_i % 2 ? 200 : 20) * FY_PI / 180);
    set_stage(&s, tb_layers(), NULL, NULL);
    for (int machine = 0; machine < 2; machine++) {
        ferry_picture picture;
        const ferry_scene *scene = machine ? s.written : s.source;
        ck_assert(ferry_render(s.job, posed(&s, scene, at[_i].clip, at[_i].time), &view, &picture));
        snprintf(name, sizeof name, "%s.%s", names[_i], machine ? "t3dm" : "ttyd");
        fy_expect_picture(s.job, name, &picture);
    }
    clear_stage(&s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_sheets");
    TCase *tests = tcase_create("levels");
    tcase_add_test(tests, a_chain_climbs_on_both_sides);
    tcase_add_test(tests, a_diamond_takes_three_levels);
    tcase_add_test(tests, what_overlaps_nothing_stays);
    tcase_add_test(tests, only_sides_that_are_seen_count);
    tcase_add_test(tests, nothing_minds_what_writes_no_depth);
    tcase_add_test(tests, what_is_really_apart_moves_as_it_is);
    tcase_add_test(tests, what_is_in_front_gives_way);
    tcase_add_test(tests, contradictions_end_in_drawing_order);
    tcase_add_test(tests, levels_end_somewhere);
    tcase_add_test(tests, decals_lie_at_the_bottom);
    tcase_add_test(tests, pairs_are_apart_as_their_planes_are);
    suite_add_tcase(suite, tests);
    TCase *screen = tcase_create("screen");
    tcase_set_timeout(screen, 120);
    tcase_add_loop_test(screen, each_overlap_shows_what_the_source_says, 0,
                        (int)(sizeof moments / sizeof *moments));
    tcase_add_loop_test(screen, layers_look_as_before, 0, 4);
    tcase_add_test(screen, few_layers_are_drawn_twice);
    tcase_add_test(screen, written_again_nothing_moves);
    tcase_add_test(screen, others_stay_as_they_are);
    suite_add_tcase(suite, screen);
    return fy_run_suite(suite);
}
