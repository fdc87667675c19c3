/*
 * gltf_read_meshes.c: primitives of glTF: streams of vertices of all kinds of numbers, triangles from lists,
 * strips and fans; and the draws of nodes. What does not fit is left out and reported
 * (docs/formats/generic.md, "Meshes").
 */
#include "formats/gltf/read/gltf_read_meshes.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "formats/gltf/fast64/gltf_fast64_scene.h"
#include "formats/gltf/json/gltf_json.h"
#include "formats/gltf/json/gltf_read_extras.h"
#include "formats/gltf/json/gltf_read_values.h"
#include "formats/gltf/json/gltf_reader.h"
#include "formats/gltf/read/gltf_read_accessors.h"
#include "formats/gltf/read/gltf_read_attributes.h"
#include "formats/gltf/read/gltf_read_morphs.h"
#include "formats/gltf/read/gltf_read_skins.h"
#include "formats/gltf/read/gltf_read_uses.h"

/* Vertices have few colours, and a power takes long. */
enum { KNOWN_LIGHTS = 256 };

typedef struct known_light {
    bool known;
    float value, shown;
} known_light;

/* Of all primitives: as glTF has it, and as fast64. */
typedef struct known_lights {
    known_light of[2][KNOWN_LIGHTS];
} known_lights;

typedef struct reading {
    fy_gltf_in *g;
    const fy_gltf_use *use;
    uint32_t number; /* of the primitive */
    const json_t *primitive, *attributes;
    ferry_mesh *mesh;
    uint32_t vertices; /* of the file */
    uint32_t *order;   /* vertex of the file that each of the mesh is; NULL: one by one */
    uint32_t broken;   /* numbers that are none, */
    fy_gltf_element_in first_broken;
    bool fast64, restored; /* of its material */
    known_lights *lights;
} reading;

static uint32_t source(const reading *r, uint32_t vertex) {
    return r->order ? r->order[vertex] : vertex;
}

/* --------------------------------------------------------------------------------------------- attributes */

/* A message about the primitive, or what `within` leads to in it. */
static void say_of_primitive(const reading *r, ferry_severity severity, const char *code, const char *within,
                             const char *text) {
    ferry_mark mark = ferry_job_mark(r->g->job);
    fy_gltf_tell(r->g, severity, code, "meshes", r->use->mesh,
                 ferry_job_format(r->g->job, "primitives[%" PRIu32 "]%s", r->number, within),
                 "mesh \"%s\": %s", r->mesh->name, text);
    ferry_job_release(r->g->job, mark);
}

/* An attribute of `least` to `most` numbers a vertex, for every vertex. `*values` NULL: it is not there, or
 * left out. */
static bool read_attribute(reading *r, const char *key, uint32_t least, uint32_t most,
                           fy_gltf_numbers_in *from, float **values) {
    uint32_t accessor = fy_gltf_index_of(r->attributes, key, fy_gltf_list_count(r->g, "accessors"));
    *values = NULL;
    if (!json_object_get(r->attributes, key)) return true;
    if (accessor != FERRY_NONE && !fy_gltf_find_accessor(r->g, accessor, from)) return false;
    if (accessor == FERRY_NONE || from->width < least || from->width > most || from->count != r->vertices) {
        fy_gltf_tell_attribute(r->g, r->use, r->number, FERRY_NONE, key);
        return true;
    }
    *values = fy_gltf_read_floats(r->g, from);
    if (*values) fy_gltf_note_broken(&r->first_broken, from, *values);
    return *values != NULL;
}

static bool copy_positions(reading *r, uint32_t set) {
    (void)set;
    fy_gltf_numbers_in from;
    float *values;
    ferry_vec3 *to = r->mesh->positions = ferry_scene_new(r->g->scene, ferry_vec3, r->mesh->vertex_count);
    if (!to || !read_attribute(r, "POSITION", 3, 3, &from, &values) || !values) return false;
    for (uint32_t v = 0; v < r->mesh->vertex_count; v++) {
        const float *p = &values[3 * (size_t)source(r, v)];
        to[v].x = fy_gltf_sanitise(p[0], &r->broken);
        to[v].y = fy_gltf_sanitise(p[1], &r->broken);
        to[v].z = fy_gltf_sanitise(p[2], &r->broken);
    }
    return true;
}

/* A direction that is none becomes zero; one of unit length stays as it is. */
static ferry_vec3 direction(reading *r, const float *d) {
    ferry_vec3 v = {fy_gltf_sanitise(d[0], &r->broken), 0, 0};
    v.y = fy_gltf_sanitise(d[1], &r->broken);
    v.z = fy_gltf_sanitise(d[2], &r->broken);
    return fabs(fy_vec3_dot(v, v) - 1) < 1e-6 ? v : fy_vec3_normalize(v);
}

static bool copy_normals(reading *r, uint32_t set) {
    (void)set;
    fy_gltf_numbers_in from;
    float *values;
    if (!read_attribute(r, "NORMAL", 3, 3, &from, &values)) return false;
    if (!values) return true;
    ferry_vec3 *to = r->mesh->normals = ferry_scene_new(r->g->scene, ferry_vec3, r->mesh->vertex_count);
    for (uint32_t v = 0; to && v < r->mesh->vertex_count; v++) {
        to[v] = direction(r, &values[3 * (size_t)source(r, v)]);
    }
    return to != NULL;
}

/* The fourth number says on which side the binormal lies. */
static bool copy_tangents(reading *r, uint32_t set) {
    (void)set;
    fy_gltf_numbers_in from;
    float *values;
    if (!r->mesh->normals || !read_attribute(r, "TANGENT", 4, 4, &from, &values))
        return r->mesh->normals == NULL;
    if (!values) return true;
    ferry_vec3 *to = r->mesh->tangents = ferry_scene_new(r->g->scene, ferry_vec3, r->mesh->vertex_count);
    ferry_vec3 *across = r->mesh->binormals = ferry_scene_new(r->g->scene, ferry_vec3, r->mesh->vertex_count);
    for (uint32_t v = 0; to && across && v < r->mesh->vertex_count; v++) {
        const float *d = &values[4 * (size_t)source(r, v)];
        to[v] = direction(r, d);
        across[v] = fy_vec3_normalize(fy_vec3_scale(fy_vec3_cross(r->mesh->normals[v], to[v]),
                                                    fy_gltf_sanitise(d[3], &r->broken) < 0 ? -1.0F : 1.0F));
    }
    return to && across;
}

static float light(reading *r, float value) {
    uint32_t bits;
    value = fy_gltf_sanitise(value, &r->broken);
    memcpy(&bits, &value, sizeof bits);
    known_light *at =
        &r->lights->of[r->fast64][bits * UINT32_C(0x9E3779B1) / (UINT32_MAX / KNOWN_LIGHTS + 1)];
    if (!at->known || at->value != value)
        *at = (known_light){true, value,
                            r->fast64 ? fy_fast64_shade(value, false) : (float)fy_display((double)value)};
    return at->shown;
}

static float opacity(reading *r, float value) {
    value = fy_gltf_sanitise(value, &r->broken);
    return r->fast64 ? fy_fast64_shade(value, true) : value < 0 ? 0 : value > 1 ? 1 : value;
}

/* This library writes colours that a material of the GameCube or the Nintendo 64 reads, and glTF's does not,
 * under a name of their own, as they are shown. */
static bool copy_colors(reading *r, uint32_t set) {
    char key[24];
    fy_gltf_numbers_in from;
    float *values = NULL;
    bool shown = true;
    snprintf(key, sizeof key, "_COLOR_%" PRIu32, set);
    if (r->restored && !read_attribute(r, key, 4, 4, &from, &values)) return false;
    if (!values) {
        shown = false;
        if (!read_attribute(r, key + 1, 3, 4, &from, &values)) return false;
    }
    if (!values) return true;
    ferry_color *to = r->mesh->colors[set] = ferry_scene_new(r->g->scene, ferry_color, r->mesh->vertex_count);
    for (uint32_t v = 0; to && v < r->mesh->vertex_count; v++) {
        const float *c = &values[from.width * (size_t)source(r, v)];
        if (v && memcmp(c, &values[from.width * (size_t)source(r, v - 1)], from.width * sizeof *c) == 0) {
            to[v] = to[v - 1]; /* most are like the one before, and powers take time */
            continue;
        }
        to[v].r = shown ? opacity(r, c[0]) : light(r, c[0]);
        to[v].g = shown ? opacity(r, c[1]) : light(r, c[1]);
        to[v].b = shown ? opacity(r, c[2]) : light(r, c[2]);
        to[v].a = from.width == 4 ? opacity(r, c[3]) : 1;
    }
    return to != NULL;
}

static bool copy_uvs(reading *r, uint32_t set) {
    char key[24];
    fy_gltf_numbers_in from;
    float *values;
    snprintf(key, sizeof key, "TEXCOORD_%" PRIu32, set);
    if (!read_attribute(r, key, 2, 2, &from, &values)) return false;
    if (!values) return true;
    ferry_vec2 *to = r->mesh->uvs[set] = ferry_scene_new(r->g->scene, ferry_vec2, r->mesh->vertex_count);
    for (uint32_t v = 0; to && v < r->mesh->vertex_count; v++) {
        to[v].x = fy_gltf_sanitise(values[2 * (size_t)source(r, v)], &r->broken);
        to[v].y = fy_gltf_sanitise(values[2 * (size_t)source(r, v) + 1], &r->broken);
    }
    return to != NULL;
}

/* "_" starts the names of what programs keep for themselves. */
static void tell_other_attributes(reading *r) {
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)r->attributes, key, value) {
        bool color = strncmp(key, "COLOR_", 6) == 0 && strtoul(key + 6, NULL, 10) >= FERRY_COLOR_SETS;
        bool uvs = strncmp(key, "TEXCOORD_", 9) == 0 && strtoul(key + 9, NULL, 10) >= FERRY_UV_SETS;
        if (color || uvs)
            say_of_primitive(r, FERRY_LOSS, "gltf.attribute-sets",
                             ferry_job_format(r->g->job, ".attributes.%s", key),
                             ferry_job_format(r->g->job, "%s left out: the limit is %d sets",
                                              color ? "a set of vertex colours" : "a UV set",
                                              color ? FERRY_COLOR_SETS : FERRY_UV_SETS));
    }
}

/* ---------------------------------------------------------------------------------------------- triangles */

/* Three corners each; `fan` and `strip` share two of them with the triangle before. */
static void corners_of(uint32_t mode, uint32_t t, uint32_t corners[3]) {
    enum { STRIP = 5, FAN = 6 };
    uint32_t odd = mode == STRIP ? t & 1 : 0;
    corners[0] = mode == FAN ? 0 : mode == STRIP ? t + odd : 3 * t;
    corners[1] = mode == FAN ? t + 1 : mode == STRIP ? t + 1 - odd : 3 * t + 1;
    corners[2] = mode == FAN || mode == STRIP ? t + 2 : 3 * t + 2;
}

/* What is no triangle: points and lines. */
static void tell_thin(const reading *r, json_int_t mode, uint32_t count) {
    uint32_t points = mode == 0 ? count : 0, lines = mode == 0            ? 0
                                                     : mode == 1          ? count / 2
                                                     : mode == 3 && count ? count - 1
                                                                          : count;
    if (points || lines)
        say_of_primitive(r, FERRY_LOSS, "import.non-triangles", ".mode",
                         ferry_job_format(r->g->job,
                                          "expected %" PRIu32 " points and %" PRIu32
                                          " lines left out: only triangles are "
                                          "supported",
                                          points, lines));
}

/* `first`: the first index of them all. */
static void tell_outside(const reading *r, uint32_t outside, const fy_gltf_element_in *first) {
    const char *text =
        ferry_job_format(r->g->job, "mesh \"%s\": %" PRIu32 " triangle%s left out: vertex index out of range",
                         r->mesh->name, outside, outside == 1 ? "" : "s");
    if (outside) fy_gltf_tell_element(r->g, FERRY_WARNING, "import.vertex-index", first, "%s", text);
}

/* The numbers of the vertices in their order, found in `*accessor`; `*indices` NULL: one after the other. */
static bool read_indices(reading *r, fy_gltf_numbers_in *accessor, uint32_t **indices, uint32_t *count) {
    uint32_t number = fy_gltf_index_of(r->primitive, "indices", fy_gltf_list_count(r->g, "accessors"));
    *indices = NULL;
    *count = r->vertices;
    if (!json_object_get(r->primitive, "indices")) return true;
    if (number == FERRY_NONE)
        return fy_gltf_refuse(r->g, "meshes", r->use->mesh,
                              "primitives[%" PRIu32 "]: its indices reference no valid accessor", r->number);
    if (!fy_gltf_find_accessor(r->g, number, accessor)) return false;
    if (accessor->width != 1 ||
        (accessor->component != 5121 && accessor->component != 5123 && accessor->component != 5125))
        return fy_gltf_refuse(r->g, "accessors", number,
                              "indices: expected SCALAR of componentType 5121, 5123 or 5125");
    *count = accessor->count;
    if (*count) *indices = fy_gltf_read_whole(r->g, accessor);
    return !*count || *indices;
}

static bool copy_triangles(reading *r, uint32_t set) {
    (void)set;
    const json_t *given = json_object_get(r->primitive, "mode");
    json_int_t mode = given ? json_integer_value(given) : 4;
    uint32_t *indices, count, outside = 0;
    fy_gltf_element_in first = {.element = 0};
    if (!read_indices(r, &first.of, &indices, &count)) return false;
    if (mode < 4 || mode > 6) {
        tell_thin(r, mode, count);
        return true;
    }
    uint32_t triangles = mode == 4 ? count / 3 : count < 3 ? 0 : count - 2;
    r->mesh->triangles = ferry_scene_new(r->g->scene, uint32_t, 3 * (size_t)triangles);
    if (triangles && !r->mesh->triangles) return false;
    for (uint32_t t = 0; t < triangles; t++) {
        uint32_t corners[3], *to = &r->mesh->triangles[3 * (size_t)r->mesh->triangle_count];
        corners_of((uint32_t)mode, t, corners);
        bool inside = true;
        for (int k = 0; k < 3; k++) {
            to[k] = indices ? indices[corners[k]] : corners[k];
            bool there = to[k] < r->vertices;
            if (!there && !outside && inside) first.element = corners[k];
            inside &= there;
        }
        r->mesh->triangle_count += inside;
        outside += !inside;
        if (t % 4096 == 0 && !ferry_tick(r->g->job)) return false;
    }
    tell_outside(r, outside, &first);
    return true;
}

/* ------------------------------------------------------------------------------------------- flat normals */

/* What has no light on it needs no normals; what ferry64 wrote without normals had none. */
static bool needs_normals(const reading *r, uint32_t material) {
    if (material == FERRY_NONE) return true;
    return !r->restored && r->g->scene->materials.data[r->g->materials[material]].lit;
}

/* Where glTF gives no normals, its triangles are flat: each gets three vertices of its own. */
static bool part_triangles(reading *r) {
    size_t corners = 3 * (size_t)r->mesh->triangle_count;
    if (corners > UINT32_MAX / 2) return true; /* more than vertices can be counted: left as they are */
    r->order = ferry_new(r->g->job, uint32_t, corners + 1);
    if (!r->order) return false;
    for (uint32_t c = 0; c < corners; c++) {
        r->order[c] = r->mesh->triangles[c];
        r->mesh->triangles[c] = c;
    }
    r->mesh->vertex_count = (uint32_t)corners;
    return true;
}

static bool make_normals(fy_gltf_in *g, ferry_mesh *mesh) {
    mesh->normals = ferry_scene_new(g->scene, ferry_vec3, mesh->vertex_count);
    if (!mesh->normals) return false;
    for (uint32_t t = 0; t < mesh->triangle_count; t++) {
        const uint32_t *corner = &mesh->triangles[3 * (size_t)t];
        const ferry_vec3 *p = mesh->positions;
        ferry_vec3 across =
            fy_vec3_cross(fy_vec3_sub(p[corner[1]], p[corner[0]]), fy_vec3_sub(p[corner[2]], p[corner[0]]));
        for (int k = 0; k < 3; k++) mesh->normals[corner[k]] = fy_vec3_normalize(across);
    }
    return true;
}

/* ------------------------------------------------------------------------------------------------- meshes */

/* The file's own numbers go as soon as the scene has them. */
static bool copy(reading *r, bool (*stream)(reading *, uint32_t), uint32_t sets) {
    bool copied = true;
    for (uint32_t set = 0; copied && set < sets; set++) {
        ferry_mark mark = ferry_job_mark(r->g->job);
        copied = stream(r, set);
        ferry_job_release(r->g->job, mark);
    }
    return copied;
}

static bool copy_streams(reading *r) {
    if (!copy(r, copy_positions, 1) || !copy(r, copy_normals, 1) || !copy(r, copy_tangents, 1) ||
        !copy(r, copy_colors, FERRY_COLOR_SETS) || !copy(r, copy_uvs, FERRY_UV_SETS))
        return false;
    tell_other_attributes(r);
    if (r->broken)
        fy_gltf_tell_element(r->g, FERRY_WARNING, "import.number-not-finite", &r->first_broken,
                             "mesh \"%s\": %" PRIu32 " numbers are not finite or out of range; used 0",
                             r->mesh->name, r->broken);
    return true;
}

/* "7", or "7-2" for one of several primitives. */
static const char *name_of(const reading *r, size_t primitives) {
    const char *name = fy_gltf_name_of(r->g, "meshes", r->use->mesh, "mesh");
    return primitives > 1 ? ferry_scene_format(r->g->scene, "%s-%" PRIu32, name, r->number) : name;
}

/* How many vertices the file has for it; 0: there is no position to read. */
static bool count_vertices(reading *r) {
    uint32_t accessor = fy_gltf_index_of(r->attributes, "POSITION", fy_gltf_list_count(r->g, "accessors"));
    fy_gltf_numbers_in from;
    if (accessor != FERRY_NONE && !fy_gltf_find_accessor(r->g, accessor, &from)) return false;
    if (accessor != FERRY_NONE && from.width == 3)
        r->vertices = from.count;
    else
        fy_gltf_tell_attribute(r->g, r->use, r->number, FERRY_NONE, "POSITION");
    return true;
}

static bool add_primitive(fy_gltf_in *g, const fy_gltf_use *use, uint32_t number, size_t primitives,
                          known_lights *lights) {
    reading r = {.g = g, .use = use, .number = number, .lights = lights};
    r.primitive = json_array_get(json_object_get(fy_gltf_item(g, "meshes", use->mesh), "primitives"), number);
    r.attributes = json_object_get(r.primitive, "attributes");
    uint32_t material = fy_gltf_index_of(r.primitive, "material", g->material_count);
    r.fast64 = material != FERRY_NONE && g->fast64[material];
    r.restored = material != FERRY_NONE && g->restored[material];
    ferry_mesh mesh = {.name = name_of(&r, primitives), .skin = FERRY_NONE};
    r.mesh = &mesh;
    if (!count_vertices(&r) || !copy(&r, copy_triangles, 1)) return false;
    if (!mesh.triangle_count) return true;
    mesh.vertex_count = r.vertices;
    bool flat = needs_normals(&r, material);
    if (flat && !json_object_get(r.attributes, "NORMAL") && !part_triangles(&r)) return false;
    if (!copy_streams(&r)) return false;
    const bool none = !mesh.normals;
    ferry_mesh *added = ferry_append(g->scene, &g->scene->meshes, ferry_mesh);
    if (!added) return false;
    *added = mesh;
    uint32_t index = g->scene->meshes.count - 1;
    g->made[use->first + number] = index;
    if (!fy_gltf_read_targets(g, use, number, index, r.order, r.vertices, none)) return false;
    if (none && flat && !make_normals(g, &g->scene->meshes.data[index])) return false;
    return use->skin == FERRY_NONE || fy_gltf_read_weights(g, use, number, index, r.order, r.vertices);
}

bool fy_gltf_read_meshes(fy_gltf_in *g) {
    known_lights lights = {{{{0}}}};
    if (!fy_gltf_list_uses(g)) return false;
    for (uint32_t i = 0; i < g->use_count; i++) {
        size_t primitives = fy_gltf_primitives_of(g, &g->uses[i]);
        if (!ferry_progress(g->job, "meshes", (double)i / g->use_count)) return false;
        for (uint32_t p = 0; p < primitives; p++)
            if (!ferry_tick(g->job) || !add_primitive(g, &g->uses[i], p, primitives, &lights)) return false;
    }
    return true;
}

/* -------------------------------------------------------------------------------------------------- draws */

static bool add_draw(fy_gltf_in *g, uint32_t node, uint32_t mesh, uint32_t material) {
    ferry_draw *draw = ferry_append(g->scene, &g->scene->draws, ferry_draw);
    if (!draw) return false;
    /* what Blender calls the object, and games look for */
    *draw = (ferry_draw){.name = g->scene->nodes.data[g->tops[node]].name,
                         .node = g->bottoms[node],
                         .mesh = mesh,
                         .material = material == FERRY_NONE ? FERRY_NONE : g->materials[material],
                         .visible = true};
    fy_gltf_draw_extras(g, node, draw);
    return true;
}

bool fy_gltf_read_draws(fy_gltf_in *g) {
    g->draws = ferry_new(g->job, uint32_t, (size_t)g->node_count + 1);
    if (!g->draws) return false;
    for (uint32_t i = 0; i < g->node_count; i++) g->draws[i] = FERRY_NONE;
    for (uint32_t i = 0; i < g->order_count; i++) {
        uint32_t node = g->order[i], added = 0;
        const fy_gltf_use *use = fy_gltf_use_of(g, node);
        const json_t *primitives =
            use ? json_object_get(fy_gltf_item(g, "meshes", use->mesh), "primitives") : NULL;
        for (uint32_t p = 0; p < json_array_size(primitives); p++) {
            uint32_t mesh = g->made[use->first + p],
                     material =
                         fy_gltf_index_of(json_array_get(primitives, p), "material", g->material_count);
            if (mesh == FERRY_NONE) continue;
            if (!add_draw(g, node, mesh, material)) return false;
            g->draws[node] = added++ ? FERRY_NONE : g->scene->draws.count - 1;
        }
        if (!ferry_tick(g->job)) return false;
    }
    return true;
}

/* What is drawn over what: a file's own order says nothing. */
static unsigned turn_of(const ferry_scene *scene, const ferry_draw *draw) {
    const ferry_material *material =
        draw->material == FERRY_NONE ? NULL : &scene->materials.data[draw->material];
    if (!material) return 0;
    if (material->alpha_mode >= FERRY_ALPHA_BLEND) return 2;
    const ferry_rdp_material *rdp = material->rdp;
    return rdp && (rdp->other_mode & FERRY_RDP_Z_DECAL) == FERRY_RDP_Z_DECAL;
}

bool fy_gltf_sort_draws(fy_gltf_in *g) {
    enum { TURNS = 3 };
    uint32_t count = g->scene->draws.count, placed = 0;
    if (g->ferry64_extras || !count) return true;
    ferry_draw *draws = g->scene->draws.data, *sorted = ferry_new(g->job, ferry_draw, count);
    uint32_t *places = ferry_new(g->job, uint32_t, count);
    if (!sorted || !places) return false;
    for (unsigned turn = 0; turn < TURNS; turn++)
        for (uint32_t i = 0; i < count; i++) {
            if (turn_of(g->scene, &draws[i]) != turn) continue;
            places[i] = placed;
            sorted[placed++] = draws[i];
        }
    memcpy(draws, sorted, count * sizeof *draws);
    for (uint32_t i = 0; i < g->node_count; i++)
        if (g->draws[i] != FERRY_NONE) g->draws[i] = places[g->draws[i]];
    return true;
}
