/* dump_json.c: a scene as JSON, everything it holds. Described in docs/json.md, "ferry64 dump --json", and
 * docs/schema/dump.json. */
#include "core/inspect/dump_json.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "ferry64_gx.h"
#include "ferry64_rdp.h"
#include "core/base/json_out.h"
#include "core/base/numbers.h"
#include "core/scene/curve.h"

typedef struct dump {
    ferry_job *job;
    const ferry_scene *scene;
    fy_json_out json;
    bool data; /* with what comes in thousands, and bytes */
} dump;

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

static void put_matrix(fy_json_out *j, const char *key, const ferry_matrix *m) {
    fy_put_row(j, key);
    for (int k = 0; k < 12; k++) fy_put_number(j, NULL, m->m[k / 4][k % 4]);
    fy_put_end(j);
}

/* A row for each of `count` elements of `width` floats. */
static void put_stream(dump *d, const char *key, const void *data, uint32_t count, uint32_t width) {
    const float *values = data;
    if (!values) return;
    fy_put_list(&d->json, key);
    for (uint32_t i = 0; i < count && ferry_tick(d->job); i++)
        fy_put_floats(&d->json, NULL, values + (size_t)i * width, width);
    fy_put_end(&d->json);
}

static void put_indices(dump *d, const char *key, const uint32_t *values, uint32_t count) {
    fy_put_row(&d->json, key);
    for (uint32_t i = 0; i < count && ferry_tick(d->job); i++) fy_put_integer(&d->json, NULL, values[i]);
    fy_put_end(&d->json);
}

/* ---------------------------------------------------------------------------------- nodes to meshes */

static void put_node(dump *d, uint32_t i) {
    static const char *const rules[] = {"inherit", "softimage", "compensate", "collapse"};
    static const char *const billboards[] = {"none", "spherical", "cylindrical"};
    const ferry_node *n = &d->scene->nodes.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", n->name);
    fy_put_reference(j, "parent", n->parent);
    fy_put_floats(j, "translate", &n->translate.x, 3);
    if (n->has_quat)
        fy_put_floats(j, "quat", &n->quat.x, 4);
    else
        fy_put_floats(j, "euler", &n->euler.x, 3);
    fy_put_floats(j, "scale", &n->scale.x, 3);
    fy_put_text(j, "scale_rule", rules[n->scale_rule]);
    fy_put_text(j, "billboard", billboards[n->billboard]);
    fy_put_bool(j, "visible", n->visible);
    fy_put_bool(j, "helper", n->helper);
    fy_put_bool(j, "fixed", n->fixed);
    if (!n->has_bounds) return;
    fy_put_floats(j, "bounds_min", &n->bounds.min.x, 3);
    fy_put_floats(j, "bounds_max", &n->bounds.max.x, 3);
    fy_put_number(j, "radius", (double)n->radius);
}

static void put_influence(fy_json_out *j, const ferry_skin *s, const ferry_influence *influence) {
    fy_put_row(j, NULL);
    for (uint32_t w = 0; w < influence->count; w++) {
        const ferry_weight *weight = &s->weights[influence->first + w];
        fy_put_object(j, NULL);
        fy_put_integer(j, "joint", weight->joint);
        fy_put_number(j, "weight", (double)weight->weight);
        fy_put_end(j);
    }
    fy_put_end(j);
}

static void put_skin(dump *d, uint32_t i) {
    const ferry_skin *s = &d->scene->skins.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", s->name);
    fy_put_list(j, "joints");
    for (uint32_t k = 0; k < s->joint_count; k++) {
        fy_put_object(j, NULL);
        fy_put_integer(j, "node", s->joints[k].node);
        put_matrix(j, "inverse_bind", &s->joints[k].inverse_bind);
        fy_put_end(j);
    }
    fy_put_end(j);
    fy_put_integer(j, "influence_count", s->influence_count);
    if (!d->data) return;
    fy_put_list(j, "influences");
    for (uint32_t k = 0; k < s->influence_count && ferry_tick(d->job); k++)
        put_influence(j, s, &s->influences[k]);
    fy_put_end(j);
}

static void put_triangles(dump *d, const ferry_mesh *m) {
    fy_put_list(&d->json, "triangles");
    for (uint32_t t = 0; t < m->triangle_count && ferry_tick(d->job); t++)
        put_indices(d, NULL, &m->triangles[3 * (size_t)t], 3);
    fy_put_end(&d->json);
}

static void put_mesh(dump *d, uint32_t i) {
    const ferry_mesh *m = &d->scene->meshes.data[i];
    fy_json_out *j = &d->json;
    char key[16];
    fy_put_text(j, "name", m->name);
    fy_put_reference(j, "skin", m->skin);
    fy_put_integer(j, "vertex_count", m->vertex_count);
    fy_put_integer(j, "triangle_count", m->triangle_count);
    if (!d->data) return;
    fy_put_list(j, "positions");
    for (uint32_t v = 0; v < m->vertex_count && ferry_tick(d->job); v++)
        fy_put_floats(j, NULL, &m->positions[v].x, 3);
    fy_put_end(j);
    put_stream(d, "normals", m->normals, m->vertex_count, 3);
    put_stream(d, "binormals", m->binormals, m->vertex_count, 3);
    put_stream(d, "tangents", m->tangents, m->vertex_count, 3);
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        snprintf(key, sizeof key, "colors%d", s);
        put_stream(d, key, m->colors[s], m->vertex_count, 4);
    }
    for (int s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(key, sizeof key, "uvs%d", s);
        put_stream(d, key, m->uvs[s], m->vertex_count, 2);
    }
    if (m->influences) put_indices(d, "influences", m->influences, m->vertex_count);
    put_triangles(d, m);
}

static void put_draw(dump *d, uint32_t i) {
    const ferry_draw *draw = &d->scene->draws.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", draw->name);
    fy_put_integer(j, "node", draw->node);
    fy_put_integer(j, "mesh", draw->mesh);
    fy_put_reference(j, "material", draw->material);
    fy_put_bool(j, "visible", draw->visible);
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

/* ------------------------------------------------------------------------------ materials, textures */

void fy_dump_machine(ferry_out *out, const ferry_material *material) {
    fy_json_out j = fy_put_open(out);
    fy_put_object(&j, NULL);
    if (material->gx) put_gx(&j, material->gx);
    if (material->rdp) put_rdp(&j, material->rdp);
    fy_put_end(&j);
}

static void put_material(dump *d, uint32_t i) {
    static const char *const culls[] = {"none", "front", "back", "both"};
    static const char *const modes[] = {"opaque", "cutout", "blend", "add"};
    const ferry_material *m = &d->scene->materials.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", m->name);
    fy_put_floats(j, "base_color", &m->base_color.r, 4);
    fy_put_reference(j, "base_texture", m->base_texture);
    fy_put_integer(j, "base_uv", m->base_uv);
    fy_put_text(j, "alpha_mode", modes[m->alpha_mode]);
    fy_put_number(j, "alpha_cutoff", (double)m->alpha_cutoff);
    fy_put_text(j, "cull", culls[m->cull]);
    fy_put_bool(j, "lit", m->lit);
    fy_put_bool(j, "vertex_colors", m->vertex_colors);
    if (m->gx) put_gx(j, m->gx);
    if (m->rdp) put_rdp(j, m->rdp);
}

static void put_texture(dump *d, uint32_t i) {
    const ferry_texture *t = &d->scene->textures.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", t->name);
    fy_put_text(j, "path", t->path);
    fy_put_reference(j, "image", t->image);
    fy_put_text(j, "wrap_s", fy_wrap_name(t->wrap_s));
    fy_put_text(j, "wrap_t", fy_wrap_name(t->wrap_t));
    fy_put_text(j, "min_filter", fy_filter_name(t->min_filter));
    fy_put_text(j, "mag_filter", fy_filter_name(t->mag_filter));
    fy_put_number(j, "min_lod", (double)t->min_lod);
    fy_put_number(j, "max_lod", (double)t->max_lod);
    fy_put_number(j, "lod_bias", (double)t->lod_bias);
    fy_put_integer(j, "max_anisotropy", t->max_anisotropy);
    fy_put_bool(j, "bias_clamp", t->bias_clamp);
    fy_put_bool(j, "edge_lod", t->edge_lod);
    fy_put_integer(j, "transparency_hint", t->transparency_hint);
}

static void put_image(dump *d, uint32_t i) {
    const ferry_image *image = &d->scene->images.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", image->name);
    fy_put_integer(j, "width", image->width);
    fy_put_integer(j, "height", image->height);
    fy_put_integer(j, "levels", image->level_count);
    fy_put_text(j, "format", fy_texel_name(image));
    fy_put_text(j, "alpha", fy_alpha_class_name(image->alpha));
    if (image->palette_count) {
        fy_put_text(j, "palette_format", fy_palette_name(image));
        fy_put_integer(j, "palette_count", image->palette_count);
        if (d->data) fy_put_hex(j, "palette", image->palette);
    }
    if (!d->data) return;
    if (image->has_gx || image->has_rdp) {
        fy_put_hex(j, "source", image->source);
        return;
    }
    fy_put_list(j, "rgba");
    for (uint32_t k = 0; k < image->level_count && ferry_tick(d->job); k++) {
        const ferry_level *level = &image->levels[k];
        fy_put_hex(j, NULL, (ferry_bytes){level->rgba, (size_t)level->width * level->height * 4});
    }
    fy_put_end(j);
}

/* -------------------------------------------------------------------------------------------------- clips */

static void put_morph(dump *d, uint32_t i) {
    const ferry_morph *m = &d->scene->morphs.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", m->name);
    fy_put_integer(j, "number", m->number);
    fy_put_integer(j, "mesh", m->mesh);
    fy_put_reference(j, "group", m->group);
    fy_put_integer(j, "move_count", m->count);
    if (m->shifts) fy_put_integer(j, "set", m->set);
    if (!d->data) return;
    put_indices(d, "vertices", m->vertices, m->count);
    put_stream(d, "positions", m->positions, m->count, 3);
    put_stream(d, "normals", m->normals, m->count, 3);
    put_stream(d, "shifts", m->shifts, m->count, 2);
}

static void put_paint(dump *d, uint32_t i) {
    const ferry_paint *p = &d->scene->paints.data[i];
    fy_put_integer(&d->json, "mesh", p->mesh);
    fy_put_integer(&d->json, "set", p->set);
    fy_put_integer(&d->json, "vertex_count", p->count);
    if (d->data) put_indices(d, "vertices", p->vertices, p->count);
}

static void put_keys(dump *d, const ferry_track *t) {
    fy_json_out *j = &d->json;
    fy_put_row(j, "times");
    for (uint32_t k = 0; k < t->key_count && ferry_tick(d->job); k++) fy_put_number(j, NULL, t->times[k]);
    fy_put_end(j);
    fy_put_row(j, "values");
    for (uint64_t k = 0; k < (uint64_t)t->key_count * t->width && ferry_tick(d->job); k++)
        fy_put_number(j, NULL, (double)t->values[k]);
    fy_put_end(j);
    if (t->in) fy_put_floats(j, "in", t->in, t->key_count * t->width);
    if (t->out) fy_put_floats(j, "out", t->out, t->key_count * t->width);
}

static void put_track(dump *d, const ferry_track *t) {
    fy_json_out *j = &d->json;
    fy_put_object(j, NULL);
    fy_put_text(j, "object", fy_target_object(t->target));
    fy_put_integer(j, "index", t->object);
    fy_put_text(j, "target", fy_target_name(t->target));
    fy_put_integer(j, "slot", t->slot);
    fy_put_integer(j, "channel", t->channel);
    fy_put_text(j, "interpolation", fy_interpolation_name(t->interpolation));
    fy_put_integer(j, "width", t->width);
    fy_put_integer(j, "key_count", t->key_count);
    if (d->data) put_keys(d, t);
    fy_put_end(j);
}

static void put_clip(dump *d, uint32_t i) {
    const ferry_clip *c = &d->scene->clips.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "name", c->name);
    fy_put_text(j, "kind", c->kind);
    fy_put_number(j, "duration", c->duration);
    fy_put_text(j, "loop", fy_loop_name(c->loop));
    fy_put_number(j, "rate", c->rate);
    if (c->kept) fy_put_text(j, "kept", c->kept);
    fy_put_list(j, "tracks");
    for (uint32_t k = 0; k < c->track_count && ferry_tick(d->job); k++) put_track(d, &c->tracks[k]);
    fy_put_end(j);
}

static void put_extra(dump *d, uint32_t i) {
    const ferry_extra *e = &d->scene->extras.data[i];
    fy_json_out *j = &d->json;
    fy_put_text(j, "format", e->format);
    fy_put_text(j, "path", e->path);
    fy_put_integer(j, "offset", (int64_t)e->offset);
    fy_put_integer(j, "size", (int64_t)e->bytes.size);
    if (d->data) fy_put_hex(j, "bytes", e->bytes);
}

/* -------------------------------------------------------------------------------------------------- scene */

static void put_list(dump *d, const char *key, uint32_t count, void (*put)(dump *, uint32_t)) {
    fy_put_list(&d->json, key);
    for (uint32_t i = 0; i < count && !d->json.out->bad && ferry_tick(d->job); i++) {
        fy_put_object(&d->json, NULL);
        put(d, i);
        fy_put_end(&d->json);
    }
    fy_put_end(&d->json);
}

static void put_scene(dump *d) {
    const ferry_scene *s = d->scene;
    fy_json_out *j = &d->json;
    fy_put_head(j, "dump");
    fy_put_text(j, "name", s->name);
    fy_put_text(j, "format", s->format);
    fy_put_text(j, "layout", s->layout);
    fy_put_number(j, "unit", (double)s->unit);
    if (s->layered) fy_put_bool(j, "layered", true);
    put_list(d, "nodes", s->nodes.count, put_node);
    put_list(d, "skins", s->skins.count, put_skin);
    put_list(d, "draws", s->draws.count, put_draw);
    put_list(d, "materials", s->materials.count, put_material);
    put_list(d, "textures", s->textures.count, put_texture);
    put_list(d, "images", s->images.count, put_image);
    put_list(d, "morphs", s->morphs.count, put_morph);
    put_list(d, "paints", s->paints.count, put_paint);
    put_list(d, "clips", s->clips.count, put_clip);
    put_list(d, "extras", s->extras.count, put_extra);
    put_list(d, "meshes", s->meshes.count, put_mesh);
}

bool ferry_dump_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    ferry_out out = ferry_out_open(job, scene->name);
    dump d = {job, scene, fy_put_open(&out), ferry_setting_is(job, "dump.data", "yes")};
    fy_put_object(&d.json, NULL);
    put_scene(&d);
    fy_put_end(&d.json);
    *text = (ferry_bytes){out.data, out.size};
    return !out.bad && ferry_tick(job);
}

bool ferry_dump_matrices_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(scene, worlds)) return false;
    ferry_out out = ferry_out_open(job, scene->name);
    fy_json_out json = fy_put_open(&out);
    fy_put_object(&json, NULL);
    fy_put_head(&json, "pose");
    fy_put_text(&json, "name", scene->name);
    fy_put_list(&json, "nodes");
    for (uint32_t i = 0; i < scene->nodes.count && ferry_tick(job); i++) {
        fy_put_object(&json, NULL);
        fy_put_text(&json, "name", scene->nodes.data[i].name);
        put_matrix(&json, "world", &worlds[i]);
        fy_put_bool(&json, "visible", scene->nodes.data[i].visible);
        fy_put_end(&json);
    }
    fy_put_end(&json);
    fy_put_end(&json);
    *text = (ferry_bytes){out.data, out.size};
    return !out.bad && ferry_tick(job);
}
