/*
 * gltf_fast64.c: the way from a glTF file's materials to the console's state (docs/formats/fast64.md).
 */
#include "formats/gltf/fast64/gltf_fast64.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/gltf/fast64/gltf_fast64_extras.h"
#include "formats/gltf/fast64/gltf_fast64_n64.h"
#include "formats/gltf/fast64/gltf_fast64_scroll.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/fast64/gltf_fast64_textures.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "machine/rdp/rdp_combiner.h"
#include "machine/rdp/rdp_summary.h"

/* ---------------------------------------------------------------------------------------------- materials */

/* Inputs that T3DM's materials do not set: keys, conversion, level of detail. */
static void tell_inputs(const fy_gltf_value *from, const fy_fast64_state *state) {
    for (unsigned i = 0; i < (state->two_cycles ? 16u : 8u); i++) {
        fy_rdp_cycle cycle = state->cycles[i / 8];
        const char *name = fy_fast64_inputs[i % 8][*fy_fast64_input(&cycle, i % 8)];
        bool left = strcmp(name, "CENTER") == 0 || strcmp(name, "SCALE") == 0 || *name == 'K' ||
                    strcmp(name, "PRIM_LOD_FRAC") == 0;
        if (!left) continue;
        fy_gltf_say(from, FERRY_NOTE, "fast64.combiner-input",
                    "its combiner reads %s, which the game "
                    "must set",
                    name);
        return;
    }
}

static bool finish_material(fy_fast64 *f, const fy_gltf_value *from, fy_fast64_state *state) {
    ferry_rdp_material *rdp = &state->rdp;
    rdp->combiner = fy_rdp_encode(state->cycles, state->two_cycles);
    rdp->flags |= FERRY_RDP_DEPTH;
    if (fy_rdp_reads(rdp->combiner, FY_RDP_SHADE) || rdp->fog == 2) rdp->flags |= FERRY_RDP_SHADED;
    tell_inputs(from, state);
    if (!fy_rdp_reads(rdp->combiner, FY_RDP_TEX0) && !fy_rdp_reads(rdp->combiner, FY_RDP_TEX1)) return true;
    rdp->flags |= FERRY_RDP_TEXTURED;
    return fy_fast64_set_tile(f, state, 0) && fy_fast64_set_tile(f, state, 1);
}

/* The data of the older way, custom properties, says more, and is what Tiny3D's own importer reads. */
static bool read_state(fy_fast64 *f, const fy_gltf_value *material, fy_fast64_state *state, bool *found) {
    fy_gltf_value extras = fy_gltf_member(material, "extras"), f3d_mat = fy_gltf_member(&extras, "f3d_mat"),
                  extensions = fy_gltf_member(material, "extensions"),
                  n64 = fy_gltf_member(&extensions, "FAST64_materials_n64");
    *found = true;
    if (json_object_size(f3d_mat.json.value)) {
        fy_fast64_read_extras(&f3d_mat, state);
        return finish_material(f, &f3d_mat, state);
    }
    if (json_object_size(n64.json.value)) {
        fy_fast64_read_n64(f, &n64, state);
        return finish_material(f, &n64, state);
    }
    *found = false;
    return true;
}

static const ferry_rdp_tile unused = {.texture = FERRY_NONE};

static bool read_material(fy_fast64 *f, uint32_t index) {
    uint32_t number = f->g->materials[index];
    ferry_material *to = &f->scene->materials.data[number];
    const fy_gltf_document document = {f->g, "materials", index};
    bool found;
    fy_fast64_state state = {.rdp = {.other_mode_mask = FERRY_RDP_MODE_MASK, .tiles = {unused, unused}},
                             .tiles = {{.image = FERRY_NONE}, {.image = FERRY_NONE}}};
    fy_gltf_value material = fy_gltf_root(&document);
    bool done =
        read_state(f, &material, &state, &found) && fy_fast64_add_scrolls(f, &material, &state, number);
    if (!done || !found) return done;
    ferry_rdp_material *rdp = ferry_scene_new(f->scene, ferry_rdp_material, 1);
    if (!rdp) return false;
    *rdp = state.rdp;
    fy_rdp_summarise(to, rdp);
    to->base_uv = 0;
    return true;
}

/* Nothing is sent: the combiner is 0. */
static bool leave_to_game(ferry_scene *scene, ferry_material *to) {
    ferry_rdp_material *rdp = ferry_scene_new(scene, ferry_rdp_material, 1);
    if (!rdp) return false;
    *rdp = (ferry_rdp_material){.tiles = {unused, unused}};
    fy_rdp_summarise(to, rdp);
    to->base_uv = 0;
    return true;
}

bool *fy_fast64_find(const fy_gltf_in *g) {
    bool *found = ferry_new(g->job, bool, (size_t)g->material_count + 1);
    bool none = ferry_setting_is(g->job, "fast64.materials", "none"),
         plain = ferry_setting_is(g->job, "fast64.materials", "plain");
    for (uint32_t i = 0; found && i < g->material_count; i++) {
        const json_t *from = fy_gltf_item(g, "materials", i);
        const json_t *extras = json_object_get(json_object_get(from, "extras"), "f3d_mat"),
                     *extension =
                         json_object_get(json_object_get(from, "extensions"), "FAST64_materials_n64");
        found[i] = none || (!plain && (json_object_size(extras) || json_object_size(extension)));
    }
    return found;
}

bool fy_fast64_read_materials(fy_gltf_in *g) {
    fy_fast64 f = {.g = g, .file = g->file, .job = g->job, .scene = g->scene};
    bool none = ferry_setting_is(g->job, "fast64.materials", "none");
    for (uint32_t i = 0; i < g->material_count; i++) {
        if (!g->fast64[i]) continue;
        ferry_mark mark = ferry_job_mark(g->job);
        bool done =
            none ? leave_to_game(g->scene, &g->scene->materials.data[g->materials[i]]) : read_material(&f, i);
        ferry_job_release(g->job, mark);
        if (!done || !ferry_tick(g->job)) return false;
    }
    return fy_fast64_add_clips(&f);
}
