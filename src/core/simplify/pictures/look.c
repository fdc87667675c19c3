/* look.c: see the header. */
#include "core/simplify/pictures/look.h"

#include <string.h>

#include "ferry64_format.h"

static const double AMBIENT = .2;

enum { SMALLEST = 4 }; /* pictures are not made smaller */

/* ---------------------------------------------------------------------------------------- pictures */

static const ferry_mip_level *level_of(const ferry_scene *scene, uint32_t texture) {
    uint32_t image = texture == FERRY_NONE ? FERRY_NONE : scene->textures.data[texture].image;
    if (image == FERRY_NONE || !scene->images.data[image].level_count) return NULL;
    const ferry_mip_level *level = &scene->images.data[image].levels[0];
    return level->rgba && level->width && level->height ? level : NULL;
}

/* Texels along a length on the surface, in the mean. */
static double texels_along(const fy_shell *s, uint32_t mesh, const ferry_vec2 *uvs,
                           const ferry_mip_level *level) {
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

/* How often a picture is halved until its texels are about as long as a pixel. */
static uint32_t halvings_of(const fy_shell *s, uint32_t mesh, const ferry_vec2 *uvs,
                            const ferry_mip_level *level, double pixel) {
    double texels = pixel * texels_along(s, mesh, uvs, level);
    uint32_t count = 0;
    for (; texels > 1.5 && level->width >> count >= 2 * SMALLEST && level->height >> count >= 2 * SMALLEST;
         texels /= 2)
        count++;
    return count;
}

/* Of a picture, its size and how it goes on. */
static void size_look(const ferry_scene *scene, uint32_t texture, const ferry_mip_level *level,
                      uint32_t halvings, fy_look *look) {
    look->width = level->width >> halvings;
    look->height = level->height >> halvings;
    look->wraps[0] = scene->textures.data[texture].wrap_s;
    look->wraps[1] = scene->textures.data[texture].wrap_t;
}

/* Bytes that smaller pictures may take, for all meshes; further ones are looked at as they are. And texels
 * that are baked, for each light, which takes time. */
enum { MOST_BYTES = 64 << 20, MOST_BAKED = 1 << 19, LIGHTS = 5 };

/* What texture coordinates lie between; `inside`: within one repeat. */
typedef struct range {
    double least, most;
    bool inside;
} range;

/* What opening leaves for the meshes to come. */
typedef struct opener {
    fy_shell *s;
    fy_look *looks;
    double pixel;
    size_t bytes, baked;
    uint32_t *made;     /* by material: a mesh with a baked picture of it; FERRY_NONE: none */
    range (*ranges)[2]; /* by material: of its `base_uv` over all meshes */
} opener;

static bool open_picture(opener *o, uint32_t mesh, const ferry_material *material, fy_look *look) {
    const ferry_mip_level *level = level_of(o->s->scene, material->base_texture);
    const ferry_vec2 *uvs = material->base_uv < FERRY_UV_SETS && level
                                ? o->s->scene->meshes.data[mesh].uvs[material->base_uv]
                                : NULL;
    look->lights = 1;
    if (!uvs || look->uv == FERRY_NONE) return true;
    size_look(o->s->scene, material->base_texture, level, 0, look);
    look->rgba = level->rgba;
    for (uint32_t left = halvings_of(o->s, mesh, uvs, level, o->pixel); left; left--) {
        size_t bytes = (size_t)look->width * look->height; /* a quarter of the texels, of four bytes each */
        if (bytes > o->bytes) return true;
        o->bytes -= bytes;
        if (!halve(o->s->job, look)) return false;
    }
    return true;
}

static void widen(range *of, double at) {
    of->inside &= at >= 0 && at < 1;
    of->least = fmin(of->least, at);
    of->most = fmax(of->most, at);
}

static bool find_ranges(opener *o) {
    const ferry_scene *scene = o->s->scene;
    for (uint32_t i = 0; i < scene->materials.count; i++)
        o->ranges[i][0] = o->ranges[i][1] = (range){1, 0, true};
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        uint32_t number = o->s->uses[m].used ? scene->draws.data[o->s->uses[m].draw].material : FERRY_NONE;
        uint32_t set = number == FERRY_NONE ? FERRY_UV_SETS : scene->materials.data[number].base_uv;
        const ferry_vec2 *uvs = set < FERRY_UV_SETS ? scene->meshes.data[m].uvs[set] : NULL;
        for (uint32_t v = 0; uvs && v < scene->meshes.data[m].vertex_count; v++) {
            widen(&o->ranges[number][0], (double)uvs[v].x);
            widen(&o->ranges[number][1], (double)uvs[v].y);
        }
        if (!ferry_tick(o->s->job)) return false;
    }
    return true;
}

/* Only what triangles show is baked, of a picture with many things. */
static void set_window(const range of[2], const fy_look *look, ferry_baking *baking) {
    const uint32_t sizes[2] = {look->width, look->height};
    for (int k = 0; k < 2; k++) {
        bool part = of[k].inside && of[k].least <= of[k].most;
        uint32_t from = part ? (uint32_t)(of[k].least * sizes[k]) : 0,
                 to = part ? (uint32_t)(of[k].most * sizes[k]) + 2 : sizes[k];
        baking->from[k] = from ? from - 1 : 0;
        baking->to[k] = to < sizes[k] ? to : sizes[k];
    }
}

/* Fills a picture of a size that is known, or takes that of another mesh. False at the limit. */
static bool fill_baked(opener *o, uint32_t number, ferry_baking *baking, fy_look *look) {
    const fy_look *other = o->made[number] == FERRY_NONE ? NULL : &o->looks[o->made[number]];
    size_t texels = (size_t)look->width * look->height;
    look->lights = LIGHTS;
    if (other && other->width == look->width && other->height == look->height) {
        look->rgba = other->rgba;
        return true;
    }
    *baking = (ferry_baking){.width = look->width, .height = look->height, .lights = LIGHTS};
    set_window(o->ranges[number], look, baking);
    size_t wanted = (size_t)(baking->to[0] - baking->from[0]) * (baking->to[1] - baking->from[1]) * LIGHTS,
           bytes = texels * 4 * LIGHTS;
    if (wanted > o->baked || bytes > o->bytes) return true;
    o->baked -= wanted;
    o->bytes -= bytes;
    look->rgba = baking->rgba = ferry_alloc(o->s->job, texels * LIGHTS, 4);
    return look->rgba && o->s->bake(o->s->job, o->s->scene, number, baking);
}

/* As the target shows a material, if it can tell and there is time. */
static bool open_baked(opener *o, uint32_t mesh, uint32_t number, const ferry_material *material,
                       fy_look *look) {
    ferry_scene *scene = o->s->scene;
    ferry_baking baking = {.texture = FERRY_NONE, .lights = LIGHTS};
    if (!o->s->bake(o->s->job, scene, number, &baking)) return false;
    if (!baking.possible) return true;
    const ferry_mip_level *level = level_of(scene, baking.texture);
    const ferry_vec2 *uvs = level ? scene->meshes.data[mesh].uvs[material->base_uv] : NULL;
    if (level && (!uvs || look->uv == FERRY_NONE)) return true;
    look->width = look->height = 1;
    if (level) size_look(scene, baking.texture, level, halvings_of(o->s, mesh, uvs, level, o->pixel), look);
    if (!fill_baked(o, number, &baking, look)) return false;
    if (!look->rgba) look->width = 0;
    if (look->rgba) o->made[number] = mesh;
    return true;
}

static uint32_t channel_of(const fy_mesh_use *use, fy_channel_kind kind, uint32_t set) {
    for (uint32_t i = 0; i < use->channel_count; i++)
        if (use->channels[i].kind == kind && use->channels[i].set == set && use->channels[i].weight > 0)
            return i;
    return FERRY_NONE;
}

static bool open_look(opener *o, uint32_t mesh) {
    const fy_mesh_use *use = &o->s->uses[mesh];
    fy_look *look = &o->looks[mesh];
    uint32_t number = o->s->scene->draws.data[use->draw].material;
    ferry_material material = {.base_color = {1, 1, 1, 1}, .base_texture = FERRY_NONE, .lit = true};
    if (number != FERRY_NONE) material = o->s->scene->materials.data[number];
    look->mode = material.alpha_mode;
    look->cutoff = (double)material.alpha_cutoff * 255;
    look->cull = number == FERRY_NONE ? FERRY_CULL_NONE : material.cull;
    look->lit = material.lit;
    look->normal = channel_of(use, FY_CHANNEL_NORMAL, 0);
    look->colors = material.vertex_colors ? channel_of(use, FY_CHANNEL_COLOR, 0) : FERRY_NONE;
    look->uv = channel_of(use, FY_CHANNEL_UV, material.base_uv);
    if (o->s->bake && number != FERRY_NONE && !open_baked(o, mesh, number, &material, look)) return false;
    look->color = look->width ? (ferry_color){1, 1, 1, 1} : material.base_color;
    return look->width || open_picture(o, mesh, &material, look);
}

fy_look *fy_looks_open(fy_shell *s, double pixel) {
    uint32_t meshes = s->scene->meshes.count, materials = s->scene->materials.count;
    opener o = {.s = s, .pixel = pixel, .bytes = MOST_BYTES, .baked = MOST_BAKED};
    o.looks = ferry_new(s->job, fy_look, (size_t)meshes + 1);
    o.made = ferry_new(s->job, uint32_t, (size_t)materials + 1);
    o.ranges = ferry_alloc(s->job, (size_t)materials + 1, sizeof *o.ranges);
    if (!o.looks || !o.made || !o.ranges || !find_ranges(&o)) return NULL;
    for (uint32_t i = 0; i < materials; i++) o.made[i] = FERRY_NONE;
    for (uint32_t m = 0; m < meshes; m++)
        if (s->uses[m].used && (!open_look(&o, m) || !ferry_tick(s->job))) return NULL;
    return o.looks;
}

/* ----------------------------------------------------------------------------------------- shading */

static fy_point normal_of(const fy_shell *s, const fy_look *look, uint32_t wedge) {
    const double *n = s->values + s->wedges[wedge].slot + look->normal;
    const ferry_matrix *m = &s->movers[(size_t)s->wedges[wedge].mover * s->pose_count];
    fy_point at = {m->m[0][0] * n[0] + m->m[0][1] * n[1] + m->m[0][2] * n[2],
                   m->m[1][0] * n[0] + m->m[1][1] * n[1] + m->m[1][2] * n[2],
                   m->m[2][0] * n[0] + m->m[2][1] * n[1] + m->m[2][2] * n[2]};
    double length = fy_point_length(at);
    return fy_point_scale(at, length > 0 ? 1 / length : 0);
}

static float scaled(const fy_shell *s, uint32_t wedge, uint32_t channel) {
    double weight = s->uses[s->wedges[wedge].mesh].channels[channel].weight;
    return (float)(s->values[s->wedges[wedge].slot + channel] / weight);
}

/* In baked pictures a vertex's colour is light, of its own hue. */
static float take_brightness(float color[4]) {
    float most = color[0] > color[1] ? color[0] : color[1];
    most = color[2] > most ? color[2] : most;
    for (int i = 0; i < 3; i++) color[i] = most > 0 ? color[i] / most : 1;
    return most;
}

static bool is_lit(const fy_look *look) {
    return look->lit && look->normal != FERRY_NONE;
}

void fy_look_at(const fy_shell *s, const fy_look *look, uint32_t wedge, float to[FY_LOOK_ATTRIBUTES],
                fy_point *normal) {
    float color[4] = {look->color.r, look->color.g, look->color.b, look->color.a}, lit = 1;
    bool laid = look->width && look->uv != FERRY_NONE;
    *normal = is_lit(look) ? normal_of(s, look, wedge) : (fy_point){0, 0, 0};
    for (uint32_t i = 0; i < 2; i++) to[FY_LOOK_S + i] = laid ? scaled(s, wedge, look->uv + i) : 0;
    for (uint32_t i = 0; i < 4 && look->colors != FERRY_NONE; i++)
        color[i] *= scaled(s, wedge, look->colors + i);
    if (look->lights > 1) lit = take_brightness(color);
    to[FY_LOOK_LIGHT] = lit * (float)(look->lights - 1);
    for (uint32_t i = 0; i < 4; i++) to[FY_LOOK_R + i] = 255 * color[i];
}

void fy_look_lit(const fy_look *look, fy_point normal, fy_point light, float to[FY_LOOK_ATTRIBUTES]) {
    if (!is_lit(look)) return;
    double facing = fy_point_dot(normal, light), bright = AMBIENT + (facing > 0 ? facing : 0);
    float lit = bright < 1 ? (float)bright : 1;
    to[FY_LOOK_LIGHT] *= lit;
    for (uint32_t i = 0; i < 3 && look->lights == 1; i++) to[FY_LOOK_R + i] *= lit;
}

static uint32_t find_texel(float at, uint32_t size, ferry_wrap wrap) {
    if (!(fabsf(at) < 1e6f)) return 0;
    int whole = (int)at;
    whole -= at < (float)whole;
    float part = at - (float)whole;
    if (wrap == FERRY_WRAP_CLAMP && whole) return whole < 0 ? 0 : size - 1;
    if (wrap == FERRY_WRAP_MIRROR && whole % 2) part = 1 - part;
    uint32_t texel = (uint32_t)(part * (float)size);
    return texel < size ? texel : size - 1;
}

/* Four bytes between those of two texels, two at a time; `part`: of 256. */
static void mix_texels(const uint8_t *a, const uint8_t *b, uint32_t part, uint8_t to[4]) {
    const uint32_t even = 0x00FF00FFu, half = 0x00800080u;
    uint32_t x, y;
    memcpy(&x, a, 4);
    memcpy(&y, b, 4);
    uint32_t low = ((x & even) * (256 - part) + (y & even) * part + half) >> 8 & even,
             high = ((x >> 8 & even) * (256 - part) + (y >> 8 & even) * part + half) & ~even;
    low |= high;
    memcpy(to, &low, 4);
}

/* Between the pictures of two lights. */
static void mix_lights(const fy_look *look, size_t texel, float light, uint8_t to[4]) {
    uint32_t last = look->lights - 2, low = light > 0 ? light < (float)last ? (uint32_t)light : last : 0;
    float part = light - (float)low;
    part = part > 0 ? part < 1 ? part : 1 : 0;
    const uint8_t *a = look->rgba + 4 * ((size_t)look->width * look->height * low + texel);
    mix_texels(a, a + 4 * (size_t)look->width * look->height, (uint32_t)(256 * part + .5f), to);
}

bool fy_look_pixel(const fy_look *look, const float a[FY_LOOK_ATTRIBUTES], bool plain, uint8_t color[4]) {
    memset(color, 255, 4);
    if (look->width) {
        uint32_t x = find_texel(a[FY_LOOK_S], look->width, look->wraps[0]),
                 y = find_texel(a[FY_LOOK_T], look->height, look->wraps[1]);
        size_t at = (size_t)y * look->width + x;
        if (look->lights > 1)
            mix_lights(look, at, a[FY_LOOK_LIGHT], color);
        else
            memcpy(color, look->rgba + 4 * at, 4);
    }
    for (int i = 0; i < 4 && !plain; i++) {
        float own = a[FY_LOOK_R + i] * (float)color[i] * (1.f / 255);
        color[i] = own > 0 ? own < 255 ? (uint8_t)own : 255 : 0;
    }
    return look->mode != FERRY_ALPHA_CUTOUT || color[3] >= look->cutoff;
}
