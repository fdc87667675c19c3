/*
 * t3dm_tracks_area.c: vertices whose colours clips change (docs/formats/t3dm.md, "Tracks").
 *
 * What a vertex stores follows from its colours by way of its material (t3dm_shade.c), which need not be a
 * product. So vertices that have the same vertex colour groups, and otherwise the same colours, are an area,
 * and its colour is worked out moment by moment.
 */
#include "formats/t3dm/tracks/t3dm_tracks_area.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/curve.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/pose/t3dm_shade.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "formats/t3dm/tracks/t3dm_tracks_list.h"

enum { CHANNELS = 4, MOST_AREAS = UINT16_MAX };

#define CLOSE 1.0F /* steps of a component that a key may be off by */

/* Vertices that have one list of vertex colour groups: the last of them, and the kind that has those before.
 * Kind 0 has none. */
typedef struct kind {
    uint32_t vertex_color_group, before;
} kind;

typedef struct colored {
    uint32_t object, kind, vertex; /* vertex: of the draw's mesh, one of them */
    fy_t3dm_area area;
    uint32_t number; /* once a track drives it; else FERRY_NONE */
} colored;

struct fy_t3dm_areas {
    kind *kinds;
    uint32_t kind_count, kind_capacity;
    colored *list;
    uint32_t count, capacity;
};

typedef struct finder {
    fy_t3dm_tracker *tracker;
    fy_t3dm_areas *to;
    /* vertex colour groups by their meshes: the first of each, and behind each the next */
    uint32_t *first, *next;
    bool *whole;       /* of each vertex colour group: all four channels, wherever there is one */
    uint32_t *kinds;   /* of each vertex of the mesh at hand */
    uint64_t left_out; /* vertices */
} finder;

static bool list_colored(finder *f) {
    const ferry_scene *scene = f->tracker->scene;
    f->first = ferry_new(f->tracker->job, uint32_t, scene->meshes.count + (size_t)1);
    f->next = ferry_new(f->tracker->job, uint32_t, scene->vertex_color_groups.count + (size_t)1);
    f->whole = ferry_new(f->tracker->job, bool, scene->vertex_color_groups.count + (size_t)1);
    if (!f->first || !f->next || !f->whole) return false;
    for (uint32_t m = 0; m < scene->meshes.count; m++) f->first[m] = FERRY_NONE;
    for (uint32_t i = scene->vertex_color_groups.count; i-- > 0;) {
        f->next[i] = f->first[scene->vertex_color_groups.data[i].mesh];
        f->first[scene->vertex_color_groups.data[i].mesh] = i;
        f->whole[i] = true;
    }
    for (uint32_t c = 0; c < scene->clips.count; c++) {
        const ferry_clip *clip = &scene->clips.data[c];
        for (uint32_t k = 0, run; k < clip->track_count; k += run) {
            const ferry_track *track = &clip->tracks[k];
            for (run = 1; k + run < clip->track_count && track[run].target == track->target &&
                          track[run].object == track->object;)
                run++;
            if (track->target == FERRY_TARGET_VERTEX_COLOR && run != CHANNELS)
                f->whole[track->object] = false;
        }
    }
    return true;
}

/* Kinds are numbered as they are met: vertex colour group after vertex colour group, those before it told
 * apart. */
static bool add_colored(finder *f, uint32_t vertex_color_group, uint32_t *becomes, uint32_t known) {
    const ferry_vertex_color_group *of = &f->tracker->scene->vertex_color_groups.data[vertex_color_group];
    fy_t3dm_areas *to = f->to;
    for (uint32_t k = 0; k < of->count; k++) {
        uint32_t *kind_of = &f->kinds[of->vertices[k]], before = *kind_of;
        if (before >= known) continue; /* named twice */
        if (!becomes[before]) {
            if (!fy_job_reserve(f->tracker->job, (void **)&to->kinds, to->kind_count, &to->kind_capacity, 1,
                                sizeof *to->kinds))
                return false;
            becomes[before] = to->kind_count;
            to->kinds[to->kind_count++] = (kind){vertex_color_group, before};
        }
        *kind_of = becomes[before];
    }
    return true;
}

static bool find_kinds(finder *f, uint32_t mesh) {
    uint32_t vertices = f->tracker->scene->meshes.data[mesh].vertex_count;
    f->kinds = ferry_new(f->tracker->job, uint32_t, vertices + (size_t)1);
    if (!f->kinds) return false;
    for (uint32_t i = f->first[mesh]; i != FERRY_NONE; i = f->next[i]) {
        ferry_mark mark = ferry_job_mark(f->tracker->job);
        uint32_t known = f->to->kind_count,
                 *becomes = ferry_new(f->tracker->job, uint32_t, known + (size_t)1);
        if (!becomes || !ferry_tick(f->tracker->job) || !add_colored(f, i, becomes, known)) return false;
        ferry_job_release(f->tracker->job, mark);
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- areas */

typedef struct entry {
    uint32_t kind, colors[FERRY_COLOR_SETS], vertex;
} entry;

static int by_look(const void *a, const void *b) {
    const entry *x = a, *y = b;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    for (int s = 0; s < FERRY_COLOR_SETS; s++)
        if (x->colors[s] != y->colors[s]) return x->colors[s] < y->colors[s] ? -1 : 1;
    return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static bool looks_alike(const entry *a, const entry *b) {
    return a->kind == b->kind && memcmp(a->colors, b->colors, sizeof a->colors) == 0;
}

static bool reads_set(const fy_t3dm_material *material, uint32_t set) {
    return material->formula || material->color_set == set || material->alpha_set == set;
}

static uint32_t packed(const ferry_color *color) {
    return (uint32_t)fy_unit_byte((double)color->r) << 24 | (uint32_t)fy_unit_byte((double)color->g) << 16 |
           (uint32_t)fy_unit_byte((double)color->b) << 8 | fy_unit_byte((double)color->a);
}

/* The colours that tell vertices of a kind apart: those of the sets that the material reads, but for one that
 * clips replace as a whole. */
static entry look_at(const finder *f, const ferry_mesh *mesh, const fy_t3dm_material *material,
                     uint32_t vertex) {
    const ferry_scene *scene = f->tracker->scene;
    bool colored_set[FERRY_COLOR_SETS] = {false}, whole = true;
    entry e = {.kind = f->kinds[vertex], .vertex = vertex};
    for (uint32_t k = e.kind; k; k = f->to->kinds[k].before) {
        colored_set[scene->vertex_color_groups.data[f->to->kinds[k].vertex_color_group].set] = true;
        whole = whole && f->whole[f->to->kinds[k].vertex_color_group];
    }
    bool both = colored_set[0] && colored_set[1];
    for (uint32_t s = 0; s < FERRY_COLOR_SETS; s++) {
        bool replaced = colored_set[s] && whole && !both;
        if (reads_set(material, s) && mesh->colors[s] && !replaced)
            e.colors[s] = packed(&mesh->colors[s][vertex]);
    }
    return e;
}

static bool colors_seen(const finder *f, const fy_t3dm_material *material, uint32_t kind_number) {
    for (uint32_t k = kind_number; k; k = f->to->kinds[k].before)
        if (reads_set(material,
                      f->tracker->scene->vertex_color_groups.data[f->to->kinds[k].vertex_color_group].set))
            return true;
    return false;
}

static bool add_area(finder *f, uint32_t object, const entry *entries, uint32_t count,
                     const fy_t3dm_places *places) {
    fy_t3dm_areas *to = f->to;
    uint32_t stored = 0, *vertices;
    for (uint32_t i = 0; i < count; i++)
        stored += places->starts[entries[i].vertex + 1] - places->starts[entries[i].vertex];
    if (to->count == MOST_AREAS) {
        f->left_out += stored;
        return true;
    }
    vertices = fy_output_alloc(f->tracker->job, stored, sizeof *vertices);
    if (!vertices ||
        !fy_job_reserve(f->tracker->job, (void **)&to->list, to->count, &to->capacity, 1, sizeof *to->list))
        return false;
    stored = 0;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = places->starts[entries[i].vertex]; k < places->starts[entries[i].vertex + 1]; k++)
            vertices[stored++] = places->vertices[k];
    qsort(vertices, stored, sizeof *vertices, fy_by_number);
    to->list[to->count++] =
        (colored){object, entries[0].kind, entries[0].vertex, {stored, vertices}, FERRY_NONE};
    return true;
}

static bool find_areas(finder *f, uint32_t object) {
    fy_t3dm_tracker *t = f->tracker;
    const fy_t3dm_material *material = &t->plan->materials[t->objects[object].material];
    uint32_t number = t->scene->draws.data[t->objects[object].draw].mesh, count = 0;
    const ferry_mesh *mesh = &t->scene->meshes.data[number];
    fy_t3dm_places places;
    entry *entries = ferry_new(t->job, entry, mesh->vertex_count + (size_t)1);
    if (!entries || !find_kinds(f, number) || !fy_t3dm_find_places(t, object, &places)) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++)
        if (places.starts[v] < places.starts[v + 1] && colors_seen(f, material, f->kinds[v]))
            entries[count++] = look_at(f, mesh, material, v);
    if (count) qsort(entries, count, sizeof *entries, by_look);
    for (uint32_t i = 0, run; i < count; i += run) {
        for (run = 1; i + run < count && looks_alike(&entries[i], &entries[i + run]);) run++;
        if (!add_area(f, object, &entries[i], run, &places)) return false;
    }
    return true;
}

static bool find_all(finder *f) {
    fy_t3dm_tracker *t = f->tracker;
    f->to->kinds = fy_job_resize(t->job, NULL, 1, sizeof *f->to->kinds);
    if (!f->to->kinds || !list_colored(f)) return false;
    f->to->kinds[0] = (kind){FERRY_NONE, 0};
    f->to->kind_count = f->to->kind_capacity = 1;
    for (uint32_t i = 0; i < t->object_count; i++) {
        const fy_t3dm_object *object = &t->objects[i];
        if (object->first_source == FERRY_NONE ||
            f->first[t->scene->draws.data[object->draw].mesh] == FERRY_NONE)
            continue;
        ferry_mark mark = ferry_job_mark(t->job);
        if (!ferry_tick(t->job) || !find_areas(f, i)) return false;
        ferry_job_release(t->job, mark);
    }
    if (f->left_out)
        ferry_say(t->job, FERRY_LOSS, "t3dm.vertex-color-areas", t->file, "",
                  "animations change colours in more than %d areas: %llu vertices keep their rest colours",
                  MOST_AREAS, (unsigned long long)f->left_out);
    return !ferry_failed(t->job);
}

void fy_t3dm_drop_areas(fy_t3dm_tracker *t) {
    if (t->areas) fy_job_drop(t->job, t->areas->kinds);
    if (t->areas) fy_job_drop(t->job, t->areas->list);
    t->areas = NULL;
}

bool fy_t3dm_list_areas(fy_t3dm_tracker *t) {
    finder f = {.tracker = t, .to = ferry_new(t->job, fy_t3dm_areas, 1)};
    t->areas = f.to;
    return f.to && (!t->scene->vertex_color_groups.count || find_all(&f));
}

/* ------------------------------------------------------------------------------------------------- tracks */

/* The tracks of each vertex colour group in a clip, by channel; NULL: none. */
typedef const ferry_track *channels[CHANNELS];

/* A scene of one vertex, whose colours may be changed. */
typedef struct single {
    ferry_scene scene;
    ferry_mesh mesh;
    ferry_draw draw;
    ferry_color rest[FERRY_COLOR_SETS], colors[FERRY_COLOR_SETS];
} single;

static void take_vertex(const fy_t3dm_tracker *t, const colored *of, single *to) {
    uint32_t v = of->vertex;
    to->scene = *t->scene;
    to->draw = t->scene->draws.data[t->objects[of->object].draw];
    to->mesh = t->scene->meshes.data[to->draw.mesh];
    to->mesh.positions += v;
    if (to->mesh.normals) to->mesh.normals += v;
    if (to->mesh.influences) to->mesh.influences += v;
    for (int s = 0; s < FERRY_UV_SETS; s++)
        if (to->mesh.uvs[s]) to->mesh.uvs[s] += v;
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        if (!to->mesh.colors[s]) continue;
        to->rest[s] = to->mesh.colors[s][v];
        to->mesh.colors[s] = &to->colors[s];
    }
    to->mesh.vertex_count = 1;
    to->scene.meshes.data = &to->mesh;
    to->draw.mesh = 0;
}

/* Of several vertex colour groups the last one holds. */
static void pose_vertex(const fy_t3dm_tracker *t, const channels *tracks, uint32_t kind_number, double time,
                        single *to) {
    bool done[FERRY_COLOR_SETS][CHANNELS] = {{false}};
    memcpy(to->colors, to->rest, sizeof to->colors);
    for (uint32_t k = kind_number; k; k = t->areas->kinds[k].before) {
        uint32_t vertex_color_group = t->areas->kinds[k].vertex_color_group,
                 set = t->scene->vertex_color_groups.data[vertex_color_group].set;
        for (int c = 0; c < CHANNELS; c++) {
            double value[4];
            if (!tracks[vertex_color_group][c] || done[set][c]) continue;
            fy_track_at(tracks[vertex_color_group][c], time, value);
            (&to->colors[set].r)[c] = (float)fy_whole(value[0], 0, 255) / 255;
            done[set][c] = true;
        }
    }
}

static uint32_t list_tracks(const fy_t3dm_tracker *t, const channels *tracks, uint32_t kind_number,
                            const ferry_track **list) {
    uint32_t count = 0;
    for (uint32_t k = kind_number; k; k = t->areas->kinds[k].before)
        for (int c = 0; c < CHANNELS; c++) {
            const ferry_track *track = tracks[t->areas->kinds[k].vertex_color_group][c];
            if (track && list) list[count] = track;
            count += track != NULL;
        }
    return count;
}

static bool color_area(fy_t3dm_tracker *t, const ferry_clip *clip, const channels *tracks, colored *of) {
    static const float tolerance[CHANNELS] = {CLOSE, CLOSE, CLOSE, CLOSE};
    const fy_t3dm_material *material = &t->plan->materials[t->objects[of->object].material];
    uint32_t count = list_tracks(t, tracks, of->kind, NULL);
    fy_t3dm_track track = {.target = FY_T3DM_TARGET_AREA, .width = CHANNELS};
    fy_t3dm_moments moments;
    single one = {.rest = {{0}}};
    if (!count) return true;
    const ferry_track **list = ferry_new(t->job, const ferry_track *, count);
    if (!list) return false;
    list_tracks(t, tracks, of->kind, list);
    if (!fy_t3dm_list_moments(t->job, clip, list, count, material->formula != NULL, &moments)) return false;
    float *values = ferry_new(t->job, float, CHANNELS *(size_t)moments.count);
    if (!values) return false;
    take_vertex(t, of, &one);
    for (uint32_t i = 0; i < moments.count; i++) {
        double uv[2];
        uint8_t rgba[CHANNELS];
        pose_vertex(t, tracks, of->kind, moments.samples[i], &one);
        fy_t3dm_shade(material, &one.scene, &one.draw, 0, uv, rgba);
        for (int c = 0; c < CHANNELS; c++) values[CHANNELS * (size_t)i + (size_t)c] = rgba[c];
    }
    if (of->number == FERRY_NONE && !fy_t3dm_add_area(t->tracks, &of->area, &of->number)) return false;
    track.object = of->number;
    return fy_t3dm_linear_keys(t->job, &moments, values, tolerance, &track) &&
           fy_t3dm_add_track(t->tracks, &track);
}

bool fy_t3dm_area_tracks(fy_t3dm_tracker *t, const ferry_clip *clip) {
    channels *tracks = ferry_alloc(t->job, t->scene->vertex_color_groups.count + (size_t)1, sizeof *tracks);
    if (!tracks) return false;
    for (uint32_t k = 0; k < clip->track_count; k++) {
        const ferry_track *track = &clip->tracks[k];
        if (track->target == FERRY_TARGET_VERTEX_COLOR) tracks[track->object][track->channel] = track;
    }
    for (uint32_t i = 0; i < t->areas->count; i++)
        if (!ferry_tick(t->job) || !color_area(t, clip, tracks, &t->areas->list[i])) return false;
    return true;
}
