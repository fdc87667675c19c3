/*
 * gltf_read_morphs.c: morph targets of glTF. The scene's morphs rest at 0: what the file's weights do at rest
 * is done to the mesh, and clips count from there (docs/formats/generic.md, "Meshes").
 */
#include "formats/gltf/read/gltf_read_morphs.h"

#include <inttypes.h>
#include <math.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_accessors.h"
#include "formats/gltf/read/gltf_read_attributes.h"

/* One target of one primitive: moves by vertices of the file; NULL: none. */
typedef struct target {
    float *positions, *normals, *shifts;
    uint32_t set; /* of the shifts */
} target;

typedef struct reading {
    fy_gltf_in *g;
    const fy_gltf_use *use;
    uint32_t primitive, mesh, vertices;
    const uint32_t *order;
    bool flat;       /* normals follow from positions */
    uint32_t target; /* that is read */
    uint32_t broken; /* numbers that are none, */
    fy_gltf_element_in first_broken;
} reading;

/* ------------------------------------------------------------------------------------------------- moves */

static bool read_moves(reading *r, const json_t *object, const char *key, uint32_t width, float **values) {
    uint32_t accessor = fy_gltf_index_of(object, key, fy_gltf_list_count(r->g, "accessors"));
    fy_gltf_numbers_in from;
    *values = NULL;
    if (!json_object_get(object, key)) return true;
    if (accessor != FERRY_NONE && !fy_gltf_find_accessor(r->g, accessor, &from)) return false;
    if (accessor == FERRY_NONE || from.width != width || from.count != r->vertices) {
        fy_gltf_tell_attribute(r->g, r->use, r->primitive, r->target, key);
        return true;
    }
    *values = fy_gltf_read_floats(r->g, &from);
    if (*values) fy_gltf_note_broken(&r->first_broken, &from, *values);
    for (size_t k = 0; *values && k < (size_t)width * r->vertices; k++)
        (*values)[k] = fy_gltf_sanitise((*values)[k], &r->broken);
    return *values != NULL;
}

/* The first set of texture coordinates that moves; others are a loss. */
static bool read_shifts(reading *r, const json_t *object, target *to) {
    const ferry_mesh *mesh = &r->g->scene->meshes.data[r->mesh];
    for (uint32_t set = 0; set < FERRY_UV_SETS; set++) {
        char key[24];
        snprintf(key, sizeof key, "TEXCOORD_%" PRIu32, set);
        if (!json_object_get(object, key)) continue;
        if (to->shifts || !mesh->uvs[set]) {
            fy_gltf_tell_attribute(r->g, r->use, r->primitive, r->target, key);
            continue;
        }
        to->set = set;
        if (!read_moves(r, object, key, 2, &to->shifts)) return false;
    }
    return true;
}

static bool read_target(reading *r, const json_t *object, target *to) {
    *to = (target){0};
    return read_moves(r, object, "POSITION", 3, &to->positions) &&
           (r->flat || read_moves(r, object, "NORMAL", 3, &to->normals)) && read_shifts(r, object, to);
}

/* ------------------------------------------------------------------------------------------------ at rest */

/* The node's own, else the mesh's; 0 where there are none. */
static float weight_of(const reading *r, uint32_t number) {
    const json_t *ferry64_extras = json_object_get(fy_gltf_item(r->g, "nodes", r->use->node), "weights");
    const json_t *weights = ferry64_extras
                                ? ferry64_extras
                                : json_object_get(fy_gltf_item(r->g, "meshes", r->use->mesh), "weights");
    double weight = json_number_value(json_array_get(weights, number));
    return fabs(weight) < 1e6 ? (float)weight : 0;
}

static ferry_vec3 add_moved(ferry_vec3 to, const float *by, float weight) {
    return (ferry_vec3){(float)((double)to.x + (double)weight * (double)by[0]),
                        (float)((double)to.y + (double)weight * (double)by[1]),
                        (float)((double)to.z + (double)weight * (double)by[2])};
}

static void rest(reading *r, const target *t, float weight) {
    ferry_mesh *mesh = &r->g->scene->meshes.data[r->mesh];
    for (uint32_t v = 0; weight != 0 && v < mesh->vertex_count; v++) {
        size_t s = r->order ? r->order[v] : v;
        if (t->positions) mesh->positions[v] = add_moved(mesh->positions[v], &t->positions[3 * s], weight);
        if (t->normals && mesh->normals)
            mesh->normals[v] = add_moved(mesh->normals[v], &t->normals[3 * s], weight);
        if (!t->shifts) continue;
        ferry_vec2 *uv = &mesh->uvs[t->set][v];
        uv->x = (float)((double)uv->x + (double)weight * (double)t->shifts[2 * s]);
        uv->y = (float)((double)uv->y + (double)weight * (double)t->shifts[2 * s + 1]);
    }
}

/* Moved normals are made unit length again; what moves them counts in the old length. */
static bool settle_rest(reading *r, uint32_t first) {
    ferry_scene *scene = r->g->scene;
    ferry_mesh *mesh = &scene->meshes.data[r->mesh];
    float *shares = ferry_new(r->g->job, float, (size_t)mesh->vertex_count + 1);
    if (!shares) return false;
    for (uint32_t v = 0; mesh->normals && v < mesh->vertex_count; v++) {
        double length = fy_vec3_length(mesh->normals[v]);
        shares[v] = length > 1e-6 && fabs(length - 1) > 1e-6 ? (float)(1 / length) : 1;
        if (shares[v] != 1) mesh->normals[v] = fy_vec3_normalize(mesh->normals[v]);
    }
    for (uint32_t m = first; m < scene->morphs.count; m++) {
        ferry_morph *morph = &scene->morphs.data[m];
        for (uint32_t k = 0; morph->normals && k < morph->count; k++)
            morph->normals[k] = fy_vec3_scale(morph->normals[k], shares[morph->vertices[k]]);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- morphs */

static bool moves(const float *values, size_t at, uint32_t width) {
    for (uint32_t k = 0; values && k < width; k++)
        if (values[at * width + k] != 0) return true;
    return false;
}

static const char *name_of(const reading *r, uint32_t number) {
    const json_t *extras = json_object_get(fy_gltf_item(r->g, "meshes", r->use->mesh), "extras");
    const char *name = json_string_value(json_array_get(json_object_get(extras, "targetNames"), number));
    return name && *name ? fy_gltf_extras_text(r->g, name)
                         : ferry_scene_format(r->g->scene, "morph %" PRIu32, number);
}

static bool fill_morph(reading *r, const target *t, ferry_morph *morph) {
    ferry_scene *scene = r->g->scene;
    uint32_t vertices = scene->meshes.data[r->mesh].vertex_count;
    for (uint32_t v = 0; v < vertices; v++) {
        size_t s = r->order ? r->order[v] : v;
        morph->count += moves(t->positions, s, 3) || moves(t->normals, s, 3) || moves(t->shifts, s, 2);
    }
    if (!morph->count) return true;
    morph->vertices = ferry_scene_new(scene, uint32_t, morph->count);
    if (t->positions) morph->positions = ferry_scene_new(scene, ferry_vec3, morph->count);
    if (t->normals) morph->normals = ferry_scene_new(scene, ferry_vec3, morph->count);
    if (t->shifts) morph->shifts = ferry_scene_new(scene, ferry_vec2, morph->count);
    morph->set = t->set;
    if (!morph->vertices || (t->positions && !morph->positions) || (t->normals && !morph->normals) ||
        (t->shifts && !morph->shifts))
        return false;
    for (uint32_t v = 0, k = 0; v < vertices; v++) {
        size_t s = r->order ? r->order[v] : v;
        if (!moves(t->positions, s, 3) && !moves(t->normals, s, 3) && !moves(t->shifts, s, 2)) continue;
        morph->vertices[k] = v;
        if (t->positions) memcpy(&morph->positions[k], &t->positions[3 * s], sizeof *morph->positions);
        if (t->normals) memcpy(&morph->normals[k], &t->normals[3 * s], sizeof *morph->normals);
        if (t->shifts) memcpy(&morph->shifts[k], &t->shifts[2 * s], sizeof *morph->shifts);
        k++;
    }
    return true;
}

static bool add_morph(reading *r, uint32_t number, const json_t *object) {
    target t;
    r->target = number;
    if (!read_target(r, object, &t)) return false;
    ferry_morph morph = {.name = name_of(r, number), .mesh = r->mesh, .number = number, .group = FERRY_NONE};
    if (!fill_morph(r, &t, &morph)) return false;
    ferry_morph *added = ferry_append(r->g->scene, &r->g->scene->morphs, ferry_morph);
    if (!added) return false;
    *added = morph;
    rest(r, &t, weight_of(r, number));
    return true;
}

/* The weights of a use, for clips to count from. */
static bool note_rests(reading *r, uint32_t count) {
    float **rests = &r->g->rests[r->use - r->g->uses];
    if (*rests) return true;
    *rests = ferry_new(r->g->job, float, (size_t)count + 1);
    for (uint32_t i = 0; *rests && i < count; i++) (*rests)[i] = weight_of(r, i);
    return *rests != NULL;
}

bool fy_gltf_read_targets(fy_gltf_in *g, const fy_gltf_use *use, uint32_t primitive, uint32_t mesh,
                          const uint32_t *order, uint32_t vertices, bool flat) {
    reading r = {.g = g,
                 .use = use,
                 .primitive = primitive,
                 .mesh = mesh,
                 .vertices = vertices,
                 .order = order,
                 .flat = flat};
    const json_t *primitives = json_object_get(fy_gltf_item(g, "meshes", use->mesh), "primitives");
    const json_t *targets = json_object_get(json_array_get(primitives, primitive), "targets");
    uint32_t count = fy_gltf_target_count(g, use->mesh), at = use->first + primitive;
    g->morphs[at] = g->scene->morphs.count;
    if (!count || use->node == FERRY_NONE) return true;
    if (json_array_size(targets) != count)
        return fy_gltf_refuse(g, "meshes", use->mesh,
                              "primitives[%" PRIu32 "]: expected %" PRIu32 " targets, as in the primitive "
                              "with the most, found %zu",
                              primitive, count, json_array_size(targets));
    if (!note_rests(&r, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        ferry_mark mark = ferry_job_mark(g->job);
        bool added = ferry_tick(g->job) && add_morph(&r, i, json_array_get(targets, i));
        ferry_job_release(g->job, mark);
        if (!added) return false;
    }
    g->morph_counts[at] = count;
    if (r.broken)
        fy_gltf_tell_element(g, FERRY_WARNING, "import.number-not-finite", &r.first_broken,
                             "mesh \"%s\": %" PRIu32 " numbers of its morphs are not finite or out of "
                             "range; used 0",
                             g->scene->meshes.data[mesh].name, r.broken);
    return flat || settle_rest(&r, g->morphs[at]);
}
