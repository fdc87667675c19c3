/* importance.c: see the header. */
#include "core/simplify/importance.h"

#include <stdlib.h>

#include "ferry64_format.h"

/* What a picture or colours change along a length, in parts of the mean, counts by its root; within these
 * bounds. */
static const double LEAST = .8, MOST = 3;

/* What has many outlines for its area, as thin parts, counts by the root of how many, within these bounds. */
static const double LEAST_OUTLINE = .3, MOST_OUTLINE = 4;

enum { LOOKS = 5 }; /* along two sides of a triangle */

/* What is never seen counts this much. */
static const double UNSEEN = .15;

/* The picture that a mesh shows, and by which texture coordinates; NULL: none. */
static const ferry_mip_level *picture_of(const fy_shell *s, uint32_t mesh, const ferry_vec2 **uvs) {
    const ferry_scene *scene = s->scene;
    uint32_t number = scene->draws.data[s->uses[mesh].draw].material;
    if (number == FERRY_NONE) return NULL;
    const ferry_material *material = &scene->materials.data[number];
    if (material->base_texture == FERRY_NONE || material->base_uv >= FERRY_UV_SETS) return NULL;
    uint32_t image = scene->textures.data[material->base_texture].image;
    *uvs = scene->meshes.data[mesh].uvs[material->base_uv];
    if (image == FERRY_NONE || !*uvs || !scene->images.data[image].level_count) return NULL;
    const ferry_mip_level *level = &scene->images.data[image].levels[0];
    return level->rgba && level->width && level->height ? level : NULL;
}

static uint32_t wrapped(double at, uint32_t size) {
    double part = at - floor(at), texel = part * size;
    return texel >= 0 && texel < size ? (uint32_t)texel : 0;
}

/* How much a texel differs from those beside it, 0 to 1; what is not seen does not. */
static double contrast_at(const ferry_mip_level *l, double u, double v) {
    uint32_t x = wrapped(u, l->width), y = wrapped(v, l->height), right = (x + 1) % l->width,
             below = (y + 1) % l->height;
    const uint8_t *own = l->rgba + 4 * ((size_t)y * l->width + x),
                  *beside[2] = {l->rgba + 4 * ((size_t)y * l->width + right),
                                l->rgba + 4 * ((size_t)below * l->width + x)};
    int most = 0;
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 4; i++) {
            int by = abs(own[i] * own[3] - beside[k][i] * beside[k][3]) / 255;
            most = by > most ? by : most;
        }
    return most / 255.;
}

/* The mean over a triangle, of texels, times texels along a length. */
static double picture_detail(const fy_shell *s, uint32_t t, double area) {
    const fy_wedge *w = &s->wedges[s->corners[3 * t]];
    const ferry_vec2 *uvs, *at[3];
    const ferry_mip_level *level = picture_of(s, w->mesh, &uvs);
    double sum = 0, count = 0;
    if (!level || !(area > 0)) return 0;
    for (uint32_t i = 0; i < 3; i++) at[i] = &uvs[s->corners[3 * t + i] - s->uses[w->mesh].first_wedge];
    double a[2] = {(double)at[1]->x - (double)at[0]->x, (double)at[1]->y - (double)at[0]->y},
           b[2] = {(double)at[2]->x - (double)at[0]->x, (double)at[2]->y - (double)at[0]->y};
    for (int i = 0; i < LOOKS; i++)
        for (int k = 0; k + i < LOOKS; k++, count++) {
            double x = (i + 1. / 3) / LOOKS, y = (k + 1. / 3) / LOOKS;
            sum += contrast_at(level, (double)at[0]->x + x * a[0] + y * b[0],
                               (double)at[0]->y + x * a[1] + y * b[1]);
        }
    double texels = .5 * fabs(a[0] * b[1] - a[1] * b[0]) * level->width * level->height;
    return sum / count * sqrt(texels / area);
}

/* How much vertex colours change, times one over the length. */
static double color_detail(const fy_shell *s, uint32_t t, double area) {
    const fy_wedge *w = &s->wedges[s->corners[3 * t]];
    const ferry_color *colors = s->scene->meshes.data[w->mesh].colors[0], *at[3];
    double most = 0;
    if (!colors || !(area > 0)) return 0;
    for (uint32_t i = 0; i < 3; i++) at[i] = &colors[s->corners[3 * t + i] - s->uses[w->mesh].first_wedge];
    for (int i = 0; i < 3; i++) {
        const ferry_color *p = at[i], *q = at[(i + 1) % 3];
        most = fmax(most, fmax(fabs((double)(p->r - q->r)),
                               fmax(fabs((double)(p->g - q->g)), fabs((double)(p->b - q->b)))));
    }
    return most / sqrt(2 * area);
}

double fy_triangle_weight(const fy_shell *s, uint32_t t) {
    double sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        double weight = fy_wedge_weight(s, s->corners[3 * t + i]);
        sum += isinf(weight) ? 1 : weight;
    }
    return sum / 3;
}

bool fy_importance_open(fy_shell *s) {
    double area = 0, sum = 0;
    s->importances = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    s->details = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    if (!s->importances || !s->details) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        double own = fy_triangle_area(s, t);
        double detail = picture_detail(s, t, own) + color_detail(s, t, own);
        s->importances[t] = isfinite(detail) ? detail : 0;
        sum += s->importances[t] * own;
        area += own;
        if (!ferry_tick(s->job)) return false;
    }
    double mean = area > 0 ? sum / area : 0;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        double weight = mean > 0 ? fmin(fmax(sqrt(s->importances[t] / mean), LEAST), MOST) : 1;
        s->details[t] = weight * (UNSEEN + (1 - UNSEEN) * s->seen[t]) * fy_triangle_weight(s, t);
        s->importances[t] = s->details[t] * fmin(fmax(sqrt(s->outlines[t]), LEAST_OUTLINE), MOST_OUTLINE);
    }
    return true;
}
