/* gltf_fast64_state.c: a fast64 material on its way: what both versions of the add-on say alike. */
#include "formats/gltf/fast64/gltf_fast64_state.h"

#include <stdio.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_rdp.h"
#include "core/base/maths.h"
#include "formats/gltf/json/gltf_json.h"
#include "machine/rdp/rdp_combiner.h"

static const char *const color_a[] = {"COMBINED",    "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE",
                                      "ENVIRONMENT", "1",      "NOISE",  "0",         NULL};
static const char *const color_b[] = {"COMBINED",    "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE",
                                      "ENVIRONMENT", "CENTER", "K4",     "0",         NULL};
static const char *const color_c[] = {"COMBINED",
                                      "TEXEL0",
                                      "TEXEL1",
                                      "PRIMITIVE",
                                      "SHADE",
                                      "ENVIRONMENT",
                                      "SCALE",
                                      "COMBINED_ALPHA",
                                      "TEXEL0_ALPHA",
                                      "TEXEL1_ALPHA",
                                      "PRIMITIVE_ALPHA",
                                      "SHADE_ALPHA",
                                      "ENV_ALPHA",
                                      "LOD_FRACTION",
                                      "PRIM_LOD_FRAC",
                                      "K5",
                                      "0",
                                      NULL};
static const char *const color_d[] = {"COMBINED",    "TEXEL0", "TEXEL1", "PRIMITIVE", "SHADE",
                                      "ENVIRONMENT", "1",      "0",      NULL};
static const char *const alpha_c[] = {"LOD_FRACTION", "TEXEL0",        "TEXEL1", "PRIMITIVE", "SHADE",
                                      "ENVIRONMENT",  "PRIM_LOD_FRAC", "0",      NULL};

const char *const *const fy_fast64_inputs[8] = {color_a, color_b, color_c, color_d,
                                                color_d, color_d, alpha_c, color_d};

uint8_t *fy_fast64_input(fy_rdp_cycle *cycle, unsigned slot) {
    fy_rdp_equation *half = slot < 4 ? &cycle->color : &cycle->alpha;
    uint8_t *inputs[4] = {&half->a, &half->b, &half->c, &half->d};
    return inputs[slot % 4];
}

uint32_t fy_fast64_reference(const fy_gltf_value *object, const char *key) {
    const char *text = fy_gltf_text(object, key);
    if (!text) return 0;
    bool hex = strncmp(text, "0x", 2) == 0 && text[2];
    char *end;
    unsigned long long value = strtoull(text, &end, hex ? 16 : 10);
    if (*text >= '0' && *text <= '9' && !*end && value <= UINT32_MAX) return (uint32_t)value;
    fy_gltf_value at = fy_gltf_member(object, key);
    fy_gltf_say(&at, FERRY_WARNING, "fast64.value",
                "expected a 32-bit number as a string, found "
                "\"%.40s\"; used 0",
                text);
    return 0;
}

void fy_fast64_size(const fy_gltf_value *size, fy_fast64_tile *tile) {
    fy_gltf_value width = fy_gltf_element(size, 0), height = fy_gltf_element(size, 1);
    double w = json_number_value(width.json.value), h = json_number_value(height.json.value);
    if (w >= 1 && w <= UINT16_MAX && h >= 1 && h <= UINT16_MAX)
        tile->width = (uint32_t)w, tile->height = (uint32_t)h;
    else if (size->json.value)
        fy_gltf_say(size, FERRY_WARNING, "fast64.value",
                    "expected a width and a height; used those of "
                    "the tile");
}

void fy_fast64_set_threshold(ferry_rdp_material *rdp) {
    bool cuts = rdp->other_mode & FERRY_RDP_ALPHA_COMPARE;
    if (cuts && !(rdp->colors & FERRY_RDP_SET_BLEND)) rdp->blend[3] = 128;
}

/* In single precision and cut off, as Tiny3D's importer does it. */
uint8_t fy_fast64_byte(double linear) {
    double clear = linear > 0 ? linear < 1 ? linear : 1 : 0;
    if (clear <= 0 || clear >= 1) return clear <= 0 ? 0 : 255;
    return (uint8_t)((float)fy_pow((double)(float)clear, (double)0.4545f) * 255.0f);
}

void fy_fast64_color(const fy_gltf_value *object, const char *key, const double otherwise[4],
                     uint8_t rgba[4]) {
    fy_gltf_value color = fy_gltf_member(object, key);
    double values[4];
    for (uint32_t i = 0; i < 4; i++) {
        fy_gltf_value component = fy_gltf_element(&color, i);
        values[i] =
            json_is_number(component.json.value) ? json_number_value(component.json.value) : otherwise[i];
    }
    if (json_array_size(color.json.value) != 4)
        fy_gltf_say(&color, color.json.value ? FERRY_WARNING : FERRY_NOTE, "fast64.value",
                    "expected four numbers; used fast64's defaults for the missing ones");
    for (int i = 0; i < 3; i++) rgba[i] = fy_fast64_byte(values[i]);
    double alpha = values[3] > 0 ? values[3] < 1 ? values[3] : 1 : 0;
    rgba[3] = (uint8_t)((float)alpha * 255.0f);
}

static void tell_list(const fy_gltf_value *place, ferry_severity severity, const char *text,
                      const char *const *words, const bool *set, size_t count) {
    char list[200] = "";
    size_t length = 0;
    for (size_t k = 0; k < count; k++) {
        int more =
            set[k] ? snprintf(list + length, sizeof list - length, "%s%s", length ? ", " : "", words[k]) : 0;
        length += more > 0 ? (size_t)more : 0;
    }
    if (length) fy_gltf_say(place, severity, "fast64.unsupported", "%s: %s", text, list);
}

void fy_fast64_tell_left_out(const fy_gltf_value *place, const fy_fast64_left *left) {
    static const char *const games[] = {"lights", "fog colour and range"},
                             *const losses[] = {"cel shading",      "large textures", "ambient occlusion",
                                                "Fresnel",          "vertex offsets", "specular lighting",
                                                "lighting as alpha"};
    const bool notes[] = {left->lights, left->fog},
               lost[] = {left->cels,    left->large,    left->occlusion,  left->fresnel,
                         left->offsets, left->specular, left->light_alpha};
    tell_list(place, FERRY_NOTE, "must be set by the game", games, notes, sizeof notes / sizeof *notes);
    tell_list(place, FERRY_LOSS, "left out", losses, lost, sizeof lost / sizeof *lost);
}
