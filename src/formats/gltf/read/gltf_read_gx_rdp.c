/*
 * gltf_read_gx_rdp.c: the whole state of a GameCube's or a Nintendo 64's material, as this library writes it
 * into `materials[].extras` (docs/formats/gltf.md, "Read again"; the words are those of the JSON dump,
 * docs/json.md). A number that is not there, of another kind or out of range makes it void, and glTF's own
 * words count.
 */
#include "formats/gltf/read/gltf_read_gx_rdp.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "machine/gx/gx_summary.h"
#include "machine/rdp/rdp_summary.h"

typedef struct reading {
    const fy_gltf_in *g;
    const char *wrong; /* the first member that is not as it should be; NULL: none so far */
} reading;

/* ------------------------------------------------------------------------------------------------- values */

static void note(reading *r, const char *key) {
    if (!r->wrong) r->wrong = key;
}

static long whole_of(reading *r, const json_t *value, const char *key, long least, long most) {
    json_int_t found = json_is_boolean(value) ? json_is_true(value) : json_integer_value(value);
    if ((json_is_integer(value) || json_is_boolean(value)) && found >= least && found <= most)
        return (long)found;
    note(r, key);
    return least;
}

static long whole_number(reading *r, const json_t *object, const char *key, long least, long most) {
    return whole_of(r, json_object_get(object, key), key, least, most);
}

static uint8_t byte(reading *r, const json_t *object, const char *key) {
    return (uint8_t)whole_number(r, object, key, 0, 255);
}

/* A number below `count`; `none` where it is null. */
static uint32_t reference(reading *r, const json_t *value, const char *key, uint32_t count, uint32_t none) {
    if (json_is_null(value)) return none;
    long found = count ? whole_of(r, value, key, 0, (long)count - 1) : 0;
    if (!count) note(r, key);
    return (uint32_t)found;
}

static float real(reading *r, const json_t *value, const char *key) {
    double found = json_number_value(value);
    if (json_is_number(value) && fabs(found) < 1e18) return (float)found;
    note(r, key);
    return 0;
}

/* A list of `least` to `most` elements. */
static const json_t *list(reading *r, const json_t *object, const char *key, size_t least, size_t most) {
    const json_t *array = json_object_get(object, key);
    if (!json_is_array(array) || json_array_size(array) < least || json_array_size(array) > most)
        note(r, key);
    return r->wrong ? NULL : array;
}

static void reals(reading *r, const json_t *object, const char *key, size_t count, float *to) {
    const json_t *array = list(r, object, key, count, count);
    for (size_t k = 0; k < count; k++) to[k] = real(r, json_array_get(array, k), key);
}

static void bytes(reading *r, const json_t *array, const char *key, size_t count, uint8_t *to) {
    if (json_array_size(array) != count) note(r, key);
    for (size_t k = 0; k < count; k++) to[k] = (uint8_t)whole_of(r, json_array_get(array, k), key, 0, 255);
}

static ferry_gx_color color(reading *r, const json_t *array, const char *key) {
    uint8_t c[4];
    bytes(r, array, key, 4, c);
    return (ferry_gx_color){c[0], c[1], c[2], c[3]};
}

static void colors(reading *r, const json_t *object, const char *key, size_t count, ferry_gx_color *to) {
    const json_t *array = list(r, object, key, count, count);
    for (size_t k = 0; k < count; k++) to[k] = color(r, json_array_get(array, k), key);
}

/* Text of one to sixteen digits of base sixteen, and nothing else: strtoull takes blanks and signs. */
static uint64_t hex(reading *r, const json_t *object, const char *key, uint64_t most) {
    const char *text = json_string_value(json_object_get(object, key));
    size_t digits = text && strncmp(text, "0x", 2) == 0 ? strspn(text + 2, "0123456789abcdefABCDEF") : 0;
    bool fits = digits > 0 && digits <= 16 && !text[2 + digits];
    uint64_t value = fits ? strtoull(text + 2, NULL, 16) : 0;
    if (!fits || value > most) note(r, key);
    return r->wrong ? 0 : value;
}

/* ----------------------------------------------------------------------------------------------- lighting */

static void read_lighting(reading *r, const json_t *from, ferry_gx_material *to) {
    const json_t *channels = list(r, from, "channels", 4, 4), *lights = list(r, from, "lights", 0, 64);
    to->channel_count = (uint8_t)whole_number(r, from, "channel_count", 0, 2);
    colors(r, from, "material_colors", 2, to->material_colors);
    colors(r, from, "ambient_colors", 2, to->ambient_colors);
    for (size_t k = 0; k < 4; k++) {
        const json_t *c = json_array_get(channels, k);
        to->channels[k] = (ferry_gx_channel){.lit = byte(r, c, "lit"),
                                             .material_source = byte(r, c, "material_source"),
                                             .ambient_source = byte(r, c, "ambient_source"),
                                             .light_mask = byte(r, c, "light_mask"),
                                             .diffuse = byte(r, c, "diffuse"),
                                             .attenuation = byte(r, c, "attenuation")};
    }
    ferry_gx_light *made = ferry_scene_new(r->g->scene, ferry_gx_light, json_array_size(lights));
    for (size_t k = 0; made && k < json_array_size(lights); k++) {
        const json_t *l = json_array_get(lights, k);
        reals(r, l, "position", 3, made[k].position);
        reals(r, l, "direction", 3, made[k].direction);
        made[k].color = color(r, json_object_get(l, "color"), "color");
        reals(r, l, "angle_attenuation", 3, made[k].angle_attenuation);
        reals(r, l, "distance_attenuation", 3, made[k].distance_attenuation);
        to->light_count = (uint32_t)k + 1;
    }
    to->lights = made;
}

/* -------------------------------------------------------------------------------------------- coordinates */

static ferry_gx_texgen texgen(reading *r, const json_t *from) {
    return (ferry_gx_texgen){byte(r, from, "type"), byte(r, from, "source"), byte(r, from, "matrix")};
}

static ferry_gx_texture_matrix matrix(reading *r, const json_t *from) {
    ferry_gx_texture_matrix to = {.present = !json_is_null(from)};
    if (!to.present) return to;
    to.projection = byte(r, from, "projection");
    to.mode = byte(r, from, "mode");
    to.maya = byte(r, from, "maya") != 0;
    reals(r, from, "center", 3, to.center);
    reals(r, from, "scale", 2, to.scale);
    to.rotation = (int16_t)whole_number(r, from, "rotation", INT16_MIN, INT16_MAX);
    reals(r, from, "translate", 2, to.translate);
    reals(r, from, "effect", 16, &to.effect[0][0]);
    return to;
}

static void read_coordinates(reading *r, const json_t *from, ferry_gx_material *to) {
    const json_t *texgens = list(r, from, "texgens", 0, FERRY_GX_MAX_TEXGENS),
                 *matrices = list(r, from, "matrices", FERRY_GX_MAX_MATRICES, FERRY_GX_MAX_MATRICES),
                 *post = list(r, from, "post_matrices", 0, 64),
                 *maps = list(r, from, "textures", FERRY_GX_MAX_MAPS, FERRY_GX_MAX_MAPS);
    to->texgen_count = (uint8_t)json_array_size(texgens);
    for (size_t k = 0; k < FERRY_GX_MAX_TEXGENS; k++) {
        const json_t *t = json_array_get(texgens, k), *behind = json_object_get(t, "post");
        to->post_texgens[k].matrix = 0xFF;
        if (t) to->texgens[k] = texgen(r, t);
        if (t && !json_is_null(behind)) to->post_texgens[k] = texgen(r, behind);
    }
    for (size_t k = 0; matrices && k < FERRY_GX_MAX_MATRICES; k++)
        to->matrices[k] = matrix(r, json_array_get(matrices, k));
    ferry_gx_texture_matrix *made =
        ferry_scene_new(r->g->scene, ferry_gx_texture_matrix, json_array_size(post));
    for (size_t k = 0; made && k < json_array_size(post); k++) {
        made[k] = matrix(r, json_array_get(post, k));
        to->post_matrix_count = (uint32_t)k + 1;
    }
    to->post_matrices = made;
    const json_t *slots = json_object_get(from, "frame_buffer_slots");
    if (slots && !json_is_array(slots)) note(r, "frame_buffer_slots");
    for (size_t k = 0; k < json_array_size(slots); k++)
        to->frame_buffer_slots |= (uint8_t)(1U << whole_of(r, json_array_get(slots, k), "frame_buffer_slots",
                                                           0, FERRY_GX_MAX_MAPS - 1));
    for (size_t k = 0; k < FERRY_GX_MAX_MAPS; k++) {
        uint32_t number = reference(r, json_array_get(maps, k), "textures", r->g->texture_count, FERRY_NONE);
        to->textures[k] = number == FERRY_NONE || r->wrong ? FERRY_NONE : r->g->textures[number];
    }
}

/* ------------------------------------------------------------------------------------------------- stages */

static ferry_gx_combine combine(reading *r, const json_t *from) {
    uint8_t inputs[4];
    bytes(r, json_object_get(from, "inputs"), "inputs", 4, inputs);
    for (int k = 0; k < 4; k++)
        if (inputs[k] > FERRY_GX_CC_ZERO) note(r, "inputs");
    return (ferry_gx_combine){inputs[0],
                              inputs[1],
                              inputs[2],
                              inputs[3],
                              .op = (uint8_t)whole_number(r, from, "op", 0, 15),
                              .bias = (uint8_t)whole_number(r, from, "bias", 0, 3),
                              .scale = (uint8_t)whole_number(r, from, "scale", 0, 3),
                              .clamp = byte(r, from, "clamp"),
                              .destination = (uint8_t)whole_number(r, from, "destination", 0, 3)};
}

static ferry_gx_indirect_use indirect_use(reading *r, const json_t *from) {
    return (ferry_gx_indirect_use){.stage = (uint8_t)whole_number(r, from, "stage", 0, 3),
                                   .format = byte(r, from, "format"),
                                   .bias = byte(r, from, "bias"),
                                   .matrix = byte(r, from, "matrix"),
                                   .wrap_s = byte(r, from, "wrap_s"),
                                   .wrap_t = byte(r, from, "wrap_t"),
                                   .add_previous = byte(r, from, "add_previous"),
                                   .unmodified_lod = byte(r, from, "unmodified_lod"),
                                   .alpha_select = byte(r, from, "alpha_select")};
}

static ferry_gx_stage stage(reading *r, const json_t *from, bool indirect) {
    ferry_gx_stage to = {
        .texgen =
            (uint8_t)reference(r, json_object_get(from, "texgen"), "texgen", FERRY_GX_MAX_TEXGENS, 0xFF),
        .map = (uint8_t)reference(r, json_object_get(from, "map"), "map", FERRY_GX_MAX_MAPS, 0xFF),
        .channel = byte(r, from, "channel"),
        .color = combine(r, json_object_get(from, "color")),
        .alpha = combine(r, json_object_get(from, "alpha")),
        .konst_color = (uint8_t)whole_number(r, from, "konst_color", 0, 31),
        .konst_alpha = (uint8_t)whole_number(r, from, "konst_alpha", 0, 31),
        .ras_swap = (uint8_t)whole_number(r, from, "ras_swap", 0, 3),
        .tex_swap = (uint8_t)whole_number(r, from, "tex_swap", 0, 3),
    };
    if (indirect) to.indirect = indirect_use(r, json_object_get(from, "indirect"));
    return to;
}

static void read_stages(reading *r, const json_t *from, ferry_gx_material *to) {
    const json_t *registers = list(r, from, "registers", 4, 4), *swaps = list(r, from, "swap_tables", 4, 4),
                 *stages = list(r, from, "stages", 1, FERRY_GX_MAX_STAGES);
    for (size_t k = 0; k < 4; k++) {
        const json_t *row = json_array_get(registers, k);
        int16_t values[4];
        for (size_t c = 0; c < 4; c++)
            values[c] = (int16_t)whole_of(r, json_array_get(row, c), "registers", INT16_MIN, INT16_MAX);
        to->registers[k] = (ferry_gx_color_s16){values[0], values[1], values[2], values[3]};
        bytes(r, json_array_get(swaps, k), "swap_tables", 4, to->swap_tables[k]);
        for (int c = 0; c < 4; c++)
            if (to->swap_tables[k][c] > 3) note(r, "swap_tables");
    }
    colors(r, from, "konst", 4, to->konst);
    to->indirect_enabled = json_object_get(from, "indirect") != NULL;
    to->stage_count = (uint8_t)json_array_size(stages);
    for (size_t k = 0; k < json_array_size(stages); k++)
        to->stages[k] = stage(r, json_array_get(stages, k), to->indirect_enabled);
}

static void read_indirect(reading *r, const json_t *from, ferry_gx_material *to) {
    const json_t *orders = list(r, from, "orders", 4, 4), *matrices = list(r, from, "matrices", 3, 3);
    to->indirect_stage_count = (uint8_t)whole_number(r, from, "stage_count", 0, 4);
    for (size_t k = 0; k < 4; k++) {
        const json_t *o = json_array_get(orders, k);
        to->indirect_orders[k] = (ferry_gx_indirect_order){byte(r, o, "texgen"), byte(r, o, "map"),
                                                           byte(r, o, "scale_s"), byte(r, o, "scale_t")};
    }
    for (size_t k = 0; k < 3; k++) {
        const json_t *m = json_array_get(matrices, k);
        reals(r, m, "values", 6, &to->indirect_matrices[k].m[0][0]);
        to->indirect_matrices[k].exponent = (int8_t)whole_number(r, m, "exponent", INT8_MIN, INT8_MAX);
    }
}

/* ------------------------------------------------------------------------------------------------- pixels */

static void read_fog(reading *r, const json_t *from, ferry_gx_fog *to) {
    const json_t *adjust = list(r, from, "adjust", 10, 10);
    *to = (ferry_gx_fog){.present = true,
                         .type = byte(r, from, "type"),
                         .range_adjust = byte(r, from, "range_adjust"),
                         .center = (uint16_t)whole_number(r, from, "center", 0, UINT16_MAX),
                         .start = real(r, json_object_get(from, "start"), "start"),
                         .end = real(r, json_object_get(from, "end"), "end"),
                         .near_plane = real(r, json_object_get(from, "near"), "near"),
                         .far_plane = real(r, json_object_get(from, "far"), "far"),
                         .color = color(r, json_object_get(from, "color"), "color")};
    for (size_t k = 0; k < 10; k++)
        to->adjust[k] = (uint16_t)whole_of(r, json_array_get(adjust, k), "adjust", 0, UINT16_MAX);
}

static void read_pixels(reading *r, const json_t *from, ferry_gx_material *to) {
    const json_t *alpha = json_object_get(from, "alpha_compare"), *depth = json_object_get(from, "depth"),
                 *blend = json_object_get(from, "blend"), *nbt = json_object_get(from, "nbt_scale");
    to->alpha_compare0 = (uint8_t)whole_number(r, alpha, "compare0", 0, 7);
    to->alpha_ref0 = byte(r, alpha, "reference0");
    to->alpha_op = (uint8_t)whole_number(r, alpha, "op", 0, 3);
    to->alpha_compare1 = (uint8_t)whole_number(r, alpha, "compare1", 0, 7);
    to->alpha_ref1 = byte(r, alpha, "reference1");
    to->z_test = byte(r, depth, "test");
    to->z_compare = (uint8_t)whole_number(r, depth, "compare", 0, 7);
    to->z_write = byte(r, depth, "write");
    to->z_location = byte(r, depth, "early");
    to->blend_mode = (uint8_t)whole_number(r, blend, "mode", 0, 3);
    to->blend_src = (uint8_t)whole_number(r, blend, "source", 0, 7);
    to->blend_dst = (uint8_t)whole_number(r, blend, "destination", 0, 7);
    to->blend_logic = (uint8_t)whole_number(r, blend, "logic", 0, 15);
    to->dither = byte(r, from, "dither");
    to->nbt_scale_enabled = byte(r, nbt, "enabled") != 0;
    reals(r, nbt, "scale", 3, to->nbt_scale);
    if (json_object_get(from, "fog")) read_fog(r, json_object_get(from, "fog"), &to->fog);
}

static bool read_gx(reading *r, const json_t *from, ferry_material *to) {
    ferry_gx_material *gx = ferry_scene_new(r->g->scene, ferry_gx_material, 1);
    if (!gx) return false;
    gx->mode = byte(r, from, "mode");
    gx->cull = (uint8_t)whole_number(r, from, "cull", 0, 3);
    read_lighting(r, from, gx);
    read_coordinates(r, from, gx);
    read_stages(r, from, gx);
    if (gx->indirect_enabled) read_indirect(r, json_object_get(from, "indirect"), gx);
    read_pixels(r, from, gx);
    if (r->wrong) return true;
    to->gx = gx;
    fy_gx_summarise(to);
    return true;
}

/* ---------------------------------------------------------------------------------------- Nintendo 64 */

static ferry_rdp_axis axis(reading *r, const json_t *from) {
    return (ferry_rdp_axis){.low = real(r, json_object_get(from, "low"), "low"),
                            .high = real(r, json_object_get(from, "high"), "high"),
                            .mask = (int8_t)whole_number(r, from, "mask", INT8_MIN, INT8_MAX),
                            .shift = (int8_t)whole_number(r, from, "shift", -5, 10),
                            .mirror = byte(r, from, "mirror"),
                            .clamp = byte(r, from, "clamp")};
}

static ferry_rdp_tile tile(reading *r, const json_t *from) {
    ferry_rdp_tile to = {.texture = FERRY_NONE};
    if (json_is_null(from)) return to;
    uint32_t number =
        reference(r, json_object_get(from, "texture"), "texture", r->g->texture_count, FERRY_NONE);
    if (number != FERRY_NONE && !r->wrong) to.texture = r->g->textures[number];
    to.reference = (uint32_t)hex(r, from, "reference", UINT32_MAX);
    to.hash = (uint32_t)hex(r, from, "hash", UINT32_MAX);
    to.width = (uint16_t)whole_number(r, from, "width", 0, UINT16_MAX);
    to.height = (uint16_t)whole_number(r, from, "height", 0, UINT16_MAX);
    to.s = axis(r, json_object_get(from, "s"));
    to.t = axis(r, json_object_get(from, "t"));
    return to;
}

static bool read_rdp(reading *r, const json_t *from, ferry_material *to) {
    ferry_rdp_material *rdp = ferry_scene_new(r->g->scene, ferry_rdp_material, 1);
    const json_t *tiles = list(r, from, "tiles", 2, 2);
    if (!rdp) return false;
    *rdp = (ferry_rdp_material){.combiner = hex(r, from, "combiner", UINT64_MAX),
                                .other_mode = hex(r, from, "other_mode", UINT64_MAX),
                                .other_mode_mask = hex(r, from, "other_mode_mask", UINT64_MAX),
                                .blender = (uint32_t)hex(r, from, "blender", UINT32_MAX),
                                .flags = (uint32_t)hex(r, from, "flags", UINT32_MAX),
                                .fog = (uint8_t)whole_number(r, from, "fog", 0, 2),
                                .colors = (uint8_t)whole_number(r, from, "colors", 0, 7),
                                .effect =
                                    (uint8_t)whole_number(r, from, "effect", 0, FERRY_RDP_EFFECT_UV_OFFSET),
                                .alpha_unchanged = byte(r, from, "alpha_unchanged") != 0};
    bytes(r, json_object_get(from, "prim"), "prim", 4, rdp->prim);
    bytes(r, json_object_get(from, "env"), "env", 4, rdp->env);
    bytes(r, json_object_get(from, "blend"), "blend", 4, rdp->blend);
    for (size_t k = 0; k < 2; k++) rdp->tiles[k] = tile(r, json_array_get(tiles, k));
    if (r->wrong) return true;
    fy_rdp_summarise(to, rdp);
    to->base_uv = 0;
    return true;
}

/* ---------------------------------------------------------------------------------------------- materials */

static bool read_material(fy_gltf_in *g, uint32_t index) {
    const json_t *extras = json_object_get(fy_gltf_item(g, "materials", index), "extras"),
                 *gx = json_object_get(extras, "gx"), *rdp = json_object_get(extras, "rdp");
    reading r = {.g = g};
    ferry_material *to = &g->scene->materials.data[g->materials[index]];
    if ((!gx && !rdp) || g->fast64[index]) return true;
    if (!(gx ? read_gx(&r, gx, to) : read_rdp(&r, rdp, to))) return false;
    if (!r.wrong) {
        g->restored[index] = true;
        return true;
    }
    fy_gltf_tell(g, FERRY_WARNING, "gltf.extras", "materials", index, gx ? "extras.gx" : "extras.rdp",
                 "\"%s\" is missing or malformed; used the glTF material", r.wrong);
    return true;
}

bool fy_gltf_read_gx_rdp(fy_gltf_in *g) {
    g->restored = ferry_new(g->job, bool, (size_t)g->material_count + 1);
    if (!g->restored) return false;
    for (uint32_t i = 0; g->ferry64_extras && i < g->material_count; i++)
        if (!ferry_tick(g->job) || (g->materials[i] != FERRY_NONE && !read_material(g, i))) return false;
    return true;
}
