/* t3dm_write_objects.c: all objects, one after the other: merged, halved, and in another file where they do
 * not fit. */
#include "formats/t3dm/write/t3dm_write_objects.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/left_out.h"
#include "formats/t3dm/draw/t3dm_merge.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/mesh/t3dm_parts.h"
#include "formats/t3dm/mesh/t3dm_vertices.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/write/t3dm_write_collect.h"
#include "formats/t3dm/write/t3dm_write_files.h"
#include "formats/t3dm/write/t3dm_write_object.h"
#include "formats/t3dm/write/t3dm_write_state.h"
#include "formats/t3dm/write/t3dm_writer.h"

/* An object without parts leaves its material's state behind, from V1 on; its box is the whole model's. */
static bool keeps_empty(const fy_t3dm_writer *w) {
    return w->pose.layout->shared && fy_t3dm_is_rewritten(w->scene);
}

/* The header counts vertices in 16 bits. */
static bool has_room(const fy_t3dm_writer *w, const fy_t3dm_parts *parts) {
    return !parts || fy_t3dm_count_vertices(w) + parts->stored_count <= UINT16_MAX;
}

/* Levels of detail are drawn one at a time: none knows what state another one leaves. */
static bool begin_level(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *object) {
    if (!w->object_count || w->objects[w->object_count - 1].level == object->level) return true;
    *at = (fy_t3dm_known_states){.all = {.begun = false}};
    if (ferry_setting_is(w->job, "t3dm.lods", "files")) return fy_t3dm_next_level(w, object->level);
    return fy_t3dm_restore_depth_write(w);
}

/* A mesh and its parts become an object, after what has to come between; in a file of its own from here on,
 * if it must. */
static bool put_mesh(fy_t3dm_writer *w, fy_t3dm_known_states *at, fy_t3dm_record object,
                     const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    if (!begin_level(w, at, &object)) return false;
    if (!has_room(w, parts)) {
        if (w->written && !fy_t3dm_next_file(w)) return false;
        *at = (fy_t3dm_known_states){.all = {.begun = false}};
    }
    if (!fy_t3dm_put_between(w, at, &object)) return false;
    if (!parts) fy_t3dm_put_object_head(w, &object, 0, 0);
    if (parts && !fy_t3dm_put_object(w, &object, mesh, parts)) return false;
    fy_t3dm_record *added = fy_t3dm_add_record(w);
    if (added) *added = object;
    return added;
}

/* A mesh of more vertices than a file counts becomes several objects of one name: halves, halves of these. */
static bool put_pieces(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *object,
                       const fy_t3dm_mesh *mesh, fy_t3dm_part_builder *maker) {
    const fy_t3dm_parts *parts = fy_t3dm_build_parts(maker, mesh);
    if (!parts) return false;
    if (parts->stored_count <= UINT16_MAX) return put_mesh(w, at, *object, mesh, parts);
    fy_t3dm_mesh halves[2] = {*mesh, *mesh};
    halves[0].triangle_count = mesh->triangle_count / 2;
    halves[1].triangle_count -= halves[0].triangle_count;
    halves[1].triangles += 3 * (size_t)halves[0].triangle_count;
    if (mesh->order_groups) halves[1].order_groups += halves[0].triangle_count;
    return put_pieces(w, at, object, &halves[0], maker) && put_pieces(w, at, object, &halves[1], maker);
}

static void add_drawing(fy_t3dm_drawing *to, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    fy_t3dm_drawing_add(to, &(fy_t3dm_drawing){.cost = parts->cost, .triangles = mesh->triangle_count});
}

/* What draws `count` of them make, as one object. Each is cut into parts by itself, too, to tell what that
 * would have cost. */
static bool put_joined(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *first,
                       uint32_t count, fy_t3dm_mesher *mesher, fy_t3dm_part_builder *maker) {
    fy_t3dm_joined joined = {.job = w->job};
    const fy_t3dm_parts *parts = NULL;
    uint32_t met = 0;
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        const fy_t3dm_mesh *mesh =
            fy_t3dm_quantise(mesher, first[i].draw, fy_t3dm_planned_material(w, first[i].material));
        done = mesh && fy_t3dm_join(&joined, mesh);
        if (done && !mesh->triangle_count) w->left_out.flat++;
        if (!done || !mesh->triangle_count) continue;
        done = (parts = fy_t3dm_build_parts(maker, mesh)) != NULL;
        if (done) add_drawing(&w->apart, mesh, parts);
        met++;
    }
    w->merged += met;
    w->merged_into += met != 0;
    done = done && fy_t3dm_weld(&joined);
    if (done && met) {
        parts = fy_t3dm_build_parts(maker, &joined.mesh);
        if (parts) add_drawing(&w->one, &joined.mesh, parts);
        done = parts && put_pieces(w, at, first, &joined.mesh, maker);
    }
    fy_t3dm_joined_close(&joined);
    return done;
}

static bool put_single(fy_t3dm_writer *w, fy_t3dm_known_states *at, const fy_t3dm_record *object,
                       fy_t3dm_mesher *mesher, fy_t3dm_part_builder *maker, uint32_t *empty) {
    const fy_t3dm_mesh *mesh =
        fy_t3dm_quantise(mesher, object->draw, fy_t3dm_planned_material(w, object->material));
    if (!mesh) return false;
    if (!mesh->triangle_count && !keeps_empty(w)) {
        bool flat = w->scene->meshes.data[w->scene->draws.data[object->draw].mesh].triangle_count;
        *empty += !flat;
        w->left_out.flat += flat;
        w->left_out.empty += !flat;
        return true;
    }
    return mesh->triangle_count ? put_pieces(w, at, object, mesh, maker)
                                : put_mesh(w, at, *object, mesh, NULL);
}

/* Of the first level of detail: the others are drawn as if it were alone. */
static uint64_t count_triangles(const fy_t3dm_writer *w, const fy_t3dm_record *objects, uint32_t count) {
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < count && objects[i].level == objects->level; i++)
        triangles += w->scene->meshes.data[w->scene->draws.data[objects[i].draw].mesh].triangle_count;
    return triangles;
}

static bool put_each(fy_t3dm_writer *w, const fy_t3dm_record *sorted, uint32_t count, fy_t3dm_mesher *mesher,
                     fy_t3dm_part_builder *maker) {
    uint32_t empty = 0, run;
    fy_t3dm_known_states at = {.all = {.begun = false}};
    for (uint32_t i = 0; i < count; i += run) {
        for (run = 1; i + run < count && fy_t3dm_may_join(w, &sorted[i], &sorted[i + run]);) run++;
        if (run > 1 ? !put_joined(w, &at, &sorted[i], run, mesher, maker)
                    : !put_single(w, &at, &sorted[i], mesher, maker, &empty))
            return false;
        if (!ferry_progress(w->job, "parts", (double)(i + run) / count)) return false;
    }
    if (empty)
        ferry_say(w->job, FERRY_NOTE, "t3dm.empty-draws", w->file, "", "%u draws without triangles left out",
                  empty);
    return true;
}

bool fy_t3dm_put_objects(fy_t3dm_writer *w) {
    const fy_t3dm_record *sorted = w->objects;
    uint32_t count = w->object_count;
    w->objects = NULL;
    if (!fy_t3dm_begin_file(w)) return false;
    ferry_mark mark = ferry_job_mark(w->job);
    fy_t3dm_mesher *mesher =
        fy_t3dm_mesher_open(w->job, w->scene, w->file, &w->pose, w->animated, w->plan.order_groups);
    fy_t3dm_part_builder *maker =
        fy_t3dm_maker_open(w->job, w->pose.layout, count_triangles(w, sorted, count));
    bool done = mesher && maker && put_each(w, sorted, count, mesher, maker);
    if (mesher) fy_t3dm_mesher_close(mesher);
    if (maker) fy_t3dm_maker_close(maker);
    /* The runtime takes a model without objects; its box is then the empty one. */
    if (done && !w->written)
        fy_report_empty(w->job, w->source, w->file, &w->left_out,
                        ferry_job_format(w->job, "at base scale %.9g", w->pose.scale));
    done = done && fy_t3dm_finish_file(w);
    ferry_job_release(w->job, mark);
    return done;
}
