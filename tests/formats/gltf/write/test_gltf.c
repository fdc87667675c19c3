/*
 * test_gltf.c: scenes as glTF, read by a reader that shares nothing with the library
 * (builders/gltf/gltf_reader.h): every vertex stands where the scene has it, attributes are the scene's, and
 * files are whole. What the format's own validator says: tests/formats/gltf.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64_rdp.h"
#include "builders/fixtures/fixtures.h"
#include "builders/material_scene.h"
#include "formats/export/export_material_rdp.h"
#include "gltf_written.h"

static const char *const subjects[] = {
    "rigid.bmd",      "skinned.bmd",    "softimage.bmd",  "maya.bdl",    "bind-pose.bmd",
    "billboards.bmd", "materials.bdl",  "textures.bmd",   "sets.bmd",    "nbt.bmd",
    "order.bmd",      "primitives.bmd", "figure.bdl",     "moving.arc",  "ttyd_paper",
    "layout-V4.t3dm", "layout-L4.t3dm", "layout-L0.t3dm", "tracks.t3dm", "gallery-lit.bdl",
};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static void expect_places(const written *w, double scale) {
    glb file = glb_open(w->files.data[0].bytes);
    free(match_draws(&file, w->scene, scale));
    glb_close(&file);
}

START_TEST(vertices_stand_where_they_did) {
    written w = write_as(subjects[_i], "glb", "x.glb", NULL);
    expect_places(&w, 1);
    drop(&w);
}
END_TEST

START_TEST(lengths_are_scaled) {
    written w = write_as(subjects[_i], "glb", "x.glb", "gltf.scale=0.01");
    expect_places(&w, 0.01);
    drop(&w);
}
END_TEST

/* ------------------------------------------------------------------------------------------ animations */

/* What is hidden by a scale has no size, unlike all that is seen. */
static void expect_seen(const glb *file, const ferry_scene *posed, const glb_matrix *own, uint32_t draw,
                        uint32_t node) {
    bool seen = posed->draws.data[draw].visible, some = false;
    for (uint32_t n = posed->draws.data[draw].node; seen && n != FERRY_NONE; n = posed->nodes.data[n].parent)
        seen = posed->nodes.data[n].visible;
    for (int k = 0; k < 9; k++) some |= own[node].m[k / 3][k % 3] != 0;
    if (glb_is_scaled(file, node))
        ck_assert_msg(seen == some, "draw %u: %d seen, %d shown", draw, seen, some);
}

/* Of all vertices that are seen, in heights. */
static double worst_at(const glb *file, const written *w, const uint32_t *nodes, uint32_t clip,
                       long animation, double seconds, double scale) {
    ferry_mark mark = ferry_job_mark(w->job);
    const ferry_scene *posed = ferry_pose(w->job, w->scene, &clip, 1, seconds);
    ferry_matrix *worlds = calloc(w->scene->nodes.count + (size_t)1, sizeof *worlds);
    ck_assert(posed && ferry_world_matrices(posed, worlds));
    glb_matrix *own = glb_worlds(file, animation, seconds);
    double worst = 0, weights[64];
    for (uint32_t d = 0; d < posed->draws.count; d++) {
        const ferry_mesh *mesh = &posed->meshes.data[posed->draws.data[d].mesh];
        if (nodes[d] == FERRY_NONE) continue;
        expect_seen(file, posed, own, d, nodes[d]);
        if (glb_is_scaled(file, nodes[d]) && own[nodes[d]].m[0][0] == 0 && own[nodes[d]].m[1][0] == 0)
            continue;
        glb_weights(file, nodes[d], animation, seconds, weights, 64);
        for (uint32_t v = 0; v < mesh->vertex_count; v += 1 + mesh->vertex_count / 20) {
            double at[3];
            ferry_vec3 wanted = scene_vertex(posed, worlds, &posed->draws.data[d], v);
            glb_vertex(file, own, nodes[d], v, weights, at);
            for (int k = 0; k < 3; k++) worst = fmax(worst, fabs(at[k] / scale - (double)(&wanted.x)[k]));
        }
    }
    free(own);
    free(worlds);
    ferry_job_release(w->job, mark);
    return worst / height_of(w->scene);
}

static long find_animation(const glb *file, const ferry_clip *clip) {
    char both[128];
    snprintf(both, sizeof both, "%s.%s", clip->name, clip->kind);
    for (uint32_t i = 0; i < glb_count(file, "animations"); i++) {
        const char *name = json_string_value(json_object_get(glb_item(file, "animations", i), "name"));
        if (strcmp(name, clip->name) == 0 || strcmp(name, both) == 0) return (long)i;
    }
    return -1;
}

static double end_of(const glb *file, long animation) {
    json_t *samplers = json_object_get(glb_item(file, "animations", (size_t)animation), "samplers");
    double end = 0;
    for (size_t i = 0; i < json_array_size(samplers); i++) {
        uint32_t input = (uint32_t)glb_integer(json_array_get(samplers, i), "input", -1);
        end = fmax(end, glb_value(file, input, glb_accessor_count(file, input) - 1, 0));
    }
    return end;
}

typedef struct play {
    const char *model, *animations, *setting;
    uint32_t count;
    double tolerance; /* heights */
} play;

/* Between the moments that the writer looks at, too. */
static const play plays[] = {
    {"rigid.bmd", "rigid.bck", NULL, 1, 1e-3},
    {"softimage.bmd", "softimage.bck", NULL, 1, 1e-3},
    {"maya.bdl", "maya.bck", NULL, 1, 1e-3},
    {"skinned.bmd", "skinned.bca", NULL, 1, 1e-3},
    {"skinned.bmd", "skinned.bls skinned.blk", NULL, 1, 1e-3},
    {"skinned.bmd", "skinned.bls skinned.bla", NULL, 1, 1e-3},
    {"figure.bdl", "figure.bck", NULL, 1, 1e-3},
    {"figure.bdl", "figure.bck", "gltf.anim-error=0.01", 1, 1e-4},
    {"figure.bdl", "figure.bck", "gltf.scale=0.01", 1, 1e-3},
    {"figure.bdl", "figure.btk figure.bva", NULL, 2, 1e-3},
    {"moving.arc", NULL, NULL, 1, 1e-3},
    {"ttyd_paper", NULL, NULL, 8, 1e-3},
    {"ttyd_layers", NULL, NULL, 4, 1e-3},
    {"tracks.t3dm", NULL, NULL, 2, 1e-3},
};

enum { PLAYS = sizeof plays / sizeof *plays };

START_TEST(clips_play) {
    const play *p = &plays[_i];
    double scale = p->setting && strncmp(p->setting, "gltf.scale", 10) == 0 ? 0.01 : 1;
    written w = write_with(p->model, p->animations, "glb", "x.glb", p->setting);
    glb file = glb_open(w.files.data[0].bytes);
    uint32_t *nodes = match_draws(&file, w.scene, scale), found = 0;
    for (uint32_t c = 0; c < w.scene->clips.count; c++) {
        const ferry_clip *clip = &w.scene->clips.data[c];
        long animation = find_animation(&file, clip);
        if (animation < 0) continue;
        found++;
        ck_assert_double_eq_tol(end_of(&file, animation), clip->duration, 1e-6 * (1 + clip->duration));
        for (uint32_t k = 0; k <= 60; k++) {
            double seconds = clip->duration * k / 60.1;
            double worst = worst_at(&file, &w, nodes, c, animation, seconds, scale);
            ck_assert_msg(worst <= p->tolerance, "%s %s.%s at %g: %g of the height off", p->model, clip->name,
                          clip->kind, seconds, worst);
        }
    }
    ck_assert_uint_eq(found, p->count);
    free(nodes);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* ------------------------------------------------------------------------------------------ attributes */

static double linear(double c) {
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void expect_attributes(const glb *file, const ferry_scene *scene, uint32_t draw) {
    const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[draw].mesh];
    uint32_t node = find_drawn(file, scene, draw);
    json_t *shown = glb_item(file, "meshes", (size_t)glb_integer(glb_item(file, "nodes", node), "mesh", -1));
    json_t *primitive = json_array_get(json_object_get(shown, "primitives"), 0);
    json_t *attributes = json_object_get(primitive, "attributes");
    char key[24];
    for (uint32_t s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(key, sizeof key, "TEXCOORD_%u", s);
        if (!mesh->uvs[s]) continue;
        for (uint32_t v = 0; v < mesh->vertex_count; v++) {
            uint32_t accessor = (uint32_t)glb_integer(attributes, key, -1);
            const ferry_vec2 *uv = &mesh->uvs[s][v];
            if (glb_value(file, accessor, v, 0) != (double)uv->x ||
                glb_value(file, accessor, v, 1) != (double)uv->y)
                ck_abort_msg("%s of vertex %u differs", key, v);
        }
    }
    long colors = glb_integer(attributes, "COLOR_0", -1);
    for (uint32_t v = 0; colors >= 0 && mesh->colors[0] && v < mesh->vertex_count; v++)
        for (uint32_t k = 0; k < 3; k++) {
            double wanted = linear((double)(&mesh->colors[0][v].r)[k]);
            if (!(fabs(glb_value(file, (uint32_t)colors, v, k) - wanted) <= 1e-5))
                ck_abort_msg("colour of vertex %u differs", v);
        }
    uint32_t indices = (uint32_t)glb_integer(primitive, "indices", -1);
    ck_assert_uint_eq(glb_accessor_count(file, indices), 3 * mesh->triangle_count);
    for (uint32_t i = 0; i < 3 * mesh->triangle_count; i++)
        if (glb_value(file, indices, i, 0) != mesh->triangles[i]) ck_abort_msg("index %u differs", i);
}

START_TEST(attributes_are_the_meshes) {
    static const char *const names[] = {"sets.bmd", "skinned.bmd", "figure.bdl", "layout-V4.t3dm"};
    written w = write_as(names[_i], "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    for (uint32_t d = 0; d < w.scene->draws.count; d++) expect_attributes(&file, w.scene, d);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* Colours of which the material reads only how opaque they are: others would multiply by the rest. */
START_TEST(opacity_alone_is_written_on_white) {
    static const ferry_color colors[4] = {
        {0, .25f, .5f, 1}, {1, 0, .75f, .2f}, {.5f, .5f, 0, .6f}, {0, 1, .25f, .4f}};
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files = {0};
    ferry_gx_material *gx = add_gx(scene, "glass", FERRY_NONE);
    gx->texgen_count = 0;
    gx->blend_mode = 1;
    gx->konst[0] = (ferry_gx_color){200, 100, 50, 255};
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_KONST, .clamp = 1};
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_RASA, .clamp = 1};
    scene->materials.data[0].alpha_mode = FERRY_ALPHA_BLEND;
    scene->meshes.data[0].colors[0] = ferry_scene_new(scene, ferry_color, 4);
    memcpy(scene->meshes.data[0].colors[0], colors, sizeof colors);
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    glb file = glb_open(files.data[0].bytes);
    json_t *primitive = json_array_get(json_object_get(glb_item(&file, "meshes", 0), "primitives"), 0);
    long accessor = glb_integer(json_object_get(primitive, "attributes"), "COLOR_0", -1);
    ck_assert_int_ge(accessor, 0);
    for (uint32_t i = 0; i < 16; i++)
        ck_assert_double_eq_tol(glb_value(&file, (uint32_t)accessor, i / 4, i % 4),
                                i % 4 < 3 ? 1 : (double)colors[i / 4].a, 1e-4);
    glb_close(&file);
    close_scene(job, scene);
}
END_TEST

/* Where a mesh has none, they are the sums of its faces' by their areas: (0, 0, 6) and (2, -3, 6). */
START_TEST(missing_normals_are_made) {
    static const double want[4][3] = {{2, -3, 12}, {0, 0, 6}, {2, -3, 12}, {2, -3, 6}};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    scene->meshes.data[0].normals = ferry_scene_new(scene, ferry_vec3, 4);
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    glb file = glb_open(files.data[0].bytes);
    json_t *primitive = json_array_get(json_object_get(glb_item(&file, "meshes", 0), "primitives"), 0);
    long normals = glb_integer(json_object_get(primitive, "attributes"), "NORMAL", -1);
    ck_assert_int_ge(normals, 0);
    for (uint32_t i = 0; i < 12; i++) {
        const double *sum = want[i / 3];
        double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        ck_assert_double_eq_tol(glb_value(&file, (uint32_t)normals, i / 3, i % 3), sum[i % 3] / length, 1e-6);
    }
    glb_close(&file);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------ influences */

/* A square that hangs on these weights: joint j brings it to z = -j. */
static ferry_scene *hanging(ferry_job *job, const ferry_weight *weights, uint32_t count) {
    ferry_scene *scene = fy_square_scene(job);
    ferry_skin *skin = ferry_append(scene, &scene->skins, ferry_skin);
    *skin = (ferry_skin){.name = "skin", .joint_count = 9, .weight_count = count, .influence_count = 1};
    skin->joints = ferry_scene_new(scene, ferry_joint, 9);
    skin->weights = ferry_scene_new(scene, ferry_weight, count);
    skin->influences = ferry_scene_new(scene, ferry_influence, 1);
    skin->influences[0] = (ferry_influence){0, count};
    memcpy(skin->weights, weights, count * sizeof *weights);
    for (uint32_t j = 0; j < 9; j++) {
        ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
        *node = (ferry_node){.name = "joint", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
        skin->joints[j] = (ferry_joint){1 + j, {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -(double)j}}}};
    }
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->skin = 0;
    mesh->influences = ferry_scene_new(scene, uint32_t, 4);
    return scene;
}

/* Where its corner 1, at (3, 0, 0), stands in the written file; how many sets of joints that has. */
static void expect_hanging(ferry_job *job, ferry_scene *scene, double z, int sets) {
    ferry_file_list files = {0};
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    glb file = glb_open(files.data[0].bytes);
    glb_matrix *worlds = glb_worlds(&file, -1, 0);
    json_t *attributes = json_object_get(
        json_array_get(json_object_get(glb_item(&file, "meshes", 0), "primitives"), 0), "attributes");
    for (int k = 0; k < 4; k++) {
        char name[] = "JOINTS_0";
        name[7] = (char)('0' + k);
        ck_assert_int_eq(json_object_get(attributes, name) != NULL, k < sets);
    }
    double at[3];
    glb_vertex(&file, worlds, find_drawn(&file, scene, 0), 1, NULL, at);
    ck_assert_double_eq_tol(at[0], 3, 1e-5);
    ck_assert_double_eq_tol(at[2], z, 1e-5);
    ck_assert_uint_eq(json_array_size(json_object_get(glb_item(&file, "scenes", 0), "nodes")),
                      2); /* mesh, root */
    free(worlds);
    glb_close(&file);
}

/* A vertex of nine joints: three sets of four. */
START_TEST(all_influences_are_written) {
    ferry_job *job = fy_quick_job();
    ferry_weight weights[9];
    double sum = 0;
    for (uint32_t j = 0; j < 9; j++) weights[j] = (ferry_weight){8 - j, (float)(j + 1) / 45};
    for (int j = 0; j < 9; j++) sum -= (8 - j) * (j + 1) / 45.0;
    ferry_scene *scene = hanging(job, weights, 9);
    expect_hanging(job, scene, sum, 3);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A joint that an influence names twice has the sum of both weights. */
START_TEST(weights_of_one_joint_are_added) {
    static const ferry_weight weights[] = {{1, 0.25f}, {5, 0.5f}, {1, 0.25f}};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = hanging(job, weights, 3);
    expect_hanging(job, scene, -3, 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- materials */

/* What is written is read by another library, and looks like the source: its materials are as near as one
 * texture times a colour comes. */
typedef struct similarity_row {
    const char *name;
    double ssim;
} similarity_row;

static const similarity_row similarities[] = {
    {"figure.bdl", .99},        {"gallery-plain.bdl", .995},  {"gallery-lit.bdl", .94},
    {"gallery-mixes.bdl", .98}, {"gallery-cutouts.bdl", .92}, {"gallery-pairs.bdl", .75},
};

enum { LIKENESSES = sizeof similarities / sizeof *similarities };

START_TEST(it_looks_alike) {
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity similarity;
    ferry_job *job = fy_quick_job();
    ferry_bytes source = fy_read_fixture(similarities[_i].name);
    ferry_scene *before = ferry_load(job, &(ferry_input){.name = similarities[_i].name, .bytes = source}, 1);
    written w = write_as(similarities[_i].name, "glb", "x.glb", NULL);
    ferry_job *other = stranger();
    ferry_scene *after =
        ferry_load(other, &(ferry_input){.name = "x.glb", .bytes = w.files.data[0].bytes}, 1);
    ck_assert(before && after && ferry_compare(job, before, after, &view, &similarity, NULL));
    ck_assert_msg(similarity.ssim >= similarities[_i].ssim, "%s: %g", similarities[_i].name, similarity.ssim);
    ferry_scene_free(after);
    ferry_close(other);
    ferry_scene_free(before);
    ferry_close(job);
    free((void *)(uintptr_t)source.data);
    drop(&w);
}
END_TEST

static ferry_scene *load_made(ferry_job **job, ferry_file_list *files) {
    const ferry_options options = {.size = sizeof options, .sidecar = fy_find_made, .user = files};
    *job = ferry_open(&options);
    return ferry_load(*job, &(ferry_input){.name = "x.t3dm", .bytes = files->data[0].bytes}, 1);
}

static const similarity_row from_n64[] = {{"gallery-plain.bdl", .995},
                                          {"gallery-lit.bdl", .95},
                                          {"gallery-mixes.bdl", .98},
                                          {"gallery-pairs.bdl", .8}};

/* GameCube -> Nintendo 64 -> glTF, against the Nintendo 64: two tiles and a combiner become one picture. How
 * like it is depends on the combiners that were chosen, more than on how well they were. */
START_TEST(a_model_of_the_n64_looks_alike) {
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity similarity;
    written w = write_as(from_n64[_i].name, "t3dm", "x.t3dm", "t3dm.effort=normal");
    ferry_file_list files = {0};
    ferry_job *job, *writing, *other = stranger();
    ferry_scene *before = load_made(&job, &w.files), *prepared = load_made(&writing, &w.files);
    ck_assert(before && prepared && ferry_prepare(writing, prepared, "glb", NULL) &&
              ferry_save(writing, prepared, "glb", "x.glb", &files));
    ferry_scene *after = ferry_load(other, &(ferry_input){.name = "x.glb", .bytes = files.data[0].bytes}, 1);
    ck_assert(after && ferry_compare(job, before, after, &view, &similarity, NULL));
    ck_assert_msg(similarity.ssim >= from_n64[_i].ssim, "%s: %g", from_n64[_i].name, similarity.ssim);
    ferry_scene_free(after);
    ferry_close(other);
    ferry_scene_free(prepared);
    ferry_close(writing);
    ferry_scene_free(before);
    ferry_close(job);
    drop(&w);
}
END_TEST

/* The way there and back: counts, names, boxes at rest and at several moments. */
/* Vertices hold half a texel less than the scene says, in steps that a shift to the left makes 16 times as
 * long; the half is not. */
START_TEST(shifted_tiles_lie_where_they_did) {
    static const fy_export_surface surface = {.candidate = {.source = 0}};
    ferry_rdp_material state = {.other_mode = FERRY_RDP_BILINEAR};
    state.tiles[0] = (ferry_rdp_tile){.width = 64, .height = 32};
    state.tiles[0].s = (ferry_rdp_axis){.low = 3, .high = 66, .shift = -4};
    state.tiles[0].t = (ferry_rdp_axis){.high = 31};
    double rows[2][3];
    ck_assert(fy_export_map_rdp(&surface, &state, rows));
    for (int stored = -500; stored < 500; stored += 33) {
        double u = (stored + 16) / (32.0 * 64), texel = stored / 32.0 * 16 - 3; /* its middle is shown */
        ck_assert_double_eq_tol(rows[0][0] * u + rows[0][2], (texel + .5) / 64, 1e-12);
    }
    ck_assert_double_eq(rows[1][1], 1);
    ck_assert_double_eq(rows[1][2], 0);
    state.other_mode = 0; /* points are stored as they are */
    ck_assert(fy_export_map_rdp(&surface, &state, rows));
    ck_assert_double_eq(rows[0][2], -3 / 64.0);
}
END_TEST

START_TEST(it_comes_back) {
    written w = write_with("figure.bdl", "figure.bck", "glb", "x.glb", NULL);
    ferry_job *job = stranger();
    ferry_scene *back = ferry_load(job, &(ferry_input){.name = "x.glb", .bytes = w.files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(back->clips.count, 1);
    ck_assert_str_eq(back->clips.data[0].name, "figure");
    ck_assert_double_eq_tol(back->clips.data[0].duration, w.scene->clips.data[0].duration, 1e-5);
    ck_assert_uint_eq(back->materials.count, w.scene->materials.count);
    for (uint32_t i = 0; i < w.scene->nodes.count; i++) {
        uint32_t k = 0;
        while (k < back->nodes.count && strcmp(back->nodes.data[k].name, w.scene->nodes.data[i].name) != 0)
            k++;
        ck_assert_msg(k < back->nodes.count, "node \"%s\" is lost", w.scene->nodes.data[i].name);
    }
    for (int k = 0; k <= 8; k++) {
        const uint32_t clip = 0;
        ferry_counts a, b;
        double seconds = w.scene->clips.data[0].duration * k / 8.5;
        const ferry_scene *x = ferry_pose(w.job, w.scene, &clip, 1, seconds),
                          *y = ferry_pose(job, back, &clip, 1, seconds);
        ck_assert(x && y && ferry_count(x, &a) && ferry_count(y, &b));
        ck_assert_uint_eq(a.triangles, b.triangles);
        for (int i = 0; i < 6; i++)
            ck_assert_double_eq_tol((double)(&a.box.min.x)[i], (double)(&b.box.min.x)[i],
                                    1e-3 * height_of(w.scene));
    }
    ferry_scene_free(back);
    ferry_close(job);
    drop(&w);
}
END_TEST

static int count_words(const char *line) {
    int count = 0;
    for (bool inside = false; *line && *line != '\n'; line++) {
        count += *line != ' ' && !inside;
        inside = *line != ' ';
    }
    return count;
}

/* OBJ says of the same scene where its vertices stand at rest, and which colours they have; v runs up. */
START_TEST(obj_stands_at_rest) {
    written w = write_as("figure.bdl", "obj", "a/x.obj", _i ? "gltf.scale=0.5" : NULL);
    double scale = _i ? .5 : 1;
    ferry_matrix *worlds = calloc(w.scene->nodes.count + (size_t)1, sizeof *worlds);
    ck_assert(ferry_world_matrices(w.scene, worlds));
    ck_assert_str_eq(w.files.data[1].name, "a/x.mtl");
    ck_assert_uint_eq(w.files.count, 2 + w.scene->images.count);
    ck_assert(has_loss(w.job, "obj.skin") && !has_loss(w.job, "obj.hidden"));
    ck_assert_double_eq(loss_number(w.job, "obj.texture-wrap", "not store: "), 4);
    char *text = strndup((const char *)w.files.data[0].bytes.data, w.files.data[0].bytes.size), *line = text;
    uint32_t draw = FERRY_NONE, vertex = 0, faces = 0, first = 1, colored = 0;
    uint32_t places = 0, normals = 0, first_place = 0, first_normal = 0;
    for (char *end; line && *line; line = end ? end + 1 : NULL) {
        end = strchr(line, '\n');
        const ferry_mesh *mesh =
            draw < w.scene->draws.count ? &w.scene->meshes.data[w.scene->draws.data[draw].mesh] : NULL;
        double at[3], rgb[3];
        unsigned corner, place, normal;
        if (strncmp(line, "o ", 2) == 0) {
            first += mesh ? mesh->vertex_count : 0;
            first_place = places + 1, first_normal = normals + 1;
            draw++;
            vertex = faces = 0;
        } else if (sscanf(line, "v %lf %lf %lf %lf %lf %lf", &at[0], &at[1], &at[2], &rgb[0], &rgb[1],
                          &rgb[2]) >= 3) {
            const ferry_color *color = mesh->colors[0] ? &mesh->colors[0][vertex] : NULL;
            if (count_words(line) == 7 && ++colored)
                for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(rgb[k], (double)(&color->r)[k], 1e-5);
            ferry_vec3 wanted = scene_vertex(w.scene, worlds, &w.scene->draws.data[draw], vertex++);
            for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(at[k], (double)(&wanted.x)[k] * scale, 1e-3);
        } else if (strncmp(line, "vn ", 3) == 0) {
            normals++;
        } else if (sscanf(line, "vt %lf %lf", &at[0], &at[1]) == 2) {
            places++;
            ck_assert_double_eq_tol(at[1], 1 - (double)mesh->uvs[0][vertex - 1].y, 1e-5);
        } else if (sscanf(line, "f %u/%u/%u", &corner, &place, &normal) == 3) {
            uint32_t index = mesh->triangles[3 * faces++];
            ck_assert_uint_eq(corner, first + index);
            ck_assert_uint_eq(place, first_place + index);
            ck_assert_uint_eq(normal, first_normal + index);
        }
    }
    ck_assert_uint_gt(colored, 1000);
    ck_assert_uint_eq(draw + 1, w.scene->draws.count);
    free(text);
    free(worlds);
    drop(&w);
}
END_TEST

/* What shows neither of its sides is not there, and is not called hidden either. */
START_TEST(obj_leaves_out_what_shows_no_side) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files = {0};
    add_material(scene, "gone")->cull = FERRY_CULL_BOTH;
    add_material(scene, "there");
    ck_assert(ferry_prepare(job, scene, "obj", NULL) && ferry_save(job, scene, "obj", "x.obj", &files));
    char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
    ck_assert(strstr(text, "\no there") && !strstr(text, "\no gone"));
    ck_assert(!has_note(job, "obj.hidden"));
    free(text);
    close_scene(job, scene);
}
END_TEST

/* Blanks end names, and so might what is no printable ASCII. */
START_TEST(obj_names_are_words) {
    ferry_job *job;
    ferry_scene *scene = open_scene(&job);
    ferry_file_list files = {0};
    add_material(scene, "two words\\ \x7F~");
    ck_assert(ferry_prepare(job, scene, "obj", NULL) && ferry_save(job, scene, "obj", "x.obj", &files));
    char *text = strndup((const char *)files.data[0].bytes.data, files.data[0].bytes.size);
    ck_assert(strstr(text, "\nusemtl two_words___~.0\n") && !strstr(text, "two words"));
    free(text);
    close_scene(job, scene);
}
END_TEST

static const json_t *material_of(const glb *file, const char *name) {
    for (uint32_t i = 0; i < glb_count(file, "materials"); i++) {
        const json_t *material = glb_item(file, "materials", i);
        if (strcmp(json_string_value(json_object_get(material, "name")), name) == 0) return material;
    }
    ck_abort_msg("no material %s", name);
    return NULL;
}

static bool has_extension(const json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

/* States are what the material says, and all of it stands in its extras. */
START_TEST(materials_say_what_they_were) {
    written w = write_as("gallery-plain.bdl", "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    uint32_t unlit = 0;
    for (uint32_t i = 0; i < glb_count(&file, "materials"); i++) {
        const json_t *material = glb_item(&file, "materials", i);
        const ferry_material *from = &w.scene->materials.data[i];
        const json_t *gx = json_object_get(json_object_get(material, "extras"), "gx");
        const json_t *surface = json_object_get(material, "pbrMetallicRoughness");
        ck_assert_uint_eq(json_array_size(json_object_get(gx, "stages")), from->gx->stage_count);
        ck_assert_int_eq(json_is_true(json_object_get(material, "doubleSided")),
                         from->cull == FERRY_CULL_NONE);
        ck_assert_double_eq(json_number_value(json_object_get(surface, "metallicFactor")), 0);
        unlit += has_extension(material, "KHR_materials_unlit");
    }
    ck_assert_uint_gt(unlit, 0);
    glb_close(&file);
    drop(&w);
    w = write_as("gallery-cutouts.bdl", "glb", "x.glb", NULL);
    file = glb_open(w.files.data[0].bytes);
    for (uint32_t i = 0, cut = 0; i < glb_count(&file, "materials"); i++) {
        const char *mode = json_string_value(json_object_get(glb_item(&file, "materials", i), "alphaMode"));
        cut += mode && strcmp(mode, "MASK") == 0;
        if (i + 1 == glb_count(&file, "materials")) ck_assert_uint_gt(cut, 0);
    }
    glb_close(&file);
    drop(&w);
}
END_TEST

/* Two textures by one set of coordinates become one picture. */
START_TEST(textures_are_baked) {
    written w = write_as("gallery-pairs.bdl", "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    const json_t *material = material_of(&file, "TEX0*TEX1");
    const json_t *info =
        json_object_get(json_object_get(material, "pbrMetallicRoughness"), "baseColorTexture");
    uint32_t texture = (uint32_t)glb_integer(info, "index", -1);
    ck_assert_uint_ge(texture, w.scene->textures.count);
    ck_assert_str_eq(json_string_value(json_object_get(glb_item(&file, "textures", texture), "name")),
                     "TEX0*TEX1");
    /* It is painted once, whole: nothing of its other side is drawn at its edges. */
    long number = glb_integer(glb_item(&file, "textures", texture), "sampler", -1);
    const json_t *sampler = glb_item(&file, "samplers", (size_t)number);
    enum { CLAMP = 33071 };
    ck_assert_int_eq(glb_integer(sampler, "wrapS", 0), CLAMP);
    ck_assert_int_eq(glb_integer(sampler, "wrapT", 0), CLAMP);
    glb_close(&file);
    drop(&w);
}
END_TEST

static void quarters(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x < 16 ? 255 : 120, y < 16 ? 255 : 90, x < y ? 255 : 160, 255);
}

static void stripes(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, x < 10 ? 60 : 255, x < 20 ? 255 : 80, y < 6 ? 40 : 255, 255);
}

/* One of two textures is turned by an eighth, once to either side: so it is in the picture. */
START_TEST(turned_textures_are_baked) {
    ferry_job *job, *other = stranger();
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    uint32_t first = add_texture(scene, "first", 32, 32, quarters, FERRY_WRAP_REPEAT);
    ferry_gx_material *gx = add_gx(scene, "turned", first);
    gx->textures[1] = add_texture(scene, "second", 32, 32, stripes, FERRY_WRAP_REPEAT);
    gx->stage_count = gx->texgen_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].texgen = gx->stages[1].map = 1;
    gx->stages[1].color.c = FERRY_GX_CC_CPREV;
    gx->texgens[1].matrix = 30;
    gx->matrices[0] = (ferry_gx_texture_matrix){
        .present = true, .scale = {1, 1}, .rotation = _i ? 8192 : -8192, .center = {.5f, .5f}};
    scene->materials.data[0].cull = FERRY_CULL_NONE, gx->cull = FERRY_GX_CULL_NONE;
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int v = 0; v < 4; v++) mesh->uvs[0][v] = (ferry_vec2){v == 1 || v == 2, v > 1};
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.glb", files.data[0].bytes}, 1);
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ck_assert(back && back->images.count == 1 && ferry_compare(other, scene, back, &view, &found, NULL));
    ck_assert_msg(found.ssim > .9, "SSIM %.3f", found.ssim);
    ferry_scene_free(back);
    ferry_close(other);
    close_scene(job, scene);
}
END_TEST

/* Of two textures by the same coordinates, of which the second covers the first, that one is written. */
START_TEST(the_texture_that_is_seen_is_written) {
    ferry_job *job, *other = stranger();
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    ferry_gx_material *gx =
        add_gx(scene, "covered", add_texture(scene, "first", 32, 32, quarters, FERRY_WRAP_REPEAT));
    gx->textures[1] = add_texture(scene, "second", 32, 32, stripes, FERRY_WRAP_REPEAT);
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int v = 0; v < 4; v++) mesh->uvs[0][v] = (ferry_vec2){v == 1 || v == 2, v > 1};
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.glb", files.data[0].bytes}, 1);
    ck_assert(back && back->images.count == 1);
    ck_assert_str_eq(back->textures.data[0].name, "second");
    ferry_scene_free(back);
    ferry_close(other);
    close_scene(job, scene);
}
END_TEST

/* Two maps of one texture without a picture: it is told once. */
START_TEST(a_missing_picture_is_told_once) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    ferry_gx_material *gx =
        add_gx(scene, "twice", add_texture(scene, "lost", 32, 32, quarters, FERRY_WRAP_REPEAT));
    scene->textures.data[0].image = FERRY_NONE;
    gx->textures[1] = gx->textures[0];
    gx->stage_count = 2;
    gx->stages[1] = gx->stages[0];
    gx->stages[1].map = 1;
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    const ferry_report *report = ferry_job_report(job);
    uint32_t told = 0;
    for (uint32_t i = 0; i < report->count; i++)
        told += strcmp(report->data[i].code, "gltf.texture-missing") == 0;
    ck_assert_uint_eq(told, 1);
    close_scene(job, scene);
}
END_TEST

static void evening(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 32 * x + 31, 25 * x + 25, 12 * x + 12, 255);
}

static void halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, x < 16 ? 0 : 240, 128, 64, 255);
}

/* A ramp that light looks up, in front of a picture: in full light all of it has the ramp's last colour,
 * (255, 200, 96), times what the picture leaves of it. */
START_TEST(ramps_are_baked_in_full_light) {
    ferry_job *job, *other = stranger();
    ferry_scene *scene = open_seen_scene(&job);
    ferry_file_list files = {0};
    ferry_gx_material *gx =
        add_gx(scene, "steps", add_texture(scene, "ramp", 8, 8, evening, FERRY_WRAP_CLAMP));
    gx->textures[1] = add_texture(scene, "picture", 32, 32, halves, FERRY_WRAP_REPEAT);
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .diffuse = 2, .attenuation = 1};
    gx->stage_count = gx->texgen_count = 2;
    gx->texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, 60};
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_TEXC, .clamp = 1};
    gx->stages[1] = gx->stages[0];
    gx->stages[1].texgen = gx->stages[1].map = 1;
    gx->stages[1].color = (ferry_gx_combine){FERRY_GX_CC_CPREV, FERRY_GX_CC_ZERO, FERRY_GX_CC_TEXC,
                                             FERRY_GX_CC_ZERO, .clamp = 1};
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int v = 0; v < 4; v++) mesh->uvs[0][v] = (ferry_vec2){v == 1 || v == 2, v > 1};
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.glb", files.data[0].bytes}, 1);
    ck_assert(back && back->images.count == 1);
    const ferry_mip_level *level = &back->images.data[0].levels[0];
    const uint8_t *row = level->rgba + 4 * (size_t)(level->height / 2) * level->width;
    for (uint32_t half = 0; half < 2; half++) {
        const uint8_t *texel = row + 4 * (size_t)((1 + 2 * half) * level->width / 4);
        ck_assert_int_le(abs(texel[0] - 255 * (255 - (half ? 240 : 0)) / 255), 2);
        ck_assert_int_le(abs(texel[1] - 200 * (255 - 128) / 255), 2);
        ck_assert_int_le(abs(texel[2] - 96 * (255 - 64) / 255), 2);
    }
    ferry_scene_free(back);
    ferry_close(other);
    close_scene(job, scene);
}
END_TEST

/* ----------------------------------------------------------------------------------------------- files */

static const ferry_file *find_file(const written *w, const char *name) {
    for (uint32_t i = 0; i < w->files.count; i++)
        if (strcmp(w->files.data[i].name, name) == 0) return &w->files.data[i];
    ck_abort_msg("no file %s", name);
    return NULL;
}

typedef struct span {
    long from, to;
} span;

static int by_begin(const void *a, const void *b) {
    const span *x = a, *y = b;
    return (x->from > y->from) - (x->from < y->from);
}

/* No byte of the buffer belongs to two views, and hardly any to none: they end at multiples of four. */
START_TEST(views_lie_side_by_side) {
    written w = write_as(subjects[_i], "glb", "x.glb", NULL);
    glb file = glb_open(w.files.data[0].bytes);
    size_t count = glb_count(&file, "bufferViews");
    span *spans = calloc(count + 1, sizeof *spans);
    for (uint32_t i = 0; i < count; i++) {
        const json_t *view = glb_item(&file, "bufferViews", i);
        spans[i].from = glb_integer(view, "byteOffset", 0);
        spans[i].to = spans[i].from + glb_integer(view, "byteLength", 0);
    }
    qsort(spans, count, sizeof *spans, by_begin);
    spans[count].from = (long)file.size;
    for (size_t i = 0; i < count; i++) {
        ck_assert_int_lt(spans[i].from, spans[i].to); /* none is empty */
        ck_assert(spans[i].to <= spans[i + 1].from && spans[i + 1].from < spans[i].to + 4);
    }
    free(spans);
    glb_close(&file);
    drop(&w);
}
END_TEST

/* A clip that no node can carry is left out, and leaves no view of no bytes. */
START_TEST(clips_of_nothing_have_no_view) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    *ferry_append(scene, &scene->clips, ferry_clip) =
        (ferry_clip){.name = "still", .kind = "bck", .duration = 1, .rate = 30};
    scene->draws.count = scene->nodes.count = 0;
    ck_assert(ferry_prepare(job, scene, "glb", NULL) && ferry_save(job, scene, "glb", "x.glb", &files));
    glb file = glb_open(files.data[0].bytes);
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(strstr(report, "animation \"still.bck\" left out: no node can carry it"));
    ck_assert_uint_eq(glb_count(&file, "bufferViews"), 0);
    free(report);
    glb_close(&file);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(text_has_files_beside_it) {
    written w = write_as("figure.bdl", "gltf", "a b/the figure.gltf", NULL);
    const ferry_file *json = find_file(&w, "a b/the figure.gltf"),
                     *buffer = find_file(&w, "a b/the figure.bin");
    ck_assert_uint_eq(w.files.count, 2 + w.scene->images.count);
    glb file = glb_open_text(json->bytes, buffer->bytes);
    ck_assert_str_eq(json_string_value(json_object_get(glb_item(&file, "buffers", 0), "uri")),
                     "the%20figure.bin");
    for (uint32_t i = 0; i < w.scene->images.count; i++) {
        char name[128];
        snprintf(name, sizeof name, "a b/%s",
                 json_string_value(json_object_get(glb_item(&file, "images", i), "uri")));
        ck_assert_int_eq(memcmp(find_file(&w, name)->bytes.data, "\x89PNG", 4), 0);
    }
    glb_close(&file);
    drop(&w);
}
END_TEST

START_TEST(pictures_lie_where_they_are_wanted) {
    static const char *const settings[] = {"gltf.images=beside", "gltf.images=embed"};
    written w = write_as("figure.bdl", _i ? "gltf" : "glb", _i ? "x.gltf" : "x.glb", settings[_i]);
    ck_assert_uint_eq(w.files.count, _i ? 2 : 1 + w.scene->images.count);
    drop(&w);
}
END_TEST

/* Namesakes have files of their own, and what no file system takes is replaced. */
START_TEST(names_of_pictures_differ) {
    static const char *const names[] = {"eye", "eye", "", "\xc3\xa9ye.1", "eye"};
    static const char *const wanted[] = {"x_eye.png", "x_eye.1.png", "x_image.png", "x___ye_1.png",
                                         "x_eye.4.png"};
    static const uint8_t texel[4] = {10, 20, 30, 255};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    for (int i = 0; i < 5; i++) {
        ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
        ferry_mip_level *level = ferry_scene_new(scene, ferry_mip_level, 1);
        *level = (ferry_mip_level){1, 1, texel};
        *image = (ferry_image){.name = names[i], .width = 1, .height = 1, .levels = level, .level_count = 1};
    }
    ferry_file_list files = {0};
    ck_assert(ferry_save(job, scene, "gltf", "x.gltf", &files));
    for (int i = 0; i < 5; i++) ck_assert_str_eq(files.data[2 + i].name, wanted[i]);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(the_same_twice) {
    written a = write_as("figure.bdl", "glb", "x.glb", NULL),
            b = write_as("figure.bdl", "glb", "x.glb", NULL);
    ck_assert_uint_eq(a.files.data[0].bytes.size, b.files.data[0].bytes.size);
    ck_assert_int_eq(
        memcmp(a.files.data[0].bytes.data, b.files.data[0].bytes.data, a.files.data[0].bytes.size), 0);
    drop(&a);
    drop(&b);
}
END_TEST

/* A refused allocation is an error, and nothing is half written. */
START_TEST(memory_runs_out) {
    static const char *const names[] = {"figure.bdl", "skinned.bmd", "materials.bdl", "moving.arc",
                                        "ttyd_paper"};
    ferry_bytes source = fy_read_fixture(names[_i]);
    bool done = false;
    for (size_t at = 1; !done; at += 1 + at / 10) {
        ferry_options options = {.size = sizeof options, .fail_allocation = at};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        ferry_file_list files = {0};
        ferry_scene *scene = ferry_load(job, &(ferry_input){.name = names[_i], .bytes = source}, 1);
        done = scene && ferry_prepare(job, scene, "gltf", NULL) &&
               ferry_save(job, scene, "gltf", "x.gltf", &files);
        ck_assert(done ? files.count > 0 : files.count == 0 && ferry_job_report(job)->totals[FERRY_ERROR]);
        ferry_scene_free(scene);
        ferry_close(job);
    }
    free((void *)(uintptr_t)source.data);
}
END_TEST

/* What turns to the viewer cannot here: one node, or two. */
START_TEST(billboards_are_told) {
    static const char *const told[] = {
        "x.glb: loss: 1 node turns to the viewer in the source but keeps a fixed orientation here; extras list "
        "it\n",
        "x.glb: loss: 2 nodes turn to the viewer in the source but keep a fixed orientation here; extras list "
        "them\n"};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    if (_i) *ferry_append(scene, &scene->nodes, ferry_node) = scene->nodes.data[0];
    for (int i = 0; i <= _i; i++) scene->nodes.data[i].billboard = FERRY_BILLBOARD_SPHERICAL;
    ck_assert(ferry_save(job, scene, "glb", "x.glb", &files));
    char *report = fy_report_text(ferry_job_report(job));
    ck_assert_msg(strstr(report, told[_i]) != NULL, "%s", report);
    free(report);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("gltf");
    TCase *tests = tcase_create("gltf"), *results = fy_results_case(suite);
    tcase_set_timeout(tests, 60);
    tcase_add_loop_test(tests, vertices_stand_where_they_did, 0, SUBJECTS);
    tcase_add_loop_test(tests, lengths_are_scaled, 0, SUBJECTS);
    tcase_add_loop_test(results, clips_play, 0, PLAYS);
    tcase_add_loop_test(tests, attributes_are_the_meshes, 0, 4);
    tcase_add_test(tests, opacity_alone_is_written_on_white);
    tcase_add_test(tests, missing_normals_are_made);
    tcase_add_loop_test(results, it_looks_alike, 0, LIKENESSES);
    tcase_add_loop_test(results, a_model_of_the_n64_looks_alike, 0, 4);
    tcase_add_test(tests, shifted_tiles_lie_where_they_did);
    tcase_add_test(tests, it_comes_back);
    tcase_add_loop_test(tests, obj_stands_at_rest, 0, 2);
    tcase_add_test(tests, obj_leaves_out_what_shows_no_side);
    tcase_add_test(tests, obj_names_are_words);
    tcase_add_test(tests, materials_say_what_they_were);
    tcase_add_test(tests, textures_are_baked);
    tcase_add_loop_test(tests, turned_textures_are_baked, 0, 2);
    tcase_add_test(tests, the_texture_that_is_seen_is_written);
    tcase_add_test(tests, a_missing_picture_is_told_once);
    tcase_add_test(tests, ramps_are_baked_in_full_light);
    tcase_add_test(tests, all_influences_are_written);
    tcase_add_test(tests, weights_of_one_joint_are_added);
    tcase_add_loop_test(tests, billboards_are_told, 0, 2);
    tcase_add_loop_test(tests, views_lie_side_by_side, 0, SUBJECTS);
    tcase_add_test(tests, text_has_files_beside_it);
    tcase_add_test(tests, clips_of_nothing_have_no_view);
    tcase_add_loop_test(tests, pictures_lie_where_they_are_wanted, 0, 2);
    tcase_add_test(tests, names_of_pictures_differ);
    tcase_add_test(tests, the_same_twice);
    tcase_add_loop_test(tests, memory_runs_out, 0, 5);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
