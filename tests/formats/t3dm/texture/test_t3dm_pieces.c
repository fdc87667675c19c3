/* test_t3dm_pieces.c: pictures that are too large for texture memory, stored in pieces: which, what each
 * holds, and that the surface shows what it should. */
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "builders/material_scene.h"
#include "formats/t3dm/texture/t3dm_pieces.h"
#include "formats/t3dm/texture/t3dm_reach.h"
#include "helpers.h"

enum { SIDE = 128, CELLS = 8, CORNERS = (CELLS + 1) * (CELLS + 1) };

/* Lines that no shrunken picture holds. */
static void fine_lines(uint32_t x, uint32_t y, uint8_t texel[4]) {
    uint32_t on = ((x / 2) ^ (y / 2) ^ (x * y / 64)) & 1;
    set(texel, on ? 240 : 16, on ? 200 : 40, (x / 32 + y / 32) % 4 * 60, 255);
}

static void grey(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)x, (void)y;
    set(texel, 128, 128, 128, 255);
}

/* In place of the square: a flat net of squares. Each cell covers its part of the picture; those of the right
 * and of the upper half lie `step` repeats further on. */
static void make_net(ferry_scene *scene, float step) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    uint32_t count = 4 * CELLS * CELLS, at = 0;
    mesh->vertex_count = count;
    mesh->triangle_count = 2 * CELLS * CELLS;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, count);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, count);
    mesh->colors[0] = NULL;
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 3 * (size_t)mesh->triangle_count);
    for (uint32_t cell = 0; cell < CELLS * CELLS; cell++) {
        float x = (float)(cell % CELLS), y = (float)(cell / CELLS);
        float right = x < CELLS / 2 ? 0.0F : 1.0F, up = y < CELLS / 2 ? 0.0F : 1.0F;
        for (uint32_t k = 0; k < 4; k++) {
            float s = x + (float)(k == 1 || k == 2), t = y + (float)(k >= 2);
            mesh->positions[4 * cell + k] = (ferry_vec3){100 * s, 100 * t, 0};
            mesh->normals[4 * cell + k] = (ferry_vec3){0, 0, 1};
            mesh->uvs[0][4 * cell + k] = (ferry_vec2){s / CELLS + step * right, 1 - t / CELLS + step * up};
        }
        const uint32_t corners[6] = {0, 1, 2, 0, 2, 3};
        for (int i = 0; i < 6; i++) mesh->triangles[at++] = 4 * cell + corners[i];
    }
}

/* A net with the picture, and its conversion. */
typedef struct net {
    ferry_job *job;
    ferry_scene *source, *back;
    ferry_file_list files;
    ferry_setting_value settings[3];
} net;

/* With one more setting, or none. */
static ferry_gx_material *open_with(net *n, const char *pieces, ferry_setting_value more, uint32_t side,
                                    float step, ferry_wrap wrap) {
    *n = (net){.settings = {{"t3dm.texture-pieces", pieces}, {"t3dm.sprites", "sprite"}, more}};
    const ferry_options options = {.size = sizeof options,
                                   .settings = n->settings,
                                   .setting_count = more.key ? 3 : 2,
                                   .sidecar = fy_find_made,
                                   .user = &n->files};
    n->job = ferry_open(&options);
    n->source = fy_square_scene(n->job);
    n->source->draws.count = 0;
    make_net(n->source, step);
    ferry_gx_material *gx =
        add_gx(n->source, "net", add_texture(n->source, "lines", side, side, fine_lines, wrap));
    gx->channels[0].material_source = FERRY_GX_SOURCE_REGISTER;
    return gx;
}

static ferry_gx_material *open_net(net *n, const char *pieces, uint32_t side, float step, ferry_wrap wrap) {
    return open_with(n, pieces, (ferry_setting_value){NULL, NULL}, side, step, wrap);
}

static void convert(net *n) {
    ck_assert(ferry_prepare(n->job, n->source, "t3dm", NULL));
    ck_assert(ferry_save(n->job, n->source, "t3dm", "x.t3dm", &n->files));
    const ferry_input input = {.name = n->files.data[0].name, .bytes = n->files.data[0].bytes};
    n->back = ferry_load(n->job, &input, 1);
    ck_assert_ptr_nonnull(n->back);
}

static double likeness(net *n) {
    ferry_view view = {.size = sizeof view, .width = 160, .height = 120};
    ferry_similarity found;
    ck_assert(ferry_compare(n->job, n->source, n->back, &view, &found, NULL));
    ck_assert_uint_gt(found.pixels, 1000);
    return found.ssim;
}

static uint32_t triangles_of(const ferry_scene *scene) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++)
        count += scene->meshes.data[scene->draws.data[i].mesh].triangle_count;
    return count;
}

static void close_net(net *n) {
    ferry_scene_free(n->source);
    ferry_scene_free(n->back);
    ferry_close(n->job);
}

/* Triangles of each, none twice; materials named after the source's. */
START_TEST(each_part_of_the_surface_has_its_own_picture) {
    net whole, parted;
    open_net(&whole, "no", SIDE, 0, FERRY_WRAP_CLAMP);
    open_net(&parted, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    convert(&whole);
    convert(&parted);
    ck_assert_uint_eq(whole.back->materials.count, 1);
    ck_assert_uint_gt(parted.back->materials.count, 2);
    ck_assert_uint_eq(parted.back->images.count, parted.back->materials.count);
    ck_assert_uint_eq(triangles_of(parted.back), 2 * CELLS * CELLS);
    ck_assert_str_eq(parted.back->materials.data[0].name, "net");
    ck_assert_str_eq(parted.back->materials.data[1].name, "net.part2");
    double before = likeness(&whole), after = likeness(&parted);
    ck_assert_msg(after > .87 && before < .6, "SSIM %.3f in pieces, %.3f shrunk", after, before);
    close_net(&whole);
    close_net(&parted);
}
END_TEST

/* Materials are decided by the full model, pieces by the triangles that are left: each lies on its own. */
START_TEST(fewer_triangles_have_their_pieces) {
    net n;
    open_with(&n, "auto", (ferry_setting_value){"simplify.triangles", "12%"}, SIDE, 0, FERRY_WRAP_CLAMP);
    convert(&n);
    ck_assert_uint_gt(n.back->materials.count, 2);
    double is = likeness(&n);
    ck_assert_msg(is > .87, "SSIM %.3f", is);
    close_net(&n);
}
END_TEST

static const ferry_wrap repeating[] = {FERRY_WRAP_REPEAT, FERRY_WRAP_MIRROR};

/* Cells that lie whole repeats apart share pieces: their coordinates come back. */
START_TEST(repeats_share_pieces) {
    net n;
    open_net(&n, "auto", SIDE, 2, repeating[_i]);
    convert(&n);
    ck_assert_uint_gt(n.back->materials.count, 2);
    ck_assert_uint_le(n.back->materials.count, FY_MOST_PIECES);
    ck_assert_uint_eq(triangles_of(n.back), 2 * CELLS * CELLS);
    ck_assert_double_gt(likeness(&n), .87);
    close_net(&n);
}
END_TEST

/* Each cell lies repeats of its own further on: as many objects as pieces show them, with vertices of their
 * own. */
START_TEST(all_repeats_share_pieces) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_REPEAT);
    ferry_mesh *mesh = &n.source->meshes.data[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        mesh->uvs[0][i].x += (float)(i / 4 % 7);
        mesh->uvs[0][i].y -= (float)(i / 4 % 5);
    }
    convert(&n);
    ck_assert_uint_gt(n.back->materials.count, 2);
    ck_assert_uint_eq(n.back->draws.count, n.back->materials.count);
    ck_assert_uint_eq(triangles_of(n.back), 2 * CELLS * CELLS);
    ck_assert_double_gt(likeness(&n), .87);
    close_net(&n);
}
END_TEST

/* A coarser level: `count` squares one over the other, each with all of the picture from `from` on. */
static ferry_mesh *add_coarser(ferry_scene *scene, uint32_t count, float from) {
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = scene->meshes.data[0];
    mesh->vertex_count = 4 * count;
    mesh->triangle_count = 2 * count;
    mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, mesh->vertex_count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * (size_t)count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float x = i % 4 == 1 || i % 4 == 2, y = i % 4 >= 2;
        mesh->positions[i] = (ferry_vec3){800 * x, 800 * y, (float)(i / 4)};
        mesh->normals[i] = (ferry_vec3){0, 0, 1};
        mesh->uvs[0][i] = (ferry_vec2){from + x, 1 - y};
    }
    for (uint32_t i = 0; i < 6 * count; i++)
        mesh->triangles[i] = i / 6 * 4 + (uint32_t[]){0, 1, 2, 0, 2, 3}[i % 6];
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = scene->draws.data[0];
    draw->mesh = scene->meshes.count - 1;
    draw->level = 1;
    draw->name = "net.lod1";
    return mesh;
}

/* The finest level's pieces are those that it has alone; what a coarser one shows besides is one more. */
START_TEST(coarser_levels_have_one_more) {
    net alone, both;
    open_net(&alone, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    open_net(&both, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    add_coarser(both.source, 1, 0);
    convert(&alone);
    convert(&both);
    ck_assert_uint_eq(both.back->materials.count, alone.back->materials.count + 1);
    for (uint32_t i = 1; i < alone.files.count; i++) {
        const ferry_file *a = &alone.files.data[i], *b = &both.files.data[i];
        ck_assert_str_eq(a->name, b->name);
        ck_assert_uint_eq(a->bytes.size, b->bytes.size);
        ck_assert_mem_eq(a->bytes.data, b->bytes.data, a->bytes.size);
    }
    for (uint32_t d = 0; d < both.back->draws.count; d++) {
        const ferry_draw *draw = &both.back->draws.data[d];
        ck_assert_int_eq(draw->level == 1, draw->material == both.back->materials.count - 1);
    }
    close_net(&alone);
    close_net(&both);
}
END_TEST

/* What a coarser level shows within a piece, but for what its corners are rounded by, needs no other. */
START_TEST(coarser_levels_share_pieces) {
    net alone, both;
    open_net(&alone, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    open_net(&both, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    ferry_mesh *mesh = add_coarser(both.source, 1, 0);
    for (uint32_t i = 0; i < 4; i++) {
        mesh->uvs[0][i].x = mesh->uvs[0][i].x / CELLS - .12F / SIDE;
        mesh->uvs[0][i].y = 1 - (1 - mesh->uvs[0][i].y) / CELLS;
    }
    convert(&alone);
    convert(&both);
    ck_assert_uint_eq(both.back->materials.count, alone.back->materials.count);
    ck_assert_uint_eq(both.files.count, alone.files.count);
    close_net(&alone);
    close_net(&both);
}
END_TEST

/* So far off that nobody knows which part of the picture they show. */
START_TEST(levels_that_have_no_place_keep_the_whole) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_REPEAT);
    add_coarser(n.source, 1, 1000);
    convert(&n);
    ck_assert_uint_eq(n.back->materials.count, 1);
    close_net(&n);
}
END_TEST

/* In place of the net: `count` rectangles of two triangles side by side, each with the whole picture. */
static void make_signs(ferry_scene *scene, uint32_t count) {
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->vertex_count = 4 * count;
    mesh->triangle_count = 2 * count;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float x = (float)(i % 4 == 1 || i % 4 == 2), y = (float)(i % 4 >= 2);
        mesh->positions[i] = (ferry_vec3){600 * (x + (float)(i / 4)), 600 * y, 0};
        mesh->uvs[0][i] = (ferry_vec2){x, 1 - y};
    }
}

/* The area of all triangles, which all face the same way. */
static double area_of(const ferry_scene *scene) {
    double sum = 0;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_mesh *mesh = &scene->meshes.data[scene->draws.data[i].mesh];
        for (uint32_t t = 0; t < mesh->triangle_count; t++) {
            const uint32_t *of = mesh->triangles + 3 * (size_t)t;
            const ferry_vec3 *a = &mesh->positions[of[0]], *b = &mesh->positions[of[1]],
                             *c = &mesh->positions[of[2]];
            double twice = (double)((b->x - a->x) * (c->y - a->y) - (c->x - a->x) * (b->y - a->y));
            ck_assert_double_ge(twice, 0);
            sum += twice / 2;
        }
    }
    return sum;
}

/* Triangles that show all of a picture are cut, so that pieces can hold it; the surface stays the same. */
START_TEST(signs_are_cut) {
    net whole, parted;
    open_net(&whole, "no", SIDE, 0, FERRY_WRAP_CLAMP);
    open_net(&parted, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    make_signs(whole.source, 1 + (uint32_t)_i);
    make_signs(parted.source, 1 + (uint32_t)_i);
    convert(&whole);
    convert(&parted);
    ck_assert_uint_eq(triangles_of(whole.back), triangles_of(whole.source));
    ck_assert_uint_gt(parted.back->materials.count, 2);
    ck_assert(has_note(parted.job, "t3dm.texture-pieces"));
    ck_assert_double_eq_tol(area_of(parted.back) / area_of(whole.back), 1, 1e-3);
    double before = likeness(&whole), after = likeness(&parted);
    ck_assert_msg(after > before + .2, "SSIM %.3f in pieces, %.3f shrunk", after, before);
    close_net(&whole);
    close_net(&parted);
}
END_TEST

/* What cutting adds is counted in all levels, and never more than a model may get. */
START_TEST(levels_share_the_room_for_cutting) {
    enum { SIGNS = 20, COARSER = 300 };
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    make_signs(n.source, SIGNS);
    add_gx(n.source, "other", add_texture(n.source, "more", SIDE, SIDE, fine_lines, FERRY_WRAP_CLAMP));
    ferry_mesh *other = ferry_append(n.source, &n.source->meshes, ferry_mesh);
    *other = n.source->meshes.data[0];
    other->positions = ferry_scene_new(n.source, ferry_vec3, other->vertex_count);
    for (uint32_t i = 0; i < other->vertex_count; i++) {
        other->positions[i] = n.source->meshes.data[0].positions[i];
        other->positions[i].z = 50;
    }
    n.source->draws.data[1].mesh = n.source->meshes.count - 1;
    add_coarser(n.source, _i ? COARSER : 1, 0);
    n.source->draws.data[2].material = 0;
    convert(&n);
    uint32_t before = triangles_of(n.source);
    ck_assert_uint_ge(triangles_of(n.back), before);
    ck_assert_uint_le(triangles_of(n.back), before + FY_MOST_ADDED_FOR_PIECES);
    close_net(&n);
}
END_TEST

/* The other sign's triangles without area: three lines cut each into four and some. */
enum { FLAT_PARTS = 40 };

/* Coordinates on one line have triangles without area on the picture: they are cut, too, and no more than
 * there are lines. */
START_TEST(flat_coordinates_are_cut_once) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_REPEAT);
    make_signs(n.source, 2);
    ferry_mesh *mesh = &n.source->meshes.data[0];
    static const float along[] = {.4f, 1.6f, 1, .4f};
    for (int i = 4; i < 8; i++) mesh->uvs[0][i] = (ferry_vec2){along[i - 4], .7f};
    convert(&n);
    ck_assert_uint_gt(n.back->materials.count, 1);
    ck_assert_uint_le(triangles_of(n.back), FLAT_PARTS);
    close_net(&n);
}
END_TEST

/* A frame around a sign, in a mesh and of a material of its own, is cut where the sign is. */
START_TEST(neighbours_are_cut_too) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    make_signs(n.source, 1);
    add_gx(n.source, "frame", add_texture(n.source, "grey", 8, 8, grey, FERRY_WRAP_REPEAT));
    ferry_mesh *frame = ferry_append(n.source, &n.source->meshes, ferry_mesh);
    *frame = n.source->meshes.data[0];
    frame->name = "frame";
    frame->vertex_count = 3;
    frame->triangle_count = 1;
    frame->positions = ferry_scene_new(n.source, ferry_vec3, 3);
    frame->uvs[0] = ferry_scene_new(n.source, ferry_vec2, 3);
    frame->triangles = ferry_scene_new(n.source, uint32_t, 3);
    static const float corners[3][2] = {{600, 0}, {0, 0}, {300, -200}}; /* below the sign's lower edge */
    for (uint32_t i = 0; i < 3; i++) {
        frame->positions[i] = (ferry_vec3){corners[i][0], corners[i][1], 0};
        frame->triangles[i] = i;
    }
    n.source->draws.data[1].mesh = n.source->meshes.count - 1;
    convert(&n);
    uint32_t of_frame = 0;
    for (uint32_t i = 0; i < n.back->draws.count; i++)
        if (strcmp(n.back->materials.data[n.back->draws.data[i].material].name, "frame") == 0)
            of_frame += n.back->meshes.data[n.back->draws.data[i].mesh].triangle_count;
    ck_assert_uint_eq(of_frame, 2);
    close_net(&n);
}
END_TEST

/* Triangles between joints reach all of the picture, which a piece has to hold; the others have finer ones,
 * and no piece is stored for nothing. */
START_TEST(each_piece_is_shown) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    make_signs(n.source, 3);
    ferry_node *node = ferry_append(n.source, &n.source->nodes, ferry_node);
    *node = n.source->nodes.data[0];
    node->name = "other";
    fy_hang_on_two(n.source);
    ferry_mesh *mesh = &n.source->meshes.data[0];
    uint32_t *influences = ferry_scene_new(n.source, uint32_t, mesh->vertex_count);
    influences[1] = influences[2] = 1;
    mesh->influences = influences;
    convert(&n);
    ck_assert_uint_gt(n.back->materials.count, 2);
    ck_assert_uint_eq(n.files.count, 1 + n.back->materials.count);
    for (uint32_t i = 0; i < n.back->materials.count; i++) {
        bool shown = false;
        for (uint32_t d = 0; d < n.back->draws.count; d++)
            shown = shown || n.back->draws.data[d].material == i;
        ck_assert(shown);
    }
    close_net(&n);
}
END_TEST

/* Between vertices that move apart there is no vertex to be put. */
START_TEST(what_moves_apart_is_not_cut) {
    net n;
    open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    make_signs(n.source, 1);
    ferry_node *node = ferry_append(n.source, &n.source->nodes, ferry_node);
    *node = n.source->nodes.data[0];
    node->name = "other";
    fy_hang_on_two(n.source);
    convert(&n);
    ck_assert_uint_eq(triangles_of(n.back), 2);
    ck_assert_uint_eq(n.back->images.count, 1);
    close_net(&n);
}
END_TEST

/* A speck: a shrunken picture is far off there, and few pixels show it. */
static void speck(uint32_t x, uint32_t y, uint8_t texel[4]) {
    bool inside = x / 4 == 10 && y / 4 == 10;
    uint8_t value = !inside ? 128 : (x + y) % 2 ? 255 : 0;
    set(texel, value, value, value, 255);
}

static uint32_t materials_of_speck(const char *effort) {
    net n;
    ferry_gx_material *gx =
        open_with(&n, "auto", (ferry_setting_value){"t3dm.effort", effort}, SIDE, 0, FERRY_WRAP_CLAMP);
    gx->textures[0] = add_texture(n.source, "speck", SIDE, SIDE, speck, FERRY_WRAP_CLAMP);
    convert(&n);
    uint32_t count = n.back->materials.count;
    close_net(&n);
    return count;
}

/* Without a look at the model, the pictures alone decide. */
START_TEST(what_few_pixels_show_stays_whole) {
    ck_assert_uint_gt(materials_of_speck("fast"), 1);
    ck_assert_uint_eq(materials_of_speck("normal"), 1);
}
END_TEST

START_TEST(what_fits_stays_whole) {
    net n;
    open_net(&n, "auto", SIDE / 4, 0, FERRY_WRAP_CLAMP);
    convert(&n);
    ck_assert_uint_eq(n.back->materials.count, 1);
    close_net(&n);
}
END_TEST

/* The order of triangles counts where they are blended and one may lie behind another. What is added comes to
 * the same in any order, and what stands for strong light nearly so. */
static const struct {
    float bent, domed;
    uint8_t factor, cull;
    bool parted;
    uint8_t alpha;
} blends[] = {{0, 0, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_NONE, true, 24},
              {300, 0, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_NONE, false, 24},
              {300, 0, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_BACK, false, 24},
              {0, 300, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_BACK, true, 24},
              {0, -300, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_BACK, true, 24},
              {0, 300, FERRY_GX_FACTOR_INV_SRC_ALPHA, FERRY_GX_CULL_NONE, false, 24},
              {300, 0, FERRY_GX_FACTOR_ONE, FERRY_GX_CULL_NONE, true, 24},
              {300, 0, FERRY_GX_FACTOR_ONE, FERRY_GX_CULL_NONE, true, 200}};

START_TEST(order_is_kept_where_it_counts) {
    net n;
    ferry_gx_material *gx = open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_dst = blends[_i].factor;
    gx->cull = blends[_i].cull;
    gx->material_colors[0] = (ferry_gx_color){255, 255, 255, blends[_i].alpha};
    gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->stages[0].alpha.b = FERRY_GX_CA_ZERO;
    gx->stages[0].alpha.d = FERRY_GX_CA_RASA;
    ferry_mesh *mesh = &n.source->meshes.data[0];
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        float across = mesh->positions[i].x / 400 - 1;
        mesh->positions[i].z =
            (mesh->positions[i].x > 350 ? blends[_i].bent : 0) - blends[_i].domed * across * across;
    }
    convert(&n);
    ck_assert_int_eq(n.back->images.count > 1, blends[_i].parted);
    close_net(&n);
}
END_TEST

/* Clips name vertices by number. */
START_TEST(what_clips_color_stays_whole) {
    net n;
    ferry_gx_material *gx = open_net(&n, "auto", SIDE, 0, FERRY_WRAP_CLAMP);
    gx->channels[0].material_source = FERRY_GX_SOURCE_VERTEX;
    ferry_vertex_color_group *group =
        ferry_append(n.source, &n.source->vertex_color_groups, ferry_vertex_color_group);
    *group = (ferry_vertex_color_group){.count = 4, .vertices = ferry_scene_new(n.source, uint32_t, 4)};
    for (uint32_t i = 0; i < 4; i++) group->vertices[i] = i;
    ferry_color *colors = ferry_scene_new(n.source, ferry_color, 4 * CELLS * CELLS);
    for (uint32_t i = 0; i < 4 * CELLS * CELLS; i++) colors[i] = (ferry_color){1, 1, 1, 1};
    n.source->meshes.data[0].colors[0] = colors;
    ferry_clip *clip = ferry_append(n.source, &n.source->clips, ferry_clip);
    *clip = (ferry_clip){.name = "flash", .duration = 1, .rate = 30, .track_count = 4};
    clip->kind = "";
    clip->tracks = ferry_scene_new(n.source, ferry_track, 4);
    for (uint16_t i = 0; i < 4; i++) {
        ferry_track *track = &clip->tracks[i];
        *track = (ferry_track){.target = FERRY_TARGET_VERTEX_COLOR,
                               .channel = i,
                               .interpolation = FERRY_LINEAR,
                               .width = 1,
                               .key_count = 2};
        track->times = ferry_scene_new(n.source, double, 2);
        track->values = ferry_scene_new(n.source, float, 2);
        track->times[1] = 1;
        track->values[0] = 255;
    }
    convert(&n);
    ck_assert_uint_eq(n.back->materials.count, 1);
    ck_assert_uint_eq(n.back->clips.count, 1);
    ck_assert_uint_eq(n.back->clips.data[0].track_count, 4);
    close_net(&n);
}
END_TEST

/* In eighths of texels. */
static const struct {
    int32_t low, high; /* of a triangle along s */
    bool parted;
    int32_t line;
} spans[] = {{0, 512, false, 0},         {0, 513, false, 0},      {0, 517, true, 512},
             {508, 1024, false, 0},      {507, 1024, true, 512},  {-600, 600, true, 0},
             {-1500, -100, true, -1024}, {100, 2000, true, 1024}, {513, 514, false, 0}};

/* Of several lines the one that can be halved most often; none beside a corner. */
START_TEST(lines_part_what_spans_them) {
    const fy_reach_lines lines = {.from = {0, 0}, .step = {512, 0}};
    const int32_t corners[3][2] = {{spans[_i].low, -9000}, {spans[_i].high, 9000}, {spans[_i].low, 9000}};
    int axis;
    int32_t line;
    double at;
    ck_assert_int_eq(fy_reach_line(&lines, corners, &axis, &line), spans[_i].parted);
    if (!spans[_i].parted) return;
    ck_assert_int_eq(axis, 0);
    ck_assert_int_eq(line, spans[_i].line);
    ck_assert(fy_reach_crosses(spans[_i].low, spans[_i].high, line, &at));
    ck_assert_double_eq_tol(spans[_i].low + at * ((double)spans[_i].high - spans[_i].low), line, 1e-9);
    ck_assert(fy_reach_crosses(spans[_i].high, spans[_i].low, line, &at));
    ck_assert(!fy_reach_crosses(line + 4, spans[_i].low, line, &at));
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_pieces");
    TCase *tests = tcase_create("pieces"), *results = fy_results_case(suite);
    tcase_add_test(tests, each_part_of_the_surface_has_its_own_picture);
    tcase_add_test(tests, fewer_triangles_have_their_pieces);
    tcase_add_loop_test(tests, repeats_share_pieces, 0, 2);
    tcase_add_test(tests, all_repeats_share_pieces);
    tcase_add_test(tests, coarser_levels_have_one_more);
    tcase_add_test(tests, coarser_levels_share_pieces);
    tcase_add_test(tests, levels_that_have_no_place_keep_the_whole);
    tcase_add_loop_test(tests, levels_share_the_room_for_cutting, 0, 2);
    tcase_add_test(tests, what_clips_color_stays_whole);
    tcase_add_loop_test(results, signs_are_cut, 0, 3);
    tcase_add_test(tests, flat_coordinates_are_cut_once);
    tcase_add_test(tests, neighbours_are_cut_too);
    tcase_add_test(tests, each_piece_is_shown);
    tcase_add_test(tests, what_moves_apart_is_not_cut);
    tcase_add_loop_test(tests, lines_part_what_spans_them, 0, sizeof spans / sizeof *spans);
    tcase_add_test(tests, what_few_pixels_show_stays_whole);
    tcase_add_test(tests, what_fits_stays_whole);
    tcase_add_loop_test(results, order_is_kept_where_it_counts, 0, sizeof blends / sizeof *blends);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
