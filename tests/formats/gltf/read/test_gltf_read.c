/*
 * test_gltf_read.c: what is read from glTF's buffers (docs/formats/generic.md): numbers of all kinds, morphs
 * at rest, cubic splines, skins, and the exact words for what is broken.
 */
#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "builders/gltf/gltf_builder.h"
#include "core/scene/curve.h"
#include "helpers.h"

typedef struct trip {
    ferry_bytes bytes;
    ferry_job *job;
    ferry_scene *scene;
} trip;

static void travel(trip *t, const gb_file *file) {
    t->bytes = gb_glb(file);
    t->job = fy_test_job();
    t->scene = ferry_load(t->job, &(ferry_input){"x.glb", t->bytes}, 1);
}

static void arrive(trip *t, const gb_file *file, const char *report) {
    travel(t, file);
    fy_expect_report(t->job, report);
    ck_assert_ptr_nonnull(t->scene);
}

static void come_home(trip *t) {
    ferry_scene_free(t->scene);
    ferry_close(t->job);
    free((void *)(uintptr_t)t->bytes.data);
}

static const float corners[] = {0, 0, 0, 1, 0, 0, 0, 2, 0}, towards[] = {0, 0, 1, 0, 0, 1, 0, 0, 1};

/* A triangle called "t", whose primitive has `more` behind its positions and normals. */
static void say_triangle(gb_file *f, const char *more) {
    uint32_t p = GB_NUMBERS(f, corners, GB_FLOAT, 3, "VEC3", ""),
             n = GB_NUMBERS(f, towards, GB_FLOAT, 3, "VEC3", "");
    gb_say(f, "'meshes':[{'name':'t','primitives':[{'attributes':{'POSITION':%u,'NORMAL':%u%s}]}]", p, n,
           more);
}

static void say_node(gb_file *f) {
    gb_say(f, "'scene':0,'scenes':[{'nodes':[0]}],'nodes':[{'mesh':0}]");
}

static const ferry_mesh *mesh_of(const trip *t) {
    ck_assert_uint_eq(t->scene->meshes.count, 1);
    return &t->scene->meshes.data[0];
}

/* ------------------------------------------------------------------------------------------------ numbers */

/* The same corners in all kinds of numbers: (0, 0, 0), (1, 0, 0), (0, 1/2 or as near as it gets, 0). */
typedef struct kind {
    int component;
    bool normalized;
    uint8_t bytes[48];
    size_t size;
    uint32_t stride;
    float one, half;
} kind;

START_TEST(positions_of_all_kinds) {
    static const kind kinds[] = {
        {GB_S8, true, {0, 0, 0, 0, 127, 0, 0, 0, 0, 64, 0x80, 0}, 12, 4, 1, 64 / 127.0F},
        {GB_S8, false, {0, 0, 0, 0, 2, 0, 0, 0, 0, 0xFF, 0, 0}, 12, 4, 2, -1},
        {GB_U8, true, {0, 0, 0, 0, 255, 0, 0, 0, 0, 51, 0, 0}, 12, 4, 1, 0.2F},
        {GB_U8, false, {0, 0, 0, 7, 200, 0, 0, 7, 0, 3, 0, 7}, 12, 4, 200, 3},
        {GB_S16,
         true,
         {0, 0, 0, 0, 0, 0, 9, 9, 0xFF, 0x7F, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0x80, 0, 0},
         22,
         8,
         1,
         -1},
        {GB_U16,
         true,
         {0, 0, 0, 0, 0, 0, 9, 9, 0xFF, 0xFF, 0, 0, 0, 0, 9, 9, 0, 0, 0x33, 0x33, 0, 0},
         22,
         8,
         1,
         0.2F},
        {GB_U16, false, {0, 0, 0, 0, 0, 0, 9, 9, 0, 1, 0, 0, 0, 0, 9, 9, 0, 0, 2, 1, 0, 0}, 22, 8, 256, 258}};
    const kind *k = &kinds[_i];
    gb_file f = {.size = 0};
    trip t;
    uint32_t view = gb_view(&f, k->bytes, k->size, k->stride);
    gb_accessor(&f, "{'bufferView':%u,'componentType':%d,'normalized':%s,'count':3,'type':'VEC3'}", view,
                k->component, k->normalized ? "true" : "false");
    say_node(&f);
    gb_say(&f, "'extensionsRequired':['KHR_mesh_quantization'],'meshes':[{'primitives':[{'attributes':{'"
               "POSITION':0}}]}]");
    arrive(&t, &f, "");
    const ferry_mesh *m = mesh_of(&t);
    ck_assert_uint_eq(m->vertex_count, 3);
    ck_assert_float_eq(m->positions[1].x, k->one);
    ck_assert_float_eq_tol(m->positions[2].y, k->half, 1e-7F);
    ck_assert_float_eq(m->positions[2].z, k->component == GB_S8 && k->normalized ? -1 : 0);
    come_home(&t);
}
END_TEST

START_TEST(colours_of_all_kinds) {
    static const uint8_t rgb[] = {255, 0, 0, 99, 0, 255, 0, 99, 0, 0, 55, 99};
    static const uint16_t rgba[] = {65535, 0, 0, 65535, 0, 65535, 0, 0, 0, 0, 14135, 13107};
    static const float floats[] = {1, 0, 0, 0, 2, 0, 0, -1, 0.21568628F};
    gb_file f = {.size = 0};
    trip t;
    uint32_t view = gb_view(&f, rgb, sizeof rgb, 4);
    gb_accessor(&f, "{'bufferView':%u,'componentType':5121,'normalized':true,'count':3,'type':'VEC3'}", view);
    GB_NUMBERS(&f, rgba, GB_U16, 3, "VEC4", ",'normalized':true");
    GB_NUMBERS(&f, floats, GB_FLOAT, 3, "VEC3", "");
    say_node(&f);
    gb_say(&f, "'materials':[{}]");
    static const char *const more[] = {",'COLOR_0':0},'material':0", ",'COLOR_0':1},'material':0",
                                       ",'COLOR_0':2},'material':0"};
    say_triangle(&f, more[_i]);
    arrive(&t, &f, "");
    const ferry_color *c = mesh_of(&t)->colors[0];
    ck_assert(c && t.scene->materials.data[0].vertex_colors);
    ck_assert(c[0].r == 1 && c[0].g == 0 && c[0].a == 1);
    ck_assert_float_eq(c[1].g, 1);
    ck_assert_float_eq_tol(c[2].b, 0.50196F, 2e-3F); /* 0.2157 of linear light on a screen: 128/255 */
    ck_assert_float_eq(c[1].a, _i == 1 ? 0 : 1);
    ck_assert_float_eq_tol(c[2].a, _i == 1 ? 0.2F : 1, 1e-6F);
    come_home(&t);
}
END_TEST

/* The numbers lie behind text of any length: all four bytes of it count. */
START_TEST(text_may_be_long) {
    enum { BLANKS = 3 << 16, TEXT = 20 };
    gb_file f = {.size = 0};
    trip t;
    say_node(&f);
    say_triangle(&f, "}");
    ferry_bytes small = gb_glb(&f);
    uint32_t text = small.data[12] | (uint32_t)small.data[13] << 8;
    uint8_t *large = malloc(small.size + BLANKS);
    memcpy(large, small.data, TEXT + text);
    memset(large + TEXT + text, ' ', BLANKS);
    memcpy(large + TEXT + text + BLANKS, small.data + TEXT + text, small.size - TEXT - text);
    large[10] = large[14] = 3;
    t.bytes = (ferry_bytes){large, small.size + BLANKS};
    t.job = fy_test_job();
    t.scene = ferry_load(t.job, &(ferry_input){"x.glb", t.bytes}, 1);
    fy_expect_report(t.job, "");
    ck_assert_uint_eq(mesh_of(&t)->vertex_count, 3);
    ck_assert_float_eq(mesh_of(&t)->positions[2].y, 2);
    free((void *)(uintptr_t)small.data);
    come_home(&t);
}
END_TEST

/* Element 1 and 2 are elsewhere; without a view the others are 0. */
START_TEST(sparse_accessors) {
    static const uint16_t places[] = {1, 2};
    static const float values[] = {5, 6, 7, 8, 9, 10}, base[] = {1, 2, 3, 1, 2, 3, 1, 2, 3};
    gb_file f = {.size = 0};
    trip t;
    uint32_t at = gb_view(&f, places, sizeof places, 0), to = gb_view(&f, values, sizeof values, 0),
             from = gb_view(&f, base, sizeof base, 0);
    char view[32] = "";
    if (_i) snprintf(view, sizeof view, "'bufferView':%u,", from);
    gb_accessor(&f,
                "{%s'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':2,'indices':{'bufferView':"
                "%u,'componentType':5123},"
                "'values':{'bufferView':%u}}}",
                view, at, to);
    say_node(&f);
    gb_say(&f, "'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}]");
    arrive(&t, &f, "");
    const ferry_vec3 *p = mesh_of(&t)->positions;
    ck_assert(p[0].x == (_i ? 1 : 0) && p[0].z == (_i ? 3 : 0));
    ck_assert(p[1].x == 5 && p[1].y == 6 && p[1].z == 7 && p[2].x == 8 && p[2].y == 9 && p[2].z == 10);
    come_home(&t);
}
END_TEST

/* Eight sets of coordinates; a ninth is told. */
/* Numbers that take all four bytes, as indices of triangles and of sparse values. */
START_TEST(indices_have_four_bytes) {
    static const uint32_t at[] = {3, 0x10003, 0x20003};
    static const float places[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    gb_file f = {.size = 0};
    trip t;
    uint32_t where = gb_view_of(&f, at, sizeof at, GB_U32),
             values = gb_view_of(&f, places, sizeof places, GB_FLOAT);
    uint32_t p = gb_accessor(&f,
                             "{'componentType':5126,'count':140000,'type':'VEC3','sparse':{'count':3,"
                             "'indices':{'bufferView':%u,'componentType':5125},'values':{'bufferView':%u}}}",
                             where, values),
             i = GB_NUMBERS(&f, at, GB_U32, 3, "SCALAR", "");
    gb_say(&f, "'meshes':[{'name':'t','primitives':[{'attributes':{'POSITION':%u},'indices':%u}]}]", p, i);
    say_node(&f);
    arrive(&t, &f, "");
    const ferry_mesh *m = mesh_of(&t);
    ck_assert_uint_eq(m->triangle_count, 1);
    for (int k = 0; k < 3; k++) {
        const ferry_vec3 *corner = &m->positions[m->triangles[k]];
        ck_assert_float_eq(corner->x, places[3 * k]);
        ck_assert_float_eq(corner->z, places[3 * k + 2]);
    }
    come_home(&t);
}
END_TEST

/* Without normals each triangle has its own, unless no light shows them. */
START_TEST(lit_triangles_are_flat) {
    static const float places[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    static const uint32_t numbers[] = {0, 1, 2, 2, 1, 3};
    gb_file f = {.size = 0};
    trip t;
    uint32_t p = GB_NUMBERS(&f, places, GB_FLOAT, 4, "VEC3", ""),
             i = GB_NUMBERS(&f, numbers, GB_U32, 6, "SCALAR", "");
    gb_say(&f, "'materials':[{%s}]", _i ? "'extensions':{'KHR_materials_unlit':{}}" : "");
    gb_say(&f, "'meshes':[{'primitives':[{'attributes':{'POSITION':%u},'indices':%u,'material':0}]}]", p, i);
    say_node(&f);
    arrive(&t, &f, "");
    const ferry_mesh *m = mesh_of(&t);
    ck_assert_uint_eq(m->vertex_count, _i ? 4 : 6);
    ck_assert(_i ? !m->normals : m->normals && m->normals[0].z == 1);
    come_home(&t);
}
END_TEST

/* Two sets of colours; of a third it is told. */
START_TEST(all_colors) {
    static const float rgb[] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    gb_file f = {.size = 0};
    trip t;
    char more[512] = "";
    say_node(&f);
    for (uint32_t k = 0; k < 3; k++)
        snprintf(more + strlen(more), sizeof more - strlen(more), ",'COLOR_%u':%u", k,
                 GB_NUMBERS(&f, rgb, GB_FLOAT, 3, "VEC3", ""));
    strcat(more, "}");
    say_triangle(&f, more);
    arrive(
        &t, &f,
        "x.glb:0xd4: loss: meshes[0].primitives[0].attributes.COLOR_2: mesh \"t\": a set of vertex colours "
        "left out: the limit is 2 sets\n");
    for (uint32_t k = 0; k < 2; k++) ck_assert(mesh_of(&t)->colors[k] && mesh_of(&t)->colors[k][1].g == 1);
    come_home(&t);
}
END_TEST

START_TEST(all_coordinates) {
    gb_file f = {.size = 0};
    trip t;
    char more[512] = "";
    say_node(&f);
    for (uint32_t k = 0; k < 9; k++) {
        const uint16_t uvs[] = {(uint16_t)(k * 257), 65535, 0, 0, 65535, 0};
        uint32_t at = GB_NUMBERS(&f, uvs, GB_U16, 3, "VEC2", ",'normalized':true");
        snprintf(more + strlen(more), sizeof more - strlen(more), ",'TEXCOORD_%u':%u", k, at);
    }
    strcat(more, "}");
    say_triangle(&f, more);
    arrive(&t, &f,
           "x.glb:0x138: loss: meshes[0].primitives[0].attributes.TEXCOORD_8: mesh \"t\": a UV set left "
           "out: the limit is 8 sets\n");
    for (uint32_t k = 0; k < 8; k++) {
        ck_assert_float_eq_tol(mesh_of(&t)->uvs[k][0].x, (float)k / 255, 1e-7F);
        ck_assert(mesh_of(&t)->uvs[k][0].y == 1 && mesh_of(&t)->uvs[k][2].x == 1);
    }
    come_home(&t);
}
END_TEST

START_TEST(strips_and_fans) {
    static const float five[] = {0, 0, 0, 1, 0, 0, 2, 1, 0, 1, 2, 0, 0, 1, 0};
    static const uint8_t order[] = {0, 1, 2, 3, 4};
    static const uint32_t expected[2][9] = {{0, 1, 2, 2, 1, 3, 2, 3, 4}, {0, 1, 2, 0, 2, 3, 0, 3, 4}};
    gb_file f = {.size = 0};
    trip t;
    GB_NUMBERS(&f, five, GB_FLOAT, 5, "VEC3", "");
    GB_NUMBERS(&f, order, GB_U8, 5, "SCALAR", "");
    say_node(&f);
    gb_say(&f, "'meshes':[{'primitives':[{'mode':%d,'indices':1,'attributes':{'POSITION':0}}]}]", 5 + _i);
    arrive(&t, &f, "");
    const ferry_mesh *m = mesh_of(&t);
    ck_assert_uint_eq(m->triangle_count, 3);
    for (uint32_t k = 0; k < 9; k++) {
        ck_assert_float_eq(m->positions[m->triangles[k]].x, five[3 * expected[_i][k]]);
        ck_assert_float_eq(m->positions[m->triangles[k]].y, five[3 * expected[_i][k] + 1]);
    }
    come_home(&t);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- morphs */

/* One mesh on two nodes: the first rests as the mesh does, the second as it says itself; a clip
 * drives that. */
START_TEST(morphs_rest_by_their_weights) {
    static const float up[] = {0, 0, 4, 0, 0, 0, 0, 0, 0}, turn[] = {0, 1, -1, 0, 0, 0, 0, 0, 0},
                       aside[] = {0, 0, 0, 2, 0, 0, 0, 0, 0};
    static const float times[] = {0, 1}, weights[] = {0.25F, 0.5F, 1, 0};
    gb_file f = {.size = 0};
    trip t;
    uint32_t p = GB_NUMBERS(&f, corners, GB_FLOAT, 3, "VEC3", ""),
             n = GB_NUMBERS(&f, towards, GB_FLOAT, 3, "VEC3", ""),
             a = GB_NUMBERS(&f, up, GB_FLOAT, 3, "VEC3", ""),
             b = GB_NUMBERS(&f, turn, GB_FLOAT, 3, "VEC3", ""),
             c = GB_NUMBERS(&f, aside, GB_FLOAT, 3, "VEC3", "");
    gb_say(&f,
           "'meshes':[{'name':'t','weights':[0.5,0],'extras':{'targetNames':['rise']},'primitives':[{'"
           "attributes':{'POSITION':%u,'NORMAL':%u},"
           "'targets':[{'POSITION':%u,'NORMAL':%u},{'POSITION':%u}]}]}]",
           p, n, a, b, c);
    gb_say(&f, "'scene':0,'scenes':[{'nodes':[0,1]}],'nodes':[{'mesh':0},{'mesh':0,'weights':[0.25,0.5]}]");
    uint32_t in = GB_NUMBERS(&f, times, GB_FLOAT, 2, "SCALAR", ""),
             out = GB_NUMBERS(&f, weights, GB_FLOAT, 4, "SCALAR", "");
    gb_say(&f,
           "'animations':[{'name':'m','samplers':[{'input':%u,'output':%u}],'channels':[{'sampler':0,'target'"
           ":{'node':1,'path':'weights'}}]}]",
           in, out);
    arrive(&t, &f, "");
    ck_assert_uint_eq(t.scene->meshes.count, 2);
    ck_assert_uint_eq(t.scene->morphs.count, 4);
    const ferry_mesh *first = &t.scene->meshes.data[0], *second = &t.scene->meshes.data[1];
    ck_assert(first->positions[0].z == 2 && first->positions[1].x == 1);
    ck_assert(second->positions[0].z == 1 && second->positions[1].x == 2);
    /* (0, 0, 1) + (0, 1, -1) / 2 = (0, 1, 1) / 2 */
    ck_assert_float_eq_tol(first->normals[0].y, sqrtf(0.5F), 1e-6F);
    ck_assert_float_eq_tol(first->normals[0].z, sqrtf(0.5F), 1e-6F);
    ck_assert_str_eq(t.scene->morphs.data[0].name, "rise");
    ck_assert_str_eq(t.scene->morphs.data[1].name, "morph 1");
    /* what moves a normal of length 0.7071 that was made 1 */
    ck_assert_float_eq_tol(t.scene->morphs.data[0].normals[0].y, sqrtf(2), 1e-6F);
    const ferry_clip *clip = &t.scene->clips.data[0];
    ck_assert_uint_eq(clip->track_count, 2);
    ck_assert_uint_eq(clip->tracks[0].object, 2); /* from where it rests */
    ck_assert(clip->tracks[0].values[0] == 0 && clip->tracks[0].values[1] == 0.75F);
    ck_assert(clip->tracks[1].values[0] == 0 && clip->tracks[1].values[1] == -0.5F);
    come_home(&t);
}
END_TEST

START_TEST(morphs_move_coordinates) {
    static const float uvs[] = {0, 0, 1, 0, 0, 1}, shifts[] = {0, 0, 0.5F, 0, 0, 0.25F};
    gb_file f = {.size = 0};
    trip t;
    uint32_t p = GB_NUMBERS(&f, corners, GB_FLOAT, 3, "VEC3", ""),
             u = GB_NUMBERS(&f, uvs, GB_FLOAT, 3, "VEC2", ""),
             s = GB_NUMBERS(&f, shifts, GB_FLOAT, 3, "VEC2", "");
    gb_say(&f,
           "'meshes':[{'primitives':[{'attributes':{'POSITION':%u,'TEXCOORD_0':%u},'targets':[{'TEXCOORD_0':%"
           "u}]}]}]",
           p, u, s);
    say_node(&f);
    arrive(&t, &f, "");
    const ferry_morph *m = &t.scene->morphs.data[0];
    ck_assert_uint_eq(m->count, 2);
    ck_assert(!m->positions && m->shifts && m->set == 0);
    ck_assert(m->vertices[0] == 1 && m->shifts[0].x == 0.5F && m->shifts[1].y == 0.25F);
    come_home(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- clips */

static void say_clip(gb_file *f, const float *times, uint32_t count, const float *values, uint32_t width,
                     const char *candidate, const char *path) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    uint32_t elements = strcmp(candidate, "CUBICSPLINE") == 0 ? 3 * count : count;
    uint32_t in = gb_numbers(f, times, count * sizeof *times, GB_FLOAT, count, "SCALAR", ""),
             out = gb_numbers(f, values, elements * width * sizeof *values, GB_FLOAT, elements, types[width],
                              "");
    gb_say(f,
           "'animations':[{'name':'c','samplers':[{'input':%u,'output':%u,'interpolation':'%s'}],'channels':["
           "{'sampler':0,'target':{'node':0,'path':'%s'}}]}]",
           in, out, candidate, path);
    say_triangle(f, "}");
    say_node(f);
}

START_TEST(cubic_splines_keep_their_slopes) {
    static const float times[] = {0, 2}, values[] = {9, 9, 9, 0, 5, 0, 3, 0, 0, -1, 0, 0, 1, 5, 0, 9, 9, 9};
    gb_file f = {.size = 0};
    trip t;
    double v[4];
    say_clip(&f, times, 2, values, 3, "CUBICSPLINE", "translation");
    arrive(&t, &f, "");
    const ferry_clip *c = &t.scene->clips.data[0];
    ck_assert_uint_eq(c->track_count, 3);
    ck_assert_int_eq(c->tracks[0].interpolation, FERRY_HERMITE);
    ck_assert_double_eq(c->duration, 2);
    fy_track_at(&c->tracks[0], 1, v);
    ck_assert_double_eq_tol(v[0], 0.5 + 2 * (3 / 8.0 + 1 / 8.0), 1e-9);
    fy_track_at(&c->tracks[0], 0.5, v); /* a quarter: 10/64, 9/64 and 3/64 of two seconds */
    ck_assert_double_eq_tol(v[0], 10 / 64.0 + 2 * (3 * 9 / 64.0 + 3 / 64.0), 1e-9);
    come_home(&t);
}
END_TEST

START_TEST(cubic_turns_are_rotations) {
    static const float times[] = {1, 2};
    /* from none to a quarter about z; the key of length 2 counts as one of length 1, its slope halved */
    static const float values[] = {0, 0, 0, 0, 0, 0, 0,           1,           0, 0, 2, 0,
                                   0, 0, 1, 0, 0, 0, 1.41421356F, 1.41421356F, 0, 0, 0, 0};
    gb_file f = {.size = 0};
    trip t;
    double v[4];
    say_clip(&f, times, 2, values, 4, "CUBICSPLINE", "rotation");
    arrive(&t, &f, "");
    const ferry_track *track = &t.scene->clips.data[0].tracks[0];
    ck_assert(track->width == 4 && track->interpolation == FERRY_HERMITE);
    ck_assert_float_eq_tol(track->in[4 + 2], 0.5F, 1e-6F);
    fy_track_at(track, 1.5, v);
    double z = 0.5 * sqrt(0.5) + 2 / 8.0 - 0.5 / 8, w = 0.5 + 0.5 * sqrt(0.5), length = sqrt(z * z + w * w);
    ck_assert_double_eq_tol(v[2], z / length, 1e-6);
    ck_assert_double_eq_tol(v[3], w / length, 1e-6);
    fy_track_at(track, 0, v);
    ck_assert(v[2] == 0 && v[3] == 1);
    come_home(&t);
}
END_TEST

/* Times are those of the file, but what means a frame is that; keys a float apart are a jump. */
START_TEST(times_are_exact) {
    const float times[] = {0, 1 / 30.0F, 0.5F, nextafterf(0.5F, 1), 1.1F},
                values[] = {0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 0, 0, 6, 0, 0};
    gb_file f = {.size = 0};
    trip t;
    say_clip(&f, times, 5, values, 3, "LINEAR", "translation");
    arrive(&t, &f, "");
    const ferry_clip *c = &t.scene->clips.data[0];
    const ferry_track *x = &c->tracks[0];
    ck_assert_double_eq(c->rate, 30);
    ck_assert_uint_eq(x->key_count, 5);
    ck_assert_double_eq(x->times[1], 1 / 30.0);
    ck_assert(x->times[2] == 0.5 && x->times[3] == 0.5 && x->values[3] == 5);
    ck_assert_double_eq(x->times[4], 33 / 30.0);
    ck_assert_uint_eq(c->tracks[1].key_count, 1);
    ck_assert_double_eq(c->duration, 33 / 30.0);
    come_home(&t);
}
END_TEST

/* -------------------------------------------------------------------------------------------------- skins */

/* Three sets: twelve joints move one vertex; another one none; two meshes share the skin. */
START_TEST(skins_have_all_influences) {
    static const uint16_t joints[3][12] = {
        {0, 1, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0}, {4, 5, 6, 7}, {8, 9, 10, 11}};
    static const uint8_t weights[3][12] = {
        {30, 20, 20, 20, 0, 0, 0, 0, 255, 0, 0, 0}, {20, 20, 20, 20}, {20, 20, 20, 25}};
    gb_file f = {.size = 0};
    trip t;
    char more[256] = "";
    for (uint32_t k = 0; k < 3; k++) {
        uint32_t j = GB_NUMBERS(&f, joints[k], GB_U16, 3, "VEC4", ""),
                 w = GB_NUMBERS(&f, weights[k], GB_U8, 3, "VEC4", ",'normalized':true");
        snprintf(more + strlen(more), sizeof more - strlen(more), ",'JOINTS_%u':%u,'WEIGHTS_%u':%u", k, j, k,
                 w);
    }
    strcat(more, "}");
    say_triangle(&f, more);
    gb_say(&f, "'scene':0,'scenes':[{'nodes':[0,1,2]}],'skins':[{'name':'s','joints':[2,3,4,5,6,7,8,9,10,11,"
               "12,13]}]");
    gb_say(&f, "'nodes':[{'mesh':0,'skin':0},{'mesh':0,'skin':0},{'children':[3,4,5,6,7,8,9,10,11,12,13]},{},"
               "{},{},{},{},{},{},{},{},{},{}]");
    arrive(&t, &f,
           "x.glb:0x5a4: warning: accessors[1].element[1]: mesh \"t\": 1 of 3 vertices have no "
           "weights; they follow the mesh's node\n");
    const ferry_skin *s = &t.scene->skins.data[0];
    ck_assert_uint_eq(t.scene->skins.count, 1);
    ck_assert_uint_eq(t.scene->draws.count, 2);
    ck_assert_uint_eq(s->joint_count, 13);
    ck_assert_uint_eq(s->influence_count, 3);
    ck_assert_str_eq(s->name, "s");
    const ferry_mesh *m = mesh_of(&t);
    const ferry_influence *all = &s->influences[m->influences[0]], *none = &s->influences[m->influences[1]];
    ck_assert_uint_eq(all->count, 12);
    ck_assert_float_eq_tol(s->weights[all->first].weight, 30 / 255.0F, 1e-6F);
    ck_assert(none->count == 1 && s->weights[none->first].joint == 12 && s->joints[12].node == 0);
    come_home(&t);
}
END_TEST

/* Up to eight sets, in a row from 0 on, up to the first that does not fit; of all others it is told. */
START_TEST(sets_that_are_left_out_are_told) {
    static const uint16_t joints[12] = {0};
    static const float weights[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    static const struct {
        uint32_t first, last, wrong;
        const char *report;
    } cases[] = {
        {0, 7, 99, ""},
        {0, 9, 99,
         "x.glb:0x61: loss: meshes[0].primitives[0].attributes: mesh \"t\": 2 sets of joints and weights "
         "left out: the limit is 8, numbered from 0\n"},
        {1, 2, 99,
         "x.glb:0x61: loss: meshes[0].primitives[0].attributes: mesh \"t\": 2 sets of joints and weights "
         "left out: the limit is 8, numbered from 0\n"},
        {0, 2, 2,
         "x.glb:0xbb: loss: meshes[0].primitives[0].attributes.JOINTS_2: mesh \"t\": JOINTS_2 and "
         "WEIGHTS_2 left out: unsupported type, or their counts do not match\n"},
        {0, 3, 1,
         "x.glb:0xa0: loss: meshes[0].primitives[0].attributes.JOINTS_1: mesh \"t\": JOINTS_1 and "
         "WEIGHTS_1 left out: unsupported type, or their counts do not match\n"
         "x.glb:0x61: loss: meshes[0].primitives[0].attributes: mesh \"t\": 2 sets of joints and weights "
         "left out: the limit is 8, numbered from 0\n"}};
    gb_file f = {.size = 0};
    trip t;
    char more[512] = "";
    uint32_t j = GB_NUMBERS(&f, joints, GB_U16, 3, "VEC4", ""),
             w = GB_NUMBERS(&f, weights, GB_FLOAT, 3, "VEC4", "");
    for (uint32_t k = cases[_i].first; k <= cases[_i].last; k++)
        snprintf(more + strlen(more), sizeof more - strlen(more), ",'JOINTS_%u':%u,'WEIGHTS_%u':%u", k,
                 k == cases[_i].wrong ? w : j, k, w);
    strcat(more, "}");
    say_triangle(&f, more);
    gb_say(&f, "'skins':[{'joints':[0]}],'nodes':[{'mesh':0,'skin':0}]");
    arrive(&t, &f, cases[_i].report);
    ck_assert_uint_eq(t.scene->skins.count, cases[_i].first == 0);
    come_home(&t);
}
END_TEST

/* Node 2 is not in the scene: its joint is the first node, and is said to be. */
START_TEST(joints_outside_the_scene_are_told) {
    static const uint16_t joints[12] = {0};
    static const float weights[] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    gb_file f = {.size = 0};
    trip t;
    char more[64];
    uint32_t j = GB_NUMBERS(&f, joints, GB_U16, 3, "VEC4", ""),
             w = GB_NUMBERS(&f, weights, GB_FLOAT, 3, "VEC4", "");
    snprintf(more, sizeof more, ",'JOINTS_0':%u,'WEIGHTS_0':%u}", j, w);
    say_triangle(&f, more);
    gb_say(&f, "'scenes':[{'nodes':[1,0]}],'skins':[{'joints':[2]}],'nodes':[{'mesh':0,'skin':0},{'name':'"
               "first'},{}]");
    arrive(&t, &f,
           "x.glb:0xc9: warning: skins[0].joints[0]: is not a node of the scene; used the skin's first valid "
           "joint\n");
    ck_assert_str_eq(t.scene->nodes.data[t.scene->skins.data[0].joints[0].node].name, "first");
    come_home(&t);
}
END_TEST

/* Each is told, and looking for all their places takes no longer than looking for some. */
START_TEST(many_joints_outside_the_scene_take_no_time) {
    enum { JOINTS = 100000 };
    ferry_options options = {.size = sizeof options, .deadline = 60};
    size_t size = 0;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    ck_assert_ptr_nonnull(out);
    fputs("{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[{\"mesh\":0,"
          "\"skin\":0}],\"skins\":[{\"joints\":[0",
          out);
    for (int i = 1; i < JOINTS; i++) fputs(",7", out);
    fputs("]}],\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0,\"JOINTS_0\":1,"
          "\"WEIGHTS_0\":2}}]}],\"accessors\":["
          "{\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"},{\"componentType\":5123,\"count\":3,"
          "\"type\":\"VEC4\"},"
          "{\"componentType\":5126,\"count\":3,\"type\":\"VEC4\"}]}",
          out);
    fclose(out);
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.gltf", {(const uint8_t *)text, size}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_ge(ferry_job_report(job)->totals[FERRY_WARNING], JOINTS - 1);
    ferry_scene_free(scene);
    ferry_close(job);
    free(text);
}
END_TEST

START_TEST(directions_that_are_none_are_told) {
    static const float normals[] = {NAN, 0, 1, 0, 0, 1, 0, INFINITY, 0},
                       tangents[] = {1, 0, 0, 1, 1, 0, 0, NAN, 1e30F, 1, 0, 1};
    gb_file f = {.size = 0};
    trip t;
    uint32_t p = GB_NUMBERS(&f, corners, GB_FLOAT, 3, "VEC3", ""),
             n = GB_NUMBERS(&f, normals, GB_FLOAT, 3, "VEC3", ""),
             g = GB_NUMBERS(&f, tangents, GB_FLOAT, 3, "VEC4", "");
    gb_say(&f,
           "'meshes':[{'name':'t','primitives':[{'attributes':{'POSITION':%u,'NORMAL':%u,'TANGENT':%u}}]}]",
           p, n, g);
    say_node(&f);
    arrive(&t, &f,
           "x.glb:0x26c: warning: accessors[1].element[0]: mesh \"t\": 4 numbers are not finite or out of "
           "range; used 0\n");
    ck_assert_mem_eq(t.bytes.data + ferry_job_report(t.job)->data[0].offset, normals, 12);
    const ferry_mesh *m = mesh_of(&t);
    ck_assert(m->normals[0].x == 0 && m->normals[0].z == 1 && m->normals[2].y == 0);
    ck_assert(m->tangents[2].x == 0 && m->tangents[2].y == 1);
    come_home(&t);
}
END_TEST

/* A pointer's number is digits and nothing else. */
START_TEST(pointers_are_numbers) {
    static const float times[] = {0, 1};
    static const uint8_t seen[] = {1, 0};
    static const char *const numbers[] = {"0", " 0", "+0", "-0", ""};
    gb_file f = {.size = 0};
    trip t;
    uint32_t in = GB_NUMBERS(&f, times, GB_FLOAT, 2, "SCALAR", ""),
             out = GB_NUMBERS(&f, seen, GB_U8, 2, "SCALAR", "");
    say_triangle(&f, "}");
    say_node(&f);
    gb_say(
        &f,
        "'animations':[{'name':'c','samplers':[{'input':%u,'output':%u}],'channels':[{'sampler':0,'target':"
        "{'path':'pointer','extensions':{'KHR_animation_pointer':{'pointer':'/nodes/%s/extensions/"
        "KHR_node_visibility/visible'}}}}]}]",
        in, out, numbers[_i]);
    arrive(&t, &f,
           _i ? "x.glb:0x101: loss: animations[0].channels[0]: clip \"c\": 1 channel for neither "
                "nodes nor weights nor visibility; left out\n"
              : "");
    ck_assert_uint_eq(t.scene->clips.data[0].track_count, _i == 0);
    come_home(&t);
}
END_TEST

/* --------------------------------------------------------------------------------- of this library itself */

#define OWN "'asset':{'version':'2.0','generator':'ferry64 x'}"

/* One of two kinds loses what it bears, as often as it is there (names of one kind get numbers); one alone,
 * or of another name than its kind, does not. */
START_TEST(animations_of_several_kinds_lose_them) {
    static const char *const animations[][3] = {
        {"walk.bck", "bck", "walk"},   {"run.bck", "bck", "run.bck"},   {"walk.bca", "bca", "walk"},
        {"walk.bck", "bck", "walk-2"}, {"jump.bck", "bck", "jump.bck"}, {"jump.bck", "bck", "jump.bck-2"},
        {"run.btk", "bck", "run.btk"}, {"walk.x", "X", "walk.x"},
    };
    enum { COUNT = sizeof animations / sizeof *animations };
    gb_file f = {.size = 0};
    trip t;
    say_triangle(&f, "}");
    say_node(&f);
    gb_say(&f, OWN ",'animations':[");
    for (int i = 0; i < COUNT; i++)
        gb_more(&f, "%s{'name':'%s','extras':{'kind':'%s'},'channels':[],'samplers':[]}", i ? "," : "",
                animations[i][0], animations[i][1]);
    gb_more(&f, "]");
    arrive(&t, &f, "");
    ck_assert_uint_eq(t.scene->clips.count, COUNT);
    for (int i = 0; i < COUNT; i++) ck_assert_str_eq(t.scene->clips.data[i].name, animations[i][2]);
    ck_assert_str_eq(t.scene->clips.data[2].kind, "bca");
    come_home(&t);
}
END_TEST

/* Node 0 is in the scene, node 3 is not; node 1, which hangs on node 0, shows the triangle. What node 1 says
 * counts, or is told, and then it is a node. */
START_TEST(stand_ins_are_what_was_written) {
    static const struct {
        const char *node;
        uint32_t nodes;
        const char *why;
    } cases[] = {
        {"'extras':{'draw':{'number':0,'node':0}}", 2, NULL},
        {"'extras':{'bind':0}", 2, NULL},
        {"'scale':[0,0,0],'extras':{'draw':{'number':0,'node':0},'visibility':'scale'}", 2, NULL},
        {"'scale':[1,1,1],'extras':{'draw':{'number':0,'node':0}}", 2, NULL},
        {"'extras':{'draw':{'number':0,'node':1}}", 3, NULL},
        {"'extras':{'draw':{'number':0,'node':3}}", 3, "it references no node of the scene"},
        {"'extras':{'draw':{'number':0,'node':77}}", 3, "it references no node of the scene"},
        {"'extras':{'bind':'x'}", 3, "it references no node of the scene"},
        {"'scale':[0,0,0],'extras':{'draw':{'number':0,'node':0}}", 3, "it has a transform"},
        {"'translation':[0,1,0],'extras':{'draw':{'number':0,'node':0}}", 3, "it has a transform"},
        {"'rotation':[1,0,0,0],'extras':{'bind':0}", 3, "it has a transform"},
        {"'matrix':[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],'extras':{'bind':0}", 3, "it has a transform"},
        {"'extras':{'above':true}", 3, "it has a mesh"},
        {"'children':[2],'extras':{'bind':0}", 3, "it has children"},
    };
    gb_file f = {.size = 0};
    trip t;
    char *report = NULL, text[256];
    bool child = strstr(cases[_i].node, "children") != NULL;
    say_triangle(&f, "}");
    gb_say(&f, OWN ",'scenes':[{'nodes':[0]}],'nodes':[{'children':[1%s]},{'mesh':0,%s},{},{}]",
           child ? "" : ",2", cases[_i].node);
    travel(&t, &f);
    const char *at = NULL;
    for (size_t k = 0; k + 10 < t.bytes.size && !at; k++)
        if (memcmp(t.bytes.data + k, "{\"mesh\":0,", 10) == 0) at = (const char *)t.bytes.data + k;
    while (at && strncmp(at, "{\"draw\"", 7) != 0 && strncmp(at, "{\"bind\"", 7) != 0 &&
           strncmp(at, "{\"above\"", 8) != 0)
        at++;
    ck_assert_ptr_nonnull(at);
    snprintf(text, sizeof text,
             "x.glb:0x%zx: warning: nodes[1].extras: its extras mark it as a proxy for another node, but "
             "%s; used as a node\n",
             (size_t)((const uint8_t *)at - t.bytes.data), cases[_i].why ? cases[_i].why : "");
    report = cases[_i].why ? text : NULL;
    fy_expect_report(t.job, report ? report : "");
    ck_assert_ptr_nonnull(t.scene);
    ck_assert_uint_eq(t.scene->nodes.count, cases[_i].nodes);
    ck_assert_uint_eq(t.scene->draws.count, 1);
    come_home(&t);
}
END_TEST

/* Each is told at its own place, whichever of them it is. */
START_TEST(places_of_elements_are_found) {
    static const char text[] = "{\"asset\":{\"version\":\"2.0\",\"generator\":\"ferry64 x\"},\"nodes\":[{}],"
                               "\"materials\":[{\"extras\":{\"gx\":{}}}, {\"name\":\"[,{\"}, "
                               "{\"extras\":{\"rdp\":{}}},{\"extras\":{\"gx\":{}}}]}";
    const size_t first = (size_t)(strstr(text, "{}}}, {") - text),
                 third = (size_t)(strstr(text, "\"rdp\":") - text) + strlen("\"rdp\":");
    char report[512];
    ferry_job *job = fy_test_job();
    ferry_scene *scene =
        ferry_load(job, &(ferry_input){"x.gltf", {(const uint8_t *)text, sizeof text - 1}}, 1);
    snprintf(
        report, sizeof report,
        "x.gltf:0x%zx: warning: materials[0].extras.gx: \"mode\" is missing or malformed; used the glTF "
        "material\n"
        "x.gltf:0x%zx: warning: materials[2].extras.rdp: \"tiles\" is missing or malformed; used the glTF "
        "material\n"
        "x.gltf:0x%zx: warning: materials[3].extras.gx: \"mode\" is missing or malformed; used the glTF "
        "material\n",
        first, third, third + strlen("{}}},{\"extras\":{\"gx\":"));
    fy_expect_report(job, report);
    ck_assert_ptr_nonnull(scene);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Digits of base sixteen, and nothing that strtoull would take besides. */
START_TEST(hexadecimal_is_digits) {
    static const struct {
        const char *combiner;
        bool fits;
    } cases[] = {{"0x00127E2488FFFDFE", true},
                 {"0x0", true},
                 {"0x-1", false},
                 {"0x 1", false},
                 {"0x+1", false},
                 {"0x", false},
                 {"1", false},
                 {"0x1g", false},
                 {"0x0x1", false},
                 {"0x00000000000000001", false}};
    gb_file f = {.size = 0};
    trip t;
    say_triangle(&f, "},'material':0");
    say_node(&f);
    gb_say(&f,
           OWN ",'materials':[{'extras':{'rdp':{'combiner':'%s','other_mode':'0x0','other_mode_mask':'0x0','"
               "blender':'0x0','flags':'0x0','fog':0,'colors':0,'effect':0,'alpha_unchanged':false,'prim':[0,"
               "0,0,0],'env':[0,0,0,0],'blend':[0,0,0,0],'tiles':[null,null]}}}]",
           cases[_i].combiner);
    travel(&t, &f);
    ck_assert_ptr_nonnull(t.scene);
    ck_assert_int_eq(t.scene->materials.data[0].rdp != NULL, cases[_i].fits);
    ck_assert_uint_eq(ferry_job_report(t.job)->totals[FERRY_WARNING], !cases[_i].fits);
    come_home(&t);
}
END_TEST

/* ---------------------------------------------------------------------------------------------- materials */

/* Which set a texture lies on by, the transform's own word first; the older way with gloss. */
START_TEST(textures_lie_where_they_should) {
    static const float uvs[] = {0, 0, 1, 0, 0, 1};
    gb_file f = {.size = 0};
    trip t;
    uint32_t u = GB_NUMBERS(&f, uvs, GB_FLOAT, 3, "VEC2", "");
    char more[128];
    snprintf(more, sizeof more, ",'TEXCOORD_0':%u,'TEXCOORD_1':%u},'material':0", u, u);
    say_triangle(&f, more);
    say_node(&f);
    const char *texture = "{'index':0,'extensions':{'KHR_texture_transform':{'texCoord':1,'offset':[0.25,0.5]"
                          ",'scale':[2,3],'rotation':1.5707963267948966}}}";
    gb_say(&f, "'images':[{'uri':'no.png'}],'textures':[{'source':0}],'extensionsRequired':['KHR_texture_"
               "transform']");
    if (_i)
        gb_say(&f,
               "'materials':[{'extensions':{'KHR_materials_pbrSpecularGlossiness':{'diffuseFactor':[1,0,1,0."
               "5],'diffuseTexture':%s}}}]",
               texture);
    else
        gb_say(&f, "'materials':[{'pbrMetallicRoughness':{'baseColorTexture':%s}}]", texture);
    arrive(&t, &f,
           _i ? "x.glb:0xec: warning: images[0]: image \"no.png\" not found; the texture has no image\n"
                "x.glb:0x162: loss: materials[0].extensions: material \"material0\": surface properties "
                "left out: gloss\n"
              : "x.glb:0xec: warning: images[0]: image \"no.png\" not found; the texture has no image\n");
    const ferry_material *m = &t.scene->materials.data[0];
    ck_assert_uint_eq(m->base_uv, 1);
    ck_assert(m->base_color.g == (_i ? 0 : 1) && m->base_color.a == (_i ? 0.5F : 1));
    const ferry_vec2 *moved = mesh_of(&t)->uvs[1], *still = mesh_of(&t)->uvs[0];
    ck_assert(still[1].x == 1 && still[2].y == 1);
    /* offset + R(90 degrees) * (scale * uv): (u, v) -> (0.25 + 3 v, 0.5 - 2 u) */
    ck_assert_float_eq_tol(moved[1].x, 0.25F, 1e-6F);
    ck_assert_float_eq_tol(moved[1].y, -1.5F, 1e-6F);
    ck_assert_float_eq_tol(moved[2].x, 3.25F, 1e-6F);
    ck_assert_float_eq_tol(moved[2].y, 0.5F, 1e-6F);
    come_home(&t);
}
END_TEST

START_TEST(what_is_left_out_is_told) {
    gb_file f = {.size = 0};
    trip t;
    say_triangle(&f, "},'material':0");
    say_node(&f);
    gb_say(&f, "'cameras':[{}],'extensions':{'KHR_lights_punctual':{'lights':[{},{}]}}");
    gb_say(&f,
           "'materials':[{'name':'m','emissiveFactor':[0.2,0,0],'normalTexture':{'index':0},'"
           "pbrMetallicRoughness':{'metallicFactor':0.5,"
           "'roughnessFactor':0.25},'extensions':{'KHR_materials_clearcoat':{},'KHR_materials_sheen':{}}}]");
    arrive(&t, &f,
           "x.glb:0xce: loss: cameras: 1 camera is left out\n"
           "x.glb:0x101: loss: extensions.KHR_lights_punctual.lights: 2 lights are left out\n"
           "x.glb:0x14f: loss: materials[0].normalTexture: material \"m\": textures left out: normals\n"
           "x.glb:0x135: loss: materials[0].emissiveFactor: material \"m\": emission of up to 124/255 "
           "left out\n"
           "x.glb:0x172: loss: materials[0].pbrMetallicRoughness: material \"m\": metallic 0.5 and "
           "roughness 0.25 left out: the surface is diffuse\n"
           "x.glb:0x1ad: loss: materials[0].extensions: material \"m\": surface properties left out: "
           "clear coat, sheen\n");
    come_home(&t);
}
END_TEST

/* ------------------------------------------------------------------------------------------------- broken */

/* The report with the place of "list[0]", which it speaks about, for "?". Free with free(). */
static char *placed(ferry_bytes file, const char *report) {
    const char *mark = strchr(report, '?'), *list = strstr(report, "error: "),
               *end = list ? strchr(list, '[') : NULL;
    char *text = malloc(strlen(report) + 24), key[32];
    ck_assert(text && mark && end);
    snprintf(key, sizeof key, "\"%.*s\":[", (int)(end - list - 7), list + 7);
    for (size_t at = 0; at + strlen(key) < file.size; at++)
        if (memcmp(file.data + at, key, strlen(key)) == 0)
            sprintf(text, "%.*s%zx%s", (int)(mark - report), report, at + strlen(key), mark + 1);
    return text;
}

/* Positions by accessor 0 over 36 bytes in view 0. */
static const struct {
    const char *accessor, *more, *report;
} broken[] = {
    {"{'bufferView':0,'componentType':5126,'count':4,'type':'VEC3'}", "",
     "x.glb:0x?: error: accessors[0]: needs 48 bytes at offset 0 of bufferViews[0], which has 36\n"},
    {"{'bufferView':0,'byteOffset':4,'componentType':5126,'count':3,'type':'VEC3'}", "",
     "x.glb:0x?: error: accessors[0]: needs 36 bytes at offset 4 of bufferViews[0], which has 36\n"},
    {"{'bufferView':7,'componentType':5126,'count':3,'type':'VEC3'}", "",
     "x.glb:0x?: error: accessors[0]: it references no valid bufferView\n"},
    {"{'bufferView':0,'componentType':5124,'count':3,'type':'VEC3'}", "",
     "x.glb:0x?: error: accessors[0]: expected a componentType of 5120 to 5123, 5125 or 5126\n"},
    {"{'bufferView':0,'componentType':5126,'count':3,'type':'VEC5'}", "",
     "x.glb:0x?: error: accessors[0]: expected type SCALAR, VEC2, VEC3, VEC4 or MAT4\n"},
    {"{'bufferView':0,'componentType':5126,'count':-3,'type':'VEC3'}", "",
     "x.glb:0x?: error: accessors[0]: expected a count of 0 to 2147483647, found -3\n"},
    {"{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':4}}", "",
     "x.glb:0x?: error: accessors[0]: sparse: expected 0 to 3 elements, found 4\n"},
    {"{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':1,'indices':{'bufferView':0,'"
     "componentType':5126}}}",
     "", "x.glb:0x?: error: accessors[0]: sparse: expected indices of componentType 5121, 5123 or 5125\n"},
    {"{'componentType':5126,'count':3,'type':'VEC3','sparse':{'count':1,'indices':{'bufferView':0,'"
     "byteOffset':14,'componentType':5123},'values':{'bufferView':0}}}",
     "", "x.glb:0x?: error: accessors[0]: sparse.indices: references element 16256, but there are 3\n"},
    {"{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}", ",'indices':0",
     "x.glb:0x?: error: accessors[0]: indices: expected SCALAR of componentType 5121, 5123 or 5125\n"},
    {"{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}", ",'indices':9",
     "x.glb:0x?: error: meshes[0]: primitives[0]: its indices reference no valid accessor\n"},
    {"{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}",
     ",'targets':[{}]},{'attributes':{'POSITION':0}",
     "x.glb:0x?: error: meshes[0]: primitives[1]: expected 1 targets, as in the primitive with the most, "
     "found 0\n"},
    {"{'bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}",
     "},{'attributes':{'POSITION':0},'targets':[{}]",
     "x.glb:0x?: error: meshes[0]: primitives[0]: expected 1 targets, as in the primitive with the most, "
     "found 0\n"},
};

enum { BROKEN = sizeof broken / sizeof *broken };

START_TEST(broken_numbers_are_refused) {
    gb_file f = {.size = 0};
    trip t;
    gb_view(&f, corners, sizeof corners, 0);
    gb_accessor(&f, "%s", broken[_i].accessor);
    gb_say(&f, "'meshes':[{'primitives':[{'attributes':{'POSITION':0}%s}]}]", broken[_i].more);
    say_node(&f);
    travel(&t, &f);
    char *report = placed(t.bytes, broken[_i].report);
    fy_expect_report(t.job, report);
    free(report);
    ck_assert_ptr_null(t.scene);
    come_home(&t);
}
END_TEST

static void expect_words(const char *name, const char *text, const char *words) {
    char plain[2048];
    size_t size = strlen(text);
    ck_assert_uint_lt(size, sizeof plain);
    for (size_t k = 0; k <= size; k++) plain[k] = text[k] == '\'' ? '"' : text[k];
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){name, {(const uint8_t *)plain, size}}, 1);
    char *report = strchr(words, '?') ? placed((ferry_bytes){(const uint8_t *)plain, size}, words) : NULL;
    fy_expect_report(job, report ? report : words);
    free(report);
    ck_assert(!scene == (ferry_job_report(job)->totals[FERRY_ERROR] > 0));
    ferry_scene_free(scene);
    ferry_close(job);
}

#define START "{'asset':{'version':'2.0'},"
#define DRAWN                                                                                                \
    "'nodes':[{'mesh':0}],'meshes':[{'primitives':[{'attributes':{'POSITION':0}}]}],'accessors':[{'"         \
    "bufferView':0,'componentType':5126,'count':3,'type':'VEC3'}],"

/* Whether FBX is read: by the library that reads what Draco packed, too. */
static bool has_assimp(void) {
    ferry_job *job = fy_quick_job();
    bool found = false;
    for (const ferry_format *const *format = ferry_formats(job); *format; format++)
        found |= strcmp((*format)->name, "fbx") == 0 && (*format)->read;
    ferry_close(job);
    return found;
}

START_TEST(broken_buffers_are_refused) {
    static const char *const extensions[] = {"KHR_draco_mesh_compression", "EXT_meshopt_compression",
                                             "KHR_texture_basisu", "ABC_d"};
    const char *const advice[] = {
        has_assimp() ? "; try `--from assimp`, or export the model without compression"
                     : "; export the model without compression",
        "; export the model without compression", "; export its textures as PNG or JPEG", ""};
    char text[256], words[256];
    for (size_t k = 0; k < 4; k++) {
        snprintf(text, sizeof text, START "'extensionsUsed':['%s'],'extensionsRequired':['%s']}",
                 extensions[k], extensions[k]);
        snprintf(words, sizeof words,
                 "x.gltf:0x?: error: extensionsRequired[0]: the file requires extension \"%s\", which is "
                 "not supported%s\n",
                 extensions[k], advice[k]);
        expect_words("x.gltf", text, words);
    }
    expect_words("x.gltf",
                 START DRAWN "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':"
                             "'data:x;base64,AA*A'}]}",
                 "x.gltf:0x?: error: buffers[0]: its uri is not valid base64 after byte 1 of the data\n");
    expect_words("x.gltf",
                 START DRAWN "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':"
                             "'data:x;base64,AAAA'}]}",
                 "x.gltf:0x?: error: buffers[0]: expected 36 bytes, found 3\n");
    expect_words(
        "x.gltf",
        START DRAWN
        "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':'data:,AAAA'}]}",
        "x.gltf:0x?: error: buffers[0]: expected \"data:\" and \";base64,\" in its uri\n");
    expect_words("x.gltf",
                 START DRAWN
                 "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36,'uri':'x.bin'}]}",
                 "x.gltf:0x?: error: buffers[0]: file \"x.bin\" not found\n");
    expect_words("x.gltf",
                 START DRAWN "'bufferViews':[{'buffer':0,'byteLength':36}],'buffers':[{'byteLength':36}]}",
                 "x.gltf:0x?: error: buffers[0]: it has no uri, and the file has no binary chunk\n");
    expect_words("x.gltf",
                 START DRAWN "'bufferViews':[{'buffer':1,'byteLength':36}],'buffers':[{'byteLength':36}]}",
                 "x.gltf:0x?: error: bufferViews[0]: it references no valid buffer\n");
    expect_words("x.gltf",
                 START DRAWN
                 "'bufferViews':[{'buffer':0,'byteOffset':1,'byteLength':3}],'buffers':[{'byteLength':3,'"
                 "uri':'data:x;base64,AAAA'}]}",
                 "x.gltf:0x?: error: bufferViews[0]: needs 3 bytes at offset 1 of buffers[0], which has 3\n");
    expect_words("x.gltf", START "'scenes':[{'nodes':[4]}]}",
                 "x.gltf:0x?: error: scenes[0]: nodes[0] references none of the 0 nodes\n");
    expect_words("x.gltf", START "'nodes':[{'children':[0,7]}]}",
                 "x.gltf:0x?: error: nodes[0]: children[1] references none of the 1 nodes\n");
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf_read");
    TCase *tests = tcase_create("files");
    tcase_add_loop_test(tests, positions_of_all_kinds, 0, 7);
    tcase_add_loop_test(tests, colours_of_all_kinds, 0, 3);
    tcase_add_test(tests, text_may_be_long);
    tcase_add_loop_test(tests, sparse_accessors, 0, 2);
    tcase_add_test(tests, indices_have_four_bytes);
    tcase_add_loop_test(tests, lit_triangles_are_flat, 0, 2);
    tcase_add_test(tests, all_coordinates);
    tcase_add_test(tests, all_colors);
    tcase_add_loop_test(tests, strips_and_fans, 0, 2);
    tcase_add_test(tests, morphs_rest_by_their_weights);
    tcase_add_test(tests, morphs_move_coordinates);
    tcase_add_test(tests, cubic_splines_keep_their_slopes);
    tcase_add_test(tests, cubic_turns_are_rotations);
    tcase_add_test(tests, times_are_exact);
    tcase_add_test(tests, skins_have_all_influences);
    tcase_add_loop_test(tests, sets_that_are_left_out_are_told, 0, 5);
    tcase_add_test(tests, joints_outside_the_scene_are_told);
    tcase_add_test(tests, directions_that_are_none_are_told);
    tcase_add_test(tests, many_joints_outside_the_scene_take_no_time);
    tcase_add_loop_test(tests, pointers_are_numbers, 0, 5);
    tcase_add_test(tests, animations_of_several_kinds_lose_them);
    tcase_add_loop_test(tests, stand_ins_are_what_was_written, 0, 13);
    tcase_add_test(tests, places_of_elements_are_found);
    tcase_add_loop_test(tests, hexadecimal_is_digits, 0, 10);
    tcase_add_loop_test(tests, textures_lie_where_they_should, 0, 2);
    tcase_add_test(tests, what_is_left_out_is_told);
    tcase_add_loop_test(tests, broken_numbers_are_refused, 0, BROKEN);
    tcase_add_test(tests, broken_buffers_are_refused);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
