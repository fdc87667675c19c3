/* test_t3dm_scale.c: base scales that fit each model, those that do not, and helper bones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/t3dm/t3dm_builder.h"
#include "core/base/maths.h"
#include "formats/t3dm/grid/t3dm_shared_scale.h"
#include "formats/t3dm/pose/t3dm_frames.h"
#include "formats/t3dm/pose/t3dm_hull.h"

#define SHADE_ALONE UINT64_C(0x00887F1088FE7D3E)
#define PRIM_ALONE UINT64_C(0x00887F1088FDF6FB)

enum { SIDE = 4, TRIANGLES = 2 * SIDE * SIDE };

/* A square on the first node, `length` long around `middle`, with a bump in it: no triangle lies in another's
 * plane. */
static void add_square(ferry_scene *scene, const char *name, double length, const double middle[3]) {
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, name, (SIDE + 1) * (SIDE + 1), TRIANGLES);
    uint32_t *corner = mesh->triangles;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        double x = v % (SIDE + 1) / (double)SIDE - 0.5, y = v / (SIDE + 1) / (double)SIDE - 0.5,
               z = x * x + y * y / 2;
        mesh->positions[v] = (ferry_vec3){(float)(middle[0] + x * length), (float)(middle[1] + y * length),
                                          (float)(middle[2] + z * length)};
        mesh->normals[v] = (ferry_vec3){0, 0, 1};
        mesh->colors[0][v] = (ferry_color){1, 1, 1, 1};
    }
    for (uint32_t i = 0; i < SIDE * SIDE; i++) {
        uint32_t a = i / SIDE * (SIDE + 1) + i % SIDE, b = a + SIDE + 1;
        const uint32_t six[6] = {a, a + 1, b, a + 1, b + 1, b};
        memcpy(corner, six, sizeof six);
        corner += 6;
    }
}

static ferry_job *job_at(const char *scale) {
    static ferry_setting_value setting;
    setting = (ferry_setting_value){"t3dm.base-scale", scale};
    return ferry_open(
        &(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
}

/* Where a vertex is in the rest pose of its model, in double precision. */
static void stand(const ferry_scene *scene, const ferry_matrix *worlds, const ferry_draw *draw,
                  uint32_t vertex, double at[3]) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    ferry_matrix whole = worlds[draw->node];
    if (mesh->skin != FERRY_NONE) {
        const ferry_skin *skin = &scene->skins.data[mesh->skin];
        const ferry_joint *joint = &skin->joints[fy_t3dm_joint(scene, mesh, vertex)];
        whole = fy_matrix_multiply(&worlds[joint->node], &joint->inverse_bind);
    }
    fy_t3dm_point(&whole, mesh->positions[vertex], at);
}

/* Every vertex that is read back stands where one of the source stands, times the scale, within a share of
 * the length. */
static void expect_places(const ferry_scene *scene, const ferry_scene *back, double scale, double error) {
    ferry_matrix from[8], to[8];
    ck_assert(scene->nodes.count <= 8 && back->nodes.count <= 8);
    ck_assert(ferry_world_matrices(scene, from) && ferry_world_matrices(back, to));
    for (uint32_t v = 0; v < back->meshes.data[0].vertex_count; v++) {
        double at[3], nearest = INFINITY;
        stand(back, to, &back->draws.data[0], v, at);
        for (uint32_t k = 0; k < scene->meshes.data[0].vertex_count; k++) {
            double was[3], far = 0;
            stand(scene, from, &scene->draws.data[0], k, was);
            for (int i = 0; i < 3; i++) far = fmax(far, fabs(was[i] - at[i] / scale));
            nearest = fmin(nearest, far);
        }
        ck_assert_double_le(nearest, error);
    }
}

static const struct {
    double length, x;
    const char *skeleton;
    bool helped;
} squares[] = {
    {0.001, 4, "auto", true},    {0.001, 4, "always", true}, {0.001, 4, "never", false},
    {0.0001, 3.9, "auto", true}, {3, 2800, "auto", true},    {0.001, 0, "auto", false},
    {3, 200, "auto", false},     {1000, 4, "auto", false},   {3, 200, "always", true},
    {6, 200, "always", false},
};

/* A clip of a second in which the first node moves along x. */
static void add_slide(ferry_scene *scene, float from, float to) {
    ferry_track *track = ferry_scene_new(scene, ferry_track, 1);
    *track = (ferry_track){.target = FERRY_TARGET_TRANSLATE,
                           .interpolation = FERRY_LINEAR,
                           .width = 1,
                           .key_count = 2,
                           .times = ferry_scene_new(scene, double, 2),
                           .values = ferry_scene_new(scene, float, 2)};
    track->times[1] = 1;
    track->values[0] = from;
    track->values[1] = to;
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "slide", .kind = "bck", .duration = 1, .rate = 30, .tracks = track, .track_count = 1};
}

/* What is far off or tiny, and what is neither. */
START_TEST(detail_stays_far_from_the_origin) {
    const ferry_setting_value setting = {"t3dm.skeleton", squares[_i].skeleton};
    const double middle[3] = {squares[_i].x, 0, 0};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &setting, .setting_count = 1});
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_file_list files = {0};
    double scale;
    scene->nodes.data[0].translate = (ferry_vec3){0, 0, 0};
    add_square(scene, "square", squares[_i].length, middle);
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_int_eq(fy_says(job, "t3dm.helper-bones", "steps"), squares[_i].helped);
    ferry_job *reading = fy_quick_job();
    ferry_scene *back = fy_t3dm_read_back(reading, files.data[0].bytes);
    if (squares[_i].helped || squares[_i].x == 0) {
        ck_assert_uint_eq(back->draws.count, 1);
        ck_assert_uint_eq(back->meshes.data[0].triangle_count, TRIANGLES);
        expect_places(scene, back, scale, squares[_i].length / 100);
    }
    ck_assert_uint_eq(back->nodes.count,
                      squares[_i].helped ? 1 + (strcmp(squares[_i].skeleton, "always") == 0) : 1);
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A corner alone on its bone has no length of its own, but that of the triangle. */
START_TEST(corners_on_bones_of_their_own_stay_apart) {
    const float length = 0.001F, corners[3][2] = {{0, 0}, {1, .25F}, {.25F, 1}};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 3);
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "corners", 3, 1);
    for (uint32_t v = 0; v < 3; v++) {
        mesh->positions[v] = (ferry_vec3){4 + corners[v][0] * length, corners[v][1] * length, 0};
        mesh->normals[v] = (ferry_vec3){0, 0, 1};
        mesh->colors[0][v] = (ferry_color){1, 1, 1, 1};
        mesh->influences[v] = mesh->triangles[v] = v;
    }
    ferry_file_list files = {0};
    double scale;
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert(fy_says(job, "t3dm.helper-bones", "3 helper bones"));
    ferry_job *reading = fy_quick_job();
    ferry_scene *back = fy_t3dm_read_back(reading, files.data[0].bytes);
    ck_assert_uint_eq(back->meshes.data[0].triangle_count, 1);
    expect_places(scene, back, scale, (double)length / 100);
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A clip moves the bone above the helper, and the file's own clip moves what is stored. */
START_TEST(helpers_follow_clips) {
    static const double middle[3] = {4, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    add_slide(scene, 0, 2);
    add_square(scene, "square", 0.001, middle);
    ferry_file_list files = {0};
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(fy_says(job, "t3dm.helper-bones", "root.near") || fy_says(job, "t3dm.helper-bones", ".near"));
    ck_assert_uint_eq(files.count, 2);
    ferry_job *reading = fy_quick_job();
    ferry_scene *back = ferry_load(reading, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
    ck_assert(back != NULL);
    ck_assert_uint_eq(back->nodes.count, 2);
    ck_assert_uint_eq(back->nodes.data[1].parent, 0);
    ck_assert(back->nodes.data[1].scale.x < 0.1F);
    ck_assert_uint_eq(back->meshes.data[0].triangle_count, TRIANGLES);
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A bone stands 450 away, to either side along each axis, and a morph moves a vertex there another 100: all
 * of that fits, whichever side it is. */
START_TEST(morphs_fit_to_all_sides) {
    static const ferry_setting_value bones = {"t3dm.skeleton", "always"};
    static const double middle[3] = {0, 0, 0};
    static double times[2] = {0, 1};
    static float up[2] = {0, 1};
    const double reach = 450 + 100;
    float move[3] = {0, 0, 0};
    ferry_job *job =
        ferry_open(&(ferry_options){.size = sizeof(ferry_options), .settings = &bones, .setting_count = 1});
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_file_list files = {0};
    double scale;
    move[_i / 2] = _i % 2 ? -100 : 100;
    scene->nodes.data[0].translate = fy_vec3_scale((ferry_vec3){move[0], move[1], move[2]}, 4.5);
    add_square(scene, "square", 2, middle);
    ferry_morph *morph = ferry_append(scene, &scene->morphs, ferry_morph);
    *morph = (ferry_morph){.name = "spike", .group = FERRY_NONE, .count = 1};
    morph->vertices = ferry_scene_new(scene, uint32_t, 1);
    morph->positions = ferry_scene_new(scene, ferry_vec3, 1);
    morph->positions[0] = (ferry_vec3){move[0], move[1], move[2]};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = "grow", .kind = "made", .duration = 1, .rate = 30, .track_count = 1};
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    clip->tracks[0] = (ferry_track){.target = FERRY_TARGET_MORPH,
                                    .interpolation = FERRY_LINEAR,
                                    .width = 1,
                                    .key_count = 2,
                                    .times = times,
                                    .values = up};
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_le(scale * reach, 32767);
    ck_assert_double_ge(scale * reach, 32767 / 4.);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Where a bone stands is no scale, however far that is. */
START_TEST(bones_may_stand_far_away) {
    static const double middle[3] = {300000, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    add_slide(scene, 300000, 310000);
    scene->nodes.data[0].translate.x = 300000;
    add_square(scene, "square", 50000, middle);
    ferry_file_list files = {0};
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(!fy_says(job, "t3dm.bone-scale", ""));
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* At 1024 the square has its 512 steps, and at 512 fewer than clips may take for a power of two: they get
 * what fits. What no scale holds that leaves 100 steps is left out, and the square has its 2,048. */
START_TEST(clips_get_what_they_need) {
    static const struct {
        float reach;
        double scale;
    } cases[] = {{20, 1024}, {50, 512}, {70, 432}, {150, 200}, {1000, 4096}};
    static const double middle[3] = {0, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    double times[2] = {0, 1}, scale;
    float values[2] = {0, cases[_i].reach};
    ferry_track track = {.target = FERRY_TARGET_TRANSLATE,
                         .interpolation = FERRY_LINEAR,
                         .width = 1,
                         .key_count = 2,
                         .times = times,
                         .values = values};
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "slide", .kind = "bck", .duration = 1, .rate = 30, .tracks = &track, .track_count = 1};
    scene->nodes.data[0].translate = (ferry_vec3){0, 0, 0};
    add_square(scene, "square", 0.5, middle);
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_eq(scale, cases[_i].scale);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* ------------------------------------------------------------------------------------------- what is seen */

static const struct {
    double length;
    bool lit;
    double scale;
} lengths[] = {
    {40, true, 64},    {90, true, 64},   {91, true, 32},    {400, true, 8},     {1000, true, 4},
    {4000, true, 1},   {12000, true, 1}, {80000, true, .5}, {250, false, 64},   {400, false, 64},
    {1000, false, 32}, {4000, false, 8}, {12000, false, 4}, {80000, false, .5},
};

/* What is lit is about 4,096 units long, what is not as long as fits; large ones keep a step for each unit if
 * that fits. */
/* A clip that blows a wall up does not cost the strip along it, which is a unit wide. */
START_TEST(clips_leave_thin_draws) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    const double middle[3] = {0};
    ferry_file_list files = {0};
    scene->nodes.data[0].translate = (ferry_vec3){0, 0, 0};
    add_square(scene, "wall", 1000, middle);
    add_square(scene, "strip", 1000, middle);
    ferry_mesh *strip = &scene->meshes.data[scene->meshes.count - 1];
    for (uint32_t v = 0; v < strip->vertex_count; v++)
        strip->positions[v].y *= 0.001F, strip->positions[v].z = 0;
    add_slide(scene, 1, 200);
    scene->clips.data[0].tracks[0].target = FERRY_TARGET_SCALE;
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ck_assert(fy_says(job, "t3dm.animation-range", "clamped"));
    ferry_input input = {"x.t3dm", files.data[0].bytes};
    ferry_scene *back = ferry_load(job, &input, 1);
    ck_assert_str_eq(back->draws.data[back->draws.count - 1].name, "strip");
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

START_TEST(light_chooses_the_length) {
    static const double middle[3] = {0, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    double scale;
    scene->materials.data[0].lit = lengths[_i].lit;
    add_square(scene, "square", lengths[_i].length, middle);
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_eq(scale, lengths[_i].scale);
    scene->meshes.data[0].normals = NULL; /* light has nothing to go by */
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    for (uint32_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        if (!lengths[i].lit && lengths[i].length == lengths[_i].length)
            ck_assert_double_eq(scale, lengths[i].scale);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

static const struct {
    uint32_t flags;
    uint8_t effect;
    uint64_t combiner;
    double scale;
} states[] = {
    {FERRY_RDP_SHADED, FERRY_RDP_EFFECT_NONE, SHADE_ALONE, 4},
    {FERRY_RDP_SHADED, FERRY_RDP_EFFECT_NONE, PRIM_ALONE, 32},
    {FERRY_RDP_SHADED | FERRY_RDP_UNLIT, FERRY_RDP_EFFECT_NONE, SHADE_ALONE, 32},
    {FERRY_RDP_SHADED | FERRY_RDP_UNLIT, FERRY_RDP_EFFECT_SPHERICAL_UV, SHADE_ALONE, 4},
    {FERRY_RDP_SHADED | FERRY_RDP_UNLIT, FERRY_RDP_EFFECT_OUTLINE, SHADE_ALONE, 4},
    {FERRY_RDP_SHADED | FERRY_RDP_UNLIT, FERRY_RDP_EFFECT_UV_OFFSET, SHADE_ALONE, 32},
};

/* Materials that come with the console's state: what takes normals is lit, whatever it is called. */
START_TEST(all_that_takes_normals_is_lit) {
    static const double middle[3] = {0, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_rdp_material rdp = {.combiner = states[_i].combiner,
                              .flags = FERRY_RDP_DEPTH | states[_i].flags,
                              .effect = states[_i].effect,
                              .tiles = {{.texture = FERRY_NONE}, {.texture = FERRY_NONE}}};
    double scale;
    scene->materials.data[0].rdp = &rdp;
    add_square(scene, "square", 1000, middle);
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_eq(scale, states[_i].scale);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Half of the triangles are those of the small square. At 8 the model has its length, 3,200, and at 14, no
 * power of two, just not too much; triangles shall be 16 steps large. */
START_TEST(small_parts_need_no_power_of_two) {
    static const struct { double small, scale; } cases[] = {{100, 8}, {6, 14}, {4, 16}, {1.5, 64}};
    static const double middle[3] = {0, 0, 0}, beside[3] = {300, 0, 0};
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    double scale;
    scene->materials.data[0].lit = true;
    add_square(scene, "small", cases[_i].small, middle);
    add_square(scene, "large", 200, beside);
    ck_assert(fy_t3dm_shared_setting(job, scene, &scale));
    ck_assert_double_eq(scale, cases[_i].scale);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* How far the console's light is from what it should be, at worst, in the middle of a lit square that is
 * turned. */
static int light_lost(const char *scale) {
    static const double middle[3] = {0, 0, 0};
    ferry_job *job = job_at(scale), *reading = fy_quick_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_file_list files = {0};
    ferry_picture pictures[2];
    int worst = 0;
    scene->materials.data[0].lit = true;
    add_square(scene, "square", 450, middle);
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene *back = fy_t3dm_read_back(reading, files.data[0].bytes);
    for (int turn = -5; turn <= 5; turn++) {
        ferry_view view = {
            .size = sizeof view, .width = 48, .height = 48, .yaw = 0.2F * (float)turn, .pitch = 0.3F};
        for (int i = 0; i < 2; i++) {
            view.look = i ? FERRY_LOOK_CONSOLE : FERRY_LOOK_CLEAN;
            ck_assert(ferry_render(reading, back, &view, &pictures[i]));
        }
        int off = abs(pictures[0].rgba[4 * (24 * 48 + 24)] - pictures[1].rgba[4 * (24 * 48 + 24)]);
        worst = off > worst ? off : worst;
    }
    ferry_scene_free(back);
    ferry_close(reading);
    ferry_scene_free(scene);
    ferry_close(job);
    return worst;
}

/* 64 is the largest that fits, and was taken. */
START_TEST(light_is_right_at_the_scale_of_its_own) {
    ck_assert_int_gt(light_lost("64"), 24);
    ck_assert_int_le(light_lost("auto"), 8); /* a step of five bits */
}
END_TEST

/* Saves two squares at a scale: true, or the refusal that the test expects. */
static bool save_at(const char *scale, double length, char text[512]) {
    static const double middle[3] = {0, 0, 0}, beside[3] = {300, 0, 0};
    ferry_job *job = job_at(scale);
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_file_list files = {0};
    add_square(scene, "small", length, middle);
    add_square(scene, "large", 200, beside);
    bool saved = ferry_save(job, scene, "t3dm", "x.t3dm", &files);
    ck_assert_int_eq(!saved, fy_says(job, "t3dm.base-scale-loss", "too coarse"));
    ck_assert_uint_eq(files.count, saved);
    text[0] = 0;
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count && !saved; i++)
        if (report->data[i].severity == FERRY_ERROR) snprintf(text, 512, "%s", report->data[i].text);
    ferry_scene_free(scene);
    ferry_close(job);
    return saved;
}

/* The smaller square, far below 0.5 % of the area, is a draw; the scale that is named would do, the one
 * before not. */
START_TEST(a_scale_that_empties_is_refused) {
    char text[512], other[512];
    ck_assert(!save_at("1", 0.5, text));
    ck_assert_ptr_nonnull(strstr(text, "1 of 2 draws"));
    ck_assert_ptr_nonnull(strstr(text, "\"small\""));
    ck_assert_ptr_nonnull(strstr(text, "automatic: 64"));
    const char *would = strstr(text, "use at least ");
    ck_assert_ptr_nonnull(would);
    double scale = atof(would + 13);
    char named[32], half[32];
    snprintf(named, sizeof named, "%.9g", scale);
    snprintf(half, sizeof half, "%.9g", scale / 2);
    ck_assert(save_at(named, 0.5, other));
    ck_assert(!save_at(half, 0.5, other));
    ck_assert(save_at("1", 100, other));
    ck_assert(save_at("auto", 0.5, other) && save_at("shared", 0.5, other) &&
              save_at("shared:folder", 0.5, other));
}
END_TEST

/* What is next to nothing has the finest scale that there is: no place would have more steps for it. What
 * is as small far away would. */
START_TEST(what_is_tiny_is_not_far) {
    static const ferry_setting_value settings[] = {{"t3dm.effort", "fast"}, {"t3dm.skeleton", "never"}};
    for (int far = 0; far < 2; far++) {
        ferry_job *job = ferry_open(
            &(ferry_options){.size = sizeof(ferry_options), .settings = settings, .setting_count = 2});
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        for (int v = 0; v < 4; v++) {
            ferry_vec3 *at = &scene->meshes.data[0].positions[v];
            *at = fy_vec3_scale(*at, far ? 1e-2F : 1e-6F);
            if (far) at->x += 100;
        }
        ck_assert(ferry_prepare(job, scene, "t3dm", NULL) &&
                  ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        char *text = fy_report_text(ferry_job_report(job));
        ck_assert(far || strstr(text, "base scale 16777216:"));
        ck_assert_msg((strstr(text, "move it closer to the origin") != NULL) == far, "%s", text);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* However a bone turns, the box of its hull holds its points. */
START_TEST(hulls_hold_their_points_however_they_turn) {
    static const double points[][3] = {{3, 1, -2}, {-1, 4, 2}, {-2, -3, -1}, {1, -1, 5}};
    enum { POINTS = sizeof points / sizeof *points, TURNS = 400 };
    ferry_job *job = fy_test_job();
    fy_t3dm_hulls hulls;
    ck_assert(fy_t3dm_hulls_open(job, 1, &hulls));
    for (int p = 0; p < POINTS; p++) ck_assert(fy_t3dm_hulls_add(&hulls, 0, 0, points[p], points[p]));
    for (int t = 0; t < TURNS; t++) {
        double a = t * 0.7, b = t * 1.1, c = t * 1.9;
        ferry_quat turn = fy_quat_normalize(
            (ferry_quat){(float)sin(a), (float)sin(b), (float)sin(c), (float)cos(a + b + c)});
        ferry_matrix matrix = fy_matrix_quat(turn);
        fy_t3dm_bounds box = {{1e9, 1e9, 1e9}, {-1e9, -1e9, -1e9}}, least = box;
        fy_t3dm_hull_widen(&hulls.data[0], &matrix, &box);
        for (int i = 0; i < 3 * POINTS; i++) {
            const double *p = points[i / 3], *row = matrix.m[i % 3];
            double at = row[0] * p[0] + row[1] * p[1] + row[2] * p[2] + row[3];
            least.least[i % 3] = fmin(least.least[i % 3], at);
            least.most[i % 3] = fmax(least.most[i % 3], at);
        }
        for (int i = 0; i < 3; i++) {
            ck_assert_double_le(box.least[i], least.least[i] + 1e-9);
            ck_assert_double_ge(box.most[i], least.most[i] - 1e-9);
        }
    }
    fy_t3dm_hulls_close(&hulls);
    ferry_close(job);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_scale");
    TCase *tests = tcase_create("scale");
    tcase_add_loop_test(tests, detail_stays_far_from_the_origin, 0, (int)(sizeof squares / sizeof *squares));
    tcase_add_test(tests, corners_on_bones_of_their_own_stay_apart);
    tcase_add_test(tests, helpers_follow_clips);
    tcase_add_loop_test(tests, morphs_fit_to_all_sides, 0, 6);
    tcase_add_test(tests, bones_may_stand_far_away);
    tcase_add_loop_test(tests, clips_get_what_they_need, 0, 5);
    tcase_add_test(tests, clips_leave_thin_draws);
    tcase_add_loop_test(tests, light_chooses_the_length, 0, (int)(sizeof lengths / sizeof *lengths));
    tcase_add_loop_test(tests, all_that_takes_normals_is_lit, 0, (int)(sizeof states / sizeof *states));
    tcase_add_loop_test(tests, small_parts_need_no_power_of_two, 0, 4);
    tcase_add_test(tests, light_is_right_at_the_scale_of_its_own);
    tcase_add_test(tests, a_scale_that_empties_is_refused);
    tcase_add_test(tests, what_is_tiny_is_not_far);
    tcase_add_test(tests, hulls_hold_their_points_however_they_turn);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
