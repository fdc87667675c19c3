/*
 * t3dm_grid.c: see t3dm_grid.h.
 *
 * What is coarse hangs on a bone that scales by a power of two, below the bone that it hung on; its vertices
 * are stored that much smaller. The bones stand behind all nodes of the scene, and no clip moves them.
 */
#include "formats/t3dm/grid/t3dm_grid.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/grid/t3dm_grid_borders.h"
#include "formats/t3dm/grid/t3dm_grid_choose.h"
#include "formats/t3dm/grid/t3dm_hang.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_scale.h"

typedef struct maker {
    fy_t3dm_grid_plan plan;
    const char *file;
    fy_t3dm_borders borders;
    ferry_scene *made;
    uint32_t *users; /* of each mesh: draws */
    uint32_t first;  /* node that carries a grid */
} maker;

/* --------------------------------------------------------------------------------------------- the scene */

static bool copy_lists(maker *m) {
    const ferry_scene *from = m->plan.scene;
    ferry_job *job = m->plan.job;
    uint32_t draws = from->draws.count;
    ferry_node *nodes = ferry_new(job, ferry_node, from->nodes.count + (size_t)draws + 1);
    ferry_mesh *meshes = ferry_new(job, ferry_mesh, from->meshes.count + (size_t)draws + 1);
    ferry_draw *to = ferry_new(job, ferry_draw, draws + (size_t)1);
    ferry_skin *skins = ferry_new(job, ferry_skin, from->skins.count + (size_t)draws + 1);
    m->users = ferry_new(job, uint32_t, from->meshes.count + (size_t)1);
    m->made = ferry_new(job, ferry_scene, 1);
    if (!nodes || !meshes || !to || !skins || !m->users || !m->made) return false;
    if (from->nodes.count) memcpy(nodes, from->nodes.data, from->nodes.count * sizeof *nodes);
    if (from->meshes.count) memcpy(meshes, from->meshes.data, from->meshes.count * sizeof *meshes);
    if (draws) memcpy(to, from->draws.data, draws * sizeof *to);
    if (from->skins.count) memcpy(skins, from->skins.data, from->skins.count * sizeof *skins);
    for (uint32_t d = 0; d < draws; d++) m->users[to[d].mesh]++;
    *m->made = *from;
    m->made->nodes.data = nodes;
    m->made->meshes.data = meshes;
    m->made->draws.data = to;
    m->made->skins.data = skins;
    m->first = from->nodes.count;
    /* Nodes of a model that has no bones yet are none. */
    for (uint32_t i = 0; i < m->first && !m->plan.pose.skeleton; i++) nodes[i].fixed = true;
    return true;
}

/* The node that carries a draw's grid. */
static uint32_t grid_node(maker *m, const fy_t3dm_grid_draw *draw) {
    ferry_node_list *nodes = &m->made->nodes;
    uint32_t parent = draw->bone == FY_T3DM_NO_BONE ? FERRY_NONE : m->plan.pose.nodes[draw->bone];
    float size = (float)ldexp(1, (int)draw->power);
    for (uint32_t i = m->first; i < nodes->count; i++)
        if (nodes->data[i].parent == parent && !(nodes->data[i].scale.x < size) &&
            !(nodes->data[i].scale.x > size))
            return i;
    const char *of = parent == FERRY_NONE ? m->made->name : nodes->data[parent].name;
    nodes->data[nodes->count] = (ferry_node){
        .name = ferry_job_format(m->plan.job, "%s.far%.0f", of, (double)size),
        .parent = parent,
        .translate = {(float)draw->origin[0], (float)draw->origin[1], (float)draw->origin[2]},
        .scale = {size, size, size},
        .visible = true,
    };
    return nodes->count++;
}

/* A joint as it was, but stored on that grid. */
static ferry_joint joint_on(const maker *m, uint32_t node, const fy_t3dm_frame *frame) {
    const ferry_node *grid = &m->made->nodes.data[node];
    const ferry_vec3 *at = &grid->translate;
    const double origin[3] = {(double)at->x, (double)at->y, (double)at->z}, size = (double)grid->scale.x;
    ferry_matrix back = fy_matrix_identity();
    for (int i = 0; i < 3; i++) back.m[i][i] = 1 / size, back.m[i][3] = -origin[i] / size;
    return (ferry_joint){node, fy_matrix_multiply(&back, &frame->to_file)};
}

/* A mesh of the draw's own. */
static ferry_mesh *own_mesh(maker *m, uint32_t number) {
    ferry_draw *draw = &m->made->draws.data[number];
    ferry_mesh *meshes = m->made->meshes.data;
    uint32_t before = m->plan.scene->draws.data[number].mesh;
    if (draw->mesh == before && m->users[before] > 1) {
        m->users[before]--;
        draw->mesh = m->made->meshes.count++;
        meshes[draw->mesh] = meshes[before];
    }
    return &meshes[draw->mesh];
}

/* A skin like the mesh's, of which all joints are that grid's. */
static bool hang_skin(maker *m, const ferry_draw *draw, ferry_mesh *mesh, uint32_t node) {
    const ferry_skin *from = &m->plan.scene->skins.data[mesh->skin];
    ferry_skin *to = &m->made->skins.data[m->made->skins.count];
    const fy_t3dm_frame *frames = m->plan.pose.skins[mesh->skin];
    *to = *from;
    to->name = draw->name;
    to->joints = ferry_new(m->plan.job, ferry_joint, from->joint_count + (size_t)1);
    for (uint32_t j = 0; to->joints && j < from->joint_count; j++)
        to->joints[j] = joint_on(m, node, &frames[j]);
    mesh->skin = m->made->skins.count++;
    return to->joints;
}

static bool hang_draw(maker *m, uint32_t number) {
    const ferry_draw *draw = &m->made->draws.data[number];
    ferry_mesh *mesh = own_mesh(m, number);
    uint32_t node = grid_node(m, &m->plan.draws[number]);
    if (mesh->skin != FERRY_NONE) return hang_skin(m, draw, mesh, node);
    const ferry_matrix *world = &m->plan.pose.worlds[draw->node];
    ferry_matrix out;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frame =
        fy_t3dm_frames(&m->plan.pose, m->plan.scene, &m->plan.scene->draws.data[number], &own);
    ferry_joint joint = joint_on(m, node, frame);
    if (!fy_matrix_invert(world, &out)) return true; /* flat: it stays where it is */
    joint.inverse_bind = fy_matrix_multiply(&joint.inverse_bind, &out);
    return fy_t3dm_hang_mesh(m->plan.job, m->made, draw, world, &joint);
}

/* What vertices several draws share is moved in each of them; morphs and colours stay with their mesh. */
static bool move_border(maker *m, uint32_t number) {
    uint32_t mesh = m->plan.scene->draws.data[number].mesh;
    bool failed;
    if (!m->plan.draws[number].counts || m->plan.pose.reaches[mesh]) return true;
    ferry_vec3 *moved = fy_t3dm_move_to_borders(&m->plan, &m->borders, number, &failed);
    if (moved) own_mesh(m, number)->positions = moved;
    return !failed;
}

static bool mark(maker *m) {
    const ferry_extra_list *from = &m->plan.scene->extras;
    ferry_extra *extras = ferry_new(m->plan.job, ferry_extra, from->count + (size_t)1);
    uint8_t *first = ferry_new(m->plan.job, uint8_t, sizeof m->first);
    if (!extras || !first) return false;
    if (from->count) memcpy(extras, from->data, from->count * sizeof *extras);
    memcpy(first, &m->first, sizeof m->first);
    extras[from->count] =
        (ferry_extra){.format = "t3dm", .path = FY_T3DM_GRIDS, .bytes = {first, sizeof m->first}};
    m->made->extras = (ferry_extra_list){extras, from->count + 1};
    return true;
}

static bool make(maker *m) {
    if (!copy_lists(m) || !fy_t3dm_find_borders(&m->plan, &m->borders)) return false;
    for (uint32_t d = 0; d < m->made->draws.count; d++)
        if (!move_border(m, d)) return false;
    for (uint32_t d = 0; d < m->made->draws.count; d++)
        if (m->plan.draws[d].coarse && !hang_draw(m, d)) return false;
    return mark(m);
}

/* --------------------------------------------------------------------------------------------- the choice */

static void report_grids(const maker *m) {
    const fy_t3dm_grid_plan *p = &m->plan;
    uint32_t bones = m->made->nodes.count - m->first;
    const char *gain = "";
    if (p->scale > p->before && p->small_before)
        gain = ferry_job_format(p->job,
                                "; %u of %u triangles were smaller than half a square of 16 steps, %u are",
                                p->small_before, p->triangles, p->small_after);
    ferry_say(p->job, p->pose.skeleton ? FERRY_NOTE : FERRY_LOSS, "t3dm.far-bones", m->file, "",
              "%u draw%s (%u of %u triangles) reach%s beyond 16 bits at base scale %.9g and hang%s on %u "
              "bone%s (\"%s\"%s) that scale%s; without, it would be %.9g for all%s%s",
              p->coarse_draws, p->coarse_draws == 1 ? "" : "s", p->coarse_triangles, p->triangles,
              p->coarse_draws == 1 ? "es" : "", p->scale, p->coarse_draws == 1 ? "s" : "", bones,
              bones == 1 ? "" : "s", m->made->nodes.data[m->first].name, bones == 1 ? "" : " first",
              bones == 1 ? "s" : "", p->before, gain,
              p->pose.skeleton ? "" : "; the game needs a skeleton (t3d_skeleton_create()) to draw it");
}

/* The scale that such a scene really gets. */
static bool find_scale(maker *m, double *scale) {
    fy_t3dm_pose pose;
    if (!fy_t3dm_stand(m->plan.job, m->made, m->file, &pose) ||
        !fy_t3dm_choose_scale(m->plan.job, m->made, m->file, &pose))
        return false;
    *scale = pose.scale;
    return true;
}

/* Clips may allow less than the rest pose does: once more for that. *worth: the scene is made. A skeleton
 * that has no bone left for grids stays as it is. */
static bool try_grids(maker *m, bool *worth) {
    double scale;
    if (!fy_t3dm_stand(m->plan.job, m->plan.scene, m->file, &m->plan.pose)) return false;
    *worth = false;
    if (m->plan.pose.bakes) return true;
    if (!fy_t3dm_choose_grids(&m->plan, m->file, worth)) return false;
    for (int again = 0; *worth && again < 2; again++) {
        if (!make(m)) return false;
        *worth = m->made->nodes.count < FY_T3DM_NO_BONE;
        if (!*worth) return true;
        if (!find_scale(m, &scale)) return false;
        if (!(scale < m->plan.scale) && !(scale > m->plan.scale)) return true;
        *worth = !again && scale > m->plan.before && fy_t3dm_fit_grids(&m->plan, scale);
    }
    return true;
}

const ferry_scene *fy_t3dm_with_grids(ferry_job *job, const ferry_scene *scene, const char *file, bool tell) {
    maker m = {.plan = {.job = job, .scene = scene}, .file = file};
    bool worth;
    if (fy_t3dm_is_rewritten(scene) || fy_t3dm_has_helpers(scene) || scene->layered || !scene->nodes.count ||
        !fy_t3dm_layout_wanted(job)->bone || ferry_setting_is(job, "t3dm.skeleton", "never") ||
        ferry_setting_is(job, "t3dm.grid", "model"))
        return scene;
    if (!try_grids(&m, &worth)) return NULL;
    if (!worth) return scene;
    if (tell) report_grids(&m);
    return m.made;
}
