/*
 * j3d_anim_morphs.c: CLS1 (bls): shapes that groups of vertices take, and CLK1 (blk), CLF1 (bla): their
 * weights (docs/formats/j3d.md, "Morph shapes").
 *
 * A key of a cluster is a place for each vertex of it; with the weights' shares summed that is a morph from
 * the model's own places. A cluster may reach into several meshes: each gets a morph of its own, all of one
 * number.
 */
#include "formats/j3d/anim/j3d_anim_morphs.h"

#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/anim/j3d_anim_vertices.h"
#include "formats/j3d/j3d.h"
#include "formats/j3d/j3d_names.h"
#include "formats/j3d/j3d_tables.h"

enum {
    CLUSTER_RECORD = 0x24,
    KEY_RECORD = 0x0C,
    VERTEX_RECORD = 0x0C,
    REFERENCE = 0x1FFF,
    NO_NORMAL = 0xFFFF
};

typedef struct table {
    const uint8_t *vectors;
    uint32_t count;
} table;

typedef struct reader {
    fy_j3d_anim *anim;
    table positions, normals;
    fy_j3d_uses by_position, by_normal;
    fy_j3d_names names;
    uint32_t number;                    /* of the next key, over all clusters */
    ferry_matrix *binds, *bind_normals; /* of the skin's joints */
} reader;

static const uint32_t *positions_of(const ferry_mesh *mesh) {
    return mesh->position_numbers;
}

static const uint32_t *normals_of(const ferry_mesh *mesh) {
    return mesh->normals ? mesh->normal_numbers : NULL;
}

/* Vertices that hang on one joint are stored in its space. */
static bool find_binds(reader *m) {
    const ferry_skin_list *skins = &m->anim->scene->skins;
    uint32_t count = skins->count ? skins->data[0].joint_count : 0;
    m->binds = ferry_new(m->anim->job, ferry_matrix, (size_t)count + 1);
    m->bind_normals = ferry_new(m->anim->job, ferry_matrix, (size_t)count + 1);
    if (!m->binds || !m->bind_normals) return false;
    for (uint32_t j = 0; j < count; j++) {
        if (!fy_matrix_invert(&skins->data[0].joints[j].inverse_bind, &m->binds[j]))
            m->binds[j] = fy_matrix_identity();
        m->bind_normals[j] = fy_matrix_normals(&m->binds[j]);
    }
    return true;
}

static uint32_t joint_of(const ferry_scene *scene, fy_j3d_place at) {
    const ferry_mesh *mesh = &scene->meshes.data[at.mesh];
    if (mesh->skin != 0 || !mesh->influences) return FERRY_NONE;
    const ferry_skin *skin = &scene->skins.data[0];
    const ferry_influence *influence = &skin->influences[mesh->influences[at.vertex]];
    return influence->count == 1 ? skin->weights[influence->first].joint : FERRY_NONE;
}

/* A vector that a reference names: its low bits are the number, its high bits turn signs over. */
static ferry_vec3 referred(const table *t, uint32_t reference) {
    const uint8_t *at = t->vectors + 12 * (size_t)(reference & REFERENCE);
    ferry_vec3 v = {ferry_bef32(at), ferry_bef32(at + 4), ferry_bef32(at + 8)};
    if (reference & 0x8000) v.x = -v.x;
    if (reference & 0x4000) v.y = -v.y;
    if (reference & 0x2000) v.z = -v.z;
    return v;
}

/* ----------------------------------------------------------------------------------------------- clusters */

/* One vertex of one key, and where it goes. */
typedef struct move {
    fy_j3d_place at;
    ferry_vec3 position, normal; /* moves */
    bool moves, turns;
    uint32_t order; /* as they were found */
} move;

typedef struct cluster {
    uint32_t key_count, position_count, normal_count, vertex_count;
    const uint8_t *positions, *vertices; /* destination positions, vertex records */
    move *moves;
    uint32_t count, capacity;
} cluster;

static bool add_move(reader *m, cluster *c, const move *what) {
    if (!fy_work_reserve(m->anim->job, (void **)&c->moves, c->count, &c->capacity, 1, sizeof *c->moves))
        return false;
    c->moves[c->count] = *what;
    c->moves[c->count].order = c->count;
    c->count++;
    return true;
}

static bool move_positions(reader *m, cluster *c, const uint8_t *references) {
    const ferry_scene *scene = m->anim->scene;
    for (uint32_t i = 0; i < c->position_count; i++) {
        uint32_t element = ferry_be16(c->positions + 2 * (size_t)i);
        if (!fy_j3d_spend(m->anim, m->by_position.firsts[element + 1] - m->by_position.firsts[element] + 1))
            return false;
        ferry_vec3 target = referred(&m->positions, ferry_be16(references + 2 * (size_t)i));
        for (uint32_t k = m->by_position.firsts[element]; k < m->by_position.firsts[element + 1]; k++) {
            move one = {.at = m->by_position.places[k], .moves = true};
            uint32_t joint = joint_of(scene, one.at);
            ferry_vec3 to = joint == FERRY_NONE ? target : fy_matrix_point(&m->binds[joint], target);
            one.position = fy_vec3_sub(to, scene->meshes.data[one.at.mesh].positions[one.at.vertex]);
            if (fy_vec3_finite(one.position) && !add_move(m, c, &one)) return false;
        }
        if (!ferry_tick(m->anim->job)) return false;
    }
    return true;
}

static bool move_normal(reader *m, cluster *c, uint32_t element, ferry_vec3 target) {
    const ferry_scene *scene = m->anim->scene;
    if (!fy_j3d_spend(m->anim, m->by_normal.firsts[element + 1] - m->by_normal.firsts[element] + 1))
        return false;
    for (uint32_t k = m->by_normal.firsts[element]; k < m->by_normal.firsts[element + 1]; k++) {
        move one = {.at = m->by_normal.places[k], .turns = true};
        const ferry_mesh *mesh = &scene->meshes.data[one.at.mesh];
        uint32_t joint = joint_of(scene, one.at);
        ferry_vec3 to = joint == FERRY_NONE ? target : fy_matrix_direction(&m->bind_normals[joint], target);
        one.normal = fy_vec3_sub(fy_vec3_normalize(to), mesh->normals[one.at.vertex]);
        if (fy_vec3_finite(one.normal) && !add_move(m, c, &one)) return false;
    }
    return true;
}

/* Vertex records pair numbers of the key's normals with elements of the model's array. */
static bool move_normals(reader *m, cluster *c, const uint8_t *references) {
    ferry_window *w = &m->anim->chunk;
    for (uint32_t i = 0; i < c->vertex_count; i++) {
        const uint8_t *record = c->vertices + VERTEX_RECORD * (size_t)i;
        uint32_t count = ferry_be16(record);
        uint64_t from = ferry_be32(record + 4), to = ferry_be32(record + 8);
        if (!ferry_window_holds(w, from, count, 2) || !ferry_window_holds(w, to, count, 2))
            return ferry_refuse(&m->anim->place, (uint64_t)(record - w->data), "j3d.morph-out-of-bounds",
                                "the %u normals of vertex %u are outside the block", count, i);
        if (!fy_j3d_spend(m->anim, (uint64_t)count + 1)) return false;
        for (uint32_t k = 0; k < count; k++) {
            uint32_t source = ferry_be16(w->data + from + 2 * (size_t)k),
                     element = ferry_be16(w->data + to + 2 * (size_t)k);
            if (element == NO_NORMAL || source >= c->normal_count) continue;
            if (!move_normal(m, c, element,
                             referred(&m->normals, ferry_be16(references + 2 * (size_t)source))))
                return false;
        }
        if (!ferry_tick(m->anim->job)) return false;
    }
    return true;
}

/* --------------------------------------------------------------------------------------------- the morphs */

static int by_place(const void *a, const void *b) {
    const move *x = a, *y = b;
    if (x->at.mesh != y->at.mesh) return x->at.mesh < y->at.mesh ? -1 : 1;
    if (x->at.vertex != y->at.vertex) return x->at.vertex < y->at.vertex ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static bool same_place(const move *a, const move *b) {
    return a->at.mesh == b->at.mesh && a->at.vertex == b->at.vertex;
}

/* Both moves of a vertex stand beside each other: they become one. The last of several counts, as in the
 * engine. */
static uint32_t join_moves(move *moves, uint32_t count) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (kept && same_place(&moves[kept - 1], &moves[k])) {
            move *one = &moves[kept - 1];
            if (moves[k].moves) one->position = moves[k].position;
            if (moves[k].turns) one->normal = moves[k].normal;
            one->moves |= moves[k].moves;
            one->turns |= moves[k].turns;
            continue;
        }
        moves[kept++] = moves[k];
    }
    return kept;
}

/* A run of moves in one mesh. */
static bool add_morph(reader *m, const move *moves, uint32_t count, uint32_t group) {
    ferry_scene *scene = m->anim->scene;
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    bool turns = false;
    if (!morph) return false;
    for (uint32_t k = 0; k < count; k++) turns |= moves[k].turns;
    *morph = (ferry_morph){.mesh = moves[0].at.mesh, .group = group, .number = m->number};
    morph->name = fy_j3d_name(&m->names, scene, m->number, "key");
    morph->vertices = ferry_scene_new(scene, uint32_t, count);
    morph->positions = ferry_scene_new(scene, ferry_vec3, count);
    if (turns) morph->normals = ferry_scene_new(scene, ferry_vec3, count);
    if (!morph->vertices || !morph->positions || (turns && !morph->normals)) return false;
    morph->count = count;
    for (uint32_t k = 0; k < count; k++) {
        morph->vertices[k] = moves[k].at.vertex;
        morph->positions[k] = moves[k].position;
        if (turns) morph->normals[k] = moves[k].normal;
    }
    return true;
}

/* Morphs of one cluster in one mesh share their weights; the groups are numbered by the first morph of
 * each. */
static uint32_t group_of(const reader *m, uint32_t first_morph, uint32_t mesh) {
    const ferry_morph_list *list = &m->anim->scene->morphs;
    for (uint32_t k = first_morph; k < list->count; k++)
        if (list->data[k].mesh == mesh) return list->data[k].group;
    return list->count;
}

static bool add_key(reader *m, cluster *c, uint32_t first_morph) {
    if (c->count) qsort(c->moves, c->count, sizeof *c->moves, by_place);
    c->count = join_moves(c->moves, c->count);
    for (uint32_t from = 0, to; from < c->count; from = to) {
        for (to = from; to < c->count && c->moves[to].at.mesh == c->moves[from].at.mesh;) to++;
        uint32_t group = group_of(m, first_morph, c->moves[from].at.mesh);
        if (!add_morph(m, c->moves + from, to - from, group)) return false;
    }
    m->number++;
    return true;
}

/* The `count` references of the table at `offset`, all of which lie in `t`; NULL: an error, said. */
static const uint8_t *open_references(reader *m, const table *t, uint64_t field, uint32_t count,
                                      const char *what) {
    ferry_window *w = &m->anim->chunk;
    uint64_t offset = ferry_u32_at(w, field);
    if (!ferry_window_holds(w, offset, count, 2)) {
        ferry_refuse(&m->anim->place, field, "j3d.morph-out-of-bounds",
                     "its %u %s at 0x%llx are outside the block", count, what, (unsigned long long)offset);
        return NULL;
    }
    if (!fy_j3d_spend(m->anim, count)) return NULL;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t number = ferry_be16(w->data + offset + 2 * (size_t)k) & REFERENCE;
        if (number < t->count) continue;
        ferry_refuse(&m->anim->place, offset + 2 * (uint64_t)k, "j3d.morph-index-range",
                     "%s: index %u is out of range (%u)", what, number, t->count);
        return NULL;
    }
    return w->data + offset;
}

static bool read_key(reader *m, cluster *c, uint64_t record, uint32_t first_morph) {
    ferry_window *w = &m->anim->chunk;
    uint32_t positions = ferry_u16_at(w, record), normals = ferry_u16_at(w, record + 2);
    uint32_t all_positions = c->position_count, all_normals = c->normal_count;
    if (positions < all_positions) c->position_count = positions;
    if (normals < all_normals) c->normal_count = normals;
    c->count = 0;
    const uint8_t *places = open_references(m, &m->positions, record + 4, c->position_count, "positions");
    const uint8_t *directions = open_references(m, &m->normals, record + 8, c->normal_count, "normals");
    bool read = places && directions && move_positions(m, c, places) && move_normals(m, c, directions) &&
                add_key(m, c, first_morph);
    c->position_count = all_positions;
    c->normal_count = all_normals;
    return read;
}

/* Behind the keys of a cluster stands one more, its base: the model's own places. */
static bool read_cluster(reader *m, uint64_t record) {
    ferry_window *w = &m->anim->chunk;
    uint32_t first_morph = m->anim->scene->morphs.count;
    cluster c = {.key_count = ferry_u16_at(w, record + 0x10),
                 .position_count = ferry_u16_at(w, record + 0x12),
                 .normal_count = ferry_u16_at(w, record + 0x14),
                 .vertex_count = ferry_u16_at(w, record + 0x16)};
    uint64_t keys = ferry_u32_at(w, record + 8), positions = ferry_u32_at(w, record + 0x18);
    uint64_t vertices = ferry_u32_at(w, record + 0x1C);
    if (!ferry_window_holds(w, keys, c.key_count, KEY_RECORD) ||
        !ferry_window_holds(w, positions, c.position_count, 2) ||
        !ferry_window_holds(w, vertices, c.vertex_count, VERTEX_RECORD))
        return ferry_refuse(&m->anim->place, record, "j3d.morph-out-of-bounds",
                            "%u keys, %u positions or %u vertices are outside the block", c.key_count,
                            c.position_count, c.vertex_count);
    c.positions = w->data + positions;
    c.vertices = w->data + vertices;
    for (uint32_t k = 0; k < c.key_count; k++)
        if (!read_key(m, &c, keys + KEY_RECORD * (uint64_t)k, first_morph)) return false;
    return true;
}

static bool read_shapes(fy_j3d_anim *anim) {
    enum { MADE_UP = 256 }; /* enough to look at some of it */
    ferry_window *w = &anim->chunk;
    uint32_t clusters = ferry_u16_at(w, 8), keys = ferry_u16_at(w, 0x0A);
    reader m = {.anim = anim,
                .positions = {.count = ferry_u16_at(w, 0x0E)},
                .normals = {.count = ferry_u16_at(w, 0x10)}};
    if (anim->scene->morphs.count)
        return ferry_refuse(w, 0, "j3d.morph-duplicate", "the model already has morph shapes");
    m.positions.vectors = fy_j3d_table(w, "positions", 0x20, m.positions.count, 12);
    m.normals.vectors = fy_j3d_table(w, "normals", 0x24, m.normals.count, 12);
    if (!m.positions.vectors || !m.normals.vectors ||
        !fy_j3d_table(w, "clusters", 0x14, clusters, CLUSTER_RECORD) ||
        (anim->alone && !fy_j3d_build_mesh(anim, MADE_UP)) ||
        !fy_j3d_index_uses(anim, positions_of, &m.by_position) ||
        !fy_j3d_index_uses(anim, normals_of, &m.by_normal) || !find_binds(&m))
        return false;
    m.names = fy_j3d_names_open(w, 0x2C, ferry_u32_at(w, 0x2C) ? keys : 0);
    for (uint32_t i = 0; i < clusters; i++) {
        fy_j3d_enter(anim, "cluster", i);
        if (!read_cluster(&m, ferry_u32_at(w, 0x14) + CLUSTER_RECORD * (uint64_t)i)) return false;
    }
    if (!anim->scene->morphs.count)
        ferry_say_at(w, 8, FERRY_WARNING, "j3d.morph-unmatched",
                     "none of its %u clusters match vertices of the model", clusters);
    return true;
}

static bool shapes_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    (void)fit;
    return !scene->morphs.count && fy_j3d_called_alike(anim, scene);
}

const fy_j3d_anim_kind fy_j3d_morph_shapes = {
    .kind = "bls1", .tag = "CLS1", .head = 0x30, .read = read_shapes, .matches = shapes_fit, .no_clip = true};

/* ------------------------------------------------------------------------------------------------ weights */

enum { KEY_TRACK = 6, FRAME_TRACK = 4 };

static uint32_t key_total(const ferry_scene *scene) {
    return scene->morphs.count ? scene->morphs.data[scene->morphs.count - 1].number + 1 : 0;
}

/* Behind no shapes: a mesh without vertices, and a morph of nothing for each weight. */
static bool make_up_morphs(fy_j3d_anim *anim, uint32_t count) {
    if (!fy_j3d_build_mesh(anim, 0)) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_morph *morph = ferry_append(anim->scene, &anim->scene->morphs, ferry_morph);
        if (!morph || !ferry_tick(anim->job)) return false;
        *morph = (ferry_morph){.name = ferry_scene_format(anim->scene, "key%u", i), .group = 0, .number = i};
    }
    return true;
}

static bool read_weights(fy_j3d_anim *anim) {
    bool frames = anim->kind == &fy_j3d_weight_frames;
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C), stride = frames ? FRAME_TRACK : KEY_TRACK;
    fy_j3d_numbers numbers = {
        .count = ferry_u16_at(&anim->chunk, 0x0E), .size = 4, .unit = 1, .what = "weights"};
    fy_j3d_read_length(anim, 0x0A);
    if (!fy_j3d_table(&anim->chunk, "tracks", 0x10, count, stride) ||
        !fy_j3d_numbers_open(anim, &numbers, 0x14) || (anim->alone && !make_up_morphs(anim, count)))
        return false;
    const ferry_morph_list *morphs = &anim->scene->morphs;
    if (count != key_total(anim->scene))
        ferry_say_at(&anim->chunk, 0x0C, FERRY_WARNING, "j3d.morph-weight-count",
                     "%u weights, but the model's morph shapes need %u%s", count, key_total(anim->scene),
                     morphs->count ? "" : "; pass the shapes (bls) before their weights");
    for (uint32_t i = 0; i < morphs->count; i++) {
        fy_j3d_aim aim = {.target = FERRY_TARGET_MORPH, .object = i};
        uint64_t at = ferry_u32_at(&anim->chunk, 0x10) + stride * (uint64_t)morphs->data[i].number;
        fy_j3d_enter(anim, "key", morphs->data[i].number);
        if (morphs->data[i].number >= count) continue;
        if (!(frames ? fy_j3d_add_frames(anim, at, ferry_u16_at(&anim->chunk, at),
                                         ferry_u16_at(&anim->chunk, at + 2), &numbers, 1, aim)
                     : fy_j3d_add_keys(anim, at, &numbers, 1, aim)))
            return false;
    }
    return true;
}

/* Shapes come by their name only, and weights behind them: as many are enough. */
static bool weights_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    (void)fit;
    return scene->morphs.count && ferry_u16_at(&anim->chunk, 0x0C) == key_total(scene);
}

const fy_j3d_anim_kind fy_j3d_weight_keys = {
    .kind = "blk1", .tag = "CLK1", .head = 0x18, .read = read_weights, .matches = weights_fit};
const fy_j3d_anim_kind fy_j3d_weight_frames = {
    .kind = "bla1", .tag = "CLF1", .head = 0x18, .read = read_weights, .matches = weights_fit};
