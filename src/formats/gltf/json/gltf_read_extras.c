/*
 * gltf_read_extras.c: what this library writes into a file's extras, read again (docs/formats/gltf.md, "Read
 * again"): which nodes stand for draws and second bindings, and in which order draws are drawn; billboards;
 * vertex colour groups. Of other programs' files nothing of it counts: who changes a file changes its
 * generator, and numbers in extras are those that the file had.
 */
#include "formats/gltf/json/gltf_read_extras.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

static const json_t *extras_of(const json_t *object, const char *key) {
    return json_object_get(json_object_get(object, "extras"), key);
}

static const json_t *node_extra(const fy_gltf_in *g, uint32_t node, const char *key) {
    return extras_of(fy_gltf_item(g, "nodes", node), key);
}

bool fy_gltf_has_ferry64_extras(const fy_gltf_in *g) {
    const char *generator =
        json_string_value(json_object_get(json_object_get(g->json, "asset"), "generator"));
    return generator && strncmp(generator, "ferry64 ", 8) == 0 &&
           !ferry_setting_is(g->job, "gltf.extras", "ignore");
}

/* Names that this library writes are text of a scene by then; of others, what is no ASCII is to be told from
 * it. */
const char *fy_gltf_extras_text(const fy_gltf_in *g, const char *text) {
    bool plain = g->ferry64_extras;
    for (const char *c = text; *c && plain; c++) plain = *c >= ' ' && *c <= '~';
    return plain ? ferry_scene_format(g->scene, "%s", text) : ferry_scene_text(g->scene, text, strlen(text));
}

/* ---------------------------------------------------------------------------------------------- stand-ins */

static bool is_above(const fy_gltf_in *g, uint32_t node) {
    return json_is_true(node_extra(g, node, "above"));
}

/* What a node says that it stands for; NULL: nothing but itself. */
static const json_t *claim_of(const fy_gltf_in *g, uint32_t node) {
    const json_t *of = json_object_get(node_extra(g, node, "draw"), "node");
    if (!of) of = node_extra(g, node, "bind");
    return json_is_integer(of) && json_integer_value(of) == node ? NULL : of;
}

static bool keeps(const json_t *node, const char *key, const float *usual, size_t count) {
    float found[4];
    return !json_object_get(node, key) ||
           (fy_gltf_get_floats(node, key, count, found) && memcmp(found, usual, count * sizeof *found) == 0);
}

/* Nodes of this library's own making have no place of their own; some are hidden by their scale. */
static bool keeps_its_place(const fy_gltf_in *g, uint32_t node) {
    static const float none[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1};
    const json_t *object = fy_gltf_item(g, "nodes", node);
    const char *candidate = json_string_value(node_extra(g, node, "visibility"));
    bool hidden = candidate && strcmp(candidate, "scale") == 0 && keeps(object, "scale", none, 3);
    return !json_object_get(object, "matrix") && keeps(object, "translation", none, 3) &&
           keeps(object, "rotation", none, 4) && (hidden || keeps(object, "scale", one, 3));
}

/* Why a node is no stand-in though it says so; NULL: it is one, for `*of`. */
static const char *find_stand_in(const fy_gltf_in *g, const bool *shown, uint32_t node, uint32_t *of) {
    const json_t *object = fy_gltf_item(g, "nodes", node), *claim = claim_of(g, node);
    json_int_t number = json_is_integer(claim) ? json_integer_value(claim) : -1;
    *of = node;
    if (!keeps_its_place(g, node)) return "it has a transform";
    if (is_above(g, node)) return json_object_get(object, "mesh") ? "it has a mesh" : NULL;
    if (number < 0 || number >= (json_int_t)g->node_count || !shown[number])
        return "it references no node of the scene";
    *of = (uint32_t)number;
    if (json_array_size(json_object_get(object, "children"))) return "it has children";
    return claim_of(g, *of) || is_above(g, *of) ? "the node that it references does so, too" : NULL;
}

/* Whether each node of the file is in the scene: those are trees by then. */
static bool *find_shown(const fy_gltf_in *g) {
    bool *shown = ferry_new(g->job, bool, (size_t)g->node_count + 1);
    uint32_t *found = ferry_new(g->job, uint32_t, (size_t)g->node_count + 1), count = 0;
    if (!shown || !found) return NULL;
    for (uint32_t k = 0; k < g->root_count; k++) found[count++] = g->roots[k];
    for (uint32_t i = 0; i < count; i++) {
        const json_t *children = json_object_get(fy_gltf_item(g, "nodes", found[i]), "children");
        shown[found[i]] = true;
        for (size_t k = 0; k < json_array_size(children); k++)
            found[count++] = (uint32_t)json_integer_value(json_array_get(children, k));
    }
    return shown;
}

bool fy_gltf_find_stand_ins(fy_gltf_in *g) {
    const bool *shown = find_shown(g);
    g->stand_ins = ferry_new(g->job, uint32_t, (size_t)g->node_count + 1);
    if (!g->stand_ins || !shown) return false;
    for (uint32_t i = 0; i < g->node_count; i++) g->stand_ins[i] = FERRY_NONE;
    for (uint32_t i = 0; g->ferry64_extras && i < g->node_count; i++) {
        uint32_t of;
        if (!ferry_tick(g->job)) return false;
        if (!shown[i] || (!is_above(g, i) && !claim_of(g, i))) continue;
        const char *wrong = find_stand_in(g, shown, i, &of);
        if (wrong)
            fy_gltf_tell(g, FERRY_WARNING, "gltf.extras", "nodes", i, "extras",
                         "its extras mark it as a proxy for another node, but %s; used as a node", wrong);
        else
            g->stand_ins[i] = of;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------ at rest */

static bool is_shown(const fy_gltf_in *g, uint32_t node) {
    const json_t *extensions = json_object_get(fy_gltf_item(g, "nodes", node), "extensions");
    return !json_is_false(json_object_get(json_object_get(extensions, "KHR_node_visibility"), "visible"));
}

void fy_gltf_rest_extras(const fy_gltf_in *g, uint32_t number, ferry_node *node) {
    const char *billboard = json_string_value(node_extra(g, number, "billboard"));
    node->visible = is_shown(g, number);
    if (!billboard || !g->ferry64_extras) return;
    if (strcmp(billboard, "spherical") == 0) node->billboard = FERRY_BILLBOARD_SPHERICAL;
    if (strcmp(billboard, "cylindrical") == 0) node->billboard = FERRY_BILLBOARD_CYLINDRICAL;
}

/* Whether what stands in for a draw shows it: by the extension, or, in files without it, by a scale that is
 * not 0. */
static bool draw_is_shown(const fy_gltf_in *g, uint32_t node) {
    const json_t *object = fy_gltf_item(g, "nodes", node);
    const char *candidate = json_string_value(node_extra(g, node, "visibility"));
    float scale[3] = {1, 1, 1};
    fy_gltf_get_floats(object, "scale", 3, scale);
    bool scaled = candidate && strcmp(candidate, "scale") == 0 && scale[0] == 0;
    return is_shown(g, node) && (!scaled || json_object_get(object, "extensions"));
}

/* Of the whole: lengths of the file are the source's times `scale`. */
void fy_gltf_read_scene_extras(fy_gltf_in *g) {
    const json_t *asset = json_object_get(g->json, "asset");
    double unit = json_number_value(extras_of(asset, "unit")),
           scale = json_number_value(extras_of(asset, "scale"));
    if (g->ferry64_extras && unit > 1e-9 && unit < 1e9 && scale > 1e-9 && scale < 1e9)
        g->scene->unit = (float)(unit / scale);
    g->scene->layered = g->ferry64_extras && json_is_true(extras_of(asset, "layered"));
}

/* -------------------------------------------------------------------------------------------------- draws */

typedef struct place {
    json_int_t number; /* as the file says; of others as they come */
    uint32_t node;
} place;

static int by_number(const void *a, const void *b) {
    const place *x = a, *y = b;
    if (x->number != y->number) return x->number < y->number ? -1 : 1;
    return (x->node > y->node) - (x->node < y->node);
}

bool fy_gltf_order_draws(fy_gltf_in *g) {
    place *places = ferry_new(g->job, place, (size_t)g->order_count + 1);
    if (!places) return false;
    if (!g->ferry64_extras) return true;
    for (uint32_t i = 0; i < g->order_count; i++) {
        const json_t *number = json_object_get(node_extra(g, g->order[i], "draw"), "number");
        places[i] = (place){json_is_integer(number) ? json_integer_value(number) : INT32_MAX, g->order[i]};
    }
    if (g->order_count) qsort(places, g->order_count, sizeof *places, by_number);
    for (uint32_t i = 0; i < g->order_count; i++) g->order[i] = places[i].node;
    return true;
}

void fy_gltf_draw_extras(const fy_gltf_in *g, uint32_t node, ferry_draw *draw) {
    const char *name = json_string_value(json_object_get(node_extra(g, node, "draw"), "name"));
    if (g->ferry64_extras && name) draw->name = fy_gltf_extras_text(g, name);
    if (g->stand_ins[node] != FERRY_NONE) draw->visible = draw_is_shown(g, node);
}

/* ----------------------------------------------------------------------------------------------- textures */

static uint8_t small_of(const json_t *extras, const char *key, uint8_t otherwise) {
    const json_t *value = json_object_get(extras, key);
    bool fits =
        json_is_integer(value) && json_integer_value(value) >= 0 && json_integer_value(value) <= UINT8_MAX;
    return fits ? (uint8_t)json_integer_value(value) : otherwise;
}

void fy_gltf_texture_extras(const fy_gltf_in *g, uint32_t number, ferry_texture *texture) {
    const json_t *from = fy_gltf_item(g, "textures", number), *extras = json_object_get(from, "extras");
    const char *name = json_string_value(json_object_get(from, "name")),
               *path = json_string_value(json_object_get(extras, "path"));
    float lod[3];
    if (name) texture->name = fy_gltf_extras_text(g, name);
    if (path && strncmp(path, "rom:/", 5) == 0) texture->path = fy_gltf_extras_text(g, path);
    if (fy_gltf_get_floats(extras, "lod", 3, lod)) {
        texture->min_lod = lod[0];
        texture->max_lod = lod[1];
        texture->lod_bias = lod[2];
    }
    texture->max_anisotropy = small_of(extras, "anisotropy", texture->max_anisotropy);
    texture->transparency_hint = small_of(extras, "hint", texture->transparency_hint);
    texture->bias_clamp = json_is_true(json_object_get(extras, "bias_clamp"));
    texture->edge_lod = json_is_true(json_object_get(extras, "edge_lod"));
}

/* ----------------------------------------------------------------------------------- vertex colour groups */

/* The mesh of the scene that mesh `mesh` of the file became, if it is one; FERRY_NONE. */
static uint32_t only_mesh(const fy_gltf_in *g, uint32_t mesh) {
    uint32_t found = FERRY_NONE;
    for (uint32_t u = 0; u < g->use_count; u++) {
        if (g->uses[u].mesh != mesh) continue;
        if (found != FERRY_NONE) return FERRY_NONE;
        found = g->made[g->uses[u].first];
    }
    return found;
}

static bool read_vertex_color_group(fy_gltf_in *g, const json_t *from, uint32_t *number) {
    const json_t *meshes = json_object_get(from, "meshes"), *vertices = json_object_get(from, "vertices");
    json_int_t mesh =
        json_is_integer(json_array_get(meshes, 0)) ? json_integer_value(json_array_get(meshes, 0)) : -1;
    uint32_t set = fy_gltf_index_of(from, "set", FERRY_COLOR_SETS),
             count = (uint32_t)json_array_size(vertices);
    uint32_t of = json_array_size(meshes) == 1 && mesh >= 0 && mesh < UINT32_MAX
                      ? only_mesh(g, (uint32_t)mesh)
                      : FERRY_NONE;
    *number = FERRY_NONE;
    if (of == FERRY_NONE || set == FERRY_NONE || !g->scene->meshes.data[of].colors[set] || !count)
        return true;
    ferry_vertex_color_group vertex_color_group = {
        .mesh = of, .set = set, .vertices = ferry_scene_new(g->scene, uint32_t, count)};
    if (!vertex_color_group.vertices) return false;
    for (uint32_t k = 0; k < count; k++) {
        const json_t *value = json_array_get(vertices, k);
        json_int_t vertex = json_is_integer(value) ? json_integer_value(value) : -1;
        if (vertex < 0 || vertex >= (json_int_t)g->scene->meshes.data[of].vertex_count) return true;
        vertex_color_group.vertices[vertex_color_group.count++] = (uint32_t)vertex;
    }
    ferry_vertex_color_group *added =
        ferry_append(g->scene, &g->scene->vertex_color_groups, ferry_vertex_color_group);
    if (!added) return false;
    *added = vertex_color_group;
    *number = g->scene->vertex_color_groups.count - 1;
    return true;
}

bool fy_gltf_read_vertex_color_groups(fy_gltf_in *g) {
    const json_t *vertex_color_groups = g->ferry64_extras ? extras_of(g->json, "vertex_color_groups") : NULL;
    g->vertex_color_group_count = (uint32_t)json_array_size(vertex_color_groups);
    g->vertex_color_groups = ferry_new(g->job, uint32_t, (size_t)g->vertex_color_group_count + 1);
    if (!g->vertex_color_groups) return false;
    for (uint32_t i = 0; i < g->vertex_color_group_count; i++)
        if (!ferry_tick(g->job) ||
            !read_vertex_color_group(g, json_array_get(vertex_color_groups, i), &g->vertex_color_groups[i]))
            return false;
    return true;
}

const char *fy_gltf_name_of(const fy_gltf_in *g, const char *list, uint32_t index, const char *otherwise) {
    const char *name = json_string_value(json_object_get(fy_gltf_item(g, list, index), "name"));
    if (name && *name) return fy_gltf_extras_text(g, name);
    return g->ferry64_extras ? "" : ferry_scene_format(g->scene, "%s%" PRIu32, otherwise, index);
}
