/*
 * t3dm_helper.c: see t3dm_helper.h.
 *
 * What is small and far from the origin (a hand of a tenth of a millimetre, 4 units away) has a few steps of
 * the 16 bits that its place needs. Its vertices are stored around the middle of their box instead, 2^k times
 * as large, and hang on a further bone below theirs that scales by 2^-k and moves them to their place: bones
 * are 16.16 fixed point and floats in the file, and carry what positions cannot.
 */
#include "formats/t3dm/grid/t3dm_helper.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/grid/t3dm_hang.h"
#include "formats/t3dm/pose/t3dm_detail.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_scale.h"

/* Steps along the longest side below which a helper is thought of: half of one is 0.1 % of it, or 0.5 % where
 * the game would need a skeleton for the helper alone. */
#define FEW 512.0
#define FEW_ALONE 100.0
#define ELEMENT 65536 /* steps of 1 in a bone's matrix */
enum { MOST_POWER = 14 };

/* What hangs on one bone, or on none, in the space that it is stored in. */
typedef struct place {
    bool used;
    double least[3], most[3];
    uint32_t power;    /* of two, by which the helper is smaller; 0: there is none */
    uint32_t node;     /* the helper */
    ferry_matrix back; /* into its space */
} place;

typedef struct maker {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    fy_t3dm_pose pose; /* without helpers */
    place *places;     /* by bone; without a skeleton one for all */
    uint32_t count, first;
    ferry_scene *made;
} maker;

static place *place_of(const maker *m, const fy_t3dm_frame *frame) {
    if (!m->pose.skeleton) return &m->places[0];
    return frame->bone == FY_T3DM_NO_BONE ? NULL : &m->places[frame->bone];
}

/* ---------------------------------------------------------------------------------------- whether and how */

static void widen_place(place *at, const double low[3], const double high[3]) {
    for (int i = 0; i < 3; i++) {
        if (!at->used || low[i] < at->least[i]) at->least[i] = low[i];
        if (!at->used || high[i] > at->most[i]) at->most[i] = high[i];
    }
    at->used = true;
}

/* What hangs on a node and is moved or coloured vertex by vertex is left as it is. */
static bool stays(const maker *m, uint32_t mesh) {
    const ferry_vertex_color_group_list *vertex_color_groups = &m->scene->vertex_color_groups;
    if (m->scene->meshes.data[mesh].skin != FERRY_NONE) return false;
    for (uint32_t i = 0; i < vertex_color_groups->count; i++)
        if (vertex_color_groups->data[i].mesh == mesh) return true;
    return m->pose.reaches[mesh];
}

static void find_places(maker *m) {
    for (uint32_t d = 0; d < m->scene->draws.count; d++) {
        const ferry_draw *draw = &m->scene->draws.data[d];
        const ferry_mesh *mesh = &m->scene->meshes.data[draw->mesh];
        const fy_t3dm_reach *reaches = m->pose.reaches[draw->mesh];
        if (!m->pose.visibility.written[d] || stays(m, draw->mesh)) continue;
        fy_t3dm_frame own;
        const fy_t3dm_frame *frames = fy_t3dm_frames(&m->pose, m->scene, draw, &own);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            const fy_t3dm_frame *frame = &frames[fy_t3dm_joint(m->scene, mesh, v)];
            fy_t3dm_reach way = {{0, 0, 0}, {0, 0, 0}};
            double at[3];
            if (!place_of(m, frame)) continue;
            fy_t3dm_point(&frame->to_file, mesh->positions[v], at);
            if (reaches) way = fy_t3dm_carry_reach(&frame->to_file, &reaches[v]);
            for (int i = 0; i < 3; i++) way.least[i] += at[i], way.most[i] += at[i];
            widen_place(place_of(m, frame), way.least, way.most);
        }
    }
}

/* Of a length in steps: half a step of the positions, and what rounding a bone's elements does to a half of
 * it. */
static double rounding(double steps, double power) {
    return 0.5 / (steps * power) + power / (2.0 * ELEMENT);
}

/* Steps are 2^-power of those without helpers: as fine as loses least, positions and matrices together. */
static uint32_t choose_power(double steps) {
    uint32_t best = 0;
    for (uint32_t k = 1; k <= MOST_POWER; k++)
        if (rounding(steps, ldexp(1, (int)k)) < rounding(steps, ldexp(1, (int)best))) best = k;
    return best;
}

static double few_steps(const maker *m) {
    return m->pose.skeleton ? FEW : FEW_ALONE;
}

/* What has enough steps where it is stored needs none: a bone that rests at a scale of next to nothing may
 * grow. */
static uint32_t choose_powers(maker *m) {
    uint32_t helpers = 0;
    for (uint32_t b = 0; b < m->count; b++) {
        place *at = &m->places[b];
        double longest = 0;
        for (int i = 0; i < 3 && at->used; i++) longest = fmax(longest, at->most[i] - at->least[i]);
        if (!(longest > 0)) longest = m->pose.length; /* its only place: beside those of other bones */
        double steps = longest * m->pose.scale;
        at->power = at->used && steps < few_steps(m) ? choose_power(steps) : 0;
        helpers += at->power > 0;
    }
    return helpers;
}

/* --------------------------------------------------------------------------------------------- the scene */

/* Nodes of a model that has no bones yet are none: what hangs on them moves to the helper. */
static bool add_nodes(maker *m) {
    uint32_t count = m->scene->nodes.count;
    ferry_node *nodes = ferry_new(m->job, ferry_node, count + (size_t)m->count);
    if (!nodes) return false;
    memcpy(nodes, m->scene->nodes.data, count * sizeof *nodes);
    for (uint32_t i = 0; i < count && !m->pose.skeleton; i++) nodes[i].fixed = true;
    m->first = count;
    for (uint32_t b = 0; b < m->count; b++) {
        place *at = &m->places[b];
        if (!at->power) continue;
        uint32_t parent = m->pose.skeleton ? m->pose.nodes[b] : FERRY_NONE;
        double size = ldexp(1, (int)at->power), middle[3];
        for (int i = 0; i < 3; i++) middle[i] = (double)(float)((at->least[i] + at->most[i]) / 2);
        at->node = count;
        at->back = fy_matrix_identity();
        for (int i = 0; i < 3; i++) at->back.m[i][i] = size, at->back.m[i][3] = -middle[i] * size;
        nodes[count++] = (ferry_node){
            .name = ferry_job_format(m->job, "%s.near",
                                     parent == FERRY_NONE ? m->scene->name : nodes[parent].name),
            .parent = parent,
            .translate = {(float)middle[0], (float)middle[1], (float)middle[2]},
            .scale = {(float)(1 / size), (float)(1 / size), (float)(1 / size)},
            .visible = true,
        };
    }
    m->made->nodes = (ferry_node_list){nodes, count};
    return true;
}

/* A joint whose vertices are stored in a helper's space. */
static ferry_joint moved_joint(const maker *m, const fy_t3dm_frame *frame, ferry_joint joint) {
    const place *at = place_of(m, frame);
    if (!at || !at->power) return joint;
    return (ferry_joint){at->node, fy_matrix_multiply(&at->back, &frame->to_file)};
}

static bool move_skins(maker *m, uint32_t more) {
    const ferry_skin_list *from = &m->scene->skins;
    ferry_skin *skins = ferry_new(m->job, ferry_skin, from->count + (size_t)more + 1);
    if (!skins) return false;
    for (uint32_t s = 0; s < from->count; s++) {
        ferry_joint *joints = ferry_new(m->job, ferry_joint, from->data[s].joint_count + (size_t)1);
        if (!joints) return false;
        for (uint32_t j = 0; j < from->data[s].joint_count; j++)
            joints[j] = moved_joint(m, &m->pose.skins[s][j], from->data[s].joints[j]);
        skins[s] = from->data[s];
        skins[s].joints = joints;
    }
    m->made->skins = (ferry_skin_list){skins, from->count};
    return true;
}

/* A mesh that hangs on a draw's node, in model space and with a skin: a copy of it if another draw has it,
 * too. */
static bool bind_mesh(maker *m, ferry_draw *draw, bool again) {
    const ferry_mesh *from = &m->scene->meshes.data[draw->mesh];
    const ferry_matrix *world = &m->pose.worlds[draw->node];
    ferry_matrix out;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frame = fy_t3dm_frames(&m->pose, m->scene, draw, &own);
    if (!place_of(m, frame) || !place_of(m, frame)->power || !fy_matrix_invert(world, &out)) return true;
    ferry_joint joint = moved_joint(m, frame, (ferry_joint){0});
    joint.inverse_bind = fy_matrix_multiply(&joint.inverse_bind, &out);
    if (again) draw->mesh = m->made->meshes.count++;
    m->made->meshes.data[draw->mesh] = *from;
    return fy_t3dm_hang_mesh(m->job, m->made, draw, world, &joint);
}

static bool bind_meshes(maker *m) {
    const ferry_scene *scene = m->scene;
    uint32_t meshes = scene->meshes.count, draws = scene->draws.count;
    ferry_mesh *mesh = ferry_new(m->job, ferry_mesh, meshes + (size_t)draws);
    ferry_draw *draw = ferry_new(m->job, ferry_draw, draws + (size_t)1);
    bool *bound = ferry_new(m->job, bool, meshes + (size_t)1);
    if (!mesh || !draw || !bound) return false;
    memcpy(mesh, scene->meshes.data, meshes * sizeof *mesh);
    memcpy(draw, scene->draws.data, draws * sizeof *draw);
    m->made->meshes = (ferry_mesh_list){mesh, meshes};
    m->made->draws = (ferry_draw_list){draw, draws};
    for (uint32_t d = 0; d < draws; d++) {
        uint32_t number = draw[d].mesh;
        if (!m->pose.visibility.written[d] || scene->meshes.data[number].skin != FERRY_NONE ||
            stays(m, number))
            continue;
        if (!bind_mesh(m, &draw[d], bound[number])) return false;
        bound[number] = true;
    }
    return true;
}

static bool mark(maker *m) {
    const ferry_extra_list *from = &m->scene->extras;
    ferry_extra *extras = ferry_new(m->job, ferry_extra, from->count + (size_t)1);
    if (!extras) return false;
    if (from->count) memcpy(extras, from->data, from->count * sizeof *extras);
    extras[from->count] = (ferry_extra){.format = "t3dm", .path = FY_T3DM_HELPERS};
    m->made->extras = (ferry_extra_list){extras, from->count + 1};
    return true;
}

static bool make(maker *m) {
    m->made = ferry_new(m->job, ferry_scene, 1);
    if (!m->made) return false;
    *m->made = *m->scene;
    return add_nodes(m) && move_skins(m, m->scene->draws.count) && bind_meshes(m) && mark(m);
}

/* --------------------------------------------------------------------------------------------- the choice */

/* Shares of the whole: the area that is lost, and what rounding does to places. */
static bool find_loss(maker *m, const ferry_scene *scene, const fy_t3dm_pose *pose, double *loss) {
    fy_t3dm_detail detail;
    double steps = m->pose.length * m->pose.scale, worst = 0;
    if (!fy_t3dm_find_detail(m->job, scene, pose, m->pose.scale, &detail)) return false;
    for (uint32_t b = 0; b < m->count; b++)
        if (m->places[b].used)
            worst = fmax(worst, rounding(steps, scene == m->made ? ldexp(1, (int)m->places[b].power) : 1));
    *loss = (detail.area > 0 ? detail.flat / detail.area : 0) + worst;
    return true;
}

static bool loses_less(maker *m, bool *less) {
    fy_t3dm_pose pose;
    double before, after;
    if (!fy_t3dm_stand(m->job, m->made, m->file, &pose) || !find_loss(m, m->scene, &m->pose, &before) ||
        !find_loss(m, m->made, &pose, &after))
        return false;
    *less = after < before;
    return true;
}

static void report_helpers(const maker *m) {
    double steps = m->pose.length * m->pose.scale;
    uint32_t bones = m->made->nodes.count - m->first;
    ferry_say(m->job, m->pose.skeleton ? FERRY_NOTE : FERRY_LOSS, "t3dm.helper-bones", m->file, "",
              "it is %g units long, up to %g units from the origin: 16-bit positions resolve it in %.0f "
              "steps at base scale %.9g; %u helper bone%s (\"%s\"%s) carr%s offset and scale of the "
              "geometry, which now has %.0f steps%s",
              m->pose.length, m->pose.reach, steps, m->pose.scale, bones, bones == 1 ? "" : "s",
              m->made->nodes.data[m->first].name, bones == 1 ? "" : " first", bones == 1 ? "ies" : "y",
              steps / (double)m->made->nodes.data[m->first].scale.x,
              m->pose.skeleton ? "" : "; the game needs a skeleton (t3d_skeleton_create()) to draw it");
}

/* 1: helpers are worth it; 0: the scene stays; below 0: no memory. */
static int try_helpers(maker *m) {
    bool less;
    if (!fy_t3dm_stand(m->job, m->scene, m->file, &m->pose) ||
        !fy_t3dm_scale_for_detail(m->job, m->scene, m->file, &m->pose))
        return -1;
    double steps = m->pose.length * m->pose.scale_at_rest;
    if (m->pose.bakes || !(m->pose.length > 0) || !(steps < few_steps(m)) || !isfinite(m->pose.reach))
        return 0;
    m->count = m->pose.skeleton ? m->pose.bone_count : 1;
    m->places = ferry_new(m->job, place, m->count + (size_t)1);
    if (!m->places) return -1;
    find_places(m);
    uint32_t helpers = choose_powers(m);
    if (!helpers || m->scene->nodes.count + helpers >= FY_T3DM_NO_BONE) return 0;
    if (!make(m) || !loses_less(m, &less)) return -1;
    return less;
}

const ferry_scene *fy_t3dm_with_helpers(ferry_job *job, const ferry_scene *scene, const char *file,
                                        bool tell) {
    maker m = {.job = job, .scene = scene, .file = file};
    if (fy_t3dm_is_rewritten(scene) || !scene->nodes.count || !fy_t3dm_layout_wanted(job)->bone ||
        ferry_setting_is(job, "t3dm.skeleton", "never"))
        return scene;
    int worth = try_helpers(&m);
    if (worth < 0) return NULL;
    if (!worth) return scene;
    if (tell) report_helpers(&m);
    return m.made;
}
