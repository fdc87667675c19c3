/* dump_json.c: a scene as JSON, everything it holds. Described in docs/json.md, "ferry64 dump --json", and
 * docs/schema/dump.json. */
#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/json_out.h"
#include "core/base/numbers.h"
#include "core/inspect/dump_json_machine.h"
#include "core/scene/curve.h"

typedef struct dump {
    ferry_job *job;
    const ferry_scene *scene;
    fy_json_out json;
    bool data; /* with what comes in thousands, and bytes */
} dump;

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
    if (draw->level) fy_put_integer(j, "lod", draw->level);
}

/* ------------------------------------------------------------------------------ materials, textures */

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
    fy_put_machine(j, m);
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
        const ferry_mip_level *level = &image->levels[k];
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

static void put_vertex_color_group(dump *d, uint32_t i) {
    const ferry_vertex_color_group *p = &d->scene->vertex_color_groups.data[i];
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
    put_list(d, "vertex_color_groups", s->vertex_color_groups.count, put_vertex_color_group);
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
