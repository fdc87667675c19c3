/*
 * gltf_read_skins.c: skins of glTF with every weight that the file has (docs/formats/generic.md, "Skins").
 * All meshes of one skin share its joints and influences.
 */
#include "formats/gltf/read/gltf_read_skins.h"

#include <inttypes.h>
#include <stdlib.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "core/base/maths.h"
#include "core/scene/influences.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_accessors.h"

enum { MOST_SETS = 8 };

/* ------------------------------------------------------------------------------------------------ weights */

/* One set of joints and weights. */
typedef struct set {
    fy_gltf_numbers_in joints, weights;
} set;

/* Of a set: 1 if it is there and fits, 0 if it is not there, -1 if it does not fit; -2 after an error. */
static int find_set(fy_gltf_in *g, const json_t *attributes, uint32_t number, uint32_t vertices, set *to) {
    char keys[2][24];
    uint32_t found[2], count = fy_gltf_list_count(g, "accessors");
    snprintf(keys[0], sizeof keys[0], "JOINTS_%" PRIu32, number);
    snprintf(keys[1], sizeof keys[1], "WEIGHTS_%" PRIu32, number);
    if (!json_object_get(attributes, keys[0]) && !json_object_get(attributes, keys[1])) return 0;
    for (int k = 0; k < 2; k++) found[k] = fy_gltf_index_of(attributes, keys[k], count);
    if (found[0] == FERRY_NONE || found[1] == FERRY_NONE) return -1;
    if (!fy_gltf_find_accessor(g, found[0], &to->joints) || !fy_gltf_find_accessor(g, found[1], &to->weights))
        return -2;
    bool fits =
        to->joints.width == 4 && to->weights.width == 4 && to->joints.count == vertices &&
        to->weights.count == vertices &&
        (to->joints.component == 5121 || to->joints.component == 5123 || to->joints.component == 5125);
    return fits ? 1 : -1;
}

/* By joint, one joint once, weights that sum to 1. Returns how many are left. */
static uint32_t tidy(ferry_weight *weights, uint32_t count) {
    for (uint32_t k = 1; k < count; k++)
        for (uint32_t j = k; j > 0 && weights[j - 1].joint > weights[j].joint; j--) {
            ferry_weight one = weights[j];
            weights[j] = weights[j - 1];
            weights[j - 1] = one;
        }
    return fy_weights_join(weights, count);
}

/* All sets of all vertices; those of one vertex side by side. */
static bool gather_weights(fy_gltf_in *g, const set *sets, uint32_t count, uint32_t joints,
                           fy_gltf_bound *to) {
    uint32_t *numbers[MOST_SETS], at = 0, outside = 0;
    fy_gltf_element_in first = {.element = 0}; /* with such a joint */
    float *weights[MOST_SETS];
    for (uint32_t s = 0; s < count; s++) {
        numbers[s] = fy_gltf_read_whole(g, &sets[s].joints);
        weights[s] = fy_gltf_read_floats(g, &sets[s].weights);
        if (!numbers[s] || !weights[s]) return false;
    }
    for (uint32_t v = 0; v < to->vertices; v++) {
        uint32_t found = 0;
        to->firsts[v] = at;
        for (uint32_t k = 0; k < 4 * count; k++) {
            uint32_t joint = numbers[k / 4][4 * (size_t)v + k % 4];
            float weight = weights[k / 4][4 * (size_t)v + k % 4];
            if (!(weight > 0 && weight <= 1e6F)) continue;
            if (joint >= joints && !outside++) first = (fy_gltf_element_in){sets[k / 4].joints, v};
            if (joint < joints) to->weights[at + found++] = (ferry_weight){joint, weight};
        }
        at += tidy(&to->weights[at], found);
        if (v % 65536 == 0 && !ferry_tick(g->job)) return false;
    }
    to->firsts[to->vertices] = at;
    if (outside)
        fy_gltf_tell_element(g, FERRY_WARNING, "gltf.joint", &first,
                             "mesh \"%s\": %" PRIu32 " weights left out: joint index out of range",
                             g->scene->meshes.data[to->mesh].name, outside);
    return true;
}

/* How many sets there are from number `first` on. */
static uint32_t count_sets(const json_t *attributes, uint32_t first) {
    uint32_t count = 0;
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)attributes, key, value) {
        bool joints = strncmp(key, "JOINTS_", 7) == 0, weights = strncmp(key, "WEIGHTS_", 8) == 0;
        const char *number = key + (joints ? 7 : 8);
        char other[24];
        if ((!joints && !weights) || *number < '0' || *number > '9' || strlen(number) > 8) continue;
        snprintf(other, sizeof other, "JOINTS_%s", number);
        count += strtoul(number, NULL, 10) >= first && (joints || !json_object_get(attributes, other));
    }
    return count;
}

static void tell_sets(const fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive,
                      const json_t *attributes, uint32_t mesh, uint32_t count, bool fit) {
    uint32_t left = count_sets(attributes, count);
    const char *name = g->scene->meshes.data[mesh].name;
    ferry_mark mark = ferry_job_mark(g->job);
    const char *within = ferry_job_format(g->job, "primitives[%" PRIu32 "].attributes", primitive);
    if (!fit)
        fy_gltf_tell(g, FERRY_LOSS, "gltf.weights", "meshes", use->mesh,
                     ferry_job_format(g->job, "%s.JOINTS_%" PRIu32, within, count),
                     "mesh \"%s\": JOINTS_%" PRIu32 " and WEIGHTS_%" PRIu32 " left out: unsupported type, "
                     "or their counts do not match",
                     name, count, count);
    left -= !fit && left;
    if (left)
        fy_gltf_tell(g, FERRY_LOSS, "gltf.weights", "meshes", use->mesh, within,
                     "mesh \"%s\": %" PRIu32 " sets of joints and weights left out: the limit is %d, "
                     "numbered from 0",
                     name, left, MOST_SETS);
    ferry_job_release(g->job, mark);
}

bool fy_gltf_read_weights(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices) {
    const json_t *primitives = json_object_get(fy_gltf_item(g, "meshes", use->mesh), "primitives"),
                 *attributes = json_object_get(json_array_get(primitives, primitive), "attributes");
    set sets[MOST_SETS];
    uint32_t count = 0;
    int found = 1;
    while (count < MOST_SETS && (found = find_set(g, attributes, count, vertices, &sets[count])) == 1)
        count++;
    if (found == -2) return false;
    tell_sets(g, use, primitive, attributes, mesh, count, found != -1);
    if (!count) return true;
    size_t joints = json_array_size(json_object_get(fy_gltf_item(g, "skins", use->skin), "joints"));
    if (joints >= FERRY_NONE || (uint64_t)vertices * 4 * count >= FERRY_NONE || !joints) return true;
    fy_gltf_bound made = {.mesh = mesh,
                          .skin = use->skin,
                          .node = use->owner,
                          .vertices = vertices,
                          .first_set = sets[0].weights,
                          .order = order};
    made.firsts = ferry_new(g->job, uint32_t, (size_t)vertices + 1);
    made.weights = ferry_new(g->job, ferry_weight, 4 * (size_t)count * vertices + 1);
    ferry_mark mark = ferry_job_mark(g->job);
    bool done = made.firsts && made.weights && gather_weights(g, sets, count, (uint32_t)joints, &made);
    ferry_job_release(g->job, mark);
    if (!done ||
        !fy_job_reserve(g->job, (void **)&g->bound, g->bound_count, &g->bound_capacity, 1, sizeof *g->bound))
        return false;
    g->bound[g->bound_count++] = made;
    return true;
}

/* ------------------------------------------------------------------------------------------------- joints */

static ferry_matrix matrix_of(const float *m) {
    ferry_matrix to;
    for (int row = 0; row < 3; row++)
        for (int col = 0; col < 4; col++) to.m[row][col] = (double)m[4 * col + row];
    return to;
}

/* How each joint is bound; NULL: where nothing moves it. */
static bool read_binds(fy_gltf_in *g, uint32_t number, uint32_t joints, fy_gltf_numbers_in *from,
                       float **binds) {
    const json_t *skin = fy_gltf_item(g, "skins", number);
    uint32_t accessor = fy_gltf_index_of(skin, "inverseBindMatrices", fy_gltf_list_count(g, "accessors"));
    *binds = NULL;
    if (!json_object_get(skin, "inverseBindMatrices")) return true;
    if (accessor != FERRY_NONE && !fy_gltf_find_accessor(g, accessor, from)) return false;
    if (accessor != FERRY_NONE && from->width == 16 && from->component == 5126 && from->count >= joints) {
        *binds = fy_gltf_read_floats(g, from);
        return *binds != NULL;
    }
    fy_gltf_tell(g, FERRY_WARNING, "gltf.bind-matrices", "skins", number, "inverseBindMatrices",
                 "expected %" PRIu32 " inverse bind matrices; used the rest pose", joints);
    return true;
}

static void tell_joint(const fy_gltf_in *g, uint32_t number, uint32_t joint) {
    char within[24];
    snprintf(within, sizeof within, "joints[%" PRIu32 "]", joint);
    fy_gltf_tell(g, FERRY_WARNING, "gltf.joint", "skins", number, within,
                 "is not a node of the scene; used the skin's first valid joint");
}

/* Joints of the file's skin, and behind them `extra` places for nodes of meshes. */
static bool add_joints(fy_gltf_in *g, uint32_t number, uint32_t joints, uint32_t extra, ferry_skin *skin) {
    const json_t *list = json_object_get(fy_gltf_item(g, "skins", number), "joints");
    float *binds;
    fy_gltf_element_in at = {.element = 0};
    skin->joint_count = joints;
    skin->joints = ferry_scene_new(g->scene, ferry_joint, (size_t)joints + extra);
    if (!skin->joints || !read_binds(g, number, joints, &at.of, &binds)) return false;
    for (uint32_t j = 0; j < joints; j++) {
        const json_t *value = json_array_get(list, j);
        json_int_t node = json_is_integer(value) ? json_integer_value(value) : -1;
        bool there = node >= 0 && node < (json_int_t)g->node_count && g->bottoms[node] != FERRY_NONE;
        ferry_matrix bind = binds ? matrix_of(&binds[16 * (size_t)j]) : fy_matrix_identity();
        at.element = j;
        if (!there) tell_joint(g, number, j);
        if (there && !fy_matrix_finite(&bind))
            fy_gltf_tell_element(g, FERRY_WARNING, "gltf.joint", &at,
                                 "the bind matrix of skins[%" PRIu32 "].joints[%" PRIu32 "] is not "
                                 "finite; ignored",
                                 number, j);
        if (!there || !fy_matrix_finite(&bind)) bind = fy_matrix_identity();
        skin->joints[j] = (ferry_joint){there ? g->bottoms[node] : 0, bind};
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- skins */

/* Meshes bound[first] to bound[last - 1] share a skin; together they have `vertices` of the file. */
static bool add_skin(fy_gltf_in *g, uint32_t first, uint32_t last, uint32_t vertices) {
    uint32_t number = g->bound[first].skin, at = 0;
    uint32_t joints = (uint32_t)json_array_size(json_object_get(fy_gltf_item(g, "skins", number), "joints"));
    ferry_skin skin = {.name = fy_gltf_name_of(g, "skins", number, "skin")};
    fy_weight_run *runs = ferry_new(g->job, fy_weight_run, (size_t)vertices + 1);
    uint32_t *numbers = ferry_new(g->job, uint32_t, (size_t)vertices + 1);
    ferry_weight *rests = ferry_new(g->job, ferry_weight, last - first);
    if (!runs || !numbers || !rests || !add_joints(g, number, joints, last - first, &skin)) return false;
    for (uint32_t b = first; b < last; b++) {
        const fy_gltf_bound *bound = &g->bound[b];
        fy_gltf_element_in unmoved = {.element = 0};
        uint32_t lost = 0;
        rests[b - first] = (ferry_weight){skin.joint_count, 1};
        for (uint32_t v = 0; v < bound->vertices; v++, at++) {
            uint32_t count = bound->firsts[v + 1] - bound->firsts[v];
            runs[at] = count ? (fy_weight_run){&bound->weights[bound->firsts[v]], count, at}
                             : (fy_weight_run){&rests[b - first], 1, at};
            if (!count && !lost++) unmoved = (fy_gltf_element_in){bound->first_set, v};
        }
        if (!lost) continue;
        skin.joints[skin.joint_count++] = (ferry_joint){bound->node, fy_matrix_identity()};
        fy_gltf_tell_element(g, FERRY_WARNING, "import.unweighted", &unmoved,
                             "mesh \"%s\": %" PRIu32 " of %" PRIu32 " vertices have no weights; they "
                             "follow the mesh's node",
                             g->scene->meshes.data[bound->mesh].name, lost, bound->vertices);
    }
    if (!fy_add_influences(g->scene, runs, vertices, &skin, numbers)) return false;
    ferry_skin *added = ferry_append(g->scene, &g->scene->skins, ferry_skin);
    if (!added) return false;
    *added = skin;
    at = 0;
    for (uint32_t b = first; b < last; at += g->bound[b++].vertices) {
        const fy_gltf_bound *bound = &g->bound[b];
        ferry_mesh *mesh = &g->scene->meshes.data[bound->mesh];
        mesh->influences = ferry_scene_new(g->scene, uint32_t, mesh->vertex_count);
        if (!mesh->influences) return false;
        mesh->skin = g->scene->skins.count - 1;
        for (uint32_t v = 0; v < mesh->vertex_count; v++)
            mesh->influences[v] = numbers[at + (bound->order ? bound->order[v] : v)];
    }
    return true;
}

static int by_skin(const void *a, const void *b) {
    const fy_gltf_bound *x = a, *y = b;
    if (x->skin != y->skin) return x->skin < y->skin ? -1 : 1;
    return (x->mesh > y->mesh) - (x->mesh < y->mesh);
}

bool fy_gltf_read_skins(fy_gltf_in *g) {
    if (g->bound_count) qsort(g->bound, g->bound_count, sizeof *g->bound, by_skin);
    for (uint32_t first = 0, last; first < g->bound_count; first = last) {
        uint64_t vertices = 0;
        for (last = first; last < g->bound_count && g->bound[last].skin == g->bound[first].skin; last++)
            vertices += g->bound[last].vertices;
        if (vertices >= FERRY_NONE)
            return ferry_refuse(g->file, 0, "gltf.value", "%" PRIu64 " vertices in one skin are too many",
                                vertices);
        ferry_mark mark = ferry_job_mark(g->job);
        bool added = ferry_progress(g->job, "skins", (double)first / g->bound_count) &&
                     add_skin(g, first, last, (uint32_t)vertices);
        ferry_job_release(g->job, mark);
        if (!added) return false;
    }
    return true;
}
