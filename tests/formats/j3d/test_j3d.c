/*
 * test_j3d.c: what the reader makes of the fixtures' nodes and geometry, against the oracle
 * (builders/j3d/j3d_oracle.h), which evaluates the same descriptions without the reader. Materials and
 * textures: test_j3d_materials.c.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"
#include "builders/j3d/j3d_anim_builder.h"
#include "builders/j3d/j3d_oracle.h"
#include "helpers.h"

typedef struct loaded {
    const char *name;
    jb_model *model;
    jb_file file;
    ferry_job *job;
    ferry_scene *scene;
    bool renumbered; /* passes were at work: nodes and influences are not the file's any more */
} loaded;

static bool write_nothing(ferry_job *job, const ferry_scene *scene, const char *name,
                          ferry_file_list *files) {
    (void)job, (void)scene, (void)name, (void)files;
    return true;
}

/* A target that knows no scaling rules and can do all else. */
static const ferry_caps plain_caps = {.degenerates = true, .unused = true};
static const ferry_format plain_target = {
    .name = "plain", .title = "a target", .extensions = "", .write = write_nothing, .caps = &plain_caps};
static const ferry_format *const plain_formats[] = {&plain_target, NULL};

static loaded load(const fixture *from) {
    loaded l = {.name = from->name, .model = from->make()};
    l.file = jb_build(l.model, from->kind);
    l.job = ferry_open(&(ferry_options){.size = sizeof(ferry_options), .extra_formats = plain_formats});
    ck_assert_ptr_nonnull(l.job);
    l.scene = ferry_load(l.job, &(ferry_input){.name = from->name, .bytes = {l.file.data, l.file.size}}, 1);
    if (!l.scene) {
        char *text = fy_report_text(ferry_job_report(l.job));
        ck_abort_msg("%s was not read: %s", from->name, text);
    }
    return l;
}

static void unload(loaded *l) {
    ferry_scene_free(l->scene);
    ferry_close(l->job);
    jb_file_free(&l->file);
    jb_model_free(l->model);
}

/* -------------------------------------------------------------------------------------------- nodes */

/* A name as scenes hold it: bytes other than printable ASCII, and backslashes, escaped. */
static void escape(const char *name, char *out) {
    for (; *name; name++) {
        unsigned char c = (unsigned char)*name;
        if (c == '\\')
            out += sprintf(out, "\\\\");
        else if (c < 0x20 || c > 0x7E)
            out += sprintf(out, "\\x%02x", c);
        else
            *out++ = (char)c;
    }
    *out = 0;
}

static ferry_scale_rule rule_of(const jb_model *model, const jb_joint *joint) {
    if (model->scaling_rule == 1) return FERRY_SCALE_SOFTIMAGE;
    return model->scaling_rule == 2 && joint->compensate == 1 ? FERRY_SCALE_COMPENSATE : FERRY_SCALE_INHERIT;
}

static ferry_billboard billboard_of(const jb_model *model, uint32_t joint) {
    for (uint32_t i = 0; i < model->draw_count; i++) {
        uint8_t type = model->shapes[model->draws[i].shape].matrix_type;
        if (model->draws[i].joint == joint && type == 1) return FERRY_BILLBOARD_SPHERICAL;
        if (model->draws[i].joint == joint && type == 2) return FERRY_BILLBOARD_CYLINDRICAL;
    }
    return FERRY_BILLBOARD_NONE;
}

static void expect_vec(ferry_vec3 v, const double want[3], double within) {
    ck_assert_double_eq_tol((double)v.x, want[0], within);
    ck_assert_double_eq_tol((double)v.y, want[1], within);
    ck_assert_double_eq_tol((double)v.z, want[2], within);
}

static void expect_node(const loaded *l, uint32_t i) {
    const jb_joint *joint = &l->model->joints[i];
    const ferry_node *node = &l->scene->nodes.data[i];
    char name[128];
    escape(joint->name, name);
    ck_assert_str_eq(node->name, name);
    ck_assert_uint_eq(node->parent, joint->parent < 0 ? FERRY_NONE : (uint32_t)joint->parent);
    ck_assert_uint_eq(node->scale_rule, rule_of(l->model, joint));
    ck_assert_uint_eq(node->billboard, billboard_of(l->model, i));
    ck_assert(node->visible && !node->has_quat && node->has_bounds);
    expect_vec(node->translate, joint->translate, 1e-6);
    expect_vec(node->scale, joint->scale, 1e-6);
    double angles[3];
    for (int k = 0; k < 3; k++) angles[k] = joint->rotation[k] * acos(-1.0) / 32768;
    expect_vec(node->euler, angles, 1e-6);
    expect_vec(node->bounds.min, joint->min, 1e-6);
    expect_vec(node->bounds.max, joint->max, 1e-6);
    ck_assert_double_eq_tol((double)node->radius, joint->radius, 1e-6);
}

START_TEST(nodes_are_the_joints) {
    if (fixtures[_i].kind == JB_BMT3) return;
    loaded l = load(&fixtures[_i]);
    ck_assert_uint_eq(l.scene->nodes.count, l.model->joint_count);
    for (uint32_t i = 0; i < l.model->joint_count; i++) expect_node(&l, i);
    unload(&l);
}
END_TEST

START_TEST(world_matrices_follow_the_scaling_rule) {
    if (fixtures[_i].kind == JB_BMT3) return;
    loaded l = load(&fixtures[_i]);
    double worlds[64][12];
    ferry_matrix got[64];
    jb_worlds(l.model, worlds);
    ferry_world_matrices(l.scene, got);
    for (uint32_t i = 0; i < l.model->joint_count; i++)
        for (int k = 0; k < 12; k++) ck_assert_double_eq_tol(got[i].m[k / 4][k % 4], worlds[i][k], 1e-4);
    unload(&l);
}
END_TEST

/* ----------------------------------------------------------------------------------------- geometry */

/* What a scene shows of one corner. */
typedef struct seen {
    double p[3], n[3];
} seen;

static void blend(const loaded *l, const ferry_matrix *worlds, const ferry_mesh *mesh, uint32_t vertex,
                  double m[12]) {
    const ferry_skin *skin = &l->scene->skins.data[mesh->skin];
    ferry_influence run = skin->influences[mesh->influences[vertex]];
    memset(m, 0, 12 * sizeof *m);
    for (uint32_t k = run.first; k < run.first + run.count; k++) {
        const ferry_joint *joint = &skin->joints[skin->weights[k].joint];
        double world[12], bind[12], product[12];
        memcpy(world, &worlds[joint->node], sizeof world);
        memcpy(bind, &joint->inverse_bind, sizeof bind);
        jb_multiply(world, bind, product);
        for (int i = 0; i < 12; i++) m[i] += (double)skin->weights[k].weight * product[i];
    }
}

static seen look(const loaded *l, const ferry_matrix *worlds, const ferry_draw *draw, uint32_t vertex) {
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    double m[12], inverse[12], length = 0;
    seen s = {{0}, {0}};
    if (mesh->skin == FERRY_NONE)
        memcpy(m, &worlds[draw->node], sizeof m);
    else
        blend(l, worlds, mesh, vertex, m);
    ferry_vec3 p = mesh->positions[vertex], n = mesh->normals ? mesh->normals[vertex] : (ferry_vec3){0, 0, 0};
    bool regular = jb_invert(m, inverse);
    for (int r = 0; r < 3; r++) {
        s.p[r] =
            m[r * 4] * (double)p.x + m[r * 4 + 1] * (double)p.y + m[r * 4 + 2] * (double)p.z + m[r * 4 + 3];
        if (regular)
            s.n[r] = inverse[r] * (double)n.x + inverse[4 + r] * (double)n.y + inverse[8 + r] * (double)n.z;
        length += s.n[r] * s.n[r];
    }
    for (int r = 0; r < 3 && length > 0; r++) s.n[r] /= sqrt(length);
    return s;
}

static double apart(const double *a, const double *b) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

static double tolerance(const jo_corner *c) {
    return 1e-3 + 2e-5 * (fabs(c->world[0]) + fabs(c->world[1]) + fabs(c->world[2]));
}

/* The corner of the oracle's triangle that the scene's first corner is: triangles may start anywhere. -1:
 * none. */
static int rotation_of(const jo_triangle *want, const seen got[3]) {
    for (int turn = 0; turn < 3; turn++) {
        bool matches = true;
        for (int k = 0; k < 3; k++) {
            const jo_corner *c = &want->corners[(k + turn) % 3];
            matches = matches && apart(c->world, got[k].p) < tolerance(c);
        }
        if (matches) return turn;
    }
    return -1;
}

static void expect_attributes(const loaded *l, const ferry_mesh *mesh, uint32_t vertex,
                              const jo_corner *want) {
    for (int set = 0; set < 2; set++) {
        if (!mesh->colors[set]) continue;
        const float *got = &mesh->colors[set][vertex].r;
        for (int k = 0; k < 4; k++)
            ck_assert_msg(fabs((double)got[k] - want->colors[set][k]) < 1e-6, "%s: colour set %d: %g, not %g",
                          l->name, set, (double)got[k], want->colors[set][k]);
    }
    for (int set = 0; set < 8; set++) {
        if (!mesh->uvs[set]) continue;
        ferry_vec2 got = mesh->uvs[set][vertex];
        ck_assert_msg(fabs((double)got.x - want->uvs[set][0]) < 1e-6 &&
                          fabs((double)got.y - want->uvs[set][1]) < 1e-6,
                      "%s: UV set %d: (%g, %g), not (%g, %g)", l->name, set, (double)got.x, (double)got.y,
                      want->uvs[set][0], want->uvs[set][1]);
    }
}

/* The joints and weights that move a corner are those that the file names, nothing else. */
static void expect_influence(const loaded *l, const ferry_mesh *mesh, uint32_t vertex,
                             const jo_corner *want) {
    const jb_draw_matrix *matrix = &l->model->draw_matrices[want->matrix];
    const jb_influence rigid = {matrix->index, 1};
    const jb_influence *list = matrix->weighted ? l->model->envelopes[matrix->index].influences : &rigid;
    uint32_t count = matrix->weighted ? l->model->envelopes[matrix->index].count : 1;
    if (mesh->skin == FERRY_NONE || l->renumbered) return;
    const ferry_skin *skin = &l->scene->skins.data[mesh->skin];
    ferry_influence run = skin->influences[mesh->influences[vertex]];
    ck_assert_uint_eq(run.count, count);
    for (uint32_t k = 0; k < count; k++) {
        float got = -1;
        for (uint32_t i = run.first; i < run.first + run.count; i++)
            if (skin->joints[skin->weights[i].joint].node == list[k].joint) got = skin->weights[i].weight;
        ck_assert_float_eq_tol(got, list[k].weight, 1e-6f);
    }
}

static void expect_triangle(const loaded *l, const ferry_matrix *worlds, const ferry_draw *draw, uint32_t t,
                            const jo_triangle *want) {
    const ferry_mesh *mesh = &l->scene->meshes.data[draw->mesh];
    const uint32_t *v = mesh->triangles + (size_t)t * 3;
    seen got[3];
    for (int k = 0; k < 3; k++) got[k] = look(l, worlds, draw, v[k]);
    int turn = rotation_of(want, got);
    ck_assert_msg(turn >= 0,
                  "%s: mesh %u, triangle %u: corner at (%g, %g, %g), the console's at (%g, %g, %g)", l->name,
                  draw->mesh, t, got[0].p[0], got[0].p[1], got[0].p[2], want->corners[0].world[0],
                  want->corners[0].world[1], want->corners[0].world[2]);
    for (int k = 0; k < 3; k++) {
        const jo_corner *c = &want->corners[(k + turn) % 3];
        ck_assert_int_eq(mesh->normals != NULL, c->has_normal);
        if (c->has_normal)
            ck_assert_msg(apart(got[k].n, c->normals[0]) < 2e-3,
                          "%s: mesh %u, triangle %u: normal (%g, %g, %g), not (%g, %g, %g)", l->name,
                          draw->mesh, t, got[k].n[0], got[k].n[1], got[k].n[2], c->normals[0][0],
                          c->normals[0][1], c->normals[0][2]);
        expect_attributes(l, mesh, v[k], c);
        expect_influence(l, mesh, v[k], c);
    }
}

static void expect_geometry(const loaded *l, const jo_scene *want) {
    ferry_matrix worlds[128];
    ck_assert_uint_le(l->scene->nodes.count, 128);
    ferry_world_matrices(l->scene, worlds);
    ck_assert_uint_eq(l->scene->draws.count, want->count);
    for (uint32_t i = 0; i < want->count; i++) {
        const ferry_draw *draw = &l->scene->draws.data[i];
        if (!l->renumbered) ck_assert_uint_eq(draw->node, want->draws[i].joint);
        ck_assert_uint_eq(draw->material, want->draws[i].material);
        ck_assert_msg(l->scene->meshes.data[draw->mesh].triangle_count == want->draws[i].count,
                      "%s: draw %u has %u triangles, not %u", l->name, i,
                      l->scene->meshes.data[draw->mesh].triangle_count, want->draws[i].count);
        for (uint32_t t = 0; t < want->draws[i].count; t++)
            expect_triangle(l, worlds, draw, t, &want->draws[i].triangles[t]);
    }
}

START_TEST(geometry_is_what_the_console_shows) {
    if (fixtures[_i].kind == JB_BMT3) return;
    loaded l = load(&fixtures[_i]);
    jo_scene want = jo_evaluate(l.model, true);
    expect_geometry(&l, &want);
    jo_free(&want);
    unload(&l);
}
END_TEST

/* Moves every joint, in the scene and in the description; the bind pose stays. */
static void strike_a_pose(loaded *l) {
    double(*binds)[12] = calloc(l->model->joint_count, sizeof *binds);
    ck_assert_ptr_nonnull(binds);
    jb_inverse_binds(l->model, binds);
    free(l->model->inverse_binds);
    l->model->inverse_binds = binds;
    l->model->placeholders = false;
    for (uint32_t i = 0; i < l->model->joint_count; i++) {
        jb_joint *joint = &l->model->joints[i];
        ferry_node *node = &l->scene->nodes.data[i];
        for (int k = 0; k < 3; k++) {
            joint->rotation[k] = (int16_t)(joint->rotation[k] / 2 + 4000 * (k + 1) + 300 * (int)i);
            joint->translate[k] = joint->translate[k] * 0.5 + k;
        }
        node->euler = (ferry_vec3){(float)(joint->rotation[0] * acos(-1.0) / 32768),
                                   (float)(joint->rotation[1] * acos(-1.0) / 32768),
                                   (float)(joint->rotation[2] * acos(-1.0) / 32768)};
        node->translate =
            (ferry_vec3){(float)joint->translate[0], (float)joint->translate[1], (float)joint->translate[2]};
    }
}

START_TEST(geometry_follows_the_joints_into_any_pose) {
    if (fixtures[_i].kind == JB_BMT3) return;
    loaded l = load(&fixtures[_i]);
    strike_a_pose(&l);
    jo_scene want = jo_evaluate(l.model, true);
    expect_geometry(&l, &want);
    jo_free(&want);
    unload(&l);
}
END_TEST

START_TEST(geometry_survives_the_loss_of_scaling_rules) {
    if (fixtures[_i].kind == JB_BMT3) return;
    loaded l = load(&fixtures[_i]);
    ck_assert(ferry_prepare(l.job, l.scene, "plain", NULL));
    for (uint32_t i = 0; i < l.scene->nodes.count; i++)
        ck_assert_uint_eq(l.scene->nodes.data[i].scale_rule, FERRY_SCALE_INHERIT);
    l.renumbered = true;
    jo_scene want = jo_evaluate(l.model, true);
    expect_geometry(&l, &want);
    jo_free(&want);
    unload(&l);
}
END_TEST

START_TEST(weights_within_an_envelope_are_kept_exactly) {
    loaded l = load(fixture_find("skinned.bmd"));
    ck_assert_uint_eq(l.scene->skins.count, 1);
    const ferry_skin *skin = &l.scene->skins.data[0];
    double binds[8][12];
    uint32_t most = 0;
    jb_inverse_binds(l.model, binds);
    for (uint32_t i = 0; i < skin->influence_count; i++)
        if (skin->influences[i].count > most) most = skin->influences[i].count;
    ck_assert_uint_eq(most, 4);
    for (uint32_t j = 0; j < skin->joint_count; j++) /* the file has a true matrix for every joint */
        for (int k = 0; k < 12; k++)
            ck_assert_double_eq_tol(skin->joints[j].inverse_bind.m[k / 4][k % 4],
                                    binds[skin->joints[j].node][k], 1e-9);
    unload(&l);
}
END_TEST

START_TEST(tangents_come_with_the_normals) {
    loaded l = load(fixture_find(_i ? "nbt3.bmd" : "nbt.bmd"));
    jo_scene want = jo_evaluate(l.model, true);
    const ferry_mesh *mesh = &l.scene->meshes.data[l.scene->draws.data[0].mesh];
    ferry_matrix worlds[4];
    ck_assert_ptr_nonnull(mesh->binormals);
    ck_assert_ptr_nonnull(mesh->tangents);
    ferry_world_matrices(l.scene, worlds);
    double m[12];
    if (mesh->skin == FERRY_NONE)
        memcpy(m, &worlds[0], sizeof m);
    else
        blend(&l, worlds, mesh, 0, m);
    for (uint32_t t = 0; t < want.draws[0].count * 3; t++) {
        uint32_t v = mesh->triangles[t];
        double p[3] = {(double)mesh->positions[v].x, (double)mesh->positions[v].y,
                       (double)mesh->positions[v].z};
        bool found = false;
        for (uint32_t k = 0; k < 3; k++) {
            const jo_corner *c = &want.draws[0].triangles[t / 3].corners[k];
            const ferry_vec3 *streams[] = {&mesh->binormals[v], &mesh->tangents[v]};
            bool matches = true;
            double world[3];
            for (int r = 0; r < 3; r++)
                world[r] = m[r * 4] * p[0] + m[r * 4 + 1] * p[1] + m[r * 4 + 2] * p[2] + m[r * 4 + 3];
            matches = apart(world, c->world) < tolerance(c);
            for (int s = 0; s < 2; s++) {
                double d[3], length = 0;
                for (int r = 0; r < 3; r++) {
                    d[r] = m[r * 4] * (double)streams[s]->x + m[r * 4 + 1] * (double)streams[s]->y +
                           m[r * 4 + 2] * (double)streams[s]->z;
                    length += d[r] * d[r];
                }
                for (int r = 0; r < 3; r++) d[r] /= sqrt(length);
                matches = matches && apart(d, c->normals[s + 1]) < 2e-3;
            }
            found = found || matches;
        }
        ck_assert_msg(found, "%s: triangle corner %u has other tangents", l.name, t);
    }
    jo_free(&want);
    unload(&l);
}
END_TEST

/* -------------------------------------------------------------------------------------------- whole */

START_TEST(unread_blocks_are_kept) {
    loaded l = load(fixture_find("materials.bdl"));
    ck_assert_uint_eq(l.scene->extras.count, 1);
    ck_assert_str_eq(l.scene->extras.data[0].path, "MDL3");
    size_t at = jb_at(&l.file, "MDL3");
    ck_assert_uint_eq(l.scene->extras.data[0].offset, at);
    ck_assert_uint_eq(l.scene->extras.data[0].bytes.size, jb_get32(&l.file, at + 4));
    ck_assert_mem_eq(l.scene->extras.data[0].bytes.data, l.file.data + at,
                     l.scene->extras.data[0].bytes.size);
    ck_assert_uint_eq(ferry_job_report(l.job)->totals[FERRY_WARNING], 0);
    unload(&l);
    l = load(fixture_find("order.bmd"));
    ck_assert_uint_eq(l.scene->extras.count, 1);
    ck_assert_str_eq(l.scene->extras.data[0].path, "WHAT");
    unload(&l);
}
END_TEST

START_TEST(sound_files_give_no_warnings) {
    static const char *const troubled[] = {"order.bmd", "remaps.bmd", "permuted.bmd",
                                           "primitives.bmd"}; /* on purpose */
    for (size_t i = 0; i < sizeof troubled / sizeof *troubled; i++)
        if (strcmp(fixtures[_i].name, troubled[i]) == 0) return;
    loaded l = load(&fixtures[_i]);
    char *text = fy_report_text(ferry_job_report(l.job));
    ck_assert_msg(ferry_job_report(l.job)->totals[FERRY_WARNING] == 0, "%s", text);
    free(text);
    unload(&l);
}
END_TEST

START_TEST(triangles_of_all_primitives_are_counted) {
    loaded l = load(fixture_find("primitives.bmd"));
    ferry_counts counts;
    ferry_count(l.scene, &counts);
    /* quads 4 + 2 + 2, lists 3 + 1, strips 1 + 6 + 0 + 7, fans 1 + 5 + 0; lines and points none */
    ck_assert_uint_eq(counts.triangles, 8 + 4 + 14 + 6);
    unload(&l);
}
END_TEST

/* Keys in any order are sorted by time; of two at one time the file's order is which ends what is before. */
START_TEST(keys_at_one_time_keep_their_order) {
    static const ja_key keys[2][4] = {{{0, 1, 0, 0}, {20, 4, 0, 0}, {10, 2, 0, 0}, {10, 3, 0, 0}},
                                      {{0, 1, 0, 0}, {10, 2, 0, 0}, {10, 3, 0, 0}, {20, 4, 0, 0}}};
    ja_anim *anim = ja_fixture("maya.bck");
    ja_track *moved = &anim->entries[0].tracks[2]; /* along x */
    memcpy(moved->keys, keys[_i], sizeof keys[_i]);
    moved->count = 4;
    jb_file file = ja_build(anim);
    ferry_bytes model = fy_read_fixture("maya.bdl");
    ferry_job *job = fy_test_job();
    ferry_scene *scene =
        ferry_load(job, (const ferry_input[]){{"maya.bdl", model}, {"maya.bck", {file.data, file.size}}}, 2);
    ck_assert(scene && scene->clips.count == 1);
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_int_eq(strstr(report, "the 4 keys of a track are not sorted by time; sorted") == NULL, _i);
    free(report);
    const ferry_clip *clip = &scene->clips.data[0];
    uint32_t found = 0;
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        if (track->target != FERRY_TARGET_TRANSLATE || track->object || track->channel) continue;
        ck_assert_uint_eq(track->key_count, 4);
        for (uint32_t k = 0; k < 4; k++) ck_assert_float_eq(track->values[k], (float)(k + 1));
        ck_assert(track->times[1] == track->times[2] && track->times[0] < track->times[1]);
        found++;
    }
    ck_assert_uint_eq(found, 1);
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
    free((void *)(uintptr_t)model.data);
    free(anim);
}
END_TEST

/* The figure with an animation as it was built; the clip is its only one. */
static ferry_scene *load_figure(ferry_job *job, const ja_anim *anim, const char *name) {
    jb_file file = ja_build(anim);
    ferry_bytes model = fy_read_fixture("figure.bdl");
    ferry_scene *scene =
        ferry_load(job, (const ferry_input[]){{"figure.bdl", model}, {name, {file.data, file.size}}}, 2);
    ck_assert(scene && scene->clips.count == 1);
    jb_file_free(&file);
    free((void *)(uintptr_t)model.data);
    return scene;
}

/* Which of its tracks switches the texture of the material in the first slot. */
static const ferry_track *texture_track(const ferry_scene *scene, const char *material) {
    const ferry_clip *clip = &scene->clips.data[0];
    for (uint32_t i = 0; i < clip->track_count; i++) {
        const ferry_track *track = &clip->tracks[i];
        if (track->target == FERRY_TARGET_TEXTURE && track->slot == 0 &&
            strcmp(scene->materials.data[track->object].name, material) == 0)
            return track;
    }
    return NULL;
}

/* No time reaches the value of the end: it is not shown, and its texture need not be there. */
START_TEST(the_value_of_the_end_is_not_shown) {
    static const struct {
        int16_t frames;
        double values[4];
        uint32_t keys;
    } cases[] = {{3, {1, 0, 0, 999}, 2}, {3, {1, 0, 1, 0}, 3}, {0, {1, 999, 0, 0}, 1}};
    ja_anim *anim = ja_fixture("figure.btp");
    ja_entry *entry = &anim->entries[0];
    anim->count = 1;
    anim->frames = cases[_i].frames;
    entry->number = 0;
    entry->tracks[0].count = 4;
    for (int k = 0; k < 4; k++) entry->tracks[0].keys[k].value = cases[_i].values[k];
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load_figure(job, anim, "figure.btp");
    const ferry_track *track = texture_track(scene, entry->material);
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_msg(!strstr(report, "references texture"), "%s", report);
    ck_assert(track && track->key_count == cases[_i].keys);
    for (uint32_t k = 0; k < track->key_count; k++)
        ck_assert_float_eq(track->values[k], (float)cases[_i].values[k]);
    free(report);
    ferry_scene_free(scene);
    ferry_close(job);
    free(anim);
}
END_TEST

START_TEST(of_two_entries_for_one_thing_the_last_counts) {
    ja_anim *anim = ja_fixture("figure.btp");
    anim->count = 2;
    anim->entries[1].material = anim->entries[0].material;
    for (uint32_t i = 0; i < 2; i++) {
        anim->entries[i].number = 0;
        anim->entries[i].tracks[0] = (ja_track){.count = 1, .keys = {{.value = i}}};
    }
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load_figure(job, anim, "figure.btp");
    const ferry_track *track = texture_track(scene, anim->entries[0].material);
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(report, "another track already targets; used the last"), "%s", report);
    ck_assert(track && track->key_count == 1);
    ck_assert_float_eq(track->values[0], 1);
    free(report);
    ferry_scene_free(scene);
    ferry_close(job);
    free(anim);
}
END_TEST

/* Angles of 16 bits are shifted by 16 at most: one more, and the file is wrong. */
START_TEST(angles_are_shifted_by_sixteen_bits_at_most) {
    enum { SHIFT = 0x20 + 9, NONE = 255 };
    static const uint8_t shifts[] = {0, 16, 17, NONE};
    ferry_bytes model = fy_read_fixture("rigid.bmd"), anim = fy_read_fixture("rigid.bck");
    for (size_t i = 0; i < sizeof shifts; i++) {
        ferry_job *job = fy_test_job();
        uint8_t *copy = ferry_new(job, uint8_t, anim.size);
        memcpy(copy, anim.data, anim.size);
        copy[SHIFT] = shifts[i];
        ferry_input inputs[] = {{"rigid.bmd", model}, {"rigid.bck", {copy, anim.size}}};
        ferry_scene *scene = ferry_load(job, inputs, 2);
        ck_assert_ptr_nonnull(scene);
        char *report = fy_report_text(ferry_job_report(job));
        ck_assert_int_eq(strstr(report, "angle shift") != NULL, shifts[i] == 17);
        if (shifts[i] == 17)
            ck_assert_ptr_nonnull(
                strstr(report, "rigid.bck:0x29: warning: ANK1: angle shift of 17 bits; used 0"));
        free(report);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)model.data);
    free((void *)(uintptr_t)anim.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("j3d");
    TCase *all = tcase_create("fixtures"), *results = fy_results_case(suite);
    tcase_add_test(all, angles_are_shifted_by_sixteen_bits_at_most);
    tcase_add_loop_test(results, nodes_are_the_joints, 0, (int)fixture_count);
    tcase_add_loop_test(results, world_matrices_follow_the_scaling_rule, 0, (int)fixture_count);
    tcase_add_loop_test(results, geometry_is_what_the_console_shows, 0, (int)fixture_count);
    tcase_add_loop_test(results, geometry_follows_the_joints_into_any_pose, 0, (int)fixture_count);
    tcase_add_loop_test(results, geometry_survives_the_loss_of_scaling_rules, 0, (int)fixture_count);
    tcase_add_loop_test(all, sound_files_give_no_warnings, 0, (int)fixture_count);
    suite_add_tcase(suite, all);
    TCase *some = tcase_create("themes");
    tcase_add_test(some, weights_within_an_envelope_are_kept_exactly);
    tcase_add_loop_test(some, tangents_come_with_the_normals, 0, 2);
    tcase_add_test(some, unread_blocks_are_kept);
    tcase_add_loop_test(some, keys_at_one_time_keep_their_order, 0, 2);
    tcase_add_loop_test(some, the_value_of_the_end_is_not_shown, 0, 3);
    tcase_add_test(some, of_two_entries_for_one_thing_the_last_counts);
    tcase_add_test(some, triangles_of_all_primitives_are_counted);
    suite_add_tcase(suite, some);
    return fy_run_suite(suite);
}
