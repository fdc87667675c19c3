/*
 * t3dm_write.c: a prepared scene as a T3DM file, layout V4.
 *
 * Format: docs/formats/t3dm.md, "Layout" and "Objects". Objects are cut into parts one after the other while
 * vertices, index data and records grow in streams of their own; then the streams are put together.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/maths.h"
#include "t3dm_bvh.h"
#include "t3dm_file.h"
#include "t3dm_geometry.h"
#include "t3dm_layers.h"
#include "t3dm_strings.h"

typedef struct drawn {
    uint32_t draw;     /* FERRY_NONE: nothing but the material */
    uint32_t place;    /* in the source's order */
    uint32_t material; /* of the plan */
    uint32_t turn;     /* what is of an earlier turn must be drawn before */
    fy_t3dm_layer layer;
    uint32_t textures; /* rank of its pair of textures */
    size_t record;     /* offset in the records; objects without triangles have none */
    bool written;
} drawn;

/* Name of the object and of the material that switch depth write on again. */
static const char depth_write_on[] = "depth-write-on";

typedef struct box {
    int32_t min[3], max[3];
} box;

typedef struct writer {
    ferry_job *job;
    const ferry_scene *scene;
    const char *file;
    fy_t3dm_plan plan;
    fy_t3dm_pose pose;
    drawn *objects;
    uint32_t object_count, written;
    uint32_t *material_numbers; /* of the plan's materials; FERRY_NONE: not used */
    uint32_t material_count;
    box bounds;
    bool bvh; /* a tree of boxes is wanted, and there are objects for it */
    uint64_t triangles, list_indices;
    uint32_t parts;
    fy_t3dm_cost cost;
    ferry_out records, vertices, indices, out;
    fy_t3dm_strings strings;
} writer;

/* ------------------------------------------------------------------------------------------ what is drawn */

/* What is drawn over such an object, and what it is drawn over, is a matter of order alone: the depth buffer
 * does not remember it, or is not asked. Blended ones that ask it stand behind all others anyway. */
static bool stays_in_place(const fy_t3dm_material *material) {
    if (!(material->rdp.flags & FERRY_RDP_DEPTH)) return true;
    return material->layer != FY_T3DM_BLEND && fy_t3dm_keeps_depth(&material->rdp);
}

/* Marks the nodes that something drawn hangs on. */
static bool mark_carriers(const writer *w, bool **carries) {
    const ferry_scene *scene = w->scene;
    bool *seen = ferry_new(w->job, bool, scene->skins.count + 1); /* skins */
    *carries = ferry_new(w->job, bool, scene->nodes.count + 1);
    if (!seen || !*carries) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t index = scene->meshes.data[scene->draws.data[d].mesh].skin;
        if (index == FERRY_NONE) (*carries)[scene->draws.data[d].node] = true;
        if (index == FERRY_NONE || seen[index]) continue;
        const ferry_skin *skin = &scene->skins.data[index];
        seen[index] = true;
        for (uint32_t j = 0; j < skin->joint_count; j++) (*carries)[skin->joints[j].node] = true;
    }
    return true;
}

/* The runtime turns nothing to the camera. */
static bool report_billboards(const writer *w) {
    bool *carries;
    if (!mark_carriers(w, &carries)) return false;
    for (uint32_t i = 0; i < w->scene->nodes.count; i++) {
        const ferry_node *node = &w->scene->nodes.data[i];
        if (node->billboard == FERRY_BILLBOARD_NONE || !carries[i]) continue;
        ferry_say(w->job, FERRY_LOSS, "t3dm.billboard", w->file,
                  ferry_job_format(w->job, "node[%u] \"%s\"", i, node->name),
                  "it turns to the camera%s, which the game has to do: it stays as it is at rest",
                  node->billboard == FERRY_BILLBOARD_CYLINDRICAL ? " about its own y axis" : "");
    }
    return true;
}

static bool collect(writer *w) {
    uint32_t hidden = 0, turn = 0;
    w->objects = ferry_new(w->job, drawn, w->scene->draws.count + 1);
    if (!w->objects) return false;
    for (uint32_t i = 0; i < w->scene->draws.count; i++) {
        uint32_t d = w->plan.places ? w->plan.places[i] : i, material = w->plan.of_draw[d];
        if (material == FERRY_NONE || w->plan.materials[material].drop) continue;
        if (!fy_t3dm_draw_visible(w->scene, &w->scene->draws.data[d])) {
            hidden++;
            continue;
        }
        bool alone = stays_in_place(&w->plan.materials[material]);
        turn += alone;
        w->objects[w->object_count++] = (drawn){.draw = d,
                                                .place = i,
                                                .material = material,
                                                .turn = turn,
                                                .layer = w->plan.materials[material].layer};
        turn += alone;
    }
    if (hidden) {
        ferry_say(w->job, FERRY_LOSS, "t3dm.hidden", w->file, "",
                  "%u of %u draws are switched off and were left out", hidden, w->scene->draws.count);
    }
    return report_billboards(w);
}

static bool same_textures(const fy_t3dm_material *a, const fy_t3dm_material *b) {
    return a->rdp.tiles[0].hash == b->rdp.tiles[0].hash && a->rdp.tiles[1].hash == b->rdp.tiles[1].hash;
}

static const fy_t3dm_material *planned(const writer *w, uint32_t material) {
    return &w->plan.materials[material];
}

static int by_textures(const void *a, const void *b) {
    const fy_t3dm_material *x = *(const fy_t3dm_material *const *)a, *y = *(const fy_t3dm_material *const *)b;
    for (int k = 0; k < 2; k++) {
        uint32_t p = x->rdp.tiles[k].hash, q = y->rdp.tiles[k].hash;
        if (p != q) return p < q ? -1 : 1;
    }
    return x < y ? -1 : x > y;
}

/* The rank of a pair of textures is the first material that has it, so that the order follows the source. */
static bool rank_textures(writer *w) {
    uint32_t count = w->plan.material_count;
    const fy_t3dm_material **sorted = ferry_new(w->job, const fy_t3dm_material *, count + 1);
    uint32_t *ranks = ferry_new(w->job, uint32_t, count + 1);
    if (!sorted || !ranks) return false;
    for (uint32_t i = 0; i < count; i++) sorted[i] = planned(w, i);
    qsort(sorted, count, sizeof *sorted, by_textures);
    for (uint32_t i = 0, first = 0; i < count; i++) {
        if (!same_textures(sorted[i], sorted[first])) first = i;
        ranks[sorted[i] - w->plan.materials] = (uint32_t)(sorted[first] - w->plan.materials);
    }
    for (uint32_t i = 0; i < w->object_count; i++) w->objects[i].textures = ranks[w->objects[i].material];
    return true;
}

/* Layer by layer; textures cost most to change, then the other state. Decals and blended objects keep the
 * source's order. */
static int draw_order(const void *a, const void *b) {
    const drawn *x = a, *y = b;
    if (x->turn != y->turn) return x->turn < y->turn ? -1 : 1;
    if (x->layer != y->layer) return x->layer < y->layer ? -1 : 1;
    if (x->layer < FY_T3DM_DECAL) {
        if (x->textures != y->textures) return x->textures < y->textures ? -1 : 1;
        if (x->material != y->material) return x->material < y->material ? -1 : 1;
    }
    return x->place < y->place ? -1 : x->place > y->place;
}

static bool number_materials(writer *w) {
    w->material_numbers = ferry_new(w->job, uint32_t, w->plan.material_count + 1);
    if (!w->material_numbers) return false;
    for (uint32_t i = 0; i < w->plan.material_count; i++) w->material_numbers[i] = FERRY_NONE;
    for (uint32_t i = 0; i < w->object_count; i++) {
        if (w->objects[i].written) w->material_numbers[w->objects[i].material] = 0;
    }
    for (uint32_t i = 0; i < w->plan.material_count; i++) {
        if (w->material_numbers[i] != FERRY_NONE) w->material_numbers[i] = w->material_count++;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- boxes */

static const box no_box = {{INT16_MAX, INT16_MAX, INT16_MAX}, {INT16_MIN, INT16_MIN, INT16_MIN}};

static void include(box *bounds, int axis, double low, double high) {
    int32_t least = (int32_t)floor(low), most = (int32_t)ceil(high);
    if (least < bounds->min[axis]) bounds->min[axis] = least;
    if (most > bounds->max[axis]) bounds->max[axis] = most;
}

/* The box of what the console draws in the rest pose: of the stored integers, carried by the bones. */
static box measure(const writer *w, const fy_t3dm_mesh *mesh) {
    box bounds = no_box;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        const fy_t3dm_vertex *v = &mesh->vertices[mesh->triangles[i]];
        for (int axis = 0; axis < 3; axis++) {
            double at = v->position[axis];
            if (v->bone != FY_T3DM_NO_BONE) {
                const double *row = w->pose.worlds[w->pose.nodes[v->bone]].m[axis];
                at = row[0] * v->position[0] + row[1] * v->position[1] + row[2] * v->position[2] +
                     row[3] * w->pose.scale;
            }
            include(&bounds, axis, at, at);
        }
    }
    return bounds;
}

static bool box_fits(const writer *w, const box *bounds, uint32_t draw) {
    for (int axis = 0; axis < 3; axis++) {
        if (bounds->min[axis] >= INT16_MIN && bounds->max[axis] <= INT16_MAX) continue;
        ferry_say(w->job, FERRY_ERROR, "t3dm.scale", w->file, ferry_job_format(w->job, "draw[%u]", draw),
                  "the box of \"%s\" goes from %d to %d units at base scale %g, -32768 to 32767 fit; "
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

/* List slots as bytes, then each strip buffer at a multiple of eight from the chunk's start. */
static void put_indices(ferry_out *out, const fy_t3dm_parts *parts, const fy_t3dm_part *part) {
    const uint16_t *value = parts->values + part->data;
    for (uint32_t i = 0; i < part->list_count; i++) ferry_put_u8(out, *value++);
    for (uint32_t k = 0; k < FY_T3DM_BUFFERS && part->strips[k]; k++) {
        ferry_align(out, 8);
        for (uint32_t i = 0; i < part->strips[k]; i++) ferry_put_u16(out, *value++);
    }
}

static void put_part(writer *w, const fy_t3dm_parts *parts, const fy_t3dm_part *part, size_t first_vertex) {
    ferry_out *out = &w->records;
    ferry_put_u32(out, (uint32_t)(first_vertex + part->first * (size_t)(FY_T3DM_VERTEX_PAIR / 2)));
    ferry_put_u16(out, part->count);
    ferry_put_u16(out, part->dest);
    ferry_put_u32(out, (uint32_t)w->indices.size);
    ferry_put_u16(out, part->list_count);
    ferry_put_u16(out, part->bone);
    ferry_put_bytes(out, part->strips, FY_T3DM_BUFFERS);
    ferry_put_u8(out, part->sequence_base);
    ferry_put_u8(out, part->sequence_count);
    ferry_put_zeros(out, 2);
    put_indices(&w->indices, parts, part);
    w->list_indices += part->list_count;
}

/* In steps of an eighth: what is left over is held until the file is put together. */
static void grow(ferry_out *out, size_t more) {
    if (more > out->capacity - out->size) ferry_out_reserve(out, more > out->size / 8 ? more : out->size / 8);
}

static bool put_object(writer *w, drawn *object, const fy_t3dm_mesh *mesh, const fy_t3dm_parts *parts) {
    box bounds = measure(w, mesh);
    size_t first_vertex = w->vertices.size;
    grow(&w->vertices, parts->stored_count * (size_t)(FY_T3DM_VERTEX_PAIR / 2));
    if (!box_fits(w, &bounds, object->draw)) return false;
    object->record = w->records.size;
    object->written = true;
    ferry_put_u32(&w->records, 0); /* name and material are known at the end */
    ferry_put_u16_checked(&w->records, parts->part_count, "number of parts of an object");
    ferry_put_u16(&w->records, mesh->triangle_count & 0xFFFF); /* informative, may wrap */
    ferry_put_zeros(&w->records, 12);
    put_box(&w->records, &bounds);
    for (uint32_t i = 0; i < parts->part_count; i++) put_part(w, parts, &parts->parts[i], first_vertex);
    for (uint32_t i = 0; i < parts->stored_count; i += 2) {
        put_pair(&w->vertices, &mesh->vertices[parts->stored[i]], &mesh->vertices[parts->stored[i + 1]]);
    }
    for (int i = 0; i < 3; i++) include(&w->bounds, i, bounds.min[i], bounds.max[i]);
    w->written++;
    w->triangles += mesh->triangle_count;
    w->parts += parts->part_count;
    fy_t3dm_cost_add(&w->cost, &parts->cost);
    return !w->records.bad && !w->vertices.bad && !w->indices.bad;
}

static bool put_each(writer *w, fy_t3dm_mesher *mesher, fy_t3dm_maker *maker) {
    for (uint32_t i = 0; i < w->object_count; i++) {
        drawn *object = &w->objects[i];
        const fy_t3dm_mesh *mesh = fy_t3dm_quantise(mesher, object->draw, planned(w, object->material));
        if (!mesh) return false;
        if (!mesh->triangle_count) continue;
        const fy_t3dm_parts *parts = fy_t3dm_make_parts(maker, mesh);
        if (!parts || !put_object(w, object, mesh, parts)) return false;
        if (!ferry_progress(w->job, "parts", (double)(i + 1) / w->object_count)) return false;
    }
    return true;
}

/* Other models' materials do not name depth write, so it must be on behind the last object: one without parts
 * whose material differs from the last one in that bit only. */
static bool restore_depth_write(writer *w) {
    enum { HEADER_REST = 8 + 12 };
    uint32_t last = w->object_count, count = w->plan.material_count;
    while (last && !w->objects[last - 1].written) last--;
    if (!last || !fy_t3dm_keeps_depth(&planned(w, w->objects[last - 1].material)->rdp)) return true;
    fy_t3dm_material *materials = ferry_new(w->job, fy_t3dm_material, count + (size_t)1);
    if (!materials) return false;
    memcpy(materials, w->plan.materials, count * sizeof *materials);
    materials[count] = materials[w->objects[last - 1].material];
    materials[count].name = depth_write_on;
    materials[count].rdp.other_mode |= FERRY_RDP_Z_WRITE;
    w->plan.materials = materials;
    w->plan.material_count++;
    w->objects[w->object_count++] =
        (drawn){.draw = FERRY_NONE, .material = count, .record = w->records.size, .written = true};
    ferry_put_zeros(&w->records, HEADER_REST);
    put_box(&w->records, &w->bounds);
    w->written++;
    return !w->records.bad;
}

static bool put_objects(writer *w) {
    ferry_mark mark = ferry_job_mark(w->job);
    fy_t3dm_mesher *mesher = fy_t3dm_mesher_open(w->job, w->scene, w->file, &w->pose);
    fy_t3dm_maker *maker = fy_t3dm_maker_open(w->job);
    w->bounds = no_box;
    bool done = mesher && maker && put_each(w, mesher, maker);
    if (mesher) fy_t3dm_mesher_close(mesher);
    if (maker) fy_t3dm_maker_close(maker);
    ferry_job_release(w->job, mark);
    if (!done) return false;
    /* The runtime takes a model without objects; its box is then the empty one. */
    if (!w->written)
        ferry_say(w->job, FERRY_WARNING, "t3dm.empty", w->file, "",
                  "nothing to draw: the file has no objects");
    return restore_depth_write(w);
}

/* ------------------------------------------------------------------------------------ materials, skeleton */

static void put_axis(ferry_out *out, const ferry_rdp_axis *axis) {
    ferry_put_f32(out, axis->low);
    ferry_put_f32(out, axis->high);
    ferry_put_u8(out, (uint8_t)axis->mask);
    ferry_put_u8(out, (uint8_t)axis->shift);
    ferry_put_u8(out, axis->mirror);
    ferry_put_u8(out, axis->clamp);
}

static void put_tile(ferry_out *out, const ferry_rdp_tile *tile, uint32_t path) {
    ferry_put_u32(out, tile->reference);
    ferry_put_u32(out, path);
    ferry_put_u32(out, tile->hash);
    ferry_put_u32(out, 0);
    ferry_put_u16(out, tile->width);
    ferry_put_u16(out, tile->height);
    put_axis(out, &tile->s);
    put_axis(out, &tile->t);
}

static void put_material(writer *w, const fy_t3dm_material *material) {
    const ferry_rdp_material *rdp = &material->rdp;
    uint32_t name = fy_t3dm_strings_name(&w->strings, material->name, true), paths[2];
    for (int k = 0; k < 2; k++) {
        paths[k] = material->paths[k] ? fy_t3dm_strings_add(&w->strings, material->paths[k]) : 0;
    }
    ferry_put_u64(&w->out, rdp->combiner);
    ferry_put_u64(&w->out, rdp->other_mode);
    ferry_put_u64(&w->out, rdp->other_mode_mask);
    ferry_put_u32(&w->out, rdp->blender);
    ferry_put_u32(&w->out, rdp->flags);
    ferry_put_u8(&w->out, 0);
    ferry_put_u8(&w->out, rdp->fog);
    ferry_put_u8(&w->out, rdp->colors);
    ferry_put_u8(&w->out, rdp->effect);
    ferry_put_bytes(&w->out, rdp->prim, 4);
    ferry_put_bytes(&w->out, rdp->env, 4);
    ferry_put_bytes(&w->out, rdp->blend, 4);
    ferry_put_u32(&w->out, name);
    for (int k = 0; k < 2; k++) put_tile(&w->out, &rdp->tiles[k], paths[k]);
}

static void put_bone(writer *w, uint32_t bone) {
    const ferry_node *node = &w->scene->nodes.data[w->pose.nodes[bone]];
    ferry_quat turn = fy_node_quat(node);
    uint16_t parent = node->parent == FERRY_NONE ? (uint16_t)FY_T3DM_NO_PARENT : w->pose.bones[node->parent];
    const ferry_vec3 *move = &node->translate;
    ferry_put_u32(&w->out, fy_t3dm_strings_name(&w->strings, node->name, false));
    ferry_put_u16(&w->out, parent);
    ferry_put_u16(&w->out, w->pose.depths[bone]);
    const float values[10] = {node->scale.x,
                              node->scale.y,
                              node->scale.z,
                              turn.x,
                              turn.y,
                              turn.z,
                              turn.w,
                              (float)((double)move->x * w->pose.scale),
                              (float)((double)move->y * w->pose.scale),
                              (float)((double)move->z * w->pose.scale)};
    for (int i = 0; i < 10; i++) ferry_put_f32(&w->out, values[i] + 0.0f); /* no -0 */
}

/* Room for what stands behind the index data, so that the file does not grow by halves there. */
static void reserve_rest(writer *w) {
    enum { MATERIAL = 144, BONE = 48, REST = 64 };
    size_t materials = MATERIAL * (size_t)w->material_count, bones = BONE * (size_t)w->pose.bone_count;
    ferry_out_reserve(&w->out, w->indices.size + materials + bones + REST);
}

static void put_skeleton(writer *w) {
    ferry_put_u16(&w->out, w->pose.bone_count);
    ferry_put_u16(&w->out, 0);
    for (uint32_t b = 0; b < w->pose.bone_count; b++) put_bone(w, b);
}

/* ----------------------------------------------------------------------------------------- the whole file */

/* Names come in this order: bones, materials and their textures, objects. Bones stand behind the materials in
 * the file. */
static void collect_bone_names(writer *w) {
    for (uint32_t b = 0; b < w->pose.bone_count; b++) {
        fy_t3dm_strings_name(&w->strings, w->scene->nodes.data[w->pose.nodes[b]].name, false);
    }
}

static void enter_chunk(writer *w, uint32_t *entry, char type) {
    size_t at = FY_T3DM_HEADER + 4 * (size_t)(*entry)++;
    if (w->out.bad) return;
    w->out.data[at] = (uint8_t)type;
    ferry_patch_u24(&w->out, at + 1, w->out.size, "offset of a chunk");
}

static void put_header(writer *w, uint32_t chunks) {
    ferry_out *out = &w->out;
    ferry_put_bytes(out, "T3M", 3);
    ferry_put_u8(out, FY_T3DM_VERSION);
    ferry_put_u32(out, chunks);
    ferry_put_u16(out, w->vertices.size / (FY_T3DM_VERTEX_PAIR / 2) & 0xFFFF); /* informative, may wrap */
    ferry_put_u16(out, w->list_indices & 0xFFFF);
    for (uint32_t k = 0; k < 3; k++) ferry_put_u32(out, w->written + w->bvh + k);
    ferry_put_zeros(out, 8);
    put_box(out, &w->bounds);
    ferry_put_zeros(out, 4 * (size_t)chunks);
}

/* A stream goes where it belongs, and its memory back. */
static void move_bytes(ferry_out *to, ferry_out *from) {
    ferry_out_reserve(to, from->size);
    if (from->size) ferry_put_bytes(to, from->data, from->size);
    if (from->bad) to->bad = true;
    ferry_out_close(from);
}

/* Object records stand in drawing order already; only their places and names are missing. */
static size_t put_records(writer *w, uint32_t *entry) {
    ferry_align(&w->out, 8);
    size_t base = w->out.size;
    for (uint32_t i = 0; i < w->object_count; i++) {
        const drawn *object = &w->objects[i];
        if (!object->written) continue;
        size_t at = FY_T3DM_HEADER + 4 * (size_t)(*entry)++;
        if (w->out.bad) return base;
        w->out.data[at] = 'O';
        ferry_patch_u24(&w->out, at + 1, base + object->record, "offset of an object");
        ferry_patch_u32(&w->records, object->record + 8, w->material_numbers[object->material],
                        "material of an object");
    }
    move_bytes(&w->out, &w->records);
    return base;
}

static void name_objects(writer *w, size_t base) {
    for (uint32_t i = 0; i < w->object_count; i++) {
        const drawn *object = &w->objects[i];
        if (!object->written) continue;
        const char *name =
            object->draw == FERRY_NONE ? depth_write_on : w->scene->draws.data[object->draw].name;
        ferry_patch_u32(&w->out, base + object->record, fy_t3dm_strings_name(&w->strings, name, true),
                        "name of an object");
    }
}

/* ------------------------------------------------------------------------------------------------ box tree */

/* Read from the records, which stand at `base` already. */
static int16_t (*list_boxes(const writer *w, size_t base))[6] {
    enum { BOX_AT = 0x14 };
    int16_t(*boxes)[6] = ferry_alloc(w->job, w->written + (size_t)1, sizeof *boxes);
    for (uint32_t i = 0, number = 0; boxes && i < w->object_count; i++) {
        if (!w->objects[i].written) continue;
        const uint8_t *at = w->out.data + base + w->objects[i].record + BOX_AT;
        for (int k = 0; k < 6; k++, at += 2) boxes[number][k] = (int16_t)ferry_be16(at);
        number++;
    }
    return boxes;
}

static bool refuse_bvh(const writer *w, const char *why) {
    ferry_say(w->job, FERRY_ERROR, "t3dm.bvh", w->file, "", "%s: do without a box tree, or make several files", why);
    return false;
}

/* Numbers in the tree are short. */
static bool bvh_fits(const writer *w, size_t base) {
    size_t distance = ((w->out.size + 7) & ~(size_t)7) - base;
    if (w->written > FY_T3DM_BVH_OBJECTS)
        return refuse_bvh(w, ferry_job_format(w->job, "a box tree holds %d objects, here are %u",
                                              FY_T3DM_BVH_OBJECTS, w->written));
    if (distance >= FY_T3DM_BVH_REACH)
        return refuse_bvh(w, ferry_job_format(w->job,
                                              "the first of %u objects lies %zu bytes before the box tree, it "
                                              "reaches %d",
                                              w->written, distance, FY_T3DM_BVH_REACH - 4));
    if (w->pose.bone_count)
        ferry_say(w->job, FERRY_LOSS, "t3dm.bvh-pose", w->file, "",
                  "the box tree knows the rest pose only: %u objects hang on bones, and queries miss what these "
                  "move out of their boxes",
                  w->written);
    return true;
}

static bool put_bvh(writer *w, uint32_t *entry, size_t base) {
    ferry_bytes chunk;
    if (!w->bvh) return true;
    if (w->out.bad || !bvh_fits(w, base)) return false;
    int16_t(*boxes)[6] = list_boxes(w, base);
    if (!boxes || !fy_t3dm_make_bvh(w->job, (const int16_t(*)[6])boxes, w->written, &chunk)) return false;
    ferry_align(&w->out, 8);
    enter_chunk(w, entry, 'B');
    ferry_put_bytes(&w->out, chunk.data, chunk.size);
    return true;
}

/* The runtime counts chunks in 16 bits when it draws: with more it would never reach the last one. */
static bool count_chunks(const writer *w, uint32_t *chunks) {
    uint64_t count = (uint64_t)w->written + w->bvh + 2 + w->material_count + (w->pose.bone_count != 0);
    *chunks = (uint32_t)count;
    if (count <= UINT16_MAX) return true;
    ferry_say(w->job, FERRY_ERROR, "t3dm.chunks", w->file, "",
              "%u objects and %u materials are %llu chunks, at most %d fit", w->written, w->material_count,
              (unsigned long long)count, UINT16_MAX);
    return false;
}

static bool assemble(writer *w) {
    uint32_t entry = 0, chunks;
    w->bvh = w->written && ferry_setting_is(w->job, "t3dm.bvh", "yes");
    if (!count_chunks(w, &chunks)) return false;
    collect_bone_names(w);
    put_header(w, chunks);
    size_t objects = put_records(w, &entry);
    if (!put_bvh(w, &entry, objects)) return false;
    ferry_align(&w->out, 16);
    enter_chunk(w, &entry, 'V');
    move_bytes(&w->out, &w->vertices);
    ferry_align(&w->out, 8);
    enter_chunk(w, &entry, 'I');
    reserve_rest(w);
    move_bytes(&w->out, &w->indices);
    for (uint32_t i = 0; i < w->plan.material_count; i++) {
        if (w->material_numbers[i] == FERRY_NONE) continue;
        ferry_align(&w->out, 8);
        enter_chunk(w, &entry, 'M');
        put_material(w, planned(w, i));
    }
    if (w->pose.bone_count) {
        ferry_align(&w->out, 8);
        enter_chunk(w, &entry, 'S');
        put_skeleton(w);
    }
    name_objects(w, objects);
    ferry_align(&w->out, 4);
    ferry_patch_u32(&w->out, 0x18, w->out.size, "offset of the string table");
    move_bytes(&w->out, &w->strings.out);
    return !w->out.bad;
}

static void report(const writer *w) {
    double triangles = w->triangles ? (double)w->triangles : 1;
    unsigned long long commands =
        w->cost.loads + w->cost.list_triangles + w->cost.sequences + w->cost.buffers;
    fy_t3dm_report_scale(w->job, w->file, &w->pose);
    ferry_say(w->job, FERRY_NOTE, "t3dm.written", w->file, "",
              "%u objects, %u parts, %u materials, %u bones, %llu triangles, %llu vertices stored (%.3f a "
              "triangle), %llu strip "
              "values, %llu load and draw commands (%.3f a triangle), %zu bytes",
              w->written, w->parts, w->material_count, w->pose.bone_count, (unsigned long long)w->triangles,
              (unsigned long long)w->cost.vertices, (double)w->cost.vertices / triangles,
              (unsigned long long)w->cost.strip_values, commands, (double)commands / triangles, w->out.size);
}

bool fy_t3dm_write_planned(ferry_job *job, const ferry_scene *scene, const char *name,
                           const fy_t3dm_plan *plan, ferry_bytes *bytes) {
    writer w = {.job = job, .scene = scene, .file = name, .plan = *plan};
    w.records = ferry_out_open(job, name);
    w.vertices = ferry_out_open(job, name);
    w.indices = ferry_out_open(job, name);
    w.out = ferry_out_open(job, name);
    if (!fy_t3dm_make_pose(job, scene, name, &w.pose) ||
        !fy_t3dm_plan_layers(job, &w.scene, name, &w.pose, &w.plan) || !fy_t3dm_strings_open(job, name, &w.strings) ||
        !collect(&w) || !rank_textures(&w)) {
        return false;
    }
    qsort(w.objects, w.object_count, sizeof *w.objects, draw_order);
    if (!put_objects(&w) || !number_materials(&w) || !assemble(&w)) return false;
    report(&w);
    *bytes = (ferry_bytes){w.out.data, w.out.size};
    return !ferry_failed(job); /* a message may have met the memory limit */
}

static bool write_all(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    fy_t3dm_plan plan = {0};
    ferry_file_list textures = {0};
    ferry_bytes model;
    if (!fy_t3dm_plan_materials(job, scene, name, &plan, &textures) ||
        !fy_t3dm_write_planned(job, scene, name, &plan, &model)) {
        return false;
    }
    bool ok = ferry_add_file(job, files, name, model);
    for (uint32_t i = 0; ok && i < textures.count; i++) {
        ok = ferry_add_file(job, files, textures.data[i].name, textures.data[i].bytes);
    }
    return ok;
}

/* The model comes first in the list, then its textures. */
bool fy_t3dm_write(ferry_job *job, const ferry_scene *scene, const char *name, ferry_file_list *files) {
    ferry_mark mark = ferry_job_mark(job);
    bool ok = write_all(job, scene, name, files);
    ferry_job_release(job, mark);
    return ok;
}
