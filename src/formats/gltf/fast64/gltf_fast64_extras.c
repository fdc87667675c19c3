/*
 * gltf_fast64_extras.c: the properties of fast64's materials as Blender's exporter dumps them,
 * `extras.f3d_mat` (docs/formats/fast64.md, "Where the state is"). What is not there has fast64's default;
 * Tiny3D's importer stops there.
 */
#include "formats/gltf/fast64/gltf_fast64_extras.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_rdp.h"
#include "formats/gltf/fast64/gltf_fast64_modes.h"
#include "formats/gltf/fast64/gltf_fast64_scroll.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/json/gltf_json.h"
#include "machine/rdp/rdp_combiner.h"

static const char *const filters[] = {"POINT", "AVERAGE", "BILERP", NULL};
static const uint64_t filter_bits[] = {0, FERRY_RDP_MEDIAN, FERRY_RDP_BILINEAR};
static const char *const layers_oot[] = {"Opaque", "Transparent", "Overlay", NULL};

/* ----------------------------------------------------------------------------------------------- combiner */

static void read_cycle(const fy_gltf_value *material, const char *key, fy_rdp_cycle *cycle) {
    static const char *const keys[8] = {"A", "B", "C", "D", "A_alpha", "B_alpha", "C_alpha", "D_alpha"};
    static const uint8_t otherwise[8] = {FY_RDP_TEX0, FY_RDP_ZERO_AB, FY_RDP_SHADE, FY_RDP_ZERO,
                                         FY_RDP_ZERO, FY_RDP_ZERO,    FY_RDP_ZERO,  FY_RDP_ENV};
    fy_gltf_value from = fy_gltf_member(material, key);
    for (unsigned i = 0; i < 8; i++)
        *fy_fast64_input(cycle, i) =
            (uint8_t)fy_gltf_word(&from, keys[i], fy_fast64_inputs[i], "", otherwise[i]);
}

/* ------------------------------------------------------------------------------------------------ colours */

/* A colour is stored as soon as anything is said of it; it is sent if its box is ticked. */
static void read_color(const fy_gltf_value *material, const char *set, const char *color,
                       const double otherwise[4], unsigned bit, uint8_t rgba[4], uint8_t *bits) {
    fy_gltf_value tick = fy_gltf_member(material, set);
    if (!tick.json.value) return;
    if (fy_gltf_flag(material, set, false)) *bits |= (uint8_t)bit;
    fy_fast64_color(material, color, otherwise, rgba);
}

/* -------------------------------------------------------------------------------------------------- modes */

static fy_fast64_mode read_advanced(const fy_gltf_value *settings, bool two_cycles) {
    static const char *const keys[2][4] = {{"blend_p1", "blend_a1", "blend_m1", "blend_b1"},
                                           {"blend_p2", "blend_a2", "blend_m2", "blend_b2"}};
    const char *const *const words[4] = {fy_fast64_blend_colors, fy_fast64_blend_alphas,
                                         fy_fast64_blend_colors, fy_fast64_blend_mixes};
    static const char *const prefixes[4] = {"G_BL_CLR_", "G_BL_", "G_BL_CLR_", "G_BL_"};
    fy_fast64_mode mode = {.bits = (uint64_t)fy_gltf_word(settings, "zmode", fy_fast64_z_modes, "ZMODE_", 0)
                                   << 10};
    uint32_t inputs[4];
    for (int i = 0; i < 4; i++)
        inputs[i] = fy_gltf_word(settings, keys[two_cycles][i], words[i], prefixes[i], 0);
    if (fy_gltf_flag(settings, "cvg_x_alpha", false)) mode.bits |= FERRY_RDP_ALPHA_COMPARE;
    if (!fy_fast64_blender_of(inputs, fy_gltf_flag(settings, "force_bl", false), &mode.blender))
        fy_gltf_say(settings, FERRY_LOSS, "fast64.blender",
                    "(%s * %s + %s * %s) is not a supported "
                    "blender: used opaque",
                    words[0][inputs[0]], words[1][inputs[1]], words[2][inputs[2]], words[3][inputs[3]]);
    return mode;
}

/* Of both presets each says how depth and alpha are compared, as in Tiny3D's importer; the last that runs
 * says how it blends. */
static fy_fast64_mode read_presets(const fy_gltf_value *settings, bool two_cycles) {
    uint32_t first = fy_gltf_word(settings, "rendermode_preset_cycle_1", fy_fast64_modes_1, "G_RM_", 1);
    uint32_t second = fy_gltf_word(settings, "rendermode_preset_cycle_2", fy_fast64_modes_2, "G_RM_", 1);
    fy_fast64_mode a = fy_fast64_mode_of(fy_fast64_modes_1[first]),
                   b = fy_fast64_mode_of(fy_fast64_modes_2[second]);
    return (fy_fast64_mode){two_cycles ? b.blender : a.blender, a.bits | b.bits};
}

/* Layers of two games; whichever stands higher is the game's that the model was made for. */
static fy_fast64_mode read_layer(const fy_gltf_value *material) {
    fy_gltf_value layer = fy_gltf_member(material, "draw_layer");
    uint32_t oot = 0, sm64 = 0;
    if (fy_gltf_member(&layer, "oot").json.value) oot = fy_gltf_word(&layer, "oot", layers_oot, "", 0);
    if (fy_gltf_member(&layer, "sm64").json.value) sm64 = (uint32_t)fy_gltf_number(&layer, "sm64", 0, 255, 1);
    bool blends = oot > sm64 ? oot == 1 : sm64 >= 5, cuts = oot > sm64 ? oot == 2 : sm64 >= 2 && sm64 <= 4;
    return (fy_fast64_mode){blends ? FERRY_RDP_BLEND_MULTIPLY : FERRY_RDP_BLEND_NONE,
                            cuts ? FERRY_RDP_ALPHA_COMPARE : 0};
}

static void read_settings(const fy_gltf_value *material, const fy_gltf_value *settings,
                          fy_fast64_state *state) {
    static const char *const cycle_types[] = {"1CYCLE", "2CYCLE", "COPY", "FILL", NULL};
    ferry_rdp_material *rdp = &state->rdp;
    state->two_cycles = fy_gltf_word(settings, "g_mdsft_cycletype", cycle_types, "G_CYC_", 0) != 0;
    if (fy_gltf_flag(settings, "g_cull_back", false)) rdp->flags |= FERRY_RDP_CULL_BACK;
    if (fy_gltf_flag(settings, "g_cull_front", false)) rdp->flags |= FERRY_RDP_CULL_FRONT;
    rdp->fog = fy_gltf_flag(settings, "g_fog", false) ? 2 : 1;
    rdp->other_mode |= filter_bits[fy_gltf_word(settings, "g_mdsft_text_filt", filters, "G_TF_", 0)];
    if (fy_gltf_flag(settings, "g_tex_gen", false)) rdp->effect = FERRY_RDP_EFFECT_SPHERICAL_UV;
    fy_fast64_mode mode = !fy_gltf_flag(settings, "set_rendermode", false) ? read_layer(material)
                          : fy_gltf_flag(settings, "rendermode_advanced_enabled", false)
                              ? read_advanced(settings, state->two_cycles)
                              : read_presets(settings, state->two_cycles);
    rdp->other_mode |= mode.bits;
    rdp->blender = mode.blender;
}

/* ----------------------------------------------------------------------------------------------- textures */

static ferry_rdp_axis read_axis(const fy_gltf_value *texture, const char *key) {
    fy_gltf_value from = fy_gltf_member(texture, key);
    if (json_object_size(from.json.value) == 0) return (ferry_rdp_axis){0};
    ferry_rdp_axis axis = {.low = (float)fy_gltf_real(&from, "low", -1024, 1024, 0),
                           .high = (float)fy_gltf_real(&from, "high", -1024, 1024, 0),
                           .mask = (int8_t)fy_gltf_number(&from, "mask", 0, 15, 5),
                           .shift = (int8_t)fy_gltf_number(&from, "shift", -5, 10, 0)};
    if (fy_gltf_member(&from, "clamp").json.value) axis.clamp = fy_gltf_flag(&from, "clamp", false);
    if (fy_gltf_member(&from, "mirror").json.value) axis.mirror = fy_gltf_flag(&from, "mirror", false);
    return axis;
}

static void read_texture(const fy_gltf_value *material, const char *key, fy_fast64_tile *tile) {
    fy_gltf_value from = fy_gltf_member(material, key);
    if (!from.json.value) return;
    tile->given = true;
    tile->place = from;
    tile->axes[0] = read_axis(&from, "S");
    tile->axes[1] = read_axis(&from, "T");
    bool refers = fy_gltf_member(&from, "use_tex_reference").json.value &&
                  fy_gltf_flag(&from, "use_tex_reference", false);
    if (!refers) {
        fy_gltf_value picture = fy_gltf_member(&from, "tex");
        const char *name = fy_gltf_text(&picture, "name");
        tile->picture = name && *name ? ferry_job_format(material->document->g->job, "%s", name) : NULL;
        return;
    }
    fy_gltf_value size = fy_gltf_member(&from, "tex_reference_size");
    tile->reference = fy_fast64_reference(&from, "tex_reference");
    fy_fast64_size(&size, tile);
}

/* ----------------------------------------------------------------------------------------------- left out */

static bool is_set(const fy_gltf_value *object, const char *key) {
    return fy_gltf_member(object, key).json.value && fy_gltf_flag(object, key, false);
}

static void tell_left_out(const fy_gltf_value *material, const fy_gltf_value *settings) {
    const fy_fast64_left left = {.lights = is_set(material, "set_lights"),
                                 .fog = is_set(material, "set_fog"),
                                 .cels = is_set(material, "use_cel_shading"),
                                 .large = is_set(material, "use_large_textures"),
                                 .occlusion = is_set(material, "set_ao"),
                                 .fresnel = is_set(material, "set_fresnel"),
                                 .offsets = is_set(material, "set_attroffs_st") ||
                                            is_set(material, "set_attroffs_z"),
                                 .specular = is_set(settings, "g_lighting_specular"),
                                 .light_alpha = is_set(settings, "g_lighttoalpha")};
    fy_fast64_tell_left_out(material, &left);
}

/* ---------------------------------------------------------------------------------------------------- all */

void fy_fast64_read_extras(const fy_gltf_value *f3d_mat, fy_fast64_state *state) {
    static const double white[4] = {1, 1, 1, 1}, black[4] = {0, 0, 0, 1};
    ferry_rdp_material *rdp = &state->rdp;
    read_cycle(f3d_mat, "combiner1", &state->cycles[0]);
    read_cycle(f3d_mat, "combiner2", &state->cycles[1]);
    rdp->blend[3] = 128;
    read_color(f3d_mat, "set_prim", "prim_color", white, FERRY_RDP_SET_PRIM, rdp->prim, &rdp->colors);
    read_color(f3d_mat, "set_env", "env_color", white, FERRY_RDP_SET_ENV, rdp->env, &rdp->colors);
    read_color(f3d_mat, "set_blend", "blend_color", black, FERRY_RDP_SET_BLEND, rdp->blend, &rdp->colors);
    fy_gltf_value settings = fy_gltf_member(f3d_mat, "rdp_settings");
    state->two_cycles = true;
    if (settings.json.value) read_settings(f3d_mat, &settings, state);
    fy_fast64_set_threshold(rdp);
    read_texture(f3d_mat, "tex0", &state->tiles[0]);
    read_texture(f3d_mat, "tex1", &state->tiles[1]);
    fy_fast64_read_scroll(f3d_mat, state);
    tell_left_out(f3d_mat, &settings);
}
