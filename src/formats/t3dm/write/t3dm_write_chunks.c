/* t3dm_write_chunks.c: header, table of chunks and streams put together to a file (docs/formats/t3dm.md,
 * "Layout" and "Older layouts"). */
#include "formats/t3dm/write/t3dm_write_chunks.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/levels.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/animation/t3dm_stream.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "formats/t3dm/write/t3dm_write_boxes.h"
#include "formats/t3dm/write/t3dm_write_bvh.h"
#include "formats/t3dm/write/t3dm_write_material.h"
#include "formats/t3dm/write/t3dm_write_skeleton.h"
#include "formats/t3dm/write/t3dm_write_tracks.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* Room for what stands behind the index data, so that the file does not grow by halves there. */
static void reserve_rest(fy_t3dm_writer *w) {
    enum { MATERIAL = 144, BONE = 48, REST = 64 };
    size_t materials = MATERIAL * (size_t)w->material_count, bones = BONE * (size_t)w->pose.bone_count;
    ferry_out_reserve(&w->out, w->indices.size + materials + bones + REST);
}

/* Names come in this order: bones, materials and their textures, objects. Bones stand behind the materials in
 * the file. */
static void collect_bone_names(fy_t3dm_writer *w) {
    for (uint32_t b = 0; b < w->pose.bone_count; b++) {
        fy_t3dm_strings_name(&w->strings, w->scene->nodes.data[w->pose.nodes[b]].name, false);
    }
}

static void enter_chunk(fy_t3dm_writer *w, uint32_t *entry, uint8_t type) {
    size_t at = w->pose.layout->table_at + 4 * (size_t)(*entry)++;
    if (w->out.bad) return;
    w->out.data[at] = type;
    ferry_patch_u24(&w->out, at + 1, w->out.size, "offset of a chunk");
}

/* Where a kept chunk goes. */
typedef enum place { BEHIND_OBJECTS, WITH_MATERIALS, AT_THE_END } place;

static place place_of(const fy_t3dm_passthrough *kept) {
    return kept->type == 'A' || kept->type == 'B' ? BEHIND_OBJECTS
           : kept->type == 'M'                    ? WITH_MATERIALS
                                                  : AT_THE_END;
}

static uint32_t count_passthrough(const fy_t3dm_writer *w, place where) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->kept.count; i++)
        count += w->kept.data[i].type && place_of(&w->kept.data[i]) == where;
    return count;
}

static void put_passthrough(fy_t3dm_writer *w, uint32_t *entry, place where) {
    for (uint32_t i = 0; i < w->kept.count; i++) {
        const fy_t3dm_passthrough *kept = &w->kept.data[i];
        if (!kept->type || place_of(kept) != where) continue;
        ferry_align(&w->out, kept->type == 'A' ? 4 : 8);
        enter_chunk(w, entry, kept->type);
        size_t at = w->out.size;
        ferry_put_bytes(&w->out, kept->bytes.data, kept->bytes.size);
        if (!kept->stream) continue;
        ferry_patch_u32(&w->out, at + FY_T3DM_STREAM_AT, fy_t3dm_strings_add(&w->strings, kept->stream),
                        "path of a stream");
    }
}

static uint32_t count_animations(const fy_t3dm_writer *w) {
    return w->plan.animations ? w->plan.animations->count : 0;
}

static void put_animations(fy_t3dm_writer *w, uint32_t *entry) {
    for (uint32_t i = 0; i < count_animations(w); i++) {
        ferry_align(&w->out, 4);
        enter_chunk(w, entry, 'A');
        fy_t3dm_put_animation(&w->out, &w->strings, &w->plan.animations->data[i]);
    }
}

static void put_header(fy_t3dm_writer *w, uint32_t chunks) {
    const fy_t3dm_layout *layout = w->pose.layout;
    ferry_out *out = &w->out;
    uint32_t first = w->written + w->bvh + count_passthrough(w, BEHIND_OBJECTS) + count_animations(w);
    const uint8_t magic[4] = {'T', '3', fy_t3dm_layout_legacy(layout) ? 'D' : 'M', (uint8_t)layout->version};
    ferry_put_bytes(out, magic, 4);
    ferry_put_u32(out, chunks);
    if (layout->refs_at == 0x0C) {
        ferry_put_u16_checked(out, fy_t3dm_count_vertices(w), "number of vertices");
        ferry_put_u16(out, w->list_indices & 0xFFFF); /* by its definition the rest modulo 65536 */
    }
    for (uint32_t k = 0; k < 3; k++) ferry_put_u32(out, first + k);
    ferry_put_u32(out, 0); /* of the strings */
    if (layout->model_box_at != FY_T3DM_ABSENT) {
        ferry_put_zeros(out, layout->model_box_at - out->size);
        fy_t3dm_put_box(out, &w->bounds);
    }
    ferry_put_zeros(out, 4 * (size_t)chunks);
}

/* A stream goes where it belongs, and its memory back. */
static void move_bytes(ferry_out *to, ferry_out *from) {
    ferry_out_reserve(to, from->size);
    if (from->size) ferry_put_bytes(to, from->data, from->size);
    if (from->bad) to->bad = true;
    ferry_out_close(from);
}

/* A chunk ends where the next one starts: one without bytes of its own must not start where the next one
 * does, or it would seem to hold that. */
static void put_stream(fy_t3dm_writer *w, ferry_out *from) {
    enum { APART = 8 };
    bool empty = !from->size;
    move_bytes(&w->out, from);
    if (empty) ferry_put_zeros(&w->out, APART);
}

/* In the order of the plan; without sharing, each object has one of its own. A file that is written again
 * keeps what no object names: the game may ask for it by name. */
static bool number_materials(fy_t3dm_writer *w) {
    const fy_t3dm_layout *layout = w->pose.layout;
    w->material_numbers = ferry_new(w->job, uint32_t, w->plan.material_count + 1);
    if (!w->material_numbers) return false;
    w->material_count = layout->materials * w->written;
    if (!layout->shared) return true;
    bool all = fy_t3dm_is_rewritten(w->scene);
    for (uint32_t i = 0; i < w->plan.material_count; i++)
        w->material_numbers[i] =
            (all && !fy_t3dm_planned_material(w, i)->drop) || fy_t3dm_planned_material(w, i)->tracked
                ? 0
                : FERRY_NONE;
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (w->objects[i].written) w->material_numbers[w->objects[i].material] = 0;
    }
    w->material_count = 0;
    for (uint32_t i = 0; i < w->plan.material_count; i++) {
        if (w->material_numbers[i] != FERRY_NONE) w->material_numbers[i] = w->material_count++;
    }
    return true;
}

static uint32_t material_number(const fy_t3dm_writer *w, const fy_t3dm_record *object) {
    return w->pose.layout->shared ? w->material_numbers[object->material]
                                  : object->number * w->pose.layout->materials;
}

/* Object records stand in drawing order already; only their places and names are missing. */
static size_t put_records(fy_t3dm_writer *w, uint32_t *entry) {
    const fy_t3dm_layout *layout = w->pose.layout;
    ferry_align(&w->out, 8);
    size_t base = w->out.size;
    for (uint32_t i = 0; i < w->object_count; i++) {
        const fy_t3dm_record *object = &w->objects[i];
        if (!object->written) continue;
        size_t at = layout->table_at + 4 * (size_t)(*entry)++;
        if (w->out.bad) return base;
        w->out.data[at] = 'O';
        ferry_patch_u24(&w->out, at + 1, base + object->record, "offset of an object");
        for (uint32_t k = 0; k < layout->materials; k++)
            ferry_patch_u32(&w->records, object->record + layout->material_at + 4 * (size_t)k,
                            material_number(w, object) + k, "material of an object");
        for (uint32_t k = 0; k < 6 && layout->box_at != FY_T3DM_ABSENT; k++)
            ferry_patch_u16(&w->records, object->record + layout->box_at + 2 * (size_t)k,
                            (uint16_t)object->bounds[k], "box of an object");
    }
    move_bytes(&w->out, &w->records);
    return base;
}

static void put_material(fy_t3dm_writer *w, uint32_t *entry, const fy_t3dm_material *material) {
    for (uint32_t k = 0; k < w->pose.layout->materials; k++) {
        ferry_align(&w->out, 8);
        enter_chunk(w, entry, 'M');
        fy_t3dm_put_material(&w->out, &w->strings, w->pose.layout, material, k);
    }
}

static void put_materials(fy_t3dm_writer *w, uint32_t *entry) {
    bool shared = w->pose.layout->shared;
    for (uint32_t i = 0; shared && i < w->plan.material_count; i++)
        if (w->material_numbers[i] != FERRY_NONE) put_material(w, entry, fy_t3dm_planned_material(w, i));
    for (uint32_t i = 0; !shared && i < w->object_count; i++)
        if (w->objects[i].written)
            put_material(w, entry, fy_t3dm_planned_material(w, w->objects[i].material));
    put_passthrough(w, entry, WITH_MATERIALS);
}

/* Games tell levels of detail by the end of the name. */
static const char *name_of_object(const fy_t3dm_writer *w, const fy_t3dm_record *object) {
    const char *name = object->draw == FERRY_NONE ? fy_t3dm_planned_material(w, object->material)->name
                                                  : w->scene->draws.data[object->draw].name;
    const char *suffix = object->level ? fy_level_suffix(name) : NULL;
    if (w->file_level && suffix) return ferry_job_format(w->job, "%.*s", (int)(suffix - name), name);
    if (w->file_level || fy_level_of_name(name) == object->level || !object->level) return name;
    return ferry_job_format(w->job, "%s.lod%u", name, object->level);
}

static void name_objects(fy_t3dm_writer *w, size_t base) {
    uint8_t at = w->pose.layout->name_at;
    for (uint32_t i = 0; i < w->object_count && at != FY_T3DM_ABSENT; i++) {
        const fy_t3dm_record *object = &w->objects[i];
        if (!object->written) continue;
        ferry_patch_u32(&w->out, base + object->record + at,
                        fy_t3dm_strings_name(&w->strings, name_of_object(w, object), true),
                        "name of an object");
    }
}

static bool put_bvh(fy_t3dm_writer *w, uint32_t *entry, size_t objects, const fy_t3dm_remap *moves) {
    ferry_bytes chunk;
    if (!w->bvh) return true;
    ferry_align(&w->out, 8);
    if (w->out.bad || !fy_t3dm_new_bvh(w->job, w->file, moves, w->out.size - objects,
                                       w->pose.bone_count && !w->covers, &chunk))
        return false;
    enter_chunk(w, entry, 'B');
    ferry_put_bytes(&w->out, chunk.data, chunk.size);
    return true;
}

/* The runtime counts chunks in 16 bits when it draws: with more it would never reach the last one. */
static bool count_chunks(const fy_t3dm_writer *w, uint32_t *chunks) {
    uint64_t count = (uint64_t)w->written + w->bvh + 2 + w->material_count + (w->pose.bone_count != 0) +
                     count_passthrough(w, BEHIND_OBJECTS) + count_passthrough(w, WITH_MATERIALS) +
                     count_passthrough(w, AT_THE_END) + count_animations(w) +
                     fy_t3dm_says_something(&w->tracks);
    *chunks = (uint32_t)count;
    if (count <= UINT16_MAX) return true;
    ferry_say(w->job, FERRY_ERROR, "t3dm.chunk-count", w->file, "",
              "%u objects and %u materials need %llu chunks; the limit is %d", w->written, w->material_count,
              (unsigned long long)count, UINT16_MAX);
    return false;
}

/* The reader's draws are in the order of the source's objects. */
static bool list_moves(const fy_t3dm_writer *w, fy_t3dm_remap *moves) {
    uint32_t draws = w->scene->draws.count;
    uint32_t *numbers = ferry_new(w->job, uint32_t, draws + (size_t)1);
    int16_t(*boxes)[6] = ferry_alloc(w->job, w->written + (size_t)1, sizeof *boxes);
    if (!numbers || !boxes) return false;
    for (uint32_t i = 0; i < draws; i++) numbers[i] = FERRY_NONE;
    for (uint32_t i = 0; i < w->object_count; i++) {
        const fy_t3dm_record *object = &w->objects[i];
        if (!object->written) continue;
        memcpy(boxes[object->number], object->bounds, sizeof *boxes);
        if (object->draw != FERRY_NONE) numbers[object->draw] = object->number;
    }
    *moves = (fy_t3dm_remap){draws, numbers, w->written, (const int16_t(*)[6])boxes};
    return true;
}

/* A chunks that are kept stand before those of clips. */
static bool list_passthrough_animations(const fy_t3dm_writer *w, uint32_t **chunks, uint32_t *count) {
    *count = 0;
    *chunks = ferry_new(w->job, uint32_t, w->kept.count + (size_t)1);
    for (uint32_t i = 0; *chunks && i < w->kept.count; i++)
        if (w->kept.data[i].type == 'A')
            (*chunks)[(*count)++] = (uint32_t)strtoul(w->kept.data[i].path + 2, NULL, 10);
    return *chunks;
}

static bool make_tracks(fy_t3dm_writer *w) {
    fy_t3dm_object *objects = ferry_new(w->job, fy_t3dm_object, w->written + (size_t)1);
    uint32_t *object_of = ferry_new(w->job, uint32_t, w->source->draws.count + (size_t)1), *kept, kept_count;
    uint32_t *next_of = ferry_new(w->job, uint32_t, w->written + (size_t)1);
    if (!objects || !object_of || !next_of || !list_passthrough_animations(w, &kept, &kept_count))
        return false;
    for (uint32_t d = 0; d < w->source->draws.count; d++) object_of[d] = FERRY_NONE;
    for (uint32_t i = w->object_count; i-- > 0;) { /* so that the first of each draw is met last */
        const fy_t3dm_record *o = &w->objects[i];
        if (!o->written) continue;
        uint32_t *head = o->draw == FERRY_NONE ? NULL : &object_of[fy_t3dm_origin_of(w, o->draw)];
        next_of[o->number] = head ? *head : FERRY_NONE;
        if (head) *head = o->number;
        objects[o->number] = (fy_t3dm_object){fy_t3dm_origin_of(w, o->draw), o->material, o->first_vertex,
                                              o->vertex_count, o->first_source};
    }
    fy_t3dm_tracker tracker = {.job = w->job,
                               .scene = w->source,
                               .file = w->file,
                               .pose = &w->pose,
                               .plan = &w->plan,
                               .objects = objects,
                               .object_count = w->written,
                               .object_of = object_of,
                               .next_of = next_of,
                               .material_numbers = w->material_numbers,
                               .sources = w->sources,
                               .kept = kept,
                               .kept_count = kept_count,
                               .vertices = w->vertices.data,
                               .tracks = &w->tracks};
    return fy_t3dm_build_tracks(&tracker);
}

static void put_tracks(fy_t3dm_writer *w, uint32_t *entry) {
    if (!fy_t3dm_says_something(&w->tracks)) return;
    ferry_align(&w->out, 8);
    enter_chunk(w, entry, FY_T3DM_TRACKS);
    fy_t3dm_put_tracks(&w->out, &w->strings, w->source, &w->pose, &w->tracks);
}

bool fy_t3dm_assemble(fy_t3dm_writer *w) {
    fy_t3dm_remap moves;
    uint32_t entry = 0, chunks;
    if (!number_materials(w) || !fy_t3dm_cover_clips(w)) return false;
    fy_t3dm_bound_empty(w);
    if (!make_tracks(w) || !list_moves(w, &moves) ||
        !fy_t3dm_plan_bvh(w->job, w->file, w->pose.layout, &moves, &w->kept, &w->bvh) ||
        !count_chunks(w, &chunks))
        return false;
    collect_bone_names(w);
    put_header(w, chunks);
    size_t objects = put_records(w, &entry);
    if (!put_bvh(w, &entry, objects, &moves)) return false;
    put_passthrough(w, &entry, BEHIND_OBJECTS);
    put_animations(w, &entry);
    ferry_align(&w->out, 16);
    enter_chunk(w, &entry, 'V');
    put_stream(w, &w->vertices);
    ferry_align(&w->out, 8);
    enter_chunk(w, &entry, 'I');
    reserve_rest(w);
    put_stream(w, &w->indices);
    put_materials(w, &entry);
    if (w->pose.bone_count) {
        ferry_align(&w->out, 8);
        enter_chunk(w, &entry, 'S');
        fy_t3dm_put_skeleton(&w->out, &w->strings, w->scene, &w->pose);
    }
    put_tracks(w, &entry);
    put_passthrough(w, &entry, AT_THE_END);
    name_objects(w, objects);
    ferry_align(&w->out, 4);
    ferry_patch_u32(&w->out, w->pose.layout->refs_at + 12u, w->out.size, "offset of the string table");
    move_bytes(&w->out, &w->strings.out);
    return !w->out.bad;
}
