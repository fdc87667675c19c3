/*
 * t3dm_read_morphs.c: what the tracks chunk says about vertices: morphs that move them and their texture
 * coordinates, areas that are coloured.
 *
 * Format: docs/formats/t3dm.md, "Tracks". The file names vertices of its V chunk. One may be loaded by
 * several objects, or several times: each of those is a vertex of the scene.
 */
#include "formats/t3dm/read/t3dm_read_morphs.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_file.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_normal.h"
#include "formats/t3dm/read/t3dm_read_chunk.h"

enum { NORMAL_UNIT = 64, TEXEL_UNIT = 32, DEFAULT_SIZE = 32 };

/* ----------------------------------------------------------------------------------- which vertices */

static bool turns_normal(ferry_window *move) {
    return ferry_u8_at(move, 10) || ferry_u8_at(move, 11) || ferry_u8_at(move, 12);
}

static bool note_vertex(fy_t3dm_tracks_reader *t, fy_t3dm_section section, uint32_t number, bool first,
                        uint32_t *last) {
    ferry_window record = fy_t3dm_tracks_record(t, section, number);
    uint32_t vertex = ferry_u32_at(&record, 0),
             all = (uint32_t)(t->r->vertices.size / FY_T3DM_VERTEX_PAIR) * 2;
    if (vertex >= all)
        return ferry_refuse(&record, 0, "t3dm.tracks", "references vertex %u, but there are %u", vertex, all);
    if (!first && vertex <= *last)
        return ferry_refuse(&record, 0, "t3dm.tracks",
                            "vertex %u after vertex %u, expected ascending "
                            "order",
                            vertex, *last);
    t->moved[vertex] = true;
    if (section == FY_T3DM_MOVE && turns_normal(&record)) t->turned[vertex] = true;
    *last = vertex;
    return true;
}

/* Records of one morph or area; ranges follow one another. */
static bool note_range(fy_t3dm_tracks_reader *t, ferry_window *in, fy_t3dm_section section, uint32_t *next) {
    uint32_t first = ferry_u32_at(in, 0), count = ferry_u32_at(in, 4), last = 0;
    if (first != *next)
        return ferry_refuse(in, 0, "t3dm.tracks",
                            "its vertices start at %u, but the previous ones end at "
                            "%u",
                            first, *next);
    if ((uint64_t)first + count > t->count[section])
        return ferry_refuse(in, 4, "t3dm.tracks", "%u vertices starting at index %u, but there are %u", count,
                            first, t->count[section]);
    for (uint32_t i = 0; i < count; i++)
        if (!ferry_tick(t->r->job) || !note_vertex(t, section, first + i, !i, &last)) return false;
    *next = first + count;
    return true;
}

bool fy_t3dm_note_moved(fy_t3dm_tracks_reader *t) {
    uint32_t moves = 0, shifts = 0, vertices = 0;
    if (!t->count[FY_T3DM_MRPH] && !t->count[FY_T3DM_AREA]) return true;
    t->moved = ferry_new(t->r->job, bool, t->r->vertices.size / FY_T3DM_VERTEX_PAIR * 2 + 1);
    t->turned = ferry_new(t->r->job, bool, t->r->vertices.size / FY_T3DM_VERTEX_PAIR * 2 + 1);
    if (!t->moved || !t->turned) return false;
    for (uint32_t i = 0; i < t->count[FY_T3DM_MRPH]; i++) {
        ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_MRPH, i);
        uint8_t kind = ferry_u8_at(&in, 8);
        if (kind > 1) return ferry_refuse(&in, 8, "t3dm.tracks", "morph type %u, expected 0 or 1", kind);
        if (!note_range(t, &in, kind ? FY_T3DM_SHFT : FY_T3DM_MOVE, kind ? &shifts : &moves)) return false;
    }
    for (uint32_t i = 0; i < t->count[FY_T3DM_AREA]; i++) {
        ferry_window in = fy_t3dm_tracks_record(t, FY_T3DM_AREA, i);
        if (!note_range(t, &in, FY_T3DM_VERT, &vertices)) return false;
    }
    return true;
}

bool fy_t3dm_is_turned(const fy_t3dm_reader *r, uint32_t vertex) {
    return r->tracks && r->tracks->turned && r->tracks->turned[vertex];
}

bool fy_t3dm_place_vertex(fy_t3dm_reader *r, uint32_t vertex, uint16_t bone, uint32_t number) {
    fy_t3dm_tracks_reader *t = r->tracks;
    if (!t || !t->moved || !t->moved[vertex]) return true;
    if (!fy_job_reserve(r->job, (void **)&t->placed, t->placed_count, &t->placed_capacity, 1,
                        sizeof *t->placed))
        return false;
    t->placed[t->placed_count++] = (fy_t3dm_placed){vertex, r->scene->meshes.count - 1, number, bone};
    return true;
}

/* ---------------------------------------------------------------------------------------- one range */

static int by_vertex(const void *a, const void *b) {
    const fy_t3dm_placed *x = a, *y = b;
    if (x->vertex != y->vertex) return x->vertex < y->vertex ? -1 : 1;
    if (x->mesh != y->mesh) return x->mesh < y->mesh ? -1 : 1;
    return (x->number > y->number) - (x->number < y->number);
}

/* The first of the places of this vertex or of a later one. */
static uint32_t first_place(const fy_t3dm_tracks_reader *t, uint32_t vertex) {
    return fy_first_not_before(&vertex, t->placed, t->placed_count, sizeof *t->placed, fy_by_number);
}

/* A record's effect in one place. */
typedef struct effect {
    const fy_t3dm_placed *place;
    uint32_t record;
} effect;

static int by_mesh(const void *a, const void *b) {
    const effect *x = a, *y = b;
    if (x->place->mesh != y->place->mesh) return x->place->mesh < y->place->mesh ? -1 : 1;
    return (x->place->number > y->place->number) - (x->place->number < y->place->number);
}

/* What a range of records does, by meshes and their vertices, in the job's memory. NULL at the limit. */
static effect *list_effects(fy_t3dm_tracks_reader *t, fy_t3dm_section section, const fy_t3dm_range *range,
                            uint32_t *count) {
    uint64_t all = 0;
    for (int fill = 0;; fill++) {
        effect *list = fill ? ferry_new(t->r->job, effect, (size_t)all + 1) : NULL;
        if (fill && !list) return NULL;
        all = 0;
        for (uint32_t i = 0; i < range->count; i++) {
            ferry_window record = fy_t3dm_tracks_record(t, section, range->first + i);
            uint32_t vertex = ferry_u32_at(&record, 0), at = first_place(t, vertex);
            for (; at < t->placed_count && t->placed[at].vertex == vertex; at++, all++)
                if (fill) list[all] = (effect){&t->placed[at], range->first + i};
        }
        *count = (uint32_t)all;
        if (fill && all) qsort(list, (size_t)all, sizeof *list, by_mesh);
        if (fill) return list;
        if (all > UINT32_MAX / 2) all = SIZE_MAX / sizeof *list - 1; /* refused by the memory limit */
    }
}

/* ------------------------------------------------------------------------------------------- morphs */

static int16_t signed16(ferry_window *record, uint64_t at) {
    return (int16_t)ferry_u16_at(record, at);
}

static ferry_vec3 carry(const ferry_matrix *matrix, ferry_vec3 v) {
    return matrix ? fy_matrix_direction(matrix, v) : v;
}

static ferry_vec3 read_move(fy_t3dm_tracks_reader *t, const effect *e) {
    ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_MOVE, e->record);
    ferry_vec3 move = {signed16(&record, 4), signed16(&record, 6), signed16(&record, 8)};
    return carry(e->place->bone == FY_T3DM_NO_BONE ? NULL : &t->r->binds[e->place->bone], move);
}

static bool has_normal(fy_t3dm_tracks_reader *t, const effect *e) {
    ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_MOVE, e->record);
    return turns_normal(&record);
}

/* Normals of the scene are of unit length after they were carried: changes shrink with them. They are added
 * to what the bits say, which is not quite what they were read as. */
static ferry_vec3 read_normal(fy_t3dm_tracks_reader *t, const effect *e) {
    const fy_t3dm_reader *r = t->r;
    ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_MOVE, e->record);
    uint16_t bone = e->place->bone;
    const ferry_matrix *matrix = bone == FY_T3DM_NO_BONE ? NULL : &r->normals_back[bone];
    const uint8_t *pair = r->vertices.data + (size_t)(e->place->vertex / 2) * FY_T3DM_VERTEX_PAIR;
    uint16_t bits = ferry_be16(pair + 8 * (e->place->vertex & 1) + 6);
    ferry_vec3 rest = fy_t3dm_unpack_normal(bits, NULL);
    double rounded[3], change[3] = {(double)rest.x, (double)rest.y, (double)rest.z};
    double length = fy_vec3_length(carry(matrix, rest));
    if (!turns_normal(&record)) return (ferry_vec3){0, 0, 0};
    fy_t3dm_rounded_normal(bits, rounded);
    for (uint64_t i = 0; i < 3; i++)
        change[i] = (double)(int8_t)ferry_u8_at(&record, 10 + i) / NORMAL_UNIT + rounded[i] - change[i];
    ferry_vec3 turn = carry(matrix, (ferry_vec3){(float)change[0], (float)change[1], (float)change[2]});
    return fy_vec3_scale(turn, (float)(1 / (length > 0 ? length : 1)));
}

/* In repeats of texture A. */
static ferry_vec2 read_shift(fy_t3dm_tracks_reader *t, const effect *e) {
    const fy_t3dm_reader *r = t->r;
    ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_SHFT, e->record);
    uint32_t object = e->place->mesh - t->first_mesh,
             material = r->scene->draws.data[t->first_draw + object].material;
    const ferry_rdp_tile *tile =
        material == FERRY_NONE ? NULL : &r->scene->materials.data[material].rdp->tiles[0];
    int width = tile && tile->width ? tile->width : DEFAULT_SIZE,
        height = tile && tile->height ? tile->height : DEFAULT_SIZE;
    return (ferry_vec2){(float)(signed16(&record, 4) / (double)(TEXEL_UNIT * width)),
                        (float)(signed16(&record, 6) / (double)(TEXEL_UNIT * height))};
}

static bool fill_moves(fy_t3dm_tracks_reader *t, const effect *effects, ferry_morph *to) {
    bool turns = false;
    for (uint32_t k = 0; k < to->count; k++) turns = turns || has_normal(t, &effects[k]);
    to->positions = ferry_scene_new(t->r->scene, ferry_vec3, to->count);
    to->normals = turns ? ferry_scene_new(t->r->scene, ferry_vec3, to->count) : NULL;
    if (!to->positions || (turns && !to->normals)) return false;
    for (uint32_t k = 0; k < to->count; k++) {
        to->positions[k] = read_move(t, &effects[k]);
        if (turns) to->normals[k] = read_normal(t, &effects[k]);
        if (fy_vec3_finite(to->positions[k]) && (!turns || fy_vec3_finite(to->normals[k]))) continue;
        ferry_window record = fy_t3dm_tracks_record(t, FY_T3DM_MOVE, effects[k].record);
        return ferry_refuse(&record, 0, "t3dm.tracks", "its bone moves it out of the range of a float");
    }
    return true;
}

static bool fill_shifts(fy_t3dm_tracks_reader *t, const effect *effects, ferry_morph *to) {
    to->shifts = ferry_scene_new(t->r->scene, ferry_vec2, to->count);
    for (uint32_t k = 0; to->shifts && k < to->count; k++) to->shifts[k] = read_shift(t, &effects[k]);
    return to->shifts;
}

/* Of one mesh. */
static bool add_morph(fy_t3dm_tracks_reader *t, uint32_t number, bool shifts, const effect *effects,
                      uint32_t count) {
    ferry_scene *scene = t->r->scene;
    ferry_morph made = {.name = ferry_scene_format(scene, "morph %u", number),
                        .mesh = effects->place->mesh,
                        .number = number,
                        .group = FERRY_NONE,
                        .count = count,
                        .vertices = ferry_scene_new(scene, uint32_t, count)};
    if (!made.vertices) return false;
    for (uint32_t k = 0; k < count; k++) made.vertices[k] = effects[k].place->number;
    if (!(shifts ? fill_shifts : fill_moves)(t, effects, &made)) return false;
    ferry_morph *to = ferry_append(scene, &scene->morphs, ferry_morph);
    if (!to) return false;
    *to = made;
    return true;
}

static bool add_vertex_color(fy_t3dm_tracks_reader *t, const effect *effects, uint32_t count) {
    ferry_scene *scene = t->r->scene;
    ferry_vertex_color_group made = {
        .mesh = effects->place->mesh, .count = count, .vertices = ferry_scene_new(scene, uint32_t, count)};
    if (!made.vertices) return false;
    for (uint32_t k = 0; k < count; k++) made.vertices[k] = effects[k].place->number;
    ferry_vertex_color_group *to = ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
    if (!to) return false;
    *to = made;
    return true;
}

/* One for each mesh that it touches. */
static bool split_morph(fy_t3dm_tracks_reader *t, ferry_window *in, fy_t3dm_section section,
                        uint32_t number) {
    fy_t3dm_range range = {ferry_u32_at(in, 0), ferry_u32_at(in, 4)};
    uint32_t count, end;
    effect *list = list_effects(t, section, &range, &count);
    if (!list) return false;
    if (!count) ferry_say_at(in, 0, t->r->doubt, "t3dm.tracks", "no object uses any of its vertices");
    for (uint32_t i = 0; i < count; i = end) {
        for (end = i + 1; end < count && list[end].place->mesh == list[i].place->mesh;) end++;
        if (!ferry_tick(t->r->job)) return false;
        if (section == FY_T3DM_VERT ? !add_vertex_color(t, &list[i], end - i)
                                    : !add_morph(t, number, section == FY_T3DM_SHFT, &list[i], end - i))
            return false;
    }
    return true;
}

static bool split_at(fy_t3dm_tracks_reader *t, fy_t3dm_section list, uint32_t number) {
    ferry_window in = fy_t3dm_tracks_record(t, list, number);
    fy_t3dm_section section = list == FY_T3DM_AREA       ? FY_T3DM_VERT
                              : ferry_u8_at(&in, 8) != 0 ? FY_T3DM_SHFT
                                                         : FY_T3DM_MOVE;
    ferry_mark mark = ferry_job_mark(t->r->job);
    bool done = split_morph(t, &in, section, number);
    ferry_job_release(t->r->job, mark);
    return done;
}

bool fy_t3dm_read_morphs(fy_t3dm_tracks_reader *t) {
    const ferry_scene *scene = t->r->scene;
    t->first_mesh = scene->meshes.count - t->objects;
    t->morphs = ferry_new(t->r->job, fy_t3dm_range, t->count[FY_T3DM_MRPH] + (size_t)1);
    t->vertex_color_groups = ferry_new(t->r->job, fy_t3dm_range, t->count[FY_T3DM_AREA] + (size_t)1);
    if (!t->morphs || !t->vertex_color_groups) return false;
    if (t->placed_count) qsort(t->placed, t->placed_count, sizeof *t->placed, by_vertex);
    for (uint32_t i = 0; i < t->count[FY_T3DM_MRPH]; i++) {
        t->morphs[i].first = scene->morphs.count;
        if (!split_at(t, FY_T3DM_MRPH, i)) return false;
        t->morphs[i].count = scene->morphs.count - t->morphs[i].first;
    }
    for (uint32_t i = 0; i < t->count[FY_T3DM_AREA]; i++) {
        t->vertex_color_groups[i].first = scene->vertex_color_groups.count;
        if (!split_at(t, FY_T3DM_AREA, i)) return false;
        t->vertex_color_groups[i].count = scene->vertex_color_groups.count - t->vertex_color_groups[i].first;
    }
    return true;
}

ferry_window fy_t3dm_tracks_record(fy_t3dm_tracks_reader *t, fy_t3dm_section section, uint32_t number) {
    const fy_t3dm_section_kind *kind = &fy_t3dm_section_kinds[section];
    return ferry_window_cut(&t->chunk, kind->label, number, t->at[section] + (uint64_t)number * kind->bytes,
                            kind->bytes);
}

const fy_t3dm_section_kind fy_t3dm_section_kinds[FY_T3DM_SECTIONS] = {
    {FY_T3DM_TRACKS_BILLBOARDS, FY_T3DM_BILLBOARD_BYTES, "billboard"},
    {FY_T3DM_TRACKS_HIDDEN, FY_T3DM_HIDDEN_BYTES, "hidden"},
    {FY_T3DM_TRACKS_CLIPS, FY_T3DM_CLIP_BYTES, "clip"},
    {FY_T3DM_TRACKS_TRACKS, FY_T3DM_TRACK_BYTES, "track"},
    {FY_T3DM_TRACKS_TIMES, FY_T3DM_TIME_BYTES, "time"},
    {FY_T3DM_TRACKS_VALUES, FY_T3DM_VALUE_BYTES, "value"},
    {FY_T3DM_TRACKS_MORPHS, FY_T3DM_MORPH_BYTES, "morph"},
    {FY_T3DM_TRACKS_MOVES, FY_T3DM_MOVE_BYTES, "move"},
    {FY_T3DM_TRACKS_SHIFTS, FY_T3DM_SHIFT_BYTES, "shift"},
    {FY_T3DM_TRACKS_AREAS, FY_T3DM_AREA_BYTES, "area"},
    {FY_T3DM_TRACKS_VERTICES, FY_T3DM_AREA_VERTEX_BYTES, "vertex"},
};
