/*
 * j3d_joints.c: JNT1 (joints), EVP1 (envelopes), DRW1 (draw matrices), and what follows from the three: the
 * nodes, the bind pose and the skin (docs/formats/j3d.md, "JNT1", "EVP1", "DRW1", "Skinning").
 *
 * A vertex that follows one joint is stored in that joint's space, one that follows an envelope in model
 * space at bind time. The scene knows one space only, so every joint gets an inverse bind matrix, and rigid
 * vertices are carried to model space by its inverse. That is exact in every pose whatever the matrix is, as
 * long as it can be inverted.
 */
#include "formats/j3d/j3d_joints.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"

enum { JOINT_SIZE = 0x40, MATRIX_SIZE = 0x30, RIGID = 0, WEIGHTED = 1 };

/* A weight sum further from 1 than this is repaired; the scene promises 1e-3. */
#define SUM_TOLERANCE 0.00099

/* A sum this small cannot be scaled to 1. */
#define SUM_NOTHING 1e-6

static bool finite3(ferry_vec3 v) {
    return fy_finite(v.x) && fy_finite(v.y) && fy_finite(v.z);
}

/* --------------------------------------------------------------------------------------------------- JNT1 */

bool fy_j3d_read_joints(fy_j3d *j3d) {
    ferry_window *jnt1 = &j3d->chunk[FY_J3D_JNT1];
    j3d->joint_count = ferry_u16_at(jnt1, 8);
    if (!ferry_window_ok(jnt1)) return false;
    if (j3d->joint_count == 0)
        return ferry_refuse(jnt1, 8, "j3d.no-joints", "a model needs at least one joint");
    if (!fy_j3d_read_remap(jnt1, 0x10, j3d->joint_count, &j3d->joint_remap)) return false;
    j3d->joints = ferry_new(j3d->job, fy_j3d_joint, j3d->joint_count);
    if (!j3d->joints) return false;
    for (uint32_t i = 0; i < j3d->joint_count; i++) {
        j3d->joints[i].parent = FERRY_NONE;
        j3d->joints[i].node = FERRY_NONE;
    }
    return true;
}

static ferry_vec3 vector(const uint8_t *bytes) {
    return (ferry_vec3){ferry_bef32(bytes), ferry_bef32(bytes + 4), ferry_bef32(bytes + 8)};
}

/* 65,536 units are a full turn. */
static float angle(const uint8_t *bytes) {
    return (float)((int16_t)ferry_be16(bytes) * (2 * FY_PI / 65536.0));
}

static void fill_bounds(ferry_node *node, const uint8_t *record) {
    node->radius = ferry_bef32(record + 0x24);
    node->bounds = (ferry_box){vector(record + 0x28), vector(record + 0x34)};
    node->has_bounds = fy_finite(node->radius) && finite3(node->bounds.min) && finite3(node->bounds.max);
    if (!node->has_bounds) {
        node->radius = 0;
        node->bounds = (ferry_box){{0, 0, 0}, {0, 0, 0}};
    }
}

static bool fill_node(fy_j3d *j3d, ferry_node *node, ferry_window *joint, uint64_t at) {
    const uint8_t *record = joint->data + at;
    bool compensates = record[2] == 1;
    node->scale = vector(record + 0x04);
    node->euler = (ferry_vec3){angle(record + 0x10), angle(record + 0x12), angle(record + 0x14)};
    node->translate = vector(record + 0x18);
    node->visible = true;
    node->scale_rule = j3d->scale_rule;
    if (node->scale_rule == FERRY_SCALE_COMPENSATE && !compensates) node->scale_rule = FERRY_SCALE_INHERIT;
    fill_bounds(node, record);
    if (finite3(node->scale) && finite3(node->translate)) return true;
    return ferry_refuse(joint, at + 4, "j3d.joint-not-finite",
                        "scale or translation of the joint is not a finite number");
}

/* Joint i uses record remap[i]. */
static bool find_record(fy_j3d *j3d, ferry_window *joint, uint32_t i, uint64_t *at) {
    uint64_t named;
    uint64_t record = fy_j3d_record(&j3d->joint_remap, i, &named);
    if (ferry_u32_at(joint, 0x0c) == 0)
        return ferry_refuse(joint, 0x0c, "j3d.table-offset", "the joint table is missing");
    return fy_j3d_locate(joint, "joints", 0x0c, record * JOINT_SIZE, JOINT_SIZE, named, at);
}

bool fy_j3d_add_nodes(fy_j3d *j3d) {
    ferry_window *jnt1 = &j3d->chunk[FY_J3D_JNT1];
    ferry_scene *scene = j3d->scene;
    fy_j3d_names names = fy_j3d_names_open(jnt1, 0x14, j3d->joint_count);
    for (uint32_t k = 0; k < j3d->joint_count; k++) {
        uint32_t i = j3d->order[k];
        fy_j3d_joint *joint = &j3d->joints[i];
        ferry_window window = ferry_window_part(jnt1, "joint", i);
        uint64_t at;
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        if (!node || !find_record(j3d, &window, i, &at) || !fill_node(j3d, node, &window, at)) return false;
        joint->node = scene->nodes.count - 1;
        node->name = fy_j3d_name(&names, scene, i, "joint");
        node->parent = joint->parent == FERRY_NONE ? FERRY_NONE : j3d->joints[joint->parent].node;
    }
    return ferry_tick(j3d->job);
}

/* --------------------------------------------------------------------------------------------------- EVP1 */

/* Running totals of the sizes give each envelope's place in the two long tables. */
static bool place_envelopes(fy_j3d *j3d, ferry_window *evp1, uint64_t *total) {
    j3d->envelope_firsts = ferry_new(j3d->job, uint32_t, j3d->envelope_count);
    if (!j3d->envelope_firsts) return false;
    *total = 0;
    for (uint32_t e = 0; e < j3d->envelope_count; e++) {
        j3d->envelope_firsts[e] = (uint32_t)*total;
        *total += j3d->envelope_sizes[e];
    }
    j3d->envelope_joints = fy_j3d_table(evp1, "joints of envelopes", 0x10, *total, 2);
    j3d->envelope_weights = j3d->envelope_joints ? fy_j3d_table(evp1, "weights", 0x14, *total, 4) : NULL;
    return j3d->envelope_weights;
}

static void find_matrices(fy_j3d *j3d, ferry_window *evp1) {
    uint64_t at = ferry_u32_at(evp1, 0x18);
    if (at == 0 || at > evp1->size) return;
    uint64_t fit = (evp1->size - at) / MATRIX_SIZE;
    j3d->envelope_matrices = evp1->data + at;
    j3d->envelope_matrix_count = fit < j3d->joint_count ? (uint32_t)fit : j3d->joint_count;
}

bool fy_j3d_read_envelopes(fy_j3d *j3d) {
    if (!j3d->has[FY_J3D_EVP1]) return true;
    ferry_window *evp1 = &j3d->chunk[FY_J3D_EVP1];
    uint32_t count = ferry_u16_at(evp1, 8);
    if (!ferry_window_ok(evp1)) return false;
    if (count == 0) return true;
    ferry_u32_at(evp1, 0x18);
    if (!ferry_window_ok(evp1)) return false;
    j3d->envelope_count = count;
    j3d->envelope_sizes = fy_j3d_table(evp1, "sizes of envelopes", 0x0c, count, 1);
    uint64_t total;
    j3d->envelope_checked = ferry_new(j3d->job, uint8_t, count);
    if (!j3d->envelope_sizes || !j3d->envelope_checked || !place_envelopes(j3d, evp1, &total)) return false;
    find_matrices(j3d, evp1);
    for (uint64_t k = 0; k < total; k++) {
        uint32_t joint = ferry_be16(j3d->envelope_joints + 2 * k);
        if (joint < j3d->joint_count) j3d->joints[joint].named = true;
    }
    return true;
}

static ferry_matrix read_matrix(const uint8_t *bytes) {
    ferry_matrix matrix;
    for (size_t k = 0; k < 12; k++) matrix.m[k / 4][k % 4] = ferry_bef32(bytes + 4 * k);
    return matrix;
}

/* A joint that an envelope in use names exists, and so does its matrix. `at` is where it is named. */
static bool check_envelope_joint(fy_j3d *j3d, ferry_window *envelope, uint64_t at, uint32_t joint) {
    if (joint >= j3d->joint_count)
        return ferry_refuse(envelope, at, "j3d.envelope-joint", "references joint %u, but there are %u",
                            joint, j3d->joint_count);
    if (ferry_u32_at(envelope, 0x18) == 0) {
        if (!j3d->said_no_binds)
            ferry_say_at(envelope, 0x18, FERRY_WARNING, "j3d.no-bind-matrices",
                         "there are no inverse bind matrices; used those of the rest pose");
        j3d->said_no_binds = true;
        return true;
    }
    if (joint >= j3d->envelope_matrix_count)
        return ferry_refuse(envelope, 0x18, "j3d.envelope-matrix",
                            "joint %u has no inverse bind matrix; the block has %u", joint,
                            j3d->envelope_matrix_count);
    ferry_matrix matrix = read_matrix(j3d->envelope_matrices + MATRIX_SIZE * (size_t)joint);
    if (fy_matrix_finite(&matrix)) return true;
    ferry_window window = ferry_window_part(&j3d->chunk[FY_J3D_EVP1], "matrix", joint);
    return ferry_refuse(&window, (uint64_t)ferry_u32_at(&window, 0x18) + MATRIX_SIZE * (uint64_t)joint,
                        "j3d.envelope-matrix", "the inverse bind matrix has a value that is not finite");
}

/* An envelope that a vertex uses: its joints exist, its weights are numbers. Once for each. */
static bool check_envelope(fy_j3d *j3d, uint32_t e) {
    ferry_window evp1 = ferry_window_part(&j3d->chunk[FY_J3D_EVP1], "envelope", e);
    uint64_t joints = ferry_u32_at(&evp1, 0x10), weights = ferry_u32_at(&evp1, 0x14);
    double sum = 0;
    if (j3d->envelope_checked[e]) return true;
    for (uint64_t k = j3d->envelope_firsts[e], end = k + j3d->envelope_sizes[e]; k < end; k++) {
        uint32_t joint = ferry_be16(j3d->envelope_joints + 2 * k);
        double weight = ferry_bef32(j3d->envelope_weights + 4 * k);
        if (!check_envelope_joint(j3d, &evp1, joints + 2 * k, joint)) return false;
        if (!fy_finite(weight))
            return ferry_refuse(&evp1, weights + 4 * k, "j3d.weight-not-finite",
                                "the weight of joint %u is not a finite number", joint);
        sum += weight;
    }
    uint64_t first = weights + 4 * (uint64_t)j3d->envelope_firsts[e];
    if (j3d->envelope_sizes[e] == 0)
        return ferry_refuse(&evp1, (uint64_t)ferry_u32_at(&evp1, 0x0c) + e, "j3d.envelope-empty",
                            "the envelope has no joints");
    if (!(fabs(sum) > SUM_NOTHING))
        ferry_say_at(&evp1, first, FERRY_WARNING, "j3d.weight-sum-zero",
                     "the weights sum to 0; used the first joint alone");
    else if (fabs(sum - 1) > SUM_TOLERANCE)
        ferry_say_at(&evp1, first, FERRY_WARNING, "j3d.weight-sum",
                     "the weights sum to %.4f instead of 1; normalized", sum);
    j3d->envelope_checked[e] = 1;
    return true;
}

/* --------------------------------------------------------------------------------------------------- DRW1 */

bool fy_j3d_read_draw_matrices(fy_j3d *j3d) {
    ferry_window *drw1 = &j3d->chunk[FY_J3D_DRW1];
    uint32_t count = ferry_u16_at(drw1, 8);
    if (!ferry_window_ok(drw1)) return false;
    if (count == 0) return true;
    j3d->matrix_kinds = fy_j3d_table(drw1, "kinds", 0x0c, count, 1);
    j3d->matrix_targets = j3d->matrix_kinds ? fy_j3d_table(drw1, "targets", 0x10, count, 2) : NULL;
    if (!j3d->matrix_targets) return false;
    j3d->matrix_used = ferry_new(j3d->job, uint8_t, count);
    j3d->matrix_count = count;
    return j3d->matrix_used;
}

/* The table of targets is always used: the engine's other way (envelope = entry - first weighted entry)
 * agrees with it in Nintendo's files only. */
bool fy_j3d_use_matrix(fy_j3d *j3d, ferry_window *window, uint64_t at, uint32_t number) {
    if (number >= j3d->matrix_count)
        return ferry_refuse(window, at, "j3d.draw-matrix-range",
                            "references draw matrix %u, but there are %u", number, j3d->matrix_count);
    if (j3d->matrix_used[number]) return true;
    ferry_window entry = ferry_window_part(&j3d->chunk[FY_J3D_DRW1], "matrix", number);
    uint64_t place = (uint64_t)ferry_u32_at(&entry, 0x10) + 2 * (uint64_t)number;
    uint32_t kind = j3d->matrix_kinds[number], target = ferry_be16(j3d->matrix_targets + 2 * (size_t)number);
    if (kind > WEIGHTED)
        return ferry_refuse(&entry, (uint64_t)ferry_u32_at(&entry, 0x0c) + number, "j3d.draw-matrix-kind",
                            "unknown draw matrix type %u", kind);
    if (kind == RIGID && target >= j3d->joint_count)
        return ferry_refuse(&entry, place, "j3d.draw-matrix-joint", "references joint %u, but there are %u",
                            target, j3d->joint_count);
    if (kind == WEIGHTED && target >= j3d->envelope_count)
        return ferry_refuse(&entry, place, "j3d.draw-matrix-envelope",
                            "references envelope %u, but there are %u", target, j3d->envelope_count);
    if (kind == WEIGHTED && !check_envelope(j3d, target)) return false;
    if (kind == RIGID && !j3d->joints[target].movable)
        ferry_say_at(&entry, place, FERRY_WARNING, "j3d.singular-bind-matrix",
                     "joint %u has a singular bind matrix; its rigid vertices may be misplaced", target);
    j3d->matrix_used[number] = 1;
    return true;
}

uint32_t fy_j3d_matrix_joint(const fy_j3d *j3d, uint32_t number) {
    return j3d->matrix_kinds[number] == RIGID ? ferry_be16(j3d->matrix_targets + 2 * (size_t)number)
                                              : FERRY_NONE;
}

/* ---------------------------------------------------------------------------------------------- bind pose */

/* Tools leave the identity where a joint has no weighted vertex; it must not be taken for a bind pose. */
static bool is_identity(const ferry_matrix *matrix) {
    for (size_t k = 0; k < 12; k++)
        if (fabs(matrix->m[k / 4][k % 4] - (k % 5 == 0 ? 1 : 0)) > 1e-6) return false;
    return true;
}

/* Rules 1 and 2: EVP1's own matrix. */
static bool bind_from_file(fy_j3d *j3d, uint32_t i) {
    fy_j3d_joint *joint = &j3d->joints[i];
    if (i >= j3d->envelope_matrix_count) return false;
    ferry_matrix inverse = read_matrix(j3d->envelope_matrices + MATRIX_SIZE * (size_t)i);
    if (!fy_matrix_finite(&inverse)) return false;
    bool movable = fy_matrix_invert(&inverse, &joint->bind) && fy_matrix_finite(&joint->bind);
    if (!joint->named && (!movable || is_identity(&inverse))) return false;
    joint->inverse_bind = inverse;
    joint->movable = movable;
    return true;
}

/* Rule 3: where the joint stands at rest, seen from its parent, carried over to the parent's bind pose. */
static void bind_from_parent(fy_j3d *j3d, fy_j3d_joint *joint, const ferry_matrix *worlds) {
    const fy_j3d_joint *parent = joint->parent == FERRY_NONE ? NULL : &j3d->joints[joint->parent];
    joint->bind = worlds[joint->node];
    ferry_matrix inverse;
    if (parent && parent->movable && fy_matrix_invert(&worlds[parent->node], &inverse)) {
        ferry_matrix local = fy_matrix_multiply(&inverse, &joint->bind);
        joint->bind = fy_matrix_multiply(&parent->bind, &local);
    }
    joint->movable = fy_matrix_finite(&joint->bind) && fy_matrix_invert(&joint->bind, &joint->inverse_bind) &&
                     fy_matrix_finite(&joint->inverse_bind);
    if (joint->movable) return;
    joint->bind = joint->inverse_bind = fy_matrix_identity();
    joint->movable = true;
}

static void settle_bind(fy_j3d *j3d, uint32_t i, const ferry_matrix *worlds) {
    fy_j3d_joint *joint = &j3d->joints[i];
    if (!bind_from_file(j3d, i)) bind_from_parent(j3d, joint, worlds);
    if (!joint->movable) joint->bind = fy_matrix_identity();
    joint->bind_normals = fy_matrix_normals(&joint->bind);
}

bool fy_j3d_bind(fy_j3d *j3d) {
    ferry_mark mark = ferry_job_mark(j3d->job);
    ferry_matrix *worlds = ferry_new(j3d->job, ferry_matrix, j3d->scene->nodes.count);
    if (!worlds || !ferry_world_matrices(j3d->scene, worlds)) return false;
    for (uint32_t k = 0; k < j3d->joint_count; k++) settle_bind(j3d, j3d->order[k], worlds);
    ferry_job_release(j3d->job, mark);
    return ferry_tick(j3d->job);
}

/* --------------------------------------------------------------------------------------------------- skin */

static void fill_rigid(ferry_weight *weights, uint32_t joint) {
    weights[0] = (ferry_weight){.joint = joint, .weight = 1};
}

/* Adds up joints that an envelope names twice: `places` has FERRY_NONE for every joint, before and after.
 * Returns the number of weights, at most the envelope's size. */
static uint32_t fill_weighted(const fy_j3d *j3d, uint32_t e, uint32_t *places, ferry_weight *weights) {
    double values[256], sum = 0;
    uint32_t count = 0;
    for (uint64_t k = j3d->envelope_firsts[e], end = k + j3d->envelope_sizes[e]; k < end; k++) {
        uint32_t joint = ferry_be16(j3d->envelope_joints + 2 * k);
        double value = ferry_bef32(j3d->envelope_weights + 4 * k);
        if (places[joint] == FERRY_NONE) {
            weights[count].joint = joint;
            values[count] = 0;
            places[joint] = count++;
        }
        values[places[joint]] += value;
        sum += value;
    }
    double scale = fabs(sum - 1) > SUM_TOLERANCE ? 1 / sum : 1;
    bool nothing = !(fabs(sum) > SUM_NOTHING);
    for (uint32_t k = 0; k < count; k++) {
        weights[k].weight = nothing ? (float)(k == 0) : (float)(values[k] * scale);
        places[weights[k].joint] = FERRY_NONE;
    }
    return count;
}

/* Influences are the draw matrices in use, in the order of DRW1. `numbers` maps a draw matrix to its
 * influence. */
static bool fill_influences(fy_j3d *j3d, ferry_skin *skin, uint32_t *numbers) {
    uint64_t weights = 0;
    for (uint32_t d = 0; d < j3d->matrix_count; d++) {
        if (!j3d->matrix_used[d]) continue;
        numbers[d] = skin->influence_count++;
        uint32_t target = ferry_be16(j3d->matrix_targets + 2 * (size_t)d);
        weights += j3d->matrix_kinds[d] == RIGID ? 1 : j3d->envelope_sizes[target];
    }
    if (skin->influence_count == 0) return true;
    skin->influences = ferry_scene_new(j3d->scene, ferry_influence, skin->influence_count);
    skin->weights = ferry_scene_new(j3d->scene, ferry_weight, fy_count(weights));
    uint32_t *places = ferry_new(j3d->job, uint32_t, j3d->joint_count);
    if (!skin->influences || !skin->weights || !places) return false;
    for (uint32_t i = 0; i < j3d->joint_count; i++) places[i] = FERRY_NONE;
    for (uint32_t d = 0; d < j3d->matrix_count; d++) {
        if (!j3d->matrix_used[d]) continue;
        ferry_influence *influence = &skin->influences[numbers[d]];
        uint32_t target = ferry_be16(j3d->matrix_targets + 2 * (size_t)d);
        ferry_weight *to = skin->weights + skin->weight_count;
        influence->first = skin->weight_count;
        influence->count = 1;
        if (j3d->matrix_kinds[d] == RIGID)
            fill_rigid(to, target);
        else
            influence->count = fill_weighted(j3d, target, places, to);
        skin->weight_count += influence->count;
        if (!ferry_tick(j3d->job)) return false;
    }
    return true;
}

static void renumber(fy_j3d *j3d, const uint32_t *numbers) {
    ferry_scene *scene = j3d->scene;
    for (uint32_t m = j3d->first_mesh; m < scene->meshes.count; m++) {
        ferry_mesh *mesh = &scene->meshes.data[m];
        if (!mesh->influences) continue;
        mesh->skin = j3d->skin;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->influences[v] = numbers[mesh->influences[v]];
    }
}

bool fy_j3d_add_skin(fy_j3d *j3d) {
    ferry_scene *scene = j3d->scene;
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    if (!skin) return false;
    j3d->skin = scene->skins.count - 1;
    skin->name = scene->name;
    skin->joint_count = j3d->joint_count;
    skin->joints = ferry_scene_new(scene, ferry_joint, j3d->joint_count);
    if (!skin->joints) return false;
    for (uint32_t i = 0; i < j3d->joint_count; i++)
        skin->joints[i] =
            (ferry_joint){.node = j3d->joints[i].node, .inverse_bind = j3d->joints[i].inverse_bind};

    ferry_mark mark = ferry_job_mark(j3d->job);
    uint32_t *numbers = ferry_new(j3d->job, uint32_t, j3d->matrix_count);
    if ((j3d->matrix_count && !numbers) || !fill_influences(j3d, skin, numbers)) return false;
    renumber(j3d, numbers);
    ferry_job_release(j3d->job, mark);
    return true;
}
