/*
 * dae_meshes.c: what draws show as geometries of a COLLADA file, and skins as controllers
 * (docs/formats/fbx.md, "COLLADA").
 */
#include "formats/dae/dae_meshes.h"

#include <inttypes.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/dae/dae_out.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_skins.h"
#include "formats/export/export_scene_state.h"

typedef struct geometry {
    fy_dae *d;
    uint32_t number; /* of the model */
    const fy_export_model *model;
    const ferry_mesh *mesh;
    float *room; /* four numbers a vertex */
    uint32_t sets[FERRY_UV_SETS + 1], set_count;
} geometry;

static const char *id_of(const geometry *g, const char *what) {
    return ferry_job_format(g->d->x.e.job, "mesh.%" PRIu32 ".%s", g->number, what);
}

/* ------------------------------------------------------------------------------------------------ streams */

static void put_positions(const geometry *g) {
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_vec3 at = fy_export_length3(&g->d->x, g->mesh->positions[v]);
        for (int k = 0; k < 3; k++) g->room[3 * (size_t)v + (size_t)k] = (&at.x)[k];
    }
    fy_dae_source(g->d, id_of(g, "positions"), g->room, g->mesh->vertex_count, "XYZ");
}

static void put_normals(const geometry *g) {
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_vec3 normal = fy_vec3_normalize(g->mesh->normals[v]);
        for (int k = 0; k < 3; k++) g->room[3 * (size_t)v + (size_t)k] = (&normal.x)[k];
    }
    fy_dae_source(g->d, id_of(g, "normals"), g->room, g->mesh->vertex_count, "XYZ");
}

static void put_coordinates(const geometry *g, uint32_t which) {
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_vec2 uv = fy_export_model_uv(&g->d->x, g->model, g->sets, which, v);
        g->room[2 * (size_t)v] = uv.x;
        g->room[2 * (size_t)v + 1] = uv.y;
    }
    fy_dae_source(g->d, id_of(g, ferry_job_format(g->d->x.e.job, "map%" PRIu32, which)), g->room,
                  g->mesh->vertex_count, "ST");
}

static void put_colors(const geometry *g) {
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_color color = fy_export_model_color(&g->d->x, g->model, v);
        for (int k = 0; k < 4; k++) g->room[4 * (size_t)v + (size_t)k] = (&color.r)[k];
    }
    fy_dae_source(g->d, id_of(g, "colors"), g->room, g->mesh->vertex_count, "RGBA");
}

static void put_triangles(const geometry *g) {
    fy_dae *d = g->d;
    fy_dae_open(d, "triangles count=\"%" PRIu32 "\" material=\"surface\"", g->mesh->triangle_count);
    fy_dae_empty(d, "input semantic=\"VERTEX\" source=\"#%s\" offset=\"0\"", id_of(g, "vertices"));
    if (g->mesh->normals)
        fy_dae_empty(d, "input semantic=\"NORMAL\" source=\"#%s\" offset=\"0\"", id_of(g, "normals"));
    for (uint32_t s = 0; s < g->set_count; s++)
        fy_dae_empty(d,
                     "input semantic=\"TEXCOORD\" source=\"#mesh.%" PRIu32 ".map%" PRIu32
                     "\" offset=\"0\" set=\"%" PRIu32 "\"",
                     g->number, s, s);
    if (fy_export_model_has_colors(&d->x, g->model))
        fy_dae_empty(d, "input semantic=\"COLOR\" source=\"#%s\" offset=\"0\" set=\"0\"", id_of(g, "colors"));
    fy_dae_put(d, "<p>");
    for (uint32_t t = 0; t < g->mesh->triangle_count; t++) {
        uint32_t corners[3];
        fy_export_model_triangle(&d->x, g->model, t, corners);
        if (t) fy_dae_put(d, t % 8 ? " " : "\n");
        for (int k = 0; k < 3; k++) {
            if (k) fy_dae_put(d, " ");
            fy_dae_whole(d, corners[k]);
        }
    }
    fy_dae_put(d, "</p>\n");
    fy_dae_close(d, "triangles");
}

static bool put_geometry(fy_dae *d, uint32_t m) {
    geometry g = {.d = d, .number = m, .model = &d->x.models[m]};
    g.mesh = fy_export_model_mesh(&d->x, g.model);
    g.set_count = fy_export_model_sets(&d->x, g.model, g.sets);
    g.room = ferry_new(d->x.e.job, float, 4 * (size_t)g.mesh->vertex_count + 1);
    if (!g.room || !ferry_tick(d->x.e.job)) return false;
    fy_dae_open(d, "geometry id=\"mesh.%" PRIu32 "\" name=\"%s\"", m, fy_dae_text(d, g.model->name));
    fy_dae_open(d, "mesh");
    put_positions(&g);
    if (g.mesh->normals) put_normals(&g);
    for (uint32_t s = 0; s < g.set_count; s++) put_coordinates(&g, s);
    if (fy_export_model_has_colors(&d->x, g.model)) put_colors(&g);
    fy_dae_open(d, "vertices id=\"%s\"", id_of(&g, "vertices"));
    fy_dae_empty(d, "input semantic=\"POSITION\" source=\"#%s\"", id_of(&g, "positions"));
    fy_dae_close(d, "vertices");
    put_triangles(&g);
    fy_dae_close(d, "mesh");
    fy_dae_close(d, "geometry");
    return true;
}

/* -------------------------------------------------------------------------------------------------- skins */

typedef struct controller {
    fy_dae *d;
    uint32_t number;
    const ferry_mesh *mesh;
    const ferry_skin *skin;
} controller;

static const char *skin_id(const controller *c, const char *what) {
    return ferry_job_format(c->d->x.e.job, "skin.%" PRIu32 ".%s", c->number, what);
}

static bool put_joints(const controller *c) {
    const fy_export_scene *x = &c->d->x;
    const char **names = ferry_new(x->e.job, const char *, c->skin->joint_count + (size_t)1);
    float *binds = ferry_new(x->e.job, float, 16 * (size_t)c->skin->joint_count + 1);
    if (!names || !binds) return false;
    for (uint32_t j = 0; j < c->skin->joint_count; j++) {
        ferry_matrix bind = fy_export_bind(x, &c->skin->joints[j]);
        uint32_t twin = fy_export_twin_of(x, c->mesh->skin, j);
        names[j] = x->ids[twin == FERRY_NONE ? c->skin->joints[j].node : x->e.scene->nodes.count + twin];
        fy_dae_rows(&bind, binds + 16 * (size_t)j);
        if (!ferry_tick(x->e.job)) return false;
    }
    fy_dae_words(c->d, skin_id(c, "joints"), "JOINT", names, c->skin->joint_count);
    fy_dae_matrices(c->d, skin_id(c, "binds"), binds, c->skin->joint_count);
    return true;
}

/* Weights are those of the skin's influences, which vertices share. */
static bool put_weights(const controller *c) {
    fy_dae *d = c->d;
    float *values = ferry_new(d->x.e.job, float, c->skin->weight_count + (size_t)1);
    if (!values) return false;
    for (uint32_t w = 0; w < c->skin->weight_count; w++) values[w] = c->skin->weights[w].weight;
    fy_dae_source(d, skin_id(c, "weights"), values, c->skin->weight_count, "w");
    fy_dae_open(d, "joints");
    fy_dae_empty(d, "input semantic=\"JOINT\" source=\"#%s\"", skin_id(c, "joints"));
    fy_dae_empty(d, "input semantic=\"INV_BIND_MATRIX\" source=\"#%s\"", skin_id(c, "binds"));
    fy_dae_close(d, "joints");
    fy_dae_open(d, "vertex_weights count=\"%" PRIu32 "\"", c->mesh->vertex_count);
    fy_dae_empty(d, "input semantic=\"JOINT\" source=\"#%s\" offset=\"0\"", skin_id(c, "joints"));
    fy_dae_empty(d, "input semantic=\"WEIGHT\" source=\"#%s\" offset=\"1\"", skin_id(c, "weights"));
    fy_dae_put(d, "<vcount>");
    for (uint32_t v = 0; v < c->mesh->vertex_count; v++) {
        if (v) fy_dae_put(d, v % 32 ? " " : "\n");
        fy_dae_whole(d, c->skin->influences[c->mesh->influences[v]].count);
    }
    fy_dae_put(d, "</vcount>\n<v>");
    for (uint32_t v = 0; v < c->mesh->vertex_count; v++) {
        const ferry_influence *run = &c->skin->influences[c->mesh->influences[v]];
        if (v) fy_dae_put(d, v % 8 ? " " : "\n");
        for (uint32_t k = 0; k < run->count; k++) {
            if (k) fy_dae_put(d, " ");
            fy_dae_whole(d, c->skin->weights[run->first + k].joint);
            fy_dae_put(d, " ");
            fy_dae_whole(d, run->first + k);
        }
    }
    fy_dae_put(d, "</v>\n");
    fy_dae_close(d, "vertex_weights");
    return ferry_tick(d->x.e.job);
}

static bool put_controller(fy_dae *d, uint32_t m) {
    controller c = {.d = d, .number = m, .mesh = fy_export_model_mesh(&d->x, &d->x.models[m])};
    c.skin = &d->x.e.scene->skins.data[c.mesh->skin];
    fy_dae_open(d, "controller id=\"skin.%" PRIu32 "\" name=\"%s\"", m, fy_dae_text(d, d->x.models[m].name));
    fy_dae_open(d, "skin source=\"#mesh.%" PRIu32 "\"", m);
    fy_dae_element(d, "bind_shape_matrix", "1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1");
    if (!put_joints(&c) || !put_weights(&c)) return false;
    fy_dae_close(d, "skin");
    fy_dae_close(d, "controller");
    return true;
}

/* ---------------------------------------------------------------------------------------------------- all */

/* What is hidden is left out: the format cannot say it. */
static bool is_skinned(const fy_dae *d, uint32_t m) {
    return d->x.models[m].visible && fy_export_model_mesh(&d->x, &d->x.models[m])->skin != FERRY_NONE;
}

static bool put_each(fy_dae *d, uint32_t m, bool (*put)(fy_dae *d, uint32_t m)) {
    ferry_mark mark = ferry_job_mark(d->x.e.job);
    bool done = put(d, m);
    ferry_job_release(d->x.e.job, mark);
    return done;
}

bool fy_dae_put_meshes(fy_dae *d) {
    uint32_t shown = 0, skinned = 0;
    for (uint32_t m = 0; m < d->x.model_count; m++) {
        shown += d->x.models[m].visible;
        skinned += is_skinned(d, m);
    }
    if (shown) fy_dae_open(d, "library_geometries");
    for (uint32_t m = 0; m < d->x.model_count; m++)
        if (d->x.models[m].visible && !put_each(d, m, put_geometry)) return false;
    if (shown) fy_dae_close(d, "library_geometries");
    if (skinned) fy_dae_open(d, "library_controllers");
    for (uint32_t m = 0; m < d->x.model_count; m++)
        if (is_skinned(d, m) && !put_each(d, m, put_controller)) return false;
    if (skinned) fy_dae_close(d, "library_controllers");
    return true;
}
