/* test_t3dm_tracks.c: the tracks chunk: its bytes, its way back into the scene, what is wrong with broken
 * ones. The header that games read it with: test_n64_tracks.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job_state.h"
#include "core/base/maths.h"
#include "core/scene/curve.h"
#include "formats/t3dm/file/t3dm_tracks_file.h"
#include "formats/t3dm/pose/t3dm_moments.h"
#include "formats/t3dm/tracks/t3dm_tracks_hold.h"
#include "formats/t3dm/tracks/t3dm_tracks_keys.h"
#include "helpers.h"

static ferry_bytes convert(ferry_job *job, const char *fixture) {
    ferry_bytes bytes = fy_read_fixture(fixture);
    ferry_file_list files = {0};
    ferry_scene *scene = ferry_load(job, &(ferry_input){fixture, bytes}, 1);
    ck_assert(scene && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene_free(scene);
    free((void *)bytes.data);
    return files.data[0].bytes;
}

/* Where the chunk of that type begins; 0: there is none. */
static uint32_t find_chunk(ferry_bytes file, char type) {
    for (uint32_t i = 0; i < ferry_be32(file.data + 4); i++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * (size_t)i);
        if (entry >> 24 == (uint32_t)type) return entry & 0xFFFFFF;
    }
    return 0;
}

/* Node 1, "sun", is spherical, node 2, "tree", cylindrical. */
static const uint8_t two_billboards[28] = {'F', '6', '4', 'T', 0, 1, 0, 1, 'B', 'I', 'L', 'L', 0, 0,
                                           0,   20,  0,   0,   0, 2, 0, 1, 1,   0,   0,   2,   2, 0};

START_TEST(billboards_are_written_and_read) {
    ferry_job *job = fy_quick_job();
    ferry_bytes file = convert(job, "billboards.bmd");
    uint32_t at = find_chunk(file, 'F');
    ck_assert_uint_eq(at % 8, 0);
    ck_assert_mem_eq(file.data + at, two_billboards, sizeof two_billboards);
    for (int times = 0; times < 2; times++) { /* once more: read and written again */
        ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", file}, 1);
        ck_assert_ptr_nonnull(scene);
        ck_assert_int_eq(scene->nodes.data[0].billboard, FERRY_BILLBOARD_NONE);
        ck_assert_int_eq(scene->nodes.data[1].billboard, FERRY_BILLBOARD_SPHERICAL);
        ck_assert_int_eq(scene->nodes.data[2].billboard, FERRY_BILLBOARD_CYLINDRICAL);
        for (uint32_t i = 0; i < scene->extras.count; i++)
            ck_assert_int_ne(scene->extras.data[i].path[0], 'F'); /* it is made anew, not kept */
        ferry_file_list files = {0};
        ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        file = files.data[0].bytes;
        ck_assert_mem_eq(file.data + find_chunk(file, 'F'), two_billboards, sizeof two_billboards);
        ferry_scene_free(scene);
    }
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_LOSS], 0);
    ferry_close(job);
}
END_TEST

/* By setting, and in layouts whose runtime has no chunks of others. */
START_TEST(without_the_chunk_billboards_are_lost) {
    static const ferry_setting_value settings[] = {{"t3dm.tracks", "no"}, {"t3dm.layout", "L11"}};
    for (int i = 0; i < 2; i++) {
        ferry_options options = {.size = sizeof options, .settings = &settings[i], .setting_count = 1};
        ferry_job *job = ferry_open(&options);
        ferry_bytes file = convert(job, "billboards.bmd");
        uint32_t losses = 0;
        const ferry_report *report = ferry_job_report(job);
        if (i == 0) ck_assert_uint_eq(find_chunk(file, 'F'), 0);
        for (uint32_t k = 0; k < report->count; k++)
            losses +=
                report->data[k].severity == FERRY_LOSS && strcmp(report->data[k].code, "t3dm.billboard") == 0;
        ck_assert_uint_eq(losses, 2);
        ferry_close(job);
    }
}
END_TEST

START_TEST(broken_chunks_are_refused) {
    static const struct {
        uint32_t at;
        uint8_t value;
        const char *message;
    } rows[] = {
        {5, 2,
         ":0x%x: warning: tracks: version 2, expected 1: left out\n"
         "x.t3dm:0x%x: warning: chunk[7]: unknown chunk type 0x46; 28 bytes kept unchanged\n"},
        {7, 9, ":0x%x: error: tracks.section[0]: offset 0x14, but the previous data ends at 0x74\n"},
        {15, 19, ":0x%x: error: tracks.section[0]: offset 0x13, but the previous data ends at 0x14\n"},
        {21, 3, ":0x%x: error: tracks.billboard[0]: references bone 3, but there are 3\n"},
        {22, 3, ":0x%x: error: tracks.billboard[0]: billboard type 3, expected 1 or 2\n"},
        {25, 1, ":0x%x: warning: tracks.billboard[1]: bone 1 is already a billboard\n"},
        {8, 'X', ":0x%x: warning: tracks.section[0]: unknown section type 0x58494c4c: left out\n"},
        {0, 'X', ":0x%x: warning: chunk[7]: unknown chunk type 0x46; 28 bytes kept unchanged\n"},
    };
    static const uint8_t places[] = {4, 12, 12, 20, 22, 24, 8, 0}; /* told in the message */
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job = fy_quick_job(), *other = fy_quick_job();
        ferry_bytes made = convert(job, "billboards.bmd");
        uint8_t *bytes = ferry_new(job, uint8_t, made.size);
        memcpy(bytes, made.data, made.size);
        uint32_t chunk = find_chunk(made, 'F');
        bytes[chunk + rows[i].at] = rows[i].value;
        char expected[200] = "x.t3dm", found[4096] = "";
        snprintf(expected + 6, sizeof expected - 6, rows[i].message, chunk + places[i], chunk);
        ferry_scene *scene = ferry_load(other, &(ferry_input){"x.t3dm", {bytes, made.size}}, 1);
        ck_assert_int_eq(scene == NULL, strstr(rows[i].message, "error") != NULL);
        const ferry_report *report = ferry_job_report(other);
        for (uint32_t k = 0; k < report->count; k++)
            if (report->data[k].severity >= FERRY_WARNING) {
                size_t length = strlen(found);
                ferry_message_text(&report->data[k], found + length, sizeof found - length - 1);
                strcat(found, "\n");
            }
        ck_assert_str_eq(found, expected);
        if (scene) ferry_scene_free(scene);
        ferry_close(other);
        ferry_close(job);
    }
}
END_TEST

/* A section of a later version says how many records it has, not how long they are. */
START_TEST(sections_behind_unknown_ones_are_read) {
    enum { MORE = 16, OLD = sizeof two_billboards };
    static const uint8_t chunk[OLD + MORE] = {
        'F', '6', '4', 'T', 0, 1,  0, 2, 'L', 'A', 'T', 'E', 0, 0, 0, 32, 0, 0, 0, 4, 'B', 'I',
        'L', 'L', 0,   0,   0, 36, 0, 0, 0,   2,   7,   7,   7, 7, 0, 1,  1, 0, 0, 2, 2,   0};
    ferry_job *job = fy_quick_job();
    ferry_bytes made = convert(job, "billboards.bmd");
    uint8_t *bytes = ferry_new(job, uint8_t, made.size + MORE);
    uint32_t at = find_chunk(made, 'F'), strings = at + (uint32_t)OLD, refers = 8;
    while (ferry_be32(made.data + refers) != strings) refers += 4;
    memcpy(bytes, made.data, at);
    memcpy(bytes + at, chunk, sizeof chunk);
    memcpy(bytes + at + sizeof chunk, made.data + strings, made.size - strings);
    for (uint32_t k = 0; k < 4; k++) bytes[refers + k] = (uint8_t)((strings + MORE) >> (24 - 8 * k));
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", {bytes, made.size + MORE}}, 1);
    ck_assert_ptr_nonnull(scene);
    ck_assert_int_eq(scene->nodes.data[1].billboard, FERRY_BILLBOARD_SPHERICAL);
    ck_assert_int_eq(scene->nodes.data[2].billboard, FERRY_BILLBOARD_CYLINDRICAL);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 1);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* --------------------------------------------------------------------------------------------- keys */

/* What a game makes of keys: the later one of two at one time holds. */
static double played(const fy_t3dm_track *track, uint32_t k, double time, bool before) {
    uint32_t key = 0;
    while (key + 1 < track->key_count &&
           ((double)track->times[key + 1] < time || (!before && (double)track->times[key + 1] <= time)))
        key++;
    double value = (double)track->values[key * track->width + k];
    if (key + 1 == track->key_count || track->interpolation == FERRY_STEP || time < (double)track->times[key])
        return value;
    double next = (double)track->values[(key + 1) * track->width + k],
           length = (double)track->times[key + 1] - (double)track->times[key];
    return length > 0 ? value + (next - value) * (time - (double)track->times[key]) / length : next;
}

static void expect_played(const fy_t3dm_moments *moments, const float *values, const float *tolerance,
                          const fy_t3dm_track *track) {
    for (uint32_t i = 0; i < moments->count; i++) {
        bool before = i + 1 < moments->count && !(moments->times[i] < moments->times[i + 1]);
        for (uint32_t k = 0; k < track->width; k++)
            ck_assert_double_eq_tol(played(track, k, (double)moments->times[i], before),
                                    (double)values[i * track->width + k], (double)tolerance[k] * (1 + 1e-6));
    }
}

START_TEST(linear_keys_stay_within_their_tolerance) {
    enum { COUNT = 241 };
    static const float tolerances[][2] = {{.01f, .01f}, {.5f, .001f}, {3, 3}};
    static const uint32_t most[] = {120, 120, 1};
    ferry_job *job = fy_quick_job();
    double samples[COUNT];
    float times[COUNT], values[2 * COUNT];
    for (uint32_t i = 0; i < COUNT; i++) {
        double t = (i - (i > 120)) / 60.0; /* 120 and 121 are the sides of a jump */
        samples[i] = t;
        times[i] = (float)t;
        values[2 * i] = (float)fy_sin(t * 2);
        values[2 * i + 1] = i > 120 ? 1.5f : (float)t / 4;
    }
    fy_t3dm_moments moments = {COUNT, samples, times};
    for (size_t row = 0; row < sizeof most / sizeof *most; row++) {
        fy_t3dm_track track = {.width = 2};
        ck_assert(fy_t3dm_linear_keys(job, &moments, values, tolerances[row], &track));
        ck_assert_uint_le(track.key_count, most[row]);
        expect_played(&moments, values, tolerances[row], &track);
    }
    ferry_close(job);
}
END_TEST

/* Value and number of keys of curves that need few. */
START_TEST(keys_are_as_few_as_a_curve_needs) {
    static const struct {
        float times[6], values[6];
        uint32_t count, keys;
        ferry_interpolation interpolation;
    } rows[] = {
        {{0, 1, 2, 3}, {5, 5, 5, 5}, 4, 1, FERRY_STEP},
        {{0, 1, 2, 3}, {0, 1, 2, 3}, 4, 2, FERRY_LINEAR},
        {{0, 1, 2, 3}, {0, 1, 2, 2}, 4, 2, FERRY_LINEAR},
        {{0, 1, 2, 3}, {0, 0, 0, 2}, 4, 3, FERRY_LINEAR},
        {{0, 1, 1, 2, 2, 3}, {0, 0, 7, 7, 1, 1}, 6, 3, FERRY_STEP},
        {{0, 1, 1, 2, 2, 3}, {0, 1, 1, 2, 2, 3}, 6, 2, FERRY_LINEAR},
        {{0, 1, 1, 2, 3}, {0, 2, 5, 6, 7}, 5, 4, FERRY_LINEAR},
        {{0}, {3}, 1, 1, FERRY_STEP},
    };
    static const float tolerance[] = {1e-6f};
    ferry_job *job = fy_quick_job();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fy_t3dm_track track = {.width = 1};
        fy_t3dm_moments moments = {rows[i].count, NULL, rows[i].times};
        ck_assert(fy_t3dm_linear_keys(job, &moments, rows[i].values, tolerance, &track));
        ck_assert_msg(track.key_count == rows[i].keys && track.interpolation == rows[i].interpolation,
                      "row %zu: %u keys", i, track.key_count);
        expect_played(&moments, rows[i].values, tolerance, &track);
    }
    ferry_close(job);
}
END_TEST

static ferry_track track_of(ferry_interpolation interpolation, uint32_t count, double *times, float *values) {
    return (ferry_track){
        .interpolation = interpolation, .width = 1, .key_count = count, .times = times, .values = values};
}

START_TEST(clips_are_looked_at_where_they_may_change) {
    double steps[] = {0, .5 / 8, 1. / 8}, lines[] = {.25 / 8, .75 / 8}, jumps[] = {0, .5 / 8, .5 / 8, 1. / 8};
    float values[] = {1, 2, 3, 4}, slopes[] = {0, 0};
    ferry_track step = track_of(FERRY_STEP, 3, steps, values),
                line = track_of(FERRY_LINEAR, 2, lines, values),
                jump = track_of(FERRY_LINEAR, 4, jumps, values),
                uv_morph = track_of(FERRY_HERMITE, 2, lines, values),
                still = track_of(FERRY_STEP, 1, steps, values);
    uv_morph.in = uv_morph.out = slopes;
    const struct {
        const ferry_track *tracks[2];
        uint32_t count;
        bool bends;
        uint32_t moments;
        float times[8]; /* in eighths */
    } rows[] = {
        {{&still}, 1, true, 1, {0}},
        {{&step}, 1, false, 4, {0, .5f, .5f, 1}},
        {{&line}, 1, false, 4, {0, .25f, .75f, 1}},
        {{&step, &line}, 2, false, 6, {0, .25f, .5f, .5f, .75f, 1}},
        {{&jump}, 1, false, 4, {0, .5f, .5f, 1}},
        {{&line}, 1, true, 6, {0, .25f, .375f, .5f, .625f, .75f}},
        {{&uv_morph}, 1, false, 6, {0, .25f, .375f, .5f, .625f, .75f}},
    };
    ferry_job *job = fy_quick_job();
    ferry_clip clip = {.duration = 1. / 8, .rate = 64, .loop = FERRY_LOOP_REPEAT};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fy_t3dm_moments found;
        ck_assert(fy_t3dm_list_moments(job, &clip, rows[i].tracks, rows[i].count, rows[i].bends, &found));
        uint32_t more = rows[i].moments == 6 && rows[i].count == 1; /* the end */
        ck_assert_msg(found.count == rows[i].moments + more, "row %zu: %u moments", i, found.count);
        for (uint32_t k = 0; k < rows[i].moments; k++) {
            bool before = k + 1 < found.count && !(found.times[k] < found.times[k + 1]);
            before = before || (rows[i].tracks[0] == &step && k + 1 == found.count); /* never reached */
            ck_assert_float_eq(8 * found.times[k], rows[i].times[k]);
            ck_assert(before ? found.samples[k] < (double)found.times[k]
                             : !(found.samples[k] < (double)found.times[k]));
        }
    }
    ferry_close(job);
}
END_TEST

static void add_clip(ferry_scene *scene, const char *name, bool moves) {
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){.name = name, .kind = "bck", .duration = 0.5, .loop = FERRY_LOOP_REPEAT, .rate = 30};
    if (!moves) return;
    clip->tracks = ferry_scene_new(scene, ferry_track, 1);
    clip->track_count = 1;
    clip->tracks[0] = (ferry_track){
        .target = FERRY_TARGET_TRANSLATE, .interpolation = FERRY_LINEAR, .width = 1, .key_count = 2};
    clip->tracks[0].times = ferry_scene_new(scene, double, 2);
    clip->tracks[0].values = ferry_scene_new(scene, float, 2);
    clip->tracks[0].times[1] = 0.5;
    clip->tracks[0].values[1] = 3;
}

/* A clip that moves what has no bone is lost; one that moves nothing is not. Both are in the file by name, as
 * long as they were. */
START_TEST(clips_of_which_nothing_is_written_have_their_names) {
    const ferry_setting_value never = {"t3dm.skeleton", "never"};
    ferry_options options = {.size = sizeof options, .settings = &never, .setting_count = 1};
    ferry_job *job = ferry_open(&options);
    ferry_scene *scene = fy_square_scene(job);
    ferry_file_list files = {0};
    add_clip(scene, "slide", true);
    add_clip(scene, "wait", false);
    ck_assert(ferry_prepare(job, scene, "t3dm", NULL) && ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    char *text = fy_report_text(ferry_job_report(job));
    ck_assert_ptr_nonnull(strstr(text, "x.t3dm: loss: clip[0] \"slide.bck\": only its name and duration "
                                       "are stored: 1 translate tracks\n"
                                       "x.t3dm: note: clip[1] \"wait.bck\": it has no visible effect: no "
                                       "tracks\n"));
    free(text);
    ferry_scene *back = ferry_load(job, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
    ck_assert(back && ferry_check(job, back));
    ck_assert_uint_eq(back->clips.count, 2);
    for (uint32_t c = 0; c < 2; c++) {
        ck_assert_str_eq(back->clips.data[c].name, c ? "wait" : "slide");
        ck_assert_double_eq(back->clips.data[c].duration, 0.5);
        ck_assert_int_eq(back->clips.data[c].loop, FERRY_LOOP_REPEAT);
        ck_assert_uint_eq(back->clips.data[c].track_count, 0);
    }
    ferry_scene_free(back);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A group may name a vertex twice, which says no more than once. */
START_TEST(vertices_named_twice_are_of_one_area) {
    const char *const names[] = {"skinned.bmd", "skinned.bxk"};
    ferry_bytes bytes[2];
    ferry_input inputs[2];
    ferry_job *job = fy_quick_job();
    for (int i = 0; i < 2; i++) inputs[i] = (ferry_input){names[i], bytes[i] = fy_read_fixture(names[i])};
    ferry_scene *scene = ferry_load(job, inputs, 2);
    ferry_file_list once = {0}, twice = {0};
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "x.t3dm", &once) && find_chunk(once.data[0].bytes, 'F'));
    ck_assert_uint_gt(scene->vertex_color_groups.count, 0);
    for (uint32_t i = 0; i < scene->vertex_color_groups.count; i++) {
        ferry_vertex_color_group *group = &scene->vertex_color_groups.data[i];
        uint32_t *vertices = ferry_scene_new(scene, uint32_t, group->count + 1);
        memcpy(vertices, group->vertices, group->count * sizeof *vertices);
        vertices[group->count++] = group->vertices[0];
        group->vertices = vertices;
    }
    ck_assert(ferry_check(job, scene) && ferry_save(job, scene, "t3dm", "x.t3dm", &twice));
    ck_assert_uint_eq(twice.data[0].bytes.size, once.data[0].bytes.size);
    ck_assert_mem_eq(twice.data[0].bytes.data, once.data[0].bytes.data, once.data[0].bytes.size);
    ferry_scene_free(scene);
    ferry_close(job);
    for (int i = 0; i < 2; i++) free((void *)(uintptr_t)bytes[i].data);
}
END_TEST

/* Vertices of one colour are one area, wherever they stand among the others. */
START_TEST(vertices_of_one_look_are_of_one_area) {
    ferry_job *job = fy_quick_job(), *other = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    ferry_mesh *mesh = &scene->meshes.data[0];
    mesh->colors[0] = ferry_scene_new(scene, ferry_color, 4);
    for (int v = 0; v < 4; v++) mesh->colors[0][v] = (ferry_color){1, v % 3 ? .25f : .75f, 0, 1};
    ferry_material *material = ferry_append(scene, &scene->materials, ferry_material);
    *material = (ferry_material){
        .name = "paint", .base_color = {1, 1, 1, 1}, .base_texture = FERRY_NONE, .vertex_colors = true};
    scene->draws.data[0].material = 0;
    ferry_vertex_color_group *group =
        ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
    *group = (ferry_vertex_color_group){.count = 4, .vertices = ferry_scene_new(scene, uint32_t, 4)};
    for (uint32_t v = 0; v < 4; v++) group->vertices[v] = v;
    add_clip(scene, "fade", true);
    ferry_track *track = &scene->clips.data[0].tracks[0];
    track->target = FERRY_TARGET_VERTEX_COLOR;
    track->values[0] = 255, track->values[1] = 0; /* of red alone: the other channels tell vertices apart */
    ferry_file_list files = {0};
    ck_assert(ferry_check(job, scene) && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    ck_assert_uint_eq(back->vertex_color_groups.count, 2);
    for (uint32_t i = 0; i < 2; i++) ck_assert_uint_eq(back->vertex_color_groups.data[i].count, 2);
    ferry_scene_free(back);
    ferry_close(other);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A rotation of the node for half a second, from where it rests to `to`. */
static const ferry_track *track_to(const ferry_scene *scene, ferry_target target, uint32_t channel) {
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++) {
            const ferry_track *track = &scene->clips.data[c].tracks[t];
            if (track->target == target && track->channel == channel) return track;
        }
    return NULL;
}

/* Colours that go along lines are those of the clip at any moment, and what no track drives stays. */
START_TEST(colors_of_the_console_go_their_way) {
    ferry_bytes bytes = fy_read_fixture("layout-V4.t3dm");
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"x.t3dm", bytes}, 1);
    ck_assert(scene && scene->materials.data[0].rdp);
    double times[] = {0, 0.5, 2};
    float red[] = {10, 200, 50}, blue[] = {250, 30, 90};
    ferry_track tracks[2];
    for (int i = 0; i < 2; i++) {
        tracks[i] = track_of(FERRY_LINEAR, 3, times, i ? blue : red);
        tracks[i].target = FERRY_TARGET_PRIM;
        tracks[i].channel = i ? 2 : 0;
    }
    ferry_clip *clip = ferry_append(scene, &scene->clips, ferry_clip);
    *clip = (ferry_clip){
        .name = "glow", .kind = "brk", .duration = 2, .rate = 30, .tracks = tracks, .track_count = 2};
    ferry_file_list files = {0};
    ck_assert(ferry_check(job, scene) && ferry_prepare(job, scene, "t3dm", NULL) &&
              ferry_save(job, scene, "t3dm", "x.t3dm", &files));
    ferry_job *other = fy_quick_job();
    ferry_scene *back = ferry_load(other, &(ferry_input){"x.t3dm", files.data[0].bytes}, 1);
    ck_assert_ptr_nonnull(back);
    for (uint32_t channel = 0; channel < 3; channel++) {
        const ferry_track *track = track_to(back, FERRY_TARGET_PRIM, channel);
        ck_assert(track || channel == 1);
        for (int k = 0; track && k <= 16; k++) {
            double want[4] = {scene->materials.data[0].rdp->prim[1]}, got[4];
            if (channel != 1) fy_track_at(&tracks[channel / 2], k / 8., want);
            fy_track_at(track, k / 8., got);
            ck_assert_double_eq_tol(got[0], want[0], 1);
        }
    }
    ferry_scene_free(back);
    ferry_close(other);
    ferry_scene_free(scene);
    ferry_close(job);
    free((void *)(uintptr_t)bytes.data);
}
END_TEST

static void add_rotation(ferry_scene *scene, const char *name, const float rest[4], const float to[4]) {
    add_clip(scene, name, true);
    ferry_track *track = &scene->clips.data[scene->clips.count - 1].tracks[0];
    track->target = FERRY_TARGET_ROTATE, track->width = 4, track->interpolation = FERRY_SLERP;
    track->values = ferry_scene_new(scene, float, 8);
    memcpy(track->values, rest, 4 * sizeof(float));
    memcpy(track->values + 4, to, 4 * sizeof(float));
}

/* Each of the four numbers of a rotation counts; one that stays as it is moves nothing. */
START_TEST(rotations_that_are_not_written_are_told) {
    static const float rest[] = {.1f, .7f, -.1f, .7f};
    const ferry_setting_value never = {"t3dm.skeleton", "never"};
    for (int k = -1; k < 4; k++) {
        ferry_options options = {.size = sizeof options, .settings = &never, .setting_count = 1};
        ferry_job *job = ferry_open(&options);
        ferry_scene *scene = fy_square_scene(job);
        ferry_file_list files = {0};
        scene->nodes.data[0].has_quat = true;
        scene->nodes.data[0].quat = (ferry_quat){rest[0], rest[1], rest[2], rest[3]};
        float to[4];
        memcpy(to, rest, sizeof to);
        if (k >= 0) to[k] = -to[k];
        add_rotation(scene, "turn", rest, to);
        ck_assert(ferry_prepare(job, scene, "t3dm", NULL) &&
                  ferry_save(job, scene, "t3dm", "x.t3dm", &files));
        char *text = fy_report_text(ferry_job_report(job));
        ck_assert_msg(strstr(text, k < 0
                                       ? "note: clip[0] \"turn.bck\": it has no visible effect"
                                       : "loss: clip[0] \"turn.bck\": only its name and duration are stored"),
                      "%d: %s", k, text);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Whichever of the six terms moves it, a coordinate goes to the edge of 16 bits and no further, and all
 * weights become less by the same factor. */
START_TEST(coordinates_stay_in_sixteen_bits) {
    static const int16_t rest = 32600; /* and 16 steps are kept free */
    const double part = (32767 - 16 - 32600) / 500.0,
                 longest[FY_T3DM_UV_TERMS] = {500, 500, 500, 500, 500, 500};
    uint8_t pair[36] = {0};
    int axis = _i / 3;
    pair[0x18 + 2 * axis] = (uint8_t)(rest >> 8), pair[0x19 + 2 * axis] = (uint8_t)(rest & 255);
    fy_t3dm_move move = {.shift = {_i < 3 ? 500 : 0, _i < 3 ? 0 : 500}};
    fy_t3dm_morph terms[FY_T3DM_UV_TERMS] = {{0}};
    double weights[FY_T3DM_UV_TERMS] = {0};
    fy_t3dm_tracker tracker = {.vertices = pair};
    terms[_i] = (fy_t3dm_morph){.shifts = true, .count = 1, .moves = &move};
    weights[_i] = 1;
    double short_of = fy_t3dm_hold_shifts(&tracker, terms, longest, weights);
    ck_assert_double_eq_tol(weights[_i], part, 1e-9);
    ck_assert_double_eq_tol(short_of, 500 * (1 - part), 1e-6);
}
END_TEST

/* Two moves that stay within them each leave them together. */
START_TEST(moves_of_coordinates_add_up) {
    static const int16_t rest = 32600;
    const double part = (32767 - 16 - 32600) / 200.0,
                 longest[FY_T3DM_UV_TERMS] = {100, 100, 100, 100, 100, 100};
    uint8_t pair[36] = {0};
    pair[0x18] = (uint8_t)(rest >> 8), pair[0x19] = (uint8_t)(rest & 255);
    fy_t3dm_move moves[2] = {{.shift = {100, 0}}, {.shift = {100, 0}}};
    fy_t3dm_morph terms[FY_T3DM_UV_TERMS] = {{0}};
    double weights[FY_T3DM_UV_TERMS] = {1, 1};
    fy_t3dm_tracker tracker = {.vertices = pair};
    for (int i = 0; i < 2; i++) terms[i] = (fy_t3dm_morph){.shifts = true, .count = 1, .moves = &moves[i]};
    double short_of = fy_t3dm_hold_shifts(&tracker, terms, longest, weights);
    for (int i = 0; i < 2; i++) ck_assert_double_eq_tol(weights[i], part, 1e-9);
    ck_assert_double_eq_tol(short_of, 200 * (1 - part), 1e-6);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_tracks");
    TCase *tests = tcase_create("tracks");
    tcase_add_test(tests, billboards_are_written_and_read);
    tcase_add_test(tests, without_the_chunk_billboards_are_lost);
    tcase_add_test(tests, broken_chunks_are_refused);
    tcase_add_test(tests, sections_behind_unknown_ones_are_read);
    tcase_add_test(tests, linear_keys_stay_within_their_tolerance);
    tcase_add_test(tests, keys_are_as_few_as_a_curve_needs);
    tcase_add_test(tests, clips_are_looked_at_where_they_may_change);
    tcase_add_test(tests, clips_of_which_nothing_is_written_have_their_names);
    tcase_add_test(tests, vertices_named_twice_are_of_one_area);
    tcase_add_test(tests, vertices_of_one_look_are_of_one_area);
    tcase_add_test(tests, colors_of_the_console_go_their_way);
    tcase_add_test(tests, rotations_that_are_not_written_are_told);
    tcase_add_loop_test(tests, coordinates_stay_in_sixteen_bits, 0, 6);
    tcase_add_test(tests, moves_of_coordinates_add_up);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
