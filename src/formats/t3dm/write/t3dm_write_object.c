/* t3dm_write_object.c: one object as bytes: its record, its parts, their vertices and index data
 * (docs/formats/t3dm.md, "Objects"). Vertices, index data and records grow in streams of their own, which
 * t3dm_write_chunks.c puts together. */
#include "formats/t3dm/write/t3dm_write_object.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/mesh/t3dm_parts.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/write/t3dm_write_boxes.h"
#include "formats/t3dm/write/t3dm_writer.h"

static void put_pair(ferry_out *out, const fy_t3dm_vertex *a, const fy_t3dm_vertex *b) {
    const fy_t3dm_vertex *pair[2] = {a, b};
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 3; i++) ferry_put_u16(out, (uint16_t)pair[k]->position[i]);
        ferry_put_u16(out, pair[k]->normal);
    }
    for (int k = 0; k < 2; k++) ferry_put_bytes(out, pair[k]->rgba, 4);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < 2; i++) ferry_put_u16(out, (uint16_t)pair[k]->st[i]);
    }
}

/* A strip value as the layout marks it. */
static uint32_t strip_value(const fy_t3dm_layout *layout, uint32_t value) {
    bool marked = value & FY_T3DM_MARK;
    return marked && layout->marks == FY_T3DM_MARKS_COMPLEMENT ? 0xFFFF - (value & ~FY_T3DM_MARK) : value;
}

/* List slots as bytes, then each strip buffer at a multiple of eight from the chunk's start. */
static void put_indices(fy_t3dm_writer *w, const fy_t3dm_parts *parts, const fy_t3dm_part *part) {
    const uint16_t *value = parts->values + part->data;
    ferry_out *out = &w->indices;
    for (uint32_t i = 0; i < part->list_count; i++) ferry_put_u8(out, *value++);
    for (uint32_t k = 0; k < FY_T3DM_BUFFERS && part->strips[k]; k++) {
        ferry_align(out, 8);
        for (uint32_t i = 0; i < part->strips[k]; i++)
            ferry_put_u16(out, strip_value(w->pose.layout, *value++));
    }
}

static void put_part(fy_t3dm_writer *w, const fy_t3dm_parts *parts, const fy_t3dm_part *part,
                     size_t first_vertex) {
    const fy_t3dm_layout *layout = w->pose.layout;
    ferry_out *out = &w->records;
    ferry_put_u32(out, (uint32_t)(first_vertex + part->first * (size_t)(FY_T3DM_VERTEX_PAIR / 2)));
    if (layout->bones) {
        ferry_put_u16(out, part->count);
        ferry_put_u16(out, part->dest);
    } else {
        ferry_put_u32(out, part->count);
    }
    ferry_put_u32(out, (uint32_t)w->indices.size);
    ferry_put_u16(out, part->list_count);
    ferry_put_u16(out, layout->bones ? part->bone : 0);
    if (layout->marks != FY_T3DM_MARKS_NONE) ferry_put_bytes(out, part->strips, FY_T3DM_BUFFERS);
    if (layout->sequences) {
        ferry_put_u8(out, part->sequence_base);
        ferry_put_u8(out, part->sequence_count);
        ferry_put_zeros(out, 2);
    }
    put_indices(w, parts, part);
    w->list_indices += part->list_count;
}

/* In steps of an eighth: what is left over is held until the file is put together. */
static void grow_stream(ferry_out *out, size_t more) {
    if (more > out->capacity - out->size) ferry_out_reserve(out, more > out->size / 8 ? more : out->size / 8);
}

void fy_t3dm_put_object_head(fy_t3dm_writer *w, fy_t3dm_record *object, uint32_t parts, uint32_t triangles) {
    const fy_t3dm_layout *layout = w->pose.layout;
    object->record = w->records.size;
    object->written = true;
    object->empty = !parts;
    object->number = w->written++;
    object->first_vertex = (uint32_t)(w->vertices.size / (FY_T3DM_VERTEX_PAIR / 2));
    object->first_source = FERRY_NONE;
    ferry_put_zeros(&w->records, layout->object);
    if (!layout->short_parts) {
        ferry_patch_u32(&w->records, object->record + layout->parts_at, parts,
                        "number of parts of an object");
        return;
    }
    ferry_patch_u16(&w->records, object->record + layout->parts_at, parts, "number of parts of an object");
    ferry_patch_u16(&w->records, object->record + layout->parts_at + 2, triangles & 0xFFFF,
                    "number of triangles"); /* the same */
}

/* The vertices of the object's last triangle. */
static void find_last(const fy_t3dm_parts *parts, uint32_t corners[3]) {
    const fy_t3dm_part *part = &parts->parts[parts->part_count - 1];
    const uint16_t *slots = parts->values + part->data + part->list_count - 3;
    for (int k = 0; k < 3; k++) corners[k] = parts->stored[part->first + slots[k] - part->dest];
}

/* Readers of L0 take a last triangle with a corner that has no normal for one that its importer read past the
 * end of its list: such a corner gets the least normal that there is. */
static fy_t3dm_vertex stored_vertex(const fy_t3dm_mesh *mesh, uint32_t vertex, const uint32_t last[3]) {
    enum { LEAST_NORMAL = 1 }; /* 1/16 towards z */
    fy_t3dm_vertex result = mesh->vertices[vertex];
    bool corner = vertex == last[0] || vertex == last[1] || vertex == last[2];
    if (corner && !result.normal) result.normal = LEAST_NORMAL;
    return result;
}

static void put_vertices(fy_t3dm_writer *w, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    uint32_t last[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    if (w->pose.layout->stray) find_last(parts, last);
    for (uint32_t i = 0; i < parts->stored_count; i += 2) {
        fy_t3dm_vertex a = stored_vertex(mesh, parts->stored[i], last),
                       b = stored_vertex(mesh, parts->stored[i + 1], last);
        put_pair(&w->vertices, &a, &b);
    }
}

/* Where the vertices of what clips move or colour went. */
static bool remember_sources(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_mesh *mesh,
                             const fy_t3dm_parts *parts) {
    object->vertex_count = parts->stored_count;
    if (!mesh->sources) return true;
    object->first_source = w->source_count;
    if (!fy_job_reserve(w->job, (void **)&w->sources, w->source_count, &w->source_capacity,
                        parts->stored_count, sizeof *w->sources))
        return false;
    for (uint32_t i = 0; i < parts->stored_count; i++)
        w->sources[w->source_count++] = mesh->sources[parts->stored[i]];
    return true;
}

bool fy_t3dm_put_object(fy_t3dm_writer *w, fy_t3dm_record *object, const fy_t3dm_mesh *mesh,
                        const fy_t3dm_parts *parts) {
    fy_t3dm_box bounds;
    if (!fy_t3dm_measure_box(w, object, mesh, &bounds)) return false;
    size_t first_vertex = w->vertices.size;
    grow_stream(&w->vertices, parts->stored_count * (size_t)(FY_T3DM_VERTEX_PAIR / 2));
    fy_t3dm_put_object_head(w, object, parts->part_count, mesh->triangle_count);
    fy_t3dm_set_bounds(w, object, &bounds);
    for (uint32_t i = 0; i < parts->part_count; i++) put_part(w, parts, &parts->parts[i], first_vertex);
    put_vertices(w, mesh, parts);
    if (!remember_sources(w, object, mesh, parts)) return false;
    w->triangles += mesh->triangle_count;
    w->parts += parts->part_count;
    fy_t3dm_cost_add(&w->cost, &parts->cost);
    return !w->records.bad && !w->vertices.bad && !w->indices.bad;
}
