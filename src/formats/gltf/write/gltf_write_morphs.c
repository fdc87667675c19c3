/*
 * gltf_write_morphs.c: morphs as targets of a glTF file's meshes (docs/formats/gltf.md, "Morphs").
 */
#include "formats/gltf/write/gltf_write_morphs.h"

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/gltf/write/gltf_write_buffer.h"
#include "formats/gltf/write/gltf_writer.h"

/* By mesh, in the scene's order. */
bool fy_gltf_list_targets(fy_gltf *g) {
    const ferry_morph_list *morphs = &g->e.scene->morphs;
    uint32_t next = 0;
    g->morphs = ferry_new(g->e.job, uint32_t, morphs->count + (size_t)1);
    g->targets = ferry_alloc(g->e.job, morphs->count + (size_t)1, sizeof *g->targets);
    if (!g->morphs || !g->targets) return false;
    for (uint32_t m = 0; m < morphs->count; m++) g->streams[morphs->data[m].mesh].target_count++;
    for (uint32_t i = 0; i < g->e.scene->meshes.count; i++) {
        g->streams[i].first_target = next;
        next += g->streams[i].target_count;
        g->streams[i].target_count = 0;
    }
    for (uint32_t m = 0; m < morphs->count; m++) {
        fy_gltf_streams *streams = &g->streams[morphs->data[m].mesh];
        g->morphs[streams->first_target + streams->target_count++] = m;
        for (int k = 0; k < 3; k++) g->targets[m][k] = FERRY_NONE;
    }
    return true;
}

/* A morph that moves nothing still is one: its first vertex stays. */
static uint32_t put_moves(fy_gltf *g, const ferry_morph *morph, const ferry_vec3 *moves, double scale) {
    uint32_t all = g->e.scene->meshes.data[morph->mesh].vertex_count, count = morph->count ? morph->count : 1;
    uint32_t *places = ferry_new(g->e.job, uint32_t, count);
    bool dense = 2 * (uint64_t)count > all;
    ferry_vec3 *to = ferry_new(g->e.job, ferry_vec3, dense ? all : count);
    if (!places || !to) return FERRY_NONE;
    for (uint32_t k = 0; k < morph->count; k++) {
        ferry_vec3 *v = &to[dense ? morph->vertices[k] : k];
        for (int i = 0; i < 3; i++) (&v->x)[i] = (float)((double)(&moves[k].x)[i] * scale);
        places[k] = morph->vertices[k];
    }
    return dense ? fy_gltf_floats(g, &to->x, all, 3, FY_GLTF_VERTICES, true)
                 : fy_gltf_sparse(g, all, places, &to->x, count);
}

static uint32_t put_shifts(fy_gltf *g, const ferry_morph *morph) {
    uint32_t all = g->e.scene->meshes.data[morph->mesh].vertex_count;
    ferry_vec2 *to = ferry_new(g->e.job, ferry_vec2, all);
    for (uint32_t k = 0; to && k < morph->count; k++) to[morph->vertices[k]] = morph->shifts[k];
    return to ? fy_gltf_floats(g, &to->x, all, 2, FY_GLTF_VERTICES, false) : FERRY_NONE;
}

static bool put_target(fy_gltf *g, uint32_t number, json_t *target) {
    const ferry_morph *morph = &g->e.scene->morphs.data[number];
    const ferry_mesh *mesh = &g->e.scene->meshes.data[morph->mesh];
    uint32_t *accessors = g->targets[number];
    bool first = accessors[0] == FERRY_NONE && accessors[1] == FERRY_NONE && accessors[2] == FERRY_NONE;
    bool turns = morph->normals && mesh->normals, moves = morph->positions || (!turns && !morph->shifts);
    char key[24];
    if (first && moves) {
        static const ferry_vec3 still;
        accessors[0] = put_moves(g, morph, morph->positions ? morph->positions : &still, g->e.scale);
        if (accessors[0] == FERRY_NONE) return false;
    }
    if (first && turns && (accessors[1] = put_moves(g, morph, morph->normals, 1)) == FERRY_NONE) return false;
    if (first && morph->shifts && (accessors[2] = put_shifts(g, morph)) == FERRY_NONE) return false;
    snprintf(key, sizeof key, "TEXCOORD_%u", morph->set);
    if (moves) fy_gltf_set(g, target, "POSITION", fy_gltf_index(accessors[0]));
    if (turns) fy_gltf_set(g, target, "NORMAL", fy_gltf_index(accessors[1]));
    if (morph->shifts) fy_gltf_set(g, target, key, fy_gltf_index(accessors[2]));
    return true;
}

bool fy_gltf_put_targets(fy_gltf *g, uint32_t mesh, json_t *object, json_t *primitive) {
    const fy_gltf_streams *streams = &g->streams[mesh];
    if (!streams->target_count) return true;
    json_t *targets = json_array(), *weights = json_array(), *extras = json_object(), *names = json_array();
    fy_gltf_set(g, primitive, "targets", targets);
    fy_gltf_set(g, object, "weights", weights);
    fy_gltf_set(g, object, "extras", extras);
    fy_gltf_set(g, extras, "targetNames", names);
    for (uint32_t k = 0; k < streams->target_count && !g->no_memory; k++) {
        uint32_t morph = g->morphs[streams->first_target + k];
        json_t *target = json_object();
        fy_gltf_add(g, targets, target);
        fy_gltf_add(g, weights, json_integer(0));
        fy_gltf_add(g, names, json_string(g->e.scene->morphs.data[morph].name));
        if (!put_target(g, morph, target)) return false;
    }
    return true;
}
