/* dump_json_machine.c: the state of the machine that a material comes from as JSON (docs/json.md, "ferry64
 * dump --json"). */
#include "core/inspect/dump_json_machine.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/json_out.h"

static void put_hex(fy_json_out *j, const char *key, int digits, uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "0x%0*" PRIX64, digits, value);
    fy_put_text(j, key, text);
}

static void put_bytes(fy_json_out *j, const char *key, const uint8_t *values, uint32_t count) {
    fy_put_row(j, key);
    for (uint32_t i = 0; i < count; i++) fy_put_integer(j, NULL, values[i]);
    fy_put_end(j);
}

/* ------------------------------------------------------------------------------------- GX: channels */

static void put_color(fy_json_out *j, const char *key, ferry_gx_color c) {
    const uint8_t values[4] = {c.r, c.g, c.b, c.a};
    put_bytes(j, key, values, 4);
}

static void put_colors(fy_json_out *j, const char *key, const ferry_gx_color *colors, uint32_t count) {
    fy_put_list(j, key);
    for (uint32_t k = 0; k < count; k++) put_color(j, NULL, colors[k]);
    fy_put_end(j);
}

static void put_channel(fy_json_out *j, const ferry_gx_channel *c) {
    fy_put_object(j, NULL);
    fy_put_bool(j, "lit", c->lit);
    fy_put_integer(j, "material_source", c->material_source);
    fy_put_integer(j, "ambient_source", c->ambient_source);
    fy_put_integer(j, "light_mask", c->light_mask);
    fy_put_integer(j, "diffuse", c->diffuse);
    fy_put_integer(j, "attenuation", c->attenuation);
    fy_put_end(j);
}

static void put_light(fy_json_out *j, const ferry_gx_light *l) {
    fy_put_object(j, NULL);
    fy_put_floats(j, "position", l->position, 3);
    fy_put_floats(j, "direction", l->direction, 3);
    put_color(j, "color", l->color);
    fy_put_floats(j, "angle_attenuation", l->angle_attenuation, 3);
    fy_put_floats(j, "distance_attenuation", l->distance_attenuation, 3);
    fy_put_end(j);
}

static void put_lighting(fy_json_out *j, const ferry_gx_material *gx) {
    fy_put_integer(j, "channel_count", gx->channel_count);
    put_colors(j, "material_colors", gx->material_colors, 2);
    put_colors(j, "ambient_colors", gx->ambient_colors, 2);
    fy_put_list(j, "channels");
    for (int k = 0; k < 4; k++) put_channel(j, &gx->channels[k]);
    fy_put_end(j);
    fy_put_list(j, "lights");
    for (uint32_t k = 0; k < gx->light_count; k++) put_light(j, &gx->lights[k]);
    fy_put_end(j);
}

/* ---------------------------------------------------------------------------------- GX: coordinates */

static void put_texgen_fields(fy_json_out *j, const ferry_gx_texgen *t) {
    fy_put_integer(j, "type", t->type);
    fy_put_integer(j, "source", t->source);
    fy_put_integer(j, "matrix", t->matrix);
}

static void put_texgen(fy_json_out *j, const ferry_gx_texgen *texgen, const ferry_gx_texgen *post) {
    fy_put_object(j, NULL);
    put_texgen_fields(j, texgen);
    if (post->matrix == 0xFF) {
        fy_put_null(j, "post");
    } else {
        fy_put_object(j, "post");
        put_texgen_fields(j, post);
        fy_put_end(j);
    }
    fy_put_end(j);
}

static void put_texture_matrix(fy_json_out *j, const ferry_gx_texture_matrix *m) {
    if (!m->present) {
        fy_put_null(j, NULL);
        return;
    }
    fy_put_object(j, NULL);
    fy_put_integer(j, "projection", m->projection);
    fy_put_integer(j, "mode", m->mode);
    fy_put_bool(j, "maya", m->maya);
    fy_put_floats(j, "center", m->center, 3);
    fy_put_floats(j, "scale", m->scale, 2);
    fy_put_integer(j, "rotation", m->rotation);
    fy_put_floats(j, "translate", m->translate, 2);
    fy_put_floats(j, "effect", &m->effect[0][0], 16);
    fy_put_end(j);
}

static void put_coordinates(fy_json_out *j, const ferry_gx_material *gx) {
    fy_put_list(j, "texgens");
    for (int k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
        put_texgen(j, &gx->texgens[k], &gx->post_texgens[k]);
    fy_put_end(j);
    fy_put_list(j, "matrices");
    for (int k = 0; k < FERRY_GX_MAX_MATRICES; k++) put_texture_matrix(j, &gx->matrices[k]);
    fy_put_end(j);
    fy_put_list(j, "post_matrices");
    for (uint32_t k = 0; k < gx->post_matrix_count; k++) put_texture_matrix(j, &gx->post_matrices[k]);
    fy_put_end(j);
    fy_put_row(j, "textures");
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++) fy_put_reference(j, NULL, gx->textures[k]);
    fy_put_end(j);
    if (!gx->frame_buffer_slots) return;
    fy_put_row(j, "frame_buffer_slots");
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
        if (gx->frame_buffer_slots >> k & 1) fy_put_integer(j, NULL, k);
    fy_put_end(j);
}

/* --------------------------------------------------------------------------------------- GX: stages */

static void put_combine(fy_json_out *j, const char *key, const ferry_gx_combine *c) {
    const uint8_t inputs[4] = {c->a, c->b, c->c, c->d};
    fy_put_object(j, key);
    put_bytes(j, "inputs", inputs, 4);
    fy_put_integer(j, "op", c->op);
    fy_put_integer(j, "bias", c->bias);
    fy_put_integer(j, "scale", c->scale);
    fy_put_bool(j, "clamp", c->clamp);
    fy_put_integer(j, "destination", c->destination);
    fy_put_end(j);
}

static void put_indirect_use(fy_json_out *j, const ferry_gx_indirect_use *u) {
    fy_put_object(j, "indirect");
    fy_put_integer(j, "stage", u->stage);
    fy_put_integer(j, "format", u->format);
    fy_put_integer(j, "bias", u->bias);
    fy_put_integer(j, "matrix", u->matrix);
    fy_put_integer(j, "wrap_s", u->wrap_s);
    fy_put_integer(j, "wrap_t", u->wrap_t);
    fy_put_integer(j, "add_previous", u->add_previous);
    fy_put_integer(j, "unmodified_lod", u->unmodified_lod);
    fy_put_integer(j, "alpha_select", u->alpha_select);
    fy_put_end(j);
}

static void put_stage(fy_json_out *j, const ferry_gx_stage *s, bool indirect) {
    fy_put_object(j, NULL);
    fy_put_reference(j, "texgen", s->texgen == 0xFF ? FERRY_NONE : s->texgen);
    fy_put_reference(j, "map", s->map == 0xFF ? FERRY_NONE : s->map);
    fy_put_integer(j, "channel", s->channel);
    put_combine(j, "color", &s->color);
    put_combine(j, "alpha", &s->alpha);
    fy_put_integer(j, "konst_color", s->konst_color);
    fy_put_integer(j, "konst_alpha", s->konst_alpha);
    fy_put_integer(j, "ras_swap", s->ras_swap);
    fy_put_integer(j, "tex_swap", s->tex_swap);
    if (indirect) put_indirect_use(j, &s->indirect);
    fy_put_end(j);
}

static void put_combiners(fy_json_out *j, const ferry_gx_material *gx) {
    fy_put_list(j, "registers");
    for (int k = 0; k < 4; k++) {
        const int16_t values[4] = {gx->registers[k].r, gx->registers[k].g, gx->registers[k].b,
                                   gx->registers[k].a};
        fy_put_row(j, NULL);
        for (int c = 0; c < 4; c++) fy_put_integer(j, NULL, values[c]);
        fy_put_end(j);
    }
    fy_put_end(j);
    put_colors(j, "konst", gx->konst, 4);
    fy_put_list(j, "stages");
    for (int k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++)
        put_stage(j, &gx->stages[k], gx->indirect_enabled);
    fy_put_end(j);
    fy_put_list(j, "swap_tables");
    for (int k = 0; k < 4; k++) put_bytes(j, NULL, gx->swap_tables[k], 4);
    fy_put_end(j);
}

static void put_indirect(fy_json_out *j, const ferry_gx_material *gx) {
    if (!gx->indirect_enabled) return;
    fy_put_object(j, "indirect");
    fy_put_integer(j, "stage_count", gx->indirect_stage_count);
    fy_put_list(j, "orders");
    for (int k = 0; k < 4; k++) {
        fy_put_object(j, NULL);
        fy_put_integer(j, "texgen", gx->indirect_orders[k].texgen);
        fy_put_integer(j, "map", gx->indirect_orders[k].map);
        fy_put_integer(j, "scale_s", gx->indirect_orders[k].scale_s);
        fy_put_integer(j, "scale_t", gx->indirect_orders[k].scale_t);
        fy_put_end(j);
    }
    fy_put_end(j);
    fy_put_list(j, "matrices");
    for (int k = 0; k < 3; k++) {
        fy_put_object(j, NULL);
        fy_put_floats(j, "values", &gx->indirect_matrices[k].m[0][0], 6);
        fy_put_integer(j, "exponent", gx->indirect_matrices[k].exponent);
        fy_put_end(j);
    }
    fy_put_end(j);
    fy_put_end(j);
}

/* --------------------------------------------------------------------------------------- GX: pixels */

static void put_fog(fy_json_out *j, const ferry_gx_fog *fog) {
    if (!fog->present) return;
    fy_put_object(j, "fog");
    fy_put_integer(j, "type", fog->type);
    fy_put_integer(j, "range_adjust", fog->range_adjust);
    fy_put_integer(j, "center", fog->center);
    fy_put_number(j, "start", (double)fog->start);
    fy_put_number(j, "end", (double)fog->end);
    fy_put_number(j, "near", (double)fog->near_plane);
    fy_put_number(j, "far", (double)fog->far_plane);
    put_color(j, "color", fog->color);
    fy_put_row(j, "adjust");
    for (int k = 0; k < 10; k++) fy_put_integer(j, NULL, fog->adjust[k]);
    fy_put_end(j);
    fy_put_end(j);
}

static void put_tests(fy_json_out *j, const ferry_gx_material *gx) {
    fy_put_object(j, "alpha_compare");
    fy_put_integer(j, "compare0", gx->alpha_compare0);
    fy_put_integer(j, "reference0", gx->alpha_ref0);
    fy_put_integer(j, "op", gx->alpha_op);
    fy_put_integer(j, "compare1", gx->alpha_compare1);
    fy_put_integer(j, "reference1", gx->alpha_ref1);
    fy_put_end(j);
    fy_put_object(j, "depth");
    fy_put_bool(j, "test", gx->z_test);
    fy_put_integer(j, "compare", gx->z_compare);
    fy_put_bool(j, "write", gx->z_write);
    fy_put_bool(j, "early", gx->z_location);
    fy_put_end(j);
}

static void put_pixels(fy_json_out *j, const ferry_gx_material *gx) {
    put_tests(j, gx);
    fy_put_object(j, "blend");
    fy_put_integer(j, "mode", gx->blend_mode);
    fy_put_integer(j, "source", gx->blend_src);
    fy_put_integer(j, "destination", gx->blend_dst);
    fy_put_integer(j, "logic", gx->blend_logic);
    fy_put_end(j);
    fy_put_bool(j, "dither", gx->dither);
    put_fog(j, &gx->fog);
    fy_put_object(j, "nbt_scale");
    fy_put_bool(j, "enabled", gx->nbt_scale_enabled);
    fy_put_floats(j, "scale", gx->nbt_scale, 3);
    fy_put_end(j);
}

static void put_gx(fy_json_out *j, const ferry_gx_material *gx) {
    fy_put_object(j, "gx");
    fy_put_integer(j, "mode", gx->mode);
    fy_put_integer(j, "cull", gx->cull);
    put_lighting(j, gx);
    put_coordinates(j, gx);
    put_combiners(j, gx);
    put_indirect(j, gx);
    put_pixels(j, gx);
    fy_put_end(j);
}

/* ---------------------------------------------------------------------------------------------------- RDP */

static void put_axis(fy_json_out *j, const char *key, const ferry_rdp_axis *a) {
    fy_put_object(j, key);
    fy_put_number(j, "low", (double)a->low);
    fy_put_number(j, "high", (double)a->high);
    fy_put_integer(j, "mask", a->mask);
    fy_put_integer(j, "shift", a->shift);
    fy_put_bool(j, "mirror", a->mirror);
    fy_put_bool(j, "clamp", a->clamp);
    fy_put_end(j);
}

static void put_tile(fy_json_out *j, const ferry_rdp_tile *t) {
    if (t->texture == FERRY_NONE && !t->reference) {
        fy_put_null(j, NULL);
        return;
    }
    fy_put_object(j, NULL);
    fy_put_reference(j, "texture", t->texture);
    put_hex(j, "reference", 8, t->reference);
    put_hex(j, "hash", 8, t->hash);
    fy_put_integer(j, "width", t->width);
    fy_put_integer(j, "height", t->height);
    put_axis(j, "s", &t->s);
    put_axis(j, "t", &t->t);
    fy_put_end(j);
}

static void put_rdp(fy_json_out *j, const ferry_rdp_material *r) {
    fy_put_object(j, "rdp");
    put_hex(j, "combiner", 16, r->combiner);
    put_hex(j, "other_mode", 16, r->other_mode);
    put_hex(j, "other_mode_mask", 16, r->other_mode_mask);
    put_hex(j, "blender", 8, r->blender);
    put_hex(j, "flags", 8, r->flags);
    fy_put_integer(j, "fog", r->fog);
    fy_put_integer(j, "colors", r->colors);
    fy_put_integer(j, "effect", r->effect);
    fy_put_bool(j, "alpha_unchanged", r->alpha_unchanged);
    put_bytes(j, "prim", r->prim, 4);
    put_bytes(j, "env", r->env, 4);
    put_bytes(j, "blend", r->blend, 4);
    fy_put_list(j, "tiles");
    for (int k = 0; k < 2; k++) put_tile(j, &r->tiles[k]);
    fy_put_end(j);
    fy_put_end(j);
}

void fy_put_machine(fy_json_out *j, const ferry_material *material) {
    if (material->gx) put_gx(j, material->gx);
    if (material->rdp) put_rdp(j, material->rdp);
}

void fy_dump_machine(ferry_out *out, const ferry_material *material) {
    fy_json_out j = fy_put_open(out);
    fy_put_object(&j, NULL);
    fy_put_machine(&j, material);
    fy_put_end(&j);
}
