/* properties_material.c: the state of a machine, one property for each of its units (properties.h). Numbers
 * are the hardware's own, named in ferry64_gx.h and ferry64_rdp.h. */
#include "core/inspect/properties_material.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/inspect/properties_tell.h"
#include "core/scene/labels.h"

/* A key with a number in it: "gx stage 3 color". */
typedef struct numbered {
    char text[64];
} numbered;

static numbered number_key(const char *key, unsigned number, const char *rest) {
    numbered made;
    snprintf(made.text, sizeof made.text, "%s %u%s%s", key, number, *rest ? " " : "", rest);
    return made;
}

#define KEY(key, number, rest) number_key((key), (unsigned)(number), (rest)).text

static void tell_color(fy_properties *f, const char *key, int number, ferry_gx_color c) {
    fy_tell_text(f, KEY(key, number, ""), "%u %u %u %u", c.r, c.g, c.b, c.a);
}

/* ------------------------------------------------------------------------------------- GX: channels */

static void tell_light(fy_properties *f, uint32_t k, const ferry_gx_light *l) {
    fy_tell_numbers(f, KEY("gx light", k, "at"), FY_RATIO, l->position, 3);
    fy_tell_numbers(f, KEY("gx light", k, "direction"), FY_RATIO, l->direction, 3);
    tell_color(f, "gx light-color", (int)k, l->color);
    fy_tell_numbers(f, KEY("gx light", k, "angle"), FY_RATIO, l->angle_attenuation, 3);
    fy_tell_numbers(f, KEY("gx light", k, "distance"), FY_RATIO, l->distance_attenuation, 3);
}

static void tell_channels(fy_properties *f, const ferry_gx_material *gx) {
    fy_tell_text(f, "gx channels", "%u", gx->channel_count);
    for (int k = 0; k < 2; k++) {
        tell_color(f, "gx material-color", k, gx->material_colors[k]);
        tell_color(f, "gx ambient-color", k, gx->ambient_colors[k]);
    }
    for (int k = 0; k < 4; k++) {
        const ferry_gx_channel *c = &gx->channels[k];
        fy_tell_text(f, KEY("gx channel", k, ""),
                     "lit %u material %u ambient %u lights 0x%02x diffuse %u attenuation %u", c->lit,
                     c->material_source, c->ambient_source, c->light_mask, c->diffuse, c->attenuation);
    }
    for (uint32_t k = 0; k < gx->light_count; k++) tell_light(f, k, &gx->lights[k]);
}

/* ---------------------------------------------------------------------------------- GX: coordinates */

static void tell_matrix(fy_properties *f, const char *key, unsigned k, const ferry_gx_texture_matrix *m) {
    if (!m->present) return;
    fy_tell_text(f, KEY(key, k, ""), "projection %u mode %u%s", m->projection, m->mode,
                 m->maya ? " maya" : "");
    fy_tell_numbers(f, KEY(key, k, "center"), FY_RATIO, m->center, 3);
    fy_tell_numbers(f, KEY(key, k, "scale"), FY_RATIO, m->scale, 2);
    fy_tell_text(f, KEY(key, k, "rotation"), "%d", m->rotation);
    fy_tell_numbers(f, KEY(key, k, "translate"), FY_RATIO, m->translate, 2);
    fy_tell_numbers(f, KEY(key, k, "effect"), FY_RATIO, &m->effect[0][0], 16);
}

static void tell_coordinates(fy_properties *f, const ferry_gx_material *gx) {
    for (int k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
        fy_tell_text(f, KEY("gx texgen", k, ""), "type %u source %u matrix %u post %u", gx->texgens[k].type,
                     gx->texgens[k].source, gx->texgens[k].matrix, gx->post_texgens[k].matrix);
    for (unsigned k = 0; k < FERRY_GX_MAX_MATRICES; k++) tell_matrix(f, "gx matrix", k, &gx->matrices[k]);
    for (uint32_t k = 0; k < gx->post_matrix_count; k++)
        tell_matrix(f, "gx post-matrix", k, &gx->post_matrices[k]);
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++)
        if (gx->textures[k] != FERRY_NONE)
            fy_tell_thing(f, KEY("gx map", k, ""), FY_TEXTURE, gx->textures[k]);
    if (gx->frame_buffer_slots) fy_tell_text(f, "gx frame buffer slots", "0x%02X", gx->frame_buffer_slots);
}

/* --------------------------------------------------------------------------------------- GX: stages */

static void tell_combine(fy_properties *f, const char *half, int stage, const ferry_gx_combine *c) {
    fy_tell_text(f, KEY("gx stage", stage, half), "%u %u %u %u op %u bias %u scale %u clamp %u to %u", c->a,
                 c->b, c->c, c->d, c->op, c->bias, c->scale, c->clamp, c->destination);
}

static void tell_stage(fy_properties *f, int k, const ferry_gx_stage *s, bool indirect) {
    const ferry_gx_indirect_use *u = &s->indirect;
    fy_tell_text(f, KEY("gx stage", k, "order"), "texgen %u map %u channel %u", s->texgen, s->map,
                 s->channel);
    tell_combine(f, "color", k, &s->color);
    tell_combine(f, "alpha", k, &s->alpha);
    fy_tell_text(f, KEY("gx stage", k, "konst"), "%u %u", s->konst_color, s->konst_alpha);
    fy_tell_text(f, KEY("gx stage", k, "swap"), "%u %u", s->ras_swap, s->tex_swap);
    if (indirect)
        fy_tell_text(f, KEY("gx stage", k, "indirect"),
                     "%u format %u bias %u matrix %u wrap %u %u previous %u lod %u alpha %u", u->stage,
                     u->format, u->bias, u->matrix, u->wrap_s, u->wrap_t, u->add_previous, u->unmodified_lod,
                     u->alpha_select);
}

static void tell_combiners(fy_properties *f, const ferry_gx_material *gx) {
    for (int k = 0; k < 4; k++)
        fy_tell_text(f, KEY("gx register", k, ""), "%d %d %d %d", gx->registers[k].r, gx->registers[k].g,
                     gx->registers[k].b, gx->registers[k].a);
    for (int k = 0; k < 4; k++) tell_color(f, "gx konst", k, gx->konst[k]);
    fy_tell_text(f, "gx stages", "%u", gx->stage_count);
    for (int k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++)
        tell_stage(f, k, &gx->stages[k], gx->indirect_enabled);
    for (int k = 0; k < 4; k++)
        fy_tell_text(f, KEY("gx swap-table", k, ""), "%u %u %u %u", gx->swap_tables[k][0],
                     gx->swap_tables[k][1], gx->swap_tables[k][2], gx->swap_tables[k][3]);
}

static void tell_indirect(fy_properties *f, const ferry_gx_material *gx) {
    if (!gx->indirect_enabled) return;
    fy_tell_text(f, "gx indirect stages", "%u", gx->indirect_stage_count);
    for (int k = 0; k < 4; k++) {
        const ferry_gx_indirect_order *o = &gx->indirect_orders[k];
        fy_tell_text(f, KEY("gx indirect-order", k, ""), "texgen %u map %u scale %u %u", o->texgen, o->map,
                     o->scale_s, o->scale_t);
    }
    for (int k = 0; k < 3; k++) {
        fy_tell_numbers(f, KEY("gx indirect-matrix", k, "values"), FY_RATIO,
                        &gx->indirect_matrices[k].m[0][0], 6);
        fy_tell_text(f, KEY("gx indirect-matrix", k, "exponent"), "%d", gx->indirect_matrices[k].exponent);
    }
}

/* --------------------------------------------------------------------------------------- GX: pixels */

static void tell_fog(fy_properties *f, const ferry_gx_fog *fog) {
    const uint16_t *t = fog->adjust;
    if (!fog->present) return;
    fy_tell_text(f, "gx fog", "type %u adjust %u center %u", fog->type, fog->range_adjust, fog->center);
    fy_tell_numbers(f, "gx fog range", FY_RATIO, &fog->start, 4);
    fy_tell_text(f, "gx fog color", "%u %u %u %u", fog->color.r, fog->color.g, fog->color.b, fog->color.a);
    fy_tell_text(f, "gx fog table", "%u %u %u %u %u %u %u %u %u %u", t[0], t[1], t[2], t[3], t[4], t[5], t[6],
                 t[7], t[8], t[9]);
}

static void tell_pixels(fy_properties *f, const ferry_gx_material *gx) {
    fy_tell_text(f, "gx alpha-compare", "%u %u op %u %u %u", gx->alpha_compare0, gx->alpha_ref0, gx->alpha_op,
                 gx->alpha_compare1, gx->alpha_ref1);
    fy_tell_text(f, "gx blend", "%u source %u destination %u logic %u", gx->blend_mode, gx->blend_src,
                 gx->blend_dst, gx->blend_logic);
    fy_tell_text(f, "gx depth", "test %u compare %u write %u early %u", gx->z_test, gx->z_compare,
                 gx->z_write, gx->z_location);
    fy_tell_text(f, "gx dither", "%u", gx->dither);
    tell_fog(f, &gx->fog);
    if (gx->nbt_scale_enabled) fy_tell_numbers(f, "gx nbt-scale", FY_RATIO, gx->nbt_scale, 3);
}

void fy_properties_of_gx(fy_properties *f, const ferry_gx_material *gx) {
    fy_tell_text(f, "gx mode", "%u", gx->mode);
    fy_tell_text(f, "gx cull", "%u", gx->cull);
    tell_channels(f, gx);
    tell_coordinates(f, gx);
    tell_combiners(f, gx);
    tell_indirect(f, gx);
    tell_pixels(f, gx);
}

/* ---------------------------------------------------------------------------------------------------- RDP */

static void tell_bytes(fy_properties *f, const char *key, const uint8_t c[4]) {
    fy_tell_text(f, key, "%u %u %u %u", c[0], c[1], c[2], c[3]);
}

static void tell_axis(fy_properties *f, int tile, const char *range, const char *rest,
                      const ferry_rdp_axis *a) {
    fy_tell_numbers(f, KEY("rdp tile", tile, range), FY_RATIO, &a->low, 2);
    fy_tell_text(f, KEY("rdp tile", tile, rest), "mask %d shift %d mirror %u clamp %u", a->mask, a->shift,
                 a->mirror, a->clamp);
}

static void tell_tile(fy_properties *f, int k, const ferry_rdp_tile *t) {
    if (t->texture == FERRY_NONE && !t->reference) return;
    fy_tell_thing(f, KEY("rdp tile", k, "texture"), FY_TEXTURE, t->texture);
    if (t->reference) fy_tell_text(f, KEY("rdp tile", k, "reference"), "0x%" PRIx32, t->reference);
    fy_tell_text(f, KEY("rdp tile", k, "hash"), "0x%08" PRIX32, t->hash);
    fy_tell_text(f, KEY("rdp tile", k, "size"), "%u %u", t->width, t->height);
    tell_axis(f, k, "s-range", "s", &t->s);
    tell_axis(f, k, "t-range", "t", &t->t);
}

void fy_properties_of_rdp(fy_properties *f, const ferry_rdp_material *r) {
    fy_tell_text(f, "rdp combiner", "0x%016" PRIX64, r->combiner);
    fy_tell_text(f, "rdp modes", "0x%016" PRIX64 " mask 0x%016" PRIX64, r->other_mode, r->other_mode_mask);
    fy_tell_text(f, "rdp blender", "0x%08" PRIX32, r->blender);
    fy_tell_text(f, "rdp flags", "0x%05" PRIX32, r->flags);
    fy_tell_text(f, "rdp fog", "%u", r->fog);
    fy_tell_text(f, "rdp colors", "%u", r->colors);
    fy_tell_text(f, "rdp effect", "%u", r->effect);
    if (r->alpha_unchanged) fy_tell_text(f, "rdp alpha-unchanged", "yes");
    tell_bytes(f, "rdp prim", r->prim);
    tell_bytes(f, "rdp env", r->env);
    tell_bytes(f, "rdp blend", r->blend);
    for (int k = 0; k < 2; k++) tell_tile(f, k, &r->tiles[k]);
}
