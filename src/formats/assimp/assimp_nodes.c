/*
 * assimp_nodes.c: assimp's tree becomes nodes. Matrices become translation, rotation and scale; one that
 * shears becomes two nodes, which say the same exactly (docs/formats/generic.md, "Nodes").
 */
#include "formats/assimp/assimp_nodes.h"

#include <math.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/node_matrix.h"
#include "formats/assimp/assimp.h"
#include "formats/assimp/assimp_places.h"
#include "formats/assimp/assimp_probe.h"

const char *fy_assimp_text(const fy_assimp *a, const struct aiString *text) {
    return ferry_scene_text(a->scene, text->data, text->length);
}

/* ----------------------------------------------------------------------------------------------- matrices */

ferry_matrix fy_assimp_matrix(const struct aiMatrix4x4 *m) {
    return (ferry_matrix){{{(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
                           {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
                           {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4}}};
}

static bool is_identity(const ferry_matrix *m) {
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++)
            if (m->m[row][col] != (row == col)) return false;
    return true;
}

static bool add_node(fy_assimp *a, fy_assimp_node *node, uint32_t parent, ferry_matrix m) {
    const char *name = fy_assimp_text(a, &node->from->mName);
    if (!fy_matrix_has_place(&m)) {
        fy_assimp_tell(a, FERRY_WARNING, "import.matrix-not-finite", node->from->mName.data,
                       "the matrix of node \"%s\" is not finite; used identity", name);
        m = fy_matrix_identity();
    }
    return fy_add_matrix_node(a->scene, name, parent, &m, &node->to);
}

/* --------------------------------------------------------------------------------------- axes and lengths */

static bool number_of(const fy_assimp *a, const char *key, double *value) {
    const struct aiMetadata *data = a->from->mMetaData;
    for (uint32_t i = 0; data && i < data->mNumProperties; i++) {
        const struct aiMetadataEntry *entry = &data->mValues[i];
        if (strcmp(data->mKeys[i].data, key) != 0 || !entry->mData) continue;
        int32_t whole;
        float single;
        if (entry->mType == AI_INT32) {
            memcpy(&whole, entry->mData, sizeof whole);
            *value = whole;
        } else if (entry->mType == AI_FLOAT) {
            memcpy(&single, entry->mData, sizeof single);
            *value = (double)single;
        } else if (entry->mType == AI_DOUBLE) {
            memcpy(value, entry->mData, sizeof *value);
        } else {
            continue;
        }
        return fy_finite(*value);
    }
    return false;
}

/* Formats whose z goes up, which assimp does not turn. */
static bool is_z_up(const fy_assimp *a) {
    static const char *const endings[] = {"blend", "smd", "3mf", "amf"};
    const char *ending = strcmp(a->scene->format, "assimp") == 0
                             ? fy_assimp_other_ending((ferry_bytes){a->in->data, a->in->size})
                             : NULL;
    for (size_t k = 0; ending && k < sizeof endings / sizeof *endings; k++)
        if (strcmp(ending, endings[k]) == 0) return true;
    return false;
}

/* FBX names the axes to the right, up and to the front; assimp leaves them as they are. */
static ferry_matrix axes_of(const fy_assimp *a) {
    static const ferry_matrix z_up = {{{1, 0, 0, 0}, {0, 0, 1, 0}, {0, -1, 0, 0}}};
    if (is_z_up(a)) return z_up;
    static const char *const keys[3][2] = {
        {"CoordAxis", "CoordAxisSign"}, {"UpAxis", "UpAxisSign"}, {"FrontAxis", "FrontAxisSign"}};
    ferry_matrix axes = {{{0}}};
    for (int row = 0; row < 3; row++) {
        double axis, sign;
        if (!number_of(a, keys[row][0], &axis) || !number_of(a, keys[row][1], &sign))
            return fy_matrix_identity();
        if (!(axis >= 0 && axis <= 2) || axis != floor(axis)) return fy_matrix_identity();
        axes.m[row][(int)axis] = sign < 0 ? -1 : 1;
    }
    double determinant = fy_matrix_determinant(&axes);
    if (determinant == 0) return fy_matrix_identity();
    /* never mirrored */
    for (int col = 0; determinant < 0 && col < 3; col++) axes.m[2][col] = -axes.m[2][col];
    return axes;
}

/* Takes the unit out of the root's matrix, where assimp has put it for COLLADA. */
static void take_unit(fy_assimp *a, ferry_matrix *root) {
    double factor;
    if (number_of(a, "UnitScaleFactor", &factor) && factor > 0 && factor < 1e6)
        a->scene->unit = (float)(factor / 100);
    if (strcmp(a->scene->format, "dae") != 0) return;
    double length = sqrt(fy_matrix_dot_columns(root, 0, 0));
    if (!(length > 1e-9 && length < 1e9) || fy_matrix_shears(root)) return;
    for (int col = 1; col < 3; col++)
        if (fabs(sqrt(fy_matrix_dot_columns(root, col, col)) - length) > 1e-5 * length) return;
    a->scene->unit = (float)length;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) root->m[row][col] /= length;
    if (a->scene->unit > 0.99999f && a->scene->unit < 1.00001f) a->scene->unit = 1;
}

static ferry_matrix root_matrix(fy_assimp *a) {
    ferry_matrix root = fy_assimp_matrix(&a->from->mRootNode->mTransformation);
    if (!fy_matrix_finite(&root)) return root;
    take_unit(a, &root);
    ferry_matrix axes = axes_of(a);
    return fy_matrix_multiply(&axes, &root);
}

/* --------------------------------------------------------------------------------------------------- tree */

typedef struct waiting {
    const struct aiNode *node;
    uint32_t parent; /* of the scene's nodes */
} waiting;

typedef struct waiting_list {
    waiting *data;
    uint32_t count, capacity;
} waiting_list;

/* The first child comes out first. */
static bool push_children(fy_assimp *a, waiting_list *list, const struct aiNode *node, uint32_t parent) {
    if (!fy_job_reserve(a->job, (void **)&list->data, list->count, &list->capacity, node->mNumChildren + 1,
                        sizeof *list->data))
        return false;
    for (uint32_t i = node->mNumChildren; i-- > 0;)
        if (node->mChildren[i]) list->data[list->count++] = (waiting){node->mChildren[i], parent};
    return true;
}

/* Each branch to its end; without recursion, as trees may be deep. */
static bool walk_tree(fy_assimp *a, waiting_list *list, uint32_t *capacity) {
    while (list->count) {
        waiting next = list->data[--list->count];
        if (!ferry_tick(a->job) ||
            !fy_job_reserve(a->job, (void **)&a->nodes, a->node_count, capacity, 1, sizeof *a->nodes))
            return false;
        fy_assimp_node *node = &a->nodes[a->node_count++];
        *node = (fy_assimp_node){.from = next.node};
        bool root = next.node == a->from->mRootNode;
        if (!add_node(a, node, next.parent,
                      root ? root_matrix(a) : fy_assimp_matrix(&next.node->mTransformation)) ||
            !push_children(a, list, next.node, node->to.bottom))
            return false;
    }
    return true;
}

/* A bone or an animation speaks about it. */
static bool is_spoken_of(const fy_assimp *a, const struct aiString *name) {
    for (uint32_t m = 0; m < a->from->mNumMeshes; m++)
        for (uint32_t b = 0; b < a->from->mMeshes[m]->mNumBones; b++)
            if (strcmp(a->from->mMeshes[m]->mBones[b]->mName.data, name->data) == 0) return true;
    for (uint32_t c = 0; c < a->from->mNumAnimations; c++)
        for (uint32_t k = 0; k < a->from->mAnimations[c]->mNumChannels; k++)
            if (strcmp(a->from->mAnimations[c]->mChannels[k]->mNodeName.data, name->data) == 0) return true;
    return false;
}

/* The root that assimp makes to hold what a file has several of is no node of the file, unless it turns all
 * of it. */
static bool start(fy_assimp *a, waiting_list *list) {
    const struct aiNode *root = a->from->mRootNode;
    ferry_matrix m = root_matrix(a);
    bool made = root->mNumChildren && !root->mNumMeshes && is_identity(&m) && !is_spoken_of(a, &root->mName);
    if (made) return push_children(a, list, root, FERRY_NONE);
    if (!fy_job_reserve(a->job, (void **)&list->data, 0, &list->capacity, 1, sizeof *list->data))
        return false;
    list->data[list->count++] = (waiting){root, FERRY_NONE};
    return true;
}

/* -------------------------------------------------------------------------------------------------- names */

static int by_name(const void *a, const void *b) {
    const fy_assimp_name *x = a, *y = b;
    int order = strcmp(x->name->data, y->name->data);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool sort_names(fy_assimp *a) {
    a->names = ferry_new(a->job, fy_assimp_name, (size_t)a->node_count + 1);
    if (!a->names) return false;
    for (uint32_t i = 0; i < a->node_count; i++) a->names[i] = (fy_assimp_name){&a->nodes[i].from->mName, i};
    qsort(a->names, a->node_count, sizeof *a->names, by_name);
    return true;
}

uint32_t fy_assimp_find_node(const fy_assimp *a, const struct aiString *name) {
    const fy_assimp_name wanted = {.name = name};
    uint32_t low = fy_first_not_before(&wanted, a->names, a->node_count, sizeof *a->names, by_name);
    if (low == a->node_count || strcmp(a->names[low].name->data, name->data) != 0) return FERRY_NONE;
    return a->names[low].index;
}

bool fy_assimp_read_nodes(fy_assimp *a) {
    waiting_list list = {0};
    uint32_t capacity = 0;
    bool read = !a->from->mRootNode || (start(a, &list) && walk_tree(a, &list, &capacity));
    fy_job_drop(a->job, list.data);
    return read && sort_names(a);
}
