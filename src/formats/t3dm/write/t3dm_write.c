/*
 * t3dm_write.c: a prepared scene as a T3DM file of any layout.
 *
 * Format: docs/formats/t3dm.md, "Layout", "Objects" and "Older layouts". Objects are cut into parts one after
 * the other while vertices, index data and records grow in streams of their own; then the streams are put
 * together. Where things stand is said by the table of layouts that the reader goes by, too.
 */
#include "formats/t3dm/write/t3dm_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/scene/left_out.h"
#include "formats/t3dm/animation/t3dm_clips.h"
#include "formats/t3dm/animation/t3dm_passthrough.h"
#include "formats/t3dm/animation/t3dm_stream.h"
#include "formats/t3dm/animation/t3dm_stream_decode.h"
#include "formats/t3dm/check/t3dm_check_written.h"
#include "formats/t3dm/draw/t3dm_layers.h"
#include "formats/t3dm/draw/t3dm_merge.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_animation.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_cost.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_source.h"
#include "formats/t3dm/file/t3dm_strings.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/material/t3dm_depth.h"
#include "formats/t3dm/material/t3dm_material.h"
#include "formats/t3dm/mesh/t3dm_parts.h"
#include "formats/t3dm/mesh/t3dm_vertices.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_helper.h"
#include "formats/t3dm/pose/t3dm_hull.h"
#include "formats/t3dm/pose/t3dm_morphs.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/pose/t3dm_scale.h"
#include "formats/t3dm/pose/t3dm_skeleton.h"
#include "formats/t3dm/pose/t3dm_ticks.h"
#include "formats/t3dm/tracks/t3dm_tracks.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"
#include "formats/t3dm/write/t3dm_write_bvh.h"
#include "formats/t3dm/write/t3dm_write_downgrade.h"
#include "formats/t3dm/write/t3dm_write_material.h"
#include "formats/t3dm/write/t3dm_write_skeleton.h"
#include "formats/t3dm/write/t3dm_write_tracks.h"

typedef struct drawn {
    uint32_t draw;     /* FERRY_NONE: nothing but the material */
    uint32_t place;    /* in the source's order */
    uint32_t material; /* of the plan */
    uint32_t turn;     /* what is of an earlier turn must be drawn before */
    fy_t3dm_layer layer;
    fy_t3dm_rank rank; /* within the layer */
    uint32_t group;    /* of those that may become one object; 0 for all where none may */
    double raised;     /* see fy_t3dm_plan */
    unsigned traps;    /* of the runtime, that it falls into in the T3DM file it comes from */
    size_t record;     /* offset in the records; objects without triangles have none */
    bool written, empty;
    uint32_t number;   /* of those that are written */
    int16_t bounds[6]; /* least x, y, z, greatest x, y, z */
    uint32_t first_vertex, vertex_count; /* of the V chunk */
    uint32_t first_source;               /* of the writer's list; FERRY_NONE: not asked for */
} drawn;

/* Names of objects without parts, and of their materials: one switches depth write on again, the others make
 * the runtime send what it would leave out. */
static const char depth_write_on[] = "depth-write-on", send_again[] = "send-again";

typedef struct box {
    int32_t min[3], max[3];
} box;

typedef struct writer {
    ferry_job *job;
    const ferry_scene *source, *scene; /* as it came; with decals as draws of their own */
    const char *file;
    fy_t3dm_plan plan;
    fy_t3dm_pose pose;
    drawn *objects;
    uint32_t object_count, object_capacity, written;
    uint32_t material_capacity; /* of the plan's list, once it is the writer's own */
    uint32_t *material_numbers; /* of the plan's materials, where objects share them; FERRY_NONE: not used */
    uint32_t material_count;    /* chunks */
    fy_t3dm_kept_list kept;
    box bounds;
    fy_t3dm_hulls hulls; /* of objects, by their numbers, where boxes are to cover clips */
    bool covers;         /* clips moved the boxes */
    bool bvh;            /* a tree of boxes is to be made */
    uint64_t triangles, list_indices;
    uint32_t parts;
    fy_t3dm_cost cost;
    bool merges, merges_alike;  /* objects of one material; of materials that differ in name only, too */
    uint32_t merged;            /* draws that became one object with others */
    uint32_t merged_into;       /* objects */
    fy_t3dm_drawing apart, one; /* what these would have cost, and do */
    const uint8_t **restless; /* of each draw, see fy_t3dm_find_restless() */
    uint32_t *sources;        /* of stored vertices of what is restless */
    uint32_t source_count, source_capacity;
    fy_t3dm_tracks tracks;
    ferry_out records, vertices, indices, out;
    fy_t3dm_strings strings;
    fy_t3dm_models *result;
    uint64_t all_vertices; /* of the files before this one */
    fy_left_out left_out;
} writer;

/* ------------------------------------------------------------------------------------------ what is drawn */

/* What is drawn over such an object, and what it is drawn over, is a matter of order alone: the depth buffer
 * does not remember it, or is not asked. Blended ones that ask it stand behind all others anyway. */
static bool stays_in_place(const fy_t3dm_material *material) {
    if (!(material->rdp.flags & FERRY_RDP_DEPTH)) return true;
    return material->layer != FY_T3DM_BLEND && fy_t3dm_keeps_depth(&material->rdp);
}

/* Draw of the source; decals on others were made of one. */
static uint32_t origin_of(const writer *w, uint32_t draw) {
    return draw == FERRY_NONE || !w->plan.origins ? draw : w->plan.origins[draw];
}

/* Decals on others are as restless as what they are made of. */
static bool find_restless(writer *w) {
    const uint8_t **found = fy_t3dm_find_restless(w->job, w->source);
    w->restless = ferry_new(w->job, const uint8_t *, w->scene->draws.count + (size_t)1);
    if (!found || !w->restless) return false;
    for (uint32_t d = 0; d < w->scene->draws.count; d++)
        w->restless[d] = found[origin_of(w, d)];
    return true;
}

static bool collect(writer *w) {
    uint32_t hidden = 0, turn = 0;
    fy_t3dm_walk walk = {0};
    w->objects = ferry_new(w->job, drawn, w->scene->draws.count + 1);
    if (!w->objects) return false;
    for (uint32_t i = 0; i < w->scene->draws.count; i++) {
        uint32_t d = w->plan.places ? w->plan.places[i] : i, material = w->plan.of_draw[d];
        if (material == FERRY_NONE || w->plan.materials[material].drop) {
            w->left_out.unseen++;
            continue;
        }
        if (!w->pose.seen.written[origin_of(w, d)]) {
            hidden++;
            w->left_out.hidden++;
            continue;
        }
        uint32_t source = w->scene->draws.data[d].material;
        bool foreign = source != FERRY_NONE && w->scene->materials.data[source].rdp;
        unsigned traps = foreign ? fy_t3dm_traps(&walk, &w->plan.materials[material].rdp) : 0;
        bool alone = stays_in_place(&w->plan.materials[material]);
        turn += alone;
        w->objects[w->object_count++] = (drawn){.draw = d,
                                                .place = i,
                                                .material = material,
                                                .turn = turn,
                                                .raised = w->plan.raised ? w->plan.raised[d] : 0,
                                                .traps = traps,
                                                .layer = w->plan.materials[material].layer};
        turn += alone;
    }
    if (hidden) {
        ferry_say(w->job, FERRY_LOSS, "t3dm.hidden", w->file, "",
                  "%u of %u draws are switched off and were left out", hidden, w->scene->draws.count);
    }
    return fy_t3dm_report_billboards(w->job, w->scene, w->file, &w->pose);
}

static const fy_t3dm_material *planned(const writer *w, uint32_t material) {
    return &w->plan.materials[material];
}

static bool rank_objects(writer *w) {
    const fy_t3dm_rank *ranks = fy_t3dm_rank_materials(w->job, &w->plan);
    for (uint32_t i = 0; ranks && i < w->object_count; i++)
        w->objects[i].rank = ranks[w->objects[i].material];
    return ranks != NULL;
}

/* Chunks of other tools may name objects by their numbers. */
static bool may_merge(const writer *w) {
    for (uint32_t i = 0; i < w->kept.count; i++) {
        if (!w->kept.data[i].type || strchr("ABMS", w->kept.data[i].type)) continue;
        ferry_say(w->job, FERRY_LOSS, "t3dm.merge", w->file, w->kept.data[i].path,
                  "objects were not merged: a chunk of somebody's own may name them");
        return false;
    }
    return true;
}

static bool group_objects(writer *w) {
    w->merges = !ferry_setting_is(w->job, "t3dm.merge-objects", "no") && may_merge(w);
    w->merges_alike = w->merges && ferry_setting_is(w->job, "t3dm.merge-objects", "alike");
    const uint32_t *groups = w->merges ? fy_t3dm_merge_groups(w->job, w->scene, &w->pose) : NULL;
    for (uint32_t i = 0; groups && i < w->object_count; i++) {
        uint32_t draw = w->objects[i].draw;
        bool alone = w->restless[draw] || groups[origin_of(w, draw)] == FERRY_NONE;
        w->objects[i].group = alone ? FERRY_NONE : groups[draw];
        if (w->merges_alike) w->objects[i].rank.material = 0; /* groups come first */
    }
    return groups || !w->merges;
}

/* Turns are equal only where neither must stay in its place. */
static bool may_join(const writer *w, const drawn *a, const drawn *b) {
    if (!w->merges || a->group == FERRY_NONE || a->group != b->group) return false;
    if (a->turn != b->turn || a->layer != b->layer || a->layer >= FY_T3DM_DECAL) return false;
    return a->material == b->material ||
           (w->merges_alike && fy_t3dm_alike(planned(w, a->material), planned(w, b->material)));
}

/* Layer by layer; what lies lower in one plane before what lies on it, since at edges inside of a surface the console lets
 * later ones through that are a little behind; textures cost most to change, then modes, then the other state. Decals and
 * blended objects keep the source's order. */
static int draw_order(const void *a, const void *b) {
    const drawn *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
    bool sorted = x->layer < FY_T3DM_DECAL;
    if (sorted && (x->raised < y->raised || x->raised > y->raised)) return x->raised < y->raised ? -1 : 1;
    int order = sorted ? fy_t3dm_compare_ranks(&x->rank, &y->rank) : 0;
    if (order) return order;
    if (sorted && x->group != y->group) return x->group < y->group ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* In the order of the plan; without sharing, each object has one of its own. A file that is written again
 * keeps what no object names: the game may ask for it by name. */
static bool number_materials(writer *w) {
    const fy_t3dm_layout *layout = w->pose.layout;
    w->material_numbers = ferry_new(w->job, uint32_t, w->plan.material_count + 1);
    if (!w->material_numbers) return false;
    w->material_count = layout->materials * w->written;
    if (!layout->shared) return true;
    bool all = fy_t3dm_is_rewritten(w->scene);
    for (uint32_t i = 0; i < w->plan.material_count; i++)
        w->material_numbers[i] = (all && !planned(w, i)->drop) || planned(w, i)->tracked ? 0 : FERRY_NONE;
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (w->objects[i].written) w->material_numbers[w->objects[i].material] = 0;
    }
    w->material_count = 0;
    for (uint32_t i = 0; i < w->plan.material_count; i++) {
        if (w->material_numbers[i] != FERRY_NONE) w->material_numbers[i] = w->material_count++;
    }
    return true;
}

static uint32_t material_number(const writer *w, const drawn *object) {
    return w->pose.layout->shared ? w->material_numbers[object->material]
                                  : object->number * w->pose.layout->materials;
}

/* -------------------------------------------------------------------------------------------------- boxes */

static const box no_box = {{INT16_MAX, INT16_MAX, INT16_MAX}, {INT16_MIN, INT16_MIN, INT16_MIN}};

/* Bones of a broken file may carry vertices anywhere: what is far outside is so far outside. */
static int32_t whole(double value) {
    const double far = 1 << 30;
    return (int32_t)(value < -far ? -far : value > far ? far : value);
}

static void include(box *bounds, int axis, double low, double high) {
    int32_t least = whole(floor(low)), most = whole(ceil(high));
    if (least < bounds->min[axis]) bounds->min[axis] = least;
    if (most > bounds->max[axis]) bounds->max[axis] = most;
}

/* The box of what the console draws in the rest pose: of the stored integers, carried by the bones. */
static box measure(const writer *w, const fy_t3dm_mesh *mesh, const fy_t3dm_reach *ways) {
    static const fy_t3dm_reach stays;
    box bounds = no_box;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const fy_t3dm_vertex *v = &mesh->vertices[mesh->triangles[i]];
        fy_t3dm_reach way = ways ? ways[mesh->triangles[i]] : stays;
        const ferry_matrix *world = v->bone == FY_T3DM_NO_BONE ? NULL : &w->pose.worlds[w->pose.nodes[v->bone]];
        if (world) way = fy_t3dm_carry_reach(world, &way);
        for (int axis = 0; axis < 3; axis++) {
            double at = v->position[axis];
            if (world) {
                const double *row = world->m[axis];
                at = row[0] * v->position[0] + row[1] * v->position[1] + row[2] * v->position[2] +
                     row[3] * w->pose.scale;
            }
            include(&bounds, axis, at + way.least[axis], at + way.most[axis]);
        }
    }
    return bounds;
}

/* How far morphs bring each vertex of a mesh, in units of the file, where that stores it; NULL: none is moved, or no
 * memory. */
static fy_t3dm_reach *find_ways(const writer *w, const drawn *object, const fy_t3dm_mesh *mesh) {
    const ferry_draw *draw = &w->source->draws.data[origin_of(w, object->draw)];
    const fy_t3dm_reach *reaches = w->pose.reaches[draw->mesh];
    if (!mesh->sources || !reaches) return NULL;
    fy_t3dm_frame own;
    const fy_t3dm_frame *frames = fy_t3dm_frames(&w->pose, w->source, draw, &own);
    fy_t3dm_reach *ways = ferry_new(w->job, fy_t3dm_reach, mesh->vertex_count + (size_t)1);
    for (uint32_t v = 0; ways && v < mesh->vertex_count; v++) {
        uint32_t source = mesh->sources[v];
        uint32_t joint = fy_t3dm_joint(w->source, &w->source->meshes.data[draw->mesh], source);
        ways[v] = fy_t3dm_carry_reach(&frames[joint].to_file, &reaches[source]);
        for (int i = 0; i < 3; i++) {
            double least = ways[v].least[i] * w->pose.scale, most = ways[v].most[i] * w->pose.scale;
            bool turned = w->pose.mirrored && i == 0;
            ways[v].least[i] = turned ? -most : least;
            ways[v].most[i] = turned ? -least : most;
        }
    }
    return ways;
}

static bool box_fits(const writer *w, const box *bounds, uint32_t draw) {
    bool stored = w->pose.layout->box_at != FY_T3DM_ABSENT;
    for (int axis = 0; axis < 3 && stored; axis++) {
        if (bounds->min[axis] >= INT16_MIN && bounds->max[axis] <= INT16_MAX) continue;
        ferry_say(w->job, FERRY_ERROR, "t3dm.scale", w->file, ferry_job_format(w->job, "draw[%u]", draw),
                  "the box of \"%s\" goes from %d to %d units at base scale %.9g, -32768 to 32767 fit; "
                  "half that base scale would do",
                  w->scene->draws.data[draw].name, bounds->min[axis], bounds->max[axis], w->pose.scale);
        return false;
    }
    return true;
}

static void put_box(ferry_out *out, const box *bounds) {
    for (int i = 0; i < 3; i++) ferry_put_u16(out, (uint16_t)bounds->min[i]);
    for (int i = 0; i < 3; i++) ferry_put_u16(out, (uint16_t)bounds->max[i]);
}

/* --------------------------------------------------------------------------------------------- one object */

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
static void put_indices(writer *w, const fy_t3dm_parts *parts, const fy_t3dm_part *part) {
    const uint16_t *value = parts->values + part->data;
    ferry_out *out = &w->indices;
    for (uint32_t i = 0; i < part->list_count; i++) ferry_put_u8(out, *value++);
    for (uint32_t k = 0; k < FY_T3DM_BUFFERS && part->strips[k]; k++) {
        ferry_align(out, 8);
        for (uint32_t i = 0; i < part->strips[k]; i++)
            ferry_put_u16(out, strip_value(w->pose.layout, *value++));
    }
}

static void put_part(writer *w, const fy_t3dm_parts *parts, const fy_t3dm_part *part, size_t first_vertex) {
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
static void grow(ferry_out *out, size_t more) {
    if (more > out->capacity - out->size) ferry_out_reserve(out, more > out->size / 8 ? more : out->size / 8);
}

/* The box of an object goes into its record, and into the model's. */
static void set_bounds(writer *w, drawn *object, const box *bounds) {
    for (int i = 0; i < 3; i++) {
        object->bounds[i] = (int16_t)bounds->min[i];
        object->bounds[i + 3] = (int16_t)bounds->max[i];
        include(&w->bounds, i, bounds->min[i], bounds->max[i]);
    }
}

/* What stands before the parts; name, material and box are known at the end. */
static void put_object_head(writer *w, drawn *object, uint32_t parts, uint32_t triangles) {
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
    ferry_patch_u16(&w->records, object->record + layout->parts_at + 2, triangles & 0xFFFF, "number of triangles"); /* the same */
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

static void put_vertices(writer *w, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    uint32_t last[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
    if (w->pose.layout->stray) find_last(parts, last);
    for (uint32_t i = 0; i < parts->stored_count; i += 2) {
        fy_t3dm_vertex a = stored_vertex(mesh, parts->stored[i], last),
                       b = stored_vertex(mesh, parts->stored[i + 1], last);
        put_pair(&w->vertices, &a, &b);
    }
}

/* Where the vertices of what clips move or colour went. */
static bool remember_sources(writer *w, drawn *object, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    object->vertex_count = parts->stored_count;
    if (!mesh->sources) return true;
    object->first_source = w->source_count;
    if (!fy_job_reserve(w->job, (void **)&w->sources, w->source_count, &w->source_capacity, parts->stored_count,
                        sizeof *w->sources))
        return false;
    for (uint32_t i = 0; i < parts->stored_count; i++)
        w->sources[w->source_count++] = mesh->sources[parts->stored[i]];
    return true;
}

/* What a pose makes of the object: its vertices, bone by bone, as far as morphs bring them. */
static bool add_hulls(writer *w, uint32_t number, const fy_t3dm_mesh *mesh, const fy_t3dm_reach *ways) {
    for (size_t i = 0; w->hulls.of_bone && i < 3 * (size_t)mesh->triangle_count; i++) {
        const fy_t3dm_vertex *v = &mesh->vertices[mesh->triangles[i]];
        fy_t3dm_reach way = {{0, 0, 0}, {0, 0, 0}};
        if (v->bone == FY_T3DM_NO_BONE) continue;
        if (ways) way = ways[mesh->triangles[i]];
        for (int k = 0; k < 3; k++) way.least[k] += v->position[k], way.most[k] += v->position[k];
        if (!fy_t3dm_hulls_add(&w->hulls, number, v->bone, way.least, way.most)) return false;
    }
    return true;
}

static bool put_object(writer *w, drawn *object, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    ferry_mark mark = ferry_job_mark(w->job);
    const fy_t3dm_reach *ways = find_ways(w, object, mesh);
    box bounds = measure(w, mesh, ways);
    bool held = add_hulls(w, w->written, mesh, ways);
    ferry_job_release(w->job, mark);
    size_t first_vertex = w->vertices.size;
    grow(&w->vertices, parts->stored_count * (size_t)(FY_T3DM_VERTEX_PAIR / 2));
    if (!held || !box_fits(w, &bounds, object->draw)) return false;
    put_object_head(w, object, parts->part_count, mesh->triangle_count);
    set_bounds(w, object, &bounds);
    for (uint32_t i = 0; i < parts->part_count; i++) put_part(w, parts, &parts->parts[i], first_vertex);
    put_vertices(w, mesh, parts);
    if (!remember_sources(w, object, mesh, parts)) return false;
    w->triangles += mesh->triangle_count;
    w->parts += parts->part_count;
    fy_t3dm_cost_add(&w->cost, &parts->cost);
    return !w->records.bad && !w->vertices.bad && !w->indices.bad;
}

/* An object without parts leaves its material's state behind, from V1 on; its box is the whole model's. */
static bool keeps_empty(const writer *w) {
    return w->pose.layout->shared && fy_t3dm_is_rewritten(w->scene);
}

/* Room for one more in the plan, which is not the writer's at first. */
static bool reserve_material(writer *w) {
    fy_t3dm_plan *plan = &w->plan;
    if (plan->material_count < w->material_capacity) return true;
    uint32_t capacity = plan->material_count + plan->material_count / 2 + 1;
    fy_t3dm_material *own = w->material_capacity ? plan->materials : NULL,
                     *more = fy_job_resize(w->job, own, capacity, sizeof *more);
    if (!more) return false;
    if (!own && plan->material_count) memcpy(more, plan->materials, plan->material_count * sizeof *more);
    plan->materials = more;
    w->material_capacity = capacity;
    return true;
}

/* At the end of the list; NULL at the memory limit. */
static drawn *add_object(writer *w) {
    if (!fy_job_reserve(w->job, (void **)&w->objects, w->object_count, &w->object_capacity, 1, sizeof *w->objects)) return NULL;
    return &w->objects[w->object_count++];
}

/* An object without parts, for its material's sake. */
static bool put_state(writer *w, const fy_t3dm_material *material) {
    fy_t3dm_plan *plan = &w->plan;
    drawn *object = reserve_material(w) ? add_object(w) : NULL;
    if (!object) return false;
    *object = (drawn){.draw = FERRY_NONE, .material = plan->material_count};
    plan->materials[plan->material_count++] = *material;
    put_object_head(w, object, 0, 0);
    return !w->records.bad;
}

/* The state behind all objects so far, and behind those that clips never hide. */
typedef struct walks {
    fy_t3dm_walk all, sure;
} walks;

/* The runtime must not be led to leave out what the material needs, unless the source was drawn so, too: neither when
 * everything is drawn nor when nothing is that may be hidden. */
static bool put_between(writer *w, walks *at, const drawn *object) {
    const fy_t3dm_material *next = planned(w, object->material);
    bool hides = w->pose.seen.groups[origin_of(w, object->draw)] != 0;
    fy_t3dm_material between;
    walks behind = *at;
    if (!w->pose.layout->shared) return true;
    bool put = fy_t3dm_step(&behind.all, next, object->traps, &between) ||
               fy_t3dm_step(&behind.sure, next, object->traps, &between);
    if (put) {
        behind = *at;
        fy_t3dm_traps(&behind.all, &between.rdp);
        fy_t3dm_traps(&behind.sure, &between.rdp);
        at->sure = behind.sure;
        fy_t3dm_traps(&behind.all, &next->rdp);
        fy_t3dm_traps(&behind.sure, &next->rdp);
    }
    at->all = behind.all;
    if (!hides) at->sure = behind.sure;
    if (!put) return true;
    between.name = send_again;
    return put_state(w, &between);
}

static bool begin_file(writer *w), finish_file(writer *w); /* "the whole file", below */

static uint64_t count_vertices(const writer *w) {
    return w->vertices.size / (FY_T3DM_VERTEX_PAIR / 2);
}

static bool next_file(writer *w) {
    if (fy_t3dm_is_rewritten(w->scene)) {
        ferry_say(w->job, FERRY_ERROR, "t3dm.totals", w->file, "",
                  "it has more than the %d vertices that the header counts, and a T3DM file is not taken apart",
                  UINT16_MAX);
        return false;
    }
    return finish_file(w) && begin_file(w);
}

/* The header counts vertices in 16 bits. */
static bool has_room(const writer *w, const fy_t3dm_parts *parts) {
    return !parts || count_vertices(w) + parts->stored_count <= UINT16_MAX;
}

/* A mesh and its parts become an object, after what has to come between; in a file of its own from here on, if it
 * must. */
static bool put_mesh(writer *w, walks *at, drawn object, const fy_t3dm_mesh *mesh,
                     const fy_t3dm_parts *parts) {
    if (!has_room(w, parts)) {
        if (w->written && !next_file(w)) return false;
        *at = (walks){.all = {.begun = false}};
    }
    if (!put_between(w, at, &object)) return false;
    if (!parts) put_object_head(w, &object, 0, 0);
    if (parts && !put_object(w, &object, mesh, parts)) return false;
    drawn *added = add_object(w);
    if (added) *added = object;
    return added;
}

/* A mesh of more vertices than a file counts becomes several objects of one name: halves, halves of these. */
static bool put_pieces(writer *w, walks *at, const drawn *object, const fy_t3dm_mesh *mesh, fy_t3dm_maker *maker) {
    const fy_t3dm_parts *parts = fy_t3dm_make_parts(maker, mesh);
    if (!parts) return false;
    if (parts->stored_count <= UINT16_MAX) return put_mesh(w, at, *object, mesh, parts);
    fy_t3dm_mesh halves[2] = {*mesh, *mesh};
    halves[0].triangle_count = mesh->triangle_count / 2;
    halves[1].triangle_count -= halves[0].triangle_count;
    halves[1].triangles += 3 * (size_t)halves[0].triangle_count;
    return put_pieces(w, at, object, &halves[0], maker) && put_pieces(w, at, object, &halves[1], maker);
}

static void add_drawing(fy_t3dm_drawing *to, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    fy_t3dm_drawing_add(to, &(fy_t3dm_drawing){.cost = parts->cost, .triangles = mesh->triangle_count});
}

/* What draws `count` of them make, as one object. Each is cut into parts by itself, too, to tell what that
 * would have cost. */
static bool put_joined(writer *w, walks *at, const drawn *first, uint32_t count,
                       fy_t3dm_mesher *mesher, fy_t3dm_maker *maker) {
    fy_t3dm_joined joined = {.job = w->job};
    const fy_t3dm_parts *parts = NULL;
    uint32_t met = 0;
    bool done = true;
    for (uint32_t i = 0; done && i < count; i++) {
        const fy_t3dm_mesh *mesh = fy_t3dm_quantise(mesher, first[i].draw, planned(w, first[i].material));
        done = mesh && fy_t3dm_join(&joined, mesh);
        if (done && !mesh->triangle_count) w->left_out.flat++;
        if (!done || !mesh->triangle_count) continue;
        done = (parts = fy_t3dm_make_parts(maker, mesh)) != NULL;
        if (done) add_drawing(&w->apart, mesh, parts);
        met++;
    }
    w->merged += met;
    w->merged_into += met != 0;
    done = done && fy_t3dm_weld(&joined);
    if (done && met) {
        parts = fy_t3dm_make_parts(maker, &joined.mesh);
        if (parts) add_drawing(&w->one, &joined.mesh, parts);
        done = parts && put_pieces(w, at, first, &joined.mesh, maker);
    }
    fy_t3dm_joined_close(&joined);
    return done;
}

static bool put_single(writer *w, walks *at, const drawn *object, fy_t3dm_mesher *mesher,
                       fy_t3dm_maker *maker, uint32_t *empty) {
    const fy_t3dm_mesh *mesh = fy_t3dm_quantise(mesher, object->draw, planned(w, object->material));
    if (!mesh) return false;
    if (!mesh->triangle_count && !keeps_empty(w)) {
        bool flat = w->scene->meshes.data[w->scene->draws.data[object->draw].mesh].triangle_count;
        *empty += !flat;
        w->left_out.flat += flat;
        w->left_out.empty += !flat;
        return true;
    }
    return mesh->triangle_count ? put_pieces(w, at, object, mesh, maker) : put_mesh(w, at, *object, mesh, NULL);
}

static uint64_t count_triangles(const writer *w, const drawn *objects, uint32_t count) {
    uint64_t triangles = 0;
    for (uint32_t i = 0; i < count; i++)
        triangles += w->scene->meshes.data[w->scene->draws.data[objects[i].draw].mesh].triangle_count;
    return triangles;
}

static bool put_each(writer *w, const drawn *sorted, uint32_t count, fy_t3dm_mesher *mesher,
                     fy_t3dm_maker *maker) {
    uint32_t empty = 0, run;
    walks at = {.all = {.begun = false}};
    for (uint32_t i = 0; i < count; i += run) {
        for (run = 1; i + run < count && may_join(w, &sorted[i], &sorted[i + run]);) run++;
        if (run > 1 ? !put_joined(w, &at, &sorted[i], run, mesher, maker)
                    : !put_single(w, &at, &sorted[i], mesher, maker, &empty))
            return false;
        if (!ferry_progress(w->job, "parts", (double)(i + run) / count)) return false;
    }
    if (empty)
        ferry_say(w->job, FERRY_NOTE, "t3dm.empty-draws", w->file, "", "%u draws of no triangle left out",
                  empty);
    return true;
}

/* Other models' materials do not name depth write, so it must be on behind the last object: one whose
 * material differs from the last one in that bit only. */
static bool restore_depth_write(writer *w) {
    if (!w->pose.layout->shared || !w->object_count) return true;
    fy_t3dm_material last = *planned(w, w->objects[w->object_count - 1].material);
    if (!fy_t3dm_keeps_depth(&last.rdp)) return true;
    last.name = depth_write_on;
    last.motion = NULL; /* nothing is drawn with it */
    last.variant_count = 0;
    last.rdp.other_mode |= FERRY_RDP_Z_WRITE;
    return put_state(w, &last);
}

static bool put_objects(writer *w) {
    const drawn *sorted = w->objects;
    uint32_t count = w->object_count;
    w->objects = NULL;
    if (!begin_file(w)) return false;
    ferry_mark mark = ferry_job_mark(w->job);
    fy_t3dm_mesher *mesher = fy_t3dm_mesher_open(w->job, w->scene, w->file, &w->pose, w->restless);
    fy_t3dm_maker *maker = fy_t3dm_maker_open(w->job, w->pose.layout, count_triangles(w, sorted, count));
    bool done = mesher && maker && put_each(w, sorted, count, mesher, maker);
    if (mesher) fy_t3dm_mesher_close(mesher);
    if (maker) fy_t3dm_maker_close(maker);
    /* The runtime takes a model without objects; its box is then the empty one. */
    if (done && !w->written)
        fy_report_empty(w->job, w->source, w->file, &w->left_out, ferry_job_format(w->job, "at base scale %.9g", w->pose.scale));
    done = done && finish_file(w);
    ferry_job_release(w->job, mark);
    return done;
}

/* ----------------------------------------------------------------------------------------- the whole file */

/* Room for what stands behind the index data, so that the file does not grow by halves there. */
static void reserve_rest(writer *w) {
    enum { MATERIAL = 144, BONE = 48, REST = 64 };
    size_t materials = MATERIAL * (size_t)w->material_count, bones = BONE * (size_t)w->pose.bone_count;
    ferry_out_reserve(&w->out, w->indices.size + materials + bones + REST);
}

/* Names come in this order: bones, materials and their textures, objects. Bones stand behind the materials in
 * the file. */
static void collect_bone_names(writer *w) {
    for (uint32_t b = 0; b < w->pose.bone_count; b++) {
        fy_t3dm_strings_name(&w->strings, w->scene->nodes.data[w->pose.nodes[b]].name, false);
    }
}

static void enter_chunk(writer *w, uint32_t *entry, uint8_t type) {
    size_t at = w->pose.layout->table_at + 4 * (size_t)(*entry)++;
    if (w->out.bad) return;
    w->out.data[at] = type;
    ferry_patch_u24(&w->out, at + 1, w->out.size, "offset of a chunk");
}

/* Where a kept chunk goes. */
typedef enum place { BEHIND_OBJECTS, WITH_MATERIALS, AT_THE_END } place;

static place place_of(const fy_t3dm_kept *kept) {
    return kept->type == 'A' || kept->type == 'B' ? BEHIND_OBJECTS
           : kept->type == 'M'                    ? WITH_MATERIALS
                                                  : AT_THE_END;
}

static uint32_t count_kept(const writer *w, place where) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < w->kept.count; i++)
        count += w->kept.data[i].type && place_of(&w->kept.data[i]) == where;
    return count;
}

static void put_kept(writer *w, uint32_t *entry, place where) {
    for (uint32_t i = 0; i < w->kept.count; i++) {
        const fy_t3dm_kept *kept = &w->kept.data[i];
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

static uint32_t count_animations(const writer *w) {
    return w->plan.animations ? w->plan.animations->count : 0;
}

static void put_animations(writer *w, uint32_t *entry) {
    for (uint32_t i = 0; i < count_animations(w); i++) {
        ferry_align(&w->out, 4);
        enter_chunk(w, entry, 'A');
        fy_t3dm_put_animation(&w->out, &w->strings, &w->plan.animations->data[i]);
    }
}

static void put_header(writer *w, uint32_t chunks) {
    const fy_t3dm_layout *layout = w->pose.layout;
    ferry_out *out = &w->out;
    uint32_t first = w->written + w->bvh + count_kept(w, BEHIND_OBJECTS) + count_animations(w);
    const uint8_t magic[4] = {'T', '3', fy_t3dm_layout_legacy(layout) ? 'D' : 'M', (uint8_t)layout->version};
    ferry_put_bytes(out, magic, 4);
    ferry_put_u32(out, chunks);
    if (layout->refs_at == 0x0C) {
        ferry_put_u16_checked(out, count_vertices(w), "number of vertices");
        ferry_put_u16(out, w->list_indices & 0xFFFF); /* by its definition the rest modulo 65536 */
    }
    for (uint32_t k = 0; k < 3; k++) ferry_put_u32(out, first + k);
    ferry_put_u32(out, 0); /* of the strings */
    if (layout->model_box_at != FY_T3DM_ABSENT) {
        ferry_put_zeros(out, layout->model_box_at - out->size);
        put_box(out, &w->bounds);
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

/* A chunk ends where the next one starts: one without bytes of its own must not start where the next one does, or it would
 * seem to hold that. */
static void put_stream(writer *w, ferry_out *from) {
    enum { APART = 8 };
    bool empty = !from->size;
    move_bytes(&w->out, from);
    if (empty) ferry_put_zeros(&w->out, APART);
}

/* Object records stand in drawing order already; only their places and names are missing. */
static size_t put_records(writer *w, uint32_t *entry) {
    const fy_t3dm_layout *layout = w->pose.layout;
    ferry_align(&w->out, 8);
    size_t base = w->out.size;
    for (uint32_t i = 0; i < w->object_count; i++) {
        const drawn *object = &w->objects[i];
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

static void put_material(writer *w, uint32_t *entry, const fy_t3dm_material *material) {
    for (uint32_t k = 0; k < w->pose.layout->materials; k++) {
        ferry_align(&w->out, 8);
        enter_chunk(w, entry, 'M');
        fy_t3dm_put_material(&w->out, &w->strings, w->pose.layout, material, k);
    }
}

static void put_materials(writer *w, uint32_t *entry) {
    bool shared = w->pose.layout->shared;
    for (uint32_t i = 0; shared && i < w->plan.material_count; i++)
        if (w->material_numbers[i] != FERRY_NONE) put_material(w, entry, planned(w, i));
    for (uint32_t i = 0; !shared && i < w->object_count; i++)
        if (w->objects[i].written) put_material(w, entry, planned(w, w->objects[i].material));
    put_kept(w, entry, WITH_MATERIALS);
}

static void name_objects(writer *w, size_t base) {
    uint8_t at = w->pose.layout->name_at;
    for (uint32_t i = 0; i < w->object_count && at != FY_T3DM_ABSENT; i++) {
        const drawn *object = &w->objects[i];
        if (!object->written) continue;
        const char *name = object->draw == FERRY_NONE ? planned(w, object->material)->name
                                                      : w->scene->draws.data[object->draw].name;
        ferry_patch_u32(&w->out, base + object->record + at, fy_t3dm_strings_name(&w->strings, name, true),
                        "name of an object");
    }
}

static bool put_bvh(writer *w, uint32_t *entry, size_t objects, const fy_t3dm_moves *moves) {
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
static bool count_chunks(const writer *w, uint32_t *chunks) {
    uint64_t count = (uint64_t)w->written + w->bvh + 2 + w->material_count + (w->pose.bone_count != 0) +
                     count_kept(w, BEHIND_OBJECTS) + count_kept(w, WITH_MATERIALS) +
                     count_kept(w, AT_THE_END) + count_animations(w) + fy_t3dm_says_something(&w->tracks);
    *chunks = (uint32_t)count;
    if (count <= UINT16_MAX) return true;
    ferry_say(w->job, FERRY_ERROR, "t3dm.chunks", w->file, "",
              "%u objects and %u materials are %llu chunks, at most %d fit", w->written, w->material_count,
              (unsigned long long)count, UINT16_MAX);
    return false;
}

/* --------------------------------------------------------------------------------- boxes over clips */

static bool has_boxes(const fy_t3dm_layout *layout) {
    return layout->box_at != FY_T3DM_ABSENT;
}

static bool has_animations(const writer *w) {
    bool any = w->plan.animations && w->plan.animations->count;
    for (uint32_t c = 0; c < w->scene->clips.count; c++)
        any = any || (w->scene->clips.data[c].kept && w->pose.layout->animations);
    return any;
}

static bool open_hulls(writer *w) {
    bool wanted = has_boxes(w->pose.layout) && w->pose.bone_count && has_animations(w) &&
                  !ferry_setting_is(w->job, "t3dm.aabb", "rest");
    return !wanted || fy_t3dm_hulls_open(w->job, w->pose.bone_count, &w->hulls);
}

/* What lies outside of 16 bits is cut there. */
static void cover(writer *w, drawn *object, const fy_t3dm_bounds *by, double *farthest) {
    box all = {{object->bounds[0], object->bounds[1], object->bounds[2]},
               {object->bounds[3], object->bounds[4], object->bounds[5]}};
    for (int i = 0; i < 3; i++) {
        if (by->least[i] > by->most[i]) continue;
        *farthest = fmax(*farthest, fmax(-by->least[i], by->most[i]));
        include(&all, i, fmax(by->least[i], INT16_MIN), fmin(by->most[i], INT16_MAX));
    }
    set_bounds(w, object, &all);
}

/* The streams are played: what they say is what the console shows. */
static bool sweep_animations(writer *w, fy_t3dm_bounds *bounds) {
    const fy_t3dm_animations *all = w->plan.animations;
    double bones = 0;
    for (uint32_t c = 0; c < w->scene->clips.count; c++) {
        const ferry_clip *clip = &w->scene->clips.data[c];
        if (!clip->kept || !fy_t3dm_clip_moves(clip) || !fy_t3dm_clip_fits(clip)) continue;
        if (!fy_t3dm_hulls_sweep(&w->hulls, w->scene, &w->pose, clip, w->pose.scale, bounds, &bones))
            return false;
    }
    for (uint32_t i = 0; all && i < all->count; i++) {
        ferry_mark mark = ferry_job_mark(w->job);
        ferry_clip clip;
        bool done = fy_t3dm_play(w->job, NULL, &all->data[i], w->pose.nodes, w->pose.bone_count,
                                 w->pose.scale, &clip) &&
                    fy_t3dm_hulls_sweep(&w->hulls, w->scene, &w->pose, &clip, w->pose.scale, bounds, &bones);
        ferry_job_release(w->job, mark);
        if (!done) return false;
    }
    return true;
}

static bool cover_clips(writer *w) {
    double farthest = 0;
    if (!w->hulls.of_bone) return true;
    fy_t3dm_bounds *bounds = ferry_new(w->job, fy_t3dm_bounds, w->written + (size_t)1);
    if (!bounds) return false;
    for (uint32_t i = 0; i < w->written; i++)
        bounds[i] = (fy_t3dm_bounds){{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    if (!sweep_animations(w, bounds)) return false;
    for (uint32_t i = 0; i < w->object_count; i++)
        if (w->objects[i].written && !w->objects[i].empty)
            cover(w, &w->objects[i], &bounds[w->objects[i].number], &farthest);
    fy_t3dm_hulls_close(&w->hulls);
    w->covers = true;
    if (farthest > INT16_MAX)
        ferry_say(w->job, FERRY_LOSS, "t3dm.animation-scale", w->file, "",
                  "animations carry vertices out to %g units of the file, boxes hold %d and are cut there; a "
                  "base scale of %.9g would do",
                  farthest, INT16_MAX, w->pose.scale * INT16_MAX / farthest);
    return true;
}

/* Empty objects have the whole model's box. */
static void bound_empty(writer *w) {
    box all = w->bounds;
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (w->objects[i].written && w->objects[i].empty) set_bounds(w, &w->objects[i], &all);
    }
}

/* The reader's draws are in the order of the source's objects. */
static bool list_moves(const writer *w, fy_t3dm_moves *moves) {
    uint32_t draws = w->scene->draws.count;
    uint32_t *numbers = ferry_new(w->job, uint32_t, draws + (size_t)1);
    int16_t(*boxes)[6] = ferry_alloc(w->job, w->written + (size_t)1, sizeof *boxes);
    if (!numbers || !boxes) return false;
    for (uint32_t i = 0; i < draws; i++) numbers[i] = FERRY_NONE;
    for (uint32_t i = 0; i < w->object_count; i++) {
        const drawn *object = &w->objects[i];
        if (!object->written) continue;
        memcpy(boxes[object->number], object->bounds, sizeof *boxes);
        if (object->draw != FERRY_NONE) numbers[object->draw] = object->number;
    }
    *moves = (fy_t3dm_moves){draws, numbers, w->written, (const int16_t(*)[6])boxes};
    return true;
}

/* A chunks that are kept stand before those of clips. */
static bool list_kept_animations(const writer *w, uint32_t **chunks, uint32_t *count) {
    *count = 0;
    *chunks = ferry_new(w->job, uint32_t, w->kept.count + (size_t)1);
    for (uint32_t i = 0; *chunks && i < w->kept.count; i++)
        if (w->kept.data[i].type == 'A') (*chunks)[(*count)++] = (uint32_t)strtoul(w->kept.data[i].path + 2, NULL, 10);
    return *chunks;
}

static bool make_tracks(writer *w) {
    fy_t3dm_object *objects = ferry_new(w->job, fy_t3dm_object, w->written + (size_t)1);
    uint32_t *object_of = ferry_new(w->job, uint32_t, w->source->draws.count + (size_t)1), *kept, kept_count;
    uint32_t *next_of = ferry_new(w->job, uint32_t, w->written + (size_t)1);
    if (!objects || !object_of || !next_of || !list_kept_animations(w, &kept, &kept_count)) return false;
    for (uint32_t d = 0; d < w->source->draws.count; d++) object_of[d] = FERRY_NONE;
    for (uint32_t i = w->object_count; i-- > 0;) { /* so that the first of each draw is met last */
        const drawn *o = &w->objects[i];
        if (!o->written) continue;
        uint32_t *head = o->draw == FERRY_NONE ? NULL : &object_of[origin_of(w, o->draw)];
        next_of[o->number] = head ? *head : FERRY_NONE;
        if (head) *head = o->number;
        objects[o->number] = (fy_t3dm_object){origin_of(w, o->draw), o->material, o->first_vertex, o->vertex_count,
                                              o->first_source};
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
    return fy_t3dm_make_tracks(&tracker);
}

static void put_tracks(writer *w, uint32_t *entry) {
    if (!fy_t3dm_says_something(&w->tracks)) return;
    ferry_align(&w->out, 8);
    enter_chunk(w, entry, FY_T3DM_TRACKS);
    fy_t3dm_put_tracks(&w->out, &w->strings, w->source, &w->pose, &w->tracks);
}

static bool assemble(writer *w) {
    fy_t3dm_moves moves;
    uint32_t entry = 0, chunks;
    if (!cover_clips(w)) return false;
    bound_empty(w);
    if (!make_tracks(w) || !list_moves(w, &moves) ||
        !fy_t3dm_plan_bvh(w->job, w->file, w->pose.layout, &moves, &w->kept, &w->bvh) ||
        !count_chunks(w, &chunks))
        return false;
    collect_bone_names(w);
    put_header(w, chunks);
    size_t objects = put_records(w, &entry);
    if (!put_bvh(w, &entry, objects, &moves)) return false;
    put_kept(w, &entry, BEHIND_OBJECTS);
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
    put_kept(w, &entry, AT_THE_END);
    name_objects(w, objects);
    ferry_align(&w->out, 4);
    ferry_patch_u32(&w->out, w->pose.layout->refs_at + 12u, w->out.size, "offset of the string table");
    move_bytes(&w->out, &w->strings.out);
    return !w->out.bad;
}

/* Layouts before L4. */
static void report_baked(const writer *w) {
    uint32_t bones = 0;
    for (uint32_t i = 0; i < w->scene->nodes.count; i++) bones += !w->scene->nodes.data[i].fixed;
    if (w->pose.bakes)
        ferry_say(w->job, FERRY_LOSS, "t3dm.bones", w->file, "",
                  "its %u bones were left out, and all stands as at rest: there are none in layout %s", bones,
                  w->pose.layout->name);
}

static void report_merged(const writer *w) {
    if (!w->merges) return;
    if (!w->merged) {
        ferry_say(w->job, FERRY_NOTE, "t3dm.merged", w->file, "", "no two objects could be merged");
        return;
    }
    const fy_t3dm_drawing *a = &w->apart, *b = &w->one;
    ferry_say(
        w->job, FERRY_NOTE, "t3dm.merged", w->file, "",
        "%u objects became %u: vertices loaded %llu, apart %llu; commands %llu, apart %llu; cycles %llu, "
        "apart %llu",
        w->merged, w->merged_into, (unsigned long long)b->cost.vertices, (unsigned long long)a->cost.vertices,
        (unsigned long long)fy_t3dm_drawing_commands(b), (unsigned long long)fy_t3dm_drawing_commands(a),
        (unsigned long long)fy_t3dm_drawing_cycles(b), (unsigned long long)fy_t3dm_drawing_cycles(a));
}

static void report(const writer *w) {
    double triangles = w->triangles ? (double)w->triangles : 1;
    unsigned long long commands =
        w->cost.loads + w->cost.list_triangles + w->cost.sequences + w->cost.buffers;
    fy_t3dm_report_scale(w->job, w->file, &w->pose, fy_t3dm_has_helpers(w->scene));
    report_baked(w);
    report_merged(w);
    ferry_say(w->job, FERRY_NOTE, "t3dm.written", w->file, "",
              "%u objects, %u parts, %u materials, %u bones, %llu triangles, %llu vertices stored (%.3f a "
              "triangle), %llu strip "
              "values, %llu load and draw commands (%.3f a triangle), %zu bytes",
              w->written, w->parts, w->material_count, w->pose.bone_count, (unsigned long long)w->triangles,
              (unsigned long long)w->cost.vertices, (double)w->cost.vertices / triangles,
              (unsigned long long)w->cost.strip_values, commands, (double)commands / triangles, w->out.size);
}

/* Materials that the file holds, and with them their textures. */
static void note_exports(writer *w) {
    bool shared = w->pose.layout->shared;
    uint32_t count = shared ? w->plan.material_count : w->object_count;
    for (uint32_t i = 0; i < count && w->result->used; i++) {
        if (shared ? w->material_numbers[i] == FERRY_NONE : !w->objects[i].written) continue;
        const fy_t3dm_material *material = planned(w, shared ? i : w->objects[i].material);
        for (int k = 0; k < 2; k++)
            if (material->exports[k] != FERRY_NONE) w->result->used[material->exports[k]] = true;
    }
}

static bool begin_file(writer *w) {
    w->records = ferry_out_open(w->job, w->file);
    w->vertices = ferry_out_open(w->job, w->file);
    w->indices = ferry_out_open(w->job, w->file);
    w->out = ferry_out_open(w->job, w->file);
    w->object_count = w->written = w->parts = w->source_count = w->merged = w->merged_into = 0;
    w->triangles = w->list_indices = 0;
    w->cost = (fy_t3dm_cost){0};
    w->apart = w->one = (fy_t3dm_drawing){0};
    w->bounds = no_box;
    w->covers = w->bvh = false;
    if (!fy_t3dm_strings_open(w->job, w->file, &w->strings)) return false;
    fy_t3dm_strings_begin(&w->strings, fy_t3dm_kept_strings(w->source));
    return open_hulls(w);
}

/* "stage.t3dm", "stage.1.t3dm", ... */
static const char *file_name(const writer *w) {
    uint32_t number = w->result->models.count;
    const char *slash = strrchr(w->file, '/'), *dot = strrchr(slash ? slash : w->file, '.');
    int stem = (int)(dot ? dot - w->file : (ptrdiff_t)strlen(w->file));
    return number ? ferry_job_format(w->job, "%.*s.%u%s", stem, w->file, number, dot ? dot : "") : w->file;
}

static bool finish_file(writer *w) {
    uint64_t vertices = count_vertices(w);
    if (!restore_depth_write(w) || !number_materials(w) || !assemble(w)) return false;
    w->all_vertices += vertices;
    note_exports(w);
    report(w);
    fy_t3dm_tracks_close(&w->tracks);
    fy_t3dm_hulls_close(&w->hulls);
    return ferry_add_out(&w->result->models, file_name(w), &w->out);
}

static void report_files(const writer *w) {
    const ferry_file_list *models = &w->result->models;
    const char *names = "";
    if (models->count < 2) return;
    for (uint32_t i = 0; i < models->count; i++) {
        const char *slash = strrchr(models->data[i].name, '/');
        names = ferry_job_format(w->job, "%s%s%s", names, i ? ", " : "", slash ? slash + 1 : models->data[i].name);
    }
    ferry_say(w->job, FERRY_LOSS, "t3dm.files", w->file, "",
              "its %llu vertices became %u files, since the header of one counts up to %d; to be drawn one after the other: %s",
              (unsigned long long)w->all_vertices, models->count, UINT16_MAX, names);
}

/* What is hidden for being covered comes and goes by itself. */
static void part_covered(writer *w) {
    uint32_t groups = 0;
    if (!w->plan.covered) return;
    for (uint32_t d = 0; d < w->source->draws.count; d++)
        if (w->pose.seen.groups[d] >= groups) groups = w->pose.seen.groups[d] + 1;
    for (uint32_t d = 0; d < w->source->draws.count; d++)
        if (w->plan.covered[d]) w->pose.seen.groups[d] = groups++;
}

bool fy_t3dm_write_files(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_plan *plan,
                         fy_t3dm_models *result) {
    writer w = {.job = job, .source = scene, .scene = scene, .file = name, .plan = *plan, .result = result, .tracks = {.job = job}};
    if (!fy_t3dm_make_pose(job, scene, name, &w.pose) ||
        !fy_t3dm_plan_layers(job, &w.scene, name, &w.pose, &w.plan) ||
        !fy_t3dm_reduce(job, w.scene, name, w.pose.layout, &w.plan) ||
        !fy_t3dm_keep_chunks(job, w.scene, name, &w.pose, &w.kept) || !find_restless(&w)) {
        return false;
    }
    part_covered(&w);
    if (!collect(&w) || !rank_objects(&w) || !group_objects(&w)) return false;
    qsort(w.objects, w.object_count, sizeof *w.objects, draw_order);
    bool done = put_objects(&w);
    if (w.material_capacity) fy_job_drop(job, w.plan.materials);
    fy_job_drop(job, w.objects);
    fy_job_drop(job, w.sources);
    fy_t3dm_tracks_close(&w.tracks);
    fy_t3dm_hulls_close(&w.hulls);
    if (done) report_files(&w);
    return done && !ferry_failed(job); /* a message may have met the memory limit */
}

bool fy_t3dm_write_planned(ferry_job *job, const ferry_scene *scene, const char *name, const fy_t3dm_plan *plan,
                           ferry_bytes *bytes) {
    fy_t3dm_models result = {0};
    if (!fy_t3dm_write_files(job, scene, name, plan, &result)) return false;
    *bytes = result.models.data[0].bytes;
    return true;
}

/* Objects are the first chunks of a file that has any. */
static bool has_objects(const ferry_job *job, const fy_t3dm_models *written) {
    return written->models.data[0].bytes.data[fy_t3dm_layout_wanted(job)->table_at] == 'O';
}

static bool write_all(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    fy_t3dm_plan plan = {0};
    ferry_file_list textures = {0};
    fy_t3dm_animations animations;
    fy_t3dm_models written = {0};
    if (!fy_t3dm_plan_materials(job, scene, name, &plan, &textures) ||
        !fy_t3dm_make_animations(job, scene, name, &animations))
        return false;
    plan.animations = &animations;
    if (!fy_t3dm_write_files(job, scene, name, &plan, &written)) return false;
    uint32_t first = files->count;
    if (!has_objects(job, &written)) textures.count = 0; /* nothing shows them */
    bool ok = ferry_add_files(job, files, &written.models) && ferry_add_files(job, files, &textures);
    for (uint32_t i = 0; ok && i < animations.count; i++)
        ok = ferry_add_file(job, files, animations.data[i].file, animations.data[i].stream);
    return ok && fy_t3dm_put_streams(job, scene, name, files) &&
           fy_t3dm_check_written(job, files, first, written.models.count);
}

/* The model's files come first in the list, then its textures, then streams of animations. */
bool fy_t3dm_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    const ferry_scene *helped = fy_t3dm_with_helpers(job, scene, name, true);
    bool ok = helped && write_all(job, helped, name, files);
    ferry_job_release(job, mark);
    return ok;
}
