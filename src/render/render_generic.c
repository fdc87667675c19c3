/*
 * render_generic.c: a draw with a material of no machine in particular: colour times texture times vertex
 * colour times light; and draws as edges, which need no material at all.
 */
#include "render/render_generic.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "machine/camera.h"
#include "machine/gx/gx_shade_texel.h"
#include "machine/raster.h"
#include "machine/raster_fill.h"
#include "render/render_rdp.h"
#include "render/render_state.h"
#include "view/pose.h"

typedef struct generic {
    const fy_render *render;
    const ferry_material *material; /* NULL: white, lit */
    const ferry_texture *texture;   /* NULL: untextured */
    const ferry_image *image;
} generic;

enum { ATTRIBUTE_S, ATTRIBUTE_T, ATTRIBUTE_R, ATTRIBUTE_ALPHA = ATTRIBUTE_R + 3, ATTRIBUTES };

static uint8_t to_byte(double x) {
    return (uint8_t)(x <= 0 ? 0 : x >= 255 ? 255 : (int)(x + 0.5));
}

static void mix(ferry_alpha_mode mode, const uint8_t source[4], uint8_t there[4]) {
    int alpha = source[3], keep = mode == FERRY_ALPHA_ADD ? 255 : 255 - alpha;
    for (int k = 0; k < 3; k++) {
        int sum = mode == FERRY_ALPHA_BLEND || mode == FERRY_ALPHA_ADD
                      ? (source[k] * alpha + there[k] * keep + 127) / 255
                      : source[k];
        there[k] = (uint8_t)(sum > 255 ? 255 : sum);
    }
    there[3] = 255;
}

static bool shade_pixel(void *user, const fy_pixel *pixel) {
    const generic *g = user;
    if (g->render->rdp && !fy_render_rdp_in_front(g->render, pixel)) return false;
    uint8_t texel[4] = {255, 255, 255, 255}, color[4];
    if (g->image) {
        double s = (double)pixel->perspective[ATTRIBUTE_S] * g->image->width * 128;
        double t = (double)pixel->perspective[ATTRIBUTE_T] * g->image->height * 128;
        bool sane = s > -1e12 && s < 1e12 && t > -1e12 && t < 1e12;
        fy_gx_sample(g->texture, g->image, sane ? (int64_t)s : 0, sane ? (int64_t)t : 0, 0, texel);
    }
    for (int k = 0; k < 4; k++) color[k] = to_byte((double)pixel->perspective[ATTRIBUTE_R + k] * texel[k]);
    ferry_alpha_mode mode = g->material ? g->material->alpha_mode : FERRY_ALPHA_OPAQUE;
    if (mode == FERRY_ALPHA_CUTOUT && color[3] < (double)g->material->alpha_cutoff * 255) return false;
    mix(mode, color, &pixel->target->color[pixel->index * 4]);
    if (g->render->rdp && mode < FERRY_ALPHA_BLEND) fy_render_rdp_cover(g->render, pixel);
    return true;
}

/* Both kinds of draws have one depth buffer. */
static void project_beside_rdp(void *user, const fy_target *target, const double clip[4], fy_screen *screen) {
    const generic *g = user;
    fy_project_ideal(target, clip, screen);
    screen->z = fy_render_rdp_depth(g->render, clip);
}

static generic generic_of(const fy_render *render, const ferry_material *material) {
    const ferry_scene *scene = render->scene;
    generic g = {.render = render, .material = material};
    if (!material || material->base_texture == FERRY_NONE) return g;
    const ferry_texture *texture = &scene->textures.data[material->base_texture];
    if (texture->image == FERRY_NONE) return g;
    g.texture = texture;
    g.image = &scene->images.data[texture->image];
    return g;
}

static void shade_vertex(const fy_render *render, const generic *g, const ferry_mesh *mesh, uint32_t v,
                         ferry_vec3 normal, float out[ATTRIBUTES]) {
    const ferry_material *material = g->material;
    ferry_color color = material ? material->base_color : (ferry_color){1, 1, 1, 1};
    if (material && material->vertex_colors && mesh->colors[0]) {
        const ferry_color *own = &mesh->colors[0][v];
        color = (ferry_color){color.r * own->r, color.g * own->g, color.b * own->b, color.a * own->a};
    }
    float light = 1;
    if (!material || material->lit) {
        double facing = fy_vec3_dot(normal, render->to_light);
        double sum = render->ambient / 255.0 + (facing > 0 ? facing : 0);
        light = (float)(sum > 1 ? 1 : sum);
    }
    ferry_vec2 uv = {0, 0};
    uint32_t set = material ? material->base_uv : 0;
    if (set < FERRY_UV_SETS && mesh->uvs[set]) uv = mesh->uvs[set][v];
    out[ATTRIBUTE_S] = uv.x;
    out[ATTRIBUTE_T] = uv.y;
    out[ATTRIBUTE_R] = color.r * light;
    out[ATTRIBUTE_R + 1] = color.g * light;
    out[ATTRIBUTE_R + 2] = color.b * light;
    out[ATTRIBUTE_ALPHA] = color.a;
}

/* All vertices in clip space; with a material their attributes too. NULL at the limit. */
static fy_raster_vertex *make_vertices(fy_render *render, const ferry_draw *draw, const generic *g) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    fy_raster_vertex *vertices = ferry_new(render->job, fy_raster_vertex, (size_t)mesh->vertex_count + 1);
    for (uint32_t v = 0; vertices && v < mesh->vertex_count; v++) {
        if (!ferry_tick(render->job)) return NULL;
        const ferry_matrix *world = fy_pose_matrix(&render->pose, draw, mesh, v);
        ferry_matrix seen = fy_matrix_multiply(&render->camera.view, world);
        fy_camera_clip(&render->camera, fy_matrix_point(&seen, mesh->positions[v]), vertices[v].clip);
        if (!g) continue;
        ferry_matrix normals = fy_matrix_normals(&seen);
        ferry_vec3 normal = {0, 0, 0};
        if (mesh->normals) normal = fy_vec3_normalize(fy_matrix_direction(&normals, mesh->normals[v]));
        shade_vertex(render, g, mesh, v, normal, vertices[v].perspective);
    }
    return vertices;
}

bool fy_render_generic(fy_render *render, const ferry_draw *draw, const ferry_material *material) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    generic g = generic_of(render, material);
    fy_raster_vertex *vertices = make_vertices(render, draw, &g);
    fy_raster_material fill = {
        .perspective = ATTRIBUTES,
        .cull = material ? material->cull : FERRY_CULL_BACK,
        .sampling = FY_SAMPLE_CENTER,
        .z_compare = FY_LEQUAL,
        .z_write = !material || material->alpha_mode < FERRY_ALPHA_BLEND,
        .z_late = true,
        .pixel = shade_pixel,
        .user = &g,
    };
    if (render->rdp) { /* the pixel function knows the depth buffer's units */
        fill.project = project_beside_rdp;
        fill.z_compare = FY_ALWAYS;
        fill.z_write = false;
    }
    return vertices && fy_raster_triangles(render->job, render->target, &fill, vertices, NULL, NULL,
                                           mesh->triangles, mesh->triangle_count);
}

/* -------------------------------------------------------------------------------------------- edges */

/* Light on dark, dark on light. */
static void contrasting(const ferry_color *background, uint8_t color[4]) {
    float bright = 0.3F * background->r + 0.6F * background->g + 0.1F * background->b;
    memset(color, bright > 0.5F ? 24 : 232, 3);
    color[3] = 255;
}

static bool hide(void *user, const fy_pixel *pixel) {
    (void)user;
    (void)pixel;
    return false;
}

bool fy_render_edges(fy_render *render, const ferry_draw *draw) {
    const ferry_mesh *mesh = &render->scene->meshes.data[draw->mesh];
    const fy_raster_vertex *vertices = make_vertices(render, draw, NULL);
    fy_raster_material fill = {.z_compare = FY_LEQUAL, .z_write = true, .pixel = hide};
    uint8_t color[4];
    contrasting(&render->view->background, color);
    if (!vertices || !fy_raster_triangles(render->job, render->target, &fill, vertices, NULL, NULL,
                                          mesh->triangles, mesh->triangle_count))
        return false;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        uint32_t a = mesh->triangles[i], b = mesh->triangles[i % 3 == 2 ? i - 2 : i + 1];
        if (!ferry_tick(render->job)) return false;
        fy_raster_line(render->target, vertices[a].clip, vertices[b].clip, color, false);
    }
    return true;
}

void fy_render_bones(fy_render *render) {
    static const uint8_t bone[4] = {255, 200, 0, 255}, joint[4] = {255, 40, 40, 255};
    const ferry_node_list *nodes = &render->scene->nodes;
    double clips[2][4];
    for (uint32_t i = 0; i < nodes->count; i++) {
        uint32_t parent = nodes->data[i].parent;
        for (int end = 0; end < 2; end++) {
            uint32_t node = end && parent != FERRY_NONE ? parent : i;
            ferry_matrix seen = fy_matrix_multiply(&render->camera.view, &render->pose.worlds[node]);
            fy_camera_clip(&render->camera, fy_matrix_point(&seen, (ferry_vec3){0, 0, 0}), clips[end]);
        }
        if (parent != FERRY_NONE) fy_raster_line(render->target, clips[0], clips[1], bone, true);
        for (int k = 0; k < 5; k++) { /* a cross of five pixels' width */
            double a[4], step = 2 * clips[0][3];
            for (int c = 0; c < 4; c++) a[c] = clips[0][c];
            if (k == 1 || k == 2) a[0] += (k == 1 ? step : -step) / render->target->width * 2;
            if (k == 3 || k == 4) a[1] += (k == 3 ? step : -step) / render->target->height * 2;
            fy_raster_line(render->target, clips[0], a, joint, true);
        }
    }
}
