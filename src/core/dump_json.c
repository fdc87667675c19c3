/*
 * dump_json.c: a scene as JSON, everything it holds, keys in a stable order. Schema: docs/scene.md, "The JSON dump".
 *
 * Numbers are floats with nine digits (enough to read the same float back). Absent references are null.
 */
#include "core/curve.h"
#include "core/job.h"
#include "core/numbers.h"

#include <inttypes.h>
#include <jansson.h>
#include <string.h>

enum { FLOAT_DIGITS = 9, SCHEMA_VERSION = 1 };

static json_t *floats(const float *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, json_real((double)values[i]));
    return array;
}

static json_t *bytes_array(const uint8_t *values, int count) {
    json_t *array = json_array();
    for (int i = 0; i < count; i++) json_array_append_new(array, json_integer(values[i]));
    return array;
}

static json_t *reference(uint32_t index) {
    return index == FERRY_NONE ? json_null() : json_integer(index);
}

static json_t *hex64(uint64_t value) {
    char text[24];
    snprintf(text, sizeof text, "0x%016" PRIX64, value);
    return json_string(text);
}

static json_t *hex32(uint32_t value) {
    char text[16];
    snprintf(text, sizeof text, "0x%08" PRIX32, value);
    return json_string(text);
}

static json_t *base16(ferry_bytes bytes, ferry_job *job) {
    static const char digits[] = "0123456789abcdef";
    ferry_mark        mark = ferry_job_mark(job);
    char             *text = ferry_new(job, char, bytes.size * 2 + 1);
    for (size_t i = 0; text && i < bytes.size; i++) {
        text[2 * i] = digits[bytes.data[i] >> 4];
        text[2 * i + 1] = digits[bytes.data[i] & 15];
    }
    json_t *value = json_string(text ? text : "");
    ferry_job_release(job, mark);
    return value;
}

#define SET(object, key, value) json_object_set_new((object), (key), (value))

/* ------------------------------------------------------------------------------------------- nodes to meshes */

static json_t *json_node(const ferry_node *n) {
    static const char *const rules[] = {"inherit", "softimage", "compensate"};
    static const char *const billboards[] = {"none", "spherical", "cylindrical"};
    json_t                  *o = json_object();
    SET(o, "name", json_string(n->name));
    SET(o, "parent", reference(n->parent));
    SET(o, "translate", floats(&n->translate.x, 3));
    if (n->has_quat)
        SET(o, "quat", floats(&n->quat.x, 4));
    else
        SET(o, "euler", floats(&n->euler.x, 3));
    SET(o, "scale", floats(&n->scale.x, 3));
    SET(o, "scaleRule", json_string(rules[n->scale_rule]));
    SET(o, "billboard", json_string(billboards[n->billboard]));
    SET(o, "visible", json_boolean(n->visible));
    if (n->fixed) SET(o, "fixed", json_true());
    if (n->has_bounds) {
        SET(o, "boundsMin", floats(&n->bounds.min.x, 3));
        SET(o, "boundsMax", floats(&n->bounds.max.x, 3));
        SET(o, "radius", json_real((double)n->radius));
    }
    return o;
}

static json_t *json_matrix(const ferry_matrix *m) {
    json_t *array = json_array();
    for (int k = 0; k < 12; k++) json_array_append_new(array, json_real(m->m[k / 4][k % 4]));
    return array;
}

static json_t *json_skin(const ferry_skin *s) {
    json_t *o = json_object(), *joints = json_array(), *influences = json_array();
    SET(o, "name", json_string(s->name));
    for (uint32_t j = 0; j < s->joint_count; j++) {
        json_t *joint = json_object();
        SET(joint, "node", json_integer(s->joints[j].node));
        SET(joint, "inverseBind", json_matrix(&s->joints[j].inverse_bind));
        json_array_append_new(joints, joint);
    }
    for (uint32_t k = 0; k < s->influence_count; k++) {
        json_t *influence = json_array();
        for (uint32_t w = 0; w < s->influences[k].count; w++) {
            const ferry_weight *weight = &s->weights[s->influences[k].first + w];
            json_t             *pair = json_object();
            SET(pair, "joint", json_integer(weight->joint));
            SET(pair, "weight", json_real((double)weight->weight));
            json_array_append_new(influence, pair);
        }
        json_array_append_new(influences, influence);
    }
    SET(o, "joints", joints);
    SET(o, "influences", influences);
    return o;
}

static json_t *json_stream(const void *data, uint32_t count, int width) {
    const float *values = data;
    json_t      *array = json_array();
    for (uint32_t i = 0; i < count; i++) json_array_append_new(array, floats(values + (size_t)i * (size_t)width, width));
    return array;
}

static json_t *json_mesh(const ferry_mesh *m) {
    json_t *o = json_object(), *triangles = json_array();
    char    key[16];
    SET(o, "name", json_string(m->name));
    SET(o, "skin", reference(m->skin));
    SET(o, "positions", json_stream(m->positions, m->vertex_count, 3));
    if (m->normals) SET(o, "normals", json_stream(m->normals, m->vertex_count, 3));
    if (m->binormals) SET(o, "binormals", json_stream(m->binormals, m->vertex_count, 3));
    if (m->tangents) SET(o, "tangents", json_stream(m->tangents, m->vertex_count, 3));
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        snprintf(key, sizeof key, "colors%d", s);
        if (m->colors[s]) SET(o, key, json_stream(m->colors[s], m->vertex_count, 4));
    }
    for (int s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(key, sizeof key, "uvs%d", s);
        if (m->uvs[s]) SET(o, key, json_stream(m->uvs[s], m->vertex_count, 2));
    }
    if (m->influences) {
        json_t *influences = json_array();
        for (uint32_t v = 0; v < m->vertex_count; v++) json_array_append_new(influences, json_integer(m->influences[v]));
        SET(o, "influences", influences);
    }
    for (size_t k = 0; k < (size_t)m->triangle_count * 3; k++)
        json_array_append_new(triangles, json_integer(m->triangles[k]));
    SET(o, "triangles", triangles);
    return o;
}

static json_t *json_draw(const ferry_draw *d) {
    json_t *o = json_object();
    SET(o, "name", json_string(d->name));
    SET(o, "node", json_integer(d->node));
    SET(o, "mesh", json_integer(d->mesh));
    SET(o, "material", reference(d->material));
    SET(o, "visible", json_boolean(d->visible));
    return o;
}

/* --------------------------------------------------------------------------------------------------- materials */

static json_t *gx_color(ferry_gx_color c) {
    const uint8_t values[4] = {c.r, c.g, c.b, c.a};
    return bytes_array(values, 4);
}

static json_t *gx_combine(const ferry_gx_combine *c) {
    json_t       *o = json_object();
    const uint8_t inputs[4] = {c->a, c->b, c->c, c->d};
    SET(o, "inputs", bytes_array(inputs, 4));
    SET(o, "op", json_integer(c->op));
    SET(o, "bias", json_integer(c->bias));
    SET(o, "scale", json_integer(c->scale));
    SET(o, "clamp", json_boolean(c->clamp));
    SET(o, "destination", json_integer(c->destination));
    return o;
}

static json_t *gx_indirect_use(const ferry_gx_indirect_use *u) {
    json_t *o = json_object();
    SET(o, "stage", json_integer(u->stage));
    SET(o, "format", json_integer(u->format));
    SET(o, "bias", json_integer(u->bias));
    SET(o, "matrix", json_integer(u->matrix));
    SET(o, "wrapS", json_integer(u->wrap_s));
    SET(o, "wrapT", json_integer(u->wrap_t));
    SET(o, "addPrevious", json_integer(u->add_previous));
    SET(o, "unmodifiedLod", json_integer(u->unmodified_lod));
    SET(o, "alphaSelect", json_integer(u->alpha_select));
    return o;
}

static json_t *gx_stage(const ferry_gx_stage *s, bool indirect) {
    json_t *o = json_object();
    SET(o, "texgen", s->texgen == 0xFF ? json_null() : json_integer(s->texgen));
    SET(o, "map", s->map == 0xFF ? json_null() : json_integer(s->map));
    SET(o, "channel", json_integer(s->channel));
    SET(o, "color", gx_combine(&s->color));
    SET(o, "alpha", gx_combine(&s->alpha));
    SET(o, "konstColor", json_integer(s->konst_color));
    SET(o, "konstAlpha", json_integer(s->konst_alpha));
    SET(o, "rasSwap", json_integer(s->ras_swap));
    SET(o, "texSwap", json_integer(s->tex_swap));
    if (indirect) SET(o, "indirect", gx_indirect_use(&s->indirect));
    return o;
}

static json_t *gx_matrix(const ferry_gx_texture_matrix *m) {
    if (!m->present) return json_null();
    json_t *o = json_object();
    SET(o, "projection", json_integer(m->projection));
    SET(o, "mode", json_integer(m->mode));
    SET(o, "maya", json_boolean(m->maya));
    SET(o, "center", floats(m->center, 3));
    SET(o, "scale", floats(m->scale, 2));
    SET(o, "rotation", json_integer(m->rotation));
    SET(o, "translate", floats(m->translate, 2));
    SET(o, "effect", floats(&m->effect[0][0], 16));
    return o;
}

static json_t *gx_channel(const ferry_gx_channel *c) {
    json_t *o = json_object();
    SET(o, "lit", json_boolean(c->lit));
    SET(o, "materialSource", json_integer(c->material_source));
    SET(o, "ambientSource", json_integer(c->ambient_source));
    SET(o, "lightMask", json_integer(c->light_mask));
    SET(o, "diffuse", json_integer(c->diffuse));
    SET(o, "attenuation", json_integer(c->attenuation));
    return o;
}

static json_t *gx_light(const ferry_gx_light *l) {
    json_t *o = json_object();
    SET(o, "position", floats(l->position, 3));
    SET(o, "direction", floats(l->direction, 3));
    SET(o, "color", gx_color(l->color));
    SET(o, "angleAttenuation", floats(l->angle_attenuation, 3));
    SET(o, "distanceAttenuation", floats(l->distance_attenuation, 3));
    return o;
}

static void gx_lighting(json_t *o, const ferry_gx_material *gx) {
    json_t *materials = json_array(), *ambients = json_array(), *channels = json_array(), *lights = json_array();
    for (int k = 0; k < 2; k++) {
        json_array_append_new(materials, gx_color(gx->material_colors[k]));
        json_array_append_new(ambients, gx_color(gx->ambient_colors[k]));
    }
    for (int k = 0; k < 4; k++) json_array_append_new(channels, gx_channel(&gx->channels[k]));
    for (uint32_t k = 0; k < gx->light_count; k++) json_array_append_new(lights, gx_light(&gx->lights[k]));
    SET(o, "channelCount", json_integer(gx->channel_count));
    SET(o, "materialColors", materials);
    SET(o, "ambientColors", ambients);
    SET(o, "channels", channels);
    SET(o, "lights", lights);
}

static json_t *gx_texgen(const ferry_gx_texgen *t) {
    return json_pack("{s:i,s:i,s:i}", "type", t->type, "source", t->source, "matrix", t->matrix);
}

static void gx_coordinates(json_t *o, const ferry_gx_material *gx) {
    json_t *texgens = json_array(), *matrices = json_array(), *post = json_array(), *maps = json_array();
    for (int k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++) {
        json_t *t = gx_texgen(&gx->texgens[k]);
        SET(t, "post", gx->post_texgens[k].matrix == 0xFF ? json_null() : gx_texgen(&gx->post_texgens[k]));
        json_array_append_new(texgens, t);
    }
    for (int k = 0; k < FERRY_GX_MAX_MATRICES; k++) json_array_append_new(matrices, gx_matrix(&gx->matrices[k]));
    for (uint32_t k = 0; k < gx->post_matrix_count; k++) json_array_append_new(post, gx_matrix(&gx->post_matrices[k]));
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++) json_array_append_new(maps, reference(gx->textures[k]));
    SET(o, "texgens", texgens);
    SET(o, "matrices", matrices);
    SET(o, "postMatrices", post);
    SET(o, "textures", maps);
}

static void gx_combiners(json_t *o, const ferry_gx_material *gx) {
    json_t *registers = json_array(), *konst = json_array(), *stages = json_array(), *tables = json_array();
    for (int k = 0; k < 4; k++) {
        const ferry_gx_color_s16 *r = &gx->registers[k];
        json_array_append_new(registers, json_pack("[i,i,i,i]", r->r, r->g, r->b, r->a));
        json_array_append_new(konst, gx_color(gx->konst[k]));
        json_array_append_new(tables, bytes_array(gx->swap_tables[k], 4));
    }
    for (int k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++)
        json_array_append_new(stages, gx_stage(&gx->stages[k], gx->indirect_enabled));
    SET(o, "registers", registers);
    SET(o, "konst", konst);
    SET(o, "stages", stages);
    SET(o, "swapTables", tables);
}

static void gx_indirect(json_t *o, const ferry_gx_material *gx) {
    if (!gx->indirect_enabled) return;
    json_t *indirect = json_object(), *orders = json_array(), *matrices = json_array();
    for (int k = 0; k < 4; k++) {
        const ferry_gx_indirect_order *order = &gx->indirect_orders[k];
        json_array_append_new(orders, json_pack("{s:i,s:i,s:i,s:i}", "texgen", order->texgen, "map", order->map, "scaleS",
                                                order->scale_s, "scaleT", order->scale_t));
    }
    for (int k = 0; k < 3; k++) {
        json_t *m = json_object();
        SET(m, "values", floats(&gx->indirect_matrices[k].m[0][0], 6));
        SET(m, "exponent", json_integer(gx->indirect_matrices[k].exponent));
        json_array_append_new(matrices, m);
    }
    SET(indirect, "stageCount", json_integer(gx->indirect_stage_count));
    SET(indirect, "orders", orders);
    SET(indirect, "matrices", matrices);
    SET(o, "indirect", indirect);
}

static void gx_pixel(json_t *o, const ferry_gx_material *gx) {
    SET(o, "alphaCompare",
        json_pack("{s:i,s:i,s:i,s:i,s:i}", "compare0", gx->alpha_compare0, "reference0", gx->alpha_ref0, "op", gx->alpha_op,
                  "compare1", gx->alpha_compare1, "reference1", gx->alpha_ref1));
    SET(o, "blend", json_pack("{s:i,s:i,s:i,s:i}", "mode", gx->blend_mode, "source", gx->blend_src, "destination",
                              gx->blend_dst, "logic", gx->blend_logic));
    SET(o, "depth", json_pack("{s:b,s:i,s:b,s:b}", "test", gx->z_test, "compare", gx->z_compare, "write", gx->z_write,
                              "early", gx->z_location));
    SET(o, "dither", json_boolean(gx->dither));
    if (gx->fog.present) {
        const ferry_gx_fog *f = &gx->fog;
        json_t             *fog = json_object(), *table = json_array();
        SET(fog, "type", json_integer(f->type));
        SET(fog, "rangeAdjust", json_integer(f->range_adjust));
        SET(fog, "center", json_integer(f->center));
        SET(fog, "startEndNearFar", floats(&f->start, 4));
        SET(fog, "color", gx_color(f->color));
        for (int k = 0; k < 10; k++) json_array_append_new(table, json_integer(f->adjust[k]));
        SET(fog, "adjust", table);
        SET(o, "fog", fog);
    }
    json_t *nbt = json_object();
    SET(nbt, "enabled", json_boolean(gx->nbt_scale_enabled));
    SET(nbt, "scale", floats(gx->nbt_scale, 3));
    SET(o, "nbtScale", nbt);
}

static json_t *json_gx(const ferry_gx_material *gx) {
    json_t *o = json_object();
    SET(o, "mode", json_integer(gx->mode));
    SET(o, "cull", json_integer(gx->cull));
    gx_lighting(o, gx);
    gx_coordinates(o, gx);
    gx_combiners(o, gx);
    gx_indirect(o, gx);
    gx_pixel(o, gx);
    return o;
}

static json_t *rdp_axis(const ferry_rdp_axis *a) {
    json_t *o = json_object();
    SET(o, "low", json_real((double)a->low));
    SET(o, "high", json_real((double)a->high));
    SET(o, "mask", json_integer(a->mask));
    SET(o, "shift", json_integer(a->shift));
    SET(o, "mirror", json_boolean(a->mirror));
    SET(o, "clamp", json_boolean(a->clamp));
    return o;
}

static json_t *rdp_tile(const ferry_rdp_tile *t) {
    if (t->texture == FERRY_NONE && !t->reference) return json_null();
    json_t *o = json_object();
    SET(o, "texture", reference(t->texture));
    SET(o, "reference", hex32(t->reference));
    SET(o, "hash", hex32(t->hash));
    SET(o, "width", json_integer(t->width));
    SET(o, "height", json_integer(t->height));
    SET(o, "s", rdp_axis(&t->s));
    SET(o, "t", rdp_axis(&t->t));
    return o;
}

static json_t *json_rdp(const ferry_rdp_material *r) {
    json_t *o = json_object();
    SET(o, "combiner", hex64(r->combiner));
    SET(o, "otherMode", hex64(r->other_mode));
    SET(o, "otherModeMask", hex64(r->other_mode_mask));
    SET(o, "blender", hex32(r->blender));
    SET(o, "flags", hex32(r->flags));
    SET(o, "fog", json_integer(r->fog));
    SET(o, "colors", json_integer(r->colors));
    SET(o, "effect", json_integer(r->effect));
    SET(o, "prim", bytes_array(r->prim, 4));
    SET(o, "env", bytes_array(r->env, 4));
    SET(o, "blend", bytes_array(r->blend, 4));
    SET(o, "tiles", json_pack("[o,o]", rdp_tile(&r->tiles[0]), rdp_tile(&r->tiles[1])));
    return o;
}

static json_t *json_material(const ferry_material *m) {
    static const char *const culls[] = {"none", "front", "back", "both"};
    static const char *const modes[] = {"opaque", "cutout", "blend", "add"};
    json_t                  *o = json_object();
    SET(o, "name", json_string(m->name));
    SET(o, "baseColor", floats(&m->base_color.r, 4));
    SET(o, "baseTexture", reference(m->base_texture));
    SET(o, "baseUv", json_integer(m->base_uv));
    SET(o, "alphaMode", json_string(modes[m->alpha_mode]));
    SET(o, "alphaCutoff", json_real((double)m->alpha_cutoff));
    SET(o, "cull", json_string(culls[m->cull]));
    SET(o, "lit", json_boolean(m->lit));
    SET(o, "vertexColors", json_boolean(m->vertex_colors));
    if (m->gx) SET(o, "gx", json_gx(m->gx));
    if (m->rdp) SET(o, "rdp", json_rdp(m->rdp));
    return o;
}

/* ---------------------------------------------------------------------------------------------------- textures */

static json_t *json_texture(const ferry_texture *t) {
    json_t *o = json_object();
    SET(o, "name", json_string(t->name));
    SET(o, "path", json_string(t->path));
    SET(o, "image", reference(t->image));
    SET(o, "wrapS", json_string(fy_wrap_name(t->wrap_s)));
    SET(o, "wrapT", json_string(fy_wrap_name(t->wrap_t)));
    SET(o, "minFilter", json_string(fy_filter_name(t->min_filter)));
    SET(o, "magFilter", json_string(fy_filter_name(t->mag_filter)));
    SET(o, "minLod", json_real((double)t->min_lod));
    SET(o, "maxLod", json_real((double)t->max_lod));
    SET(o, "lodBias", json_real((double)t->lod_bias));
    SET(o, "maxAnisotropy", json_integer(t->max_anisotropy));
    SET(o, "biasClamp", json_boolean(t->bias_clamp));
    SET(o, "edgeLod", json_boolean(t->edge_lod));
    SET(o, "transparencyHint", json_integer(t->transparency_hint));
    return o;
}

/* A string of texels for each level. */
static json_t *json_texels(const ferry_image *image, ferry_job *job) {
    json_t *levels = json_array();
    for (uint32_t k = 0; k < image->level_count; k++) {
        const ferry_level *level = &image->levels[k];
        json_array_append_new(levels, base16((ferry_bytes){level->rgba, (size_t)level->width * level->height * 4}, job));
    }
    return levels;
}

static json_t *json_image(const ferry_image *image, ferry_job *job) {
    json_t *o = json_object();
    SET(o, "name", json_string(image->name));
    SET(o, "width", json_integer(image->width));
    SET(o, "height", json_integer(image->height));
    SET(o, "levels", json_integer(image->level_count));
    SET(o, "format", json_string(fy_texel_name(image)));
    SET(o, "alpha", json_string(fy_alpha_class_name(image->alpha)));
    if (image->palette_count) {
        SET(o, "paletteFormat", json_string(fy_palette_name(image)));
        SET(o, "paletteCount", json_integer(image->palette_count));
        SET(o, "palette", base16(image->palette, job));
    }
    if (image->has_gx || image->has_rdp)
        SET(o, "source", base16(image->source, job));
    else
        SET(o, "rgba", json_texels(image, job));
    return o;
}

/* ------------------------------------------------------------------------------------------------------- clips */

static json_t *vectors(const ferry_vec3 *values, uint32_t count) {
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++) json_array_append_new(array, floats(&values[i].x, 3));
    return array;
}

static json_t *json_morph(const ferry_morph *m) {
    json_t *o = json_object(), *vertices = json_array();
    for (uint32_t k = 0; k < m->count; k++) json_array_append_new(vertices, json_integer(m->vertices[k]));
    SET(o, "name", json_string(m->name));
    SET(o, "number", json_integer(m->number));
    SET(o, "mesh", json_integer(m->mesh));
    SET(o, "group", reference(m->group));
    SET(o, "vertices", vertices);
    if (m->positions) SET(o, "positions", vectors(m->positions, m->count));
    if (m->normals) SET(o, "normals", vectors(m->normals, m->count));
    if (m->shifts) {
        SET(o, "set", json_integer(m->set));
        SET(o, "shifts", json_stream(m->shifts, m->count, 2));
    }
    return o;
}

static json_t *json_paint(const ferry_paint *p) {
    json_t *o = json_object(), *vertices = json_array();
    for (uint32_t k = 0; k < p->count; k++) json_array_append_new(vertices, json_integer(p->vertices[k]));
    SET(o, "mesh", json_integer(p->mesh));
    SET(o, "set", json_integer(p->set));
    SET(o, "vertices", vertices);
    return o;
}

static json_t *json_track(const ferry_track *t) {
    json_t *o = json_object(), *times = json_array(), *values = json_array(), *in = json_array(), *out = json_array();
    for (uint32_t k = 0; k < t->key_count; k++) {
        json_array_append_new(times, json_real(t->times[k]));
        if (t->in) json_array_append_new(in, json_real((double)t->in[k]));
        if (t->out) json_array_append_new(out, json_real((double)t->out[k]));
    }
    for (uint64_t k = 0; k < (uint64_t)t->key_count * t->width; k++)
        json_array_append_new(values, json_real((double)t->values[k]));
    SET(o, "object", json_string(fy_target_object(t->target)));
    SET(o, "index", json_integer(t->object));
    SET(o, "target", json_string(fy_target_name(t->target)));
    SET(o, "slot", json_integer(t->slot));
    SET(o, "channel", json_integer(t->channel));
    SET(o, "interpolation", json_string(fy_interpolation_name(t->interpolation)));
    SET(o, "width", json_integer(t->width));
    SET(o, "times", times);
    SET(o, "values", values);
    if (t->in)
        SET(o, "in", in);
    else
        json_decref(in);
    if (t->out)
        SET(o, "out", out);
    else
        json_decref(out);
    return o;
}

static json_t *json_clip(const ferry_clip *c, ferry_job *job) {
    json_t *o = json_object(), *tracks = json_array();
    for (uint32_t k = 0; k < c->track_count && ferry_tick(job); k++)
        json_array_append_new(tracks, json_track(&c->tracks[k]));
    SET(o, "name", json_string(c->name));
    SET(o, "kind", json_string(c->kind));
    SET(o, "duration", json_real(c->duration));
    SET(o, "loop", json_string(fy_loop_name(c->loop)));
    SET(o, "rate", json_real(c->rate));
    if (c->kept) SET(o, "kept", json_string(c->kept));
    SET(o, "tracks", tracks);
    return o;
}

static json_t *json_extra(const ferry_extra *e, ferry_job *job) {
    json_t *o = json_object();
    SET(o, "format", json_string(e->format));
    SET(o, "path", json_string(e->path));
    SET(o, "offset", json_integer((json_int_t)e->offset));
    SET(o, "bytes", base16(e->bytes, job));
    return o;
}

/* ------------------------------------------------------------------------------------------------------- scene */

#define LIST(root, key, list, make)                                                                                    \
    do {                                                                                                               \
        json_t *array = json_array();                                                                                  \
        for (uint32_t i = 0; i < (list).count && ferry_tick(job); i++) json_array_append_new(array, make);             \
        SET(root, key, array);                                                                                         \
    } while (0)

static json_t *json_scene(ferry_job *job, const ferry_scene *s) {
    json_t *root = json_object();
    SET(root, "schema", json_integer(SCHEMA_VERSION));
    SET(root, "name", json_string(s->name));
    SET(root, "format", json_string(s->format));
    SET(root, "layout", json_string(s->layout));
    SET(root, "unit", json_real((double)s->unit));
    LIST(root, "nodes", s->nodes, json_node(&s->nodes.data[i]));
    LIST(root, "skins", s->skins, json_skin(&s->skins.data[i]));
    LIST(root, "draws", s->draws, json_draw(&s->draws.data[i]));
    LIST(root, "materials", s->materials, json_material(&s->materials.data[i]));
    LIST(root, "textures", s->textures, json_texture(&s->textures.data[i]));
    LIST(root, "images", s->images, json_image(&s->images.data[i], job));
    LIST(root, "morphs", s->morphs, json_morph(&s->morphs.data[i]));
    LIST(root, "paints", s->paints, json_paint(&s->paints.data[i]));
    LIST(root, "clips", s->clips, json_clip(&s->clips.data[i], job));
    LIST(root, "extras", s->extras, json_extra(&s->extras.data[i], job));
    LIST(root, "meshes", s->meshes, json_mesh(&s->meshes.data[i]));
    return root;
}

static int collect(const char *buffer, size_t size, void *out) {
    ferry_put_bytes(out, buffer, size);
    return ((ferry_out *)out)->bad ? -1 : 0;
}

/* Takes `root` over. */
static bool put_json(ferry_job *job, const ferry_scene *scene, json_t *root, ferry_bytes *text) {
    ferry_out out = ferry_out_open(job, scene->name);
    bool      done = json_dump_callback(root, collect, &out, JSON_INDENT(1) | JSON_REAL_PRECISION(FLOAT_DIGITS)) == 0;
    json_decref(root);
    if (!done || out.bad || ferry_failed(job)) {
        if (!ferry_failed(job)) ferry_say(job, FERRY_ERROR, "dump.memory", scene->name, "", "no memory for the JSON dump");
        return false;
    }
    ferry_put_u8(&out, '\n');
    *text = (ferry_bytes){out.data, out.size};
    return !out.bad;
}

bool ferry_dump_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    return put_json(job, scene, json_scene(job, scene), text);
}

static json_t *json_world(const ferry_node *node, const ferry_matrix *world) {
    json_t *o = json_object(), *matrix = json_array();
    for (int k = 0; k < 12; k++) json_array_append_new(matrix, json_real(world->m[k / 4][k % 4]));
    SET(o, "name", json_string(node->name));
    SET(o, "world", matrix);
    SET(o, "visible", json_boolean(node->visible));
    return o;
}

bool ferry_dump_matrices_json(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(scene, worlds)) return false;
    json_t *root = json_object();
    SET(root, "schema", json_integer(SCHEMA_VERSION));
    SET(root, "name", json_string(scene->name));
    LIST(root, "nodes", scene->nodes, json_world(&scene->nodes.data[i], &worlds[i]));
    return put_json(job, scene, root, text);
}
