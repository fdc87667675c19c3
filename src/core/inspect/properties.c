/* properties.c: what a scene and its things are, property by property (properties.h). */
#include "core/inspect/properties.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/numbers.h"
#include "core/inspect/properties_material.h"
#include "core/inspect/properties_tell.h"
#include "core/scene/curve.h"
#include "core/scene/labels.h"

/* ------------------------------------------------------------------------------------------------ telling */

uint32_t fy_hash(const uint8_t *bytes, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static void tell_number(fy_properties *properties, const char *key, fy_measure measure, double number) {
    const float value = (float)number;
    fy_tell_numbers(properties, key, measure, &value, 1);
}

static void tell_count(fy_properties *properties, const char *key, uint32_t count) {
    fy_tell_text(properties, key, "%" PRIu32, count);
}

/* ------------------------------------------------------------------------------------- nodes, draws */

static void tell_node(fy_properties *f, const ferry_node *n) {
    static const char *const rules[] = {"inherit", "softimage", "compensate", "collapse"};
    static const char *const billboards[] = {"none", "spherical", "cylindrical"};
    fy_tell_thing(f, "parent", FY_NODE, n->parent);
    fy_tell_numbers(f, "translate", FY_LENGTH, &n->translate.x, 3);
    if (n->has_quat)
        fy_tell_numbers(f, "quat", FY_RATIO, &n->quat.x, 4);
    else
        fy_tell_numbers(f, "euler", FY_ANGLE, &n->euler.x, 3);
    fy_tell_numbers(f, "scale", FY_RATIO, &n->scale.x, 3);
    if (n->scale_rule) fy_tell_text(f, "scale-rule", "%s", rules[n->scale_rule]);
    if (n->billboard) fy_tell_text(f, "billboard", "%s", billboards[n->billboard]);
    if (!n->visible) fy_tell_text(f, "visible", "no");
    if (n->helper) fy_tell_text(f, "helper", "yes");
    if (n->fixed) fy_tell_text(f, "fixed", "yes");
    if (!n->has_bounds) return;
    fy_tell_numbers(f, "bounds-min", FY_LENGTH, &n->bounds.min.x, 3);
    fy_tell_numbers(f, "bounds-max", FY_LENGTH, &n->bounds.max.x, 3);
    tell_number(f, "radius", FY_LENGTH, (double)n->radius);
}

static void tell_skin(fy_properties *f, const ferry_skin *s) {
    tell_count(f, "joints", s->joint_count);
    for (uint32_t j = 0; j < s->joint_count; j++) {
        float matrix[12];
        for (int k = 0; k < 12; k++) matrix[k] = (float)s->joints[j].inverse_bind.m[k / 4][k % 4];
        fy_tell_numbers(f,
                        ferry_job_format(f->job, "joint %s inverse-bind",
                                         fy_label(f->labels, FY_NODE, s->joints[j].node)),
                        FY_AFFINE, matrix, 12);
    }
    tell_count(f, "influences", s->influence_count);
}

static void tell_draw(fy_properties *f, const ferry_draw *d) {
    fy_tell_thing(f, "node", FY_NODE, d->node);
    fy_tell_thing(f, "mesh", FY_MESH, d->mesh);
    fy_tell_thing(f, "material", FY_MATERIAL, d->material);
    if (!d->visible) fy_tell_text(f, "visible", "no");
    if (d->level) fy_tell_text(f, "lod", "%u", d->level);
}

static void tell_mesh(fy_properties *f, const ferry_mesh *m) {
    fy_tell_thing(f, "skin", FY_SKIN, m->skin);
    tell_count(f, "vertices", m->vertex_count);
    tell_count(f, "triangles", m->triangle_count);
}

/* ------------------------------------------------------------------------------ materials, textures */

static void tell_material(fy_properties *f, const ferry_material *m) {
    static const char *const culls[] = {"none", "front", "back", "both"};
    static const char *const modes[] = {"opaque", "cutout", "blend", "add"};
    fy_tell_numbers(f, "color", FY_RATIO, &m->base_color.r, 4);
    fy_tell_thing(f, "texture", FY_TEXTURE, m->base_texture);
    tell_count(f, "uv", m->base_uv);
    fy_tell_text(f, "alpha", "%s", modes[m->alpha_mode]);
    tell_number(f, "cutoff", FY_RATIO, (double)m->alpha_cutoff);
    fy_tell_text(f, "cull", "%s", culls[m->cull]);
    fy_tell_text(f, "lit", "%s", m->lit ? "yes" : "no");
    fy_tell_text(f, "vertex-colors", "%s", m->vertex_colors ? "yes" : "no");
    if (m->gx) fy_properties_of_gx(f, m->gx);
    if (m->rdp) fy_properties_of_rdp(f, m->rdp);
}

static void tell_texture(fy_properties *f, const ferry_texture *t) {
    const float lod[3] = {t->min_lod, t->max_lod, t->lod_bias};
    fy_tell_thing(f, "image", FY_IMAGE, t->image);
    if (*t->path) fy_tell_name(f, "path", t->path);
    fy_tell_text(f, "wrap", "%s %s", fy_wrap_name(t->wrap_s), fy_wrap_name(t->wrap_t));
    fy_tell_text(f, "filter", "%s %s", fy_filter_name(t->min_filter), fy_filter_name(t->mag_filter));
    fy_tell_numbers(f, "lod", FY_RATIO, lod, 3);
    fy_tell_text(f, "anisotropy", "%u", t->max_anisotropy);
    if (t->bias_clamp) fy_tell_text(f, "bias-clamp", "yes");
    if (t->edge_lod) fy_tell_text(f, "edge-lod", "yes");
    fy_tell_text(f, "hint", "0x%02x", t->transparency_hint);
}

static void tell_image(fy_properties *f, const ferry_image *image) {
    fy_tell_text(f, "size", "%" PRIu32 "x%" PRIu32, image->width, image->height);
    fy_tell_text(f, "format", "%s", fy_texel_name(image));
    if (image->palette_count)
        fy_tell_text(f, "palette", "%s %" PRIu32, fy_palette_name(image), image->palette_count);
    fy_tell_text(f, "alpha", "%s", fy_alpha_class_name(image->alpha));
    tell_count(f, "levels", image->level_count);
}

/* ---------------------------------------------------------------------------------- clips, the rest */

static void tell_morph(fy_properties *f, const ferry_morph *m) {
    tell_count(f, "number", m->number);
    fy_tell_thing(f, "mesh", FY_MESH, m->mesh);
    if (m->group != FERRY_NONE) tell_count(f, "group", m->group);
    if (m->shifts) tell_count(f, "set", m->set);
    tell_count(f, "moves", m->count);
}

static void tell_vertex_color_group(fy_properties *f, const ferry_vertex_color_group *p) {
    fy_tell_thing(f, "mesh", FY_MESH, p->mesh);
    tell_count(f, "set", p->set);
    tell_count(f, "vertices", p->count);
}

static void tell_clip(fy_properties *f, const ferry_clip *c) {
    fy_tell_text(f, "kind", "%s", c->kind);
    tell_number(f, "duration", FY_RATIO, c->duration);
    fy_tell_text(f, "loop", "%s", fy_loop_name(c->loop));
    tell_number(f, "rate", FY_RATIO, c->rate);
    if (c->kept) fy_tell_name(f, "kept", c->kept);
    tell_count(f, "tracks", c->track_count);
}

static void tell_extra(fy_properties *f, const ferry_extra *e) {
    fy_tell_text(f, "format", "%s", e->format);
    fy_tell_text(f, "offset", "0x%" PRIx64, e->offset);
    fy_tell_text(f, "bytes", "%zu", e->bytes.size);
    fy_tell_text(f, "hash", "0x%08" PRIx32, fy_hash(e->bytes.data, e->bytes.size));
}

void fy_properties_of_scene(fy_properties *f) {
    const ferry_scene *s = f->scene;
    fy_tell_name(f, "name", s->name);
    fy_tell_text(f, "format", "%s%s%s", s->format, *s->layout ? ":" : "", s->layout);
    tell_number(f, "unit", FY_RATIO, (double)s->unit);
    if (s->layered) fy_tell_text(f, "layered", "yes");
}

void fy_properties_of(fy_properties *f, fy_thing thing, uint32_t i) {
    const ferry_scene *s = f->scene;
    switch (thing) {
    case FY_NODE:
        tell_node(f, &s->nodes.data[i]);
        break;
    case FY_SKIN:
        tell_skin(f, &s->skins.data[i]);
        break;
    case FY_DRAW:
        tell_draw(f, &s->draws.data[i]);
        break;
    case FY_MATERIAL:
        tell_material(f, &s->materials.data[i]);
        break;
    case FY_TEXTURE:
        tell_texture(f, &s->textures.data[i]);
        break;
    case FY_IMAGE:
        tell_image(f, &s->images.data[i]);
        break;
    case FY_MORPH:
        tell_morph(f, &s->morphs.data[i]);
        break;
    case FY_COLOR_ANIMATION:
        tell_vertex_color_group(f, &s->vertex_color_groups.data[i]);
        break;
    case FY_CLIP:
        tell_clip(f, &s->clips.data[i]);
        break;
    case FY_EXTRA:
        tell_extra(f, &s->extras.data[i]);
        break;
    case FY_MESH:
        tell_mesh(f, &s->meshes.data[i]);
        break;
    default:
        break;
    }
}
