/* test_t3dm_check.c: the checker of T3DM files: sound files of every layout have no finding, each rule that
 * is broken is said exactly. */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/sprite_builder.h"
#include "builders/t3dm/t3dm_builder.h"
#include "builders/t3dm/t3dm_layouts.h"
#include "core/base/job_state.h"
#include "core/scene/scene.h"
#include "formats/t3dm/check/t3dm_check.h"
#include "helpers.h"

/* All findings; the pictures that are not there are none. */
static void expect_findings(ferry_bytes file, ferry_bytes stream, const char *expected) {
    ferry_options options = {
        .size = sizeof options, .user = &stream, .sidecar = stream.size ? build_find_stream : NULL};
    ferry_job *job = ferry_open(&options);
    ferry_window window = ferry_window_open(job, "x.t3dm", file);
    ferry_scene *scene = fy_scene_open(job);
    const ferry_report *report = ferry_job_report(job);
    bool read = fy_t3dm_check(job, &window, scene);
    ck_assert(read || report->totals[FERRY_ERROR]);
    char found[2048] = "", line[512];
    for (uint32_t i = 0; i < report->count; i++) {
        if (report->data[i].severity == FERRY_NOTE) continue;
        ferry_message_text(&report->data[i], line, sizeof line);
        strcat(strcat(found, line), "\n");
        ck_assert_uint_lt(strlen(found), sizeof found - sizeof line);
    }
    ck_assert_str_eq(found, expected);
    ferry_scene_free(scene);
    ferry_close(job);
}

#define OWN_CHUNK "x.t3dm:0x498: warning: chunk[10]: unknown chunk type 0x51; 16 bytes kept unchanged\n"

START_TEST(sound_files_have_no_findings) {
    ferry_job *job = fy_test_job();
    expect_findings(
        build_t3dm(job, (build_layout){.layout = (uint32_t)_i}), build_t3dm_stream(job),
        _i == BUILD_L0
            ? "x.t3dm:0x80: error: object[2]: its last triangle has a corner without a normal: the "
              "importer read past its index list; left out\n"
        : _i == BUILD_V4 ? OWN_CHUNK
                         : "");
    ferry_close(job);
}
END_TEST

/* The fourth of four bones hangs on the third; told to hang on the second, it is beside it. */
START_TEST(a_bone_behind_a_stranger_is_told) {
    static const uint32_t parents[] = {FERRY_NONE, 0, 0, 2};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    fy_t3dm_add_bones(scene, 4);
    for (uint32_t i = 0; i < 4; i++) scene->nodes.data[i].parent = parents[i];
    fy_t3dm_add_tube(scene, "tube", 6, 2);
    ferry_bytes file = fy_t3dm_written(job, scene);
    uint8_t *bytes = ferry_new(job, uint8_t, file.size);
    memcpy(bytes, file.data, file.size);
    uint8_t *bone = bytes + (ferry_be32(bytes + 0x2C + 16) & 0xFFFFFF) + 4 + 3 * 0x30;
    ck_assert_uint_eq(ferry_be16(bone + 4), 2);
    bone[5] = 1;
    ferry_window window = ferry_window_open(job, "x.t3dm", (ferry_bytes){bytes, file.size});
    ferry_scene *read = fy_scene_open(job);
    ck_assert(fy_t3dm_check(job, &window, read));
    const ferry_report *report = ferry_job_report(job);
    uint32_t told = 0;
    for (uint32_t i = 0; i < report->count; i++)
        told += strcmp(report->data[i].text, "its parent 1 is not an ancestor of the previous bone: updates "
                                             "would skip it") == 0 &&
                strcmp(report->data[i].path, "skeleton.bone[3]") == 0;
    ck_assert_uint_eq(told, 1);
    ferry_scene_free(read);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Of a triangle, whichever two corners stand in one place. */
START_TEST(triangles_without_area_are_told) {
    enum { TABLE = 0x2C, VERTEX_PAIR = 32 };
    static const uint32_t pairs[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    ferry_job *job = fy_test_job();
    ferry_scene *scene = fy_t3dm_scene(job);
    ferry_mesh *mesh = fy_t3dm_add_mesh(scene, "one", 3, 1);
    for (uint32_t v = 0; v < 3; v++) {
        mesh->positions[v] = (ferry_vec3){v == 1 ? 100 : 0, v == 2 ? 100 : 0, 0};
        mesh->triangles[v] = v;
    }
    ferry_bytes file = fy_t3dm_written(job, scene);
    uint8_t *bytes = ferry_new(job, uint8_t, file.size);
    memcpy(bytes, file.data, file.size);
    uint32_t chunk = TABLE;
    while (bytes[chunk] != 'V') chunk += 4;
    uint8_t *vertices = bytes + (ferry_be32(bytes + chunk) & 0xFFFFFF);
    uint32_t places[3];
    for (uint32_t v = 0; v < 3; v++) places[v] = v / 2 * VERTEX_PAIR + v % 2 * 8;
    memcpy(vertices + places[pairs[_i][0]], vertices + places[pairs[_i][1]], 6);
    ferry_window window = ferry_window_open(job, "x.t3dm", (ferry_bytes){bytes, file.size});
    ferry_scene *read = fy_scene_open(job);
    ck_assert(fy_t3dm_check(job, &window, read));
    const ferry_report *report = ferry_job_report(job);
    uint32_t told = 0;
    for (uint32_t i = 0; i < report->count; i++)
        told += strcmp(report->data[i].text, "1 of 1 triangles are degenerate (two equal corners)") == 0;
    ck_assert_uint_eq(told, 1);
    ferry_scene_free(read);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* A vertex effect takes the tile's size for its numbers: it says nothing of the picture. */
START_TEST(sizes_of_effects_are_free) {
    enum { MATERIAL = 0x310 };
    ferry_job *job = fy_test_job();
    ferry_bytes file = build_t3dm(job, (build_layout){.layout = BUILD_V4});
    uint8_t *bytes = ferry_new(job, uint8_t, file.size);
    memcpy(bytes, file.data, file.size);
    bytes[MATERIAL + 0x23] = FERRY_RDP_EFFECT_SPHERICAL_UV;
    bytes[MATERIAL + 0x45] = 48;
    expect_findings((ferry_bytes){bytes, file.size}, build_t3dm_stream(job), OWN_CHUNK);
    ferry_close(job);
}
END_TEST

typedef struct beside {
    const char *name;
    ferry_bytes bytes;
} beside;

static bool find_beside(void *user, const char *name, ferry_bytes *bytes) {
    const beside *only = user;
    if (!strstr(name, only->name)) return false;
    *bytes = only->bytes;
    return true;
}

/* Of a texture with so many columns and rows of 32 bits beside the model: what is said of its rows. */
static const char *said_of_rows(ferry_job *job, const char *name, uint32_t width, uint32_t height) {
    uint8_t *texels = ferry_new(job, uint8_t, (size_t)width * height * 4);
    build_sprite sprite = {.version = 6,
                           .levels = {{FERRY_RDP_RGBA32, width, height, texels, (size_t)width * height * 4}},
                           .level_count = 1};
    beside picture = {name, build_sprite_file(job, &sprite)};
    ferry_options options = {.size = sizeof options, .user = &picture, .sidecar = find_beside};
    ferry_job *checker = ferry_open(&options);
    ferry_window window =
        ferry_window_open(checker, "x.t3dm", build_t3dm(job, (build_layout){.layout = BUILD_V4}));
    ferry_scene *scene = fy_scene_open(checker);
    fy_t3dm_check(checker, &window, scene);
    const ferry_report *report = ferry_job_report(checker);
    const char *said = "";
    for (uint32_t i = 0; i < report->count; i++)
        if (strcmp(report->data[i].code, "t3dm.texture-rows") == 0)
            said = ferry_job_format(job, "%s: %s", report->data[i].path, report->data[i].text);
    ferry_scene_free(scene);
    ferry_close(checker);
    return said;
}

START_TEST(mixed_up_rows_are_told) {
    ferry_job *job = fy_test_job();
    ck_assert_str_eq(
        said_of_rows(job, "bark", 28, 36),
        "material \"bark\": texture \"rom:/bark.ci4.sprite\" has 28 x 36 texels with 32 bits: libdragon mixes up "
        "its rows from row 14 on (seen in that of October 2024)");
    ck_assert_str_eq(
        said_of_rows(job, "moss", 28, 36), /* its second one */
        "material \"bark\": texture \"rom:/moss.i4.sprite\" has 28 x 36 texels with 32 bits: libdragon mixes up "
        "its rows from row 14 on (seen in that of October 2024)");
    ck_assert_str_eq(said_of_rows(job, "bark", 28, 14), "");
    ck_assert_str_eq(said_of_rows(job, "bark", 27, 36), "");
    ck_assert_str_eq(said_of_rows(job, "bark", 32, 32), "");
    ferry_close(job);
}
END_TEST

static const struct {
    uint32_t layout;
    char type; /* 0: the header; 's': the stream */
    uint32_t nth, at, size, value;
    const char *message;
} broken[] = {
    {BUILD_V4, 0, 0, 0x2C, 1, 0,
     OWN_CHUNK "x.t3dm:0x30: error: chunk 1 is an object after chunks of other types; objects come "
               "first\n"
               "x.t3dm:0x34: error: chunk 2 is an object after chunks of other types; objects come "
               "first\n"
               "x.t3dm:0xa: warning: the header states 39 list indices, but there are 30\n"
               "x.t3dm:0x166: error: bvh: entry 2 references object 2, but there are 2\n"},
    {BUILD_V4, 0, 0, 0x3C, 4, 0x42000055,
     OWN_CHUNK "x.t3dm:0x3c: error: the BVH at 0x55 is not after the object at 0xe0\n"
               "x.t3dm:0x3c: error: chunk 4 of type 'B' starts at 0x55, expected a multiple of 4\n"
               "x.t3dm:0x57: error: bvh: expected 2 bytes, found 1\n"},
    {BUILD_V4, 0, 0, 0x54, 1, 'V', "x.t3dm:0x4: warning: 2 chunks of type 'V', but only one is used\n"},
    {BUILD_V4, 0, 0, 0x54, 1, 'S',
     "x.t3dm:0x498: warning: chunk[10]: a skeleton, which the runtime ignores: it is the second\n"},
    {BUILD_V4, 0, 0, 0x50D, 1, 'x',
     OWN_CHUNK "x.t3dm:0x50d: error: strings: the last string has no "
               "terminator\n"},
    {BUILD_V4, 0, 0, 0x08, 2, 0x9,
     OWN_CHUNK "x.t3dm:0x8: error: the header states 9 vertices, but there "
               "are 22\n"},
    {BUILD_V4, 0, 0, 0x0A, 2, 0x7,
     OWN_CHUNK "x.t3dm:0xa: warning: the header states 7 list indices, but "
               "there are 39\n"},
    {BUILD_V2, 0, 0, 0x1C, 4, 0x5,
     "x.t3dm:0x1c: error: a pointer 0x5 in the file, which the runtime will free\n"},
    {BUILD_V1, 0, 0, 0x1C, 2, 0x1,
     "x.t3dm:0x1c: warning: the model's bounding box is not the union of "
     "its objects' boxes\n"},
    {BUILD_V4, 'O', 0, 0x06, 2, 0x9,
     OWN_CHUNK "x.t3dm:0x5e: warning: object[0]: states 9 triangles, but "
               "draws 7\n"},
    {BUILD_V4, 'O', 1, 0x00, 4, 0x0, OWN_CHUNK "x.t3dm:0xa8: warning: object[1]: it has no name\n"},
    {BUILD_V4, 'O', 1, 0x0C, 4, 0x8, OWN_CHUNK "x.t3dm:0xb4: error: object[1]: a pointer 0x8 in the file\n"},
    {BUILD_V4, 'O', 1, 0x14, 2, 0x10,
     OWN_CHUNK "x.t3dm:0xbc: error: object[1]: 3 of 9 vertices are outside its bounding box\n"},
    {BUILD_V4, 'O', 0, 0x14, 2, 0x10,
     OWN_CHUNK "x.t3dm:0x6c: warning: object[0]: 5 of 8 vertices are outside its bounding box in the rest "
               "pose: do not use it for culling\n"},
    {BUILD_L10, 'O', 1, 0x0C, 2, 0x10,
     "x.t3dm:0x94: error: object[1]: 3 of 9 vertices are outside its bounding box\n"},
    {BUILD_V3, 'O', 1, 0x24, 2, 0x9,
     "x.t3dm:0xc4: error: object[1].part[0]: odd vertex count 9: runtimes before November 2025 drop the "
     "last one\n"},
    {BUILD_V4, 'O', 1, 0x24, 2, 0x9,
     OWN_CHUNK "x.t3dm:0xcc: warning: object[1].part[0]: odd vertex count 9: runtimes before November "
               "2025 drop the last one\n"},
    {BUILD_V3, 'O', 0, 0x46, 1, 0x3,
     "x.t3dm:0x9e: error: object[0].part[1]: strip buffer 2 follows an empty one and is not drawn\n"},
    {BUILD_L4, 'O', 0, 0x00, 4, 0x1,
     "x.t3dm:0x0: warning: read as layout L4, though 1 of 12 chunks do not match it; pass --from "
     "t3dm:LAYOUT for another\n"
     "x.t3dm:0x5c: warning: object[0].part[0]: loads vertices that nothing draws\n"
     "x.t3dm:0x50: warning: object[0]: it draws nothing\n"
     "x.t3dm:0xa: warning: the header states 51 list indices, but there are 30\n"},
    {BUILD_L8, 'O', 2, 0x08, 4, 0x2,
     "x.t3dm:0xa8: error: object[2]: its material, chunk 8, is already used by object[1]: before V1 each "
     "object needs its own\n"},
    {BUILD_L9, 'O', 2, 0x08, 4, 0x1,
     "x.t3dm:0xa0: error: object[2]: its material, chunk 7, is already used by object[1]: before V1 each "
     "object needs its own\n"},
    {BUILD_V4, 'M', 0, 0x14, 4, 0x1,
     OWN_CHUNK
     "x.t3dm:0x318: error: material[0]: other mode bits 0x0000000000000c00 are outside the mask and have "
     "no effect\n"
     "x.t3dm:0x320: warning: material[0]: other mode bits 0x0000000000000c00 are missing in the mask: the "
     "previous object's are kept\n"},
    {BUILD_V4, 'M', 0, 0x14, 4, 0x0,
     OWN_CHUNK
     "x.t3dm:0x318: error: material[0]: other mode bits 0x0000000000000c01 are outside the mask and have "
     "no effect\n"
     "x.t3dm:0x320: warning: material[0]: other mode bits 0x0000000000000c01 are missing in the mask: the "
     "previous object's are kept\n"},
    {BUILD_V4, 'M', 0, 0x21, 1, 0x3,
     OWN_CHUNK "x.t3dm:0x331: error: material[0]: fog mode 3, expected 0 to 2\n"},
    {BUILD_V4, 'M', 0, 0x22, 1, 0x17,
     OWN_CHUNK "x.t3dm:0x332: warning: material[0]: unknown colour flags 0x17, expected 0x0 to 0x7\n"},
    {BUILD_V4, 'M', 0, 0x23, 1, 0x6,
     OWN_CHUNK "x.t3dm:0x333: error: material[0]: vertex effect 6, expected 0 to 5\n"},
    {BUILD_V4, 'M', 0, 0x1C, 4, 0x1F,
     OWN_CHUNK "x.t3dm:0x32c: error: material[0]: culls front and back faces: the runtime asserts\n"},
    {BUILD_V2, 'M', 0, 0x1C, 4, 0x10017,
     "x.t3dm:0x31c: error: material[0]: unlit, which runtimes of layout V2 do not support\n"},
    {BUILD_V4, 'M', 0, 0x1C, 4, 0x15,
     OWN_CHUNK "x.t3dm:0x32c: error: material[0]: the combiner reads a texture, but the draw flags have "
               "none\n"},
    {BUILD_V4, 'M', 0, 0x1C, 4, 0x13,
     OWN_CHUNK
     "x.t3dm:0x32c: warning: material[0]: the combiner reads shade, but the draw flags have none\n"},
    {BUILD_V4, 'M', 0, 0x1C, 4, 0x37,
     OWN_CHUNK "x.t3dm:0x32c: error: material[0]: unknown draw flags 0x20\n"},
    {BUILD_V4, 'M', 0, 0x00, 1, 0x81,
     OWN_CHUNK "x.t3dm:0x310: warning: material[0]: bits 62 to 56 of the combiner are not 0\n"},
    {BUILD_V4, 'M', 0, 0x3C, 4, 0x0,
     OWN_CHUNK "x.t3dm:0x34c: error: material[0]: hash 0 of rom:/bark.ci4.sprite: the runtime treats it "
               "as a free entry\n"},
    {BUILD_V4, 'M', 0, 0x3C, 4, 0x5,
     OWN_CHUNK "x.t3dm:0x34c: warning: material[0]: hash 0x00000005 of rom:/bark.ci4.sprite, expected "
               "0x16e5b0dd: models do not share the texture\n"},
    {BUILD_V4, 'M', 0, 0x68, 4, 0x16E5B0DD,
     OWN_CHUNK "x.t3dm:0x378: warning: material[0]: hash 0x16e5b0dd of rom:/moss.i4.sprite, expected "
               "0xaaa9e600: models do not share the texture\n"
               "x.t3dm:0x378: error: material[0]: rom:/bark.ci4.sprite and rom:/moss.i4.sprite have the "
               "same hash: the runtime draws one instead of the other\n"},
    {BUILD_V4, 'M', 0, 0x40, 4, 0x1,
     OWN_CHUNK "x.t3dm:0x350: error: material[0]: a pointer 0x1 in the file\n"},
    {BUILD_V4, 'M', 0, 0x44, 2, 0x30,
     OWN_CHUNK
     "x.t3dm:0x358: error: material[0]: s repeats 48 texels, which is not a power of two: libdragon "
     "asserts\n"},
    {BUILD_V4, 'M', 0, 0x46, 2, 0x0,
     OWN_CHUNK "x.t3dm:0x364: error: material[0]: t clamps 0 texels: the runtime divides by them\n"},
    {BUILD_V4, 'M', 0, 0x54, 4, 0xBF800000,
     OWN_CHUNK "x.t3dm:0x364: error: material[0]: t clamps and starts at -1: libdragon asserts\n"},
    {BUILD_V4, 'M', 0, 0x54, 4, 0x42000000,
     OWN_CHUNK "x.t3dm:0x364: error: material[0]: t clamps from 32 to 15: a negative number of repeats\n"},
    {BUILD_V4, 'M', 0, 0x52, 1, 0x2,
     OWN_CHUNK "x.t3dm:0x362: warning: material[0]: s: mirror 2, clamp 0; expected 0 or 1\n"},
    {BUILD_L5, 'M', 0, 0x20, 2, 0x30,
     "x.t3dm:0x27c: error: material[0]: s repeats 48 texels, which is not a power of two: libdragon "
     "asserts\n"},
    {BUILD_V4, 'S', 0, 0x04, 4, 0x0,
     OWN_CHUNK "x.t3dm:0x434: error: skeleton.bone[0]: it has no name, which the runtime does not check\n"},
    {BUILD_V4, 'S', 0, 0x38, 2, 0xFFFF,
     "x.t3dm:0x46a: error: skeleton.bone[1]: depth 1, but its parents give 0\n"},
    {BUILD_V4, 'S', 0, 0x28, 4, 0x47800000,
     OWN_CHUNK
     "x.t3dm:0x6c: warning: object[0]: 8 of 8 vertices are outside its bounding box in the rest pose: do "
     "not use it for culling\n"
     "x.t3dm:0x43c: error: skeleton.bone[0]: its matrix contains 65536, which does not fit in 16.16 fixed "
     "point\n"
     "x.t3dm:0x46c: error: skeleton.bone[1]: its matrix contains 65542, which does not fit in 16.16 fixed "
     "point\n"},
    {BUILD_V4, 'A', 0, 0x00, 4, 0x0, OWN_CHUNK "x.t3dm:0x118: error: animation[3]: it has no name\n"},
    {BUILD_V4, 'A', 0, 0x10, 4, 0x0,
     OWN_CHUNK "x.t3dm:0x128: error: animation[3]: it has no stream "
               "name\n"},
    {BUILD_V4, 'A', 0, 0x04, 4, 0x0,
     OWN_CHUNK "x.t3dm:0x11c: error: animation[3]: it lasts 0 seconds\n"
               "x.t3dm:0x12c: warning: animation[3]: channel 0 lasts 90 ticks, but the animation 0\n"
               "x.t3dm:0x138: warning: animation[3]: channel 1 lasts 90 ticks, but the animation 0\n"
               "x.t3dm:0x144: warning: animation[3]: channel 2 lasts 90 ticks, but the animation 0\n"},
    {BUILD_V4, 'A', 0, 0x04, 4, 0x40000000,
     OWN_CHUNK "x.t3dm:0x12c: error: animation[3]: channel 0 lasts 90 of 120 ticks: the runtime reads "
               "past the end of the stream\n"
               "x.t3dm:0x138: error: animation[3]: channel 1 lasts 90 of 120 ticks: the runtime reads "
               "past the end of the stream\n"
               "x.t3dm:0x144: error: animation[3]: channel 2 lasts 90 of 120 ticks: the runtime reads "
               "past the end of the stream\n"},
    /* 91 and 92 ticks: one may be missing, two may not */
    {BUILD_V4, 'A', 0, 0x04, 4, 0x3FC22222, OWN_CHUNK},
    {BUILD_V4, 'A', 0, 0x04, 4, 0x3FC44444,
     OWN_CHUNK "x.t3dm:0x12c: error: animation[3]: channel 0 lasts 90 of 92 ticks: the runtime reads "
               "past the end of the stream\n"
               "x.t3dm:0x138: error: animation[3]: channel 1 lasts 90 of 92 ticks: the runtime reads "
               "past the end of the stream\n"
               "x.t3dm:0x144: error: animation[3]: channel 2 lasts 90 of 92 ticks: the runtime reads "
               "past the end of the stream\n"},
    {BUILD_V4, 'A', 0, 0x04, 4, 0x3F800000,
     OWN_CHUNK "x.t3dm:0x12c: warning: animation[3]: channel 0 lasts 90 ticks, but the animation 60\n"
               "x.t3dm:0x138: warning: animation[3]: channel 1 lasts 90 ticks, but the animation 60\n"
               "x.t3dm:0x144: warning: animation[3]: channel 2 lasts 90 ticks, but the animation 60\n"},
    {BUILD_V4, 's', 0, 0x00, 2, 0x5,
     OWN_CHUNK "x.t3dm:0x12c: error: animation[3]: the first key of channel 0 is at tick 5: it will start "
               "from another value\n"
               "layout.0.sdata:0x1c: error: record 4 of channel 1 is needed at tick 0, but comes after "
               "one needed at tick 5\n"},
    {BUILD_V4, 's', 0, 0x0E, 2, 0x800A,
     OWN_CHUNK "x.t3dm:0x144: error: animation[3]: the first key of channel 2 is at tick 10: it will "
               "start from another value\n"
               "x.t3dm:0x144: warning: animation[3]: channel 2 lasts 100 ticks, but the animation 90\n"},
    {BUILD_V4, 's', 0, 0x1E, 2, 0x2,
     OWN_CHUNK "x.t3dm:0x138: error: animation[3]: channel 1 has 1 keys, expected at least 2\n"
               "x.t3dm:0x144: warning: animation[3]: channel 2 lasts 180 ticks, but the animation 90\n"},
    {BUILD_V4, 'B', 0, 0x10, 2, 0x13,
     OWN_CHUNK "x.t3dm:0x160: error: bvh.node[0]: entry 3 is out of range (3)\n"
               "x.t3dm:0x150: error: bvh: object 0 is in no leaf: queries never find it\n"},
    {BUILD_V4, 'B', 0, 0x10, 2, 0x2,
     OWN_CHUNK "x.t3dm:0x150: error: bvh: object 2 is in no leaf: queries never find it\n"},
    {BUILD_V4, 'B', 0, 0x10, 2, 0x0,
     OWN_CHUNK "x.t3dm:0x160: error: bvh.node[0]: child 0 of 1 nodes has another parent\n"
               "x.t3dm:0x160: error: bvh.node[0]: child 1 is out of range (1 nodes)\n"
               "x.t3dm:0x150: error: bvh: object 0 is in no leaf: queries never find it (x3)\n"},
    {BUILD_V4, 'B', 0, 0x12, 2, 0x9,
     OWN_CHUNK "x.t3dm:0x162: error: bvh: entry 0 references object 9, but there are 3\n"
               "x.t3dm:0x150: error: bvh: object 0 is in no leaf: queries never find it\n"},
    {BUILD_V4, 'B', 0, 0x12, 2, 0x1,
     OWN_CHUNK "x.t3dm:0x164: warning: bvh: object 1 is referenced more than once\n"
               "x.t3dm:0x150: error: bvh: object 0 is in no leaf: queries never find it\n"},
    {BUILD_V4, 'B', 0, 0x02, 2, 0x63,
     OWN_CHUNK "x.t3dm:0x150: error: bvh: 1 nodes and 99 entries, but only 28 bytes left\n"},
};

START_TEST(broken_rules_are_told_exactly) {
    ferry_job *job = fy_test_job();
    uint32_t layout = broken[_i].layout, at = broken[_i].at;
    ferry_bytes file = build_t3dm(job, (build_layout){.layout = layout}), stream = build_t3dm_stream(job);
    uint8_t *bytes = (uint8_t *)(uintptr_t)(broken[_i].type == 's' ? stream.data : file.data);
    if (broken[_i].type && broken[_i].type != 's')
        at += build_chunk_at(file, layout, broken[_i].type, broken[_i].nth);
    for (uint32_t i = 0; i < broken[_i].size; i++)
        bytes[at + i] = (uint8_t)(broken[_i].value >> (8 * (broken[_i].size - 1 - i)));
    expect_findings(file, stream, broken[_i].message);
    ferry_close(job);
}
END_TEST

/* The file with a copy of `size` bytes of chunk number `chunk` so many bytes behind its end, where the table
 * finds it from now on. */
static ferry_bytes moved_away(ferry_job *job, ferry_bytes file, uint32_t chunk, uint32_t size, uint32_t by) {
    uint32_t entry = build_table_at(BUILD_V4) + 4 * chunk, to = ((uint32_t)file.size + by + 3) & ~3u;
    uint8_t *bytes = ferry_new(job, uint8_t, to + size + 1);
    memcpy(bytes, file.data, file.size);
    memcpy(bytes + to, file.data + (ferry_be32(file.data + entry) & 0xFFFFFF), size);
    for (int i = 1; i < 4; i++) bytes[entry + (uint32_t)i] = (uint8_t)(to >> (24 - 8 * i));
    return (ferry_bytes){bytes, to + size + 1};
}

/* Objects behind the tree or too far before it, told with their distance. */
START_TEST(distances_to_the_bvh_are_told) {
    enum { OBJECT = 2, BVH = 4, OBJECT_SIZE = 0x38, BVH_SIZE = 4 + 14 + 6, REACH = 4 * 0x10000 };
    ferry_job *job = fy_test_job();
    ferry_bytes file = build_t3dm(job, (build_layout){.layout = BUILD_V4}), stream = build_t3dm_stream(job);
    expect_findings(moved_away(job, file, OBJECT, OBJECT_SIZE, 0), stream,
                    OWN_CHUNK
                    "x.t3dm:0x3c: error: the BVH at 0x150 is not after the object at 0x510\n"
                    "x.t3dm:0x166: error: bvh: object 2 is 960 bytes after the BVH, expected before it\n");
    expect_findings(moved_away(job, file, BVH, BVH_SIZE, REACH - 0x510 + 0xA8), stream,
                    OWN_CHUNK
                    "x.t3dm:0x400ba: error: bvh: object 0 is 262224 bytes before the BVH; the limit is "
                    "262140\n"
                    "x.t3dm:0x400bc: error: bvh: object 1 is 262144 bytes before the BVH; the limit is "
                    "262140\n");
    expect_findings(moved_away(job, file, BVH, BVH_SIZE, REACH - 0x510 + 0x58 - 4), stream, OWN_CHUNK);
    ferry_close(job);
}
END_TEST

/* Each allocation fails once: an error is said, nothing is lost. */
START_TEST(every_failed_allocation_is_survived) {
    ferry_job *maker = fy_test_job();
    ferry_bytes file = build_t3dm(maker, (build_layout){.layout = (uint32_t)_i}),
                stream = build_t3dm_stream(maker);
    size_t failures = 0;
    for (size_t n = 1;; n++) {
        ferry_options options = {
            .size = sizeof options, .user = &stream, .sidecar = build_find_stream, .fail_allocation = n};
        ferry_job *job = ferry_open(&options);
        if (!job) continue;
        ferry_window window = ferry_window_open(job, "x.t3dm", file);
        ferry_scene *scene = ferry_failed(job) ? NULL : fy_scene_open(job);
        bool read = scene && fy_t3dm_check(job, &window, scene);
        bool exhausted = job->exhausted;
        ck_assert(read || exhausted);
        ferry_scene_free(scene);
        ferry_close(job);
        if (!exhausted) break;
        failures++;
    }
    ck_assert_uint_gt(failures, 3);
    ferry_close(maker);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_check");
    TCase *tests = tcase_create("rules");
    tcase_add_loop_test(tests, sound_files_have_no_findings, 0, BUILD_LAYOUTS);
    tcase_add_test(tests, sizes_of_effects_are_free);
    tcase_add_test(tests, mixed_up_rows_are_told);
    tcase_add_test(tests, a_bone_behind_a_stranger_is_told);
    tcase_add_loop_test(tests, triangles_without_area_are_told, 0, 3);
    tcase_add_loop_test(tests, broken_rules_are_told_exactly, 0, sizeof broken / sizeof *broken);
    tcase_add_test(tests, distances_to_the_bvh_are_told);
    tcase_add_loop_test(tests, every_failed_allocation_is_survived, 0, BUILD_LAYOUTS);
    suite_add_tcase(suite, tests);
    return fy_run_suite(suite);
}
