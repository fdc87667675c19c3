/*
 * t3dm_check_object.c: the rules of objects and parts. The cache was simulated by the reader.
 *
 * Format: docs/formats/t3dm.md, "Objects", "Parts" and "Checking".
 */
#include "formats/t3dm/check/t3dm_check_object.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/t3dm/check/t3dm_check_file.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

typedef struct totals {
    uint32_t list; /* indices of all lists */
    int16_t box[6];
    bool any;
} totals;

static int16_t s16_at(ferry_window *in, uint64_t at) {
    return (int16_t)ferry_u16_at(in, at);
}

static bool same_place(const ferry_mesh *mesh, uint32_t a, uint32_t b) {
    ferry_vec3 p = mesh->positions[a], q = mesh->positions[b];
    return p.x == q.x && p.y == q.y && p.z == q.z;
}

static void check_triangles(fy_t3dm_reader *r, ferry_window *object, const ferry_mesh *mesh) {
    uint32_t flat = 0;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *c = mesh->triangles + 3 * (size_t)t;
        flat += same_place(mesh, c[0], c[1]) || same_place(mesh, c[1], c[2]) || same_place(mesh, c[2], c[0]);
    }
    if (flat)
        ferry_say_at(object, 0, FY_CHECK_ADVICE, "t3dm.degenerate",
                     "%u of %u triangles are degenerate (two equal corners)", flat, mesh->triangle_count);
    /* One without parts is there for its material: it leaves a state behind. */
    if (!mesh->triangle_count && fy_t3dm_layout_parts(r->layout, object->data))
        ferry_say_at(object, 0, FY_CHECK_ADVICE, "t3dm.empty-object", "it draws nothing");
    if (!r->layout->short_parts) return;
    uint32_t said = ferry_u16_at(object, 0x06);
    if (said != (mesh->triangle_count & 0xFFFF))
        ferry_say_at(object, 0x06, FY_CHECK_ADVICE, "t3dm.header-counts", "states %u triangles, but draws %u",
                     said, mesh->triangle_count);
}

/* Vertices of bones whose pose cannot be undone were left in bone space. */
static ferry_vec3 at_rest(const fy_t3dm_reader *r, const ferry_mesh *mesh, uint32_t v) {
    uint32_t bone = mesh->influences ? mesh->influences[v] : FERRY_NONE;
    if (bone >= r->bone_count || memcmp(&r->binds[bone], &r->worlds[bone], sizeof *r->binds) == 0)
        return mesh->positions[v];
    return fy_matrix_point(&r->worlds[bone], mesh->positions[v]);
}

/* All of the 16 bits: it is drawn wherever the eye is among them. */
static bool holds_everything(const int16_t box[6]) {
    bool all = true;
    for (int i = 0; i < 3; i++) all = all && box[i] == INT16_MIN && box[i + 3] == INT16_MAX;
    return all;
}

/* Culling goes by the box. A unit may be lost in rounding a pose. */
static void check_box(fy_t3dm_reader *r, ferry_window *object, const ferry_mesh *mesh, bool boned,
                      totals *all) {
    if (r->layout->object < 0x18) return;
    uint32_t at = r->layout->object - 12u;
    int16_t box[6];
    uint32_t out = 0;
    for (uint32_t i = 0; i < 6; i++) box[i] = s16_at(object, at + 2 * i);
    for (int i = 0; i < 6; i++) {
        bool first = !all->any, less = box[i] < all->box[i];
        if (first || (i < 3 ? less : box[i] > all->box[i])) all->box[i] = box[i];
    }
    all->any = true;
    if (boned && holds_everything(box)) return;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_vec3 rest = at_rest(r, mesh, v);
        const float p[3] = {rest.x, rest.y, rest.z};
        bool outside = false;
        for (int i = 0; i < 3; i++)
            outside = outside || p[i] < (float)box[i] - 1 || p[i] > (float)box[i + 3] + 1;
        out += outside;
    }
    if (out)
        ferry_say_at(object, at, boned ? FY_CHECK_ADVICE : FY_CHECK_WRONG, "t3dm.bounding-box",
                     "%u of %u vertices are outside its bounding box%s", out, mesh->vertex_count,
                     boned ? " in the rest pose: do not use it for culling" : "");
}

static void check_part(fy_t3dm_reader *r, ferry_window *part, bool last, totals *all) {
    const fy_t3dm_layout *layout = r->layout;
    uint32_t count = layout->bones ? ferry_u16_at(part, 4) : ferry_u32_at(part, 4),
             list = ferry_u16_at(part, 0x0C);
    uint32_t draws = list;
    all->list += list;
    if (count & 1)
        ferry_say_at(part, 4, layout->sequences ? FY_CHECK_ADVICE : FY_CHECK_WRONG, "t3dm.vertex-padding",
                     "odd vertex count %u: runtimes before November 2025 drop the last one", count);
    if (layout->marks != FY_T3DM_MARKS_NONE) {
        const uint8_t *strips = part->data + 0x10;
        draws += strips[0];
        for (uint32_t k = 1; k < FY_T3DM_BUFFERS; k++)
            if (strips[k] && !strips[k - 1])
                ferry_say_at(part, 0x10 + k, FY_CHECK_WRONG, "t3dm.strip",
                             "strip buffer %u follows an empty one and is not drawn", k);
    }
    if (layout->sequences) draws += part->data[0x15];
    if (last && !draws)
        ferry_say_at(part, 0, FY_CHECK_ADVICE, "t3dm.vertex-load", "loads vertices that nothing draws");
}

static bool check_object(fy_t3dm_reader *r, ferry_window *object, const ferry_mesh *mesh, totals *all) {
    const fy_t3dm_layout *layout = r->layout;
    uint32_t parts = fy_t3dm_layout_parts(layout, object->data);
    bool boned = false;
    if (layout->name_at != FY_T3DM_ABSENT && !ferry_u32_at(object, layout->name_at))
        ferry_say_at(object, layout->name_at, FY_CHECK_ADVICE, "t3dm.name", "it has no name");
    if (layout->short_parts && ferry_u32_at(object, 0x0C))
        ferry_say_at(object, 0x0C, FY_CHECK_WRONG, "t3dm.user-block", "a pointer 0x%x in the file",
                     ferry_u32_at(object, 0x0C));
    for (uint32_t i = 0; i < parts; i++) {
        ferry_window part =
            ferry_window_cut(object, "part", i, layout->object + layout->part * (uint64_t)i, layout->part);
        if (!ferry_tick(r->job)) return false;
        check_part(r, &part, i + 1 == parts, all);
        boned = boned || (layout->bones && ferry_u16_at(&part, 0x0E) != FY_T3DM_NO_BONE);
    }
    check_triangles(r, object, mesh);
    check_box(r, object, mesh, boned, all);
    return true;
}

static void check_totals(fy_t3dm_reader *r, const totals *all) {
    uint32_t table = r->layout->table_at;
    if (r->layout != &fy_t3dm_layouts[FY_T3DM_L0] && ferry_u16_at(r->in, 0x0A) != (all->list & 0xFFFF))
        ferry_say_at(r->in, 0x0A, FY_CHECK_ADVICE, "t3dm.header-counts",
                     "the header states %u list indices, but there are %u", ferry_u16_at(r->in, 0x0A),
                     all->list & 0xFFFF);
    if (!r->layout->short_parts || !all->any) return;
    for (uint32_t i = 0; i < 6; i++) {
        if (s16_at(r->in, table - 12 + 2 * i) == all->box[i]) continue;
        ferry_say_at(r->in, table - 12, FY_CHECK_ADVICE, "t3dm.bounding-box",
                     "the model's bounding box is not the union of its objects' boxes");
        return;
    }
}

/* Before V1 the runtime turns a material's offsets into pointers once for each object that has it. */
static bool check_shared(fy_t3dm_reader *r) {
    uint32_t *owner = ferry_new(r->job, uint32_t, r->chunk_count + (size_t)1);
    if (!owner) return false;
    for (uint32_t i = 0, number = 0; i < r->chunk_count && !r->layout->shared; i++) {
        if (r->chunks[i].type != 'O') continue;
        ferry_window object = fy_t3dm_cut_chunk(r, i, "object", number++);
        for (uint32_t k = 0; k < r->layout->materials; k++) {
            uint64_t at = r->layout->material_at + 4 * (uint64_t)k,
                     chunk = r->first_material + (uint64_t)ferry_u32_at(&object, at);
            if (chunk >= r->chunk_count) continue;
            if (owner[chunk])
                ferry_say_at(&object, at, FY_CHECK_WRONG, "t3dm.shared-material",
                             "its material, chunk %u, is already used by object[%u]: before V1 each "
                             "object needs its own",
                             (uint32_t)chunk, owner[chunk] - 1);
            owner[chunk] = number;
        }
    }
    return true;
}

bool fy_t3dm_check_objects(fy_t3dm_reader *r, uint32_t first_draw) {
    totals all = {0};
    for (uint32_t i = 0, number = 0; i < r->chunk_count; i++) {
        if (r->chunks[i].type != 'O') continue;
        ferry_window object = fy_t3dm_cut_chunk(r, i, "object", number);
        const ferry_mesh *mesh = &r->scene->meshes.data[r->scene->draws.data[first_draw + number++].mesh];
        if (!check_object(r, &object, mesh, &all)) return false;
    }
    check_totals(r, &all);
    return check_shared(r);
}
