/* export_scene.c: see export_scene.h. */
#include "formats/export/export_scene.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/scene/visible.h"
#include "formats/export/export.h"
#include "formats/export/export_left_out.h"
#include "formats/export/export_material.h"
#include "formats/export/export_pictures.h"
#include "formats/export/export_scene_clips.h"
#include "formats/export/export_scene_materials.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_names.h"
#include "formats/export/export_scene_skins.h"
#include "formats/export/export_scene_state.h"

/* ------------------------------------------------------------------------------------------------- models */

static bool find_models(fy_export_scene *x) {
    const ferry_scene *scene = x->e.scene;
    x->models = ferry_new(x->e.job, fy_export_model, scene->draws.count + (size_t)1);
    const bool *visible = fy_find_visible(x->e.job, scene);
    if (!x->models || !visible) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (!fy_export_is_written(&x->e, draw)) continue;
        x->models[x->model_count++] =
            (fy_export_model){.draw = d, .surface = fy_export_surface_of(&x->e, draw), .visible = visible[d]};
    }
    return true;
}

static bool find_morphs(fy_export_scene *x) {
    const ferry_scene *scene = x->e.scene;
    x->first_morphs = ferry_new(x->e.job, uint32_t, scene->meshes.count + (size_t)3);
    x->morphs = ferry_new(x->e.job, uint32_t, scene->morphs.count + (size_t)1);
    if (!x->first_morphs || !x->morphs) return false;
    for (uint32_t m = 0; m < scene->morphs.count; m++) x->first_morphs[scene->morphs.data[m].mesh + 2]++;
    for (uint32_t i = 0; i < scene->meshes.count; i++) x->first_morphs[i + 2] += x->first_morphs[i + 1];
    for (uint32_t m = 0; m < scene->morphs.count; m++)
        x->morphs[x->first_morphs[scene->morphs.data[m].mesh + 1]++] = m;
    return true;
}

static bool find_worlds(fy_export_scene *x) {
    const ferry_node_list *nodes = &x->e.scene->nodes;
    x->worlds = ferry_new(x->e.job, ferry_matrix, nodes->count + (size_t)1);
    if (!x->worlds || !ferry_world_matrices(x->e.scene, x->worlds)) return false;
    for (uint32_t i = 0; i < nodes->count; i++) {
        for (int row = 0; row < 3; row++) x->worlds[i].m[row][3] *= x->e.scale;
        x->billboards += nodes->data[i].billboard != FERRY_BILLBOARD_NONE;
    }
    return true;
}

bool fy_export_scene_open(fy_export_scene *x) {
    bool own = ferry_setting_is(x->e.job, "gltf.scale", "auto");
    x->unit = own ? (double)x->e.scene->unit : 1;
    if (own) x->e.scale = 1;
    return fy_export_open_pictures(&x->e) && fy_export_plan_materials(&x->e) && find_models(x) &&
           fy_export_find_bones(x) && fy_export_name_all(x) && find_morphs(x) && find_worlds(x) &&
           fy_export_find_materials(x) && fy_export_open_clips(x);
}

/* ------------------------------------------------------------------------------------------------ the end */

void fy_export_tell(const fy_export_scene *x, uint32_t count, const char *code, const char *what) {
    if (count) ferry_say(x->e.job, FERRY_LOSS, code, x->e.file, "", "%s: %" PRIu32, what, count);
}

bool fy_export_scene_finish(fy_export_scene *x, ferry_out *out, ferry_file_list *files) {
    fy_export *e = &x->e;
    if (!fy_export_is_sound(e) || !ferry_add_out(files, e->file, out)) return false;
    if (!x->embeds && !ferry_add_files(e->job, files, &x->pictures)) return false;
    fy_export_tell(x, x->blended, "export.additive",
                   "materials with additive blending, written as translucent");
    fy_export_tell(x, x->cut, "export.alpha-threshold",
                   "materials with an alpha threshold, which the format does not store");
    fy_export_tell(x, x->billboards, "export.billboard", "billboard nodes, written with a fixed orientation");
    fy_export_tell(x, fy_export_count_dropped_sets(x), "export.uv-sets",
                   "meshes whose last UV set is left out: readers support eight");
    fy_export_tell(x, x->unshown, "export.unused-images", "images that no material uses, left out");
    if (x->mirrored || x->tinted)
        ferry_say(e->job, FERRY_NOTE, "export.baked-images", e->file, "",
                  "images baked because the format's materials cannot: mirroring for %" PRIu32 " "
                  "materials, material colour for %" PRIu32,
                  x->mirrored, x->tinted);
    return !ferry_failed(e->job);
}
