/*
 * gx_shade_vertex.c: the vertex half: channels with their light, and texture coordinates
 * (docs/formats/j3d.md, "Channel", "Texture matrix"; docs/rendering.md, "GameCube").
 */
#include "machine/gx/gx_shade_vertex.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"
#include "machine/gx/gx_shader.h"
#include "machine/raster_material.h"

/* ----------------------------------------------------------------------------------------- channels */

static double at_least_zero(double x) {
    return x > 0 ? x : 0;
}

/* How a program would set up a light for highlights: half-angle attenuation of this shininess. */
#define SHININESS 16.0

/* What the one light adds to a channel, 0..255 for white. Only highlights know attenuation; the engine gives
 * them no diffuse function, whatever the file says. */
static double light_on(const fy_gx_shader *shader, const fy_gx_vertex *vertex,
                       const ferry_gx_channel *channel) {
    ferry_vec3 to_light = shader->view.to_light;
    double facing = fy_vec3_dot(vertex->eye_normal, to_light);
    if (channel->attenuation == FERRY_GX_ATTENUATION_SPECULAR) {
        ferry_vec3 half = fy_vec3_normalize(fy_vec3_add(to_light, (ferry_vec3){0, 0, 1}));
        double h = facing >= 0 ? at_least_zero(fy_vec3_dot(vertex->eye_normal, half)) : 0;
        return 255 * h * h / (SHININESS / 2 + (1 - SHININESS / 2) * h * h);
    }
    return 255 * (channel->diffuse == FERRY_GX_DIFFUSE_NONE     ? 1
                  : channel->diffuse == FERRY_GX_DIFFUSE_SIGNED ? facing
                                                                : at_least_zero(facing));
}

static uint8_t to_byte(float x) {
    return (uint8_t)(x <= 0 ? 0 : x >= 1 ? 255 : (int)(x * 255 + 0.5F));
}

static void vertex_color(const ferry_color *color, uint8_t out[4]) {
    out[0] = to_byte(color->r);
    out[1] = to_byte(color->g);
    out[2] = to_byte(color->b);
    out[3] = to_byte(color->a);
}

static void register_color(const ferry_gx_color *color, uint8_t out[4]) {
    out[0] = color->r;
    out[1] = color->g;
    out[2] = color->b;
    out[3] = color->a;
}

/* A highlight has no ambient light but its own register's, which is black in nearly all files: games set the
 * scene's for the other channel alone. */
static bool is_highlight(const ferry_gx_channel *channel) {
    return channel->attenuation == FERRY_GX_ATTENUATION_SPECULAR;
}

/* What light adds to a channel. The light is number 0; the other seven are off. */
static int added_light(const fy_gx_shader *shader, const fy_gx_vertex *vertex,
                       const ferry_gx_channel *channel) {
    return channel->lit && channel->light_mask & 1 ? (int)light_on(shader, vertex, channel) : 0;
}

static uint8_t lit_component(const ferry_gx_channel *channel, int material, int ambient, int light) {
    if (!channel->lit) return (uint8_t)material;
    int sum = ambient + light;
    sum = sum < 0 ? 0 : sum > 255 ? 255 : sum;
    return (uint8_t)((material * (sum + (sum >> 7))) >> 8);
}

void fy_gx_channel(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, uint8_t out[4]) {
    const ferry_gx_material *gx = shader->gx;
    uint8_t own[4], material[2][4], ambient[2][4];
    vertex_color(&vertex->colors[number], own);
    register_color(&gx->material_colors[number], material[FERRY_GX_SOURCE_REGISTER]);
    register_color(&gx->ambient_colors[number], ambient[FERRY_GX_SOURCE_REGISTER]);
    if (shader->view.has_ambient && !is_highlight(&gx->channels[number * 2]))
        memset(ambient[FERRY_GX_SOURCE_REGISTER], shader->view.ambient, 3);
    memcpy(material[FERRY_GX_SOURCE_VERTEX], own, 4);
    memcpy(ambient[FERRY_GX_SOURCE_VERTEX], own, 4);
    if (gx->channel_count <= number) { /* the console has zeros there; no known file reads them */
        memcpy(out, own, 4);
        return;
    }
    const ferry_gx_channel *channels = &gx->channels[number * 2]; /* of colour and of alpha */
    const int light[2] = {added_light(shader, vertex, &channels[0]),
                          added_light(shader, vertex, &channels[1])};
    for (int k = 0; k < 4; k++) {
        const ferry_gx_channel *channel = &channels[k == 3];
        out[k] = lit_component(channel, material[channel->material_source & 1][k],
                               ambient[channel->ambient_source & 1][k], light[k == 3]);
    }
}

/* ------------------------------------------------------------------------------------------ texgens */

typedef struct mtx {
    double m[4][4];
} mtx;

static mtx multiply(const mtx *a, const mtx *b) {
    mtx out;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) sum += a->m[i][k] * b->m[k][j];
            out.m[i][j] = sum;
        }
    return out;
}

/* Scale, rotation and translation about the centre; the offset stands in `column`. */
static mtx texture_srt(const ferry_gx_texture_matrix *from, int column) {
    double angle = from->rotation * (FY_PI / 32768), c = fy_cos(angle), s = fy_sin(angle);
    double sx = from->scale[0], sy = from->scale[1], cx = from->center[0], cy = from->center[1];
    double tx = from->translate[0], ty = from->translate[1];
    mtx out = {{{0}}};
    if (from->maya) {
        double left = tx - 0.5, up = ty - 0.5 + sy;
        double rows[2][3] = {{sx * c, sy * s, left * c - s * up + 0.5},
                             {-sx * s, sy * c, -left * s - c * up + 0.5}};
        for (int i = 0; i < 2; i++)
            out.m[i][0] = rows[i][0], out.m[i][1] = rows[i][1], out.m[i][column] += rows[i][2];
    } else {
        double rows[2][3] = {{sx * c, -sx * s, -sx * c * cx + sx * s * cy + cx + tx},
                             {sy * s, sy * c, -sy * s * cx - sy * c * cy + cy + ty}};
        for (int i = 0; i < 2; i++)
            out.m[i][0] = rows[i][0], out.m[i][1] = rows[i][1], out.m[i][column] += rows[i][2];
    }
    out.m[2][2] = out.m[3][3] = 1;
    return out;
}

/* Brings -1..1 to 0..1 with v turned over. */
static mtx to_picture(int column) {
    mtx out = {{{0.5, 0, 0, 0}, {0, -0.5, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    out.m[0][column] += 0.5;
    out.m[1][column] += 0.5;
    return out;
}

static mtx effect_of(const ferry_gx_texture_matrix *from) {
    mtx out;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) out.m[i][j] = (double)from->effect[i][j];
    return out;
}

/* What a mode is made of (docs/formats/j3d.md, "Texture matrix"). */
typedef struct mode_parts {
    bool new_column, picture, effect;
} mode_parts;

static const mode_parts modes[12] = {
    {false, false, false}, {false, false, false}, {false, false, true}, {false, false, true},
    {false, false, true},  {false, false, true},  {false, true, false}, {true, true, false},
    {true, true, true},    {true, true, true},    {false, true, true},  {true, true, true},
};

static const ferry_gx_texture_matrix *texgen_matrix(const ferry_gx_material *gx, uint32_t number) {
    uint8_t code = gx->texgens[number].matrix;
    if (code < 30 || code >= FERRY_GX_IDENTITY) return NULL;
    const ferry_gx_texture_matrix *matrix = &gx->matrices[(code - 30) / 3];
    return matrix->present && matrix->mode < 12 ? matrix : NULL;
}

static mtx matrix_of(const ferry_gx_material *gx, uint32_t number) {
    const ferry_gx_texture_matrix *from = texgen_matrix(gx, number);
    mtx out = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    if (!from) return out;
    const mode_parts *parts = &modes[from->mode];
    int column = parts->new_column ? 2 : 3;
    out = texture_srt(from, column);
    mtx picture = to_picture(column), effect = effect_of(from);
    if (parts->picture) out = multiply(&out, &picture);
    if (parts->effect) out = multiply(&out, &effect);
    return out;
}

void fy_gx_prepare_texgens(fy_gx_shader *shader) {
    const ferry_gx_material *gx = shader->gx;
    for (uint32_t i = 0; i < shader->texgen_count; i++) {
        mtx matrix = matrix_of(gx, i);
        memcpy(shader->matrices[i], matrix.m, sizeof shader->matrices[i]);
        shader->projected[i] = gx->texgens[i].type == FERRY_GX_TEXGEN_3X4;
        shader->reads_raw |= gx->texgens[i].source < FERRY_GX_TG_TEX0;
        shader->first[i] = shader->attributes;
        shader->attributes += shader->projected[i] ? 3 : 2;
    }
}

static void set3(double out[3], ferry_vec3 v) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

/* The part of the matrix that comes from camera and joint, already applied to the source. */
static void moved_source(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint8_t source, uint8_t mode,
                         double out[3]) {
    bool position = source == FERRY_GX_TG_POSITION;
    ferry_vec3 world = position ? vertex->world : vertex->world_normal;
    ferry_vec3 turned = position ? fy_vec3_sub(vertex->world, vertex->origin) : vertex->world_normal;
    switch (mode) {
    case 1:
    case 6:
    case 7:
        set3(out, fy_matrix_direction(&shader->view.view, turned));
        break;
    case 3:
    case 9:
        set3(out, position ? vertex->eye
                           : fy_matrix_point(&shader->view.view, fy_vec3_add(world, vertex->origin)));
        break;
    case 2:
    case 8:
        set3(out, position ? world : fy_vec3_add(world, vertex->origin));
        break;
    case 5:
    case 10:
    case 11:
        set3(out, turned);
        break;
    default:
        set3(out, position ? vertex->raw : vertex->raw_normal);
        break;
    }
}

static void plain_source(const fy_gx_vertex *vertex, uint8_t source, double out[3]) {
    switch (source) {
    case FERRY_GX_TG_POSITION:
        set3(out, vertex->raw);
        return;
    case FERRY_GX_TG_NORMAL:
        set3(out, vertex->raw_normal);
        return;
    case FERRY_GX_TG_BINORMAL:
        set3(out, vertex->raw_binormal);
        return;
    case FERRY_GX_TG_TANGENT:
        set3(out, vertex->raw_tangent);
        return;
    default:
        break;
    }
    ferry_vec2 uv = {0, 0};
    if (source >= FERRY_GX_TG_TEX0 && source < FERRY_GX_TG_TEXCOORD0)
        uv = vertex->uvs[source - FERRY_GX_TG_TEX0];
    out[0] = (double)uv.x;
    out[1] = (double)uv.y;
    out[2] = 1;
}

/* Games that shade by a ramp give their two lights one component each: red looks up the first light along s,
 * green the second one along t. A channel that takes both therefore has no green: the second light is off. */
static void from_channel(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint8_t source,
                         double out[3]) {
    uint32_t number = source == FERRY_GX_TG_COLOR1;
    const ferry_gx_channel *channel = &shader->gx->channels[number * 2];
    uint8_t color[4];
    fy_gx_channel(shader, vertex, number, color);
    out[0] = color[0] / 255.0;
    out[1] = channel->lit && (channel->light_mask & 3) == 3 ? 0 : color[1] / 255.0;
    out[2] = 1;
}

void fy_gx_texgen(const fy_gx_shader *shader, const fy_gx_vertex *vertex, uint32_t number, double out[3]) {
    const ferry_gx_material *gx = shader->gx;
    const ferry_gx_texgen *texgen = &gx->texgens[number];
    if (texgen->type == FERRY_GX_TEXGEN_COLOR) {
        from_channel(shader, vertex, texgen->source, out);
        return;
    }
    /* A bump texgen shifts another texgen's result; an earlier one, so this ends. Its shift needs a light of
     * its own. */
    while (texgen->source >= FERRY_GX_TG_TEXCOORD0 && texgen->source < FERRY_GX_TG_COLOR0) {
        uint32_t other = (uint32_t)texgen->source - FERRY_GX_TG_TEXCOORD0;
        if (other >= number) break;
        number = other;
        texgen = &gx->texgens[number];
    }
    double in[3];
    const ferry_gx_texture_matrix *matrix = texgen_matrix(gx, number);
    if (matrix && texgen->source <= FERRY_GX_TG_NORMAL)
        moved_source(shader, vertex, texgen->source, matrix->mode, in);
    else
        plain_source(vertex, texgen->source, in);
    for (int i = 0; i < 3; i++) {
        const double *row = shader->matrices[number][i];
        out[i] = row[0] * in[0] + row[1] * in[1] + row[2] * in[2] + row[3];
    }
}

void fy_gx_shader_coordinates(const fy_gx_shader *shader, const fy_gx_vertex *vertex, float *perspective) {
    for (uint32_t i = 0; i < shader->texgen_count; i++) {
        double coordinates[3];
        float *to = &perspective[shader->first[i]];
        fy_gx_texgen(shader, vertex, i, coordinates);
        for (uint32_t k = 0; k < (shader->projected[i] ? 3u : 2u); k++) to[k] = (float)coordinates[k];
    }
}

void fy_gx_shader_vertex(const fy_gx_shader *shader, const fy_gx_vertex *vertex, fy_raster_vertex *out) {
    fy_gx_shader_coordinates(shader, vertex, out->perspective);
    for (uint32_t number = 0; number < shader->program.channels; number++) {
        uint8_t color[4];
        fy_gx_channel(shader, vertex, number, color);
        for (int k = 0; k < 4; k++) out->affine[number * 4 + (uint32_t)k] = color[k];
    }
}
