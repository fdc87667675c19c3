/* dump.c: a scene as text, one fact a line, made for people and for diffs. Layout: docs/scene.md, "The dump". */
#include "core/curve.h"
#include "core/job.h"
#include "core/numbers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static void line(ferry_out *out, const char *format, ...) FERRY_PRINTF(2, 3);

static void line(ferry_out *out, const char *format, ...) {
    char    text[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length > (int)sizeof text - 1) length = (int)sizeof text - 1;
    if (length > 0) ferry_put_bytes(out, text, (size_t)length);
}

static void put_text(ferry_out *out, const char *text) {
    line(out, " \"");
    ferry_put_bytes(out, text, strlen(text));
    line(out, "\"");
}

static void put_floats(ferry_out *out, const char *label, const float *values, int count) {
    line(out, " %s", label);
    for (int i = 0; i < count; i++) {
        char number[FY_NUMBER_SIZE];
        line(out, " %s", fy_number(number, values[i]));
    }
}

static void put_double(ferry_out *out, double value) {
    char number[FY_NUMBER_SIZE];
    line(out, " %s", fy_number(number, (float)value));
}

static void put_index(ferry_out *out, const char *label, uint32_t index) {
    if (index == FERRY_NONE)
        line(out, " %s -", label);
    else
        line(out, " %s %" PRIu32, label, index);
}

static void end(ferry_out *out) {
    ferry_put_u8(out, '\n');
}

/* ------------------------------------------------------------------------------------------------------- parts */

static void dump_nodes(ferry_out *out, const ferry_scene *scene) {
    static const char *const rules[] = {"inherit", "softimage", "compensate"};
    static const char *const billboards[] = {"", " spherical", " cylindrical"};
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *n = &scene->nodes.data[i];
        line(out, "node %" PRIu32, i);
        put_text(out, n->name);
        put_index(out, "parent", n->parent);
        put_floats(out, "translate", &n->translate.x, 3);
        if (n->has_quat)
            put_floats(out, "quat", &n->quat.x, 4);
        else
            put_floats(out, "euler", &n->euler.x, 3);
        put_floats(out, "scale", &n->scale.x, 3);
        line(out, " %s%s%s%s", rules[n->scale_rule], billboards[n->billboard], n->visible ? "" : " hidden",
             n->fixed ? " fixed" : "");
        if (n->has_bounds) {
            put_floats(out, "bounds", &n->bounds.min.x, 3);
            put_floats(out, "to", &n->bounds.max.x, 3);
            put_floats(out, "radius", &n->radius, 1);
        }
        end(out);
    }
}

static void dump_skins(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->skins.count; i++) {
        const ferry_skin *s = &scene->skins.data[i];
        line(out, "skin %" PRIu32, i);
        put_text(out, s->name);
        line(out, " joints %" PRIu32 " influences %" PRIu32 "\n", s->joint_count, s->influence_count);
        for (uint32_t j = 0; j < s->joint_count; j++) {
            line(out, "  joint %" PRIu32 " node %" PRIu32 " inverse-bind", j, s->joints[j].node);
            for (int k = 0; k < 12; k++) put_double(out, s->joints[j].inverse_bind.m[k / 4][k % 4]);
            end(out);
        }
        for (uint32_t k = 0; k < s->influence_count; k++) {
            line(out, "  influence %" PRIu32, k);
            for (uint32_t w = 0; w < s->influences[k].count; w++) {
                const ferry_weight *weight = &s->weights[s->influences[k].first + w];
                char                number[FY_NUMBER_SIZE];
                line(out, " %" PRIu32 ":%s", weight->joint, fy_number(number, weight->weight));
            }
            end(out);
        }
    }
}

static void dump_vertex(ferry_out *out, const ferry_mesh *m, uint32_t v) {
    char label[8];
    line(out, "  vertex %" PRIu32, v);
    put_floats(out, "at", &m->positions[v].x, 3);
    if (m->normals) put_floats(out, "normal", &m->normals[v].x, 3);
    if (m->binormals) put_floats(out, "binormal", &m->binormals[v].x, 3);
    if (m->tangents) put_floats(out, "tangent", &m->tangents[v].x, 3);
    for (int s = 0; s < FERRY_COLOR_SETS; s++) {
        snprintf(label, sizeof label, "color%d", s);
        if (m->colors[s]) put_floats(out, label, &m->colors[s][v].r, 4);
    }
    for (int s = 0; s < FERRY_UV_SETS; s++) {
        snprintf(label, sizeof label, "uv%d", s);
        if (m->uvs[s]) put_floats(out, label, &m->uvs[s][v].x, 2);
    }
    if (m->influences) line(out, " influence %" PRIu32, m->influences[v]);
    end(out);
}

static bool dump_meshes(ferry_job *job, ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->meshes.count; i++) {
        const ferry_mesh *m = &scene->meshes.data[i];
        line(out, "mesh %" PRIu32, i);
        put_text(out, m->name);
        put_index(out, "skin", m->skin);
        line(out, " vertices %" PRIu32 " triangles %" PRIu32 "\n", m->vertex_count, m->triangle_count);
        for (uint32_t v = 0; v < m->vertex_count; v++) {
            if (!ferry_tick(job) || out->bad) return false;
            dump_vertex(out, m, v);
        }
        for (uint32_t t = 0; t < m->triangle_count; t++) {
            const uint32_t *k = &m->triangles[3 * (size_t)t];
            line(out, "  triangle %" PRIu32 " %" PRIu32 " %" PRIu32 " %" PRIu32 "\n", t, k[0], k[1], k[2]);
        }
    }
    return true;
}

static void dump_draws(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *d = &scene->draws.data[i];
        line(out, "draw %" PRIu32, i);
        put_text(out, d->name);
        line(out, " node %" PRIu32 " mesh %" PRIu32, d->node, d->mesh);
        put_index(out, "material", d->material);
        line(out, "%s\n", d->visible ? "" : " hidden");
    }
}

/* --------------------------------------------------------------------------------------------------- materials */

static void dump_combine(ferry_out *out, const char *label, const ferry_gx_combine *c) {
    line(out, " %s %u %u %u %u op %u bias %u scale %u clamp %u to %u", label, c->a, c->b, c->c, c->d, c->op, c->bias,
         c->scale, c->clamp, c->destination);
}

static void dump_gx_color(ferry_out *out, const char *label, int index, ferry_gx_color c) {
    line(out, "  %s %d %u %u %u %u\n", label, index, c.r, c.g, c.b, c.a);
}

static void dump_gx_matrix(ferry_out *out, const char *label, int index, const ferry_gx_texture_matrix *m) {
    if (!m->present) return;
    line(out, "  %s %d projection %u mode %u%s", label, index, m->projection, m->mode, m->maya ? " maya" : "");
    put_floats(out, "center", m->center, 3);
    put_floats(out, "scale", m->scale, 2);
    line(out, " rotation %d", m->rotation);
    put_floats(out, "translate", m->translate, 2);
    put_floats(out, "effect", &m->effect[0][0], 16);
    end(out);
}

static void dump_gx_stages(ferry_out *out, const ferry_gx_material *gx) {
    for (int k = 0; k < gx->stage_count && k < FERRY_GX_MAX_STAGES; k++) {
        const ferry_gx_stage *s = &gx->stages[k];
        line(out, "  stage %d texgen %u map %u channel %u", k, s->texgen, s->map, s->channel);
        dump_combine(out, "color", &s->color);
        dump_combine(out, "alpha", &s->alpha);
        line(out, " konst %u %u swap %u %u\n", s->konst_color, s->konst_alpha, s->ras_swap, s->tex_swap);
        const ferry_gx_indirect_use *u = &s->indirect;
        if (gx->indirect_enabled)
            line(out, "  stage %d indirect %u format %u bias %u matrix %u wrap %u %u previous %u lod %u alpha %u\n", k, u->stage,
                 u->format, u->bias, u->matrix, u->wrap_s, u->wrap_t, u->add_previous, u->unmodified_lod, u->alpha_select);
    }
}

static void dump_gx_channels(ferry_out *out, const ferry_gx_material *gx) {
    for (int k = 0; k < 2; k++) {
        dump_gx_color(out, "material-color", k, gx->material_colors[k]);
        dump_gx_color(out, "ambient-color", k, gx->ambient_colors[k]);
    }
    for (int k = 0; k < 4; k++) {
        const ferry_gx_channel *c = &gx->channels[k];
        line(out, "  channel %d lit %u material %u ambient %u lights 0x%02x diffuse %u attenuation %u\n", k, c->lit,
             c->material_source, c->ambient_source, c->light_mask, c->diffuse, c->attenuation);
    }
    for (uint32_t k = 0; k < gx->light_count; k++) {
        const ferry_gx_light *l = &gx->lights[k];
        line(out, "  light %" PRIu32, k);
        put_floats(out, "at", l->position, 3);
        put_floats(out, "direction", l->direction, 3);
        line(out, " color %u %u %u %u", l->color.r, l->color.g, l->color.b, l->color.a);
        put_floats(out, "angle", l->angle_attenuation, 3);
        put_floats(out, "distance", l->distance_attenuation, 3);
        end(out);
    }
}

static void dump_gx_coordinates(ferry_out *out, const ferry_gx_material *gx) {
    for (int k = 0; k < gx->texgen_count && k < FERRY_GX_MAX_TEXGENS; k++)
        line(out, "  texgen %d type %u source %u matrix %u post %u\n", k, gx->texgens[k].type, gx->texgens[k].source,
             gx->texgens[k].matrix, gx->post_texgens[k].matrix);
    for (int k = 0; k < FERRY_GX_MAX_MATRICES; k++) dump_gx_matrix(out, "matrix", k, &gx->matrices[k]);
    for (uint32_t k = 0; k < gx->post_matrix_count; k++) dump_gx_matrix(out, "post-matrix", (int)k, &gx->post_matrices[k]);
    for (int k = 0; k < FERRY_GX_MAX_MAPS; k++) {
        if (gx->textures[k] == FERRY_NONE) continue;
        line(out, "  map %d texture %" PRIu32 "\n", k, gx->textures[k]);
    }
}

static void dump_gx_indirect(ferry_out *out, const ferry_gx_material *gx) {
    if (!gx->indirect_enabled) return;
    line(out, "  indirect stages %u\n", gx->indirect_stage_count);
    for (int k = 0; k < 4; k++) {
        const ferry_gx_indirect_order *o = &gx->indirect_orders[k];
        line(out, "  indirect-order %d texgen %u map %u scale %u %u\n", k, o->texgen, o->map, o->scale_s, o->scale_t);
    }
    for (int k = 0; k < 3; k++) {
        line(out, "  indirect-matrix %d exponent %d", k, gx->indirect_matrices[k].exponent);
        put_floats(out, "values", &gx->indirect_matrices[k].m[0][0], 6);
        end(out);
    }
}

static void dump_gx_pixel(ferry_out *out, const ferry_gx_material *gx) {
    line(out, "  alpha-compare %u %u op %u %u %u\n", gx->alpha_compare0, gx->alpha_ref0, gx->alpha_op, gx->alpha_compare1,
         gx->alpha_ref1);
    line(out, "  blend %u source %u destination %u logic %u\n", gx->blend_mode, gx->blend_src, gx->blend_dst, gx->blend_logic);
    line(out, "  depth test %u compare %u write %u early %u dither %u\n", gx->z_test, gx->z_compare, gx->z_write,
         gx->z_location, gx->dither);
    if (gx->fog.present) {
        const ferry_gx_fog *f = &gx->fog;
        line(out, "  fog type %u adjust %u center %u", f->type, f->range_adjust, f->center);
        put_floats(out, "range", &f->start, 4);
        line(out, " color %u %u %u %u table", f->color.r, f->color.g, f->color.b, f->color.a);
        for (int k = 0; k < 10; k++) line(out, " %u", f->adjust[k]);
        end(out);
    }
    if (gx->nbt_scale_enabled) {
        line(out, "  nbt-scale");
        put_floats(out, "by", gx->nbt_scale, 3);
        end(out);
    }
}

static void dump_gx(ferry_out *out, const ferry_gx_material *gx) {
    line(out, "  gx mode %u cull %u channels %u texgens %u stages %u\n", gx->mode, gx->cull, gx->channel_count,
         gx->texgen_count, gx->stage_count);
    dump_gx_channels(out, gx);
    dump_gx_coordinates(out, gx);
    for (int k = 0; k < 4; k++)
        line(out, "  register %d %d %d %d %d\n", k, gx->registers[k].r, gx->registers[k].g, gx->registers[k].b,
             gx->registers[k].a);
    for (int k = 0; k < 4; k++) dump_gx_color(out, "konst", k, gx->konst[k]);
    dump_gx_stages(out, gx);
    for (int k = 0; k < 4; k++)
        line(out, "  swap-table %d %u %u %u %u\n", k, gx->swap_tables[k][0], gx->swap_tables[k][1], gx->swap_tables[k][2],
             gx->swap_tables[k][3]);
    dump_gx_indirect(out, gx);
    dump_gx_pixel(out, gx);
}

static void dump_axis(ferry_out *out, const char *label, const ferry_rdp_axis *a) {
    put_floats(out, label, &a->low, 2);
    line(out, " mask %d shift %d mirror %u clamp %u", a->mask, a->shift, a->mirror, a->clamp);
}

static void dump_rdp(ferry_out *out, const ferry_rdp_material *r) {
    line(out, "  rdp combiner 0x%016" PRIX64 " modes 0x%016" PRIX64 " mask 0x%016" PRIX64 " blender 0x%08" PRIX32
         " flags 0x%05" PRIX32 " fog %u colors %u effect %u\n", r->combiner, r->other_mode, r->other_mode_mask, r->blender,
         r->flags, r->fog, r->colors, r->effect);
    line(out, "  rdp prim %u %u %u %u env %u %u %u %u blend %u %u %u %u\n", r->prim[0], r->prim[1], r->prim[2], r->prim[3],
         r->env[0], r->env[1], r->env[2], r->env[3], r->blend[0], r->blend[1], r->blend[2], r->blend[3]);
    for (int k = 0; k < 2; k++) {
        const ferry_rdp_tile *t = &r->tiles[k];
        if (t->texture == FERRY_NONE && !t->reference) continue;
        line(out, "  tile %d", k);
        put_index(out, "texture", t->texture);
        line(out, " reference 0x%" PRIx32 " hash 0x%08" PRIX32 " size %u %u", t->reference, t->hash, t->width, t->height);
        dump_axis(out, "s", &t->s);
        dump_axis(out, "t", &t->t);
        end(out);
    }
}

static void dump_materials(ferry_out *out, const ferry_scene *scene) {
    static const char *const culls[] = {"none", "front", "back", "both"};
    static const char *const modes[] = {"opaque", "cutout", "blend", "add"};
    for (uint32_t i = 0; i < scene->materials.count; i++) {
        const ferry_material *m = &scene->materials.data[i];
        line(out, "material %" PRIu32, i);
        put_text(out, m->name);
        put_floats(out, "color", &m->base_color.r, 4);
        put_index(out, "texture", m->base_texture);
        line(out, " uv %" PRIu32 " alpha %s", m->base_uv, modes[m->alpha_mode]);
        put_floats(out, "cutoff", &m->alpha_cutoff, 1);
        line(out, " cull %s%s%s\n", culls[m->cull], m->lit ? " lit" : "", m->vertex_colors ? " vertex-colors" : "");
        if (m->gx) dump_gx(out, m->gx);
        if (m->rdp) dump_rdp(out, m->rdp);
    }
}

/* ---------------------------------------------------------------------------------------------------- textures */

static uint32_t fnv(const uint8_t *bytes, size_t size) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
    return hash;
}

static void dump_textures(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->textures.count; i++) {
        const ferry_texture *t = &scene->textures.data[i];
        line(out, "texture %" PRIu32, i);
        put_text(out, t->name);
        put_index(out, "image", t->image);
        line(out, " wrap %s %s filter %d %d", fy_wrap_name(t->wrap_s), fy_wrap_name(t->wrap_t), t->min_filter, t->mag_filter);
        put_floats(out, "lod", &t->min_lod, 3);
        line(out, " anisotropy %u hint 0x%02x", t->max_anisotropy, t->transparency_hint);
        if (*t->path) put_text(out, t->path);
        end(out);
    }
    for (uint32_t i = 0; i < scene->images.count; i++) {
        const ferry_image *image = &scene->images.data[i];
        line(out, "image %" PRIu32, i);
        put_text(out, image->name);
        line(out, " %" PRIu32 "x%" PRIu32 " %s", image->width, image->height,
             fy_texel_name(image));
        if (image->palette_count)
            line(out, " palette %s %" PRIu32, fy_palette_name(image), image->palette_count);
        line(out, " alpha %s\n", fy_alpha_class_name(image->alpha));
        for (uint32_t k = 0; k < image->level_count; k++) {
            const ferry_level *level = &image->levels[k];
            line(out, "  level %" PRIu32 " %" PRIu32 "x%" PRIu32 " texels 0x%08" PRIx32 "\n", k, level->width, level->height,
                 fnv(level->rgba, (size_t)level->width * level->height * 4));
        }
    }
}

/* ------------------------------------------------------------------------------------------------------- clips */

static void dump_morphs(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->morphs.count; i++) {
        const ferry_morph *m = &scene->morphs.data[i];
        line(out, "morph %" PRIu32, i);
        put_text(out, m->name);
        line(out, " number %" PRIu32 " mesh %" PRIu32, m->number, m->mesh);
        put_index(out, "group", m->group);
        if (m->shifts) line(out, " set %" PRIu32, m->set);
        line(out, " moves %" PRIu32 "\n", m->count);
        for (uint32_t k = 0; k < m->count; k++) {
            line(out, "  move %" PRIu32, m->vertices[k]);
            if (m->positions) put_floats(out, "by", &m->positions[k].x, 3);
            if (m->normals) put_floats(out, "normal", &m->normals[k].x, 3);
            if (m->shifts) put_floats(out, "shift", &m->shifts[k].x, 2);
            end(out);
        }
    }
}

static void dump_paints(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->paints.count; i++) {
        const ferry_paint *p = &scene->paints.data[i];
        line(out, "paint %" PRIu32 " mesh %" PRIu32 " set %" PRIu32 " vertices", i, p->mesh, p->set);
        for (uint32_t k = 0; k < p->count; k++) line(out, " %" PRIu32, p->vertices[k]);
        end(out);
    }
}

static void put_time(ferry_out *out, double seconds) {
    char number[FY_NUMBER_SIZE];
    line(out, " %s", fy_number(number, (float)seconds));
}

static void dump_track(ferry_out *out, const ferry_track *t) {
    line(out, "  track %s %" PRIu32 " %s", fy_target_object(t->target), t->object, fy_target_name(t->target));
    line(out, " %" PRIu32 " %" PRIu32 " %s", t->slot, t->channel, fy_interpolation_name(t->interpolation));
    if (t->key_count == 1) { /* a constant needs no time */
        put_floats(out, "is", t->values, (int)t->width);
        end(out);
        return;
    }
    end(out);
    for (uint32_t k = 0; k < t->key_count; k++) {
        line(out, "    key");
        put_time(out, t->times[k]);
        put_floats(out, "is", &t->values[(size_t)k * t->width], (int)t->width);
        if (t->in) put_floats(out, "in", &t->in[k], 1);
        if (t->out) put_floats(out, "out", &t->out[k], 1);
        end(out);
    }
}

static bool dump_clips(ferry_job *job, ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->clips.count; i++) {
        const ferry_clip *c = &scene->clips.data[i];
        line(out, "clip %" PRIu32, i);
        put_text(out, c->name);
        line(out, " %s duration", c->kind);
        put_time(out, c->duration);
        line(out, " loop %s rate", fy_loop_name(c->loop));
        put_time(out, c->rate);
        if (c->kept) line(out, " kept");
        if (c->kept) put_text(out, c->kept);
        line(out, " tracks %" PRIu32 "\n", c->track_count);
        for (uint32_t k = 0; k < c->track_count; k++) {
            if (!ferry_tick(job) || out->bad) return false;
            dump_track(out, &c->tracks[k]);
        }
    }
    return true;
}

static void dump_extras(ferry_out *out, const ferry_scene *scene) {
    for (uint32_t i = 0; i < scene->extras.count; i++) {
        const ferry_extra *e = &scene->extras.data[i];
        line(out, "extra %" PRIu32 " %s", i, e->format);
        put_text(out, e->path);
        line(out, " offset 0x%" PRIx64 " bytes %zu hash 0x%08" PRIx32 "\n", e->offset, e->bytes.size,
             fnv(e->bytes.data, e->bytes.size));
    }
}

bool ferry_dump(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    ferry_out out = ferry_out_open(job, scene->name);
    line(&out, "scene");
    put_text(&out, scene->name);
    line(&out, " format %s%s%s", scene->format, *scene->layout ? ":" : "", scene->layout);
    put_floats(&out, "unit", &scene->unit, 1);
    end(&out);
    dump_nodes(&out, scene);
    dump_skins(&out, scene);
    dump_draws(&out, scene);
    dump_materials(&out, scene);
    dump_textures(&out, scene);
    dump_morphs(&out, scene);
    dump_paints(&out, scene);
    if (!dump_clips(job, &out, scene)) return false;
    dump_extras(&out, scene);
    if (!dump_meshes(job, &out, scene) || out.bad) return false;
    *text = (ferry_bytes){out.data, out.size};
    return true;
}

bool ferry_dump_matrices(ferry_job *job, const ferry_scene *scene, ferry_bytes *text) {
    ferry_out     out = ferry_out_open(job, scene->name);
    ferry_matrix *worlds = ferry_new(job, ferry_matrix, (size_t)scene->nodes.count + 1);
    if (!worlds || !ferry_world_matrices(scene, worlds)) return false;
    for (uint32_t i = 0; i < scene->nodes.count; i++) {
        const ferry_node *node = &scene->nodes.data[i];
        line(&out, "world %" PRIu32, i);
        put_text(&out, node->name);
        for (int k = 0; k < 12; k++) put_double(&out, worlds[i].m[k / 4][k % 4]);
        line(&out, "%s\n", node->visible ? "" : " hidden");
    }
    *text = (ferry_bytes){out.data, out.size};
    return !out.bad;
}
