/*
 * fbx_models.c: nodes and draws as models of an FBX file, with what they show (docs/formats/fbx.md,
 * "Models", "Meshes").
 */
#include "formats/fbx/fbx_models.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/export/export_scene_clips.h"
#include "formats/export/export_scene_models.h"
#include "formats/export/export_scene_state.h"
#include "formats/fbx/fbx_objects.h"
#include "formats/fbx/fbx_out.h"

/* -------------------------------------------------------------------------------------------------- nodes */

/* Model space at rest: translation, rotation in degrees, scale. The matrices of parents are multiplied as
 * they are (inheritance 1). */
static void put_place(fy_fbx_out *o, const double move[3], const double turn[3], const double scale[3]) {
    fy_fbx_put_i32(o, "Version", 232);
    fy_fbx_open(o, "Properties70");
    fy_fbx_property_int(o, "InheritType", "enum", 1);
    fy_fbx_property_int(o, "DefaultAttributeIndex", "int", 0);
    fy_fbx_property_vector(o, "Lcl Translation", "Lcl Translation", "A", move);
    fy_fbx_property_vector(o, "Lcl Rotation", "Lcl Rotation", "A", turn);
    fy_fbx_property_vector(o, "Lcl Scaling", "Lcl Scaling", "A", scale);
}

static const double nowhere[3] = {0, 0, 0}, unscaled[3] = {1, 1, 1};

static bool put_attribute(fy_fbx *f, int64_t model, const char *name, const char *sort) {
    bool bone = strcmp(sort, "LimbNode") == 0;
    int64_t number = fy_fbx_open_object(f, FY_FBX_ATTRIBUTE, name, sort);
    fy_fbx_put_string(&f->o, "TypeFlags", bone ? "Skeleton" : "Null");
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, number, model, NULL);
}

static bool put_node(fy_fbx *f, uint32_t i) {
    const ferry_node *node = &f->x.e.scene->nodes.data[i];
    const char *sort = f->x.bones[i] && !node->fixed ? "LimbNode" : "Null";
    ferry_vec3 at = fy_export_length3(&f->x, node->translate);
    float degrees[3];
    fy_export_rest_turn(node, degrees);
    const double move[3] = {(double)at.x, (double)at.y, (double)at.z};
    const double turn[3] = {(double)degrees[0], (double)degrees[1], (double)degrees[2]};
    const double scale[3] = {(double)node->scale.x, (double)node->scale.y, (double)node->scale.z};
    fy_fbx_open_numbered(f, FY_FBX_MODEL, f->nodes[i], f->x.names[i], sort);
    put_place(&f->o, move, turn, scale);
    if (!node->visible) fy_fbx_property_number(&f->o, "Visibility", "Visibility", "A", 0);
    fy_fbx_close(&f->o);
    fy_fbx_put_string(&f->o, "Culling", "CullingOff");
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, f->nodes[i], node->parent == FERRY_NONE ? 0 : f->nodes[node->parent], NULL) &&
           put_attribute(f, f->nodes[i], f->x.names[i], sort);
}

static bool put_twin(fy_fbx *f, uint32_t t) {
    const fy_export_twin *twin = &f->x.twins[t];
    fy_fbx_open_numbered(f, FY_FBX_MODEL, f->twins[t], twin->name, "LimbNode");
    put_place(&f->o, nowhere, nowhere, unscaled);
    fy_fbx_close(&f->o);
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, f->twins[t], f->nodes[twin->node], NULL) &&
           put_attribute(f, f->twins[t], twin->name, "LimbNode");
}

/* ----------------------------------------------------------------------------------------------- geometry */

/* `how`: by vertices or by corners; a list of its own, or one that numbers lead into. */
static void open_layer(fy_fbx_out *o, const char *kind, int32_t number, const char *name, const char *by,
                       const char *how) {
    fy_fbx_open(o, kind);
    fy_fbx_i32(o, number);
    fy_fbx_put_i32(o, "Version", 101);
    fy_fbx_put_string(o, "Name", name);
    fy_fbx_put_string(o, "MappingInformationType", by);
    fy_fbx_put_string(o, "ReferenceInformationType", how);
}

typedef struct geometry {
    fy_fbx *f;
    const fy_export_model *model;
    const ferry_mesh *mesh;
    double *room;     /* four numbers a vertex */
    int32_t *corners; /* three a triangle */
} geometry;

static void put_doubles(const geometry *g, const char *name, uint32_t count) {
    fy_fbx_open(&g->f->o, name);
    fy_fbx_f64s(&g->f->o, g->room, count);
    fy_fbx_close(&g->f->o);
}

static void put_corners(const geometry *g, const char *name) {
    fy_fbx_open(&g->f->o, name);
    fy_fbx_i32s(&g->f->o, g->corners, 3 * g->mesh->triangle_count);
    fy_fbx_close(&g->f->o);
}

/* The last corner of a face is told by its sign. */
static void put_shape(const geometry *g) {
    const ferry_mesh *mesh = g->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_vec3 at = fy_export_length3(&g->f->x, mesh->positions[v]);
        for (int k = 0; k < 3; k++) g->room[3 * (size_t)v + (size_t)k] = (double)(&at.x)[k];
    }
    put_doubles(g, "Vertices", 3 * mesh->vertex_count);
    for (size_t t = 0; t < mesh->triangle_count; t++) g->corners[3 * t + 2] = -1 - g->corners[3 * t + 2];
    put_corners(g, "PolygonVertexIndex");
    for (size_t t = 0; t < mesh->triangle_count; t++) g->corners[3 * t + 2] = -1 - g->corners[3 * t + 2];
    fy_fbx_put_i32(&g->f->o, "GeometryVersion", 124);
}

static void put_normals(const geometry *g) {
    const ferry_mesh *mesh = g->mesh;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        ferry_vec3 normal = fy_vec3_normalize(mesh->normals[v]);
        for (int k = 0; k < 3; k++) g->room[3 * (size_t)v + (size_t)k] = (double)(&normal.x)[k];
    }
    open_layer(&g->f->o, "LayerElementNormal", 0, "", "ByVertice", "Direct");
    put_doubles(g, "Normals", 3 * mesh->vertex_count);
    fy_fbx_close(&g->f->o);
}

static void put_colors(const geometry *g) {
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_color color = fy_export_model_color(&g->f->x, g->model, v);
        for (int k = 0; k < 4; k++) g->room[4 * (size_t)v + (size_t)k] = (double)(&color.r)[k];
    }
    open_layer(&g->f->o, "LayerElementColor", 0, "Color", "ByPolygonVertex", "IndexToDirect");
    put_doubles(g, "Colors", 4 * g->mesh->vertex_count);
    put_corners(g, "ColorIndex");
    fy_fbx_close(&g->f->o);
}

static void put_coordinates(const geometry *g, const uint32_t *sets, uint32_t which) {
    char name[16];
    snprintf(name, sizeof name, "UVMap%u", (unsigned)which);
    for (uint32_t v = 0; v < g->mesh->vertex_count; v++) {
        ferry_vec2 uv = fy_export_model_uv(&g->f->x, g->model, sets, which, v);
        g->room[2 * (size_t)v] = (double)uv.x;
        g->room[2 * (size_t)v + 1] = (double)uv.y;
    }
    open_layer(&g->f->o, "LayerElementUV", (int32_t)which, name, "ByPolygonVertex", "IndexToDirect");
    put_doubles(g, "UV", 2 * g->mesh->vertex_count);
    put_corners(g, "UVIndex");
    fy_fbx_close(&g->f->o);
}

static void put_layer_entry(fy_fbx_out *o, const char *kind, int32_t number) {
    fy_fbx_open(o, "LayerElement");
    fy_fbx_put_string(o, "Type", kind);
    fy_fbx_put_i32(o, "TypedIndex", number);
    fy_fbx_close(o);
}

static void put_layers(const geometry *g, uint32_t sets) {
    static const int32_t only[] = {0};
    fy_fbx_out *o = &g->f->o;
    open_layer(o, "LayerElementMaterial", 0, "", "AllSame", "IndexToDirect");
    fy_fbx_open(o, "Materials");
    fy_fbx_i32s(o, only, 1);
    fy_fbx_close(o);
    fy_fbx_close(o);
    for (uint32_t layer = 0; layer < sets || !layer; layer++) {
        fy_fbx_open(o, "Layer");
        fy_fbx_i32(o, (int32_t)layer);
        fy_fbx_put_i32(o, "Version", 100);
        if (!layer && g->mesh->normals) put_layer_entry(o, "LayerElementNormal", 0);
        if (!layer) put_layer_entry(o, "LayerElementMaterial", 0);
        if (!layer && fy_export_model_has_colors(&g->f->x, g->model))
            put_layer_entry(o, "LayerElementColor", 0);
        if (layer < sets) put_layer_entry(o, "LayerElementUV", (int32_t)layer);
        fy_fbx_close(o);
    }
}

static bool put_geometry(fy_fbx *f, uint32_t m) {
    const fy_export_model *model = &f->x.models[m];
    geometry g = {.f = f, .model = model, .mesh = fy_export_model_mesh(&f->x, model)};
    uint32_t sets[FERRY_UV_SETS + 1], count = fy_export_model_sets(&f->x, model, sets);
    g.room = ferry_new(f->x.e.job, double, 4 * (size_t)g.mesh->vertex_count + 1);
    g.corners = ferry_new(f->x.e.job, int32_t, 3 * (size_t)g.mesh->triangle_count + 1);
    if (!g.room || !g.corners || !ferry_tick(f->x.e.job)) return false;
    for (uint32_t t = 0; t < g.mesh->triangle_count; t++) {
        uint32_t corners[3];
        fy_export_model_triangle(&f->x, model, t, corners);
        for (int k = 0; k < 3; k++) g.corners[3 * (size_t)t + (size_t)k] = (int32_t)corners[k];
    }
    f->geometries[m] = fy_fbx_open_object(f, FY_FBX_GEOMETRY, model->name, "Mesh");
    put_shape(&g);
    if (g.mesh->normals) put_normals(&g);
    if (fy_export_model_has_colors(&f->x, model)) put_colors(&g);
    for (uint32_t s = 0; s < count; s++) put_coordinates(&g, sets, s);
    put_layers(&g, count);
    fy_fbx_close(&f->o);
    return fy_fbx_link_to(f, f->geometries[m], f->models[m], NULL);
}

/* A model with a skin has no place of its own. */
static bool put_model(fy_fbx *f, uint32_t m) {
    const fy_export_model *model = &f->x.models[m];
    const ferry_draw *draw = &f->x.e.scene->draws.data[model->draw];
    bool skinned = fy_export_model_mesh(&f->x, model)->skin != FERRY_NONE;
    fy_fbx_open_numbered(f, FY_FBX_MODEL, f->models[m], model->name, "Mesh");
    put_place(&f->o, nowhere, nowhere, unscaled);
    if (!model->visible) fy_fbx_property_number(&f->o, "Visibility", "Visibility", "A", 0);
    fy_fbx_close(&f->o);
    fy_fbx_put_string(&f->o, "Culling", "CullingOff");
    fy_fbx_close(&f->o);
    f->hidden += !model->visible;
    return fy_fbx_link_to(f, f->models[m], skinned ? 0 : f->nodes[draw->node], NULL) &&
           fy_fbx_link_to(f, f->materials[model->surface], f->models[m], NULL);
}

/* -------------------------------------------------------------------------------------------------- all */

static int64_t *number_all(fy_fbx *f, uint32_t count) {
    int64_t *numbers = ferry_new(f->x.e.job, int64_t, (size_t)count + 1);
    for (uint32_t i = 0; numbers && i < count; i++) numbers[i] = fy_fbx_number(f);
    return numbers;
}

bool fy_fbx_put_models(fy_fbx *f) {
    uint32_t nodes = f->x.e.scene->nodes.count;
    f->nodes = number_all(f, nodes);
    f->twins = number_all(f, f->x.twin_count);
    f->models = number_all(f, f->x.model_count);
    f->geometries = number_all(f, f->x.model_count);
    f->materials = number_all(f, f->x.material_count);
    if (!f->nodes || !f->twins || !f->models || !f->geometries || !f->materials) return false;
    for (uint32_t i = 0; i < nodes; i++)
        if (!put_node(f, i)) return false;
    for (uint32_t t = 0; t < f->x.twin_count; t++)
        if (!put_twin(f, t)) return false;
    for (uint32_t m = 0; m < f->x.model_count; m++) {
        ferry_mark mark = ferry_job_mark(f->x.e.job);
        if (!put_model(f, m) || !put_geometry(f, m)) return false;
        ferry_job_release(f->x.e.job, mark);
    }
    return true;
}
