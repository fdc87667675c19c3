/* importance.c: see the header. */
#include "core/simplify/importance.h"

#include "ferry64_format.h"

/* Texels on an area, in parts of the mean, count by their root; within these bounds. */
static const double LEAST = .5, MOST = 3;

/* What is never seen counts this much. */
static const double UNSEEN = .15;

static fy_point corner_place(const fy_shell *s, uint32_t corner) {
    return fy_place_of(s, fy_corner_vertex(s, corner), 0);
}

static double area_of(const fy_shell *s, uint32_t t) {
    return .5 * fy_point_length(fy_point_normal(corner_place(s, 3 * t), corner_place(s, 3 * t + 1),
                                                corner_place(s, 3 * t + 2)));
}

/* The picture that a mesh shows, and by which texture coordinates; NULL: none. */
static const ferry_image *image_of(const fy_shell *s, uint32_t mesh, const ferry_vec2 **uvs) {
    const ferry_scene *scene = s->scene;
    uint32_t number = scene->draws.data[s->uses[mesh].draw].material;
    if (number == FERRY_NONE) return NULL;
    const ferry_material *material = &scene->materials.data[number];
    if (material->base_texture == FERRY_NONE || material->base_uv >= FERRY_UV_SETS) return NULL;
    uint32_t image = scene->textures.data[material->base_texture].image;
    *uvs = scene->meshes.data[mesh].uvs[material->base_uv];
    return image != FERRY_NONE && *uvs ? &scene->images.data[image] : NULL;
}

/* 0: no texture. */
static double texels_of(const fy_shell *s, uint32_t t) {
    const fy_wedge *w = &s->wedges[s->corners[3 * t]];
    const ferry_vec2 *uvs, *at[3];
    const ferry_image *image = image_of(s, w->mesh, &uvs);
    if (!image) return 0;
    for (uint32_t i = 0; i < 3; i++) at[i] = &uvs[s->corners[3 * t + i] - s->uses[w->mesh].first_wedge];
    double turn = ((double)at[1]->x - at[0]->x) * ((double)at[2]->y - at[0]->y) -
                  ((double)at[1]->y - at[0]->y) * ((double)at[2]->x - at[0]->x);
    return .5 * fabs(turn) * image->width * image->height;
}

/* The user's, of its corners in the mean; those that stay anyway count as ever. */
static double weight_of(const fy_shell *s, uint32_t t) {
    double sum = 0;
    for (uint32_t i = 0; i < 3; i++) {
        double weight = fy_wedge_weight(s, s->corners[3 * t + i]);
        sum += isinf(weight) ? 1 : weight;
    }
    return sum / 3;
}

bool fy_importance_open(fy_shell *s) {
    double area = 0, texels = 0;
    s->importances = ferry_new(s->job, double, (size_t)s->triangle_count + 1);
    if (!s->importances) return false;
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        s->importances[t] = texels_of(s, t);
        texels += s->importances[t];
        area += s->importances[t] > 0 ? area_of(s, t) : 0;
    }
    for (uint32_t t = 0; t < s->triangle_count; t++) {
        double own = area_of(s, t), mean = own * texels, weight = 1;
        if (s->importances[t] > 0 && mean > 0) weight = sqrt(s->importances[t] * area / mean);
        weight = fmin(fmax(weight, LEAST), MOST);
        s->importances[t] = weight * (UNSEEN + (1 - UNSEEN) * s->seen[t]) * weight_of(s, t);
    }
    return true;
}
