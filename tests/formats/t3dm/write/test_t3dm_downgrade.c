/*
 * test_t3dm_downgrade.c: materials in layouts that cannot hold them: what becomes of each, and the exact
 * words.
 */
#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/t3dm/file/t3dm_layout.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_facing.h"
#include "formats/t3dm/write/t3dm_write_downgrade.h"
#include "helpers.h"

/* A square of two triangles, and what is asked of its material. */
typedef struct question {
    const char *layout;
    fy_t3dm_material material;
    const char *report; /* behind `x.t3dm: loss: material "m": ` */
    ferry_rdp_material left;
} question;

#define TEX_SHADE UINT64_C(0x00127E2488FFFDFE)
#define TEX_SHADE_PRIM UINT64_C(0x80127E0388FFFDFE)   /* two cycles, alpha 1 */
#define TEX_SHADE_PASS UINT64_C(0x80127F1088FFFC3E)   /* the same, handed on */
#define PRIM_SHADE UINT64_C(0x00327E6488FFFDFE)       /* alpha 1 */
#define PRIM_SHADE_ALPHA UINT64_C(0x003238648873FFFF) /* and of alpha */
#define SHADE UINT64_C(0x00887F1088FE7D3E)
#define SHADE_ALPHA UINT64_C(0x00887F1088FE793C)
#define TEX_PRIM UINT64_C(0x0011FE2388FFFDFE)

/* State that any layout holds: what differs is named. */
#define PLAIN                                                                                                \
    .other_mode = FERRY_RDP_BILINEAR, .other_mode_mask = FERRY_RDP_MODE_MASK, .flags = 0x17, .fog = 1
#define TILES .tiles = {{.texture = 0, .hash = 7}, {.texture = UINT32_MAX}}
#define NONE .tiles = {{.texture = UINT32_MAX}, {.texture = UINT32_MAX}}
#define MATERIAL .name = "", .tint = {1, 1, 1, 1}

static const question questions[] = {
    /* Held as it is. */
    {"L2",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE, PLAIN, TILES}},
     "",
     {.combiner = TEX_SHADE, PLAIN, TILES}},
    {"L8",
     {MATERIAL, .rdp = {.combiner = PRIM_SHADE,
                        .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL | FERRY_RDP_ALPHA_COMPARE,
                        .other_mode_mask = FERRY_RDP_MODE_MASK,
                        .colors = 5,
                        .prim = {1, 2, 3, 4},
                        .blend = {0, 0, 0, 128},
                        .effect = 1,
                        NONE}},
     "",
     {.combiner = PRIM_SHADE,
      .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL | FERRY_RDP_ALPHA_COMPARE,
      .other_mode_mask = FERRY_RDP_MODE_MASK,
      .colors = 5,
      .prim = {1, 2, 3, 4},
      .blend = {0, 0, 0, 128},
      .effect = 1,
      NONE}},
    /* Prim: into the vertices, or lost. */
    {"L6",
     {MATERIAL, .rdp = {.combiner = PRIM_SHADE, PLAIN, .colors = 1, .prim = {255, 128, 0, 9}, NONE}},
     "note: prim colour multiplied into the vertices: layout L6 has none\n",
     {.combiner = SHADE, PLAIN, NONE}},
    {"L6",
     {MATERIAL, .rdp = {.combiner = PRIM_SHADE_ALPHA, PLAIN, .colors = 1, .prim = {255, 128, 0, 51}, NONE}},
     "note: prim colour multiplied into the vertices: layout L6 has none\n",
     {.combiner = SHADE_ALPHA, PLAIN, NONE}},
    {"L2",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE_PRIM, PLAIN, .colors = 1, .prim = {255, 128, 0, 9}, TILES}},
     "note: prim colour multiplied into the vertices: layout L2 has none\n",
     {.combiner = TEX_SHADE_PASS, PLAIN, TILES}},
    {"L6",
     {MATERIAL, .rdp = {.combiner = TEX_PRIM, PLAIN, .colors = 1, .prim = {255, 128, 0, 9}, TILES}},
     "loss: in layout L6 its prim colour 255 128 0 9 is not set (2 triangles)\n",
     {.combiner = TEX_PRIM, PLAIN, TILES}},
    {"L6",
     {MATERIAL, .rdp = {.combiner = TEX_PRIM, PLAIN, .prim = {1, 1, 1, 1}, TILES}},
     "",
     {.combiner = TEX_PRIM, PLAIN, TILES}},
    /* Modes. */
    {"L8",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE, PLAIN, .blender = FERRY_RDP_BLEND_ADD, TILES}},
     "loss: in layout L8 its blender 0x005a0040 became 0x00500040 (2 triangles)\n",
     {.combiner = TEX_SHADE, PLAIN, .blender = FERRY_RDP_BLEND_MULTIPLY, TILES}},
    {"L1",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE,
                        .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_ALPHA_COMPARE,
                        .other_mode_mask = FERRY_RDP_MODE_MASK,
                        .blend = {0, 0, 0, 128},
                        .fog = 2,
                        .colors = 4,
                        TILES}},
     "loss: in layout L1 draws pixels below its alpha threshold (2 triangles)\n"
     "loss: in layout L1 does not enable fog (2 triangles)\n",
     {.combiner = TEX_SHADE,
      .other_mode = FERRY_RDP_BILINEAR,
      .other_mode_mask = FERRY_RDP_MODE_MASK,
      TILES}},
    {"L5",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE,
                        .other_mode = FERRY_RDP_ALPHA_COMPARE,
                        .other_mode_mask = FERRY_RDP_MODE_MASK,
                        .blend = {1, 2, 3, 64},
                        .flags = FERRY_RDP_TEXTURED,
                        TILES}},
     "loss: in layout L5 alpha is compared with 128 instead of 64 (2 triangles)\n"
     "loss: in layout L5 its texture is filtered bilinearly instead of by points (2 triangles)\n",
     {.combiner = TEX_SHADE,
      .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_ALPHA_COMPARE,
      .other_mode_mask = FERRY_RDP_MODE_MASK,
      .blend = {0, 0, 0, 128},
      .colors = 4,
      .flags = FERRY_RDP_TEXTURED,
      TILES}},
    {"L7",
     {MATERIAL,
      .rdp = {.combiner = TEX_SHADE,
              .other_mode = FERRY_RDP_BILINEAR | FERRY_RDP_Z_DECAL,
              .other_mode_mask = FERRY_RDP_MODE_MASK,
              .effect = 1,
              .tiles = {{.texture = 0, .hash = 7, .width = 528, .height = 5}, {.texture = UINT32_MAX}}},
      .sizes = {{16, 8}}},
     "loss: in layout L7 its depth mode, decal, became that of opaque ones (2 triangles)\n"
     "loss: in layout L7 its vertex effect 1 is left out (2 triangles)\n",
     {.combiner = TEX_SHADE,
      .other_mode = FERRY_RDP_BILINEAR,
      .other_mode_mask = FERRY_RDP_MODE_MASK,
      .tiles = {{.texture = 0, .hash = 7, .width = 16, .height = 8}, {.texture = UINT32_MAX}}}},
    {"L8",
     {MATERIAL,
      .rdp = {.combiner = UINT64_C(0x00527EA488FFFDFE), PLAIN, .colors = 2, .env = {1, 2, 3, 4}, NONE}},
     "loss: in layout L8 its env colour 1 2 3 4 is not set (2 triangles)\n",
     {.combiner = UINT64_C(0x00527EA488FFFDFE), PLAIN, NONE}},
    /* Of newer layouts. */
    {"V2",
     {MATERIAL, .rdp = {.combiner = SHADE, .flags = FERRY_RDP_SHADED | FERRY_RDP_UNLIT, NONE}},
     "loss: in layout V2 drawn lit (2 triangles)\n",
     {.combiner = SHADE, .flags = FERRY_RDP_SHADED, NONE}},
    {"V3",
     {MATERIAL, .rdp = {.combiner = SHADE, .flags = FERRY_RDP_SHADED | FERRY_RDP_UNLIT, NONE}},
     "",
     {.combiner = SHADE, .flags = FERRY_RDP_SHADED | FERRY_RDP_UNLIT, NONE}},
    {"L11",
     {MATERIAL, .rdp = {.combiner = SHADE,
                        .other_mode = FERRY_RDP_BILINEAR,
                        .other_mode_mask = FERRY_RDP_MODE_MASK | FERRY_RDP_Z_WRITE,
                        NONE}},
     "loss: in layout L11 writes depth (2 triangles)\n",
     {.combiner = SHADE, .other_mode = FERRY_RDP_BILINEAR, .other_mode_mask = FERRY_RDP_MODE_MASK, NONE}},
    {"L11",
     {MATERIAL, .rdp = {.combiner = SHADE,
                        .other_mode = FERRY_RDP_Z_WRITE,
                        .other_mode_mask = FERRY_RDP_MODE_MASK | FERRY_RDP_Z_WRITE,
                        NONE}},
     "",
     {.combiner = SHADE, .other_mode_mask = FERRY_RDP_MODE_MASK, NONE}},
    {"V1",
     {MATERIAL, .paths = {"rom:/a"},
      .rdp = {.combiner = TEX_SHADE,
              PLAIN,
              .tiles = {{.texture = 0, .s.low = 1.5f}, {.texture = UINT32_MAX}}}},
     "loss: in layout V1 texture A is not offset by 1.5, 0 texels (2 triangles)\n",
     {.combiner = TEX_SHADE, PLAIN, .tiles = {{.texture = 0, .s.low = 1.5f}, {.texture = UINT32_MAX}}}},
    {"L2",
     {MATERIAL,
      .rdp = {.combiner = TEX_SHADE,
              PLAIN,
              .tiles = {{.texture = UINT32_MAX, .reference = 77, .hash = 77}, {.texture = UINT32_MAX}}}},
     "loss: in layout L2 texture 77 is not requested from the game (2 triangles)\n",
     {.combiner = TEX_SHADE, PLAIN, NONE}},
    {"L9",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE,
                        .flags = FERRY_RDP_TEXTURED,
                        .other_mode_mask = FERRY_RDP_MODE_MASK,
                        TILES}},
     "loss: in layout L9 its texture is offset by half a texel, as in all files of that time (2 "
     "triangles)\n",
     {.combiner = TEX_SHADE, .flags = FERRY_RDP_TEXTURED, .other_mode_mask = FERRY_RDP_MODE_MASK, TILES}},
    {"L0",
     {MATERIAL, .rdp = {.combiner = TEX_SHADE,
                        .other_mode = FERRY_RDP_BILINEAR,
                        .other_mode_mask = FERRY_RDP_MODE_MASK,
                        .flags = FERRY_RDP_TEXTURED,
                        TILES}},
     "loss: in layout L0 its texture is offset by half a texel, as in all files of that time (2 "
     "triangles)\n",
     {.combiner = TEX_SHADE,
      .other_mode = FERRY_RDP_BILINEAR,
      .other_mode_mask = FERRY_RDP_MODE_MASK,
      .flags = FERRY_RDP_TEXTURED,
      TILES}},
};

static void expect_state(const ferry_rdp_material *want, const ferry_rdp_material *m, int number) {
    ck_assert_msg(want->combiner == m->combiner, "question %d: combiner %016llx", number,
                  (unsigned long long)m->combiner);
    ck_assert_msg(want->other_mode == m->other_mode && want->other_mode_mask == m->other_mode_mask,
                  "question %d: modes", number);
    ck_assert_msg(want->blender == m->blender && want->flags == m->flags, "question %d: blender, flags",
                  number);
    ck_assert_msg(want->fog == m->fog && want->colors == m->colors && want->effect == m->effect,
                  "question %d: fog, colours %u, effect", number, m->colors);
    ck_assert_msg(!memcmp(want->prim, m->prim, 4) && !memcmp(want->env, m->env, 4) &&
                      !memcmp(want->blend, m->blend, 4),
                  "question %d: colours", number);
    for (int k = 0; k < 2; k++) {
        const ferry_rdp_tile *a = &want->tiles[k], *b = &m->tiles[k];
        ck_assert_msg(a->reference == b->reference && a->texture == b->texture && a->hash == b->hash &&
                          a->width == b->width && a->height == b->height && a->s.low == b->s.low,
                      "question %d: tile %d", number, k);
    }
}

START_TEST(each_loss_is_told) {
    const question *q = &questions[_i];
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    fy_t3dm_material material = q->material;
    material.name = "m";
    uint32_t of_draw = 0;
    fy_t3dm_plan plan = {.materials = &material, .material_count = 1, .of_draw = &of_draw};
    const fy_t3dm_layout *layout = fy_t3dm_layout_named(q->layout);
    scene->draws.data[0].name = "";
    ck_assert(fy_t3dm_downgrade(job, scene, "x.t3dm", layout, &plan));
    ck_assert_ptr_ne(plan.materials, &material); /* the caller's stays as it was */
    expect_state(&q->material.rdp, &material.rdp, _i);
    expect_state(&q->left, &plan.materials[0].rdp, _i);
    char expected[1024] = "";
    for (const char *line = q->report; *line; line = strchr(line, '\n') + 1) {
        int kind = (int)strcspn(line, ":"), length = (int)strcspn(line, "\n");
        size_t at = strlen(expected);
        snprintf(expected + at, sizeof expected - at, "x.t3dm: %.*s: material \"m\"%.*s\n", kind, line,
                 length - kind, line + kind);
    }
    if (!layout->rdp)
        snprintf(expected + strlen(expected), 128, "x.t3dm: loss: layout %s has no names for 1 material\n",
                 q->layout);
    fy_expect_report(job, expected);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Of objects and materials, as far as the layout has names for neither. */
START_TEST(names_without_a_place_are_counted) {
    static const struct {
        const char *layout, *words;
    } rows[] = {{"L2", "x.t3dm: loss: layout L2 has no names for 2 objects and 3 materials\n"},
                {"L5", "x.t3dm: loss: layout L5 has no names for 3 materials\n"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        *draw = scene->draws.data[0];
        fy_t3dm_material materials[3] = {questions[0].material, questions[0].material, questions[0].material};
        uint32_t of_draw[2] = {0, 1};
        for (int k = 0; k < 3; k++) {
            materials[k].name = "m";
            materials[k].rdp = questions[0].left;
        }
        fy_t3dm_plan plan = {.materials = materials, .material_count = 3, .of_draw = of_draw};
        ck_assert(fy_t3dm_downgrade(job, scene, "x.t3dm", fy_t3dm_layout_named(rows[i].layout), &plan));
        char *text = fy_report_text(ferry_job_report(job));
        ck_assert_msg(strstr(text, rows[i].words) != NULL, "%s", text);
        free(text);
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Prim goes into colour and alpha each for itself. */
START_TEST(prim_is_baked_by_component) {
    ferry_job *job = fy_quick_job();
    ferry_scene *scene = fy_square_scene(job);
    uint32_t of_draw = 0;
    fy_t3dm_material material = {
        MATERIAL, .rdp = {.combiner = PRIM_SHADE, PLAIN, .colors = 1, .prim = {255, 128, 0, 9}, NONE}};
    fy_t3dm_plan plan = {.materials = &material, .material_count = 1, .of_draw = &of_draw};
    ck_assert(fy_t3dm_downgrade(job, scene, "x.t3dm", fy_t3dm_layout_named("L6"), &plan));
    const float *tint = plan.materials[0].tint;
    ck_assert(tint[0] == 1 && tint[2] == 0 && tint[3] == 1);
    ck_assert_float_eq_tol(tint[1], 128 / 255.0f, 1e-6f);
    ferry_scene_free(scene);
    ferry_close(job);
}
END_TEST

/* Importers of L9 forgot depth bits in the mask; newer files have them. */
START_TEST(masks_of_l9_are_completed) {
    static const struct {
        const char *from, *to;
        bool completed;
    } ways[] = {{"L9", "L9", false},
                {"L9", "L10", false},
                {"L10", "L11", true},
                {"L9", "V4", true},
                {"V4", "V3", false}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_square_scene(job);
        uint32_t of_draw = 0;
        fy_t3dm_material material = {
            MATERIAL, .rdp = {.combiner = SHADE, .other_mode_mask = FERRY_RDP_ALPHA_COMPARE, NONE}};
        fy_t3dm_plan plan = {.materials = &material, .material_count = 1, .of_draw = &of_draw};
        scene->format = "t3dm";
        scene->layout = ways[i].from;
        ck_assert(fy_t3dm_downgrade(job, scene, "x.t3dm", fy_t3dm_layout_named(ways[i].to), &plan));
        ck_assert_uint_eq(plan.materials[0].rdp.other_mode_mask,
                          FERRY_RDP_ALPHA_COMPARE | (ways[i].completed ? FERRY_RDP_Z_DECAL : 0));
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

/* Readers tell mirrored files of L3 by triangles that face away from their normals. */
START_TEST(inside_out_models_are_told) {
    for (int side = -1; side <= 1; side += 2) {
        ferry_job *job = fy_quick_job();
        ferry_scene *scene = fy_square_scene(job);
        ferry_mesh *mesh = &scene->meshes.data[0];
        uint32_t of_draw = FERRY_NONE;
        fy_t3dm_plan plan = {.of_draw = &of_draw};
        mesh->normals = ferry_scene_new(scene, ferry_vec3, mesh->vertex_count);
        for (uint32_t v = 0; v < mesh->vertex_count; v++) mesh->normals[v].z = (float)side;
        ck_assert(fy_t3dm_downgrade(job, scene, "x.t3dm", fy_t3dm_layout_named("L3"), &plan));
        double facing = fy_t3dm_facing(mesh, 0);
        ck_assert(facing > 0 || facing < 0);
        fy_expect_report(
            job, facing > 0
                     ? ""
                     : "x.t3dm: loss: 2 triangles face away from their normals, 0 towards them: readers "
                       "will treat the file as from before 28 March 2024, and mirror it\n");
        ferry_scene_free(scene);
        ferry_close(job);
    }
}
END_TEST

int main(void) {
    Suite *suite = suite_create("t3dm_downgrade");
    TCase *all = tcase_create("all");
    tcase_add_loop_test(all, each_loss_is_told, 0, sizeof questions / sizeof *questions);
    tcase_add_test(all, names_without_a_place_are_counted);
    tcase_add_test(all, prim_is_baked_by_component);
    tcase_add_test(all, masks_of_l9_are_completed);
    tcase_add_test(all, inside_out_models_are_told);
    suite_add_tcase(suite, all);
    return fy_run_suite(suite);
}
