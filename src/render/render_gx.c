/*
 * render_gx.c: a draw with a GameCube material.
 */
#include "render/render_gx.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shade_vertex.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "render/render_state.h"
#include "view/gx_vertices.h"

/* All places, and the attributes of what is in the picture. */
static bool make_vertices(fy_render *render, const fy_gx_vertices *from, fy_gx_shader *shader,
                          fy_raster_vertex *vertices) {
    const ferry_mesh *mesh = from->mesh;
    uint8_t *marks = ferry_new(render->job, uint8_t, (size_t)mesh->vertex_count + 1);
    if (!marks) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        if (!ferry_tick(render->job)) return false;
        fy_gx_vertices_place(from, v, vertices[v].clip);
    }
    if (!fy_raster_mark_vertices(render->job, vertices, mesh->triangles, mesh->triangle_count, marks))
        return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        fy_gx_vertex vertex;
        if (!ferry_tick(render->job)) return false;
        if (!marks[v]) continue;
        fy_gx_vertices_take(from, v, &vertex);
        fy_gx_shader_vertex(shader, &vertex, &vertices[v]);
    }
    return true;
}

bool fy_render_gx(fy_render *render, const ferry_draw *draw, const ferry_material *material) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    if (fy_gx_frame_alpha_of(render->scene, material->gx) == FY_GX_ALPHA_PREPARED) return true;
    fy_gx_vertices from;
    fy_gx_view view = {.view = render->camera.view,
                       .to_light = render->to_light,
                       .has_ambient = render->view->ambient_from != FERRY_AMBIENT_FILE,
                       .ambient = render->ambient,
                       .fog = render->view->fog};
    fy_gx_shader *shader = fy_gx_shader_open(render->job, render->scene, material->gx, material->cull, &view);
    fy_raster_vertex *vertices = ferry_new(render->job, fy_raster_vertex, (size_t)mesh->vertex_count + 1);
    if (!shader || !vertices ||
        !fy_gx_vertices_open(render->job, render->scene, &render->pose, &render->camera, draw, &from) ||
        !make_vertices(render, &from, shader, vertices))
        return false;
    fy_raster_material fill = fy_gx_shader_material(shader);
    return fy_raster_triangles(render->job, render->target, &fill, vertices, mesh->triangles,
                               mesh->triangle_count);
}
