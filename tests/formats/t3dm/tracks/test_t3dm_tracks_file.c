/*
 * test_t3dm_tracks_file.c: a tracks chunk that was built by hand (tests/builders/t3dm/t3dm_tracks_chunk.h):
 * what it makes of the scene at moments of its clips, what is said of broken ones, and the same after it was
 * written again.
 */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "builders/t3dm/t3dm_tracks_chunk.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "helpers.h"

static ferry_bytes build(ferry_job *job, uint32_t layout) {
    return build_t3dm(job, (build_layout){.layout = layout, .tracks = true});
}

static ferry_scene *load(ferry_job *job, ferry_bytes file) {
    return ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
}

static const ferry_scene *pose(ferry_job *job, const ferry_scene *scene, uint32_t clip, double seconds) {
    const ferry_scene *posed = ferry_pose(job, scene, &clip, 1, seconds);
    ck_assert_ptr_nonnull(posed);
    return posed;
}

/* ------------------------------------------------------------------------------------------ moments */

static void expect_color(const uint8_t found[4], const int expected[4]) {
    for (int k = 0; k < 4; k++) ck_assert_int_eq(found[k], expected[k]);
}

START_TEST(clips_show_switch_and_colour) {
    static const struct {
        double seconds;
        bool twig;
        uint32_t limb;
        float low[2];
        int prim[4];
    } rows[] = {
        {0, false, 0, {0, 0}, {200, 150, 100, 250}},
        {.5, true, 0, {0, 0}, {100, 75, 50, 253}}, /* 252.5 */
        {.999, true, 0, {0, 0}, {0, 0, 0, 255}},
        {1, true, 1, {0, 0}, {255, 255, 255, 255}},
        {1.75, false, 1, {12, 3}, {71, 79, 86, 94}},
        {2.25, false, 0, {0, 0}, {150, 113, 75, 251}}, /* it repeats */
    };
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = load(job, build(job, BUILD_V4));
    ck_assert_ptr_nonnull(scene);
    ck_assert(!scene->draws.data[2].visible);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ferry_scene *posed = pose(job, scene, 0, rows[i].seconds);
        ck_assert_int_eq(posed->draws.data[2].visible, rows[i].twig);
        ck_assert_uint_eq(posed->draws.data[0].material, rows[i].limb);
        expect_color(posed->materials.data[1].rdp->prim, rows[i].prim);
        expect_color(posed->materials.data[0].rdp->env, (const int[4]){9, 8, 7, 6});
        const ferry_rdp_tile *tile = &posed->materials.data[0].rdp->tiles[1];
        ck_assert_float_eq_tol(tile->s.low, rows[i].low[0], 1e-4f);
        ck_assert_float_eq_tol(tile->s.high, 15 + rows[i].low[0], 1e-4f);
        ck_assert_float_eq_tol(tile->t.low, rows[i].low[1], 1e-4f);
    }
    expect_color(scene->materials.data[1].rdp->prim, (const int[4]){200, 150, 100, 250});
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* The bones are turned by right angles: hip carries (x, y, z) to (-y, x, z); knee, below it, to (3 z, 2 x,
 * y). */
START_TEST(clips_move_vertices) {
    static const struct {
        double seconds, weight, shift;
        float blue; /* of the area: 0..255 */
    } rows[] = {
        {0, 0, 0, 0}, {.375, .75, -.5, 127}, {.75, 1.5, -1, 255}, {1.5, .5, .5, 4}, {2.25, 1.5, -1, 255}};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = load(job, build(job, BUILD_V4));
    const ferry_mesh *rest = scene->meshes.data;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const ferry_mesh *mesh = pose(job, scene, 1, rows[i].seconds)->meshes.data;
        float w = (float)rows[i].weight, shift = (float)rows[i].shift;
        const ferry_vec3 moves[3] = {{20, 10, 30}, {6, -12, 4}, {0, 100, 0}};
        const uint32_t vertices[3][2] = {{0, 1}, {0, 4}, {1, 2}}; /* mesh, vertex */
        for (int k = 0; k < 3; k++) {
            ferry_vec3 at = mesh[vertices[k][0]].positions[vertices[k][1]],
                       from = rest[vertices[k][0]].positions[vertices[k][1]];
            ck_assert_float_eq_tol(at.x, from.x + w * moves[k].x, 1e-3f);
            ck_assert_float_eq_tol(at.y, from.y + w * moves[k].y, 1e-3f);
            ck_assert_float_eq_tol(at.z, from.z + w * moves[k].z, 1e-3f);
        }
        /* (0, 1, 0) + w (-1/2, 0, 1/2), made unit length; games add the whole of it to 31 steps of 31.5. */
        float across = w / 2, up = 1 - w / 63, length = sqrtf(up * up + 2 * across * across);
        ck_assert_float_eq_tol(mesh[1].normals[2].z, across / length, 1e-3f);
        ck_assert_float_eq_tol(mesh[1].normals[2].y, up / length, 1e-3f);
        /* 32, -64 of 1/32 texel in a texture of 32 x 16. */
        ck_assert_float_eq_tol(mesh[0].uvs[0][2].x, rest[0].uvs[0][2].x + shift / 32, 1e-5f);
        ck_assert_float_eq_tol(mesh[0].uvs[0][2].y, rest[0].uvs[0][2].y - shift * 2 / 16, 1e-5f);
        ck_assert_float_eq_tol(mesh[1].uvs[0][1].x, rest[1].uvs[0][1].x - shift * 5 / 32, 1e-5f);
        ck_assert_float_eq_tol(mesh[0].colors[0][5].r, rows[i].blue / 255, 1e-3f);
        ck_assert_float_eq_tol(mesh[2].colors[0][1].r, rows[i].blue / 255, 1e-3f);
        ck_assert_float_eq(mesh[2].colors[0][2].r, rest[2].colors[0][2].r);
    }
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* -------------------------------------------------------------------------------------- broken ones */

typedef struct wound {
    uint32_t section, record, at, size; /* bytes, from the record's start */
    uint32_t value;
    const char *message;
} wound;

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Where it is in the file. */
static uint32_t place_of(ferry_bytes made, const wound *w) {
    uint32_t record =
        w->section == BUILD_SECTIONS ? 8 + 12 * w->record : build_tracks_record(w->section, w->record);
    return build_chunk_at(made, BUILD_V4, 'F', 0) + record + w->at;
}

/* A file with such a wound. */
static ferry_bytes wounded(ferry_job *job, const wound *w) {
    ferry_bytes made = build(job, BUILD_V4);
    uint8_t *bytes = ferry_new(job, uint8_t, made.size);
    memcpy(bytes, made.data, made.size);
    uint32_t place = place_of(made, w);
    for (uint32_t k = 0; k < w->size; k++) bytes[place + k] = (uint8_t)(w->value >> 8 * (w->size - 1 - k));
    return (ferry_bytes){bytes, made.size};
}

/* All warnings and errors about the chunk, without their places. */
static void expect_told(ferry_job *job, const char *expected) {
    const ferry_report *report = ferry_job_report(job);
    char found[2048] = "";
    for (uint32_t k = 0; k < report->count; k++) {
        if (report->data[k].severity < FERRY_WARNING || strncmp(report->data[k].path, "tracks", 6) != 0)
            continue;
        char message[512];
        ferry_message_text(&report->data[k], message, sizeof message);
        if (*found) strcat(found, "|");
        strcat(found, strstr(message, ": ") + 2);
    }
    ck_assert_str_eq(found, expected);
}

/* How far behind the wound a message points: to the wound itself, but for those that speak of others. */
static int elsewhere(const char *message) {
    static const struct {
        const char *what;
        int off;
    } others[] = {{"clip[1]: animation 0 also belongs", 28}, /* the second one */
                  {"track[7]: no clip uses it", 172},
                  {"time[12]: key time of 1.5 seconds in a clip of 1", 260},
                  {"track[7]: uses times 10 to 13", 2}, /* the first of them */
                  {"track[1]: its values start at 3", 30},
                  {"track[6]: track 5 has the same", -4}, /* the record */
                  {"time[2]: key time of 1.5 seconds after 2", 4},
                  {"track[1]: key 1 references material 2", -216}, /* the track */
                  {"morph[1]: no object uses any", -4}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strstr(message, others[i].what)) return others[i].off;
    return 0;
}

static void expect_message(const wound *w) {
    ferry_job *job = fy_quick_job(), *other = fy_quick_job();
    ferry_scene *scene = load(other, wounded(job, w));
    expect_told(other, w->message);
    const ferry_report *report = ferry_job_report(other);
    int64_t place = (int64_t)place_of(build(job, BUILD_V4), w) + elsewhere(w->message);
    for (uint32_t k = 0; k < report->count; k++)
        if (report->data[k].severity >= FERRY_WARNING && strncmp(report->data[k].path, "tracks", 6) == 0)
            ck_assert_msg((int64_t)report->data[k].offset == place, "%s: at 0x%" PRIx64 ", not 0x%" PRIx64,
                          w->message, report->data[k].offset, (uint64_t)place);
    ck_assert_int_eq(scene == NULL, strstr(w->message, "error") != NULL);
    if (scene) ferry_scene_free(scene);
    ferry_close(other);
    ferry_close(job);
}

START_TEST(broken_tracks_are_told) {
    const wound rows[] = {
        {BUILD_SECTIONS, 2, 8, 4, 0xFFFF,
         "error: tracks.section[2]: 65535 records of 28 bytes at 0x94, but the chunk has 656 bytes"},
        {BUILD_SECTIONS, 1, 0, 4, 0x42494C4C,
         "warning: tracks.section[1]: second section of this type: left out"},
        {BUILD_SECTIONS, 0, 4, 4, 0x8D, "error: tracks.section[0]: offset 0x8d, expected a multiple of 4"},
        {BUILD_SECTIONS, 1, 4, 4, 0x8C,
         "error: tracks.section[1]: offset 0x8c, but the previous data "
         "ends at 0x90"},
        {BUILD_HIDE, 0, 0, 2, 3, "error: tracks.hidden[0]: references object 3, but there are 3"},
        {BUILD_CLIP, 0, 0, 4, 999,
         "error: tracks.clip[0]: string offset 999 is outside the table of 120 "
         "bytes"},
        {BUILD_CLIP, 0, 8, 4, float_bits(-1), "error: tracks.clip[0]: invalid duration of -1 seconds"},
        {BUILD_CLIP, 1, 8, 4, float_bits(INFINITY),
         "error: tracks.clip[1]: invalid duration of inf "
         "seconds"},
        {BUILD_CLIP, 1, 12, 4, 0, "error: tracks.clip[1]: invalid frame rate of 0 per second"},
        {BUILD_CLIP, 1, 16, 1, 5, "error: tracks.clip[1]: loop mode 5, expected 0 to 4"},
        {BUILD_CLIP, 1, 18, 2, 1, "error: tracks.clip[1]: references animation 1, but there are 1"},
        {BUILD_CLIP, 0, 18, 2, 0, "warning: tracks.clip[1]: animation 0 also belongs to another clip"},
        {BUILD_CLIP, 1, 20, 4, 4,
         "error: tracks.clip[1]: its tracks start at 4, but the previous ones "
         "end at 5"},
        {BUILD_CLIP, 1, 24, 4, 4, "error: tracks.clip[1]: 4 tracks starting at index 5, but there are 8"},
        {BUILD_CLIP, 1, 24, 4, 2, "warning: tracks.track[7]: no clip uses it, nor the 0 after it"},
        {BUILD_CLIP, 1, 8, 4, float_bits(1),
         "warning: tracks.time[12]: key time of 1.5 "
         "seconds in a clip of 1"},
        {BUILD_TRAK, 1, 0, 1, 0, "error: tracks.track[1]: target 0, expected 1 to 7"},
        {BUILD_TRAK, 1, 0, 1, 8, "error: tracks.track[1]: target 8, expected 1 to 7"},
        {BUILD_TRAK, 2, 1, 1, 2, "error: tracks.track[2]: slot 2 is out of range (2)"},
        {BUILD_TRAK, 0, 1, 1, 1, "error: tracks.track[0]: slot 1 is out of range (1)"},
        {BUILD_TRAK, 2, 2, 1, 2, "error: tracks.track[2]: invalid interpolation 2 for target 3"},
        {BUILD_TRAK, 0, 2, 1, 1, "error: tracks.track[0]: invalid interpolation 1 for target 1"},
        {BUILD_TRAK, 1, 2, 1, 1, "error: tracks.track[1]: invalid interpolation 1 for target 2"},
        {BUILD_TRAK, 3, 3, 1, 2, "error: tracks.track[3]: 2 values per key, but target 4 needs 4"},
        {BUILD_TRAK, 0, 4, 2, 3, "error: tracks.track[0]: references object 3, but there are 3"},
        {BUILD_TRAK, 2, 4, 2, 2, "error: tracks.track[2]: references object 2, but there are 2"},
        {BUILD_TRAK, 6, 4, 2, 2, "error: tracks.track[6]: references object 2, but there are 2"},
        {BUILD_TRAK, 7, 4, 2, 1, "error: tracks.track[7]: references object 1, but there are 1"},
        {BUILD_TRAK, 4, 6, 2, 0, "error: tracks.track[4]: no keys"},
        {BUILD_TRAK, 7, 8, 4, 11, "error: tracks.track[7]: uses times 11 to 13, but there are 13"},
        {BUILD_TRAK, 1, 12, 4, 2,
         "error: tracks.track[1]: its values start at 2, but the previous ones "
         "end at 3"},
        {BUILD_TRAK, 7, 6, 2, 4, "error: tracks.track[7]: uses times 10 to 13, but there are 13"},
        {BUILD_TRAK, 0, 6, 2, 2,
         "error: tracks.track[1]: its values start at 3, but the previous ones "
         "end at 2"},
        {BUILD_TRAK, 3, 16, 4, float_bits(INFINITY), "error: tracks.track[3]: its range is not finite"},
        {BUILD_TRAK, 3, 16, 4, float_bits(3e38f), "error: tracks.track[3]: its range is not finite"},
        {BUILD_TRAK, 6, 4, 2, 0, "error: tracks.track[6]: track 5 has the same target"},
        {BUILD_TIME, 1, 0, 4, float_bits(-.5f), "error: tracks.time[1]: key time of -0.5 seconds"},
        {BUILD_TIME, 1, 0, 4, float_bits(NAN), "error: tracks.time[1]: key time of nan seconds"},
        {BUILD_TIME, 1, 0, 4, float_bits(2), "error: tracks.time[2]: key time of 1.5 seconds after 2"},
        {BUILD_TIME, 9, 0, 4, float_bits(1), "error: tracks.time[9]: third key at 1 seconds"},
        {BUILD_VALU, 4, 0, 2, 2, "error: tracks.track[1]: key 1 references material 2, but there are 2"},
        {BUILD_MRPH, 1, 8, 1, 2, "error: tracks.morph[1]: morph type 2, expected 0 or 1"},
        {BUILD_MRPH, 0, 0, 4, 1,
         "error: tracks.morph[0]: its vertices start at 1, but the previous ones "
         "end at 0"},
        {BUILD_MRPH, 0, 4, 4, 4, "error: tracks.morph[0]: 4 vertices starting at index 0, but there are 3"},
        {BUILD_MRPH, 1, 4, 4, 0, "warning: tracks.morph[1]: no object uses any of its vertices"},
        {BUILD_MOVE, 0, 0, 4, 22, "error: tracks.move[0]: references vertex 22, but there are 22"},
        {BUILD_MOVE, 1, 0, 4, 1,
         "error: tracks.move[1]: vertex 1 after vertex 1, expected ascending "
         "order"},
        {BUILD_SHFT, 2, 0, 4, 7,
         "error: tracks.shift[2]: vertex 7 after vertex 8, expected ascending "
         "order"},
        {BUILD_AREA, 0, 4, 4, 4, "error: tracks.area[0]: 4 vertices starting at index 0, but there are 3"},
        {BUILD_VERT, 2, 0, 4, 0xFFFFFFFF,
         "error: tracks.vertex[2]: references vertex 4294967295, but there "
         "are 22"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) expect_message(&rows[i]);
}
END_TEST

/* The record of the billboards becomes the first of the hidden objects: there is room for one alone. */
static ferry_bytes hiding(ferry_job *job, uint8_t first, uint8_t second) {
    const wound none = {0};
    ferry_bytes made = wounded(job, &none);
    uint8_t *chunk = (uint8_t *)(uintptr_t)made.data + build_chunk_at(made, BUILD_V4, 'F', 0);
    uint8_t *sections = chunk + 8, *records = chunk + build_tracks_record(BUILD_HIDE - 1, 0);
    sections[8 + 3] = 0;       /* no billboard */
    sections[12 + 4 + 3] -= 4; /* hidden objects begin where it was */
    sections[12 + 8 + 3] = 2;
    memset(records, 0, 8);
    records[1] = first;
    records[4 + 1] = second;
    return made;
}

START_TEST(hidden_objects_ascend) {
    static const struct {
        uint8_t objects[2];
        const char *message;
    } rows[] = {
        {{0, 1}, ""},
        {{1, 1}, "warning: tracks.hidden[1]: object 1 after object 1, expected ascending order"},
        {{2, 1}, "warning: tracks.hidden[1]: object 1 after object 2, expected ascending order"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = load(job, hiding(job, rows[i].objects[0], rows[i].objects[1]));
        expect_told(job, rows[i].message);
        for (uint32_t k = 0; k < 3; k++)
            ck_assert_int_eq(scene->draws.data[k].visible,
                             rows[i].objects[0] != k && rows[i].objects[1] != k);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

START_TEST(what_the_console_cannot_show_is_told) {
    const wound rows[] = {
        {BUILD_TRAK, 3, 16, 4, float_bits(2),
         "error: tracks.track[3]: colours from 0 to 510, expected 0 "
         "to 255"},
        {BUILD_TRAK, 7, 20, 4, float_bits(-1),
         "error: tracks.track[7]: colours from -1 to 254, expected 0 to 255"},
        {BUILD_TRAK, 2, 4, 2, 1, "warning: tracks.track[2]: tile 1 of material 1 has no texture"},
        {BUILD_TRAK, 5, 16, 4, float_bits(1),
         "error: tracks.move[0]: vertex 1 reaches 245771 by morph 0, expected -32768 to 32767"},
        {BUILD_TRAK, 6, 20, 4, float_bits(-1000),
         "error: tracks.shift[0]: vertex 2 reaches 64064 by morph 1, expected -32768 to 32767"},
        {BUILD_VALU, 1, 0, 2, 0, "warning: tracks.hidden[0]: no clip shows object 2"},
        {BUILD_TRAK, 6, 0, 4, 0x01000001, "warning: tracks.morph[1]: no clip animates its weight"},
        {BUILD_TRAK, 7, 0, 1, 5, "warning: tracks.area[0]: no clip animates its colours"},
        {BUILD_CLIP, 0, 0, 4, 0, "error: tracks.clip[0]: it has no name: it cannot be played"},
        {BUILD_BILL, 0, 3, 1, 0, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job = fy_quick_job();
        ferry_window in = ferry_window_open(job, "x.t3dm", wounded(job, &rows[i]));
        ferry_scene *scene = fy_scene_open(job);
        ck_assert(fy_t3dm_check(job, &in, scene));
        expect_told(job, rows[i].message);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Objects of older layouts have materials of their own: nobody reads the chunk there. */
START_TEST(older_layouts_have_no_tracks) {
    ferry_job *job = fy_quick_job();
    for (uint32_t layout = BUILD_L11; layout <= BUILD_V4; layout++) {
        ferry_scene *scene = load(job, build(job, layout));
        ck_assert_ptr_nonnull(scene);
        ck_assert_uint_eq(scene->clips.count, layout == BUILD_L11 ? 0 : 2);
        ck_assert_uint_eq(scene->morphs.count, layout == BUILD_L11 ? 0 : 4);
        ferry_scene_free(scene);
    }
    ferry_close(job);
}
END_TEST

/* ---------------------------------------------------------------------------------------- rewriting */

/* A corner as it is drawn. */
typedef struct corner {
    float all[12]; /* position, normal, colour, texture coordinates */
} corner;

static corner corner_of(const ferry_mesh *m, uint32_t v) {
    const ferry_color *c = &m->colors[0][v];
    return (corner){{m->positions[v].x, m->positions[v].y, m->positions[v].z, m->normals[v].x,
                     m->normals[v].y, m->normals[v].z, c->r, c->g, c->b, c->a, m->uvs[0][v].x,
                     m->uvs[0][v].y}};
}

static double distance(const corner *a, const corner *b) {
    double most = 0;
    for (int k = 0; k < 12; k++) most = fmax(most, fabs((double)a->all[k] - (double)b->all[k]));
    return most;
}

/* Every triangle of one is a triangle of the other, turned as may be. */
static void expect_same_mesh(const ferry_mesh *a, const ferry_mesh *b, double off) {
    ck_assert_uint_eq(a->triangle_count, b->triangle_count);
    for (uint32_t t = 0; t < a->triangle_count; t++) {
        double nearest = HUGE_VAL;
        for (uint32_t u = 0; u < 3 * b->triangle_count; u++) {
            double worst = 0;
            for (uint32_t k = 0; k < 3; k++) {
                corner x = corner_of(a, a->triangles[3 * t + k]),
                       y = corner_of(b, b->triangles[u - u % 3 + (u + k) % 3]);
                worst = fmax(worst, distance(&x, &y));
            }
            nearest = fmin(nearest, worst);
        }
        ck_assert_double_le(nearest, off);
    }
}

static const ferry_draw *find_draw(const ferry_scene *scene, const char *name) {
    for (uint32_t i = 0; i < scene->draws.count; i++)
        if (strcmp(scene->draws.data[i].name, name) == 0) return &scene->draws.data[i];
    ck_abort_msg("no draw %s", name);
}

static void expect_same_moment(const ferry_scene *a, const ferry_scene *b) {
    for (uint32_t i = 0; i < a->draws.count; i++) {
        const ferry_draw *x = &a->draws.data[i], *y = find_draw(b, x->name);
        const ferry_material *m = &a->materials.data[x->material], *n = &b->materials.data[y->material];
        ck_assert_int_eq(x->visible, y->visible);
        ck_assert_str_eq(m->name, n->name);
        ck_assert_mem_eq(m->rdp->prim, n->rdp->prim, 4);
        ck_assert_mem_eq(m->rdp->env, n->rdp->env, 4);
        ck_assert_float_eq_tol(m->rdp->tiles[1].s.low, n->rdp->tiles[1].s.low, 1e-4f);
        expect_same_mesh(&a->meshes.data[x->mesh], &b->meshes.data[y->mesh], 2e-3);
    }
}

static ferry_bytes write_again(ferry_job *job, ferry_scene *scene) {
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    return files.data[0].bytes;
}

static void expect_note(ferry_job *job, const char *path, const char *text) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t k = 0; k < report->count; k++)
        if (strcmp(report->data[k].code, "t3dm.tracks") == 0 && strcmp(report->data[k].path, path) == 0) {
            ck_assert_str_eq(report->data[k].text, text);
            return;
        }
    ck_abort_msg("nothing was told of %s", path);
}

START_TEST(tracks_survive_rewriting) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = build(job, BUILD_V4), again;
    ferry_scene *scene = load(job, file), *back = load(job, again = write_again(job, scene));
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 0);
    expect_note(job, "clip[0] \"show\"",
                "5 tracks (12 keys), played only by ferry64_tracks.h: 1 visibility, 1 material, 1 texture "
                "position, 1 primitive colour, 1 environment colour");
    ck_assert_uint_eq(back->clips.count, 2);
    for (uint32_t c = 0; c < 2; c++) {
        ck_assert_str_eq(back->clips.data[c].name, build_clip_names[c][0]);
        ck_assert_str_eq(back->clips.data[c].kind, build_clip_names[c][1]);
        ck_assert_int_eq(back->clips.data[c].loop, scene->clips.data[c].loop);
        ck_assert_double_eq(back->clips.data[c].duration, scene->clips.data[c].duration);
        for (int i = 0; i < 20; i++)
            expect_same_moment(pose(job, scene, c, i * .1125), pose(job, back, c, i * .1125));
    }
    ck_assert_str_eq(back->clips.data[1].kept, "A[3]");
    ck_assert_int_eq(back->nodes.data[1].billboard, FERRY_BILLBOARD_CYLINDRICAL);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A float holds a tenth of a second a bit late: frame 3 must not show what was before it. */
START_TEST(stored_frames_are_whole) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = load(job, build(job, BUILD_V4));
    ck_assert_ptr_nonnull(scene);
    ferry_clip *clip = &scene->clips.data[0];
    double times[] = {0, 3 / 30.0}; /* hidden, shown */
    float values[] = {0, 1};
    ferry_track twig = {.target = FERRY_TARGET_DRAW_VISIBLE, .object = 2, .interpolation = FERRY_STEP};
    twig.width = 1, twig.key_count = 2, twig.times = times, twig.values = values;
    clip->tracks = &twig, clip->track_count = 1, clip->rate = 30;
    ferry_scene *back = load(job, write_again(job, scene));
    ck_assert_ptr_nonnull(back);
    ck_assert(!pose(job, back, 0, 2.9 / 30)->draws.data[2].visible);
    ck_assert(pose(job, back, 0, 0.1)->draws.data[2].visible);
    ck_assert_double_eq(back->clips.data[0].tracks[0].times[1], 0.1);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A frame halfway between two floats is as near to both: keys that were apart do not meet there. */
START_TEST(keys_that_are_apart_stay_so) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = load(job, build(job, BUILD_V4));
    ck_assert_ptr_nonnull(scene);
    ferry_clip *clip = &scene->clips.data[0];
    double times[] = {0, 0x1.aaaabp-3, 0x1.aaaab2p-3}; /* neighbours among floats */
    float values[] = {0, 1, 0};
    ferry_track twig = {.target = FERRY_TARGET_DRAW_VISIBLE, .object = 2, .interpolation = FERRY_STEP};
    twig.width = 1, twig.key_count = 3, twig.times = times, twig.values = values;
    clip->tracks = &twig, clip->track_count = 1, clip->rate = 23.9999942779541; /* a float */
    if (clip->duration < 2) clip->duration = 2;
    ferry_scene *back = load(job, write_again(job, scene));
    ck_assert_ptr_nonnull(back);
    ck_assert(ferry_check(job, back));
    const ferry_track *track = &back->clips.data[0].tracks[0];
    ck_assert_uint_eq(track->key_count, 3);
    ck_assert_double_eq(track->times[1], 5 / clip->rate);
    ck_assert_double_eq(track->times[2], times[2]);
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_tracks_file");
    TCase *tests = tcase_create("tracks_file");
    tcase_add_test(tests, clips_show_switch_and_colour);
    tcase_add_test(tests, clips_move_vertices);
    tcase_add_test(tests, broken_tracks_are_told);
    tcase_add_test(tests, hidden_objects_ascend);
    tcase_add_test(tests, what_the_console_cannot_show_is_told);
    tcase_add_test(tests, older_layouts_have_no_tracks);
    tcase_add_test(tests, tracks_survive_rewriting);
    tcase_add_test(tests, stored_frames_are_whole);
    tcase_add_test(tests, keys_that_are_apart_stay_so);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
