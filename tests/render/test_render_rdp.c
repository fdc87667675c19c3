/* test_render_rdp.c: pictures of models for the Nintendo 64, in both looks (docs/rendering.md, "Nintendo
 * 64"). The arithmetic under them is tested in tests/machine/rdp. */
#include "helpers.h"

#include <stdlib.h>
#include <string.h>

#include "builders/fixtures/fixtures.h"

#define SHADE_ALONE 0x00887F1088FE7D3E
#define PRIM_ALONE 0x00887F1088FDF6FB
#define TEXTURE_ALONE 0x00887F1088FCF279

enum { SIZE = 48 };

static const ferry_view straight = {.size = sizeof straight, .width = SIZE, .height = SIZE};

/* ------------------------------------------------------------------------------------ scenes made by hand */

static ferry_rdp_material *add_material(ferry_scene *scene, uint64_t combiner, uint32_t flags) {
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *rdp = (ferry_rdp_material){.combiner = combiner,
                                .other_mode = FERRY_RDP_BILINEAR,
                                .other_mode_mask = FERRY_RDP_MODE_MASK,
                                .flags = FERRY_RDP_DEPTH | flags,
                                .fog = 1,
                                .tiles = {{.texture = FERRY_NONE}, {.texture = FERRY_NONE}}};
    *material = (ferry_material){.name = "m", .base_texture = FERRY_NONE, .rdp = rdp};
    return rdp;
}

/* A square from -size to size at `z`, facing the viewer, with the last material. */
static void add_square(ferry_scene *scene, float size, float z) {
    static const float corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){.name = "square", .skin = FERRY_NONE, .vertex_count = 4, .triangle_count = 2};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6);
    memcpy(mesh->triangles, triangles, sizeof triangles);
    for (int i = 0; i < 4; i++) {
        mesh->positions[i] = (ferry_vec3){corners[i][0] * size, corners[i][1] * size, z};
        mesh->normals[i] = (ferry_vec3){0, 0, 1};
        mesh->uvs[0][i] = (ferry_vec2){corners[i][0] / 2 + 0.5F, 0.5F - corners[i][1] / 2};
    }
    ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
    *draw = (ferry_draw){.name = "square",
                         .mesh = scene->meshes.count - 1,
                         .material = scene->materials.count - 1,
                         .visible = true};
}

/* One node, nothing drawn, in the units of a T3DM file. */
static ferry_scene *empty_scene(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    scene->format = "t3dm";
    scene->draws.count = 0;
    scene->meshes.count = 0;
    return scene;
}

static void render(ferry_job *job, const ferry_scene *scene, ferry_look look, ferry_picture *picture) {
    ferry_view view = straight;
    view.look = look;
    view.background = (ferry_color){0.2F, 0.4F, 0.6F, 1};
    ck_assert(ferry_check(job, scene));
    ck_assert(ferry_render(job, scene, &view, picture));
}

static void expect_middle(const ferry_picture *picture, int r, int g, int b) {
    const uint8_t *at = &picture->rgba[4 * (SIZE / 2 * SIZE + SIZE / 2)];
    ck_assert_msg(at[0] == r && at[1] == g && at[2] == b, "%d %d %d instead of %d %d %d", at[0], at[1], at[2],
                  r, g, b);
}

static void finish(ferry_job *job, ferry_scene *scene) {
    ferry_scene_free(scene);
    ferry_close(job);
}

/* Normal (0, 0, 1) is stored as 15/16. The light's part is 17,451 of 32,768, the ambient 6,400: 185
 * of 255. */
START_TEST(light_is_the_consoles) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_rdp_material *rdp = add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED);
    add_square(scene, 100, 0);
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 185, 185, 185);
    render(job, scene, FERRY_LOOK_CONSOLE, &picture); /* dither 0 at (28, 24): rounded up; 6 beside it */
    const uint8_t *right = &picture.rgba[4 * (SIZE / 2 * SIZE + 28)];
    ck_assert_int_eq(right[0], 192);
    ck_assert_int_eq(right[4], 184);
    rdp->flags |= FERRY_RDP_UNLIT;
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 254, 254, 254);
    rdp->flags = FERRY_RDP_DEPTH; /* not shaded: the colour is 0 */
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 0, 0, 0);
    rdp->flags = FERRY_RDP_DEPTH | FERRY_RDP_CULL_FRONT;
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 51, 102, 153);
    finish(job, scene);
}
END_TEST

/* A draw without a material hides what lies behind it, and is hidden by what lies before it, whichever is
 * drawn first. */
START_TEST(plain_draws_share_the_depth) {
    for (int order = 0; order < 4; order++) {
        ferry_job *job = fy_test_job();
        ferry_picture picture;
        ferry_scene *scene = empty_scene(job);
        ferry_rdp_material *rdp = add_material(scene, PRIM_ALONE, 0);
        bool plain_first = order & 1, plain_in_front = order & 2;
        rdp->colors = FERRY_RDP_SET_PRIM;
        memcpy(rdp->prim, (uint8_t[]){248, 0, 0, 255}, 4);
        for (int i = 0; i < 2; i++) {
            bool plain = (i == 0) == plain_first;
            add_square(scene, 100, plain == plain_in_front ? 10 : -10);
            if (plain) scene->draws.data[i].material = FERRY_NONE;
        }
        render(job, scene, _i ? FERRY_LOOK_CONSOLE : FERRY_LOOK_CLEAN, &picture);
        const uint8_t *at = &picture.rgba[4 * (SIZE / 2 * SIZE + SIZE / 2)];
        ck_assert_msg((at[1] > 100) == plain_in_front, "order %d: %d %d %d", order, at[0], at[1], at[2]);
        finish(job, scene);
    }
}
END_TEST

/* A skin of many influences, of which a draw uses few, shows what one of these alone does. */
START_TEST(small_draws_of_large_skins_look_the_same) {
    ferry_job *job = fy_test_job();
    ferry_picture pictures[2];
    ferry_scene *scene = empty_scene(job);
    add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED);
    add_square(scene, 100, 0);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "arm", .scale = {1, 1, 1}, .euler = {.4F, .3F, .2F}, .visible = true};
    fy_hang_on_two(scene);
    ferry_look look = _i ? FERRY_LOOK_CONSOLE : FERRY_LOOK_CLEAN;
    render(job, scene, look, &pictures[0]);
    fy_add_unused_influences(scene, 200);
    render(job, scene, look, &pictures[1]);
    ck_assert_mem_eq(pictures[0].rgba, pictures[1].rgba, (size_t)4 * SIZE * SIZE);
    const uint8_t *at = pictures[0].rgba;
    ck_assert_int_ne(at[4 * (SIZE / 2 * SIZE + SIZE / 3)], at[4 * (SIZE / 2 * SIZE + 2 * SIZE / 3)]);
    finish(job, scene);
}
END_TEST

/* At rest, a bone that is three times as wide as high changes no light. */
START_TEST(uneven_bones_are_lit_right) {
    ferry_job *job = fy_test_job();
    ferry_picture pictures[2];
    ferry_scene *scene = empty_scene(job);
    add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED);
    add_square(scene, 100, 0);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (int i = 0; i < 4; i++) mesh->normals[i] = (ferry_vec3){.6F, 0, .8F};
    render(job, scene, FERRY_LOOK_CLEAN, &pictures[0]);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "wide", .scale = {3, 1, 1}, .visible = true};
    fy_hang_on_two(scene);
    ferry_skin *skin = &scene->skins.data[0];
    skin->joints[0].node = 1;
    skin->joints[0].inverse_bind.m[0][0] = 1 / 3.0;
    memset(mesh->influences, 0, 4 * sizeof *mesh->influences);
    render(job, scene, FERRY_LOOK_CLEAN, &pictures[1]);
    const uint8_t *of[2] = {pictures[0].rgba, pictures[1].rgba};
    size_t middle = (size_t)4 * (SIZE / 2 * SIZE + SIZE / 2);
    ck_assert_int_le(abs(of[0][middle] - of[1][middle]), 3);
    finish(job, scene);
}
END_TEST

/* What a square turned by half a radian shows in its middle, in both looks. */
static void shade_of(float size, int *clean, int *console) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_view view = straight;
    add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED);
    add_square(scene, size, 0);
    view.yaw = 0.5F;
    ck_assert(ferry_render(job, scene, &view, &picture));
    *clean = picture.rgba[4 * (SIZE / 2 * SIZE + 28)];
    view.look = FERRY_LOOK_CONSOLE;
    ck_assert(ferry_render(job, scene, &view, &picture));
    *console = picture.rgba[4 * (SIZE / 2 * SIZE + 28)];
    finish(job, scene);
}

/* 30,000 units are seen whole by a matrix of 0.006, 393 in 16.16. The column that carries the normal is
 * (-188, 0, 345); of its squares, 0.5 and 1.8, one is kept. So it is a third too long, and the square is
 * white instead of light gray. */
START_TEST(long_models_are_lit_wrongly_in_the_console_look) {
    int clean[2], console[2];
    shade_of(100, &clean[0], &console[0]);
    shade_of(15000, &clean[1], &console[1]);
    ck_assert_int_eq(clean[0], clean[1]);
    ck_assert_int_eq(console[0], (clean[0] & 0xF8) + 8); /* no dither at this pixel: rounded up */
    ck_assert_int_eq(console[1], 248);
}
END_TEST

START_TEST(state_runs_through_the_draws) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_rdp_material *first = add_material(scene, PRIM_ALONE, 0);
    memcpy(first->prim, (uint8_t[]){200, 100, 50, 255}, 4);
    first->colors = FERRY_RDP_SET_PRIM;
    add_square(scene, 100, 0);
    ferry_rdp_material *second = add_material(scene, PRIM_ALONE, 0); /* sets no colour */
    memcpy(second->prim, (uint8_t[]){1, 2, 3, 255}, 4);
    add_square(scene, 50, 40);
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 200, 100, 50);
    second->colors = FERRY_RDP_SET_PRIM;
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 1, 2, 3);
    finish(job, scene);
}
END_TEST

/* Blended surfaces hide what is drawn behind them later, in both looks. */
START_TEST(blending_writes_depth) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_rdp_material *glass = add_material(scene, PRIM_ALONE, 0);
    memcpy(glass->prim, (uint8_t[]){200, 100, 50, 128}, 4);
    glass->colors = FERRY_RDP_SET_PRIM;
    glass->blender = FERRY_RDP_BLEND_MULTIPLY;
    add_square(scene, 100, 30);
    ferry_rdp_material *behind = add_material(scene, PRIM_ALONE, 0);
    memcpy(behind->prim, (uint8_t[]){255, 255, 255, 255}, 4);
    behind->colors = FERRY_RDP_SET_PRIM;
    add_square(scene, 100, -30);
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, (200 * 16 + 51 * 16) / 32, (100 * 16 + 102 * 16) / 32, (50 * 16 + 153 * 16) / 32);
    render(job, scene, FERRY_LOOK_CONSOLE, &picture);
    const uint8_t *at = &picture.rgba[4 * (SIZE / 2 * SIZE + SIZE / 2)];
    ck_assert_int_le(abs(at[0] - 125), 8);
    /* without depth write what is behind is drawn over it */
    glass->other_mode_mask |= FERRY_RDP_Z_WRITE;
    behind->other_mode_mask |= FERRY_RDP_Z_WRITE, behind->other_mode |= FERRY_RDP_Z_WRITE;
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 255, 255, 255);
    render(job, scene, FERRY_LOOK_CONSOLE, &picture);
    expect_middle(&picture, 248, 248, 248);
    finish(job, scene);
}
END_TEST

/* A texture of two by two texels for the last material. */
static ferry_texture *add_four(ferry_scene *scene, ferry_rdp_material *rdp, const uint8_t texels[16]) {
    ferry_image *image = ferry_append(scene, &scene->images, ferry_image);
    ferry_mip_level *level = ferry_scene_new(scene, ferry_mip_level, 1);
    *level = (ferry_mip_level){2, 2, texels};
    *image = (ferry_image){.name = "four", .width = 2, .height = 2, .levels = level, .level_count = 1};
    ferry_texture *texture = ferry_append(scene, &scene->textures, ferry_texture);
    *texture = (ferry_texture){.name = "four", .path = "rom:/four.sprite", .transparency_hint = 0xCC};
    ferry_rdp_axis axis = {.high = 1, .mask = 1, .clamp = 1};
    rdp->tiles[0] = (ferry_rdp_tile){.texture = 0, .hash = 9, .width = 2, .height = 2, .s = axis, .t = axis};
    return texture;
}

/* A texture of four colours fills the square: each in its quarter, the first row on top. */
START_TEST(textures_lie_the_right_way) {
    static const uint8_t texels[16] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 255};
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_rdp_material *rdp = add_material(scene, TEXTURE_ALONE, FERRY_RDP_TEXTURED);
    ferry_texture *texture = add_four(scene, rdp, texels);
    add_square(scene, 100, 0);
    for (int point = 0; point < 2; point++) {
        rdp->other_mode = point ? 0 : FERRY_RDP_BILINEAR;
        render(job, scene, FERRY_LOOK_CLEAN, &picture);
        for (uint32_t i = 0; i < 4; i++) { /* about the middle of each texel */
            uint32_t x = i & 1 ? 30 : 17, y = i & 2 ? 30 : 17;
            const uint8_t *at = &picture.rgba[4 * (y * SIZE + x)];
            for (int k = 0; k < 3; k++)
                ck_assert_int_le(abs(at[k] - texels[4 * i + (uint32_t)k]), point ? 0 : 70);
        }
    }
    texture->image = FERRY_NONE; /* no picture: white */
    rdp->other_mode = FERRY_RDP_BILINEAR;
    render(job, scene, FERRY_LOOK_CLEAN, &picture);
    expect_middle(&picture, 255, 255, 255);
    finish(job, scene);
}
END_TEST

/* From black on the left to red: the console reads a texture at every sixteenth of a texel, where nothing
 * recedes. Each is a step of 16 there, which is not dithered while it is dark. */
START_TEST(the_console_reads_sixteenths_of_texels) {
    static const uint8_t texels[16] = {0, 0, 0, 255, 255, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255};
    ferry_job *job = fy_test_job();
    ferry_picture pictures[2];
    ferry_scene *scene = empty_scene(job);
    add_four(scene, add_material(scene, TEXTURE_ALONE, FERRY_RDP_TEXTURED), texels);
    add_square(scene, 100, 0);
    render(job, scene, FERRY_LOOK_CLEAN, &pictures[0]);
    render(job, scene, FERRY_LOOK_CONSOLE, &pictures[1]);
    uint32_t uneven[2] = {0, 0}, seen = 0;
    for (uint32_t x = 16; x < 24; x++) {
        const size_t at = 4 * (SIZE / 2 * SIZE + x);
        seen += pictures[1].rgba[at] > 0 && pictures[1].rgba[at] <= 128;
        for (int i = 0; i < 2; i++)
            uneven[i] += pictures[i].rgba[at] <= 128 && (pictures[i].rgba[at] + 4) % 16 > 8;
    }
    ck_assert_uint_gt(seen, 3);
    ck_assert_uint_gt(uneven[0], 0);
    ck_assert_uint_eq(uneven[1], 0);
    finish(job, scene);
}
END_TEST

/* Two squares in one place: every pixel is drawn twice. From behind neither is. */
START_TEST(fill_counts_what_is_hidden) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = empty_scene(job);
    ferry_similarity found;
    add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK);
    add_square(scene, 100, 0);
    ferry_rdp_material *back = add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK);
    add_square(scene, 100, 0);
    ck_assert(ferry_compare(job, scene, scene, NULL, &found, NULL));
    ck_assert_uint_gt(found.fill[0].covered, 0);
    ck_assert_uint_eq(found.fill[0].drawn, 2 * found.fill[0].covered);
    ck_assert_uint_eq(found.fill[0].cycles, 2 * found.fill[0].covered);
    back->combiner |= UINT64_C(1) << 63;
    ck_assert(ferry_compare(job, scene, scene, NULL, &found, NULL));
    ck_assert_uint_eq(found.fill[1].drawn, 2 * found.fill[1].covered);
    ck_assert_uint_eq(found.fill[1].cycles, 3 * found.fill[1].covered);
    finish(job, scene);
}
END_TEST

/* A clear pane, four times as large as what is seen behind it: its pixels take time, but show nothing. */
START_TEST(fill_covers_what_is_seen) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = empty_scene(job);
    ferry_similarity found;
    add_material(scene, SHADE_ALONE, FERRY_RDP_SHADED | FERRY_RDP_CULL_BACK);
    add_square(scene, 50, 0);
    ferry_rdp_material *pane = add_material(scene, PRIM_ALONE, FERRY_RDP_CULL_BACK);
    pane->colors = FERRY_RDP_SET_PRIM; /* black, and clear */
    pane->blender = FERRY_RDP_BLEND_MULTIPLY;
    scene->materials.data[1].alpha_mode = FERRY_ALPHA_BLEND;
    add_square(scene, 100, 1);
    ck_assert(ferry_compare(job, scene, scene, NULL, &found, NULL));
    double drawn = (double)found.fill[0].drawn / (double)found.fill[0].covered;
    ck_assert_double_eq_tol(drawn, 5, .5); /* the pane is a bit nearer */
    finish(job, scene);
}
END_TEST

static uint32_t covered(const ferry_picture *picture) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < SIZE * SIZE; i++) count += picture->covered[i];
    return count;
}

/* What is yet to be stored may have any unit: metres, or the file's own. */
START_TEST(a_small_unit_is_no_coarse_grid) {
    for (int console = 0; console < 2; console++) {
        uint32_t seen[2];
        for (int large = 0; large < 2; large++) {
            ferry_job *job = fy_test_job();
            ferry_scene *scene = empty_scene(job);
            ferry_picture picture;
            add_material(scene, PRIM_ALONE, FERRY_RDP_UNLIT)->prim[0] = 255;
            add_square(scene, large ? 300 : .3F, 0);
            scene->format = "gltf";
            render(job, scene, console ? FERRY_LOOK_CONSOLE : FERRY_LOOK_CLEAN, &picture);
            seen[large] = covered(&picture);
            finish(job, scene);
        }
        ck_assert_uint_gt(seen[0], SIZE * SIZE / 8);
        ck_assert_int_le(abs((int)seen[0] - (int)seen[1]), SIZE / 8);
    }
}
END_TEST

/* Normals that point outwards make the square larger on all sides. */
START_TEST(outlines_move_vertices) {
    ferry_job *job = fy_test_job();
    ferry_picture picture;
    ferry_scene *scene = empty_scene(job);
    ferry_rdp_material *rdp = add_material(scene, PRIM_ALONE, 0);
    add_square(scene, 100, 0);
    ferry_mesh *mesh = &scene->meshes.data[0];
    for (int i = 0; i < 4; i++)
        mesh->normals[i] = (ferry_vec3){mesh->positions[i].x > 0 ? 0.7071F : -0.7071F,
                                        mesh->positions[i].y > 0 ? 0.7071F : -0.7071F, 0};
    for (int look = 0; look < 2; look++) {
        rdp->effect = FERRY_RDP_EFFECT_NONE;
        render(job, scene, (ferry_look)look, &picture);
        uint32_t before = covered(&picture);
        rdp->effect = FERRY_RDP_EFFECT_OUTLINE;
        rdp->tiles[0].width = 16, rdp->tiles[0].height = 16; /* 0.7 * 4 pixels */
        render(job, scene, (ferry_look)look, &picture);
        uint32_t side = 0;
        while (side * side < before) side++;
        ck_assert_uint_gt(covered(&picture), (side + 3) * (side + 3));
        ck_assert_uint_lt(covered(&picture), (side + 8) * (side + 8));
    }
    finish(job, scene);
}
END_TEST

/* ----------------------------------------------------------------------------------- a converted model */

START_TEST(the_figure_looks_as_before) {
    static const char *const names[2] = {"figure.t3dm", "figure-console"};
    ferry_view view = {.size = sizeof view,
                       .width = 96,
                       .height = 96,
                       .yaw = 0.5F,
                       .pitch = 0.25F,
                       .background = {0.3F, 0.4F, 0.5F, 1},
                       .look = (ferry_look)_i};
    ferry_file_list files = {0};
    ferry_job *first = fy_test_job(), *job;
    ferry_scene *scene = fy_through_t3dm(first, "figure.bdl", &files, &job);
    ferry_picture picture, again;
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_render(job, scene, &view, &picture));
    ck_assert(ferry_render(job, scene, &view, &again));
    ck_assert_mem_eq(picture.rgba, again.rgba, 96 * 96 * 4);
    fy_expect_picture(job, names[_i], &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(first);
}
END_TEST

/* Common materials on the Nintendo 64, fixtures/pictures/gallery-ROOM.t3dm.png. What they look like on the
 * GameCube is beside them, gallery-ROOM.bdl.png; how like both are is told by test_similarity.c. */
START_TEST(materials_look_as_before) {
    const char *name = fixtures[_i].name;
    char picture_name[64];
    ferry_view view = {.size = sizeof view,
                       .width = 160,
                       .height = 120,
                       .yaw = 0.08F,
                       .pitch = 0.15F,
                       .distance = 150 * 64, /* the stored units of a unit */
                       .background = {0.3F, 0.4F, 0.5F, 1}};
    ferry_file_list files = {0};
    ferry_job *first, *job;
    ferry_picture picture;
    if (!fixture_hangs_in_gallery((uint32_t)_i)) return;
    const ferry_setting_value scale = {"t3dm.base-scale", "64"};
    first =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &scale, .setting_count = 1});
    ferry_scene *scene = fy_through_t3dm(first, name, &files, &job);
    ck_assert_ptr_nonnull(scene);
    ck_assert(ferry_render(job, scene, &view, &picture));
    snprintf(picture_name, sizeof picture_name, "%.*s.t3dm", (int)strcspn(name, "."), name);
    fy_expect_picture(job, picture_name, &picture);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(first);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("render_rdp");
    TCase *squares = tcase_create("squares"), *results = fy_results_case(suite);
    tcase_add_loop_test(squares, plain_draws_share_the_depth, 0, 2);
    tcase_add_test(squares, light_is_the_consoles);
    tcase_add_loop_test(squares, small_draws_of_large_skins_look_the_same, 0, 2);
    tcase_add_test(squares, uneven_bones_are_lit_right);
    tcase_add_test(squares, long_models_are_lit_wrongly_in_the_console_look);
    tcase_add_test(squares, state_runs_through_the_draws);
    tcase_add_test(squares, blending_writes_depth);
    tcase_add_test(squares, textures_lie_the_right_way);
    tcase_add_test(squares, the_console_reads_sixteenths_of_texels);
    tcase_add_test(squares, a_small_unit_is_no_coarse_grid);
    tcase_add_test(squares, outlines_move_vertices);
    tcase_add_test(squares, fill_counts_what_is_hidden);
    tcase_add_test(squares, fill_covers_what_is_seen);
    suite_add_tcase(suite, squares);
    TCase *models = tcase_create("models");
    tcase_add_loop_test(results, the_figure_looks_as_before, 0, 2);
    tcase_add_loop_test(results, materials_look_as_before, 0, (int)fixture_count);
    suite_add_tcase(suite, models);
    return fy_run_suite(suite);
}
