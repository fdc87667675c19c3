/*
 * gallery_materials.c: what hangs in the gallery: the formulas that real models use most, in the stages that
 * they are usually written in. Names in formulas: docs/what-is-lost.md; k, k1, k2 are constants.
 */
#include "gallery_inside.h"

#include <string.h>

/* TEV inputs, colour and alpha. */
enum { PREV, APREV, C0, A0, C1, A1, C2, A2, TEX, TEXA, RAS, RASA, ONE, HALF, K, O };
enum { A_PREV, A_C0, A_C1, A_C2, A_TEX, A_RAS, A_K, A_O };
enum { NONE = 0xFF, PAINT = 4, PAINT2 = 5 };

/* ------------------------------------------------------------------------------------------------ parts */

/* The next stage, with texture slot `map` and its texgen, NONE or both; alpha is handed on, 1 at first. */
static ferry_gx_stage *stage(ferry_gx_material *gx, uint8_t map, uint8_t channel, uint8_t a, uint8_t b,
                             uint8_t c, uint8_t d) {
    ferry_gx_stage *s = &gx->stages[gx->stage_count];
    s->texgen = s->map = map;
    s->channel = channel;
    s->color = (ferry_gx_combine){.a = a, .b = b, .c = c, .d = d, .clamp = 1};
    s->alpha = (ferry_gx_combine){A_O, A_O, A_O, A_PREV, .clamp = 1};
    if (gx->stage_count == 0) s->alpha.d = A_K, s->konst_alpha = 0;
    gx->stage_count++;
    return s;
}

static void alpha(ferry_gx_stage *s, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    s->alpha = (ferry_gx_combine){a, b, c, d, .clamp = 1};
    s->konst_alpha = 28;
}

/* Starts over: no stage, channel 0 is the vertex colour. */
static void begin(ferry_gx_material *gx) {
    gx->stage_count = 0;
    gx->channels[0].material_source = gx->channels[1].material_source = 1;
    gx->registers[0] = (ferry_gx_color_s16){60, 40, 110, 255};
    gx->registers[1] = (ferry_gx_color_s16){190, 150, 70, 128};
    gx->konst[0] = (ferry_gx_color){235, 170, 90, 150};
    gx->konst[1] = (ferry_gx_color){70, 120, 180, 90};
}

/* Channel 0 or 1 (colour) takes light; tinted by the vertex colour, or by the material's. */
static void light(ferry_gx_material *gx, int channel, uint8_t source) {
    gx->channels[channel * 2] = (ferry_gx_channel){
        .lit = 1, .material_source = source, .light_mask = 1, .diffuse = 2, .attenuation = 2};
    gx->material_colors[channel] =
        channel ? (ferry_gx_color){140, 150, 255, 255} : (ferry_gx_color){255, 225, 190, 255};
    if (channel) gx->channel_count = 2;
}

static void light_alpha(ferry_gx_material *gx) {
    gx->channels[1] = (ferry_gx_channel){.lit = 1, .light_mask = 1, .diffuse = 2, .attenuation = 2};
}

/* The next texture slot, by texture coordinates. */
static ferry_gx_texgen *picture(jb_model *model, ferry_gx_material *gx, gallery_picture which) {
    uint8_t slot = gx->texgen_count++;
    gx->textures[slot] = gallery_texture(model, which);
    gx->texgens[slot] = (ferry_gx_texgen){FERRY_GX_TEXGEN_2X4, FERRY_GX_TG_TEX0, FERRY_GX_IDENTITY};
    return &gx->texgens[slot];
}

static void use_matrix(ferry_gx_material *gx, ferry_gx_texgen *texgen, uint8_t source, uint8_t mode,
                       float scale) {
    uint8_t number = (uint8_t)(texgen - gx->texgens);
    texgen->source = source;
    texgen->matrix = (uint8_t)(30 + 3 * number);
    gx->matrices[number] =
        (ferry_gx_texture_matrix){.present = true,
                                  .projection = 1,
                                  .mode = mode,
                                  .center = {0.5F, 0.5F, 0.5F},
                                  .scale = {scale, scale},
                                  .effect = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
}

/* By the normal, as things around are mirrored. */
static void picture_around(jb_model *model, ferry_gx_material *gx, gallery_picture which) {
    use_matrix(gx, picture(model, gx, which), FERRY_GX_TG_NORMAL, 6, 1);
}

/* By the position in the model: 64 units a texture. */
static void picture_thrown(jb_model *model, ferry_gx_material *gx, gallery_picture which) {
    use_matrix(gx, picture(model, gx, which), FERRY_GX_TG_POSITION, 8, 1);
    for (int k = 0; k < 3; k++) gx->matrices[gx->texgen_count - 1].effect[k][k] = 1 / 32.0F;
}

/* By the brightness of channel 0. */
static void picture_ramp(jb_model *model, ferry_gx_material *gx, gallery_picture which) {
    *picture(model, gx, which) =
        (ferry_gx_texgen){FERRY_GX_TEXGEN_COLOR, FERRY_GX_TG_COLOR0, FERRY_GX_IDENTITY};
}

/* TEX0 times the rasterised colour. */
static ferry_gx_stage *modulated(jb_model *model, ferry_gx_material *gx, gallery_picture which) {
    begin(gx);
    picture(model, gx, which);
    return stage(gx, 0, PAINT, O, TEX, RAS, O);
}

/* --------------------------------------------------------------------------------------- plain ones */

static void texture_by_vertex(jb_model *model, ferry_gx_material *gx) {
    modulated(model, gx, PICTURE_TILES);
}

static void texture_alone(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    stage(gx, 0, NONE, O, O, O, TEX);
}

static void vertex_alone(jb_model *model, ferry_gx_material *gx) {
    (void)model;
    begin(gx);
    stage(gx, NONE, PAINT, O, O, O, RAS);
}

static void constant(jb_model *model, ferry_gx_material *gx) {
    (void)model;
    begin(gx);
    stage(gx, NONE, NONE, O, O, O, K);
}

static void one(jb_model *model, ferry_gx_material *gx) {
    (void)model;
    begin(gx);
    stage(gx, NONE, NONE, O, O, O, ONE);
}

static void texture_by_constant(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    stage(gx, 0, NONE, O, TEX, K, O);
}

static void two_tones(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_GRAIN);
    stage(gx, 0, NONE, C0, K, TEX, O);
    stage(gx, NONE, PAINT, O, PREV, RAS, O);
}

static void tone_to_white(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_GRAIN);
    stage(gx, 0, NONE, C0, ONE, TEX, O);
    stage(gx, NONE, PAINT, O, PREV, RAS, O);
}

static void negative(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_GRAIN);
    stage(gx, 0, NONE, K, O, TEX, O);
}

static const gallery_item plain[] = {
    {"TEX0*VTX", texture_by_vertex, BODY_BALL, false},
    {"TEX0", texture_alone, BODY_BOX, false},
    {"VTX", vertex_alone, BODY_BALL, false},
    {"k", constant, BODY_BOX, false},
    {"1", one, BODY_BALL, false},
    {"TEX0*k", texture_by_constant, BODY_BOX, false},
    {"VTX*lerp(k,k2,TEX0)", two_tones, BODY_BALL, false},
    {"VTX*lerp(k,1,TEX0)", tone_to_white, BODY_BOX, false},
    {"(1-TEX0)*k", negative, BODY_BALL, false},
};

/* ----------------------------------------------------------------------------------------- lit ones */

static void light_alone(jb_model *model, ferry_gx_material *gx) {
    vertex_alone(model, gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
}

static void painted_light(jb_model *model, ferry_gx_material *gx) {
    vertex_alone(model, gx);
    light(gx, 0, FERRY_GX_SOURCE_VERTEX);
}

static void texture_by_light(jb_model *model, ferry_gx_material *gx) {
    modulated(model, gx, PICTURE_TILES);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
}

static void texture_by_painted_light(jb_model *model, ferry_gx_material *gx) {
    modulated(model, gx, PICTURE_TILES);
    light(gx, 0, FERRY_GX_SOURCE_VERTEX);
}

static void shaded_to_tone(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    stage(gx, 0, PAINT, C0, TEX, RAS, O);
}

static void light_to_tone(jb_model *model, ferry_gx_material *gx) {
    shaded_to_tone(model, gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
}

static void painted_light_to_tone(jb_model *model, ferry_gx_material *gx) {
    shaded_to_tone(model, gx);
    light(gx, 0, FERRY_GX_SOURCE_VERTEX);
}

static void vertex_by_two_lights(jb_model *model, ferry_gx_material *gx) {
    vertex_alone(model, gx);
    light(gx, 1, FERRY_GX_SOURCE_REGISTER);
    stage(gx, NONE, PAINT2, O, PREV, RAS, O);
}

static const gallery_item lit[] = {
    {"LIT", light_alone, BODY_BALL, false},
    {"LITV", painted_light, BODY_BOX, false},
    {"LIT*TEX0", texture_by_light, BODY_BALL, false},
    {"LITV*TEX0", texture_by_painted_light, BODY_BOX, false},
    {"lerp(k,TEX0,LITV)", painted_light_to_tone, BODY_BALL, false},
    {"lerp(k,TEX0,VTX)", shaded_to_tone, BODY_BOX, false},
    {"lerp(k,TEX0,LIT)", light_to_tone, BODY_BALL, false},
    {"VTX*LIT1", vertex_by_two_lights, BODY_BALL, false},
};

/* ------------------------------------------------------------------------------ two textures in one */

static void product(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    use_matrix(gx, picture(model, gx, PICTURE_GRAIN), FERRY_GX_TG_TEX0, 0, 2);
    stage(gx, 0, NONE, O, O, O, TEX);
    stage(gx, 1, NONE, O, PREV, TEX, O);
}

static void doubled_product(jb_model *model, ferry_gx_material *gx) {
    product(model, gx);
    gx->stages[1].color.scale = 1;
}

static void halved_mean(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    picture(model, gx, PICTURE_GRAIN);
    stage(gx, 0, NONE, O, O, O, TEX);
    stage(gx, 1, NONE, PREV, TEX, K, O)->color.scale = 3;
}

static void blended_ground(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    picture(model, gx, PICTURE_GRAIN);
    stage(gx, 0, NONE, O, O, O, TEX);
    stage(gx, 1, PAINT, TEX, PREV, RASA, O);
    stage(gx, NONE, PAINT, O, PREV, RAS, O);
}

static void thrown_light(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    picture_thrown(model, gx, PICTURE_GRAIN);
    stage(gx, 0, PAINT, O, TEX, RAS, O);
    stage(gx, NONE, NONE, O, PREV, K, O);
    stage(gx, 1, NONE, O, TEX, K, PREV)->konst_color = 13;
}

static void thrown_light_on_tone(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_TILES);
    picture_thrown(model, gx, PICTURE_GRAIN);
    stage(gx, 0, PAINT, C0, TEX, RAS, O);
    stage(gx, NONE, NONE, O, PREV, K, O);
    stage(gx, 1, NONE, O, TEX, K, PREV)->konst_color = 13;
}

static void light_on_thrown(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    picture_thrown(model, gx, PICTURE_TILES);
    stage(gx, 0, PAINT, O, TEX, RAS, O);
}

static void mirror(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture_around(model, gx, PICTURE_SKY);
    stage(gx, 0, NONE, O, O, O, TEX);
}

static void masked_mirror(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    picture(model, gx, PICTURE_GRAIN);
    picture_around(model, gx, PICTURE_SKY);
    stage(gx, 1, PAINT, O, TEX, RAS, O);
    stage(gx, 0, PAINT, PREV, RAS, TEX, O);
}

static const gallery_item pairs[] = {
    {"TEX0*TEX1", product, BODY_BALL, false},
    {"2*TEX0*TEX1", doubled_product, BODY_BOX, false},
    {".5*lerp(TEX0,TEX1,k)", halved_mean, BODY_BALL, false},
    {"lerp(TEX1,TEX0,VTXa)*VTX", blended_ground, BODY_BOX, false},
    {"PROJ1*k1+TEX0*VTX*k", thrown_light, BODY_BALL, false},
    {"lerp(k,TEX0,VTX)*k1+PROJ1*k2", thrown_light_on_tone, BODY_BOX, false},
    {"LIT*PROJ0", light_on_thrown, BODY_BALL, false},
    {"ENV0", mirror, BODY_BALL, false},
    {"lerp(ENV1*VTX,VTX,TEX0)", masked_mirror, BODY_BOX, false},
};

/* ------------------------------------------------------------------------------ what games are known by */

static void toon(jb_model *model, ferry_gx_material *gx, bool highlight) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    gx->channels[0].light_mask = 3;
    gx->material_colors[0] = (ferry_gx_color){255, 255, 255, 255};
    picture(model, gx, PICTURE_TILES);
    picture_ramp(model, gx, PICTURE_TOON);
    stage(gx, 1, NONE, C0, ONE, TEX, O);
    stage(gx, 0, NONE, O, PREV, TEX, O);
    if (!highlight) return;
    picture_ramp(model, gx, PICTURE_TOON_EX);
    gx->swap_tables[1][0] = gx->swap_tables[1][2] = 1;
    stage(gx, 2, NONE, O, TEX, C1, PREV)->tex_swap = 1;
}

static void toon_alone(jb_model *model, ferry_gx_material *gx) {
    toon(model, gx, false);
}

static void toon_with_highlight(jb_model *model, ferry_gx_material *gx) {
    toon(model, gx, true);
}

static void metal(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    picture_around(model, gx, PICTURE_SKY);
    picture_ramp(model, gx, PICTURE_STEP);
    stage(gx, 1, NONE, C0, ONE, TEX, O);
    stage(gx, 0, NONE, O, TEX, K, PREV);
}

static void soft_character(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    light(gx, 1, FERRY_GX_SOURCE_REGISTER);
    picture(model, gx, PICTURE_TILES);
    picture_ramp(model, gx, PICTURE_STEP);
    stage(gx, 1, PAINT, TEX, RAS, K, C0)->color.bias = 2;
    stage(gx, NONE, PAINT2, PREV, RAS, K, O)->konst_color = 13;
    stage(gx, 0, NONE, PREV, O, O, TEX)->color.bias = 2;
}

static void soft_enemy(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    light(gx, 1, FERRY_GX_SOURCE_REGISTER);
    picture(model, gx, PICTURE_TILES);
    picture_ramp(model, gx, PICTURE_STEP);
    stage(gx, 1, NONE, O, TEX, HALF, O);
    stage(gx, 0, PAINT2, RAS, TEX, PREV, O);
}

static void gloss(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    light_alpha(gx);
    picture(model, gx, PICTURE_TILES);
    ferry_gx_stage *tone = stage(gx, NONE, PAINT, C0, C1, RAS, O);
    tone->color.scale = 1, tone->color.destination = 1;
    stage(gx, 0, PAINT, TEXA, K, RASA, O);
    stage(gx, NONE, NONE, O, PREV, PREV, O)->color.scale = 3;
    stage(gx, 0, NONE, O, TEX, C0, PREV);
}

static void rim(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light_alpha(gx);
    picture(model, gx, PICTURE_TILES);
    stage(gx, NONE, PAINT, K, O, RASA, O)->color.scale = 1;
    stage(gx, 0, PAINT, O, TEX, RAS, PREV);
}

static void lava(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_VERTEX);
    picture(model, gx, PICTURE_TILES);
    picture_around(model, gx, PICTURE_SKY);
    picture(model, gx, PICTURE_SHIFT);
    gx->indirect_enabled = true;
    gx->indirect_stage_count = 1;
    gx->indirect_orders[0] = (ferry_gx_indirect_order){.texgen = 2, .map = 2};
    gx->indirect_matrices[0] = (ferry_gx_indirect_matrix){{{0.3F, 0, 0}, {0, 0.3F, 0}}, 0};
    ferry_gx_stage *s = stage(gx, 1, NONE, O, TEX, K, O);
    s->indirect = (ferry_gx_indirect_use){.bias = 7, .matrix = 1};
    stage(gx, 0, NONE, PREV, O, O, TEX);
    stage(gx, NONE, PAINT, O, PREV, RAS, O);
}

static void odd_difference(jb_model *model, ferry_gx_material *gx) {
    begin(gx);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    picture(model, gx, PICTURE_TILES);
    ferry_gx_stage *s = stage(gx, 0, PAINT, RAS, O, O, TEX);
    s->color.op = 1, s->color.bias = 1;
}

static const gallery_item shine[] = {
    {"TEX0*lerp(k,1,RAMP1)", toon_alone, BODY_BALL, false},
    {"TEX0*lerp(k,1,RAMP1)+RAMP2.g*k1", toon_with_highlight, BODY_BALL, false},
    {"ENV0*k1+lerp(k,1,RAMP1)", metal, BODY_BALL, false},
    {"lerp(lerp(RAMP1,LIT,k)+k1-.5,LIT1,k2)+TEX0-.5", soft_character, BODY_BALL, false},
    {"lerp(LIT1,TEX0,.5*RAMP1)", soft_enemy, BODY_BOX, false},
    {".5*lerp(TEX0a,k,LITa)^2+TEX0*2*lerp(k1,k2,LIT)", gloss, BODY_BALL, false},
    {"TEX0*VTX+2*(1-LITa)*k", rim, BODY_BOX, false},
    {"(INDENV1*k+TEX0)*LITV", lava, BODY_BALL, false},
    {"TEX0-LIT+.5", odd_difference, BODY_BOX, false},
};

/* ----------------------------------------------------------------------------- alpha tests, culling */

static void test(ferry_gx_material *gx, uint8_t compare0, uint8_t ref0, uint8_t op, uint8_t compare1,
                 uint8_t ref1) {
    gx->mode = 2, gx->z_location = 0;
    gx->alpha_compare0 = compare0, gx->alpha_ref0 = ref0, gx->alpha_op = op;
    gx->alpha_compare1 = compare1, gx->alpha_ref1 = ref1;
}

static void cut(jb_model *model, ferry_gx_material *gx, gallery_picture which, uint8_t cull) {
    alpha(modulated(model, gx, which), A_O, A_O, A_O, A_TEX);
    test(gx, 4, 127, FERRY_GX_AND, 7, 0);
    gx->cull = cull;
}

static void cut_back(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_MARKS, FERRY_GX_CULL_BACK);
}

static void cut_none(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_MARKS, FERRY_GX_CULL_NONE);
}

static void cut_front(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_MARKS, FERRY_GX_CULL_FRONT);
}

static void cut_soft(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_CLOUD, FERRY_GX_CULL_NONE);
    test(gx, 6, 128, FERRY_GX_AND, 3, 255);
}

static void cut_least(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_MARKS, FERRY_GX_CULL_NONE);
    test(gx, 4, 0, FERRY_GX_OR, 4, 0);
}

static void cut_by_vertex(jb_model *model, ferry_gx_material *gx) {
    alpha(modulated(model, gx, PICTURE_CLOUD), A_O, A_TEX, A_RAS, A_O);
    test(gx, 6, 64, FERRY_GX_AND, 6, 0);
    gx->cull = FERRY_GX_CULL_NONE;
}

static void cut_by_light(jb_model *model, ferry_gx_material *gx) {
    alpha(modulated(model, gx, PICTURE_MARKS), A_O, A_TEX, A_RAS, A_O);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    light_alpha(gx);
    test(gx, 4, 40, FERRY_GX_OR, 4, 40);
}

static void cut_band(jb_model *model, ferry_gx_material *gx) {
    cut(model, gx, PICTURE_CLOUD, FERRY_GX_CULL_NONE);
    test(gx, 6, 220, FERRY_GX_OR, 3, 50);
}

static void opaque_after_all(jb_model *model, ferry_gx_material *gx) {
    alpha(modulated(model, gx, PICTURE_TILES), A_O, A_O, A_O, A_TEX);
    gx->mode = 4, gx->blend_mode = 1;
}

static const gallery_item cutouts[] = {
    {"TEX0a>127", cut_back, BODY_BALL, false},
    {"TEX0a>127, both sides", cut_none, BODY_BOX, false},
    {"TEX0a>127, back sides", cut_front, BODY_BALL, false},
    {"soft TEX0a>=128", cut_soft, BODY_BALL, false},
    {"TEX0a>0", cut_least, BODY_BOX, false},
    {"TEX0a*VTXa>=64", cut_by_vertex, BODY_BALL, false},
    {"LITa*TEX0a>40", cut_by_light, BODY_BALL, false},
    {"TEX0a<=50 or >=220", cut_band, BODY_BOX, false},
    {"blended, opaque texels", opaque_after_all, BODY_BALL, false},
};

/* -------------------------------------------------------------------------------------- translucent */

static void blend(ferry_gx_material *gx, uint8_t source, uint8_t destination) {
    gx->mode = 4, gx->blend_mode = FERRY_GX_BLEND_BLEND;
    gx->blend_src = source, gx->blend_dst = destination;
    gx->z_write = 0;
}

static void mixed(jb_model *model, ferry_gx_material *gx, uint8_t a, uint8_t b, uint8_t c, uint8_t d) {
    alpha(modulated(model, gx, PICTURE_CLOUD), a, b, c, d);
    blend(gx, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_INV_SRC_ALPHA);
}

static void mix_texture_by_vertex(jb_model *model, ferry_gx_material *gx) {
    mixed(model, gx, A_O, A_TEX, A_RAS, A_O);
}

static void mix_texture(jb_model *model, ferry_gx_material *gx) {
    mixed(model, gx, A_O, A_O, A_O, A_TEX);
}

static void mix_vertex(jb_model *model, ferry_gx_material *gx) {
    vertex_alone(model, gx);
    alpha(&gx->stages[0], A_O, A_O, A_O, A_RAS);
    blend(gx, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_INV_SRC_ALPHA);
}

static void mix_texture_by_constant(jb_model *model, ferry_gx_material *gx) {
    mixed(model, gx, A_O, A_TEX, A_K, A_O);
}

static void mix_light_by_texture(jb_model *model, ferry_gx_material *gx) {
    mixed(model, gx, A_O, A_TEX, A_RAS, A_O);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    light_alpha(gx);
}

static void mix_pair(jb_model *model, ferry_gx_material *gx, uint8_t b, uint8_t c, uint8_t d) {
    mixed(model, gx, A_O, A_O, A_O, A_TEX);
    use_matrix(gx, picture(model, gx, PICTURE_CLOUD), FERRY_GX_TG_TEX0, 0, 2);
    alpha(stage(gx, 1, NONE, PREV, O, O, O), A_O, b, c, d);
}

static void mix_product(jb_model *model, ferry_gx_material *gx) {
    mix_pair(model, gx, A_TEX, A_PREV, A_O);
}

static void mix_sum(jb_model *model, ferry_gx_material *gx) {
    mix_pair(model, gx, A_TEX, A_K, A_PREV);
}

static void mix_second(jb_model *model, ferry_gx_material *gx) {
    mix_pair(model, gx, A_O, A_O, A_TEX);
}

static void mix_constant(jb_model *model, ferry_gx_material *gx) {
    mixed(model, gx, A_O, A_O, A_O, A_K);
    light(gx, 0, FERRY_GX_SOURCE_VERTEX);
    gx->z_write = 1;
}

static const gallery_item mixes[] = {
    {"TEX0*VTX, TEX0a*VTXa", mix_texture_by_vertex, BODY_BALL, false},
    {"TEX0*VTX, TEX0a", mix_texture, BODY_BOX, false},
    {"VTX, VTXa", mix_vertex, BODY_BALL, false},
    {"TEX0*VTX, TEX0a*k", mix_texture_by_constant, BODY_BOX, false},
    {"TEX0*LIT, TEX0a*LITa", mix_light_by_texture, BODY_BALL, false},
    {"TEX0*VTX, TEX0a*TEX1a", mix_product, BODY_BOX, false},
    {"TEX0*VTX, TEX0a+TEX1a*k", mix_sum, BODY_BALL, false},
    {"TEX0*VTX, TEX1a", mix_second, BODY_BOX, false},
    {"TEX0*LITV, k", mix_constant, BODY_BALL, false},
};

/* ------------------------------------------------------------------------------------ other ways to blend */

/* A dim glow of one hue, which only shines through where the picture is bright. */
static void glow(jb_model *model, ferry_gx_material *gx, uint8_t source, uint8_t destination) {
    mixed(model, gx, A_O, A_O, A_O, A_TEX);
    gx->konst[0] = (ferry_gx_color){120, 90, 40, 255};
    gx->stages[0].color.c = K;
    blend(gx, source, destination);
}

static void glow_by_alpha(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_ONE);
}

static void glow_added(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_ONE, FERRY_GX_FACTOR_ONE);
}

/* Bright, and of many hues. */
static void glow_of_vertices(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_ONE);
    gx->stages[0].color.c = RAS;
}

static void screen(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_ONE, FERRY_GX_FACTOR_INV_OTHER_COLOR);
}

static void premultiplied(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_ONE, FERRY_GX_FACTOR_INV_SRC_ALPHA);
}

static void overwritten(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_ONE, FERRY_GX_FACTOR_ZERO);
    gx->stages[0].color.c = RAS;
}

static void multiplied(jb_model *model, ferry_gx_material *gx) {
    glow(model, gx, FERRY_GX_FACTOR_OTHER_COLOR, FERRY_GX_FACTOR_ZERO);
    gx->stages[0].color.c = RAS;
}

static void layer_below(jb_model *model, ferry_gx_material *gx) {
    texture_by_vertex(model, gx);
}

static void layer_above(jb_model *model, ferry_gx_material *gx) {
    alpha(modulated(model, gx, PICTURE_MARKS), A_O, A_O, A_O, A_TEX);
    light(gx, 0, FERRY_GX_SOURCE_REGISTER);
    blend(gx, FERRY_GX_FACTOR_SRC_ALPHA, FERRY_GX_FACTOR_INV_SRC_ALPHA);
}

static const gallery_item glows[] = {
    {"layer below", layer_below, BODY_BALL, false},
    {"layer above, same place", layer_above, BODY_BALL, true},
    {"add TEX0*k*TEX0a", glow_by_alpha, BODY_BOX, false},
    {"add TEX0*k", glow_added, BODY_BALL, false},
    {"screen TEX0*k", screen, BODY_BOX, false},
    {"premultiplied TEX0*k", premultiplied, BODY_BALL, false},
    {"overwrite TEX0*VTX", overwritten, BODY_BOX, false},
    {"add TEX0*VTX*TEX0a", glow_of_vertices, BODY_BALL, false},
    {"multiply TEX0*VTX", multiplied, BODY_BOX, false},
};

/* -------------------------------------------------------------------------------------------------- rooms */

void gallery_seed(jb_model *model, ferry_gx_material *gx) {
    texture_by_vertex(model, gx);
}

#define ROOM(items, seeds)                                                                                   \
    { items, sizeof(items) / sizeof *(items), seeds }

const gallery_room gallery_plain = ROOM(plain, false);
const gallery_room gallery_lit = ROOM(lit, false);
const gallery_room gallery_pairs = ROOM(pairs, false);
const gallery_room gallery_shine = ROOM(shine, false);
const gallery_room gallery_cutouts = ROOM(cutouts, false);
const gallery_room gallery_mixes = ROOM(mixes, true);
const gallery_room gallery_glows = ROOM(glows, true);
