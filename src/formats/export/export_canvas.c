/* export_canvas.c: pictures that are painted for a material; see export_bake.h. */
#include "formats/export/export_canvas.h"

#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/export/export.h"
#include "formats/export/export_pictures.h"
#include "formats/export/export_transform.h"

enum { LEAST_SIDE = 8, MOST_SIDE = 1024, MOST_UNITS = 2 };

bool fy_export_canvas_open(const fy_export *e, const uint32_t *draws, uint32_t count,
                           fy_export_canvas *canvas) {
    const ferry_scene *scene = e->scene;
    for (uint32_t d = 0; d < count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[draws[d]].mesh];
        if (!mesh->uvs[canvas->set] && mesh->vertex_count) return false;
    }
    canvas->width = canvas->height = LEAST_SIDE;
    canvas->box = fy_export_box_of(scene, draws, count, canvas->set);
    for (int i = 0; i < 2; i++) { /* a hundredth over the edge shows nothing of the next repeat */
        double *least = &canvas->box.least[i], *most = &canvas->box.most[i];
        if (!(*most - *least <= MOST_UNITS + .02)) return false;
        *least = floor(*least + .01);
        *most = fmax(ceil(*most - .01), *least + 1);
    }
    return true;
}

void fy_export_canvas_refine(fy_export_canvas *canvas, const double matrix[2][3], uint32_t width,
                             uint32_t height) {
    uint32_t *sides[2] = {&canvas->width, &canvas->height};
    for (int i = 0; i < 2; i++) {
        double along = fmax(fabs(matrix[0][i]) * width, fabs(matrix[1][i]) * height);
        double texels = fmin(ceil(along * (canvas->box.most[i] - canvas->box.least[i])), MOST_SIDE);
        if (texels > *sides[i]) *sides[i] = (uint32_t)texels;
    }
}

bool fy_export_canvas_paint(fy_export *e, const fy_export_canvas *canvas, uint32_t material,
                            void (*texel)(const void *user, double u, double v, uint8_t out[4]),
                            const void *user, fy_export_surface *surface) {
    const char *name = e->scene->materials.data[material].name;
    const double *least = canvas->box.least, *most = canvas->box.most;
    uint32_t width = canvas->width, height = canvas->height;
    uint8_t *rgba = ferry_alloc(e->job, (size_t)width * height, 4);
    double span[2] = {most[0] - least[0], most[1] - least[1]};
    if (!rgba) return false;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            double u = least[0] + span[0] * (x + .5) / width, v = least[1] + span[1] * (y + .5) / height;
            texel(user, u, v, rgba + 4 * ((size_t)y * width + x));
            if (!ferry_tick(e->job)) return false;
        }
    surface->uv = canvas->set;
    for (int i = 0; i < 2; i++) {
        surface->transform[i][i] = 1 / span[i];
        surface->transform[i][!i] = 0;
        surface->transform[i][2] = -least[i] / span[i] + 0.0;
    }
    ferry_mip_level level = {width, height, rgba};
    ferry_image image = {.name = name, .width = width, .height = height, .levels = &level, .level_count = 1};
    return fy_export_add_picture(e, &image, material, &surface->baked);
}
