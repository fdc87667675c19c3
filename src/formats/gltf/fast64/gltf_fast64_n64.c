/*
 * gltf_fast64_n64.c: fast64's own glTF extensions: FAST64_materials_n64 of materials with
 * FAST64_materials_f3d in it or beside it, FAST64_sampler_n64 of samplers (docs/formats/fast64.md, "Where the
 * state is"). What is not there has its default, which is how fast64 writes them.
 */
#include "formats/gltf/fast64/gltf_fast64_n64.h"

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "formats/gltf/fast64/gltf_fast64_modes.h"
#include "formats/gltf/fast64/gltf_fast64_state.h"
#include "formats/gltf/fast64/gltf_fast64_textures.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "machine/rdp/rdp_combiner.h"

static const char *const cycle_types[] = {"1CYCLE", "2CYCLE", "2CYCLES", "COPY", "FILL", NULL};
static const char *const filters[] = {"POINT", "AVERAGE", "BILERP", NULL};
static const uint64_t filter_bits[] = {0, FERRY_RDP_MEDIAN, FERRY_RDP_BILINEAR};

/* Members that are left out where they say the usual. */
static bool flag(const fy_gltf_value *object, const char *key) {
    return fy_gltf_member(object, key).json.value && fy_gltf_flag(object, key, false);
}

static uint32_t word(const fy_gltf_value *object, const char *key, const char *const *words,
                     const char *prefix) {
    return fy_gltf_member(object, key).json.value ? fy_gltf_word(object, key, words, prefix, 0) : 0;
}

/* ----------------------------------------------------------------------------------------------- combiner */

static void read_cycle(const fy_gltf_value *from, fy_rdp_cycle *cycle) {
    fy_gltf_value halves[2] = {fy_gltf_member(from, "color"), fy_gltf_member(from, "alpha")};
    for (unsigned i = 0; i < 8; i++) {
        fy_gltf_value input = fy_gltf_element(&halves[i / 4], i % 4);
        uint32_t zero = 0;
        while (strcmp(fy_fast64_inputs[i][zero], "0") != 0) zero++;
        *fy_fast64_input(cycle, i) = (uint8_t)fy_gltf_word_of(&input, fy_fast64_inputs[i], "", zero);
    }
}

static void read_combiner(const fy_gltf_value *extension, fy_fast64_state *state) {
    fy_gltf_value combiner = fy_gltf_member(extension, "combiner"),
                  cycles = fy_gltf_member(&combiner, "cycles");
    size_t count = json_array_size(cycles.json.value);
    for (uint32_t i = 0; i < 2; i++) {
        fy_gltf_value cycle = fy_gltf_element(&cycles, i < count ? i : 0);
        read_cycle(&cycle, &state->cycles[i]);
    }
    if (count < 2) state->two_cycles = false;
}

/* -------------------------------------------------------------------------------------- colours and modes */

static void read_color(const fy_gltf_value *extension, const char *key, const double otherwise[4],
                       unsigned bit, uint8_t rgba[4], uint8_t *bits) {
    fy_gltf_value color = fy_gltf_member(extension, key);
    if (!color.json.value) return;
    if (flag(&color, "set")) *bits |= (uint8_t)bit;
    fy_fast64_color(&color, "color", otherwise, rgba);
}

static fy_fast64_mode read_flags(const fy_gltf_value *render, const fy_gltf_value *flags) {
    fy_gltf_value blenders = fy_gltf_member(render, "blender");
    size_t count = json_array_size(blenders.json.value);
    fy_fast64_mode mode = {.bits = (uint64_t)word(flags, "zMode", fy_fast64_z_modes, "ZMODE_") << 10};
    if (flag(flags, "mulCvgXAlpha")) mode.bits |= FERRY_RDP_ALPHA_COMPARE;
    if (!count) return mode;
    fy_gltf_value last = fy_gltf_element(&blenders, count > 1 ? 1 : 0);
    fy_gltf_value colors = fy_gltf_member(&last, "color"), alphas = fy_gltf_member(&last, "alpha");
    fy_gltf_value from[4] = {fy_gltf_element(&colors, 0), fy_gltf_element(&alphas, 0),
                             fy_gltf_element(&colors, 1), fy_gltf_element(&alphas, 1)};
    const char *const *const words[4] = {fy_fast64_blend_colors, fy_fast64_blend_alphas,
                                         fy_fast64_blend_colors, fy_fast64_blend_mixes};
    static const char *const prefixes[4] = {"G_BL_CLR_", "G_BL_", "G_BL_CLR_", "G_BL_"};
    uint32_t inputs[4];
    for (int i = 0; i < 4; i++) inputs[i] = fy_gltf_word_of(&from[i], words[i], prefixes[i], 0);
    if (!fy_fast64_blender_of(inputs, flag(flags, "forceBlend"), &mode.blender))
        fy_gltf_say(&last, FERRY_LOSS, "fast64.blender",
                    "(%s * %s + %s * %s) is not a supported blender: "
                    "used opaque",
                    words[0][inputs[0]], words[1][inputs[1]], words[2][inputs[2]], words[3][inputs[3]]);
    return mode;
}

static fy_fast64_mode read_presets(const fy_gltf_value *presets) {
    fy_fast64_mode mode = {0};
    for (uint32_t i = 0; i < 2 && i < json_array_size(presets->json.value); i++) {
        fy_gltf_value preset = fy_gltf_element(presets, i);
        const char *name = json_string_value(preset.json.value);
        if (!name) {
            fy_gltf_say(&preset, FERRY_WARNING, "fast64.value",
                        "expected the name of a render mode; used "
                        "opaque");
            continue;
        }
        fy_fast64_mode one = fy_fast64_mode_of(name);
        mode = (fy_fast64_mode){one.blender, mode.bits | one.bits};
    }
    return mode;
}

static void read_render_mode(const fy_gltf_value *other_modes, ferry_rdp_material *rdp) {
    fy_gltf_value render = fy_gltf_member(other_modes, "renderMode"),
                  flags = fy_gltf_member(&render, "flags"), presets = fy_gltf_member(&render, "presets");
    if (!render.json.value) {
        fy_gltf_say(other_modes, FERRY_NOTE, "fast64.draw-layer",
                    "no render mode, and the extension does not store the draw layer: used opaque");
        return;
    }
    fy_fast64_mode mode =
        flags.json.value || !presets.json.value ? read_flags(&render, &flags) : read_presets(&presets);
    rdp->other_mode |= mode.bits;
    rdp->blender = mode.blender;
}

/* In the extension; versions under review had it beside it. */
static fy_gltf_value geometry_of(const fy_gltf_value *extension, fy_gltf_value steps[2]) {
    steps[0] = fy_gltf_member(extension, "extensions");
    steps[1] = fy_gltf_member(&steps[0], "FAST64_materials_f3d");
    if (!steps[1].json.value && extension->json.up)
        steps[1] = fy_gltf_sibling(extension, "FAST64_materials_f3d");
    return fy_gltf_member(&steps[1], "geometryMode");
}

static bool sets(const fy_gltf_value *object, const char *key) {
    fy_gltf_value member = fy_gltf_member(object, key);
    return flag(&member, "set");
}

static void tell_left_out(const fy_gltf_value *extension, const fy_gltf_value *f3d) {
    fy_gltf_value further = fy_gltf_member(f3d, "extensions"),
                  ex3 = fy_gltf_member(&further, "FAST64_materials_f3dex3"),
                  geometry = fy_gltf_member(&ex3, "geometryMode"),
                  offset = fy_gltf_member(&ex3, "attributeOffset");
    const fy_fast64_left left = {.lights = sets(f3d, "lights"),
                                 .fog = sets(extension, "fog") || sets(f3d, "fog"),
                                 .cels = fy_gltf_member(&ex3, "celShading").json.value != NULL,
                                 .large = fy_gltf_member(extension, "large").json.value != NULL,
                                 .occlusion = sets(&ex3, "ambientOcclusion"),
                                 .fresnel = sets(&ex3, "fresnel"),
                                 .offsets = sets(&offset, "st") || sets(&offset, "z"),
                                 .specular = flag(&geometry, "specularLighting"),
                                 .light_alpha = flag(&geometry, "lightToAlpha")};
    fy_fast64_tell_left_out(extension, &left);
}

/* ----------------------------------------------------------------------------------------------- textures */

static ferry_rdp_axis read_axis(const fy_gltf_value *field, bool *automatic) {
    ferry_rdp_axis axis = {.clamp = flag(field, "clamp"), .mirror = flag(field, "mirror")};
    *automatic = !fy_gltf_member(field, "low").json.value && !fy_gltf_member(field, "high").json.value &&
                 !fy_gltf_member(field, "mask").json.value && !fy_gltf_member(field, "shift").json.value;
    if (*automatic) return axis;
    axis.low = (float)fy_gltf_real(field, "low", -1024, 1024, 0);
    axis.high = (float)fy_gltf_real(field, "high", -1024, 1024, 0);
    axis.mask = (int8_t)fy_gltf_number(field, "mask", 0, 15, 5);
    axis.shift = (int8_t)fy_gltf_number(field, "shift", -5, 10, 0);
    return axis;
}

static void read_sampler(const fy_fast64 *f, uint32_t number, fy_fast64_tile *tile) {
    const fy_gltf_document document = {f->g, "samplers", number};
    if (number >= fy_gltf_list_count(f->g, "samplers")) return;
    fy_gltf_value root = fy_gltf_root(&document), extensions = fy_gltf_member(&root, "extensions"),
                  from = fy_gltf_member(&extensions, "FAST64_sampler_n64"),
                  fields = fy_gltf_member(&from, "fields"), reference = fy_gltf_member(&from, "reference");
    for (uint32_t i = 0; i < 2; i++) {
        fy_gltf_value field = fy_gltf_element(&fields, i);
        tile->axes[i] = read_axis(&field, &tile->automatic[i]);
    }
    if (reference.json.value) {
        fy_gltf_value size = fy_gltf_member(&reference, "size");
        tile->picture = NULL;
        tile->image = FERRY_NONE;
        tile->reference = fy_fast64_reference(&reference, "texture");
        fy_fast64_size(&size, tile);
    }
}

static void read_texture(const fy_fast64 *f, const fy_gltf_value *textures, const char *key,
                         fy_fast64_tile *tile) {
    fy_gltf_value info = fy_gltf_member(textures, key);
    if (!info.json.value) return;
    uint32_t number = (uint32_t)fy_gltf_number(&info, "index", 0, INT32_MAX, 0),
             count = fy_gltf_list_count(f->g, "textures");
    tile->automatic[0] = tile->automatic[1] = tile->given = true;
    tile->place = info;
    if (number >= count) {
        fy_gltf_say(&info, FERRY_WARNING, "fast64.value", "texture %u is out of range (%u); used none",
                    number, count);
        return;
    }
    const fy_gltf_document document = {f->g, "textures", number};
    fy_gltf_value root = fy_gltf_root(&document);
    if (fy_gltf_member(&root, "source").json.value) {
        tile->image = (uint32_t)fy_gltf_number(&root, "source", 0, INT32_MAX, 0);
        tile->picture = fy_fast64_image_name(f, tile->image);
    }
    if (fy_gltf_member(&root, "sampler").json.value)
        read_sampler(f, (uint32_t)fy_gltf_number(&root, "sampler", 0, INT32_MAX, 0), tile);
}

/* ---------------------------------------------------------------------------------------------------- all */

void fy_fast64_read_n64(const fy_fast64 *f, const fy_gltf_value *extension, fy_fast64_state *state) {
    static const double white[4] = {1, 1, 1, 1}, black[4] = {0, 0, 0, 1};
    ferry_rdp_material *rdp = &state->rdp;
    fy_gltf_value modes = fy_gltf_member(extension, "otherModes"), steps[2],
                  geometry = geometry_of(extension, steps);
    state->textures = fy_gltf_member(extension, "textures");
    state->two_cycles = word(&modes, "cycleType", cycle_types, "G_CYC_") != 0;
    read_combiner(extension, state);
    rdp->blend[3] = 128;
    read_color(extension, "primitive", white, FERRY_RDP_SET_PRIM, rdp->prim, &rdp->colors);
    read_color(extension, "environment", white, FERRY_RDP_SET_ENV, rdp->env, &rdp->colors);
    read_color(extension, "blend", black, FERRY_RDP_SET_BLEND, rdp->blend, &rdp->colors);
    rdp->other_mode |= filter_bits[word(&modes, "textureFilter", filters, "G_TF_")];
    read_render_mode(&modes, rdp);
    fy_fast64_set_threshold(rdp);
    if (flag(&geometry, "cullBack")) rdp->flags |= FERRY_RDP_CULL_BACK;
    if (flag(&geometry, "cullFront")) rdp->flags |= FERRY_RDP_CULL_FRONT;
    rdp->fog = flag(&geometry, "fog") ? 2 : 1;
    if (flag(&geometry, "texGen")) rdp->effect = FERRY_RDP_EFFECT_SPHERICAL_UV;
    read_texture(f, &state->textures, "0", &state->tiles[0]);
    read_texture(f, &state->textures, "1", &state->tiles[1]);
    tell_left_out(extension, &steps[1]);
}
