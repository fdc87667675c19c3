/* exchange.c: see exchange.h. */
#include "formats/exchange/exchange.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/maths.h"
#include "core/base/order.h"
#include "core/scene/visible.h"
#include "formats/exchange/exchange_clips.h"
#include "formats/exchange/exchange_materials.h"
#include "formats/exchange/exchange_state.h"
#include "formats/gltf/write/gltf_left_out.h"
#include "formats/gltf/write/gltf_material.h"
#include "formats/gltf/write/gltf_write.h"
#include "formats/gltf/write/gltf_write_textures.h"
#include "formats/gltf/write/gltf_writer.h"

/* -------------------------------------------------------------------------------------------------- names */

typedef struct naming {
    const char **list;
    fy_order order;
} naming;

static int by_name(const void *user, uint32_t a, uint32_t b) {
    const naming *n = user;
    return strcmp(n->list[a], n->list[b]);
}

/* The first of `wanted` with a number behind it, from `tail` on, that is not taken. */
static bool add_tail(ferry_job *job, naming *n, uint32_t i, const char *link, uint32_t *tail) {
    const char *wanted = n->list[i];
    size_t size = strlen(wanted) + strlen(link) + sizeof "4294967295";
    char *name = ferry_new(job, char, size);
    if (!name) return false;
    n->list[i] = name;
    do {
        if (!ferry_tick(job)) return false;
        snprintf(name, size, "%s%s%" PRIu32, wanted, link, (*tail)++);
    } while (fy_order_find(&n->order, n, i) != UINT32_MAX);
    return true;
}

/* No two are the same: what is taken gets a number behind it, `link` between: that of its place, or the next
 * that is free. Those before are not tried again. */
static bool make_different(ferry_job *job, const char **list, uint32_t count, const char *link) {
    naming n = {.list = list, .order = {.compare = by_name}};
    uint32_t *tails = ferry_new(job, uint32_t, (size_t)count + 1); /* of the names that were wanted twice */
    if (!tails) return false;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = fy_order_find(&n.order, &n, i);
        if (first != UINT32_MAX) {
            if (tails[first] < i) tails[first] = i;
            if (!add_tail(job, &n, i, link, &tails[first])) return false;
        }
        if (!fy_order_add(job, &n.order, &n, i) || !ferry_tick(job)) return false;
    }
    return true;
}

/* What may stand in any format's words: letters, digits, `-` and `_`, no digit or `-` first. */
static const char *plain_word(ferry_job *job, const char *name) {
    bool lead = (*name >= '0' && *name <= '9') || *name == '-';
    char *word = ferry_new(job, char, strlen(name) + 2);
    if (!word) return "";
    if (lead) word[0] = '_';
    for (size_t i = 0; name[i]; i++) {
        char c = name[i];
        bool stays = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                     c == '_';
        word[i + lead] = stays ? c : '_';
    }
    return word;
}

static bool name_all(fy_exchange *x) {
    ferry_job *job = x->g.job;
    const ferry_scene *scene = x->g.scene;
    uint32_t nodes = scene->nodes.count, at = 0, all = nodes + x->twin_count + x->model_count;
    x->names = ferry_new(job, const char *, (size_t)all + 1);
    x->ids = ferry_new(job, const char *, (size_t)all + 1);
    if (!x->names || !x->ids) return false;
    for (uint32_t i = 0; i < nodes; i++) {
        const char *own = scene->nodes.data[i].name;
        x->names[at++] = *own ? own : "node";
    }
    for (uint32_t t = 0; t < x->twin_count; t++)
        x->names[at++] = ferry_job_format(job, "%s.bind", x->names[x->twins[t].node]);
    for (uint32_t m = 0; m < x->model_count; m++) {
        const ferry_draw *draw = &scene->draws.data[x->models[m].draw];
        const char *own = *draw->name ? draw->name : scene->meshes.data[draw->mesh].name;
        x->names[at++] = *own ? own : "mesh";
    }
    if (!make_different(job, x->names, all, ".")) return false;
    for (uint32_t t = 0; t < x->twin_count; t++) x->twins[t].name = x->names[nodes + t];
    for (uint32_t m = 0; m < x->model_count; m++) x->models[m].name = x->names[nodes + x->twin_count + m];
    for (uint32_t i = 0; i < all; i++) x->ids[i] = plain_word(job, x->names[i]);
    return make_different(job, x->ids, all, "_");
}

/* ------------------------------------------------------------------------------------------------- models */

static bool find_models(fy_exchange *x) {
    const ferry_scene *scene = x->g.scene;
    x->models = ferry_new(x->g.job, fy_exchange_model, scene->draws.count + (size_t)1);
    if (!x->models) return false;
    for (uint32_t d = 0; d < scene->draws.count; d++) {
        const ferry_draw *draw = &scene->draws.data[d];
        if (!fy_gltf_is_written(&x->g, draw)) continue;
        x->models[x->model_count++] = (fy_exchange_model){
            .draw = d, .look = fy_gltf_look_of(&x->g, draw), .visible = fy_draw_visible(scene, draw)};
    }
    return true;
}

/* All nodes of the trees that skins hang on; joints bound twice. */
static bool find_bones(fy_exchange *x) {
    const ferry_scene *scene = x->g.scene;
    uint32_t count = scene->nodes.count, all = 0;
    x->bones = ferry_new(x->g.job, bool, count + (size_t)1);
    uint32_t *bound = ferry_new(x->g.job, uint32_t, count + (size_t)1); /* number of the skin, from 1 */
    for (uint32_t s = 0; s < scene->skins.count; s++) all += scene->skins.data[s].joint_count;
    x->twins = ferry_new(x->g.job, fy_exchange_twin, all + (size_t)1);
    if (!x->bones || !bound || !x->twins) return false;
    for (uint32_t s = 0; s < scene->skins.count; s++)
        for (uint32_t j = 0; j < scene->skins.data[s].joint_count; j++) {
            uint32_t node = scene->skins.data[s].joints[j].node;
            if (bound[node] == s + 1) x->twins[x->twin_count++] = (fy_exchange_twin){NULL, node, s, j};
            bound[node] = s + 1;
            x->bones[node] = true;
        }
    for (uint32_t i = count;
         i-- > 0;) /* a tree with a bone in it is one of bones: told to the root, and from it */
        if (x->bones[i] && scene->nodes.data[i].parent != FERRY_NONE)
            x->bones[scene->nodes.data[i].parent] = true;
    for (uint32_t i = 0; i < count; i++)
        if (scene->nodes.data[i].parent != FERRY_NONE)
            x->bones[i] = x->bones[i] || x->bones[scene->nodes.data[i].parent];
    return true;
}

static bool find_morphs(fy_exchange *x) {
    const ferry_scene *scene = x->g.scene;
    x->first_morphs = ferry_new(x->g.job, uint32_t, scene->meshes.count + (size_t)3);
    x->morphs = ferry_new(x->g.job, uint32_t, scene->morphs.count + (size_t)1);
    if (!x->first_morphs || !x->morphs) return false;
    for (uint32_t m = 0; m < scene->morphs.count; m++) x->first_morphs[scene->morphs.data[m].mesh + 2]++;
    for (uint32_t i = 0; i < scene->meshes.count; i++) x->first_morphs[i + 2] += x->first_morphs[i + 1];
    for (uint32_t m = 0; m < scene->morphs.count; m++)
        x->morphs[x->first_morphs[scene->morphs.data[m].mesh + 1]++] = m;
    return true;
}

static bool find_worlds(fy_exchange *x) {
    const ferry_node_list *nodes = &x->g.scene->nodes;
    x->worlds = ferry_new(x->g.job, ferry_matrix, nodes->count + (size_t)1);
    if (!x->worlds || !ferry_world_matrices(x->g.scene, x->worlds)) return false;
    for (uint32_t i = 0; i < nodes->count; i++) {
        for (int row = 0; row < 3; row++) x->worlds[i].m[row][3] *= x->g.scale;
        x->billboards += nodes->data[i].billboard != FERRY_BILLBOARD_NONE;
    }
    return true;
}

bool fy_exchange_open(fy_exchange *x) {
    if (!fy_gltf_begin(&x->g)) return false;
    bool own = ferry_setting_is(x->g.job, "gltf.scale", "auto");
    x->unit = own ? (double)x->g.scene->unit : 1;
    if (own) x->g.scale = 1;
    x->g.embeds = false;
    return fy_gltf_put_textures(&x->g) && fy_gltf_plan_materials(&x->g) && find_models(x) && find_bones(x) &&
           name_all(x) && find_morphs(x) && find_worlds(x) && fy_exchange_find_materials(x) &&
           fy_exchange_open_clips(x);
}

void fy_exchange_close(fy_exchange *x) {
    fy_gltf_end(&x->g);
}

/* ------------------------------------------------------------------------------------------------- meshes */

const ferry_mesh *fy_exchange_mesh(const fy_exchange *x, const fy_exchange_model *model) {
    return &x->g.scene->meshes.data[x->g.scene->draws.data[model->draw].mesh];
}

const fy_gltf_look *fy_exchange_look(const fy_exchange *x, const fy_exchange_model *model) {
    return &x->g.looks[model->look];
}

static bool is_plain(const double uv[2][3]) {
    return uv[0][0] == 1 && uv[0][1] == 0 && uv[0][2] == 0 && uv[1][0] == 0 && uv[1][1] == -1 &&
           uv[1][2] == 1;
}

uint32_t fy_exchange_sets(const fy_exchange *x, const fy_exchange_model *model,
                          uint32_t sets[FERRY_UV_SETS + 1]) {
    const ferry_mesh *mesh = fy_exchange_mesh(x, model);
    const fy_exchange_material *material = &x->materials[model->look];
    uint32_t count = 0, read = FERRY_NONE;
    if (material->picture != FERRY_NONE) {
        sets[count++] = fy_exchange_look(x, model)->uv;
        if (is_plain(material->uv)) read = sets[0];
    }
    for (uint32_t s = 0; s < FERRY_UV_SETS && count < FERRY_UV_SETS; s++)
        if (mesh->uvs[s] && s != read) sets[count++] = s;
    return count;
}

ferry_vec2 fy_exchange_uv(const fy_exchange *x, const fy_exchange_model *model, const uint32_t *sets,
                          uint32_t which, uint32_t vertex) {
    static const double up[2][3] = {{1, 0, 0}, {0, -1, 1}};
    const ferry_mesh *mesh = fy_exchange_mesh(x, model);
    const fy_exchange_material *material = &x->materials[model->look];
    const double(*by)[3] = which == 0 && material->picture != FERRY_NONE ? material->uv : up;
    ferry_vec2 uv = mesh->uvs[sets[which]] ? mesh->uvs[sets[which]][vertex] : (ferry_vec2){0, 0};
    return (ferry_vec2){(float)(by[0][0] * (double)uv.x + by[0][1] * (double)uv.y + by[0][2]),
                        (float)(by[1][0] * (double)uv.x + by[1][1] * (double)uv.y + by[1][2])};
}

bool fy_exchange_has_colors(const fy_exchange *x, const fy_exchange_model *model) {
    const fy_gltf_look *look = fy_exchange_look(x, model);
    return look->colors != FERRY_NONE && fy_exchange_mesh(x, model)->colors[look->colors];
}

ferry_color fy_exchange_color(const fy_exchange *x, const fy_exchange_model *model, uint32_t vertex) {
    const fy_gltf_look *look = fy_exchange_look(x, model);
    ferry_color color = fy_exchange_mesh(x, model)->colors[look->colors][vertex];
    if (!look->color_rgb) color.r = color.g = color.b = 1;
    if (!look->color_alpha) color.a = 1;
    return color;
}

ferry_vec3 fy_exchange_length3(fy_exchange *x, ferry_vec3 v) {
    ferry_vec3 to = {(float)((double)v.x * x->g.scale), (float)((double)v.y * x->g.scale),
                     (float)((double)v.z * x->g.scale)};
    if (!fy_vec3_finite(to)) x->g.too_large = true;
    return to;
}

void fy_exchange_triangle(const fy_exchange *x, const fy_exchange_model *model, uint32_t triangle,
                          uint32_t corners[3]) {
    const uint32_t *from = &fy_exchange_mesh(x, model)->triangles[3 * (size_t)triangle];
    bool flip = fy_exchange_look(x, model)->cull == FERRY_CULL_FRONT;
    corners[0] = from[0];
    corners[1] = from[flip ? 2 : 1];
    corners[2] = from[flip ? 1 : 2];
}

/* -------------------------------------------------------------------------------------------------- skins */

bool fy_exchange_find_weights(const fy_exchange *x, const ferry_mesh *mesh, fy_exchange_weights *to) {
    ferry_job *job = x->g.job;
    const ferry_skin *skin = &x->g.scene->skins.data[mesh->skin];
    size_t all = 0;
    to->first = ferry_new(job, uint32_t, skin->joint_count + (size_t)2);
    if (!to->first) return false;
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_influence *run = &skin->influences[mesh->influences[v]];
        for (uint32_t k = 0; k < run->count; k++) to->first[skin->weights[run->first + k].joint + 2]++;
        all += run->count;
    }
    to->vertices = ferry_new(job, uint32_t, all + 1);
    to->weights = ferry_new(job, float, all + 1);
    if (!to->vertices || !to->weights) return false;
    for (uint32_t j = 0; j < skin->joint_count; j++) to->first[j + 2] += to->first[j + 1];
    for (uint32_t v = 0; v < mesh->vertex_count; v++) {
        const ferry_influence *run = &skin->influences[mesh->influences[v]];
        for (uint32_t k = 0; k < run->count; k++) {
            const ferry_weight *weight = &skin->weights[run->first + k];
            uint32_t at = to->first[weight->joint + 1]++;
            to->vertices[at] = v;
            to->weights[at] = weight->weight;
        }
        if (!ferry_tick(job)) return false;
    }
    return true;
}

/* They are in the order of their skins and joints. */
uint32_t fy_exchange_twin_of(const fy_exchange *x, uint32_t skin, uint32_t joint) {
    uint32_t low = 0, high = x->twin_count; /* those before `low` come before it, from `high` on not */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const fy_exchange_twin *twin = &x->twins[middle];
        if (twin->skin < skin || (twin->skin == skin && twin->joint < joint))
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < x->twin_count && x->twins[low].skin == skin && x->twins[low].joint == joint;
    return found ? low : FERRY_NONE;
}

ferry_matrix fy_exchange_bind(const fy_exchange *x, const ferry_joint *joint) {
    ferry_matrix bind = joint->inverse_bind;
    for (int row = 0; row < 3; row++) bind.m[row][3] *= x->g.scale;
    return bind;
}

/* ------------------------------------------------------------------------------------------------- the end */

/* Sets of all models that fy_exchange_sets() has no room for. */
static uint32_t count_dropped_sets(const fy_exchange *x) {
    uint32_t dropped = 0;
    for (uint32_t m = 0; m < x->model_count; m++) {
        const fy_exchange_model *model = &x->models[m];
        const fy_exchange_material *material = &x->materials[model->look];
        uint32_t own = 0;
        for (uint32_t s = 0; s < FERRY_UV_SETS; s++) own += fy_exchange_mesh(x, model)->uvs[s] != NULL;
        dropped += own == FERRY_UV_SETS && material->picture != FERRY_NONE && !is_plain(material->uv);
    }
    return dropped;
}

void fy_exchange_tell(const fy_exchange *x, uint32_t count, const char *code, const char *what) {
    if (count) ferry_say(x->g.job, FERRY_LOSS, code, x->g.file, "", "%s: %" PRIu32, what, count);
}

bool fy_exchange_finish(fy_exchange *x, ferry_out *out, ferry_file_list *files) {
    fy_gltf *g = &x->g;
    if (!fy_gltf_is_sound(g) || !ferry_add_out(files, g->file, out)) return false;
    if (!x->embeds && !ferry_add_files(g->job, files, &x->pictures)) return false;
    fy_exchange_tell(x, x->blended, "export.additive",
                     "materials with additive blending, written as translucent");
    fy_exchange_tell(
        x, x->cut, "export.alpha-threshold",
        "materials with an alpha threshold, which the format does not store");
    fy_exchange_tell(x, x->billboards, "export.billboard",
                     "billboard nodes, written with a fixed orientation");
    fy_exchange_tell(x, count_dropped_sets(x), "export.uv-sets",
                     "meshes whose last UV set is left out: readers support eight");
    fy_exchange_tell(x, x->unshown, "export.unused-images",
                     "images that no material uses, left out");
    if (x->mirrored || x->tinted)
        ferry_say(g->job, FERRY_NOTE, "export.baked-images", g->file, "",
                  "images baked because the format's materials cannot: mirroring for %" PRIu32 " "
                  "materials, material colour for %" PRIu32,
                  x->mirrored, x->tinted);
    return !ferry_failed(g->job);
}
