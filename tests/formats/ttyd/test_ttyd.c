/*
 * test_ttyd.c: the actor of the fixtures against its description: every triangle's corners, and at many
 * moments of each animation matrices, visibility, textures and moved vertices against the builder's own
 * evaluation.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "builders/fixtures/fixtures_ttyd.h"
#include "core/base/job_state.h"
#include "core/scene/curve.h"
#include "helpers.h"
#include "machine/gx/gx_tev.h"
#include "machine/gx/gx_tev_formula.h"

/* ------------------------------------------------------------------------------------------- what is read */

typedef struct subject {
    tb_actor *actor;
    jb_file file, bank;
    ferry_job *job;
    ferry_scene *scene;
} subject;

static bool find_bank(void *user, const char *name, ferry_bytes *bytes) {
    const subject *s = user;
    if (!s->bank.data || strcmp(name, "ttyd_bank-") != 0) return false;
    *bytes = (ferry_bytes){s->bank.data, s->bank.size};
    return true;
}

static void read_with(subject *s, tb_actor *actor, bool with_bank, const char *key, const char *value) {
    ferry_setting_value setting = {key, value};
    ferry_options options = {.size = sizeof options,
                             .sidecar = find_bank,
                             .user = s,
                             .settings = key ? &setting : NULL,
                             .setting_count = key ? 1 : 0};
    *s = (subject){.actor = actor, .file = tb_build(actor)};
    if (with_bank) s->bank = make_bank(NULL);
    s->job = ferry_open(&options);
    ck_assert_ptr_nonnull(s->job);
    s->scene =
        ferry_load(s->job, &(ferry_input){.name = actor->name, .bytes = {s->file.data, s->file.size}}, 1);
    if (!s->scene) ferry_report_print(ferry_job_report(s->job), FERRY_NOTE, stderr);
    ck_assert_ptr_nonnull(s->scene);
    ck_assert(ferry_check(s->job, s->scene));
}

static void done(subject *s) {
    ferry_scene_free(s->scene);
    ferry_close(s->job);
    jb_file_free(&s->file);
    jb_file_free(&s->bank);
    tb_free(s->actor);
}

/* The group that a draw is called after, and which of its shape's subshapes it is. */
static uint32_t group_of(const tb_actor *actor, const ferry_draw *draw, uint32_t *part) {
    size_t length = strcspn(draw->name, ".");
    *part = draw->name[length] ? (uint32_t)strtoul(draw->name + length + 1, NULL, 10) : 0;
    for (uint32_t i = 0; i < actor->groups_count; i++)
        if (strlen(actor->groups[i].name) == length &&
            strncmp(actor->groups[i].name, draw->name, length) == 0)
            return i;
    ck_abort_msg("no group for draw \"%s\"", draw->name);
    return 0;
}

static const tb_subshape *subshape_of(const tb_actor *actor, const ferry_draw *draw, const tb_shape **shape) {
    uint32_t part, group = group_of(actor, draw, &part);
    *shape = &actor->shapes[actor->groups[group].shape];
    return &actor->subshapes[(*shape)->subshapes[0] + part];
}

/* ----------------------------------------------------------------------------------------------- geometry */

static uint32_t entry_of(const tb_actor *actor, const tb_shape *shape, const tb_subshape *subshape,
                         int stream, uint32_t corner) {
    const uint32_t bases[3] = {shape->positions[0], shape->normals[0], shape->colors[0]};
    uint32_t base = stream < 3 ? bases[stream] : shape->uvs[stream - 3][0];
    return base + actor->indices[stream].data[subshape->runs[stream] + corner];
}

static void expect_corner(const tb_actor *actor, const tb_shape *shape, const tb_subshape *subshape,
                          const ferry_mesh *mesh, uint32_t corner, uint32_t vertex) {
    const double *position = actor->positions[entry_of(actor, shape, subshape, 0, corner)].v;
    const double *normal = actor->normals[entry_of(actor, shape, subshape, 1, corner)].v;
    const uint8_t *color = actor->colors[entry_of(actor, shape, subshape, 2, corner)].v;
    ck_assert_double_eq_tol(mesh->positions[vertex].x, position[0], 1e-5);
    ck_assert_double_eq_tol(mesh->positions[vertex].y, position[1], 1e-5);
    ck_assert_double_eq_tol(mesh->positions[vertex].z, position[2], 1e-5);
    ck_assert_double_eq_tol(mesh->normals[vertex].x, normal[0], 1e-5);
    ck_assert_double_eq_tol(mesh->normals[vertex].y, normal[1], 1e-5);
    ck_assert_double_eq_tol(mesh->normals[vertex].z, normal[2], 1e-5);
    ck_assert_double_eq_tol(mesh->colors[0][vertex].b * 255, color[2], 1e-3);
    ck_assert_double_eq_tol(mesh->colors[0][vertex].a * 255, color[3], 1e-3);
    for (uint32_t k = 0; k < subshape->slots; k++) {
        int set = subshape->sets[k];
        const double *uv = actor->uvs[entry_of(actor, shape, subshape, 3 + set, corner)].v;
        ck_assert_double_eq_tol(mesh->uvs[set][vertex].x, uv[0], 1e-5);
        ck_assert_double_eq_tol(mesh->uvs[set][vertex].y, uv[1], 1e-5);
    }
}

static void expect_corners(const subject *s) {
    for (uint32_t d = 0; d < s->scene->draws.count; d++) {
        const tb_shape *shape;
        const tb_subshape *subshape = subshape_of(s->actor, &s->scene->draws.data[d], &shape);
        const ferry_mesh *mesh = &s->scene->meshes.data[s->scene->draws.data[d].mesh];
        uint32_t triangle = 0;
        for (uint32_t k = 0; k < subshape->polygons[1]; k++) {
            tb_polygon fan = s->actor->polygons[subshape->polygons[0] + k];
            for (uint32_t i = 1; i + 1 < fan.count; i++, triangle++) {
                const uint32_t corners[3] = {fan.first, fan.first + i, fan.first + i + 1};
                ck_assert_uint_lt(triangle, mesh->triangle_count);
                for (int c = 0; c < 3; c++)
                    expect_corner(s->actor, shape, subshape, mesh, corners[c],
                                  mesh->triangles[3 * triangle + (uint32_t)c]);
            }
        }
        ck_assert_uint_eq(triangle, mesh->triangle_count);
    }
}

START_TEST(corners_are_as_described) {
    subject s;
    read_with(&s, tb_paper(), true, NULL, NULL);
    expect_corners(&s);
    done(&s);
}
END_TEST

/* Opaque, cutout, blended; each in the order of the tree. */
START_TEST(draws_stand_in_the_order_of_the_game) {
    static const char *const names[] = {"ground", "hip",   "knee",    "foot",      "toe",
                                        "fin",    "twin",  "torso",   "torso.1",   "eye_r",
                                        "eye_l",  "ghost", "ghost.1", "ghost_eye", "wings"};
    subject s;
    read_with(&s, tb_paper(), true, NULL, NULL);
    ck_assert_uint_eq(s.scene->draws.count, sizeof names / sizeof *names);
    for (uint32_t d = 0; d < s.scene->draws.count; d++)
        ck_assert_str_eq(s.scene->draws.data[d].name, names[d]);
    done(&s);
}
END_TEST

/* ------------------------------------------------------------------------------------------------ moments */

static void expect_matrix(const char *what, double frame, const char *name, const ferry_matrix *found,
                          double wanted[3][4]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            ck_assert_msg(fabs(found->m[i][k] - wanted[i][k]) < 2e-4,
                          "%s at %g: \"%s\" [%d][%d] is %g, not %g", what, frame, name, i, k, found->m[i][k],
                          wanted[i][k]);
}

static void expect_vertices(const tb_state *state, const ferry_mesh *mesh, const char *what, double frame) {
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const double *wanted = state->positions[mesh->position_numbers[v]].v;
        const float found[3] = {mesh->positions[v].x, mesh->positions[v].y, mesh->positions[v].z};
        for (int k = 0; k < 3; k++)
            ck_assert_msg(fabs(found[k] - wanted[k]) < 1e-4,
                          "%s at %g: vertex %u of \"%s\" is off: %g, not %g", what, frame, v, mesh->name,
                          found[k], wanted[k]);
        const double *normal = state->normals[mesh->normal_numbers[v]].v;
        double length = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]);
        ck_assert_double_eq_tol(mesh->normals[v].x, normal[0] / length, 1e-4);
        ck_assert_double_eq_tol(mesh->normals[v].y, normal[1] / length, 1e-4);
        ck_assert_double_eq_tol(mesh->normals[v].z, normal[2] / length, 1e-4);
    }
}

/* Where a corner's coordinates go: Rot * Shift * Scale. */
static void place_uv(const tb_placing *p, const double uv[2], double out[2]) {
    double shift = tb_reading.down ? p->shift[1] : 1 - p->scale[1] - p->shift[1];
    double s = p->scale[0] * uv[0] + p->shift[0] - 0.5, t = p->scale[1] * uv[1] + shift - 0.5;
    double turn = -p->turn * 3.14159265358979 / 180;
    out[0] = cos(turn) * s - sin(turn) * t + 0.5;
    out[1] = sin(turn) * s + cos(turn) * t + 0.5;
}

/* The matrix in Maya's convention (docs/formats/j3d.md, "Texture matrix"), worked out by hand. */
static void expect_matrix_of(const tb_placing *placing, const ferry_gx_texture_matrix *m, const char *what,
                             double frame) {
    static const double corners[3][2] = {{0, 0}, {1, 0}, {0.25, 2}};
    double angle = m->rotation * 3.14159265358979 / 32768, c = cos(angle), s = sin(angle);
    ck_assert(m->maya && m->present && m->mode == 0);
    for (int i = 0; i < 3; i++) {
        double wanted[2], u = corners[i][0] * m->scale[0] + m->translate[0] - 0.5;
        double v = corners[i][1] * m->scale[1] - (m->translate[1] - 0.5 + m->scale[1]);
        place_uv(placing, corners[i], wanted);
        ck_assert_msg(fabs(c * u + s * v + 0.5 - wanted[0]) < 1e-3 &&
                          fabs(c * v - s * u + 0.5 - wanted[1]) < 1e-3,
                      "%s at %g: texture coordinates go elsewhere", what, frame);
    }
}

static void expect_pictures(const subject *s, const tb_state *state, const ferry_scene *posed,
                            const ferry_draw *draw, const char *what, double frame) {
    const tb_shape *shape;
    const tb_subshape *subshape = subshape_of(s->actor, draw, &shape);
    const ferry_gx_material *gx = posed->materials.data[draw->material].gx;
    ck_assert_uint_eq(gx->texgen_count, subshape->slots);
    for (uint32_t u = 0; u < subshape->slots; u++) {
        int32_t sampler = subshape->samplers[subshape->slots - 1 - u];
        const tb_placing *placing = &state->placings[sampler];
        const tb_record *record = &s->actor->records[s->actor->samplers[sampler].record + placing->image];
        ck_assert_msg(strcmp(posed->textures.data[gx->textures[u]].name, record->name) == 0,
                      "%s at %g: unit %u of \"%s\" shows %s, not %s", what, frame, u, draw->name,
                      posed->textures.data[gx->textures[u]].name, record->name);
        ck_assert_uint_eq(gx->texgens[u].source,
                          FERRY_GX_TG_TEX0 + (uint32_t)subshape->sets[subshape->slots - 1 - u]);
        if (gx->texgens[u].matrix == FERRY_GX_IDENTITY) {
            ck_assert(placing->shift[0] == 0 && placing->shift[1] == 0 && placing->scale[0] == 1 &&
                      placing->turn == 0);
            continue;
        }
        expect_matrix_of(placing, &gx->matrices[(gx->texgens[u].matrix - 30) / 3], what, frame);
    }
}

static void expect_moment(const subject *s, int32_t clip, double frame) {
    const tb_actor *actor = s->actor;
    const char *what = clip == TB_NONE ? "at rest" : actor->anims[clip].name;
    uint32_t number = (uint32_t)clip;
    const ferry_scene *posed =
        clip == TB_NONE ? s->scene : ferry_pose(s->job, s->scene, &number, 1, frame / 60);
    ck_assert_ptr_nonnull(posed);
    tb_state state = tb_evaluate(actor, clip, frame);
    ferry_matrix *worlds = calloc(posed->nodes.count, sizeof *worlds);
    ck_assert(worlds && ferry_world_matrices(posed, worlds));
    for (uint32_t d = 0; d < posed->draws.count; d++) {
        const ferry_draw *draw = &posed->draws.data[d];
        uint32_t part;
        double wanted[3][4];
        bool shown = tb_world(actor, &state, group_of(actor, draw, &part), wanted);
        expect_matrix(what, frame, draw->name, &worlds[draw->node], wanted);
        ck_assert_msg(draw->visible == shown, "%s at %g: \"%s\" is %s", what, frame, draw->name,
                      shown ? "hidden" : "shown");
        expect_vertices(&state, &posed->meshes.data[draw->mesh], what, frame);
        expect_pictures(s, &state, posed, draw, what, frame);
    }
    free(worlds);
    tb_state_free(&state);
}

/* Twice through, and what a clip played once holds; between and exactly on key frames. */
static void expect_all(const subject *s, double step) {
    expect_moment(s, TB_NONE, 0);
    for (int32_t clip = 0; clip < (int32_t)s->scene->clips.count; clip++) {
        const tb_anim *anim = &s->actor->anims[clip];
        ck_assert_str_eq(s->scene->clips.data[clip].name, anim->name);
        ck_assert_double_eq(s->scene->clips.data[clip].duration,
                            (anim->empty ? 0 : anim->end - anim->start) / 60);
        for (double frame = 0; frame < 2 * (anim->end - anim->start) + 3; frame += step)
            expect_moment(s, clip, frame);
        if (step < 1) expect_moment(s, clip, 7.3);
    }
}

START_TEST(moments_are_as_evaluated) {
    subject s;
    read_with(&s, tb_paper(), true, NULL, NULL);
    ck_assert_uint_eq(s.scene->clips.count, s.actor->anims_count);
    expect_all(&s, 0.5);
    done(&s);
}
END_TEST

/* What leads to the first of two key frames of one time takes its time, what leads to the second takes none.
 * */
START_TEST(key_frames_may_share_a_time) {
    static const double frames[] = {0, 20, 20, 40}, by[] = {0, 4, 2, -3};
    tb_actor *actor = tb_paper();
    uint32_t anim = tb_anim_add(actor, "stutter", true, 0, 40);
    for (uint32_t k = 0; k < 4; k++) {
        tb_key(actor, anim, frames[k]);
        if (k) tb_float_by(actor, anim, k, 0, TB_MOVE, by[k], 10, 20);
    }
    subject s;
    read_with(&s, actor, true, NULL, NULL);
    uint32_t clip = s.scene->clips.count - 1;
    ck_assert_str_eq(s.scene->clips.data[clip].name, "stutter");
    for (double frame = 0; frame < 45; frame += .5) expect_moment(&s, (int32_t)clip, frame);
    done(&s);
}
END_TEST

/* For a target that knows no scale rules: one node for each group, and two for scales that children do not
 * inherit. Right on whole frames. */
START_TEST(helpers_are_folded) {
    subject s;
    uint32_t groups = 0;
    read_with(&s, tb_paper(), true, NULL, NULL);
    ck_assert_uint_eq(s.scene->nodes.count, s.actor->groups_count + 6);
    ck_assert(ferry_prepare(s.job, s.scene, "t3dm", "transforms"));
    ck_assert(ferry_check(s.job, s.scene));
    for (uint32_t i = 0; i < s.scene->nodes.count; i++)
        groups += strchr(s.scene->nodes.data[i].name, '.') == NULL;
    ck_assert_uint_eq(groups, s.actor->groups_count);
    ck_assert_uint_eq(s.scene->nodes.count, groups + 2);
    ck_assert_uint_eq(s.scene->clips.count, s.actor->anims_count); /* those without a track, too */
    expect_all(&s, 1);
    done(&s);
}
END_TEST

START_TEST(steps_may_be_read_as_linear) {
    subject s;
    tb_reading.linear = true;
    read_with(&s, tb_paper(), true, "ttyd.step-slopes", "linear");
    expect_all(&s, 0.5);
    tb_reading.linear = false;
    done(&s);
}
END_TEST

/* A reciprocal is no cubic: it is right on whole frames. */
START_TEST(siblings_may_be_compensated) {
    subject s;
    tb_reading.sibling = true;
    read_with(&s, tb_paper(), true, "ttyd.scale-compensate", "sibling");
    expect_all(&s, 1);
    tb_reading.sibling = false;
    done(&s);
}
END_TEST

START_TEST(shifts_may_be_read_downwards) {
    subject s;
    tb_reading.down = true;
    read_with(&s, tb_paper(), true, "ttyd.texture-shift", "down");
    expect_all(&s, 0.5);
    tb_reading.down = false;
    done(&s);
}
END_TEST

/* ----------------------------------------------------------------------------------------- moved vertices */

enum { BLADES = 12, STROKES = 12 };

/* A fan; key frame k moves each vertex whose number `apart` divides together with k, there and, at the end,
 * back. */
static tb_actor *reed(uint32_t apart) {
    tb_actor *actor = tb_new("reed", "none");
    tb_corner corners[BLADES] = {{{0}}};
    tb_shape_add(actor, "reed", 1, 3);
    tb_subshape_add(actor, 0);
    for (uint32_t i = 0; i < BLADES; i++) corners[i].index[0] = tb_position(actor, i % 5, i / 3, i);
    tb_color(actor, 0xFFFFFFFF);
    uint32_t normal = tb_normal(actor, 0.25, 0.5, 0); /* not of unit length */
    tb_fan(actor, BLADES, corners);
    tb_group_add(actor, "root", 0, false);
    uint32_t sway = tb_anim_add(actor, "sway", true, 3, 64);
    for (uint32_t k = 0; k < STROKES; k++) tb_key(actor, sway, 5.5 * k);
    for (uint32_t k = 0; k < STROKES; k++)
        for (uint32_t i = 0; i < BLADES; i++)
            if ((i + k) % apart == 0)
                tb_move_by(actor, sway, k, TB_POSITIONS, i, k % 2 ? -0.5 : 0.25 * (1 + i), 0.0625 * k,
                           k < 6 ? 1 : -1);
    if (apart < 11) tb_move_by(actor, sway, 3, TB_NORMALS, normal, 0.5, -0.25, 0.125);
    return actor;
}

static uint32_t most_targets(const subject *s, double frame) {
    const ferry_clip *clip = &s->scene->clips.data[0];
    uint32_t counts[BLADES] = {0}, most = 0;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        double weight[4];
        fy_track_at(&clip->tracks[k], frame / 60, weight);
        const ferry_morph *morph = &s->scene->morphs.data[clip->tracks[k].object];
        for (uint32_t v = 0; weight[0] != 0 && v < morph->count; v++) {
            uint32_t *count = &counts[morph->vertices[v]];
            most = ++*count > most ? *count : most;
        }
    }
    return most;
}

/* Exact by expect_all(); never more than two targets a vertex; as many as there are key frames where all
 * vertices move together, and no more moves than deltas where few do. */
START_TEST(a_vertex_has_two_targets_at_most) {
    subject s;
    uint32_t apart = (uint32_t)_i, moves = 0;
    read_with(&s, reed(apart), false, NULL, NULL);
    expect_all(&s, 0.25);
    uint32_t most = 0;
    for (double frame = 0; frame < 61; frame += 0.25) most = (uint32_t)fmax(most, most_targets(&s, frame));
    ck_assert_uint_eq(most, 2);
    for (uint32_t i = 0; i < s.scene->morphs.count; i++) moves += s.scene->morphs.data[i].count;
    if (apart == 1) ck_assert_uint_le(s.scene->morphs.count, STROKES);
    if (apart == 11) ck_assert_uint_le(moves, s.actor->anims[0].change_count);
    done(&s);
}
END_TEST

/* A chain of joints, the upper of which is flattened, while a plain child and a branch of joints hang on
 * it. */
static tb_actor *flattened(void) {
    static const char *const names[6] = {"lower", "lowest", "plain", "on_plain", "turned", "upper"};
    static const bool joints[6] = {true, true, false, true, true, true};
    tb_actor *actor = tb_new("flattened", "none");
    tb_corner corners[3] = {{{0}}};
    uint32_t below[6];
    tb_shape_add(actor, "leaf", 1, 3);
    tb_subshape_add(actor, 0);
    for (uint32_t i = 0; i < 3; i++) corners[i].index[0] = tb_position(actor, i, i * i, 1);
    tb_color(actor, 0xFFFFFFFF);
    tb_normal(actor, 0, 0, 1);
    tb_fan(actor, 3, corners);
    for (int i = 0; i < 6; i++) below[i] = tb_group_add(actor, names[i], 0, joints[i]);
    uint32_t root = tb_group_add(actor, "base", TB_NONE, false);
    tb_hang(actor, root, below[5]);
    tb_hang(actor, below[5], below[0]);
    tb_hang(actor, below[5], below[2]);
    tb_hang(actor, below[5], below[4]);
    tb_hang(actor, below[0], below[1]);
    tb_hang(actor, below[2], below[3]);
    for (int i = 0; i < 6; i++) {
        tb_set(actor, below[i], TB_MOVE, 3 + i, 4, 5 - i);
        tb_set(actor, below[i], TB_TURN, 5 * i, 3, 0);
    }
    tb_set(actor, below[0], TB_SCALE, 1, 2, 1.5);
    tb_set(actor, below[4], TB_ORIENT, 30, 0, 0);
    uint32_t flat = tb_anim_add(actor, "flat", true, 0, 45);
    for (int k = 0; k < 5; k++) tb_key(actor, flat, 10 * k);
    tb_float_by(actor, flat, 1, below[5], TB_SCALE + 0, -1, 0, 90);
    tb_float_by(actor, flat, 2, below[5], TB_SCALE + 1, -1, 0, 90);
    tb_float_by(actor, flat, 3, below[5], TB_SCALE + 0, 1, 0, 90);
    tb_float_by(actor, flat, 4, below[5], TB_SCALE + 1, 1, 0, 90);
    tb_float_by(actor, flat, 4, below[4], TB_TURN + 1, 5, 0, 90);
    return actor;
}

/* A leaf that turns and grows about places of its own, and a clip that moves nothing of it. */
static tb_actor *pivoted(void) {
    tb_actor *actor = tb_new("pivoted", "none");
    tb_corner corners[3] = {{{0}}};
    tb_shape_add(actor, "leaf", 1, 3);
    tb_subshape_add(actor, 0);
    for (uint32_t i = 0; i < 3; i++) corners[i].index[0] = tb_position(actor, i, i * i, 1);
    tb_color(actor, 0xFFFFFFFF);
    tb_normal(actor, 0, 0, 1);
    tb_fan(actor, 3, corners);
    uint32_t leaf = tb_group_add(actor, "leaf", 0, false), root = tb_group_add(actor, "base", TB_NONE, false);
    tb_hang(actor, root, leaf);
    tb_set(actor, leaf, TB_MOVE, 3, 4, 5);
    tb_set(actor, leaf, TB_TURN, 5, 13, -21);
    tb_set(actor, leaf, TB_SCALE, 1.5, 0.75, 2);
    tb_set(actor, leaf, TB_TURN_PIVOT, 7, -2, 3);
    tb_set(actor, leaf, TB_TURN_SHIFT, 0.5, 0.25, -1);
    tb_set(actor, leaf, TB_SCALE_PIVOT, -4, 6, 1);
    tb_set(actor, leaf, TB_SCALE_SHIFT, 1, -2, 0.5);
    tb_key(actor, tb_anim_add(actor, "wait", true, 0, 30), 0);
    return actor;
}

START_TEST(pivots_are_where_they_rest) {
    subject s;
    read_with(&s, pivoted(), false, NULL, NULL);
    expect_all(&s, 1);
    done(&s);
}
END_TEST

/* Also where the target knows no scale rules. */
START_TEST(joints_below_a_flat_one_collapse) {
    subject s;
    read_with(&s, flattened(), false, NULL, NULL);
    if (_i) ck_assert(ferry_prepare(s.job, s.scene, "t3dm", "transforms"));
    expect_all(&s, 1);
    if (_i) ck_assert_uint_eq(ferry_job_report(s.job)->totals[FERRY_LOSS], 0);
    done(&s);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- materials */

/* A figure of one triangle with three textures, unit u of which shows record u: slots run backwards. */
static tb_actor *mixed(uint32_t mode, uint32_t units) {
    tb_actor *actor = tb_new("mixed", "ttyd_bank");
    tb_corner corners[3] = {{{0}}};
    tb_shape_add(actor, "leaf", mode % 4, mode % 4);
    tb_subshape_add(actor, mode);
    for (uint32_t u = 0; u < units; u++) {
        tb_record_add(actor, u, 0, "");
        tb_sampler_add(actor, (int32_t)u, 0);
    }
    for (uint32_t u = units; u-- > 0;) tb_slot_add(actor, (int32_t)u, 0);
    for (uint32_t i = 0; i < 3; i++) corners[i].index[0] = tb_position(actor, i, i * i, 0);
    tb_color(actor, 0xFFFFFFFF);
    tb_uv(actor, 0, 0, 0);
    tb_fan(actor, 3, corners);
    tb_group_add(actor, "root", 0, false);
    return actor;
}

static double mix(double a, double b, double k) {
    return a + (b - a) * k;
}

/* docs/formats/ttyd.md, "Materials": component `k` of colour (below 3) or alpha. */
static double combined(uint32_t mode, double t[3][4], const double v[4], int k) {
    bool alpha = k == 3;
    double a = t[0][k], b = t[1][k];
    switch (mode) {
    case 1:
        return (alpha ? a : mix(a, b, t[1][3])) * v[k];
    case 2:
        return a * t[1][3] * v[k];
    case 3:
        return a * (1 - t[1][3]) * v[k];
    case 4:
        return alpha ? a : mix(a, a * b, t[0][3] * t[1][3]);
    case 5:
        return mix(a, b, t[2][3]) * v[k];
    case 6:
        return (alpha ? a * b : mix(a, b, t[0][3])) * v[k];
    case 7:
    case 9:
        return (alpha ? a * (1 - b) + b : mix(a, b, t[1][3])) * v[k];
    case 12:
        return (alpha ? b : a) * v[k];
    default:
        return a * v[k];
    }
}

static void expect_mix(const ferry_gx_material *gx, uint32_t mode, dice *d) {
    fy_tev_inputs in = {{{0}}, {{0}}};
    double t[3][4], v[4];
    uint8_t out[4];
    for (int k = 0; k < 4; k++) {
        in.raster[0][k] = (uint8_t)dice_roll(d, 256);
        v[k] = in.raster[0][k] / 255.0;
        for (int u = 0; u < 3; u++) {
            uint8_t texel = (uint8_t)dice_roll(d, 256);
            t[u][k] = texel / 255.0;
            for (uint32_t s = 0; s < gx->stage_count; s++)
                if (gx->stages[s].map == u) in.texels[s][k] = texel;
        }
    }
    fy_tev_run(gx, &in, out);
    for (int k = 0; k < 4; k++)
        ck_assert_msg(fabs(out[k] - 255 * combined(mode, t, v, k)) < 3,
                      "mode %u, component %d: %u, not "
                      "%g",
                      mode, k, out[k], 255 * combined(mode, t, v, k));
}

START_TEST(textures_are_combined_as_the_game_does) {
    dice d = {77};
    for (uint32_t mode = 0; mode < 14; mode++) {
        subject s;
        read_with(&s, mixed(mode, 3), true, NULL, NULL);
        const ferry_gx_material *gx = s.scene->materials.data[0].gx;
        for (uint32_t u = 0; u < 3; u++)
            ck_assert_int_eq(s.scene->textures.data[gx->textures[u]].name[7], '0' + (int)u); /* "texture1" */
        for (int k = 0; k < 200; k++) expect_mix(gx, mode, &d);
        done(&s);
    }
}
END_TEST

/* Draw modes and cull modes: fronts are counter-clockwise, as the corners stand. */
START_TEST(modes_are_as_the_game_has_them) {
    static const uint8_t gx_modes[] = {2, 1, 2, 4}, culls[] = {FERRY_GX_CULL_FRONT, FERRY_GX_CULL_BACK,
                                                               FERRY_GX_CULL_ALL, FERRY_GX_CULL_NONE};
    static const ferry_alpha_mode alphas[] = {FERRY_ALPHA_CUTOUT, FERRY_ALPHA_OPAQUE, FERRY_ALPHA_CUTOUT,
                                              FERRY_ALPHA_BLEND};
    for (uint32_t mode = 0; mode < 4; mode++) {
        subject s;
        read_with(&s, mixed(mode, 3), true, NULL, NULL);
        const ferry_material *material = &s.scene->materials.data[0];
        ck_assert_uint_eq(material->gx->mode, gx_modes[mode]);
        ck_assert_uint_eq(material->gx->cull, culls[mode]);
        ck_assert_uint_eq(material->gx->z_write, mode != 3);
        ck_assert_uint_eq(material->gx->z_compare, FERRY_GX_LEQUAL);
        ck_assert_int_eq(material->alpha_mode, alphas[mode]);
        ck_assert(!material->lit && material->vertex_colors);
        done(&s);
    }
}
END_TEST

/* -------------------------------------------------------------------------------- sets, wrapping, formats */

/* A shape of one triangle for whose corners the last subshape's sets stand elsewhere each. */
static void odd_triangle(tb_actor *actor) {
    const tb_subshape *subshape = &actor->subshapes[actor->subshapes_count - 1];
    tb_corner corners[3] = {{{0}}};
    for (uint32_t i = 0; i < 3; i++) {
        corners[2 - i].index[0] = tb_position(actor, i, i * i, 1);
        corners[2 - i].index[1] = tb_normal(actor, 1, i, 2);
        corners[2 - i].index[2] = tb_color(actor, 0x11223344U * (i + 1));
    }
    for (uint32_t k = 0; k < subshape->slots; k++) {
        uint32_t set = (uint32_t)subshape->sets[k];
        for (uint32_t i = 0; i < 3; i++)
            corners[(i + set) % 3].index[3 + set] = tb_uv(actor, set, 0.5 * set + i, 0.125 * set - i);
    }
    tb_fan(actor, 3, corners);
}

/* A unit for each of the eight sets, in no order, each set behind a sampler of its own; a second subshape
 * takes three of them, so that runs begin at different places. */
static tb_actor *eight_sets(void) {
    static const int8_t sets[8] = {5, 2, 7, 0, 3, 6, 1, 4}, some[3] = {6, 2, 7};
    tb_actor *actor = tb_new("sets", "ttyd_bank");
    tb_shape_add(actor, "leaf", 1, 3);
    tb_subshape_add(actor, 0);
    for (int k = 0; k < 3; k++) tb_slot_add(actor, k, some[k]);
    odd_triangle(actor);
    tb_subshape_add(actor, 0);
    for (int k = 0; k < 8; k++) {
        tb_record_add(actor, (uint32_t)k, 0, "");
        snprintf(actor->records[k].name, sizeof actor->records[k].name, "picture%d", k);
        tb_sampler_add(actor, k, 0);
        tb_slot_add(actor, k, sets[k]);
    }
    odd_triangle(actor);
    tb_group_add(actor, "root", 0, false);
    return actor;
}

START_TEST(all_sets_are_read) {
    subject s;
    read_with(&s, eight_sets(), true, NULL, NULL);
    ck_assert_uint_eq(s.scene->draws.count, 2);
    expect_corners(&s);
    expect_all(&s, 1);
    for (int set = 0; set < 8; set++) {
        bool some = set == 2 || set == 6 || set == 7;
        ck_assert_msg((s.scene->meshes.data[0].uvs[set] != NULL) == some, "set %d of the first", set);
        ck_assert_ptr_nonnull(s.scene->meshes.data[1].uvs[set]);
    }
    done(&s);
}
END_TEST

enum { PICTURES = 11, WAYS = 17 };

/* A subshape for each way to wrap, the last as the image says; their pictures go through the whole bank. */
static tb_actor *wrapped(void) {
    tb_actor *actor = tb_new("wrapped", "ttyd_bank");
    tb_shape_add(actor, "leaf", 1, 3);
    for (uint32_t i = 0; i < PICTURES; i++) {
        tb_record_add(actor, i, 0, "");
        snprintf(actor->records[i].name, sizeof actor->records[i].name, "picture%u", i);
    }
    for (uint32_t i = 0; i < WAYS; i++) {
        tb_sampler_add(actor, (int32_t)(i % PICTURES), i < 16 ? i : 0x80000000U);
        tb_subshape_add(actor, 0);
        tb_slot_add(actor, (int32_t)i, 0);
        odd_triangle(actor);
    }
    tb_group_add(actor, "root", 0, false);
    return actor;
}

/* Bits 0 and 1 repeat in s and t, 2 and 3 mirror, and mirroring wins; the images of the bank say mirror and
 * repeat. */
START_TEST(mirroring_wins) {
    static const char s_ways[WAYS + 1] = "crcrmmmmcrcrmmmmm", t_ways[WAYS + 1] = "ccrrccrrmmmmmmmmr";
    static const char letters[] = {
        [FERRY_WRAP_CLAMP] = 'c', [FERRY_WRAP_REPEAT] = 'r', [FERRY_WRAP_MIRROR] = 'm'};
    subject s;
    read_with(&s, wrapped(), true, NULL, NULL);
    expect_corners(&s);
    ck_assert_uint_eq(s.scene->draws.count, WAYS);
    for (uint32_t i = 0; i < WAYS; i++) {
        uint32_t part;
        const ferry_draw *draw = &s.scene->draws.data[i];
        group_of(s.actor, draw, &part);
        const ferry_texture *texture =
            &s.scene->textures.data[s.scene->materials.data[draw->material].gx->textures[0]];
        ck_assert_msg(letters[texture->wrap_s] == s_ways[part] && letters[texture->wrap_t] == t_ways[part],
                      "flags 0x%x: %c, %c", s.actor->samplers[part].wraps, letters[texture->wrap_s],
                      letters[texture->wrap_t]);
    }
    done(&s);
}
END_TEST

/* All eleven formats, as the console shows them. */
START_TEST(all_formats_of_the_bank_are_read) {
    subject s;
    jb_model *bank = tb_bank_pictures();
    uint32_t formats = 0;
    read_with(&s, wrapped(), true, NULL, NULL);
    ck_assert_uint_eq(bank->texture_count, PICTURES);
    ck_assert_uint_eq(s.scene->images.count, PICTURES);
    for (uint32_t i = 0; i < s.scene->textures.count; i++) {
        const ferry_texture *texture = &s.scene->textures.data[i];
        const jb_texture *wanted = &bank->textures[strtoul(texture->name + strlen("picture"), NULL, 10)];
        const ferry_image *image = &s.scene->images.data[texture->image];
        ck_assert(image->width == wanted->width && image->height == wanted->height);
        ck_assert_mem_eq(image->levels[0].rgba, wanted->shown, 4 * (size_t)image->width * image->height);
        formats |= 1U << wanted->format;
    }
    ck_assert_uint_eq(formats, 0x477F); /* 0 to 6, 8 to 10, 14 */
    jb_model_free(bank);
    done(&s);
}
END_TEST

/* -------------------------------------------------------------------------------------------- long curves */

enum { STEPS = 3000 };

/* The looks at the clock that reading a file of so many changes of one float takes; the float's group hangs
 * in the tree or does not. */
static uint32_t looks_of(bool hangs) {
    tb_actor *actor = mixed(0, 2);
    uint32_t spare = tb_group_add(actor, "spare", TB_NONE, false),
             root = tb_group_add(actor, "base", TB_NONE, false);
    tb_hang(actor, root, 0);
    if (hangs) tb_hang(actor, root, spare);
    uint32_t anim = tb_anim_add(actor, "long", true, 0, STEPS);
    for (uint32_t k = 0; k < STEPS; k++) {
        tb_key(actor, anim, k);
        tb_float_by(actor, anim, k, spare, TB_MOVE, k % 2 ? 1 : -1, 0, 0);
    }
    jb_file file = tb_build(actor);
    ferry_options options = {.size = sizeof options, .deadline = 1e6};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){.name = "x", .bytes = {file.data, file.size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->clips.data[0].track_count, hangs);
    uint32_t ticks = job->ticks;
    ferry_scene_free(scene);
    ferry_close(job);
    jb_file_free(&file);
    tb_free(actor);
    return ticks;
}

/* So a deadline ends it, however long it is. */
START_TEST(each_change_of_a_curve_looks_at_the_deadline) {
    ck_assert_uint_ge(looks_of(true), looks_of(false) + STEPS);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- pictures */

START_TEST(actor_looks_as_before) {
    static const char *const names[] = {"ttyd-front", "ttyd-back", "ttyd-blink"};
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120, .yaw = _i == 1 ? 3.14159265F : 0};
    uint32_t blink = 1;
    ferry_picture picture;
    subject s;
    read_with(&s, tb_paper(), true, NULL, NULL);
    const ferry_scene *scene = _i == 2 ? ferry_pose(s.job, s.scene, &blink, 1, 0.2) : s.scene;
    ck_assert(scene && ferry_render(s.job, scene, &view, &picture));
    fy_expect_picture(s.job, names[_i], &picture);
    done(&s);
}
END_TEST

/* Every picture of the bank as the console shows it. */
START_TEST(pictures_are_as_described) {
    subject s;
    jb_model *bank = tb_bank_pictures();
    read_with(&s, tb_paper(), true, NULL, NULL);
    uint32_t seen = 0;
    for (uint32_t i = 0; i < s.scene->images.count; i++)
        for (uint32_t k = 0; k < bank->texture_count; k++) {
            const ferry_image *image = &s.scene->images.data[i];
            if (strcmp(image->name, bank->textures[k].name) != 0) continue;
            ck_assert_mem_eq(image->levels[0].rgba, bank->textures[k].shown,
                             4 * (size_t)image->width * image->height);
            seen++;
        }
    ck_assert_uint_eq(seen, s.scene->images.count);
    ck_assert_uint_eq(seen, 8); /* those that the rest pose or an animation reaches */
    jb_model_free(bank);
    done(&s);
}
END_TEST

/* ----------------------------------------------------------------------------------------- irregularities */

static void leave(tb_actor *actor, jb_file *file) {
    (void)actor;
    (void)file;
}

/* A shape that no group shows, and a second group that shows the first. */
static void spare_shape(tb_actor *actor, jb_file *file) {
    tb_corner corners[3] = {{{0}}};
    if (file) return;
    tb_shape_add(actor, "spare", 1, 3);
    tb_subshape_add(actor, 0);
    for (uint32_t i = 0; i < 3; i++) corners[i].index[0] = tb_position(actor, i, 1, i);
    tb_color(actor, 0xFF0000FF);
    tb_fan(actor, 3, corners);
    uint32_t again = tb_group_add(actor, "again", 0, true),
             base = tb_group_add(actor, "base", TB_NONE, false);
    tb_hang(actor, base, 0);
    tb_hang(actor, base, again);
    actor->groups[again].entry = actor->groups[0].entry;
}

static void next_run(tb_actor *actor, jb_file *file) {
    if (file) return;
    uint32_t flip = tb_anim_add(actor, "flip", true, 0, 10);
    tb_key(actor, flip, 0);
    tb_key(actor, flip, 5);
    tb_move_by(actor, flip, 1, TB_PLACINGS, 0, 1, 0, 0);
}

static void other_tool(tb_actor *actor, jb_file *file) {
    if (!file) actor->mask = 1, actor->shapes[0].draw = 3;
}

static void own_wraps(tb_actor *actor, jb_file *file) {
    for (uint32_t i = 0; !file && i < actor->samplers_count; i++) actor->samplers[i].wraps = 0x80000000;
}

static void far_image(tb_actor *actor, jb_file *file) {
    if (!file) actor->records[0].image = 77;
}

/* Counts stand at 0xE8, offsets at 0x14C. */
static void wild_offsets(tb_actor *actor, jb_file *file) {
    uint32_t wild = 0;
    (void)actor;
    for (uint32_t block = 0; file && block < 25; block++) {
        if (jb_get32(file, 0xE8 + 4 * block)) continue;
        jb_set32(file, 0x14C + 4 * block, 0xCDCDCDCD);
        wild++;
    }
    ck_assert(!file || wild > 8);
}

static void one_late_key(tb_actor *actor, jb_file *file) {
    if (file) return;
    uint32_t pose = tb_anim_add(actor, "pose", false, 0, 0);
    tb_key(actor, pose, 0);
    tb_float_by(actor, pose, 0, 0, TB_MOVE, 3, 0, 90);
    tb_anim_add(actor, "none", true, 0, 0); /* no key frame at all */
}

static void no_textures(tb_actor *actor, jb_file *file) {
    if (file) return;
    actor->subshapes[0].slots = 0;
    actor->samplers_count = actor->placings_count = actor->records_count = actor->uvs_count = 0;
    actor->indices[3].count = 0;
}

typedef struct irregular {
    const char *what;
    void (*change)(tb_actor *actor, jb_file *file); /* before it is built, and the bytes */
    bool bank;
    uint32_t warnings;
    const char *told; /* part of what is said; NULL: nothing */
    uint32_t draws;
} irregular;

static const irregular irregulars[] = {
    {"fewer colours than positions, no animations", leave, true, 0, NULL, 1},
    {"shapes without a group, groups with one shape and switch", spare_shape, true, 0, NULL, 2},
    {"image steps into the next sampler's records", next_run, true, 0, NULL, 1},
    {"a mask of draw modes that is 1 whatever is drawn", other_tool, true, 1,
     "the draw mode mask is 0x1, "
     "but shapes use 0x8",
     1},
    {"wrapping as the image says", own_wraps, true, 0, NULL, 1},
    {"images beyond the bank", far_image, true, 1, "is image 77 of the bank, which has", 1},
    {"no bank", leave, false, 1, "the texture bank \"ttyd_bank-\" was not found", 1},
    {"offsets of empty blocks", wild_offsets, true, 0, NULL, 1},
    {"poses, and animations without key frames", one_late_key, true, 0, NULL, 1},
    {"no textures at all", no_textures, false, 0, NULL, 1},
};

/* Each is read without being named, drawn, and written, with a warning at most. */
START_TEST(irregular_actors_convert) {
    const irregular *of = &irregulars[_i];
    subject s = {.actor = mixed(0, 2)};
    of->change(s.actor, NULL);
    s.file = tb_build(s.actor);
    of->change(s.actor, &s.file);
    if (of->bank) s.bank = make_bank(NULL);
    ferry_options options = {.size = sizeof options, .sidecar = find_bank, .user = &s};
    ferry_file_list files = {0};
    s.job = ferry_open(&options);
    s.scene = ferry_load(s.job, &(ferry_input){.name = "a/odd", .bytes = {s.file.data, s.file.size}}, 1);
    const ferry_report *report = ferry_job_report(s.job);
    char *text = fy_report_text(report);
    ck_assert_msg(s.scene && ferry_check(s.job, s.scene), "%s: %s", of->what, text);
    ck_assert_msg(report->totals[FERRY_WARNING] == of->warnings, "%s: %s", of->what, text);
    ck_assert_msg(!of->told || strstr(text, of->told), "%s: %s", of->what, text);
    ck_assert_uint_eq(s.scene->draws.count, of->draws);
    ck_assert(ferry_prepare(s.job, s.scene, "t3dm", NULL) &&
              ferry_save(s.job, s.scene, "t3dm", "odd.t3dm", &files));
    ck_assert_uint_eq(report->totals[FERRY_ERROR], 0);
    free(text);
    done(&s);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("ttyd");
    TCase *tests = tcase_create("actor");
    tcase_add_test(tests, corners_are_as_described);
    tcase_add_test(tests, draws_stand_in_the_order_of_the_game);
    tcase_add_test(tests, moments_are_as_evaluated);
    tcase_add_test(tests, key_frames_may_share_a_time);
    tcase_add_test(tests, helpers_are_folded);
    tcase_add_test(tests, steps_may_be_read_as_linear);
    tcase_add_test(tests, siblings_may_be_compensated);
    tcase_add_test(tests, shifts_may_be_read_downwards);
    tcase_add_loop_test(tests, irregular_actors_convert, 0, sizeof irregulars / sizeof *irregulars);
    tcase_add_test(tests, pivots_are_where_they_rest);
    tcase_add_loop_test(tests, joints_below_a_flat_one_collapse, 0, 2);
    tcase_add_loop_test(tests, a_vertex_has_two_targets_at_most, 1, 12);
    tcase_add_test(tests, textures_are_combined_as_the_game_does);
    tcase_add_test(tests, modes_are_as_the_game_has_them);
    tcase_add_test(tests, all_sets_are_read);
    tcase_add_test(tests, mirroring_wins);
    tcase_add_test(tests, all_formats_of_the_bank_are_read);
    tcase_add_test(tests, each_change_of_a_curve_looks_at_the_deadline);
    tcase_add_test(tests, pictures_are_as_described);
    tcase_add_loop_test(tests, actor_looks_as_before, 0, 3);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
