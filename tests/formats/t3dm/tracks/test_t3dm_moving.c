/*
 * test_t3dm_moving.c: what clips do to geometry is what the tracks chunk says: the file as a game would have
 * it at a moment (t3dm_tracks_player.h) draws what a file draws that was written of the scene at that moment.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_replay.h"
#include "builders/t3dm/t3dm_tracks_player.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"

/* Bones and scale are those of the whole model at all times; layers are found at rest. Materials are judged
 * by imagined pixels: what is seen changes with the pose. What no clip moves may have less of its picture, so
 * no material has. */
typedef enum way { WITH_LAYERS, WITHOUT_LAYERS, AGAIN } way;

#define COMMON                                                                                               \
    {"t3dm.skeleton", "always"}, {"t3dm.effort", "fast"}, {                                                  \
        "t3dm.composite-textures", "no"                                                                      \
    }

static ferry_job *open_job(way how) {
    enum { SETTINGS = 5 };
    static const ferry_setting_value settings[][SETTINGS] = {
        {{"t3dm.base-scale", "64"}, {"t3dm.coplanar", "decal"}, COMMON},
        {{"t3dm.base-scale", "64"}, {"t3dm.coplanar", "keep"}, COMMON},
        {{"t3dm.base-scale", "1"}, {"t3dm.coplanar", "keep"}, COMMON},
    };
    ferry_options options = {.size = sizeof options, .settings = settings[how], .setting_count = SETTINGS};
    return ferry_open(&options);
}

/* Files by their names, space between them, ready to be written. */
static ferry_scene *load(ferry_job *job, const char *names) {
    ferry_input inputs[4];
    size_t count = 0;
    char list[128], *at = list;
    strcpy(list, names);
    for (char *name; (name = strtok(at, " ")); at = NULL) {
        inputs[count] = (ferry_input){name, fy_read_fixture(name)};
        count++;
    }
    ferry_scene *scene = ferry_load(job, inputs, count);
    bool ready = scene && ferry_prepare(job, scene, "t3dm", NULL);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(ready, "%s", text);
    free(text);
    for (size_t i = 0; i < count; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    return scene;
}

/* ---------------------------------------------------------------------------------------------- comparing */

typedef struct tolerance {
    double place, normal, color, shift;
    double between; /* places that are not looked at, on a straight line between two that are */
} tolerance;

static int16_t s16(const uint8_t *at) {
    return (int16_t)(at[0] << 8 | at[1]);
}

static int part_of(const replay_corner *c, int shift, int width) {
    int value = ((c->bytes[6] << 8 | c->bytes[7]) >> shift) & ((1 << width) - 1);
    return value >= 1 << (width - 1) ? value - (1 << width) : value;
}

/* Texture coordinates may be whole repeats apart: pictures are of 32 texels or 64. */
static int off_by(int steps) {
    enum { REPEAT = 32 * 32 };
    int rest = (steps % REPEAT + REPEAT) % REPEAT;
    return rest < REPEAT - rest ? rest : REPEAT - rest;
}

/* Where a normal points to, in steps of y. Games make those that they turn unit length, which under sheared
 * bones is not the length of those that rest. */
static bool same_way(const replay_corner *a, const replay_corner *b, double most) {
    const replay_corner *corners[2] = {a, b};
    double n[2][3];
    for (int k = 0; k < 2; k++) {
        double length = 0;
        n[k][0] = part_of(corners[k], 11, 5) / 15.5;
        n[k][1] = part_of(corners[k], 5, 6) / 31.5;
        n[k][2] = part_of(corners[k], 0, 5) / 15.5;
        for (int i = 0; i < 3; i++) length += n[k][i] * n[k][i];
        for (int i = 0; i < 3 && length > 0; i++) n[k][i] *= 31.5 / sqrt(length);
    }
    for (int i = 0; i < 3; i++)
        if (fabs(n[0][i] - n[1][i]) > most) return false;
    return true;
}

static bool near_to(const replay_corner *a, const replay_corner *b, const tolerance *t) {
    bool near = memcmp(a->bytes + 16, b->bytes + 16, 2) == 0;
    near = near && same_way(a, b, t->normal) && (t->normal > 0 || memcmp(a->bytes + 6, b->bytes + 6, 2) == 0);
    for (int i = 0; i < 3; i++) near = near && abs(s16(a->bytes + 2 * i) - s16(b->bytes + 2 * i)) <= t->place;
    for (int i = 8; i < 12; i++) near = near && abs(a->bytes[i] - b->bytes[i]) <= t->color;
    for (int i = 12; i < 16; i += 2) near = near && off_by(s16(a->bytes + i) - s16(b->bytes + i)) <= t->shift;
    return near;
}

static bool same_triangle(const replay_triangle *a, const replay_triangle *b, const tolerance *t) {
    for (int turn = 0; turn < 3; turn++) {
        bool same = true;
        for (int k = 0; k < 3; k++) same = same && near_to(&a->corners[k], &b->corners[(k + turn) % 3], t);
        if (same) return true;
    }
    return false;
}

/* Of one bone, and as good as without area: the other file may leave it out. */
static bool is_flat(const replay_triangle *t) {
    double a[3], b[3], size = 0, edges = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = s16(t->corners[1].bytes + 2 * i) - s16(t->corners[0].bytes + 2 * i);
        b[i] = s16(t->corners[2].bytes + 2 * i) - s16(t->corners[0].bytes + 2 * i);
        edges += a[i] * a[i] + b[i] * b[i];
    }
    for (int i = 0; i < 3; i++) {
        double part = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
        size += part * part;
    }
    return size <= 4 * edges;
}

/* Each triangle of one file is one of the other. */
static void expect_same(ferry_bytes moved, const bool *drawn, ferry_bytes expected, const tolerance *t,
                        const char *when) {
    replay a = fy_replay(moved), b = fy_replay(expected);
    ck_assert_msg(!a.fault && !b.fault, "%s: %s %s", when, a.fault, b.fault);
    bool *met = calloc(b.count + (size_t)1, sizeof *met);
    uint32_t found = 0;
    for (uint32_t i = 0; i < a.count; i++) {
        uint32_t k = 0;
        if (!drawn[a.triangles[i].object]) continue;
        while (k < b.count && (met[k] || !same_triangle(&a.triangles[i], &b.triangles[k], t))) k++;
        ck_assert_msg(k < b.count || is_flat(&a.triangles[i]), "%s: triangle %u of object %u is not there",
                      when, i, a.triangles[i].object);
        if (k < b.count) met[k] = true;
        found += k < b.count;
    }
    for (uint32_t k = 0; k < b.count; k++)
        ck_assert_msg(met[k] || is_flat(&b.triangles[k]), "%s: triangle %u of %u is missing (%u found)", when,
                      k, b.count, found);
    free(met);
    fy_replay_free(&a);
    fy_replay_free(&b);
}

typedef struct seen {
    uint32_t moved, painted, hidden; /* tracks followed, objects not drawn */
} seen;

/* At moments of each clip, and at rest. */
static seen expect_clips(ferry_job *job, const ferry_scene *scene, way how, const tolerance *t) {
    ferry_bytes file = fy_save_t3dm(job, scene);
    seen all = {0};
    for (uint32_t c = 0; c <= scene->clips.count; c++) {
        const ferry_clip *clip = c < scene->clips.count ? &scene->clips.data[c] : NULL;
        for (int i = 0; i < (clip ? 12 : 1); i++) {
            ferry_job *other = open_job(how);
            double time = clip ? clip->duration * (i + .37) / 12 : 0;
            tolerance here = *t;
            if (i % 2)
                here.place = t->between;
            else
                time = floor(time * 60) / 60;
            const ferry_scene *posed = ferry_pose(other, scene, &c, clip != NULL, time);
            char name[64] = "", when[96];
            ck_assert_ptr_nonnull(posed);
            ferry_scene still = *posed;
            still.clips.count = still.morphs.count = still.vertex_color_groups.count = 0;
            if (clip) snprintf(name, sizeof name, "%s.%s", clip->name, clip->kind);
            snprintf(when, sizeof when, "%s at %g", name, time);
            tracks_moment moment = fy_tracks_at(file, clip ? name : NULL, time);
            expect_same(moment.file, moment.drawn, fy_save_t3dm(other, &still), &here, when);
            all.moved += moment.moved;
            all.painted += moment.painted;
            for (uint32_t o = 0; o < moment.objects; o++) all.hidden += !moment.drawn[o];
            fy_tracks_moment_free(&moment);
            ferry_close(other);
        }
    }
    return all;
}

/* --------------------------------------------------------------------------------------- real files */

/* The same of what is read back of such a file, and written once more. */
static seen expect_again(ferry_bytes file, const tolerance *t) {
    ferry_job *job = open_job(AGAIN);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    seen all = expect_clips(job, scene, AGAIN, t);
    ferry_scene_free(scene);
    ferry_close(job);
    return all;
}

static seen expect_files(const char *names, const tolerance *t) {
    ferry_job *job = open_job(WITHOUT_LAYERS);
    ferry_scene *scene = load(job, names);
    seen all = expect_clips(job, scene, WITHOUT_LAYERS, t);
    seen again = expect_again(fy_save_t3dm(job, scene), t);
    ck_assert_uint_eq(again.moved, all.moved);
    ck_assert_uint_eq(again.painted, all.painted);
    ck_assert_uint_eq(again.hidden, all.hidden);
    ferry_scene_free(scene);
    ferry_close(job);
    return all;
}

START_TEST(weights_of_shapes) {
    /* three and more steps of its bones are one of the joints of the source */
    static const tolerance close = {2, 4, 0, 0, 24};
    ck_assert_uint_ge(expect_files("skinned.bmd skinned.bls skinned.blk", &close).moved, 24);
    ck_assert_uint_ge(expect_files("skinned.bmd skinned.bls skinned.bla", &close).moved, 24);
}
END_TEST

/* Rotated, scaled and shifted at once. */
START_TEST(texture_matrices) {
    static const tolerance close = {0, 0, 0, 24, 0};
    ck_assert_uint_ge(expect_files("figure.bdl figure.btk", &close).moved, 24);
}
END_TEST

/* The same of matrices that are shifted at rest, too. */
START_TEST(texture_matrices_begin_anywhere) {
    static const tolerance close = {0, 0, 0, 24, 0};
    ferry_job *job = open_job(WITHOUT_LAYERS);
    ferry_scene *scene = load(job, "figure.bdl figure.btk");
    for (uint32_t m = 0; m < scene->materials.count; m++) {
        ferry_gx_material *gx = (ferry_gx_material *)(uintptr_t)scene->materials.data[m].gx;
        if (!gx->texgen_count || gx->texgens[0].source != FERRY_GX_TG_TEX0) continue;
        gx->texgens[0].matrix = 30;
        gx->matrices[0] = (ferry_gx_texture_matrix){
            .present = true, .projection = 1, .scale = {1, 1}, .translate = {.375F, .125F}};
    }
    ck_assert_uint_ge(expect_clips(job, scene, WITHOUT_LAYERS, &close).moved, 24);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What leaves 16 bits would come back on the other side. */
START_TEST(texture_coordinates_stay_in_16_bits) {
    ferry_job *job = open_job(WITHOUT_LAYERS), *checking = fy_quick_job();
    ferry_scene *scene = load(job, "figure.bdl figure.btk");
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t k = 0; k < scene->clips.data[c].track_count; k++) {
            ferry_track *track = &scene->clips.data[c].tracks[k];
            bool scales = track->channel == FERRY_MATRIX_SCALE_S || track->channel == FERRY_MATRIX_SCALE_T;
            if (track->target != FERRY_TARGET_TEXTURE_MATRIX || !scales) continue;
            for (uint32_t i = 0; i < track->key_count; i++) track->values[i] = 1000 * (float)(i % 2 + 1);
        }
    ferry_bytes file = fy_save_t3dm(job, scene);
    ferry_window window = ferry_window_open(checking, "x.t3dm", file);
    ferry_scene *back = fy_scene_open(checking);
    ck_assert(fy_t3dm_check(checking, &window, back));
    char *text = fy_report_text(ferry_job_report(checking)), *said = fy_report_text(ferry_job_report(job));
    ck_assert_msg(!ferry_failed(checking), "%s", text);
    ck_assert_msg(strstr(said, "are clamped to 1024 texels: the animation goes up to "), "%s", said);
    free(text);
    free(said);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(checking);
    ferry_close(job);
}
END_TEST

START_TEST(vertex_colors) {
    static const tolerance close = {0, 0, 3, 0, 0};
    ck_assert_uint_ge(expect_files("skinned.bmd skinned.bxk", &close).painted, 24);
    ck_assert_uint_ge(expect_files("skinned.bmd skinned.bxa", &close).painted, 24);
}
END_TEST

START_TEST(visibility) {
    static const tolerance exact = {0};
    ck_assert_uint_ge(expect_files("figure.bdl figure.bva", &exact).hidden, 12);
}
END_TEST

/* -------------------------------------------------------------------------------------- made scenes */

enum { SQUARES = 4 };

/* Squares side by side, of one unit, each a draw and a mesh; "a" on the root, all others on its child. */
static ferry_scene *row(ferry_job *job) {
    static const char *const names[SQUARES] = {"a", "b", "c", "d"};
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 1);
    scene->skins.count = 0;
    for (uint32_t i = 0; i < SQUARES; i++) {
        ferry_mesh *mesh = fy_t3dm_add_grid(scene, names[i], 1, 1, 0);
        mesh->skin = FERRY_NONE;
        mesh->influences = NULL;
        scene->draws.data[i].node = i ? scene->nodes.count - 1 : 0;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            mesh->positions[v] = (ferry_vec3){(float)(2 * i + v % 2), (float)(v / 2), 0};
            mesh->normals[v] = (ferry_vec3){0, 0, 1};
        }
    }
    return scene;
}

static ferry_track *add_clip(ferry_scene *scene, const char *name, uint32_t tracks) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = name, .kind = "made", .duration = 1, .loop = FERRY_LOOP_REPEAT, .rate = 30};
    clip->tracks = ferry_scene_new(scene, ferry_track, tracks);
    clip->track_count = tracks;
    return clip->tracks;
}

/* Keys at 0, 1/2 and 1. */
static void set_track(ferry_scene *scene, ferry_track *track, ferry_target target, uint32_t object,
                      ferry_interpolation interpolation, const float values[3]) {
    *track = (ferry_track){
        .target = target, .object = object, .interpolation = interpolation, .width = 1, .key_count = 3};
    track->times = ferry_scene_new(scene, double, 3);
    track->values = ferry_scene_new(scene, float, 3);
    for (int k = 0; k < 3; k++) {
        track->times[k] = k / 2.0;
        track->values[k] = values[k];
    }
}

static uint32_t add_morph(ferry_scene *scene, uint32_t mesh, uint32_t group, uint32_t vertex,
                          ferry_vec3 move) {
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){
        .name = "m", .mesh = mesh, .number = scene->morphs.count - 1, .group = group, .count = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, 1);
    morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
    morph->vertices[0] = vertex;
    morph->positions[0] = move;
    return scene->morphs.count - 1;
}

static void prepare(ferry_job *job, ferry_scene *scene) {
    bool ready = ferry_check(job, scene) && ferry_prepare(job, scene, "t3dm", NULL);
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(ready, "%s", text);
    free(text);
}

static const float up[3] = {0, 1, 2}, to_and_fro[3] = {1, -1, 1}, off_on[3] = {0, 1, 0},
                   on_off[3] = {1, 0, 1};

/* Vertices that lie in one place at rest and part; a triangle that has no area before; one that two morphs
 * share. */
START_TEST(what_moves_stays_apart) {
    static const tolerance close = {1, 0, 0, 0, 1};
    ferry_job *job = open_job(WITH_LAYERS);
    ferry_scene *scene = row(job);
    ferry_mesh *folded = &scene->meshes.data[1];
    for (uint32_t v = 0; v < 4; v++) { /* all alike but for their places */
        folded->colors[0][v] = (ferry_color){1, 1, 1, 1};
        folded->positions[v] = folded->positions[v % 2];
    }
    uint32_t lift = add_morph(scene, 1, FERRY_NONE, 2, (ferry_vec3){0, 3, 1}),
             drop = add_morph(scene, 1, FERRY_NONE, 3, (ferry_vec3){0, -3, 1}),
             left = add_morph(scene, 2, 2, 0, (ferry_vec3){-5, 0, 0}),
             right = add_morph(scene, 2, 2, 0, (ferry_vec3){0, 7, 0});
    ferry_track *tracks = add_clip(scene, "fold", 4);
    set_track(scene, &tracks[0], FERRY_TARGET_MORPH, lift, FERRY_LINEAR, up);
    set_track(scene, &tracks[1], FERRY_TARGET_MORPH, drop, FERRY_LINEAR, to_and_fro);
    set_track(scene, &tracks[2], FERRY_TARGET_MORPH, left, FERRY_LINEAR, up);
    set_track(scene, &tracks[3], FERRY_TARGET_MORPH, right, FERRY_LINEAR, on_off);
    prepare(job, scene);
    ck_assert_uint_eq(expect_clips(job, scene, WITH_LAYERS, &close).moved, 48);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static uint32_t be16(const uint8_t *at) {
    return (uint32_t)at[0] << 8 | at[1];
}

/* Boxes of objects, and of the whole, hold what morphs make of them. */
START_TEST(boxes_hold_moves) {
    ferry_job *job = open_job(WITH_LAYERS);
    ferry_scene *scene = row(job);
    uint32_t far = add_morph(scene, 3, FERRY_NONE, 0, (ferry_vec3){0, 0, 100});
    ferry_track *tracks = add_clip(scene, "far", 1);
    set_track(scene, &tracks[0], FERRY_TARGET_MORPH, far, FERRY_LINEAR, up);
    for (uint32_t i = 0; i < scene->nodes.count; i++)
        scene->nodes.data[i].euler = scene->nodes.data[i].translate = (ferry_vec3){0, 0, 0};
    for (uint32_t i = 0; i < scene->nodes.count; i++) scene->nodes.data[i].has_quat = false;
    prepare(job, scene);
    ferry_bytes file = fy_save_t3dm(job, scene);
    ck_assert_int_eq((int16_t)be16(file.data + 0x2A), 200 * 64); /* greatest z of the model */
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Nodes hide what hangs on them; what no clip shows stays out; what is hidden at rest is marked so. */
START_TEST(nodes_hide_their_draws) {
    static const tolerance exact = {0};
    ferry_job *job = open_job(WITH_LAYERS);
    ferry_scene *scene = row(job);
    scene->draws.data[1].visible = scene->draws.data[2].visible = false;
    ferry_track *tracks = add_clip(scene, "blink", 2);
    set_track(scene, &tracks[0], FERRY_TARGET_NODE_VISIBLE, 0, FERRY_STEP, on_off);
    set_track(scene, &tracks[1], FERRY_TARGET_DRAW_VISIBLE, 1, FERRY_STEP, on_off);
    tracks = add_clip(scene, "show", 1);
    set_track(scene, &tracks[0], FERRY_TARGET_DRAW_VISIBLE, 1, FERRY_STEP, off_on);
    prepare(job, scene);
    ck_assert_uint_eq(scene->draws.count, 3);
    seen all = expect_clips(job, scene, WITH_LAYERS, &exact);
    ck_assert_uint_eq(all.hidden, 6 * 3 + 6 * 1 + 1); /* half of each clip, and at rest */
    const ferry_report *report = ferry_job_report(job);
    uint32_t told = 0;
    for (uint32_t i = 0; i < report->count; i++)
        told += strcmp(report->data[i].code, "t3dm.hidden-at-rest") == 0;
    ck_assert_uint_eq(told, 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* What is drawn over something may be hidden: then that has to be there. What comes and goes together is one
 * place. */
START_TEST(layers_come_and_go) {
    ferry_job *job = open_job(WITH_LAYERS);
    ferry_scene *scene = row(job);
    for (uint32_t i = 0; i < SQUARES; i++) {
        scene->draws.data[i].node = 0;
        memcpy(scene->meshes.data[i].positions, scene->meshes.data[0].positions, 4 * sizeof(ferry_vec3));
    }
    ferry_track *tracks = add_clip(scene, "strip", 2);
    set_track(scene, &tracks[0], FERRY_TARGET_DRAW_VISIBLE, 2, FERRY_STEP, on_off);
    set_track(scene, &tracks[1], FERRY_TARGET_DRAW_VISIBLE, 3, FERRY_STEP, on_off);
    prepare(job, scene);
    replay r = fy_replay(fy_save_t3dm(job, scene));
    ck_assert_ptr_null(r.fault);
    /* "a" is drawn over by "b", which stays. "c" lies on that, and "d" on "c". */
    ck_assert_uint_eq(r.count, 3 * 2);
    fy_replay_free(&r);
    scene->clips.count = 0;
    r = fy_replay(fy_save_t3dm(job, scene));
    ck_assert_uint_eq(r.count, 2);
    fy_replay_free(&r);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Where there is no chunk, what is hidden at rest stays out. */
START_TEST(without_the_chunk_hidden_draws_stay_out) {
    static const ferry_setting_value none = {"t3dm.tracks", "no"};
    ferry_options options = {.size = sizeof options, .settings = &none, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = row(job);
    scene->draws.data[1].visible = false;
    ferry_track *tracks = add_clip(scene, "show", 1);
    set_track(scene, &tracks[0], FERRY_TARGET_DRAW_VISIBLE, 1, FERRY_STEP, off_on);
    prepare(job, scene);
    replay r = fy_replay(fy_save_t3dm(job, scene));
    ck_assert_uint_eq(r.objects, SQUARES - 1);
    fy_replay_free(&r);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Every allocation refused once. */
START_TEST(memory_may_end_anywhere) {
    bool done = false;
    for (size_t n = 1; !done; n += 1 + n / 64) {
        ferry_options options = {.size = sizeof options, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        static const char *const names[] = {"skinned.bmd", "skinned.bls", "skinned.blk", "skinned.bxk"};
        ferry_input inputs[4];
        ferry_file_list files = {0};
        for (int i = 0; i < 4; i++) inputs[i] = (ferry_input){names[i], fy_read_fixture(names[i])};
        ferry_scene *scene = ferry_load(job, inputs, 4);
        done = scene && ferry_prepare(job, scene, "t3dm", NULL) &&
               ferry_save(job, scene, "t3dm", "x.t3dm", &files);
        ck_assert(done || ferry_job_report(job)->totals[FERRY_ERROR]);
        if (scene) ferry_scene_free(scene);
        ferry_close(job);
        for (int i = 0; i < 4; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_moving");
    TCase *tests = tcase_create("moving"), *results = fy_results_case(suite);
    tcase_add_test(tests, weights_of_shapes);
    tcase_add_test(results, texture_matrices);
    tcase_add_test(results, texture_matrices_begin_anywhere);
    tcase_add_test(tests, texture_coordinates_stay_in_16_bits);
    tcase_add_test(tests, vertex_colors);
    tcase_add_test(results, visibility);
    tcase_add_test(tests, what_moves_stays_apart);
    tcase_add_test(tests, boxes_hold_moves);
    tcase_add_test(tests, nodes_hide_their_draws);
    tcase_add_test(tests, layers_come_and_go);
    tcase_add_test(tests, without_the_chunk_hidden_draws_stay_out);
    tcase_add_test(tests, memory_may_end_anywhere);
    tcase_set_timeout(tests, 300);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
