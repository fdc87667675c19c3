/*
 * test_j3d_animations.c: animations of J3D: poses against an evaluation of the formats' formulas
 * (docs/formats/j3d.md, "Animations", "World matrices") that shares nothing with the library, and which files
 * join. Keys and loop modes: test_curves.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures.h"
#include "builders/j3d/j3d_anim_builder.h"
#include "core/scene/curve.h"
#include "core/scene/pose.h"
#include "helpers.h"

/* ---------------------------------------------------------------------------------------- poses of joints */

typedef struct m4 {
    double m[4][4];
} m4;

static m4 mul(const m4 *a, const m4 *b) {
    m4 out;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            out.m[i][j] = 0;
            for (int k = 0; k < 4; k++) out.m[i][j] += a->m[i][k] * b->m[k][j];
        }
    return out;
}

static m4 diagonal(double x, double y, double z) {
    return (m4){{{x, 0, 0, 0}, {0, y, 0, 0}, {0, 0, z, 0}, {0, 0, 0, 1}}};
}

static m4 moved(const double t[3]) {
    m4 out = diagonal(1, 1, 1);
    for (int i = 0; i < 3; i++) out.m[i][3] = t[i];
    return out;
}

static m4 turned(int axis, double angle) {
    m4 out = diagonal(1, 1, 1);
    int a = (axis + 1) % 3, b = (axis + 2) % 3;
    out.m[a][a] = out.m[b][b] = cos(angle);
    out.m[a][b] = -sin(angle);
    out.m[b][a] = sin(angle);
    return out;
}

typedef struct joint_pose {
    double scale[3], angle[3], translate[3];
    m4 frame; /* rule 1: without scale */
    double sum[3];
    m4 world;
} joint_pose;

static void pose_joint(const jb_model *model, const ja_anim *anim, uint32_t number, double frame,
                       joint_pose *poses) {
    joint_pose *p = &poses[number];
    const jb_joint *joint = &model->joints[number];
    bool per_frame = strcmp(anim->kind, "bca1") == 0;
    static const m4 one = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    const joint_pose root = {.scale = {1, 1, 1}, .sum = {1, 1, 1}, .frame = one, .world = one};
    const joint_pose *up = joint->parent < 0 ? &root : &poses[joint->parent];
    for (int axis = 0; axis < 3; axis++) {
        const ja_track *t = &anim->entries[number].tracks[3 * axis];
        p->scale[axis] = ja_value(&t[0], per_frame, frame, 1);
        p->angle[axis] =
            ja_value(&t[1], per_frame, frame, 0) * (1 << anim->shift) * 3.14159265358979323846 / 32768;
        p->translate[axis] = ja_value(&t[2], per_frame, frame, 0);
    }
    m4 z = turned(2, p->angle[2]), y = turned(1, p->angle[1]), x = turned(0, p->angle[0]);
    m4 zy = mul(&z, &y), r = mul(&zy, &x), s = diagonal(p->scale[0], p->scale[1], p->scale[2]);
    double by[3];
    for (int i = 0; i < 3; i++) {
        p->sum[i] = up->sum[i] * p->scale[i];
        by[i] = p->translate[i] * up->sum[i];
    }
    if (model->scaling_rule == 1) {
        m4 t = moved(by), local = mul(&t, &r), all = diagonal(p->sum[0], p->sum[1], p->sum[2]);
        p->frame = mul(&up->frame, &local);
        p->world = mul(&p->frame, &all);
        return;
    }
    m4 t = moved(p->translate), middle = one;
    if (model->scaling_rule == 2 && joint->compensate == 1)
        middle = diagonal(1 / up->scale[0], 1 / up->scale[1], 1 / up->scale[2]);
    m4 a = mul(&up->world, &t), b = mul(&a, &middle), c = mul(&b, &r);
    p->world = mul(&c, &s);
}

typedef struct pair {
    const char *model, *anim;
} pair;

static const pair pairs[] = {{"rigid.bmd", "rigid.bck"},
                             {"softimage.bmd", "softimage.bck"},
                             {"maya.bdl", "maya.bck"},
                             {"skinned.bmd", "skinned.bca"}};

static ferry_scene *load_two(ferry_job *job, const char *first, const char *second, ferry_bytes bytes[2]) {
    bytes[0] = fy_read_fixture(first);
    bytes[1] = fy_read_fixture(second);
    ferry_input inputs[2] = {{first, bytes[0]}, {second, bytes[1]}};
    return ferry_load(job, inputs, 2);
}

static void free_two(ferry_bytes bytes[2]) {
    free((void *)(uintptr_t)bytes[0].data);
    free((void *)(uintptr_t)bytes[1].data);
}

/* The frame that a clip shows, by the table of loop modes. */
static double frame_of(const ja_anim *anim, double frame) {
    double n = anim->frames, round = fmod(frame, 2 * n);
    if (anim->loop == 0) return frame < n - 0.001 ? frame : n - 0.001;
    if (anim->loop == 2) return fmod(frame, n);
    if (anim->loop == 3) return frame > 2 * n ? 0 : frame < n ? frame : 2 * n - frame;
    return round < n ? round : 2 * n - round;
}

START_TEST(joints_stand_where_the_formulas_put_them) {
    const pair *p = &pairs[_i];
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, p->model, p->anim, bytes);
    jb_model *model = fixture_find(p->model)->make();
    ja_anim *anim = ja_fixture(p->anim);
    ferry_counts counts;
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    ck_assert_uint_eq(scene->clips.count, 1);
    ck_assert(ferry_count(scene, &counts));
    double height = (double)counts.box.max.y - (double)counts.box.min.y, worst = 0;
    for (int step = 0; step * 7 <= 30 * anim->frames; step++) {
        double frame = step * 7 / 10.0;
        joint_pose poses[JA_ENTRIES];
        ferry_matrix worlds[JA_ENTRIES];
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, frame / 30);
        ck_assert_ptr_nonnull(posed);
        ck_assert(ferry_check(job, posed));
        ck_assert(ferry_world_matrices(posed, worlds));
        for (uint32_t j = 0; j < model->joint_count; j++) {
            pose_joint(model, anim, j, frame_of(anim, frame), poses);
            const ferry_matrix *world = &worlds[scene->skins.data[0].joints[j].node];
            for (int k = 0; k < 12; k++) {
                double off = fabs(world->m[k / 4][k % 4] - poses[j].world.m[k / 4][k % 4]);
                worst = off > worst ? off : worst;
            }
        }
    }
    ck_assert_msg(worst < 1e-4 * height, "%s: %g off, the model is %g high", p->anim, worst, height);
    free(anim);
    jb_model_free(model);
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* Forwards, and backwards over the same frames. */
START_TEST(a_player_moves_joints_as_poses_do) {
    const pair *p = &pairs[_i];
    enum { STEPS = 40 };
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, p->model, p->anim, bytes);
    fy_clip_player player;
    ck_assert_ptr_nonnull(scene);
    const ferry_clip *clip = &scene->clips.data[0];
    ck_assert(fy_clip_play(job, &scene->nodes, clip, &player));
    for (int step = 0; step < 2 * STEPS; step++) {
        double time = clip->duration * (step < STEPS ? step : 2 * STEPS - step) / (STEPS + 1);
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, time);
        ck_assert_ptr_nonnull(posed);
        fy_clip_move(&player, fy_clip_time(clip, time));
        ck_assert_mem_eq(player.nodes, posed->nodes.data, scene->nodes.count * sizeof *player.nodes);
    }
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* ----------------------------------------------------------------------------- values of what is no joint */

typedef struct scenes {
    ferry_job *job;
    ferry_scene *scene;
    const ferry_scene *posed;
    ja_anim *anim;
    ferry_bytes bytes[2];
    double frame; /* that the pose shows */
} scenes;

static void open_figure(scenes *s, const char *name, double frame) {
    s->job = fy_test_job();
    s->anim = ja_fixture(name);
    s->scene = load_two(s->job, "figure.bdl", name, s->bytes);
    ck_assert_ptr_nonnull(s->scene);
    ck_assert_uint_eq(s->scene->clips.count, 1);
    s->posed = ferry_pose(s->job, s->scene, (const uint32_t[]){0}, 1, frame / 30);
    s->frame = frame_of(s->anim, frame);
    ck_assert_ptr_nonnull(s->posed);
    ck_assert(ferry_check(s->job, s->posed));
}

static void close_figure(scenes *s) {
    free(s->anim);
    ferry_scene_free(s->scene);
    ferry_close(s->job);
    free_two(s->bytes);
}

static const ferry_gx_material *material_of(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->materials.count; i++)
        if (strcmp(scene->materials.data[i].name, name) == 0) return scene->materials.data[i].gx;
    return NULL;
}

/* A colour's byte ends at its least and its most, and is the nearest between. */
START_TEST(the_console_s_colors_are_bytes) {
    static const struct {
        float value;
        uint8_t byte;
    } cases[] = {{-3, 0}, {0.4f, 0}, {0.6f, 1}, {254.4f, 254}, {255, 255}, {255.9f, 255}, {1000, 255}};
    static const double start = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        float value = cases[i].value;
        ferry_rdp_material rdp = {.prim = {9, 9, 9, 9}, .env = {9, 9, 9, 9}};
        ferry_track track = {.target = FERRY_TARGET_PRIM, .channel = 2, .width = 1, .key_count = 1};
        track.times = (double *)(uintptr_t)&start;
        track.values = &value;
        fy_pose_rdp(&rdp, &track, 0);
        track.target = FERRY_TARGET_ENV;
        track.channel = 3;
        fy_pose_rdp(&rdp, &track, 0);
        ck_assert(rdp.prim[2] == cases[i].byte && rdp.env[3] == cases[i].byte);
        ck_assert(rdp.prim[3] == 9 && rdp.env[2] == 9);
    }
}
END_TEST

START_TEST(texture_matrices_follow) {
    for (int k = 0; k < 12; k++) {
        scenes s;
        open_figure(&s, "figure.btk", 3.3 * k);
        uint32_t found = 0;
        for (uint32_t i = 0; i < s.anim->count; i++) {
            const ja_entry *e = &s.anim->entries[i];
            const ferry_gx_material *gx = material_of(s.posed, e->material);
            if (!gx) continue;
            const ferry_gx_texture_matrix *m = &gx->matrices[e->number];
            found++;
            ck_assert(m->present && m->maya);
            ck_assert_uint_eq(gx->texgens[e->number].matrix, 30 + 3 * e->number);
            ck_assert_float_eq_tol(m->scale[0], (float)ja_value(&e->tracks[0], false, s.frame, 1), 1e-5F);
            ck_assert_float_eq_tol(m->scale[1], (float)ja_value(&e->tracks[3], false, s.frame, 1), 1e-5F);
            ck_assert_float_eq_tol(m->translate[0], (float)ja_value(&e->tracks[2], false, s.frame, 0), 1e-5F);
            ck_assert_float_eq_tol(m->translate[1], (float)ja_value(&e->tracks[5], false, s.frame, 0), 1e-5F);
            ck_assert_float_eq(m->center[0], (float)e->center[0]);
            ck_assert_float_eq(m->center[1], (float)e->center[1]);
            double angle = ja_value(&e->tracks[7], false, s.frame, 0) * 2; /* shifted by one bit */
            double off = fmod(angle - m->rotation, 65536);
            ck_assert(fabs(off) <= 0.51 || fabs(off) >= 65535.49);
        }
        ck_assert_uint_eq(found, 4);
        const ferry_report *report = ferry_job_report(s.job);
        ck_assert_uint_eq(report->count, 1);
        ck_assert_str_eq(report->data[0].code, "j3d.anim-material-missing");
        close_figure(&s);
    }
}
END_TEST

/* Colours are cut towards zero and kept in their range; what is whole but for rounding is whole. */
static int cut(double value, int least, int most) {
    value += value < 0 ? -1e-4 : 1e-4;
    return value < least ? least : value > most ? most : (int)value;
}

START_TEST(colors_follow) {
    static const char *const names[] = {"figure.brk", "figure.bpk", "figure.bpa"};
    const char *name = names[_i];
    for (int k = 0; k < 12; k++) {
        scenes s;
        open_figure(&s, name, 2.3 * k);
        fy_expect_report(s.job, "");
        for (uint32_t i = 0; i < s.anim->count; i++) {
            const ja_entry *e = &s.anim->entries[i];
            const ferry_gx_material *gx = material_of(s.posed, e->material);
            bool first = true; /* a later entry for the same register would not count */
            for (uint32_t j = 0; j < i; j++)
                first &= strcmp(s.anim->entries[j].material, e->material) != 0 ||
                         s.anim->entries[j].number != e->number ||
                         (i < s.anim->count - s.anim->konst) != (j < s.anim->count - s.anim->konst);
            ck_assert(gx && first);
            for (uint32_t c = 0; c < 4; c++) {
                double value = ja_value(&e->tracks[c], _i == 2, s.frame, 0);
                if (_i == 0 && i < s.anim->count - s.anim->konst)
                    ck_assert_int_eq((&gx->registers[e->number].r)[c], cut(value, -1024, 1023));
                else
                    ck_assert_int_eq((_i ? &gx->material_colors[0].r : &gx->konst[e->number].r)[c],
                                     cut(value, 0, 255));
            }
        }
        close_figure(&s);
    }
}
END_TEST

START_TEST(textures_and_draws_switch) {
    for (int k = 0; k < 26; k++) {
        scenes s, v;
        open_figure(&s, "figure.btp", k);
        open_figure(&v, "figure.bva", k);
        for (uint32_t i = 0; i < s.anim->count; i++) {
            const ja_entry *e = &s.anim->entries[i];
            const ferry_gx_material *gx = material_of(s.posed, e->material);
            if (e->tracks[0].count)
                ck_assert_uint_eq(gx->textures[0], (uint32_t)ja_value(&e->tracks[0], true, s.frame, 0));
        }
        for (uint32_t d = 0; d < v.posed->draws.count; d++) {
            const ferry_draw *draw = &v.posed->draws.data[d];
            ck_assert_int_eq(draw->visible,
                             ja_value(&v.anim->entries[draw->mesh].tracks[0], true, v.frame, 1) != 0);
        }
        close_figure(&s);
        close_figure(&v);
    }
}
END_TEST

/* -------------------------------------------------------------------------------------------- vertices */

/* What the model would be if its arrays held the values of the moment. */
static ferry_scene *load_built(ferry_job *job, jb_model *model, jb_file *file) {
    *file = jb_build(model, JB_BMD3);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"skinned.bmd", {file->data, file->size}}, 1);
    ck_assert_ptr_nonnull(scene);
    jb_model_free(model);
    return scene;
}

static void expect_vectors(const ferry_vec3 *a, const ferry_vec3 *b, uint32_t count, double tolerance) {
    for (uint32_t v = 0; v < count; v++) {
        ck_assert_double_eq_tol((double)a[v].x, (double)b[v].x, tolerance);
        ck_assert_double_eq_tol((double)a[v].y, (double)b[v].y, tolerance);
        ck_assert_double_eq_tol((double)a[v].z, (double)b[v].z, tolerance);
    }
}

static jb_model *blended(const ja_shapes *shapes, const ja_anim *weights, double frame) {
    jb_model *model = fixture_find("skinned.bmd")->make();
    for (int c = 0; c < JA_CLUSTERS; c++) {
        double w[JA_SHAPES], sum = 0;
        for (int k = 0; k < JA_SHAPES; k++) {
            w[k] = ja_value(&weights->entries[c * JA_SHAPES + k].tracks[0],
                            strcmp(weights->kind, "bla1") == 0, frame, 1);
            sum += w[k];
        }
        for (int i = 0; i < JA_MOVED; i++) {
            const ja_cluster *cluster = &shapes->clusters[c];
            double *position = &model->arrays[JB_POS].values[3 * cluster->position[i]];
            double *normal = &model->arrays[JB_NRM].values[3 * cluster->normal[i]];
            ck_assert_uint_lt(cluster->position[i], model->arrays[JB_POS].count);
            ck_assert_uint_lt(cluster->normal[i], model->arrays[JB_NRM].count);
            for (int axis = 0; axis < 3; axis++) {
                position[axis] = normal[axis] = 0;
                for (int k = 0; k < JA_SHAPES; k++) {
                    position[axis] += w[k] / sum * cluster->to[k][i][axis];
                    normal[axis] += w[k] / sum * cluster->turn[k][i][axis];
                }
            }
        }
    }
    return model;
}

START_TEST(shapes_blend_by_their_weights) {
    const char *names[] = {"skinned.bmd", "skinned.bls", _i ? "skinned.bla" : "skinned.blk"};
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[3];
    ferry_input inputs[3];
    for (int i = 0; i < 3; i++) inputs[i] = (ferry_input){names[i], bytes[i] = fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(job, inputs, 3);
    ja_shapes *shapes = ja_fixture_shapes();
    ja_anim *weights = ja_fixture(names[2]);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    uint64_t moved = 0;
    for (int frame = 0; frame < 25; frame += 3) {
        jb_file file;
        ferry_scene *wanted = load_built(job, blended(shapes, weights, frame_of(weights, frame)), &file);
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, frame / 30.0);
        ck_assert(posed && ferry_check(job, posed));
        for (uint32_t m = 0; m < scene->meshes.count; m++) {
            const ferry_mesh *a = &posed->meshes.data[m], *b = &wanted->meshes.data[m];
            ck_assert_uint_eq(a->vertex_count, b->vertex_count);
            expect_vectors(a->positions, b->positions, a->vertex_count, 2e-4);
            for (uint32_t v = 0; v < a->vertex_count; v++)
                moved +=
                    memcmp(&a->positions[v], &scene->meshes.data[m].positions[v], sizeof *a->positions) != 0;
        }
        ferry_scene_free(wanted);
        jb_file_free(&file);
    }
    ck_assert_uint_gt(moved, 50);
    free(shapes);
    free(weights);
    ferry_scene_free(scene);
    ferry_close(job);
    for (int i = 0; i < 3; i++) free((void *)(uintptr_t)bytes[i].data);
}
END_TEST

/* The records of a cluster's vertices may share lists of numbers, but not without end: here 6,000 records
 * read a list of 6,000 numbers each, none of which moves anything. */
START_TEST(lists_of_normals_are_not_shared_without_end) {
    enum { CHUNK = 0x20, RECORDS = 6000, NUMBERS = 6000, RECORD = 12 };
    ja_shapes *shapes = ja_fixture_shapes();
    jb_file small = ja_build_shapes(shapes), model;
    ferry_job *job = fy_test_job();
    jb_file large = {0};
    large.size = small.size + RECORDS * RECORD + NUMBERS * 2;
    large.data = calloc(1, large.size);
    ck_assert_ptr_nonnull(large.data);
    memcpy(large.data, small.data, small.size);
    uint32_t records = (uint32_t)small.size - CHUNK, numbers = records + RECORDS * RECORD;
    uint32_t cluster = CHUNK + jb_get32(&large, CHUNK + 0x14);
    for (uint32_t i = 0; i < RECORDS; i++) {
        size_t at = CHUNK + records + RECORD * (size_t)i;
        jb_set16(&large, at, NUMBERS);
        jb_set32(&large, at + 4, numbers);
        jb_set32(&large, at + 8, numbers);
    }
    memset(large.data + CHUNK + numbers, 0xFF, NUMBERS * 2);
    jb_set16(&large, cluster + 0x16, RECORDS);
    jb_set32(&large, cluster + 0x1C, records);
    jb_set32(&large, 8, (uint32_t)large.size);
    jb_set32(&large, CHUNK + 4, (uint32_t)large.size - CHUNK);
    jb_model *of = fixture_find("skinned.bmd")->make();
    model = jb_build(of, JB_BMD3);
    jb_model_free(of);
    ferry_input inputs[2] = {{"skinned.bmd", {model.data, model.size}}, {"x.bls", {large.data, large.size}}};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(report, "its tables are referenced more than 256 times their size") != NULL, "%s",
                  report);
    free(report);
    free(shapes);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&model);
    jb_file_free(&small);
    free(large.data);
}
END_TEST

START_TEST(vertex_colors_follow) {
    const char *name = _i ? "skinned.bxa" : "skinned.bxk";
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, "skinned.bmd", name, bytes);
    ja_anim *anim = ja_fixture(name);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    for (int frame = 0; frame < 25; frame += 3) {
        jb_file file;
        jb_model *model = fixture_find("skinned.bmd")->make();
        for (uint32_t i = 0; i < anim->count; i++)
            for (uint32_t k = 0; k < 8; k++)
                model->arrays[JB_CLR0].values[8 * i + k] =
                    cut(ja_value(&anim->entries[i].tracks[k % 4], _i, frame_of(anim, frame), 0), 0, 255);
        ferry_scene *wanted = load_built(job, model, &file);
        const ferry_scene *posed = ferry_pose(job, scene, (const uint32_t[]){0}, 1, frame / 30.0);
        ck_assert(posed && ferry_check(job, posed));
        for (uint32_t m = 0; m < scene->meshes.count; m++)
            for (uint32_t v = 0; v < scene->meshes.data[m].vertex_count; v++) {
                const float *a = &posed->meshes.data[m].colors[0][v].r,
                            *b = &wanted->meshes.data[m].colors[0][v].r;
                for (int k = 0; k < 4; k++) ck_assert_float_eq_tol(a[k], b[k], 1e-6F);
            }
        ferry_scene_free(wanted);
        jb_file_free(&file);
    }
    free(anim);
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* All of them at once, as the GameCube would draw it. */
START_TEST(a_posed_figure_looks_as_before) {
    static const char *const names[] = {"figure.bdl", "figure.bck", "figure.btk", "figure.btp",
                                        "figure.brk", "figure.bpk", "figure.bva"};
    enum { FILES = 7 };
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[FILES];
    ferry_input inputs[FILES];
    ferry_picture picture;
    for (int i = 0; i < FILES; i++) inputs[i] = (ferry_input){names[i], bytes[i] = fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(job, inputs, FILES);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->clips.count, FILES - 1);
    const uint32_t all[] = {0, 1, 2, 3, 4, 5};
    const ferry_scene *posed = ferry_pose(job, scene, all, FILES - 1, 0.4);
    ferry_view view = {.size = sizeof view, .width = 96, .height = 96, .yaw = 0.5F, .pitch = 0.25F};
    ck_assert(posed && ferry_render(job, posed, &view, &picture));
    fy_expect_picture(job, "figure-posed", &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    for (int i = 0; i < FILES; i++) free((void *)(uintptr_t)bytes[i].data);
}
END_TEST

/* A table of materials that joins later: draws move, textures go. */
START_TEST(a_later_table_keeps_clips_whole) {
    const char *names[] = {"figure.bdl", "figure.bva", "figure.btp", "table.bmt"};
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[4];
    ferry_input inputs[4];
    for (int i = 0; i < 4; i++) inputs[i] = (ferry_input){names[i], bytes[i] = fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(job, inputs, 4);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_check(job, scene));
    ck_assert_uint_eq(scene->clips.count, 2);
    ferry_scene_free(scene);
    ferry_close(job);
    for (int i = 0; i < 4; i++) free((void *)(uintptr_t)bytes[i].data);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ joining */

/* Names tell clips apart, also where a made one was there before. */
START_TEST(namesakes_are_numbered) {
    static const char *const names[] = {"maya.bdl", "a/walk.bck", "b/walk.bck", "walk-2.bck", "c/walk.bck"};
    static const char *const wanted[] = {"walk", "walk-2", "walk-2-2", "walk-3"};
    ferry_job *job = fy_test_job();
    ferry_bytes model = fy_read_fixture("maya.bdl"), anim = fy_read_fixture("maya.bck");
    ferry_input inputs[5];
    for (int i = 0; i < 5; i++) inputs[i] = (ferry_input){names[i], i ? anim : model};
    ferry_scene *scene = ferry_load(job, inputs, 5);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->clips.count, 4);
    for (int i = 0; i < 4; i++) ck_assert_str_eq(scene->clips.data[i].name, wanted[i]);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)anim.data);
}
END_TEST

START_TEST(a_mismatch_tells_both_counts) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, "skinned.bmd", "maya.bck", bytes);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(ferry_job_report(job)->count, 1);
    ck_assert_str_eq(ferry_job_report(job)->data[0].code, "j3d.joint-count");
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* Entries for materials that the model has not are counted and told. */
START_TEST(entries_for_nobody_are_told) {
    ferry_job *job = fy_test_job();
    ferry_bytes bytes[2];
    ferry_scene *scene = load_two(job, "figure.bdl", "figure.btk", bytes);
    const ferry_message *told = fy_message_of(job, "j3d.anim-material-missing");
    ck_assert(scene && told);
    ck_assert_str_eq(told->text,
                     "1 of its 5 entries name none of the model's 8 materials (\"nobody\"); left out");
    ferry_scene_free(scene);
    ferry_close(job);
    free_two(bytes);
}
END_TEST

/* A track that names a texture which the model has not is left out; those beside it in the table stay. */
START_TEST(a_missing_texture_costs_one_track) {
    enum { TRACKS = 4, FIFTH_NUMBER = 0x68 };
    ferry_bytes model = fy_read_fixture("figure.bdl"), clip = fy_read_fixture("figure.btp");
    for (uint32_t missing = 0; missing < 2; missing++) {
        ferry_job *job = fy_test_job();
        if (missing) ((uint8_t *)(uintptr_t)clip.data)[FIFTH_NUMBER + 1] = 200; /* of the second track */
        ferry_input inputs[] = {{"figure.bdl", model}, {"figure.btp", clip}};
        ferry_scene *scene = ferry_load(job, inputs, 2);
        ck_assert(scene && scene->clips.count == 1);
        ck_assert_uint_eq(scene->clips.data[0].track_count, TRACKS - missing);
        const ferry_message *told = fy_message_of(job, "j3d.anim-texture-range");
        ck_assert_uint_eq(told ? told->times : 0, missing);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)clip.data);
}
END_TEST

/* --------------------------------------------------------------------------------------------- the hammer */

/* Each animation behind its model, with one byte changed, cut, or without memory from some allocation on. */
static const char *const hit[][3] = {
    {"maya.bdl", "maya.bck"},
    {"skinned.bmd", "skinned.bca"},
    {"skinned.bmd", "skinned.bls", "skinned.blk"},
    {"skinned.bmd", "skinned.bxk"},
    {"skinned.bmd", "skinned.bxa"},
    {"skinned.bmd", "skinned.bls", "skinned.bla"},
    {"figure.bdl", "figure.btk"},
    {"figure.bdl", "figure.btp"},
    {"figure.bdl", "figure.brk"},
    {"figure.bdl", "figure.bpk"},
    {"figure.bdl", "figure.bpa"},
    {"figure.bdl", "figure.bva"},
    {"moving.arc"},
};

static bool survives(const ferry_input *inputs, size_t count, size_t fail_allocation) {
    ferry_options options = {
        .size = sizeof options, .memory_limit = (size_t)64 << 20, .fail_allocation = fail_allocation};
    ferry_job *job = ferry_open(&options);
    if (!job) return false;
    ferry_scene *scene = ferry_load(job, inputs, count);
    ck_assert(scene || ferry_job_report(job)->totals[FERRY_ERROR]);
    if (scene && !fail_allocation) ck_assert(ferry_check(job, scene));
    for (uint32_t i = 0; scene && i < scene->clips.count; i++) {
        const ferry_scene *posed = ferry_pose(job, scene, &i, 1, 0.3);
        ck_assert(posed || ferry_job_report(job)->totals[FERRY_ERROR]);
        if (posed && !fail_allocation) ck_assert(ferry_check(job, posed));
    }
    bool whole = ferry_job_report(job)->totals[FERRY_ERROR] == 0;
    ferry_scene_free(scene);
    ferry_close(job);
    return whole;
}

START_TEST(nothing_breaks_a_joined_scene) {
    ferry_input inputs[3];
    size_t count = 0;
    for (; count < 3 && hit[_i][count]; count++)
        inputs[count] = (ferry_input){hit[_i][count], fy_read_fixture(hit[_i][count])};
    for (size_t which = count > 1 ? 1 : 0; which < count; which++) {
        ferry_bytes whole = inputs[which].bytes;
        uint8_t *copy = malloc(whole.size);
        ck_assert_ptr_nonnull(copy);
        memcpy(copy, whole.data, whole.size);
        size_t stride = whole.size / 150 + 1; /* odd, so that all places of a record are met */
        stride |= 1;
        for (size_t at = 0; at < whole.size; at += stride) {
            static const uint8_t values[] = {0, 0xFF, 0x80, 1};
            uint8_t old = copy[at];
            copy[at] = values[at / stride % 4];
            inputs[which].bytes = (ferry_bytes){copy, whole.size};
            survives(inputs, count, 0);
            copy[at] = old;
            uint8_t *cut_off = malloc(at + 1); /* as long as it says, for the sanitizers */
            ck_assert_ptr_nonnull(cut_off);
            memcpy(cut_off, copy, at);
            inputs[which].bytes = (ferry_bytes){cut_off, at};
            survives(inputs, count, 0);
            free(cut_off);
        }
        inputs[which].bytes = whole;
        free(copy);
    }
    size_t refused = 1;
    while (refused < 100000 && !survives(inputs, count, refused)) refused += 17;
    ck_assert_uint_lt(refused, 100000);
    for (size_t i = 0; i < count; i++) free((void *)(uintptr_t)inputs[i].bytes.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d_animations");
    TCase *poses = tcase_create("poses"), *files = tcase_create("files");
    tcase_add_loop_test(poses, joints_stand_where_the_formulas_put_them, 0, sizeof pairs / sizeof *pairs);
    tcase_add_loop_test(poses, a_player_moves_joints_as_poses_do, 0, sizeof pairs / sizeof *pairs);
    tcase_add_test(poses, the_console_s_colors_are_bytes);
    tcase_add_test(poses, texture_matrices_follow);
    tcase_add_loop_test(poses, colors_follow, 0, 3);
    tcase_add_test(poses, textures_and_draws_switch);
    tcase_add_loop_test(poses, shapes_blend_by_their_weights, 0, 2);
    tcase_add_test(poses, lists_of_normals_are_not_shared_without_end);
    tcase_add_loop_test(poses, vertex_colors_follow, 0, 2);
    tcase_add_test(poses, a_posed_figure_looks_as_before);
    tcase_add_test(files, a_later_table_keeps_clips_whole);
    tcase_add_test(files, namesakes_are_numbered);
    tcase_add_test(files, a_mismatch_tells_both_counts);
    tcase_add_test(files, entries_for_nobody_are_told);
    tcase_add_test(files, a_missing_texture_costs_one_track);
    tcase_add_loop_test(files, nothing_breaks_a_joined_scene, 0, sizeof hit / sizeof *hit);
    tcase_set_timeout(files, 120);
    suite_add_tcase(suite, poses);
    suite_add_tcase(suite, files);
    return fy_run_suite(suite);
}
