/* j3d_anim_shapes.c: VAF1 (bva): which shapes are shown (docs/formats/j3d.md, "Visibility"). */
#include "formats/j3d/anim/j3d_anim_shapes.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/j3d_tables.h"

enum { RECORD = 4 };

/* Behind no model: a node, and a draw of nothing for each shape. */
static bool make_up(fy_j3d_anim *anim, uint32_t count) {
    ferry_scene *scene = anim->scene;
    ferry_node *node = ferry_append(scene, &scene->nodes, ferry_node);
    if (!node) return false;
    *node = (ferry_node){.name = "root", .parent = FERRY_NONE, .scale = {1, 1, 1}, .visible = true};
    for (uint32_t i = 0; i < count; i++) {
        ferry_mesh *mesh = ferry_append(scene, &scene->meshes, ferry_mesh);
        ferry_draw *draw = ferry_append(scene, &scene->draws, ferry_draw);
        if (!mesh || !draw || !ferry_tick(anim->job)) return false;
        *mesh = (ferry_mesh){.name = ferry_scene_format(scene, "shape%u", i), .skin = FERRY_NONE};
        *draw = (ferry_draw){.name = mesh->name, .mesh = i, .material = FERRY_NONE, .visible = true};
    }
    return true;
}

/* Shape i is mesh i; a shape may be drawn several times. */
static bool read_visibility(fy_j3d_anim *anim) {
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C);
    fy_j3d_numbers numbers = {
        .count = ferry_u16_at(&anim->chunk, 0x0E), .size = 1, .unit = 1, .what = "values"};
    fy_j3d_read_length(anim, 0x0A);
    if (!fy_j3d_table(&anim->chunk, "tracks", 0x10, count, RECORD) ||
        !fy_j3d_numbers_open(anim, &numbers, 0x14) || (anim->alone && !make_up(anim, count)))
        return false;
    const ferry_scene *scene = anim->scene;
    if (count != scene->meshes.count)
        ferry_say_at(&anim->chunk, 0x0C, FERRY_WARNING, "j3d.anim-shape-count",
                     "switches %u shapes, but the model has %u; %s", count, scene->meshes.count,
                     count > scene->meshes.count ? "the extra ones are left out"
                                                 : "the others are unchanged");
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        uint32_t shape = scene->draws.data[d].mesh;
        uint64_t at = ferry_u32_at(&anim->chunk, 0x10) + RECORD * (uint64_t)shape;
        fy_j3d_enter(anim, "shape", shape);
        if (shape < count && ferry_u16_at(&anim->chunk, at) > 0 &&
            !fy_j3d_add_frames(anim, at, ferry_u16_at(&anim->chunk, at), ferry_u16_at(&anim->chunk, at + 2),
                               &numbers, 1, (fy_j3d_aim){.target = FERRY_TARGET_DRAW_VISIBLE, .object = d}))
            return false;
    }
    return true;
}

static bool visibility_fits(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    fit->count = ferry_u16_at(&anim->chunk, 0x0C);
    return scene->meshes.count && fit->count == scene->meshes.count;
}

const fy_j3d_anim_kind fy_j3d_visibility = {
    .kind = "bva1", .tag = "VAF1", .head = 0x18, .read = read_visibility, .matches = visibility_fits};
