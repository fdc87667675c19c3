/* test_survey.c: which surface each pixel of a model shows: what hides it, what is seen through, where it
 * is. */
#include <math.h>

#include "builders/material_scene.h"
#include "core/base/maths.h"
#include "shade/samples/t3dm_reference.h"
#include "shade/t3dm_reference_state.h"
#include "shade/t3dm_shown_levels.h"
#include "shade/t3dm_vertex_summary.h"
#include "view/gx_vertices.h"
#include "view/pose.h"
#include "view/survey.h"

static void halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 255, 255, 255, x < 8 ? 255 : 0);
}

/* A copy of the square, moved along its z axis; u and v are x and y. */
static void add_square(ferry_scene *scene, float z) {
    ferry_mesh *from = &scene->meshes.data[0], copy = *from;
    copy.positions = ferry_scene_new(scene, ferry_vec3, 4);
    copy.uvs[0] = ferry_scene_new(scene, ferry_vec2, 4);
    for (int i = 0; i < 4; i++) {
        copy.positions[i] = (ferry_vec3){from->positions[i].x, from->positions[i].y, z};
        copy.uvs[0][i] = (ferry_vec2){from->positions[i].x / 3, from->positions[i].y / 2};
    }
    *ferry_append(scene, &scene->meshes, ferry_mesh) = copy;
}

/* Material `number` of a scene that starts with none, drawn on square `mesh`. */
static ferry_gx_material *add_square_draw(ferry_scene *scene, const char *name, uint32_t texture,
                                          uint32_t mesh) {
    ferry_gx_material *gx = add_gx(scene, name, texture);
    gx->cull = FERRY_GX_CULL_NONE;
    scene->materials.data[scene->materials.count - 1].cull = FERRY_CULL_NONE;
    scene->draws.data[scene->draws.count - 1].mesh = mesh;
    gx->z_test = gx->z_write = true;
    gx->z_compare = FERRY_GX_LEQUAL;
    return gx;
}

START_TEST(hidden_surfaces_are_not_asked_about) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    for (int i = 0; i < 3; i++) add_square(scene, (float)i * .01F);
    add_square_draw(scene, "below", FERRY_NONE, 1);
    add_square_draw(scene, "between", FERRY_NONE, 2);
    add_square_draw(scene, "above", FERRY_NONE, 3);
    fy_survey survey;
    ck_assert(fy_survey_take(job, scene, &survey));
    ck_assert_uint_gt(survey.pixels[0], 2000);                  /* from behind */
    ck_assert_uint_gt(survey.pixels[2], 2000);                  /* from the front */
    ck_assert_uint_lt(survey.pixels[1], survey.pixels[0] / 20); /* at the edges */
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t kept = survey.first[i + 1] - survey.first[i];
        ck_assert_uint_eq(kept, survey.pixels[i] < FY_SURVEY_PIXELS ? survey.pixels[i] : FY_SURVEY_PIXELS);
    }
    close_scene(job, scene);
}
END_TEST

/* A blend that keeps nothing of what was there hides it, whatever it makes of its colour. */
START_TEST(blends_that_keep_nothing_hide) {
    static const struct {
        uint8_t mode, source, destination, logic;
        bool hides;
    } rows[] = {
        {FERRY_GX_BLEND_BLEND, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_ZERO, 0, true},
        {FERRY_GX_BLEND_BLEND, FERRY_GX_FACTOR_ONE, FERRY_GX_FACTOR_ZERO, 0, true},
        {FERRY_GX_BLEND_BLEND, FERRY_GX_FACTOR_OTHER_COLOR, FERRY_GX_FACTOR_ZERO, 0, false},
        {FERRY_GX_BLEND_BLEND, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_INV_SRC_ALPHA, 0, false},
        {FERRY_GX_BLEND_LOGIC, 0, 0, 3, true},  /* copy */
        {FERRY_GX_BLEND_LOGIC, 0, 0, 6, false}, /* exclusive or */
        {FERRY_GX_BLEND_SUBTRACT, 0, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        for (int k = 0; k < 2; k++) add_square(scene, (float)k * .01F);
        add_square_draw(scene, "below", FERRY_NONE, 1)->cull = FERRY_GX_CULL_BACK;
        scene->materials.data[0].cull = FERRY_CULL_BACK;
        ferry_gx_material *gx = add_square_draw(scene, "above", FERRY_NONE, 2);
        gx->blend_mode = rows[i].mode, gx->blend_logic = rows[i].logic;
        gx->blend_src = rows[i].source, gx->blend_dst = rows[i].destination;
        fy_survey survey;
        ck_assert(fy_survey_take(job, scene, &survey));
        ck_assert_int_eq(survey.pixels[0] < survey.pixels[1] / 20, rows[i].hides);
        close_scene(job, scene);
    }
}
END_TEST

/* Where an alpha test fails, both the surface and what is behind it are asked about. */
START_TEST(surfaces_are_seen_through_holes) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    uint32_t texture = add_texture(scene, "halves", 16, 16, halves, FERRY_WRAP_CLAMP);
    for (int i = 0; i < 2; i++) add_square(scene, (float)i * .01F);
    add_square_draw(scene, "below", FERRY_NONE, 1);
    ferry_gx_material *gx = add_square_draw(scene, "grid", texture, 2);
    gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 128, gx->alpha_op = FERRY_GX_AND;
    gx->alpha_compare1 = FERRY_GX_ALWAYS;
    fy_survey survey;
    ck_assert(fy_survey_take(job, scene, &survey));
    uint32_t holes = 0, solid = 0, count;
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    ck_assert(fy_survey_pixels(job, &survey, 1, pixels, &count));
    ck_assert_uint_eq(count, FY_SURVEY_PIXELS);
    for (uint32_t i = 0; i < count; i++) *(pixels[i].at.uvs[0].x > .5F ? &holes : &solid) += 1;
    ck_assert_uint_gt(holes, 100);
    ck_assert_uint_gt(solid, 60); /* from the front alone */
    ck_assert(fy_survey_pixels(job, &survey, 0, pixels, &count));
    uint32_t through = 0;
    for (uint32_t i = 0; i < count; i++) through += pixels[i].view == 0 && pixels[i].at.uvs[0].x > .5F;
    ck_assert_uint_gt(through, 10);
    close_scene(job, scene);
}
END_TEST

/* Behind what is seen through, pixels know the colour that was there. */
START_TEST(pixels_know_their_ground) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    uint32_t count, over = 0;
    for (int i = 0; i < 2; i++) add_square(scene, (float)i * .01F);
    ferry_gx_material *gx = add_square_draw(scene, "below", FERRY_NONE, 1);
    gx->konst[0] = (ferry_gx_color){200, 100, 50, 255};
    gx->stages[0].color = (ferry_gx_combine){FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO, FERRY_GX_CC_ZERO,
                                             FERRY_GX_CC_KONST, .clamp = 1};
    add_square_draw(scene, "above", FERRY_NONE, 2)->blend_mode = FERRY_GX_BLEND_BLEND;
    fy_survey survey;
    ck_assert(fy_survey_take(job, scene, &survey));
    ck_assert(fy_survey_pixels(job, &survey, 1, pixels, &count));
    for (uint32_t i = 0; i < count; i++) {
        if (!pixels[i].over) continue;
        over++;
        ck_assert_mem_eq(pixels[i].ground, ((uint8_t[]){200, 100, 50}), 3);
    }
    ck_assert_uint_gt(over, 100);
    close_scene(job, scene);
}
END_TEST

/* What hangs on one joint is stored in the joint's space, which texture coordinates are made from; what hangs
 * on two is stored as it stands. */
START_TEST(weighted_vertices_are_in_no_joints_space) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_gx(scene, "skin", FERRY_NONE);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){.name = "arm", .parent = 0, .scale = {1, 1, 1}, .visible = true};
    fy_hang_on_two(scene);
    for (int i = 0; i < 2; i++) scene->skins.data[0].joints[i].inverse_bind.m[0][3] = 5;
    fy_pose pose;
    fy_gx_vertices from;
    fy_camera camera = {.view = fy_matrix_identity()};
    ck_assert(fy_pose_open(job, scene, &camera.view, &pose));
    ck_assert(fy_pose_skin(job, scene, 0, &pose));
    ck_assert(fy_gx_vertices_open(job, scene, &pose, &camera, &scene->draws.data[0], &from));
    for (uint32_t v = 0; v < 4; v++) {
        bool weighted = v == 1 || v == 2;
        fy_gx_vertex vertex;
        fy_gx_vertices_take(&from, v, &vertex);
        ck_assert_float_eq(vertex.raw.x, scene->meshes.data[0].positions[v].x + (weighted ? 0 : 5));
    }
    close_scene(job, scene);
}
END_TEST

/* What turns to the camera keeps its scales, however it was turned itself. */
START_TEST(billboards_keep_their_scales) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    ferry_node *node = &scene->nodes.data[0];
    node->scale = (ferry_vec3){2, 3, 4};
    node->euler = (ferry_vec3){_i == 1 ? 1.2F : 0, _i == 2 ? 1.2F : 0, _i == 3 ? 1.2F : 0};
    node->billboard = FERRY_BILLBOARD_SPHERICAL;
    fy_pose pose;
    const ferry_matrix view = fy_matrix_identity();
    ck_assert(fy_pose_open(job, scene, &view, &pose));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) ck_assert_double_eq_tol(pose.worlds[0].m[i][k], i == k ? 2 + i : 0, 1e-5);
    close_scene(job, scene);
}
END_TEST

/* A skin of many influences, of which a draw uses few, shows what one of these alone does. */
START_TEST(vertices_are_the_same_in_larger_skins) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    add_gx(scene, "skin", FERRY_NONE);
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    *node = (ferry_node){
        .name = "arm", .parent = 0, .scale = {1, 2, 3}, .euler = {.2F, .3F, .4F}, .visible = true};
    fy_hang_on_two(scene);
    fy_camera camera = {.view = fy_matrix_identity()};
    fy_gx_vertex vertices[2][4];
    scene->meshes.data[0].normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int v = 0; v < 4; v++) scene->meshes.data[0].normals[v] = (ferry_vec3){0, .6F, .8F};
    for (uint32_t many = 0; many < 2; many++) {
        fy_pose pose;
        fy_gx_vertices from;
        if (many) fy_add_unused_influences(scene, 100);
        ck_assert(fy_pose_open(job, scene, &camera.view, &pose) && fy_pose_skin(job, scene, 0, &pose));
        ck_assert(fy_gx_vertices_open(job, scene, &pose, &camera, &scene->draws.data[0], &from));
        for (uint32_t v = 0; v < 4; v++) fy_gx_vertices_take(&from, v, &vertices[many][v]);
    }
    for (int v = 0; v < 4; v++) {
        const float *one = &vertices[0][v].eye_normal.x, *other = &vertices[1][v].eye_normal.x;
        for (int i = 0; i < 3; i++) ck_assert_float_eq(one[i], other[i]);
        ck_assert_float_gt(fabsf(one[0]) + fabsf(one[1]) + fabsf(one[2]), .9F);
        ck_assert_float_eq(vertices[0][v].eye.x, vertices[1][v].eye.x);
    }
    ck_assert_float_ne(vertices[0][0].eye_normal.y, vertices[0][1].eye_normal.y);
    close_scene(job, scene);
}
END_TEST

/* A pixel has what its place on the triangle has. */
START_TEST(pixels_know_their_place) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    uint32_t count;
    add_square(scene, 0);
    add_square_draw(scene, "wall", FERRY_NONE, 1);
    fy_survey survey;
    ck_assert(fy_survey_take(job, scene, &survey));
    ck_assert(fy_survey_pixels(job, &survey, 0, pixels, &count));
    ck_assert_uint_gt(count, 300);
    float low = 1, high = 0;
    uint32_t backs = 0;
    for (uint32_t i = 0; i < count; i++) {
        const fy_gx_vertex *at = &pixels[i].at;
        ck_assert(fabsf(at->world.x / 3 - at->uvs[0].x) < 1e-4F &&
                  fabsf(at->world.y / 2 - at->uvs[0].y) < 1e-4F);
        ck_assert(fabs(pixels[i].shares[0] + pixels[i].shares[1] + pixels[i].shares[2] - 1) < 1e-6);
        ck_assert(pixels[i].towards >= 0 && pixels[i].towards <= 1);
        ck_assert(pixels[i].view != 0 || !pixels[i].back);
        ck_assert(pixels[i].view != 2 || pixels[i].back);
        backs += pixels[i].back;
        low = at->uvs[0].x < low ? at->uvs[0].x : low;
        high = at->uvs[0].x > high ? at->uvs[0].x : high;
    }
    ck_assert(backs > 60 && backs < count - 60);
    ck_assert(low < .1F && high > .9F);
    close_scene(job, scene);
}
END_TEST

/* Of a place in the world, in pixels of 320 x 240 (what is near has larger ones); the vertical field of view
 * is 60 degrees. */
static void project(const fy_gx_view *view, ferry_vec3 world, double out[2]) {
    ferry_vec3 eye = fy_matrix_point(&view->view, world);
    for (int i = 0; i < 2; i++) out[i] = 120 * sqrt(3) * (double)(i ? -eye.y : eye.x) / -(double)eye.z;
}

START_TEST(neighbours_are_a_pixel_away) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    uint32_t count;
    add_square(scene, 0);
    add_square_draw(scene, "wall", FERRY_NONE, 1);
    fy_survey survey;
    uint32_t near_count = 0;
    ck_assert(fy_survey_take(job, scene, &survey) && fy_survey_pixels(job, &survey, 0, pixels, &count));
    for (uint32_t i = 0; i < count; i++) {
        fy_gx_view view = fy_survey_view(&survey, pixels[i].view);
        double at[2], right[2], below[2];
        project(&view, pixels[i].at.world, at);
        project(&view, pixels[i].right.world, right);
        project(&view, pixels[i].below.world, below);
        const bool near = pixels[i].view >= FY_SIDES;
        const double step[2] = {near ? 320 / 105.0 : 1, near ? 240 / 79.0 : 1};
        near_count += near;
        ck_assert(fabs(right[0] - at[0] - step[0]) < .01 && fabs(right[1] - at[1]) < .01);
        ck_assert(fabs(below[0] - at[0]) < .01 && fabs(below[1] - at[1] - step[1]) < .01);
    }
    ck_assert(near_count > 0 && near_count < count);
    ck_assert_uint_eq(fy_survey_far(pixels, count), count - near_count);
    close_scene(job, scene);
}
END_TEST

/* The light stands behind the viewer's shoulder: who looks from elsewhere sees another shade. */
START_TEST(what_is_near_has_a_shade_of_its_own) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    uint32_t count;
    double least = 1; /* between both */
    add_square(scene, 0);
    ferry_vec3 *normals = scene->meshes.data[1].normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++) normals[i] = (ferry_vec3){0, 0, 1};
    add_square_draw(scene, "plate", FERRY_NONE, 1)->cull = FERRY_GX_CULL_BACK;
    scene->materials.data[0].cull = FERRY_CULL_BACK;
    fy_survey survey;
    ck_assert(fy_survey_take(job, scene, &survey) && fy_survey_pixels(job, &survey, 0, pixels, &count));
    uint32_t far = fy_survey_far(pixels, count);
    ck_assert(far > 0 && far < count);
    for (uint32_t i = 0; i < far; i++)
        for (uint32_t k = far; k < count; k++)
            least = fmin(least, fabs(pixels[i].towards - pixels[k].towards));
    ck_assert(least > .02);
    close_scene(job, scene);
}
END_TEST

/* A square whose corners face the light by turns. */
static void add_bent_square(ferry_scene *scene) {
    static const ferry_vec3 normals[4] = {
        {-.6F, .6F, .5F}, {.9F, -.1F, .4F}, {-.6F, .5F, .6F}, {.8F, -.6F, 0}};
    add_square(scene, 0);
    ferry_mesh *mesh = &scene->meshes.data[1];
    mesh->normals = ferry_scene_new(scene, ferry_vec3, 4);
    for (int i = 0; i < 4; i++) mesh->normals[i] = fy_vec3_normalize(normals[i]);
}

static void slope(uint32_t x, uint32_t y, uint8_t texel[4]) {
    (void)y;
    set(texel, 4 * x, 4 * x, 4 * x, 255);
}

/* What light looks up lies where the corners' light is spread to, as on the machine; a normal between two
 * corners would be lit otherwise. */
START_TEST(light_is_looked_up_at_corners) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    fy_vertex_summary facts = {.min_alpha = {1, 1}};
    fy_survey survey;
    add_bent_square(scene);
    ferry_gx_material *gx =
        add_square_draw(scene, "wall", add_texture(scene, "slope", 64, 4, slope, FERRY_WRAP_CLAMP), 1);
    gx->texgens[0] = (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
    gx->channels[0] = (ferry_gx_channel){.lit = 1, .light_mask = 1, .diffuse = 2, .attenuation = 2};
    gx->stages[0].color.c = FERRY_GX_CC_ONE;
    ck_assert(fy_survey_take(job, scene, &survey));
    fy_reference shader = {.job = job, .scene = scene, .survey = &survey, .seen = pixels};
    ck_assert(fy_survey_pixels(job, &survey, 0, pixels, &shader.seen_count));
    ck_assert(fy_reference_start(&shader, gx, &facts));
    int least = 255, most = 0;
    for (int i = 0; i < FY_SAMPLES; i++) {
        int light = shader.samples[i].lit.raster[0][0], shown = shader.samples[i].wanted[0];
        least = light < least ? light : least, most = light > most ? light : most;
        ck_assert_msg(abs(light - shown) <= 4, "light %d shows %d", light, shown);
    }
    ck_assert(least < 80 && most > 180);
    fy_reference_end(&shader);
    close_scene(job, scene);
}
END_TEST

/* Corners turn by one angle, about the axis on which the whole gets where it shall. */
START_TEST(surfaces_turn_to_the_light) {
    ferry_job *job;
    ferry_scene *scene = open_seen_scene(&job);
    static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
    const ferry_vec3 light = fy_vec3_normalize((ferry_vec3){-1, 1, 1});
    const double most = 1 - FY_SURVEY_AMBIENT / 255.0;
    uint32_t count;
    fy_survey survey;
    add_bent_square(scene);
    add_square_draw(scene, "wall", FERRY_NONE, 1);
    ck_assert(fy_survey_take(job, scene, &survey) && fy_survey_pixels(job, &survey, 0, pixels, &count));
    for (uint32_t i = 0; i < count; i++) {
        const fy_seen_pixel before = pixels[i];
        double to = i / (double)(count - 1);
        fy_survey_turn(&pixels[i], to);
        const fy_gx_vertex *now = pixels[i].corners;
        ck_assert_double_eq_tol(fy_vec3_dot(pixels[i].at.eye_normal, light), to * most, 1e-5);
        for (int k = 0; k < 3; k++)
            ck_assert_double_eq_tol(
                fy_vec3_dot(now[k].eye_normal, now[(k + 1) % 3].eye_normal),
                fy_vec3_dot(before.corners[k].eye_normal, before.corners[(k + 1) % 3].eye_normal), 1e-5);
        ck_assert(memcmp(&pixels[i].at.world, &before.at.world, sizeof before.at.world) == 0);
        ck_assert(pixels[i].towards >= 0 && pixels[i].towards <= most + 1e-9);
    }
    close_scene(job, scene);
}
END_TEST

/* Level 0 is white; what is read from afar is black. */
static void add_levels(ferry_scene *scene, uint32_t texture) {
    ferry_texture *of = &scene->textures.data[texture];
    ferry_image *image = &scene->images.data[of->image];
    ferry_mip_level *levels = ferry_scene_new(scene, ferry_mip_level, 3);
    levels[0] = image->levels[0];
    for (uint32_t i = 1; i < 3; i++)
        levels[i] = (ferry_mip_level){16 >> i, 16 >> i, ferry_scene_new(scene, uint8_t, (size_t)4 * 16 * 16)};
    image->levels = levels;
    image->level_count = 3;
    of->min_filter = FERRY_FILTER_NEAREST_MIP_NEAREST;
    of->max_lod = 2;
}

/* What is empty at the mip levels that a picture shows is judged by them; what shows anything, by the largest
 * ones, which are all that the console has. */
START_TEST(what_fades_with_its_levels_is_not_seen) {
    static const struct {
        bool far, blended;
        int texel;
    } rows[] = {{false, true, 255}, {true, true, 0}, {true, false, 255}};
    for (int row = 0; row < 3; row++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
        fy_vertex_summary facts = {.min_alpha = {1, 1}};
        fy_survey survey;
        add_square(scene, 0);
        ferry_mesh *mesh = &scene->meshes.data[1];
        for (int i = 0; rows[row].far && i < 4; i++) mesh->uvs[0][i].x *= 100, mesh->uvs[0][i].y *= 100;
        uint32_t texture = add_texture(scene, "white", 16, 16, whites, FERRY_WRAP_REPEAT);
        ferry_gx_material *gx = add_square_draw(scene, "wall", texture, 1);
        gx->blend_mode = rows[row].blended ? FERRY_GX_BLEND_BLEND : FERRY_GX_BLEND_NONE;
        add_levels(scene, texture);
        ck_assert(fy_survey_take(job, scene, &survey));
        fy_reference shader = {.job = job, .scene = scene, .survey = &survey, .seen = pixels};
        ck_assert(fy_survey_pixels(job, &survey, 0, pixels, &shader.seen_count));
        fy_vertex_summary_learn(mesh, &facts);
        ck_assert(fy_reference_start(&shader, gx, &facts));
        for (int i = 0; i < FY_SAMPLES; i++)
            ck_assert_int_eq(shader.samples[i].lit.texels[0][0], rows[row].texel);
        fy_reference_end(&shader);
        close_scene(job, scene);
    }
}
END_TEST

/* Levels that are mostly seen stand for a picture, from afar and from nearby; what clips exchange, what gains
 * little, and pictures seen from nearby keep the largest. */
START_TEST(levels_that_are_seen_stand_for_a_picture) {
    static const struct {
        float repeats;
        bool fixed;
        unsigned choice;
    } rows[] = {{1, false, 0}, {400, false, 2}, {400, true, 0}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        ferry_job *job;
        ferry_scene *scene = open_seen_scene(&job);
        static fy_seen_pixel pixels[FY_SURVEY_PIXELS];
        uint32_t count;
        fy_survey survey;
        ferry_image made;
        add_square(scene, 0);
        for (int i = 0; i < 4; i++) {
            ferry_vec2 *uv = &scene->meshes.data[1].uvs[0][i];
            uv->x *= rows[row].repeats, uv->y *= rows[row].repeats;
        }
        uint32_t texture = add_texture(scene, "white", 16, 16, whites, FERRY_WRAP_REPEAT);
        ferry_gx_material *gx = add_square_draw(scene, "wall", texture, 1);
        add_levels(scene, texture);
        scene->textures.data[texture].min_filter = FERRY_FILTER_LINEAR_MIP_LINEAR;
        const ferry_image *image = &scene->images.data[scene->textures.data[texture].image];
        fy_level_errors *errors = ferry_new(job, fy_level_errors, scene->images.count);
        ck_assert(errors && fy_reads_levels(scene, gx) && fy_survey_take(job, scene, &survey));
        ck_assert(fy_survey_pixels(job, &survey, 0, pixels, &count));
        ck_assert(fy_level_errors_add(job, &survey, gx, pixels, count, errors));
        fy_level_errors *of = &errors[scene->textures.data[texture].image];
        of->fixed = rows[row].fixed;
        ck_assert_uint_eq(fy_level_choice(of), rows[row].choice);
        for (unsigned choice = 0; choice < 3; choice++) { /* white, halfway, black */
            ck_assert(fy_level_picture(job, image, &scene->textures.data[texture], choice, &made));
            ck_assert_uint_eq(made.levels[0].rgba[0], choice == 0 ? 255 : choice == 1 ? 128 : 0);
            ck_assert(made.levels[0].width == 16 && made.levels[1].rgba == image->levels[1].rgba);
        }
        close_scene(job, scene);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("survey");
    TCase *tests = tcase_create("survey");
    tcase_add_test(tests, hidden_surfaces_are_not_asked_about);
    tcase_add_test(tests, blends_that_keep_nothing_hide);
    tcase_add_test(tests, surfaces_are_seen_through_holes);
    tcase_add_test(tests, pixels_know_their_place);
    tcase_add_test(tests, pixels_know_their_ground);
    tcase_add_test(tests, weighted_vertices_are_in_no_joints_space);
    tcase_add_test(tests, vertices_are_the_same_in_larger_skins);
    tcase_add_loop_test(tests, billboards_keep_their_scales, 0, 4);
    tcase_add_test(tests, neighbours_are_a_pixel_away);
    tcase_add_test(tests, what_is_near_has_a_shade_of_its_own);
    tcase_add_test(tests, light_is_looked_up_at_corners);
    tcase_add_test(tests, surfaces_turn_to_the_light);
    tcase_add_test(tests, what_fades_with_its_levels_is_not_seen);
    tcase_add_test(tests, levels_that_are_seen_stand_for_a_picture);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
