/* test_n64_tracks.c: the header that games read the tracks chunk with (n64/ferry64_tracks.h), on a model of
 * Tiny3D that draws as slowly as the console may (tests/n64). It runs twice: with the numbers of Tiny3D's
 * structures in this machine's byte order, and in the console's. */
#include <stdlib.h>

/* Memory that the header asks for; it ends after so many pieces (-1: never). */
static int pieces_left = -1;

static void *few_pieces(size_t count, size_t size) {
    if (pieces_left == 0) return NULL;
    pieces_left -= pieces_left > 0;
    return calloc(count, size);
}

#define malloc(size) few_pieces(1, size)
#define calloc(count, size) few_pieces(count, size)
#include "../n64/ferry64_tracks.h"
#undef malloc
#undef calloc

#include "ferry64.h"
#include "ferry64_format.h"
#include "builders/t3dm/tracks_builder.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "helpers.h"
#include "n64/fake_tiny3d.h"
#include "view/pose.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

typedef struct game {
    ferry_job *job;
    ferry_bytes file;
    T3DModel *model;
    Ferry64Tracks tracks;
} game;

static ferry_bytes convert(ferry_job *job, const char *fixture) {
    ferry_bytes bytes = fy_read_fixture(fixture);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){fixture, bytes}, 1);
    ck_assert(scene && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    free((void *)(uintptr_t)bytes.data);
    return files.data[0].bytes;
}

static uint32_t text_of(ferry_bytes file) {
    return (uint32_t)file.size - ferry_be32(file.data + 0x18);
}

/* Materials whose textures move may not be taken for each other: a hash for each. */
static void part_hashes(ferry_bytes file) {
    uint32_t first = ferry_be32(file.data + 0x14);
    for (uint32_t i = first; i < ferry_be32(file.data + 4); i++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * (size_t)i);
        uint8_t *hash = (uint8_t *)(uintptr_t)file.data + (entry & 0xFFFFFF) + 0x34 + 8;
        if (entry >> 24 == 'M' && ferry_be32(hash - 4)) hash[3] = (uint8_t)i;
    }
}

/* A gallery of materials with two textures, with such a chunk. */
static game open_game(const fy_chunk *chunk) {
    game g = {.job = fy_quick_job()};
    ferry_bytes strings, bytes;
    g.file = convert(g.job, "gallery-pairs.bdl");
    part_hashes(g.file);
    bytes = fy_chunk_build(g.job, chunk, text_of(g.file), &strings);
    g.model = fake_load(g.file, bytes, strings);
    fake_open(2);
    ck_assert(ferry64_tracks_open(&g.tracks, g.model));
    return g;
}

/* When all is drawn. */
static void close_player(Ferry64Player *player) {
    fake_close();
    ferry64_player_close(player);
}

/* The model is as it was loaded: fake_free() looks. */
static void close_game(game *g) {
    ferry64_tracks_close(&g->tracks);
    fake_free(g->model);
    ferry_close(g->job);
}

/* ----------------------------------------------------------------------------------- what must come */

/* What the core's curves say of a track. */
static void value_at(const fy_chunk_track *track, double time, double value[4]) {
    double times[FY_CHUNK_KEYS];
    float values[4 * FY_CHUNK_KEYS];
    for (int i = 0; i < track->keys; i++) times[i] = (double)track->times[i];
    for (int i = 0; i < track->keys * track->width; i++)
        values[i] = track->offset + track->scale * (float)track->values[i];
    ferry_track as = {.interpolation = track->interpolation ? FERRY_LINEAR : FERRY_STEP,
                      .width = track->width,
                      .key_count = track->keys,
                      .times = times,
                      .values = values};
    fy_track_at(&as, time, value);
}

static ferry_clip clip_of(const fy_chunk_clip *from) {
    return (ferry_clip){
        .duration = (double)from->duration, .rate = (double)from->rate, .loop = (ferry_loop)from->loop};
}

/* All that a chunk says at a moment of one of its clips, seconds after its start. */
typedef struct expected {
    bool shown[64];
    uint32_t materials[64]; /* numbers */
    double low[64][2][2];
    bool moved_low[64][2], colored[64][2]; /* else at rest */
    double colors[64][2][4];
    double weights[8], areas[8][4];
    bool painted[8];
} expected;

static uint32_t material_number(const game *g, const T3DMaterial *material) {
    uint32_t number = 0;
    while (fake_material(g->model, number) != material) number++;
    return number;
}

static void expect_rest(const game *g, const fy_chunk *chunk, expected *e) {
    memset(e, 0, sizeof *e);
    for (uint32_t o = 0; o < g->tracks.object_count; o++) {
        e->shown[o] = true;
        e->materials[o] = material_number(g, g->tracks.objects[o].material);
    }
    for (uint32_t i = 0; i < chunk->hidden_count; i++) e->shown[chunk->hidden[i]] = false;
}

static void expect_clip(const fy_chunk *chunk, uint32_t index, double seconds, expected *e) {
    const fy_chunk_track *track = chunk->tracks;
    ferry_clip clip = clip_of(&chunk->clips[index]);
    double time = (double)(float)fy_clip_time(&clip, seconds), value[4];
    for (uint32_t i = 0; i < index; i++) track += chunk->clips[i].tracks;
    for (uint32_t i = 0; i < chunk->clips[index].tracks; i++, track++) {
        value_at(track, time, value);
        uint32_t o = track->object, k = track->target == 5;
        if (track->target == 1) e->shown[o] = value[0] >= 0.5;
        if (track->target == 2) e->materials[o] = (uint32_t)(value[0] + 0.5);
        if (track->target == 3) e->moved_low[o][track->slot] = true;
        if (track->target == 3) memcpy(e->low[o][track->slot], value, sizeof e->low[o][0]);
        if (track->target == 4 || track->target == 5) e->colored[o][k] = true;
        if (track->target == 4 || track->target == 5) memcpy(e->colors[o][k], value, sizeof e->colors[o][k]);
        if (track->target == 6) e->weights[o] = value[0];
        if (track->target == 7) e->painted[o] = true;
        if (track->target == 7) memcpy(e->areas[o], value, sizeof e->areas[o]);
    }
}

static uint32_t byte_of(double value) {
    return (uint32_t)(value < 0 ? 0 : value > 255 ? 255 : floor(value + 0.5));
}

static double unit_of(uint32_t packed, uint32_t bits, double steps) {
    return (packed < 1u << (bits - 1) ? (double)packed : (double)packed - (double)(1u << bits)) / steps;
}

/* A vertex of the model, moved by all morphs and painted by all areas, before it is rounded. */
typedef struct moved {
    double position[3], st[2];
    uint16_t normal;
    uint32_t rgba;
} moved;

static moved moved_vertex(const game *g, const fy_chunk *chunk, const expected *e, uint32_t vertex) {
    fake_vertex v = fake_vertex_of(fake_vertices(g->model), vertex);
    moved m = {{v.position[0], v.position[1], v.position[2]}, {v.st[0], v.st[1]}, v.normal, v.rgba};
    double normal[3] = {0, 0, 0};
    for (uint32_t i = 0; i < chunk->morph_count; i++)
        for (uint32_t j = 0; j < chunk->morphs[i].count; j++) {
            const fy_chunk_move *by = &chunk->morphs[i].moves[j];
            bool shifts = chunk->morphs[i].kind == 1;
            if (by->vertex != vertex) continue;
            for (int k = 0; k < 3 && !shifts; k++) m.position[k] += e->weights[i] * by->numbers[k];
            for (int k = 0; k < 3 && !shifts; k++) normal[k] += e->weights[i] * by->normal[k] / 64;
            for (int k = 0; k < 2 && shifts; k++) m.st[k] += e->weights[i] * by->numbers[k];
        }
    if (fabs(normal[0]) + fabs(normal[1]) + fabs(normal[2]) > 0) {
        T3DVec3 n = {{(float)(unit_of(v.normal >> 11, 5, 15.5) + normal[0]),
                      (float)(unit_of(v.normal >> 5 & 63, 6, 31.5) + normal[1]),
                      (float)(unit_of(v.normal & 31, 5, 15.5) + normal[2])}};
        m.normal = t3d_vert_pack_normal(&n);
    }
    for (uint32_t i = 0; i < chunk->area_count; i++)
        for (uint32_t j = 0; j < chunk->areas[i].count && e->painted[i]; j++) {
            if (chunk->areas[i].vertices[j] != vertex) continue;
            m.rgba = 0;
            for (int k = 0; k < 4; k++) m.rgba = m.rgba << 8 | byte_of(e->areas[i][k]);
        }
    return m;
}

/* Where a part's vertices lie in the file. */
static uint32_t first_vertex(const game *g, uint32_t object, uint32_t part) {
    for (uint32_t i = 0; i < ferry_be32(g->file.data + 4); i++) {
        uint32_t entry = ferry_be32(g->file.data + 0x2C + 4 * (size_t)i);
        if (entry >> 24 == 'O' && object-- == 0)
            return ferry_be32(g->file.data + (entry & 0xFFFFFF) + 0x20 + 0x18 * (size_t)part) / 16;
    }
    ck_abort_msg("no such object");
}

static void expect_vertices(const game *g, const fy_chunk *chunk, const expected *e, const fake_drawn *d,
                            uint32_t o) {
    for (uint32_t p = 0; p < d->part_count; p++) {
        const fake_part *part = fake_part_at(d->first_part + p);
        for (uint32_t i = 0; i < 2 * part->pairs; i++) {
            moved want = moved_vertex(g, chunk, e, first_vertex(g, o, p) + i);
            fake_vertex got = fake_vertex_of(part->at, i);
            for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(got.position[k], want.position[k], .501);
            for (int k = 0; k < 2; k++) ck_assert_double_eq_tol(got.st[k], want.st[k], .501);
            ck_assert_uint_eq(got.normal, want.normal);
            ck_assert_uint_eq(got.rgba, want.rgba);
        }
    }
}

static void expect_color(color_t got, const double want[4]) {
    const uint8_t bytes[4] = {got.r, got.g, got.b, got.a};
    bool none = byte_of(want[0]) + byte_of(want[1]) + byte_of(want[2]) + byte_of(want[3]) == 0;
    for (int k = 0; k < 4; k++) {
        double number = none && k == 2 ? 1 : want[k]; /* else Tiny3D might not send it */
        ck_assert_double_eq_tol(bytes[k], number < 0 ? 0 : number > 255 ? 255 : number, .501);
    }
}

/* Whole periods apart, and where libdragon takes it. */
static void expect_low(const T3DMaterial *material, int tile, const float got[2], const double want[2]) {
    const T3DMaterialTexture *texture = tile ? &material->textureB : &material->textureA;
    for (int axis = 0; axis < 2; axis++) {
        const T3DMaterialAxis *a = axis ? &texture->t : &texture->s;
        double period = (axis ? texture->texHeight : texture->texWidth) * (a->mirror ? 2 : 1);
        double apart = ((double)got[axis] - want[axis]) / period;
        if (a->clamp) continue;
        ck_assert((double)got[axis] >= 0 && (double)got[axis] < 512);
        ck_assert_double_eq_tol(apart, floor(apart + 0.5), 0.126 / period);
    }
}

/* What was drawn is what the chunk says. */
static void expect_drawn(const game *g, const fy_chunk *chunk, const expected *e, uint32_t first) {
    uint32_t at = first;
    for (uint32_t o = 0; o < g->tracks.object_count; o++) {
        if (!e->shown[o]) continue;
        ck_assert_uint_lt(at, fake_count);
        const fake_drawn *d = &fake_list[at++];
        ck_assert_ptr_eq(d->object, fake_object(g->model, o));
        uint32_t m = e->materials[o];
        ck_assert_ptr_eq(d->material, fake_material(g->model, m));
        for (int tile = 0; tile < 2; tile++) {
            const T3DMaterialTexture *texture = tile ? &d->material->textureB : &d->material->textureA;
            if (texture->texPath) ck_assert_str_eq(d->path[tile], texture->texPath);
            if (e->moved_low[m][tile]) expect_low(d->material, tile, d->low[tile], e->low[m][tile]);
            if (!e->moved_low[m][tile] && texture->texPath)
                ck_assert_float_eq(d->low[tile][0], g->tracks.materials[m].low[tile][0]);
        }
        if (e->colored[m][0]) expect_color(d->prim, e->colors[m][0]);
        if (e->colored[m][1]) expect_color(d->env, e->colors[m][1]);
        if (!e->colored[m][0] && d->material->setColorFlags & 1)
            ck_assert_mem_eq(&d->prim, &g->tracks.materials[m].prim, sizeof d->prim);
        expect_vertices(g, chunk, e, d, o);
    }
}

/* ------------------------------------------------------------------------------------- a small film */

/* Of the gallery: objects 0 and 2 have vertices that move; 40 and 41 are of object 0's first part. */
static const fy_chunk_move moves_a[] = {{40, {100, -50, 7}, {0, 0, 0}}, {41, {-20, 31, 5}, {20, -10, 3}}};
static const fy_chunk_move moves_b[] = {
    {3, {9, 9, 9}, {0, 0, 40}}, {41, {11, 12, 13}, {-5, 0, 0}}, {0, {0, 0, 0}, {0, 0, 0}}};
static const fy_chunk_move shifts[] = {{41, {64, -33, 0}, {0, 0, 0}}, {43, {-7, 90, 0}, {0, 0, 0}}};
static const fy_chunk_morph morphs[] = {{0, 2, moves_a}, {0, 2, moves_b}, {1, 2, shifts}};
static const uint32_t area_a[] = {1, 40}, area_b[] = {42};
static const fy_chunk_area areas[] = {{2, area_a}, {1, area_b}};
static const uint16_t hidden[] = {3};

enum { VISIBLE = 1, SWITCH, LOW, PRIM, ENV, MORPH, AREA };

static const fy_chunk_track film[] = {
    /* walk.bck: no tracks; walk.btk: */
    {LOW, 0, 1, 2, 0, 3, {0, .5f, 1}, {0, 0, 700, 65535, 2000, 12}, .01f, -300},
    {LOW, 1, 1, 2, 2, 2, {0, 1}, {0, 0, 1000, 500}, .25f, 0},
    {PRIM, 0, 1, 4, 0, 2, {0, 1}, {0, 0, 0, 0, 255, 100, 300, 255}, 1, 0},
    {ENV,
     0,
     1,
     4,
     1,
     4,
     {.1f, .3f, .3f, .9f},
     {9, 8, 7, 6, 90, 80, 70, 60, 200, 0, 100, 255, 0, 0, 0, 0},
     1,
     0},
    {MORPH, 0, 1, 1, 0, 3, {0, .4f, 1}, {0, 1000, 0}, .001f, 0},
    {MORPH, 0, 1, 1, 1, 2, {.2f, .6f}, {0, 1000}, .003f, -1},
    {MORPH, 0, 0, 1, 2, 3, {0, .3f, .8f}, {2, 0, 3}, .5f, 0},
    {AREA, 0, 1, 4, 0, 2, {0, 1}, {10, 20, 30, 40, 250, 240, 230, 220}, 1, 0},
    /* walk.btp */
    {SWITCH, 0, 0, 1, 1, 3, {0, .25f, .5f}, {1, 0, 3}, 1, 0},
    {VISIBLE, 0, 0, 1, 2, 3, {0, .2f, .4f}, {1, 0, 1}, 1, 0},
    {VISIBLE, 0, 0, 1, 3, 2, {0, .1f}, {0, 1}, 1, 0},
    /* rest.brk: nothing of the above but one */
    {AREA, 0, 0, 4, 1, 1, {0}, {1, 2, 3, 4}, 1, 0},
    {PRIM, 0, 0, 4, 3, 1, {0}, {0, 0, 0, 0}, 1, 0},
};

static const fy_chunk_clip clips[] = {{"walk", "bck", 1, 30, 2, 0, 0},
                                      {"walk", "btk", 1, 30, 2, 0xFFFF, 8},
                                      {"walk", "btp", .5f, 30, 4, 0xFFFF, 3},
                                      {"rest", "brk", .25f, 30, 0, 0xFFFF, 2}};

static const fy_chunk whole = {clips,        film,        morphs,        areas,        hidden,
                               COUNT(clips), COUNT(film), COUNT(morphs), COUNT(areas), COUNT(hidden)};

static void expect_walk(const game *g, double seconds, expected *e) {
    expect_rest(g, &whole, e);
    expect_clip(&whole, 1, seconds, e);
    expect_clip(&whole, 2, seconds, e);
}

/* Every kind, over three rounds and at moments between the keys. */
START_TEST(values_of_every_kind) {
    game g = open_game(&whole);
    Ferry64Player player;
    expected e;
    ck_assert_uint_eq(ferry64_clip_count(&g.tracks), 4);
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    expect_rest(&g, &whole, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    ck_assert(ferry64_play(&player, "walk"));
    for (int frame = 0; frame < 90; frame++) {
        expect_walk(&g, frame / 30.0, &e);
        ferry64_draw(&player, NULL);
        expect_drawn(&g, &whole, &e, 0);
        fake_frame();
        ferry64_update(&player, 1 / 30.0f);
    }
    for (int i = 0; i < 50; i++) {
        ferry64_set_time(&player, (float)i * .0371f);
        expect_walk(&g, (double)((float)i * .0371f), &e);
        ferry64_draw(&player, NULL);
        expect_drawn(&g, &whole, &e, 0);
        fake_frame();
    }
    close_player(&player);
    close_game(&g);
}
END_TEST

/* After another clip, a clip is what it is by itself; after none, all is as at rest. */
START_TEST(a_start_begins_at_rest) {
    game g = open_game(&whole);
    Ferry64Player player;
    expected e;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ck_assert(ferry64_play(&player, "walk"));
    ferry64_update(&player, .3f);
    ferry64_draw(&player, NULL);
    fake_frame();
    ck_assert(ferry64_play(&player, "rest"));
    expect_rest(&g, &whole, &e);
    expect_clip(&whole, 3, 0, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    ck_assert(!ferry64_play(&player, "run"));
    expect_rest(&g, &whole, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    close_player(&player);
    close_game(&g);
}
END_TEST

/* A face beside a body: the later one wins, and when it goes the first one is seen again. */
START_TEST(clips_play_beside_each_other) {
    game g = open_game(&whole);
    Ferry64Player player;
    expected e;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ck_assert(ferry64_play(&player, "walk"));
    ferry64_set_time(&player, .3f);
    ck_assert(ferry64_add(&player, "rest"));
    ck_assert(!ferry64_add(&player, "run"));
    expect_walk(&g, (double).3f, &e);
    expect_clip(&whole, 3, 0, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    ferry64_remove(&player, "rest");
    expect_walk(&g, (double).3f, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    ck_assert_uint_eq(player.playing_count, 3);
    for (int i = 0; i < 3; i++)
        ck_assert(ferry64_add(&player, "walk")); /* starts again, is not there twice */
    ck_assert_uint_eq(player.playing_count, 3);
    ck_assert(player.playing[2].seconds <= 0);
    close_player(&player);
    close_game(&g);
}
END_TEST

/* Of one model in one frame, drawn one behind the other, each at its own moment. */
START_TEST(two_instances) {
    game g = open_game(&whole);
    Ferry64Player players[2];
    expected e;
    for (int i = 0; i < 2; i++) ck_assert(ferry64_player_open(&players[i], &g.tracks, 2));
    ferry64_play(&players[0], "walk");
    for (int frame = 0; frame < 40; frame++) {
        if (frame == 7) ferry64_play(&players[1], "walk");
        for (int i = 0; i < 2; i++) {
            uint32_t first = fake_count;
            ferry64_draw(&players[i], NULL);
            expect_rest(&g, &whole, &e);
            if (i == 0) expect_walk(&g, frame / 30.0, &e);
            if (i == 1 && frame >= 7) expect_walk(&g, (frame - 7) / 30.0, &e);
            expect_drawn(&g, &whole, &e, first);
            ferry64_update(&players[i], 1 / 30.0f);
        }
        fake_frame();
    }
    for (int i = 0; i < 2; i++) close_player(&players[i]);
    close_game(&g);
}
END_TEST

/* The machine looks at vertices as late as it may, and finds them as they were queued (fake_frame() fails
 * else). A copy that need not change stays. */
START_TEST(buffers_stay_while_they_are_read) {
    for (uint32_t buffers = 2; buffers <= 4; buffers++) {
        game g = open_game(&whole);
        Ferry64Player player;
        fake_open(buffers);
        ck_assert(ferry64_player_open(&player, &g.tracks, buffers));
        ferry64_play(&player, "walk");
        for (int frame = 0; frame < 30; frame++) {
            uint32_t copy = player.copy;
            ferry64_draw(&player, NULL);
            ck_assert_uint_ne(player.copy, copy);
            copy = player.copy;
            ferry64_draw(&player, NULL); /* in a second viewport */
            ck_assert_uint_eq(player.copy, copy);
            fake_frame();
            ferry64_update(&player, frame % 5 ? 1 / 60.0f : .2f);
        }
        close_player(&player);
        close_game(&g);
    }
}
END_TEST

/* What no clip moves is drawn from the model, and never copied. */
START_TEST(only_parts_that_move_are_copied) {
    game g = open_game(&whole);
    Ferry64Player player;
    uint32_t pairs = 0, all = 0;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ferry64_play(&player, "walk");
    ferry64_update(&player, .3f);
    ferry64_draw(&player, NULL);
    for (uint32_t i = 0; i < fake_count; i++)
        for (uint32_t p = 0; p < fake_list[i].part_count; p++) {
            const fake_part *part = fake_part_at(fake_list[i].first_part + p);
            bool copied =
                part->at >= player.copies && part->at < player.copies + g.tracks.copied * player.copy_count;
            pairs += copied ? part->pairs : 0;
            all += part->pairs;
            if (copied) ck_assert(ferry64_object_changes(&g.tracks, fake_list[i].object) & FERRY64_VERTICES);
        }
    ck_assert_uint_eq(pairs, g.tracks.copied);
    ck_assert_uint_gt(pairs, 0);
    ck_assert_uint_lt(2 * pairs, all);
    fake_frame();
    close_player(&player);
    close_game(&g);
}
END_TEST

/* One morph stays, the other one moves the texture of two vertices. */
static const fy_chunk_move held_moves[] = {{40, {100, -50, 7}, {0, 0, 5}}, {41, {-20, 31, 5}, {20, -10, 3}}};
static const fy_chunk_move slid[] = {{2, {10, 0, 0}, {0, 0, 0}}, {3, {20, 40, 0}, {0, 0, 0}}};
static const fy_chunk_morph held_morphs[] = {{0, 2, held_moves}, {1, 2, slid}};
static const fy_chunk_track held_film[] = {{MORPH, 0, 1, 1, 0, 1, {0}, {1}, 1, 0},
                                           {MORPH, 0, 1, 1, 1, 3, {0, .5f, 1}, {0, 4, 4}, 1, 0}};
static const fy_chunk_clip held_clips[] = {{"walk", "blk", 1, 30, 0, 0xFFFF, 2}};
static const fy_chunk held = {.clips = held_clips,
                              .tracks = held_film,
                              .morphs = held_morphs,
                              .clip_count = 1,
                              .track_count = 2,
                              .morph_count = 2};

/* A vertex of the model as it lies in the copy that is drawn. */
static T3DVertPacked *copied_pair(const game *g, const Ferry64Player *player, uint32_t vertex) {
    uint32_t run = 0, place;
    ck_assert(ferry64_place(&g->tracks, vertex, &run, &place));
    return player->copies + g->tracks.copied * player->copy + place / 2;
}

/* Only what moves otherwise than before is written: nothing of a morph that stays, no position of a vertex
 * whose texture moves. */
START_TEST(what_stays_is_not_written) {
    game g = open_game(&held);
    Ferry64Player player;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ferry64_play(&player, "walk");
    for (int frame = 0; frame < 22; frame++) {
        uint32_t copy = (player.copy + 1) % 2;
        T3DVertPacked *pair =
            copied_pair(&g, &player, 2) + g.tracks.copied * copy - g.tracks.copied * player.copy;
        T3DVertPacked before = *pair;
        pair->posA[0] = 12345; /* nobody else writes here */
        fake_written = 0;
        ferry64_apply(&player);
        /* both copies have the first morph after two frames; the second one stays from the middle on */
        ck_assert_uint_eq(fake_written, frame == 0 ? 32 : frame == 1 ? 64 : frame <= 15 ? 32 : 0);
        if (frame > 1 && frame <= 15) {
            ck_assert_uint_eq(player.copy, copy);
            ck_assert_int_eq(pair->stB[0],
                             fake_vertices(g.model)[1].stB[0] + (int)floor(20 * 4 * frame / 15. + .5));
        }
        ck_assert_int_eq(pair->posA[0], 12345);
        pair->posA[0] = before.posA[0];
        ferry64_update(&player, 1 / 30.0f);
    }
    close_player(&player);
    close_game(&g);
}
END_TEST

/* Nobody reads where vertices are, and what morphs do to them, once the model is open. */
START_TEST(moves_are_read_once) {
    game g = open_game(&whole);
    Ferry64Player player;
    expected e;
    static const struct {
        int section;
        uint32_t bytes;
    } records[] = {{FERRY64_MOVE, 14}, {FERRY64_SHFT, 8}, {FERRY64_VERT, 4}};
    uint8_t kept[COUNT(records)][64];
    for (uint32_t i = 0; i < COUNT(records); i++) {
        const Ferry64Section *of = &g.tracks.sections[records[i].section];
        memcpy(kept[i], of->at, records[i].bytes * of->count);
        memset((uint8_t *)(uintptr_t)of->at, 0xA5, records[i].bytes * of->count);
    }
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ferry64_play(&player, "walk");
    ferry64_set_time(&player, 8 / 30.0f);
    expect_walk(&g, 8 / 30.0, &e);
    ferry64_draw(&player, NULL);
    expect_drawn(&g, &whole, &e, 0);
    fake_frame();
    for (uint32_t i = 0; i < COUNT(records); i++) {
        const Ferry64Section *of = &g.tracks.sections[records[i].section];
        memcpy((uint8_t *)(uintptr_t)of->at, kept[i], records[i].bytes * of->count);
    }
    close_player(&player);
    close_game(&g);
}
END_TEST

/* A loop of one's own, with Tiny3D's drawing, with the filter: the same. What a block may keep is known. */
START_TEST(ways_to_draw_agree) {
    game g = open_game(&whole);
    Ferry64Player player;
    expected e;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ferry64_play(&player, "walk");
    ferry64_update(&player, 8 / 30.0f);
    expect_walk(&g, 8 / 30.0, &e);
    ferry64_apply(&player);
    T3DModelState state = {0};
    for (uint32_t o = g.tracks.object_count; o-- > 0;) { /* backwards, to ask out of order */
        T3DObject *object = fake_object(g.model, o);
        ck_assert_int_eq(ferry64_shows(&g.tracks, object), e.shown[o]);
        if (!ferry64_shows(&g.tracks, object)) continue;
        t3d_model_draw_material(object->material, &state);
        t3d_model_draw_object(object, NULL);
        ck_assert_ptr_eq(fake_list[fake_count - 1].material, fake_material(g.model, e.materials[o]));
    }
    uint32_t first = fake_count;
    t3d_model_draw_custom(g.model, (T3DModelDrawConf){.userData = &g.tracks, .filterCb = ferry64_filter});
    expect_drawn(&g, &whole, &e, first);
    for (uint32_t o = 0; o < g.tracks.object_count; o++) {
        uint32_t changes = ferry64_object_changes(&g.tracks, fake_object(g.model, o));
        ck_assert_int_eq((changes & FERRY64_VISIBLE) != 0, o == 2 || o == 3);
        ck_assert_int_eq((changes & FERRY64_VERTICES) != 0, o == 0);
        uint32_t m = material_number(&g, g.tracks.objects[o].material);
        ck_assert_int_eq((changes & FERRY64_MATERIAL) != 0, o == 1 || m <= 3);
    }
    fake_frame();
    close_player(&player);
    close_game(&g);
}
END_TEST

/* Textures of materials that are not drawn yet come before they are needed, once each, and go with
 * the model. */
START_TEST(textures_can_be_loaded_before) {
    game g = open_game(&whole);
    Ferry64Player player;
    ck_assert_uint_eq(fake_textures, 0);
    ferry64_tracks_preload(&g.tracks);
    uint32_t loads = fake_loads;
    ck_assert_uint_gt(loads, 0);
    ck_assert_uint_eq(fake_blocks, 0);
    ck_assert_uint_eq(fake_count, 0);
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ferry64_play(&player, "walk");
    for (int frame = 0; frame < 30; frame++) {
        ferry64_draw(&player, NULL);
        fake_frame();
        ferry64_update(&player, 1 / 30.0f);
    }
    ck_assert_uint_eq(fake_loads, loads);
    close_player(&player);
    close_game(&g);
    ck_assert_uint_eq(fake_textures, 0);
}
END_TEST

START_TEST(clips_are_found_by_name) {
    game g = open_game(&whole);
    Ferry64Clip clip;
    ck_assert(ferry64_clip(&g.tracks, 2, &clip));
    ck_assert_str_eq(clip.name, "walk");
    ck_assert_str_eq(clip.kind, "btp");
    ck_assert_float_eq(clip.duration, .5f);
    ck_assert_float_eq(clip.rate, 30);
    ck_assert_uint_eq(clip.loop, FERRY64_MIRROR);
    ck_assert_ptr_null(ferry64_clip_animation(&g.tracks, &clip));
    ck_assert(!ferry64_clip(&g.tracks, 4, &clip));
    ck_assert_uint_eq(ferry64_find_clip(&g.tracks, "walk", 0), 0);
    ck_assert_uint_eq(ferry64_find_clip(&g.tracks, "walk", 2), 2);
    ck_assert_uint_eq(ferry64_find_clip(&g.tracks, "walk", 3), 4);
    ck_assert_uint_eq(ferry64_find_clip(&g.tracks, "rest", 0), 3);
    ck_assert_uint_eq(ferry64_find_clip(&g.tracks, "wal", 0), 4);
    close_game(&g);
}
END_TEST

/* The clips of one name have loop modes of their own; those of the joints may come last. */
START_TEST(joints_repeat_as_their_clip_does) {
    static const fy_chunk_clip modes[] = {
        {"a", "btk", 1, 30, FERRY64_REPEAT, 0xFFFF, 0}, {"a", "bck", 1, 30, FERRY64_ONCE, 0, 0},
        {"b", "bck", 1, 30, FERRY64_REPEAT, 0, 0},      {"b", "brk", 1, 30, FERRY64_ONCE, 0xFFFF, 0},
        {"c", "btk", 1, 30, FERRY64_ONCE, 0xFFFF, 0},   {"c", "bck", 1, 30, FERRY64_MIRROR, 0, 0},
        {"d", "bck", 1, 30, FERRY64_MIRROR_ONCE, 0, 0}, {"e", "bck", 1, 30, FERRY64_ONCE_RESET, 0, 0},
        {"f", "btk", 1, 30, FERRY64_ONCE, 0xFFFF, 0}};
    fy_chunk chunk = {.clips = modes, .clip_count = COUNT(modes)};
    game g = open_game(&chunk);
    Ferry64Tracks none;
    ck_assert(!ferry64_repeats(&g.tracks, "a"));
    ck_assert(ferry64_repeats(&g.tracks, "b"));
    ck_assert(ferry64_repeats(&g.tracks, "c"));
    ck_assert(!ferry64_repeats(&g.tracks, "d"));
    ck_assert(!ferry64_repeats(&g.tracks, "e"));
    ck_assert(ferry64_repeats(&g.tracks, "f")); /* moves no joints */
    ck_assert(ferry64_repeats(&g.tracks, "none"));
    memset(&none, 0, sizeof none);
    ck_assert(ferry64_repeats(&none, "a"));
    close_game(&g);
}
END_TEST

/* --------------------------------------------------------------------------------------------------- time */

/* As the core has them (core/scene/curve.c), on both sides of every frame and a long way on. */
START_TEST(loop_modes_are_the_scenes) {
    static const float durations[] = {0, .0005f, 1, 2.5f, 31 / 30.0f, 7 / 60.0f, 10};
    static const float rates[] = {30, 60, 25};
    for (uint32_t d = 0; d < COUNT(durations); d++)
        for (uint32_t r = 0; r < COUNT(rates); r++)
            for (uint8_t loop = 0; loop < 5; loop++) {
                Ferry64Clip clip = {.duration = durations[d], .rate = rates[r], .loop = loop};
                ferry_clip as = {
                    .duration = (double)durations[d], .rate = (double)rates[r], .loop = (ferry_loop)loop};
                for (int frame = -1; frame < 140; frame++)
                    for (int part = -1; part <= 2; part++) {
                        double seconds = (frame + part * .0004) / (double)rates[r];
                        ck_assert_double_eq_tol((double)ferry64_clip_time(&clip, seconds),
                                                fy_clip_time(&as, seconds),
                                                1e-6 * (1 + (double)durations[d]));
                    }
            }
}
END_TEST

/* Adding up frames comes to where the time by itself does, hours later too, and what is played once ends. */
START_TEST(time_goes_on) {
    static const fy_chunk_clip modes[] = {
        {"0", "bva", .5f, 30, 0, 0xFFFF, 0}, {"1", "bva", .35f, 30, 1, 0xFFFF, 0},
        {"2", "bva", .7f, 30, 2, 0xFFFF, 0}, {"3", "bva", .5f, 30, 3, 0xFFFF, 0},
        {"4", "bva", .7f, 30, 4, 0xFFFF, 0}, {"5", "bva", 0, 30, 2, 0xFFFF, 0}};
    static const int ends[] = {15, 11, -1, 30, -1, 0}; /* the first frame that does not move any more */
    fy_chunk chunk = {.clips = modes, .clip_count = COUNT(modes)};
    game g = open_game(&chunk);
    Ferry64Player player;
    Ferry64Clip clip;
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    for (uint32_t m = 0; m < COUNT(modes); m++) {
        ck_assert(ferry64_play(&player, modes[m].name));
        ck_assert(ferry64_clip(&g.tracks, m, &clip));
        ferry_clip as = clip_of(&modes[m]);
        for (int frame = 0; frame < 200000; frame++) {
            if (frame < 100) ck_assert_int_eq(ferry64_is_playing(&player), ends[m] < 0 || frame < ends[m]);
            if (frame < 100 || frame % 4001 == 0)
                ck_assert_double_eq_tol((double)ferry64_clip_time(&clip, player.playing[0].seconds),
                                        fy_clip_time(&as, frame * (double)(1 / 30.0f)), 1e-4);
            ferry64_update(&player, 1 / 30.0f);
        }
    }
    player.speed = .5f;
    ferry64_play(&player, "2");
    ferry64_update(&player, .5f);
    ck_assert_double_eq_tol(player.playing[0].seconds, .25, 1e-9);
    close_player(&player);
    close_game(&g);
}
END_TEST

/* -------------------------------------------------------------------------------------- what is bad */

/* Tracks that name what is not there change nothing; neither do numbers that are none. */
START_TEST(what_is_beyond_the_model_is_ignored) {
    static const fy_chunk_move far[] = {{4000000000u, {1, 1, 1}, {0, 0, 0}}, {70000, {1, 1, 1}, {0, 0, 0}}};
    static const fy_chunk_morph far_morphs[] = {{0, 2, far}, {7, 1, far}};
    static const uint32_t far_vertices[] = {4000000000u};
    static const fy_chunk_area far_areas[] = {{1, far_vertices}};
    static const uint16_t far_hidden[] = {60000};
    static const fy_chunk_track far_tracks[] = {
        {VISIBLE, 0, 0, 1, 60000, 1, {0}, {0}, 1, 0},
        {SWITCH, 0, 0, 1, 60000, 1, {0}, {0}, 1, 0},
        {SWITCH, 0, 0, 1, 0, 1, {0}, {60000}, 1, 0},
        {SWITCH, 0, 0, 1, 0, 1, {0}, {0}, 1, INFINITY},
        {LOW, 0, 1, 2, 60000, 1, {0}, {0, 0}, 1, 0},
        {LOW, 2, 1, 2, 0, 1, {0}, {5, 5}, 1, 0},
        {PRIM, 0, 1, 4, 60000, 1, {0}, {0, 0, 0, 0}, 1, 0},
        {ENV, 0, 1, 4, 60000, 1, {0}, {0, 0, 0, 0}, 1, 0},
        {MORPH, 0, 1, 1, 0, 1, {0}, {1}, 1, 0},
        {MORPH, 0, 1, 1, 1, 1, {0}, {1}, 1, 0},
        {MORPH, 0, 1, 1, 60000, 1, {0}, {1}, 1, 0},
        {AREA, 0, 1, 4, 0, 1, {0}, {1, 2, 3, 4}, 1, 0},
        {AREA, 0, 1, 4, 60000, 1, {0}, {1, 2, 3, 4}, 1, 0},
        {PRIM, 0, 1, 3, 0, 1, {0}, {1, 2, 3}, 1, 0}, /* of the wrong width */
        {VISIBLE, 0, 0, 1, 0, 0, {0}, {0}, 1, 0},    /* no keys */
        {99, 0, 0, 1, 0, 1, {0}, {0}, 1, 0},         /* of a later version */
        {0, 0, 0, 1, 0, 1, {0}, {0}, 1, 0},
    };
    static const fy_chunk_clip far_clips[] = {{"far", "bva", 1, 30, 2, 9, COUNT(far_tracks)},
                                              {"none", "bva", NAN, NAN, 77, 9, 0}};
    static const fy_chunk chunk = {far_clips, far_tracks,        far_morphs,        far_areas, far_hidden,
                                   2,         COUNT(far_tracks), COUNT(far_morphs), 1,         1};
    game g = open_game(&chunk);
    Ferry64Player player;
    Ferry64Clip clip;
    expected e;
    ck_assert_uint_eq(g.tracks.copied, 0);
    ck_assert(ferry64_player_open(&player, &g.tracks, 2));
    ck_assert(ferry64_play(&player, "far"));
    ck_assert(ferry64_add(&player, "none"));
    expect_rest(&g, &whole, &e);
    e.shown[hidden[0]] = true;
    for (int frame = 0; frame < 4; frame++) {
        ferry64_draw(&player, NULL);
        expect_drawn(&g, &chunk, &e, 0);
        fake_frame();
        ferry64_update(&player, frame == 2 ? NAN : .1f);
    }
    ck_assert(ferry64_clip(&g.tracks, 0, &clip));
    ck_assert_ptr_null(ferry64_clip_animation(&g.tracks, &clip));
    ck_assert_uint_eq(ferry64_object_changes(&g.tracks, NULL), 0);
    ck_assert(ferry64_shows(&g.tracks, NULL));
    close_player(&player);
    close_game(&g);
}
END_TEST

/* Any byte of the chunk may be any other: all runs, and nothing outside of model and copies is touched (ASan
 * looks). */
START_TEST(broken_chunks_do_no_harm) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, "gallery-pairs.bdl"), strings;
    ferry_bytes good = fy_chunk_build(job, &whole, text_of(file), &strings);
    uint8_t *bytes = ferry_new(job, uint8_t, good.size);
    static const uint8_t patches[] = {0x00, 0x7F, 0x80, 0xFF};
    uint32_t entry = 8 + 12, text = ferry_be32(good.data + entry + 4); /* of the clips */
    for (size_t at = 0; at < good.size; at++)
        for (uint32_t k = 0; k < COUNT(patches); k++) {
            bool names = at >= text && at < text + 28 * COUNT(clips) && (at - text) % 28 < 8;
            if (names || (at >= entry && at < entry + 8))
                continue; /* where text is, Tiny3D's word is taken, too */
            memcpy(bytes, good.data, good.size);
            bytes[at] = patches[k];
            T3DModel *model = fake_load(file, (ferry_bytes){bytes, good.size}, strings);
            Ferry64Tracks tracks;
            Ferry64Player player;
            fake_open(2);
            bool opened = ferry64_tracks_open(&tracks, model);
            ck_assert(opened || at < 8);
            ck_assert(ferry64_player_open(&player, &tracks, 2));
            ferry64_play(&player, "walk");
            for (int frame = 0; frame < 2; frame++) {
                ferry64_update(&player, .26f);
                ferry64_apply(&player);
            }
            close_player(&player);
            ferry64_tracks_close(&tracks);
            fake_free(model);
        }
    ferry_close(job);
}
END_TEST

/* Refused memory is said, and the model is drawn as at rest, or all but its vertices move. */
START_TEST(memory_may_end) {
    bool opened = false;
    for (int pieces = 0; !opened; pieces++) {
        ferry_job *job = fy_quick_job();
        ferry_bytes file = convert(job, "gallery-pairs.bdl"), strings;
        part_hashes(file);
        ferry_bytes bytes = fy_chunk_build(job, &whole, text_of(file), &strings);
        game g = {.job = job, .file = file, .model = fake_load(file, bytes, strings)};
        Ferry64Player player;
        fake_open(2);
        pieces_left = pieces;
        bool known = ferry64_tracks_open(&g.tracks, g.model);
        opened = ferry64_player_open(&player, &g.tracks, 2) && known;
        ck_assert_int_eq(known, pieces >= 13);
        ck_assert_int_eq(opened, pieces >= 15);
        pieces_left = 0; /* no more is asked for */
        ck_assert_int_eq(ferry64_play(&player, "walk"), known);
        ferry64_set_time(&player, .3f);
        ferry64_draw(&player, NULL);
        expected e;
        if (known) expect_walk(&g, (double).3f, &e);
        for (int i = 0; i < 3 && !opened; i++) e.weights[i] = e.painted[i] = 0;
        if (known) expect_drawn(&g, &whole, &e, 0);
        close_player(&player);
        close_game(&g);
        pieces_left = -1;
    }
}
END_TEST

/* Tracks of a model that has none: all is shown, nothing plays, closing is fine. */
START_TEST(models_without_a_chunk) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, "gallery-pairs.bdl"), none = {NULL, 0};
    T3DModel *model = fake_load(file, none, none);
    Ferry64Tracks tracks;
    Ferry64Player player;
    fake_open(2);
    ck_assert(!ferry64_tracks_open(&tracks, model));
    ck_assert(ferry64_player_open(&player, &tracks, 3));
    ck_assert(!ferry64_play(&player, "walk"));
    ferry64_update(&player, 1);
    ferry64_draw(&player, NULL);
    ck_assert_uint_gt(fake_count, 3);
    ck_assert(!ferry64_is_playing(&player));
    close_player(&player);
    ferry64_tracks_close(&tracks);
    fake_free(model);
    ferry_close(job);
}
END_TEST

/* --------------------------------------------------------------------------------------- billboards */

static T3DMat4 columns_of(const ferry_matrix *from) {
    T3DMat4 to = {{{0}}};
    for (int c = 0; c < 4; c++)
        for (int r = 0; r < 3; r++) to.m[c][r] = (float)from->m[r][c];
    to.m[3][3] = 1;
    return to;
}

typedef struct skeleton {
    uint16_t parents[8];
    T3DBone bones[8];
    T3DMat4FP matrices[16];
    T3DChunkSkeleton chunk;
    T3DSkeleton skeleton;
} skeleton;

static void load_skeleton(skeleton *s, const ferry_scene *scene) {
    s->chunk = (T3DChunkSkeleton){(uint16_t)scene->nodes.count, s->parents};
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        ferry_matrix local = fy_node_local(node);
        s->parents[i] = node->parent == FERRY_NONE ? 0xFFFF : (uint16_t)node->parent;
        s->bones[i] = (T3DBone){.local = columns_of(&local), .hasChanged = 1};
    }
    s->skeleton = (T3DSkeleton){s->bones, s->matrices, 2, 0, &s->chunk};
}

static ferry_matrix camera(int number) {
    ferry_matrix turn = fy_matrix_euler((ferry_vec3){.3f * (float)number, 1.1f * (float)number, .2f});
    ferry_matrix move = fy_matrix_translate((ferry_vec3){10, -20, -3000});
    return fy_matrix_multiply(&move, &turn);
}

/* The header's matrices are those that the pictures are drawn with. */
START_TEST(games_turn_billboards_as_pictures_do) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, "billboards.bmd"), none = {NULL, 0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
    T3DModel *model = fake_load(file, none, none);
    Ferry64Tracks tracks;
    skeleton s;
    load_skeleton(&s, scene);
    ck_assert(ferry64_tracks_open(&tracks, model));
    ck_assert_uint_eq(tracks.sections[FERRY64_BILL].count, 2);
    for (int frame = 0; frame < 6; frame++) {
        ferry_matrix view = camera(frame);
        T3DMat4 model_view = columns_of(&view);
        fy_pose pose;
        uint8_t before = s.skeleton.currentBufferIdx;
        ferry64_skeleton_update(&tracks, &s.skeleton, &model_view);
        ck_assert_uint_ne(s.skeleton.currentBufferIdx, before); /* the RSP may still read the other one */
        ck_assert(fy_pose_open(job, scene, &view, &pose));
        const T3DMat4FP *matrices = s.matrices + s.chunk.boneCount * s.skeleton.currentBufferIdx;
        for (uint32_t i = 1; i < scene->nodes.count; i++)
            for (int c = 0; c < 4; c++)
                for (int r = 0; r < 3; r++)
                    ck_assert_double_eq_tol((double)matrices[i].as_float.m[c][r], pose.worlds[i].m[r][c],
                                            c == 3 ? .05 : 1e-4);
    }
    ferry64_tracks_close(&tracks);
    fake_free(model);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Another tool's chunk of this type, and one of a version to come. */
START_TEST(chunks_of_others_are_passed_over) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, "billboards.bmd"), none = {NULL, 0};
    for (int to_come = 0; to_come < 2; to_come++) {
        T3DModel *model = fake_load(file, none, none);
        Ferry64Tracks tracks;
        uint32_t at = 0;
        while (model->chunkOffsets[at].bytes[0] != 'F') at++;
        uint8_t *chunk = (uint8_t *)model + (ferry_be32(model->chunkOffsets[at].bytes) & 0xFFFFFF);
        uint8_t version = chunk[5], type = model->chunkOffsets[0].bytes[0];
        if (to_come) chunk[5] = 2;
        model->chunkOffsets[0].bytes[0] = 'F';
        ck_assert_int_eq(ferry64_tracks_open(&tracks, model), !to_come);
        ck_assert_uint_eq(tracks.sections[FERRY64_BILL].count, to_come ? 0 : 2);
        ferry64_tracks_close(&tracks);
        chunk[5] = version;
        model->chunkOffsets[0].bytes[0] = type;
        fake_free(model);
    }
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("n64_tracks");
    TCase *tests = tcase_create("header");
    tcase_add_test(tests, values_of_every_kind);
    tcase_add_test(tests, a_start_begins_at_rest);
    tcase_add_test(tests, clips_play_beside_each_other);
    tcase_add_test(tests, two_instances);
    tcase_add_test(tests, buffers_stay_while_they_are_read);
    tcase_add_test(tests, only_parts_that_move_are_copied);
    tcase_add_test(tests, what_stays_is_not_written);
    tcase_add_test(tests, moves_are_read_once);
    tcase_add_test(tests, ways_to_draw_agree);
    tcase_add_test(tests, textures_can_be_loaded_before);
    tcase_add_test(tests, clips_are_found_by_name);
    tcase_add_test(tests, joints_repeat_as_their_clip_does);
    tcase_add_test(tests, loop_modes_are_the_scenes);
    tcase_add_test(tests, time_goes_on);
    tcase_add_test(tests, what_is_beyond_the_model_is_ignored);
    tcase_add_test(tests, broken_chunks_do_no_harm);
    tcase_add_test(tests, memory_may_end);
    tcase_add_test(tests, models_without_a_chunk);
    tcase_add_test(tests, games_turn_billboards_as_pictures_do);
    tcase_add_test(tests, chunks_of_others_are_passed_over);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
