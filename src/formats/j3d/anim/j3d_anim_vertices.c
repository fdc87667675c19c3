/*
 * j3d_anim_vertices.c: what animations of vertices share: which vertices were made of which elements; and
 * VCK1 (bxk), VCF1 (bxa): vertex colours (docs/formats/j3d.md, "Vertex colours").
 */
#include "formats/j3d/anim/j3d_anim_vertices.h"

#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "formats/j3d/anim/j3d_anim_tracks.h"
#include "formats/j3d/j3d_tables.h"

bool fy_j3d_called_alike(const fy_j3d_anim *anim, const ferry_scene *scene) {
    const char *stem = anim->chunk.file;
    for (const char *p = stem; *p; p++)
        if (*p == '/' || *p == '#') stem = p + 1;
    size_t length = strlen(scene->name);
    return strncmp(stem, scene->name, length) == 0 && stem[length] == '.';
}

bool fy_j3d_build_mesh(fy_j3d_anim *anim, uint32_t elements) {
    ferry_mesh *mesh = ferry_append(anim->scene, &anim->scene->meshes, ferry_mesh);
    if (!mesh) return false;
    *mesh = (ferry_mesh){.name = "made-up", .skin = FERRY_NONE, .vertex_count = elements};
    if (!elements) return true;
    mesh->positions = ferry_scene_new(anim->scene, ferry_vec3, elements);
    mesh->normals = ferry_scene_new(anim->scene, ferry_vec3, elements);
    mesh->colors[0] = ferry_scene_new(anim->scene, ferry_color, elements);
    mesh->colors[1] = ferry_scene_new(anim->scene, ferry_color, elements);
    uint32_t *numbers = ferry_scene_new(anim->scene, uint32_t, elements);
    if (!mesh->positions || !mesh->normals || !mesh->colors[0] || !mesh->colors[1] || !numbers) return false;
    for (uint32_t v = 0; v < elements; v++) numbers[v] = v;
    mesh->position_numbers = mesh->normal_numbers = mesh->color_numbers[0] = mesh->color_numbers[1] = numbers;
    return true;
}

/* Counted first, then filled in the order of meshes and vertices. */
bool fy_j3d_index_uses(fy_j3d_anim *anim, const uint32_t *(*numbers)(const ferry_mesh *mesh),
                       fy_j3d_uses *uses) {
    const ferry_mesh_list *meshes = &anim->scene->meshes;
    uint32_t *firsts = ferry_new(anim->job, uint32_t, FY_J3D_ELEMENTS + 1);
    uint32_t *next = ferry_new(anim->job, uint32_t, FY_J3D_ELEMENTS + 1);
    if (!firsts || !next) return false;
    for (uint32_t m = 0; m < meshes->count; m++) {
        const uint32_t *elements = numbers(&meshes->data[m]);
        for (uint32_t v = 0; elements && v < meshes->data[m].vertex_count; v++)
            if (elements[v] < FY_J3D_ELEMENTS) firsts[elements[v] + 1]++;
    }
    for (uint32_t e = 0; e < FY_J3D_ELEMENTS; e++) {
        firsts[e + 1] += firsts[e];
        next[e] = firsts[e];
    }
    uses->firsts = firsts;
    uses->places = ferry_new(anim->job, fy_j3d_place, (size_t)firsts[FY_J3D_ELEMENTS] + 1);
    if (!uses->places) return false;
    for (uint32_t m = 0; m < meshes->count; m++) {
        const uint32_t *elements = numbers(&meshes->data[m]);
        for (uint32_t v = 0; elements && v < meshes->data[m].vertex_count; v++)
            if (elements[v] < FY_J3D_ELEMENTS) uses->places[next[elements[v]]++] = (fy_j3d_place){m, v};
    }
    return true;
}

/* ----------------------------------------------------------------------------------------- vertex colours */

enum { KEY_ENTRY = 0x18, FRAME_ENTRY = 0x10, LIST_RECORD = 8 };

static const uint32_t *first_colors(const ferry_mesh *mesh) {
    return mesh->colors[0] ? mesh->color_numbers[0] : NULL;
}

static const uint32_t *second_colors(const ferry_mesh *mesh) {
    return mesh->colors[1] ? mesh->color_numbers[1] : NULL;
}

/* Tables have no stored length that could be relied on: they reach to the block's end. */
static bool open_colors(fy_j3d_anim *anim, fy_j3d_numbers numbers[4]) {
    static const char *const what[] = {"reds", "greens", "blues", "alphas"};
    bool frames = anim->kind == &fy_j3d_vertex_color_frames;
    for (uint32_t k = 0; k < 4; k++) {
        uint64_t offset = ferry_u32_at(&anim->chunk, 0x30 + 4 * k), size = frames ? 1 : 2;
        uint64_t room = offset < anim->chunk.size ? (anim->chunk.size - offset) / size : 0;
        numbers[k] = (fy_j3d_numbers){.count = room < UINT32_MAX ? (uint32_t)room : UINT32_MAX,
                                      .size = (uint32_t)size,
                                      .unit = 1,
                                      .what = what[k]};
        if (!fy_j3d_numbers_open(anim, &numbers[k], 0x30 + 4 * k)) return false;
    }
    return true;
}

/* Vertices of an entry, by mesh. */
typedef struct coloring {
    fy_j3d_anim *anim;
    const fy_j3d_uses *uses;
    uint32_t set;
    /* of each mesh: how many vertices, and which vertex colour group is its own */
    uint32_t *counts, *vertex_color_groups;
} coloring;

/* A vertex colour group for each mesh that the elements of the list reach. */
static bool add_groups(coloring *p, const uint8_t *list, uint32_t count) {
    ferry_scene *scene = p->anim->scene;
    if (!fy_j3d_spend(p->anim, scene->meshes.count)) return false;
    memset(p->counts, 0, scene->meshes.count * sizeof *p->counts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t e = ferry_be16(list + 2 * (size_t)i), first = p->uses->firsts[e],
                 end = p->uses->firsts[e + 1];
        for (uint32_t k = first; k < end; k++) p->counts[p->uses->places[k].mesh]++;
        if (!fy_j3d_spend(p->anim, (uint64_t)end - first + 1)) return false;
    }
    for (uint32_t m = 0; m < scene->meshes.count; m++) {
        if (!p->counts[m]) continue;
        ferry_vertex_color_group *vertex_color_group =
            ferry_append(scene, &scene->vertex_color_groups, ferry_vertex_color_group);
        if (!vertex_color_group) return false;
        *vertex_color_group = (ferry_vertex_color_group){
            .mesh = m, .set = p->set, .vertices = ferry_scene_new(scene, uint32_t, p->counts[m])};
        if (!vertex_color_group->vertices) return false;
        p->vertex_color_groups[m] = scene->vertex_color_groups.count - 1;
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t e = ferry_be16(list + 2 * (size_t)i);
        for (uint32_t k = p->uses->firsts[e]; k < p->uses->firsts[e + 1]; k++) {
            ferry_vertex_color_group *vertex_color_group =
                &scene->vertex_color_groups.data[p->vertex_color_groups[p->uses->places[k].mesh]];
            vertex_color_group->vertices[vertex_color_group->count++] = p->uses->places[k].vertex;
        }
    }
    return true;
}

static bool add_color_tracks(fy_j3d_anim *anim, uint64_t entry, const fy_j3d_numbers numbers[4],
                             uint32_t vertex_color_group) {
    bool frames = anim->kind == &fy_j3d_vertex_color_frames;
    for (uint32_t k = 0; k < 4; k++) {
        fy_j3d_aim aim = {.target = FERRY_TARGET_VERTEX_COLOR, .object = vertex_color_group, .channel = k};
        uint64_t at = entry + (frames ? 4 : 6) * k;
        if (!(frames ? fy_j3d_add_frames(anim, at, ferry_u16_at(&anim->chunk, at),
                                         ferry_u16_at(&anim->chunk, at + 2), &numbers[k], 0, aim)
                     : fy_j3d_add_keys(anim, at, &numbers[k], 0, aim)))
            return false;
    }
    return true;
}

/* Entry `i` of a colour array: n elements, and the tracks that they follow. */
static bool read_entry(coloring *p, uint32_t i, uint32_t stride, const fy_j3d_numbers numbers[4]) {
    ferry_window *w = &p->anim->chunk;
    uint64_t record = ferry_u32_at(w, 0x20 + 4 * p->set) + LIST_RECORD * (uint64_t)i;
    uint64_t at = ferry_u32_at(w, 0x28 + 4 * p->set) + 2 * (uint64_t)ferry_u32_at(w, record + 4);
    uint32_t count = ferry_u16_at(w, record), first = p->anim->scene->vertex_color_groups.count;
    fy_j3d_enter(p->anim, p->set ? "color1" : "color0", i);
    if (!ferry_window_holds(w, at, count, 2))
        return ferry_refuse(&p->anim->place, record, "j3d.vertex-color-out-of-bounds",
                            "its %u elements at 0x%llx are outside the block", count, (unsigned long long)at);
    if (!add_groups(p, w->data + at, count)) return false;
    for (uint32_t k = first; k < p->anim->scene->vertex_color_groups.count; k++)
        if (!add_color_tracks(p->anim, ferry_u32_at(w, 0x18 + 4 * p->set) + stride * (uint64_t)i, numbers, k))
            return false;
    return true;
}

static bool read_set(fy_j3d_anim *anim, uint32_t set, const fy_j3d_numbers numbers[4]) {
    uint32_t stride = anim->kind == &fy_j3d_vertex_color_frames ? FRAME_ENTRY : KEY_ENTRY;
    uint32_t count = ferry_u16_at(&anim->chunk, 0x0C + 2 * set);
    fy_j3d_uses uses;
    coloring p = {.anim = anim, .uses = &uses, .set = set};
    if (!count) return true;
    if (!fy_j3d_table(&anim->chunk, "tracks", 0x18 + 4 * set, count, stride) ||
        !fy_j3d_table(&anim->chunk, "lists of elements", 0x20 + 4 * set, count, LIST_RECORD) ||
        !fy_j3d_index_uses(anim, set ? second_colors : first_colors, &uses))
        return false;
    p.counts = ferry_new(anim->job, uint32_t, (size_t)anim->scene->meshes.count + 1);
    uint32_t before = anim->scene->vertex_color_groups.count;
    p.vertex_color_groups = ferry_new(anim->job, uint32_t, (size_t)anim->scene->meshes.count + 1);
    if (!p.counts || !p.vertex_color_groups) return false;
    for (uint32_t i = 0; i < count; i++)
        if (!read_entry(&p, i, stride, numbers)) return false;
    if (anim->scene->vertex_color_groups.count == before)
        ferry_say_at(&anim->chunk, 0x0C + 2 * set, FERRY_WARNING, "j3d.vertex-color-unmatched",
                     "its %u entries match no vertex of the model with colour set %u", count, set);
    return true;
}

static bool read_vertex_colors(fy_j3d_anim *anim) {
    enum { MADE_UP = 256 };
    fy_j3d_numbers numbers[4];
    fy_j3d_read_length(anim, 0x0A);
    return open_colors(anim, numbers) && (!anim->alone || fy_j3d_build_mesh(anim, MADE_UP)) &&
           read_set(anim, 0, numbers) && read_set(anim, 1, numbers);
}

static bool vertex_colors_fit(fy_j3d_anim *anim, const ferry_scene *scene, ferry_fit *fit) {
    (void)fit;
    return fy_j3d_called_alike(anim, scene);
}

const fy_j3d_anim_kind fy_j3d_vertex_color_keys = {
    .kind = "bxk1", .tag = "VCK1", .head = 0x40, .read = read_vertex_colors, .matches = vertex_colors_fit};
const fy_j3d_anim_kind fy_j3d_vertex_color_frames = {
    .kind = "bxa1", .tag = "VCF1", .head = 0x40, .read = read_vertex_colors, .matches = vertex_colors_fit};
