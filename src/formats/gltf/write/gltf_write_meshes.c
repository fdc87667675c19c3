/*
 * gltf_write_meshes.c: meshes of a glTF file: attributes, indices, morph targets (docs/formats/gltf.md,
 * "Meshes").
 *
 * A mesh of the file is a scene mesh with a material: what the material reads decides about its attributes.
 * Scene meshes that are drawn with several share all that is equal.
 */
#include "formats/gltf/write/gltf_write_meshes.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_material.h"
#include "formats/export/export_pictures.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_write_morphs.h"
#include "formats/gltf/write/gltf_writer.h"

/* ------------------------------------------------------------------------------------------- positions */

static float scaled(const fy_gltf *g, float value) {
    return (float)((double)value * g->e.scale);
}

static ferry_vec3 scaled3(const fy_gltf *g, ferry_vec3 v) {
    return (ferry_vec3){scaled(g, v.x), scaled(g, v.y), scaled(g, v.z)};
}

static uint32_t put_positions(fy_gltf *g, const ferry_vec3 *from, uint32_t count) {
    ferry_vec3 *to = ferry_new(g->e.job, ferry_vec3, count);
    for (uint32_t v = 0; to && v < count; v++) to[v] = scaled3(g, from[v]);
    return to ? fy_gltf_floats(g, &to->x, count, 3, FY_GLTF_VERTICES, true) : FERRY_NONE;
}

/* --------------------------------------------------------------------------------------------- normals */

/* Sums of the faces' normals, by area, where a vertex has none. */
static void add_faces(const ferry_mesh *mesh, ferry_vec3 *normals) {
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = &mesh->triangles[3 * t];
        ferry_vec3 a = mesh->positions[corner[0]];
        ferry_vec3 face = fy_vec3_cross(fy_vec3_sub(mesh->positions[corner[1]], a),
                                        fy_vec3_sub(mesh->positions[corner[2]], a));
        for (int k = 0; k < 3; k++) {
            ferry_vec3 own = mesh->normals[corner[k]];
            if (own.x == 0 && own.y == 0 && own.z == 0)
                normals[corner[k]] = fy_vec3_add(normals[corner[k]], face);
        }
    }
}

/* The format wants unit length; some exporters' are off, and some are zero. */
static uint32_t put_normals(fy_gltf *g, const ferry_mesh *mesh) {
    uint32_t missing = 0;
    ferry_vec3 *normals = ferry_new(g->e.job, ferry_vec3, mesh->vertex_count);
    if (!normals) return FERRY_NONE;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        normals[v] = fy_vec3_normalize(mesh->normals[v]);
        missing += fy_vec3_dot(normals[v], normals[v]) == 0;
    }
    if (missing) add_faces(mesh, normals);
    for (uint32_t v = 0; missing && v < mesh->vertex_count; v++) {
        normals[v] = fy_vec3_normalize(normals[v]);
        if (fy_vec3_dot(normals[v], normals[v]) == 0) normals[v] = (ferry_vec3){0, 1, 0};
    }
    g->made_normals += missing;
    return fy_gltf_floats(g, &normals->x, mesh->vertex_count, 3, FY_GLTF_VERTICES, false);
}

/* -------------------------------------------------------------------------------- colours, coordinates */

double fy_gltf_linear(double value) {
    if (!(value > 0)) return 0;
    return value <= 0.04045 ? value / 12.92 : fy_pow((value + 0.055) / 1.055, 2.4);
}

static uint16_t to_u16(double value) {
    return (uint16_t)fy_round((value < 0 ? 0 : value > 1 ? 1 : value) * 65535);
}

/* Sixteen bits: eight of linear light would lose dark colours. */
static uint32_t put_colors(fy_gltf *g, const ferry_color *colors, uint32_t count, unsigned parts) {
    uint16_t *to = ferry_new(g->e.job, uint16_t, 4 * (size_t)count);
    for (uint32_t v = 0; to && v < count; v++) {
        to[4 * (size_t)v] = parts & 1 ? to_u16(fy_gltf_linear((double)colors[v].r)) : 65535;
        to[4 * (size_t)v + 1] = parts & 1 ? to_u16(fy_gltf_linear((double)colors[v].g)) : 65535;
        to[4 * (size_t)v + 2] = parts & 1 ? to_u16(fy_gltf_linear((double)colors[v].b)) : 65535;
        to[4 * (size_t)v + 3] = parts & 2 ? to_u16((double)colors[v].a) : 65535;
    }
    return to ? fy_gltf_u16s(g, to, count, 4, FY_GLTF_VERTICES, true) : FERRY_NONE;
}

/* As they are shown; eight bits of the source are the same again. */
static uint32_t put_shown(fy_gltf *g, const ferry_color *colors, uint32_t count) {
    uint16_t *to = ferry_new(g->e.job, uint16_t, 4 * (size_t)count);
    for (size_t k = 0; to && k < 4 * (size_t)count; k++) to[k] = to_u16((double)(&colors[k / 4].r)[k % 4]);
    return to ? fy_gltf_u16s(g, to, count, 4, FY_GLTF_VERTICES, true) : FERRY_NONE;
}

static uint32_t put_no_uvs(fy_gltf *g, uint32_t count) {
    ferry_vec2 *zeros = ferry_new(g->e.job, ferry_vec2, count);
    return zeros ? fy_gltf_floats(g, &zeros->x, count, 2, FY_GLTF_VERTICES, false) : FERRY_NONE;
}

/* ---------------------------------------------------------------------------------------------- joints */

/* The weights of an influence, each joint once, those of zero left out. Returns how many. */
static uint32_t merge_weights(const ferry_skin *skin, uint32_t influence, ferry_weight *to) {
    const ferry_influence *run = &skin->influences[influence];
    uint32_t count = 0;
    for (uint32_t k = 0; k < run->count; k++) {
        ferry_weight weight = skin->weights[run->first + k];
        uint32_t at = 0;
        while (at < count && to[at].joint != weight.joint) at++;
        if (at < count)
            to[at].weight += weight.weight;
        else if (weight.weight > 0)
            to[count++] = weight;
    }
    return count;
}

static uint32_t largest_influence(const ferry_skin *skin) {
    uint32_t most = 1;
    for (uint32_t i = 0; i < skin->influence_count; i++)
        if (skin->influences[i].count > most) most = skin->influences[i].count;
    return most;
}

/* The sum is 1 but for the last bit of a float: the largest one takes what is missing. */
static void even_out(ferry_weight *weights, uint32_t count) {
    double sum = 0, rest = 1;
    uint32_t largest = 0;
    for (uint32_t k = 0; k < count; k++) {
        sum += (double)weights[k].weight;
        if (weights[k].weight > weights[largest].weight) largest = k;
    }
    for (uint32_t k = 0; k < count; k++) {
        weights[k].weight = (float)((double)weights[k].weight / sum);
        if (k != largest) rest -= (double)weights[k].weight;
    }
    if (count) weights[largest].weight = (float)rest;
}

/* Four joints in each set, as many sets as the vertex of most joints needs. */
static bool put_joints(fy_gltf *g, const ferry_mesh *mesh, fy_gltf_streams *streams) {
    const ferry_skin *skin = &g->e.scene->skins.data[mesh->skin];
    uint32_t most = 1, count = mesh->vertex_count;
    ferry_weight *merged = ferry_new(g->e.job, ferry_weight, largest_influence(skin));
    if (!merged) return false;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t own = merge_weights(skin, mesh->influences[v], merged);
        most = own > most ? own : most;
    }
    uint32_t sets = (most + 3) / 4;
    uint16_t *joints = ferry_new(g->e.job, uint16_t, 4 * (size_t)count * sets);
    float *weights = ferry_new(g->e.job, float, 4 * (size_t)count * sets);
    if (!joints || !weights) return false;
    for (uint32_t v = 0; v < count; v++) {
        uint32_t own = merge_weights(skin, mesh->influences[v], merged);
        even_out(merged, own);
        for (uint32_t k = 0; k < own; k++) {
            size_t at = 4 * ((size_t)(k / 4) * count + v) + k % 4;
            joints[at] = (uint16_t)merged[k].joint;
            weights[at] = merged[k].weight;
        }
        if (!ferry_tick(g->e.job)) return false;
    }
    streams->joint_sets = sets;
    for (uint32_t s = 0; s < sets; s++) {
        size_t at = 4 * (size_t)s * count;
        uint32_t number = fy_gltf_u16s(g, joints + at, count, 4, FY_GLTF_VERTICES, false);
        uint32_t next = fy_gltf_floats(g, weights + at, count, 4, FY_GLTF_VERTICES, false);
        if (number == FERRY_NONE || next == FERRY_NONE) return false;
        if (!s) streams->first_joints = number;
        if (!s) streams->first_weights = next;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------- triangles */

/* Two bytes where they do; their greatest number is none. */
static uint32_t put_triangles(fy_gltf *g, const ferry_mesh *mesh, bool flip) {
    size_t count = 3 * (size_t)mesh->triangle_count;
    uint32_t *to = ferry_new(g->e.job, uint32_t, count);
    if (!to) return FERRY_NONE;
    for (size_t i = 0; i < count; i += 3) {
        to[i] = mesh->triangles[i];
        to[i + 1] = mesh->triangles[i + (flip ? 2 : 1)];
        to[i + 2] = mesh->triangles[i + (flip ? 1 : 2)];
    }
    if (mesh->vertex_count > UINT16_MAX) return fy_gltf_u32s(g, to, (uint32_t)count, FY_GLTF_INDICES);
    uint16_t *narrow = ferry_new(g->e.job, uint16_t, count);
    for (size_t i = 0; narrow && i < count; i++) narrow[i] = (uint16_t)to[i];
    return narrow ? fy_gltf_u16s(g, narrow, (uint32_t)count, 1, FY_GLTF_INDICES, false) : FERRY_NONE;
}

/* ------------------------------------------------------------------------------------------ attributes */

/* Sets `key` to accessor `*number`, which is made by `make` if it is not there yet. */
#define SHARE(number, make) ((number) != FERRY_NONE || ((number) = (make)) != FERRY_NONE)

/* Sets that are not there stand for those below them: the format wants no gaps. */
static bool put_uvs(fy_gltf *g, const ferry_mesh *mesh, fy_gltf_streams *streams,
                    const fy_export_surface *surface, json_t *attributes) {
    uint32_t sets = fy_export_is_textured(surface) ? surface->uv + 1 : 0, last = FERRY_NONE;
    char key[24];
    for (uint32_t s = 0; s < FERRY_UV_SETS; s++)
        if (mesh->uvs[s] && s >= sets) sets = s + 1;
    for (uint32_t s = 0; s < sets; s++) {
        if (mesh->uvs[s]) {
            if (!SHARE(streams->uvs[s],
                       fy_gltf_floats(g, &mesh->uvs[s]->x, mesh->vertex_count, 2, FY_GLTF_VERTICES, false)))
                return false;
            last = streams->uvs[s];
        }
        bool read =
            surface->texture != FERRY_NONE && s == surface->uv && !mesh->uvs[s]; /* zeros, on the GameCube */
        if (last == FERRY_NONE || read) {
            if (!SHARE(streams->no_uvs, put_no_uvs(g, mesh->vertex_count))) return false;
        }
        snprintf(key, sizeof key, "TEXCOORD_%u", s);
        fy_gltf_set(g, attributes, key, fy_gltf_index(read || last == FERRY_NONE ? streams->no_uvs : last));
    }
    return true;
}

/* What a machine's material may read, and COLOR_0 does not say whole (docs/formats/gltf.md, "Read again"). */
static bool put_machine_colors(fy_gltf *g, const ferry_mesh *mesh, fy_gltf_streams *streams,
                               const fy_export_surface *surface, json_t *attributes) {
    char key[24];
    for (uint32_t s = 0; s < FERRY_COLOR_SETS; s++) {
        bool whole = s == 0 && surface->colors == 0 && surface->color_rgb && surface->color_alpha;
        if (!mesh->colors[s] || whole) continue;
        if (!SHARE(streams->shown[s], put_shown(g, mesh->colors[s], mesh->vertex_count))) return false;
        snprintf(key, sizeof key, "_COLOR_%u", s);
        fy_gltf_set(g, attributes, key, fy_gltf_index(streams->shown[s]));
    }
    return true;
}

static bool put_attributes(fy_gltf *g, uint32_t number, const fy_export_surface *surface,
                           json_t *attributes) {
    const ferry_mesh *mesh = &g->e.scene->meshes.data[number];
    fy_gltf_streams *streams = &g->streams[number];
    char key[24];
    if (!SHARE(streams->positions, put_positions(g, mesh->positions, mesh->vertex_count))) return false;
    fy_gltf_set(g, attributes, "POSITION", fy_gltf_index(streams->positions));
    if (mesh->normals) {
        if (!SHARE(streams->normals, put_normals(g, mesh))) return false;
        fy_gltf_set(g, attributes, "NORMAL", fy_gltf_index(streams->normals));
    }
    if (!put_uvs(g, mesh, streams, surface, attributes)) return false;
    if (surface->colors != FERRY_NONE && mesh->colors[surface->colors]) {
        unsigned parts = surface->color_rgb + 2u * surface->color_alpha;
        uint32_t *colors = &streams->colors[surface->colors][parts];
        if (!SHARE(*colors, put_colors(g, mesh->colors[surface->colors], mesh->vertex_count, parts)))
            return false;
        fy_gltf_set(g, attributes, "COLOR_0", fy_gltf_index(*colors));
    }
    if (mesh->skin == FERRY_NONE) return true;
    if (!streams->joint_sets && !put_joints(g, mesh, streams)) return false;
    for (uint32_t s = 0; s < streams->joint_sets; s++) {
        snprintf(key, sizeof key, "JOINTS_%u", s);
        fy_gltf_set(g, attributes, key, fy_gltf_index(streams->first_joints + 2 * s));
        snprintf(key, sizeof key, "WEIGHTS_%u", s);
        fy_gltf_set(g, attributes, key, fy_gltf_index(streams->first_weights + 2 * s));
    }
    return true;
}

/* ---------------------------------------------------------------------------------------------- meshes */

static bool has_machine(const fy_gltf *g, const ferry_draw *draw) {
    const ferry_material *from =
        draw->material == FERRY_NONE ? NULL : &g->e.scene->materials.data[draw->material];
    return from && (from->gx || from->rdp);
}

static bool put_mesh(fy_gltf *g, const ferry_draw *draw, uint32_t *number) {
    const ferry_mesh *mesh = &g->e.scene->meshes.data[draw->mesh];
    const fy_export_surface *surface = &g->e.surfaces[fy_export_surface_of(&g->e, draw)];
    fy_gltf_streams *streams = &g->streams[draw->mesh];
    bool flip = surface->cull == FERRY_CULL_FRONT;
    uint32_t *triangles = flip ? &streams->flipped : &streams->triangles;
    json_t *object = json_object(), *primitives = json_array(), *primitive = json_object(),
           *attributes = json_object();
    fy_gltf_name(g, object, *draw->name ? draw->name : mesh->name);
    fy_gltf_set(g, object, "primitives", primitives);
    fy_gltf_add(g, primitives, primitive);
    fy_gltf_set(g, primitive, "attributes", attributes);
    *number = fy_gltf_add(g, g->meshes, object);
    if (g->no_memory) return true; /* told in the end */
    if (!put_attributes(g, draw->mesh, surface, attributes) ||
        (has_machine(g, draw) && !put_machine_colors(g, mesh, streams, surface, attributes)) ||
        !SHARE(*triangles, put_triangles(g, mesh, flip)))
        return false;
    fy_gltf_set(g, primitive, "indices", fy_gltf_index(*triangles));
    fy_gltf_set(g, primitive, "material",
                fy_gltf_index(g->material_numbers[fy_export_surface_of(&g->e, draw)]));
    fy_gltf_set(g, primitive, "mode", json_integer(4));
    if (!fy_gltf_put_targets(g, draw->mesh, object, primitive)) return false;
    g->unused_tangents += mesh->tangents || mesh->binormals;
    return true;
}

static bool find_written(fy_gltf *g) {
    g->streams = ferry_new(g->e.job, fy_gltf_streams, g->e.scene->meshes.count + (size_t)1);
    g->draw_meshes = ferry_new(g->e.job, uint32_t, g->e.scene->draws.count + (size_t)1);
    if (!g->streams || !g->draw_meshes) return false;
    for (uint32_t i = 0; i < g->e.scene->meshes.count; i++) {
        memset(&g->streams[i], 0xFF, sizeof g->streams[i]);
        g->streams[i].joint_sets = g->streams[i].target_count = 0;
    }
    return true;
}

/* A draw of a mesh and a look that stand in the file already shows that mesh again: the last one of each
 * scene mesh is remembered. */
bool fy_gltf_put_meshes(fy_gltf *g) {
    const ferry_draw_list *draws = &g->e.scene->draws;
    uint32_t *last = ferry_new(g->e.job, uint32_t, g->e.scene->meshes.count + (size_t)1);
    if (!find_written(g) || !fy_gltf_list_targets(g) || !last) return false;
    for (uint32_t i = 0; i < g->e.scene->meshes.count; i++) last[i] = FERRY_NONE;
    for (uint32_t d = 0; d < draws->count; d++) {
        const ferry_draw *draw = &draws->data[d];
        ferry_mark mark = ferry_job_mark(g->e.job);
        g->draw_meshes[d] = FERRY_NONE;
        if (!fy_export_is_written(&g->e, draw)) continue;
        uint32_t before = last[draw->mesh];
        bool again = before != FERRY_NONE &&
                     fy_export_surface_of(&g->e, &draws->data[before]) == fy_export_surface_of(&g->e, draw);
        if (again)
            g->draw_meshes[d] = g->draw_meshes[before];
        else if (!put_mesh(g, draw, &g->draw_meshes[d]))
            return false;
        last[draw->mesh] = d;
        ferry_job_release(g->e.job, mark);
    }
    return true;
}
