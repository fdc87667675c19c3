/*
 * gx_vertices.c: the vertices of a draw as the GameCube's hardware reads them, seen by a camera
 * (docs/rendering.md, "GameCube").
 */
#include "view/gx_vertices.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "view/pose.h"

/* What turns normals as a matrix moves points, into the camera's space. */
static ferry_matrix normals_of(const fy_gx_vertices *vertices, const ferry_matrix *moves) {
    ferry_matrix normals = fy_matrix_normals(moves);
    return fy_matrix_multiply(&vertices->camera->view, &normals);
}

bool fy_gx_vertices_open(ferry_job *job, const ferry_scene *scene, const fy_pose *pose,
                         const fy_camera *camera, const ferry_draw *draw, fy_gx_vertices *vertices) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    *vertices = (fy_gx_vertices){.camera = camera, .pose = pose, .draw = draw, .mesh = mesh};
    if (mesh->skin != FERRY_NONE) vertices->skin = &scene->skins.data[mesh->skin];
    uint32_t count = vertices->skin ? vertices->skin->influence_count : 1;
    if (count > mesh->vertex_count) return true; /* many small draws of one large skin: as they are taken */
    vertices->normals = ferry_new(job, ferry_matrix, (size_t)count + 1);
    vertices->seen = ferry_new(job, ferry_matrix, (size_t)count + 1);
    if (!vertices->normals || !vertices->seen) return false;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_matrix *moves = vertices->skin ? &pose->influences[i] : &pose->worlds[draw->node];
        vertices->normals[i] = normals_of(vertices, moves);
        vertices->seen[i] = fy_matrix_multiply(&camera->view, moves);
    }
    return true;
}

/* Vertices that hang on one joint are stored in its space: that is what texgens read. */
static const ferry_matrix *to_raw(const fy_gx_vertices *vertices, uint32_t v) {
    if (!vertices->skin) return NULL;
    const ferry_influence *influence = &vertices->skin->influences[vertices->mesh->influences[v]];
    if (influence->count != 1) return NULL;
    return &vertices->skin->joints[vertices->skin->weights[influence->first].joint].inverse_bind;
}

static ferry_vec3 raw_direction(const ferry_matrix *raw, const ferry_vec3 *stream, uint32_t v) {
    if (!stream) return (ferry_vec3){0, 0, 0};
    return raw ? fy_vec3_normalize(fy_matrix_direction(raw, stream[v])) : stream[v];
}

static void take_attributes(const ferry_mesh *mesh, uint32_t v, fy_gx_vertex *out) {
    for (uint32_t i = 0; i < FERRY_COLOR_SETS; i++)
        out->colors[i] = mesh->colors[i] ? mesh->colors[i][v] : (ferry_color){1, 1, 1, 1};
    for (uint32_t i = 0; i < FERRY_UV_SETS; i++)
        out->uvs[i] = mesh->uvs[i] ? mesh->uvs[i][v] : (ferry_vec2){0, 0};
}

static void take_raw(const fy_gx_vertices *vertices, uint32_t v, fy_gx_vertex *out) {
    const ferry_mesh *mesh = vertices->mesh;
    const ferry_matrix *raw = to_raw(vertices, v);
    out->raw = raw ? fy_matrix_point(raw, mesh->positions[v]) : mesh->positions[v];
    out->raw_normal = raw_direction(raw, mesh->normals, v);
    out->raw_binormal = raw_direction(raw, mesh->binormals, v);
    out->raw_tangent = raw_direction(raw, mesh->tangents, v);
}

static void take_moved(const fy_gx_vertices *vertices, uint32_t v, fy_gx_vertex *out) {
    const ferry_mesh *mesh = vertices->mesh;
    const fy_pose *pose = vertices->pose;
    const ferry_matrix *moves = fy_pose_matrix(pose, vertices->draw, mesh, v);
    uint32_t influence = vertices->skin ? mesh->influences[v] : 0;
    ferry_vec3 normal = mesh->normals ? mesh->normals[v] : (ferry_vec3){0, 0, 0};
    out->world = fy_matrix_point(moves, mesh->positions[v]);
    out->world_normal = fy_matrix_direction(moves, normal);
    out->eye = fy_matrix_point(&vertices->camera->view, out->world);
    ferry_matrix normals = vertices->normals ? vertices->normals[influence] : normals_of(vertices, moves);
    out->eye_normal = fy_vec3_normalize(fy_matrix_direction(&normals, normal));
    out->origin = vertices->skin
                      ? pose->origins[influence]
                      : (ferry_vec3){(float)moves->m[0][3], (float)moves->m[1][3], (float)moves->m[2][3]};
    take_attributes(mesh, v, out);
}

void fy_gx_vertices_take(const fy_gx_vertices *vertices, uint32_t v, fy_gx_vertex *out) {
    take_moved(vertices, v, out);
    take_raw(vertices, v, out);
}

/* In one step from the mesh to the camera: draws of one plane must not leave it by rounding on the way. */
void fy_gx_vertices_place(const fy_gx_vertices *vertices, uint32_t v, double clip[4]) {
    const ferry_mesh *mesh = vertices->mesh;
    ferry_matrix made;
    const ferry_matrix *seen = &made;
    if (vertices->seen)
        seen = &vertices->seen[vertices->skin ? mesh->influences[v] : 0];
    else
        made = fy_matrix_multiply(&vertices->camera->view,
                                  fy_pose_matrix(vertices->pose, vertices->draw, mesh, v));
    ferry_vec3 p = mesh->positions[v];
    double eye[3];
    for (int i = 0; i < 3; i++)
        eye[i] = seen->m[i][0] * (double)p.x + seen->m[i][1] * (double)p.y + seen->m[i][2] * (double)p.z +
                 seen->m[i][3];
    fy_camera_clip_exact(vertices->camera, eye, clip);
}

fy_raster_vertex *fy_gx_vertices_shade(ferry_job *job, const fy_gx_vertices *vertices, fy_gx_shader *shader,
                                       const uint16_t **sides) {
    const ferry_mesh *mesh = vertices->mesh;
    fy_raster_vertex *made = ferry_new(job, fy_raster_vertex, (size_t)mesh->vertex_count + 1);
    uint16_t *found = ferry_new(job, uint16_t, (size_t)mesh->vertex_count + 1);
    if (!made || !found) return NULL;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!ferry_tick(job)) return NULL;
        fy_gx_vertices_place(vertices, v, made[v].clip);
    }
    if (!fy_raster_find_sides(job, made, mesh->vertex_count, mesh->triangles, mesh->triangle_count, found))
        return NULL;
    for (uint32_t v = 0; v < mesh->vertex_count && shader; v++) {
        fy_gx_vertex vertex;
        if (!ferry_tick(job)) return NULL;
        if (!(found[v] & FY_RASTER_REACHES)) continue;
        take_moved(vertices, v, &vertex);
        if (shader->reads_raw) take_raw(vertices, v, &vertex);
        fy_gx_shader_vertex(shader, &vertex, &made[v]);
    }
    *sides = found;
    return made;
}
