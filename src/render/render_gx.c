/*
 * render_gx.c: a draw with a GameCube material.
 */
#include "render/render_gx.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "render/pose.h"
#include "render/render_state.h"

/* Everything about one draw that its vertices need. */
typedef struct source {
    const fy_render *render;
    const ferry_draw *draw;
    const ferry_mesh *mesh;
    const ferry_skin *skin;
    ferry_matrix *normals; /* of each influence, or of the node alone */
} source;

static bool prepare_normals(source *s) {
    uint32_t count = s->skin ? s->skin->influence_count : 1;
    s->normals = ferry_new(s->render->job, ferry_matrix, (size_t)count + 1);
    if (!s->normals) return false;
    for (uint32_t i = 0; i < count; i++) {
        const ferry_matrix *from =
            s->skin ? &s->render->pose.influences[i] : &s->render->pose.worlds[s->draw->node];
        ferry_matrix normals = fy_matrix_normals(from);
        s->normals[i] = fy_matrix_multiply(&s->render->camera.view, &normals);
    }
    return true;
}

/* Vertices that hang on one joint are stored in its space: that is what texgens read. */
static const ferry_matrix *to_raw(const source *s, uint32_t v) {
    if (!s->skin) return NULL;
    const ferry_influence *influence = &s->skin->influences[s->mesh->influences[v]];
    if (influence->count != 1) return NULL;
    return &s->skin->joints[s->skin->weights[influence->first].joint].inverse_bind;
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

static void take_vertex(const source *s, uint32_t v, fy_gx_vertex *out) {
    const ferry_mesh *mesh = s->mesh;
    const fy_render *render = s->render;
    const ferry_matrix *moves = fy_pose_matrix(&render->pose, s->draw, mesh, v), *raw = to_raw(s, v);
    uint32_t influence = s->skin ? mesh->influences[v] : 0;
    ferry_vec3 normal = mesh->normals ? mesh->normals[v] : (ferry_vec3){0, 0, 0};
    out->world = fy_matrix_point(moves, mesh->positions[v]);
    out->world_normal = fy_matrix_direction(moves, normal);
    out->eye = fy_matrix_point(&render->camera.view, out->world);
    out->eye_normal = fy_vec3_normalize(fy_matrix_direction(&s->normals[influence], normal));
    out->origin = s->skin ? render->pose.origins[influence]
                          : (ferry_vec3){(float)moves->m[0][3], (float)moves->m[1][3], (float)moves->m[2][3]};
    out->raw = raw ? fy_matrix_point(raw, mesh->positions[v]) : mesh->positions[v];
    out->raw_normal = raw_direction(raw, mesh->normals, v);
    out->raw_binormal = raw_direction(raw, mesh->binormals, v);
    out->raw_tangent = raw_direction(raw, mesh->tangents, v);
    take_attributes(mesh, v, out);
}

/* In one step from the mesh to the camera: draws of one plane must not leave it by rounding on the way. */
static void place_vertex(const source *s, uint32_t v, double clip[4]) {
    const fy_render *render = s->render;
    ferry_matrix seen =
        fy_matrix_multiply(&render->camera.view, fy_pose_matrix(&render->pose, s->draw, s->mesh, v));
    ferry_vec3 p = s->mesh->positions[v];
    double eye[3];
    for (int i = 0; i < 3; i++)
        eye[i] = seen.m[i][0] * (double)p.x + seen.m[i][1] * (double)p.y + seen.m[i][2] * (double)p.z +
                 seen.m[i][3];
    fy_camera_clip_exact(&render->camera, eye, clip);
}

bool fy_render_gx(fy_render *render, const ferry_draw *draw, const ferry_material *material) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    source s = {.render = render, .draw = draw, .mesh = mesh};
    if (fy_gx_frame_alpha_of(render->scene, material->gx) == FY_GX_ALPHA_PREPARED) return true;
    if (mesh->skin != FERRY_NONE) s.skin = &render->scene->skins.data[mesh->skin];
    fy_gx_view view = {.view = render->camera.view,
                       .to_light = render->to_light,
                       .has_ambient = render->view->ambient_from != FERRY_AMBIENT_FILE,
                       .ambient = render->ambient,
                       .fog = render->view->fog};
    fy_gx_shader *shader = fy_gx_shader_open(render->job, render->scene, material->gx, material->cull, &view);
    fy_raster_vertex *vertices = ferry_new(render->job, fy_raster_vertex, (size_t)mesh->vertex_count + 1);
    if (!shader || !vertices || !prepare_normals(&s)) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        fy_gx_vertex vertex;
        if (!ferry_tick(render->job)) return false;
        take_vertex(&s, v, &vertex);
        place_vertex(&s, v, vertices[v].clip);
        fy_gx_shader_vertex(shader, &vertex, &vertices[v]);
    }
    fy_raster_material fill = fy_gx_shader_material(shader);
    return fy_raster_triangles(render->job, render->target, &fill, vertices, mesh->triangles,
                               mesh->triangle_count);
}
