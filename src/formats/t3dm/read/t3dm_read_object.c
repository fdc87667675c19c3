/*
 * t3dm_read_object.c: an object becomes a mesh and a draw: the triangles that its parts draw, and the
 * vertices that they name, in model space.
 *
 * Format: docs/formats/t3dm.md, "Objects" and "Vertices".
 */
#include "formats/t3dm/read/t3dm_read_object.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"
#include "formats/t3dm/read/t3dm_read_drawing.h"
#include "formats/t3dm/read/t3dm_read_morphs.h"
#include "formats/t3dm/read/t3dm_read_parts.h"

/* ----------------------------------------------------------------------------------------------- vertices */

/* What hangs on no bone hangs on a node of its own at the origin, which is no bone either. */
static bool need_root(fy_t3dm_reader *r) {
    if (r->root == FERRY_NONE) {
        ferry_node *node = ferry_append(r->scene, &r->scene->nodes, ferry_node);
        if (!node) return false;
        *node = (ferry_node){.name = "model",
                             .parent = FERRY_NONE,
                             .has_quat = true,
                             .quat = {0, 0, 0, 1},
                             .scale = {1, 1, 1},
                             .visible = true,
                             .fixed = r->has_bones};
        r->root = r->scene->nodes.count - 1;
    }
    if (r->has_bones && r->root_influence == FERRY_NONE) {
        ferry_skin *skin = &r->scene->skins.data[r->skin];
        skin->joints[skin->joint_count] = (ferry_joint){r->root, fy_matrix_identity()};
        skin->weights[skin->weight_count] = (ferry_weight){skin->joint_count++, 1};
        skin->influences[skin->influence_count] = (ferry_influence){skin->weight_count++, 1};
        r->root_influence = skin->influence_count++;
    }
    return true;
}

/* The float nearest to stored / size, or its neighbour away from zero: writing it rounds to zero and must
 * find the same. */
static float repeats(int32_t stored, uint32_t size) {
    union {
        float value;
        uint32_t bits;
    } result = {(float)((double)stored / 32 / size)};
    if ((int32_t)((double)result.value * size * 32) != stored) result.bits++;
    return result.value;
}

/* Of a vertex, in its mesh. */
static ferry_vec3 normal_of(fy_t3dm_reader *r, uint16_t bits, const fy_t3dm_load *from) {
    bool even = from->bone == FY_T3DM_NO_BONE || fy_t3dm_is_turned(r, from->vertex);
    uint32_t mixed = (bits ^ (uint32_t)from->bone << 7) * UINT32_C(0x9E3779B1);
    fy_t3dm_known_normal *at = &r->known_normals[mixed / (UINT32_MAX / FY_T3DM_KNOWN_NORMALS + 1)];
    if (!at->known || at->bits != bits || at->bone != from->bone || at->even != even) {
        ferry_vec3 n = fy_t3dm_unpack_normal(bits, even ? NULL : &r->normals[from->bone]);
        if (from->bone != FY_T3DM_NO_BONE) n = fy_matrix_direction(&r->normals_back[from->bone], n);
        *at = (fy_t3dm_known_normal){true, even, bits, from->bone, fy_vec3_normalize(n)};
    }
    return at->normal;
}

static bool put_vertex(fy_t3dm_reader *r, ferry_window *chunk, ferry_mesh *mesh, uint32_t to,
                       fy_t3dm_load from, const ferry_rdp_material *rdp) {
    const uint8_t *pair = r->vertices.data + (size_t)(from.vertex / 2) * FY_T3DM_VERTEX_PAIR;
    uint32_t odd = from.vertex & 1;
    const uint8_t *at = pair + 8 * odd, *rgba = pair + 0x10 + 4 * odd, *st = pair + 0x18 + 4 * odd;
    ferry_vec3 p = {(int16_t)ferry_be16(at), (int16_t)ferry_be16(at + 2), (int16_t)ferry_be16(at + 4)};
    bool point = rdp && ((rdp->other_mode >> 44) & 3) == 0;
    fy_t3dm_half_texel half = r->layout->half_texel;
    int32_t shift = half == FY_T3DM_HALF_NEVER || (half == FY_T3DM_HALF_FILTERED && point) ? 0 : 16;
    uint32_t width = rdp && rdp->tiles[0].width ? rdp->tiles[0].width : 32;
    uint32_t height = rdp && rdp->tiles[0].height ? rdp->tiles[0].height : 32;
    if (from.bone != FY_T3DM_NO_BONE) {
        p = fy_matrix_point(&r->binds[from.bone], p);
        if (!fy_vec3_finite(p)) {
            return ferry_refuse(chunk, 0, "t3dm.bone",
                                "bone %u moves vertices out of the range of a "
                                "float",
                                from.bone);
        }
    }
    mesh->positions[to] = p;
    mesh->normals[to] = normal_of(r, ferry_be16(at + 6), &from);
    mesh->colors[0][to] =
        (ferry_color){(float)rgba[0] / 255, (float)rgba[1] / 255, (float)rgba[2] / 255, (float)rgba[3] / 255};
    mesh->uvs[0][to] = (ferry_vec2){repeats((int16_t)ferry_be16(st) + shift, width),
                                    repeats((int16_t)ferry_be16(st + 2) + shift, height)};
    if (mesh->influences) mesh->influences[to] = from.bone == FY_T3DM_NO_BONE ? r->root_influence : from.bone;
    return true;
}

static bool make_mesh(fy_t3dm_reader *r, ferry_mesh *mesh, uint32_t vertices, uint32_t triangles) {
    mesh->skin = r->has_bones ? r->skin : FERRY_NONE;
    mesh->vertex_count = vertices;
    mesh->triangle_count = triangles;
    if (!vertices) return true;
    mesh->positions = ferry_scene_new(r->scene, ferry_vec3, vertices);
    mesh->normals = ferry_scene_new(r->scene, ferry_vec3, vertices);
    mesh->colors[0] = ferry_scene_new(r->scene, ferry_color, vertices);
    mesh->uvs[0] = ferry_scene_new(r->scene, ferry_vec2, vertices);
    mesh->triangles = ferry_scene_new(r->scene, uint32_t, 3 * (size_t)triangles);
    if (r->has_bones) mesh->influences = ferry_scene_new(r->scene, uint32_t, vertices);
    return mesh->positions && mesh->normals && mesh->colors[0] && mesh->uvs[0] && mesh->triangles &&
           (!r->has_bones || mesh->influences);
}

static uint16_t packed_normal(const fy_t3dm_reader *r, uint32_t vertex) {
    return ferry_be16(r->vertices.data + (size_t)(vertex / 2) * FY_T3DM_VERTEX_PAIR + 8 * (vertex & 1) + 6);
}

/* Importers of L0 read one triangle past an object's last. What lay there mostly has a corner without a
 * normal, which no vertex of a model has. */
static void drop_stray(fy_t3dm_replay *p, const ferry_window *chunk) {
    if (!p->r->layout->stray || !p->triangle_count) return;
    const uint32_t *last = p->triangles + 3 * (size_t)(p->triangle_count - 1);
    for (int k = 0; k < 3; k++) {
        if (packed_normal(p->r, p->loads[last[k]].vertex)) continue;
        p->triangle_count--;
        ferry_say_at(
            chunk, 0, p->r->doubt, "t3dm.index-overrun",
            "its last triangle has a corner without a normal: the importer read past its index list; left "
            "out");
        return;
    }
}

/* Only what triangles name becomes a vertex: padding stays behind. */
static bool fill_mesh(fy_t3dm_replay *p, ferry_window *chunk, ferry_mesh *mesh,
                      const ferry_rdp_material *rdp) {
    fy_t3dm_reader *r = p->r;
    uint32_t *number = ferry_new(r->job, uint32_t, p->load_count + (size_t)1), used = 0;
    bool rootless = true;
    if (!number) return false;
    for (uint32_t i = 0; i < p->load_count; i++) number[i] = FERRY_NONE;
    for (size_t i = 0; i < 3 * (size_t)p->triangle_count; i++) number[p->triangles[i]] = 0;
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (number[i] == FERRY_NONE) continue;
        number[i] = used++;
        rootless = rootless && p->loads[i].bone != FY_T3DM_NO_BONE;
    }
    if ((!r->has_bones || !rootless) && !need_root(r)) return false;
    if (!make_mesh(r, mesh, used, p->triangle_count)) return false;
    for (uint32_t i = 0; i < p->load_count; i++) {
        if (number[i] == FERRY_NONE) continue;
        if (!put_vertex(r, chunk, mesh, number[i], p->loads[i], rdp) ||
            !fy_t3dm_place_vertex(r, p->loads[i].vertex, p->loads[i].bone, number[i]))
            return false;
    }
    for (size_t i = 0; i < 3 * (size_t)p->triangle_count; i++) mesh->triangles[i] = number[p->triangles[i]];
    return true;
}

/* ------------------------------------------------------------------------------------------------ objects */

static bool add_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t parts, uint32_t material) {
    fy_t3dm_replay p = {.r = r};
    uint8_t name_at = r->layout->name_at;
    const char *name = name_at == FY_T3DM_ABSENT ? "" : fy_t3dm_read_string(r, chunk, name_at);
    if (!name || !fy_t3dm_replay_parts(&p, chunk, parts) || !fy_t3dm_measure_drawing(&p)) return false;
    drop_stray(&p, chunk);
    const ferry_rdp_material *rdp = material == FERRY_NONE ? NULL : r->scene->materials.data[material].rdp;
    ferry_mesh *mesh = ferry_append(r->scene, &r->scene->meshes, ferry_mesh);
    if (!mesh) return false;
    mesh->name = name;
    if (!fill_mesh(&p, chunk, mesh, rdp)) return false;
    ferry_draw *draw = ferry_append(r->scene, &r->scene->draws, ferry_draw);
    if (!draw) return false;
    *draw = (ferry_draw){.name = name,
                         .node = r->has_bones ? r->first_bone : r->root,
                         .mesh = r->scene->meshes.count - 1,
                         .material = material,
                         .visible = true};
    return true;
}

bool fy_t3dm_read_object(fy_t3dm_reader *r, ferry_window *chunk, uint32_t material) {
    const fy_t3dm_layout *layout = r->layout;
    if (!ferry_window_holds(chunk, 0, 1, layout->object))
        return ferry_refuse(chunk, 0, "t3dm.object", "expected %u bytes, found %zu", layout->object,
                            chunk->size);
    uint32_t parts = fy_t3dm_layout_parts(layout, chunk->data);
    if (!ferry_window_holds(chunk, layout->object, parts, layout->part)) {
        return ferry_refuse(chunk, layout->parts_at, "t3dm.parts",
                            "%u parts of %u bytes, but only %zu bytes left", parts, layout->part,
                            chunk->size - layout->object);
    }
    ferry_mark mark = ferry_job_mark(r->job);
    bool ok = add_object(r, chunk, parts, material);
    ferry_job_release(r->job, mark);
    return ok;
}
