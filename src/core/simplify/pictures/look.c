/* look.c: see the header. */
#include "core/simplify/pictures/look.h"

#include "ferry64_format.h"

static const double AMBIENT = .2;

enum { SMALLEST = 4 }; /* pictures are not made smaller */

/* ---------------------------------------------------------------------------------------- pictures */

static const ferry_level *level_of(const ferry_scene *scene, const ferry_material *material) {
    if (material->base_texture == FERRY_NONE || material->base_uv >= FERRY_UV_SETS) return NULL;
    uint32_t image = scene->textures.data[material->base_texture].image;
    if (image == FERRY_NONE || !scene->images.data[image].level_count) return NULL;
    const ferry_level *level = &scene->images.data[image].levels[0];
    return level->rgba && level->width && level->height ? level : NULL;
}

/* Texels along a length on the surface, in the mean. */
static double texels_along(const fy_shell *s, uint32_t mesh, const ferry_vec2 *uvs,
                           const ferry_level *level) {
    const ferry_mesh *of = &s->scene->meshes.data[mesh];
    double area = 0, covered = 0;
    for (uint32_t t = 0; t < of->triangle_count; t++) {
        const uint32_t *v = &of->triangles[3 * (size_t)t];
        fy_point at[3];
        for (int i = 0; i < 3; i++)
            at[i] = fy_place_of(s, s->wedges[s->uses[mesh].first_wedge + v[i]].vertex, 0);
        ferry_vec2 a = uvs[v[0]], b = uvs[v[1]], c = uvs[v[2]];
        area += fy_point_length(fy_point_normal(at[0], at[1], at[2]));
        covered +=
            fabs(((double)b.x - a.x) * ((double)c.y - a.y) - ((double)b.y - a.y) * ((double)c.x - a.x));
    }
    double texels = sqrt(covered / area * level->width * level->height);
    return area > 0 && texels < HUGE_VAL ? texels : 0;
}

/* Halves a picture, weighing colours by their alpha. */
static bool halve(ferry_job *job, fy_look *look) {
    uint32_t width = look->width / 2, height = look->height / 2;
    uint8_t *to = ferry_alloc(job, (size_t)width * height, 4);
    if (!to) return false;
    for (uint32_t y = 0; y < height; y++)
        for (uint32_t x = 0; x < width; x++) {
            uint32_t sums[4] = {0, 0, 0, 0};
            for (uint32_t k = 0; k < 4; k++) {
                const uint8_t *from =
                    look->rgba + 4 * ((size_t)(2 * y + k / 2) * look->width + 2 * x + k % 2);
                for (int i = 0; i < 3; i++) sums[i] += (uint32_t)from[i] * (from[3] + 1u);
                sums[3] += from[3];
            }
            for (int i = 0; i < 3; i++)
                to[4 * ((size_t)y * width + x) + (size_t)i] = (uint8_t)(sums[i] / (sums[3] + 4));
            to[4 * ((size_t)y * width + x) + 3] = (uint8_t)(sums[3] / 4);
        }
    look->rgba = to;
    look->width = width;
    look->height = height;
    return true;
}

/* Bytes that smaller pictures may take, for all meshes; further ones are looked at as they are. */
enum { MOST_BYTES = 64 << 20 };

static bool open_picture(fy_shell *s, uint32_t mesh, const ferry_material *material, double pixel,
                         size_t *room, fy_look *look) {
    const ferry_level *level = level_of(s->scene, material);
    const ferry_vec2 *uvs = level ? s->scene->meshes.data[mesh].uvs[material->base_uv] : NULL;
    if (!uvs) return true;
    const ferry_texture *texture = &s->scene->textures.data[material->base_texture];
    look->width = level->width;
    look->height = level->height;
    look->rgba = level->rgba;
    look->wraps[0] = texture->wrap_s;
    look->wraps[1] = texture->wrap_t;
    double texels = pixel * texels_along(s, mesh, uvs, level);
    for (; texels > 1.5 && look->width >= 2 * SMALLEST && look->height >= 2 * SMALLEST; texels /= 2) {
        size_t bytes = (size_t)look->width * look->height; /* a quarter of the texels, of four bytes each */
        if (bytes > *room) return true;
        *room -= bytes;
        if (!halve(s->job, look)) return false;
    }
    return true;
}

static uint32_t channel_of(const fy_mesh_use *use, fy_channel_kind kind, uint32_t set) {
    for (uint32_t i = 0; i < use->channel_count; i++)
        if (use->channels[i].kind == kind && use->channels[i].set == set && use->channels[i].weight > 0)
            return i;
    return FERRY_NONE;
}

fy_look *fy_looks_open(fy_shell *s, double pixel) {
    fy_look *looks = ferry_new(s->job, fy_look, (size_t)s->scene->meshes.count + 1);
    size_t room = MOST_BYTES;
    for (uint32_t m = 0; looks && m < s->scene->meshes.count; m++) {
        const fy_mesh_use *use = &s->uses[m];
        fy_look *look = &looks[m];
        if (!use->used) continue;
        uint32_t number = s->scene->draws.data[use->draw].material;
        ferry_material material = {.base_color = {1, 1, 1, 1}, .base_texture = FERRY_NONE, .lit = true};
        if (number != FERRY_NONE) material = s->scene->materials.data[number];
        look->color = material.base_color;
        look->mode = material.alpha_mode;
        look->cutoff = (double)material.alpha_cutoff * 255;
        look->cull = number == FERRY_NONE ? FERRY_CULL_NONE : material.cull;
        look->lit = material.lit;
        look->normal = channel_of(use, FY_CHANNEL_NORMAL, 0);
        look->colors = material.vertex_colors ? channel_of(use, FY_CHANNEL_COLOR, 0) : FERRY_NONE;
        look->uv = channel_of(use, FY_CHANNEL_UV, material.base_uv);
        if (look->uv != FERRY_NONE && !open_picture(s, m, &material, pixel, &room, look)) return NULL;
        if (!ferry_tick(s->job)) return NULL;
    }
    return looks;
}

/* ----------------------------------------------------------------------------------------- shading */

static double light_of(const fy_shell *s, const fy_look *look, uint32_t wedge, fy_point light) {
    const double *n = s->values + s->wedges[wedge].slot + look->normal;
    const ferry_matrix *m = &s->movers[(size_t)s->wedges[wedge].mover * s->pose_count];
    fy_point at = {m->m[0][0] * n[0] + m->m[0][1] * n[1] + m->m[0][2] * n[2],
                   m->m[1][0] * n[0] + m->m[1][1] * n[1] + m->m[1][2] * n[2],
                   m->m[2][0] * n[0] + m->m[2][1] * n[1] + m->m[2][2] * n[2]};
    double length = fy_point_length(at), facing = length > 0 ? fy_point_dot(at, light) / length : 0;
    return fmin(AMBIENT + fmax(facing, 0), 1);
}

static float scaled(const fy_shell *s, uint32_t wedge, uint32_t channel) {
    double weight = s->uses[s->wedges[wedge].mesh].channels[channel].weight;
    return (float)(s->values[s->wedges[wedge].slot + channel] / weight);
}

void fy_look_at(const fy_shell *s, const fy_look *look, uint32_t wedge, fy_point light,
                float to[FY_LOOK_ATTRIBUTES]) {
    float lit = look->lit && look->normal != FERRY_NONE ? (float)light_of(s, look, wedge, light) : 1;
    const float color[4] = {look->color.r, look->color.g, look->color.b, look->color.a};
    for (uint32_t i = 0; i < 2; i++) to[FY_LOOK_S + i] = look->width ? scaled(s, wedge, look->uv + i) : 0;
    for (uint32_t i = 0; i < 4; i++) {
        float own = color[i] * (look->colors != FERRY_NONE ? scaled(s, wedge, look->colors + i) : 1);
        to[FY_LOOK_R + i] = 255 * (i < 3 ? own * lit : own);
    }
}

static uint32_t find_texel(double at, uint32_t size, ferry_wrap wrap) {
    if (!(fabs(at) < 1e9)) return 0;
    int64_t whole = (int64_t)at;
    whole -= at < (double)whole;
    double part = at - (double)whole;
    if (wrap == FERRY_WRAP_CLAMP && whole) return whole < 0 ? 0 : size - 1;
    if (wrap == FERRY_WRAP_MIRROR && whole % 2) part = 1 - part;
    uint32_t texel = (uint32_t)(part * size);
    return texel < size ? texel : size - 1;
}

bool fy_look_pixel(const fy_look *look, const float a[FY_LOOK_ATTRIBUTES], uint8_t color[4]) {
    static const uint8_t white[4] = {255, 255, 255, 255};
    const uint8_t *texel = white;
    if (look->width) {
        uint32_t x = find_texel((double)a[FY_LOOK_S], look->width, look->wraps[0]),
                 y = find_texel((double)a[FY_LOOK_T], look->height, look->wraps[1]);
        texel = look->rgba + 4 * ((size_t)y * look->width + x);
    }
    for (int i = 0; i < 4; i++) {
        float own = a[FY_LOOK_R + i] * (float)texel[i] * (1.f / 255);
        color[i] = own > 0 ? own < 255 ? (uint8_t)own : 255 : 0;
    }
    return look->mode != FERRY_ALPHA_CUTOUT || color[3] >= look->cutoff;
}
