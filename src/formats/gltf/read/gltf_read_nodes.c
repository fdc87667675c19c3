/*
 * gltf_read_nodes.c: nodes of glTF, in the order of the tree (docs/formats/generic.md, "Nodes"). Translation,
 * rotation and scale are taken as the file has them; a matrix becomes such.
 */
#include "formats/gltf/read/gltf_read_nodes.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/scene/node_matrix.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"

/* ------------------------------------------------------------------------------------------------- places */

/* `count` numbers of a node, if it has them; what is no such list is told. */
static void read_numbers(const fy_gltf_in *g, uint32_t number, const char *name, const char *key,
                         size_t count, float *to) {
    const json_t *from = fy_gltf_item(g, "nodes", number);
    if (json_object_get(from, key) && !fy_gltf_get_floats(from, key, count, to))
        fy_gltf_tell(g, FERRY_WARNING, "gltf.transform", "nodes", number, key,
                     "node \"%s\": expected an array of %zu finite numbers; used no %s", name, count, key);
}

static bool add_placed(fy_gltf_in *g, uint32_t number, const char *name, uint32_t parent,
                       fy_matrix_nodes *made) {
    float move[3] = {0, 0, 0}, turn[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    made->top = made->bottom = g->scene->nodes.count;
    ferry_node *node = ferry_append(g->scene, &g->scene->nodes, ferry_node);
    if (!node) return false;
    read_numbers(g, number, name, "translation", 3, move);
    read_numbers(g, number, name, "rotation", 4, turn);
    read_numbers(g, number, name, "scale", 3, scale);
    *node = (ferry_node){.name = name,
                         .parent = parent,
                         .visible = true,
                         .has_quat = true,
                         .quat = fy_quat_normalize((ferry_quat){turn[0], turn[1], turn[2], turn[3]}),
                         .translate = {move[0], move[1], move[2]},
                         .scale = {scale[0], scale[1], scale[2]}};
    return true;
}

/* Column after column in the file. */
static bool add_matrix(fy_gltf_in *g, uint32_t number, const char *name, uint32_t parent,
                       fy_matrix_nodes *made) {
    float v[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    if (!fy_gltf_get_floats(fy_gltf_item(g, "nodes", number), "matrix", 16, v))
        fy_gltf_tell(g, FERRY_WARNING, "import.matrix-not-finite", "nodes", number, "matrix",
                     "the matrix of node \"%s\" is not finite; used identity", name);
    ferry_matrix m;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) m.m[row][col] = (double)v[4 * col + row];
    return fy_add_matrix_node(g->scene, name, parent, &m, made);
}

/* --------------------------------------------------------------------------------------------------- tree */

static bool add_node(fy_gltf_in *g, uint32_t number, uint32_t parent) {
    const char *name = fy_gltf_name_of(g, "nodes", number, "node");
    bool matrix = json_object_get(fy_gltf_item(g, "nodes", number), "matrix") != NULL;
    fy_matrix_nodes made;
    if (!(matrix ? add_matrix : add_placed)(g, number, name, parent, &made)) return false;
    fy_gltf_rest_extras(g, number, &g->scene->nodes.data[made.top]);
    g->tops[number] = made.top;
    g->bottoms[number] = made.bottom;
    g->order[g->order_count++] = number;
    return true;
}

/* A node of the file, and what it hangs on in the scene. */
typedef struct waiting {
    uint32_t number, parent;
} waiting;

/* What comes out of the list first goes in last. What stands for another node is none of the scene's, nor
 * hangs anything on it but what its parent carries. */
static bool walk_tree(fy_gltf_in *g, waiting *list) {
    uint32_t count = 0;
    for (uint32_t i = g->root_count; i-- > 0;) list[count++] = (waiting){g->roots[i], FERRY_NONE};
    while (count) {
        waiting next = list[--count];
        bool stands_in = g->stand_ins[next.number] != FERRY_NONE;
        if (!ferry_tick(g->job) || (!stands_in && !add_node(g, next.number, next.parent))) return false;
        uint32_t parent = stands_in ? next.parent : g->bottoms[next.number];
        const json_t *children = json_object_get(fy_gltf_item(g, "nodes", next.number), "children");
        for (size_t k = json_array_size(children); k-- > 0;)
            list[count++] = (waiting){(uint32_t)json_integer_value(json_array_get(children, k)), parent};
    }
    return true;
}

/* Nodes of the scene that stand-ins stand for. */
static void place_stand_ins(fy_gltf_in *g) {
    for (uint32_t i = 0; i < g->node_count; i++) {
        uint32_t of = g->stand_ins[i];
        if (of == FERRY_NONE || of == i || g->bottoms[of] == FERRY_NONE) continue;
        g->tops[i] = g->tops[of];
        g->bottoms[i] = g->bottoms[of];
        g->order[g->order_count++] = i;
    }
}

bool fy_gltf_read_nodes(fy_gltf_in *g) {
    size_t room = (size_t)g->node_count + 1;
    g->tops = ferry_new(g->job, uint32_t, room);
    g->bottoms = ferry_new(g->job, uint32_t, room);
    g->order = ferry_new(g->job, uint32_t, room);
    waiting *list = ferry_new(g->job, waiting, room); /* trees: none waits twice */
    if (!g->tops || !g->bottoms || !g->order || !list) return false;
    for (uint32_t i = 0; i < g->node_count; i++) g->tops[i] = g->bottoms[i] = FERRY_NONE;
    if (!walk_tree(g, list)) return false;
    place_stand_ins(g);
    return fy_gltf_order_draws(g);
}
