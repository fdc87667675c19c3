/*
 * gltf_write_nodes.c: nodes, draws and skins of a glTF file (docs/formats/gltf.md, "Nodes").
 *
 * Node i of the file is node i of the scene. Behind them stand nodes of draws, of joints that a skin binds
 * twice, and one above all where a skin hangs on several roots. Nodes of coarser levels of detail hang on
 * nothing: nodes of the finest one name them (MSFT_lod).
 */
#include "formats/gltf/write/gltf_write_nodes.h"

#include <inttypes.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/levels.h"
#include "formats/gltf/write/gltf_visibility.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

typedef struct tree {
    fy_gltf *g;
    json_t **objects;  /* of the scene's nodes */
    json_t **children; /* the same; NULL: none so far */
    bool *is_joint;
    uint32_t *rigid; /* draws on each node, seen ones without a skin */
    bool levels;     /* there are levels of detail */
    bool *taken;     /* draws of levels that have a place */
} tree;

/* ----------------------------------------------------------------------------------------------- nodes */

static void set_unless(fy_gltf *g, json_t *object, const char *key, const double *values, int count,
                       const double *usual) {
    bool same = true;
    for (int i = 0; i < count; i++) same &= values[i] == usual[i];
    if (!same) fy_gltf_set(g, object, key, fy_gltf_numbers(g, values, count));
}

static json_t *node_object(fy_gltf *g, const ferry_node *node, bool switched) {
    static const double none[4] = {0, 0, 0, 1}, one[3] = {1, 1, 1};
    ferry_quat turn = fy_quat_normalize(fy_node_quat(node));
    const double move[3] = {(double)node->translate.x * g->e.scale, (double)node->translate.y * g->e.scale,
                            (double)node->translate.z * g->e.scale};
    const double rotation[4] = {(double)turn.x, (double)turn.y, (double)turn.z, (double)turn.w};
    const double scale[3] = {(double)node->scale.x, (double)node->scale.y, (double)node->scale.z};
    json_t *object = json_object();
    fy_gltf_name(g, object, node->name);
    set_unless(g, object, "translation", move, 3, none);
    set_unless(g, object, "rotation", rotation, 4, none);
    set_unless(g, object, "scale", scale, 3, one);
    fy_gltf_set_visible(g, object, node->visible, switched);
    if (node->billboard != FERRY_BILLBOARD_NONE) {
        bool spherical = node->billboard == FERRY_BILLBOARD_SPHERICAL;
        json_t *extras = json_object();
        fy_gltf_set(g, extras, "billboard", json_string(spherical ? "spherical" : "cylindrical"));
        fy_gltf_set(g, object, "extras", extras);
    }
    return object;
}

/* For those who read the file again with this library (docs/formats/gltf.md, "Read again"). */
static void set_extra(fy_gltf *g, json_t *object, const char *key, json_t *value) {
    json_t *extras = json_object_get(object, "extras");
    if (!extras) fy_gltf_set(g, object, "extras", extras = json_object());
    fy_gltf_set(g, extras, key, value);
}

static void add_child(tree *t, uint32_t parent, uint32_t child) {
    if (!t->children[parent]) {
        t->children[parent] = json_array();
        fy_gltf_set(t->g, t->objects[parent], "children", t->children[parent]);
    }
    if (!t->g->no_memory) fy_gltf_add(t->g, t->children[parent], fy_gltf_index(child));
}

static void tell_billboards(const fy_gltf *g) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->e.scene->nodes.count; i++)
        count += g->e.scene->nodes.data[i].billboard != FERRY_BILLBOARD_NONE;
    if (count)
        ferry_say(g->e.job, FERRY_LOSS, "gltf.billboard", g->e.file, "",
                  "%" PRIu32 " node%s to the viewer in the source but keep%s a fixed orientation here; "
                  "extras list %s",
                  count, count == 1 ? " turns" : "s turn", count == 1 ? "s" : "", count == 1 ? "it" : "them");
}

static bool put_tree(tree *t) {
    const ferry_node_list *nodes = &t->g->e.scene->nodes;
    tell_billboards(t->g);
    for (uint32_t i = 0; i < nodes->count; i++) {
        t->objects[i] = node_object(t->g, &nodes->data[i], t->g->switched.tracked_nodes[i]);
        fy_gltf_add(t->g, t->g->nodes, t->objects[i]);
        if (!ferry_tick(t->g->e.job)) return false;
    }
    for (uint32_t i = 0; i < nodes->count && !t->g->no_memory; i++)
        if (nodes->data[i].parent != FERRY_NONE) add_child(t, nodes->data[i].parent, i);
    return true;
}

/* ----------------------------------------------------------------------------------------------- draws */

/* A draw stands on its node where nothing else does that needs one of its own: bones are no meshes to many
 * programs, and what is hidden hides all below. */
static bool shares_node(const tree *t, uint32_t number) {
    const ferry_draw *draw = &t->g->e.scene->draws.data[number];
    return !t->levels && !fy_gltf_is_skinned(t->g, number) && !t->g->switched.draws[number] &&
           !t->is_joint[draw->node] && t->rigid[draw->node] == 1;
}

/* A mesh with a skin has no place of its own. */
static uint32_t add_draw_node(tree *t, uint32_t number, uint32_t mesh) {
    fy_gltf *g = t->g;
    const ferry_draw *draw = &g->e.scene->draws.data[number];
    json_t *object = json_object();
    const ferry_mesh *from = &g->e.scene->meshes.data[draw->mesh];
    fy_gltf_name(g, object, *draw->name ? draw->name : from->name);
    fy_gltf_set(g, object, "mesh", fy_gltf_index(mesh));
    if (fy_gltf_is_skinned(g, number)) fy_gltf_set(g, object, "skin", fy_gltf_index(from->skin));
    fy_gltf_set_draw_visible(g, object, number);
    uint32_t node = fy_gltf_add(g, g->nodes, object);
    if (draw->level) return node;
    if (fy_gltf_is_skinned(g, number))
        fy_gltf_add(g, g->roots, fy_gltf_index(node));
    else
        add_child(t, draw->node, node);
    return node;
}

/* Which draw a node of the file shows. */
static void set_draw(tree *t, uint32_t number, uint32_t node) {
    const ferry_draw *draw = &t->g->e.scene->draws.data[number];
    json_t *object = json_object();
    fy_gltf_set(t->g, object, "number", fy_gltf_index(number));
    fy_gltf_set(t->g, object, "node", fy_gltf_index(draw->node));
    fy_gltf_set(t->g, object, "name", json_string(draw->name));
    if (!t->g->no_memory)
        set_extra(t->g, json_array_get(t->g->nodes, node), "draw", object);
    else
        json_decref(object);
}

/* ------------------------------------------------------------------------------------ levels of detail */

static bool is_level_of(const ferry_draw *coarse, const ferry_draw *finest) {
    const char *suffix = fy_level_suffix(coarse->name);
    size_t length = suffix ? (size_t)(suffix - coarse->name) : 0;
    return suffix && coarse->node == finest->node && coarse->material == finest->material &&
           strlen(finest->name) == length && memcmp(coarse->name, finest->name, length) == 0;
}

/* The draw that shows at a level what another one shows at the finest. Several may be called alike: each is
 * taken once. FERRY_NONE: none. */
static uint32_t take_level(tree *t, uint32_t number, uint32_t level) {
    const ferry_draw_list *draws = &t->g->e.scene->draws;
    for (uint32_t d = 0; d < draws->count; d++) {
        if (draws->data[d].level != level || t->taken[d] || t->g->draw_nodes[d] == FERRY_NONE ||
            !is_level_of(&draws->data[d], &draws->data[number]))
            continue;
        t->taken[d] = true;
        return d;
    }
    return FERRY_NONE;
}

/* Nothing is to be seen of a draw at this level. */
static uint32_t add_empty(tree *t, uint32_t number, uint32_t level) {
    fy_gltf *g = t->g;
    json_t *object = json_object();
    fy_gltf_name(g, object,
                 ferry_job_format(g->e.job, "%s.lod%" PRIu32, g->e.scene->draws.data[number].name, level));
    return fy_gltf_add(g, g->nodes, object);
}

/* The nodes of a draw at coarser levels, the finest first. */
static void name_levels(tree *t, uint32_t number, uint32_t levels) {
    fy_gltf *g = t->g;
    json_t *object = json_array_get(g->nodes, g->draw_nodes[number]), *lod = json_object(),
           *ids = json_array();
    for (uint32_t level = 1; level < levels && !g->no_memory; level++) {
        uint32_t at = take_level(t, number, level);
        fy_gltf_add(g, ids,
                    fy_gltf_index(at == FERRY_NONE ? add_empty(t, number, level) : g->draw_nodes[at]));
    }
    fy_gltf_set(g, lod, "ids", ids);
    g->leveled = true;
    json_t *extensions = json_object_get(object, "extensions");
    if (extensions) {
        fy_gltf_set(g, extensions, "MSFT_lod", lod);
        return;
    }
    extensions = json_object();
    fy_gltf_set(g, extensions, "MSFT_lod", lod);
    fy_gltf_set(g, object, "extensions", extensions);
}

/* Levels that were files have draws by other names and on nodes of their own. */
static bool find_known(const tree *t, bool *known) {
    const ferry_draw_list *draws = &t->g->e.scene->draws;
    *known = false;
    for (uint32_t d = 0; d < draws->count && !*known; d++) {
        for (uint32_t f = 0; f < draws->count && draws->data[d].level && !*known; f++)
            *known = !draws->data[f].level && is_level_of(&draws->data[d], &draws->data[f]);
        if (!ferry_tick(t->g->e.job)) return false;
    }
    return true;
}

static bool put_levels(tree *t) {
    const ferry_draw_list *draws = &t->g->e.scene->draws;
    uint32_t levels = ferry_level_count(t->g->e.scene);
    bool known;
    if (!find_known(t, &known)) return false;
    if (!known) {
        ferry_say_measured(
            t->g->e.job, FERRY_LOSS, "gltf.lods", t->g->e.file, "",
            (ferry_measure){levels - 1, "levels", true},
            "no draw of a coarser level of detail is named after one of the finest, on its node: "
            "the file has only the finest");
        return true;
    }
    for (uint32_t d = 0; d < draws->count && !t->g->no_memory; d++) {
        if (draws->data[d].level || t->g->draw_nodes[d] == FERRY_NONE) continue;
        name_levels(t, d, levels);
        if (!ferry_tick(t->g->e.job)) return false;
    }
    return true;
}

/* ------------------------------------------------------------------------------------------ all draws */

static bool put_draws(tree *t) {
    fy_gltf *g = t->g;
    const ferry_draw_list *draws = &g->e.scene->draws;
    g->draw_nodes = ferry_new(g->e.job, uint32_t, draws->count + (size_t)1);
    if (!g->draw_nodes) return false;
    for (uint32_t d = 0; d < draws->count; d++)
        if (g->draw_meshes[d] != FERRY_NONE && !fy_gltf_is_skinned(g, d)) t->rigid[draws->data[d].node]++;
    for (uint32_t d = 0; d < draws->count && !g->no_memory; d++) {
        const ferry_draw *draw = &draws->data[d];
        uint32_t mesh = g->draw_meshes[d];
        g->draw_nodes[d] = FERRY_NONE;
        if (mesh == FERRY_NONE) continue;
        g->draw_nodes[d] = shares_node(t, d) ? draw->node : add_draw_node(t, d, mesh);
        if (shares_node(t, d)) fy_gltf_set(g, t->objects[draw->node], "mesh", fy_gltf_index(mesh));
        set_draw(t, d, g->draw_nodes[d]);
        if (!ferry_tick(g->e.job)) return false;
    }
    return !t->levels || put_levels(t);
}

/* ----------------------------------------------------------------------------------------------- skins */

static void put_inverse(const fy_gltf *g, const ferry_matrix *from, float to[16]) {
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++)
            to[4 * col + row] = (float)(from->m[row][col] * (col == 3 ? g->e.scale : 1));
    to[3] = to[7] = to[11] = 0;
    to[15] = 1;
}

/* A second binding of one node becomes a node beneath it, which never moves there. */
static uint32_t add_second(tree *t, uint32_t node) {
    fy_gltf *g = t->g;
    json_t *object = json_object();
    fy_gltf_name(g, object, ferry_job_format(g->e.job, "%s.bind", g->e.scene->nodes.data[node].name));
    set_extra(g, object, "bind", fy_gltf_index(node));
    uint32_t number = fy_gltf_add(g, g->nodes, object);
    add_child(t, node, number);
    return number;
}

/* All bones of the trees that the one skin of a scene hangs on belong to it, also those that carry nothing:
 * programs that know bones from other nodes by the skin find them. */
static bool takes_all(const fy_gltf *g) {
    return g->e.scene->skins.count == 1;
}

static bool put_skin(tree *t, const ferry_skin *skin, const ferry_matrix *worlds, const uint32_t *roots) {
    fy_gltf *g = t->g;
    uint32_t nodes = g->e.scene->nodes.count, count = 0;
    bool *bound = ferry_new(g->e.job, bool, nodes + (size_t)1),
         *trees = ferry_new(g->e.job, bool, nodes + (size_t)1);
    float(*inverses)[16] = ferry_alloc(g->e.job, skin->joint_count + (size_t)nodes + 1, sizeof *inverses);
    json_t *object = json_object(), *joints = json_array();
    fy_gltf_name(g, object, skin->name);
    fy_gltf_set(g, object, "joints", joints);
    fy_gltf_add(g, g->skins, object);
    if (!bound || !trees || !inverses) return false;
    for (uint32_t j = 0; j < skin->joint_count && !g->no_memory; j++) {
        uint32_t node = skin->joints[j].node;
        fy_gltf_add(g, joints, fy_gltf_index(bound[node] ? add_second(t, node) : node));
        put_inverse(g, &skin->joints[j].inverse_bind, inverses[count++]);
        bound[node] = trees[roots[node]] = true;
    }
    for (uint32_t i = 0; i < nodes && takes_all(g) && !g->no_memory; i++) {
        ferry_matrix inverse;
        if (bound[i] || !trees[roots[i]] || g->e.scene->nodes.data[i].fixed ||
            !fy_matrix_invert(&worlds[i], &inverse))
            continue;
        fy_gltf_add(g, joints, fy_gltf_index(i));
        put_inverse(g, &inverse, inverses[count++]);
    }
    uint32_t accessor = fy_gltf_floats(g, inverses[0], count, 16, FY_GLTF_NO_TARGET, false);
    fy_gltf_set(g, object, "inverseBindMatrices", fy_gltf_index(accessor));
    return accessor != FERRY_NONE;
}

static bool put_skins(tree *t) {
    fy_gltf *g = t->g;
    const ferry_node_list *nodes = &g->e.scene->nodes;
    ferry_matrix *worlds = ferry_new(g->e.job, ferry_matrix, nodes->count + (size_t)1);
    uint32_t *roots = ferry_new(g->e.job, uint32_t, nodes->count + (size_t)1);
    if (!worlds || !roots || !ferry_world_matrices(g->e.scene, worlds)) return false;
    for (uint32_t i = 0; i < nodes->count; i++)
        roots[i] = nodes->data[i].parent == FERRY_NONE ? i : roots[nodes->data[i].parent];
    for (uint32_t s = 0; s < g->e.scene->skins.count; s++) {
        ferry_mark mark = ferry_job_mark(g->e.job);
        if (!put_skin(t, &g->e.scene->skins.data[s], worlds, roots)) return false;
        ferry_job_release(g->e.job, mark);
    }
    return true;
}

/* ----------------------------------------------------------------------------------------------- roots */

/* The joints of a skin need one node above all of them. */
static void put_roots(tree *t) {
    fy_gltf *g = t->g;
    const ferry_node_list *nodes = &g->e.scene->nodes;
    uint32_t count = 0;
    json_t *list = g->roots, *above = NULL;
    for (uint32_t i = 0; i < nodes->count; i++) count += nodes->data[i].parent == FERRY_NONE;
    if (count > 1 && g->e.scene->skins.count) {
        above = json_object();
        fy_gltf_name(g, above, g->e.scene->name);
        set_extra(g, above, "above", json_true());
        fy_gltf_add(g, g->roots, fy_gltf_index(fy_gltf_add(g, g->nodes, above)));
        list = json_array();
        fy_gltf_set(g, above, "children", list);
    }
    for (uint32_t i = 0; i < nodes->count && !g->no_memory; i++)
        if (nodes->data[i].parent == FERRY_NONE) fy_gltf_add(g, list, fy_gltf_index(i));
}

bool fy_gltf_put_nodes(fy_gltf *g) {
    size_t count = g->e.scene->nodes.count + (size_t)1;
    tree t = {.g = g,
              .objects = ferry_new(g->e.job, json_t *, count),
              .children = ferry_new(g->e.job, json_t *, count),
              .is_joint = ferry_new(g->e.job, bool, count),
              .rigid = ferry_new(g->e.job, uint32_t, count),
              .levels = ferry_level_count(g->e.scene) > 1,
              .taken = ferry_new(g->e.job, bool, (size_t)g->e.scene->draws.count + 1)};
    if (!t.objects || !t.children || !t.is_joint || !t.rigid || !t.taken || !fy_gltf_find_switched(g))
        return false;
    for (uint32_t s = 0; s < g->e.scene->skins.count; s++)
        for (uint32_t j = 0; j < g->e.scene->skins.data[s].joint_count; j++)
            t.is_joint[g->e.scene->skins.data[s].joints[j].node] = true;
    if (!put_tree(&t)) return false;
    if (g->no_memory) return true; /* told in the end */
    put_roots(&t);
    return put_draws(&t) && put_skins(&t);
}
