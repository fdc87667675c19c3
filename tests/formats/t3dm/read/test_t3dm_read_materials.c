/*
 * test_t3dm_read_materials.c: pictures that T3DM models name, and state hazards of their materials
 * (docs/formats/t3dm.md).
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "builders/rdp_values.h"
#include "core/image/texels.h"
#include "formats/sprite/rdp_picture.h"
#include "formats/sprite/t3dm_sprites.h"
#include "helpers.h"

/* Files beside a model, and what was asked for. */
typedef struct folder {
    ferry_file_list files;
    const char *prefix; /* of the names that are there */
    bool broken;
    char asked[1024];
} folder;

static bool ask(void *user, const char *name, ferry_bytes *bytes) {
    folder *in = user;
    size_t length = strlen(in->prefix);
    if (strlen(in->asked) + strlen(name) + 2 < sizeof in->asked) strcat(strcat(in->asked, name), " ");
    for (uint32_t i = 0; i < in->files.count; i++) {
        if (strncmp(name, in->prefix, length) != 0 || strcmp(name + length, in->files.data[i].name) != 0)
            continue;
        *bytes = in->files.data[i].bytes;
        if (in->broken) bytes->size /= 2;
        return true;
    }
    return false;
}

/* textures.bmd as T3DM with its PNGs; the files live as long as the job. */
static ferry_job *convert(folder *in) {
    ferry_job *job = fy_test_job();
    ferry_bytes model = fy_read_fixture("textures.bmd");
    ferry_scene *scene = ferry_load(job, &(ferry_input){"textures.bmd", model}, 1);
    ck_assert(scene && ferry_prepare(job, scene, "t3dm", NULL));
    ck_assert(ferry_save(job, scene, "t3dm", "textures.t3dm", &in->files));
    ferry_scene_free(scene);
    free((void *)(uintptr_t)model.data);
    return job;
}

static ferry_scene *load_beside(folder *in, ferry_job **job) {
    ferry_options options = {.size = sizeof options, .sidecar = ask, .user = in};
    in->asked[0] = '\0';
    *job = ferry_open(&options);
    for (uint32_t i = 0; i < in->files.count; i++)
        if (strstr(in->files.data[i].name, ".t3dm"))
            return ferry_load(*job, &(ferry_input){in->files.data[i].name, in->files.data[i].bytes}, 1);
    return NULL;
}

START_TEST(a_model_finds_its_pictures) {
    folder in = {.prefix = ""};
    ferry_job *made = convert(&in), *job;
    ferry_scene *scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(scene);
    fy_expect_report(job, "");
    ck_assert_str_eq(in.asked, "textures_cmpr.ci8.sprite textures_cmpr.ci8.png ");
    ck_assert_uint_eq(scene->images.count, 1);
    const ferry_image *image = &scene->images.data[0];
    ck_assert_str_eq(image->name, "textures_cmpr.ci8");
    ck_assert(image->has_rdp); /* as the name says */
    ck_assert_int_eq(image->rdp_format, FERRY_RDP_CI8);
    for (uint32_t i = 0; i < in.files.count; i++) {
        fy_texels texels;
        fy_sprite_format format;
        if (strcmp(in.files.data[i].name, "textures_cmpr.ci8.png") != 0) continue;
        ck_assert(
            fy_rdp_picture_of_png(job, "textures_cmpr.ci8.png", in.files.data[i].bytes, &texels, &format));
        ck_assert_uint_eq(image->width, texels.width);
        ck_assert_mem_eq(image->levels[0].rgba, texels.rgba, (size_t)4 * texels.width * texels.height);
    }
    ck_assert_uint_eq(scene->textures.data[0].image, 0);
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(made);
}
END_TEST

START_TEST(missing_pictures_are_noted_broken_ones_a_warning) {
    folder in = {.prefix = "elsewhere/"};
    ferry_job *made = convert(&in), *job;
    ferry_scene *scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(scene);
    ck_assert_uint_eq(scene->textures.data[0].image, FERRY_NONE);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_NOTE], 1);
    ck_assert_str_eq(ferry_job_report(job)->data[0].code, "t3dm.sprite-missing");
    ck_assert(ferry_job_report(job)->data[0].has_offset);
    ferry_scene_free(scene);
    ferry_close(job);
    in.prefix = "", in.broken = true;
    scene = load_beside(&in, &job);
    ck_assert_ptr_nonnull(
        scene); /* white stands for it; the message names the file and what is wrong with it */
    ck_assert_uint_eq(scene->textures.data[0].image, FERRY_NONE);
    ck_assert_uint_eq(scene->images.count, 0);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_ERROR], 0);
    ck_assert_uint_eq(ferry_job_report(job)->totals[FERRY_WARNING], 2);
    ck_assert_str_eq(ferry_job_report(job)->data[0].file, "textures_cmpr.ci8.png");
    ck_assert_str_eq(ferry_job_report(job)->data[1].code, "t3dm.sprite-unreadable");
    ferry_scene_free(scene);
    ferry_close(job);
    ferry_close(made);
}
END_TEST

/* A material of the figure in a T3DM file, for spoiling. */
static uint8_t *material_at(ferry_bytes file, uint32_t number) {
    uint32_t chunks = ferry_be32(file.data + 4), met = 0;
    for (uint32_t i = 0; i < chunks; i++) {
        uint32_t entry = ferry_be32(file.data + 0x2C + 4 * i);
        if (entry >> 24 == 'M' && met++ == number)
            return (uint8_t *)(uintptr_t)file.data + (entry & 0xFFFFFF);
    }
    return NULL;
}

static void expect_hazard(ferry_bytes file, const char *code) {
    ferry_job *job = fy_test_job();
    ferry_scene *scene = ferry_load(job, &(ferry_input){"figure.t3dm", file}, 1);
    ck_assert_ptr_nonnull(scene);
    const ferry_report *report = ferry_job_report(job);
    ck_assert_uint_eq(report->totals[FERRY_WARNING] > 0, code != NULL);
    for (uint32_t i = 0; i < report->count && code; i++) ck_assert_str_eq(report->data[i].code, code);
    ferry_scene_free(scene);
    ferry_close(job);
}

/* The ways to be drawn differently from what is written; a file of our own has none. */
START_TEST(hazards_are_reported) {
    ferry_job *made = fy_test_job();
    ferry_bytes model = fy_read_fixture("figure.bdl"), file = {0};
    ferry_scene *source = ferry_load(made, &(ferry_input){"figure.bdl", model}, 1);
    ferry_file_list files = {0};
    ck_assert(source && ferry_prepare(made, source, "t3dm", NULL));
    ck_assert(ferry_save(made, source, "t3dm", "figure.t3dm", &files));
    for (uint32_t i = 0; i < files.count; i++)
        if (strcmp(files.data[i].name, "figure.t3dm") == 0) file = files.data[i].bytes;
    expect_hazard(file, NULL);
    uint8_t *first = material_at(file, 0), *second = material_at(file, 1), keep[2][0x8C];
    memcpy(keep[0], first, 0x8C), memcpy(keep[1], second, 0x8C);

    first[0x22] |= FERRY_RDP_SET_PRIM, memset(first + 0x24, 0, 4);
    expect_hazard(file, "t3dm.color-not-sent");
    memcpy(first, keep[0], 0x8C);

    first[0x0E] |= 0x0C, second[0x16] &= 0xF3; /* a decal, and a mask that leaves the mode alone */
    expect_hazard(file, "t3dm.inherited-depth-mode");
    memcpy(second, keep[1], 0x8C);

    memcpy(first, keep[0], 0x8C);
    memcpy(second + 0x34, first + 0x34, 0x2C); /* the same texture, moved by four texels */
    second[0x34 + 0x14] = 0x40, second[0x34 + 0x15] = 0x80;
    expect_hazard(file, "t3dm.stale-tile");

    memcpy(second + 0x34, first + 0x34, 0x58); /* both are cutouts with one texture and other combiners */
    first[0x0F] |= 1, second[0x0F] |= 1;
    expect_hazard(file, "t3dm.lost-cutout");
    memcpy(first, keep[0], 0x8C), memcpy(second, keep[1], 0x8C);

    uint8_t *last = material_at(file, 8); /* its glow does not write depth: the last one switches that on */
    ck_assert_uint_eq(last[0x0F] & last[0x17], 0x20);
    last[0x0F] = 0;
    expect_hazard(file, "t3dm.depth-write");
    ferry_scene_free(source);
    ferry_close(made);
    free((void *)(uintptr_t)model.data);
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_read_materials");
    TCase *texels = tcase_create("texels");
    tcase_add_test(texels, a_model_finds_its_pictures);
    tcase_add_test(texels, missing_pictures_are_noted_broken_ones_a_warning);
    TCase *state = tcase_create("state");
    tcase_add_test(state, hazards_are_reported);
    suite_add_tcase(suite, texels);
    suite_add_tcase(suite, state);
    return fy_run_suite(suite);
}
