/*
 * test_t3dm_layouts.c: one model in every layout of T3DM gives one scene, as far as the layout can hold it;
 * layouts are told apart; what is broken in one of them is said exactly.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/t3dm/t3dm_layouts.h"
#include "helpers.h"

/* The stream beside the model, or a damaged one. */
typedef struct beside {
    ferry_bytes stream;
    uint32_t asked;
} beside;

static bool sidecar(void *user, const char *name, ferry_bytes *bytes) {
    beside *has = user;
    if (strcmp(name, "layout.0.sdata") != 0 || !has->stream.size) return false;
    has->asked++;
    *bytes = has->stream;
    return true;
}

static ferry_job *job_from(const char *from, beside *has) {
    ferry_options options = {
        .size = sizeof options, .from = from, .sidecar = has ? sidecar : NULL, .user = has};
    return ferry_open(&options);
}

static ferry_scene *load(ferry_job *job, ferry_bytes bytes) {
    return ferry_load(job, &(ferry_input){.name = "x.t3dm", .bytes = bytes}, 1);
}

static ferry_scene *load_built(ferry_job *job, build_layout how) {
    ferry_scene *scene = load(job, build_t3dm(job, how));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(scene != NULL, "%s: %s", build_layout_names[how.layout], text);
    free(text);
    return scene;
}

/* --------------------------------------------------------------------------------------------- same scene */

typedef struct corner {
    float values[3 + 3 + 2 + 4];
    const char *bone;
} corner;

typedef struct triangle {
    corner corners[3];
    uint32_t draw;
    bool met;
} triangle;

static corner corner_of(const ferry_scene *scene, const ferry_mesh *mesh, uint32_t v) {
    corner c = {.bone = "model"};
    memcpy(c.values, &mesh->positions[v], 3 * sizeof(float));
    memcpy(c.values + 3, &mesh->normals[v], 3 * sizeof(float));
    memcpy(c.values + 6, &mesh->uvs[0][v], 2 * sizeof(float));
    memcpy(c.values + 8, &mesh->colors[0][v], 4 * sizeof(float));
    if (mesh->skin == FERRY_NONE) return c;
    const ferry_skin *skin = &scene->skins.data[mesh->skin];
    uint32_t joint = skin->weights[skin->influences[mesh->influences[v]].first].joint;
    c.bone = scene->nodes.data[skin->joints[joint].node].name;
    return c;
}

static uint32_t triangles_of(const ferry_scene *scene, triangle list[32]) {
    uint32_t count = 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[d].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            ck_assert_uint_lt(count, 32);
            for (uint32_t k = 0; k < 3; k++)
                list[count].corners[k] = corner_of(scene, mesh, mesh->triangles[3 * t + k]);
            list[count].met = false;
            list[count++].draw = d;
        }
    }
    return count;
}

static bool same_corner(const corner *a, const corner *b, bool bones) {
    for (int i = 0; i < 12; i++)
        if (fabsf(a->values[i] - b->values[i]) > 1e-3f) return false;
    return !bones || strcmp(a->bone, b->bone) == 0;
}

/* The same corners in the same order round. */
static bool same_triangle(const triangle *a, const triangle *b, bool bones) {
    for (int turn = 0; turn < 3; turn++) {
        int same = 0;
        for (int k = 0; k < 3; k++) same += same_corner(&a->corners[k], &b->corners[(k + turn) % 3], bones);
        if (same == 3) return a->draw == b->draw;
    }
    return false;
}

static void expect_same_triangles(const ferry_scene *a, const ferry_scene *b, bool bones, const char *name) {
    triangle left[32], right[32];
    uint32_t count = triangles_of(a, left);
    ck_assert_uint_eq(count, BUILD_TRIANGLES);
    ck_assert_uint_eq(triangles_of(b, right), BUILD_TRIANGLES);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < count && (right[k].met || !same_triangle(&left[i], &right[k], bones))) k++;
        ck_assert_msg(k < count, "%s: triangle %u of draw %u is not there", name, i, left[i].draw);
        right[k].met = true;
    }
}

/* What the layout holds of the newest one's state. */
static ferry_rdp_material reduced(uint32_t layout, const ferry_rdp_material *full) {
    ferry_rdp_material m = *full;
    if (layout < BUILD_L9) {
        memset(m.env, 0, 4);
        m.colors &= (uint8_t)~FERRY_RDP_SET_ENV;
    }
    if (layout < BUILD_L8) {
        m.other_mode &= ~FERRY_RDP_Z_DECAL;
        m.effect = 0;
    }
    if (layout < BUILD_L7) {
        memset(m.prim, 0, 4);
        m.colors &= (uint8_t)~FERRY_RDP_SET_PRIM;
    }
    if (layout < BUILD_L3)
        for (int k = 0; k < 2; k++)
            if (m.tiles[k].texture == FERRY_NONE) m.tiles[k].reference = m.tiles[k].hash = 0;
    if (layout < BUILD_L2) {
        m.fog = 0;
        m.blender = 0;
        m.blend[3] = 0;
        m.other_mode &= ~FERRY_RDP_ALPHA_COMPARE;
        m.colors &= (uint8_t)~FERRY_RDP_SET_BLEND;
    }
    return m;
}

static void expect_same_material(uint32_t layout, const ferry_rdp_material *full,
                                 const ferry_rdp_material *m) {
    ferry_rdp_material want = reduced(layout, full);
    const char *name = build_layout_names[layout];
    ck_assert_msg(want.combiner == m->combiner && want.flags == m->flags, "%s: combiner, flags", name);
    ck_assert_msg(want.other_mode == m->other_mode, "%s: modes %llx", name,
                  (unsigned long long)m->other_mode);
    ck_assert_msg(want.other_mode_mask == m->other_mode_mask, "%s: mask", name);
    ck_assert_msg(want.blender == m->blender && want.fog == m->fog, "%s: blender, fog %u", name, m->fog);
    ck_assert_msg(want.colors == m->colors && want.effect == m->effect, "%s: colours %u, effect", name,
                  m->colors);
    ck_assert_msg(!memcmp(want.prim, m->prim, 4) && !memcmp(want.env, m->env, 4), "%s: prim, env", name);
    ck_assert_msg(!memcmp(want.blend, m->blend, 4), "%s: blend", name);
    for (int k = 0; k < 2; k++) {
        const ferry_rdp_tile *a = &want.tiles[k], *b = &m->tiles[k];
        ck_assert_msg(a->reference == b->reference && a->hash == b->hash && a->texture == b->texture,
                      "%s: tile %d", name, k);
        ck_assert_msg(a->width == b->width && a->height == b->height, "%s: tile %d", name, k);
        ck_assert_msg(memcmp(&a->s, &b->s, sizeof a->s) == 0 && memcmp(&a->t, &b->t, sizeof a->t) == 0,
                      "%s: tile %d", name, k);
    }
}

static void expect_same_bones(const ferry_scene *a, const ferry_scene *b) {
    ck_assert_uint_eq(a->nodes.count, 3);
    ck_assert_uint_eq(b->nodes.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const ferry_node *x = &a->nodes.data[i], *y = &b->nodes.data[i];
        ck_assert_str_eq(x->name, y->name);
        ck_assert_uint_eq(x->parent, y->parent);
        const float *p[] = {&x->translate.x, &x->quat.x, &x->scale.x},
                    *q[] = {&y->translate.x, &y->quat.x, &y->scale.x};
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < (k == 1 ? 4 : 3); c++) ck_assert_float_eq_tol(p[k][c], q[k][c], 1e-5f);
    }
}

/* Read as what it is, each layout gives the scene of V4 without what it cannot hold. */
START_TEST(one_model_is_one_scene) {
    uint32_t layout = (uint32_t)_i;
    const char *name = build_layout_names[layout], *expected = "";
    if (layout <= BUILD_L3)
        expected =
            layout == BUILD_L0
                ? "x.t3dm:0x80: warning: object[2]: its last triangle has a corner without a normal: the "
                  "importer read past its index list; left out\n"
                  "x.t3dm:0x0: note: an importer from before 28 March 2024 mirrored the model; x is "
                  "negated back\n"
                : "x.t3dm:0x0: note: an importer from before 28 March 2024 mirrored the model; x is "
                  "negated back\n";
    if (layout == BUILD_V4)
        expected = "x.t3dm:0x498: warning: chunk[10]: unknown chunk type 0x51; 16 bytes kept unchanged\n";
    char from[16];
    snprintf(from, sizeof from, "t3dm:%s", name);
    ferry_job *job = job_from(from, NULL), *other = fy_test_job();
    ferry_scene *scene = load_built(job, (build_layout){.layout = layout}),
                *full = load_built(other, (build_layout){.layout = BUILD_V4});
    fy_expect_report(job, expected);
    ck_assert_str_eq(scene->layout, name);
    expect_same_triangles(scene, full, layout >= BUILD_L4, name);
    ck_assert_uint_eq(scene->draws.count, 3);
    ck_assert_uint_eq(scene->materials.count, 2); /* two objects have equal ones */
    for (uint32_t i = 0; i < 3; i++) {
        ck_assert_uint_eq(scene->draws.data[i].material, i > 0);
        ck_assert_str_eq(scene->draws.data[i].name, layout >= BUILD_L5 ? full->draws.data[i].name : "");
    }
    for (uint32_t i = 0; i < 2; i++) {
        expect_same_material(layout, full->materials.data[i].rdp, scene->materials.data[i].rdp);
        ck_assert_str_eq(scene->materials.data[i].name,
                         layout >= BUILD_L9 ? full->materials.data[i].name : "");
    }
    ck_assert_uint_eq(scene->textures.count, 2);
    if (layout >= BUILD_L4)
        expect_same_bones(scene, full);
    else
        ck_assert_uint_eq(scene->nodes.count, 1);
    ferry_scene_free(scene);
    ferry_scene_free(full);
    ferry_close(job);
    ferry_close(other);
}
END_TEST

/* Of after 28 March 2024: nothing to turn back, the same scene. */
START_TEST(late_l3_is_not_mirrored) {
    ferry_job *job = job_from("t3dm:L3", NULL), *other = fy_test_job();
    ferry_scene *late = load_built(job, (build_layout){.layout = BUILD_L3, .late = true}),
                *full = load_built(other, (build_layout){.layout = BUILD_V4});
    fy_expect_report(job, "");
    expect_same_triangles(late, full, false, "late L3");
    ferry_scene_free(late);
    ferry_scene_free(full);
    ferry_close(job);
    ferry_close(other);
}
END_TEST

/* ------------------------------------------------------------------------------------------ telling apart */

START_TEST(layouts_are_told_apart) {
    static const char *const found[] = {"L0", "L1", "L2",  "L3",  "L4", "L5", "L6", "L8",
                                        "L8", "L9", "L10", "L11", "V1", "V2", "V3", "V4"};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = load_built(job, (build_layout){.layout = (uint32_t)_i});
    ck_assert_str_eq(scene->layout, found[_i]);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Without textures and with a skeleton at its end, L6 and L7 cannot be told from L8, and read the same. */
START_TEST(ambiguous_layouts_are_named) {
    ferry_job *job = fy_test_job(), *other = job_from("t3dm:L6", NULL);
    build_layout how = {.layout = BUILD_L6, .untextured = true};
    ferry_scene *scene = load_built(job, how), *sure = load_built(other, how);
    fy_expect_report(job, "x.t3dm:0x0: note: layout L6 to L8 store this file identically\n");
    fy_expect_report(other, "");
    ck_assert_str_eq(scene->layout, "L8");
    ck_assert_str_eq(sure->layout, "L6");
    expect_same_triangles(scene, sure, true, "L6");
    ferry_scene_free(scene);
    ferry_scene_free(sure);
    ferry_close(job);
    ferry_close(other);
}
END_TEST

START_TEST(wrong_names_of_layouts_are_refused) {
    ferry_job *job = job_from("t3dm:L12", NULL);
    fy_expect_report(job, "error: format \"t3dm\" has no layout \"L12\"; known: "
                          "L0|L1|L2|L3|L4|L5|L6|L7|L8|L9|L10|L11|V1|V2|V3|V4\n");
    ferry_close(job);
    job = job_from("bti:L1", NULL);
    fy_expect_report(job, "error: format \"bti\" has no layout \"L1\"; known: none\n");
    ferry_close(job);
    job = job_from("t3dm:V3", NULL);
    ck_assert_ptr_null(load(job, build_t3dm(job, (build_layout){.layout = BUILD_V4})));
    fy_expect_report(job, "x.t3dm:0x3: error: the file has layout V4, not V3\n");
    ferry_close(job);
    job = job_from("t3dm:V3", NULL);
    ck_assert_ptr_null(load(job, build_t3dm(job, (build_layout){.layout = BUILD_L2})));
    fy_expect_report(job, "x.t3dm:0x3: error: the file has layout L0 to L11, not V3\n");
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ streams */

START_TEST(streams_are_kept) {
    static const char *const paths[] = {"A[3]", "A[3].sdata", "strings"};
    ferry_job *maker = fy_test_job();
    beside has = {.stream = build_t3dm_stream(maker)};
    ferry_job *job = job_from(NULL, &has);
    ferry_scene *scene = load_built(job, (build_layout){.layout = BUILD_L9});
    ck_assert_uint_eq(has.asked, 1);
    ck_assert_uint_eq(scene->extras.count, 3);
    for (uint32_t i = 0; i < 3; i++) ck_assert_str_eq(scene->extras.data[i].path, paths[i]);
    ck_assert_uint_eq(scene->extras.data[0].bytes.size, 0x14 + 3 * 12);
    ck_assert_uint_eq(scene->extras.data[1].bytes.size, has.stream.size);
    ck_assert_mem_eq(scene->extras.data[1].bytes.data, has.stream.data, has.stream.size);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

static const struct {
    size_t size; /* what is left of 40 bytes, or more than there are */
    uint32_t at, value;
    const char *message;
} streams[] = {
    {0, 0, 0,
     "x.t3dm:0xd0: warning: animation[3]: rom:/layout.0.sdata not found beside the model: its "
     "animation is unknown\n"},
    {39, 0, 0, "layout.0.sdata:0x22: warning: the stream ends in record 5 of 6\n"},
    {42, 0, 0, "layout.0.sdata:0x28: warning: 2 bytes left over after its 6 records\n"},
    {40, 10, 3, "layout.0.sdata:0xa: warning: record 1 references channel 3, but there are 3\n"},
    {40, 10, 0, "layout.0.sdata:0x8: warning: record 1 has 6 bytes, but channel 0 is a rotation\n"},
    {40, 22, 1, "layout.0.sdata:0x14: warning: record 3 has 8 bytes, but channel 1 is a scalar\n"},
};

START_TEST(broken_streams_are_told) {
    uint8_t bytes[48] = {0};
    ferry_job *maker = fy_test_job();
    ferry_bytes stream = build_t3dm_stream(maker);
    ck_assert_uint_eq(stream.size, 40);
    memcpy(bytes, stream.data, stream.size);
    if (streams[_i].at) {
        bytes[streams[_i].at] = 0;
        bytes[streams[_i].at + 1] = (uint8_t)streams[_i].value;
    }
    beside has = {.stream = {bytes, streams[_i].size}};
    ferry_job *job = job_from(NULL, &has);
    ferry_scene *scene = load_built(job, (build_layout){.layout = BUILD_L8, .untextured = true});
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(text, streams[_i].message) != NULL, "%s", text);
    free(text);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(maker);
}
END_TEST

/* ------------------------------------------------------------------------------------------ broken files */

static const struct {
    uint32_t layout;
    bool sure; /* the layout is named by the user */
    char type;
    uint32_t nth, at, size, value;
    const char *message;
} broken[] = {
    {BUILD_L0, false, 0, 0, 0x08, 4, 0x63, "x.t3dm:0x8: error: vertices are chunk 99 of 11\n"},
    {BUILD_L0, false, 0, 0, 0x14, 4, 0xFFFFFF,
     "x.t3dm:0x14: error: the string table starts at 0xffffff, past the end of the file at 0x3ee\n"},
    {BUILD_L0, false, 0, 0, 0x04, 4, 0x10000,
     "x.t3dm:0x4: error: 65536 chunk entries of 4 bytes, but "
     "only 982 bytes left\n"},
    {BUILD_L0, false, 'O', 0, 0x10, 4, 0x42,
     "x.t3dm:0x58: error: object[0].part[0]: 66 vertices to slot 0 on, but the cache has 64 slots\n"},
    {BUILD_L0, false, 'I', 0, 0x04, 1, 0x9,
     "x.t3dm:0x54: error: object[0].part[0]: list index 4 uses slot 9, which was not loaded\n"},
    {BUILD_L0, false, 'O', 0, 0x04, 4, 0x4D,
     "x.t3dm:0x4c: error: object[0]: references material chunk 82, but there are 11 chunks\n"},
    {BUILD_L1, false, 0, 0, 0x10, 4, 0x0,
     "x.t3dm:0x10: error: indices are chunk 0, which is of type 0x4f instead of 'I'\n"},
    {BUILD_L1, false, 'O', 1, 0x00, 4, 0x2,
     "x.t3dm:0x0: warning: read as layout L1, though 1 of 11 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x64: error: object[1]: 2 parts of 16 bytes, but only 16 bytes left\n"},
    {BUILD_L1, true, 'O', 1, 0x00, 4, 0x2,
     "x.t3dm:0x64: error: object[1]: 2 parts of 16 bytes, but only 16 bytes left\n"},
    {BUILD_L2, true, 'M', 0, 0x0C, 1, 0x7,
     "x.t3dm:0x244: error: material[0]: alpha mode 7, expected 0 to 3\n"},
    {BUILD_L2, false, 'M', 0, 0x0C, 1, 0x7,
     "x.t3dm:0x0: warning: read as layout L2, though 1 of 11 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x244: error: material[0]: alpha mode 7, expected 0 to 3\n"},
    {BUILD_L3, false, 'O', 0, 0x08, 4, 0xFFFFFFF0,
     "x.t3dm:0x50: error: object[0]: references material chunk 4294967285, but there are 11 chunks\n"},
    {BUILD_L3, true, 'M', 3, 0x14, 4, 0x4000,
     "x.t3dm:0x30c: error: material[3]: string offset 16384 is outside the table of 42 bytes\n"},
    {BUILD_L4, true, 'S', 0, 0x0C, 4, 0x7F800000,
     "x.t3dm:0x3e4: error: skeleton.bone[0]: not a finite number\n"},
    {BUILD_L4, true, 'S', 0, 0x20, 4, 0x3F000000,
     "x.t3dm:0x3e4: warning: skeleton.bone[0]: sheared matrix, read as the nearest scale and rotation: "
     "error up to 0.251 of 1\n"},
    {BUILD_L4, false, 'S', 0, 0x00, 2, 0x9,
     "x.t3dm:0x0: warning: read as layout L4, though 1 of 12 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x3d8: error: skeleton: 9 bones of 72 bytes, but only 144 bytes left\n"},
    {BUILD_L4, false, 'S', 0, 0x50, 2, 0x1,
     "x.t3dm:0x428: error: skeleton.bone[1]: parent 1 does not precede bone 1\n"},
    {BUILD_L4, true, 'O', 0, 0x1A, 2, 0x2,
     "x.t3dm:0x6a: error: object[0].part[0]: references bone 2, but "
     "there are 2\n"},
    {BUILD_L5, true, 'O', 0, 0x04, 4, 0x5,
     "x.t3dm:0x54: error: object[0]: 5 parts of 16 bytes, but only 32 bytes left\n"},
    {BUILD_L5, false, 'S', 0, 0x52, 2, 0x7,
     "x.t3dm:0x42a: warning: skeleton.bone[1]: depth 7, but its parents give 1\n"},
    {BUILD_L6, false, 'A', 0, 0x0C, 2, 0x9,
     "x.t3dm:0xcc: error: animation[3]: 11 channels of 12 bytes, but only 44 bytes left\n"},
    {BUILD_L6, false, 'A', 0, 0x00, 4, 0x5000,
     "x.t3dm:0xc0: error: animation[3]: string offset 20480 is outside the table of 91 bytes\n"},
    {BUILD_L6, false, 'A', 0, 0x14, 2, 0x7,
     "x.t3dm:0xd4: warning: animation[3].channel[0]: references bone "
     "7, but there are 2\n"},
    {BUILD_L6, false, 'A', 0, 0x16, 1, 0x2,
     "x.t3dm:0xd6: warning: animation[3].channel[0]: type 2 in the rotation channels\n"},
    {BUILD_L6, false, 'A', 0, 0x04, 4, 0xBF800000,
     "x.t3dm:0xc4: warning: animation[3]: invalid duration of -1 seconds\n"},
    {BUILD_L6, false, 'A', 0, 0x24, 4, 0x7F800000,
     "x.t3dm:0xe4: warning: animation[3].channel[1]: its range is not finite\n"},
    {BUILD_L6, false, 'A', 0, 0x23, 1, 0x3, "x.t3dm:0xe3: warning: animation[3].channel[1]: component 3\n"},
    {BUILD_L7, true, 'M', 0, 0x28, 4, 0x7F800000,
     "x.t3dm:0x2c0: error: material[0]: the tile's bounds are not finite numbers\n"},
    {BUILD_L8, false, 'O', 2, 0x08, 4, 0x1,
     "x.t3dm:0x0: warning: read as layout L8, though 1 of 13 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x398: note: chunk[10]: no object uses this material\n"},
    {BUILD_L9, false, 'O', 1, 0x08, 4, 0x63,
     "x.t3dm:0x0: warning: read as layout L9, though 1 of 13 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x84: error: object[1]: references material chunk 105, but there are 13 chunks\n"},
    {BUILD_L9, false, 'O', 1, 0x08, 4, 0xFFFFFFFF,
     "x.t3dm:0x0: warning: read as layout L9, though 1 of 13 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x84: error: object[1]: references material chunk 4294967301, but there are 13 chunks\n"},
    {BUILD_L9, false, 'M', 0, 0x38, 4, 0x4000,
     "x.t3dm:0x0: warning: read as layout L9, though 1 of 13 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x2c0: error: material[0]: string offset 16384 is outside the table of 102 bytes\n"},
    {BUILD_L10, false, 'O', 0, 0x00, 4, 0x4000,
     "x.t3dm:0x0: warning: read as layout L10, though 1 of 13 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x50: error: object[0]: string offset 16384 is outside the table of 102 bytes\n"},
    {BUILD_L11, false, 'I', 0, 0x18, 2, 0xFFC3,
     "x.t3dm:0x7c: error: object[0].part[1]: strip value 4 uses slot 60, which was not loaded\n"},
    {BUILD_L11, false, 'I', 0, 0x1A, 2, 0xFFFB,
     "x.t3dm:0x8c: error: object[0].part[1]: strip buffer 0 has a strip of 1 values before value 6, "
     "expected at least 3\n"},
    {BUILD_L11, false, 'O', 0, 0x3C, 1, 0xC8,
     "x.t3dm:0x8c: error: object[0].part[1]: strip buffer 0: 200 values at 0x10 exceed the chunk of 64 "
     "bytes\n"},
    {BUILD_V1, false, 0, 0, 0x03, 1, 0x9, "x.t3dm:0x3: error: unknown version 9, expected 1 to 4\n"},
    {BUILD_V1, false, 0, 0, 0x03, 1, 0x0, "x.t3dm:0x3: error: unknown version 0, expected 1 to 4\n"},
    {BUILD_V1, false, 'O', 0, 0x04, 2, 0x63,
     "x.t3dm:0x54: error: object[0]: 99 parts of 20 bytes, but only 40 bytes left\n"},
    {BUILD_V3, false, 'I', 0, 0x18, 2, 0xFFFB,
     "x.t3dm:0x8c: error: object[0].part[1]: strip value 4 uses slot 32763, which the cache does not have\n"},
    {BUILD_V3, false, 'S', 0, 0x0C, 4, 0x7FC00000,
     "x.t3dm:0x42c: error: skeleton.bone[0]: not a finite number\n"},
    {BUILD_V4, false, 'O', 0, 0x4D, 1, 0x1E,
     "x.t3dm:0xa4: error: object[0].part[1]: 30 triangles from slot 5 on, but the cache has 70 slots\n"},
};

START_TEST(broken_files_are_told_exactly) {
    char from[16];
    snprintf(from, sizeof from, "t3dm:%s", build_layout_names[broken[_i].layout]);
    ferry_job *job = job_from(broken[_i].sure ? from : NULL, NULL);
    ferry_bytes file = build_t3dm(job, (build_layout){.layout = broken[_i].layout});
    uint8_t *bytes = (uint8_t *)(uintptr_t)file.data;
    uint32_t at = broken[_i].at;
    if (broken[_i].type) at += build_chunk_at(file, broken[_i].layout, broken[_i].type, broken[_i].nth);
    for (uint32_t i = 0; i < broken[_i].size; i++)
        bytes[at + i] = (uint8_t)(broken[_i].value >> (8 * (broken[_i].size - 1 - i)));
    ferry_scene *scene = load(job, file);
    fy_expect_report(job, broken[_i].message);
    ck_assert(scene || strstr(broken[_i].message, "error"));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_layouts");
    TCase *same = tcase_create("same"), *apart = tcase_create("apart"), *damaged = tcase_create("damaged");
    tcase_add_loop_test(same, one_model_is_one_scene, 0, BUILD_LAYOUTS);
    tcase_add_test(same, late_l3_is_not_mirrored);
    tcase_add_loop_test(apart, layouts_are_told_apart, 0, BUILD_LAYOUTS);
    tcase_add_test(apart, ambiguous_layouts_are_named);
    tcase_add_test(apart, wrong_names_of_layouts_are_refused);
    tcase_add_test(same, streams_are_kept);
    tcase_add_loop_test(damaged, broken_streams_are_told, 0, sizeof streams / sizeof *streams);
    tcase_add_loop_test(damaged, broken_files_are_told_exactly, 0, sizeof broken / sizeof *broken);
    suite_add_tcase(suite, same);
    suite_add_tcase(suite, apart);
    suite_add_tcase(suite, damaged);
    return fy_run_suite(suite);
}
