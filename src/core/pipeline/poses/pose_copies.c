/* pose_copies.c: see the header. */
#include "core/pipeline/poses/pose_copies.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/pipeline/poses/pose_units.h"
#include "core/scene/copy_mesh.h"

/* ------------------------------------------------------------------------------------------- meshes */

/* With arrays of its own: later passes change them in place. */
static bool copy_mesh(ferry_scene *scene, uint32_t from, const char *name) {
    ferry_mesh mesh;
    if (!name || !fy_copy_mesh(scene, &scene->meshes.data[from], &mesh)) return false;
    mesh.name = name;
    ferry_mesh *added = ferry_append(scene, &scene->meshes, ferry_mesh);
    if (added) *added = mesh;
    return added;
}

static bool add_meshes(fy_posing *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->meshes.count;
    b->meshes = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->meshes) return false;
    for (uint32_t m = 0; m < count; m++) {
        const fy_pose_unit *u = fy_pose_unit_of(b, m);
        if (!u) continue;
        b->meshes[m] = scene->meshes.count;
        for (uint32_t k = 1; k < u->poses.count; k++) {
            if (!copy_mesh(scene, m,
                           ferry_scene_format(scene, "%s.pose%" PRIu32, scene->meshes.data[m].name, k)))
                return false;
            ferry_mesh *mesh = &scene->meshes.data[scene->meshes.count - 1];
            size_t at = (size_t)k * u->posed.vertex_count + b->offsets[m];
            for (uint32_t v = 0; v < mesh->vertex_count; v++) {
                mesh->positions[v] = fy_vec3_add(mesh->positions[v], u->poses.moves[at + v]);
                if (mesh->normals)
                    mesh->normals[v] =
                        fy_vec3_normalize(fy_vec3_add(mesh->normals[v], u->poses.turns[at + v]));
            }
            if (!ferry_tick(b->job)) return false;
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- nodes */

/* A node for each pose below each node that something of such a unit hangs on. */
static bool add_nodes(fy_posing *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->nodes.count;
    b->nodes = ferry_new(b->job, uint32_t, (size_t)count + 1);
    b->node_units = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->nodes || !b->node_units) return false;
    for (uint32_t n = 0; n < count; n++) b->nodes[n] = FERRY_NONE;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        const fy_pose_unit *u = fy_pose_unit_of(b, draw->mesh);
        if (!u || !u->bones || u->poses.count < 2 || b->nodes[draw->node] != FERRY_NONE) continue;
        b->nodes[draw->node] = scene->nodes.count;
        b->node_units[draw->node] = b->units[draw->mesh];
        for (uint32_t k = 0; k < u->poses.count; k++) {
            float scale = k ? 0 : 1;
            const char *name =
                ferry_scene_format(scene, "%s.pose%" PRIu32, scene->nodes.data[draw->node].name, k);
            ferry_node *node = name ? ferry_append(scene, &scene->nodes, ferry_node) : NULL;
            if (!node) return false;
            *node = (ferry_node){
                .name = name, .parent = draw->node, .scale = {scale, scale, scale}, .visible = true};
        }
    }
    return true;
}

/* -------------------------------------------------------------------------------------------- draws */

static bool add_draw(fy_posing *b, ferry_draw_list *to, const ferry_draw *from, uint32_t pose) {
    const fy_pose_unit *u = fy_pose_unit_of(b, from->mesh);
    ferry_draw *draw = ferry_append(b->scene, to, ferry_draw);
    if (!draw) return false;
    *draw = *from;
    if (u && u->bones && u->poses.count > 1) draw->node = b->nodes[from->node] + pose;
    if (!pose) return true;
    draw->name = ferry_scene_format(b->scene, "%s.pose%" PRIu32, from->name, pose);
    draw->mesh = b->meshes[from->mesh] + pose - 1;
    draw->visible &= u->bones;
    return draw->name;
}

/* Poses stand behind what they are poses of: the order of drawing matters. */
static bool add_draws(fy_posing *b) {
    ferry_draw_list from = b->scene->draws, to = {NULL, 0};
    b->draws = ferry_new(b->job, uint32_t, (size_t)from.count + 1);
    if (!b->draws) return false;
    for (uint32_t d = 0; d < from.count; d++) {
        const fy_pose_unit *u = fy_pose_unit_of(b, from.data[d].mesh);
        uint32_t poses = u ? u->poses.count : 1;
        b->draws[d] = to.count;
        for (uint32_t k = 0; k < poses; k++)
            if (!add_draw(b, &to, &from.data[d], k)) return false;
    }
    b->scene->draws = to;
    return true;
}

static bool add_vertex_color_groups(fy_posing *b) {
    ferry_scene *scene = b->scene;
    uint32_t count = scene->vertex_color_groups.count;
    b->vertex_color_groups = ferry_new(b->job, uint32_t, (size_t)count + 1);
    if (!b->vertex_color_groups) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t mesh = scene->vertex_color_groups.data[i].mesh;
        b->vertex_color_groups[i] = scene->vertex_color_groups.count;
        const fy_pose_unit *u = fy_pose_unit_of(b, mesh);
        for (uint32_t k = 1; u && k < u->poses.count; k++) {
            ferry_vertex_color_group *group =
                ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
            if (!group || !fy_copy_vertex_color_group(scene, &scene->vertex_color_groups.data[i], group))
                return false;
            group->mesh = b->meshes[mesh] + k - 1;
        }
    }
    return true;
}

bool fy_pose_copies_add(fy_posing *b) {
    b->node_count = b->scene->nodes.count;
    b->draw_count = b->scene->draws.count;
    return add_meshes(b) && add_nodes(b) && add_draws(b) && add_vertex_color_groups(b);
}
