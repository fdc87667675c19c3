/*
 * t3dm_merge.c: which draws are indistinguishable at run time, and their triangles in one mesh.
 *
 * Format: docs/formats/t3dm.md, "Merging".
 */
#include "formats/t3dm/draw/t3dm_merge.h"

#include <stdlib.h>
#include <string.h>

#include "ferry64.h"
#include "ferry64_format.h"
#include "core/base/job.h"
#include "formats/t3dm/draw/t3dm_sort.h"
#include "formats/t3dm/file/t3dm_cache.h"
#include "formats/t3dm/file/t3dm_plan.h"
#include "formats/t3dm/pose/t3dm_place.h"
#include "formats/t3dm/pose/t3dm_pose.h"
#include "formats/t3dm/trial/t3dm_tiles.h"

/* ------------------------------------------------------------------------------------------------- groups */

typedef struct addressed {
    bool *nodes, *draws, *meshes; /* something shows, hides, turns or bends them on their own */
    bool *materials;              /* something moves or colours them */
} addressed;

static void note_track(const ferry_track *track, const ferry_scene *scene, addressed *to) {
    if (track->target == FERRY_TARGET_NODE_VISIBLE) to->nodes[track->object] = true;
    if (track->target == FERRY_TARGET_DRAW_VISIBLE || track->target == FERRY_TARGET_DRAW_MATERIAL)
        to->draws[track->object] = true;
    if (track->target == FERRY_TARGET_MORPH) to->meshes[scene->morphs.data[track->object].mesh] = true;
    if ((track->target >= FERRY_TARGET_TEXTURE && track->target <= FERRY_TARGET_MATERIAL_COLOR) ||
        track->target >= FERRY_TARGET_PRIM)
        to->materials[track->object] = true;
}

static bool find_addressed(ferry_job *job, const ferry_scene *scene, addressed *to) {
    to->nodes = ferry_new(job, bool, scene->nodes.count + (size_t)1);
    to->draws = ferry_new(job, bool, scene->draws.count + (size_t)1);
    to->meshes = ferry_new(job, bool, scene->meshes.count + (size_t)1);
    to->materials = ferry_new(job, bool, scene->materials.count + (size_t)1);
    if (!to->nodes || !to->draws || !to->meshes || !to->materials) return false;
    for (uint32_t c = 0; c < scene->clips.count; c++)
        for (uint32_t t = 0; t < scene->clips.data[c].track_count; t++)
            note_track(&scene->clips.data[c].tracks[t], scene, to);
    for (uint32_t i = 0; i < scene->nodes.count; i++) { /* parents come first */
        const ferry_node *node = &scene->nodes.data[i];
        if (node->billboard != FERRY_BILLBOARD_NONE) to->nodes[i] = true;
        if (node->parent != FERRY_NONE && to->nodes[node->parent]) to->nodes[i] = true;
    }
    return true;
}

/* What two draws must have in common. */
typedef struct claim {
    uint32_t place, material, draw;
    uint8_t level;
} claim;

static int by_claim(const void *a, const void *b) {
    const claim *x = a, *y = b;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    if (x->place != y->place) return x->place < y->place ? -1 : 1;
    if (x->material != y->material) return x->material < y->material ? -1 : 1;
    return x->draw < y->draw ? -1 : x->draw > y->draw;
}

/* The node that carries a grid and all of a skin; where all of it is baked, one beyond all nodes. FERRY_NONE:
 * neither. */
static uint32_t single_place(const ferry_scene *scene, const fy_t3dm_pose *pose, const ferry_skin *skin) {
    uint32_t place = FERRY_NONE;
    for (uint32_t j = 0; j < skin->joint_count && pose->grids; j++) {
        uint32_t node = skin->joints[j].node;
        bool baked = pose->bones[node] == FY_T3DM_NO_BONE;
        if (!baked && node < pose->first_grid) return FERRY_NONE;
        uint32_t here = baked ? scene->nodes.count : node;
        if (place != FERRY_NONE && place != here) return FERRY_NONE;
        place = here;
    }
    return place;
}

/* Without bones all is baked into one place. With bones, what hangs on one skin or on one node
 * goes together; where the only bones carry grids, what hangs on one of them, or on none. */
static uint32_t place_of(const ferry_scene *scene, const fy_t3dm_pose *pose, const ferry_draw *draw) {
    uint32_t skin = scene->meshes.data[draw->mesh].skin, place = draw->node;
    if (!pose->bone_count) return 0;
    if (skin != FERRY_NONE) place = single_place(scene, pose, &scene->skins.data[skin]);
    if (place == FERRY_NONE) return skin;
    bool baked = skin == FERRY_NONE && pose->grids && pose->bones[place] == FY_T3DM_NO_BONE;
    return scene->skins.count + (baked ? scene->nodes.count : place);
}

uint32_t *fy_t3dm_merge_groups(ferry_job *job, const ferry_scene *scene, const fy_t3dm_pose *pose) {
    addressed own;
    uint32_t count = 0, *groups = ferry_new(job, uint32_t, scene->draws.count + (size_t)1);
    claim *claims = ferry_new(job, claim, scene->draws.count + (size_t)1);
    if (!groups || !claims || !find_addressed(job, scene, &own)) return NULL;
    for (uint32_t i = 0; i < scene->draws.count; i++) {
        const ferry_draw *draw = &scene->draws.data[i];
        bool moves = draw->material != FERRY_NONE && own.materials[draw->material];
        groups[i] = FERRY_NONE;
        if (own.draws[i] || own.nodes[draw->node] || own.meshes[draw->mesh]) continue;
        claims[count++] =
            (claim){place_of(scene, pose, draw), moves ? draw->material : FERRY_NONE, i, draw->level};
    }
    if (count) qsort(claims, count, sizeof *claims, by_claim);
    for (uint32_t i = 0, group = 0; i < count; i++) {
        const claim *c = &claims[i], *last = i ? c - 1 : c;
        group += c->place != last->place || c->material != last->material || c->level != last->level;
        groups[c->draw] = group;
    }
    return groups;
}

static bool same_path(const char *a, const char *b) {
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool fy_t3dm_alike(const fy_t3dm_material *a, const fy_t3dm_material *b) {
    return a == b || (a->layer == b->layer && fy_t3dm_same_state(&a->rdp, &b->rdp) &&
                      fy_same_tile(&a->rdp.tiles[0], &b->rdp.tiles[0]) &&
                      fy_same_tile(&a->rdp.tiles[1], &b->rdp.tiles[1]) &&
                      same_path(a->paths[0], b->paths[0]) && same_path(a->paths[1], b->paths[1]));
}

/* ------------------------------------------------------------------------------------------------- meshes */

bool fy_t3dm_join(fy_t3dm_joined *to, const fy_t3dm_mesh *mesh) {
    fy_t3dm_mesh *all = &to->mesh;
    uint32_t first = all->vertex_count;
    if (!fy_job_reserve(to->job, (void **)&all->vertices, all->vertex_count, &to->vertex_capacity,
                        mesh->vertex_count, sizeof *all->vertices) ||
        !fy_job_reserve(to->job, (void **)&all->triangles, all->triangle_count, &to->triangle_capacity,
                        mesh->triangle_count, 3 * sizeof *all->triangles))
        return false;
    if (mesh->vertex_count)
        memcpy(all->vertices + first, mesh->vertices, mesh->vertex_count * sizeof *all->vertices);
    /* there may be none */
    uint32_t *corners = mesh->triangle_count ? all->triangles + 3 * (size_t)all->triangle_count : NULL;
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) corners[i] = first + mesh->triangles[i];
    all->vertex_count += mesh->vertex_count;
    all->triangle_count += mesh->triangle_count;
    return true;
}

typedef struct numbered {
    fy_t3dm_vertex vertex;
    uint32_t number;
} numbered;

static int by_vertex(const void *a, const void *b) {
    const numbered *x = a, *y = b;
    int order = memcmp(&x->vertex, &y->vertex, sizeof x->vertex);
    return order ? order : x->number < y->number ? -1 : x->number > y->number;
}

bool fy_t3dm_weld(fy_t3dm_joined *to) {
    fy_t3dm_mesh *mesh = &to->mesh;
    uint32_t count = mesh->vertex_count, kept = 0, first = 0;
    ferry_mark mark = ferry_job_mark(to->job);
    numbered *sorted = ferry_new(to->job, numbered, count + (size_t)1);
    uint32_t *same =
        ferry_new(to->job, uint32_t, count + (size_t)1); /* first of the equal ones; then its place */
    bool done = sorted && same;
    for (uint32_t i = 0; done && i < count; i++) sorted[i] = (numbered){mesh->vertices[i], i};
    if (done && count) qsort(sorted, count, sizeof *sorted, by_vertex);
    for (uint32_t i = 0; done && i < count; i++) {
        if (memcmp(&sorted[i].vertex, &sorted[first].vertex, sizeof sorted->vertex) != 0) first = i;
        same[sorted[i].number] = sorted[first].number;
    }
    for (uint32_t i = 0; done && i < count; i++) {
        bool again = same[i] != i;
        if (!again) mesh->vertices[kept] = mesh->vertices[i];
        same[i] = again ? same[same[i]] : kept++;
    }
    for (size_t i = 0; done && i < 3 * (size_t)mesh->triangle_count; i++)
        mesh->triangles[i] = same[mesh->triangles[i]];
    if (done) mesh->vertex_count = kept;
    ferry_job_release(to->job, mark);
    return done;
}

void fy_t3dm_joined_close(fy_t3dm_joined *to) {
    fy_job_drop(to->job, to->mesh.vertices);
    fy_job_drop(to->job, to->mesh.triangles);
    *to = (fy_t3dm_joined){.job = to->job};
}
