/*
 * gltf_fast64.c: the way from a glTF file's materials to the console's state (docs/formats/fast64.md).
 */
#include "formats/gltf/fast64/gltf_fast64.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/base/maths.h"
#include "machine/rdp/rdp_summary.h"

/* ------------------------------------------------------------------------------------------------- inputs */

static const char *const color_a[] = {"COMBINED", "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE", "ENVIRONMENT", "1", "NOISE", "0", NULL};
static const char *const color_b[] = {"COMBINED", "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE", "ENVIRONMENT", "CENTER", "K4", "0", NULL};
static const char *const color_c[] = {"COMBINED",        "TEXEL0",      "TEXEL1",    "PRIMITIVE",    "SHADE",         "ENVIRONMENT",
                                      "SCALE",           "COMBINED_ALPHA", "TEXEL0_ALPHA", "TEXEL1_ALPHA", "PRIMITIVE_ALPHA",
                                      "SHADE_ALPHA",     "ENV_ALPHA",   "LOD_FRACTION", "PRIM_LOD_FRAC", "K5", "0", NULL};
static const char *const color_d[] = {"COMBINED", "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE", "ENVIRONMENT", "1", "0", NULL};
static const char *const alpha_c[] = {"LOD_FRACTION", "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE", "ENVIRONMENT", "PRIM_LOD_FRAC", "0", NULL};

const char *const *const fy_fast64_inputs[8] = {color_a, color_b, color_c, color_d, color_d, color_d, alpha_c, color_d};

uint8_t *fy_fast64_input(fy_rdp_cycle *cycle, unsigned slot) {
    fy_rdp_equation *half = slot < 4 ? &cycle->color : &cycle->alpha;
    uint8_t *inputs[4] = {&half->a, &half->b, &half->c, &half->d};
    return inputs[slot % 4];
}

/* ---------------------------------------------------------------------------------------- common to both */

uint32_t fy_fast64_reference(const fy_gltf_value *object, const char *key) {
    const char *text = fy_gltf_text(object, key);
    if (!text) return 0;
    bool hex = strncmp(text, "0x", 2) == 0 && text[2];
    char *end;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    if (*text >= '0' && *text <= '9' && !*end && value <= UINT32_MAX) return (uint32_t)value;
    fy_gltf_value at = fy_gltf_member(object, key);
    fy_gltf_say(&at, FERRY_WARNING, "fast64.value", "expected a number of 32 bits as a text, found \"%.40s\"; 0 is assumed", text);
    return 0;
}

void fy_fast64_size(const fy_gltf_value *size, fy_fast64_tile *tile) {
    fy_gltf_value width = fy_gltf_element(size, 0), height = fy_gltf_element(size, 1);
    double w = json_number_value(width.json), h = json_number_value(height.json);
    if (w >= 1 && w <= UINT16_MAX && h >= 1 && h <= UINT16_MAX)
        tile->width = (uint32_t)w, tile->height = (uint32_t)h;
    else if (size->json)
        fy_gltf_say(size, FERRY_WARNING, "fast64.value", "expected a width and a height; those of the tile are assumed");
}

void fy_fast64_set_threshold(ferry_rdp_material *rdp) {
    bool cuts = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE;
    if (cuts && !(rdp->colors & FERRY_RDP_SET_BLEND)) rdp->blend[3] = 128;
}

/* In single precision and cut off, as Tiny3D's importer does it. */
uint8_t fy_fast64_byte(double linear) {
    double clear = linear > 0 ? linear < 1 ? linear : 1 : 0;
    return (uint8_t)((float)fy_pow((double)(float)clear, (double)0.4545f) * 255.0f);
}

void fy_fast64_color(const fy_gltf_value *object, const char *key, const double otherwise[4], uint8_t rgba[4]) {
    fy_gltf_value color = fy_gltf_member(object, key);
    double values[4];
    for (uint32_t i = 0; i < 4; i++) {
        fy_gltf_value component = fy_gltf_element(&color, i);
        values[i] = json_is_number(component.json) ? json_number_value(component.json) : otherwise[i];
    }
    if (json_array_size(color.json) != 4)
        fy_gltf_say(&color, color.json ? FERRY_WARNING : FERRY_NOTE, "fast64.value",
                    "expected four numbers; what is not there is assumed to be as in fast64");
    for (int i = 0; i < 3; i++) rgba[i] = fy_fast64_byte(values[i]);
    double alpha = values[3] > 0 ? values[3] < 1 ? values[3] : 1 : 0;
    rgba[3] = (uint8_t)((float)alpha * 255.0f);
}

static void tell_list(const fy_gltf_value *place, ferry_severity severity, const char *text, const char *const *words, const bool *set,
                      size_t count) {
    char list[200] = "";
    size_t length = 0;
    for (size_t k = 0; k < count; k++) {
        int more = set[k] ? snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", words[k]) : 0;
        length += more > 0 ? (size_t)more : 0;
    }
    if (length) fy_gltf_say(place, severity, "fast64.left-out", "%s: %s", text, list);
}

void fy_fast64_tell_left_out(const fy_gltf_value *place, const fy_fast64_left *left) {
    static const char *const games[] = {"lights", "fog's colour and range"},
                             *const losses[] = {"cel shading", "large textures", "ambient occlusion", "Fresnel", "offsets of vertices",
                                                "specular light", "light as alpha"};
    const bool notes[] = {left->lights, left->fog},
               lost[] = {left->cels, left->large, left->occlusion, left->fresnel, left->offsets, left->specular, left->light_alpha};
    tell_list(place, FERRY_NOTE, "left to the game", games, notes, sizeof notes / sizeof *notes);
    tell_list(place, FERRY_LOSS, "left out", losses, lost, sizeof lost / sizeof *lost);
}

/* ---------------------------------------------------------------------------------------------- materials */

static bool reads(uint64_t word, uint8_t slot) {
    return fy_rdp_reads_color(word, slot) || fy_rdp_reads_alpha(word, slot);
}

/* Inputs that T3DM's materials do not set: keys, conversion, level of detail. */
static void tell_inputs(const fy_gltf_value *from, const fy_fast64_state *state) {
    for (unsigned i = 0; i < (state->two_cycles ? 16u : 8u); i++) {
        fy_rdp_cycle cycle = state->cycles[i / 8];
        const char *name = fy_fast64_inputs[i % 8][*fy_fast64_input(&cycle, i % 8)];
        bool left = strcmp(name, "CENTER") == 0 || strcmp(name, "SCALE") == 0 || *name == 'K' ||
                    strcmp(name, "PRIM_LOD_FRAC") == 0;
        if (!left) continue;
        fy_gltf_say(from, FERRY_NOTE, "fast64.input", "its combiner reads %s, which the game has to set", name);
        return;
    }
}

static bool finish(fy_fast64 *f, const fy_gltf_value *from, fy_fast64_state *state) {
    ferry_rdp_material *rdp = &state->rdp;
    rdp->combiner = fy_rdp_encode(state->cycles, state->two_cycles);
    rdp->flags |= FERRY_RDP_DEPTH;
    if (reads(rdp->combiner, FY_RDP_SHADE) || rdp->fog == 2) rdp->flags |= FERRY_RDP_SHADED;
    tell_inputs(from, state);
    if (!reads(rdp->combiner, FY_RDP_TEX0) && !reads(rdp->combiner, FY_RDP_TEX1)) return true;
    rdp->flags |= FERRY_RDP_TEXTURED;
    return fy_fast64_set_tile(f, state, 0) && fy_fast64_set_tile(f, state, 1);
}

/* The data of the older way, custom properties, says more, and is what Tiny3D's own importer reads. */
static bool read_state(fy_fast64 *f, const fy_gltf_value *material, fy_fast64_state *state, bool *found) {
    fy_gltf_value extras = fy_gltf_member(material, "extras"), f3d_mat = fy_gltf_member(&extras, "f3d_mat"),
                  extensions = fy_gltf_member(material, "extensions"),
                  n64 = fy_gltf_member(&extensions, "FAST64_materials_n64");
    *found = true;
    if (json_object_size(f3d_mat.json)) {
        fy_fast64_read_extras(&f3d_mat, state);
        return finish(f, &f3d_mat, state);
    }
    if (json_object_size(n64.json)) {
        fy_fast64_read_n64(f, &n64, state);
        return finish(f, &n64, state);
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
    bool done = read_state(f, &material, &state, &found) && fy_fast64_add_scrolls(f, &material, &state, number);
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
    bool none = ferry_setting_is(g->job, "fast64.materials", "none"), plain = ferry_setting_is(g->job, "fast64.materials", "plain");
    for (uint32_t i = 0; found && i < g->material_count; i++) {
        const json_t *from = fy_gltf_item(g, "materials", i);
        const json_t *extras = json_object_get(json_object_get(from, "extras"), "f3d_mat"),
                     *extension = json_object_get(json_object_get(from, "extensions"), "FAST64_materials_n64");
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
        bool done = none ? leave_to_game(g->scene, &g->scene->materials.data[g->materials[i]]) : read_material(&f, i);
        ferry_job_release(g->job, mark);
        if (!done || !ferry_tick(g->job)) return false;
    }
    return fy_fast64_add_clips(&f);
}
