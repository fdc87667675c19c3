/*
 * render_gx.c: a draw with a GameCube material.
 */
#include "render/render_gx.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "machine/gx/gx_shade.h"
#include "machine/gx/gx_shade_blend.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster.h"
#include "render/render_state.h"
#include "view/gx_vertices.h"

/* Games take the copy before they draw the first material that shows it. */
static void copy_frame_buffer(fy_target *target) {
    if (target->copied || !target->copy) return;
    memcpy(target->copy, target->color, (size_t)target->width * target->height * 4);
    target->copied = true;
}

bool fy_render_gx(fy_render *render, const ferry_draw *draw, const ferry_material *material) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    if (fy_gx_frame_alpha_of(render->scene, material->gx) == FY_GX_ALPHA_PREPARED) return true;
    if (fy_gx_shows_frame_buffer(material->gx)) copy_frame_buffer(render->target);
    fy_gx_vertices from;
    fy_gx_view view = {.view = render->camera.view,
                       .to_light = render->to_light,
                       .has_ambient = render->view->ambient_from != FERRY_AMBIENT_FILE,
                       .ambient = render->ambient,
                       .fog = render->view->fog};
    fy_gx_shader *shader = fy_gx_shader_open(render->job, render->scene, material->gx, material->cull, &view);
    const uint16_t *sides;
    if (!shader ||
        !fy_gx_vertices_open(render->job, render->scene, &render->pose, &render->camera, draw, &from))
        return false;
    const fy_raster_vertex *vertices = fy_gx_vertices_shade(render->job, &from, shader, &sides);
    fy_screen *places = ferry_new(render->job, fy_screen, (size_t)mesh->vertex_count + 1);
    if (!vertices || !places) return false;
    fy_raster_material fill = fy_gx_shader_material(shader);
    return fy_raster_triangles(render->job, render->target, &fill, vertices, sides, places, mesh->triangles,
                               mesh->triangle_count);
}
