/*
 * gltf_written.h: what the suites about written glTF share: a fixture becomes a file, and the nodes of the
 * file that show the draws of its scene are found by where their vertices stand.
 */
#ifndef FERRY_TESTS_GLTF_WRITTEN_H
#define FERRY_TESTS_GLTF_WRITTEN_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "builders/gltf/gltf_reader.h"
#include "helpers.h"

typedef struct written {
    ferry_job *job;
    ferry_scene *scene; /* as it was prepared */
    ferry_bytes source, animations[2];
    ferry_file_list files;
} written;

/* `animations`: up to two files; `setting`: "key=value"; NULL: none. */
static inline written write_with(const char *name, const char *animations, const char *target,
                                 const char *output, const char *setting) {
    char key[64] = "";
    if (setting) snprintf(key, sizeof key, "%.*s", (int)strcspn(setting, "="), setting);
    ferry_setting_value value = {key, setting ? setting + strcspn(setting, "=") + 1 : ""};
    ferry_options options = {.size = sizeof options, .settings = &value, .setting_count = setting ? 1 : 0};
    written w = {.job = ferry_open(&options), .source = fy_read_fixture(name)};
    ferry_input inputs[3] = {{.name = name, .bytes = w.source}};
    char names[2][64] = {"", ""};
    int count = animations ? sscanf(animations, "%63s %63s", names[0], names[1]) : 0;
    for (int i = 0; i < count; i++) {
        w.animations[i] = fy_read_fixture(names[i]);
        inputs[1 + i] = (ferry_input){.name = names[i], .bytes = w.animations[i]};
    }
    w.scene = ferry_load(w.job, inputs, 1 + (size_t)count);
    ck_assert_msg(w.scene && ferry_prepare(w.job, w.scene, target, NULL) &&
                      ferry_save(w.job, w.scene, target, output, &w.files),
                  "%s was not written", name);
    return w;
}

static inline written write_as(const char *name, const char *target, const char *output,
                               const char *setting) {
    return write_with(name, NULL, target, output, setting);
}

/* Reads such a file as others do: what its extras say is for this library only. */
static inline ferry_job *stranger(void) {
    static const ferry_setting_value plain = {"gltf.extras", "ignore"};
    ferry_options options = {.size = sizeof options, .settings = &plain, .setting_count = 1};
    return ferry_open(&options);
}

static inline void drop(written *w) {
    ferry_scene_free(w->scene);
    ferry_close(w->job);
    free((void *)(uintptr_t)w->source.data);
    for (int i = 0; i < 2; i++) free((void *)(uintptr_t)w->animations[i].data);
}

/* ------------------------------------------------------------------------------------------- positions */

/* By the formulas of docs/scene.md. */
static inline ferry_vec3 scene_vertex(const ferry_scene *scene, const ferry_matrix *worlds,
                                      const ferry_draw *draw, uint32_t vertex) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    const double from[4] = {(double)mesh->positions[vertex].x, (double)mesh->positions[vertex].y,
                            (double)mesh->positions[vertex].z, 1};
    double out[3] = {0, 0, 0};
    uint32_t count = 1;
    const ferry_influence *run = NULL;
    const ferry_skin *skin = NULL;
    if (mesh->skin != FERRY_NONE) {
        skin = &scene->skins.data[mesh->skin];
        run = &skin->influences[mesh->influences[vertex]];
        count = run->count;
    }
    for (uint32_t w = 0; w < count; w++) {
        const ferry_weight *weight = skin ? &skin->weights[run->first + w] : NULL;
        const ferry_joint *joint = skin ? &skin->joints[weight->joint] : NULL;
        double p[4] = {from[0], from[1], from[2], 1}, q[4];
        for (int i = 0; joint && i < 3; i++) {
            q[i] = 0;
            for (int k = 0; k < 4; k++) q[i] += joint->inverse_bind.m[i][k] * from[k];
        }
        if (joint) memcpy(p, q, 3 * sizeof *p);
        const ferry_matrix *world = &worlds[joint ? joint->node : draw->node];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 4; k++)
                out[i] += (weight ? (double)weight->weight : 1) * world->m[i][k] * p[k];
    }
    return (ferry_vec3){(float)out[0], (float)out[1], (float)out[2]};
}

/* The nodes of a file that show something, in the order of the scene's draws. */
static inline uint32_t find_drawn(const glb *file, const ferry_scene *scene, uint32_t draw) {
    const ferry_draw *d = &scene->draws.data[draw];
    const char *name = *d->name ? d->name : scene->meshes.data[d->mesh].name;
    uint32_t seen = 0, before = 0;
    for (uint32_t i = 0; i < draw; i++) before += strcmp(scene->draws.data[i].name, d->name) == 0;
    for (uint32_t i = 0; i < glb_count(file, "nodes"); i++) {
        long mesh = glb_integer(glb_item(file, "nodes", i), "mesh", -1);
        if (mesh < 0) continue;
        const char *own = json_string_value(json_object_get(glb_item(file, "meshes", (size_t)mesh), "name"));
        if (own && strcmp(own, name) == 0 && seen++ == before) return i;
    }
    ck_abort_msg("draw \"%s\" is not in the file", name);
    return 0;
}

/* Names of draws may repeat: nodes with meshes stand in two orders in the file, which names do not tell
 * apart; so draws are looked for by what they show. */
static inline bool stands(const glb *file, const glb_matrix *worlds, uint32_t node, const ferry_scene *scene,
                          const ferry_matrix *from, const ferry_draw *draw, double scale, double tolerance,
                          double *off) {
    const ferry_mesh *mesh = &scene->meshes.data[draw->mesh];
    json_t *shown = glb_item(file, "meshes", (size_t)glb_integer(glb_item(file, "nodes", node), "mesh", -1));
    json_t *attributes =
        json_object_get(json_array_get(json_object_get(shown, "primitives"), 0), "attributes");
    if (glb_accessor_count(file, (uint32_t)glb_integer(attributes, "POSITION", -1)) != mesh->vertex_count)
        return false;
    *off = 0;
    for (uint32_t v = 0; v < mesh->vertex_count; v += 1 + mesh->vertex_count / 50) {
        double at[3];
        ferry_vec3 wanted = scene_vertex(scene, from, draw, v);
        const double to[3] = {(double)wanted.x * scale, (double)wanted.y * scale, (double)wanted.z * scale};
        glb_vertex(file, worlds, node, v, NULL, at);
        for (int k = 0; k < 3; k++) *off = fmax(*off, fabs(at[k] - to[k]));
    }
    return *off <= tolerance;
}

static inline double height_of(const ferry_scene *scene) {
    ferry_counts counts;
    ck_assert(ferry_count(scene, &counts));
    double x = (double)counts.box.max.x - (double)counts.box.min.x,
           y = (double)counts.box.max.y - (double)counts.box.min.y;
    double z = (double)counts.box.max.z - (double)counts.box.min.z;
    return fmax(x, fmax(y, fmax(z, 1e-3)));
}

/* The node of the file that shows each draw; FERRY_NONE: none does. Free with free(). */
static inline uint32_t *match_draws(const glb *file, const ferry_scene *scene, double scale) {
    ferry_matrix *worlds = calloc(scene->nodes.count + (size_t)1, sizeof *worlds);
    uint32_t *found = calloc(scene->draws.count + (size_t)1, sizeof *found);
    ck_assert(ferry_world_matrices(scene, worlds));
    glb_matrix *own = glb_worlds(file, -1, 0);
    uint32_t nodes = glb_count(file, "nodes"), shown = 0, count = 0;
    bool *taken = calloc(nodes + (size_t)1, sizeof *taken);
    for (uint32_t i = 0; i < nodes; i++) shown += glb_integer(glb_item(file, "nodes", i), "mesh", -1) >= 0;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        double off, least = INFINITY, tolerance = 1e-5 * scale * height_of(scene);
        bool culled =
            draw->material != FERRY_NONE && scene->materials.data[draw->material].cull == FERRY_CULL_BOTH;
        found[d] = FERRY_NONE;
        if (culled) continue;
        uint32_t i = 0;
        for (; i < nodes; i++) {
            if (taken[i] || glb_integer(glb_item(file, "nodes", i), "mesh", -1) < 0) continue;
            off = INFINITY;
            if (stands(file, own, i, scene, worlds, draw, scale, tolerance, &off)) break;
            least = fmin(least, off);
        }
        ck_assert_msg(i < nodes, "draw %u \"%s\" is nowhere; nearest %g off, of %g", d, draw->name, least,
                      tolerance);
        taken[i] = true;
        found[d] = i;
        count++;
    }
    ck_assert_uint_eq(count, shown);
    free(taken);
    free(own);
    free(worlds);
    return found;
}

#endif
