/* test_t3dm_layers.c: several draws in one place (docs/formats/t3dm.md, "Coplanar triangles"). */
#include "builders/material_scene.h"

/* ------------------------------------------------------------------------------------------------ scenes */

/* Squares of the plane z = `z`, corners at (x, y) and (x + size, y + size); a draw with the last material. */
static ferry_mesh *add_squares(ferry_scene *scene, const char *name, const float (*squares)[4],
                               uint32_t count) {
    static const float corners[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    static const uint32_t triangles[6] = {0, 1, 2, 0, 2, 3};
    ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
    *mesh = (ferry_mesh){
        .name = name, .skin = FERRY_NONE, .vertex_count = 4 * count, .triangle_count = 2 * count};
    mesh->positions = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
    mesh->triangles = ferry_scene_new(scene, uint32_t, 6 * (size_t)count);
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        const float *s = squares[i / 4], *c = corners[i % 4];
        mesh->positions[i] = (ferry_vec3){s[0] + c[0] * s[3], s[1] + c[1] * s[3], s[2]};
        mesh->normals[i] = (ferry_vec3){0, 0, 1};
    }
    for (uint32_t i = 0; i < 6 * count; i++) mesh->triangles[i] = 4 * (i / 6) + triangles[i % 6];
    ferry_draw *draw = &scene->draws.data[scene->draws.count - 1];
    draw->mesh = scene->meshes.count - 1;
    draw->name = name;
    return mesh;
}

static void halves(uint32_t x, uint32_t y, uint8_t texel[4]) {
    set(texel, 200, x * 20, y * 20, x < 4 ? 255 : 0);
}

/* A draw of one square in one colour. */
static ferry_gx_material *add_square(ferry_scene *scene, const char *name, float x, float z, float size) {
    ferry_gx_material *gx = add_gx(scene, name, FERRY_NONE);
    gx->channels[0].material_source = gx->channels[1].material_source = FERRY_GX_SOURCE_REGISTER;
    gx->stages[0].color.c = FERRY_GX_CC_RASC, gx->stages[0].color.b = FERRY_GX_CC_ONE;
    gx->stages[0].alpha = (ferry_gx_combine){FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO, FERRY_GX_CA_ZERO,
                                             FERRY_GX_CA_RASA, .clamp = 1};
    add_squares(scene, name, &(const float[4]){x, x, z, size}, 1);
    return gx;
}

static void blend(ferry_gx_material *gx, uint8_t alpha) {
    gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->z_write = 0;
    gx->material_colors[0].a = alpha;
}

static ferry_job *job_with(const char *key, const char *value) {
    static ferry_setting_value settings[2];
    settings[0] = (ferry_setting_value){"t3dm.base-scale", "1"};
    settings[1] = (ferry_setting_value){key, value};
    ferry_options options = {.size = sizeof options, .settings = settings, .setting_count = key ? 2 : 1};
    ferry_job *job = ferry_open(&options);
    ck_assert_ptr_nonnull(job);
    return job;
}

static ferry_scene *begin_in(ferry_job *job) {
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = scene->meshes.count = 0;
    return scene;
}

static ferry_scene *begin(ferry_job **job) {
    *job = job_with(NULL, NULL);
    return begin_in(*job);
}

/* The scene as it comes back from its file. */
static ferry_scene *through(ferry_job *job, const ferry_scene *scene) {
    ferry_file_list files = {0};
    ck_assert(ferry_save(job, scene, "t3dm", "out.t3dm", &files));
    ferry_scene *back = ferry_load(job, &(ferry_input){"out.t3dm", files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    return back;
}

/* Objects of the file in drawing order: name, triangles, '!' for decals, '%' for blended ones. */
static void expect_objects(ferry_job *job, ferry_scene *scene, const char *expected) {
    ferry_scene *back = through(job, scene);
    char text[512] = "";
    for (uint32_t i = 0; i < back->draws.count; i++) {
        const ferry_draw *draw = &back->draws.data[i];
        const ferry_rdp_material *rdp = back->materials.data[draw->material].rdp;
        size_t at = strlen(text);
        if (strcmp(draw->name, "depth-write-on") == 0) continue;
        snprintf(text + at, sizeof text - at, "%s%s %u%s%s", at ? ", " : "", draw->name,
                 back->meshes.data[draw->mesh].triangle_count, rdp->other_mode & FERRY_RDP_Z_DECAL ? "!" : "",
                 rdp->blender ? "%" : "");
    }
    ck_assert_str_eq(text, expected);
    ferry_scene_free(back);
}

static void expect_note(ferry_job *job, ferry_severity severity, const char *text) {
    const ferry_report *report = ferry_job_report(job);
    for (uint32_t i = 0; i < report->count; i++)
        if (report->data[i].severity == severity && strcmp(report->data[i].text, text) == 0) return;
    ck_abort_msg("no \"%s\"", text);
}

/* ---------------------------------------------------------------------------------- equal triangles */

START_TEST(opaque_ones_are_drawn_over) {
    ferry_job *job = job_with("t3dm.covered", "drop");
    ferry_scene *scene = begin_in(job);
    add_square(scene, "first", 0, 0, 100);
    add_square(scene, "second", 0, 0, 100);
    expect_objects(job, scene, "second 2");
    expect_note(job, FERRY_LOSS,
                "all 2 triangles of \"first\" (material \"first\") are covered by \"second\" (material "
                "\"second\"), which is drawn later: left out");
    close_scene(job, scene);
}
END_TEST

/* What is left out is a loss with its count, a part of a draw as well as the whole, another one or the same
 * again. */
START_TEST(triangles_that_are_gone_are_a_loss) {
    static const float twice[2][4] = {{500, 500, 0, 100}, {800, 800, 0, 100}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "same", 0, 0, 100);
    add_square(scene, "same", 0, 0, 100);
    scene->draws.data[1].material = 0;
    add_square(scene, "part", 0, 0, 100);
    add_squares(scene, "part", twice, 2);
    add_square(scene, "over", 500, 0, 100);
    expect_objects(job, scene, "same 2, part 2, over 2");
    expect_note(job, FERRY_LOSS, "2 of 4 triangles of \"part\" are covered by later ones: left out");
    expect_note(job, FERRY_LOSS,
                "all 2 triangles of \"same\" (material \"same\") are covered by \"same\" "
                "(material \"same\"), which is drawn later: left out");
    close_scene(job, scene);
}
END_TEST

/* Two squares in one place, as both sides of a sheet of one draw; `uv`: what the second one's coordinates are
 * moved by. */
static ferry_scene *sheet(ferry_job **job, uint8_t cull, bool cutout, float uv) {
    static const float twice[2][4] = {{0, 0, 0, 100}, {0, 0, 0, 100}};
    ferry_scene *scene = begin(job);
    ferry_gx_material *gx = add_gx(scene, "sheet", add_texture(scene, "net", 8, 8, halves, FERRY_WRAP_CLAMP));
    if (cutout) gx->alpha_compare0 = FERRY_GX_GREATER, gx->alpha_ref0 = 100, gx->alpha_op = FERRY_GX_AND;
    gx->cull = cull;
    scene->materials.data[0].cull = cull == FERRY_GX_CULL_NONE ? FERRY_CULL_NONE : FERRY_CULL_BACK;
    ferry_mesh *mesh = add_squares(scene, "sheet", twice, 2);
    mesh->uvs[0] = ferry_scene_new(scene, ferry_vec2, 8);
    for (int i = 0; i < 8; i++) {
        mesh->uvs[0][i] = (ferry_vec2){(i % 4 == 1 || i % 4 == 2) + (i < 4 ? 0 : uv), (float)(i % 4 / 2)};
        mesh->normals[i].z = i < 4 ? 1 : -1;
    }
    for (int t = 2; t < 4; t++) { /* the other way round */
        uint32_t *corners = &mesh->triangles[3 * t], kept = corners[1];
        corners[1] = corners[2], corners[2] = kept;
    }
    return scene;
}

/* The order of triangles in a draw gets lost: of those in one place the last is kept, which is seen from both
 * sides. Where sides are culled, or holes differ, all are. */
START_TEST(one_layer_of_a_two_sided_sheet_is_kept) {
    static const struct {
        uint8_t cull;
        bool cutout;
        float uv;
        const char *left;
    } rows[] = {
        {FERRY_GX_CULL_NONE, false, 0, "sheet 2"},
        {FERRY_GX_CULL_NONE, true, 0, "sheet 2"},
        {FERRY_GX_CULL_NONE, true, .5F, "sheet 4"},
        {FERRY_GX_CULL_BACK, false, 0, "sheet 4"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = sheet(&job, rows[i].cull, rows[i].cutout, rows[i].uv);
        ferry_scene *back = through(job, scene);
        const ferry_mesh *mesh = &back->meshes.data[back->draws.data[0].mesh];
        char text[32];
        snprintf(text, sizeof text, "%s %u", back->draws.data[0].name, mesh->triangle_count);
        ck_assert_str_eq(text, rows[i].left);
        if (mesh->triangle_count == 2) ck_assert_float_lt(mesh->normals[0].z, 0);
        ferry_scene_free(back);
        close_scene(job, scene);
    }
}
END_TEST

/* One draw is two objects where some of it lies on something: a clip that switches its material switches
 * both. */
START_TEST(all_objects_of_a_draw_are_switched) {
    static const float twice[2][4] = {{10, 10, 0, 40}, {300, 300, 0, 40}};
    static double times[2] = {0, .5};
    static float values[2] = {1, 0};
    ferry_track track = {.target = FERRY_TARGET_DRAW_MATERIAL,
                         .object = 1,
                         .interpolation = FERRY_STEP,
                         .key_count = 2,
                         .width = 1,
                         .times = times,
                         .values = values};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "wall", 0, 0, 100);
    add_square(scene, "poster", 0, 0, 100);
    add_squares(scene, "poster", twice, 2);
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "turn", .kind = "x", .duration = 1, .rate = 30, .tracks = &track, .track_count = 1};
    ferry_scene *back = through(job, scene);
    ck_assert_uint_eq(back->clips.count, 1);
    ck_assert_uint_eq(back->clips.data[0].track_count, 2);
    for (uint32_t i = 0; i < 2; i++) {
        const ferry_track *is = &back->clips.data[0].tracks[i];
        ck_assert_uint_eq(is->target, FERRY_TARGET_DRAW_MATERIAL);
        ck_assert_str_eq(back->draws.data[is->object].name, "poster");
        ck_assert(!i || is->object != back->clips.data[0].tracks[0].object);
    }
    ferry_scene_free(back);
    close_scene(job, scene);
}
END_TEST

/* A game may hide what lies above. */
START_TEST(covered_ones_of_another_name_are_hidden_at_rest) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "crack", 0, 0, 100);
    add_square(scene, "whole", 0, 0, 100);
    add_square(scene, "apart", 300, 0, 100);
    ferry_scene *back = through(job, scene);
    ck_assert_uint_eq(back->draws.count, 3);
    for (uint32_t i = 0; i < 3; i++) {
        const ferry_draw *draw = &back->draws.data[i];
        ck_assert_uint_eq(back->meshes.data[draw->mesh].triangle_count, 2);
        ck_assert_int_eq(draw->visible, strcmp(draw->name, "crack") != 0);
    }
    expect_note(job, FERRY_NOTE,
                "all 2 triangles of \"crack\" (material \"crack\") are covered by \"whole\" (material "
                "\"whole\"), which is drawn later: written, hidden at rest");
    ferry_scene_free(back);
    close_scene(job, scene);
}
END_TEST

static void add_switches(ferry_scene *scene, const char *name, ferry_track *tracks, uint32_t count) {
    static double start[1];
    for (uint32_t i = 0; i < count; i++) {
        tracks[i].target = FERRY_TARGET_DRAW_VISIBLE;
        tracks[i].interpolation = FERRY_STEP;
        tracks[i].key_count = tracks[i].width = 1;
        tracks[i].times = start;
    }
    *ferry_append(scene, &scene->clips, ferry_clip) = (ferry_clip){
        .name = name, .kind = "bva", .duration = 1, .rate = 30, .tracks = tracks, .track_count = count};
}

/* Both are visible at rest, where the later one covers the other: it is hidden, and drawn behind in games
 * that cannot hide. Clips that switch draws find it as the source has it, whether they name it or not. */
START_TEST(what_clips_switch_is_hidden_where_it_is_covered) {
    static float no[] = {0}, yes[] = {1};
    ferry_track broken[] = {{.object = 0, .values = yes}, {.object = 1, .values = no}},
                whole[] = {{.object = 0, .values = no}, {.object = 1, .values = yes}},
                gone[] = {{.object = 1, .values = no}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "crack", 0, 0, 100);
    add_square(scene, "whole", 0, 0, 100);
    add_square(scene, "apart", 300, 0, 100);
    add_switches(scene, "broken", broken, 2);
    add_switches(scene, "whole", whole, 2);
    add_switches(scene, "gone", gone, 1);
    ferry_scene *back = through(job, scene);
    uint32_t last = back->draws.count - 1;
    ck_assert_uint_eq(back->draws.count, 3);
    ck_assert_str_eq(back->draws.data[last].name, "crack");
    for (uint32_t i = 0; i < 3; i++) ck_assert_int_eq(back->draws.data[i].visible, i != last);
    static const float crack_in[] = {1, 0, 1};
    for (uint32_t c = 0; c < 3; c++) {
        const ferry_clip *clip = &back->clips.data[c];
        bool found = false;
        for (uint32_t k = 0; k < clip->track_count; k++) {
            if (clip->tracks[k].object != last) continue;
            found = true;
            ck_assert(clip->tracks[k].values[0] == crack_in[c]);
        }
        ck_assert(found);
    }
    ferry_scene_free(back);
    close_scene(job, scene);
}
END_TEST

/* Most of it is covered at rest: nothing is hidden that would be missed, but of equal triangles the right
 * ones are seen. */
START_TEST(what_is_not_covered_as_a_whole_stays_visible) {
    static const float three[3][4] = {{0, 0, 0, 100}, {200, 0, 0, 100}, {400, 0, 0, 900}};
    static float no[] = {0};
    ferry_track crack[] = {{.object = 0, .values = no}}, whole[] = {{.object = 1, .values = no}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "crack", 0, 0, 100);
    add_squares(scene, "crack", three, 3);
    add_square(scene, "whole", 0, 0, 100);
    add_squares(scene, "whole", three, 2);
    add_switches(scene, "whole", crack, 1);
    add_switches(scene, "crack", whole, 1);
    expect_objects(job, scene, "whole 4, crack 6");
    close_scene(job, scene);
}
END_TEST

/* A clip that switches others says nothing of what is covered: another clip may have hidden it. */
START_TEST(clips_that_do_not_switch_its_cover_leave_what_is_covered) {
    static float no[] = {0};
    ferry_track gone[] = {{.object = 0, .values = no}, {.object = 1, .values = no}},
                apart[] = {{.object = 2, .values = no}}, whole[] = {{.object = 1, .values = no}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "crack", 0, 0, 100);
    add_square(scene, "whole", 0, 0, 100);
    add_square(scene, "apart", 300, 0, 100);
    add_switches(scene, "gone", gone, 2);
    add_switches(scene, "apart", apart, 1);
    add_switches(scene, "broken", whole, 1);
    ferry_scene *back = through(job, scene);
    const uint32_t expected[] = {2, 1, 2};
    for (uint32_t c = 0; c < 3; c++) ck_assert_uint_eq(back->clips.data[c].track_count, expected[c]);
    ferry_scene_free(back);
    close_scene(job, scene);
}
END_TEST

/* What is left out is left out, whatever clips do with it: something is always in its place. */
START_TEST(what_is_always_covered_is_left_out_whatever_clips_do) {
    static float no[] = {0};
    ferry_track lower[] = {{.object = 0, .values = no}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "one", 0, 0, 100);
    add_square(scene, "other", 0, 0, 100);
    scene->draws.data[0].material = scene->draws.data[1].material;
    add_switches(scene, "gone", lower, 1);
    expect_objects(job, scene, "other 2");
    close_scene(job, scene);
}
END_TEST

/* An object is hidden as a whole: what is covered is none with what covers it. */
START_TEST(what_is_hidden_does_not_merge_with_its_cover) {
    ferry_job *job = job_with("t3dm.merge-objects", "alike");
    ferry_scene *scene = begin_in(job);
    add_square(scene, "crack", 0, 0, 100);
    add_square(scene, "whole", 0, 0, 100);
    expect_objects(job, scene, "whole 2, crack 2");
    close_scene(job, scene);
}
END_TEST

/* Of equal surfaces the console shows the first: those that are hidden are drawn behind what covers them, and
 * each before what it covers itself. */
START_TEST(what_is_hidden_is_drawn_last_to_first) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    static const char *const names[] = {"first", "second", "third", "fourth"};
    for (int i = 0; i < 4; i++) add_square(scene, names[i], 0, 0, 100);
    expect_objects(job, scene, "fourth 2, third 2, second 2, first 2");
    close_scene(job, scene);
}
END_TEST

/* What is never seen without what lies over it: that is a decal. */
START_TEST(what_comes_and_goes_with_its_cover_stays) {
    static float no[] = {0};
    ferry_track both[] = {{.object = 0, .values = no}, {.object = 1, .values = no}};
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "wall", 0, 0, 100);
    add_square(scene, "poster", 0, 0, 100);
    add_switches(scene, "gone", both, 2);
    expect_objects(job, scene, "wall 2, poster 2!");
    close_scene(job, scene);
}
END_TEST

/* What nothing tells from what covers it can never be wanted. */
START_TEST(covered_ones_of_the_same_name_and_textures_are_left_out) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "one", 0, 0, 100);
    add_square(scene, "other", 0, 0, 100);
    scene->draws.data[0].material = scene->draws.data[1].material;
    expect_objects(job, scene, "other 2");
    close_scene(job, scene);
}
END_TEST

START_TEST(covered_ones_are_kept_where_that_is_asked_for) {
    ferry_job *job = job_with("t3dm.covered", "keep");
    ferry_scene *scene = begin_in(job);
    add_square(scene, "first", 0, 0, 100);
    add_square(scene, "second", 0, 0, 100);
    expect_objects(job, scene, "second 2, first 2"); /* of equal ones the console shows the first */
    close_scene(job, scene);
}
END_TEST

/* Without a tracks chunk nothing can be hidden: what goes is a loss. */
START_TEST(covered_ones_go_where_nothing_can_be_hidden) {
    ferry_job *job = job_with("t3dm.tracks", "no");
    ferry_scene *scene = begin_in(job);
    add_square(scene, "first", 0, 0, 100);
    add_square(scene, "second", 0, 0, 100);
    expect_objects(job, scene, "second 2");
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 1);
    close_scene(job, scene);
}
END_TEST

START_TEST(blended_ones_become_decals_in_their_order) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "floor", 0, 0, 100);
    blend(add_square(scene, "shade", 0, 0, 100), 100);
    blend(add_square(scene, "apart", 300, 0, 100), 100);
    blend(add_square(scene, "shine", 0, 0, 100), 50);
    expect_objects(job, scene, "floor 2, shade 2!%, apart 2%, shine 2!%");
    expect_note(job, FERRY_NOTE,
                "2 of 2 triangles of \"shade\" are coplanar with earlier draws: drawn as decals");
    close_scene(job, scene);
}
END_TEST

/* Only what lies there is a decal: the draw falls into two, each in its place. */
START_TEST(draws_fall_apart) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "floor", 0, 0, 100);
    blend(add_square(scene, "", 0, 0, 100), 100);
    scene->meshes.count--;
    add_squares(scene, "shade", (const float[2][4]){{0, 0, 0, 100}, {200, 0, 0, 50}}, 2);
    blend(add_square(scene, "glass", 0, 50, 300), 100);
    expect_objects(job, scene, "floor 2, shade 2%, shade 2!%, glass 2%");
    /* one of two triangles is drawn over, of all that was there */
    add_square(scene, "half", 0, 0, 100);
    scene->meshes.data[scene->meshes.count - 1].triangle_count = 1;
    expect_objects(job, scene, "floor 1, half 1, shade 2%, shade 1!%, glass 2%");
    close_scene(job, scene);
}
END_TEST

START_TEST(a_material_is_split_between_decals_and_others) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "floor", 0, 0, 100);
    blend(add_square(scene, "shade", 0, 0, 100), 100);
    blend(add_square(scene, "apart", 300, 0, 100), 100);
    scene->draws.data[2].material = 1;
    expect_objects(job, scene, "floor 2, shade 2!%, apart 2%");
    close_scene(job, scene);
}
END_TEST

START_TEST(sides_and_comparisons_matter) {
    static const struct {
        uint8_t cull[2], compare, write;
        const char *objects;
    } rows[] = {
        {{FERRY_GX_CULL_BACK, FERRY_GX_CULL_FRONT}, FERRY_GX_LEQUAL, 1, "low 2, up 2%"},
        {{FERRY_GX_CULL_BACK, FERRY_GX_CULL_NONE}, FERRY_GX_LEQUAL, 1, "low 2, up 2%"},
        {{FERRY_GX_CULL_NONE, FERRY_GX_CULL_FRONT}, FERRY_GX_LEQUAL, 1, "low 2, up 2!%"},
        {{FERRY_GX_CULL_BACK, FERRY_GX_CULL_BACK}, FERRY_GX_LESS, 1, "low 2, up 2%"},
        {{FERRY_GX_CULL_BACK, FERRY_GX_CULL_BACK}, FERRY_GX_ALWAYS, 1, "low 2, up 2!%"},
        {{FERRY_GX_CULL_BACK, FERRY_GX_CULL_BACK}, FERRY_GX_LEQUAL, 0, "low 2, up 2%"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = begin(&job);
        ferry_gx_material *low = add_square(scene, "low", 0, 0, 100),
                          *up = add_square(scene, "up", 0, 0, 100);
        low->cull = rows[i].cull[0], up->cull = rows[i].cull[1];
        blend(up, 100);
        up->z_compare = rows[i].compare, up->z_write = 1, low->z_write = rows[i].write;
        expect_objects(job, scene, rows[i].objects);
        close_scene(job, scene);
    }
}
END_TEST

/* The same corners by the other way round face the other way. */
START_TEST(winding_tells_the_side) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    add_square(scene, "low", 0, 0, 100);
    ferry_gx_material *up = add_square(scene, "up", 0, 0, 100);
    blend(up, 100);
    uint32_t *t = scene->meshes.data[1].triangles;
    for (int i = 0; i < 2; i++) {
        uint32_t kept = t[3 * i];
        t[3 * i] = t[3 * i + 2], t[3 * i + 2] = kept;
    }
    expect_objects(job, scene, "low 2, up 2%");
    up->cull = FERRY_GX_CULL_FRONT;
    expect_objects(job, scene, "low 2, up 2!%");
    close_scene(job, scene);
}
END_TEST

/* ------------------------------------------------------------------------------- coplanar triangles */

START_TEST(squares_within_squares_are_decals) {
    static const struct {
        float x, z, size;
        bool decal;
    } rows[] = {{10, 0, 80, true},     {0, 0, 100, true},  {50, 0, 50.4f, true},
                {10, .9f, 80, true},   {50, 0, 60, false}, {10, 1.5f, 80, false},
                {10, -.5f, 80, false}, {-5, 0, 20, false}, {10, -.05f, 80, true}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job;
        ferry_scene *scene = begin(&job);
        /* the floor is made of four squares: none of them holds the upper one */
        add_square(scene, "", 0, 0, 100);
        scene->meshes.count--;
        add_squares(scene, "floor",
                    (const float[4][4]){{0, 0, 0, 50}, {50, 0, 0, 50}, {0, 50, 0, 50}, {50, 50, 0, 50}}, 4);
        blend(add_square(scene, "up", rows[i].x, rows[i].z, rows[i].size), 100);
        ferry_scene *back = through(job, scene);
        const ferry_rdp_material *rdp = back->materials.data[back->draws.data[1].material].rdp;
        ck_assert_msg(!(rdp->other_mode & FERRY_RDP_Z_DECAL) == !rows[i].decal, "row %zu", i);
        ferry_scene_free(back);
        close_scene(job, scene);
    }
}
END_TEST

/* Opaque ones win over earlier cutouts as it is: they are drawn first. Cutouts over cutouts lose
 * their holes. */
START_TEST(cutouts_hold_decals_where_they_are_drawn) {
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    for (int i = 0; i < 2; i++) {
        ferry_gx_material *gx =
            add_square(scene, i ? "veins" : "leaf", 10.0f * (float)i, 0, 100 - 20.0f * (float)i);
        gx->alpha_compare0 = FERRY_GX_GEQUAL, gx->alpha_ref0 = 128, gx->alpha_op = FERRY_GX_AND;
        gx->channels[1].material_source = FERRY_GX_SOURCE_VERTEX;
        ferry_mesh *mesh = &scene->meshes.data[i];
        mesh->colors[0] = ferry_scene_new(scene, ferry_color, 4);
        for (int k = 0; k < 4; k++) mesh->colors[0][k] = (ferry_color){1, 1, 1, .25f * (float)(k + i)};
    }
    expect_objects(job, scene, "leaf 2, veins 2!");
    expect_note(job, FERRY_LOSS,
                "2 of 2 triangles of \"veins\" are decals on cutouts: not drawn over the holes");
    add_square(scene, "lid", 20, 0, 60);
    expect_objects(job, scene, "lid 2, leaf 2, veins 2!");
    close_scene(job, scene);
}
END_TEST

/* Very many squares in one place that never cover each other: the search ends by itself. */
START_TEST(the_search_is_bounded) {
    enum { COUNT = 1500 };
    ferry_job *job = job_with("t3dm.effort", "fast"); /* no pictures, which take nearly all of the time */
    ferry_scene *scene = begin_in(job);
    static float squares[COUNT][4];
    for (int k = 0; k < 2; k++) {
        blend(add_square(scene, "", 0, 0, 100), 100);
        ((ferry_gx_material *)(uintptr_t)scene->materials.data[k].gx)->z_write = 1;
        scene->meshes.count--;
        for (int i = 0; i < COUNT; i++)
            memcpy(squares[i], (const float[4]){(float)(k * 1000 - i), (float)i, 0, 3000}, sizeof squares[i]);
        add_squares(scene, k ? "upper" : "lower", squares, COUNT);
    }
    expect_objects(job, scene, "lower 3000%, upper 3000%");
    expect_note(job, FERRY_NOTE, "too many overlapping triangles: only identical ones are matched");
    close_scene(job, scene);
}
END_TEST

START_TEST(draws_can_be_kept_as_they_are) {
    ferry_job *job = job_with("t3dm.coplanar", "keep");
    ferry_scene *scene = fy_square_scene(job);
    scene->draws.count = scene->meshes.count = 0;
    add_square(scene, "first", 0, 0, 100);
    blend(add_square(scene, "shade", 0, 0, 100), 100);
    add_square(scene, "last", 0, 0, 100);
    expect_objects(job, scene, "first 2, last 2, shade 2%");
    close_scene(job, scene);
}
END_TEST

/* ----------------------------------------------------------------------------------------- pictures */

/* Both machines show the same layers. */
START_TEST(layers_show_on_both_sides) {
    enum { SIZE = 64 };
    ferry_job *job;
    ferry_scene *scene = begin(&job);
    static const struct {
        const char *name;
        float x, size;
        ferry_gx_color color;
    } rows[] = {{"floor", 0, 100, {200, 40, 40, 255}},
                {"rug", 0, 100, {40, 40, 200, 128}},
                {"plate", 30, 40, {40, 200, 40, 255}},
                {"drop", 40, 20, {255, 255, 255, 160}}};
    for (int i = 0; i < 4; i++) {
        ferry_gx_material *gx = add_square(scene, rows[i].name, rows[i].x, 0, rows[i].size);
        if (rows[i].color.a < 255) blend(gx, rows[i].color.a);
        gx->material_colors[0] = rows[i].color;
    }
    ferry_scene *back = through(job, scene);
    ferry_view view = {.size = sizeof view, .width = SIZE, .height = SIZE};
    ferry_picture here, there;
    ck_assert(ferry_render(job, scene, &view, &here));
    ck_assert(ferry_render(job, back, &view, &there));
    unsigned wrong = 0;
    for (size_t i = 0; i < 4 * SIZE * SIZE; i++) wrong += abs(here.rgba[i] - there.rgba[i]) > 12;
    ck_assert_uint_lt(wrong, 4 * SIZE * SIZE / 50);
    ferry_scene_free(back);
    close_scene(job, scene);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_layers");
    TCase *equal = tcase_create("equal"), *coplanar_layer = tcase_create("coplanar"),
          *all = tcase_create("pictures");
    tcase_add_test(equal, opaque_ones_are_drawn_over);
    tcase_add_test(equal, triangles_that_are_gone_are_a_loss);
    tcase_add_test(equal, one_layer_of_a_two_sided_sheet_is_kept);
    tcase_add_test(equal, all_objects_of_a_draw_are_switched);
    tcase_add_test(equal, covered_ones_of_another_name_are_hidden_at_rest);
    tcase_add_test(equal, what_clips_switch_is_hidden_where_it_is_covered);
    tcase_add_test(equal, what_is_not_covered_as_a_whole_stays_visible);
    tcase_add_test(equal, clips_that_do_not_switch_its_cover_leave_what_is_covered);
    tcase_add_test(equal, what_is_always_covered_is_left_out_whatever_clips_do);
    tcase_add_test(equal, what_is_hidden_does_not_merge_with_its_cover);
    tcase_add_test(equal, what_is_hidden_is_drawn_last_to_first);
    tcase_add_test(equal, what_comes_and_goes_with_its_cover_stays);
    tcase_add_test(equal, covered_ones_of_the_same_name_and_textures_are_left_out);
    tcase_add_test(equal, covered_ones_are_kept_where_that_is_asked_for);
    tcase_add_test(equal, covered_ones_go_where_nothing_can_be_hidden);
    tcase_add_test(equal, blended_ones_become_decals_in_their_order);
    tcase_add_test(equal, draws_fall_apart);
    tcase_add_test(equal, a_material_is_split_between_decals_and_others);
    tcase_add_test(equal, sides_and_comparisons_matter);
    tcase_add_test(equal, winding_tells_the_side);
    tcase_add_test(coplanar_layer, squares_within_squares_are_decals);
    tcase_add_test(coplanar_layer, cutouts_hold_decals_where_they_are_drawn);
    tcase_add_test(coplanar_layer, the_search_is_bounded);
    tcase_add_test(coplanar_layer, draws_can_be_kept_as_they_are);
    tcase_add_test(all, layers_show_on_both_sides);
    suite_add_tcase(suite, equal);
    suite_add_tcase(suite, coplanar_layer);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
