/*
 * t3dm_uv.c: texgens and texture matrices as texture coordinates that vertices can carry
 * (docs/formats/j3d.md, "Texture matrix"; docs/what-is-lost.md, "Texture coordinates").
 */
#include "shade/t3dm_uv.h"

#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "core/base/maths.h"

typedef struct matrix_4 {
    double m[4][4];
} matrix_4;

static const matrix_4 identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

static matrix_4 multiply(const matrix_4 *a, const matrix_4 *b) {
    matrix_4 product = {{{0}}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (int j = 0; j < 4; j++) product.m[i][k] += a->m[i][j] * b->m[j][k];
    return product;
}

/* Scale, rotation and translation in texture space; the offset stands in column 3 ("old" modes) or 2. */
static matrix_4 texture_space(const ferry_gx_texture_matrix *from, int offset_column) {
    double angle = from->rotation * (2 * FY_PI / 65536), c = fy_cos(angle), s = fy_sin(angle);
    double sx = from->scale[0], sy = from->scale[1], cx = from->center[0], cy = from->center[1];
    double tx = from->translate[0], ty = from->translate[1];
    matrix_4 a = identity;
    double offset[2];
    if (from->maya) {
        double x = tx - .5, y = ty - .5 + sy;
        a.m[0][0] = sx * c, a.m[0][1] = sy * s;
        a.m[1][0] = -sx * s, a.m[1][1] = sy * c;
        offset[0] = x * c - s * y + .5;
        offset[1] = -x * s - c * y + .5;
    } else {
        a.m[0][0] = sx * c, a.m[0][1] = -sx * s;
        a.m[1][0] = sy * s, a.m[1][1] = sy * c;
        offset[0] = -sx * c * cx + sx * s * cy + cx + tx;
        offset[1] = -sy * s * cx - sy * c * cy + cy + ty;
    }
    for (int row = 0; row < 2; row++) a.m[row][offset_column] += offset[row];
    return a;
}

/* From -1..1 with y up to 0..1 with v down. */
static matrix_4 to_texture(int offset_column) {
    matrix_4 p = {{{.5, 0, 0, 0}, {0, -.5, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
    p.m[0][offset_column] = p.m[1][offset_column] = .5;
    return p;
}

static matrix_4 effect_of(const ferry_gx_texture_matrix *from) {
    matrix_4 e = identity;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) e.m[i][k] = (double)from->effect[i][k];
    return e;
}

static bool is_environment(uint8_t mode) {
    return mode == 1 || mode == 6 || mode == 7 || mode == 10 || mode == 11;
}

/* Everything but the "view" part, which is the identity for positions in model space at rest. */
static matrix_4 whole_matrix(const ferry_gx_texture_matrix *from) {
    bool newer = from->mode == 7 || from->mode == 8 || from->mode == 9 || from->mode == 11;
    matrix_4 whole = texture_space(from, newer ? 2 : 3);
    if (from->mode >= 6) {
        matrix_4 p = to_texture(newer ? 2 : 3);
        whole = multiply(&whole, &p);
    }
    bool has_effect = from->mode != 0 && from->mode != 1 && from->mode != 6 && from->mode != 7;
    if (has_effect) {
        matrix_4 e = effect_of(from);
        whole = multiply(&whole, &e);
    }
    return whole;
}

static const ferry_gx_texture_matrix *matrix_of(const ferry_gx_material *gx, const ferry_gx_texgen *texgen) {
    if (texgen->matrix < 30 || texgen->matrix >= FERRY_GX_IDENTITY) return NULL;
    const ferry_gx_texture_matrix *matrix = &gx->matrices[(texgen->matrix - 30) / 3];
    return matrix->present ? matrix : NULL;
}

static bool is_from_viewer(const ferry_gx_texture_matrix *matrix) {
    return matrix && (matrix->mode == 3 || matrix->mode == 9);
}

bool fy_t3dm_is_projected(const ferry_gx_material *gx, uint8_t number) {
    if (number >= gx->texgen_count || number >= FERRY_GX_MAX_TEXGENS) return false;
    const ferry_gx_texgen *texgen = &gx->texgens[number];
    bool plain = texgen->type == FERRY_GX_TEXGEN_3X4 || texgen->type == FERRY_GX_TEXGEN_2X4;
    return plain && texgen->source == FERRY_GX_TG_POSITION && is_from_viewer(matrix_of(gx, texgen));
}

bool fy_t3dm_adds_offsets(const ferry_gx_material *gx) {
    for (unsigned i = 0; gx->indirect_enabled && i < gx->stage_count && i < FERRY_GX_MAX_STAGES; i++)
        if (gx->stages[i].indirect.add_previous) return true;
    return false;
}

static bool finite_map(const fy_uv_map *map) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            if (!fy_finite(map->m[i][k]) || fabs(map->m[i][k]) > 1e6) return false;
    return true;
}

static fy_uv_map plain_set(uint32_t set) {
    return (fy_uv_map){.kind = FY_UV_SET, .set = set, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}};
}

static fy_uv_map from_set(uint32_t set, const ferry_gx_texture_matrix *matrix) {
    fy_uv_map map = plain_set(set);
    if (!matrix) return map;
    matrix_4 a = texture_space(matrix, 3);
    for (int i = 0; i < 2; i++) {
        map.m[i][0] = a.m[i][0], map.m[i][1] = a.m[i][1];
        map.m[i][2] = 0, map.m[i][3] = a.m[i][3];
    }
    return map;
}

/* The whole texture over all normals that can be seen. */
static fy_uv_map plain_sphere(const char *loss) {
    return (fy_uv_map){
        .kind = FY_UV_SPHERE, .m = {{.5, 0, 0, .5}, {0, -.5, 0, .5}, {0, 0, 0, 1}}, .loss = loss};
}

/* What the view has no part in can be had exactly, as long as no joint turns. */
static fy_uv_map from_normal(const ferry_gx_texgen *texgen, const ferry_gx_texture_matrix *matrix) {
    fy_uv_map map = {.kind = FY_UV_NORMAL, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}};
    if (matrix) {
        matrix_4 whole = whole_matrix(matrix);
        for (int i = 0; i < 2; i++) memcpy(map.m[i], whole.m[i], sizeof map.m[i]);
        if (texgen->type == FERRY_GX_TEXGEN_3X4) memcpy(map.m[2], whole.m[2], sizeof map.m[2]);
    }
    switch (matrix ? matrix->mode : 0) {
    case 1:
    case 6:
    case 7:
        map.kind = FY_UV_SPHERE;
        break;
    case 3:
    case 9:
        return plain_sphere("a projection of normals from the viewer became a sphere map");
    case 5:
    case 10:
    case 11:
        break;
    default:
        map.loss = "its texture follows normals in model space, not in a joint's";
        break;
    }
    return map;
}

static fy_uv_map from_position(const ferry_gx_texgen *texgen, const ferry_gx_texture_matrix *matrix) {
    fy_uv_map map = {.kind = FY_UV_POSITION, .m = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 0, 1}}};
    if (!matrix) return map;
    if (is_environment(matrix->mode))
        return plain_sphere("an environment map by position became one by normal");
    if (is_from_viewer(matrix)) return plain_sphere("a projection from the viewer became a sphere map");
    matrix_4 whole = whole_matrix(matrix);
    for (int i = 0; i < 2; i++) memcpy(map.m[i], whole.m[i], sizeof map.m[i]);
    if (texgen->type == FERRY_GX_TEXGEN_3X4 && matrix->projection == 0)
        memcpy(map.m[2], whole.m[2], sizeof map.m[2]);
    return map;
}

/* The joint has part in the matrix, and the camera none. */
static bool follows_joints(const ferry_gx_texture_matrix *matrix) {
    static const uint16_t modes = 1U << 2 | 1U << 5 | 1U << 8 | 1U << 10 | 1U << 11;
    return matrix && matrix->mode < 12 && modes >> matrix->mode & 1;
}

static fy_uv_map by_vector(const ferry_gx_texgen *texgen, const ferry_gx_texture_matrix *matrix) {
    fy_uv_map map =
        texgen->source == FERRY_GX_TG_POSITION ? from_position(texgen, matrix) : from_normal(texgen, matrix);
    map.follows = map.kind != FY_UV_SPHERE && follows_joints(matrix);
    return map;
}

static fy_uv_map map_of(const ferry_gx_material *gx, uint8_t number, int depth) {
    if (number >= FERRY_GX_MAX_TEXGENS || number >= gx->texgen_count || depth > 1) return plain_set(0);
    const ferry_gx_texgen *texgen = &gx->texgens[number];
    const ferry_gx_texture_matrix *matrix = matrix_of(gx, texgen);
    if (texgen->type == FERRY_GX_TEXGEN_COLOR) return (fy_uv_map){.kind = FY_UV_NONE};
    if (texgen->type >= FERRY_GX_TEXGEN_BUMP0 && texgen->type < FERRY_GX_TEXGEN_COLOR) {
        bool output = texgen->source >= FERRY_GX_TG_TEXCOORD0 && texgen->source < FERRY_GX_TG_COLOR0;
        fy_uv_map map =
            output ? map_of(gx, (uint8_t)(texgen->source - FERRY_GX_TG_TEXCOORD0), depth + 1) : plain_set(0);
        map.loss = "the offset of a bump texgen was left out";
        return map;
    }
    if (texgen->source >= FERRY_GX_TG_TEX0 && texgen->source < FERRY_GX_TG_TEXCOORD0)
        return from_set(texgen->source - FERRY_GX_TG_TEX0, matrix);
    if (texgen->source == FERRY_GX_TG_POSITION || texgen->source == FERRY_GX_TG_NORMAL)
        return by_vector(texgen, matrix);
    if (texgen->source <= FERRY_GX_TG_TANGENT)
        return plain_sphere("a texture that follows tangents became a sphere map");
    return plain_set(0);
}

fy_uv_map fy_t3dm_uv_map(const ferry_gx_material *gx, uint8_t texgen) {
    fy_uv_map map = map_of(gx, texgen, 0);
    if (finite_map(&map)) return map;
    map = plain_set(0);
    map.loss = "its texture matrix is unusable and was left out";
    return map;
}

/* ------------------------------------------------------------------------------- positions and normals */

static ferry_vec3 transform(const ferry_matrix *by, ferry_vec3 v, bool direction) {
    return direction ? fy_matrix_direction(by, v) : fy_matrix_point(by, v);
}

static ferry_vec3 skin_vector(const ferry_skin *skin, uint32_t influence, const ferry_matrix *worlds,
                              ferry_vec3 v, bool direction) {
    const ferry_influence *run = &skin->influences[influence];
    ferry_vec3 sum = {0, 0, 0};
    for (uint32_t i = 0; i < run->count; i++) {
        const ferry_weight *weight = &skin->weights[run->first + i];
        const ferry_joint *joint = &skin->joints[weight->joint];
        ferry_vec3 in_joint = transform(&joint->inverse_bind, v, direction),
                   there = transform(&worlds[joint->node], in_joint, direction);
        sum = fy_vec3_add(sum, fy_vec3_scale(there, weight->weight));
    }
    return sum;
}

static ferry_vec3 in_model(const fy_uv_pose *pose, bool follows, const ferry_scene *scene,
                           const ferry_draw *draw, uint32_t vertex, ferry_vec3 v, bool direction) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const ferry_matrix *to = pose && follows ? pose->posed : NULL;
    if (mesh->skin != FERRY_NONE)
        return to ? skin_vector(&scene->skins.data[mesh->skin], mesh->influences[vertex], to, v, direction)
                  : v;
    if (!to && pose) to = pose->rest;
    return to ? transform(&to[draw->node], v, direction) : v;
}

ferry_vec3 fy_uv_position(const fy_uv_pose *pose, bool follows, const ferry_scene *scene,
                          const ferry_draw *draw, uint32_t vertex) {
    ferry_vec3 at = scene->meshes.data[draw->mesh].positions[vertex];
    return in_model(pose, follows, scene, draw, vertex, at, false);
}

ferry_vec3 fy_uv_normal(const fy_uv_pose *pose, bool follows, const ferry_scene *scene,
                        const ferry_draw *draw, uint32_t vertex) {
    const ferry_vec3 *normals = scene->meshes.data[draw->mesh].normals;
    if (!normals) return (ferry_vec3){0, 0, 0};
    return in_model(pose, follows, scene, draw, vertex, normals[vertex], true);
}

/* --------------------------------------------------------------------------------- two tiles, one UV */

static bool near(double a, double b) {
    return fabs(a - b) <= 1e-4 * (1 + fabs(a));
}

static bool power_of_two(double value, int *exponent) {
    *exponent = 0;
    if (!(value > 0)) return false;
    for (; value > 1.5 && *exponent < 16; ++*exponent) value /= 2;
    for (; value < .75 && *exponent > -16; --*exponent) value *= 2;
    return fabs(value - 1) < 1e-3;
}

bool fy_t3dm_tile_step(const fy_uv_map *a, const fy_uv_map *b, int axis, uint32_t size_a, uint32_t size_b,
                       fy_tile_step *step) {
    if (a->kind != FY_UV_SET || b->kind != FY_UV_SET || a->set != b->set || size_a == 0 || size_b == 0)
        return false;
    const double *from = a->m[axis], *to = b->m[axis];
    int lead = fabs(from[0]) >= fabs(from[1]) ? 0 : 1, exponent;
    if (from[lead] == 0) return false;
    double ratio = to[lead] / from[lead];
    if (!near(to[!lead], from[!lead] * ratio)) return false;
    if (!power_of_two(ratio * size_b / size_a, &exponent) || exponent > 5 || exponent < -10) return false;
    step->shift = -exponent;
    step->low = -(to[3] - ratio * from[3]) * size_b;
    return true;
}
